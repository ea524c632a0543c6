"""Loot the Dragon's Lair: three adventurers steal treasures, and a dragon hunts them; for two players."""

TITLE = "Loot the Dragon's Lair"
PLAYERS = range(2, 3)
SEATS = ("Adventurers", "Dragon")
WON = ("won by the adventurers", "won by the dragon")
ABOUT = "Three adventurers carry treasures off a circular board, and the dragon hoards them or hunts the thieves."


def load():
    """The game itself; this imports Numba and the rules."""
    from .front import GAME

    return GAME
