"""Bots choose the same, compiled and as plain Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crypt.core.catalog import catalog

PROGRAM = Path(__file__).with_name("choices.py")


def chosen(name, **environment):
    done = subprocess.run(
        [sys.executable, PROGRAM, name], capture_output=True, text=True, check=True, env=os.environ | environment
    )
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", list(catalog()))
def test_bots_choose_the_same_as_plain_python(name):
    compiled = chosen(name)
    assert compiled.count(",") > 40
    assert chosen(name, NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="error::RuntimeWarning") == compiled
