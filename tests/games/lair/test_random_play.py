"""Random play: thousands of games, and nothing is ever wrong with a position; the treasures are always somewhere."""

from random import Random

import numpy as np
import pytest
from games.lair.hashes import VARIANTS
from games.lair.table import NAMES, ruled

from crypt.core.trace import new_trace
from crypt.games.lair.front import GAME
from crypt.games.lair.loops import checked_playouts
from crypt.games.lair.status import FLAGS

ROOT = 31
MOST_DECISIONS = 100_000
WRONG = {-1: "no choice", -2: "the wrong actor", -3: "the trace was full", -4: "it does not end"}
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
    blank, states = (np.zeros(1, GAME.state_type).view(np.recarray) for _ in range(2))
    blank[0].players = 2
    actions = np.zeros(GAME.most_actions, np.int32)
    total, game, decision, wrong = checked_playouts(
        rules, blank, states, games, np.uint64(ROOT), first, MOST_DECISIONS, actions, new_trace()
    )
    what = WRONG.get(wrong, "; ".join(text for i, text in enumerate(FLAGS) if wrong > 0 and wrong >> i & 1))
    assert wrong == 0, f"game {game}, after {decision} decisions: {what}"
    return total


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
    """Every legal action of every position has words that read back, and every position a notation that does."""
    rules, state, trace, random = ruled(turn_limit=12, **changes), GAME.new_state(), new_trace(), Random(5)
    state.players = 2
    GAME.start(rules, state, np.uint64(5))
    while not GAME.is_over(state):
        legal = GAME.legal_actions(rules, state)
        assert len(legal) > 1
        for action in legal:
            assert GAME.refusal(rules, state, action) == 0
            text = GAME.words.action_text(state, action, NAMES)
            assert GAME.words.read_action(state, text, NAMES) == action
        text = GAME.notation.write(state)
        assert GAME.notation.write(GAME.notation.read(text, rules)) == text
        GAME.step(rules, state, random.choice(legal), trace)
        assert GAME.status(rules, state) == 0
