"""The cave: rooms, connections and distances, made from the tables of a ruleset."""

from collections.abc import Sequence

import numpy as np

from .state import ROOMS

FAR = 100  # the distance between rooms that no way joins


def joined(rooms: Sequence[str], pairs: Sequence[tuple[str, str]]) -> np.ndarray:
    """Which rooms are joined by a connection.

    Parameters
    ----------
    rooms : sequence of str
    pairs : sequence of (str, str)
        Names of rooms that there are.

    Returns
    -------
    numpy.ndarray
        `ROOMS` by `ROOMS`, of bool; the same in both directions (CAVE-30).
    """
    found = np.zeros((ROOMS, ROOMS), bool)
    for one, other in pairs:
        i, j = rooms.index(one), rooms.index(other)
        found[i, j] = found[j, i] = True
    return found


def distances(near: np.ndarray, count: int) -> np.ndarray:
    """The fewest moves between any two rooms.

    Parameters
    ----------
    near : numpy.ndarray
        As `joined` gives it.
    count : int
        Of rooms.

    Returns
    -------
    numpy.ndarray
        `ROOMS` by `ROOMS`; `FAR` where no way leads.
    """
    found = np.where(near, 1, FAR)
    np.fill_diagonal(found, 0)
    for middle in range(count):
        found = np.minimum(found, found[:, middle, None] + found[None, middle, :])
    return np.minimum(found, FAR)
