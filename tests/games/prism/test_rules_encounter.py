"""Encounters: PRI-12 to PRI-23, and the rulings that belong to them."""

import pytest
from games.prism.table import ruled, table

from crypt.games.prism.cards import armour_of, attack_bonus_of
from crypt.games.prism.combat import gets_away, needed

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]
TABLE = """
+0 2 2 2 3 4 5 6 6
+1 2 2 2 2 3 4 5 6
+2 2 2 2 2 2 3 4 5
+3 2 2 2 2 2 2 3 4
+4 2 2 2 2 2 2 2 3
"""


def fight(*lines, monster="ogre", **more):
    """A table at which Ann meets a monster on e4; Ben is far away."""
    return table("pawn 2 a1", *lines, monsters=f"e4:{monster}", **more).do("go north")


@pytest.mark.rule("PRI-12")
def test_a_face_down_monster_is_turned_up_and_the_player_chooses():
    t = table(face_down="e4", terrain="e4:fx", unseen_monsters="ghost:1", unseen_treasures="chest:1")
    assert t.monster("e4") == "face down"
    t.do("go north")
    assert t.monster("e4") == "ghost" and t.choices == ["attack", "flee"]
    assert t.story[-1] == "Ann turns up a ghost, attack +0, armour 6 (PRI-12)"


@pytest.mark.rule("PRI-13")
@pytest.mark.parametrize("die, away", [(2, False), (3, True), (6, True)])
def test_a_roll_above_the_bonus_flees(die, away):
    t = fight(monster="ghoul").dice(die, 1, 6).do("flee")
    assert t.at(1) == "e5" if away else t.at(1) == "e4"
    if away:
        assert t.seat == 2 and t.scars(1) == [] and t.monster("e4") == "ghoul"
    else:
        # caught: the ghoul attacks first and misses with 1, then Ann hits with 6
        assert t.events.index("flees") < t.events.index("attacks")
        assert "The ghoul rolls 1 + 2 = 3" in t.story[1] and "Ann rolls 6" in t.story[2]


@pytest.mark.rule("flee_at_zero")
def test_every_roll_gets_away_from_a_bonus_of_zero_unless_the_ruleset_says_otherwise():
    assert fight(monster="rat").dice(1).do("flee").at(1) == "e5"
    t = fight(monster="rat", flee_at_zero="one_fails").dice(1, 1, 6).do("flee")
    assert "is caught" in t.story[0]
    assert gets_away(ruled(flee_at_zero="one_fails"), 2, 0) and not gets_away(ruled(), 1, 1)


@pytest.mark.rule("fled_from")
def test_a_monster_that_was_fled_from_stays_face_up():
    t = table(face_down="e4", terrain="e4:fx", unseen_monsters="ogre:1", unseen_treasures="chest:1", players=2)
    t.do("go north").dice(6).do("flee")
    assert t.monster("e4") == "ogre" and t.state.covered.sum() == 1


@pytest.mark.rule("PRI-14")
def test_attacks_alternate_and_the_player_begins():
    t = fight().dice(1, 1, 2, 1, 6).do("attack")
    who = [line.partition(" rolls")[0] for line in t.story if " rolls" in line]
    assert who == ["Ann", "The ogre", "Ann", "The ogre", "Ann"]
    assert t.monster("e4") == ""


@pytest.mark.rule("PRI-15")
@pytest.mark.parametrize(
    "sword, die, hits",
    [("-", 3, False), ("-", 4, True), ("sword_+1", 3, True), ("sword_+1", 2, False), ("thunder_sword_+3", 2, True),
     ("thunder_sword_+3", 1, False), ("-", 6, True)],
)  # fmt: skip
def test_the_players_attack(sword, die, hits):
    t = fight(f"card 1 worn {sword} carried - - - -").dice(die, 6, 6).do("attack")
    assert (t.monster("e4") == "") == hits


@pytest.mark.rule("PRI-15")
@pytest.mark.rule("sword_slot")
def test_a_sword_in_a_spare_slot_does_not_count():
    t = fight("card 1 worn - carried thunder_sword_+3 - - -", monster="goblin").dice(2, 6, 6).do("attack")
    assert t.monster("e4") == "goblin"
    t = fight("card 1 worn sword_+1 carried thunder_sword_+3 - - -", monster="ogre").dice(2, 6, 6).do("attack")
    assert t.monster("e4") == "ogre" and "Ann rolls 2 + 1 = 3" in t.story[0]


@pytest.mark.rule("PRI-15")
def test_a_six_wins_against_any_armour():
    assert fight(monster="dragon").dice(6).do("attack").monster("e4") == ""
    t = fight(monster="goblin", always_misses=3).dice(3, 6, 6).do("attack")
    assert t.monster("e4") == "goblin"
    t = fight(monster="dragon", always_hits=5).dice(5).do("attack")
    assert t.monster("e4") == ""


@pytest.mark.rule("PRI-16")
def test_armour_is_what_is_worn():
    for worn, armour in (
        ("-", 3), ("helm", 4), ("helm shield", 5), ("helm shield breastplate", 6), ("helm shield breastplate boots", 7),
        ("sword_+1", 3),
    ):  # fmt: skip
        t = table(f"card 1 worn {worn} carried - - - -")
        assert armour_of(t.rules, t.state, 0) == armour
    t = table("card 1 worn sword_+1 carried helm shield boots fire_sword_+2")
    assert armour_of(t.rules, t.state, 0) == 3 and attack_bonus_of(t.rules, t.state, 0) == 1
    assert armour_of(ruled(base_armour=5), t.state, 0) == 5


@pytest.mark.rule("PRI-17")
@pytest.mark.parametrize(
    "monster, worn, die, hits",
    [("ogre", "-", 2, True), ("ogre", "helm", 2, False), ("ogre", "helm", 3, True), ("dragon", "-", 1, False),
     ("rat", "helm shield breastplate boots", 6, True), ("rat", "helm shield breastplate boots", 5, False)],
)  # fmt: skip
def test_the_monsters_attack(monster, worn, die, hits):
    t = fight(f"card 1 worn {worn} carried chest - - -", monster=monster).dice(1, die, 6, 6).do("attack")
    assert ("is_beaten" in t.events) == hits


@pytest.mark.rule("PRI-18")
def test_the_combat_table_is_that_of_the_rulebook():
    rows = [line.split() for line in TABLE.strip().splitlines()]
    for bonus, (name, *wanted) in enumerate(rows):
        assert name == f"+{bonus}"
        assert [int(needed(ruled(), bonus, armour)) for armour in range(8)] == list(map(int, wanted))


@pytest.mark.rule("PRI-19")
@pytest.mark.parametrize(
    "die, scars", [(1, ["head"]), (2, ["sword arm"]), (3, ["chest"]), (4, ["shield arm"]), (5, ["legs"]), (6, [])]
)
def test_where_the_scar_goes(die, scars):
    t = fight(monster="dragon").dice(1, 6, die).do("attack")
    assert t.scars(1) == scars and t.at(1) == "e5"


@pytest.mark.rule("PRI-20")
@pytest.mark.rule("scars_block")
def test_a_slot_has_one_scar_and_still_serves():
    t = fight("scars 1 head", monster="dragon").dice(1, 6, 1).do("attack")
    assert t.scars(1) == ["head"] and "the head has a scar already (PRI-20)" in " ".join(t.story)
    t = table("scars 1 head", monsters="e4:rat", beneath="e4:helm").do("go north").dice(6).do("attack", "wear the helm")
    assert t.worn(1) == ["helm"]


@pytest.mark.rule("PRI-21")
def test_the_treasure_in_the_rolled_slot_is_lost():
    card = "card 1 worn helm sword_+1 carried chest horse - -"
    t = fight(card, monster="dragon").dice(1, 6, 2).do("attack")
    assert t.worn(1) == ["helm"] and t.beneath("e4") == ["sword +1"]
    t = fight(card, "scars 1 sword_arm", monster="dragon").dice(1, 6, 2).do("attack")
    assert t.beneath("e4") == ["sword +1"]


@pytest.mark.rule("PRI-21")
@pytest.mark.rule("defeated_keeps")
@pytest.mark.parametrize("die", [4, 6])
def test_otherwise_the_player_chooses_and_a_horse_is_never_lost(die):
    t = fight("card 1 worn helm sword_+1 carried helm chest horse chest", monster="dragon").dice(1, 6, die).do("attack")
    assert t.choices == ["lose the helm", "lose the sword +1", "lose the spare helm", "lose the treasure chest"]
    t.do("lose the treasure chest")
    assert t.carried(1) == ["helm", "horse", "chest"] and t.beneath("e4") == ["chest"] and t.at(1) == "e5"


@pytest.mark.rule("PRI-21")
def test_with_no_treasure_nothing_is_lost():
    t = fight("card 1 worn - carried horse - - -", monster="dragon").dice(1, 6, 1).do("attack")
    assert t.carried(1) == ["horse"] and t.beneath("e4") == [] and t.at(1) == "e5"


@pytest.mark.rule("PRI-22")
def test_what_is_lost_lies_beneath_the_monster_and_the_pawn_goes_home():
    t = table(
        "pawn 2 a1", "card 1 worn helm carried - - - -", face_down="e4", terrain="e4:fx", unseen_monsters="dragon:1",
        unseen_treasures="chest:1",
    ).do("go north")  # fmt: skip
    t.dice(1, 6, 1).do("attack")
    assert (t.at(1), t.monster("e4"), t.beneath("e4"), t.state.covered.sum()) == ("e5", "dragon", ["helm"], 1)


@pytest.mark.rule("PRI-21")
@pytest.mark.rule("PRI-22")
@pytest.mark.parametrize("die", [2, 6])
def test_a_crystal_may_be_the_treasure_that_is_lost(die):
    t = fight("card 1 worn helm carried chest red_crystal - -", monster="dragon").dice(1, 6, die).do("attack")
    assert t.choices == ["lose the helm", "lose the treasure chest", "lose the red crystal"]
    t.do("lose the red crystal")
    assert (t.beneath("e4"), t.carried(1), t.worn(1)) == (["red crystal"], ["chest"], ["helm"])
    assert (t.monster("e4"), t.at(1)) == ("dragon", "e5") and t.state.carried == 0


@pytest.mark.rule("PRI-23")
def test_a_victory_removes_the_monster_and_brings_all_that_lies_beneath():
    t = fight(covered="e4", beneath="e4:helm e4:boots", unseen_treasures="shield:1").dice(6).do("attack")
    assert t.monster("e4") == "" and t.beneath("e4") == [] and t.state.beaten[8] == 1
    t.do("wear the helm", "wear the shield", "wear the boots")
    assert t.worn(1) == ["helm", "shield", "boots"] and t.at(1) == "e4" and t.seat == 2
