"""Colossal Cave, the board game: two to four players race to bring three treasures out of the cave; hands are hidden."""

TITLE = "Colossal Cave"
PLAYERS = range(2, 7)
RECOMMENDED = range(2, 5)
BOTS = ("random", "greedy", "search", "cautious", "bold")
ABOUT = "A race for three treasures with cards that are played out of turn, cancelled and defended against."


def load():
    """The game itself; this imports Numba and the rules."""
    from .front import GAME

    return GAME
