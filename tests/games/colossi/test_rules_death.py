"""Death and return, and heroes that are cut off: COL-34, COL-35, COL-54, COL-55, and their rulings."""

import pytest
from games.colossi.table import table

from crypt.games.colossi import events as ev
from crypt.games.colossi.state import LOST, NO_KEY, RUNNING, STARVED, WALLED

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]


def causes(t):
    """Who died of what."""
    return {who: cause for who, _, cause, *_ in t.saw(ev.DIES)}


# --------------------------------------------------------------------------------------------- coming back


@pytest.mark.rule("COL-34")
@pytest.mark.rule("COL-35")
def test_a_dead_hero_returns_when_a_closet_is_found_with_2_hp_and_nothing_else():
    t = table("hero 1 d4", "hero 2 dead", players=2).tile("hero/dead_end").do("explore west")
    assert (t.hero(2), t.at("c4")) == ("c4 hp 2", "╶.")
    assert t.saw(ev.RETURNS) == [(2, 38, 2, 0, 0, 0, 0)]
    t = table("hero 1 d4", "hero 2 dead", players=2, return_hp=3).tile("hero/dead_end").do("explore west")
    assert t.hero(2) == "c4 hp 3"


@pytest.mark.rule("COL-34")
@pytest.mark.rule("COL-35")
@pytest.mark.rule("COL-57")
def test_a_dead_hero_returns_when_the_floor_is_completed():
    t = table("hero 1 h8 hp 1", "hero 2 dead", "door open", players=2).rooms("a1", "h8").do("leave")
    t.do("start at d4", "start at e5")
    assert (t.hero(1), t.hero(2), t.line("colossi floor")) == ("d4 hp 1", "e5 hp 2", "2")


@pytest.mark.rule("closet_waits")
@pytest.mark.rule("COL-34")
def test_a_closet_that_is_found_while_all_live_waits_for_someone_to_enter_it():
    t = table("hero 1 d4", "hero 2 d4 hp 1", players=2, d3="┼m").tile("hero/dead_end").do("explore west")
    assert (t.at("c4"), len(t.saw(ev.CLOSET_WAITS))) == ("╶h", 1)
    t.dice("D6 1", "D4 2").do("step north")  # Ben dies; Ann begins her turn on the closet
    assert (t.hero(2), t.at("c4"), t.to_move) == ("c4 hp 2", "╶.", 1)


@pytest.mark.rule("closet_waits")
def test_it_serves_the_first_living_hero_that_enters_it():
    t = table("hero 1 d4", "hero 2 dead", players=2, c4="╶h").do("step west")
    assert (t.hero(2), t.at("c4"), t.to_move) == ("c4 hp 2", "╶.", 1)
    assert t.may("step east")  # the turn goes on


@pytest.mark.rule("closet_waits")
def test_one_closet_is_one_return_and_the_heros_player_chooses_who():
    t = table("hero 1 e5", "hero 2 dead", "hero 3 dead", players=3, d5="╶h").do("step west")
    assert (t.to_move, t.choices) == (1, ["bring back Ben", "bring back Cid"])
    assert t.refusal("bring back Ann") == t.refusal("end turn") == "COL-34"
    t.do("bring back Cid")
    assert (t.hero(2), t.hero(3), t.at("d5")) == ("dead", "d5 hp 2", "╶.")
    t.do("end turn")
    assert (t.to_move, t.hero(2)) == (3, "dead")  # Cid begins its turn there, and the closet serves no more


@pytest.mark.rule("closet_waits")
def test_a_waiting_closet_is_an_ordinary_tile_while_all_live():
    t = table("hero 1 d4", "hero 2 e4", players=2, c4="╶h").do("step west")
    assert (t.at("c4"), t.to_move) == ("╶h", 1)


# ------------------------------------------------------------------------------------------ the exit, cut off


@pytest.mark.rule("COL-54")
@pytest.mark.rule("reach")
def test_a_hero_that_is_walled_off_from_the_exit_dies():
    """Dead end after dead end."""
    t = table("hero 1 f2", f2="╵.").tile("hero/dead_end").do("explore north")
    assert (t.hero(1), causes(t), t.state.result) == ("dead", {1: WALLED}, LOST)
    assert t.saw(ev.FLOOR_ENDS)[0][1:3] == (1, ev.FLOOR_WALLED)


@pytest.mark.rule("COL-54")
@pytest.mark.rule("reach")
@pytest.mark.parametrize("bag, alive", [(4, True), (3, False)])
def test_a_hero_dies_when_the_way_needs_more_tiles_than_the_bag_holds(bag, alive):
    """From the start square at d4 to the exit at f6 three cells are empty: d4 d5 d6 e6, or d4 e4 e5 e6 ..."""
    t = table("hero 1 c3", f"bag normal/cross:1 loot/tee:{bag - 1}").tile("normal/cross").do("explore north")
    assert t.to_move == int(alive)
    if not alive:
        assert causes(t) == {1: STARVED}
        assert t.saw(ev.FLOOR_ENDS)[0][2] == ev.FLOOR_STARVED


@pytest.mark.rule("reach")
@pytest.mark.parametrize("bag, alive", [(2, True), (1, False)])
def test_a_living_bosss_room_counts_as_passable(bag, alive):
    """The only way to the exit leads through it; on the way there e4 and f4 are empty."""
    t = table("hero 1 d4", f"bag {bag}", f5="│B", f6="╵X", boss_sides=5, exit_sides=1).do("end turn")
    assert t.to_move == int(alive)
    t = table("hero 1 d4", f"bag {bag}", f5="─B", f6="╵X", boss_sides=10, exit_sides=1).do("end turn")
    assert causes(t) == {1: WALLED}


@pytest.mark.rule("reach")
def test_the_walls_of_tiles_count_on_both_sides():
    assert table("hero 1 f3", f3="╷.", f4="╵m").do("end turn").to_move == 0
    assert table("hero 1 f3", f3="╷.", f4="│m").do("end turn").to_move == 1
    assert table("hero 1 f3", f3="╷.", f4="─m").do("end turn").to_move == 0


@pytest.mark.rule("reach")
def test_a_hero_that_holds_teleportation_is_exempt():
    t = table("hero 1 f1 potion:teleportation", f1="╵.").do("end turn")
    assert t.hero(1) == "f1 hp 4 potion:teleportation"
    t.lands("f1").do("drink teleportation")
    assert causes(t) == {1: WALLED}  # now it has none, and there is nothing left to do but to end the turn


@pytest.mark.rule("reach")
def test_luck_is_not_waited_for():
    """A companion with a potion of Teleportation, a closet, an event tile: none of them helps."""
    t = table("hero 1 d4 potion:teleportation", "hero 2 h1", players=2, h1="╵.").do("end turn")
    assert causes(t) == {2: WALLED}


@pytest.mark.rule("reach_when")
@pytest.mark.rule("COL-54")
def test_it_is_judged_at_the_end_of_each_turn_for_all_heroes_together():
    t = table("hero 1 h1 key", "hero 2 a10", "hero 3 f5", players=3, h1="╵.", a10="╷.")
    assert t.to_move == 1
    t.do("end turn")
    assert (causes(t), t.to_move, t.drops) == ({1: WALLED, 2: WALLED}, 3, ["h1"])


@pytest.mark.rule("reach_when")
def test_a_hero_that_returned_into_a_walled_pocket_is_taken_at_that_turns_end():
    t = table("hero 1 h1 potion:teleportation", "hero 2 dead", "hero 3 e5", players=3, h1="╴.", g1="╶h")
    t.do("step west")
    assert t.hero(2) == "g1 hp 2"
    t.do("end turn")
    assert (causes(t), t.to_move) == ({2: WALLED}, 3)


@pytest.mark.rule("reach_when")
def test_nobody_is_judged_in_the_middle_of_a_turn():
    t = table("hero 1 f2 potion:stone potion:teleportation", f2="╷.", f3="╵.").do("drink stone")
    assert t.hero(1) == "f2 hp 4 potion:teleportation"
    t = table("hero 1 f2", f2="╷.", f3="╵.").do("step south")
    assert t.hero(1) == "f3 hp 4"


@pytest.mark.rule("key_drops_on")
def test_keys_of_a_hero_that_is_cut_off_drop_where_it_stands():
    t = table("hero 1 d4", "hero 2 h1 key:2", players=2, h1="╵.").do("end turn")
    assert t.drops == ["h1", "h1"]


# ------------------------------------------------------------------------------------------------- no key


def keyless(*lines, where="e5", boss=0, bag="normal/tee:5", floor=1, **cells):
    """A hero that can reach the exit, with a dead boss and nothing in the bag that gives a key."""
    tiles = {"d5": "┼.", where: "┼."} | cells
    return table(f"hero 1 {where}", f"boss {boss}", f"bag {bag}", *lines, floor=floor, **tiles)


@pytest.mark.rule("COL-54")
@pytest.mark.rule("reach")
def test_without_any_way_to_a_key_the_heroes_die():
    t = keyless().do("end turn")
    assert (causes(t), t.saw(ev.FLOOR_ENDS)[0][2]) == ({1: NO_KEY}, ev.FLOOR_NO_KEY)


@pytest.mark.rule("reach")
def test_an_open_door_needs_no_key():
    assert keyless("door open").do("end turn").to_move == 1


@pytest.mark.rule("reach")
def test_a_key_that_a_living_hero_holds_is_enough():
    key = table("hero 1 d4", "hero 2 e5 key", "boss 0", "bag normal/tee:7", players=2).do("end turn")
    assert key.state.result == RUNNING
    left = table("hero 1 d4", "hero 2 e5", "boss 0", "bag normal/tee:7", players=2).do("end turn")
    assert causes(left) == {1: NO_KEY, 2: NO_KEY}


@pytest.mark.rule("reach")
def test_a_key_lying_within_reach_is_enough():
    assert keyless("drop d5 key").do("end turn").to_move == 1
    assert keyless("drop b1 key", b1="╵.").do("end turn").to_move == 0
    near = keyless("drop b5 key", b5="╶.", bag="normal/tee:1").do("end turn")
    assert near.to_move == 1  # one empty cell, c5, and one tile for it
    assert keyless("drop b5 key", b5="╶.", bag="0", e6="┼.").do("end turn").to_move == 0


@pytest.mark.rule("reach")
def test_a_boss_that_can_be_reached_is_enough():
    assert keyless(boss=1).do("end turn").to_move == 1
    assert keyless(boss=1, a1="┘B", boss_sides=9).do("end turn").to_move == 0
    assert keyless(boss=1, bag="normal/tee:1").do("end turn").to_move == 0  # too far away


@pytest.mark.rule("reach")
@pytest.mark.parametrize("tile, alive", [("loot", 1), ("event", 1), ("monster", 1), ("normal", 0), ("hero", 0)])
def test_a_tile_in_the_bag_that_could_give_a_key_is_enough(tile, alive):
    assert keyless(bag=f"{tile}/tee:2").do("end turn").to_move == alive


@pytest.mark.rule("reach")
def test_a_tile_in_the_bag_needs_a_cell_where_it_can_be_placed():
    """A closed pocket with the exit in it."""
    walls = {"d5": "─.", "c5": "─.", "e3": "│.", "e4": "│.", "b3": "┤m", "b4": "│m", "c2": "─.", "d2": "─.", "f4": "─X"}
    t = table("hero 1 f5", "boss 0", "bag loot/tee:2", **(walls | {"f5": "╵.", "f4": "╷X"}), exit_sides=4)
    assert t.do("end turn").to_move == 0
    t = table("hero 1 f5", "boss 0", "bag loot/tee:2", **(walls | {"f5": "└.", "f4": "╷X"}), exit_sides=4)
    assert t.do("end turn").to_move == 0
    t = table("hero 1 f5", "boss 0", "bag loot/tee:2", **(walls | {"f5": "┘.", "f4": "╷X"}), exit_sides=4)
    assert t.do("end turn").to_move == 1


@pytest.mark.rule("reach")
def test_a_monster_within_reach_is_enough():
    assert keyless(e4="┼m").do("end turn").to_move == 1
    assert keyless(b1="╵m").do("end turn").to_move == 0


@pytest.mark.rule("reach")
def test_but_without_a_key_card_only_the_boss_gives_a_key():
    """All four keys lie in a walled pocket."""
    lost = ["drop b1 key:4"]
    walled = {"b1": "╵."}
    assert keyless(*lost, e4="┼m", **walled).do("end turn").to_move == 0
    assert keyless(*lost, bag="loot/tee:2", **walled).do("end turn").to_move == 0
    assert keyless(*lost, boss=1, **walled).do("end turn").to_move == 1
    assert keyless("drop b1 key:3", e4="┼m", **walled).do("end turn").to_move == 1


@pytest.mark.rule("reach")
def test_a_hero_with_teleportation_outlives_the_last_key_too():
    t = table("hero 1 d4 potion:teleportation", "hero 2 e5", "boss 0", "bag normal/tee:7", players=2).do("end turn")
    assert causes(t) == {2: NO_KEY}


# --------------------------------------------------------------------------------------------------- the end


@pytest.mark.rule("COL-55")
def test_when_all_heroes_are_dead_the_game_is_lost_for_all():
    t = table("hero 1 d4 hp 1", "hero 2 dead", players=2, c4="┼m").dice("D6 1", "D4 2").do("step west")
    assert (t.state.result, t.to_move, t.choices) == (LOST, 0, [])
    assert t.saw(ev.FLOOR_ENDS)[0][1:3] == (1, ev.FLOOR_DIED)
    assert t.saw(ev.GAME_ENDS) == [(0, LOST, 0, 0, 0, 0, 0)]


@pytest.mark.rule("COL-55")
def test_while_one_hero_lives_it_goes_on():
    t = table("hero 1 d4 hp 1", "hero 2 d4", players=2, c4="┼m").dice("D6 1", "D4 2").do("step west")
    assert (t.state.result, t.to_move) == (RUNNING, 2)


@pytest.mark.rule("last_hero")
@pytest.mark.rule("COL-57")
def test_when_the_last_hero_on_the_floor_dies_after_others_left_the_floor_is_complete():
    t = table("hero 1 left hp 3", "hero 2 d4 hp 1", "to_move 2", players=2, c4="┼m")
    t.dice("D6 1", "D4 2").rooms("a1", "h8").do("step west")
    assert t.saw(ev.FLOOR_ENDS)[0][1:3] == (1, ev.FLOOR_LEFT)
    t.do("start at d4", "start at d4")
    assert (t.hero(1), t.hero(2), t.line("colossi floor")) == ("d4 hp 3", "d4 hp 2", "2")


@pytest.mark.rule("COL-54")
@pytest.mark.rule("refill_bag")
def test_with_one_bag_for_the_game_tiles_can_run_out():
    t = table("hero 1 f6", "door open", "bag 0", refill_bag=False).rooms("a1", "f6").do("leave", "start at d4")
    assert causes(t.do("end turn")) == {1: STARVED}
