"""The shared loops with this game's rules compiled in."""

from ...core import jit
from ...core.chance import GOLDEN, game_seed, mix, number  # noqa: F401
from ...core.jit import kernel, wrapping  # noqa: F401
from .listing import legal  # noqa: F401
from .outcome import outcome, tally  # noqa: F401
from .status import status  # noqa: F401
from .turn import actor, is_over, start, step  # noqa: F401

jit.instantiate("loops", __file__, globals())
