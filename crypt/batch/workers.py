"""Who plays the batches: threads of this process, or the workers of a Dask cluster. Batches come back in order."""

import json
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from ..core.game import CryptError
from . import playing
from .plan import Plan, code_key, plan_of

SECONDS = 0.25  # that a batch of a thread should take: after it the stop flag is looked at
REMOTE_SECONDS = 2.0  # the same on a cluster, where each batch costs a message
LARGEST = 20_000
AHEAD = 4  # batches that each worker may be ahead of what was taken, so that memory is bounded
PATIENCE = 2.0  # seconds that a cancelled simulation waits for batches that are nearly done


class Flag(Protocol):
    """Says whether to stop, as `threading.Event` does."""

    def is_set(self) -> bool:
        """Whether to stop."""
        ...


class Batch(NamedTuple):
    """Games that were played.

    Attributes
    ----------
    first : int
        The index of the first game.
    outcomes : structured array
    """

    first: int
    outcomes: Any


class Spans:
    """Deals out the games in order, in spans that take about as long as they should.

    Parameters
    ----------
    first, games : int
        The next game, and how many there are in all.
    seconds : float
        How long a span should take.
    size : int, optional
        A fixed size. The rows do not depend on it.
    """

    def __init__(self, first: int, games: int, seconds: float, size: int | None = None) -> None:
        self.next, self.games, self._seconds = first, games, seconds
        self._fixed, self._size = size, size or 1

    def take(self) -> tuple[int, int] | None:
        """The next span: its first game and how many; None when all are dealt out."""
        count = min(self._size, self.games - self.next)
        if count <= 0:
            return None
        self.next += count
        return self.next - count, count

    def learn(self, games: int, seconds: float) -> None:
        """Fit the size to what a span has taken; it grows slowly, for the first may have been quick ones."""
        if self._fixed is None:
            wanted = int(games * self._seconds / max(seconds, 1e-6))
            self._size = max(1, min(wanted, 4 * max(self._size, games), LARGEST))


class Team:
    """Threads of this process; compiled batches let them work at the same time.

    Parameters
    ----------
    plan : Plan
    first : int
        The index of the first game.
    workers : int
    cancel : Flag, optional
    size : int, optional
        Games in a batch.
    """

    def __init__(self, plan: Plan, first: int, workers: int, cancel: Flag | None = None, size: int | None = None) -> None:
        self._plan, self._workers, self._cancel = plan, workers, cancel
        self._spans = Spans(first, plan.games, SECONDS, size)
        self._taken = first
        self._ready: dict[int, Any] = {}
        self._busy = 0
        self._news = threading.Condition()
        self._is_stopped = False
        self._error: BaseException | None = None

    def batches(self) -> Iterator[Batch]:
        """Play; the batches in order. When cancelled, those that are finished still come."""
        # daemons: an interrupted program need not wait for a long batch
        threads = [threading.Thread(target=self._work, daemon=True, name=f"games-{i}") for i in range(self._workers)]
        for thread in threads:
            thread.start()
        try:
            while self._taken < self._plan.games:
                outcomes = self._wait()
                if outcomes is None:
                    return
                yield Batch(self._taken - len(outcomes), outcomes)
        finally:
            with self._news:
                self._is_stopped = True
                self._news.notify_all()

    def _wait(self) -> Any:
        """The next results, or None when cancelled and nothing more is ready."""
        patience = PATIENCE
        with self._news:
            while self._taken not in self._ready:
                if self._error:
                    raise self._error
                if self._is_stopped and (patience <= 0 or not self._busy):
                    return None
                self._news.wait(0.05)
                patience -= 0.05 if self._is_stopped else 0.0
                self._is_stopped |= self._cancel is not None and self._cancel.is_set()
            self._is_stopped |= self._cancel is not None and self._cancel.is_set()
            outcomes = self._ready.pop(self._taken)
            self._taken += len(outcomes)
            self._news.notify_all()
            return outcomes

    def _work(self) -> None:
        try:
            while span := self._next_span():
                began = time.perf_counter()
                outcomes, _ = playing.play_batch(self._plan, *span)
                with self._news:
                    self._busy -= 1
                    self._ready[span[0]] = outcomes
                    self._spans.learn(len(outcomes), time.perf_counter() - began)
                    self._news.notify_all()
        except BaseException as error:  # it is raised where the batches are taken
            with self._news:
                self._error = error
                self._news.notify_all()

    def _next_span(self) -> tuple[int, int] | None:
        with self._news:
            while len(self._ready) + self._busy >= AHEAD * self._workers and not self._is_stopped:
                self._news.wait()
            span = None if self._is_stopped else self._spans.take()
            self._busy += span is not None
            return span


# ------------------------------------------------------------------------------------------------ cluster


def play_elsewhere(description: str, code: str, first: int, games: int) -> tuple[Any, float]:
    """Play a batch on a worker of a cluster.

    Parameters
    ----------
    description : str
        Of the plan, as JSON.
    code : str
        What stands for the rules where the batch was ordered.
    first, games : int

    Returns
    -------
    structured array
        The results.
    float
        The seconds that it took.

    Raises
    ------
    CryptError
        When the rules here are others.
    """
    plan = plan_of(description)
    if code_key(plan.game) != code:
        raise CryptError("a worker of the cluster has another version of crypt or numba; install the same everywhere")
    began = time.perf_counter()
    outcomes, _ = playing.play_batch(plan, first, games)
    return outcomes.view(plan.game.outcome_type), time.perf_counter() - began


class Cluster:
    """The workers of a running Dask cluster. One that dies costs the time of its batches and nothing else.

    Parameters
    ----------
    plan : Plan
    first : int
    address : str
        Of the scheduler, such as "tcp://127.0.0.1:8786".
    cancel : Flag, optional
    size : int, optional

    Raises
    ------
    CryptError
        When the cluster cannot be reached, or `distributed` is not installed.
    """

    def __init__(self, plan: Plan, first: int, address: str, cancel: Flag | None = None, size: int | None = None) -> None:
        self._plan, self._cancel = plan, cancel
        self._spans = Spans(first, plan.games, REMOTE_SECONDS, size)
        self._client = connect(address)
        self._order = json.dumps(plan.description), code_key(plan.game)
        self._waiting: deque[tuple[int, int, Any]] = deque()

    def batches(self) -> Iterator[Batch]:
        """Play; the batches in order. When cancelled, those that are finished still come."""
        try:
            while self._fill() and self._is_head_ready():
                first, games, future = self._waiting.popleft()
                outcomes, seconds = self._result(future)
                self._spans.learn(games, seconds)
                yield Batch(first, outcomes)
        finally:
            self._client.cancel([future for _, _, future in self._waiting])
            self._client.close()

    def _fill(self) -> bool:
        """Keep every worker supplied; tell whether anything is to be waited for."""
        is_cancelled = self._cancel is not None and self._cancel.is_set()
        threads = sum(self._client.nthreads().values()) or 1
        while not is_cancelled and len(self._waiting) < 2 * threads + 1 and (span := self._spans.take()):
            # not pure: the same call for another simulation must not be answered from an older one's results
            future = self._client.submit(play_elsewhere, *self._order, *span, pure=False, retries=1)
            self._waiting.append((*span, future))
        return bool(self._waiting)

    def _is_head_ready(self) -> bool:
        while not self._waiting[0][2].done():
            if self._cancel is not None and self._cancel.is_set():
                return False
            time.sleep(0.02)
        return True

    def _result(self, future: Any) -> Any:
        from distributed import CancelledError, KilledWorker

        try:
            return future.result()
        except KilledWorker as error:
            raise CryptError(f"workers of the cluster die again and again over the same games ({error})") from None
        except CancelledError:
            raise CryptError("the cluster has gone away; start it again and go on with --resume") from None


def connect(address: str) -> Any:
    """A client of a running Dask scheduler.

    Raises
    ------
    CryptError
    """
    try:
        from distributed import Client
    except ImportError:
        raise CryptError("a cluster needs the package distributed; install it with: pip install 'crypt[dask]'") from None
    try:
        return Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        message = f"there is no Dask scheduler at {address[:60]!r} ({reason[:100]}); start one or leave it out"
        raise CryptError(message) from None
