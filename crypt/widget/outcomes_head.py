"""The head of the Outcomes page: how many games are looked at, and what they come to in a line."""

from typing import TYPE_CHECKING, Any

from .. import stats
from ..core.wording import counted
from .lobby import title_of
from .outcomes_content import between, number, percent, word

if TYPE_CHECKING:
    from ..stats import Games

Model = dict[str, Any]
FIELD = {"fingerprint": "ruleset", "bots": "bots"}  # the filter of a column
OFFERED = 3  # filters of each field
SOURCES = {"played": "played by people", "simulated": "played by bots"}


def head(games: "Games", game: str) -> Model:
    """Sum all games up.

    Parameters
    ----------
    games : Games
    game : str
        The name of their game.
    """
    title, n = title_of(game), len(games)
    if not n:
        return {"title": title, "n": 0, "words": "No game passes the filters.", "facts": [], "warning": "",
                "pooled": {"words": "", "choices": []}}  # fmt: skip
    (group,) = stats.summarize(games, measures=("minutes", "rounds")).groups
    facts = [
        {"name": word(one.name, game), "value": percent(one.estimate.value),
         "about": f"{between(one.estimate.low, one.estimate.high)}; {one.count:,} of {one.n:,}"}
        for one in group.results if one.count or one.name == "won"
    ]  # fmt: skip
    facts += [
        {"name": f"{word(one.name)}, median", "value": number(one.quantiles[0.5].value),
         "about": f"80 of 100 games: {number(one.quantiles[0.1].value)} to {number(one.quantiles[0.9].value)}"}
        for one in group.measures if one.n
    ]  # fmt: skip
    return {"title": title, "n": n, "words": _sources(games, n), "facts": facts, "warning": group.warning,
            "pooled": _pooled(games)}  # fmt: skip


def _pooled(games: "Games") -> Model:
    """What the headline puts together, in a sentence, and the filters that take it apart."""
    pools = stats.pooled(games)
    choices = [
        {"field": FIELD[pool.column], "value": value, "label": f"Only {name}"}
        for pool in pools
        for value, (name, _) in list(pool.counts.items())[:OFFERED]
    ]
    return {"words": stats.pooled_words(pools), "choices": choices}


def _sources(games: "Games", n: int) -> str:
    words = counted(n, "game")
    if "source" not in games.columns:
        return words
    by_source = games.counts(["source"]).dropna()
    if len(by_source) == 1:
        return f"{words}, {'all ' if n > 1 else ''}{SOURCES.get(by_source['source'][0], by_source['source'][0])}"
    parts = [f"{row.n:,} {SOURCES.get(row.source, row.source)}" for row in by_source.itertuples(index=False)]
    return f"{words}: {', '.join(parts)}"
