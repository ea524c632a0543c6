"""Compiling ahead: every kernel of a game is run once, so that it lies in the cache."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from ..core import chance, jit
from ..core.catalog import Entry
from ..core.game import Game
from ..core.ruleset import standard
from .plan import make_plan
from .playing import play_batch

PATIENCE = 10.0  # seconds; loading what was compiled before takes less, also on a busy machine


def warm_up(entry: Entry, say: Callable[[str], Any] = lambda line: None, with_bots: bool = False) -> float:
    """Compile a game, or load what was compiled before.

    Parameters
    ----------
    entry : Entry
        As the catalog has it.
    say : callable
        Is told beforehand when compiling is needed, or after a while when it turns out to be.
    with_bots : bool
        Also the bots that look at the game.

    Returns
    -------
    float
        The seconds that it took.
    """
    began = time.perf_counter()
    words = f"Compiling {entry.title}; this takes about a minute, and only the first time ..."
    with _saying(say, words, is_compiled(entry)):
        game = entry.load()
        _run_all(entry, game)
    if with_bots and game.has_part("advice"):
        _warm_bots(entry, game, say)
    return time.perf_counter() - began


def is_compiled(entry: Entry) -> bool:
    """Tell whether a game has been compiled before, at least in part."""
    return jit.is_warm(entry.folder / "loops.py")


@contextmanager
def _saying(say: Callable[[str], Any], words: str, is_warm: bool) -> Iterator[None]:
    """Say at once that something is compiled; later where some of it lies there, as after an interrupt."""
    if not is_warm:
        say(words)
        yield
        return
    timer = threading.Timer(PATIENCE, say, [words])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _run_all(entry: Entry, game: Game) -> None:
    """Run every kernel of a game."""
    ruleset = standard(game)
    rules, state, trace, count = ruleset.record, game.new_state(), game.new_trace(), game.new_count()
    state.players = entry.players[0]
    game.start(rules, state, np.uint64(1))
    game.actor(state), game.is_over(state), game.status(rules, state)
    action = game.legal_actions(rules, state)[0]
    game.refusal(rules, state, action)
    game.step(rules, state, action, trace)
    game.tally(count, trace)
    game.outcome(rules, state, count)
    game.hide(state, 0)
    game.deal(state, np.uint64(2))
    chance.loaded(state, dice=[(1, 6)])
    play_batch(make_plan(game, entry.players[0], 1, 1), 0, 1)


def _warm_bots(entry: Entry, game: Game, say: Callable[[str], Any]) -> None:
    from ..bots import compiled

    kernels = compiled(game)
    words = f"Compiling the bots of {entry.title}; this takes a minute or two, and only the first time ..."
    with _saying(say, words, jit.is_warm(Path(kernels.play_games.__code__.co_filename))):
        play_batch(make_plan(game, entry.players[0], 1, 1, "search", iterations=2), 0, 1)
