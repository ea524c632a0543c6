"""What the overlay costs on the Play page: in Python beside networkx, and in a browser beside a page without it."""

import gc
import statistics
import sys
from random import Random
from time import process_time

import nbformat
import pytest
from floors import random_floor
from networkx.algorithms.connectivity import build_auxiliary_node_connectivity
from serving import serving

from crypt.connect import graph
from crypt.core.catalog import find_game
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.widget.overlay import overlay

ROUNDS, WARM_UP = 40, 8

PLAY = "from crypt.widget import pages\npages.play()"
WITHOUT = "from crypt.widget import pages, seat\nseat.is_warm = lambda: False\npages.play()"  # then there is no overlay

# Milliseconds from a click to the frame with the changed board, and to the one with the changed overlay (if there is one).
TIME_CLICK = """async (hasOverlay) => {
  const words = document.querySelector(".look-words");
  const drawn = document.querySelector(".board-overlay");
  const button = [...document.querySelectorAll(".action")].find((one) => !one.disabled);
  const before = words.textContent;
  const changed = (element, isNew) => new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (!isNew()) return;
      watch.disconnect();
      requestAnimationFrame(() => done(performance.now() - start));
    });
    watch.observe(element, { childList: true, characterData: true, subtree: true });
  });
  const times = [changed(words, () => words.textContent !== before), hasOverlay ? changed(drawn, () => true) : null];
  const start = performance.now();
  button.click();
  return await Promise.all(times);
}"""


# ------------------------------------------------------------------------------------------------------- in Python


def test_the_overlay_takes_a_few_times_what_networkx_takes_to_split_the_cells(capsys):
    """Both are timed in turns, on floors that are all different: nothing that was worked out before can be used again."""
    random = Random(11)
    sizes = [0, 20, 40, 60, 80, 108] * 6
    ours, theirs = [], []
    overlay(random_floor(random, 4, 10))
    for tiles in sizes:
        state = random_floor(random, 4, tiles)
        floor = graph(state)
        gc.collect()
        begun = process_time()
        overlay(state)
        between = process_time()
        build_auxiliary_node_connectivity(floor)
        ours.append(1000 * (between - begun))
        theirs.append(1000 * (process_time() - between))
    middle, slowest, unit = statistics.median(ours), max(ours), statistics.median(theirs)
    with capsys.disabled():
        print(f"\noverlay, ms: median {middle:.1f}, slowest {slowest:.1f}; networkx's network of split cells {unit:.1f}")
    assert middle < 6 * unit


# ---------------------------------------------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def measured(tmp_path_factory, chromium):
    """Milliseconds from click to board and to overlay, on the page with an overlay and on one without."""
    folder, data = tmp_path_factory.mktemp("pages"), tmp_path_factory.mktemp("data")
    for name, source in (("with", PLAY), ("without", WITHOUT)):
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
        notebook.metadata = {
            "crypt": {"title": name, "warm": 1},
            "kernelspec": {"name": "python3", "language": "python", "display_name": ""},
        }
        nbformat.write(notebook, folder / f"{name}.ipynb")
    sessions = {name: new_session(data / "sessions") for name in ("with", "without")}
    code = f"from crypt.widget.serve import serve; serve(port=0, browser=False, data={str(data)!r}, folder={str(folder)!r})"
    with serving([sys.executable, "-c", code]) as (url, _):
        pages = {name: open_page(chromium, f"{url}voila/render/{name}.ipynb?session={sessions[name]}") for name in sessions}
        found = {name: [] for name in sessions}
        for n in range(ROUNDS + WARM_UP):
            for name, page in pages.items():
                page.wait_for_timeout(200)
                times = page.evaluate(TIME_CLICK, name == "with")
                if n >= WARM_UP:
                    found[name].append(times)
        yield found
        for page in pages.values():
            page.context.close()


def new_session(folder):
    """A game of four that has begun; every one of these is the same."""
    game = find_game("colossi")
    with Session.new(game, [f"Hero {i}" for i in range(4)], load_ruleset(game), 7, folder=folder) as session:
        for _ in range(12):
            session.play(session.legal()[0])
        return session.name


def open_page(chromium, address):
    page = chromium.new_context(viewport={"width": 1400, "height": 900}).new_page()
    page.goto(address)
    page.locator(".action").first.wait_for(timeout=60_000)
    if "without" not in address:
        page.locator(".exit-badges li").first.wait_for(timeout=60_000)  # the overlay's tools have been loaded
        for box in page.locator(".over-board input").all():
            box.check()
    return page


@pytest.mark.browser
@pytest.mark.slow
def test_clicks_with_the_overlay_beside_clicks_without(measured, capsys):
    without, board = (statistics.median(board for board, _ in measured[name]) for name in ("without", "with"))
    drawn = statistics.median(drawn for _, drawn in measured["with"])
    with capsys.disabled():
        print(f"\nclick to board, ms: without the overlay {without:.0f}, with it {board:.0f}; to the overlay {drawn:.0f}")
    assert board < 1.5 * without + 10
    # it comes after the board and the panels, with a question and an answer of its own: 4 to 5 clicks' time
    assert drawn - board < 9 * without
