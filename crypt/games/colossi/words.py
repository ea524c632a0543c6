"""The words of Crypt of the Colossi: actions to text and back, and what people are told.

An action has one text, such as "explore east" or "give health potion to Ann", in which a name comes last, so that no
name can be mistaken for anything else. Reading takes the same words, and shorter ones where one thing alone is meant.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from ...core.game import AmbiguousError
from ...core.wording import bare, no_action, short_for, the_one
from .moves import legal
from .notation import GLYPHS, cell_name, read_cell
from .reasons import reason
from .ruleset import RULES
from .sheets import (
    HeroSummary,
    action_hint,
    board_text,
    hero_summary,
    outcome_columns,
    outcome_text,
    prompt,
    result,
    surroundings,
)
from .state import (
    A_DRINK,
    A_END,
    A_EXPLORE,
    A_GIVE_UP,
    A_LEAVE,
    A_PICK_UP,
    A_REDRAW,
    A_RETURN,
    A_RUST,
    A_SIDE,
    A_START,
    A_STEP,
    A_TAKE_KEY,
    A_TRADE,
    A_TURN_TILE,
    ALL_SIDES,
    CHOOSE_KEY,
    CHOOSE_POTION,
    CHOOSE_RETURN,
    CHOOSE_RUST,
    CHOOSE_SIDE,
    CHOOSE_START,
    COL_STEP,
    MOST_ACTIONS,
    OVER,
    POTION,
    POTIONS,
    ROW_STEP,
    SHIELD,
    SLOTS,
    SWORD,
    TAKE_TURN,
    TRADE_GIVE,
    TRADE_OTHER,
    TRADE_TAKE,
    TURN_THE_TILE,
    WIDTH,
)
from .story import describe, event_kind, event_name
from .vocabulary import DIRECTIONS, SLOT_NAMES, listed, name_of, side_words

__all__ = [
    "VALUE_WORDS",
    "HeroSummary",
    "action_hint",
    "action_text",
    "board_text",
    "describe",
    "event_kind",
    "event_name",
    "hero_summary",
    "outcome_columns",
    "outcome_text",
    "prompt",
    "read_action",
    "reason",
    "result",
    "surroundings",
]

LOWER = 0xFFFF
VALUE_WORDS = "How much of the crypt the party will clear on average: the share of all its floors"  # `advice.value`
SLOT_BY_NAME = {name: slot for slot, name in SLOT_NAMES.items()}
EXPECTED = {  # by phase: what to say; an example that is allowed follows
    CHOOSE_START: "'start at' and one of the four start cells",
    TAKE_TURN: "step or explore and a direction, drink, give, take, swap, pick up key, leave the floor, or end turn",
    TURN_THE_TILE: "'lay' and the open sides of the tile, or 'redraw' with an amulet",
    CHOOSE_POTION: "'give up' and one of the potions",
    CHOOSE_RETURN: "'bring back' and a name",
    CHOOSE_RUST: "'lose sword' or 'lose shield'",
    CHOOSE_SIDE: "'open' and a side",
    CHOOSE_KEY: "'take the key at' and a cell",
}
ANY_RULES = np.zeros(1, RULES).view(np.recarray)[0]  # what is allowed when a choice is asked for depends on no number


# ------------------------------------------------------------------------------------------------ to text


def action_text(state: Any, action: int, names: Sequence[str]) -> str:
    """Say an action in words that `read_action` reads back.

    Parameters
    ----------
    state : record
        The position in which it is chosen.
    action : int
        Its code.
    names : sequence of str
        The heroes' names by seat.

    Returns
    -------
    str
        Such as "explore east".
    """
    kind, about = int(action) >> 16, int(action) & LOWER
    if kind == A_TRADE:
        return _trade_text(about, names)
    if kind not in _TEXTS:
        return f"action {int(action)}"
    return _TEXTS[kind](about, names)


def _trade_text(about: int, names: Sequence[str]) -> str:
    other, given, taken = read_trade(about)
    name = name_of(names, other)
    give, take = SLOT_NAMES.get(given - 1, "nothing"), SLOT_NAMES.get(taken - 1, "nothing")
    if given and taken:
        return f"swap {give} with {name}" if give == take else f"swap {give} for {take} with {name}"
    return f"give {give} to {name}" if given else f"take {take} from {name}"


def read_trade(about: int) -> tuple[int, int, int]:
    """Take the lower half of a trade apart: the other hero, what is given and taken (a slot + 1, or 0 for nothing)."""
    return about // TRADE_OTHER, about // TRADE_GIVE % TRADE_GIVE, about // TRADE_TAKE % TRADE_GIVE


_TEXTS: dict[int, Callable[[int, Sequence[str]], str]] = {
    A_START: lambda about, names: f"start at {cell_name(about)}",
    A_STEP: lambda about, names: f"step {DIRECTIONS[about % 4]}",
    A_EXPLORE: lambda about, names: f"explore {DIRECTIONS[about % 4]}",
    A_TURN_TILE: lambda about, names: f"lay {GLYPHS[about % 16]}",
    A_REDRAW: lambda about, names: "redraw with the amulet",
    A_DRINK: lambda about, names: f"drink {POTIONS[about % len(POTIONS)]}",
    A_PICK_UP: lambda about, names: "pick up key",
    A_GIVE_UP: lambda about, names: f"give up {SLOT_NAMES.get(about, 'nothing')}",
    A_RETURN: lambda about, names: f"bring back {name_of(names, about)}",
    A_RUST: lambda about, names: f"lose {SLOT_NAMES.get(about, 'nothing')}",
    A_SIDE: lambda about, names: f"open {DIRECTIONS[about % 4]} side",
    A_TAKE_KEY: lambda about, names: f"take the key at {cell_name(about)}",
    A_LEAVE: lambda about, names: "leave the floor",
    A_END: lambda about, names: "end turn",
}


# ---------------------------------------------------------------------------------------------- from text


def read_action(state: Any, text: str, names: Sequence[str]) -> int:
    """Read an action from words.

    Parameters
    ----------
    state : record
        The position in which it is chosen: short words ("n", "c4", "┤") are understood by what there is to decide.
    text : str
        Words as `action_text` writes them; case and extra blanks do not matter, and words may be shortened.
    names : sequence of str
        The heroes' names by seat.

    Returns
    -------
    int
        The action's code. The rules may still forbid it.

    Raises
    ------
    UnreadableError
        When it is no action; says what is expected now, and the nearest one.
    AmbiguousError
        When it can be read in more than one way; lists the readings.
    """
    for read in (_read_whole, _read_short, _read_beginnings):
        action = read(state, text, names)
        if action is not None:
            return action
    _refuse(state, text, names)


# A name is everything after the last word and one blank, so that blanks inside and around it can be told apart.
_ITEM = rf"(?:the |a |an |my )?((?:potion of )?(?:{'|'.join(POTIONS)})(?: potion)?|sword|shield|boots|amulet|key)"
_SIDE = r"(north|east|south|west)"
_SIDES = rf"([{GLYPHS[1:]}]|[nesw]+|(?:(?:north|east|south|west)(?:,|\s+and\b)?\s*)+)"
_GRAMMAR = [
    (re.compile(pattern.replace(" ", r"\s+").replace(r"\s+NAME", r"\s(.*)"), re.IGNORECASE | re.DOTALL), kind)
    for pattern, kind in (
        (r"start (?:at |on )?([a-l]\d+)", A_START),
        (rf"(?:step|move|go|walk) {_SIDE}", A_STEP),
        (rf"explore {_SIDE}", A_EXPLORE),
        (rf"(?:lay|turn)(?: (?:the )?tile)? (?:to )?{_SIDES}", A_TURN_TILE),
        (r"redraw(?: with (?:the |my )?amulet)?", A_REDRAW),
        (rf"drink {_ITEM}", A_DRINK),
        (rf"give {_ITEM} to NAME", A_TRADE),
        (rf"take {_ITEM} from NAME", A_TRADE),
        (rf"swap {_ITEM} with NAME", A_TRADE),
        (rf"swap {_ITEM} for {_ITEM} with NAME", A_TRADE),
        (r"pick up (?:the |a )?key", A_PICK_UP),
        (rf"give up {_ITEM}", A_GIVE_UP),
        (r"bring back NAME", A_RETURN),
        (rf"lose {_ITEM}", A_RUST),
        (rf"open (?:the )?{_SIDE}(?: side)?", A_SIDE),
        (r"take (?:the |a )?key at ([a-l]\d+)", A_TAKE_KEY),
        (r"leave(?: the floor)?", A_LEAVE),
        (r"end(?: (?:the |my )?turn)?", A_END),
    )
]


def _read_whole(state: Any, text: str, names: Sequence[str]) -> int | None:
    """Read a complete action; its name first to the letter, then without regard to case and blanks."""
    for pattern, kind in _GRAMMAR:
        match = pattern.fullmatch(text.lstrip()) or pattern.fullmatch(text.strip())
        about = _about(state, kind, match, names) if match else None
        if about is not None:
            return kind << 16 | about
    return None


def _about(state: Any, kind: int, match: re.Match[str], names: Sequence[str]) -> int | None:
    """The lower half of an action's code, or None where the words do not fit after all."""
    words = [group for group in match.groups() if group is not None]
    if kind in (A_START, A_TAKE_KEY):
        return read_cell(words[0], int(state.side))
    if kind in (A_STEP, A_EXPLORE, A_SIDE):
        return DIRECTIONS.index(words[0].lower())
    if kind == A_TURN_TILE:
        return _read_sides(words[0])
    if kind == A_DRINK:
        slot = _read_item(words[0])
        return slot - POTION if slot >= POTION else None
    if kind in (A_GIVE_UP, A_RUST):
        return _read_item(words[0])
    if kind == A_RETURN:
        return _read_name(words[0], names)
    if kind == A_TRADE:
        return _read_trade_words(match[0][0].lower(), [_read_item(word) for word in words[:-1]], words[-1], names)
    return 0


def _read_trade_words(verb: str, slots: list[int], name: str, names: Sequence[str]) -> int | None:
    other = _read_name(name, names)
    if other is None:
        return None
    give = slots[0] + 1 if verb in "gs" else 0
    take = slots[-1] + 1 if verb in "ts" else 0
    return other * TRADE_OTHER + give * TRADE_GIVE + take * TRADE_TAKE


def _read_item(words: str) -> int:
    plain = " ".join(words.lower().split()).removeprefix("potion of ").removesuffix(" potion")
    return SLOT_BY_NAME[f"{plain} potion"] if plain in POTIONS else SLOT_BY_NAME[plain]


def _read_sides(words: str) -> int:
    """Read open sides: a box-drawing glyph, the first letters, or the words."""
    if words in GLYPHS:
        return GLYPHS.index(words)
    letters = [word[0] for word in re.findall(r"north|east|south|west", words.lower())] or list(words.lower())
    return sum(1 << "nesw".index(letter) for letter in set(letters))


def _read_name(text: str, names: Sequence[str]) -> int | None:
    """Read a name: exactly as it is, or else without regard to case and blanks if that leaves one."""
    if text in names:
        return list(names).index(text)
    seats = [seat for seat, name in enumerate(names) if bare(name) == bare(text)]
    if len(seats) > 1:
        readings = listed([repr(names[seat]) for seat in seats], "or")
        raise AmbiguousError(f"{text.strip()!r} can be {readings}; write it exactly so")
    return seats[0] if seats else None


def _read_short(state: Any, text: str, names: Sequence[str]) -> int | None:
    """Read a word that stands alone: a direction, a cell, open sides, a name, as the decision at hand takes it."""
    word, phase = bare(text), state.phase
    if phase == TURN_THE_TILE and re.fullmatch(_SIDES, text.strip(), re.IGNORECASE):
        return A_TURN_TILE << 16 | _read_sides(text.strip())
    directions = [side for side, name in enumerate(DIRECTIONS) if word and name.startswith(word)]
    if directions and phase == CHOOSE_SIDE:
        return A_SIDE << 16 | directions[0]
    if directions and phase == TAKE_TURN:
        return _towards(state, directions[0])
    if re.fullmatch(r"[a-l]\d+", word):
        return _read_cell_alone(state, word)
    if phase == CHOOSE_RETURN and (seat := _read_name(text.strip(), names)) is not None:
        return A_RETURN << 16 | seat
    return None


def _read_cell_alone(state: Any, word: str) -> int | None:
    cell = read_cell(word, int(state.side))
    if state.phase in (CHOOSE_START, CHOOSE_KEY):
        return (A_START if state.phase == CHOOSE_START else A_TAKE_KEY) << 16 | cell
    for direction in range(4):
        if state.phase == TAKE_TURN and _beside(state, direction) == divmod(cell, WIDTH):
            return _towards(state, direction)
    return None


def _beside(state: Any, direction: int) -> tuple[int, int]:
    row, col = divmod(int(state.cell[state.hero]), WIDTH)
    return row + ROW_STEP[direction], col + COL_STEP[direction]


def _towards(state: Any, direction: int) -> int:
    """Walk where a tile lies, explore where none does."""
    row, col = _beside(state, direction)
    is_empty = 0 <= row < state.side and 0 <= col < state.side and not state.kind[row, col]
    return (A_EXPLORE if is_empty else A_STEP) << 16 | direction


def _read_beginnings(state: Any, text: str, names: Sequence[str]) -> int | None:
    """Read shortened words: each is the beginning of a word of the action, in order, the first of the first."""
    found = short_for(text, _sayable(state, names), lambda words: bare(words).split())
    close = {action: words for action, words in found.items() if _is_close(state, action)}
    return the_one(text, close or found)


def _is_close(state: Any, action: int) -> bool:
    """Tell whether an action is about what is at hand: the companion on this tile, a thing that somebody here holds."""
    kind, about = action >> 16, action & LOWER
    me = int(state.hero)
    if kind == A_TRADE:
        other, given, taken = read_trade(about)
        has_given = not given or state.held[me, given - 1] > 0
        has_taken = not taken or state.held[other, taken - 1] > 0
        return bool(state.cell[other] == state.cell[me] and has_given and has_taken)
    if kind in (A_DRINK, A_GIVE_UP):
        return bool(state.held[me, POTION + about if kind == A_DRINK else about])
    return True


def _sayable(state: Any, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The actions that people may mean now, whatever the rules say of them."""
    for kind in _KINDS_NOW.get(int(state.phase), ()):
        for about in _abouts(state, kind):
            action = kind << 16 | about
            yield action, action_text(state, action, names)


_KINDS_NOW = {
    CHOOSE_START: (A_START,),
    TAKE_TURN: (A_STEP, A_EXPLORE, A_DRINK, A_TRADE, A_PICK_UP, A_LEAVE, A_END),
    TURN_THE_TILE: (A_TURN_TILE, A_REDRAW),
    CHOOSE_POTION: (A_GIVE_UP,),
    CHOOSE_RETURN: (A_RETURN,),
    CHOOSE_RUST: (A_RUST,),
    CHOOSE_SIDE: (A_SIDE,),
    CHOOSE_KEY: (A_TAKE_KEY,),
}


def _abouts(state: Any, kind: int) -> Iterator[int]:
    """Everything that an action of this kind can be about."""
    if kind in (A_START, A_TAKE_KEY):
        side = int(state.side)
        yield from (row * WIDTH + col for row in range(side) for col in range(side))
    elif kind == A_DRINK:
        yield from range(len(POTIONS))
    elif kind == A_GIVE_UP:
        yield from range(POTION, SLOTS)
    elif kind in (A_STEP, A_EXPLORE, A_SIDE):
        yield from range(4)
    elif kind == A_TURN_TILE:
        yield from range(1, ALL_SIDES + 1)
    elif kind == A_RUST:
        yield from (SWORD, SHIELD)
    elif kind == A_RETURN:
        yield from range(int(state.players))
    elif kind == A_TRADE:
        yield from _trades(state)
    else:
        yield 0


def _trades(state: Any) -> Iterator[int]:
    for other in range(int(state.players)):
        if other == state.hero:
            continue
        for slot in range(1, SLOTS + 1):
            yield other * TRADE_OTHER + slot * TRADE_GIVE
            yield other * TRADE_OTHER + slot * TRADE_TAKE
            yield other * TRADE_OTHER + slot * (TRADE_GIVE + TRADE_TAKE)
        for given in range(POTION + 1, SLOTS + 1):
            yield from (
                other * TRADE_OTHER + given * TRADE_GIVE + taken * TRADE_TAKE
                for taken in range(POTION + 1, SLOTS + 1)
                if taken != given
            )


def _refuse(state: Any, text: str, names: Sequence[str]) -> NoReturn:
    expected = EXPECTED.get(int(state.phase), "nothing: the game is over")
    if example := _example(state, names):
        expected = f"{expected}, such as {example}"
    raise no_action(text, expected, [said for _, said in _sayable(state, names)])


def _example(state: Any, names: Sequence[str]) -> str:
    """An action that is allowed where a choice is asked for, in words; "" elsewhere."""
    if state.phase in (TAKE_TURN, OVER):
        return ""
    actions = np.zeros(MOST_ACTIONS, np.int32)
    if not legal(ANY_RULES, state, actions):
        return ""
    action = int(actions[0])
    words = f"'{action_text(state, action, names)}'"
    return f"{words} or 'lay {side_words(action & ALL_SIDES)}'" if action >> 16 == A_TURN_TILE else words
