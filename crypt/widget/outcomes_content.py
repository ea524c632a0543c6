"""What a section of the Outcomes page is: what it is asked, what it shows, and how it writes numbers."""

import html
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .. import stats
from ..core.catalog import catalog, find_game
from ..core.results import results_of
from ..core.wording import capital

if TYPE_CHECKING:
    from ..stats import Games
    from .outcomes_exits import ExitSurvey

Model = dict[str, Any]
MINUS = "\N{MINUS SIGN}"
COMMON = ("players", "rounds", "turns", "decisions", "minutes", "result", "bots", "ruleset", "source")


@dataclass(frozen=True)
class Asked:
    """What a section is asked to show.

    Attributes
    ----------
    games : Games
    game : str
        The name of their game.
    by : list of str
        The column that makes groups, if any.
    options : dict
        The values of the section's own controls.
    is_dark : bool
    survey : ExitSurvey, optional
        That was begun on the page.
    """

    games: "Games"
    game: str
    by: list[str]
    options: Model
    is_dark: bool
    survey: "ExitSurvey | None" = None


@dataclass
class Content:
    """What a section shows.

    Attributes
    ----------
    figures : list of dict
        Of plotly.
    table : dict, optional
        `heads` and `rows` of text; `actions` of each row, links or intents.
    words : list of str
    controls : list of dict
        Choices of its own: `name`, `label`, `value`, `values`.
    kept : list of dict
        What the page has to know when a row is asked for; it is not sent.
    """

    figures: list[Model] = field(default_factory=list)
    table: Model | None = None
    words: list[str] = field(default_factory=list)
    controls: list[Model] = field(default_factory=list)
    kept: list[Model] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Say in a sentence what is missing, instead of showing an empty frame or a table of heads."""
        missing = [html.unescape(note["text"]) for one in self.figures if not one["data"] for note in _notes(one)]
        self.figures = [one for one in self.figures if one["data"]]
        self.words = list(dict.fromkeys([*missing, *self.words]))
        if self.table and not self.table["rows"]:
            self.table = None

    def model(self) -> Model:
        """Plain values for the page."""
        examples = [{"i": i, "words": one["words"]} for i, one in enumerate(self.kept) if "words" in one]
        return {"figures": self.figures, "table": self.table, "words": self.words, "controls": self.controls,
                "examples": examples}  # fmt: skip


def any_game(game: str) -> bool:
    """A section that suits every game, also one that is not installed."""
    return True


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Attributes
    ----------
    name, title : str
    make : callable
        Takes what is `Asked` and gives a `Content`.
    needs : callable
        Takes the columns of a game's rows; whether there is anything to show.
    suits : callable
        Takes the name of a game; whether the section is one of it.
    is_open : bool
        From the beginning.
    """

    name: str
    title: str
    make: Callable[[Asked], Content]
    needs: Callable[[Sequence[str]], object] = lambda columns: True
    suits: Callable[[str], bool] = any_game
    is_open: bool = False


def _notes(figure: Model) -> list[Model]:
    return figure["layout"].get("annotations", [])


def plain(figure: Any) -> Model:
    """A plotly figure as JSON can hold it."""
    return json.loads(figure.to_json())


@lru_cache
def columns_of(game: str) -> tuple[str, ...]:
    """The columns that the rows of a game have; of one that is not installed, those that all games have."""
    import numpy as np

    if game not in catalog():
        return COMMON
    found = find_game(game)
    own = found.words.outcome_columns(np.zeros(0, found.outcome_type).view(np.recarray))
    return tuple(dict.fromkeys([*COMMON, *own]))


def choice_of(options: Model, key: str, names: Sequence[str], first: str) -> str:
    """The chosen one of some names, or else the first, or else any."""
    wanted: Any = options.get(key)
    return wanted if wanted in names else first if first in names else (names[0] if names else "")


# ---- words and numbers


def measures(asked: Asked, names: Sequence[str]) -> Model:
    """A table of means and quantiles, with the intervals of the means."""
    there = [name for name in names if name in asked.games.columns]
    table = stats.measures(asked.games, there, asked.by)
    rows = [
        [*key_words({name: row[name] for name in asked.by}), word(row["measure"], asked.game), f"{row['n']:,}",
         number(row["mean"]), between(row["low"], row["high"], number), *(number(row[q]) for q in ("q10", "q50", "q90"))]
        for row in table.to_dict("records") if row["n"]
    ]  # fmt: skip
    heads = [*map(word, asked.by), "What", "Games", "Mean", "95 % interval", "10 %", "Median", "90 %"]
    return {"heads": heads, "rows": rows}


def key_words(key: Model) -> list[str]:
    """The values of a group, one for each column."""
    return ["unknown" if value is None or value != value else str(value) for value in key.values()]


def word(name: str, game: str = "") -> str:
    """The name of a column or of a result in words, as its game has them, with a capital."""
    from ..stats.look import plain_words  # it brings plotly along

    return capital(plain_words(name, results_of(game)))


def percent(value: float) -> str:
    """A share."""
    return "–" if value != value else f"{value:.1%}"


def number(value: float, sign: str = "") -> str:
    """A number with as many digits as say something; with `sign` "+" also what is above 0 has its sign."""
    if value != value:
        return "–"
    size = abs(value)
    digits = 0 if size >= 100 or value == int(value) else 1 if size >= 10 else 2 if size >= 1 else 3
    return f"{value:{sign},.{digits}f}".replace("-", MINUS)


def more(value: float) -> str:
    """A difference of numbers."""
    return number(value, "+")


def points(value: float) -> str:
    """A difference of shares, in points."""
    return f"{100 * value:+.1f}".replace("-", MINUS)


def between(low: float, high: float, form: Callable[[float], str] = percent) -> str:
    """An interval, or a dash where there is none."""
    return "–" if low != low or high != high else f"{form(low)} to {form(high)}"


def share_words(estimate: Any) -> list[str]:
    """A share and its interval."""
    return [percent(estimate.value), between(estimate.low, estimate.high)]


def has(*names: str) -> Callable[[Sequence[str]], bool]:
    """A section's need: one of these columns."""
    return lambda columns: any(name in columns for name in names)


def has_like(start: str = "", end: str = "") -> Callable[[Sequence[str]], bool]:
    """A section's need: a column that begins and ends so."""
    return lambda columns: any(name.startswith(start) and name.endswith(end) for name in columns)
