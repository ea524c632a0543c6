"""What is played out of turn: who may answer a move or a card, in which order, and who can defend (CAVE-19 to CAVE-30).

A move waits until all players have been asked; so does each card that is played, an answer to another one included. Who
holds nothing that could be played is not asked.
"""

from ...core.jit import kernel
from . import grammar as g
from .places import find, has, is_in_hand, put
from .ruleset import LISTED
from .state import (
    ASKING,
    BESIDE,
    CARRIED,
    DEFENCE,
    DEPTH,
    HAND,
    PLAYED,
    PLAYERS,
    REACTION,
)


@kernel
def is_immune(rules, state, kind, seat):
    """Tell whether a player carries a defender against a card (CAVE-20)."""
    for i in range(LISTED):
        defender = rules.defenders[kind, i]
        if defender < 0:
            return False
        if has(rules, state, defender, CARRIED + seat):
            return True
    return False


@kernel
def can_defend(rules, state, kind, seat):
    """Tell whether a player has a defender against a card in hand (CAVE-21)."""
    for i in range(LISTED):
        defender = rules.defenders[kind, i]
        if defender < 0:
            return False
        if has(rules, state, defender, HAND + seat):
            return True
    return False


@kernel
def is_defender(rules, kind, against):
    """Tell whether a card defends against another."""
    for i in range(LISTED):
        if rules.defenders[against, i] == kind:
            return True
    return False


@kernel
def victim_of(rules, state, frame):
    """The only player who may defend against a card: its target, or the mover whom it answers; -1 for none (CAVE-23)."""
    kind = rules.kind_of[state.card[frame]]
    trigger = rules.trigger[kind, 0]
    if trigger == g.ON_MOVE_NOT_FROM or trigger == g.ON_MOVE_BETWEEN:
        return state.player
    return state.target[frame] if rules.type_of[kind] != REACTION else -1


# ---- who may react


@kernel
def refuse_answer_to_move(rules, state, seat, kind):
    """Why a reaction does not answer the move that waits (CAVE-19, CAVE-20, CAVE-30)."""
    trigger, a, b = rules.trigger[kind, 0], rules.trigger[kind, 1], rules.trigger[kind, 2]
    here, there = state.move_from, state.move_to
    if trigger == g.ON_MOVE_NOT_FROM or trigger == g.ON_MOVE_BETWEEN:
        if trigger == g.ON_MOVE_NOT_FROM and here == a:
            return 19
        if trigger == g.ON_MOVE_BETWEEN and not ((here == a and there == b) or (here == b and there == a)):
            return 30
        return 20 if is_immune(rules, state, kind, state.player) else 0
    if trigger == g.ON_OWN_MOVE:
        return 0 if seat == state.player else 19
    if trigger == g.ON_OTHERS_MOVE:
        return 0 if seat != state.player and state.room[seat] == here else 19
    return 19


@kernel
def refuse_reaction(rules, state, seat, kind):
    """Why a player may not answer with a card of this kind what is waiting now."""
    if rules.type_of[kind] != REACTION:
        return 19
    if rules.forbidden[kind] and state.held[BESIDE] > 0:
        return 18
    if state.depth == 0:
        return refuse_answer_to_move(rules, state, seat, kind) if state.moves else 19
    if state.depth == DEPTH:
        return 26
    return 0 if rules.trigger[kind, 0] == g.ON_CARD else 19


@kernel
def can_be_dragged(state, seat):
    """Tell whether a player stands where the mover leaves, and could be told to follow."""
    return 0 <= seat < state.players and seat != state.player and state.room[seat] == state.move_from


@kernel
def has_company(state):
    """Tell whether somebody stands where the mover leaves."""
    for seat in range(state.players):
        if can_be_dragged(state, seat):
            return True
    return False


@kernel
def refuse_cancelling_use(rules, state, seat, kind):
    """Why a carried item may not cancel the card that waits; it does not save itself (CAVE-27)."""
    if state.depth == 0 or rules.use[kind] != g.ANY_TIME:
        return 26
    top = state.depth - 1
    is_aimed = state.target[top] == seat and state.pick[top] == rules.spared[kind, 1] + 1
    return 27 if is_aimed and rules.kind_of[state.card[top]] == rules.spared[kind, 0] else 0


@kernel
def could_use(rules, state, card, place):
    """The seat that could answer with a card which it holds or carries, or -1."""
    kind = rules.kind_of[card]
    if is_in_hand(place):
        seat = place - HAND
        if rules.type_of[kind] == REACTION and refuse_reaction(rules, state, seat, kind) == 0:
            if rules.trigger[kind, 0] != g.ON_OWN_MOVE or has_company(state):
                return seat
    elif CARRIED <= place < CARRIED + PLAYERS and rules.use[kind] == g.ANY_TIME:
        seat = place - CARRIED
        if refuse_cancelling_use(rules, state, seat, kind) == 0:
            return seat
    return -1


@kernel
def who_could_react(rules, state):
    """The seats, as bits, that could answer the move or the card that waits."""
    seats = 0
    for card in range(rules.cards):
        kind = rules.kind_of[card]
        if rules.trigger[kind, 0] != 0 or rules.use[kind] == g.ANY_TIME:
            seat = could_use(rules, state, card, state.place[card])
            if seat >= 0:
                seats |= 1 << seat
    return seats


# ---- the order of asking


@kernel
def next_asked(rules, state, first, asked):
    """How many players have passed when the next one who could react is asked, clockwise; `players` when nobody is left.

    The order begins after the player whose move or card it is, who comes last (ruling `reaction_order`).
    """
    seats = who_could_react(rules, state)
    while asked < state.players and not seats >> ((first + 1 + asked) % state.players) & 1:
        asked += 1
    return asked


@kernel
def ask_about_card(rules, state):
    """Find who is asked next about the card that waits; tells whether there is somebody."""
    top = state.depth - 1
    state.asked[top] = next_asked(rules, state, state.owner[top], state.asked[top])
    if state.asked[top] < state.players:
        state.decides = (state.owner[top] + 1 + state.asked[top]) % state.players
        return True
    state.step_of[top] = DEFENCE
    return False


@kernel
def ask_about_move(rules, state):
    """Find who is asked next about the move that waits; tells whether there is somebody."""
    if state.blocked:
        return False
    state.move_asked = next_asked(rules, state, state.player, state.move_asked)
    state.decides = (state.player + 1 + state.move_asked) % state.players
    return state.move_asked < state.players


@kernel
def count_as_asked(state):
    """The player who was asked has answered, or passed by."""
    if state.depth > 0:
        state.asked[state.depth - 1] += 1
    else:
        state.move_asked += 1


@kernel
def lay_on_stack(rules, state, seat, kind, target, pick):
    """A card is shown, and waits for what the others say to it."""
    card = find(rules, state, kind, HAND + seat)
    put(rules, state, card, PLAYED)
    top = state.depth
    state.card[top] = card
    state.owner[top] = seat
    state.target[top] = target
    state.pick[top] = pick
    state.asked[top] = 0
    state.step_of[top] = ASKING
    state.depth = top + 1


@kernel
def clear_frame(state, top):
    """A card no longer waits."""
    state.card[top] = 0
    state.owner[top] = 0
    state.target[top] = 0
    state.pick[top] = 0
    state.asked[top] = 0
    state.step_of[top] = ASKING
    state.depth = top
