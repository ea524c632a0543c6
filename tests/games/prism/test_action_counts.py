"""How many sequences of actions there are from a position: known totals, as chess programs have them.

A total changes when any rule about what may be done changes, or when dice are rolled in another order. The random streams
have fixed keys, so that the same sequence always meets the same dice.
"""

import pytest
from games.prism.table import game, table
from games.walks import totals

from crypt.games.prism.front import GAME

POSITIONS = {
    "a new game": lambda: game(seed=1),
    "open fields": lambda: table("pawn 2 a1"),
    "a fight with much to lose": lambda: table(
        "card 1 worn helm sword_+1 carried chest helm red_crystal -", monsters="e4:dragon"
    ).do("go north"),
    "two who trade": lambda: table(
        "card 1 worn helm carried chest helm - -", "card 2 worn sword_+1 carried horse chest - -"
    ).do("stop"),
    "a treasure in hand": lambda: table(
        "pawn 2 a1", "card 1 worn sword_+1 carried chest helm chest -", monsters="e4:rat", beneath="e4:fire_sword_+2"
    ).do("go north").dice(6).do("attack"),
}
# By hand to depth 1: in the open there are six fields and stopping; two who trade have 4 x 4 offers but for nothing against
# nothing and chest against chest, the end of the turn and putting the helm away. To depth 2, each of those exchanges leaves
# the end of the turn and one more thing, or two with the sword on; ending the turn leaves 7, and putting the helm away 11.
KNOWN = {
    "a new game": [7, 24, 98, 425],
    "open fields": [7, 46, 274, 1173],
    "a fight with much to lose": [2, 10, 68, 270],
    "two who trade": [16, 50, 272, 1992],
    "a treasure in hand": [6, 27, 122, 736],
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
