"""The names of things in Colossal Cave, as all its words use them."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...core.wording import counted, listed
from .printed import Book, book_of
from .state import CARRIED, DEPOSITED, HAND, NO_ROOM

__all__ = [
    "card_name", "cards_in", "carried_by", "counted", "deposited_by", "hand_of", "kinds_in", "listed", "name_of", "place_of",
    "room_name", "the_book", "with_copies",
]  # fmt: skip


def name_of(names: Sequence[str], seat: int) -> str:
    """The name at a seat; a seat without one is called by its number."""
    return names[seat] if 0 <= seat < len(names) else f"Player {seat + 1}"


def the_book(state: Any) -> Book:
    """What is printed on the cards and the board of a position."""
    return book_of(state.book)


def card_name(state: Any, kind: int) -> str:
    """What a kind of card is called."""
    return the_book(state).names[kind]


def room_name(state: Any, room: int) -> str:
    """What a room is called."""
    return the_book(state).room_name(int(room))


def place_of(state: Any, seat: int) -> str:
    """Where a player is: "in the Well House", "dead"."""
    room = int(state.room[seat])
    return "dead" if room == NO_ROOM else f"in {room_name(state, room)}"


def kinds_in(state: Any, place: int) -> list[int]:
    """The kinds of the cards in a place, one for each card."""
    kind_of = the_book(state).kind_of
    return [kind_of[card] for card in np.flatnonzero(state.place[: len(kind_of)] == place)]


def cards_in(state: Any, place: int) -> list[str]:
    """The names of the cards in a place, one for each card."""
    return [card_name(state, kind) for kind in kinds_in(state, place)]


def hand_of(state: Any, seat: int) -> list[str]:
    """The cards in a hand, as far as they are not masked."""
    return cards_in(state, HAND + seat)


def carried_by(state: Any, seat: int) -> list[str]:
    """What a player carries."""
    return cards_in(state, CARRIED + seat)


def deposited_by(state: Any, seat: int) -> list[str]:
    """What a player has deposited."""
    return cards_in(state, DEPOSITED + seat)


def with_copies(names: Iterable[str]) -> list[str]:
    """Names, each once, with how often it is there: "2 Speed Run"."""
    names = list(names)
    return [name if names.count(name) == 1 else f"{names.count(name)} {name}" for name in dict.fromkeys(names)]
