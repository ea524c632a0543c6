"""Session logs: how lines are written and read, and what a damaged file, a full disk or a second writer does."""

import json
import os
import resource
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
import toy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toy.table import NAMES, eventful, play_on, resume, sit_down, start_child

from crypt.core import log as logs
from crypt.core.game import CryptError
from crypt.core.lines import BOM, LogError, encode, parse
from crypt.core.log import LogWriteError, SessionBusyError, read_log
from crypt.core.replay import ReplayError
from crypt.core.session import Session, TornLineWarning
from crypt.core.shelf import list_sessions

ANY_TEXT = st.text(st.characters(exclude_categories=[]))  # lone surrogates too
EACH = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> bytes:
    """The bytes of a log in which everything occurs."""
    return eventful(tmp_path_factory.mktemp("whole")).path.read_bytes()


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "toy-1.jsonl"


# ---- lines


@given(ANY_TEXT)
def test_any_text_reads_back_from_one_line(text):
    line = {"type": "note", "n": 3, "text": text, "clock": 1.5}
    written = encode(line)
    assert len(written.decode().splitlines()) == 1
    assert written.endswith(b"\n")
    read, used, torn = parse(written, 2, "a log")
    # halves of a character that stand side by side are the whole character
    assert read[0][1]["text"].encode("utf-16", "surrogatepass") == text.encode("utf-16", "surrogatepass")
    assert (used, torn) == (len(written), 0)


@given(st.integers(0, 2**64 - 1))
def test_seeds_and_keys_of_64_bits_survive(number):
    line = {"type": "chance", "n": 0, "stream": "dice", "wanted": [], "key": number, "hash": "", "clock": 0}
    assert parse(encode(line), 2, "a log")[0] == [(2, line)]


@given(st.binary(max_size=60))
def test_no_bytes_are_read_as_anything_but_lines(data):
    try:
        lines, used, _ = parse(data, 2, "a log")
    except LogError as error:
        assert error.line >= 2
    else:
        assert used <= len(data)
        assert all(line["type"] for _, line in lines)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("[]", "is not a line of a session log"),
        ('{"type": "session"}', "is not a line of a session log"),
        ('{"type": "joke"}', "unknown type 'joke'"),
        ('{"type": "redo", "n": 1}', "'clock' is not there"),
        ('{"type": "redo", "n": "1", "clock": 0}', "'n' is no int"),
        ('{"type": "redo", "n": true, "clock": 0}', "'n' is no int"),
        ('{"type": "redo", "n": -1, "clock": 0}', "'n' is -1, not from 0"),
        ('{"type": "redo", "n": 1, "clock": NaN}', "'clock' is nan, not from 0"),
        ('{"type": "rating", "n": 1, "clock": 0, "fun": 6, "tension": 1}', "'fun' is 6, not from 1 to 5"),
    ],
)
def test_a_line_that_does_not_hold_what_it_must_is_named(line, expected):
    with pytest.raises(LogError, match=expected) as caught:
        parse(line.encode() + b"\n", 7, "a log")
    assert caught.value.line == 7
    assert "line 7" in str(caught.value)


# ---- damaged files


@EACH
@given(data=st.data())
def test_a_log_cut_anywhere_is_read_up_to_the_cut_and_goes_on(whole, tmp_path, data):
    cut = data.draw(st.integers(0, len(whole)))
    path = tmp_path / f"cut-{cut}.jsonl"
    path.write_bytes(whole[:cut])
    if cut < whole.index(b"\n"):
        with pytest.raises(LogError):
            resume(path)
        assert path.read_bytes() == whole[:cut]
        assert not (tmp_path / f".{path.name}.lock").exists()
        return
    lines = whole[:cut].split(b"\n")
    is_torn = bool(lines[-1]) and lines[-1] not in whole.split(b"\n")
    with resume_with_warning(path, len(lines) if is_torn else 0) as session:
        session.note("on we go")
    kept = whole[:cut].removesuffix(lines[-1]) if is_torn else whole[:cut].rstrip(b"\n") + b"\n"
    assert path.read_bytes().startswith(kept)
    assert path.read_bytes().count(b"\n") == kept.count(b"\n") + 1
    torn = path.with_name(path.name + ".torn")
    assert (torn.read_bytes() if torn.exists() else b"") == (lines[-1] + b"\n" if is_torn else b"")
    torn.unlink(missing_ok=True)
    assert resume(path, read_only=True).notes[-1].text == "on we go"


@contextmanager
def resume_with_warning(path, line):
    """Open a log; when `line` is given, one warning must name this line."""
    if not line:
        with resume(path) as session:
            yield session
        return
    with pytest.warns(TornLineWarning, match=f"line {line}: is not complete") as caught:
        session = resume(path)
    assert len(caught) == 1
    assert session.remarks == [str(caught[0].message)]
    with session:
        yield session


@EACH
@given(data=st.data())
def test_a_log_with_a_changed_byte_is_read_or_refused(whole, tmp_path, data):
    place = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255))
    path = tmp_path / "changed.jsonl"
    path.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
    try:
        session = resume(path, read_only=True)
    except CryptError as error:
        assert str(error)
    else:
        assert session.decision <= 6


@pytest.mark.parametrize(
    "rest", [b'{"type": "no', b'{"type": "note", "text": "\xf0\x9f\x91', b"\0" * 300, b"}\n", b"\xff\n"]
)
def test_a_torn_last_line_is_set_aside_and_play_goes_on(tmp_path, rest):
    session = sit_down(tmp_path)
    play_on(session, 3)
    session.close()
    with session.path.open("ab") as file:
        file.write(rest)
    with resume_with_warning(session.path, 5) as again:
        assert again.state == session.state
        again.play("roll")
    assert session.path.with_name(session.path.name + ".torn").read_bytes() == rest.rstrip(b"\n") + b"\n"
    with resume(session.path) as last:
        assert last.decision == 4


def test_a_torn_line_does_not_keep_anybody_from_looking_on(tmp_path):
    session = sit_down(tmp_path)
    play_on(session, 2)
    with session.path.open("ab") as file:
        file.write(b'{"type": "decis')
    follower = resume(session.path, read_only=True)
    assert follower.decision == 2
    assert follower.refresh() == 0
    session.close()


def test_a_line_without_its_line_feed_counts_when_it_is_complete(tmp_path):
    session = sit_down(tmp_path)
    play_on(session, 3)
    session.close()
    session.path.write_bytes(session.path.read_bytes().rstrip(b"\n"))
    with resume(session.path) as again:
        play_on(again, 1)
    assert resume(session.path, read_only=True).decision == 4


@pytest.mark.parametrize(
    "change", [lambda data: BOM + data, lambda data: data.replace(b"\n", b"\r\n"), lambda data: data.replace(b"\n", b"\n\n")]
)
def test_what_an_editor_does_to_a_log_does_not_matter(tmp_path, change):
    path = eventful(tmp_path).path
    path.write_bytes(change(path.read_bytes()))
    before = resume(path, read_only=True).decision
    assert not list_sessions(tmp_path)[0].problem
    with resume(path) as session:
        session.note("read on")
    assert resume(path, read_only=True).decision == before
    assert not list_sessions(tmp_path)[0].problem


def test_a_log_of_a_header_with_a_mark_before_it_goes_on(tmp_path):
    path = sit_down(tmp_path).path
    path.write_bytes(BOM + path.read_bytes().partition(b"\n")[0] + b"\n")
    with resume(path) as session:
        session.note("read on")
    assert resume(path, read_only=True).notes


def test_empty_lines_above_the_header_are_named(whole, path):
    for above in (b"\n", b"\r\n\n", BOM + b"\n"):
        path.write_bytes(above + whole)
        with pytest.raises(LogError, match="line 1: is empty; take the empty lines above the header out"):
            read_log(path)


def test_a_broken_line_in_the_middle_is_reported_with_its_number(whole, path):
    lines = whole.split(b"\n")
    lines[3] = lines[3][:-9]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(LogError, match=r"toy-1.jsonl, line 4: cannot be read \(it is not JSON at character") as caught:
        resume(path)
    assert caught.value.line == 4
    assert path.read_bytes() == b"\n".join(lines)


def test_a_byte_in_the_middle_that_is_not_utf8_is_reported(whole, path):
    lines = whole.split(b"\n")
    lines[3] = lines[3][:20] + b"\xff" + lines[3][20:]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(LogError, match="line 4: cannot be read .byte 21 is not UTF-8"):
        resume(path)


def edited(whole: bytes, path: Path, number: int, **values) -> Path:
    """Write a log with other values in one of its lines."""
    lines = whole.split(b"\n")
    lines[number - 1] = encode(json.loads(lines[number - 1]) | values).rstrip(b"\n")
    path.write_bytes(b"\n".join(lines))
    return path


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"schema": 2}, "is of schema 2, and this crypt reads up to 1; install a newer crypt"),
        ({"schema": 10**30}, "is of schema 1000"),
        ({"schema": "1"}, "its 'schema' is no whole number"),
        ({"game": "chess"}, "is a log of the game 'chess', not of 'toy'"),
        ({"mode": "war"}, "neither play nor design"),
        ({"seed": 2**64}, "'seed' is 18446744073709551616, not from 0"),
        ({"seats": []}, "each of its 'seats' needs"),
        ({"seats": [{"name": "Ann", "kind": "human"}]}, "is for 2 to 3 players, not 1"),
        ({"seats": [{"name": "", "kind": "human"}] * 2}, "the name of seat 1 has 0 characters"),
        ({"start": 5}, "'start' is no str or dict"),
        ({"start": "here"}, "neither \"standard\" nor"),
        ({"start": {"notation": "chess"}}, "is no position of the toy game"),
        ({"fork": {}}, "'fork' needs"),
        ({"ruleset": {}}, "'ruleset' needs"),
        ({"ruleset": {"name": "x", "fingerprint": "x", "values": {"target": 1}}}, "do not belong to its fingerprint"),
    ],
)  # fmt: skip
def test_a_header_that_cannot_be_is_refused_in_a_sentence(whole, path, values, expected):
    with pytest.raises(LogError, match=expected):
        resume(edited(whole, path, 1, **values))


def test_a_log_of_an_unknown_game_is_refused(whole, path):
    path.write_bytes(whole)
    with pytest.raises(LogError, match="line 1: there is no game 'toy'"):
        Session.open(path)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"code": 2}, "there is nothing to hold .TOY-02."),
        ({"code": 1}, "event 1 is"),
        ({"hash": "0" * 16}, "the position after it has the hash"),
        ({"events": []}, "1 events happen, and 0 were logged"),
        ({"seat": 0}, "was made by seat 1, and it is seat 2 that decides"),
        ({"n": 2}, "is numbered 2, and should be 1"),
    ],
)
def test_an_edited_decision_is_named(tmp_path, path, values, expected):
    with sit_down(tmp_path) as session:
        assert session.actor == 1
        session.play("draw")
    edited(session.path.read_bytes(), path, 2, **values)
    with pytest.raises(ReplayError, match=rf"decision {values.get('n', 1)} \(line 2\): {expected}") as caught:
        resume(path)
    assert caught.value.decision == values.get("n", 1)
    session.path.unlink()
    assert not list(tmp_path.glob("*.torn"))


def test_empty_files_folders_and_missing_files_are_refused(tmp_path, path):
    path.touch()
    with pytest.raises(LogError, match="is empty"):
        resume(path)
    path.write_bytes(b"\0\0\0\n\n")
    with pytest.raises(LogError, match="is empty"):
        resume(path)
    with pytest.raises(LogError, match="this is a folder"):
        resume(tmp_path)
    with pytest.raises(LogError, match="there is no such session log"):
        resume(tmp_path / "none.jsonl")
    path.write_bytes(b"not a log\nat all\n")
    with pytest.raises(LogError, match="line 1: cannot be read"):
        resume(path)


# ---- a disk that cannot be written


@contextmanager
def full_disk(free: int, path: Path):
    """Let files grow only so far beyond the size of one."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + free, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("free", [0, 1, 30])
def test_on_a_full_disk_no_move_is_made(tmp_path, free):
    with sit_down(tmp_path, mode="design") as session:
        play_on(session, 3)
        session.undo()
        state, written = session.state, session.path.read_bytes()
        with full_disk(free, session.path):
            for change in [
                lambda: session.play("roll"), session.undo, session.redo, lambda: session.note("help"),
                lambda: session.choose_next("dice", [(1, 6)]), lambda: session.rate(1, 1),
                lambda: session.set_position("toy 2 seat 1 turn 0 score 0 0 coins 0 0"),
            ]:  # fmt: skip
                with pytest.raises(LogWriteError, match="cannot be written .*; nothing was changed; make room"):
                    change()
        assert session.state == state
        assert (session.decision, session.notes, session.rating) == (2, [], None)
        assert session.path.read_bytes() == written
        session.redo()
        play_on(session, 2)
    assert resume(session.path, read_only=True).state == session.state


def test_without_room_for_a_header_no_file_is_left(tmp_path):
    (tmp_path / "x").touch()
    with full_disk(10, tmp_path / "x"), pytest.raises(LogWriteError, match="cannot be written"):
        sit_down(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def failing(*_):
    raise OSError(28, os.strerror(28))


def test_a_line_that_cannot_be_synced_does_not_stand(tmp_path, monkeypatch):
    with sit_down(tmp_path) as session:
        play_on(session, 2)
        written, state = session.path.read_bytes(), session.state
        follower = resume(session.path, read_only=True)
        monkeypatch.setattr(logs.os, "fsync", failing)
        with pytest.raises(LogWriteError, match="No space left"):
            session.play("roll")
        assert session.path.read_bytes() == written
        assert session.state == state
        monkeypatch.setattr(logs.os, "ftruncate", failing)
        with pytest.raises(LogWriteError):
            session.play("roll")
        assert session.state == state
        monkeypatch.undo()
        session.play("draw")  # what could not be taken back then is taken back now
    assert follower.refresh() == 1
    assert follower.state == session.state == resume(session.path, read_only=True).state


def test_what_was_played_together_is_taken_back_together(tmp_path, monkeypatch):
    with sit_down(tmp_path) as session:
        play_on(session, 2)
        written, state = session.path.read_bytes(), session.state
        monkeypatch.setattr(logs.os, "fsync", failing)
        with pytest.raises(LogWriteError, match="what was played last was taken back"), session.together():
            play_on(session, 3)
            session.note("lost")
        assert session.path.read_bytes() == written
        assert (session.state, session.notes) == (state, [])
        monkeypatch.undo()
        play_on(session, 1)
        syncs = []
        monkeypatch.setattr(logs.os, "fsync", syncs.append)
        with session.together(), session.together():
            play_on(session, 3)
            assert session.path.read_bytes().count(b"\n") == 7  # others can read on already
            assert not syncs
        assert len(syncs) == 1


def test_the_line_is_synced_before_play_returns(tmp_path, monkeypatch):
    with sit_down(tmp_path) as session:
        sizes = []
        monkeypatch.setattr(logs.os, "fsync", lambda descriptor: sizes.append(os.fstat(descriptor).st_size))
        play_on(session, 3)
        assert sizes[-1] == session.path.stat().st_size
        assert len(set(sizes)) == 3


def test_a_folder_that_cannot_be_written_is_refused(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    with pytest.raises(LogWriteError, match=r"cannot be written \(.*\); name another folder"):
        sit_down(tmp_path / "file" / "sessions")
    monkeypatch.setattr(logs.os, "open", failing)
    with pytest.raises(LogWriteError, match="cannot be written"):
        sit_down(tmp_path)


@contextmanager
def as_nobody():
    """Root may write everywhere; be nobody for a while."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_in_a_read_only_folder_sessions_can_be_looked_at():
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "sessions"
        with sit_down(folder) as session:
            play_on(session, 2)
        Path(place).chmod(0o755)
        folder.chmod(0o555)
        session.path.chmod(0o444)
        with as_nobody():
            with pytest.raises(LogWriteError, match=r"written \(Permission denied\); open it for reading only"):
                resume(session.path)
            assert resume(session.path, read_only=True).decision == 2
            with pytest.raises(LogWriteError, match="name a folder that can be written"):
                sit_down(folder)
            with pytest.raises(LogWriteError, match="name another folder"):
                sit_down(folder / "more")
        session.path.chmod(0o200)
        with as_nobody(), pytest.raises(LogError, match="cannot be read: Permission denied"):
            resume(session.path)
        folder.chmod(0o755)


def test_a_log_that_others_moved_or_changed_is_not_written(tmp_path):
    with sit_down(tmp_path) as session:
        play_on(session, 1)
        moved = session.path.rename(tmp_path / "moved.jsonl")
        with pytest.raises(LogWriteError, match="was moved or deleted meanwhile"):
            session.play("roll")
        moved.rename(session.path)
        session.play("roll")
        with session.path.open("ab") as file:
            file.write(b"\n")
        with pytest.raises(LogWriteError, match="another program has changed this log"):
            session.play("roll")
        assert session.decision == 2


# ---- one writer at a time


def test_two_sessions_never_write_one_log(tmp_path):
    with sit_down(tmp_path) as session:
        play_on(session, 2)
        with pytest.raises(SessionBusyError, match="is being played elsewhere"):
            resume(session.path)
        assert resume(session.path, read_only=True).decision == 2
    with resume(session.path) as again:
        play_on(again, 1)


def test_a_second_process_waits_until_the_first_is_gone(tmp_path):
    with sit_down(tmp_path) as session:
        play_on(session, 2)
    child = start_child("hold", session.path)
    try:
        assert child.stdout.readline() == "open\n"
        with pytest.raises(SessionBusyError):
            resume(session.path)
        follower = resume(session.path, read_only=True)
        child.stdin.write("play\n")
        child.stdin.flush()
        assert child.stdout.readline() == "3\n"
        assert follower.refresh() == 1
        assert follower.decision == 3
    finally:
        child.kill()
        child.communicate()
    with resume(session.path) as mine:
        assert mine.state == follower.state
        mine.play("roll")


def test_a_file_name_says_nothing_that_a_player_wrote(tmp_path):
    with sit_down(tmp_path, names=["../../etc", "<b>\"';"]) as session:
        assert session.path.parent == tmp_path
        assert session.name.startswith("toy-20250615T")
    names = {sit_down(tmp_path, names=NAMES).name for _ in range(5)}
    assert len(names) == 5


def test_the_header_says_everything_that_a_replay_needs(tmp_path):
    with sit_down(tmp_path, seed="18446744073709551615", kinds=["human", "greedy"]) as session:
        header = read_log(session.path).header
    assert header["seed"] == 2**64 - 1
    assert header["seats"] == [{"name": NAMES[0], "kind": "human"}, {"name": NAMES[1], "kind": "greedy"}]
    assert header["ruleset"] == {
        "name": "standard", "fingerprint": toy.rules().fingerprint, "values": {"target": 20, "coins": 2},
    }  # fmt: skip
    assert header["started"] == "2025-06-15T15:06:41.000Z"
    rest = [header[field] for field in ("schema", "game", "mode", "start", "fork")]
    assert rest == [1, "toy", "play", "standard", None]
