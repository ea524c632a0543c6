"""Positions as text: for tests, bug reports, the terminal.

    prism side 5 misc 4
    players 2 first 1
    turn 7 round 4 player 1 points 3
    phase moving
    land a f fx t m tx
    ...
    face_down a2 c4
    monsters d3:ogre
    covered d3
    beneath d3:helm d3:red_crystal
    horses e6
    unseen_monsters horse:1 dragon:1
    unseen_treasures chest:2
    pawn 1 e5
    card 1 worn sword_+1 carried chest - - -
    scars 1 head

Of the land each column has a line, from the north: f field, t forest (trees), m mountain, with an x where there is an X.
What lies face down has no kind yet: it is drawn from what is unseen when it is turned up. What a text holds reads back the
same; only the chance to come is not in it.
"""

from collections.abc import Callable
from typing import Any

from ...core.game import IllegalError, UnreadableError
from ...core.position import check_keys, keyed_lines
from ...core.wording import flagged
from .board import read_tile, tile_count, tile_names
from .cards import count_carried
from .state import (
    BODY,
    CARD,
    FACE_DOWN,
    FACE_UP,
    HEALING,
    HORSE,
    HORSE_PIECE,
    KINDS,
    MONSTERS,
    OVER,
    PHASES,
    PLAYERS,
    SIDE,
    SLOT_OF,
    SLOTS,
    STALLED,
    TREASURES,
    WON,
    WORN,
    new_state,
)
from .status import FLAGS, status
from .vocabulary import tile_of

LETTERS = "ftm"
NUMBERED = ("land", "pawn", "card", "scars")  # with several lines, told apart by their second word
THINGS = (*TREASURES, "horse")


def word_of(name: str) -> str:
    """A name as one word of a position in text: "storm_giant"."""
    return name.replace(" ", "_")


def read_space(state: Any, name: str) -> int | None:
    """The number of a tile of a position by its name; None when there is none of this name."""
    return read_tile(int(state.side), name)


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
        f"prism side {state.side} misc {state.misc}",
        f"players {state.players} first {state.first + 1}",
        f"turn {state.turns} round {state.round_number} player {state.player + 1} points {state.points}",
        f"phase {word_of(PHASES[state.phase])}",
        *_turn_lines(state),
        *_land_lines(state),
        *_piece_lines(state),
    ]
    for seat in range(int(state.players)):
        worn, carried = state.card[seat, :WORN].tolist(), state.card[seat, WORN : WORN + state.misc].tolist()
        things = " ".join(word_of(THINGS[thing - 1]) for thing in worn if thing) or "-"
        scars = " ".join(word_of(BODY[slot]) for slot in range(WORN) if state.scar[seat, slot])
        lines += [
            f"pawn {seat + 1} {tile_of(state, state.pawn[seat])}",
            f"card {seat + 1} worn {things} carried {' '.join(word_of(THINGS[t - 1]) if t else '-' for t in carried)}",
            *([f"scars {seat + 1} {scars}"] if scars else []),
        ]
    if state.result == STALLED:
        lines.append("stalled")
    return "\n".join(lines) + "\n"


def _turn_lines(state: Any) -> list[str]:
    """What is open in this turn, where there is something."""
    pile = [word_of(TREASURES[kind]) for kind, count in enumerate(state.pile.tolist()) for _ in range(count)]
    lines = {
        "hand": word_of(THINGS[int(state.hand) - 1]) if state.hand else "",
        "pile": " ".join(pile),
        "receiver": str(state.receiver + 1) if state.receiver >= 0 else "",
        "arranged": " ".join(SLOTS[slot] for slot in range(WORN) if state.arranged >> slot & 1),
        "exchanges": " ".join(map(str, state.exchanges.tolist())) if state.exchanges.any() else "",
        "turned_horse": "yes" if state.turned_horse else "",
    }
    return [f"{key} {value}" for key, value in lines.items() if value]


def _land_lines(state: Any) -> list[str]:
    lines: list[str] = []
    for tile, name in enumerate(tile_names(int(state.side))):
        if name[1:] == "1":
            lines.append(f"land {name[0]}")
        lines[-1] += f" {LETTERS[state.terrain[tile]]}{'x' if state.marked[tile] else ''}"
    return lines


def _piece_lines(state: Any) -> list[str]:
    tiles = range(tile_count(int(state.side)))
    name = tile_names(int(state.side))
    monsters = state.monster.tolist()
    face_up = [f"{name[tile]}:{word_of(MONSTERS[monsters[tile] - FACE_UP])}" for tile in tiles if monsters[tile] >= FACE_UP]
    beneath = [
        f"{name[tile]}:{word_of(TREASURES[kind])}"
        for tile in tiles
        for kind in range(KINDS)
        for _ in range(int(state.beneath[tile, kind]))
    ]
    return [
        _line("face_down", [name[tile] for tile in tiles if monsters[tile] == FACE_DOWN]),
        _line("monsters", face_up),
        _line("covered", [name[tile] for tile in tiles if state.covered[tile] and monsters[tile] >= FACE_UP]),
        _line("beneath", beneath),
        _line("horses", [name[tile] for tile in tiles for _ in range(int(state.horses[tile]))]),
        _line("unseen_monsters", [f"{word_of(MONSTERS[k])}:{n}" for k, n in enumerate(state.unseen_monsters.tolist()) if n]),
        _line("unseen_treasures", [f"{word_of(TREASURES[k])}:{n}" for k, n in enumerate(state.unseen.tolist()) if n]),
    ]


def _line(key: str, words: list[str]) -> str:
    return f"{key} {' '.join(words) or 'none'}"


# ------------------------------------------------------------------------------------------------------ reading


def read(text: str, rules: Any) -> Any:
    """Read a position.

    Parameters
    ----------
    text : str
    rules : record
        The packed ruleset: the land, and what there is.

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
    state.prism, state.side, state.misc, state.receiver = 1, rules.side, rules.misc, -1
    seen: set[str] = set()
    for key, number, words in keyed_lines(text, _READERS, NUMBERED):
        seen.add(key)
        try:
            _READERS[words[0]](state, words[1:])
        except (ValueError, IndexError) as error:
            what = f"; {error}" if isinstance(error, _UnknownError) else ""
            raise UnreadableError(f"line {number}: expected such as {EXAMPLES[words[0]]!r}{what}") from None
    _check_lines(seen, state)
    _finish(state, rules)
    flags = int(status(rules, state))
    if flags:
        raise IllegalError("\n".join(flagged(FLAGS, flags)))
    return state


class _UnknownError(ValueError):
    """A word that stands for nothing, with what there is instead."""


def _check_lines(seen: set[str], state: Any) -> None:
    """Raise when a line is missing that every position has."""
    wanted = ["prism", "players", "turn", "phase", "face_down", "monsters", "unseen_monsters", "unseen_treasures"]
    columns = sorted({name[0] for name in tile_names(int(state.side))})
    wanted += [f"land {letter}" for letter in columns]
    wanted += [f"{what} {seat + 1}" for seat in range(int(state.players)) for what in ("pawn", "card")]
    check_keys(seen, wanted)


def _number(word: str, low: int, high: int) -> int:
    if not (word.isascii() and word.isdigit()) or not low <= int(word) <= high:
        raise _UnknownError(f"{word[:20]!r} is no number from {low} to {high}")
    return int(word)


def _kind(word: str, names: tuple[str, ...]) -> int:
    name = word.replace("_", " ")
    if name not in names:
        raise _UnknownError(f"{word[:20]!r} is none of {', '.join(map(word_of, names))}")
    return names.index(name)


def _tile(state: Any, word: str) -> int:
    tile = read_tile(int(state.side), word)
    if tile is None:
        names = tile_names(int(state.side))
        raise _UnknownError(f"there is no tile {word[:20]!r}; they are called {names[0]} to {names[-1]}")
    return tile


def _listed(words: list[str]) -> list[str]:
    return [] if words == ["none"] else words


def _same(words: list[str], *wanted: str) -> None:
    if words != list(wanted):
        raise ValueError


def _read_head(state: Any, words: list[str]) -> None:
    _same(words[::2], "side", "misc")
    side, misc = _number(words[1], 1, SIDE), _number(words[3], 1, CARD - WORN)
    if (side, misc) != (state.side, state.misc):
        raise IllegalError(
            f"the land has side {side} and cards {misc} miscellaneous slots; this ruleset has {state.side} and {state.misc}"
        )


def _read_players(state: Any, words: list[str]) -> None:
    _same(words[1::2], "first")
    state.players = _number(words[0], 2, PLAYERS)
    state.first = _number(words[2], 1, int(state.players)) - 1


def _read_turn(state: Any, words: list[str]) -> None:
    _same(words[1::2], "round", "player", "points")
    state.turns, state.round_number = _number(words[0], 0, 999_999_999), _number(words[2], 1, 999_999_999)
    state.player, state.points = _number(words[4], 1, int(state.players)) - 1, _number(words[6], 0, 99)
    state.decides = state.player


def _read_phase(state: Any, words: list[str]) -> None:
    state.phase = _kind(" ".join(words), PHASES)
    state.heals = state.phase == HEALING


def _read_hand(state: Any, words: list[str]) -> None:
    state.hand = _kind(" ".join(words), TREASURES) + 1


def _read_pile(state: Any, words: list[str]) -> None:
    for word in words:
        _more(state.pile, _kind(word, TREASURES))


def _read_receiver(state: Any, words: list[str]) -> None:
    state.receiver = state.decides = _number(" ".join(words), 1, int(state.players)) - 1


def _read_arranged(state: Any, words: list[str]) -> None:
    state.arranged = sum({1 << _kind(word, SLOTS) for word in words})


def _read_exchanges(state: Any, words: list[str]) -> None:
    if len(words) != PLAYERS:
        raise ValueError
    state.exchanges[:] = [_number(word, 0, 9) for word in words]


def _read_turned_horse(state: Any, words: list[str]) -> None:
    _same(words, "yes")
    state.turned_horse = 1


def _read_land(state: Any, words: list[str]) -> None:
    tiles = [tile for tile, name in enumerate(tile_names(int(state.side))) if name[0] == words[0]]
    if len(words) != len(tiles) + 1 or not tiles:
        raise _UnknownError(f"column {words[0][:5]} has {len(tiles)} tiles")
    for tile, word in zip(tiles, words[1:], strict=True):
        if word[0] not in LETTERS or word[1:] not in ("", "x"):
            raise _UnknownError(f"{word[:10]!r} is no tile: write f, t or m, and x where there is an X")
        state.terrain[tile], state.marked[tile] = LETTERS.index(word[0]), word[1:] == "x"


def _read_face_down(state: Any, words: list[str]) -> None:
    for word in _listed(words):
        tile = _tile(state, word)
        state.monster[tile], state.covered[tile] = FACE_DOWN, 1


def _read_monsters(state: Any, words: list[str]) -> None:
    for word in _listed(words):
        place, _, name = word.partition(":")
        kind = _kind(name, MONSTERS)
        if kind == HORSE_PIECE:
            raise _UnknownError("a face-up horse stands in the line 'horses'")
        state.monster[_tile(state, place)] = FACE_UP + kind


def _read_covered(state: Any, words: list[str]) -> None:
    for word in _listed(words):
        state.covered[_tile(state, word)] = 1


def _read_beneath(state: Any, words: list[str]) -> None:
    for word in _listed(words):
        place, _, name = word.partition(":")
        _more(state.beneath[_tile(state, place)], _kind(name, TREASURES))


def _read_horses(state: Any, words: list[str]) -> None:
    for word in _listed(words):
        _more(state.horses, _tile(state, word))


def _read_unseen_monsters(state: Any, words: list[str]) -> None:
    for word in _listed(words):
        name, _, count = word.partition(":")
        state.unseen_monsters[_kind(name, MONSTERS)] = _number(count, 0, 99)


def _read_unseen_treasures(state: Any, words: list[str]) -> None:
    for word in _listed(words):
        name, _, count = word.partition(":")
        state.unseen[_kind(name, TREASURES)] = _number(count, 0, 99)


def _more(counts: Any, index: int) -> None:
    if counts[index] >= 99:
        raise _UnknownError("there are more of them than can be")
    counts[index] += 1


def _read_pawn(state: Any, words: list[str]) -> None:
    seat = _number(words[0], 1, int(state.players)) - 1
    state.pawn[seat] = _tile(state, " ".join(words[1:]))


def _read_card(state: Any, words: list[str]) -> None:
    seat, between = _number(words[0], 1, int(state.players)) - 1, words.index("carried")
    _same(words[1:2], "worn")
    carried = words[between + 1 :]
    if len(carried) != state.misc:
        raise _UnknownError(f"{state.misc} miscellaneous slots are wanted, with - for an empty one")
    for word in [] if words[2:between] == ["-"] else words[2:between]:
        kind = _kind(word, THINGS)
        if SLOT_OF[kind] == WORN or state.card[seat, SLOT_OF[kind]]:
            raise _UnknownError(f"{word[:20]} cannot be worn there")
        state.card[seat, SLOT_OF[kind]] = kind + 1
    state.card[seat, WORN : WORN + len(carried)] = [0 if word == "-" else _kind(word, THINGS) + 1 for word in carried]


def _read_scars(state: Any, words: list[str]) -> None:
    seat = _number(words[0], 1, int(state.players)) - 1
    for word in words[1:]:
        state.scar[seat, _kind(word, BODY)] = 1


def _read_stalled(state: Any, words: list[str]) -> None:
    _same(words)
    state.result = STALLED


_READERS: dict[str, Callable[[Any, list[str]], None]] = {
    "prism": _read_head,
    "players": _read_players,
    "turn": _read_turn,
    "phase": _read_phase,
    "hand": _read_hand,
    "pile": _read_pile,
    "receiver": _read_receiver,
    "arranged": _read_arranged,
    "exchanges": _read_exchanges,
    "turned_horse": _read_turned_horse,
    "land": _read_land,
    "face_down": _read_face_down,
    "monsters": _read_monsters,
    "covered": _read_covered,
    "beneath": _read_beneath,
    "horses": _read_horses,
    "unseen_monsters": _read_unseen_monsters,
    "unseen_treasures": _read_unseen_treasures,
    "pawn": _read_pawn,
    "card": _read_card,
    "scars": _read_scars,
    "stalled": _read_stalled,
}
EXAMPLES = {
    "prism": "prism side 5 misc 4",
    "players": "players 2 first 1",
    "turn": "turn 7 round 4 player 1 points 3",
    "phase": "phase moving",
    "hand": "hand red_crystal",
    "pile": "pile helm chest",
    "receiver": "receiver 2",
    "arranged": "arranged helm sword",
    "exchanges": "exchanges 0 1 0 0",
    "turned_horse": "turned_horse yes",
    "land": "land a f fx t m tx",
    "face_down": "face_down a2 c4",
    "monsters": "monsters d3:ogre f4:storm_giant",
    "covered": "covered d3",
    "beneath": "beneath d3:helm d3:red_crystal",
    "horses": "horses e6",
    "unseen_monsters": "unseen_monsters horse:1 dragon:1",
    "unseen_treasures": "unseen_treasures chest:2",
    "pawn": "pawn 1 e5",
    "card": "card 1 worn sword_+1 carried chest - - -",
    "scars": "scars 1 head sword_arm",
    "stalled": "stalled",
}


def _finish(state: Any, rules: Any) -> None:
    """Fill in what follows from the rest: what has been beaten and is gone, what is carried, whether it is over."""
    cards = state.card[: state.players]
    monsters = [int((state.monster == FACE_UP + kind).sum()) for kind in range(len(MONSTERS))]
    monsters[HORSE_PIECE] += int(state.horses.sum()) + int((cards == HORSE + 1).sum())
    beaten = rules.monsters.astype(int) - state.unseen_monsters - monsters
    on_cards = [int((cards == kind + 1).sum()) for kind in range(KINDS)]
    in_hand = [state.hand == kind + 1 for kind in range(KINDS)]
    gone = rules.treasures.astype(int) - state.unseen - state.beneath.sum(axis=0) - state.pile - on_cards - in_hand
    if (beaten < 0).any() or (gone < 0).any():
        which = [name for name, left in zip((*MONSTERS, *TREASURES), (*beaten, *gone), strict=True) if left < 0]
        raise IllegalError(f"there are more pieces than the ruleset has: {', '.join(which)} (PRI-05, PRI-06)")
    state.beaten[:], state.gone[:] = beaten, gone
    state.carried = count_carried(state)
    if state.carried >= rules.crystals_to_win:
        state.result = WON
    if (state.phase == OVER) != (state.result != 0):
        raise IllegalError("the phase is over with all crystals carried, or in a stalled game, and then only (PRI-01)")
