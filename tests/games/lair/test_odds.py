"""Chances that can be worked out exactly, against what thousands of games give."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from games.lair.table import ruled
from games.walks import begun

from crypt import simulate
from crypt.games.lair.front import GAME
from crypt.games.lair.loops import playouts

ADVENTURERS_DIE, DRAGON_DIE = (1, 2, 2, 3, 3, 4), (1, 1, 1, 2, 2, 2)


def sums(faces):
    """How often each sum of two dice comes, of 36."""
    return Counter(one + two for one, two in product(faces, faces))


def test_what_the_sums_are():
    assert dict(sums(ADVENTURERS_DIE)) == {2: 1, 3: 4, 4: 8, 5: 10, 6: 8, 7: 4, 8: 1}
    assert dict(sums(DRAGON_DIE)) == {2: 9, 3: 18, 4: 9}


@pytest.mark.rule("LAIR-04")
@pytest.mark.rule("LAIR-05")
@pytest.mark.parametrize("seat, faces", [(0, ADVENTURERS_DIE), (1, DRAGON_DIE)])
def test_the_exact_distribution_of_both_sums(seat, faces):
    """Over the rolls of 40,000 first turns, each sum within five standard deviations of its chance."""
    n, seen = 40_000, Counter()
    rules, state = ruled(), GAME.new_state()
    trace = GAME.new_trace()
    for seed in range(n if seat == 0 else n // 4):
        state = begun(GAME, rules, 2, 1000 + seed)
        if seat == 1:
            state.movement = 1
            GAME.step(rules, state, 3 << 16, trace)
        seen[int(state.movement)] += 1
    total = sum(seen.values())
    for value, weight in sums(faces).items():
        share = weight / 36
        assert abs(seen[value] - total * share) < 5 * (total * share * (1 - share)) ** 0.5
    assert set(seen) == set(sums(faces))


def test_the_average_movement_of_many_turns():
    """2.5 a die for the adventurers and 1.5 for the dragon, over more than 100,000 turns each."""
    rules = ruled(turn_limit=400)
    counts = np.zeros(3000, GAME.outcome_type).view(np.recarray)
    blank, states = (np.zeros(1, GAME.state_type).view(np.recarray) for _ in range(2))
    blank[0].players = 2
    playouts(rules, blank, states, counts, np.uint64(3), 0, np.zeros(GAME.most_actions, np.int32), GAME.new_trace())
    turns, rolled = counts.turns_of.sum(axis=0), counts.rolled.sum(axis=0)
    assert (turns > 100_000).all()
    for seat, mean, variance in ((0, 5.0, 2 * 11 / 12), (1, 3.0, 0.5)):
        assert abs(rolled[seat] / turns[seat] - mean) < 5 * (variance / turns[seat]) ** 0.5


def test_columns_of_results_agree_with_one_another():
    table = simulate("lair", 2, 300, seed=1, bots=["greedy", "greedy"])
    won = {"stash": ("seat 1", "adventurers"), "captured": ("seat 2", "dragon"), "hoard": ("seat 2", "dragon")}
    assert set(table["reason"]) == set(won)  # among greedy bots games end in all three ways
    for reason, (result, winner) in won.items():
        part = table[table["reason"] == reason]
        assert (part["result"] == result).all() and (part["winner"] == winner).all()
    assert ((table["stashed"] == 3) == (table["reason"] == "stash")).all()
    assert ((table["adventurers_lost"] == 3) == (table["reason"] == "captured")).all()
    assert (table["hoarded"][table["reason"] == "hoard"] == 4).all()
    assert (table["score_1"] + table["score_2"] == 1).all()
    assert (table["turns"] == table["adventurers_turns"] + table["dragon_turns"]).all()
    # what was rolled was used, but for the last turn
    for side in ("adventurers", "dragon"):
        used = table[f"{side}_steps"] + 2 * table[f"{side}_carries"] + table[f"{side}_unused"]
        assert (used <= table[f"{side}_rolled"]).all() and (used >= table[f"{side}_rolled"] - 8).all()
