"""Where cards are, who knows it, and how they go from place to place (CAVE-02, CAVE-03, CAVE-12, CAVE-24).

The draw pile has no order. What a seat knows of a card that it does not see is a set of places: the pile, and hands of
others (`may`). It grows when cards are drawn, and shrinks when somebody looks, so that a bot can deal anew what it does
not know, and nothing else.
"""

from ...core import chance
from ...core.chance import DRAWS, TILES
from ...core.jit import kernel
from ...core.trace import note
from . import events as ev
from .ruleset import UNTIL_RENEWED
from .state import BESIDE, DISCARDS, HAND, PILE, PLAYERS, TREASURE, TURNED_UP

IN_PILE = 1  # the bit of `may` for the pile; that of a seat's hand is 2 << seat


@kernel
def tell(rules, trace, kind, who, a=0, b=0, c=0, d=0, e=0):
    """Write down an event that everybody may see, with the book of its names."""
    note(trace, kind, who, a, b, c, d, e, rules.book)


@kernel
def tell_only(rules, trace, seats, kind, who, a=0, b=0):
    """Write down an event that only some seats, given as bits, may see (CAVE-12)."""
    note(trace, kind, who, a, b, 0, 0, 0, rules.book)
    trace[trace[0].kind].seen_by = seats


@kernel
def is_in_hand(place):
    """Tell whether a place is a hand."""
    return HAND <= place < HAND + PLAYERS


@kernel
def bit_of(place):
    """The bit of `may` that stands for a hidden place; 0 for an open one."""
    if place == PILE:
        return IN_PILE
    return 2 << (place - HAND) if is_in_hand(place) else 0


@kernel
def see(rules, state, viewer, card):
    """A player sees a card leave a hidden place: copies look alike, so any of them that could be there may be left there.

    What is guessed of such a copy grows by what was guessed of the one that is shown (CAVE-12, ruling `copies`).
    """
    here, guess = bit_of(state.place[card]), state.may[viewer, card]
    if here == 0:
        return
    for other in range(rules.cards):
        if other != card and rules.kind_of[other] == rules.kind_of[card] and state.may[viewer, other] & here:
            state.may[viewer, other] |= guess


@kernel
def put(rules, state, card, place):
    """Put a card where everybody sees it go: open places, and hands that are shown what they get."""
    for viewer in range(state.players):
        see(rules, state, viewer, card)
    if state.promised and is_in_hand(state.place[card]) and rules.type_of[rules.kind_of[card]] == TREASURE:
        state.promised &= ~(1 << (state.place[card] - HAND))
    state.held[state.place[card]] -= 1
    state.held[place] += 1
    state.place[card] = place
    known = 2 << (place - HAND) if is_in_hand(place) else 0
    for viewer in range(state.players):
        state.may[viewer, card] = known


@kernel
def find(rules, state, kind, place):
    """The first card of a kind in a place, or -1."""
    for card in range(rules.cards):
        if state.place[card] == place and rules.kind_of[card] == kind:
            return card
    return -1


@kernel
def has(rules, state, kind, place):
    """Tell whether a card of a kind is in a place."""
    return find(rules, state, kind, place) >= 0


@kernel
def pick_from(rules, state, place, n):
    """The n-th card in a place."""
    for card in range(rules.cards):
        if state.place[card] == place:
            if n == 0:
                return card
            n -= 1
    return -1


# ---- drawing


@kernel
def renew_pile(rules, state, trace):
    """The draw pile is empty: the discards become a new one, and a closing cave opens (CAVE-03, ruling `cave_closing`)."""
    for card in range(rules.cards):
        for viewer in range(state.players):
            state.may[viewer, card] &= ~IN_PILE
        if state.place[card] == DISCARDS:
            state.place[card] = PILE
            for viewer in range(state.players):
                state.may[viewer, card] = IN_PILE
    state.held[PILE] = state.held[DISCARDS]
    state.held[DISCARDS] = 0
    tell(rules, trace, ev.RENEWS, -1, state.held[PILE])
    if state.held[BESIDE] > 0 and rules.cave_closing == UNTIL_RENEWED:
        reopen(rules, state, trace)


@kernel
def reopen(rules, state, trace):
    """The cave is no longer closing: the card beside the board is discarded (CAVE-18)."""
    for card in range(rules.cards):
        if state.place[card] == BESIDE:
            put(rules, state, card, DISCARDS)
    state.closer = 0
    tell(rules, trace, ev.REOPENS, -1)


@kernel
def take_any(rules, state, trace):
    """The next card of the draw pile, which is renewed for it when it is empty; -1 when there is none (CAVE-03)."""
    if state.held[PILE] == 0:
        if state.held[DISCARDS] == 0:
            return -1
        renew_pile(rules, state, trace)
    return pick_from(rules, state, PILE, chance.below(state, TILES, state.held[PILE]))


@kernel
def draw_to_hand(rules, state, trace, seat):
    """Draw a card that only its player sees; tells whether there was one (CAVE-12, ruling `no_cards`)."""
    card = take_any(rules, state, trace)
    if card < 0:
        tell(rules, trace, ev.NO_CARDS, seat)
        return False
    see(rules, state, seat, card)
    for viewer in range(state.players):
        for other in range(rules.cards):
            if state.may[viewer, other] & IN_PILE:
                state.may[viewer, other] |= 2 << seat
        if viewer == seat:
            correct_own(rules, state, seat, card)
    state.held[PILE] -= 1
    state.held[HAND + seat] += 1
    state.place[card] = HAND + seat
    tell_only(rules, trace, 1 << seat, ev.GETS, seat, rules.kind_of[card])
    return True


@kernel
def correct_own(rules, state, seat, drawn):
    """A player sees the own hand: what is drawn is in it, and nothing else that was in the pile."""
    own = 2 << seat
    for card in range(rules.cards):
        if card == drawn:
            state.may[seat, card] = own
        elif state.may[seat, card] & IN_PILE:
            state.may[seat, card] &= ~own


@kernel
def draw_cards(rules, state, trace, seat, count, why):
    """Draw some cards to a hand, as many as there are (CAVE-03)."""
    tell(rules, trace, ev.DRAWS, seat, count, why)
    for _ in range(count):
        if not draw_to_hand(rules, state, trace, seat):
            return


@kernel
def look_through_pile(rules, state, trace, seat):
    """A player looks through the draw pile, and shuffles it: now it is known what the others hold together (CAVE-24)."""
    tell(rules, trace, ev.SEARCHES, seat)
    tell_pile(rules, state, trace, seat)
    chance.below(state, DRAWS, 2)  # the shuffle: what has been seen cannot be taken back
    for card in range(rules.cards):
        if state.place[card] == PILE:
            state.may[seat, card] = IN_PILE
        else:
            state.may[seat, card] &= ~IN_PILE


@kernel
def tell_pile(rules, state, trace, seat):
    """Write down what is in the draw pile for the player who looks through it; copies have numbers in a row."""
    card = 0
    while card < rules.cards:
        kind, count = rules.kind_of[card], 0
        while card < rules.cards and rules.kind_of[card] == kind:
            count += state.place[card] == PILE
            card += 1
        if count > 0:
            tell_only(rules, trace, 1 << seat, ev.SEES, seat, kind, count)


# ---- discarding


@kernel
def discard(rules, state, trace, seat, card):
    """A player discards a card from hand or inventory."""
    is_carried = 0 if is_in_hand(state.place[card]) else 1
    put(rules, state, card, DISCARDS)
    tell(rules, trace, ev.DISCARDS, seat, rules.kind_of[card], is_carried)


@kernel
def discard_turned_up(rules, state):
    """What was turned up and not taken is discarded."""
    for card in range(rules.cards):
        if state.place[card] == TURNED_UP:
            put(rules, state, card, DISCARDS)
