"""The effects of cards: each of them one function, named in `grammar.EFFECTS` (CAVE-18 to CAVE-41).

Whose card is carried out, on whom, and what was declared stand in the position: `by_card`, `by_seat`, `at_seat`, `picked`.
Each function takes the two numbers that the table gives the effect.
"""

from ...core import chance
from ...core.chance import DRAWS
from ...core.jit import kernel
from . import events as ev
from . import grammar as g
from .places import (
    discard,
    discard_turned_up,
    find,
    is_in_hand,
    look_through_pile,
    pick_from,
    put,
    reopen,
    see,
    take_any,
    tell,
    tell_only,
)
from .reactions import clear_frame
from .ruleset import EFFECTS
from .state import (
    BESIDE,
    CARRIED,
    DEPOSITED,
    DISCARDS,
    HAND,
    NO_ROOM,
    PILE,
    TREASURE,
    TURNED_UP,
)

# ---- the players


@kernel
def die(rules, state, trace, seat):
    """The token leaves the board; hand and carried treasures are discarded (CAVE-33, ruling `death_in_own_turn`)."""
    tell(rules, trace, ev.DIES, seat, rules.kind_of[state.by_card])
    state.room[seat] = NO_ROOM
    for card in range(rules.cards):
        place = state.place[card]
        is_treasure = rules.type_of[rules.kind_of[card]] == TREASURE
        if place == HAND + seat or (place == CARRIED + seat and is_treasure):
            discard(rules, state, trace, seat, card)
    if seat == state.player:
        state.ends = 1
        state.blocked = 1 if state.moves else 0


@kernel
def warp(rules, state, trace, seat, room):
    """A token goes to a room without moving, so that nothing that answers moves applies (CAVE-29)."""
    tell(rules, trace, ev.WARPS, seat, state.room[seat], room)
    state.room[seat] = room


@kernel
def acquire(rules, state, trace, kind, also_deposited):
    """Look for an item where CAVE-24 says, in its order, and put it in front of the player.

    Nothing happens when the player carries it already, or where it is deposited (ruling `acquire_deposited`).
    """
    seat = state.by_seat
    card, where, whose = find(rules, state, kind, HAND + seat), 1, seat
    if card < 0 and find(rules, state, kind, CARRIED + seat) < 0:
        card, where, whose = look_elsewhere(rules, state, trace, kind, also_deposited)
    if card < 0:
        tell(rules, trace, ev.FINDS_NOTHING, seat, kind)
        return
    put(rules, state, card, CARRIED + seat)
    tell(rules, trace, ev.ACQUIRES, seat, kind, where, whose)


@kernel
def look_elsewhere(rules, state, trace, kind, also_deposited):
    """An item that is not with the player: card, where (as `events.ACQUIRES` says), and whose; -1 when there is none."""
    card, whose = find_with_others(rules, state, kind, CARRIED)
    if card >= 0:
        return card, 2, whose
    card = find(rules, state, kind, DISCARDS)
    if card >= 0:
        return card, 3, -1
    card, whose = find_with_others(rules, state, kind, HAND)
    if card >= 0:
        chance.below(state, DRAWS, 2)  # what was hidden has been shown: it cannot be taken back
        return card, 4, whose
    look_through_pile(rules, state, trace, state.by_seat)
    card = find(rules, state, kind, PILE)
    if card >= 0:
        return card, 5, -1
    if also_deposited:
        return find_deposited(rules, state, kind)
    return -1, 0, -1


@kernel
def find_with_others(rules, state, kind, what):
    """A card that another player has in hand or inventory, clockwise, and whose it is."""
    for i in range(1, state.players):
        seat = (state.by_seat + i) % state.players
        card = find(rules, state, kind, what + seat)
        if card >= 0:
            return card, seat
    return -1, -1


@kernel
def find_deposited(rules, state, kind):
    """A card that somebody has deposited: Fee, Fie, Foe, Foo! fetches it even there (CAVE-38)."""
    for i in range(state.players):
        seat = (state.by_seat + i) % state.players
        card = find(rules, state, kind, DEPOSITED + seat)
        if card >= 0:
            return card, 6, seat
    return -1, 0, -1


# ---- what cards do; `a` and `b` are the numbers of the table


@kernel
def discard_card(rules, state, trace, kind):
    """The target discards a carried item."""
    card = find(rules, state, kind, CARRIED + state.at_seat)
    if card >= 0:
        discard(rules, state, trace, state.at_seat, card)


@kernel
def discard_all(rules, state, trace, creator):
    """Every player discards each carried treasure of one creator; deposited ones stay (CAVE-38)."""
    for seat in range(state.players):
        for card in range(rules.cards):
            if state.place[card] == CARRIED + seat and rules.creator[rules.kind_of[card]] == creator:
                discard(rules, state, trace, seat, card)


@kernel
def reveal(rules, state, trace):
    """Turn up cards until one names a room, once through pile and discards (rulings `two_room_card`, `endless_reveal`)."""
    state.found = 0
    for _ in range(state.held[PILE] + state.held[DISCARDS]):
        card = take_any(rules, state, trace)
        if card < 0:
            return
        kind = rules.kind_of[card]
        put(rules, state, card, TURNED_UP)
        tell(rules, trace, ev.TURNS_UP, state.by_seat, kind)
        if rules.rooms_of[kind] != 0:
            state.found = card + 1
            return


@kernel
def reveal_treasure(rules, state, trace, seat):
    """Quick play, after a deposit: turn up cards until there is a treasure, which goes to the hand (CAVE-39)."""
    for _ in range(state.held[PILE] + state.held[DISCARDS]):
        card = take_any(rules, state, trace)
        if card < 0:
            break
        put(rules, state, card, TURNED_UP)
        tell(rules, trace, ev.TURNS_UP, seat, rules.kind_of[card])
        if rules.type_of[rules.kind_of[card]] == TREASURE:
            put(rules, state, card, HAND + seat)
            tell(rules, trace, ev.TAKES, seat, rules.kind_of[card], 2)
            break
    discard_turned_up(rules, state)


@kernel
def take_to_hand(rules, state, trace):
    """The card that was found goes to the player's hand, where everybody has seen it go."""
    if state.found > 0:
        card = state.found - 1
        where = 1 if state.place[card] == DISCARDS else 2
        put(rules, state, card, HAND + state.by_seat)
        tell(rules, trace, ev.TAKES, state.by_seat, rules.kind_of[card], where)


@kernel
def warp_there(rules, state):
    """The player may warp to a room that the card which was turned up names."""
    if state.found > 0:
        state.warps = rules.rooms_of[rules.kind_of[state.found - 1]]


@kernel
def play_again(rules, state, trace):
    """The card that was found goes to the hand, and may be played at once where it is playable (CAVE-28)."""
    take_to_hand(rules, state, trace)
    if state.found > 0:
        state.again = rules.kind_of[state.found - 1] + 1


@kernel
def warp_toggle(rules, state, trace, a, b):
    """Warp from either of two rooms to the other (CAVE-29)."""
    here = state.room[state.by_seat]
    if here == a or here == b:
        warp(rules, state, trace, state.by_seat, b if here == a else a)


@kernel
def steal(rules, state, trace):
    """Take the declared item from the target's inventory; the dead can be stolen from too (CAVE-34)."""
    card = find(rules, state, state.picked - 1, CARRIED + state.at_seat)
    if card >= 0:
        put(rules, state, card, CARRIED + state.by_seat)
        tell(rules, trace, ev.STEALS, state.by_seat, state.picked - 1, state.at_seat)


@kernel
def scramble(rules, state, trace):
    """The hands of the living are shuffled together and dealt again one by one, beginning with the player."""
    living = 0
    for seat in range(state.players):
        if state.room[seat] != NO_ROOM:
            living |= 2 << seat
    total = gather_hands(rules, state, living)
    tell(rules, trace, ev.SCRAMBLES, state.by_seat, total)
    seat, left = state.by_seat, total
    while left > 0:
        if living >> (seat + 1) & 1:
            card = pick_from(rules, state, TURNED_UP, chance.below(state, DRAWS, left))
            state.place[card] = HAND + seat
            state.held[HAND + seat] += 1
            state.held[TURNED_UP] -= 1
            left -= 1
            tell_only(rules, trace, 1 << seat, ev.GETS, seat, rules.kind_of[card])
        seat = (seat + 1) % state.players
    for viewer in range(state.players):
        see_own(rules, state, viewer)


@kernel
def gather_hands(rules, state, living):
    """Put the hands of the living together; what was in one of them may then be in each."""
    total = 0
    state.promised = 0
    for card in range(rules.cards):
        place = state.place[card]
        for viewer in range(state.players):
            if state.may[viewer, card] & living:
                state.may[viewer, card] |= living
        if is_in_hand(place):
            state.held[place] -= 1
            state.held[TURNED_UP] += 1
            state.place[card] = TURNED_UP
            total += 1
    return total


@kernel
def see_own(rules, state, viewer):
    """A player looks at the own hand: what is in it is nowhere else, and what is not is not in it."""
    own = 2 << viewer
    for card in range(rules.cards):
        if state.place[card] == HAND + viewer:
            see(rules, state, viewer, card)
    for card in range(rules.cards):
        if state.place[card] == HAND + viewer:
            state.may[viewer, card] = own
        else:
            state.may[viewer, card] &= ~own


@kernel
def close_cave(rules, state, trace):
    """The card stays beside the board; while it does, magic words are silent and some cards cannot be played (CAVE-18)."""
    if state.held[BESIDE] > 0:
        reopen(rules, state, trace)
    put(rules, state, state.by_card, BESIDE)
    state.closer = state.by_seat + 1
    tell(rules, trace, ev.CLOSES, state.by_seat)


@kernel
def trim(rules, state, most):
    """The target has to discard until hand and inventory together are so many."""
    state.trims = state.at_seat + 1
    state.trim_to = most


@kernel
def keep_only(rules, state, trace, kind):
    """The mover discards everything carried but one item."""
    for card in range(rules.cards):
        if state.place[card] == CARRIED + state.at_seat and rules.kind_of[card] != kind:
            discard(rules, state, trace, state.at_seat, card)


@kernel
def cancel(rules, state, trace):
    """The card that was just played has no effect and is discarded (CAVE-26, ruling `cancelled_item`)."""
    top = state.depth - 1
    if top >= 0:
        card = state.card[top]
        put(rules, state, card, DISCARDS)
        tell(rules, trace, ev.IS_CANCELLED, state.owner[top], rules.kind_of[card], rules.kind_of[state.by_card])
        clear_frame(state, top)


@kernel
def follow(rules, state, trace, seat, whom):
    """A player will go along if the move is made (ruling `dragged`)."""
    state.followers |= 1 << seat
    tell(rules, trace, ev.FOLLOWS, seat, whom)


# ---- carrying out


@kernel
def apply(rules, state, trace, effect, a, b):
    """Carry out one effect."""
    if effect == g.E_BLOCK:
        state.blocked = 1
    elif effect == g.E_END_TURN:
        state.ends = 1
        tell(rules, trace, ev.LOSES_TURN, state.player, rules.kind_of[state.by_card])
    elif effect == g.E_DISCARD_SELF:
        put(rules, state, state.by_card, DISCARDS)
    elif effect == g.E_RETURN_SELF:
        put(rules, state, state.by_card, HAND + state.by_seat)
        tell(rules, trace, ev.TAKES, state.by_seat, rules.kind_of[state.by_card], 3)
    elif effect == g.E_CANCEL:
        cancel(rules, state, trace)
    elif effect == g.E_EXTRA_PLAY:
        state.plays += a
    elif effect == g.E_WARP:
        warp_toggle(rules, state, trace, a, b)
    elif effect == g.E_RUN:
        state.steps = a
    elif effect == g.E_DIE:
        die(rules, state, trace, state.at_seat)
    elif effect == g.E_DRAG:
        follow(rules, state, trace, state.at_seat, state.by_seat)
    elif effect == g.E_FOLLOW:
        follow(rules, state, trace, state.by_seat, state.player)
    elif effect == g.E_KEEP_ONLY:
        keep_only(rules, state, trace, a)
    elif effect != g.E_ALLOW:
        apply_to_cards(rules, state, trace, effect, a)


@kernel
def apply_to_cards(rules, state, trace, effect, a):
    """Carry out one of the effects that move cards."""
    if effect == g.E_ACQUIRE or effect == g.E_ACQUIRE_ANYWHERE:
        acquire(rules, state, trace, a, effect == g.E_ACQUIRE_ANYWHERE)
    elif effect == g.E_ACQUIRE_ONE:
        acquire(rules, state, trace, state.picked - 1, False)
    elif effect == g.E_STEAL:
        steal(rules, state, trace)
    elif effect == g.E_DISCARD_CARD:
        discard_card(rules, state, trace, a)
    elif effect == g.E_DISCARD_PICKED:
        discard_card(rules, state, trace, state.picked - 1)
    elif effect == g.E_DISCARD_ALL:
        discard_all(rules, state, trace, a)
    elif effect == g.E_TAKE_FROM_DISCARD:
        state.found = find(rules, state, state.picked - 1, DISCARDS) + 1
    elif effect == g.E_TAKE_TO_HAND:
        take_to_hand(rules, state, trace)
    elif effect == g.E_AGAIN:
        play_again(rules, state, trace)
    elif effect == g.E_REVEAL:
        reveal(rules, state, trace)
    elif effect == g.E_WARP_THERE:
        warp_there(rules, state)
    elif effect == g.E_DISCARD_OTHERS:
        discard_turned_up(rules, state)
    elif effect == g.E_SCRAMBLE:
        scramble(rules, state, trace)
    elif effect == g.E_CLOSE:
        close_cave(rules, state, trace)
    elif effect == g.E_TRIM:
        trim(rules, state, a)


@kernel
def carry_out_program(rules, state, trace, which):
    """Carry out the effects of the card in turn, or of one of its alternatives; a silenced word has none (CAVE-18)."""
    kind = rules.kind_of[state.by_card]
    if rules.magic[kind] and state.held[BESIDE] > 0:
        tell(rules, trace, ev.IS_SILENCED, state.by_seat, kind)
        return
    for i in range(EFFECTS):
        effect = rules.program[kind, which, i, 0]
        if effect == 0:
            return
        apply(rules, state, trace, effect, rules.program[kind, which, i, 1], rules.program[kind, which, i, 2])
