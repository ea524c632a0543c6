"""The floor: cells, passages, tiles in the bag and on the board, and how a floor is laid out."""

from ...core import chance
from ...core.jit import kernel
from .state import (
    BAG_KINDS,
    BOSS_ROOM,
    COL_STEP,
    EMPTY,
    EXIT_DOOR,
    MONSTER,
    ROW_STEP,
    SHAPE_OF_SIDES,
    START,
    WIDTH,
)


@kernel
def neighbour(state, cell, direction):
    """The cell next to this one in a direction, or -1 beyond the board's edge (COL-02, COL-11)."""
    row = cell // WIDTH + ROW_STEP[direction]
    col = cell % WIDTH + COL_STEP[direction]
    if row < 0 or col < 0 or row >= state.side or col >= state.side:
        return -1
    return row * WIDTH + col


@kernel
def is_open(state, cell, direction):
    """Tell whether the tile on this cell is open on that side."""
    return (state.sides[cell // WIDTH, cell % WIDTH] >> direction) & 1 == 1


@kernel
def has_passage(state, cell, direction):
    """Tell whether one can walk from a tile to the one beside it: both facing sides must be open (COL-13)."""
    other = neighbour(state, cell, direction)
    return other >= 0 and is_open(state, cell, direction) and is_open(state, other, (direction + 2) & 3)


@kernel
def kind_at(state, cell):
    """The kind of tile on a cell, or `EMPTY`."""
    return state.kind[cell // WIDTH, cell % WIDTH]


@kernel
def live_at(state, cell):
    """A monster's hit points on a cell, or 1 for a closet that still serves."""
    return state.live[cell // WIDTH, cell % WIDTH]


@kernel
def has_foe(state, cell):
    """Tell whether a monster or the boss lives on a cell."""
    if cell == state.boss_cell:
        return state.boss_hp > 0
    return live_at(state, cell) > 0 and symbol_of(kind_at(state, cell)) == MONSTER


@kernel
def symbol_of(kind):
    """The symbol of a bag tile's kind; -1 for empty cells and fixed tiles."""
    if kind == EMPTY or kind > BAG_KINDS:
        return -1
    return (kind - 1) // 5


@kernel
def shape_of(kind):
    """The shape of a bag tile's kind."""
    return (kind - 1) % 5


@kernel
def fits(kind, sides, back):
    """Tell whether these open sides are a turn of the tile's shape that connects to where the hero stands (COL-15).

    `back` is the direction from the new tile to that of the hero; other neighbours need not match.
    """
    return SHAPE_OF_SIDES[sides] == shape_of(kind) and (sides >> back) & 1 == 1


@kernel
def direction_to(cell, other):
    """The direction from a cell to the one beside it."""
    if other == cell - WIDTH:
        return 0
    if other == cell + 1:
        return 1
    if other == cell + WIDTH:
        return 2
    return 3


@kernel
def draw_tile(state):
    """Take a random tile out of the bag (COL-14)."""
    left = chance.below(state, chance.TILES, state.bag_count)
    for i in range(BAG_KINDS):
        left -= state.bag[i]
        if left < 0:
            state.bag[i] -= 1
            state.bag_count -= 1
            return i + 1
    return EMPTY


@kernel
def put_back(state, kind):
    """Put a tile back in the bag."""
    state.bag[kind - 1] += 1
    state.bag_count += 1


@kernel
def place(state, cell, kind, sides):
    """Lay a tile on the board."""
    row, col = cell // WIDTH, cell % WIDTH
    state.kind[row, col] = kind
    state.sides[row, col] = sides
    state.reach_due = 1


@kernel
def fill_bag(rules, state):
    """Put all tiles in the bag (COL-07)."""
    state.bag_count = 0
    for i in range(BAG_KINDS):
        state.bag[i] = rules.tiles[i]
        state.gone[i] = 0
        state.bag_count += rules.tiles[i]


@kernel
def clear_board(state):
    """Take everything off the board; the tiles are out of play (COL-06)."""
    for row in range(WIDTH):
        for col in range(WIDTH):
            kind = state.kind[row, col]
            if EMPTY < kind <= BAG_KINDS:
                state.gone[kind - 1] += 1
            state.kind[row, col] = EMPTY
            state.sides[row, col] = 0
            state.opened[row, col] = 0
            state.live[row, col] = 0


@kernel
def is_start(state, cell):
    """Tell whether a cell is in the 2 x 2 square at the centre (COL-03)."""
    half = state.side // 2
    row, col = cell // WIDTH, cell % WIDTH
    return half - 1 <= row <= half and half - 1 <= col <= half


@kernel
def is_shaded(rules, state, cell):
    """Tell whether a cell lies in the shaded square, where boss and exit may not go (COL-04)."""
    shaded = rules.shaded[state.players - 1]
    edge = (state.side - shaded) // 2
    row, col = cell // WIDTH, cell % WIDTH
    return edge <= row < edge + shaded and edge <= col < edge + shaded


@kernel
def random_cell(rules, state, taken):
    """Roll a cell outside the shaded square that is not `taken`; an invalid roll is rolled again (COL-04, COL-05)."""
    while True:
        row = chance.below(state, chance.DRAWS, state.side)
        col = chance.below(state, chance.DRAWS, state.side)
        cell = row * WIDTH + col
        if cell != taken and not is_shaded(rules, state, cell):
            return cell


@kernel
def lay_floor(rules, state):
    """Lay the next floor: an empty board, the start square, the boss room, then the exit door (COL-02 to COL-06)."""
    clear_board(state)
    if rules.refill_bag or state.floor == 0:
        fill_bag(rules, state)
    state.floor += 1
    state.round_number = 1
    state.last_cause = -1
    state.door_open = 0
    half = state.side // 2
    for row in range(half - 1, half + 1):
        for col in range(half - 1, half + 1):
            place(state, row * WIDTH + col, START, rules.start_sides)
    state.boss_hp = rules.boss_hp
    state.boss_cell = random_cell(rules, state, -1)
    state.exit_cell = random_cell(rules, state, state.boss_cell)
    place(state, state.boss_cell, BOSS_ROOM, rules.boss_sides)
    place(state, state.exit_cell, EXIT_DOOR, rules.exit_sides)
