"""What playtesters said: their ratings and notes."""

import pandas as pd

from .games import Games

ABOUT = ("session", "path", "game", "ruleset", "players", "result", "minutes", "started")
NOTE = ("decision", "minute", "text", "taken_back")


def ratings(games: Games) -> pd.DataFrame:
    """The sessions that were rated: what they are, and `fun` and `tension` from 1 to 5."""
    rows = [{name: one.row.get(name) for name in (*ABOUT, "fun", "tension")} for one in games.sessions]
    frame = pd.DataFrame(rows, columns=[*ABOUT, "fun", "tension"])
    return frame[frame["fun"].notna()].reset_index(drop=True)


def notes(games: Games) -> pd.DataFrame:
    """The notes of all sessions: `decision` (the one that it is on), `minute` (when it was written), `text`, `taken_back`.

    Where the move that it was on was `taken_back`, and another made, the decision is the one before.
    """
    rows = [
        {name: one.row.get(name) for name in ABOUT} | {key: note[key] for key in NOTE}
        for one in games.sessions
        for note in one.notes
    ]
    return pd.DataFrame(rows, columns=[*ABOUT, *NOTE])
