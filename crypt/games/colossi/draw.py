"""Draws a position of Crypt of the Colossi: the floor as one SVG, and small pictures of tiles and heroes.

The same picture serves the page, a notebook and print. It scales from 300 to 1,600 pixels, and what people wrote (their
names) stands in it as text, never as markup.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...core.picture import XMLNS, Cells, marks_of, size_words, xml_text
from ...core.picture import Picture as BasePicture
from . import pieces
from .possible import is_shaded
from .reading import SIDE_NAMES, cell_name, read_cell
from .state import (
    BAG_KINDS,
    BOSS_ROOM,
    CLOSET,
    COL_STEP,
    EMPTY,
    EXIT_DOOR,
    MONSTER,
    NORMAL,
    ON_FLOOR,
    ROW_STEP,
    SHAPE_OF_SIDES,
    START,
    WIDTH,
)

CELL, HALF = pieces.CELL, pieces.HALF
MARGIN = 38  # round the cells, for border and coordinates
OVERLAYS = ("recent", "danger", "target")  # in the order in which they are laid over a cell
SHAPE_WORDS = ("dead end", "straight", "corner", "tee", "cross")

Marks = list[tuple[str, set[int]]]


def svg(
    state: Any,
    rules: Any,
    names: Sequence[str] = (),
    size: int | None = None,
    overlay: Mapping[str, Cells] | Cells | None = None,
    theme: str = "auto",
    ghost: int | None = None,
) -> str:
    """Draw the whole floor.

    Parameters
    ----------
    state, rules : record
        The position and its packed ruleset.
    names : sequence of str
        Of the heroes, by seat; without names they are "hero 1" and so on.
    size : int, optional
        Pixels wide and high; without it the picture is as wide as there is room.
    overlay : mapping or iterable, optional
        Cells to mark, by number or name: `target` (where one may go), `recent` (what has changed), `danger`. A mere
        iterable is of targets.
    theme : str
        "light", "dark", "print", or "auto": dark where the page (a class or attribute of an element above: `dark`,
        `data-theme="dark"`) or the system is.
    ghost : int, optional
        The open sides with which the tile in hand is shown on the cell it is for; by default the first way it fits.

    Returns
    -------
    str
        An `<svg>` element in which each cell is a group with `data-cell="c4"` and a description in words.

    Raises
    ------
    ValueError
        For a theme or an overlay that does not exist.
    """
    scene = _Scene(state, rules, names, marks_of(overlay, OVERLAYS, _number), ghost)
    side = scene.side
    total = side * CELL + 2 * MARGIN
    cells = [scene.row(row) for row in range(side)]
    return (
        f'<svg {XMLNS} viewBox="0 0 {total} {total}"{size_words(size)} class="{pieces.LOOK.classes(theme)}" role="group" '
        f'aria-label="{xml_text(scene.title())}">{pieces.LOOK.style(theme)}{_ground(side, scene.shaded)}'
        f'<g class="cells">{"".join(cells)}</g></svg>'
    )


def tile_svg(kind: int, sides: int, size: int | None = 64, theme: str = "auto") -> str:
    """Draw a tile by itself, with what is to be met on it.

    Parameters
    ----------
    kind : int
        As in a position.
    sides : int
        The set of open sides.
    size : int, optional
        Pixels wide and high.
    theme : str
    """
    picture = pieces.tile(kind, sides) + pieces.symbol(kind, True)
    if kind == EXIT_DOOR:
        picture += pieces.door(False)
    elif kind == BOSS_ROOM:
        picture += pieces.COLOSSUS
    return (
        f'<svg {XMLNS} viewBox="{-HALF:g} {-HALF:g} {CELL} {CELL}"{size_words(size)} class="{pieces.LOOK.classes(theme)}" '
        f'role="img" aria-label="{xml_text(tile_words(kind, sides))}">{pieces.LOOK.style(theme)}{picture}</svg>'
    )


class Picture(BasePicture):
    """A position that draws itself in a notebook; its options are those of `svg`."""

    draw = staticmethod(svg)


def tile_words(kind: int, sides: int, opened: int = 0, live: int = 1) -> str:
    """Say in words what a tile is: shape, open sides, symbol.

    Parameters
    ----------
    kind : int
    sides : int
        The set of open sides.
    opened : int
        Those of them that a secret door opened; the tile keeps its shape's name.
    live : int
        0 when what was on it is used up or beaten.
    """
    if kind == EMPTY:
        return "empty"
    openings = f"open {', '.join(name for side, name in enumerate(SIDE_NAMES) if sides >> side & 1) or 'nowhere'}"
    if kind > BAG_KINDS:
        return f"{ {START: 'start', BOSS_ROOM: 'boss room', EXIT_DOOR: 'exit door'}[kind]}, {openings}"
    symbol = (kind - 1) // 5
    words = f"{SHAPE_WORDS[SHAPE_OF_SIDES[sides & ~opened]]}, {openings}"
    if symbol == NORMAL:
        return words
    if symbol in (MONSTER, CLOSET):
        return f"{words}; {SYMBOL_WORDS[symbol][0 if live else 1]}"
    return f"{words}; {SYMBOL_WORDS[symbol][0]}"


SYMBOL_WORDS = (("",), ("event",), ("monster", "monster, beaten"), ("chest",), ("hero closet", "hero closet, used"))


def layout(state: Any) -> dict:
    """Where the cells are in the picture, for buttons over them.

    Returns
    -------
    dict
        ``side``, the number of cells in a row, and ``margin``, the part of the picture that is beside them on each side.
    """
    side = int(state.side)
    return {"side": side, "margin": MARGIN / (side * CELL + 2 * MARGIN)}


# ---------------------------------------------------------------------------------------------------- one floor


class _Scene:
    """What is to be drawn, as plain lists: reading single fields of a record is slow."""

    def __init__(self, state: Any, rules: Any, names: Sequence[str], marks: Marks, ghost: int | None):
        self.side = int(state.side)
        self.shaded = int(rules.shaded[max(int(state.players) - 1, 0)])
        self.kinds, self.sides, self.live = state.kind.tolist(), state.sides.tolist(), state.live.tolist()
        self.lying, self.opened = state.lying.tolist(), state.opened.tolist()
        self.boss_hp, self.full_boss_hp = int(state.boss_hp), int(rules.boss_hp)
        self.door_open = bool(state.door_open)
        self.floor = int(state.floor)
        self.names = [names[seat] if seat < len(names) else f"hero {seat + 1}" for seat in range(int(state.players))]
        self.on_turn = int(state.hero) if state.result == 0 else -1
        self.seats: dict[int, list[int]] = {}
        where, cells = state.where.tolist(), state.cell.tolist()
        for seat in range(len(self.names)):
            if where[seat] == ON_FLOOR:
                self.seats.setdefault(cells[seat], []).append(seat)
        self.marks = tuple((name, frozenset(cells)) for name, cells in marks)
        self.drawn = int(state.drawn)
        self.target = int(state.target) if self.drawn else -1
        self.ghost = self._first_turn(cells[int(state.hero)]) if ghost is None else ghost

    def _first_turn(self, here: int) -> int:
        """The first way in which the tile in hand connects to where the hero stands (COL-15)."""
        if self.target < 0:
            return 0
        back = next((d for d in range(4) if self.target + ROW_STEP[d] * WIDTH + COL_STEP[d] == here), 0)
        shape = (self.drawn - 1) % 5
        return next(sides for sides in range(1, 16) if SHAPE_OF_SIDES[sides] == shape and sides >> back & 1)

    def title(self) -> str:
        """Say in words what the picture shows as a whole."""
        door = "open" if self.door_open else "shut"
        turn = f"; {self.names[self.on_turn]} is on turn" if 0 <= self.on_turn < len(self.names) else ""
        size = f"{self.side} by {self.side} cells"
        return f"Floor {self.floor}, {size}; boss {self._boss_words()}; exit door {door}{turn}"

    def _boss_words(self) -> str:
        return f"{self.boss_hp} of {self.full_boss_hp} hit points" if self.boss_hp > 0 else "defeated"

    def row(self, row: int) -> str:
        """A row of cells with all that is on them; drawn anew only where something of it has changed."""
        here, kinds = range(row * WIDTH, row * WIDTH + self.side), self.kinds[row][: self.side]
        fields = (self.sides, self.live, self.opened, self.lying)
        key: list[Any] = [row, self.marks, *kinds, *(value for field in fields for value in field[row][: self.side])]
        # what only some cells depend on
        if seats := tuple((cell, *self.seats[cell]) for cell in here if cell in self.seats):
            key += [seats, self.on_turn, *self.names]
        if self.target in here:
            key += [self.target, self.drawn, self.ghost]
        if BOSS_ROOM in kinds or EXIT_DOOR in kinds:
            key += [self.boss_hp, self.full_boss_hp, self.door_open]
        signature = tuple(key)
        if signature not in _DRAWN:
            if len(_DRAWN) >= MOST_DRAWN:
                _DRAWN.clear()
            _DRAWN[signature] = "".join(self._draw(row, col) for col in range(self.side))
        return _DRAWN[signature]

    def _draw(self, row: int, col: int) -> str:
        cell = row * WIDTH + col
        kind, sides, live = self.kinds[row][col], self.sides[row][col], self.live[row][col]
        seats = self.seats.get(cell, ())
        beside = bool(seats) and (live > 0 or kind in (BOSS_ROOM, EXIT_DOOR))
        body = BLANK
        if kind:
            symbol = self._symbol(kind, live)
            body = pieces.tile(kind, sides) + (pieces.aside(symbol, len(seats)) if beside else symbol)
        if cell == self.target:
            ghost = pieces.tile(self.drawn, self.ghost) + pieces.symbol(self.drawn, True)
            body += f'<g class="ghost">{ghost}</g>{GHOST_LINE}'
        if self.marks:
            body += self._marked(cell, kind or cell == self.target)
        if seats:
            body += pieces.tokens(tuple(seats), self.on_turn, beside)
        if self.lying[row][col]:
            body += pieces.keys(self.lying[row][col], len(seats))
        words = xml_text(self._words(cell, row, col, seats))
        return (
            f'<g class="cell" data-cell="{cell_name(cell)}" role="img" aria-label="{words}" '
            f'transform="translate({MARGIN + HALF + col * CELL:g},{MARGIN + HALF + row * CELL:g})">'
            f"<title>{words}</title>{body}</g>"
        )

    def _symbol(self, kind: int, live: int) -> str:
        if kind == EXIT_DOOR:
            return pieces.door(self.door_open)
        if kind == BOSS_ROOM:
            return pieces.boss(self.boss_hp, self.full_boss_hp)
        return pieces.symbol(kind, live > 0)

    def _marked(self, cell: int, covered: int) -> str:
        found = [name for name, cells in self.marks if cell in cells]
        marks = "".join(f'<rect class="{name}" {MARK_BOX}/>' for name in found)
        return marks + (PLUS if "target" in found and not covered else "")

    def _words(self, cell: int, row: int, col: int, seats: Sequence[int]) -> str:
        kind = self.kinds[row][col]
        tile = tile_words(kind, self.sides[row][col], self.opened[row][col], self.live[row][col])
        words = f"{cell_name(cell)}: {tile}"
        if kind == BOSS_ROOM:
            words += f"; boss {self._boss_words()}"
        elif kind == EXIT_DOOR:
            words += "; door open" if self.door_open else "; door shut"
        elif cell == self.target:
            words += f"; tile in hand: {tile_words(self.drawn, self.ghost)}"
        if keys := self.lying[row][col]:
            words += "; a key" if keys == 1 else f"; {keys} keys"
        for seat in seats:
            words += f"; {self.names[seat]}" + (" (on turn)" if seat == self.on_turn else "")
        return words


_DRAWN: dict[tuple, str] = {}  # rows as they were drawn before
MOST_DRAWN = 1000

BOX = HALF - 2.5
MARK_BOX = f'x="{-BOX}" y="{-BOX}" width="{2 * BOX}" height="{2 * BOX}" rx="6"'
GHOST_LINE = f'<rect class="ghostline" {MARK_BOX}/>'
PLUS = '<path class="plus" d="M-9 0H9M0-9V9"/>'
BLANK = f'<rect class="hit" x="{-HALF}" y="{-HALF}" width="{CELL}" height="{CELL}"/>'


# ------------------------------------------------------------------------------------------------- round it


def _number(cell: int | str) -> int:
    return read_cell(cell) if isinstance(cell, str) else int(cell)


@cache
def _ground(side: int, shaded: int) -> str:
    """The board without its tiles: border in the colour of its size, shaded area, grid, coordinates."""
    colour = pieces.BORDERS.get(side, "blue")
    board, total = side * CELL, side * CELL + 2 * MARGIN
    lines = "".join(
        f"M{MARGIN} {MARGIN + i * CELL}h{board}M{MARGIN + i * CELL} {MARGIN}v{board}" for i in range(side + 1)
    )
    low = next((i for i in range(side) if is_shaded(i * (WIDTH + 1), side, shaded)), 0)
    corner = MARGIN + low * CELL
    return (
        f'<rect class="panel frame {colour}" x="4.5" y="4.5" width="{total - 9}" height="{total - 9}" rx="12"/>'
        f'<rect class="ground" x="{MARGIN}" y="{MARGIN}" width="{board}" height="{board}"/>'
        f'<rect class="shade {colour}" x="{corner}" y="{corner}" width="{shaded * CELL}" height="{shaded * CELL}"/>'
        f'<path class="grid" d="{lines}"/>{_coordinates(side, total)}'
    )


def _coordinates(side: int, total: int) -> str:
    """Letters and numbers along all four edges; the cells say their names themselves to those who hear them."""
    low, high = MARGIN - 15, total - MARGIN + 15
    texts = []
    for i in range(side):
        place = MARGIN + HALF + i * CELL
        letter = chr(ord("a") + i)
        texts += [f'<text class="label" x="{place:g}" y="{y}">{letter}</text>' for y in (low, high)]
        texts += [f'<text class="label" x="{x}" y="{place:g}">{i + 1}</text>' for x in (low, high)]
    return f'<g aria-hidden="true">{"".join(texts)}</g>'
