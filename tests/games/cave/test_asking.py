"""Who was passed over in a step: with those who were asked, everybody once and in the order of ruling `reaction_order`."""

from itertools import islice
from random import Random

import numpy as np
import pytest
from games.cave.table import game, table

from crypt.core import trace
from crypt.games.cave import events as ev
from crypt.games.cave.asking import MOVE, passed_over, question_words
from crypt.games.cave.state import REACTING


def steps(t, seed):
    """Random play: before, what happened, after."""
    random, events = Random(seed), t.GAME.new_trace()
    while not t.GAME.is_over(t.state):
        before = t.state.copy()
        t.GAME.step(t.rules, t.state, random.choice(t.GAME.legal_actions(t.rules, t.state)), events)
        yield before, trace.events(events), t.state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_is_asked_once_about_each_move(players):
    """A move that is made was asked about all round, the mover last; one that is blocked was not asked about twice."""
    t, rounds, really, asked = game(players, seed=np.uint64(players)), 0, 0, []
    for before, events, after in islice(steps(t, 1), 250):
        if before.phase == REACTING and before.depth == 0:
            asked.append(int(before.decides))
            really += 1
        asked += [ask.seat for ask in passed_over(before, events, after, t.rules) if ask.what[0].kind == MOVE]
        order = [(int(before.player) + i) % players for i in range(1, players + 1)]
        if ev.MOVES in events.kind:
            assert asked == order
            rounds += 1
        else:
            assert asked == [seat for seat in order if seat in asked] or not after.moves
        asked = asked if after.moves else []
    assert rounds > 30 and really > 3


def test_a_card_is_asked_about_all_round_unless_it_is_cancelled():
    t = table("hand 1 a12", "hand 3 r06", players=3)
    events = t.GAME.new_trace()
    before = t.state.copy()
    t.GAME.step(t.rules, t.state, t.read("play Speed Run"), events)
    first = passed_over(before, trace.events(events), t.state, t.rules)
    assert [ask.seat for ask in first] == [1] and t.state.decides == 2
    assert question_words(t.state, first[0], t.NAMES) == "Ann plays Speed Run: you have nothing to play, let it pass"
    before = t.state.copy()
    t.GAME.step(t.rules, t.state, t.read("play I Don't Know How to Do That"), events)
    then = passed_over(before, trace.events(events), t.state, t.rules)
    assert [ask.seat for ask in then] == [0, 1, 2]  # about what cancels; the outer window has closed
    assert question_words(t.state, then[2], t.NAMES).startswith("you play I Don't Know How to Do That: you have")
    assert all("I Don't Know" in question_words(t.state, ask, t.NAMES) for ask in then)
