"""The line between a page's JavaScript and Python: intents come in, each gets one answer with what changed."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
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


class IntentPage(anywidget.AnyWidget):
    """A page whose JavaScript draws what Python sends, and sends what the visitor wants to do.

    An intent ``{do, id, ...}`` is answered by ``{kind: "answer", id, set}`` with the panels that changed; where it may
    take long, ``{kind: "working", id}`` comes at once. A page's intents are its methods named ``do_...``; those named in
    `SLOW` may take long, those in `STILL` change nothing that is shown.
    """

    SLOW: frozenset[str] = frozenset()
    STILL: frozenset[str] = frozenset({"ping"})

    def __init__(self) -> None:
        super().__init__()
        self.said: Message = {"text": "", "tone": "", "n": 0}
        self._sent = Sent()
        self.on_msg(lambda _, message, __: self.receive(message))

    def panels(self) -> Message:
        """Everything that the page shows, by panel: values that JSON can hold."""
        raise NotImplementedError

    def do_ping(self, message: Message) -> None:
        """Answer: somebody is there."""

    def receive(self, message: Message) -> None:
        """Do what the visitor wants, and answer."""
        name = str(message.get("do"))
        work = getattr(self, f"do_{name}", None)
        if work is None:
            return
        if name in self.SLOW:
            self.send({"kind": "working", "id": message.get("id")})
        if name not in self.STILL:
            self.say("")
        guarded(lambda: work(message), self.say)
        self.answer(message.get("id"), name not in self.STILL)

    def answer(self, id: Any = None, changed: bool = True) -> None:
        """Send the panels that changed; without a change only what was said."""
        changes: Message = {}
        if changed:
            guarded(lambda: changes.update(self._sent.changes(self.panels())), self.say)
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
