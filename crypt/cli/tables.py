"""Tables for people: how games ended and how long they took, with intervals."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core.wording import harmless

if TYPE_CHECKING:
    import pandas as pd

    from ..stats import Games


def summary_lines(summary: Any) -> list[str]:
    """A summary of games as a table, a row for each group."""
    ways = list(dict.fromkeys(one.name for group in summary.groups for one in group.results))
    measures = [one.name for one in summary.groups[0].measures] if summary.groups else []
    head = [*summary.by, "games", *map(summary.called.word, [*ways, *measures])]
    rows = [_row(group, ways, summary.called) for group in summary.groups]
    lines = aligned([head, *rows], left=len(summary.by))
    note = "Shares with 95 % intervals; numbers as mean (from 10 % to 90 % of the games)"
    note += "; minutes of simulated games are estimated" if "minutes" in measures else ""
    name = "{0.name}: {0.warning}" if summary.by else "{0.warning}"
    warnings = [name.format(group) for group in summary.groups if group.warning]
    return [*lines, note, *map(harmless, [*summary.explanations, *warnings, *summary.remarks])]


def seat_lines(games: "Games | pd.DataFrame", by: Sequence[str] = ()) -> list[str]:
    """Whether the seats win equally often, for each group and number of players; nothing where it is no contest."""
    from ..stats import evenness

    return [harmless(one.says) for one in evenness(games, by)]


def _row(group: Any, ways: list[str], called: Any) -> list[str]:
    key = [called.word(value) if name == "result" and value else _text(value) for name, value in group.key.items()]
    found = {one.name: f"{one.count} = {percent(one.estimate)}" for one in group.results}
    shares = [found.get(way, "-") for way in ways]
    numbers = [f"{one.mean.value:.1f} ({_short(one.quantiles[0.1].value)}-{_short(one.quantiles[0.9].value)})"
               if one.n else "-" for one in group.measures]  # fmt: skip
    return [*key, str(group.n), *shares, *numbers]


def percent(estimate: Any) -> str:
    """A share in per cent, with its interval."""
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f}-{100 * estimate.high:.1f})"


def _short(value: float) -> str:
    return f"{value:.0f}"


def _text(value: Any) -> str:
    return "-" if value in (None, "") else str(value)


def aligned(rows: list[list[str]], left: int = 0) -> list[str]:
    """Rows of cells as lines, the columns under one another; the first `left` columns begin at the left."""
    rows = [[harmless(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = zip(row, widths, strict=True)
        padded = [cell.ljust(width) if i < left else cell.rjust(width) for i, (cell, width) in enumerate(cells)]
        lines.append("  ".join(padded).rstrip())
    return lines
