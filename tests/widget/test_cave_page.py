"""Colossal Cave on the Play page: two players at one screen, and a reaction that passes through both hands."""

import pytest
from games.cave.table import table
from visiting import axe_findings

from crypt.core.ruleset import standard
from crypt.core.session import Session

pytestmark = pytest.mark.browser
SEED = "24"


# the controls over which what the page says lies, in words
COVERED = """() => {
  const said = document.querySelector(".status .said"), a = said.getBoundingClientRect();
  const controls = "a, button:not(.spot), .spot:is(.may, .movable), input, select, textarea, summary";
  const isUnder = (one) => {
    const b = one.getBoundingClientRect();
    return b.width > 1 && b.left < a.right && b.right > a.left && b.top < a.bottom && b.bottom > a.top;
  };
  const shown = [...document.querySelectorAll(controls)].filter((one) => !said.contains(one) && one.checkVisibility());
  return shown.filter(isUnder).map((one) => one.outerHTML);
}"""
# whether the figure of a player is wholly in the part of the map that is seen
IN_SIGHT = """(seat) => {
  const numbers = [...document.querySelectorAll(".board-picture .cell .hero .number")];
  const figure = numbers.find((one) => one.textContent === String(seat)).closest(".hero").getBoundingClientRect();
  const board = document.querySelector(".board").getBoundingClientRect();
  return figure.left >= board.left && figure.right <= board.right;
}"""
# keeps in `asked` how the page wants to scroll, and scrolls at once
KEEP_SCROLLS = """() => {
  HTMLElement.prototype.scrollTo = function (to) { window.asked = to; this.scrollLeft = to.left; };
}"""
TO_TOP = "([button, top]) => scrollBy(0, button.getBoundingClientRect().top - top)"


@pytest.fixture
def lobby(served, browser_page):
    """The Play page with its form for a new game."""
    browser_page.goto(served + "voila/render/play.ipynb")
    browser_page.locator("button.start").wait_for(timeout=60_000)
    return browser_page


@pytest.fixture
def page(lobby):
    """The Play page with a game of two that begins."""
    lobby.locator("#game").select_option("cave")
    lobby.get_by_label("Seed").fill(SEED)
    lobby.locator("button.start").click()
    lobby.locator(".curtain button", has_text="I am Player 1").wait_for(timeout=90_000)
    return lobby


@pytest.fixture
def at(lobby, tmp_path):
    """Opens a session of Ann and Ben that starts from a position of a test."""

    def open_it(*lines, width=1400, **more):
        lobby.set_viewport_size({"width": width, "height": 800})
        t = table(*lines, **more)
        with Session.new(t.GAME, ["Ann", "Ben"], standard(t.GAME), 5, folder=tmp_path, start=t.text) as session:
            pass
        lobby.locator("#upload").set_input_files(session.path)
        lobby.locator(".curtain button", has_text="I am Ann").wait_for(timeout=90_000)
        return lobby

    return open_it


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


@pytest.mark.parametrize("width", [1400, 400])
def test_what_the_page_says_covers_nothing_that_can_be_pressed(at, width):
    """Wherever the page stands, and also when something is scrolled under it."""
    page = at("hand 1 a12", "hand 2 r02", phase="moving", width=width)
    here = page.locator(".curtain button", has_text="I am Ann")
    for top in (4, 20, 40):
        page.evaluate(TO_TOP, [here.element_handle(), top])
        page.evaluate("document.querySelector('.spot[data-cell=y2]').click()")
        page.locator(".status .said", has_text="The screen goes to Ann first").wait_for()
        page.wait_for_timeout(100)
        assert page.evaluate(COVERED) == []
        for _ in range(8):
            page.mouse.wheel(0, 23)
            page.wait_for_timeout(60)
            assert page.evaluate(COVERED) == []


def test_where_no_place_is_free_what_the_page_says_takes_room_of_its_own(at):
    page = at("hand 1 a12", phase="moving", width=400)
    page.set_viewport_size({"width": 400, "height": 40})
    page.evaluate("document.querySelector('.spot[data-cell=y2]').click()")
    said = page.locator(".status .said", has_text="The screen goes to Ann first")
    said.wait_for()
    page.locator(".status .said.in-flow").wait_for()
    assert page.evaluate(COVERED) == []
    page.set_viewport_size({"width": 400, "height": 800})
    page.wait_for_timeout(100)
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize(("motion", "behavior"), [("no-preference", "smooth"), ("reduce", "instant")])
def test_on_a_phone_the_map_shows_whose_turn_it_is(at, motion, behavior):
    """Ann's token is at one end of the map and Ben's at the other; the focus stays on the button that is asked for."""
    page = at("room 1 volcano_view", "room 2 plover_room", "hand 2 a12", width=400)
    page.emulate_media(reduced_motion=motion)
    page.wait_for_function(IN_SIGHT, arg=1)
    page.evaluate(KEEP_SCROLLS)
    page.locator(".curtain button", has_text="I am Ann").click()
    page.locator(".actions button", has_text="do nothing").click()
    page.locator(".curtain button", has_text="I am Ben").wait_for()
    page.wait_for_function(IN_SIGHT, arg=2)
    assert not page.evaluate(IN_SIGHT, 1) and page.evaluate("window.asked.behavior") == behavior
    assert page.evaluate("document.activeElement.textContent") == "I am Ben"
    page.reload()
    page.locator(".curtain button", has_text="I am Ben").wait_for(timeout=60_000)
    page.wait_for_function(IN_SIGHT, arg=2)


def test_on_a_phone_the_button_of_the_next_player_is_in_sight(at):
    page = at("room 1 y2", width=400)
    page.locator(".curtain button", has_text="I am Ann").click()
    page.locator(".actions button", has_text="do nothing").click()
    here = page.locator(".curtain button", has_text="I am Ben")
    here.wait_for()
    page.wait_for_function("(button) => button.getBoundingClientRect().top >= 0", arg=here.element_handle())


def test_the_end_shows_all_hands_and_is_taken_back_only_if_the_table_agrees(at):
    page = at("carried 1 t03 i01", "deposited 1 t01 t02", "hand 1 a12", "hand 2 r02 r02 r08", width=400)
    page.locator(".curtain button", has_text="I am Ann").click()
    page.locator(".actions button", has_text="Bars of Silver").click()
    page.locator(".end h2", has_text="Ann has won").wait_for()
    ann, ben = page.locator(".end-hands li").all()
    assert ann.locator("p").inner_text() == (
        "1 card; carries Brass Lantern; has deposited Large Gold Nugget, Several Diamonds and Bars of Silver"
    )
    assert [card.get_attribute("aria-label").partition(":")[0] for card in ben.locator(".end-cards > div").all()] == [
        "The Grate Is Locked!", "Wait For Me!",
    ]  # fmt: skip
    assert "REACTION × 2" in ben.inner_text() and ben.locator("svg").first.bounding_box()["width"] > 80
    assert axe_findings(page) == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("The end has opened all hands; take it back only if the table agrees.").wait_for()
    page.get_by_role("button", name="Take back anyway").click()
    page.locator(".about", has_text="what was revealed was taken back").wait_for()
    for gone in (".end", ".curtain"):
        page.locator(gone).wait_for(state="hidden")


def test_who_reads_a_note_is_said_beside_the_box(page):
    reader = page.locator(".beside .note-panel p")
    assert reader.inner_text() == "The hands are covered: everybody can read this note."
    page.locator(".curtain button", has_text="I am Player 1").click()
    page.locator(".beside .note-panel p", has_text="Until the end only you can read this note.").wait_for()


def test_cards_to_be_asked_for_come_ticked(at):
    page = at("hand 1 r02 r08")
    page.locator(".curtain button", has_text="I am Ann").click()
    page.get_by_label("Ask me to react").select_option("cards")
    page.get_by_label("The Grate Is Locked!").uncheck()
    page.locator(".manner", has_text="Cards that you get later come ticked.").wait_for()
    page.reload()
    page.locator(".curtain button", has_text="I am Ann").click(timeout=60_000)
    assert page.get_by_label("Wait For Me!").is_checked() and not page.get_by_label("The Grate Is Locked!").is_checked()
