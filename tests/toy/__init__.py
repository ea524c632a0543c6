"""A toy game, which shows that the core knows no game: roll a die, hold, draw a card, give a coin away."""

from functools import cache

import numpy as np

from crypt.core import chance, trace
from crypt.core.game import Game
from crypt.core.ruleset import Ruleset, build

STATE = np.dtype(
    [
        ("toy", "u1"), ("players", "i1"), ("seat", "i1"), ("over", "u1"), ("turn", "i4"), ("chance", chance.STREAMS),
        ("score", "i4", (3,)), ("coins", "i1", (3,)),
    ],
    align=True,
)  # fmt: skip
RULES = np.dtype([("target", "i4"), ("coins", "i4")])
OUTCOME = np.dtype([("rolls", "i4"), ("ones", "i4"), ("winner", "i4"), ("scores", "i4", (3,))])

ROLL, HOLD, DRAW, GIVE = 1, 2, 3, 16  # GIVE + the other seat
ROLLS, HOLDS, DRAWS_CARD, GIVES, WINS = 1, 2, 3, 4, 5


def start(rules, state, seed):
    chance.set_seed(state, seed)
    state.toy = 1
    state.coins[: state.players] = rules.coins
    state.seat = chance.below(state, chance.DRAWS, state.players)


def refusal(rules, state, action):
    if state.over:
        return 9
    if action == HOLD:
        return 0 if state.turn else 2
    if GIVE <= action < GIVE + state.players:
        if action - GIVE == state.seat:
            return 4
        return 0 if state.coins[state.seat] else 3
    return 0 if action in (ROLL, DRAW) else 5


def legal(rules, state, actions):
    found = [code for code in (ROLL, HOLD, DRAW, GIVE, GIVE + 1, GIVE + 2) if refusal(rules, state, code) == 0]
    actions[: len(found)] = found
    return len(found)


def step(rules, state, action, events):
    trace.clear(events)
    seat = int(state.seat)
    if action == ROLL:
        die = chance.roll(state, 6)
        trace.note(events, ROLLS, seat, die)
        state.turn = 0 if die == 1 else state.turn + die
        if die == 1:
            pass_on(state)
    elif action == HOLD:
        trace.note(events, HOLDS, seat, state.turn)
        state.score[seat] += state.turn
        if state.score[seat] >= rules.target:
            state.over = 1
            trace.note(events, WINS, seat)
        pass_on(state)
    elif action == DRAW:
        card = chance.below(state, chance.DRAWS, 4)
        trace.note(events, DRAWS_CARD, seat, card)
        state.turn += card
    else:
        state.coins[seat] -= 1
        state.coins[action - GIVE] += 1
        trace.note(events, GIVES, seat, action - GIVE)


def pass_on(state):
    state.turn = 0
    state.seat = (state.seat + 1) % state.players


def tally(count, events):
    for event in trace.events(events):
        count.rolls += event.kind == ROLLS
        count.ones += event.kind == ROLLS and event.a == 1
        if event.kind == WINS:
            count.winner = event.who + 1


def outcome(rules, state, count):
    count.scores[:] = state.score


def nothing(*_):
    raise NotImplementedError


GAME = Game(
    name="toy", title="Toy", prefix="TOY", players=range(2, 4), seat_word="player", package="toy",
    state_type=STATE, rules_type=RULES, outcome_type=OUTCOME, most_actions=8,
    start=start, actor=lambda state: int(state.seat), refusal=refusal, legal=legal, step=step,
    status=lambda rules, state: 0, hide=nothing, deal=nothing, tally=tally, outcome=outcome, playout=nothing,
    playouts=nothing, is_over=lambda state: bool(state.over),
)  # fmt: skip


@cache
def rules(target: int = 20) -> Ruleset:
    """A ruleset of the toy game."""
    return build(GAME, {"target": target, "coins": 2}, "toy", "standard" if target == 20 else f"to {target}")
