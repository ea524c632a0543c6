"""Draws a position of Colossal Cave: the rooms as a map, the players with their safes, and a hand of cards.

The same picture serves the page, a notebook and print. What people wrote (their names) stands in it as text, never as
markup. Whose hand is drawn: that of who decides, or of the seat for which the position is masked.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ...core.picture import XMLNS, Cells, marks_of, size_words, xml_text
from ...core.picture import Picture as BasePicture
from ...core.wording import isolated, shortened
from . import pieces
from .notation import read_space
from .printed import Room
from .sheets import prompt, viewer_of
from .state import BESIDE, DEPOSITED, HAND, NO_ROOM, PLAYERS, RUNNING
from .vocabulary import carried_by, counted, deposited_by, kinds_in, listed, name_of, room_name, the_book, with_copies

SIDE = 1000  # of the picture
HAND_TOP = 742
OVERLAYS = ("recent", "target")  # in the order in which they are laid over a room
NAME, WORDS = 12, 30  # characters of a name, and of what a player carries
WAY_LAYERS = (
    ("joined", "Connections"), ("first", "To treasures in the hand"), ("second", "To the Well House"), ("shut", "Barred"),
)  # fmt: skip


def svg(
    state: Any,
    rules: Any,
    names: Sequence[str] = (),
    size: int | None = None,
    overlay: Mapping[str, Cells] | Cells | None = None,
    theme: str = "auto",
) -> str:
    """Draw the cave, the players and a hand.

    Parameters
    ----------
    state, rules : record
        The position and its packed ruleset.
    names : sequence of str
        Of the players, by seat.
    size : int, optional
        Pixels wide and high; without it the picture is as wide as there is room.
    overlay : mapping or iterable, optional
        Rooms to mark, by number or name: `target` (where one may go), `recent` (what has changed). A mere iterable is of
        targets.
    theme : str
        "light", "dark", "print", or "auto": dark where the page or the system is.

    Returns
    -------
    str
        An `<svg>` element in which each room is a group with `data-cell="y2"` and a description in words. Of other hands
        than the one that is drawn nothing is in it but how many cards they have.

    Raises
    ------
    ValueError
        For a theme or an overlay that does not exist.
    """
    marks = marks_of(overlay, OVERLAYS, lambda cell: _number(state, cell))
    labels = space_labels(state, names)
    rooms = [
        _room(state, rules, room, labels[room], [mark for mark, marked in marks if room in marked])
        for room in range(len(the_book(state).rooms))
    ]
    players = [_player(state, rules, seat, names) for seat in range(int(state.players))]
    return (
        f'<svg {XMLNS} viewBox="0 0 {SIDE} {SIDE}"{size_words(size)} class="{pieces.LOOK.classes(theme)}" role="group" '
        f'aria-label="{xml_text(f"The cave: {prompt(state, names, rules)}")}">{pieces.LOOK.style(theme)}'
        f'<rect class="panel" width="{SIDE}" height="{SIDE}" rx="14"/><path class="way" d="{_ways(state)}"/>'
        f'<g class="cells">{"".join(rooms)}{"".join(players)}{_hand(state, names)}</g></svg>'
    )


def card_svg(state: Any, kind: int, count: int = 1) -> str:
    """Draw a card by itself.

    Parameters
    ----------
    state : record
        Of the game: it knows which cards there are.
    kind : int
        The number of the kind of card.
    count : int
        How many of it there are.

    Returns
    -------
    str
        An `<svg>` element that is as wide as there is room.
    """
    card = the_book(state).cards[kind]
    box = f"-2 -2 {pieces.CARD_WIDTH + 4} {pieces.CARD_HEIGHT + 4}"
    look = f'class="{pieces.LOOK.classes("auto")}">{pieces.LOOK.style("auto")}'
    return f'<svg {XMLNS} viewBox="{box}" {look}{pieces.card(card, card.name, count)}</svg>'


class Picture(BasePicture):
    """A position that draws itself in a notebook; its options are those of `svg`."""

    draw = staticmethod(svg)


def cell_name(name: str) -> str:
    """What a room is called where a name is one word: "hall_of_mists"."""
    return name.lower().replace(" ", "_")


def layout(state: Any) -> dict:
    """Where the rooms are in the picture, for buttons over them.

    Returns
    -------
    dict
        ``boxes``: for each room the left, top, width and height of its box, as parts of the picture's side.
    """
    width, height = pieces.ROOM_WIDTH / SIDE, pieces.ROOM_HEIGHT / SIDE
    return {
        "boxes": {
            cell_name(room.name): [room.x / SIDE - width / 2, room.y / SIDE - height / 2, width, height]
            for room in the_book(state).rooms
        }
    }


def space_labels(state: Any, names: Sequence[str] = ()) -> list[str]:
    """Each room in words: "Y2, Ann and Ben"."""
    found = []
    for number, room in enumerate(the_book(state).rooms):
        there = [name_of(names, seat) for seat in range(int(state.players)) if state.room[seat] == number]
        found.append(f"{room.name}, {listed(there)}" if there else room.name)
    return found


def ways_svg(state: Any, ways: Mapping[str, Sequence[Sequence[str]]]) -> str:
    """Draw the graph, to be laid over the picture: connections, and ways as broad lines; no name of a room is drawn over.

    Parameters
    ----------
    state : record
    ways : mapping of str to sequence
        By layer: the rooms of each way.
    """
    at = {cell_name(room.name): room for room in the_book(state).rooms}
    rooms = the_book(state).rooms
    joined = "".join(_between(rooms, rooms[a], rooms[b]) for a, b in the_book(state).ways)
    layers = [f'<g class="joined"><path class="graph" d="{joined}"/></g>']
    for layer, found in ways.items():
        lines = ["".join(_between(rooms, at[a], at[b]) for a, b in pairwise(way)) for way in found if len(way) > 1]
        layers.append(f'<g class="{layer}">{"".join(f"""<path class="line" d="{line}"/>""" for line in lines)}</g>')
    style = pieces.LOOK.style("auto")
    return f'<svg {XMLNS} viewBox="0 0 {SIDE} {SIDE}" class="{pieces.LOOK.classes("auto")}">{style}{"".join(layers)}</svg>'


def _ways(state: Any) -> str:
    rooms = the_book(state).rooms
    return "".join(f"M{rooms[a].x} {rooms[a].y}L{rooms[b].x} {rooms[b].y}" for a, b in the_book(state).ways)


def _between(rooms: Sequence[Room], one: Room, other: Room) -> str:
    """The path of a straight line between two rooms, as far as it is outside of all rooms."""
    hidden = sorted(filter(None, (_inside(room, one, other) for room in rooms)))
    path, begun = "", 0.0
    for begin, end in [*hidden, (1.0, 1.0)]:
        if begin > begun:
            ends = [(one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part) for part in (begun, begin)]
            path += "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ends)
        begun = max(begun, end)
    return path


def _inside(room: Room, one: Room, other: Room) -> tuple[float, float] | None:
    """From which to which part of a line between two rooms it is in a room's box; None where it is not."""
    begin, end = 0.0, 1.0
    for at, start, way, half in (
        (room.x, one.x, other.x - one.x, pieces.ROOM_WIDTH / 2), (room.y, one.y, other.y - one.y, pieces.ROOM_HEIGHT / 2),
    ):  # fmt: skip
        low, high = sorted(((at - half - start), (at + half - start)))
        if way == 0:
            if not low < 0 < high:
                return None
            continue
        enters, leaves = sorted((low / way, high / way))
        begin, end = max(begin, enters), min(end, leaves)
    return (begin, end) if begin < end else None


def _number(state: Any, room: int | str) -> int:
    found = read_space(state, room) if isinstance(room, str) else int(room)
    if found is None:
        raise ValueError(f"there is no room {str(room)[:40]!r} in this cave")
    return found


# --------------------------------------------------------------------------------------------------- the parts


def _room(state: Any, rules: Any, number: int, label: str, marks: list[str]) -> str:
    from .moves import is_lit

    room = the_book(state).rooms[number]
    lit = bool(is_lit(rules, state, number))
    words = xml_text(f"{label}, {'lit' if lit else 'dark'}")
    width, height = pieces.ROOM_WIDTH + 6, pieces.ROOM_HEIGHT + 6
    box = f'x="{-width / 2}" y="{-height / 2}" width="{width}" height="{height}" rx="12"'
    marked = "".join(f'<rect class="{mark}" {box}/>' for mark in marks)
    here = [seat for seat in range(int(state.players)) if state.room[seat] == number]
    tokens = "".join(
        f'<g class="hero" transform="translate({(i - (len(here) - 1) / 2) * 28:.1f},{pieces.ROOM_HEIGHT / 2 + 8})">'
        f"{pieces.token(seat, bool(state.result == RUNNING and state.decides == seat))}</g>"
        for i, seat in enumerate(here)
    )
    return (
        f'<g class="cell" data-cell="{xml_text(cell_name(room.name))}" role="img" aria-label="{words}" '
        f'transform="translate({room.x},{room.y})"><title>{words}</title>{pieces.room(room.name, lit)}{marked}{tokens}</g>'
    )


def _player(state: Any, rules: Any, seat: int, names: Sequence[str]) -> str:
    """A line for a player: the token, the name, the safe, cards in the hand, what is carried."""
    carried = listed(with_copies(carried_by(state, seat))) or "nothing"
    dead = " (dead)" if state.room[seat] == NO_ROOM else ""
    name = name_of(names, seat)
    rest = f"{dead}: {counted(int(state.held[HAND + seat]), 'card')}"
    safes = "".join(
        f'<g transform="translate({26 + 17 * i},18)">{pieces.safe(i < int(state.held[DEPOSITED + seat]))}</g>'
        for i in range(int(rules.deposits_to_win))
    )
    short = xml_text(isolated(shortened(name, NAME)) + rest)
    deposited = listed(deposited_by(state, seat)) or "nothing"
    full = xml_text(f"{isolated(name)}{rest}; carries {carried}; has deposited {deposited}")
    x, y = 706, 24 + seat * 42
    is_on_turn = bool(state.result == RUNNING and state.decides == seat)
    return (
        f'<g class="cell" data-note="player {seat + 1}" transform="translate({x},{y:.1f})"><title>{full}</title>'
        f'{pieces.token(seat, is_on_turn)}<text class="player" x="20">{short}</text>{safes}'
        f'<text class="facts" x="{24 + 17 * int(rules.deposits_to_win)}" y="19">'
        f"{xml_text(shortened(carried, WORDS))}</text></g>"
    )


def _hand(state: Any, names: Sequence[str]) -> str:
    """The hand of the seat that may see it, card by card; without one a sentence."""
    seat = viewer_of(state)
    if not 0 <= seat < min(int(state.players), PLAYERS):
        words = "The hands are covered" if state.result == RUNNING else "The game is over"
        return f'<g class="cell" data-note="hand"><text class="hint" x="{SIDE / 2}" y="{HAND_TOP + 80}">{words}</text></g>'
    book = the_book(state)
    kinds = kinds_in(state, HAND + seat)
    shown = list(dict.fromkeys(kinds))
    scale = min(1.0, (SIDE - 20) / max((pieces.CARD_WIDTH + 6) * len(shown), 1))
    step = scale * (pieces.CARD_WIDTH + 6)
    cards = "".join(
        f'<g class="held" transform="translate({10 + i * step:.1f},{HAND_TOP}) scale({scale:.3f})">'
        f"<title>{xml_text(book.cards[kind].text)}</title>"
        f"{pieces.card(book.cards[kind], book.cards[kind].name, kinds.count(kind))}</g>"
        for i, kind in enumerate(shown)
    )
    closing = "; the cave is closing" if state.held[BESIDE] else ""
    here = f", in {room_name(state, state.room[seat])}" if state.room[seat] != NO_ROOM else ""
    title = xml_text(f"The hand of {name_of(names, seat)}{here}{closing}")
    head = f'<text class="hint" x="{SIDE / 2}" y="{HAND_TOP - 14}">{title}</text>'
    return f'<g class="cell" data-note="hand">{head}{cards}</g>'
