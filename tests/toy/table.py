"""Sessions of the toy game for tests."""

import random
import subprocess
import sys
from pathlib import Path

import toy
from crypt.core.session import Session

NAMES = ["Ann", "Bö👩‍👩‍👧 \u202eb"]


class Ticks:
    """A clock that shows a second more each time it is looked at."""

    def __init__(self, start: float = 1_750_000_000.0) -> None:
        self.now = start

    def __call__(self) -> float:
        self.now += 1
        return self.now


def sit_down(folder=None, seed=11, **options) -> Session:
    """Begin a session of the toy game."""
    names, rules = options.pop("names", NAMES), toy.rules(options.pop("target", 20))
    return Session.new(toy.GAME, names, rules, seed, folder=folder, clock=Ticks(), **options)


def resume(path, **options) -> Session:
    """Go on with a session of the toy game."""
    return Session.open(path, game=toy.GAME, clock=Ticks(), **options)


def play_on(session, decisions: int, seed: int = 5) -> None:
    """Play so many random decisions, or to the end; each depends on its number alone."""
    for _ in range(decisions):
        if session.is_over:
            break
        session.play(random.Random(1000 * seed + session.decision).choice(session.legal()))


def eventful(folder) -> Session:
    """A closed session with everything in its log: decisions, notes, marks, undo, an end and a rating."""
    session = sit_down(folder, mode="design", start="toy 2 seat 1 turn 3 score 4 4 coins 2 1")
    play_on(session, 4)
    session.note("Ünïcode \u2028 and a line\nbreak 👍")
    session.undo()
    session.undo()
    session.redo()
    session.choose_next("dice", [(6, 6), (5, 6)])
    session.play("roll")
    session.set_position("toy 2 seat 2 turn 0 score 3 17 coins 1 2")
    session.choose_next("dice", [(4, 6)])
    session.play("roll", by="hint")
    session.play("hold")
    session.note("that was close")
    session.rate(4, 2)
    session.close()
    return session


def start_child(task: str, *arguments: object) -> subprocess.Popen:
    """Start `child.py` in a process of its own."""
    child = Path(__file__).with_name("child.py")
    command = [sys.executable, str(child), task, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)


def run_child(task: str, *arguments: object) -> str:
    """Run `child.py` to its end and give what it printed."""
    child = start_child(task, *arguments)
    printed, _ = child.communicate(timeout=240)
    assert child.returncode == 0
    return printed
