"""Draws a position of The Prism Crystals: the land of hexagons as one SVG, with the equipment cards in its corners.

The same picture serves the page, a notebook and print. What people wrote (their names) stands in it as text, never as
markup.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ...core.picture import XMLNS, Cells, marks_of, size_words, xml_text
from ...core.picture import Picture as BasePicture
from ...core.wording import shortened
from . import pieces
from .board import house_of, neighbours, places, tile_names
from .cards import armour_of, attack_bonus_of
from .notation import read_space
from .sheets import prompt, tile_words
from .state import FACE_DOWN, FACE_UP, NO_MONSTER, NOWHERE, RUNNING, TERRAINS, WORN
from .vocabulary import name_of

SIDE = 760  # of the picture
MIDDLE = SIDE / 2
LARGEST = 346  # from the middle to the top of the land
FULL = 43.5  # the radius of a tile for which the pieces are drawn
OVERLAYS = ("recent", "target")  # in the order in which they are laid over a tile
SLOT = 32  # of a card
CARD_WIDTH, CARD_HEIGHT = 176, 96
CORNER = 8
NAME_LENGTH = 12  # characters of a name on its card


class Place(NamedTuple):
    """Where a tile is: its middle, and its radius."""

    x: float
    y: float
    radius: float


def svg(
    state: Any,
    rules: Any,
    names: Sequence[str] = (),
    size: int | None = None,
    overlay: Mapping[str, Cells] | Cells | None = None,
    theme: str = "auto",
) -> str:
    """Draw the land and the cards.

    Parameters
    ----------
    state, rules : record
        The position and its packed ruleset.
    names : sequence of str
        Of the players, by seat.
    size : int, optional
        Pixels wide and high; without it the picture is as wide as there is room.
    overlay : mapping or iterable, optional
        Tiles to mark, by number or name: `target` (where one may go), `recent` (what has changed). A mere iterable is of
        targets.
    theme : str
        "light", "dark", "print", or "auto": dark where the page or the system is.

    Returns
    -------
    str
        An `<svg>` element in which each tile is a group with `data-cell="e5"` and a description in words. What lies face
        down is drawn as a face-down piece, and nothing of it is in the picture.

    Raises
    ------
    ValueError
        For a theme or an overlay that does not exist.
    """
    marks = marks_of(overlay, OVERLAYS, lambda cell: _number(state, cell))
    labels = space_labels(state, names)
    cells = [
        _cell(state, rules, tile, labels[tile], place, [mark for mark, tiles in marks if tile in tiles])
        for tile, place in enumerate(middles(state))
    ]
    cards = [_card(state, rules, seat, names) for seat in range(int(state.players))]
    return (
        f'<svg {XMLNS} viewBox="0 0 {SIDE} {SIDE}"{size_words(size)} class="{pieces.LOOK.classes(theme)}" role="group" '
        f'aria-label="{xml_text(f"The land: {prompt(state, names, rules)}")}">{pieces.LOOK.style(theme)}'
        f'<rect class="panel" width="{SIDE}" height="{SIDE}" rx="14"/>'
        f'<g class="cells">{"".join(cells)}{"".join(cards)}</g></svg>'
    )


class Picture(BasePicture):
    """A position that draws itself in a notebook; its options are those of `svg`."""

    draw = staticmethod(svg)


def layout(state: Any) -> dict:
    """Where the tiles are in the picture, for buttons over them.

    Returns
    -------
    dict
        ``boxes``: for each tile the left, top, width and height of the box round its middle, as parts of the picture's
        side.
    """
    half = {name: (p.x, p.y, p.radius * 0.8) for name, p in zip(tile_names(int(state.side)), middles(state), strict=True)}
    return {
        "boxes": {name: [(x - r) / SIDE, (y - r) / SIDE, 2 * r / SIDE, 2 * r / SIDE] for name, (x, y, r) in half.items()}
    }


def middles(state: Any) -> tuple[Place, ...]:
    """Where each tile of a position is."""
    return _middles(int(state.side))


@cache
def _middles(side: int) -> tuple[Place, ...]:
    radius = min(2 * LARGEST / (3**0.5 * (2 * side - 1)), 1.6 * FULL)
    height = 3**0.5 * radius
    return tuple(Place(MIDDLE + 1.5 * radius * c, MIDDLE + height * (r + c / 2), radius) for c, r in places(side))


def space_labels(state: Any, names: Sequence[str] = ()) -> list[str]:
    """Each tile in words: "e4, a forest with an X, a face-down piece"."""
    return [tile_words(state, tile, names) for tile in range(len(tile_names(int(state.side))))]


WAY_LAYERS = (("joined", "Neighbours"), ("first", "Monsters within this turn"), ("second", "Monsters within the next"))


def ways_svg(state: Any, ways: Mapping[str, Sequence[Sequence[str]]]) -> str:
    """Draw the graph, to be laid over the picture: tiles as dots, neighbours joined, and ways as broad lines.

    Parameters
    ----------
    state : record
    ways : mapping of str to sequence
        By layer: the tiles of each way.
    """
    at = dict(zip(tile_names(int(state.side)), middles(state), strict=True))
    spots = list(at.values())
    joined = "".join(
        f"M{here.x:.1f} {here.y:.1f}L{spots[other].x:.1f} {spots[other].y:.1f}"
        for tile, here in enumerate(spots)
        for other in neighbours(int(state.side))[tile]
        if tile < other != NOWHERE
    )
    dots = "".join(f'<circle class="node" cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="4"/>' for spot in spots)
    layers = [f'<g class="joined"><path class="graph" d="{joined}"/>{dots}</g>']
    for layer, found in ways.items():
        lines = ["M" + "L".join(f"{at[name].x:.1f} {at[name].y:.1f}" for name in way) for way in found if len(way) > 1]
        paths = "".join(f'<path class="way" d="{line}"/>' for line in lines)
        layers.append(f'<g class="{layer}">{paths}</g>')
    style = pieces.LOOK.style("auto")
    return f'<svg {XMLNS} viewBox="0 0 {SIDE} {SIDE}" class="{pieces.LOOK.classes("auto")}">{style}{"".join(layers)}</svg>'


# ---------------------------------------------------------------------------------------------------- one tile


def _cell(state: Any, rules: Any, tile: int, label: str, place: Place, marks: list[str]) -> str:
    words, outline = xml_text(label), pieces.hexagon(FULL)
    marked = "".join(f'<path class="{mark}" d="{pieces.hexagon(FULL * 0.93)}"/>' for mark in marks)
    return (
        f'<g class="cell" data-cell="{tile_names(int(state.side))[tile]}" role="img" aria-label="{words}" '
        f'transform="translate({place.x:.1f},{place.y:.1f}) scale({place.radius / FULL:.3f})"><title>{words}</title>'
        f'<path class="hex {TERRAINS[state.terrain[tile]]}" d="{outline}"/>{pieces.TERRAIN[state.terrain[tile]]}'
        f"{_ground(state, tile)}{marked}{_things(state, rules, tile)}</g>"
    )


def _ground(state: Any, tile: int) -> str:
    """What is printed on a tile: the house, or an X (which a piece hides)."""
    if tile == house_of(int(state.side)):
        return pieces.HOUSE
    name = f'<text class="label" y="-30">{tile_names(int(state.side))[tile]}</text>'
    is_bare = state.marked[tile] and state.monster[tile] == NO_MONSTER
    return name + (f'<g transform="translate(0,-13)">{pieces.CROSS}</g>' if is_bare else "")


def _things(state: Any, rules: Any, tile: int) -> str:
    """Monster, horses and pawns on a tile."""
    here = [seat for seat in range(int(state.players)) if state.pawn[seat] == tile]
    drawn = _piece(state, rules, tile)
    lift, low, scale = (-8, 26, 0.75) if here and drawn else (0, 17, 1)
    parts = [f'<g class="thing" transform="translate(0,{lift})">{drawn}</g>' if drawn else ""]
    for i, seat in enumerate(here):
        x, is_on_turn = (i - (len(here) - 1) / 2) * 19, bool(state.result == RUNNING and state.decides == seat)
        at = f"translate({x:.1f},{low}) scale({scale})"
        parts.append(f'<g class="hero" transform="{at}">{pieces.pawn(seat, is_on_turn)}</g>')
    return "".join(parts)


def _piece(state: Any, rules: Any, tile: int) -> str:
    kind, horses = int(state.monster[tile]), int(state.horses[tile])
    face_up = int(state.beneath[tile].sum())
    beneath = face_up + int(state.covered[tile])
    if kind == FACE_DOWN:
        return pieces.face_down(beneath if face_up else 0)  # the piece itself shows that one lies face down
    if kind >= FACE_UP:
        bonus, armour = int(rules.monster_bonus[kind - FACE_UP]), int(rules.monster_armour[kind - FACE_UP])
        return pieces.monster(kind - FACE_UP, bonus, armour, beneath)
    count = f'<text class="bonus" y="2">{horses}</text>' if horses > 1 else ""
    return f"{pieces.HORSESHOE}{count}" if horses else ""


def _number(state: Any, tile: int | str) -> int:
    found = read_space(state, tile) if isinstance(tile, str) else int(tile)
    if found is None:
        raise ValueError(f"there is no tile {str(tile)[:40]!r} in this land")
    return found


# --------------------------------------------------------------------------------------------------- the cards


def _card(state: Any, rules: Any, seat: int, names: Sequence[str]) -> str:
    """A player's equipment card in its corner: nine slots with what is in them, scars, attack and armour."""
    far = SIDE - CARD_WIDTH - CORNER
    x, y = (CORNER, far)[seat % 2], (CORNER, SIDE - CARD_HEIGHT - CORNER)[seat // 2]
    is_active = state.result == RUNNING and state.decides == seat
    name = name_of(names, seat)
    short = shortened(name, NAME_LENGTH)
    facts = f"+{int(attack_bonus_of(rules, state, seat))}·{int(armour_of(rules, state, seat))}"  # as on monsters
    slots = [_slot(state, rules, seat, slot) for slot in range(WORN + int(state.misc))]
    return (
        f'<g class="cell" data-note="card {seat + 1}" aria-hidden="true" transform="translate({x},{y})">'
        f'<rect class="card{" active" if is_active else ""}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="7"/>'
        f'<g transform="translate(14,13) scale(.6)">{pieces.pawn(seat, False)}</g>'
        f'<text class="cardname" x="25" y="14">{xml_text(short)}</text>'
        f'<text class="cardfacts" x="{CARD_WIDTH - 8}" y="14">{facts}</text>{"".join(slots)}</g>'
    )


def _slot(state: Any, rules: Any, seat: int, slot: int) -> str:
    thing = int(state.card[seat, slot])
    is_worn = slot < WORN
    x = 8 + (SLOT if is_worn else SLOT + 1.5) * (slot if is_worn else slot - WORN) + SLOT / 2
    y = 40 if is_worn else 76
    inside = pieces.thing(thing, int(rules.treasure_bonus[thing - 1])) if thing else pieces.shade(slot)
    scar = '<path class="scar" d="M-12 12L12-12M-12 4L-4 12"/>' if is_worn and state.scar[seat, slot] else ""
    half = SLOT / 2 - 1
    return (
        f'<g transform="translate({x},{y})"><rect class="slot" x="{-half}" y="{-half}" width="{2 * half}" '
        f'height="{2 * half}" rx="4"/><g transform="scale(.9)">{inside}</g>{scar}</g>'
    )
