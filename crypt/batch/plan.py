"""What is to be simulated: checked once, the same for every worker, and as a description that others can be sent."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ..core import chance
from ..core.catalog import find_game
from ..core.game import CryptError, Game, UnreadableError, check_players
from ..core.history import state_schema
from ..core.ruleset import Limit, Ruleset, standard
from ..core.written import read_written

MOST_GAMES = 100_000_000
MOST_WORKERS = 256
RANDOM = "random"
Bots = Mapping[int, str] | Sequence[str] | str | None


@dataclass(frozen=True)
class Plan:
    """Games to be played: which, by whom, how many and from which seed. Made by `make_plan`.

    Attributes
    ----------
    game : Game
    ruleset : Ruleset
    bots : tuple of str
        By seat; as many as there are players.
    root : int
        The root seed; game number i has the seed `chance.game_seed(root, i)`.
    games : int
    iterations, rounds : int
        Of `search`: how often it looks ahead for each decision, and how far.
    """

    game: Game
    ruleset: Ruleset
    bots: tuple[str, ...]
    root: int
    games: int
    iterations: int
    rounds: int

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.bots)

    @property
    def is_random(self) -> bool:
        """Whether every seat chooses at random, which needs no bots' code."""
        return all(name == RANDOM for name in self.bots)

    @property
    def limit(self) -> Limit | None:
        """The limit at which a game is given up because the ruleset sets none; None where it does, or needs none."""
        limit = self.ruleset.model.simulation_limit
        return limit if limit is not None and not self.ruleset.record[limit.field] else None

    @cached_property
    def rules(self) -> Any:
        """The packed ruleset that is played by, with a limit."""
        record = self.ruleset.record.copy()
        if self.limit is not None:
            record[self.limit.field] = self.limit.number
        return record

    @cached_property
    def description(self) -> dict[str, Any]:
        """All that the rows depend on, as JSON can hold it."""
        return {
            "game": self.game.name,
            "ruleset": {"name": self.ruleset.name, "fingerprint": self.ruleset.fingerprint, "values": self.ruleset.values},
            "bots": list(self.bots),
            "seed": self.root,
            "iterations": self.iterations,
            "rounds": self.rounds,
        }

    def first(self, games: int) -> "Plan":
        """The same plan for another number of games."""
        return replace(self, games=games)

    def seed_of(self, index: int) -> int:
        """The seed of one game."""
        return int(chance.game_seed(np.uint64(self.root), np.uint64(index)))


def make_plan(
    game: Game | str,
    players: int | str,
    games: int | str,
    seed: int | str = 0,
    bots: Bots = None,
    ruleset: Ruleset | None = None,
    iterations: int | None = None,
) -> Plan:
    """Check what is to be simulated; see `simulate`.

    Raises
    ------
    CryptError
        For a number of players or games, a seed or a bot that cannot be.
    """
    game = find_game(game) if isinstance(game, str) else game
    count = check_players(game, players)
    if ruleset is not None and ruleset.game != game.name:
        raise CryptError(f"the ruleset {ruleset.name!r} is for the game {ruleset.game!r}, not for {game.name!r}")
    ruleset = ruleset or standard(game)
    ruleset.check_players(count)
    names = tuple(check_bots(game, bots, count))
    iterations, rounds = _budget(iterations)
    return Plan(game, ruleset, names, check_root(seed), check_games(games), iterations, rounds)


def _budget(iterations: int | None) -> tuple[int, int]:
    from ..bots.bot import ITERATIONS, ROUNDS

    number = ITERATIONS if iterations is None else iterations
    if type(number) is not int or not 1 <= number <= 1_000_000:
        raise UnreadableError(f"a search looks ahead 1 to 1,000,000 times, not {str(iterations)[:40]}")
    return number, ROUNDS


@lru_cache(maxsize=16)
def plan_of(description: str) -> Plan:
    """The plan of a description that was written as JSON; a worker elsewhere plays by it."""
    import json

    told = json.loads(description)
    game = find_game(told["game"])
    ruleset = read_written(game, told["ruleset"], "the plan")
    return Plan(game, ruleset, tuple(told["bots"]), told["seed"], MOST_GAMES, told["iterations"], told["rounds"])


def code_key(game: Game) -> str:
    """Digits that stand for a game's rules as they are in this installation: its sources, and the layout of its rows."""
    from ..core import jit

    sources = jit.source_key(Path(str(game.part("loops").__file__)).resolve())
    return f"{sources}-{state_schema(game.outcome_type)}"


def check_games(games: int | str) -> int:
    """Read a number of games.

    Raises
    ------
    UnreadableError
    """
    text = str(games).strip()
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:20]) <= MOST_GAMES):
        raise UnreadableError(f"games: write a whole number from 1 to {MOST_GAMES:,}, not {text[:40]!r}")
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


def check_workers(workers: int | str | None) -> int:
    """Read a number of worker threads; without one there are as many as processors.

    Raises
    ------
    UnreadableError
    """
    if workers is None:
        return os.process_cpu_count() or 1
    text = str(workers).strip()
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:20]) <= MOST_WORKERS):
        raise UnreadableError(f"workers: write a whole number from 1 to {MOST_WORKERS}, not {text[:40]!r}")
    return int(text)


def check_bots(game: Game, bots: Bots, players: int) -> list[str]:
    """The name of each seat's bot.

    Parameters
    ----------
    game : Game
    bots : mapping of int to str, sequence of str, or str
        By seat, from 1; or by seat; or one for all seats. "random" where none is named.
    players : int

    Raises
    ------
    CryptError
        For a seat or a bot that there is not.
    """
    from ..bots.bot import bot_names, no_such_bot

    if isinstance(bots, str):
        bots = dict.fromkeys(range(1, players + 1), bots)
    elif not isinstance(bots, Mapping):
        bots = dict(enumerate(bots or (), 1))
    seats = "the only seat is 1" if players == 1 else f"the seats are 1 to {players}"
    for seat, name in bots.items():
        if not 1 <= seat <= players:
            raise CryptError(f"there is no seat {seat} for a bot; {seats}")
        if name != RANDOM and name not in bot_names(game):
            raise no_such_bot(game, name)
    return [bots.get(seat + 1, RANDOM) for seat in range(players)]
