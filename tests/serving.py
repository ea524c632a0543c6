"""Runs a command that serves pages, for as long as a test needs them."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def serving(command: list[str]) -> Iterator[tuple[str, subprocess.Popen]]:
    """Run the command; give the address that it prints and its process; end it as Ctrl-C would."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield _address(process), process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise


def _address(process: subprocess.Popen) -> str:
    said = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"http://localhost:\d+/", line):
            return found[0]
    raise AssertionError("nothing is served:\n" + "".join(said))
