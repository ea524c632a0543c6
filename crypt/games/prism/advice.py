"""Advice for bots: how good an action looks, and what a position is worth. No rule stands here.

A bot's `MIND` holds, for the pawn on turn, what each tile promises: an encounter there, less what the way to it costs. The
unit is about a tenth of a crystal's worth.
"""

import numpy as np

from ...core.jit import kernel
from .cards import after_misc, armour_of, attack_bonus_of, bonus_of, crystals_of, free_misc, has_horse, is_crystal, own_slot
from .combat import FACES, needed
from .state import (
    A_ATTACK,
    A_FLEE,
    A_LOSE,
    A_MAKE_ROOM,
    A_PLACE,
    A_SEND,
    A_STEP,
    A_STOP,
    A_STOW,
    A_TAKE_HORSE,
    A_TRADE,
    A_WEAR,
    CELLS,
    CHEST,
    FACE_UP,
    HORSE,
    IN_ITS_SLOT,
    KEEPING_THE_OLD,
    KINDS,
    MONSTERS,
    NO_MONSTER,
    NOWHERE,
    OTHER,
    PART,
    RUNNING,
    TO_PAWN,
    WON,
    WORN,
)

HASTE, FEAR, APART = range(3)
# What a character values: a movement point, what defeat costs, and to leave a monster to a companion who is nearer.
CHARACTERS = {"greedy": (0.25, 1.0, 0.0), "cautious": (0.2, 2.5, 0.0), "bold": (0.35, 0.3, 0.0)}
PLANNER = (0.7, 0.8, 4.0)  # in the playouts of a search: what took the fewest rounds, of many that were tried
DRAWN = 0.25  # of the choices in a playout; see `bots.source`
CRYSTAL = 10.0  # what a crystal is worth
GEAR = 2.0  # each point of armour or attack
CHEST_WORTH = 0.5
SPARE = 0.4  # what could be worn and is not
HORSE_WORTH = 3.0
HOME = 2.0  # what it costs to be sent home
IDLE = 0.3  # what it costs to stop
# Rounds that are left, by what there is to do: fitted to 1,000 games each of 2, 3 and 4 players (R squared 0.66).
AT_LEAST = 2.14
A_PIECE = 1.97  # that is still to be turned up, for one player
A_GEAR = 0.13  # of that, saved by each point of armour or attack that the players have on average
A_RIDER = 0.3  # of that, saved where all have horses
QUICKEST = 0.5  # what a piece takes at least
A_FIGHT = 0.98  # that is still to be fought for a crystal, for one player
MOST_FIGHTS = 10.0  # against one monster
HALF = 20.0  # rounds that halve what a game is worth
NO_PROMISE = -1000.0  # of a tile from which there is no way to anything
LEAST_RISE = 0.001  # of a promise, that is told to the tiles beside
QUEUE = 64  # a power of two above the number of tiles

MIND = np.dtype(
    [
        ("prism_mind", "u1"),
        ("stamp", "i8"),  # of the turn that was considered; 0: none yet
        ("player", "i1"),  # whose turn that was
        ("monster", "u1", (CELLS,)),  # and the land
        ("horses", "u1", (CELLS,)),
        ("promise", "f4", (CELLS + 1,)),  # of each tile; beyond the edge nothing
        ("waiting", "u1", (QUEUE,)),  # tiles whose promise has risen, in a ring
        ("waits", "u1", (CELLS,)),
        ("is_free", "u1", (CELLS + 1,)),  # of monsters
        ("character", "f4", (3,)),
    ],
    align=True,
)


# ---- encounters


@kernel
def chance_to_hit(rules, bonus, armour):
    """The chance that an attack hits (PRI-15, PRI-17)."""
    return (FACES + 1.0 - needed(rules, bonus, armour)) / FACES


@kernel
def chance_to_win(rules, state, seat, monster):
    """The chance to win a fight that a player begins (PRI-14)."""
    mine = chance_to_hit(rules, attack_bonus_of(rules, state, seat), rules.monster_armour[monster])
    its = chance_to_hit(rules, rules.monster_bonus[monster], armour_of(rules, state, seat))
    return mine / (1.0 - (1.0 - mine) * (1.0 - its))


@kernel
def worth(rules, state, seat, thing):
    """What a thing is worth to somebody who does not have it yet."""
    if is_crystal(thing):
        return CRYSTAL
    if thing == HORSE + 1:
        return 0.2 if has_horse(state, seat) else HORSE_WORTH
    if thing == CHEST + 1:
        return CHEST_WORTH
    more = bonus_of(rules, thing) - bonus_of(rules, state.card[seat, own_slot(rules, thing)])
    return SPARE + GEAR * max(more, 0)


@kernel
def unseen_worth(rules, state):
    """What a treasure that nobody has seen is worth on average."""
    total, count = 0.0, 0
    for kind in range(KINDS):
        if state.unseen[kind] > 0:
            total += state.unseen[kind] * worth(rules, state, state.player, kind + 1)
            count += state.unseen[kind]
    return total / count if count > 0 else 0.0


@kernel
def loss(rules, state, mind):
    """What defeat costs: the way home, a scar, and a treasure."""
    seat, count, dear = state.player, 0, 0
    for slot in range(WORN, after_misc(state)):
        if state.card[seat, slot] > 0:
            count += 1
            if is_crystal(state.card[seat, slot]):
                dear += 1
    has_else = count > dear
    for slot in range(WORN):
        if state.card[seat, slot] > 0:
            has_else = True
    treasure = 1.0 if has_else else (0.5 * CRYSTAL if dear > 0 else 0.0)
    return mind.character[FEAR] * (HOME + treasure)


@kernel
def has_things(state, tile):
    """Tell whether treasures lie face up beneath a monster."""
    found = 0
    for kind in range(KINDS):
        found |= state.beneath[tile, kind]
    return found > 0


@kernel
def prize(rules, state, tile, unseen):
    """What lies on a tile."""
    total = 0.5 + (unseen if state.covered[tile] else 0.0)  # each monster that is gone opens the land
    if not has_things(state, tile):
        return total
    is_full = crystals_of(state, state.player) == state.misc
    for kind in range(KINDS):
        if state.beneath[tile, kind] > 0 and not (is_full and is_crystal(kind + 1)):
            total += state.beneath[tile, kind] * worth(rules, state, state.player, kind + 1)
    return total


@kernel
def encounter(rules, state, monster, gain, lost):
    """What attacking a monster promises, with what is gained and lost by it."""
    win = chance_to_win(rules, state, state.player, monster)
    return win * gain - (1.0 - win) * lost


@kernel
def flight(rules, state, monster, gain, lost):
    """What fleeing promises: the way home, or being attacked first (PRI-13)."""
    bonus = rules.monster_bonus[monster]
    away = max(FACES - max(bonus, rules.one_fails), 0) / FACES
    its = chance_to_hit(rules, bonus, armour_of(rules, state, state.player))
    win = (1.0 - its) * chance_to_win(rules, state, state.player, monster)
    caught = win * gain - (1.0 - win) * lost
    return away * -0.5 * HOME + (1.0 - away) * caught


@kernel
def unknown_encounter(rules, state, gain, lost):
    """What a face-down piece promises, over all monsters that nobody has seen; who may flee never does worse than that."""
    total, count = 0.0, 0
    for monster in range(len(MONSTERS)):
        pieces = state.unseen_monsters[monster]
        if pieces > 0:
            count += pieces
            if monster == 0:
                total += pieces * (gain + HORSE_WORTH)
            else:
                fought = encounter(rules, state, monster, gain, lost)
                total += pieces * max(fought, flight(rules, state, monster, gain, lost))
    return total / count if count > 0 else 0.0


# ---- the land


@kernel
def is_considered(state, mind):
    """Tell whether a mind has considered this turn, and the land is still what it was."""
    if mind.stamp != state.turns + 1 or mind.player != state.player:
        return False
    differs = 0
    for tile in range(CELLS):
        differs |= (state.monster[tile] ^ mind.monster[tile]) | (state.horses[tile] ^ mind.horses[tile])
    return differs == 0


@kernel
def note_land(state, mind):
    """Write down what the promises of the land depend on."""
    mind.stamp, mind.player = state.turns + 1, state.player
    for tile in range(CELLS):
        mind.monster[tile] = state.monster[tile]
        mind.horses[tile] = state.horses[tile]


@kernel
def consider(rules, state, mind):
    """Bring a mind up to date with a position: what each tile promises to the pawn on turn."""
    if state.result != RUNNING or is_considered(state, mind):
        return
    note_land(state, mind)
    unseen, lost = unseen_worth(rules, state), loss(rules, state, mind)
    wants_horse = not has_horse(state, state.player) and free_misc(state, state.player) >= 0
    last, unknown = -1.0, 0.0  # what the last face-down piece hides, and promises: nearly all are alike
    for tile in range(CELLS + 1):
        mind.promise[tile] = NO_PROMISE
    for tile in range(rules.cells):
        monster = state.monster[tile]
        if monster == NO_MONSTER:
            if state.horses[tile] > 0 and wants_horse:
                mind.promise[tile] = HORSE_WORTH
            continue
        gain = prize(rules, state, tile, unseen)
        if monster >= FACE_UP:
            mind.promise[tile] = encounter(rules, state, monster - FACE_UP, gain, lost)
        else:
            if gain != last:
                last, unknown = gain, unknown_encounter(rules, state, gain, lost)
            mind.promise[tile] = unknown
        mind.promise[tile] -= mind.character[APART] * companions_nearer(rules, state, tile)
    spread_promises(rules, state, mind)


@kernel
def companions_nearer(rules, state, tile):
    """How many companions are nearer to a tile than the pawn on turn, whatever the terrain."""
    far, count = rules.distance[state.pawn[state.player], tile], 0
    for seat in range(state.players):
        if seat != state.player and rules.distance[state.pawn[seat], tile] < far:
            count += 1
    return count


@kernel
def spread_promises(rules, state, mind):
    """A tile promises what its neighbours do, less the points that it takes to go there; nobody walks through monsters.

    A tile whose promise has risen waits for its turn to tell its neighbours.
    """
    first, after = 0, 0
    for tile in range(rules.cells):
        mind.is_free[tile] = state.monster[tile] == NO_MONSTER
        mind.waits[tile] = mind.promise[tile] > NO_PROMISE
        mind.waiting[after] = tile
        after += np.int64(mind.waits[tile])
    mind.is_free[NOWHERE] = 0
    while first != after:
        tile = np.int64(mind.waiting[first & QUEUE - 1])
        first += 1
        mind.waits[tile] = 0
        promised = after_step(rules, state, mind, tile)
        for direction in range(6):
            other = np.int64(rules.near[tile, direction])
            if mind.is_free[other] and promised > mind.promise[other] + LEAST_RISE:
                mind.promise[other] = promised
                mind.waiting[after & QUEUE - 1] = other
                after += 1 - np.int64(mind.waits[other])
                mind.waits[other] = 1


@kernel
def after_step(rules, state, mind, tile):
    """What a step to a tile promises: the tile, less the points."""
    return mind.promise[tile] - mind.character[HASTE] * rules.entry_cost[state.terrain[tile]]


# ---- advice


@kernel
def kept(rules, state, seat, slot):
    """What the thing in a slot is worth where it is."""
    thing = state.card[seat, slot]
    if thing == 0:
        return 0.0
    if slot < WORN:
        return GEAR * bonus_of(rules, thing)
    if thing == HORSE + 1:
        return HORSE_WORTH
    if is_crystal(thing):
        return CRYSTAL
    return CHEST_WORTH if thing == CHEST + 1 else SPARE


@kernel
def advise_place(rules, state, about):
    """How good it is to place the treasure in hand like that."""
    seat, where, emptied = state.player, about // PART, about % PART - 1
    lost = kept(rules, state, seat, emptied) if emptied >= 0 else 0.0
    if where == IN_ITS_SLOT:
        return GEAR * bonus_of(rules, state.hand) - lost
    if where == KEEPING_THE_OLD:
        old = state.card[seat, own_slot(rules, state.hand)]
        return SPARE + GEAR * (bonus_of(rules, state.hand) - bonus_of(rules, old)) - lost
    thing = state.hand
    if is_crystal(thing):
        return CRYSTAL - lost
    return (CHEST_WORTH if thing == CHEST + 1 else SPARE) - lost


@kernel
def strength(rules, state, seat):
    """What somebody wears, in points."""
    return attack_bonus_of(rules, state, seat) + armour_of(rules, state, seat) - rules.base_armour


@kernel
def use(rules, state, seat, thing, slot):
    """What a thing is worth to somebody, who may have it already in a slot: gear to the strong, crystals to the others."""
    if is_crystal(thing):
        return 0.5 - 0.1 * strength(rules, state, seat)
    if thing == CHEST + 1:
        return 0.3
    if 0 <= slot < WORN:
        return GEAR * bonus_of(rules, thing)
    return worth(rules, state, seat, thing)


@kernel
def advise_trade(rules, state, about):
    """How much better off both are after a trade."""
    seat, other, give, take = state.player, about // OTHER, about // PART % PART, about % PART
    gain = -0.1
    if give > 0:
        thing = state.card[seat, give - 1]
        gain += use(rules, state, other, thing, -1) - use(rules, state, seat, thing, give - 1)
    if take > 0:
        thing = state.card[other, take - 1]
        gain += use(rules, state, seat, thing, -1) - use(rules, state, other, thing, take - 1)
    return gain


@kernel
def advise_move(rules, state, mind, kind, about):
    """How good it is to go on, to stop, or to take a horse."""
    here = state.pawn[state.player]
    if kind == A_STEP:
        return after_step(rules, state, mind, rules.near[here, about]) - mind.promise[here]
    if kind == A_STOP:
        return -IDLE
    lost = kept(rules, state, state.player, about - 1) if about > 0 else 0.0
    return (-1.0 if has_horse(state, state.player) else HORSE_WORTH) - lost


@kernel
def advise_fight(rules, state, mind, kind):
    """What attacking and fleeing promise."""
    tile = state.pawn[state.player]
    monster = state.monster[tile] - FACE_UP
    gain, lost = prize(rules, state, tile, unseen_worth(rules, state)), loss(rules, state, mind)
    if kind == A_ATTACK:
        return encounter(rules, state, monster, gain, lost)
    return flight(rules, state, monster, gain, lost)


@kernel
def advise(rules, state, mind, action):
    """How good an action looks to a mind that has considered the position; higher is better.

    Parameters
    ----------
    rules, state, mind : records
    action : int
        A legal one.

    Returns
    -------
    float
    """
    kind, about = action >> 16, action & 0xFFFF
    if kind == A_STEP or kind == A_STOP or kind == A_TAKE_HORSE:
        return advise_move(rules, state, mind, kind, about)
    if kind == A_ATTACK or kind == A_FLEE:
        return advise_fight(rules, state, mind, kind)
    if kind == A_PLACE:
        return advise_place(rules, state, about)
    if kind == A_TRADE:
        return advise_trade(rules, state, about)
    if kind == A_LOSE:
        return -kept(rules, state, state.player, about)
    if kind == A_MAKE_ROOM:
        return -kept(rules, state, state.receiver, about)
    if kind == A_WEAR:
        thing = state.card[state.decides, about]
        worn = state.card[state.decides, own_slot(rules, thing)]
        return GEAR * (bonus_of(rules, thing) - bonus_of(rules, worn)) - 0.1
    if kind == A_STOW:
        return -GEAR
    if kind == A_SEND and about < TO_PAWN and state.monster[about] >= FACE_UP:
        return chance_to_win(rules, state, state.player, state.monster[about] - FACE_UP)
    return 0.0


# ---- what a position is worth


@kernel
def best_chance_to_win(rules, state, monster):
    """The chance of whoever can fight a monster best."""
    best = 0.0
    for seat in range(state.players):
        best = max(best, chance_to_win(rules, state, seat, monster))
    return best


@kernel
def pieces_to_turn_up(state):
    """How many face-down treasures are turned up on average until no crystal is among them."""
    crystals, pieces = 0, 0
    for kind in range(KINDS):
        pieces += state.unseen[kind]
        if is_crystal(kind + 1):
            crystals += state.unseen[kind]
    return crystals * (pieces + 1.0) / (crystals + 1.0)


@kernel
def fights_for_crystals(rules, state):
    """How many fights it takes on average to win the crystals that lie beneath face-up monsters."""
    fights = 0.0
    for tile in range(rules.cells):
        monster, held = state.monster[tile], 0
        if monster >= FACE_UP:
            for kind in range(KINDS):
                if is_crystal(kind + 1):
                    held += state.beneath[tile, kind]
            if held > 0:
                fights += min(1.0 / best_chance_to_win(rules, state, monster - FACE_UP), MOST_FIGHTS)
    return fights


@kernel
def rounds_left(rules, state):
    """How many rounds are left, as far as the position tells.

    What is worn saves nothing but time on the way: otherwise those who have much would rather wait than risk it.
    """
    worn, riders = 0.0, 0.0
    for seat in range(state.players):
        worn += strength(rules, state, seat)
        riders += has_horse(state, seat)
    a_piece = max(A_PIECE - (A_GEAR * worn + A_RIDER * riders) / state.players, QUICKEST)
    work = a_piece * pieces_to_turn_up(state) + A_FIGHT * fights_for_crystals(rules, state)
    return AT_LEAST + work / state.players


@kernel
def value(rules, state, mind, seat):
    """What a position is worth to everybody: the quicker the game is won, the more, from 0 to 1.

    Parameters
    ----------
    rules, state, mind : records
    seat : int
        It makes no difference: all win together.
    """
    if state.result == RUNNING:
        return 0.5 ** ((state.turns / state.players + rounds_left(rules, state)) / HALF)
    return 0.5 ** (state.turns / state.players / HALF) if state.result == WON else 0.0


@kernel
def clock(state):
    """How far the game is, in quarters of a round: playouts are cut by it. Longer ones tell more of luck than of a move."""
    return 4 * state.round_number
