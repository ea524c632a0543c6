"""The position of Colossal Cave: one record, and the codes of everything that stands in it.

Cards have numbers, those of a kind in a row; what they are is told by the ruleset. The draw pile has no order: who draws
takes any of its cards, each equally likely, which comes to the same as shuffling it, and leaves nothing to be peeked at.
"""

import numpy as np

from ...core.chance import STREAMS

PLAYERS = 6
CARDS = 96  # at most
HALF = CARDS // 2
KINDS = 80  # of cards, at most
ROOMS = 32  # at most
DEPTH = 12  # cards that wait for one another, at most
EXITS = 8  # of a room, at most

TYPES = ("action", "item", "reaction", "treasure")
ACTION, ITEM, REACTION, TREASURE = range(4)

# Where a card is; from HAND on with the seat added
ABSENT, PILE, DISCARDS, BESIDE, PLAYED, TURNED_UP, UNKNOWN = range(7)
HAND, CARRIED, DEPOSITED = 8, 16, 24
PLACES = 32
NO_ROOM = -1  # where dead players are

# What is to be decided
(
    STARTING, MOVING, PLAYING, RUNNING_ON, WARPING, AGAIN, REACTING, DEFENDING, PAYING, TRIMMING, DISCARDING, OVER,
) = range(12)  # fmt: skip
PHASES = (
    "starting", "moving", "playing", "running on", "warping", "again", "reacting", "defending", "paying", "trimming",
    "discarding", "over",
)  # fmt: skip

# What becomes of a card that is being played
ASKING, DEFENCE, EFFECT = range(3)

# What a move is for
TURN_MOVE, EXTRA_MOVE, RUN_MOVE = range(1, 4)

# How the game stands; from SEAT_1 on who has won
RUNNING, STALLED, SEAT_1 = range(3)
RESULTS = ("running", "stalled", *(f"seat {seat + 1}" for seat in range(PLAYERS)))

# Actions: the kind in the upper bits, what it is about in the lower 20
(
    A_MOVE, A_STAY, A_PLAY, A_DRAW, A_DEPOSIT, A_NOTHING, A_USE, A_PASS, A_REVEAL, A_PAY, A_CHOOSE, A_WARP, A_DISCARD,
    A_DROP,
) = range(1, 15)  # fmt: skip
ACTION_KINDS = (
    "move", "stay", "play", "draw", "deposit", "nothing", "use", "pass_by", "reveal", "pay", "choose", "warp", "discard",
    "drop",
)  # fmt: skip
SHIFT = 20
ABOUT = (1 << SHIFT) - 1
# the lower half of A_PLAY: the card's kind, then the seat + 1 of the target or 0, then the declared card's kind + 1 or 0
TARGET = 128
PICK = 1024
MOST_ACTIONS = 1024

STATE = np.dtype(
    [
        ("cave", "u1"),  # names the game; each game's record must differ
        ("players", "i1"),
        ("player", "i1"),  # whose turn it is
        ("decides", "i1"),  # who decides
        ("phase", "i1"),  # what is to be decided
        ("result", "i1"),
        ("first", "i1"),  # with whose turn a round begins
        ("masked_for", "i1"),  # the seat + 1 whose view this is, or 0
        ("book", "i4"),  # by which the names of cards and rooms are found
        ("round_number", "i4"),  # from 1
        ("turns", "i4"),
        ("chance", STREAMS),
        ("untold", "i1"),  # the first turn has yet to be told
        # the cards
        ("place", "i1", (CARDS,)),
        ("held", "i2", (PLACES,)),  # cards in each place
        ("may", "i1", (PLAYERS, CARDS)),  # where each seat thinks a hidden card may be: 1 the pile, 2 << seat a hand
        ("promised", "i1"),  # seats, as bits, that everybody knows to have a treasure in hand (quick play)
        ("treasures", "i8", (2,)),  # which cards are treasures, as bits of the halves of all cards
        ("waiting", "i1", (CARDS,)),  # room for dealing anew: cards in the order in which they are dealt; else zero
        ("left", "i2", (PLACES,)),  # how many each place still takes
        ("way", "i1", (2, PLACES)),  # from which place a card makes room, and which
        # the players
        ("room", "i1", (PLAYERS,)),
        # this turn
        ("stage", "i1"),  # STARTING, MOVING, PLAYING or DISCARDING, when nothing else is open
        ("plays", "i1"),  # "play one" that are left
        ("steps", "i1"),  # of a run that are left
        ("again", "i4"),  # the kind + 1 of a card that may be played at once, or 0
        ("warps", "i8"),  # rooms, as bits, one of which may be gone to at once
        ("trims", "i1"),  # the seat + 1 that has to discard, or 0
        ("trim_to", "i1"),  # how many cards it keeps
        ("ends", "i1"),  # the turn ends when what is open is settled
        ("closer", "i1"),  # the seat + 1 that closed the cave, or 0
        # a move that has not been made yet
        ("moves", "i1"),  # TURN_MOVE, EXTRA_MOVE or RUN_MOVE, or 0
        ("move_from", "i1"),
        ("move_to", "i1"),
        ("move_asked", "i1"),  # players that have been asked
        ("blocked", "i1"),
        ("followers", "i1"),  # seats, as bits, that go along
        # cards that are being played, each an answer to the one before it
        ("depth", "i1"),
        ("card", "i4", (DEPTH,)),
        ("owner", "i1", (DEPTH,)),
        ("target", "i1", (DEPTH,)),  # a seat, or -1
        ("pick", "i4", (DEPTH,)),  # a kind + 1, or 0
        ("asked", "i1", (DEPTH,)),
        ("step_of", "i1", (DEPTH,)),  # ASKING, DEFENCE, EFFECT
        # the card whose effect is carried out
        ("by_card", "i4"),
        ("by_seat", "i1"),
        ("at_seat", "i1"),  # whom it concerns
        ("picked", "i4"),  # a kind + 1, or 0
        ("found", "i4"),  # the card + 1 that was turned up last, or 0
        ("few", "i4", (2,)),  # the first legal actions, while it is found out whether there is a choice; else zero
    ],
    align=True,
)


def code_of(kind: int, about: int = 0) -> int:
    """The code of an action."""
    return kind << SHIFT | about


def play_code(card: int, target: int = -1, pick: int = -1) -> int:
    """The code of playing a card of a kind on a seat, with a kind of card that is declared; -1 for none."""
    return code_of(A_PLAY, card + (target + 1) * TARGET + (pick + 1) * PICK)


def new_state():
    """Make an empty position record."""
    return np.zeros(1, STATE).view(np.recarray)[0]
