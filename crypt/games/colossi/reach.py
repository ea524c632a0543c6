"""Reach: which heroes can still get to the exit or to a key (COL-54)."""

import numpy as np

from ...core.jit import kernel
from .floor import has_foe, is_open, neighbour
from .heroes import cards_left, die
from .state import (
    CELLS,
    EMPTY,
    EVENT_TILE,
    HEROES,
    KEY,
    LOOT,
    MONSTER,
    NO_KEY,
    ON_FLOOR,
    POTION,
    STARVED,
    TELEPORTATION,
    WALLED,
    WIDTH,
)

LYING, WITH_BOSS, WITH_MONSTER, IN_BAG = 1, 2, 4, 8  # where a key can still be had: flags
COST, NOW, LATER = 0, 1, 2  # the rows of `scratch`: 1 + tiles needed; cells to look at in this round; in the next


@kernel
def spread(state, start, goes_on):
    """Write down for each cell how many tiles a way from `start` needs, plus 1; 0 where there is no way.

    A way goes through open sides and empty cells; each empty cell needs a tile. The boss's room counts as passable. The
    cells are visited in rounds of equal need, so each is visited once. It may stop when all heroes and the boss are met.
    """
    state.scratch[COST, start] = 1
    state.scratch[NOW, 0] = start
    now, cost = 1, 1
    while now > 0 and (goes_on or not are_met(state)):
        later = 0
        while now > 0:
            now -= 1
            cell = np.int64(state.scratch[NOW, now])  # interpreted, sums of one byte would not hold a step to the north
            empty = state.kind[cell // WIDTH, cell % WIDTH] == EMPTY
            for direction in range(4):
                other = neighbour(state, cell, direction)
                if other < 0 or state.scratch[COST, other] > 0:
                    continue
                if not empty and not is_open(state, cell, direction):
                    continue
                if state.kind[other // WIDTH, other % WIDTH] == EMPTY:
                    state.scratch[COST, other] = cost + 1
                    state.scratch[LATER, later] = other
                    later += 1
                elif is_open(state, other, (direction + 2) & 3):
                    state.scratch[COST, other] = cost
                    state.scratch[NOW, now] = other
                    now += 1
        for i in range(later):
            state.scratch[NOW, i] = state.scratch[LATER, i]
        now = later
        cost += 1


@kernel
def are_met(state):
    """Tell whether the need of all heroes on the floor and of the boss's room is known."""
    if state.scratch[COST, state.boss_cell] == 0:
        return False
    for hero in range(state.players):
        if state.where[hero] == ON_FLOOR and state.scratch[COST, state.cell[hero]] == 0:
            return False
    return True


@kernel
def wipe(state):
    """Leave the scratch space as it was found."""
    for cell in range(CELLS):
        state.scratch[COST, cell] = 0
        state.scratch[NOW, cell] = 0
        state.scratch[LATER, cell] = 0


@kernel
def is_exempt(state, hero):
    """Tell whether a hero holds a potion of Teleportation: COL-54 does not take it."""
    return state.held[hero, POTION + TELEPORTATION] > 0


@kernel
def exit_status(state, need):
    """How the exit stands for a hero whose way needs `need` - 1 tiles: 0, `WALLED` or `STARVED`."""
    if need == 0:
        return WALLED
    return STARVED if need - 1 > state.bag_count else 0


@kernel
def is_within(state, cell):
    """Tell whether the way to a cell needs no more tiles than the bag holds."""
    return 0 < state.scratch[COST, cell] <= state.bag_count + 1


@kernel
def take_cut_off(rules, state, trace):
    """Heroes that can no longer reach the exit, or get a key for it, die (COL-54, rulings `reach` and `reach_when`).

    First those that are walled off or starved of tiles, all together; then, if no way to a key is left, the others.
    """
    spread(state, state.exit_cell, False)
    cut_off, walled = 0, 0
    boss_in_reach = False
    boss_need = state.scratch[COST, state.boss_cell]
    for hero in range(state.players):
        if state.where[hero] != ON_FLOOR:
            continue
        need = state.scratch[COST, state.cell[hero]]
        status = exit_status(state, need)
        if status and not is_exempt(state, hero):
            cut_off |= 1 << hero
            walled |= (status == WALLED) << hero
        elif need > 0 and boss_need > 0 and need + boss_need - 2 <= state.bag_count:
            boss_in_reach = state.boss_hp > 0 or boss_in_reach  # by way of the exit's cell: enough, not the nearest way
    wipe(state)
    for hero in range(state.players):
        if cut_off >> hero & 1:
            die(rules, state, trace, hero, WALLED if walled >> hero & 1 else STARVED)
    if not boss_in_reach and lacks_key(rules, state):
        for hero in range(state.players):
            if state.where[hero] == ON_FLOOR and not is_exempt(state, hero):
                die(rules, state, trace, hero, NO_KEY)


@kernel
def lacks_key(rules, state):
    """Tell whether no way to a key is left: the door shut, no key held, and nothing within reach that could give one."""
    if state.door_open:
        return False
    for hero in range(HEROES):
        if state.where[hero] == ON_FLOOR and state.held[hero, KEY] > 0:
            return False
    return key_sources(rules, state) == 0


@kernel
def key_sources(rules, state):
    """Flags for all that lies within reach of a living hero and could still give a key (COL-54, ruling `reach`)."""
    found = 0
    for hero in range(state.players):
        if state.where[hero] == ON_FLOOR:
            spread(state, state.cell[hero], True)
            found |= sources_within(rules, state)
            wipe(state)
    return found


@kernel
def sources_within(rules, state):
    """Flags for the cells within reach, as `spread` left it, that hold a key or could still give one."""
    supply = cards_left(rules, state, KEY) > 0
    promising = supply and holds_promise(state)
    found = 0
    for row in range(state.side):
        for col in range(state.side):
            cell = row * WIDTH + col
            if not is_within(state, cell):
                continue
            if state.lying[row, col] > 0:
                found |= LYING
            if cell == state.boss_cell:
                if state.boss_hp > 0:
                    found |= WITH_BOSS
            elif state.kind[row, col] == EMPTY:
                if promising:
                    found |= IN_BAG
            elif supply and has_foe(state, cell):
                found |= WITH_MONSTER
    return found


@kernel
def holds_promise(state):
    """Tell whether the bag holds a loot, event or monster tile."""
    for symbol in (EVENT_TILE, MONSTER, LOOT):
        for shape in range(5):
            if state.bag[symbol * 5 + shape] > 0:
                return True
    return False
