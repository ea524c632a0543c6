"""Bots at the table of the Play page: seats, hints, playing on, pausing; without a browser."""

import asyncio
import time
from types import SimpleNamespace

import pytest

from crypt.core.catalog import catalog
from crypt.core.log import read_log
from crypt.core.session import Session
from crypt.widget.crew import alike_words
from crypt.widget.play import PlayPage


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A page that sends to nobody, with a game of two in which seat 2 is a greedy bot."""
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path))
    page = PlayPage()
    page.sent = []
    monkeypatch.setattr(page, "send", page.sent.append)
    receive(page, "new", game="colossi", names=["Ann", "Bot"], kinds=["human", "greedy"], seed="3")
    return page


def receive(page, do, **rest):
    page.receive({"do": do, "id": 1, "at": page.ticket, **rest})
    return page.said["text"]


def in_a_loop(page, do, holds, seconds=60.0, **rest):
    """Send an intent on a running loop, and let the bots play until something holds."""

    async def run():
        receive(page, do, **rest)
        end = time.monotonic() + seconds
        while not holds() and time.monotonic() < end:
            await asyncio.sleep(0.01)
        page.crew.pause()
        assert holds()

    asyncio.run(run())


def seat_bots(monkeypatch, choose):
    """Put bots at the table that choose as they are told to, whatever they are called."""
    bots = lambda session: SimpleNamespace(session=session, choose=lambda name: choose(session))  # noqa: E731
    monkeypatch.setattr("crypt.widget.crew.TableBots", bots)


def decisions(page):
    return [line for _, line in read_log(page.session.path).lines if line["type"] == "decision"]


def test_a_bot_plays_its_own_seat_only(page):
    page.crew.set_speed("at once")
    session = page.session
    while session.actor == 0:
        receive(page, "act", code=session.legal()[0])
    in_a_loop(page, "ping", lambda: True)
    in_a_loop(page, "pause", lambda: session.actor == 0 or session.is_over, on=False)
    assert {(line["seat"], line["by"]) for line in decisions(page)} == {(0, "human"), (1, "greedy")}


def test_nobody_clicks_for_a_bot_unless_it_waits(page):
    session = page.session
    while session.actor == 0:
        receive(page, "act", code=session.legal()[0])
    before = session.decision
    assert receive(page, "act", code=session.legal()[0]) == "Greedy plays for Bot now; press “Pause” to step in"
    assert session.decision == before
    receive(page, "pause", on=True)
    assert receive(page, "act", code=session.legal()[0]) == ""
    assert session.decision == before + 1 and decisions(page)[-1]["by"] == "human"


def test_what_many_decisions_brought_about_is_shown_at_once(page):
    def sent():
        kinds = [message["kind"] for message in page.sent if message.get("set", {}).keys() - {"said"}]
        page.sent.clear()
        return kinds

    page.sent.clear()
    receive(page, "act", code=page.session.legal()[0])
    assert sent() == ["ahead", "answer"]
    with page.session.together():
        for _ in range(20):
            page.session.play(page.session.legal()[0], "greedy")
    page.answer()
    assert sent() == ["answer"]


def test_a_turn_is_played_for_a_person(page):
    page.crew.set_speed("at once")
    session = page.session
    in_a_loop(page, "play_for", lambda: page.crew.until == "" and page.crew.next_bot() != "bold", until="turn", bot="bold")
    own = [line for line in decisions(page) if line["seat"] == 0]
    assert own and {line["by"] for line in own} == {"bold"}
    assert session.kinds == ["human", "greedy"]


def test_bots_finish_the_game_and_the_log_replays(page):
    page.crew.set_speed("at once")
    in_a_loop(page, "play_for", lambda: page.session.is_over, until="end", bot="cautious", seconds=120)
    assert {line["by"] for line in decisions(page)} == {"cautious", "greedy"}
    page.session.close()
    again = Session.open(page.session.path)
    assert again.is_over and again.state.tobytes() == page.session.state.tobytes()
    again.close()
    assert "the game is over" in receive(page, "play_for", until="end", bot="cautious").lower()
    assert page.crew.next_bot() is None


def test_a_choice_for_a_position_that_is_gone_is_dropped(page, monkeypatch):
    page.crew.set_speed("normal")
    session = page.session
    receive(page, "seats", seat=0, kind="greedy")

    def slowly(session):
        time.sleep(0.3)
        return session.legal()[0]

    seat_bots(monkeypatch, slowly)

    async def run():
        page.crew.wake()
        await asyncio.sleep(0.65)  # the bot thinks
        receive(page, "seats", seat=0, kind="human")
        receive(page, "act", code=session.legal()[-1])
        await asyncio.sleep(0.5)
        page.crew.pause()

    asyncio.run(run())
    assert [line["by"] for line in decisions(page) if line["seat"] == 0] == ["human"] * sum(
        line["seat"] == 0 for line in decisions(page)
    )


@pytest.mark.parametrize("gone", ["position", "bot"])
def test_a_choice_is_dropped_when_only_the_position_or_only_the_bot_is_another(page, monkeypatch, gone):
    receive(page, "seats", seat=0, kind="greedy")

    def overtaken(session):
        if gone == "position":
            session.play(session.legal()[0], "human")
        else:
            page.crew.seat(0, "human")
        return session.legal()[-1]

    seat_bots(monkeypatch, overtaken)
    asyncio.run(page.crew._play_one())
    assert [line["by"] for line in decisions(page)] == ["human"] * (gone == "position")
    assert page.crew.next_bot() == ("greedy" if gone == "position" else None)


def test_undo_makes_the_bots_wait(page):
    receive(page, "act", code=page.session.legal()[0])
    receive(page, "seats", seat=0, kind="greedy")
    assert page.crew.next_bot() == "greedy"
    receive(page, "undo", anyway=True)
    assert page.crew.is_paused and page.crew.next_bot() is None
    receive(page, "pause", on=False)
    assert page.crew.next_bot() == "greedy"


def test_who_plays_is_kept_in_the_log(page):
    assert receive(page, "seats", seat=0, kind="search") == ""
    page.session.close()
    with Session.open(page.session.path) as again:
        assert again.kinds == ["search", "greedy"]
        assert again.fork().kinds == ["search", "greedy"]


@pytest.mark.parametrize(
    ("do", "rest", "said"),
    [
        ("seats", {"seat": 0, "kind": "genius"}, "There is no bot 'genius'"),
        ("seats", {"seat": 7, "kind": "human"}, "There is no seat 8"),
        ("play_for", {"until": "end", "bot": ""}, "There is no bot ''"),
        ("speed", {"speed": "warp"}, "There is no speed 'warp'"),
    ],
)
def test_what_cannot_be_is_said(page, do, rest, said):
    assert said in receive(page, do, **rest)


def test_a_hint_ranks_moves_and_taking_one_is_logged_as_such(page):
    receive(page, "hint")
    hint = page.crew.model()["hint"]
    assert hint["iterations"] == 1000 and 0 < len(hint["moves"]) <= 5
    for move in hint["moves"]:
        assert 0 <= move["low"] <= move["estimate"] <= move["high"] <= 1
    promises = [move["estimate"] for move in hint["moves"][1:]]  # after the one that would be chosen
    assert promises == sorted(promises, reverse=True)
    receive(page, "act", code=hint["moves"][0]["code"], hint=True)
    assert decisions(page)[-1]["by"] == "hint"
    assert page.crew.model()["hint"] is None  # it was for a position that is gone


def test_a_hint_says_which_moves_are_alike(page):
    receive(page, "hint")
    hint = page.crew.model()["hint"]
    texts = [move["text"] for move in hint["moves"] if move["alike"]]
    assert hint["moves"][0]["alike"] and bool(hint["alike"]) == (len(texts) > 1)
    assert alike_words(["go north"], [True, False]) == ""
    assert "“a” and “b” are alike" in alike_words(["a", "b"], [True, False, True])
    assert "“a”, “b” and 2 more are alike" in alike_words(["a", "b"], [True] * 4 + [False])
    assert "both moves are alike" in alike_words(["a", "b"], [True, True])
    assert "all 7 moves are alike" in alike_words(["a", "b"], [True] * 7)


def test_an_action_of_a_hint_for_another_position_is_the_players_own(page):
    receive(page, "seats", seat=1, kind="human")
    receive(page, "hint")
    code = page.crew.model()["hint"]["moves"][0]["code"]
    receive(page, "act", code=code, hint=True)
    assert page.session.actor == 1 and code in page.session.legal()  # the same start cell for the other hero
    receive(page, "act", code=code, hint=True)
    assert [(line["seat"], line["by"]) for line in decisions(page)] == [(0, "hint"), (1, "human")]


@pytest.mark.parametrize("name", sorted(catalog()))
def test_every_game_says_what_a_hint_measures(name, tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path))
    page = PlayPage()
    monkeypatch.setattr(page, "send", lambda message: None)
    seats = [f"{i}" for i in range(catalog()[name].players[0])]
    receive(page, "new", game=name, names=seats, seed="3")
    page.receive({"do": "uncover"})  # whose hand is covered is not advised
    in_a_loop(page, "hint", lambda: page.crew.model()["hint"] is not None)
    hint = page.crew.model()["hint"]
    assert hint["measure"] and len(hint["moves"]) >= min(2, hint["of"])


def test_nobody_plays_who_looks_back_or_only_looks_on(page):
    receive(page, "act", code=page.session.legal()[0])
    receive(page, "look", n=0)
    assert page.crew.model() is None and page.crew.next_bot() is None
    receive(page, "look", n=None)
    assert page.crew.model() is not None
    with_reader = Session.open(page.session.path, read_only=True)
    page.session.close()
    page.session = with_reader
    assert page.crew.model() is None
