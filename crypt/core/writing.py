"""How a session is written down: each line is on disk before what it says is done."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Self

from .game import CryptError, IllegalError
from .header import version
from .history import Step, Verdict
from .lines import Line
from .log import LogFile, LogTail, LogWriteError
from .replay import Replayer
from .view import SessionView

Clock = Callable[[], float]  # gives seconds since 1970, as `time.time` does


class ReadOnlyError(CryptError):
    """The session is open for reading only, or closed."""


class SessionWriter(SessionView):
    """A session that can be written down."""

    def __init__(
        self,
        header: Line,
        replayer: Replayer,
        path: Path | None,
        file: LogFile | None = None,
        clock: Clock = time.time,
        tail: LogTail | None = None,
    ) -> None:
        super().__init__(header, replayer, path, tail is not None)
        self._file, self._clock, self._tail = file, clock, tail
        self._is_closed = self._is_together = False
        self._zero = clock() - replayer.clock

    def close(self) -> None:
        """Let others play on; reading stays possible."""
        self._is_closed = True
        if self._file:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write down what is played inside the block as it comes, and sync it to disk once, at the end.

        Raises
        ------
        LogWriteError
            When that fails; then nothing of the block was played.
        """
        if self._file is None or self._is_together:
            yield
            return
        kept = self._replayer.keep()
        self._is_together = True
        self._file.begin_batch()
        try:
            yield
        finally:
            self._is_together = False
            try:
                self._file.end_batch()
            except LogWriteError:
                self._replayer.restore(kept)
                raise

    def _may_change(self) -> Verdict:
        if self._is_closed:
            return Verdict("this session is closed; open it again")
        return Verdict("this session is open for reading only; open it for playing" if self.read_only else "")

    def _check_may_change(self) -> None:
        verdict = self._may_change()
        if not verdict:
            raise ReadOnlyError(verdict.reason)

    def _check_design(self, what: str) -> None:
        self._check_may_change()
        if self.mode != "design":
            raise IllegalError(f"{what} in design mode only; fork the session in design mode")

    def _seconds(self) -> float:
        """Seconds of the session; a clock that is set back does not bring them back."""
        return max(self._replayer.clock, round(self._clock() - self._zero, 3))

    def _add_mark(self, step: Step, mark: Line) -> None:
        line = {"type": mark["type"], "n": step.decision} | mark | {"clock": self._seconds(), "hash": step.hash}
        self._add(replace(step, line=line))

    def _add(self, step: Step) -> None:
        self._write([step.line, *self._replayer.history.end_lines(step, step.line["clock"])])
        self._replayer.add(step)

    def _move(self, to: int, mark: Line) -> None:
        """Go to another step, one after the other, and write each down."""
        history = self._replayer.history
        by = 1 if to > history.present else -1
        with self.together():
            while history.present != to:
                target = history.steps[history.present + by]
                line = {"type": mark["type"], "n": target.decision} | mark | {"clock": self._seconds()}
                self._write([line, *history.end_lines(target, line["clock"])])
                history.go_to(history.present + by)

    def _write(self, lines: list[Line]) -> None:
        """Write lines down; what they say is done only afterwards."""
        if not self._replayer.compares_hashes:
            # from here on positions are laid out as today
            mark = {"type": "version", "n": self.decision, "version": version(), "clock": lines[0]["clock"]}
            lines = [mark | {"state_schema": self._replayer.own_schema}, *lines]
        if self._file:
            self._file.append(lines)
        self._replayer.schema = self._replayer.own_schema
        self._replayer.clock = lines[-1]["clock"]
