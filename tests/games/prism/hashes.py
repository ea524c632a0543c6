"""Prints a hash of position and trace after every decision of some games: a program for `test_compiled_is_interpreted`.

    python hashes.py GAMES MOST_DECISIONS
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from games.prism.table import ruled, ruleset
from games.walks import lively, print_hashes

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


def rules_of(index):
    return ruled(round_limit=60, **VARIANTS[index % len(VARIANTS)])


if __name__ == "__main__":
    print_hashes(GAME, rules_of, lambda index: 2 + index % 3, lively)
