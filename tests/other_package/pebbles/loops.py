"""The shared loops with these rules compiled in."""

from crypt.core import jit
from crypt.core.chance import GOLDEN, game_seed, mix, number  # noqa: F401
from crypt.core.jit import kernel, wrapping  # noqa: F401

from .rules import actor, is_over, legal, outcome, start, status, step, tally  # noqa: F401

jit.instantiate("loops", __file__, globals())
