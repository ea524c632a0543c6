"""Random play: thousands of games, and nothing is ever wrong with a position; every piece is always once somewhere."""

from random import Random

import pytest
from games import walks
from games.prism.hashes import VARIANTS
from games.prism.table import NAMES, ruled, table

from crypt.core.trace import new_trace
from crypt.games.prism.front import GAME
from crypt.games.prism.state import CRYSTALS, FACE_DOWN, HORSE, KINDS

ROOT = 31
MOST_DECISIONS = 200_000
MORE = (
    {"movement": 20, "horse_movement": 20},
    {"misc_slots": 2},
    {"always_misses": 5, "base_armour": 9},
    {"crystals_to_win": 1, "trades": 0},
)


def play(games, players, first=0, **changes):
    """Play and check games; say what is wrong with the first that is not in order."""
    rules = ruled(**{"round_limit": 500} | changes)
    return walks.play(GAME, rules, players, games, ROOT, first, MOST_DECISIONS)


@pytest.mark.slow
@pytest.mark.parametrize("players, games", [(2, 3400), (3, 3300), (4, 3300)])
def test_ten_thousand_games(players, games):
    """The status after every step holds the counts of pieces, and that no crystal leaves the game."""
    assert play(games, players) > 1_000_000


@pytest.mark.parametrize("changes", [*VARIANTS[1:], *MORE], ids=lambda changes: " ".join(changes))
def test_variants(changes):
    assert play(40, 3, **changes) > 100


@pytest.mark.bounds
def test_some_games_with_bounds_checked():
    for changes in (*VARIANTS, *MORE):
        assert play(4, 4, **{"round_limit": 60} | changes) > 10


def test_every_piece_is_somewhere_counted_by_hand():
    """The same count as `status` makes, made in another way: 23 monsters and 23 treasures."""
    rules, trace = ruled(round_limit=200), new_trace()
    for seed in range(12):
        state, random = walks.begun(GAME, rules, 2 + seed % 3, seed), Random(seed)
        while not GAME.is_over(state):
            cards = state.card[state.card > 0]
            monsters = (state.monster >= FACE_DOWN).sum() + state.horses.sum() + state.beaten.sum()
            monsters += (cards == HORSE + 1).sum()
            treasures = state.covered.sum() + state.beneath.sum() + (cards <= KINDS).sum() + state.gone.sum()
            assert (monsters, treasures + state.pile.sum() + (state.hand > 0)) == (23, 23)
            assert state.gone[CRYSTALS:].sum() == 0
            GAME.step(rules, state, random.choice(GAME.legal_actions(rules, state)), trace)


FULL = "helm sword_+1 breastplate shield boots"


@pytest.mark.parametrize(
    "t",
    [
        table(f"card 1 worn {FULL} carried chest chest sword_+1 horse",
              f"card 2 worn {FULL} carried chest chest horse red_crystal",
              monsters="e4:rat", covered="e4", unseen_treasures="blue_crystal:1"),
        table("card 1 worn - carried red_crystal yellow_crystal blue_crystal orange_crystal",
              f"card 2 worn {FULL} carried chest horse horse chest", monsters="e4:rat", beneath="e4:green_crystal"),
        table("card 1 worn - carried red_crystal yellow_crystal blue_crystal orange_crystal", horses="e5 e5",
              monsters="e4:rat", beneath="e4:green_crystal e4:purple_crystal"),
    ],
)  # fmt: skip
def test_no_dead_end_with_full_cards_and_few_monsters(t):
    trace = new_trace()
    for seed in range(40):
        state, random = t.state.copy(), Random(seed)
        state.chance.key[:] = seed + 1
        for _ in range(400):
            if GAME.is_over(state):
                break
            legal = GAME.legal_actions(t.rules, state)
            assert len(legal) > 1
            GAME.step(t.rules, state, random.choice(legal), trace)
            assert GAME.status(t.rules, state) == 0


@pytest.mark.interpreted
@pytest.mark.parametrize("changes", VARIANTS, ids=lambda changes: " ".join(changes) or "standard")
def test_a_game_as_plain_python(changes):
    walks.check_as_plain_python(GAME, ruled(round_limit=12, **changes), 3, NAMES, 1)


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_legal_is_what_is_not_refused(players):
    """`refusal` and `legal` agree on every code that means something, in positions of every common phase."""
    rules, trace, seen = ruled(round_limit=80), new_trace(), {}
    for seed in range(4):
        state, random = walks.begun(GAME, rules, players, seed), Random(seed)
        for _ in range(250):
            if GAME.is_over(state):
                break
            legal, phase = set(GAME.legal_actions(rules, state)), int(state.phase)
            if seen.get(phase, 0) < 8:
                seen[phase] = seen.get(phase, 0) + 1
                codes = [kind << 16 | about for kind in range(1, 17) if kind != 15 for about in range(140)]
                codes += [15 << 16 | about for about in range(256 * players)]
                wrong = {code for code in codes if (GAME.refusal(rules, state, code) == 0) != (code in legal)}
                assert not wrong, phase
            GAME.step(rules, state, random.choice(sorted(legal)), trace)
    assert {0, 1, 4, 8} <= set(seen)
