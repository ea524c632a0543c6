"""Simulating from the Outcomes page: what was asked for, how far it is, and the games that are not on disk yet."""

import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.catalog import catalog, find_game
from ..core.game import CryptError
from ..core.ruleset import Ruleset
from ..core.shipped import STANDARD, variant_paths
from ..core.variants import open_variant
from ..core.wording import counted
from .outcomes_sources import dataset_of
from .outcomes_work import Long, Say

if TYPE_CHECKING:
    import pandas as pd

    from ..batch import Progress
    from ..batch.plan import Plan

Model = dict[str, Any]
MOST_HERE = 1_000_000  # games that a page may be asked for; more is for the command line


def form_model() -> Model:
    """What can be asked for: the games with their players, bots and rulesets."""
    games = [
        {
            "name": entry.name, "title": entry.title, "players": list(entry.players), "bots": list(entry.bots),
            "rulesets": [STANDARD, *sorted(variant_paths(entry.name))],
        }
        for entry in catalog().values()
    ]  # fmt: skip
    return {"games": games, "workers": os.process_cpu_count() or 1}


def ruleset_of(game: str, message: Mapping[str, Any]) -> Ruleset:
    """The ruleset that was asked for: a variant by its name, and over it single fields, such as "starting_hp=3".

    Raises
    ------
    CryptError
    """
    name, settings = str(message.get("ruleset") or STANDARD), str(message.get("settings", "")).split()
    return open_variant(find_game(game), name, settings)


def plan_of_form(message: Mapping[str, Any]) -> "Plan":
    """Check what was asked for.

    Raises
    ------
    CryptError
    """
    from ..batch import make_plan
    from ..batch.plan import check_games

    game, players = str(message.get("game")), str(message.get("players"))
    ruleset = ruleset_of(game, message)
    games = str(message.get("games", ""))
    if games.isdecimal() and int(games[:20]) > MOST_HERE:
        raise CryptError(f"from here up to {MOST_HERE:,} games are played; crypt simulate in a terminal plays more")
    bots = [str(name) for name in message.get("bots", [])]
    return make_plan(game, players, check_games(games), str(message.get("seed", "")) or "0", bots, ruleset)


class Simulation(Long):
    """A simulation that was begun on the page.

    Parameters
    ----------
    message : dict
        What was asked for.
    told, over : callable
        Called on the page's loop: now and then, and at the end.
    say : callable

    Attributes
    ----------
    place : Path
        The dataset; without a name until it is known.
    """

    def __init__(self, message: Model, told: Callable[[], None], over: Callable[[], None], say: Say) -> None:
        super().__init__(self._play, lambda _: told(), lambda _: over(), say)
        self._message, self.place = message, Path()
        self._progress: Progress | None = None
        self._fresh: list[pd.DataFrame] = []
        self._lock = threading.Lock()
        self._done = 0

    def _play(self, cancel: threading.Event, tell: Callable[[Any], None]) -> None:
        from ..batch.plan import check_workers
        from ..batch.simulation import Run

        plan = plan_of_form(self._message)
        workers = check_workers(str(self._message.get("workers") or 1))
        place = dataset_of(plan)
        run = Run(plan, workers, None, place, place.exists(), progress=self._note, cancel=cancel)
        self.place, self._done = place, run.found
        for table in run.frames():
            self._keep(table, run.done - run.store.done if run.store else 0)
            tell(None)
        with self._lock:
            self._fresh = []  # by now all are on disk

    def _note(self, progress: "Progress") -> None:
        self._progress = progress

    def _keep(self, table: "pd.DataFrame", waiting: int) -> None:
        """Keep the rows that are not on disk yet."""
        with self._lock:
            self._done += len(table)
            self._fresh.append(table)
            while sum(map(len, self._fresh)) > waiting:
                self._fresh.pop(0)

    def tables(self) -> list["pd.DataFrame"]:
        """The rows that are not on disk yet."""
        with self._lock:
            return list(self._fresh)

    def model(self) -> Model:
        """How far it is, for the page."""
        wanted = int(self._message["games"]) if str(self._message.get("games")).isdecimal() else 0
        how = "running" if self.is_running else "over"
        if self.is_running and self.is_cancelled:
            how = "stopping"
        return {"state": how, "done": self._done, "games": wanted, "words": self._words(wanted)}

    def _words(self, wanted: int) -> str:
        if not self.is_running:
            kept = counted(self._done, "game")
            if not self._done:
                return "Stopped before the first games were over; nothing was kept." if self.is_cancelled else ""
            return f"Stopped: {kept} of {wanted:,} are kept." if self._done < wanted else f"{kept} played."
        if self.is_cancelled:
            return "Stopping …"
        if self._progress is None:
            return "Getting ready. Where rules and bots have not been compiled yet, this takes about a minute …"
        return str(self._progress)
