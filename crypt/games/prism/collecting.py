"""Collecting and sharing: treasures, crystals and horses between the land and the cards (PRI-23 to PRI-30)."""

from ...core import chance
from ...core.chance import TILES
from ...core.jit import kernel
from ...core.trace import note
from . import events as ev
from .cards import crystals_of, free_misc, has_scar, is_crystal, own_slot, spare_to_wear, stow
from .state import (
    AT_HORSE,
    CRYSTALS,
    FACE_UP,
    HEALING,
    HORSE,
    IN_ITS_SLOT,
    KEEPING_THE_OLD,
    KINDS,
    MAKING_ROOM,
    NO_SLOT,
    OTHER,
    PART,
    PLACING,
    SENDING,
    SHARING,
    TO_PAWN,
    WORN,
)


@kernel
def draw_piece(state, pieces):
    """Draw from pieces by kind, each equally likely; the kind."""
    total = 0
    for kind in range(len(pieces)):
        total += pieces[kind]
    left = chance.below(state, TILES, total)
    kind = 0
    while left >= pieces[kind]:
        left -= pieces[kind]
        kind += 1
    pieces[kind] -= 1
    return kind


@kernel
def share(state):
    """The last phase of a turn begins (PRI-26, PRI-31)."""
    state.phase = SHARING
    state.decides = state.player
    state.points = 0
    state.arranged = 0


# ---- collecting treasure


@kernel
def collect(rules, state, trace, tile):
    """All treasure of a tile is collected; a crystal that is turned up heals a scar (PRI-23, PRI-27)."""
    for kind in range(KINDS):
        count = state.beneath[tile, kind]
        if count > 0:
            state.pile[kind] += count
            state.beneath[tile, kind] = 0
            note(trace, ev.COLLECTS, state.player, kind + 1, rules.label[tile], count)
    state.heals = 0
    if state.covered[tile]:
        state.covered[tile] = 0
        kind = draw_piece(state, state.unseen)
        state.pile[kind] += 1
        note(trace, ev.TURNS_UP, state.player, kind + 1, rules.label[tile])
        if is_crystal(kind + 1) and has_scar(state):
            state.heals = 1
            state.phase = HEALING
    if not state.heals:
        take_next(rules, state, trace)


@kernel
def heal(rules, state, trace, about):
    """A crystal heals a scar (PRI-27)."""
    seat, slot = about // PART, about % PART
    state.scar[seat, slot] = 0
    state.heals = 0
    note(trace, ev.HEALS, state.player, seat, slot)
    take_next(rules, state, trace)


@kernel
def take_next(rules, state, trace):
    """Take the next collected treasure in hand, crystals first; after the last come the horse and sharing (PRI-24)."""
    state.hand = 0
    state.arranged = 0
    for i in range(KINDS):
        kind = (CRYSTALS + i) % KINDS
        if state.pile[kind] > 0:
            state.pile[kind] -= 1
            state.hand = kind + 1
            offer(state)
            return
    if state.turned_horse:
        state.turned_horse = 0
        state.phase = AT_HORSE
    else:
        share(state)


@kernel
def offer(state):
    """The treasure in hand is to be placed; a crystal too many goes elsewhere (PRI-24, PRI-29)."""
    is_full = is_crystal(state.hand) and crystals_of(state, state.player) == state.misc
    state.phase = SENDING if is_full else PLACING


@kernel
def discard(rules, state, trace, seat, slot):
    """Empty a slot: a treasure leaves the game, a horse stays on the tile (PRI-24, PRI-28)."""
    thing = state.card[seat, slot]
    state.card[seat, slot] = 0
    drop(rules, state, trace, seat, thing)


@kernel
def drop(rules, state, trace, seat, thing):
    """A treasure leaves the game, a horse stays on the tile (PRI-24, PRI-28)."""
    tile = state.pawn[seat]
    if thing == HORSE + 1:
        state.horses[tile] += 1
        note(trace, ev.DISCARDS, seat, thing, rules.label[tile])
    else:
        state.gone[thing - 1] += 1
        note(trace, ev.DISCARDS, seat, thing)


@kernel
def place(rules, state, trace, about):
    """Put the treasure in hand on the card (PRI-24, PRI-25, PRI-28)."""
    seat, where, emptied = state.player, about // PART, about % PART - 1
    thing, own = state.hand, own_slot(rules, state.hand)
    if emptied >= 0:
        discard(rules, state, trace, seat, emptied)
    slot, kept = own, 0
    if where == KEEPING_THE_OLD:
        kept = state.card[seat, own]
        state.card[seat, free_misc(state, seat)] = kept
    elif where != IN_ITS_SLOT:
        slot = emptied if emptied >= 0 else free_misc(state, seat)
    state.card[seat, slot] = thing
    note(trace, ev.PLACES, seat, thing, slot, kept)
    take_next(rules, state, trace)


@kernel
def send(rules, state, trace, about):
    """A crystal that its finder cannot carry goes to the nearest monster, or to a pawn (PRI-29)."""
    seat, thing, here = state.player, state.hand, state.pawn[state.player]
    if about < TO_PAWN:
        far, where = rules.distance[here, about], 0 if state.monster[about] >= FACE_UP else 1
        note(trace, ev.SENDS, seat, thing, where, rules.label[about], 0, far)
        state.beneath[about, thing - 1] += 1
        take_next(rules, state, trace)
        return
    other = about - TO_PAWN
    tile = state.pawn[other]
    note(trace, ev.SENDS, seat, thing, 2, rules.label[tile], other, rules.distance[here, tile])
    if free_misc(state, other) >= 0:
        receive(rules, state, trace, other, free_misc(state, other))
    else:
        state.receiver = other
        state.decides = other
        state.phase = MAKING_ROOM


@kernel
def receive(rules, state, trace, other, slot):
    """A pawn gets a crystal that its finder cannot carry (PRI-29)."""
    state.card[other, slot] = state.hand
    note(trace, ev.PLACES, other, state.hand, slot)
    state.receiver = -1
    state.decides = state.player
    take_next(rules, state, trace)


@kernel
def make_room(rules, state, trace, slot):
    """Who gets the crystal empties a slot for it (PRI-28, PRI-29)."""
    other = state.receiver
    discard(rules, state, trace, other, slot)
    receive(rules, state, trace, other, slot)


# ---- horses


@kernel
def take_horse(rules, state, trace, about):
    """Put a horse of the tile on the card, and be done with moving (PRI-30)."""
    seat = state.player
    tile = state.pawn[seat]
    if about > 0:
        discard(rules, state, trace, seat, about - 1)
    state.horses[tile] -= 1
    state.card[seat, free_misc(state, seat)] = HORSE + 1
    note(trace, ev.TAKES_HORSE, seat, rules.label[tile])
    share(state)


@kernel
def leave_horse(rules, state, trace):
    """The horse stays face up on the tile (PRI-30)."""
    note(trace, ev.LEAVES_HORSE, state.player, rules.label[state.pawn[state.player]])
    share(state)


# ---- arranging and sharing


@kernel
def arrange(state, trace, start, end, own):
    """Things change places on the card of who decides; a slot is arranged once (ruling `rearrange`)."""
    swap(state, trace, state.decides, start, end)
    state.arranged |= 1 << own


@kernel
def swap(state, trace, seat, start, end):
    """The thing in a slot of a card, and what lies in another, change places."""
    thing, other = state.card[seat, start], state.card[seat, end]
    state.card[seat, start], state.card[seat, end] = other, thing
    note(trace, ev.ARRANGES, seat, thing, start, end, other)


@kernel
def wear(rules, state, trace, slot):
    """Something spare is put on; who makes room by that gets the crystal (PRI-25, PRI-29, ruling `rearrange`)."""
    seat = state.decides
    own = own_slot(rules, state.card[seat, slot])
    arrange(state, trace, slot, own, own)
    if state.phase == MAKING_ROOM and state.card[seat, slot] == 0:
        receive(rules, state, trace, seat, slot)


@kernel
def trade(rules, state, trace, about):
    """Things change hands between two on one tile; then every slot may be arranged anew (PRI-26, `rearrange`)."""
    seat, other, give, take = state.player, about // OTHER, about // PART % PART, about % PART
    given, taken = 0, 0
    if give > 0:
        given = state.card[seat, give - 1]
        state.card[seat, give - 1] = 0
    if take > 0:
        taken = state.card[other, take - 1]
        state.card[other, take - 1] = 0
    state.exchanges[other] += 1
    state.arranged = 0
    note(trace, ev.TRADES, seat, other, given, taken)
    if given > 0:
        hand_over(rules, state, trace, other, given)
    if taken > 0:
        hand_over(rules, state, trace, seat, taken)


@kernel
def hand_over(rules, state, trace, seat, thing):
    """Somebody gets a thing; where that takes a slot for spares and none is free, one is put on (ruling `receiving`)."""
    own = own_slot(rules, thing)
    has_its_slot = own < WORN and state.card[seat, own] == 0
    if not has_its_slot and free_misc(state, seat) < 0:
        spare = spare_to_wear(rules, state, seat, NO_SLOT)
        swap(state, trace, seat, spare, own_slot(rules, state.card[seat, spare]))
    stow(rules, state, seat, thing)
