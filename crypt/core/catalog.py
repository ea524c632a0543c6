"""The catalog: finds the games that are installed, and loads one when it is needed."""

import difflib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from .game import CryptError, Game

BOTS_OF_ALL = ("random", "greedy", "search")


@dataclass(frozen=True)
class Entry:
    """A game in the catalog, known without compiling or loading its rules."""

    name: str
    title: str
    players: range
    bots: tuple[str, ...]
    about: str
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


@cache
def catalog() -> dict[str, Entry]:
    """All games by name: the folders of `crypt.games`, then the entry points "crypt.games" of other packages.

    A game's package gives `TITLE`, `PLAYERS` (a range), `ABOUT` (one sentence) and `load()`; `BOTS`, the names of its
    bots, where it has more than every game; `MINUTES`, how long it takes by its rulebook, where that is told; `SEATS`, the
    names of its sides, or `SEAT_WORD`, what each seat is called ("player" if it does not say); `WON`, the results of its
    seats in words, where they are not "won by player 1" and so on; `RECOMMENDED`, for how many players its rulebook is,
    where others can play too; `IS_FIRST`, where it is to stand before the others, which come by name.
    """
    import crypt.games as folder

    packages = [f"crypt.games.{found.name}" for found in pkgutil.iter_modules(folder.__path__) if found.ispkg]
    packages += [point.value for point in entry_points(group="crypt.games")]
    entries = {}
    modules = {package: import_module(package) for package in packages}
    for package in sorted(packages, key=lambda package: not getattr(modules[package], "IS_FIRST", False)):
        module = modules[package]
        name = package.rpartition(".")[2]
        bots = getattr(module, "BOTS", BOTS_OF_ALL)
        folder_of_it = Path(module.__path__[0])
        minutes, load = getattr(module, "MINUTES", None), cache(module.load)
        word = getattr(module, "SEAT_WORD", "player").capitalize()
        seats = getattr(module, "SEATS", tuple(f"{word} {i + 1}" for i in range(module.PLAYERS[-1])))
        won = getattr(module, "WON", tuple(f"won by {seat[:1].lower()}{seat[1:]}" for seat in seats))
        entries[name] = Entry(
            name, module.TITLE, module.PLAYERS, bots, module.ABOUT, folder_of_it, load, minutes, seats, won,
            getattr(module, "RECOMMENDED", None),
        )  # fmt: skip
    return entries


def find_game(name: str) -> Game:
    """Load a game by its name.

    Raises
    ------
    CryptError
        When no game is called so; the nearest name is suggested.
    """
    games = catalog()
    if name not in games:
        near = difflib.get_close_matches(name, games, n=1, cutoff=0.7)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise CryptError(f"there is no game {str(name)[:40]!r}{hint} (games: {', '.join(games)})")
    return games[name].load()
