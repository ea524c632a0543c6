"""How many sequences of actions there are from a position: known totals, as chess programs have them.

A total changes when any rule about what may be done changes, or when dice are rolled in another order. The random streams
have fixed keys, so that the same sequence always meets the same dice.
"""

import pytest
from games.lair.table import game, table
from games.walks import totals

from crypt.games.lair.front import GAME

POSITIONS = {
    "a new game": lambda: game(seed=1),
    "treasures at hand": lambda: table("adventurer 1 r2s1", "adventurer 2 r3s5", "dragon r2s2", movement=3),
    "the dragon among adventurers": lambda: table(
        "adventurer 1 r2s1", "adventurer 2 r2s3", "dragon r2s2", side="dragon", movement=4
    ),
    "the centre in reach": lambda: table("adventurer 1 r1s1", "adventurer 2 gone", "dragon r3s9", movement=2),
    "close to the end": lambda: table(
        "adventurer 1 r3s1", "adventurer 2 gone", "dragon r3s3", stash=2, movement=2, lying="r3s1 centre centre centre"
    ),
}
# By hand: a new game has 3 adventurers with 3 neighbours each; inward there are then 10 actions, along the edge 9.
KNOWN = {
    "a new game": [9, 84, 819, 8313],
    "treasures at hand": [13, 164, 1436, 6004],
    "the dragon among adventurers": [4, 24, 111, 801],
    "the centre in reach": [6, 52, 208, 988],
    "close to the end": [11, 68, 270, 1051],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_totals(name):
    known = KNOWN[name]
    assert totals(GAME, POSITIONS[name](), len(known)) == known


@pytest.mark.interpreted
@pytest.mark.bounds
@pytest.mark.parametrize("name", POSITIONS)
def test_the_first_totals(name):
    assert totals(GAME, POSITIONS[name](), 2) == KNOWN[name][:2]
