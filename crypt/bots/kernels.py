"""The bots' kernels, compiled for each game."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..core import chance, jit
from ..core.game import Game

MOVE = np.dtype(
    [
        ("action", "i4"),
        ("is_open", "?"),  # still compared with the advised one
        ("visits", "i4"),
        ("total", "f8"),  # of what it came to, as the seat that decides sees it
        ("squares", "f8"),
        ("lead", "f8"),  # the total of how much more it came to than the advised one in the same world
        ("lead_squares", "f8"),
    ],
    align=True,
)
PARTS = 256  # in which a share is counted
RULES = ("start", "actor", "is_over", "legal", "step", "hide", "deal", "tally", "outcome")


@dataclass(frozen=True)
class Space:
    """The scratch space of one thinker: give each thread its own.

    Attributes
    ----------
    states, minds, moves, actions, trace : arrays
    """

    states: Any
    minds: Any
    moves: Any
    actions: Any
    trace: Any


@dataclass(frozen=True)
class Kernels:
    """What bots do, for one game; see `source.py`."""

    game: Game
    choose: Any
    search: Any
    favourite: Any
    is_late: Any
    play_games: Any

    def space(self, seats: int) -> Space:
        """Scratch space for so many seats."""
        minds = np.zeros(seats, self.game.part("advice").MIND).view(np.recarray)
        return Space(
            np.zeros(2, self.game.state_type).view(np.recarray),
            minds,
            np.zeros(self.game.most_actions, MOVE).view(np.recarray),
            np.zeros(self.game.most_actions, np.int32),
            self.game.new_trace(),
        )


@jit.kernel
def never(state):
    """Say that it is not too late to look ahead, for games that do not say when it is."""
    return False


@cache
def compiled(game: Game) -> Kernels:
    """The bots' kernels with a game's rules and advice compiled in; they are compiled on first use."""
    advice = game.part("advice")
    namespace: dict[str, Any] = {"np": np, "kernel": jit.kernel, "wrapping": jit.wrapping}
    namespace |= {name: getattr(game, name) for name in RULES}
    namespace |= {name: getattr(advice, name) for name in ("consider", "advise", "value", "clock")}
    namespace["is_late"] = getattr(advice, "is_late", never)
    # what a game may say of its playouts: which actions are worth advice, and the share of choices that is drawn instead
    namespace |= {"shortlist": getattr(advice, "shortlist", game.legal), "PARTS": PARTS}
    namespace["DRAWN"] = round(PARTS * getattr(advice, "DRAWN", 0.0))
    namespace |= {name: getattr(chance, name) for name in ("GOLDEN", "game_seed", "mix", "number")}
    depends = [Path(str(module.__file__)).resolve() for module in (advice, game.part("loops"))]
    jit.instantiate_for(Path(__file__).with_name("source.py"), game.name, depends, namespace)
    kernels = SimpleNamespace(**namespace)
    return Kernels(game, kernels.choose, kernels.search, kernels.favourite, kernels.is_late, kernels.play_games)
