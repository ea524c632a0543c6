"""What a bot has in mind: maps of how far each cell is from the exit, and from what its hero is after. No rule stands here.

Costs are in half moves: a known tile costs 2, an empty cell 5 (exploring takes the whole turn), a monster on the way 4 more.
A living boss's room is no way to anywhere else.
"""

import numpy as np

from ...core.jit import kernel
from .state import EMPTY, MONSTER, WIDTH

NO_WAY = 250  # cost of a cell from which there is no way
KNOWN_COST, EMPTY_COST, MONSTER_COST = 2, 5, 4
FARTHEST = 230  # where costs end
BUCKETS = 8  # a power of two above the cost of any one move
FRAME = 16  # columns of a map: the board has a frame of closed cells, so that its edge need not be looked for
FRAMED = FRAME * (WIDTH + 2)
OFFSETS = (-FRAME, 1, FRAME, -1)  # by direction
SIDES, IS_EMPTY, IS_HELD = 15, 16, 32  # of a framed cell: its open sides; nothing lies there; a monster lives there

EXIT, KEYS, BOSS, NEW_GROUND, PREY = range(5)  # what a hero is after; prey: monsters, which may have loot
TO_EXIT, TO_AIM = 0, 1  # the maps

MIND = np.dtype(
    [
        ("colossi_mind", "u1"),
        ("stamp", "i8"),  # 0: whatever else stands here is of another course of play
        ("character", "f4", (6,)),
        ("aim", "i4"),
        ("map", "i4"),  # the one that leads to the aim
        ("linked", "i4"),  # the floor on which a way of known tiles leads to the exit
        ("exit_stamp", "i8"),  # what the maps were drawn for
        ("aim_stamp", "i8"),
        ("cost", "u1", (2, FRAMED)),
        ("ground", "u1", (FRAMED,)),
        ("bucket", "u1", (BUCKETS, FRAMED)),
        ("size", "i4", (BUCKETS,)),
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
    mind.exit_stamp = 0
    mind.aim_stamp = 0
    mind.linked = 0
    mind.weighed = -1
    for at in range(FRAMED):
        mind.ground[at] = 0


@kernel
def is_way(mind, at, direction):
    """Tell whether a map has a way from a framed cell to the one beside it."""
    return (mind.ground[at] >> direction) & (mind.ground[at + OFFSETS[direction]] >> (direction ^ 2)) & 1 == 1


@kernel
def survey(state, mind):
    """Take down the ground: open sides, empty cells, monsters."""
    for row in range(state.side):
        for col in range(state.side):
            kind = state.kind[row, col]
            at = (row + 1) * FRAME + col + 1
            if kind == EMPTY:
                mind.ground[at] = SIDES + IS_EMPTY
            elif state.live[row, col] > 0 and MONSTER * 5 < kind <= MONSTER * 5 + 5:
                mind.ground[at] = state.sides[row, col] + IS_HELD
            else:
                mind.ground[at] = state.sides[row, col]


@kernel
def clear_map(state, mind, which):
    """Nothing is known of the costs."""
    for row in range(1, state.side + 1):
        for at in range(row * FRAME + 1, row * FRAME + 1 + state.side):
            mind.cost[which, at] = NO_WAY
    for i in range(BUCKETS):
        mind.size[i] = 0


@kernel
def set_source(mind, which, at):
    """A cell that costs nothing."""
    mind.cost[which, at] = 0
    mind.bucket[0, mind.size[0]] = at
    mind.size[0] += 1


@kernel
def draw_map(mind, which, here):
    """Spread the costs from the sources (Dijkstra with buckets), until `here` and what lies about it is reached."""
    cost, waiting, last = 0, np.int64(mind.size[0]), FARTHEST
    while waiting > 0 and cost < last:
        row = cost & (BUCKETS - 1)
        while mind.size[row] > 0:
            mind.size[row] -= 1
            waiting -= 1
            at = np.int64(mind.bucket[row, mind.size[row]])
            if mind.cost[which, at] != cost:
                continue
            if at == here:
                last = min(cost + EMPTY_COST + 1, FARTHEST)
            ground = mind.ground[at]
            through = cost + (EMPTY_COST if ground & IS_EMPTY else KNOWN_COST) + (MONSTER_COST if ground & IS_HELD else 0)
            for direction in range(4):
                other = at + OFFSETS[direction]
                if is_way(mind, at, direction) and through < mind.cost[which, other]:
                    mind.cost[which, other] = through
                    into = through & (BUCKETS - 1)
                    mind.bucket[into, mind.size[into]] = other
                    mind.size[into] += 1
                    waiting += 1
        cost += 1


@kernel
def map_exit(state, mind):
    """The way to the exit from everywhere."""
    survey(state, mind)
    if state.boss_hp > 0:
        mind.ground[framed(state.boss_cell)] = 0
    clear_map(state, mind, TO_EXIT)
    set_source(mind, TO_EXIT, framed(state.exit_cell))
    draw_map(mind, TO_EXIT, -1)


@kernel
def map_aim(state, mind, aim):
    """The way to the nearest thing of the kind that a hero is after, from where it stands and the cells about."""
    survey(state, mind)
    clear_map(state, mind, TO_AIM)
    if aim == BOSS:
        set_source(mind, TO_AIM, framed(state.boss_cell))
    else:
        if state.boss_hp > 0:
            mind.ground[framed(state.boss_cell)] = 0
        for row in range(state.side):
            for col in range(state.side):
                at = (row + 1) * FRAME + col + 1
                if aim == KEYS:
                    is_source = state.lying[row, col] > 0
                else:
                    is_source = mind.ground[at] & (IS_EMPTY if aim == NEW_GROUND else IS_HELD) > 0
                if is_source:
                    set_source(mind, TO_AIM, at)
    here = state.cell[state.hero]
    draw_map(mind, TO_AIM, framed(here) if here >= 0 else -1)


@kernel
def tiles_to_exit(mind, cell):
    """How many empty cells lie on the cheapest way from a cell to the exit; 0 where there is no way."""
    at, tiles = framed(cell), 0
    if mind.cost[TO_EXIT, at] >= NO_WAY:
        return 0
    while mind.cost[TO_EXIT, at] > 0:
        nearer = at
        for direction in range(4):
            other = at + OFFSETS[direction]
            if is_way(mind, at, direction) and mind.cost[TO_EXIT, other] < mind.cost[TO_EXIT, nearer]:
                nearer = other
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
        for at in range(row * FRAME + 1, row * FRAME + 1 + state.side):
            if mind.ground[at] & IS_EMPTY:
                for direction in range(4):
                    sides += is_way(mind, at, direction) and mind.ground[at + OFFSETS[direction]] & IS_EMPTY == 0
    return sides
