"""Records: the best that each group of people has reached, for games in which a group plays against its own."""

import pandas as pd

from ..core.catalog import find_game
from .games import Games

COLUMNS = ("game", "group", "players", "games")


def records(games: Games) -> pd.DataFrame:
    """The best results of each group of names, for each number of players.

    Only finished sessions count that were won without taking chance back, choosing results or setting positions, and only
    games that say what a group plays for (`RECORDS` in their words).

    Parameters
    ----------
    games : Games

    Returns
    -------
    pandas.DataFrame
        A row for each group: `game`, `group` (its names, in their order by alphabet), `players`, `games` (how many were
        counted), and a column for each number that is played for, with the best of them.
    """
    rows = [one.row for one in games.sessions if one.row["result"] == "won" and not one.row["marked"]]
    kept = [row | {"group": _group(row)} for row in rows if _aims(row["game"])]
    found = []
    frame = pd.DataFrame(kept) if kept else pd.DataFrame(columns=[*COLUMNS])
    for (game, group, players), table in frame.groupby(["game", "group", "players"]):
        best = {name: table[name].min() if is_least else table[name].max() for name, is_least in _aims(game).items()}
        found.append({"game": game, "group": group, "players": players, "games": len(table)} | best)
    return pd.DataFrame(found) if found else pd.DataFrame(columns=[*COLUMNS])


def _group(row: dict) -> str:
    """The names at a table, so that the same people are the same group wherever they sit."""
    return ", ".join(sorted(row[f"name_{seat + 1}"] for seat in range(int(row["players"]))))


def _aims(game: str) -> dict[str, bool]:
    """What a group plays for, and whether the least is best; nothing where a game does not say."""
    return getattr(find_game(game).words, "RECORDS", {})
