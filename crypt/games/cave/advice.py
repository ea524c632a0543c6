"""Advice for bots: how good an action looks, and what a position is worth. No rule stands here.

Advice looks at nothing but the hand of the player who decides, and at what is open. A bot's `MIND` holds, for that player,
what each room promises: treasures that can be played there, the way home with what is carried, less what the way costs.
"""

import numpy as np

from ...core.jit import kernel
from . import grammar as g
from .board import FAR
from .ruleset import EFFECTS
from .state import (
    A_CHOOSE,
    A_DEPOSIT,
    A_DISCARD,
    A_DRAW,
    A_DROP,
    A_MOVE,
    A_NOTHING,
    A_PAY,
    A_PLAY,
    A_REVEAL,
    A_USE,
    A_WARP,
    ABOUT,
    CARRIED,
    DEPOSITED,
    HAND,
    NO_ROOM,
    PICK,
    PLAYERS,
    REACTING,
    REACTION,
    ROOMS,
    RUNNING,
    SEAT_1,
    SHIFT,
    TARGET,
    TREASURE,
)

HASTE, SPITE, THRIFT = range(3)
# What a character values: a move, harm done to others, and cards that can answer something later.
CHARACTERS = {"greedy": (1.0, 1.0, 1.5), "cautious": (1.0, 0.4, 2.5), "bold": (1.0, 2.2, 0.5)}
HOME = 9.0  # what the way home with a treasure is worth
FIND = 6.0  # a treasure that can be played
KEEPER = 1.6  # an item that can be played
DRAWING = 1.2
STEEP = 1.7  # how much a treasure more tells who wins

MIND = np.dtype(
    [
        ("cave_mind", "u1"),
        ("stamp", "i8"),  # of the position that was considered; here each is considered anew
        ("promise", "f4", (ROOMS,)),
        ("goal", "f4", (ROOMS,)),
        ("treasures", "i4", (PLAYERS,)),  # that each player carries
        ("danger", "f4", (PLAYERS,)),  # how near each player is to winning, from what is open
        ("character", "f4", (3,)),
    ],
    align=True,
)


# ---- what is open


@kernel
def count_treasures(rules, state, mind):
    """How many treasures each player carries, and how near each is to winning."""
    for seat in range(PLAYERS):
        mind.treasures[seat] = 0
    for card in range(rules.cards):
        place = state.place[card]
        if CARRIED <= place < CARRIED + PLAYERS and rules.type_of[rules.kind_of[card]] == TREASURE:
            mind.treasures[place - CARRIED] += 1
    for seat in range(state.players):
        mind.danger[seat] = near_winning(rules, state, mind, seat)


@kernel
def near_winning(rules, state, mind, seat):
    """The share of the treasures that a player needs: deposited, or carried, more so near home."""
    held = 1.0 * state.held[DEPOSITED + seat]
    if state.room[seat] != NO_ROOM:
        far = min(rules.distance[state.room[seat], rules.home], 10)
        held += mind.treasures[seat] * (0.75 - 0.03 * far)
    return held / rules.deposits_to_win


@kernel
def add_goal(rules, mind, kind, worth):
    """A card can be played in the rooms that it names."""
    for room in range(rules.rooms):
        if rules.rooms_of[kind] >> room & 1:
            mind.goal[room] += worth


@kernel
def look_for_goals(rules, state, mind, seat):
    """What each room is worth to a player who stands there."""
    for room in range(ROOMS):
        mind.goal[room] = 0.0
    if mind.treasures[seat] > 0:
        mind.goal[rules.home] += HOME + 2.0 * mind.treasures[seat]
    for card in range(rules.cards):
        kind, place = rules.kind_of[card], state.place[card]
        if place == HAND + seat:
            if rules.type_of[kind] == TREASURE:
                add_goal(rules, mind, kind, FIND)
            elif rules.type_of[kind] != REACTION and not rules.everywhere[kind]:
                add_goal(rules, mind, kind, FIND if fetches_treasure(rules, kind) else KEEPER)
        elif place == CARRIED + seat and rules.use_room[kind] >= 0:
            mind.goal[rules.use_room[kind]] += FIND


@kernel
def fetches_treasure(rules, kind):
    """Tell whether a card acquires a treasure."""
    for i in range(EFFECTS):
        effect = rules.program[kind, 0, i, 0]
        if effect == g.E_ACQUIRE or effect == g.E_ACQUIRE_ANYWHERE:
            if rules.type_of[rules.program[kind, 0, i, 1]] == TREASURE:
                return True
    return False


@kernel
def consider(rules, state, mind):
    """Bring a mind up to date with a position: what each room promises to the player who decides."""
    if state.result != RUNNING:
        return
    count_treasures(rules, state, mind)
    look_for_goals(rules, state, mind, state.decides)
    for room in range(rules.rooms):
        best = 0.0
        for other in range(rules.rooms):
            far = rules.distance[room, other]
            if far < FAR and mind.goal[other] > 0.0:
                best = max(best, mind.goal[other] - mind.character[HASTE] * far)
        mind.promise[room] = best


@kernel
def gain(state, mind, room):
    """What going to a room brings the player who decides."""
    here = state.room[state.decides]
    return mind.promise[room] - mind.promise[here] if here != NO_ROOM else 0.0


@kernel
def harm(mind, seat, treasures):
    """What it is worth to take treasures from another player, or the time for them."""
    return mind.character[SPITE] * treasures * (2.0 + 4.0 * mind.danger[seat])


# ---- single cards


@kernel
def worth_in_hand(rules, state, mind, kind):
    """What a card in the hand is worth to its owner."""
    card_type = rules.type_of[kind]
    if card_type == TREASURE:
        return 5.0 if rules.rooms_of[kind] != 0 else 1.0
    if card_type == REACTION:
        return 1.2 * mind.character[THRIFT]
    if fetches_treasure(rules, kind):
        return 5.0
    return 1.5


@kernel
def advise_effect(rules, state, mind, effect, a, target, picked):
    """What one effect of an action is worth."""
    if effect == g.E_DIE:
        return 1.0 + harm(mind, target, mind.treasures[target] + 0.15 * state.held[HAND + target])
    if effect == g.E_DISCARD_PICKED or effect == g.E_DISCARD_CARD:
        return harm(mind, target, 1.0)
    if effect == g.E_ACQUIRE or effect == g.E_ACQUIRE_ANYWHERE:
        return 9.0 if rules.type_of[a] == TREASURE and not has_it(rules, state, a) else -1.0
    if effect == g.E_TAKE_FROM_DISCARD:
        return worth_in_hand(rules, state, mind, picked) - 0.5 if picked >= 0 else -1.0
    if effect == g.E_ACQUIRE_ONE:
        return -1.0 if has_it(rules, state, picked) else KEEPER
    if effect == g.E_STEAL:
        return KEEPER + 0.5 * mind.character[SPITE]
    if effect == g.E_RUN:
        return best_within(rules, state, mind, a) - 1.0
    if effect == g.E_EXTRA_PLAY:
        return 1.0
    if effect == g.E_REVEAL:
        return DRAWING + 0.4
    if effect == g.E_TRIM:
        return 0.4 * mind.character[SPITE] * max(0, state.held[HAND + target] + state.held[CARRIED + target] - a)
    if effect == g.E_SCRAMBLE:
        return 0.3 * (mean_hand(state) - state.held[HAND + state.decides]) - 0.2
    if effect == g.E_DISCARD_ALL:
        return worth_of_loss(rules, state, mind, a)
    return 0.0


@kernel
def has_it(rules, state, kind):
    """Tell whether the player who decides has a card in front, or deposited."""
    for card in range(rules.cards):
        place = state.place[card]
        if rules.kind_of[card] == kind and (place == CARRIED + state.decides or place == DEPOSITED + state.decides):
            return True
    return False


@kernel
def mean_hand(state):
    """How many cards a hand holds on average."""
    total = 0.0
    for seat in range(state.players):
        total += state.held[HAND + seat]
    return total / state.players


@kernel
def best_within(rules, state, mind, steps):
    """The best that can be reached in a few moves."""
    here, best = state.room[state.decides], 0.0
    for room in range(rules.rooms):
        if rules.distance[here, room] <= steps:
            best = max(best, mind.promise[room] - mind.promise[here])
    return best


@kernel
def worth_of_loss(rules, state, mind, creator):
    """What it is worth when all discard the treasures of one creator."""
    total = 0.0
    for card in range(rules.cards):
        place, kind = state.place[card], rules.kind_of[card]
        if CARRIED <= place < CARRIED + PLAYERS and rules.creator[kind] == creator:
            seat = place - CARRIED
            total += -7.0 if seat == state.decides else harm(mind, seat, 1.0)
    return total - 1.0


@kernel
def advise_program(rules, state, mind, kind, target, picked):
    """What the effects of an action are worth together."""
    here, total = state.room[state.player], 0.0
    for i in range(EFFECTS):
        effect, a, b = rules.program[kind, 0, i, 0], rules.program[kind, 0, i, 1], rules.program[kind, 0, i, 2]
        if effect == g.E_WARP:
            total += gain(state, mind, b if here == a else a)
        elif effect != 0:
            total += advise_effect(rules, state, mind, effect, a, target, picked)
    return total


@kernel
def advise_play(rules, state, mind, about):
    """How good it is to play a card."""
    kind, target, picked = about % TARGET, about // TARGET % (PICK // TARGET) - 1, about // PICK - 1
    if rules.type_of[kind] == TREASURE:
        return 14.0
    if rules.rooms_of[kind] != 0 and rules.program[kind, 0, 0, 0] == 0:
        return KEEPER + 0.5
    if rules.use[kind] != 0:
        return KEEPER + 1.0
    return advise_program(rules, state, mind, kind, target, picked)


# ---- reactions


@kernel
def advise_cancel(rules, state, mind):
    """How good it is to cancel the card that waits."""
    top = state.depth - 1
    owner, kind, seat = state.owner[top], rules.kind_of[state.card[top]], state.decides
    if owner == seat:
        return -9.0
    if state.target[top] == seat:
        return 3.0 + 2.0 * mind.treasures[seat]
    if rules.type_of[kind] == REACTION:
        is_mine = (top > 0 and state.owner[top - 1] == seat) or (top == 0 and state.player == seat)
        return 2.0 + 2.0 * mind.treasures[seat] if is_mine else 0.0
    if rules.type_of[kind] == TREASURE or fetches_treasure(rules, kind):
        return harm(mind, owner, 1.0)
    return 0.5 * mind.character[SPITE]


@kernel
def advise_block(rules, state, mind, kind):
    """How good it is to answer a move."""
    seat, mover = state.decides, state.player
    trigger = rules.trigger[kind, 0]
    if trigger == g.ON_OTHERS_MOVE:
        return gain(state, mind, state.move_to) - 1.0
    if trigger == g.ON_OWN_MOVE:
        return -1.0
    if seat == mover:
        return -9.0
    nearer = rules.distance[state.move_from, rules.home] - rules.distance[state.move_to, rules.home]
    return harm(mind, mover, mind.treasures[mover]) * (1.0 if nearer > 0 else 0.3) + 0.3 * mind.character[SPITE]


@kernel
def advise_reaction(rules, state, mind, kind):
    """How good it is to react, against keeping the card."""
    worth = advise_cancel(rules, state, mind) if state.depth > 0 else advise_block(rules, state, mind, kind)
    return worth - 1.5 * mind.character[THRIFT]


@kernel
def advise_crossing(rules, state, mind, lost):
    """How good it is to give something up for a move."""
    return gain(state, mind, state.move_to) + 1.5 - lost


@kernel
def advise_choice(rules, state, mind, which):
    """How good an alternative is: staying, or going on without what is carried."""
    kind = rules.kind_of[state.card[state.depth - 1]]
    for i in range(EFFECTS):
        if rules.program[kind, which, i, 0] == g.E_BLOCK:
            return 0.0
    seat = state.decides
    return advise_crossing(rules, state, mind, 3.0 * mind.treasures[seat] + 0.5 * state.held[CARRIED + seat])


@kernel
def advise_use(rules, state, mind, kind):
    """How good it is to use a carried item."""
    if state.phase == REACTING:
        return advise_cancel(rules, state, mind) - mind.character[THRIFT]
    if rules.use[kind] == g.AT_START:
        return 8.0
    at_home = state.room[state.decides] == rules.home
    return 6.0 if at_home and mind.treasures[state.decides] > state.plays else -1.0


# ---- what bots ask for


@kernel
def advise(rules, state, mind, action):
    """How good an action looks to a mind that has considered the position; higher is better.

    Parameters
    ----------
    rules, state, mind : records
    action : int
        A legal one.

    Returns
    -------
    float
    """
    kind, about = action >> SHIFT, action & ABOUT
    if kind == A_MOVE:
        return gain(state, mind, about) - 0.1
    if kind == A_PLAY:
        if state.phase == REACTING:
            return advise_reaction(rules, state, mind, about % TARGET)
        return advise_play(rules, state, mind, about)
    if kind == A_DEPOSIT:
        return 50.0
    if kind == A_DRAW:
        return DRAWING if state.held[HAND + state.decides] < rules.hand_limit else 0.3
    if kind == A_NOTHING:
        return -0.3
    if kind == A_DISCARD or kind == A_DROP:
        worth = worth_in_hand(rules, state, mind, about)
        return -worth if kind == A_DISCARD else -worth - 3.0
    return advise_rest(rules, state, mind, kind, about)


@kernel
def advise_rest(rules, state, mind, kind, about):
    """How good a rarer action looks."""
    if kind == A_USE:
        return advise_use(rules, state, mind, about)
    if kind == A_REVEAL:
        return 5.0
    if kind == A_PAY:
        is_treasure = rules.type_of[about % TARGET] == TREASURE
        return advise_crossing(rules, state, mind, (5.0 if about >= TARGET else 8.0) if is_treasure else KEEPER)
    if kind == A_CHOOSE:
        return advise_choice(rules, state, mind, about)
    if kind == A_WARP:
        return gain(state, mind, about)
    return 0.0


@kernel
def strength(rules, state, mind, seat):
    """What a player has brought together, in treasures."""
    total = near_winning(rules, state, mind, seat) * rules.deposits_to_win
    for card in range(rules.cards):
        if state.place[card] == HAND + seat:
            total += 0.16 if rules.type_of[rules.kind_of[card]] == TREASURE else 0.03
    return total + 0.03 * state.held[CARRIED + seat]


@kernel
def value(rules, state, mind, seat):
    """What a position is worth to a player, from 0 to 1: about the chance to win.

    Parameters
    ----------
    rules, state, mind : records
    seat : int
    """
    if state.result != RUNNING:
        return 1.0 if state.result == SEAT_1 + seat else 0.0
    count_treasures(rules, state, mind)
    mine, total = 0.0, 0.0
    for other in range(state.players):
        share = np.exp(STEEP * strength(rules, state, mind, other))
        total += share
        if other == seat:
            mine = share
    return min(max(mine / total, 0.01), 0.98)


@kernel
def clock(state):
    """How far the game is, in rounds: playouts are cut by it."""
    return state.round_number
