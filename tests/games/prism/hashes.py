"""Prints a hash of position and trace after every decision of some games: a program for `test_compiled_is_interpreted`.

    python hashes.py GAMES MOST_DECISIONS
"""

import sys
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from games.prism.table import ruled, ruleset
from games.walks import line_of

from crypt.games.prism.front import GAME

SMALL = {
    "side": 3,
    "terrain": [
        {"terrain": "field", "tiles": 11, "with_x": 6, "entry_cost": 1},
        {"terrain": "mountain", "tiles": 8, "with_x": 8, "entry_cost": 3},
    ],
    "monsters": [
        {"name": "Horse", "count": 3}, {"name": "Rat", "attack_bonus": 0, "armour": 3, "count": 8},
        {"name": "Ogre", "attack_bonus": 1, "armour": 4, "count": 3},
    ],
    "treasures": [
        *(row | {"count": min(row["count"], 1)} for row in ruleset().values["treasures"] if row["name"] != "Chest"),
        {"name": "Chest", "slot": "misc", "bonus": 0, "count": 1},
    ],
}  # fmt: skip
VARIANTS = (
    {},
    {"trades": 3, "flee_at_zero": "one_fails", "first_turn": 2},
    {"misc_slots": 3, "always_hits": 5, "base_armour": 5},
    SMALL,
)


def lines(games, most):
    trace = GAME.new_trace()
    for index in range(games):
        rules, state, random = ruled(round_limit=60, **VARIANTS[index % len(VARIANTS)]), GAME.new_state(), Random(index)
        state.players = 2 + index % 3
        GAME.start(rules, state, np.uint64(index))
        count = GAME.new_count()
        for decision in range(most):
            if GAME.is_over(state):
                break
            legal = GAME.legal_actions(rules, state)
            # seldom a stop: more happens
            GAME.step(rules, state, random.choice(legal[1:] if random.random() < 0.7 else legal), trace)
            GAME.tally(count, trace)
            GAME.outcome(rules, state, count)
            yield line_of(GAME, rules, state, trace, legal, index, decision, count)


if __name__ == "__main__":
    print("\n".join(lines(int(sys.argv[1]), int(sys.argv[2]))))
