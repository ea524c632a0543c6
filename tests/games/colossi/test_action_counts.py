"""How many sequences of actions there are from a position: known totals, as chess programs have them.

A total changes when any rule about what may be done changes, or when a draw is made in another order. The random streams
have fixed keys, so that the same sequence always meets the same dice.
"""

import pytest
from games.colossi.table import game, table
from games.walks import totals

from crypt.games.colossi.front import GAME


def keyed(t, key):
    t.state.chance.key[:] = [key, key + 1, key + 2]
    return t


POSITIONS = {
    "a new game": lambda: game(1, seed=1),
    "a new game for two": lambda: game(2, seed=2),
    "in the middle of floor 2": lambda: keyed(
        table(
            "hero 1 d3 hp 3 sword:2 amulet potion:health", "drop e3 key",
            floor=2, e3="┼.", e2="│m", f3="┬$", c2="└.", b2="─!", d5="├h",
        ),
        11,
    ),
    "two heroes with things to swap": lambda: keyed(
        table(
            "hero 1 d4 hp 4 sword:1 boots potion:stone potion:health potion:teleportation",
            "hero 2 d4 hp 2 shield:1 key potion:dodge", players=2, d3="┼m", f4="┤.",
        ),
        21,
    ),
    "at the open door": lambda: keyed(
        table("hero 1 h8 hp 1", "hero 2 g8 hp 2 potion:stone", "door open", players=2, g8="┼."), 31
    ),
}  # fmt: skip
KNOWN = {
    "a new game": [4, 20, 84, 348, 1360],
    "a new game for two": [4, 16, 80, 336, 1488],
    "in the middle of floor 2": [6, 30, 147, 674, 3043],
    "two heroes with things to swap": [18, 228, 2388, 22043],
    "at the open door": [4, 16, 55, 199, 667],
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
