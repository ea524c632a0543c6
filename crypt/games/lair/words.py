"""The words of Loot the Dragon's Lair: actions to text and back, and what people are told.

An action has one text, such as "adventurer 2 carries to r3s5". Reading takes the same words, and shorter ones where one
thing alone is meant.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from ...core.wording import bare, no_action, several, short_for, the_one
from .notation import read_space
from .reasons import reason
from .sheets import (
    action_hint,
    board_text,
    hero_summary,
    outcome_columns,
    outcome_text,
    prompt,
    result,
    surroundings,
)
from .state import A_CARRY, A_END, A_STEP, DRAGON, RUNNING, code_of, parts_of
from .story import describe, event_kind, event_name
from .vocabulary import beside_space, own_pieces, piece_name, space_of

__all__ = [
    "VALUE_WORDS",
    "action_hint",
    "action_text",
    "board_text",
    "describe",
    "event_kind",
    "event_name",
    "hero_summary",
    "outcome_columns",
    "outcome_text",
    "prompt",
    "read_action",
    "reason",
    "result",
    "surroundings",
]

VALUE_WORDS = "The chance that the side on turn wins"  # `advice.value`
VERBS = {A_STEP: "moves", A_CARRY: "carries"}
_MOVE = re.compile(
    r"(?:the\s+)?(?:(dragon)|(?:adventurer|a)\s*(\d))\s+"
    r"(?:(moves?|steps?|goes|walks?)|(?:carries|carry|takes?)(?:\s+(?:a\s+|the\s+)?treasure)?)"
    r"\s+(?:to\s+)?(?:the\s+)?(\w+)",
    re.IGNORECASE,
)
_END = re.compile(r"end(?:\s+(?:the\s+|my\s+)?turn)?", re.IGNORECASE)


def action_text(state: Any, action: int, names: Sequence[str]) -> str:
    """Say an action in words that `read_action` reads back.

    Parameters
    ----------
    state : record
        The position in which it is chosen.
    action : int
        Its code.
    names : sequence of str
        The players' names by seat.

    Returns
    -------
    str
        Such as "adventurer 2 carries to r3s5".
    """
    kind, piece, target = parts_of(action)
    if kind == A_END:
        return "end turn"
    if kind not in VERBS or piece > DRAGON or target >= state.spaces:
        return f"action {int(action)}"
    return f"{piece_name(piece)} {VERBS[kind]} to {space_of(state, target)}"


def read_action(state: Any, text: str, names: Sequence[str]) -> int:
    """Read an action from words.

    Parameters
    ----------
    state : record
        The position in which it is chosen: "r3s5" alone is understood where one piece alone can go there.
    text : str
        Words as `action_text` writes them; case and extra blanks do not matter, and words may be shortened.
    names : sequence of str
        The players' names by seat.

    Returns
    -------
    int
        The action's code. The rules may still forbid it.

    Raises
    ------
    UnreadableError
        When it is no action; says what is expected now, and the nearest one.
    AmbiguousError
        When it can be read in more than one way; lists the readings.
    """
    action = _read_whole(state, text)
    if action is None:
        action = _read_space_alone(state, text)
    if action is None:
        action = the_one(text, short_for(text, _sayable(state, names), _words))
    if action is None:
        _refuse(state, text, names)
    return action


def _read_whole(state: Any, text: str) -> int | None:
    if _END.fullmatch(text.strip()):
        return code_of(A_END)
    match = _MOVE.fullmatch(text.strip())
    target = read_space(state, match[4]) if match else None
    if match is None or target is None:
        return None
    piece = DRAGON if match[1] else int(match[2]) - 1
    if not match[1] and not 0 <= piece < state.adventurers:
        return None
    return code_of(A_STEP if match[3] else A_CARRY, piece, target)


def _read_space_alone(state: Any, text: str) -> int | None:
    """A space by itself: the step there of the one piece that stands beside it, or of the dragon."""
    target = read_space(state, text)
    if target is None or state.result != RUNNING:
        return None
    own = own_pieces(state)
    beside = [piece for piece in own if target in beside_space(state, int(state.place[piece]))] if len(own) > 1 else own
    if len(beside) > 1:
        readings = [f"{piece_name(piece)} moves to {space_of(state, target)}" for piece in beside]
        raise several(text, readings, "say who")
    return code_of(A_STEP, beside[0], target) if beside else None


def _sayable(state: Any, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The actions that people may mean now, whatever the rules say of them."""
    if state.result != RUNNING:
        return
    for piece in own_pieces(state):
        for target in beside_space(state, int(state.place[piece])):
            for kind in (A_STEP, A_CARRY):
                action = code_of(kind, piece, target)
                yield action, action_text(state, action, names)
    yield code_of(A_END), "end turn"


def _words(text: str) -> list[str]:
    """The words of a text, without those that add nothing."""
    return [word for word in bare(text).split() if word != "the"]


def _refuse(state: Any, text: str, names: Sequence[str]) -> NoReturn:
    texts = [said for _, said in _sayable(state, names)]
    expected = "nothing: the game is over"
    if texts:
        expected = f"a piece, 'moves to' or 'carries to' and a space, such as '{texts[0]}', or 'end turn'"
    raise no_action(text, expected, texts)
