"""A bot at the table: it chooses for a seat, and tells what it thinks of the choices."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..core.catalog import BOTS_OF_ALL
from ..core.game import CryptError, Game
from ..core.ruleset import Ruleset
from .kernels import Space, compiled

RANDOM, ADVISED, SEARCH = 0, 1, 2  # as in the source
NAMES_OF_ALL = BOTS_OF_ALL
ITERATIONS = 1000
ROUNDS = 4  # that a playout goes on before the position is valued


def bot_names(game: Game) -> list[str]:
    """The bots of a game: those that every game has, and its own characters."""
    return [*NAMES_OF_ALL, *(name for name in game.part("advice").CHARACTERS if name not in NAMES_OF_ALL)]


def way_of(game: Game, name: str) -> tuple[int, tuple[float, ...]]:
    """How a bot chooses, and its character.

    Raises
    ------
    CryptError
        When there is no such bot.
    """
    characters = game.part("advice").CHARACTERS
    if name in characters:
        return ADVISED, characters[name]
    if name in ("random", "search"):
        return (RANDOM if name == "random" else SEARCH), characters["greedy"]
    raise CryptError(f"there is no bot {str(name)[:40]!r} (bots: {', '.join(bot_names(game))})")


@dataclass(frozen=True)
class Hint:
    """What a search thinks of one action.

    Attributes
    ----------
    action : int
    share : float
        Of the iterations that went into it.
    estimate, low, high : float
        Its value from 0 to 1, and the 95 % interval of the mean over the iterations.
    """

    action: int
    share: float
    estimate: float
    low: float
    high: float


class Bot:
    """A player for one seat or several.

    Parameters
    ----------
    game : Game
    ruleset : Ruleset
    name : str
        One of `bot_names`.
    iterations, rounds : int
        For `search`: how often it looks ahead, and how many rounds each look goes on.

    Raises
    ------
    CryptError
        When there is no such bot.
    """

    def __init__(self, game: Game, ruleset: Ruleset, name: str, iterations: int = ITERATIONS, rounds: int = ROUNDS) -> None:
        self.game, self.ruleset, self.name = game, ruleset, name
        self.iterations, self.rounds = iterations, rounds
        self.way, character = way_of(game, name)
        self._kernels = compiled(game)
        self._space: Space = self._kernels.space(1, iterations)
        self._space.minds[0].character[:] = character

    def choose(self, state: Any, key: int) -> int:
        """Choose for the seat that decides.

        Parameters
        ----------
        state : record
            It stays as it is. The bot gets it masked: what its seat does not know is dealt anew.
        key : int
            Of the bot's own chance: the same key, the same choice.

        Returns
        -------
        int
            A legal action.
        """
        seen, space = self._masked(state), self._space
        space.minds[0].stamp = 0
        return int(
            self._kernels.choose(
                self.ruleset.record, seen, self.way, space.states[1:], space.minds[0], np.uint64(key), self.iterations,
                self.rounds, space.tree, space.path, space.actions, space.trace,
            )
        )  # fmt: skip

    def hints(self, state: Any, key: int) -> list[Hint]:
        """What a search of this bot's budget thinks of each action, the best first."""
        seen, space = self._masked(state), self._space
        space.minds[0].stamp = 0
        self._kernels.search(
            self.ruleset.record, seen, space.states[1:], space.minds[0], np.uint64(key), self.iterations, self.rounds,
            space.tree, space.path, space.actions, space.trace,
        )  # fmt: skip
        found, child = [], int(space.tree[0].first)
        while child >= 0:
            found.append(_hint(space.tree[child], self.iterations))
            child = int(space.tree[child].next)
        return sorted(found, key=lambda hint: (-hint.share, hint.action))

    def _masked(self, state: Any) -> Any:
        seen = state.copy()
        self.game.hide(seen, self.game.actor(state))
        return seen


def _hint(node: Any, iterations: int) -> Hint:
    visits, total, squares = int(node.visits), float(node.total), float(node.squares)
    mean = total / visits
    spread = max(squares / visits - mean * mean, 0.0) ** 0.5
    # few looks say little: the interval of the mean with Student's t, and everything for a single one
    half = _student(visits) * spread / visits**0.5 if visits > 1 else 1.0
    return Hint(int(node.action), visits / iterations, mean, max(mean - half, 0.0), min(mean + half, 1.0))


@cache
def _student(visits: int) -> float:
    from scipy import stats  # it takes a while to load, and most bots never hint

    return float(stats.t.ppf(0.975, visits - 1))
