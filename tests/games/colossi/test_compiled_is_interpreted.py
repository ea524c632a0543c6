"""The same code, compiled and as plain Python: the same positions and events, byte by byte, in every process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

GAMES, MOST_DECISIONS = "90", "20"


def run(hash_seed, **environment):
    """The hashes of some games, from a process of its own."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA_", "PYTHONHASHSEED"))}
    command = [sys.executable, str(Path(__file__).with_name("hashes.py")), GAMES, MOST_DECISIONS]
    environment |= {"PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run(command, env=clean | environment, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled():
    return run(0)


@pytest.mark.slow
def test_compiled_is_interpreted(compiled):
    interpreted = run(1, NUMBA_DISABLE_JIT="1")
    different = [pair for pair in zip(compiled, interpreted, strict=True) if pair[0] != pair[1]]
    assert not different, f"{len(different)} of {len(compiled)} differ, the first: {different[0]}"
    assert len(compiled) > 400
    assert all(line.endswith(" 0") for line in compiled)


@pytest.mark.parametrize("hash_seed", [1, 2])
def test_the_same_seed_is_the_same_game_in_another_process(compiled, hash_seed):
    assert run(hash_seed) == compiled
