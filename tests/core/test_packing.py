"""Every field of a ruleset is in the record that the rules read."""

from typing import Annotated, get_args

import numpy as np
import pytest
from pydantic import TypeAdapter, ValidationError

from crypt.core.catalog import catalog, find_game
from crypt.core.ruleset import load_ruleset, put, standard
from crypt.core.shipped import shipped

NOT_PACKED = {
    ("colossi", "changes_counts"): "it is asked only when a ruleset is read",
    ("lair", "spaces"): "the standard board is not drawn; see the test of the gates",
    ("lair", "connections"): "as the spaces",
}
ANOTHER = {  # of fields whose other values do not follow from the one there
    ("cave", "home"): "Y2",
    ("colossi", "potion_table"): [{"potion": "health", "low": 1, "high": 20}],
    ("lair", "adventurer_spaces"): ["r3s1", "r3s5", "r3s9"],
    ("lair", "treasure_spaces"): ["r1s1", "r1s3", "r1s5", "r1s7", "r1s9", "r1s11"],
}
ALL = [(name, field) for name in catalog() for field in find_game(name).part("ruleset").Rules.model_fields]


def packed(game, model, **changes):
    """The record of a model with some fields changed, whatever the other fields are."""
    copy = type(model).model_construct(**{name: getattr(model, name) for name in type(model).model_fields} | changes)
    record = np.zeros(1, game.rules_type).view(np.recarray)[0]
    copy.pack(record)
    return record.tobytes()


def numbers_in(value, path):
    """Where the numbers of a value are."""
    if isinstance(value, int | float):
        yield path, value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from numbers_in(part, f"{path}.{name}")
    elif isinstance(value, list):
        for place, part in enumerate(value, 1):
            yield from numbers_in(part, f"{path}.{place}")


def others(game, field):
    """Other values of a field by what differs: each of its numbers; of one without numbers, the whole."""
    values, info = standard(game).values, type(standard(game).model).model_fields[field]
    allowed = TypeAdapter(Annotated[info.annotation, info])
    value, numbers = values[field], list(numbers_in(values[field], field))
    if (game.name, field) in ANOTHER:
        yield field, allowed.validate_python(ANOTHER[game.name, field])
    elif isinstance(value, str):
        yield field, next(one for one in get_args(info.annotation) if one != value)
    elif not numbers:
        yield field, allowed.validate_python(value[::-1] if isinstance(value[0], str) else value[:-1])
    else:
        for path, number in numbers:
            yield path, next(with_numbers(allowed, values, path, near(number)))


def near(number):
    """Numbers that may stand in the place of one."""
    return [not number] if isinstance(number, bool) else [number + step for step in (-1, 1, -2, 2, -8)]


def with_numbers(allowed, values, path, numbers):
    """The value of a field with each of these numbers in the place of one of its own, where that may be."""
    for number in numbers:
        changed = dict(values)
        put(changed, path, number)
        try:
            yield allowed.validate_python(changed[path.partition(".")[0]])
        except ValidationError:
            continue


def test_what_is_not_packed_is_a_field():
    assert set(NOT_PACKED) <= set(ALL)


@pytest.mark.parametrize(("name", "field"), [one for one in ALL if one not in NOT_PACKED])
def test_another_value_makes_another_record(name, field):
    game = find_game(name)
    model = standard(game).model
    found = list(others(game, field))
    alike = [path for path, other in found if packed(game, model, **{field: other}) == packed(game, model)]
    assert found and not alike, f"not packed: {alike}"


@pytest.mark.parametrize("field", ["spaces", "connections"])
def test_another_drawing_of_a_board_makes_another_record(field):
    game = find_game("lair")
    model = load_ruleset(game, shipped("data", "lair", "gates.toml")).model
    *rows, last = getattr(model, field)
    other = [*rows, last.model_copy(update={"edge": not last.edge})] if field == "spaces" else rows
    assert packed(game, model, **{field: other}) != packed(game, model)
