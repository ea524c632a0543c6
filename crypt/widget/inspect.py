"""The Inspect page: a floor, its graph, how the exit stands at each decision, and what other tiles would do."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import traitlets

from ..connect.report import graph
from ..connect.shapes import shape_notes
from ..connect.terrain import graph_module, graph_part
from ..core.game import CryptError, IllegalError
from ..core.session import Session
from ..core.sight import Account, as_seen
from . import distances, lobby, opening, shown
from .course import Course, DangerSearch
from .overlay import overlay
from .seat import fork
from .table import Sent, names_in_text
from .trial import Trial
from .wire import IntentPage, Message, Watch, script_of, styles_of

if TYPE_CHECKING:
    from .network import PassageFigure

# joined in this order
SCRIPTS = ("dom", "board", "pieces", "line", "overlay", "chart", "opener", "bench", "distances", "inspect")
STYLES = ("play", "pieces", "overlay", "inspect", "distances")
OVERLAYS_KEPT = 64


class InspectPage(IntentPage):
    """The Inspect page.

    Attributes
    ----------
    session : Session or None
        What is inspected: a logged session that is read only, or a floor as a session in memory.
    at : int
        The step that is shown (see `Account`).
    trial : Trial or None
        The position shown, with the tiles on trial.
    """

    _esm = script_of(SCRIPTS)
    _css = styles_of(STYLES)
    figure = traitlets.Unicode().tag(sync=True)  # the model of the plotly figure, once there is one

    SLOW = frozenset({"hello", "open", "text", "random", "play_from", "between", "export"})
    STILL = frozenset({"ping", "scheme", "figure"})

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.at = 0
        self.trial: Trial | None = None
        self.cell: str | None = None
        self.out: set[str] = set()  # what bars passages together
        self.is_dark = self.is_between = False
        self.played: Message | None = None
        self.graph: PassageFigure | None = None
        self.course: Course | None = None
        self.dangers: DangerSearch | None = None
        self._overlay = lru_cache(OVERLAYS_KEPT)(self._make_overlay)
        self.followed: Session | None = None  # it may be played elsewhere
        self._watch = Watch(self._look_round, self._trouble)

    # ---- what is shown

    def panels(self) -> Message:
        """Everything that the page shows, by panel."""
        if self.session is None or self.trial is None:
            return {"view": "open", "opening": opening.opening_model()}
        if not self.session.game.has_exit:
            return distances.panels(self.session, self.at, self.cell, self.out) | {"played": self.played}
        state, names = self.trial.state, names_in_text(self.session.names)
        over, before = self.overlay(state), self.overlay(self.trial.base)
        self._show_graph()
        return {
            "view": "floor",
            "session": shown.about(self.session),
            "moment": shown.moment(self.session, self.at),
            "svg": self.session.game.draw.svg(state, self.session.ruleset.record, self.session.names),
            "cells": shown.cells(self.session, state),
            "overlay": over,
            "report": shown.report_rows(over, before if self.trial.edits else None, names),
            "shapes": [{"hero": hero, "name": names[hero - 1], "text": text} for hero, text in shape_notes(state).items()],
            "palette": shown.palette(self.session.game, state),
            "trial": [{"cell": cell, "tile": tile} for cell, tile in self.trial.edits.items()],
            "chosen": self.cell and shown.cell_facts(graph(state), self.cell),
            "between": self.is_between,
            "dangers": self.dangers and self.dangers.model(names),
            "played": self.played,
        }

    def overlay(self, state: Any) -> Message:
        """What is drawn over a position; positions in which the exit stands the same share one."""
        session, part = self._open(), graph_part(state)[1]
        self._asked = state
        return self._overlay(session, part.fingerprint(state), part.shut_for_good(state, session.ruleset.record))

    def _make_overlay(self, session: Session, *_: Any) -> Message:
        return overlay(self._asked, names_in_text(session.names), session.ruleset.record)

    def _show_graph(self) -> None:
        assert self.trial is not None
        if self.graph is None:
            from .network import PassageFigure  # plotly takes seconds to load: only when there is something to draw

            self.graph = PassageFigure(self._picked, shown.seat_fills(self._open().game))
            self.graph.colour(self.is_dark)
            self.figure = self.graph.widget.model_id
        floor = graph(self.trial.state)
        self.graph.show(floor, shown.betweenness(floor) if self.is_between else None, self.cell)

    def _picked(self, cell: str) -> None:
        """A node of the figure was clicked."""
        self.cell = cell
        self.answer()

    # ---- where we are

    def _open(self) -> Session:
        if self.session is None:
            raise CryptError("nothing is open; open a session or a floor first")
        return self.session

    def _tried(self) -> Trial:
        self._open()
        assert self.trial is not None
        return self.trial

    def show(self, session: Session | None, at: int | None = None) -> None:
        """Inspect a session, or with None go back to what can be opened."""
        if session is not None:
            graph_module(session.state)  # or it is refused before anything changes
        self._stop()
        self._overlay.cache_clear()
        self.session, self.trial, self.cell, self.out = session, None, None, set()
        self.followed = session if session is not None and session.read_only else None
        if session is None:
            return
        self.look(shown.last(session) if at is None else at)
        for remark in session.remarks:
            self.say(remark, "remark")
        if session.game.has_exit:
            self.course = Course(session, self.send, self.say)
        self._watch.start()

    def _look_round(self) -> None:
        """Bring a session that is played elsewhere up to date."""
        session = self.followed
        if session is None:
            return
        last = shown.last(session)
        state = Account(session).at(last).state.tobytes()
        self.followed = None  # should it fail, that is said once
        changed = session.refresh()
        self.followed = session
        if changed:
            account = Account(session)
            is_longer = shown.last(session) >= last and account.at(last).state.tobytes() == state
            self._go_along(session, last, is_longer)

    def _go_along(self, session: Session, last: int, is_longer: bool) -> None:
        """Show what is new; who stood at the end goes on with it, unless tiles are on trial there."""
        assert self.trial is not None
        if not is_longer or (self.at == last and not self.trial.edits):
            self.look(shown.last(session) if self.at == last else self.at)
        self.answer()
        if self.course is None:
            return
        if not is_longer:  # something was undone, and perhaps other things were done instead
            self.course.cancel()
            self.course = Course(session, self.send, self.say)
        elif not self.course.is_stopped:
            self.course.go_on()

    def _trouble(self, text: str, tone: str) -> None:
        self.say(text, tone)
        self.reply(None, {})

    def look(self, at: int) -> None:
        """Look at the position after a decision."""
        session = self._open()
        self.at = max(0, min(at, shown.last(session)))
        state = Account(session).at(self.at).state
        self.trial = Trial(state, graph_module(state)[1])
        self._moved()

    def _moved(self) -> None:
        """The position shown is another: what was found of the last one does not hold."""
        if self.dangers:
            self.dangers.job.cancel()
        self.dangers = self.played = None

    def _stop(self) -> None:
        if self.course:
            self.course.cancel()
        if self.dangers:
            self.dangers.job.cancel()
        self.course = self.dangers = self.played = None

    # ---- intents: opening

    def do_hello(self, message: Message) -> None:
        """The page has opened: show what its address asks for."""
        self._sent = Sent()
        self.is_dark = bool(message.get("dark"))
        asked = {key: values[0] for key, values in parse_qs(str(message.get("search", "")).removeprefix("?")).items()}
        at = int(asked["at"]) if asked.get("at", "").isdecimal() and len(asked["at"]) < 10 else None
        if asked.get("session"):
            self.show(opening.open_logged(asked["session"]), at)
        elif asked.get("seed") and asked.get("game"):
            numbers = asked.get("players", "1"), asked.get("tiles", "0"), asked["seed"]
            self.show(opening.open_random(asked["game"], *numbers)[0])

    def do_scheme(self, message: Message) -> None:
        """The page has become light or dark."""
        self.is_dark = bool(message.get("dark"))
        if self.graph:
            self.graph.colour(self.is_dark)

    def do_figure(self, message: Message) -> None:
        """The page is about to draw the figure."""
        if self.graph:
            self.graph.send_whole()

    def do_open(self, message: Message) -> None:
        """Open a session of the list."""
        self.show(opening.open_logged(str(message.get("session"))))

    def do_text(self, message: Message) -> None:
        """Open a floor in notation, or a log from elsewhere."""
        self.show(opening.open_text(str(message.get("text", ""))))

    def do_random(self, message: Message) -> None:
        """Lay a random floor."""
        asked = [str(message.get(key, "")) for key in ("game", "players", "tiles", "seed")]
        session, seed = opening.open_random(*asked)
        self.show(session)
        tiles = shown.tiles_placed(self._tried().state)
        if tiles == int(asked[2]):
            self.say(f"A random floor, seed {seed}.", "remark")
        else:
            self.say(f"A random floor, seed {seed}, with {tiles} tiles: then no place or no tile was left.", "remark")

    def do_leave(self, message: Message) -> None:
        """Go back to what can be opened."""
        self.show(None)

    # ---- intents: looking

    def do_look(self, message: Message) -> None:
        """Look at another decision, and mark a cell in it if one is named."""
        self.look(int(message["n"]))
        if message.get("cell"):
            self.cell = self._cell(message["cell"])

    def do_choose(self, message: Message) -> None:
        """Mark a cell on the board and in the figure, or none."""
        cell = message.get("cell")
        self.cell = None if cell is None or cell == self.cell else self._cell(cell)

    def do_bar(self, message: Message) -> None:
        """Choose what bars passages together."""
        self.out = {str(id) for id in message.get("ids", [])}

    def _cell(self, name: Any) -> str:
        cell = str(name)
        if cell not in graph(self._tried().state):
            raise CryptError(f"there is no cell {cell[:10]!r} on this board")
        return cell

    def do_between(self, message: Message) -> None:
        """Work the betweenness out, or no longer."""
        self.is_between = bool(message.get("on"))

    def do_cancel(self, message: Message) -> None:
        """Stop working the course out."""
        if self.course:
            self.course.cancel()

    def do_go_on(self, message: Message) -> None:
        """Work the course out further."""
        if self.course:
            self.course.go_on()

    # ---- intents: what if

    def do_put(self, message: Message) -> None:
        """Put a tile on trial."""
        self._tried().put(self._cell(message.get("cell")), str(message.get("tile")))
        self.cell = str(message.get("cell"))
        self._moved()

    def do_turn(self, message: Message) -> None:
        """Turn a tile on trial."""
        self._tried().turn(self._cell(message.get("cell")))
        self._moved()

    def do_take(self, message: Message) -> None:
        """Take a tile away."""
        self._tried().take(self._cell(message.get("cell")))
        self._moved()

    def do_put_back(self, message: Message) -> None:
        """Put a tile of the floor back."""
        self._tried().put_back(self._cell(message.get("cell")))
        self._moved()

    def do_clear(self, message: Message) -> None:
        """Take everything on trial back."""
        self._tried().clear()
        self._moved()

    # ---- intents: dangers

    def do_next_danger(self, message: Message) -> None:
        """Show the next dangerous placement, or the one before; the first time they are searched for."""
        if self.dangers is None:
            self.dangers = DangerSearch(self._tried().state, self._danger_news, self.say)
            self.dangers.job.start()
            self._danger_news()
            return
        self.dangers.step(-1 if message.get("back") else 1)
        if self.dangers.current:
            self.cell = self.dangers.current.cell

    def _danger_news(self) -> None:
        """While the search goes on: show the first that is found."""
        if self.dangers is None:
            return
        if self.dangers.current is None and self.dangers.found:
            self.dangers.step(1)
            self.cell = self.dangers.found[0].cell
            self.answer()
            return
        news = {"dangers": self.dangers.model(names_in_text(self._open().names))}
        if changes := self._sent.changes(news):
            self.send({"kind": "answer", "id": None, "set": changes})

    def do_stop_danger(self, message: Message) -> None:
        """End the search, and hide what it found."""
        if self.dangers:
            self.dangers.job.cancel()
        self.dangers = None

    # ---- intents: taking things elsewhere

    def do_play_from(self, message: Message) -> None:
        """Begin a session from the position that is shown, to be played on the Play page."""
        session, trial, folder = self._open(), self._tried(), lobby.sessions_folder()
        if trial.edits:
            game = session.game
            start = game.notation.write(trial.state)
            made = Session.new(game, session.names, session.ruleset, None, mode="design", folder=folder, start=start)
            what = "This position with the tiles on trial, in design mode; decks and running effects begin anew."
        else:
            made = fork(session, Account(session).decision(self.at))
            what = f"A new session that goes on after decision {self.at}; the other one stays as it is."
        made.close()
        self.played = {"session": made.name, "text": what}

    def do_export(self, message: Message) -> None:
        """Send the position as a file."""
        form = str(message.get("form"))
        if form not in shown.FORMS:
            raise IllegalError(f"there is no export {form[:20]!r} (there are {', '.join(shown.FORMS)})")
        session = self._open()
        state = as_seen(session.game, self._tried().state, shown.eyes(session))
        text, ending = shown.FORMS[form](session, state)
        stem = session.name or f"{session.game.name}-floor"
        self.send({"kind": "file", "name": f"{stem}-{self.at}.{ending}", "text": text, "form": form})
