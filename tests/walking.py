"""Positions for tests of any game."""

import numpy as np

from crypt.core import chance
from crypt.core.ruleset import standard


def positions(game, players, decisions=40, seed=3, ruleset=None):
    """The positions of a random game, each at a decision."""
    rules, state, trace = (ruleset or standard(game)).record, game.new_state(), game.new_trace()
    state.players = players
    game.start(rules, state, np.uint64(seed))
    for i in range(decisions):
        if game.is_over(state):
            return
        yield state.copy()
        actions = game.legal_actions(rules, state)
        game.step(rules, state, actions[int(chance.number(np.uint64(seed), i, len(actions)))], trace)
