"""Draws a position of Loot the Dragon's Lair: the circular board as one SVG, with stash, hoard and movement in its corners.

The same picture serves the page, a notebook and print. What people wrote (their names) stands in it as text, never as
markup.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import cos, pi, sin
from typing import Any, NamedTuple

from ...core.picture import XMLNS, Cells, marks_of, size_words, xml_text
from ...core.picture import Picture as BasePicture
from . import SEATS, pieces
from .notation import is_circular, read_space
from .state import CENTRE, DRAGON, RUNNING
from .vocabulary import beside_space, counted, listed, piece_name, space_names

SIDE = 760  # of the picture
MIDDLE = SIDE / 2
RADIUS = 318  # of the board
CORE = 0.8  # the centre's radius, in widths of a ring
OVERLAYS = ("recent", "target")  # in the order in which they are laid over a space
PAWN = 58  # the room that a pawn takes
NOTE = 74  # from the corner of the picture to the middle of what is written there


class Place(NamedTuple):
    """Where a space is: its middle, its room, and its outline round the middle."""

    x: float
    y: float
    room: float
    outline: str
    sign: tuple[float, float]  # from the middle to where the ring's number stands, in its first space


def svg(
    state: Any,
    rules: Any,
    names: Sequence[str] = (),
    size: int | None = None,
    overlay: Mapping[str, Cells] | Cells | None = None,
    theme: str = "auto",
) -> str:
    """Draw the whole board.

    Parameters
    ----------
    state, rules : record
        The position and its packed ruleset.
    names : sequence of str
        Of the players, by seat.
    size : int, optional
        Pixels wide and high; without it the picture is as wide as there is room.
    overlay : mapping or iterable, optional
        Spaces to mark, by number or name: `target` (where one may go), `recent` (what has changed). A mere iterable is of
        targets.
    theme : str
        "light", "dark", "print", or "auto": dark where the page or the system is.

    Returns
    -------
    str
        An `<svg>` element in which each space is a group with `data-cell="r3s5"` and a description in words.

    Raises
    ------
    ValueError
        For a theme or an overlay that does not exist.
    """
    marks = marks_of(overlay, OVERLAYS, lambda cell: _number(state, cell))
    labels = space_labels(state)
    names_of = space_names(state)
    on_turn = int(state.seat) if state.result == RUNNING else -1
    cells = [
        _cell(space, name, labels[space], place, state, on_turn, [mark for mark, spaces in marks if space in spaces])
        for space, (name, place) in enumerate(zip(names_of, places(state), strict=True))
    ]
    return (
        f'<svg {XMLNS} viewBox="0 0 {SIDE} {SIDE}"{size_words(size)} class="{pieces.LOOK.classes(theme)}" role="group" '
        f'aria-label="{xml_text(_title(state, rules, names))}">{pieces.LOOK.style(theme)}{_ground(state)}'
        f'<g class="cells">{"".join(cells)}{_notes(state, rules)}</g></svg>'
    )


class Picture(BasePicture):
    """A position that draws itself in a notebook; its options are those of `svg`."""

    draw = staticmethod(svg)


def layout(state: Any) -> dict:
    """Where the spaces are in the picture, for buttons over them.

    Returns
    -------
    dict
        ``boxes``: for each space the left, top, width and height of the box round its middle, as parts of the picture's
        side.
    """
    found = zip(space_names(state), places(state), strict=True)
    half = {name: (p.x - p.room / 2, p.y - p.room / 2, p.room) for name, p in found}
    return {"boxes": {name: [x / SIDE, y / SIDE, room / SIDE, room / SIDE] for name, (x, y, room) in half.items()}}


WAY_LAYERS = (("joined", "Neighbours"), ("dragon", "The dragon's ways"), ("treasures", "Treasures to the edge"))


def ways_svg(state: Any, ways: Mapping[str, Sequence[Sequence[str]]]) -> str:
    """Draw the graph, to be laid over the picture: spaces as dots, neighbours joined, and ways as broad lines.

    Parameters
    ----------
    state : record
    ways : mapping of str to sequence
        By layer: the spaces of each way.
    """
    at = {name: (place.x, place.y) for name, place in zip(space_names(state), places(state), strict=True)}
    middles = list(at.values())
    joined = "".join(
        f"M{x:.1f} {y:.1f}L{middles[other][0]:.1f} {middles[other][1]:.1f}"
        for space, (x, y) in enumerate(middles)
        for other in beside_space(state, space)
        if space < other
    )
    dots = "".join(f'<circle class="node" cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in middles)
    layers = [f'<g class="joined"><path class="graph" d="{joined}"/>{dots}</g>']
    for layer, found in ways.items():
        lines = ["M" + "L".join(f"{at[name][0]:.1f} {at[name][1]:.1f}" for name in way) for way in found if len(way) > 1]
        paths = "".join(f'<path class="way" d="{line}"/>' for line in lines)
        layers.append(f'<g class="{layer}">{paths}</g>')
    style = pieces.LOOK.style("auto")
    return f'<svg {XMLNS} viewBox="0 0 {SIDE} {SIDE}" class="{pieces.LOOK.classes("auto")}">{style}{"".join(layers)}</svg>'


# ---------------------------------------------------------------------------------------------------- the board


def places(state: Any) -> tuple[Place, ...]:
    """Where each space of a position's board is."""
    count = int(state.spaces)
    return _places(tuple(state.ring[:count].tolist()), tuple(state.sector[:count].tolist()))


@cache
def _places(rings: tuple[int, ...], sectors: tuple[int, ...]) -> tuple[Place, ...]:
    width = RADIUS / (max(rings) + CORE)
    core = CORE * width
    circle = f"M{-core:.1f} 0A{core:.1f} {core:.1f} 0 1 1 {core:.1f} 0A{core:.1f} {core:.1f} 0 1 1 {-core:.1f} 0Z"
    most = {ring: max(s for r, s in zip(rings, sectors, strict=True) if r == ring) for ring in set(rings)}
    found = []
    for ring, sector in zip(rings, sectors, strict=True):
        if ring == 0:
            found.append(Place(MIDDLE, MIDDLE, 2 * core, circle, (0, 0)))
        else:
            found.append(_sector_place(core + (ring - 1) * width, width, sector, most[ring]))
    return tuple(found)


def _sector_place(inner: float, width: float, sector: int, of: int) -> Place:
    """A space on a ring: the first sector is on top, the others follow clockwise."""
    turn = 2 * pi / of
    middle = (sector - 1) * turn
    radius = inner + width / 2
    x, y = MIDDLE + radius * sin(middle), MIDDLE - radius * cos(middle)

    def corner(r: float, angle: float) -> str:
        return f"{MIDDLE + r * sin(angle) - x:.1f} {MIDDLE - r * cos(angle) - y:.1f}"

    low, high, outer = middle - turn / 2, middle + turn / 2, inner + width
    outline = (
        f"M{corner(inner, low)}A{inner:.1f} {inner:.1f} 0 0 1 {corner(inner, high)}"
        f"L{corner(outer, high)}A{outer:.1f} {outer:.1f} 0 0 0 {corner(outer, low)}Z"
    )
    at = outer - 0.18 * width, low + 0.22 * width / outer  # in the corner, beside what lies and stands in the middle
    sign = MIDDLE + at[0] * sin(at[1]) - x, MIDDLE - at[0] * cos(at[1]) - y
    return Place(x, y, min(width, radius * turn), outline, sign)


def _ground(state: Any) -> str:
    """What never changes: the panel, the names of rings and sectors, and the connections of a board that somebody drew."""
    count = int(state.spaces)
    rings, sectors = state.ring[:count].tolist(), state.sector[:count].tolist()
    return f'<rect class="panel" width="{SIDE}" height="{SIDE}" rx="14"/>{_sector_names(max(rings), rings, sectors)}'


def _sector_names(outermost: int, rings: list[int], sectors: list[int]) -> str:
    numbers = [s for r, s in zip(rings, sectors, strict=True) if r == outermost]
    texts = []
    for sector in numbers:
        angle = 2 * pi * (sector - 1) / max(numbers)
        x, y = MIDDLE + (RADIUS + 17) * sin(angle), MIDDLE - (RADIUS + 17) * cos(angle)
        texts.append(f'<text class="label" x="{x:.1f}" y="{y:.1f}">{sector}</text>')
    return f'<g aria-hidden="true">{"".join(texts)}</g>'


def _links(state: Any, space: int) -> str:
    """On a board that somebody drew, the connections of a space, half of the way to each neighbour."""
    if is_circular(state):
        return ""
    all_places = places(state)
    here = all_places[space]
    ends = [all_places[other] for other in beside_space(state, space)]
    lines = "".join(f"M0 0L{(end.x - here.x) / 2:.1f} {(end.y - here.y) / 2:.1f}" for end in ends)
    return f'<path class="link" d="{lines}"/>'


# --------------------------------------------------------------------------------------------------- one space


def _cell(space: int, name: str, label: str, place: Place, state: Any, on_turn: int, marks: list[str]) -> str:
    kinds = ["space", *(["centre"] if space == CENTRE else []), *(["edge"] if state.edge[space] else [])]
    kinds += ["other"] if (int(state.sector[space]) + int(state.ring[space])) % 2 else []
    words = xml_text(label)
    marked = "".join(f'<path class="{mark}" d="{place.outline}" transform="scale(.9)"/>' for mark in marks)
    return (
        f'<g class="cell" data-cell="{name}" role="img" aria-label="{words}" '
        f'transform="translate({place.x:.1f},{place.y:.1f})"><title>{words}</title>'
        f'<path class="{" ".join(kinds)}" d="{place.outline}"/>{_links(state, space)}{marked}'
        f"{_ring_number(space, place, state)}{_things(space, place, state, on_turn)}</g>"
    )


def _ring_number(space: int, place: Place, state: Any) -> str:
    """The number of a ring, as the names of spaces have it, in the first space of the ring (LAIR-02)."""
    ring = int(state.ring[space])
    if space == CENTRE or ring in state.ring[:space]:
        return ""
    x, y, size = *place.sign, 15 if place.room > 44 else 12
    return f'<text class="ring" x="{x:.1f}" y="{y:.1f}" font-size="{size}" aria-hidden="true">r{ring}</text>'


def _things(space: int, place: Place, state: Any, on_turn: int) -> str:
    """Treasures and pawns on a space, side by side where there are several."""
    here = [piece for piece, at in enumerate(state.place.tolist()) if at == space]
    count = int(state.treasure[space])
    spots = _spots(len(here) + (count > 0))
    scale = min(place.room / PAWN, 1.25) * (1.0 if len(spots) < 2 else 0.72)
    drawn = [f"{_at(spots[0], place.room, scale)}{pieces.treasures(count)}</g>"] if count else []
    for piece, spot in zip(here, spots[count > 0 :], strict=True):
        is_on_turn = on_turn == (1 if piece == DRAGON else 0)
        drawn.append(f"{_at(spot, place.room, scale, 'hero')}{pieces.pawn(piece, is_on_turn)}</g>")
    return "".join(drawn)


def _at(spot: tuple[float, float], room: float, scale: float, kind: str = "thing") -> str:
    x, y = spot[0] * room, spot[1] * room
    return f'<g class="{kind}" transform="translate({x:.1f},{y:.1f}) scale({scale:.2f})">'


def _spots(count: int) -> list[tuple[float, float]]:
    """Where so many things are on a space, in parts of its room."""
    if count < 2:
        return [(0.0, 0.0)] * count
    if count == 2:
        return [(-0.25, 0.1), (0.22, -0.04)]
    return [(0.27 * sin(2 * pi * i / count), -0.27 * cos(2 * pi * i / count)) for i in range(count)]


def space_labels(state: Any) -> list[str]:
    """Each space in words: "r3s5, on the edge, 2 treasures, adventurer 1"."""
    places_of = state.place.tolist()
    labels = []
    for space, name in enumerate(space_names(state)):
        parts = [name, *(["at the edge"] if state.edge[space] else [])]
        if state.treasure[space]:
            parts.append(counted(int(state.treasure[space]), "treasure"))
        parts += [piece_name(piece) for piece, place in enumerate(places_of) if place == space]
        labels.append(", ".join(parts))
    return labels


def _number(state: Any, space: int | str) -> int:
    found = read_space(state, space) if isinstance(space, str) else int(space)
    if found is None:
        raise ValueError(f"there is no space {str(space)[:40]!r} on this board")
    return found


# ------------------------------------------------------------------------------------------------- the corners


def _notes(state: Any, rules: Any) -> str:
    """Stash, movement, captured adventurers and hoard, in the corners; each is a group like a space, drawn by itself."""
    far = SIDE - NOTE
    lost = [i for i in range(int(state.adventurers)) if state.place[i] < 0]
    notes = [
        _note("stash", NOTE, NOTE - 26, "Stash", _pile(int(state.stash), int(rules.treasures_to_win))),
        _note("movement", far, NOTE - 26, "Movement", _movement(state)),
        _note("captured", NOTE, far + 6, "Captured", _captured(lost, int(state.adventurers))),
        _note("hoard", far, far + 6, "Hoard", _pile(int(state.treasure[CENTRE]), int(rules.hoard_to_win))),
    ]
    return "".join(notes)


def _note(what: str, x: float, y: float, title: str, body: str) -> str:
    return (
        f'<g class="cell" data-note="{what}" aria-hidden="true" transform="translate({x},{y})">'
        f'<text class="title" y="-22">{title}</text><g transform="translate(0,14)">{body}</g></g>'
    )


def _pile(count: int, wanted: int) -> str:
    """Treasures in a row, and empty places for those that are wanted still."""
    if max(count, wanted) > 4:
        return f'<text class="big">{count}/{wanted}</text>'
    empty = '<circle class="none" r="12"/>'
    return _row([pieces.TREASURE if i < count else empty for i in range(max(count, wanted))], 33)


def _captured(lost: list[int], count: int) -> str:
    empty = '<circle class="none" r="12"/>'
    return _row([pieces.pawn(lost[i], False) if i < len(lost) else empty for i in range(count)], 34)


def _row(drawings: list[str], width: float) -> str:
    left = -width * (len(drawings) - 1) / 2
    placed = enumerate(drawings)
    return "".join(f'<g transform="translate({left + width * i:.1f},0) scale(.8)">{one}</g>' for i, one in placed)


def _movement(state: Any) -> str:
    """The dice of this turn, and what is left of their sum."""
    dice = "".join(
        f'<g transform="translate({x},0)"><rect class="cube" x="-14" y="-14" width="28" height="28" rx="5"/>'
        f'<text class="cubenumber">{die}</text></g>'
        for x, die in zip((-44, -10), state.dice.tolist(), strict=True)
    )
    return f'{dice}<text class="big" x="34">{state.movement}</text>'


def _title(state: Any, rules: Any, names: Sequence[str]) -> str:
    """Say in words what the picture shows as a whole."""
    seat = int(state.seat)
    whose = names[seat] if seat < len(names) else SEATS[seat]
    turn = f"{whose}: {state.movement} movement left" if state.result == RUNNING else "the game is over"
    facts = [
        f"{state.stash} of {rules.treasures_to_win} treasures stashed",
        f"{state.treasure[CENTRE]} of {rules.hoard_to_win} in the centre",
        f"{counted(int(state.alive), 'adventurer')} left",
    ]
    return f"The lair, {counted(int(state.spaces), 'space')}; {listed(facts)}; {turn}"
