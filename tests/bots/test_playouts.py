"""Playouts: what they may leave out, and how far their short cuts may lead them from the advice."""

import numpy as np
import pytest
from walking import positions

from crypt.bots import Bot, compiled
from crypt.bots.bot import way_of
from crypt.core.catalog import catalog, find_game
from crypt.core.ruleset import standard

WITH_SHORTLIST = [name for name in catalog() if hasattr(find_game(name).part("advice"), "shortlist")]


def thinker(game):
    """A game's advice, and an empty mind of its planner."""
    mind = compiled(game).space(1).minds[0]
    mind.character[:] = way_of(game, "search")[1]
    return game.part("advice"), mind


@pytest.mark.parametrize("name", WITH_SHORTLIST)
def test_the_best_advised_actions_are_on_the_shortlist(name):
    game = find_game(name)
    advice, mind = thinker(game)
    rules, room = standard(game).record, np.zeros(game.most_actions, np.int32)
    seen = 0
    for players in game.players:
        for state in positions(game, players, 80):
            legal = game.legal_actions(rules, state)
            listed = room[: advice.shortlist(rules, state, room)].tolist()
            assert listed and set(listed) <= set(legal) and len(set(listed)) == len(listed)
            mind.stamp = 0
            advice.consider(rules, state, mind)
            scores = {action: advice.advise(rules, state, mind, action) for action in legal}
            assert {action for action in legal if scores[action] == max(scores.values())} <= set(listed)
            seen += len(listed) < len(legal)
    assert seen > 0  # it leaves something out


def test_a_mind_that_follows_a_game_mostly_thinks_as_one_that_begins_anew():
    """It draws its maps anew only where they are wrong under a hero's feet."""
    game = find_game("colossi")
    rules, trace, bot = standard(game).record, game.new_trace(), Bot(game, standard(game), "greedy")
    advice, following = thinker(game)
    _, fresh = thinker(game)
    same = []
    for seed in range(6):
        state = game.new_state()
        state.players = 2
        game.start(rules, state, np.uint64(seed))
        following.stamp = 0
        for key in range(120):
            if game.is_over(state):
                break
            fresh.stamp = 0
            legal = game.legal_actions(rules, state)
            best = []
            for mind in (following, fresh):
                advice.consider(rules, state, mind)
                scores = [advice.advise(rules, state, mind, action) for action in legal]
                best.append({action for action, score in zip(legal, scores, strict=True) if score == max(scores)})
            same.append(bool(best[0] & best[1]))
            game.step(rules, state, bot.choose(state, key), trace)
    assert len(same) > 300 and 0.85 < np.mean(same) < 1
