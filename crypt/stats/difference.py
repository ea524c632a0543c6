"""Two groups of games side by side: the difference, and how sure it is."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats
from scipy.optimize import brentq
from statsmodels.stats.proportion import confint_proportions_2indep
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from ..core.game import UnreadableError
from ..core.wording import counted
from .games import Games
from .intervals import FEW, LEVEL, NOTHING, Estimate, amount, mean, share
from .summary import RESULTS

TINY = 1e-9
MOST_PAIRED = 1_000_000  # games of a group; with more there is hardly any luck left to take out
PAIRED_FROM = 0.5  # of the smaller group: from this share of common seeds on, games are compared in pairs


@dataclass(frozen=True)
class Comparison:
    """The difference of two groups.

    Attributes
    ----------
    what : str
        A result such as "won" (its share is compared), or a column (its mean).
    first, second : Estimate
    n : (int, int)
        Games in each.
    difference : Estimate
        Second less first.
    pairs : int
        Games that share their seed and were compared in pairs; 0 when the groups were compared as they are.
    warning : str
        What cannot be said, or "".
    is_share : bool
        Whether shares of games are compared; else means.
    words : str
        What it is called in its game; "" where the game does not say.
    """

    what: str
    first: Estimate
    second: Estimate
    n: tuple[int, int]
    difference: Estimate
    pairs: int
    warning: str
    is_share: bool = False
    words: str = ""

    @property
    def called(self) -> str:
        """What was measured, in words."""
        return self.words or self.what.replace("_", " ")

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves no difference out."""
        return self.difference.low > 0 or self.difference.high < 0

    def __str__(self) -> str:
        low, high = self.difference.low, self.difference.high
        between = "how sure cannot be told" if math.isnan(low) else f"{low:+.4g} to {high:+.4g}"
        how = f"{self.pairs} pairs" if self.pairs else f"{self.n[0]} and {self.n[1]} games"
        clear = "" if self.is_clear else "; no difference is shown"
        return f"{self.what}: {self.difference.value:+.4g} ({between}; {how}){clear}"


def compare(first: Games | pd.DataFrame, second: Games | pd.DataFrame, what: str = "won") -> Comparison:
    """Compare two groups of games.

    Parameters
    ----------
    first, second : Games or pandas.DataFrame
    what : str
        A column of numbers (means are compared, without abandoned sessions), or else a result such as "won" (shares are
        compared).

    Raises
    ------
    UnreadableError
        When it is neither.
    """
    one, two = Games.of(first), Games.of(second)
    is_share = what not in one.columns
    if not is_share:
        one, two = one.finished(), two.finished()
    if not is_share and not (one.is_number(what) and what in two.columns and two.is_number(what)):
        raise UnreadableError(f"the column {what[:40]!r} holds no numbers; compare a result such as won, or another column")
    if is_share and what not in RESULTS:
        known = set(one.counts(["result"])["result"]) | set(two.counts(["result"])["result"])
        if what not in known:
            ways = ", ".join(sorted(map(str, known)))
            raise UnreadableError(f"{what[:40]!r} is neither a column nor a result (results: {ways})")
    sides = [_counted(games, what, is_share) for games in (one, two)]
    sizes = int(sides[0][1].sum()), int(sides[1][1].sum())
    before, after = (_estimate(*side, is_share) for side in sides)
    words = one.results.word(what)
    if not min(sizes):
        return Comparison(what, before, after, sizes, NOTHING, 0, "one of the groups has no games", is_share, words)
    pairs = _pairs(one, two, what, is_share)
    difference = _difference(sides, is_share) if pairs is None else _paired(pairs, is_share)
    count = 0 if pairs is None else len(pairs)
    return Comparison(what, before, after, sizes, difference, count, _warning(count or min(sizes)), is_share, words)


def compare_pairs(what: str, before: np.ndarray, after: np.ndarray, is_share: bool) -> Comparison:
    """Compare games one by one with the games of the same seeds.

    Parameters
    ----------
    what : str
        What was measured.
    before, after : array of float
        Its value in each game, both in the same order of seeds; for a share 0 or 1. nan where a game has none.
    is_share : bool
    """
    known = ~(np.isnan(before) | np.isnan(after))
    before, after = before[known], after[known]
    n, ones = len(before), np.ones(len(before))
    first, second = _estimate(before, ones, is_share), _estimate(after, ones, is_share)
    return Comparison(what, first, second, (n, n), _paired(after - before, is_share), n, _warning(n), is_share)


def _warning(n: int) -> str:
    return f"{counted(n, 'game')}: too few to say much" if n < FEW else ""


def _counted(games: Games, what: str, is_share: bool) -> tuple[np.ndarray, np.ndarray]:
    column = "result" if is_share else what
    table = games.counts([column]).dropna()
    values = (table[column] == what) if is_share else table[column]
    return values.to_numpy(float), table["n"].to_numpy(float)


def _estimate(values: np.ndarray, counts: np.ndarray, is_share: bool) -> Estimate:
    return share(float(counts @ values), float(counts.sum())) if is_share else amount(values, counts)


def _difference(sides: list[Any], is_share: bool) -> Estimate:
    (values, counts), (others, other_counts) = sides
    value = float(np.average(others, weights=other_counts) - np.average(values, weights=counts))
    if is_share:
        low, high = confint_proportions_2indep(
            other_counts @ others, other_counts.sum(), counts @ values, counts.sum(),
            compare="diff", method="newcomb", alpha=1 - LEVEL,
        )  # fmt: skip
    elif min(counts.sum(), other_counts.sum()) < 2:
        return Estimate(value, float("nan"), float("nan"))
    elif not np.ptp(values) and not np.ptp(others):
        return Estimate(value, value, value)  # nothing varies
    else:
        means = CompareMeans(DescrStatsW(others, weights=other_counts), DescrStatsW(values, weights=counts))
        low, high = means.tconfint_diff(alpha=1 - LEVEL, usevar="unequal")
    return Estimate(value, float(low), float(high))


def _paired(differences: np.ndarray, is_share: bool) -> Estimate:
    """The mean difference of pairs; of means that differ in no pair nobody can tell an interval."""
    if is_share:
        return paired_share(int((differences > 0).sum()), int((differences < 0).sum()), len(differences))
    found = mean(differences)
    return found if differences.any() else found._replace(low=float("nan"), high=float("nan"))


def paired_share(gained: int, lost: int, n: int) -> Estimate:
    """The difference of two shares of the same games, with the score interval.

    The interval holds every difference that the score test does not reject, also where few pairs or none differ: T. Tango,
    "Equivalence test and confidence interval for the difference in proportions for the paired-sample design", Statistics in
    Medicine 17 (1998).

    Parameters
    ----------
    gained, lost : int
        Pairs of which only the second game counts, and of which only the first does.
    n : int
        All pairs.
    """
    if n <= 0:
        return NOTHING
    value, most = (gained - lost) / n, stats.norm.ppf((1 + LEVEL) / 2)

    def excess(difference: float) -> float:
        """Above 0 where a difference is left out."""
        # the likeliest share of pairs that lose, if this were the difference
        half = ((2 * n - gained + lost) * difference - gained - lost) / 2
        losing = (math.sqrt(max(half**2 + 2 * n * lost * difference * (1 - difference), 0.0)) - half) / (2 * n)
        return float((n * (value - difference)) ** 2 - most**2 * n * (2 * losing + difference * (1 - difference)))

    # what was found is never left out, but can be on the edge
    below, above = value - TINY, value + TINY
    low = brentq(excess, -1.0, below) if below > -1 and excess(below) < 0 < excess(-1.0) else -1.0
    high = brentq(excess, above, 1.0) if above < 1 and excess(above) < 0 < excess(1.0) else 1.0
    return Estimate(value, float(low), float(high))


def _pairs(one: Games, two: Games, what: str, is_share: bool) -> np.ndarray | None:
    """The differences of games that share their seed, if most do."""
    if not {"seed", "players"} <= set(one.columns) & set(two.columns):
        return None
    if max(len(one), len(two)) > MOST_PAIRED:
        return None
    column = "result" if is_share else what
    # the number of players belongs to it: the same seed lays out another game for three than for two
    key = ["players", "seed"]
    tables = [games.frame([*key, column]).dropna() for games in (one, two)]
    if any(table.duplicated(key).any() for table in tables):
        return None
    both = tables[0].merge(tables[1], on=key, suffixes=("_1", "_2"))
    if len(both) < max(2, PAIRED_FROM * min(map(len, tables))):
        return None
    before, after = both[f"{column}_1"], both[f"{column}_2"]
    if is_share:
        before, after = before == what, after == what
    return after.to_numpy(float) - before.to_numpy(float)
