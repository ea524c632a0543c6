"""The command `check`."""

import sys
from pathlib import Path
from typing import Any

from ..core.game import CryptError, UnreadableError
from ..core.wording import counted
from .design import check_figure, one_bot, rows_of, save_figure, working, wrapped
from .interrupt import Stopped
from .options import game_and_ruleset, print_json, whole_number
from .tables import aligned


def check(options: Any) -> int:
    """Check what a design promises."""
    from ..design.claims import UNDECIDED, check_claims, claims_path, read_claims, ruleset_of
    from ..design.junit import write_junit

    check_figure(options.figure)
    game, ruleset = game_and_ruleset(options)
    path = Path(options.claims) if options.claims else claims_path(game)
    if not options.claims and not path.exists():
        raise CryptError(f"{game.title} comes with no claims; name a file with --claims")
    claims = read_claims(path)
    if claims.game != game.name:
        raise UnreadableError(f"{path}: is about the game {claims.game!r}, not {game.name!r}")
    if bot := one_bot(options.bots):
        claims = claims.model_copy(update={"claim": [one.model_copy(update={"bots": bot}) for one in claims.claim]})
    budget = whole_number(options.budget, "--budget", 1, 100_000_000) if options.budget else None
    if not options.ruleset and not options.settings:
        ruleset = ruleset_of(claims, path.parent) or ruleset
    bots = [name for one in claims.claim for name in ([one.bots] if isinstance(one.bots, str) else one.bots)]
    with working(game, bots, "nothing was written; the same command starts again") as stop:
        found = check_claims(claims, ruleset, options.seed, budget, options.workers, options.only, _tell, stop)
    if options.junit:
        write_junit(found, options.junit)
    if options.figure:
        from ..stats.design_figures import promises

        save_figure(promises(found.frame()), options.figure)
    _show(found, ruleset, options.json)
    if stop.is_set():
        undecided = sum(one.verdict == UNDECIDED for one in found.verdicts)
        raise Stopped(f"stopped with {counted(undecided, 'claim')} undecided; the same command starts again")
    return found.status


def _tell(verdicts: list[Any]) -> None:
    if sys.stderr.isatty():
        decided = sum(one.verdict != "undecided" for one in verdicts)
        games = max(one.n for one in verdicts)
        print(f"\r{decided} of {len(verdicts)} decided after {games:,} games each   ", end="", file=sys.stderr, flush=True)


def _show(found: Any, ruleset: Any, as_json: bool) -> None:
    table = found.frame()
    if as_json:
        print_json({"game": found.game.name, "ruleset": ruleset.name, "fingerprint": ruleset.fingerprint,
                    "seed": found.seed, "error": found.error, "status": found.status, "rows": rows_of(table)})  # fmt: skip
        return
    bots = ", ".join(dict.fromkeys(table["bots"]))
    print(wrapped(f"{ruleset.name}, played by {bots}, up to {counted(found.budget, 'game')} each, seed {found.seed}"))
    head = ["claim", "players", "verdict", "promised", "found", "games"]
    print("\n".join(aligned([head, *(_row(one) for one in table.itertuples(index=False))], left=3)))
    print(f"Each verdict is wrong with a chance of at most {100 * found.error:g} %")
    for one in table[table["verdict"] == "broken"].drop_duplicates("claim").itertuples(index=False):
        print(wrapped(f"Broken: {one.says}"))


def _row(one: Any) -> list[str]:
    low, high = f"{100 * one.at_least:.4g}", f"{100 * one.at_most:.4g}"
    if one.share.startswith("spread of "):
        bounds = f"spread <= {high} %"
    else:
        bounds = f"<= {high} %" if one.at_least <= 0 else f">= {low} %" if one.at_most >= 1 else f"{low} to {high} %"
    found = f"{100 * one.value:.1f} % ({100 * one.low:.1f}-{100 * one.high:.1f})"
    return [one.claim, one.players, one.verdict, bounds, found, str(one.n)]
