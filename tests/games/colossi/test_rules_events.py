"""The event deck: what each card does."""

import pytest
from games.colossi.table import cards_of, deck_of, ruled, table
from pydantic import ValidationError

from crypt.games.colossi import events as ev
from crypt.games.colossi.state import EFFECTS, NOTHING, STONE, TAKE_TURN, TRAP

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds, pytest.mark.rule("events"), pytest.mark.rule("COL-21")]


def draws(effect, things="", *lines, hp=4, hero="d3", tile="event/cross", **changes):
    """Ann on d3 is about to find this card on e3."""
    return table(f"hero 1 {hero} hp {hp}{things}", *lines, **changes).tile(tile).card(effect)


def test_a_trap_does_one_damage_and_a_deep_trap_two():
    assert draws("trap").do("explore east").hero(1) == "e3 hp 3"
    assert draws("deep_trap").do("explore east").hero(1) == "e3 hp 2"
    assert draws("deep_trap", hp=2).do("explore east").hero(1) == "dead"
    assert draws("deep_trap", hp=1).do("explore east").hero(1) == "dead"


def deck_with(effect, amount):
    """A deck of this card only, with this amount."""
    return [row | {"amount": amount} if row["effect"] == effect else row for row in deck_of(**{effect: 40})]


@pytest.mark.parametrize(("effect", "hp", "after"), [("trap", 4, 1), ("deep_trap", 4, 1), ("rest", 1, 4), ("shrine", 1, 4)])
def test_another_amount_of_damage_or_of_hit_points(effect, hp, after):
    assert draws(effect, hp=hp, events=deck_with(effect, 3)).do("explore east").hero(1) == f"e3 hp {after}"


@pytest.mark.parametrize(("amount", "after"), [(0, "e3 hp 4"), (2, "e3 hp 2"), (9, "dead")])
def test_another_amount_of_damage_in_an_ambush(amount, after):
    t = draws("ambush", "", "hero 2 d5", players=2, hero="d4", events=deck_with("ambush", amount))
    t.dice("D6 1", "D4 2").do("explore west")
    assert t.hero(1) == after.replace("e3", "c4")
    monster = table("hero 1 d3", e3="┼m", events=deck_with("ambush", 2)).dice("D6 1", "D4 2").do("step east")
    assert monster.hero(1) == "d3 hp 3"  # only the card's monster does more


def test_a_thief_and_shatter_may_take_several_things():
    t = draws("thief", " key sword:1 boots", events=deck_with("thief", 2))
    assert t.loses("boots", "sword").do("explore east").hero(1) == "e3 hp 4 key"
    t = draws("shatter", " boots potion:stone", events=deck_with("shatter", 3)).loses("potion:stone", potions_only=True)
    assert t.do("explore east").hero(1) == "e3 hp 4 boots"  # no more than there are
    assert draws("thief", " boots", events=deck_with("thief", 0)).do("explore east").hero(1) == "e3 hp 4 boots"


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_amount_for_a_card_that_has_none_is_refused(effect):
    if effect in ("trap", "deep_trap", "ambush", "rest", "shrine", "thief", "shatter"):
        assert ruled(events=deck_with(effect, 20)).event_amount[EFFECTS.index(effect)] == 20
        return
    fixed = 0 if effect == "nothing" else 1
    assert ruled(events=deck_with(effect, fixed)).event_amount[EFFECTS.index(effect)] == fixed
    for amount in {0, 1, 2} - {fixed}:
        with pytest.raises(ValidationError, match=f"events gives {effect} the amount {amount}, .* set it to {fixed} "):
            ruled(events=deck_with(effect, amount))


def test_find_is_a_roll_on_the_loot_table():
    t = draws("find").loot("shield").do("explore east")
    assert t.hero(1) == "e3 hp 4 shield:1"
    assert [row[1] for row in t.saw(ev.LOOTS)] == [ev.SOURCE_EVENT]


@pytest.mark.rule("COL-30")
def test_an_ambush_is_a_fight_on_this_tile():
    t = draws("ambush").dice("D6 4", "D4 3", "D20 19").loot("boots").do("explore east")
    assert t.hero(1) == "e3 hp 4 boots"
    assert [row[:2] for row in t.saw(ev.FOE)] == [(1, ev.FOE_AMBUSH)]
    t = draws("ambush").dice("D6 4", "D4 3", "D20 18").do("explore east")
    assert t.hero(1) == "e3 hp 4"


@pytest.mark.rule("COL-23")
@pytest.mark.parametrize("floor, die", [(1, "D4"), (2, "D6"), (3, "D8")])
def test_losing_an_ambush_costs_one_hit_point_and_nobody_moves(floor, die):
    t = draws("ambush", floor=floor).dice("D6 1", f"{die} 2").do("explore east")
    assert (t.hero(1), t.at("e3"), t.moves(ev.THROWN_BACK)) == ("e3 hp 3", "┼!", [])
    assert t.do("step west").do("step east").hero(1) == "e3 hp 3"  # the monster is gone


@pytest.mark.rule("key_drops_on")
def test_keys_of_a_hero_that_an_ambush_kills_drop_where_it_stands():
    t = draws("ambush", " key", "hero 2 d5", hp=1, hero="d4", players=2).dice("D6 1", "D4 2").do("explore west")
    assert (t.hero(1), t.drops) == ("dead", ["c4"])


@pytest.mark.rule("COL-27")
def test_rest_gives_one_hit_point():
    assert draws("rest", hp=2).do("explore east").hero(1) == "e3 hp 3"
    assert draws("rest", hp=4).do("explore east").hero(1) == "e3 hp 4"


def test_a_shrine_gives_one_to_every_living_hero_on_the_floor():
    t = draws("shrine", "", "hero 2 e6 hp 1", "hero 3 dead", "hero 4 left hp 1", hp=3, hero="f6", players=4, e6="┼.")
    t.do("explore north")
    assert [t.hero(i) for i in (1, 2, 3, 4)] == ["f5 hp 4", "e6 hp 2", "dead", "left hp 1"]
    assert draws("shrine", hp=4).do("explore east").hero(1) == "e3 hp 4"


def test_rust_destroys_sword_or_shield_as_the_player_chooses():
    t = draws("rust", " sword:1 shield:1").do("explore east")
    assert t.choices == ["lose sword", "lose shield"]
    assert t.refusal("lose boots") == "COL-21"
    assert t.do("lose sword").hero(1) == "e3 hp 4 shield:1"
    assert draws("rust", " sword:1").do("explore east").hero(1) == "e3 hp 4"
    assert draws("rust", " boots").do("explore east").hero(1) == "e3 hp 4 boots"


@pytest.mark.parametrize("thing", ["sword:1", "shield:1", "boots", "amulet", "potion:stone"])
def test_a_thief_takes_a_thing_at_random(thing):
    things = ["sword:1", "shield:1", "boots", "amulet", "potion:stone", "potion:stone"]
    t = draws("thief", " key " + " ".join(things))
    t.loses(thing.removesuffix(":1")).do("explore east", "lay ┼")
    things.remove(thing)
    assert t.hero(1) == " ".join(["e3 hp 4 key", *things])


@pytest.mark.parametrize("thing", ["sword:3", "shield:3", "boots"])
def test_a_thing_of_a_high_level_is_no_more_likely_to_be_taken(thing):
    things = ["sword:3", "shield:3", "boots"]
    t = draws("thief", " " + " ".join(things), floor=3).loses(thing.removesuffix(":3")).do("explore east")
    things.remove(thing)
    assert t.hero(1) == " ".join(["e3 hp 4", *things])


def test_a_thief_never_takes_a_key():
    assert draws("thief", " key").do("explore east").hero(1) == "e3 hp 4 key"
    assert draws("thief").do("explore east").hero(1) == "e3 hp 4"


def test_shatter_takes_a_potion_at_random():
    t = draws("shatter", " sword:1 boots potion:skill potion:health potion:health")
    assert t.loses("potion:health", potions_only=True).do("explore east").hero(1) == (
        "e3 hp 4 sword:1 boots potion:skill potion:health"
    )
    assert draws("shatter", " sword:1 boots").do("explore east").hero(1) == "e3 hp 4 sword:1 boots"


@pytest.mark.rule("COL-42")
def test_a_draught_is_a_potion():
    assert draws("draught").dice("D20 4").do("explore east").hero(1) == "e3 hp 4 potion:strength"
    t = draws("draught", " potion:stone potion:stone potion:stone").dice("D20 20").do("explore east")
    assert t.choices == ["give up stone potion", "give up health potion"]
    t = draws("draught", item_cards=cards_of(potion=0)).do("explore east")
    assert (t.hero(1), len(t.saw(ev.NOTHING_TO_GAIN))) == ("e3 hp 4", 1)


@pytest.mark.rule("COL-43")
def test_a_portal_is_a_teleport():
    assert draws("portal").lands("c4").do("explore east").hero(1) == "c4 hp 4"
    assert draws("portal").lands("e3").do("explore east").hero(1) == "e3 hp 4"


@pytest.mark.rule("teleport_fight")
def test_a_lost_round_behind_a_portal_throws_back_to_it():
    t = draws("portal", b5="┼m").lands("b5").dice("D6 1", "D4 2").do("explore east")
    assert (t.hero(1), t.moves(ev.THROWN_BACK)) == ("e3 hp 3", ["b5 e3"])


@pytest.mark.rule("teleport_enters")
def test_a_portal_leads_into_a_closet_and_to_the_door():
    t = draws("portal", "", "hero 2 dead", hero="d4", players=2, b5="╶h").lands("b5").do("explore west")
    assert t.hero(2) == "b5 hp 2"
    t = draws("portal", " key").lands("f6").do("explore east")
    assert (t.hero(1), t.line("door")) == ("f6 hp 4 key", "open")


def test_nothing_is_nothing():
    t = draws("nothing").do("explore east")
    assert (t.hero(1), [e.kind for e in t.events].count(ev.DRAWS_CARD)) == ("e3 hp 4", 1)


@pytest.mark.rule("COL-10")
def test_haste_gives_another_turn_at_once():
    t = draws("haste", "", "hero 2 d5", hero="d4", players=2).do("explore west")
    assert (t.to_move, t.state.moved, t.hero(1)) == (1, 0, "c4 hp 4")
    assert (t.state.round_number, t.state.turns) == (1, 1)
    assert t.do("end turn").to_move == 2


def test_haste_is_lost_with_the_hero():
    """The tile that brings it walls Ann in."""
    t = draws("haste", "", "hero 2 d5", hero="h2", tile="event/dead_end", players=2, h2="╵.").do("explore north")
    assert (t.hero(1), t.to_move) == ("dead", 2)
    assert [row[0] for row in t.saw(ev.TURN_BEGINS)] == [2]


def test_a_secret_door_opens_a_closed_side_and_the_side_that_faces_it():
    t = draws("secret_door", tile="event/straight", e2="┼.", e4="─.").do("explore east")
    assert t.at("e3") == "─!"
    assert t.choices == ["open north side", "open south side"]
    assert t.refusal("open east side") == t.refusal("open west side") == "COL-21"
    t.do("open south side")
    assert (t.at("e3"), t.at("e4"), t.at("e2")) == ("┬!", "┴.", "┼.")
    assert t.state.opened[2, 4] == 4 and t.state.opened[3, 4] == 1
    assert t.may("step south")


def test_a_secret_door_opens_towards_an_empty_cell_too_but_not_off_the_board():
    t = draws("secret_door", tile="event/dead_end", hero="e3", e3="┼.").do("explore east")
    assert t.choices == ["open north side", "open south side"]
    assert t.do("open north side").at("f3") == "┘!"
    assert t.may("explore north")


def test_a_secret_door_finds_nothing_to_open():
    t = draws("secret_door", "", "hero 2 d5", hero="d4", players=2).do("explore west")
    assert (t.at("c4"), t.saw(ev.DOOR_FOUND)) == ("┼!", [])
    assert (t.to_move, t.state.phase) == (2, TAKE_TURN) and "end turn" in t.choices


@pytest.mark.rule("COL-07")
def test_a_tile_with_a_secret_door_stays_the_tile_it_was():
    t = draws("secret_door", tile="event/straight").do("explore east", "open south side")
    assert t.state.kind[2, 4] == 1 + 5 + 1  # event, straight; `check` counts the tiles


@pytest.mark.rule("COL-08")
@pytest.mark.rule("event_reshuffle")
def test_an_empty_deck_is_made_of_the_cards_that_were_played():
    t = table("hero 1 c3", events=deck_of(trap=1, nothing=1), starting_hp=4)
    t.tile("event/cross").card("trap").do("explore north")
    assert (t.state.deck.sum(), t.state.discards[TRAP]) == (1, 1)
    t.tile("event/cross").card("nothing").do("explore north")
    assert (t.state.deck.sum(), t.state.discards[NOTHING]) == (0, 1)
    t.tile("event/cross").card("trap").do("explore west")
    assert (t.state.deck[NOTHING], t.state.discards.sum(), t.hero(1)) == (1, 1, "b1 hp 2")
    assert t.saw(ev.SHUFFLES) == [(0, 2, 0, 0, 0, 0, 0)]


@pytest.mark.rule("COL-46")
def test_stone_works_against_traps():
    t = draws("trap")
    t.state.effect[0, STONE] = 1
    assert t.do("explore east").hero(1) == "e3 hp 4"
