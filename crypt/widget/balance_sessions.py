"""The logged sessions that the Balance page plays again: which there are, and which are meant."""

from functools import lru_cache
from pathlib import Path

from ..core.game import CryptError, Game
from ..core.log import SUFFIX
from ..core.shelf import SessionSummary, find_session, list_sessions, summarize
from ..core.wording import listed
from . import lobby


def session_names(game: str) -> list[list[str]]:
    """The sessions of a game in the data folder as a select has them, the latest first: name, and who played and when."""
    folder = lobby.sessions_folder()
    changed = folder.stat().st_mtime_ns if folder.is_dir() else 0
    return [[name, label] for name, label in _names(folder, changed, game)[: lobby.MOST_LISTED]]


@lru_cache(maxsize=8)
def _names(folder: Path, changed: int, game: str) -> list[tuple[str, str]]:
    """The same, read once for each state of the folder: the page asks at every answer, and heads of logs never change."""
    found = [one for one in list_sessions(folder) if one.game == game]
    return [(one.name, f"{one.name}: {listed(one.names)}, {one.started[:10]}") for one in found]


def missing(game: Game) -> dict[str, str] | None:
    """Where a game has no logged session: the words for that, and the command that lets bots play some."""
    if session_names(game.name):
        return None
    command = f"crypt simulate {game.name} --players {max(game.players)} --games 20 --seed 1 --bot greedy --logs 1"
    words = f"No session of {game.title} has been logged yet. Play one, or let bots play some from the command line:"
    return {"words": words, "command": command}


def chosen(game: Game, names: list[str]) -> list[SessionSummary]:
    """The sessions that are meant: those that are named, or all of the game.

    Raises
    ------
    CryptError
        For a name of none, or of another game's; and when there is none.
    """
    folder = lobby.sessions_folder()
    if not names:
        found = [one for one in list_sessions(folder) if one.game == game.name]
        if not found:
            raise CryptError(f"no session of {game.title} has been logged yet; play one first")
        return found
    found = [summarize(find_session(folder, name.removesuffix(SUFFIX))) for name in dict.fromkeys(names)]
    for one in found:
        if one.game != game.name:
            raise CryptError(f"{one.name} is a session of {lobby.title_of(one.game)}; choose one of {game.title}")
    return found
