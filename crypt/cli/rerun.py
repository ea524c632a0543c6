"""The command `rerun`."""

import sys
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


def rerun(options: Any) -> None:
    """Play logged sessions again by other rules."""
    from ..design.rerun import rerun_folder, rerun_log

    if not options.ruleset and not options.settings:
        raise UnreadableError("name the other rules with --ruleset FILE, or change the standard with --set")
    place = Path(options.log)
    game = find_game(options.game or _game_of(place))
    ruleset = load_ruleset(game, options.ruleset, options.settings)
    compile_games([catalog()[game.name]], with_bots=bool(options.finish))
    finish = options.finish or ""
    found, remarks = rerun_folder(place, ruleset, finish) if place.is_dir() else (
        [rerun_log(place, ruleset, finish, game)], []
    )  # fmt: skip
    _show(found, ruleset, options.json)
    for remark in remarks:
        print(f"crypt: {remark}", file=sys.stderr)


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
    legal = f"{one.replayed} of {counted(one.decisions, 'decision')} stay legal"
    lines = [f"{one.path.name}: {legal}; {one.before} before, {one.after} now{by}"]
    if one.difference and one.difference != one.refused:
        lines.append(f"  first difference at {one.difference}")
    if one.refused:
        lines.append(f"  not allowed at {one.refused}")
    return "\n".join(lines)
