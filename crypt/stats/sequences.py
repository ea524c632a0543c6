"""Confidence sequences: intervals of a share that hold at every moment, however often one looks and whenever one stops.

The method is Robbins' beta-binomial mixture: H. Robbins, "Statistical methods related to the law of the iterated
logarithm", Annals of Mathematical Statistics 41 (1970); as in S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon,
"Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49 (2021). For every share p the
ratio of the mixed likelihood to that of p is a martingale; by Ville's inequality it ever reaches 1 / error with a chance of
at most `error` where p is the truth. The interval holds every p whose ratio is below that.
"""

import math

from scipy.optimize import brentq
from scipy.special import betaln, xlog1py, xlogy

from .intervals import Estimate

MIXED = 0.5  # both parameters of the beta distribution that is mixed over: Jeffreys'


def share_at_any_time(count: float, n: float, error: float) -> Estimate:
    """A share with an interval that misses the truth at any time with a chance of at most `error`.

    Parameters
    ----------
    count, n : int
        Of n games in a row so many.
    error : float
        Between 0 and 1: the chance that the interval *ever* misses, over all n.
    """
    if n <= 0:
        return Estimate(float("nan"), 0.0, 1.0)
    rest = n - count
    bound = betaln(count + MIXED, rest + MIXED) - betaln(MIXED, MIXED) + math.log(error)

    def excess(p: float) -> float:
        """Above 0 where p is left out."""
        return float(bound - xlogy(count, p) - xlog1py(rest, -p))

    value, least = count / n, 1e-12
    low = brentq(excess, least, value) if value > least and excess(least) > 0 else 0.0
    high = brentq(excess, value, 1 - least) if value < 1 - least and excess(1 - least) > 0 else 1.0
    return Estimate(value, low, high)
