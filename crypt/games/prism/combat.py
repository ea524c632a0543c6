"""Encounters: monsters that are turned up, flight, attacks, whole fights, and what defeat costs (PRI-11 to PRI-23)."""

from ...core import chance
from ...core.jit import kernel
from ...core.trace import note
from . import events as ev
from .cards import armour_of, attack_bonus_of, can_be_lost
from .collecting import collect, draw_piece, share
from .state import CARD, FACE_DOWN, FACE_UP, HORSE_PIECE, LOSING, MEETING, NO_MONSTER, WORN

FACES = 6


@kernel
def needed(rules, bonus, armour):
    """The lowest roll that defeats an armour (PRI-15, PRI-17, PRI-18)."""
    least = max(armour - bonus, rules.always_misses + 1)
    return min(least, rules.always_hits)


@kernel
def gets_away(rules, die, bonus):
    """Tell whether a roll is enough to flee (PRI-13, ruling `flee_at_zero`)."""
    return die > bonus and not (rules.one_fails and die == 1)


@kernel
def attack(rules, state, trace, monster, is_monster):
    """One attack: whether the roll reaches the armour, with the attacker's bonus (PRI-15, PRI-17)."""
    seat = state.player
    bonus = rules.monster_bonus[monster] if is_monster else attack_bonus_of(rules, state, seat)
    armour = armour_of(rules, state, seat) if is_monster else rules.monster_armour[monster]
    die = chance.roll(state, FACES)
    hit = die >= needed(rules, bonus, armour)
    note(trace, ev.ATTACKS, seat, monster, 1 if is_monster else 0, die, bonus, armour, 1 if hit else 0)
    return hit


@kernel
def fight(rules, state, trace, monster, monster_first):
    """Attacks alternate until one side is defeated; tells whether the player wins (PRI-13, PRI-14)."""
    is_monster = monster_first
    while not attack(rules, state, trace, monster, is_monster):
        is_monster = not is_monster
    return not is_monster


@kernel
def roll_scar(rules, state, trace):
    """Roll for a scar and mark it; returns the slot, or WORN for none (PRI-19, PRI-20)."""
    seat = state.player
    die = chance.roll(state, FACES)
    slot = rules.scar_slot[die]
    if slot == WORN:
        note(trace, ev.SCAR, seat, die)
        return WORN
    is_new = 1 - state.scar[seat, slot]
    state.scar[seat, slot] = 1
    note(trace, ev.SCAR, seat, die, slot + 1, is_new)
    return slot


# ---- encounters


@kernel
def go_home(rules, state, trace):
    """The pawn goes to the house, and the turn comes to sharing (PRI-13, PRI-22)."""
    note(trace, ev.GOES_HOME, state.player, rules.label[state.pawn[state.player]])
    state.pawn[state.player] = rules.house
    share(state)


@kernel
def meet(rules, state, trace, tile):
    """An encounter: a face-down piece is turned up; a horse is no monster then (PRI-11, PRI-12, PRI-30)."""
    state.points = 0
    turned = 1 if state.monster[tile] == FACE_DOWN else 0
    if turned:
        monster = draw_piece(state, state.unseen_monsters)
        if monster == HORSE_PIECE:
            find_horse(rules, state, trace, tile)
            return
        state.monster[tile] = FACE_UP + monster
    monster = state.monster[tile] - FACE_UP
    bonus, armour = rules.monster_bonus[monster], rules.monster_armour[monster]
    note(trace, ev.MEETS, state.player, monster, rules.label[tile], bonus, armour, turned)
    state.phase = MEETING


@kernel
def find_horse(rules, state, trace, tile):
    """A horse is turned up: what lies beneath is collected, then it may be taken (PRI-30, ruling `horse_treasure`)."""
    state.monster[tile] = NO_MONSTER
    state.horses[tile] += 1
    state.turned_horse = 1
    note(trace, ev.FINDS_HORSE, state.player, rules.label[tile])
    collect(rules, state, trace, tile)


@kernel
def flee(rules, state, trace):
    """Try to get away; who does not is attacked first (PRI-13)."""
    monster = state.monster[state.pawn[state.player]] - FACE_UP
    die = chance.roll(state, FACES)
    away = gets_away(rules, die, rules.monster_bonus[monster])
    note(trace, ev.FLEES, state.player, monster, die, rules.monster_bonus[monster], 1 if away else 0)
    if away:
        go_home(rules, state, trace)
    else:
        battle(rules, state, trace, True)


@kernel
def battle(rules, state, trace, monster_first):
    """Fight it out: the monster leaves the game, or the player is defeated (PRI-14, PRI-19, PRI-23)."""
    seat = state.player
    tile = state.pawn[seat]
    monster = state.monster[tile] - FACE_UP
    if fight(rules, state, trace, monster, monster_first):
        state.monster[tile] = NO_MONSTER
        state.beaten[monster] += 1
        note(trace, ev.BEATS, seat, monster, rules.label[tile], attack_bonus_of(rules, state, seat))
        collect(rules, state, trace, tile)
    else:
        note(trace, ev.IS_BEATEN, seat, monster, rules.label[tile], attack_bonus_of(rules, state, seat))
        be_defeated(rules, state, trace)


@kernel
def be_defeated(rules, state, trace):
    """A scar, and a treasure that is lost: that of the rolled slot, else one of the player's choice (PRI-19 to PRI-22)."""
    seat = state.player
    slot = roll_scar(rules, state, trace)
    if slot < WORN and state.card[seat, slot] > 0:
        lose(rules, state, trace, slot)
        return
    for other in range(CARD):
        if can_be_lost(state, seat, other):
            state.phase = LOSING
            return
    go_home(rules, state, trace)


@kernel
def lose(rules, state, trace, slot):
    """A treasure goes face up beneath the monster, and the pawn to the house (PRI-21, PRI-22)."""
    seat = state.player
    tile = state.pawn[seat]
    thing = state.card[seat, slot]
    state.card[seat, slot] = 0
    state.beneath[tile, thing - 1] += 1
    note(trace, ev.LOSES, seat, thing, rules.label[tile], slot)
    go_home(rules, state, trace)
