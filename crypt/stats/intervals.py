"""Intervals of shares, means and quantiles: what scipy and statsmodels give, for values that were counted."""

import math
from typing import NamedTuple

import numpy as np
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

LEVEL = 0.95
TINY = 1e-9
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


class Moments(NamedTuple):
    """What the mean of numbers and its interval follow from.

    Attributes
    ----------
    n : int
        Numbers that are known.
    mean, variance : float
        The variance of these numbers themselves, which is 0 where they are all the same.
    least, most : float
    """

    n: int
    mean: float
    variance: float
    least: float
    most: float

    @property
    def is_rate(self) -> bool:
        """Whether all numbers are 0 or 1, so that the mean is a share: only then it is the mean of the squares too."""
        return self.least >= 0 and self.most <= 1 and math.isclose(self.variance, self.mean * (1 - self.mean), abs_tol=TINY)

    @property
    def likeness(self) -> DescrStatsW:
        """As many numbers with the same mean and variance, which is all that intervals of means follow from."""
        spread, half = math.sqrt(max(self.variance, 0.0)), self.n / 2
        return DescrStatsW(np.array([self.mean - spread, self.mean + spread]), weights=np.array([half, half]))


def moments(values: np.ndarray, counts: np.ndarray | None = None) -> Moments:
    """Sum numbers up.

    Parameters
    ----------
    values : array
    counts : array, optional
        How often each value was counted; once by default.
    """
    values = np.asarray(values, float)
    counts = np.ones(len(values)) if counts is None else np.asarray(counts, float)
    values, counts = values[counts > 0], counts[counts > 0]
    if not len(values):
        return Moments(0, float("nan"), float("nan"), float("nan"), float("nan"))
    center = float(np.average(values, weights=counts))
    variance = float(np.average((values - center) ** 2, weights=counts))
    return Moments(int(counts.sum()), center, variance, float(values.min()), float(values.max()))


def mean_of(found: Moments) -> Estimate:
    """A mean with Student's interval."""
    if found.n < 2:
        return Estimate(found.mean, float("nan"), float("nan"))
    if found.least == found.most:
        return Estimate(found.least, found.least, found.least)
    low, high = found.likeness.tconfint_mean(alpha=1 - LEVEL)
    return Estimate(found.mean, float(low), float(high))


def mean(values: np.ndarray, counts: np.ndarray | None = None) -> Estimate:
    """A mean with Student's interval.

    Parameters
    ----------
    values : array
    counts : array, optional
        How often each value was counted; once by default.
    """
    return mean_of(moments(values, counts))


def amount_of(found: Moments, is_rate: bool = False) -> Estimate:
    """A mean of numbers of which the interval stays on the side of zero where all of them are.

    Rounds, minutes and counts are never negative; Student's interval of a few games would reach below zero.

    Parameters
    ----------
    found : Moments
    is_rate : bool
        All numbers are 0 or 1, so that the mean is a share.
    """
    if is_rate:
        return share(round(found.n * found.mean), found.n) if found.n else NOTHING
    told = mean_of(found)
    return told if found.least < 0 else told._replace(low=float(np.maximum(told.low, 0.0)))


def amount(values: np.ndarray, counts: np.ndarray | None = None, is_rate: bool = False) -> Estimate:
    """The same of numbers that are not summed up yet.

    Parameters
    ----------
    values : array
    counts : array, optional
        How often each value was counted; once by default.
    is_rate : bool
        All numbers are 0 or 1, so that the mean is a share.
    """
    return amount_of(moments(values, counts), is_rate)


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
