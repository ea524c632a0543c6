"""The command `outcomes`."""

import sys
from typing import Any

from .options import print_json
from .tables import summary_lines


def outcomes(options: Any) -> None:
    """Sum up logged sessions and simulated games."""
    from ..stats import read_games, summarize

    by = [name.strip() for field in options.by for name in field.split(",")]
    games = read_games(options.paths)
    summary = summarize(games, by)
    if options.json:
        groups = [group.document() for group in summary.groups]
        print_json({"games": sum(group.n for group in summary.groups), "by": summary.by, "groups": groups,
                    "remarks": summary.remarks})  # fmt: skip
        return
    remarks = list(summary.remarks)
    summary.remarks.clear()
    print("\n".join(summary_lines(summary)))
    for remark in remarks:
        print(f"crypt: {remark}", file=sys.stderr)
