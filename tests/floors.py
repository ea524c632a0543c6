"""Floors to test with: the standard ruleset's record, the floor of the notation's definition, and random ones."""

from functools import cache
from random import Random

import numpy as np

from crypt.core.ruleset import read_file
from crypt.core.shipped import shipped
from crypt.games.colossi.ruleset import RULES, Rules
from crypt.games.colossi.state import (
    AMULET,
    BAG_KINDS,
    BOOTS,
    BOSS_ROOM,
    CLOSET,
    COL_STEP,
    DEAD,
    EXIT_DOOR,
    KEY,
    LEFT,
    MONSTER,
    ON_FLOOR,
    POTION,
    POTIONS,
    ROW_STEP,
    SHAPE_SIDES,
    SHIELD,
    START,
    SWORD,
    TAKE_TURN,
    WIDTH,
    new_state,
)

EXAMPLE = """\
colossi floor 1
players 1
bag 31
boss 3
door shut
to_move 1
hero 1 c4 hp 3 key sword:1 potion:health
drop e3 key
board
·· ·· ·· ·· ┼X ··
·· ·· ·· ·· │$ ··
·· ╶m ┼S ┼S ┘. ··
·· ·· ┼S ┼S ·· ··
·· ·· ·· │! ·· ··
┼B ·· ·· ·· ·· ··
"""
CORRIDOR = """\
colossi floor 1
players 1
bag normal/straight:3 normal/corner:1
hero 1 e4
board
·· ·· ·· ·· ╷X ··
·· ·· ·· ·· ·· ··
·· ·· ┼S ┼S ·· ··
·· ·· ┼S ┼S ┘. ··
·· ·· ·· ·· ·· ··
┼B ·· ·· ·· ·· ··
"""
CROSSING = """\
colossi floor 1
players 1
bag normal/straight:2
hero 1 d3
board
·· ·· ·· ·· ·· ··
·· ·· ·· ·· ┌. ┐.
·· ·· ┼S ┼S ·· ┘.
·· ·· ┼S ┼S │. ··
·· ·· ·· ·· │. ··
┼B ·· ·· ╵. ┼X ╵.
"""  # two straights are one too few: the way that is short enough would cross itself


@cache
def standard_rules(**changes):
    """The packed standard ruleset, with some fields changed."""
    values = read_file(shipped("data", "colossi", "standard.toml")) | changes
    record = np.zeros(1, RULES).view(np.recarray)[0]
    Rules.model_validate(values).pack(record)
    return record


def turned(sides: int, quarters: int) -> int:
    """A set of open sides after some quarter turns."""
    return (sides << quarters | sides >> (4 - quarters)) & 15


def random_floor(random: Random, players: int | None = None, tiles: int | None = None):
    """A random possible position at the start of a turn; its tiles lie anywhere, joined or not."""
    rules = standard_rules()
    state = new_state()
    state.colossi, state.players = 1, players or random.randint(1, 4)
    state.side, state.floor = rules.side[state.players - 1], random.randint(1, 3)
    state.floors_cleared, state.round_number, state.phase, state.reach_due = state.floor - 1, 1, TAKE_TURN, 1
    state.last_cause = state.target = -1
    state.where, state.cell = DEAD, -1
    state.boss_hp, state.door_open = random.choice((0, 0, 1, 2, 3)), random.random() < 0.3
    state.deck, state.supply = rules.event_cards, rules.item_cards
    _lay_fixed(state, random)
    _lay_tiles(state, random, tiles, rules)
    _open_doors(state, random)
    _place_heroes(state, random)
    return state


def _cells(state):
    return [row * WIDTH + col for row in range(state.side) for col in range(state.side)]


def _lay_fixed(state, random):
    edge = state.side - 1
    outermost = [cell for cell in _cells(state) if {0, edge} & set(divmod(cell, WIDTH))]
    state.boss_cell, state.exit_cell = random.sample(outermost, 2)
    half = state.side // 2
    starts = [row * WIDTH + col for row in (half - 1, half) for col in (half - 1, half)]
    for cell, kind in ((state.boss_cell, BOSS_ROOM), (state.exit_cell, EXIT_DOOR), *((cell, START) for cell in starts)):
        state.kind[divmod(cell, WIDTH)], state.sides[divmod(cell, WIDTH)] = kind, 15


def _lay_tiles(state, random, tiles, rules):
    pool = [kind + 1 for kind in range(BAG_KINDS) for _ in range(rules.tiles[kind])]
    random.shuffle(pool)
    empty = [cell for cell in _cells(state) if not state.kind[divmod(cell, WIDTH)]]
    most = min(len(empty), len(pool))
    for cell in random.sample(empty, random.randint(0, most) if tiles is None else min(tiles, most)):
        place, kind = divmod(cell, WIDTH), pool.pop()
        symbol, shape = divmod(kind - 1, 5)
        state.kind[place], state.sides[place] = kind, turned(SHAPE_SIDES[shape], random.randrange(4))
        if symbol in (MONSTER, CLOSET):
            state.live[place] = random.random() < 0.5
    in_bag = random.randint(0, len(pool))
    for i, kind in enumerate(pool):
        (state.bag if i < in_bag else state.gone)[kind - 1] += 1
    state.bag_count = in_bag


def _open_doors(state, random):
    for cell in random.sample(_cells(state), 2):
        row, col = divmod(cell, WIDTH)
        for side in range(4):
            inside = 0 <= row + ROW_STEP[side] < state.side and 0 <= col + COL_STEP[side] < state.side
            if state.kind[row, col] and inside and not state.sides[row, col] >> side & 1:
                state.sides[row, col] |= 1 << side
                state.opened[row, col] |= 1 << side
                break


def _place_heroes(state, random):
    safe = [
        cell for cell in _cells(state)
        if state.kind[divmod(cell, WIDTH)]
        and not (state.live[divmod(cell, WIDTH)] and state.kind[divmod(cell, WIDTH)] in range(11, 16))
        and (cell != state.boss_cell or state.boss_hp == 0)
    ]  # fmt: skip
    state.hero = random.randrange(state.players)
    for hero in range(state.players):
        state.where[hero] = ON_FLOOR if hero == state.hero else random.choice((ON_FLOOR, ON_FLOOR, DEAD, LEFT))
        if state.where[hero] == DEAD:
            continue
        state.hp[hero] = random.randint(1, 4)
        if state.where[hero] == ON_FLOOR:
            state.cell[hero] = random.choice(safe)
        _equip(state, random, hero)
    state.turn_start = state.came_from = state.cell[state.hero]
    for _ in range(random.randint(0, state.supply[KEY])):
        state.lying[divmod(random.choice(safe), WIDTH)] += 1
        state.supply[KEY] -= 1


def _equip(state, random, hero):
    for slot in (SWORD, SHIELD, BOOTS, AMULET, KEY):
        if random.random() < 0.4 and state.supply[slot] and (slot != KEY or state.where[hero] == ON_FLOOR):
            state.held[hero, slot] = random.randint(1, state.floor) if slot in (SWORD, SHIELD) else 1
            state.supply[slot] -= 1
    for _ in range(random.randint(0, 3)):
        state.held[hero, POTION + random.randrange(len(POTIONS))] += 1
        state.supply[POTION] -= 1
