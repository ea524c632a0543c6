"""The values of rulesets as people read them: in a line, or as a table with a head; and which belong to a rule."""

from dataclasses import dataclass
from typing import Any

from .rulebook import Item, Rule
from .ruleset import Ruleset, RulesModel
from .wording import capital


@dataclass(frozen=True)
class Table:
    """A table for reading.

    Attributes
    ----------
    heads : list of str
        What stands in each column: "Entry cost".
    rows : list of list of str
        The cells; an empty one has a dash.
    texts : int
        How many of the first columns hold words and not numbers.
    """

    heads: list[str]
    rows: list[list[str]]
    texts: int


def is_table(value: Any) -> bool:
    """Tell whether a value has rows and columns."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def value_text(value: Any) -> str:
    """A value in a line; of a table all rows."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {value_text(item)}" for key, item in value.items())
    if isinstance(value, list):
        return ("; " if is_table(value) else ", ").join(map(value_text, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def field_text(ruleset: Ruleset, field: str) -> str:
    """A field's value in a line, with words where its number alone says little: "15 (north, east, south and west)"."""
    words = ruleset.model.words_for(field)
    return f"{value_text(ruleset.values[field])}{f' ({words})' if words else ''}"


def table_of(ruleset: Ruleset, field: str) -> Table | None:
    """A field's value as a table; None for a field that is none. Columns in which nothing stands are left out."""
    if not is_table(ruleset.values[field]):
        return None
    rows = ruleset.model.rows_for(field)
    columns = [name for name in rows[0] if any(row[name] not in ("", None) for row in rows)]
    is_text = [any(isinstance(row[name], str) for row in rows) for name in columns]
    cells = [[_cell(row[name]) for name in columns] for row in rows]
    texts = (is_text + [False]).index(False)
    return Table([capital(name.replace("_", " ")) for name in columns], cells, texts)


def _cell(value: Any) -> str:
    """What stands in a cell; names that files write with underscores have blanks."""
    return "–" if value in ("", None) else value_text(value).replace("_", " ")


def fields_of(model: type[RulesModel], item: Item) -> list[str]:
    """The fields of a ruleset that belong to a rule; or the one that a ruling is, if a ruleset can change it.

    Parameters
    ----------
    model : type
        The game's model of rulesets.
    item : Rule or Ruling
    """
    if not isinstance(item, Rule):
        return [item.id] if item.id in model.model_fields else []
    extras = {name: field.json_schema_extra for name, field in model.model_fields.items()}
    return [name for name, extra in extras.items() if isinstance(extra, dict) and item.id in extra["rules"]]  # type: ignore[operator]
