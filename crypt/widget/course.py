"""What takes long and is shown as it grows: the course of a session, and the search for dangerous placements."""

from collections.abc import Callable, Iterator
from typing import Any

from ..connect.placement import Danger, weigh_placements
from ..connect.report import graph_part
from ..connect.timeline import Loss, follow
from ..core.session import Session
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
        self.session, self.losses, self.done = session, list[Loss](), 0
        self._send, self._rows = send, list[Model]()
        self.job = Job(self._steps(), self._tell, say)

    def _steps(self) -> Iterator[None]:
        for decision, rows, losses in follow(self.session):
            short = [[row["hero"], row["status"], row["ways"], row["tiles_needed"]] for row in rows]
            self._rows.append({"n": decision, "floor": rows[0]["floor"] if rows else None, "heroes": short})
            self.losses, self.done = losses, decision + 1
            yield

    def _tell(self, is_over: bool) -> None:
        """Send what is new."""
        rows, self._rows = self._rows, []
        start = self.done - len(rows)
        losses = [loss_model(loss, self.session.names) for loss in self.losses]
        self._send(
            {
                "kind": "course", "from": start, "rows": rows, "losses": losses, "done": self.done,
                "total": self.session.decision + 1, "running": not is_over,
            }
        )  # fmt: skip

    def cancel(self) -> None:
        """Stop; what is known stays on the page."""
        if self.job.is_running:
            self.job.cancel()
            self._tell(True)


def loss_model(loss: Loss, names: list[str]) -> Model:
    """A loss for the page: its numbers, and a sentence."""
    return {
        "n": loss.decision,
        "hero": loss.hero,
        "after": loss.after,
        "fatal": loss.for_good,
        "text": loss_text(loss, names),
    }


def loss_text(loss: Loss, names: list[str]) -> str:
    """Say what a hero lost by a decision.

    Parameters
    ----------
    loss : Loss
    names : list of str
        By seat.
    """
    name = names[loss.hero - 1]
    by = f"{loss.tile} on {loss.cell}" if loss.cell else loss.action
    if loss.for_good:
        return f"decision {loss.decision}: {by} left {name} {_blocked(loss.status)} for good"
    if loss.status in ("walled", "starved"):
        return f"decision {loss.decision}: {by} left {name} {_blocked(loss.status)}, which was undone later"
    return f"decision {loss.decision}: {by} took {name} from {loss.before} to {loss.after} ways"


def _blocked(status: str) -> str:
    return {"walled": "walled off", "starved": "starved (too few tiles for any way)"}[status]


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


def danger_text(danger: Danger, names: list[str]) -> str:
    """Say what a placement would do: the tile, where, how likely it is drawn, and who would lose what.

    Parameters
    ----------
    danger : Danger
    names : list of str
        By seat.
    """
    shape = danger.shape.replace("_", " ")
    chance = "the tile in hand" if danger.probability == 1 else f"a {shape} is drawn with {danger.probability:.0%}"
    harm = [f"{names[hero - 1]} would be cut off" for hero in danger.blocks]
    harm += [
        f"{names[hero - 1]} would lose {lost} way{'' if lost == 1 else 's'}"
        for hero, lost in danger.loses.items()
        if hero not in danger.blocks
    ]
    return f"{danger.tile} on {danger.cell} ({chance}): {'; '.join(harm)}."
