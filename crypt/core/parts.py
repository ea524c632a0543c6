"""What the package of a game gives: the one list of the modules and functions that it must give and may give.

A game is a package, in `crypt.games` or installed from elsewhere; one from elsewhere names itself by an entry point::

    [project.entry-points."crypt.games"]
    skat = "skat"                # the package; its last name is the game's

In the package lie

- `__init__.py`: `TITLE`, `PLAYERS`, `ABOUT` and `load()`, and what else `crypt.core.catalog.catalog` names;
- `rulebook.md`, as `crypt.core.rulebook` reads it;
- `data/standard.toml`, the ruleset of the rulebook, with its tables (CSV) beside it; `data/claims.toml`, what the design
  promises, and `data/sessions/*.jsonl`, sessions to look at, where it has such. Those of the games in `crypt.games` lie in
  `data/<game>` and `data/sessions` of the checkout;
- the modules of `PARTS`.

`load()` gives the `crypt.core.game.Game`. The first field of its positions is called as the game, and they have the fields
`players` and `chance` (`crypt.core.chance.STREAMS`); the record of its results has the `FIELDS`. What the functions take
stands with those of the games in `crypt.games`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

COLUMNS = ("result", "rounds", "turns", "decisions", "minutes")  # that every game's results have
FIELDS = ("turns", "minutes")  # of the record of results of every game
LIST = "crypt/core/parts.py lists what a game's package must give"


@dataclass(frozen=True)
class Part:
    """A module of a game's package.

    Attributes
    ----------
    needs : dict of str to str
        What it must hold, and what that is.
    may : dict of str to str
        What it may hold.
    serves : str
        What there is with it, and is not without it; "" for a module that every game must have.
    """

    needs: dict[str, str]
    may: dict[str, str] = field(default_factory=dict)
    serves: str = ""


PARTS = {
    "ruleset": Part(
        {"Rules": "the model of its rulesets, a `RulesModel`"},
        {"DICE": "the numbers of sides of its dice, for choosing rolls in design mode"},
    ),
    "loops": Part(
        {
            "playout": "one random game, from the shared source: `jit.instantiate(\"loops\", __file__, globals())`",
            "playouts": "a batch of them, from there too",
            "checked_playouts": "the same, looking at every position, from there too",
        }
    ),
    "words": Part(
        {
            "action_text": "an action in words",
            "read_action": "the action that words mean",
            "action_hint": "what an action's words do not say to everybody, or \"\"",
            "reason": "why an action is not allowed, with the id of the rule",
            "event_name": "the name of a kind of event, for the log",
            "event_kind": "the kind of event of a name; \"decides\" is that of a decision that only some may know of",
            "describe": "events as sentences",
            "prompt": "who is to do what",
            "result": "the name of a result: \"won\", \"lost\", \"seat 1\" ..., \"running\"",
            "outcome_text": "the end in words",
            "outcome_columns": "results as columns of a table: `COLUMNS` and more",
            "board_text": "the board as text",
            "hero_summary": "a seat's card, whose `text` is a line",
            "surroundings": "what is around whoever decides, in sentences",
        },
        {
            "card_text": "what a card does, where there are cards with texts",
            "VALUE_WORDS": "what the value of a position means; goes with `advice`",
        },
    ),
    "notation": Part(
        {"write": "a position as text, which begins with the name of the game", "read": "the position of a text"},
        {
            "settled": "a position that was read, with what follows from it by itself",
            "key_to": "what the short names in a position's text stand for",
            "NOT_HELD": "a sentence on what a position's text does not hold, and how it is then",
        },
    ),
    "draw": Part(
        {"svg": "a position as a picture", "layout": "where the cells are on it"},
        {
            "tile_svg": "a tile by itself, for a game with a tile in hand",
            "ways_svg": "ways over the board, for the distances of the Inspect page",
            "WAY_LAYERS": "the kinds of ways that can be shown",
        },
        "pictures, and so the Play and Inspect pages",
    ),
    "panels": Part(
        {
            "facts": "how the game stands: `name`, `title`, `items` and `counts`",
            "card": "a seat's card",
            "cells": "the cells of the board",
            "changed_cells": "those on which something else is than before",
            "moves": "the actions that move a piece over the board",
            "ghost": "the tile in hand, or None",
            "group_of": "the heading of an action's button",
            "short_of": "an action's words under its heading",
            "hint_of": "what a button's words do not say to everybody, or \"\"",
            "dice": "the rolls among events",
            "choices_of_chance": "what can be chosen to come next in design mode: `stream`, `options`, and `when` it comes",
            "DICE_HINT": "an example of rolls to choose, or \"\"",
            "ending": "the end: `title`, `seats`, `parts` and `numbers`",
            "meant_by_cell": "the action that a click on a cell means",
            "meant_by_arrow": "the action that an arrow key means",
        },
        {
            "meant_by_move": "the action that moving a piece to a cell means; where `moves` gives any",
            "turn_of": "whose turn it is, in a game where others decide within it",
            "END_TURN": "the action that the key for the end of a turn means",
            "KEYS": "what the keys of this game do: pairs of a key and its meaning",
        }
        | {
            name: f"{what}; for a game with hidden hands"
            for name, what in {
                "hands": "all hands, at the end",
                "reactions": "the cards with which a player may come to react",
                "reactions_now": "those that can be played now",
                "pass_code": "the action that lets something pass, or None",
                "passed_over": "who could have been asked and had nothing to answer",
                "may_pass_in_secret": "whether nobody may know yet that something was let pass",
                "question_words": "what somebody is asked",
            }.items()
        },
        "the Play page",
    ),
    "editing": Part(
        {"palette": "what can be put on the board by hand", "edit": "a position's text with such a change"},
        {"carry": "lets what the text does not hold stay as it was"},
        serves="changing positions by hand on the Play page",
    ),
    "graph": Part(
        {"graph": "the board as a networkx graph"},
        {
            "tables": "tables of distances, for a board without an exit",
            "ways": "the ways that `draw.ways_svg` draws",
            "space_words": "what a node is, in words",
            "bars": "what bars ways, for those in `tables`",
            "exit_name": "the cell of the exit, or None; with it go `Game.has_exit` and all that follows",
            "hero_cells": "where the seats stand",
            "ground": "bytes that tell boards apart by their passages",
            "fingerprint": "bytes that tell boards apart by all that the overlay shows",
            "palette": "the shapes of tiles that can be tried",
            "picture": "a turn of such a shape as a picture",
            "seat_fills": "the colours of the seats",
            "tiles_placed": "how many tiles lie on the board",
            "tiles_left": "how many are left to come",
            "shape_counts": "how many of each shape are left",
            "placements": "where each tile that is left can come to lie, and how likely that is",
            "tile_sides": "the openings of a tile",
            "placed_by": "where an action puts a tile",
            "tile_shape": "the shape of the tile in a cell",
            "with_tile": "the position with another tile",
            "cut_off_by": "who is cut off by a change",
            "boss_name": "the cell of a boss that stands in the way",
            "shut_for_good": "the cells that nothing can open again",
        },
        "a graph of the board, and so the Inspect page and `crypt inspect`",
    ),
    "advice": Part(
        {
            "MIND": "the record of a bot's thoughts, with the fields `character` and `stamp`",
            "CHARACTERS": "the bots that take advice by name, \"greedy\" among them, with the numbers of each",
            "consider": "looks at a position before advice is given",
            "advise": "how good an action looks",
            "value": "what a position is worth to a seat, from 0 to 1",
            "clock": "the round, by which looks ahead are measured",
        },
        {
            "PLANNER": "the character of looks ahead, where it is another than \"greedy\"",
            "DRAWN": "the share of choices in looks ahead that are drawn",
            "shortlist": "the actions that are worth advice in looks ahead",
            "is_late": "whether it is too late to look ahead",
        },
        "bots but `random`, and hints",
    ),
    "results": Part({"results": "what its columns are called: `crypt.core.results.Results`"}, serves="words for columns"),
    "exits": Part(
        {
            "EXITS": "the record of what came of the exits in a game",
            "HEAT": "the record of where something happened to them",
            "begin": "begins to watch a game",
            "watch": "looks at a decision",
            "heat_cells": "the second record as columns",
            "loss_columns": "the first one as columns",
        },
        serves="exits that can be watched",
    ),
    "fresh": Part({"random_floor": "a random position to look at, in notation"}, serves="random floors on the Inspect page"),
}  # fmt: skip


def lacking(name: str, has: Callable[[str], bool]) -> list[str]:
    """What a module of a game does not hold and must.

    Parameters
    ----------
    name : str
        Of the module.
    has : callable
        Tells whether it holds something.
    """
    return [thing for thing in PARTS[name].needs if not has(thing)] if name in PARTS else []
