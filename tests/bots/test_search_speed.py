"""Speed: what a search costs, beside random play in the same run."""

import statistics
import time

import numpy as np
import pytest

from crypt.batch.bench import measure, measure_search
from crypt.bots import Bot
from crypt.core import jit
from crypt.core.catalog import catalog, find_game
from crypt.core.ruleset import standard

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not jit.COMPILED, reason="speed is a matter of compiled code")]
ITERATIONS = 1000
# by game: random games in a run, and what share of the decisions of random play a search makes at least. About three
# quarters of what was measured; what it costs is told in `bots.source`.
AT_LEAST = {"colossi": (200, 0.5), "lair": (2000, 0.12), "prism": (300, 0.08), "cave": (15, 0.5)}


def middle(game, rules, decisions=60):
    """A position in the middle of a game of two that `greedy` plays."""
    state, trace, bot = game.new_state(), game.new_trace(), Bot(game, standard(game), "greedy")
    state.players = 2
    game.start(rules, state, np.uint64(7))
    positions = [state.copy()]
    for key in range(decisions):
        game.step(rules, state, bot.choose(state, key), trace)
        positions.append(state.copy())
    assert not game.is_over(state)
    return positions[0], positions[-1]


def test_a_thousand_looks_ahead_take_less_than_half_a_second():
    game = find_game("colossi")
    bot = Bot(game, standard(game), "search", ITERATIONS)
    for state in middle(game, standard(game).record):
        bot.choose(state, 1)
        times = []
        for _ in range(3):  # other work on the machine slows now one, now the other
            began = time.process_time()
            bot.choose(state, 1)
            times.append(time.process_time() - began)
        assert min(times) < 0.5


@pytest.mark.parametrize("name", list(catalog()))
def test_a_search_keeps_its_share_of_the_speed_of_random_play(name):
    games, least = AT_LEAST[name]
    shares = []
    for seed in range(5):  # the two by turns, so that other work on the machine slows both
        fast = measure(name, 2, games, seed)
        shares.append(measure_search(name, 2, seed, positions=6, looks=300).decisions_per_second / fast.decisions_per_second)
    assert statistics.median(shares) > least, shares
