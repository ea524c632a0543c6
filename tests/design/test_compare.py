"""Rulesets compared on the same seeds: pairs, their intervals, and how many more games it takes."""

import threading
import time

import numpy as np
import pytest

from crypt import find_game, simulate
from crypt.batch.plan import make_plan
from crypt.core import jit
from crypt.core.game import CryptError, UnreadableError
from crypt.core.ruleset import load_ruleset, standard
from crypt.design import compare_rulesets
from crypt.design.measures import read_measure
from crypt.stats import compare, compare_pairs, more_games_needed
from crypt.stats.difference import _difference

GAME = "colossi"


def variant(*settings: str):
    return load_ruleset(find_game(GAME), None, settings)


@pytest.fixture(scope="module")
def found():
    return compare_rulesets(GAME, [variant("starting_hp=1")], [1, 2], 400, seed=5, bots="greedy", workers=1)


def test_a_comparison_says_what_comparing_the_rows_says(found):
    before = simulate(GAME, 2, 400, seed=5, bots="greedy")
    after = simulate(GAME, 2, 400, seed=5, bots="greedy", ruleset=variant("starting_hp=1"))
    for what in ("won", "minutes", "deaths_event"):
        one = next(one for one in found.of("standard with starting_hp", 2) if one.what == what)
        other = compare(before, after, what)
        assert (one.pairs, other.pairs) == (400, 400)
        assert [*one.first, *one.second, *one.difference] == pytest.approx(
            [*other.first, *other.second, *other.difference], rel=1e-3
        )


def test_the_frame_has_a_row_for_each_measure_and_table(found):
    table = found.frame()
    assert set(table["players"]) == {1, 2} and (table["pairs"] == 400).all() and (table["against"] == "standard").all()
    assert {"won", "lost", "rounds", "minutes", "deaths", "f1_exit=walled"} <= set(table["what"])
    assert table["difference"].to_numpy() == pytest.approx((table["second"] - table["first"]).to_numpy(), abs=1e-5)
    hurt = table[(table["what"] == "deaths") & (table["players"] == 2)].iloc[0]
    assert hurt["clear"] and hurt["low"] > 0 and hurt["more"] == 0  # one hit point instead of four


def test_more_than_two_rulesets_are_compared_with_the_first():
    rulesets = [variant("hero_die=8"), standard(find_game(GAME)), variant("hero_die=8", "starting_hp=3")]
    found = compare_rulesets(GAME, rulesets, 1, 30, what=["won"])
    assert found.frame()[["ruleset", "against"]].values.tolist() == [
        ["standard", "standard with hero_die"], ["standard with hero_die, starting_hp", "standard with hero_die"],
    ]  # fmt: skip


def test_rulesets_of_one_name_are_told_apart():
    found = compare_rulesets(GAME, [variant("starting_hp=3"), variant("starting_hp=2")], 1, 20, what=["won"])
    assert found.frame()["ruleset"].tolist() == ["standard with starting_hp (2)"]


def test_paired_intervals_are_narrower_and_cover():
    """The difference of two results that share most of their luck: 400 times with a difference that is known."""
    rng, covered, narrower = np.random.default_rng(1), 0, 0
    for _ in range(400):
        common = rng.random(200)
        before, after = (common < 0.4).astype(float), (common + 0.1 * rng.random(200) < 0.5).astype(float)
        one = compare_pairs("won", before, after, True)  # true shares 0.4 and 0.45
        ones = np.ones(200)
        apart = _difference([(before, ones), (after, ones)], True)
        covered += one.difference.low <= 0.05 <= one.difference.high
        narrower += one.difference.high - one.difference.low < apart.high - apart.low
    assert 0.92 <= covered / 400 <= 0.98
    assert narrower == 400


def test_pairs_of_real_games_are_narrower_than_groups():
    before = simulate(GAME, 2, 600, seed=2, bots="greedy")
    after = simulate(GAME, 2, 600, seed=2, bots="greedy", ruleset=variant("boss_die=[8,10,10]"))
    paired = compare(before, after, "rounds").difference
    apart = compare(before.drop(columns="seed"), after.drop(columns="seed"), "rounds").difference
    assert paired.high - paired.low < 0.8 * (apart.high - apart.low)


def test_so_many_more_games_show_a_planted_difference():
    rng, seen, tries = np.random.default_rng(7), 0, 200
    small = compare_pairs("x", np.zeros(100), rng.normal(0.15, 1, 100) - 0, False)
    while small.is_clear or not 0.1 < small.difference.value < 0.2:
        small = compare_pairs("x", np.zeros(100), rng.normal(0.15, 1, 100), False)
    more = more_games_needed(small)
    for _ in range(tries):
        seen += compare_pairs("x", np.zeros(100 + more), rng.normal(small.difference.value, 1, 100 + more), False).is_clear
    assert 0.7 <= seen / tries <= 0.92  # what was asked for is 0.8
    assert more_games_needed(compare_pairs("x", np.zeros(50), np.zeros(50), False)) is None
    assert more_games_needed(compare_pairs("x", np.zeros(50), rng.normal(3, 1, 50), False)) == 0


def test_a_comparison_that_is_stopped_tells_the_finished_pairs():
    stop, looks = threading.Event(), []

    def tell(progress):
        looks.append(progress.done)
        if progress.done > 500:
            stop.set()

    found = compare_rulesets(GAME, [variant("hero_die=8")], 1, 500, progress=tell, cancel=stop, workers=1)
    pairs = [one.found.pairs for one in found.differences]
    assert not found.is_whole and 0 < max(pairs) < 500 and len(set(pairs)) == 1
    assert looks == sorted(looks)


# ---------------------------------------------------------------------------------------------- measures


def test_what_is_measured_is_counted_from_the_rows():
    plan = make_plan(GAME, 2, 1)
    games = simulate(GAME, 2, 300, seed=1, bots="greedy")
    wanted = {
        "won": games["result"] == "won",
        "minutes<=15": games["minutes"] <= 15,
        "minutes>15": games["minutes"] > 15,
        "minutes=10..20": games["minutes"].between(10, 20),
        "floors_cleared=3": games["floors_cleared"] == 3,
        "f1_exit=walled|no_key": games["f1_exit"].isin(["walled", "no_key"]),
    }
    for text, truth in wanted.items():
        measure = read_measure(text, plan)
        estimate, n = measure.estimate(measure.of(games))
        assert measure.is_share and (estimate.value, n) == (pytest.approx(truth.mean()), 300), text
        assert 0 < truth.mean() < 1, text
    mean = read_measure("rounds", plan)
    assert not mean.is_share and mean.estimate(mean.of(games))[0].value == pytest.approx(games["rounds"].mean())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("minuts", "did you mean minutes"),
        ("f1_exit", "holds no numbers; test it"),
        ("f1_exit<=3", "holds no numbers; write f1_exit="),
        ("minutes<=long", "'long' is not a number"),
        ("min utes?", "cannot be measured; write a result"),
    ],
)
def test_what_cannot_be_measured(text, says):
    with pytest.raises(UnreadableError, match=says):
        read_measure(text, make_plan(GAME, 2, 1))


def test_what_cannot_be_compared():
    with pytest.raises(CryptError, match="name a ruleset to compare"):
        compare_rulesets(GAME, [], 1, 10)
    with pytest.raises(CryptError, match="is for 1 to 4 players"):
        compare_rulesets(GAME, [variant("hero_die=8")], 5, 10)


@pytest.mark.slow
@pytest.mark.skipif(not jit.COMPILED, reason="speed is a matter of compiled code")
def test_a_comparison_costs_little_more_than_its_games():
    """Ten thousand pairs are to take ten seconds on two cores; nearly all of it is playing."""
    other, ratios = variant("starting_hp=3"), []
    compare_rulesets(GAME, [other], 2, 20)
    for _ in range(3):  # other work on the machine slows now one, now the other
        began = time.process_time()
        for ruleset in (standard(find_game(GAME)), other):
            simulate(GAME, 2, 3000, seed=1, ruleset=ruleset)
        played = time.process_time() - began
        began = time.process_time()
        compare_rulesets(GAME, [other], 2, 3000, seed=1)
        ratios.append((time.process_time() - began) / played)
    assert min(ratios) < 1.25
