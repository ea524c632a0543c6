"""Heroes and their things: what they hold, gain and lose, how they are hurt, die and return."""

from ...core import chance
from ...core.jit import kernel
from ...core.trace import note
from . import events as ev
from .floor import kind_at, live_at, symbol_of
from .state import (
    AMULET,
    BOOTS,
    CHOOSE_POTION,
    CHOOSE_RETURN,
    CLOSET,
    DEAD,
    HEROES,
    KEY,
    ON_FLOOR,
    POTION,
    SHIELD,
    SLOTS,
    STONE,
    WIDTH,
)


@kernel
def item_of(slot):
    """The kind of item card in a slot: all kinds of potion are one card."""
    return min(slot, POTION)


@kernel
def cards_left(rules, state, item):
    """Item cards of a kind that can still be gained (COL-09, ruling `loot`)."""
    return rules.item_cards[item] if rules.endless_loot else state.supply[item]


@kernel
def take_card(rules, state, item):
    """Take an item card from the supply."""
    state.reach_due = 1
    if not rules.endless_loot:
        state.supply[item] -= 1


@kernel
def return_card(rules, state, item):
    """Put an item card back in the supply."""
    state.reach_due = 1
    if not rules.endless_loot:
        state.supply[item] += 1


@kernel
def drop_slot(rules, state, hero, slot):
    """Take one thing away from a hero; its card goes back to the supply. Returns its level, or 1."""
    level = 1
    if slot <= SHIELD:
        level = state.held[hero, slot]
        state.held[hero, slot] = 0
    else:
        state.held[hero, slot] -= 1
        if state.arrived[hero, slot] > 0:
            state.arrived[hero, slot] -= 1
    return_card(rules, state, item_of(slot))
    return level


@kernel
def potions_of(state, hero):
    """How many potions a hero holds."""
    total = 0
    for slot in range(POTION, SLOTS):
        total += state.held[hero, slot]
    return total


@kernel
def loot_roll(rules, state, trace, source):
    """One roll on the loot table for the hero whose turn it is: an item card that nobody has (COL-21, COL-36)."""
    note(trace, ev.LOOTS, state.hero, source)
    total = 0
    for item in range(POTION + 1):
        total += cards_left(rules, state, item)
    if total == 0:
        note(trace, ev.NOTHING_TO_GAIN, state.hero)
        return
    left = chance.below(state, chance.DRAWS, total)
    for item in range(POTION + 1):
        left -= cards_left(rules, state, item)
        if left < 0:
            gain(rules, state, trace, item)
            return


@kernel
def gain(rules, state, trace, item):
    """The hero whose turn it is gains an item card, or puts it back where it is no better than what it has (COL-37)."""
    hero = state.hero
    if item == POTION:
        gain_potion(rules, state, trace)
        return
    if item == KEY:
        take_card(rules, state, KEY)
        state.held[hero, KEY] += 1
        note(trace, ev.GAINS, hero, KEY, 1)
        return
    level = rules.level[state.floor - 1] if item <= SHIELD else 1
    old = state.held[hero, item]
    if old >= level:
        note(trace, ev.PUTS_BACK, hero, item, level)
        return
    if old == 0:
        take_card(rules, state, item)
    state.held[hero, item] = level
    note(trace, ev.GAINS, hero, item, level, 0, old)


@kernel
def gain_potion(rules, state, trace):
    """Gain a potion whose kind a die tells; with more than one can hold, one is given up (COL-42)."""
    hero = state.hero
    if cards_left(rules, state, POTION) == 0:
        note(trace, ev.NOTHING_TO_GAIN, hero)
        return
    take_card(rules, state, POTION)
    die = chance.roll(state, rules.potion_die)
    slot = POTION + rules.potion_table[die - 1]
    state.held[hero, slot] += 1
    note(trace, ev.GAINS, hero, slot, 1, die)
    if potions_of(state, hero) > rules.max_potions:
        state.phase = CHOOSE_POTION


@kernel
def heal(rules, state, trace, hero, amount):
    """Give hit points, to at most the maximum (COL-27, COL-48)."""
    gained = min(amount, rules.max_hp - state.hp[hero])
    state.hp[hero] += gained
    note(trace, ev.HEALS, hero, gained, state.hp[hero])


@kernel
def hurt(rules, state, trace, hero, damage, cause, trap):
    """Hurt a hero. Stone prevents some of it; boots prevent what is left of a trap, and are destroyed (COL-40, COL-46)."""
    if state.effect[hero, STONE] > 0 and damage > 0:
        prevented = min(damage, rules.stone)
        damage -= prevented
        note(trace, ev.PREVENTED, hero, prevented, -1)
    if trap and damage > 0 and state.held[hero, BOOTS] > 0:
        note(trace, ev.PREVENTED, hero, damage, BOOTS)
        drop_slot(rules, state, hero, BOOTS)
        note(trace, ev.LOSES, hero, BOOTS, 1)
        damage = 0
    if damage <= 0:
        return
    lost = min(damage, state.hp[hero])
    state.hp[hero] -= lost
    note(trace, ev.HURT, hero, lost, state.hp[hero], cause)
    if state.hp[hero] == 0:
        die(rules, state, trace, hero, cause)


@kernel
def die(rules, state, trace, hero, cause):
    """A hero dies: what it carried goes back to the supply, its keys drop where it stands (COL-29)."""
    cell = state.cell[hero]
    note(trace, ev.DIES, hero, cell, cause)
    if state.held[hero, KEY] > 0:
        note(trace, ev.KEYS_DROP, hero, cell, state.held[hero, KEY])
        state.lying[cell // WIDTH, cell % WIDTH] += state.held[hero, KEY]
        state.held[hero, KEY] = 0
    empty_hands(rules, state, hero)
    state.hp[hero] = 0
    state.where[hero] = DEAD
    state.cell[hero] = -1
    state.last_cause = cause
    state.reach_due = 1


@kernel
def empty_hands(rules, state, hero):
    """Give back all that a hero holds, and end what works on it."""
    for slot in range(SLOTS):
        number = min(state.held[hero, slot], 1) if slot <= AMULET else state.held[hero, slot]
        for _ in range(number):
            drop_slot(rules, state, hero, slot)
    for effect in range(4):
        state.effect[hero, effect] = 0


@kernel
def come_back(rules, state, trace, hero, cell):
    """A dead hero returns with little health and nothing else (COL-34, COL-35). `cell` is -1 when a floor begins."""
    state.hp[hero] = rules.return_hp
    state.reach_due = 1
    if cell >= 0:
        state.where[hero] = ON_FLOOR
        state.cell[hero] = cell
    note(trace, ev.RETURNS, hero, cell, rules.return_hp)


@kernel
def count_where(state, place):
    """How many heroes are in this state: on the floor, dead, ..."""
    number = 0
    for hero in range(state.players):
        if state.where[hero] == place:
            number += 1
    return number


@kernel
def use_closet(state):
    """A waiting closet serves the hero on it while someone is dead (COL-34, ruling `closet_waits`)."""
    cell = state.cell[state.hero]
    if live_at(state, cell) > 0 and symbol_of(kind_at(state, cell)) == CLOSET and count_where(state, DEAD) > 0:
        state.phase = CHOOSE_RETURN


@kernel
def open_door(state, trace):
    """The exit door opens when a hero with a key stands on it (COL-50)."""
    if state.door_open:
        return
    for hero in range(HEROES):
        if state.where[hero] == ON_FLOOR and state.cell[hero] == state.exit_cell and state.held[hero, KEY] > 0:
            state.door_open = 1
            note(trace, ev.OPENS_DOOR, hero, state.exit_cell)
            return
