"""Every rule and ruling of the rulebook is named by a test, and no test names one that is not there."""

import ast
from pathlib import Path

import pytest

from crypt.core.rulebook import rulebook
from crypt.games.colossi.front import GAME

FOLDER = Path(__file__).parent


def marked(text):
    """The ids in the rule markers of a source: those that stand alone over a function, or in `pytestmark`."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (argument.value for argument in node.args if isinstance(argument, ast.Constant))


@pytest.fixture(scope="module")
def named():
    """The tests' files by the ids that they name."""
    found = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        for id in marked(path.read_text(encoding="utf-8")):
            found.setdefault(id, set()).add(path.name)
    return found


@pytest.mark.parametrize("item", rulebook(GAME).items, ids=lambda item: item.id)
def test_a_test_names_it(item, named):
    assert item.id in named, f"no test names {item.id} ({item.title}): {item.text}"


def test_no_test_names_a_rule_that_is_not_there(named):
    unknown = set(named) - {item.id for item in rulebook(GAME).items}
    assert not unknown, {id: named[id] for id in unknown}


def test_a_marker_is_found():
    assert list(marked('@pytest.mark.rule("COL-99")\ndef test_it(): ...')) == ["COL-99"]
