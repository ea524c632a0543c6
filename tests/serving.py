"""Runs a command that serves pages, for as long as a test needs them."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

KERNEL = "crypt.widget.kernel"  # stands in the command of each


@contextmanager
def serving(command: list[str], end: signal.Signals = signal.SIGINT) -> Iterator[tuple[str, subprocess.Popen]]:
    """Run the command; give the address that it prints and its process; end it, by default as Ctrl-C would."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield _address(process), process
    finally:
        process.send_signal(end)
        try:
            process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise


def serving_data(data: Path):
    """Serve the pages with a data folder, on any free port; see `serving`."""
    crypt = Path(sys.executable).with_name("crypt")
    return serving([str(crypt), "serve", "--no-browser", "--port", "0", "--data", str(data)])


def _address(process: subprocess.Popen) -> str:
    said = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"http://localhost:\d+/", line):
            return found[0]
    raise AssertionError("nothing is served:\n" + "".join(said))


def kernels_of(server):
    """The process ids of a server's kernels."""
    listed = subprocess.run(["pgrep", "-P", str(server), "-f", KERNEL], capture_output=True, text=True)
    return [int(line) for line in listed.stdout.split()]


def kernel_that_writes(server, path):
    """The kernel that has a log open."""
    for kernel in kernels_that_write(server, path):
        return kernel
    raise AssertionError("no kernel writes this log")


def kernels_that_write(server, path):
    """The kernels that have a log open."""
    return [kernel for kernel in kernels_of(server) if path in _open_files(kernel)]


def _open_files(process):
    found = set()
    with suppress(OSError):
        for link in Path(f"/proc/{process}/fd").iterdir():
            with suppress(OSError):
                found.add(link.readlink())
    return found
