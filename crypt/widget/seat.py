"""Who plays a session: the one page that holds its lock; others follow it, and can take it over."""

import gc
import os
import threading
import time
import warnings
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from ..core.catalog import catalog, find_game
from ..core.game import CryptError
from ..core.log import SessionBusyError, is_free
from ..core.ruleset import load_ruleset
from ..core.session import Session, TornLineWarning
from .lobby import sessions_folder

REQUEST_SECONDS = 10

# A page that gave a session up waits until whoever took it has had the time to reload.
GRACE_SECONDS = 5
_given_up: dict[Path, float | None] = {}  # since when nobody plays them


def sit_down(path: Path) -> Session:
    """Open a session to play it, or to follow it while somebody else does."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TornLineWarning)  # the session's remarks say it, and the page shows them
        try:
            return Session.open(path)
        except SessionBusyError:
            return Session.open(path, read_only=True)


def check_open(is_secret: bool, done: str) -> None:
    """Check that no hands are hidden in a session that is to be taken elsewhere.

    Parameters
    ----------
    is_secret : bool
    done : str
        What is done with it: "forked", "saved".

    Raises
    ------
    CryptError
    """
    if is_secret:
        raise CryptError(f"hands are hidden: this game can be {done} when it is over")


def fork(session: Session, at: int | None, mode: str | None = None) -> Session:
    """Begin a session from a moment of another (None: the present) in the data folder.

    Raises
    ------
    CryptError
        While hands are hidden: a copy that is played to its end would open them.
    """
    check_open(session.is_secret, "forked")
    return session.fork(at, mode=mode, folder=sessions_folder())


def look_round(session: Session) -> tuple[Session, bool]:
    """Give the session up when it was asked for; bring it up to date, and take it when nobody else plays it.

    Returns
    -------
    Session
        The same, or the one that takes its place.
    bool
        Whether there is anything new to show.
    """
    if session.path is None:
        return session, False
    if not session.read_only:
        return _give_up(session)
    if _is_wanted(session.path) and not _is_mine(session.path):
        return session, bool(session.refresh())  # somebody else has asked first
    if not _may_take(session.path):
        return session, bool(session.refresh())
    _given_up.pop(session.path, None)
    taken = sit_down(session.path)
    _request(session.path).unlink(missing_ok=True)
    return taken, True


def _give_up(session: Session) -> tuple[Session, bool]:
    assert session.path is not None
    if not _is_wanted(session.path) or _is_mine(session.path):
        return session, False
    session.close()
    _given_up[session.path] = None
    return Session.open(session.path, read_only=True), True


def _may_take(path: Path) -> bool:
    """Tell whether nobody plays a session; where this page gave it up, whether that is so for more than a moment."""
    free = is_free(path)
    if path not in _given_up or _is_wanted(path):
        return free
    _given_up[path] = (_given_up[path] or time.monotonic()) if free else None
    since = _given_up[path]
    return since is not None and time.monotonic() - since >= GRACE_SECONDS


def ask(session: Session) -> None:
    """Ask the page that plays a session to let go."""
    if session.path is None or not session.read_only:
        raise CryptError("this page plays the session already")
    _request(session.path).write_text(str(os.getpid()))


def _request(path: Path) -> Path:
    return path.with_name(f".{path.name}.wanted")


def _is_wanted(path: Path) -> bool:
    """Tell whether some page has asked for the session just now; one that asked long ago has gone."""
    with suppress(OSError):
        return time.time() - _request(path).stat().st_mtime < REQUEST_SECONDS
    return False


def _is_mine(path: Path) -> bool:
    with suppress(OSError):
        return _request(path).read_text() == str(os.getpid())
    return False


_warm = threading.Event()


def is_warm() -> bool:
    """Tell whether `warm_up` has done its work."""
    return _warm.is_set()


@cache
def warm_up() -> None:
    """Load what a first click would wait for; then load what the overlay needs.

    Of the games, only the one that the form for a new game shows first: the others load in a part of a second when they
    are chosen, and whoever does not play them has more memory left.
    """
    game = find_game(next(iter(catalog())))
    names = [f"{i}" for i in range(game.players[0])]
    session = Session.new(game, names, load_ruleset(game), seed=1)
    for _ in range(3):
        session.play(session.legal()[0])
    import_module("crypt.widget.overlay")  # with networkx: the board need not wait for it
    gc.collect()
    gc.freeze()  # what is loaded stays: no click waits until the collector has looked through all of it
    _warm.set()
