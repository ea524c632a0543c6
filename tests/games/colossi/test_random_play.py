"""Random play: thousands of games, and nothing is ever wrong with a position; the turns are in their order."""

from random import Random

import numpy as np
import pytest
from games import walks
from games.colossi.table import bag_of, cards_of, deck_of, ruled

from crypt.core import chance
from crypt.core.trace import events, new_trace
from crypt.games.colossi import events as ev
from crypt.games.colossi.front import GAME

ROOT = 20_250
MOST_DECISIONS = 100_000
OPEN = {"normal_cross": 3, "event_tee": 30, "monster_cross": 20, "loot_tee": 20, "hero_tee": 10}
VARIANTS = {
    "one bag": {"refill_bag": False},
    "one small bag": {"refill_bag": False, "tiles": bag_of(**OPEN)},
    "endless loot": {"loot": "endless", "item_cards": cards_of(key=1, amulet=20)},
    "no loot": {"item_cards": cards_of(sword=0, shield=0, boots=0, amulet=0, key=0, potion=0)},
    "few keys": {"item_cards": cards_of(key=1)},
    "stay forced": {"stay": "forced"},
    "stay forced, short steps": {"stay": "forced", "steps": 1, "steps_before_exploring": 0},
    "stay where the boss fell": {"boss_return": "stay when defeated", "boss_hp": 1},
    "small boards": {"side": [4, 4, 6, 6], "shaded_side": [2, 2, 2, 4]},
    "large boards": {"side": [12, 12, 12, 12], "shaded_side": [2, 4, 6, 8]},
    "strong monsters": {"monster_hp": 2},
    "weak heroes": {"max_hp": 1, "starting_hp": 1, "return_hp": 1},
    "strong heroes": {"max_hp": 100, "starting_hp": 100, "return_hp": 100},
    "tiny bag": {"tiles": bag_of(normal_straight=2, monster_tee=2, event_cross=2, hero_dead_end=1)},
    "events only": {"tiles": bag_of(event_cross=40, event_straight=30)},
    "closets only": {"tiles": bag_of(hero_cross=40, monster_cross=40)},
    "portals": {"events": deck_of(portal=20, haste=10), "tiles": bag_of(event_tee=60, monster_tee=30, hero_tee=10)},
    "secret doors": {"events": deck_of(secret_door=20, draught=10), "tiles": bag_of(event_straight=60, loot_corner=30)},
    "narrow rooms": {"boss_sides": 3, "exit_sides": 1, "start_sides": 7},
    "many potions": {"max_potions": 10, "potion_turns": 50, "item_cards": cards_of(potion=40)},
    "last seat first": {"first_turn": 4},
    "two floors": {"floors": 2},
}


def play(games, players, first=0, **changes):
    """Play and check games; say what is wrong with the first that is not in order."""
    rules = ruled(round_limit=200, **changes)
    return walks.play(GAME, rules, players, games, ROOT + players, first, MOST_DECISIONS)


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_ten_thousand_games(players):
    assert play(2500, players) > 2500


@pytest.mark.parametrize("name", VARIANTS)
def test_variants(name):
    for players in (1, 2, 3, 4):
        assert play(60, players, **VARIANTS[name]) > 60


@pytest.mark.bounds
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_some_games_with_bounds_checked(players):
    assert play(40, players) > 40


@pytest.mark.interpreted
@pytest.mark.parametrize("players", [1, 2])
def test_a_game_as_plain_python(players):
    rules = ruled(round_limit=4)
    state, trace, random = GAME.new_state(), new_trace(), Random(players)
    state.players = players
    GAME.start(rules, state, np.uint64(players))
    while not GAME.is_over(state):
        legal = GAME.legal_actions(rules, state)
        assert len(legal) > 1
        assert all(GAME.refusal(rules, state, action) == 0 for action in legal)
        GAME.step(rules, state, random.choice(legal), trace)
        assert GAME.status(rules, state) == 0


# ------------------------------------------------------------------------------------------ the order of turns


class Order:
    """Whose turn it is, kept by the events alone: clockwise, the dead and those who left passed over, haste at once."""

    def __init__(self, players, first):
        self.here = [False] * players
        self.first, self.last, self.again = first, None, False

    def expected(self):
        """Whose turn is next."""
        players = len(self.here)
        if self.again and self.here[self.last]:
            return self.last
        begin = self.first if self.last is None else self.last + 1
        return next(seat % players for seat in range(begin, begin + players) if self.here[seat % players])

    def hear(self, event):
        """Follow an event; a turn must be that of the hero expected."""
        if event.kind == ev.STARTS or (event.kind == ev.RETURNS and event.a >= 0):
            self.here[event.who] = True
        elif event.kind in (ev.DIES, ev.LEAVES):
            self.here[event.who] = False
        elif event.kind == ev.HASTENS:
            self.again = True
        elif event.kind == ev.FLOOR_BEGINS:
            self.here, self.last, self.again = [False] * len(self.here), None, False
        elif event.kind == ev.TURN_BEGINS:
            assert event.who == self.expected()
            self.last, self.again = int(event.who), False


@pytest.mark.rule("COL-10")
@pytest.mark.parametrize("players, first", [(1, 1), (2, 1), (3, 1), (4, 1), (3, 2), (4, 4)])
def test_turns_are_in_their_order(players, first):
    """Also when the hero whose turn it is, the next or the first one dies, leaves or returns."""
    rules = ruled(round_limit=60, first_turn=first, starting_hp=2, events=deck_of(haste=4, trap=8, portal=4, nothing=4))
    trace, deaths = new_trace(), 0
    for index in range(40):
        state, random, order = GAME.new_state(), Random(index), Order(players, first - 1)
        state.players = players
        GAME.start(rules, state, np.uint64(chance.game_seed(np.uint64(ROOT), index)))
        while not GAME.is_over(state):
            GAME.step(rules, state, random.choice(GAME.legal_actions(rules, state)), trace)
            for event in events(trace):
                order.hear(event)
                deaths += event.kind == ev.DIES
            if not GAME.is_over(state) and order.last is not None and order.here[order.last]:
                assert GAME.actor(state) == order.last
    assert deaths > 10
