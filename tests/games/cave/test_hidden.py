"""What a seat knows: masked positions, worlds that are dealt anew, and choices that do not depend on what is hidden."""

from collections import Counter
from itertools import islice
from random import Random

import numpy as np
import pytest
from games.cave.hashes import VARIANTS
from games.cave.table import game, ruled, table
from games.walks import begun

from crypt import replay
from crypt.bots import Bot, bot_names
from crypt.core.ruleset import standard
from crypt.core.shipped import shipped
from crypt.core.sight import ONLOOKER, events_seen
from crypt.core.trace import events, new_trace
from crypt.games.cave import events as ev
from crypt.games.cave.front import GAME
from crypt.games.cave.state import HAND, PILE, TREASURE, UNKNOWN
from crypt.games.cave.vocabulary import the_book

GIVE_UP = 4000


def positions(seed, players, every=7, **changes):
    """Positions of a random game, some decisions apart."""
    rules, trace, random = ruled(turn_limit=150, **changes), new_trace(), Random(seed)
    state = begun(GAME, rules, players, seed)
    for i in range(GIVE_UP):
        if GAME.is_over(state):
            return
        if i % every == 0:
            yield rules, state.copy()
        GAME.step(rules, state, random.choice(GAME.legal_actions(rules, state)), trace)


def masked(state, seat):
    seen = state.copy()
    GAME.hide(seen, seat)
    return seen


def dealt(state, seat, key):
    world = masked(state, seat)
    GAME.deal(world, np.uint64(key))
    return world


def places(t, state, id):
    """Where the copies of a card are in a position."""
    kind = [card.id for card in the_book(state).cards].index(id)
    return {int(state.place[card]) for card in range(int(t.rules.cards)) if t.rules.kind_of[card] == kind}


@pytest.mark.parametrize("changes", VARIANTS, ids=lambda changes: " ".join(changes) or "standard")
def test_a_dealt_world_is_a_position_and_looks_the_same(changes):
    """In the eyes of a seat nothing differs: masked again it is the same, byte by byte, but for the chance that was used."""
    looked = 0
    for rules, state in positions(3, 4, **changes):
        for seat in range(4):
            seen, world = masked(state, seat), dealt(state, seat, 17 + looked)
            if seat == state.decides:  # that another one is asked tells something of that hand, which is not dealt
                assert GAME.status(rules, world) == 0
            assert (world.held == state.held).all() and (world.room == state.room).all()
            again = masked(world, seat)
            again.chance.count[:] = seen.chance.count
            assert again.tobytes() == seen.tobytes()
            looked += 1
    assert looked > 100


def test_a_masked_position_holds_no_hidden_card():
    """Two true positions that differ only in what is hidden from a seat are one, masked for it."""
    for i, (_, state) in enumerate(positions(5, 3)):
        seat = int(state.decides)
        other = dealt(state, seat, i)
        one, two = masked(state, seat), masked(other, seat)
        two.chance.count[:] = one.chance.count
        assert one.tobytes() == two.tobytes()
        hidden = [c for c in range(72) if state.place[c] in (PILE, *range(HAND, HAND + 3)) and state.place[c] != HAND + seat]
        told = [c for c in hidden if one.place[c] != UNKNOWN]
        assert all(bin(int(state.may[seat, c])).count("1") == 1 for c in told)


@pytest.mark.parametrize("bot", bot_names(GAME))
def test_choices_do_not_depend_on_hidden_cards(bot):
    """Also taken from the true position, as simulations do; the search sees it masked at a table, and deals for itself."""
    player = Bot(GAME, standard(GAME), bot, iterations=60, rounds=2)
    for i, (rules, state) in enumerate(positions(8, 3, every=11)):
        other = dealt(state, int(state.decides), 900 + i)
        assert GAME.legal_actions(rules, state) == GAME.legal_actions(rules, other)
        assert player.choose(state, i) == player.choose(other, i)


def test_advice_from_a_true_position_is_that_of_any_dealt_one():
    """Simulated games do not mask positions for those who play as advised: advice itself must not look."""
    from crypt.games.cave import advice

    mind = np.zeros(1, advice.MIND).view(np.recarray)[0]
    mind.character[:] = advice.CHARACTERS["greedy"]

    def scores(rules, state):
        advice.consider(rules, state, mind)
        return [advice.advise(rules, state, mind, action) for action in GAME.legal_actions(rules, state)]

    for i, (rules, state) in enumerate(positions(9, 4, every=3)):
        assert scores(rules, state) == scores(rules, dealt(state, int(state.decides), i))


def test_hidden_cards_are_dealt_by_the_sizes_of_the_hands():
    t = table("hand 1 a01 a02", "hand 2 t01 t02 t03 t04 t05 t06", "hand 3 i01", players=3)
    count = Counter()
    for key in range(3000):
        count[int(dealt(t.state, 0, key).place[t.state.place.tolist().index(HAND + 1)])] += 1
    unseen = 72 - 2
    for place, size in ((HAND + 1, 6), (HAND + 2, 1), (PILE, unseen - 7)):
        assert abs(count[place] / 3000 - size / unseen) < 0.02
    assert set(count) == {HAND + 1, HAND + 2, PILE}


def test_who_takes_a_card_openly_is_known_to_hold_it():
    t = table("hand 1 a09 a12", "discards t03", "hand 2 t01 t02").do("play Pirate Booty, naming Bars of Silver")
    for key in range(20):
        assert places(t, dealt(t.state, 1, key), "T03") == {HAND}


def test_a_card_that_is_given_back_is_known():
    t = table("room 1 bedquilt", "hand 2 r03 t01 t02", phase="moving").do("move to Volcano View", "play Stop! Pay Troll!")
    for key in range(20):
        assert places(t, dealt(t.state, 0, key), "R03") == {HAND + 1}


def test_who_has_looked_through_the_pile_knows_what_the_others_hold():
    t = table("hand 1 a14", "hand 2 t01 r06", "hand 3 i06", players=3)
    t.do("play Stock Up!, naming Set of Keys", "pass")
    for id in ("T01", "I06"):
        assert all(PILE not in places(t, dealt(t.state, 0, key), id) for key in range(60))
    assert any(PILE in places(t, dealt(t.state, 2, key), "T01") for key in range(60))  # another has not looked


def test_what_came_into_a_new_pile_is_in_no_hand_that_has_not_drawn():
    rest = [id.lower() for id in table().pile if id not in ("T01", "A12", "I01", "I02")]
    t = table("hand 2 t01 a12", "hand 3 i01", f"discards {' '.join(rest)}", "hand 1 i02", players=3).do("draw a card")
    assert "renews" in t.events and t.turn_of == 2  # Ben has drawn from the new pile, Cid has not
    for key in range(40):
        world = dealt(t.state, 0, key)
        third = [t.rules.kind_of[c] for c in range(72) if world.place[c] == HAND + 2]
        assert len(third) == 1 and the_book(world).cards[third[0]].id in ("T01", "A12", "I01")


def test_a_crash_makes_hands_uncertain_again_but_not_the_pool():
    t = table("hand 1 a15 a09 i01", "discards t03", "hand 2 t01 t02 a01", "hand 3 a02", players=3)
    t.do("play Pirate Booty, naming Bars of Silver")
    assert places(t, dealt(t.state, 1, 1), "T03") == {HAND}
    t = table("hand 1 a15 i01 i02", "hand 2 t01 t02 a01", "hand 3 a02", players=3)
    t.state.may[1, :] = np.where(t.state.place == HAND, 2, t.state.may[1, :])  # Ben has seen Ann's whole hand
    t.do("play System Crash")
    for key in range(30):
        world = dealt(t.state, 1, key)
        for id in ("I01", "I02"):
            assert PILE not in places(t, world, id)


def test_in_a_new_game_nobody_knows_anything():
    t = game(4)
    for seat in range(4):
        assert {int(place) for place in masked(t.state, seat).place[:72]} == {HAND + seat, UNKNOWN}


def test_nobody_thinks_to_hold_what_is_not_in_the_own_hand():
    """Not even after a crash: such a position is told to be wrong."""
    t = table("hand 1 a15 i01 i02", "hand 2 t01 t02 a01", "hand 3 a02", players=3).do("play System Crash")
    for seat in range(3):
        own = [c for c in range(72) if t.state.may[seat, c] & (2 << seat)]
        assert own == [c for c in range(72) if t.state.place[c] == HAND + seat]
    t.state.may[0, t.state.place.tolist().index(PILE)] |= 2
    assert "what a player knows" in t.wrong


@pytest.mark.rule("CAVE-24")
def test_who_looks_through_the_pile_is_shown_it():
    """All of it, copies counted, and nobody else is; the sentence names what everybody could see by turning it over."""
    t = table("hand 1 a17", "room 1 hall_of_the_mountain_king", players=3)
    pile = Counter(t.pile)
    t.do("play With What, Your Bare Hands?")
    happened = events(t.trace)
    seen = [event for event in happened if event.kind == ev.SEES]
    ids = [card.id for card in the_book(t.state).cards]
    assert {ids[event.a]: event.b for event in seen} == pile and {int(event.seen_by) for event in seen} == {1}
    told = GAME.words.describe(events_seen(happened, 0), t.NAMES)
    line = next(words for words in told if words.startswith("Ann sees in the draw pile Large Gold Nugget, "))
    assert "2 Speed Run" in line and line.endswith("(CAVE-24)")
    for other in (1, 2, ONLOOKER):
        assert "sees in the draw pile" not in str(GAME.words.describe(events_seen(happened, other), t.NAMES))


@pytest.mark.rule("CAVE-13")
def test_in_quick_play_everybody_is_dealt_a_treasure_in_every_world():
    """It is known of each hand until a treasure leaves it, or the hands are dealt anew."""
    looked = 0
    for seed in range(6):
        for rules, state in islice(positions(seed, 4, quick_play=True), 12):
            hands = {seat: [c for c in range(72) if state.place[c] == HAND + seat] for seat in range(4)}
            dear = {c for c in range(72) if rules.type_of[rules.kind_of[c]] == TREASURE}
            for seat in range(4):
                assert not state.promised >> seat & 1 or dear & set(hands[seat])
            for seat in range(4):
                world = dealt(state, seat, 5 + looked)
                looked += 1
                for other in range(4):
                    in_hand = {c for c in range(72) if world.place[c] == HAND + other}
                    assert len(in_hand) == len(hands[other]) and (not state.promised >> other & 1 or dear & in_hand)
    assert looked > 150 and game(2, quick_play=True).state.promised == 3 and game(2).state.promised == 0


@pytest.mark.rule("CAVE-13")
def test_what_is_known_of_a_hand_in_quick_play_ends_with_a_treasure_that_leaves_it():
    for played, left in (("Large Gold Nugget", 2), ("Speed Run", 3), ("System Crash", 0)):
        t = table("hand 1 t01 a15 a12", "hand 2 t02", "room 1 hall_of_mists", quick_play=True)
        t.state.promised = 3
        assert t.do(f"play {played}").state.promised == left
    t = table("hand 1 a12", "hand 2 t02")
    t.state.promised = 1
    assert "what a player knows" in t.wrong


def test_the_sample_session_replays():
    """Two bots, with cards cancelled, revealed, stolen and used, and a death."""
    path = shipped("data", "sessions", "cave_bots_2_players.jsonl")
    assert replay(path).is_same
    text = path.read_text(encoding="utf-8")
    assert all(f'"{event}"' in text for event in ("is_cancelled", "reveals", "steals", "uses", "dies", "is_blocked"))
