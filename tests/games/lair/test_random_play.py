"""Random play: thousands of games, and nothing is ever wrong with a position; the treasures are always somewhere."""

import pytest
from games import walks
from games.lair.hashes import VARIANTS
from games.lair.table import NAMES, ruled

from crypt.games.lair.front import GAME

ROOT = 31
MOST_DECISIONS = 100_000
MORE = (
    {"rings": 6, "sectors": 16},
    {"rings": 2, "sectors": 3, "treasure_ring": 1},
    {"adventurer_dice": [9, 9], "dragon_dice": [1, 1], "may_end_at": 18},
    {"adventurer_dice": [1, 1], "dragon_dice": [9, 1], "may_end_at": 0, "carry_cost": 1, "carry_needs": 1},
    {"treasures_to_win": 6, "hoard_to_win": 6, "adventurers": 1},
)


def play(games, first=0, **changes):
    """Play and check games; say what is wrong with the first that is not in order."""
    rules = ruled(**{"turn_limit": 400} | changes)
    return walks.play(GAME, rules, 2, games, ROOT, first, MOST_DECISIONS)


def test_ten_thousand_games():
    assert play(10_000) > 1_000_000


@pytest.mark.parametrize("changes", [*VARIANTS[1:], *MORE], ids=lambda changes: " ".join(changes))
def test_variants(changes):
    assert play(100, **changes) > 100


@pytest.mark.bounds
def test_some_games_with_bounds_checked():
    for changes in (*VARIANTS, *MORE):
        assert play(10, **changes) > 10


@pytest.mark.interpreted
@pytest.mark.parametrize("changes", VARIANTS, ids=lambda changes: " ".join(changes) or "standard")
def test_a_game_as_plain_python(changes):
    walks.check_as_plain_python(GAME, ruled(turn_limit=12, **changes), 2, NAMES, 0)
