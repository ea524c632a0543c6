"""Rulesets side by side on the same seeds: what changes, by how much, and how sure it is."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ..batch.plan import Bots, Plan, make_plan
from ..batch.simulation import Progress, simulate
from ..batch.workers import Flag
from ..core.game import CryptError, Game
from ..core.ruleset import Ruleset, standard
from ..stats.difference import Comparison, compare_pairs
from ..stats.needed import more_games_needed
from .measures import Measure, read_measure, usual_measures


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
        """How many more games it takes to be sure of it; 0 when it is clear, None when nothing speaks for a difference."""
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
    games : pandas.DataFrame
        The rows of all games; `ruleset` tells them apart.
    is_whole : bool
        False when it was stopped before all games were played.
    """

    plans: list[Plan]
    differences: list[Difference]
    games: pd.DataFrame
    is_whole: bool

    def frame(self) -> pd.DataFrame:
        """A row for each ruleset after the first, number of players and measure.

        Returns
        -------
        pandas.DataFrame
            `ruleset`, `against`, `players`, `what`, `kind` ("share" or "mean"), `first`, `second` (values of `against` and
            of `ruleset`), `difference` with its paired 95 % interval `low` to `high`, `pairs`, `clear`, and `more`: the
            games that are missing to be sure.
        """
        table = pd.DataFrame([one.row() for one in self.differences])
        return table.astype({"more": "Int64"}) if len(table) else table

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
        When it is set, the comparison ends soon, with the pairs that are finished.

    Raises
    ------
    CryptError
        For settings that cannot be.
    """
    tables = [players] if isinstance(players, int) else list(players)
    first = make_plan(game, tables[0] if tables else 0, games, seed)
    variants = list(rulesets) if len(rulesets) > 1 else [standard(first.game), *rulesets]
    if len(variants) < 2:
        raise CryptError("name a ruleset to compare with the standard")
    variants = named_apart(variants)
    plans = [
        make_plan(first.game, table, games, seed, bots, variant, iterations) for table in tables for variant in variants
    ]
    asked = [read_measure(text, plans[0]) for text in what]
    frames = _play(plans, workers, progress, cancel)
    differences: list[Difference] = []
    for i, plan in enumerate(plans):
        base = i - i % len(variants)
        if i != base:
            differences += _differences(plan, plans[base], frames[i], frames[base], asked)
    whole = all(len(frame) == games for frame in frames)
    return RulesetComparison(plans, differences, pd.concat(frames, ignore_index=True), whole)


def named_apart(rulesets: Iterable[Ruleset]) -> list[Ruleset]:
    """The same rulesets, those of one name numbered."""
    known: dict[str, int] = {}
    named = []
    for one in rulesets:
        known[one.name] = known.get(one.name, 0) + 1
        name = one.name if known[one.name] == 1 else f"{one.name} ({known[one.name]})"
        named.append(Ruleset(one.game, name, one.model, one.record))
    return named


def _play(
    plans: list[Plan], workers: int | None, progress: Callable[[Progress], Any] | None, cancel: Flag | None
) -> list[pd.DataFrame]:
    """The rows of each plan; the counts of progress are of all of them together."""
    frames: list[pd.DataFrame] = []
    whole = sum(plan.games for plan in plans)

    def tell(one: Progress) -> None:
        done = sum(map(len, frames)) + one.done
        if progress:
            progress(Progress(done, whole, one.rate, (whole - done) / max(one.rate, 1e-9)))

    for plan in plans:
        frames.append(
            simulate(
                plan.game, plan.players, plan.games, plan.root, plan.bots, plan.ruleset, workers, progress=tell,
                cancel=cancel, iterations=plan.iterations,
            )
        )  # fmt: skip
    return frames


def _differences(
    plan: Plan, base: Plan, games: pd.DataFrame, others: pd.DataFrame, asked: list[Measure]
) -> list[Difference]:
    n = min(len(games), len(others))
    found = []
    for one in asked or usual_measures(plan):
        before, after = one.of(others.head(n)), one.of(games.head(n))
        if not asked and not (np.nansum(np.abs(before)) or np.nansum(np.abs(after))):
            continue  # it happened in no game, and nobody asked
        pairs = compare_pairs(one.text, before, after, one.is_share)
        found.append(Difference(plan.ruleset.name, base.ruleset.name, plan.players, pairs))
    return found
