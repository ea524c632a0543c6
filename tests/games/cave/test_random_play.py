"""Random play: thousands of games, and nothing is ever wrong with a position; every card is always once somewhere."""

from random import Random

import pytest
from games import walks
from games.cave.hashes import VARIANTS
from games.cave.table import NAMES, cards, ruled, table

from crypt.core.trace import new_trace
from crypt.games.cave.front import GAME
from crypt.games.cave.state import A_MOVE, ABOUT, DISCARDS, KINDS, PICK, PILE, SHIFT

ROOT = 31
MOST_DECISIONS = 200_000
MORE = ({"starting_hand": 0}, {"starting_hand": 12, "hand_limit": 40}, {"deposits_to_win": 1}, {"hand_limit": 1})


def play(games, players, first=0, **changes):
    """Play and check games; say what is wrong with the first that is not in order."""
    rules = ruled(**{"turn_limit": 200} | changes)
    return walks.play(GAME, rules, players, games, ROOT, first, MOST_DECISIONS)


@pytest.mark.slow
@pytest.mark.parametrize("players, games", [(2, 3400), (3, 3300), (4, 3300)])
def test_ten_thousand_games(players, games):
    """The status after every step holds that each card is once somewhere, and that what players know is true."""
    assert play(games, players) > 1_000_000


@pytest.mark.parametrize("players", [5, 6])
def test_more_players_than_are_recommended(players):
    assert play(60, players) > 10_000


@pytest.mark.parametrize("changes", [*VARIANTS[1:], *MORE], ids=lambda changes: " ".join(changes))
def test_variants(changes):
    assert play(40, 3, **changes) > 100


def test_the_draw_pile_is_renewed_from_all_discards():
    """Whenever the pile is new it holds what lay on the discards, and the discards are empty or hold what came since."""
    rules, trace, renewed = ruled(turn_limit=300), new_trace(), 0
    for seed in range(6):
        state, random = walks.begun(GAME, rules, 3, seed), Random(seed)
        while not GAME.is_over(state):
            before = state.copy()
            GAME.step(rules, state, random.choice(GAME.legal_actions(rules, state)), trace)
            events = {GAME.words.event_name(int(e.kind)): int(e.a) for e in trace[1 : trace[0].kind + 1]}
            if "renews" in events:
                renewed += 1
                assert events["renews"] >= before.held[DISCARDS]
                # who draws when nothing is left takes from the new pile, and the old discards are all in it
                assert before.held[PILE] < 72 and state.held[DISCARDS] <= 72 - events["renews"]
    assert renewed > 20


@pytest.mark.interpreted
@pytest.mark.parametrize("changes", VARIANTS, ids=lambda changes: " ".join(changes) or "standard")
def test_a_game_as_plain_python(changes):
    walks.check_as_plain_python(GAME, ruled(turn_limit=14, **changes), 3, NAMES, 1)


def test_what_is_legal_is_what_is_not_refused():
    """`refusal` and `legal` agree on every code that means something, in positions of every phase."""
    rules, trace, seen = ruled(turn_limit=300), new_trace(), {}
    plain = [kind << SHIFT | about for kind in range(A_MOVE, 15) if kind != 3 for about in range(260)]
    plays = [3 << SHIFT | about for about in range(PICK)]
    named = [3 << SHIFT | about + (pick + 1) * PICK for about in range(PICK) for pick in range(KINDS)]
    for seed in range(12):
        state, random = walks.begun(GAME, rules, 3, seed), Random(seed)
        while not GAME.is_over(state):
            legal, phase = set(GAME.legal_actions(rules, state)), int(state.phase)
            if seen.get(phase, 0) < 4:
                seen[phase] = seen.get(phase, 0) + 1
                codes = [*plain, *plays, *(named if seen[phase] == 1 else [])]
                wrong = {code for code in codes if (GAME.refusal(rules, state, code) == 0) != (code in legal)}
                assert not wrong, (phase, [(code >> SHIFT, code & ABOUT) for code in wrong])
            GAME.step(rules, state, random.choice(sorted(legal)), trace)
    assert set(seen) == set(range(11))


def test_a_dozen_answers_to_one_another():
    """A row of cancellings comes to an end, also where more of them are held than can wait for one another."""
    t = table(f"hand 1 a12 {'r06 ' * 10}", f"hand 2 {'r06 ' * 10}", cards=cards(R06={"copies": 20}))
    t.do("play Speed Run")
    while t.phase == "reacting":
        t.do(t.choices[-1])
    assert t.phase in ("running on", "moving", "discarding")
