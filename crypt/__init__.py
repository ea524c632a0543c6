"""A workbench for people who design tabletop games.

The names below are loaded when they are first used, so that importing crypt is quick.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "catalog": "crypt.core.catalog",
    "find_game": "crypt.core.catalog",
    "CryptError": "crypt.core.game",
    "load_ruleset": "crypt.core.ruleset",
    "Session": "crypt.core.session",
    "replay": "crypt.core.replay",
    "simulate": "crypt.batch",
    "summarize": "crypt.stats",
    "compare": "crypt.stats",
    "survey": "crypt.design",
    "connect": "",  # modules
    "stats": "",
    "design": "",
}
__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'crypt' has no attribute {name!r}")
    home = _HOMES[name]
    value = getattr(import_module(home), name) if home else import_module(f"crypt.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
