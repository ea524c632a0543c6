"""What may be done: for each kind of action the rule that forbids it, and the list of legal actions.

`refusal` is the predicate, made of small questions; `legal` puts the same questions to every neighbour of every piece.
What an action does stands in `turn`.
"""

from ...core.jit import kernel
from .state import A_CARRY, A_END, A_STEP, ADVENTURERS_SEAT, DRAGON, GONE, PIECE, PIECES, RUNNING


@kernel
def first_piece(seat):
    """The first of a seat's pieces (LAIR-01)."""
    return 0 if seat == ADVENTURERS_SEAT else DRAGON


@kernel
def after_pieces(state):
    """One more than the last piece of the seat whose turn it is; the adventurers share its movement (LAIR-01, LAIR-10)."""
    return state.adventurers if state.seat == ADVENTURERS_SEAT else PIECES


@kernel
def is_near(state, here, there):
    """Tell whether two spaces are neighbours (LAIR-09)."""
    for i in range(state.degree[here]):
        if state.near[here, i] == there:
            return True
    return False


@kernel
def may_step(state):
    """Tell whether there is movement for a step (LAIR-06)."""
    return state.movement >= 1


@kernel
def may_carry(rules, state, here):
    """Tell whether a treasure may be carried from a space (LAIR-07, ruling `carry_needs`)."""
    return state.treasure[here] > 0 and state.movement >= rules.carry_needs


@kernel
def may_end(rules, state):
    """Tell whether the turn may be ended (LAIR-08)."""
    return state.movement <= rules.may_end_at


@kernel
def barred_space(rules, state):
    """The space that nobody whose turn it is may enter, or -1: the dragon's, for adventurers (ruling `enter_dragon`)."""
    return state.place[DRAGON] if state.seat == ADVENTURERS_SEAT and not rules.enter_dragon else -1


@kernel
def refusal(rules, state, action):
    """The number of the rule that forbids an action, or 0 (LAIR-03, LAIR-06 to LAIR-09, LAIR-12, LAIR-13, LAIR-16).

    Parameters
    ----------
    rules, state : records
    action : int
        Any code.
    """
    kind, piece, target = action >> 16, action // PIECE % PIECE, action % PIECE
    if state.result != RUNNING:
        return 16
    if kind == A_END and action == A_END << 16:
        return 0 if may_end(rules, state) else 8
    if kind != A_STEP and kind != A_CARRY:
        return 6
    if not first_piece(state.seat) <= piece < after_pieces(state):
        return 3
    here = state.place[piece]
    if here == GONE:
        return 12
    if not is_near(state, here, target):
        return 9
    if target == barred_space(rules, state):
        return 13
    if kind == A_STEP:
        return 0 if may_step(state) else 6
    return 0 if may_carry(rules, state, here) else 7


@kernel
def legal(rules, state, actions):
    """List the legal actions: piece by piece its steps and then its carries to each neighbour; last the end of the turn.

    Parameters
    ----------
    rules, state : records
    actions : array of int32
        Filled from the front.

    Returns
    -------
    int
        How many there are.
    """
    n = 0
    if state.result != RUNNING:
        return n
    barred = barred_space(rules, state)
    can_step = may_step(state)
    for piece in range(first_piece(state.seat), after_pieces(state)):
        here = state.place[piece]
        if here == GONE:
            continue
        # a code is written before it is known whether it counts: this loop is most of what a random game costs
        if can_step:
            for i in range(state.degree[here]):
                actions[n] = A_STEP << 16 | piece * PIECE | int(state.near[here, i])
                n += state.near[here, i] != barred
        if may_carry(rules, state, here):
            for i in range(state.degree[here]):
                actions[n] = A_CARRY << 16 | piece * PIECE | int(state.near[here, i])
                n += state.near[here, i] != barred
    if may_end(rules, state):
        actions[n] = A_END << 16
        n += 1
    return n
