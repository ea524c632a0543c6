"""Simulation: whole games by bots, one row of results for each."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from ..core import chance
from ..core.game import CryptError, Game, UnreadableError, check_players
from ..core.ruleset import Ruleset, standard

BATCH = 200  # games between two looks at whether to stop; the rows do not depend on it
ROUND_LIMIT = 200  # rounds on a floor, where the ruleset sets no limit: bots may walk to and fro for ever
MOST_GAMES = 100_000_000
BOTS = ("random",)


def simulate(
    game: Game,
    players: int,
    games: int,
    seed: int | str = 0,
    ruleset: Ruleset | None = None,
    bots: Mapping[int, str] | None = None,
) -> pd.DataFrame:
    """Play games and give their results.

    Parameters
    ----------
    game : Game
    players : int
    games : int
        How many.
    seed : int or str
        The root seed: the same one gives the same rows.
    ruleset : Ruleset, optional
        By default the rulebook's.
    bots : mapping of int to str, optional
        Seat, from 1, to the name of its bot; "random" where none is named.

    Returns
    -------
    pandas.DataFrame
        One row for each game.

    Raises
    ------
    CryptError
        For a number of players or games, a seed or a bot that cannot be.
    """
    return pd.concat(list(batches(game, players, games, seed, ruleset, bots)), ignore_index=True)


def batches(
    game: Game,
    players: int,
    games: int,
    seed: int | str = 0,
    ruleset: Ruleset | None = None,
    bots: Mapping[int, str] | None = None,
) -> Iterator[pd.DataFrame]:
    """Play games, and give the rows of each batch as soon as it is done; see `simulate`."""
    players, games, root = check_players(game, players), check_games(games), check_root(seed)
    names = check_bots(bots or {}, players)
    ruleset = ruleset or standard(game)
    for first in range(0, games, BATCH):
        outcomes, _ = play_batch(game, ruleset, players, root, first, min(BATCH, games - first))
        yield rows(game, ruleset, names, root, first, outcomes)


def play_batch(game: Game, ruleset: Ruleset, players: int, root: int, first: int, games: int) -> tuple[Any, int]:
    """Play a batch of games with random choices.

    Parameters
    ----------
    game : Game
    ruleset : Ruleset
    players : int
    root : int
        The root seed.
    first : int
        The index of the first game under it.
    games : int

    Returns
    -------
    structured array
        The results, one record for each game.
    int
        Decisions in all of them.
    """
    rules = ruleset.record.copy()
    if "round_limit" in (game.rules_type.names or ()) and not rules.round_limit:
        rules.round_limit = ROUND_LIMIT
    blank = np.zeros(1, game.state_type).view(np.recarray)
    blank[0].players = players
    outcomes = np.zeros(games, game.outcome_type).view(np.recarray)
    actions = np.zeros(game.most_actions, np.int32)
    decisions = game.playouts(rules, blank, blank.copy(), outcomes, np.uint64(root), first, actions, game.new_trace())
    return outcomes, int(decisions)


def rows(game: Game, ruleset: Ruleset, bots: list[str], root: int, first: int, outcomes: Any) -> pd.DataFrame:
    """Results as rows, with what they are results of."""
    games = len(outcomes)
    seeds = [int(chance.game_seed(np.uint64(root), np.uint64(first + i))) for i in range(games)]
    common: dict[str, Any] = {
        "game": game.name,
        "ruleset": ruleset.name,
        "fingerprint": ruleset.fingerprint,
        "players": len(bots),
        "seed": np.array(seeds, np.uint64),
    }
    common |= {f"bot_{i + 1}": bots[i] if i < len(bots) else "" for i in range(game.players[-1])}
    common["source"] = "simulated"
    return pd.DataFrame(common | game.words.outcome_columns(outcomes), index=range(games))


def check_games(games: int | str) -> int:
    """Read a number of games.

    Raises
    ------
    UnreadableError
    """
    text = str(games).strip()
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:20]) <= MOST_GAMES):
        raise UnreadableError(f"{text[:40]!r} is no number of games; write a whole number from 1 to {MOST_GAMES}")
    return int(text)


def check_root(seed: int | str) -> int:
    """Read a root seed.

    Raises
    ------
    UnreadableError
    """
    try:
        return chance.check_seed(seed)
    except ValueError as error:
        raise UnreadableError(str(error)) from None


def check_bots(bots: Mapping[int, str], players: int) -> list[str]:
    """The name of each seat's bot.

    Parameters
    ----------
    bots : mapping of int to str
        By seat, from 1.
    players : int

    Raises
    ------
    CryptError
        For a seat or a bot that there is not.
    """
    for seat, name in bots.items():
        if not 1 <= seat <= players:
            raise CryptError(f"there is no seat {seat} for a bot; the seats are 1 to {players}")
        if name not in BOTS:
            raise CryptError(f"there is no bot {name[:40]!r} (bots: {', '.join(BOTS)})")
    return [bots.get(seat + 1, BOTS[0]) for seat in range(players)]
