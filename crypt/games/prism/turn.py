"""The turn: movement, what each action does, when a turn and the game end.

`start`, `actor`, `is_over`, `step`, `hide` and `deal` at the end are what the core asks for.
"""

from ...core import chance
from ...core.chance import DRAWS
from ...core.jit import kernel
from ...core.trace import clear, note
from . import events as ev
from .cards import count_carried, free_misc, has_horse
from .collecting import (
    arrange,
    drop,
    heal,
    leave_horse,
    make_room,
    place,
    send,
    share,
    take_horse,
    take_next,
    trade,
    wear,
)
from .combat import battle, flee, lose, meet
from .moves import can_enter, entry_cost, legal
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
    CELLS,
    FACE_DOWN,
    FIELD,
    KINDS,
    MEETING,
    MONSTERS,
    MOVING,
    NO_MONSTER,
    OVER,
    PLAYERS,
    RUNNING,
    STALLED,
    TERRAINS,
    WON,
)

# ---- turns


@kernel
def begin_turn(rules, state):
    """A turn begins, with more points for who has a horse (PRI-08, PRI-09)."""
    state.turns += 1
    state.points = rules.horse_movement if has_horse(state, state.player) else rules.movement
    state.phase = MOVING
    state.decides = state.player
    for seat in range(PLAYERS):
        state.exchanges[seat] = 0


@kernel
def tell_turn(state, trace):
    """Write down that a turn has begun."""
    mounted = 1 if has_horse(state, state.player) else 0
    note(trace, ev.TURN_BEGINS, state.player, state.round_number, state.points, mounted)


@kernel
def end_turn(rules, state, trace):
    """The next player's turn begins, unless the limit of rounds is reached (PRI-31, rulings `first_turn`, `round_limit`)."""
    state.arranged = 0
    state.player = (state.player + 1) % state.players
    if state.player == state.first:
        if rules.round_limit > 0 and state.round_number >= rules.round_limit:
            end_game(state, trace, STALLED)
            return
        state.round_number += 1
    begin_turn(rules, state)
    tell_turn(state, trace)


@kernel
def end_game(state, trace, result):
    """The game is over (PRI-01)."""
    state.result = result
    state.phase = OVER
    note(trace, ev.GAME_ENDS, -1, result)


# ---- movement


@kernel
def go(rules, state, trace, direction):
    """The pawn enters the next tile; a monster there ends the movement (PRI-08, PRI-11)."""
    here = state.pawn[state.player]
    tile = rules.near[here, direction]
    cost = entry_cost(rules, state, tile)
    state.points -= cost
    state.pawn[state.player] = tile
    note(trace, ev.MOVES, state.player, rules.label[here], rules.label[tile], cost, state.points)
    if state.monster[tile] != NO_MONSTER:
        meet(rules, state, trace, tile)


# ---- all actions


@kernel
def carry_out(rules, state, trace, action):
    """Do what an action says."""
    kind, about = action >> 16, action & 0xFFFF
    if kind == A_STEP:
        go(rules, state, trace, about)
    elif kind == A_STOP:
        share(state)
    elif kind == A_ATTACK:
        battle(rules, state, trace, False)
    elif kind == A_FLEE:
        flee(rules, state, trace)
    elif kind == A_END:
        end_turn(rules, state, trace)
    elif kind == A_PLACE:
        place(rules, state, trace, about)
    elif kind == A_DISCARD:
        drop(rules, state, trace, state.player, state.hand)
        take_next(rules, state, trace)
    elif kind == A_LOSE:
        lose(rules, state, trace, about)
    elif kind == A_TRADE:
        trade(rules, state, trace, about)
    else:
        carry_out_rest(rules, state, trace, kind, about)


@kernel
def carry_out_rest(rules, state, trace, kind, about):
    """Do what a rarer action says."""
    if kind == A_TAKE_HORSE:
        take_horse(rules, state, trace, about)
    elif kind == A_LEAVE_HORSE:
        leave_horse(rules, state, trace)
    elif kind == A_HEAL:
        heal(rules, state, trace, about)
    elif kind == A_SEND:
        send(rules, state, trace, about)
    elif kind == A_MAKE_ROOM:
        make_room(rules, state, trace, about)
    elif kind == A_WEAR:
        wear(rules, state, trace, about)
    elif kind == A_STOW:
        arrange(state, trace, about, free_misc(state, state.player), about)


@kernel
def look_for_the_end(rules, state, trace):
    """Count the crystals on cards; with all of them the game is won at once (PRI-01)."""
    carried = count_carried(state)
    if carried == state.carried:
        return
    state.carried = carried
    note(trace, ev.CARRIED, state.player, carried, state.round_number)
    if carried >= rules.crystals_to_win:
        end_game(state, trace, WON)


@kernel
def can_go_on(rules, state):
    """Tell whether the pawn can enter another tile."""
    here = state.pawn[state.player]
    if state.points >= rules.highest_cost:
        return True
    for direction in range(6):
        if can_enter(rules, state, rules.near[here, direction]):
            return True
    return False


@kernel
def settle(rules, state, trace):
    """Go on by itself while only one thing can be done."""
    while state.phase != OVER and state.phase != MEETING:
        if state.phase == MOVING and can_go_on(rules, state):
            break
        if legal(rules, state, state.few[:]) > 1:
            break
        carry_out(rules, state, trace, state.few[0])
        if state.phase != OVER:
            look_for_the_end(rules, state, trace)
    state.few[0] = 0
    state.few[1] = 0


# ---- what the core asks for


@kernel
def lay_land(rules, state):
    """Shuffle the tiles round the house, and lay monsters and treasures on those with an X (PRI-02 to PRI-04)."""
    tile = 0
    for terrain in range(len(TERRAINS)):
        for i in range(rules.tiles[terrain] - (1 if terrain == FIELD else 0)):
            if tile == rules.house:
                tile += 1
            state.terrain[tile] = terrain
            state.marked[tile] = 1 if i < rules.with_x[terrain] else 0
            tile += 1
    left = rules.cells - 1
    for i in range(rules.cells - 1):
        j = i + chance.below(state, DRAWS, left - i)
        one = i if i < rules.house else i + 1
        other = j if j < rules.house else j + 1
        state.terrain[one], state.terrain[other] = state.terrain[other], state.terrain[one]
        state.marked[one], state.marked[other] = state.marked[other], state.marked[one]
    state.terrain[rules.house] = FIELD
    for tile in range(CELLS):
        if state.marked[tile]:
            state.monster[tile] = FACE_DOWN
            state.covered[tile] = 1


@kernel
def start(rules, state, seed):
    """Lay the game out (PRI-01 to PRI-07). `state.players` is set before.

    Parameters
    ----------
    rules : RULES record
    state : STATE record
        All zero but for `players`.
    seed : uint64
    """
    chance.set_seed(state, seed)
    state.prism = 1
    state.side = rules.side
    state.misc = rules.misc
    lay_land(rules, state)
    for monster in range(len(MONSTERS)):
        state.unseen_monsters[monster] = rules.monsters[monster]
    for kind in range(KINDS):
        state.unseen[kind] = rules.treasures[kind]
    for seat in range(state.players):
        state.pawn[seat] = rules.house
    state.first = rules.first_turn
    state.player = state.first
    state.round_number = 1
    state.receiver = -1
    begin_turn(rules, state)
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
        tell_turn(state, trace)
    note(trace, ev.DECIDES, state.decides, action)
    carry_out(rules, state, trace, action)
    if state.phase != MOVING:
        look_for_the_end(rules, state, trace)
    settle(rules, state, trace)


@kernel
def hide(state, seat):
    """Mask what a seat does not know: the dice to come, and what will be turned up; nothing else is hidden in the record."""
    chance.hide(state)


@kernel
def deal(state, key):
    """Fill a masked position anew: other dice, other pieces face down."""
    chance.set_seed(state, key)
