"""A simulated game as a session log, which can be replayed, inspected and played on."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from ..core import chance
from ..core.header import lines_of, make_header
from ..core.history import History, Step, event_lists
from ..core.lines import Line
from ..core.log import SUFFIX, LogFile
from ..core.ruleset import Ruleset, build
from .plan import Plan
from .playing import seats_of


def log_path(plan: Plan, index: int, folder: Path) -> Path:
    """The name of the log of one game of a plan."""
    bots = "-".join(dict.fromkeys(plan.bots))
    name = f"{plan.game.name}-{plan.players}p-{bots}-{plan.ruleset.digits}-{plan.root}-{index}"
    return folder / f"{name[:99]}{SUFFIX}"


def write_log(plan: Plan, index: int, folder: Path) -> Path:
    """Write one game of a plan down; a log that is there stays.

    Parameters
    ----------
    plan : Plan
    index : int
    folder : Path
        It is made if it is not there.

    Raises
    ------
    LogWriteError
    """
    path = log_path(plan, index, folder)
    if path.exists():
        return path
    try:
        history = played(plan, index)
    except _LimitError:
        # the ruleset sets no limit of rounds and the simulation does; a log that needs it says so in its ruleset
        history = played(replace(plan, ruleset=_with_limit(plan)), index)
    header = make_header(history, plan.bots, "play", datetime.now(UTC), None)
    LogFile.create(path, [header, *lines_of(history, len(history.steps) - 1, [])]).close()
    return path


class _LimitError(Exception):
    """A game has reached the simulation's limit."""


def played(plan: Plan, index: int) -> History:
    """One game of a plan, decision by decision; its clock runs at the ruleset's pace."""
    game, seed = plan.game, plan.seed_of(index)
    names = [f"{game.seat_name(seat)} ({bot})"[:40] for seat, bot in enumerate(plan.bots)]
    chooser = Chooser(plan, seed)
    history = History(game, plan.ruleset, names, seed)
    state = history.state
    while not game.is_over(state):
        if plan.limit is not None and state[plan.limit.counter] > plan.limit.number:
            raise _LimitError
        code, seat = chooser.choose(state), int(game.actor(state))
        step = history.decide(code)
        history.add(replace(step, line=_line(history, step, state, code, seat, plan.bots[seat])))
        state = history.state
    return history


def _line(history: History, step: Step, state: Any, code: int, seat: int, bot: str) -> Line:
    """A decision as it is logged."""
    words = history.game.words
    return {
        "type": "decision", "n": step.decision, "seat": seat, "action": words.action_text(state, code, history.names),
        "code": code, "by": bot, "events": event_lists(words, step.events),
        "clock": round(float(history.outcome_of(step)["minutes"]) * 60, 3), "hash": step.hash,
    }  # fmt: skip


def _with_limit(plan: Plan) -> Ruleset:
    values = dict(plan.ruleset.values)
    if plan.limit is not None:
        values[plan.limit.field] = plan.limit.number
    return build(plan.game, values, plan.ruleset.name, plan.ruleset.name)


class Chooser:
    """Chooses as the compiled batches do, decision by decision.

    Parameters
    ----------
    plan : Plan
    seed : int
        Of the game.
    """

    def __init__(self, plan: Plan, seed: int) -> None:
        self._plan, self._made = plan, 0
        self._key = np.uint64(int(chance.mix(np.uint64(seed) ^ chance.GOLDEN)))
        self._actions = np.zeros(plan.game.most_actions, np.int32)
        if not plan.is_random:
            self._kernels, self._space, self._ways = seats_of(plan)

    def choose(self, state: Any) -> int:
        """The next action; the position stays as it is."""
        made, self._made = self._made, self._made + 1
        if self._plan.is_random:
            n = self._plan.game.legal(self._plan.rules, state, self._actions)
            return int(self._actions[chance.number(self._key, made, n)])
        plan, space, seat = self._plan, self._space, int(self._plan.game.actor(state))
        with np.errstate(over="ignore"):
            key = np.uint64(int(chance.mix(self._key + np.uint64(made) * chance.GOLDEN)))
        return int(
            self._kernels.choose(
                plan.rules, state, self._ways[seat], space.states[1:], space.minds[seat], key, plan.iterations, plan.rounds,
                space.moves, space.actions, space.trace,
            )
        )  # fmt: skip
