"""How many sequences of actions there are from a position: known totals, as chess programs have them.

A total changes when any rule about what may be done changes, or when cards are drawn in another order. The random streams
have fixed keys, so that the same sequence always meets the same cards.
"""

import pytest
from games.cave.table import game, table
from games.walks import totals

from crypt.games.cave.front import GAME

POSITIONS = {
    "a new game": lambda: game(seed=1),
    "a passage that can be barred": lambda: table("hand 2 r02", "hand 1 r06", phase="moving"),
    "three who can cancel": lambda: table("hand 1 a12 r06", "hand 2 r06", "hand 3 r06", players=3),
    "a thief with three to steal from": lambda: table(
        "hand 1 a13 a07", "carried 2 i01 i02 t01", "room 2 y2", "carried 3 t02 i03", players=4
    ),
    "a troll": lambda: table("room 1 bedquilt", "hand 2 r03", "hand 1 t01 t02", "carried 1 t03 i02", phase="moving"),
    "trimming": lambda: table("hand 1 a19", "hand 2 t01 a12", "carried 2 i01 i02 i03 t02").do(
        "play You Are Carrying Too Much Already! on Ben"
    ),
}
# By hand to depth 1: a barred passage has staying and one way; cancelling adds nothing to nothing, a draw, one way and
# the run; the thief has nothing, a draw, one way, three keepers and one treasure (Cid is in the Well House); six cards
# are trimmed. To depth 2: whatever the thief does, Ben stays in Y2 or leaves it by three ways; before the troll there are
# plays in Bedquilt (7), in the Hall of the Mountain King (6), in three rooms with three exits (5 each), and Ben, who reacts
# or not.
KNOWN = {
    "a new game": [2, 8, 16],
    "a passage that can be barred": [2, 5, 12],
    "three who can cancel": [4, 8, 20],
    "a thief with three to steal from": [7, 28, 172],
    "a troll": [6, 30, 63],
    "trimming": [6, 12, 57],
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
