"""The Outcomes page: what logged sessions and simulated games come to."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.game import CryptError, IllegalError
from ..core.shipped import data_folder
from . import outcomes_sources
from .guard import guarded
from .outcomes_filters import Filters, Offered
from .outcomes_run import Simulation, form_model
from .outcomes_work import Desk
from .table import Sent
from .wire import IntentPage, Message, script_of, styles_of

if TYPE_CHECKING:
    from ..stats import Games
    from .outcomes_content import Asked, Content
    from .outcomes_exits import ExitSurvey

SCRIPTS = ("dom", "line", "outcomes_form", "outcomes_figure", "sections", "numbers", "outcomes")  # joined in this order
STYLES = ("play", "outcomes")
EXITS = "exits"
FIRST = {"games": "1000", "seed": "1"}  # what the button of an empty page plays


def prepare() -> None:
    """Load what the page is about to need."""
    from .. import stats

    for name in stats.__all__:
        getattr(stats, name)


class OutcomesPage(IntentPage):
    """The Outcomes page.

    Reading and counting is done in a thread, and what a section shows is sent when it is ready: `{kind: "section", name,
    content}`. Simulations and surveys run in threads of their own.

    Attributes
    ----------
    filters : Filters
    chosen : set of str or None
        The keys of the chosen sources; None while nobody has chosen.
    simulation : Simulation or None
    survey : ExitSurvey or None
    """

    _esm = script_of(SCRIPTS)
    _css = styles_of(STYLES)

    STILL = frozenset({"ping", "plotly", "visit", "example", "csv", "parquet", "html"})

    def __init__(self) -> None:
        super().__init__()
        self.filters, self.offered = Filters(), Offered()
        self.chosen: set[str] | None = None
        self.sources: list[outcomes_sources.Source] = []
        self.simulation: Simulation | None = None
        self.survey: ExitSurvey | None = None
        self.games: Games | None = None  # those that are looked at
        self._all_games: Games | None = None
        self._remarks: list[str] = []
        self._makers: dict[str, Any] = {}
        self.head: Message = {"state": "reading"}
        self.sections: list[Message] = []
        self.contents: dict[str, Content] = {}
        self.options: dict[str, Message] = {}
        self.opened: dict[str, bool] = {}
        self.is_dark = False
        self._desk = Desk(self._say_and_send)
        self._wish = 0  # counts what was asked of the desk; older wishes are dropped

    def _say_and_send(self, text: str, tone: str) -> None:
        self.say(text, tone)
        self.answer()

    # ---- what is shown

    def panels(self) -> Message:
        """Everything that the page shows beside its sections, by panel."""
        chosen = self._chosen(self.sources)
        return {
            "head": self.head,
            "sources": [
                {"key": one.key, "title": one.title, "about": one.about, "n": one.count, "on": one.key in chosen}
                for one in self.sources
            ],
            "filters": self.offered.model(self.filters),
            "sections": self.sections,
            "form": form_model(),
            "run": self.simulation and self.simulation.model(),
            "survey": self.survey and self.survey.model(),
            "folder": str(data_folder()),
        }

    def _chosen(self, sources: list[outcomes_sources.Source]) -> set[str]:
        return outcomes_sources.chosen_by_itself(sources) if self.chosen is None else self.chosen

    # ---- reading and counting, at the desk

    def read_again(self) -> None:
        """Read the chosen sources anew, then bring every open section up to date."""
        self._wish += 1
        wish, game = self._wish, self.filters.game
        self._desk.do(lambda: self._read(wish, game), self._take, lambda: self._broken(wish))

    def _read(self, wish: int, game: str) -> Message | None:
        if wish != self._wish:
            return None
        tables = self.simulation.tables() if self.simulation else []
        sources = outcomes_sources.list_sources()
        try:
            games = outcomes_sources.read(sources, self._chosen(sources), tables)
        except CryptError as error:
            # a folder of logs that all are broken: nothing to show, and why
            return {"sources": sources, "games": None, "offered": Offered(), "remarks": [str(error)]}
        offered = Offered(games)
        if games is not None and game not in offered.games():
            game = next(iter(offered.games()))
        return {"sources": sources, "games": games, "offered": offered, "game": game,
                "remarks": games.remarks if games is not None else []}  # fmt: skip

    def _take(self, read: Message | None) -> None:
        if read is None:
            return
        self.sources, self.offered = read["sources"], read["offered"]
        self.filters.game = read.get("game", self.filters.game)
        games = read["games"]
        self.games = games and self.filters.apply(games, self.offered)
        self._all_games = games
        self._remarks = read["remarks"]
        self._refresh()

    def _refresh(self) -> None:
        """Count anew what is looked at."""
        if self.games is None:
            self.head, self.sections = self._empty(), []
            self.answer()
            return
        wish, games, game = self._wish, self.games, self.filters.game
        self._desk.do(
            lambda: self._count(games, game), lambda found: self._show_head(wish, found), lambda: self._broken(wish)
        )

    def _broken(self, wish: int) -> None:
        """The games could not be read or counted: do not look as if they were still being read."""
        if wish == self._wish:
            self.head, self.sections = {"state": "broken", "remarks": self._remarks}, []

    def _empty(self) -> Message:
        return {"state": "empty", "remarks": self._remarks}

    def _count(self, games: "Games", game: str) -> Message:
        from .outcomes_head import head
        from .outcomes_sections import sections_of

        counted = head(games, game)
        return {"head": counted, "sections": sections_of(game) if counted["n"] else []}

    def _show_head(self, wish: int, found: Message) -> None:
        if wish != self._wish:
            return
        own = any(one.count for one in self.sources if not one.is_samples)
        self.head = found["head"] | {"state": "shown", "remarks": self._remarks, "only_samples": not own}
        self.sections = [
            {"name": one.name, "title": one.title, "open": self.opened.setdefault(one.name, one.is_open)}
            for one in found["sections"]
        ]
        self._makers = {one.name: one.make for one in found["sections"]}
        self.contents = {name: content for name, content in self.contents.items() if name == EXITS}
        self.answer()
        for section in self.sections:
            self._draw(section["name"])

    def _draw(self, name: str) -> None:
        """Bring an open section up to date."""
        if not self.opened.get(name) or self.games is None:
            return
        wish, asked, make = self._wish, self._asked(name), self._makers[name]
        self._desk.do(
            lambda: _made(make, asked) if wish == self._wish else None, lambda found: self._show(name, wish, found)
        )

    def _asked(self, name: str) -> "Asked":
        from .outcomes_content import Asked

        assert self.games is not None
        column, game = self.filters.by, self.filters.game
        by = self.offered.columns_of(column, game)
        return Asked(self.games, game, by, dict(self.options.get(name, {})), self.is_dark, self.survey)

    def _show(self, name: str, wish: int, content: "Content | None") -> None:
        if content is None or wish != self._wish:
            return
        self.contents[name] = content
        self.send({"kind": "section", "name": name, "content": content.model()})

    def _apply(self) -> None:
        """The filters have changed."""
        self._wish += 1
        games = self._all_games
        self.games = games and self.filters.apply(games, self.offered)
        self._refresh()

    # ---- intents: what is looked at

    def do_hello(self, message: Message) -> None:
        """The page has opened."""
        self._sent = Sent()
        self.is_dark = bool(message.get("dark"))
        self.read_again()

    def do_plotly(self, message: Message) -> None:
        """Send the script that draws figures."""
        from plotly.offline import get_plotlyjs

        self.send({"kind": "plotly"}, [get_plotlyjs().encode()])

    def do_scheme(self, message: Message) -> None:
        """The page has become light or dark."""
        self.is_dark = bool(message.get("dark"))
        for section in self.sections:
            self._draw(section["name"])

    def do_read(self, message: Message) -> None:
        """Look for new sessions and datasets."""
        self.read_again()

    def do_source(self, message: Message) -> None:
        """Choose a source, or no longer."""
        chosen = set(self._chosen(self.sources))
        (chosen.add if message.get("on") else chosen.discard)(str(message.get("key")))
        self.chosen = chosen
        self.read_again()

    def do_game(self, message: Message) -> None:
        """Look at another game."""
        if message.get("game") not in self.offered.games():
            raise IllegalError(f"there are no games of {str(message.get('game'))[:40]!r} here")
        self.filters.game = str(message["game"])
        self.filters.clear()
        self._apply()

    def do_filter(self, message: Message) -> None:
        """Let only games with this value pass, or no longer."""
        self.filters.toggle(str(message.get("field")), str(message.get("value")), bool(message.get("on")))
        self._apply()

    def do_days(self, message: Message) -> None:
        """Let only sessions of these days pass."""
        self.filters.between(str(message.get("since", "")), str(message.get("until", "")))
        self._apply()

    def do_unmarked(self, message: Message) -> None:
        """Leave marked sessions out, or no longer."""
        self.filters.only_unmarked = bool(message.get("on"))
        self._apply()

    def do_clear(self, message: Message) -> None:
        """Let all games pass."""
        self.filters.clear()
        self._apply()

    def do_by(self, message: Message) -> None:
        """Make groups by another column."""
        self.filters.by = str(message.get("by"))
        self._apply()

    def do_section(self, message: Message) -> None:
        """Open a section, or close it."""
        name = str(message.get("name"))
        self.opened[name] = bool(message.get("open"))
        for section in self.sections:
            section["open"] = self.opened[section["name"]]
        if name in {section["name"] for section in self.sections} and name not in self.contents:
            self._draw(name)

    def do_option(self, message: Message) -> None:
        """Choose something in a section."""
        name = str(message.get("section"))
        self.options.setdefault(name, {})[str(message.get("name"))] = message.get("value")
        if name in {section["name"] for section in self.sections}:
            self._draw(name)

    # ---- intents: playing

    def do_simulate(self, message: Message) -> None:
        """Play games here."""
        if self.simulation and self.simulation.is_running:
            raise IllegalError("games are being played already; stop them first")
        asked = {"workers": form_model()["workers"]} | message
        if message.get("first"):
            asked |= _first(self.filters.game)
        self.filters.game = str(asked.get("game"))
        self.simulation = Simulation(asked, self._simulated, self._simulation_over, self._say_and_send)
        self.simulation.start()

    def _simulated(self) -> None:
        self.answer()
        if not self._desk.waiting:  # figures follow as fast as they can be drawn
            self._choose_simulation()
            self.read_again()

    def _simulation_over(self) -> None:
        self._choose_simulation()
        self.answer()
        self.read_again()

    def _choose_simulation(self) -> None:
        if self.chosen is not None and self.simulation and self.simulation.place.name:
            self.chosen.add(f"data/{self.simulation.place.name}")

    def do_cancel(self, message: Message) -> None:
        """Stop playing; what is finished is kept."""
        if self.simulation:
            self.simulation.cancel()

    def do_survey(self, message: Message) -> None:
        """Look at exits over many games."""
        from .outcomes_exits import ExitSurvey

        if self.survey and self.survey.is_running:
            raise IllegalError("games are being watched already; stop them first")
        asked = {"game": self.filters.game} | message
        self.survey = ExitSurvey(asked, self.answer, self._survey_over, self._say_and_send)
        self.survey.start()

    def _survey_over(self) -> None:
        self.answer()
        self._draw(EXITS)

    def do_stop_survey(self, message: Message) -> None:
        """Stop watching; what was seen is shown."""
        if self.survey:
            self.survey.cancel()

    # ---- intents: elsewhere

    def do_visit(self, message: Message) -> None:
        """Open a game of the table on another page; a simulated one is written down first."""
        from .outcomes_table import link, session_of

        row = self._kept("games", message.get("row"))
        page = "play" if message.get("page") == "play" else "inspect"
        sources = [one for one in self.sources if one.is_dataset]
        self._desk.do(lambda: session_of(row, sources), lambda name: self._visit(message, link(page, name)))

    def do_example(self, message: Message) -> None:
        """Open an example of a survey at its fatal decision."""
        from .outcomes_exits import open_example

        example = self._kept(EXITS, message.get("i"))["example"]
        self._desk.do(lambda: open_example(example), lambda url: self._visit(message, url))

    def _kept(self, section: str, i: Any) -> Message:
        content = self.contents.get(section)
        if content is None or not isinstance(i, int) or not 0 <= i < len(content.kept):
            raise IllegalError("this list has changed meanwhile; choose again")
        return content.kept[i]

    def _visit(self, message: Message, url: str) -> None:
        self.send({"kind": "visit", "of": message.get("id"), "url": url})

    def do_csv(self, message: Message) -> None:
        """Send the games that are looked at as CSV."""
        self._send_rows("csv")

    def do_parquet(self, message: Message) -> None:
        """Send the games that are looked at as Parquet."""
        self._send_rows("parquet")

    def _send_rows(self, form: str) -> None:
        from .outcomes_files import rows_as

        games, game = self._games(), self.filters.game
        name = f"{game}-outcomes.{form}"
        self._desk.do(lambda: rows_as(games, form, name, game), lambda made: self._send_file(name, made))

    def do_html(self, message: Message) -> None:
        """Send the page as one HTML file that needs nothing else."""
        from dataclasses import replace

        from .outcomes_files import page_as_html

        self._games()
        if self.head.get("state") != "shown":
            raise IllegalError("the games are still being counted; try it again in a moment")
        opened = [(one["title"], self._makers[one["name"]], replace(self._asked(one["name"]), is_dark=False))
                  for one in self.sections if one["open"]]  # fmt: skip
        head, words, name = self.head, self.filters.words(self.offered), f"{self.filters.game}-outcomes.html"
        self._desk.do(lambda: page_as_html(head, words, opened), lambda made: self._send_file(name, made))

    def _games(self) -> "Games":
        if self.games is None:
            raise IllegalError("there are no games to download; play or simulate some")
        return self.games

    def _send_file(self, name: str, made: bytes | Path) -> None:
        if isinstance(made, Path):
            self._say_and_send(f"This is too large for the browser; it is in {made}", "done")
        else:
            self.send({"kind": "bytes", "name": name}, [made])


def _first(game: str) -> Message:
    """What the button of an empty page plays: the game that is shown or else the first, by two where it is for two."""
    games = {one["name"]: one for one in form_model()["games"]}
    one = games.get(game) or next(iter(games.values()))
    players = 2 if 2 in one["players"] else one["players"][0]
    return FIRST | {"game": one["name"], "players": str(players), "bots": ["greedy"] * players}


def _made(make: "Callable[[Asked], Content]", asked: "Asked") -> "Content":
    """What a section shows; where it cannot be made, a sentence that says so."""
    from .outcomes_content import Content

    made: list[Content] = []
    said: list[str] = []
    guarded(lambda: made.append(make(asked)), lambda text, _: said.append(text))
    return made[0] if made else Content(words=said)
