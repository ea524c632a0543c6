"""Which floors are possible: what is wrong with a floor that was read from notation, and which tiles it shows."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .reading import (
    BAG_SYMBOLS,
    FIXED_SYMBOLS,
    GLYPHS,
    PLAIN,
    PLAIN_SYMBOLS,
    SIDE_NAMES,
    Floor,
    HeroLine,
    cell_name,
    first_start_cell,
)
from .state import (
    AMULET,
    BAG_KINDS,
    BOOTS,
    COL_STEP,
    DEAD,
    ITEMS,
    KEY,
    LEFT,
    ON_FLOOR,
    POTION,
    ROW_STEP,
    SHAPE_OF_SIDES,
    SHAPES,
    SHIELD,
    SLOTS,
    SWORD,
    SYMBOLS,
    WIDTH,
    kind_of,
)


def problems(floor: Floor, rules: Any) -> list[str]:
    """Say everything that is wrong with a floor, a sentence for each thing; nothing for a possible floor."""
    return [
        *_board_problems(floor, rules),
        *_fixed_problems(floor, rules),
        *_opened_problems(floor),
        *fit_tiles(floor, rules).problems,
        *_hero_problems(floor, rules),
        *_card_problems(floor, rules),
        *_drop_problems(floor),
        *_turn_problems(floor, rules),
    ]


# ---------------------------------------------------------------------------------------------------- the board


def _board_problems(floor: Floor, rules: Any) -> Iterator[str]:
    players, side = players_of(floor, rules), floor.side
    wanted = int(rules.side[players - 1])
    if side != wanted:
        where = f"line {floor.lines['board']}"
        yield f"{where}: the board is {side} x {side}, and there {_are(players)}: {wanted} x {wanted} (COL-02)"
    if floor.number > rules.floors:
        yield f"line 1: floor {floor.number}: this ruleset has {rules.floors} (COL-01)"
    if floor.boss is not None and floor.boss > rules.boss_hp:
        yield f"line {floor.lines['boss']}: boss {floor.boss}: a boss has at most {rules.boss_hp} hit points (COL-27)"


def _are(players: int) -> str:
    return f"are {players} players" if players > 1 else "is 1 player"


def _fixed_problems(floor: Floor, rules: Any) -> Iterator[str]:
    tiles = list(floor.cells())
    shaded = int(rules.shaded[players_of(floor, rules) - 1])
    for symbol, name, rule, mask in (
        ("B", "boss room", "COL-04", rules.boss_sides),
        ("X", "exit door", "COL-05", rules.exit_sides),
    ):
        found = [cell for cell, _, other in tiles if other == symbol]
        if len(found) != 1:
            where = f" ({', '.join(map(cell_name, found))})" if found else ""
            yield f"board: {len(found) or 'no'} {name}{'s' if len(found) > 1 else ''}{where}; a floor has one (COL-06)"
        for cell in found:
            if is_shaded(cell, floor.side, shaded):
                yield f"{cell_name(cell)}: the {name} is in the shaded area ({rule})"
        yield from _side_problems(floor, found, name, int(mask), rule)
    yield from _start_problems(floor, int(rules.start_sides))


def is_shaded(cell: int, side: int, shaded: int) -> bool:
    """Tell whether a cell is in the concentric shaded square in which boss room and exit door may not be (COL-04)."""
    low = (side - shaded) // 2
    return all(low <= place < low + shaded for place in divmod(cell, WIDTH))


def _start_problems(floor: Floor, mask: int) -> Iterator[str]:
    first = first_start_cell(floor.side)
    starts = [first, first + 1, first + WIDTH, first + WIDTH + 1]
    found = [cell for cell, _, symbol in floor.cells() if symbol == "S"]
    if sorted(found) != starts:
        wanted = ", ".join(map(cell_name, starts))
        yield f"board: the start cells are {wanted}, not {', '.join(map(cell_name, found)) or 'missing'} (COL-03)"
    yield from _side_problems(floor, found, "start", mask, "COL-03")


def _side_problems(floor: Floor, cells: list[int], name: str, mask: int, rule: str) -> Iterator[str]:
    for cell in cells:
        sides = floor.at(cell)[0]
        if sides & ~floor.opened_sides(cell) != mask:
            yield f"{cell_name(cell)}: the {name} is {GLYPHS[mask]} in this ruleset, not {GLYPHS[sides]} ({rule})"


def _opened_problems(floor: Floor) -> Iterator[str]:
    for cell, side, line in floor.opened:
        sides, symbol = floor.at(cell)
        name = cell_name(cell)
        row, col = cell // WIDTH + ROW_STEP[side], cell % WIDTH + COL_STEP[side]
        if symbol == "?":
            yield f"line {line}: {name} is off the board"
        elif not symbol:
            yield f"line {line}: {name} is empty; a secret door opens a side of a tile"
        elif not sides >> side & 1:
            yield f"line {line}: the {SIDE_NAMES[side]} side of {name} ({GLYPHS[sides]}) is closed, not opened"
        elif not (0 <= row < floor.side and 0 <= col < floor.side):
            yield f"line {line}: the {SIDE_NAMES[side]} side of {name} faces no cell of the board"
        elif not sides & ~floor.opened_sides(cell):
            yield f"line {line}: {name} had no open side before; every tile has one"


# ---------------------------------------------------------------------------------------------------- the tiles


class Tiles(NamedTuple):
    """Which tiles are where: kind by cell, counts in the bag and out of play, and what does not add up."""

    kinds: dict[int, int]
    bag: list[int]
    gone: list[int]
    problems: list[str]


def fit_tiles(floor: Floor, rules: Any) -> Tiles:
    """Find out which tiles a floor shows.

    A `.` may be a normal tile, a beaten monster or a used closet: it is taken for the first of them of which the
    ruleset has one left. A bag that is given as a number is filled in proportion to the tiles that are left.
    """
    left = rules.tiles.tolist()
    kinds, plain = {}, []
    for cell, sides, symbol in floor.cells():
        shape = SHAPE_OF_SIDES[sides & ~floor.opened_sides(cell)]
        if symbol in FIXED_SYMBOLS:
            kinds[cell] = FIXED_SYMBOLS[symbol]
        elif symbol == PLAIN:
            plain.append((cell, max(shape, 0)))
        else:
            kinds[cell] = kind_of(BAG_SYMBOLS[symbol], max(shape, 0))
            left[kinds[cell] - 1] -= 1
    bag = floor.bag if isinstance(floor.bag, list) else [0] * BAG_KINDS
    left = [count - inside for count, inside in zip(left, bag, strict=True)]
    for cell, shape in plain:
        choices = [kind_of(symbol, shape) for symbol in PLAIN_SYMBOLS]
        kinds[cell] = next((kind for kind in choices if left[kind - 1] > 0), choices[0])
        left[kinds[cell] - 1] -= 1
    wrong = list(_count_problems(floor, left, rules))
    if not isinstance(floor.bag, list) and not wrong:
        bag = _fill_bag(left, floor.bag)
        left = [count - inside for count, inside in zip(left, bag, strict=True)]
    return Tiles(kinds, bag, left, wrong)


def _count_problems(floor: Floor, left: list[int], rules: Any) -> Iterator[str]:
    for i, count in enumerate(left):
        if count < 0:
            has = int(rules.tiles[i])
            kind = f"{SYMBOLS[i // 5]}/{SHAPES[i % 5]}"
            bag = f", {floor.bag[i]} of them in the bag" if isinstance(floor.bag, list) else ""
            yield f"tiles: {has - count} of {kind}{bag}; the ruleset has {has} (COL-07)"
    remaining = sum(max(count, 0) for count in left)
    if isinstance(floor.bag, int) and floor.bag > remaining:
        yield f"line {floor.lines['bag']}: bag {floor.bag}: only {remaining} tiles are not on the board (COL-07)"


def _fill_bag(left: list[int], count: int | None) -> list[int]:
    """Divide a number of tiles among the kinds that are left, by largest remainders; all of them without a number."""
    total = sum(left)
    if count is None or not total:
        return left
    bag = [number * count // total for number in left]
    by_remainder = sorted(range(BAG_KINDS), key=lambda i: (-(left[i] * count % total), i))
    for i in by_remainder[: count - sum(bag)]:
        bag[i] += 1
    return bag


# ---------------------------------------------------------------------------------------------------- heroes and things


def _hero_problems(floor: Floor, rules: Any) -> Iterator[str]:
    players = players_of(floor, rules)
    for seat, said in sorted(floor.heroes.items()):
        who = f"line {said.line}: hero {seat + 1}"
        if seat >= players:
            yield f"{who}: there {_are(players)}"
        hero = hero_line(floor, seat, rules)
        if hero.where == ON_FLOOR:
            yield from (f"{who} {what}" for what in _place_problems(floor, hero.cell, rules))
        yield from (f"{who} {what}" for what in _health_problems(hero, rules))
        yield from (f"{who} {what}" for what in _holding_problems(floor, hero, rules))


def _place_problems(floor: Floor, cell: int, rules: Any) -> Iterator[str]:
    symbol = floor.at(cell)[1]
    name = cell_name(cell)
    if symbol == "?":
        yield f"is on {name}, off the board"
    elif not symbol:
        yield f"is on {name}, an empty cell"
    elif symbol == "m":
        yield f"is on {name} with a living monster; a lost round throws a hero back (COL-26)"
    elif symbol == "B" and floor.boss != 0:
        yield f"is in the boss room {name}, and the boss lives (COL-28)"


def _health_problems(hero: HeroLine, rules: Any) -> Iterator[str]:
    if hero.where == DEAD:
        if hero.hp:
            yield f"is dead and has hp {hero.hp} (COL-29)"
    elif not 1 <= (hero.hp or 0) <= rules.max_hp:
        yield f"has hp {hero.hp}; a living hero has 1 to {rules.max_hp} (COL-27)"


def _holding_problems(floor: Floor, hero: HeroLine, rules: Any) -> Iterator[str]:
    if hero.where == DEAD and hero.things:
        yield "is dead and carries things (COL-29)"
    if hero.where == LEFT and any(slot == KEY for slot, _ in hero.things):
        yield "has left and holds a key; leaving destroys it (COL-52)"
    levels = sorted(set(rules.level.tolist()[: floor.number]))
    for slot in (SWORD, SHIELD, BOOTS, AMULET):
        numbers = [number for other, number in hero.things if other == slot]
        if len(numbers) > 1:
            yield f"holds {len(numbers)} of {ITEMS[slot]}; a hero has at most one (COL-37)"
        for level in numbers if slot in (SWORD, SHIELD) else ():
            if level not in levels:
                known = ", ".join(map(str, levels))
                yield f"holds {ITEMS[slot]}:{level}; up to floor {floor.number} levels are {known} (COL-38)"
    potions = sum(POTION <= slot < SLOTS for slot, _ in hero.things)
    if potions > rules.max_potions:
        yield f"holds {potions} potions; a hero has at most {rules.max_potions} (COL-42)"


def _card_problems(floor: Floor, rules: Any) -> Iterator[str]:
    if rules.endless_loot:
        return
    used = [0] * len(ITEMS)
    for hero in floor.heroes.values():
        held = [0] * SLOTS
        for slot, number in hero.things:
            held[slot] += 1 if slot in (SWORD, SHIELD) else number
        held[SWORD], held[SHIELD] = min(held[SWORD], 1), min(held[SHIELD], 1)
        used = [cards + more for cards, more in zip(used, held_cards(held), strict=True)]
    used[KEY] += sum(keys for _, keys, _ in floor.drops)
    for name, cards, has in zip(ITEMS, used, rules.item_cards.tolist(), strict=True):
        if cards > has:
            yield f"items: {cards} of {name} in play; there are {has} cards (COL-09)"


def _drop_problems(floor: Floor) -> Iterator[str]:
    for cell, _, line in floor.drops:
        symbol = floor.at(cell)[1]
        if symbol in ("", "?"):
            yield f"line {line}: the key is on {cell_name(cell)}, {'an empty cell' if not symbol else 'off the board'}"


def _turn_problems(floor: Floor, rules: Any) -> Iterator[str]:
    players = players_of(floor, rules)
    where = [hero_line(floor, seat, rules).where for seat in range(players)]
    if ON_FLOOR not in where:
        if LEFT in where and floor.number < rules.floors:
            yield f"heroes: nobody is on the floor and somebody has left: floor {floor.number} is complete (COL-57)"
    elif floor.to_move is not None:
        line, hero = floor.lines["to_move"], floor.to_move + 1
        if hero > players:
            yield f"line {line}: to_move {hero}: there {_are(players)}"
        elif where[hero - 1] != ON_FLOOR:
            state = "is dead" if where[hero - 1] == DEAD else "has left"
            yield f"line {line}: to_move {hero}: hero {hero} {state} and is passed over (COL-10)"


# ------------------------------------------------------------------------------------ what a text leaves out


def players_of(floor: Floor, rules: Any) -> int:
    """The number of players: as the text says, else the first number that plays on a board of this side, else 1."""
    if floor.players is not None:
        return floor.players
    sides = rules.side.tolist()
    return sides.index(floor.side) + 1 if floor.side in sides else 1


def hero_line(floor: Floor, seat: int, rules: Any) -> HeroLine:
    """What the text says of a hero, with what it leaves out filled in as at the start of a floor."""
    said = floor.heroes.get(seat) or HeroLine(0, cell=first_start_cell(floor.side))
    hp = said.hp
    if hp is None:
        hp = 0 if said.where == DEAD else int(rules.starting_hp)
    return HeroLine(said.line, said.where, said.cell, hp, said.things)


def held_cards(held: list[int]) -> list[int]:
    """How many item cards of each kind lie before a hero that holds this."""
    return [min(held[SWORD], 1), min(held[SHIELD], 1), held[BOOTS], held[AMULET], held[KEY], sum(held[POTION:SLOTS])]
