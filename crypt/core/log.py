"""The session log on disk: one file of JSON lines for each session.

The first line is the header; then comes one line for each decision, note and mark, in the order in which they were
made. A line is written and synced before the session goes on, so that what a session has acknowledged survives a killed
process.
"""

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

from filelock import FileLock, Timeout

from .game import CryptError
from .lines import BOM, Line, LogError, encode, parse

SUFFIX = ".jsonl"
PATIENCE = 0.2  # seconds; who only looks whether a log is free holds its lock for a moment


class LogWriteError(CryptError):
    """The log cannot be written; what was to be written down has not happened."""


class SessionBusyError(CryptError):
    """Another process writes this session."""


@dataclass(frozen=True)
class Log:
    """A log that was read.

    Attributes
    ----------
    path : Path
    header : dict
        The first line.
    lines : list of (int, dict)
        The other lines and their numbers, counted from 1.
    size : int
        Bytes up to the end of the last whole line.
    torn : int
        The number of a torn last line, or 0.
    last : bytes
        The last whole line as it stands in the file.
    """

    path: Path
    header: Line
    lines: list[tuple[int, Line]]
    size: int
    torn: int
    last: bytes

    @property
    def torn_remark(self) -> str:
        """What to say of a torn last line, or ""."""
        return f"{self.path.name}, line {self.torn}: is not complete and does not count" if self.torn else ""


def read_log(path: str | Path) -> Log:
    """Read a session log.

    Raises
    ------
    LogError
        For a file that cannot be read, is not a log, is of a newer schema, or has a broken line before its last.
    """
    path = Path(path)
    return log_of(path, _read_bytes(path))


def log_of(path: Path, data: bytes) -> Log:
    """Read a session log from bytes; the path serves its errors.

    Raises
    ------
    LogError
    """
    if not data.removeprefix(BOM).strip(b"\0 \r\n"):
        raise LogError(f"{path}: is empty; a session log begins with a header line", 1)
    if not data.partition(b"\n")[0].removeprefix(BOM).strip():
        raise LogError(f"{path.name}, line 1: is empty; take the empty lines above the header out", 1)
    lines, used, torn = parse(data, 1, path.name)
    if not lines:
        raise LogError(f"{path.name}, line 1: the header is not complete, so no game can be read from this file", 1)
    header = lines.pop(0)[1]
    return Log(path, header, lines, used, torn, _last_line(data[:used]))


def _last_line(data: bytes) -> bytes:
    return data[data.rstrip(b"\r\n").rfind(b"\n") + 1 :]


def _read_bytes(path: Path, offset: int = 0) -> bytes:
    try:
        with path.open("rb") as file:
            file.seek(offset)
            return file.read()
    except FileNotFoundError:
        raise LogError(f"{path}: there is no such session log") from None
    except IsADirectoryError:
        raise LogError(f"{path}: this is a folder; name a session log ({SUFFIX}) in it") from None
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror or error}") from None


class LogTail:
    """Follows a log that another process writes.

    Parameters
    ----------
    log : Log
        What was read of it so far.
    """

    def __init__(self, log: Log) -> None:
        self._path, self._size, self._last = log.path, log.size, log.last
        self._number = log.lines[-1][0] if log.lines else 1

    def read_on(self) -> list[tuple[int, Line]] | None:
        """Read the lines that were appended since the last time.

        Returns
        -------
        list of (int, dict) or None
            None when what was read before is no longer there (a failed write was taken back): then read all of it anew.

        Raises
        ------
        LogError
        """
        data = _read_bytes(self._path, self._size - len(self._last))
        if not data.startswith(self._last):
            return None
        new = data[len(self._last) :]
        if not new.strip():
            return []
        lines, used, _ = parse(new, self._number + 1, self._path.name, whole_only=True)
        if lines:
            self._number = lines[-1][0]
            self._size += used
            self._last = _last_line(new[:used])
        return lines


class LogFile:
    """A log that is being written; nobody else writes it until it is closed.

    Made by `create` or `open`.
    """

    def __init__(self, path: Path, descriptor: int, size: int, lock: FileLock) -> None:
        self.path = path
        self.size = size  # of what has been acknowledged
        self._descriptor = descriptor
        self._lock = lock
        self._batch_start: int | None = None
        self._is_dirty = False

    @classmethod
    def create(cls, path: Path, lines: list[Line]) -> "LogFile":
        """Begin a log with its first lines.

        Raises
        ------
        LogWriteError
            When the file cannot be made; then none is left behind.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            _refuse(path.parent, error, "name another folder")
        lock = take_lock(path)
        try:
            file = cls(path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o666), 0, lock)
        except OSError as error:
            lock.release()
            lock_path(path).unlink(missing_ok=True)
            _refuse(path, error, "name a folder that can be written")
        try:
            file.append(lines)
            _sync_folder(path.parent)
        except CryptError:
            file.close()
            path.unlink()
            lock_path(path).unlink(missing_ok=True)
            raise
        return file

    @classmethod
    def open(cls, path: Path) -> tuple["LogFile", Log]:
        """Go on with a log; a torn last line is moved to a file beside it (``.torn``).

        Returns
        -------
        LogFile
        Log
            What stands in it.

        Raises
        ------
        SessionBusyError
            When it is being written elsewhere.
        LogError, LogWriteError
        """
        read_log(path)  # a file that is no log gets no lock file beside it
        lock = take_lock(path, PATIENCE)
        try:
            log = read_log(path)
            file = cls(path, os.open(path, os.O_RDWR | os.O_APPEND), log.size, lock)
        except OSError as error:
            lock.release()
            _refuse(path, error, "open it for reading only")
        except CryptError:
            lock.release()
            raise
        try:
            file._tidy(log)
        except CryptError:
            file.close()
            raise
        return file, log

    def _tidy(self, log: Log) -> None:
        """Leave nothing after the last whole line but its line break."""
        try:
            rest = os.pread(self._descriptor, os.fstat(self._descriptor).st_size - log.size, log.size)
            if log.torn:
                _set_aside(self.path, rest)
            if rest:
                os.ftruncate(self._descriptor, log.size)
            if not log.last.endswith(b"\n"):
                self.size += os.write(self._descriptor, b"\n")
            os.fsync(self._descriptor)
        except OSError as error:
            _refuse(self.path, error, "open it for reading only")

    def append(self, lines: list[Line]) -> None:
        """Write lines, and sync them unless a batch is open.

        Raises
        ------
        LogWriteError
            When they are not safely on disk; then the file is as it was before.
        """
        data = b"".join(encode(line) for line in lines)
        self._check_in_place()
        try:
            _write_all(self._descriptor, data)
            if self._batch_start is None:
                os.fsync(self._descriptor)
        except OSError as error:
            self._cut_back(self.size)
            _refuse(self.path, error, "nothing was changed; make room on the disk and try again")
        self.size += len(data)

    def begin_batch(self) -> None:
        """From now on lines are written at once, but synced together at the end of the batch."""
        self._batch_start = self.size

    def end_batch(self) -> None:
        """Sync the lines of the batch.

        Raises
        ------
        LogWriteError
            When that fails; then the file is as it was before the batch.
        """
        start, self._batch_start = self._batch_start, None
        if start == self.size:
            return
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            self.size = self.size if start is None else start
            self._cut_back(self.size)
            _refuse(self.path, error, "what was played last was taken back; make room on the disk and try again")

    def close(self) -> None:
        """Let others write the log; nothing is lost by not calling this."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
            self._lock.release()

    def __del__(self) -> None:
        self.close()  # a session that was forgotten keeps nobody out

    def _check_in_place(self) -> None:
        """Refuse to write where the lines would be lost or land behind somebody else's."""
        if self._descriptor < 0:
            raise LogWriteError(f"{self.path.name}: this session is closed; open it again")
        if self._is_dirty:
            self._cut_back(self.size)
        mine = os.fstat(self._descriptor)
        try:
            found = self.path.stat()
        except OSError:
            found = None
        if found is None or (found.st_dev, found.st_ino) != (mine.st_dev, mine.st_ino):
            raise LogWriteError(f"{self.path}: was moved or deleted meanwhile; put it back, or fork the session")
        if mine.st_size != self.size:
            raise LogWriteError(f"{self.path}: another program has changed this log; open the session anew")

    def _cut_back(self, size: int) -> None:
        """Take away what a failed write has left; where that fails too, it is done before the next write."""
        try:
            os.ftruncate(self._descriptor, size)
            os.fsync(self._descriptor)
            self._is_dirty = False
        except OSError:
            self._is_dirty = True


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _set_aside(path: Path, rest: bytes) -> None:
    """Keep a torn line in a file of its own; it must be there before it goes from the log."""
    with path.with_name(path.name + ".torn").open("ab") as file:
        file.write(rest.rstrip(b"\n") + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # not every system can; the file itself is synced
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def lock_path(path: Path) -> Path:
    """The file that is locked while a log is written; it stays when the lock is gone."""
    return path.with_name(f".{path.name}.lock")


def take_lock(path: Path, patience: float = 0) -> FileLock:
    """Become the only one who writes a log.

    Parameters
    ----------
    path : Path
        Of the log.
    patience : float
        Seconds to wait for somebody who holds it.

    Raises
    ------
    SessionBusyError
        When somebody else is.
    LogWriteError
    """
    # a lock of the operating system: a killed process holds none. It must not lie on the log itself, which an older
    # filelock would empty on opening
    lock = FileLock(lock_path(path), thread_local=False)
    try:
        lock.acquire(timeout=patience, poll_interval=0.02)
    except Timeout:
        message = f"{path.name}: this session is being played elsewhere; close it there, or open it for reading only"
        raise SessionBusyError(message) from None
    except OSError as error:
        _refuse(path, error, "open it for reading only, or name a folder that can be written")
    return lock


def is_free(path: Path) -> bool:
    """Tell whether nobody writes a log; cheaper than to open the session and fail.

    Parameters
    ----------
    path : Path
        Of the log.

    Raises
    ------
    LogWriteError
    """
    if not lock_path(path).exists():
        return True  # and none is made, where perhaps none can be
    try:
        take_lock(path).release()
    except SessionBusyError:
        return False
    return True


def _refuse(path: Path, error: OSError, advice: str) -> NoReturn:
    raise LogWriteError(f"{path}: cannot be written ({error.strerror or error}); {advice}") from None


def new_path(folder: str | Path, game: str, started: datetime) -> Path:
    """A new name for a log: game, time and chance; nothing that a player wrote."""
    return Path(folder) / f"{game}-{started.astimezone(UTC):%Y%m%dT%H%M%SZ}-{secrets.token_hex(4)}{SUFFIX}"
