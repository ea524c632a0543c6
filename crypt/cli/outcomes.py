"""The command `outcomes`."""

import sys
from typing import TYPE_CHECKING, Any

from ..core.catalog import catalog
from ..core.wording import harmless
from .options import print_json
from .tables import summary_lines

if TYPE_CHECKING:
    from ..stats import Games


def outcomes(options: Any) -> None:
    """Sum up logged sessions and simulated games; different games are never summed up together."""
    from ..stats import read_games, summarize

    by = [name.strip() for field in options.by for name in field.split(",")]
    games = read_games(options.paths)
    games.check(by)
    names = games.counts(["game"])["game"].dropna().tolist()
    if options.json:
        by = by if len(names) < 2 or "game" in by else ["game", *by]
        groups = [group.document() for name in names for group in summarize(games.where(game=name), by).groups]
        print_json({"games": len(games), "by": by, "groups": groups, "remarks": games.remarks})
        return
    blocks = [_block(games.where(game=name), str(name), by, len(names) > 1) for name in names]
    print("\n\n".join(blocks))
    for remark in games.remarks:
        print(f"crypt: {harmless(remark)}", file=sys.stderr)


def _block(games: "Games", name: str, by: list[str], is_one_of_several: bool) -> str:
    """The table of one game, with its title where there are several."""
    from ..stats import summarize

    summary = summarize(games, by)
    summary.remarks.clear()
    title = [catalog()[name].title if name in catalog() else harmless(name)] if is_one_of_several else []
    return "\n".join([*title, *summary_lines(summary)])
