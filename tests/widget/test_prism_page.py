"""The Prism Crystals on the Play page: a turn by click, an encounter by its buttons, what lies face down stays unknown."""

import pytest
from visiting import axe_findings

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
    attack.click()
    page.locator(".story", has_text="armour").first.wait_for()
    page.locator(".dice", has_text="attacks").first.wait_for()
