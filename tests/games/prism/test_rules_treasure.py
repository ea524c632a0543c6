"""Treasure, sharing, crystals and horses: PRI-24 to PRI-30, and the rulings that belong to them."""

import pytest
from games.prism.table import table

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]
FOUR = "red_crystal yellow_crystal blue_crystal orange_crystal"


def won(*lines, beneath="", **more):
    """A table at which Ann has just beaten a rat on e4; Ben is far away unless it is said where."""
    lines = lines if any(line.startswith("pawn 2") for line in lines) else ("pawn 2 a1", *lines)
    monsters = f"e4:rat {more.pop('monsters', '')}".strip()
    t = table(*lines, monsters=monsters, beneath=" ".join(f"e4:{kind}" for kind in beneath.split()), **more)
    return t.do("go north").dice(6).do("attack")


@pytest.mark.rule("PRI-24")
def test_a_treasure_is_placed_or_discarded():
    t = won(beneath="chest")
    assert t.choices == ["carry the treasure chest", "discard the treasure chest"]
    before = t.gone.get("chest", 0)
    t.do("discard the treasure chest")
    assert t.carried(1) == [] and t.gone["chest"] == before + 1
    assert won(beneath="chest").do("carry the treasure chest").carried(1) == ["chest"]


@pytest.mark.rule("PRI-24")
def test_something_carried_may_make_room():
    t = won("card 1 worn - carried chest chest helm horse", beneath="chest")
    assert "carry the treasure chest" not in t.choices
    assert "carry the treasure chest, dropping the horse" in t.choices
    assert t.refusal("carry the treasure chest, dropping the spare helm") == ""
    t.do("carry the treasure chest, dropping the spare helm")
    assert t.carried(1) == ["chest", "chest", "chest", "horse"]
    t = won("card 1 worn - carried chest - - -", beneath="chest")
    assert t.refusal("carry the treasure chest, dropping the treasure chest") == "PRI-24"


@pytest.mark.rule("PRI-24")
@pytest.mark.rule("PRI-28")
def test_a_crystal_is_never_discarded():
    t = won("card 1 worn boots carried red_crystal chest chest horse", beneath="blue_crystal")
    assert t.refusal("discard the blue crystal") == "PRI-24"
    assert t.refusal("carry the blue crystal, dropping the red crystal") == "PRI-24"
    assert [text for text in t.choices if text.startswith("carry")] == [
        "carry the blue crystal, dropping the treasure chest", "carry the blue crystal, dropping the horse"
    ]  # fmt: skip


@pytest.mark.rule("collecting_order")
def test_crystals_are_placed_first_then_what_is_worn_then_chests():
    t = won(beneath="chest helm")
    assert "wear the helm" in t.choices
    assert t.do("wear the helm").choices[0] == "carry the treasure chest"
    t = won("card 1 worn boots carried chest - - -", beneath="chest helm red_crystal")
    assert "carry the red crystal" in t.choices


@pytest.mark.rule("PRI-25")
def test_each_slot_takes_its_own_kind():
    t = won("card 1 worn helm carried - - - -", beneath="helm")
    assert t.refusal("wear the helm") == "PRI-25"
    assert t.choices[:3] == ["wear the helm, discarding the old one", "wear the helm, keeping the old one", "carry the helm"]
    t.do("carry the helm")
    assert (t.worn(1), t.carried(1)) == (["helm"], ["helm"])
    t = won("card 1 worn sword_+1 carried - - - -", beneath="fire_sword_+2")
    t.do("wear the fire sword +2, keeping the old one")
    assert (t.worn(1), t.carried(1)) == (["fire sword +2"], ["sword +1"])
    gone = won("card 1 worn sword_+1 carried - - - -", beneath="fire_sword_+2")
    before = gone.gone.get("sword +1", 0)
    gone.do("wear the fire sword +2, discarding the old one")
    assert (gone.worn(1), gone.carried(1), gone.gone["sword +1"]) == (["fire sword +2"], [], before + 1)
    assert won(beneath="chest").choices == ["carry the treasure chest", "discard the treasure chest"]


@pytest.mark.rule("PRI-24")
@pytest.mark.rule("PRI-25")
@pytest.mark.rule("making_room")
def test_the_old_piece_may_be_kept_and_something_else_dropped_for_it():
    card = "card 1 worn sword_+1 carried chest helm horse red_crystal"
    t = won(card, beneath="fire_sword_+2")
    keeping = "wear the fire sword +2, keeping the old one"
    assert t.refusal(keeping) == "PRI-28" and t.refusal(f"{keeping}, dropping the red crystal") == "PRI-24"
    wanted = {f"{keeping}, dropping the {thing}" for thing in ("treasure chest", "spare helm", "horse")}
    assert {text for text in t.choices if text.startswith(keeping)} == wanted
    before = t.gone.get("chest", 0)
    t.do(f"{keeping}, dropping the treasure chest")
    assert (t.worn(1), t.carried(1)) == (["fire sword +2"], ["sword +1", "helm", "horse", "red crystal"])
    assert t.gone["chest"] == before + 1
    t = won(card, beneath="fire_sword_+2").do(f"{keeping}, dropping the horse")
    assert (t.horses("e4"), t.carried(1)) == (1, ["chest", "helm", "sword +1", "red crystal"])
    room = won("card 1 worn sword_+1 carried chest helm horse -", beneath="fire_sword_+2")
    assert room.refusal(keeping) == "" and room.refusal(f"{keeping}, dropping the treasure chest") == "PRI-24"
    bare = won("card 1 worn - carried chest helm horse chest", beneath="fire_sword_+2")
    assert bare.refusal(f"{keeping}, dropping the treasure chest") == "PRI-25"


@pytest.mark.rule("rearrange")
def test_the_card_may_be_arranged_once_for_each_slot_while_placing_and_sharing():
    t = won("card 1 worn sword_+1 carried helm fire_sword_+2 - -", beneath="chest")
    assert {"put on the spare helm", "put on the spare fire sword +2", "put away the sword +1"} <= set(t.choices)
    t.do("put on the spare fire sword +2")
    assert (t.worn(1), t.carried(1)) == (["fire sword +2"], ["helm", "sword +1"])
    assert t.refusal("put on the spare sword +1") == "PRI-25" and t.refusal("put on the spare helm") == ""
    t.do("put on the spare helm", "carry the treasure chest")
    assert sorted(t.carried(1)) == ["chest", "sword +1"]
    t = table("card 1 worn - carried helm - - -", "card 2 worn - carried chest - - -").do("stop")
    t.do("put on the spare helm")
    assert t.worn(1) == ["helm"] and t.refusal("put away the helm") == "PRI-25" and "arranged helm" in t.text
    assert "arranged" not in t.do("end turn").text
    assert table("card 1 worn - carried helm - - -").refusal("put on the spare helm") == "PRI-31"
    t = won("card 1 worn sword_+1 carried fire_sword_+2 - - -", beneath="helm chest").do("put on the spare fire sword +2")
    assert t.refusal("put on the spare sword +1") == "PRI-25"
    assert t.do("wear the helm").refusal("put on the spare sword +1") == ""  # anew for the chest
    same = won("card 1 worn helm carried helm - - -", beneath="chest")
    assert same.refusal("put on the spare helm") == "PRI-25"  # nothing would be changed by that


@pytest.mark.rule("PRI-26")
@pytest.mark.rule("rearrange")
def test_after_the_last_exchange_the_card_may_still_be_arranged():
    t = table("card 1 worn fire_sword_+2 carried sword_+1 - - -").do("stop", "trade with Ben: give the fire sword +2")
    assert t.seat == 1 and t.choices == ["end turn", "put on the spare sword +1"]
    t.do("put on the spare sword +1")
    assert (t.worn(1), t.worn(2), t.seat) == (["sword +1"], ["fire sword +2"], 2)
    alone = table("pawn 2 a1", "card 1 worn - carried sword_+1 - - -", phase="sharing")
    assert alone.refusal("put on the spare sword +1") == alone.refusal("put away the sword +1") == "PRI-26"


@pytest.mark.rule("rearrange")
def test_an_exchange_lets_every_slot_be_arranged_anew():
    t = table("card 1 worn sword_+1 carried fire_sword_+2 - - -", players=3).do("stop", "put on the spare fire sword +2")
    assert t.refusal("put on the spare sword +1") == "PRI-25"
    t.do("trade with Ben: give the fire sword +2")
    assert t.refusal("trade with Cid: give the spare sword +1") == "" and t.worn(1) == []
    t.do("put on the spare sword +1")
    assert t.worn(1) == ["sword +1"] and t.refusal("put away the sword +1") == "PRI-25"


@pytest.mark.rule("rearrange")
@pytest.mark.rule("PRI-30")
def test_the_card_may_be_arranged_for_a_horse_that_was_turned_up_and_not_while_moving():
    lies = {"face_down": "e4", "terrain": "e4:fx", "unseen_monsters": "horse:1", "unseen_treasures": "red_crystal:1"}
    card = "card 1 worn shield carried chest chest helm -"
    t = table("pawn 2 a1", card, **lies).do("go north", "carry the red crystal")
    assert t.phase == "at a horse" and t.refusal("take the horse") == "PRI-28"
    assert t.refusal("put away the shield") == "PRI-28"
    t.do("put on the spare helm")
    assert t.refusal("put away the helm") == "PRI-25" and t.refusal("put away the shield") == ""
    t.do("take the horse")
    assert (t.worn(1), t.carried(1)) == (["helm", "shield"], ["chest", "chest", "horse", "red crystal"])
    assert table(card, horses="e5").refusal("put on the spare helm") == "PRI-31"


@pytest.mark.rule("PRI-26")
def test_two_on_one_tile_may_trade_and_then_nobody_moves():
    t = table("card 1 worn helm carried chest - - -", "card 2 worn sword_+1 carried - - - -").do("stop")
    assert t.phase == "sharing" and t.refusal("go north") == "PRI-31"
    t.do("trade with Ben: give the helm, take the sword +1")
    assert (t.worn(1), t.worn(2)) == (["sword +1"], ["helm"])
    t = table("card 1 worn helm carried - - - -", "pawn 2 e4").do("go south")
    assert t.refusal("trade with Ben: give the helm") == "PRI-31"


@pytest.mark.rule("PRI-26")
def test_nobody_trades_across_tiles_or_without_room():
    lines = ("card 1 worn - carried chest - - -", "card 2 worn helm sword_+1 carried helm sword_+1 chest chest", "pawn 3 a1")
    t = table(*lines, "card 3 worn - carried horse - - -", players=3).do("stop")
    assert t.refusal("trade with Cid: take the horse") == "PRI-26"
    assert t.refusal("trade with Ben: give the treasure chest") == "PRI-28"
    assert t.refusal("trade with Ben: give the treasure chest, take the treasure chest") == "PRI-26"
    assert t.refusal("trade with Ben: give the treasure chest, take the spare helm") == ""


@pytest.mark.rule("PRI-28")
def test_what_is_given_makes_room_for_what_is_taken():
    t = table("card 1 worn - carried chest chest chest red_crystal", "card 2 worn - carried horse - - -").do("stop")
    assert t.refusal("trade with Ben: take the horse") == "PRI-28"
    t.do("trade with Ben: give the treasure chest, take the horse")
    assert (t.carried(1), t.carried(2)) == (["horse", "chest", "chest", "red crystal"], ["chest"])


@pytest.mark.rule("PRI-26")
@pytest.mark.parametrize("thing", ["red_crystal", "horse"])
def test_crystals_and_horses_are_traded_too(thing):
    name = thing.replace("_", " ")
    t = table(f"card 1 worn - carried {thing} - - -", "card 2 worn - carried chest - - -").do("stop")
    assert t.refusal(f"trade with Ben: give the {name}") == ""
    t.do(f"trade with Ben: give the {name}, take the treasure chest")
    assert (t.carried(1), t.carried(2)) == (["chest"], [name])
    t = table("card 1 worn - carried chest - - -", f"card 2 worn - carried {thing} - - -").do("stop")
    assert t.do(f"trade with Ben: take the {name}").carried(1) == ["chest", name] and t.carried(2) == []


@pytest.mark.rule("trades")
def test_one_exchange_with_each_companion_unless_the_ruleset_allows_more():
    cards = ("card 1 worn - carried chest chest - -", "card 2 worn - carried horse - - -", "card 3 worn - carried - - - -")
    t = table(*cards, players=3).do("stop", "trade with Ben: give the treasure chest")
    assert t.seat == 1 and t.refusal("trade with Ben: give the treasure chest") == "PRI-26"
    t.do("trade with Cid: give the treasure chest")
    assert t.seat == 2 and t.carried(3) == ["chest"]  # nothing is left to be decided
    t = table(*cards, players=3, trades=2).do("stop", "trade with Ben: give the chest", "trade with Ben: give the chest")
    assert t.carried(2) == ["horse", "chest", "chest"]
    more = ("card 1 worn - carried chest chest chest -", *cards[1:])
    t = table(*more, players=3, trades=2).do("stop", "trade with Ben: give the chest", "trade with Ben: give the chest")
    assert t.refusal("trade with Ben: give the chest") == "PRI-26" and t.refusal("trade with Cid: give the chest") == ""
    assert table(*cards, players=3, trades=0).do("stop").seat == 2


@pytest.mark.rule("trades_at_house")
def test_who_is_sent_home_may_share_there():
    t = table("card 1 worn helm carried chest - - -", monsters="e4:dragon").do("go north").dice(5).do("flee")
    assert (t.at(1), t.phase, t.seat) == ("e5", "sharing", 1) and t.refusal("trade with Ben: give the treasure chest") == ""


@pytest.mark.rule("receiving")
def test_where_things_go_that_change_hands():
    t = table("card 1 worn fire_sword_+2 carried - - - -", "card 2 worn sword_+1 carried - - - -").do("stop")
    t.do("trade with Ben: give the fire sword +2")
    assert (t.worn(2), t.carried(2)) == (["fire sword +2"], ["sword +1"])
    t = table("card 1 worn sword_+1 carried - - - -", "card 2 worn fire_sword_+2 carried - - - -").do("stop")
    t.do("trade with Ben: give the sword +1")
    assert (t.worn(2), t.carried(2)) == (["fire sword +2"], ["sword +1"])


@pytest.mark.rule("receiving")
@pytest.mark.rule("PRI-28")
def test_who_gets_something_puts_a_spare_on_for_it():
    full = "carried helm shield chest chest"
    t = table("card 1 worn - carried horse - - -", f"card 2 worn shield {full}").do("stop")
    t.do("trade with Ben: give the horse")
    assert (t.worn(2), t.carried(2)) == (["helm", "shield"], ["horse", "shield", "chest", "chest"])
    assert "Ben puts the helm in the helm slot (PRI-25)" in t.story
    t = table("card 1 worn - carried horse - - -", f"card 2 worn helm shield {full}").do("stop")
    assert t.refusal("trade with Ben: give the horse") == "PRI-28"
    # the slot that is given away from may take the spare of its kind
    t.do("trade with Ben: give the horse, take the helm")
    assert (t.worn(1), t.worn(2), t.carried(2)) == (["helm"], ["helm", "shield"], ["horse", "shield", "chest", "chest"])
    # what is worn at once needs no other room, and a lesser sword finds it
    t = table("card 1 worn boots fire_sword_+2 carried - - - -", f"card 2 worn shield sword_+1 {full}", trades=2).do("stop")
    t.do("trade with Ben: give the boots")
    assert t.carried(2) == ["helm", "shield", "chest", "chest"]
    t.do("trade with Ben: give the fire sword +2")
    assert t.worn(2) == ["helm", "fire sword +2", "shield", "boots"]
    assert t.carried(2) == ["sword +1", "shield", "chest", "chest"]


@pytest.mark.rule("receiving")
def test_who_is_on_turn_puts_a_spare_on_too():
    t = table("card 1 worn - carried boots chest chest chest", "card 2 worn - carried horse - - -").do("stop")
    t.do("trade with Ben: take the horse")
    assert (t.worn(1), t.carried(1)) == (["boots"], ["horse", "chest", "chest", "chest"])


@pytest.mark.rule("PRI-27")
def test_a_crystal_that_is_turned_up_heals_one_scar_of_the_players_choice():
    t = won("scars 1 head", "scars 2 legs chest", covered="e4", unseen_treasures="red_crystal:1")
    assert t.choices == ["heal Ann's head", "heal Ben's chest", "heal Ben's legs"]
    t.do("heal Ben's legs")
    assert (t.scars(1), t.scars(2), t.carried(1)) == (["head"], ["chest"], ["red crystal"])


@pytest.mark.rule("PRI-27")
def test_only_the_first_time():
    t = won("scars 1 head", beneath="red_crystal")
    assert t.scars(1) == ["head"] and t.carried(1) == ["red crystal"]


@pytest.mark.rule("no_scars")
def test_without_scars_nothing_is_healed():
    t = won(covered="e4", unseen_treasures="red_crystal:1")
    assert "heals" not in t.events and t.carried(1) == ["red crystal"]


@pytest.mark.rule("PRI-28")
def test_a_crystal_needs_a_miscellaneous_slot_and_a_dropped_horse_stays():
    t = won("card 1 worn - carried chest chest horse helm", beneath="red_crystal")
    assert {text for text in t.choices if text.startswith("carry")} == {
        "carry the red crystal, dropping the treasure chest", "carry the red crystal, dropping the horse",
        "carry the red crystal, dropping the spare helm",
    }  # fmt: skip
    assert t.refusal("carry the red crystal") == "PRI-28"
    before = t.gone.get("chest", 0)
    t.do("carry the red crystal, dropping the horse")
    assert t.carried(1) == ["chest", "chest", "red crystal", "helm"] and t.horses("e4") == 1
    assert t.gone.get("chest", 0) == before
    t = won("card 1 worn - carried chest chest horse helm", beneath="red_crystal")
    t.do("carry the red crystal, dropping the treasure chest")
    assert t.gone["chest"] == before + 1


@pytest.mark.rule("PRI-29")
@pytest.mark.rule("PRI-28")
def test_a_fifth_crystal_goes_to_the_nearest_face_up_monster():
    near = {"face_down": "e3", "monsters": "e7:ogre e9:ghost", "unseen_monsters": "gnoll:1", "unseen_treasures": "chest:1"}
    near |= {"terrain": "e3:fx"}  # the face-down piece is nearer, and does not count
    t = won(f"card 1 worn - carried {FOUR}", beneath="green_crystal", **near)
    assert t.beneath("e7") == ["green crystal"] and t.beneath("e3") == [] and t.carried(1)[-1] == "orange crystal"
    assert "goes to the face-up monster on e7, 3 tiles away (PRI-29)" in " ".join(t.story)


@pytest.mark.rule("PRI-29")
def test_without_a_face_up_monster_it_goes_to_the_nearest_piece():
    lines = (f"card 1 worn - carried {FOUR}", "card 2 worn - carried purple_crystal - - -")
    t = won(*lines, beneath="green_crystal", face_down="e2 a3", terrain="e2:mx e3:m a3:fx", unseen_monsters="gnoll:1 ogre:1",
            unseen_treasures="chest:2")  # fmt: skip
    assert t.beneath("e2") == ["green crystal"]  # mountains on the way make no difference


@pytest.mark.rule("nearest_tie")
def test_among_equally_near_places_the_player_chooses():
    near = {"face_down": "e2 g3", "terrain": "e2:fx g3:fx", "unseen_monsters": "gnoll:1 ogre:1"}
    near |= {"unseen_treasures": "chest:2"}
    lines = (f"card 1 worn - carried {FOUR}", "card 2 worn - carried purple_crystal - - -")
    t = won(*lines, beneath="green_crystal", **near)
    assert t.choices == ["send the crystal to e2", "send the crystal to g3"]
    assert t.refusal("send the crystal to Ben") == "PRI-29"
    assert t.do("send the crystal to g3").beneath("g3") == ["green crystal"]


@pytest.mark.rule("PRI-29")
@pytest.mark.rule("last_rule")
def test_without_any_monster_it_goes_to_the_nearest_pawn_that_makes_room():
    lines = (
        f"card 1 worn - carried {FOUR}", "pawn 2 e1", "card 2 worn - carried chest horse chest helm", "pawn 3 a1",
        "card 3 worn - carried - - - -",
    )  # fmt: skip
    t = won(*lines, beneath="green_crystal purple_crystal", players=3)
    assert (t.phase, t.seat) == ("making room", 2)
    assert t.choices == ["drop the treasure chest", "drop the horse", "drop the spare helm", "put on the spare helm"]
    t.do("drop the horse")
    assert t.horses("e1") == 1 and "green crystal" in t.carried(2)
    assert t.seat == 2  # and for the next one again: it is still the nearest
    t.do("drop the treasure chest")
    assert t.end == "won" and t.carried(2) == ["purple crystal", "green crystal", "chest", "helm"]


@pytest.mark.rule("rearrange")
@pytest.mark.rule("last_rule")
def test_who_is_sent_a_crystal_may_put_a_spare_on_instead_of_dropping_something():
    lines = (f"card 1 worn - carried {FOUR}", "pawn 2 e1", "card 2 worn sword_+1 carried chest fire_sword_+2 helm boots")
    t = won(*lines, beneath="green_crystal purple_crystal")
    assert (t.phase, t.seat) == ("making room", 2)
    assert t.choices == [
        "drop the treasure chest", "drop the spare fire sword +2", "drop the spare helm", "drop the spare boots",
        "put on the spare fire sword +2", "put on the spare helm", "put on the spare boots",
    ]  # fmt: skip
    t.do("put on the spare fire sword +2")  # which makes no room
    assert (t.phase, t.seat, t.worn(2)) == ("making room", 2, ["fire sword +2"])
    assert t.refusal("put on the spare sword +1") == "PRI-25" and t.refusal("put away the fire sword +2") == "PRI-31"
    t.do("put on the spare helm")
    assert t.carried(2) == ["chest", "sword +1", "green crystal", "boots"] and t.worn(2) == ["helm", "fire sword +2"]
    assert "Ben puts the helm in the helm slot (PRI-25)" in t.story
    assert (t.phase, t.seat) == ("making room", 2) and t.refusal("put on the spare sword +1") == ""  # anew for the next one
    assert t.do("put on the spare boots").end == "won"


@pytest.mark.rule("last_rule")
@pytest.mark.rule("nearest_tie")
def test_when_room_has_been_made_the_finder_decides_again():
    lines = (
        f"card 1 worn - carried {FOUR}", "pawn 2 e1", "card 2 worn - carried chest horse chest horse", "pawn 3 e7",
        "card 3 worn - carried - - - -",
    )  # fmt: skip
    t = won(*lines, beneath="green_crystal purple_crystal", players=3)
    assert (t.seat, t.choices) == (1, ["send the crystal to Ben", "send the crystal to Cid"])
    t.do("send the crystal to Ben")
    assert (t.phase, t.seat) == ("making room", 2)
    t.do("drop the treasure chest")
    assert (t.phase, t.seat) == ("sending", 1) and t.do("send the crystal to Cid").end == "won"


@pytest.mark.rule("PRI-29")
def test_the_nearest_pawn_is_not_the_one_that_sits_first():
    lines = (
        f"card 1 worn - carried {FOUR}", "pawn 2 a1", "card 2 worn - carried purple_crystal - - -", "pawn 3 e3",
        "card 3 worn - carried chest - - -",
    )  # fmt: skip
    t = won(*lines, beneath="green_crystal", players=3)
    assert (t.carried(2), t.carried(3)) == (["purple crystal"], ["chest", "green crystal"])


@pytest.mark.rule("last_rule")
def test_a_pawn_with_four_crystals_gets_no_more():
    """Six crystals are too few for two full cards of four, so the cards of this ruleset have two slots."""
    lines = (
        "card 1 worn - carried red_crystal yellow_crystal", "pawn 2 e3", "card 2 worn - carried blue_crystal orange_crystal",
        "pawn 3 a1", "card 3 worn - carried chest -",
    )  # fmt: skip
    t = won(*lines, beneath="green_crystal purple_crystal", players=3, misc_slots=2)
    # the nearer card is full of crystals; for the second one the chest is dropped, which is the only way
    assert t.carried(3) == ["purple crystal", "green crystal"] and t.end == "won"
    assert t.carried(2) == ["blue crystal", "orange crystal"]


@pytest.mark.rule("PRI-30")
def test_a_horse_that_is_turned_up_is_taken_or_left():
    lies = {"face_down": "e4", "terrain": "e4:fx", "unseen_monsters": "horse:1", "unseen_treasures": "chest:1"}
    t = table("pawn 2 a1", **lies).do("go north", "discard the treasure chest")
    assert t.choices == ["leave the horse", "take the horse"]
    t.do("leave the horse")
    assert (t.horses("e4"), t.carried(1), t.monster("e4"), t.seat) == (1, [], "", 2)
    t = table("pawn 2 a1", **lies).do("go north", "discard the treasure chest", "take the horse")
    assert (t.horses("e4"), t.carried(1)) == (0, ["horse"])


@pytest.mark.rule("PRI-30")
def test_one_item_may_make_room_for_a_horse():
    t = table("card 1 worn - carried chest chest helm red_crystal", horses="e5").do()
    assert [text for text in t.choices if "horse" in text] == [
        "take the horse, dropping the treasure chest", "take the horse, dropping the spare helm"
    ]  # fmt: skip
    assert t.refusal("take the horse") == "PRI-28"
    assert t.refusal("take the horse, dropping the red crystal") == "PRI-30"
    t.do("take the horse, dropping the treasure chest")
    assert t.carried(1) == ["horse", "chest", "helm", "red crystal"]
    t = table("card 1 worn - carried - - - -").do()
    assert t.refusal("take the horse") == "PRI-30"
    riding = table("card 1 worn - carried chest chest horse red_crystal", horses="e5")
    assert riding.refusal("take the horse, dropping the horse") == "PRI-30"  # nothing would be changed by that
    room = table("card 1 worn - carried chest - - -", horses="e5")
    assert room.refusal("take the horse") == "" and room.refusal("take the horse, dropping the treasure chest") == "PRI-30"


@pytest.mark.rule("PRI-30")
def test_one_item_may_make_room_for_a_horse_that_is_turned_up():
    lies = {"face_down": "e4", "terrain": "e4:fx", "unseen_monsters": "horse:1", "unseen_treasures": "helm:1"}
    t = table("pawn 2 a1", "card 1 worn - carried chest helm red_crystal chest", **lies)
    t.do("go north", "discard the helm")
    assert t.choices == [
        "leave the horse", "take the horse, dropping the treasure chest", "take the horse, dropping the spare helm",
        "put on the spare helm",
    ]  # fmt: skip
    assert t.refusal("take the horse") == "PRI-28"
    assert t.refusal("take the horse, dropping the red crystal") == "PRI-30"
    before = t.gone["chest"]
    t.do("take the horse, dropping the treasure chest")
    assert (t.carried(1), t.horses("e4")) == (["horse", "helm", "red crystal", "chest"], 0)
    assert t.gone["chest"] == before + 1 and t.seat == 2


@pytest.mark.rule("PRI-28")
@pytest.mark.rule("PRI-30")
def test_two_horses_on_one_tile_are_two():
    t = table("pawn 2 a1", horses="e4 e4").do("go north", "take the horse")
    assert (t.carried(1), t.horses("e4")) == (["horse"], 1)
    lies = {"face_down": "e4", "terrain": "e4:fx", "unseen_monsters": "horse:1", "unseen_treasures": "red_crystal:1"}
    t = table("pawn 2 a1", "card 1 worn - carried horse chest chest chest", **lies).do("go north")
    t.do("carry the red crystal, dropping the horse", "leave the horse")  # beside the one that was turned up
    assert t.horses("e4") == 2


@pytest.mark.rule("horse_points")
@pytest.mark.rule("PRI-30")
def test_picking_up_a_horse_ends_the_movement():
    t = table("pawn 2 a1", horses="e4").do("go north")
    assert t.points == 2
    t.do("take the horse")
    assert (t.at(1), t.seat, t.carried(1)) == ("e4", 2, ["horse"])
    t.do("stop")
    assert (t.seat, t.points) == (1, 6)


@pytest.mark.rule("horse_treasure")
def test_who_turns_up_a_horse_collects_what_lies_beneath():
    t = table("pawn 2 a1", face_down="e4", terrain="e4:fx", beneath="e4:boots", unseen_monsters="horse:1",
              unseen_treasures="red_crystal:1")  # fmt: skip
    t.do("go north")
    assert "finds_horse" in t.events and t.carried(1) == ["red crystal"]  # which could go nowhere else
    t.do("wear the boots")
    assert t.phase == "at a horse" and t.worn(1) == ["boots"]


@pytest.mark.rule("horse_is_monster")
def test_a_face_up_horse_stops_nobody_and_is_never_the_nearest_monster():
    t = table("pawn 2 a1", horses="e4").do("go north")
    assert t.phase == "moving" and "go north" in t.choices
    lines = (f"card 1 worn - carried {FOUR}", "pawn 2 e1", "card 2 worn - carried purple_crystal - - -")
    t = won(*lines, beneath="green_crystal", horses="e3")
    assert t.carried(2) == ["purple crystal", "green crystal"]


@pytest.mark.rule("horse_and_crystals")
def test_nobody_takes_a_horse_with_four_crystals():
    lies = {"face_down": "e4", "terrain": "e4:fx", "unseen_monsters": "horse:1", "unseen_treasures": "chest:1"}
    t = table("pawn 2 a1", f"card 1 worn - carried {FOUR}", **lies).do("go north")
    assert t.horses("e4") == 1 and t.seat == 2  # chest and horse had to be left
    t = table("pawn 2 a1", f"card 1 worn - carried {FOUR}", horses="e5").do()
    assert not [text for text in t.choices if "horse" in text]
