"""Speed: games and decisions a second, compiled against the very same code interpreted, in one run."""

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ..core import jit
from ..core.game import CryptError
from .logs import Chooser
from .plan import Plan, make_plan
from .playing import play_batch

APART = 10  # decisions between two positions in which a search is measured
GAMES, POSITIONS, STRETCH = 3, 30, 10  # plain Python plays so many decisions on from positions spread over so many games


@dataclass(frozen=True, kw_only=True)
class Speed:
    """How fast decisions were made.

    Attributes
    ----------
    decisions : int
    seconds : float
        Of the processor: other work on the machine does not count.
    """

    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        """Decisions in a second."""
        return self.decisions / self.seconds


@dataclass(frozen=True, kw_only=True)
class GamesSpeed(Speed):
    """How fast random games were played.

    Attributes
    ----------
    game : str
    players, seed, games : int
    compiled : bool
    """

    game: str
    players: int
    seed: int
    games: int
    compiled: bool

    @property
    def games_per_second(self) -> float:
        """Whole games in a second."""
        return self.games / self.seconds


def measure(name: str, players: int, games: int, seed: int) -> GamesSpeed:
    """Play random games on one core and take the processor's time.

    Parameters
    ----------
    name : str
        Of the game.
    players, games, seed : int
    """
    plan = make_plan(name, players, games, seed)
    play_batch(plan, 0, 1)  # what is compiled or loaded now does not count
    began = time.process_time()
    _, decisions = play_batch(plan, 0, games)
    seconds = time.process_time() - began
    return GamesSpeed(
        game=name, players=players, seed=seed, games=games, decisions=decisions, seconds=seconds, compiled=jit.COMPILED
    )


@dataclass(frozen=True, kw_only=True)
class SearchSpeed(Speed):
    """How fast a search looked ahead.

    Attributes
    ----------
    looks : int
        The looks taken; the decisions are those that were made in them.
    """

    looks: int

    @property
    def looks_per_second(self) -> float:
        """Looks ahead in a second."""
        return self.looks / self.seconds


def measure_search(name: str, players: int, seed: int, positions: int = 12, looks: int = 500) -> SearchSpeed:
    """Search on one core in positions of a game that `greedy` plays, and take the processor's time.

    Parameters
    ----------
    name : str
        Of the game.
    players, seed : int
    positions : int
        How many, each `APART` decisions after the one before.
    looks : int
        How many to take in each.
    """
    from ..bots import compiled
    from ..bots.bot import way_of

    plan = make_plan(name, players, 1, seed, "greedy", iterations=looks)
    game, kernels = plan.game, compiled(plan.game)
    space = kernels.space(1)
    made, decisions, seconds = 0, 0, 0.0
    for number, state in enumerate(_greedy_game(plan, positions)):
        space.minds[0].character[:] = way_of(game, "search")[1]
        for is_timed in (False, True):  # what is loaded in the first does not count
            began = time.process_time()
            count, _, _, steps = kernels.search(
                plan.rules, state, space.states[1:], space.minds[0], np.uint64(number), 0, looks, plan.rounds, True,
                space.moves, space.actions, space.trace,
            )  # fmt: skip
            if is_timed:
                made, decisions, seconds = made + count, decisions + steps, seconds + time.process_time() - began
    return SearchSpeed(looks=made, decisions=decisions, seconds=seconds)


def _greedy_game(plan: Plan, positions: int) -> Iterator[Any]:
    """So many positions of a game of a plan, or as many as it lasts for."""
    from ..bots import Bot

    game, trace, bot = plan.game, plan.game.new_trace(), Bot(plan.game, plan.ruleset, "greedy")
    state = _start(plan, plan.seed_of(0))
    for made in range(positions * APART):
        if game.is_over(state):
            return
        if made % APART == 0:
            yield state
        game.step(plan.rules, state, bot.choose(state, made), trace)


def measure_interpreted(name: str, players: int, seconds: float, seed: int) -> Speed:
    """Play on at random, in a process of its own in which nothing is compiled, from positions of the games of `measure`.

    Parameters
    ----------
    name : str
        Of the game.
    players : int
    seconds : float
        When they are over, it stops as soon as it has been at every position equally often: decisions late in a game may
        take far longer than early ones.
    seed : int

    Raises
    ------
    CryptError
        When that process fails.
    """
    plan = make_plan(name, players, GAMES, seed)
    states = [state.tobytes().hex() for index in range(GAMES) for state in random_game(plan, index)]
    asked = {"name": name, "players": players, "seconds": seconds, "seed": seed}
    asked["positions"] = states[:: max(1, len(states) // POSITIONS)][:POSITIONS]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "crypt.batch.bench"]
    done = subprocess.run(command, input=json.dumps(asked), env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or "it said nothing").splitlines()[-1]
        raise CryptError(f"the interpreted games could not be played: {last}")
    return Speed(**json.loads(done.stdout))


def measure_from(name: str, players: int, seconds: float, seed: int, positions: list[str]) -> Speed:
    """Play on at random from positions, `STRETCH` decisions from each in turn, in this process.

    Parameters
    ----------
    name : str
        Of the game.
    players : int
    seconds : float
    seed : int
    positions : list of str
        Bytes in hexadecimal digits.
    """
    plan = make_plan(name, players, 1, seed)
    decisions, taken = 0, 0.0
    while taken < seconds:
        for index, position in enumerate(positions):
            state = plan.game.from_bytes(bytes.fromhex(position))
            began = time.process_time()
            decisions += sum(1 for _ in islice(_play_on(plan, state, plan.seed_of(index)), STRETCH))
            taken += time.process_time() - began
    return Speed(decisions=decisions, seconds=taken)


def random_game(plan: Plan, index: int) -> Iterator[Any]:
    """The position after each decision of a game of a random plan, as a batch plays it.

    Parameters
    ----------
    plan : Plan
    index : int
        Of the game.
    """
    seed = plan.seed_of(index)
    return _play_on(plan, _start(plan, seed), seed)


def _play_on(plan: Plan, state: Any, seed: int) -> Iterator[Any]:
    """Choose at random until the game is over; the position, which is moved in place, after each decision."""
    game, chooser = plan.game, Chooser(plan, seed)
    trace, counted = game.new_trace(), game.new_count()
    while not game.is_over(state):
        game.step(plan.rules, state, chooser.choose(state), trace)
        game.tally(counted, trace)
        yield state


def _start(plan: Plan, seed: int) -> Any:
    """A game of a plan before its first decision."""
    state = plan.game.new_state()
    state.players = plan.players
    plan.game.start(plan.rules, state, np.uint64(seed))
    return state


def machine() -> dict[str, Any]:
    """What the speed was measured on."""
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    print(json.dumps(asdict(measure_from(**json.load(sys.stdin)))))
