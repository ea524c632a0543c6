"""Words: actions to text and back, reasons, what happened, prompts, the end."""

import pytest
from games.prism.table import NAMES, game, table

from crypt.core.game import AmbiguousError, UnreadableError
from crypt.games.prism import events as ev
from crypt.games.prism import words
from crypt.games.prism.front import GAME
from crypt.games.prism.state import ACTION_KINDS, code_of


@pytest.mark.parametrize(
    "said, meant",
    [
        ("go north", "go north"), ("  GO   NorthEast ", "go northeast"), ("e4", "go north"), ("D4", "go northwest"),
        ("stop", "stop"), ("st", "stop"),
    ],
)  # fmt: skip
def test_what_people_type(said, meant):
    state = table().state
    assert words.action_text(state, words.read_action(state, said, NAMES), NAMES) == meant


def test_shortened_words_mean_what_can_be_done_now():
    t = table("card 1 worn helm carried chest - - -", "card 2 worn - carried horse - - -").do("stop")
    action = words.read_action(t.state, "trade b: give chest, take horse", NAMES)
    assert words.action_text(t.state, action, NAMES) == "trade with Ben: give the treasure chest, take the horse"
    assert words.read_action(t.state, "end", NAMES) == code_of(ACTION_KINDS.index("end") + 1)


def test_a_treasure_chest_may_be_called_chest_and_is_told_from_where_a_scar_is():
    t = table("card 1 worn - carried helm - - -", "scars 1 chest", "pawn 2 a1", monsters="e4:rat", beneath="e4:chest")
    t.do("go north").dice(6).do("attack")
    carry = words.read_action(t.state, "carry the chest", NAMES)
    assert words.action_text(t.state, carry, NAMES) == "carry the treasure chest"  # and not: dropping the spare helm
    assert words.hero_summary(t.do("carry the chest").state, t.rules, 0, NAMES).text.endswith(
        "carries helm and treasure chest; scars: chest"
    )


def test_names_that_differ_in_case_alone():
    t = table("scars 1 head", "scars 2 head", monsters="e4:rat", covered="e4", unseen_treasures="red_crystal:1")
    t.do("go north").dice(6).do("attack")
    names = ["ann", "Ann"]
    for action in GAME.legal_actions(t.rules, t.state):
        assert words.read_action(t.state, words.action_text(t.state, action, names), names) == action
    with pytest.raises(AmbiguousError, match="can be read as"):
        words.read_action(t.state, "HEAL ANN'S HEAD", names)


def test_words_that_mean_several_things():
    t = table("card 1 worn - carried chest - - -", "card 2 worn helm carried horse - - -").do("stop")
    with pytest.raises(AmbiguousError, match="write more of it"):
        words.read_action(t.state, "trade", NAMES)


@pytest.mark.parametrize("said", ["", "a1", "z9", "hello", "north of here"])
def test_words_that_mean_nothing_say_what_is_expected(said):
    with pytest.raises(UnreadableError) as error:
        words.read_action(game().state, said, NAMES)
    assert "expected such as 'go north'" in str(error.value) or "no neighbour of e5" in str(error.value)


def test_the_nearest_words_are_suggested():
    with pytest.raises(UnreadableError, match="did you mean 'go northwest'"):
        words.read_action(game().state, "goo northwest", NAMES)


@pytest.mark.parametrize(
    "t, said, why",
    [
        (table(terrain="e4:m", points=2), "go north", "entering e4, a mountain, takes more than the 2 points left (PRI-08)"),
        (table("pawn 1 e1"), "go north", "the land ends north of e1 (PRI-02)"),
        (table(), "attack", "the pawn moves now (PRI-31)"),
        (table(monsters="e4:ogre").do("go north"), "stop", "the ogre stands there: attack or flee first (PRI-31)"),
        (table(), "take the horse", "no horse stands on e5 (PRI-30)"),
        (table("pawn 2 a1", "card 1 worn - carried chest - - -", "pawn 3 e5", "card 3 worn - carried chest - - -",
               players=3).do("stop"), "trade with Ben: give the chest", "Ben is on a1, not on the same tile (PRI-26)"),
        (table("card 1 worn - carried chest chest chest -", "card 2 worn - carried - - - -", trades=2)
         .do("stop", "trade b: give chest"), "trade with Ben: give the treasure chest, take the treasure chest",
         "an exchange needs a thing that is there, and something that changes hands (PRI-26)"),
        (table("card 1 worn - carried chest chest - -", "pawn 3 e5", "card 3 worn - carried horse - - -", players=3)
         .do("stop", "trade with Ben: give the treasure chest"), "trade with Ben: give the treasure chest",
         "no more is exchanged with Ben in this turn (PRI-26)"),
        (table("card 1 worn - carried chest - - -").do("stop"), "go north",
         "movement is over, and the turn has come to sharing (PRI-31)"),
    ],
)  # fmt: skip
def test_reasons_name_the_rule(t, said, why):
    action = words.read_action(t.state, said, NAMES)
    rule = GAME.refusal(t.rules, t.state, action)
    assert rule and words.reason(t.state, action, rule, NAMES) == why


def test_every_refusal_of_what_can_be_said_has_a_reason():
    tables = (
        table("card 1 worn helm carried chest chest horse -", monsters="e4:rat", beneath="e4:helm").do("go north"),
        table("card 1 worn helm carried chest - - -", "card 2 worn - carried horse - - -").do("stop"),
        table("pawn 2 a1", "card 1 worn helm carried chest chest horse sword_+1", monsters="e4:rat", beneath="e4:helm")
        .do("go north").dice(6).do("attack"),
    )  # fmt: skip
    for t in tables:
        for action, _ in words._sayable(t.state, NAMES):
            rule = GAME.refusal(t.rules, t.state, action)
            if rule:
                why = words.reason(t.state, action, rule, NAMES)
                assert why.endswith(f"(PRI-{rule:02})") and "there is no such action" not in why
    over = table("pawn 2 a1", seat=2, turn=7, round_limit=7).do("stop")
    assert words.reason(over.state, code_of(2), 31, NAMES) == "the game is over (PRI-31)"


def test_every_kind_of_event_has_a_name_and_a_teller():
    from crypt.games.prism.story import _TELLERS, KINDS

    kinds = [value for name, value in vars(ev).items() if name.isupper()]
    assert kinds == list(range(1, len(kinds) + 1)) == sorted(_TELLERS)
    for kind in kinds:
        assert words.event_kind(words.event_name(kind)) == kind
    assert len(KINDS.names) == len(kinds) + 1
    with pytest.raises(UnreadableError, match="there is no event 'sleeps'"):
        words.event_kind("sleeps")


def test_the_story_of_a_fight():
    t = table("pawn 2 a1", "card 1 worn sword_+1 carried chest - - -", monsters="e4:ogre").do("go north")
    t.dice(2, 5, 3).do("attack")
    assert t.story[:4] == [
        "Ann rolls 2 + 1 = 3 against armour 4: a miss (PRI-15)",
        "The ogre rolls 5 + 1 = 6 against armour 3: a hit (PRI-17)",
        "The ogre defeats Ann (PRI-17)",
        "Ann rolls 3: a scar on the chest (PRI-19)",
    ]
    t.do("lose the sword +1")
    assert t.story[:2] == ["Ann loses the sword +1 to the monster (PRI-21, PRI-22)", "Ann goes to the house"]


def test_who_is_asked_for_what():
    t = table(monsters="e4:ogre")
    assert words.prompt(t.state, NAMES, t.rules) == "Ann: move; 3 points left"
    t.do("go north")
    assert words.prompt(t.state, NAMES, t.rules) == "Ann: attack the ogre (attack +1, armour 4), or flee"
    t = table("card 1 worn helm carried chest - - -", "card 2 worn - carried horse - - -").do("stop")
    assert words.prompt(t.state, NAMES, t.rules) == "Ann: trade, or end the turn"
    lines = words.surroundings(table(monsters="e4:ogre", beneath="e4:helm").state, 0, NAMES)
    assert lines[:2] == ["Ann is on e5, the house, Ben", "north: e4, a field, the ogre over helm"]


def test_a_card_in_words():
    t = table("card 1 worn helm sword_+1 carried chest - horse -", "scars 1 legs")
    assert words.hero_summary(t.state, t.rules, 0, NAMES).text == (
        "Ann: on e5; attack +1, armour 4; wears helm and sword +1; carries treasure chest and horse; scars: legs"
    )


def test_hints_say_what_lies_there_and_how_an_encounter_goes_on():
    t = table(monsters="e4:ogre", beneath="e4:helm", terrain="e6:tx")
    legal = GAME.legal_actions(t.rules, t.state)
    hints = {words.action_text(t.state, action, NAMES): words.action_hint(t.state, action) for action in legal}
    assert hints["go north"] == "e4, a field, the ogre over helm" and hints["go south"] == "e6, a forest with an X"
    assert "without spending" in hints["stop"]
    t.do("go north")
    flee = words.action_hint(t.state, words.read_action(t.state, "flee", NAMES))
    assert "above 1, where flee_at_zero is one_fails" in flee and words.action_hint(t.state, code_of(16)) == ""
    edge = table("pawn 1 e1").state
    assert words.action_hint(edge, code_of(1, 0)) == ""
    full = table("pawn 2 a1", "card 1 worn - carried red_crystal yellow_crystal blue_crystal orange_crystal",
                 monsters="e4:rat f4:ogre d4:ghost", beneath="e4:green_crystal")  # fmt: skip
    full.do("go north").dice(6).do("attack")
    to_d4 = words.read_action(full.state, "send the crystal to d4", NAMES)
    assert words.action_hint(full.state, to_d4) == "d4, a field, the ghost"


def test_the_board_in_a_terminal():
    t = table("pawn 2 e4", monsters="e6:ogre", horses="d4")
    text = words.board_text(t.state, NAMES, t.rules)
    assert "*1" in text and "f2" in text and "f!" in text and "fh" in text and "crystals carried: 0 of 6" in text
    assert len(text.splitlines()) == 1 + 17 + 1
