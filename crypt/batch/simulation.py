"""Simulation: whole games by bots, one row of results for each."""

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from ..core.game import Game, UnreadableError
from ..core.ruleset import Ruleset
from ..core.wording import span
from .logs import write_log
from .plan import Bots, Plan, check_workers, make_plan
from .rows import join, rows
from .storage import FILES, Store, open_store
from .workers import Batch, Cluster, Flag, Team


@dataclass(frozen=True)
class Progress:
    """How far a simulation is.

    Attributes
    ----------
    done, games : int
        Games that are finished, and all.
    rate : float
        Games a second, of late.
    left : float
        Seconds that are left at this rate.
    """

    done: int
    games: int
    rate: float
    left: float

    def __str__(self) -> str:
        return f"{self.done:,} of {self.games:,} games, {self.rate:,.3g} a second, {span(self.left)} left"


def simulate(
    game: Game | str,
    players: int | str,
    games: int | str,
    seed: int | str = 0,
    bots: Bots = None,
    ruleset: Ruleset | None = None,
    workers: int | str | None = None,
    scheduler: str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    logs: int = 0,
    progress: Callable[[Progress], Any] | None = None,
    cancel: Flag | None = None,
    *,
    iterations: int | None = None,
    batch: int | None = None,
    log_folder: str | Path | None = None,
) -> pd.DataFrame:
    """Play games and give their results.

    The same root seed gives the same rows in the same order, whatever the workers, the batches or the scheduler.

    Parameters
    ----------
    game : Game or str
    players, games : int
    seed : int or str
        The root seed; no two games under it share their seed.
    bots : mapping of int to str, sequence of str, or str
        By seat from 1, by seat, or one for all seats; "random" where none is named.
    ruleset : Ruleset, optional
        By default the rulebook's.
    workers : int, optional
        Threads; by default as many as there are processors.
    scheduler : str, optional
        The address of a running Dask scheduler whose workers play instead, such as "tcp://127.0.0.1:8786".
    out : path, optional
        Where the rows are written too: a file (.parquet, .csv, .jsonl), or a folder of Parquet parts in order.
    resume : bool
        Go on with the rows at `out`, which must be of the same settings; more games than before may be asked for.
    logs : int
        Write every so many games as a session log; 0 for none.
    progress : callable, optional
        Is given a `Progress` after each batch.
    cancel : flag, optional
        When it is set (a `threading.Event`), the games stop soon, and what is finished is given.
    iterations : int, optional
        How often the bot `search` looks ahead for each decision.
    batch : int, optional
        Games between two looks at `cancel`; by default as many as take a quarter of a second.
    log_folder : path, optional
        Where logs go; by default a folder `sessions` in the folder `out`, or beside the file.

    Returns
    -------
    pandas.DataFrame
        One row for each game.

    Raises
    ------
    CryptError
        For settings that cannot be, and a place that cannot be written.
    """
    plan = make_plan(game, players, games, seed, bots, ruleset, iterations)
    run = Run(plan, workers, scheduler, out, resume, logs, progress, cancel, batch=batch, log_folder=log_folder)
    frames = list(run.frames())
    if run.store and run.found:
        return run.store.read(run.done)
    return join(frames) if frames else rows(plan, 0, plan_outcomes(plan))


def plan_outcomes(plan: Plan) -> Any:
    """No results: what a cancelled simulation has before its first batch."""
    from numpy import recarray, zeros

    return zeros(0, plan.game.outcome_type).view(recarray)


class Run:
    """A simulation on its way; see `simulate` for the parameters.

    Attributes
    ----------
    found : int
        Games that were played before, with `resume`.
    done : int
        Games that are finished.
    log_folder : Path
        Where logs go.
    """

    def __init__(
        self,
        plan: Plan,
        workers: int | str | None = None,
        scheduler: str | None = None,
        out: str | Path | None = None,
        resume: bool = False,
        logs: int = 0,
        progress: Callable[[Progress], Any] | None = None,
        cancel: Flag | None = None,
        *,
        batch: int | None = None,
        log_folder: str | Path | None = None,
    ) -> None:
        if type(logs) is not int or logs < 0:
            raise UnreadableError(f"every how many games are logged is a whole number from 0, not {str(logs)[:40]!r}")
        if resume and out is None:
            raise UnreadableError("to resume, name the place of the rows with --out")
        self.plan, self._workers = plan, check_workers(workers)
        self._scheduler, self._cancel, self._size, self._tell = scheduler, cancel, batch, progress
        self._logs, self.log_folder = logs, Path(log_folder) if log_folder else _log_folder(out)
        self.store: Store | None = open_store(out, plan, resume) if out is not None else None
        self.found = self.done = min(self.store.done, plan.games) if self.store else 0

    def frames(self) -> Generator[pd.DataFrame]:
        """Play; the rows of each batch as soon as it is done, written down before they are given."""
        watch = _Watch(self.done, self.plan.games)
        try:
            for batch in self._batches():
                table = rows(self.plan, batch.first, batch.outcomes)
                if self.store:
                    self.store.add(table)
                self._write_logs(batch)
                self.done += len(table)
                if self._tell:
                    self._tell(watch.look(self.done))
                yield table
        finally:
            if self.store:
                self.store.close()

    def _batches(self) -> Iterator[Batch]:
        if self._scheduler:
            return Cluster(self.plan, self.done, self._scheduler, self._cancel, self._size).batches()
        return Team(self.plan, self.done, self._workers, self._cancel, self._size).batches()

    def _write_logs(self, batch: Batch) -> None:
        if self._logs:
            first = -(-batch.first // self._logs) * self._logs
            for index in range(first, batch.first + len(batch.outcomes), self._logs):
                write_log(self.plan, index, self.log_folder)


def _log_folder(out: str | Path | None) -> Path:
    place = Path(out) if out is not None else Path()
    return (place.parent if place.suffix in FILES else place) / "sessions"


class _Watch:
    """Tells the rate of late: over the last looks, not from the start, where code may have been compiled."""

    def __init__(self, done: int, games: int) -> None:
        self._games = games
        self._looks = [(time.monotonic(), done)]

    def look(self, done: int) -> Progress:
        self._looks = [*self._looks[-20:], (time.monotonic(), done)]
        (began, before), (now, _) = self._looks[0], self._looks[-1]
        rate = (done - before) / max(now - began, 1e-9)
        return Progress(done, self._games, rate, (self._games - done) / max(rate, 1e-9))


def batches(*arguments: Any, **settings: Any) -> Iterator[pd.DataFrame]:
    """Play games, and give the rows of each batch as soon as it is done; takes what `simulate` takes."""
    own = {name: settings.pop(name) for name in RUN_SETTINGS if name in settings}
    return Run(make_plan(*arguments, **settings), **own).frames()


RUN_SETTINGS = (
    "workers", "scheduler", "out", "resume", "logs", "progress", "cancel", "batch", "log_folder",
)  # fmt: skip
