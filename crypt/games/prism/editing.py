"""Changes of a position that is written down: a pawn or a horse put on a tile, points, cards and scars changed."""

from collections.abc import Mapping
from typing import Any

from ...core.game import UnreadableError


def palette(state: Any) -> dict:
    """What can be put on the land, and what can be changed beside it.

    Returns
    -------
    dict
        ``things``: a title and the ``change`` that a click on a tile makes; ``rows``: a title and ``fields`` of
        (name, title, value, example).
    """
    pawns = [f"pawn {seat + 1}" for seat in range(int(state.players))]
    return {
        "things": [{"title": thing, "change": {"put": thing}} for thing in pawns],
        "rows": [
            {
                "title": "Turn",
                "seat": -1,
                "change": {},
                "fields": [
                    ["player", "Player on turn", int(state.player) + 1, ""],
                    ["points", "Points left", int(state.points), ""],
                    ["round", "Round", int(state.round_number), ""],
                ],
            }
        ],
    }


def edit(text: str, change: Mapping[str, Any]) -> str:
    """Make a change in a position in notation.

    Parameters
    ----------
    text : str
        As `notation.write` writes it.
    change : mapping
        Its ``put`` says whose pawn goes on its ``cell``: "pawn 2". Without it the values of ``player``, ``points`` and
        ``round`` are set.

    Returns
    -------
    str
        Whether it is possible is for `notation.read` to say.

    Raises
    ------
    UnreadableError
    """
    lines = text.splitlines()
    if "put" not in change:
        return "\n".join(_with_values(line, change) for line in lines) + "\n"
    put, cell = str(change["put"]), str(change.get("cell"))
    if not any(line.startswith(f"{put} ") for line in lines):
        raise UnreadableError(f"there is no {put[:20]!r} to put on the land")
    return "\n".join(f"{put} {cell}" if line.startswith(f"{put} ") else line for line in lines) + "\n"


def _with_values(line: str, change: Mapping[str, Any]) -> str:
    words = line.split()
    if words[0] != "turn":
        return line
    values = {"round": words[3], "player": words[5], "points": words[7]} | {key: str(change[key]) for key in change}
    for key, value in values.items():
        if not value.isascii() or not value.isdigit():
            raise UnreadableError(f"{key} is a whole number, not {value[:20]!r}")
    return f"turn {words[1]} round {values['round']} player {values['player']} points {values['points']}"
