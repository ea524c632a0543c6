"""Rows of results: made from a batch, joined, summed up."""

from typing import Any

import pandas as pd

from .plan import Plan
from .playing import game_seeds


def rows(plan: Plan, first: int, outcomes: Any) -> pd.DataFrame:
    """Results as rows, with what they are results of.

    Parameters
    ----------
    plan : Plan
    first : int
        The index of the first game.
    outcomes : structured array
    """
    common: dict[str, Any] = {
        "game": plan.game.name,
        "ruleset": plan.ruleset.name,
        "fingerprint": plan.ruleset.fingerprint,
        "players": plan.players,
        "seed": game_seeds(plan.root, first, len(outcomes)),
    }
    seats = plan.game.players[-1]
    common |= {f"bot_{i + 1}": plan.bots[i] if i < plan.players else "" for i in range(seats)}
    common["source"] = "simulated"
    return pd.DataFrame(common | plan.game.words.outcome_columns(outcomes), index=range(len(outcomes)))


def join(frames: list[pd.DataFrame]) -> pd.DataFrame:
    """The rows of several batches as one table."""
    return pd.concat(frames, ignore_index=True)
