"""The turn: its steps, what each action does, when the game ends, what is to be decided next.

`start`, `actor`, `is_over` and `step` at the end are what the core asks for; `hide` and `deal` stand in `dealing`. What
becomes of a card that is played stands in `playing`.
"""

import numpy as np

from ...core import chance
from ...core.chance import DRAWS
from ...core.jit import kernel
from ...core.trace import clear
from . import events as ev
from . import grammar as g
from .effects import reveal_treasure, warp
from .listing import legal
from .moves import refuse_use
from .places import discard, draw_cards, find, is_in_hand, pick_from, put, reopen, tell, tell_only
from .playing import choose, pass_by, pay, play, settle_card, show_defender, use
from .reactions import ask_about_move
from .ruleset import LEFT_OUT, UNTIL_NEXT_TURN
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
    ABOUT,
    ABSENT,
    AGAIN,
    BESIDE,
    CARRIED,
    DEPOSITED,
    DISCARDING,
    EXTRA_MOVE,
    HALF,
    HAND,
    MOVING,
    NO_ROOM,
    OVER,
    PILE,
    PLAYING,
    REACTING,
    RUN_MOVE,
    RUNNING,
    RUNNING_ON,
    SEAT_1,
    SHIFT,
    STALLED,
    STARTING,
    TREASURE,
    TRIMMING,
    TURN_MOVE,
    TURNED_UP,
    WARPING,
)

OF_TURN, AS_PLAY, NEW_HAND = 1, 2, 3  # why cards are drawn


# ---- turns


@kernel
def begin_turn(rules, state, trace):
    """A turn begins; the dead come back first, then items may be used (CAVE-06, CAVE-35, ruling `start_effects`)."""
    state.turns += 1
    state.stage = STARTING
    state.ends = 0
    state.plays = 1
    tell(rules, trace, ev.TURN_BEGINS, state.player, state.round_number)
    if state.closer == state.player + 1 and rules.cave_closing == UNTIL_NEXT_TURN and state.held[BESIDE] > 0:
        reopen(rules, state, trace)
    if state.room[state.player] == NO_ROOM:
        state.room[state.player] = rules.home
        tell(rules, trace, ev.RETURNS, state.player, rules.home)
        draw_cards(rules, state, trace, state.player, rules.starting_hand, NEW_HAND)


@kernel
def begin_moving(rules, state, trace):
    """Draw one, then move one (CAVE-06)."""
    state.stage = MOVING
    draw_cards(rules, state, trace, state.player, 1, OF_TURN)


@kernel
def end_turn(rules, state, trace):
    """The next player's turn begins, unless the limit of turns is reached (ruling `turn_limit`)."""
    state.player = (state.player + 1) % state.players
    if rules.turn_limit > 0 and state.turns >= rules.turn_limit:
        end_game(rules, state, trace, STALLED)
        return
    if state.player == state.first:
        state.round_number += 1
    begin_turn(rules, state, trace)


@kernel
def end_game(rules, state, trace, result):
    """The game is over (CAVE-40)."""
    state.result = result
    state.phase = OVER
    tell(rules, trace, ev.GAME_ENDS, -1, result)


# ---- moves and deposits


@kernel
def set_out(rules, state, trace, room, purpose):
    """The player on turn is about to move; the others may answer it (CAVE-07, CAVE-19)."""
    state.moves = purpose
    state.move_from = state.room[state.player]
    state.move_to = room
    state.move_asked = 0
    state.blocked = 0
    state.followers = 0
    tell(rules, trace, ev.SETS_OUT, state.player, state.move_from, room)


@kernel
def finish_move(rules, state, trace):
    """The move is made, and who follows comes along; or it is blocked and spent (rulings `blocked_move`, `dragged`)."""
    here, there, purpose = state.move_from, state.move_to, state.moves
    if state.blocked:
        tell(rules, trace, ev.IS_BLOCKED, state.player, here, there)
    else:
        for i in range(state.players):
            seat = (state.player + i) % state.players
            if state.room[seat] == here and (i == 0 or state.followers >> seat & 1):
                state.room[seat] = there
                tell(rules, trace, ev.MOVES, seat, here, there, 0 if i == 0 else 1)
    state.moves = 0
    state.blocked = 0
    state.followers = 0
    state.move_from = 0
    state.move_to = 0
    state.move_asked = 0
    if purpose == TURN_MOVE:
        state.stage = PLAYING


@kernel
def go(rules, state, trace, room):
    """Move: as the turn's move, as "play one", or as a step of a run."""
    if state.phase == RUNNING_ON:
        state.steps -= 1
        set_out(rules, state, trace, room, RUN_MOVE)
    elif state.phase == PLAYING:
        state.plays -= 1
        set_out(rules, state, trace, room, EXTRA_MOVE)
    else:
        set_out(rules, state, trace, room, TURN_MOVE)


@kernel
def stay(state):
    """Stay instead of moving, running on, or warping (CAVE-07)."""
    if state.phase == MOVING:
        state.stage = PLAYING
    state.steps = 0
    state.warps = 0


@kernel
def deposit(rules, state, trace, kind):
    """A carried treasure is turned face down in the Well House: a play, but no playing (CAVE-36 to CAVE-40)."""
    seat = state.player
    state.plays -= 1
    put(rules, state, find(rules, state, kind, CARRIED + seat), DEPOSITED + seat)
    tell(rules, trace, ev.DEPOSITS, seat, kind, state.held[DEPOSITED + seat])
    if state.held[DEPOSITED + seat] >= rules.deposits_to_win:
        end_game(rules, state, trace, SEAT_1 + seat)
    elif rules.quick_play:
        reveal_treasure(rules, state, trace, seat)


# ---- all actions


@kernel
def carry_out(rules, state, trace, action):
    """Do what an action says."""
    kind, about = action >> SHIFT, action & ABOUT
    if kind == A_MOVE:
        go(rules, state, trace, about)
    elif kind == A_STAY:
        stay(state)
    elif kind == A_PLAY:
        play(rules, state, trace, about)
    elif kind == A_PASS:
        pass_by(rules, state, trace)
    elif kind == A_DRAW:
        state.plays -= 1
        draw_cards(rules, state, trace, state.player, 1, AS_PLAY)
    elif kind == A_NOTHING:
        do_nothing(rules, state, trace)
    elif kind == A_DEPOSIT:
        deposit(rules, state, trace, about)
    elif kind == A_DISCARD or kind == A_DROP:
        place = HAND if kind == A_DISCARD else CARRIED
        discard(rules, state, trace, state.decides, find(rules, state, about, place + state.decides))
    else:
        carry_out_rest(rules, state, trace, kind, about)


@kernel
def carry_out_rest(rules, state, trace, kind, about):
    """Do what a rarer action says."""
    if kind == A_USE:
        use(rules, state, trace, about)
    elif kind == A_REVEAL:
        show_defender(rules, state, trace, about)
    elif kind == A_PAY:
        pay(rules, state, trace, about)
    elif kind == A_CHOOSE:
        choose(rules, state, trace, about)
    elif kind == A_WARP:
        state.warps = 0
        warp(rules, state, trace, state.player, about)


@kernel
def do_nothing(rules, state, trace):
    """Use nothing at the start; play nothing, or not at once (CAVE-08)."""
    if state.phase == STARTING:
        begin_moving(rules, state, trace)
    elif state.phase == AGAIN:
        state.again = 0
    else:
        state.plays -= 1


# ---- what is to be decided next


@kernel
def can_start(rules, state):
    """Tell whether the player carries something that can be used at the start of the turn."""
    state.phase = STARTING
    state.decides = state.player
    for card in range(rules.cards):
        if state.place[card] == CARRIED + state.player and rules.use[rules.kind_of[card]] == g.AT_START:
            if refuse_use(rules, state, rules.kind_of[card]) == 0:
                return True
    return False


@kernel
def find_question(rules, state, trace):
    """Go on until somebody decides: tells whether it is found; else one thing was settled, and there may be more."""
    if state.depth > 0:
        return settle_card(rules, state, trace)
    if state.moves:
        state.phase = REACTING
        if ask_about_move(rules, state):
            return True
        finish_move(rules, state, trace)
        return False
    if state.trims:
        state.phase = TRIMMING
        seat = state.decides = state.trims - 1
        if state.held[HAND + seat] + state.held[CARRIED + seat] > state.trim_to:
            return True
        state.trims = 0
        state.trim_to = 0
        return False
    return find_turn_question(rules, state, trace)


@kernel
def find_turn_question(rules, state, trace):
    """What the player on turn decides next (CAVE-06, CAVE-10)."""
    state.decides = state.player
    if state.ends:
        stop_turn(state)
    if state.warps:
        state.phase = WARPING
        return True
    if state.again:
        state.phase = AGAIN
        return True
    if state.steps > 0:
        state.phase = RUNNING_ON
        return True
    if state.stage == STARTING:
        if can_start(rules, state):
            return True
        begin_moving(rules, state, trace)
        return False
    if state.stage == PLAYING and state.plays <= 0:
        state.stage = DISCARDING
    state.phase = state.stage
    if state.stage == DISCARDING and state.held[HAND + state.player] <= rules.hand_limit:
        end_turn(rules, state, trace)
        return False
    return True


@kernel
def stop_turn(state):
    """The turn ends early; only discarding down is left (CAVE-10)."""
    state.ends = 0
    state.stage = DISCARDING
    state.steps = 0
    state.warps = 0
    state.again = 0


@kernel
def settle(rules, state, trace):
    """Go on by itself while nobody has a choice (ruling `forced`)."""
    while state.result == RUNNING:
        if find_question(rules, state, trace):
            if legal(rules, state, state.few[:]) > 1:
                break
            carry_out(rules, state, trace, state.few[0])
    state.few[0] = 0
    state.few[1] = 0


# ---- what the core asks for


@kernel
def deal_to(rules, state, place, seat, count):
    """Deal cards from a place to a hand (CAVE-02)."""
    for _ in range(count):
        card = pick_from(rules, state, place, chance.below(state, DRAWS, state.held[place]))
        put(rules, state, card, HAND + seat)


@kernel
def set_up_cards(rules, state):
    """All cards are in the draw pile; in quick play the treasures are aside (CAVE-01, CAVE-13, ruling `cave_closing`)."""
    for card in range(rules.cards):
        kind = rules.kind_of[card]
        place = PILE
        if rules.closes[kind] and rules.cave_closing == LEFT_OUT:
            place = ABSENT
        elif rules.quick_play and rules.type_of[kind] == TREASURE:
            place = TURNED_UP
        state.place[card] = place
        state.held[place] += 1


@kernel
def mark_treasure(state, card):
    """Note that a card is a treasure, where `deal` finds it."""
    state.treasures[card // HALF] |= np.int64(1) << (card % HALF)


@kernel
def know_nothing(rules, state):
    """Nobody has seen anything but the own hand; which cards are treasures everybody knows."""
    hidden = (2 << int(state.players)) - 1
    for card in range(rules.cards):
        place = state.place[card]
        if rules.type_of[rules.kind_of[card]] == TREASURE:
            mark_treasure(state, card)
        for viewer in range(state.players):
            if place == HAND + viewer:
                state.may[viewer, card] = 2 << viewer
            elif place == PILE or is_in_hand(place):
                state.may[viewer, card] = hidden & ~(2 << viewer)
            else:
                state.may[viewer, card] = 0


@kernel
def start(rules, state, seed):
    """Lay the game out (CAVE-01 to CAVE-05, CAVE-13). `state.players` is set before.

    Parameters
    ----------
    rules : RULES record
    state : STATE record
        All zero but for `players`.
    seed : uint64
    """
    chance.set_seed(state, seed)
    state.cave = 1
    state.book = rules.book
    set_up_cards(rules, state)
    for seat in range(state.players):
        state.room[seat] = rules.home
        deal_to(rules, state, PILE, seat, rules.starting_hand)
    if rules.quick_play:
        for seat in range(state.players):
            deal_to(rules, state, TURNED_UP, seat, 1)
        for card in range(rules.cards):
            if state.place[card] == TURNED_UP:
                put(rules, state, card, PILE)
    state.first = rules.first_player % state.players
    deal_to(rules, state, PILE, state.first, 1)  # the first draw of the first turn
    know_nothing(rules, state)
    if rules.quick_play:
        state.promised = (1 << int(state.players)) - 1  # everybody has seen that each got one (CAVE-13)
    state.player = state.first
    state.decides = state.first
    state.round_number = 1
    state.turns = 1
    state.plays = 1
    state.stage = MOVING
    state.phase = MOVING
    state.untold = 1


@kernel
def actor(state):
    """The seat that decides now; -1 when the game is over."""
    return state.decides if state.result == RUNNING else -1


@kernel
def is_over(state):
    """Tell whether the game has ended."""
    return state.result != RUNNING


@kernel
def step(rules, state, action, trace):
    """Carry out a legal action and all that follows, up to the next decision.

    Parameters
    ----------
    rules : RULES record
    state : STATE record
        Changed in place.
    action : int
        One that `refusal` lets pass.
    trace : EVENT array
        Begun anew; holds what happened.
    """
    clear(trace)
    if state.untold:
        state.untold = 0
        tell(rules, trace, ev.TURN_BEGINS, state.player, state.round_number)
        tell(rules, trace, ev.DRAWS, state.player, 1, OF_TURN)
    kind, seat = action >> SHIFT, state.decides
    if kind == A_PASS:
        tell_only(rules, trace, 1 << seat, ev.DECIDES, seat, action, state.phase)
    else:
        tell(rules, trace, ev.DECIDES, seat, action, state.phase)
    carry_out(rules, state, trace, action)
    settle(rules, state, trace)
