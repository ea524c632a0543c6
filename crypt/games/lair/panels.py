"""What a page shows of Loot the Dragon's Lair beside the board and the words: plain values that can be sent as JSON."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...core.game import UnreadableError
from ...core.telling import roll
from ...core.wording import capital
from . import events as ev
from .draw import layout, space_labels
from .notation import read_space
from .sheets import hero_summary
from .state import (
    A_CARRY,
    A_END,
    A_STEP,
    CENTRE,
    DRAGON,
    GONE,
    RUNNING,
    code_of,
    parts_of,
)
from .story import ENDING_WORDS, RESULT_WORDS
from .vocabulary import beside_space, name_of, own_pieces, piece_name, space_names, space_of

__all__ = [
    "DICE_HINT", "END_TURN", "KEYS", "card", "cells", "changed_cells", "choices_of_chance", "dice", "ending", "facts",
    "ghost", "group_of",
    "hint_of", "layout", "meant_by_arrow", "meant_by_cell", "meant_by_move", "moves", "short_of",
]  # fmt: skip

DICE_HINT = ""  # the next roll is chosen as a whole
END_TURN = code_of(A_END)
KEYS = (
    ("1 to 9", "choose an adventurer"), ("Arrow keys", "move the chosen piece that way"),
    ("C", "carry what lies where the piece stands, or no longer"), ("E", "end the turn"),
)  # fmt: skip


def group_of(action: int) -> str:
    """The heading under which a button for this action stands."""
    kind, piece, _ = parts_of(action)
    if kind == A_END:
        return "Turn"
    return capital(piece_name(piece).removeprefix("the "))


def short_of(state: Any, action: int, names: Sequence[str]) -> str:
    """An action's words under its heading: "to r3s5", "carry to r3s5"."""
    kind, _, target = parts_of(action)
    if kind == A_END:
        return "end turn"
    return f"{'carry ' if kind == A_CARRY else ''}to {space_of(state, target)}"


def hint_of(action: int) -> str:
    """What a button's words do not say to everybody: nothing."""
    return ""


# ------------------------------------------------------------------------------------- clicks and arrow keys


def meant_by_cell(state: Any, name: str) -> int:
    """The action that is meant by choosing a space when no piece has been chosen; the rules may still forbid it.

    Raises
    ------
    UnreadableError
        When a space says nothing in this position, or not this one.
    """
    if state.result != RUNNING:
        raise UnreadableError("the game is over; undo, or begin a new one")
    target = read_space(state, name)
    if target is None:
        raise UnreadableError(f"there is no space {name[:20]!r} on this board")
    own = own_pieces(state)
    beside = [piece for piece in own if target in beside_space(state, int(state.place[piece]))]
    if len(beside) > 1:
        who = " and ".join(piece_name(piece) for piece in beside)
        raise UnreadableError(f"{who} can both go to {name}: choose one first")
    if not beside and len(own) > 1:
        raise UnreadableError(f"nobody stands beside {name}: a step goes to a neighbour, never diagonally (LAIR-09)")
    return code_of(A_STEP, (beside or own)[0], target)


def meant_by_move(state: Any, sign: str, name: str, carry: bool) -> int:
    """The action that is meant by moving a piece to a space; the rules may still forbid it.

    Parameters
    ----------
    state : record
    sign : str
        The piece's: "D" or the adventurer's number.
    name : str
        Of the space.
    carry : bool
        With the treasure that lies where the piece stands.

    Raises
    ------
    UnreadableError
        For a piece or a space that there is not.
    """
    target = read_space(state, name)
    known = ["D", *(str(i + 1) for i in range(int(state.adventurers)))]
    if sign not in known or target is None:
        raise UnreadableError(f"there is no piece {sign[:5]!r} or no space {name[:20]!r} on this board")
    return code_of(A_CARRY if carry else A_STEP, DRAGON if sign == "D" else int(sign) - 1, target)


def meant_by_arrow(state: Any, direction: int) -> int:
    """A direction says nothing by itself on a round board: the page goes by where the spaces are.

    Raises
    ------
    UnreadableError
    """
    raise UnreadableError("no move leads that way: choose a piece, then a space beside it")


def moves(state: Any, actions: Iterable[int]) -> list[dict]:
    """The legal actions that move a piece over the board.

    Returns
    -------
    list of dict
        ``code``, ``piece`` (the figure's sign), ``name``, ``from`` and ``to`` (spaces), and ``carry`` (whether what lies
        there goes along).
    """
    found, names = [], space_names(state)
    for action in actions:
        kind, piece, target = parts_of(action)
        if kind in (A_STEP, A_CARRY):
            start = names[int(state.place[piece])]
            sign = "D" if piece == DRAGON else str(piece + 1)
            found.append(
                {"code": action, "piece": sign, "name": piece_name(piece), "from": start, "to": names[target],
                 "carry": kind == A_CARRY}
            )  # fmt: skip
    return found


# ------------------------------------------------------------------------------------------------- the board


def cells(state: Any, actions: Iterable[int], names: Sequence[str]) -> list[dict]:
    """The spaces of the board, from the centre on.

    Parameters
    ----------
    state : record
    actions : iterable of int
        The legal ones.
    names : sequence of str

    Returns
    -------
    list of dict
        ``cell`` ("r3s5"), ``label`` (what a screen reader says of it) and ``code`` (the step of the one piece that can go
        there, or 0).
    """
    steps: dict[int, list[int]] = {}
    for action in actions:
        kind, _, target = parts_of(action)
        if kind == A_STEP:
            steps.setdefault(target, []).append(action)
    return [
        {"cell": name, "label": label, "code": steps[space][0] if len(steps.get(space, ())) == 1 else 0}
        for space, (name, label) in enumerate(zip(space_names(state), space_labels(state), strict=True))
    ]


def changed_cells(before: Any, now: Any) -> list[str]:
    """The spaces on which something else lies or stands than before, the dragon and the adventurers included."""
    if before.spaces != now.spaces:
        return []
    differs = before.treasure != now.treasure
    for was, place in zip(before.place.tolist(), now.place.tolist(), strict=True):
        if was != place:
            differs[[space for space in (was, place) if space != GONE]] = True
    return [space_of(now, int(space)) for space in np.flatnonzero(differs)]


def ghost(state: Any, actions: Iterable[int]) -> dict | None:
    """The tile in hand: there are no tiles in this game."""
    return None


# ------------------------------------------------------------------------------------------- round the board


def facts(state: Any, rules: Any) -> dict:
    """How the game stands: the turn, the movement, stash, hoard and adventurers."""
    rolled = f"rolled {state.dice[0]} and {state.dice[1]}"
    return {
        "name": "The lair",
        "title": f"Turn {state.turns} · round {(int(state.turns) + 1) // 2}",
        "items": [
            ["Movement left", f"{state.movement} ({rolled})" if state.result == RUNNING else "none: the game is over"],
            ["Stash", f"{state.stash} of {rules.treasures_to_win}"],
            ["In the centre", f"{state.treasure[CENTRE]} of {rules.hoard_to_win}"],
            ["Adventurers", f"{state.alive} of {state.adventurers}"],
        ],
        "counts": [],
    }


def card(state: Any, rules: Any, seat: int, names: Sequence[str]) -> dict:
    """A side's card: how far it is, and where its pieces are."""
    side = hero_summary(state, rules, seat, names)
    return {
        "seat": seat,
        "name": side.name,
        "place": side.place,
        "is_alive": side.is_alive,
        "to_move": side.to_move,
        "gauge": None,
        "things": [["piece", piece.removeprefix("the "), where] for piece, where in side.pieces],
    }


def dice(events: Iterable[Any], names: Sequence[str]) -> list[dict]:
    """The rolls among some events: two dice, and the movement that they give.

    Returns
    -------
    list of dict
        ``title``, ``rolls`` (a list of ``who``, ``sides``, ``result``, ``add``, ``from``, ``total`` and ``link``, the word
        before it) and ``end``.
    """
    found = []
    for event in events:
        if event.kind == ev.TURN_BEGINS:
            name, rule = name_of(names, int(event.who)), "LAIR-05" if event.who else "LAIR-04"
            rolls = [roll(name, 6, result, link="and") for result in (event.b, event.c)]
            found.append({"title": f"{name}, turn {event.a}", "rolls": rolls, "end": f"{event.d} movement ({rule})"})
    return found


def choices_of_chance(state: Any, rules: Any) -> dict[str, dict]:
    """What can be chosen to be rolled next: the two dice of the side whose turn comes next.

    Returns
    -------
    dict
        For "roll": the ``stream`` of chance, and ``options`` of (words, wanted draws), as `choose_next` takes them.
    """
    other = 1 - int(state.seat)
    faces = rules.die[other, : rules.die_faces[other]].tolist()
    kinds = sorted(set(faces))
    pairs = [(one, two) for one in kinds for two in kinds if one <= two]
    draw = {face: (faces.index(face), faces.index(face) + 1, len(faces)) for face in kinds}
    options = [(f"{one} and {two}: {one + two} movement", [draw[one], draw[two]]) for one, two in pairs]
    return {"roll": {"stream": "dice", "options": options}}


def ending(outcome: Any, names: Sequence[str]) -> dict:
    """The end: who won, why, and some numbers.

    Parameters
    ----------
    outcome : record
        The row of results.
    names : sequence of str
    """
    result, ended = int(outcome.result), int(outcome.ending)
    seats = [{"name": name, "how": "won" if outcome.score[seat] else "did not win"} for seat, name in enumerate(names)]
    return {
        "title": RESULT_WORDS.get(result, "The game goes on"),
        "seats": seats,
        "parts": [capital(ENDING_WORDS[ended])] if ended else [],
        "numbers": [
            ["Turns", str(outcome.turns)],
            ["Treasures stashed", str(outcome.stashed)],
            ["Treasures in the centre", str(outcome.hoarded)],
            ["Adventurers lost", str(outcome.adventurers_lost)],
            ["Adventurers' movement", str(outcome.rolled[0])],
            ["Dragon's movement", str(outcome.rolled[1])],
        ],
    }
