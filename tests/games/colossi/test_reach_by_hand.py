"""COL-54 against a second, plain reading of the rulings `reach` and `reach_when`, on random floors and in random games."""

import heapq
from random import Random

import numpy as np
import pytest
from floors import random_floor
from games.colossi.table import bag_of, cards_of, ruled

from crypt.core.trace import clear, events, new_trace
from crypt.games.colossi import events as ev
from crypt.games.colossi.front import GAME
from crypt.games.colossi.reach import take_cut_off
from crypt.games.colossi.state import (
    COL_STEP,
    EMPTY,
    EVENT_TILE,
    KEY,
    LOOT,
    MONSTER,
    NO_KEY,
    ON_FLOOR,
    POTION,
    ROW_STEP,
    STARVED,
    TELEPORTATION,
    WALLED,
    WIDTH,
)

pytestmark = [pytest.mark.rule("COL-54"), pytest.mark.rule("reach")]


def tiles_needed(state, start):
    """The fewest tiles that a way from a cell to each other cell needs."""
    kind, sides, side = state.kind.tolist(), state.sides.tolist(), int(state.side)

    def is_passable(row, col, direction):
        return kind[row][col] == EMPTY or bool(sides[row][col] >> direction & 1)

    needed, waiting = {}, [(0, divmod(int(start), WIDTH))]
    while waiting:
        tiles, (row, col) = heapq.heappop(waiting)
        if (row, col) in needed:
            continue
        needed[row, col] = tiles
        for direction in range(4):
            there = row + ROW_STEP[direction], col + COL_STEP[direction]
            if not (0 <= there[0] < side and 0 <= there[1] < side) or not is_passable(row, col, direction):
                continue
            if is_passable(*there, (direction + 2) % 4):
                heapq.heappush(waiting, (tiles + (kind[there[0]][there[1]] == EMPTY), there))
    return needed


def deaths(state):
    """Who is taken by COL-54, and why."""
    bag, on_floor = int(state.bag_count), [h for h in range(state.players) if state.where[h] == ON_FLOOR]
    spared = {h for h in on_floor if state.held[h, POTION + TELEPORTATION]}
    ways = {h: tiles_needed(state, state.cell[h]) for h in on_floor}
    exit_cell = divmod(int(state.exit_cell), WIDTH)
    dead = {}
    for hero in set(on_floor) - spared:
        if exit_cell not in ways[hero]:
            dead[hero] = WALLED
        elif ways[hero][exit_cell] > bag:
            dead[hero] = STARVED
    living = [hero for hero in on_floor if hero not in dead]
    lying = {cell for cell in np.ndindex(WIDTH, WIDTH) if state.lying[cell]}
    lying |= {divmod(int(state.cell[hero]), WIDTH) for hero in dead if state.held[hero, KEY]}
    reached = {cell for hero in living for cell, tiles in ways[hero].items() if tiles <= bag}
    if not state.door_open and not any(state.held[hero, KEY] for hero in living) and not lying & reached:
        boss = divmod(int(state.boss_cell), WIDTH) in reached and state.boss_hp > 0
        promise = any(state.bag[symbol * 5 : symbol * 5 + 5].any() for symbol in (EVENT_TILE, MONSTER, LOOT))
        card = state.supply[KEY] > 0 and any(
            promise if state.kind[cell] == EMPTY else (state.kind[cell] - 1) // 5 == MONSTER and state.live[cell]
            for cell in reached
        )
        if not boss and not card:
            dead |= dict.fromkeys(set(living) - spared, NO_KEY)
    return dead


def taken(state, rules, trace):
    """The same by the rules."""
    copy = state.copy()
    clear(trace)
    take_cut_off(rules, copy, trace)
    assert not copy.scratch.any()
    return {int(event.who): int(event.b) for event in events(trace) if event.kind == ev.DIES}


def poor(state, random):
    """Make keys rare: the boss dead, the door shut, few tiles in the bag, keys lost with some luck."""
    state.boss_hp, state.door_open = random.choice((0, 0, 1)), 0
    keep = random.choice((0, 1, 2, 4, 60))
    for kind in random.sample(range(25), 25):
        out = int(state.bag[kind]) if random.random() < 0.5 else max(0, int(state.bag[kind]) - keep)
        state.bag[kind] -= out
        state.gone[kind] += out
    state.bag_count = state.bag.sum()
    for hero in range(state.players):
        if random.random() < 0.7:
            state.supply[KEY] += state.held[hero, KEY]
            state.held[hero, KEY] = 0
    if random.random() < 0.5:
        state.supply[KEY] = 0


def test_random_floors():
    rules, trace, causes = ruled(), new_trace(), []
    for seed in range(1000):
        random = Random(seed)
        state = random_floor(random, players=1 + seed % 4)
        if seed % 3:
            poor(state, random)
        found = taken(state, rules, trace)
        assert found == deaths(state), f"floor {seed}"
        causes += found.values()
    assert min(causes.count(cause) for cause in (WALLED, STARVED, NO_KEY)) > 20


@pytest.mark.interpreted
@pytest.mark.bounds
def test_some_random_floors():
    rules, trace = ruled(), new_trace()
    for seed in range(30):
        state = random_floor(Random(seed), players=1 + seed % 2)
        assert taken(state, rules, trace) == deaths(state), f"floor {seed}"


@pytest.mark.rule("reach_when")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("scarce", [False, True])
def test_nobody_who_is_cut_off_begins_a_turn(players, scarce):
    """Whether or not the rules thought that something had changed."""
    few = {"tiles": bag_of(normal_corner=25, normal_straight=15, monster_tee=3), "item_cards": cards_of(key=1)}
    rules, trace, judged = ruled(round_limit=60, **(few if scarce else {})), new_trace(), new_trace()
    for seed in range(25):
        state, random = GAME.new_state(), Random(seed)
        state.players = players
        GAME.start(rules, state, np.uint64(seed))
        while not GAME.is_over(state):
            legal = GAME.legal_actions(rules, state)
            GAME.step(rules, state, random.choice(legal[:-1] if random.random() < 0.8 else legal), trace)
            if events(trace)[-1].kind == ev.TURN_BEGINS and not GAME.is_over(state):
                assert taken(state, rules, judged) == {}, f"game {seed}"
