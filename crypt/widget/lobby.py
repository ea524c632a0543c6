"""What the Play page shows before a game: the form for a new one, and the sessions that were logged."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from ..core.catalog import catalog, left_out, sample_folders
from ..core.lines import LogError
from ..core.log import read_log
from ..core.shelf import SessionSummary, list_sessions, summarize
from ..core.shipped import STANDARD, data_folder, variant_paths
from ..core.wording import capital, listed

Model = dict[str, Any]
MOST_LISTED = 200


def sessions_folder() -> Path:
    """The folder of the logged sessions."""
    return data_folder() / "sessions"


def title_of(game: str) -> str:
    """What a game is called; one that is not installed by its name."""
    return catalog()[game].title if game in catalog() else game


def result_words(summary: SessionSummary) -> str:
    """How a session ended, in the words of its game; "" where it has not."""
    entry = catalog().get(summary.game)
    return entry.result_words(summary.result) if entry and summary.result else summary.result or ""


def lobby_model() -> Model:
    """The games that can be played, the rulesets there are, and the logged sessions, the latest first."""
    sessions = list_sessions(sessions_folder())
    return {
        "games": [
            {
                "name": entry.name,
                "title": entry.title,
                "players": list(entry.players),
                "recommended": list(entry.recommended or entry.players),
                "about": entry.about,
                "bots": list(entry.bots),
                "seats": list(entry.seats),
            }
            for entry in catalog().values()
        ],
        "rulesets": {name: [STANDARD, *sorted(variant_paths(name))] for name in catalog()},
        "sessions": [_row(summary) for summary in sessions[:MOST_LISTED]],
        "more": max(0, len(sessions) - MOST_LISTED),
        "samples": [_row(sample) | {"started": ""} for sample in samples()],
        "folder": str(sessions_folder()),
        "left_out": [f"{capital(problem)}." for problem in left_out()],
    }


def called(summary: SessionSummary) -> str:
    """What the list calls a session: its game, who plays, which game of a run it is, and when it was begun."""
    from .table import names_in_text  # it brings along what the first page does not need

    begun = datetime.fromisoformat(summary.started).astimezone()  # as this computer's clock had it
    who = f"{title_of(summary.game)} with {listed(names_in_text(summary.names))}"
    return ", ".join(filter(None, (who, summary.run, f"begun on {begun.day} {begun:%b %Y, %H:%M}")))


def _row(summary: SessionSummary) -> Model:
    return {
        "name": summary.name,
        "game": title_of(summary.game),
        "names": summary.names,
        "mode": summary.mode,
        "started": summary.started,
        "taken_in": summary.taken_in,
        "run": summary.run,
        # the lines of the log would tell who was asked for what
        "decisions": None if summary.is_secret else summary.decisions,
        "secret": summary.is_secret,
        "result": result_words(summary),
        "fork_of": summary.fork_of,
        "problem": summary.problem,
    }


def samples() -> list[SessionSummary]:
    """The sessions that come with the games, by game in the order of the catalog, and name."""
    order = list(catalog())
    found = [one for folder in sample_folders() for one in list_sessions(folder) if one.game in order]
    return sorted(found, key=lambda sample: (order.index(sample.game), sample.name))


def is_secret(path: Path) -> bool:
    """Tell whether a logged session is of a game with hidden hands that is still being played."""
    return summarize(path).is_secret


def copy_of(path: Path) -> Path | None:
    """A copy of a log in the data folder that was not changed since it was made."""
    sample = summarize(path)
    lines = read_log(path).lines
    for one in list_sessions(sessions_folder()):
        if one.taken_in and (one.started, one.names, one.decisions) == (sample.started, sample.names, sample.decisions):
            with suppress(LogError):
                if read_log(one.path).lines == lines:
                    return one.path
    return None


def sample_path(name: str) -> Path | None:
    """The log of a session that comes with a game."""
    return next((sample.path for sample in samples() if sample.name == name), None)
