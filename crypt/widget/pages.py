"""The pages, one function each, as the dashboards call them."""

from collections.abc import Callable
from functools import wraps
from html import escape
from threading import Thread
from typing import Any

from .guard import guarded


def page(make: Callable[[], Any]) -> Callable[[], Any]:
    """Show a sentence in the place of a page that cannot be made; the traceback is for the server's log."""

    @wraps(make)
    def opened() -> Any:
        """Make the page, or say that it cannot be made."""
        made: list[Any] = []
        said: list[str] = []
        guarded(lambda: made.append(make()), lambda text, _: said.append(text))
        return made[0] if made else _instead(said[0])

    return opened


def _instead(text: str) -> Any:
    from ipywidgets import HTML

    return HTML(f'<main class="crypt-home"><p role="alert">{escape(text)} Reload the page to try again.</p></main>')


@page
def play() -> Any:
    """The Play page: begin or resume a game, and play it on a board."""
    from .play import PlayPage
    from .seat import warm_up

    # the browser loads its scripts meanwhile
    Thread(target=warm_up, daemon=True).start()
    return PlayPage()


@page
def inspect() -> Any:
    """The Inspect page: see how a floor hangs together, and where its exit gets blocked."""
    from .inspect import InspectPage

    return InspectPage()


@page
def outcomes() -> Any:
    """The Outcomes page: see what sessions and simulated games come to."""
    from .outcomes import OutcomesPage, prepare

    # what counts and draws takes seconds to load; the browser loads its scripts meanwhile
    Thread(target=prepare, daemon=True).start()
    return OutcomesPage()


@page
def balance() -> Any:
    """The Balance page: edit a ruleset, and see what the change does."""
    from .balance import BalancePage, prepare

    # what plays and draws takes seconds to load; the browser loads its scripts meanwhile
    Thread(target=prepare, daemon=True).start()
    return BalancePage()
