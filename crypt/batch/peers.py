"""Speed of other people's engines, measured in the same run: random play of a game of theirs, driven from Python."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import Any

SECONDS = 2.0  # that each is measured


@dataclass(frozen=True)
class Peer:
    """How fast another engine played at random.

    Attributes
    ----------
    package, version, game : str
    games, decisions : int
    seconds : float
    """

    package: str
    version: str
    game: str
    games: int
    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        """Decisions in a second."""
        return self.decisions / self.seconds


def measure_peers(seed: int, seconds: float = SECONDS) -> tuple[list[Peer], list[str]]:
    """Play random games of the other engines that are installed here.

    Parameters
    ----------
    seed : int
    seconds : float
        How long each plays.

    Returns
    -------
    list of Peer
    list of str
        A sentence for each engine that is not installed.
    """
    found, missing = [], []
    for package, game, prepare in PEERS:
        try:
            play = prepare()
        except ImportError:
            missing.append(f"{package} is not installed here, so it was not measured.")
            continue
        found.append(_measure(package, game, play, random.Random(seed), seconds))
    return found, missing


def _measure(package: str, game: str, play: Callable[[random.Random], int], chance: random.Random, seconds: float) -> Peer:
    play(chance)  # what is loaded now does not count
    games, decisions, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        decisions += play(chance)
        games += 1
    return Peer(package, metadata.version(package), game, games, decisions, time.perf_counter() - began)


def _backgammon() -> Callable[[random.Random], int]:
    import pyspiel

    game = pyspiel.load_game("backgammon")

    def play(chance: random.Random) -> int:
        state: Any = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, shares)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def _leduc() -> Callable[[random.Random], int]:
    from pettingzoo.classic import leduc_holdem_v4

    table = leduc_holdem_v4.env()

    def play(chance: random.Random) -> int:
        table.reset(seed=chance.getrandbits(31))
        decisions = 0
        for _ in table.agent_iter():
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
                continue
            legal = [action for action, allowed in enumerate(seen["action_mask"]) if allowed]
            table.step(chance.choice(legal))
            decisions += 1
        return decisions

    return play


PEERS: list[tuple[str, str, Callable[[], Callable[[random.Random], int]]]] = [
    ("open_spiel", "backgammon", _backgammon),
    ("pettingzoo", "Leduc hold'em", _leduc),
]
