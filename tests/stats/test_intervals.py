"""Intervals hold the truth as often as they say."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from crypt.core.game import CryptError
from crypt.stats import games_needed, games_needed_to_tell_apart
from crypt.stats.difference import _difference
from crypt.stats.intervals import amount, mean, moments, quantile, share

REPETITIONS = 2000


def covered(intervals, truth: float) -> float:
    return float(np.mean([found.low <= truth <= found.high for found in intervals]))


@pytest.mark.parametrize(("n", "p"), [(60, 0.5), (200, 0.1), (500, 0.03)])
def test_shares_are_covered(n, p):
    random = np.random.default_rng(1)
    assert 0.93 <= covered((share(k, n) for k in random.binomial(n, p, REPETITIONS)), p) <= 0.97


def test_means_are_covered():
    random = np.random.default_rng(2)
    samples = random.poisson(20, (REPETITIONS, 50))
    assert 0.93 <= covered((mean(sample) for sample in samples), 20) <= 0.97


def test_amounts_are_never_negative():
    few = np.array([1.0, 90.0])
    assert mean(few).low < 0 == amount(few).low and amount(few)[::2] == mean(few)[::2]
    assert amount(-few) == mean(-few) and amount(few + 9000) == mean(few + 9000)
    assert np.isnan(amount(few[:1]).low) and np.isnan(amount(few[:0]).low)


def test_differences_of_means_are_those_of_statsmodels():
    random = np.random.default_rng(7)
    one, two = random.poisson(3, 40), random.poisson(5, 25)
    theirs = CompareMeans.from_data(two, one).tconfint_diff(usevar="unequal")
    assert _difference(moments(one), moments(two), is_rate=False)[1:] == pytest.approx(theirs)
    assert mean(one)[1:] == pytest.approx(DescrStatsW(one).tconfint_mean())


def test_rates_stay_between_0_and_1():
    few = np.array([0.0, 1.0, 1.0, 1.0])
    assert moments(few).is_rate and amount(few).high > 1 and amount(few, is_rate=True) == share(3, 4)
    assert not any(moments(values).is_rate for values in (few * 2, few / 2, few - 1))


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_quantiles_are_covered(p):
    random = np.random.default_rng(3)
    samples = np.sort(random.normal(size=(REPETITIONS, 400)), axis=1)
    once = np.ones(400)
    assert 0.93 <= covered((quantile(sample, once, p) for sample in samples), stats.norm.ppf(p)) <= 0.97


def test_differences_of_shares_are_covered():
    random = np.random.default_rng(4)
    values, found = np.array([0.0, 1.0]), []
    for before, after in zip(random.binomial(150, 0.3, REPETITIONS), random.binomial(150, 0.4, REPETITIONS), strict=True):
        sides = [(values, np.array([150.0 - count, count])) for count in (before, after)]
        found.append(_difference(*(moments(*side) for side in sides), is_rate=True))
    assert 0.93 <= covered(found, 0.1) <= 0.97


def test_differences_of_means_are_covered_in_pairs_and_apart():
    random = np.random.default_rng(6)
    pairs, apart = [], []
    for _ in range(REPETITIONS):
        one = random.normal(10, 3, 60)
        two = one + random.normal(1, 1, 60)
        pairs.append(mean(two - one))
        apart.append(_difference(moments(one), moments(random.normal(11, 4, 60)), is_rate=False))
    assert 0.93 <= covered(pairs, 1) <= 0.97 and 0.93 <= covered(apart, 1) <= 0.97


def test_quantiles_are_scipys():
    random = np.random.default_rng(5)
    sample = np.sort(random.integers(0, 40, 300))
    values, counts = np.unique(sample, return_counts=True)
    for p in (0.1, 0.5, 0.9):
        theirs = stats.quantile_test(sample, p=p).confidence_interval(0.95)
        mine = quantile(values, counts, p)
        assert abs(mine.low - theirs.low) <= 1 and abs(mine.high - theirs.high) <= 1


def test_what_was_counted_is_what_was_listed():
    values, counts = np.array([1.0, 4.0, 9.0]), np.array([5, 2, 3])
    assert mean(values, counts) == pytest.approx(mean(np.repeat(values, counts)))


def test_little_is_said_of_little():
    assert np.isnan(share(0, 0).value) and np.isnan(mean(np.array([3.0])).low) and mean(np.array([3.0])).value == 3
    assert mean(np.array([2.0, 2.0])) == (2, 2, 2)
    assert np.isnan(quantile(np.array([1.0, 2.0]), np.array([1, 1]), 0.5).low)
    low, high = share(0, 20)[1:]
    assert low == pytest.approx(0) and 0.1 < high < 0.2


def test_how_many_games_are_needed():
    assert games_needed(0.02) == 2401
    n = games_needed(0.03, 0.1)
    assert (share(0.1 * n, n).high - share(0.1 * n, n).low) / 2 == pytest.approx(0.03, rel=0.02)
    assert 600 < games_needed_to_tell_apart(0.10, 0.15) < 750
    for wrong in ((0,), (0.6,), (0.02, 0)):
        with pytest.raises(CryptError):
            games_needed(*wrong)
    with pytest.raises(CryptError):
        games_needed_to_tell_apart(0.1, 0.1)
