"""How far games get: Kaplan-Meier over rounds and floors. Who stopped playing, won or stalled has not been defeated."""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from .games import Games
from .intervals import LEVEL, share
from .summary import _part, _plain

STALLED = "stalled"
DEFEAT = "lost"
COLUMNS = ["time", "share", "low", "high", "at_risk", "events"]


def survival(
    games: Games | pd.DataFrame, over: str = "rounds", by: Sequence[str] = (), ends: Sequence[str] = (DEFEAT,)
) -> pd.DataFrame:
    """The share of games that are not defeated after so many rounds.

    Parameters
    ----------
    games : Games or pandas.DataFrame
    over : str
        The column of time: "rounds", "turns", "decisions" or "minutes".
    by : sequence of str
        A curve for each combination of these columns' values.
    ends : sequence of str
        The results that end a course; games with another result are censored where they ended.

    Returns
    -------
    pandas.DataFrame
        The columns `by`, then `time`, `share` with the 95 % interval `low` to `high`, `at_risk` and `events`.
    """
    games, by = Games.of(games), list(by)
    table = games.counts([*by, over, "result"])
    table = table[table[over].notna()]
    ended = table["result"].isin(list(ends))
    return _curves(table.assign(time=table[over], ended=ended), by)


def reached_floors(games: Games | pd.DataFrame, by: Sequence[str] = ()) -> pd.DataFrame:
    """The share of parties that clear floor 1, 2 and so on; see `survival` for the columns, with the floor as `time`.

    A party that stalls does not clear its floor; only of sessions that were stopped it is not known.
    """
    games, by = Games.of(games), list(by)
    table = games.counts([*by, "floors_cleared", "result"])
    table = table[table["floors_cleared"].notna()]
    ended = table["result"].isin([DEFEAT, STALLED])
    # a party ends on the floor after the last cleared one; others are known to have come through what they cleared
    return _curves(table.assign(time=table["floors_cleared"] + ended, ended=ended), by)


def _curves(table: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    keys: list[dict[str, Any]] = [{}]
    if by:
        keys = [dict(zip(by, map(_plain, row), strict=True)) for row in table[by].drop_duplicates().itertuples(index=False)]
    frames = [_curve(_part(table, key)).assign(**key) for key in keys]
    return pd.concat(frames, ignore_index=True)[[*by, *COLUMNS]] if frames else pd.DataFrame(columns=[*by, *COLUMNS])


def _curve(table: pd.DataFrame) -> pd.DataFrame:
    times, counts = table["time"].to_numpy(float), table["n"].to_numpy(int)
    ended = table["ended"].to_numpy(bool)
    sample = stats.CensoredData(
        uncensored=np.repeat(times[ended], counts[ended]), right=np.repeat(times[~ended], counts[~ended])
    )
    found = stats.ecdf(sample).sf
    at, left = found.quantiles, found.probabilities
    risk = np.array([counts[times >= time].sum() for time in at])
    events = np.array([counts[ended & (times == time)].sum() for time in at])
    low, high = _bounds(found, left, risk)
    return pd.DataFrame({"time": at, "share": left, "low": low, "high": high, "at_risk": risk, "events": events})


def _bounds(found: Any, left: np.ndarray, risk: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", RuntimeWarning)  # it is undefined where all are left, or none
        interval = found.confidence_interval(confidence_level=LEVEL, method="log-log")
    low, high = interval.low.probabilities.copy(), interval.high.probabilities.copy()
    for i in np.flatnonzero((left >= 1) | (left <= 0)):
        _, low[i], high[i] = share(left[i] * risk[i], risk[i])  # of those who came so far
    return low, high
