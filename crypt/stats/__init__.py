"""What games come to: logged sessions and simulated games as frames, summaries, comparisons, survival and figures.

Everything is counted first (`Games.counts`), also in datasets that do not fit in memory; intervals come from scipy and
statsmodels. Names are loaded when they are used.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "Games": "games",
    "read_games": "reading",
    "read_session": "sessions",
    "summarize": "summary",
    "Summary": "summary",
    "compare": "difference",
    "compare_all": "difference",
    "compare_pairs": "difference",
    "Comparison": "difference",
    "survival": "course",
    "reached_floors": "course",
    "share": "intervals",
    "games_needed": "needed",
    "games_needed_to_tell_apart": "needed",
    "more_games_needed": "needed",
    "pooled": "pools",
    "pooled_words": "pools",
    "against": "any_columns",
    "measures": "shares",
    "deaths_by_cause": "shares",
    "floor_endings": "shares",
    "seats": "shares",
    "evenness": "even",
    "fit_pace": "pace",
    "ratings": "remarks",
    "notes": "remarks",
    "records": "best",
    "standing": "best",
    "aims_of": "best",
    "figures": "",  # modules
    "design_figures": "",
}
__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'crypt.stats' has no attribute {name!r}")
    home = _HOMES[name]
    return getattr(import_module(f".{home}", __name__), name) if home else import_module(f".{name}", __name__)
