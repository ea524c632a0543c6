"""What can be inspected: a logged session, a floor in notation, a fresh random floor. Each is opened as a session."""

import random
import re
from pathlib import Path
from typing import Any

from ..core.catalog import catalog, find_game, has_part
from ..core.game import CryptError, Game, UnreadableError, players_words
from ..core.ruleset import standard
from ..core.session import Session
from ..core.shelf import find_session, take_in
from . import lobby

Model = dict[str, Any]
MOST_TILES = 200


def opening_model() -> Model:
    """What there is to open: the logged sessions, the latest first, and the games that lay random floors."""
    found = lobby.lobby_model()
    floors = [game for game in found["games"] if has_floors(game["name"])]
    samples = [row | {"names": [f"Sample: {row['names'][0]}"]} for row in found["samples"]]
    return {
        "sessions": found["sessions"] + samples, "more": found["more"], "folder": found["folder"],
        "games": floors, "most_tiles": MOST_TILES,
    }  # fmt: skip


def has_floors(game: str) -> bool:
    """Tell whether a game can lay a random floor."""
    return has_part(game, "fresh")


def open_logged(name: str) -> Session:
    """Open a session of the data folder or a sample, to be looked at."""
    folder = lobby.sessions_folder()
    is_own = folder.joinpath(f"{name}.jsonl").exists()
    sample = None if is_own else lobby.sample_path(name)
    return Session.open(sample or find_session(folder, name), read_only=True)


def open_text(text: str) -> Session:
    """Open a floor in notation; or keep a log from elsewhere in the data folder, and open it.

    Raises
    ------
    CryptError
        For a text that is neither.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        data = text.encode("utf-8", "surrogatepass")
        return Session.open(take_in(lobby.sessions_folder(), data), read_only=True)
    return open_floor(_game_of(text), text)


def _game_of(text: str) -> Game:
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    first = next(filter(None, lines), [])
    if not first:
        raise UnreadableError("there is nothing to read; paste a floor in notation, which begins with the name of its game")
    if first[0] not in catalog():
        games = ", ".join(catalog())
        raise UnreadableError(
            f"line 1: a floor begins with the name of its game ({games}), and this begins with {first[0][:20]!r}"
        )
    return find_game(first[0])


def open_floor(game: Game, text: str, seed: int | None = None, folder: Path | None = None) -> Session:
    """Open a floor in notation as a session in design mode, with the names that the seats have by themselves.

    Without a folder the session stays in memory.
    """
    ruleset = standard(game)
    players = int(game.notation.read(text, ruleset.record).players)
    names = [game.seat_name(i) for i in range(players)]
    return Session.new(game, names, ruleset, seed, mode="design", folder=folder, start=text)


def open_random(game: str, players: str, tiles: str, seed: str) -> tuple[Session, int]:
    """Lay a fresh random floor and open it.

    Returns
    -------
    Session, int
        With the seed that was taken, should none have been given.

    Raises
    ------
    CryptError
    """
    found = find_game(game)
    number = _whole(seed, "the seed", 2**32 - 1) if seed.strip() else random.SystemRandom().randrange(10**6)
    count, seats = _whole(tiles, "the number of tiles", MOST_TILES), _whole(players, "the number of players", 99)
    if seats not in found.players:
        raise CryptError(f"{found.title} is for {players_words(found.players)}, not {seats}")
    rules = standard(found).record
    text = found.part("fresh").random_floor(rules, seats, count, number)
    return open_floor(found, text, number), number


def _whole(text: str, what: str, most: int) -> int:
    if re.fullmatch("[0-9]{1,10}", text.strip()) and int(text) <= most:
        return int(text)
    raise UnreadableError(f"{what} is a whole number from 0 to {most}, not {text.strip()[:20]!r}")
