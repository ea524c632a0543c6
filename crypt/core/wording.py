"""Small tools for words that games share: lists, numbers and sentences, and the reading of words that people shorten."""

import difflib
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from .game import AmbiguousError, UnreadableError

READINGS = 4  # of words with several that are told
JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"  # they are part of names and of emoji
ISOLATE, END_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
NEAR = 0.7  # how like an action's words must be to be suggested


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: "a, b and c"."""
    words = list(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def counted(count: int, word: str, plural: str = "") -> str:
    """A number of things: "1 step", "2 steps", "1,000 steps"."""
    return f"{count:,} {word if count == 1 else plural or word + 's'}"


def span(seconds: float) -> str:
    """A span of time in the two largest units that say something: "8 s", "2 min 5 s", "9 h 30 min", "3 d 4 h"."""
    left, told = round(seconds), list[str]()
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)):
        if left >= size or told or unit == "s":
            told.append(f"{left // size:,} {unit}")
            left %= size
    return " ".join(told[:2])


def capital(words: str) -> str:
    """Words as they begin a sentence; the rest of them stays as it is."""
    return words[:1].upper() + words[1:]


def shortened(words: str, most: int) -> str:
    """Words for a place with room for so many characters of usual width."""
    ends = [0.0, *accumulate(map(_width, words))]
    if ends[-1] <= most:
        return words
    return f"{words[: bisect_right(ends, most - 1) - 1].rstrip()}…"


def _width(sign: str) -> float:
    """How broad a character is beside a usual one: pictures and signs of East Asia fill two places, marks none."""
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1.6 if sign in "MW@%mw" else 1


def isolated(name: str) -> str:
    """A name within other words, whose direction of reading it does not turn, whatever is in it."""
    return f"{ISOLATE}{name}{END_ISOLATE}"


def harmless(text: str) -> str:
    """A text for a terminal: signs that would steer it, or turn the reading direction of others, are replaced."""
    return "".join(sign if sign.isprintable() or sign in JOINERS else "\N{REPLACEMENT CHARACTER}" for sign in text)


def seat_choices(word: str, seats: Iterable[int]) -> list[list]:
    """Seats as what a field of `editing` can be set to: the number, a title, the seat whose name may stand for it."""
    return [[seat + 1, f"{word} {seat + 1}", seat] for seat in seats]


def flagged(sentences: Sequence[str], flags: int) -> list[str]:
    """The sentences whose flags are set: the first stands for 1, the second for 2, the third for 4 and so on."""
    return [sentence for i, sentence in enumerate(sentences) if flags >> i & 1]


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


def several(text: str, readings: Sequence[str], advice: str = "write more of it") -> AmbiguousError:
    """The error for words that can be read in more than one way."""
    told = [f"'{reading}'" for reading in readings[:READINGS]] + (["..."] if len(readings) > READINGS else [])
    return AmbiguousError(f"{shown(text)} can be read as {listed(told, 'or')}; {advice}")


def no_action(text: str, expected: str, sayable: Sequence[str]) -> UnreadableError:
    """The error for words that are no action: what is expected, and the nearest of the actions that can be said."""
    near = difflib.get_close_matches(bare(text), sayable, n=1, cutoff=NEAR)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return UnreadableError(f"{shown(text)} is no action here; expected {expected}{hint}")


def sayable(actions: Iterable[int], say: Callable[[int], str]) -> Iterator[tuple[int, str]]:
    """Actions with their words; a code without any, which is told as "action 17", is left out."""
    for action in actions:
        words = say(action)
        if not words.startswith("action "):
            yield action, words


def short_for(text: str, said: Iterable[tuple[int, str]], split: Callable[[str], list[str]]) -> dict[int, str]:
    """The actions whose words a text shortens, as `begins` has it; `split` takes texts apart into words."""
    given = split(text)
    return {action: words for action, words in said if given and begins(given, split(words))}


def the_one(text: str, found: Mapping[int, str]) -> int | None:
    """The only action that was found for a text, None where there is none; an error lists several."""
    if len(found) > 1:
        raise several(text, list(found.values()))
    return next(iter(found), None)


def read_said(
    text: str,
    said: Iterable[tuple[int, str]],
    split: Callable[[str], list[str]],
    is_now: Callable[[int], bool],
    narrowed: Callable[[list[int]], list[int]] = list,
) -> int:
    """Read an action among those that can be said: its words exactly, without regard to case and blanks, or shortened.

    Parameters
    ----------
    text : str
    said : iterable of (int, str)
        The actions that people may mean and their words; of equal words the first count.
    split : callable
        Takes a text apart into words.
    is_now : callable
        Tells whether an action belongs to what is to be decided: shortened words rather mean one that does, and an error
        gives such examples.
    narrowed : callable, optional
        Of several readings of shortened words, the codes of the likeliest.

    Returns
    -------
    int
        The action's code.

    Raises
    ------
    UnreadableError
        When it is no action.
    AmbiguousError
        When it can be read in more than one way.
    """
    by_words: dict[str, int] = {}
    for action, words in said:
        by_words.setdefault(words, action)
    if text.strip() in by_words:
        return by_words[text.strip()]
    in_words = {action: words for words, action in by_words.items()}
    found = [action for action, words in in_words.items() if bare(words) == bare(text)]
    if not found:
        found = list(short_for(text, in_words.items(), split))
        found = narrowed([action for action in found if is_now(action)] or found)
    meant = the_one(text, {action: in_words[action] for action in sorted(found)})
    if meant is None:
        examples = listed([f"'{words}'" for action, words in in_words.items() if is_now(action)][:3], "or")
        raise no_action(text, f"such as {examples}" if in_words else "nothing: the game is over", list(by_words))
    return meant
