"""The Prism Crystals on the Play page: a turn by click, an encounter by its buttons, what lies face down stays unknown."""


import pytest
from serving import serving_data
from visiting import axe_findings, visiting
from widget.records import three_games

pytestmark = pytest.mark.browser
UNSEEN = ("skeleton", "dragon", "troll", "red crystal", "thunder sword")


@pytest.fixture
def page(served, browser_page):
    """The Play page with its form for a new game."""
    browser_page.goto(served + "voila/render/play.ipynb")
    browser_page.locator("button.start").wait_for(timeout=60_000)
    browser_page.locator("#game").select_option("prism")
    browser_page.get_by_label("Seed").fill("3")
    browser_page.locator("button.start").click()
    browser_page.locator('.spot[data-cell="e5"]').wait_for(timeout=90_000)
    return browser_page


def test_moving_by_click_until_a_monster_is_met(page):
    page.locator(".prompt", has_text="Player 1: move; 3 points left").wait_for()
    board = page.locator("svg.prism-board").first.inner_html()
    assert not [word for word in UNSEEN if word in board.lower()]
    page.locator('.spot[data-cell="a1"]').click()  # too far
    page.locator(".said", has_text="PRI-08").wait_for()
    page.locator('.spot[data-cell="e4"]').click()
    page.locator(".facts", has_text="Points left").wait_for()
    page.locator(".story", has_text="Player 1 goes from e5 to e4").wait_for()
    assert axe_findings(page) == []


def test_an_encounter_by_its_buttons(page):
    """Whoever is on turn goes on until something is met, and attacks it; the dice of the fight are shown."""
    for _ in range(60):
        attack = page.locator(".action-group button", has_text="attack")
        if attack.count():
            break
        page.locator(".action-group button:visible").last.click()
        page.wait_for_timeout(100)
    assert page.locator(".spot:is(.picked, .movable)").count() == 0  # no pawn can be moved now
    attack.click()
    page.locator(".story", has_text="armour").first.wait_for()
    page.locator(".dice", has_text="attacks").first.wait_for()


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The address of the pages, with three finished games of one group; and those games, the shortest first."""
    data = tmp_path_factory.mktemp("records")
    games = three_games(data / "sessions")
    with serving_data(data) as (url, _):
        yield url + "voila/render/", games


def test_the_end_says_whether_it_is_a_new_record(chromium, played):
    address, (best, *_, worst) = played
    with visiting(chromium, f"{address}play.ipynb?session={best.name}") as page:
        page.locator(".end", has_text="A new record of Ann and Ben in rounds").wait_for(timeout=90_000)
        assert axe_findings(page) == []
    with visiting(chromium, f"{address}play.ipynb?session={worst.name}") as page:
        rounds = f"{worst.outcome.rounds} (record: {best.outcome.rounds})"
        page.locator(".end dd", has_text=rounds).wait_for(timeout=90_000)


def test_the_outcomes_page_shows_the_record_of_the_group(chromium, played):
    address, (best, *_) = played
    with visiting(chromium, f"{address}outcomes.ipynb") as page:
        row = page.locator("section", has_text="Records").locator("tr", has_text="Ann, Ben")
        row.first.wait_for(timeout=90_000)
        assert str(best.outcome.rounds) in row.first.inner_text()
        assert axe_findings(page) == []


def test_design_mode_puts_pieces_where_a_visitor_clicks(served, browser_page):
    """A piece that has left the game can come back: the palette knows what is out at this moment."""
    page = browser_page
    page.goto(served + "voila/render/play.ipynb")
    page.locator("button.start").wait_for(timeout=60_000)
    page.locator("#game").select_option("prism")
    page.get_by_label("Seed").fill("3")
    page.locator("input[value=design]").check(force=True)
    page.locator("button.start").click()
    page.locator(".palette .things").wait_for(timeout=90_000)

    def put(thing, spot):
        page.locator(f'.things input[value="{thing}"]').check(force=True)
        page.locator(f'.spot[data-cell="{spot}"]').click()

    def wait_for(words, spot):
        page.locator(f'.spot[data-cell="{spot}"][aria-label*="{words}"]').wait_for()

    covered = page.locator('.spot[aria-label*="a face-down piece"]').first.get_attribute("data-cell")
    bare = "e5"
    put("ogre", covered)
    wait_for("the ogre over a face-down treasure", covered)
    put("treasure chest", covered)
    wait_for("the ogre over treasure chest", covered)
    card = page.locator('.palette form[aria-label="Player 1"]')
    card.locator("input[name=carried]").fill("chest")
    card.locator("button").click()
    page.locator(f'.spot[data-cell="{covered}"]:not([aria-label*="chest"])').wait_for()
    put("no monster", covered)
    page.locator(f'.spot[data-cell="{covered}"]:not([aria-label*="ogre"])').wait_for()
    put("pawn 2", covered)
    wait_for("Player 2", covered)
    put("ogre", bare)
    page.locator(".said", has_text="a pawn stands on a monster's tile").wait_for()
    put("pawn 1", covered)
    wait_for("Player 1", covered)
    put("ogre", bare)
    wait_for("the ogre", bare)
