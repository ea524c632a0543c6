"""The turn: dice, what each action does, when a turn and the game end.

`start`, `actor`, `is_over`, `step`, `hide` and `deal` at the end are what the core asks for.
"""

from ...core import chance
from ...core.chance import DICE
from ...core.jit import kernel
from ...core.trace import clear, note
from . import events as ev
from .moves import legal
from .state import (
    A_CARRY,
    A_END,
    ADVENTURERS_SEAT,
    ADVENTURERS_WON,
    BY_CAPTURE,
    BY_HOARD,
    BY_LIMIT,
    BY_STASH,
    CENTRE,
    DRAGON,
    DRAGON_SEAT,
    DRAGON_WON,
    GONE,
    NAMED_RING,
    PIECE,
    PIECES,
    RUNNING,
    STALLED,
)

# ---- turns


@kernel
def roll_die(rules, state):
    """Roll one die of the seat whose turn it is (LAIR-04, LAIR-05)."""
    return rules.die[state.seat, chance.below(state, DICE, rules.die_faces[state.seat])]


@kernel
def begin_turn(rules, state, seat):
    """A turn begins: two dice are rolled, and their sum is the movement number (LAIR-03 to LAIR-05)."""
    state.seat = seat
    state.turns += 1
    state.dice[0] = roll_die(rules, state)
    state.dice[1] = roll_die(rules, state)
    state.movement = state.dice[0] + state.dice[1]


@kernel
def tell_turn(state, trace):
    """Write down that a turn has begun, and its dice."""
    note(trace, ev.TURN_BEGINS, state.seat, state.turns, state.dice[0], state.dice[1], state.movement)


@kernel
def end_turn(rules, state, trace):
    """A turn ends, and the other side's begins, unless the limit of turns is reached (LAIR-03, ruling `turn_limit`)."""
    note(trace, ev.TURN_ENDS, state.seat, state.movement)
    if rules.turn_limit > 0 and state.turns >= rules.turn_limit:
        end_game(state, trace, STALLED, BY_LIMIT)
    else:
        begin_turn(rules, state, ADVENTURERS_SEAT + DRAGON_SEAT - state.seat)
        tell_turn(state, trace)


@kernel
def end_game(state, trace, result, ending):
    """The game is over (LAIR-16, LAIR-17)."""
    state.result = result
    state.ending = ending
    note(trace, ev.GAME_ENDS, -1, result, ending)


@kernel
def look_for_the_end(rules, state, trace):
    """The game ends with enough in the stash, no adventurer left, or enough in the centre, in this order (LAIR-16)."""
    if state.stash >= rules.treasures_to_win:
        end_game(state, trace, ADVENTURERS_WON, BY_STASH)
    elif state.alive == 0:
        end_game(state, trace, DRAGON_WON, BY_CAPTURE)
    elif state.treasure[CENTRE] >= rules.hoard_to_win:
        end_game(state, trace, DRAGON_WON, BY_HOARD)


# ---- moving


@kernel
def named(state, space):
    """A space as events name it: by ring and sector, so that they can be told without the board."""
    return int(state.ring[space]) * NAMED_RING + int(state.sector[space])


@kernel
def remove(state, trace, adventurer):
    """An adventurer is removed from the game (LAIR-12)."""
    space = state.place[adventurer]
    state.place[adventurer] = GONE
    state.alive -= 1
    note(trace, ev.CAPTURED, ADVENTURERS_SEAT, adventurer, named(state, space), state.alive)


@kernel
def move_dragon(state, trace, target, carries):
    """The dragon arrives: it removes all adventurers there; a treasure that it carries stays with it (LAIR-12, ruling
    `capture_carrying`)."""
    state.treasure[target] += carries
    for adventurer in range(state.adventurers):
        if state.place[adventurer] == target:
            remove(state, trace, adventurer)


@kernel
def move_adventurer(state, trace, piece, target, carries):
    """An adventurer arrives: at the dragon it is removed, on the edge its treasure goes to the stash (LAIR-11, LAIR-13)."""
    if state.place[DRAGON] == target:
        state.treasure[target] += carries
        remove(state, trace, piece)
    elif carries and state.edge[target]:
        state.stash += 1
        note(trace, ev.STASHES, ADVENTURERS_SEAT, piece, named(state, target), state.stash)
    else:
        state.treasure[target] += carries


@kernel
def move(rules, state, trace, kind, piece, target):
    """A piece moves to a neighbouring space, alone, which leaves a treasure behind, or together with one (LAIR-06, LAIR-07,
    LAIR-15)."""
    here = state.place[piece]
    carries = 1 if kind == A_CARRY else 0
    state.movement = max(state.movement - (rules.carry_cost if carries else 1), 0)
    state.treasure[here] -= carries
    state.place[piece] = target
    note(trace, ev.MOVES, state.seat, piece, named(state, here), named(state, target), carries, state.movement)
    if piece == DRAGON:
        move_dragon(state, trace, target, carries)
    else:
        move_adventurer(state, trace, piece, target, carries)
    if carries and target == CENTRE:
        note(trace, ev.HOARDS, state.seat, state.treasure[CENTRE])
    look_for_the_end(rules, state, trace)


@kernel
def carry_out(rules, state, trace, action):
    """Do what an action says."""
    if action >> 16 == A_END:
        end_turn(rules, state, trace)
    else:
        move(rules, state, trace, action >> 16, action // PIECE % PIECE, action % PIECE)


@kernel
def settle(rules, state, trace):
    """Go on by itself while there is no choice: a turn without a step ends, an only step is made (LAIR-08)."""
    while state.result == RUNNING:
        if state.movement <= 0:
            end_turn(rules, state, trace)
        elif rules.always_a_choice:
            return
        else:
            n = legal(rules, state, state.few[:])
            if n < 2:
                carry_out(rules, state, trace, state.few[0] if n == 1 else A_END << 16)
            for i in range(len(state.few)):
                state.few[i] = 0
            if n > 1:
                return


@kernel
def lay_board(rules, state):
    """Copy the board into the position (LAIR-02, LAIR-09)."""
    state.spaces = rules.spaces
    for space in range(rules.spaces):
        state.ring[space] = rules.ring[space]
        state.sector[space] = rules.sector[space]
        state.edge[space] = rules.edge[space]
        state.degree[space] = rules.degree[space]
        for i in range(rules.degree[space]):
            state.near[space, i] = rules.near[space, i]


# ---- what the core asks for


@kernel
def start(rules, state, seed):
    """Lay the game out, and roll for the adventurers (LAIR-01 to LAIR-04). `state.players` is set before.

    Parameters
    ----------
    rules : RULES record
    state : STATE record
        All zero but for `players`.
    seed : uint64
    """
    chance.set_seed(state, seed)
    state.lair = 1
    lay_board(rules, state)
    state.adventurers = rules.adventurers
    state.alive = rules.adventurers
    for piece in range(PIECES):
        state.place[piece] = rules.adventurer_space[piece] if piece < rules.adventurers else GONE
    state.place[DRAGON] = CENTRE
    for i in range(rules.treasures):
        state.treasure[rules.treasure_space[i]] += 1
    begin_turn(rules, state, ADVENTURERS_SEAT)
    state.first_roll = 1


@kernel
def actor(state):
    """The seat that decides now; -1 when the game is over."""
    return state.seat if state.result == RUNNING else -1


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
    if state.first_roll:
        state.first_roll = 0
        tell_turn(state, trace)
    note(trace, ev.DECIDES, state.seat, action)
    carry_out(rules, state, trace, action)
    settle(rules, state, trace)


@kernel
def hide(state, seat):
    """Mask what a seat does not know: only the dice to come are hidden in this game."""
    chance.hide(state)


@kernel
def deal(state, key):
    """Fill a masked position anew: other dice."""
    chance.set_seed(state, key)
