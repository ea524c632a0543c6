"""The Balance page in a browser: edit, compare, stop, save, play."""

import re
import time
from contextlib import contextmanager

import pytest
from serving import serving_data
from visiting import axe_findings, visiting

from crypt.batch.logs import write_log
from crypt.batch.plan import make_plan
from crypt.core.catalog import find_game
from crypt.core.ruleset import standard
from crypt.core.session import Session
from crypt.core.variants import open_variant

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("balance")


@pytest.fixture(scope="module")
def address(data):
    with serving_data(data) as (url, _):
        yield url + "voila/render/balance.ipynb"


@contextmanager
def shown(chromium, url):
    """A window with the page, once its form is there."""
    with visiting(chromium, url) as page:
        page.locator(".group").first.wait_for(timeout=90_000)
        yield page


@pytest.fixture
def page(chromium, address):
    with shown(chromium, f"{address}?game=colossi") as page:
        yield page


def find(page, words):
    """Show only the fields with these words."""
    page.get_by_label("Find a field").fill(words)


def cell(page, place):
    return page.locator(f"[data-place='{place}']")


def state(page, words):
    page.locator(".how", has_text=re.compile(words)).wait_for(timeout=10_000)


def menu(page, title):
    return page.locator(".variants").get_by_label(title, exact=True)


def section(page, name):
    found = page.locator(f"[data-section={name}]")
    if found.locator(".section-key").get_attribute("aria-expanded") == "false":
        found.locator(".section-key").click()
    return found


def test_a_table_is_edited_problems_are_shown_while_typing_and_it_is_saved_and_played(page, data):
    find(page, "tiles bag")
    cell(page, "tiles.2.count").fill("6")
    problem = page.locator("[data-field=tiles] .problems li")
    problem.get_by_text("tiles has 49 normal and event tiles and the rulebook 50").wait_for(timeout=10_000)
    assert page.get_by_role("button", name="Save", exact=True).is_disabled()
    cell(page, "tiles.1.count").fill("2")
    state(page, "1 field differs from the standard; not saved")
    problem.wait_for(state="hidden")
    assert page.locator("[data-field=tiles] .mark").inner_text() == "standard: 24 rows"
    find(page, "hero die")
    cell(page, "hero_die").select_option("12")
    state(page, "2 fields differ")
    page.get_by_label("Save as").fill("more dead ends")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".said", has_text="Saved as").wait_for(timeout=10_000)
    saved = open_variant(find_game("colossi"), "more dead ends", folder=data).values
    assert saved["hero_die"] == 12 and [row["count"] for row in saved["tiles"][:3]] == [2, 6, 7]
    page.locator(".play-it select").select_option("2")
    with page.context.expect_page() as other:
        page.get_by_role("button", name="Play it (new tab)").click()
    other.value.locator(".board-picture svg").wait_for(timeout=90_000)
    session = Session.open(next((data / "sessions").glob("*.jsonl")), read_only=True)
    assert session.ruleset.values == saved and session.ruleset.name == "more dead ends" and len(session.names) == 2
    other.value.close()


def test_nothing_is_written_over_or_lost_unasked(page, data):
    find(page, "hero die")
    cell(page, "hero_die").select_option("8")
    page.get_by_label("Save as").fill("mine")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".said", has_text="Saved as").wait_for(timeout=10_000)
    path = data / "rulesets" / "colossi" / "mine.toml"
    cell(page, "hero_die").select_option("10")
    page.get_by_role("button", name="Save", exact=True).click()
    asking = page.get_by_role("alertdialog")
    asking.get_by_text("There is a variant mine already.").wait_for()
    assert "hero_die = 8" in path.read_text() and axe_findings(page) == []
    asking.get_by_role("button", name="Keep it").click()
    asking.wait_for(state="hidden")
    menu(page, "Open").select_option("standard")
    asking.get_by_text("What you have changed is not saved.").wait_for()
    assert menu(page, "Open").input_value() == "mine"
    asking.get_by_role("button", name="Leave it").click()
    state(page, "^standard: as the rulebook has it")
    assert cell(page, "hero_die").input_value() == "6" and "hero_die = 8" in path.read_text()


def test_keys_alone_change_a_value_and_put_it_back(page):
    find(page, "starting hp")
    cell(page, "starting_hp").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("3")
    state(page, "1 field differs")
    assert page.evaluate("document.activeElement.dataset.place") == "starting_hp"
    page.get_by_label("Only what differs").check()
    assert page.locator(".rule-field:visible").count() == 1
    page.get_by_role("button", name="Reset starting hp to the standard").focus()
    page.keyboard.press("Enter")
    state(page, "as the rulebook has it")


def test_two_rulesets_are_compared(page):
    find(page, "hero die")
    cell(page, "hero_die").select_option("20")
    state(page, "1 field differs")
    compare = section(page, "compare")
    compare.get_by_label("Games for each").fill("200")
    compare.get_by_label("Measured").fill("won, minutes")
    compare.locator("button[type=submit]").click()
    compare.locator(".gtitle", has_text="as edited against standard, 2 players").wait_for(timeout=240_000)
    rows = compare.locator(".numbers tbody tr")
    assert rows.count() == 2 and rows.first.locator("td").nth(1).inner_text() == "Won"
    assert rows.first.locator("td").nth(4).inner_text().startswith("+")


def test_all_rows_of_a_comparison_are_in_sight(page):
    find(page, "hero die")
    cell(page, "hero_die").select_option("20")
    state(page, "1 field differs")
    compare = section(page, "compare")
    compare.get_by_label("Games for each").fill("40")
    compare.locator("button[type=submit]").click()
    compare.locator(".gtitle").first.wait_for(timeout=240_000)
    compare.locator("summary", has_text="The numbers").click()
    rows = compare.locator(".numbers tbody tr")
    assert rows.count() > 17
    assert compare.locator(".scroll").evaluate("box => box.clientHeight === box.scrollHeight && box.clientHeight > 480")


def test_where_there_is_no_session_it_is_told_how_to_get_some(chromium, address):
    with shown(chromium, f"{address}?game=prism") as page:
        again = section(page, "rerun")
        again.locator(".hint code", has_text="crypt simulate prism --players").wait_for()
        assert again.locator("form").is_hidden() and axe_findings(page) == []


def test_sessions_are_played_again_and_opened_where_they_differ(page, data):
    again = section(page, "rerun")
    plan = make_plan(find_game("colossi"), 2, 3, 11, "greedy")
    names = [write_log(plan, index, data / "sessions").stem for index in range(3)]
    find(page, "steps")
    cell(page, "steps").fill("1")
    state(page, "1 field differs")
    cell(page, "steps_before_exploring").fill("0")
    state(page, "2 fields differ")
    for name in names[:2]:
        again.get_by_label("Add a session").select_option(name)
    again.locator("button[type=submit]").click()
    again.locator(".section-words", has_text="Of 2 sessions 2 end at an action").wait_for(timeout=240_000)
    again.locator(".run-line", has_text="Finished.").wait_for()
    rows = again.locator(".numbers tbody tr")
    assert [row.locator("td").first.inner_text() for row in rows.all()] == names[:2]
    link = rows.first.locator("a").last
    decision = link.inner_text().split()[1]
    assert f"not allowed at decision {decision}: " in rows.first.inner_text() and axe_findings(page) == []
    with page.context.expect_page() as other:
        link.click()
    other.value.locator(".board-picture svg").wait_for(timeout=90_000)
    assert other.value.url.endswith(f"?session={names[0]}&at={decision}")
    other.value.close()
    again.get_by_label("Sessions, one in a line").fill("nothing")
    again.locator("button[type=submit]").click()
    again.locator(".run-line [data-tone=refused]", has_text="There is no session 'nothing'").wait_for(timeout=60_000)


def test_a_search_is_stopped_and_clicks_are_answered_meanwhile(page, data):
    search = section(page, "balance")
    search.get_by_label("Fields that may move").fill("hero_die\nstarting_hp=1..4\nboss_hp=1..6\nmax_potions=1..4")
    search.get_by_label("Settings to try").fill("300")
    search.get_by_label("Games for each").fill("2000")
    search.locator("button[type=submit]").click()
    search.locator(".run-line", has_text=re.compile(r"[1-9]\d* of 300 tries")).wait_for(timeout=240_000)
    find(page, "monster hp")
    waits = []
    for value in ("2", "3", "2", "1"):
        cell(page, "monster_hp").fill(value)
        began = time.monotonic()
        state(page, "as the rulebook has it" if value == "1" else "1 field differs")
        waits.append(time.monotonic() - began)
        page.wait_for_timeout(300)
    assert sorted(waits)[1] < 1.0  # a quarter of a second of it waits for more keys
    search.get_by_role("button", name="Stop").click()
    search.locator(".run-line", has_text="Stopped.").wait_for(timeout=60_000)
    search.locator(".section-words", has_text="settings tried; they are kept").wait_for()
    assert page.get_by_role("button", name="Take the winner into the form").is_hidden()
    assert len(next((data / "design").glob("balance-*.jsonl")).read_text().splitlines()) > 1


def test_a_winner_is_taken_into_the_form(page):
    search = section(page, "balance")
    search.get_by_role("textbox", name="At least").fill("55%")
    search.get_by_role("textbox", name="At most").fill("")
    search.get_by_label("Fields that may move").fill("hero_die=6,20")
    search.get_by_label("Games for each").fill("60")
    search.locator("button[type=submit]").click()
    search.get_by_text("Judged by 600 games each on seeds that the search has not seen").wait_for(timeout=240_000)
    search.get_by_role("button", name="Take the winner into the form").click()
    state(page, "1 field differs from the standard; not saved")
    find(page, "hero die")
    assert cell(page, "hero_die").input_value() == "20"


def test_differences_of_another_game(page):
    menu(page, "Game").select_option("lair")
    state(page, "^standard: as the rulebook has it")
    find(page, "dragon dice")
    page.locator("[data-field=dragon_dice]").get_by_role("button", name="Add a value").click()
    cell(page, "dragon_dice.7").fill("5")
    state(page, "1 field differs")
    page.locator(".fold", has_text="What differs").locator("summary").first.click()
    page.get_by_role("button", name="Show", exact=True).click()
    cells = page.locator(".side .numbers td")
    cells.first.wait_for()
    assert cells.all_inner_texts() == ["dragon_dice", "1, 1, 1, 2, 2, 2", "1, 1, 1, 2, 2, 2, 5"]
    assert standard(find_game("lair")).values["dragon_dice"] == [1, 1, 1, 2, 2, 2]


def test_an_address_opens_a_ruleset_of_a_game(chromium, address):
    with shown(chromium, f"{address}?game=prism") as page:
        state(page, "^standard: as the rulebook has it")
        assert menu(page, "Game").input_value() == "prism"
        find(page, "monsters")
        cell(page, "monsters.1.armour").wait_for()


@pytest.mark.parametrize(("width", "scheme"), [(1600, "light"), (1400, "dark"), (400, "dark"), (400, "light")])
def test_nothing_is_wider_than_the_window(page, width, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    for group in page.locator(".group summary").all():
        group.click()
    for name in ("compare", "sweep", "sensitivity", "balance", "claims", "rerun"):
        section(page, name)
    sweep = section(page, "sweep")
    sweep.get_by_label("Field", exact=True).fill("hero_die=4,8")
    sweep.get_by_label("Games for each").fill("20")
    sweep.locator("button[type=submit]").click()
    sweep.locator(".main-svg").first.wait_for(timeout=120_000)
    page.wait_for_timeout(1500)  # figures measure their places, colours come to rest
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe_findings(page) == []


def test_mistakes_are_sentences(page):
    sweep = section(page, "sweep")
    sweep.get_by_label("Field", exact=True).fill("hero_dye=4,8")
    sweep.locator("button[type=submit]").click()
    sweep.locator(".run-line [data-tone=refused]", has_text="hero_dye: there is no such field").wait_for(timeout=60_000)
    assert sweep.locator("button[type=submit]").is_enabled() and page.locator(".said").is_hidden()
