"""Rulesets compared on the same seeds: pairs, their intervals, and how many more games it takes."""

import threading
import time

import numpy as np
import pandas as pd
import pytest

from crypt import find_game, simulate
from crypt.batch.plan import make_plan
from crypt.core import jit
from crypt.core.catalog import catalog
from crypt.core.game import CryptError, UnreadableError
from crypt.core.ruleset import build, load_ruleset, standard
from crypt.design import compare_rulesets
from crypt.design.compare import FIRST_STRETCH
from crypt.design.measures import read_measure, words_of
from crypt.stats import compare, compare_pairs, more_games_needed
from crypt.stats.difference import _difference, paired_share
from crypt.stats.intervals import moments

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
        one = next(one for one in found.of("standard with starting_hp=1", 2) if one.what == what)
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
        ["standard", "standard with hero_die=8"],
        ["standard with hero_die=8, starting_hp=3", "standard with hero_die=8"],
    ]  # fmt: skip


def test_rulesets_of_one_name_are_told_apart():
    game = find_game(GAME)
    three, two = (build(game, variant(f"starting_hp={hp}").values, "v", "v") for hp in (3, 2))
    found = compare_rulesets(GAME, [three, two], 1, 20, what=["won"])
    assert found.frame()["ruleset"].tolist() == ["v (2)"]
    with pytest.raises(CryptError, match="v has the same values as standard with starting_hp=3; name a ruleset"):
        compare_rulesets(GAME, [variant("starting_hp=3"), three], 1, 20)
    with pytest.raises(CryptError, match="standard would be compared with itself"):
        compare_rulesets(GAME, [standard(game)], 1, 20)


def test_paired_intervals_are_narrower_and_cover():
    """The difference of two results that share most of their luck: 400 times with a difference that is known."""
    rng, covered, narrower = np.random.default_rng(1), 0, 0
    for _ in range(400):
        common = rng.random(200)
        before, after = (common < 0.4).astype(float), (common + 0.1 * rng.random(200) < 0.5).astype(float)
        one = compare_pairs("won", before, after, True)  # true shares 0.4 and 0.45
        apart = _difference(moments(before), moments(after), True)
        covered += one.difference.low <= 0.05 <= one.difference.high
        narrower += one.difference.high - one.difference.low < apart.high - apart.low
    assert 0.92 <= covered / 400 <= 0.98
    assert narrower == 400


@pytest.mark.parametrize(
    ("gained", "lost", "n"), [(0.01, 0.005, 200), (0.02, 0.0, 100), (0.1, 0.05, 200), (0.3, 0.2, 60), (0.9, 0.02, 40)]
)
def test_the_interval_of_rare_shares_covers(gained, lost, n):
    """1,000 comparisons with a difference that is known; where few pairs differ, the spread of the pairs says too little."""
    rng = np.random.default_rng(8)
    counts = rng.multinomial(n, [gained, lost, 1 - gained - lost], size=1000)
    found = [paired_share(more, less, n) for more, less, _ in counts.tolist()]
    assert sum(one.low <= gained - lost <= one.high for one in found) / 1000 >= 0.93
    assert all(-1 <= one.low <= one.value <= one.high <= 1 for one in found)


def test_the_score_interval_solves_the_score_test():
    """At each end the score is that of 95 %, with the variance of the likeliest table that has this difference."""
    for gained, lost, n in ((12, 4, 100), (1, 0, 50), (0, 0, 30), (40, 10, 60)):
        for end in paired_share(gained, lost, n)[1:]:
            cells = np.linspace(max(0.0, -end), min(1.0, (1 - end) / 2), 200_001)[1:-1]  # the share that is lost
            with np.errstate(divide="ignore"):
                likely = (gained * np.log(cells + end) if gained else 0) + (lost * np.log(cells) if lost else 0)
                likely = likely + (n - gained - lost) * np.log(1 - end - 2 * cells)
            losing = cells[np.argmax(likely)]
            score = (gained - lost - n * end) / np.sqrt(n * (2 * losing + end * (1 - end)))
            assert abs(score) == pytest.approx(1.96, abs=0.02)


def test_what_differs_in_no_pair_is_not_called_equal():
    same = compare_pairs("won", np.ones(100), np.ones(100), True)
    assert same.difference.low < 0 < same.difference.high and not same.is_clear and more_games_needed(same) is None
    means = compare_pairs("rounds", np.full(100, 7.0), np.full(100, 7.0), False)
    assert means.difference.value == 0 and np.isnan(means.difference.low) and "cannot be told" in str(means)
    one = compare_pairs("won", np.zeros(1), np.ones(1), True)
    assert -1 < one.difference.low < 0 and one.difference.high == 1


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
    # the rulesets play in turn; when one of them is stopped in the second turn, the first one is whole
    assert min(one.found.pairs for one in found.differences) >= FIRST_STRETCH
    pairs = [one.found.pairs for one in found.differences]
    assert not found.is_whole and 0 < max(pairs) < 500 and len(set(pairs)) == 1
    assert looks == sorted(looks)


# ---------------------------------------------------------------------------------------------- measures


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("rounds<4", [1, 0, 0]), ("rounds<=4", [1, 1, 0]), ("rounds>4", [0, 0, 1]), ("rounds>=4", [0, 1, 1]),
        ("rounds=4..5", [0, 1, 1]), ("rounds=3..4", [1, 1, 0]),
    ],
)  # fmt: skip
def test_the_bound_itself_passes_only_where_the_sign_says_so(text, wanted):
    measure = read_measure(text, make_plan(GAME, 2, 1))
    assert measure.of(pd.DataFrame({"rounds": [3, 4, 5]})).tolist() == wanted


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
        ("minutes<=", "nothing stands behind <="),
        ("minutes=90..15", "from the lower to the higher"),
        ("f1_exit=banana", "f1_exit is never 'banana' .*write left, walled, starved, no_key, died or stalled"),
        ("f1_exit=walled|strved", "did you mean starved"),
        ("result=sat 1", "with 2 players result is never 'sat 1'"),
        ("seat 1", "result is never 'seat 1' in Crypt of the Colossi; write won, lost or stalled"),
        ("wonn", "there is no column 'wonn'; did you mean won"),
        ("min utes?", "cannot be measured; write a result"),
    ],
)
def test_what_cannot_be_measured(text, says):
    with pytest.raises(UnreadableError, match=says):
        read_measure(text, make_plan(GAME, 2, 1))


def test_a_seat_that_nobody_plays_wins_nothing():
    assert read_measure("seat 2", make_plan("lair", 2, 1)).wanted == ("seat 2",)
    with pytest.raises(UnreadableError, match="with 2 players result is never 'seat 3'"):
        read_measure("seat 3", make_plan("lair", 2, 1))
    assert words_of(find_game("lair"))["winner"] == ("adventurers", "dragon")


@pytest.mark.parametrize("game", catalog())
def test_every_word_that_games_end_with_can_be_asked_for(game):
    """What bots' games show is among the words that are taken for possible."""
    players = find_game(game).players[0]
    table = simulate(game, players, 40, seed=2)
    plan = make_plan(game, players, 1)
    for column in words_of(find_game(game)):
        for word in set(table[column]) - {""}:
            assert read_measure(f"{column}={word}", plan).wanted == (word,)


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
