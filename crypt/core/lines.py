"""The lines of a session log: what each kind holds, how they are written and read.

Lines are separated by a line feed and by nothing else; inside a line, everything that some reader of text may take for
the end of a line is written as an escape.
"""

import json
import re
from typing import Any

from .game import CryptError

SCHEMA = 1
BOM = b"\xef\xbb\xbf"  # some editors put it before a file's first line
Line = dict[str, Any]

_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NUMBER = (int, float)
_MARK: dict[str, tuple[type, ...]] = {"n": (int,), "clock": _NUMBER}

# what each kind of line must hold; `n` is always the number of decisions made when it was written, its own included
FIELDS: dict[str, dict[str, tuple[type, ...]]] = {
    "session": {
        "game": (str,), "start": (str, dict), "ruleset": (dict,), "state_schema": (str,), "seed": (int,),
        "seats": (list,), "mode": (str,), "started": (str,), "version": (str,),
        "fork": (dict, type(None)), "hash": (str,),
    },
    "decision": {
        **_MARK, "seat": (int,), "action": (str,), "code": (int,), "by": (str,), "events": (list,), "hash": (str,),
    },
    "undo": {**_MARK, "anyway": (bool,)},
    "redo": _MARK,
    "chance": {**_MARK, "stream": (str,), "wanted": (list,), "key": (int,), "hash": (str,)},
    "position": {**_MARK, "notation": (str,), "hash": (str,)},
    "note": {**_MARK, "text": (str,)},
    "manner": {**_MARK, "seat": (int,), "way": (str,), "cards": (list,)},
    "asked": {**_MARK, "seat": (int,)},
    "rating": {**_MARK, "fun": (int,), "tension": (int,)},
    "kind": {**_MARK, "seat": (int,), "kind": (str,)},
    "version": {**_MARK, "version": (str,), "state_schema": (str,)},
    "end": {**_MARK, "result": (str,), "outcome": (dict,)},
}  # fmt: skip
MORE_FIELDS: dict[str, dict[str, tuple[type, ...]]] = {
    "note": {"seat": (int,), "on": (int,), "taken_back": (bool,)}, "manner": {"left_out": (list,)},
    "position": {"keeps": (bool,)}, "chance": {"words": (str,)},
}  # fmt: skip  # what it may hold besides
BOUNDS = {
    "n": (0, 2**31), "on": (0, 2**31), "code": (-(2**31), 2**31 - 1), "seed": (0, 2**64 - 1), "key": (0, 2**64 - 1),
    "seat": (0, 127), "clock": (0, 2**53), "fun": (1, 5), "tension": (1, 5),
}  # fmt: skip


class LogError(CryptError):
    """A file that is not a readable session log.

    Attributes
    ----------
    line : int
        The number of the line that is at fault, from 1; 0 when it is the file.
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def encode(line: Line) -> bytes:
    """Write a line as bytes, line feed included; any text can be written, also lone surrogates."""
    text = json.dumps(line, ensure_ascii=False, allow_nan=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode() + b"\n"


def parse(data: bytes, number: int, name: str, whole_only: bool = False) -> tuple[list[tuple[int, Line]], int, int]:
    """Read lines.

    Parameters
    ----------
    data : bytes
    number : int
        The number of the first line.
    name : str
        Of the file, for errors.
    whole_only : bool
        Pass over a last line without a line feed even if it can be read: it may still be taken back.

    Returns
    -------
    list of (int, dict)
        The lines with their numbers; empty lines are passed over.
    int
        Bytes up to the end of the last line read.
    int
        The number of a last line that cannot be read because it was cut off, or 0.

    Raises
    ------
    LogError
        For a line before the last that cannot be read, and for any line that does not hold what it must.
    """
    pieces = data.split(b"\n")
    last = max((i for i, piece in enumerate(pieces) if piece.strip()), default=-1)
    lines: list[tuple[int, Line]] = []
    used = 0
    for i, piece in enumerate(pieces[: last + 1]):
        is_whole = i < len(pieces) - 1
        if piece.strip():
            if whole_only and not is_whole:
                return lines, used, 0
            try:
                line = json.loads(piece.removeprefix(BOM if number + i == 1 else b"").decode())
            except (ValueError, RecursionError) as error:
                if i == last:
                    return lines, used, number + i
                message = f"{name}, line {number + i}: cannot be read ({_reason(error)}); restore this line from a copy"
                raise LogError(message, number + i) from None
            check(line, number + i, name)
            lines.append((number + i, line))
        used += len(piece) + is_whole
    return lines, used, 0


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start + 1} is not UTF-8"
    return "it is not JSON" + (f" at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else "")


def check(line: Any, number: int, name: str) -> None:
    """Check that a line holds what its kind must hold.

    Raises
    ------
    LogError
    """
    place = f"{name}, line {number}"
    kind = line.get("type") if isinstance(line, dict) else None
    if (kind == "session") != (number == 1) or not isinstance(kind, str):
        wanted = 'the header of a session log ("type": "session")' if number == 1 else "a line of a session log"
        raise LogError(f"{place}: is not {wanted}", number)
    if number == 1:
        _check_schema(line, place)
    if kind not in FIELDS:
        raise LogError(f"{place}: is of the unknown type {kind[:40]!r} (types: {', '.join(FIELDS)})", number)
    more = {field: types for field, types in MORE_FIELDS.get(kind, {}).items() if field in line}
    for field, types in (FIELDS[kind] | more).items():
        value = line.get(field)
        if field not in line or type(value) not in types:
            allowed = " or ".join(one.__name__ for one in types)
            raise LogError(f"{place}: its {field!r} is {'not there' if field not in line else f'no {allowed}'}", number)
        low, high = BOUNDS.get(field, (None, None))
        if low is not None and not low <= value <= high:
            raise LogError(f"{place}: its {field!r} is {value}, not from {low} to {high}", number)
    if number == 1:
        _check_header(line, place)


def _check_schema(header: Line, place: str) -> None:
    schema = header.get("schema")
    if type(schema) is not int or schema < 1:
        raise LogError(f"{place}: its 'schema' is no whole number from 1", 1)
    if schema > SCHEMA:
        message = f"the log is of schema {schema}, and this crypt reads up to {SCHEMA}; install a newer crypt"
        raise LogError(f"{place}: {message}", 1)


def _check_header(header: Line, place: str) -> None:
    ruleset, start = header["ruleset"], header["start"]
    seats = [isinstance(seat, dict) and _are_texts(seat, "name", "kind") for seat in header["seats"]]
    if not seats or not all(seats):
        raise LogError(f"{place}: each of its 'seats' needs a 'name' and a 'kind'", 1)
    if not _are_texts(ruleset, "name", "fingerprint") or not isinstance(ruleset.get("values"), dict):
        raise LogError(f"{place}: its 'ruleset' needs 'name', 'fingerprint' and 'values'", 1)
    if start != "standard" and not (isinstance(start, dict) and _are_texts(start, "notation")):
        raise LogError(f"{place}: its 'start' is neither \"standard\" nor a 'notation'", 1)
    fork = header["fork"]
    if fork is not None and not (_are_texts(fork, "session") and type(fork.get("decision")) is int):
        raise LogError(f"{place}: its 'fork' needs 'session' and 'decision'", 1)
    if header["mode"] not in ("play", "design"):
        raise LogError(f"{place}: its 'mode' is neither play nor design", 1)


def _are_texts(values: dict[str, Any], *fields: str) -> bool:
    return all(isinstance(values.get(field), str) for field in fields)
