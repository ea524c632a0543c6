"""How well the bots play: each is better than chance on either side, and thinking ahead is better than greed."""

import numpy as np
import pytest
from games.lair.table import table

from crypt import simulate
from crypt.bots import Bot
from crypt.core.ruleset import standard
from crypt.games.lair import words
from crypt.games.lair.front import GAME


def share(result, bots, games=200, **options):
    return float((simulate("lair", 2, games, seed=4, bots=bots, **options)["result"] == result).mean())


def test_greed_beats_chance_on_either_side():
    assert share("seat 1", ["greedy", "random"]) > 0.95 > 0.3 > share("seat 1", ["random", "random"])
    assert share("seat 2", ["random", "greedy"]) > 0.98


@pytest.mark.slow
def test_thinking_ahead_beats_greed():
    """Each side wins more often with search than with greed, against the same opponent."""
    greedy = share("seat 1", ["greedy", "greedy"])
    assert share("seat 1", ["search", "greedy"], games=40, iterations=200) > greedy + 0.1
    assert share("seat 2", ["greedy", "search"], games=40, iterations=200) > 1 - greedy + 0.05


@pytest.mark.parametrize("bot", ["greedy", "search"])
@pytest.mark.parametrize(
    "t, wanted",
    [
        (table("adventurer 1 r3s1", stash=2, movement=2, lying="r3s1 r2s3 r2s5 r2s7"), "adventurer 1 carries to r4s1"),
        (table("dragon r3s1", "adventurer 1 r3s2", "adventurer 2 gone", "adventurer 3 gone", side="dragon", movement=2),
         "the dragon moves to r3s2"),
        (table("dragon r1s1", side="dragon", movement=2, lying="centre centre centre r1s1 r2s3 r2s5"),
         "the dragon carries to centre"),
    ],
)  # fmt: skip
def test_bots_see_a_win(bot, t, wanted):
    player = Bot(GAME, standard(GAME), bot, iterations=400)
    assert words.action_text(t.state, player.choose(t.state, 3), ()) == wanted


def test_values_lie_between_0_and_1_and_are_opposed():
    from crypt.games.lair import advice

    mind = np.zeros(1, advice.MIND).view(np.recarray)[0]
    mind.character[:] = advice.CHARACTERS["greedy"]
    for t in (table(), table("adventurer 1 r3s2", "dragon r3s1"), table(stash=2, lying="r2s1 r2s3 r2s5 r2s7")):
        advice.consider(t.rules, t.state, mind)
        values = [advice.value(t.rules, t.state, mind, seat) for seat in (0, 1)]
        assert 0 < values[0] < 1 and sum(values) == pytest.approx(1)
    near, far = table("adventurer 1 r4s1", "dragon r3s1"), table("adventurer 1 r4s1", "dragon r1s1")
    worth = []
    for t in (near, far):
        advice.consider(t.rules, t.state, mind)
        worth.append(advice.value(t.rules, t.state, mind, 0))
    assert worth[0] < worth[1]
