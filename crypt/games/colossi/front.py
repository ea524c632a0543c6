"""The game as the core sees it: its facts, records and functions in one place."""

from ...core.game import Game
from . import PLAYERS, SEAT_WORD, TITLE, loops
from .moves import legal, refusal
from .outcome import OUTCOME, outcome, tally
from .ruleset import RULES
from .state import MOST_ACTIONS, STATE
from .status import status
from .turn import actor, deal, hide, is_over, start, step

GAME = Game(
    name="colossi",
    title=TITLE,
    prefix="COL",
    players=PLAYERS,
    seat_word=SEAT_WORD,
    has_exit=True,
    package=__package__,
    state_type=STATE,
    rules_type=RULES,
    outcome_type=OUTCOME,
    most_actions=MOST_ACTIONS,
    start=start,
    actor=actor,
    is_over=is_over,
    refusal=refusal,
    legal=legal,
    step=step,
    status=status,
    hide=hide,
    deal=deal,
    tally=tally,
    outcome=outcome,
    playout=loops.playout,
    playouts=loops.playouts,
)
