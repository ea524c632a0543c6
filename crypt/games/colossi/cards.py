"""Potions and event cards: what they do."""

import numpy as np

from ...core import chance
from ...core.jit import kernel
from ...core.trace import note
from . import events as ev
from .combat import enter, fight
from .floor import is_open, neighbour
from .heroes import drop_slot, gain_potion, heal, hurt, loot_roll
from .state import (
    AMBUSH,
    BOOTS,
    BY_EVENT,
    CHOOSE_RUST,
    CHOOSE_SIDE,
    DEEP_TRAP,
    DRAUGHT,
    EFFECTS,
    EMPTY,
    FIND,
    HASTE,
    HEALTH,
    KEY,
    ON_FLOOR,
    PORTAL,
    POTION,
    REST,
    RUST,
    SECRET_DOOR,
    SHATTER,
    SHIELD,
    SHRINE,
    SLOTS,
    SWORD,
    TELEPORTATION,
    THIEF,
    TRAP,
    WIDTH,
)


@kernel
def drink(rules, state, trace, potion):
    """Drink a potion (COL-19, COL-43 to COL-48)."""
    hero = state.hero
    note(trace, ev.DRINKS, hero, potion)
    drop_slot(rules, state, hero, POTION + potion)
    if potion == TELEPORTATION:
        teleport(rules, state, trace)
    elif potion == HEALTH:
        heal(rules, state, trace, hero, rules.health)
    else:
        # a second potion of the same kind extends; it does not stack
        turns = min(np.int64(state.effect[hero, potion - 1]) + rules.potion_turns, 255)
        state.effect[hero, potion - 1] = turns
        note(trace, ev.EFFECT_BEGINS, hero, potion - 1, turns)


@kernel
def teleport(rules, state, trace):
    """To a random tile of the board that is not the boss room; arriving counts as entering (COL-43)."""
    hero = state.hero
    tiles = 0
    for row in range(state.side):
        for col in range(state.side):
            if state.kind[row, col] != EMPTY and row * WIDTH + col != state.boss_cell:
                tiles += 1
    left = chance.below(state, chance.DRAWS, tiles)
    target = state.cell[hero]
    for row in range(state.side):
        for col in range(state.side):
            if state.kind[row, col] != EMPTY and row * WIDTH + col != state.boss_cell:
                if left == 0:
                    target = row * WIDTH + col
                left -= 1
    note(trace, ev.TELEPORTS, hero, state.cell[hero], target)
    state.reach_due = 1
    enter(rules, state, trace, target)


@kernel
def draw_card(rules, state, trace):
    """Draw an event card and follow it (COL-08, COL-21). An empty deck is made anew from the discards."""
    total = np.int64(0)
    for effect in range(len(EFFECTS)):
        total += state.deck[effect]
    if total == 0:
        for effect in range(len(EFFECTS)):
            state.deck[effect] = state.discards[effect]
            state.discards[effect] = 0
            total += state.deck[effect]
        note(trace, ev.SHUFFLES, -1, total)
    left = chance.below(state, chance.DRAWS, total)
    for effect in range(len(EFFECTS)):
        left -= state.deck[effect]
        if left < 0:
            state.deck[effect] -= 1
            state.discards[effect] += 1
            note(trace, ev.DRAWS_CARD, state.hero, effect)
            follow_card(rules, state, trace, effect)
            return


@kernel
def follow_card(rules, state, trace, effect):
    """What an event card does to the hero whose turn it is (COL-08, ruling `events`)."""
    hero = state.hero
    amount = rules.event_amount[effect]
    if effect == TRAP or effect == DEEP_TRAP:
        hurt(rules, state, trace, hero, amount, BY_EVENT, True)
    elif effect == FIND:
        loot_roll(rules, state, trace, ev.SOURCE_EVENT)
    elif effect == AMBUSH:
        fight(rules, state, trace, ev.FOE_AMBUSH)
    elif effect == REST:
        heal(rules, state, trace, hero, amount)
    elif effect == SHRINE:
        for other in range(state.players):
            if state.where[other] == ON_FLOOR:
                heal(rules, state, trace, other, amount)
    elif effect == RUST:
        if state.held[hero, SWORD] > 0 or state.held[hero, SHIELD] > 0:
            state.phase = CHOOSE_RUST
    elif effect == THIEF or effect == SHATTER:
        for _ in range(amount):
            lose_random(rules, state, trace, SWORD if effect == THIEF else POTION)
    elif effect == DRAUGHT:
        gain_potion(rules, state, trace)
    elif effect == PORTAL:
        teleport(rules, state, trace)
    elif effect == HASTE:
        state.again = 1
        note(trace, ev.HASTENS, hero)
    elif effect == SECRET_DOOR and has_closed_side(state, state.cell[hero]):
        state.phase = CHOOSE_SIDE


@kernel
def lose_random(rules, state, trace, first):
    """Lose one thing at random, from slot `first` on, each equally likely; never a key."""
    hero = state.hero
    total = 0
    for slot in range(first, SLOTS):
        total += things_in(state, hero, slot)
    if total == 0:
        return
    left = chance.below(state, chance.DRAWS, total)
    for slot in range(first, SLOTS):
        left -= things_in(state, hero, slot)
        if left < 0:
            level = drop_slot(rules, state, hero, slot)
            note(trace, ev.LOSES, hero, slot, level)
            return


@kernel
def things_in(state, hero, slot):
    """How many things in a slot can be taken away."""
    if slot == KEY:
        return 0
    return min(state.held[hero, slot], 1) if slot <= BOOTS else state.held[hero, slot]


@kernel
def rust(rules, state, trace, slot):
    """Sword or shield is destroyed."""
    level = drop_slot(rules, state, state.hero, slot)
    note(trace, ev.LOSES, state.hero, slot, level)


@kernel
def is_closed_side(state, cell, direction):
    """Tell whether a side of a tile is closed and faces a cell of the board."""
    return neighbour(state, cell, direction) >= 0 and not is_open(state, cell, direction)


@kernel
def has_closed_side(state, cell):
    """Tell whether a secret door can open anything here."""
    for direction in range(4):
        if is_closed_side(state, cell, direction):
            return True
    return False


@kernel
def open_side(state, trace, direction):
    """A secret door opens one side of this tile, and the facing side of a tile that lies there."""
    cell = state.cell[state.hero]
    other = neighbour(state, cell, direction)
    unlock(state, cell, direction)
    if state.kind[other // WIDTH, other % WIDTH] != EMPTY:
        unlock(state, other, (direction + 2) & 3)
    note(trace, ev.DOOR_FOUND, state.hero, cell, direction, other)
    state.reach_due = 1


@kernel
def unlock(state, cell, direction):
    """Open a side of a tile, and remember that it was a secret door's work."""
    row, col = cell // WIDTH, cell % WIDTH
    if not is_open(state, cell, direction):
        state.sides[row, col] |= 1 << direction
        state.opened[row, col] |= 1 << direction
