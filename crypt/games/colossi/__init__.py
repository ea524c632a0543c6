"""Crypt of the Colossi: a cooperative dungeon crawl over three floors, one to four heroes."""

TITLE = "Crypt of the Colossi"
PLAYERS = range(1, 5)
MINUTES = (15, 90)
SEAT_WORD = "hero"
IS_FIRST = True
BOTS = ("random", "greedy", "search", "cautious", "bold")
ABOUT = "Explore three floors tile by tile, beat the boss or find a key, and leave before the way to the exit is blocked."


def load():
    """The game itself; this imports Numba and the rules."""
    from .front import GAME

    return GAME
