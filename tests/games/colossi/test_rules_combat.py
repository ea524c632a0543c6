"""Combat: COL-22 to COL-33, and the rulings that belong to them."""

from itertools import pairwise

import pytest
from games.colossi.table import table

from crypt.games.colossi import events as ev
from crypt.games.colossi.state import DODGE, SKILL, STONE, STRENGTH

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]
DICE = (4, 6, 8, 10, 12, 20)


def monster(*lines, hero="d3", things="", hp=4, effects=(), **changes):
    """A hero beside a monster on e3."""
    t = table(f"hero 1 {hero} hp {hp}{things}", *lines, **({"e3": "┼m"} | changes))
    return running(t, effects)


def boss(*lines, hero="e3", things="", hp=4, effects=(), **changes):
    """A hero beside the boss room f3."""
    t = table(f"hero 1 {hero} hp {hp}{things}", *lines, **({"e3": "┼.", "f3": "┼B"} | changes))
    return running(t, effects)


def running(t, effects):
    for effect in effects:
        t.state.effect[0, effect] = 2
    return t


# ------------------------------------------------------------------------------------------------ the dice


@pytest.mark.rule("COL-22")
def test_a_hero_rolls_a_D6():
    assert monster().dice("D6 6", "D4 1", "D20 1").do("step east").rolled() == [(6, 6), (1, 4), (1, 20)]
    assert monster(hero_die=10).dice("D10 9", "D4 1", "D20 1").do("step east").hero(1) == "e3 hp 4"


@pytest.mark.rule("COL-23")
@pytest.mark.parametrize("floor, die", [(1, "D4"), (2, "D6"), (3, "D8")])
def test_a_monster_rolls_the_die_of_its_floor(floor, die):
    t = monster(floor=floor).dice("D6 1", f"{die} 4").do("step east")
    assert t.hero(1) == "d3 hp 3"


@pytest.mark.rule("COL-24")
@pytest.mark.parametrize("floor, die", [(1, "D8"), (2, "D10"), (3, "D12")])
def test_a_boss_rolls_the_die_of_its_floor(floor, die):
    t = boss(floor=floor).dice("D6 1", f"{die} 8").do("step east")
    assert t.hero(1) == "e3 hp 3"


# --------------------------------------------------------------------------------------- winning and losing


@pytest.mark.rule("COL-25")
@pytest.mark.parametrize("mine, theirs", [(3, 3), (4, 3), (6, 1), (1, 1)])
def test_an_equal_or_higher_total_hurts_the_foe(mine, theirs):
    t = boss().dice(f"D6 {mine}", f"D8 {theirs}").do("step east")
    assert (t.line("boss"), t.hero(1)) == ("2", "e3 hp 4")
    t = monster().dice(f"D6 {mine}", f"D4 {theirs}", "D20 1").do("step east")
    assert (t.at("e3"), t.hero(1)) == ("┼.", "e3 hp 4")


@pytest.mark.rule("COL-26")
@pytest.mark.parametrize("mine, theirs", [(3, 4), (1, 4), (2, 3)])
def test_a_lower_total_hurts_the_hero_and_drives_it_back(mine, theirs):
    t = monster(hero="c3").dice(f"D6 {mine}", f"D4 {theirs}").do("step east", "step east")
    assert (t.hero(1), t.at("e3")) == ("d3 hp 3", "┼m")  # to the space it moved from, not to where the turn began
    assert t.moves(ev.THROWN_BACK) == ["e3 d3"]


@pytest.mark.rule("COL-26")
def test_a_hero_that_loses_to_the_boss_goes_back_to_the_space_it_moved_from():
    t = boss(hero="d3").dice("D6 1", "D8 2").do("step east", "step east")
    assert (t.hero(1), t.line("boss")) == ("e3 hp 3", "3")


@pytest.mark.rule("COL-26")
@pytest.mark.rule("COL-31")
def test_a_monster_that_was_found_stays_on_its_tile():
    t = table("hero 1 c3").tile("monster/cross").dice("D6 1", "D4 2").do("step east", "explore east")
    assert (t.hero(1), t.at("e3")) == ("d3 hp 3", "┼m")


@pytest.mark.rule("COL-27")
def test_a_monster_has_one_hit_point_and_a_boss_three():
    assert monster().dice("D6 4", "D4 4", "D20 1").do("step east").at("e3") == "┼."
    t = boss()
    for left in ("2", "1", "0"):
        assert t.dice("D6 6", "D8 1").do("step east").line("boss") == left
    assert t.hero(1) == "e3 hp 4 key"


@pytest.mark.rule("COL-27")
def test_a_hero_has_at_most_four_hit_points():
    t = table("hero 1 d3 hp 3 potion:health", "drop d3 key").do("drink health")
    assert t.hero(1) == "d3 hp 4"
    assert table("hero 1 d3 hp 3 potion:health", max_hp=6).do("drink health").hero(1) == "d3 hp 5"


@pytest.mark.rule("COL-28")
def test_after_winning_a_roll_against_the_boss_the_hero_goes_back_to_where_its_turn_began():
    t = boss(hero="d3").dice("D6 4", "D8 4").do("step east", "step east")
    assert (t.hero(1), t.line("boss")) == ("d3 hp 4", "2")
    assert t.moves(ev.GOES_BACK) == ["f3 d3"]


@pytest.mark.rule("boss_return")
@pytest.mark.rule("COL-28")
def test_also_after_the_last_blow():
    t = boss("boss 1", hero="d3").dice("D6 4", "D8 4").do("step east", "step east")
    assert t.hero(1) == "d3 hp 4 key"


@pytest.mark.rule("boss_return")
def test_or_the_hero_stays_where_the_boss_fell():
    rule = {"boss_return": "stay when defeated"}
    t = boss("boss 1", hero="d3", **rule).dice("D6 4", "D8 4").do("step east", "step east")
    assert t.hero(1) == "f3 hp 4 key"
    t = boss("boss 2", hero="d3", **rule).dice("D6 4", "D8 4").do("step east", "step east")
    assert t.hero(1) == "d3 hp 4"


@pytest.mark.rule("boss_return")
def test_where_the_turn_began_is_meant_literally_after_a_teleport():
    t = boss(hero="c4", things=" potion:teleportation").lands("e3").do("drink teleportation")
    assert t.hero(1) == "e3 hp 4"
    assert t.dice("D6 4", "D8 4").do("step east").hero(1) == "c4 hp 4"


@pytest.mark.rule("boss_return")
@pytest.mark.rule("potion_turns")
def test_a_turn_given_by_haste_begins_anew_and_counts_for_potions():
    t = table("hero 1 d3 potion:skill", f3="┼B").do("drink skill")
    t.tile("event/cross").card("haste").do("explore east")
    assert t.effect(1, SKILL) == 1
    t.dice("D8 8", "D8 8").do("step east")
    assert (t.hero(1), t.effect(1, SKILL)) == ("e3 hp 4", 0)


@pytest.mark.rule("boss_heals")
def test_the_boss_keeps_its_wounds():
    t = boss().dice("D6 4", "D8 4").do("step east").dice("D6 1", "D8 4").do("step east").do("end turn")
    assert t.line("boss") == "2"


# ------------------------------------------------------------------------------------------------- deaths


@pytest.mark.rule("COL-29")
def test_a_foe_without_hit_points_is_defeated():
    t = monster().dice("D6 4", "D4 1", "D20 1").do("step east")
    assert t.saw(ev.FOE_FALLS) == [(1, ev.FOE_MONSTER, 0, 0, 0, 0, 0)]
    t.do("step west").do("step east")  # nobody is there any more
    assert t.hero(1) == "e3 hp 4"
    t = boss("boss 1").dice("D6 4", "D8 1").do("step east").do("step east")
    assert t.hero(1) == "f3 hp 4 key"


@pytest.mark.rule("COL-29")
@pytest.mark.rule("key_drops_on")
def test_a_hero_without_hit_points_dies_and_loses_everything_but_its_keys_drop():
    t = table(
        "hero 1 d4 hp 1 key:2 sword:1 shield:1 boots amulet potion:stone potion:health", "hero 2 d4 hp 4",
        players=2, c4="┼m", floor=2,
    )  # fmt: skip
    t.dice("D6 1", "D6 4").do("step west")
    assert (t.hero(1), t.drops) == ("dead", ["c4", "c4"])
    assert t.state.supply.tolist() == [4, 4, 4, 4, 2, 12]
    assert (t.state.held[0].sum(), t.state.effect[0].sum()) == (0, 0)


@pytest.mark.rule("key_drops_on")
def test_keys_drop_in_the_boss_room_when_the_boss_kills():
    t = table("hero 1 g4 hp 1 key", "hero 2 d4", players=2, g4="┼.", f4="┼.", h4="┼B")
    t.dice("D6 1", "D8 2").do("step east")
    assert (t.hero(1), t.drops) == ("dead", ["h4"])


@pytest.mark.rule("COL-29")
def test_effects_end_with_the_hero():
    t = table("hero 1 d4 hp 1", "hero 2 d4", players=2, c4="┼m")
    t.state.effect[0] = [2, 2, 0, 2]
    t.dice("D8 1", "D4 3").do("step west")
    assert t.hero(1) == "dead" and not t.state.effect[0].any()


# ------------------------------------------------------------------------------------------------- trophies


@pytest.mark.rule("COL-30")
@pytest.mark.parametrize("die, loot", [(20, True), (17, True), (16, False), (1, False)])
def test_a_D20_and_the_difference_of_20_give_loot(die, loot):
    """5 against 2: the difference is 3."""
    t = monster().dice("D6 5", "D4 2", f"D20 {die}")
    if loot:
        t.loot("boots")
    assert t.do("step east").hero(1) == ("e3 hp 4 boots" if loot else "e3 hp 4")


@pytest.mark.rule("COL-30")
@pytest.mark.rule("COL-38")
@pytest.mark.parametrize("die, loot", [(15, True), (14, False)])
def test_the_difference_counts_sword_and_shield(die, loot):
    """5 + 1 against 2 - 1: the difference is 5."""
    t = monster(things=" sword:1 shield:1").dice("D6 5", "D4 2", f"D20 {die}")
    if loot:
        t.loot("amulet")
    assert t.do("step east").hero(1) == "e3 hp 4 sword:1 shield:1" + (" amulet" if loot else "")


@pytest.mark.rule("COL-30")
def test_a_boss_gives_no_such_roll():
    t = boss("boss 1", things=" sword:1").dice("D6 6", "D8 1").do("step east")
    assert t.saw(ev.TROPHY) == []


@pytest.mark.rule("COL-30")
def test_a_variant_may_ask_for_another_result():
    t = monster(trophy_die=12, trophy_needs=10).dice("D6 5", "D4 2", "D12 7").loot("boots").do("step east")
    assert t.hero(1) == "e3 hp 4 boots"


# -------------------------------------------------------------------------------------------- foes that wait


@pytest.mark.rule("COL-31")
def test_whoever_enters_a_living_monsters_tile_fights_it():
    t = table("hero 1 d4", "hero 2 d4", players=2, c4="┼m")
    t.dice("D6 1", "D4 2").do("step west")
    assert t.to_move == 2
    t.dice("D6 3", "D4 2", "D20 1").do("step west")
    assert (t.hero(1), t.hero(2), t.at("c4")) == ("d4 hp 3", "c4 hp 4", "┼.")
    assert [row[:2] for row in t.saw(ev.FOE)] == [(2, ev.FOE_MONSTER)]


@pytest.mark.rule("COL-31")
def test_a_monster_cannot_be_walked_past():
    t = monster(f3="┼.").dice("D6 4", "D4 1", "D20 1").do("step east")
    assert t.state.moved == 0 and len(t.saw(ev.TURN_BEGINS)) == 1  # the turn is over


@pytest.mark.rule("COL-32")
def test_the_boss_is_attacked_by_moving_into_its_room():
    t = boss()
    assert not [choice for choice in t.choices if "attack" in choice]
    t.dice("D6 2", "D8 8").do("step east")
    assert [row[:3] for row in t.saw(ev.FOE)] == [(1, ev.FOE_BOSS, 29)]
    assert len(t.saw(ev.FIGHTS)) == 1


@pytest.mark.rule("through_boss")
@pytest.mark.rule("COL-32")
def test_a_living_bosss_room_is_no_passage_and_a_dead_ones_is():
    t = table("hero 1 d3", e3="┼.", f3="┼B", f2="┼.").dice("D6 6", "D8 1").do("step east", "step east")
    assert t.hero(1) == "d3 hp 4"
    t = table("hero 1 e3", "boss 0", e3="┼.", f3="┼B", f2="┼.").do("step east", "step north")
    assert t.hero(1) == "f2 hp 4"


@pytest.mark.rule("COL-33")
def test_a_defeated_boss_always_gives_a_key():
    t = boss("boss 1", things=" key").dice("D6 6", "D8 1").do("step east")
    assert t.hero(1) == "e3 hp 4 key:2"
    assert t.state.supply[4] == 2


@pytest.mark.rule("boss_key_to")
@pytest.mark.rule("COL-33")
def test_the_hero_that_struck_the_last_blow_gets_it():
    t = table("hero 1 g4", "hero 2 g4", "boss 2", "to_move 2", players=2, f4="┼.", g4="┼.", h4="┼B")
    t.dice("D6 6", "D8 1").do("step east").dice("D6 6", "D8 1").do("step east")
    assert (t.hero(1), t.hero(2)) == ("g4 hp 4 key", "g4 hp 4")


@pytest.mark.rule("boss_key_to")
def test_with_all_key_cards_out_a_key_that_lies_about_goes_to_the_hero():
    t = boss("boss 1", "drop c3 key", things=" key:3").dice("D6 6", "D8 1").do("step east")
    assert (t.hero(1), t.drops) == ("e3 hp 4 key:4", [])
    t = boss("boss 1", "drop c3 key", "drop d4 key:2", things=" key").dice("D6 6", "D8 1").do("step east")
    assert t.choices == ["take the key at c3", "take the key at d4"]
    assert t.refusal("take the key at d3") == "COL-33"
    assert (t.do("take the key at d4").hero(1), t.drops) == ("e3 hp 4 key:2", ["c3", "d4"])


@pytest.mark.rule("boss_key_to")
def test_when_heroes_hold_all_keys_there_is_none_to_get():
    t = boss("boss 1", things=" key:4").dice("D6 6", "D8 1").do("step east")
    assert (t.hero(1), t.line("boss")) == ("e3 hp 4 key:4", "0")
    t = boss("boss 1", things=" key:4", loot="endless").dice("D6 6", "D8 1").do("step east")
    assert t.hero(1) == "e3 hp 4 key:5"


# -------------------------------------------------------------------------------- things and effects in a fight


@pytest.mark.rule("COL-38")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_sword_adds_its_level_to_the_heros_roll(level):
    t = monster(things=f" sword:{level}", floor=3).dice("D6 1", f"D8 {1 + level}", "D20 1").do("step east")
    assert t.hero(1) == f"e3 hp 4 sword:{level}"
    t = monster(things=f" sword:{level}", floor=3).dice("D6 1", f"D8 {2 + level}").do("step east")
    assert t.hero(1) == f"d3 hp 3 sword:{level}"


@pytest.mark.rule("COL-38")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_shield_takes_its_level_off_the_foes_roll(level):
    t = boss(things=f" shield:{level}", floor=3).dice("D6 1", f"D12 {1 + level}").do("step east")
    assert t.line("boss") == "2"
    t = boss(things=f" shield:{level}", floor=3).dice("D6 1", f"D12 {2 + level}").do("step east")
    assert (t.line("boss"), t.hero(1)) == ("3", f"e3 hp 3 shield:{level}")


@pytest.mark.rule("COL-38")
@pytest.mark.rule("largest_die")
def test_totals_may_be_nothing_or_less():
    """1 against 1 - 3: the difference is 3, and 17 is enough for loot."""
    t = monster(things=" shield:3", floor=3).dice("D6 1", "D8 1", "D20 17").loot("boots").do("step east")
    assert t.hero(1) == "e3 hp 4 shield:3 boots"


@pytest.mark.rule("COL-44")
def test_strength_does_one_damage_more():
    t = boss(effects=[STRENGTH]).dice("D6 4", "D8 1").do("step east")
    assert (t.line("boss"), t.effect(1, STRENGTH)) == ("1", 1)
    assert boss(effects=[STRENGTH], strength=2).dice("D6 4", "D8 1").do("step east").hero(1) == "e3 hp 4 key"


@pytest.mark.rule("COL-44")
@pytest.mark.rule("largest_die")
def test_damage_beyond_the_foes_last_hit_point_is_lost():
    t = boss("boss 1", effects=[STRENGTH]).dice("D6 4", "D8 1").do("step east")
    assert t.saw(ev.FOE_HURT) == [(1, 1, 0, 0, 0, 0, 0)]


@pytest.mark.rule("COL-45")
@pytest.mark.parametrize("die, larger", list(pairwise(DICE)))
def test_skill_gives_the_next_larger_die(die, larger):
    t = monster(effects=[SKILL], hero_die=die).dice(f"D{larger} 5", "D4 1", "D20 1").do("step east")
    assert t.hero(1) == "e3 hp 4"


@pytest.mark.rule("largest_die")
@pytest.mark.rule("COL-45")
def test_skill_leaves_the_largest_die_as_it_is():
    assert monster(effects=[SKILL], hero_die=20).dice("D20 9", "D4 1", "D20 1").do("step east").hero(1) == "e3 hp 4"
    t = monster(effects=[SKILL], hero_die=8, largest_die=8).dice("D8 8", "D4 1", "D20 1")
    assert t.do("step east").hero(1) == "e3 hp 4"


@pytest.mark.rule("COL-46")
@pytest.mark.rule("thrown_back")
def test_stone_prevents_one_damage_but_the_hero_is_driven_back():
    t = monster(effects=[STONE]).dice("D6 1", "D4 4").do("step east")
    assert (t.hero(1), t.at("e3")) == ("d3 hp 4", "┼m")
    assert t.saw(ev.PREVENTED) == [(1, 1, -1, 0, 0, 0, 0)]


@pytest.mark.rule("COL-47")
@pytest.mark.parametrize("smaller, die", list(pairwise(DICE)))
def test_dodge_gives_the_foe_the_next_smaller_die(die, smaller):
    t = monster(effects=[DODGE], monster_die=[die] * 3).dice("D6 1", f"D{smaller} 2").do("step east")
    assert t.hero(1) == "d3 hp 3"
    t = boss(effects=[DODGE], boss_die=[die] * 3).dice("D6 1", f"D{smaller} 2").do("step east")
    assert t.hero(1) == "e3 hp 3"


@pytest.mark.rule("smallest_die")
@pytest.mark.rule("COL-47")
def test_dodge_leaves_the_smallest_die_as_it_is():
    assert monster(effects=[DODGE]).dice("D6 1", "D4 4").do("step east").hero(1) == "d3 hp 3"
    t = monster(effects=[DODGE], floor=3, smallest_die=8).dice("D6 1", "D8 8").do("step east")
    assert t.hero(1) == "d3 hp 3"


@pytest.mark.rule("COL-47")
def test_dodge_helps_only_the_hero_that_drank_it():
    t = table("hero 1 d4", "hero 2 d4", players=2, c4="┼m", floor=2)
    t.state.effect[1, DODGE] = 2
    t.dice("D6 1", "D6 6").do("step west").dice("D6 1", "D4 4").do("step west")
    assert (t.hero(1), t.hero(2)) == ("d4 hp 3", "d4 hp 3")


@pytest.mark.rule("monster_survives")
@pytest.mark.rule("COL-25")
def test_a_monster_with_more_hit_points_keeps_its_tile_when_it_is_hit():
    t = monster(monster_hp=2).dice("D6 4", "D4 4").do("step east")
    assert (t.hero(1), t.at("e3")) == ("d3 hp 4", "┼m")
    t.dice("D6 4", "D4 4", "D20 1").do("step east")
    assert (t.hero(1), t.at("e3")) == ("e3 hp 4", "┼.")
    t = monster(monster_hp=2, effects=[STRENGTH]).dice("D6 4", "D4 4", "D20 1").do("step east")
    assert t.at("e3") == "┼."
    t = table("hero 1 d3", monster_hp=2).tile("monster/cross").dice("D6 4", "D4 4").do("explore east")
    assert (t.hero(1), t.at("e3")) == ("d3 hp 4", "┼m")
