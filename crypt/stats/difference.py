"""Two groups of games side by side: the difference, and how sure it is."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import stats
from scipy.optimize import brentq
from statsmodels.stats.proportion import confint_proportions_2indep
from statsmodels.stats.weightstats import CompareMeans

from ..core.game import UnreadableError
from ..core.results import ABANDONED
from .games import Games
from .intervals import LEVEL, NOTHING, TINY, Estimate, Moments, amount_of, mean, moments
from .summary import RESULTS, is_rate, too_few

# the number of players belongs to it: the same seed lays out another game for three than for two
KEY = ["players", "seed"]
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
    is_rate : bool
        Whether means are compared that are shares, since the column holds 0 or 1 in each game.
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
    is_rate: bool = False

    @property
    def called(self) -> str:
        """What was measured, in words."""
        return self.words or self.what.replace("_", " ")

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves no difference out; one game shows nothing."""
        return self.shows_something and (self.difference.low > 0 or self.difference.high < 0)

    @property
    def shows_something(self) -> bool:
        """Whether there is more than one game in each group."""
        return min(self.n) > 1

    @property
    def verdict(self) -> str:
        """What cannot be said of the difference, or ""."""
        if not self.shows_something:
            return "one game tells nothing" if min(self.n) else "there are no games in one of the groups"
        return "" if self.is_clear else "no difference is shown"

    def __str__(self) -> str:
        low, high = self.difference.low, self.difference.high
        between = "how sure cannot be told" if math.isnan(low) else f"{low:+.4g} to {high:+.4g}"
        how = f"{self.pairs:,} pairs" if self.pairs else f"{self.n[0]:,} and {self.n[1]:,} games"
        verdict = f"; {self.verdict}" if self.verdict else ""
        return f"{self.what}: {self.difference.value:+.4g} ({between}; {how}){verdict}"


def compare(first: Games | pd.DataFrame, second: Games | pd.DataFrame, what: str = "won") -> Comparison:
    """Compare two groups of games.

    Parameters
    ----------
    first, second : Games or pandas.DataFrame
    what : str
        A column of numbers (means are compared, without unfinished sessions), or else a result such as "won" (shares are
        compared).

    Raises
    ------
    UnreadableError
        When it is neither.
    """
    (found,) = compare_all(first, second, [what])
    return found


def compare_all(first: Games | pd.DataFrame, second: Games | pd.DataFrame, whats: Sequence[str]) -> list[Comparison]:
    """Compare two groups of games by several columns or results, which takes little longer than by one.

    Parameters
    ----------
    first, second : Games or pandas.DataFrame
    whats : sequence of str
        As `compare` has them.

    Raises
    ------
    UnreadableError
        When one is neither a column of numbers nor a result.
    """
    one, two = Games.of(first), Games.of(second)
    columns = [what for what in dict.fromkeys(whats) if what in one.columns]
    results = [what for what in dict.fromkeys(whats) if what not in one.columns]
    _check_numbers(one, two, columns)
    sides = [_Side(games, columns, bool(results)) for games in (one, two)]
    _check_results(sides, results)
    pairs = _pairs(one, two, columns)
    called = one.results
    return [_compared(what, sides, pairs, what in results, called.word(what)) for what in whats]


def _check_numbers(one: Games, two: Games, columns: list[str]) -> None:
    for name in columns:
        if not (one.is_number(name) and name in two.columns and two.is_number(name)):
            raise UnreadableError(
                f"the column {name[:40]!r} holds no numbers; compare a result such as won, or another column"
            )


class _Side:
    """What is known of one group.

    Parameters
    ----------
    games : Games
    columns : list of str
        Whose means are asked for; unfinished sessions do not count.
    has_results : bool
        Whether results are asked for.
    """

    def __init__(self, games: Games, columns: list[str], has_results: bool) -> None:
        self.moments = games.finished().moments(columns) if columns else {}
        table = games.counts(["result"]).dropna() if has_results else pd.DataFrame({"result": [], "n": []})
        self.results: dict[str, int] = dict(zip(table["result"], table["n"].astype(int), strict=True))
        self.n = sum(self.results.values())


def _check_results(sides: list[_Side], results: list[str]) -> None:
    known = {*RESULTS, *sides[0].results, *sides[1].results}
    for name in results:
        if name not in known:
            ways = ", ".join(sorted(map(str, {*sides[0].results, *sides[1].results})))
            raise UnreadableError(f"{name[:40]!r} is neither a column nor a result (results: {ways})")


def _compared(what: str, sides: list[_Side], pairs: "_Pairs | None", is_share: bool, words: str) -> Comparison:
    if is_share:
        counts = [side.results.get(what, 0) for side in sides]
        sizes = sides[0].n, sides[1].n
        found = [_of_share(count, n) for count, n in zip(counts, sizes, strict=True)]
    else:
        found = [side.moments[what] for side in sides]
        sizes = found[0].n, found[1].n
    is_01 = is_share or is_rate(what, _joined(found[0], found[1]))
    before, after = (amount_of(one, is_01) for one in found)
    if not min(sizes):
        none = "one of the groups has no games"
        return Comparison(what, before, after, sizes, NOTHING, 0, none, is_share, words, is_01 and not is_share)
    differences = None if pairs is None else pairs.differences("result" if is_share else what, what if is_share else None)
    count = 0 if differences is None else len(differences)
    difference = _difference(found[0], found[1], is_01) if differences is None else _paired(differences, is_01)
    warning = too_few(count or min(sizes))
    return Comparison(what, before, after, sizes, difference, count, warning, is_share, words, is_01 and not is_share)


def _of_share(count: int, n: int) -> Moments:
    p = count / n if n else float("nan")
    return Moments(n, p, p * (1 - p), float(n == count > 0), float(count > 0)) if n else Moments(0, p, p, p, p)


def _joined(one: Moments, two: Moments) -> Moments:
    """The moments of two groups together."""
    if not one.n or not two.n:
        return one if one.n else two
    n = one.n + two.n
    center = (one.n * one.mean + two.n * two.mean) / n
    within, across = one.n * one.variance + two.n * two.variance, one.n * two.n / n * (one.mean - two.mean) ** 2
    return Moments(n, center, (within + across) / n, min(one.least, two.least), max(one.most, two.most))


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
    found = moments(before), moments(after)
    n = len(before)
    is_01 = is_share or (n > 0 and is_rate(what, _joined(*found)))
    first, second = (amount_of(one, is_01) for one in found)
    difference = _paired(after - before, is_01)
    return Comparison(what, first, second, (n, n), difference, n, too_few(n), is_share, "", is_01 and not is_share)


def _difference(one: Moments, two: Moments, is_rate: bool) -> Estimate:
    """The difference of two groups that have nothing to do with one another: Newcombe's interval, or Welch's."""
    value = two.mean - one.mean
    if is_rate:
        counts = round(two.n * two.mean), two.n, round(one.n * one.mean), one.n
        low, high = confint_proportions_2indep(*counts, compare="diff", method="newcomb", alpha=1 - LEVEL)
        return Estimate(value, float(low), float(high))
    if min(one.n, two.n) < 2:
        return Estimate(value, float("nan"), float("nan"))
    if one.least == one.most and two.least == two.most:
        value = two.least - one.least
        return Estimate(value, value, value)  # nothing varies
    low, high = CompareMeans(two.likeness, one.likeness).tconfint_diff(alpha=1 - LEVEL, usevar="unequal")
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


class _Pairs:
    """Games of two groups that share their seeds, side by side.

    Parameters
    ----------
    tables : list of pandas.DataFrame
        One of each group, with `players`, `seed`, `result` and the columns that are compared.
    """

    def __init__(self, tables: list[pd.DataFrame]) -> None:
        self._tables = tables
        self._both = tables[0].merge(tables[1], on=KEY, suffixes=("_1", "_2"))

    def differences(self, column: str, result: str | None = None) -> np.ndarray | None:
        """The differences of a column, or of whether it is this result; None when most games have no pair."""
        known = [self._known(table, column, column).sum() for table in self._tables]
        is_known = self._known(self._both, f"{column}_1", "result_1") & self._known(self._both, f"{column}_2", "result_2")
        if is_known.sum() < max(2, PAIRED_FROM * min(known)):
            return None
        before, after = self._both.loc[is_known, f"{column}_1"], self._both.loc[is_known, f"{column}_2"]
        if result is not None:
            before, after = before == result, after == result
        return after.to_numpy(float) - before.to_numpy(float)

    @staticmethod
    def _known(table: pd.DataFrame, column: str, result: str) -> pd.Series:
        """Where a column says something; of sessions that were not finished only the result does."""
        is_known = table[column].notna()
        return is_known if column == result or result not in table else is_known & (table[result] != ABANDONED)


def _pairs(one: Games, two: Games, columns: list[str]) -> _Pairs | None:
    """The games that share their seeds; None where that cannot be told."""
    if not {*KEY} <= set(one.columns) & set(two.columns) or max(len(one), len(two)) > MOST_PAIRED:
        return None
    there = set(one.columns) & set(two.columns)
    wanted = [*KEY, *(name for name in dict.fromkeys(["result", *columns]) if name in there and name not in KEY)]
    tables = [games.frame(wanted).dropna(subset=KEY) for games in (one, two)]
    return None if any(table.duplicated(KEY).any() for table in tables) else _Pairs(tables)
