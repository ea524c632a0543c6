"""Every rule and ruling of each game's rulebook is named by a test, and no test names one that is not there."""

import ast
from functools import cache
from pathlib import Path

import pytest

from crypt.core.catalog import catalog, find_game
from crypt.core.rulebook import rulebook

FOLDER = Path(__file__).parent
ITEMS = [(name, item) for name in catalog() for item in rulebook(find_game(name)).items]


def marked(text):
    """The ids in the rule markers of a source: those that stand alone over a function, or in `pytestmark`."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (argument.value for argument in node.args if isinstance(argument, ast.Constant))


@cache
def named(game):
    """The tests' files of a game by the ids that they name."""
    found = {}
    for path in sorted((FOLDER / game).glob("test_*.py")):
        for id in marked(path.read_text(encoding="utf-8")):
            found.setdefault(id, set()).add(path.name)
    return found


@pytest.mark.parametrize(("game", "item"), ITEMS, ids=lambda part: getattr(part, "id", part))
def test_a_test_names_it(game, item):
    assert item.id in named(game), f"no test names {item.id} ({item.title}): {item.text}"


@pytest.mark.parametrize("game", catalog())
def test_no_test_names_a_rule_that_is_not_there(game):
    unknown = set(named(game)) - {item.id for item in rulebook(find_game(game)).items}
    assert not unknown, {id: named(game)[id] for id in unknown}


@pytest.mark.parametrize("game", catalog())
def test_every_settable_ruling_is_a_field(game):
    fields = find_game(game).part("ruleset").Rules.model_fields
    for ruling in rulebook(find_game(game)).rulings:
        assert (ruling.id in fields) == ruling.settable, ruling.id


def test_a_marker_is_found():
    assert list(marked('@pytest.mark.rule("COL-99")\ndef test_it(): ...')) == ["COL-99"]
