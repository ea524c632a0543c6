"""Rulesets: every number of a rulebook, read from files, layered, checked and fingerprinted.

A game declares a pydantic model, one field for each number, table or ruling; its `standard.toml` (see `game_data`) holds the
values, and its tables are CSV files beside it. A variant is a small TOML file (or some `field=value` settings) over the
standard.
"""

import csv
import difflib
import hashlib
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .game import CryptError, Game, is_own
from .shipped import game_data

DIGITS = 6  # of a fingerprint, where people read it
MOST_TOLD = 60  # letters of what a name says of changes
NEAR = 0.75  # how like a known name one must be to be suggested


class RulesetError(CryptError):
    """A ruleset that cannot be used; the message has one line for each problem."""


class Limit(NamedTuple):
    """How long a simulated game may go on where the ruleset sets no limit: bots may walk to and fro for ever.

    Attributes
    ----------
    field : str
        Of the ruleset; 0 is no limit.
    number : int
        What simulations take for it.
    counter : str
        The field of a position that counts up to it.
    """

    field: str
    number: int
    counter: str


class RulesModel(BaseModel):
    """The base of a game's ruleset model.

    Attributes
    ----------
    simulation_limit : Limit or None
        None for games that always end.
    """

    simulation_limit: ClassVar[Limit | None] = None
    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True, allow_inf_nan=False)

    def pack(self, record: Any) -> None:
        """Write the values into the game's RULES record, for the compiled code."""
        raise NotImplementedError

    def words_for(self, field: str) -> str:
        """Say a field's value in words, where its number alone says little; "" where it does not."""
        return ""

    def rows_for(self, field: str) -> list[dict[str, Any]]:
        """The rows of a table as people read them, columns with words first; by default as they are in its file."""
        return list(self.model_dump(mode="json", include={field})[field])

    def problem_for(self, players: int) -> str:
        """Say why so many players cannot play by these values; "" when they can."""
        return ""

    def warning_for(self, players: int) -> str:
        """Say what speaks against so many players, who can play all the same; "" when nothing does."""
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

    @cached_property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that stand for all values; the name does not count."""
        return fingerprint_of(self.game, self.values)

    @property
    def digits(self) -> str:
        """The first digits of the fingerprint, enough to tell rulesets apart that people compare."""
        return self.fingerprint[:DIGITS]

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


def told_apart(rulesets: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What rulesets of a game are called beside one another: those of one name with digits of their fingerprints.

    Parameters
    ----------
    rulesets : iterable of (str, str)
        Names and fingerprints; pairs may come again.

    Returns
    -------
    dict of str
        By fingerprint.
    """
    names = {fingerprint: name for name, fingerprint in rulesets}
    often = Counter(names.values())
    return {one: f"{name} ({one[:DIGITS]})" if often[name] > 1 else name for one, name in names.items()}


@cache
def standard(game: Game) -> Ruleset:
    """The ruleset of the rulebook."""
    path = game_data(game.package) / "standard.toml"
    source = path.name if is_own(game.package) else str(path)
    return build(game, read_file(path), source, "standard")


def load_ruleset(game: Game, path: str | Path | None = None, settings: Iterable[str] = ()) -> Ruleset:
    """Read a ruleset: the standard, over it a variant file, over that single settings.

    Parameters
    ----------
    game : Game
    path : path, optional
        A TOML file with some of the fields; `name = "..."` gives it another name than the file's.
    settings : iterable of str
        Such as "starting_hp=3", or "monster_die.2=8" or "treasures.Helm.count=2" for a part; the value is written as in
        TOML.

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
    given = [_read_setting(setting) for setting in settings]
    fields = [field for field, _ in given]
    for setting, (field, value) in zip(settings, given, strict=True):
        if fields.count(field) > 1:
            raise RulesetError(f"{field} is set {fields.count(field)} times; set each field once")
        put(values, field, value)
        source = f"{source} with {setting}" if len(setting) < 60 else source
    built = build(game, values, source, name, standard(game).values)
    if settings:
        before, after = load_ruleset(game, path).values, built.values
        told = [(field, value_of(after, field)) for field in fields if value_of(before, field) != value_of(after, field)]
        built = Ruleset(game.name, _name_with(name, told), built.model, built.record)
    return built


def _name_with(name: str, changes: list[tuple[str, Any]]) -> str:
    """A ruleset's name and what was changed in it, with the values where there is room for them."""
    if not changes:
        return name
    texts = [f"{field}={_given(value).strip(chr(39))}" for field, value in changes]
    for told in (", ".join(texts), ", ".join(field for field, _ in changes)):
        if len(told) <= MOST_TOLD:
            return f"{name} with {told}"
    more = f" and {len(changes) - 1} more" if len(changes) > 1 else ""
    return f"{name} with {changes[0][0]}{more}"


def build(
    game: Game, values: Mapping[str, Any], source: str, name: str, instead: Mapping[str, Any] | None = None
) -> Ruleset:
    """Check values and pack them.

    Parameters
    ----------
    game : Game
    values : mapping
    source : str
        Where they come from, for the errors.
    name : str
    instead : mapping, optional
        Values that are known to be right: with them in the place of those that are not, the rest is checked too.

    Raises
    ------
    RulesetError
    """
    model_type = game.part("ruleset").Rules
    try:
        model = model_type.model_validate(dict(values))
    except ValidationError as error:
        remedy = f"`crypt rules {game.name}` lists them all"
        problems = [problem for item in error.errors() for problem in problems_of(item, model_type, remedy, values)]
        problems += _problems_of_the_rest(error, values, instead or {}, model_type)
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
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise RulesetError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise RulesetError(f"{path}: this is a folder; name a ruleset file (.toml)") from None
    except (OSError, UnicodeDecodeError) as error:
        raise RulesetError(f"{path}: {_unreadable(error)}") from None
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
        raise RulesetError(f"{path}: {_unreadable(error)}") from None
    for number, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise RulesetError(f"{path}, line {number}: has {'more' if None in row else 'fewer'} values than the first line")
    return rows


def _unreadable(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start + 1} is not UTF-8 text; save the file as UTF-8"
    return f"cannot be read: {getattr(error, 'strerror', None) or error}"


def _read_setting(setting: str) -> tuple[str, Any]:
    field, equals, text = setting.partition("=")
    if not equals or not field.strip():
        raise RulesetError(f"{setting!r}: write FIELD=VALUE, such as starting_hp=3")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text.strip()
    return field.strip(), value


def changed(game: Game, ruleset: Ruleset, changes: Mapping[str, Any], name: str = "") -> Ruleset:
    """A ruleset with some of its values changed.

    Parameters
    ----------
    game : Game
    ruleset : Ruleset
    changes : mapping
        Field, or a part of one as "monster_die.2" or "tiles.3.count", to value.
    name : str
        By default the ruleset's name and what was changed.

    Raises
    ------
    RulesetError
        With all problems at once.
    """
    values = dict(ruleset.values)
    for field, value in changes.items():
        put(values, field, value)
    told = f"{ruleset.name} with {', '.join(f'{field}={_given(value)}' for field, value in changes.items())}"
    return build(game, values, told if len(told) < 80 else f"{ruleset.name} changed", name or told, ruleset.values)


def value_of(values: Mapping[str, Any], field: str) -> Any:
    """The value of a field, or of a part of one: "item_cards.sword", "monster_die.1", "tiles.3.count".

    Raises
    ------
    RulesetError
        When there is none.
    """
    found: Any = values
    for part in field.split("."):
        found = found[_key(found, part, field)]
    return found


def put(values: dict[str, Any], field: str, value: Any) -> None:
    """Set a field, or a part of one: "item_cards.sword", "monster_die.1" (parts count from 1), "treasures.Helm.count".

    Parameters
    ----------
    values : dict
        Of a ruleset; the field's value is replaced in it.
    field : str
    value : object

    Raises
    ------
    RulesetError
        When there is no such part.
    """
    name, _, rest = field.partition(".")
    values[name] = _with(values.get(name), rest, value, field) if rest else value


def _with(whole: Any, path: str, value: Any, field: str) -> Any:
    """A list or table with one of its parts changed."""
    part, _, rest = path.partition(".")
    if isinstance(whole, dict) and not rest:
        return whole | {part: value}  # a part that there is not is refused by the model, with the nearest name
    key = _key(whole, part, field)
    new = _with(whole[key], rest, value, field) if rest else value
    return whole | {part: new} if isinstance(whole, dict) else [*whole[:key], new, *whole[key + 1 :]]


def row_names(rows: list[Any]) -> list[str]:
    """What the rows of a table are called: the first text of each; nothing where two are called alike.

    Parameters
    ----------
    rows : list of dict
    """
    texts = [next((one for one in row.values() if isinstance(one, str)), "") for row in rows if isinstance(row, Mapping)]
    is_clear = len(texts) == len(rows) == len({one.casefold() for one in texts}) and all(texts)
    return texts if is_clear else []


def _key(whole: Any, part: str, field: str) -> Any:
    """Where a part lies: the name in a table, the place less 1 in a list, also by the name of a row."""
    if isinstance(whole, Mapping) and part in whole:
        return part
    if isinstance(whole, list) and part.isascii() and part.isdigit() and 1 <= int(part) <= len(whole):
        return int(part) - 1
    names = row_names(whole) if isinstance(whole, list) else []
    bare = [one.casefold() for one in names]
    if part.casefold() in bare:
        return bare.index(part.casefold())
    name, dot, _ = field.partition(".")
    near = difflib.get_close_matches(part, names, n=1, cutoff=NEAR)
    parts = f"1 to {len(whole)}" if isinstance(whole, list) else ", ".join(whole) if isinstance(whole, Mapping) else ""
    hint = f"; did you mean {near[0]}?" if near else f" (parts: {parts})" if parts else ""
    raise RulesetError(f"{field}: there is no such part of {name}{hint}" if dot else f"{field}: there is no such field")


def _check_game(game: Game, name: Any, source: str) -> None:
    if name != game.name:
        raise RulesetError(f"{source}: is for the game {name!r}, not {game.name!r}")


def problems_of(
    item: Any, model_type: type[BaseModel], remedy: str, values: Mapping[str, Any] | None = None
) -> list[str]:
    """What pydantic found wrong, in sentences: the field, what is wrong, what is allowed.

    Parameters
    ----------
    item : dict
        One of its errors.
    model_type : type
        Of the model, for the names of its fields.
    remedy : str
        What to do about a field that there is not, where no other is called like it.
    values : mapping, optional
        That were checked; with them rows of tables are called by their names too.
    """
    place = _place(item["loc"], values)
    if item["type"] == "extra_forbidden":
        known = model_type.model_fields if len(item["loc"]) == 1 else {}
        near = difflib.get_close_matches(str(item["loc"][-1]), known, n=1, cutoff=NEAR)
        hint = f"; did you mean {near[0]}?" if near else f"; {remedy}"
        return [f"{place}: there is no such field{hint}"]
    if item["type"] == "missing":
        return [f"{place}: is missing"]
    if item["type"] == "value_error":
        lines = item["msg"].removeprefix("Value error, ").splitlines()
        return [f"{place}: {line}" if place else line for line in lines]
    return [f"{place}: {_wanted(item)} (given: {_given(item['input'])})"]


def _problems_of_the_rest(
    error: ValidationError, values: Mapping[str, Any], instead: Mapping[str, Any], model_type: type[RulesModel]
) -> list[str]:
    """What is wrong between the fields that are right one by one; it is not looked for while any is not."""
    wrong = {str(item["loc"][0]) for item in error.errors() if item["loc"]}
    if not wrong:
        return []
    try:
        model_type.model_validate({name: value for name, value in values.items() if name not in wrong} | _of(instead, wrong))
    except ValidationError as other:
        lines = [line for item in other.errors() if not item["loc"] for line in item["msg"].splitlines()]
        lines = [line.removeprefix("Value error, ") for line in lines]
        return [line for line in lines if not any(re.search(rf"\b{re.escape(name)}\b", line) for name in wrong)]
    return []


def _of(values: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: values[name] for name in names if name in values}


def problems_by_field(game: Game, values: Mapping[str, Any]) -> dict[str, list[str]]:
    """What is wrong with values, by field or part of one such as "tiles.4.count".

    Parameters
    ----------
    game : Game
    values : mapping
        Of every field.

    Returns
    -------
    dict of str to list of str
        Sentences. One that is about several fields stands with the first that it names; under "" if it names none.
    """
    model_type = game.part("ruleset").Rules
    found: dict[str, Any] = {}
    try:
        model_type.model_validate(dict(values))
        return {}
    except ValidationError as error:
        for item in error.errors():
            place = ".".join(str(part + 1 if isinstance(part, int) else part) for part in item["loc"])
            lines = problems_of(item, model_type, "", values) if item["loc"] else item["msg"].splitlines()
            for line in lines:
                text = line.removeprefix("Value error, ").removeprefix(f"{_place(item['loc'], values)}: ")
                found.setdefault(place or _first_named(text, model_type), []).append(text)
        wrong = {place.partition(".")[0] for place in found}
        for line in _problems_of_the_rest(error, values, standard(game).values, model_type) if wrong else []:
            found.setdefault(_first_named(line, model_type), []).append(line)
    return found


def _first_named(text: str, model_type: type[BaseModel]) -> str:
    return next((word for word in re.findall(r"\w+", text) if word in model_type.model_fields), "")


WANTED = {  # what pydantic calls a problem: how people would
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a smaller whole number",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "finite_number": "must be a number",
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "string_type": "must be text",
    "list_type": "must be a list in brackets",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
    "greater_than_equal": "must be {ge} or more",
    "greater_than": "must be more than {gt}",
    "less_than_equal": "must be {le} or less",
    "less_than": "must be less than {lt}",
    "too_short": "must have {min_length} values, and has {actual_length}",
    "too_long": "must have {max_length} values, and has {actual_length}",
    "literal_error": "must be {expected}",
}


def _wanted(item: Any) -> str:
    """What a value must be."""
    context = item.get("ctx", {})
    if item["type"] == "multiple_of":
        return "must be even" if context["multiple_of"] == 2 else f"must be a multiple of {context['multiple_of']}"
    if item["type"] in WANTED:
        numbers = {name: f"{value:g}" if isinstance(value, float) else value for name, value in context.items()}
        return WANTED[item["type"]].format(**numbers)
    return f"{item['msg'][:1].lower()}{item['msg'][1:]}"


def _given(value: Any) -> str:
    """A value as a ruleset writes it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)[:42]


def place_in_words(place: str, values: Mapping[str, Any]) -> str:
    """Say where in a ruleset a part lies: "tiles.3.count" is "tiles, row 3, count", with the row's name where it has one.

    Parameters
    ----------
    place : str
        As `problems_by_field` has it.
    values : mapping
        Of the ruleset.
    """
    return _place(tuple(int(part) - 1 if part.isdigit() else part for part in place.split(".")), values)


def _place(loc: tuple[int | str, ...], values: Mapping[str, Any] | None = None) -> str:
    """Where in the ruleset: "treasures, row 2 (Sword), count" in a table, "side, value 2" in a list."""
    words: list[str] = []
    whole: Any = values
    for part, after in zip(loc, (*loc[1:], None), strict=False):
        if isinstance(part, str):
            words.append(part)
            whole = whole.get(part) if isinstance(whole, Mapping) else None
            continue
        names: list[str] = row_names(whole) if isinstance(whole, list) else []
        whole = whole[part] if isinstance(whole, list) and part < len(whole) else None
        is_row = isinstance(after, str) or isinstance(whole, Mapping)
        name = f" ({names[part]})" if part < len(names) else ""
        words.append(f"{'row' if is_row else 'value'} {part + 1}{name}")
    return ", ".join(words)
