"""Why an action is not allowed: the rule that `refusal` names, with cards and rooms. It decides nothing by itself."""

from collections.abc import Sequence
from typing import Any

from .state import (
    A_DISCARD,
    A_DROP,
    A_PAY,
    A_PLAY,
    ABOUT,
    PICK,
    REACTING,
    RUNNING,
    SHIFT,
    TARGET,
)
from .vocabulary import card_name, name_of, place_of, room_name, the_book

NOW = (
    "first the items are used that can be used at the start of a turn", "the turn is at its move", "the turn is at its play",
    "the run goes on, or stops", "first it is decided whether to warp",
    "first it is decided whether to play that card at once",
    "first it is decided what to play in reaction", "first it is decided whether to reveal a defence",
    "first the card that bars the way is answered", "first cards are discarded",
    "first the hand is brought down to the limit", "the game is over",
)  # fmt: skip
ANY = {
    3: "draw pile and discards are both empty",
    10: "there is no such card to discard",
    17: "what the player carries does not allow it now",
    18: "the card cannot be played like that: it needs a target that suits it, and the cave not to be closing",
    19: "nothing that this card answers is happening",
    20: "who carries a defender against this card is immune to it",
    21: "the card is not in the hand, or does not defend against what was played",
    23: "only the intended target may defend",
    26: "nothing is being played that could be cancelled",
    27: "it cannot save itself from being stolen",
    28: "only the card that was taken may be played now",
    29: "the card that was turned up names no such room",
    30: "that passage is not the one through which the player moves",
    32: "the room is not dark",
    34: "a dead player is in no room",
    36: "only a carried treasure is deposited, and only in the Well House",
}


def reason(state: Any, action: int, rule: int, names: Sequence[str]) -> str:
    """Say why a rule forbids an action in a position.

    Parameters
    ----------
    state : record
    action : int
    rule : int
        What `refusal` answered: 8 for CAVE-08.
    names : sequence of str
        The players' names by seat.

    Returns
    -------
    str
        One sentence that ends in the rule's id: "no connection leads from Y2 to Volcano View (CAVE-07)".
    """
    return f"{_words(state, int(action) >> SHIFT, int(action) & ABOUT, rule, names)} (CAVE-{rule:02})"


def _words(state: Any, kind: int, about: int, rule: int, names: Sequence[str]) -> str:
    if state.result != RUNNING:
        return "the game is over"
    if rule == 6:
        return NOW[int(state.phase)]
    if rule == 7:
        return f"no connection leads from {room_name(state, state.room[state.player])} to {room_name(state, about)}"
    if rule == 34 or (rule in (18, 20, 32) and kind == A_PLAY and about // TARGET % (PICK // TARGET)):
        return _target_words(state, about, rule, names)
    if kind in (A_PLAY, A_PAY, A_DISCARD, A_DROP) and rule in (8, 14, 16, 18, 19):
        return _card_words(state, about % TARGET, rule)
    return ANY.get(rule, "the rules do not allow it")


def _target_words(state: Any, about: int, rule: int, names: Sequence[str]) -> str:
    target = about // TARGET % (PICK // TARGET) - 1
    who = name_of(names, target)
    if rule == 18:
        return f"{card_name(state, about % TARGET)} cannot be played on {who}, who is {place_of(state, target)}, like that"
    return f"{who} is {place_of(state, target)}: {ANY[rule]}"


def _card_words(state: Any, kind: int, rule: int) -> str:
    book = the_book(state)
    if kind >= len(book.cards):
        return "there is no such card"
    name = book.names[kind]
    if rule == 8:
        return f"{name} is not in the hand"
    if rule == 14 or (rule == 18 and book.cards[kind].where not in ("Anywhere", "")):
        return f"{name} is played in {book.cards[kind].where.replace('|', ' or ')}, or not while the cave is closing"
    if rule == 16:
        return f"{name} cannot be played from the hand"
    if rule == 19 and state.phase != REACTING:
        return f"{name} is played in reaction to something, or is not there to be given"
    return f"{name}: {ANY[rule]}"
