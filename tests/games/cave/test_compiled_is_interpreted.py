"""The same code, compiled and as plain Python: the same positions, events and counts, byte by byte, in every process."""

from pathlib import Path

from games.walks import check_same, run_hashes

PROGRAM = Path(__file__).with_name("hashes.py")
GAMES, MOST_DECISIONS = 10, 90


def test_compiled_is_interpreted():
    compiled = run_hashes(PROGRAM, GAMES, MOST_DECISIONS, 0)
    check_same(compiled, run_hashes(PROGRAM, GAMES, MOST_DECISIONS, 1, NUMBA_DISABLE_JIT="1"), 700)
