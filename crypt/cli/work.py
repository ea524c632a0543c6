"""Commands that work: serve, warmup, bench."""

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from multiprocessing import active_children, get_context
from typing import Any

from ..core.catalog import Entry, catalog, left_out
from ..core.game import CryptError, check_players, failure, is_own
from ..core.wording import counted
from .folders import make_data_folder
from .interrupt import stop_if_heard
from .options import find_entries, print_json, whole_number


def progress(line: str) -> None:
    """Say how far long work is, to people only."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr, flush=True)


def tell(line: str) -> None:
    """Say it to whoever reads: a page that does not come up, or a prompt, is waited for."""
    print(line, file=sys.stderr, flush=True)


def compile_games(
    entries: Iterable[Entry], with_bots: bool = False, say: Callable[[str], None] = progress
) -> list[tuple[str, float]]:
    """Compile games ahead, with progress; the seconds for each."""
    from ..batch import warm_up

    seconds = []
    for entry in entries:
        seconds.append((entry.name, warm_up(entry, say, with_bots)))
        stop_if_heard()
    return seconds


def compile_side_by_side(
    entries: Iterable[Entry], with_bots: bool = False, say: Callable[[str], None] = progress
) -> list[tuple[str, float]]:
    """Compile games ahead; new ones each in a process of its own, as many at once as there are processors."""
    from ..batch.warm import is_compiled

    entries = list(entries)
    if sum(not is_compiled(entry) for entry in entries) < 2:
        return compile_games(entries, with_bots, say)
    apart = partial(_compile_apart, with_bots=with_bots, say=say)
    with ThreadPoolExecutor(os.process_cpu_count() or 1) as waiters:
        try:
            return list(waiters.map(apart, entries))
        except BaseException:
            for child in active_children():
                child.kill()
            raise


def _compile_apart(entry: Entry, with_bots: bool, say: Callable[[str], None]) -> tuple[str, float]:
    began = time.perf_counter()
    # it ends with this process, and leaves no children waiting for more
    child = get_context("spawn").Process(target=_compile_silently, args=(entry.name, with_bots, say), daemon=True)
    child.start()
    child.join()
    if child.exitcode == FAILED:
        compile_games([entry], with_bots, say)  # it fails here too, and is told as every failure is
    return entry.name, time.perf_counter() - began


def _compile_silently(name: str, with_bots: bool, say: Callable[[str], None]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits
    try:
        compile_games([catalog()[name]], with_bots, say)
    except Exception:
        sys.exit(FAILED)


FAILED = 3  # the status of a child that could not compile; one that was killed has another


def serve(options: Any) -> None:
    """Serve the pages."""
    folder = make_data_folder(options.data)
    _check_free(options.port)
    from ..widget.serve import serve as serve_pages

    serve_pages(options.port, options.browser, folder, prepare=_compile_all)


def _compile_all() -> None:
    """Compile all games; what is wrong with one of another package is said, and the others go on."""
    compile_side_by_side([entry for entry in catalog().values() if is_own(entry.package)], say=tell)
    for problem in left_out():
        tell(f"crypt: {problem}")
    for entry in catalog().values():
        if not is_own(entry.package):
            try:
                compile_games([entry], say=tell)
            except Exception as error:
                stop_if_heard()
                is_told = isinstance(error, CryptError)
                tell(f"crypt: {error if is_told else f'{entry.title} cannot be compiled ({failure(error)})'}")


def _check_free(port: int) -> None:
    """Say whose a port may be that is taken, before anything is loaded."""
    with socket.socket() as trial:
        if port and trial.connect_ex(("127.0.0.1", port)) == 0:
            whose = f"perhaps crypt runs there already: look at http://localhost:{port}/"
            raise CryptError(f"port {port} is taken by another program; {whose}, or choose another with --port")


def warmup(options: Any) -> None:
    """Compile ahead."""
    for name, seconds in compile_side_by_side(find_entries(options.games), with_bots=True):
        print(f"{name}: ready after {seconds:.1f} s")


# -------------------------------------------------------------------------------------------------- bench


def bench(options: Any) -> None:
    """Measure the speed, compiled against interpreted, and beside other engines that are installed."""
    from ..batch import bench as benches
    from ..batch.peers import measure_peers
    from ..batch.plan import check_root

    entries, seed = find_entries(options.games), check_root(options.seed)
    count = whole_number(options.count, "--count", 1, 10_000_000)
    seconds = whole_number(options.interpreted, "--interpreted", 1, 3600)
    compile_games(entries, with_bots=True)
    lines = []
    where = benches.machine()
    if not options.json:
        print(f"Random bots, one core, seed {seed}; {where['processor']}, Python {where['python']}")
    for entry in entries:
        wanted = [check_players(entry.load(), text) for text in options.players or entry.players]
        for players in wanted:
            fast = benches.measure(entry.name, players, count, seed)
            slow = benches.measure_interpreted(entry.name, players, seconds, seed) if options.compare else None
            has_advice = entry.load().has_part("advice")
            lines.append(_bench_row(fast, slow, benches.measure_search(entry.name, players, seed) if has_advice else None))
            if not options.json:
                print(_bench_text(lines[-1]), flush=True)
    peers, missing = measure_peers(seed) if options.compare else ([], [])
    if options.json:
        print_json({"machine": where, "bot": "random", "lines": lines, "peers": [_peer_row(peer) for peer in peers]})
        return
    for peer in peers:
        print(_peer_text(peer))
    for sentence in missing:
        print(sentence)


def _peer_row(peer: Any) -> dict[str, Any]:
    return asdict(peer) | {"decisions_per_second": round(peer.decisions_per_second)}


def _peer_text(peer: Any) -> str:
    speed = f"{counted(peer.games, 'game')}, {peer.decisions_per_second:,.0f} decisions/s"
    return f"{peer.package} {peer.version}, {peer.game}: {speed} (another game, and Python asks for each decision)"


def _bench_row(fast: Any, slow: Any, search: Any) -> dict[str, Any]:
    row = asdict(fast) | {
        "games_per_second": round(fast.games_per_second, 1),
        "decisions_per_second": round(fast.decisions_per_second),
    }
    if search:
        row["search"] = asdict(search) | {
            "looks_per_second": round(search.looks_per_second),
            "of_random": round(search.decisions_per_second / fast.decisions_per_second, 3),
        }
    if slow:
        row["interpreted"] = asdict(slow) | {"decisions_per_second": round(slow.decisions_per_second)}
        row["times"] = round(fast.decisions_per_second / slow.decisions_per_second, 1)
    return row


def _bench_text(row: dict[str, Any]) -> str:
    looks = "no search, for the game gives no advice"
    if search := row.get("search"):
        looks = f"search {search['looks_per_second']:,} looks/s, {search['of_random']:.2f} of these decisions/s"
    text = (
        f"{row['game']}, {counted(row['players'], 'player')}: {counted(row['games'], 'game')}, "
        f"{row['games_per_second']:,.0f} games/s, "
        f"{row['decisions_per_second']:,} decisions/s; {looks}"
    )
    if "interpreted" not in row:
        return text
    slow = row["interpreted"]
    interpreted = f"interpreted ({counted(slow['decisions'], 'decision')}) {slow['decisions_per_second']:,} decisions/s"
    return f"{text}; {interpreted}: {row['times']:,.0f} times as fast"


