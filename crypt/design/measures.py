"""What is asked of games: a share of them or a mean, written in a few words, such as "won", "minutes" or "minutes<=90"."""

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from ..batch.plan import Plan
from ..batch.rows import rows
from ..batch.simulation import plan_outcomes
from ..core.game import CryptError, Game, UnreadableError
from ..core.results import results_of
from ..core.ruleset import NEAR
from ..core.wording import listed
from ..stats.games import Games
from ..stats.intervals import Estimate, mean, share
from ..stats.summary import RESULTS, result_order

TEST = re.compile(r"\s*([a-z]\w*)\s*(<=|>=|<|>|=)\s*(.+?)\s*")
RANGE = re.compile(r"(-?[\d.]+?)\s*\.\.\s*(-?[\d.]+)")
HALF = re.compile(r"\s*[a-z]\w*\s*(<=|>=|<|>|=)\s*")
MOST_CODES = 64  # of a column of words
SIGNS = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}
HOW = "write a result (won), a column of numbers (minutes), or a test of a column (minutes<=90, f1_exit=walled)"


@dataclass(frozen=True)
class Measure:
    """A share of games, or the mean of a column. Made by `read_measure`.

    Attributes
    ----------
    text : str
        As it was written.
    column : str
    sign : str
        "" for a mean; else how the column's value is tested: "=", "<=", ">=", "<", ">" or "..".
    wanted : tuple
        What it is compared with: texts for "=", else numbers.
    """

    text: str
    column: str
    sign: str = ""
    wanted: tuple[str | float, ...] = ()

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games; else it is a mean."""
        return bool(self.sign)

    def of(self, games: pd.DataFrame) -> np.ndarray:
        """Its value in each game: 0 or 1 for a share, the number itself for a mean; nan where the game has none."""
        column = games[self.column]
        if not self.sign:
            return column.to_numpy(float, na_value=np.nan)
        if self.sign == "=":
            return column.astype(str).isin([str(one) for one in self.wanted]).to_numpy(float)
        values, (low, *rest) = column.to_numpy(float, na_value=np.nan), [float(one) for one in self.wanted]
        tests = {
            "<=": values <= low, ">=": values >= low, "<": values < low, ">": values > low,
            "..": (values >= low) & (values <= rest[0] if rest else True),
        }  # fmt: skip
        return np.where(np.isnan(values), np.nan, tests[self.sign])

    def estimate(self, values: np.ndarray) -> tuple[Estimate, int]:
        """The share or mean of its values with its 95 % interval, and of how many games it is."""
        known = values[~np.isnan(values)]
        return (share(int(known.sum()), len(known)) if self.is_share else mean(known)), len(known)


def read_measure(text: str, plan: Plan) -> Measure:
    """Read what is asked of the games of a plan.

    Parameters
    ----------
    text : str
        A result such as "won" or "seat 1" (its share); a column of numbers (its mean); or a test of a column (the share of
        games that pass it): "minutes<=90", "minutes=15..90", "f1_exit=walled", "f1_exit=walled|starved".
    plan : Plan

    Raises
    ------
    UnreadableError
        For words that are none of these and values that a column never has, with what is allowed.
    """
    return read_measures([text], plan)[0]


def read_measures(texts: Iterable[str], plan: Plan) -> list[Measure]:
    """Read several measures of the games of a plan, as `read_measure` does one."""
    columns = _columns_of(plan)
    return [_read(text.strip(), plan, columns) for text in texts]


def called(text: str, game: str) -> str:
    """What a measure is called in words, as its game has them: "how floor 1 ended: walled off or no key".

    Parameters
    ----------
    text : str
        As `read_measure` takes it.
    game : str
    """
    from ..stats.look import plain_words  # it brings plotly along

    results, test = results_of(game), TEST.fullmatch(text)
    if not test:
        return plain_words(text, results)
    name, sign, wanted = test.groups()
    if sign in SIGNS:
        value = f"{SIGNS[sign]} {wanted}"
    elif between := RANGE.fullmatch(wanted):
        value = f"{between[1]} to {between[2]}"
    else:
        value = listed([plain_words(one.strip(), results) for one in wanted.split("|")], "or")
    return f"{plain_words(name, results)}: {value}"


def _columns_of(plan: Plan) -> Games:
    """No games of a plan, with their columns."""
    return Games.of(rows(plan, 0, plan_outcomes(plan)))


def _read(text: str, plan: Plan, columns: Games) -> Measure:
    """Read a measure, with the columns at hand."""
    if half := HALF.fullmatch(text):
        raise UnreadableError(f"{text[:40]!r}: nothing stands behind {half[1]}; write a value there, such as minutes<=90")
    if text in RESULTS or re.fullmatch(r"seat [0-9]+", text):
        _check_words(text, "result", (text,), plan)
        return Measure(text, "result", "=", (text,))
    if test := TEST.fullmatch(text):
        return _read_test(text, columns, plan, *test.groups())
    if text not in columns.columns:
        raise UnreadableError(_not_measured(text, columns, plan))
    if not columns.is_number(text):
        raise UnreadableError(f"the column {text!r} holds no numbers; test it, such as {text}=...")
    return Measure(text, text)


def _not_measured(text: str, columns: Games, plan: Plan) -> str:
    """Why words are no measure, with the nearest that are."""
    if not re.fullmatch(r"\w+", text):
        return f"{text[:40]!r} cannot be measured; {HOW}"
    known = [*_words_of(plan)["result"], *columns.columns]
    near = difflib.get_close_matches(text, known, n=1, cutoff=NEAR)
    return f"there is no column {text[:40]!r}" + (f"; did you mean {near[0]}?" if near else f"; {HOW}")


def _words_of(plan: Plan) -> dict[str, list[str]]:
    """What each column of text can hold; a seat that nobody plays wins nothing."""
    found = {name: list(words) for name, words in words_of(plan.game).items()}
    seats = {f"seat {seat}" for seat in range(plan.players + 1, plan.game.players[-1] + 1)}
    return found | {"result": [one for one in found["result"] if one not in seats]}


@cache
def words_of(game: Game) -> dict[str, tuple[str, ...]]:
    """What each column of text can hold: each field of a game's results is given each of its codes in turn.

    Parameters
    ----------
    game : Game
    """
    found: dict[str, dict[str, None]] = {}
    for name in game.outcome_type.names or ():
        # all codes at once where the field holds a number, else one after the other until there are no more
        is_number = bool(_texts(game, name, range(MOST_CODES)))
        for codes in [range(MOST_CODES)] if is_number else [range(code, code + 1) for code in range(MOST_CODES)]:
            texts = _texts(game, name, codes)
            for column, values in texts.items():
                found.setdefault(column, {}).update(dict.fromkeys(values))
            if not texts:
                break
    return {column: tuple(one for one in words if one and one != "running") for column, words in found.items()}


def _texts(game: Game, name: str, codes: Sequence[int]) -> dict[str, list[str]]:
    """The columns of text of results that have these codes in one field; nothing where one of them means nothing."""
    outcomes = np.zeros(len(codes), game.outcome_type).view(np.recarray)
    try:
        outcomes[name] = np.reshape(codes, (-1, *[1] * (outcomes[name].ndim - 1)))
        columns = game.words.outcome_columns(outcomes)
    except (CryptError, IndexError, TypeError, ValueError, OverflowError):
        return {}
    columns = {column: np.asarray(values) for column, values in columns.items()}
    return {column: values.astype(str).tolist() for column, values in columns.items() if values.dtype.kind in "UO"}


def _check_words(text: str, name: str, wanted: tuple[str, ...], plan: Plan) -> None:
    """Check that a column of text can hold these values."""
    known = _words_of(plan).get(name) or [str(rows(plan, 0, np.zeros(1, plan.game.outcome_type).view(np.recarray))[name][0])]
    for one in wanted:
        if one not in known:
            near = difflib.get_close_matches(one, known, n=1, cutoff=0.6)
            hint = f"did you mean {near[0]}?" if near else f"write {listed(known, 'or')}"
            of = f"with {plan.players} players " if name == "result" else ""
            raise UnreadableError(f"{text[:40]!r}: {of}{name} is never {one[:20]!r} in {plan.game.title}; {hint}")


def _read_test(text: str, columns: Games, plan: Plan, name: str, sign: str, wanted: str) -> Measure:
    columns.check([name])
    is_number = columns.is_number(name)
    between = RANGE.fullmatch(wanted)
    if is_number and sign == "=" and between:
        low, high = (_number(text, one) for one in between.groups())
        if low > high:
            raise UnreadableError(f"{text[:40]!r}: write a range from the lower to the higher number")
        return Measure(text, name, "..", (low, high))
    if sign != "=" and not is_number:
        raise UnreadableError(f"{text[:40]!r}: the column {name!r} holds no numbers; write {name}=...")
    if is_number and sign == "=":
        value = _number(text, wanted)
        return Measure(text, name, "..", (value, value))
    if is_number:
        return Measure(text, name, sign, (_number(text, wanted),))
    words = tuple(one.strip() for one in wanted.split("|"))
    _check_words(text, name, words, plan)
    return Measure(text, name, "=", words)


def _number(text: str, number: str) -> float:
    try:
        return float(number)
    except ValueError:
        raise UnreadableError(f"{text[:40]!r}: {number[:20]!r} is not a number") from None


def usual_measures(plan: Plan) -> list[Measure]:
    """What a comparison looks at when nothing is asked: results, length, deaths, the main numbers, how floors ended."""
    from ..stats.shares import ENDINGS, floors

    columns = _columns_of(plan)
    possible = _words_of(plan)
    names = sorted(possible["result"], key=result_order)
    names += [name for name in ("rounds", "turns", "minutes") if name in columns.columns]
    names += [name for name in columns.columns if name.startswith("deaths") and not name.startswith("deaths_of_")]
    names += [name for name in results_of(plan.game.name).main if name in columns.columns and name not in names]
    exits = [f"f{floor}_exit" for floor in floors(columns)]
    names += [f"{name}={ending}" for name in exits for ending in ENDINGS if ending in possible[name]]
    return [_read(name, plan, columns) for name in names]
