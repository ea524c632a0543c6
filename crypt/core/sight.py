"""What a seat may see of a game with hidden hands: masked positions, events that it may know of, steps that it may count."""

from bisect import bisect_right
from typing import TYPE_CHECKING, Any

import numpy as np

from .game import Game

if TYPE_CHECKING:
    from .view import Moment, SessionView

ONLOOKER = -1  # somebody at no seat: sees no hand


def as_seen(game: Game, state: Any, seat: int | None) -> Any:
    """A position as a seat sees it.

    Parameters
    ----------
    game : Game
    state : record
        It stays as it is.
    seat : int or None
        From 0; `ONLOOKER`; None for somebody who may see everything.

    Returns
    -------
    record
        The position itself where everything may be seen, else a copy in which the rest is masked.
    """
    if seat is None:
        return state
    seen = state.copy()
    game.hide(seen, seat)
    return seen


def events_seen(events: Any, seat: int | None) -> Any:
    """The events that a seat may know of, in their order.

    Parameters
    ----------
    events : numpy.recarray
        Of one step.
    seat : int or None
        As in `as_seen`.
    """
    if seat is None:
        return events
    bit = 1 << seat if seat >= 0 else 0
    everyone = np.asarray(events.seen_by) == -1
    return events[everyone | ((np.asarray(events.seen_by) & bit) != 0)]


class Account:
    """A session in steps that everybody at the table may count.

    While hands are hidden, what somebody let pass in secret belongs to the step that it answered: whoever looks back,
    follows or counts cannot tell who was asked. Where nothing is secret each decision is a step.

    Parameters
    ----------
    session : SessionView

    Attributes
    ----------
    told : sequence of int
        By step, the decision with which it begins; step 0 is the start.
    """

    def __init__(self, session: "SessionView") -> None:
        self.session = session
        self.told = session.told

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.told) - 1

    def decision(self, step: int) -> int:
        """The last decision of a step."""
        return self.told[step + 1] - 1 if step < self.last else self.session.decision

    def decisions(self, step: int) -> range:
        """All decisions of a step."""
        return range(self.told[step], self.decision(step) + 1)

    def step_of(self, decision: int) -> int:
        """The step to which a decision belongs."""
        return bisect_right(self.told, decision) - 1

    def at(self, step: int) -> "Moment":
        """The session as it stood after a step."""
        return self.session.at(self.decision(step))

    def events(self, step: int, seat: int | None) -> Any:
        """What a step brought about, as far as a seat may know of it."""
        seen = [events_seen(self.session.at(n).events, seat) for n in self.decisions(step)]
        return seen[0] if len(seen) == 1 else np.concatenate(seen).view(np.recarray)

    def seat_of(self, step: int) -> int:
        """The seat that decided a step; -1 for the start."""
        return self.session.seat_of(self.told[step])
