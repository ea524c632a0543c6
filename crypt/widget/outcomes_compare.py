"""Two groups of games side by side, on the Outcomes page."""

from typing import TYPE_CHECKING, Any

from .. import stats
from .outcomes_content import Asked, Content, between, choice_of, columns_of, plain, word

if TYPE_CHECKING:
    from ..stats import Comparison, Games

SPLITS = ("players", "bots", "ruleset", "source", "result")
RESULTS = ("won", "lost", "stalled", "abandoned")
MOST = 16  # numbers that are compared
NUMBERS = (  # these first, where a game has them
    "floors_cleared", "escaped", "deaths", "rounds", "minutes", "decisions", "damage_taken", "damage_dealt",
    "monsters_beaten", "bosses_beaten", "loot_rolls", "potions_drunk", "score_1", "score_2", "score_3", "score_4",
)  # fmt: skip


def compared(asked: Asked) -> Content:
    """Show what two values of a column come to, with the differences and their intervals."""
    columns = [name for name in SPLITS if name in asked.games.columns]
    known = {name: _values(asked.games, name) for name in columns}
    splits = [name for name in columns if len(known[name]) > 1]
    if not splits:
        return Content(words=["All games here are alike; it takes two numbers of players, bots, rulesets or results."])
    split = choice_of(asked.options, "split", splits, splits[0])
    texts = {str(value): value for value in known[split]}
    frequent = [str(value) for value in _by_frequency(asked.games, split)]
    first = choice_of(asked.options, "first", list(texts), "won" if "won" in texts else frequent[0])
    others = [text for text in texts if text != first]
    second = choice_of(asked.options, "second", others, next(text for text in frequent if text != first))
    groups = [asked.games.where(**{split: texts[text]}) for text in (first, second)]
    found = [one for one in (stats.compare(*groups, what) for what in _whats(asked, split)) if not _is_nothing(one)]
    names = tuple(f"{word(split).lower()} {text}" for text in (first, second))
    values = [[text, text] for text in texts]
    controls = [
        {"name": "split", "label": "Compare", "value": split, "values": [[name, word(name)] for name in splits]},
        {"name": "first", "label": "this", "value": first, "values": values},
        {"name": "second", "label": "with", "value": second, "values": [one for one in values if one[0] != first]},
    ]
    figure = stats.figures.compared(found, names, asked.is_dark)
    heads = ["What", *map(word, names), "Difference", "95 % interval", ""]
    words = sorted({f"{one.warning}." for one in found if one.warning}) + [_how(found[0])]
    return Content([plain(figure)], {"heads": heads, "rows": [_row(one) for one in found]}, words, controls)


def _values(games: "Games", column: str) -> list[Any]:
    return games.counts([column])[column].dropna().tolist()


def _by_frequency(games: "Games", column: str) -> list[Any]:
    """The values of a column, the most frequent first."""
    return games.counts([column]).dropna().sort_values("n", ascending=False, kind="stable")[column].tolist()


def _whats(asked: Asked, split: str) -> list[str]:
    ended = _values(asked.games, "result")
    results = [name for name in RESULTS if name in ended] + sorted(name for name in ended if str(name).startswith("seat "))
    there = [name for name in columns_of(asked.game) if name in asked.games.columns and asked.games.is_number(name)]
    numbers = [name for name in NUMBERS if name in there]
    numbers += [name for name in there if name not in (*NUMBERS, "players", "turns")]
    return [*(results if split != "result" else []), *numbers[:MOST]]


def _is_nothing(found: "Comparison") -> bool:
    """Tell whether a measure is zero in all games of both groups, as what a third seat comes to among two."""
    return all(one.value == 0 and not one.high > 0 for one in (found.first, found.second))


def _row(found: "Comparison") -> list[str]:
    form, sign = ("{:.1%}", "{:+.1%}") if _is_share(found.what) else ("{:.4g}", "{:+.4g}")
    sides = [f"{form.format(one.value)} ({between(one.low, one.high, form)})" for one in (found.first, found.second)]
    difference = found.difference
    clear = "" if found.is_clear else "no difference is shown"
    return [word(found.what), *sides, sign.format(difference.value), between(difference.low, difference.high, sign), clear]


def _is_share(what: str) -> bool:
    return what in RESULTS or what.startswith("seat ")


def _how(found: "Comparison") -> str:
    one, two = found.n
    paired = f"; {found.pairs:,} pairs share their seeds and are compared game by game" if found.pairs else ""
    return f"{one:,} and {two:,} games{paired}."
