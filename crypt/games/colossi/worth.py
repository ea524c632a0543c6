"""What a position is worth: the chance that the party clears this floor, and what then remains. No rule stands here.

The weights are those of two logistic regressions, on 87,000 positions of 2,000 games of 1 to 4 heroes that `greedy` played,
in half of them with one random action in twelve.
"""

import numpy as np

from ...core.jit import kernel
from . import events as ev
from .combat import foe_die, hero_die, larger_die, smaller_die
from .mind import EXIT, NO_WAY, framed, frontier, tiles_to_exit, ways_into_exit
from .state import (
    DEAD,
    DODGE,
    DODGE_POTION,
    HEALTH,
    KEY,
    ON_FLOOR,
    POTION,
    SHIELD,
    SKILL,
    SKILL_POTION,
    SWORD,
)

FAR = 100  # costs beyond it say nothing more
LONG = 100  # so do rounds
THIS_FLOOR = (-0.55, 0.0, 0.29, 0.51)  # what the number of heroes adds
OTHER_FLOORS = (-0.89, 0.0, 0.48, 0.47)


@kernel
def chance_of(mine, theirs, edge):
    """The chance that one die plus an edge is at least another die."""
    below = min(max(theirs - edge, 0), mine)  # rolls that do not always win
    return (below * (below + 1) // 2 + below * edge + (mine - below) * theirs) / (mine * theirs)


@kernel
def chance_to_win(rules, state, hero, foe):
    """The chance that a hero's total is at least the foe's (COL-25)."""
    return chance_of(hero_die(rules, state, hero), foe_die(rules, state, hero, foe), edge_of(state, hero))


@kernel
def edge_of(state, hero):
    """What a hero's sword and shield add."""
    return np.int64(state.held[hero, SWORD]) + np.int64(state.held[hero, SHIELD])


@kernel
def chance_with_potions(rules, state, hero):
    """The same against the boss, if the hero drinks what it has for that."""
    mine, theirs = hero_die(rules, state, hero), foe_die(rules, state, hero, ev.FOE_BOSS)
    if state.held[hero, POTION + SKILL_POTION] > 0 and state.effect[hero, SKILL] == 0:
        mine = larger_die(rules, mine)
    if state.held[hero, POTION + DODGE_POTION] > 0 and state.effect[hero, DODGE] == 0:
        theirs = smaller_die(rules, theirs)
    return chance_of(mine, theirs, edge_of(state, hero))


@kernel
def logistic(x):
    """A chance from its log odds."""
    return 1.0 / (1.0 + np.exp(-x))


@kernel
def worth(rules, state, mind, has_key):
    """The share of all floors that the party will have cleared in the end.

    Parameters
    ----------
    rules, state, mind : records
        The mind's map of the ways to the exit is drawn.
    has_key : bool
        Whether the party can open the door.

    Returns
    -------
    float
    """
    alive, hp, edge, health = 0, 0, 0, 0
    for hero in range(state.players):
        if state.where[hero] != DEAD:
            alive += 1
            hp += state.hp[hero]
            edge += edge_of(state, hero)
            health += state.held[hero, POTION + HEALTH]
    share = 1.0 / state.players
    alive_share, hp_share, edge_share = alive * share, hp * share / rules.max_hp, edge * share / 6.0
    x = THIS_FLOOR[state.players - 1] + 0.87 + 0.86 * hp_share + 0.83 * alive_share + 0.31 * edge_share
    x -= 0.5 * (alive == 1) + 1.66 * min(state.round_number, LONG) / LONG
    x += way_worth(state, mind, has_key) + key_worth(rules, state, mind, has_key)
    y = OTHER_FLOORS[state.players - 1] - 0.18 + 0.47 * hp_share + 0.39 * alive_share + 0.82 * edge_share
    y += 0.17 * health * share + 0.37 * (state.floor == 2)
    others = (rules.floors - state.floors_cleared - 1) * logistic(y)
    return (state.floors_cleared + logistic(x) * (1.0 + others)) / rules.floors


@kernel
def way_worth(state, mind, has_key):
    """What the ways to the exit add to the log odds: how far it is, and whether it can still be blocked."""
    nearest, tiles, lost = NO_WAY, NO_WAY, 0
    for hero in range(state.players):
        if state.where[hero] == ON_FLOOR:
            cost = np.int64(mind.cost[EXIT, framed(state.cell[hero])])
            lost += cost >= NO_WAY
            tiles = min(tiles, tiles_to_exit(mind, state.cell[hero]))
            if state.door_open or not has_key or state.held[hero, KEY] > 0:
                nearest = min(nearest, cost)
    x = -1.5 * lost / state.players - (1.84 if has_key else 0.84) * min(nearest, FAR) / 50.0
    if has_key and nearest >= NO_WAY:
        x -= 0.92
    if 0 < tiles < NO_WAY:
        ways = ways_into_exit(state, mind)
        x -= 0.93 + 0.75 * min(tiles, 10) / 5.0
        x -= 1.17 if ways <= 1 else (0.59 if ways == 2 else 0.0)
    return x


@kernel
def key_worth(rules, state, mind, has_key):
    """What a key, or where one may be found, adds to the log odds."""
    if has_key:
        return 1.15 + 0.95 * state.door_open
    x = 1.23 * np.log(1.0 + frontier(state, mind)) / 3.0
    return x - 0.49 if mind.keys > 0 else x - 0.57 * state.boss_hp / rules.boss_hp
