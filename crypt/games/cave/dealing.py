"""Hidden cards: masking what a seat cannot know, and dealing it anew among the places where it may be (CAVE-12)."""

from ...core import chance
from ...core.chance import mix, number
from ...core.jit import kernel
from .places import bit_of, is_in_hand
from .state import CARDS, HALF, HAND, PILE, PLACES, PLAYERS, UNKNOWN

ONLOOKER = 100  # `masked_for` of a position in which no hand is seen
BITS = PLAYERS + 1  # places that a hidden card may be in


@kernel
def place_of(bit):
    """The place that a bit of `may` stands for."""
    return PILE if bit == 0 else HAND + bit - 1


@kernel
def hide(state, seat):
    """Mask what a seat does not know: the chance to come, cards that it cannot place, and what others know.

    Parameters
    ----------
    state : STATE record
        Changed in place.
    seat : int
        From 0; -1 for somebody who looks on, and sees no hand at all.
    """
    chance.hide(state)
    state.masked_for = seat + 1 if seat >= 0 else ONLOOKER
    for card in range(CARDS):
        may = state.may[seat, card] if seat >= 0 else 0
        is_hidden = state.place[card] == PILE or is_in_hand(state.place[card])
        if may & (may - 1) or (seat < 0 and is_hidden):
            state.place[card] = UNKNOWN
        for viewer in range(PLAYERS):
            if viewer != seat:
                state.may[viewer, card] = 0


@kernel
def deal(state, key):
    """Fill a masked position anew: other chance, and the hidden cards in places where they may be.

    Parameters
    ----------
    state : STATE record
        As `hide` leaves it.
    key : uint64
    """
    chance.set_seed(state, key)
    seat = state.masked_for - 1
    if seat < 0 or seat >= PLAYERS:
        return
    count = line_up(state, mix(key))
    for i in range(count):
        deal_one(state, seat, state.waiting[i], number(mix(key), 200 + i, 1 << 30))
    for i in range(2 * count):
        card, other = state.waiting[i % count], state.waiting[number(mix(key), 400 + i, count)]
        swap(state, seat, card, other)
    for other in range(state.players):
        if state.promised >> other & 1 and other != seat:
            keep_promise(state, seat, other, count)
    for viewer in range(state.players):
        if viewer != seat:
            know_own(state, viewer)
    for place in range(PLACES):
        state.left[place] = 0
        state.way[0, place] = 0
        state.way[1, place] = 0
    for card in range(CARDS):
        state.waiting[card] = 0
    state.masked_for = 0


@kernel
def line_up(state, key):
    """The masked cards in random order, and how many each place still takes; how many cards there are."""
    count = 0
    for place in range(PLACES):
        state.left[place] = state.held[place]
    for card in range(CARDS):
        state.left[state.place[card]] -= 1
        if state.place[card] == UNKNOWN:
            j = number(key, count, count + 1)
            state.waiting[count] = state.waiting[j]
            state.waiting[j] = card
            count += 1
    return count


@kernel
def deal_one(state, seat, card, chosen):
    """Deal a card to a place where it may be, more often to one that takes many; others make room when all are full."""
    may, total = state.may[seat, card], 0
    for bit in range(BITS):
        if may >> bit & 1:
            total += state.left[place_of(bit)]
    if total == 0:
        make_room(state, seat, card)
        return
    n = chosen % total
    for bit in range(BITS):
        place = place_of(bit)
        if may >> bit & 1:
            if n < state.left[place]:
                state.place[card] = place
                state.left[place] -= 1
                return
            n -= state.left[place]


@kernel
def make_room(state, seat, card):
    """All places of a card are full: cards that were dealt move on until one is in a place that takes it."""
    for place in range(PLACES):
        state.way[0, place] = -1
    for bit in range(BITS):
        if state.may[seat, card] >> bit & 1:
            state.way[0, place_of(bit)] = UNKNOWN
    end = PILE
    for _ in range(BITS):
        end = spread(state, seat)
        if end >= 0:
            break
    place = end
    while place != UNKNOWN and place >= 0:
        before = state.way[0, place]
        moved = card if before == UNKNOWN else state.way[1, place]
        state.place[moved] = place
        place = before
    if end >= 0:
        state.left[end] -= 1


@kernel
def spread(state, seat):
    """Find the places that cards in the places found so far could move to; one that has room, or -1."""
    for card in range(CARDS):
        place = state.place[card]
        may = state.may[seat, card]
        if (place == PILE or is_in_hand(place)) and state.way[0, place] >= 0 and may & (may - 1):
            for bit in range(BITS):
                other = place_of(bit)
                if may >> bit & 1 and state.way[0, other] < 0:
                    state.way[0, other] = place
                    state.way[1, other] = card
                    if state.left[other] > 0:
                        return other
    return -1


@kernel
def swap(state, seat, card, other):
    """Two cards change places where both may be in the other's: so that each deal is as likely as any other."""
    here, there = state.place[card], state.place[other]
    if state.may[seat, card] & bit_of(there) and state.may[seat, other] & bit_of(here):
        state.place[card], state.place[other] = there, here


@kernel
def is_treasure(state, card):
    """Tell whether a card is a treasure."""
    return state.treasures[card // HALF] >> (card % HALF) & 1 == 1


@kernel
def keep_promise(state, seat, other, count):
    """In quick play a hand that everybody knows to hold a treasure gets one, from the pile for another card (CAVE-13)."""
    hand = HAND + other
    for card in range(CARDS):
        if state.place[card] == hand and is_treasure(state, card):
            return
    for i in range(count):
        given = state.waiting[i]
        if state.place[given] == PILE and is_treasure(state, given) and state.may[seat, given] & bit_of(hand):
            for j in range(count):
                taken = state.waiting[j]
                if state.place[taken] == hand and state.may[seat, taken] & bit_of(PILE):
                    state.place[given], state.place[taken] = hand, PILE
                    return


@kernel
def know_own(state, viewer):
    """What another seat knows in a position that was dealt anew: the own hand, and that all else may be anywhere."""
    others = (2 << int(state.players)) - 1
    for card in range(CARDS):
        place = state.place[card]
        if is_in_hand(place) and place - HAND == viewer:
            state.may[viewer, card] = 2 << viewer
        elif place == PILE or is_in_hand(place):
            state.may[viewer, card] = others & ~(2 << viewer)
        else:
            state.may[viewer, card] = 0
