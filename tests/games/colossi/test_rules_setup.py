"""Setting up: COL-01 to COL-10, and the rulings that belong to them."""

import pytest
from games.colossi.table import bag_of, cards_of, deck_of, game, ruled, table
from pydantic import ValidationError

from crypt.core.game import CryptError, check_players
from crypt.games.colossi.front import GAME
from crypt.games.colossi.state import BOSS_ROOM, EVENT_TILE, EXIT_DOOR, LOOT, MONSTER, NORMAL, START, WIDTH

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]
STARTS = {1: "c3 d3 c4 d4", 2: "d4 e4 d5 e5", 3: "e5 f5 e6 f6", 4: "f6 g6 f7 g7"}


def next_floor(*lines, rooms=("a1", "f6"), **changes):
    """One hero leaves by the open door; boss room and exit door of the next floor are rolled so."""
    return table("hero 1 f6", "door open", *lines, **changes).rooms(*rooms).do("leave the floor")


@pytest.mark.rule("COL-01")
def test_one_to_four_players_and_three_floors():
    assert list(GAME.players) == [1, 2, 3, 4]
    for wrong in (0, 5):
        with pytest.raises(CryptError):
            check_players(GAME, wrong)
    assert next_floor(floor=1).line("colossi floor") == "2"
    assert next_floor(floor=2).line("colossi floor") == "3"
    assert table("hero 1 f6", "door open", floor=3).do("leave the floor").to_move == 0


@pytest.mark.rule("COL-01")
def test_a_ruleset_may_have_fewer_floors():
    assert table("hero 1 f6", "door open", floor=2, floors=2).do("leave the floor").to_move == 0


@pytest.mark.rule("COL-02")
@pytest.mark.parametrize("players, side", [(1, 6), (2, 8), (3, 10), (4, 12)])
def test_the_board_grows_with_the_team(players, side):
    assert game(players).state.side == side


@pytest.mark.rule("COL-02")
def test_nobody_walks_off_the_board():
    t = table("hero 1 f3", e3="┼.", f3="┼.")
    assert t.refusal("step east") == "COL-02"
    assert t.may("step west")


@pytest.mark.rule("COL-03")
@pytest.mark.rule("first_turn")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_hero_chooses_one_of_the_four_cells_in_the_middle(players):
    t = game(players)
    for hero in range(players):
        assert t.to_move == hero + 1
        assert t.choices == [f"start at {cell}" for cell in STARTS[players].split()]
        assert t.refusal("start at a2") == "COL-03"
        t.do("start at " + STARTS[players].split()[hero])
    assert [t.hero(hero + 1).split()[0] for hero in range(players)] == STARTS[players].split()[:players]


@pytest.mark.rule("COL-03")
def test_heroes_may_share_a_start_cell():
    t = game(2, starts=["d4", "d4"])
    assert (t.hero(1), t.hero(2)) == ("d4 hp 4", "d4 hp 4")


@pytest.mark.rule("start_sides")
@pytest.mark.rule("COL-03")
def test_the_start_cells_are_known_tiles():
    t = table("hero 1 c3")
    assert [t.at(cell) for cell in STARTS[1].split()] == ["┼S"] * 4
    assert t.may("step east") and t.may("step south") and t.may("explore north")
    walled = game(1, starts=["c3"], start_sides=13)  # all but east
    assert walled.at("c3") == "┤S"
    assert walled.refusal("step east") == "COL-13"


@pytest.mark.rule("COL-04")
@pytest.mark.rule("shaded_side")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_boss_room_and_exit_go_on_the_outermost_ring(players):
    for seed in range(12):
        state = game(players, seed).state
        for cell in (state.boss_cell, state.exit_cell):
            assert {0, state.side - 1} & set(divmod(int(cell), WIDTH))
        assert state.boss_cell != state.exit_cell


@pytest.mark.rule("COL-04")
@pytest.mark.parametrize("shaded", ["b2", "e5", "c3", "b4"])
def test_a_roll_for_the_boss_room_in_the_shaded_area_is_rolled_again(shaded):
    t = next_floor(rooms=(shaded, "d1", "a1"))
    assert (t.at("d1"), t.at("a1")) == ("┼B", "┼X")


@pytest.mark.rule("COL-05")
@pytest.mark.parametrize("invalid", ["c1", "b3"])
def test_the_exit_is_rolled_after_the_boss_room_and_never_on_it(invalid):
    t = next_floor(rooms=("c1", invalid, "f2"))
    assert (t.at("c1"), t.at("f2")) == ("┼B", "┼X")


@pytest.mark.rule("shaded_side")
@pytest.mark.rule("COL-05")
def test_a_smaller_shaded_area_leaves_more_cells():
    t = next_floor(rooms=("c3", "b2", "e5"), shaded_side=[2, 6, 8, 10])
    assert (t.at("b2"), t.at("e5")) == ("┼B", "┼X")
    for shaded in (6, 3, 0):
        with pytest.raises(ValidationError):
            ruled(shaded_side=[shaded, 6, 8, 10])


@pytest.mark.rule("boss_sides")
@pytest.mark.rule("exit_sides")
def test_the_sides_of_boss_room_and_exit():
    t = next_floor()
    assert (t.at("a1"), t.at("f6")) == ("┼B", "┼X")
    t = table("hero 1 f6", "door open", a1="┌B", f6="┘X", boss_sides=6, exit_sides=9).rooms("a2", "a3").do("leave")
    assert (t.at("a2"), t.at("a3")) == ("┌B", "┘X")


@pytest.mark.rule("COL-06")
def test_a_new_floor_shows_boss_room_exit_and_start_and_nothing_else():
    t = next_floor("drop d3 key", "boss 0", e3="┼.", e4="┼m", e2="├h", b2="┼$")
    kinds = t.state.kind[t.state.kind > 0].tolist()
    assert sorted(kinds) == [START] * 4 + [BOSS_ROOM, EXIT_DOOR]
    assert t.drops == []
    assert not t.state.live.any() and not t.state.opened.any()
    assert (t.line("boss"), t.line("door")) == ("3", "shut")
    assert t.choices == ["start at c3", "start at d3", "start at c4", "start at d4"]


@pytest.mark.rule("COL-07")
@pytest.mark.rule("tiles")
def test_the_bag_holds_108_tiles():
    state = game().state
    by_symbol = state.bag.reshape(5, 5).sum(axis=1)
    assert state.bag_count == 108
    assert by_symbol[NORMAL] + by_symbol[EVENT_TILE] == 50
    assert (by_symbol[MONSTER], by_symbol[LOOT], by_symbol[4]) == (25, 25, 8)


@pytest.mark.rule("COL-07")
@pytest.mark.rule("tiles")
def test_other_tiles_must_be_meant():
    tiles = bag_of(monster_tee=3, normal_cross=2)
    with pytest.raises(ValidationError, match="COL-07"):
        ruled(tiles=tiles, changes_counts=False)
    t = game(tiles=tiles)
    assert (t.line("bag"), t.state.bag_count) == ("normal/cross:2 monster/tee:3", 5)


@pytest.mark.rule("refill_bag")
@pytest.mark.rule("COL-07")
def test_the_bag_is_filled_again_for_every_floor():
    t = next_floor("bag 90", e3="┼.", e4="┼m")
    assert (t.state.bag_count, t.state.gone.sum()) == (108, 0)


@pytest.mark.rule("refill_bag")
def test_or_one_bag_has_to_last():
    t = next_floor("bag 90", e3="┼.", e4="┼m", refill_bag=False)
    assert (t.state.bag_count, t.state.gone.sum()) == (90, 18)
    assert game(refill_bag=False).state.bag_count == 108


@pytest.mark.rule("COL-08")
@pytest.mark.rule("events")
def test_there_are_40_event_cards():
    assert game().state.deck.tolist() == [8, 2, 6, 4, 3, 1, 2, 2, 2, 3, 2, 3, 1, 1]
    assert game().state.deck.sum() == 40
    with pytest.raises(ValidationError, match="COL-08"):
        ruled(events=deck_of(trap=39), changes_counts=False)


@pytest.mark.rule("COL-09")
def test_there_are_32_item_cards():
    assert game().state.supply.tolist() == [4, 4, 4, 4, 4, 12]
    with pytest.raises(ValidationError, match="COL-09"):
        ruled(item_cards=cards_of(key=3), changes_counts=False)


@pytest.mark.rule("starting_hp")
@pytest.mark.rule("COL-27")
def test_heroes_begin_with_4_hp():
    assert game(2, starts=["d4", "e4"]).hero(2) == "e4 hp 4"
    assert game(2, starts=["d4", "e4"], starting_hp=3).hero(2) == "e4 hp 3"
    with pytest.raises(ValidationError):
        ruled(starting_hp=5)


@pytest.mark.rule("COL-10")
def test_turns_go_round_clockwise():
    t = game(3, starts=["e5", "e5", "e5"])
    order = []
    for _ in range(7):
        order.append(t.to_move)
        t.do("end turn")
    assert order == [1, 2, 3, 1, 2, 3, 1]
    assert t.state.round_number == 3


@pytest.mark.rule("COL-10")
@pytest.mark.rule("first_turn")
def test_any_hero_may_take_the_first_turn():
    t = game(3, first_turn=2)
    order = []
    for cell in ("e5", "f5", "e6"):
        order.append(t.to_move)
        t.do(f"start at {cell}")
    rounds = []
    for _ in range(4):
        order.append(t.to_move)
        rounds.append(int(t.state.round_number))
        t.do("end turn")
    assert order == [2, 3, 1, 2, 3, 1, 2]
    assert rounds == [1, 1, 1, 2]


@pytest.mark.rule("first_turn")
def test_the_same_hero_begins_every_floor():
    t = table("hero 1 left", "hero 2 h8", "door open", "to_move 2", players=2, first_turn=2)
    t.rooms("a1", "h8").do("leave the floor")
    assert t.to_move == 2
    assert t.do("start at d4").to_move == 1
    assert t.do("start at d4").to_move == 2


@pytest.mark.rule("COL-10")
def test_the_dead_and_those_who_left_are_passed_over():
    t = table("hero 1 f6", "hero 2 dead", "hero 3 left", "hero 4 g7", players=4)
    assert t.to_move == 1
    assert t.do("end turn").to_move == 4
    assert t.do("end turn").to_move == 1
    assert t.state.round_number == 2


@pytest.mark.rule("COL-10")
def test_the_turn_goes_on_when_the_hero_whose_turn_it_is_dies():
    t = table("hero 1 d4 hp 1", "hero 2 d5", players=2, d3="┼m").dice("D6 1", "D4 2").do("step north")
    assert (t.hero(1), t.to_move, t.state.round_number) == ("dead", 2, 1)


@pytest.mark.rule("COL-10")
def test_the_turn_goes_on_when_the_next_hero_dies():
    """Ben is walled in on h1, and dies when Ann's turn ends: Cid is next."""
    t = table("hero 1 e5", "hero 2 j1", "hero 3 f6", players=3, j1="╵.").do("end turn")
    assert (t.hero(2), t.to_move, t.state.round_number) == ("dead", 3, 1)


@pytest.mark.rule("COL-10")
def test_the_round_is_over_when_the_first_hero_is_dead():
    t = table("hero 1 dead", "hero 2 e5", "hero 3 e5", players=3).do("end turn")
    assert (t.to_move, t.state.round_number) == (3, 1)
    assert t.do("end turn").to_move == 2
    assert t.state.round_number == 2


@pytest.mark.rule("COL-10")
def test_a_hero_that_returns_takes_its_turn_in_its_place():
    t = table("hero 1 e5", "hero 2 dead", "hero 3 e5", players=3, e4="├h").do("step north", "end turn")
    assert (t.hero(2), t.to_move) == ("e4 hp 2", 2)
