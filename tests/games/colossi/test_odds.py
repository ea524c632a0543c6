"""Exact odds against what the rules do, many times over: inside 99.9 % bounds, at fixed seeds."""

from itertools import product

import numpy as np
import pytest
from games.colossi.table import game, ruled, table
from scipy.stats import binomtest, chisquare

from crypt.core import chance
from crypt.core.trace import events, new_trace
from crypt.games.colossi import events as ev
from crypt.games.colossi.front import GAME
from crypt.games.colossi.state import A_DRINK, A_EXPLORE, A_STEP, DODGE, EAST, POTION, SKILL, TELEPORTATION

UNLIKELY = 0.001
LADDER = (4, 6, 8, 10, 12, 20)
FIGHTS = 600
MONSTER_DIE, BOSS_DIE = {1: 4, 2: 6, 3: 8}, {1: 8, 2: 10, 3: 12}


def played(t, action, times, seed=1):
    """The positions and events that one action leads to, again and again from the same position with other chance."""
    trace = new_trace()
    for index in range(times):
        state = t.state.copy()
        chance.set_seed(state, np.uint64(chance.game_seed(np.uint64(seed), index)))
        GAME.step(t.rules, state, action, trace)
        yield state, events(trace)


def step(direction):
    return (A_STEP << 16) + direction


def explore(direction):
    return (A_EXPLORE << 16) + direction


def first(found, kind):
    return next((event for event in found if event.kind == kind), None)


def dice(mine, theirs):
    """All results of two dice, equally likely."""
    return list(product(range(1, mine + 1), range(1, theirs + 1)))


# --------------------------------------------------------------------------------------------------- combat


@pytest.mark.rule("COL-25")
@pytest.mark.rule("COL-45")
@pytest.mark.rule("COL-47")
@pytest.mark.parametrize("foe", ["monster", "boss"])
@pytest.mark.parametrize("floor", [1, 2, 3])
@pytest.mark.parametrize("skill", [False, True])
@pytest.mark.parametrize("dodge", [False, True])
def test_a_round_of_combat(foe, floor, skill, dodge):
    """Every die pair, with every sword and shield of the floor."""
    their_die = (MONSTER_DIE if foe == "monster" else BOSS_DIE)[floor]
    theirs = LADDER[max(LADDER.index(their_die) - dodge, 0)]
    mine = 8 if skill else 6
    for sword, shield in {(0, 0), (floor, 0), (0, floor), (floor, floor)}:
        things = (f" sword:{sword}" if sword else "") + (f" shield:{shield}" if shield else "")
        tile = "┼m" if foe == "monster" else "┼B"
        t = table(f"hero 1 e3{things}", floor=floor, e3="┼.", f3=tile, boss_hp=100)
        t.state.effect[0, [SKILL, DODGE]] = 2 * skill, 2 * dodge
        exact = np.mean([a + sword >= b - shield for a, b in dice(mine, theirs)])
        wins = sum(first(found, ev.FOE_HURT) is not None for _, found in played(t, step(EAST), FIGHTS, seed=floor))
        assert binomtest(wins, FIGHTS, exact).pvalue > UNLIKELY, (sword, shield, wins, exact)


@pytest.mark.rule("COL-30")
@pytest.mark.parametrize("floor, things, plus", [(1, "", 0), (1, " sword:1 shield:1", 2), (3, " sword:3 shield:3", 6)])
def test_loot_after_a_monster(floor, things, plus):
    t = table(f"hero 1 d3{things}", floor=floor, e3="┼m")
    pairs = [(a + plus - b, d) for a, b in dice(6, MONSTER_DIE[floor]) for d in range(1, 21)]
    exact = np.mean([difference >= 0 and d + difference >= 20 for difference, d in pairs])
    loot = sum(first(found, ev.LOOTS) is not None for _, found in played(t, step(EAST), 4000))
    assert binomtest(loot, 4000, exact).pvalue > UNLIKELY, (loot, exact)


# --------------------------------------------------------------------------------------------- cards and tiles


@pytest.mark.rule("COL-14")
def test_every_tile_of_the_bag_is_equally_likely():
    t = table("hero 1 d3 amulet", e2="┼m", e4="┼$")  # with an amulet exploring stops at the tile
    counts = np.bincount([int(state.drawn) - 1 for state, _ in played(t, explore(EAST), 20_000)], minlength=25)
    assert not counts[t.state.bag == 0].any()
    bag = t.state.bag[t.state.bag > 0].astype(float)
    assert chisquare(counts[t.state.bag > 0], 20_000 * bag / bag.sum()).pvalue > UNLIKELY


@pytest.mark.rule("COL-41")
def test_so_is_every_tile_after_the_first():
    t = table("hero 1 d3 amulet", "bag normal/tee:4 monster/tee:3 loot/tee:2 event/tee:1")
    t.tile("normal/tee").do("explore east")
    counts = np.bincount([int(state.drawn) - 1 for state, _ in played(t, t.code("redraw"), 4000)], minlength=25)
    left = {3: 3, 13: 3, 18: 2, 8: 1}
    assert chisquare(counts[list(left)], [4000 * n / 9 for n in left.values()]).pvalue > UNLIKELY


@pytest.mark.rule("COL-36")
@pytest.mark.rule("loot")
def test_every_item_card_is_equally_likely():
    t = table("hero 1 d3 sword:1 key potion:stone", "bag loot/cross:2")
    found = [int(first(row, ev.GAINS).a if first(row, ev.GAINS) else 0) for _, row in played(t, explore(EAST), 8000)]
    counts = np.bincount(np.minimum(found, POTION), minlength=6)  # a second sword is put back: 0
    assert chisquare(counts, 8000 * np.array([3, 4, 4, 4, 3, 11]) / 29).pvalue > UNLIKELY


@pytest.mark.rule("potion_table")
@pytest.mark.rule("COL-42")
def test_the_potion_table():
    t = table("hero 1 d3", "bag loot/cross:2")
    found = [first(row, ev.GAINS) for _, row in played(t, explore(EAST), 12_000)]
    kinds = np.bincount([int(event.a) - POTION for event in found if event.a >= POTION], minlength=6)
    assert chisquare(kinds, kinds.sum() * np.array([3, 3, 3, 3, 3, 5]) / 20).pvalue > UNLIKELY


@pytest.mark.rule("COL-08")
def test_every_event_card_is_equally_likely():
    t = table("hero 1 d3", "bag event/cross:3")
    drawn = [int(first(row, ev.DRAWS_CARD).a) for _, row in played(t, explore(EAST), 8000)]
    assert chisquare(np.bincount(drawn, minlength=14), 8000 * t.rules.event_cards.astype(float) / 40).pvalue > UNLIKELY


@pytest.mark.rule("COL-43")
def test_every_tile_of_the_board_is_equally_likely_to_be_teleported_to():
    t = table("hero 1 d3 potion:teleportation", e3="┼.", b5="┼$", e6="┼!")
    cells = [int(state.cell[0]) for state, _ in played(t, (A_DRINK << 16) + TELEPORTATION, 4000)]
    counts = np.bincount(cells)
    assert np.count_nonzero(counts) == 8
    assert chisquare(counts[counts > 0]).pvalue > UNLIKELY


# ------------------------------------------------------------------------------------------------------ rooms


@pytest.mark.rule("COL-04")
@pytest.mark.rule("COL-05")
@pytest.mark.parametrize("players, side, shaded", [(1, 6, 4), (2, 8, 6), (1, 6, 2)])
def test_every_cell_is_equally_likely_for_boss_room_and_exit(players, side, shaded):
    rules = ruled(shaded_side=[shaded if players == 1 else 4, 6, 8, 10])
    rooms = []
    for index in range(6000):
        state = GAME.new_state()
        state.players = players
        GAME.start(rules, state, np.uint64(chance.game_seed(np.uint64(3), index)))
        rooms.append((int(state.boss_cell), int(state.exit_cell)))
    cells = side * side - shaded * shaded
    for which in (0, 1):
        counts = np.bincount([pair[which] for pair in rooms])
        assert np.count_nonzero(counts) == cells
        assert chisquare(counts[counts > 0]).pvalue > UNLIKELY
    beside = sum(abs(a - b) == 1 for a, b in rooms)
    exact = np.mean([abs(a - b) == 1 for a in set(np.ravel(rooms)) for b in set(np.ravel(rooms)) if a != b])
    assert binomtest(beside, 6000, exact).pvalue > UNLIKELY


# ------------------------------------------------------------------------------------------------- the copies


def test_a_copy_has_the_same_future_and_is_not_changed_by_another():
    """Undo is a copy: playing on never changes it, and from it the dice come back the same."""
    rules, trace = ruled(round_limit=30), new_trace()
    for players in (1, 2, 3, 4):
        state = game(players, seed=players).state
        copies, told, actions = [], [], []
        for decision in range(150):
            if GAME.is_over(state):
                break
            legal = GAME.legal_actions(rules, state)
            copies.append((state.copy(), state.tobytes()))
            actions.append(legal[(decision * 7919) % len(legal)])
            GAME.step(rules, state, actions[-1], trace)
            told.append(events(trace).tobytes())
        assert all(copy.tobytes() == data for copy, data in copies)
        for at in (0, len(copies) // 2, len(copies) - 1):
            again = copies[at][0].copy()
            for decision in range(at, len(actions)):
                assert again.tobytes() == copies[decision][1]
                GAME.step(rules, again, actions[decision], trace)
                assert events(trace).tobytes() == told[decision]
            assert again.tobytes() == state.tobytes()


def test_a_masked_position_knows_no_dice_and_a_dealt_one_has_others():
    state = game(2, seed=5, starts=["d4", "d4"]).state
    masked = state.copy()
    GAME.hide(masked, 0)
    assert not masked.chance.key.any()
    rest = [name for name in state.dtype.names if name != "chance"]
    assert all(np.array_equal(masked[name], state[name]) for name in rest)
    GAME.deal(masked, np.uint64(99))
    assert masked.chance.key.all() and not np.array_equal(masked.chance.key, state.chance.key)
