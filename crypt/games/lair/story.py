"""What happened, in words: the events of a trace as sentences with numbers and rule ids."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...core.telling import Event, EventKinds, read_events
from ...core.wording import capital
from . import TITLE
from . import events as ev
from .board import space_name
from .state import (
    A_END,
    ADVENTURERS_WON,
    BY_CAPTURE,
    BY_HOARD,
    BY_LIMIT,
    BY_STASH,
    DRAGON_WON,
    NAMED_RING,
    STALLED,
)
from .vocabulary import counted, name_of, piece_name

KINDS = EventKinds(ev, TITLE)
event_name, event_kind = KINDS.name, KINDS.kind
RESULT_WORDS = {
    ADVENTURERS_WON: "The adventurers have won",
    DRAGON_WON: "The dragon has won",
    STALLED: "The game has stalled, and nobody has won",
}
ENDING_WORDS = {
    BY_STASH: "enough treasures are in the stash (LAIR-16, LAIR-17)",
    BY_CAPTURE: "no adventurer is left (LAIR-16, LAIR-17)",
    BY_HOARD: "enough treasures lie in the centre (LAIR-16, LAIR-17)",
    BY_LIMIT: "the limit of turns is reached (ruling turn_limit)",
}


def describe(events: Iterable[Any], names: Sequence[str]) -> list[str]:
    """Say what happened.

    Parameters
    ----------
    events : iterable of records
        With the fields of a trace's events.
    names : sequence of str
        The players' names by seat.

    Returns
    -------
    list of str
        One sentence, without a full stop, for each event that is worth one: "Adventurer 2 carries a treasure from r3s5 to
        r4s5; 1 movement left (LAIR-07)".
    """
    found = [event for event in read_events(events) if event.kind in _TELLERS and _is_worth_telling(event)]
    return [_TELLERS[event.kind](event, names) for event in found]


def _is_worth_telling(event: Event) -> bool:
    """That a turn ends is told by what begins; by a person's decision, or with movement left, it is news."""
    return event.kind != ev.DECIDES or event.a >> 16 == A_END


def place_name(named: int) -> str:
    """What a space is called that an event names."""
    return space_name(named // NAMED_RING, named % NAMED_RING)


def _decides(event: Event, names: Sequence[str]) -> str:
    return f"{name_of(names, event.who)}: the turn ends (LAIR-08)"


def _begins(event: Event, names: Sequence[str]) -> str:
    rule = "LAIR-05" if event.who else "LAIR-04"
    return f"Turn {event.a}, {name_of(names, event.who)}: {event.b} and {event.c} rolled, {event.d} movement ({rule})"


def _moves(event: Event, names: Sequence[str]) -> str:
    who, start, end = capital(piece_name(event.a)), place_name(event.b), place_name(event.c)
    left = f"{event.e} movement left"
    if event.d:
        return f"{who} carries a treasure from {start} to {end}; {left} (LAIR-07)"
    return f"{who} moves from {start} to {end}; {left} (LAIR-06)"


def _stashes(event: Event, names: Sequence[str]) -> str:
    return f"The treasure leaves the board at {place_name(event.b)}: {event.c} in the stash (LAIR-11)"


def _captured(event: Event, names: Sequence[str]) -> str:
    left = f"{counted(event.c, 'adventurer')} left"
    return f"The dragon captures {piece_name(event.a)} on {place_name(event.b)}; {left} (LAIR-12)"


def _hoards(event: Event, names: Sequence[str]) -> str:
    lie = "lies" if event.a == 1 else "lie"
    who = "the dragon" if event.who else "an adventurer"
    return f"{counted(event.a, 'treasure')} {lie} in the centre, where {who} brought one (LAIR-16)"


def _ends(event: Event, names: Sequence[str]) -> str:
    return f"{RESULT_WORDS[event.a]}: {ENDING_WORDS[event.b]}"


_TELLERS: dict[int, Callable[[Event, Sequence[str]], str]] = {
    ev.DECIDES: _decides,
    ev.TURN_BEGINS: _begins,
    ev.MOVES: _moves,
    ev.STASHES: _stashes,
    ev.CAPTURED: _captured,
    ev.HOARDS: _hoards,
    ev.GAME_ENDS: _ends,
}
