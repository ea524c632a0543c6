"""The words of Colossal Cave: actions to text and back, and what people are told.

An action has one text, such as "move to Y2" or "play Har Har! on Ben, naming Ming Vase". Reading takes the same words, and
shorter ones where one thing alone is meant.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.wording import bare, read_said, sayable
from .reasons import reason
from .sheets import (
    action_hint,
    board_text,
    card_text,
    hero_summary,
    outcome_columns,
    outcome_text,
    prompt,
    result,
    surroundings,
)
from .state import (
    A_CHOOSE,
    A_DEPOSIT,
    A_DISCARD,
    A_DRAW,
    A_DROP,
    A_MOVE,
    A_NOTHING,
    A_PASS,
    A_PAY,
    A_PLAY,
    A_REVEAL,
    A_STAY,
    A_USE,
    A_WARP,
    ABOUT,
    AGAIN,
    CARRIED,
    DEFENDING,
    DISCARDING,
    DISCARDS,
    HAND,
    MOVING,
    OVER,
    PAYING,
    PICK,
    PLAYING,
    REACTING,
    RUNNING_ON,
    SHIFT,
    STARTING,
    TARGET,
    TRIMMING,
    WARPING,
    code_of,
    play_code,
)
from .story import describe, event_kind, event_name
from .vocabulary import kinds_in, name_of, the_book

__all__ = [
    "VALUE_WORDS",
    "action_hint",
    "action_text",
    "board_text",
    "card_text",
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

VALUE_WORDS = "The chance that the player who decides wins"  # of `advice.value`
PLAIN = {A_STAY: "stay", A_DRAW: "draw a card", A_NOTHING: "do nothing", A_PASS: "pass"}
VERBS = {
    A_DEPOSIT: "deposit", A_USE: "use", A_REVEAL: "reveal", A_PAY: "give up", A_DISCARD: "discard", A_DROP: "drop",
}  # fmt: skip
ROOM_VERBS = {A_MOVE: "move to", A_WARP: "warp to"}
FROM_HAND = " from the hand"
OF_PHASE = {
    STARTING: (A_NOTHING, A_USE),
    MOVING: (A_STAY, A_MOVE),
    PLAYING: (A_NOTHING, A_DRAW, A_MOVE, A_PLAY, A_DEPOSIT, A_USE),
    RUNNING_ON: (A_STAY, A_MOVE),
    WARPING: (A_STAY, A_WARP),
    AGAIN: (A_NOTHING, A_PLAY),
    REACTING: (A_PASS, A_PLAY, A_USE),
    DEFENDING: (A_PASS, A_REVEAL),
    PAYING: (A_PASS, A_PAY, A_CHOOSE),
    TRIMMING: (A_DISCARD, A_DROP),
    DISCARDING: (A_DISCARD,),
    OVER: (),
}


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
        Such as "move to Y2".
    """
    kind, about, book = int(action) >> SHIFT, int(action) & ABOUT, the_book(state)
    if kind in PLAIN and not about:
        return PLAIN[kind]
    if kind in ROOM_VERBS and about < len(book.rooms):
        return f"{ROOM_VERBS[kind]} {book.rooms[about].name}"
    card = about % TARGET
    if kind == A_PAY and about >= TARGET and card < len(book.cards):
        return f"{VERBS[kind]} {book.names[card]}{FROM_HAND}"
    if kind in VERBS and about < len(book.cards):
        return f"{VERBS[kind]} {book.names[card]}"
    if kind == A_CHOOSE and state.depth and 1 <= about <= 2:
        return book.cards[book.kind_of[state.card[state.depth - 1]]].answers[about - 1]
    if kind == A_PLAY and card < len(book.cards):
        return _play_text(state, about, names)
    return f"action {int(action)}"


def _play_text(state: Any, about: int, names: Sequence[str]) -> str:
    book, target, picked = the_book(state), about // TARGET % (PICK // TARGET) - 1, about // PICK - 1
    on = f" on {name_of(names, target)}" if target >= 0 else ""
    naming = f", naming {book.names[picked]}" if 0 <= picked < len(book.cards) else ""
    return f"play {book.names[about % TARGET]}{on}{naming}"


# ------------------------------------------------------------------------------------------------------ reading


def read_action(state: Any, text: str, names: Sequence[str]) -> int:
    """Read an action from words.

    Parameters
    ----------
    state : record
        The position in which it is chosen.
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
    return read_said(
        text, _sayable(state, names), _words,
        lambda action: action >> SHIFT in OF_PHASE[int(state.phase)], lambda found: _plainest(state, found),
    )  # fmt: skip


def _words(text: str) -> list[str]:
    """The words of a text, without its commas and signs."""
    return bare("".join(sign if sign.isalnum() else " " for sign in text.replace("'", ""))).split()


def _plainest(state: Any, found: list[int]) -> list[int]:
    """Of several readings of shortened words, those with cards that the player has; of those the plainest."""
    seat = int(state.decides)
    held = set(kinds_in(state, HAND + seat))
    has = {A_PLAY: held} | dict.fromkeys(VERBS, held | set(kinds_in(state, CARRIED + seat)))
    own = [action for action in found if (kind := action >> SHIFT) not in has or (action & ABOUT) % TARGET in has[kind]]
    found = own or found
    plain = [action for action in found if action >> SHIFT != A_PLAY or (action & ABOUT) < TARGET]
    return plain if len(plain) == 1 else found


def _sayable(state: Any, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The actions that people may mean now, whatever the rules say of them; those that are likely come first."""
    return sayable(() if state.phase == OVER else _candidates(state), lambda action: action_text(state, action, names))


def _candidates(state: Any) -> Iterator[int]:
    book, seat = the_book(state), int(state.decides)
    rooms, cards = range(len(book.rooms)), range(len(book.cards))
    yield from (code_of(kind) for kind in PLAIN)
    yield from (code_of(A_MOVE, room) for room in rooms)
    yield from (code_of(A_WARP, room) for room in rooms)
    yield from _plays(state, sorted(set(kinds_in(state, HAND + seat))))
    yield from (play_code(kind) for kind in cards)
    yield from (code_of(kind, card) for kind in VERBS for card in cards)
    yield from (code_of(A_PAY, card + TARGET) for card in sorted(set(kinds_in(state, HAND + seat))))
    if state.depth:
        yield from (code_of(A_CHOOSE, which) for which in (1, 2))


def _plays(state: Any, hand: list[int]) -> Iterator[int]:
    """The ways to play the cards of a hand: on everybody, and with what could be named."""
    listed_kinds = sorted(set(kinds_in(state, DISCARDS)))
    cards = range(len(the_book(state).cards))
    for kind in hand:
        yield play_code(kind)
        for target in range(int(state.players)):
            yield play_code(kind, target)
            yield from (play_code(kind, target, picked) for picked in sorted(set(kinds_in(state, CARRIED + target))))
        yield from (play_code(kind, -1, picked) for picked in listed_kinds)
        yield from (play_code(kind, -1, picked) for picked in cards if picked not in listed_kinds)
