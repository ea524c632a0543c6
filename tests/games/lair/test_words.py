"""Words: actions to text and back, reasons, what happened, prompts, the end."""

import pytest
from games.lair.table import NAMES, game, table

from crypt.core.game import AmbiguousError, UnreadableError
from crypt.games.lair import events as ev
from crypt.games.lair import words
from crypt.games.lair.front import GAME
from crypt.games.lair.state import code_of


@pytest.mark.parametrize(
    "said, meant",
    [
        ("adventurer 2 moves to r3s5", "adventurer 2 moves to r3s5"),
        ("  ADVENTURER 2   steps to R3S5 ", "adventurer 2 moves to r3s5"),
        ("a2 goes r3s5", "adventurer 2 moves to r3s5"),
        ("adventurer 1 carries the treasure to r3s1", "adventurer 1 carries to r3s1"),
        ("adventurer 1 carry to r1s1", "adventurer 1 carries to r1s1"),
        ("r3s5", "adventurer 2 moves to r3s5"),
        ("adv 1 c r3s1", "adventurer 1 carries to r3s1"),
        ("end", "end turn"),
        ("end my turn", "end turn"),
    ],
)
def test_what_people_type(said, meant):
    state = table("adventurer 1 r2s1").state
    assert words.action_text(state, words.read_action(state, said, NAMES), NAMES) == meant


@pytest.mark.parametrize("said", ["the dragon moves to r1s4", "dragon moves to r1s4", "r1s4", "dr m r1s4"])
def test_the_dragon_is_the_only_one(said):
    state = table(side="dragon", movement=3).state
    assert words.action_text(state, words.read_action(state, said, NAMES), NAMES) == "the dragon moves to r1s4"


def test_words_that_mean_several_things():
    state = table("adventurer 1 r3s1", "adventurer 2 r3s3").state
    with pytest.raises(AmbiguousError, match="'r3s2' can be read as 'adventurer 1 moves to r3s2' or 'adventurer 2"):
        words.read_action(state, "r3s2", NAMES)
    with pytest.raises(AmbiguousError, match="write more of it"):
        words.read_action(state, "adv", NAMES)


@pytest.mark.parametrize("said", ["", "r9s9", "adventurer 7 moves to r3s1", "hello", "adventurer 1", "carry", "moves to"])
def test_words_that_mean_nothing_say_what_is_expected(said):
    with pytest.raises((UnreadableError, AmbiguousError)) as error:
        words.read_action(game().state, said, NAMES)
    assert "expected a piece" in str(error.value) or "can be read as" in str(error.value)


def test_the_nearest_words_are_suggested():
    with pytest.raises(UnreadableError, match="did you mean 'adventurer 1 moves to r3s1'"):
        words.read_action(game().state, "adventurer 1 movs to r3s1", NAMES)
    over = table("adventurer 1 gone", "adventurer 2 gone", "adventurer 3 gone", side="dragon", movement=2).state
    with pytest.raises(UnreadableError, match="the game is over"):
        words.read_action(over, "hello", NAMES)


@pytest.mark.parametrize(
    "said, why",
    [
        ("end turn", "there is 6 movement left, so the turn goes on (LAIR-08)"),
        ("dragon moves to r1s1", "the dragon belongs to Ben, whose turn it is not (LAIR-03)"),
        ("adventurer 1 moves to r2s2", "r2s2 is no neighbour of r4s1: nobody moves diagonally"),
        ("adventurer 1 moves to r4s1", "adventurer 1 stands on r4s1 already (LAIR-09)"),
        ("adventurer 1 carries to r3s1", "no treasure lies on r4s1 (LAIR-07)"),
        ("adventurer 2 moves to r4s6", "adventurer 2 has been removed from the game (LAIR-12)"),
        ("adventurer 3 moves to r3s9", "the dragon is on r3s9, and adventurers cannot fight it (LAIR-13)"),
    ],
)
def test_reasons_name_the_rule(said, why):
    t = table("adventurer 2 gone", "dragon r3s9")
    action = words.read_action(t.state, said, NAMES)
    rule = GAME.refusal(t.rules, t.state, action)
    assert rule and words.reason(t.state, action, rule, NAMES).startswith(why)


def test_reasons_for_what_nobody_can_type():
    t = table("adventurer 1 r2s1", movement=1)
    why = {
        code_of(7): "there is no such action (LAIR-06)",
        code_of(1, 9, 3): "there is no such piece (LAIR-03)",
        code_of(1, 0, 200): "there is no such space on this board (LAIR-09)",
        code_of(2, 0, 1): "carrying takes more movement than there is: 1 point left (LAIR-07)",
    }
    for action, reason in why.items():
        assert words.reason(t.state, action, GAME.refusal(t.rules, t.state, action), NAMES) == reason
    over = table("adventurer 1 gone", "adventurer 2 gone", "adventurer 3 gone", side="dragon", movement=2)
    assert words.reason(over.state, code_of(3), 16, NAMES) == "the game is over (LAIR-16)"


def test_every_kind_of_event_has_a_name_that_reads_back():
    for kind in range(1, ev.GAME_ENDS + 1):
        assert words.event_kind(words.event_name(kind)) == kind
    assert words.event_name(99) == "event_99"
    with pytest.raises(UnreadableError, match="there is no event 'sings'"):
        words.event_kind("sings")


def test_the_first_roll_is_told_with_the_first_decision():
    t = game(seed=3).do("adventurer 1 moves to r3s1")
    assert t.story == [
        "Turn 1, Ann: 4 and 2 rolled, 6 movement (LAIR-04)",
        "Adventurer 1 moves from r4s1 to r3s1; 5 movement left (LAIR-06)",
    ]


def test_prompts_and_cards():
    t = table("adventurer 1 r2s1", "adventurer 2 gone", movement=1, stash=1, lying="r2s1 r2s3 r2s5 r2s7 centre")
    assert words.prompt(t.state, NAMES, t.rules) == "Ann: move the adventurers or end the turn; 1 movement left"
    assert words.hero_summary(t.state, t.rules, 0, NAMES).text == (
        "Ann: Adventurers, 2 adventurers left, 1 of 3 treasures stashed; adventurer 1 on r2s1 with 1 treasure; "
        "adventurer 2 captured; adventurer 3 on r4s9"
    )
    assert words.hero_summary(t.state, t.rules, 1, ("Adventurers", "Dragon")).text == (
        "Dragon: 1 of 4 treasures in the centre; the dragon on centre with 1 treasure"
    )
    around = words.surroundings(t.state, 0, NAMES)
    assert around[0].startswith("adventurer 1 is on r2s1 (1 treasure); beside it: r1s1")
    assert around[-1] == "the dragon is on centre; treasures lie on centre, r2s1, r2s3, r2s5 and r2s7"


def test_the_board_for_a_terminal():
    t = table("adventurer 1 r2s1", "dragon r4s12", lying="r2s1 r2s1 r2s3 r2s5 r2s7 centre")
    lines = words.board_text(t.state, NAMES, t.rules).splitlines()
    assert lines[0].split() == [f"s{i}" for i in range(1, 13)]
    assert lines[1].split() == ["r4", *[".", ".", ".", ".", "2", ".", ".", ".", "3", ".", ".", "D"]]
    assert lines[3].split()[:4] == ["r2", "1**", ".", "*"] and lines[-1] == "centre *"


def test_the_end_in_words():
    t = table("adventurer 1 r3s1", stash=2, lying="r3s1 r2s3 r2s5 r2s7", movement=2).do("adventurer 1 carries to r4s1")
    count = GAME.new_count()
    GAME.tally(count, t.trace)
    GAME.outcome(t.rules, t.state, count)
    assert words.outcome_text(count, NAMES) == (
        "The adventurers have won (Ann): enough treasures are in the stash (LAIR-16, LAIR-17). "
        "1 turn; 3 treasures in the stash, 0 in the centre, 0 adventurers lost."
    )
    assert words.result(count) == "seat 1"
