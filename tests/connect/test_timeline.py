"""How the exit stood through a session, and which move was fatal."""

from random import Random
from time import process_time

import pytest

from crypt.connect import Follower, fatal_moves, follow, losses, report, timeline
from crypt.core.catalog import find_game
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.games.colossi import events as ev
from crypt.games.colossi.state import CAUSES, ON_FLOOR

WALLING = """\
colossi floor 1
players 1
bag normal/dead_end:1 normal/corner:6
boss 3
hero 1 e3
board
·· ·· ·· ·· ┼X ··
·· ·· ·· ·· ·· ··
·· ·· ┼S ┼S ┘. ··
·· ·· ┼S ┼S ·· ··
·· ·· ·· ·· ·· ··
┼B ·· ·· ·· ·· ··
"""

LEAVING = """\
colossi floor 1
players 2
bag normal/dead_end:1 normal/corner:6
boss 3
door open
hero 1 e3
hero 2 e1
board
·· ·· ·· ·· ╷X ·· ·· ··
·· ·· ·· ·· ·· ·· ·· ··
·· ·· ·· ·· │. ·· ·· ··
·· ·· ·· ┼S ┼S ·· ·· ··
·· ·· ·· ┼S ┼S ·· ·· ··
·· ·· ·· ·· ·· ·· ·· ··
·· ·· ·· ·· ·· ·· ·· ··
┼B ·· ·· ·· ·· ·· ·· ··
"""


def random_session(seed, players, decisions=400, rules=()):
    game = find_game("colossi")
    session = Session.new(game, [f"Hero {i + 1}" for i in range(players)], load_ruleset(game, settings=rules), seed)
    random = Random(seed)
    while not session.is_over and session.decision < decisions:
        session.play(random.choice(session.legal()))
    return session


def cut_off(session):
    """The heroes that COL-54 took for want of a way, with the decision."""
    return {
        (decision, int(event.who) + 1)
        for decision in range(1, session.decision + 1)
        for event in session.at(decision).events
        if event.kind == ev.DIES and CAUSES[event.b] in ("walled", "starved")
    }


@pytest.mark.parametrize("seed", range(8))
def test_fatal_moves_of_random_sessions(seed):
    session = random_session(seed, 1 + seed % 3)
    fatal = {(loss.hero, loss.decision) for loss in fatal_moves(session)}
    for decision, hero in cut_off(session):
        before = [at for who, at in fatal if who == hero and at <= decision]
        assert before or blocked_from_the_start(session, hero, decision), f"hero {hero} died at {decision}: {fatal}"
        if before:
            check_blocked_since(session, hero, max(before), decision)


def blocked_from_the_start(session, hero, decision):
    """A hero that was brought back into a sealed pocket has no fatal move of its own."""
    lines = [line for line in report(session.at(decision - 1).state)["heroes"] if line["hero"] == hero]
    return not lines or lines[0]["status"] in ("walled", "starved")


def check_blocked_since(session, hero, fatal, death):
    for decision in range(fatal, death):
        lines = [line for line in report(session.at(decision).state)["heroes"] if line["hero"] == hero]
        assert all(line["status"] in ("walled", "starved") for line in lines)


def test_the_table():
    session = random_session(3, 2, 60)
    frame = timeline(session)
    for decision, rows in frame.groupby("decision"):
        state = session.at(decision).state
        assert list(rows["hero"]) == [h + 1 for h in range(2) if state.where[h] == ON_FLOOR]
        wanted = [line["status"] for line in report(state)["heroes"]]
        assert list(rows["status"]) == wanted
    assert frame["decision"].is_monotonic_increasing
    assert (frame.loc[frame["status"] == "connected", "tiles_needed"] == 0).all()


@pytest.mark.slow
def test_five_hundred_decisions_are_quick():
    session = random_session(3, 4, 500)
    assert session.decision == 500
    begun = process_time()
    timeline(session)
    assert process_time() - begun < 5


def test_a_session_that_goes_on_is_gone_on_with():
    session = random_session(4, 2, 40)
    follower, rows = Follower(session), []
    for decisions in (0, 15, 15):
        for _ in range(decisions):
            session.play(session.legal()[0])
        while found := follower.next():
            rows += found[0]
    assert rows == [row for found, _ in follow(session) for row in found]
    assert follower.decision == session.decision == 70


def test_a_way_is_lost_by_the_tile_and_not_by_walking():
    session = random_session(5, 1, 300)
    for loss in losses(session):
        assert loss.cell or loss.status in ("starved", "walled")
        assert loss.after < loss.before or loss.status in ("starved", "walled")


def test_a_walled_hero_and_the_move_that_did_it():
    game = find_game("colossi")
    rules = load_ruleset(game, settings=["exit_sides=4"])
    session = Session.new(game, ["Ann"], rules, 1, mode="design", start=WALLING.replace("┼X", "╷X"))
    session.choose_next("tiles", [(0, 1, 7)])
    session.play("explore north")
    (loss,) = losses(session)
    assert (loss.decision, loss.cell, loss.tile, loss.status) == (1, "e2", "╷", "walled")
    assert (loss.before, loss.after, loss.for_good) == (1, 0, True)
    assert cut_off(session) == {(1, 1)}
    assert fatal_moves(session) == [loss]


def test_what_was_lost_for_good_on_a_floor_stays_so_when_the_hero_comes_back_on_the_next():
    game = find_game("colossi")
    rules = load_ruleset(game, settings=["exit_sides=4"])
    session = Session.new(game, ["Ann", "Bob"], rules, 2, mode="design", start=LEAVING)
    session.choose_next("tiles", [(0, 1, 7)])
    session.play("explore north")
    assert cut_off(session) == {(1, 1)}
    session.play("leave")
    while session.state.where[0] != ON_FLOOR:
        session.play(session.legal()[0])
    session.play(session.legal()[0])
    assert set(timeline(session).query("floor == 2")["status"]) == {"buildable"}
    (loss,) = [loss for loss in losses(session) if loss.floor == 1]
    assert (loss.hero, loss.decision, loss.status, loss.for_good) == (1, 1, "walled", True)
