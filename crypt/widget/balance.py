"""The Balance page: edit a ruleset, see what the change does, search values that meet targets, check what is promised."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.catalog import catalog
from ..core.game import CryptError, IllegalError
from ..core.session import Session
from ..core.shipped import data_folder
from ..core.variants import EDITED, VariantExistsError
from . import lobby
from .balance_edit import Editor, check_game, differences
from .balance_runs import SECTIONS, News, ruleset_found
from .guard import sentence_of
from .outcomes_work import Long
from .table import Sent
from .wire import IntentPage, Message, script_of, styles_of

if TYPE_CHECKING:
    from .outcomes_content import Content

SCRIPTS = (  # joined in this order
    "dom", "line", "outcomes_form", "outcomes_figure", "sections", "numbers", "balance_edit", "balance_ask", "balance",
)  # fmt: skip
STYLES = ("play", "outcomes", "balance")


def prepare() -> None:
    """Load what the page is about to need."""
    from .. import stats
    from ..design import balance, claims, compare, rerun, sensitivity, sweep  # noqa: F401

    for name in stats.__all__:
        getattr(stats, name)


class BalancePage(IntentPage):
    """The Balance page.

    What a section shows is sent when it is ready: `{kind: "section", name, content}`; all long work is done in threads.

    Attributes
    ----------
    editor : Editor
    runs : dict of str to Long
        By section, the last that was begun.
    results : dict of str to object
        By section, what the last one that is over has found.
    """

    _esm = script_of(SCRIPTS)
    _css = styles_of(STYLES)

    STILL = frozenset({"ping", "plotly"})

    def __init__(self) -> None:
        super().__init__()
        self.editor = Editor(next(iter(catalog())))
        self.asking: Message | None = None  # what has to be confirmed
        self.difference: Message | None = None
        self.runs: dict[str, Long] = {}
        self.results: dict[str, Any] = {}
        self.news: dict[str, News] = {}
        self.words: dict[str, str] = {}
        self.refused: dict[str, str] = {}  # why a section could not begin what was asked
        self.rules: dict[str, str] = {}  # by which a section plays
        self.drawings: dict[str, Callable[[bool], Content]] = {}
        self.is_dark = False

    def _say_and_send(self, text: str, tone: str) -> None:
        self.say(text, tone)
        self.answer()

    # ---- what is shown

    def panels(self) -> Message:
        """Everything that the page shows beside what its sections have found, by panel."""
        return {
            "shape": self.editor.shape(),
            **self.editor.fields(),
            "state": self.editor.state(),
            "asking": self.asking,
            "difference": self.difference,
            "sections": [
                {"name": one.name, "title": one.title, "about": one.about, "verb": one.verb,
                 "inputs": one.inputs(self.editor), "missing": one.missing(self.editor)} for one in SECTIONS.values()
            ],
            **{f"run:{name}": self._run_model(name) for name in SECTIONS},
            "found": ruleset_found(self.results.get("balance")) is not None,
            "folder": str(data_folder() / "rulesets" / self.editor.game.name),
        }  # fmt: skip

    def _run_model(self, name: str) -> Message | None:
        run, news = self.runs.get(name), self.news.get(name)
        if words := self.refused.get(name):
            return {"state": "over", "done": 0, "games": 0, "words": words, "tone": "refused"}
        if run is None:
            return None
        if not run.is_running:
            return {"state": "over", "done": 0, "games": 0, "words": self.words.get(name, "")}
        words = "Stopping …" if run.is_cancelled else news.words if news else (
            "Getting ready. Where rules and bots have not been compiled yet, this takes about a minute …"
        )  # fmt: skip
        return {"state": "stopping" if run.is_cancelled else "running", "done": news.done if news else 0,
                "games": news.total if news else 0, "words": words}  # fmt: skip

    # ---- intents: the ruleset

    def do_hello(self, message: Message) -> None:
        """The page has opened; `game` and `ruleset` stand in its address."""
        self._sent = Sent()
        self.is_dark = bool(message.get("dark"))
        if message.get("game"):
            self.editor = Editor(check_game(message["game"]))
        if message.get("ruleset"):
            self.editor.open(str(message["ruleset"]))

    def do_plotly(self, message: Message) -> None:
        """Send the script that draws figures."""
        from plotly.offline import get_plotlyjs

        self.send({"kind": "plotly"}, [get_plotlyjs().encode()])

    def do_scheme(self, message: Message) -> None:
        """The page has become light or dark."""
        self.is_dark = bool(message.get("dark"))
        for name, draw in self.drawings.items():
            self._show(name, draw(self.is_dark))

    def do_game(self, message: Message) -> None:
        """Edit another game's rulesets."""
        game = check_game(message.get("game"))
        if self._must_ask(message, {"do": "game", "game": game}):
            return
        if any(run.is_running for run in self.runs.values()):
            raise IllegalError("something is still being played; stop it before you change to another game")
        self.editor = Editor(game)
        self.runs, self.results, self.news, self.difference = {}, {}, {}, None
        self.refused, self.drawings = {}, {}

    def do_open(self, message: Message) -> None:
        """Open the standard or a variant."""
        name = str(message.get("name"))
        if not self._must_ask(message, {"do": "open", "name": name}):
            self.editor.open(name)

    def _must_ask(self, message: Message, wanted: Message) -> bool:
        """Ask first where something that is not saved would be lost."""
        is_lost = self.editor.is_changed and not message.get("sure")
        words = "What you have changed is not saved."
        self.asking = {"words": words, "yes": "Leave it", "no": "Go on editing", "wanted": wanted} if is_lost else None
        return is_lost

    def do_never_mind(self, message: Message) -> None:
        """What was asked is answered with no."""
        self.asking = None

    def do_edit(self, message: Message) -> None:
        """Write a value into the form."""
        self.editor.edit(str(message.get("place")), message.get("value"))

    def do_add_row(self, message: Message) -> None:
        """Add a row to a table, or a value to a list."""
        self.editor.add_row(str(message.get("field")))

    def do_remove_row(self, message: Message) -> None:
        """Take a row out of a table, or a value out of a list."""
        self.editor.remove_row(str(message.get("field")), int(message.get("row", -1)))

    def do_reset(self, message: Message) -> None:
        """Give a field the standard's value."""
        self.editor.reset(str(message.get("field")))

    def do_save(self, message: Message) -> None:
        """Save as a variant; one that is there is replaced when that was confirmed."""
        name = str(message.get("name", "")).strip()
        self.asking = None
        try:
            path = self.editor.save(name, bool(message.get("sure")))
        except VariantExistsError:
            self.asking = {"words": f"There is a variant {name} already.", "yes": "Replace it", "no": "Keep it",
                           "wanted": {"do": "save", "name": name}}  # fmt: skip
            return
        self.say(f"Saved as {path}", "done")

    def do_duplicate(self, message: Message) -> None:
        """Save a copy of a variant, or of the standard, under another name; what is edited stays."""
        from ..core.variants import save_variant

        source = self.editor.named(str(message.get("name")))
        path = save_variant(self.editor.game, source, str(message.get("as", "")))
        self.say(f"Saved as {path}", "done")

    def do_rename(self, message: Message) -> None:
        """Give a variant another name, when that was confirmed."""
        from ..core.variants import check_variant_name

        name, new = str(message.get("name")), check_variant_name(str(message.get("as", "")))
        words = f"Rename {name} to {new}? Claims and commands that name the file {name}.toml will not find it any more."
        if self._confirmed(message, words, "Rename it", {"do": "rename", "name": name, "as": new}):
            self.say(f"It is {self.editor.rename(name, new)} now", "done")

    def do_delete(self, message: Message) -> None:
        """Delete a variant, when that was confirmed."""
        name = str(message.get("name"))
        words = f"Delete {name}? Sessions that were played with it keep their rules; the file cannot be brought back."
        if self._confirmed(message, words, "Delete it", {"do": "delete", "name": name}):
            self.say(f"Deleted {self.editor.delete(name)}", "done")

    def _confirmed(self, message: Message, words: str, yes: str, wanted: Message) -> bool:
        """Ask first, unless that was answered with yes."""
        is_sure = bool(message.get("sure"))
        self.asking = None if is_sure else {"words": words, "yes": yes, "no": "Keep it", "wanted": wanted}
        return is_sure

    def do_differ(self, message: Message) -> None:
        """Show in what two rulesets differ."""
        first, second = (str(message.get(name)) for name in ("first", "second"))
        rows = differences(self.editor.named(first), self.editor.named(second))
        self.difference = {"first": first, "second": second, "rows": rows}

    def do_play(self, message: Message) -> None:
        """Begin a game by the ruleset as it is edited, and open it in Play."""
        game, ruleset = self.editor.game, self.editor.ruleset()
        players = int(message.get("players", game.players[0]))
        names = [game.seat_name(seat) for seat in range(players)]
        with Session.new(game, names, ruleset, folder=lobby.sessions_folder()) as session:
            path = session.path or Path()
        self.send({"kind": "visit", "of": message.get("id"), "url": f"play.ipynb?session={path.stem}"})

    # ---- intents: long work

    def do_run(self, message: Message) -> None:
        """Begin what a section asks."""
        section = SECTIONS.get(str(message.get("section")))
        if section is None:
            raise IllegalError("there is no such section")
        name = section.name
        if name in self.runs and self.runs[name].is_running:
            raise IllegalError("this is being played already; stop it first")
        self.refused.pop(name, None)
        answers = message.get("answers") or {}
        try:
            work = section.begin(self.editor, answers, self.is_dark)
        except CryptError as error:  # it is said where it was asked
            self.refused[name] = sentence_of(error)
            return
        self.rules[name] = "" if name == "compare" else self.editor.in_words(str(answers.get("ruleset") or EDITED))
        self.news.pop(name, None)
        self.results.pop(name, None)
        run = Long(work, partial(self._told, name), partial(self._over, name), self._say_and_send)
        self.runs[name] = run
        run.start()

    def _told(self, name: str, news: News) -> None:
        self.news[name] = news
        if news.content:
            self._show(name, news.content)
        self.answer()

    def _over(self, name: str, found: Any) -> None:
        if found is not None:
            self.drawings[name], self.results[name] = found
            self._show(name, self.drawings[name](self.is_dark))
        is_stopped = self.runs[name].is_cancelled
        self.words[name] = "" if found is None else "Stopped." if is_stopped else "Finished."
        self.answer()

    def _show(self, name: str, content: "Content") -> None:
        words = [self.rules[name], *content.words] if self.rules.get(name) else content.words
        self.send({"kind": "section", "name": name, "content": replace(content, words=words).model()})

    def do_stop(self, message: Message) -> None:
        """Stop what a section asks; what is finished is kept."""
        run = self.runs.get(str(message.get("section")))
        if run:
            run.cancel()

    def do_take(self, message: Message) -> None:
        """Take the winner of the search into the form; it is not saved."""
        found = ruleset_found(self.results.get("balance"))
        if found is None or found.game != self.editor.game.name:
            raise IllegalError("there is no winner yet; search first")
        self.editor.take(found)
        self.say("The winner stands in the form; save it to keep it.", "done")
