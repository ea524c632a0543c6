"""What may be done: for each kind of action the rule that forbids it, and the list of legal actions.

`refusal` is the predicate, made of small questions; `legal` puts the same questions to every candidate. What an action
does stands in `turn`.
"""

from ...core.jit import kernel
from .cards import after_misc, can_be_lost, can_make_room, crystals_of, fits, free_misc, is_crystal, is_first, own_slot
from .state import (
    A_ATTACK,
    A_DISCARD,
    A_END,
    A_FLEE,
    A_HEAL,
    A_LEAVE_HORSE,
    A_LOSE,
    A_MAKE_ROOM,
    A_PLACE,
    A_SEND,
    A_STEP,
    A_STOP,
    A_STOW,
    A_TAKE_HORSE,
    A_TRADE,
    A_WEAR,
    AT_HORSE,
    CARD,
    FACE_DOWN,
    FACE_UP,
    HEALING,
    HORSE,
    IN_ITS_SLOT,
    IN_MISC,
    KEEPING_THE_OLD,
    LOSING,
    MAKING_ROOM,
    MEETING,
    MOVING,
    NO_MONSTER,
    NOWHERE,
    OTHER,
    PART,
    PLACING,
    SENDING,
    SHARING,
    TO_PAWN,
    WORN,
)

TO_FACE_UP, TO_FACE_DOWN, TO_A_PAWN = range(3)  # where a fifth crystal goes


# ---- moving


@kernel
def entry_cost(rules, state, tile):
    """What entering a tile costs (PRI-08)."""
    return rules.entry_cost[state.terrain[tile]]


@kernel
def can_enter(rules, state, tile):
    """Tell whether there are points left to enter a tile (PRI-08, PRI-09)."""
    return tile != NOWHERE and entry_cost(rules, state, tile) <= state.points


@kernel
def refuse_step(rules, state, direction):
    """Why the pawn may not go in a direction."""
    if direction >= 6:
        return 2
    tile = rules.near[state.pawn[state.player], direction]
    if tile == NOWHERE:
        return 2
    return 0 if can_enter(rules, state, tile) else 8


@kernel
def refuse_horse(state, about):
    """Why a horse may not be taken: there is none, or no room for it (PRI-30)."""
    seat = state.player
    if state.horses[state.pawn[seat]] == 0:
        return 30
    if about == 0:
        return 0 if free_misc(state, seat) >= 0 else 28
    slot = about - 1
    if not WORN <= slot < after_misc(state) or free_misc(state, seat) >= 0:
        return 30
    return 0 if can_make_room(state, seat, slot) and state.card[seat, slot] != HORSE + 1 else 30


# ---- cards


@kernel
def refuse_place(rules, state, about):
    """Why the treasure in hand may not be placed like that (PRI-24, PRI-25, PRI-28)."""
    seat, where, slot = state.player, about // PART, about % PART - 1
    own, free = own_slot(rules, state.hand), free_misc(state, seat)
    if where == IN_ITS_SLOT:
        if own >= WORN:
            return 25
        is_free = state.card[seat, own] == 0
        return 0 if (slot < 0 and is_free) or (slot == own and not is_free) else 25
    if where == KEEPING_THE_OLD and (own >= WORN or state.card[seat, own] == 0):
        return 25
    if where != KEEPING_THE_OLD and where != IN_MISC:
        return 24
    if slot < 0:
        return 0 if free >= 0 else 28
    if free >= 0 or not WORN <= slot < after_misc(state):
        return 24
    return 0 if can_make_room(state, seat, slot) else 24


@kernel
def refuse_wear(rules, state, slot):
    """Why a thing may not go from a miscellaneous slot to its own (PRI-25, ruling `rearrange`)."""
    seat = state.decides
    if not WORN <= slot < after_misc(state) or state.card[seat, slot] == 0:
        return 25
    own = own_slot(rules, state.card[seat, slot])
    if own >= WORN or state.arranged >> own & 1 or state.card[seat, own] == state.card[seat, slot]:
        return 25
    return 0 if is_first(state, seat, slot) else 25


@kernel
def refuse_stow(state, slot):
    """Why a thing may not go from its own slot to a miscellaneous one (PRI-25, ruling `rearrange`)."""
    if slot >= WORN or state.card[state.decides, slot] == 0 or state.arranged >> slot & 1:
        return 25
    return 0 if free_misc(state, state.decides) >= 0 else 28


@kernel
def refuse_heal(state, about):
    """Why a scar cannot be healed: there is none (PRI-27)."""
    seat, slot = about // PART, about % PART
    return 0 if seat < state.players and slot < WORN and state.scar[seat, slot] > 0 else 27


# ---- crystals that go elsewhere


@kernel
def may_receive(state, seat):
    """Tell whether a pawn may get a crystal that its finder, whose card is full of them, cannot carry (PRI-29)."""
    return seat < state.players and crystals_of(state, seat) < state.misc


@kernel
def wanted_kind(rules, state):
    """Where a fifth crystal goes: to a face-up monster, else to a face-down one, else to a pawn (PRI-29)."""
    found = TO_A_PAWN
    for tile in range(rules.cells):
        if state.monster[tile] >= FACE_UP:
            return TO_FACE_UP
        if state.monster[tile] == FACE_DOWN:
            found = TO_FACE_DOWN
    return found


@kernel
def is_wanted(state, kind, tile):
    """Tell whether a tile has a monster of the kind to which a crystal goes (PRI-29)."""
    monster = state.monster[tile]
    return monster >= FACE_UP if kind == TO_FACE_UP else monster == FACE_DOWN


@kernel
def nearest(rules, state, kind):
    """The fewest steps from the finder to a place of the kind to which a crystal goes, whatever the terrain (PRI-29)."""
    here, best = state.pawn[state.player], 255
    if kind == TO_A_PAWN:
        for seat in range(state.players):
            if may_receive(state, seat):
                best = min(best, rules.distance[here, state.pawn[seat]])
        return best
    for tile in range(rules.cells):
        if is_wanted(state, kind, tile):
            best = min(best, rules.distance[here, tile])
    return best


@kernel
def refuse_send(rules, state, about):
    """Why a crystal cannot go there: it is not the nearest place (PRI-29, ruling `nearest_tie`)."""
    kind, here = wanted_kind(rules, state), state.pawn[state.player]
    far = nearest(rules, state, kind)
    if about >= TO_PAWN:
        seat = about - TO_PAWN
        if kind != TO_A_PAWN or not may_receive(state, seat):
            return 29
        return 0 if rules.distance[here, state.pawn[seat]] == far else 29
    if kind == TO_A_PAWN or about >= rules.cells or not is_wanted(state, kind, about):
        return 29
    return 0 if rules.distance[here, about] == far else 29


# ---- sharing


@kernel
def may_share(rules, state, other):
    """Tell whether the player whose turn it is may still trade with another: on the same tile, not too often (PRI-26)."""
    if other >= state.players or other == state.player or state.exchanges[other] >= rules.trades:
        return False
    return state.pawn[other] == state.pawn[state.player]


@kernel
def has_company(state):
    """Tell whether another pawn stands where that of the player whose turn it is stands (PRI-26)."""
    for other in range(state.players):
        if other != state.player and state.pawn[other] == state.pawn[state.player]:
            return True
    return False


@kernel
def may_arrange(state):
    """Tell whether the card may be arranged: not when nobody is there to share with (ruling `rearrange`)."""
    return state.phase != SHARING or has_company(state)


@kernel
def is_offer(state, seat, part):
    """Tell whether a side of a trade is nothing, or a thing that the card holds (and no equal one before it)."""
    if part == 0:
        return True
    return part <= CARD and state.card[seat, part - 1] > 0 and is_first(state, seat, part - 1)


@kernel
def refuse_trade(rules, state, about):
    """Why an exchange cannot be made (PRI-25, PRI-26, PRI-28)."""
    other, give, take = about // OTHER, about // PART % PART, about % PART
    if not may_share(rules, state, other) or (give == 0 and take == 0):
        return 26
    if not is_offer(state, state.player, give) or not is_offer(state, other, take):
        return 26
    given = state.card[state.player, give - 1] if give > 0 else 0
    taken = state.card[other, take - 1] if take > 0 else 0
    if given == taken:
        return 26
    if given > 0 and not fits(rules, state, other, given, take - 1):
        return 28
    return 0 if taken == 0 or fits(rules, state, state.player, taken, give - 1) else 28


# ---- all of them


@kernel
def is_time_for(state, kind):
    """Tell whether a kind of action belongs to what is to be decided (PRI-31)."""
    phase = state.phase
    if phase == MOVING:
        return kind == A_STEP or kind == A_STOP or kind == A_TAKE_HORSE
    if phase == MEETING:
        return kind == A_ATTACK or kind == A_FLEE
    if phase == LOSING:
        return kind == A_LOSE
    if phase == HEALING:
        return kind == A_HEAL
    if phase == PLACING:
        return kind == A_PLACE or kind == A_DISCARD or kind == A_WEAR or kind == A_STOW
    if phase == SENDING:
        return kind == A_SEND
    if phase == MAKING_ROOM:
        return kind == A_MAKE_ROOM or kind == A_WEAR
    if phase == AT_HORSE:
        return kind == A_TAKE_HORSE or kind == A_LEAVE_HORSE or kind == A_WEAR or kind == A_STOW
    return phase == SHARING and (kind == A_TRADE or kind == A_WEAR or kind == A_STOW or kind == A_END)


@kernel
def refusal(rules, state, action):
    """The number of the rule that forbids an action, or 0.

    Parameters
    ----------
    rules, state : records
    action : int
        Any code.
    """
    kind, about = action >> 16, action & 0xFFFF
    if not is_time_for(state, kind):
        return 31
    if kind == A_STEP:
        return refuse_step(rules, state, about)
    if kind == A_TAKE_HORSE:
        return refuse_horse(state, about)
    if kind == A_LOSE:
        can = about < CARD and can_be_lost(state, state.player, about) and is_first(state, state.player, about)
        return 0 if can else 21
    if kind == A_HEAL:
        return refuse_heal(state, about)
    if kind == A_PLACE:
        return refuse_place(rules, state, about)
    if (kind == A_WEAR or kind == A_STOW) and not may_arrange(state):
        return 26
    if kind == A_WEAR:
        return refuse_wear(rules, state, about)
    if kind == A_STOW:
        return refuse_stow(state, about)
    if kind == A_SEND:
        return refuse_send(rules, state, about)
    if kind == A_MAKE_ROOM:
        can = WORN <= about < after_misc(state) and can_make_room(state, state.receiver, about)
        return 0 if can else 28
    if kind == A_TRADE:
        return refuse_trade(rules, state, about)
    if about != 0:
        return 31
    return 24 if kind == A_DISCARD and is_crystal(state.hand) else 0


@kernel
def add(actions, n, action, rule):
    """Note a legal action where there is room for it; returns how many there are then."""
    if rule != 0 or n >= len(actions):
        return n
    actions[n] = action
    return n + 1


@kernel
def legal_moves(rules, state, actions):
    """The legal actions while moving: stop, at any time (PRI-10), steps from the north clockwise, taking a horse."""
    here = state.pawn[state.player]
    n = add(actions, 0, A_STOP << 16, 0)
    for direction in range(6):
        tile = rules.near[here, direction]
        if can_enter(rules, state, tile):
            n = add(actions, n, A_STEP << 16 | direction, 0)
    return legal_horses(state, actions, n) if state.horses[here] > 0 else n


@kernel
def legal_horses(state, actions, n):
    """The ways to take a horse: for each thing that can make room."""
    for about in range(after_misc(state) + 1):
        if about == 0 or about > WORN:
            n = add(actions, n, A_TAKE_HORSE << 16 | about, refuse_horse(state, about))
    return n


@kernel
def legal_places(rules, state, actions):
    """The ways to place the treasure in hand; then discarding it, and arranging the card."""
    n = 0
    own = own_slot(rules, state.hand)
    if own < WORN:
        for about in (IN_ITS_SLOT * PART, IN_ITS_SLOT * PART + own + 1):
            n = add(actions, n, A_PLACE << 16 | about, refuse_place(rules, state, about))
    for where in range(KEEPING_THE_OLD if own < WORN else IN_MISC, IN_MISC + 1):
        for slot in range(WORN - 1, after_misc(state)):
            about = where * PART + (slot + 1 if slot >= WORN else 0)
            n = add(actions, n, A_PLACE << 16 | about, refuse_place(rules, state, about))
    if not is_crystal(state.hand):
        n = add(actions, n, A_DISCARD << 16, 0)
    return legal_arrangements(rules, state, actions, n)


@kernel
def legal_arrangements(rules, state, actions, n):
    """Ways to arrange the card: put something on, or away."""
    for slot in range(WORN, after_misc(state)):
        if state.card[state.decides, slot] > 0:
            n = add(actions, n, A_WEAR << 16 | slot, refuse_wear(rules, state, slot))
    for slot in range(WORN):
        if state.card[state.decides, slot] > 0:
            n = add(actions, n, A_STOW << 16 | slot, refuse_stow(state, slot))
    return n


@kernel
def legal_targets(rules, state, actions):
    """Where a fifth crystal can go: the nearest places."""
    n = 0
    if wanted_kind(rules, state) == TO_A_PAWN:
        for seat in range(state.players):
            n = add(actions, n, A_SEND << 16 | TO_PAWN + seat, refuse_send(rules, state, TO_PAWN + seat))
        return n
    for tile in range(rules.cells):
        if state.monster[tile] != NO_MONSTER:
            n = add(actions, n, A_SEND << 16 | tile, refuse_send(rules, state, tile))
    return n


@kernel
def legal_shares(rules, state, actions):
    """The end of the turn; then, in company, trades by companion, and arranging the card."""
    n = add(actions, 0, A_END << 16, 0)
    for other in range(state.players):
        if may_share(rules, state, other):
            n = legal_trades(rules, state, actions, n, other)
    return legal_arrangements(rules, state, actions, n) if may_arrange(state) else n


@kernel
def legal_trades(rules, state, actions, n, other):
    """The exchanges with one companion: by what is given, then by what is taken."""
    for give in range(after_misc(state) + 1):
        if is_offer(state, state.player, give):
            for take in range(after_misc(state) + 1):
                if take == 0 or state.card[other, take - 1] > 0:
                    about = other * OTHER + give * PART + take
                    n = add(actions, n, A_TRADE << 16 | about, refuse_trade(rules, state, about))
    return n


@kernel
def legal_slots(state, actions, kind, seat):
    """The slots from which something may be lost, or emptied to make room."""
    n = 0
    for slot in range(WORN if kind == A_MAKE_ROOM else 0, after_misc(state)):
        can = can_make_room(state, seat, slot) if kind == A_MAKE_ROOM else can_be_lost(state, seat, slot)
        if can and is_first(state, seat, slot):
            n = add(actions, n, kind << 16 | slot, 0)
    return n


@kernel
def legal_heals(state, actions):
    """The scars that there are, by seat and slot."""
    n = 0
    for seat in range(state.players):
        for slot in range(WORN):
            if state.scar[seat, slot] > 0:
                n = add(actions, n, A_HEAL << 16 | seat * PART + slot, 0)
    return n


@kernel
def legal(rules, state, actions):
    """List the legal actions in their fixed order.

    Parameters
    ----------
    rules, state : records
    actions : array of int32
        Filled from the front, as far as there is room.

    Returns
    -------
    int
        How many there are.
    """
    phase = state.phase
    if phase == MOVING:
        return legal_moves(rules, state, actions)
    if phase == MEETING:
        n = add(actions, 0, A_ATTACK << 16, 0)
        return add(actions, n, A_FLEE << 16, 0)
    if phase == SHARING:
        return legal_shares(rules, state, actions)
    if phase == PLACING:
        return legal_places(rules, state, actions)
    if phase == LOSING:
        return legal_slots(state, actions, A_LOSE, state.player)
    if phase == MAKING_ROOM:
        n = legal_slots(state, actions, A_MAKE_ROOM, state.receiver)
        return legal_arrangements(rules, state, actions, n)
    if phase == HEALING:
        return legal_heals(state, actions)
    if phase == SENDING:
        return legal_targets(rules, state, actions)
    if phase == AT_HORSE:
        n = add(actions, 0, A_LEAVE_HORSE << 16, 0)
        n = legal_horses(state, actions, n)
        return legal_arrangements(rules, state, actions, n)
    return 0
