"""Positions as text: for tests, bug reports, the terminal.

    cave players 2 first 1
    turn 7 round 4 player 1 plays 1
    stage playing
    phase reacting decides 2
    room 1 y2
    room 2 dead
    hand 1 i01 r06 r06
    carried 1 t09
    deposited 1 t05
    discards a01 a01
    move extra y2 bedquilt asked 1
    waits 1 r06 by 2 asked 0 step asking

Cards go by their ids, rooms by their names with `_` for blanks. In a hand, an inventory or a safe cards may go by their
names, too, with `;` between: "hand 1 brass lantern; speed run". What is not named is in the draw pile. What a text holds
reads back the same; the chance to come is not in it, and nobody has seen more than the own hand and what is open.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.game import IllegalError, UnreadableError
from ...core.position import check_keys, keyed_lines
from ...core.wording import flagged
from .printed import Book
from .ruleset import LEFT_OUT
from .state import (
    ABSENT,
    ASKING,
    BESIDE,
    CARRIED,
    DEFENCE,
    DEPOSITED,
    DEPTH,
    DISCARDING,
    DISCARDS,
    EFFECT,
    EXTRA_MOVE,
    HAND,
    MOVING,
    NO_ROOM,
    PHASES,
    PILE,
    PLACES,
    PLAYED,
    PLAYERS,
    PLAYING,
    RUN_MOVE,
    RUNNING,
    SEAT_1,
    STALLED,
    STARTING,
    TURN_MOVE,
    new_state,
)
from .status import FLAGS, status
from .turn import know_nothing
from .vocabulary import kinds_in, the_book

STAGES = {STARTING: "starting", MOVING: "moving", PLAYING: "playing", DISCARDING: "discarding"}
PURPOSES = {TURN_MOVE: "turn", EXTRA_MOVE: "extra", RUN_MOVE: "run"}
STEPS = {ASKING: "asking", DEFENCE: "defence", EFFECT: "effect"}
OWN_PLACES = {"hand": HAND, "carried": CARRIED, "deposited": DEPOSITED}
LARGEST = 999_999_999


def _word(name: str) -> str:
    return name.lower().replace(" ", "_")


def read_space(state: Any, name: str) -> int | None:
    """The number of a room by its name; None when there is none of this name."""
    names = [_word(room.name) for room in the_book(state).rooms]
    word = _word(name.strip())
    return names.index(word) if word in names else None


# ------------------------------------------------------------------------------------------------------ writing


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
    lines = [
        f"cave players {state.players} first {state.first + 1}",
        f"turn {state.turns} round {state.round_number} player {state.player + 1} plays {state.plays}",
        f"stage {STAGES[int(state.stage)]}",
        f"phase {_word(PHASES[state.phase])} decides {state.decides + 1}",
    ]
    book = the_book(state)
    for seat in range(int(state.players)):
        lines.append(f"room {seat + 1} {_room(book, int(state.room[seat]))}")
        lines += [_cards_line(state, f"{what} {seat + 1}", place + seat) for what, place in OWN_PLACES.items()]
    lines += [_cards_line(state, "discards", DISCARDS), _cards_line(state, "beside", BESIDE), *_open_lines(state, book)]
    if state.result == STALLED:
        lines.append("stalled")
    return "\n".join(line for line in lines if line) + "\n"


def key_to(state: Any) -> str:
    """What the cards that a position has by their ids are called: comments that can stand below it."""
    written = set(write(state).split())
    named = [(card.id, name) for card, name in zip(the_book(state).cards, the_book(state).names, strict=True)]
    return "".join(f"# {id.lower()} {' '.join(name.split())}\n" for id, name in named if id.lower() in written)


def _room(book: Book, room: int) -> str:
    return "dead" if room == NO_ROOM else _word(book.rooms[room].name)


def _cards_line(state: Any, key: str, place: int) -> str:
    """The line for a place; "" when nothing is in it."""
    ids = [the_book(state).cards[kind].id.lower() for kind in kinds_in(state, place)]
    return f"{key} {' '.join(ids)}" if ids else ""


def _open_lines(state: Any, book: Book) -> list[str]:
    """What is open in this turn, where there is something."""
    rooms = [_room(book, room) for room in range(len(book.rooms)) if int(state.warps) >> room & 1]
    lines = {
        "steps": str(state.steps) if state.steps else "",
        "again": book.cards[state.again - 1].id.lower() if state.again else "",
        "warps": " ".join(rooms),
        "trims": f"{state.trims} to {state.trim_to}" if state.trims else "",
        "ends": "yes" if state.ends else "",
        "closer": str(state.closer) if state.closer else "",
        "untold": "yes" if state.untold else "",
        "move": _move_words(state, book) if state.moves else "",
    }
    return [f"{key} {value}" for key, value in lines.items() if value] + [_frame(state, book, i) for i in range(state.depth)]


def _move_words(state: Any, book: Book) -> str:
    way = f"{_room(book, int(state.move_from))} {_room(book, int(state.move_to))}"
    followers = [str(seat + 1) for seat in range(PLAYERS) if int(state.followers) >> seat & 1]
    more = f"{' blocked' if state.blocked else ''}{' with ' + ' '.join(followers) if followers else ''}"
    return f"{PURPOSES[int(state.moves)]} {way} asked {state.move_asked}{more}"


def _frame(state: Any, book: Book, i: int) -> str:
    card = book.cards[book.kind_of[state.card[i]]].id.lower()
    on = f" on {state.target[i] + 1}" if state.target[i] >= 0 else ""
    naming = f" naming {book.cards[state.pick[i] - 1].id.lower()}" if state.pick[i] else ""
    step = STEPS[int(state.step_of[i])]
    return f"waits {i + 1} {card} by {state.owner[i] + 1}{on}{naming} asked {state.asked[i]} step {step}"


# ------------------------------------------------------------------------------------------------------ reading


def read(text: str, rules: Any) -> Any:
    """Read a position.

    Parameters
    ----------
    text : str
    rules : record
        The packed ruleset: cards and rooms.

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
    state = new_state()
    state.cave, state.book = 1, rules.book
    _lay_out(state, rules)
    seen: set[str] = set()
    for key, number, words in keyed_lines(text, _READERS, ("room", *OWN_PLACES, "waits")):
        seen.add(key)
        try:
            _READERS[words[0]](state, words[1:])
        except (ValueError, IndexError) as error:
            what = f"; {error}" if isinstance(error, _UnknownError) else ""
            raise UnreadableError(f"line {number}: expected such as {EXAMPLES[words[0]]!r}{what}") from None
    check_keys(seen, ["cave", "turn", "stage", "phase", *(f"room {seat + 1}" for seat in range(int(state.players)))])
    _finish(state, rules)
    flags = int(status(rules, state))
    if flags:
        raise IllegalError("\n".join(flagged(FLAGS, flags)))
    return state


class _UnknownError(ValueError):
    """A word that stands for nothing, with what there is instead."""


def _lay_out(state: Any, rules: Any) -> None:
    """All cards in the draw pile, but for those that the ruleset leaves out."""
    left_out = rules.cave_closing == LEFT_OUT
    for card in range(int(rules.cards)):
        state.place[card] = ABSENT if left_out and rules.closes[rules.kind_of[card]] else PILE


def _finish(state: Any, rules: Any) -> None:
    """Count the cards, and say who has won and what everybody knows."""
    state.held[:] = np.bincount(state.place[: int(rules.cards)], minlength=PLACES)
    know_nothing(rules, state)
    for seat in range(int(state.players)):
        if state.held[DEPOSITED + seat] >= rules.deposits_to_win and state.result == RUNNING:
            state.result = SEAT_1 + seat


def _number(word: str, low: int, high: int) -> int:
    if not (word.isascii() and word.isdigit()) or not low <= int(word) <= high:
        raise _UnknownError(f"{word[:20]!r} is no number from {low} to {high}")
    return int(word)


def _seat(state: Any, word: str) -> int:
    return _number(word, 1, int(state.players)) - 1


def _same(words: list[str], *wanted: str) -> None:
    if words != list(wanted):
        raise ValueError


def _one_of(word: str, names: dict[int, str]) -> int:
    for number, name in names.items():
        if name == word:
            return number
    raise _UnknownError(f"{word[:20]!r} is none of {', '.join(names.values())}")


def _room_of(state: Any, word: str) -> int:
    room = read_space(state, word)
    if room is None:
        names = ", ".join(_word(room.name) for room in the_book(state).rooms)
        raise _UnknownError(f"there is no room {word[:30]!r} (rooms: {names})")
    return room


def _kind_of(state: Any, word: str) -> int:
    ids = [card.id.lower() for card in the_book(state).cards]
    if word not in ids:
        raise _UnknownError(f"there is no card {word[:10]!r}; the table of cards has {ids[0]} to {ids[-1]}")
    return ids.index(word)


def _take_card(state: Any, word: str, place: int) -> int:
    """Take a card of a kind out of the draw pile to a place; which of its copies it is makes no difference."""
    kind = _kind_of(state, word)
    for card, other in enumerate(the_book(state).kind_of):
        if other == kind and state.place[card] == PILE:
            state.place[card] = place
            return card
    raise IllegalError(f"there are more cards {word} than the ruleset has (CAVE-01)")


def _read_head(state: Any, words: list[str]) -> None:
    _same(words[::2], "players", "first")
    state.players = _number(words[1], 2, PLAYERS)
    state.first = _seat(state, words[3])


def _read_turn(state: Any, words: list[str]) -> None:
    _same(words[1::2], "round", "player", "plays")
    state.turns, state.round_number = _number(words[0], 0, LARGEST), _number(words[2], 1, LARGEST)
    state.player, state.plays = _seat(state, words[4]), _number(words[6], 0, 99)


def _read_stage(state: Any, words: list[str]) -> None:
    state.stage = _one_of(" ".join(words), STAGES)


def _read_phase(state: Any, words: list[str]) -> None:
    _same(words[1:2], "decides")
    state.phase = _one_of(words[0], {number: _word(name) for number, name in enumerate(PHASES)})
    state.decides = _seat(state, words[2])


def _read_room(state: Any, words: list[str]) -> None:
    seat, word = _seat(state, words[0]), " ".join(words[1:])
    state.room[seat] = NO_ROOM if word == "dead" else _room_of(state, word)


def _reader_of(place: int) -> Callable[[Any, list[str]], None]:
    """What reads the cards of each player in a kind of place."""

    def read_cards(state: Any, words: list[str]) -> None:
        seat = _seat(state, words[0])
        for id in _ids(state, " ".join(words[1:])):
            _take_card(state, id, place + seat)

    return read_cards


def _ids(state: Any, words: str) -> list[str]:
    """The ids of cards that go by their ids or names; names are separated from what follows by `;`."""
    book = the_book(state)
    by_name = {" ".join(name.lower().split()): card.id.lower() for name, card in zip(book.names, book.cards, strict=True)}
    found = []
    for part in filter(None, map(str.strip, words.split(";"))):
        ids = [by_name[part]] if part in by_name else part.split()
        if len(ids) > 1 and not set(ids) & set(by_name.values()):
            raise _UnknownError(f"there is no card {part[:40]!r}; write ; between the names of two cards")
        found += ids
    return found


def _read_discards(state: Any, words: list[str]) -> None:
    for word in words:
        _take_card(state, word, DISCARDS)


def _read_beside(state: Any, words: list[str]) -> None:
    for word in words:
        _take_card(state, word, BESIDE)


def _read_steps(state: Any, words: list[str]) -> None:
    state.steps = _number(" ".join(words), 1, 99)


def _read_again(state: Any, words: list[str]) -> None:
    state.again = _kind_of(state, " ".join(words)) + 1


def _read_warps(state: Any, words: list[str]) -> None:
    state.warps = sum({1 << _room_of(state, word) for word in words})


def _read_trims(state: Any, words: list[str]) -> None:
    _same(words[1:2], "to")
    state.trims, state.trim_to = _seat(state, words[0]) + 1, _number(words[2], 0, 99)


def _read_ends(state: Any, words: list[str]) -> None:
    _same(words, "yes")
    state.ends = 1


def _read_closer(state: Any, words: list[str]) -> None:
    state.closer = _seat(state, " ".join(words)) + 1


def _read_untold(state: Any, words: list[str]) -> None:
    _same(words, "yes")
    state.untold = 1


def _read_move(state: Any, words: list[str]) -> None:
    _same(words[3:4], "asked")
    state.moves = _one_of(words[0], PURPOSES)
    state.move_from, state.move_to = _room_of(state, words[1]), _room_of(state, words[2])
    state.move_asked = _number(words[4], 0, int(state.players))
    rest = words[5:]
    if rest[:1] == ["blocked"]:
        state.blocked, rest = 1, rest[1:]
    if rest:
        _same(rest[:1], "with")
        state.followers = sum({1 << _seat(state, word) for word in rest[1:]})


def _read_waits(state: Any, words: list[str]) -> None:
    i = _number(words[0], 1, DEPTH) - 1
    if i != state.depth:
        raise _UnknownError(f"the next card that waits is number {state.depth + 1}")
    said = dict(zip(words[2::2], words[3::2], strict=True))
    if not {"by", "asked", "step"} <= set(said) <= {"by", "on", "naming", "asked", "step"}:
        raise ValueError
    state.card[i] = _take_card(state, words[1], PLAYED)
    state.owner[i] = _seat(state, said["by"])
    state.target[i] = _seat(state, said["on"]) if "on" in said else -1
    state.pick[i] = _kind_of(state, said["naming"]) + 1 if "naming" in said else 0
    state.asked[i] = _number(said["asked"], 0, int(state.players))
    state.step_of[i] = _one_of(said["step"], STEPS)
    state.depth = i + 1


def _read_stalled(state: Any, words: list[str]) -> None:
    _same(words)
    state.result = STALLED


_READERS: dict[str, Callable[[Any, list[str]], None]] = {
    "cave": _read_head,
    "turn": _read_turn,
    "stage": _read_stage,
    "phase": _read_phase,
    "room": _read_room,
    **{what: _reader_of(place) for what, place in OWN_PLACES.items()},
    "discards": _read_discards,
    "beside": _read_beside,
    "steps": _read_steps,
    "again": _read_again,
    "warps": _read_warps,
    "trims": _read_trims,
    "ends": _read_ends,
    "closer": _read_closer,
    "untold": _read_untold,
    "move": _read_move,
    "waits": _read_waits,
    "stalled": _read_stalled,
}
EXAMPLES = {
    "cave": "cave players 2 first 1",
    "turn": "turn 7 round 4 player 1 plays 1",
    "stage": "stage playing",
    "phase": "phase reacting decides 2",
    "room": "room 1 y2",
    "hand": "hand 1 i01 r06 r06",
    "carried": "carried 1 t09",
    "deposited": "deposited 1 t05",
    "discards": "discards a01 a01",
    "beside": "beside a16",
    "steps": "steps 3",
    "again": "again a07",
    "warps": "warps y2 plover_room",
    "trims": "trims 2 to 5",
    "ends": "ends yes",
    "closer": "closer 1",
    "untold": "untold yes",
    "move": "move extra y2 bedquilt asked 1 with 2",
    "waits": "waits 1 a07 by 1 on 2 naming t09 asked 0 step asking",
    "stalled": "stalled",
}
