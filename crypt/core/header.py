"""The first lines of a session log: its header, and the history that a fork takes along."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from importlib import metadata
from typing import Any

from . import chance
from .asking import HUMAN
from .game import CryptError, IllegalError, UnreadableError
from .history import History, state_schema
from .lines import SCHEMA, Line

MODES = ("play", "design")
LONGEST_KIND = 100


@cache
def version() -> str:
    """The version of crypt."""
    try:
        return metadata.version("crypt")
    except metadata.PackageNotFoundError:
        return "unknown"


def make_header(
    history: History, kinds: Sequence[str], mode: str, began: datetime, start: str | None, fork: Line | None = None
) -> Line:
    """Write the header of a session that stands at its start.

    Parameters
    ----------
    history : History
    kinds : sequence of str
        By seat: "human" or a bot's name.
    mode : str
        "play" or "design".
    began : datetime
        UTC.
    start : str or None
        The position in notation that it starts from.
    fork : dict, optional
        The session that it is a fork of, and the decision from which.
    """
    ruleset = history.ruleset
    return {
        "type": "session",
        "schema": SCHEMA,
        "version": version(),
        "game": history.game.name,
        "mode": mode,
        "started": began.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "seats": [{"name": name, "kind": kind} for name, kind in zip(history.names, kinds, strict=True)],
        "seed": history.seed,
        "start": "standard" if start is None else {"notation": start},
        "fork": fork,
        "ruleset": {"name": ruleset.name, "fingerprint": ruleset.fingerprint, "values": ruleset.values},
        "state_schema": state_schema(history.game.state_type),
        "hash": history.steps[0].hash,
    }


def start_of(header: Line) -> str | None:
    """The position in notation that a session starts from, or None."""
    return None if header["start"] == "standard" else header["start"]["notation"]


def lines_of(history: History, last: int, notes: Sequence[Any]) -> list[Line]:
    """The lines that lead straight to a step, without what was undone, and with the notes on the way.

    A note stands where it was written; one that was written later than that step comes last.
    """
    lines: list[Line] = []
    final = history.steps[last].decision
    waiting = sorted((note for note in notes if note.decision <= final), key=lambda note: note.written)
    for i, step in enumerate(history.steps[: last + 1]):
        if i:
            # hashes as of today: the log may have been written when positions were laid out otherwise
            lines.append({**step.line, "hash": step.hash})
            lines += history.end_lines(step, step.line["clock"])
        is_last_of_it = i == last or history.steps[i + 1].decision > step.decision
        while is_last_of_it and waiting and (waiting[0].written == step.decision or step.decision == final):
            lines.append(note_line(waiting.pop(0), step.decision))
    return lines


def note_line(note: Any, n: int) -> Line:
    """The line of a note that stands after `n` decisions; one on an earlier moment names it (`on`)."""
    more = {
        "seat": note.seat, "on": note.decision if note.decision < n else None, "taken_back": note.is_taken_back or None,
    }  # fmt: skip
    line = {"type": "note", "n": n, "text": note.text, "clock": note.clock}
    return line | {name: value for name, value in more.items() if value is not None}


def check_kinds(kinds: Sequence[str] | None, seats: int) -> list[str]:
    """Check the kinds of the seats: "human", or the name of a bot.

    Raises
    ------
    CryptError
    """
    full = [HUMAN] * seats if kinds is None else list(kinds)
    if len(full) != seats:
        raise CryptError(f"{len(full)} kinds for {seats} seats; give one for each")
    for kind in full:
        if not isinstance(kind, str) or not 1 <= len(kind) <= LONGEST_KIND or not kind.isprintable():
            raise CryptError(f"{str(kind)[:40]!r} is no kind of a seat; write human, or the name of a bot")
    return full


def check_mode(mode: str) -> str:
    """Check the mode of a session.

    Raises
    ------
    CryptError
    """
    if mode not in MODES:
        raise CryptError(f"there is no mode {str(mode)[:40]!r} (modes: {', '.join(MODES)})")
    return mode


def check_seed(seed: int | str | None) -> int:
    """Read a seed; None gives one that nobody chose.

    Raises
    ------
    UnreadableError
        When it is not a whole number of 64 bits.
    """
    try:
        return chance.fresh_seed() if seed is None else chance.check_seed(seed)
    except ValueError as error:
        raise UnreadableError(str(error)) from None


def check_stream(stream: int | str) -> int:
    """Read which stream of chance is meant.

    Raises
    ------
    IllegalError
    """
    if stream in chance.STREAM_NAMES:
        return chance.STREAM_NAMES.index(str(stream))
    if isinstance(stream, int) and 0 <= stream < len(chance.STREAM_NAMES):
        return int(stream)
    raise IllegalError(f"there is no stream of chance {str(stream)[:40]!r} (streams: {', '.join(chance.STREAM_NAMES)})")
