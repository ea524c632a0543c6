"""Advice for bots: what to be after, how good an action looks, and what a position is worth. No rule stands here.

What a mind holds, and its maps, stand in `mind`; the worth of a position in `worth`.
"""

import numpy as np

from ...core.jit import kernel
from . import events as ev
from .floor import direction_to, has_foe, kind_at, live_at, neighbour, symbol_of
from .heroes import count_where, potions_of
from .mind import (
    AIMS,
    BOSS,
    EXIT,
    IS_EMPTY,
    KEYS,
    KNOWN_COST,
    MIND,
    NEW_GROUND,
    NO_WAY,
    OFFSETS,
    PREY,
    draw_map,
    forget,
    framed,
    holds,
    needs_tiles,
    settle_ground,
    shut_boss,
    survey,
)
from .moves import legal, offer, refuse_end, refuse_explore, refuse_step, refuse_turn_tile
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
    ALL_SIDES,
    CLOSET,
    DEAD,
    EVENT_TILE,
    HEALTH,
    HEROES,
    KEY,
    LOOT,
    MONSTER,
    ON_FLOOR,
    OVER,
    POTION,
    SHAPE_SIDES,
    SLOTS,
    TAKE_TURN,
    TELEPORTATION,
    TURN_THE_TILE,
)
from .worth import chance_of_key, chance_to_beat_boss, chance_to_win, chance_with_potions, is_behind_boss, worth

__all__ = ["CHARACTERS", "MIND", "PLANNER", "advise", "clock", "consider", "is_late", "value"]

CAUTION, GREED, COURAGE, PATIENCE, WAYS, TRAPS = range(6)
# What a character values: how much it fears a lost hit point; how much it likes loot; the chance to win a round with which
# it goes for the boss (lower is bolder); the rounds on a floor after which it halves its fear, for waiting leads nowhere;
# each further way on from a tile; how much damage it reckons with for an event.
CHARACTERS = {
    "greedy": (1.0, 1.0, 0.35, 25.0, 0.5, 0.3),
    "cautious": (4.0, 0.85, 0.65, 40.0, 0.25, 0.3),
    "bold": (0.4, 0.6, 0.15, 10.0, 0.5, 0.3),
}
DRAWN = 0.8  # of the choices in a playout; see `bots.source`
LATE = 80  # of a floor: of those that a search clears, 98 in 100 have taken fewer rounds
PLANNER = (2.0, 0.85, 0.55, 20.0, 0.25, 0.3)  # in the playouts of a search: what won most games, of many that were tried


# ---- what to be after


@kernel
def has_key(state):
    """Tell whether the party can open the door, or has."""
    if state.door_open:
        return True
    for hero in range(state.players):
        if state.where[hero] == ON_FLOOR and state.held[hero, KEY] > 0:
            return True
    return False


@kernel
def calm(state, mind):
    """From 1 to 0: how much of its fear a hero still has, the longer the floor lasts (waiting leads nowhere)."""
    weary = state.round_number / mind.character[PATIENCE]
    return 1.0 / (1.0 + weary * weary)


@kernel
def dares_boss(rules, state, mind):
    """Tell whether the hero whose turn it is would attack the boss."""
    hero = state.hero
    chance = chance_with_potions(rules, state, hero)
    left = calm(state, mind)
    needs = 1 + 2 * mind.character[CAUTION] * (1 - chance) * left
    return chance >= mind.character[COURAGE] * left and state.hp[hero] >= needs


@kernel
def consider(rules, state, mind):
    """Bring a mind up to date with a position: what its hero is after, and how far each cell is from that.

    With a key, or the door open, it is the exit, unless only the room of a living boss leads there; else a key that lies
    about; else the boss, for those who dare; else a way to the exit while there is none of known tiles, for what is laid
    around the exit may block it; else new ground. What cannot be reached gives way to new ground, the boss, and monsters,
    in this order.

    A mind follows one course of play. It thinks again when a tile is laid, a key found or the turn passes on; monsters that
    fall are noticed with the next tile. An empty mind thinks of everything anew: the stamp 0 makes it so.
    """
    if mind.stamp == 0:
        forget(mind)
    weigh_bag(state, mind)
    floor = 2 * np.int64(state.floor) + (state.boss_hp > 0)
    tiles = (256 * floor + state.bag_count + (state.drawn > 0)) * 8 + count_where(state, ON_FLOOR)
    thought = (tiles * HEROES + state.hero) * 2 + has_key(state)
    if mind.thought == thought and state.cell[state.hero] >= 0:
        return
    mind.thought = thought
    if mind.surveyed != tiles:
        mind.surveyed = tiles
        survey(state, mind)
        settle_ground(state, mind)
        if state.bag_count == 0:
            for aim in range(AIMS):
                mind.stamps[aim] = 0
    go_after(state, mind, choose_aim(rules, state, mind, floor), floor)
    here = state.cell[state.hero]
    if mind.aim == EXIT or here < 0:
        return
    if mind.aim != NEW_GROUND and mind.cost[mind.aim, framed(here)] >= NO_WAY:
        go_after(state, mind, NEW_GROUND, floor)
    if state.boss_hp > 0 and mind.cost[mind.aim, framed(here)] >= NO_WAY:
        go_after(state, mind, BOSS, floor)
    if mind.cost[mind.aim, framed(here)] >= NO_WAY:
        go_after(state, mind, PREY, floor)


@kernel
def choose_aim(rules, state, mind, floor):
    """What the hero whose turn it is would be after."""
    holds_key = has_key(state)
    if holds_key and leads_to_exit(state, mind, floor):
        return EXIT
    if mind.keys > 0 and not holds_key:
        return KEYS
    if state.boss_hp > 0 and dares_boss(rules, state, mind):
        return BOSS
    if holds_key:
        return NEW_GROUND
    if mind.linked != state.floor:
        go_after(state, mind, EXIT, floor)
        here = state.cell[state.hero]
        if here < 0 or needs_tiles(mind, here):
            return EXIT
        mind.linked = state.floor
    return NEW_GROUND


@kernel
def leads_to_exit(state, mind, floor):
    """Tell whether a way leads to the exit, or none does even through the room of a living boss."""
    here = state.cell[state.hero]
    if state.boss_hp == 0 or here < 0:
        return True
    go_after(state, mind, EXIT, floor)
    if mind.cost[EXIT, framed(here)] < NO_WAY:
        return True
    go_after(state, mind, BOSS, floor)
    return mind.cost[BOSS, framed(here)] >= NO_WAY


@kernel
def go_after(state, mind, aim, floor):
    """Be after something, and know the way to it: a map is drawn anew when it is wrong where the hero stands."""
    here = state.cell[state.hero]
    shut_boss(state, mind, aim == BOSS)
    mind.aim = aim
    if mind.stamps[aim] != floor or (here >= 0 and not holds(mind, aim, framed(here))):
        mind.stamps[aim] = floor
        draw_map(state, mind, aim, True)


@kernel
def weigh_bag(state, mind):
    """What the next tile may be: the shares of prizes, monsters and events in the bag."""
    if mind.weighed == state.bag_count or state.bag_count == 0:
        return
    mind.weighed = state.bag_count
    loot, monsters, events = 0, 0, 0
    for shape in range(5):
        loot += state.bag[LOOT * 5 + shape]
        monsters += state.bag[MONSTER * 5 + shape]
        events += state.bag[EVENT_TILE * 5 + shape]
    mind.prizes = (loot + 0.3 * monsters) / state.bag_count
    mind.monsters = monsters / state.bag_count
    mind.events = events / state.bag_count


# ---- actions


@kernel
def cost_at(mind, cell):
    """How far a cell is from what the mind is after."""
    return np.int64(mind.cost[mind.aim, framed(cell)])


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
        return 0.0
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
        return -1.0 * cost_at(mind, arg)
    if kind == A_SIDE:
        return -1.0 * cost_at(mind, neighbour(state, state.cell[state.hero], arg))
    if kind == A_GIVE_UP:
        return -5.0 if arg == POTION + HEALTH else -1.0
    if kind == A_RUST:
        return -1.0 * state.held[state.hero, arg]
    return 0.0


@kernel
def fear(state, mind, damage):
    """What losing so many hit points on average weighs: more with few left."""
    return mind.character[CAUTION] * damage * 6.0 / state.hp[state.hero] * calm(state, mind)


@kernel
def advise_step(rules, state, mind, direction):
    """A step: the way that it saves; a fight if a foe lives there; a closet that would serve."""
    here = state.cell[state.hero]
    other = neighbour(state, here, direction)
    if other == state.boss_cell and state.boss_hp > 0:
        chance = chance_to_win(rules, state, state.hero, ev.FOE_BOSS)
        return 8.0 * chance - fear(state, mind, 1 - chance) + (4.0 if mind.aim == BOSS else -12.0)
    gain = 1.0 * cost_at(mind, here) - cost_at(mind, other)
    if has_foe(state, other):
        chance = chance_to_win(rules, state, state.hero, ev.FOE_MONSTER)
        return gain + mind.character[GREED] * chance - fear(state, mind, 1 - chance)
    if live_at(state, other) > 0 and symbol_of(kind_at(state, other)) == CLOSET and count_where(state, DEAD) > 0:
        gain += 8.0
    return gain - 0.2


@kernel
def advise_explore(rules, state, mind, direction):
    """Exploring: the way that it saves, the loot and the monsters that the bag holds."""
    here = state.cell[state.hero]
    gain = 1.0 * cost_at(mind, here) - cost_at(mind, neighbour(state, here, direction))
    chance = chance_to_win(rules, state, state.hero, ev.FOE_MONSTER)
    damage = mind.monsters * (1 - chance) + mind.character[TRAPS] * mind.events
    return gain + 0.5 + 3.0 * mind.character[GREED] * mind.prizes - fear(state, mind, damage)


@kernel
def advise_tile(state, mind, sides):
    """An orientation: the best way on from it, and how many ways on there are."""
    back = direction_to(state.target, state.cell[state.hero])
    own = cost_at(mind, state.target)
    best, score = NO_WAY, 0.0
    at = framed(state.target)
    for direction in range(4):
        if direction == back or (sides >> direction) & 1 == 0:
            continue
        other = at + OFFSETS[direction]
        if (mind.ground[other] >> (direction ^ 2)) & 1:
            cost = np.int64(mind.cost[mind.aim, other])
            if mind.aim == EXIT and cost >= own:
                cost = min(cost + 8, NO_WAY)  # its way may lead through here
            best = min(best, cost)
            score += mind.character[WAYS] if mind.ground[other] & IS_EMPTY else mind.character[WAYS] * 0.5
    return score - best


@kernel
def advise_drink(rules, state, mind, potion):
    """A potion: health when hurt, teleportation when there is no way, the others before the boss."""
    hero = state.hero
    if potion == HEALTH:
        return 12.0 if state.hp[hero] + rules.health <= rules.max_hp else -5.0
    if potion == TELEPORTATION:
        is_cut_off = has_key(state) and mind.cost[EXIT, framed(state.cell[hero])] >= NO_WAY
        return 30.0 if is_cut_off or cost_at(mind, state.cell[hero]) >= NO_WAY else -8.0
    near_boss = mind.aim == BOSS and cost_at(mind, state.cell[hero]) <= 2 * KNOWN_COST
    return 9.0 if near_boss and state.effect[hero, potion - 1] == 0 else -5.0


# ---- playouts


@kernel
def shortlist(rules, state, actions):
    """List the legal actions among which the best advised one is; trades never are.

    Parameters
    ----------
    rules, state : records
    actions : array of int32

    Returns
    -------
    int
        How many were listed.
    """
    if state.phase == TURN_THE_TILE:
        return offer_turns(rules, state, actions)
    if state.phase != TAKE_TURN:
        return legal(rules, state, actions)
    n = offer(rules, state, actions, 0, A_LEAVE, 0, 1)
    n = offer(rules, state, actions, n, A_PICK_UP, 0, 1)
    if n > 0:
        return n
    for direction in range(4):
        if refuse_step(rules, state, direction) == 0:
            actions[n] = (A_STEP << 16) + direction
            n += 1
        elif refuse_explore(rules, state, direction) == 0:
            actions[n] = (A_EXPLORE << 16) + direction
            n += 1
    if state.moved == 0 and potions_of(state, state.hero) > 0:
        n = offer(rules, state, actions, n, A_DRINK, 0, SLOTS - POTION)
    if refuse_end(rules, state, 0) == 0:
        actions[n] = A_END << 16
        n += 1
    return n if n > 0 else legal(rules, state, actions)


@kernel
def offer_turns(rules, state, actions):
    """The drawn tile, turned in each way that connects; and another tile, with the amulet."""
    sides, n = SHAPE_SIDES[(state.drawn - 1) % 5], 0
    for _ in range(4):
        if (n == 0 or actions[0] & 0xFFFF != sides) and refuse_turn_tile(state, sides) == 0:
            actions[n] = (A_TURN_TILE << 16) + sides
            n += 1
        sides = (sides << 1 | sides >> 3) & ALL_SIDES
    return offer(rules, state, actions, n, A_REDRAW, 0, 1)


# ---- positions


@kernel
def value(rules, state, mind, seat):
    """What a position is worth to the party, all seats alike: the share of all floors that it will have cleared in the end.

    Parameters
    ----------
    rules, state, mind : records
    seat : int

    Returns
    -------
    float
        From 0 to 1; exact when the game is over.
    """
    if state.phase == OVER:
        return state.floors_cleared / rules.floors
    holds_key, hope = has_key(state), 1.0
    survey(state, mind)
    shut_boss(state, mind, False)
    draw_map(state, mind, EXIT, not holds_key)
    if is_behind_boss(state, mind):
        hope = chance_to_beat_boss(rules, state)
        shut_boss(state, mind, True)
        draw_map(state, mind, EXIT, False)
    elif not holds_key:
        hope = chance_of_key(rules, state, mind)
    mind.stamp = 0
    return worth(rules, state, mind, holds_key, hope)


@kernel
def is_late(state):
    """Tell whether a floor has lasted so long that a search takes advice, for to its looks waiting costs nothing."""
    return state.round_number > LATE


@kernel
def clock(state):
    """How far the game is, in rounds: playouts are cut by it."""
    return state.rounds + state.round_number
