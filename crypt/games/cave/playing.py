"""What becomes of cards: they are played, wait for what others say, are defended against or paid for, and carried out."""

from ...core import chance
from ...core.chance import DICE
from ...core.jit import kernel
from . import events as ev
from . import grammar as g
from .effects import carry_out_program
from .moves import refuse_pay
from .places import discard, find, put, tell
from .reactions import ask_about_card, can_defend, clear_frame, count_as_asked, lay_on_stack, victim_of
from .state import (
    ACTION,
    AGAIN,
    ASKING,
    CARRIED,
    DEFENCE,
    DEFENDING,
    DISCARDS,
    EFFECT,
    HAND,
    PAYING,
    PICK,
    PLAYED,
    REACTING,
    REACTION,
    TARGET,
)


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
