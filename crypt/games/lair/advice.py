"""Advice for bots: how good an action looks, and what a position is worth. No rule stands here.

A bot's `MIND` holds a small copy of the board, and what either side has to do there; of that a move changes little, which is
all that is counted anew for it. All is seen from the adventurers: what is good for them is bad for the dragon. The unit is a
turn.
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
    SPACES,
    STALLED,
    TREASURES,
)

FEAR, GREED, HASTE = range(3)
# What a character values: how much an adventurer in reach of the dragon weighs, treasures on their way, and the hoard.
CHARACTERS = {"greedy": (4.0, 3.0, 1.0)}
DRAWN = 0.5  # of the choices in a playout; see `bots.source`
OVER = 100.0  # what a won game is worth, in turns
LOSS = 1.5  # of an adventurer, against one that will surely be taken
NEARNESS = 0.1  # what it weighs that the dragon is near, but not in reach
STEEPNESS = 0.35  # how fast a lead in turns becomes a sure win
NEVER = 99  # the movement to what cannot be
FAR = 10_000  # more than any movement
NOBODY, NOTHING = -1, -1

MIND = np.dtype(
    [
        ("lair_mind", "u1"),
        ("stamp", "i8"),  # 0: nothing has been considered yet
        ("place", "i1", (PIECES,)),
        ("alive", "i1"),
        ("stash", "i1"),
        ("lying", "i1", (TREASURES,)),  # the spaces of the treasures on the board
        ("count", "i1"),
        # by treasure: how far off the nearest adventurer is, and the next one, who is the nearest, and the way to the edge
        ("nearest", "i4", (TREASURES,)),
        ("second", "i4", (TREASURES,)),
        ("whose", "i4", (TREASURES,)),
        ("haul", "i4", (TREASURES,)),
        ("least", "i4", (TREASURES,)),  # for adding up the least of some costs
        ("thefts", "i4"),  # the movement that the adventurers still need
        ("hoards", "i4"),  # twice that of the dragon
        ("lead", "f8"),  # how many turns the adventurers are ahead
        ("fright", "f8", (SPACES,)),  # what it weighs that the dragon is so far off
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
    take_stock(rules, mind)
    mind.lead = lead(rules, mind)


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
    """Work out what the dice give: the average of each side, and what it weighs that the dragon is so far off."""
    for seat in range(2):
        total = 0.0
        for i in range(rules.die_faces[seat]):
            total += rules.die[seat, i]
        mind.pace[seat] = 2.0 * total / rules.die_faces[seat]
    n = rules.die_faces[1]
    for far in range(rules.spaces):
        mind.fright[far] = 0.0
    for i in range(n):
        for j in range(n):
            for far in range(min(rules.die[1, i] + rules.die[1, j] + 1, rules.spaces)):
                mind.fright[far] += 1.0
    for far in range(rules.spaces):
        mind.fright[far] = mind.fright[far] / (n * n) + NEARNESS / (1.0 + far)


# ---- what there is to do on either side, in movement


@kernel
def take_stock(rules, mind):
    """Find who is nearest to each treasure, and what either side has to do."""
    for i in range(mind.count):
        find_nearest(rules, mind, i)
    mind.thefts = thefts_left(rules, mind, NOBODY, CENTRE, NOTHING)
    mind.hoards = hoards_left(rules, mind, mind.place[DRAGON], CENTRE, NOTHING)


@kernel
def find_nearest(rules, mind, i):
    """Find the adventurer that is nearest to a treasure, and how far off the next one is."""
    space = np.int64(mind.lying[i])
    nearest, second, whose = NEVER, NEVER, NOBODY
    for adventurer in range(rules.adventurers):
        if mind.place[adventurer] != GONE:
            far = np.int64(rules.distance[mind.place[adventurer], space])
            if far < nearest:
                nearest, second, whose = far, nearest, adventurer
            elif far < second:
                second = far
    mind.nearest[i], mind.second[i], mind.whose[i] = nearest, second, whose
    mind.haul[i] = haul(rules, space)


@kernel
def haul(rules, space):
    """The movement that it takes to bring a treasure from a space to the edge."""
    return np.int64(rules.carry_cost) * max(np.int64(rules.to_edge[space]), 1)


@kernel
def nearest_to(rules, mind, space):
    """How far the nearest adventurer is from a space."""
    nearest = NEVER
    for adventurer in range(rules.adventurers):
        if mind.place[adventurer] != GONE:
            nearest = min(nearest, np.int64(rules.distance[mind.place[adventurer], space]))
    return nearest


@kernel
def forget_costs(mind, wanted):
    """Begin to look for the least so many of some costs."""
    for j in range(wanted):
        mind.least[j] = FAR


@kernel
def keep_least(mind, wanted, cost):
    """Put a cost among the least so many, which are in order."""
    for j in range(wanted):  # without a branch, which would often be foretold wrongly
        kept = np.int64(mind.least[j])
        mind.least[j] = min(kept, cost)
        cost = max(kept, cost)


@kernel
def sum_of_least(mind, kept):
    """The sum of the costs that were kept."""
    total = 0
    for i in range(kept):
        total += mind.least[i]
    return total


@kernel
def thefts_left(rules, mind, piece, target, taken):
    """The movement that the adventurers need until enough is in the stash, if a piece goes elsewhere, or takes a treasure.

    A treasure costs the way of the nearest adventurer to it, and from there to the edge.
    """
    wanted = np.int64(rules.treasures_to_win) - mind.stash
    forget_costs(mind, wanted)
    for i in range(mind.count):
        if i == taken:
            cost = haul(rules, target) + (nearest_to(rules, mind, target) if piece == DRAGON else 0)
        else:
            far = np.int64(mind.second[i] if mind.whose[i] == piece else mind.nearest[i])
            if 0 <= piece < DRAGON:
                far = min(far, np.int64(rules.distance[target, mind.lying[i]]))
            cost = far + mind.haul[i]
        keep_least(mind, wanted, cost)
    return sum_of_least(mind, min(wanted, mind.count))


@kernel
def hoards_left(rules, mind, dragon, target, taken):
    """Twice the movement that the dragon needs until enough is in the centre, from some space, with a treasure elsewhere.

    The way to a treasure weighs half, as it is shared.
    """
    wanted = np.int64(rules.hoard_to_win)
    if mind.count < wanted:
        return 2 * NEVER
    forget_costs(mind, wanted)
    for i in range(mind.count):
        space, cost = target if i == taken else np.int64(mind.lying[i]), 0
        if space != CENTRE:
            cost = rules.distance[dragon, space] + 2 * np.int64(rules.carry_cost) * rules.distance[space, CENTRE]
        keep_least(mind, wanted, cost)
    return sum_of_least(mind, min(wanted, mind.count))


@kernel
def danger(rules, mind):
    """The adventurers that the dragon may take in its next turn, each with its chance; the more, the fewer are left."""
    total = 0.0
    for adventurer in range(rules.adventurers):
        place = mind.place[adventurer]
        if place != GONE:
            total += mind.fright[rules.distance[mind.place[DRAGON], place]]
    return total * rules.adventurers / max(mind.alive, 1)


# ---- how far the adventurers are ahead


@kernel
def lead(rules, mind):
    """How many turns the adventurers are ahead on the mind's board, of which stock has been taken."""
    hoard = 0
    for i in range(mind.count):
        hoard += mind.lying[i] == CENTRE
    if mind.stash >= rules.treasures_to_win:
        return OVER
    if mind.alive == 0 or hoard >= rules.hoard_to_win:
        return -OVER
    return balance(rules, mind, mind.thefts, mind.hoards)


@kernel
def balance(rules, mind, thefts, hoards):
    """How many turns the adventurers are ahead with so much to do on either side, with the fear of the dragon taken off."""
    return (
        mind.character[HASTE] * 0.5 * hoards / mind.pace[1]
        - mind.character[GREED] * thefts / mind.pace[0]
        - mind.character[FEAR] * (danger(rules, mind) + LOSS * (rules.adventurers - mind.alive))
    )


@kernel
def is_great(rules, state, mind, kind, piece, target):
    """Tell whether a move takes an adventurer or brings a treasure in: then stock has to be taken anew."""
    if kind == A_CARRY and (target == CENTRE or (piece != DRAGON and state.edge[target])):
        return True
    if piece != DRAGON:
        return target == mind.place[DRAGON]
    for adventurer in range(rules.adventurers):
        if mind.place[adventurer] == target:
            return True
    return False


@kernel
def make(rules, state, mind, kind, piece, target):
    """Make a move on the mind's board, as the rules would."""
    here = mind.place[piece]
    mind.place[piece] = target
    if kind == A_CARRY:
        i = find_treasure(mind, here)
        mind.lying[i] = target
        if piece != DRAGON and state.edge[target]:
            mind.stash += 1
            mind.count -= 1
            mind.lying[i] = mind.lying[mind.count]
    for adventurer in range(rules.adventurers):
        if mind.place[adventurer] == mind.place[DRAGON]:
            mind.place[adventurer] = GONE
            mind.alive -= 1


@kernel
def find_treasure(mind, space):
    """The first treasure that lies on a space where one does."""
    i = 0
    while mind.lying[i] != space:
        i += 1
    return i


@kernel
def lead_after(rules, state, mind, kind, piece, target):
    """How many turns the adventurers are ahead after a move; the mind's board is left as it was."""
    if is_great(rules, state, mind, kind, piece, target):
        make(rules, state, mind, kind, piece, target)
        take_stock(rules, mind)
        after = lead(rules, mind)
        look(state, mind)
        take_stock(rules, mind)
        return after
    here = mind.place[piece]
    taken = find_treasure(mind, here) if kind == A_CARRY else NOTHING
    thefts, hoards = mind.thefts, mind.hoards
    if piece != DRAGON or kind == A_CARRY:
        thefts = thefts_left(rules, mind, piece, target, taken)
    if piece == DRAGON or kind == A_CARRY:
        hoards = hoards_left(rules, mind, target if piece == DRAGON else mind.place[DRAGON], target, taken)
    mind.place[piece] = target
    after = balance(rules, mind, thefts, hoards)
    mind.place[piece] = here
    return after


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
    gain = lead_after(rules, state, mind, action >> 16, action // PIECE % PIECE, action % PIECE) - mind.lead
    return gain if state.seat == ADVENTURERS_SEAT else -gain


@kernel
def value(rules, state, mind, seat):
    """What a position is worth to a seat, from 0 to 1.

    Parameters
    ----------
    rules, state, mind : records
    seat : int
    """
    if state.result == STALLED:
        return 0.5
    if state.result != RUNNING:
        worth = 1.0 if state.result == ADVENTURERS_WON else 0.0
    else:
        consider(rules, state, mind)
        worth = 0.02 + 0.96 / (1.0 + np.exp(-STEEPNESS * mind.lead))
    return worth if seat == ADVENTURERS_SEAT else 1.0 - worth


@kernel
def clock(state):
    """How far the game is, in rounds: playouts are cut by it."""
    return state.turns // 2
