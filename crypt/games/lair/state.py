"""The position of Loot the Dragon's Lair: one record, and the codes of everything that stands in it.

The board lies in the position, so that words, pictures and graphs need nothing else. Spaces are numbered from the centre
(0) outwards, ring by ring and clockwise; a space is called after its ring and its sector ("r3s5").
"""

import numpy as np

from ...core.chance import STREAMS

# The most that a record has room for
SPACES = 97  # a centre and 6 rings of 16
NEIGHBOURS = 16
ADVENTURERS = 4
TREASURES = 12
FACES = 12  # of a die

# Pieces: the adventurers from 0, and the dragon
DRAGON = ADVENTURERS
PIECES = ADVENTURERS + 1
CENTRE = 0
NAMED_RING = 256  # in events a space is its ring times this, and its sector
GONE = -1  # the place of a piece that was removed, or that is not in the game

# Seats
ADVENTURERS_SEAT, DRAGON_SEAT = 0, 1

# How the game stands, and why it ended
RUNNING, ADVENTURERS_WON, DRAGON_WON, STALLED = range(4)
RESULTS = ("running", "seat 1", "seat 2", "stalled")
BY_STASH, BY_CAPTURE, BY_HOARD, BY_LIMIT = range(1, 5)
ENDINGS = ("", "stash", "captured", "hoard", "stalled")

# Actions: the kind in the upper 16 bits, then the piece, then the space it goes to
A_STEP, A_CARRY, A_END = range(1, 4)
ACTION_KINDS = ("step", "carry", "end")
PIECE = 256
MOST_ACTIONS = 2 * NEIGHBOURS * ADVENTURERS + 1

STATE = np.dtype(
    [
        ("lair", "u1"),  # names the game; each game's record must differ
        ("players", "i1"),
        ("seat", "i1"),  # whose turn it is
        ("movement", "i1"),  # that is left in this turn
        ("dice", "i1", (2,)),  # of this turn
        ("turns", "i4"),  # begun, of both sides
        ("first_roll", "u1"),  # has yet to be told: it was made before anything could be written down
        ("result", "i1"),
        ("ending", "i1"),
        ("adventurers", "i1"),  # that the game began with
        ("alive", "i1"),
        ("stash", "i1"),
        ("chance", STREAMS),
        ("place", "i1", (PIECES,)),  # the space of each piece
        ("treasure", "u1", (SPACES,)),  # how many lie on each space
        ("few", "i4", (MOST_ACTIONS,)),  # the legal actions, while it is found out whether there is a choice; else zero
        # the board
        ("spaces", "u1"),
        ("ring", "u1", (SPACES,)),  # 0 is the centre
        ("sector", "u1", (SPACES,)),  # from 1; 0 for the centre
        ("edge", "u1", (SPACES,)),  # belongs to the outside edge
        ("degree", "u1", (SPACES,)),
        ("near", "u1", (SPACES, NEIGHBOURS)),  # the neighbours of each space, `degree` of them
    ],
    align=True,
)


def code_of(kind: int, piece: int = 0, target: int = 0) -> int:
    """The code of an action."""
    return kind << 16 | piece * PIECE | target


def parts_of(action: int) -> tuple[int, int, int]:
    """The kind of an action, its piece and its target."""
    return int(action) >> 16, int(action) // PIECE % PIECE, int(action) % PIECE


def new_state():
    """Make an empty position record."""
    return np.zeros(1, STATE).view(np.recarray)[0]
