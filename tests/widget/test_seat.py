"""Who plays a session: a page that gave it up leaves it to whoever took it, who may only be reloading."""

import pytest

from crypt.widget import seat


@pytest.fixture
def clock(monkeypatch):
    """The time, which the test sets."""
    now = [10.0]
    monkeypatch.setattr(seat.time, "monotonic", lambda: now[0])
    return now


def test_a_page_that_gave_a_session_up_waits_for_a_reload(tmp_path, clock, monkeypatch):
    path, free = tmp_path / "a.jsonl", [True]
    monkeypatch.setattr(seat, "is_free", lambda path: free[0])
    assert seat._may_take(path)  # it never had it
    monkeypatch.setitem(seat._given_up, path, None)
    assert not seat._may_take(path)
    clock[0] += seat.GRACE_SECONDS - 1
    assert not seat._may_take(path)
    free[0] = False  # the other page has come back
    assert not seat._may_take(path)
    free[0] = True
    clock[0] += 2
    assert not seat._may_take(path)
    clock[0] += seat.GRACE_SECONDS
    assert seat._may_take(path)


def test_a_page_that_asks_for_a_session_does_not_wait(tmp_path, monkeypatch):
    path = tmp_path / "a.jsonl"
    monkeypatch.setattr(seat, "is_free", lambda path: True)
    monkeypatch.setitem(seat._given_up, path, None)
    seat._request(path).write_text("1")
    assert seat._may_take(path)
