"""The position, the two actions and the end."""

import numpy as np

from crypt.core import chance, trace
from crypt.core.jit import kernel

STATE = np.dtype(
    [
        ("pebbles", "i4"), ("players", "i1"), ("seat", "i1"), ("winner", "i1"), ("turns", "i4"),
        ("chance", chance.STREAMS),
    ],
    align=True,
)  # fmt: skip
RULES = np.dtype([("heap", "i4"), ("die", "i4")])
OUTCOME = np.dtype(
    [
        ("result", "i1"), ("rounds", "i4"), ("turns", "i4"), ("rolls", "i4"), ("minutes", "f4"),
        ("score", "i4", (3,)),
    ]
)  # fmt: skip
TAKE, ROLL = 1, 2
DECIDES, TAKES, WINS = 1, 2, 3


@kernel
def start(rules, state, seed):
    """Lay the heap (PEB-1)."""
    chance.set_seed(state, seed)
    state.pebbles = rules.heap


@kernel
def is_over(state):
    """Tell whether somebody has won."""
    return state.winner > 0


@kernel
def actor(state):
    """The seat that decides, or -1."""
    return -1 if state.winner > 0 else state.seat


@kernel
def refusal(rules, state, action):
    """The number of the rule that forbids an action, or 0."""
    if state.winner > 0:
        return 3
    return 0 if action in (TAKE, ROLL) else 2


@kernel
def legal(rules, state, actions):
    """List what may be done: both actions, until the game is over."""
    if state.winner > 0:
        return 0
    actions[0], actions[1] = TAKE, ROLL
    return 2


@kernel
def step(rules, state, action, events):
    """Take pebbles (PEB-2); who takes the last one wins (PEB-3)."""
    trace.clear(events)
    trace.note(events, DECIDES, state.seat, action)
    wanted = 1 if action == TAKE else chance.roll(state, rules.die)
    taken = min(wanted, state.pebbles)
    state.pebbles -= taken
    state.turns += 1
    trace.note(events, TAKES, state.seat, taken, state.pebbles, action == ROLL)
    if state.pebbles == 0:
        state.winner = state.seat + 1
        trace.note(events, WINS, state.seat)
    state.seat = (state.seat + 1) % state.players


@kernel
def status(rules, state):
    """Find what cannot be: pebbles that are left when somebody has won."""
    return 1 if (state.pebbles == 0) != (state.winner > 0) else 0


@kernel
def hide(state, seat):
    """Mask what nobody knows."""
    chance.hide(state)


@kernel
def deal(state, seed):
    """Give what is masked anew."""
    chance.set_seed(state, seed)


@kernel
def tally(count, events):
    """Count a step."""
    for i in range(1, events[0].kind + 1):
        if events[i].kind == TAKES:
            count.turns += 1
            count.rolls += events[i].c


@kernel
def outcome(rules, state, count):
    """Complete the results."""
    count.result = state.winner
    count.minutes = state.turns / 10
    count.rounds = (state.turns + state.players - 1) // state.players
    for seat in range(3):
        count.score[seat] = state.winner == seat + 1
