"""A bot at the table: it chooses for a seat, and tells what it thinks of the choices."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.catalog import BOTS_OF_ALL
from ..core.game import CryptError, Game
from ..core.ruleset import Ruleset
from .kernels import Space, compiled

RANDOM, ADVISED, SEARCH = 0, 1, 2  # as in the source
NAMES_OF_ALL = BOTS_OF_ALL
ITERATIONS = 1000
MOST_ITERATIONS = 100_000  # of a search that ends by the clock
BATCH = 100  # looks between two looks at the clock and whether to stop
ROUNDS = 8  # that a look goes on before the position is valued


def bot_names(game: Game) -> list[str]:
    """The bots of a game: those that every game has, and its own characters; `random` alone without advice."""
    if not game.has_part("advice"):
        return ["random"]
    return [*NAMES_OF_ALL, *(name for name in game.part("advice").CHARACTERS if name not in NAMES_OF_ALL)]


def way_of(game: Game, name: str) -> tuple[int, tuple[float, ...]]:
    """How a bot chooses, and its character.

    Raises
    ------
    CryptError
        When there is no such bot.
    """
    advice = game.part("advice")
    if name in advice.CHARACTERS:
        return ADVISED, advice.CHARACTERS[name]
    if name in ("random", "search"):
        # a game may have a character of its own for looking ahead
        return (RANDOM if name == "random" else SEARCH), getattr(advice, "PLANNER", advice.CHARACTERS["greedy"])
    raise no_such_bot(game, name)


def no_such_bot(game: Game, name: str) -> CryptError:
    """The error that says which bots there are, and why no more of them."""
    why = "" if game.has_part("advice") else f"; the package {game.package} gives no advice, which other bots need"
    return CryptError(f"there is no bot {str(name)[:40]!r} (bots: {', '.join(bot_names(game))}{why})")


@dataclass(frozen=True)
class Hint:
    """What a search thinks of one action.

    Attributes
    ----------
    action : int
    estimate : float
        From 0 to 1: what the game's `VALUE_WORDS` say, if it is done and all play on as bots do.
    low, high : float
        The 95 % interval of the estimate.
    visits : int
        The looks ahead that it comes from.
    share : float
        Of all looks.
    is_alike : bool
        Whether the search cannot tell it from the one that it would choose: it is not proved to be worse, at 95 %.
    """

    action: int
    estimate: float
    low: float
    high: float
    visits: int
    share: float
    is_alike: bool


class Bot:
    """A player for one seat or several.

    Parameters
    ----------
    game : Game
    ruleset : Ruleset
    name : str
        One of `bot_names`.
    iterations, rounds : int
        For `search`: about how often it looks ahead at most, and how many rounds each look goes on.

    Raises
    ------
    CryptError
        When there is no such bot.
    """

    def __init__(self, game: Game, ruleset: Ruleset, name: str, iterations: int = ITERATIONS, rounds: int = ROUNDS) -> None:
        self.game, self.ruleset, self.name = game, ruleset, name
        self.iterations, self.rounds = iterations, rounds
        self.way, self._character = way_of(game, name)
        self._planner = way_of(game, "search")[1]
        self._kernels = compiled(game)
        self._space: Space = self._kernels.space(1)
        self._space.minds[0].character[:] = self._character

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
        return int(
            self._kernels.choose(
                self.ruleset.record, seen, self.way, space.states[1:], space.minds[0], np.uint64(key), self.iterations,
                self.rounds, space.moves, space.actions, space.trace,
            )
        )  # fmt: skip

    def hints(
        self, state: Any, key: int, milliseconds: float | None = None, stop: Callable[[], bool] = lambda: False
    ) -> list[Hint]:
        """What a search thinks of each legal action: first the one that it would choose, then the one that promises most.

        Parameters
        ----------
        state : record
            It stays as it is, and is masked as for `choose`.
        key : int
            The same key and number of iterations give the same hints.
        milliseconds : float, optional
            Search for so long, instead of for the bot's iterations.
        stop : callable, optional
            Is asked every few milliseconds whether to end with what is known by then.
        """
        seen, space = self._masked(state), self._space
        most = self.iterations if milliseconds is None else MOST_ITERATIONS
        ends = math.inf if milliseconds is None else time.perf_counter() + milliseconds / 1000
        made, worlds, n = 0, 0, 0
        space.minds[0].character[:] = self._planner
        while made < most and not (made and (time.perf_counter() >= ends or stop())):
            count, worlds, n, _ = self._kernels.search(
                self.ruleset.record, seen, space.states[1:], space.minds[0], np.uint64(key), worlds,
                min(BATCH - made % BATCH, most - made), self.rounds, True, space.moves, space.actions, space.trace,
            )  # fmt: skip
            made += count
        space.minds[0].character[:] = self._character
        place = 0 if self._kernels.is_late(seen) else self._kernels.favourite(space.moves, n)
        first = space.moves[place]
        chosen = int(first.action)  # the advised one is the first
        found = [_hint(move, made, first) for move in space.moves[:n]]
        return sorted(found, key=lambda hint: (hint.action != chosen, -hint.estimate, hint.action))

    def _masked(self, state: Any) -> Any:
        seen = state.copy()
        self.game.hide(seen, self.game.actor(state))
        return seen


def is_alike(move: Any, first: Any) -> bool:
    """Tell whether one move is not proved to be worse than another, at 95 %.

    Both were compared with the advised move in the same worlds, so that luck which they share does not blur it.

    Parameters
    ----------
    move, first : MOVE records
        As `search` leaves them.
    """
    from scipy.special import stdtrit  # for hints alone: pages begin without it

    (lead, error), (other, other_error) = _lead(move), _lead(first)
    quantile = stdtrit(max(min(move.visits, first.visits) - 1, 1), 0.975)  # of Student's distribution
    return bool(move.action == first.action or other - lead <= quantile * (error**2 + other_error**2) ** 0.5)


def _lead(move: Any) -> tuple[float, float]:
    """How much more a move brings than the advised one, and the standard error, as if once both had come to the same."""
    count = int(move.visits) + 1
    mean = float(move.lead) / count
    return mean, (max(float(move.lead_squares) / count - mean * mean, 0.0) / max(count - 1, 1)) ** 0.5


def _hint(move: Any, made: int, first: Any) -> Hint:
    visits, total, squares = int(move.visits), float(move.total), float(move.squares)
    # as if the best and the worst had been seen once each: where all looks were alike, the interval is not empty
    count, mean = visits + 2, (total + 1) / (visits + 2)
    half = 1.96 * (max((squares + 1) / count - mean * mean, 0.0) / count) ** 0.5
    low, high = max(mean - half, 0.0), min(mean + half, 1.0)
    return Hint(int(move.action), total / visits, low, high, visits, visits / made, is_alike(move, first))
