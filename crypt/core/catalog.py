"""The catalog: finds the games that are installed, and loads one when it is needed."""

import difflib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from .game import CryptError, Game, failure, is_own
from .parts import LIST
from .shipped import game_data, shipped

BOTS_OF_ALL = ("random", "greedy", "search")


@dataclass(frozen=True)
class Entry:
    """A game in the catalog, known without compiling or loading its rules."""

    name: str
    title: str
    players: range
    bots: tuple[str, ...]
    about: str
    package: str
    folder: Path
    load: Callable[[], Game]
    minutes: tuple[int, int] | None = None
    seats: tuple[str, ...] = ()  # what each is called by itself
    won: tuple[str, ...] = ()  # a result by seat, in words
    recommended: range | None = None  # for how many players its rulebook is, where others can play too

    def result_words(self, result: str) -> str:
        """A result in words: "seat 2" is "won by player 2"."""
        words = {f"seat {i}": said for i, said in enumerate(self.won, 1)}
        return words.get(result, result)


@dataclass(frozen=True)
class Found:
    """What was found where games are looked for.

    Attributes
    ----------
    entries : dict of str to Entry
        By name.
    problems : dict of str to str
        By package: why a game of another package was left out.
    """

    entries: dict[str, Entry]
    problems: dict[str, str]


def catalog() -> dict[str, Entry]:
    """All games by name: the folders of `crypt.games`, then the entry points "crypt.games" of other packages.

    The last name of its package is a game's name. The package gives `TITLE`, `PLAYERS` (a range), `ABOUT` (one sentence) and
    `load()`; `BOTS`, the names of its bots, where it has more than every game; `MINUTES`, how long it takes by its rulebook,
    where that is told; `SEATS`, the names of its sides, or `SEAT_WORD`, what each seat is called ("player" if it does not
    say); `WON`, the results of its seats in words, where they are not "won by player 1" and so on; `RECOMMENDED`, for how
    many players its rulebook is, where others can play too; `IS_FIRST`, where it is to stand before the others.

    Its rulebook is `rulebook.md` in its folder. Its standard ruleset, tables, claims and sample sessions lie in the folder
    `data` in it (those of `crypt.games` in `data/<game>` of the checkout). What its modules must hold and may hold is listed
    in `crypt.core.parts`.
    """
    return _look().entries


def left_out() -> list[str]:
    """Why games of other packages were left out, a sentence for each."""
    return list(_look().problems.values())


@cache
def _look() -> Found:
    import crypt.games as folder

    own = [f"crypt.games.{found.name}" for found in pkgutil.iter_modules(folder.__path__) if found.ispkg]
    others = dict.fromkeys(point.module for point in entry_points(group="crypt.games"))
    modules: dict[str, ModuleType] = {package: import_module(package) for package in own}
    by_name, problems = {name_of(package): package for package in own}, dict[str, str]()
    for package in others:
        try:
            other = by_name.get(name_of(package), package)
            if other != package:
                both = f"the packages {other} and {package} both have a game {name_of(package)!r}"
                raise CryptError(f"{both}, and the second was left out; give its package another name, or uninstall it")
            modules[package] = _checked(package)
            by_name[name_of(package)] = package
        except CryptError as error:
            problems[package] = str(error)
    order = sorted(modules, key=lambda package: not getattr(modules[package], "IS_FIRST", False))
    return Found({name_of(package): _entry(package, modules[package]) for package in order}, problems)


def name_of(package: str) -> str:
    """The name of the game in a package: the last of the package's names."""
    return package.rpartition(".")[2]


def _checked(package: str) -> ModuleType:
    """A package that an entry point names, imported."""
    try:
        module = import_module(package)
    except (Exception, SystemExit) as error:
        what = f"the game {package} was left out: its package cannot be imported ({failure(error)})"
        raise CryptError(f"{what}; mend it, or uninstall it") from error
    missing = [name for name in ("TITLE", "PLAYERS", "ABOUT", "load") if not hasattr(module, name)]
    if missing:
        raise CryptError(f"the game {package} was left out: its package does not give {', '.join(missing)}; {LIST}")
    if not hasattr(module, "__path__"):
        raise CryptError(f"the game {package} was left out: it is a single file, and a game is a package; {LIST}")
    if not isinstance(module.PLAYERS, range) or not module.PLAYERS or module.PLAYERS[0] < 1:
        raise CryptError(f"the game {package} was left out: its PLAYERS must be a range such as range(2, 5); {LIST}")
    return module


def _entry(package: str, module: ModuleType) -> Entry:
    folder = Path(str(module.__file__)).parent
    usual = BOTS_OF_ALL if folder.joinpath("advice.py").is_file() else BOTS_OF_ALL[:1]  # the others need advice
    word = getattr(module, "SEAT_WORD", "player").capitalize()
    seats = getattr(module, "SEATS", tuple(f"{word} {i + 1}" for i in range(module.PLAYERS[-1])))
    return Entry(
        name=name_of(package),
        title=module.TITLE,
        players=module.PLAYERS,
        bots=getattr(module, "BOTS", usual),
        about=module.ABOUT,
        package=package,
        folder=folder,
        load=cache(partial(_load, package, module.load)),
        minutes=getattr(module, "MINUTES", None),
        seats=seats,
        won=getattr(module, "WON", tuple(f"won by {seat[:1].lower()}{seat[1:]}" for seat in seats)),
        recommended=getattr(module, "RECOMMENDED", None),
    )


def _load(package: str, load: Callable[[], Game]) -> Game:
    """Load a game; of one of another package all that it must give is looked at."""
    if is_own(package):
        return load()
    try:
        game = load()
    except Exception as error:
        what = f"the game {package} cannot be loaded ({failure(error)})"
        raise CryptError(f'{what}; `python -c "import {package}; {package}.load()"` shows where') from error
    name = name_of(package)
    if not isinstance(game, Game) or (game.name, game.package) != (name, package):
        is_called = f"is called {game.name!r} in {game.package!r}" if isinstance(game, Game) else "is none"
        raise CryptError(f"the game that {package}.load() gives {is_called}; it must be called {name!r} in {package!r}")
    fields = game.state_type.names or ()
    if fields[:1] != (name,) or not {"players", "chance"} <= set(fields):
        fields_are = f"must have the fields {name}, which is the first, players and chance"
        raise CryptError(f"the positions of the game {package} {fields_are}; {LIST}")
    game.check_parts()
    return game


def sample_folders() -> list[Path]:
    """The folders of the sessions that come with crypt and with games of other packages."""
    own = [game_data(entry.package) / "sessions" for entry in catalog().values() if not is_own(entry.package)]
    return [shipped("data", "sessions"), *(folder for folder in own if folder.is_dir())]


def has_part(game: str, part: str) -> bool:
    """Tell whether a game is there, can be loaded, and has a module of this name."""
    try:
        return find_game(game).has_part(part)
    except CryptError:
        return False


def find_game(name: str) -> Game:
    """Load a game by its name.

    Raises
    ------
    CryptError
        When no game is called so (the nearest name is suggested), or it cannot be loaded.
    """
    games = catalog()
    if name not in games:
        for package, problem in _look().problems.items():
            if name_of(package) == name:
                raise CryptError(problem)
        near = difflib.get_close_matches(name, games, n=1, cutoff=0.7)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise CryptError(f"there is no game {str(name)[:40]!r}{hint} (games: {', '.join(games)})")
    return games[name].load()
