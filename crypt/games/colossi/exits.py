"""How the exit stands through a game, watched in the trace: for surveys of many games. No rule stands here.

The rules themselves look at every way after each change (COL-54), and a hero that has lost its last way dies at once. So a
loss is a death with one of these causes, and the tile that was placed in the same step is what did it.
"""

from typing import Any

import numpy as np

from ...core.jit import kernel
from . import events as ev
from .notation import cell_name
from .state import CAUSES, CELLS, FLOORS, NO_KEY, STARVED, WALLED
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
EXITS = np.dtype([("colossi_exits", "u1"), ("floor", "i1"), ("floors", FLOOR, (FLOORS,))], align=True)
# the cells where ways were lost, heroes died, and heroes were at the end of a step or walk
HEAT = np.dtype([("lost", "i8", (FLOORS, CELLS)), ("deaths", "i8", (FLOORS, CELLS)), ("visits", "i8", (FLOORS, CELLS))])
MAPS = ("lost", "deaths", "visits")


@kernel
def begin(exits):
    """Forget the game before."""
    exits.floor = 0
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
def watch(exits, heat, trace, decision, round_number):
    """Take in what happened in one step.

    Parameters
    ----------
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
            exits.floors[trace[i].a - 1].ending = trace[i].b
        elif what == ev.DIES:
            if trace[i].a >= 0:
                heat.deaths[floor, trace[i].a] += 1
            cause = trace[i].b
            if cause == WALLED or cause == STARVED or cause == NO_KEY:
                lose(exits.floors[floor], heat, floor, trace[i].who, cause, decision, round_number, cell, kind, sides)


@kernel
def lose(found, heat, floor, hero, cause, decision, round_number, cell, kind, sides):
    """A hero has lost its last way; the first one of a floor is written down."""
    found.seats_lost += 1
    if cell >= 0:
        heat.lost[floor, cell] += 1
    if found.decision > 0:
        return
    found.decision = decision
    found.round = round_number
    found.how = cause
    found.hero = hero
    found.cell = cell
    found.kind = kind
    found.sides = sides


def loss_columns(floors: Any) -> dict[str, Any]:
    """What stands in FLOOR records, in words.

    Parameters
    ----------
    floors : structured array
        Of FLOOR records, one for each row.
    """
    names = [cell_name(cell) for cell in range(CELLS)] + [""]
    tiles = np.array([tile_name(kind) if 0 < kind < 29 else "" for kind in range(256)])
    return {
        "ending": np.array(ev.FLOOR_ENDINGS)[floors["ending"]],
        "lost_how": np.array([*CAUSES, ""])[floors["how"]],
        "lost_decision": floors["decision"],
        "lost_round": floors["round"],
        "lost_seat": floors["hero"] + 1,
        "heroes_lost": floors["seats_lost"],
        "lost_cell": np.array(names)[floors["cell"]],
        "lost_tile": tiles[floors["kind"]],
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
