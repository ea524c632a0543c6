"""Sessions: play, undo, redo, design mode, forks, notes, looking on, processes."""

from dataclasses import replace

import numpy as np
import pytest
import toy
from toy.table import NAMES, eventful, play_on, resume, run_child, sit_down

from crypt.core import chance
from crypt.core.game import AmbiguousError, CryptError, IllegalError, UnreadableError
from crypt.core.log import read_log
from crypt.core.replay import replay
from crypt.core.session import Session
from crypt.core.writing import ReadOnlyError

POSITION = "toy 2 seat 2 turn 0 score 3 17 coins 1 2"


@pytest.fixture
def session():
    """A session in memory, in play mode; seat 2 begins."""
    return sit_down()


@pytest.fixture
def design(tmp_path):
    """A logged session in design mode."""
    with sit_down(tmp_path, mode="design") as session:
        yield session


# ---- begin


@pytest.mark.parametrize(
    ("options", "error", "expected"),
    [
        ({"names": []}, CryptError, "Toy is for 2 to 3 players, not 0"),
        ({"names": list("abcde")}, CryptError, "not 5"),
        ({"names": ["Ann", "Ann"]}, CryptError, "two seats are called 'Ann'"),
        ({"names": ["Ann", "x" * 41]}, CryptError, "the name of seat 2 has 41 characters"),
        ({"names": ["Ann", "\ud800"]}, CryptError, "the name of seat 2 has a control character"),
        ({"seed": "seven"}, UnreadableError, "seed 'seven' is not a whole number"),
        ({"seed": 2**64}, UnreadableError, "is not a whole number from 0 to 18446744073709551615"),
        ({"seed": -1}, UnreadableError, "seed '-1'"),
        ({"mode": "war"}, CryptError, "there is no mode 'war' .modes: play, design."),
        ({"kinds": ["human"]}, CryptError, "1 kinds for 2 seats"),
        ({"kinds": ["human", ""]}, CryptError, "'' is no kind of a seat"),
        ({"start": "chess"}, UnreadableError, "'chess' is no position"),
        ({"start": "toy 3 seat 1 turn 0 score 0 0 0 coins 0 0 0"}, IllegalError, "for 3 players, and 2 sit at the t"),
    ],
)
def test_what_cannot_be_begun_is_refused_and_leaves_no_file(tmp_path, options, error, expected):
    with pytest.raises(error, match=expected):
        sit_down(tmp_path, **options)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["<b>", "</script><img src=x onerror=alert(1)>", "אבג", "👩‍👩‍👧", "寿" * 40, "'\"\\"])
def test_names_are_any_text(tmp_path, name):
    with sit_down(tmp_path, names=[name, "Bob"]) as session:
        session.play(f"give a coin to {name}")
    assert resume(session.path, read_only=True).names == [name, "Bob"]


def test_without_a_seed_no_two_sessions_are_alike():
    assert len({sit_down(seed=None).seed for _ in range(20)}) == 20


def test_a_session_tells_how_it_stands(session):
    assert (session.decision, session.actor, session.is_over, session.mode) == (0, 1, False, "play")
    assert [session.text(code) for code in session.legal()] == ["roll", "draw", f"give a coin to {NAMES[0]}"]
    assert (session.names, session.kinds, session.seed) == (NAMES, ["human", "human"], 11)
    assert (session.name, session.path, session.fork_of) == ("", None, None)
    assert session.started == "2025-06-15T15:06:41.000Z"
    session.state.turn = 9
    assert session.state.turn == 0


# ---- play


def test_actions_are_played_by_code_and_by_words(session):
    events = session.play("draw")
    assert [toy.words.event_name(kind) for kind in events.kind] == ["draws"]
    session.play(f"give a coin to {NAMES[0]}")
    session.play(np.int32(toy.ROLL))
    assert session.decision == 3
    assert session.count.rolls == 1


def test_what_cannot_be_played_is_refused_with_its_reason(session):
    with pytest.raises(UnreadableError, match="'fly' is no action"):
        session.play("fly")
    with pytest.raises(AmbiguousError):
        session.play("give")
    with pytest.raises(IllegalError, match=r"there is nothing to hold \(TOY-02\)") as caught:
        session.play("hold")
    assert caught.value.rule == "TOY-02"
    for code in (99, -1, 2**40):
        with pytest.raises(IllegalError):
            session.play(code)
    for action in (None, 1.0, b"roll"):
        with pytest.raises(UnreadableError, match="is neither the code of an action nor words"):
            session.play(action)
    assert session.decision == 0


def test_the_end_is_logged_with_its_outcome(tmp_path):
    with sit_down(tmp_path) as session:
        play_on(session, 1000)
        assert (session.is_over, session.legal(), session.actor) == (True, [], -1)
        with pytest.raises(IllegalError, match="the game is over"):
            session.play("roll")
        with pytest.raises(IllegalError, match="the game is over"):
            session.play(toy.ROLL)
        session.rate(5, 3)
        session.note("again!")
        end = next(line for _, line in read_log(session.path).lines if line["type"] == "end")
        assert end["result"] == f"seat {session.outcome.winner}"
        assert end["outcome"]["scores"] == session.state.score.tolist()
    again = resume(session.path, read_only=True)
    assert (again.is_over, again.rating, again.notes[-1].text) == (True, (5, 3), "again!")
    assert again.outcome == session.outcome


def test_each_decision_says_who_chose_it_and_when(tmp_path):
    with sit_down(tmp_path, kinds=["human", "greedy"]) as session:
        session.play("draw")
        session.play("draw", by="hint")
        lines = [line for _, line in read_log(session.path).lines]
    assert [(line["seat"], line["by"], line["clock"]) for line in lines] == [(1, "greedy", 1.0), (1, "hint", 2.0)]


def test_the_clock_of_a_session_stands_still_between_sittings(tmp_path):
    with sit_down(tmp_path) as session:
        session.play("draw")
    with resume(session.path) as again:
        again.play("draw")
        assert again.at(2).line["clock"] == 2.0
        again._clock = lambda: 0.0  # set back
        again.play("draw")
        assert again.at(3).line["clock"] == 2.0


# ---- undo and redo


def test_undo_to_the_start_and_redo_to_the_end_give_the_same_bytes(design):
    play_on(design, 40)
    states = [design.at(n).state.tobytes() for n in range(design.decision + 1)]
    counts = [step.count for step in design._replayer.history.steps]
    assert len(set(states)) == len(states) > 10
    for n in reversed(range(len(states) - 1)):
        assert design.undo() == n
        assert (design.state.tobytes(), design.count.tobytes()) == (states[n], counts[n])
    assert design.can_undo().reason == "there is nothing to undo: this is the start"
    with pytest.raises(IllegalError, match="nothing to undo"):
        design.undo()
    for n in range(1, len(states)):
        assert design.redo() == n
        assert (design.state.tobytes(), design.count.tobytes()) == (states[n], counts[n])
    assert design.can_redo().reason == "there is nothing to redo: nothing was undone"
    with pytest.raises(IllegalError, match="nothing to redo"):
        design.redo()
    assert replay(design.path, toy.GAME).is_same


def test_undo_brings_the_same_dice_back(design):
    first = design.play("roll")
    design.undo()
    assert (design.play("roll") == first).all()


def test_in_play_mode_undo_stops_at_revealed_chance(session):
    session.play("draw")
    session.play(f"give a coin to {NAMES[0]}")
    assert session.can_undo()
    session.undo()
    assert not session.can_undo()
    reason = "decision 1 (draw) has revealed chance; take it back only if the table agrees"
    assert session.can_undo().reason == reason
    with pytest.raises(IllegalError, match="has revealed chance"):
        session.undo()
    assert session.decision == 1


def test_what_is_taken_back_anyway_is_logged_and_marks_the_session(tmp_path):
    with sit_down(tmp_path) as session:
        session.play(f"give a coin to {NAMES[0]}")
        session.undo(take_back_anyway=True)  # nothing was revealed
        assert not session.taken_back
        session.play("roll")
        assert session.can_undo(take_back_anyway=True)
        session.undo(take_back_anyway=True)
        assert session.taken_back
        undone = [line["anyway"] for _, line in read_log(session.path).lines if line["type"] == "undo"]
        assert undone == [False, True]
    assert resume(session.path, read_only=True).taken_back
    assert session.fork().taken_back


def test_another_decision_after_undo_leaves_nothing_to_redo(design):
    design.play("draw")
    design.play("draw")
    design.undo()
    design.play("roll")
    assert not design.can_redo()
    assert [design.at(n).line["action"] for n in (1, 2)] == ["draw", "roll"]


def test_the_end_can_be_undone_and_reached_again(design):
    design.set_position("toy 2 seat 1 turn 9 score 19 0 coins 0 0")
    design.play("hold")
    assert design.is_over
    design.undo()
    assert not design.is_over
    design.redo()
    kinds = [line["type"] for _, line in read_log(design.path).lines]
    assert kinds == ["position", "decision", "end", "undo", "redo", "end"]
    assert replay(design.path, toy.GAME).is_same


# ---- design mode


@pytest.mark.parametrize("die", range(1, 7))
def test_the_next_die_can_be_chosen(design, die):
    design.choose_next("dice", [(die, 6), (7 - die, 6)])
    assert design.play("roll").a.tolist() == [die]
    assert design.play("roll").a.tolist() == [7 - die]
    again = resume(design.path, read_only=True)
    assert again.state == design.state


def test_what_was_chosen_and_has_yet_to_come_is_told(design):
    assert design.coming == {}
    design.choose_next("dice", [(2, 6), (5, 6)])
    assert design.coming == {"dice": [(1, 2, 6), (4, 5, 6)]}
    design.play("roll")
    assert design.coming == {"dice": [(4, 5, 6)]}
    design.undo()
    assert design.coming == {"dice": [(1, 2, 6), (4, 5, 6)]} and design.last_mark == "chance"
    design.undo()
    assert design.coming == {}


def test_other_draws_can_be_chosen_as_a_number_or_a_range(design):
    design.choose_next(chance.DRAWS, [(3, 4), (1, 3, 4)])
    assert design.play("draw").a[0] == 3
    assert design.play("draw").a[0] in (1, 2)


@pytest.mark.parametrize(
    ("stream", "wanted", "expected"),
    [
        ("dice", [(7, 6)], "cannot be drawn"),
        ("dice", [(0, 6)], "cannot be drawn"),
        ("dice", [(1, 2, 3, 4)], r"is neither \(result, n\)"),
        ("dice", [], "say which results"),
        ("cards", [(1, 6)], "there is no stream of chance 'cards' .streams: tiles, dice, draws"),
        (3, [(1, 6)], "there is no stream"),
    ],
)
def test_results_that_cannot_be_are_refused(design, stream, wanted, expected):
    with pytest.raises(IllegalError, match=expected):
        design.choose_next(stream, wanted)
    assert not read_log(design.path).lines


def test_a_position_can_be_set_and_undone_and_replays(design):
    play_on(design, 3)
    before, keys = design.state, design.state.chance.key.tolist()
    design.set_position(POSITION)
    assert toy.GAME.notation.write(design.state) == POSITION
    assert design.state.chance.key.tolist() == keys
    assert design.decision == 3
    design.play("draw")
    after = design.state
    assert resume(design.path, read_only=True).state == after
    design.undo()
    design.undo()
    assert design.state == before
    design.redo()
    design.redo()
    assert design.state == after
    for text in ("chess", "toy 3 seat 1 turn 0 score 0 0 0 coins 0 0 0"):
        with pytest.raises((UnreadableError, IllegalError)):
            design.set_position(text)


def test_play_mode_has_no_choices_of_chance(session):
    with pytest.raises(IllegalError, match="results can be chosen in design mode only"):
        session.choose_next("dice", [(6, 6)])
    with pytest.raises(IllegalError, match="positions can be set in design mode only"):
        session.set_position(POSITION)


# ---- moments and forks


def test_moments_show_each_decision_and_what_it_brought(design):
    states = [design.state]
    for _ in range(5):
        play_on(design, 1)
        states.append(design.state)
    for n, state in enumerate(states):
        moment = design.at(n)
        assert moment.state == state
        assert len(moment.events) == (n > 0)
    assert design.at(0).line == {}
    for n in (-1, 6):
        with pytest.raises(IllegalError, match=f"there is no decision {n}; the session has 0 .the start. to 5"):
            design.at(n)


def test_the_last_moment_is_the_present_with_what_was_set(design):
    play_on(design, 2)
    design.set_position(POSITION)
    design.choose_next("dice", [(2, 6)])
    assert design.at(2).state == design.state
    assert design.at(2).line["n"] == 2


@pytest.mark.parametrize("n", range(7))
def test_a_fork_has_the_same_past_and_replays_alone(tmp_path, n):
    parent = eventful(tmp_path / "parent")
    (tmp_path / "forks").mkdir()
    with parent.fork(n, folder=tmp_path / "forks") as fork:
        assert fork.fork_of == (parent.name, n)
        assert fork.decision == n
        assert fork.state == parent.at(n).state
        told = [replace(note, written=min(note.written, n)) for note in parent.notes if note.decision <= n]
        assert fork.notes == told
        play_on(fork, 3)
    parent.path.unlink()
    assert replay(fork.path, toy.GAME).is_same
    assert resume(fork.path, read_only=True).state == fork.state


def test_a_fork_can_be_of_another_mode_and_kind(session):
    play_on(session, 4)
    fork = session.fork(2, mode="design", kinds=["greedy", "human"])
    assert (fork.mode, fork.kinds, fork.names) == ("design", ["greedy", "human"], NAMES)
    fork.choose_next("dice", [(1, 6)])
    assert session.decision == 4
    with pytest.raises(IllegalError, match="there is no decision 5"):
        session.fork(5)


def test_a_session_in_memory_is_saved_as_a_fork(session, tmp_path):
    play_on(session, 4)
    with session.fork(folder=tmp_path) as saved:
        assert saved.state == session.state
    assert replay(saved.path, toy.GAME).is_same


# ---- notes


def test_notes_belong_to_their_moment(session):
    session.note("before")
    play_on(session, 2)
    session.note("  half a character \ud83d, a whole \ud83d\udc4d  ")
    notes = [(note.decision, note.text) for note in session.notes]
    assert notes == [(0, "before"), (2, "half a character \ufffd, a whole 👍")]


def test_a_note_may_be_on_an_earlier_moment(tmp_path):
    session = sit_down(tmp_path)
    play_on(session, 3)
    session.note("now I see", decision=1)
    session.note("and now")
    assert [note.decision for note in session.notes] == [1, 3]
    with pytest.raises(IllegalError, match="there is no decision 4"):
        session.note("too early", decision=4)
    assert [line.get("on") for _, line in read_log(session.path).lines[-2:]] == [1, None]
    session.close()
    with resume(session.path) as again:
        assert [note.decision for note in again.notes] == [1, 3]
        assert [note.decision for note in again.fork(2).notes] == [1]


def test_a_note_on_a_move_that_was_taken_back_does_not_go_to_the_next_one(tmp_path):
    session = sit_down(tmp_path, mode="design")
    play_on(session, 2)
    session.note("on the second")
    session.note("on the first", decision=1)
    session.undo()
    session.redo()
    assert [(note.decision, note.is_taken_back) for note in session.notes] == [(2, False), (1, False)]
    session.undo()
    session.play(session.legal()[-1])
    session.note("on another second")
    told = [(1, True), (1, False), (2, False)]
    assert [(note.decision, note.is_taken_back) for note in session.notes] == told
    with session.fork(folder=tmp_path) as fork:
        assert [(note.decision, note.is_taken_back) for note in fork.notes] == told
    session.close()
    for path in (session.path, fork.path):
        assert [(note.decision, note.is_taken_back) for note in resume(path, read_only=True).notes] == told


def test_the_notes_of_a_fork_were_written_when_those_of_the_session_were(tmp_path):
    session = sit_down(tmp_path)
    play_on(session, 3)
    session.note("now I see", decision=1)
    play_on(session, 2)
    session.note("and now")
    with session.fork(folder=tmp_path) as fork:
        assert fork.notes == session.notes
    assert [(note.decision, note.written) for note in resume(fork.path, read_only=True).notes] == [(1, 3), (5, 5)]
    assert [line.get("on") for _, line in read_log(fork.path).lines if line["type"] == "note"] == [1, None]
    # where the fork ends before the note was written, it still says that it is of later than its moment
    assert [(note.decision, note.written) for note in session.fork(2).notes] == [(1, 2)]
    assert [(note.decision, note.written) for note in session.fork(1).notes] == [(1, 1)]


@pytest.mark.parametrize("text", ["", "  \n", "x" * 10_001])
def test_notes_that_cannot_be_are_refused(session, text):
    with pytest.raises(UnreadableError, match="a note has 1 to 10,000 characters"):
        session.note(text)


@pytest.mark.parametrize("rating", [(0, 3), (3, 6), ("3", 3), (True, 3)])
def test_ratings_are_from_1_to_5(session, rating):
    with pytest.raises(UnreadableError, match="whole numbers from 1 to 5"):
        session.rate(*rating)


# ---- looking on


def test_who_looks_on_sees_each_line_and_changes_nothing(tmp_path):
    with sit_down(tmp_path, mode="design") as session:
        follower = resume(session.path, read_only=True)
        changes = [
            lambda: play_on(session, 1), lambda: session.note("x"), session.undo, session.redo,
            lambda: session.set_position(POSITION), lambda: session.choose_next("dice", [(3, 6)]),
            lambda: session.rate(1, 2), lambda: play_on(session, 3),
        ]  # fmt: skip
        for change in changes:
            change()
            assert follower.refresh() >= 1
            assert follower.refresh() == 0
            assert follower.state == session.state
            assert (follower.notes, follower.rating) == (session.notes, session.rating)
        for change in [lambda: follower.play("roll"), follower.undo, lambda: follower.note("x")]:
            with pytest.raises(ReadOnlyError, match="open for reading only"):
                change()
        assert "open for reading only" in follower.can_undo().reason
        assert session.refresh() == 0


def test_refresh_reads_only_what_is_new(tmp_path, monkeypatch):
    with sit_down(tmp_path, target=1000) as session:
        play_on(session, 30)
        follower = resume(session.path, read_only=True)
        read = []
        tail = follower._tail
        monkeypatch.setattr(Session, "open", lambda *_: pytest.fail("read anew"))
        play_on(session, 1)
        monkeypatch.setattr("crypt.core.log._read_bytes", spy(read))
        assert follower.refresh() == 1
    assert sum(map(len, read)) < 500
    assert follower._tail is tail


def spy(read):
    from crypt.core.log import _read_bytes

    def reading(path, offset=0):
        data = _read_bytes(path, offset)
        read.append(data)
        return data

    return reading


def test_a_follower_starts_anew_when_a_line_was_taken_back(tmp_path):
    with sit_down(tmp_path) as session:
        play_on(session, 3)
        short = session.path.read_bytes()
        play_on(session, 2)
        follower = resume(session.path, read_only=True)
    session.path.write_bytes(short)
    follower.refresh()
    assert follower.decision == 3


def test_a_closed_session_can_be_read_and_not_played(tmp_path):
    session = sit_down(tmp_path)
    play_on(session, 2)
    session.close()
    session.close()
    assert session.at(1).decision == 1
    with pytest.raises(ReadOnlyError, match="this session is closed"):
        session.play("roll")


# ---- processes


def test_a_game_saved_in_mid_turn_goes_on_in_a_new_process_as_if_uninterrupted(tmp_path):
    whole = sit_down()
    play_on(whole, 12)
    with sit_down(tmp_path) as session:
        play_on(session, 4)
        assert session.state.turn > 0
    printed = run_child("go_on", session.path, 8)
    assert printed.strip() == whole.state.tobytes().hex()
    assert resume(session.path, read_only=True).state == whole.state


def test_the_same_session_gives_the_same_log_in_every_process(monkeypatch):
    logs = set()
    for seed in "012":
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        logs.add(run_child("record", ""))
    assert len(logs) == 1


@pytest.mark.slow
def test_no_acknowledged_decision_is_lost_in_200_kills(tmp_path):
    lines = run_child("kills", tmp_path, 200).splitlines()
    assert len(lines) == 200
    assert sum(int(line.split()[1]) for line in lines[19::20]) > 100  # decisions acknowledged in the end
