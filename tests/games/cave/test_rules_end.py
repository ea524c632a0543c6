"""Darkness, death, depositing and winning (CAVE-31 to CAVE-41), with the answers of the FAQ."""

import pytest
from games.cave.table import cards, table

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]

PIT = "play Bottomless Pit on Ben"


@pytest.mark.rule("CAVE-31")
def test_two_rooms_are_lit():
    from crypt.games.cave.vocabulary import the_book

    dark = set()
    for room in the_book(table().state).rooms:
        t = table(f"room 2 {room.name.lower().replace(' ', '_')}", "hand 1 a02")
        if t.can(PIT):
            dark.add(room.name)
    assert len(dark) == 12 and not dark & {"Well House", "Cobble Crawl"}
    assert table("room 2 cobble_crawl", "hand 1 a02").refusal(PIT) == "CAVE-32"


@pytest.mark.rule("CAVE-32")
def test_the_lantern_lights_the_room_for_all_who_are_there():
    t = table("room 2 y2", "room 3 y2", "room 1 y2", "carried 3 i01", "hand 1 a02", players=3)
    assert not t.can(PIT) and t.refusal(PIT) == "CAVE-32"
    assert table("room 2 y2", "room 1 y2", "carried 1 i01", "hand 1 a02").refusal(PIT) == "CAVE-32"
    assert table("room 2 y2", "room 3 bedquilt", "carried 3 i01", "hand 1 a02", players=3).can(PIT)
    assert table("room 2 y2", "hand 2 i01", "hand 1 a02").can(PIT)


@pytest.mark.rule("CAVE-33")
def test_what_dying_costs():
    t = table("room 2 y2", "hand 1 a02", "hand 2 t01 a12", "carried 2 t02 i02", "deposited 2 t03", "room 3 y2", players=3,
              seat=1).do(PIT)  # fmt: skip
    assert t.deposited(2) == ["T03"] and t.carried(2) == ["I02"]
    assert {"T01", "A12", "T02", "A02"} <= set(t.discards)


@pytest.mark.rule("CAVE-34")
@pytest.mark.rule("dead_targets")
def test_the_dead_are_in_no_room_and_can_be_stolen_from():
    """FAQ: yes, one can steal a keeper from somebody who is dead."""
    dead = ("room 3 dead", "carried 3 i01 i02")
    t = table(*dead, "hand 1 a13 a19 a20 a01 a02", players=3)
    for words in ("Steal a Keeper on Cid, naming Set of Keys", "You Are Carrying Too Much Already! on Cid",
                  "Your Lamp Is Getting Dim on Cid"):  # fmt: skip
        assert t.can(f"play {words}")
    assert t.refusal("play Angry Dwarf (action) on Cid") == "CAVE-34"
    assert t.refusal("play Bottomless Pit on Cid") == "CAVE-34"
    assert t.do("play Steal a Keeper on Cid, naming Set of Keys").carried(1) == ["I02"]
    assert table(*dead, "hand 1 r07", phase="moving", players=3).do("move to Cobble Crawl").seat == 1


@pytest.mark.rule("dead_use")
def test_the_dead_can_still_use_their_magazines():
    t = table("room 2 dead", "carried 2 i10", "hand 1 a12").do("play Speed Run", "use Dwarvish Magazines")
    assert sorted(t.discards) == ["A12", "I10"] and t.turn_of == 2


@pytest.mark.rule("CAVE-35")
def test_the_dead_come_back_with_four_cards():
    t = table("room 2 y2", "hand 1 a02", "hand 2 t01").do(PIT)
    assert t.turn_of == 2 and t.room(2) == "Well House" and len(t.hand(2)) == 4 and t.phase == "moving"
    t = table("room 2 y2", "hand 1 a02", players=3, seat=1).do(PIT)
    assert t.turn_of == 2
    later = table("room 3 y2", "hand 1 a02", players=3).do("play Bottomless Pit on Cid")
    assert later.room(3) == "nowhere" and later.hand(3) == []


@pytest.mark.rule("death_in_own_turn")
def test_who_dies_in_the_own_turn_ends_it():
    """No card of the standard table kills on the move; a designer's may."""
    rows = cards(R01={"effect_code": "DIE(TARGET)"})
    t = table("room 1 y2", "hand 2 r01", "hand 1 t01", "carried 1 i02 t02", phase="moving", cards=rows)
    t.do("move to Bedquilt", "play Angry Dwarf (reaction)")
    assert t.turn_of == 2 and t.room(1) == "nowhere" and t.carried(1) == ["I02"]
    t.do("stay", "do nothing")
    assert t.turn_of == 1 and t.room(1) == "Well House"


@pytest.mark.rule("CAVE-36")
def test_a_treasure_is_deposited_in_the_well_house_one_for_each_play():
    t = table("carried 1 t01 t02 i02")
    assert t.can("deposit Large Gold Nugget") and t.refusal("deposit Set of Keys") == "CAVE-36"
    t.do("deposit Large Gold Nugget")
    assert t.deposited(1) == ["T01"] and t.carried(1) == ["T02", "I02"] and t.turn_of == 2
    assert table("room 1 y2", "carried 1 t01").refusal("deposit Large Gold Nugget") == "CAVE-36"
    assert table("hand 1 t01").refusal("deposit Large Gold Nugget") == "CAVE-36"


@pytest.mark.rule("CAVE-37")
def test_a_deposit_cannot_be_cancelled():
    t = table("carried 1 t01", "hand 2 r06", "carried 2 i10").do("deposit Large Gold Nugget")
    assert t.deposited(1) == ["T01"] and t.phase != "reacting"


@pytest.mark.rule("CAVE-38")
def test_a_deposited_treasure_is_safe_but_for_one_card():
    safe = "deposited 2 t06 t07"
    t = table(safe, "hand 1 a04").do("play Don Woods Never Existed")
    assert t.deposited(2) == ["T06", "T07"]
    assert not [words for words in table(safe, "room 2 y2", "hand 1 a07").choices if "Har Har" in words]
    eggs = table(safe, "hand 1 a06").do("play Fee, Fie, Foe, Foo!")
    assert eggs.deposited(2) == ["T06"] and eggs.carried(1) == ["T07"]


@pytest.mark.rule("CAVE-39")
def test_quick_play_brings_a_new_treasure_with_each_deposit():
    t = table("carried 1 t01", quick_play=True).next_cards("I02", "R06", "T05").do("deposit Large Gold Nugget")
    assert t.hand(1) == ["T05"] and sorted(t.discards) == ["I02", "R06"]
    assert table("carried 1 t01").do("deposit Large Gold Nugget").hand(1) == []


@pytest.mark.rule("CAVE-39")
@pytest.mark.rule("endless_reveal")
def test_quick_play_without_a_treasure_left():
    rest = " ".join(f"t{i:02}" for i in range(2, 16))
    t = table("carried 1 t01", f"hand 2 {rest}", quick_play=True)
    count = len(t.pile)
    t.do("deposit Large Gold Nugget")
    assert t.hand(1) == [] and len(t.discards) + len(t.pile) + 1 >= count


@pytest.mark.rule("CAVE-40")
def test_the_third_deposit_wins_at_once():
    t = table("carried 1 t03", "deposited 1 t01 t02").do("deposit Bars of Silver")
    assert t.end == "seat 1" and t.seat == 0 and t.choices == []
    assert t.GAME.refusal(t.rules, t.state, 6 << 20) == 40
    assert table("carried 1 t02", "deposited 1 t01").do("deposit Several Diamonds").end == "running"
    assert table("carried 1 t02", "deposited 1 t01", deposits_to_win=2).do("deposit Several Diamonds").end == "seat 1"


@pytest.mark.rule("CAVE-41")
def test_several_treasures_and_players_together():
    """FAQ: yes, two treasures can be carried, and yes, two players can be in one room."""
    t = table("room 1 y2", "room 2 y2", "hand 1 t03", "carried 1 t01").do("play Bars of Silver")
    assert t.carried(1) == ["T01", "T03"] and t.room(1) == t.room(2) == "Y2"
    assert table("room 1 y2", "room 2 bedquilt", phase="moving").do("move to Bedquilt").room(1) == "Bedquilt"
