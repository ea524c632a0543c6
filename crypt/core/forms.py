"""What a form for a ruleset must know of each field: its group, description, rules, kind and bounds."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import tomlkit
from tomlkit.items import Comment

from .game import Game
from .shipped import game_data

KINDS = {"integer": "whole", "number": "number", "boolean": "flag", "string": "text"}


@dataclass(frozen=True)
class Cell:
    """One value: what it may be.

    Attributes
    ----------
    kind : str
        "whole", "number", "flag", "choice" or "text".
    low, high : float or None
        Bounds of numbers, both allowed.
    step : int
        Whole numbers are multiples of it.
    options : tuple
        Of a choice: numbers or texts.
    is_optional : bool
        Whether it may be left empty.
    """

    kind: str
    low: float | None = None
    high: float | None = None
    step: int = 1
    options: tuple[Any, ...] = ()
    is_optional: bool = False


@dataclass(frozen=True)
class FormField:
    """A field of a ruleset, as a form shows it.

    Attributes
    ----------
    name, about : str
    group : str
        The heading under which it stands in the standard ruleset.
    rules : tuple of str
        Ids, or "ruling".
    kind : str
        "one" (a value), "list" (values of one kind), "record" (named values) or "table" (rows of named values).
    cells : dict of str to Cell
        What the values may be: by name in records and tables, else under "".
    least, most : int or None
        How many values or rows a list or table may have.
    """

    name: str
    about: str
    group: str
    rules: tuple[str, ...]
    kind: str
    cells: dict[str, Cell] = field(hash=False)
    least: int | None = None
    most: int | None = None


@cache
def form_of(game: Game) -> dict[str, FormField]:
    """The fields of a game's ruleset by name, in their order.

    Parameters
    ----------
    game : Game
    """
    schema = game.part("ruleset").Rules.model_json_schema()
    groups = _groups(game)
    return {name: _field(name, groups.get(name, ""), about, schema) for name, about in schema["properties"].items()}


def _groups(game: Game) -> dict[str, str]:
    """The heading of each field: the comment above it, or above fields before it, in the standard ruleset."""
    text = game_data(game.package).joinpath("standard.toml").read_text(encoding="utf-8")
    groups, heading = {}, ""
    for key, item in tomlkit.parse(text).body:
        if isinstance(item, Comment):
            heading = item.trivia.comment.lstrip("# ")
        elif key is not None:
            groups[key.key] = heading
    return groups


def _field(name: str, group: str, about: dict[str, Any], schema: dict[str, Any]) -> FormField:
    inside = _resolved(about, schema)
    common = (name, about["description"], group, tuple(about["rules"]))
    if inside.get("type") == "array":
        row = _resolved(inside["items"], schema)
        kind, cells = ("table", _cells(row, schema)) if "properties" in row else ("list", {"": _cell(row)})
        return FormField(*common, kind, cells, inside.get("minItems"), inside.get("maxItems"))
    if "properties" in inside:
        return FormField(*common, "record", _cells(inside, schema))
    return FormField(*common, "one", {"": _cell(inside)})


def _resolved(part: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    return schema["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part


def _cells(row: dict[str, Any], schema: dict[str, Any]) -> dict[str, Cell]:
    return {name: _cell(_resolved(about, schema)) for name, about in row["properties"].items()}


def _cell(about: dict[str, Any]) -> Cell:
    known = [one for one in about.get("anyOf", [about]) if one.get("type") != "null"]
    inside = known[0]
    options = tuple(inside["enum"]) if "enum" in inside else (inside["const"],) if "const" in inside else ()
    return Cell(
        "choice" if options else KINDS[inside["type"]], inside.get("minimum"), inside.get("maximum"),
        inside.get("multipleOf", 1), options, "anyOf" in about,
    )  # fmt: skip


def cell_of(game: Game, name: str) -> Cell | None:
    """What a field, or a part of one such as "tiles.3.count", may be; None where it is no single value.

    Parameters
    ----------
    game : Game
    name : str
    """
    first, *rest = name.split(".")
    known = form_of(game).get(first)
    if known is None:
        return None
    depth = {"one": 0, "list": 1, "record": 1, "table": 2}[known.kind]
    if len(rest) != depth:
        return None
    return known.cells.get("" if known.kind in ("one", "list") else rest[-1])
