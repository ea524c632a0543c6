"""What tests do with sessions in processes of their own: `python child.py TASK ...`."""

import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from crypt.core.log import read_log
from crypt.core.replay import replay
from toy.table import eventful, play_on, resume, sit_down


def hold(path: str) -> None:
    """Keep a session open, play when asked to, until killed or told to stop."""
    with resume(path) as session:
        print("open", flush=True)
        for _ in sys.stdin:
            play_on(session, 1)
            print(session.decision, flush=True)


def record(_: str) -> None:
    """Play a session with a clock of its own and print its log."""
    with tempfile.TemporaryDirectory() as place:
        print(eventful(place).path.read_text(encoding="utf-8"))


def go_on(path: str, decisions: str) -> None:
    """Go on with a session, and print the position after it."""
    with resume(path) as session:
        play_on(session, int(decisions))
        print(session.state.tobytes().hex())


def kills(folder: str, count: str) -> None:
    """Kill so many players at random moments; nothing that they have acknowledged may be lost."""
    sit_down().play("roll")  # warms up, so that a forked player starts at once
    chance = random.Random(1)
    for number in range(int(count)):
        if number % 20 == 0:
            with sit_down(folder, target=100_000) as session:
                acknowledged, path = [], session.path
        reader, writer = os.pipe()
        player = os.fork()
        if player == 0:
            _play_until_killed(path, writer, number)
        os.close(writer)
        time.sleep(chance.uniform(0, 0.12))
        os.kill(player, signal.SIGKILL)
        os.waitpid(player, 0)
        with os.fdopen(reader) as pipe:
            acknowledged += [line.split() for line in pipe.read().splitlines()]
        decisions = [line for _, line in read_log(path).lines if line["type"] == "decision"]
        written = [[str(line["n"]), line["hash"]] for line in decisions]
        lost = [pair for pair in acknowledged if pair not in written]
        assert not lost, f"kill {number}: lost {lost}"
        print(len(written), len(acknowledged))
    assert all(replay(log, _game()).is_same for log in Path(folder).glob("*.jsonl"))


def _game():
    import toy

    return toy.GAME


def _play_until_killed(path: Path, writer: int, seed: int) -> None:
    """Play in many ways, and acknowledge each decision when `play` has returned."""
    chooser = random.Random(seed)
    try:
        session = resume(path)
        while True:
            if chooser.random() < 0.1:
                if session.can_undo(take_back_anyway=True):
                    session.undo(take_back_anyway=True)
                continue
            with session.together():
                play_on(session, chooser.choice([1, 1, 1, 5]), seed)
            os.write(writer, f"{session.decision} {session._replayer.history.now.hash}\n".encode())
    except BaseException as error:
        os.write(writer, f"failed {error!r}\n".encode())
    os._exit(1)


if __name__ == "__main__":
    {"hold": hold, "record": record, "go_on": go_on, "kills": kills}[sys.argv[1]](*sys.argv[2:])
