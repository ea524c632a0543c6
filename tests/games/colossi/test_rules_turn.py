"""A turn: COL-11 to COL-21, and the rulings that belong to them."""

import pytest
from games.colossi.table import bag_of, deck_of, game, table

from crypt.games.colossi import events as ev
from crypt.games.colossi.moves import refusal
from crypt.games.colossi.state import A_EXPLORE, A_STEP, LOST, STALLED, STRENGTH

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]

TURNS = {  # what each shape can look like when it must be open to the west
    "dead_end": "╴",
    "straight": "─",
    "corner": "┘ ┐",
    "tee": "┴ ┤ ┬",
    "cross": "┼",
}


# ------------------------------------------------------------------------------------------------- moving


@pytest.mark.rule("COL-11")
@pytest.mark.parametrize("way, cell", [("north", "c3"), ("east", "d4"), ("south", "c5"), ("west", "b4")])
def test_a_hero_moves_up_down_left_or_right(way, cell):
    t = table("hero 1 c4", b4="┼.", c5="┼.").do(f"step {way}")
    assert t.hero(1) == f"{cell} hp 4"


@pytest.mark.rule("COL-11")
def test_there_is_no_other_direction():
    t = table("hero 1 c3")
    for direction in (4, 5, 7, 255):
        assert refusal(t.rules, t.state, (A_STEP << 16) + direction) == 11
        assert refusal(t.rules, t.state, (A_EXPLORE << 16) + direction) == 11


@pytest.mark.rule("COL-12")
def test_a_hero_moves_up_to_two_known_tiles():
    t = table("hero 1 c3", "drop e3 key", e3="┼.", f3="┼.").do("step east", "step east")
    assert t.hero(1) == "e3 hp 4"
    assert t.refusal("step east") == "COL-12"
    assert t.choices == ["pick up key", "end turn"]


@pytest.mark.rule("COL-12")
def test_a_variant_may_allow_another_number_of_steps():
    t = table("hero 1 c3", "drop e3 key", "drop f3 key", e3="┼.", f3="┼.", steps=3).do(*["step east"] * 3)
    assert (t.hero(1), t.choices) == ("f3 hp 4", ["pick up key", "end turn"])
    t = table("hero 1 c3", "drop d3 key", steps=1).do("step east")
    assert t.refusal("step east") == "COL-14" and t.refusal("step west") == "COL-12"


@pytest.mark.rule("COL-13")
@pytest.mark.parametrize("tile", ["│.", "├.", "┌.", "╶."])
def test_a_wall_on_the_far_side_stops(tile):
    t = table("hero 1 d3", e3=tile)
    assert t.refusal("step east") == "COL-13"


@pytest.mark.rule("COL-13")
@pytest.mark.parametrize("tile", ["│.", "┤.", "┘.", "╴."])
def test_a_wall_on_the_near_side_stops(tile):
    assert table("hero 1 e3", e3=tile, f3="┼.").refusal("step east") == "COL-13"
    assert table("hero 1 e3", e3=tile).refusal("explore east") == "COL-13"


@pytest.mark.rule("COL-13")
def test_both_sides_open_is_a_passage():
    assert table("hero 1 d3", e3="╴.").may("step east")
    assert table("hero 1 e3", e3="╴.").may("step west")


# ---------------------------------------------------------------------------------------------- exploring


@pytest.mark.rule("COL-14")
def test_exploring_draws_a_tile_lays_it_and_stands_on_it():
    t = table("hero 1 d3").tile("normal/cross").do("explore east")
    assert (t.hero(1), t.at("e3"), t.state.bag_count) == ("e3 hp 4", "┼.", 107)
    assert t.state.bag[4] == t.rules.tiles[4] - 1


@pytest.mark.rule("COL-14")
def test_only_an_empty_space_is_explored_and_only_a_tile_is_stepped_on():
    t = table("hero 1 d3", d2="┼.")
    assert t.refusal("explore north") == "COL-14"
    assert t.refusal("step east") == "COL-14"


@pytest.mark.rule("COL-15")
@pytest.mark.parametrize("shape", TURNS)
def test_the_tile_must_join_the_one_the_hero_came_from(shape):
    """Among the turns that do, the player chooses; what lies on the other sides does not matter."""
    t = table("hero 1 d3", e2="─.", e4="─.", f3="│.").tile(f"normal/{shape}").do("explore east")
    turns = TURNS[shape].split()
    if len(turns) == 1:
        assert t.at("e3") == f"{turns[0]}."
        return
    assert sorted(t.choices) == sorted(f"lay {turn}" for turn in turns)
    assert t.refusal("lay │") == t.refusal("lay └") == t.refusal("lay ├") == "COL-15"
    assert t.refusal("lay ─") == t.refusal("step west") == "COL-15"
    assert t.do(f"lay {turns[-1]}").at("e3") == f"{turns[-1]}."


@pytest.mark.rule("COL-15")
@pytest.mark.parametrize("way, back", [("north", "╷"), ("east", "╴"), ("south", "╵"), ("west", "╶")])
def test_the_tile_joins_in_every_direction(way, back):
    start = {"north": "c3", "east": "d3", "south": "d4", "west": "c4"}[way]
    cell = {"north": "c2", "east": "e3", "south": "d5", "west": "b4"}[way]
    t = table(f"hero 1 {start}", "boss 0").tile("normal/dead_end").do(f"explore {way}")
    assert t.at(cell) == f"{back}."


@pytest.mark.rule("COL-16")
def test_a_hero_may_move_one_tile_and_then_explore():
    t = table("hero 1 c3").tile("normal/cross").do("step east", "explore east")
    assert t.hero(1) == "e3 hp 4"


@pytest.mark.rule("COL-16")
@pytest.mark.parametrize("boots, rule", [("", "COL-16"), (" boots", "")])
def test_after_two_tiles_only_a_hero_with_boots_explores(boots, rule):
    t = table(f"hero 1 c3{boots}", "drop e3 key", e3="┼.").do("step east", "step east")
    assert t.refusal("explore east") == rule


@pytest.mark.rule("COL-16")
@pytest.mark.rule("COL-39")
def test_after_three_tiles_not_even_a_hero_with_boots_explores():
    t = table("hero 1 c3 boots", "drop f3 key", e3="┼.", f3="┼.").do(*["step east"] * 3)
    assert t.refusal("explore north") == "COL-16"


@pytest.mark.rule("COL-16")
def test_exploring_ends_the_movement():
    t = table("hero 1 d4", "hero 2 d4", players=2).tile("normal/cross").do("explore west")
    assert (t.hero(1), t.to_move) == ("c4 hp 4", 2)


@pytest.mark.rule("COL-17")
def test_a_symbol_is_resolved_at_once_and_then_the_turn_ends():
    t = table("hero 1 d4", "hero 2 d4", players=2).tile("loot/cross").loot("boots").do("explore west")
    assert (t.hero(1), t.to_move) == ("c4 hp 4 boots", 2)
    kinds = [e.kind for e in t.events]
    assert kinds.index(ev.PLACES) < kinds.index(ev.GAINS) < kinds.index(ev.TURN_ENDS) < kinds.index(ev.TURN_BEGINS)


@pytest.mark.rule("COL-17")
def test_the_turn_does_not_end_before_the_symbol_has_been_dealt_with():
    t = table("hero 1 d4 sword:1 shield:1", "hero 2 d4", players=2)
    t.tile("event/cross").card("rust").do("explore west")
    assert (t.to_move, t.choices) == (1, ["lose sword", "lose shield"])
    assert t.refusal("end turn") == "COL-21"
    assert t.do("lose shield").to_move == 2


@pytest.mark.rule("COL-18")
def test_a_turn_ends_after_moving():
    t = table("hero 1 d4", "hero 2 d4", players=2)
    assert t.do("step east").to_move == 1
    assert t.do("end turn").to_move == 2


@pytest.mark.rule("COL-18")
def test_a_turn_ends_by_itself_when_there_is_nothing_left_to_do():
    t = table("hero 1 d4", "hero 2 d4", players=2).do("step east", "step west")
    assert t.to_move == 2


@pytest.mark.rule("COL-18")
@pytest.mark.rule("COL-32")
@pytest.mark.parametrize("dice", [("D6 4", "D4 4", "D20 1"), ("D6 1", "D4 4")])
def test_a_turn_ends_after_one_round_of_combat(dice):
    t = table("hero 1 d4", "hero 2 d4", players=2, c4="┼m").dice(*dice).do("step west")
    assert t.to_move == 2


@pytest.mark.rule("COL-19")
def test_potions_are_drunk_on_the_own_turn():
    t = table("hero 1 d4 potion:health", "hero 2 d4 hp 1 potion:stone", players=2)
    assert t.may("drink health") and t.refusal("drink stone") == "COL-19"
    t.do("end turn")
    assert t.may("drink stone") and t.refusal("drink health") == "COL-19"


@pytest.mark.rule("drink")
@pytest.mark.rule("COL-19")
def test_drinking_is_free_comes_before_moving_and_any_number_may_be_drunk():
    t = table("hero 1 d3 hp 1 potion:health potion:stone potion:dodge").do("drink health", "drink stone")
    assert t.may("drink dodge") and t.may("step west") and t.may("explore east")
    t.do("step west")
    assert t.refusal("drink dodge") == "COL-19"
    assert t.hero(1) == "c3 hp 3 potion:dodge"


@pytest.mark.rule("COL-20")
def test_there_is_no_exploring_off_the_board():
    t = table("hero 1 f3", e3="┼.", f3="┼.")
    assert t.refusal("explore east") == "COL-20"
    assert t.may("explore north")


@pytest.mark.rule("COL-20")
def test_there_is_no_exploring_with_an_empty_bag():
    tiles = {"d5": "┼.", "d6": "┼.", "e6": "┼."}
    assert table("hero 1 d3", "bag 1", **tiles).may("explore east")
    t = table("hero 1 d3", "bag 0", **tiles)
    assert t.refusal("explore east") == "COL-20"
    assert t.may("step west")


@pytest.mark.rule("COL-21")
def test_a_monster_means_combat():
    t = table("hero 1 d3").tile("monster/cross").dice("D6 2", "D4 3").do("explore east")
    assert (t.hero(1), t.at("e3")) == ("d3 hp 3", "┼m")


@pytest.mark.rule("COL-21")
@pytest.mark.rule("COL-36")
def test_a_chest_is_one_roll_on_the_loot_table():
    t = table("hero 1 d3").tile("loot/cross").loot("amulet").do("explore east")
    assert (t.hero(1), t.at("e3")) == ("e3 hp 4 amulet", "┼$")
    assert [row[1] for row in t.saw(ev.LOOTS)] == [ev.SOURCE_CHEST]
    assert t.do("step west").do("step east").hero(1) == "e3 hp 4 amulet"  # a chest is opened once


@pytest.mark.rule("COL-21")
def test_a_person_is_a_hero_closet():
    t = table("hero 1 d4", "hero 2 dead", players=2).tile("hero/dead_end").do("explore west")
    assert (t.hero(2), t.at("c4")) == ("c4 hp 2", "╶.")


@pytest.mark.rule("COL-21")
def test_an_exclamation_mark_is_an_event_card():
    t = table("hero 1 d3").tile("event/cross").card("trap").do("explore east")
    assert (t.hero(1), t.at("e3")) == ("e3 hp 3", "┼!")
    assert t.do("step west").do("step east").hero(1) == "e3 hp 3"  # an event happens once


@pytest.mark.rule("COL-21")
def test_a_plain_tile_means_nothing():
    t = table("hero 1 d3").tile("normal/cross").do("explore east")
    assert {e.kind for e in t.events} == {
        ev.DECIDES, ev.DRAWS_TILE, ev.PLACES, ev.TURN_ENDS, ev.TURN_BEGINS,
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------ rulings


@pytest.mark.rule("stay")
@pytest.mark.rule("COL-18")
def test_a_hero_may_end_its_turn_where_it_stands():
    assert table("hero 1 d3").may("end turn")


@pytest.mark.rule("stay")
def test_or_only_when_nothing_else_is_possible():
    t = table("hero 1 d3", stay="forced")
    assert t.refusal("end turn") == "COL-18"
    assert t.do("step west").may("end turn")
    at_the_door = table("hero 1 f6", "door open", "bag 0", f6="┌X", exit_sides=6, stay="forced")
    assert at_the_door.choices == ["leave the floor"]
    assert table("hero 1 d3 potion:stone", stay="forced").refusal("end turn") == "COL-18"


@pytest.mark.rule("stay")
def test_picking_up_and_drinking_are_possible_too_and_swapping_does_not_count():
    """Ann and Ben cannot leave f3, a dead end at the edge of the board."""
    t = table("hero 1 h3 potion:stone potion:skill", "hero 2 h3", "drop h3 key", h3="╶.", players=2, stay="forced")
    t.state.reach_due = 0
    swaps = ["give stone potion to Ben", "give skill potion to Ben"]
    assert t.choices == ["pick up key", "drink skill", "drink stone", *swaps[::-1]]
    assert t.refusal("end turn") == "COL-18"
    assert t.do("pick up key", "drink skill").refusal("end turn") == "COL-18"
    assert t.do("give stone potion to Ben").choices == ["give key to Ben", "end turn"]
    only_the_key = table("hero 1 h3", "hero 2 h3 boots", "drop h3 key", h3="╶.", players=2, stay="forced")
    assert only_the_key.choices == ["pick up key", "take boots from Ben"]
    assert only_the_key.do("pick up key").may("end turn")


@pytest.mark.rule("forced")
@pytest.mark.rule("COL-18")
def test_what_alone_can_be_done_is_done():
    t = table("hero 1 d4 sword:1", "hero 2 dead", players=2, events=deck_of(rust=1))
    t.tile("hero/dead_end").do("explore west")  # it fits in one way, and there is one hero to bring back
    assert (t.at("c4"), t.hero(2), t.to_move) == ("╶.", "c4 hp 2", 2)
    t = table("hero 1 d3 sword:1", events=deck_of(rust=1)).tile("event/cross").card("rust").do("explore east")
    assert t.hero(1) == "e3 hp 4" and "end turn" in t.choices  # the sword alone could rust
    t = table("hero 1 d4", "hero 2 h3", players=2, h3="╶.")
    t.state.reach_due = 0
    assert t.do("end turn").to_move == 1 and t.state.round_number == 2  # Ben could only end his turn


@pytest.mark.rule("stay")
@pytest.mark.rule("forced")
def test_a_lone_potion_is_drunk_where_staying_is_forced():
    t = table("hero 1 d4", "hero 2 h3 potion:teleportation", h3="╶.", players=2, stay="forced").lands("d5")
    assert t.do("step east", "end turn").hero(2) == "d5 hp 4" and t.to_move == 2


@pytest.mark.rule("potion_turns")
@pytest.mark.rule("COL-44")
def test_an_effect_lasts_two_of_the_heros_own_turns_the_current_one_counted():
    t = table("hero 1 d4 potion:strength", "hero 2 d4", players=2).do("drink strength")
    assert t.effect(1, STRENGTH) == 2
    assert t.do("end turn").effect(1, STRENGTH) == 1
    assert t.do("end turn").effect(1, STRENGTH) == 1  # Ben's turn does not count
    assert t.do("end turn").effect(1, STRENGTH) == 0
    assert [row[:2] for row in t.saw(ev.EFFECT_ENDS)] == [(1, STRENGTH)]


@pytest.mark.rule("potion_turns")
def test_a_second_potion_of_the_kind_extends_it():
    t = table("hero 1 d3 potion:strength potion:strength").do("drink strength", "drink strength")
    assert t.effect(1, STRENGTH) == 4
    t = table("hero 1 d3 potion:strength", potion_turns=3).do("drink strength", "end turn")
    assert t.effect(1, STRENGTH) == 2


@pytest.mark.rule("potion_turns")
def test_a_great_many_turns_are_as_many_as_can_be_counted():
    t = table("hero 1 d3" + 6 * " potion:skill", potion_turns=50, max_potions=10).do(*["drink skill"] * 6)
    assert t.effect(1, 1) == 255


@pytest.mark.rule("round_limit")
def test_a_floor_that_outlives_the_limit_is_stalled():
    t = game(2, starts=["d4", "d4"], round_limit=2).do("end turn", "end turn", "end turn")
    assert (t.to_move, t.state.round_number) == (2, 2)
    t.do("end turn")
    assert (t.to_move, t.state.result) == (0, STALLED)
    assert t.saw(ev.FLOOR_ENDS) == [(0, 1, ev.FLOOR_STALLED, 2, 108, 0, 0)]


@pytest.mark.rule("round_limit")
def test_people_have_no_limit():
    t = game(1, starts=["d4"])
    t.state.round_number = 100_000
    assert t.do("end turn").to_move == 1


@pytest.mark.rule("all_pass")
def test_when_nobody_can_do_anything_the_floor_is_stalled():
    """Walled in, with the judgement of COL-54 held back."""
    t = table("hero 1 h1", "hero 2 a8", players=2, h1="╵.", a8="╷.")
    t.state.reach_due = 0
    assert t.choices == ["end turn"]
    t.do("end turn")
    assert (t.to_move, t.state.result) == (0, STALLED)
    assert [row[0] for row in t.saw(ev.TURN_BEGINS)] == [2, 1, 2]


@pytest.mark.rule("all_pass")
@pytest.mark.rule("COL-54")
def test_but_a_hero_that_is_cut_off_dies_first():
    t = table("hero 1 f1 potion:teleportation", f1="╵.").lands("f1").do("drink teleportation")
    assert (t.hero(1), t.state.result) == ("dead", LOST)


@pytest.mark.rule("all_pass")
def test_while_somebody_can_do_something_the_others_wait():
    t = table("hero 1 d4", "hero 2 a8", players=2, a8="╷.")
    t.state.reach_due = 0
    assert t.do("end turn").to_move == 1  # Ben's turn has passed by itself
    assert t.do("end turn").do("end turn").state.result != LOST
    assert t.state.round_number == 4


@pytest.mark.rule("COL-20")
@pytest.mark.rule("COL-07")
def test_the_last_tile_can_be_drawn():
    t = table("hero 1 d5", tiles=bag_of(normal_cross=2), d5="┼.").tile("normal/cross").do("explore south")
    assert (t.hero(1), t.line("bag")) == ("dead", "0")


@pytest.mark.rule("COL-18")
def test_but_haste_leaves_the_turn_with_the_hero():
    t = table("hero 1 d4", "hero 2 d4", players=2, events=deck_of(haste=1))
    t.tile("event/cross").card("haste").do("explore west")
    assert (t.to_move, t.state.moved) == (1, 0)
