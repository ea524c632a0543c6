"""Hints: what a search says of a move holds, within the interval that it gives, where the true chance is known."""

import time
from itertools import product

import numpy as np
import pytest
from games.colossi.table import table
from scipy.stats import binomtest
from walking import positions

from crypt.bots import Bot
from crypt.bots.bot import is_alike
from crypt.bots.kernels import MOVE
from crypt.core.catalog import catalog, find_game
from crypt.core.ruleset import load_ruleset, standard
from crypt.games.colossi.state import A_STEP, EAST

MONSTER_DIE = {1: 4, 2: 6, 3: 8}
FIGHT = (A_STEP << 16) + EAST


def advisor(iterations=300, **settings):
    game = find_game("colossi")
    ruleset = load_ruleset(game, settings=[f"{name}={value}" for name, value in settings.items()])
    return Bot(game, ruleset, "search", iterations)


def last_stand(floor, sword, shield):
    """The last hero, with 1 HP and the key, in a passage of which a monster holds the way to the exit."""
    things = f" sword:{sword}" * (sword > 0) + f" shield:{shield}" * (shield > 0)
    return table(f"hero 1 d3 hp 1 key{things}", "bag 0", floor=floor, e3="─m", f3="┼X", a6="┼B").state


def exact(floor, sword, shield):
    """The chance to win that round, from all pairs of dice (COL-25)."""
    pairs = product(range(1, 7), range(1, MONSTER_DIE[floor] + 1))
    return np.mean([mine + sword >= theirs - shield for mine, theirs in pairs])


@pytest.mark.rule("COL-25")
def test_estimates_hold_within_their_intervals():
    """The last hero fights the last monster: whoever wins has won the floor."""
    inside, cases = 0, 0
    for floor, armed, key in product((1, 2, 3), ((0, 0), (1, 0), (0, 1), (1, 1)), range(20)):
        bot = advisor(floors=floor)
        hint = next(hint for hint in bot.hints(last_stand(floor, *armed), key) if hint.action == FIGHT)
        true = (floor - 1 + exact(floor, *armed)) / floor
        inside += hint.low <= true <= hint.high
        cases += 1
        assert hint.low <= hint.estimate <= hint.high and abs(hint.estimate - true) < 0.2
    assert binomtest(inside, cases, 0.95).pvalue > 0.001, (inside, cases)


def test_hints_come_best_first_and_count_all_looks():
    bot = advisor(iterations=250)
    state = last_stand(1, 0, 0)
    before = state.tobytes()
    hints = bot.hints(state, 7)
    assert state.tobytes() == before
    assert 250 <= sum(hint.visits for hint in hints) < 250 + len(hints)  # no world is left half looked at
    assert sum(hint.share for hint in hints) == pytest.approx(1)
    assert hints[0].action == bot.choose(state, 7)
    assert [hint.estimate for hint in hints[1:]] == sorted((hint.estimate for hint in hints[1:]), reverse=True)
    assert hints == bot.hints(state, 7)


def compared(leads):
    """What a search knows of moves, from how much more each came to than the first in the same worlds."""
    moves = np.zeros(len(leads), MOVE).view(np.recarray)
    for i, (move, found) in enumerate(zip(moves, leads, strict=True)):
        move.action, move.visits, move.lead, move.lead_squares = i, len(found), sum(found), sum(x * x for x in found)
    return moves


@pytest.mark.parametrize("worlds", [8, 40, 400])
def test_equal_moves_are_alike_and_worse_ones_are_not(worlds):
    chance, alike, found_out = np.random.default_rng(1), 0, 0
    for _ in range(1000):
        noise = chance.normal(0, 0.3, worlds)
        first, equal, worse = compared([[0.0] * worlds, noise, noise - 0.3 * 6 / worlds**0.5])
        alike += is_alike(equal, first)
        found_out += not is_alike(worse, first)
    assert binomtest(1000 - alike, 1000, 0.025, "greater").pvalue > 0.001  # better ones are never called worse
    assert found_out > 950


def test_moves_without_noise_are_told_apart_after_a_few_worlds():
    first, same, worse, once = compared([[0.0] * 8, [0.0] * 8, [-0.1] * 8, [-0.1]])
    assert is_alike(first, first) and is_alike(same, first) and is_alike(once, first) and not is_alike(worse, first)
    assert is_alike(first, worse)  # the better is not worse


@pytest.mark.parametrize("name", list(catalog()))
def test_what_one_search_calls_the_only_best_no_other_search_contradicts(name):
    game = find_game(name)
    bot = Bot(game, standard(game), "search", iterations=400)
    for state in positions(game, catalog()[name].players[0], 12):
        found = [bot.hints(state, key) for key in range(6)]
        assert all(hints[0].is_alike for hints in found)
        sure = {hints[0].action for hints in found if sum(hint.is_alike for hint in hints) == 1}
        assert len(sure) <= 1


def test_a_hint_ends_by_the_clock_or_when_it_is_stopped():
    bot = advisor()
    state = last_stand(1, 0, 0)
    bot.hints(state, 1)
    began = time.perf_counter()
    assert sum(hint.visits for hint in bot.hints(state, 1, milliseconds=100)) > 0
    assert time.perf_counter() - began < 2
    asked = []
    stopped = bot.hints(state, 1, milliseconds=60_000, stop=lambda: asked.append(1) or len(asked) == 3)
    assert 300 <= sum(hint.visits for hint in stopped) < 300 + len(stopped) and stopped == bot.hints(state, 1)


@pytest.mark.parametrize("name", list(catalog()))
@pytest.mark.parametrize("iterations", [1, 50])
def test_no_move_is_left_out(name, iterations):
    """Every legal action is looked at, however small the budget."""
    game = find_game(name)
    for players in game.players:
        bot = Bot(game, standard(game), "search", iterations)
        for key, state in enumerate(positions(game, players)):
            hints = bot.hints(state, key)
            legal = [int(action) for action in game.legal_actions(standard(game).record, state)]
            assert sorted(hint.action for hint in hints) == sorted(legal)
            assert min(hint.visits for hint in hints) >= max(1, min(8, iterations // len(legal)))
