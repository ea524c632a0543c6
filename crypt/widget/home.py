"""What the first page lists: the pages, the games, the last sessions."""

import json
from itertools import groupby
from pathlib import Path

from ..core.catalog import catalog
from ..core.game import CryptError, players_words
from ..core.shelf import SessionSummary, list_sessions
from ..core.wording import counted
from .lobby import result_words, samples, sessions_folder, title_of

PICTURES = Path(__file__).resolve().parent / "jupyter" / "nbconvert" / "templates" / "crypt" / "static" / "games"


def list_pages(folder: Path) -> list[dict]:
    """List the pages of a folder, in their order.

    Parameters
    ----------
    folder
        The notebooks. The metadata ``crypt`` of each gives ``title``, ``summary`` and ``order``.

    Returns
    -------
    list of dict
        For each page ``file``, ``title`` and ``summary``.
    """
    pages = []
    for path in folder.glob("*.ipynb"):
        told = json.loads(path.read_text(encoding="utf-8"))["metadata"].get("crypt", {})
        pages.append({"file": path.name, "title": path.stem, "summary": "", "order": 99} | told)
    return sorted(pages, key=lambda page: (page["order"], page["title"]))


def list_games() -> list[dict]:
    """List the games: ``name``, ``title``, ``about``, ``players``, and whether there is a ``picture``."""
    return [
        {
            "name": entry.name,
            "title": entry.title,
            "about": entry.about,
            "players": players_words(entry.players),
            "picture": PICTURES.joinpath(f"{entry.name}.svg").is_file(),
        }
        for entry in catalog().values()
    ]


def last_sessions(most: int = 6) -> list[dict]:
    """List the sessions that were begun last.

    Each has its ``name``, ``game``, ``names``, when it was ``started`` and how ``far`` it is; a copy also says when it was
    ``taken_in``, and a simulated game which of its ``run`` it is.
    """
    try:
        found = list_sessions(sessions_folder())
    except CryptError:
        return []  # the Play page says what is wrong with the folder
    return _rows(found, most)


def sample_sessions(most: int = 2) -> list[dict]:
    """List so many of the sessions that come with each game, in the same way; when they were played is not told."""
    by_game = groupby(samples(), key=lambda one: one.game)
    return [row | {"started": ""} for _, found in by_game for row in _rows([*found], most)]


def _rows(sessions: list[SessionSummary], most: int) -> list[dict]:
    return [
        {
            "name": summary.name,
            "game": title_of(summary.game),
            "names": summary.names,
            "run": summary.run,
            "started": _minute(summary.started),
            "taken_in": _minute(summary.taken_in),
            "far": _so_far(summary),
        }
        for summary in [one for one in sessions if not one.problem][:most]
    ]


def _minute(time: str) -> str:
    """A time as the header of a log says it, to the minute."""
    return time[:16].replace("T", " ")


def _so_far(summary: SessionSummary) -> str:
    """What came of a session, and how far it is; where hands are hidden the count would tell who was asked to react."""
    count = "being played" if summary.is_secret else counted(summary.decisions, "decision")
    return " · ".join(filter(None, [result_words(summary), count]))
