"""Advice for bots: how good an action looks, and what a position is worth. No rule stands here.

A bot's `MIND` holds a small copy of the board, on which a move is made and taken back to compare what it leads to. All is
seen from the adventurers: what is good for them is bad for the dragon. The unit is a turn.
"""

import numpy as np

from ...core.jit import kernel
from .state import (
    A_CARRY,
    A_END,
    ADVENTURERS_SEAT,
    ADVENTURERS_WON,
    CENTRE,
    DRAGON,
    GONE,
    PIECE,
    PIECES,
    RUNNING,
    STALLED,
    TREASURES,
)

FEAR, GREED, HASTE = range(3)
# What a character values: how much an adventurer in reach of the dragon weighs, treasures on their way, and the hoard.
CHARACTERS = {"greedy": (4.0, 3.0, 1.0)}
SUMS = 2 * 9 + 1  # of two dice
OVER = 100.0  # what a won game is worth, in turns
LOSS = 1.5  # of an adventurer, against one that will surely be taken
NEARNESS = 0.1  # what it weighs that the dragon is near, but not in reach
STEEPNESS = 0.35  # how fast a lead in turns becomes a sure win

MIND = np.dtype(
    [
        ("lair_mind", "u1"),
        ("stamp", "i8"),  # 0: nothing has been considered yet
        ("place", "i1", (PIECES,)),
        ("alive", "i1"),
        ("stash", "i1"),
        ("lying", "i1", (TREASURES,)),  # the spaces of the treasures on the board
        ("count", "i1"),
        ("cost", "f4", (TREASURES,)),
        ("reach", "f4", (SUMS,)),  # the chance that the dragon rolls at least so much
        ("pace", "f4", (2,)),  # what each side's dice give on average
        ("character", "f4", (3,)),
    ],
    align=True,
)


@kernel
def consider(rules, state, mind):
    """Bring a mind up to date with a position."""
    if mind.stamp == 0:
        mind.stamp = 1
        know_dice(rules, mind)
    look(state, mind)


@kernel
def look(state, mind):
    """Copy pieces and treasures from the position."""
    for piece in range(PIECES):
        mind.place[piece] = state.place[piece]
    mind.alive, mind.stash = state.alive, state.stash
    mind.count = 0
    for space in range(state.spaces):
        for _ in range(state.treasure[space]):
            mind.lying[mind.count] = space
            mind.count += 1


@kernel
def know_dice(rules, mind):
    """Work out what the dice give: the average of each side, and how far the dragon comes."""
    for seat in range(2):
        total = 0.0
        for i in range(rules.die_faces[seat]):
            total += rules.die[seat, i]
        mind.pace[seat] = 2.0 * total / rules.die_faces[seat]
    n = rules.die_faces[1]
    for least in range(SUMS):
        hits = 0
        for i in range(n):
            for j in range(n):
                hits += rules.die[1, i] + rules.die[1, j] >= least
        mind.reach[least] = hits / (n * n)


@kernel
def sum_of_least(mind, wanted):
    """The sum of so many of the smallest costs; they are put in order."""
    for i in range(1, mind.count):
        cost, j = mind.cost[i], i
        while j > 0 and mind.cost[j - 1] > cost:
            mind.cost[j] = mind.cost[j - 1]
            j -= 1
        mind.cost[j] = cost
    total = 0.0
    for i in range(min(wanted, mind.count)):
        total += mind.cost[i]
    return total


@kernel
def theft_cost(rules, mind, space):
    """The movement that the nearest adventurer needs to bring a treasure to the edge."""
    nearest = 99.0
    for adventurer in range(rules.adventurers):
        if mind.place[adventurer] != GONE:
            nearest = min(nearest, 1.0 * rules.distance[mind.place[adventurer], space])
    return nearest + rules.carry_cost * max(rules.to_edge[space], 1)


@kernel
def hoard_cost(rules, mind, space):
    """The movement that the dragon needs to bring a treasure to the centre: the way there weighs half, as it is shared."""
    return 0.5 * rules.distance[mind.place[DRAGON], space] + rules.carry_cost * rules.distance[space, CENTRE]


@kernel
def thefts_left(rules, mind):
    """The movement that the adventurers need until enough is in the stash."""
    for i in range(mind.count):
        mind.cost[i] = theft_cost(rules, mind, mind.lying[i])
    return sum_of_least(mind, rules.treasures_to_win - mind.stash)


@kernel
def hoards_left(rules, mind):
    """The movement that the dragon needs until enough is in the centre."""
    wanted, count = rules.hoard_to_win, 0
    for i in range(mind.count):
        mind.cost[i] = hoard_cost(rules, mind, mind.lying[i]) if mind.lying[i] != CENTRE else 0.0
        count += 1
    return sum_of_least(mind, wanted) if count >= wanted else 99.0


@kernel
def danger(rules, mind):
    """The adventurers that the dragon may take in its next turn, each with its chance; the more, the fewer are left."""
    total = 0.0
    for adventurer in range(rules.adventurers):
        place = mind.place[adventurer]
        if place != GONE:
            far = rules.distance[mind.place[DRAGON], place]
            total += mind.reach[min(far, SUMS - 1)] + NEARNESS / (1.0 + far)
    return total * rules.adventurers / max(mind.alive, 1)


@kernel
def lead(rules, mind):
    """How many turns the adventurers are ahead, with the fear of the dragon taken off."""
    hoard = 0
    for i in range(mind.count):
        hoard += mind.lying[i] == CENTRE
    if mind.stash >= rules.treasures_to_win:
        return OVER
    if mind.alive == 0 or hoard >= rules.hoard_to_win:
        return -OVER
    return (
        mind.character[HASTE] * hoards_left(rules, mind) / mind.pace[1]
        - mind.character[GREED] * thefts_left(rules, mind) / mind.pace[0]
        - mind.character[FEAR] * (danger(rules, mind) + LOSS * (rules.adventurers - mind.alive))
    )


@kernel
def make(rules, state, mind, kind, piece, target):
    """Make a move on the mind's board, as the rules would."""
    here = mind.place[piece]
    mind.place[piece] = target
    if kind == A_CARRY:
        for i in range(mind.count):
            if mind.lying[i] == here:
                mind.lying[i] = target
                if piece != DRAGON and state.edge[target]:
                    mind.stash += 1
                    mind.count -= 1
                    mind.lying[i] = mind.lying[mind.count]
                break
    for adventurer in range(rules.adventurers):
        if mind.place[adventurer] == mind.place[DRAGON]:
            mind.place[adventurer] = GONE
            mind.alive -= 1


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
        How many turns it brings the side ahead whose turn it is.
    """
    if action >> 16 == A_END:
        return 0.0
    before = lead(rules, mind)
    make(rules, state, mind, action >> 16, action // PIECE % PIECE, action % PIECE)
    gain = lead(rules, mind) - before
    look(state, mind)
    return gain if state.seat == ADVENTURERS_SEAT else -gain


@kernel
def value(rules, state, mind, seat):
    """What a position is worth to a seat, from 0 to 1.

    Parameters
    ----------
    rules, state, mind : records
        The mind has considered the position.
    seat : int
    """
    if state.result == STALLED:
        return 0.5
    if state.result != RUNNING:
        worth = 1.0 if state.result == ADVENTURERS_WON else 0.0
    else:
        worth = 0.02 + 0.96 / (1.0 + np.exp(-STEEPNESS * lead(rules, mind)))
    return worth if seat == ADVENTURERS_SEAT else 1.0 - worth


@kernel
def clock(state):
    """How far the game is, in rounds: playouts are cut by it."""
    return state.turns // 2
