"""What a bot has in mind: maps of how far each cell is from the exit, and from what its hero is after. No rule stands here.

Costs are in half moves: a known tile costs 2, an empty cell 5 (exploring takes the whole turn), a monster on the way 4 more.
A living boss's room is no way to anywhere else.
"""

import numpy as np

from ...core.jit import kernel
from .state import EMPTY, MONSTER, ON_FLOOR, WIDTH

NO_WAY = 250  # cost of a cell from which there is no way
KNOWN_COST, EMPTY_COST, MONSTER_COST = 2, 5, 4
FARTHEST = 230  # where costs end
BUCKETS = 8  # a power of two above the cost of any one move
FRAME = 16  # columns of a map: the board has a frame of closed cells, so that its edge need not be looked for
FRAMED = FRAME * (WIDTH + 2)
OFFSETS = (-FRAME, 1, FRAME, -1)  # by direction
SIDES, IS_EMPTY, IS_HELD = 15, 16, 32  # of a framed cell: its open sides; nothing lies there; a monster lives there

EXIT, KEYS, BOSS, NEW_GROUND, PREY = range(5)  # what a hero is after; prey: monsters, which may have loot
AIMS = 5  # each has a map

MIND = np.dtype(
    [
        ("colossi_mind", "u1"),
        ("stamp", "i8"),  # 0: whatever else stands here is of another course of play
        ("character", "f4", (6,)),
        ("aim", "i4"),
        ("linked", "i4"),  # the floor on which a way of known tiles leads to the exit
        ("thought", "i8"),  # what was thought over last
        ("keys", "i4"),  # that lie about
        ("surveyed", "i8"),  # what the ground was taken down for
        ("stamps", "i4", (AIMS,)),  # what the maps were drawn for
        ("cost", "u1", (AIMS, FRAMED)),  # by aim
        ("ground", "u1", (FRAMED,)),
        ("bucket", "u1", (BUCKETS, FRAMED)),
        ("filled", "i4", (BUCKETS,)),
        ("weighed", "i4"),  # the number of tiles in the bag of which these shares are
        ("prizes", "f4"),
        ("monsters", "f4"),
        ("events", "f4"),
    ],
    align=True,
)


@kernel
def framed(cell):
    """The place of a cell on a map."""
    return cell + (FRAME - WIDTH) * (cell // WIDTH) + FRAME + 1


@kernel
def forget(mind):
    """Begin with an empty mind."""
    mind.stamp = 1
    mind.linked = 0
    mind.thought = 0
    mind.surveyed = 0
    for aim in range(AIMS):
        mind.stamps[aim] = 0
    mind.weighed = -1
    for at in range(FRAMED):
        mind.ground[at] = 0


@kernel
def is_way(mind, at, direction):
    """Tell whether a map has a way from a framed cell to the one beside it."""
    return (mind.ground[at] >> direction) & (mind.ground[at + OFFSETS[direction]] >> (direction ^ 2)) & 1 == 1


@kernel
def survey(state, mind):
    """Take down the ground: open sides, empty cells, monsters; and how many keys lie about.

    With an empty bag no way leads through empty cells.
    """
    keys, empty = 0, (SIDES if state.bag_count > 0 else 0) + IS_EMPTY
    for row in range(state.side):
        for col in range(state.side):
            kind = state.kind[row, col]
            at = (row + 1) * FRAME + col + 1
            if kind == EMPTY:
                mind.ground[at] = empty
            elif state.live[row, col] > 0 and MONSTER * 5 < kind <= MONSTER * 5 + 5:
                mind.ground[at] = state.sides[row, col] + IS_HELD
            else:
                mind.ground[at] = state.sides[row, col]
            keys += state.lying[row, col]
    mind.keys = keys


@kernel
def shut_boss(state, mind, is_aim):
    """Shut the room of a living boss, but for a hero that is after it."""
    if state.boss_hp > 0:
        sides = state.sides[state.boss_cell // WIDTH, state.boss_cell % WIDTH]
        mind.ground[framed(state.boss_cell)] = sides if is_aim else 0


@kernel
def cost_to_enter(ground):
    """What a move onto such ground costs."""
    return (EMPTY_COST if ground & IS_EMPTY else KNOWN_COST) + (MONSTER_COST if ground & IS_HELD else 0)


@kernel
def best_beside(mind, aim, at):
    """What a cell costs by what the cells beside cost."""
    best = NO_WAY
    for direction in range(4):
        if is_way(mind, at, direction):
            other = at + OFFSETS[direction]
            best = min(best, mind.cost[aim, other] + cost_to_enter(mind.ground[other]))
    return best


@kernel
def settle_ground(state, mind):
    """Where heroes stand there is no new ground any more; beside it there may be."""
    for hero in range(state.players):
        if state.where[hero] == ON_FLOOR:
            at = framed(state.cell[hero])
            if mind.cost[NEW_GROUND, at] == 0 and best_beside(mind, NEW_GROUND, at) == EMPTY_COST:
                mind.cost[NEW_GROUND, at] = EMPTY_COST


@kernel
def holds(mind, aim, at):
    """Tell whether a map is right where a hero stands, as far as the cells beside tell."""
    if mind.cost[aim, at] == 0:
        return aim == EXIT or aim == KEYS or aim == BOSS
    return mind.cost[aim, at] == best_beside(mind, aim, at)


@kernel
def clear_map(state, mind, which):
    """Nothing is known of the costs."""
    for row in range(1, state.side + 1):
        for at in range(row * FRAME + 1, row * FRAME + 1 + np.int64(state.side)):
            mind.cost[which, at] = NO_WAY
    for i in range(BUCKETS):
        mind.filled[i] = 0


@kernel
def set_source(mind, which, at, cost):
    """A cell that costs so much from the beginning, less than there are buckets."""
    mind.cost[which, at] = cost
    mind.bucket[cost, mind.filled[cost]] = at
    mind.filled[cost] += 1


@kernel
def spread_costs(state, mind, which, goes_on):
    """Spread the costs from the sources: Dijkstra with buckets. It may stop when the costs of all heroes are found."""
    cost, waiting = 0, 0
    for row in range(BUCKETS):
        waiting += mind.filled[row]
    while waiting > 0 and cost < FARTHEST:
        row = cost & (BUCKETS - 1)
        if not goes_on and mind.filled[row] > 0 and are_found(state, mind, which, cost):
            return
        while mind.filled[row] > 0:
            mind.filled[row] -= 1
            waiting -= 1
            at = np.int64(mind.bucket[row, mind.filled[row]])
            if mind.cost[which, at] != cost:
                continue
            through = cost + cost_to_enter(mind.ground[at])
            into = through & (BUCKETS - 1)
            for direction in range(4):
                other = at + OFFSETS[direction]
                if is_way(mind, at, direction) and through < mind.cost[which, other]:
                    mind.cost[which, other] = through
                    mind.bucket[into, mind.filled[into]] = other
                    mind.filled[into] += 1
                    waiting += 1
        cost += 1


@kernel
def are_found(state, mind, which, cost):
    """Tell whether no hero on the floor is farther off than this."""
    for hero in range(state.players):
        if state.where[hero] == ON_FLOOR and mind.cost[which, framed(state.cell[hero])] > cost:
            return False
    return True


@kernel
def draw_map(state, mind, aim, goes_on):
    """Find the way from everywhere to the nearest thing of the kind that a hero is after, or at least from all heroes."""
    clear_map(state, mind, aim)
    if aim == EXIT:
        set_source(mind, EXIT, framed(state.exit_cell), 0)
    elif aim == BOSS:
        set_source(mind, BOSS, framed(state.boss_cell), 0)
    elif aim == NEW_GROUND:
        set_brinks(state, mind)
    else:
        set_sources(state, mind, aim)
    spread_costs(state, mind, aim, goes_on)


@kernel
def set_brinks(state, mind):
    """Empty cells are what is sought; the tiles that open to one are where ways to them begin."""
    for row in range(1, state.side + 1):
        for at in range(row * FRAME + 1, row * FRAME + 1 + np.int64(state.side)):
            if mind.ground[at] & IS_EMPTY:
                mind.cost[NEW_GROUND, at] = 0
            elif opens_to_empty(mind, at):
                set_source(mind, NEW_GROUND, at, EMPTY_COST)


@kernel
def opens_to_empty(mind, at):
    """Tell whether a side of a cell opens to an empty one."""
    for direction in range(4):
        if is_way(mind, at, direction) and mind.ground[at + OFFSETS[direction]] & IS_EMPTY:
            return True
    return False


@kernel
def set_sources(state, mind, aim):
    """The cells with keys; or monsters."""
    for row in range(state.side):
        for col in range(state.side):
            at = (row + 1) * FRAME + col + 1
            if state.lying[row, col] > 0 if aim == KEYS else mind.ground[at] & IS_HELD > 0:
                set_source(mind, aim, at, 0)


@kernel
def nearer_cell(mind, at):
    """The cell beside from which it is least far to the exit; the cell itself where none is nearer."""
    nearer = at
    for direction in range(4):
        other = at + OFFSETS[direction]
        if is_way(mind, at, direction) and mind.cost[EXIT, other] < mind.cost[EXIT, nearer]:
            nearer = other
    return nearer


@kernel
def needs_tiles(mind, cell):
    """Tell whether an empty cell lies on the cheapest way from a cell to the exit."""
    at = framed(cell)
    if mind.cost[EXIT, at] >= NO_WAY:
        return False
    while mind.cost[EXIT, at] > 0 and nearer_cell(mind, at) != at:
        at = nearer_cell(mind, at)
        if mind.ground[at] & IS_EMPTY:
            return True
    return False


@kernel
def tiles_to_exit(mind, cell):
    """How many empty cells lie on the cheapest way from a cell to the exit; 0 where there is no way."""
    at, tiles = framed(cell), 0
    if mind.cost[EXIT, at] >= NO_WAY:
        return 0
    while mind.cost[EXIT, at] > 0:
        nearer = nearer_cell(mind, at)
        if nearer == at:
            return tiles
        at = nearer
        tiles += mind.ground[at] & IS_EMPTY > 0
    return tiles


@kernel
def ways_into_exit(state, mind):
    """How many sides of the exit a way could come in by."""
    at, ways = framed(state.exit_cell), 0
    for direction in range(4):
        ways += is_way(mind, at, direction)
    return ways


@kernel
def frontier(state, mind):
    """How many open sides of tiles face empty cells."""
    sides = 0
    for row in range(1, state.side + 1):
        for at in range(row * FRAME + 1, row * FRAME + 1 + np.int64(state.side)):
            if mind.ground[at] & IS_EMPTY:
                for direction in range(4):
                    sides += is_way(mind, at, direction) and mind.ground[at + OFFSETS[direction]] & IS_EMPTY == 0
    return sides
