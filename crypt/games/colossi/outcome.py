"""The row of results of a game, counted from its trace."""

import numpy as np

from ...core.jit import kernel
from . import events as ev
from .state import (
    ACTION_KINDS,
    BY_BOSS,
    BY_EVENT,
    BY_MONSTER,
    DEEP_TRAP,
    FLOORS,
    HEROES,
    KEY,
    LEFT,
    NO_KEY,
    POTION,
    RUNNING,
    STARVED,
    TRAP,
    WALLED,
    WON,
)

OUTCOME = np.dtype(
    [
        ("colossi", "u1"),
        ("result", "i1"),  # index in RESULTS
        ("rounds", "i4"),
        ("turns", "i4"),
        ("decisions", "i4"),
        ("minutes", "f4"),  # at the table, estimated by the ruleset's pace
        ("score", "i4", (HEROES,)),
        ("floors_cleared", "i4"),
        ("escaped", "i4"),
        ("deaths", "i4"),
        ("deaths_monster", "i4"),
        ("deaths_boss", "i4"),
        ("deaths_event", "i4"),
        ("deaths_walled", "i4"),
        ("deaths_starved", "i4"),
        ("deaths_no_key", "i4"),
        ("revived", "i4"),
        ("tiles_placed", "i4"),
        ("tiles_left", "i4"),  # on the last floor
        ("monsters_fought", "i4"),  # rounds against monsters, ambushes included
        ("monsters_beaten", "i4"),
        ("boss_attacks", "i4"),
        ("bosses_beaten", "i4"),
        ("keys_from_boss", "i4"),
        ("keys_from_loot", "i4"),
        ("loot_rolls", "i4"),
        ("events_drawn", "i4"),
        ("traps", "i4"),
        ("potions_gained", "i4"),
        ("potions_drunk", "i4"),
        ("damage_taken", "i4"),
        ("damage_dealt", "i4"),
        ("floor_rounds", "i4", (FLOORS,)),
        ("floor_exit", "i4", (FLOORS,)),  # index in FLOOR_ENDINGS
        ("rolls", "i4"),  # of dice, for the estimate of minutes
        ("decided", "i4", (len(ACTION_KINDS) + 1,)),  # decisions by kind
    ],
    align=True,
)


@kernel
def tally(count, trace):
    """Add what happened in one step to the counts.

    Parameters
    ----------
    count : OUTCOME record
    trace : EVENT array
        Of one step.
    """
    for i in range(1, trace[0].kind + 1):
        kind, a, b = trace[i].kind, trace[i].a, trace[i].b
        if kind == ev.DECIDES:
            count.decisions += 1
            count.decided[a >> 16] += 1
        elif kind == ev.TURN_BEGINS:
            count.turns += 1
        elif kind == ev.PLACES:
            count.tiles_placed += 1
        elif kind == ev.FIGHTS:
            count.rolls += 2
        elif kind == ev.FLOOR_ENDS:
            count.floor_exit[a - 1] = b
            count.floor_rounds[a - 1] = trace[i].c
            count.tiles_left = trace[i].d
        else:
            tally_fight(count, kind, a, b)
            tally_things(count, kind, a)
            tally_death(count, kind, b)


@kernel
def tally_fight(count, kind, a, b):
    """Count what concerns fights."""
    if kind == ev.FOE:
        if a == ev.FOE_BOSS:
            count.boss_attacks += 1
        else:
            count.monsters_fought += 1
    elif kind == ev.FOE_HURT:
        count.damage_dealt += a
    elif kind == ev.FOE_FALLS:
        if a == ev.FOE_BOSS:
            count.bosses_beaten += 1
        else:
            count.monsters_beaten += 1
    elif kind == ev.HURT:
        count.damage_taken += a
    elif kind == ev.TROPHY:
        count.rolls += 1


@kernel
def tally_things(count, kind, a):
    """Count loot, events and potions."""
    if kind == ev.LOOTS:
        count.loot_rolls += 1
    elif kind == ev.GAINS and a == KEY:
        count.keys_from_loot += 1
    elif kind == ev.GAINS and a >= POTION:
        count.potions_gained += 1
        count.rolls += 1
    elif kind == ev.BOSS_KEY:
        count.keys_from_boss += 1
    elif kind == ev.DRAWS_CARD:
        count.events_drawn += 1
        if a == TRAP or a == DEEP_TRAP:
            count.traps += 1
    elif kind == ev.DRINKS:
        count.potions_drunk += 1


@kernel
def tally_death(count, kind, cause):
    """Count deaths by cause, and returns."""
    if kind == ev.RETURNS:
        count.revived += 1
    if kind != ev.DIES:
        return
    count.deaths += 1
    if cause == BY_MONSTER:
        count.deaths_monster += 1
    elif cause == BY_BOSS:
        count.deaths_boss += 1
    elif cause == BY_EVENT:
        count.deaths_event += 1
    elif cause == WALLED:
        count.deaths_walled += 1
    elif cause == STARVED:
        count.deaths_starved += 1
    elif cause == NO_KEY:
        count.deaths_no_key += 1


@kernel
def outcome(rules, state, count):
    """Complete the row with what the last position tells (COL-55, COL-56)."""
    count.result = state.result
    count.rounds = state.rounds
    if state.result == RUNNING:
        count.rounds += state.round_number  # of the floor that is being played
    count.floors_cleared = state.floors_cleared
    seconds = count.rolls * rules.pace[0]
    for kind in range(1, len(ACTION_KINDS) + 1):
        seconds += count.decided[kind] * rules.pace[kind]
    count.minutes = seconds / 60
    count.escaped = 0
    for hero in range(state.players):
        count.score[hero] = state.result == WON and state.where[hero] == LEFT
        count.escaped += count.score[hero]
