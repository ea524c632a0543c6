"""The Play page over hours: many turns, many tabs, kernels and servers that are killed."""

import os
import shutil
import signal
import socket
import sys
import time
from pathlib import Path

import nbformat
import pytest
from serving import kernel_that_writes, kernels_of, serving
from visiting import END_TURNS

from crypt.core.catalog import find_game
from crypt.core.log import read_log
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.core.shipped import shipped
from crypt.widget.serve import FILL_SECONDS

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(400)]

WARM = 1  # kernels that wait for a visitor
LEFT_SECONDS = 20  # until a kernel ends whose page was left while it loaded
PAGE = "voila/render/play.ipynb"

KERNEL = {"name": "python3", "language": "python", "display_name": "Python 3"}

BUTTON = """
import ipywidgets
ipywidgets.Button(description="Press me")
"""

CLICK_ON = """() => {
  window.clicking = setInterval(() => document.querySelector(".action")?.click(), 15);
}"""


def serve_command(data, port=0, folder=None):
    call = f"serve(port={port}, browser=False, data={str(data)!r}, folder={folder and str(folder)!r})"
    return [sys.executable, "-c", f"from crypt.widget import serve; serve.LEFT_SECONDS = {LEFT_SECONDS}; serve.{call}"]


def memory_of(process):
    """MB that a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.fixture
def begun(tmp_path):
    """The log of a session in a new data folder, two decisions old."""
    game = find_game("colossi")
    with Session.new(game, ["Ann", "Bob"], load_ruleset(game), 7, folder=tmp_path / "sessions") as session:
        for _ in range(2):
            session.play(session.legal()[0])
    return session.path


def open_session(page, url, path):
    page.goto(f"{url}{PAGE}?session={path.stem}")
    page.locator(".action").first.wait_for(timeout=60_000)


def test_500_turns_grow_neither_page_nor_kernel(begun, tmp_path, browser_page):
    with serving(serve_command(tmp_path)) as (url, server):
        open_session(browser_page, url, begun)
        kernel = kernel_that_writes(server.pid, begun)
        browser = browser_page.context.new_cdp_session(browser_page)
        sizes = [(browser_page.evaluate(END_TURNS, 100), memory_of(kernel), heap_of(browser)) for _ in range(5)]
    assert len(read_log(begun).lines) == 502
    assert sizes[-1][0] <= sizes[0][0] + 20
    assert sizes[-1][1] <= sizes[0][1] + 15
    assert sizes[-1][2] <= sizes[0][2] + 3


def heap_of(browser):
    """MB that the page's scripts hold."""
    browser.send("HeapProfiler.collectGarbage")
    return browser.send("Runtime.getHeapUsage")["usedSize"] / 2**20


def test_30_pages_opened_reloaded_and_closed_leave_no_kernel(tmp_path, chromium):
    pages = tmp_path / "pages"
    pages.mkdir()
    shutil.copy(shipped("dashboards", "play.ipynb"), pages)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(BUTTON)])
    notebook.metadata = {"crypt": {"title": "Small", "warm": 1}, "kernelspec": KERNEL}
    nbformat.write(notebook, pages / "small.ipynb")
    with serving(serve_command(tmp_path, folder=pages)) as (url, server):
        context = chromium.new_context()
        for name in ["play.ipynb"] + 14 * ["small.ipynb"]:  # the Play page takes much longer to start, and ends alike
            page = context.new_page()
            page.goto(f"{url}voila/render/{name}")
            page.locator("button.start, button.jupyter-button").first.wait_for(timeout=60_000)
            page.reload(wait_until="commit")  # and left while it loads
            page.close(run_before_unload=True)
        context.close()
        deadline = time.monotonic() + LEFT_SECONDS + FILL_SECONDS + 10
        while (left := len(kernels_of(server.pid))) != WARM + 1 and time.monotonic() < deadline:
            time.sleep(0.2)
        assert left == WARM + 1


def acknowledged(page):
    """The number of decisions that the page has shown."""
    return int(page.locator(".look-words").inner_text().split()[1])


def test_killed_while_clicking_nothing_acknowledged_is_lost(begun, tmp_path, browser_page):
    port = free_port()
    with serving(serve_command(tmp_path, port)) as (url, server):
        open_session(browser_page, url, begun)
        for _ in range(3):
            shown = click_until(browser_page, lambda: os.kill(kernel_that_writes(server.pid, begun), signal.SIGKILL))
            assert len(decisions(begun)) >= shown
            browser_page.locator(".lost").get_by_role("button", name="Reload").click()
            browser_page.locator(".action").first.wait_for(timeout=60_000)
            assert acknowledged(browser_page) == decisions(begun)[-1]["n"] >= shown
        shown = click_until(browser_page, server.kill)
        assert len(decisions(begun)) >= shown
    with serving(serve_command(tmp_path, port)):
        browser_page.locator(".lost").get_by_role("button", name="Reload").click()
        browser_page.locator(".action").first.wait_for(timeout=60_000)
        assert acknowledged(browser_page) == decisions(begun)[-1]["n"] >= shown


def click_until(page, kill):
    """Click as fast as can be, kill in the middle, wait for the page to notice; give the last decision it showed."""
    page.evaluate(CLICK_ON)
    page.wait_for_timeout(700)
    kill()
    page.locator(".lost").wait_for(timeout=4_000)
    page.evaluate("() => clearInterval(window.clicking)")
    return acknowledged(page)


def decisions(path):
    return [line for _, line in read_log(path).lines if line["type"] == "decision"]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as other:
        return other.getsockname()[1]
