"""Blocked exits over many games: how the exit of each floor stood at the end, when it was lost, by which cell and tile."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ..batch.logs import write_log
from ..batch.plan import Bots, Plan, check_workers, make_plan
from ..batch.playing import game_seeds, seats_of
from ..batch.workers import Flag
from ..bots import kernels
from ..bots.kernels import RULES, compiled
from ..core import chance, jit
from ..core.game import CryptError, Game
from ..core.ruleset import Ruleset, standard
from ..stats.intervals import share

BATCH = 200  # games between two looks at whether to stop
COMMON = ["ruleset", "fingerprint", "players"]


@dataclass(frozen=True)
class Example:
    """A game in which a way to the exit was lost; it can be played again.

    Attributes
    ----------
    plan : Plan
    index, seed : int
        Which game of the plan it is.
    floor, decision : int
        Where the first hero lost its way: the fatal decision.
    how, cell, tile, shape : str
    """

    plan: Plan
    index: int
    seed: int
    floor: int
    decision: int
    how: str
    cell: str
    tile: str
    shape: str

    def write(self, folder: str | Path) -> Path:
        """Write the game as a session log, to be inspected at its fatal decision."""
        return write_log(self.plan, self.index, Path(folder))


@dataclass(frozen=True)
class Survey:
    """How exits stood over many games.

    Attributes
    ----------
    floors : pandas.DataFrame
        A row for each floor that was reached: `ruleset`, `fingerprint`, `players`, `index`, `seed`, `floor`, `ending`,
        `lost_how` ("" when no way was lost), `lost_decision`, `lost_round`, `lost_seat`, `heroes_lost`, `lost_cell`,
        `lost_tile`, `lost_shape`, `lost_sides`.
    cells : pandas.DataFrame
        A row for each cell where anything happened: `ruleset`, `fingerprint`, `players`, `floor`, `cell`, `row`, `col`, and
        how often ways were `lost` by a tile there, `deaths`, `visits`; and the `side` of the board.
    plans : list of Plan
    games, decisions : int
        That were played.
    seconds : float
    """

    floors: pd.DataFrame
    cells: pd.DataFrame
    plans: list[Plan]
    games: int
    decisions: int
    seconds: float

    def shares(self, by: Sequence[str] = ("ruleset", "players", "floor")) -> pd.DataFrame:
        """How floors ended: `count` of `n`, and the `share` with its 95 % interval `low` to `high`."""
        return self._shares([*by], "ending")

    def losses(self, by: Sequence[str] = ("ruleset", "players", "floor")) -> pd.DataFrame:
        """On how many floors a hero lost its way to the exit or to a key (`blocked`), with the 95 % interval."""
        table = self.floors.assign(blocked=np.where(self.floors["lost_how"] == "", "no", "yes"))
        found = Survey(table, self.cells, self.plans, self.games, self.decisions, self.seconds)._shares([*by], "blocked")
        return found[found["blocked"] == "yes"].drop(columns="blocked").reset_index(drop=True)

    def _shares(self, by: list[str], what: str) -> pd.DataFrame:
        rows = []
        ways = sorted(self.floors[what].unique())
        for key, part in self.floors.groupby(by, sort=True):
            counts = part[what].value_counts().to_dict()
            for way in ways:
                found = share(counts.get(way, 0), len(part))
                named = dict(zip(by, key, strict=True)) | {what: way, "count": counts.get(way, 0), "n": len(part)}
                rows.append(named | {"share": found.value, "low": found.low, "high": found.high})
        return pd.DataFrame(rows, columns=[*by, what, "count", "n", "share", "low", "high"])

    def sizes(self) -> dict[int, int]:
        """How many games were played on boards of each side, the most frequent first."""
        boards = self.cells[["fingerprint", "players", "side"]].drop_duplicates()
        played = self.floors[["fingerprint", "players", "index"]].drop_duplicates()
        counts = played.merge(boards, on=["fingerprint", "players"])["side"].value_counts()
        return {int(side): int(n) for side, n in sorted(counts.items(), key=lambda one: (-one[1], one[0]))}

    def causes(self, by: Sequence[str] = ("ruleset", "players", "floor")) -> pd.DataFrame:
        """The tiles by which ways were first lost, most frequent first."""
        lost = self.floors[self.floors["lost_how"] != ""]
        names = [*by, "lost_how", "lost_shape", "lost_tile"]
        counted = lost.groupby(names).size().rename("count").reset_index()
        return counted.sort_values("count", ascending=False, ignore_index=True)

    def examples(self, count: int = 5, **values: Any) -> list[Example]:
        """Floors on which a way was lost, each replayable.

        Parameters
        ----------
        count : int
        **values
            Values of columns of `floors`, such as `lost_how="walled"`, `players=4`, `floor=1`.
        """
        lost = self.floors[self.floors["lost_how"] != ""]
        for name, value in values.items():
            lost = lost[lost[name] == value]
        plans = {(plan.ruleset.name, plan.ruleset.fingerprint, plan.players): plan for plan in self.plans}
        return [
            Example(plans[row.ruleset, row.fingerprint, row.players], int(row.index_), int(row.seed), int(row.floor),
                    int(row.lost_decision), row.lost_how, row.lost_cell, row.lost_tile, row.lost_shape)
            for row in lost.head(count).rename(columns={"index": "index_"}).itertuples(index=False)
        ]  # fmt: skip


def survey(
    game: Game | str,
    players: Iterable[int] | int,
    games: int,
    seed: int | str = 0,
    bots: Bots = None,
    rulesets: Iterable[Ruleset] = (),
    workers: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
    cancel: Flag | None = None,
) -> Survey:
    """Play games for each number of players and each variant, and see how their exits stood.

    The games are those that `simulate` plays with the same seed and bots.

    Parameters
    ----------
    game : Game or str
    players : int or iterable of int
    games : int
        For each combination.
    seed : int or str
    bots : mapping, sequence or str, optional
        As for `simulate`; a name alone is for any number of players.
    rulesets : iterable of Ruleset
        By default the rulebook's alone.
    workers : int, optional
    progress : callable, optional
        Is told how many games are done, of how many.
    cancel : flag, optional
        When it is set, the survey ends soon, with what is finished.

    Raises
    ------
    CryptError
        For settings that cannot be, and a game whose exits cannot be watched.
    """
    tables = [players] if isinstance(players, int) else list(players)
    first = make_plan(game, tables[0] if tables else 0, games, seed)
    variants = list(rulesets) or [standard(first.game)]
    plans = [make_plan(first.game, table, games, seed, bots, variant) for variant in variants for table in tables]
    watcher(first.game)
    began, floors, cells, done, decisions = time.perf_counter(), [], [], 0, 0
    for plan in plans:
        heat = np.zeros(1, first.game.part("exits").HEAT).view(np.recarray)
        for start, exits, part, made in _batches(plan, check_workers(workers), cancel):
            floors.append(_rows(plan, start, exits))
            for name in heat.dtype.names or ():
                heat[name] += part[name]
            done, decisions = done + len(exits), decisions + made
            if progress:
                progress(done, games * len(plans))
        found = pd.DataFrame(first.game.part("exits").heat_cells(heat[0]))
        cells.append(_common(plan, found.assign(side=_side(plan))))
    table = pd.concat(floors, ignore_index=True) if floors else _rows(plans[0], 0, _no_exits(first.game))
    return Survey(table, pd.concat(cells, ignore_index=True), plans, done, decisions, time.perf_counter() - began)


def _side(plan: Plan) -> int:
    """The side of the board that the games of a plan are played on."""
    state = plan.game.new_state()
    state.players = plan.players
    plan.game.start(plan.rules, state, np.uint64(0))
    return int(state.side)


def _no_exits(game: Game) -> Any:
    return np.zeros(0, game.part("exits").EXITS).view(np.recarray)


def _batches(plan: Plan, workers: int, cancel: Flag | None) -> Iterator[tuple[int, Any, Any, int]]:
    """Batches in order, played by threads."""
    stopped = threading.Event()

    def play(first: int) -> tuple[int, Any, Any, int] | None:
        if stopped.is_set() or (cancel is not None and cancel.is_set()):
            return None
        return (first, *watch_batch(plan, first, min(BATCH, plan.games - first)))

    with ThreadPoolExecutor(workers) as pool:
        waiting = [pool.submit(play, first) for first in range(0, plan.games, BATCH)]
        try:
            for future in waiting:
                found = future.result()
                if found is None:
                    return
                yield found
        finally:
            stopped.set()


def watch_batch(plan: Plan, first: int, games: int) -> tuple[Any, Any, int]:
    """Play and watch a batch of games.

    Parameters
    ----------
    plan : Plan
    first, games : int

    Returns
    -------
    structured array
        An EXITS record for each game.
    structured array
        One HEAT record.
    int
        Decisions.
    """
    game, part = plan.game, plan.game.part("exits")
    _, space, ways = seats_of(plan)
    blank = np.zeros(1, game.state_type).view(np.recarray)
    blank[0].players = plan.players
    exits, heat = np.zeros(games, part.EXITS).view(np.recarray), np.zeros(1, part.HEAT).view(np.recarray)
    made = watcher(game)(
        plan.rules, blank, space.states, np.uint64(plan.root), first, int(plan.is_random), ways, space.minds,
        plan.iterations, plan.rounds, space.moves, space.actions, space.trace, exits, heat,
    )  # fmt: skip
    return exits, heat, int(made)


@cache
def watcher(game: Game) -> Any:
    """The survey's kernel with a game's rules and bots compiled in; it is compiled on first use.

    Raises
    ------
    CryptError
        When the game has no `exits.py`.
    """
    if not game.has_part("exits"):
        raise CryptError(f"{game.title} has no exits that can be blocked")
    exits = game.part("exits")
    namespace: dict[str, Any] = {"np": np, "kernel": jit.kernel, "wrapping": jit.wrapping}
    namespace |= {name: getattr(game, name) for name in RULES}
    namespace |= {name: getattr(chance, name) for name in ("GOLDEN", "game_seed", "mix", "number")}
    namespace |= {"choose": compiled(game).choose, "begin": exits.begin, "watch": exits.watch}
    bots = Path(str(kernels.__file__)).with_name("source.py")
    parts = [Path(str(module.__file__)) for module in (exits, game.part("advice"), game.part("loops"))]
    depends = [path.resolve() for path in (*parts, bots)]
    jit.instantiate_for(Path(__file__).with_name("source.py"), game.name, depends, namespace)
    return namespace["watch_games"]


def _common(plan: Plan, table: pd.DataFrame) -> pd.DataFrame:
    for i, name in enumerate(COMMON):
        table.insert(i, name, [plan.ruleset.name, plan.ruleset.fingerprint, plan.players][i])
    return table


def _rows(plan: Plan, first: int, exits: Any) -> pd.DataFrame:
    floors = exits["floors"]
    seeds = game_seeds(plan.root, first, len(exits))
    parts = []
    for floor in range(floors.shape[1]):
        reached = floors[:, floor]["reached"] > 0
        columns = plan.game.part("exits").loss_columns(floors[reached, floor])
        head = {"index": first + np.flatnonzero(reached), "seed": seeds[reached], "floor": floor + 1}
        parts.append(pd.DataFrame(head | columns))
    table = pd.concat(parts).sort_values(["index", "floor"], ignore_index=True)
    return _common(plan, table)
