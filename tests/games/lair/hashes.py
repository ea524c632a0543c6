"""Prints a hash of position and trace after every decision of some games: a program for `test_compiled_is_interpreted`.

    python hashes.py GAMES MOST_DECISIONS
"""

import sys
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from games.lair.table import ruled
from games.lair.test_rules_setup import TRIANGLE, drawn
from games.walks import line_of

from crypt.games.lair.front import GAME

WAYS = [("centre", "r1s1"), ("centre", "r1s2"), ("r1s1", "r2s1"), ("r1s2", "r2s1"), ("r1s2", "r1s3")]
NARROW = drawn([*TRIANGLE, (1, 3, False)], WAYS)  # r1s3 is a dead end
VARIANTS = (
    {},
    {"rings": 3, "sectors": 6},
    {"carry_needs": 1, "enter_dragon": "yes"},
    {"adventurers": 4, "treasures": 12, "hoard_to_win": 9},
    {"adventurers": 1, "treasures": 3, "treasure_ring": 1, **NARROW},
)


def lines(games, most):
    trace = GAME.new_trace()
    for index in range(games):
        rules, state, random = ruled(turn_limit=60, **VARIANTS[index % len(VARIANTS)]), GAME.new_state(), Random(index)
        state.players = 2
        GAME.start(rules, state, np.uint64(index))
        count = GAME.new_count()
        for decision in range(most):
            if GAME.is_over(state):
                break
            legal = GAME.legal_actions(rules, state)
            GAME.step(rules, state, random.choice(legal), trace)
            GAME.tally(count, trace)
            GAME.outcome(rules, state, count)
            yield line_of(GAME, rules, state, trace, legal, index, decision, count)


if __name__ == "__main__":
    print("\n".join(lines(int(sys.argv[1]), int(sys.argv[2]))))
