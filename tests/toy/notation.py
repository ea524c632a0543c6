"""Positions of the toy game as text: "toy 2 seat 1 turn 5 score 3 4 coins 2 2"."""

from crypt.core.game import UnreadableError

from . import GAME


def write(state):
    seats = range(int(state.players))
    scores, coins = " ".join(str(state.score[i]) for i in seats), " ".join(str(state.coins[i]) for i in seats)
    return f"toy {state.players} seat {state.seat + 1} turn {state.turn} score {scores} coins {coins}"


def read(text, rules):
    words = text.split()
    state = GAME.new_state()
    try:
        players = int(words[1])
        if [words[i] for i in (0, 2, 4, 6, 7 + players)] != ["toy", "seat", "turn", "score", "coins"]:
            raise ValueError
        state.toy, state.players, state.seat, state.turn = 1, players, int(words[3]) - 1, int(words[5])
        state.score[:players] = [int(word) for word in words[7 : 7 + players]]
        state.coins[:players] = [int(word) for word in words[8 + players :]]
    except (ValueError, IndexError):
        raise UnreadableError(f"{text[:40]!r} is no position of the toy game") from None
    return state
