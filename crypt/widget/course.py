"""What takes long and is shown as it grows: the course of a session, and the search for dangerous placements."""

from collections.abc import Callable, Iterator
from typing import Any

from ..connect.placement import Danger, danger_text, weigh_placements
from ..connect.terrain import graph_part
from ..connect.timeline import Follower, Loss, loss_text
from ..core.session import Session
from .table import names_in_text
from .wire import Job

Model = dict[str, Any]
Say = Callable[[str, str], None]


class Course:
    """How the exit stood for each hero after each decision of a session, and where ways were lost.

    Parameters
    ----------
    session : Session
    send : callable
        Takes each message as it is ready.
    say : callable
        Takes a sentence and its tone, when something goes wrong.
    """

    def __init__(self, session: Session, send: Callable[[Model], None], say: Say) -> None:
        self.session, self.losses, self.is_stopped = session, list[Loss](), False
        self._follower = Follower(session)
        self._send, self._say, self._rows = send, say, list[Model]()
        self.job: Job | None = None
        self.go_on()

    def go_on(self) -> None:
        """Work the decisions out that have not been looked at; where that is being done, it includes new ones by itself."""
        if self.job is not None and self.job.is_running:
            return
        self.is_stopped = False
        self.job = Job(self._steps(), self._tell, self._say)
        self.job.start()

    def _steps(self) -> Iterator[None]:
        while (found := self._follower.next()) is not None:
            rows, self.losses = found
            short = [[row["hero"], row["status"], row["ways"], row["tiles_needed"]] for row in rows]
            floor = rows[0]["floor"] if rows else None
            self._rows.append({"n": self._follower.decision, "floor": floor, "heroes": short})
            yield

    def _tell(self, is_over: bool) -> None:
        """Send what is new."""
        rows, self._rows = self._rows, []
        done = self._follower.decision + 1
        names = names_in_text(self.session.names)
        losses = [loss_model(self.session, loss, names) for loss in self.losses]
        self._send(
            {
                "kind": "course", "from": done - len(rows), "rows": rows, "losses": losses, "done": done,
                "total": self.session.decision + 1, "running": not is_over,
            }
        )  # fmt: skip

    def cancel(self) -> None:
        """Stop; what is known stays on the page."""
        if self.job is not None and self.job.is_running:
            self.is_stopped = True
            self.job.cancel()
            self._tell(True)


def loss_model(session: Session, loss: Loss, names: list[str]) -> Model:
    """A loss for the page: its numbers, and a sentence."""
    return {
        "n": loss.decision,
        "hero": loss.hero,
        "after": loss.after,
        "cell": loss.cell,
        "fatal": loss.for_good,
        "text": loss_text(session, loss, names),
    }


class DangerSearch:
    """The dangerous placements of a position, found one by one; `step` goes through them, the worst first.

    Parameters
    ----------
    state : record
    tell : callable
        Called when there is something new.
    say : callable
    """

    def __init__(self, state: Any, tell: Callable[[], None], say: Say) -> None:
        self.found: list[Danger] = []
        self.weighed, self.at = 0, -1
        self._shown: list[Danger] = []
        self.total = sum(1 for _ in graph_part(state)[1].placements(state))
        self.job = Job(self._steps(state), lambda _: tell(), say)

    def _steps(self, state: Any) -> Iterator[None]:
        for danger in weigh_placements(state):
            self.weighed += 1
            if danger:
                self.found.append(danger)
            yield

    @property
    def current(self) -> Danger | None:
        """The danger that is shown."""
        return self._shown[self.at] if self.at >= 0 else None

    def step(self, by: int) -> None:
        """Go to the next danger, or back to the one before."""
        if by > 0 and self.at + 1 == len(self._shown):
            seen = {(danger.cell, danger.tile) for danger in self._shown}
            rest = [danger for danger in self.found if (danger.cell, danger.tile) not in seen]
            self._shown += sorted(rest, key=_weight)[:1]
        self.at = max(min(self.at + by, len(self._shown) - 1), 0 if self._shown else -1)

    def model(self, names: list[str]) -> Model:
        """What the page shows of the search."""
        danger = self.current
        return {
            "found": len(self.found), "weighed": self.weighed, "total": self.total, "running": self.job.is_running,
            "at": self.at + 1,
            "shown": danger and {
                "cell": danger.cell, "tile": danger.tile, "text": danger_text(danger, names), "fatal": bool(danger.blocks),
            },
        }  # fmt: skip


def _weight(danger: Danger) -> tuple[int, int, float]:
    return -len(danger.blocks), -sum(danger.loses.values()), -danger.probability
