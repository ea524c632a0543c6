"""Commands that ask design questions: compare, sweep, sensitivity."""

import sys
import textwrap
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
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
    names, seats = [one for one in settings if "=" not in one], [one.partition("=")[0] for one in settings if "=" in one]
    if len(names) > 1 or len(set(seats)) < len(seats):
        raise UnreadableError("--bot: name one bot for all seats, and each seat once, such as --bot greedy --bot 2=random")
    if names and not seats:
        return names[0]
    if names and len(tables) > 1:
        raise UnreadableError("--bot: with several numbers of players name one bot for all seats, or each seat by itself")
    return read_bots(settings, for_all=min(tables)) or None


def bot_names_of(bots: Any) -> list[str]:
    """The names of the bots that play."""
    return [bots] if isinstance(bots, str) else list((bots or {}).values())


def looks_of(options: Any) -> int | None:
    """How often the bot search looks ahead, where that was said."""
    return whole_number(options.iterations, "--iterations", 1, 1_000_000) if options.iterations else None


def one_bot(settings: list[str]) -> str | None:
    """The bot that plays all seats instead of the file's, where one was named.

    Raises
    ------
    UnreadableError
    """
    if any("=" in one for one in settings) or len(settings) > 1:
        raise UnreadableError("--bot: name one bot, which plays all seats; bots by seat are named in the file")
    return settings[0] if settings else None


def party_words(parties: Iterable[tuple[int, Sequence[str]]]) -> str:
    """Who plays: "2 players (greedy, random)"; several parties one after the other."""
    return "; ".join(dict.fromkeys(f"{counted(players, 'player')} ({', '.join(bots)})" for players, bots in parties))


def wrapped(text: str) -> str:
    """A sentence in lines of 80 letters."""
    return textwrap.fill(text, 80, subsequent_indent="  ")


def check_files(options: Any) -> None:
    """Check where findings and the figure go, before any game is played.

    Raises
    ------
    UnreadableError
    """
    check_figure(options.figure)
    if options.resume and not options.out:
        raise UnreadableError("--resume goes on with what is in a file; name it with --out")
    if options.out and Path(options.out).is_dir():
        raise UnreadableError(f"{options.out}: is a folder; name a file in it, such as {Path(options.out) / 'found.jsonl'}")
    if options.out and Path(options.out).suffix != ".jsonl":
        raise UnreadableError(f"{options.out}: what is found is kept as lines of JSON; name a file that ends in .jsonl")


def check_moved(fields: Sequence[str], settings: Sequence[str]) -> None:
    """Check that no field is both set and moved.

    Raises
    ------
    UnreadableError
    """
    moved = {one.partition("=")[0].strip() for one in fields}
    for name in (one.partition("=")[0].strip() for one in settings):
        if name in moved:
            raise UnreadableError(f"{name} cannot be set with --set and moved with --field; leave one of them out")


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
    if not found.is_whole and not found.differences:
        raise Stopped("stopped before a pair of games was finished; nothing was written; the same command starts again")
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
    names = [one.name for one in found]
    # of files that are called alike it is told which is which
    found = [one if names.count(one.name) == 1 else replace(one, name=path) for one, path in zip(found, files, strict=True)]
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
        plan = next(one for one in found.plans if one.players == key[1])
        who = party_words([(plan.players, plan.bots)])
        print(wrapped(f"{key[0]} against {against}, {who}, {pairs} of games, seed {plan.root}"))
        head = ["", "before", "after", "difference", "95 % interval", "more pairs"]
        print("\n".join(aligned([head, *(_difference(one) for one in part.itertuples(index=False))], left=1)))
    print(wrapped(" ".join(found.remarks)))


def _difference(one: Any) -> list[str]:
    scale, unit, form = (100, " %", ".1f") if one.kind == "share" else (1, "", ".4g")
    more = "-" if one.more is None or str(one.more) == "<NA>" else "clear" if one.more == 0 else f"{one.more:,}"
    return [
        one.what, f"{scale * one.first:{form}}{unit}", f"{scale * one.second:{form}}{unit}",
        f"{scale * one.difference:+{form}}",
        "cannot be told" if one.low != one.low else f"{scale * one.low:+{form}} to {scale * one.high:+{form}}", more,
    ]  # fmt: skip


def rows_of(table: Any) -> list[dict[str, Any]]:
    """A frame as JSON can hold it."""
    import json

    return json.loads(table.to_json(orient="records"))


# ------------------------------------------------------------------------------------------------ sweep


def sweep(options: Any) -> None:
    """Play every combination of one or two fields' values."""
    from ..design.sweep import sweep_fields

    check_files(options)
    check_moved(options.fields, options.settings)
    game, ruleset = game_and_ruleset(options)
    tables = tables_of(game, options.players)
    bots = bots_of(options.bots, tables)
    with working(game, bot_names_of(bots), _kept(options.out)) as stop:
        found = sweep_fields(
            game, options.fields, options.what, tables, games_of(options), options.seed, bots, ruleset, options.workers,
            looks_of(options), options.out, options.resume, teller("setting"), stop,
        )  # fmt: skip
    table, names = found.frame(), [one.name for one in found.question.moving]
    if options.figure:
        from ..stats.design_figures import swept

        save_figure(swept(table, names), options.figure)
    if options.json:
        print_json(_head(found.question) | {"fields": names, "rows": rows_of(table)})
    else:
        _tell_sweep(found, table, names, bool(options.what))
    if not found.is_whole:
        raise Stopped(f"stopped after {len(found.findings)} of {counted(found.settings, 'setting')}; {_kept(options.out)}")


def _head(question: Any) -> dict[str, Any]:
    """What findings depend on, as JSON begins with it."""
    parties = {(one.players, one.bots) for one in question.asks}
    return {"game": question.game.name, "ruleset": question.base.name, "games": question.games, "seed": question.seed,
            "parties": [{"players": players, "bots": list(bots)} for players, bots in sorted(parties)]}  # fmt: skip


def title_of(question: Any) -> str:
    """What is played and by whom, above the table of what was found."""
    who = party_words((one.players, one.bots) for one in question.asks)
    return wrapped(f"{question.base.name}, {who}, {counted(question.games, 'game')} for each setting, seed {question.seed}")


def _tell_sweep(found: Any, table: Any, names: list[str], is_asked: bool) -> None:
    """The settings as a table; why some cannot be stands below it."""
    print(title_of(found.question))
    if not is_asked:  # what happened in no game is left out
        happened = table.groupby("what")["value"].transform(lambda values: values.fillna(0).abs().sum() > 0)
        table = table[happened]
    head = [*names, "players", "measured", "value", "95 % interval", "games"]
    print("\n".join(aligned([head, *(_setting(one, names) for one in table.to_dict("records"))], left=len(names))))
    for one in found.findings:
        if one.problem:
            told = ", ".join(f"{name}={value}" for name, value in one.changes.items())
            print(wrapped(f"{told} cannot be: {one.problem}"))


def _kept(out: str | None) -> str:
    return f"settings that are finished are in {out}: the same command with --resume goes on" if out else (
        "with --out FILE the finished settings would have been kept"
    )  # fmt: skip


def _setting(row: dict[str, Any], names: list[str]) -> list[str]:
    about = [*(str(row[name]) for name in names), str(row["players"]), row["what"]]
    if row["problem"]:
        return [*about, "cannot be", "-", "-"]
    scale, unit, form = (100, " %", ".1f") if row["kind"] == "share" else (1, "", ".4g")
    value, low, high = (f"{scale * row[name]:{form}}" for name in ("value", "low", "high"))
    return [*about, f"{value}{unit}", f"{low} to {high}", str(row["n"])]


# ------------------------------------------------------------------------------------------------ sensitivity


def sensitivity(options: Any) -> None:
    """Ask which fields matter."""
    from ..design.fields import usual_fields
    from ..design.sensitivity import UNTOLD, sensitivity_of

    check_files(options)
    check_moved(options.fields, options.settings)
    game, ruleset = game_and_ruleset(options)
    if not options.fields:
        lines = "\n".join(f"  {one}" for one in usual_fields(game, ruleset))
        raise UnreadableError(f"name fields with --field; those with a single value, and what they usually take:\n{lines}")
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
        told = {"method": found.method, "settings": found.settings, "rows": rows_of(found.table)}
        print_json(_head(found.question) | told)
        return
    print(title_of(found.question))
    for (what, players), part in found.table.groupby(["what", "players"], sort=False):
        print(f"{what}, {counted(players, 'player')}: {counted(found.settings, 'setting')}, {found.method}")
        head = ["field", "effect", "95 % interval", ""]
        cells = [[one.field, _plain(one.effect), f"{_plain(one.low)} to {_plain(one.high)}", one.verdict]
                 for one in part.itertuples(index=False)]  # fmt: skip
        print("\n".join(aligned([head, *cells], left=1)))
    meaning = "change over the field's whole range" if found.method == "morris" else "total share of the variance"
    print(f"Effect: {meaning}; luck: the same with other seeds and nothing else")
    if (found.table["verdict"] == UNTOLD).any():
        print("What cannot be told yet takes more settings: raise --size, or --games against luck")


def _plain(number: float) -> str:
    """A number in three digits; what is as good as nothing is 0."""
    return f"{0.0 if abs(number) < 1e-9 else number:.3g}"
