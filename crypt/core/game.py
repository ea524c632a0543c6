"""What a game provides, and the errors that people see."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np

from .parts import COLUMNS, FIELDS, LIST, PARTS, lacking


class CryptError(Exception):
    """Something that the user can put right: one sentence that says what, where and what to do."""


class UnreadableError(CryptError):
    """The input is not in the language it should be in."""


class IllegalError(CryptError):
    """The input can be read, but the rules do not allow it.

    Attributes
    ----------
    rule : str
        The id of the rule that forbids it, such as "COL-13", or "".
    """

    def __init__(self, message: str, rule: str = ""):
        super().__init__(message)
        self.rule = rule


class AmbiguousError(CryptError):
    """The input can be read in more than one way."""


class MissingPartError(CryptError):
    """A game's package does not give a module, or not all that must be in it."""


@dataclass(frozen=True)
class Game:
    """A game: unchanging facts, and functions on records.

    The functions are compiled kernels, and all of them work on the game's own records. What the game gives beyond rules
    (words, notation, drawing, graph) is in modules of its folder, which are imported when they are first asked for.

    Attributes
    ----------
    name, title : str
        Folder name, and the name that people see.
    prefix : str
        Of its rule ids, such as "COL".
    players : range
        The numbers of players it is for.
    seat_word : str
        What a seat is called ("hero", "player").
    sides : tuple of str
        What each seat plays where they are unlike ("Adventurers", "Dragon"); else empty.
    has_secrets : bool
        Whether hands are hidden: then people at one screen see one at a time, and the seed is not told before the end.
    has_exit : bool
        Whether the board has an exit that everybody wants to reach: ways to it are looked for.
    state_type, rules_type, outcome_type : numpy.dtype
        The records of a position, of the packed ruleset, and of a result (also the counts while a game runs).
    most_actions : int
        No position has more legal actions.
    start, actor, refusal, legal, step, status, hide, deal, tally, outcome, playout, playouts : callable
        What they take and do stands with their definitions in the games; `playout(rules, state, count, key, actions, trace)`
        plays one game to its end with random choices, and `playouts(rules, blank, states, counts, root, first, actions,
        trace)` a batch of them: see `core/loops.py`.
    """

    name: str
    title: str
    prefix: str
    players: range
    seat_word: str
    package: str
    state_type: np.dtype
    rules_type: np.dtype
    outcome_type: np.dtype
    most_actions: int
    start: Callable
    actor: Callable
    refusal: Callable
    legal: Callable
    step: Callable
    status: Callable
    hide: Callable
    deal: Callable
    tally: Callable
    outcome: Callable
    playout: Callable
    playouts: Callable
    is_over: Callable
    sides: tuple[str, ...] = ()
    has_secrets: bool = False
    has_exit: bool = False

    def seat_name(self, seat: int) -> str:
        """What a seat is called by itself: by its side, or as "Hero 1"."""
        return self.sides[seat] if self.sides else f"{self.seat_word.capitalize()} {seat + 1}"

    def hides_until_the_end(self, mode: str) -> bool:
        """Tell whether something is hidden from some players of a session in this mode, until the game has been over."""
        return self.has_secrets and mode == "play"

    def part(self, name: str) -> ModuleType:
        """The game's module of this name, such as `words` or `graph`; `crypt.core.parts` lists them, and what is in them.

        Raises
        ------
        MissingPartError
            When the game's package does not give it, or not all that must be in it.
        """
        if not self.has_part(name):
            serves = PARTS[name].serves if name in PARTS else ""
            without = f", so it is without {serves}" if serves else ""
            raise MissingPartError(f"{self.title}: its package {self.package} gives no module {name!r}{without}; {LIST}")
        return _whole(self.package, name, self.title)

    def has_part(self, name: str) -> bool:
        """Tell whether the game's package gives a module of this name."""
        return _is_there(f"{self.package}.{name}")

    def check_parts(self) -> None:
        """Check that the modules are there that every game must give.

        Raises
        ------
        MissingPartError
        """
        for name in [name for name, part in PARTS.items() if not part.serves]:
            _check_whole(self.part(name), name, self.title)
        if missing := [name for name in FIELDS if name not in (self.outcome_type.names or ())]:
            raise MissingPartError(f"{self.title}: the record of its results has no field {', '.join(missing)}; {LIST}")
        given = self.words.outcome_columns(np.zeros(1, self.outcome_type).view(np.recarray))
        if missing := [name for name in COLUMNS if name not in given]:
            gives = f"words.outcome_columns of its package {self.package} does not give {', '.join(missing)}"
            raise MissingPartError(f"{self.title}: {gives}; {LIST}")

    @cached_property
    def words(self) -> ModuleType:
        """The game's words: actions and events to text and back."""
        return self.part("words")

    @cached_property
    def notation(self) -> ModuleType:
        """Positions as text."""
        return self.part("notation")

    @cached_property
    def draw(self) -> ModuleType:
        """Positions as pictures."""
        return self.part("draw")

    def new_state(self) -> Any:
        """An empty position record."""
        return np.zeros(1, self.state_type).view(np.recarray)[0]

    def new_count(self) -> Any:
        """An empty record of results."""
        return np.zeros(1, self.outcome_type).view(np.recarray)[0]

    def from_bytes(self, data: bytes) -> Any:
        """The position that `state.tobytes()` wrote down."""
        return np.frombuffer(bytearray(data), self.state_type).view(np.recarray)[0]

    def legal_actions(self, rules: Any, state: Any) -> list[int]:
        """All legal actions of a position, in their fixed order."""
        actions = np.zeros(self.most_actions, np.int32)
        return actions[: self.legal(rules, state, actions)].tolist()

    def new_trace(self) -> Any:
        """A trace to give to `step`."""
        from . import trace  # it brings numba along, which the facts of a game need not wait for

        return trace.new_trace()


@cache
def _is_there(module: str) -> bool:
    return find_spec(module) is not None


@cache
def _whole(package: str, name: str, title: str) -> ModuleType:
    """A module of a game, looked at for what must be in it; `Game.check_parts` looks at those that every game has."""
    module = _imported(f"{package}.{name}", title)
    if name in PARTS and PARTS[name].serves:
        _check_whole(module, name, title)
    return module


def _imported(module: str, title: str) -> ModuleType:
    try:
        return import_module(module)
    except Exception as error:
        if is_own(module):
            raise  # a defect of ours
        raise MissingPartError(f"{title}: its module {module} cannot be imported ({failure(error)})") from error


def _check_whole(module: ModuleType, name: str, title: str) -> None:
    missing = lacking(name, lambda thing: hasattr(module, thing))
    if missing:
        raise MissingPartError(f"{title}: its module {module.__name__} does not give {', '.join(missing)}; {LIST}")


def is_own(package: str) -> bool:
    """Tell whether a game's package comes with crypt."""
    return package.startswith("crypt.games.")


def failure(error: BaseException) -> str:
    """What went wrong in code of others, in a few words: the kind of error, and the first line of what it says."""
    said = str(error).strip().splitlines()
    return f"{type(error).__name__}: {said[0][:200]}" if said else type(error).__name__


def players_words(players: range) -> str:
    """How many a game is for: "1 to 4 players", "2 players"."""
    return f"{players[0]} to {players[-1]} players" if len(players) > 1 else f"{players[0]} players"


def check_players(game: Game, players: int | str) -> int:
    """Read a number of players.

    Raises
    ------
    CryptError
        When the game is not for so many.
    """
    try:
        number = int(str(players))
    except ValueError:
        number = -1
    if number not in game.players:
        raise CryptError(f"{game.title} is for {players_words(game.players)}, not {str(players)[:20]}")
    return number


def check_names(names: Sequence[str], seats: int, seat_word: str = "player") -> list[str]:
    """Check the names at the table: any Unicode, 1 to 40 characters, all different.

    Returns
    -------
    list of str
        One name for each seat; seats without a name get "Player 1" and so on.

    Raises
    ------
    CryptError
        For a name that is empty, too long, given twice, or has a line break or a character that cannot be written down.
    """
    full = list(names) + [f"{seat_word.capitalize()} {i + 1}" for i in range(len(names), seats)]
    if len(full) > seats:
        raise CryptError(f"{len(full)} names for {seats} seats; leave {len(full) - seats} out")
    for i, name in enumerate(full):
        if not 1 <= len(name) <= 40 or not name.strip():
            raise CryptError(f"the name of seat {i + 1} has {len(name)} characters; 1 to 40 are allowed, not only blanks")
        if any(ord(c) < 32 or 0xD800 <= ord(c) <= 0xDFFF or ord(c) in (0x7F, 0x85, 0x2028, 0x2029) for c in name):
            raise CryptError(f"the name of seat {i + 1} has a control character in it; write it without")
        if name in full[:i]:
            raise CryptError(f"two seats are called {name!r}; give each its own name")
    return full
