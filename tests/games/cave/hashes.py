"""Prints a hash of position and trace after every decision of some games: a program for `test_compiled_is_interpreted`.

    python hashes.py GAMES MOST_DECISIONS
"""

import sys
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from games.cave.table import cards, ruled
from games.walks import line_of

from crypt.games.cave.front import GAME

MANY_ANSWERS = cards(R06={"copies": 12}, I10={"copies": 3}, R07={"copies": 3}, R08={"copies": 3}, T01={"copies": 0})
DEADLY = cards(R01={"effect_code": "DIE(TARGET)", "copies": 6}, A05={"copies": 6}, A16={"copies": 3}, A15={"copies": 3})
VARIANTS = (
    {},
    {"quick_play": True, "cave_closing": "next_turn", "first_player": 2},
    {"cave_closing": "left_out", "hand_limit": 3, "starting_hand": 5},
    {"cards": MANY_ANSWERS},
    {"cards": DEADLY, "deposits_to_win": 1},
)


def lines(games, most):
    trace = GAME.new_trace()
    for index in range(games):
        rules, state, random = ruled(turn_limit=60, **VARIANTS[index % len(VARIANTS)]), GAME.new_state(), Random(index)
        state.players = 2 + index % 3
        GAME.start(rules, state, np.uint64(index))
        count = GAME.new_count()
        for decision in range(most):
            if GAME.is_over(state):
                break
            legal = GAME.legal_actions(rules, state)
            # seldom nothing: more happens
            GAME.step(rules, state, random.choice(legal[1:] if random.random() < 0.7 else legal), trace)
            GAME.tally(count, trace)
            GAME.outcome(rules, state, count)
            seen = state.copy()
            GAME.hide(seen, int(state.player))
            GAME.deal(seen, np.uint64(decision))
            yield line_of(GAME, rules, state, trace, legal, index, decision, count, seen)


if __name__ == "__main__":
    print("\n".join(lines(int(sys.argv[1]), int(sys.argv[2]))))
