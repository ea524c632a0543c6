"""Keys, leaving and winning: COL-50 to COL-53, COL-56, COL-57, and their rulings."""

import numpy as np
import pytest
from games.colossi.table import table

from crypt.core.replay import replay
from crypt.core.ruleset import standard
from crypt.core.session import Session
from crypt.games.colossi import events as ev
from crypt.games.colossi.editing import edit
from crypt.games.colossi.front import GAME
from crypt.games.colossi.notation import write
from crypt.games.colossi.state import RUNNING, SKILL, STALLED, WON

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]


def outcome(t):
    """The row of results."""
    count = GAME.new_count()
    GAME.outcome(t.rules, t.state, count)
    return count


@pytest.mark.rule("COL-50")
def test_a_hero_with_a_key_opens_the_door_by_standing_on_it():
    t = table("hero 1 e6 key", e6="┼.").do("step east")
    assert (t.line("door"), t.hero(1)) == ("open", "f6 hp 4 key")  # the key is not spent
    assert t.saw(ev.OPENS_DOOR) == [(1, 65, 0, 0, 0, 0, 0)]


@pytest.mark.rule("COL-50")
def test_without_a_key_the_door_stays_shut():
    t = table("hero 1 e6", e6="┼.").do("step east")
    assert (t.line("door"), t.refusal("leave")) == ("shut", "COL-50")
    t = table("hero 1 e6 key", e6="┼.")
    assert (t.do("end turn").line("door"), t.refusal("leave")) == ("shut", "COL-51")  # beside it is not on it


@pytest.mark.rule("opens")
@pytest.mark.rule("COL-50")
def test_the_door_opens_however_hero_and_key_come_together():
    t = table("hero 1 h8", "hero 2 h8 key", players=2).do("take key from Ben")
    assert t.line("door") == "open"
    t = table("hero 1 f6", "drop f6 key").do("pick up key")
    assert (t.line("door"), t.may("leave")) == ("open", True)
    t = table("hero 1 h8 key", "hero 2 h8", "to_move 2", players=2).do("end turn")
    assert t.line("door") == "open"  # Ann has the key and is there
    t = table("hero 1 f6", "boss 1", f6="┼X", e6="┼B").dice("D6 6", "D8 1").do("step west")
    assert (t.hero(1), t.line("door")) == ("f6 hp 4 key", "open")


@pytest.mark.rule("opens")
def test_the_exit_may_be_crossed_shut_or_open():
    for door in ("shut", "open"):
        t = table("hero 1 f5", f"door {door}", f5="┼.", e6="┼.").do("step south", "step west")
        assert t.hero(1) == "e6 hp 4"


@pytest.mark.rule("COL-51")
def test_through_the_open_door_heroes_leave():
    t = table("hero 1 g8", "hero 2 d4", "door open", players=2, g8="┼.").do("step east")
    assert (t.hero(1), t.may("leave")) == ("h8 hp 4", True)  # leaving is its own choice
    t.do("leave")
    assert (t.hero(1), t.to_move, t.state.result) == ("left hp 4", 2, RUNNING)
    assert t.refusal("leave") == "COL-51"


@pytest.mark.rule("opens")
@pytest.mark.rule("COL-51")
def test_leaving_is_final():
    t = table("hero 1 h8", "hero 2 d4", "door open", players=2).do("leave")
    assert [t.do("end turn").to_move for _ in range(3)] == [2, 2, 2]


@pytest.mark.rule("COL-52")
def test_leaving_destroys_the_leavers_keys_at_once():
    t = table("hero 1 h8 key:2 boots", "hero 2 d4 key", "door open", players=2).do("leave")
    assert (t.hero(1), t.hero(2), t.state.supply[4]) == ("left hp 4 boots", "d4 hp 4 key", 3)
    assert t.saw(ev.LEAVES) == [(1, 2, 0, 0, 0, 0, 0)]


@pytest.mark.rule("COL-52")
@pytest.mark.rule("opens")
def test_the_other_keys_are_destroyed_when_the_floor_ends():
    t = table("hero 1 f6 key", "drop c3 key:2", "door open").rooms("a1", "f6").do("leave", "start at c3")
    assert (t.hero(1), t.drops, t.state.supply[4]) == ("c3 hp 4", [], 4)
    t = table("hero 1 left", "hero 2 d4 hp 1 key:2", "to_move 2", players=2, c4="┼m")
    t.dice("D6 1", "D4 2").rooms("a1", "h8").do("step west")
    assert t.state.supply[4] == 4


@pytest.mark.rule("COL-53")
def test_a_dropped_key_can_be_picked_up_by_another_hero():
    t = table("hero 1 d4 hp 1 key", "hero 2 d4", players=2, c4="┼m").dice("D6 1", "D4 2").do("step west")
    t.dice("D6 4", "D4 2", "D20 1").do("step west").do("pick up key")
    assert (t.hero(2), t.drops, t.to_move) == ("c4 hp 4 key", [], 2)


@pytest.mark.rule("pick_up")
@pytest.mark.rule("COL-53")
def test_picking_up_is_a_free_choice_and_several_keys_may_be_held():
    t = table("hero 1 c3 key", "drop d3 key:2").do("step east", "pick up key", "pick up key")
    assert (t.hero(1), t.drops, t.may("step south")) == ("d3 hp 4 key:3", [], True)
    assert t.refusal("pick up key") == "COL-53"
    t = table("hero 1 c3", "drop d3 key").do("step east", "step south")
    assert t.drops == ["d3"]


@pytest.mark.rule("pick_up")
def test_not_while_a_foe_lives_on_that_tile():
    t = table("hero 1 d3", "drop d3 key")
    t.state.kind[2, 3], t.state.live[2, 3] = 15, 1  # a monster under the hero's feet, which no game comes to
    assert t.refusal("pick up key") == "COL-53"
    t.state.live[2, 3] = 0
    assert t.may("pick up key")
    t = table("hero 1 e3", "boss 0", "drop f3 key", e3="┼.", f3="┼B").do("step east")
    assert t.may("pick up key")


@pytest.mark.rule("COL-56")
@pytest.mark.rule("result")
def test_after_the_third_floor_those_who_left_have_won_and_the_dead_have_lost():
    t = table("hero 1 h8", "hero 2 dead", "door open", floor=3, players=2).do("leave")
    assert (t.to_move, t.state.result) == (0, WON)
    row = outcome(t)
    assert (row.result, row.score.tolist(), row.escaped, row.floors_cleared) == (WON, [1, 0, 0, 0], 1, 3)


@pytest.mark.rule("result")
@pytest.mark.rule("last_hero")
def test_the_game_is_won_also_when_the_last_hero_dies_on_the_third_floor():
    t = table("hero 1 left", "hero 2 d4 hp 1", "to_move 2", floor=3, players=2, c4="┼m")
    row = outcome(t.dice("D6 1", "D8 2").do("step west"))
    assert (row.result, row.score.tolist()) == (WON, [1, 0, 0, 0])


@pytest.mark.rule("result")
@pytest.mark.rule("COL-55")
def test_nobody_scores_in_a_lost_game():
    row = outcome(table("hero 1 d3 hp 1", floor=3, e3="┼m").dice("D6 1", "D8 2").do("step east"))
    assert (row.score.tolist(), row.escaped, row.floors_cleared) == ([0, 0, 0, 0], 0, 2)


@pytest.mark.rule("round_limit")
@pytest.mark.rule("result")
def test_a_stalled_game_is_never_a_win():
    row = outcome(table("hero 1 left", "hero 2 d4", "to_move 2", floor=3, players=2, round_limit=1).do("end turn"))
    assert (row.result, row.score.tolist(), row.escaped) == (STALLED, [0, 0, 0, 0], 0)


@pytest.mark.rule("COL-57")
def test_a_floor_is_complete_when_every_living_hero_has_left_it():
    t = table("hero 1 h8 hp 2", "hero 2 h8 hp 3", "door open", players=2).do("leave")
    assert t.line("colossi floor") == "1"
    t.rooms("a1", "h8").do("leave")
    assert (t.line("colossi floor"), t.state.floors_cleared, t.state.round_number) == ("2", 1, 1)
    assert t.saw(ev.FLOOR_ENDS)[0][1:3] == (1, ev.FLOOR_LEFT)


@pytest.mark.rule("COL-57")
@pytest.mark.rule("carry_over")
def test_everything_but_keys_goes_along():
    t = table("hero 1 f6 hp 2 key sword:1 shield:1 boots amulet potion:stone", "door open", "boss 1")
    t.state.effect[0, SKILL] = 3
    t.state.deck[0], t.state.discards[0] = 3, 5
    t.rooms("a1", "f6").do("leave", "start at c3")
    assert t.hero(1) == "c3 hp 2 sword:1 shield:1 boots amulet potion:stone"
    assert (t.effect(1, SKILL), t.state.deck[0], t.state.discards[0]) == (2, 3, 5)
    assert (t.line("boss"), t.line("door")) == ("3", "shut")


@pytest.mark.rule("COL-34")
@pytest.mark.rule("COL-56")
def test_nobody_returns_after_the_third_floor():
    t = table("hero 1 h8", "hero 2 dead", "door open", floor=3, players=2).do("leave")
    assert (t.hero(2), t.saw(ev.RETURNS)) == ("dead", [])


@pytest.mark.rule("COL-56")
def test_a_game_that_is_over_allows_nothing():
    t = table("hero 1 f6", "door open", floor=3).do("leave")
    for kind in range(1, 16):
        assert GAME.refusal(t.rules, t.state, kind << 16) == 56
    assert GAME.legal(t.rules, t.state, np.zeros(8, np.int32)) == 0


@pytest.mark.rule("opens")
@pytest.mark.rule("COL-50")
def test_the_door_opens_for_a_hero_with_a_key_that_is_put_there_by_hand(tmp_path):
    t = table("hero 1 h8 key", "hero 2 d4", players=2)
    with Session.new(GAME, ["Ann", "Ben"], standard(GAME), 1, mode="design", folder=tmp_path) as session:
        session.set_position(write(t.state))
        assert session.state.door_open
        assert "leave the floor" in [session.text(action) for action in session.legal()]
        session.set_position(edit(write(session.state), {"door": "shut"}))
        assert session.state.door_open  # as long as the hero stands there with the key
        session.set_position(edit(write(session.state), {"hero": 1, "things": "none"}))
        assert session.state.door_open  # an open door stays open
        session.set_position(edit(write(session.state), {"door": "shut"}))
        assert not session.state.door_open
        session.set_position(edit(write(session.state), {"hero": 1, "things": "key"}))
        assert session.state.door_open
        session.undo()
        assert not session.state.door_open
        path = session.path
    assert replay(path).is_same
    assert Session.new(GAME, ["Ann", "Ben"], standard(GAME), 1, mode="design", start=write(t.state)).state.door_open
