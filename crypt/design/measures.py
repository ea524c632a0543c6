"""What is asked of games: a share of them or a mean, written in a few words, such as "won", "minutes" or "minutes<=90"."""

import re
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ..batch.plan import Plan
from ..batch.rows import rows
from ..batch.simulation import plan_outcomes
from ..core.game import UnreadableError
from ..stats.games import Games
from ..stats.intervals import Estimate, mean, share
from ..stats.summary import RESULTS

TEST = re.compile(r"\s*([a-z]\w*)\s*(<=|>=|<|>|=)\s*(.+?)\s*")
RANGE = re.compile(r"(-?[\d.]+?)\s*\.\.\s*(-?[\d.]+)")
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
        For words that are none of these, with what is allowed.
    """
    columns = Games.of(rows(plan, 0, plan_outcomes(plan)))
    text = text.strip()
    if text in RESULTS or re.fullmatch(r"seat [1-9]", text):
        return Measure(text, "result", "=", (text,))
    if test := TEST.fullmatch(text):
        return _read_test(text, columns, *test.groups())
    columns.check([text] if re.fullmatch(r"\w+", text) else [])
    if text not in columns.columns:
        raise UnreadableError(f"{text[:40]!r} cannot be measured; {HOW}")
    if not columns.is_number(text):
        raise UnreadableError(f"the column {text!r} holds no numbers; test it, such as {text}=...")
    return Measure(text, text)


def _read_test(text: str, columns: Games, name: str, sign: str, wanted: str) -> Measure:
    columns.check([name])
    is_number = columns.is_number(name)
    between = RANGE.fullmatch(wanted)
    if is_number and sign == "=" and between:
        return Measure(text, name, "..", tuple(_number(text, one) for one in between.groups()))
    if sign != "=" and not is_number:
        raise UnreadableError(f"{text[:40]!r}: the column {name!r} holds no numbers; write {name}=...")
    if is_number and sign == "=":
        value = _number(text, wanted)
        return Measure(text, name, "..", (value, value))
    if is_number:
        return Measure(text, name, sign, (_number(text, wanted),))
    return Measure(text, name, "=", tuple(one.strip() for one in wanted.split("|")))


def _number(text: str, number: str) -> float:
    try:
        return float(number)
    except ValueError:
        raise UnreadableError(f"{text[:40]!r}: {number[:20]!r} is not a number") from None


def usual_measures(plan: Plan) -> list[Measure]:
    """What a comparison looks at when nothing is asked: results, length, deaths by cause, and how floors ended."""
    from ..stats.shares import ENDINGS, floors

    columns = Games.of(rows(plan, 0, plan_outcomes(plan)))
    names = [*RESULTS[:3], *(f"seat {seat + 1}" for seat in range(plan.players))]
    names += [name for name in ("rounds", "turns", "minutes") if name in columns.columns]
    names += [name for name in columns.columns if name.startswith("deaths") or name in ("chests", "scars")]
    names += [f"f{floor}_exit={ending}" for floor in floors(columns) for ending in ENDINGS]
    return [read_measure(name, plan) for name in names]
