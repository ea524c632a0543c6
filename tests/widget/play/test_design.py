"""Design mode on the Play page."""

import pytest
from visiting import axe_findings
from widget.play.playing import begin, wait_for_decision

pytestmark = pytest.mark.browser


def test_design_mode_draws_the_chosen_tile(page):
    begin(page, ["Ann"], 7, mode="design")
    page.locator(".spot.may").first.click()
    wait_for_decision(page, 1)
    page.get_by_label("Next tile").select_option(label="Chest, tee")
    page.get_by_label("Next tile").locator("xpath=..").get_by_role("button").click()
    page.get_by_text("The next tile will be: Chest, tee").first.wait_for()
    under = page.locator(".under-board")
    before = under.bounding_box()
    page.locator(".action", has_text="explore").first.click()
    page.locator(".ghost-what", has_text="a chest").wait_for()
    assert under.bounding_box()["height"] == before["height"]  # what stands below the board stays
    page.get_by_role("button", name="Undo").click()
    wait_for_decision(page, 1)


def test_design_mode_puts_a_tile_on_the_board(page):
    begin(page, ["Ann"], 7, mode="design")
    page.locator(".spot.may").first.click()
    wait_for_decision(page, 1)
    page.locator(".things input[value=tile]").check(force=True)
    page.get_by_label("Shape").select_option(label="tee")
    page.get_by_label("On the tile").select_option(label="a chest")
    page.get_by_label("Turn the tile").click()
    page.locator(".spot[data-cell=d2]").click()
    page.locator(".spot[data-cell=d2][aria-label*='a chest, open east, south and west']").wait_for()
    page.locator(".things input[value='hero 1']").check(force=True)
    page.locator(".spot[data-cell=a1]").click()
    page.locator(".status .said", has_text="a1, an empty cell").wait_for()
    page.keyboard.press("Escape")
    page.get_by_label("Boss HP").fill("1")
    page.get_by_label("Boss HP").press("Enter")
    page.locator(".facts", has_text="1 of 3 HP").wait_for()
    page.locator("select[name=door]").select_option("open")
    page.get_by_role("form", name="Floor").get_by_role("button", name="Set").click()
    page.locator(".facts", has_text="open, at").wait_for()
    assert page.get_by_label("Hero on turn").locator("option").all_inner_texts() == ["Ann"]
    assert axe_findings(page) == []
    page.get_by_role("button", name="Play from here").click()
    page.get_by_text("This is a new session").first.wait_for()
    page.locator(".design").wait_for(state="hidden")
