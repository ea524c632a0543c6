"""Sessions of Crypt of the Colossi: whole games by words, undo, replay, design mode, forks, the same log everywhere."""

import random
import subprocess
import sys

import numpy as np
import pytest
from floors import EXAMPLE
from hypothesis import given, settings
from hypothesis import strategies as st

from crypt.batch import simulate
from crypt.core.catalog import find_game
from crypt.core.game import CryptError, IllegalError
from crypt.core.log import read_log
from crypt.core.replay import replay
from crypt.core.ruleset import load_ruleset, standard
from crypt.core.session import Session
from crypt.core.shelf import list_sessions
from crypt.games.colossi.state import CHOOSE_START, ON_FLOOR, TAKE_TURN, TURN_THE_TILE, WAITING

NAMES = ["Ann", "<b>Bö</b>", "Cid 👩‍👩‍👧", "אבג"]
GAME = find_game("colossi")


def sit_down(players=2, seed=7, **options) -> Session:
    names = options.pop("names", NAMES[:players])
    return Session.new(GAME, names, options.pop("ruleset", standard(GAME)), seed, clock=lambda: 1.75e9, **options)


def play_on(session, decisions, seed=3):
    """Play random decisions by their words."""
    chooser = random.Random(seed)
    with session.together():
        for _ in range(decisions):
            if session.is_over:
                break
            session.play(session.text(chooser.choice(session.legal())))


def test_a_first_seat_that_nobody_sits_on_is_refused():
    rules = load_ruleset(GAME, settings=["first_turn=3"])
    with pytest.raises(CryptError, match=r"first_turn is seat 3, but there are only 2 seats \(COL-10\); set it to 1 to 2"):
        sit_down(2, ruleset=rules)
    with pytest.raises(CryptError, match="first_turn is seat 3"):
        simulate(GAME, 2, 5, ruleset=rules)
    assert sit_down(3, ruleset=rules).actor == 2


@pytest.mark.parametrize(("players", "seed"), [(1, 38), (2, 8), (3, 15), (4, 59)])  # random games that are not long
def test_whole_games_by_words_replay_the_same(tmp_path, players, seed):
    rules = load_ruleset(GAME, settings=["starting_hp=1"])
    with sit_down(players, folder=tmp_path, seed=seed, ruleset=rules) as session:
        play_on(session, 20_000)
        assert session.is_over
    result = replay(session.path)
    assert (result.is_same, result.decisions, result.compared) == (True, session.decision, "hashes and events")
    [summary] = list_sessions(tmp_path)
    assert (summary.finished, summary.decisions, summary.names) == (True, session.decision, NAMES[:players])
    assert summary.result in ("lost", "won", "stalled")
    end = next(line for _, line in read_log(session.path).lines if line["type"] == "end")
    assert end["outcome"]["decisions"] == session.decision
    again = Session.open(session.path, read_only=True)
    assert again.count == session.count
    assert again.ruleset.name == "standard with starting_hp=1"


def test_undo_to_the_start_and_redo_to_the_end_give_the_same_bytes():
    session = sit_down(mode="design")
    play_on(session, 150)
    states = [session.at(n).state.tobytes() for n in range(session.decision + 1)]
    for n in reversed(range(session.decision)):
        session.undo()
        assert session.state.tobytes() == states[n]
    assert session.count.tobytes() == sit_down().count.tobytes()
    for n in range(1, len(states)):
        session.redo()
        assert session.state.tobytes() == states[n]


def test_in_play_mode_a_drawn_tile_is_not_taken_back():
    session = sit_down(1)
    session.play(session.legal()[0])
    explore = next(code for code in session.legal() if session.text(code).startswith("explore"))
    session.play(explore)
    assert session.can_undo().reason.startswith("decision 2 (explore ")
    assert session.undo(take_back_anyway=True) == 1
    assert session.taken_back


def test_a_floor_in_notation_is_played_and_the_next_die_chosen(tmp_path):
    with sit_down(1, names=["Ann"], start=EXAMPLE, mode="design", folder=tmp_path) as session:
        play_on(session, 5)
        session.set_position(EXAMPLE.replace("hp 3", "hp 2"))
        assert session.state.hp[0] == 2
        play_on(session, 5)
        session.undo()
        with session.fork(3, folder=tmp_path) as fork:
            play_on(fork, 20)
    assert replay(session.path).is_same
    assert replay(fork.path).is_same
    with pytest.raises(IllegalError, match="for 1 players, and 2 sit at the table"):
        sit_down(2, start=EXAMPLE)


# A tile that a monster was beaten on is written as a plain one; that somebody may be cut off is looked for anew.
WRITTEN_OTHERWISE = {"kind", "reach_due"}
# Of the turn before the first, which nobody reads.
UNREAD = {"turn_start", "came_from"}


def test_a_change_by_hand_leaves_all_else_as_it_was(tmp_path):
    chooser, seen = random.Random(5), set()
    with sit_down(3, mode="design", folder=tmp_path) as session, session.together():
        while not session.is_over and session.decision < 400:
            before = session.state
            session.edit({"boss": before.boss_hp})
            after = session.state
            changed = {name for name in before.dtype.names if name != "chance" and np.any(before[name] != after[name])}
            if before.phase == CHOOSE_START:
                assert changed <= WRITTEN_OTHERWISE | UNREAD
            elif before.phase == TAKE_TURN:
                assert changed <= WRITTEN_OTHERWISE
            elif before.phase == TURN_THE_TILE:
                assert changed <= WRITTEN_OTHERWISE | {"phase", "drawn", "target", "bag", "bag_count"}
                assert after.phase == TAKE_TURN and after.bag_count == before.bag_count + 1
            seen |= {int(before.phase), *(name for name in ("effect", "discards", "moved") if np.any(after[name]))}
            session.undo()
            session.play(chooser.choice(session.legal()))
        session.edit({"hero": 1, "hp": 1}) if session.state.where[0] == ON_FLOOR else session.edit({"door": "shut"})
    assert seen >= {CHOOSE_START, TAKE_TURN, TURN_THE_TILE, "effect", "discards", "moved"}
    assert replay(session.path).is_same


def test_a_hero_that_has_yet_to_start_still_has_to_after_a_change_by_hand():
    session = sit_down(3, mode="design")
    session.play("start at e5")
    session.edit({"hero": 2, "hp": 2})
    assert session.state.where[:3].tolist() == [ON_FLOOR, WAITING, WAITING] and session.state.hp[1] == 2
    session.edit({"put": "hero", "hero": 2, "cell": "f6"})
    assert session.state.where[:3].tolist() == [ON_FLOOR, ON_FLOOR, WAITING]
    assert (session.state.phase, session.state.hero) == (CHOOSE_START, 2)
    session.play("start at e5")
    assert (session.state.phase, session.state.hero) == (TAKE_TURN, 0)


def test_a_turn_begins_anew_where_its_hero_is_put_elsewhere():
    session = sit_down(1, mode="design", start=EXAMPLE)
    step = next(code for code in session.legal() if session.text(code).startswith("step "))
    session.play(step)
    session.edit({"hero": 1, "hp": 1})
    assert session.state.moved == 1 and session.state.turn_start != session.state.cell[0]
    session.edit({"put": "hero", "hero": 1, "cell": "d3"})
    assert session.state.moved == 0 and session.state.turn_start == session.state.came_from == session.state.cell[0]


def test_a_turn_begins_anew_where_the_tile_that_it_began_on_is_taken_away():
    session = sit_down(1, mode="design", start=EXAMPLE.replace("╶m", "╶.").replace("hero 1 c4", "hero 1 b3"))
    session.play("step east")
    session.edit({"put": "empty", "cell": "b3"})
    assert session.state.moved == 0 and session.state.turn_start == session.state.cell[0]


def test_a_game_that_is_played_on_by_hand_counts_its_rounds_once():
    session = sit_down(1, mode="design")
    play_on(session, 10_000)
    assert session.is_over
    total = int(session.state.rounds)
    session.edit({"put": "hero", "hero": 1, "cell": "d3"})
    assert not session.is_over and session.state.rounds + session.state.round_number == total


def test_what_is_not_allowed_is_refused_with_its_rule():
    session = sit_down(1)
    for _ in range(60):
        for code in (1 << 16, 2 << 16, 3 << 16 | 1, 6 << 16 | 5, 10 << 16, 14 << 16):
            if code not in session.legal():
                with pytest.raises(IllegalError, match=r"\(COL-\d\d\)") as caught:
                    session.play(code)
                assert f"({caught.value.rule})" in str(caught.value)
        play_on(session, 1, session.decision)


@settings(max_examples=300, deadline=None)
@given(st.integers(-(2**31) + 1, 2**31 - 1) | st.integers(0, 17 << 16), st.integers(0, 40))
def test_any_number_is_an_action_or_refused(code, decisions):
    session = PLAYED.fork(decisions) if decisions % 10 == 0 else PLAYED
    before = session.state
    try:
        session.play(code)
    except CryptError as error:
        assert str(error)
        assert session.state == before
    else:
        session.undo(take_back_anyway=True)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40) | st.sampled_from(["explore", "give", "turn tile", "drink", "step north " * 9]))
def test_any_words_are_an_action_or_refused(words):
    try:
        PLAYED.play(words)
    except CryptError as error:
        assert str(error)
    else:
        PLAYED.undo(take_back_anyway=True)


PLAYED = sit_down(3, seed=5)
play_on(PLAYED, 40)

SCRIPT = """
import random, sys, tempfile
from crypt.core.catalog import find_game
from crypt.core.ruleset import standard
from crypt.core.session import Session
game, chooser, ticks = find_game("colossi"), random.Random(2), iter(range(10**9))
folder = tempfile.TemporaryDirectory()
session = Session.new(game, ["Ann", "Ben"], standard(game), 99, folder=folder.name, clock=lambda: float(next(ticks)))
with session.together():
    for _ in range(300):
        if not session.is_over:
            session.play(chooser.choice(session.legal()))
session.close()
sys.stdout.buffer.write(session.path.read_bytes())
folder.cleanup()
"""


@pytest.mark.slow
def test_the_same_seed_gives_the_same_log_in_every_process(monkeypatch):
    logs = set()
    for seed in "012":
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        logs.add(subprocess.run([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, check=True).stdout)
    assert len(logs) == 1
    assert logs.pop().count(b"\n") > 100
