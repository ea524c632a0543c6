"""Setting up, movement, turns and the end: PRI-01 to PRI-11, PRI-31, and the rulings that belong to them."""

from collections import Counter

import numpy as np
import pytest
from games.prism.table import NAMES, game, ruled, ruleset, table

from crypt.core.game import check_players
from crypt.core.ruleset import RulesetError
from crypt.core.trace import new_trace
from crypt.games.prism.board import neighbours, tile_names
from crypt.games.prism.front import GAME
from crypt.games.prism.state import FACE_DOWN, MONSTERS, TERRAINS, TREASURES

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]
FIVE = "carried red_crystal yellow_crystal blue_crystal orange_crystal"


@pytest.mark.rule("PRI-01")
@pytest.mark.rule("all_crystals")
def test_two_to_four_players_who_win_at_once_with_six_crystals():
    for wrong in (1, 5):
        with pytest.raises(Exception, match="is for 2 to 4 players"):
            check_players(GAME, wrong)
    t = table(
        "card 1 worn - carried red_crystal yellow_crystal blue_crystal -",
        "card 2 worn - carried orange_crystal green_crystal - -",
        monsters="e4:ogre", beneath="e4:purple_crystal e4:chest",
    )  # fmt: skip
    t.dice(6).do("go north", "attack")
    assert t.end == "won" and t.seat == 0 and t.choices == []
    assert "carried" in t.events and t.events[-1] == "game_ends"  # the chest is not even placed


@pytest.mark.rule("all_crystals")
def test_a_crystal_that_goes_to_a_companion_ends_the_game_too():
    t = table(
        f"card 1 worn - {FIVE}", "card 2 worn - carried green_crystal - - -",
        monsters="e4:ogre", beneath="e4:purple_crystal",
    )  # fmt: skip
    t.dice(6).do("go north", "attack")
    assert t.end == "won" and t.carried(2) == ["green crystal", "purple crystal"]


@pytest.mark.rule("PRI-01")
def test_five_crystals_do_not_end_it_and_fewer_can_be_asked_for():
    lines = (f"card 1 worn - {FIVE}", "card 2 worn - carried green_crystal - - -")
    t = table(*lines, monsters="e4:ogre", beneath="e4:purple_crystal")
    assert t.end == "running"
    t = table("card 1 worn - carried red_crystal - - -", monsters="e4:ogre", beneath="e4:blue_crystal", crystals_to_win=2)
    assert t.dice(6).do("go north", "attack").end == "won"


@pytest.mark.rule("PRI-02")
def test_the_land_is_a_hexagon_of_61_tiles_with_the_house_in_the_middle():
    names = tile_names(5)
    assert len(names) == 61
    assert list(Counter(name[0] for name in names).values()) == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert game().at(1) == "e5" and names[30] == "e5"
    near = neighbours(5)
    assert [names[i] for i in near[30]] == ["e4", "f4", "f5", "e6", "d5", "d4"]
    assert sum(i == 61 for row in near for i in row) == 6 * 3 + 18 * 2  # corners lack 3, the other edge tiles 2
    for tile, row in enumerate(near):
        for direction, other in enumerate(row):
            assert other == 61 or near[other][(direction + 3) % 6] == tile


@pytest.mark.rule("PRI-03")
def test_tiles_are_those_of_the_rulebook_and_shuffled():
    lands = set()
    for seed in range(20):
        state = game(seed=seed).state
        kinds = Counter(zip(state.terrain.tolist(), state.marked.tolist(), strict=True))
        assert {(TERRAINS[k], x): n for (k, x), n in kinds.items()} == {
            ("field", 0): 21, ("field", 1): 6, ("forest", 0): 11, ("forest", 1): 9, ("mountain", 0): 6, ("mountain", 1): 8,
        }  # fmt: skip
        assert (state.terrain[30], state.marked[30]) == (0, 0)
        lands.add(state.terrain.tobytes() + state.marked.tobytes())
    assert len(lands) == 20


@pytest.mark.rule("PRI-03")
def test_each_tile_can_be_anywhere():
    """Every place has a mountain in about 14 of 60 games."""
    counts = sum((game(seed=seed).state.terrain == 2).astype(int) for seed in range(600))
    around = np.delete(counts, 30)
    assert counts[30] == 0 and around.min() > 95 and around.max() < 190


@pytest.mark.rule("PRI-04")
@pytest.mark.rule("face_down")
def test_on_each_x_lies_a_monster_over_a_treasure_and_nobody_knows_which():
    state = game().state
    assert (state.monster == FACE_DOWN * state.marked).all() and (state.covered == state.marked).all()
    assert state.unseen_monsters.sum() == state.unseen.sum() == 23 and not state.beneath.any()
    drawn = Counter()
    for seed in range(300):
        t = table(
            face_down="e4 e3 d4", unseen_monsters="skeleton:2 dragon:1", unseen_treasures="chest:3", terrain="e4:fx d4:fx"
        )
        t.state.chance.key[0] = np.uint64(seed * 7919)
        GAME.step(t.rules, t.state, GAME.words.read_action(t.state, "go north", NAMES), t.trace)
        drawn[t.monster("e4")] += 1
    assert set(drawn) == {"skeleton", "dragon"} and 160 < drawn["skeleton"] < 240


@pytest.mark.rule("PRI-04")
@pytest.mark.rule("face_down")
def test_each_unseen_treasure_is_as_likely_to_be_turned_up():
    lies = {"monsters": "e4:rat", "face_down": "a1 a2 a3", "covered": "e4", "unseen_monsters": "skeleton:2 dragon:1"}
    unseen = {"helm": 1, "chest": 2, "purple crystal": 1}
    lies |= {"unseen_treasures": "helm:1 chest:2 purple_crystal:1", "terrain": "a1:fx a2:fx a3:fx e4:fx"}
    drawn = Counter()
    for seed in range(400):
        t = table("scars 2 head", "pawn 2 a4", **lies).do("go north").dice(6)
        t.state.chance.key[0] = np.uint64(seed * 7919)
        t.do("attack")
        drawn.update(name for name, count in unseen.items() if t.state.unseen[TREASURES.index(name)] < count)
    assert sum(drawn.values()) == 400
    assert 60 < drawn["helm"] < 140 and 160 < drawn["chest"] < 240 and 60 < drawn["purple crystal"] < 140


@pytest.mark.rule("PRI-05")
def test_the_treasures_of_the_rulebook():
    counts = dict(zip(TREASURES, ruled().treasures.tolist(), strict=True))
    crystals = [f"{colour} crystal" for colour in ("red", "yellow", "blue", "orange", "green", "purple")]
    assert counts == {
        "helm": 2, "shield": 2, "breastplate": 2, "boots": 2, "sword +1": 3, "fire sword +2": 1, "thunder sword +3": 1,
        "chest": 4,
    } | dict.fromkeys(crystals, 1)  # fmt: skip
    assert ruled().treasure_bonus[4:7].tolist() == [1, 2, 3]
    rows = ruleset().values["treasures"]
    with pytest.raises(RulesetError, match="treasures has 22 pieces for 23 tiles with an X"):
        ruleset(treasures=[row | {"count": 3} if row["name"] == "Chest" else row for row in rows])
    with pytest.raises(RulesetError, match="Helm belongs in helm, not in boots"):
        ruleset(treasures=[row | {"slot": "boots"} if row["name"] == "Helm" else row for row in rows])


@pytest.mark.rule("PRI-06")
def test_the_monsters_of_the_rulebook():
    rules = ruled()
    rows = zip(MONSTERS, rules.monsters, rules.monster_bonus, rules.monster_armour, strict=True)
    found = {name: tuple(map(int, numbers)) for name, *numbers in rows}
    assert found == {
        "horse": (2, 0, 0), "skeleton": (2, 0, 2), "goblin": (2, 0, 3), "rat": (1, 0, 3), "troglodyte": (2, 1, 3),
        "lizard man": (1, 3, 3), "gnoll": (1, 0, 4), "axe beak": (1, 1, 4), "ogre": (1, 1, 4), "ghoul": (1, 2, 4),
        "scorpion": (1, 2, 4), "stirge": (1, 4, 4), "manticore": (1, 1, 5), "hill giant": (1, 2, 5), "troll": (1, 3, 5),
        "purple worm": (1, 4, 5), "ghost": (1, 0, 6), "storm giant": (1, 2, 6), "dragon": (1, 4, 7),
    }  # fmt: skip
    with pytest.raises(RulesetError, match="a horse has neither attack bonus nor armour"):
        ruleset(monsters=[row | {"armour": 2} if row["name"] == "Horse" else row for row in ruleset().values["monsters"]])


@pytest.mark.rule("PRI-07")
def test_everybody_begins_on_the_house_with_an_empty_card():
    t = game(players=4)
    assert [t.at(i) for i in (1, 2, 3, 4)] == ["e5"] * 4
    assert not t.state.card.any() and not t.state.scar.any() and t.state.card.shape[1] == 9
    assert t.rules.misc == 4


@pytest.mark.rule("first_turn")
def test_another_seat_may_begin():
    t = game(players=3, first_turn=2)
    assert t.seat == 2
    for seat in (3, 1, 2):
        t.do("stop")
        while t.phase == "sharing":
            t.do("end turn")
        assert t.seat == seat
    assert t.state.round_number == 2
    with pytest.raises(RulesetError, match=r"first_turn is seat 3, but there are only 2 seats \(PRI-07\); set it to 1 to 2"):
        ruleset(first_turn=3).check_players(2)
    ruleset(first_turn=3).check_players(3)


@pytest.mark.rule("PRI-08")
def test_what_entering_a_tile_costs():
    t = table(terrain="e4:m e6:t")
    assert t.points == 3
    assert table(terrain="e4:m e6:t").do("go northeast").points == 2
    assert table(terrain="e4:m e6:t").do("go south").points == 1
    t = table(terrain="e4:m e6:t", points=2)
    assert t.refusal("go north") == "PRI-08" and t.refusal("go south") == ""
    t = table("pawn 2 a1", terrain="e4:m").do("go north")
    assert (t.at(1), t.seat) == ("e4", 2)
    assert "Ann goes from e5 to e4 for 3 points; 0 left (PRI-08)" in t.story


@pytest.mark.rule("PRI-08")
def test_costs_and_points_are_the_rulesets():
    terrain = [row | {"entry_cost": 2} for row in ruleset().values["terrain"]]
    t = game(movement=5, terrain=terrain)
    assert t.points == 5
    t.state.monster[:], t.state.covered[:] = 0, 0
    GAME.step(t.rules, t.state, GAME.words.read_action(t.state, "go north", NAMES), t.trace)
    assert t.points == 3
    with pytest.raises(RulesetError, match="movement must suffice to enter every terrain"):
        ruleset(movement=2)


@pytest.mark.rule("PRI-09")
@pytest.mark.parametrize("horses, points", [("- - - -", 3), ("horse - - -", 6), ("horse horse - -", 6)])
def test_a_horse_gives_six_points_and_two_give_no_more(horses, points):
    t = table(f"card 2 worn - carried {horses}", "pawn 2 a1").do("stop")
    assert (t.seat, t.points) == (2, points)


@pytest.mark.rule("PRI-10")
def test_points_need_not_be_spent():
    t = table("pawn 2 a1").do("go north", "stop")
    assert (t.at(1), t.seat) == ("e4", 2)
    assert table("pawn 2 a1").do("stop").seat == 2


@pytest.mark.rule("PRI-11")
@pytest.mark.parametrize(
    "lies", [{"face_down": "e4", "unseen_monsters": "ogre:1"}, {"monsters": "e4:ogre", "covered": "e4"}]
)
def test_a_monster_ends_the_movement(lies):
    t = table(terrain="e4:fx", unseen_treasures="chest:1", **lies).do("go north")
    assert (t.phase, t.points) == ("meeting", 0) and t.choices == ["attack", "flee"]
    assert t.refusal("go north") == "PRI-31"
    assert "Ann meets the ogre, attack +1, armour 4 (PRI-11)" in t.story or "turns up an ogre" in t.story[-1]


@pytest.mark.rule("PRI-31")
def test_the_phases_follow_one_another():
    t = table(monsters="e4:ogre", covered="e4", unseen_treasures="helm:1")
    assert t.refusal("attack") == t.refusal("end turn") == "PRI-31"
    t.do("go north")
    assert t.refusal("stop") == t.refusal("end turn") == "PRI-31"
    t.dice(6).do("attack")
    assert t.phase == "placing" and t.refusal("attack") == t.refusal("go north") == "PRI-31"
    t.do("wear the helm")
    assert t.seat == 2 and t.events[-1] == "turn_begins"


@pytest.mark.rule("forced")
def test_what_must_be_done_is_done():
    t = table("pawn 2 a1", terrain="e4:m e3:m f3:m f4:m d3:m d4:m")
    t.do("go north")  # no points are left, nobody is there: the turn is over
    assert t.seat == 2 and "turn_begins" in t.events
    t = table("pawn 2 a1", "card 1 worn helm carried - - - -", monsters="e4:dragon").do("go north")
    t.dice(1, 6, 6).do("attack")  # the helm is the only treasure, and is lost without being chosen
    assert t.worn(1) == [] and "helm" in t.beneath("e4") and t.seat == 2


@pytest.mark.rule("round_limit")
def test_a_limit_of_rounds():
    t = table("pawn 2 a1", seat=2, turn=7, round_limit=7).do("stop")
    assert t.end == "stalled" and t.seat == 0
    assert table("pawn 2 a1", seat=2, turn=6, round_limit=7).do("stop").end == "running"


@pytest.mark.rule("score")
def test_what_a_group_plays_for_is_counted():
    t = table(
        "card 1 worn - carried red_crystal yellow_crystal chest chest", "card 2 worn - carried blue_crystal chest - -",
        "scars 1 head legs", "scars 2 chest", "pawn 2 a1", turn=9,
    )  # fmt: skip
    count, trace = GAME.new_count(), new_trace()
    GAME.step(t.rules, t.state, GAME.words.read_action(t.state, "stop", NAMES), trace)
    GAME.tally(count, trace)
    GAME.outcome(t.rules, t.state, count)
    assert (count.rounds, count.scars, count.chests, count.carried) == (9, 3, 3, 3)
    assert count.score.tolist() == [2, 1, 0, 0]
    text = GAME.words.outcome_text(count, NAMES[:2])
    assert "9 rounds" in text and "3 scars and 3 treasure chests" in text
