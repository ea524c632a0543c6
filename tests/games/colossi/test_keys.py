"""How many keys can still be had on a floor, and the warning that none can: in facts, report, badges and page."""

import pytest
from games.colossi.table import game, table

from crypt.connect import report, report_text
from crypt.games.colossi.keys import keys_to_be_had, shut_for_good
from crypt.games.colossi.panels import facts
from crypt.widget.overlay import overlay

WANTING = "no key can be had any more (COL-54)"


def keys(*lines, **changes):
    """What the facts say of keys."""
    t = table(*lines, **changes)
    return dict(facts(t.state, t.rules)["items"])["Keys"]


def test_a_floor_begins_with_all_key_cards_one_of_them_with_the_boss():
    wanted = "up to 4 to be had: 1 with the boss; up to 3 in loot"
    for t in (game(players=2), game(players=2, starts=["d4", "e5"])):  # also before all have chosen where they begin
        assert keys_to_be_had(t.state, t.rules) == wanted


def test_keys_that_are_held_lie_about_or_are_out_of_reach():
    assert keys("hero 1 c3 key:2", "drop d3 key") == "4 to be had: 2 held; 1 lying at d3; 1 with the boss"
    assert keys("hero 1 c3", "drop b1 key", b1="╵.") == (
        "up to 3 to be had: 1 lying at b1, out of reach; 1 with the boss; up to 2 in loot"
    )
    assert keys("hero 1 d4", "hero 2 dead", "drop d4 key", "drop e5 key", "boss 0", players=2) == (
        "up to 4 to be had: 2 lying at d4, e5; up to 2 in loot"
    )


def test_what_the_boss_and_loot_can_give():
    assert keys("hero 1 c3", "bag normal/tee:7") == "1 to be had: 1 with the boss"
    assert keys("hero 1 c3", "bag normal/tee:7", "boss 0", d5="┼m") == "up to 4 to be had: up to 4 in loot"
    assert keys("hero 1 c3", "bag loot/tee:1", "boss 0") == "up to 4 to be had: up to 4 in loot"
    assert keys("hero 1 c3", loot="endless") == "1 with the boss; any number in loot"
    assert keys("hero 1 c3 key:4") == "4 to be had: 4 held"  # nobody has another one to give


def test_no_key_can_be_had_any_more():
    assert keys("hero 1 c3", "boss 0", "bag normal/tee:7") == WANTING
    assert keys("hero 1 c3", "boss 0", "bag normal/tee:7", "door open") == "none to be had"
    t = table("hero 1 c3", "boss 0", "bag normal/tee:7")
    before = t.state.tobytes()
    assert shut_for_good(t.state, t.rules) == WANTING and t.state.tobytes() == before
    t.state.where[0] = 3  # dead: nobody is left to be warned
    assert shut_for_good(t.state, t.rules) == ""


@pytest.mark.rule("COL-54")
def test_the_warning_is_that_of_the_rule():
    """Who is warned dies at the end of the turn, unless Teleportation spares the hero."""
    for lines, alive in ((["bag normal/tee:7"], False), (["bag loot/tee:7"], True), (["bag normal/tee:7", "boss 1"], True)):
        t = table("hero 1 c3", *(["boss 0"] if "boss 1" not in lines else []), *lines)
        assert (shut_for_good(t.state, t.rules) == "") is alive
        assert bool(t.do("end turn").to_move) is alive
    t = table("hero 1 c3 potion:teleportation", "boss 0", "bag normal/tee:7").do("end turn")
    assert (t.to_move, shut_for_good(t.state, t.rules)) == (1, WANTING)


def test_the_report_and_the_badges_warn():
    t = table("hero 1 d4", "hero 2 e5 potion:teleportation", "boss 0", "bag normal/tee:7", players=2)
    found = report(t.state, rules=t.rules)
    assert {line["shut_for_good"] for line in found["heroes"]} == {WANTING}
    assert f"; the door is shut, and {WANTING}." in report_text(found)
    assert all("shut_for_good" not in line for line in report(t.state)["heroes"])  # without rules nothing is said of keys
    for badge in overlay(t.state, ["Ann", "Ben"], t.rules)["badges"]:
        assert (badge["text"], badge["tone"]) == ("exit: shut for good", "bad") and WANTING in badge["why"]
    t.state.door_open = 1
    assert {badge["tone"] for badge in overlay(t.state, ["Ann", "Ben"], t.rules)["badges"]} == {"good"}


def test_who_is_walled_off_is_told_that_first():
    t = table("hero 1 b1 potion:teleportation", "boss 0", "bag normal/tee:7", b1="╵.")
    (badge,) = overlay(t.state, ["Ann"], t.rules)["badges"]
    assert (badge["text"], badge["tone"]) == ("exit: walled off", "bad") and WANTING in badge["why"]
