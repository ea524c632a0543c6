"""The command line. Each command is a function in a module of this folder, imported when it is run."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

from .interrupt import Stopped, listening
from .parsers import USER_ERROR, make_parser

INTERRUPTED = 130
STOPPED = {  # by command: what Ctrl-C leaves behind; commands that know more say it themselves
    "serve": "stopped before the pages were ready; nothing was changed, and the same command starts again",
    "play": "stopped before the first turn: no session was begun or changed; the same command starts again",
    "simulate": "stopped before the first game: no rows were written; the same command starts again",
    "warmup": "stopped; what is compiled is kept, and the same command goes on",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Returns
    -------
    int
        The exit status: 0; 1 when a replay differs or a claim is broken; 2 for a mistake of the user's; 3 when claims are
        undecided; 130 when interrupted.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without the board's glyphs shows question marks
    options = make_parser().parse_args(arguments)
    with listening() as heard:
        return _run(options, heard)


def _run(options: Any, heard: list[int]) -> int:
    try:
        module, _, function = options.run.partition(":")
        status = getattr(import_module(f"crypt.cli.{module}"), function)(options) or 0
        sys.stdout.flush()
        return status
    except KeyboardInterrupt as interrupt:
        return _say_stopped(options, interrupt)
    except BrokenPipeError:
        # whoever read our words has gone; Python would complain when it flushes the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        return _say_stopped(options, error) if heard else _explain(error)


def _say_stopped(options: Any, interrupt: BaseException) -> int:
    """Say what an interrupt leaves behind; a compiler may have made something else of it, which nobody need read."""
    exec("")  # else Python ends by the signal and not with our status, where the interrupt came through such an `exec`
    usual = STOPPED.get(options.run.partition(":")[2], "stopped; nothing was written")
    print(f"crypt: {interrupt if isinstance(interrupt, Stopped) else usual}", file=sys.stderr)
    return INTERRUPTED


def _explain(error: Exception) -> int:
    """Say what the user can put right; anything else is a defect, and is raised."""
    from ..core.game import CryptError

    if isinstance(error, CryptError):
        print(f"crypt: {error}", file=sys.stderr)
        return USER_ERROR
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        print(f"crypt: {place}{error.strerror or error}", file=sys.stderr)
        return USER_ERROR
    raise error


def run() -> NoReturn:
    """Run the command line and end the process with its exit status."""
    status = main()
    if status == INTERRUPTED:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        # a compiler that was interrupted in the middle may crash while Python takes it down
        os._exit(status)
    sys.exit(status)
