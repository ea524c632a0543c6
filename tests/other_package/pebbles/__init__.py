"""A game of another package, as small as a game can be: pebbles are taken from a heap, and who takes the last one wins."""

TITLE = "Pebbles"
PLAYERS = range(2, 4)
ABOUT = "Take a pebble, or as many as a die shows; who takes the last one wins."


def load():
    """The game itself."""
    from .front import GAME

    return GAME
