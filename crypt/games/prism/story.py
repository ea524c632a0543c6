"""What happened, in words: the events of a trace as sentences with numbers and rule ids."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...core.telling import Event, EventKinds, read_events
from . import TITLE
from . import events as ev
from .board import name_of_label
from .state import A_STOP, BODY, MONSTERS, STALLED, WON, WORN
from .vocabulary import a_thing, counted, name_of, slot_name, the_thing, thing_name, with_article

KINDS = EventKinds(ev, TITLE)
event_name, event_kind = KINDS.name, KINDS.kind
RESULT_WORDS = {
    WON: "The crystals are found: everybody has won (PRI-01)",
    STALLED: "The limit of rounds is reached, and the game has stalled (ruling round_limit)",
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
        One sentence, without a full stop, for each event that is worth one: "Ann goes from e5 to e4 for 1 point; 2 left
        (PRI-08)".
    """
    told = [_TELLERS[event.kind](event, names) for event in read_events(events) if event.kind in _TELLERS]
    return [sentence for sentence in told if sentence]


def _decides(event: Event, names: Sequence[str]) -> str:
    return f"{name_of(names, event.who)} stops (PRI-10)" if event.a >> 16 == A_STOP else ""


def _begins(event: Event, names: Sequence[str]) -> str:
    horse = " with a horse (PRI-09)" if event.c else " (PRI-08)"
    return f"Round {event.a}: it is {name_of(names, event.who)}'s turn, {counted(event.b, 'point')}{horse}"


def _moves(event: Event, names: Sequence[str]) -> str:
    way = f"from {name_of_label(event.a)} to {name_of_label(event.b)}"
    return f"{name_of(names, event.who)} goes {way} for {counted(event.c, 'point')}; {event.d} left (PRI-08)"


def _meets(event: Event, names: Sequence[str]) -> str:
    who, strength = name_of(names, event.who), f"attack +{event.c}, armour {event.d}"
    if event.e:
        return f"{who} turns up {with_article(MONSTERS[event.a])}, {strength} (PRI-12)"
    return f"{who} meets the {MONSTERS[event.a]}, {strength} (PRI-11)"


def _finds_horse(event: Event, names: Sequence[str]) -> str:
    return f"{name_of(names, event.who)} turns up a horse on {name_of_label(event.a)} (PRI-30)"


def _flees(event: Event, names: Sequence[str]) -> str:
    who, roll = name_of(names, event.who), f"rolls {event.b} against +{event.c}"
    if event.d:
        return f"{who} {roll} and gets away (PRI-13)"
    return f"{who} {roll} and is caught: the {MONSTERS[event.a]} attacks first (PRI-13)"


def _attacks(event: Event, names: Sequence[str]) -> str:
    who = f"The {MONSTERS[event.a]}" if event.b else name_of(names, event.who)
    total = f"{event.c} + {event.d} = {event.c + event.d}" if event.d else f"{event.c}"
    rule = "PRI-17" if event.b else "PRI-15"
    return f"{who} rolls {total} against armour {event.e}: {'a hit' if event.f else 'a miss'} ({rule})"


def _beats(event: Event, names: Sequence[str]) -> str:
    return f"{name_of(names, event.who)} defeats the {MONSTERS[event.a]} (PRI-23)"


def _is_beaten(event: Event, names: Sequence[str]) -> str:
    return f"The {MONSTERS[event.a]} defeats {name_of(names, event.who)} (PRI-17)"


def _scar(event: Event, names: Sequence[str]) -> str:
    who = name_of(names, event.who)
    if not event.b:
        return f"{who} rolls {event.a}: no scar (PRI-19)"
    where = BODY[event.b - 1]
    if event.c:
        return f"{who} rolls {event.a}: a scar on the {where} (PRI-19)"
    return f"{who} rolls {event.a}: the {where} has a scar already (PRI-20)"


def _loses(event: Event, names: Sequence[str]) -> str:
    return f"{name_of(names, event.who)} loses {the_thing(event.a)} to the monster (PRI-21, PRI-22)"


def _goes_home(event: Event, names: Sequence[str]) -> str:
    return f"{name_of(names, event.who)} goes to the house"


def _turns_up(event: Event, names: Sequence[str]) -> str:
    return f"{name_of(names, event.who)} turns up {a_thing(event.a)} (PRI-23)"


def _collects(event: Event, names: Sequence[str]) -> str:
    what = the_thing(event.a) if event.c == 1 else f"{event.c} times {thing_name(event.a)}"
    return f"{name_of(names, event.who)} collects {what} that lay there (PRI-23)"


def _heals(event: Event, names: Sequence[str]) -> str:
    return f"The crystal heals {name_of(names, event.a)}'s {BODY[event.b]} (PRI-27)"


def _places(event: Event, names: Sequence[str]) -> str:
    kept = f", and keeps {the_thing(event.c)}" if event.c else ""
    verb = "puts on" if event.b < WORN else "carries"
    rule = "PRI-25" if event.b < WORN else "PRI-24"
    return f"{name_of(names, event.who)} {verb} {the_thing(event.a)}{kept} ({rule})"


def _discards(event: Event, names: Sequence[str]) -> str:
    if event.b:
        return f"{name_of(names, event.who)} leaves the horse on {name_of_label(event.b)} (PRI-28)"
    return f"{name_of(names, event.who)} discards {the_thing(event.a)} (PRI-24)"


def _sends(event: Event, names: Sequence[str]) -> str:
    target = "the face-up monster", "the face-down piece", name_of(names, event.d)
    way = f"{target[event.b]} on {name_of_label(event.c)}, {counted(event.e, 'tile')} away"
    return f"{name_of(names, event.who)} cannot carry {the_thing(event.a)}: it goes to {way} (PRI-29)"


def _takes_horse(event: Event, names: Sequence[str]) -> str:
    return f"{name_of(names, event.who)} takes the horse on {name_of_label(event.a)} (PRI-30)"


def _leaves_horse(event: Event, names: Sequence[str]) -> str:
    return f"{name_of(names, event.who)} leaves the horse on {name_of_label(event.a)} (PRI-30)"


def _arranges(event: Event, names: Sequence[str]) -> str:
    other = f", in exchange for {the_thing(event.d)}" if event.d else ""
    return f"{name_of(names, event.who)} puts {the_thing(event.a)} in {slot_name(event.c)}{other} (PRI-25)"


def _trades(event: Event, names: Sequence[str]) -> str:
    who, other = name_of(names, event.who), name_of(names, event.a)
    if event.b and event.c:
        return f"{who} gives {other} {the_thing(event.b)} for {the_thing(event.c)} (PRI-26)"
    if event.b:
        return f"{who} gives {other} {the_thing(event.b)} (PRI-26)"
    return f"{who} gets {the_thing(event.c)} from {other} (PRI-26)"


def _carried(event: Event, names: Sequence[str]) -> str:
    verb = "is" if event.a == 1 else "are"
    return f"{counted(event.a, 'crystal')} {verb} carried (PRI-01)"


def _ends(event: Event, names: Sequence[str]) -> str:
    return RESULT_WORDS[event.a]


_TELLERS: dict[int, Callable[[Event, Sequence[str]], str]] = {
    ev.DECIDES: _decides,
    ev.TURN_BEGINS: _begins,
    ev.MOVES: _moves,
    ev.MEETS: _meets,
    ev.FINDS_HORSE: _finds_horse,
    ev.FLEES: _flees,
    ev.ATTACKS: _attacks,
    ev.BEATS: _beats,
    ev.IS_BEATEN: _is_beaten,
    ev.SCAR: _scar,
    ev.LOSES: _loses,
    ev.GOES_HOME: _goes_home,
    ev.TURNS_UP: _turns_up,
    ev.COLLECTS: _collects,
    ev.HEALS: _heals,
    ev.PLACES: _places,
    ev.DISCARDS: _discards,
    ev.SENDS: _sends,
    ev.TAKES_HORSE: _takes_horse,
    ev.LEAVES_HORSE: _leaves_horse,
    ev.ARRANGES: _arranges,
    ev.TRADES: _trades,
    ev.CARRIED: _carried,
    ev.GAME_ENDS: _ends,
}
