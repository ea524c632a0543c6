"""Words: actions to text and back, reasons, what happened, prompts, the end."""

import numpy as np
import pytest
from games.cave.table import NAMES, cards, game, table
from games.cave.table import ruleset as cave_ruleset

from crypt.core.game import AmbiguousError, UnreadableError
from crypt.games.cave import events as ev
from crypt.games.cave import words
from crypt.games.cave.front import GAME
from crypt.games.cave.state import A_NOTHING, SHIFT, code_of


@pytest.mark.parametrize(
    "said, meant",
    [
        ("stay", "stay"), ("  MOVE to  cobble crawl ", "move to Cobble Crawl"), ("m cobble", "move to Cobble Crawl"),
        ("st", "stay"),
    ],
)  # fmt: skip
def test_what_people_type(said, meant):
    state = table(phase="moving").state
    assert words.action_text(state, words.read_action(state, said, NAMES), NAMES) == meant


@pytest.mark.parametrize(
    "said, meant",
    [
        ("play steal keeper ben brass", "play Steal a Keeper on Ben, naming Brass Lantern"),
        ("play lets do that again naming speed run", "play Let's Do That Again!, naming Speed Run"),
        ("draw", "draw a card"), ("do", "do nothing"), ("play har", "play Har Har!"),
        ("deposit bars", "deposit Bars of Silver"),
    ],
)  # fmt: skip
def test_shortened_words_mean_what_can_be_done_now(said, meant):
    state = table("hand 1 a13 a08 a07", "carried 1 t03", "carried 2 i01 t01", "discards a12").state
    assert words.action_text(state, words.read_action(state, said, NAMES), NAMES) == meant


def test_names_that_differ_in_case_alone():
    t = table("hand 1 a01", "room 2 y2", "room 3 y2", players=3)
    names = ["Max", "ann", "Ann"]
    for action in GAME.legal_actions(t.rules, t.state):
        assert words.read_action(t.state, words.action_text(t.state, action, names), names) == action
    with pytest.raises(AmbiguousError, match="can be read as"):
        words.read_action(t.state, "PLAY ANGRY DWARF (ACTION) ON ANN", names)


def test_words_that_mean_several_things():
    with pytest.raises(AmbiguousError, match="write more of it"):
        words.read_action(table("carried 1 t01 t02").state, "deposit", NAMES)


@pytest.mark.parametrize("said", ["", "hello", "move to the attic"])
def test_words_that_mean_nothing_say_what_is_expected(said):
    with pytest.raises(UnreadableError, match="expected such as 'stay', 'move to Well House'"):
        words.read_action(game().state, said, NAMES)


def test_the_nearest_words_are_suggested():
    with pytest.raises(UnreadableError, match="did you mean 'move to Bedquilt'"):
        words.read_action(game().state, "muve to bedquilt", NAMES)


@pytest.mark.parametrize(
    "t, said, why",
    [
        (table(phase="moving"), "move to Y2", "no connection leads from Well House to Y2 (CAVE-07)"),
        (table(phase="moving"), "draw a card", "the turn is at its move (CAVE-06)"),
        (table("hand 1 i06"), "play Black Rod",
         "Black Rod is played in Cobble Crawl, or not while the cave is closing (CAVE-14)"),
        (table("hand 1 i13"), "play Friendly Bear", "Friendly Bear cannot be played from the hand (CAVE-16)"),
        (table(), "play Speed Run", "Speed Run is not in the hand (CAVE-08)"),
        (table("hand 1 a01"), "play Angry Dwarf (action) on Ben",
         "Angry Dwarf (action) cannot be played on Ben, who is in Well House, like that (CAVE-18)"),
        (table("hand 1 a01", "room 2 y2", "carried 2 i08"), "play Angry Dwarf (action) on Ben",
         "Ben is in Y2: who carries a defender against this card is immune to it (CAVE-20)"),
        (table("hand 1 a02", "room 3 dead", players=3), "play Bottomless Pit on Cid",
         "Cid is dead: a dead player is in no room (CAVE-34)"),
        (table("carried 1 t01", "room 1 y2"), "deposit Large Gold Nugget",
         "only a carried treasure is deposited, and only in the Well House (CAVE-36)"),
    ],
)  # fmt: skip
def test_reasons_name_the_rule(t, said, why):
    action = words.read_action(t.state, said, NAMES)
    rule = GAME.refusal(t.rules, t.state, action)
    assert rule and words.reason(t.state, action, rule, NAMES) == why


def test_every_refusal_of_what_can_be_said_has_a_reason():
    tables = (
        table("hand 1 a01 a08 i05 r06 t01", "carried 2 t02 i01", "room 2 y2", "discards t05 a12"),
        table("hand 2 r02 r01", phase="moving").do("move to Cobble Crawl"),
        table("room 1 bedquilt", "hand 1 t01 i02", "carried 1 i01", "hand 2 r03", phase="moving").do(
            "move to Volcano View", "play Stop! Pay Troll!"),
        table("room 2 y2", "hand 1 a01", "hand 2 i08 i09").do("play Angry Dwarf (action) on Ben"),
        table("hand 1 a05").next_cards("A10").do("play Explore at Random"),
    )  # fmt: skip
    for t in tables:
        for action, _ in words._sayable(t.state, NAMES):
            rule = GAME.refusal(t.rules, t.state, action)
            if rule:
                why = words.reason(t.state, action, rule, NAMES)
                assert why.endswith(f"(CAVE-{rule:02})") and "the rules do not allow it" not in why, (why, action)
    over = table(turn=7, turn_limit=7).do("do nothing")
    assert words.reason(over.state, code_of(A_NOTHING), 40, NAMES) == "the game is over (CAVE-40)"


def test_every_kind_of_event_has_a_name_and_a_teller():
    from crypt.games.cave.story import _TELLERS

    kinds = [value for name, value in vars(ev).items() if name.isupper()]
    assert kinds == list(range(1, len(kinds) + 1)) == sorted([*_TELLERS, ev.SEES])
    for kind in kinds:
        assert words.event_kind(words.event_name(kind)) == kind
    with pytest.raises(UnreadableError, match="there is no event 'sleeps'"):
        words.event_kind("sleeps")


def test_the_story_of_a_theft_that_is_cancelled():
    t = table("hand 1 a13", "carried 2 i02", "hand 2 r06").do("play Steal a Keeper on Ben, naming Set of Keys")
    assert t.story == ["Ann plays Steal a Keeper on Ben and names Set of Keys (CAVE-08)"]
    t.do("play I Don't Know How to Do That")
    assert t.story[:2] == [
        "Ben plays I Don't Know How to Do That (CAVE-19)",
        "Steal a Keeper is cancelled by I Don't Know How to Do That (CAVE-26)",
    ]


def test_prompts():
    assert words.prompt(game().state, NAMES) == "Ann: move, or stay in Well House"
    t = table("hand 2 r02", phase="moving").do("move to Cobble Crawl")
    assert words.prompt(t.state, NAMES) == "Ben: Ann is about to move from Well House to Cobble Crawl: react, or let it pass"
    t = table("hand 1 r02", phase="moving").do("move to Cobble Crawl")  # who moves may answer too
    assert words.prompt(t.state, NAMES).startswith("Ann: you are about to move from Well House to Cobble Crawl: react")
    t = table("room 2 y2", "hand 1 a01", "hand 2 i08").do("play Angry Dwarf (action) on Ben")
    assert words.prompt(t.state, NAMES) == "Ben: Ann plays Angry Dwarf (action) on you: reveal a defence, or let it happen"


def test_the_sheet_tells_only_the_hand_of_who_decides():
    t = table("hand 1 a12 a12", "hand 2 a01", "carried 2 i01", "deposited 2 t01")
    mine, theirs = (words.hero_summary(t.state, t.rules, seat, NAMES).text for seat in range(2))
    assert mine == "Ann: in Well House; hand: 2 Speed Run; carries nothing"
    assert theirs == "Ben: in Well House; 1 card; carries Brass Lantern; has deposited Large Gold Nugget"
    assert "hand: 2 Speed Run" in words.surroundings(t.state, 0, NAMES)
    assert not [line for line in words.surroundings(t.state, 1, NAMES) if "hand" in line]


def test_the_end_in_words_and_the_columns_of_outcomes():
    t = table("carried 1 t03", "deposited 1 t01 t02").do("deposit Bars of Silver")
    count = GAME.new_count()
    GAME.tally(count, t.trace)
    GAME.outcome(t.rules, t.state, count)
    assert words.result(count) == "seat 1"
    told = words.outcome_text(count, NAMES[:2])
    assert told.startswith("Ann has won (CAVE-40). 1 turn in 1 round. Treasures deposited: Ann 3")
    columns = words.outcome_columns(np.array([count.tolist()], GAME.outcome_type))
    assert columns["winner"].tolist() == [1] and columns["deposited_1"].tolist() == [3] and "played_A07" in columns


def test_the_board_as_text():
    text = words.board_text(table("room 2 y2", "beside a16", "discards t01").state, NAMES, table().rules)
    assert "* Well House                 [Ann] to Cobble Crawl" in text and "[Ben] to Hall of Mists" in text
    assert text.endswith("the cave is closing; discards: Large Gold Nugget")


def test_names_of_other_cards_come_with_their_ruleset():
    """A position of a changed table is told by its own names, beside one of the standard."""
    one, other = table("hand 1 a12"), table("hand 1 a12", cards=cards(A12={"name": "Sprint"}))
    assert one.can("play Speed Run") and other.can("play Sprint") and not other.can("play Speed Run")
    assert other.do("play Sprint").story[0] == "Ann plays Sprint (CAVE-08)"
    assert one.choices[-1] == "play Speed Run" and code_of(A_NOTHING) >> SHIFT == A_NOTHING


def test_a_log_of_other_cards_is_counted_in_a_process_that_has_not_read_them(tmp_path):
    """The ids of the columns come from the log's own ruleset."""
    from crypt.core.session import Session
    from crypt.games.cave import printed
    from crypt.stats import read_games

    ruleset = cave_ruleset(cards=cards(A12={"id": "Z12"}), deposits_to_win=1)
    start = table("carried 1 t01", cards=cards(A12={"id": "Z12"}), deposits_to_win=1).text
    session = Session.new(GAME, ["Ann", "Ben"], ruleset, seed=1, folder=tmp_path, start=start)
    assert read_games(tmp_path).frame()["seed"].isna().all()  # it is told when the game is over
    session.play("deposit Large Gold Nugget")
    session.close()
    kept = dict(printed._SHELF)
    printed._SHELF.clear()
    try:
        frame = read_games(tmp_path).frame()
    finally:
        printed._SHELF.update(kept)
    assert frame["result"].tolist() == ["seat 1"] and frame["seed"].tolist() == [1]
    assert "played_Z12" in frame and "played_A12" not in frame


def test_what_a_card_does_is_said():
    t = table("hand 1 a12 i04", "carried 1 i10")
    assert words.action_hint(t.state, t.read("play Speed Run")) == "Move up to four spaces"
    assert words.action_hint(t.state, t.read("draw a card")) == ""
    assert words.card_text(t.state, "speed") == "Speed Run: action, anywhere. Move up to four spaces. (2 in all)"
    assert words.card_text(t.state, "dwarf").count("\n") == 1  # two kinds are called alike
    assert "Set of Keys: item, Well House. They open the grate." in words.card_text(t.state, "of keys")
    with pytest.raises(UnreadableError, match="no card is called 'sandwich'"):
        words.card_text(t.state, "sandwich")


def test_numbers_of_one_are_told_as_one():
    outcome = {
        "result": 2, "deposited": [3, 0], "turns": 9, "rounds": 5, "reactions": 1, "cancels": 1, "defences": 0, "deaths": 1,
    }  # fmt: skip
    text = words.outcome_text(outcome, ["Ann", "Ben"])
    assert "1 reaction, 1 card cancelled, 0 defended against, 1 death" in text and "Ann has won" in text


def test_what_is_discarded_is_called_by_its_name_alone():
    t = table("hand 1 a19 a12", "hand 2 i01 i02 i03", "carried 2 i04 i05 i06", "room 1 y2")
    t.do("play You Are Carrying Too Much Already! on Ben")
    assert t.do("discard Set of Keys").story[0] == "Ben discards Set of Keys"
    t = table("hand 1 a20", "carried 2 i01").do("play Your Lamp Is Getting Dim on Ben")
    assert "Ben discards Brass Lantern from the inventory" in t.story
