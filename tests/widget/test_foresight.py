"""What is made ready before a click is what the click shows."""

import random

import pytest

from crypt.core.catalog import catalog, find_game
from crypt.core.game import IllegalError
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.widget.foresight import MOST, Foresight
from crypt.widget.table import board_model

OPEN = [name for name in catalog() if not find_game(name).has_secrets]


def complain(text, tone):
    raise AssertionError(text)


@pytest.fixture
def foresight():
    return Foresight(complain)


def begun(name, mode="play", kinds=None):
    game = find_game(name)
    return Session.new(game, ["Ann", "Bob"], load_ruleset(game), 7, kinds, mode)


@pytest.mark.parametrize("name", OPEN)
def test_boards_made_ready_are_those_that_are_shown(name, foresight):
    session, draw, ready = begun(name), random.Random(5), 0
    for _ in range(60):
        if session.is_over:
            break
        foresight.look_ahead(session)
        action = draw.choice(session.legal())
        board = foresight.take(action)
        session.play(action)
        assert board is None or board == board_model(session)
        ready += board is not None
    assert ready > 40


def test_looking_ahead_leaves_the_session_as_it_is(foresight):
    session, untouched = begun("colossi"), begun("colossi")
    for _ in range(30):
        foresight.look_ahead(session)
        action = session.legal()[0]
        ahead = session.after(action)
        assert ahead.decision == session.decision + 1
        session.play(action)
        untouched.play(action)
        assert session.state.tobytes() == untouched.state.tobytes() == ahead.state.tobytes()
        assert session.at(session.decision).line["hash"] == untouched.at(untouched.decision).line["hash"]


def test_what_was_made_ready_is_forgotten_with_the_position(foresight):
    session = begun("colossi")
    foresight.look_ahead(session)
    first, other = session.legal()[:2]
    assert foresight.take(first) is not None
    assert foresight.take(other) is None


def test_a_choice_of_chance_changes_what_is_ahead(foresight):
    session = begun("colossi", "design")
    while session.state.phase == 0:
        session.play(session.legal()[0])
    explore = next(action for action in session.legal() if "explore" in session.text(action))
    found = set()
    for tile in (0, int(session.state.bag_count) - 1):
        session.choose_next("tiles", [(tile, int(session.state.bag_count))])
        found.add(session.after(explore).state.tobytes())
        session.play(explore)
        assert session.state.tobytes() in found
        session.undo()
        session.undo()
    assert len(found) == 2


def test_nothing_is_made_ready_for_bots_nor_where_hands_are_hidden(foresight):
    for session in (begun("colossi", kinds=["greedy", "greedy"]), begun("cave")):
        foresight.look_ahead(session)
        assert all(foresight.take(action) is None for action in session.legal())


def test_only_so_many_actions_are_looked_at(foresight, monkeypatch):
    session = begun("colossi")
    monkeypatch.setattr(session, "legal", lambda: [0] * (MOST + 5))
    looked = []
    monkeypatch.setattr(session, "after", lambda action: looked.append(action) or begun("colossi"))
    foresight.look_ahead(session)
    assert len(looked) == MOST


def test_what_is_not_allowed_is_refused_ahead_too():
    with pytest.raises(IllegalError):
        begun("colossi").after(999)
