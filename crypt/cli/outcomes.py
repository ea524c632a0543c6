"""The command `outcomes`."""

import sys
from typing import TYPE_CHECKING, Any

from ..core.catalog import catalog
from ..core.game import UnreadableError
from ..core.wording import harmless
from .options import print_json
from .tables import aligned, seat_lines, summary_lines

if TYPE_CHECKING:
    from ..stats import Games


def outcomes(options: Any) -> None:
    """Sum up logged sessions and simulated games; different games are never summed up together."""
    from ..stats import evenness, pooled, pooled_words, read_games, summarize

    by = [name.strip() for field in options.by for name in field.split(",")]
    games = read_games(options.paths)
    if options.columns:
        _list_columns(games, options.json)
        return
    _check_columns(games, by)
    names = games.counts(["game"])["game"].dropna().tolist()
    if options.json:
        by = by if len(names) < 2 or "game" in by else ["game", *by]
        groups = [group.document() for name in names for group in summarize(games.where(game=name), by).groups]
        pools = [(name, pooled_words(pooled(games.where(game=name), by))) for name in names]
        told = [f"{name}: {words}" if len(names) > 1 else words for name, words in pools if words]
        seats = [one.document() for name in names for one in evenness(games.where(game=name), by)]
        print_json({"games": len(games), "by": by, "groups": groups, "seats": seats, "remarks": [*games.remarks, *told]})
        return
    blocks = [_block(games.where(game=name), str(name), by, len(names) > 1) for name in names]
    print("\n\n".join(blocks))
    for remark in games.remarks:
        print(f"crypt: {harmless(remark)}", file=sys.stderr)


def _check_columns(games: "Games", by: list[str]) -> None:
    try:
        games.check(by)
    except UnreadableError as error:
        told = f"{error}" if str(error).endswith("?") else f"{error};"
        raise UnreadableError(f"{told} crypt outcomes PATH --columns lists all") from None


def _list_columns(games: "Games", is_json: bool) -> None:
    """The columns, by which groups can be made."""
    if is_json:
        print_json({"columns": games.columns})
        return
    told = games.results
    rows = [[name, told.word(name) if told.word(name) != name else ""] for name in games.columns]
    print("\n".join(aligned(rows, left=2)))


def _block(games: "Games", name: str, by: list[str], is_one_of_several: bool) -> str:
    """The table of one game, with its title where there are several."""
    from ..stats import pooled, pooled_words, summarize

    summary, pools = summarize(games, by), pooled(games, by)
    summary.remarks[:] = [f"{pooled_words(pools)} Apart: --by {','.join(pool.by for pool in pools)}"] if pools else []
    title = [catalog()[name].title if name in catalog() else harmless(name)] if is_one_of_several else []
    return "\n".join([*title, *summary_lines(summary), *seat_lines(games, by)])
