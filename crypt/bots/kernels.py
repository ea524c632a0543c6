"""The bots' kernels, compiled for each game."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..core import chance, jit
from ..core.game import Game

NODE = np.dtype(
    [
        ("action", "i4"),
        ("seat", "i4"),  # who decided on it
        ("visits", "i4"),
        ("first", "i4"),  # child, or -1
        ("next", "i4"),  # sibling, or -1
        ("total", "f8"),  # of the values, as that seat sees them
        ("squares", "f8"),
    ],
    align=True,
)
DEEPEST = 100  # as in the source
RULES = ("start", "actor", "is_over", "legal", "step", "hide", "deal", "tally", "outcome")


@dataclass(frozen=True)
class Space:
    """The scratch space of one thinker: give each thread its own.

    Attributes
    ----------
    states, minds, tree, path, actions, trace : arrays
    """

    states: Any
    minds: Any
    tree: Any
    path: Any
    actions: Any
    trace: Any


@dataclass(frozen=True)
class Kernels:
    """What bots do, for one game; see `source.py`."""

    game: Game
    choose: Any
    search: Any
    play_games: Any

    def space(self, seats: int, iterations: int) -> Space:
        """Scratch space for so many seats and iterations of search."""
        minds = np.zeros(seats, self.game.part("advice").MIND).view(np.recarray)
        return Space(
            np.zeros(2, self.game.state_type).view(np.recarray),
            minds,
            np.zeros(iterations + 2, NODE).view(np.recarray),
            np.zeros(DEEPEST + 1, np.int32),
            np.zeros(self.game.most_actions, np.int32),
            self.game.new_trace(),
        )


@cache
def compiled(game: Game) -> Kernels:
    """The bots' kernels with a game's rules and advice compiled in; they are compiled on first use."""
    advice = game.part("advice")
    namespace: dict[str, Any] = {"np": np, "kernel": jit.kernel, "wrapping": jit.wrapping}
    namespace |= {name: getattr(game, name) for name in RULES}
    namespace |= {name: getattr(advice, name) for name in ("consider", "advise", "value", "clock")}
    namespace |= {name: getattr(chance, name) for name in ("GOLDEN", "game_seed", "mix", "number")}
    depends = [Path(str(module.__file__)).resolve() for module in (advice, game.part("loops"))]
    jit.instantiate_for(Path(__file__).with_name("source.py"), game.name, depends, namespace)
    kernels = SimpleNamespace(**namespace)
    return Kernels(game, kernels.choose, kernels.search, kernels.play_games)
