"""What a page shows of Crypt of the Colossi beside the board and the words: plain values that can be sent as JSON."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ...core.game import UnreadableError
from ...core.telling import roll
from . import events as ev
from .keys import keys_to_be_had, shut_for_good
from .notation import GLYPHS, cell_name, read_cell
from .sheets import hero_summary
from .state import (
    A_DRINK,
    A_END,
    A_EXPLORE,
    A_LEAVE,
    A_PICK_UP,
    A_REDRAW,
    A_SIDE,
    A_START,
    A_STEP,
    A_TAKE_KEY,
    A_TRADE,
    A_TURN_TILE,
    BAG_KINDS,
    BOSS_ROOM,
    CHOOSE_KEY,
    CHOOSE_SIDE,
    CHOOSE_START,
    CLOSET,
    COL_STEP,
    EFFECTS,
    EMPTY,
    EXIT_DOOR,
    MONSTER,
    ON_FLOOR,
    OVER,
    POTION,
    ROW_STEP,
    SHAPES,
    SYMBOLS,
    TAKE_TURN,
    TURN_THE_TILE,
    WIDTH,
    WON,
)
from .vocabulary import FOE_NAMES, counted, name_of, side_words, tile_name

END_TURN = A_END << 16
KEYS = (
    ("Arrow keys", "move or explore that way"), ("R", "turn the drawn tile"), ("Enter", "lay the drawn tile"),
    ("E", "end the turn"),
)  # fmt: skip
SYMBOL_TITLES = ("Plain", "Event", "Monster", "Chest", "Hero closet")
GROUPS = {
    A_STEP: "Move",
    A_EXPLORE: "Move",
    A_LEAVE: "Move",
    A_END: "Turn",
    A_PICK_UP: "Things",
    A_DRINK: "Things",
    A_TRADE: "Things",
    A_TURN_TILE: "Tile",
    A_REDRAW: "Tile",
}
ENDINGS = ("not reached", "left by the exit", "walled off", "no tiles left", "no key left", "all died", "stalled")
COUNTED = (
    ("Rounds", "rounds"),
    ("Tiles laid", "tiles_placed"),
    ("Bosses beaten", "bosses_beaten"),
    ("Deaths", "deaths"),
    ("Returns", "revived"),
    ("Damage dealt", "damage_dealt"),
    ("Damage taken", "damage_taken"),
    ("Potions drunk", "potions_drunk"),
)


def group_of(action: int) -> str:
    """The heading under which a button for this action stands."""
    return GROUPS.get(action >> 16, "Choice")


def short_of(state: Any, action: int, names: Sequence[str]) -> str:
    """An action's words under its heading: all of them ("")."""
    return ""


def hint_of(action: int) -> str:
    """What a button's words do not say to everybody: the open sides that stand in it as a glyph."""
    return f"open {side_words(action & 15)}" if action >> 16 == A_TURN_TILE else ""


# ------------------------------------------------------------------------------------- clicks and arrow keys


def meant_by_cell(state: Any, name: str) -> int:
    """The action that is meant by choosing a cell; the rules may still forbid it.

    Raises
    ------
    UnreadableError
        When a cell says nothing in this position, or not this one.
    """
    cell = read_cell(name, int(state.side))
    phase = int(state.phase)
    if phase in (CHOOSE_START, CHOOSE_KEY):
        return (A_START if phase == CHOOSE_START else A_TAKE_KEY) << 16 | cell
    if phase == OVER:
        raise UnreadableError("the game is over; undo, or begin a new one")
    if phase not in (TAKE_TURN, CHOOSE_SIDE):
        raise UnreadableError(_elsewhere(phase))
    if cell == state.cell[state.hero] and phase == TAKE_TURN:
        return _on_the_spot(state)
    for direction in range(4):
        if _beside(state, direction) == divmod(cell, WIDTH):
            return meant_by_arrow(state, direction)
    here = cell_name(int(state.cell[state.hero]))
    raise UnreadableError(f"{name} is not beside {here}: heroes go one tile at a time, never diagonally (COL-11)")


def meant_by_arrow(state: Any, direction: int) -> int:
    """The action that is meant by a direction, 0 for north and then clockwise.

    Raises
    ------
    UnreadableError
        When a direction says nothing in this position.
    """
    if state.phase == CHOOSE_SIDE:
        return A_SIDE << 16 | direction
    if state.phase != TAKE_TURN:
        raise UnreadableError(_elsewhere(int(state.phase)))
    row, col = _beside(state, direction)
    is_empty = not (0 <= row < state.side and 0 <= col < state.side) or state.kind[row, col] == EMPTY
    return (A_EXPLORE if is_empty else A_STEP) << 16 | direction


def moves(state: Any, actions: Iterable[int]) -> list[dict]:
    """Pieces that are moved over the board by themselves: none, for whoever is on turn goes where a cell is chosen."""
    return []


def _elsewhere(phase: int) -> str:
    if phase == TURN_THE_TILE:
        return "the drawn tile has to be turned and laid first (COL-15)"
    if phase == CHOOSE_START:
        return "a start cell has to be chosen first (COL-03)"
    return "something has to be chosen first: use the buttons"


def _on_the_spot(state: Any) -> int:
    row, col = divmod(int(state.cell[state.hero]), WIDTH)
    if state.lying[row, col]:
        return A_PICK_UP << 16
    if state.cell[state.hero] == state.exit_cell:
        return A_LEAVE << 16
    raise UnreadableError(f"{cell_name(int(state.cell[state.hero]))} is where the hero stands; choose a cell beside it")


def _beside(state: Any, direction: int) -> tuple[int, int]:
    row, col = divmod(int(state.cell[state.hero]), WIDTH)
    return row + ROW_STEP[direction], col + COL_STEP[direction]


def _cell_of(state: Any, action: int) -> int:
    """The cell on which a legal action is shown, or -1."""
    kind, about = action >> 16, action & 0xFFFF
    if kind in (A_START, A_TAKE_KEY):
        return about
    if kind in (A_STEP, A_EXPLORE, A_SIDE):
        row, col = _beside(state, about)
        return row * WIDTH + col
    return int(state.cell[state.hero]) if kind in (A_PICK_UP, A_LEAVE) else -1


# ------------------------------------------------------------------------------------------------- the board


def cells(state: Any, actions: Iterable[int], names: Sequence[str]) -> list[dict]:
    """The cells of the board, row by row.

    Parameters
    ----------
    state : record
    actions : iterable of int
        The legal ones.
    names : sequence of str

    Returns
    -------
    list of dict
        ``cell`` ("c4"), ``label`` (what a screen reader says of it) and ``code`` (the action it stands for, or 0).
    """
    codes = {_cell_of(state, action): action for action in actions}
    labels = _labels(state, names)
    side = int(state.side)
    return [
        {"cell": CELL_NAMES[cell], "label": labels[row][col], "code": codes.get(cell, 0)}
        for row in range(side)
        for col, cell in enumerate(range(row * WIDTH, row * WIDTH + side))
    ]


def _labels(state: Any, names: Sequence[str]) -> list[list[str]]:
    """The cells in words: "c4, a monster, open north and east, Ann"."""
    kind, live = state.kind.tolist(), state.live.tolist()
    for special, left in ((state.boss_cell, state.boss_hp), (state.exit_cell, state.door_open)):
        row, col = divmod(int(special), WIDTH)
        if special >= 0 and kind[row][col] in (BOSS_ROOM, EXIT_DOOR):
            live[row][col] = int(left)
    rows = zip(kind, live, state.sides.tolist(), state.lying.tolist(), strict=True)
    labels = [list(_row_words(row, *map(tuple, fields))) for row, fields in enumerate(rows)]
    for hero, (where, cell) in enumerate(zip(state.where.tolist(), state.cell.tolist(), strict=True)):
        if where == ON_FLOOR and hero < state.players:
            labels[cell // WIDTH][cell % WIDTH] += f", {name_of(names, hero)}"
    return labels


@lru_cache(1000)
def _row_words(row: int, *fields: tuple[int, ...]) -> list[str]:
    """The cells of a row in words, without heroes; most rows stay as they are from one decision to the next."""
    return [_cell_words(row * WIDTH + col, *cell) for col, cell in enumerate(zip(*fields, strict=True))]


CELL_NAMES = [cell_name(cell) for cell in range(WIDTH * WIDTH)]


@lru_cache(4000)
def _cell_words(cell: int, kind: int, live: int, sides: int, keys: int) -> str:
    parts = [cell_name(cell), _tile_words(kind, live)]
    if kind != EMPTY:
        parts.append(f"open {side_words(sides)}")
    if keys:
        parts.append(counted(keys, "key"))
    return ", ".join(parts)


def _tile_words(kind: int, live: int) -> str:
    """What a tile is; `live` is what is left of it: a monster, a closet, the boss's HP, an open door."""
    if kind == BOSS_ROOM:
        return f"the boss room, {live} HP" if live > 0 else "the boss room, the boss is beaten"
    if kind == EXIT_DOOR:
        return f"the exit door, {'open' if live else 'shut'}"
    if 0 < kind <= BAG_KINDS and not live:
        return {MONSTER: "a beaten monster", CLOSET: "an empty hero closet"}.get((kind - 1) // 5, tile_name(kind))
    return tile_name(kind)


def changed_cells(before: Any, now: Any) -> list[str]:
    """The cells on which something else is or other heroes stand than before; none when the floor is another."""
    if before.floor != now.floor:
        return []
    differs = np.zeros((WIDTH, WIDTH), bool)
    for field in ("kind", "sides", "live", "lying"):
        differs |= before[field] != now[field]
    if before.boss_hp != now.boss_hp and now.boss_cell >= 0:
        differs[divmod(int(now.boss_cell), WIDTH)] = True
    if before.door_open != now.door_open and now.exit_cell >= 0:
        differs[divmod(int(now.exit_cell), WIDTH)] = True
    for position in (before, now):
        moved = (position.where == ON_FLOOR) & ((before.where != now.where) | (before.cell != now.cell))
        differs.flat[position.cell[moved]] = True
    return [cell_name(int(row) * WIDTH + int(col)) for row, col in np.argwhere(differs)]


def ghost(state: Any, actions: Iterable[int]) -> dict | None:
    """The tile in hand: its cell, its kind, and its allowed turns as (code, open sides, glyph); None without one."""
    if state.phase != TURN_THE_TILE:
        return None
    turns = [action & 0xFFFF for action in actions if action >> 16 == A_TURN_TILE]
    return {
        "cell": cell_name(int(state.target)),
        "kind": int(state.drawn),
        "what": tile_name(int(state.drawn)),
        "turns": [
            {"code": A_TURN_TILE << 16 | sides, "sides": sides, "glyph": GLYPHS[sides], "words": side_words(sides)}
            for sides in sorted(turns, key=_clockwise)
        ],
    }


def _clockwise(sides: int) -> int:
    """Orders the turns of a shape so that each is a quarter turn after the one before."""
    first = min((sides << k | sides >> (4 - k)) & 15 for k in range(4))
    return next(k for k in range(4) if (first << k | first >> (4 - k)) & 15 == sides)


# ------------------------------------------------------------------------------------------- round the board


def facts(state: Any, rules: Any) -> dict:
    """How the floor stands: floor and round, the boss, the door, the keys to be had, the bag by kind of tile.

    Returns
    -------
    dict
        ``name`` and ``title``, ``items`` (pairs of a title and a text) and ``counts`` (pairs of a title and a number).
    """
    bag = state.bag.reshape(len(SYMBOLS), -1).sum(axis=1).tolist()
    boss = f"{state.boss_hp} of {rules.boss_hp} HP, at {_place(state.boss_cell)}" if state.boss_hp > 0 else "beaten"
    return {
        "name": "The floor",
        "title": f"Floor {state.floor} of {rules.floors} · round {state.round_number}",
        "items": [
            ["Boss", boss],
            ["Exit door", f"{'open' if state.door_open else 'shut'}, at {_place(state.exit_cell)}"],
            ["Keys", shut_for_good(state, rules) or keys_to_be_had(state, rules)],
            ["Tiles in the bag", str(state.bag_count)],
        ],
        "counts": [[title, count] for title, count in zip(SYMBOL_TITLES, bag, strict=True)],
    }


def card(state: Any, rules: Any, seat: int, names: Sequence[str]) -> dict:
    """A hero's card.

    Returns
    -------
    dict
        ``seat``, ``name``, ``place``, ``is_alive``, ``to_move``; ``gauge``, its hit points (``value``, ``most`` and
        ``words``); ``things``, all that it holds and that works on it (a kind, a title, a meaning).
    """
    hero = hero_summary(state, rules, seat, names)
    opens = "each opens the exit door" if hero.keys > 1 else "opens the exit door"
    things = [["key", f"{hero.keys} keys" if hero.keys > 1 else "key", opens]] if hero.keys else []
    things += [["thing", *_halves(text)] for text in hero.equipment]
    things += [["potion", f"{kind} potion", meaning] for kind, meaning in hero.potions]
    things += [["effect", *_halves(text)] for text in hero.effects]
    return {
        "seat": seat,
        "name": hero.name,
        "place": hero.place,
        "is_alive": hero.is_alive,
        "to_move": hero.to_move,
        "gauge": {"value": hero.hp, "most": hero.most_hp, "words": f"{hero.hp} of {hero.most_hp} HP"},
        "things": things,
    }


def _halves(text: str) -> list[str]:
    title, _, meaning = text.partition(": ")
    return [title, meaning]


def _place(cell: int) -> str:
    return cell_name(int(cell)) if cell >= 0 else ""


def dice(events: Iterable[Any], names: Sequence[str]) -> list[dict]:
    """The rolls among some events, each with its dice and the sum that they entered.

    Returns
    -------
    list of dict
        ``title``, ``rolls`` (a list of ``who``, ``sides``, ``result``, ``add``, ``from``, ``total`` and ``link``, the word
        before it) and ``end``.
    """
    events = list(events)
    found = []
    for i, event in enumerate(events):
        if event.kind == ev.FIGHTS:
            foe = events[i + 1].a if i + 1 < len(events) and events[i + 1].kind == ev.FOE else 0
            found.append(_fight(event, int(foe), name_of(names, int(event.who))))
        elif event.kind == ev.TROPHY:
            found.append(_trophy(event, name_of(names, int(event.who))))
        elif event.kind == ev.GAINS and event.a >= POTION and event.c:
            name = name_of(names, int(event.who))
            found.append({"title": "Which potion (COL-42)", "rolls": [roll(name, 20, event.c)], "end": ""})
    return found


def _fight(event: Any, foe: int, name: str) -> dict:
    mine = roll(name, event.b, event.a, event.c, "sword")
    theirs = roll(FOE_NAMES[foe], event.e, event.d, -event.f, "shield", "against")
    end = "a hit (COL-25)" if mine["total"] >= theirs["total"] else "a miss (COL-26)"
    return {"title": f"{name} against {FOE_NAMES[foe]}", "rolls": [mine, theirs], "end": end}


def _trophy(event: Any, name: str) -> dict:
    end = f"needs {event.c}: {'loot' if event.d else 'nothing'} (COL-30)"
    return {"title": "For a trophy", "rolls": [roll(name, 20, event.a, event.b, "margin")], "end": end}


DICE_HINT = (
    "Each as result/sides, in the order of the rolls: 5/6 1/4 is a 5 on the hero's D6, then a 1 on the monster's D4."
)


def choices_of_chance(state: Any, rules: Any) -> dict[str, dict]:
    """What can be chosen to be drawn next.

    Returns
    -------
    dict
        For "tile" and "event": the ``stream`` of chance, and ``options`` of (words, wanted draws), as `choose_next` takes
        them.
    """
    kinds = [f"{SYMBOL_TITLES[i // 5]}, {SHAPES[i % 5].replace('_', ' ')}" for i in range(BAG_KINDS)]
    bag = list(zip(kinds, state.bag.tolist(), strict=True))
    # an empty deck is made anew from the discards when a card is drawn
    deck = state.deck.tolist() if state.deck.any() else state.discards.tolist()
    cards = [(effect.replace("_", " ").capitalize(), count) for effect, count in zip(EFFECTS, deck, strict=True)]
    return {
        "tile": {"stream": "tiles", "options": _ranges(bag)},
        "event": {"stream": "draws", "options": _ranges(cards)},
    }


def _ranges(counts: list[tuple[str, int]]) -> list[tuple[str, list[tuple[int, int, int]]]]:
    """Where in a row of all tiles or cards those of each kind stand."""
    total, options, low = sum(count for _, count in counts), [], 0
    for words, count in counts:
        if count:
            options.append((words, [(low, low + count, total)]))
        low += count
    return options


def ending(outcome: Any, names: Sequence[str]) -> dict:
    """The end: who escaped, and what became of each floor and hero.

    Parameters
    ----------
    outcome : record
        The row of results.
    names : sequence of str

    Returns
    -------
    dict
        ``title``; ``seats`` (``name``, and ``how`` it went); ``parts``, a sentence for each floor; ``numbers``, pairs of a
        title and a text.
    """
    endings = zip(outcome.floor_exit.tolist(), outcome.floor_rounds.tolist(), strict=True)
    floors = [f"Floor {i + 1}: {ENDINGS[how]}, {rounds} rounds" for i, (how, rounds) in enumerate(endings) if how]
    numbers = [[title, str(outcome[field])] for title, field in COUNTED]
    numbers.insert(2, ["Monster fights won", f"{outcome.monsters_beaten} of {outcome.monsters_fought}"])
    return {
        "title": "Out of the crypt" if outcome.result == WON else "The crypt keeps them",
        "seats": [
            {"name": name, "how": "escaped" if outcome.score[seat] else "stayed behind"} for seat, name in enumerate(names)
        ],
        "parts": floors,
        "numbers": numbers,
    }
