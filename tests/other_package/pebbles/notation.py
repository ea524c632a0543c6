"""Positions as text: "pebbles 7 players 2 seat 1 turns 4"."""

from crypt.core.game import UnreadableError


def write(state):
    """A position as text."""
    return f"pebbles {state.pebbles} players {state.players} seat {state.seat + 1} turns {state.turns}"


def read(text, rules):
    """The position of a text."""
    from .front import GAME

    state, words = GAME.new_state(), text.split()
    try:
        if words[::2] != ["pebbles", "players", "seat", "turns"]:
            raise ValueError
        state.pebbles, state.players, state.seat, state.turns = map(int, words[1::2])
    except ValueError:
        raise UnreadableError(f"{text[:40]!r} is no position: write pebbles 7 players 2 seat 1 turns 4") from None
    state.seat -= 1
    return state
