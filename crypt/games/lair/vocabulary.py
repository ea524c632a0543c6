"""The names of things in Loot the Dragon's Lair, as all its words use them."""

from collections.abc import Sequence
from typing import Any

from ...core.wording import counted, listed
from . import SEATS
from .board import space_name
from .state import ADVENTURERS_SEAT, DRAGON, DRAGON_SEAT, GONE

__all__ = [
    "beside_space", "counted", "listed", "name_of", "own_pieces", "piece_name", "seat_of", "space_names", "space_of",
]  # fmt: skip


def name_of(names: Sequence[str], seat: int) -> str:
    """The name at a seat; a seat without one is called by its side."""
    return names[seat] if 0 <= seat < len(names) else SEATS[seat]


def piece_name(piece: int) -> str:
    """What a piece is called: "adventurer 2", "the dragon"."""
    return "the dragon" if piece == DRAGON else f"adventurer {piece + 1}"


def seat_of(piece: int) -> int:
    """The seat that a piece belongs to."""
    return DRAGON_SEAT if piece == DRAGON else ADVENTURERS_SEAT


def space_of(state: Any, space: int) -> str:
    """What a space of a position's board is called."""
    return space_name(int(state.ring[space]), int(state.sector[space]))


def own_pieces(state: Any) -> list[int]:
    """The pieces on the board of the seat whose turn it is."""
    pieces = range(int(state.adventurers)) if state.seat == ADVENTURERS_SEAT else (DRAGON,)
    return [piece for piece in pieces if state.place[piece] != GONE]


def beside_space(state: Any, space: int) -> list[int]:
    """The neighbours of a space of a position's board."""
    return state.near[space, : state.degree[space]].tolist()


def space_names(state: Any) -> list[str]:
    """What the spaces of a position's board are called, from the centre on."""
    count = int(state.spaces)
    return [space_name(r, s) for r, s in zip(state.ring[:count].tolist(), state.sector[:count].tolist(), strict=True)]
