"""Records: the best that each group of people has reached, for games in which a group plays against its own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from ..core.asking import HUMAN
from ..core.catalog import find_game
from ..core.lines import LogError
from ..core.shelf import list_sessions
from .games import Games
from .reading import read_log_once
from .sessions import MIXED

COLUMNS = ("game", "group", "players", "ruleset", "fingerprint", "games")
WON = "won"


@dataclass(frozen=True)
class Mark:
    """One of the numbers that a group plays for, in a game and in the group's record.

    Attributes
    ----------
    name : str
        Of the column.
    here : int or float
    best : int, float or None
        Of the group's other games; None when there are none.
    is_least : bool
        Whether the least is best.
    """

    name: str
    here: float
    best: float | None
    is_least: bool

    @property
    def is_better(self) -> bool:
        """Whether this game is better than all others of the group."""
        return self.best is None or (self.here < self.best if self.is_least else self.here > self.best)


@dataclass(frozen=True)
class Standing:
    """How a finished session stands beside the record of its group.

    Attributes
    ----------
    group : list of str
        The names at the table, by alphabet.
    games : int
        The group's other games that count.
    problem : str
        Why this game does not count for the record; "" when it does.
    marks : list of Mark
    """

    group: list[str]
    games: int
    problem: str
    marks: list[Mark]

    @property
    def better(self) -> list[str]:
        """The columns in which this game is a new record."""
        return [] if self.problem else [mark.name for mark in self.marks if mark.is_better]


def aims_of(game: str) -> dict[str, bool]:
    """What a group plays for in a game: columns, and whether the least is best; nothing where a game does not say."""
    return getattr(find_game(game).words, "RECORDS", {})


def records(games: Games) -> pd.DataFrame:
    """The best results of each group of names, for each number of players and each ruleset.

    Only finished sessions count that were won without taking chance back, choosing results or setting positions, and only
    games that say what a group plays for (`RECORDS` in their words).

    Parameters
    ----------
    games : Games

    Returns
    -------
    pandas.DataFrame
        A row for each group and ruleset: `game`, `group` (its names, in their order by alphabet), `players`, `ruleset` and
        `fingerprint` (rulesets of one name may differ), `games` (how many were counted), and a column for each number that
        is played for, with the best of them.
    """
    rows = [one.row for one in games.sessions if not _problem(one.row)]
    kept = [row | {"group": ", ".join(_group(row))} for row in rows if aims_of(row["game"])]
    if not kept:
        return pd.DataFrame(columns=[*COLUMNS])
    found = []
    frame = pd.DataFrame(kept)
    for (game, group, players, fingerprint), table in frame.groupby(["game", "group", "players", "fingerprint"]):
        best = {name: _best(table[name], is_least) for name, is_least in aims_of(game).items()}
        about = (game, group, players, table["ruleset"].iloc[0], fingerprint, len(table))
        found.append(dict(zip(COLUMNS, about, strict=True)) | best)
    return pd.DataFrame(found)


def standing(path: str | Path) -> Standing | None:
    """How a finished session stands beside the record of its group: the other sessions in its folder.

    Parameters
    ----------
    path : path
        Of the session's log.

    Returns
    -------
    Standing or None
        None when the game does not say what a group plays for.

    Raises
    ------
    LogError
        When the log cannot be read.
    """
    row = read_log_once(Path(path)).row
    others = _others(Path(path), row) if aims_of(row["game"]) else []
    marks = [
        Mark(name, row[name], _best((one[name] for one in others), is_least) if others else None, is_least)
        for name, is_least in aims_of(row["game"]).items()
    ]
    return Standing(_group(row), len(others), _problem(row), marks) if marks else None


def _others(path: Path, row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows of the other sessions beside a log that count for the record of the same group, by the same rules."""
    found = []
    for one in list_sessions(path.parent):
        is_like = one.game == row["game"] and one.result == WON and sorted(one.names) == _group(row)
        if is_like and one.name != path.stem:
            try:
                found.append(read_log_once(one.path).row)
            except LogError:
                continue  # the list of sessions says what is wrong with it
    return [other for other in found if not _problem(other) and other["fingerprint"] == row["fingerprint"]]


def _problem(row: Mapping[str, Any]) -> str:
    """Why a session does not count for a record."""
    if row["result"] != WON:
        return "it was not won"
    players = {row[f"bot_{seat + 1}"] for seat in range(row["players"])}
    if MIXED in players or not players & {HUMAN}:
        return "bots decided for people" if MIXED in players else "bots played it"
    return "what was revealed was taken back, chance chosen, or a position set" if row["marked"] else ""


def _best(values: Iterable[float], is_least: bool) -> float:
    return min(values) if is_least else max(values)


def _group(row: Mapping[str, Any]) -> list[str]:
    """The names at a table, so that the same people are the same group wherever they sit."""
    return sorted(row[f"name_{seat + 1}"] for seat in range(int(row["players"])))
