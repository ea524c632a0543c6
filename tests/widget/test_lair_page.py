"""Loot the Dragon's Lair on the Play page: sides, pieces by click, drag and keyboard, carrying, movement left."""

import pytest
from visiting import axe_findings

pytestmark = pytest.mark.browser

SEED = 3  # the adventurers roll 4 and 2 first


@pytest.fixture
def page(served, browser_page):
    """The Play page with its form for a new game."""
    browser_page.goto(served + "voila/render/play.ipynb")
    browser_page.locator("button.start").wait_for(timeout=60_000)
    return browser_page


def spot(page, name):
    return page.locator(f'.spot[data-cell="{name}"]')


def movement(page, number):
    """Wait until so much movement is left."""
    page.locator(".prompt", has_text=f"{number} movement left").wait_for()


def begin(page):
    page.locator("#game").select_option("lair")
    page.get_by_label("Seed").fill(str(SEED))
    page.locator("button.start").click()
    spot(page, "r4s1").wait_for(timeout=60_000)
    movement(page, 6)


def test_a_treasure_is_stolen_by_click_keys_and_drag(page):
    page.locator("#game").select_option("lair")
    sides = page.locator(".names input")
    assert [sides.nth(i).get_attribute("placeholder") for i in range(sides.count())] == ["Adventurers", "Dragon"]
    begin(page)
    page.locator(".piece-who", has_text="Choose a piece").wait_for()
    spot(page, "r4s1").click()
    page.locator(".piece-who", has_text="Moving adventurer 1").wait_for()
    assert page.locator(".spot.may").count() == 3 and page.locator(".carry").is_hidden()
    spot(page, "r2s2").click()  # too far
    page.locator(".said", has_text="LAIR-09").wait_for()
    spot(page, "r3s1").click()
    movement(page, 5)
    page.locator(".middle").click(position={"x": 2, "y": 2})
    page.keyboard.press("ArrowDown")
    movement(page, 4)
    page.keyboard.press("c")
    assert page.locator(".carry").get_attribute("aria-pressed") == "true"
    page.keyboard.press("ArrowUp")
    movement(page, 2)
    assert page.locator(".carry").get_attribute("aria-pressed") == "true"  # it goes on carrying
    spot(page, "r3s1").drag_to(spot(page, "r4s1"))
    page.locator(".facts", has_text="1 of 3").wait_for()
    page.locator(".prompt", has_text="Dragon: move the dragon").wait_for()
    page.locator(".piece-who", has_text="Moving the dragon").wait_for()
    spot(page, "r1s4").click()
    page.locator('.cell[data-cell="r1s4"] .hero').wait_for()
    assert axe_findings(page) == []


def test_a_bot_answers(page):
    page.locator("#game").select_option("lair")
    page.locator(".names select").nth(1).select_option("greedy")
    begin(page)
    for left in (5, 4, 3, 2, 1):  # a click counts for the position that is seen
        page.locator(".action-group").first.locator("button").first.click()
        movement(page, left)
    page.locator(".action-group").first.locator("button").first.click()
    page.locator(".story", has_text="Turn 3").wait_for(timeout=90_000)
    assert page.locator(".prompt", has_text="move the adventurers").is_visible()
