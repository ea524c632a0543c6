"""Balance: searches values of chosen fields with which a design meets its targets, and judges the winner on fresh seeds.

Optuna proposes settings (its tree-structured Parzen estimator; every setting once where there are few), all of which are
played with the same seeds. With several targets there is a Pareto front: settings of which none is better in everything. The
smallest change is an aim of its own.
"""

import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ..batch.plan import check_root
from ..batch.workers import Flag
from ..core.catalog import find_game
from ..core.game import CryptError, Game, UnreadableError
from ..core.ruleset import Ruleset, load_ruleset, standard, value_of
from ..stats.intervals import Estimate
from .claims import tables_of
from .fields import Moving, check_fields, read_field, vary, with_rest
from .ledger import Ask, Finding, Ledger, Question, make_ask
from .targets import IMPOSSIBLE, MET, MISSED, UNCLEAR, Seen, Target, TargetFile, read_targets

FRESH = 1  # the seeds on which the winner is judged are others than those of the search


@dataclass(frozen=True)
class Try:
    """One setting that was tried.

    Attributes
    ----------
    number : int
        From 1; 0 is the ruleset from which the search began.
    changes : dict
        Field to value.
    seen : list of Seen
        By target.
    change : float
        How far the fields moved: 0 not at all, 1 each from one end to the other.
    problem : str
        Why it cannot be played, or "".
    """

    number: int
    changes: dict[str, Any]
    seen: list[Seen]
    change: float
    problem: str = ""

    @property
    def misses(self) -> list[float]:
        """By how much each target is missed."""
        return [IMPOSSIBLE if self.problem else one.miss for one in self.seen]

    @property
    def miss(self) -> float:
        """By how much all targets together are missed."""
        return sum(self.misses)


@dataclass(frozen=True)
class Balance:
    """What a search has found.

    Attributes
    ----------
    question : Question
    targets : tuple of Target
    base : Try or None
        The ruleset from which it began.
    tries : list of Try
    wanted : int
        Tries that were asked for.
    """

    question: Question
    targets: tuple[Target, ...]
    base: Try | None
    tries: list[Try]
    wanted: int

    @property
    def is_whole(self) -> bool:
        """Whether all tries were made."""
        return len(self.tries) == self.wanted

    @property
    def front(self) -> list[Try]:
        """The tries of which none is better in everything: each target, and the size of the change."""
        points = {(*one.misses, one.change): one for one in reversed(self._playable)}
        kept = [
            one for mine, one in points.items()
            if not any(other != mine and all(a <= b for a, b in zip(other, mine, strict=True)) for other in points)
        ]  # fmt: skip
        return sorted(kept, key=lambda one: (one.miss, one.change, one.number))

    @property
    def _playable(self) -> list[Try]:
        return [one for one in self._all if not one.problem]

    @property
    def _all(self) -> list[Try]:
        return [*([self.base] if self.base else []), *self.tries]

    @property
    def best(self) -> Try | None:
        """The try that misses the targets least, and of several the smallest change."""
        return min(self._playable, key=lambda one: (round(one.miss, 9), one.change, one.number), default=None)

    def frame(self) -> pd.DataFrame:
        """A row for each try.

        Returns
        -------
        pandas.DataFrame
            `number`, a column for each field, `miss` with `miss_1` ... by target, `change`, `on_front`, `problem`.
        """
        on_front = {id(one) for one in self.front}
        rows = [
            {"number": one.number} | one.changes | {"miss": one.miss}
            | {f"miss_{i + 1}": miss for i, miss in enumerate(one.misses)}
            | {"change": one.change, "on_front": id(one) in on_front, "problem": one.problem}
            for one in self._all
        ]  # fmt: skip
        names = [one.name for one in self.question.moving]
        missed = [f"miss_{i + 1}" for i in range(len(self.targets))]
        return pd.DataFrame(rows, columns=["number", *names, "miss", *missed, "change", "on_front", "problem"])

    def ruleset(self, one: Try, name: str = "") -> Ruleset:
        """The ruleset of a try.

        Parameters
        ----------
        one : Try
        name : str
            By default that of the ruleset from which the search began, and what was changed.
        """
        asked = self.question
        if not one.changes:
            return asked.base
        found = vary(asked.game, asked.base, asked.fields, one.changes)
        return replace(found, name=name) if name else found

    def changed_fields(self, one: Try) -> dict[str, tuple[Any, Any]]:
        """What a try changed: field to the values before and after."""
        full = with_rest(self.question.base, self.question.fields, one.changes) if one.changes else {}
        before = {name: value_of(self.question.base.values, name) for name in full}
        return {name: (before[name], value) for name, value in full.items() if before[name] != value}


@dataclass(frozen=True)
class Judgement:
    """The winner and the ruleset from which the search began, on seeds that the search has not seen.

    Attributes
    ----------
    before, after : list of Seen
        By target.
    games : int
        For each number of players and bots.
    """

    before: list[Seen]
    after: list[Seen]
    games: int

    @property
    def verdict(self) -> str:
        """"met" when all targets are, "missed" when one is, else "unclear": a matter of more games."""
        found = {one.verdict for one in self.after}
        return MISSED if MISSED in found else UNCLEAR if UNCLEAR in found else MET

    def frame(self) -> pd.DataFrame:
        """A row for each target and number of players.

        Returns
        -------
        pandas.DataFrame
            `target`, `kind` ("share" or "mean"), `players` (0 for a spread), `before` and `after` with their 95 %
            intervals, and the `verdict`.
        """
        rows = []
        for old, new in zip(self.before, self.after, strict=True):
            for players, was, now, verdict in _parts(old, new):
                about = {"target": new.target.name, "kind": "share" if new.is_share else "mean", "players": players}
                rows.append(
                    about | {"before": was.value, "before_low": was.low, "before_high": was.high, "after": now.value,
                             "low": now.low, "high": now.high, "verdict": verdict}
                )  # fmt: skip
        return pd.DataFrame(rows)


def _parts(old: Seen, new: Seen) -> list[tuple[int, Estimate, Estimate, str]]:
    """A target by number of players; one part where it is about their spread."""
    if new.target.spread_at_most is not None:
        return [(0, old.worst[0], new.worst[0], new.verdict)]
    return [
        (players, old.estimates[players], now, Seen(new.target, {players: now}, new.is_share).verdict)
        for players, now in new.estimates.items()
    ]


class Search:
    """A search on its way; see `balance_rules`.

    Parameters
    ----------
    question : Question
    targets : sequence of Target
    asks : sequence of lists of Ask
        What each target asks; the question asks the same, each once.
    out : path, optional
    resume : bool
    workers : int, optional
    cancel : flag, optional
    """

    def __init__(
        self, question: Question, targets: Sequence[Target], asks: Sequence[list[Ask]], out: str | Path | None = None,
        resume: bool = False, workers: int | None = None, cancel: Flag | None = None,
    ) -> None:  # fmt: skip
        self.question, self.targets, self._asks = question, tuple(targets), asks
        self._workers, self._cancel = workers, cancel
        self._ledger = Ledger(question, out, resume, workers, cancel)

    def run(self, tries: int, progress: Callable[[Balance], Any] | None = None) -> Balance:
        """Try settings; with the same question and file it goes the same way again, and plays only what is new.

        Parameters
        ----------
        tries : int
        progress : callable, optional
            Is given what has been found so far, after each try.
        """
        wanted = min(tries, self._settings)
        base = self._try(0, {})
        found = Balance(self.question, self.targets, base, [], wanted)
        if base is None:
            return found
        proposals = self._every() if wanted == self._settings else self._promising(wanted)
        changes = next(proposals)
        while len(found.tries) < wanted and (one := self._try(len(found.tries) + 1, changes)):
            found.tries.append(one)
            if progress:
                progress(found)
            if len(found.tries) < wanted:
                changes = proposals.send([*one.misses, one.change])
        return found

    @property
    def _settings(self) -> int:
        """How many there are in all."""
        return prod(len(one.values) for one in self.question.moving)

    def _every(self) -> Generator[dict[str, Any], list[float]]:
        """Every setting once, where there are few."""
        for values in product(*(one.values for one in self.question.moving)):
            yield dict(zip([one.name for one in self.question.moving], values, strict=True))

    def _promising(self, wanted: int) -> Generator[dict[str, Any], list[float]]:
        """What the estimator proposes; it is sent what each comes to, and begins with some at random."""
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            sampler = optuna.samplers.TPESampler(
                seed=self.question.seed % 2**32, multivariate=True, n_startup_trials=max(8, wanted // 10)
            )
            study = optuna.create_study(directions=["minimize"] * (len(self.targets) + 1), sampler=sampler)
        while True:
            trial = study.ask()
            study.tell(trial, (yield {one.name: self._suggest(trial, one) for one in self.question.moving}))

    @staticmethod
    def _suggest(trial: Any, one: Moving) -> Any:
        """Numbers are near to one another in their order, texts are not."""
        if all(isinstance(value, int | float) and not isinstance(value, bool) for value in one.values):
            return one.values[trial.suggest_int(one.name, 0, len(one.values) - 1)]
        return trial.suggest_categorical(one.name, one.values)

    def _try(self, number: int, changes: dict[str, Any]) -> Try | None:
        finding = self._ledger.find(changes)
        if finding is None:
            return None
        return Try(number, changes, self.seen(finding), self._change(changes), finding.problem)

    def _change(self, changes: Mapping[str, Any]) -> float:
        moves = []
        for one in self.question.moving if changes else []:
            now = value_of(self.question.base.values, one.name)
            places = one.values.index(changes[one.name]), one.values.index(now) if now in one.values else None
            apart = 1.0 if places[1] is None else abs(places[0] - places[1]) / (len(one.values) - 1)
            moves.append(apart if changes[one.name] != now else 0.0)
        return float(np.mean(moves)) if moves else 0.0

    def seen(self, finding: Finding) -> list[Seen]:
        """What a finding says of each target.

        Parameters
        ----------
        finding : Finding
        """
        known = {(one.measure.text, one.players, one.bots): estimate
                 for one, estimate in zip(self.question.asks, finding.estimates, strict=True)}  # fmt: skip
        found = []
        for target, asks in zip(self.targets, self._asks, strict=True):
            estimates = {one.players: known[one.measure.text, one.players, one.bots] for one in asks}
            found.append(Seen(target, estimates, asks[0].measure.is_share))
        return found

    def judge(self, one: Try, games: int) -> Judgement | None:
        """Play a try and the ruleset from which the search began on fresh seeds; None when stopped.

        Parameters
        ----------
        one : Try
        games : int
            For each number of players and bots.
        """
        fresh = Ledger(replace(self.question, games=games), workers=self._workers, cancel=self._cancel)
        findings = [fresh.find(changes, FRESH) for changes in ({}, one.changes)]
        if any(finding is None for finding in findings):
            return None
        before, after = (self.seen(finding) for finding in findings if finding is not None)
        return Judgement(before, after, games)


def asks_of(game: Game, target: Target) -> list[Ask]:
    """What a target asks: the measure for each of its numbers of players.

    Raises
    ------
    CryptError
    """
    players = [target.players] if isinstance(target.players, int) else target.players
    tables = tables_of(players, target.spread_at_most is not None, game)
    asks = [make_ask(game, target.what, table, target.bots) for table in tables]
    for bound in (target.at_least, target.at_most, target.spread_at_most):
        if asks[0].measure.is_share and bound is not None and not 0 <= bound <= 1:
            remedy = f"{bound:g} % is written {bound / 100:g}" if bound > 0 else "take a bound in between"
            raise UnreadableError(f"{target.what!r} is a share of games, from 0 to 1, not {bound:g}; {remedy}")
    return asks


def _check_contradictions(targets: Sequence[Target], asks: Sequence[Sequence[Ask]]) -> None:
    """Check that no two targets want of the same games what cannot be together."""
    wanted: dict[Ask, tuple[float, float, int]] = {}
    for i, (target, mine) in enumerate(zip(targets, asks, strict=True), 1):
        for ask in mine if target.spread_at_most is None else ():
            low, high, other = wanted.get(ask, (-np.inf, np.inf, i))
            low, high = max(low, target.bounds[0]), min(high, target.bounds[1])
            if low > high:
                raise UnreadableError(f"targets {other} and {i} want of {ask.name} at least {low:g} and at most {high:g}, "
                                      "which cannot be; leave one of them out")  # fmt: skip
            wanted[ask] = low, high, i


def make_search(
    targets: TargetFile,
    base: Ruleset | None = None,
    fields: Sequence[str] = (),
    seed: int | str = 0,
    games: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    workers: int | None = None,
    cancel: Flag | None = None,
) -> Search:
    """Check what a search is to do; see `balance_rules`.

    Raises
    ------
    CryptError
    """
    game = find_game(targets.game)
    base = base or standard(game)
    moving = check_fields([read_field(text, game, base) for text in [*targets.fields, *fields]])
    asks: list[list[Ask]] = []
    for i, target in enumerate(targets.target, 1):
        try:
            asks.append(asks_of(game, target))
        except CryptError as error:
            raise type(error)(f"target {i}: {error}") from None
    _check_contradictions(targets.target, asks)
    each = tuple(dict.fromkeys(one for mine in asks for one in mine))
    question = Question(game, base, tuple(moving), each, games or targets.games, check_root(seed))
    return Search(question, targets.target, asks, out, resume, workers, cancel)


def balance_rules(
    targets: TargetFile | str | Path,
    base: Ruleset | None = None,
    fields: Sequence[str] = (),
    seed: int | str = 0,
    games: int | None = None,
    tries: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    workers: int | None = None,
    progress: Callable[[Balance], Any] | None = None,
    cancel: Flag | None = None,
) -> tuple[Balance, Judgement | None]:
    """Search values with which the targets are met, and judge the winner on fresh seeds.

    Parameters
    ----------
    targets : TargetFile, or the path of a file
    base : Ruleset, optional
        From which the search begins; by default the one that the file names, or the standard.
    fields : sequence of str
        More fields that may move.
    seed : int or str
        The same seed goes the same way.
    games, tries : int, optional
        By default those of the file.
    out : path, optional
        A file (.jsonl) to which each try is added as soon as it is finished.
    resume : bool
        Go on with that file; the end is the same as without a stop.
    workers : int, optional
    progress : callable, optional
        Is given what has been found so far, after each try.
    cancel : flag, optional
        When it is set, the search ends soon, with what is finished.

    Returns
    -------
    Balance
    Judgement or None
        None when it was stopped before the winner was judged.

    Raises
    ------
    CryptError
        For targets and fields that cannot be.
    """
    if not isinstance(targets, TargetFile):
        path, targets = Path(targets), read_targets(targets)
        if base is None and targets.ruleset:
            base = load_ruleset(find_game(targets.game), path.parent / targets.ruleset)
    search = make_search(targets, base, fields, seed, games, out, resume, workers, cancel)
    found = search.run(tries or targets.tries, progress)
    best = found.best if found.is_whole else None
    return found, search.judge(best, targets.judged) if best else None
