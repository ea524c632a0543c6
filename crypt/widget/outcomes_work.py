"""Work that would keep a page from answering: done in threads, its results taken on the page's own loop."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from .guard import guarded
from .wire import running_loop

Say = Callable[[str, str], None]
NEWS_SECONDS = 0.25  # between two messages of how far long work is


class Desk:
    """Pieces of work, done one after the other in a thread.

    Parameters
    ----------
    say : callable
        Takes the sentence and its tone, when a piece fails.

    Attributes
    ----------
    waiting : int
        Pieces that are not done.
    """

    def __init__(self, say: Say) -> None:
        self._say, self.waiting = say, 0
        self._pool = ThreadPoolExecutor(1, "desk")

    def do(
        self, work: Callable[[], Any], then: Callable[[Any], None], failed: Callable[[], None] = lambda: None
    ) -> None:
        """Do something in the thread, and give its result to `then` on the loop; where that fails, call `failed` there."""
        loop = running_loop()
        if loop is None:
            self._end(lambda: then(work()), failed)
            return
        self.waiting += 1
        future = self._pool.submit(work)
        future.add_done_callback(lambda done: _post(loop, lambda: self._take(done, then, failed)))

    def _take(self, done: Future, then: Callable[[Any], None], failed: Callable[[], None]) -> None:
        self.waiting -= 1
        self._end(lambda: then(done.result()), failed)

    def _end(self, end: Callable[[], None], failed: Callable[[], None]) -> None:
        def say(text: str, tone: str) -> None:
            failed()
            self._say(text, tone)

        guarded(end, say)


class Long:
    """Long work in a thread of its own, which tells how far it is and can be cancelled.

    Parameters
    ----------
    work : callable
        Takes a flag to look at, and a function that takes news.
    told : callable
        Takes news on the page's loop, not too often.
    over : callable
        Called on the loop when the work has ended, however it did, with its result or None.
    say : callable
        Takes the sentence and its tone, when it fails.
    """

    def __init__(
        self, work: Callable[[threading.Event, Callable[[Any], None]], Any], told: Callable[[Any], None],
        over: Callable[[Any], None], say: Say,
    ) -> None:  # fmt: skip
        self._work, self._told, self._over, self._say = work, told, over, say
        self._cancelled, self._last = threading.Event(), 0.0
        self._loop = running_loop()
        self.is_running = False

    @property
    def is_cancelled(self) -> bool:
        """Whether it was asked to stop."""
        return self._cancelled.is_set()

    def start(self) -> "Long":
        """Begin; without a loop all of it is done at once."""
        self.is_running = True
        if self._loop is None:
            self._run()
        else:
            threading.Thread(target=self._run, daemon=True).start()
        return self

    def cancel(self) -> None:
        """Stop soon; what is finished is kept."""
        self._cancelled.set()

    def _run(self) -> None:
        found: list[Any] = []
        guarded(lambda: found.append(self._work(self._cancelled, self._tell)), self._failed)
        self._post(lambda: self._end(found[0] if found else None))

    def _failed(self, text: str, tone: str) -> None:
        self._post(lambda: self._say(text, tone))

    def _end(self, result: Any) -> None:
        self.is_running = False
        guarded(lambda: self._over(result), self._say)

    def _tell(self, news: Any) -> None:
        if time.monotonic() - self._last >= NEWS_SECONDS:
            self._last = time.monotonic()
            self._post(lambda: guarded(lambda: self._told(news), self._say))

    def _post(self, call: Callable[[], None]) -> None:
        if self._loop is None:
            call()
        else:
            _post(self._loop, call)


def _post(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the loop has ended with its page
        loop.call_soon_threadsafe(call)
