"""Colossal Cave on the Play page: two players at one screen, and a reaction that passes through both hands."""

import pytest
from visiting import axe_findings

pytestmark = pytest.mark.browser
SEED = "24"


@pytest.fixture
def page(served, browser_page):
    """The Play page with its form for a new game."""
    browser_page.goto(served + "voila/render/play.ipynb")
    browser_page.locator("button.start").wait_for(timeout=60_000)
    browser_page.locator("#game").select_option("cave")
    browser_page.get_by_label("Seed").fill(SEED)
    browser_page.locator("button.start").click()
    browser_page.locator(".curtain button", has_text="I am Player 1").wait_for(timeout=90_000)
    return browser_page


def hands(seed):
    """The hands of a new game with this seed."""
    import numpy as np
    from games.cave.table import game

    t = game(2, seed=np.uint64(seed))
    return [t.GAME.words.hero_summary(_seen(t, seat), t.rules, seat, []).hand for seat in (0, 1)]


def _seen(t, seat):
    from crypt.core.sight import as_seen

    return as_seen(t.GAME, t.state, seat)


def test_two_players_and_a_reaction(page):
    mine, theirs = hands(int(SEED))
    only_theirs = [name for name in theirs if name not in mine]
    covered = page.locator("svg.cave-board").first.inner_html()
    assert not [name for name in mine + theirs if name in covered] and "seed" not in page.locator(".about").inner_text()
    page.locator(".curtain button", has_text="I am Player 1").click()
    page.locator(".actions button", has_text="Cobble Crawl").wait_for()
    picture = page.locator("svg.cave-board").first
    assert "The hand of Player 1" in picture.inner_html()
    assert not [name for name in only_theirs if name in picture.inner_html() or name in page.locator(".table").inner_text()]
    assert axe_findings(page) == []
    page.locator('.spot[data-cell="cobble_crawl"]').click()
    page.locator(".curtain button", has_text="I am Player 2").wait_for()
    assert page.locator(".actions button:visible").count() == 0
    assert not [name for name in mine if name in picture.inner_html()]
    page.locator(".curtain button", has_text="I am Player 2").click()
    page.locator(".prompt", has_text="Player 1 is about to move from Well House to Cobble Crawl").wait_for()
    page.locator(".actions button", has_text="The Grate Is Locked!").click()
    page.locator(".curtain button", has_text="I am Player 1").click()
    page.locator(".story", has_text="Player 1 stays in Well House").wait_for()
    page.locator(".prompt", has_text="Player 1: play").wait_for()


def test_how_a_player_wants_to_be_asked(page):
    page.locator(".curtain button", has_text="I am Player 1").click()
    choice = page.get_by_label("Ask me to react")
    choice.select_option("cards")
    page.locator(".manner-cards").wait_for(state="attached")
    choice.select_option("never")
    page.locator('.spot[data-cell="cobble_crawl"]').click()
    page.locator(".curtain button", has_text="I am Player 2").wait_for()
    assert choice.count() == 0 or not choice.is_visible()


def test_who_is_always_asked_is_asked_still_after_a_reload(page):
    """Player 2 could react, and lets it pass; player 1, who moves, cannot: both are asked, and nobody sees a difference."""
    page.locator(".curtain button", has_text="I am Player 1").click()
    page.locator(".actions button", has_text="Cobble Crawl").wait_for()
    page.get_by_label("Ask me to react").select_option("always")
    page.locator('.spot[data-cell="cobble_crawl"]').click()
    page.locator(".curtain button", has_text="I am Player 2").click()
    page.locator(".actions button", has_text="pass").click()
    page.locator(".curtain button", has_text="I am Player 1").wait_for()
    assert page.locator(".look-words").inner_text() == "decision 0" and page.locator(".story li").count() == 0
    page.reload()
    page.locator(".curtain button", has_text="I am Player 1").click(timeout=60_000)
    page.locator(".prompt", has_text="you are about to move from Well House to Cobble Crawl: you have nothing").wait_for()
    assert page.get_by_label("Ask me to react").input_value() == "always"
    page.locator(".curtain button", has_text="Let it pass").click()
    page.locator(".prompt", has_text="Player 1: play").wait_for()
    assert page.locator(".look-words").inner_text() == "decision 1" and "pass" not in page.locator(".story").inner_text()


def test_more_players_than_the_rulebook_has(page):
    page.get_by_role("button", name="Sessions").click()
    page.locator(".session .what", has_text="being played").first.wait_for()
    page.locator("#game").select_option("cave")
    page.locator(".new-game .segments label", has_text="5").click()
    page.locator(".new-game", has_text="for 2 to 4 players. 5 can play, which is not recommended").wait_for()
    page.locator(".new-game .segments label", has_text="4").click()
    assert page.get_by_text("which is not recommended").is_hidden()
