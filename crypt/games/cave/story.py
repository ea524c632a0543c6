"""What happened, in words: the events of a trace as sentences with rule ids."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, pairwise
from typing import Any

from ...core.telling import Event, EventKinds, read_events
from . import TITLE
from . import events as ev
from .printed import book_of
from .state import (
    A_DRAW,
    A_NOTHING,
    A_PASS,
    A_STAY,
    AGAIN,
    PAYING,
    RUNNING_ON,
    SEAT_1,
    SHIFT,
    STALLED,
    STARTING,
    WARPING,
)
from .vocabulary import counted, listed, name_of

KINDS = EventKinds(ev, TITLE)
event_name, event_kind = KINDS.name, KINDS.kind
Names = Sequence[str]
_REFRAINS = {  # actions that bring no event of their own, by the phase in which they are chosen; None: in any other
    (A_STAY, None): "stays (CAVE-07)",
    (A_STAY, RUNNING_ON): "runs no further (CAVE-07)",
    (A_STAY, WARPING): "does not warp",
    (A_DRAW, None): "draws instead of playing (CAVE-08)",
    (A_NOTHING, None): "plays nothing (CAVE-08)",
    (A_NOTHING, STARTING): "uses nothing (CAVE-17)",
    (A_NOTHING, AGAIN): "keeps the card for later (CAVE-28)",
    (A_PASS, None): "lets it pass",
    (A_PASS, PAYING): "gives nothing up",
}
SOURCES = ("", "the own hand", "{}'s inventory", "the discard pile", "{}'s hand", "the draw pile", "{}'s safe")


def describe(events: Iterable[Any], names: Sequence[str]) -> list[str]:
    """Say what happened.

    Parameters
    ----------
    events : iterable of records
        With the fields of a trace's events: those that a reader may see.
    names : sequence of str
        The players' names by seat.

    Returns
    -------
    list of str
        One sentence, without a full stop, for each event that is worth one: "Ann moves from Y2 to Bedquilt (CAVE-07)".
    """
    told = []
    for kind, found in groupby(_without_idle_starts(list(read_events(events))), lambda event: event.kind):
        if kind == ev.SEES:
            told.append(_sees(list(found), names))
        elif kind in _TELLERS:
            told += [_TELLERS[kind](event, names) for event in found]
    return [sentence for sentence in told if sentence]


def _without_idle_starts(events: list[Event]) -> list[Event]:
    """The events, but for the announcement of a move that is made at once, since nobody could come between."""
    made = {
        i for i, (event, following) in enumerate(pairwise(events))
        if event.kind == ev.SETS_OUT and following.kind == ev.MOVES
        and (event.who, event.a, event.b) == (following.who, following.a, following.b)
    }  # fmt: skip
    return [event for i, event in enumerate(events) if i not in made]


def result_title(result: int, names: Sequence[str]) -> str:
    """How the game ended, in a few words."""
    if result >= SEAT_1:
        return f"{name_of(names, result - SEAT_1)} has won"
    return "The game has stalled" if result == STALLED else "The game goes on"


def result_words(result: int, names: Sequence[str]) -> str:
    """How the game ended, and by which rule."""
    if result == STALLED:
        return "The limit of turns is reached, and the game has stalled (ruling turn_limit)"
    return result_title(result, names) + (" (CAVE-40)" if result >= SEAT_1 else "")


def _who(event: Event, names: Names) -> str:
    return name_of(names, event.who)


def _card(event: Event, kind: int) -> str:
    return book_of(event.f).names[kind]


def _room(event: Event, room: int) -> str:
    return book_of(event.f).room_name(room)


def _decides(event: Event, names: Names) -> str:
    kind = event.a >> SHIFT
    words = _REFRAINS.get((kind, event.b)) or _REFRAINS.get((kind, None), "")
    return f"{_who(event, names)} {words}" if words else ""


def _begins(event: Event, names: Names) -> str:
    return f"Round {event.a}: it is {_who(event, names)}'s turn (CAVE-06)"


def _returns(event: Event, names: Names) -> str:
    return f"{_who(event, names)} comes back to life in {_room(event, event.a)} (CAVE-35)"


def _draws(event: Event, names: Names) -> str:
    rule = ("", "CAVE-06", "CAVE-08", "CAVE-35")[event.b]
    return f"{_who(event, names)} draws {counted(event.a, 'card')} ({rule})"


def _gets(event: Event, names: Names) -> str:
    return f"{_who(event, names)} gets {_card(event, event.a)} (CAVE-12)"


def _no_cards(event: Event, names: Names) -> str:
    return "There is no card left to draw (CAVE-03)"


def _renews(event: Event, names: Names) -> str:
    return f"The discards are shuffled into a new draw pile of {counted(event.a, 'card')} (CAVE-03)"


def _sets_out(event: Event, names: Names) -> str:
    return f"{_who(event, names)} is about to move from {_room(event, event.a)} to {_room(event, event.b)} (CAVE-19)"


def _moves(event: Event, names: Names) -> str:
    verb, rule = ("goes along", "CAVE-19") if event.c else ("moves", "CAVE-07")
    return f"{_who(event, names)} {verb} from {_room(event, event.a)} to {_room(event, event.b)} ({rule})"


def _is_blocked(event: Event, names: Names) -> str:
    return f"{_who(event, names)} stays in {_room(event, event.a)}: the move is spent (ruling blocked_move)"


def _warps(event: Event, names: Names) -> str:
    return f"{_who(event, names)} warps from {_room(event, event.a)} to {_room(event, event.b)} (CAVE-29)"


def _plays(event: Event, names: Names) -> str:
    on = f" on {name_of(names, event.b - 1)}" if event.b else ""
    picked = f" and names {_card(event, event.c - 1)}" if event.c else ""
    return f"{_who(event, names)} plays {_card(event, event.a)}{on}{picked} ({'CAVE-19' if event.d else 'CAVE-08'})"


def _is_cancelled(event: Event, names: Names) -> str:
    return f"{_card(event, event.a)} is cancelled by {_card(event, event.b)} (CAVE-26)"


def _is_silenced(event: Event, names: Names) -> str:
    return f"The cave is closing, and {_card(event, event.a)} does nothing (ruling silenced_word)"


def _reveals(event: Event, names: Names) -> str:
    return f"{_who(event, names)} reveals {_card(event, event.a)} against {_card(event, event.b)} (CAVE-21)"


def _pays(event: Event, names: Names) -> str:
    return f"{_who(event, names)} gives up {_card(event, event.a)} for {_card(event, event.b)} (CAVE-19)"


def _chooses(event: Event, names: Names) -> str:
    answer = book_of(event.f).cards[event.b].answers[event.a - 1]
    return f"{_who(event, names)} answers {_card(event, event.b)}: to {answer} (CAVE-19)"


def _uses(event: Event, names: Names) -> str:
    return f"{_who(event, names)} uses {_card(event, event.a)} (CAVE-17)"


def _acquires(event: Event, names: Names) -> str:
    source = SOURCES[event.b].format(name_of(names, event.c))
    return f"{_who(event, names)} acquires {_card(event, event.a)} from {source} (CAVE-24)"


def _searches(event: Event, names: Names) -> str:
    return f"{_who(event, names)} looks through the draw pile and shuffles it (CAVE-24)"


def _sees(events: Sequence[Event], names: Names) -> str:
    """All that a player sees in the draw pile is one sentence."""
    cards = [_card(event, event.a) if event.b == 1 else f"{event.b} {_card(event, event.a)}" for event in events]
    return f"{_who(events[0], names)} sees in the draw pile {listed(cards)} (CAVE-24)"


def _finds_nothing(event: Event, names: Names) -> str:
    return f"{_who(event, names)} cannot acquire {_card(event, event.a)} (ruling acquire_deposited)"


def _discards(event: Event, names: Names) -> str:
    where = " from the inventory" if event.b else ""
    return f"{_who(event, names)} discards {_card(event, event.a)}{where}"


def _dies(event: Event, names: Names) -> str:
    return f"{_who(event, names)} dies by {_card(event, event.a)} (CAVE-33)"


def _turns_up(event: Event, names: Names) -> str:
    return f"{_who(event, names)} turns up {_card(event, event.a)}"


def _takes(event: Event, names: Names) -> str:
    source = ("", " from the discards", ", which was turned up,", " back")[event.b]
    return f"{_who(event, names)} takes {_card(event, event.a)}{source} into the hand"


def _steals(event: Event, names: Names) -> str:
    return f"{_who(event, names)} steals {_card(event, event.a)} from {name_of(names, event.b)}"


def _scrambles(event: Event, names: Names) -> str:
    return f"{counted(event.a, 'card')} of all hands are shuffled and dealt again"


def _closes(event: Event, names: Names) -> str:
    return "The cave is closing (CAVE-18)"


def _reopens(event: Event, names: Names) -> str:
    return "The cave is open again (CAVE-18)"


def _deposits(event: Event, names: Names) -> str:
    return f"{_who(event, names)} deposits {_card(event, event.a)}: {counted(event.b, 'treasure')} now (CAVE-36)"


def _follows(event: Event, names: Names) -> str:
    return f"{_who(event, names)} will go along with {name_of(names, event.a)} (ruling dragged)"


def _loses_turn(event: Event, names: Names) -> str:
    return f"{_who(event, names)}'s turn ends (CAVE-10)"


def _ends(event: Event, names: Names) -> str:
    return result_words(event.a, names)


_TELLERS: dict[int, Callable[[Event, Sequence[str]], str]] = {
    ev.DECIDES: _decides,
    ev.TURN_BEGINS: _begins,
    ev.RETURNS: _returns,
    ev.DRAWS: _draws,
    ev.GETS: _gets,
    ev.NO_CARDS: _no_cards,
    ev.RENEWS: _renews,
    ev.SETS_OUT: _sets_out,
    ev.MOVES: _moves,
    ev.IS_BLOCKED: _is_blocked,
    ev.WARPS: _warps,
    ev.PLAYS: _plays,
    ev.IS_CANCELLED: _is_cancelled,
    ev.IS_SILENCED: _is_silenced,
    ev.REVEALS: _reveals,
    ev.PAYS: _pays,
    ev.CHOOSES: _chooses,
    ev.USES: _uses,
    ev.ACQUIRES: _acquires,
    ev.SEARCHES: _searches,
    ev.FINDS_NOTHING: _finds_nothing,
    ev.DISCARDS: _discards,
    ev.DIES: _dies,
    ev.TURNS_UP: _turns_up,
    ev.TAKES: _takes,
    ev.STEALS: _steals,
    ev.SCRAMBLES: _scrambles,
    ev.CLOSES: _closes,
    ev.REOPENS: _reopens,
    ev.DEPOSITS: _deposits,
    ev.FOLLOWS: _follows,
    ev.LOSES_TURN: _loses_turn,
    ev.GAME_ENDS: _ends,
}
