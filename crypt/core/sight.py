"""What a seat may see of a game with hidden hands: positions masked for it, and the events that it may know of."""

from typing import Any

import numpy as np

from .game import Game

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
