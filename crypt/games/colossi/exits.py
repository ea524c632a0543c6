"""How the exit stands through a game, watched in the trace: for surveys of many games. No rule stands here.

The rules themselves look at every way after each change (COL-54), and a hero that has lost its last way dies at once. So a
loss is a death with one of these causes, and the tile that was placed in the same step is what did it. Only a hero with a
potion of Teleportation lives on without a way; for it the ways are looked at here.
"""

from typing import Any

import numpy as np

from ...core.jit import kernel
from . import events as ev
from .notation import cell_name
from .reach import COST, exit_status, is_exempt, spread, wipe
from .state import CAUSES, CELLS, FLOORS, HEROES, NO_KEY, ON_FLOOR, SHAPE_OF_SIDES, SHAPES, STARVED, WALLED
from .vocabulary import tile_name

FLOOR = np.dtype(
    [
        ("reached", "u1"),
        ("ending", "i1"),  # index in FLOOR_ENDINGS; 0: not ended
        ("how", "i1"),  # the cause of the first loss, or -1
        ("hero", "i1"),  # who lost its way first
        ("seats_lost", "i1"),  # heroes that lost their way on this floor
        ("decision", "i4"),  # by which the first was lost, from 1; 0: none
        ("round", "i4"),
        ("cell", "i2"),  # of the tile that did it, or -1
        ("kind", "u1"),
        ("sides", "u1"),
    ],
    align=True,
)
EXITS = np.dtype(
    [
        ("colossi_exits", "u1"),
        ("floor", "i1"),
        ("floors", FLOOR, (FLOORS,)),
        ("stranded", FLOOR, (HEROES,)),  # heroes that live on without a way: by what they lost it
    ],
    align=True,
)
# the cells where ways were lost, heroes died, and heroes were at the end of a step or walk
HEAT = np.dtype([("lost", "i8", (FLOORS, CELLS)), ("deaths", "i8", (FLOORS, CELLS)), ("visits", "i8", (FLOORS, CELLS))])
MAPS = ("lost", "deaths", "visits")


@kernel
def begin(exits):
    """Forget the game before."""
    exits.floor = 0
    for hero in range(HEROES):
        exits.stranded[hero].decision = 0
    for i in range(FLOORS):
        exits.floors[i].reached = 0
        exits.floors[i].ending = 0
        exits.floors[i].how = -1
        exits.floors[i].hero = -1
        exits.floors[i].seats_lost = 0
        exits.floors[i].decision = 0
        exits.floors[i].round = 0
        exits.floors[i].cell = -1
        exits.floors[i].kind = 0
        exits.floors[i].sides = 0


@kernel
def watch(state, exits, heat, trace, decision, round_number):
    """Take in what happened in one step.

    Parameters
    ----------
    state : record
        After it.
    exits : EXITS record
    heat : HEAT record
    trace : EVENT array
    decision, round_number : int
        Which one it was, from 1, and the floor's round in which it was made.
    """
    cell, kind, sides = -1, 0, 0
    for i in range(1, trace[0].kind + 1):
        what, floor = trace[i].kind, exits.floor
        if what == ev.STEPS:
            heat.visits[floor, trace[i].b] += 1
        elif what == ev.PLACES:
            cell, kind, sides = trace[i].a, trace[i].b, trace[i].c
            heat.visits[floor, cell] += 1
        elif what == ev.FLOOR_BEGINS:
            exits.floor = trace[i].a - 1
            exits.floors[exits.floor].reached = 1
            cell, kind, sides = -1, 0, 0
        elif what == ev.STARTS:
            heat.visits[floor, trace[i].a] += 1
        elif what == ev.FLOOR_ENDS:
            for hero in range(HEROES):
                settle(exits, heat, hero)
            exits.floors[trace[i].a - 1].ending = trace[i].b
        elif what == ev.LEAVES:
            exits.stranded[trace[i].who].decision = 0
        elif what == ev.DIES:
            if trace[i].a >= 0:
                heat.deaths[floor, trace[i].a] += 1
            cause, hero = trace[i].b, trace[i].who
            if cause == WALLED or cause == STARVED or cause == NO_KEY:
                strand(exits.stranded[hero], hero, cause, decision, round_number, cell, kind, sides)
            settle(exits, heat, hero)
    watch_exempt(state, exits, decision, round_number, cell, kind, sides)


@kernel
def strand(found, hero, cause, decision, round_number, cell, kind, sides):
    """Write down how a hero has lost its last way, unless it had lost it before."""
    if found.decision > 0:
        return
    found.decision = decision
    found.round = round_number
    found.how = cause
    found.hero = hero
    found.cell = cell
    found.kind = kind
    found.sides = sides


@kernel
def settle(exits, heat, hero):
    """A hero that had lost its way will not find it again; of a floor the first loss is kept."""
    lost, found = exits.stranded[hero], exits.floors[exits.floor]
    if lost.decision == 0:
        return
    found.seats_lost += 1
    if lost.cell >= 0:
        heat.lost[exits.floor, lost.cell] += 1
    if found.decision == 0 or lost.decision < found.decision:
        found.decision = lost.decision
        found.round = lost.round
        found.how = lost.how
        found.hero = lost.hero
        found.cell = lost.cell
        found.kind = lost.kind
        found.sides = lost.sides
    lost.decision = 0


@kernel
def watch_exempt(state, exits, decision, round_number, cell, kind, sides):
    """Look at the ways of heroes that COL-54 spares; one that teleports may find a way again."""
    spared = 0
    for hero in range(state.players):
        if state.where[hero] != ON_FLOOR:
            exits.stranded[hero].decision = 0
        elif is_exempt(state, hero) or exits.stranded[hero].decision > 0:  # until the next look of COL-54 at the latter
            spared |= 1 << hero
    if spared == 0:
        return
    spread(state, state.exit_cell, False)
    for hero in range(state.players):
        if spared >> hero & 1:
            status = exit_status(state, state.scratch[COST, state.cell[hero]])
            if status == 0:
                exits.stranded[hero].decision = 0
            else:
                strand(exits.stranded[hero], hero, status, decision, round_number, cell, kind, sides)
    wipe(state)


def loss_columns(floors: Any) -> dict[str, Any]:
    """What stands in FLOOR records, in words.

    Parameters
    ----------
    floors : structured array
        Of FLOOR records, one for each row.
    """
    names = [cell_name(cell) for cell in range(CELLS)] + [""]
    tiles = np.array([tile_name(kind) if 0 < kind < 29 else "" for kind in range(256)])
    shapes = np.array(["", *(SHAPES[SHAPE_OF_SIDES[sides]].replace("_", " ") for sides in range(1, 16))])
    return {
        "ending": np.array(ev.FLOOR_ENDINGS)[floors["ending"]],
        "lost_how": np.array([*CAUSES, ""])[floors["how"]],
        "lost_decision": floors["decision"],
        "lost_round": floors["round"],
        "lost_seat": floors["hero"] + 1,
        "heroes_lost": floors["seats_lost"],
        "lost_cell": np.array(names)[floors["cell"]],
        "lost_tile": tiles[floors["kind"]],
        "lost_shape": shapes[floors["sides"]],
        "lost_sides": floors["sides"],
    }


def heat_cells(heat: Any) -> list[dict[str, Any]]:
    """The cells of a heat map with their counts, a row for each floor and cell where anything happened."""
    rows = []
    for floor in range(FLOORS):
        for cell in range(CELLS):
            counts = {name: int(heat[name][floor, cell]) for name in MAPS}
            if any(counts.values()):
                rows.append({"floor": floor + 1, "cell": cell_name(cell), "row": cell // 12, "col": cell % 12} | counts)
    return rows
