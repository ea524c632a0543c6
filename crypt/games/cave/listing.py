"""The list of legal actions: `legal` puts the questions of `moves` to every candidate."""

from ...core.jit import kernel
from . import grammar as g
from .moves import (
    asks_for_payment,
    is_pick,
    refuse_answer,
    refuse_draw,
    refuse_kind,
    refuse_pay,
    refuse_rest,
    refuse_target,
)
from .state import (
    A_CHOOSE,
    A_DEPOSIT,
    A_DISCARD,
    A_DRAW,
    A_DROP,
    A_MOVE,
    A_NOTHING,
    A_PASS,
    A_PAY,
    A_PLAY,
    A_REVEAL,
    A_STAY,
    A_USE,
    A_WARP,
    AGAIN,
    CARRIED,
    DEFENDING,
    DISCARDING,
    EXITS,
    HAND,
    MOVING,
    PAYING,
    PICK,
    PLAYING,
    REACTING,
    RUNNING_ON,
    SHIFT,
    STARTING,
    TARGET,
    TRIMMING,
    WARPING,
)


@kernel
def add(actions, n, action, rule):
    """Note a legal action where there is room for it; returns how many there are then."""
    if rule != 0 or n >= len(actions):
        return n
    actions[n] = action
    return n + 1


@kernel
def add_moves(rules, state, actions, n):
    """The moves to adjacent rooms."""
    here = state.room[state.player]
    for i in range(EXITS):
        if rules.near[here, i] >= 0:
            n = add(actions, n, A_MOVE << SHIFT | rules.near[here, i], 0)
    return n


@kernel
def add_picks(rules, state, actions, n, kind, target):
    """The ways to play a card on a target, by what is declared with it."""
    base = A_PLAY << SHIFT | kind | (target + 1) * TARGET
    before = n
    if rules.pick[kind] != g.NO_PICK:
        for picked in range(rules.kinds):
            if is_pick(rules, state, kind, target, picked):
                n = add(actions, n, base + (picked + 1) * PICK, 0)
    return add(actions, n, base, 0) if n == before else n


@kernel
def add_plays(rules, state, actions, n, kind):
    """The ways to play a card: by its target, then by what is declared."""
    if refuse_kind(rules, state, kind) != 0:
        return n
    if rules.target[kind] == 0:
        return add_picks(rules, state, actions, n, kind, -1)
    for target in range(state.players):
        if refuse_target(rules, state, kind, target) == 0:
            n = add_picks(rules, state, actions, n, kind, target)
    return n


@kernel
def add_from(rules, state, actions, n, kind, place, more):
    """An action for each kind of card in a place."""
    last = -1
    for card in range(rules.cards):
        if state.place[card] == place and rules.kind_of[card] != last:
            last = rules.kind_of[card]
            n = add(actions, n, kind << SHIFT | (last + more), 0)
    return n


@kernel
def add_allowed(rules, state, actions, n, kind, place):
    """An action for each kind of card in a place with which `refusal` lets it pass."""
    last = -1
    for card in range(rules.cards):
        if state.place[card] == place and rules.kind_of[card] != last:
            last = rules.kind_of[card]
            action = kind << SHIFT | last
            n = add(actions, n, action, refuse_rest(rules, state, kind, last))
    return n


@kernel
def legal_plays(rules, state, actions):
    """What "play one" can be: nothing, a card, moving, drawing, depositing, and the use of an item (CAVE-08, CAVE-09)."""
    seat = state.player
    n = add(actions, 0, A_NOTHING << SHIFT, 0)
    n = add(actions, n, A_DRAW << SHIFT, refuse_draw(state))
    n = add_moves(rules, state, actions, n)
    last = -1
    for card in range(rules.cards):
        if state.place[card] == HAND + seat and rules.kind_of[card] != last:
            last = rules.kind_of[card]
            n = add_plays(rules, state, actions, n, last)
    if state.held[CARRIED + seat] > 0:
        n = add_allowed(rules, state, actions, n, A_DEPOSIT, CARRIED + seat)
        n = add_allowed(rules, state, actions, n, A_USE, CARRIED + seat)
    return n


@kernel
def legal_answers(rules, state, actions):
    """The reactions of who is asked: passing by, cards from the hand, carried items that cancel."""
    seat, last = state.decides, -1
    n = add(actions, 0, A_PASS << SHIFT, 0)
    for card in range(rules.cards):
        kind = rules.kind_of[card]
        if state.place[card] == HAND + seat and kind != last and rules.trigger[kind, 0] != 0:
            last = kind
            if rules.trigger[kind, 0] == g.ON_OWN_MOVE and rules.target[kind] != 0:
                for target in range(state.players):
                    about = kind + (target + 1) * TARGET
                    n = add(actions, n, A_PLAY << SHIFT | about, refuse_answer(rules, state, about))
            else:
                n = add(actions, n, A_PLAY << SHIFT | kind, refuse_answer(rules, state, kind))
    return add_allowed(rules, state, actions, n, A_USE, CARRIED + seat) if state.depth > 0 else n


@kernel
def legal_payments(rules, state, actions):
    """The answers to a question: refusing, and each card that can be given; or the two alternatives."""
    if not asks_for_payment(rules, state):
        n = add(actions, 0, A_CHOOSE << SHIFT | 1, 0)
        return add(actions, n, A_CHOOSE << SHIFT | 2, 0)
    n = add(actions, 0, A_PASS << SHIFT, 0)
    for place in (CARRIED, HAND):
        more, last = (TARGET if place == HAND else 0), -1
        for card in range(rules.cards):
            if state.place[card] == place + state.player and rules.kind_of[card] != last:
                last = rules.kind_of[card]
                n = add(actions, n, A_PAY << SHIFT | (last + more), refuse_pay(rules, state, last, place))
    return n


@kernel
def legal_warps(rules, state, actions):
    """Staying, and the rooms to which one may warp."""
    n = add(actions, 0, A_STAY << SHIFT, 0)
    for room in range(rules.rooms):
        n = add(actions, n, A_WARP << SHIFT | room, refuse_rest(rules, state, A_WARP, room))
    return n


@kernel
def legal(rules, state, actions):
    """List the legal actions in their fixed order.

    Parameters
    ----------
    rules, state : records
    actions : array of int32
        Filled from the front, as far as there is room.

    Returns
    -------
    int
        How many there are.
    """
    phase, seat = state.phase, state.decides
    if phase == PLAYING:
        return legal_plays(rules, state, actions)
    if phase == MOVING or phase == RUNNING_ON:
        n = add(actions, 0, A_STAY << SHIFT, 0)
        return add_moves(rules, state, actions, n)
    if phase == REACTING:
        return legal_answers(rules, state, actions)
    if phase == DISCARDING or phase == TRIMMING:
        n = add_from(rules, state, actions, 0, A_DISCARD, HAND + seat, 0)
        return add_from(rules, state, actions, n, A_DROP, CARRIED + seat, 0) if phase == TRIMMING else n
    if phase == DEFENDING:
        n = add(actions, 0, A_PASS << SHIFT, 0)
        return add_allowed(rules, state, actions, n, A_REVEAL, HAND + seat)
    if phase == PAYING:
        return legal_payments(rules, state, actions)
    if phase == WARPING:
        return legal_warps(rules, state, actions)
    if phase == AGAIN:
        n = add(actions, 0, A_NOTHING << SHIFT, 0)
        return add_plays(rules, state, actions, n, state.again - 1)
    if phase == STARTING:
        n = add(actions, 0, A_NOTHING << SHIFT, 0)
        return add_allowed(rules, state, actions, n, A_USE, CARRIED + seat)
    return 0
