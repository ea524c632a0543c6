"""The command `simulate`."""

import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

from ..core.catalog import catalog
from ..core.game import UnreadableError, check_players
from ..core.wording import counted
from .folders import sessions_folder
from .interrupt import Stopped, interruptible, says_when_stopped
from .options import game_and_ruleset, print_json, read_bots, whole_number
from .tables import seat_lines, summary_lines
from .work import compile_games

KEPT = ("game", "result", "rounds", "turns", "decisions", "minutes", "players")  # columns that the summary needs


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
    if warning := ruleset.model.warning_for(plan.players):
        print(f"crypt: {warning}", file=sys.stderr)
    if options.resume and not options.out:
        raise UnreadableError("--resume goes on with rows on disk; say where they are with --out")
    stop = threading.Event()
    run = Run(
        plan, options.workers, options.scheduler, options.out, options.resume, every, _teller(), stop, log_folder=folder
    )
    with says_when_stopped(f"stopped before the first game{_before_the_first(run, options.out)}"):
        compile_games([catalog()[game.name]], with_bots=not plan.is_random)
    insisted = f"stopped at once; {_kept_at_once(options.out)}"
    kept = [*KEPT, *(f"bot_{seat}" for seat in range(1, plan.players + 1))]
    with interruptible(stop, insisted), closing(run.frames()) as played:
        frames = [frame[kept] for frame in played]
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if run.store and run.found:
        frames = [run.store.read(run.done)[kept]]
    if frames:
        _tell(plan, frames, options)
        if every and not options.json:
            print(f"{'Every game' if every == 1 else f'One game in {every}'} is logged in {run.log_folder}")
    if run.done < plan.games:
        raise Stopped(f"stopped after {run.done} of {counted(plan.games, 'game')}{_how_to_go_on(run, options.out)}")


def _tell(plan: Any, frames: list[Any], options: Any) -> None:
    from ..batch.rows import join
    from ..stats import evenness, summarize

    games = join(frames)
    summary = summarize(games)
    head = {
        "game": plan.game.name, "ruleset": plan.ruleset.name, "fingerprint": plan.ruleset.fingerprint,
        "players": plan.players, "bots": list(plan.bots), "seed": plan.root,
    }  # fmt: skip
    if options.json:
        print_json(head | summary.groups[0].document() | {"seats": [one.document() for one in evenness(games)]})
        return
    seats = f"{counted(plan.players, 'player')} ({', '.join(plan.bots)})"
    print(f"{plan.game.title}, {seats}, ruleset {plan.ruleset.name}, seed {plan.root}")
    print("\n".join([*summary_lines(summary), *seat_lines(games)]))
    if options.out:
        print(f"The rows are in {options.out}")


def _how_to_go_on(run: Any, out: str | None) -> str:
    if not run.store:
        return "; with --out PATH the games would have been kept"
    if not run.done:
        return "; no rows were written: the same command starts again"
    return f"; their rows are in {Path(out or '')}: the same command with --resume goes on"


def _before_the_first(run: Any, out: str | None) -> str:
    if run.found:
        return f"; the {run.found} rows in {out} stay as they are: the same command goes on"
    return "; no rows were written: the same command starts again" if run.store else ": the same command starts again"


def _kept_at_once(out: str | None) -> str:
    return f"the rows that were written are in {out}: the same command with --resume goes on" if out else "no rows are kept"


def _teller() -> Any:
    """Shows progress to people only."""
    return (lambda progress: print(f"\r{progress}   ", end="", file=sys.stderr, flush=True)) if sys.stderr.isatty() else None
