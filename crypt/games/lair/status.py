"""What can be wrong with a position. The rules never lead there; a position that somebody made up may."""

from ...core.jit import kernel
from .state import (
    BY_CAPTURE,
    BY_HOARD,
    BY_STASH,
    CENTRE,
    DRAGON,
    GONE,
    PIECES,
    RUNNING,
    SPACES,
)

FLAGS = (
    "the treasures on the board and in the stash are not those of the ruleset",
    "a piece stands beside the board",
    "the dragon is not on the board",
    "the number of adventurers left is not that of those on the board",
    "an adventurer stands on the dragon's space",
    "there is no movement left, and the turn goes on",
    "the movement left is more than the dice gave",
    "the game is over and goes on, or has ended without a reason",
    "the board is not that of the ruleset",
)
TREASURES, PLACES, DRAGON_PLACE, ALIVE, TOGETHER, NO_MOVEMENT, MOVEMENT, END, BOARD = (1 << i for i in range(9))


@kernel
def status(rules, state):
    """Everything that is wrong with a position.

    Returns
    -------
    int
        0, or the sum of the flags above (`FLAGS` has their sentences in the same order).
    """
    return check_treasures(rules, state) | check_pieces(rules, state) | check_turn(rules, state) | check_end(rules, state)


@kernel
def check_treasures(rules, state):
    """Every treasure is exactly once somewhere, on a space of the board or in the stash."""
    flags, total = 0, state.stash
    for space in range(SPACES):
        total += state.treasure[space]
        if space >= state.spaces and state.treasure[space] > 0:
            flags |= PLACES
    if total != rules.treasures or state.stash < 0:
        flags |= TREASURES
    return flags


@kernel
def check_pieces(rules, state):
    """Pieces are on the board or gone; nobody stands with the dragon."""
    flags, alive = 0, 0
    if state.spaces != rules.spaces or state.adventurers != rules.adventurers:
        flags |= BOARD
    for piece in range(PIECES):
        place = state.place[piece]
        if place >= state.spaces or place < GONE:
            flags |= PLACES
        if piece < state.adventurers and place != GONE:
            alive += 1
            if place == state.place[DRAGON]:
                flags |= TOGETHER
        if state.adventurers <= piece < DRAGON and place != GONE:
            flags |= PLACES
    if state.place[DRAGON] == GONE:
        flags |= DRAGON_PLACE
    if alive != state.alive:
        flags |= ALIVE
    return flags


@kernel
def check_turn(rules, state):
    """A turn that goes on has movement left, and not more than was rolled."""
    flags = 0
    if state.result == RUNNING and state.movement <= 0:
        flags |= NO_MOVEMENT
    if state.movement > state.dice[0] + state.dice[1]:
        flags |= MOVEMENT
    return flags


@kernel
def check_end(rules, state):
    """The game has ended when and as LAIR-16 says."""
    ending = 0
    if state.stash >= rules.treasures_to_win:
        ending = BY_STASH
    elif state.alive == 0:
        ending = BY_CAPTURE
    elif state.treasure[CENTRE] >= rules.hoard_to_win:
        ending = BY_HOARD
    if ending > 0 and state.ending != ending:
        return END
    if (state.result == RUNNING) != (state.ending == 0):
        return END
    return 0
