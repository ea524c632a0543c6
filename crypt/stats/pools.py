"""What is put together in a summary although it may not belong together: several rulesets, several kinds of players."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.ruleset import told_apart
from ..core.wording import counted, listed
from .games import BOTS, Games

MOST_TOLD = 4


@dataclass(frozen=True)
class Pool:
    """Games of several kinds.

    Attributes
    ----------
    column : str
        That tells them apart: "fingerprint" or "bots".
    counts : dict of str to (str, int)
        For each value what it is called and how many games have it, the most frequent first.
    by : str
        The columns by which groups of one kind are made, as `crypt outcomes --by` takes them.
    """

    column: str
    counts: dict[str, tuple[str, int]]
    by: str

    @property
    def words(self) -> str:
        """How many kinds there are, and the most frequent with their games."""
        told = [f"{name} {n:,}" for name, n in list(self.counts.values())[:MOST_TOLD]]
        more = len(self.counts) - len(told)
        kind = ("ruleset", "") if self.column == "fingerprint" else ("kind of players", "kinds of players")
        return f"{counted(len(self.counts), *kind)} ({', '.join(told)}{f', and {more:,} more' if more else ''})"


def pooled(games: Games, by: Sequence[str] = ()) -> list[Pool]:
    """Find what is put together when games are summed up.

    Parameters
    ----------
    games : Games
        Of one game.
    by : sequence of str
        The columns that make groups.
    """
    found = []
    if {"ruleset", "fingerprint"} <= set(games.columns) and "fingerprint" not in by:
        found += _rulesets(games, by)
    if BOTS in games.columns and not any(name.startswith("bot") for name in by):
        table = games.counts([BOTS]).dropna().sort_values("n", ascending=False, kind="stable")
        found += [Pool(BOTS, {str(row.bots): (str(row.bots), int(row.n)) for row in table.itertuples()}, BOTS)]
    return [pool for pool in found if len(pool.counts) > 1]


def _rulesets(games: Games, by: Sequence[str]) -> list[Pool]:
    table = games.counts(["ruleset", "fingerprint"]).dropna().sort_values("n", ascending=False, kind="stable")
    has_namesakes = table["ruleset"].duplicated().any()
    if "ruleset" in by and not has_namesakes:
        return []
    names = told_apart(zip(table["ruleset"], table["fingerprint"], strict=True))
    counts = {one: (names[one], int(n)) for one, n in zip(table["fingerprint"], table["n"], strict=True)}
    return [Pool("fingerprint", counts, "ruleset,fingerprint" if has_namesakes else "ruleset")]


def pooled_words(pools: Sequence[Pool]) -> str:
    """What is put together, in a sentence; "" where nothing is."""
    return f"Put together here: {listed(pool.words for pool in pools)}." if pools else ""
