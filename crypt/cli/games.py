"""The command `games`. It loads no rules, so that it answers at once."""

import json
import sys
from typing import Any

from ..core.catalog import catalog, left_out
from ..core.game import players_words
from ..core.shipped import STANDARD, variant_paths
from .folders import make_data_folder


def games(options: Any) -> None:
    """List the games."""
    folder = make_data_folder(options.data)
    table: list[dict[str, Any]] = [
        {
            "game": entry.name,
            "title": entry.title,
            "about": entry.about,
            "players": list(entry.players),
            "bots": list(entry.bots),
            "rulesets": [STANDARD, *(str(path) for _, path in sorted(variant_paths(entry.name, folder).items()))],
        }
        for entry in catalog().values()
    ]
    for problem in left_out():
        print(f"crypt: {problem}", file=sys.stderr)
    if options.json:
        print(json.dumps(table, ensure_ascii=False, indent=2))
        return
    for row in table:
        print(f"{row['game']}: {row['title']}, {players_words(catalog()[row['game']].players)}")
        print(f"  {row['about']}")
        print(f"  bots: {', '.join(row['bots'])}; rulesets: {', '.join(row['rulesets'])}")
