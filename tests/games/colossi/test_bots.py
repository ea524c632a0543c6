"""Bots where a floor can hardly be left any more: they try what is left to try instead of walking in circles."""

import pytest
from games.colossi.table import table

from crypt.batch import simulate
from crypt.bots import Bot, compiled
from crypt.bots.bot import way_of
from crypt.core.catalog import find_game
from crypt.core.ruleset import load_ruleset
from crypt.games.colossi import advice
from crypt.games.colossi.advice import LATE
from crypt.games.colossi.mind import BOSS, EXIT, NEW_GROUND, PREY
from crypt.games.colossi.state import A_DRINK, A_STEP, TELEPORTATION
from crypt.games.colossi.worth import chance_to_beat_boss

BEHIND = {"a1": "┼X", "a2": "┼B", "b1": "┌."}  # only the boss's room leads to the exit
# no cell to lay a tile on, the boss out of reach: a key only from the monster on d5
CLOSED = {
    "c2": "─.", "d2": "─.", "b3": "│.", "e3": "│.", "b4": "│.", "e4": "─.", "f4": "┼X", "f3": "─!", "f5": "─!", "c5": "─.",
    "d5": "╵m",
}  # fmt: skip
BOTS = ("search", *advice.CHARACTERS)
SOUTH_STEP = A_STEP << 16 | 2


def mind_of(name="search"):
    """An empty mind of a bot."""
    mind = compiled(find_game("colossi")).space(1).minds[0]
    mind.character[:] = way_of(find_game("colossi"), name)[1]
    return mind


def aim(t, name="search"):
    """What a bot is after."""
    mind = mind_of(name)
    advice.consider(t.rules, t.state, mind)
    return int(mind.aim)


def value(t):
    """What a position is worth to a search."""
    return advice.value(t.rules, t.state, mind_of(), 0)


def choices(t, name, games=20, **settings):
    """The actions that a bot chooses in a position, by different keys."""
    game = find_game("colossi")
    bot = Bot(game, load_ruleset(game), name, **settings)
    return {bot.choose(t.state, key) for key in range(games)}


@pytest.mark.parametrize("name", BOTS)
def test_with_a_key_and_the_boss_in_the_only_way_the_boss_is_what_they_are_after(name):
    t = table("hero 1 c3 hp 4 key sword:3 shield:3", floor=3, **BEHIND)
    assert aim(t, name) == BOSS
    t.state.boss_hp = 0
    assert aim(t, name) == EXIT
    assert aim(table("hero 1 c3 hp 4 key sword:3 shield:3", floor=3, a1="┼X", a2="┼B"), name) == EXIT  # by b1


def test_who_does_not_dare_looks_round_first_and_dares_in_the_end():
    t = table("hero 1 c3 hp 2 key", floor=3, **BEHIND)
    assert aim(t) == NEW_GROUND
    t.state.round_number = 200
    assert aim(t) == BOSS


def test_teleportation_is_drunk_where_only_the_bosss_room_leads_on():
    drink = A_DRINK << 16 | TELEPORTATION
    assert choices(table("hero 1 c3 hp 4 key potion:teleportation", **BEHIND), "greedy") == {drink}
    assert drink not in choices(table("hero 1 c3 hp 4 key potion:teleportation"), "greedy")


def test_behind_the_boss_a_position_is_worth_what_the_chance_against_it_is():
    settings = {"boss_die": [12] * 3} | BEHIND
    weak = value(table("hero 1 c3 hp 2 key", **settings))
    assert 0 < weak < 0.5 * value(table("hero 1 c3 hp 2 key sword:1 shield:1", **settings))
    assert weak < 0.5 * value(table("hero 1 c3 hp 2 key", "boss 1", **settings))  # it pays to hit it


@pytest.mark.parametrize(("die", "hp", "boss", "chance"), [
    (6, 1, 1, 21 / 36),
    (6, 2, 1, 1 - (15 / 36) ** 2),
    (6, 1, 2, (21 / 36) ** 2),
    (6, 2, 2, (21 / 36) ** 2 * (1 + 2 * 15 / 36)),
])  # fmt: skip
def test_the_chance_to_beat_the_boss_by_hand(die, hp, boss, chance):
    t = table(f"hero 1 c3 hp {hp}", f"boss {boss}", boss_die=[die] * 3)
    assert chance_to_beat_boss(t.rules, t.state) == pytest.approx(chance)


def test_the_last_chance_of_a_key_is_small_and_none_is_nothing():
    open_floor, last = table("hero 1 d4"), table("hero 1 d4", **CLOSED)
    assert 0 < value(last) < 0.1 * value(open_floor)
    last.state.live[4, 3] = 0
    assert value(last) == 0
    last.state.lying[0, 2] = 1  # out of reach
    assert value(last) == 0
    last.state.lying[2, 2] = 1
    assert value(last) > 0.3 * value(open_floor)


def test_a_search_takes_the_last_chance_when_it_is_late():
    """Who beats the last monster mostly dies for want of a key, so looks of a few rounds find all else better, for ever."""
    t = table("hero 1 d4", **CLOSED)
    t.state.round_number = LATE + 1
    assert aim(t) == PREY
    assert choices(t, "search", iterations=60) == {SOUTH_STEP}
    game = find_game("colossi")
    assert Bot(game, load_ruleset(game), "search", iterations=60).hints(t.state, 1)[0].action == SOUTH_STEP


def test_a_hero_that_only_teleportation_keeps_alive_drinks_it():
    """No key is left: COL-54 spares the hero as long as it keeps the potion, and nothing else can come of that."""
    t = table("hero 1 d4 potion:teleportation", **(CLOSED | {"d5": "─!"}))
    assert choices(t, "search", iterations=60) == {A_DRINK << 16 | TELEPORTATION}


@pytest.mark.parametrize("name", BOTS)
def test_with_an_empty_bag_new_ground_is_nothing_to_be_after(name):
    assert aim(table("hero 1 d4", "bag 0", d5="┼m"), name) == PREY


def longest_floor(players, games, name, **settings):
    """The rounds of the longest floor of some games, which would go on for 400 rounds."""
    game = find_game("colossi")
    rows = simulate(game, players, games, 77, [name] * players, load_ruleset(game, settings=["round_limit=400"]), **settings)
    return rows[["f1_rounds", "f2_rounds", "f3_rounds"]].max(axis=None)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("name", [name for name in BOTS if name != "search"])
def test_no_floor_lasts_for_ever(name, players):
    assert longest_floor(players, 500, name) < 200


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2])
def test_no_floor_lasts_for_ever_with_a_search(players):
    assert longest_floor(players, 150, "search", iterations=30) < 200
