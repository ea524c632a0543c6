"""The pages, one function each, as the dashboards call them."""

from .play import PlayPage


def play() -> PlayPage:
    """The Play page: begin or resume a game, and play it on a board."""
    return PlayPage()
