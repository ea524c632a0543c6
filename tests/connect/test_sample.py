"""The sample session in which a tile walls the hero off. `python tests/connect/test_sample.py` makes it anew."""

import shutil
import tempfile
from random import Random

from crypt.connect import fatal_moves
from crypt.core.catalog import find_game
from crypt.core.replay import replay
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.core.shipped import shipped

SAMPLE = shipped("data", "sessions", "walled_off.jsonl")
STARTED = 1_790_000_000  # seconds since 1970


def test_the_sample_replays_and_its_last_move_is_fatal():
    assert replay(SAMPLE).is_same
    session = Session.open(SAMPLE, read_only=True)
    assert session.kinds == ["random"]
    assert {session.at(n).line["by"] for n in range(1, session.decision + 1)} == {"random"}
    (fatal,) = fatal_moves(session)
    assert (fatal.decision, fatal.status) == (session.decision, "walled")


def played_at_random(seed, folder):
    game, seconds = find_game("colossi"), iter(range(STARTED, STARTED + 10**6, 20))
    session = Session.new(game, ["Ann"], load_ruleset(game), seed, ["random"], folder=folder, clock=lambda: next(seconds))
    choices = Random(seed)
    while not session.is_over:
        session.play(choices.choice(session.legal()))
    return session


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        made = next(filter(fatal_moves, (played_at_random(seed, folder) for seed in range(54, 200))))
        SAMPLE.parent.mkdir(exist_ok=True)
        shutil.copy(made.path, SAMPLE)
        print(f"{SAMPLE.name}: {made.decision} decisions")
