"""Tiles that could be laid: what one would do to a floor, and which may come next. The graph module offers these."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from ...core.game import IllegalError, UnreadableError
from . import events as ev
from .draw import tile_svg
from .floor import fits, has_passage, is_open, neighbour
from .reading import BAG_SYMBOLS, GLYPHS, PLAIN, cell_name, read_cell
from .state import (
    BAG_KINDS,
    CAUSES,
    CLOSET,
    EMPTY,
    EXIT_DOOR,
    MONSTER,
    NORMAL,
    ON_FLOOR,
    SHAPE_OF_SIDES,
    SHAPE_SIDES,
    SHAPES,
    TURN_THE_TILE,
    WIDTH,
    kind_of,
)


def with_tile(state: Any, cell: str, tile: str) -> Any:
    """A copy of the position with a tile laid on an empty cell, and one tile less to lay.

    Parameters
    ----------
    state : record
    cell : str
    tile : str
        The openings' glyph and, if wanted, the symbol: "┤" or "┤m". Without a symbol it is a plain tile, or where none
        of its shape is left, one with the symbol of which most are.

    Raises
    ------
    UnreadableError, IllegalError
    """
    sides, symbol = read_tile(tile)
    place = divmod(read_cell(cell, int(state.side)), WIDTH)
    if state.kind[place] != EMPTY:
        raise IllegalError(f"there is a tile on {cell} already; take an empty cell", "COL-14")
    copy = state.copy()
    if copy.drawn:  # it goes back, so that what is laid comes from among all that are left
        copy.bag[int(copy.drawn) - 1] += 1
        copy.bag_count += 1
        copy.drawn = 0
    if len(tile) == 1:
        symbol = _symbol_left(copy.bag, SHAPE_OF_SIDES[sides])
    copy.kind[place], copy.sides[place] = kind_of(symbol, SHAPE_OF_SIDES[sides]), sides
    copy.live[place] = symbol in (MONSTER, CLOSET)
    if copy.bag_count:
        copy.bag[_like(copy.bag, int(copy.kind[place]))] -= 1
        copy.bag_count -= 1
    return copy


def _symbol_left(bag: Any, shape: int) -> int:
    """A symbol of which tiles of this shape are left: none at all if there is one, else the commonest."""
    counts = bag.tolist()[shape::5]
    return NORMAL if counts[NORMAL] else counts.index(max(counts))


def _like(bag: Any, kind: int) -> int:
    """The place in the bag of a tile of this kind; else of one of its shape, else of the kind of which most are left."""
    counts = bag.tolist()
    same = [i for i in range((kind - 1) % 5, len(counts), 5) if counts[i]]
    return kind - 1 if counts[kind - 1] else (same[0] if same else counts.index(max(counts)))


def without_tile(state: Any, cell: str) -> Any:
    """A copy of the position with a tile of the bag taken off the board again.

    Raises
    ------
    UnreadableError, IllegalError
    """
    place = divmod(read_cell(cell, int(state.side)), WIDTH)
    if not EMPTY < state.kind[place] <= BAG_KINDS:
        raise IllegalError(f"on {cell} there is no tile of the bag that could be taken away")
    if any(state.where[h] == ON_FLOOR and divmod(int(state.cell[h]), WIDTH) == place for h in range(state.players)):
        raise IllegalError(f"a hero stands on {cell}; its tile cannot be taken away")
    copy = state.copy()
    copy.bag[int(copy.kind[place]) - 1] += 1
    copy.kind[place] = copy.sides[place] = copy.opened[place] = copy.live[place] = EMPTY
    copy.bag_count += 1
    return copy


def read_tile(text: str) -> tuple[int, int]:
    """Read a tile in notation: its open sides and its symbol.

    Raises
    ------
    UnreadableError
    """
    sides = GLYPHS.find(text[:1]) if text else -1
    mark = text[1:] or PLAIN
    if sides < 1 or (mark != PLAIN and mark not in BAG_SYMBOLS):
        raise UnreadableError(f"{text[:20]!r} is no tile; write one of {GLYPHS[1:]}, and after it . m $ h or ! if wanted")
    return sides, BAG_SYMBOLS.get(mark, NORMAL)


def palette(state: Any) -> list[dict[str, Any]]:
    """The shapes that could be laid: `shape`, how many are `left` in the bag and in hand, and the glyphs of its `turns`."""
    left = shape_counts(state)
    return [
        {"shape": shape, "left": left[shape], "turns": [GLYPHS[sides] for sides in _turns(number)]}
        for number, shape in enumerate(SHAPES)
    ]


def picture(tile: str) -> str:
    """Draw a tile in notation by itself."""
    sides, symbol = read_tile(tile)
    return tile_svg(kind_of(symbol, SHAPE_OF_SIDES[sides]), sides, None)


def tile_sides(tile: str) -> int:
    """The set of open sides of a tile in notation."""
    return read_tile(tile)[0]


def tile_shape(tile: str) -> str:
    """Name the shape of a tile in notation, such as "dead end"."""
    return SHAPES[SHAPE_OF_SIDES[read_tile(tile)[0]]].replace("_", " ")


def tiles_placed(state: Any) -> int:
    """How many tiles of the bag lie on the board."""
    return int(((state.kind > EMPTY) & (state.kind <= BAG_KINDS)).sum())


def _turns(shape: int) -> list[int]:
    """The sets of sides of a shape, each a quarter turn clockwise from the one before."""
    found = [SHAPE_SIDES[shape]]
    while (sides := (found[-1] << 1 | found[-1] >> 3) & 15) not in found:
        found.append(sides)
    return found


def placements(state: Any) -> Iterator[tuple[str, str, str, float]]:
    """The tiles that may come next: cell, glyph, shape, and how likely such a tile is drawn.

    The tile in hand on its cell; else each shape in the bag on each empty cell beside the tiles that a hero on the floor
    can walk to (in any number of turns, without fighting), in the orientations that connect to where it would come from.
    """
    if state.phase == TURN_THE_TILE:
        cell = int(state.cell[state.hero])
        back = next(side for side in range(4) if neighbour(state, int(state.target), side) == cell)
        shape = (int(state.drawn) - 1) % 5
        for sides in range(1, 16):
            if fits(int(state.drawn), sides, back):
                yield cell_name(int(state.target)), GLYPHS[sides], SHAPES[shape], 1.0
        return
    counts = shape_counts(state)
    total = sum(counts.values())
    for target, backs in sorted(_frontier(state).items()):
        for sides in range(1, 16):
            shape = SHAPES[SHAPE_OF_SIDES[sides]]
            if counts[shape] and sides & backs:
                yield cell_name(target), GLYPHS[sides], shape, counts[shape] / total


def _frontier(state: Any) -> dict[int, int]:
    """The empty cells that can be explored, with the sides from which a hero could come."""
    starts = {int(state.cell[hero]) for hero in range(state.players) if state.where[hero] == ON_FLOOR}
    waiting, seen, found = deque(starts), set(starts), {}
    while waiting:
        cell = waiting.popleft()
        for side in range(4):
            other = neighbour(state, cell, side)
            if other < 0 or not is_open(state, cell, side):
                continue
            if state.kind[divmod(other, WIDTH)] == EMPTY:
                found[other] = found.get(other, 0) | 1 << (side + 2) % 4
            elif other not in seen and has_passage(state, cell, side) and other != state.boss_cell:
                seen.add(other)
                waiting.append(other)
    return found


def shape_counts(state: Any) -> dict[str, int]:
    """How many tiles of each shape are in the bag and in hand."""
    counts = dict.fromkeys(SHAPES, 0)
    for kind, number in enumerate(state.bag.tolist()):
        counts[SHAPES[kind % 5]] += number
    if state.drawn:
        counts[SHAPES[(int(state.drawn) - 1) % 5]] += 1
    return counts


def ground(state: Any) -> bytes:
    """Bytes that are equal for positions with the same passages, and with boss and exit on the same cells."""
    places = [state.boss_cell] if state.boss_hp > 0 else []
    marks = (state.kind > EMPTY) + 2 * (state.kind == EXIT_DOOR)
    return marks.tobytes() + state.sides.tobytes() + bytes([state.side, *places])


def fingerprint(state: Any) -> bytes:
    """Bytes that are equal for positions in which the exit stands the same."""
    cells = state.cell.tolist() if state.players else []
    rest = [int(state.bag_count) + bool(state.drawn), *cells, *state.where.tolist()]
    return ground(state) + str(rest).encode()


def placed_by(events: Any) -> tuple[str, str]:
    """The cell and the glyph of the tile that was placed in a step; two empty texts when none was."""
    for event in events:
        if event.kind == ev.PLACES:
            return cell_name(int(event.a)), GLYPHS[int(event.c)]
    return "", ""


def cut_off_by(events: Any) -> dict[int, str]:
    """The heroes that died in a step because they could not reach the exit: hero number to "walled" or "starved"."""
    deaths = [event for event in events if event.kind == ev.DIES and CAUSES[int(event.b)] in ("walled", "starved")]
    return {int(event.who) + 1: CAUSES[int(event.b)] for event in deaths}
