"""The Prism Crystals: two to four players together find six crystals under monsters; there is no way to lose."""

TITLE = "The Prism Crystals"
PLAYERS = range(2, 5)
BOTS = ("random", "greedy", "search", "cautious", "bold")
ABOUT = "Players together search a land of hexagons, fight what hides the treasures, and carry six crystals home."


def load():
    """The game itself; this imports Numba and the rules."""
    from .front import GAME

    return GAME
