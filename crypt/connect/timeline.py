"""How the exit stood through a session: ways over the turns, when they were lost, and the fatal move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.session import Session
from ..core.view import Moment
from ..core.wording import counted
from .report import report
from .terrain import graph_part

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("decision", "floor", "round", "turn", "hero", "cell", "status", "steps", "tiles_needed", "ways", "behind_boss")
BLOCKED = ("starved", "walled")


@dataclass(frozen=True)
class Loss:
    """A decision by which a hero lost ways to the exit.

    Attributes
    ----------
    decision, floor, hero : int
    before, after : int
        Ways.
    status : str
        After it.
    action : str
        What was decided, in words.
    cell, tile : str
        The tile that was placed by it, if one was.
    for_good : bool
        It left the hero walled off or starved, and nothing undid that while the hero was on the floor: the fatal move.
    """

    decision: int
    floor: int
    hero: int
    before: int
    after: int
    status: str
    action: str
    cell: str
    tile: str
    for_good: bool


class Follower:
    """Goes through a session decision by decision, and on from there when more have been made.

    Parameters
    ----------
    session : Session

    Attributes
    ----------
    decision : int
        The last one that was looked at; -1 before the first.
    """

    def __init__(self, session: Session) -> None:
        self.session, self.decision = session, -1
        self._known: dict[bytes, list[dict[str, Any]]] = {}  # positions in which the exit stands the same share a report
        self._found: list[dict[str, Any]] = []
        self._before: tuple[Any, dict[int, dict[str, Any]]] | None = None

    def next(self) -> tuple[list[dict[str, Any]], list[Loss]] | None:
        """Look at the next decision.

        Returns
        -------
        rows, losses
            The decision's rows as in `timeline`, and the losses up to it as in `losses`; which of them are for good may
            still change. None when there is no further decision yet.
        """
        if self.decision >= self.session.decision:
            return None
        self.decision += 1
        state = self.session.at(self.decision).state
        lines = self._report(state)
        now = state, _by_hero(lines)
        if self._before and self._before[1]:
            _add_losses(self._found, self.session.at(self.decision), *self._before, *now)
        self._before = now
        return _rows(self.decision, state, lines), [Loss(**loss) for loss in self._found]

    def _report(self, state: Any) -> list[dict[str, Any]]:
        _, part = graph_part(state)
        key = part.fingerprint(state)
        if key not in self._known:
            self._known[key] = report(state)["heroes"] if part.exit_name(state) else []
        return self._known[key]


def follow(session: Session) -> Iterator[tuple[list[dict[str, Any]], list[Loss]]]:
    """Go through a session decision by decision: what `Follower.next` gives for each.

    Parameters
    ----------
    session : Session
    """
    follower = Follower(session)
    while (found := follower.next()) is not None:
        yield found


def _rows(decision: int, state: Any, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "decision": decision, "floor": int(state.floor), "round": int(state.round_number), "turn": int(state.turns),
            "behind_boss": False, **line,
        }
        for line in lines
    ]  # fmt: skip


def timeline(session: Session) -> "pd.DataFrame":
    """How the exit stood for each hero after each decision.

    Parameters
    ----------
    session : Session

    Returns
    -------
    pandas.DataFrame
        One row for each decision and each living hero on the floor, with the columns of `COLUMNS`.
    """
    import pandas as pd

    rows = [row for found, _ in follow(session) for row in found]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    for column in ("steps", "tiles_needed", "ways"):
        frame[column] = frame[column].astype("Int64")
    return frame


def losses(session: Session) -> list[Loss]:
    """The decisions by which heroes lost ways, with the fatal ones marked.

    A way is lost by a tile: the ways from where a hero stood are counted without and with it. (That a hero who walks
    into a corner has fewer ways is its own doing, and no loss.) A block can be undone by a boss that is beaten, a
    teleport, a secret door; so a move is fatal only if no later position shows the hero with a way again.

    Parameters
    ----------
    session : Session

    Returns
    -------
    list of Loss
        In the order of the decisions.
    """
    *_, (_, found) = follow(session)
    return found


def _add_losses(
    found: list[dict[str, Any]],
    moment: Moment,
    before: Any,
    now: dict[int, dict[str, Any]],
    after: Any,
    then: dict[int, dict[str, Any]],
) -> None:
    """Add what a decision took from each hero; a hero that has a way again gets its earlier losses undone."""
    _, part = graph_part(after)
    statuses = _statuses(part, moment.events, then if after.floor == before.floor else {})
    cell, tile, ways = _without_and_with(part, before, moment.events)
    for hero, line in now.items():
        status = statuses.get(hero, "")
        is_blocked = status in BLOCKED and line["status"] not in BLOCKED
        if is_blocked or (hero in ways and ways[hero] < _ways(line)):
            found.append(
                {
                    "decision": moment.decision, "floor": int(before.floor), "hero": hero, "before": _ways(line),
                    "after": ways.get(hero, 0), "status": status, "action": moment.line.get("action", ""),
                    "cell": cell, "tile": tile, "for_good": is_blocked,
                }
            )  # fmt: skip
        if status and status not in BLOCKED:
            _undo(found, hero, int(before.floor))


def fatal_moves(session: Session) -> list[Loss]:
    """For each hero that was blocked for good: the move that did it."""
    return [loss for loss in losses(session) if loss.for_good]


def _by_hero(lines: list[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    return {line["hero"]: line for line in lines}


def _ways(line: dict[str, Any]) -> int:
    return 4 if line["ways"] is None else line["ways"]


def _statuses(part: Any, events: Any, then: dict[int, dict[str, Any]]) -> dict[int, str]:
    """How the exit stands for each hero after a step; for those that died of it in the step, what it was."""
    return {hero: line["status"] for hero, line in then.items()} | part.cut_off_by(events)


def _without_and_with(part: Any, before: Any, events: Any) -> tuple[str, str, dict[int, int]]:
    """The tile that a step placed, and the ways that it leaves to each hero from where it stood."""
    cell, tile = part.placed_by(events)
    if not cell:
        return "", "", {}
    return cell, tile, {line["hero"]: _ways(line) for line in report(part.with_tile(before, cell, tile))["heroes"]}


def _undo(found: list[dict[str, Any]], hero: int, floor: int) -> None:
    for loss in found:
        if loss["hero"] == hero and loss["floor"] == floor:
            loss["for_good"] = False


def loss_text(session: Session, loss: Loss, names: Sequence[str]) -> str:
    """Say what a hero lost by a decision.

    Parameters
    ----------
    session : Session
    loss : Loss
    names : sequence of str
        By seat.
    """
    part, name = session.game.part("graph"), names[loss.hero - 1]
    by = f"the {part.tile_shape(loss.tile)} {loss.tile} on {loss.cell}" if loss.cell else loss.action
    blocked = {"walled": "walled off", "starved": "starved (too few tiles for any way)"}
    if loss.for_good:
        return f"decision {loss.decision}: {by} left {name} {blocked[loss.status]} for good"
    if loss.status in BLOCKED:
        return f"decision {loss.decision}: {by} left {name} {blocked[loss.status]}, which was undone later"
    return f"decision {loss.decision}: {by} took {name} from {loss.before} to {counted(loss.after, 'way')}"
