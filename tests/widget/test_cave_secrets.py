"""Nobody learns who was asked: games that differ only in whether a player holds a reaction look the same to the others."""

import json
import re
from time import perf_counter

import pytest
from games.cave.table import table
from widget.test_cave_model import at_position, last_sent
from widget.test_play_model import page, send  # noqa: F401

from crypt import stats
from crypt.bots import TableBots
from crypt.core.asking import is_settled
from crypt.core.ruleset import standard
from crypt.core.session import Session
from crypt.widget import home, lobby
from crypt.widget.inspect import InspectPage
from crypt.widget.play import PlayPage

ANN, BEN, CID = range(3)
NAMES = ("Ann", "Ben", "Cid")


class Screen:
    """The one screen of a game, and two other pages that follow it; what they hold whenever a seat cannot see them."""

    def __init__(self, patch, hidden_from, *lines, always=(), way="ask", names=NAMES[:2], kinds=None):
        self.patch, self.hidden_from, self.looks, self.names = patch, hidden_from, [], list(names)
        t = table(*lines, players=len(names), phase="moving")
        folder = lobby.sessions_folder()
        self.session = Session.new(t.GAME, self.names, standard(t.GAME), 5, kinds, folder=folder, start=t.text)
        for seat in always:
            self.session.set_manner(seat, "always")
        if way != "ask":
            self.session.set_manner(hidden_from, way)
        self.page = self._other(PlayPage())
        self.page.begin(self.session)
        self.page.answer()
        self.follower, self.inspect = self._other(PlayPage()), self._other(InspectPage())
        self.follower.receive({"do": "hello", "id": 1, "search": f"?session={self.session.name}"})
        self.inspect.receive({"do": "open", "id": 1, "at": 0, "session": self.session.name})

    def _other(self, other):
        other.sent = []
        self.patch.setattr(other, "send", other.sent.append)
        return other

    def do(self, what, called="", **more):
        """Do something, and let the other pages look round."""
        said = send(self.page, what, **more).get("said", {})
        assert not said.get("text") or said["tone"] in ("done", "remark"), said
        self.follower._look_round()
        self.inspect._look_round()
        if self.page.curtain.viewer(self.session) != self.hidden_from:
            self.looks.append((called or what, self.held()))
        return self

    def held(self):
        """All that the pages hold, and what others list of the session."""
        pages = [last_sent(one) for one in (self.page, self.follower, self.inspect)]
        pages += [lobby.lobby_model()["sessions"], home.last_sessions(), stats.read_session(self.session.path).row]
        text = json.dumps(pages, sort_keys=True, default=str)
        text = text.replace(str(lobby.sessions_folder()), "the folder").replace(self.session.name, "the session")
        text = re.sub(r'"started": "[^"]*"|"minutes": [0-9.e-]+', "", text)
        return re.sub(r"cave-\w+-\w+", "another", text)

    def act(self, words, called=""):
        code = next(code for code in self.session.legal() if self.session.text(code) == words)
        return self.do("act", called, code=code)

    def wanted(self):
        """Who has to come to the screen; None where nobody has to."""
        curtain = last_sent(self.page)["curtain"]
        return curtain["seat"] if curtain["drawn"] else None

    def answer(self, seat):
        """The player who is asked comes to the screen and lets it pass, as often as asked."""
        assert self.wanted() == seat
        self.do("uncover")
        while self.page.curtain.viewer(self.session) == seat and not is_settled(self.session):
            is_idle = last_sent(self.page)["curtain"]["idle"]
            self.do("let_pass", "pass") if is_idle else self.act("pass", "pass")
        return self


def look_back(screen):
    """Ann steps through the story, takes her move back and makes it again, writes and leaves; others look on."""
    last = last_sent(screen.page)["moment"]["last"]
    for n in (*range(last), None):
        screen.do("look", n=n)
    screen.do("hello", search=f"?session={screen.session.name}&at=1")
    screen.do("look", n=None)
    screen.do("note", text="a note")
    screen.do("undo").do("redo")
    screen.inspect.receive({"do": "look", "id": 1, "n": 1})
    screen.page.receive({"do": "fork", "id": 1, "at": screen.page.ticket})
    assert screen.page.session is screen.session and "forked when it is over" in screen.page.said["text"]
    return screen.looks


@pytest.fixture
def both(tmp_path, monkeypatch):
    """Two games in which Ben holds a reaction, or another card."""

    def play(script, *lines, hands=("r02", "a12"), seat=BEN, **more):
        found = []
        for hand in hands:
            monkeypatch.setenv("CRYPT_DATA", str(tmp_path / hand))
            screen = Screen(monkeypatch, seat, f"hand {seat + 1} {hand}", *lines, **more)
            script(screen)
            found.append(screen.looks)
        return found

    return play


def same(found, with_tickets=True):
    """Compare what was held, one look after the other."""
    one, other = found
    if not with_tickets:  # how often something was sent: the screen has visibly gone to Ben and back
        count = r'"ticket": \d+|"said": {"n": \d+'
        one, other = ([(what, re.sub(count, "", held)) for what, held in looks] for looks in found)
    assert [what for what, _ in one] == [what for what, _ in other] and one
    for (what, mine), (_, theirs) in zip(one, other, strict=True):
        if mine != theirs:
            at = next(i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b)
            raise AssertionError(f"after {what}: {mine[at - 200 : at + 60]!r} and {theirs[at - 200 : at + 60]!r}")


def test_a_reaction_that_nobody_wants_to_be_asked_for_is_not_told(both):
    def script(screen):
        screen.do("uncover").do("cell", cell="cobble_crawl")
        assert screen.wanted() is None and screen.session.actor == ANN
        look_back(screen)

    found = both(script, way="never")
    same(found)


def test_a_reaction_that_was_passed_is_not_told_afterwards(both):
    def script(screen):
        screen.do("uncover").do("cell", cell="cobble_crawl")
        if screen.wanted() == BEN:
            screen.answer(BEN).do("uncover")
        screen.looks.clear()  # that Ben was asked, the table has seen
        screen.do("look", n=None)
        look_back(screen)

    same(both(script), with_tickets=False)


def test_who_is_always_asked_betrays_nothing_by_the_pause(both):
    def script(screen):
        screen.do("uncover").do("cell", cell="cobble_crawl")
        screen.answer(BEN)
        assert screen.wanted() == ANN
        screen.do("uncover")
        look_back(screen)

    same(both(script, always=(BEN,)))


def test_a_page_that_is_opened_anew_asks_who_was_asked(both):
    """The screen is reloaded while Ben is asked; it goes to Ben again, whether there is anything to play or not."""

    def script(screen):
        screen.do("uncover").do("cell", cell="cobble_crawl")
        screen.page.begin(None)
        screen.page = screen._other(PlayPage())
        screen.do("hello", search=f"?session={screen.session.name}")
        screen.session = screen.page.session
        screen.answer(BEN)
        assert screen.wanted() == ANN

    same(both(script, always=(BEN,)))


def test_who_can_cancel_a_card_is_not_told(both):
    def script(screen):
        screen.do("uncover").act("stay").act("play Plugh!")
        screen.answer(BEN).do("uncover")
        look_back(screen)

    same(both(script, "hand 1 a11", "room 1 y2", hands=("r06", "a12"), always=(BEN,)))


def test_who_can_defend_is_not_told(both):
    def script(screen):
        screen.do("uncover").act("stay").act("play Your Lamp Is Getting Dim on Ben")
        screen.answer(BEN).do("uncover")
        assert "Ben discards Brass Lantern from the inventory" in screen.held()
        look_back(screen)

    lines = ("hand 1 a20", "carried 2 i01", "turn 1 round 1 player 1 plays 2")
    same(both(script, *lines, hands=("i12", "a12"), always=(BEN,)))


def test_who_could_have_paid_is_not_told(both):
    """Ben moves and does not pay the troll; that he is asked for a treasure tells Ann nothing."""

    def script(screen):
        screen.do("uncover").do("cell", cell="volcano_view")
        screen.do("uncover").act("play Stop! Pay Troll!")
        screen.answer(BEN)
        names = screen.session.game.words.the_book(screen.session.state)
        assert names.room_name(screen.session.state.room[BEN]) == "Bedquilt"
        screen.act("do nothing")

    lines = ("hand 1 r03", "room 2 bedquilt", "turn 1 round 1 player 2 plays 1", "phase moving decides 2")
    found = both(script, *lines, hands=("t01", "a12"), always=(BEN,))
    assert len(found[0]) == 4
    same(found)


def test_the_outer_window_goes_on_for_who_is_always_asked(both):
    """Ben's reaction is cancelled: Cid is asked about it, about what cancels it, and again about the move."""

    def script(screen):
        screen.do("uncover").do("cell", cell="cobble_crawl")
        screen.do("uncover").act("play The Grate Is Locked!")
        screen.answer(CID)
        screen.do("uncover").act("play I Don't Know How to Do That")
        screen.answer(CID)
        assert screen.session.actor == ANN and not screen.session.state.moves
        screen.do("uncover").do("look", n=1).do("look", n=None)

    lines = ("hand 2 r02", "hand 1 r06")
    found = both(script, *lines, hands=("r02", "a12"), seat=CID, always=(CID,), names=NAMES)
    same(found)


def test_a_bot_that_plays_a_turn_for_ann_goes_on_after_the_pause(both):
    def script(screen):
        screen.do("uncover").do("play_for", until="turn", bot="greedy")
        crew = screen.page.crew
        assert crew.next_bot() == "greedy"
        screen.page.play(next(code for code in screen.session.legal() if "Cobble" in screen.session.text(code)), "greedy")
        assert crew.next_bot() is None and crew.until == "turn"
        screen.page.answer()
        screen.answer(BEN)
        assert crew.next_bot() == "greedy"
        screen.do("pause", on=True).do("uncover")

    same(both(script, always=(BEN,)))


def test_a_bot_that_plays_to_the_end_asks_nobody(page):  # noqa: F811
    session = at_position(page, "hand 2 r02", phase="moving")
    session.set_manner(0, "always")
    session.set_manner(1, "always")
    send(page, "uncover")
    send(page, "play_for", until="end", bot="greedy")
    page.play(next(code for code in session.legal() if "Cobble" in session.text(code)), "greedy")
    page.answer()
    assert is_settled(session) and page.crew.next_bot() == "greedy"


def test_a_bot_that_lets_something_pass_is_not_told(both, monkeypatch):
    def script(screen):
        monkeypatch.setattr(TableBots, "choose", lambda bots, name, iterations=0: bots.session.legal()[0])
        screen.do("cell", cell="cobble_crawl")
        assert screen.session.actor == ANN and not screen.wanted()
        look_back(screen)

    same(both(script, kinds=["human", "greedy"]))


def test_a_bot_answers_in_secret_as_fast_as_nobody(page):  # noqa: F811
    session = at_position(page, "hand 2 r02", phase="moving")
    session.seat(1, "search")
    session.play(next(code for code in session.legal() if "Cobble" in session.text(code)))
    page.crew.answer_in_secret(session)  # compiles, or loads what was compiled
    begun = perf_counter()
    code, bot = page.crew.answer_in_secret(session)
    assert perf_counter() - begun < 0.1 and bot == "search" and code in session.legal()
