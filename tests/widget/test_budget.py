"""What the Play page may cost, beside a page with one button in the same run.

For a click the button is served by Voilà's own command, so that what crypt's server saves or costs counts. To open a page
and for memory it is served by crypt, with its kernel as warm as that of the Play page.
"""

import shutil
import signal
import socket
import statistics
import sys
import time
from contextlib import suppress
from pathlib import Path

import nbformat
import pytest
from serving import kernels_of, serving

from crypt.core.catalog import find_game
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.core.shipped import shipped
from crypt.widget.serve import FILL_SECONDS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROUNDS, WARM_UP, OPENINGS = 50, 8, 2

BUTTON = """
import ipywidgets, networkx, pandas, plotly.graph_objects
button, said = ipywidgets.Button(description="Press me"), ipywidgets.Label("0")
button.on_click(lambda _: setattr(said, "value", str(int(said.value) + 1)))
ipywidgets.VBox([button, said])
"""

# milliseconds from a click to the frame that shows a changed text
TIME_CLICK = """async ([what, where]) => {
  const element = document.querySelector(where);
  const button = [...document.querySelectorAll(what)].find((one) => !one.disabled);
  const before = element.textContent;
  return await new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (element.textContent === before) return;
      watch.disconnect();
      requestAnimationFrame(() => done(performance.now() - start));
    });
    watch.observe(element, { childList: true, characterData: true, subtree: true });
    const start = performance.now();
    button.click();
  });
}"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory, chromium):
    """All measurements of both pages: milliseconds to open, milliseconds from click to change, MB at rest."""
    folder, data = tmp_path_factory.mktemp("pages"), tmp_path_factory.mktemp("data")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(BUTTON)])
    notebook.metadata = {
        "crypt": {"title": "Button", "warm": 1},
        "kernelspec": {"name": "python3", "language": "python", "display_name": ""},
    }
    nbformat.write(notebook, folder / "button.ipynb")
    shutil.copy(shipped("dashboards", "play.ipynb"), folder)
    game = find_game("colossi")
    with Session.new(game, [f"Hero {i}" for i in range(4)], load_ruleset(game), 7, folder=data / "sessions") as session:
        for _ in range(12):
            session.play(session.legal()[0])
        name = session.name
    code = f"from crypt.widget.serve import serve; serve(port=0, browser=False, data={str(data)!r}, folder={str(folder)!r})"
    voila = [sys.executable, "-m", "voila", "--no-browser", f"--port={free_port()}", str(folder / "button.ipynb")]
    with serving([sys.executable, "-c", code]) as (url, server), serving(voila, signal.SIGKILL) as (button, _):
        yield measure(chromium, url + "voila/render/", button, name, server.pid)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def measure(chromium, url, button, session, server):
    """Open the pages in turns, then click on them in turns, so that all meet the same computer."""
    one_button = ("button.jupyter-button", "button.jupyter-button", ".widget-label")
    looks = {
        "button": (url + "button.ipynb", *one_button),
        "play": (f"{url}play.ipynb?session={session}", ".action", ".action", ".look-words"),
    }
    found = {name: {"opened": [], "clicks": [], "memory": 0} for name in (*looks, "button of voila")}
    for last in [False] * (OPENINGS - 1) + [True]:
        open_pages = {}
        for name, (address, usable, *_) in looks.items():
            wait_for_rest(server)
            page, took = opened(chromium, address, usable)
            found[name]["opened"].append(took)
            open_pages[name] = page
            if not last:
                page.goto("about:blank")
                page.context.close()
    looks["button of voila"] = (button, *one_button)
    open_pages["button of voila"], _ = opened(chromium, button, one_button[0])
    wait_for_rest(server)
    for n in range(ROUNDS + WARM_UP):
        for name, page in open_pages.items():
            page.wait_for_timeout(200)
            took = page.evaluate(TIME_CLICK, list(looks[name][2:]))
            if n >= WARM_UP:
                found[name]["clicks"].append(took)
    open_pages.pop("button of voila").context.close()
    # the kernel of a page goes when the page does
    for name, page in open_pages.items():
        wait_for_rest(server)
        before = {kernel: own_memory(kernel) for kernel in kernels_of(server)}
        page.goto("about:blank")
        page.context.close()
        deadline = time.monotonic() + 20
        while len(gone := before.keys() - kernels_of(server)) != 1 and time.monotonic() < deadline:
            time.sleep(0.1)
        (kernel,) = gone
        found[name]["memory"] = before[kernel]
    return found


def opened(chromium, address, usable):
    """A page with the milliseconds until something on it can be used."""
    page = chromium.new_context(viewport={"width": 1400, "height": 900}).new_page()
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator(usable).first.wait_for(timeout=60_000)
    return page, (time.perf_counter() - start) * 1000


def own_memory(process):
    """MB that a process holds for itself.

    Pages of library files are not counted: all kernels share them, and the system drops them when it needs room.
    """
    with suppress(FileNotFoundError, ProcessLookupError):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous:")) / 1024
    return 0.0


def wait_for_rest(server):
    """Wait until no kernel works, and none is about to be started."""
    time.sleep(FILL_SECONDS + 0.5)
    deadline, before = time.monotonic() + 30, None
    while time.monotonic() < deadline:
        now = {process: ticks(process) for process in kernels_of(server)}
        if before is not None and now.keys() == before.keys() and all(now[one] - before[one] < 5 for one in now):
            return
        before = now
        time.sleep(1)


def ticks(process):
    """Hundredths of a second for which a process has worked."""
    with suppress(FileNotFoundError):
        return sum(map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return 0


def middle_and_slow(values):
    return statistics.median(values), statistics.quantiles(values, n=20)[-1]


def show(capsys, text):
    with capsys.disabled():
        print(f"\n{text}")


# The budgets are 1.5 times, 1 second and 1.5 times. What is asserted leaves room for a computer that does other things.


def test_click_to_changed_board(measured, capsys):
    times = {name: middle_and_slow(measured[name]["clicks"]) for name in measured}
    words = [f"{name} {middle:.1f}, 95 % {slow:.1f}" for name, (middle, slow) in times.items()]
    show(capsys, f"click to change, ms: {'; '.join(words)}")
    (middle, slow), (button, slow_button) = times["play"], times["button of voila"]
    assert middle < 2 * button + 10
    assert slow < 3 * slow_button + 20  # the slowest are those at which other tests worked too


def test_page_to_usable_board(measured, capsys):
    button, play = (statistics.median(measured[name]["opened"]) for name in ("button", "play"))
    show(capsys, f"page opened, ms: button {button:.0f}, play {play:.0f}")
    assert play < button + 2500


def test_memory_of_a_kernel_at_rest(measured, capsys):
    button, play = (measured[name]["memory"] for name in ("button", "play"))
    show(capsys, f"kernel at rest, MB: button {button:.0f}, play {play:.0f}")
    assert play < 1.75 * button
