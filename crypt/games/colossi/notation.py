"""Floors as text: for tests, bug reports, the terminal.

What a text holds reads back the same: board, heroes, what they carry, keys, boss, door, bag. Decks, running effects and
the middle of a turn are not in it. `possible` says what is wrong with a floor that can be read.
"""

from collections.abc import Iterator
from typing import Any

from ...core.game import IllegalError
from .possible import fit_tiles, held_cards, hero_line, players_of, problems
from .reading import EMPTY_CELL, GLYPHS, SIDE_NAMES, Floor, cell_name, first_start_cell, read_cell, read_floor
from .state import (
    AMULET,
    BAG_KINDS,
    BOOTS,
    BOSS_ROOM,
    CLOSET,
    DEAD,
    EMPTY,
    EVENT_TILE,
    EXIT_DOOR,
    KEY,
    LEFT,
    LOOT,
    LOST,
    MONSTER,
    NORMAL,
    ON_FLOOR,
    OVER,
    POTION,
    POTIONS,
    RUNNING,
    SHAPES,
    SHIELD,
    START,
    SWORD,
    SYMBOLS,
    TAKE_TURN,
    WAITING,
    WIDTH,
    WON,
    new_state,
)

__all__ = ["cell_name", "read", "read_cell", "settled", "side_words", "symbol_word", "write"]

NOT_HELD = "Decks, effects, the round and a turn that is under way are not in it: they begin anew when a text is set."
FIXED_WORDS = {START: "start", BOSS_ROOM: "boss room", EXIT_DOOR: "exit door"}
LIVE_WORDS = {MONSTER: "monster", CLOSET: "closet"}
MARK_WORDS = {LOOT: "chest", EVENT_TILE: "event"}


def write(state: Any) -> str:
    """Write a position down as floor notation.

    Parameters
    ----------
    state : record
        A hero that has yet to choose its start cell is written on the first one, a tile in hand in the bag.

    Returns
    -------
    str
        Lines that `read` takes.
    """
    heroes = range(int(state.players))
    lines = [
        f"colossi floor {state.floor}",
        f"players {state.players}",
        f"bag {_bag_words(state)}",
        f"boss {state.boss_hp}",
        f"door {'open' if state.door_open else 'shut'}",
        f"to_move {state.hero + 1}",
        *(f"hero {hero + 1} {hero_words(state, hero)}" for hero in heroes),
        *(f"drop {name} key" for name in _key_cells(state)),
        *(f"opened {name} {side}" for name, side in _opened_sides(state)),
        "board",
        *_board_lines(state),
    ]
    return "\n".join(lines) + "\n"


def _bag_words(state: Any) -> str:
    counts = state.bag.tolist()
    if state.drawn:
        counts[state.drawn - 1] += 1
    words = [f"{SYMBOLS[i // 5]}/{SHAPES[i % 5]}:{count}" for i, count in enumerate(counts) if count]
    return " ".join(words) or "0"


def hero_words(state: Any, hero: int) -> str:
    """What a hero's line says after its number: place, hit points, things."""
    where = state.where[hero]
    if where == DEAD:
        return "dead"
    held = state.held[hero].tolist()
    if where == WAITING:
        place = cell_name(first_start_cell(int(state.side)))
    else:
        place = "left" if where == LEFT else cell_name(int(state.cell[hero]))
    words = [place, f"hp {state.hp[hero]}"]
    if held[KEY]:
        words.append("key" if held[KEY] == 1 else f"key:{held[KEY]}")
    words += [f"{name}:{held[slot]}" for slot, name in ((SWORD, "sword"), (SHIELD, "shield")) if held[slot]]
    words += [name for slot, name in ((BOOTS, "boots"), (AMULET, "amulet")) if held[slot]]
    for kind, name in enumerate(POTIONS):
        words += [f"potion:{name}"] * held[POTION + kind]
    return " ".join(words)


def _key_cells(state: Any) -> Iterator[str]:
    for row, keys in enumerate(state.lying.tolist()):
        for col, count in enumerate(keys):
            yield from [cell_name(row * WIDTH + col)] * count


def _opened_sides(state: Any) -> Iterator[tuple[str, str]]:
    for row, masks in enumerate(state.opened.tolist()):
        for col, mask in enumerate(masks):
            for side, name in enumerate(SIDE_NAMES):
                if mask >> side & 1:
                    yield cell_name(row * WIDTH + col), name


def _board_lines(state: Any) -> Iterator[str]:
    side = int(state.side)
    kinds, sides, live = state.kind.tolist(), state.sides.tolist(), state.live.tolist()
    for row in range(side):
        yield " ".join(
            GLYPHS[sides[row][col]] + tile_symbol(kinds[row][col], live[row][col]) if kinds[row][col] else EMPTY_CELL
            for col in range(side)
        )


def tile_symbol(kind: int, live: int) -> str:
    """The second character of a cell: what is on a tile of this kind, of which `live` is left (a monster, a closet)."""
    if kind > BAG_KINDS:
        return "SBX"[kind - START]
    symbol = (kind - 1) // 5
    if symbol in (MONSTER, CLOSET) and not live:
        return "."
    return {NORMAL: ".", EVENT_TILE: "!", LOOT: "$", MONSTER: "m", CLOSET: "h"}[symbol]


def symbol_word(kind: int, live: int) -> str:
    """Say what is on a tile of this kind, of which `live` is left: "monster", "chest", "start" ... or "plain"."""
    if kind == EMPTY:
        return "empty"
    if kind > BAG_KINDS:
        return FIXED_WORDS[kind]
    symbol = (kind - 1) // 5
    return MARK_WORDS.get(symbol) or (LIVE_WORDS.get(symbol) if live else None) or "plain"


def side_words(sides: int) -> str:
    """Name a set of sides, such as "north east"."""
    return " ".join(name for side, name in enumerate(SIDE_NAMES) if sides >> side & 1)


def read(text: str, rules: Any) -> Any:
    """Read a position from floor notation.

    Parameters
    ----------
    text : str
    rules : record
        The packed ruleset: what there is of tiles, cards and hit points.

    Returns
    -------
    record
        A position in which the hero to move begins its turn, on round 1, with all decks full. Its random streams have
        no key yet: give it a seed before playing on.

    Raises
    ------
    UnreadableError
        With line, column and what was expected there.
    IllegalError
        When the text can be read, but no game comes to such a position; one line for each thing that is wrong.
    """
    floor = read_floor(text)
    wrong = problems(floor, rules)
    if wrong:
        raise IllegalError("\n".join(wrong))
    return _position(floor, fit_tiles(floor, rules), rules)


def settled(text: str, rules: Any) -> str:
    """The notation after what the rules do at once with a position that was put there by hand (ruling `opens`).

    Parameters
    ----------
    text : str
    rules : record

    Returns
    -------
    str
        The same text where nothing happens.

    Raises
    ------
    UnreadableError, IllegalError
        As in `read`.
    """
    from ...core.trace import new_trace
    from .heroes import open_door  # compiled rules: who only reads positions need not wait for them

    state, trace = read(text, rules), new_trace()
    before = int(state.door_open)
    open_door(state, trace)
    return text if state.door_open == before else write(state)


def _position(floor: Floor, tiles: Any, rules: Any) -> Any:
    """The position that a possible floor stands for."""
    state = new_state()
    state.colossi, state.floor, state.floors_cleared = 1, floor.number, floor.number - 1
    state.players, state.side = players_of(floor, rules), floor.side
    state.round_number, state.last_cause, state.target = 1, -1, -1
    state.boss_hp = rules.boss_hp if floor.boss is None else floor.boss
    state.door_open = floor.is_open
    state.bag, state.gone, state.bag_count = tiles.bag, tiles.gone, sum(tiles.bag)
    state.deck = rules.event_cards
    _lay_board(state, floor, tiles.kinds, rules)
    _place_heroes(state, floor, rules)
    _set_supply(state, rules)
    _set_turn(state, floor, rules)
    return state


def _lay_board(state: Any, floor: Floor, kinds: dict[int, int], rules: Any) -> None:
    for cell, sides, symbol in floor.cells():
        row, col = divmod(cell, WIDTH)
        state.kind[row, col] = kinds[cell]
        state.sides[row, col] = sides
        state.opened[row, col] = floor.opened_sides(cell)
        state.live[row, col] = {"m": rules.monster_hp, "h": 1}.get(symbol, 0)
        if symbol == "B":
            state.boss_cell = cell
        elif symbol == "X":
            state.exit_cell = cell
    for cell, keys, _ in floor.drops:
        state.lying[divmod(cell, WIDTH)] += keys


def _place_heroes(state: Any, floor: Floor, rules: Any) -> None:
    state.where, state.cell = DEAD, -1
    for seat in range(int(state.players)):
        hero = hero_line(floor, seat, rules)
        state.where[seat], state.hp[seat] = hero.where, hero.hp
        state.cell[seat] = hero.cell
        for slot, number in hero.things:
            state.held[seat, slot] += number


def _set_supply(state: Any, rules: Any) -> None:
    left = rules.item_cards.tolist()
    for held in () if rules.endless_loot else state.held.tolist():
        left = [cards - used for cards, used in zip(left, held_cards(held), strict=True)]
    left[KEY] -= 0 if rules.endless_loot else int(state.lying.sum())
    state.supply = left


def _set_turn(state: Any, floor: Floor, rules: Any) -> None:
    players = int(state.players)
    on_floor = [seat for seat in range(players) if state.where[seat] == ON_FLOOR]
    if not on_floor:
        state.phase = OVER
        state.result = WON if LEFT in state.where[:players] else LOST
        state.hero = floor.to_move or 0
        return
    first = int(rules.first_turn) % players if floor.to_move is None else floor.to_move
    state.hero = next(seat for seat in (*range(first, players), *range(first)) if seat in on_floor)
    state.phase, state.result = TAKE_TURN, RUNNING
    state.turn_start = state.came_from = state.cell[state.hero]
    state.reach_due = 1
