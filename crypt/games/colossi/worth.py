"""What a position is worth: the chance that the party clears this floor, and what then remains. No rule stands here.

The weights are those of two logistic regressions, on 87,000 positions of 2,000 games of 1 to 4 heroes that `greedy` played,
in half of them with one random action in twelve. They do not know of floors that can hardly be left any more: where only the
room of a living boss leads to the exit, or nobody has a key, the chance of what must happen first counts too.
"""

import numpy as np

from ...core.jit import kernel
from . import events as ev
from .combat import foe_die, hero_die, larger_die, smaller_die
from .heroes import cards_left
from .mind import (
    EXIT,
    FRAME,
    IS_EMPTY,
    IS_HELD,
    NO_WAY,
    OFFSETS,
    framed,
    frontier,
    tiles_to_exit,
    ways_into_exit,
)
from .state import (
    DEAD,
    DODGE,
    DODGE_POTION,
    EVENT_TILE,
    HEALTH,
    ITEMS,
    KEY,
    LOOT,
    MONSTER,
    ON_FLOOR,
    POTION,
    SHIELD,
    SKILL,
    SKILL_POTION,
    SWORD,
    WIDTH,
)

FAR = 100  # costs beyond it say nothing more
LONG = 100  # so do rounds
TROPHY, FIND = 0.1, 0.15  # the chances that a monster, or an event, brings a roll on the loot table
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
def is_behind_boss(state, mind):
    """Tell whether no hero has a way to the exit, with the room of a living boss shut."""
    if state.boss_hp == 0:
        return False
    for hero in range(state.players):
        if state.where[hero] == ON_FLOOR and mind.cost[EXIT, framed(state.cell[hero])] < NO_WAY:
            return False
    return True


@kernel
def chance_to_beat_boss(rules, state):
    """About the chance that the heroes on the floor beat the boss before it has taken all their hit points."""
    hp, hits = 0, 0.0
    for hero in range(state.players):
        if state.where[hero] == ON_FLOOR:
            hp += state.hp[hero]
            hits += state.hp[hero] * chance_with_potions(rules, state, hero)
    if hp == 0:
        return 0.0
    hit, total, term = hits / hp, 0.0, 1.0
    for misses in range(hp):  # before the last hit
        total += term
        term *= (1.0 - hit) * (state.boss_hp + misses) / (misses + 1)
    return total * hit ** np.int64(state.boss_hp)


@kernel
def chance_of_key(rules, state, mind):
    """About the chance that a key is found where the map of the exit, drawn to its end, says that heroes can go."""
    tiles, monsters = 0, 0
    for row in range(1, state.side + 1):
        for at in range(row * FRAME + 1, row * FRAME + 1 + np.int64(state.side)):
            if mind.cost[EXIT, at] < NO_WAY:
                if mind.keys > 0 and state.lying[row - 1, at - row * FRAME - 1] > 0:
                    return 1.0
                tiles += mind.ground[at] & IS_EMPTY > 0
                monsters += mind.ground[at] & IS_HELD > 0
    cards = 0
    for item in range(len(ITEMS)):
        cards += cards_left(rules, state, item)
    share = cards_left(rules, state, KEY) / max(cards, 1)
    tile = share * prizes(state)
    none = (1.0 - tile) ** min(tiles, np.int64(state.bag_count)) * (1.0 - share * TROPHY) ** monsters
    if is_boss_near(state, mind):
        none *= 1.0 - chance_to_beat_boss(rules, state)
    return 1.0 - none


@kernel
def is_boss_near(state, mind):
    """Tell whether the room of a living boss lies beside a cell from which a way leads to the exit."""
    if state.boss_hp == 0:
        return False
    at, sides = framed(state.boss_cell), state.sides[state.boss_cell // WIDTH, state.boss_cell % WIDTH]
    for direction in range(4):
        other = at + OFFSETS[direction]
        if sides >> direction & mind.ground[other] >> (direction ^ 2) & 1 and mind.cost[EXIT, other] < NO_WAY:
            return True
    return False


@kernel
def prizes(state):
    """The share of the tiles in the bag that bring loot, a chest's worth each."""
    loot = 0.0
    for shape in range(5):
        loot += state.bag[LOOT * 5 + shape]
        loot += TROPHY * state.bag[MONSTER * 5 + shape] + FIND * state.bag[EVENT_TILE * 5 + shape]
    return loot / max(np.int64(state.bag_count), 1)


@kernel
def logistic(x):
    """A chance from its log odds."""
    return 1.0 / (1.0 + np.exp(-x))


@kernel
def worth(rules, state, mind, has_key, hope):
    """The share of all floors that the party will have cleared in the end.

    Parameters
    ----------
    rules, state, mind : records
        The mind's map of the ways to the exit is drawn.
    has_key : bool
        Whether the party can open the door.
    hope : float
        The chance that what must happen before anybody can leave will happen; 1 where nothing stands in the way.

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
    return (state.floors_cleared + hope * logistic(x) * (1.0 + others)) / rules.floors


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
