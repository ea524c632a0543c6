"""Changes of a position that is written down: a token put in a room, cards dealt where one likes, the turn changed."""

from collections.abc import Mapping
from typing import Any

from ...core.game import UnreadableError
from ...core.wording import seat_choices
from .notation import OWN_PLACES
from .state import CARRIED, DEPOSITED, HAND
from .vocabulary import kinds_in, the_book

PLACES = {"hand": HAND, "carried": CARRIED, "deposited": DEPOSITED}


def palette(state: Any) -> dict:
    """What can be put in the cave, and what can be changed beside it.

    Returns
    -------
    dict
        ``things``: a title and the ``change`` that a click on a room makes; ``rows``: a title and ``fields`` of
        (name, title, value, example), and where only some values can be, these: (value, title, seat).
    """
    seats = range(int(state.players))
    turn = {
        "title": "Turn",
        "seat": -1,
        "change": {},
        "fields": [
            ["player", "Player on turn", int(state.player) + 1, "", seat_choices("Player", seats)],
            ["plays", "Plays left", int(state.plays), ""],
            ["round", "Round", int(state.round_number), ""],
        ],
    }
    return {
        "things": [{"title": f"token {seat + 1}", "change": {"put": f"room {seat + 1}"}} for seat in seats],
        "rows": [turn, *(_row(state, seat) for seat in seats)],
    }


def _row(state: Any, seat: int) -> dict:
    """The cards of a player, by their names."""
    book = the_book(state)
    fields = []
    for what, place in PLACES.items():
        cards = [(book.names[kind], book.cards[kind].id) for kind in kinds_in(state, place + seat)]
        names = [id if set(name) & set(";#") else name for name, id in cards]  # these mean something in the notation
        fields.append([what, what.capitalize(), "; ".join(names), "names of cards, with ; between"])
    return {"title": f"player {seat + 1}", "seat": seat, "change": {"seat": seat + 1}, "fields": fields}


def edit(text: str, change: Mapping[str, Any]) -> str:
    """Make a change in a position in notation.

    Parameters
    ----------
    text : str
        As `notation.write` writes it.
    change : mapping
        Its ``put`` says whose token goes in its ``cell``: "room 2". With ``seat`` the cards of that player are set
        (``hand``, ``carried``, ``deposited``: by name with ``;`` between, or by id); without either the values of
        ``player``, ``plays`` and ``round``.

    Returns
    -------
    str
        Whether it is possible is for `notation.read` to say.

    Raises
    ------
    UnreadableError
    """
    lines = text.splitlines()
    if "put" in change:
        put, cell = str(change["put"]), str(change.get("cell"))
        if not any(line.startswith(f"{put} ") for line in lines):
            raise UnreadableError(f"there is no {put[:20]!r} to put in the cave")
        return "\n".join(f"{put} {cell}" if line.startswith(f"{put} ") else line for line in lines) + "\n"
    if "seat" in change:
        return _with_cards(lines, change)
    return "\n".join(_with_values(line, change) for line in lines) + "\n"


def _with_cards(lines: list[str], change: Mapping[str, Any]) -> str:
    seat = str(change["seat"])
    keys = {f"{what} {seat}" for what in OWN_PLACES}
    kept = [line for line in lines if " ".join(line.split()[:2]) not in keys]
    added = [f"{what} {seat} {change[what]}".lower() for what in OWN_PLACES if str(change.get(what, "")).strip()]
    return "\n".join([*kept, *added]) + "\n"


def _with_values(line: str, change: Mapping[str, Any]) -> str:
    words = line.split()
    if words[0] == "phase":
        return f"phase {words[1]} decides {change.get('player', words[3])}" if words[1] in ("moving", "playing") else line
    if words[0] != "turn":
        return line
    values = {"round": words[3], "player": words[5], "plays": words[7]} | {key: str(change[key]) for key in change}
    for key, value in values.items():
        if not value.isascii() or not value.isdigit():
            raise UnreadableError(f"{key} is a whole number, not {value[:20]!r}")
    return f"turn {words[1]} round {values['round']} player {values['player']} plays {values['plays']}"
