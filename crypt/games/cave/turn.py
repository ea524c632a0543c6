"""The turn: its steps, what each action does, what waits for what, when the game ends.

`start`, `actor`, `is_over` and `step` at the end are what the core asks for; `hide` and `deal` stand in `dealing`.
"""

from ...core import chance
from ...core.chance import DICE, DRAWS
from ...core.jit import kernel
from ...core.trace import clear
from . import events as ev
from . import grammar as g
from .effects import carry_out_program, reveal_treasure, warp
from .moves import legal, refuse_pay, refuse_use
from .places import discard, draw_cards, find, is_in_hand, pick_from, put, reopen, tell, tell_only
from .reactions import ask_about_card, ask_about_move, can_defend, clear_frame, count_as_asked, lay_on_stack, victim_of
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
    ACTION,
    AGAIN,
    ASKING,
    BESIDE,
    CARRIED,
    DEFENCE,
    DEFENDING,
    DEPOSITED,
    DISCARDING,
    DISCARDS,
    EFFECT,
    EXTRA_MOVE,
    HAND,
    MOVING,
    NO_ROOM,
    OVER,
    PAYING,
    PICK,
    PILE,
    PLAYED,
    PLAYING,
    REACTING,
    REACTION,
    RUN_MOVE,
    RUNNING,
    RUNNING_ON,
    SEAT_1,
    SHIFT,
    STALLED,
    STARTING,
    TARGET,
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


# ---- moves


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


# ---- cards


@kernel
def count_as_shown(state):
    """A hidden card has been shown in answer, and is not taken back: the stream of dice, which are not used, counts it."""
    chance.below(state, DICE, 2)


@kernel
def play(rules, state, trace, about):
    """Show a card with what is declared; it waits for what the others say (CAVE-18, CAVE-19, ruling `declared_first`)."""
    seat, kind, target, picked = state.decides, about % TARGET, about // TARGET % (PICK // TARGET) - 1, about // PICK - 1
    in_reaction = 1 if state.phase == REACTING else 0
    if in_reaction:
        count_as_asked(state)
        count_as_shown(state)
    elif state.phase == AGAIN:
        state.again = 0
    else:
        state.plays -= 1
    lay_on_stack(rules, state, seat, kind, target, picked + 1)
    tell(rules, trace, ev.PLAYS, seat, kind, target + 1, picked + 1, in_reaction)


@kernel
def use(rules, state, trace, kind):
    """Use a carried item, which is no playing of a card (CAVE-17, CAVE-26)."""
    seat = state.decides
    if state.phase == REACTING:
        count_as_asked(state)
    state.by_card = find(rules, state, kind, CARRIED + seat)
    state.by_seat = seat
    state.at_seat = seat
    state.picked = 0
    tell(rules, trace, ev.USES, seat, kind)
    carry_out_program(rules, state, trace, 0)
    clear_effect(state)


@kernel
def clear_effect(state):
    """No card's effect is being carried out."""
    state.by_card = 0
    state.by_seat = 0
    state.at_seat = 0
    state.picked = 0
    state.found = 0


@kernel
def take_off_stack(rules, state, victim):
    """The last card that waits is carried out now."""
    top = state.depth - 1
    state.by_card = state.card[top]
    state.by_seat = state.owner[top]
    state.at_seat = victim
    state.picked = state.pick[top]
    clear_frame(state, top)


@kernel
def carry_out_card(rules, state, trace, which):
    """What the last card that waits does; an item is carried from now on, anything else is discarded (CAVE-14, CAVE-18)."""
    victim = victim_of(rules, state, state.depth - 1)
    take_off_stack(rules, state, victim if victim >= 0 else state.target[state.depth - 1])
    kind = rules.kind_of[state.by_card]
    if rules.type_of[kind] == ACTION or rules.type_of[kind] == REACTION:
        carry_out_program(rules, state, trace, which)
        if state.place[state.by_card] == PLAYED:
            put(rules, state, state.by_card, DISCARDS)
    else:
        put(rules, state, state.by_card, CARRIED + state.by_seat)
    clear_effect(state)


@kernel
def can_pay(rules, state):
    """Tell whether the mover has anything that the card asks for."""
    for card in range(rules.cards):
        place = state.place[card]
        if place == HAND + state.player or place == CARRIED + state.player:
            kind = rules.kind_of[card]
            if refuse_pay(rules, state, kind, HAND if place == HAND + state.player else CARRIED) == 0:
                return True
    return False


@kernel
def settle_card(rules, state, trace):
    """Go on with the last card that waits; tells whether somebody has to decide something first."""
    top = state.depth - 1
    kind, step = rules.kind_of[state.card[top]], state.step_of[top]
    if step == ASKING:
        state.phase = REACTING
        return ask_about_card(rules, state)
    victim = victim_of(rules, state, top)
    if step == DEFENCE:
        state.step_of[top] = EFFECT
        if victim >= 0 and can_defend(rules, state, kind, victim):
            state.phase = DEFENDING
            state.decides = victim
            return True
    question = rules.question[kind]
    if question == g.CHOOSE or (question != g.NO_QUESTION and can_pay(rules, state)):
        state.phase = PAYING
        state.decides = state.player
        return True
    carry_out_card(rules, state, trace, 2 if question != g.NO_QUESTION else 0)
    return False


@kernel
def show_defender(rules, state, trace, kind):
    """A defender is revealed: it is put in front and defends, and the card is discarded (CAVE-21, CAVE-22)."""
    top = state.depth - 1
    seat = state.decides
    put(rules, state, find(rules, state, kind, HAND + seat), CARRIED + seat)
    count_as_shown(state)
    tell(rules, trace, ev.REVEALS, seat, kind, rules.kind_of[state.card[top]])
    put(rules, state, state.card[top], DISCARDS)
    clear_frame(state, top)


@kernel
def pay(rules, state, trace, about):
    """The mover gives up a card and goes on."""
    place = HAND if about >= TARGET else CARRIED
    card = find(rules, state, about % TARGET, place + state.player)
    tell(rules, trace, ev.PAYS, state.player, about % TARGET, rules.kind_of[state.card[state.depth - 1]])
    discard(rules, state, trace, state.player, card)
    carry_out_card(rules, state, trace, 1)


@kernel
def choose(rules, state, trace, which):
    """The mover chooses one of two alternatives."""
    kind = rules.kind_of[state.card[state.depth - 1]]
    goes_on = 1
    for i in range(len(rules.program[kind, which])):
        if rules.program[kind, which, i, 0] == g.E_BLOCK:
            goes_on = 0
    tell(rules, trace, ev.CHOOSES, state.player, which, kind, goes_on)
    carry_out_card(rules, state, trace, which)


@kernel
def pass_by(rules, state, trace):
    """Play nothing in reaction; reveal nothing; or pay nothing, so that the second alternative holds."""
    if state.phase == REACTING:
        count_as_asked(state)
    elif state.phase == PAYING:
        carry_out_card(rules, state, trace, 2)


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
def know_nothing(rules, state):
    """Nobody has seen anything but the own hand."""
    hidden = (2 << int(state.players)) - 1
    for card in range(rules.cards):
        place = state.place[card]
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
