"""Replay: the first difference, and logs of another layout of positions."""

import json

import pytest
import toy
from toy.table import eventful, play_on, resume, sit_down

from crypt.core.lines import encode
from crypt.core.log import LogError, read_log
from crypt.core.replay import ReplayError, replay


@pytest.fixture
def path(tmp_path):
    """A log with everything in it."""
    return eventful(tmp_path).path


def rewrite(path, number, **values):
    """Change values in a line of a log."""
    lines = path.read_bytes().splitlines(keepends=True)
    lines[number - 1] = encode(json.loads(lines[number - 1]) | values)
    path.write_bytes(b"".join(lines))


def number_of(path, kind):
    return next(number for number, line in read_log(path).lines if line["type"] == kind)


def test_a_session_replays(path):
    result = replay(path, toy.GAME)
    assert (result.is_same, result.difference, result.remarks) == (True, None, [])
    assert (result.game, result.decisions, result.compared) == ("toy", 7, "hashes and events")


def test_the_first_difference_is_told(path):
    rewrite(path, 3, events=[["draws", 1, 4]])
    rewrite(path, 4, hash="")
    result = replay(path, toy.GAME)
    assert (result.is_same, result.decisions) == (False, 1)
    assert (result.difference.decision, result.difference.line) == (2, 3)
    assert str(result.difference).startswith("decision 2 (line 3): event 1 is [")


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("session", {"seed": 12}, "begins with another position"),
        ("undo", {"n": 9}, "the line says that 9 decisions were made, and there were 3"),
        ("redo", {"type": "undo", "anyway": False, "n": 1}, "decision 3"),
        ("chance", {"key": 1}, "the position after it has the hash"),
        ("chance", {"stream": "cards"}, "there is no stream of chance called 'cards'"),
        ("position", {"notation": "chess"}, "'chess' is no position"),
        ("position", {"notation": "toy 2 seat 2 turn 0 score 3 16 coins 1 2"}, "the position after it has the hash"),
        ("note", {"n": 3}, "the line says that 3 decisions"),
        ("end", {"outcome": {"winner": 1}}, "the outcome has winner 2, and 1 was logged"),
    ],
)
def test_edited_marks_are_told(path, kind, values, expected):
    rewrite(path, 1 if kind == "session" else number_of(path, kind), **values)
    assert expected in str(replay(path, toy.GAME).difference)
    with pytest.raises(ReplayError, match="the log was edited, or the rules have changed"):
        resume(path)


def test_an_end_that_is_none_is_told(tmp_path, path):
    with sit_down(tmp_path) as session:
        play_on(session, 1)
    with session.path.open("ab") as file:
        file.write(encode({"type": "end", "n": 1, "result": "seat 1", "outcome": {}, "clock": 9}))
    assert "the game ends here, and it goes on" in str(replay(session.path, toy.GAME).difference)


def test_edited_words_are_told_and_old_words_are_not(path):
    rewrite(path, 2, action="cast the die as of old")
    assert replay(path, toy.GAME).is_same
    rewrite(path, 2, action="give a coin to Ann")
    assert "the words 'give a coin to Ann' mean another action than its code" in str(replay(path, toy.GAME).difference)


def old_layout(path):
    """Make a log as it was before positions were laid out as today."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    for line in lines:
        if "hash" in line:
            line["hash"] = "0" * 16
    lines[0]["state_schema"] = "f" * 16
    path.write_bytes(b"".join(map(encode, lines)))


def test_where_the_layout_has_changed_events_are_compared(path):
    old_layout(path)
    result = replay(path, toy.GAME)
    assert (result.is_same, result.compared) == (True, "events")
    assert "its events are compared, not its positions" in result.remarks[0]
    rewrite(path, 3, events=[])
    assert replay(path, toy.GAME).difference.decision == 2


def test_a_log_of_another_layout_goes_on_and_says_where(tmp_path):
    with sit_down(tmp_path) as session:
        play_on(session, 3)
    old_layout(session.path)
    with resume(session.path) as again:
        play_on(again, 2)
        again.note("on we go")
    kinds = [line["type"] for _, line in read_log(session.path).lines]
    assert kinds == ["decision"] * 3 + ["version"] + ["decision"] * 2 + ["note"]
    result = replay(session.path, toy.GAME)
    assert (result.is_same, result.compared) == (True, "events")
    rewrite(session.path, 6, hash="1" * 16)  # of today's layout, so it counts
    assert replay(session.path, toy.GAME).difference.decision == 4
    with again.fork(folder=tmp_path / "fork") as fork:
        pass
    assert replay(fork.path, toy.GAME).compared == "hashes and events"


def test_a_torn_line_is_remarked_and_left_alone(path):
    data = path.read_bytes() + b'{"type"'
    path.write_bytes(data)
    result = replay(path, toy.GAME)
    assert result.is_same
    assert f"line {data.count(b'\n') + 1}: is not complete and does not count" in result.remarks[0]
    assert path.read_bytes() == data


def test_a_file_that_is_no_log_is_an_error_and_no_difference(tmp_path):
    with pytest.raises(LogError):
        replay(tmp_path / "none.jsonl", toy.GAME)
