"""What may be done: for each kind of action the rule that forbids it.

`refusal` is the predicate, made of small questions. What can be done now is listed in `listing`, and what an action does
stands in `turn` and `playing`.
"""

from ...core.jit import kernel
from . import grammar as g
from .places import has
from .reactions import can_be_dragged, is_defender, is_immune, refuse_cancelling_use, refuse_reaction, victim_of
from .ruleset import LISTED
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
    AGAIN,
    BESIDE,
    CARRIED,
    DEFENDING,
    DISCARDING,
    DISCARDS,
    HAND,
    ITEM,
    MOVING,
    NO_ROOM,
    PAYING,
    PICK,
    PILE,
    PLAYING,
    REACTING,
    REACTION,
    RUNNING,
    RUNNING_ON,
    SHIFT,
    STARTING,
    TARGET,
    TREASURE,
    TRIMMING,
    WARPING,
)

# ---- the cave


@kernel
def carries_light(rules, state, seat):
    """Tell whether a player carries something that lights the room (CAVE-32)."""
    for card in range(rules.cards):
        if state.place[card] == CARRIED + seat and rules.light[rules.kind_of[card]]:
            return True
    return False


@kernel
def is_lit(rules, state, room):
    """Tell whether a room is lit: by itself, or by somebody there (CAVE-31, CAVE-32)."""
    if rules.lit[room]:
        return True
    for seat in range(state.players):
        if state.room[seat] == room and carries_light(rules, state, seat):
            return True
    return False


@kernel
def refuse_move(rules, state, room):
    """Why the token may not move to a room: no connection leads there (CAVE-07)."""
    if room >= rules.rooms:
        return 7
    return 0 if rules.joined[state.room[state.player], room] else 7


@kernel
def is_item(rules, kind):
    """Tell whether a card is an item; a treasure is one (CAVE-15)."""
    return rules.type_of[kind] == ITEM or rules.type_of[kind] == TREASURE


# ---- targets and what is declared


@kernel
def carries_type(rules, state, seat, wanted):
    """Tell whether a player carries a card of a type."""
    for card in range(rules.cards):
        if state.place[card] == CARRIED + seat and rules.type_of[rules.kind_of[card]] == wanted:
            return True
    return False


@kernel
def refuse_target(rules, state, kind, seat):
    """Why an action may not be played on a player (CAVE-18, CAVE-20, CAVE-34; ruling `dead_targets`)."""
    target = rules.target[kind]
    if not 0 <= seat < state.players or seat == state.player:
        return 18
    room = state.room[seat]
    if target & g.T_NOT_IN and (room == NO_ROOM or room == rules.target_room[kind]):
        return 34 if room == NO_ROOM else 18
    if target & g.T_DARK and (room == NO_ROOM or is_lit(rules, state, room)):
        return 34 if room == NO_ROOM else 32
    if target & g.T_CARRIES and not has(rules, state, rules.target_card[kind], CARRIED + seat):
        return 18
    if target & g.T_TREASURE and not carries_type(rules, state, seat, TREASURE):
        return 18
    if target & g.T_ITEM and not carries_type(rules, state, seat, ITEM):
        return 18
    return 20 if is_immune(rules, state, kind, seat) else 0


@kernel
def is_pick(rules, state, kind, target, picked):
    """Tell whether a card of a kind can be declared with an action (ruling `declared_first`)."""
    pick = rules.pick[kind]
    if pick == g.PICK_TREASURE:
        return rules.type_of[picked] == TREASURE and has(rules, state, picked, CARRIED + target)
    if pick == g.PICK_ITEM:
        return rules.type_of[picked] == ITEM and has(rules, state, picked, CARRIED + target)
    if pick == g.PICK_DISCARD:
        return rules.types_to_pick[kind] >> rules.type_of[picked] & 1 and has(rules, state, picked, DISCARDS)
    for i in range(LISTED):
        if rules.listed[kind, i] == picked:
            return True
    return False


@kernel
def has_pick(rules, state, kind, target):
    """Tell whether there is anything that can be declared with an action."""
    for picked in range(rules.kinds):
        if is_pick(rules, state, kind, target, picked):
            return True
    return False


@kernel
def refuse_pick(rules, state, kind, target, picked):
    """Why a card may not be declared with an action; without any there is none to declare (ruling `no_effect_play`)."""
    if rules.pick[kind] == g.NO_PICK:
        return 0 if picked < 0 else 18
    if picked < 0:
        return 18 if has_pick(rules, state, kind, target) else 0
    return 0 if picked < rules.kinds and is_pick(rules, state, kind, target, picked) else 18


# ---- playing cards


@kernel
def refuse_conditions(rules, state, kind):
    """Why an item may not be played for what the player carries (CAVE-17)."""
    for i in range(LISTED):
        needed, barred = rules.needs[kind, i], rules.barred[kind, i]
        if needed >= 0 and not has(rules, state, needed, CARRIED + state.player):
            return 17
        if barred >= 0 and has(rules, state, barred, CARRIED + state.player):
            return 17
    return 0


@kernel
def refuse_place_to_play(rules, state, kind):
    """Why a card may not be played in this room (CAVE-14, CAVE-16, CAVE-18)."""
    if rules.everywhere[kind]:
        return 0
    if rules.rooms_of[kind] == 0:
        return 16
    if rules.rooms_of[kind] >> state.room[state.player] & 1:
        return 0
    return 14 if is_item(rules, kind) else 18


@kernel
def refuse_kind(rules, state, kind):
    """Why a card of a kind may not be played as "play one" at all, whatever is declared with it."""
    if kind >= rules.kinds or not has(rules, state, kind, HAND + state.player):
        return 8
    if rules.type_of[kind] == REACTION:
        return 19
    if rules.forbidden[kind] and state.held[BESIDE] > 0:
        return 18
    rule = refuse_place_to_play(rules, state, kind)
    return rule if rule != 0 else refuse_conditions(rules, state, kind)


@kernel
def refuse_play(rules, state, about):
    """Why a card may not be played as "play one" (CAVE-08, CAVE-14 to CAVE-20)."""
    kind, target, picked = about % TARGET, about // TARGET % (PICK // TARGET) - 1, about // PICK - 1
    rule = refuse_kind(rules, state, kind)
    if rule != 0:
        return rule
    if rules.target[kind] == 0:
        if target >= 0:
            return 18
    else:
        rule = refuse_target(rules, state, kind, target)
        if rule != 0:
            return rule
    return refuse_pick(rules, state, kind, target, picked)


@kernel
def refuse_answer(rules, state, about):
    """Why a reaction may not be played (CAVE-19)."""
    kind, target, picked = about % TARGET, about // TARGET % (PICK // TARGET) - 1, about // PICK - 1
    if kind >= rules.kinds or not has(rules, state, kind, HAND + state.decides):
        return 19
    rule = refuse_reaction(rules, state, state.decides, kind)
    if rule != 0:
        return rule
    if picked >= 0:
        return 19
    if rules.trigger[kind, 0] == g.ON_OWN_MOVE and rules.target[kind] != 0:
        return 0 if can_be_dragged(state, target) else 19
    return 0 if target < 0 else 19


# ---- using what is carried


@kernel
def refuse_use(rules, state, kind):
    """Why a carried item may not be used now (CAVE-17, rulings `start_effects`, `bottle`)."""
    seat = state.decides
    if kind >= rules.kinds or not has(rules, state, kind, CARRIED + seat):
        return 17
    if state.phase == REACTING:
        return refuse_cancelling_use(rules, state, seat, kind)
    if rules.use[kind] != (g.AT_START if state.phase == STARTING else g.AT_PLAY):
        return 17
    if rules.use_room[kind] >= 0 and state.room[seat] != rules.use_room[kind]:
        return 17
    if rules.use_card[kind] >= 0 and not has(rules, state, rules.use_card[kind], CARRIED + seat):
        return 17
    return 0


@kernel
def refuse_deposit(rules, state, kind):
    """Why a treasure may not be deposited (CAVE-36)."""
    if state.room[state.player] != rules.home or kind >= rules.kinds or rules.type_of[kind] != TREASURE:
        return 36
    return 0 if has(rules, state, kind, CARRIED + state.player) else 36


@kernel
def refuse_draw(state):
    """Why no other card may be drawn: there is none (CAVE-03, ruling `no_cards`)."""
    return 0 if state.held[PILE] + state.held[DISCARDS] > 0 else 3


# ---- answers to what others play


@kernel
def waiting_kind(rules, state):
    """The kind of the card that waits for an answer."""
    return rules.kind_of[state.card[state.depth - 1]]


@kernel
def refuse_reveal(rules, state, kind):
    """Why an item may not be revealed as a defence (CAVE-21, CAVE-23)."""
    if kind >= rules.kinds or not has(rules, state, kind, HAND + state.decides):
        return 21
    if victim_of(rules, state, state.depth - 1) != state.decides:
        return 23
    return 0 if is_defender(rules, kind, waiting_kind(rules, state)) else 21


@kernel
def refuse_pay(rules, state, kind, place):
    """Why a card may not be given up for passing."""
    question = rules.question[waiting_kind(rules, state)]
    if kind >= rules.kinds or (question == g.PAY_TREASURE and rules.type_of[kind] != TREASURE):
        return 19
    if place == HAND and question != g.PAY_TREASURE:
        return 19
    return 0 if has(rules, state, kind, place + state.player) else 19


@kernel
def refuse_payment(rules, state, about):
    """Why a payment cannot be made; from the hand it counts `TARGET` more."""
    place = HAND if about >= TARGET else CARRIED
    return refuse_pay(rules, state, about % TARGET, place) if about < 2 * TARGET else 19


@kernel
def asks_for_payment(rules, state):
    """Tell whether the card that waits asks its victim for a card."""
    question = rules.question[waiting_kind(rules, state)]
    return question == g.PAY_TREASURE or question == g.PAY_CARRIED


# ---- all actions


@kernel
def suits(phase, kind):
    """Tell whether a kind of action is an answer to what is to be decided (CAVE-06, CAVE-11)."""
    if phase == PLAYING:
        return kind == A_PLAY or kind == A_DRAW or kind == A_MOVE or kind == A_DEPOSIT or kind == A_NOTHING or kind == A_USE
    if phase == MOVING or phase == RUNNING_ON:
        return kind == A_MOVE or kind == A_STAY
    if phase == REACTING:
        return kind == A_PASS or kind == A_PLAY or kind == A_USE
    if phase == DISCARDING:
        return kind == A_DISCARD
    if phase == DEFENDING:
        return kind == A_PASS or kind == A_REVEAL
    if phase == PAYING:
        return kind == A_PASS or kind == A_PAY or kind == A_CHOOSE
    if phase == TRIMMING:
        return kind == A_DISCARD or kind == A_DROP
    if phase == WARPING:
        return kind == A_STAY or kind == A_WARP
    if phase == AGAIN:
        return kind == A_NOTHING or kind == A_PLAY
    return phase == STARTING and (kind == A_NOTHING or kind == A_USE)


@kernel
def refusal(rules, state, action):
    """The number of the rule that forbids an action; 0 when it is allowed.

    Parameters
    ----------
    rules, state : records
    action : int

    Returns
    -------
    int
        14 for CAVE-14.
    """
    kind, about = action >> SHIFT, action & ABOUT
    if state.result != RUNNING:
        return 40
    if not suits(state.phase, kind):
        return 6
    if kind == A_PLAY:
        if state.phase == REACTING:
            return refuse_answer(rules, state, about)
        if state.phase == AGAIN and about % TARGET != state.again - 1:
            return 28
        return refuse_play(rules, state, about)
    if kind == A_MOVE:
        return refuse_move(rules, state, about)
    return refuse_rest(rules, state, kind, about)


@kernel
def refuse_rest(rules, state, kind, about):
    """The rule that forbids one of the rarer actions."""
    if kind == A_USE:
        return refuse_use(rules, state, about)
    if kind == A_DEPOSIT:
        return refuse_deposit(rules, state, about)
    if kind == A_REVEAL:
        return refuse_reveal(rules, state, about)
    if kind == A_DISCARD or kind == A_DROP:
        place = HAND if kind == A_DISCARD else CARRIED
        return 0 if about < rules.kinds and has(rules, state, about, place + state.decides) else 10
    if kind == A_WARP:
        is_offered = about < rules.rooms and state.warps >> about & 1 and about != state.room[state.player]
        return 0 if is_offered else 29
    if kind == A_PAY:
        return refuse_payment(rules, state, about) if asks_for_payment(rules, state) else 19
    if kind == A_CHOOSE:
        return 0 if not asks_for_payment(rules, state) and 1 <= about <= 2 else 19
    if about != 0:
        return 6
    if kind == A_DRAW:
        return refuse_draw(state)
    return 19 if kind == A_PASS and state.phase == PAYING and not asks_for_payment(rules, state) else 0
