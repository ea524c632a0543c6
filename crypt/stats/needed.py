"""How many games it takes to know something."""

import math

from scipy import stats
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_effectsize, samplesize_confint_proportion

from ..core.game import UnreadableError
from .difference import Comparison
from .intervals import LEVEL


def games_needed(precision: float, expected: float = 0.5) -> int:
    """The games that it takes to know a share.

    Parameters
    ----------
    precision : float
        Half of the 95 % interval, such as 0.02 for plus or minus two points.
    expected : float
        The share that is expected; one half needs the most games.

    Raises
    ------
    UnreadableError
    """
    if not (0 < precision < 0.5 and 0 < expected < 1):
        raise UnreadableError("the precision lies between 0 and 0.5, and the share between 0 and 1")
    return math.ceil(samplesize_confint_proportion(expected, precision, alpha=1 - LEVEL))


def games_needed_to_tell_apart(first: float, second: float, power: float = 0.8) -> int:
    """The games of each group that it takes to see that two shares differ.

    Parameters
    ----------
    first, second : float
        The shares.
    power : float
        The chance to see it.

    Raises
    ------
    UnreadableError
    """
    if not (0 < first < 1 and 0 < second < 1 and first != second and 0 < power < 1):
        raise UnreadableError("two different shares and the chance to tell them apart lie between 0 and 1")
    effect = abs(proportion_effectsize(first, second))
    return math.ceil(NormalIndPower().solve_power(effect, alpha=1 - LEVEL, power=power, ratio=1.0))


def more_games_needed(comparison: Comparison, power: float = 0.8) -> int | None:
    """The pairs of games that are missing to be sure of a difference, if it is as large as it looks.

    Parameters
    ----------
    comparison : Comparison
        Of games in pairs.
    power : float
        The chance that so many games show it.

    Returns
    -------
    int or None
        0 when the difference is clear already; None when nothing speaks for one.
    """
    value, low, high = comparison.difference
    if comparison.is_clear:
        return 0
    if not comparison.pairs > 1 or not value or math.isnan(low) or high <= low:
        return None
    half = stats.t.ppf((1 + LEVEL) / 2, comparison.pairs - 1)
    deviation = (high - low) / 2 / half * math.sqrt(comparison.pairs)
    # ratio 0: one group, the differences themselves
    whole = NormalIndPower().solve_power(abs(value) / deviation, alpha=1 - LEVEL, power=power, ratio=0)
    return max(math.ceil(whole) - comparison.pairs, 1)
