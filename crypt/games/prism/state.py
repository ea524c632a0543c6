"""The position of The Prism Crystals: one record, and the codes of everything that stands in it.

Tiles are numbered column by column from the west, each column from the north; the house is the middle one. Directions are
0 north, then clockwise. What lies face down is not in the record: who turns a piece up draws it from those that nobody has
seen, which comes to the same as shuffling them first, and leaves nothing to be peeked at.
"""

import numpy as np

from ...core.chance import STREAMS

SIDE = 5  # tiles along an edge, at most
CELLS = 3 * SIDE * (SIDE - 1) + 1
PLAYERS = 4
DIRECTIONS = ("north", "northeast", "southeast", "south", "southwest", "northwest")
NOWHERE = CELLS  # the neighbour beyond the edge

TERRAINS = ("field", "forest", "mountain")
FIELD, FOREST, MOUNTAIN = range(3)

MONSTERS = (
    "horse", "skeleton", "goblin", "rat", "troglodyte", "lizard man", "gnoll", "axe beak", "ogre", "ghoul", "scorpion",
    "stirge", "manticore", "hill giant", "troll", "purple worm", "ghost", "storm giant", "dragon",
)  # fmt: skip
HORSE_PIECE = 0
NO_MONSTER, FACE_DOWN, FACE_UP = 0, 1, 2  # what stands on a tile; FACE_UP + kind. A face-up horse is counted apart

TREASURES = (
    "helm", "shield", "breastplate", "boots", "sword +1", "fire sword +2", "thunder sword +3", "chest", "red crystal",
    "yellow crystal", "blue crystal", "orange crystal", "green crystal", "purple crystal",
)  # fmt: skip
HELM, SHIELD, BREASTPLATE, BOOTS, SWORD, FIRE_SWORD, THUNDER_SWORD, CHEST = range(8)
CRYSTALS = 8  # the first of them
KINDS = len(TREASURES)
HORSE = KINDS  # on a card, where the number of a thing is its kind + 1

# The card: five slots for what is worn, then the miscellaneous ones
SLOTS = ("helm", "sword", "breastplate", "shield", "boots")
HEAD, SWORD_ARM, CHEST_SLOT, SHIELD_ARM, LEGS = range(5)
BODY = ("head", "sword arm", "chest", "shield arm", "legs")  # where a scar goes, by slot
WORN = len(SLOTS)
MISC = 4  # at most
CARD = WORN + MISC
NO_SLOT = -1
SLOT_OF = (HEAD, SHIELD_ARM, CHEST_SLOT, LEGS, SWORD_ARM, SWORD_ARM, SWORD_ARM, *[WORN] * (KINDS + 1 - CHEST))

# What is to be decided
MOVING, MEETING, LOSING, HEALING, PLACING, SENDING, MAKING_ROOM, AT_HORSE, SHARING, OVER = range(10)
PHASES = (
    "moving", "meeting", "losing", "healing", "placing", "sending", "making room", "at a horse", "sharing", "over",
)  # fmt: skip

# How the game stands
RUNNING, WON, STALLED = range(3)
RESULTS = ("running", "won", "stalled")

# Actions: the kind in the upper 16 bits, what it is about in the lower
(
    A_STEP, A_STOP, A_TAKE_HORSE, A_LEAVE_HORSE, A_ATTACK, A_FLEE, A_LOSE, A_HEAL, A_PLACE, A_DISCARD, A_WEAR, A_STOW,
    A_SEND, A_MAKE_ROOM, A_TRADE, A_END,
) = range(1, 17)  # fmt: skip
ACTION_KINDS = (
    "step", "stop", "take_horse", "leave_horse", "attack", "flee", "lose", "heal", "place", "discard", "wear", "stow",
    "send", "make_room", "trade", "end",
)  # fmt: skip
# the lower half of A_PLACE: where to, and the slot + 1 that is emptied for it, or 0; of A_HEAL: the seat and the slot
IN_ITS_SLOT, KEEPING_THE_OLD, IN_MISC = range(1, 4)
PART = 16
TO_PAWN = 128  # the lower half of A_SEND: a tile, or this and a seat
# the lower half of A_TRADE: the other seat, what is given, what is taken (a slot + 1, or 0 for nothing)
OTHER = 256
MOST_ACTIONS = 512

STATE = np.dtype(
    [
        ("prism", "u1"),  # names the game; each game's record must differ
        ("players", "i1"),
        ("side", "i1"),  # tiles along an edge
        ("misc", "i1"),  # miscellaneous slots of a card
        ("player", "i1"),  # whose turn it is
        ("decides", "i1"),  # who decides: the same, or who has to make room
        ("phase", "i1"),  # what is to be decided
        ("result", "i1"),
        ("points", "i1"),  # of movement that are left
        ("first", "i1"),  # with whose turn a round begins
        ("untold", "u1"),  # the first turn has yet to be told
        ("carried", "i1"),  # crystals on cards
        ("round_number", "i4"),  # from 1 (a record has a method `round`)
        ("turns", "i4"),
        ("chance", STREAMS),
        # the land
        ("terrain", "u1", (CELLS,)),
        ("marked", "u1", (CELLS,)),  # with an X
        ("monster", "u1", (CELLS,)),
        ("covered", "u1", (CELLS,)),  # a face-down treasure lies there
        ("beneath", "u1", (CELLS, KINDS)),  # face-up treasures
        ("horses", "u1", (CELLS,)),  # face up
        ("unseen_monsters", "u1", (len(MONSTERS),)),
        ("unseen", "u1", (KINDS,)),  # treasures
        ("beaten", "u1", (len(MONSTERS),)),
        ("gone", "u1", (KINDS,)),  # treasures out of the game
        # the players
        ("pawn", "i1", (PLAYERS,)),
        ("card", "u1", (PLAYERS, CARD)),
        ("scar", "u1", (PLAYERS, WORN)),
        # this turn
        ("pile", "u1", (KINDS,)),  # treasures that are collected and still to be placed
        ("hand", "u1"),  # the one that is being placed: its kind + 1, or 0
        ("turned_horse", "u1"),  # a horse was turned up, and may be taken when all is placed
        ("heals", "u1"),  # a crystal was turned up, and its healing is to be decided
        ("receiver", "i1"),  # who has to make room for the crystal in hand, or -1
        ("arranged", "u1"),  # slots that have been arranged, as a bit mask
        ("exchanges", "u1", (PLAYERS,)),  # made this turn with each
        ("sums", "u1", (len(MONSTERS),)),  # for counting pieces; all zero but while that is done
        ("few", "i4", (2,)),  # the first legal actions, while it is found out whether there is a choice; else zero
    ],
    align=True,
)


def code_of(kind: int, about: int = 0) -> int:
    """The code of an action."""
    return kind << 16 | about


def new_state():
    """Make an empty position record."""
    return np.zeros(1, STATE).view(np.recarray)[0]
