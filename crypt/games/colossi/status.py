"""What can be wrong with a position. The rules never lead there; a floor that somebody made up may."""

from ...core.jit import kernel
from .floor import has_foe, is_shaded, kind_at, live_at, symbol_of
from .heroes import potions_of
from .state import (
    ALL_SIDES,
    AMULET,
    BAG_KINDS,
    BOOTS,
    BOSS_ROOM,
    CELLS,
    CHOOSE_POTION,
    CHOOSE_START,
    CLOSET,
    DEAD,
    EFFECTS,
    EMPTY,
    EXIT_DOOR,
    ITEMS,
    KEY,
    LEFT,
    MONSTER,
    ON_FLOOR,
    OVER,
    POTION,
    SHAPE_SIDES,
    SHIELD,
    SLOTS,
    START,
    WIDTH,
)

FLAGS = (
    "the tiles in bag, hand, board and out of play are not those of the ruleset",
    "the number of tiles in the bag is not the sum of its kinds",
    "the event cards in deck and discards are not those of the ruleset",
    "the item cards of heroes, floor and supply are not those of the ruleset",
    "a hero's hit points are out of bounds",
    "a hero holds more potions than it can",
    "a hero holds a second sword, shield, pair of boots or amulet",
    "a hero that is dead or has left still holds something",
    "a hero stands on no tile",
    "a hero stands on the tile of a living foe",
    "the boss room is not where it should be",
    "the exit door is not where it should be",
    "a tile's open sides are not those of its shape",
    "something lives on a tile where nothing can",
    "the turn is that of a hero who is not on the floor",
    "the boss's hit points are out of bounds",
)
(
    TILES, BAG, DECK, ITEM_CARDS, HP, POTIONS_HELD, EQUIPMENT, HANDS, HERO_CELL, HERO_FOE, BOSS_PLACE, EXIT_PLACE, SIDES,
    LIFE, TURN, BOSS_LIFE,
) = (1 << i for i in range(16))  # fmt: skip


@kernel
def status(rules, state):
    """Everything that is wrong with a position.

    Returns
    -------
    int
        0, or the sum of the flags above (`FLAGS` has their sentences in the same order).
    """
    flags = check_tiles(rules, state) | check_cards(rules, state) | check_board(rules, state)
    for hero in range(state.players):
        flags |= check_hero(rules, state, hero)
    if state.phase not in (OVER, CHOOSE_START) and state.where[state.hero] != ON_FLOOR:
        flags |= TURN
    if not 0 <= state.boss_hp <= rules.boss_hp:
        flags |= BOSS_LIFE
    return flags


@kernel
def check_tiles(rules, state):
    """Every tile is exactly once somewhere."""
    flags, total = 0, 0
    for kind in range(1, BAG_KINDS + 1):
        number = state.bag[kind - 1] + state.gone[kind - 1] + (state.drawn == kind)
        for row in range(state.side):
            for col in range(state.side):
                number += state.kind[row, col] == kind
        if number != rules.tiles[kind - 1]:
            flags |= TILES
        total += state.bag[kind - 1]
    if total != state.bag_count:
        flags |= BAG
    return flags


@kernel
def check_cards(rules, state):
    """Every event card and item card is exactly once somewhere."""
    flags = 0
    for effect in range(len(EFFECTS)):
        if state.deck[effect] + state.discards[effect] != rules.event_cards[effect]:
            flags |= DECK
    for item in range(len(ITEMS)):
        number = state.supply[item]
        for hero in range(state.players):
            for slot in range(SLOTS):
                if min(slot, POTION) == item:
                    number += min(state.held[hero, slot], 1) if slot <= SHIELD else state.held[hero, slot]
        if item == KEY:
            for row in range(state.side):
                for col in range(state.side):
                    number += state.lying[row, col]
        if number != rules.item_cards[item] and not rules.endless_loot:
            flags |= ITEM_CARDS
    return flags


@kernel
def check_hero(rules, state, hero):
    """A hero's hit points, things and place."""
    flags = 0
    alive = state.where[hero] != DEAD
    if state.hp[hero] > rules.max_hp or (state.hp[hero] > 0) != alive:
        flags |= HP
    if potions_of(state, hero) > rules.max_potions + (state.phase == CHOOSE_POTION and hero == state.hero):
        flags |= POTIONS_HELD
    if state.held[hero, BOOTS] > 1 or state.held[hero, AMULET] > 1:
        flags |= EQUIPMENT
    if not alive:
        for slot in range(SLOTS):
            if state.held[hero, slot] > 0:
                flags |= HANDS
    if state.where[hero] == LEFT and state.held[hero, KEY] > 0:
        flags |= HANDS
    if state.where[hero] == ON_FLOOR:
        cell = state.cell[hero]
        if cell < 0 or cell >= CELLS or kind_at(state, cell) == EMPTY:
            flags |= HERO_CELL
        elif has_foe(state, cell):
            flags |= HERO_FOE
    return flags


@kernel
def check_board(rules, state):
    """The fixed tiles, the open sides and what lives on the tiles."""
    flags = 0
    bosses, exits = 0, 0
    for row in range(state.side):
        for col in range(state.side):
            cell = row * WIDTH + col
            kind = kind_at(state, cell)
            bosses += kind == BOSS_ROOM
            exits += kind == EXIT_DOOR
            if not has_right_sides(rules, state, cell):
                flags |= SIDES
            symbol = symbol_of(kind)
            limit = rules.monster_hp if symbol == MONSTER else (1 if symbol == CLOSET else 0)
            if live_at(state, cell) > limit:
                flags |= LIFE
    if bosses != 1 or kind_at(state, state.boss_cell) != BOSS_ROOM or is_shaded(rules, state, state.boss_cell):
        flags |= BOSS_PLACE
    if exits != 1 or kind_at(state, state.exit_cell) != EXIT_DOOR or is_shaded(rules, state, state.exit_cell):
        flags |= EXIT_PLACE
    return flags


@kernel
def has_right_sides(rules, state, cell):
    """Tell whether the open sides, without those of secret doors, are a turn of the tile's shape."""
    kind = kind_at(state, cell)
    row, col = cell // WIDTH, cell % WIDTH
    if state.opened[row, col] & ~state.sides[row, col]:
        return False
    sides = state.sides[row, col] & ~state.opened[row, col]
    if kind == EMPTY:
        return state.sides[row, col] == 0
    if kind == START:
        return sides == rules.start_sides
    if kind == BOSS_ROOM:
        return sides == rules.boss_sides
    if kind == EXIT_DOOR:
        return sides == rules.exit_sides
    shape = SHAPE_SIDES[(kind - 1) % 5]
    for turn in range(4):
        if sides == ((shape << turn) | (shape >> (4 - turn))) & ALL_SIDES:
            return True
    return False
