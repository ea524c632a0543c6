"""The same code, compiled and as plain Python: the same positions, events and counts, byte by byte, in every process."""

import os
import subprocess
import sys
from pathlib import Path

GAMES, MOST_DECISIONS = "12", "120"


def run(hash_seed, **environment):
    """The hashes of some games, from a process of its own."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA_", "PYTHONHASHSEED"))}
    command = [sys.executable, str(Path(__file__).with_name("hashes.py")), GAMES, MOST_DECISIONS]
    environment |= {"PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run(command, env=clean | environment, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_compiled_is_interpreted():
    compiled, interpreted = run(0), run(1, NUMBA_DISABLE_JIT="1")
    different = [pair for pair in zip(compiled, interpreted, strict=True) if pair[0] != pair[1]]
    assert not different, f"{len(different)} of {len(compiled)} differ, the first: {different[0]}"
    assert len(compiled) > 1000
    assert all(line.endswith(" 0") for line in compiled)
