"""Pictures of the pages for the README, taken in Debian's chromium.

    python docs/pages/renew.py [NAME ...]

serves the pages with a scratch data folder and takes all pictures anew, or those that are named. Look at each before
committing it.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from crypt.batch import simulate
from crypt.bots import Bot
from crypt.connect import fatal_moves
from crypt.core.catalog import find_game
from crypt.core.game import Game
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.games.colossi.state import TURN_THE_TILE

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parents[1] / "tests"))
from serving import serving_data  # noqa: E402

PATIENCE = 120_000  # milliseconds
COLOURS = 128  # of a picture: a third of its size, and nobody sees it
NAMES = ["Ann", "Ben", "Cid"]


def play_on(data: Path, seed: int, is_done: Callable[[Session], bool]) -> Session:
    """A session of greedy heroes, logged until something has happened."""
    game: Game = find_game("colossi")
    ruleset = load_ruleset(game)
    bot = Bot(game, ruleset, "greedy")
    with Session.new(game, NAMES, ruleset, seed, folder=data / "sessions") as session:
        while not session.is_over and not is_done(session):
            session.play(bot.choose(session.state, session.decision))
        return session


def picture_play(page: Page, url: str, data: Path) -> None:
    """A tile in hand, some rounds into a floor."""
    played = play_on(data, 5, lambda session: session.decision > 60 and session.state.phase == TURN_THE_TILE)
    page.goto(f"{url}voila/render/play.ipynb?session={played.name}")
    page.locator(".over-board .exit-badges li").first.wait_for(timeout=PATIENCE)


def picture_inspect(page: Page, url: str, data: Path) -> None:
    """The decision that took the last way to the exit, in the first session that has one."""
    seeds = (play_on(data, seed, lambda session: False) for seed in range(100))
    played, fatal = next((session, moves[-1]) for session in seeds if (moves := fatal_moves(session)))
    page.goto(f"{url}voila/render/inspect.ipynb?session={played.name}&at={fatal.decision}")
    page.locator(".figure-place .main-svg").first.wait_for(timeout=PATIENCE)


def picture_outcomes(page: Page, url: str, data: Path) -> None:
    """Results by players, of greedy heroes."""
    (data / "datasets").mkdir()
    for players in (1, 2, 3, 4):
        simulate("colossi", players, 500, 1, "greedy", out=data / "datasets" / f"greedy-{players}.parquet")
    page.goto(f"{url}voila/render/outcomes.ipynb?game=colossi")
    page.locator(".js-plotly-plot").first.wait_for(timeout=PATIENCE)


def picture_balance_form(page: Page, url: str, data: Path) -> None:
    """A field that differs from the standard, and one with a problem."""
    _edit(page, url, {"starting_hp": "3", "boss_hp": "0"})


def picture_balance_compare(page: Page, url: str, data: Path) -> None:
    """A variant beside the standard."""
    _edit(page, url, {"starting_hp": "3"})
    measured = "won, rounds, minutes, deaths, deaths_event, floors_cleared, f1_exit=walled, f3_exit=left"
    _run(page, "compare", Measured=measured)


def picture_balance_claims(page: Page, url: str, data: Path) -> None:
    """What the rulebook promises."""
    _edit(page, url, {})
    _run(page, "claims")


def _edit(page: Page, url: str, fields: dict[str, str]) -> None:
    page.goto(f"{url}voila/render/balance.ipynb?game=colossi")
    page.locator(".group").first.wait_for(timeout=PATIENCE)
    if fields:
        page.get_by_label("Find a field").fill("hp")
        page.wait_for_timeout(500)
    for place, value in fields.items():
        page.locator(f"[data-place={place}]").fill(value)
    page.wait_for_timeout(1000)
    page.mouse.wheel(0, -5000)


def _run(page: Page, section: str, **answers: str) -> None:
    part = page.locator(f"[data-section={section}]")
    part.locator(".section-key").first.click()
    for label, answer in answers.items():
        part.get_by_label(label).fill(answer)
    part.locator("button[type=submit]").click()
    part.locator(".run-line", has_text="Finished.").wait_for(timeout=PATIENCE)
    part.locator(".numbers tbody tr").first.wait_for(timeout=PATIENCE, state="attached")


PICTURES: dict[str, tuple[Callable[[Page, str, Path], None], str, tuple[int, int]]] = {
    "play": (picture_play, ".table", (1400, 1000)),
    "inspect": (picture_inspect, "", (1400, 900)),
    "outcomes": (picture_outcomes, "", (1400, 1000)),
    "balance_form": (picture_balance_form, "", (1200, 760)),
    "balance_compare": (picture_balance_compare, "[data-section=compare]", (900, 1000)),
    "balance_claims": (picture_balance_claims, "[data-section=claims]", (900, 1000)),
}


def take(chromium: Any, url: str, data: Path, name: str) -> None:
    """Take one picture: of a part of the page, or of what is seen of it."""
    prepare, part, (width, height) = PICTURES[name]
    page = chromium.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce", color_scheme="light")
    prepare(page, url, data)
    page.wait_for_timeout(2000)
    path = FOLDER / f"{name}.png"
    (page.locator(part).first if part else page).screenshot(path=path)
    page.close()
    picture = Image.open(path).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(path, optimize=True)


def main(names: list[str]) -> None:
    """Take the pictures that are named, or all."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder)
        with serving_data(data) as (url, _):
            chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            for name in names or PICTURES:
                take(chromium, url, data, name)
            chromium.close()


if __name__ == "__main__":
    main(sys.argv[1:])
