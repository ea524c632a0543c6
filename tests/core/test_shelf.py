"""The shelf: sessions listed, found, taken in and deleted."""

from datetime import UTC, datetime, timedelta

import pytest
import toy
from toy.table import NAMES, eventful, play_on, resume, sit_down

from crypt.core.game import CryptError
from crypt.core.log import LogError, SessionBusyError
from crypt.core.replay import ReplayError
from crypt.core.shelf import delete_session, find_session, list_sessions, summarize, take_in


def test_sessions_are_listed_with_how_far_they_came(tmp_path):
    with sit_down(tmp_path, kinds=["human", "greedy"]) as going:
        play_on(going, 4)
        going.note("x" * 9000)  # longer than what is read at first
        going.note("y" * 9000)
        found = {summary.path: summary for summary in list_sessions(tmp_path)}
    ended = eventful(tmp_path)
    with ended.fork(1, folder=tmp_path) as fork:
        pass
    found |= {summary.path: summary for summary in list_sessions(tmp_path)}
    first = found[going.path]
    assert (first.game, first.mode, first.names, first.kinds) == ("toy", "play", NAMES, ["human", "greedy"])
    assert (first.decisions, first.finished, first.result, first.started) == (4, False, "", going.started)
    assert (found[ended.path].decisions, found[ended.path].finished, found[ended.path].result) == (6, True, "seat 2")
    assert (found[fork.path].fork_of, found[fork.path].decisions) == (ended.name, 1)
    assert not any(summary.problem for summary in found.values())


def test_a_new_session_and_an_undone_end_are_not_finished(tmp_path):
    with sit_down(tmp_path, mode="design") as session:
        assert (summarize(session.path).decisions, summarize(session.path).finished) == (0, False)
        session.set_position("toy 2 seat 1 turn 9 score 19 0 coins 0 0")
        session.play("hold")
        assert summarize(session.path).finished
        session.undo()
        assert (summarize(session.path).decisions, summarize(session.path).finished) == (0, False)


def test_broken_files_are_listed_with_what_is_wrong(tmp_path):
    data = eventful(tmp_path).path.read_bytes()
    next(tmp_path.glob("toy-*.jsonl")).unlink()
    files = {
        "empty": b"", "text": b"hello\nworld\n", "header": data[:50],
        "newer": data.replace(b'"schema": 1', b'"schema": 9'),
        "torn": data + b'{"type": "no', "middle": data[:-40] + b"\n" + b'{"half": \n{"type": "dec',
    }  # fmt: skip
    for name, content in files.items():
        (tmp_path / f"{name}.jsonl").write_bytes(content)
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "notes.txt").touch()
    problems = {summary.name: summary.problem for summary in list_sessions(tmp_path)}
    assert "is empty" in problems.pop("empty")
    assert "the header cannot be read" in problems.pop("text")
    assert "the header cannot be read" in problems.pop("header")
    assert "schema 9" in problems.pop("newer")
    assert "near its end" in problems.pop("middle")
    assert "cannot be read" in problems.pop("folder")
    assert problems == {"torn": ""}


@pytest.mark.parametrize("cut", range(0, 4000, 97))
def test_a_log_cut_anywhere_can_be_listed(tmp_path, cut):
    data = eventful(tmp_path / "whole").path.read_bytes()
    (tmp_path / "cut.jsonl").write_bytes(data[:cut])
    [summary] = list_sessions(tmp_path)
    assert summary.problem or summary.decisions == resume_decisions(tmp_path / "cut.jsonl")


def resume_decisions(path):
    return resume(path, read_only=True).decision


def test_the_list_of_a_folder_that_is_not_there_is_empty(tmp_path):
    assert list_sessions(tmp_path / "none") == []
    (tmp_path / "file").touch()
    with pytest.raises(LogError, match="cannot be read as a folder of sessions"):
        list_sessions(tmp_path / "file")


def test_a_session_is_found_by_its_name_and_no_name_leads_elsewhere(tmp_path):
    with sit_down(tmp_path / "a") as session:
        pass
    assert find_session(tmp_path / "a", session.name) == session.path
    (tmp_path / "b").mkdir()
    for name in (f"../a/{session.name}", str(session.path.with_suffix("")), "", ".", "nothing", "a\0b", "<b>"):
        with pytest.raises(CryptError, match="there is no session"):
            find_session(tmp_path / "b", name)


def test_a_log_from_elsewhere_is_taken_in_when_it_replays(tmp_path):
    session = eventful(tmp_path / "theirs")
    data = session.path.read_bytes()
    path = take_in(tmp_path / "mine", data, toy.GAME)
    assert path.read_bytes() == data
    assert resume(path, read_only=True).state == session.state
    for broken, error in [
        (b"", LogError), (b"\x89PNG\r\n", LogError), (data[:100], LogError),
        (data.replace(b'"seed": 11', b'"seed": 12'), ReplayError),
    ]:  # fmt: skip
        with pytest.raises(error):
            take_in(tmp_path / "mine", broken, toy.GAME)
    assert len(list((tmp_path / "mine").glob("*.jsonl"))) == 1


def test_a_copy_says_when_it_was_made_and_is_listed_first(tmp_path):
    with sit_down(tmp_path) as session, sit_down(tmp_path) as fork_of:
        fork_of.fork(folder=tmp_path).close()
    copy = take_in(tmp_path, session.path.read_bytes(), toy.GAME)
    found = list_sessions(tmp_path)
    assert [summary.path for summary in found if summary.taken_in] == [copy] == [found[0].path]
    made = datetime.fromisoformat(found[0].taken_in)
    assert abs(datetime.now(UTC) - made) < timedelta(minutes=1)
    assert found[0].started == session.started < found[0].taken_in


def test_a_session_is_deleted_with_all_that_lies_beside_it_unless_it_is_played(tmp_path):
    with sit_down(tmp_path) as session:
        with pytest.raises(SessionBusyError):
            delete_session(session.path)
        session.path.with_name(session.path.name + ".torn").touch()
        session.path.with_name(f".{session.path.name}.wanted").touch()
    delete_session(session.path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(LogError, match="there is no such session log"):
        delete_session(session.path)
