"""Changes of a position that is written down: pieces put on the land, and the turn and the cards changed.

Every piece stays exactly once somewhere. What is put down comes from outside the game (what was beaten or discarded), else
from elsewhere; what lies face down nobody has seen, and is turned up where a face-down piece lies.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ...core.game import UnreadableError
from ...core.wording import seat_choices
from .notation import NUMBERED, THINGS, word_of
from .state import BODY, HORSE_PIECE, MONSTERS, TREASURES, WORN
from .vocabulary import treasure_name

Lines = dict[str, list[str]]
NOBODY, NOTHING, NO_HORSE = "no monster", "no treasure", "no horse"
HORSE_NAME = MONSTERS[HORSE_PIECE]
NAMED = {word_of(name): treasure_name(kind) for kind, name in enumerate(TREASURES)}
FIELDS = ("round", "player", "points")
LISTS = ("face_down", "monsters", "covered", "beneath", "horses", "unseen_monsters", "unseen_treasures")
WORDS_OF_A_CARD = ("worn", "carried", "-")


def palette(state: Any) -> dict:
    """What can be put on the land, and what can be changed beside it.

    Returns
    -------
    dict
        ``things``: a title and the ``change`` that a click on a tile makes; ``rows``: a title and ``fields`` of
        (name, title, value, example), and where only some values can be, these: (value, title, seat). A change says
        whether the thing is ``out`` of the game, or which things are.
    """
    seats = range(int(state.players))
    pawns = [f"pawn {seat + 1}" for seat in seats]
    out = _out_of_the_game(state)
    pieces = [*MONSTERS[HORSE_PIECE + 1 :], NOBODY, HORSE_NAME, NO_HORSE, *TREASURES, NOTHING]
    titles = {name: treasure_name(kind) for kind, name in enumerate(TREASURES)}
    things = [{"title": thing, "change": {"put": thing}} for thing in pawns]
    things += [
        {"title": titles.get(thing, thing), "change": {"put": thing, "out": out[word_of(thing)] > 0}} for thing in pieces
    ]
    turn = {
        "title": "Turn",
        "seat": -1,
        "change": {},
        "fields": [
            ["player", "Player on turn", int(state.player) + 1, "", seat_choices("Player", seats)],
            ["points", "Points left", int(state.points), ""],
            ["round", "Round", int(state.round_number), ""],
        ],
    }
    return {"things": things, "rows": [turn, *(_card_row(state, seat, out) for seat in seats)]}


def _out_of_the_game(state: Any) -> Counter[str]:
    """The pieces that were beaten or discarded, by their words in notation."""
    found = Counter({word_of(name): int(n) for name, n in zip(MONSTERS, state.beaten, strict=True)})
    return found + Counter({word_of(name): int(n) for name, n in zip(TREASURES, state.gone, strict=True)})


def _card_row(state: Any, seat: int, out: Counter[str]) -> dict:
    words = [word_of(THINGS[thing - 1]) if thing else "-" for thing in state.card[seat].tolist()]
    scars = [word_of(BODY[slot]) for slot in range(WORN) if state.scar[seat, slot]]
    worn = " ".join(word for word in words[:WORN] if word != "-")
    carried = " ".join(words[WORN : WORN + int(state.misc)])
    return {
        "title": f"Player {seat + 1}",
        "seat": seat,
        "change": {"card": seat + 1, "out": " ".join(out.elements())},
        "fields": [
            ["worn", "Worn", worn, "nothing, or: helm sword_+1"],
            ["carried", "Carried", carried, "nothing, or: chest red_crystal horse"],
            ["scars", "Scars", " ".join(scars), "none, or: head sword_arm"],
        ],
    }


def edit(text: str, change: Mapping[str, Any]) -> str:
    """Make a change in a position in notation.

    Parameters
    ----------
    text : str
        As `notation.write` writes it.
    change : mapping
        Its ``put`` says what goes on its ``cell``: "pawn 2", a monster, a horse or a treasure, or "no monster",
        "no treasure" or "no horse"; ``out`` whether one of that kind is out of the game. Else its ``card`` says whose
        ``worn``, ``carried`` and ``scars`` are set, and ``out`` what is out of the game. Without both the values of
        ``player``, ``points`` and ``round`` are set.

    Returns
    -------
    str
        Whether it is possible is for `notation.read` to say.

    Raises
    ------
    UnreadableError
        For a thing that there is not, or that lies face down elsewhere.
    """
    lines = _split(text)
    if "put" in change:
        _put(lines, str(change["put"]), str(change.get("cell")), bool(change.get("out")))
    elif "card" in change:
        _set_card(lines, change)
    else:
        _set_turn(lines, change)
    return _joined(lines)


def _split(text: str) -> Lines:
    """The words of each line by its key; in a list of pieces nothing is no word."""
    lines: Lines = {}
    for words in map(str.split, text.splitlines()):
        n = 2 if words[0] in NUMBERED else 1
        lines[" ".join(words[:n])] = words[n:]
    for key in LISTS:
        lines[key] = [word for word in lines.get(key, []) if word != "none"]
    return lines


def _joined(lines: Lines) -> str:
    for key in LISTS:
        lines[key] = lines[key] or ["none"]
    return "".join(f"{' '.join([key, *words])}\n" for key, words in lines.items())


# ------------------------------------------------------------------------------------------------ on the land


def _put(lines: Lines, thing: str, cell: str, is_out: bool) -> None:
    if thing in lines and thing.startswith("pawn "):
        lines[thing] = [cell]
    elif thing in (NOBODY, NOTHING):
        key = "monsters" if thing == NOBODY else "beneath"
        here = [word for word in lines[key] if word.startswith(f"{cell}:")]
        _clear(lines, key, here, f"{thing} lies face up on {cell} to be taken away")
    elif thing == NO_HORSE:
        _clear(lines, "horses", [word for word in lines["horses"] if word == cell], f"no horse is on {cell}")
    elif thing == HORSE_NAME:
        _put_horse(lines, cell, is_out)
    elif thing in MONSTERS:
        _put_monster(lines, word_of(thing), cell, is_out)
    elif thing in TREASURES:
        _put_treasure(lines, word_of(thing), cell, is_out)
    else:
        raise UnreadableError(f"there is no {thing[:20]!r} to put on the land")


def _clear(lines: Lines, key: str, words: list[str], otherwise: str) -> None:
    """Take words out of a line; say so where there are none."""
    if not words:
        raise UnreadableError(otherwise)
    lines[key] = [word for word in lines[key] if word not in words]


def _put_horse(lines: Lines, cell: str, is_out: bool) -> None:
    if not is_out:
        _take(lines, HORSE_NAME, cell)
    lines["horses"].append(cell)


def _put_monster(lines: Lines, kind: str, cell: str, is_out: bool) -> None:
    """A face-down piece turns out to be this one; or it comes from outside, from another tile, or for one that is unseen."""
    others = [place for place in _places(lines["monsters"], kind) if place != cell]
    here = [word for word in lines["monsters"] if word.startswith(f"{cell}:")]
    is_unseen = _count(lines["unseen_monsters"], kind) > 0
    if cell in lines["face_down"] and is_unseen:
        lines["face_down"].remove(cell)
        lines["covered"].append(cell)
        _change(lines["unseen_monsters"], kind, -1)
    elif others and not is_out:
        _change_places(lines, others[0], cell)
        return
    elif cell in lines["face_down"]:
        raise UnreadableError(f"the face-down piece on {cell} is no {_in_words(kind)}: none of those has yet to be seen")
    elif here and is_unseen and not is_out:
        _change(lines["unseen_monsters"], kind, -1)
        _change(lines["unseen_monsters"], here[0].partition(":")[2], 1)
    elif not is_out:
        raise UnreadableError(f"the {_in_words(kind)} lies face down: put it on a face-down piece or another monster")
    lines["monsters"] = [word for word in lines["monsters"] if word not in here] + [f"{cell}:{kind}"]


def _change_places(lines: Lines, one: str, other: str) -> None:
    """Two tiles change places with all that lies on them, but for horses and pawns."""
    swap = {one: other, other: one}
    for key in ("face_down", "covered"):
        lines[key] = [swap.get(word, word) for word in lines[key]]
    for key in ("monsters", "beneath"):
        pairs = [word.partition(":") for word in lines[key]]
        lines[key] = [f"{swap.get(place, place)}:{kind}" for place, _, kind in pairs]


def _put_treasure(lines: Lines, kind: str, cell: str, is_out: bool) -> None:
    """A face-down treasure turns out to be this one; or it comes from outside, from another tile or from a card."""
    if cell in lines["covered"] and _count(lines["unseen_treasures"], kind) and not is_out:
        lines["covered"].remove(cell)
        _change(lines["unseen_treasures"], kind, -1)
    elif not is_out:
        _take(lines, kind, cell)
    lines["beneath"].append(f"{cell}:{kind}")


def _take(lines: Lines, kind: str, without: str) -> None:
    """Take a thing from where it lies face up, or from a card; not from one tile, or one card.

    Raises
    ------
    UnreadableError
        When there is none but face down.
    """
    if kind == HORSE_NAME and (places := [place for place in lines["horses"] if place != without]):
        lines["horses"].remove(places[0])
        return
    if places := [place for place in _places(lines["beneath"], kind) if place != without]:
        lines["beneath"].remove(f"{places[0]}:{kind}")
        return
    cards = (words for key, words in lines.items() if key.startswith("card ") and key != without)
    card = next((words for words in cards if kind in words), None)
    if card is None:
        raise UnreadableError(f"no {_in_words(kind)} to be had: turn one up first, where it lies face down")
    at = card.index(kind)
    card[at : at + 1] = ["-"] if at > card.index("carried") else []  # slots of what is worn are not written one by one


# ------------------------------------------------------------------------------------------------ beside it


def _set_turn(lines: Lines, change: Mapping[str, Any]) -> None:
    words = lines["turn"]
    for key in FIELDS:
        value = str(change.get(key, words[words.index(key) + 1]))
        if not value.isascii() or not value.isdigit():
            raise UnreadableError(f"{key} is a whole number, not {value[:20]!r}")
        words[words.index(key) + 1] = value


def _set_card(lines: Lines, change: Mapping[str, Any]) -> None:
    """Set what is on a card; what is new there is taken from where it is."""
    number = str(change["card"])
    card = lines.get(f"card {number}")
    if card is None:
        raise UnreadableError(f"there is no player {number[:20]!r} at this table")
    between = card.index("carried")
    worn, carried = (_things(change, key) for key in ("worn", "carried"))
    slots = len(card) - between - 1
    had, out = Counter(word for word in card if word not in WORDS_OF_A_CARD), Counter(str(change.get("out", "")).split())
    lines[f"card {number}"] = ["worn", *(worn or ["-"]), "carried", *carried, *["-"] * (slots - len(carried))]
    for kind in (Counter(worn + carried) - had - out).elements():
        _take(lines, kind, f"card {number}")
    lines[f"scars {number}"] = _things(change, "scars")
    if not lines[f"scars {number}"]:
        del lines[f"scars {number}"]


def _things(change: Mapping[str, Any], key: str) -> list[str]:
    return [word for word in str(change.get(key, "")).split() if word not in ("-", "none", "nothing")]


# ------------------------------------------------------------------------------------------------ lists of pieces


def _places(words: list[str], kind: str) -> list[str]:
    """Where a kind lies, in a list such as "d3:ogre"."""
    return [place for place, _, name in (word.partition(":") for word in words) if name == kind]


def _count(words: list[str], kind: str) -> int:
    """How many of a kind there are, in a list such as "rat:1"."""
    return next((int(count) for name, _, count in (word.partition(":") for word in words) if name == kind), 0)


def _change(words: list[str], kind: str, by: int) -> None:
    """One more or fewer of a kind, in a list such as "rat:1"."""
    count = _count(words, kind) + by
    words[:] = [word for word in words if not word.startswith(f"{kind}:")] + ([f"{kind}:{count}"] if count else [])


def _in_words(word: str) -> str:
    """What a word of the notation says: "thunder sword +3", "treasure chest"."""
    return NAMED.get(word, word.replace("_", " "))
