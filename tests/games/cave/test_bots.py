"""How well the bots play: advice beats chance, the search beats advice, and the words of a value hold."""

import numpy as np
import pytest
from games.cave.table import table
from scipy.stats import binomtest

from crypt import simulate
from crypt.bots import Bot
from crypt.core.ruleset import standard
from crypt.games.cave import advice, words
from crypt.games.cave.front import GAME


def wins(bots, seat, games, **more):
    """How many of some games a seat wins."""
    return int((simulate("cave", len(bots), games, seed=4, bots=bots, **more)["result"] == f"seat {seat}").sum())


@pytest.mark.parametrize("seat", [1, 2])
def test_advice_beats_chance(seat):
    bots = ["random", "random"]
    bots[seat - 1] = "greedy"
    assert wins(bots, seat, 100) >= 98


@pytest.mark.slow
@pytest.mark.parametrize("seat", [1, 2])
def test_looking_ahead_beats_advice(seat):
    bots = ["greedy", "greedy"]
    bots[seat - 1] = "search"
    assert binomtest(wins(bots, seat, 60, iterations=100), 60, 0.5, "greater").pvalue < 0.01


@pytest.mark.parametrize("bot", ["greedy", "search"])
@pytest.mark.parametrize(
    "t, wanted",
    [
        (table("carried 1 t01", "hand 1 a12"), "deposit Large Gold Nugget"),
        (table("room 1 cobble_crawl", "carried 1 t01 t02", "deposited 1 t03", phase="moving"), "move to Well House"),
        (table("room 1 hall_of_mists", "hand 1 t01"), "play Large Gold Nugget"),
        (table("room 2 y2", "hand 1 a01", "hand 2 i08", "carried 2 t01").do("play Angry Dwarf (action) on Ben"),
         "reveal Little Axe"),
        (table("room 1 cobble_crawl", "carried 1 t01", "deposited 1 t02 t03", "hand 2 r02", phase="moving").do(
            "move to Well House"), "play The Grate Is Locked!"),
    ],
)  # fmt: skip
def test_bots_see_what_is_beside_them(bot, t, wanted):
    player = Bot(GAME, standard(GAME), bot, iterations=300)
    assert words.action_text(t.state, player.choose(t.state, 3), t.NAMES) == wanted


def test_values_rise_with_treasures_and_end_at_one():
    mind = np.zeros(1, advice.MIND).view(np.recarray)[0]
    mind.character[:] = advice.CHARACTERS["greedy"]

    def worth(t, seat=0):
        return advice.value(t.rules, t.state, mind, seat)

    found = [worth(table(*lines)) for lines in ((), ("hand 1 t01",), ("carried 1 t01",), ("deposited 1 t01",),
                                                ("deposited 1 t01 t02",))]  # fmt: skip
    assert found == sorted(found) and len(set(found)) == 5 and found[0] == 0.5
    assert sum(worth(table("carried 2 t01", players=3), seat) for seat in range(3)) == pytest.approx(1, abs=0.02)
    won = table("carried 1 t03", "deposited 1 t01 t02").do("deposit Bars of Silver")
    assert worth(won) == 1 and worth(won, 1) == 0
