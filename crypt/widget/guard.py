"""One way for all callbacks to fail: a sentence for the page, the traceback for the server's log."""

import os
import traceback
from collections.abc import Callable

from ..core.game import CryptError
from ..core.wording import capital

DEFECT = "This did not work because of an error in crypt; what was played before is safe. The server's log says more."


def guarded(work: Callable[[], None], say: Callable[[str, str], None]) -> None:
    """Do something for the page; if it fails, say so in one sentence and go on.

    Parameters
    ----------
    work : callable
    say : callable
        Takes the sentence, and its tone: "refused" for what the user can put right, "defect" for what they cannot.
    """
    try:
        work()
    except CryptError as error:
        say(sentence_of(error), "refused")
    except Exception:  # whatever it is, play goes on
        write_to_server_log(traceback.format_exc())
        say(DEFECT, "defect")


def sentence_of(error: CryptError) -> str:
    """An error's message, with a capital at its beginning where it begins with a word."""
    text = str(error)
    first = text.split(" ", 1)[0]
    return capital(text) if first.isalpha() and first.islower() and len(first) > 1 else text


def write_to_server_log(text: str) -> None:
    """Write to the standard error stream of the server; a kernel's `sys.stderr` goes to the page instead."""
    os.write(_server_stream(), text.encode("utf-8", "backslashreplace"))


def _server_stream() -> int:
    import sys

    # ipykernel keeps a copy of the stream that it took over
    copy = getattr(sys.stderr, "_original_stdstream_copy", None)
    return 2 if copy is None else int(copy)
