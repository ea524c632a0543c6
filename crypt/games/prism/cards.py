"""The equipment cards: what is worn and carried, and where there is room (PRI-07, PRI-16, PRI-25, PRI-28)."""

from ...core.jit import kernel
from .state import CARD, CHEST_SLOT, CRYSTALS, HEAD, HORSE, KINDS, LEGS, SHIELD_ARM, SWORD_ARM, WORN


@kernel
def is_crystal(thing):
    """Tell whether a thing on a card is a crystal."""
    return CRYSTALS < thing <= KINDS


@kernel
def own_slot(rules, thing):
    """The slot in which a thing is worn, or WORN for what lies in miscellaneous slots only (PRI-25)."""
    return int(rules.slot[thing - 1])


@kernel
def bonus_of(rules, thing):
    """What a thing adds where it is worn; 0 for an empty slot."""
    return rules.treasure_bonus[thing - 1] if thing > 0 else 0


@kernel
def armour_of(rules, state, seat):
    """A player's armour: the base, and what is worn on head, chest, shield arm and legs (PRI-16)."""
    armour = rules.base_armour + bonus_of(rules, state.card[seat, HEAD])
    armour += bonus_of(rules, state.card[seat, CHEST_SLOT])
    armour += bonus_of(rules, state.card[seat, SHIELD_ARM])
    return armour + bonus_of(rules, state.card[seat, LEGS])


@kernel
def attack_bonus_of(rules, state, seat):
    """What the sword in the sword slot adds to an attack; spare ones add nothing (PRI-15, ruling `sword_slot`)."""
    return bonus_of(rules, state.card[seat, SWORD_ARM])


@kernel
def after_misc(state):
    """One more than the last miscellaneous slot."""
    return WORN + state.misc


@kernel
def free_misc(state, seat):
    """The first empty miscellaneous slot of a card, or -1."""
    for slot in range(WORN, after_misc(state)):
        if state.card[seat, slot] == 0:
            return slot
    return -1


@kernel
def crystals_of(state, seat):
    """How many crystals a card holds."""
    count = 0
    for slot in range(WORN, after_misc(state)):
        if is_crystal(state.card[seat, slot]):
            count += 1
    return count


@kernel
def has_horse(state, seat):
    """Tell whether a card holds a horse (PRI-09)."""
    for slot in range(WORN, after_misc(state)):
        if state.card[seat, slot] == HORSE + 1:
            return True
    return False


@kernel
def is_first(state, seat, slot):
    """Tell whether a slot holds a thing that no miscellaneous slot before it holds, so that equal things are one choice."""
    for before in range(WORN, slot):
        if state.card[seat, before] == state.card[seat, slot]:
            return False
    return True


@kernel
def can_be_lost(state, seat, slot):
    """Tell whether a treasure lies in a slot; a horse is none (PRI-21)."""
    return 0 < state.card[seat, slot] <= KINDS


@kernel
def can_make_room(state, seat, slot):
    """Tell whether a miscellaneous slot can be emptied for something else: not of a crystal (PRI-24, PRI-28)."""
    thing = state.card[seat, slot]
    return thing > 0 and not is_crystal(thing) and is_first(state, seat, slot)


@kernel
def fits(rules, state, seat, thing, emptied):
    """Tell whether a card has room for a thing when the slot `emptied` (or -1) has been given away (PRI-25, PRI-28)."""
    own = own_slot(rules, thing)
    if own < WORN and (state.card[seat, own] == 0 or own == emptied):
        return True
    return emptied >= WORN or free_misc(state, seat) >= 0 or spare_to_wear(rules, state, seat, emptied) >= 0


@kernel
def spare_to_wear(rules, state, seat, emptied):
    """The first miscellaneous slot whose thing could be worn in a slot that is empty, or is `emptied`; -1 for none."""
    for slot in range(WORN, after_misc(state)):
        thing = state.card[seat, slot]
        if thing > 0:
            own = own_slot(rules, thing)
            if own < WORN and (state.card[seat, own] == 0 or own == emptied):
                return slot
    return -1


@kernel
def stow(rules, state, seat, thing):
    """Put a thing that changes hands on a card that has room for it; returns the slot (ruling `trades`).

    It goes in its own slot where that is free, or where a lesser sword lies that finds room elsewhere; else in a
    miscellaneous one.
    """
    own, free = own_slot(rules, thing), free_misc(state, seat)
    if own < WORN and state.card[seat, own] == 0:
        state.card[seat, own] = thing
        return own
    if own < WORN and bonus_of(rules, thing) > bonus_of(rules, state.card[seat, own]):
        state.card[seat, free] = state.card[seat, own]
        state.card[seat, own] = thing
        return own
    state.card[seat, free] = thing
    return free


@kernel
def has_scar(state):
    """Tell whether anybody has a scar that a crystal could heal (PRI-27)."""
    for seat in range(state.players):
        for slot in range(WORN):
            if state.scar[seat, slot] > 0:
                return True
    return False


@kernel
def count_carried(state):
    """How many crystals are on cards (PRI-01)."""
    count = 0
    for seat in range(state.players):
        for slot in range(WORN, CARD):
            if is_crystal(state.card[seat, slot]):
                count += 1
    return count
