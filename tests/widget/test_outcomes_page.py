"""The Outcomes page in a browser."""

import re
import time
from contextlib import contextmanager

import pandas as pd
import pytest
from serving import serving_data
from visiting import axe_findings, visiting

from crypt.batch import make_plan, simulate
from crypt.core.catalog import find_game
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.widget import outcomes_sources

HOSTILE = "<img src=x onerror=alert(1)>"
pytestmark = pytest.mark.browser


def play(folder, names, seed, decisions=15):
    game = find_game("colossi")
    with Session.new(game, names, load_ruleset(game), seed, folder=folder) as session:
        for _ in range(decisions):
            session.play(session.legal()[0])
        session.note(f"tense <b>{HOSTILE}</b>")
        session.rate(4, 5)
    return session


def fill(data):
    """Put sessions with odd names into a data folder, and games of two kinds of bots."""
    for seed in (1, 2):
        play(data / "sessions", (HOSTILE, "007"), seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CRYPT_DATA", str(data))
        for players, bot in ((2, "greedy"), (3, "random")):
            place = outcomes_sources.dataset_of(make_plan("colossi", players, 200, 1, bot))
            simulate("colossi", players, 200, 1, bot, out=place)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of the page with a full data folder."""
    yield from served_from(tmp_path_factory.mktemp("outcomes"), fill)


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """The address of the page with an empty data folder."""
    yield from served_from(tmp_path_factory.mktemp("bare"), lambda data: None)


def served_from(data, prepare):
    prepare(data)
    with serving_data(data) as (url, _):
        yield url + "voila/render/outcomes.ipynb"


@contextmanager
def shown(chromium, url):
    """A window with the page, once it shows games or says that there are none."""
    with visiting(chromium, url) as page:
        page.locator(".plot .main-svg, .empty-page:visible").first.wait_for(timeout=90_000)
        yield page


@pytest.fixture(scope="module")
def opened(chromium, address):
    with shown(chromium, address) as page:
        yield page


@pytest.fixture
def page(opened):
    """The page as it was opened, with all games."""
    clear = opened.get_by_role("button", name="Show all")
    if clear.is_visible():
        clear.click()
    wait_for_games(opened, "402")
    return opened


def wait_for_games(page, count):
    page.locator(".head .about", has_text=re.compile(rf"^{count} games?[:,]")).first.wait_for(timeout=60_000)


def open_section(page, name):
    section = page.locator(f"[data-section={name}]")
    key = section.locator(".section-key")
    if key.get_attribute("aria-expanded") == "false":
        key.click()
    section.locator(".section-body").wait_for()
    section.get_by_text("Counting …").wait_for(state="hidden", timeout=60_000)
    return section


def test_figures_are_drawn_with_their_numbers(page):
    for name in ("ended", "reach", "length", "floors", "killers"):
        section = page.locator(f"[data-section={name}]")
        section.locator(".main-svg").first.wait_for(timeout=60_000)
        assert section.locator(".numbers td").count() > 5
    heads = page.locator("[data-section=ended] .numbers th").all_inner_texts()
    assert heads == ["Players", "Result", "Games", "Of", "Share", "95 % interval"]
    assert "minutes" in page.locator("[data-section=length]").inner_text()


def test_filters_change_the_figures_in_place(page):
    drawing = page.locator("[data-section=ended] .plot .main-svg").first.element_handle()
    page.get_by_role("group", name="Players").get_by_role("button").filter(has_text=re.compile(r"^3 ")).click()
    wait_for_games(page, "200")
    page.locator("[data-section=ended] .gtitle", has_text="How 200 games ended").wait_for()
    rows = page.locator("[data-section=ended] .numbers tbody tr td:first-child").all_inner_texts()
    assert set(rows) == {"3"} and page.evaluate("element => element.isConnected", drawing)
    page.get_by_role("button", name="Show all").click()
    wait_for_games(page, "402")
    page.get_by_label("Only unmarked sessions").check()
    page.get_by_label("Begun until").fill("2020-01-01")
    page.get_by_label("Begun until").blur()
    page.get_by_text("No game passes the filters").wait_for()


def test_names_are_text_on_the_page_and_in_figures(page):
    games, notes = open_section(page, "games"), open_section(page, "notes")
    assert games.locator("td", has_text=f"{HOSTILE}, 007").count() == 2
    assert notes.locator("td", has_text=f"tense <b>{HOSTILE}</b>").count() == 2
    assert page.locator(".crypt-outcomes img").count() == 0


def test_a_session_of_the_table_opens_in_inspect(page):
    games = open_section(page, "games")
    with page.context.expect_page() as other:
        games.get_by_role("link", name=re.compile("^Inspect")).first.click()
    other.value.locator(".bench .count").wait_for(timeout=90_000)
    assert "inspect.ipynb?session=" in other.value.url
    other.value.close()


def test_a_simulated_game_opens_in_play(page):
    page.get_by_role("group", name="Source").get_by_role("button").filter(has_text="simulated").click()
    wait_for_games(page, "400")
    games = open_section(page, "games")
    games.get_by_text("50 of 400 games.").wait_for()
    with page.context.expect_page() as other:
        games.get_by_role("button", name=re.compile("^Play")).first.click()
    other.value.locator(".end:visible, .board-picture svg:visible").first.wait_for(timeout=90_000)
    assert "play.ipynb?session=colossi-" in other.value.url
    other.value.close()


def test_two_groups_and_any_columns(page):
    groups = open_section(page, "groups")
    groups.get_by_label("Compare").select_option("bots")
    groups.locator(".gtitle", has_text="random against greedy").wait_for()
    assert groups.locator(".numbers tbody tr").count() > 5
    anything = open_section(page, "any")
    anything.locator(".controls select").nth(1).select_option("damage_taken")
    anything.locator(".gtitle", has_text="damage taken by rounds").wait_for()


def test_downloads(page, tmp_path, chromium):
    for title, ending in (("Games as CSV", "csv"), ("Games as Parquet", "parquet"), ("one HTML file", "html")):
        page.locator(".download summary").click()
        with page.expect_download(timeout=60_000) as found:
            page.get_by_role("button", name=title).click()
        found.value.save_as(tmp_path / f"made.{ending}")
    assert len(pd.read_csv(tmp_path / "made.csv")) == len(pd.read_parquet(tmp_path / "made.parquet")) == 402
    with page.expect_download() as found:
        page.locator("[data-section=ended] .png").click()
    assert found.value.path().read_bytes().startswith(b"\x89PNG")
    context = chromium.new_context(offline=True)
    alone, trouble = context.new_page(), []
    alone.on("pageerror", lambda error: trouble.append(str(error)))
    asked = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto((tmp_path / "made.html").as_uri())
    alone.locator(".main-svg").first.wait_for(timeout=30_000)
    assert alone.locator(".main-svg").count() >= 5 and not trouble
    assert all(url.startswith(("file:", "data:", "blob:")) for url in asked)
    context.close()


def test_exits_are_watched_and_an_example_is_inspected(page):
    exits = open_section(page, "exits")
    exits.get_by_label("Games for each").fill("60")
    for players in ("3", "4"):
        exits.get_by_role("button", name=players, exact=True).click()
    exits.get_by_label("Bots").select_option("random")
    exits.get_by_role("button", name="Watch the exits").click()
    exits.locator(".examples li").first.wait_for(timeout=180_000)
    assert exits.locator(".plot .main-svg").count() >= 3
    at = re.search(r"at decision (\d+)", exits.locator(".examples li").first.inner_text())[1]
    with page.context.expect_page() as other:
        exits.locator(".examples button").first.click()
    other.value.locator(".bench .count").wait_for(timeout=90_000)
    assert at in re.findall(r"\d+", other.value.locator(".bench .count").inner_text())
    other.value.close()


@pytest.mark.parametrize(("width", "scheme"), [(1600, "light"), (1400, "dark"), (400, "dark"), (400, "light")])
def test_nothing_is_wider_than_the_window(page, width, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    for name in ("games", "groups", "exits", "any"):
        open_section(page, name)
    page.wait_for_timeout(1500)  # figures measure their places, colours come to rest
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    plots = page.locator(".plot:visible").all()
    assert plots and all(box["x"] + box["width"] <= width for box in (plot.bounding_box() for plot in plots) if box)
    assert axe_findings(page) == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1400, "height": 1000})


def test_simulate_offers_the_game_that_is_shown(chromium, bare):
    with shown(chromium, bare) as page:
        form = page.locator(".side form")
        assert form.get_by_label("Game", exact=True).input_value() == "colossi"
        for game, players in (("lair", ["2"]), ("cave", ["2", "3", "4", "5", "6"]), ("prism", ["2", "3", "4"])):
            page.locator(".fold", has_text="Only those").get_by_label("Game", exact=True).select_option(game)
            page.wait_for_function("game => document.querySelector('.side form select').value === game", arg=game)
            assert form.get_by_label("Players").locator("option").all_inner_texts() == players
            assert form.get_by_label("Players").input_value() in players


def test_an_empty_folder_offers_a_thousand_games(chromium, bare):
    with shown(chromium, bare) as page:
        page.get_by_text("You have no games of your own yet").wait_for()
        page.get_by_label("Sample sessions").uncheck()
        page.locator(".empty-page", has_text="No games to show").wait_for()
        assert axe_findings(page) == []
        page.locator(".empty-page").get_by_role("button", name="Simulate 1,000 games").click()
        page.locator(".fold .run", has_text="1,000 games played.").wait_for(timeout=240_000)
        wait_for_games(page, "1,000")


def test_a_simulation_fills_the_page_and_can_be_stopped(chromium, bare):
    with shown(chromium, bare) as page:
        form = page.locator(".side form")
        form.get_by_label("Games", exact=True).fill("400000")
        form.get_by_label("Seed").fill("77")
        form.get_by_role("button", name="Simulate").click()
        page.locator(".run-line", has_text=re.compile(r"of 400,000 games, .* a second, .* left")).wait_for(timeout=240_000)
        # while games are played, clicks are answered
        began = time.monotonic()
        page.locator("[data-section=potions] .section-key").click()
        page.locator("[data-section=potions] .section-body:visible").wait_for(timeout=5000)
        assert time.monotonic() - began < 3
        assert page.locator(".lost").is_hidden()
        form.get_by_role("button", name="Stop").click()
        kept = page.locator(".run-line", has_text=re.compile(r"Stopped: [\d,]+ games of 400,000 are kept"))
        kept.wait_for(timeout=60_000)
        count = int(re.search(r"Stopped: ([\d,]+)", kept.inner_text())[1].replace(",", ""))
        page.locator(".checks li", has_text="seed 77").get_by_text(f"{count:,}").wait_for(timeout=60_000)


def test_mistakes_are_sentences(page):
    form = page.locator(".side form")
    form.get_by_label("Games", exact=True).fill("many")
    form.get_by_role("button", name="Simulate").click()
    page.locator(".main > .said", has_text="write a whole number from 1").wait_for(timeout=60_000)
    form.get_by_label("Games", exact=True).fill("1000")
