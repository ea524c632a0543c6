"""Changes of a position that is written down: something put on a cell, a hero changed, the boss or the door."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.game import UnreadableError
from ...core.wording import seat_choices
from .notation import FIXED_WORDS, hero_words
from .reading import BAG_SYMBOLS, EMPTY_CELL, FIXED_SYMBOLS, GLYPHS, PLAIN, first_start_cell, read_cell
from .state import (
    BAG_KINDS,
    CHOOSE_START,
    EMPTY,
    NORMAL,
    ON_FLOOR,
    OVER,
    SHAPE_OF_SIDES,
    SHAPES,
    SYMBOLS,
    TAKE_TURN,
    TURN_THE_TILE,
    WAITING,
    WIDTH,
)
from .vocabulary import TILE_NAMES

THINGS_EXAMPLE = "none, or: key sword:1 boots potion:health"
SYMBOL_OF = {PLAIN: NORMAL, **BAG_SYMBOLS}


def palette(state: Any) -> dict:
    """What can be put on the board, and how the things stand that can be changed beside it.

    Returns
    -------
    dict
        ``things``: a ``title`` and the ``change`` that a click on a cell makes; for tiles also ``shapes`` (``title`` and
        ``turns``, the glyphs of its quarter turns) and ``symbols`` (pairs of a character and its title). ``rows``: a
        ``title``, the ``seat`` whose name may stand for it, the ``change`` that setting it makes, and its ``fields``:
        name, title, value, example, and where only some values can be, these: each a value, its title, and the seat
        whose name may stand for it, or -1.
    """
    turns: dict[int, list[int]] = {}
    for sides in (1, 2, 4, 8, 3, 6, 12, 9, 5, 10, 7, 14, 13, 11, 15):
        turns.setdefault(int(SHAPE_OF_SIDES[sides]), []).append(sides)
    heroes = [_hero(hero_words(state, seat)) for seat in range(int(state.players))]
    things = ["tile", "empty", *(f"hero {i + 1}" for i in range(len(heroes))), "key", "no key"]
    return {
        "things": [{"title": thing, "change": _put(thing)} for thing in things],
        "shapes": [
            {"title": SHAPES[shape].replace("_", " "), "turns": [GLYPHS[sides] for sides in found]}
            for shape, found in sorted(turns.items())
        ],
        "symbols": [[sign, TILE_NAMES[symbol]] for sign, symbol in SYMBOL_OF.items()]
        + [[sign, f"the {FIXED_WORDS[kind]}"] for sign, kind in FIXED_SYMBOLS.items() if sign != "S"],
        "rows": [_floor_row(state), *(_hero_row(seat, hero) for seat, hero in enumerate(heroes))],
    }


def _put(thing: str) -> dict:
    """The change that a click with a thing of the palette makes."""
    word, _, number = thing.partition(" ")
    return {"put": "hero", "hero": int(number)} if word == "hero" else {"put": thing}


def _floor_row(state: Any) -> dict:
    there = [seat for seat in range(int(state.players)) if state.where[seat] in (WAITING, ON_FLOOR) or seat == state.hero]
    fields = [
        ["boss", "Boss HP", int(state.boss_hp), ""],
        ["door", "Door", "open" if state.door_open else "shut", "", [["open", "open", -1], ["shut", "shut", -1]]],
        ["to_move", "Hero on turn", int(state.hero) + 1, "", seat_choices("Hero", there)],
    ]
    return {"title": "Floor", "seat": -1, "change": {}, "fields": fields}


def _hero_row(seat: int, hero: dict) -> dict:
    fields = [["hp", "HP", hero["hp"], ""], ["things", "Things", hero["things"], THINGS_EXAMPLE]]
    return {"title": f"Hero {seat + 1}", "seat": seat, "change": {"hero": seat + 1}, "fields": fields}


def _hero(words: str) -> dict:
    place, *rest = words.split()
    hp = rest[1] if rest[:1] == ["hp"] else ""
    return {"place": place, "hp": hp, "things": " ".join(rest[2:])}


def edit(text: str, change: Mapping[str, Any]) -> str:
    """Make a change in a position in notation.

    Parameters
    ----------
    text : str
        As `notation.write` writes it.
    change : mapping
        Its ``put`` says what goes on its ``cell``: "tile" (with its ``tile``, such as "├m"), "empty", "hero" (with its
        ``hero``, from 1), "key" or "no key". Without it the values of ``boss``, ``door`` and ``to_move`` are set, and
        those of a ``hero``: ``hp`` and ``things``.

    Returns
    -------
    str
        Whether it is possible is for `notation.read` to say.

    Raises
    ------
    UnreadableError
    """
    lines = text.splitlines()
    if "put" not in change:
        return "\n".join(_with_values(lines, change)) + "\n"
    cell = str(change.get("cell"))
    read_cell(cell)
    if change["put"] == "hero":
        return "\n".join(_with_hero(lines, int(change["hero"]), place=cell)) + "\n"
    if change["put"] == "key":
        return "\n".join([*_head(lines), f"drop {cell} key", *_board(lines)]) + "\n"
    if change["put"] == "no key":
        return "\n".join(line for line in lines if line != f"drop {cell} key") + "\n"
    tile = EMPTY_CELL if change["put"] == "empty" else str(change.get("tile"))
    return "\n".join(_with_tile(lines, cell, tile)) + "\n"


def carry(before: Any, after: Any) -> None:
    """Let what notation does not hold stay as it was: decks, effects, rounds, and the turn that is being taken.

    Parameters
    ----------
    before : record
    after : record
        The position after a change by hand, as `notation.read` gives it; it is completed in place. A turn goes on if its
        hero still stands where it stood, a tile in hand in the bag; but where a choice was pending, it begins anew. A
        hero that has yet to choose its start cell still has to, unless it was put elsewhere than on the first.
    """
    for field in ("deck", "discards", "round_number", "turns", "idle", "last_cause"):
        after[field] = before[field]
    after.rounds = before.rounds - (before.round_number if before.phase == OVER else 0)  # the floor is played on
    on_floor = after.where == ON_FLOOR
    after.effect[on_floor] = before.effect[on_floor]
    waiting = on_floor & (before.where == WAITING) & (after.cell == first_start_cell(int(after.side)))
    if waiting.any():
        _choose_start(after, waiting)
    elif _same_turn(before, after):
        for field in ("turn_start", "came_from", "moved", "turn_over", "again"):
            after[field] = before[field]
        after.arrived = np.minimum(before.arrived, after.held)


def _choose_start(state: Any, waiting: Any) -> None:
    """These heroes have yet to choose a start cell; whoever is on turn, or the next of them, does so now."""
    state.where[waiting], state.cell[waiting] = WAITING, -1
    players = int(state.players)
    state.hero = next(seat for seat in (*range(state.hero, players), *range(state.hero)) if waiting[seat])
    state.phase = CHOOSE_START


def _same_turn(before: Any, after: Any) -> bool:
    hero = int(before.hero)
    is_taken = before.phase in (TAKE_TURN, TURN_THE_TILE) and after.phase == TAKE_TURN
    if not is_taken or after.hero != hero or before.cell[hero] != after.cell[hero]:
        return False
    return all(after.kind[divmod(int(cell), WIDTH)] != EMPTY for cell in (before.turn_start, before.came_from))


def _head(lines: list[str]) -> list[str]:
    return lines[: lines.index("board")]


def _board(lines: list[str]) -> list[str]:
    return lines[lines.index("board") :]


def _with_values(lines: list[str], change: Mapping[str, Any]) -> list[str]:
    for word in ("boss", "door", "to_move"):
        if word in change:
            lines = [f"{word} {change[word]}" if line.startswith(f"{word} ") else line for line in lines]
    if "hero" in change:
        lines = _with_hero(lines, int(change["hero"]), hp=change.get("hp"), things=change.get("things"))
    return lines


def _with_hero(lines: list[str], number: int, place: str = "", hp: Any = None, things: Any = None) -> list[str]:
    """The lines with a hero elsewhere, or with other values; one that was dead or gone comes back with 1 HP."""
    at = next((i for i, line in enumerate(lines) if line.split()[:2] == ["hero", str(number)]), None)
    if at is None:
        raise UnreadableError(f"there is no hero {number} at this table")
    now = _hero(lines[at].split(maxsplit=2)[2])
    if not place and now["place"] in ("dead", "left"):
        raise UnreadableError(f"hero {number} is not on the floor; put it on a cell first")
    hp = now["hp"] or "1" if hp in (None, "") else hp
    things = now["things"] if things is None else str(things).strip().removeprefix("none")
    place = place or now["place"]
    return [*lines[:at], " ".join(f"hero {number} {place} hp {hp} {things}".split()), *lines[at + 1 :]]


def _with_tile(lines: list[str], cell: str, tile: str) -> list[str]:
    """The lines with another tile on a cell; the bag gets the old one back, and gives the new one if it has it."""
    row, col = divmod(read_cell(cell), WIDTH)
    start = lines.index("board") + 1
    rows = [line.split() for line in lines[start:]]
    if row >= len(rows) or col >= len(rows[row]):
        raise UnreadableError(f"{cell} is not on this board")
    if tile[1:] in ("B", "X"):  # there is one of each: it moves
        rows = [[EMPTY_CELL if word[1:] == tile[1:] else word for word in words] for words in rows]
    old, rows[row][col] = rows[row][col], tile
    head = [line for line in lines[:start] if not line.startswith(f"opened {cell} ")]
    if tile == EMPTY_CELL:
        head = [line for line in head if not line.startswith(f"drop {cell} ")]
    return [_with_bag(line, old, tile) if line.startswith("bag ") else line for line in head] + [
        " ".join(row) for row in rows
    ]


def _with_bag(line: str, back: str, out: str) -> str:
    counts = {name: int(count) for name, _, count in (word.partition(":") for word in line.split()[1:]) if count}
    if name := _kind(back):
        counts[name] = counts.get(name, 0) + 1
    if counts.get(name := _kind(out)):
        counts[name] -= 1
    order = [f"{SYMBOLS[i // 5]}/{SHAPES[i % 5]}" for i in range(BAG_KINDS)]
    return "bag " + (" ".join(f"{name}:{counts[name]}" for name in order if counts.get(name)) or "0")


def _kind(tile: str) -> str:
    """The name that the bag has for a tile, or ""."""
    if len(tile) != 2 or tile[1] not in SYMBOL_OF or tile[0] not in GLYPHS[1:]:
        return ""
    return f"{SYMBOLS[SYMBOL_OF[tile[1]]]}/{SHAPES[SHAPE_OF_SIDES[GLYPHS.index(tile[0])]]}"
