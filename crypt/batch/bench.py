"""Speed: games and decisions a second, compiled against the very same code interpreted, in one run."""

import json
import os
import platform
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..core import jit
from ..core.game import CryptError
from .plan import make_plan
from .playing import play_batch


@dataclass(frozen=True)
class Speed:
    """How fast random games were played.

    Attributes
    ----------
    game : str
    players, seed, games, decisions : int
    seconds : float
    compiled : bool
    """

    game: str
    players: int
    seed: int
    games: int
    decisions: int
    seconds: float
    compiled: bool

    @property
    def games_per_second(self) -> float:
        """Whole games in a second."""
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """Decisions in a second."""
        return self.decisions / self.seconds


def measure(name: str, players: int, games: int, seed: int) -> Speed:
    """Play random games on one core and take the time.

    Parameters
    ----------
    name : str
        Of the game.
    players, games, seed : int
    """
    plan = make_plan(name, players, games, seed)
    play_batch(plan, 0, 1)  # what is compiled or loaded now does not count
    began = time.perf_counter()
    _, decisions = play_batch(plan, 0, games)
    return Speed(name, players, seed, games, decisions, time.perf_counter() - began, jit.COMPILED)


def measure_interpreted(name: str, players: int, games: int, seed: int) -> Speed:
    """The same in a process of its own, in which nothing is compiled.

    Raises
    ------
    CryptError
        When that process fails.
    """
    command = [sys.executable, "-m", "crypt.batch.bench", name, str(players), str(games), str(seed)]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or "it said nothing").splitlines()[-1]
        raise CryptError(f"the interpreted games could not be played: {last}")
    return Speed(**json.loads(done.stdout))


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
    print(json.dumps(asdict(measure(sys.argv[1], *map(int, sys.argv[2:])))))
