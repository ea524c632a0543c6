"""Commands that ask design questions: compare, sweep, sensitivity."""

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..core.catalog import catalog, find_game
from ..core.game import CryptError, Game, UnreadableError, check_players
from ..core.ruleset import Ruleset, load_ruleset, standard
from ..core.shipped import STANDARD
from ..core.wording import counted
from .interrupt import Stopped, interruptible, says_when_stopped
from .options import game_and_ruleset, print_json, read_bots, whole_number
from .tables import aligned
from .work import compile_games


@contextmanager
def working(game: Game, bots: Sequence[str], kept: str) -> Iterator[threading.Event]:
    """Compile ahead, and let Ctrl-C set the flag that is given.

    Parameters
    ----------
    game : Game
    bots : sequence of str
        Those that play.
    kept : str
        What is left when it is insisted on, in a sentence.
    """
    with says_when_stopped(f"stopped before the first game; {kept}"):
        compile_games([catalog()[game.name]], with_bots=any(bot != "random" for bot in bots))
    stop = threading.Event()
    with interruptible(stop, f"stopped at once; {kept}"):
        yield stop
    if sys.stderr.isatty():
        print(file=sys.stderr)


def teller(word: str) -> Callable[[int, int], None]:
    """Shows to people how many of the things are done."""

    def tell(done: int, total: int) -> None:
        """Write over the line before."""
        if sys.stderr.isatty():
            print(f"\r{done:,} of {counted(total, word)}   ", end="", file=sys.stderr, flush=True)

    return tell


def tables_of(game: Game, texts: Sequence[str]) -> list[int]:
    """The numbers of players that were named: "2", or "2,3", each option again."""
    if not texts:
        raise UnreadableError("say how many play with --players, such as --players 2,3")
    return list(dict.fromkeys(check_players(game, one.strip()) for text in texts for one in text.split(",")))


def bots_of(settings: list[str], tables: Sequence[int]) -> Any:
    """The bots; a name alone is for any number of players."""
    if settings and all("=" not in one for one in settings):
        return settings[-1]
    return read_bots(settings, for_all=min(tables)) or None


def bot_names_of(bots: Any) -> list[str]:
    """The names of the bots that play."""
    return [bots] if isinstance(bots, str) else list((bots or {}).values())


def looks_of(options: Any) -> int | None:
    """How often the bot search looks ahead, where that was said."""
    return whole_number(options.iterations, "--iterations", 1, 1_000_000) if options.iterations else None


def games_of(options: Any) -> int:
    """The number of games."""
    return whole_number(options.games, "--games", 1, 100_000_000)


def check_figure(path: str | None) -> None:
    """Check the name of a figure, before any game is played.

    Raises
    ------
    UnreadableError
    """
    if path and Path(path).suffix != ".html":
        raise UnreadableError(f"{path}: a figure is written as a page; name a file that ends in .html")


def save_figure(figure: Any, path: str) -> None:
    """Write a figure as a page that needs nothing else.

    Raises
    ------
    CryptError
    """
    try:
        figure.write_html(path, include_plotlyjs=True)
    except OSError as error:
        raise CryptError(f"{path}: cannot be written ({error.strerror}); name another file with --figure") from None


# ------------------------------------------------------------------------------------------------ compare


def compare(options: Any) -> None:
    """Compare rulesets on the same seeds."""
    from ..design.compare import compare_rulesets

    check_figure(options.figure)
    game = find_game(options.game)
    rulesets = _rulesets(game, options.rulesets, options.settings)
    tables = tables_of(game, options.players)
    bots = bots_of(options.bots, tables)
    with working(game, bot_names_of(bots), "nothing was written; the same command starts again") as stop:
        found = compare_rulesets(
            game, rulesets, tables, games_of(options), options.seed, bots, options.what, options.workers,
            looks_of(options), _progress, stop,
        )  # fmt: skip
    if options.figure:
        _draw_comparison(found, options.figure)
    _tell_comparison(found, options)
    if not found.is_whole:
        pairs = min((one.found.pairs for one in found.differences), default=0)
        raise Stopped(f"stopped; what is shown is of {counted(pairs, 'pair')} of games that were finished")


def _progress(progress: Any) -> None:
    if sys.stderr.isatty():
        print(f"\r{progress}   ", end="", file=sys.stderr, flush=True)


def _rulesets(game: Game, files: list[str], settings: list[str]) -> list[Ruleset]:
    found = [standard(game) if name == STANDARD else load_ruleset(game, name) for name in files]
    if settings:
        found.append(load_ruleset(game, None, settings))
    if not found:
        raise UnreadableError("name the rulesets with --ruleset FILE (or standard), or change the standard with --set")
    return found


def _draw_comparison(found: Any, path: str) -> None:
    from ..stats import figures

    first = found.differences[0] if found.differences else None
    shown = found.of(first.ruleset, first.players) if first else []
    save_figure(figures.compared(shown, (first.against, first.ruleset) if first else ("", "")), path)


def _tell_comparison(found: Any, options: Any) -> None:
    table = found.frame()
    if options.json:
        heads = [{"name": one.ruleset.name, "fingerprint": one.ruleset.fingerprint, "players": one.players,
                  "bots": list(one.bots), "games": one.games, "seed": one.root} for one in found.plans]  # fmt: skip
        print_json({"game": found.plans[0].game.name, "plans": heads, "rows": rows_of(table)})
        return
    for key, part in table.groupby(["ruleset", "players"], sort=False) if len(table) else []:
        against, pairs = part["against"].iloc[0], counted(part["pairs"].max(), "pair")
        print(f"{key[0]} against {against}, {counted(key[1], 'player')}, {pairs} of games")
        head = ["", "before", "after", "difference", "95 % interval", "games missing"]
        print("\n".join(aligned([head, *(_difference(one) for one in part.itertuples(index=False))], left=1)))
    print("Differences of games with the same seed; games missing: to be sure, if the difference is as large as it looks")


def _difference(one: Any) -> list[str]:
    scale, unit, form = (100, " %", ".1f") if one.kind == "share" else (1, "", ".4g")
    more = "-" if one.more is None or str(one.more) == "<NA>" else "clear" if one.more == 0 else f"{one.more:,}"
    return [
        one.what, f"{scale * one.first:{form}}{unit}", f"{scale * one.second:{form}}{unit}",
        f"{scale * one.difference:+{form}}", f"{scale * one.low:+{form}} to {scale * one.high:+{form}}", more,
    ]  # fmt: skip


def rows_of(table: Any) -> list[dict[str, Any]]:
    """A frame as JSON can hold it."""
    import json

    return json.loads(table.to_json(orient="records"))


# ------------------------------------------------------------------------------------------------ sweep


def sweep(options: Any) -> None:
    """Play every combination of one or two fields' values."""
    from ..design.sweep import sweep_fields

    check_figure(options.figure)
    game, ruleset = game_and_ruleset(options)
    tables = tables_of(game, options.players)
    bots = bots_of(options.bots, tables)
    with working(game, bot_names_of(bots), _kept(options.out)) as stop:
        found = sweep_fields(
            game, options.fields, options.what, tables, games_of(options), options.seed, bots, ruleset, options.workers,
            looks_of(options), options.out, options.resume, teller("setting"), stop,
        )  # fmt: skip
    table, names = found.frame(), [one.name for one in found.question.fields if not one.is_rest]
    if options.figure:
        from ..stats.design_figures import swept

        save_figure(swept(table, names), options.figure)
    if options.json:
        print_json({"game": game.name, "ruleset": ruleset.name, "fields": names, "rows": rows_of(table)})
    else:
        head = [*names, "players", "measured", "value", "95 % interval", "games"]
        print("\n".join(aligned([head, *(_setting(one, names) for one in table.to_dict("records"))], left=len(names))))
    if not found.is_whole:
        raise Stopped(f"stopped after {len(found.findings)} of {counted(found.settings, 'setting')}; {_kept(options.out)}")


def _kept(out: str | None) -> str:
    return f"settings that are finished are in {out}: the same command with --resume goes on" if out else (
        "with --out FILE the finished settings would have been kept"
    )  # fmt: skip


def _setting(row: dict[str, Any], names: list[str]) -> list[str]:
    about = [*(str(row[name]) for name in names), str(row["players"]), row["what"]]
    if row["problem"]:
        return [*about, "cannot be", row["problem"], "-"]
    scale, unit, form = (100, " %", ".1f") if row["kind"] == "share" else (1, "", ".4g")
    value, low, high = (f"{scale * row[name]:{form}}" for name in ("value", "low", "high"))
    return [*about, f"{value}{unit}", f"{low} to {high}", str(row["n"])]


# ------------------------------------------------------------------------------------------------ sensitivity


def sensitivity(options: Any) -> None:
    """Ask which fields matter."""
    from ..design.sensitivity import sensitivity_of

    check_figure(options.figure)
    game, ruleset = game_and_ruleset(options)
    tables = tables_of(game, options.players)
    bots = bots_of(options.bots, tables)
    size = whole_number(options.size, "--size", 2, 4096)
    with working(game, bot_names_of(bots), _kept(options.out)) as stop:
        found = sensitivity_of(
            game, options.fields, options.what, tables, games_of(options), options.seed, bots, ruleset, options.method, size,
            options.workers, looks_of(options), options.out, options.resume, teller("setting"), stop,
        )  # fmt: skip
    if options.figure:
        from ..stats.design_figures import tornado

        save_figure(tornado(found.table), options.figure)
    if not found.is_whole:
        raise Stopped(f"stopped after {found.done} of {counted(found.settings, 'setting')}; {_kept(options.out)}")
    if options.json:
        print_json({"game": game.name, "ruleset": ruleset.name, "method": found.method, "settings": found.settings,
                    "rows": rows_of(found.table)})  # fmt: skip
        return
    for (what, players), part in found.table.groupby(["what", "players"], sort=False):
        print(f"{what}, {counted(players, 'player')}: {counted(found.settings, 'setting')}, {found.method}")
        head = ["field", "effect", "95 % interval", "matters"]
        cells = [[one.field, f"{one.effect:.3g}", f"{one.low:.3g} to {one.high:.3g}",
                  "" if one.field == "luck" else "yes" if one.matters else "no more than luck"]
                 for one in part.itertuples(index=False)]  # fmt: skip
        print("\n".join(aligned([head, *cells], left=1)))
    meaning = "change over the field's whole range" if found.method == "morris" else "total share of the variance"
    print(f"Effect: {meaning}; luck: the same with other seeds and nothing else")
