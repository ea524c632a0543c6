"""Sessions on the Play page: begun, noted, undone, looked back at, followed and ended; and what happens to them."""

import os
import re
import signal
import sys

import pytest
from serving import kernel_that_writes, kernels_that_write, serving
from visiting import axe_findings
from widget.play.playing import NOTICED, begin, log_of, wait_for_decision

from crypt.batch import make_plan
from crypt.batch.logs import write_log
from crypt.core.log import read_log

pytestmark = pytest.mark.browser


def test_logs_of_simulated_games_say_which_they_are(page, place):
    path = write_log(make_plan("colossi", 1, 20, 4, "random"), 10, place[1])
    try:
        page.reload()
        row = page.locator(f"[data-session='{path.stem}'] .what")
        row.wait_for(timeout=60_000)
        assert "Crypt of the Colossi · seed 4, game 10 · " in row.inner_text()
    finally:
        path.unlink()


def test_start_clicked_twice_begins_one_session(page, place):
    before = set(place[1].glob("*.jsonl"))
    page.locator("button.start").evaluate("start => { for (let i = 0; i < 3; i++) start.click(); }")
    page.locator(".board-picture svg").wait_for(timeout=60_000)
    page.wait_for_timeout(500)
    (made,) = set(place[1].glob("*.jsonl")) - before
    assert page.url.endswith(f"session={made.stem}")


def test_bots_play_their_seat_a_turn_and_the_rest(page, place):
    begin(page, ["Ann", "Robot"], 3, bots={2: "greedy"})
    page.locator(".crew summary").click()
    page.get_by_label("Bots play", exact=True).select_option("at once")
    page.locator(".prompt", has_text="Ann").wait_for()
    page.wait_for_timeout(500)
    page.locator(".spot.may").first.click()
    page.locator(".story li[data-seat='1']").first.wait_for()  # the bot has made its move
    page.locator(".prompt", has_text="Ann").wait_for()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".hints li").first.wait_for(timeout=60_000)
    assert axe_findings(page) == []
    page.locator(".hints button").first.click()
    page.locator(".hints li").first.wait_for(state="hidden")
    page.get_by_label("Bots play", exact=True).select_option("slow")
    page.get_by_label("Who plays Ann").select_option("cautious")
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("The bots wait.").wait_for()
    page.wait_for_timeout(1500)
    made = len(log_of(page, place).lines)
    page.wait_for_timeout(1500)
    assert len(log_of(page, place).lines) == made
    page.get_by_label("Bots play", exact=True).select_option("at once")
    page.get_by_role("button", name="Let them play").click()
    page.locator(".end:visible").wait_for(timeout=60_000)
    lines = [line for _, line in log_of(page, place).lines]
    by = {(line["seat"], line["by"]) for line in lines if line["type"] == "decision"}
    assert by == {(0, "human"), (0, "hint"), (0, "cautious"), (1, "greedy")}
    assert lines[-1]["type"] == "end"


def test_the_end_is_a_page_of_its_own(page, place):
    begin(page, ["Ann"], 5)
    page.locator(".action").first.click()
    wait_for_decision(page, 1)
    page.locator(".crew summary").click()
    page.get_by_label("Bots play", exact=True).select_option("at once")
    page.get_by_role("button", name="Finish with bots").click()
    end = page.get_by_role("region", name="The end")
    end.get_by_label("A last note on this game").fill("what a game")
    assert not page.locator(".board-picture").is_visible() and not page.locator(".story").is_visible()
    end.get_by_role("button", name="Keep note").click()
    page.get_by_text("The note is in the log").wait_for()
    fun, tension = (end.locator(f"input[name={name}]") for name in ("fun", "tension"))
    fun.nth(3).check(force=True)
    end.get_by_text("Choose tension too, and the rating is kept").wait_for()
    tension.nth(1).check(force=True)
    end.get_by_text("The rating is kept").wait_for()
    page.wait_for_timeout(300)
    note, rating = (line for _, line in log_of(page, place).lines[-2:])
    assert note["text"] == "what a game" and (rating["fun"], rating["tension"]) == (4, 2)
    assert end.get_by_role("button", name=re.compile("COL-")).count() > 0  # by which rule it ended
    end.get_by_role("button", name="Show the last position").click()
    page.locator(".story .note", has_text="what a game").wait_for()
    page.get_by_role("button", name="Before", exact=True).click()
    end.wait_for(state="hidden")
    assert page.locator(".board-picture").is_visible()
    page.get_by_role("button", name="Back to the present").click()
    end.wait_for()
    page.reload()
    end.wait_for(timeout=60_000)
    assert not page.locator(".board-picture").is_visible()


def test_links_lead_to_the_same_session_after_a_reload(page):
    begin(page, ["Ann"], 5)
    page.locator(".action").first.click()
    wait_for_decision(page, 1)
    page.reload()
    wait_for_decision(page, 1)
    session = page.url.partition("session=")[2]
    inspect = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Inspect")
    assert inspect.get_attribute("href").endswith(f"inspect.ipynb?session={session}")


def test_undo_redo_and_taking_back_anyway(page, place):
    begin(page, ["Ann"], 8)
    page.locator(".spot.may").first.click()
    wait_for_decision(page, 1)
    page.get_by_role("button", name="Undo").click()
    wait_for_decision(page, 0)
    page.keyboard.press("Shift+U")
    wait_for_decision(page, 1)
    page.locator(".action", has_text="explore").first.click()
    wait_for_decision(page, 2)
    page.keyboard.press("u")
    page.get_by_text("has revealed chance").wait_for()
    page.get_by_role("button", name="Take back anyway").click()
    wait_for_decision(page, 1)
    page.get_by_text("what was revealed was taken back").wait_for()
    assert log_of(page, place).lines[-1][1]["anyway"] is True


def test_a_note_reaches_the_log(page, place):
    begin(page, ["Ann"], 8)
    page.locator(".action").first.click()
    wait_for_decision(page, 1)
    page.keyboard.press("n")
    page.keyboard.type("too <b>easy</b>?")
    page.reload()  # what is being written outlives it
    page.locator(".action").first.wait_for(timeout=60_000)
    box = page.get_by_label("A note on this moment")
    assert box.input_value() == "too <b>easy</b>?"
    box.press("Control+Enter")
    page.locator(".story li[value='1'] .note", has_text="too <b>easy</b>?").wait_for()
    assert box.input_value() == ""
    line = log_of(page, place).lines[-1][1]
    assert (line["type"], line["n"], line["text"]) == ("note", 1, "too <b>easy</b>?")


def test_fast_clicks_go_back_a_step_each_whoever_was_on_turn(page):
    begin(page, ["Ann", "Ben"], 4)
    for n in (1, 2):
        page.locator(".action").first.click()
        wait_for_decision(page, n)
    page.locator(".exit-badges li").nth(1).wait_for(timeout=30_000)  # what comes late moves the buttons
    page.get_by_role("button", name="Before").click(click_count=2, delay=150)
    wait_for_decision(page, 0)


def test_reload_resumes_and_goes_on(page, place):
    begin(page, ["Ann", "Bob"], 4)
    for n in (1, 2):
        page.locator(".spot.may").first.click()
        wait_for_decision(page, n)
    page.reload()
    page.locator(".board-picture svg").wait_for(timeout=60_000)
    wait_for_decision(page, 2)
    page.locator(".spot.may").first.click(timeout=20_000)
    wait_for_decision(page, 3)
    assert len(log_of(page, place).lines) == 3


def test_looking_back_and_forking(page, place):
    begin(page, ["Ann"], 4)
    for n in range(1, 5):
        page.locator(".action").first.click()
        wait_for_decision(page, n)
    old = page.url
    page.get_by_role("button", name="Before").click()
    page.get_by_text("looking back: decision 3 of 4").wait_for()
    page.locator(".which-floor", has_text="Looking back at decision 3 of 4 · Floor 1 of 3").wait_for()
    assert page.url.endswith("&at=3")
    links = page.get_by_role("navigation", name="Pages").get_by_role("link")
    assert all(link.get_attribute("href").endswith("&at=3") for link in links.all())
    assert page.locator(".spot.may").count() == 0
    for key in ("ArrowUp", "e", "u"):
        page.locator(".status .said").evaluate("said => { said.hidden = true; }")
        page.keyboard.press(key)
        page.locator(".status .said", has_text="“Back to the present” goes on with the game").wait_for()
    page.get_by_text("looking back: decision 3 of 4").wait_for()
    page.get_by_role("button", name="Fork from here").click()
    page.get_by_text("forked at decision 3", exact=False).first.wait_for()
    wait_for_decision(page, 3)
    assert page.url != old and len(log_of(page, place).lines) == 3


def test_second_page_follows_and_takes_over(page, place, chromium):
    begin(page, ["Ann"], 4)
    context = chromium.new_context()
    second = context.new_page()
    second.goto(page.url)
    second.get_by_text("is being played on another page").wait_for(timeout=60_000)
    page.locator(".action").first.click()
    wait_for_decision(second, 1)
    for key in ("ArrowUp", "e", "n", "Enter"):
        second.locator(".status .said").evaluate("said => { said.hidden = true; }")
        second.keyboard.press(key)
        second.locator(".status .said", has_text="press “Take over here” to play on this one").wait_for()
    second.get_by_role("button", name="Take over here").click()
    page.get_by_text("is being played on another page").wait_for(timeout=10_000)
    second.locator(".status .said", has_text="This page plays the session now.").wait_for()
    second.locator(".action").first.click()
    wait_for_decision(second, 2)
    wait_for_decision(page, 2)
    second.goto("about:blank")
    page.locator(".action").first.click(timeout=20_000)
    wait_for_decision(page, 3)
    context.close()


def test_wrong_input_is_said_in_a_sentence(page):
    page.get_by_label("Seed").fill("no number")
    page.locator("button.start").click()
    page.locator(".lobby > .said", has_text="seed").wait_for(timeout=20_000)
    page.get_by_label("Seed").fill("1")
    page.get_by_label("Name of hero 1").fill("👩‍🚀" * 30)
    assert len(page.get_by_label("Name of hero 1").input_value()) < 60  # no more can be written than a name may have
    page.get_by_label("Name of hero 1").fill("   ")
    page.locator("button.start").click()
    page.locator(".lobby > .said", has_text="1 to 40").wait_for()


def test_sessions_are_duplicated_and_deleted(page):
    begin(page, ["Ann"], 4)
    page.get_by_role("button", name="Sessions").click()
    rows = page.locator(".session")
    rows.first.wait_for()
    count = rows.count()
    rows.first.get_by_role("button", name="Duplicate").click()
    page.wait_for_function("n => document.querySelectorAll('.session').length === n", arg=count + 1)
    assert " · a copy, taken in " in rows.first.locator(".what").inner_text()
    assert "a copy" not in rows.nth(1).locator(".what").inner_text()
    rows.first.get_by_role("button", name="Delete", exact=True).click()
    rows.first.get_by_role("button", name="Keep it").click()
    rows.first.get_by_role("button", name="Delete", exact=True).click()
    rows.first.get_by_role("button", name="Delete it").click()
    page.wait_for_function("n => document.querySelectorAll('.session').length === n", arg=count)


def test_kernel_and_server_that_are_killed_are_noticed(tmp_path, chromium):
    code = f"from crypt.widget.serve import serve; serve(port=0, browser=False, data={str(tmp_path)!r})"
    context = chromium.new_context()
    page = context.new_page()
    with serving([sys.executable, "-c", code]) as (url, server):
        page.goto(url + "voila/render/play.ipynb")
        page.locator("button.start").wait_for(timeout=60_000)
        begin(page, ["Ann"], 7)
        page.locator(".spot.may").first.click()
        wait_for_decision(page, 1)
        (path,) = (tmp_path / "sessions").glob("*.jsonl")
        os.kill(kernel_that_writes(server.pid, path), signal.SIGKILL)
        page.locator(".lost").wait_for(timeout=NOTICED)
        page.locator(".lost").get_by_role("button", name="Reload").click()
        page.locator(".board-picture svg").wait_for(timeout=60_000)
        wait_for_decision(page, 1)
        page.locator(".spot.may").first.click(timeout=20_000)
        wait_for_decision(page, 2)
        assert len(kernels_that_write(server.pid, path)) == 1
        server.kill()
        page.locator(".lost").wait_for(timeout=NOTICED)
    context.close()
    assert len(read_log(path).lines) == 2


def test_first_page_leads_to_the_last_session(page, chromium, place):
    begin(page, ["Zoe & <i>Co</i>"], 7)
    page.get_by_role("button", name="Sessions").click()
    page.locator("button.start").wait_for()
    context = chromium.new_context(viewport={"width": 400, "height": 800})
    home = context.new_page()
    home.goto(place[0].partition("voila")[0])
    assert axe_findings(home) == []
    assert home.evaluate("document.documentElement.scrollWidth <= innerWidth")
    home.get_by_role("link", name="Zoe & <i>Co</i>").first.click()
    home.locator(".board-picture svg").wait_for(timeout=60_000)
    home.go_back()
    home.get_by_role("link", name="Crypt of the Colossi", exact=True).click()
    home.locator("button.start").wait_for(timeout=60_000)
    assert home.get_by_label("Game", exact=True).input_value() == "colossi"
    home.go_back()
    home.get_by_role("link", name="Zoe & <i>Co</i>").first.click()
    home.get_by_role("navigation", name="Pages").get_by_role("link", name="Play").wait_for()
    context.close()
