"""Prints a hash of position and trace after every decision of some games: a program for `test_compiled_is_interpreted`.

    python hashes.py GAMES MOST_DECISIONS
"""

import hashlib
import sys
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from floors import random_floor, standard_rules

from crypt.core import chance
from crypt.core.trace import events
from crypt.games.colossi.front import GAME


def begin(index, rules):
    """A new game, or a random floor full of tiles and things."""
    if index % 3:
        state = random_floor(Random(index), players=1 + index % 4)
        chance.set_seed(state, np.uint64(index))
        return state
    state = GAME.new_state()
    state.players = 1 + index // 3 % 4
    GAME.start(rules, state, np.uint64(index))
    return state


def choose(state, legal, random):
    """Any action, but the end of the turn only now and then."""
    return random.choice(legal[:-1] if len(legal) > 1 and random.random() < 0.85 else legal)


def lines(games, most):
    rules, trace = standard_rules(round_limit=20), GAME.new_trace()
    for index in range(games):
        state, random = begin(index, rules), Random(1000 + index)
        for decision in range(most):
            if GAME.is_over(state):
                break
            legal = GAME.legal_actions(rules, state)
            GAME.step(rules, state, choose(state, legal, random), trace)
            digest = hashlib.sha256(state.tobytes() + events(trace).tobytes() + np.array(legal).tobytes())
            flags = GAME.status(rules, state) if decision % 4 == 0 else 0
            yield f"{index} {decision} {digest.hexdigest()[:20]} {flags}"


if __name__ == "__main__":
    print("\n".join(lines(int(sys.argv[1]), int(sys.argv[2]))))
