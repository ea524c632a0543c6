"""Positions as text: what is written reads back, and what is wrong is said."""

import numpy as np
import pytest
from games.lair.hashes import NARROW
from games.lair.table import game, ruled, table
from games.lair.test_rules_setup import drawn

from crypt.core.game import IllegalError, UnreadableError
from crypt.games.lair.notation import read, write
from crypt.games.lair.vocabulary import space_names

TEXT = """\
lair rings 4 sectors 12
turn 7 adventurers rolled 2 3 movement 4
stash 1
dragon r1s4
adventurer 1 r4s1
adventurer 2 gone
adventurer 3 r3s9
treasures centre r2s1 r2s3 r2s3 r4s12
"""


def test_a_position_reads_back():
    assert write(read(TEXT, ruled())) == TEXT
    loose = TEXT.replace("centre", "CENTER").replace("stash 1", "stash   1   # a comment") + "\n\n"
    assert write(read(loose, ruled())) == TEXT


def test_all_but_the_chance_reads_back():
    t = table("adventurer 1 r2s1", movement=3)
    again = read(write(t.state), t.rules)
    for field in t.state.dtype.names:
        if field != "chance" and field != "first_roll":
            assert np.array_equal(again[field], t.state[field]), field


def test_finished_games_read_back():
    text = TEXT.replace("stash 1", "stash 3").replace("centre r2s1", "centre").replace(" r2s3 r2s3", " r2s3")
    state = read(text, ruled())
    assert (state.result, state.ending) == (1, 1) and write(state) == text
    assert write(read(TEXT + "stalled\n", ruled())) == TEXT + "stalled\n"


def test_a_drawn_board():
    t = game(**NARROW, adventurers=1, treasures=3, treasure_ring=1)
    text = write(t.state)
    assert text.startswith("lair spaces 5\n") and write(read(text, t.rules)) == text


def test_a_drawing_with_rings_like_the_circular_board_but_other_neighbours():
    board = ruled(rings=2, sectors=3, treasure_ring=1)
    spaces = [(0, 0, False), *((r, s, r == 2) for r in (1, 2) for s in (1, 2, 3))]
    names = space_names(game(rings=2, sectors=3, treasure_ring=1).state)
    pairs = [(names[a], names[b]) for a in range(7) for b in board.near[a, : board.degree[a]].tolist() if a < b]
    same, other = (game(**drawn(spaces, ways), treasure_ring=1).state for ways in (pairs, pairs[:-1]))
    assert write(same).startswith("lair rings 2 sectors 3\n") and write(other).startswith("lair spaces 7\n")


@pytest.mark.parametrize(
    "old, new, says",
    [
        ("lair rings 4", "lair rings 5", "line 1: the board is rings 5 sectors 12; this ruleset has rings 4 sectors 12"),
        ("turn 7", "turn x", "line 2: expected such as 'turn 7 adventurers rolled 2 3 movement 4'"),
        ("stash 1", "stash many", "line 3: expected 'stash' and the number"),
        ("dragon r1s4", "dragon r9s4", "line 4: there is no space 'r9s4'; spaces are called 'centre', 'r1s1' ... 'r4s12'"),
        ("dragon r1s4", "dragon gone", "line 4: there is no space 'gone'"),
        ("adventurer 3", "adventurer 4", "line 7: expected 'adventurer', its number from 1 to 3"),
        ("adventurer 3", "adventurer 1", "line 7: adventurer 1 is there twice"),
        ("adventurer 3 r3s9\n", "", "there is no line for adventurer 3"),
        ("stash", "pile", "line 3: expected one of lair, turn, stash, dragon, adventurer, treasures, stalled, not 'pile'"),
    ],
)
def test_what_cannot_be_read(old, new, says):
    with pytest.raises((UnreadableError, IllegalError)) as error:
        read(TEXT.replace(old, new), ruled())
    assert says in str(error.value)


@pytest.mark.parametrize(
    "old, new, says",
    [
        ("stash 1", "stash 2", "the treasures on the board and in the stash are not those of the ruleset"),
        ("adventurer 1 r4s1", "adventurer 1 r1s4", "an adventurer stands on the dragon's space"),
        ("movement 4", "movement 6", "the movement left is more than the dice gave"),
        ("movement 4", "movement 0", "there is no movement left, and the turn goes on"),
    ],
)
def test_what_no_game_comes_to(old, new, says):
    with pytest.raises(IllegalError, match=says):
        read(TEXT.replace(old, new), ruled())
