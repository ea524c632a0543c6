"""Two groups of games side by side, on the Outcomes page."""

from typing import TYPE_CHECKING

from .. import stats
from ..core.results import results_of
from ..core.wording import capital, counted
from .outcomes_content import (
    Asked,
    Content,
    between,
    choice_of,
    columns_of,
    more,
    number,
    percent,
    plain,
    points,
    word,
)

if TYPE_CHECKING:
    import pandas as pd

    from ..stats import Comparison

SPLITS = ("players", "bots", "ruleset", "source", "result")
MOST = 16  # numbers that are compared
LENGTH = ("rounds", "minutes", "decisions")
NO_AMOUNTS = ("players", "winner")  # numbers of which a mean says nothing


def compared(asked: Asked) -> Content:
    """Show what two values of a column come to, with the differences and their intervals."""
    from ..stats.look import value_words  # it brings plotly along

    # counted together, so that the games are gone through once
    table = asked.games.counts([name for name in (*SPLITS, "fingerprint") if name in asked.games.columns])
    columns = [_apart(name, table) for name in SPLITS if name in table]
    known = {name: table.groupby(name)["n"].sum() for name in columns}
    splits = [name for name in columns if len(known[name]) > 1]
    if not splits:
        return Content(words=["All games here are alike; it takes two numbers of players, bots, rulesets or results."])
    split = choice_of(asked.options, "split", splits, splits[0])
    texts = {str(value): value for value in known[split].index.tolist()}
    frequent = [str(value) for value in known[split].sort_values(ascending=False, kind="stable").index]
    first = choice_of(asked.options, "first", list(texts), "won" if "won" in texts else frequent[0])
    others = [text for text in texts if text != first]
    second = choice_of(asked.options, "second", others, next(text for text in frequent if text != first))
    groups = [asked.games.where(**{split: texts[text]}) for text in (first, second)]
    found = [one for one in stats.compare_all(*groups, _whats(asked, split, table)) if not _is_nothing(one)]
    told = results_of(asked.game)
    names = tuple(value_words(split, text, told) for text in (first, second))
    values = [[text, capital(value_words(split, text, told))] for text in texts]
    controls = [
        {"name": "split", "label": "Compare", "value": split, "values": [[name, word(name)] for name in splits]},
        {"name": "first", "label": "from", "value": first, "values": values},
        {"name": "second", "label": "to", "value": second, "values": [one for one in values if one[0] != first]},
    ]
    figure = stats.figures.compared(found, names, asked.is_dark)
    heads = ["What", *map(capital, names), "Difference", "95 % interval", ""]
    words = sorted({f"{one.warning}." for one in found if one.warning}) + [_how(one) for one in found[:1]]
    return Content([plain(figure)], {"heads": heads, "rows": [_row(one) for one in found]}, words, controls)


def _apart(name: str, table: "pd.DataFrame") -> str:
    """The column that tells its values apart: rulesets of one name are told apart by their fingerprints."""
    if name != "ruleset" or "fingerprint" not in table:
        return name
    pairs = table[["ruleset", "fingerprint"]].drop_duplicates().dropna()
    return "fingerprint" if pairs["ruleset"].duplicated().any() else name


def _whats(asked: Asked, split: str, table: "pd.DataFrame") -> list[str]:
    from ..stats.summary import result_order  # it brings pandas along

    results = sorted(map(str, table["result"].dropna().unique()), key=result_order)
    own = columns_of(asked.game)
    there = [name for name in own if name in asked.games.columns and asked.games.is_number(name)]
    told = results_of(asked.game)
    # where seats compete, their scores say the same as the results
    is_contest = any(name.startswith("seat ") for name in results)
    scores = [name for name in own if name.startswith("score_")] if is_contest else []
    first = [*told.main, *LENGTH, *(name for topic in told.topics for name in topic.columns)]
    others = [name for name in there if name not in (*first, *scores, *NO_AMOUNTS, "turns")]
    numbers = [name for name in dict.fromkeys([*first, *others]) if name in there]
    return [*(results if split != "result" else []), *numbers[:MOST]]


def _is_nothing(found: "Comparison") -> bool:
    """Tell whether there is nothing to compare: no games, or zero in all, as what a third seat comes to among two."""
    return not min(found.n) or (not found.is_share and found.first.value == found.second.value == 0)


def _row(found: "Comparison") -> list[str]:
    form, sign, unit = (percent, points, " points") if found.is_share else (number, more, "")
    sides = [f"{form(one.value)} ({between(one.low, one.high, form)})" for one in (found.first, found.second)]
    difference = found.difference
    interval = between(difference.low, difference.high, sign)
    return [capital(found.called), *sides, sign(difference.value) + unit, interval, found.verdict]


def _how(found: "Comparison") -> str:
    one, two = found.n
    paired = f"; {found.pairs:,} pairs share their seeds and are compared game by game" if found.pairs else ""
    return f"{counted(one, 'game')} and {counted(two, 'game')}{paired}."
