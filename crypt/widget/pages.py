"""The pages, one function each, as the dashboards call them."""

from threading import Thread
from typing import TYPE_CHECKING

from .play import PlayPage
from .seat import warm_up

if TYPE_CHECKING:
    from .inspect import InspectPage
    from .outcomes import OutcomesPage


def play() -> PlayPage:
    """The Play page: begin or resume a game, and play it on a board."""
    # the browser loads its scripts meanwhile
    Thread(target=warm_up, daemon=True).start()
    return PlayPage()


def inspect() -> "InspectPage":
    """The Inspect page: see how a floor hangs together, and where its exit gets blocked."""
    from .inspect import InspectPage  # networkx is for those who inspect: the Play page opens sooner without

    return InspectPage()


def outcomes() -> "OutcomesPage":
    """The Outcomes page: see what sessions and simulated games come to."""
    from .outcomes import OutcomesPage, prepare

    # what counts and draws takes seconds to load; the browser loads its scripts meanwhile
    Thread(target=prepare, daemon=True).start()
    return OutcomesPage()
