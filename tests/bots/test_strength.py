"""Taking advice beats chance, characters differ, and bots leave the game's chance alone."""

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from crypt.bots import compiled
from crypt.bots.bot import way_of
from crypt.core import chance
from crypt.core.catalog import find_game
from crypt.core.ruleset import load_ruleset

PLAYERS = 2


def play(name, games, iterations=1, rounds=4, root=11, players=PLAYERS):
    """The results of games that a bot plays on all seats."""
    game = find_game("colossi")
    kernels, rules = compiled(game), load_ruleset(game, settings=["round_limit=200"])
    space = kernels.space(players, iterations)
    way, character = way_of(game, name)
    for mind in space.minds:
        mind.character[:] = character
    blank = np.zeros(1, game.state_type).view(np.recarray)
    blank[0].players = players
    counts = np.zeros(games, game.outcome_type).view(np.recarray)
    kernels.play_games(
        rules.record, blank, space.states, counts, np.uint64(root), 0, np.full(players, way, np.int32), space.minds,
        iterations, rounds, space.tree, space.path, space.actions, space.trace,
    )  # fmt: skip
    return counts


def cleared(counts):
    """The 95 % interval of the share of floors cleared."""
    return proportion_confint(int(counts.floors_cleared.sum()), 3 * len(counts), method="wilson")


def test_advice_beats_chance():
    by_chance, advised = cleared(play("random", 1000)), cleared(play("greedy", 1000))
    assert by_chance[1] < advised[0]


@pytest.mark.slow
def test_looking_ahead_beats_advice():
    """A search of 100 iterations and 4 rounds, playing alone."""
    advised, searched = cleared(play("greedy", 1000, players=1)), cleared(play("search", 100, 100, players=1))
    assert advised[1] < searched[0]


def test_a_search_plays_whole_games():
    searched = play("search", 2, iterations=20)
    assert (searched.result > 0).all() and (searched.decisions > 0).all()


def test_characters_play_as_they_are_described():
    cautious, bold = play("cautious", 1000), play("bold", 1000)
    assert cautious.deaths_monster.sum() + cautious.deaths_boss.sum() < bold.deaths_monster.sum() + bold.deaths_boss.sum()
    assert cautious.rounds.mean() > bold.rounds.mean()
    assert cautious.boss_attacks.sum() < bold.boss_attacks.sum()


@pytest.mark.parametrize("name", ["random", "greedy", "search"])
def test_a_bot_draws_from_its_own_streams(name):
    """Whoever plays, the game's streams stay those of its seed."""
    game = find_game("colossi")
    kernels, rules = compiled(game), load_ruleset(game, settings=["round_limit=3"])
    space = kernels.space(PLAYERS, 20)
    way, character = way_of(game, name)
    for mind in space.minds:
        mind.character[:] = character
    blank = np.zeros(1, game.state_type).view(np.recarray)
    blank[0].players = PLAYERS
    counts = np.zeros(1, game.outcome_type).view(np.recarray)
    kernels.play_games(
        rules.record, blank, space.states, counts, np.uint64(5), 0, np.full(PLAYERS, way, np.int32), space.minds, 20, 2,
        space.tree, space.path, space.actions, space.trace,
    )  # fmt: skip
    untouched = blank[0].copy()
    game.start(rules.record, untouched, chance.game_seed(np.uint64(5), np.uint64(0)))
    assert space.states[0].chance.key.tolist() == untouched.chance.key.tolist()
    assert space.states[0].chance.count.sum() > untouched.chance.count.sum()
