"""The position of Crypt of the Colossi: one record, and the codes of everything that stands in it.

Cells are numbered row * 12 + column whatever the size of the board in play; row 0 is on top. Directions are 0 north, 1 east,
2 south, 3 west; a set of sides is a bit mask (north 1, east 2, south 4, west 8).
"""

import numpy as np

from ...core.chance import STREAMS

WIDTH = 12  # columns of the board's arrays; smaller boards use the top left corner
CELLS = WIDTH * WIDTH
HEROES = 4
FLOORS = 3

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
ROW_STEP = (-1, 0, 1, 0)
COL_STEP = (0, 1, 0, -1)
ALL_SIDES = 15

# Tiles. A kind is 1 + symbol * 5 + shape for the tiles of the bag; 0 is an empty cell; then the fixed tiles.
SYMBOLS = ("normal", "event", "monster", "loot", "hero")
NORMAL, EVENT_TILE, MONSTER, LOOT, CLOSET = range(5)
SHAPES = ("dead_end", "straight", "corner", "tee", "cross")
SHAPE_SIDES = (1, 5, 3, 7, 15)  # the sides that are open before the tile is turned
BAG_KINDS = 25
EMPTY, START, BOSS_ROOM, EXIT_DOOR = 0, 26, 27, 28

# Where a hero is
WAITING, ON_FLOOR, LEFT, DEAD = 0, 1, 2, 3  # WAITING: has yet to choose its start cell

# What a hero holds: levels for sword and shield, else numbers of things
SWORD, SHIELD, BOOTS, AMULET, KEY, POTION = range(6)
SLOTS = 11  # POTION + kind for each kind of potion
ITEMS = ("sword", "shield", "boots", "amulet", "key", "potion")
POTIONS = ("teleportation", "strength", "skill", "stone", "dodge", "health")
TELEPORTATION, STRENGTH_POTION, SKILL_POTION, STONE_POTION, DODGE_POTION, HEALTH = range(6)
STRENGTH, SKILL, STONE, DODGE = range(4)  # running effects: the potion's kind less 1

# Event cards
EFFECTS = (
    "trap", "deep_trap", "find", "ambush", "rest", "shrine", "rust", "thief", "shatter", "draught", "portal", "nothing",
    "haste", "secret_door",
)  # fmt: skip
(TRAP, DEEP_TRAP, FIND, AMBUSH, REST, SHRINE, RUST, THIEF, SHATTER, DRAUGHT, PORTAL, NOTHING, HASTE, SECRET_DOOR) = range(14)

# What is to be decided
CHOOSE_START, TAKE_TURN, TURN_THE_TILE, CHOOSE_POTION, CHOOSE_RETURN, CHOOSE_RUST, CHOOSE_SIDE, CHOOSE_KEY, OVER = range(9)

# How the game stands, and how a floor ended
RUNNING, WON, LOST, STALLED = range(4)
RESULTS = ("running", "won", "lost", "stalled")
CAUSES = ("monster", "boss", "event", "walled", "starved", "no_key")  # of a hero's death
BY_MONSTER, BY_BOSS, BY_EVENT, WALLED, STARVED, NO_KEY = range(6)

STATE = np.dtype(
    [
        ("colossi", "u1"),  # names the game; each game's record must differ
        ("players", "i1"),
        ("side", "i1"),  # of the board in play
        ("floor", "i1"),  # 1 to 3
        ("phase", "i1"),  # what is to be decided
        ("hero", "i1"),  # whose turn it is (in CHOOSE_START: who chooses)
        ("result", "i1"),
        ("floors_cleared", "i1"),
        ("round_number", "i4"),  # on this floor, from 1 (a record has a method `round`)
        ("rounds", "i4"),  # of the floors before
        ("turns", "i4"),
        ("chance", STREAMS),
        # the floor; arrays of cells are (row, column)
        ("kind", "u1", (WIDTH, WIDTH)),
        ("sides", "u1", (WIDTH, WIDTH)),  # open sides as they are now
        ("opened", "u1", (WIDTH, WIDTH)),  # of these, the sides that a secret door opened
        ("live", "u1", (WIDTH, WIDTH)),  # a monster's hit points; 1 for a closet that still serves
        ("lying", "u1", (WIDTH, WIDTH)),  # keys
        ("boss_cell", "i2"),
        ("exit_cell", "i2"),
        ("boss_hp", "i1"),
        ("door_open", "u1"),
        ("bag", "u1", (BAG_KINDS,)),
        ("bag_count", "i2"),
        ("gone", "u1", (BAG_KINDS,)),  # tiles out of play
        # the cards
        ("deck", "u1", (len(EFFECTS),)),
        ("discards", "u1", (len(EFFECTS),)),
        ("supply", "u1", (len(ITEMS),)),  # item cards that nobody has
        # the heroes
        ("where", "i1", (HEROES,)),
        ("cell", "i2", (HEROES,)),
        ("hp", "i1", (HEROES,)),
        ("held", "u1", (HEROES, SLOTS)),
        ("effect", "u1", (HEROES, 4)),  # turns left
        # this turn
        ("turn_start", "i2"),  # the cell on which it began
        ("came_from", "i2"),  # the space moved from
        ("moved", "i1"),  # known tiles walked
        ("arrived", "u1", (HEROES, SLOTS)),  # things that changed hands
        ("turn_over", "u1"),  # nothing is left but what is being decided
        ("again", "u1"),  # haste
        ("drawn", "u1"),  # kind of the tile in hand, or 0
        ("target", "i2"),  # the cell that it is for
        ("idle", "i1"),  # turns in a row in which nothing could be done
        ("reach_due", "u1"),  # something has changed that may cut a hero off
        ("last_cause", "i1"),  # of the last death on this floor, or -1
        ("few", "i4", (2,)),  # the first legal actions, while it is found out whether there is a choice; else zero
        ("scratch", "u1", (3, CELLS)),  # for searches; all zero between them
    ],
    align=True,
)

# Actions: the kind in the upper 16 bits, what it is about in the lower
(
    A_START, A_STEP, A_EXPLORE, A_TURN_TILE, A_REDRAW, A_DRINK, A_TRADE, A_PICK_UP, A_GIVE_UP, A_RETURN, A_RUST, A_SIDE,
    A_TAKE_KEY, A_LEAVE, A_END,
) = range(1, 16)  # fmt: skip
ACTION_KINDS = (
    "start", "step", "explore", "turn_tile", "redraw", "drink", "trade", "pick_up", "give_up", "return", "rust", "open_side",
    "take_key", "leave", "end",
)  # fmt: skip
MOST_ACTIONS = 256
# the lower half of A_TRADE: the other hero, what is given, what is taken (a slot + 1, or 0 for nothing)
TRADE_OTHER, TRADE_GIVE, TRADE_TAKE = 256, 16, 1


# the shape that a set of open sides is a turn of, or -1
SHAPE_OF_SIDES = tuple(
    next((i for i, s in enumerate(SHAPE_SIDES) if sides in {(s << k | s >> (4 - k)) & ALL_SIDES for k in range(4)}), -1)
    for sides in range(16)
)


def kind_of(symbol: int, shape: int) -> int:
    """The kind of a tile of the bag."""
    return 1 + symbol * 5 + shape


def new_state():
    """Make an empty position record."""
    return np.zeros(1, STATE).view(np.recarray)[0]
