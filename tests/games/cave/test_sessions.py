"""Sessions with hidden hands: what is let pass in secret, how players are asked, notes, and the end that opens all."""

import json

import pytest
from games.cave.table import table

from crypt import stats
from crypt.core.asking import Manner, waiting
from crypt.core.game import CryptError
from crypt.core.lines import LogError
from crypt.core.replay import replay
from crypt.core.ruleset import standard
from crypt.core.session import Session
from crypt.core.shelf import summarize
from crypt.core.sight import Account


def begun(folder, *lines, phase="moving"):
    """A session of two people that starts from a position of a test."""
    t = table(*lines, phase=phase)
    return Session.new(t.GAME, ["Ann", "Ben"], standard(t.GAME), 5, folder=folder, start=t.text)


@pytest.fixture
def passed(tmp_path):
    """Ann has moved, and Ben has let it pass."""
    session = begun(tmp_path, "hand 2 r02")
    session.play("move to Cobble Crawl")
    session.play("pass")
    return session


def test_what_was_let_pass_in_secret_is_no_step_of_its_own(passed):
    account = Account(passed)
    assert passed.decision == 2 and account.last == 1 and list(account.told) == [0, 1]
    assert account.decisions(1) == range(1, 3) and account.step_of(2) == 1 and account.seat_of(1) == 0
    assert account.at(1).decision == 2 and account.at(0).decision == 0
    words = passed.game.words.describe
    assert "Ben lets it pass" in words(account.events(1, 1), passed.names)
    told = words(account.events(1, 0), passed.names)
    # as where nobody was asked, and the move is made at once
    assert [line.partition(" (")[0] for line in told] == ["Ann moves from Well House to Cobble Crawl"]


def test_it_is_taken_back_and_made_again_with_what_it_answered(passed):
    assert passed.seat_back == 0 and passed.undo() == 0
    assert passed.seat_forth == 0 and passed.redo() == 2 and passed.seat_forth == -1
    lines = [json.loads(line)["type"] for line in passed.path.read_text().splitlines()]
    assert lines == ["session", "decision", "decision", "undo", "undo", "redo", "redo"]
    passed.close()
    assert replay(passed.path).is_same


def test_what_has_revealed_chance_is_numbered_as_everybody_counts(passed):
    passed.play("draw a card")
    assert "decision 2 (draw a card) has revealed chance" in passed.can_undo().reason


def test_in_design_mode_each_decision_is_a_step(tmp_path):
    t = table("hand 2 r02", phase="moving")
    session = Session.new(t.GAME, ["Ann", "Ben"], standard(t.GAME), 5, mode="design", start=t.text)
    session.play("move to Cobble Crawl")
    session.play("pass")
    assert Account(session).last == 2 and session.undo() == 1


def test_how_players_want_to_be_asked_stays_with_the_session(tmp_path):
    session = begun(tmp_path, "hand 1 r02")
    session.set_manner(1, "always")
    session.set_manner(0, "cards", ["Follow Me!"])
    session.play("move to Cobble Crawl")
    assert [ask.seat for ask in waiting(session)] == [1]
    session.close()
    again = Session.open(session.path)
    manner = Manner("cards", frozenset({"Follow Me!"}), frozenset({"The Grate Is Locked!"}))
    assert again.manners == {0: manner, 1: Manner("always")}
    assert [ask.seat for ask in waiting(again)] == [1]
    again.let_pass(1)
    fork = again.fork(folder=tmp_path)
    assert waiting(again) == waiting(fork) == [] and fork.manners == again.manners
    again.close()
    assert waiting(Session.open(session.path, read_only=True)) == [] and replay(session.path).is_same


def test_cards_that_were_left_out_once_stay_left_out_and_others_are_asked_for(tmp_path):
    session = begun(tmp_path, "hand 1 r02 r07")
    session.set_manner(0, "cards", ["Follow Me!"])
    session.set_manner(0, "never")
    session.set_manner(0, "cards", ["Wait For Me!"])
    held = ["The Grate Is Locked!", "Follow Me!", "Wait For Me!", "Tight Squeeze"]
    assert session.manners[0].wanted(held) == {"Wait For Me!", "Tight Squeeze"}
    session.set_manner(0, "cards", ["The Grate Is Locked!"])
    assert session.manners[0].wanted(held) == {"The Grate Is Locked!", "Wait For Me!", "Tight Squeeze"}


def test_a_log_that_does_not_say_what_was_left_out_asks_for_the_chosen_cards_alone(tmp_path):
    session = begun(tmp_path, "hand 1 r02")
    session.set_manner(0, "cards", ["Follow Me!"])
    session.close()
    text = session.path.read_text()
    session.path.write_text(text.replace(', "left_out": ["The Grate Is Locked!"]', ""))
    assert session.path.read_text() != text
    manner = Session.open(session.path, read_only=True).manners[0]
    assert manner.wanted(["Tight Squeeze", "Follow Me!"]) == {"Follow Me!"}


def test_who_says_so_after_a_decision_is_asked_from_the_next_one_on(tmp_path):
    session = begun(tmp_path)
    session.play("move to Cobble Crawl")
    session.set_manner(0, "always")
    session.set_manner(1, "always")
    assert waiting(session) == []
    session.play("do nothing")
    session.play("stay")
    session.play("move to Cobble Crawl")
    assert [ask.seat for ask in waiting(session)] == [0, 1]  # who moves is asked last
    session.let_pass(0)
    assert [ask.seat for ask in waiting(session)] == [1]
    session.set_manner(1, "never")
    session.close()
    assert waiting(session) == waiting(Session.open(session.path)) == []


def test_who_was_asked_is_not_asked_again_after_undo_and_redo(tmp_path):
    session = begun(tmp_path)
    session.set_manner(1, "always")
    session.play("move to Cobble Crawl")
    session.let_pass(1)
    session.undo()
    session.redo()
    assert waiting(session) == []
    session.undo()
    session.play("move to Cobble Crawl")
    assert [ask.seat for ask in waiting(session)] == [1]


def test_ways_and_seats_that_there_are_not_are_refused(passed):
    with pytest.raises(CryptError, match="no way 'often' to be asked"):
        passed.set_manner(0, "often")
    with pytest.raises(CryptError, match="there is no seat 3"):
        passed.set_manner(2, "never")


@pytest.mark.parametrize(
    "line", ['{"type": "manner", "n": 2, "seat": 0, "way": "ask", "clock": 9}', '{"type": "note", "n": 2, "seat": "x"}']
)
def test_lines_that_do_not_hold_what_they_must_are_refused(passed, line):
    passed.close()
    with passed.path.open("a") as file:
        file.write(line + "\n" + line + "\n")
    with pytest.raises(LogError):
        Session.open(passed.path)


def test_an_end_that_was_taken_back_hides_nothing_again(tmp_path):
    session = begun(tmp_path, "carried 1 t03", "deposited 1 t01 t02", phase="playing")
    assert session.is_secret and summarize(session.path).is_secret
    session.play(next(code for code in session.legal() if session.text(code).startswith("deposit")))
    assert not session.is_secret
    session.undo(take_back_anyway=True)
    assert not session.is_over and not session.is_secret and not summarize(session.path).is_secret
    session.close()
    assert not Session.open(session.path, read_only=True).is_secret
    assert stats.read_session(session.path).row["seed"] == 5


def test_an_end_that_has_opened_all_hands_is_taken_back_only_if_the_table_agrees(tmp_path):
    """No chance was revealed with it, and yet everybody has seen everything; in design mode there is nothing to guard."""
    session = begun(tmp_path, "carried 1 t03", "deposited 1 t01 t02", phase="playing")
    session.play("deposit Bars of Silver")
    with pytest.raises(CryptError, match="the end has opened all hands; take it back only if the table agrees"):
        session.undo()
    assert session.is_over and not session.taken_back
    session.undo(take_back_anyway=True)
    session.close()
    again = Session.open(session.path)
    assert again.taken_back and again.can_redo() and stats.read_session(session.path).row["marked"]
    again.redo()
    assert not again.can_undo()
    again.close()
    assert replay(session.path).is_same
    t = table("carried 1 t03", "deposited 1 t01 t02")
    open_to_all = Session.new(t.GAME, ["Ann", "Ben"], standard(t.GAME), 5, mode="design", start=t.text)
    open_to_all.play("deposit Bars of Silver")
    assert open_to_all.undo() == 0 and not open_to_all.taken_back


def test_a_running_game_is_counted_by_nothing_that_is_hidden(passed):
    passed.note("mine", 0)
    found = stats.read_session(passed.path, with_times=True)
    assert found.row["result"] == "abandoned" and "decisions" not in found.row and found.row["seed"] is None
    assert found.notes == [] and found.times == []


def test_a_note_keeps_whose_it_is(passed):
    passed.note("Ann's", 0)
    passed.note("everybody's")
    passed.close()
    assert [(note.text, note.seat) for note in Session.open(passed.path).notes] == [("Ann's", 0), ("everybody's", None)]
    assert [note.seat for note in passed.fork().notes] == [0, None]
