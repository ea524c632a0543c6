"""The command `balance`."""

import sys
import textwrap
from pathlib import Path
from typing import Any

from ..core.game import UnreadableError
from ..core.ruleset import Ruleset, load_ruleset, standard
from ..core.shipped import variant_paths
from ..core.variants import VariantExistsError, check_variant_name, save_variant
from ..core.wording import counted
from .design import check_files, check_moved, one_bot, rows_of, save_figure, title_of, working, wrapped
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

    check_files(options)
    name = check_variant_name(options.save) if options.save is not None else ""
    game, ruleset = game_and_ruleset(options)
    targets = read_targets(options.targets)
    if targets.game != game.name:
        raise UnreadableError(f"{options.targets}: is about the game {targets.game!r}, not {game.name!r}")
    check_moved([*targets.fields, *options.fields], options.settings)
    if bot := one_bot(options.bots):
        targets = targets.model_copy(update={"target": [one.model_copy(update={"bots": bot}) for one in targets.target]})
    if targets.ruleset and not options.ruleset and not options.settings:
        ruleset = load_ruleset(game, Path(options.targets).parent / targets.ruleset)
    tries = whole_number(options.tries, "--tries", 1, 100_000) if options.tries else None
    games = whole_number(options.games, "--games", 10, 1_000_000) if options.games else None
    folder = make_data_folder(options.data)
    if name and not options.replace and name in variant_paths(game.name, folder):
        raise VariantExistsError(f"there is a variant {name} already; save under another name, or add --replace")
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
    winner = found.ruleset(found.best, name)
    _show(found, judged, winner, options.json)
    if name and winner.differences(standard(game)):
        _save(game, winner, found, judged, folder, options)
    elif name:
        print("Nothing is saved: the standard is what meets the targets best", file=sys.stderr)
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
    print(title_of(found.question))
    if not changes and {one.verdict for one in judged.before} == {"met"}:
        print("The ruleset meets all targets already; nothing is changed.")
    else:
        best = f"the best one changes {counted(len(changes), 'field')}:" if changes else "none is better than the ruleset."
        print("\n".join([f"Of {counted(len(found.tries), 'setting')} tried, {best}",
                         *(f"  {name}: {before} -> {after}" for name, (before, after) in changes.items())]))  # fmt: skip
    print(f"Judged by {counted(judged.games, 'game')} each on seeds that the search has not seen:")
    numbers = {name: str(i) for i, name in enumerate(dict.fromkeys(table["target"]), 1)}
    print("\n".join(textwrap.fill(f"{number}  {name}", 80, subsequent_indent="   ") for name, number in numbers.items()))
    head = ["target", "players", "before", "after", "95 % interval", ""]
    print("\n".join(aligned([head, *(_row(one, numbers) for one in table.itertuples(index=False))], left=1)))
    print(wrapped(MEANING[judged.verdict]))


def _row(one: Any, numbers: dict[str, str]) -> list[str]:
    before, after, low, high = (_number(number, one.kind) for number in (one.before, one.after, one.low, one.high))
    return [numbers[one.target], str(one.players) if one.players else "all", before, after, f"{low} to {high}", one.verdict]


def _number(number: float, kind: str) -> str:
    """A share in per cent, a mean in four digits; what is as good as nothing is 0."""
    return f"{100 * number:.1f} %" if kind == "share" else f"{0.0 if abs(number) < 1e-9 else number:.4g}"


def _save(game: Any, winner: Ruleset, found: Any, judged: Any, folder: Path, options: Any) -> None:
    lines = [f"Found by a search of {counted(len(found.tries), 'setting')} from {found.question.base.name}, and judged by "
             f"{judged.games} games on fresh seeds:"]  # fmt: skip
    for one in judged.frame().itertuples(index=False):
        after, low, high = (_number(number, one.kind) for number in (one.after, one.low, one.high))
        lines.append(f"{one.target}: {after} ({low} to {high}), {one.verdict}")
    path = save_variant(game, winner, options.save, folder, options.replace, "\n".join(lines))
    print(f"Saved as {path}", file=sys.stderr if options.json else sys.stdout)
