"""How many sequences of actions there are from a position: known totals, as chess programs have them.

A total changes when any rule about what may be done changes, or when dice are rolled in another order. The random streams
have fixed keys, so that the same sequence always meets the same dice.
"""

import pytest
from games.lair.table import game, table

from crypt.core.trace import new_trace
from crypt.games.lair.front import GAME


def count(rules, state, depth, trace):
    """The number of sequences of `depth` actions from here; a game that ends earlier counts once."""
    if depth == 0 or GAME.is_over(state):
        return 1
    legal = GAME.legal_actions(rules, state)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = state.copy()
        GAME.step(rules, after, action, trace)
        total += count(rules, after, depth - 1, trace)
    return total


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
    t, known = POSITIONS[name](), KNOWN[name]
    assert [count(t.rules, t.state, depth, new_trace()) for depth in range(1, len(known) + 1)] == known


@pytest.mark.interpreted
@pytest.mark.bounds
@pytest.mark.parametrize("name", POSITIONS)
def test_the_first_totals(name):
    t = POSITIONS[name]()
    assert [count(t.rules, t.state, depth, new_trace()) for depth in (1, 2)] == KNOWN[name][:2]
