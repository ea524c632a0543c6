"""What can be wrong with a position. The rules never lead there; a position that somebody made up may."""

from ...core.jit import kernel
from . import grammar as g
from .dealing import is_treasure
from .moves import asks_for_payment, is_item
from .places import IN_PILE, is_in_hand
from .reactions import can_defend, victim_of, who_could_react
from .ruleset import LEFT_OUT
from .state import (
    ABSENT,
    AGAIN,
    BESIDE,
    CARDS,
    CARRIED,
    DEFENDING,
    DEPOSITED,
    DEPTH,
    DISCARDING,
    DISCARDS,
    HAND,
    MOVING,
    NO_ROOM,
    OVER,
    PAYING,
    PILE,
    PLACES,
    PLAYED,
    PLAYERS,
    PLAYING,
    REACTING,
    REACTION,
    RUNNING,
    RUNNING_ON,
    SEAT_1,
    STARTING,
    TREASURE,
    TRIMMING,
    WARPING,
)

FLAGS = (
    "a card is nowhere, or in a place that there is not",
    "a place does not hold as many cards as are counted in it",
    "something lies in an inventory, a safe or beside the board that does not belong there",
    "a token is in no room of the board, or a player in no room has cards in hand or carries a treasure",
    "what a player knows of a card is not true",
    "what is to be decided does not suit the position",
    "who decides is not who should",
    "the cards that wait for answers are not those that were shown",
    "the game is over and goes on, or goes on after somebody has won",
    "the cards and rooms are not those of the ruleset",
    "the turn's numbers are not possible",
)
(PLACE, SIZE, BELONGS, TOKEN, KNOWLEDGE, PHASE, DECIDES, STACK, END, BOOK, TURN) = (1 << i for i in range(11))


@kernel
def status(rules, state):
    """Everything that is wrong with a position.

    Returns
    -------
    int
        0, or the sum of the flags above (`FLAGS` has their sentences in the same order).
    """
    if state.book != rules.book:
        return BOOK
    flags = check_places(rules, state) | check_sizes(rules, state) | check_tokens(rules, state)
    if flags & (PLACE | SIZE):
        return flags
    flags |= check_knowledge(rules, state) | check_stack(rules, state) | check_end(rules, state) | check_turn(rules, state)
    return flags if flags & (STACK | END | TURN) else flags | check_phase(rules, state)


@kernel
def is_place(state, place):
    """Tell whether there is such a place, between decisions: then nothing is turned up."""
    if place == PILE or place == DISCARDS or place == BESIDE or place == PLAYED:
        return True
    return place >= HAND and place % 8 < state.players


@kernel
def check_places(rules, state):
    """Every card is exactly once somewhere, and where it belongs (CAVE-01, CAVE-14, CAVE-36)."""
    flags = 0
    for card in range(rules.cards):
        kind, place = rules.kind_of[card], state.place[card]
        is_left_out = rules.closes[kind] and rules.cave_closing == LEFT_OUT
        if is_left_out:
            flags |= 0 if place == ABSENT else PLACE
        elif not is_place(state, place):
            flags |= PLACE
        if CARRIED <= place < DEPOSITED and not is_item(rules, kind):
            flags |= BELONGS
        if place >= DEPOSITED and rules.type_of[kind] != TREASURE:
            flags |= BELONGS
        if place == BESIDE and not rules.closes[kind]:
            flags |= BELONGS
    for card in range(rules.cards, CARDS):
        if state.place[card] != ABSENT:
            flags |= PLACE
    return flags


@kernel
def check_sizes(rules, state):
    """The counts of cards are right."""
    for place in range(PLACES):
        left = state.held[place]
        for card in range(rules.cards):
            if state.place[card] == place:
                left -= 1
        if left != 0:
            return SIZE
    return 0


@kernel
def check_tokens(rules, state):
    """Tokens stand in rooms; who is dead has no hand and no treasure (CAVE-33)."""
    for seat in range(state.players):
        room = state.room[seat]
        if not NO_ROOM <= room < rules.rooms:
            return TOKEN
        if room == NO_ROOM:
            for card in range(rules.cards):
                if state.place[card] == HAND + seat:
                    return TOKEN
                if state.place[card] == CARRIED + seat and rules.type_of[rules.kind_of[card]] == TREASURE:
                    return TOKEN
    return 0


@kernel
def check_knowledge(rules, state):
    """A hidden card may be where it is, in everybody's eyes; all know their own hand, and what is open (CAVE-12)."""
    kept = 0
    for card in range(rules.cards):
        place = state.place[card]
        if is_treasure(state, card) != (rules.type_of[rules.kind_of[card]] == TREASURE):
            return KNOWLEDGE
        if is_in_hand(place) and is_treasure(state, card):
            kept |= 1 << (place - HAND)
        bit = IN_PILE if place == PILE else (2 << (place - HAND) if is_in_hand(place) else 0)
        for viewer in range(PLAYERS):
            may = state.may[viewer, card] if viewer < state.players else bit
            if bit == 0 and may != 0 and viewer < state.players:
                return KNOWLEDGE
            if may & bit != bit or (place == HAND + viewer and may != bit):
                return KNOWLEDGE
            if place != HAND + viewer and may & (2 << viewer) and viewer < state.players:
                return KNOWLEDGE
    return KNOWLEDGE if state.promised & ~kept else 0


@kernel
def check_stack(rules, state):
    """The cards that wait are those that were shown, the first by who is on turn or against a move."""
    if not 0 <= state.depth <= DEPTH or state.held[PLAYED] != state.depth:
        return STACK
    for i in range(state.depth):
        card = state.card[i]
        if not 0 <= card < rules.cards or state.place[card] != PLAYED or not 0 <= state.owner[i] < state.players:
            return STACK
        if not 0 <= state.asked[i] <= state.players or not -1 <= state.target[i] < state.players:
            return STACK
        kind = rules.kind_of[card]
        if (rules.target[kind] != 0) != (state.target[i] >= 0) or state.target[i] == state.owner[i]:
            return STACK
        if not answers_what_waits(rules, state, i, kind):
            return STACK
    return 0


@kernel
def answers_what_waits(rules, state, frame, kind):
    """Tell whether a card can lie there: on another one, against a move, or as what the player on turn plays."""
    if frame > 0:
        return rules.trigger[kind, 0] == g.ON_CARD
    if rules.type_of[kind] == REACTION:
        return state.moves != 0 and rules.trigger[kind, 0] != g.ON_CARD
    return state.moves == 0 and state.owner[0] == state.player


@kernel
def check_end(rules, state):
    """The game has ended when and as CAVE-40 says."""
    if (state.result == RUNNING) != (state.phase != OVER):
        return END
    for seat in range(state.players):
        has_won = state.held[DEPOSITED + seat] >= rules.deposits_to_win
        if has_won != (state.result == SEAT_1 + seat):
            return END
    return 0


@kernel
def check_turn(rules, state):
    """The numbers of the turn are possible (CAVE-06)."""
    if not 0 <= state.player < state.players or not 0 <= state.decides < state.players:
        return TURN
    if not 0 <= state.first < state.players or state.turns < 0 or state.round_number < 1:
        return TURN
    if state.plays < 0 or state.steps < 0 or state.trims > state.players or state.again > rules.kinds:
        return TURN
    is_way = rules.joined[state.move_from, state.move_to] and state.room[state.player] == state.move_from
    if state.moves and not is_way:
        return TURN
    if state.stage != STARTING and state.stage != MOVING and state.stage != PLAYING and state.stage != DISCARDING:
        return TURN
    return 0 if state.room[state.player] != NO_ROOM or state.result != RUNNING or state.stage == DISCARDING else TURN


@kernel
def check_phase(rules, state):
    """What is to be decided can be decided, and by whom (CAVE-06, CAVE-19)."""
    phase, seat = state.phase, state.decides
    if phase == OVER:
        return 0
    if phase == REACTING:
        if state.depth == 0 and state.moves == 0:
            return PHASE
        return 0 if who_could_react(rules, state) >> seat & 1 else DECIDES
    if phase == DEFENDING or phase == PAYING:
        return check_answer(rules, state)
    if state.depth > 0 or state.moves:
        return PHASE
    if (phase == TRIMMING) != (state.trims > 0):
        return PHASE
    if phase == TRIMMING:
        return 0 if seat == state.trims - 1 else DECIDES
    if seat != state.player:
        return DECIDES
    if (phase == WARPING) != (state.warps != 0):
        return PHASE
    is_open = phase == WARPING or (phase == AGAIN and state.again > 0) or (phase == RUNNING_ON and state.steps > 0)
    return 0 if is_open or phase == state.stage else PHASE


@kernel
def check_answer(rules, state):
    """Who is asked to defend or to pay is the victim of a card that asks for it."""
    top = state.depth - 1
    if top < 0:
        return PHASE
    kind, victim = rules.kind_of[state.card[top]], victim_of(rules, state, top)
    if state.phase == DEFENDING:
        if victim != state.decides:
            return DECIDES
        return 0 if can_defend(rules, state, kind, victim) else PHASE
    if state.decides != state.player:
        return DECIDES
    return 0 if asks_for_payment(rules, state) or rules.question[kind] == g.CHOOSE else PHASE
