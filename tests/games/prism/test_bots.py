"""How well the bots play: advice beats chance, and the words of a value hold."""

import numpy as np
import pytest
from games.prism.table import table

from crypt import simulate
from crypt.bots import Bot
from crypt.core.ruleset import standard
from crypt.games.prism import advice, words
from crypt.games.prism.front import GAME

ALL = " ".join(f"e4:{colour}_crystal" for colour in ("red", "yellow", "blue", "orange", "green", "purple"))


def rounds(bot, players, games=100):
    return simulate("prism", players, games, seed=4, bots=bot)["rounds"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_advice_is_ten_times_quicker_than_chance(players):
    assert rounds("greedy", players).mean() * 10 < rounds("random", players).mean()


@pytest.mark.parametrize("bot", ["greedy", "search"])
@pytest.mark.parametrize(
    "t, wanted",
    [
        (table("card 1 worn thunder_sword_+3 carried - - - -", monsters="e4:rat", beneath=ALL), "go north"),
        (table("card 1 worn helm carried chest - - -", monsters="e4:rat e6:dragon", beneath=ALL), "go north"),
    ],
)  # fmt: skip
def test_bots_see_a_crystal_beside_them(bot, t, wanted):
    player = Bot(GAME, standard(GAME), bot, iterations=300)
    assert words.action_text(t.state, player.choose(t.state, 3), ()) == wanted


def test_a_crystal_is_the_last_thing_to_be_given_up():
    t = table("card 1 worn - carried red_crystal chest - -", monsters="e4:dragon").do("go north").dice(1, 6, 6).do("attack")
    player = Bot(GAME, standard(GAME), "greedy")
    assert words.action_text(t.state, player.choose(t.state, 3), ()) == "lose the chest"


def test_values_rise_with_crystals_and_end_at_one():
    mind = np.zeros(1, advice.MIND).view(np.recarray)[0]
    mind.character[:] = advice.CHARACTERS["greedy"]
    worth = []
    for carried in ("- - - -", "red_crystal - - -", "red_crystal blue_crystal - -"):
        t = table(f"card 1 worn - carried {carried}")
        mind.stamp = 0
        advice.consider(t.rules, t.state, mind)
        worth.append(advice.value(t.rules, t.state, mind, 0))
    assert 0 < worth[0] < worth[1] < worth[2] < 1
    won = table("card 1 worn - carried red_crystal - - -", monsters="e4:rat", beneath="e4:blue_crystal", crystals_to_win=2)
    won.do("go north").dice(6).do("attack")
    assert advice.value(won.rules, won.state, mind, 1) == 1
