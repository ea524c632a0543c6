"""Bins for numbers of games: fine enough where most of the games are, however long the longest took."""

from dataclasses import dataclass

import numpy as np

from ..core.wording import counted
from .intervals import quantile

MOST_BINS = 40
BEYOND = 0.005  # the share of games that may lie beyond the bins
OUTLIERS = 0.1  # the same where these are outliers
FENCE = 3.0  # spreads between the quartiles, above the upper one, beyond which a number is an outlier
WORTH = 1.5  # how much longer the bins must be otherwise
TICKS = 6
GAP, WIDTH = 0.04, 0.06  # beside the last bin, and of the bar for what lies beyond; shares of the length of the bins


@dataclass(frozen=True)
class Bins:
    """Bins, and what lies beyond them.

    Attributes
    ----------
    edges : array of float, shape (bins + 1,)
    beyond : int
        Games with more than the last edge.
    most : float
        The largest number.
    is_whole : bool
        Whether all numbers are whole; then edges lie between them.
    """

    edges: np.ndarray
    beyond: int
    most: float
    is_whole: bool

    @property
    def last(self) -> str:
        """The largest number that is in the bins, as text."""
        return f"{self.edges[-1] - 0.5:.0f}" if self.is_whole else f"{self.edges[-1]:.3g}"

    @property
    def bar(self) -> tuple[float, float]:
        """From where to where the bar for what lies beyond is drawn."""
        span = self.edges[-1] - self.edges[0]
        return self.edges[-1] + GAP * span, self.edges[-1] + (GAP + WIDTH) * span

    @property
    def hint(self) -> str:
        """What lies beyond, in words; "" where nothing does."""
        games = counted(self.beyond, "game")
        return f"last bar: more than {self.last} in {games}, at most {self.most:.4g}" if self.beyond else ""

    def shares(self, values: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """The share of games in each bin, and at last of those beyond: shape (bins + 1,)."""
        place = np.clip(np.digitize(values, self.edges), 1, len(self.edges))
        place[values == self.edges[-1]] = len(self.edges) - 1  # the last bin has both its edges
        return np.bincount(place - 1, counts, len(self.edges)) / counts.sum()

    def outline(self, shares: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The line over the bins, which steps half-way between two of its places.

        Parameters
        ----------
        shares : array of float, shape (bins,)

        Returns
        -------
        x : array of float, shape (bins + 2,)
            The middle of each bin, and both ends, so that the outer bins are as wide as the others.
        y : array of float, shape (bins + 2,)
        middles : array of float, shape (bins + 2,)
            The middle of the bin that each place is of.
        """
        middles = (self.edges[:-1] + self.edges[1:]) / 2
        x = np.concatenate([self.edges[:1], middles, self.edges[-1:]])
        return x, np.pad(shares, 1, "edge"), np.pad(middles, 1, "edge")

    def ticks(self) -> tuple[list[float], list[str]]:
        """Round numbers within the bins, and the bar beyond them by its name."""
        rough = (self.edges[-1] - self.edges[0]) / TICKS
        size = 10.0 ** np.floor(np.log10(rough))
        step = next(size * times for times in (1, 2, 5, 10) if size * times >= rough)
        step = max(step, 1.0) if self.is_whole else step
        places = np.arange(np.ceil(self.edges[0] / step), np.floor(self.edges[-1] / step) + 1) * step
        places = places[places <= sum(self.bar) / 2 - 0.1 * (self.edges[-1] - self.edges[0])]  # room for the name
        return [*places.tolist(), sum(self.bar) / 2], [*(f"{place:,.6g}" for place in places), f"> {self.last}"]


def bins_of(values: np.ndarray, counts: np.ndarray, at_least: float = -np.inf) -> Bins:
    """Choose bins: as many as the games can fill, and whole numbers are never split unevenly.

    Parameters
    ----------
    values : array
        Sorted, each once.
    counts : array
        The games of each.
    at_least : float
        Up to here nothing lies beyond.
    """
    values, counts = np.asarray(values, float), np.asarray(counts)
    bulk = values[values <= max(_limit(values, counts), at_least)]
    if values[-1] - values[0] <= WORTH * (bulk[-1] - bulk[0]) or len(bulk) == 1:
        bulk = values
    is_whole = bool((values % 1 == 0).all())
    edges = _edges(bulk[0], bulk[-1], int(np.clip(2 * np.cbrt(counts.sum()), 5, MOST_BINS)), is_whole)
    return Bins(edges, int(counts[values > edges[-1]].sum()), float(values[-1]), is_whole)


def _limit(values: np.ndarray, counts: np.ndarray) -> float:
    """The number beyond which only few games are, or outliers."""
    low, high, rare, outlying = (quantile(values, counts, p).value for p in (0.25, 0.75, 1 - BEYOND, 1 - OUTLIERS))
    return max(outlying, min(rare, high + FENCE * (high - low)))


def _edges(low: float, high: float, most: int, is_whole: bool) -> np.ndarray:
    if is_whole:
        wide = max(1, int(np.ceil((high - low + 1) / most)))
        return np.arange(low - 0.5, high + wide, wide)
    return np.linspace(low, high, most + 1) if high > low else np.array([low - 0.5, low + 0.5])
