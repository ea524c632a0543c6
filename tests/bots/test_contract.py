"""What every bot of every game keeps to."""

import os
import subprocess
import sys

import numpy as np
import pytest

from crypt.bots import Bot, bot_names
from crypt.core import chance
from crypt.core.catalog import catalog, find_game
from crypt.core.game import CryptError
from crypt.core.ruleset import standard

ALL = [(name, bot) for name in catalog() for bot in bot_names(find_game(name))]
KEY = 99


def positions(game, players, decisions=40, seed=3):
    """The positions of a random game, each at a decision."""
    rules, state, trace = standard(game).record, game.new_state(), game.new_trace()
    state.players = players
    game.start(rules, state, np.uint64(seed))
    for i in range(decisions):
        if game.is_over(state):
            return
        yield state.copy()
        actions = game.legal_actions(rules, state)
        game.step(rules, state, actions[int(chance.number(np.uint64(seed), i, len(actions)))], trace)


def make(game, name):
    return Bot(game, standard(game), name, iterations=60, rounds=2)


@pytest.mark.parametrize(("name", "bot"), ALL)
def test_choices_are_legal_and_the_position_stays_as_it_is(name, bot):
    game = find_game(name)
    player = make(game, bot)
    for players in game.players:
        for state in positions(game, players):
            before = state.tobytes()
            assert player.choose(state, KEY) in game.legal_actions(standard(game).record, state)
            assert state.tobytes() == before


@pytest.mark.parametrize(("name", "bot"), ALL)
def test_the_same_key_gives_the_same_choice(name, bot):
    game = find_game(name)
    one, other = make(game, bot), make(game, bot)
    for state in positions(game, game.players[-1]):
        first = one.choose(state, KEY)
        one.choose(state, KEY + 1)  # what it thought of before makes no difference
        assert one.choose(state, KEY) == first == other.choose(state, KEY)


@pytest.mark.parametrize(("name", "bot"), ALL)
def test_nobody_peeks(name, bot):
    """Other dice, draws and hidden cards than the true ones change nothing in a choice."""
    game = find_game(name)
    player = make(game, bot)
    for i, state in enumerate(positions(game, game.players[0])):
        other = state.copy()
        game.hide(other, game.actor(state))
        game.deal(other, np.uint64(1000 + i))
        assert other.tobytes() != state.tobytes()
        assert player.choose(other, KEY) == player.choose(state, KEY)


@pytest.mark.parametrize("name", list(catalog()))
def test_worlds_that_are_dealt_differ_from_one_another_and_from_the_true_one(name):
    game = find_game(name)
    (state, *_) = positions(game, game.players[-1])
    worlds = set()
    for key in range(200):
        world = state.copy()
        game.hide(world, game.actor(state))
        game.deal(world, np.uint64(key))
        worlds.add(world.tobytes())
    assert len(worlds) == 200 and state.tobytes() not in worlds


def test_a_choice_does_not_depend_on_the_process():
    code = (
        "import sys; sys.path[:0] = ['tests', 'tests/bots']\n"
        "from test_contract import *\n"
        "game = find_game('colossi')\n"
        "for bot in bot_names(game):\n"
        "    print([make(game, bot).choose(state, KEY) for state in positions(game, 2, 12)])\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1")
    }
    assert len(runs) == 1 and runs.pop().count("[") == len(bot_names(find_game("colossi")))


def test_an_unknown_bot_is_refused():
    game = find_game("colossi")
    with pytest.raises(CryptError, match="random, greedy, search, cautious, bold"):
        Bot(game, standard(game), "clever")
