"""Runs the command line: `python -m crypt`."""

from .cli import run

run()
