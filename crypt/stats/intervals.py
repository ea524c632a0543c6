"""Intervals of shares, means and quantiles: what scipy and statsmodels give, for values that were counted."""

import warnings
from typing import NamedTuple

import numpy as np
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

LEVEL = 0.95
FEW = 30  # games of which not much can be said


class Estimate(NamedTuple):
    """A number and its 95 % interval; nan where there is nothing to say.

    Attributes
    ----------
    value, low, high : float
    """

    value: float
    low: float
    high: float


NOTHING = Estimate(float("nan"), float("nan"), float("nan"))


def share(count: float, n: float) -> Estimate:
    """A share with Wilson's interval.

    Parameters
    ----------
    count, n : int
    """
    if n <= 0:
        return NOTHING
    low, high = proportion_confint(count, n, alpha=1 - LEVEL, method="wilson")
    return Estimate(count / n, max(float(low), 0.0), min(float(high), 1.0))


def mean(values: np.ndarray, counts: np.ndarray | None = None) -> Estimate:
    """A mean with Student's interval.

    Parameters
    ----------
    values : array
    counts : array, optional
        How often each value was counted; once by default.
    """
    values = np.asarray(values, float)
    counts = np.ones(len(values)) if counts is None else np.asarray(counts, float)
    n = counts.sum()
    if n == 0:
        return NOTHING
    value = float(np.average(values, weights=counts))
    if n < 2:
        return Estimate(value, float("nan"), float("nan"))
    if np.ptp(values[counts > 0]) == 0:
        return Estimate(value, value, value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        low, high = DescrStatsW(values, weights=counts).tconfint_mean(alpha=1 - LEVEL)
    return Estimate(value, float(low), float(high))


def amount(values: np.ndarray, counts: np.ndarray | None = None) -> Estimate:
    """A mean of numbers of which the interval stays on the side of zero where all of them are.

    Rounds, minutes and counts are never negative; Student's interval of a few games would reach below zero.

    Parameters
    ----------
    values : array
    counts : array, optional
        How often each value was counted; once by default.
    """
    found = mean(values, counts)
    is_below = (np.asarray(values) < 0).any()
    return found if is_below else found._replace(low=float(np.maximum(found.low, 0.0)))


def quantile(values: np.ndarray, counts: np.ndarray, p: float) -> Estimate:
    """A quantile with the interval of its order statistics, whose ranks are binomial.

    Parameters
    ----------
    values : array
        Sorted, each once.
    counts : array
    p : float
    """
    up_to = np.cumsum(np.asarray(counts))
    n = int(up_to[-1]) if len(up_to) else 0
    if n == 0:
        return NOTHING

    low, high = stats.binom.ppf([(1 - LEVEL) / 2, (1 + LEVEL) / 2], n, p)
    below = _of_rank(values, up_to, low) if low >= 1 else float("nan")
    above = _of_rank(values, up_to, high + 1) if high + 1 <= n else float("nan")
    return Estimate(_of_rank(values, up_to, max(np.ceil(p * n), 1)), below, above)


def _of_rank(values: np.ndarray, up_to: np.ndarray, rank: float) -> float:
    return float(values[min(int(np.searchsorted(up_to, rank)), len(values) - 1)])
