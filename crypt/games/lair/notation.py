"""Positions as text: for tests, bug reports, the terminal.

    lair rings 4 sectors 12
    turn 7 adventurers rolled 2 3 movement 4
    stash 1
    dragon r1s4
    adventurer 1 r4s1
    adventurer 2 gone
    adventurer 3 r3s9
    treasures r2s1 r2s3 r2s3 centre

What a text holds reads back the same; only the dice to come are not in it. A board that somebody drew is written as
"lair spaces 31": which it is says the ruleset.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ...core.game import IllegalError, UnreadableError
from ...core.position import check_keys, keyed_lines
from ...core.wording import flagged
from .board import circular, read_place
from .state import (
    ADVENTURERS_WON,
    BY_CAPTURE,
    BY_HOARD,
    BY_LIMIT,
    BY_STASH,
    CENTRE,
    DRAGON,
    DRAGON_WON,
    GONE,
    NEIGHBOURS,
    STALLED,
    new_state,
)
from .status import FLAGS, status
from .vocabulary import space_names, space_of

SIDE_WORDS = ("adventurers", "dragon")


def read_space(state: Any, name: str) -> int | None:
    """The number of a space of a position's board by its name; None when there is none of this name."""
    place = read_place(name)
    if place is None:
        return None
    count = int(state.spaces)
    places = list(zip(state.ring[:count].tolist(), state.sector[:count].tolist(), strict=True))
    return places.index(place) if place in places else None


def is_circular(state: Any) -> bool:
    """Tell whether the board is the circular one: rings with equally many spaces, joined as LAIR-09 says."""
    count = int(state.spaces)
    return _is_circular(tuple(state.ring[:count].tolist()), state.degree[:count].tobytes(), state.near[:count].tobytes())


@lru_cache(64)
def _is_circular(rings: tuple[int, ...], degree: bytes, near: bytes) -> bool:
    outermost = max(rings)
    sectors = rings.count(outermost)
    if sectors < 3 or len(rings) != 1 + outermost * sectors:
        return False
    wheel = circular(outermost, sectors)
    joined = [set(near[NEIGHBOURS * space : NEIGHBOURS * space + degree[space]]) for space in range(len(rings))]
    return wheel.ring == list(rings) and joined == [set(others) for others in wheel.near]


def write(state: Any) -> str:
    """Write a position down.

    Parameters
    ----------
    state : record

    Returns
    -------
    str
        Lines that `read` takes.
    """
    treasures = [space for space, count in enumerate(state.treasure.tolist()) for _ in range(count)]
    lines = [
        f"lair {board_words(state)}",
        f"turn {state.turns} {SIDE_WORDS[state.seat]} rolled {state.dice[0]} {state.dice[1]} movement {state.movement}",
        f"stash {state.stash}",
        f"dragon {_where(state, DRAGON)}",
        *(f"adventurer {i + 1} {_where(state, i)}" for i in range(int(state.adventurers))),
        f"treasures {' '.join(space_of(state, space) for space in treasures) or 'none'}",
    ]
    if state.ending == BY_LIMIT:
        lines.append("stalled")
    return "\n".join(lines) + "\n"


def board_words(state: Any) -> str:
    """What a position's board is: "rings 4 sectors 12", or "spaces 31" for one that somebody drew."""
    if is_circular(state):
        rings = int(state.ring.max())
        return f"rings {rings} sectors {(int(state.spaces) - 1) // rings}"
    return f"spaces {state.spaces}"


def _where(state: Any, piece: int) -> str:
    place = int(state.place[piece])
    return "gone" if place == GONE else space_of(state, place)


def read(text: str, rules: Any) -> Any:
    """Read a position.

    Parameters
    ----------
    text : str
    rules : record
        The packed ruleset: the board, and what there is.

    Returns
    -------
    record
        Its random streams have no key yet: give it a seed before playing on.

    Raises
    ------
    UnreadableError
        With the line and what was expected there.
    IllegalError
        When the text can be read, but no game comes to such a position; one line for each thing that is wrong.
    """
    state = _blank(rules)
    seen = set()
    for key, number, words in keyed_lines(text, _READERS, ("adventurer",)):
        seen.add(key)
        _READERS[words[0]](state, words[1:], f"line {number}")
    adventurers = [f"adventurer {i + 1}" for i in range(int(rules.adventurers))]
    check_keys(seen, ["lair", "turn", "dragon", *adventurers, "treasures"])
    _finish(state, rules)
    flags = int(status(rules, state))
    if flags:
        raise IllegalError("\n".join(flagged(FLAGS, flags)))
    return state


def _blank(rules: Any) -> Any:
    """The ruleset's board, with nothing on it."""
    state = new_state()
    state.lair, state.players = 1, 2
    for field in ("spaces", "ring", "sector", "edge", "degree", "near", "adventurers"):
        state[field] = rules[field]
    state.place[:] = GONE
    return state


def _read_head(state: Any, words: list[str], where: str) -> None:
    mine = board_words(state)
    if " ".join(words) != mine:
        raise IllegalError(f"{where}: the board is {' '.join(words)[:40] or 'not named'}; this ruleset has {mine} (LAIR-02)")


def _read_turn(state: Any, words: list[str], where: str) -> None:
    match = re.fullmatch(r"(\d{1,6}) (adventurers|dragon) rolled (\d{1,2}) (\d{1,2}) movement (\d{1,2})", " ".join(words))
    if match is None:
        raise UnreadableError(f"{where}: expected such as 'turn 7 adventurers rolled 2 3 movement 4'")
    state.turns, state.seat = int(match[1]), SIDE_WORDS.index(match[2])
    state.dice[:] = int(match[3]), int(match[4])
    state.movement = int(match[5])


def _read_stash(state: Any, words: list[str], where: str) -> None:
    if len(words) != 1 or not re.fullmatch(r"\d{1,2}", words[0]):
        raise UnreadableError(f"{where}: expected 'stash' and the number of treasures in it")
    state.stash = int(words[0])


def _read_dragon(state: Any, words: list[str], where: str) -> None:
    state.place[DRAGON] = _space(state, words[0] if len(words) == 1 else "", where)


def _read_adventurer(state: Any, words: list[str], where: str) -> None:
    if len(words) != 2 or not re.fullmatch(r"\d", words[0]) or not 1 <= int(words[0]) <= state.adventurers:
        numbers = f"its number from 1 to {state.adventurers}"
        raise UnreadableError(f"{where}: expected 'adventurer', {numbers}, and its space or 'gone'")
    state.place[int(words[0]) - 1] = GONE if words[1] == "gone" else _space(state, words[1], where)


def _read_treasures(state: Any, words: list[str], where: str) -> None:
    for word in [] if words == ["none"] else words:
        space = _space(state, word, where)
        if state.treasure[space] == 255:
            raise UnreadableError(f"{where}: more treasures on {word} than can be")
        state.treasure[space] += 1


def _read_stalled(state: Any, words: list[str], where: str) -> None:
    state.result, state.ending = STALLED, BY_LIMIT


def _space(state: Any, name: str, where: str) -> int:
    space = read_space(state, name)
    if space is None:
        last = space_names(state)[-1]
        raise UnreadableError(f"{where}: there is no space {name[:20]!r}; spaces are called 'centre', 'r1s1' ... {last!r}")
    return space


_READERS: dict[str, Callable[[Any, list[str], str], None]] = {
    "lair": _read_head,
    "turn": _read_turn,
    "stash": _read_stash,
    "dragon": _read_dragon,
    "adventurer": _read_adventurer,
    "treasures": _read_treasures,
    "stalled": _read_stalled,
}


def _finish(state: Any, rules: Any) -> None:
    """Fill in what follows from the rest: who is alive, and whether the game is over (LAIR-16, LAIR-17)."""
    state.alive = int((state.place[: state.adventurers] != GONE).sum())
    if state.stash >= rules.treasures_to_win:
        state.result, state.ending = ADVENTURERS_WON, BY_STASH
    elif state.alive == 0:
        state.result, state.ending = DRAGON_WON, BY_CAPTURE
    elif state.treasure[CENTRE] >= rules.hoard_to_win:
        state.result, state.ending = DRAGON_WON, BY_HOARD
