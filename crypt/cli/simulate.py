"""The command `simulate`."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from ..core.catalog import catalog
from ..core.game import UnreadableError, check_players
from .options import game_and_ruleset, print_json, read_bots, sessions_folder, whole_number
from .tables import summary_lines
from .work import compile_games

KEPT = ("result", "rounds", "turns", "decisions", "minutes", "players")  # columns that the summary needs


def simulate(options: Any) -> None:
    """Play many games."""
    from ..batch.plan import make_plan
    from ..batch.simulation import Run

    game, ruleset = game_and_ruleset(options)
    bots = read_bots(options.bots, for_all=check_players(game, options.players))
    every = whole_number(options.logs, "--logs", 1, 1_000_000_000) if options.logs else 0
    folder = sessions_folder(options.data) if every and not options.out else None
    looks = whole_number(options.iterations, "--iterations", 1, 1_000_000) if options.iterations else None
    plan = make_plan(game, options.players, options.games, options.seed, bots, ruleset, looks)
    if options.resume and not options.out:
        raise UnreadableError("--resume goes on with rows on disk; say where they are with --out")
    stop = threading.Event()
    run = Run(
        plan, options.workers, options.scheduler, options.out, options.resume, every, _teller(), stop, log_folder=folder
    )
    compile_games([catalog()[game.name]], with_bots=not plan.is_random)
    with interruptible(stop), closing(run.frames()) as played:
        frames = [frame[[*KEPT]] for frame in played]
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if run.store and run.found:
        frames = [run.store.read(run.done)[[*KEPT]]]
    if frames:
        _tell(plan, frames, options)
    if run.done < plan.games:
        raise KeyboardInterrupt(f"interrupted after {run.done} of {plan.games} games{_how_to_go_on(run, options.out)}")


def _tell(plan: Any, frames: list[Any], options: Any) -> None:
    from ..batch.rows import join
    from ..stats import summarize

    summary = summarize(join(frames))
    head = {
        "game": plan.game.name, "ruleset": plan.ruleset.name, "fingerprint": plan.ruleset.fingerprint,
        "players": plan.players, "bots": list(plan.bots), "seed": plan.root,
    }  # fmt: skip
    if options.json:
        print_json(head | summary.groups[0].document())
        return
    seats = f"{plan.players} player{'' if plan.players == 1 else 's'} ({', '.join(plan.bots)})"
    print(f"{plan.game.title}, {seats}, ruleset {plan.ruleset.name}, seed {plan.root}")
    print("\n".join(summary_lines(summary)))
    if options.out:
        print(f"The rows are in {options.out}")


def _how_to_go_on(run: Any, out: str | None) -> str:
    if not run.store:
        return "; with --out PATH the games would have been kept"
    return f"; their rows are in {Path(out or '')}: the same command with --resume goes on" if run.done else ""


def _teller() -> Any:
    """Shows progress to people only."""
    return (lambda progress: print(f"\r{progress}   ", end="", file=sys.stderr, flush=True)) if sys.stderr.isatty() else None


@contextmanager
def interruptible(stop: threading.Event) -> Iterator[None]:
    """Let the first Ctrl-C stop the work in an orderly way, and the second one at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: Any) -> None:
        """Ask for a stop, and insist on it when asked again."""
        if stop.is_set():
            raise KeyboardInterrupt("stopped at once; what was written before is kept")
        stop.set()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
