"""Rulesets: every number of a rulebook, read from files, layered, checked and fingerprinted.

A game declares a pydantic model, one field for each number, table or ruling; `data/<game>/standard.toml` holds the values,
and its tables are CSV files beside it. A variant is a small TOML file (or some `field=value` settings) over the standard.
"""

import csv
import difflib
import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .game import CryptError, Game
from .shipped import shipped


class RulesetError(CryptError):
    """A ruleset that cannot be used; the message has one line for each problem."""


class RulesModel(BaseModel):
    """The base of a game's ruleset model."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True, allow_inf_nan=False)

    def pack(self, record: Any) -> None:
        """Write the values into the game's RULES record, for the compiled code."""
        raise NotImplementedError

    def problem_for(self, players: int) -> str:
        """Say why so many players cannot play by these values; "" when they can."""
        return ""


def rule(description: str, *ids: str, **bounds: Any) -> Any:
    """Declare a field of a ruleset.

    Parameters
    ----------
    description : str
        What it means, in a sentence that a player understands.
    *ids : str
        The rules that it belongs to, or "ruling".
    **bounds
        As for `pydantic.Field`: `ge`, `le`, `min_length` ...
    """
    return Field(description=description, json_schema_extra={"rules": list(ids)}, **bounds)


@dataclass(frozen=True)
class Ruleset:
    """A checked ruleset of a game.

    Attributes
    ----------
    game : str
    name : str
        "standard", or the variant's name.
    model : RulesModel
        The values.
    record : numpy.record
        The same, packed for the rules.
    """

    game: str
    name: str
    model: RulesModel
    record: Any

    @property
    def values(self) -> dict[str, Any]:
        """All values as JSON can hold them."""
        return self.model.model_dump(mode="json")

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that stand for all values; the name does not count."""
        return fingerprint_of(self.game, self.values)

    def check_players(self, players: int) -> None:
        """Check that so many can play by this ruleset.

        Raises
        ------
        RulesetError
        """
        problem = self.model.problem_for(players)
        if problem:
            raise RulesetError(f"{self.name}: {problem}")

    def differences(self, other: "Ruleset") -> dict[str, tuple[Any, Any]]:
        """The fields in which this ruleset differs from another: name -> (mine, the other's)."""
        mine, theirs = self.values, other.values
        return {field: (mine[field], theirs[field]) for field in mine if mine[field] != theirs.get(field)}


def fingerprint_of(game: str, values: Mapping[str, Any]) -> str:
    """16 hexadecimal digits that stand for a game's name and all values of a ruleset."""
    return hashlib.sha256(json.dumps([game, values], sort_keys=True).encode()).hexdigest()[:16]


@cache
def standard(game: Game) -> Ruleset:
    """The ruleset of the rulebook."""
    path = shipped("data", game.name, "standard.toml")
    return build(game, read_file(path), str(path.name), "standard")


def load_ruleset(game: Game, path: str | Path | None = None, settings: Iterable[str] = ()) -> Ruleset:
    """Read a ruleset: the standard, over it a variant file, over that single settings.

    Parameters
    ----------
    game : Game
    path : path, optional
        A TOML file with some of the fields; `name = "..."` gives it another name than the file's.
    settings : iterable of str
        Such as "starting_hp=3", or "monster_die.2=8" for a part; the value is written as in TOML.

    Raises
    ------
    RulesetError
        With all problems at once: file, field, what is allowed.
    """
    settings = list(settings)
    if path is None and not settings:
        return standard(game)
    values = dict(standard(game).values)
    name, source = "standard", "standard"
    if path is not None:
        variant = read_file(Path(path))
        source, name = str(path), str(variant.pop("name", Path(path).stem))
        variant.pop("description", None)
        _check_game(game, variant.pop("game", game.name), source)
        values |= variant
    for setting in settings:
        field, value = _read_setting(setting)
        _set(values, field, value)
        source = f"{source} with {setting}" if len(setting) < 60 else source
    built = build(game, values, source, name)
    if settings:
        changed = ", ".join(built.differences(load_ruleset(game, path)))
        built = Ruleset(game.name, f"{name} with {changed}" if changed else name, built.model, built.record)
    return built


def build(game: Game, values: Mapping[str, Any], source: str, name: str) -> Ruleset:
    """Check values and pack them.

    Raises
    ------
    RulesetError
    """
    model_type = game.part("ruleset").Rules
    try:
        model = model_type.model_validate(dict(values))
    except ValidationError as error:
        problems = [problem for item in error.errors() for problem in _problems(item, model_type)]
        raise RulesetError("\n".join(f"{source}: {problem}" for problem in problems)) from None
    record = np.zeros(1, game.rules_type).view(np.recarray)[0]
    model.pack(record)
    return Ruleset(game.name, name, model, record)


def read_file(path: Path) -> dict[str, Any]:
    """Read a TOML file; a value that ends in ".csv" is the table in that file beside it.

    Raises
    ------
    RulesetError
        For a file that is not there or does not parse.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RulesetError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise RulesetError(f"{path}: this is a folder; name a ruleset file (.toml)") from None
    except (OSError, UnicodeDecodeError) as error:
        raise RulesetError(f"{path}: cannot be read as text: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(f"{path}: is not TOML: {error}") from None
    return {
        field: _read_table(path.parent / value) if isinstance(value, str) and value.endswith(".csv") else value
        for field, value in values.items()
    }


def _read_table(path: Path) -> list[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise RulesetError(f"{path}: cannot be read as a table: {error}") from None
    for number, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise RulesetError(f"{path}, line {number}: has {'more' if None in row else 'fewer'} values than the first line")
    return rows


def _read_setting(setting: str) -> tuple[str, Any]:
    field, equals, text = setting.partition("=")
    if not equals or not field.strip():
        raise RulesetError(f"{setting!r}: write FIELD=VALUE, such as starting_hp=3")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text.strip()
    return field.strip(), value


def _set(values: dict[str, Any], field: str, value: Any) -> None:
    """Set a field, or a part of one: "item_cards.sword", "monster_die.1" (parts of lists count from 1)."""
    name, _, part = field.partition(".")
    if not part:
        values[name] = value
        return
    whole = values.get(name)
    if isinstance(whole, dict):
        values[name] = whole | {part: value}
    elif isinstance(whole, list) and part.isascii() and part.isdigit() and 1 <= int(part) <= len(whole):
        values[name] = [*whole[: int(part) - 1], value, *whole[int(part) :]]
    else:
        raise RulesetError(f"{field}: there is no such part of {name}")


def _check_game(game: Game, name: Any, source: str) -> None:
    if name != game.name:
        raise RulesetError(f"{source}: is for the game {name!r}, not {game.name!r}")


def _problems(item: Any, model_type: type[RulesModel]) -> list[str]:
    """Each problem as a sentence: the field, what is wrong, what is allowed."""
    place = _place(item["loc"])
    message = item["msg"].removeprefix("Value error, ")
    if item["type"] == "extra_forbidden":
        return [f"{place}: there is no such field{_nearest(str(item['loc'][-1]), model_type)}"]
    if item["type"] == "missing":
        return [f"{place}: is missing"]
    if item["type"] == "value_error":
        return [f"{place}: {line}" if place else line for line in message.splitlines()]
    return [f"{place}: {message[:1].lower()}{message[1:]} (given: {str(item['input'])[:40]!r})"]


def _place(loc: tuple[int | str, ...]) -> str:
    """Where in the ruleset: "tiles, row 4, shape"."""
    return ", ".join(f"row {part + 1}" if isinstance(part, int) else part for part in loc)


def _nearest(field: str, model_type: type[RulesModel]) -> str:
    near = difflib.get_close_matches(field, model_type.model_fields, n=1)
    return f"; did you mean {near[0]}?" if near else "; `crypt rules` lists them all"
