"""How well the bots play: each is better than chance on either side, and thinking ahead is better than greed."""

import numpy as np
import pytest
from games.lair.table import table
from walking import positions

from crypt import simulate
from crypt.bots import Bot
from crypt.core.ruleset import load_ruleset, standard
from crypt.games.lair import advice, words
from crypt.games.lair.front import GAME
from crypt.games.lair.state import A_END, ADVENTURERS_SEAT, parts_of


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


def minds():
    """Two empty minds."""
    found = np.zeros(2, advice.MIND).view(np.recarray)
    found.character[:] = advice.CHARACTERS["greedy"]
    return found


@pytest.mark.parametrize("settings", [(), ("enter_dragon=yes",), ("treasures_to_win=1",)])
def test_a_move_is_weighed_as_if_all_were_counted_anew(settings):
    """Advice counts only what a move changes; it comes to the same, and leaves the mind's board as it was."""
    ruleset = load_ruleset(GAME, settings=settings)
    rules, (mind, other) = ruleset.record, minds()
    great = 0
    for seed in range(8):
        for state in positions(GAME, 2, 100, seed, ruleset):
            advice.consider(rules, state, mind)
            side = 1 if state.seat == ADVENTURERS_SEAT else -1
            for action in GAME.legal_actions(rules, state):
                kind, piece, target = parts_of(action)
                if kind == A_END:
                    continue
                advice.consider(rules, state, other)
                great += advice.is_great(rules, state, other, kind, piece, target)
                advice.make(rules, state, other, kind, piece, target)
                advice.take_stock(rules, other)
                gain = advice.lead(rules, other) - mind.lead
                assert advice.advise(rules, state, mind, action) == pytest.approx(side * gain)
    assert great > 20


def test_values_lie_between_0_and_1_and_are_opposed():
    mind, _ = minds()
    for t in (table(), table("adventurer 1 r3s2", "dragon r3s1"), table(stash=2, lying="r2s1 r2s3 r2s5 r2s7")):
        values = [advice.value(t.rules, t.state, mind, seat) for seat in (0, 1)]
        assert 0 < values[0] < 1 and sum(values) == pytest.approx(1)
    near, far = table("adventurer 1 r4s1", "dragon r3s1"), table("adventurer 1 r4s1", "dragon r1s1")
    worth = []
    for t in (near, far):
        worth.append(advice.value(t.rules, t.state, mind, 0))
    assert worth[0] < worth[1]
