"""The Play page: one widget whose JavaScript draws what Python sends, and sends what the visitor wants to do."""

import time
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Any

from ..core.game import CryptError
from ..core.log import LogWriteError
from ..core.session import Session
from ..core.shelf import find_session
from . import lobby, seat, table
from .crew import Crew
from .curtain import Curtain
from .guard import guarded
from .intents import INTENTS
from .wire import Intent, IntentPage, Message, Watch, script_of, styles_of

DRAWING = 0.006  # seconds in which nothing is worked out while the browser draws the board
MOST_AHEAD = 5  # decisions after which the board still goes ahead of their story
STYLES = ("play", "pieces", "overlay")
# joined in this order: a widget has one script
SCRIPTS = ("dom", "board", "pieces", "overlay", "panels", "crew", "curtain", "lobby", "rules", "line", "page")


class PlayPage(IntentPage):
    """The Play page.

    Its intents are the functions of `intents`; `at` is the ticket of the position that one was meant for. The
    panels of the board go ahead of the answer, ``{kind: "ahead", set}``, since a click waits for them: what was played is
    in the log's file by then, so that a killed process loses nothing of it, and is synced to disk before the answer, which
    waits until the board is drawn: on few processors the two would take turns. While hands are hidden all panels come with
    the answer.
    """

    _esm = script_of(SCRIPTS)
    _css = styles_of(STYLES)

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.looking: int | None = None
        self._has_new_ticket = False  # since the last intent
        self._unsynced = ExitStack()  # of what was played since the last answer
        self._drawn_at = 0.0  # when the browser may have drawn the board that went ahead (`time.monotonic`)
        self.crew, self.curtain = Crew(self), Curtain()
        self.start_anew()
        self._watch = Watch(self._look_round, self.say)

    def start_anew(self) -> None:
        """Forget what the page was sent: it shows nothing yet."""
        self._sent, self._story = table.Sent(), table.Story()
        self._picture, self._cells = table.Picture(), table.Cells()
        self._rules: Any = None

    # ---- messages

    def find_intent(self, name: str) -> Intent | None:
        """What a visitor can want by this name; None when there is no such thing."""
        found = INTENTS.get(name)
        return found and replace(found, work=partial(found.work, self))

    def answer(self, id: Any = None) -> None:
        """Send the panels that changed; the board goes ahead."""
        changes: Message = {}
        self._has_new_ticket = False
        if self.session is not None:
            react, for_all = self.crew.answer_in_secret, self.crew.plays_for_all
            self.curtain.leave(for_all and not self.session.is_over)
            guarded(partial(self.curtain.go_on, self.session, self.play, react, for_all), self.say)
        parts = [self._board, self._changes]
        if self._goes_ahead():
            guarded(self._send_ahead, self.say)
            parts.remove(self._board)
        guarded(self._sync, self.say)
        time.sleep(max(0.0, self._drawn_at - time.monotonic()))
        for part in parts:
            guarded(lambda: changes.update(part()), self.say)  # noqa: B023 - it is called at once
        self.reply(id, changes)
        self.crew.wake()

    def _goes_ahead(self) -> bool:
        """Tell whether the board goes ahead of what stands beside it.

        Hidden hands go all at once: nothing that one player saw stays beside what the next one sees. So does what many
        decisions at once brought about: their story takes long, and the page would show two moments meanwhile.
        """
        if self.session is None or self.session.is_secret:
            return False
        told = len(self._story.told)
        return not told or self.curtain.shown(self.session) - told < MOST_AHEAD

    def play(self, code: int, by: str) -> None:
        """Carry out an action; it is synced to disk while the board is on its way."""
        self.write_together()
        self.opened().play(code, by)

    def write_together(self) -> None:
        """What is written down from now on is synced while the board is on its way."""
        self._unsynced.enter_context(self.opened().together())

    def _sync(self) -> None:
        """Sync what was played; if that fails, it is taken back, and the board shows it."""
        try:
            self._unsynced.close()
        except LogWriteError:
            self._has_new_ticket = False  # what was meant for the board that went ahead is stale
            self._send_ahead()
            raise

    def _send_ahead(self) -> None:
        """Send what has changed on the board."""
        if model := self._board():
            self.send({"kind": "ahead", "set": model})
            self._drawn_at = time.monotonic() + DRAWING

    def _board(self) -> Message:
        """What has changed on the board."""
        if self.session is None:
            return {}
        shown = table.board_model(self.session, self.looking, self.curtain)
        followed = {"svg": self._picture.news(shown.pop("svg")), "cells": self._cells.news(shown.pop("cells"))}
        model = self._sent.changes({"view": "table", **shown}) | {panel: news for panel, news in followed.items() if news}
        model = self._with_ticket(model)
        # how somebody wants to be asked leaves the position, and its ticket, as they are
        model |= self._sent.changes({"curtain": self.curtain.model(self.session)})
        return model

    def _changes(self) -> Message:
        """What has changed beside the board, or in the lobby."""
        if self.session is None:
            return self._with_ticket(self._sent.changes({"view": "lobby", "lobby": lobby.lobby_model()}))
        news = self._story.news(self.session, self.curtain)
        beside = table.beside_model(self.session, self._story.told, self.looking, self.curtain)
        model = self._sent.changes(beside)
        if news:
            model["story"] = news
        if self._rules is not self.session.ruleset:
            self._rules = self.session.ruleset
            model["rules"] = table.rules_model(self.session.game, self.session.ruleset)
        # what the bots are about leaves the position, and its ticket, as they are
        return self._with_ticket(model) | self._sent.changes({"crew": self.crew.model()})

    def _with_ticket(self, model: Message) -> Message:
        """One new ticket for all that changed at once."""
        if model and not self._has_new_ticket:
            self._has_new_ticket = True
            self.ticket += 1
            model["ticket"] = self.ticket
        return model

    # ---- sessions

    def opened(self) -> Session:
        """The session that is shown.

        Raises
        ------
        CryptError
            When there is none.
        """
        if self.session is None:
            raise CryptError("no game is open; begin one, or choose one from the list")
        return self.session

    def begin(self, session: Session | None) -> None:
        """Show a session, or with None the lobby."""
        if self.session is not None and self.session is not session:
            self.session.close()
        self.session, self.looking = session, None
        self.start_anew()
        self.crew.start_anew()
        self.curtain.start_anew()
        self._watch.start()

    def open_session(self, name: str) -> None:
        """Go on with a session; while it is played elsewhere, follow it."""
        path = find_session(lobby.sessions_folder(), name)
        self.begin(seat.sit_down(path))
        for remark in self.session.remarks if self.session else ():
            self.say(remark, "remark")

    def _look_round(self) -> None:
        """See whether the session goes on elsewhere, or somebody wants to take it over."""
        if self.session is None:
            return
        session, changed = seat.look_round(self.session)
        if session is not self.session:
            looking = self.looking
            self.session, self.looking = session, looking
            self.say("" if session.read_only else "This page plays the session now.", "done")
        if changed:
            self.answer()
