"""Records: the best that each group of people has reached, for games in which a group plays against its own."""

import pandas as pd

from ..core.catalog import find_game
from .games import Games

COLUMNS = ("game", "group", "players", "ruleset", "fingerprint", "games")


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
    rows = [one.row for one in games.sessions if one.row["result"] == "won" and not one.row["marked"]]
    kept = [row | {"group": _group(row)} for row in rows if _aims(row["game"])]
    if not kept:
        return pd.DataFrame(columns=[*COLUMNS])
    found = []
    frame = pd.DataFrame(kept)
    for (game, group, players, fingerprint), table in frame.groupby(["game", "group", "players", "fingerprint"]):
        best = {name: table[name].min() if is_least else table[name].max() for name, is_least in _aims(game).items()}
        about = (game, group, players, table["ruleset"].iloc[0], fingerprint, len(table))
        found.append(dict(zip(COLUMNS, about, strict=True)) | best)
    return pd.DataFrame(found)


def _group(row: dict) -> str:
    """The names at a table, so that the same people are the same group wherever they sit."""
    return ", ".join(sorted(row[f"name_{seat + 1}"] for seat in range(int(row["players"]))))


def _aims(game: str) -> dict[str, bool]:
    """What a group plays for, and whether the least is best; nothing where a game does not say."""
    return getattr(find_game(game).words, "RECORDS", {})
