"""What people are told of a position of Colossal Cave: who decides what, a player's cards, the end.

Whose hand is told: that of who decides, or of the seat for which the position is masked; of others only how many cards. When
the game is over all hands are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.game import UnreadableError
from .printed import book_of
from .state import (
    A_PLAY,
    A_REVEAL,
    A_USE,
    ABOUT,
    AGAIN,
    BESIDE,
    DEFENDING,
    DISCARDING,
    DISCARDS,
    HAND,
    MOVING,
    NO_ROOM,
    OVER,
    PAYING,
    PILE,
    PLAYING,
    REACTING,
    RESULTS,
    RUNNING,
    RUNNING_ON,
    SEAT_1,
    SHIFT,
    STARTING,
    TARGET,
    TRIMMING,
    WARPING,
)
from .story import result_words
from .vocabulary import (
    card_name,
    cards_in,
    carried_by,
    counted,
    deposited_by,
    hand_of,
    listed,
    name_of,
    place_of,
    room_name,
    the_book,
    with_copies,
)

PER_CARD = ("played", "cancelled", "defended")


@dataclass(frozen=True)
class PlayerSummary:
    """A player's cards in words.

    Attributes
    ----------
    seat : int
    name : str
    place : str
        Where the token is: "in Y2", or "dead".
    cell : str
        The room's name, or "".
    is_alive, to_move : bool
    hand : list of str or None
        None: it is somebody else's, and hidden.
    hand_size : int
    carried, deposited : list of str
    """

    seat: int
    name: str
    place: str
    cell: str
    is_alive: bool
    to_move: bool
    hand: list[str] | None
    hand_size: int
    carried: list[str] = field(default_factory=list)
    deposited: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The cards as one line."""
        return f"{self.name}: {self.place}; {self.has}"

    @property
    def has(self) -> str:
        """The hand, what is carried and deposited."""
        hand = f"hand: {listed(with_copies(self.hand)) or 'empty'}" if self.hand is not None else ""
        parts = [
            hand or counted(self.hand_size, "card"),
            f"carries {listed(with_copies(self.carried)) or 'nothing'}",
            *([f"has deposited {listed(self.deposited)}"] if self.deposited else []),
        ]
        return "; ".join(parts)


def viewer_of(state: Any) -> int:
    """The seat whose hand may be told: the one for which the position is masked, else the one that decides; -1 for none."""
    if state.masked_for:
        return int(state.masked_for) - 1
    return int(state.decides) if state.result == RUNNING else -1


def is_hand_told(state: Any, seat: int) -> bool:
    """Tell whether a hand may be told: at the end all of them (ruling opened_hands)."""
    return seat == viewer_of(state) or bool(state.result != RUNNING and not state.masked_for)


def hero_summary(state: Any, rules: Any, seat: int, names: Sequence[str]) -> PlayerSummary:
    """A player's cards: place, hand or its size, what is carried and deposited."""
    return PlayerSummary(
        seat=seat,
        name=name_of(names, seat),
        place=place_of(state, seat),
        cell=room_name(state, state.room[seat]) if state.room[seat] != NO_ROOM else "",
        is_alive=bool(state.room[seat] != NO_ROOM),
        to_move=bool(state.result == RUNNING and state.decides == seat),
        hand=hand_of(state, seat) if is_hand_told(state, seat) else None,
        hand_size=int(state.held[HAND + seat]),
        carried=carried_by(state, seat),
        deposited=deposited_by(state, seat),
    )


def prompt(state: Any, names: Sequence[str], rules: Any = None) -> str:
    """Say who does what now: "Ann: move, or stay in Y2".

    Parameters
    ----------
    state : record
    names : sequence of str
    rules : record, optional
        The packed ruleset; with it the limit of a hand is told.
    """
    if state.phase == OVER:
        return result_words(int(state.result), names)
    return f"{name_of(names, int(state.decides))}: {_task(state, names, rules)}"


def _task(state: Any, names: Sequence[str], rules: Any) -> str:
    phase, here = int(state.phase), room_name(state, state.room[state.player])
    if phase in (REACTING, DEFENDING, PAYING):
        return _answer(state, names)
    keeps = int(rules.hand_limit) if rules is not None else 0
    return {
        STARTING: "use a carried item, or go on",
        MOVING: f"move, or stay in {here}",
        PLAYING: f"play; {counted(int(state.plays), 'play')} left, in {here}",
        RUNNING_ON: f"run on; {counted(int(state.steps), 'step')} left, in {here}",
        WARPING: "warp to the room of the card, or stay",
        AGAIN: f"play {card_name(state, int(state.again) - 1)} at once, or keep it" if state.again else "",
        TRIMMING: f"discard until hand and inventory together are {state.trim_to}",
        DISCARDING: f"discard down to {keeps or 'the limit'}",
    }[phase]


def _answer(state: Any, names: Sequence[str]) -> str:
    """What an answer is asked to."""
    asked = int(state.decides)
    if state.depth == 0:
        way = f"{room_name(state, state.move_from)} to {room_name(state, state.move_to)}"
        mover = "you are" if asked == state.player else f"{name_of(names, int(state.player))} is"
        return f"{mover} about to move from {way}: react, or let it pass"
    top = int(state.depth) - 1
    waiting = card_name(state, the_book(state).kind_of[state.card[top]])
    owner, target = name_of(names, int(state.owner[top])), int(state.target[top])
    on = f" on {'you' if target == asked else name_of(names, target)}" if target >= 0 else ""
    what = f"you play {waiting}{on}" if asked == state.owner[top] else f"{owner} plays {waiting}{on}"
    if state.phase == DEFENDING:
        return f"{what}: reveal a defence, or let it happen"
    return f"{what}: {'answer it' if state.phase == PAYING else 'react, or let it pass'}"


def result(outcome: Any) -> str:
    """The result in the word that tables of outcomes use: "seat 1" ..., "stalled", or "running" before the end."""
    return RESULTS[int(outcome.result)]


def outcome_text(outcome: Mapping[str, Any], names: Sequence[str]) -> str:
    """Tell the end in words.

    Parameters
    ----------
    outcome : record or dict
        The row of results.
    names : sequence of str
        The players' names by seat.

    Returns
    -------
    str
        A few sentences.
    """
    found = zip(names, outcome["deposited"], strict=False)
    sentences = [
        result_words(int(outcome["result"]), names),
        f"{counted(int(outcome['turns']), 'turn')} in {counted(int(outcome['rounds']), 'round')}",
        f"Treasures deposited: {listed(f'{name} {int(count)}' for name, count in found)}",
        f"{counted(int(outcome['reactions']), 'reaction')}, {counted(int(outcome['cancels']), 'card')} cancelled, "
        f"{int(outcome['defences'])} defended against, {counted(int(outcome['deaths']), 'death')}",
    ]
    return ". ".join(sentences) + "."


def outcome_columns(outcomes: Any) -> dict[str, Any]:
    """Rows of results as columns, with words where a column holds codes.

    Parameters
    ----------
    outcomes : structured array
        Of `OUTCOME` records of one ruleset.

    Returns
    -------
    dict
        Column name -> array with one value for each row. `winner` is a seat from 1, or 0; `played_A07`, `cancelled_A07`
        and `defended_A07` count a card by its id in the table of cards.
    """
    result = np.asarray(outcomes["result"])
    columns: dict[str, Any] = {
        "result": np.array(RESULTS)[result],
        "winner": np.where(result >= SEAT_1, result - SEAT_1 + 1, 0),
    }
    left_out = ("cave", "book", "result", "players")
    for name in outcomes.dtype.names:
        if outcomes[name].ndim == 1 and name not in left_out:
            columns[name] = outcomes[name]
    for name in ("score", "deposited", "deaths_of"):
        columns |= {f"{name}_{seat + 1}": outcomes[name][:, seat] for seat in range(outcomes[name].shape[1])}
    books = set(np.asarray(outcomes["book"]).tolist()) - {0}
    cards = book_of(books.pop() if books else _standard_book()).cards
    for name in PER_CARD:
        columns |= {f"{name}_{card.id}": outcomes[name][:, kind] for kind, card in enumerate(cards)}
    return columns


def _standard_book() -> int:
    """The number of the book of the standard cards, for the names of columns where no game was played."""
    from ...core.ruleset import standard
    from .front import GAME

    return int(standard(GAME).record.book)


def surroundings(state: Any, seat: int, names: Sequence[str]) -> list[str]:
    """What is around a player's token, in words, for those who cannot see the board."""
    here = int(state.room[seat])
    if here == NO_ROOM:
        return [f"{name_of(names, seat)} is dead"]
    book = the_book(state)
    near = [b if a == here else a for a, b in book.ways if here in (a, b)]
    lines = [f"{name_of(names, seat)} is in {_room_words(state, here, names, seat)}"]
    lines += [f"beside it: {_room_words(state, room, names)}" for room in near]
    lines.append(f"hand: {listed(with_copies(hand_of(state, seat))) or 'empty'}" if seat == viewer_of(state) else "")
    return [line for line in lines if line]


def _room_words(state: Any, room: int, names: Sequence[str], without: int = -1) -> str:
    there = [name_of(names, i) for i in range(int(state.players)) if state.room[i] == room and i != without]
    return room_name(state, room) + (f" ({listed(there)})" if there else "")


def action_hint(state: Any, action: int) -> str:
    """What an action's words do not say to everybody: what the card does that is played, used or revealed."""
    kind, about = int(action) >> SHIFT, int(action) & ABOUT
    return the_book(state).cards[about % TARGET].text.rstrip(".") if kind in (A_PLAY, A_USE, A_REVEAL) else ""


def card_text(state: Any, name: str) -> str:
    """What the cards do whose names begin with some words, or else hold them: a line for each.

    Parameters
    ----------
    state : record
        Of the game: it knows which cards there are.
    name : str
        Case does not matter.

    Returns
    -------
    str

    Raises
    ------
    UnreadableError
        When no card is called so.
    """
    book, wanted = the_book(state), name.casefold()
    found = [kind for kind, called in enumerate(book.names) if called.casefold().startswith(wanted)]
    found = found or [kind for kind, called in enumerate(book.names) if wanted in called.casefold()]
    if not found:
        raise UnreadableError(f"no card is called {name[:40]!r}; heroes lists the cards of the hand")
    return "\n".join(f"{book.names[kind]}: {book.cards[kind].printed} ({book.cards[kind].copies} in all)" for kind in found)


def board_text(state: Any, names: Sequence[str], rules: Any) -> str:
    """The cave for a terminal: each room with its ways and who is there; `*` marks rooms that are lit by themselves."""
    book = the_book(state)
    lines = []
    for number, room in enumerate(book.rooms):
        near = [book.rooms[b if a == number else a].name for a, b in book.ways if number in (a, b)]
        there = [name_of(names, i) for i in range(int(state.players)) if state.room[i] == number]
        mark = "*" if rules.lit[number] else " "
        lines.append(f"{mark} {room.name:26} {f'[{listed(there)}] ' if there else ''}to {', '.join(near)}")
    closing = "; the cave is closing" if state.held[BESIDE] else ""
    discards = listed(with_copies(cards_in(state, DISCARDS))) or "none"
    lines.append(f"draw pile: {counted(int(state.held[PILE]), 'card')}{closing}; discards: {discards}")
    return "\n".join(lines)
