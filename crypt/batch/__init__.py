"""Many games at once: simulation, compiling ahead, and speed."""

from .simulation import batches, simulate
from .warm import warm_up

__all__ = ["batches", "simulate", "warm_up"]
