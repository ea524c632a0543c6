"""What every bot of every game keeps to."""

import os
import subprocess
import sys

import numpy as np
import pytest
from walking import positions

from crypt.bots import Bot, bot_names
from crypt.core.catalog import catalog, find_game
from crypt.core.game import CryptError
from crypt.core.ruleset import standard

ALL = [(name, bot) for name in catalog() for bot in bot_names(find_game(name))]
KEY = 99


def make(game, name):
    return Bot(game, standard(game), name, iterations=60, rounds=2)


@pytest.mark.parametrize("name", list(catalog()))
def test_the_catalog_names_the_bots_that_a_game_has(name):
    assert list(catalog()[name].bots) == bot_names(find_game(name))


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
    for players in {game.players[0], game.players[-1]}:
        for i, state in enumerate(positions(game, players)):
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


def futures(game, state, action, keys):
    """What an action leads to in worlds that are dealt anew, one for each key; only what can be seen of it."""
    rules, trace, seat = standard(game).record, game.new_trace(), game.actor(state)
    for key in keys:
        world = state.copy()
        if key is not None:  # None: the true one
            game.hide(world, seat)
            game.deal(world, np.uint64(key))
        game.step(rules, world, action, trace)
        game.hide(world, seat)
        game.deal(world, np.uint64(0))
        yield world.tobytes()


@pytest.mark.parametrize("name", list(catalog()))
def test_dealt_worlds_match_the_true_one_no_more_often_than_chance(name):
    """A dealt world foretells what the next dice and draws will be as often as it foretells those of another dealt world."""
    game = find_game(name)
    # by position: how much more often dealt worlds agree with the true one than with another dealt one
    rules, lead = standard(game).record, []
    for i, state in enumerate(positions(game, game.players[-1], 200)):
        actions = game.legal_actions(rules, state)
        action = actions[i % len(actions)]
        other, *dealt = futures(game, state, action, range(100 * i, 100 * i + 41))
        (fact,) = futures(game, state, action, [None])
        if len({other, *dealt}) > 1:
            lead.append(np.mean([one == fact for one in dealt]) - np.mean([one == other for one in dealt]))
    assert len(lead) > 10
    assert np.mean(lead) < 3.3 * np.std(lead) / len(lead) ** 0.5 + 1e-9


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
