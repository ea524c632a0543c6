"""The line between a page's JavaScript and Python: intents come in, each gets one answer with what changed."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import anywidget

from .guard import guarded
from .table import Sent

Message = dict[str, Any]
HERE = Path(__file__).parent
SLICE_SECONDS, PAUSE_SECONDS, WATCH_SECONDS = 0.03, 0.005, 0.5


def script_of(names: Sequence[str]) -> str:
    """A page's JavaScript: its plain files, one after the other, since a widget has one script."""
    return "\n".join(HERE.joinpath("js", f"{name}.js").read_text(encoding="utf-8") for name in names)


def styles_of(names: Sequence[str]) -> str:
    """A page's styles: its plain files, one after the other."""
    return "\n".join(HERE.joinpath(f"{name}.css").read_text(encoding="utf-8") for name in names)


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The page's own loop; none in tests without one, where all work is done at once."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


@dataclass(frozen=True)
class Intent:
    """What a visitor can want, and how it is done.

    Attributes
    ----------
    work : callable
        Takes the message; what it gives goes into the answer.
    needs_ticket : bool
        It counts only for the position that the visitor saw.
    is_slow : bool
        It may take more than a moment.
    is_quiet : bool
        It changes nothing that is shown, and what was said last stays.
    """

    work: Callable[..., Message | None]
    needs_ticket: bool = False
    is_slow: bool = False
    is_quiet: bool = False


class IntentPage(anywidget.AnyWidget):
    """A page whose JavaScript draws what Python sends, and sends what the visitor wants to do.

    An intent ``{do, id, at, ...}`` is answered by ``{kind: "answer", id, set}`` with the panels that changed; where it may
    take long, ``{kind: "working", id}`` comes at once. A page's intents are its methods named ``do_...``; those named in
    `SLOW` may take long, those in `STILL` are quiet.
    """

    SLOW: frozenset[str] = frozenset()
    STILL: frozenset[str] = frozenset({"ping"})

    def __init__(self) -> None:
        super().__init__()
        self.ticket = 0  # of the position that is shown, on a page that gives tickets: an intent for another one is stale
        self.said: Message = {"text": "", "tone": "", "n": 0}
        self._sent = Sent()
        self.on_msg(lambda _, message, __: self.receive(message))

    def panels(self) -> Message:
        """Everything that the page shows, by panel: values that JSON can hold."""
        raise NotImplementedError

    def do_ping(self, message: Message) -> None:
        """Answer: somebody is there."""

    def find_intent(self, name: str) -> Intent | None:
        """What a visitor can want by this name; None when there is no such thing."""
        work = getattr(self, f"do_{name}", None)
        return None if work is None else Intent(work, is_slow=name in self.SLOW, is_quiet=name in self.STILL)

    def receive(self, message: Message) -> None:
        """Do what the visitor wants, and answer."""
        intent, id = self.find_intent(str(message.get("do"))), message.get("id")
        if intent is None:
            self.say(f"this page asked for {str(message.get('do'))[:40]!r}, which crypt does not know; reload it", "defect")
            self.reply(id, {})
            return
        if intent.is_slow:
            self.send({"kind": "working", "id": id})
        if intent.needs_ticket and message.get("at") != self.ticket:
            self.send({"kind": "answer", "id": id, "set": {}, "stale": True})
            return
        found: Message = {}
        if not intent.is_quiet:
            self.say("")
        guarded(lambda: found.update(intent.work(message) or {}), self.say)
        if intent.is_quiet:
            self.reply(id, found)
        else:
            self.answer(id)

    def answer(self, id: Any = None) -> None:
        """Send the panels that changed."""
        changes: Message = {}
        guarded(lambda: changes.update(self._sent.changes(self.panels())), self.say)
        self.reply(id, changes)

    def reply(self, id: Any, changes: Message) -> None:
        """Send what changed, and what was said if that is new."""
        changes |= self._sent.changes({"said": self.said})
        if id is not None or changes:
            self.send({"kind": "answer", "id": id, "set": changes})

    def say(self, text: str, tone: str = "refused") -> None:
        """Show a sentence on the page; an empty one takes the last away."""
        if text or self.said["text"]:
            self.said = {"text": text, "tone": tone, "n": self.said["n"] + 1}


class Watch:
    """Looks round now and then, on the page's own loop.

    Parameters
    ----------
    look : callable
    say : callable
        Where an error is told (see `guarded`).
    """

    def __init__(self, look: Callable[[], None], say: Callable[[str, str], None]) -> None:
        self._look, self._say = look, say
        self._task: asyncio.Task | None = None

    def start(self) -> None:
        """Begin, if it has not begun; without a running loop (in tests) there is nobody to follow."""
        if self._task is None and (loop := running_loop()) is not None:
            self._task = loop.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            guarded(self._look, self._say)


class Job:
    """Long work in small steps on the page's own loop, so that clicks are answered in between.

    Parameters
    ----------
    steps : iterator
        Each `next` does a small part of the work.
    tell : callable
        Called after each slice; its argument says whether the work is over.
    say : callable
        Where an error is told (see `guarded`).
    """

    def __init__(self, steps: Iterator[Any], tell: Callable[[bool], None], say: Callable[[str, str], None]) -> None:
        self._steps, self._tell, self._say = steps, tell, say
        self.is_running = True

    def start(self) -> "Job":
        """Begin; without a running loop (in tests) all of it is done at once."""
        if (loop := running_loop()) is not None:
            self._task = loop.create_task(self._run())  # kept, since the loop itself holds its tasks weakly
            return self
        while self.is_running:
            guarded(self._slice, self._fail)
        return self

    def cancel(self) -> None:
        """Stop before the next step."""
        self.is_running = False

    async def _run(self) -> None:
        await asyncio.sleep(PAUSE_SECONDS)  # what was asked for is answered first
        while self.is_running:
            guarded(self._slice, self._fail)
            await asyncio.sleep(PAUSE_SECONDS)

    def _slice(self) -> None:
        until = monotonic() + SLICE_SECONDS
        while self.is_running and monotonic() < until:
            if next(self._steps, self) is self:
                self.is_running = False
        self._tell(not self.is_running)

    def _fail(self, text: str, tone: str) -> None:
        self.cancel()
        self._say(text, tone)
