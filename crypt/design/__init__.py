"""Questions put to many games: where the exit is blocked, who wins, and what a change of the rules does.

Names are loaded when they are used.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "survey": "exits",
    "Survey": "exits",
    "Example": "exits",
    "contest": "contests",
    "compare_rulesets": "compare",
    "sweep_fields": "sweep",
    "sensitivity_of": "sensitivity",
    "read_claims": "claims",
    "check_claims": "claims",
    "read_targets": "targets",
    "balance_rules": "balance",
    "rerun_log": "rerun",
    "rerun_folder": "rerun",
}
__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'crypt.design' has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
