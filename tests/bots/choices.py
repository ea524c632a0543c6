"""Prints what `greedy` and `search` choose in a game: a program for `test_plain_python`. Its argument is the game's name."""

import sys

import numpy as np

from crypt.bots import Bot
from crypt.core.catalog import find_game
from crypt.core.ruleset import standard


def choices(name: str, bot: str, decisions: int, **settings: int) -> list[int]:
    """The choices of a bot at all seats."""
    game, ruleset = find_game(name), standard(find_game(name))
    player, state, trace = Bot(game, ruleset, bot, **settings), game.new_state(), game.new_trace()
    state.players = max(2, game.players[0])
    game.start(ruleset.record, state, np.uint64(3))
    made: list[int] = []
    while len(made) < decisions and not game.is_over(state):
        made.append(int(player.choose(state, len(made))))
        game.step(ruleset.record, state, made[-1], trace)
    return made


if __name__ == "__main__":
    print(choices(sys.argv[1], "greedy", 60), choices(sys.argv[1], "search", 8, iterations=3))
