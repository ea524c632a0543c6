"""The shelf: the logged sessions of a folder, listed without being played, found, taken in and deleted."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from .catalog import catalog, find_game
from .game import CryptError, Game
from .lines import BOM, Line, LogError, check
from .log import SUFFIX, LogFile, LogWriteError, log_of, new_path, take_lock
from .replay import ReplayError, replayer_of
from .ruleset import DIGITS

LONGEST_HEADER = 4_000_000
OF_RUN = re.compile(rf"-[0-9]+p-.+-[0-9a-f]{{{DIGITS}}}-([0-9]+)-([0-9]+)$")  # the end of the name of a simulated game's log
KEPT_AT = re.compile(r"-([0-9]{8}T[0-9]{6}Z)-[0-9a-f]{8}$")  # the end of the name of a log that was begun or taken in
WINDOW = 8192  # bytes at the end of a log that are read at first
MOVES = ("decision", "undo", "redo", "chance", "position", "end")


@dataclass(frozen=True)
class SessionSummary:
    """A logged session at a glance.

    Attributes
    ----------
    path : Path
    game, mode, started : str
        As the header says; "" where it cannot be read.
    names, kinds : list of str
        By seat.
    decisions : int
    finished : bool
        Whether the game has come to its end.
    is_secret : bool
        Whether hands are hidden in it, since the game has not been over yet.
    result : str
        Such as "won"; "" where the game has not come to its end.
    fork_of : str
        The name of the session that it is a fork of, or "".
    problem : str
        What is wrong with the file, or "".
    """

    path: Path
    game: str = ""
    mode: str = ""
    started: str = ""
    names: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    decisions: int = 0
    finished: bool = False
    is_secret: bool = False
    result: str = ""
    fork_of: str = ""
    problem: str = ""

    @property
    def name(self) -> str:
        """The name of the log without its ending."""
        return self.path.stem

    @property
    def run(self) -> str:
        """What tells a simulated game from others of its run; "" for sessions that were played."""
        return run_words(self.name)

    @property
    def taken_in(self) -> str:
        """When this copy was made or came from elsewhere, as the header says times; "" for a session that was begun here."""
        kept = KEPT_AT.search(self.name)
        at = f"{datetime.strptime(kept[1], '%Y%m%dT%H%M%SZ'):%Y-%m-%dT%H:%M:%SZ}" if kept else ""
        return "" if at[:19] == self.started[:19] else at


def run_words(name: str) -> str:
    """Which game of a run a log is of: "seed 1, game 100"; "" for sessions that were played.

    Parameters
    ----------
    name : str
        Of the log without its ending. The games of a run are counted from 0.
    """
    found = OF_RUN.search(name)
    return f"seed {found[1]}, game {found[2]}" if found else ""


def list_sessions(folder: str | Path) -> list[SessionSummary]:
    """List the logged sessions of a folder, broken ones too, with what is wrong with them: what came last is first.

    Raises
    ------
    LogError
        When the folder cannot be read.
    """
    try:
        paths = [path for path in Path(folder).iterdir() if path.suffix == SUFFIX and not path.name.startswith(".")]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise LogError(f"{folder}: cannot be read as a folder of sessions: {error.strerror or error}") from None
    return sorted(map(summarize, paths), key=lambda found: (found.taken_in or found.started, found.name), reverse=True)


def summarize(path: Path) -> SessionSummary:
    """Read the head and the tail of a log."""
    try:
        header = _read_header(path)
    except OSError as error:
        return SessionSummary(path, problem=f"{path.name}: cannot be read: {error.strerror or error}")
    except LogError as error:
        return SessionSummary(path, problem=str(error))
    decisions, result, problem = 0, "", ""
    try:
        last = next((line for line in _lines_from_end(path) if line["type"] in MOVES), header)
        decisions, result = last.get("n", 0), last.get("result", "")
    except (OSError, LogError) as error:
        problem = str(error)
    return SessionSummary(
        path, header["game"], header["mode"], header["started"],
        [seat["name"] for seat in header["seats"]], [seat["kind"] for seat in header["seats"]],
        decisions, bool(result), not result and _is_secret(path, header), result,
        str((header["fork"] or {}).get("session", "")), problem,
    )  # fmt: skip


def _is_secret(path: Path, header: Line) -> bool:
    """Tell whether hands are hidden in a session that has no result: an end that was taken back has opened them."""
    try:
        if header["game"] not in catalog() or not find_game(header["game"]).hides_until_the_end(header["mode"]):
            return False
        return not any(line["type"] == "end" for line in _lines_from_end(path))
    except (OSError, CryptError):  # also where the game cannot be loaded
        return True


def _read_header(path: Path) -> Line:
    with path.open("rb") as file:
        first = file.readline(LONGEST_HEADER)
    if not first.removeprefix(BOM).strip():
        raise LogError(f"{path.name}, line 1: is empty; a session log begins with a header line", 1)
    try:
        header = json.loads(first.removeprefix(BOM).decode())
    except (ValueError, RecursionError):
        raise LogError(f"{path.name}, line 1: the header cannot be read", 1) from None
    check(header, 1, path.name)
    return header


def _lines_from_end(path: Path) -> Iterator[Line]:
    """The lines of a log from its end, each read when it is asked for; a last one that was cut off is passed over."""
    for number, piece in enumerate(_pieces_from_end(path)):
        try:
            line = json.loads(piece.removeprefix(BOM).decode())
            if not isinstance(line, dict) or line.get("type") == "session":
                return
            check(line, -1, path.name)
        except (ValueError, RecursionError):
            if number:
                raise LogError(f"{path.name}: a line near its end cannot be read") from None
            continue
        except LogError as error:
            raise LogError(str(error).replace("line -1", "near its end")) from None
        yield line


def _pieces_from_end(path: Path) -> Iterator[bytes]:
    """The lines of a file as bytes, the last first, read in ever larger windows."""
    with path.open("rb") as file:
        end = file.seek(0, 2)
        window, rest = WINDOW, b""
        while end > 0:
            start = max(0, end - window)
            file.seek(start)
            first, *whole = (file.read(end - start) + rest).split(b"\n")
            yield from (piece for piece in reversed(whole) if piece.strip())
            end, rest, window = start, first, 2 * window
        if rest.strip():
            yield rest


def find_session(folder: str | Path, name: str) -> Path:
    """Find the log of a session by its name, such as a link gives it.

    Raises
    ------
    CryptError
        When there is none.
    """
    path = Path(folder) / f"{name}{SUFFIX}"
    # a name comes from outside and must not lead out of the folder
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,99}", name) or not path.is_file():
        raise CryptError(f"there is no session {name[:60]!r} in {folder}; choose one from the list")
    return path


def take_in(folder: str | Path, data: bytes, game: Game | None = None, source: str = "the file") -> Path:
    """Keep a log that came from elsewhere under a new name, when it replays; `source` is what errors call it.

    Raises
    ------
    CryptError
        For data that is no log of a known game, or does not replay; then nothing is kept.
    """
    log = log_of(Path(source), data)
    replayer = replayer_of(log, game)
    difference = replayer.difference_at_start(log) or replayer.follow(log.lines)
    if difference:
        raise ReplayError(f"{source}, {difference}; the log was edited, or is of other rules", difference.decision)
    now = datetime.now(UTC)
    if f"{now:%Y-%m-%dT%H:%M:%S}" == log.header["started"][:19]:
        now += timedelta(seconds=1)  # its name tells a copy by another second than that in which the session was begun
    path = new_path(folder, replayer.history.game.name, now)
    LogFile.create(path, [log.header, *(line for _, line in log.lines)]).close()
    return path


def delete_session(path: str | Path) -> None:
    """Delete a session's log and what lies beside it.

    Raises
    ------
    SessionBusyError
        When it is being played.
    LogError, LogWriteError
    """
    path = Path(path)
    if not path.is_file():
        raise LogError(f"{path}: there is no such session log")
    lock = take_lock(path)
    try:
        path.with_name(path.name + ".torn").unlink(missing_ok=True)
        path.unlink()
        for beside in path.parent.iterdir():
            if beside.name.startswith(f".{path.name}."):  # the lock, and whatever the pages keep there
                beside.unlink(missing_ok=True)
    except OSError as error:
        raise LogWriteError(f"{path}: cannot be deleted ({error.strerror or error})") from None
    finally:
        lock.release()
