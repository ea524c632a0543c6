"""Reading the options that several commands have."""

import json
import os
import re
from pathlib import Path
from typing import Any

from ..core.catalog import Entry, catalog, find_game
from ..core.game import CryptError, Game, UnreadableError
from ..core.ruleset import Ruleset, load_ruleset


def game_and_ruleset(options: Any) -> tuple[Game, Ruleset]:
    """The game and the ruleset that the options name."""
    game = find_game(options.game)
    return game, load_ruleset(game, options.ruleset, options.settings)


def find_entries(names: list[str]) -> list[Entry]:
    """The games of these names, or all.

    Raises
    ------
    CryptError
        For a name that there is not.
    """
    games = catalog()
    unknown = [name for name in names if name not in games]
    if unknown:
        find_game(unknown[0])  # says what there is
    return [games[name] for name in names or games]


def whole_number(text: str, what: str, low: int, high: int) -> int:
    """Read a whole number within bounds.

    Parameters
    ----------
    text : str
    what : str
        What it is, for the error.
    low, high : int

    Raises
    ------
    UnreadableError
    """
    plain = text.strip()
    if re.fullmatch(r"-?[0-9]{1,20}", plain) and low <= int(plain) <= high:
        return int(plain)
    allowed = f"can only be {low}" if low == high else f"is a whole number from {low} to {high}"
    raise UnreadableError(f"{what} {allowed}, not {plain[:40]!r}")


def read_bots(settings: list[str], for_all: int = 0) -> dict[int, str]:
    """Read which bot plays which seat.

    Parameters
    ----------
    settings : list of str
        Each SEAT=NAME; with `for_all` also a NAME alone, for every seat.
    for_all : int
        The number of seats, where a name alone is allowed.

    Returns
    -------
    dict
        Seat, from 1, to name.

    Raises
    ------
    UnreadableError
    """
    bots: dict[int, str] = {}
    for setting in settings:
        seat, equals, name = setting.partition("=")
        if not equals and for_all:
            bots = dict.fromkeys(range(1, for_all + 1), setting) | bots
        elif not (re.fullmatch("[0-9]{1,3}", seat) and name):
            raise UnreadableError(f"{setting[:40]!r}: write SEAT=NAME, such as 2=random")
        else:
            bots[int(seat)] = name
    return bots


def print_json(document: Any) -> None:
    """Print one JSON document."""
    print(json.dumps(document, ensure_ascii=False, indent=2))


def read_text(path: str | os.PathLike[str]) -> str:
    """Read a text file.

    Raises
    ------
    CryptError
        With what is wrong and where.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise CryptError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise CryptError(f"{path}: this is a folder; name a file") from None
    except UnicodeDecodeError as error:
        raise CryptError(f"{path}: byte {error.start + 1} is not UTF-8 text; name a text file") from None
    except (OSError, ValueError) as error:
        raise CryptError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
