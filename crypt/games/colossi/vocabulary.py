"""The names of things in Crypt of the Colossi, as all its words use them."""

from collections.abc import Sequence

from ...core.wording import counted, listed
from .state import (
    AMULET,
    BOOTS,
    BOSS_ROOM,
    EMPTY,
    EXIT_DOOR,
    KEY,
    POTION,
    POTIONS,
    SHIELD,
    SLOTS,
    START,
    SWORD,
)

__all__ = [
    "CAUSE_RULES", "CAUSE_WORDS", "DIRECTIONS", "EFFECT_NAMES", "FOE_NAMES", "POTION_NAMES", "SLOT_NAMES", "TILE_NAMES",
    "counted", "is_slot", "listed", "name_of", "potion_name", "side_words", "thing_name", "tile_name",
]  # fmt: skip

DIRECTIONS = ("north", "east", "south", "west")
EFFECT_NAMES = ("Strength", "Skill", "Stone", "Dodge")
POTION_NAMES = ("Teleportation", *EFFECT_NAMES, "Health")
SLOT_NAMES = {
    SWORD: "sword",
    SHIELD: "shield",
    BOOTS: "boots",
    AMULET: "amulet",
    KEY: "key",
    **{POTION + kind: f"{name} potion" for kind, name in enumerate(POTIONS)},
}
TILE_NAMES = ("a plain tile", "an event", "a monster", "a chest", "a hero closet")  # by symbol
FIXED_NAMES = {EMPTY: "an empty cell", START: "a start cell", BOSS_ROOM: "the boss room", EXIT_DOOR: "the exit door"}
FOE_NAMES = ("the monster", "the boss", "the monster")  # by what is fought
CAUSE_WORDS = (
    "killed by a monster",
    "killed by the boss",
    "killed by an event",
    "walled off from the exit",
    "no tiles left to build a way to the exit",
    "no way left to get a key",
)
CAUSE_RULES = ("COL-29", "COL-29", "COL-29", "COL-54", "COL-54", "COL-54")


def tile_name(kind: int) -> str:
    """What a tile of this kind is, with its article: "a monster", "the boss room"."""
    return FIXED_NAMES[kind] if kind in FIXED_NAMES else TILE_NAMES[(kind - 1) // 5]


def thing_name(slot: int, level: int = 1) -> str:
    """A thing with its article: "a level 2 sword", "an amulet", "a potion of Health"."""
    if slot in (SWORD, SHIELD):
        return f"a level {level} {SLOT_NAMES[slot]}"
    if slot >= POTION:
        return potion_name(slot - POTION)
    return {BOOTS: "boots", AMULET: "an amulet", KEY: "a key"}[slot]


def potion_name(kind: int) -> str:
    """A potion of this kind, with its article."""
    return f"a potion of {POTION_NAMES[kind]}"


def name_of(names: Sequence[str], seat: int) -> str:
    """The name at a seat; a seat without one is called by its number."""
    return names[seat] if 0 <= seat < len(names) else f"Hero {seat + 1}"


def side_words(sides: int) -> str:
    """A set of sides: "north, east and west"."""
    return listed(name for side, name in enumerate(DIRECTIONS) if sides >> side & 1) or "nowhere"


def is_slot(slot: int) -> bool:
    """Tell whether a number is a place for something that a hero can hold."""
    return 0 <= slot < SLOTS
