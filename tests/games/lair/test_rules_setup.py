"""Setting up: LAIR-01 to LAIR-03, and the rulings that belong to them."""

import numpy as np
import pytest
from games.lair.table import NAMES, Table, game, ruled, ruleset, table

from crypt import simulate
from crypt.core.game import IllegalError, check_players
from crypt.core.ruleset import RulesetError, load_ruleset
from crypt.core.shipped import shipped
from crypt.games.lair.front import GAME
from crypt.games.lair.vocabulary import space_names

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]

TRIANGLE = [(0, 0, False), (1, 1, False), (1, 2, False), (2, 1, True)]


def drawn(spaces, pairs):
    """The fields of a board that somebody drew."""
    return {
        "spaces": [{"ring": ring, "sector": sector, "edge": edge} for ring, sector, edge in spaces],
        "connections": [{"space": one, "neighbour": other} for one, other in pairs],
    }


@pytest.mark.rule("LAIR-01")
def test_two_players_of_whom_each_moves_its_own_pieces():
    with pytest.raises(Exception, match="is for 2 players, not 3"):
        check_players(GAME, 3)
    t = game()
    assert {text.split(" moves")[0] for text in t.choices} == {"adventurer 1", "adventurer 2", "adventurer 3"}
    t = table(side="dragon", movement=2)
    assert {text.split(" moves")[0] for text in t.choices} == {"the dragon"}
    assert t.refusal("adventurer 1 moves to r3s1") == "LAIR-03"


@pytest.mark.rule("LAIR-02")
def test_where_everybody_begins():
    t = game()
    assert [t.at(f"adventurer {i}") for i in (1, 2, 3)] == ["r4s1", "r4s5", "r4s9"]
    assert t.at("dragon") == "centre"
    assert t.treasures == "r2s1 r2s3 r2s5 r2s7 r2s9 r2s11"
    assert (t.stash, t.hoard) == (0, 0)


@pytest.mark.rule("LAIR-03")
def test_the_adventurers_begin_and_the_sides_take_turns():
    t = game()
    assert t.seat == 0
    t = table(movement=1).dice(1, 1).do("adventurer 1 moves to r3s1")
    assert (t.seat, t.state.turns) == (1, 2)
    t.dice(2, 3, seat=0).do("dragon moves to r1s1", "dragon moves to r1s2")
    assert (t.seat, t.state.turns, t.movement) == (0, 3, 5)


@pytest.mark.rule("adventurers")
@pytest.mark.rule("treasures")
def test_a_variant_may_have_other_numbers_of_pieces():
    t = game(adventurers=2, treasures=4)
    assert [t.at(f"adventurer {i}") for i in (1, 2)] == ["r4s1", "r4s7"]
    assert t.treasures == "r2s1 r2s4 r2s7 r2s10" and t.state.alive == 2
    with pytest.raises(RulesetError, match="adventurers: must be 4 or less"):
        ruleset(adventurers=5)
    with pytest.raises(RulesetError, match="treasures_to_win is 3, and there are 2 treasures"):
        ruleset(treasures=2)


@pytest.mark.rule("rings")
@pytest.mark.rule("sectors")
@pytest.mark.rule("treasure_ring")
@pytest.mark.parametrize("rings, sectors", [(2, 3), (3, 6), (4, 12), (6, 16)])
def test_circular_boards(rings, sectors):
    """The centre touches the first ring; rings hang together along sectors; the last ring is the edge."""
    t = game(rings=rings, sectors=sectors, treasure_ring=1)
    names = space_names(t.state)
    assert len(names) == 1 + rings * sectors
    near = {name: {names[i] for i in t.state.near[n, : t.state.degree[n]]} for n, name in enumerate(names)}
    assert near["centre"] == {f"r1s{s}" for s in range(1, sectors + 1)}
    for ring in range(1, rings + 1):
        for s in range(1, sectors + 1):
            beside = {f"r{ring}s{s % sectors + 1}", f"r{ring}s{(s - 2) % sectors + 1}"}
            inward = {f"r{ring - 1}s{s}"} if ring > 1 else {"centre"}
            assert near[f"r{ring}s{s}"] == beside | inward | ({f"r{ring + 1}s{s}"} if ring < rings else set())
    assert [names[i] for i in np.flatnonzero(t.state.edge)] == [f"r{rings}s{s}" for s in range(1, sectors + 1)]
    assert {name[:2] for name in t.treasures.split()} == {"r1"}


@pytest.mark.rule("rings")
def test_a_ring_that_is_not_there():
    with pytest.raises(RulesetError, match="treasure_ring is 3, and the board has no such ring"):
        ruleset(rings=2, treasure_ring=3)


@pytest.mark.rule("treasure_spaces")
@pytest.mark.rule("adventurer_spaces")
def test_other_spaces_to_begin_on():
    named = {"treasure_spaces": ["r1s1"] * 5 + ["r3s2"], "adventurer_spaces": ["r4s1", "r4s2", "r3s3"]}
    t = game(**named)
    assert t.treasures == "r1s1 r1s1 r1s1 r1s1 r1s1 r3s2" and t.at("adventurer 3") == "r3s3"
    with pytest.raises(RulesetError, match="adventurer_spaces names 1 spaces for 3 adventurers"):
        ruleset(adventurer_spaces=["r4s1"])
    with pytest.raises(RulesetError, match="treasure_spaces: there is no space 'r9s1' on this board"):
        ruleset(treasure_spaces=["r9s1"] * 6)
    with pytest.raises(RulesetError, match="nobody begins in the centre; the dragon is there"):
        ruleset(adventurer_spaces=["centre", "r4s1", "r4s2"])
    with pytest.raises(RulesetError, match="the game would be over"):
        ruleset(treasure_spaces=["centre"] * 4 + ["r1s1"] * 2)
    assert load_ruleset(GAME).model.words_for("adventurer_spaces") == "r4s1, r4s5, r4s9"


@pytest.mark.rule("spaces")
@pytest.mark.rule("connections")
def test_another_drawing_of_the_board():
    pairs = [("centre", "r1s1"), ("centre", "r1s2"), ("r1s1", "r2s1"), ("r1s2", "r2s1")]
    t = game(**drawn(TRIANGLE, pairs), adventurers=1, treasures=3, treasure_ring=1)
    assert t.at("adventurer 1") == "r2s1" and t.treasures == "r1s1 r1s1 r1s2"
    assert t.choices[:2] == ["adventurer 1 moves to r1s1", "adventurer 1 moves to r1s2"]
    assert t.refusal("adventurer 1 moves to centre") == "LAIR-09"


@pytest.mark.rule("spaces")
@pytest.mark.rule("connections")
def test_the_example_of_a_drawing_can_be_played():
    example = load_ruleset(GAME, shipped("data", "lair", "gates.toml"))
    t = Table(example.record, GAME.new_state())
    t.state.players = 2
    GAME.start(t.rules, t.state, np.uint64(1))
    assert t.treasures == "r2s1 r2s3 r2s5 r2s7 r2s9 r2s11" and t.at("adventurer 2") == "r3s5"
    assert example.record.always_a_choice
    assert set(simulate(GAME, 2, 4, ruleset=example)["result"]) <= {"seat 1", "seat 2", "stalled"}


@pytest.mark.rule("spaces")
@pytest.mark.rule("connections")
@pytest.mark.parametrize(
    "spaces, pairs, says",
    [
        (TRIANGLE, [("centre", "r1s1"), ("r1s1", "r2s1")], "r1s2 cannot be reached from the centre"),
        (TRIANGLE, [("centre", "r1s1"), ("r1s1", "centre")], "connections has centre with r1s1 twice"),
        (TRIANGLE, [("centre", "r5s1")], "there is no space 'r5s1'"),
        (TRIANGLE, [("centre", "centre")], "connections joins centre with itself"),
        ([*TRIANGLE, (1, 1, False)], [], "spaces has r1s1 twice"),
        (TRIANGLE[1:] + [(3, 1, True)], [], "spaces needs one centre"),
        ([(r, s, False) for r, s, _ in TRIANGLE], [], "spaces has none on the edge"),
        (TRIANGLE[:3], [], "spaces has 3 spaces; 4 to 97 are possible"),
        ([], [("centre", "r1s1")], "connections is about drawn boards"),
        (TRIANGLE, [("centre", "r1s1"), ("centre", "r1s2"), ("r1s1", "r2s1")], "the game would begin without a choice"),
    ],
)
def test_drawings_that_are_no_board(spaces, pairs, says):
    with pytest.raises(RulesetError, match=says):
        ruleset(**drawn(spaces, pairs), adventurers=1, treasures=3, treasure_ring=1)


@pytest.mark.rule("LAIR-02")
def test_a_position_of_another_board_is_refused():
    text = GAME.notation.write(game(rings=3).state)
    with pytest.raises(IllegalError, match="the board is rings 3 sectors 12; this ruleset has rings 4 sectors 12"):
        GAME.notation.read(text, ruled())
    assert len(NAMES) == GAME.players[0]
