"""Loot: COL-36 to COL-49, and the rulings that belong to them."""

import pytest
from games.colossi.table import cards_of, table

from crypt.games.colossi import events as ev
from crypt.games.colossi.state import POTIONS, SKILL, STONE

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]


def chest(item, *lines, things="", die=None, **changes):
    """A hero on d3 finds a chest on e3, and this item card in it."""
    t = table(f"hero 1 d3 hp 4{things}", *lines, **changes).tile("loot/cross").loot(item)
    if die:
        t.dice(f"D20 {die}")
    return t.do("explore east", *(["lay ┼"] if "amulet" in things else []))


def card(effect, *lines, things="", hp=4, **changes):
    """A hero on d3 is about to draw this event card on e3."""
    t = table(f"hero 1 d3 hp {hp}{things}", *lines, **changes)
    return t.tile("event/cross").card(effect)


def pair(mine="", other="", *lines, **changes):
    """Ann and Ben on one tile."""
    return table(f"hero 1 d4 hp 4{mine}", f"hero 2 d4 hp 4{other}", *lines, players=2, **changes)


# ------------------------------------------------------------------------------------------- where loot is


@pytest.mark.rule("COL-36")
def test_loot_comes_from_chests_events_and_defeated_monsters():
    assert chest("boots").hero(1) == "e3 hp 4 boots"
    assert card("find").loot("boots").do("explore east").hero(1) == "e3 hp 4 boots"
    t = table("hero 1 d3", e3="┼m").dice("D6 6", "D4 1", "D20 20").loot("boots").do("step east")
    assert t.hero(1) == "e3 hp 4 boots"
    assert [row[1] for row in t.saw(ev.LOOTS)] == [ev.SOURCE_MONSTER]


@pytest.mark.rule("loot")
@pytest.mark.rule("COL-09")
def test_loot_is_one_of_the_cards_that_nobody_has():
    t = chest("key", things=" sword:1 potion:health")
    assert (t.hero(1), t.state.supply.tolist()) == ("e3 hp 4 key sword:1 potion:health", [3, 4, 4, 4, 3, 11])


@pytest.mark.rule("loot")
def test_without_a_card_left_there_is_nothing():
    none = cards_of(sword=0, shield=0, boots=0, amulet=0, key=1, potion=0)
    t = table("hero 1 d3 key", item_cards=none).tile("loot/cross").do("explore east")
    assert (t.hero(1), len(t.saw(ev.NOTHING_TO_GAIN))) == ("e3 hp 4 key", 1)


@pytest.mark.rule("loot")
def test_or_the_cards_never_run_out():
    t = chest("key", things=" key", loot="endless", item_cards=cards_of(key=1))
    assert (t.hero(1), t.supply) == ("e3 hp 4 key:2", [4, 4, 4, 4, 1, 12])
    t = table("hero 1 d3 key", item_cards=cards_of(key=1)).tile("loot/cross")
    with pytest.raises(AssertionError, match="none of kind"):
        t.loot("key").do("explore east")


@pytest.mark.rule("loot")
def test_used_destroyed_and_lost_cards_go_back():
    t = table("hero 1 d3 hp 1 potion:health").do("drink health")
    assert t.state.supply.tolist() == [4, 4, 4, 4, 4, 12]
    t = card("trap", things=" boots").do("explore east")
    assert t.state.supply.tolist() == [4, 4, 4, 4, 4, 12]
    t = card("rust", things=" shield:1").do("explore east")
    assert t.state.supply.tolist() == [4, 4, 4, 4, 4, 12]


# --------------------------------------------------------------------------------------------- equipment


@pytest.mark.rule("COL-37")
@pytest.mark.rule("found_equipment")
@pytest.mark.parametrize("item", ["sword", "shield"])
def test_a_higher_level_replaces_a_lower_at_once_and_another_goes_back(item):
    t = chest(item, things=f" {item}:1", floor=2)
    assert t.hero(1) == f"e3 hp 4 {item}:2"
    assert t.state.supply.sum() == 31
    t = chest(item, things=f" {item}:2", floor=2)
    assert (t.hero(1), t.state.supply.sum()) == (f"e3 hp 4 {item}:2", 31)
    assert len(t.saw(ev.PUTS_BACK)) == 1
    t = chest(item, things=f" {item}:3", floor=3, level=[1, 3, 2])
    assert t.hero(1) == f"e3 hp 4 {item}:3"


@pytest.mark.rule("COL-37")
@pytest.mark.rule("found_equipment")
@pytest.mark.parametrize("item", ["boots", "amulet"])
def test_second_boots_and_a_second_amulet_go_back(item):
    t = chest(item, things=f" {item}")
    assert (t.hero(1), t.state.supply.sum()) == (f"e3 hp 4 {item}", 31)


@pytest.mark.rule("COL-38")
@pytest.mark.parametrize("floor", [1, 2, 3])
@pytest.mark.parametrize("item", ["sword", "shield"])
def test_the_level_is_the_floor_on_which_it_is_gained(item, floor):
    assert chest(item, floor=floor).hero(1) == f"e3 hp 4 {item}:{floor}"


@pytest.mark.rule("COL-39")
def test_boots_give_one_more_known_tile():
    t = table("hero 1 c3 boots", "drop e3 key", e3="┼.", f3="┼.").do("step east", "step east")
    assert t.may("step east")
    t = table("hero 1 c3", "drop e3 key", e3="┼.", f3="┼.").do("step east", "step east")
    assert t.refusal("step east") == "COL-12"
    t = table("hero 1 c3 boots", "drop f3 key", e3="┼.", f3="┼.").do(*["step east"] * 3)
    assert t.refusal("step west") == "COL-12"


@pytest.mark.rule("COL-40")
@pytest.mark.parametrize("trap", ["trap", "deep_trap"])
def test_boots_prevent_all_damage_of_a_trap_and_are_destroyed(trap):
    assert card(trap, things=" boots").do("explore east").hero(1) == "e3 hp 4"


@pytest.mark.rule("COL-40")
def test_boots_prevent_nothing_else():
    t = table("hero 1 d3 boots", e3="┼m").dice("D6 1", "D4 2").do("step east")
    assert t.hero(1) == "d3 hp 3 boots"


@pytest.mark.rule("trap_order")
@pytest.mark.rule("COL-46")
def test_stone_comes_first_and_boots_are_spent_only_if_damage_is_left():
    t = card("trap", things=" boots")
    t.state.effect[0, STONE] = 2
    assert t.do("explore east").hero(1) == "e3 hp 4 boots"
    t = card("deep_trap", things=" boots")
    t.state.effect[0, STONE] = 2
    assert t.do("explore east").hero(1) == "e3 hp 4"
    assert [row[1:3] for row in t.saw(ev.PREVENTED)] == [(1, -1), (1, 2)]


@pytest.mark.rule("COL-46")
def test_stone_prevents_one_of_each_damage():
    t = card("deep_trap")
    t.state.effect[0, STONE] = 2
    assert t.do("explore east").hero(1) == "e3 hp 3"
    t = card("deep_trap", stone=2)
    t.state.effect[0, STONE] = 2
    assert t.do("explore east").hero(1) == "e3 hp 4"


@pytest.mark.rule("COL-41")
def test_an_amulet_draws_another_tile_which_must_be_used():
    t = table("hero 1 d3 amulet").tile("monster/corner").do("explore east")
    assert t.choices == ["lay ┘", "lay ┐", "redraw with the amulet"]
    t.tile("normal/tee").do("redraw")
    assert t.choices == ["lay ┴", "lay ┤", "lay ┬"]
    assert t.refusal("redraw") == "COL-41"
    assert t.do("lay ┤").hero(1) == "e3 hp 4"
    assert (t.state.bag_count, t.state.supply[3]) == (107, 4)


@pytest.mark.rule("COL-41")
def test_the_first_tile_goes_back_after_the_second_was_drawn():
    """Two tiles in the bag: the second is never the first again."""
    for seed in range(20):
        t = table("hero 1 d3 amulet", "bag monster/tee:1 normal/tee:1", d5="┼.", d6="┼.", e6="┼.")
        t.state.chance.key[0] = seed
        t.tile("monster/tee").do("explore east").tile("normal/tee").do("redraw")
        assert (t.state.bag.sum(), t.state.bag[10 + 3]) == (1, 1)


@pytest.mark.rule("COL-41")
def test_without_an_amulet_there_is_no_other_tile():
    assert table("hero 1 d3").tile("monster/corner").do("explore east").refusal("redraw") == "COL-41"


@pytest.mark.rule("amulet_on_last_tile")
def test_with_the_last_tile_the_amulet_is_of_no_use():
    t = table("hero 1 d3 amulet", "bag normal/tee:1", d5="┼.", d6="┼.", e6="┼.").tile("normal/tee").do("explore east")
    assert t.refusal("redraw") == "COL-41"


# ----------------------------------------------------------------------------------------------- potions


@pytest.mark.rule("COL-42")
@pytest.mark.rule("potion_table")
@pytest.mark.parametrize("die", range(1, 21))
def test_a_D20_tells_the_kind_of_a_potion(die):
    kind = POTIONS[min((die - 1) // 3, 5)]
    assert chest("potion", die=die).hero(1) == f"e3 hp 4 potion:{kind}"


@pytest.mark.rule("potion_table")
def test_another_table_gives_other_potions():
    rows = [{"potion": "stone", "low": 1, "high": 19}, {"potion": "dodge", "low": 20, "high": 20}]
    assert chest("potion", die=19, potion_table=rows).hero(1) == "e3 hp 4 potion:stone"
    assert chest("potion", die=20, potion_table=rows).hero(1) == "e3 hp 4 potion:dodge"


@pytest.mark.rule("COL-42")
@pytest.mark.rule("fourth_potion")
def test_with_a_fourth_potion_the_player_chooses_which_of_the_four_to_give_up():
    t = chest("potion", things=" potion:stone potion:stone potion:dodge", die=20)
    assert t.choices == ["give up stone potion", "give up dodge potion", "give up health potion"]
    assert t.refusal("give up skill potion") == "COL-42"
    t.do("give up stone")
    assert t.hero(1) == "e3 hp 4 potion:stone potion:dodge potion:health"
    assert t.state.supply[5] == 9


@pytest.mark.rule("COL-42")
def test_three_potions_are_not_too_many():
    t = chest("potion", things=" potion:stone potion:dodge", die=20)
    assert t.hero(1) == "e3 hp 4 potion:stone potion:dodge potion:health"
    assert "end turn" in t.choices
    t = chest("potion", things=" potion:stone", die=20, max_potions=1)
    assert t.choices == ["give up stone potion", "give up health potion"]


@pytest.mark.rule("COL-43")
@pytest.mark.rule("teleport_to")
def test_teleportation_leads_to_any_tile_of_the_board_but_the_boss_room():
    """Start, exit, the own tile: 8 tiles without the boss room, dead or alive."""
    for boss in (0, 3):
        for cell in ("c3", "d3", "e3", "c4", "d4", "e4", "b5", "f6"):
            t = table("hero 1 d3 potion:teleportation", f"boss {boss}", a1="┼B", e3="┼.", e4="│.", b5="┼$")
            assert t.lands(cell).do("drink teleportation").hero(1) == f"{cell} hp 4"


@pytest.mark.rule("COL-43")
def test_after_teleportation_the_turn_goes_on():
    t = table("hero 1 d3 potion:teleportation potion:stone").lands("c4").do("drink teleportation")
    assert t.may("drink stone") and t.may("step east") and t.may("explore west")


@pytest.mark.rule("teleport_fight")
@pytest.mark.rule("COL-31")
def test_arriving_on_a_monster_means_combat():
    t = table("hero 1 d3 potion:teleportation", b5="┼m").lands("b5").dice("D6 1", "D4 2").do("drink teleportation")
    assert (t.hero(1), t.moves(ev.THROWN_BACK)) == ("d3 hp 3", ["b5 d3"])
    t = table("hero 1 d3 potion:teleportation", b5="┼m").lands("b5").dice("D6 2", "D4 2", "D20 1")
    assert t.do("drink teleportation").hero(1) == "b5 hp 4"
    assert len(t.saw(ev.TURN_ENDS)) == 1


@pytest.mark.rule("teleport_enters")
def test_arriving_counts_as_entering():
    t = table("hero 1 d3 key potion:teleportation").lands("f6").do("drink teleportation")
    assert (t.line("door"), t.may("leave the floor")) == ("open", True)
    t = table("hero 1 d4 potion:teleportation", "hero 2 dead", players=2, b5="╶h").lands("b5").do("drink teleportation")
    assert (t.hero(2), t.to_move) == ("b5 hp 2", 1)


@pytest.mark.rule("COL-45")
@pytest.mark.rule("COL-46")
@pytest.mark.rule("COL-47")
@pytest.mark.parametrize("kind", ["strength", "skill", "stone", "dodge"])
def test_the_other_potions_work_for_two_turns(kind):
    t = table(f"hero 1 d3 potion:{kind}").do(f"drink {kind}")
    assert t.state.effect[0].tolist() == [2 if name == kind else 0 for name in ("strength", "skill", "stone", "dodge")]
    assert t.hero(1) == "d3 hp 4"


@pytest.mark.rule("COL-45")
def test_skill_is_over_after_the_second_turn():
    t = table("hero 1 d3 potion:skill", e3="┼m").do("drink skill")
    t.dice("D8 1", "D4 4").do("step east").dice("D8 1", "D4 4").do("step east").dice("D6 1", "D4 4").do("step east")
    assert (t.hero(1), t.effect(1, SKILL)) == ("d3 hp 1", 0)


@pytest.mark.rule("COL-48")
@pytest.mark.parametrize("before, after", [(1, 3), (2, 4), (3, 4), (4, 4)])
def test_health_gives_two_hit_points_to_at_most_four(before, after):
    assert table(f"hero 1 d3 hp {before} potion:health").do("drink health").hero(1) == f"d3 hp {after}"


@pytest.mark.rule("COL-48")
def test_a_variants_health_gives_more():
    assert table("hero 1 d3 hp 1 potion:health", health=3).do("drink health").hero(1) == "d3 hp 4"


# ------------------------------------------------------------------------------------------------ swapping


@pytest.mark.rule("COL-49")
@pytest.mark.rule("swaps")
@pytest.mark.parametrize("thing", ["sword", "shield", "boots", "amulet", "key", "potion:stone"])
def test_heroes_on_the_same_tile_give_and_take(thing):
    name = {"potion:stone": "stone potion"}.get(thing, thing)
    thing += ":1" if thing in ("sword", "shield") else ""
    t = pair(f" {thing}").do(f"give {name} to Ben")
    assert (t.hero(1), t.hero(2), t.to_move) == ("d4 hp 4", f"d4 hp 4 {thing}", 1)
    t = pair("", f" {thing}").do(f"take {name} from Ben")
    assert (t.hero(1), t.hero(2)) == (f"d4 hp 4 {thing}", "d4 hp 4")


@pytest.mark.rule("COL-38")
@pytest.mark.rule("COL-49")
@pytest.mark.parametrize("thing", ["sword", "shield"])
def test_a_sword_or_shield_keeps_its_level_in_other_hands(thing):
    t = pair(f" {thing}:2", floor=2).do(f"give {thing} to Ben")
    assert (t.hero(1), t.hero(2)) == ("d4 hp 4", f"d4 hp 4 {thing}:2")


@pytest.mark.rule("COL-49")
def test_only_on_the_same_tile_and_only_with_the_living():
    t = table("hero 1 d4 key", "hero 2 e4", players=2)
    assert t.refusal("give key to Ben") == "COL-49"
    t = table("hero 1 d4 key", "hero 2 dead", players=2)
    assert t.refusal("give key to Ben") == "COL-49"
    assert pair(" key").refusal("give key to Ann") == "COL-49"
    assert pair(" key").refusal("give boots to Ben") == "COL-49"


@pytest.mark.rule("swaps")
def test_on_the_own_turn_before_moving_and_free():
    t = table("hero 1 d4 key", "hero 2 e4", players=2).do("step east")
    assert t.refusal("give key to Ben") == "COL-49"
    t = pair(" key boots").do("give key to Ben", "give boots to Ben")
    assert t.may("step east") and t.may("explore west")


@pytest.mark.rule("swaps")
def test_each_thing_changes_hands_once_a_turn():
    t = pair(" key amulet").do("give key to Ben", "give amulet to Ben")
    assert t.refusal("take key from Ben") == t.refusal("take amulet from Ben") == "COL-49"
    assert t.do("end turn").may("give key to Ann")
    t = pair(" sword:1").do("give sword to Ben")
    assert t.refusal("take sword from Ben") == "COL-49"
    t = pair(" potion:stone", " potion:stone").do("give stone potion to Ben")
    assert t.do("take stone potion from Ben").refusal("take stone potion from Ben") == "COL-49"


@pytest.mark.rule("swaps")
@pytest.mark.rule("COL-37")
@pytest.mark.rule("COL-49")
@pytest.mark.parametrize("thing", ["sword", "shield"])
def test_a_thing_that_the_other_has_already_is_exchanged_for_it(thing):
    t = pair(f" {thing}:1", f" {thing}:2", floor=2)
    assert t.refusal(f"give {thing} to Ben") == t.refusal(f"take {thing} from Ben") == "COL-37"
    assert f"swap {thing} with Ben" in t.choices
    t.do(f"swap {thing} with Ben")
    assert (t.hero(1), t.hero(2)) == (f"d4 hp 4 {thing}:2", f"d4 hp 4 {thing}:1")
    assert t.refusal(f"swap {thing} with Ben") == "COL-49"


@pytest.mark.rule("swaps")
@pytest.mark.rule("COL-37")
def test_things_that_are_alike_are_not_exchanged():
    t = pair(" shield:2 boots amulet", " shield:2 boots amulet", floor=2)
    assert t.refusal("swap shield with Ben") == "COL-49"  # nothing would change
    assert t.refusal("give boots to Ben") == t.refusal("take amulet from Ben") == "COL-37"
    assert t.refusal("swap boots with Ben") == "COL-49"


@pytest.mark.rule("swaps")
@pytest.mark.rule("COL-42")
def test_whoever_has_three_potions_gives_one_for_one():
    t = pair(" potion:stone", " potion:health potion:dodge potion:dodge")
    assert t.refusal("give stone potion to Ben") == "COL-42"
    assert t.may("take health potion from Ben")
    t.do("swap stone potion for health potion with Ben")
    assert (t.hero(1), t.hero(2)) == ("d4 hp 4 potion:health", "d4 hp 4 potion:stone potion:dodge potion:dodge")
    assert pair(" potion:stone", " potion:health").refusal("swap stone potion for health potion with Ben") == "COL-49"
    assert pair(" sword:1", " shield:1").refusal("give sword to Ben") == ""


@pytest.mark.rule("swaps")
def test_several_keys_may_be_held_so_keys_are_given():
    t = pair(" key", " key").do("give key to Ben")
    assert (t.hero(1), t.hero(2)) == ("d4 hp 4", "d4 hp 4 key:2")
    assert pair(" key", " key").refusal("swap key with Ben") == "COL-49"
