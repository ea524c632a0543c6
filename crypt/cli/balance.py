"""The command `balance`."""

import sys
from pathlib import Path
from typing import Any

from ..core.game import UnreadableError
from ..core.ruleset import Ruleset, load_ruleset
from ..core.shipped import variant_paths
from ..core.variants import VariantExistsError, save_variant
from ..core.wording import counted
from .design import check_figure, rows_of, save_figure, working
from .folders import make_data_folder
from .interrupt import Stopped
from .options import game_and_ruleset, print_json, whole_number
from .tables import aligned

STATUS = {"met": 0, "missed": 1, "unclear": 3}
MEANING = {
    "met": "All targets are met.",
    "missed": "Not all targets are met: no setting that was tried does better. Let more fields move, or ask for less.",
    "unclear": "Whether all targets are met cannot be told from so many games: judge by more, or aim further inside.",
}


def balance(options: Any) -> int:
    """Search values that meet targets."""
    from ..design.balance import balance_rules
    from ..design.targets import read_targets

    check_figure(options.figure)
    game, ruleset = game_and_ruleset(options)
    targets = read_targets(options.targets)
    if targets.game != game.name:
        raise UnreadableError(f"{options.targets}: is about the game {targets.game!r}, not {game.name!r}")
    if targets.ruleset and not options.ruleset and not options.settings:
        ruleset = load_ruleset(game, Path(options.targets).parent / targets.ruleset)
    tries = whole_number(options.tries, "--tries", 1, 100_000) if options.tries else None
    games = whole_number(options.games, "--games", 10, 1_000_000) if options.games else None
    folder = make_data_folder(options.data)
    if options.save and not options.replace and options.save.strip() in variant_paths(game.name, folder):
        raise VariantExistsError(f"there is a variant {options.save} already; save under another name, or add --replace")
    bots = [name for one in targets.target for name in ([one.bots] if isinstance(one.bots, str) else one.bots)]
    with working(game, bots, _kept(options.out)) as stop:
        found, judged = balance_rules(
            targets, ruleset, options.fields, options.seed, games, tries, options.out, options.resume, options.workers,
            _tell, stop,
        )  # fmt: skip
    if options.figure:
        from ..stats.design_figures import search

        save_figure(search(found.frame()), options.figure)
    if judged is None or found.best is None:
        tried = f"{len(found.tries)} of {found.wanted} tries"
        raise Stopped(f"stopped after {tried}, and before the winner was judged; {_kept(options.out)}")
    winner = found.ruleset(found.best, options.save.strip() if options.save else "")
    _show(found, judged, winner, options.json)
    if options.save:
        _save(game, winner, found, judged, folder, options)
    return STATUS[judged.verdict]


def _kept(out: str | None) -> str:
    return f"tries that are finished are in {out}: the same command with --resume goes on" if out else (
        "with --out FILE the finished tries would have been kept"
    )  # fmt: skip


def _tell(found: Any) -> None:
    if sys.stderr.isatty():
        best = found.best.miss if found.best else float("nan")
        text = f"{len(found.tries):,} of {found.wanted:,} tried, targets missed by {best:.3g} at best"
        print(f"\r{text}   ", end="", file=sys.stderr, flush=True)


def _show(found: Any, judged: Any, winner: Ruleset, as_json: bool) -> None:
    changes, table = found.changed_fields(found.best), judged.frame()
    if as_json:
        print_json({
            "game": found.question.game.name, "from": found.question.base.name, "tries": len(found.tries),
            "changes": {name: list(values) for name, values in changes.items()}, "fingerprint": winner.fingerprint,
            "verdict": judged.verdict, "games": judged.games, "targets": rows_of(table),
            "front": rows_of(found.frame().query("on_front")),
        })  # fmt: skip
        return
    what = f"changes {counted(len(changes), 'field')}:" if changes else "changes nothing."
    print("\n".join([f"Of {len(found.tries)} settings tried, the best one {what}",
                     *(f"  {name}: {before} -> {after}" for name, (before, after) in changes.items())]))  # fmt: skip
    print(f"Judged by {counted(judged.games, 'game')} each on seeds that the search has not seen:")
    head = ["target", "players", "before", "after", "95 % interval", ""]
    print("\n".join(aligned([head, *(_row(one) for one in table.itertuples(index=False))], left=1)))
    print(MEANING[judged.verdict])


def _row(one: Any) -> list[str]:
    players = str(one.players) if one.players else "all"
    return [one.target, players, f"{one.before:.4g}", f"{one.after:.4g}", f"{one.low:.4g} to {one.high:.4g}", one.verdict]


def _save(game: Any, winner: Ruleset, found: Any, judged: Any, folder: Path, options: Any) -> None:
    lines = [f"Found by a search of {len(found.tries)} settings from {found.question.base.name}, and judged by "
             f"{judged.games} games on fresh seeds:"]  # fmt: skip
    lines += [f"{one.target}: {one.after:.4g} ({one.low:.4g} to {one.high:.4g}), {one.verdict}"
              for one in judged.frame().itertuples(index=False)]  # fmt: skip
    path = save_variant(game, winner, options.save, folder, options.replace, "\n".join(lines))
    print(f"Saved as {path}", file=sys.stderr if options.json else sys.stdout)
