"""Summaries of games by any columns: how they ended, and how long they took."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from ..core.results import ABANDONED, Results
from ..core.wording import counted
from .games import Games
from .intervals import FEW, Estimate, Moments, amount_of, moments, quantile, share

MEASURES = ("rounds", "turns", "decisions", "minutes")
QUANTILES = (0.1, 0.5, 0.9)
RESULTS = ("won", "lost", "stalled", ABANDONED)
FIRST = ("won", "lost")
SEAT = "seat "
WIDE = 0.1  # half of an interval that says little about a share


@dataclass(frozen=True)
class Share:
    """How many games ended in one way, of how many.

    Attributes
    ----------
    name : str
    count, n : int
    estimate : Estimate
    """

    name: str
    count: int
    n: int
    estimate: Estimate


@dataclass(frozen=True)
class Measure:
    """A number that each game has: its mean and quantiles.

    Attributes
    ----------
    name : str
    n : int
        Games in which it is known.
    mean : Estimate
    quantiles : dict of float to Estimate
    """

    name: str
    n: int
    mean: Estimate
    quantiles: dict[float, Estimate]


@dataclass(frozen=True)
class Group:
    """The games that have something in common.

    Attributes
    ----------
    key : dict
        Column to value.
    n : int
    results : list of Share
        Their counts sum to `n`.
    measures : list of Measure
    warning : str
        What cannot be said from so few games, or "".
    """

    key: dict[str, Any]
    n: int
    results: list[Share]
    measures: list[Measure]
    warning: str

    @property
    def name(self) -> str:
        """Its key in words."""
        told = [f"{column} {'-' if value is None else value}" for column, value in self.key.items()]
        return ", ".join(told) or "all games"

    def document(self) -> dict[str, Any]:
        """The same as JSON can hold it."""
        return {
            **({"group": self.key} if self.key else {}),
            "games": self.n,
            "results": {one.name: one.count for one in self.results},
            "shares": {one.name: _numbers(one.estimate) | {"n": one.n} for one in self.results},
            "means": {one.name: _rounded(one.mean.value) for one in self.measures},
            "measures": {
                one.name: {
                    "n": one.n, "mean": _numbers(one.mean),
                    "quantiles": {f"{p:g}": _numbers(found) for p, found in one.quantiles.items()},
                }
                for one in self.measures
            },
            **({"warning": self.warning} if self.warning else {}),
        }  # fmt: skip


@dataclass(frozen=True)
class Summary:
    """A summary of games, group by group.

    Attributes
    ----------
    by : list of str
    groups : list of Group
    remarks : list of str
    games : Games, optional
        Those that were summed up.
    """

    by: list[str]
    groups: list[Group]
    remarks: list[str] = field(default_factory=list)
    games: Games | None = field(default=None, repr=False, compare=False)

    @property
    def called(self) -> Results:
        """What results and columns are called in their game."""
        return Results() if self.games is None else self.games.results

    @property
    def explanations(self) -> list[str]:
        """What results mean that do not say it themselves, a sentence each; and how many sessions are played just now."""
        ways = dict.fromkeys(one.name for group in self.groups for one in group.results if one.count)
        told = [self.called.explained(way) for way in ways if self.called.explained(way)]
        now = 0 if self.games is None or ABANDONED not in ways else self.games.count_played_now()
        return [*told, f"{counted(now, 'session')} {'is' if now == 1 else 'are'} being played right now."] if now else told

    def frame(self) -> pd.DataFrame:
        """A row for each group and result: the columns of the group, `result`, `count`, `n`, `share`, `low`, `high`."""
        rows = [
            group.key | {"result": one.name, "count": one.count, "n": one.n} | _named(one.estimate, "share")
            for group in self.groups
            for one in group.results
        ]
        return pd.DataFrame(rows, columns=[*self.by, "result", "count", "n", "share", "low", "high"])

    def measures(self) -> pd.DataFrame:
        """A row for each group and measure: `measure`, `n`, `mean`, `low`, `high`, and the quantiles `q10` ..."""
        rows = [
            group.key
            | {"measure": one.name, "n": one.n}
            | _named(one.mean, "mean")
            | {f"q{100 * p:g}": found.value for p, found in one.quantiles.items()}
            for group in self.groups
            for one in group.measures
        ]
        return pd.DataFrame(rows)


def summarize(
    games: Games | pd.DataFrame, by: Sequence[str] = (), measures: Sequence[str] = MEASURES, outcome: str = "result"
) -> Summary:
    """Sum games up.

    Parameters
    ----------
    games : Games or pandas.DataFrame
    by : sequence of str
        Columns; a group for each combination of their values. Where seats win, a group has results of those that were there.
    measures : sequence of str
        Columns of numbers; those of sessions that were not finished do not count.
    outcome : str
        The column whose values are counted.

    Raises
    ------
    UnreadableError
        For a column that there is not.
    """
    games, by = Games.of(games), list(dict.fromkeys(by))
    ended = games.counts([*by, outcome])
    every = ended[outcome].unique().tolist()
    ways = sorted(map(_shown, every), key=result_order)
    has_seats = any(way.startswith(SEAT) for way in ways) and "players" in games.columns
    most = games.counts([*by, "players"]) if has_seats else ended.assign(players=np.nan)
    finished = games.finished()
    spreads = {name: finished.counts([*by, name]).dropna(subset=[name]) for name in measures if name in games.columns}
    rates = {name for name, spread in spreads.items() if is_rate(name, moments(spread[name], spread["n"]))}
    groups = []
    for key, part in _split(ended, by):
        n = int(part["n"].sum())
        found = part["n"].groupby(part[outcome].map(_shown)).sum().to_dict()
        possible = [way for way in ways if found.get(way) or not _is_absent(way, _part(most, key))]
        results = [Share(way, int(found.get(way, 0)), n, share(found.get(way, 0), n)) for way in possible]
        measured = [_measure(name, _part(spread, key), name in rates) for name, spread in spreads.items()]
        groups.append(Group(key, n, results, measured, _warning(n, results)))
    return Summary(by, groups, list(games.remarks), games)


def _shown(value: Any) -> str:
    return "unknown" if pd.isna(value) else str(value)


def result_order(way: str) -> tuple[int, int, int, str]:
    """The place of a result among others: won, lost, who won by seat, and at last the games without an end."""
    number = int(way.removeprefix(SEAT)) if re.fullmatch(rf"{SEAT}\d+", way) else 0
    rank = 0 if way in FIRST else 2 if way in RESULTS else 1
    return rank, RESULTS.index(way) if way in RESULTS else 0, number, way


def _is_absent(way: str, group: pd.DataFrame) -> bool:
    """Tell whether a result is of a seat at which nobody sits in any game of a group."""
    return way.startswith(SEAT) and bool(result_order(way)[2] > group["players"].max())


def _split(table: pd.DataFrame, by: list[str]) -> Any:
    if not by:
        yield {}, table
        return
    for values, part in table.groupby(by, dropna=False, sort=True):
        yield {name: _plain(value) for name, value in zip(by, values, strict=True)}, part


def _part(table: pd.DataFrame, key: dict[str, Any]) -> pd.DataFrame:
    for name, value in key.items():
        table = table[table[name].isna() if value is None else table[name] == value]
    return table


def _plain(value: Any) -> Any:
    if pd.isna(value):
        return None
    return value.item() if isinstance(value, np.generic) else value


def is_rate(name: str, found: Moments) -> bool:
    """Tell whether a column holds 0 or 1 in each game, so that its mean is a share of games.

    Parameters
    ----------
    name : str
        How long games take is never one, however short they are.
    found : Moments
        Of all games that are looked at.
    """
    return name not in MEASURES and found.is_rate


def _measure(name: str, spread: pd.DataFrame, is_rate: bool) -> Measure:
    values, counts = spread[name].to_numpy(float), spread["n"].to_numpy()
    quantiles = {p: quantile(values, counts, p) for p in QUANTILES}
    return Measure(name, int(counts.sum()), amount_of(moments(values, counts), is_rate), quantiles)


def too_few(n: int) -> str:
    """What to say of so few games, or ""."""
    if n == 1:
        return "1 game: it tells nothing about others"
    return f"{counted(n, 'game')}: too few to say much" if n < FEW else ""


def _warning(n: int, results: list[Share]) -> str:
    if n < FEW:
        return too_few(n)
    half = max(((one.estimate.high - one.estimate.low) / 2 for one in results), default=0.0)
    return f"{n:,} games: shares are known to within {100 * half:.0f} points only" if half > WIDE else ""


def _rounded(value: float, digits: int = 5) -> float | None:
    return None if np.isnan(value) else round(float(value), digits)


def _numbers(estimate: Estimate) -> dict[str, float | None]:
    return {name: _rounded(value) for name, value in estimate._asdict().items()}


def _named(estimate: Estimate, name: str) -> dict[str, float]:
    return {name: estimate.value, "low": estimate.low, "high": estimate.high}
