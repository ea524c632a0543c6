"""The same code, compiled and as plain Python: the same positions and events, byte by byte, in every process."""

from pathlib import Path

import pytest
from games.walks import check_same, run_hashes

PROGRAM = Path(__file__).with_name("hashes.py")
GAMES, MOST_DECISIONS = 90, 20


@pytest.fixture(scope="module")
def compiled():
    return run_hashes(PROGRAM, GAMES, MOST_DECISIONS, 0)


@pytest.mark.slow
def test_compiled_is_interpreted(compiled):
    check_same(compiled, run_hashes(PROGRAM, GAMES, MOST_DECISIONS, 1, NUMBA_DISABLE_JIT="1"), 400)


@pytest.mark.parametrize("hash_seed", [1, 2])
def test_the_same_seed_is_the_same_game_in_another_process(compiled, hash_seed):
    assert run_hashes(PROGRAM, GAMES, MOST_DECISIONS, hash_seed) == compiled
