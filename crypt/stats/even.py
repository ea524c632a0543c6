"""Whether the seats of a contest win equally often."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats
from statsmodels.stats.power import GofChisquarePower

from ..core.results import Results
from ..core.wording import counted
from .games import BOTS, Games
from .intervals import LEVEL, Estimate, share
from .summary import SEAT, _rounded, _split

ENOUGH = 5  # wins that each seat should have by chance, for the distribution of chi-square to be near enough
DRAWS = 9999  # where there are fewer
SEEN = 0.8  # the chance to see a difference that is called large enough to be seen
BEFOREHAND = ("game", "ruleset", "fingerprint", "players", "source", "mode", BOTS)  # what is settled before anybody wins


@dataclass(frozen=True)
class Evenness:
    """How often each seat has won, and whether luck alone explains the differences.

    Attributes
    ----------
    key : dict
        Column to value; `players` is among them.
    wins : list of int
        By seat; of games with one winner.
    undecided : int
        Games that ended without one winner; they do not count.
    mixed : int
        Games with one winner in which seats were played by different players or bots.
    p : float
        The chance of wins that are at least so uneven, if all seats win equally often; nan without games.
    called : Results
        What seats are called.
    """

    key: dict[str, Any]
    wins: list[int]
    undecided: int
    mixed: int
    p: float
    called: Results

    @property
    def n(self) -> int:
        """The games with one winner."""
        return sum(self.wins)

    @property
    def is_uneven(self) -> bool:
        """Whether luck alone hardly explains the differences."""
        return self.p < 1 - LEVEL

    @property
    def farthest(self) -> int:
        """The seat, counted from 1, that is farthest from an equal share; of several the one that wins most."""
        even = self.n / len(self.wins)
        return max(range(1, len(self.wins) + 1), key=lambda seat: (abs(self.wins[seat - 1] - even), self.wins[seat - 1]))

    @property
    def visible(self) -> float:
        """How far from an equal share one seat must be, for so many games to show it four times of five."""
        seats = len(self.wins)
        size = GofChisquarePower().solve_power(nobs=self.n, alpha=1 - LEVEL, power=SEEN, n_bins=seats)
        return float(size) * math.sqrt(seats - 1) / seats

    def share_of(self, seat: int) -> Estimate:
        """The games that a seat, counted from 1, has won, of those with one winner."""
        return share(self.wins[seat - 1], self.n)

    @property
    def says(self) -> str:
        """The same in words."""
        if not self.n:
            return f"{self._who}: no game has one winner."
        return " ".join([f"{self._who}: {self._verdict}.", *self._remarks])

    @property
    def _who(self) -> str:
        told = [f"{name} {'-' if value is None else value}" for name, value in self.key.items() if name != "players"]
        return ", ".join([*told, counted(self.key["players"], "player")])

    @property
    def _verdict(self) -> str:
        told = f"({_chance(self.p)}, {counted(self.n, 'game')})"
        if self.is_uneven:
            value, low, high = (f"{100 * number:.1f}" for number in self.share_of(self.farthest))
            who = self.called.word(f"{SEAT}{self.farthest}")
            found = f"{who} in {value} % (95 %: {low} to {high}), where {100 / len(self.wins):.3g} % would be even"
            return f"seats do not win equally often {told}: {found}"
        most = 1 - 1 / len(self.wins)
        shown = f"one of {100 * self.visible:.2g} points would most likely show"
        limit = shown if self.visible < most else "so few games hardly show one"
        return f"no difference between seats can be seen {told}; {limit}"

    @property
    def _remarks(self) -> list[str]:
        told = [f"Not counted: {counted(self.undecided, 'game')} without one winner."] if self.undecided else []
        if self.mixed:
            which = f"In {self.mixed:,} of these games" if self.mixed < self.n else "Here"
            told.append(f"{which} not all seats were played alike: that may be the difference, or hide one.")
        return told

    def document(self) -> dict[str, Any]:
        """The same as JSON can hold it."""
        return {
            "group": self.key, "games": self.n, "undecided": self.undecided, "played_unlike": self.mixed,
            "wins": {f"{SEAT}{seat}": won for seat, won in enumerate(self.wins, 1)},
            "p": _rounded(self.p), "uneven": self.is_uneven, "says": self.says,
        }  # fmt: skip


def evenness(games: Games | pd.DataFrame, by: Sequence[str] = ()) -> list[Evenness]:
    """Test whether all seats win equally often, for each number of players by itself.

    Chi-square of the wins against equal shares; where an equal share is less than five wins, its distribution is drawn.

    Parameters
    ----------
    games : Games or pandas.DataFrame
        Of one game. Sessions that were not finished do not count, and of the others those with one winner.
    by : sequence of str
        Columns that make groups; only those count that are settled before a game begins.

    Returns
    -------
    list of Evenness
        One for each group and number of players; none where no seat wins, as in games that are won or lost together, or
        where rows do not say how many play.
    """
    games = Games.of(games).finished()
    if "players" not in games.columns:
        return []
    keys = [name for name in dict.fromkeys([*by, "players"]) if name.startswith("bot_") or name in BEFOREHAND]
    more = [BOTS] if BOTS in games.columns and BOTS not in keys else []
    table = games.counts([*keys, "result", *more]).dropna(subset=["players"])
    won = table["result"].astype(str).str.extract(rf"^{SEAT}(\d+)$", expand=False).astype(float)
    table = table.assign(seat=won.where(won.between(1, table["players"])), players=table["players"].astype(int))
    is_mixed = table[BOTS].fillna("").str.contains(" + ", regex=False) if BOTS in table else False
    table = table.assign(mixed=is_mixed)
    return [_evenness(key, part, games.results) for key, part in _split(table, keys)] if won.notna().any() else []


def _evenness(key: dict[str, Any], part: pd.DataFrame, called: Results) -> Evenness:
    decided = part[part["seat"].notna()]
    seats = range(1, key["players"] + 1)
    wins = decided.groupby("seat")["n"].sum().reindex(seats, fill_value=0).astype(int).tolist()
    undecided = int(part["n"].sum()) - sum(wins)
    return Evenness(key, wins, undecided, int(decided.loc[decided["mixed"], "n"].sum()), _chance_of(wins), called)


def _chance_of(wins: list[int]) -> float:
    """The chance of wins that are at least so uneven, if all seats win equally often."""
    n, seats = sum(wins), len(wins)
    if not n or seats < 2:
        return math.nan
    if n >= ENOUGH * seats:
        return float(stats.chisquare(wins).pvalue)
    random = np.random.default_rng(0)
    found = stats.monte_carlo_test(
        wins, lambda size: random.multinomial(n, [1 / seats] * seats, size=size[0]),
        lambda drawn, axis: ((drawn - n / seats) ** 2).sum(axis=axis),
        n_resamples=DRAWS, alternative="greater", vectorized=True,
    )  # fmt: skip
    return float(found.pvalue)


def _chance(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"
