"""Changes of a position that is written down: a pawn or a treasure put on a space, the turn changed."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ...core.game import UnreadableError
from .notation import SIDE_WORDS


def palette(state: Any) -> dict:
    """What can be put on the board, and what can be changed beside it.

    Returns
    -------
    dict
        ``things``: a title and the ``change`` that a click on a space makes; ``rows``: a title and ``fields`` of
        (name, title, value, example), and where only some values can be, these: (value, title, seat).
    """
    pieces = ["dragon", *(f"adventurer {i + 1}" for i in range(int(state.adventurers)))]
    things = [*pieces, "treasure", "no treasure"]
    lost = [f"adventurer {i + 1}" for i in range(int(state.adventurers)) if state.place[i] < 0]
    return {
        "things": [{"title": thing, "change": {"put": thing}} for thing in things],
        "rows": [
            {
                "title": "Turn",
                "seat": -1,
                "change": {},
                "fields": [
                    ["side", "Side on turn", SIDE_WORDS[state.seat], "", [[word, word, -1] for word in SIDE_WORDS]],
                    ["movement", "Movement left", int(state.movement), ""],
                    ["gone", "Captured", ", ".join(lost), "none, or: adventurer 2"],
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
        Its ``put`` says what goes on its ``cell``: "dragon", "adventurer 1", "treasure" or "no treasure". A treasure
        comes from the stash, or from where most lie when that is empty; it goes back to the stash. Without it the values
        of ``side``, ``movement`` and ``gone`` are set.

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
        return "\n".join(_with_values(lines, change)) + "\n"
    put, cell = str(change["put"]), str(change.get("cell"))
    if put in ("treasure", "no treasure"):
        return "\n".join(_with_treasure(lines, cell, put == "treasure")) + "\n"
    if not any(line.startswith(f"{put} ") for line in lines):
        raise UnreadableError(f"there is no {put[:20]!r} to put on the board")
    return "\n".join(f"{put} {cell}" if line.startswith(f"{put} ") else line for line in lines) + "\n"


def _with_treasure(lines: list[str], cell: str, is_more: bool) -> list[str]:
    """The lines with one treasure more or less on a space; there are as many as before."""
    told = {line.split()[0]: line.split()[1:] for line in lines}
    stash, spaces = int(told["stash"][0]), [space for space in told["treasures"] if space != "none"]
    if not is_more and cell not in spaces:
        raise UnreadableError(f"no treasure lies on {cell}")
    elsewhere = Counter(space for space in spaces if space != cell)
    if not is_more:
        spaces.remove(cell)
        stash += 1
    elif stash:
        spaces.append(cell)
        stash -= 1
    elif elsewhere:
        spaces.remove(elsewhere.most_common(1)[0][0])
        spaces.append(cell)
    else:
        raise UnreadableError(f"all treasures lie on {cell}")
    now = {"stash": f"stash {stash}", "treasures": f"treasures {' '.join(spaces) or 'none'}"}
    return [now.get(line.split()[0], line) for line in lines]


def _with_values(lines: list[str], change: Mapping[str, Any]) -> list[str]:
    """The lines with other values; the dice stay unless they gave less than the movement that is left."""
    gone = [word.strip() for word in str(change.get("gone", "")).split(",") if word.strip() not in ("", "none")]
    result = []
    for line in lines:
        words = line.split()
        if words[0] == "turn":
            line = _turn_line(words, change)
        elif " ".join(words[:2]) in gone:
            line = f"{words[0]} {words[1]} gone"
        result.append(line)
    return result


def _turn_line(words: list[str], change: Mapping[str, Any]) -> str:
    side, movement = change.get("side", words[2]), str(change.get("movement", words[7]))
    if not movement.isascii() or not movement.isdigit():
        raise UnreadableError(f"movement is a whole number, not {movement[:20]!r}")
    dice = words[4:6]
    if int(movement) > sum(map(int, dice)):
        dice = [str((int(movement) + 1) // 2), str(int(movement) // 2)]
    return f"turn {words[1]} {side} rolled {' '.join(dice)} movement {movement}"
