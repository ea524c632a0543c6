"""The game as crypt sees it."""

from crypt.core.game import Game

from . import PLAYERS, TITLE, loops, rules

GAME = Game(
    name="pebbles", title=TITLE, prefix="PEB", players=PLAYERS, seat_word="player", package="pebbles",
    state_type=rules.STATE, rules_type=rules.RULES, outcome_type=rules.OUTCOME, most_actions=2,
    start=rules.start, actor=rules.actor, is_over=rules.is_over, refusal=rules.refusal, legal=rules.legal,
    step=rules.step, status=rules.status, hide=rules.hide, deal=rules.deal, tally=rules.tally, outcome=rules.outcome,
    playout=loops.playout, playouts=loops.playouts,
)  # fmt: skip
