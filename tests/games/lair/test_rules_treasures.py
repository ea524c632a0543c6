"""Treasures, the dragon and the end: LAIR-11 to LAIR-17, and the rulings that belong to them."""

import pytest
from games.lair.table import ruleset, table

from crypt.batch.plan import make_plan
from crypt.core.ruleset import RulesetError
from crypt.games.lair.front import GAME
from crypt.games.lair.state import code_of

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]

FIVE = "r2s3 r2s5 r2s7 r2s9 r2s11"


@pytest.mark.rule("LAIR-11")
def test_a_treasure_that_is_carried_onto_the_edge_goes_to_the_stash():
    t = table("adventurer 1 r3s1", lying=f"r3s1 {FIVE}").do("adventurer 1 carries to r4s1")
    assert (t.at("adventurer 1"), t.stash, t.treasures) == ("r4s1", 1, FIVE)
    assert "The treasure leaves the board at r4s1: 1 in the stash (LAIR-11)" in t.story


@pytest.mark.rule("LAIR-11")
def test_also_from_edge_to_edge():
    t = table("adventurer 1 r4s1", lying=f"r4s1 {FIVE}").do("adventurer 1 carries to r4s2")
    assert (t.stash, t.treasures) == (1, FIVE)


@pytest.mark.rule("LAIR-11")
def test_stepping_onto_a_treasure_on_the_edge_stashes_nothing():
    t = table("adventurer 1 r3s1", lying=f"r4s1 {FIVE}").do("adventurer 1 moves to r4s1")
    assert (t.stash, t.treasures) == (0, f"{FIVE} r4s1")


@pytest.mark.rule("dragon_edge")
def test_what_the_dragon_carries_to_the_edge_stays_there():
    t = table("dragon r3s1", side="dragon", movement=4, lying=f"r3s1 {FIVE}").do("dragon carries to r4s1")
    assert (t.stash, t.treasures) == (0, f"{FIVE} r4s1")


@pytest.mark.rule("LAIR-12")
def test_the_dragon_removes_all_adventurers_on_the_space_it_moves_to():
    t = table("dragon r3s1", "adventurer 1 r3s2", "adventurer 2 r3s2", side="dragon", movement=3)
    t.do("dragon moves to r3s2")
    assert [t.at(f"adventurer {i}") for i in (1, 2, 3)] == ["gone", "gone", "r4s9"]
    assert t.state.alive == 1 and t.events.count("captured") == 2
    assert t.refusal("adventurer 1 moves to r3s1") == "LAIR-03"


@pytest.mark.rule("LAIR-12")
@pytest.mark.rule("capture_carrying")
def test_also_when_it_carries_and_a_treasure_there_stays():
    t = table("dragon r3s1", "adventurer 1 r3s2", side="dragon", movement=3, lying=f"r3s1 {FIVE}")
    t.do("dragon carries to r3s2")
    assert t.at("adventurer 1") == "gone" and t.treasures == f"{FIVE} r3s2"
    t = table("dragon r3s1", "adventurer 1 r3s2", side="dragon", movement=3, lying=f"r3s2 {FIVE}")
    t.do("dragon moves to r3s2")
    assert t.at("adventurer 1") == "gone" and t.treasures == f"{FIVE} r3s2"


@pytest.mark.rule("LAIR-12")
def test_a_removed_adventurer_does_nothing_more():
    t = table("adventurer 1 gone")
    assert GAME.refusal(t.rules, t.state, code_of(1, 0, 5)) == 12
    assert not any(text.startswith("adventurer 1") for text in t.choices)


@pytest.mark.rule("LAIR-13")
def test_adventurers_do_not_capture_the_dragon():
    t = table("dragon r3s2", "adventurer 1 r3s1")
    assert t.refusal("adventurer 1 moves to r3s2") == "LAIR-13"
    assert t.refusal("adventurer 1 carries to r3s2") == "LAIR-13"
    assert "adventurer 1 moves to r3s2" not in t.choices


@pytest.mark.rule("LAIR-13")
@pytest.mark.rule("enter_dragon")
def test_a_variant_lets_adventurers_run_into_the_dragon():
    t = table("dragon r3s2", "adventurer 1 r3s1", lying=f"r3s1 {FIVE}", enter_dragon="yes")
    t.do("adventurer 1 carries to r3s2")
    assert (t.at("adventurer 1"), t.at("dragon"), t.treasures) == ("gone", "r3s2", f"{FIVE} r3s2")
    assert t.seat == 0 and t.state.alive == 2


@pytest.mark.rule("enter_dragon")
def test_at_the_edge_the_dragon_keeps_what_was_carried_to_it():
    t = table("dragon r4s1", "adventurer 1 r3s1", lying=f"r3s1 {FIVE}", enter_dragon="yes")
    t.do("adventurer 1 carries to r4s1")
    assert (t.at("adventurer 1"), t.stash, t.treasures) == ("gone", 0, f"{FIVE} r4s1")


@pytest.mark.rule("LAIR-14")
def test_adventurers_pass_through_the_centre_and_take_treasures_out_of_it():
    t = table("dragon r4s3", "adventurer 1 r1s1", lying=f"centre {FIVE}")
    t.do("adventurer 1 moves to centre", "adventurer 1 carries to r1s7", "adventurer 1 moves to r2s7")
    assert t.treasures == "r1s7 r2s3 r2s5 r2s7 r2s9 r2s11"
    t = table("adventurer 1 r1s1")
    assert t.refusal("adventurer 1 moves to centre") == "LAIR-13"  # the dragon is there


@pytest.mark.rule("LAIR-15")
def test_a_treasure_may_be_left_at_any_time():
    t = table("adventurer 1 r2s1", movement=4).do("adventurer 1 carries to r3s1", "adventurer 1 moves to r3s2")
    assert (t.at("adventurer 1"), t.movement) == ("r3s2", 1)
    assert "r3s1" in t.treasures and "r3s2" not in t.treasures


# ------------------------------------------------------------------------------------------------- the end


@pytest.mark.rule("LAIR-16")
@pytest.mark.rule("LAIR-17")
def test_three_treasures_in_the_stash_win():
    t = table("adventurer 1 r3s1", stash=2, lying="r3s1 r2s3 r2s5 r2s7").do("adventurer 1 carries to r4s1")
    assert t.end == ("seat 1", "stash") and t.choices == [] and t.seat == -1
    assert "The adventurers have won: enough treasures are in the stash (LAIR-16, LAIR-17)" in t.story
    assert GAME.refusal(t.rules, t.state, code_of(3)) == 16


@pytest.mark.rule("LAIR-16")
@pytest.mark.rule("LAIR-17")
def test_without_adventurers_the_dragon_wins():
    lines = ("dragon r3s1", "adventurer 1 r3s2", "adventurer 2 gone", "adventurer 3 gone")
    t = table(*lines, side="dragon", movement=3, stash=2, lying="r2s3 r2s5 r2s7 r2s9").do("dragon moves to r3s2")
    assert t.end == ("seat 2", "captured") and t.movement == 2


@pytest.mark.rule("LAIR-16")
@pytest.mark.rule("LAIR-17")
@pytest.mark.rule("in_the_centre")
def test_four_treasures_in_the_centre_win_for_the_dragon_whoever_brings_them():
    lying = "centre centre centre r1s1 r2s3 r2s5"
    t = table("dragon r1s1", side="dragon", movement=3, lying=lying).do("dragon carries to centre")
    assert t.end == ("seat 2", "hoard")
    t = table("dragon r4s3", "adventurer 1 r1s1", lying=lying).do("adventurer 1 carries to centre")
    assert t.end == ("seat 2", "hoard")


@pytest.mark.rule("in_the_centre")
def test_treasures_that_were_taken_out_of_the_centre_do_not_count():
    t = table("dragon r4s3", "adventurer 1 centre", movement=6, lying="centre centre centre r1s1 r2s3 r2s5")
    t.do("adventurer 1 carries to r1s1", "adventurer 1 carries to centre")
    assert t.end == ("running", "") and t.hoard == 3
    assert "3 treasures lie in the centre, where an adventurer brought one (LAIR-16)" in t.story


@pytest.mark.rule("several_ends")
def test_of_several_ends_the_first_counts():
    """The last adventurer carries the fourth treasure to the dragon in the centre: captured before hoard."""
    lines = ("adventurer 1 r1s1", "adventurer 2 gone", "adventurer 3 gone")
    t = table(*lines, lying="centre centre centre r1s1 r2s3 r2s5", enter_dragon="yes")
    assert t.do("adventurer 1 carries to centre").end == ("seat 2", "captured")


@pytest.mark.rule("treasures_to_win")
@pytest.mark.rule("hoard_to_win")
def test_variants_may_want_other_numbers():
    t = table("adventurer 1 r3s1", lying=f"r3s1 {FIVE}", treasures_to_win=1).do("adventurer 1 carries to r4s1")
    assert t.end == ("seat 1", "stash")
    t = table("dragon r1s1", side="dragon", movement=3, lying=f"r1s1 {FIVE}", hoard_to_win=1)
    assert t.do("dragon carries to centre").end == ("seat 2", "hoard")
    with pytest.raises(RulesetError, match="treasures_to_win: must be 1 or more"):
        ruleset(treasures_to_win=0)


@pytest.mark.rule("LAIR-17")
@pytest.mark.rule("turn_limit")
def test_a_game_at_its_limit_stalls_when_the_turn_has_ended():
    t = table(turn=9, movement=1, turn_limit=9).do("end turn")
    assert t.end == ("stalled", "stalled") and t.seat == -1
    count = GAME.new_count()
    GAME.outcome(t.rules, t.state, count)
    assert count.score.tolist() == [0, 0] and GAME.words.result(count) == "stalled"
    t = table("adventurer 1 r3s1", turn=9, movement=2, stash=2, lying="r3s1 r2s3 r2s5 r2s7", turn_limit=9)
    assert t.do("adventurer 1 carries to r4s1").end == ("seat 1", "stash")  # an end in the last turn counts


@pytest.mark.rule("turn_limit")
def test_simulations_stop_after_four_hundred_turns():
    plan = make_plan("lair", 2, 1)
    assert plan.rules.turn_limit == 400 and plan.ruleset.record.turn_limit == 0
    assert make_plan("lair", 2, 1, ruleset=ruleset(turn_limit=30)).rules.turn_limit == 30
