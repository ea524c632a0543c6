"""The row of results of a game, counted from its trace."""

import numpy as np

from ...core.jit import kernel
from . import events as ev
from .cards import crystals_of
from .state import ACTION_KINDS, CARD, CHEST, MONSTERS, PLAYERS, WORN

FIRST_CRYSTALS = 6  # whose rounds are written down

OUTCOME = np.dtype(
    [
        ("prism", "u1"),
        ("result", "i1"),  # index in RESULTS
        ("players", "i1"),
        ("rounds", "i4"),
        ("turns", "i4"),
        ("decisions", "i4"),
        ("minutes", "f4"),  # at the table, estimated by the ruleset's pace
        ("score", "i4", (PLAYERS,)),  # crystals carried at the end
        ("chests", "i4"),  # carried at the end
        ("scars", "i4"),  # at the end
        ("carried", "i4"),  # crystals at the end
        ("scarred", "i4"),  # scars that were given
        ("healed", "i4"),
        ("encounters", "i4"),
        ("flights", "i4"),  # tried
        ("fled", "i4"),
        ("fights", "i4"),
        ("fights_won", "i4"),
        ("treasures_lost", "i4"),  # beneath monsters
        ("discarded", "i4"),
        ("turned_up", "i4"),  # treasures
        ("sent", "i4"),  # crystals that their finders could not carry
        ("trades", "i4"),
        ("horses_taken", "i4"),
        ("horse_turns", "i4"),  # that began with a horse
        ("points_spent", "i4"),
        ("crystal_round", "i4", (FIRST_CRYSTALS,)),  # in which so many were carried for the first time; 0: never
        ("fought", "i4", (len(MONSTERS),)),
        ("won", "i4", (len(MONSTERS),)),
        ("fought_unarmed", "i4", (len(MONSTERS),)),  # without a sword
        ("won_unarmed", "i4", (len(MONSTERS),)),
        ("rolls", "i4"),  # for the estimate of minutes
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
        kind, a = trace[i].kind, trace[i].a
        if kind == ev.DECIDES:
            count.decisions += 1
            count.decided[a >> 16] += 1
        elif kind == ev.MOVES:
            count.points_spent += trace[i].c
        elif kind == ev.TURN_BEGINS:
            count.horse_turns += trace[i].c
        elif kind == ev.ATTACKS:
            count.rolls += 1
        elif kind == ev.CARRIED:
            if 1 <= a <= FIRST_CRYSTALS and count.crystal_round[a - 1] == 0:
                count.crystal_round[a - 1] = trace[i].b
        else:
            tally_fight(count, kind, a, trace[i].c, trace[i].d)
            tally_things(count, kind)


@kernel
def tally_fight(count, kind, a, c, d):
    """Count what concerns encounters."""
    if kind == ev.MEETS:
        count.encounters += 1
    elif kind == ev.FLEES:
        count.flights += 1
        count.rolls += 1
        count.fled += d
    elif kind == ev.BEATS or kind == ev.IS_BEATEN:
        wins = 1 if kind == ev.BEATS else 0
        count.fights += 1
        count.fights_won += wins
        count.fought[a] += 1
        count.won[a] += wins
        if c == 0:
            count.fought_unarmed[a] += 1
            count.won_unarmed[a] += wins
    elif kind == ev.SCAR:
        count.rolls += 1
        count.scarred += c


@kernel
def tally_things(count, kind):
    """Count what concerns treasures and horses."""
    if kind == ev.LOSES:
        count.treasures_lost += 1
    elif kind == ev.HEALS:
        count.healed += 1
    elif kind == ev.DISCARDS:
        count.discarded += 1
    elif kind == ev.TURNS_UP:
        count.turned_up += 1
    elif kind == ev.SENDS:
        count.sent += 1
    elif kind == ev.TRADES:
        count.trades += 1
    elif kind == ev.TAKES_HORSE:
        count.horses_taken += 1


@kernel
def outcome(rules, state, count):
    """Complete the row with what the last position tells (PRI-01, ruling `score`)."""
    count.result = state.result
    count.players = state.players
    count.rounds, count.turns = state.round_number, state.turns
    count.carried = state.carried
    count.chests, count.scars = 0, 0
    for seat in range(state.players):
        count.score[seat] = crystals_of(state, seat)
        for slot in range(WORN):
            count.scars += state.scar[seat, slot]
        for slot in range(WORN, CARD):
            count.chests += state.card[seat, slot] == CHEST + 1
    seconds = count.rolls * rules.pace[0]
    for kind in range(1, len(ACTION_KINDS) + 1):
        seconds += count.decided[kind] * rules.pace[kind]
    count.minutes = seconds / 60
