"""Many games at once: simulation, compiling ahead, and speed. Names are loaded when they are used: pandas is heavy."""

from importlib import import_module
from typing import Any

_HOMES = {
    "simulate": "simulation",
    "batches": "simulation",
    "Progress": "simulation",
    "make_plan": "plan",
    "warm_up": "warm",
}
__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'crypt.batch' has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
