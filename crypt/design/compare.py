"""Rulesets side by side on the same seeds: what changes, by how much, and how sure it is."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from ..batch.plan import Bots, Plan, check_workers, make_plan
from ..batch.rows import rows
from ..batch.simulation import Progress
from ..batch.workers import Flag, Team
from ..core.game import CryptError, Game
from ..core.ruleset import Ruleset, standard
from ..stats.difference import Comparison, compare_pairs
from ..stats.needed import more_games_needed
from .measures import Measure, read_measures, usual_measures

FIRST_STRETCH = 50  # games that each ruleset plays before the next one takes its turn
SECONDS = 10.0  # that a turn of all rulesets should take: what a stop costs at most


@dataclass(frozen=True)
class Difference:
    """How one ruleset differs from the first in one respect.

    Attributes
    ----------
    ruleset, against : str
        The names; `against` is the first ruleset's.
    players : int
    found : Comparison
        In pairs of games with the same seed.
    """

    ruleset: str
    against: str
    players: int
    found: Comparison

    @property
    def more(self) -> int | None:
        """How many more pairs it takes to be sure of it; 0 when it is clear, None when nothing speaks for a difference."""
        return more_games_needed(self.found)

    def row(self) -> dict[str, Any]:
        """The same as a row of a table."""
        one = self.found
        return {
            "ruleset": self.ruleset, "against": self.against, "players": self.players, "what": one.what,
            "kind": "share" if one.is_share else "mean", "first": one.first.value, "second": one.second.value,
            "difference": one.difference.value, "low": one.difference.low, "high": one.difference.high,
            "pairs": one.pairs, "clear": one.is_clear, "more": self.more,
        }  # fmt: skip


@dataclass(frozen=True)
class RulesetComparison:
    """Rulesets compared with the first of them.

    Attributes
    ----------
    plans : list of Plan
        One for each ruleset and number of players.
    differences : list of Difference
    is_whole : bool
        False when it was stopped before all games were played.
    """

    plans: list[Plan]
    differences: list[Difference]
    is_whole: bool

    def frame(self) -> pd.DataFrame:
        """A row for each ruleset after the first, number of players and measure.

        Returns
        -------
        pandas.DataFrame
            `ruleset`, `against`, `players`, `what`, `kind` ("share" or "mean"), `first`, `second` (values of `against` and
            of `ruleset`), `difference` with its paired 95 % interval `low` to `high` (nan where it cannot be told),
            `pairs`, `clear`, and `more`: how many more pairs it takes to be sure.
        """
        table = pd.DataFrame([one.row() for one in self.differences])
        return table.astype({"more": "Int64"}) if len(table) else table

    @property
    def remarks(self) -> list[str]:
        """How the table is read, in sentences."""
        said = ["Each pair of games has the same seed.",
                "More pairs: as many as it takes to show a difference that is as large as it looks, with a chance of 80 %."]
        if len(self.differences) > 1:
            said.append("Each row by itself is judged at 95 %: of 20 rows that do not differ, about one is clear by luck.")
        return said

    def of(self, ruleset: str, players: int) -> list[Comparison]:
        """The comparisons of one ruleset with the first."""
        return [one.found for one in self.differences if one.ruleset == ruleset and one.players == players]


def compare_rulesets(
    game: Game | str,
    rulesets: Sequence[Ruleset],
    players: Iterable[int] | int,
    games: int,
    seed: int | str = 0,
    bots: Bots = None,
    what: Sequence[str] = (),
    workers: int | None = None,
    iterations: int | None = None,
    progress: Callable[[Progress], Any] | None = None,
    cancel: Flag | None = None,
) -> RulesetComparison:
    """Play the same seeds under several rulesets and compare the results game by game.

    Parameters
    ----------
    game : Game or str
    rulesets : sequence of Ruleset
        The first is the one that the others are compared with; one alone is compared with the standard.
    players : int or iterable of int
    games : int
        For each ruleset and number of players.
    seed : int or str
    bots : mapping, sequence or str, optional
        As for `simulate`.
    what : sequence of str
        What is compared, as `read_measure` takes it; by default results, length, deaths by cause and how floors ended.
    workers, iterations : int, optional
        As for `simulate`.
    progress : callable, optional
        Is given a `Progress`.
    cancel : flag, optional
        When it is set, the comparison ends soon, with the pairs that are finished: the rulesets play in turn.

    Raises
    ------
    CryptError
        For settings that cannot be, and a ruleset that is the same as the first.
    """
    tables = [players] if isinstance(players, int) else list(players)
    first = make_plan(game, tables[0] if tables else 0, games, seed)
    variants = list(rulesets) if len(rulesets) > 1 else [standard(first.game), *rulesets]
    if len(variants) < 2:
        raise CryptError("name a ruleset to compare with the standard")
    if same := next((one for one in variants[1:] if one.fingerprint == variants[0].fingerprint), None):
        which = f"{same.name} has the same values as {variants[0].name}" if same.name != variants[0].name else same.name + (
            " would be compared with itself"
        )  # fmt: skip
        raise CryptError(f"{which}; name a ruleset that differs, or change a field of it")
    variants = named_apart(variants)
    plans = [
        make_plan(first.game, table, games, seed, bots, variant, iterations) for table in tables for variant in variants
    ]
    groups = []
    for i in range(0, len(plans), len(variants)):
        measures = read_measures(what, plans[i]) or usual_measures(plans[i])
        groups.append([_Party(plan, measures) for plan in plans[i : i + len(variants)]])
    watch, team = _Watch(sum(plan.games for plan in plans), progress), check_workers(workers)
    for group in groups:
        for count in _play(group, team, cancel):
            watch.add(count)
    differences = [one for group in groups for one in _differences(group, bool(what))]
    is_whole = all(one.done == one.plan.games for group in groups for one in group)
    return RulesetComparison(plans, differences, is_whole)


def named_apart(rulesets: Iterable[Ruleset]) -> list[Ruleset]:
    """The same rulesets, those of one name numbered."""
    known: dict[str, int] = {}
    named = []
    for one in rulesets:
        known[one.name] = known.get(one.name, 0) + 1
        name = one.name if known[one.name] == 1 else f"{one.name} ({known[one.name]})"
        named.append(replace(one, name=name))
    return named


class _Party:
    """The games that one plan has played so far, of which only what is measured is kept."""

    def __init__(self, plan: Plan, measures: Sequence[Measure]) -> None:
        self.plan, self.measures, self.done = plan, list(measures), 0
        self._parts: list[list[np.ndarray]] = [[] for _ in measures]

    def play(self, games: int, workers: int, cancel: Flag | None) -> Iterator[int]:
        """Play on until so many games are done; how many each batch was."""
        played = []
        for batch in Team(self.plan.first(games), self.done, workers, cancel).batches():
            played.append(batch.outcomes)
            yield len(batch.outcomes)
        if played:
            table = rows(self.plan, self.done, np.concatenate(played).view(np.recarray))
            for measure, parts in zip(self.measures, self._parts, strict=True):
                parts.append(measure.of(table).astype(np.float32))
            self.done += len(table)

    def values(self, n: int) -> list[np.ndarray]:
        """What was measured in each of the first n games, by measure."""
        return [np.concatenate(parts)[:n].astype(float) if parts else np.zeros(0) for parts in self._parts]


def _play(parties: Sequence[_Party], workers: int, cancel: Flag | None) -> Iterator[int]:
    """Play all rulesets in turn, a stretch each, so that pairs are whole when it is stopped; how many each batch was."""
    games, size = parties[0].plan.games, FIRST_STRETCH
    while parties[0].done < games and not (cancel is not None and cancel.is_set()):
        began, upto = time.monotonic(), min(parties[0].done + size, games)
        for party in parties:
            yield from party.play(upto, workers, cancel)
        size = max(1, min(10 * size, int(size * SECONDS / max(time.monotonic() - began, 1e-6))))


class _Watch:
    """Tells how far all rulesets and numbers of players are together."""

    def __init__(self, games: int, progress: Callable[[Progress], Any] | None) -> None:
        self._games, self._tell, self._done, self._began = games, progress, 0, time.monotonic()

    def add(self, count: int) -> None:
        """Count games that are finished."""
        self._done += count
        if self._tell:
            rate = self._done / max(time.monotonic() - self._began, 1e-9)
            self._tell(Progress(self._done, self._games, rate, (self._games - self._done) / max(rate, 1e-9)))


def _differences(parties: Sequence[_Party], is_asked: bool) -> list[Difference]:
    """Each ruleset against the first, in the pairs that all have finished."""
    n = min(one.done for one in parties)
    if not n:
        return []
    base, *others = parties
    first, found = base.values(n), []
    for party in others:
        for measure, before, after in zip(base.measures, first, party.values(n), strict=True):
            if not is_asked and not (np.nansum(np.abs(before)) or np.nansum(np.abs(after))):
                continue  # it happened in no game, and nobody asked
            pairs = compare_pairs(measure.text, before, after, measure.is_share)
            found.append(Difference(party.plan.ruleset.name, base.plan.ruleset.name, base.plan.players, pairs))
    return found
