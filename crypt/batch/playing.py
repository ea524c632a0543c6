"""Playing a batch of games, in compiled code that lets other threads work."""

from typing import Any

import numpy as np

from ..core import chance
from .plan import Plan

mix_all = getattr(chance.mix, "py_func", chance.mix)  # as plain Python it works on whole arrays


def play_batch(plan: Plan, first: int, games: int) -> tuple[Any, int]:
    """Play a batch of games.

    Parameters
    ----------
    plan : Plan
    first : int
        The index of the first game.
    games : int

    Returns
    -------
    structured array
        The results, one record for each game.
    int
        Decisions in all of them.
    """
    game = plan.game
    blank = np.zeros(1, game.state_type).view(np.recarray)
    blank[0].players = plan.players
    outcomes = np.zeros(games, game.outcome_type).view(np.recarray)
    root = np.uint64(plan.root)
    if plan.is_random:
        actions = np.zeros(game.most_actions, np.int32)
        made = game.playouts(plan.rules, blank, blank.copy(), outcomes, root, first, actions, game.new_trace())
    else:
        made = _play_with_bots(plan, blank, outcomes, root, first)
    return outcomes, int(made)


def _play_with_bots(plan: Plan, blank: Any, outcomes: Any, root: Any, first: int) -> Any:
    kernels, space, ways = seats_of(plan)
    return kernels.play_games(
        plan.rules, blank, space.states, outcomes, root, first, ways, space.minds, plan.iterations, plan.rounds,
        space.moves, space.actions, space.trace,
    )  # fmt: skip


def seats_of(plan: Plan) -> tuple[Any, Any, Any]:
    """The bots' kernels, scratch space of their own, and how each seat chooses."""
    from ..bots import compiled
    from ..bots.bot import way_of

    kernels = compiled(plan.game)
    space = kernels.space(plan.players)
    ways = np.zeros(plan.players, np.int32)
    for seat, name in enumerate(plan.bots):
        ways[seat], space.minds[seat].character[:] = way_of(plan.game, name)
    return kernels, space, ways


def game_seeds(root: int, first: int, games: int) -> np.ndarray:
    """The seeds of games in a row, as `chance.game_seed` gives them one by one."""
    indices = np.arange(first, first + games, dtype=np.uint64)
    return mix_all(chance.mix(np.uint64(root)) + indices * chance.GOLDEN)
