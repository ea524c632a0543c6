"""How long people take: the pace of a ruleset, fitted to the clocks of logged sessions."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import nnls

from ..core.catalog import find_game
from ..core.game import Game
from ..core.ruleset import standard
from ..core.wording import counted
from .sessions import LoggedSession, read_session

ENOUGH_SESSIONS = 5
ENOUGH_DECISIONS = 200
ENOUGH_OF_A_KIND = 20
PAUSE = 300.0  # seconds; who takes longer has left the table


@dataclass(frozen=True)
class Pace:
    """Seconds for each kind of decision, and for a die roll.

    Attributes
    ----------
    seconds : dict of str to float
        As a ruleset's field `pace`; what could not be fitted is the standard's.
    counts : dict of str to int
        Of how many decisions (or rolls) each was fitted; 0 where it was not.
    sessions, decisions : int
        That were looked at.
    is_fitted : bool
    says : str
        In a sentence, what this is.
    """

    seconds: dict[str, float]
    counts: dict[str, int]
    sessions: int
    decisions: int
    is_fitted: bool
    says: str


def fit_pace(paths: Iterable[str | Path], game: Game | str) -> Pace:
    """Fit the pace to the decisions that people made in logged sessions.

    Parameters
    ----------
    paths : iterable of paths
        Session logs.
    game : Game or str

    Raises
    ------
    LogError
    """
    game = find_game(game) if isinstance(game, str) else game
    usual: dict[str, float] = dict(standard(game).values.get("pace", {}))
    sessions = [read_session(path, with_times=True) for path in paths]
    sessions = [one for one in sessions if one.row["game"] == game.name and one.times]
    looks = [look for one in sessions for look in _looks(game, one)] if usual else []
    counts = dict.fromkeys(usual, 0)
    if len(sessions) < ENOUGH_SESSIONS or len(looks) < ENOUGH_DECISIONS:
        few = f"{counted(len(looks), 'decision')} by people in {counted(len(sessions), 'session')}"
        says = (
            f"not fitted, as it takes {ENOUGH_DECISIONS} decisions by people in {ENOUGH_SESSIONS} sessions and there are "
            f"{few}; the ruleset's guess stands"
        )
        return Pace(usual, counts, len(sessions), len(looks), False, says)
    names = list(usual)
    times = np.array([look[0] for look in looks])
    kept = [i for i in range(len(names)) if times[:, i].sum() >= ENOUGH_OF_A_KIND]
    # what is too rare to be fitted takes what the ruleset says
    others = [i for i in range(len(names)) if i not in kept]
    rest = np.array([look[1] for look in looks]) - times[:, others] @ np.array([usual[names[i]] for i in others])
    found, _ = nnls(times[:, kept], rest)
    fitted = {names[i]: round(float(value), 2) for i, value in zip(kept, found, strict=True)}
    counts |= {names[i]: int(times[:, i].sum()) for i in kept}
    says = f"fitted to {len(looks)} decisions by people in {len(sessions)} sessions ({len(kept)} of {len(names)} kinds)"
    return Pace(usual | fitted, counts, len(sessions), len(looks), True, says)


def _looks(game: Game, session: LoggedSession) -> Iterable[tuple[list[float], float]]:
    """Of each decision: how many rolls or cards (first) and decisions of each kind it holds, and its seconds."""
    trace = game.new_trace()
    drawn = "rolls" if "rolls" in game.new_count().dtype.names else "drawn"
    for _, events, seconds in session.times:
        if not 0 <= seconds <= PAUSE:
            continue
        count = game.new_count()
        _fill(game, trace, events)
        game.tally(count, trace)
        kinds = [float(value) for value in count["decided"][1:]]
        yield [float(count[drawn]), *kinds], seconds


def _fill(game: Game, trace: Any, events: list[list[Any]]) -> None:
    """Write logged events back into a trace."""
    trace[0].kind = len(events)
    names = trace.dtype.names[3:]
    for i, (name, who, *numbers) in enumerate(events, 1):
        trace[i].kind, trace[i].who = game.words.event_kind(name), who
        for field, value in zip(names, [*numbers, *[0] * (len(names) - len(numbers))], strict=True):
            trace[i][field] = value
