"""Positions that are written as lines of a key word and what it says: reading the lines, for any game."""

from collections.abc import Collection, Iterable, Iterator

from .game import UnreadableError


def keyed_lines(text: str, known: Iterable[str], numbered: Collection[str] = ()) -> Iterator[tuple[str, int, list[str]]]:
    """The lines of a position; ``#`` begins a comment, empty lines are passed over.

    Parameters
    ----------
    text : str
    known : iterable of str
        The words that a line may begin with.
    numbered : collection of str
        Those of them that may stand at the beginning of several lines, with another word after each ("pawn 1").

    Yields
    ------
    str
        The key: the first word of a line, or the first two.
    int
        The number of the line, from 1.
    list of str
        Its words, in small letters.

    Raises
    ------
    UnreadableError
        For a line that begins otherwise, and for a key that is there twice.
    """
    known, seen = list(known), set()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        words = line.partition("#")[0].lower().split()
        if not words:
            continue
        if words[0] not in known:
            raise UnreadableError(f"line {number}: expected one of {', '.join(known)}, not {words[0][:20]!r}")
        key = " ".join(words[:2]) if words[0] in numbered else words[0]
        if key in seen:
            raise UnreadableError(f"line {number}: {key} is there twice")
        seen.add(key)
        yield key, number, words


def check_keys(seen: Collection[str], wanted: Iterable[str]) -> None:
    """Check that a position has all lines that it must have.

    Raises
    ------
    UnreadableError
    """
    missing = [key for key in wanted if key not in seen]
    if missing:
        raise UnreadableError(f"there is no line for {', '.join(missing)}")
