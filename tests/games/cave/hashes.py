"""Prints a hash of position and trace after every decision of some games: a program for `test_compiled_is_interpreted`.

    python hashes.py GAMES MOST_DECISIONS
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from games.cave.table import cards, ruled
from games.walks import lively, print_hashes

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


def rules_of(index):
    return ruled(turn_limit=60, **VARIANTS[index % len(VARIANTS)])


def as_known(state, decision):
    """A position as whose turn it is knows it, with what is hidden dealt anew."""
    seen = state.copy()
    GAME.hide(seen, int(state.player))
    GAME.deal(seen, np.uint64(decision))
    return [seen]


if __name__ == "__main__":
    print_hashes(GAME, rules_of, lambda index: 2 + index % 3, lively, as_known)
