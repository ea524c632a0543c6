"""The command `rerun`."""

import sys
import textwrap
from pathlib import Path
from typing import Any

from ..core.catalog import catalog, find_game
from ..core.game import CryptError, UnreadableError
from ..core.log import SUFFIX, read_log
from ..core.ruleset import load_ruleset
from ..core.wording import counted
from .design import rows_of
from .options import print_json
from .tables import aligned
from .work import compile_games


def rerun(options: Any) -> int:
    """Play logged sessions again by other rules."""
    from ..batch.plan import RANDOM, check_bots
    from ..design.rerun import LEFT_OUT, rerun_folder, rerun_log

    place = Path(options.log)
    if place.is_file() and place.suffix != SUFFIX:
        raise CryptError(f"{place}: is no session log; name a file that ends in {SUFFIX}, or a folder of them")
    name = _game_of(place)
    if not options.ruleset and not options.settings:
        raise UnreadableError("name the other rules with --ruleset FILE, or change the standard with --set")
    game = find_game(options.game or name)
    ruleset = load_ruleset(game, options.ruleset, options.settings)
    check_bots(game, [options.finish or RANDOM], 1)
    compile_games([catalog()[game.name]], with_bots=bool(options.finish))
    finish = options.finish or ""
    found, remarks = rerun_folder(place, ruleset, finish) if place.is_dir() else (
        [rerun_log(place, ruleset, finish, game)], []
    )  # fmt: skip
    _show(found, ruleset, options.json)
    for remark in remarks:
        print(f"crypt: {remark}", file=sys.stderr)
    return int(any(remark.endswith(LEFT_OUT) for remark in remarks))


def _game_of(place: Path) -> str:
    """The game of a log, or of the first log of a folder that can be read."""
    for path in sorted(place.glob(f"*{SUFFIX}")) if place.is_dir() else [place]:
        try:
            return read_log(path).header["game"]
        except CryptError:
            if not place.is_dir():
                raise
    raise CryptError(f"{place}: there is no session in this folder")


def _show(found: list[Any], ruleset: Any, as_json: bool) -> None:
    from ..design.rerun import outcome_changes, rerun_frame

    table = rerun_frame(found)
    if as_json:
        about = {"game": ruleset.game, "ruleset": ruleset.name, "fingerprint": ruleset.fingerprint}
        print_json(about | {"rows": rows_of(table)})
        return
    for one in found:
        print(_told(one))
    if len(found) > 1:
        changes = outcome_changes(found)
        head = ["before", *(f"then {name}" for name in changes.columns)]
        cells = [[str(name), *map(str, row)] for name, row in zip(changes.index, changes.to_numpy(), strict=True)]
        print("\n".join(aligned([head, *cells], left=1)))


def _told(one: Any) -> str:
    by = f", played on by {one.finished_by}" if one.finished_by else ""
    legal = f"{one.replayed} of {counted(one.decisions, 'decision')} {'played' if one.ended_at else 'stay legal'}"
    lines = [f"{one.path.name}: {legal}; {one.before} before, {one.after} now{by}"]
    if one.difference and one.difference != one.refused:
        lines.append(f"  first difference at {one.difference}")
    if one.refused:
        lines.append(f"  not allowed at {one.refused}")
    if one.ended_at:
        lines.append(f"  the game ended at decision {one.ended_at}")
    return "\n".join(textwrap.fill(line, 80, subsequent_indent="    ", break_on_hyphens=False) for line in lines)
