"""Questions put to many games: how often the exit is blocked and why, and who wins. Names are loaded when they are used."""

from importlib import import_module
from typing import Any

_HOMES = {"survey": "exits", "Survey": "exits", "Example": "exits", "contest": "contests"}
__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'crypt.design' has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
