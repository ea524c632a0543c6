"""Fields that move: which values a field of a ruleset takes in a sweep, a sensitivity or a search."""

import difflib
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.forms import Cell, cell_of, form_of
from ..core.game import CryptError, Game, UnreadableError
from ..core.ruleset import NEAR, Ruleset, RulesetError, changed, value_of

MOST_VALUES = 200
STEPS = 5  # values of a number with a fraction, where no step is given
NUMBER = r"(-?\d+(?:\.\d+)?)"
SPAN = re.compile(rf"{NUMBER}\s*\.\.\s*{NUMBER}(?:\s*:\s*{NUMBER})?")
REST = "rest"


@dataclass(frozen=True)
class Moving:
    """A field, or a part of one, with the values that it takes. Made by `read_field`.

    Attributes
    ----------
    name : str
        Such as "hero_die", "monster_die.2" or "tiles.3.count".
    values : tuple
        In order, at least two; (REST,) for a count that takes what the others of its column leave.
    """

    name: str
    values: tuple[Any, ...]

    def at(self, place: float) -> Any:
        """The value at a place from 0 to 1 in the order of its values, each with the same room."""
        return self.values[min(int(place * len(self.values)), len(self.values) - 1)]

    @property
    def is_rest(self) -> bool:
        """Whether it is not chosen but takes what is left."""
        return self.values == (REST,)


def read_field(text: str, game: Game, base: Ruleset) -> Moving:
    """Read a field and its values.

    Parameters
    ----------
    text : str
        "starting_hp=2..6", "trophy_needs=10..30:5", "hero_die=4,6,8", "refill_bag=true,false", "tiles.3.count=rest"; a name
        alone stands for its usual values: all of a choice, for a number from half to double of what it is.
    game : Game
    base : Ruleset
        That the field has its place in.

    Raises
    ------
    CryptError
        For a field that there is not, and values that cannot be read.
    """
    name, equals, values = (part.strip() for part in text.partition("="))
    try:
        now = value_of(base.values, name)
    except RulesetError as error:
        near = difflib.get_close_matches(name, base.values, n=1, cutoff=NEAR)
        raise RulesetError(f"{error}; did you mean {near[0]}?" if near else str(error)) from None
    cell = cell_of(game, name)
    if not equals:
        return Moving(name, _usual(name, now, cell))
    if values == REST:
        if not re.fullmatch(r"\w+\.[^.]+\.\w+", name):
            raise UnreadableError(f"{text[:60]!r}: only a count in a table can take the rest, such as tiles.3.count=rest")
        return Moving(name, (REST,))
    found = _span(text, *span.groups()) if (span := SPAN.fullmatch(values)) else _listed(text, values)
    found = tuple(one for i, one in enumerate(found) if one not in found[:i])
    if len(found) < 2:
        raise UnreadableError(f"{text[:60]!r}: a field that moves takes at least two values, such as {name}=2..6")
    return Moving(name, found)


def usual_fields(game: Game, base: Ruleset) -> list[str]:
    """The fields that are single values and can move, with their usual values, as `read_field` takes them.

    Parameters
    ----------
    game : Game
    base : Ruleset
    """
    found = []
    for name, field in form_of(game).items():
        try:
            values = read_field(name, game, base).values if field.kind == "one" else ()
        except CryptError:
            continue  # a text, or one that is left empty
        if len(values) > 1:
            found.append(f"{name}={','.join(str(one).lower() if isinstance(one, bool) else str(one) for one in values)}")
    return found


def _usual(name: str, now: Any, cell: Cell | None) -> tuple[Any, ...]:
    if cell is None or cell.kind == "text" or (now is None and cell.kind != "choice"):
        raise UnreadableError(f"{name} is not a single value; name a part of it (such as {name}.1) or its values")
    if cell.kind == "flag":
        return False, True
    if cell.kind == "choice":
        return cell.options
    low = max(min(now * 0.5, now - 2 * cell.step), -np.inf if cell.low is None else cell.low)
    high = min(max(now * 2.0, now + 2 * cell.step), np.inf if cell.high is None else cell.high)
    if cell.kind == "whole":
        whole = range(-(-int(np.ceil(low)) // cell.step) * cell.step, int(high) + 1, cell.step)
        # not more than a dozen, with both ends
        return tuple(whole[i] for i in sorted({round(i) for i in np.linspace(0, len(whole) - 1, min(len(whole), 12))}))
    return tuple(float(one) for one in np.linspace(low, high, STEPS))


def _span(text: str, low: str, high: str, step: str | None) -> tuple[Any, ...]:
    try:
        is_whole = not any("." in one for one in (low, high, step or ""))
        start, end = float(low), float(high)
        by = float(step) if step else 1.0 if is_whole else (end - start) / (STEPS - 1)
        count = int(np.floor((end - start) / by + 1e-9)) + 1
    except (ValueError, ZeroDivisionError):
        raise UnreadableError(f"{text[:60]!r}: write a range as LOW..HIGH or LOW..HIGH:STEP") from None
    if not 1 <= count <= MOST_VALUES:
        raise UnreadableError(f"{text[:60]!r}: a range has 1 to {MOST_VALUES} values, from the lower to the higher")
    return tuple(int(start + i * by) if is_whole else round(start + i * by, 9) for i in range(count))


def _listed(text: str, values: str) -> tuple[Any, ...]:
    if re.fullmatch(r"-?[\d.]+\s*\.\.[^,]*", values):
        raise UnreadableError(f"{text[:60]!r}: write a range as LOW..HIGH or LOW..HIGH:STEP")
    try:
        return tuple(tomllib.loads(f"values = [{values}]")["values"])
    except tomllib.TOMLDecodeError:
        found = [one.strip().strip("\"'") for one in values.split(",")]
    if not all(found):
        raise UnreadableError(f"{text[:60]!r}: write values as 4,6,8 or as a range 2..6")
    return tuple(found)


def check_fields(fields: Sequence[Moving]) -> list[Moving]:
    """Check that no field is named twice and that at least one moves.

    Raises
    ------
    UnreadableError
    """
    names = [one.name for one in fields]
    for name in names:
        if names.count(name) > 1:
            raise UnreadableError(f"{name} is named twice; name each field once")
    if not any(not one.is_rest for one in fields):
        raise UnreadableError("name a field and its values, such as starting_hp=2..6")
    return list(fields)


def with_rest(base: Ruleset, fields: Sequence[Moving], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes, and for each field that takes the rest what is left of its column's sum in the base ruleset.

    Parameters
    ----------
    base : Ruleset
    fields : sequence of Moving
    changes : mapping
        Of the fields that are chosen.
    """
    full = dict(changes)
    for one in fields:
        if one.is_rest:
            table, _, column = one.name.split(".")
            others = [name for name in changes if name.startswith(f"{table}.") and name.endswith(f".{column}")]
            given = sum(value_of(base.values, name) - changes[name] for name in others)
            full[one.name] = value_of(base.values, one.name) + given
    return full


def vary(game: Game, base: Ruleset, fields: Sequence[Moving], changes: Mapping[str, Any]) -> Ruleset:
    """The base ruleset with the changes, and the rest where a field takes it.

    Raises
    ------
    RulesetError
        When it cannot be.
    """
    return changed(game, base, with_rest(base, fields, changes))
