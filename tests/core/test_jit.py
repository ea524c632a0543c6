"""The compile cache: an edited constant is seen, a comment is not, and each game gets its own compiled code."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import crypt
from crypt.core.jit import source_key

NUMBERS = "GAIN = {gain}\n"
RULES = '''"""A game of adding up."""

import numpy as np

from ...core.jit import kernel
from .numbers import GAIN

STATE = np.dtype([("{name}", "u1"), ("total", "i8")])


@kernel
def start(rules, state, seed):
    """Begin."""
    state.total = 0


@kernel
def legal(rules, state, actions):
    actions[0], actions[1] = GAIN, GAIN
    return 2


@kernel
def step(rules, state, action, trace):
    state.total += action  # once


@kernel
def is_over(state):
    return state.total >= 100


@kernel
def tally(count, trace):
    count.total += 0


@kernel
def outcome(rules, state, count):
    count.total = state.total
'''
LOOPS = """from ...core import jit
from ...core.chance import GOLDEN, game_seed, mix, number
from ...core.jit import kernel, wrapping
from .rules import is_over, legal, outcome, start, step, tally

jit.instantiate("loops", __file__, globals())
"""
PLAY = """
import json, sys
from pathlib import Path
from importlib import import_module
import numpy as np
from crypt.core import jit
from crypt.core.trace import new_trace

told = {}
for name in sys.argv[1:]:
    rules, loops = (import_module(f"crypt.games.{name}.{part}") for part in ("rules", "loops"))
    blank, states, counts = (np.zeros(1, rules.STATE).view(np.recarray) for _ in range(3))
    actions = np.zeros(2, np.int32)
    decisions = loops.playouts(counts[0], blank, states, counts, np.uint64(1), 0, actions, new_trace())
    told[name] = {"decisions": int(decisions), "total": int(counts[0].total), "hits": jit.cache_hits(loops.playouts),
                  "warm": jit.is_warm(Path(loops.__file__))}
print(json.dumps(told))
"""


@pytest.fixture
def package(tmp_path):
    """A copy of the core with two tiny games, which differ in one constant of a helper module."""
    source = Path(crypt.__file__).parent
    folder = tmp_path / "crypt"
    folder.mkdir()
    shutil.copy(source / "__init__.py", folder)
    shutil.copytree(source / "core", folder / "core", ignore=shutil.ignore_patterns("__pycache__"))
    for name, gain in (("uno", 10), ("duo", 25)):
        game = folder / "games" / name
        game.mkdir(parents=True)
        (game / "__init__.py").touch()
        (game / "numbers.py").write_text(NUMBERS.format(gain=gain))
        (game / "rules.py").write_text(RULES.replace("{name}", name))
        (game / "loops.py").write_text(LOOPS)
        (game / "words.py").write_text("HELLO = 'hello'\n")
    (folder / "games" / "__init__.py").touch()
    return folder


def play(package, *names):
    """Play the tiny games in a process of its own."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    environment |= {"CRYPT_CACHE": str(package.parent / "cache"), "PYTHONPATH": str(package.parent)}
    command = [sys.executable, "-c", PLAY, *names]
    done = subprocess.run(command, env=environment, cwd=package.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def edited(package, file, old, new):
    """Another copy of the package in which one file is edited."""
    copy = package.parent / f"edited_{len(list(package.parent.iterdir()))}" / "crypt"
    shutil.copytree(package, copy)
    edit(copy / file, old, new)
    return copy


def keys(package):
    """The keys of the tiny games' loops and of a module of the core."""
    return [source_key(package / file) for file in ("games/uno/loops.py", "games/duo/loops.py", "core/chance.py")]


@pytest.mark.slow
def test_two_games_in_one_process_have_their_own_code_from_the_cache(package):
    fresh = play(package, "uno", "duo")
    assert {name: (row["decisions"], row["total"]) for name, row in fresh.items()} == {"uno": (10, 100), "duo": (4, 100)}
    assert [row["hits"] for row in fresh.values()] == [0, 0]
    again = play(package, "duo", "uno")
    assert {name: (row["decisions"], row["total"]) for name, row in again.items()} == {"uno": (10, 100), "duo": (4, 100)}
    assert [row["hits"] for row in again.values()] == [1, 1]
    assert all(row["warm"] for row in again.values())
    edit(package / "games" / "uno" / "numbers.py", "10", "50")
    new = play(package, "uno", "duo")
    assert (new["uno"]["decisions"], new["uno"]["hits"]) == (2, 0)
    assert (new["duo"]["decisions"], new["duo"]["hits"]) == (4, 1)


def test_an_edited_constant_changes_the_key_of_its_game_alone(package):
    uno, duo, core = keys(package)
    assert len({uno, duo, core}) == 3
    again = keys(edited(package, "games/uno/numbers.py", "10", "11"))
    assert again[0] != uno and again[1:] == [duo, core]


def test_an_edited_core_changes_the_key_of_every_game(package):
    again = keys(edited(package, "core/chance.py", "np.uint64(30), np.uint64(31)", "np.uint64(29), np.uint64(31)"))
    assert not set(keys(package)) & set(again)


@pytest.mark.parametrize(
    "file, old, new",
    [
        ("rules.py", '"""A game of adding up."""', '"""A game."""'),
        ("rules.py", '    """Begin."""\n', ""),
        ("rules.py", "  # once", "  # and only once"),
        ("rules.py", "\n\n\n@kernel", "\n\n@kernel"),
        ("words.py", "hello", "good day"),
    ],
)
def test_docstrings_comments_blank_lines_and_words_do_not_change_it(package, file, old, new):
    assert keys(edited(package, f"games/uno/{file}", old, new)) == keys(package)


@pytest.mark.parametrize("old, new", [(">= 100", "> 100"), ("total += action", "total -= action"), ('"i8"', '"i4"')])
def test_code_does(package, old, new):
    assert keys(edited(package, "games/uno/rules.py", old, new))[0] != keys(package)[0]


def test_a_new_helper_counts_once_it_is_used(package):
    before = keys(package)
    (package / "games" / "uno" / "helper.py").write_text("MORE = 1\n")
    first = edited(package, "games/uno/numbers.py", "GAIN = 10", "GAIN = 10 ")
    assert keys(first) == before
    used = edited(package, "games/uno/numbers.py", "GAIN", "from .helper import MORE\n\nGAIN")
    other = edited(used, "games/uno/helper.py", "1", "2")
    assert len({before[0], keys(used)[0], keys(other)[0]}) == 3
