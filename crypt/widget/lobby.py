"""What the Play page shows before a game: the form for a new one, and the sessions that were logged."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..core.catalog import catalog, find_game
from ..core.game import CryptError, Game
from ..core.ruleset import Ruleset, load_ruleset
from ..core.shelf import SessionSummary, list_sessions, summarize
from ..core.shipped import data_folder

Model = dict[str, Any]
STANDARD = "standard"
MOST_LISTED = 200


def sessions_folder() -> Path:
    """The folder of the logged sessions."""
    return data_folder() / "sessions"


def title_of(game: str) -> str:
    """What a game is called; one that is not installed by its name."""
    return catalog()[game].title if game in catalog() else game


def lobby_model() -> Model:
    """The games that can be played, the rulesets there are, and the logged sessions, the latest first."""
    sessions = list_sessions(sessions_folder())
    return {
        "games": [
            {
                "name": entry.name,
                "title": entry.title,
                "players": list(entry.players),
                "about": entry.about,
                "bots": list(entry.bots),
                "seats": list(entry.seats),
            }
            for entry in catalog().values()
        ],
        "rulesets": {name: [STANDARD, *variants(name)] for name in catalog()},
        "sessions": [_row(summary) for summary in sessions[:MOST_LISTED]],
        "more": max(0, len(sessions) - MOST_LISTED),
        "folder": str(sessions_folder()),
    }


def _row(summary: SessionSummary) -> Model:
    return {
        "name": summary.name,
        "game": title_of(summary.game),
        "names": summary.names,
        "mode": summary.mode,
        "started": summary.started,
        "decisions": summary.decisions,
        "result": summary.result,
        "fork_of": summary.fork_of,
        "problem": summary.problem,
    }


def is_secret(path: Path) -> bool:
    """Tell whether a logged session is of a game with hidden hands that is still being played."""
    found = summarize(path)
    if found.finished or found.mode != "play" or found.game not in catalog():
        return False
    return find_game(found.game).has_secrets


def variants(game: str) -> list[str]:
    """The names of a game's variant files: TOML files in the data folder's ``rulesets``, or its folder of the game."""
    return sorted(_variant_paths(game))


def _variant_paths(game: str) -> dict[str, Path]:
    folders = [data_folder() / "rulesets" / game, data_folder() / "rulesets", data_folder() / game]
    return {path.stem: path for folder in reversed(folders) for path in folder.glob("*.toml") if path.stem != STANDARD}


def find_ruleset(game: Game, name: str, settings: Sequence[str] = ()) -> Ruleset:
    """The standard ruleset, or the variant of this name, and over it single settings such as "starting_hp=3".

    Raises
    ------
    CryptError
    """
    if name == STANDARD:
        return load_ruleset(game, None, settings)
    paths = _variant_paths(game.name)
    if name not in paths:
        raise CryptError(f"there is no ruleset {name[:40]!r} in {data_folder() / 'rulesets'}")
    return load_ruleset(game, paths[name], settings)
