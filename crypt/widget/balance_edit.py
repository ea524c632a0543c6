"""The form of the Balance page: the values of a ruleset as they are edited, what differs, and what is wrong with them."""

import json
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from ..core.catalog import catalog, find_game
from ..core.forms import Cell, FormField, form_of
from ..core.game import CryptError, IllegalError
from ..core.ruleset import Ruleset, build, place_in_words, problems_by_field, put, standard, value_of
from ..core.shipped import STANDARD, variant_paths
from ..core.variants import EDITED, delete_variant, open_variant, rename_variant, save_variant
from ..core.wording import counted, listed

Model = dict[str, Any]
MOST_TOLD = 4  # fields that a ruleset is told by


class Editor:
    """A ruleset that is being edited.

    Parameters
    ----------
    game : str

    Attributes
    ----------
    game : Game
    name : str
        Of the ruleset that was opened.
    values : dict
        As they stand in the form; they may be wrong.
    problems : dict of str to list of str
        By field or part of one; "" for what is about none.
    """

    def __init__(self, game: str) -> None:
        self.game = find_game(game)
        self.form = form_of(self.game)
        self.open(STANDARD)

    # ---- open and save

    def open(self, name: str) -> None:
        """Take the values of the standard, or of a variant.

        Raises
        ------
        CryptError
        """
        ruleset = open_variant(self.game, name)
        self.name, self._opened = name, ruleset.values
        self.take(ruleset)

    def take(self, ruleset: Ruleset) -> None:
        """Take the values of a ruleset into the form; what was opened stays what it was."""
        self.values = dict(ruleset.values)
        self.problems: dict[str, list[str]] = {}

    @property
    def is_changed(self) -> bool:
        """Whether there is something that is not saved."""
        return self.values != self._opened

    def in_words(self, name: str = EDITED) -> str:
        """By which rules is played, in a sentence; by default as it is edited."""
        ruleset = self.named(name)
        called = f"{self.name}{' as it is edited' if self.is_changed else ''}" if name == EDITED else name
        rows = differences(standard(self.game), ruleset)
        told = [f"{name} {before} → {after}" for name, before, after in rows[:MOST_TOLD]]
        more = [f"{len(rows) - len(told)} more"] if len(rows) > len(told) else []
        changed = f", which differs from the standard in {listed([*told, *more])}" if rows else ""
        return f"Played by the ruleset {called}{changed}."

    def ruleset(self) -> Ruleset:
        """The ruleset as it is edited.

        Raises
        ------
        IllegalError
            While something is wrong with it.
        """
        if self.problems:
            raise IllegalError(f"put right first what is wrong with the ruleset: {self._first_problem()}")
        name = EDITED if self.is_changed or self.name == STANDARD else self.name
        if not self.is_changed and self.name == STANDARD:
            return standard(self.game)
        return build(self.game, self.values, EDITED, name)

    def _first_problem(self) -> str:
        place, lines = next(iter(self.problems.items()))
        return lines[0] if place in ("", lines[0].partition(" ")[0]) else f"{place} {lines[0]}"

    def save(self, name: str, replace: bool = False) -> Path:
        """Save as a variant, which is open from then on.

        Raises
        ------
        CryptError
            When something is wrong with it, and when there is one of this name, unless it may be replaced.
        """
        path = save_variant(self.game, self.ruleset(), name, replace=replace)
        self.open(path.stem)
        return path

    def rename(self, name: str, new: str) -> Path:
        """Give a variant another name; where it is open, it stays open with what has been changed in it.

        Raises
        ------
        CryptError
        """
        path = rename_variant(self.game, name, new)
        if name == self.name:
            self.name = path.stem
        return path

    def delete(self, name: str) -> Path:
        """Delete a variant; where it is open, its values stay in the form as changes of the standard that are not saved.

        Raises
        ------
        CryptError
        """
        path = delete_variant(self.game, name)
        if name == self.name:
            self.name, self._opened = STANDARD, standard(self.game).values
        return path

    def names(self) -> list[str]:
        """The standard and the variants that there are."""
        return [STANDARD, *sorted(variant_paths(self.game.name))]

    def named(self, name: str) -> Ruleset:
        """A ruleset by its name; as it is edited by "as edited"."""
        return self.ruleset() if name == EDITED else open_variant(self.game, name)

    # ---- edit

    def edit(self, place: str, text: Any) -> None:
        """Write into the form what somebody has typed or chosen.

        Parameters
        ----------
        place : str
            A field, or a part of one: "hero_die", "side.2", "tiles.3.count".
        text : str, bool or number

        Raises
        ------
        CryptError
            For a place that there is not.
        """
        put(self.values, place, read_cell(self._cell(place), text))
        self._check()

    def _cell(self, place: str) -> Cell:
        first, *rest = place.split(".")
        field = self.form.get(first)
        cell = None if field is None else field.cells.get(rest[-1] if field.kind in ("record", "table") and rest else "")
        if cell is None:
            raise IllegalError(f"there is no field {place[:40]!r}")
        value_of(self.values, place)
        return cell

    def add_row(self, name: str) -> None:
        """Add a row to a table, or a value to a list: like its last one.

        Raises
        ------
        IllegalError
            When there can be no more.
        """
        field, now = self._list(name)
        if field.most is not None and len(now) >= field.most:
            raise IllegalError(f"{name} has room for {counted(field.most, 'value')}")
        blank = {key: first_value(cell) for key, cell in field.cells.items()}
        self.values[name] = [*now, now[-1] if now else blank if field.kind == "table" else blank[""]]
        self._check()

    def remove_row(self, name: str, row: int) -> None:
        """Take a row out of a table, or a value out of a list.

        Raises
        ------
        IllegalError
            When there must be as many.
        """
        field, now = self._list(name)
        if len(now) <= (field.least or 0) or not 0 <= row < len(now):
            raise IllegalError(f"{name} must have {counted(field.least or 0, 'value')} or more")
        self.values[name] = [*now[:row], *now[row + 1 :]]
        self._check()

    def _list(self, name: str) -> tuple[FormField, list[Any]]:
        field = self.form.get(name)
        if field is None or field.kind not in ("list", "table"):
            raise IllegalError(f"{name[:40]!r} is no list")
        return field, list(self.values[name])

    def reset(self, name: str) -> None:
        """Give a field the standard's value.

        Raises
        ------
        IllegalError
        """
        if name not in self.form:
            raise IllegalError(f"there is no field {name[:40]!r}")
        self.values[name] = standard(self.game).values[name]
        self._check()

    def _check(self) -> None:
        self.problems = problems_by_field(self.game, self.values)

    # ---- what is shown

    def shape(self) -> Model:
        """The form: its groups, fields, and what each value may be. It changes with the game only."""
        groups: dict[str, list[Model]] = {}
        for field in self.form.values():
            groups.setdefault(field.group, []).append(_field_model(field))
        return {"game": self.game.name, "groups": [{"title": title, "fields": fields} for title, fields in groups.items()]}

    def fields(self) -> dict[str, Model]:
        """The values of each field, whether it differs from the standard, and what is wrong with it; a panel for each."""
        usual = standard(self.game).values
        return {f"field:{name}": self._value_model(name, usual[name]) for name in self.form}

    def _value_model(self, name: str, usual: Any) -> Model:
        now = self.values[name]
        problems = {
            place.removeprefix(name).removeprefix("."): lines for place, lines in self.problems.items()
            if place == name or place.startswith(f"{name}.")
        }  # fmt: skip
        return {
            "value": now, "differs": now != usual, "standard": told(usual), "problems": problems,
            "lines": [line for part, lines in problems.items() for line in self._problem_lines(name, part, lines)],
            "changed": _changed_parts(now, usual),
        }  # fmt: skip

    def _problem_lines(self, name: str, part: str, lines: list[str]) -> list[str]:
        """Problems as they stand below a field, with the row and column or the value that they are about."""
        if not part:
            return lines
        where = place_in_words(f"{name}.{part}", self.values).partition(", ")[2].replace("_", " ")
        return [f"{where}: {line}" for line in lines]

    def state(self) -> Model:
        """What is open, and how it stands."""
        usual = standard(self.game).values
        changes = sum(self.values[name] != usual[name] for name in self.form)
        wrong = sum(map(len, self.problems.values()))
        words = f"{counted(changes, 'field')} {'differs' if changes == 1 else 'differ'} from the standard" if changes else (
            "as the rulebook has it"
        )  # fmt: skip
        return {
            "game": self.game.name, "title": self.game.title, "name": self.name, "names": self.names(),
            "unsaved": self.is_changed, "words": words, "wrong": wrong, "general": self.problems.get("", []),
            "players": list(self.game.players), "games": [[entry.name, entry.title] for entry in catalog().values()],
        }  # fmt: skip


def read_cell(cell: Cell, text: Any) -> Any:
    """A value as its cell has it; what cannot be read stays as it was typed, and the check says what is wrong."""
    if cell.kind == "flag":
        return bool(text)
    typed = str(text).strip()
    if not typed and cell.is_optional:
        return None
    if cell.kind == "choice":
        return next((one for one in cell.options if str(one) == typed), typed)
    if cell.kind in ("whole", "number"):
        try:
            return float(typed) if cell.kind == "number" else int(typed)
        except ValueError:
            return typed
    return str(text)


def first_value(cell: Cell) -> Any:
    """A value that a cell may have."""
    if cell.kind == "choice":
        return cell.options[0]
    return {"flag": False, "text": ""}.get(cell.kind, cell.low or 0)


def _changed_parts(now: Any, usual: Any, by_place: bool = False) -> list[str]:
    """The parts of a list, record or table that differ from the standard's, such as "2" or "3.count".

    Rows are compared with what they were, wherever they stood; `by_place` with those of the same place.
    """
    if isinstance(now, dict):
        return [key for key in now if now[key] != usual.get(key)]
    if not isinstance(now, list):
        return []
    found = []
    for i, before in enumerate(usual if by_place and len(now) == len(usual) else _counterparts(now, usual)):
        item = now[i]
        if isinstance(item, dict):
            found += [f"{i + 1}.{key}" for key in item if not isinstance(before, dict) or item[key] != before.get(key)]
        elif item != before:
            found.append(str(i + 1))
    return found


def _counterparts(now: list[Any], usual: list[Any]) -> list[Any]:
    """For each value or row the one that it was before; None for a new one. Behind a removed row nothing has changed."""
    if len(now) == len(usual) and not any(isinstance(one, dict) for one in now):
        return list(usual)
    found: list[Any] = [None] * len(now)
    matcher = SequenceMatcher(None, [json.dumps(one, default=str) for one in usual],
                              [json.dumps(one, default=str) for one in now], autojunk=False)  # fmt: skip
    for how, low, high, to_low, to_high in matcher.get_opcodes():
        if how in ("equal", "replace"):
            for i in range(min(high - low, to_high - to_low)):
                found[to_low + i] = usual[low + i]
    return found


def _field_model(field: FormField) -> Model:
    cells = {
        key: {"kind": one.kind, "low": one.low, "high": one.high, "step": one.step, "options": list(one.options),
              "optional": one.is_optional}
        for key, one in field.cells.items()
    }  # fmt: skip
    fixed = field.least is not None and field.least == field.most
    return {
        "name": field.name, "about": field.about, "rules": list(field.rules), "kind": field.kind, "cells": cells,
        "fixed": fixed or field.kind in ("one", "record"),
    }  # fmt: skip


def told(value: Any) -> str:
    """A value in a line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return counted(len(value), "row")
    if isinstance(value, list):
        return ", ".join(map(told, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {told(item)}" for key, item in value.items())
    return "-" if value is None else str(value)


def differences(first: Ruleset, second: Ruleset) -> list[list[str]]:
    """The fields in which two rulesets differ: name, the first one's value, the second one's; of tables the parts."""
    rows = []
    for name, (mine, theirs) in first.differences(second).items():
        parts = [part for part in _changed_parts(mine, theirs, by_place=True) if "." in part or isinstance(mine, dict)]
        if not parts or (isinstance(mine, list) and len(mine) != len(theirs)):
            rows.append([name, told(mine), told(theirs)])
            continue
        for part in parts:
            place = f"{name}.{part}"
            rows.append([place, told(value_of({name: mine}, place)), told(value_of({name: theirs}, place))])
    return rows


def check_game(name: Any) -> str:
    """The name of a game that there is.

    Raises
    ------
    CryptError
    """
    if name not in catalog():
        raise CryptError(f"there is no game {str(name)[:40]!r}")
    return str(name)
