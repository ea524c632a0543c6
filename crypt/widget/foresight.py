"""What a click would show, made ready while nobody waits for anything."""

from collections.abc import Callable, Iterator

from ..core.session import Session
from .table import Model, board_model
from .wire import Job

MOST = 40  # actions that are looked at


class Foresight:
    """The board after each action that may come next.

    Chance is settled by a session's seed and what was played, so the board after an action is known before it is chosen;
    a click then waits for its line in the log alone. Games with hidden hands are left out: what their players may see
    depends on who comes to sit at the screen.

    Parameters
    ----------
    say : callable
        Where an error is told (see `guarded`).
    """

    def __init__(self, say: Callable[[str, str], None]) -> None:
        self._say = say
        self._boards: dict[int, Model] = {}
        self._job: Job | None = None

    def forget(self) -> None:
        """Something is about to change."""
        self._boards = {}
        if self._job:
            self._job.cancel()

    def look_ahead(self, session: Session) -> None:
        """Make ready what a person may be about to choose."""
        self.forget()
        if session.game.has_secrets or session.read_only or session.is_over or session.kinds[session.actor] != "human":
            return
        self._job = Job(self._steps(session), lambda is_over: None, self._say, slice_seconds=0).start()

    def _steps(self, session: Session) -> Iterator[None]:
        boards = self._boards
        for action in session.legal()[:MOST]:
            boards[action] = board_model(session.after(action))
            yield

    def take(self, action: int) -> Model | None:
        """The board after an action that is being played, if it is ready; all others are forgotten."""
        board = self._boards.get(action)
        self.forget()
        return board
