"""What the results of a game are called: each game says it in its module `results`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from .catalog import Entry, catalog, find_game, has_part
from .wording import capital

ABANDONED = "abandoned"  # of a session that was not finished
OF_ALL = {ABANDONED: "not finished"}  # nobody can tell a session that was left from one that goes on tomorrow
EXPLAINED = {
    "stalled": "nobody could go on, or the limit of rounds or turns was reached at which a game is given up",
    ABANDONED: "sessions that are being played still, or were left before the end; a log does not tell which",
}


@dataclass(frozen=True)
class Topic:
    """Numbers that are looked at together.

    Attributes
    ----------
    name : str
        Of the section that shows them.
    title : str
    columns : tuple of str
    is_open : bool
        Whether its section is shown from the beginning.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    is_open: bool = False


@dataclass(frozen=True)
class Results:
    """What the columns of a game's rows are called, and which of them belong together.

    Attributes
    ----------
    words : mapping of str to str
        Columns and results by their names, where these do not say it themselves.
    main : tuple of str
        The columns that people ask for first, beside rounds and minutes.
    topics : tuple of Topic
    score : str
        What the score of a seat counts, where seats do not compete.
    reason : str
        The column that says why a game ended, where there is one.
    seats : tuple of str
        What each seat is called by itself; the catalog knows it.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    main: tuple[str, ...] = ()
    topics: tuple[Topic, ...] = ()
    score: str = "mean score"
    reason: str = ""
    seats: tuple[str, ...] = ()

    def word(self, name: str) -> str:
        """What a column or a result is called."""
        return self.words.get(str(name)) or OF_ALL.get(str(name)) or str(name).replace("_", " ")

    def explained(self, name: str) -> str:
        """What a result means that games do not end with by themselves, as a sentence; "" for others."""
        return f"{capital(self.word(name))}: {EXPLAINED[name]}." if name in EXPLAINED else ""

    def seat(self, number: int) -> str:
        """What a seat, counted from 1, is called."""
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else f"Seat {number}"


@cache
def results_of(game: str) -> Results:
    """What the results of a game are called.

    Parameters
    ----------
    game : str
        Its name; one that is not installed, or that says nothing, calls them by their names.
    """
    if game not in catalog():
        return Results()
    told = find_game(game).part("results").results() if has_part(game, "results") else Results()
    entry = catalog()[game]
    return replace(told, words=_of_seats(entry) | dict(told.words), seats=entry.seats)


def _of_seats(entry: Entry) -> dict[str, str]:
    """What is called after a seat: that it won, and its score."""
    won = {f"seat {i}": said for i, said in enumerate(entry.won, 1)}
    return won | {f"score_{i}": f"score of {seat[:1].lower()}{seat[1:]}" for i, seat in enumerate(entry.seats, 1)}
