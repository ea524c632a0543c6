"""The row of results of a game, counted from its trace."""

import numpy as np

from ...core.jit import kernel
from . import events as ev
from .state import (
    A_CARRY,
    A_END,
    A_STEP,
    ACTION_KINDS,
    ADVENTURERS_SEAT,
    ADVENTURERS_WON,
    CENTRE,
    DRAGON_SEAT,
    DRAGON_WON,
)

OUTCOME = np.dtype(
    [
        ("lair", "u1"),
        ("result", "i1"),  # index in RESULTS
        ("ending", "i1"),  # index in ENDINGS
        ("rounds", "i4"),
        ("turns", "i4"),
        ("decisions", "i4"),
        ("minutes", "f4"),  # at the table, estimated by the ruleset's pace
        ("score", "i4", (2,)),  # 1 for who won
        ("stashed", "i4"),
        ("hoarded", "i4"),  # in the centre at the end
        ("adventurers_lost", "i4"),
        ("steps", "i4", (2,)),  # by seat: without a treasure
        ("carries", "i4", (2,)),
        ("rolled", "i4", (2,)),  # the sum of all movement numbers
        ("unused", "i4", (2,)),  # movement that was left when turns ended
        ("turns_of", "i4", (2,)),
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
        kind, who, a = trace[i].kind, trace[i].who, trace[i].a
        if kind == ev.DECIDES:
            count.decisions += 1
            count.decided[a >> 16] += 1
        elif kind == ev.MOVES:
            count.steps[who] += 1 - trace[i].d
            count.carries[who] += trace[i].d
        elif kind == ev.TURN_BEGINS:
            count.rolls += 1
            count.turns_of[who] += 1
            count.rolled[who] += trace[i].d
        elif kind == ev.TURN_ENDS:
            count.unused[who] += a


@kernel
def outcome(rules, state, count):
    """Complete the row with what the last position tells (LAIR-17)."""
    count.result = state.result
    count.ending = state.ending
    count.turns = state.turns
    count.rounds = (state.turns + 1) // 2
    count.stashed = state.stash
    count.adventurers_lost = state.adventurers - state.alive
    count.hoarded = state.treasure[CENTRE]
    count.score[ADVENTURERS_SEAT] = state.result == ADVENTURERS_WON
    count.score[DRAGON_SEAT] = state.result == DRAGON_WON
    seconds = count.rolls * rules.pace[0]
    for kind in (A_STEP, A_CARRY, A_END):
        seconds += count.decided[kind] * rules.pace[kind]
    count.minutes = seconds / 60
