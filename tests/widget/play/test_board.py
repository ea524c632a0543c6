"""The Play page in a browser: whole floors by clicks, by buttons and by keys, and what it looks like."""

import json
import random
import re

import pytest
from floors import CORRIDOR
from visiting import END_TURNS, axe_findings, visiting
from widget.play.playing import HOSTILE, begin, log_of, mirror, wait_for_decision

from crypt.core.catalog import catalog
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session

pytestmark = pytest.mark.browser


def click_action(page, game, action):
    """Do an action as somebody with a mouse would: on the board where it can be done there."""
    panels = game.game.part("panels")
    state = game.state
    if ghost := panels.ghost(state, game.legal()):
        wanted = [turn["code"] for turn in ghost["turns"]]
        if action in wanted:
            for _ in range(wanted.index(action)):
                page.locator(".in-hand").click()
            page.get_by_role("button", name="Lay it").click()
            return
    cell = next((cell["cell"] for cell in panels.cells(state, [action], game.names) if cell["code"]), None)
    if cell:
        page.locator(f".spot[data-cell={cell}]").click()
    else:
        press_button(page, game, action)


def press_button(page, game, action):
    page.locator(".action").and_(page.get_by_role("button", name=game.text(action), exact=True)).click()


def shortest_floor(colossi, seed, tries=300):
    """Actions that lead to the second floor with this seed, or to the end: the shortest of some random plays."""
    rules, best = load_ruleset(colossi).record, []
    choices = random.Random(seed)
    start = mirror(colossi, ["Ann"], seed).state.tobytes()
    for _ in range(tries):
        state, trace, actions = colossi.from_bytes(start), colossi.new_trace(), []
        while state.floor == 1 and not colossi.is_over(state) and (not best or len(actions) < len(best)):
            actions.append(choices.choice(colossi.legal_actions(rules, state)))
            colossi.step(rules, state, actions[-1], trace)
        if not best or len(actions) < len(best):
            best = actions
    return best


@pytest.mark.parametrize("how", [click_action, press_button])
def test_a_whole_floor(page, place, colossi, how):
    game = mirror(colossi, ["Ann"], 11)
    begin(page, ["Ann"], 11)
    for n, action in enumerate(shortest_floor(colossi, 11), 1):
        how(page, game, action)
        game.play(action)
        wait_for_decision(page, n)
    assert game.is_over or game.state.floor == 2
    decisions = [line for _, line in log_of(page, place).lines if line["type"] == "decision"]
    assert decisions[-1]["hash"] == game.at(game.decision).line["hash"]
    if game.is_over:
        page.get_by_role("heading", name="The crypt keeps them").wait_for()
        page.get_by_role("button", name="Play again", exact=True).click()
        wait_for_decision(page, 0)
    page.get_by_role("button", name="Sessions").click()
    page.locator(".session").first.wait_for()


def test_a_turn_by_keyboard_alone(page, place):
    page.get_by_label("Seed").fill("21")
    page.get_by_label("Name of hero 1").focus()
    page.keyboard.press("Enter")
    page.locator(".table .board-picture svg").wait_for(timeout=60_000)
    for n in (1, 2):
        tab_to(page, ".spot.may")
        page.keyboard.press("Enter")
        wait_for_decision(page, n)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Shortcuts").wait_for()
    page.keyboard.press("Escape")
    n = 2
    while page.locator(".in-hand:visible").count() == 0 or page.locator(".turn-ghost").is_disabled():
        n = play_by_keys(page, n)
    allowed = page.locator(".action", has_text="lay ").count()
    turns = [page.locator(".in-hand").get_attribute("aria-label")]
    for _ in range(allowed):
        page.keyboard.press("r")
        turns.append(page.locator(".in-hand").get_attribute("aria-label"))
    assert len(set(turns)) == allowed and turns[0] == turns[-1]
    # the cells round the tile can be looked at, though none can be chosen
    page.keyboard.press("Shift+ArrowLeft")
    assert page.evaluate("document.activeElement.matches('.spot:not(.may)')")
    tab_to(page, ".in-hand")
    page.keyboard.press("Enter")
    wait_for_decision(page, n + 1)
    assert log_of(page, place).lines[-1][1]["action"].startswith("lay ")


def tab_to(page, selector):
    """Press Tab until what is wanted has the focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def play_by_keys(page, n):
    """One decision by keys; gives the number of decisions."""
    texts = page.locator(".action").all_inner_texts()
    arrows = {"north": "ArrowUp", "east": "ArrowRight", "south": "ArrowDown", "west": "ArrowLeft"}
    ways = [arrows[text.split()[1]] for text in texts if text.startswith("explore")]
    ways += [arrows[text.split()[1]] for text in texts if text.startswith("step")]
    if page.locator(".in-hand:visible").count():
        page.keyboard.press("Enter")
    elif page.locator(".action-group", has_text="Choice").count():
        tab_to(page, ".action")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press(ways[0] if ways else "e")
    wait_for_decision(page, n + 1)
    return n + 1


def test_twenty_fast_clicks_make_one_move(page, place):
    begin(page, ["Ann", "Bob"], 3)
    page.locator(".spot.may").first.evaluate("spot => { for (let i = 0; i < 20; i++) spot.click(); }")
    wait_for_decision(page, 1)
    page.wait_for_timeout(500)
    assert [line["type"] for _, line in log_of(page, place).lines] == ["decision"]


def test_hostile_names_are_text(page, place, tmp_path):
    begin(page, HOSTILE, 5)
    for n in range(1, 9):
        action = page.locator(".action").first
        action.click()
        wait_for_decision(page, n)
    assert [line.strip() for line in page.locator(".hero .name").all_inner_texts()] == HOSTILE
    for where in (".story", ".prompt", ".heroes"):
        assert page.locator(f"{where} img, {where} script, {where} b:has-text('bold')").count() == 0
    assert page.locator("img[src=x]").count() == 0
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download log").click()
    assert json.loads(saved.value.path().read_text(encoding="utf-8").splitlines()[0])["seats"][0]["name"] == HOSTILE[0]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Sessions").click()
    page.locator(".session .who", has_text=HOSTILE[0]).first.wait_for()
    assert page.locator("img[src=x]").count() == 0


@pytest.mark.parametrize("game, players", [("prism", 4), ("lair", 2), ("cave", 4)])
def test_hostile_names_are_text_on_every_board(page, game, players):
    page.get_by_label("Game", exact=True).select_option(game)
    page.get_by_role("radiogroup", name="Players").locator(f"input[value='{players}']").check(force=True)
    for field, name in zip(page.locator(".names input").all(), HOSTILE, strict=False):
        field.fill(name)
    page.locator("button.start").click()
    page.locator(".board-picture svg").wait_for(timeout=60_000)
    assert page.locator(".table :is(img[src=x], script)").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    named = page.locator(".board-picture text").all_text_contents()
    if game != "lair":  # whose board names nobody
        assert any("</script>" in text for text in named)
        assert max(text.count("W") for text in named) in range(4, 13)  # as many as there is room for
    if game == "cave":
        assert any(re.search(r"\u2069: \d cards$", text) for text in named)  # a name's direction of reading ends with it


@pytest.mark.parametrize("width", [1400, 400])
def test_the_question_of_taking_back_lies_over_nothing_and_moves_nothing(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    begin(page, ["W" * 40], 8, mode="play")
    for n in (1, 2):
        page.locator(".action").first.click() if n == 1 else page.locator(".action", has_text="explore").first.click()
        wait_for_decision(page, n)
    page.locator("button[title*='has revealed chance']", has_text="Undo").wait_for()
    top = page.evaluate(TOP_OF_BOARD)
    page.keyboard.press("u")
    asked = page.get_by_role("alertdialog", name="Take back anyway?")
    words = asked.locator("span")
    assert "has revealed chance; take it back only if the table agrees." in words.inner_text()
    assert page.evaluate(TOP_OF_BOARD) == top
    bar, box = page.locator(".table-bar").bounding_box(), asked.bounding_box()
    assert bar["y"] <= box["y"] and box["y"] + box["height"] <= bar["y"] + bar["height"] + 1
    assert words.evaluate("words => words.scrollHeight <= words.clientHeight + 1 && words.scrollWidth <= words.clientWidth")
    for name in ("Take back anyway", "Leave it"):
        button = asked.get_by_role("button", name=name).bounding_box()
        assert bar["y"] - 1 <= button["y"] and button["y"] + button["height"] <= bar["y"] + bar["height"] + 1
    assert page.get_by_role("button", name="Rules").count() == 0  # what was there is hidden
    assert axe_findings(page) == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "Undo"
    assert page.get_by_role("button", name="Rules").count() == 1


COUNT_SCROLLS = "window.scrolls = 0; window.scrollTo = () => { window.scrolls += 1; }"


def test_a_page_that_comes_keeps_its_place_and_another_view_begins_at_the_top(chromium, place):
    with visiting(chromium) as page:
        page.add_init_script(COUNT_SCROLLS)
        page.goto(place[0])
        page.locator("button.start").wait_for(timeout=90_000)
        assert page.evaluate("scrolls") == 0
        page.locator("button.start").click()
        page.locator(".board-picture svg").wait_for(timeout=90_000)
        assert page.evaluate("scrolls") == 1


TOP_OF_BOARD = "document.querySelector('.board-frame').getBoundingClientRect().top + scrollY"


LONG = ["W" * 40, "Maximiliane Alexandra von Hohenfels-Grau", "Al", "M" * 40]


@pytest.mark.parametrize("width", [1400, 400])
@pytest.mark.parametrize("game", list(catalog()))
def test_the_board_stays_where_it_is_whatever_the_names(page, game, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.locator("#game").select_option(game)
    players = min(len(LONG), catalog()[game].players[-1])
    page.locator(f"input[name=players][value='{players}']").check(force=True)
    for place, name in zip(page.locator(".names input").all(), LONG, strict=False):
        place.fill(name)
    page.get_by_label("Seed").fill("7")
    page.locator("button.start").click()
    page.locator(".board-picture svg").wait_for(timeout=90_000)
    tops = set()
    for n in range(14):
        tops.add(page.evaluate(TOP_OF_BOARD))
        prompt = page.locator(".prompt").inner_text()
        choices = page.locator(".curtain button:visible, button.action:visible")
        choices.nth(min(n % 3, choices.count() - 1)).click()
        page.wait_for_function("was => document.querySelector('.prompt').innerText !== was", arg=prompt, timeout=3_000)
    assert len(tops) == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Sessions").click()
    page.locator("#game").select_option("colossi")


def test_what_is_not_allowed_says_why_and_opens_the_rule(page):
    begin(page, ["Ann"], 8)
    page.locator(".spot.may").first.click()
    wait_for_decision(page, 1)
    page.locator(".spot[data-cell=a1]").click()
    said = page.locator(".status .said")
    said.wait_for()
    assert "COL-11" in said.inner_text()
    said.get_by_role("button", name="COL-11").click()
    page.get_by_role("dialog", name="Rules").get_by_text("never diagonally").wait_for()
    page.get_by_label("Search the rules").fill("amulet")
    assert page.locator(".rule:visible").count() < 12
    page.get_by_role("dialog", name="Rules").get_by_role("button", name="Close").click()


def test_a_double_click_does_not_act_for_the_next_in_turn(page, place):
    begin(page, ["Ann", "Ben"], 4)
    actions = page.locator(".action")
    actions.first.click(click_count=2, delay=60)  # Ann's start cell; then it is Ben's turn
    page.wait_for_timeout(500)
    assert [line["seat"] for _, line in log_of(page, place).lines if line["type"] == "decision"] == [0]
    actions.first.click()
    page.locator(".prompt", has_text="Ann:").wait_for()
    assert [line["seat"] for _, line in log_of(page, place).lines if line["type"] == "decision"] == [0, 1]


def test_a_ruling_is_found_by_its_rule(page):
    begin(page, ["Ann"], 8)
    page.keyboard.press("/")
    page.get_by_label("Search the rules").fill("COL-54")
    page.locator(".rule.ruling:visible h4 b", has_text=re.compile("^reach$")).wait_for()
    page.get_by_role("dialog", name="Rules").get_by_role("button", name="Close").click()


GLIDES = """() => [...document.querySelectorAll(".glides > svg")].flatMap((one) => one.getAnimations())"""


HIDDEN = ".board-picture .hero[style*=hidden]"


def test_a_figure_glides_to_its_new_cell_unless_that_is_switched_off(page):
    begin(page, ["Ann", "Ben"], 4)
    wait_for_decision(page, 0)
    page.evaluate(f"""window.glided = []; addEventListener("animationstart", () => glided.push([
        ({GLIDES})().length, document.querySelectorAll("{HIDDEN}").length]))""")
    page.locator(".action").first.click()  # each chooses where to start: nobody has come from anywhere
    wait_for_decision(page, 1)
    page.locator(".action").first.click()
    wait_for_decision(page, 2)
    assert page.evaluate("glided") == []
    for n in (3, 4):  # at once one after the other: the first glide ends early
        page.get_by_role("button", name="step").first.click()
        wait_for_decision(page, n)
    page.wait_for_timeout(400)
    assert page.evaluate("glided") == [[1, 1], [1, 1]]
    assert page.evaluate(f"({GLIDES})().length") == page.locator(HIDDEN).count() == 0
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("u")
    wait_for_decision(page, 3)
    page.wait_for_timeout(100)
    page.emulate_media(reduced_motion="no-preference")
    assert len(page.evaluate("glided")) == 2


@pytest.mark.parametrize("width", [1400, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_screenshots(page, tmp_path, width, scheme):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.screenshot(path=tmp_path / f"form-{width}-{scheme}.png", full_page=True)
    begin(page, ["Ann", "A very long name of forty characters, OK"], 7)
    page.screenshot(path=tmp_path / f"table-{width}-{scheme}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_for_axe(page, scheme):
    page.emulate_media(color_scheme=scheme)
    page.wait_for_timeout(500)  # colours glide from one scheme to the other
    assert axe_findings(page) == []
    begin(page, ["Ann", "Bob"], 7)
    for n in range(1, 7):
        page.locator(".action").first.click()
        wait_for_decision(page, n)
    assert axe_findings(page) == []
    page.get_by_role("button", name="Rules").click()
    assert axe_findings(page) == []
    page.get_by_role("dialog", name="Rules").get_by_role("button", name="Close").click()


def test_many_turns_do_not_grow_the_page(page):
    begin(page, ["Ann", "Bob"], 7)
    for n in (1, 2):
        page.locator(".action").first.click()
        wait_for_decision(page, n)
    sizes = [page.evaluate(END_TURNS, 80) for _ in range(2)]
    assert sizes[1] <= sizes[0] + 20


KEYLESS = """\
colossi floor 1
players 1
bag normal/straight:3 normal/corner:4
boss 0
hero 1 e4 potion:teleportation
board
·· ·· ·· ·· ┼X ··
·· ·· ·· ·· ·· ··
·· ·· ┼S ┼S ·· ··
·· ·· ┼S ┼S ┘. ··
·· ·· ·· ·· ·· ··
┼B ·· ·· ·· ·· ··
"""


def test_the_page_says_how_many_keys_can_be_had_and_warns_when_none_can(page, place, colossi):
    rules = load_ruleset(colossi)
    with Session.new(colossi, ["Ann"], rules, 1, mode="design", folder=place[1], start=KEYLESS) as session:
        pass
    page.goto(f"{place[0]}?session={session.name}")
    badge = page.locator(".exit-badges li")
    badge.locator("b", has_text="exit: shut for good").wait_for(timeout=60_000)
    assert badge.get_attribute("data-tone") == "bad" and "no key can be had any more (COL-54)" in badge.inner_text()
    page.locator(".facts", has_text="no key can be had any more (COL-54)").wait_for()
    page.get_by_label("Boss HP").fill("2")
    page.get_by_label("Boss HP").press("Enter")
    page.locator(".facts", has_text="1 to be had: 1 with the boss").wait_for()
    badge.locator("b", has_text="exit: 1 way left").or_(badge.locator("b", has_text="ways left")).wait_for()
    assert badge.get_attribute("data-tone") != "bad"
    assert axe_findings(page) == []


WATCH_WHAT_IS_UNDER_THE_BOARD = """
  window.ends = new Set();
  const look = () => {
    const [board, over] = [".board-frame", ".over-board"].map((one) => document.querySelector(one)?.getBoundingClientRect());
    if (over?.height && document.querySelector(".board-picture svg")) ends.add(Math.round(over.bottom - board.top));
    requestAnimationFrame(look);
  };
  look();
"""  # keeps, of all frames, how far below the board's upper edge that ends which lies between it and the rest


@pytest.mark.parametrize("width", [1400, 400])
def test_what_comes_late_and_what_warns_moves_nothing_below(chromium, place, colossi, width):
    rules = load_ruleset(colossi, settings=["exit_sides=4"])
    with Session.new(colossi, ["Ann"], rules, 1, mode="design", folder=place[1], start=CORRIDOR) as session:
        session.choose_next("tiles", [(0, 3, 4), (2, 3, 3)])  # a straight, then the corner
    with visiting(chromium, viewport={"width": width, "height": 900}) as page:
        page.add_init_script(WATCH_WHAT_IS_UNDER_THE_BOARD)
        page.goto(f"{place[0]}?session={session.name}")
        page.locator(".exit-badges b", has_text="exit: 1 way left").wait_for(timeout=90_000)
        page.locator(".action", has_text="explore north").click()
        page.locator(".spot[data-cell=e2][aria-label*=explore]").wait_for()
        page.locator(".action", has_text="explore north").click()
        page.locator(".ghost-warning").wait_for(timeout=10_000)
        page.locator(".exit-badges b", has_text="shut for good").wait_for()
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert len(page.evaluate("[...ends]")) == 1
        warning, tile = (page.locator(one).bounding_box() for one in (".ghost-warning", ".in-hand"))
        assert warning["y"] > tile["y"] + tile["height"]  # it does not hide the tile of which it speaks


def test_how_the_exit_stands_and_a_turn_that_would_block_it(page, place, colossi):
    rules = load_ruleset(colossi, settings=["exit_sides=4"])
    with Session.new(colossi, ["Ann"], rules, 1, mode="design", folder=place[1], start=CORRIDOR) as session:
        session.choose_next("tiles", [(0, 3, 4), (2, 3, 3)])  # a straight, then the corner
    page.goto(f"{place[0]}?session={session.name}")
    badge = page.locator(".exit-badges li")
    badge.locator("b", has_text="exit: 1 way left").wait_for(timeout=60_000)
    assert badge.get_attribute("data-tone") == "warn" and "every way leads through e2" in badge.inner_text()
    assert page.locator(".board-overlay .choke").is_hidden()
    page.locator("input[data-layer=choke]").check()
    assert page.locator(".board-overlay .choke path").count() == 1

    page.locator(".action", has_text="explore north").click()
    page.locator(".spot[data-cell=e2][aria-label*=explore]").wait_for()
    page.locator(".action", has_text="explore north").click()
    warning = page.locator(".ghost-warning")
    warning.wait_for(timeout=10_000)
    assert "Ann" in warning.inner_text() and page.locator(".in-hand.would-hurt").is_visible()
    page.locator("input[data-layer=choke]").uncheck()
    page.goto(place[0])
