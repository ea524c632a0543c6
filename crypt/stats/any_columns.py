"""Any column against any other: means where it holds numbers, else shares of its values, with 95 % intervals."""

from typing import Any

import numpy as np
import pandas as pd

from .games import Games
from .intervals import Estimate, amount_of, moments, quantile, share
from .summary import is_rate

MOST_PLACES = 25  # values of a column that are shown one by one; more numbers are put together in ranges
FEW_PLACES = 6  # values that are always shown one by one
ENOUGH = 10  # games for a value, on average; with fewer, numbers are put together in ranges
RANGES = 20
MOST_VALUES = 12  # values of text that are told apart; the rarest of more are left out
COLUMNS = ["at", "low_end", "high_end", "what", "value", "low", "high", "count", "n"]


def against(games: Games | pd.DataFrame, x: str, y: str) -> pd.DataFrame:
    """What a column comes to for each value of another.

    Parameters
    ----------
    games : Games or pandas.DataFrame
    x : str
        Many different numbers, or more than the games can bear, are put together in ranges of about equally many games.
    y : str

    Returns
    -------
    pandas.DataFrame
        A row for each value `at` of `x` (of a range the median of its games, and the least and the
        largest of their values, `low_end` and `high_end`), and where `y` is
        text for each of its values, `what`: the mean or share as `value` with its 95 % interval `low` to `high`, and of `n`
        games the `count` that have this value.
    """
    games = Games.of(games)
    counts = games.counts([x, y]).dropna()
    table = pd.DataFrame({"at": counts[x], "low_end": np.nan, "high_end": np.nan, "y": counts[y], "n": counts["n"]})
    most = int(np.clip(counts["n"].sum() // ENOUGH, 2, MOST_PLACES))
    if games.is_number(x) and counts[x].nunique() > max(FEW_PLACES, most):
        table = _in_ranges(table, min(most, RANGES))
    rows = _means(table, y) if games.is_number(y) else _shares(table)
    return pd.DataFrame(rows, columns=COLUMNS)


def _in_ranges(table: pd.DataFrame, most: int) -> pd.DataFrame:
    """Numbers put together in so many ranges of about equally many games."""
    table = table.astype({"at": float})
    games = table.groupby("at")["n"].sum()
    middle = (games.cumsum() - games / 2) / games.sum()
    ranges = games.groupby((middle * most).astype(int))
    found = [(part.index, quantile(part.index.to_numpy(), part.to_numpy(), 0.5).value) for _, part in ranges]
    place = {value: (median, values[0], values[-1]) for values, median in found for value in values}
    told = pd.DataFrame(table["at"].map(place).tolist(), table.index, ["at", "low_end", "high_end"])
    return table.assign(**told)


def _places(table: pd.DataFrame) -> Any:
    """The places with their games, and what a row says of each."""
    for (at, low, high), part in table.groupby(["at", "low_end", "high_end"], dropna=False, sort=True):
        yield part, {"at": at, "low_end": low, "high_end": high, "n": int(part["n"].sum())}


def _means(table: pd.DataFrame, y: str) -> list[dict[str, Any]]:
    is_share = bool(len(table)) and is_rate(y, moments(table["y"], table["n"]))
    return [
        about | {"what": "", "count": about["n"]} | _named(amount_of(moments(part["y"], part["n"]), is_share))
        for part, about in _places(table)
    ]


def _shares(table: pd.DataFrame) -> list[dict[str, Any]]:
    frequent = table.groupby("y")["n"].sum().nlargest(MOST_VALUES).index
    rows = []
    for part, about in _places(table):
        found = part.groupby("y")["n"].sum().reindex(frequent, fill_value=0)
        rows += [
            about | {"what": what, "count": int(count)} | _named(share(count, about["n"])) for what, count in found.items()
        ]
    return rows


def _named(found: Estimate) -> dict[str, float]:
    return {"value": found.value, "low": found.low, "high": found.high}
