"""The row of results of a game, counted from its trace."""

import numpy as np

from ...core.jit import kernel
from . import events as ev
from .state import ACTION_KINDS, DEPOSITED, KINDS, PLAYERS, SEAT_1, SHIFT

OUTCOME = np.dtype(
    [
        ("cave", "u1"),
        ("book", "i4"),  # in which the names of the cards stand
        ("result", "i1"),  # index in RESULTS
        ("players", "i1"),
        ("rounds", "i4"),
        ("turns", "i4"),
        ("decisions", "i4"),
        ("minutes", "f4"),  # at the table, estimated by the ruleset's pace
        ("score", "i4", (PLAYERS,)),  # 1 for who won
        ("deposited", "i4", (PLAYERS,)),  # at the end
        ("deaths_of", "i4", (PLAYERS,)),
        ("deaths", "i4"),
        ("deposits", "i4"),  # that were made
        ("moves", "i4"),  # of players on turn
        ("blocked", "i4"),  # moves
        ("warps", "i4"),
        ("drawn", "i4"),  # cards from the draw pile
        ("renewals", "i4"),  # of the draw pile
        ("reactions", "i4"),
        ("cancels", "i4"),
        ("defences", "i4"),  # cards that were revealed
        ("stolen", "i4"),
        ("acquired", "i4"),
        ("turns_lost", "i4"),
        ("played", "i4", (KINDS,)),
        ("cancelled", "i4", (KINDS,)),
        ("defended", "i4", (KINDS,)),  # cards that a revealed one defended against
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
        kind, who, a = trace[i].kind, trace[i].who, trace[i].a
        if kind == ev.DECIDES:
            count.decisions += 1
            count.decided[a >> SHIFT] += 1
        elif kind == ev.PLAYS:
            count.played[a] += 1
            count.reactions += trace[i].d
        elif kind == ev.IS_CANCELLED:
            count.cancels += 1
            count.cancelled[a] += 1
        elif kind == ev.REVEALS:
            count.defences += 1
            count.defended[trace[i].b] += 1
        elif kind == ev.DIES:
            count.deaths += 1
            count.deaths_of[who] += 1
        elif kind == ev.MOVES:
            count.moves += 1 - trace[i].c
        else:
            tally_rest(count, kind)


@kernel
def tally_rest(count, kind):
    """Count what needs no more than its name."""
    if kind == ev.GETS:
        count.drawn += 1
    elif kind == ev.IS_BLOCKED:
        count.blocked += 1
    elif kind == ev.WARPS:
        count.warps += 1
    elif kind == ev.RENEWS:
        count.renewals += 1
    elif kind == ev.DEPOSITS:
        count.deposits += 1
    elif kind == ev.STEALS:
        count.stolen += 1
    elif kind == ev.ACQUIRES:
        count.acquired += 1
    elif kind == ev.LOSES_TURN:
        count.turns_lost += 1


@kernel
def outcome(rules, state, count):
    """Complete the row with what the last position tells (CAVE-40)."""
    count.book = rules.book
    count.result = state.result
    count.players = state.players
    count.rounds, count.turns = state.round_number, state.turns
    for seat in range(state.players):
        count.deposited[seat] = state.held[DEPOSITED + seat]
        count.score[seat] = state.result == SEAT_1 + seat
    seconds = count.drawn * rules.pace[0]
    for kind in range(1, len(ACTION_KINDS) + 1):
        seconds += count.decided[kind] * rules.pace[kind]
    count.minutes = seconds / 60
