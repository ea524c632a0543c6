"""The words of The Prism Crystals: actions to text and back, and what people are told.

An action has one text, such as "go north" or "trade with Ben: give the treasure chest, take the helm". Reading takes the
same words, and shorter ones where one thing alone is meant.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...core.game import UnreadableError
from ...core.wording import bare, read_said, sayable, shown
from .board import neighbours, read_tile
from .cards import is_first
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
from .state import (
    A_ATTACK,
    A_DISCARD,
    A_END,
    A_FLEE,
    A_HEAL,
    A_LEAVE_HORSE,
    A_LOSE,
    A_MAKE_ROOM,
    A_PLACE,
    A_SEND,
    A_STEP,
    A_STOP,
    A_STOW,
    A_TAKE_HORSE,
    A_TRADE,
    A_WEAR,
    CARD,
    DIRECTIONS,
    IN_ITS_SLOT,
    IN_MISC,
    KEEPING_THE_OLD,
    NO_MONSTER,
    OTHER,
    OVER,
    PART,
    SLOT_OF,
    TO_PAWN,
    WORN,
    code_of,
)
from .story import describe, event_kind, event_name
from .vocabulary import body_of, name_of, the_thing, thing_in, tile_of

__all__ = [
    "RECORDS",
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

VALUE_WORDS = "How quick the game will be: 100 % would be won at once, 71 % in 10 rounds, 50 % in 20, 25 % in 40"
RECORDS = {"rounds": True, "scars": True, "chests": False}  # what a group plays for; whether the least is best
_CHEST_ALONE = re.compile(r"\b((?:the|spare)\s+)chest\b", re.IGNORECASE)  # a treasure: scars are on somebody's chest
PLAIN = {
    A_STOP: "stop", A_LEAVE_HORSE: "leave the horse", A_ATTACK: "attack", A_FLEE: "flee", A_END: "end turn",
}  # fmt: skip


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
        Such as "go north".
    """
    kind, about = int(action) >> 16, int(action) & 0xFFFF
    seat = int(state.player)
    if kind in PLAIN and not about:
        return PLAIN[kind]
    if kind == A_STEP and about < len(DIRECTIONS):
        return f"go {DIRECTIONS[about]}"
    if kind == A_DISCARD and state.hand:
        return f"discard {the_thing(int(state.hand))}"
    if kind == A_PLACE and state.hand:
        return _place_text(state, about)
    if kind == A_TAKE_HORSE and about <= CARD:
        return f"take the horse{_dropping(state, seat, about - 1)}"
    if kind == A_HEAL and about // PART < state.players and about % PART < WORN:
        return f"heal {name_of(names, about // PART)}'s {body_of(about % PART)}"
    if kind == A_TRADE and about // OTHER < state.players and max(about // PART % PART, about % PART) <= CARD:
        return _trade_text(state, about, names)
    if kind == A_SEND and (about < TO_PAWN or about - TO_PAWN < state.players):
        where = tile_of(state, about) if about < TO_PAWN else name_of(names, about - TO_PAWN)
        return f"send the crystal to {where}"
    return _slot_text(state, kind, about) or f"action {int(action)}"


def _slot_text(state: Any, kind: int, slot: int) -> str:
    """An action on a slot of a card; "" when it is none."""
    verbs = {A_LOSE: "lose", A_WEAR: "put on", A_STOW: "put away", A_MAKE_ROOM: "drop"}
    seat = int(state.decides)
    if kind not in verbs or slot >= CARD or not state.card[seat, slot]:
        return ""
    return f"{verbs[kind]} {thing_in(state, seat, slot)}"


def _place_text(state: Any, about: int) -> str:
    where, slot, thing = about // PART, about % PART - 1, the_thing(int(state.hand))
    if where == IN_ITS_SLOT:
        return f"wear {thing}, discarding the old one" if slot >= 0 else f"wear {thing}"
    if where == KEEPING_THE_OLD:
        return f"wear {thing}, keeping the old one{_dropping(state, int(state.player), slot)}"
    return f"carry {thing}{_dropping(state, int(state.player), slot)}"


def _dropping(state: Any, seat: int, slot: int) -> str:
    if slot < 0 or slot >= CARD or not state.card[seat, slot]:
        return ""
    return f", dropping {thing_in(state, seat, slot)}"


def _trade_text(state: Any, about: int, names: Sequence[str]) -> str:
    other, give, take = about // OTHER, about // PART % PART, about % PART
    parts = [f"give {thing_in(state, int(state.player), give - 1)}"] if give and state.card[state.player, give - 1] else []
    parts += [f"take {thing_in(state, other, take - 1)}"] if take and state.card[other, take - 1] else []
    return f"trade with {name_of(names, other)}: {', '.join(parts) or 'nothing'}"


# ------------------------------------------------------------------------------------------------------ reading


def read_action(state: Any, text: str, names: Sequence[str]) -> int:
    """Read an action from words.

    Parameters
    ----------
    state : record
        The position in which it is chosen: the name of a tile is understood as the step there.
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
    tile = read_tile(int(state.side), text)
    if tile is not None:
        return _step_to(state, tile, text)
    text = _CHEST_ALONE.sub(r"\1treasure chest", text)
    return read_said(text, _sayable(state, names), _words, lambda action: action >> 16 in _KINDS_NOW[int(state.phase)])


def _words(text: str) -> list[str]:
    """The words of a text, without its commas and colons."""
    return bare(text.replace(",", " ").replace(":", " ")).split()


def _step_to(state: Any, tile: int, text: str) -> int:
    near = neighbours(int(state.side))[int(state.pawn[state.player])]
    if tile not in near:
        here = tile_of(state, state.pawn[state.player])
        raise UnreadableError(f"{shown(text)} is no neighbour of {here}; say a direction, or a tile beside it")
    return code_of(A_STEP, near.index(tile))


def _sayable(state: Any, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The actions that people may mean now, whatever the rules say of them; those that are likely come first."""
    return sayable(() if state.phase == OVER else _candidates(state), lambda action: action_text(state, action, names))


def _candidates(state: Any) -> Iterator[int]:
    seat, slots, players = int(state.player), range(CARD), range(int(state.players))
    yield from (code_of(A_STEP, direction) for direction in range(len(DIRECTIONS)))
    yield from (code_of(kind) for kind in PLAIN)
    misc = [slot for slot in slots if slot >= WORN and _holds_first(state, seat, slot)]
    yield from (code_of(A_TAKE_HORSE, about) for about in (0, *(slot + 1 for slot in misc)))
    if state.hand:
        yield from _placings(state, misc)
    for kind in (A_LOSE, A_WEAR, A_STOW, A_MAKE_ROOM):
        yield from (code_of(kind, slot) for slot in slots if _holds_first(state, int(state.decides), slot))
    yield from (code_of(A_HEAL, other * PART + slot) for other in players for slot in range(WORN))
    if state.hand:
        yield from (code_of(A_SEND, tile) for tile in range(len(state.monster)) if state.monster[tile] != NO_MONSTER)
        yield from (code_of(A_SEND, TO_PAWN + other) for other in players if other != seat)
    for other in (other for other in players if other != seat):
        given = [0, *(slot + 1 for slot in slots if _holds_first(state, seat, slot))]
        taken = [0, *(slot + 1 for slot in slots if _holds_first(state, other, slot))]
        yield from (code_of(A_TRADE, other * OTHER + g * PART + t) for g in given for t in taken if g or t)


def _placings(state: Any, misc: list[int]) -> Iterator[int]:
    own = SLOT_OF[state.hand - 1]
    if own < WORN:
        yield code_of(A_PLACE, IN_ITS_SLOT * PART)
        yield code_of(A_PLACE, IN_ITS_SLOT * PART + own + 1)
    for where in (KEEPING_THE_OLD, IN_MISC) if own < WORN else (IN_MISC,):
        yield from (code_of(A_PLACE, where * PART + about) for about in (0, *(slot + 1 for slot in misc)))
    yield code_of(A_DISCARD)


def _holds_first(state: Any, seat: int, slot: int) -> bool:
    """Tell whether a slot holds something, and no miscellaneous slot before it the same."""
    return bool(state.card[seat, slot] and is_first(state, seat, slot))


_KINDS_NOW = (
    (A_STEP, A_STOP, A_TAKE_HORSE),
    (A_ATTACK, A_FLEE),
    (A_LOSE,),
    (A_HEAL,),
    (A_PLACE, A_DISCARD, A_WEAR, A_STOW),
    (A_SEND,),
    (A_MAKE_ROOM, A_WEAR),
    (A_TAKE_HORSE, A_LEAVE_HORSE, A_WEAR, A_STOW),
    (A_TRADE, A_WEAR, A_STOW, A_END),
    (),
)  # by phase
