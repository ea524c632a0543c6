"""Small tools for words that games share: lists and numbers in a sentence, and words that people shorten."""

import unicodedata
from collections.abc import Iterable


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: "a, b and c"."""
    words = list(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def counted(count: int, word: str, plural: str = "") -> str:
    """A number of things: "1 step", "2 steps"."""
    return f"{count} {word if count == 1 else plural or word + 's'}"


def bare(text: str) -> str:
    """A text without regard to case and blanks, for comparing."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def begins(given: list[str], words: list[str]) -> bool:
    """Tell whether words are shortened from others: each begins one of them, in order, the first the first."""
    if not words[0].startswith(given[0]):
        return False
    rest = iter(words[1:])
    return all(any(word.startswith(start) for word in rest) for start in given[1:])


def shown(text: str) -> str:
    """What somebody typed, as an error shows it."""
    text = text.strip()
    return repr(text if len(text) <= 60 else text[:60] + "...")
