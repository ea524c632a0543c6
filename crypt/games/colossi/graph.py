"""A floor as a networkx graph: cells, and the passages that are open or can still be built."""

from collections.abc import Iterator
from typing import Any

import networkx as nx

from ...core.picture import SEAT_FILLS
from .keys import shut_for_good
from .laying import (
    cut_off_by,
    fingerprint,
    ground,
    palette,
    picture,
    placed_by,
    placements,
    shape_counts,
    tile_shape,
    tile_sides,
    tiles_placed,
    with_tile,
    without_tile,
)
from .notation import cell_name, side_words, symbol_word
from .state import EAST, EMPTY, EXIT_DOOR, ON_FLOOR, SOUTH, WIDTH

__all__ = [
    "boss_name", "cut_off_by", "exit_name", "fingerprint", "graph", "ground", "hero_cells", "palette", "picture",
    "placed_by", "placements", "seat_fills", "shape_counts", "shut_for_good", "tile_shape", "tile_sides",
    "tiles_left", "tiles_placed", "with_tile", "without_tile",
]  # fmt: skip

NAMES = [[cell_name(row * WIDTH + col) for col in range(WIDTH)] for row in range(WIDTH)]
SIDE_WORDS = [side_words(sides) for sides in range(16)]


def graph(state: Any, known: bool = False, through_boss: bool = False) -> nx.Graph:
    """See a floor as a graph: what is joined, and what could still be.

    Two neighbouring cells are joined if each of them is empty or open on the side that faces the other. While the boss
    lives its room joins nothing.

    Parameters
    ----------
    state : record
    known : bool
        Only the tiles that lie on the board, and the passages between them.
    through_boss : bool
        Take the room of a living boss for one that can be walked through, as COL-54 does: the boss can be beaten.

    Returns
    -------
    networkx.Graph
        Nodes are cell names, with `row`, `col` (from 0), `symbol` (a word), `openings` (such as "north east"),
        `placed`, `heroes` (numbers, such as "1 3") and `monster` (a living one). Edges have `open`: true for a passage
        over two placed tiles, false for one that is still to be built. All attributes are numbers, words or truth
        values, so that every format can hold them.
    """
    side = int(state.side)
    kinds, sides, live = state.kind.tolist(), state.sides.tolist(), state.live.tolist()
    shut = int(state.boss_cell) if state.boss_hp > 0 and not through_boss else -1
    standing = _standing(state)
    result = nx.Graph(game="colossi")
    for row in range(side):
        for col in range(side):
            kind, name = kinds[row][col], NAMES[row][col]
            if kind == EMPTY and known:
                continue
            word = symbol_word(kind, live[row][col])
            result.add_node(
                name,
                row=row,
                col=col,
                symbol=word,
                openings=SIDE_WORDS[sides[row][col]],
                placed=kind != EMPTY,
                heroes=" ".join(map(str, standing[row * WIDTH + col])) if row * WIDTH + col in standing else "",
                monster=word == "monster",
            )
    # an empty cell is open to every side, and the room of a living boss to none
    is_open = [[15 if kinds[row][col] == EMPTY else sides[row][col] for col in range(side)] for row in range(side)]
    if shut >= 0:
        is_open[shut // WIDTH][shut % WIDTH] = 0
    result.add_edges_from(_edges(side, kinds, is_open, known))
    return result


def _edges(
    side: int, kinds: list[list[int]], sides: list[list[int]], known: bool
) -> Iterator[tuple[str, str, dict[str, bool]]]:
    for row in range(side):
        for col in range(side):
            placed, openings = kinds[row][col] != EMPTY, sides[row][col]
            for direction, row2, col2 in ((EAST, row, col + 1), (SOUTH, row + 1, col)):
                if row2 == side or col2 == side or not openings >> direction & 1:
                    continue
                both = placed and kinds[row2][col2] != EMPTY
                if sides[row2][col2] >> (direction ^ 2) & 1 and (both or not known):
                    yield NAMES[row][col], NAMES[row2][col2], {"open": both}


def _standing(state: Any) -> dict[int, list[int]]:
    """The numbers of the heroes on each cell."""
    standing: dict[int, list[int]] = {}
    for seat in range(int(state.players)):
        if state.where[seat] == ON_FLOOR:
            standing.setdefault(int(state.cell[seat]), []).append(seat + 1)
    return standing


# ------------------------------------------------------------------------------ what a report wants to know besides


def exit_name(state: Any) -> str | None:
    """The cell of the exit door, or None when it is not on the board."""
    cell = int(state.exit_cell)
    return cell_name(cell) if state.kind[divmod(cell, WIDTH)] == EXIT_DOOR else None


def boss_name(state: Any) -> str | None:
    """The cell of the boss's room while the boss lives, else None."""
    return cell_name(int(state.boss_cell)) if state.boss_hp > 0 and state.boss_cell >= 0 else None


def seat_fills() -> tuple[str, ...]:
    """The colours of the heroes, by seat."""
    return SEAT_FILLS


def hero_cells(state: Any) -> dict[int, str]:
    """The cell of each living hero on the floor, by its number."""
    places = {hero: cell_name(cell) for cell, heroes in _standing(state).items() for hero in heroes}
    return dict(sorted(places.items()))


def tiles_left(state: Any) -> int:
    """How many tiles can still be placed: those in the bag, and the one in hand."""
    return int(state.bag_count) + (1 if state.drawn else 0)
