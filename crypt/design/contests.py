"""Contests: who wins a competitive game under many rulesets, and under which of them it is closest to even."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from ..batch.plan import Bots
from ..batch.simulation import simulate
from ..core.catalog import find_game
from ..core.game import CryptError, Game
from ..core.ruleset import build, standard
from ..stats.intervals import share


def contest(
    game: Game | str,
    variants: Iterable[Mapping[str, Any]],
    games: int,
    seed: int = 0,
    bots: Bots = "greedy",
    players: int = 2,
    **options: Any,
) -> pd.DataFrame:
    """Play the same number of games under each of several rulesets, and count who wins.

    All rulesets are played with the same seeds.

    Parameters
    ----------
    game : Game or str
        One that is won by seats.
    variants : iterable of mapping
        For each ruleset the fields in which it differs from the standard.
    games : int
        Under each ruleset.
    seed : int
    bots : mapping, sequence or str
        As for `simulate`.
    players : int
    **options
        As for `simulate`: `iterations`, `workers`, ...

    Returns
    -------
    pandas.DataFrame
        A row for each ruleset: the fields in which any of them differs; `n` games; the share that seat 1 has `won` with
        its 95 % interval `low` to `high`; the share that `stalled`, the mean number of `turns`, how far `won` is `off` one
        in so many players, and whether it may be `even` (the interval holds that share).

    Raises
    ------
    CryptError
        For a game that all players win or lose together.
    RulesetError
        For a ruleset that cannot be.
    """
    game = find_game(game) if isinstance(game, str) else game
    variants = list(variants)
    changed = list(dict.fromkeys(name for fields in variants for name in fields))
    fair, rows = 1 / players, []
    for fields in variants:
        ruleset = build(game, standard(game).values | dict(fields), f"the variant {dict(fields)}", "variant")
        found = simulate(game, players, games, seed, bots=bots, ruleset=ruleset, **options)
        if found["result"].isin(["won", "lost"]).any():
            raise CryptError(f"{game.title} is won or lost by all players together; there is nobody to compare")
        won = share(int((found["result"] == "seat 1").sum()), len(found))
        rows.append(
            {name: _shown(ruleset.values[name]) for name in changed}
            | {"n": len(found), "won": won.value, "low": won.low, "high": won.high}
            | {"stalled": float((found["result"] == "stalled").mean()), "turns": float(found["turns"].mean())}
            | {"off": abs(won.value - fair), "even": won.low <= fair <= won.high}
        )
    return pd.DataFrame(rows)


def _shown(value: Any) -> Any:
    """A field as a table holds it: lists in a line."""
    return " ".join(map(str, value)) if isinstance(value, list) else value
