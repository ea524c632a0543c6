"""A turn: LAIR-04 to LAIR-10, and the rulings that belong to them."""

from collections import Counter

import numpy as np
import pytest
from games.lair.table import game, ruled, ruleset, table
from games.lair.test_rules_setup import drawn
from games.walks import begun

from crypt.core import chance
from crypt.core.ruleset import RulesetError
from crypt.games.lair.front import GAME
from crypt.games.lair.state import A_CARRY, A_END, A_STEP, DRAGON, code_of

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]

# r1s2 is a dead end beside the centre, r2s1 one at the edge; the game begins on r1s3, from where there are three ways
PATH = [(0, 0, False), (1, 1, False), (1, 2, False), (1, 3, False), (2, 1, True), (2, 2, True), (2, 3, True)]
PATH_PAIRS = [("centre", f"r1s{i}") for i in (1, 2, 3)] + [("r1s1", "r2s1"), ("r1s3", "r2s2"), ("r1s3", "r2s3")]


def path(*lines, **said):
    settings = {"adventurers": 1, "treasures": 3, "treasure_spaces": ["r1s2"] * 3, "adventurer_spaces": ["r1s3"]}
    return table(*lines, **said, **settings, **drawn(PATH, PATH_PAIRS))


@pytest.mark.rule("LAIR-04")
@pytest.mark.rule("LAIR-05")
@pytest.mark.rule("roll")
def test_two_dice_of_the_side_whose_turn_begins():
    t = table(movement=1).dice(2, 1).do("adventurer 1 moves to r3s1")
    assert (t.state.dice.tolist(), t.movement, t.seat) == ([2, 1], 3, 1)
    assert "Turn 2, Ben: 2 and 1 rolled, 3 movement (LAIR-05)" in t.story
    t = table(side="dragon", movement=1).dice(4, 3, seat=0).do("dragon moves to r1s1")
    assert (t.state.dice.tolist(), t.movement, t.seat) == ([4, 3], 7, 0)
    assert "Turn 2, Ann: 4 and 3 rolled, 7 movement (LAIR-04)" in t.story


@pytest.mark.rule("LAIR-04")
@pytest.mark.rule("roll")
def test_the_dice_of_the_first_turn_are_written_down_with_its_first_step():
    t = game()
    (first, second), movement = t.state.dice.tolist(), t.movement
    assert movement == first + second
    t.do("adventurer 1 moves to r3s1")
    assert t.story[0] == f"Turn 1, Ann: {first} and {second} rolled, {movement} movement (LAIR-04)"
    assert t.events.count("turn_begins") == 1 and t.do("adventurer 1 moves to r2s1").events == ["decides", "moves"]


@pytest.mark.rule("LAIR-04")
@pytest.mark.rule("LAIR-05")
@pytest.mark.rule("adventurer_dice")
@pytest.mark.rule("dragon_dice")
@pytest.mark.parametrize("changes", [{}, {"adventurer_dice": [1, 9], "dragon_dice": [2, 2, 5]}])
def test_the_faces_come_out_as_often_as_they_are_on_the_dice(changes):
    """Every pair of faces of 600 rolls is within five standard deviations of what it should be."""
    rules, n = ruled(**changes), 600
    for seat, first in ((0, 1), (1, 2)):
        seen = Counter()
        for seed in range(n):
            state = begun(GAME, rules, 2, chance.game_seed(np.uint64(99), seed))
            if first == 2:
                state.movement = 1
                GAME.step(rules, state, code_of(A_STEP, 0, int(state.near[state.place[0], 0])), GAME.new_trace())
            seen[tuple(state.dice.tolist())] += 1
        faces = rules.die[seat, : rules.die_faces[seat]].tolist()
        odds = Counter((one, two) for one in faces for two in faces)
        for pair, weight in odds.items():
            share = weight / len(faces) ** 2
            assert abs(seen[pair] - n * share) < 5 * (n * share * (1 - share)) ** 0.5
        assert set(seen) <= set(odds)


@pytest.mark.rule("adventurer_dice")
@pytest.mark.rule("dragon_dice")
def test_faces_have_bounds():
    with pytest.raises(RulesetError, match="adventurer_dice, value 1: must be 1 or more"):
        ruleset(adventurer_dice=[0, 1])
    with pytest.raises(RulesetError, match="dragon_dice: must have 2 values, and has 1"):
        ruleset(dragon_dice=[1])


@pytest.mark.rule("LAIR-06")
def test_a_step_takes_one():
    t = table(movement=3).do("adventurer 1 moves to r3s1")
    assert (t.at("adventurer 1"), t.movement) == ("r3s1", 2)
    t = table(side="dragon", movement=3).do("dragon moves to r1s4")
    assert (t.at("dragon"), t.movement) == ("r1s4", 2)


@pytest.mark.rule("LAIR-06")
def test_there_is_no_other_kind_of_action():
    t = table()
    for action in (0, 1, 4 << 16, 4 << 16 | 13, 1 << 20):
        assert GAME.refusal(t.rules, t.state, action) == 6


@pytest.mark.rule("LAIR-07")
def test_carrying_takes_two_and_the_treasure_goes_along():
    t = table("adventurer 1 r2s1", movement=3).do("adventurer 1 carries to r2s2")
    assert (t.at("adventurer 1"), t.movement) == ("r2s2", 1)
    assert t.treasures == "r2s2 r2s3 r2s5 r2s7 r2s9 r2s11"
    t = table("dragon r2s3", side="dragon", movement=4).do("dragon carries to r1s3")
    assert (t.at("dragon"), t.movement, t.treasures) == ("r1s3", 2, "r1s3 r2s1 r2s5 r2s7 r2s9 r2s11")


@pytest.mark.rule("LAIR-07")
def test_carrying_needs_a_treasure_where_the_piece_stands():
    t = table("adventurer 1 r3s1")
    assert t.refusal("adventurer 1 carries to r2s1") == "LAIR-07"
    assert t.refusal("adventurer 1 carries to r3s2") == "LAIR-07"
    assert not any("carries" in text for text in t.choices)


@pytest.mark.rule("carry_needs")
@pytest.mark.rule("carry_cost")
def test_movement_that_carrying_needs():
    t = table("adventurer 1 r2s1", movement=1)
    assert t.refusal("adventurer 1 carries to r3s1") == "LAIR-07"
    t = table("adventurer 1 r2s1", movement=1, carry_needs=1).dice(1, 1).do("adventurer 1 carries to r3s1")
    assert t.seat == 1 and "r3s1" in t.treasures
    t = table("adventurer 1 r2s1", movement=4, carry_cost=3, carry_needs=3).do("adventurer 1 carries to r3s1")
    assert t.movement == 1 and t.refusal("adventurer 1 carries to r4s1") == "LAIR-07"
    with pytest.raises(RulesetError, match="carry_needs is 3, more than carrying costs"):
        ruleset(carry_needs=3)


@pytest.mark.rule("LAIR-08")
def test_the_turn_may_be_ended_with_one_left_and_not_with_more():
    t = table(movement=2)
    assert t.refusal("end turn") == "LAIR-08" and "end turn" not in t.choices
    t.do("adventurer 1 moves to r3s1")
    assert t.choices[-1] == "end turn"
    t.dice(1, 1).do("end turn")
    assert (t.seat, t.movement) == (1, 2)


@pytest.mark.rule("LAIR-08")
def test_at_zero_the_turn_ends_by_itself():
    t = table(movement=1).dice(2, 2).do("adventurer 1 moves to r3s1")
    assert (t.seat, t.movement) == (1, 4)
    assert t.events == ["decides", "moves", "turn_ends", "turn_begins"]


@pytest.mark.rule("LAIR-08")
def test_a_turn_in_which_no_step_is_possible_ends_by_itself():
    t = path("dragon r1s1", "adventurer 1 r2s1", side="dragon", movement=1).dice(3, 3, seat=0)
    t.do("end turn")
    assert t.seat == 1 and t.state.turns == 3  # the adventurer's turn has come and gone
    assert t.events == ["decides", "turn_ends", "turn_begins", "turn_ends", "turn_begins"]


@pytest.mark.rule("forced")
def test_what_alone_can_be_done_is_done():
    """The dragon is in the dead end and has rolled 2: its first step is no choice."""
    t = path("dragon r1s2", "adventurer 1 r2s1", side="adventurers", movement=1, lying="r1s1 r1s1 r1s1")
    t.dice(1, 1).do("end turn")
    assert (t.seat, t.at("dragon"), t.movement) == (1, "centre", 1)
    assert t.events == ["decides", "turn_ends", "turn_begins", "moves"]


@pytest.mark.rule("may_end_at")
def test_a_variant_may_let_turns_end_earlier_or_never():
    assert "end turn" in table(movement=3, may_end_at=3).choices
    assert "end turn" not in table(movement=1, may_end_at=0).choices


@pytest.mark.rule("LAIR-09")
@pytest.mark.parametrize("to", ["r2s1", "r4s1", "r3s2", "r3s12"])
def test_steps_go_to_neighbours(to):
    assert table("adventurer 1 r3s1").do(f"adventurer 1 moves to {to}").at("adventurer 1") == to


@pytest.mark.rule("LAIR-09")
@pytest.mark.parametrize("to", ["r2s2", "r4s2", "r4s12", "r3s3", "r1s1", "r3s1", "centre", "r3s7"])
def test_nobody_moves_diagonally_or_further(to):
    t = table("adventurer 1 r3s1")
    assert t.refusal(f"adventurer 1 moves to {to}") == "LAIR-09"
    t = table("dragon r3s1", side="dragon", movement=3)
    assert t.refusal(f"dragon moves to {to}") == "LAIR-09"
    assert GAME.refusal(t.rules, t.state, code_of(A_STEP, DRAGON, 255)) == 9


@pytest.mark.rule("LAIR-10")
def test_movement_may_be_spread_over_the_adventurers():
    t = table("adventurer 3 r2s9", movement=4)
    t.do("adventurer 1 moves to r3s1", "adventurer 2 moves to r3s5").dice(1, 1).do("adventurer 3 carries to r3s9")
    assert [t.at(f"adventurer {i}") for i in (1, 2, 3)] == ["r3s1", "r3s5", "r3s9"]
    assert t.seat == 1


@pytest.mark.rule("action")
@pytest.mark.rule("stacking")
def test_pieces_on_one_space_are_different_and_treasures_alike():
    two = table("adventurer 1 r2s1", "adventurer 2 r2s1", lying="r2s1 r2s1 r2s3 r2s5 r2s7 r2s9")
    texts = [text for text in two.choices if "to r3s1" in text]
    assert texts == [f"adventurer {i} {verb} to r3s1" for i in (1, 2) for verb in ("moves", "carries")]
    two.do("adventurer 1 carries to r3s1", "adventurer 2 carries to r3s1")
    assert two.treasures == "r2s3 r2s5 r2s7 r2s9 r3s1 r3s1"
    two.do("adventurer 1 moves to r4s1")
    assert (two.at("adventurer 1"), two.stash) == ("r4s1", 0)


@pytest.mark.rule("action")
def test_legal_lists_exactly_what_is_not_refused():
    """Over random games: every code that can be said is tried."""
    rng, rules = np.random.default_rng(5), ruled()
    t = game(seed=11)
    for _ in range(25):
        legal = GAME.legal_actions(rules, t.state)
        codes = [code_of(k, p, s) for k in (A_STEP, A_CARRY) for p in range(6) for s in range(60)]
        codes += [code_of(A_END), code_of(A_END) + 1]
        assert sorted(legal) == sorted(code for code in codes if GAME.refusal(rules, t.state, code) == 0)
        assert len(set(legal)) == len(legal) > 1
        GAME.step(rules, t.state, int(rng.choice(legal)), t.trace)
        if GAME.is_over(t.state):
            break
