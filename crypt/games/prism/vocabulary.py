"""The names of things in The Prism Crystals, as all its words use them."""

from collections.abc import Sequence
from typing import Any

from ...core.wording import counted, listed
from .board import tile_names
from .state import BODY, CHEST, CRYSTALS, FACE_DOWN, FACE_UP, HORSE, KINDS, MONSTERS, SLOT_OF, SLOTS, TREASURES, WORN

__all__ = [
    "a_thing", "body_of", "counted", "listed", "monster_on", "name_of", "slot_name", "the_thing", "thing_in", "thing_name",
    "tile_of", "treasure_name", "with_article",
]  # fmt: skip


def name_of(names: Sequence[str], seat: int) -> str:
    """The name at a seat; a seat without one is called by its number."""
    return names[seat] if 0 <= seat < len(names) else f"Player {seat + 1}"


def tile_of(state: Any, tile: int) -> str:
    """What a tile of a position is called."""
    return tile_names(int(state.side))[int(tile)]


def thing_name(thing: int) -> str:
    """What a thing on a card is called, by its number there (its kind + 1)."""
    return "horse" if thing == HORSE + 1 else treasure_name(thing - 1)


def treasure_name(kind: int) -> str:
    """What a treasure is called; a chest alone is where a scar may be (PRI-05, PRI-19)."""
    return "treasure chest" if kind == CHEST else TREASURES[kind]


def the_thing(thing: int) -> str:
    """A thing with its article: "the treasure chest"."""
    return f"the {thing_name(thing)}"


def a_thing(thing: int) -> str:
    """A thing of which there may be more: "a treasure chest", "boots", "an orange crystal"."""
    name = thing_name(thing)
    return name if name == "boots" else with_article(name)


def with_article(name: str) -> str:
    """A name with the article that suits it: "an ogre"."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def thing_in(state: Any, seat: int, slot: int) -> str:
    """The thing in a slot of a card: "the helm"; in a miscellaneous slot what could be worn is spare."""
    thing = int(state.card[seat, slot])
    is_spare = slot >= WORN and thing <= KINDS and SLOT_OF[thing - 1] < WORN
    return f"the {'spare ' if is_spare else ''}{thing_name(thing)}"


def slot_name(slot: int) -> str:
    """What a slot is called: "helm slot", "a miscellaneous slot"."""
    return f"the {SLOTS[slot]} slot" if slot < WORN else "a miscellaneous slot"


def body_of(slot: int) -> str:
    """Where a scar on a slot is: "sword arm"."""
    return BODY[slot]


def monster_on(state: Any, tile: int) -> str:
    """What stands on a tile: "the ogre", "a face-down piece", or ""."""
    monster = int(state.monster[tile])
    if monster == FACE_DOWN:
        return "a face-down piece"
    return f"the {MONSTERS[monster - FACE_UP]}" if monster >= FACE_UP else ""


def is_crystal(thing: int) -> bool:
    """Tell whether a thing is a crystal."""
    return CRYSTALS < thing <= KINDS
