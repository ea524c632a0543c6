"""Prints a hash of position and trace after every decision of some games: a program for `test_compiled_is_interpreted`.

    python hashes.py GAMES MOST_DECISIONS
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from games.lair.table import ruled
from games.lair.test_rules_setup import TRIANGLE, drawn
from games.walks import print_hashes

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


def rules_of(index):
    return ruled(turn_limit=60, **VARIANTS[index % len(VARIANTS)])


if __name__ == "__main__":
    print_hashes(GAME, rules_of, lambda index: 2)
