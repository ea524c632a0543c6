"""What is printed on cards and board: the names and texts by which people know the numbers of the rules.

Rulesets may have other cards and rooms. A position and each event carry the number of their book, so that words need
nothing else; a ruleset puts its book on the shelf when it is packed.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...core.game import CryptError


@dataclass(frozen=True)
class Card:
    """A kind of card, as it is printed.

    Attributes
    ----------
    id, type, name, text, where, provenance : str
        `where` says in which rooms it can be played; "" for reactions.
    copies : int
    answers : tuple of str
        What a player who is asked may choose, in words: where the card lets choose between two things.
    """

    id: str
    type: str
    name: str
    text: str
    where: str
    provenance: str
    copies: int
    answers: tuple[str, str] = ("choose the first", "choose the second")

    @property
    def printed(self) -> str:
        """What is printed on it but its name: "action, anywhere. Move up to four spaces."."""
        rooms = ", ".join(filter(None, self.where.split("|"))).replace("Anywhere", "anywhere")
        return f"{', '.join(filter(None, (self.type, rooms)))}. {self.text}".rstrip()


@dataclass(frozen=True)
class Room:
    """A room of the board, and where it is drawn."""

    name: str
    x: int
    y: int


@dataclass(frozen=True)
class Book:
    """All cards and rooms of a ruleset, in the order of their numbers."""

    cards: tuple[Card, ...]
    rooms: tuple[Room, ...]
    ways: tuple[tuple[int, int], ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the cards; where two of different types are alike the type is added."""
        names = [card.name for card in self.cards]
        return tuple(
            f"{card.name} ({card.type})" if names.count(card.name) > 1 else card.name for card in self.cards
        )

    @cached_property
    def kind_of(self) -> tuple[int, ...]:
        """The kind of each single card."""
        return tuple(kind for kind, card in enumerate(self.cards) for _ in range(card.copies))

    @cached_property
    def key(self) -> int:
        """A number of 31 bits that stands for the book."""
        cards = [[card.id, card.type, card.name, card.text, card.where, card.copies] for card in self.cards]
        text = json.dumps([cards, [[room.name, room.x, room.y] for room in self.rooms], self.ways])
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) >> 1

    def room_name(self, room: int) -> str:
        """What a room is called; a dead player is "nowhere"."""
        return self.rooms[room].name if 0 <= room < len(self.rooms) else "nowhere"


_SHELF: dict[int, Book] = {}


def put_on_shelf(book: Book) -> int:
    """Keep a book where its number finds it; returns the number."""
    _SHELF[book.key] = book
    return book.key


def book_of(key: Any) -> Book:
    """The book that a position or an event names.

    Raises
    ------
    CryptError
        When no ruleset with these cards and rooms has been read.
    """
    number = int(key)
    if number not in _SHELF:
        raise CryptError("the cards of this game are not known here; read its ruleset first")
    return _SHELF[number]
