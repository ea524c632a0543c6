"""Reading floor notation: what a text says of a floor, whether or not it is possible."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from ...core.game import UnreadableError
from .state import (
    AMULET,
    BAG_KINDS,
    BOOTS,
    BOSS_ROOM,
    CLOSET,
    DEAD,
    EVENT_TILE,
    EXIT_DOOR,
    FLOORS,
    HEROES,
    KEY,
    LEFT,
    LOOT,
    MONSTER,
    NORMAL,
    ON_FLOOR,
    POTION,
    POTIONS,
    SHAPES,
    SHIELD,
    START,
    SWORD,
    SYMBOLS,
    WIDTH,
)

GLYPHS = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the set of open sides
EMPTY_CELL = "··"
SIDE_NAMES = ("north", "east", "south", "west")
FIXED_SYMBOLS = {"S": START, "B": BOSS_ROOM, "X": EXIT_DOOR}
BAG_SYMBOLS = {"m": MONSTER, "$": LOOT, "h": CLOSET, "!": EVENT_TILE}
PLAIN = "."
PLAIN_SYMBOLS = (NORMAL, MONSTER, CLOSET)  # what a `.` can be, in the order in which it is taken for one

_CELL = re.compile(r"([A-La-l])([1-9]|1[0-2])")
_NUMBER = re.compile(r"[0-9]{1,6}")
_TOKEN = re.compile(r"[^ \t\u00a0]+")
_LINE_END = re.compile(r"\r\n|\n|\r")


def cell_name(cell: int) -> str:
    """Name a cell as people see it: column letter and row number, such as "c4"."""
    return f"{chr(ord('a') + cell % WIDTH)}{cell // WIDTH + 1}"


def read_cell(text: str, side: int = WIDTH) -> int:
    """Read a cell's name.

    Parameters
    ----------
    text : str
        Such as "c4".
    side : int
        Of the board in play.

    Returns
    -------
    int
        row * 12 + column.

    Raises
    ------
    UnreadableError
        When it is not the name of a cell of a board of this side.
    """
    match = _CELL.fullmatch(text)
    if match:
        row, col = int(match[2]) - 1, ord(match[1].lower()) - ord("a")
        if row < side and col < side:
            return row * WIDTH + col
    raise UnreadableError(f"expected a cell from a1 to {cell_name((side - 1) * (WIDTH + 1))}, found {_shown(text)}")


def first_start_cell(side: int) -> int:
    """The top left one of the four start cells of a board of this side."""
    return (side // 2 - 1) * (WIDTH + 1)


class Token(NamedTuple):
    """A word of the text and where it stands, both counted from 1."""

    text: str
    line: int
    column: int


@dataclass
class HeroLine:
    """What a text says of a hero."""

    line: int
    where: int = ON_FLOOR
    cell: int = -1
    hp: int | None = None
    things: list[tuple[int, int]] = field(default_factory=list)  # slot, number or level


@dataclass
class Floor:
    """What a text says of a floor; None for what it does not say.

    `heroes` are by seat, `rows` hold the open sides and the symbol of each cell ("" is an empty one), `lines` say where
    a word first stands.
    """

    number: int = 1
    players: int | None = None
    bag: int | list[int] | None = None
    boss: int | None = None
    is_open: bool = False
    to_move: int | None = None
    heroes: dict[int, HeroLine] = field(default_factory=dict)
    drops: list[tuple[int, int, int]] = field(default_factory=list)  # cell, keys, line
    opened: list[tuple[int, int, int]] = field(default_factory=list)  # cell, side, line
    rows: list[list[tuple[int, str]]] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)

    @property
    def side(self) -> int:
        """Of the board as it is written."""
        return len(self.rows)

    def at(self, cell: int) -> tuple[int, str]:
        """Open sides and symbol of a cell ("" when it is empty, "?" when it is off the board)."""
        row, col = divmod(cell, WIDTH)
        return self.rows[row][col] if row < self.side and col < self.side else (0, "?")

    def cells(self) -> Iterator[tuple[int, int, str]]:
        """Cell, open sides and symbol of each tile, in reading order."""
        for row, cells in enumerate(self.rows):
            for col, (sides, symbol) in enumerate(cells):
                if symbol:
                    yield row * WIDTH + col, sides, symbol

    def opened_sides(self, cell: int) -> int:
        """The set of sides of a cell that a secret door opened."""
        mask = 0
        for place, side, _ in self.opened:
            if place == cell:
                mask |= 1 << side
        return mask


def read_floor(text: str) -> Floor:
    """Read what a text says, whether or not it is possible.

    Raises
    ------
    UnreadableError
    """
    lines = _tokens(text)
    floor = Floor()
    if not lines:
        _refuse(Token("", 1, 1), "'colossi floor' and a number")
    _read_title(floor, lines[0])
    for number, tokens in enumerate(lines[1:], 1):
        if tokens[0].text == "board":
            _end(tokens, 1)
            _read_board(floor, lines[number + 1 :], tokens[0])
            return floor
        _read_line(floor, tokens)
    last = lines[-1][-1]
    _refuse(Token("", last.line + 1, 1), "'board' and its rows")


def _tokens(text: str) -> list[list[Token]]:
    """The words of each line that has any."""
    lines = []
    for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), 1):
        tokens = [Token(found[0], number, found.start() + 1) for found in _TOKEN.finditer(line.partition("#")[0])]
        if tokens:
            lines.append(tokens)
    return lines


def _shown(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "...") if text else "nothing"


def _refuse(token: Token, expected: str) -> NoReturn:
    raise UnreadableError(f"line {token.line}, column {token.column}: expected {expected}, found {_shown(token.text)}")


def _word(tokens: list[Token], index: int) -> Token:
    """A word of a line; past its end an empty one."""
    if index < len(tokens):
        return tokens[index]
    last = tokens[-1]
    return Token("", last.line, last.column + len(last.text) + 1)


def _end(tokens: list[Token], count: int) -> None:
    if len(tokens) > count:
        _refuse(tokens[count], "the end of the line")


def _number(token: Token, low: int, high: int, text: str | None = None) -> int:
    value = token.text if text is None else text
    if not _NUMBER.fullmatch(value) or not low <= int(value) <= high:
        _refuse(token, f"a whole number from {low} to {high}")
    return int(value)


def _cell(token: Token) -> int:
    try:
        return read_cell(token.text)
    except UnreadableError:
        _refuse(token, "a cell from a1 to l12")


def _choice(token: Token, choices: tuple[str, ...]) -> int:
    if token.text not in choices:
        _refuse(token, " or ".join([", ".join(choices[:-1]), choices[-1]]) if len(choices) > 1 else choices[0])
    return choices.index(token.text)


def _read_title(floor: Floor, tokens: list[Token]) -> None:
    for index, word in enumerate(("colossi", "floor")):
        if _word(tokens, index).text != word:
            _refuse(_word(tokens, index), f"'{word}' (the first line is 'colossi floor' and a number)")
    floor.number = _number(_word(tokens, 2), 1, FLOORS)
    _end(tokens, 3)


def _read_line(floor: Floor, tokens: list[Token]) -> None:
    word = tokens[0].text
    if word not in _LINES:
        _refuse(tokens[0], f"one of {', '.join(_LINES)}, board")
    if word in floor.lines and word not in ("hero", "drop", "opened"):
        _refuse(tokens[0], f"each word once ({word} is in line {floor.lines[word]} already)")
    floor.lines.setdefault(word, tokens[0].line)
    _LINES[word](floor, tokens)


def _read_players(floor: Floor, tokens: list[Token]) -> None:
    floor.players = _number(_word(tokens, 1), 1, HEROES)
    _end(tokens, 2)


def _read_boss(floor: Floor, tokens: list[Token]) -> None:
    floor.boss = _number(_word(tokens, 1), 0, 999)
    _end(tokens, 2)


def _read_door(floor: Floor, tokens: list[Token]) -> None:
    floor.is_open = _choice(_word(tokens, 1), ("shut", "open")) == 1
    _end(tokens, 2)


def _read_to_move(floor: Floor, tokens: list[Token]) -> None:
    floor.to_move = _number(_word(tokens, 1), 1, HEROES) - 1
    _end(tokens, 2)


def _read_bag(floor: Floor, tokens: list[Token]) -> None:
    first = _word(tokens, 1)
    if "/" not in first.text:
        if not _NUMBER.fullmatch(first.text):
            _refuse(first, "a number of tiles, or counts by kind such as normal/tee:6")
        floor.bag = int(first.text)
        _end(tokens, 2)
        return
    counts = [0] * BAG_KINDS
    named = set()
    for token in tokens[1:]:
        name, colon, count = token.text.partition(":")
        symbol, _, shape = name.partition("/")
        if symbol not in SYMBOLS or shape not in SHAPES or not colon or name in named:
            known = f"symbols {', '.join(SYMBOLS)}; shapes {', '.join(SHAPES)}"
            _refuse(token, f"SYMBOL/SHAPE:COUNT, each kind once ({known})")
        named.add(name)
        counts[SYMBOLS.index(symbol) * 5 + SHAPES.index(shape)] = _number(token, 0, 999, count)
    floor.bag = counts


def _read_drop(floor: Floor, tokens: list[Token]) -> None:
    cell = _cell(_word(tokens, 1))
    thing = _word(tokens, 2)
    if thing.text.partition(":")[0] != "key":
        _refuse(thing, "'key'")
    floor.drops.append((cell, _keys(thing), thing.line))
    _end(tokens, 3)


def _read_opened(floor: Floor, tokens: list[Token]) -> None:
    cell = _cell(_word(tokens, 1))
    side = _choice(_word(tokens, 2), SIDE_NAMES)
    floor.opened.append((cell, side, tokens[0].line))
    _end(tokens, 3)


def _read_hero(floor: Floor, tokens: list[Token]) -> None:
    seat = _number(_word(tokens, 1), 1, HEROES) - 1
    if seat in floor.heroes:
        _refuse(tokens[1], f"each hero once (hero {seat + 1} is in line {floor.heroes[seat].line} already)")
    hero = floor.heroes[seat] = HeroLine(tokens[0].line)
    place = _word(tokens, 2)
    if place.text in ("dead", "left"):
        hero.where = DEAD if place.text == "dead" else LEFT
    elif _CELL.fullmatch(place.text):
        hero.cell = read_cell(place.text)
    else:
        _refuse(place, "a cell from a1 to l12, 'dead' or 'left'")
    index = 3
    while index < len(tokens):
        if tokens[index].text == "hp":
            if hero.hp is not None:
                _refuse(tokens[index], "hp once")
            hero.hp = _number(_word(tokens, index + 1), 0, 999)
            index += 2
        else:
            hero.things.append(_thing(tokens[index]))
            index += 1


def _thing(token: Token) -> tuple[int, int]:
    """A slot, and the level or number of what is in it."""
    name, colon, detail = token.text.partition(":")
    if name == "key":
        return KEY, _keys(token)
    if name in ("sword", "shield") and colon:
        return (SWORD if name == "sword" else SHIELD), _number(token, 1, 9, detail)
    if token.text in ("boots", "amulet"):
        return (BOOTS if name == "boots" else AMULET), 1
    if name == "potion" and detail in POTIONS:
        return POTION + POTIONS.index(detail), 1
    kinds = ", ".join(POTIONS)
    _refuse(token, f"hp N, key, key:N, sword:LEVEL, shield:LEVEL, boots, amulet or potion:KIND (kinds {kinds})")


def _keys(token: Token) -> int:
    _, colon, count = token.text.partition(":")
    return _number(token, 1, 99, count) if colon else 1


_LINES: dict[str, Callable[[Floor, list[Token]], None]] = {
    "players": _read_players,
    "bag": _read_bag,
    "boss": _read_boss,
    "door": _read_door,
    "to_move": _read_to_move,
    "hero": _read_hero,
    "drop": _read_drop,
    "opened": _read_opened,
}


def _read_board(floor: Floor, lines: list[list[Token]], head: Token) -> None:
    if not lines:
        _refuse(Token("", head.line + 1, 1), "a row of the board")
    floor.lines["board"] = lines[0][0].line
    width = min(len(lines[0]), WIDTH)
    for tokens in lines:
        if len(floor.rows) == width:
            _refuse(tokens[0], f"the end (boards are square, and the first row has {width} cells)")
        floor.rows.append([_board_cell(token) for token in tokens[:width]])
        if len(tokens) < width:
            _refuse(_word(tokens, len(tokens)), f"cell {len(tokens) + 1} of {width} in this row")
        _end(tokens, width)
    if len(lines) < width:
        _refuse(Token("", lines[-1][0].line + 1, 1), f"row {len(lines) + 1} of {width}")


def _board_cell(token: Token) -> tuple[int, str]:
    if token.text == EMPTY_CELL:
        return 0, ""
    if len(token.text) == 2:
        sides, symbol = GLYPHS.find(token.text[0]), token.text[1]
        if sides > 0 and (symbol == PLAIN or symbol in FIXED_SYMBOLS or symbol in BAG_SYMBOLS):
            return sides, symbol
    _refuse(token, f"a cell: {EMPTY_CELL}, or one of {GLYPHS[1:]} and one of . S B X m $ h !")
