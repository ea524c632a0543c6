"""Ctrl-C: it stops a command in an orderly way, wherever it comes, and says what was kept."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_heard: list[int] = []


class Stopped(KeyboardInterrupt):
    """Ctrl-C, with a sentence on what was kept and how to go on."""


@contextmanager
def listening() -> Iterator[list[int]]:
    """Notice Ctrl-C also where a compiler swallows it: the list is no longer empty then."""
    _heard.clear()
    is_main, usual = threading.current_thread() is threading.main_thread(), signal.getsignal(signal.SIGINT)
    # a shell lets commands in the background ignore it; who sends it all the same wants them to stop
    if not is_main or usual not in (signal.default_int_handler, signal.SIG_IGN):
        yield _heard
        return

    def hear(number: int, frame: Any) -> None:
        """Remember it, and do what Python does."""
        _heard.append(number)
        signal.default_int_handler(number, frame)

    def unraisable(failed: Any) -> None:
        """Pass over what Python would print of the interrupt, or of what it left half made (a compiler's objects)."""
        if not _heard:
            before(failed)

    before, sys.unraisablehook = sys.unraisablehook, unraisable
    signal.signal(signal.SIGINT, hear)
    try:
        yield _heard
    finally:
        signal.signal(signal.SIGINT, usual)
        sys.unraisablehook = before


def stop_if_heard() -> None:
    """Stop now if Ctrl-C was pressed where it could not be heeded.

    Raises
    ------
    KeyboardInterrupt
    """
    if _heard:
        raise KeyboardInterrupt


@contextmanager
def says_when_stopped(what: str) -> Iterator[None]:
    """Let Ctrl-C end with this sentence, where none was said."""
    try:
        yield
    except Stopped:
        raise
    except KeyboardInterrupt:
        raise Stopped(what) from None
    except Exception:
        if _heard:  # a compiler took the interrupt for a failure
            raise Stopped(what) from None
        raise


@contextmanager
def interruptible(stop: threading.Event, insisted: str) -> Iterator[None]:
    """Let the first Ctrl-C stop the work in an orderly way, and the second one at once, with a sentence."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: Any) -> None:
        """Ask for a stop, and insist on it when asked again."""
        if stop.is_set():
            raise Stopped(insisted)
        stop.set()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
