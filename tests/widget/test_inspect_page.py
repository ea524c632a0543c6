"""The Inspect page: its models without a browser, then the page in one."""

import asyncio
import json
import time
from random import Random

import networkx as nx
import pytest
from floors import CROSSING, EXAMPLE, random_floor
from serving import serving_data
from visiting import axe_findings, visiting

from crypt.connect import dangerous_placements, fatal_moves, graph, losses, read_graph, report
from crypt.core.catalog import find_game
from crypt.core.game import CryptError
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.games.colossi.notation import read_cell, write
from crypt.games.colossi.state import TURN_THE_TILE
from crypt.widget import opening
from crypt.widget.inspect import InspectPage
from crypt.widget.overlay import dangers_in_hand, overlay
from crypt.widget.trial import Trial
from crypt.widget.wire import Job

HOSTILE = "<img src=x onerror=alert(1)>"
FULL = write(random_floor(Random(5), 4, 144))


@pytest.fixture(scope="module")
def colossi():
    return find_game("colossi")


@pytest.fixture(scope="module")
def played(colossi):
    """A game at random in which a tile walls a hero off for good."""
    return next(filter(fatal_moves, (play_at_random(colossi, seed) for seed in range(54, 90))))


def play_at_random(colossi, seed):
    session, choices = Session.new(colossi, [HOSTILE], load_ruleset(colossi), seed), Random(seed)
    while not session.is_over:
        session.play(choices.choice(session.legal()))
    return session


class Talk:
    """A page without a browser: what it was told, and what it says."""

    def __init__(self, page):
        self.page, self.heard, self.files, self.course = page, {}, [], []
        page.send = self.hear

    def hear(self, message):
        self.heard |= message.get("set", {})
        if message["kind"] == "file":
            self.files.append(message)
        elif message["kind"] == "course":
            self.course.append(message)

    def __call__(self, do, **more):
        self.page.receive({"do": do, "id": 1, **more})
        return self.heard


@pytest.fixture
def talk(tmp_path, monkeypatch, played):
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path))
    played.fork(folder=tmp_path / "sessions").close()
    return Talk(InspectPage())


def name_of(talk):
    return talk("hello")["opening"]["sessions"][0]["name"]


# ------------------------------------------------------------------------------------------------------- the overlay


def test_overlay_says_how_the_exit_stands():
    random = Random(3)
    for _ in range(20):
        state = random_floor(random)
        found, lines = overlay(state, ["A", "B", "C", "D"]), report(state)["heroes"]
        assert json.loads(json.dumps(found))["report"] == lines
        for badge, line in zip(found["badges"], lines, strict=True):
            blocked = line["status"] in ("walled", "starved")
            assert badge["name"] == "ABCD"[line["hero"] - 1]
            assert badge["tone"] == ("warn" if line.get("behind_boss") or (not blocked and line["ways"] == 1)
                                     else "bad" if blocked else "good")  # fmt: skip
        for way in found["ways"]:
            if way["to"] == "exit":
                assert nx.is_simple_path(graph(state), way["cells"])


def test_turns_of_the_tile_in_hand_that_hurt(played, colossi):
    fatal = fatal_moves(played)[0]
    state = played.at(fatal.decision - 1).state
    assert dangers_in_hand(state) == {}
    state.phase, state.drawn = TURN_THE_TILE, 3  # a corner
    state.target = read_cell(fatal.cell)
    found = dangers_in_hand(state, ["Ann"])
    assert found and all("Ann would be cut off" in words and "the tile in hand" in words for words in found.values())


# ---------------------------------------------------------------------------------------------- work in small steps


def test_a_job_is_cancelled_between_its_steps():
    done, told = [], []

    async def run():
        job = Job((done.append(time.sleep(0.02)) for _ in range(1000)), told.append, lambda *said: None).start()
        await asyncio.sleep(0.2)
        job.cancel()
        count = len(done)
        await asyncio.sleep(0.1)
        assert 0 < count == len(done) < 1000 and job.is_running is False

    asyncio.run(run())
    assert told and not any(told)


def test_a_job_that_fails_says_so_and_stops():
    def steps():
        yield
        raise CryptError("the lamp went out")

    said = []
    job = Job(steps(), lambda over: None, lambda text, tone: said.append(text)).start()
    assert said == ["The lamp went out"] and not job.is_running


# ------------------------------------------------------------------------------------------------- the page's model


def test_nothing_open(talk):
    heard = talk("hello")
    assert heard["view"] == "open"
    own, *samples = [row["name"] for row in heard["opening"]["sessions"]]
    assert own.startswith("colossi-") and "walled_off" in samples
    assert talk("open", session="walled_off")["view"] == "floor"
    talk("leave")
    assert talk("put", cell="a1", tile="┼")["said"]["text"] == "Nothing is open; open a session or a floor first"


def test_a_link_opens_a_session_at_a_decision(talk, played):
    heard = talk("hello", search=f"?session={name_of(talk)}&at=7")
    assert (heard["view"], heard["moment"]["at"], heard["moment"]["last"]) == ("floor", 7, played.decision)
    talk("look", n=9)
    assert talk.heard["moment"]["at"] == 9
    assert [row["words"] for row in talk.heard["report"]["rows"]] and HOSTILE in talk.heard["session"]["names"]


def test_a_game_without_an_exit_shows_its_graph_and_distances(talk, tmp_path):
    game = find_game("lair")
    with Session.new(game, ["Ann", "Ben"], load_ruleset(game), 1, folder=tmp_path / "sessions") as session:
        session.play("adventurer 1 moves to r3s1")
    rows = {row["name"]: row for row in talk("hello")["opening"]["sessions"]}
    assert rows[session.name]["game"] == "Loot the Dragon's Lair"
    heard = talk("open", session=session.name)
    assert heard["view"] == "distances" and heard["moment"]["last"] == 1
    treasures, dragon = heard["tables"]
    assert treasures["rows"][0] == ["r2s1", 4, 4, "adventurer 1", 1]
    assert [row[1:] for row in dragon["rows"]] == [["r3s1", 3, "75 %"], ["r4s5", 4, "25 %"], ["r4s9", 4, "25 %"]]
    assert heard["ways"]["svg"].count('class="way"') == 3 + 6 and len(heard["cells"]["list"]) == 49
    assert talk("look", n=0)["tables"][1]["rows"][0][2] == 4
    assert talk("choose", cell="r4s1")["chosen"]["words"] == "ring 4, sector 1, at the edge, adventurer 1"
    assert talk("play_from")["played"]["session"] and talk("leave")["view"] == "open"


@pytest.mark.parametrize("search", ["?session=../../etc/passwd", "?session=none", "?session=%00", "?game=colossi&seed=x"])
def test_a_link_to_nothing_is_said_in_a_sentence(talk, search):
    heard = talk("hello", search=search)
    assert heard["view"] == "open" and heard["said"]["tone"] == "refused"


def test_the_course_comes_with_the_same_losses_as_the_library(talk, played):
    talk("open", session=name_of(talk))
    last = talk.course[-1]
    assert not last["running"] and last["done"] == last["total"] == played.decision + 1
    assert [row["n"] for message in talk.course for row in message["rows"]] == list(range(played.decision + 1))
    assert [(loss["n"], loss["hero"], loss["fatal"]) for loss in last["losses"]] == [
        (loss.decision, loss.hero, loss.for_good) for loss in losses(played)
    ]


def test_what_if(talk):
    talk("text", text=EXAMPLE.replace("bag 31", "bag 3"))
    before = talk.heard["report"]["rows"][0]
    talk("put", cell="e4", tile="│")
    assert talk.heard["trial"] == [{"cell": "e4", "tile": "│"}] and talk.heard["report"]["compares"]
    talk("turn", cell="e4")
    assert talk.heard["trial"] == [{"cell": "e4", "tile": "─"}]
    talk("take", cell="e2")
    assert {"cell": "e2", "tile": ""} in talk.heard["trial"]
    talk("put_back", cell="e2")
    talk("take", cell="e4")
    assert talk.heard["trial"] == [] and talk.heard["report"]["rows"][0] == before
    assert "there is a tile on c4 already" in talk("put", cell="c4", tile="│")["said"]["text"].lower()
    assert "no cell" in talk("put", cell="z9", tile="│")["said"]["text"]


def test_tiles_on_trial_leave_the_position_alone(colossi):
    random, part = Random(2), colossi.part("graph")
    for _ in range(20):
        state = random_floor(random, players=2, tiles=15)
        before, trial = state.tobytes(), Trial(state, part)
        cells = [cell for cell, placed in graph(state).nodes(data="placed") if not placed]
        for cell in random.sample(cells, 3):
            if state.bag_count > 3:
                trial.put(cell, random.choice("│┌├┼"))
                assert int(trial.state.bag.sum()) == trial.state.bag_count
        trial.clear()
        assert state.tobytes() == before == trial.state.tobytes()


def test_dangers_are_stepped_through_the_worst_first(talk, played):
    fatal = fatal_moves(played)[0]
    talk("hello", search=f"?session={name_of(talk)}&at={fatal.decision - 1}")
    expected = dangerous_placements(played.at(fatal.decision - 1).state)
    seen = []
    talk("next_danger")
    for _ in expected:
        shown = talk.heard["dangers"]["shown"]
        seen.append((shown["cell"], shown["tile"]))
        assert talk.heard["chosen"]["cell"] == shown["cell"]
        talk("next_danger")
    assert sorted(seen) == sorted((danger.cell, danger.tile) for danger in expected)


def test_starved_by_shape_is_told_only_where_it_is_something_else(talk):
    talk("text", text=CROSSING)
    (note,) = talk.heard["shapes"]
    assert (note["hero"], note["name"]) == (1, "Hero 1") and note["text"].startswith("starved by shape")
    assert talk.heard["report"]["rows"][0]["status"] == ["buildable"]
    talk("text", text=CROSSING.replace("straight:2", "corner:2"))
    assert talk.heard["shapes"] == []


@pytest.fixture
def going_on(tmp_path, talk, colossi):
    """A session that is being played, ten decisions long."""
    with Session.new(colossi, ["Ann", "Ben"], load_ruleset(colossi), 3, folder=tmp_path / "sessions") as session:
        play_on(session, 10)
        yield session


def play_on(session, decisions):
    for _ in range(decisions):
        session.play(session.legal()[0])


def look_round(talk):
    """What the page does by itself twice a second."""
    talk.page._look_round()
    return talk.heard["moment"]["at"], talk.heard["moment"]["last"]


def test_a_session_that_is_played_is_followed(talk, going_on):
    talk("open", session=going_on.name)
    assert look_round(talk) == (10, 10)
    play_on(going_on, 3)
    assert look_round(talk) == (13, 13)  # who stands at the end goes along
    assert talk.page.trial.base.tobytes() == going_on.state.tobytes()
    assert [row["n"] for message in talk.course for row in message["rows"]] == list(range(14))
    talk("look", n=4)
    play_on(going_on, 2)
    assert look_round(talk) == (4, 15)
    assert talk.course[-1]["done"] == talk.course[-1]["total"] == 16


def test_a_decision_that_was_undone_is_no_longer_shown(talk, going_on):
    talk("open", session=going_on.name)
    for _ in range(3):
        going_on.undo(take_back_anyway=True)
    assert look_round(talk) == (7, 7)
    going_on.play(going_on.legal()[-1])
    assert look_round(talk) == (8, 8) and talk.course[-1]["total"] == 9
    going_on.undo(take_back_anyway=True)
    going_on.play(going_on.legal()[0])
    assert look_round(talk) == (8, 8)
    assert talk.page.trial.base.tobytes() == going_on.state.tobytes()


def test_tiles_on_trial_at_the_end_of_a_session_stay_while_it_is_played(talk, going_on):
    talk("open", session=going_on.name)
    empty = next(cell for cell, placed in graph(going_on.state).nodes(data="placed") if not placed)
    talk("put", cell=empty, tile="┼")
    play_on(going_on, 1)
    assert look_round(talk) == (10, 11) and [edit["cell"] for edit in talk.heard["trial"]] == [empty]


def test_a_session_that_goes_away_is_said_once(talk, going_on):
    talk("open", session=going_on.name)
    going_on.path.unlink()
    with pytest.raises(CryptError):
        talk.page._look_round()
    talk.page._look_round()


def test_betweenness_only_when_asked(talk, monkeypatch):
    from crypt.widget import shown

    asked = []
    monkeypatch.setattr(shown, "betweenness", lambda floor: asked.append(1) or nx.betweenness_centrality(floor))
    talk("text", text=EXAMPLE)
    assert not asked
    talk("between", on=True)
    assert asked


def test_exports_read_back(talk, colossi):
    talk("text", text=FULL)
    rules, floor = load_ruleset(colossi).record, graph(talk.page.trial.state)
    for form in ("svg", "png", "graphml", "json", "dot", "notation"):
        talk("export", form=form)
    texts = {file["form"]: file["text"] for file in talk.files}
    assert texts["svg"].startswith("<svg") and write(colossi.notation.read(texts["notation"], rules)) == FULL
    for form in ("graphml", "json", "dot"):
        assert set(read_graph(texts[form], form)) == set(floor)
    assert "no export" in talk("export", form="exe")["said"]["text"]


def test_play_from_here(talk, played, tmp_path):
    talk("hello", search=f"?session={name_of(talk)}&at=5")
    made = Session.open(tmp_path / "sessions" / f"{talk('play_from')['played']['session']}.jsonl", read_only=True)
    assert made.decision == 5 and made.state.tobytes() == played.at(5).state.tobytes()
    empty = next(cell for cell, placed in graph(talk.page.trial.state).nodes(data="placed") if not placed)
    talk("put", cell=empty, tile="┼")
    made = Session.open(tmp_path / "sessions" / f"{talk('play_from')['played']['session']}.jsonl", read_only=True)
    assert made.decision == 0 and graph(made.state).nodes[empty]["placed"]


def test_random_floors_are_possible_and_repeat(colossi):
    for players, tiles in ((1, 0), (1, 12), (2, 30), (4, 200)):
        first, second = (opening.open_random("colossi", str(players), str(tiles), "7")[0] for _ in range(2))
        assert first.state.tobytes() == second.state.tobytes() and first.state.players == players
        assert colossi.status(load_ruleset(colossi).record, first.state) == 0
        assert report(first.state)["exit"]


@pytest.mark.parametrize("asked", [("9", "3", "1"), ("2", "x", "1"), ("2", "201", "1"), ("2", "3", "-1"), ("", "3", "1")])
def test_random_floors_that_cannot_be(asked):
    with pytest.raises(CryptError):
        opening.open_random("colossi", *asked)


@pytest.mark.parametrize("text", ["", "nonsense", "{", "colossi floor 9", "colossi floor 1\nplayers 1\nboard\nxx", "\ud800"])
def test_what_cannot_be_read_is_said_in_a_sentence(talk, text):
    talk("hello")
    heard = talk("text", text=text)
    assert heard["view"] == "open" and heard["said"]["tone"] == "refused" and heard["said"]["text"]


def test_the_figure_is_made_once(talk):
    name = name_of(talk)
    talk("open", session=name)
    figure = talk.page.graph.widget
    talk("look", n=3)
    talk("text", text=FULL)
    assert talk.page.graph.widget is figure
    placed = graph(talk.page.trial.state).nodes(data="placed")
    assert {row[0] for row in figure.data[3].customdata} == {cell for cell, is_placed in placed if is_placed}


# ----------------------------------------------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The data folder of the page."""
    return tmp_path_factory.mktemp("inspect")


@pytest.fixture(scope="module")
def place(data, played):
    """The address of the page, and the name of a session in its data folder."""
    made = played.fork(folder=data / "sessions")
    made.close()
    with serving_data(data) as (url, _):
        yield url + "voila/render/inspect.ipynb", made.name


@pytest.fixture(scope="module")
def opened(chromium, place):
    """The page, opened once."""
    with visiting(chromium, place[0]) as page:
        yield page


@pytest.fixture
def page(opened):
    """The page with the list of what can be opened."""
    opened.set_viewport_size({"width": 1400, "height": 1000})
    opened.locator(":is(.opener, .bench):visible").wait_for(timeout=60_000)
    if opened.locator(".bench").is_visible():
        opened.get_by_role("button", name="Open another").click()
    opened.locator(".opener:visible").wait_for(timeout=20_000)
    return opened


def open_logged(page, place):
    page.locator(f"[data-session='{place[1]}']").click()
    page.locator(".figure-place .main-svg").first.wait_for(timeout=60_000)
    page.locator(".course-state", has_text="decision").wait_for(state="hidden", timeout=30_000)


def open_text(page, text):
    page.get_by_label("A floor in notation").fill(text)
    page.get_by_role("button", name="Open it", exact=True).click()
    page.locator(".figure-place .main-svg").first.wait_for(timeout=60_000)


def wait_for_decision(page, n, timeout=15_000):
    page.locator(".count", has_text=f"decision {n} of").wait_for(timeout=timeout)


@pytest.mark.browser
def test_find_the_fatal_move_and_try_another_tile(page, place, played):
    open_logged(page, place)
    fatal = fatal_moves(played)[0]
    page.locator(".loss.fatal").click()
    wait_for_decision(page, fatal.decision)
    page.get_by_label(f"The position before decision {fatal.decision}").click()
    wait_for_decision(page, fatal.decision - 1)
    assert f"at={fatal.decision - 1}" in page.url
    if played.at(fatal.decision - 1).state.kind[int(fatal.cell[1:]) - 1, ord(fatal.cell[0]) - 97] == 0:
        page.locator(".shape").nth(4).click()
        page.locator(f".spot[data-cell={fatal.cell}]").click()
        page.locator(".on-trial li").wait_for()
        assert page.locator(".report tbody tr").get_attribute("data-tone") != "bad"
        page.locator(".on-trial").get_by_role("button", name="Take away").click()
        page.locator(".on-trial li").wait_for(state="detached")
        page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.locator(".danger-text:visible").wait_for()
    page.get_by_role("button", name="Try it").click()
    page.locator(".report del").first.wait_for()
    page.get_by_role("button", name="Clear").click()
    page.locator(".report del").first.wait_for(state="detached")
    assert page.locator(".bench img").count() == 0 and page.locator(".exit-badges .name").inner_text() == HOSTILE


@pytest.mark.browser
def test_slider_keys_and_play(page, place, played):
    open_logged(page, place)
    page.locator("body").press("Home")
    wait_for_decision(page, 0)
    page.keyboard.press("ArrowRight")
    wait_for_decision(page, 1)
    page.get_by_role("slider", name="Decision", exact=True).fill("30")
    wait_for_decision(page, 30)
    page.get_by_role("slider", name="Decision", exact=True).focus()
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
    wait_for_decision(page, 10)
    page.get_by_role("button", name="Play", exact=False).filter(has_text="▶ Play").click()
    wait_for_decision(page, 12)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play from here").click()
    link = page.get_by_role("link", name="Open it in Play")
    link.wait_for()
    assert link.get_attribute("href").startswith("play.ipynb?session=colossi-")


@pytest.mark.browser
def test_clicks_go_from_the_board_to_the_figure_and_back(page):
    open_text(page, FULL)
    assert page.locator(".board-cells .spot").count() == 144
    page.locator(".spot[data-cell=b3]").click()
    page.locator(".cell-facts b", has_text="b3").wait_for()
    box = page.locator(".scatterlayer .trace").nth(5).locator("path.point").bounding_box()  # the mark in the figure
    other = page.locator(".scatterlayer .trace").nth(3).locator("path.point").first.bounding_box()
    page.mouse.click(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2)
    page.locator(".cell-facts b").filter(has_not_text="b3").wait_for(timeout=5_000)
    cell = page.locator(".cell-facts b").inner_text()
    moved = page.locator(".scatterlayer .trace").nth(5).locator("path.point").bounding_box()
    assert (moved["x"], moved["y"]) != (box["x"], box["y"])
    mark, spot = page.locator(".is-chosen").bounding_box(), page.locator(f".spot[data-cell={cell}]").bounding_box()
    assert abs(mark["x"] - spot["x"]) < 6 and abs(mark["y"] - spot["y"]) < 6


@pytest.mark.browser
def test_a_session_that_is_played_goes_on_on_the_page(page, data, colossi):
    with Session.new(colossi, ["Ann"], load_ruleset(colossi), 8, folder=data / "sessions") as session:
        play_on(session, 6)
        page.goto(f"{page.url.partition('?')[0]}?session={session.name}")
        wait_for_decision(page, 6, timeout=60_000)
        play_on(session, 2)
        wait_for_decision(page, 8)
        assert page.get_by_role("slider", name="Decision", exact=True).get_attribute("max") == "8"
        page.locator("body").press("Home")
        wait_for_decision(page, 0)
        play_on(session, 1)
        page.locator(".count", has_text="decision 0 of 9").wait_for(timeout=15_000)


@pytest.mark.browser
def test_what_the_shapes_in_the_bag_say_is_shown_only_where_it_is_something_else(page):
    open_text(page, CROSSING)
    note = page.locator(".shape-notes li")
    note.filter(has_text="Hero 1: starved by shape").wait_for()
    assert "left are 2 straights" in note.inner_text()
    assert page.locator(".report tbody td").nth(1).inner_text() == "buildable"
    page.locator(".shape").nth(1).click()
    page.locator(".spot[data-cell=e3]").click()
    page.locator(".on-trial li").wait_for()
    page.locator(".shape-notes").wait_for(state="hidden")  # walled now: both say the same


@pytest.mark.browser
def test_a_floor_is_opened_from_a_file(page, tmp_path):
    path = tmp_path / "floor.txt"
    path.write_text(EXAMPLE, encoding="utf-8")
    page.locator("#floor-file").set_input_files(path)
    page.locator(".exit-badges b", has_text="exit: 3 ways left").wait_for(timeout=30_000)


@pytest.mark.browser
def test_files(page):
    open_text(page, EXAMPLE)
    for title, ending in (("SVG picture", "svg"), ("PNG picture", "png"), ("GraphML", "graphml"), ("Notation", "txt")):
        page.locator(".export:visible summary:visible").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name=title).click()
        data = saved.value.path().read_bytes()
        assert saved.value.suggested_filename.endswith(ending) and len(data) > 100
        assert ending != "png" or data.startswith(b"\x89PNG")


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(1400, "light"), (400, "dark")])
def test_nothing_is_wider_than_the_window(page, tmp_path, width, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.screenshot(path=tmp_path / f"open-{width}.png")
    open_text(page, FULL)
    page.screenshot(path=tmp_path / f"floor-{width}.png", full_page=True)
    assert axe_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(color_scheme="light")


@pytest.mark.browser
def test_errors_are_sentences(page):
    page.get_by_label("A floor in notation").fill("nonsense")
    page.get_by_role("button", name="Open it", exact=True).click()
    page.locator(".opener .said", has_text="a floor begins with the name of its game").wait_for()
