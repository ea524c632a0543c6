"""Advice for bots: how good an action looks, and what a position is worth. No rule stands here.

A bot keeps its thoughts in a `MIND`: the goal that it has, and how far each cell is from it. Costs are in half moves: a
known tile costs 2, an empty cell 5 (exploring takes the whole turn), a monster on the way 4.
"""

import numpy as np

from ...core.jit import kernel
from . import events as ev
from .combat import foe_die, hero_die
from .floor import direction_to, has_foe, is_open, kind_at, live_at, neighbour, symbol_of
from .heroes import count_where
from .state import (
    A_DRINK,
    A_END,
    A_EXPLORE,
    A_GIVE_UP,
    A_LEAVE,
    A_PICK_UP,
    A_REDRAW,
    A_RUST,
    A_SIDE,
    A_START,
    A_STEP,
    A_TAKE_KEY,
    A_TRADE,
    A_TURN_TILE,
    CELLS,
    CLOSET,
    DEAD,
    EMPTY,
    HEALTH,
    KEY,
    LEFT,
    LOOT,
    MONSTER,
    ON_FLOOR,
    OVER,
    POTION,
    SHIELD,
    SWORD,
    TELEPORTATION,
    WIDTH,
    WON,
)

NO_WAY = 250  # cost of a cell from which the goal cannot be reached
KNOWN_COST, EMPTY_COST, MONSTER_COST = 2, 5, 4
BUCKETS = 8
NEW_GROUND = -2  # the goal of those who look for something: any empty cell

CAUTION, GREED, COURAGE = range(3)
# What a character values: how much it fears a lost hit point, how much it likes loot, and with which chance to win a round
# it goes for the boss (lower is bolder).
CHARACTERS = {
    "greedy": (1.0, 1.0, 0.35),
    "cautious": (2.5, 1.2, 0.55),
    "bold": (0.4, 0.6, 0.15),
}

MIND = np.dtype(
    [
        ("colossi_mind", "u1"),
        ("goal", "i4"),
        ("stamp", "i8"),  # what the costs were worked out for
        ("cost", "u1", (CELLS,)),
        ("bucket", "u1", (BUCKETS, CELLS)),
        ("size", "i4", (BUCKETS,)),
        ("character", "f4", (3,)),
    ],
    align=True,
)


@kernel
def chance_to_win(rules, state, hero, foe):
    """The chance that a hero's total is at least the foe's (COL-25)."""
    mine, theirs = hero_die(rules, state, hero), foe_die(rules, state, hero, foe)
    edge = state.held[hero, SWORD] + state.held[hero, SHIELD]
    wins = 0
    for roll in range(1, mine + 1):
        wins += min(max(roll + edge, 0), theirs)
    return wins / (mine * theirs)


@kernel
def choose_goal(rules, state, mind):
    """Where to go: to the exit with a key, to a key that lies about, to the boss if one dares, else wherever there is
    something to find (`NEW_GROUND`); when there is nothing left to find, to the boss after all."""
    if state.door_open:
        return state.exit_cell
    for hero in range(state.players):
        if state.where[hero] == ON_FLOOR and state.held[hero, KEY] > 0:
            return state.exit_cell
    for row in range(state.side):
        for col in range(state.side):
            if state.lying[row, col] > 0:
                return row * WIDTH + col
    if state.boss_hp > 0 and (state.bag_count == 0 or dares_boss(rules, state, mind)):
        return state.boss_cell
    return NEW_GROUND


@kernel
def dares_boss(rules, state, mind):
    """Tell whether the hero whose turn it is would attack the boss."""
    chance = chance_to_win(rules, state, state.hero, ev.FOE_BOSS)
    return chance >= mind.character[COURAGE] and state.hp[state.hero] >= 1 + 2 * mind.character[CAUTION] * (1 - chance)


@kernel
def consider(rules, state, mind):
    """Bring a mind up to date with a position: its goal, and the cost of each cell."""
    goal = choose_goal(rules, state, mind)
    tiles = state.bag_count + 200 * state.floor + 1000 * (state.boss_hp > 0)
    stamp = tiles * (CELLS + 3) + goal + 3
    if mind.stamp == stamp:
        return
    mind.stamp = stamp
    for i in range(BUCKETS):
        mind.size[i] = 0
    mind.goal = goal
    waiting = set_sources(state, mind)
    here = state.cell[state.hero]
    work_out_costs(state, mind, waiting)
    if goal == NEW_GROUND and state.boss_hp > 0 and here >= 0 and mind.cost[here] >= NO_WAY:
        mind.goal = state.boss_cell
        waiting = set_sources(state, mind)
        work_out_costs(state, mind, waiting)


@kernel
def set_sources(state, mind):
    """Nothing is known of the costs but that the goal costs nothing; returns how many cells wait to be looked at."""
    for cell in range(CELLS):
        mind.cost[cell] = NO_WAY
    if mind.goal != NEW_GROUND:
        mind.cost[mind.goal] = 0
        mind.bucket[0, 0] = mind.goal
        mind.size[0] = 1
        return 1
    for row in range(state.side):
        for col in range(state.side):
            if state.kind[row, col] == EMPTY:
                mind.cost[row * WIDTH + col] = 0
                mind.bucket[0, mind.size[0]] = row * WIDTH + col
                mind.size[0] += 1
    return mind.size[0]


@kernel
def work_out_costs(state, mind, waiting):
    """Spread the costs from the sources (Dijkstra with buckets)."""
    cost = 0
    while waiting > 0 and cost < NO_WAY - MONSTER_COST - EMPTY_COST:
        row = cost % BUCKETS
        while mind.size[row] > 0:
            mind.size[row] -= 1
            waiting -= 1
            cell = mind.bucket[row, mind.size[row]]
            if mind.cost[cell] == cost:
                waiting += spread_cost(state, mind, cell, cost)
        cost += 1
    for i in range(BUCKETS):
        mind.size[i] = 0


@kernel
def spread_cost(state, mind, cell, cost):
    """Offer the neighbours of a cell their cost by way of it; returns how many took it."""
    taken = 0
    here_empty = state.kind[cell // WIDTH, cell % WIDTH] == EMPTY
    if cell == state.boss_cell and state.boss_hp > 0 and cell != mind.goal:
        return 0
    own = EMPTY_COST if here_empty else KNOWN_COST
    if not here_empty and cell != state.boss_cell and has_foe(state, cell):
        own += MONSTER_COST
    for direction in range(4):
        other = neighbour(state, cell, direction)
        if other < 0 or not (here_empty or is_open(state, cell, direction)):
            continue
        empty = state.kind[other // WIDTH, other % WIDTH] == EMPTY
        if not empty and not is_open(state, other, (direction + 2) & 3):
            continue
        if cost + own < mind.cost[other]:
            mind.cost[other] = cost + own
            row = (cost + own) % BUCKETS
            mind.bucket[row, mind.size[row]] = other
            mind.size[row] += 1
            taken += 1
    return taken


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
        About the half moves that it brings one nearer, with what else it brings or risks.
    """
    kind, arg = action >> 16, action & 0xFFFF
    if kind == A_STEP:
        return advise_step(rules, state, mind, arg)
    if kind == A_EXPLORE:
        return advise_explore(rules, state, mind, arg)
    if kind == A_TURN_TILE:
        return advise_tile(state, mind, arg)
    if kind == A_DRINK:
        return advise_drink(rules, state, mind, arg)
    if kind == A_END:
        return -0.5
    if kind == A_LEAVE:
        return 100.0
    if kind == A_PICK_UP:
        return 50.0
    if kind == A_TRADE:
        return -2.0
    if kind == A_REDRAW:
        return 10.0 if (state.drawn - 1) % 5 == 0 and symbol_of(state.drawn) != LOOT else -100.0
    return advise_choice(state, mind, kind, arg)


@kernel
def advise_choice(state, mind, kind, arg):
    """Answers to what a rule asks: near start cells and sides, the least useful things."""
    if kind == A_START or kind == A_TAKE_KEY:
        return -1.0 * mind.cost[arg]
    if kind == A_SIDE:
        return -1.0 * mind.cost[neighbour(state, state.cell[state.hero], arg)]
    if kind == A_GIVE_UP:
        return -5.0 if arg == POTION + HEALTH else -1.0
    if kind == A_RUST:
        return -1.0 * state.held[state.hero, arg]
    return 0.0


@kernel
def fear(state, mind, chance):
    """What the risk of losing a round weighs: more with few hit points left."""
    return mind.character[CAUTION] * (1 - chance) * 6.0 / state.hp[state.hero]


@kernel
def advise_step(rules, state, mind, direction):
    """A step: the way that it saves; a fight if a foe lives there; a closet that would serve."""
    here = state.cell[state.hero]
    other = neighbour(state, here, direction)
    gain = 1.0 * mind.cost[here] - mind.cost[other]
    if other == state.boss_cell and state.boss_hp > 0:
        chance = chance_to_win(rules, state, state.hero, ev.FOE_BOSS)
        return 8.0 * chance - fear(state, mind, chance) + (4.0 if mind.goal == other else -12.0)
    if has_foe(state, other):
        chance = chance_to_win(rules, state, state.hero, ev.FOE_MONSTER)
        return gain + mind.character[GREED] * chance - fear(state, mind, chance)
    if live_at(state, other) > 0 and symbol_of(kind_at(state, other)) == CLOSET and count_where(state, DEAD) > 0:
        gain += 8.0
    return gain


@kernel
def advise_explore(rules, state, mind, direction):
    """Exploring: the way that it saves, the loot and the monsters that the bag holds."""
    here = state.cell[state.hero]
    gain = 1.0 * mind.cost[here] - mind.cost[neighbour(state, here, direction)]
    loot, monsters = 0, 0
    for shape in range(5):
        loot += state.bag[LOOT * 5 + shape]
        monsters += state.bag[MONSTER * 5 + shape]
    chance = chance_to_win(rules, state, state.hero, ev.FOE_MONSTER)
    prize = mind.character[GREED] * (loot + 0.3 * monsters) / state.bag_count
    return gain + 3.0 * prize + 0.5 - fear(state, mind, chance) * monsters / state.bag_count


@kernel
def advise_tile(state, mind, sides):
    """An orientation: the best way on from it, and how many ways on there are."""
    back = direction_to(state.target, state.cell[state.hero])
    best, ways = NO_WAY, 0
    for direction in range(4):
        if direction == back or (sides >> direction) & 1 == 0:
            continue
        other = neighbour(state, state.target, direction)
        if other >= 0 and (kind_at(state, other) == EMPTY or is_open(state, other, (direction + 2) & 3)):
            best = min(best, mind.cost[other])
            ways += 1
    return 0.5 * ways - best


@kernel
def advise_drink(rules, state, mind, potion):
    """A potion: health when hurt, teleportation when there is no way, the others before the boss."""
    hero = state.hero
    if potion == HEALTH:
        return 12.0 if state.hp[hero] + rules.health <= rules.max_hp else -5.0
    if potion == TELEPORTATION:
        return 30.0 if mind.cost[state.cell[hero]] >= NO_WAY else -8.0
    near_boss = mind.goal == state.boss_cell and mind.cost[state.cell[hero]] <= 2 * KNOWN_COST
    return 9.0 if near_boss and state.effect[hero, potion - 1] == 0 else -5.0


@kernel
def value(rules, state, mind, seat):
    """What a position is worth to the party, from 0 to 1: the floors behind it, and how this one stands.

    Parameters
    ----------
    rules, state, mind : records
        The mind has considered the position.
    seat : int
        All seats are on one side.
    """
    share = 1.0 / state.players
    if state.phase == OVER:
        if state.result != WON:
            return 0.1 * state.floors_cleared / rules.floors
        return 0.7 + 0.3 * share * count_where(state, LEFT)
    has_key = mind.goal == state.exit_cell
    here, health = 0.0, 0.0
    for hero in range(state.players):
        if state.where[hero] == LEFT:
            here += 1.0
            health += 1.0
        elif state.where[hero] == ON_FLOOR:
            here += 1.0 - min(mind.cost[state.cell[hero]], 80) / 80.0
            health += (0.4 + 0.6 * state.hp[hero] / rules.max_hp) + 0.05 * gear_of(state, hero)
    if has_key:
        stands = 0.45 + 0.55 * here * share
    else:
        stands = 0.2 * (1.0 - state.boss_hp / rules.boss_hp) + 0.2 * here * share
    stands = 0.75 * stands + 0.25 * min(health * share, 1.0)
    return 0.1 + 0.55 * (state.floors_cleared + stands) / rules.floors


@kernel
def gear_of(state, hero):
    """Levels and things that help a hero in fights."""
    return state.held[hero, SWORD] + state.held[hero, SHIELD] + state.held[hero, POTION + HEALTH]


@kernel
def clock(state):
    """How far the game is, in rounds: playouts are cut by it."""
    return state.rounds + state.round_number
