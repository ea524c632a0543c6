"""A local Dask cluster of two workers plays the same rows, also when one of them is killed."""

import os
import signal
import subprocess
import sys
import time

import pandas as pd
import pytest

from crypt.batch import simulate

pytest.importorskip("distributed", reason="distributed is not installed, so the cluster is not tested (extra: dask)")
pytestmark = pytest.mark.slow
GAMES = 400


def start(*arguments: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


@pytest.fixture
def cluster():
    """The address of a scheduler, and the processes of its two workers."""
    import socket

    from distributed import Client

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    scheduler = start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    worker = ("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny")
    workers = [start(*worker) for _ in range(2)]
    with Client(address, timeout=60) as client:
        client.wait_for_workers(2, timeout=60)
    yield address, workers
    for process in (*workers, scheduler):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_is_killed_costs_nothing_but_time(cluster):
    address, workers = cluster
    killed = []

    def kill(progress):
        if not killed and progress.done >= 20:
            killed.append(progress.done)
            os.killpg(workers[0].pid, signal.SIGKILL)

    began = time.monotonic()
    found = simulate("colossi", 2, GAMES, seed=5, scheduler=address, batch=10, progress=kill)
    assert killed and killed[0] < GAMES and workers[0].wait() != 0 and workers[1].poll() is None
    assert time.monotonic() - began < 120
    pd.testing.assert_frame_equal(found, simulate("colossi", 2, GAMES, seed=5, workers=1))
