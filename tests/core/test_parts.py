"""The list of what a game's package gives: the four games have all that it says, and crypt uses nothing else."""

import ast
import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

import crypt
from crypt.core.catalog import catalog, find_game
from crypt.core.game import MissingPartError, is_own
from crypt.core.parts import PARTS

ROOT = Path(crypt.__file__).parent
USERS = [path for path in ROOT.rglob("*.py") if "games" not in path.relative_to(ROOT).parts]
GAMES = [name for name, entry in catalog().items() if is_own(entry.package)]
THEIRS = ("__file__", "append")  # of every module; `words` is also the name of a list


@pytest.mark.parametrize("name", GAMES)
def test_each_game_gives_all_that_is_listed(name):
    game = find_game(name)
    game.check_parts()
    for part, about in PARTS.items():
        if game.has_part(part):
            assert [thing for thing in about.needs if not hasattr(game.part(part), thing)] == [], part
        else:
            assert about.serves, f"{name} lacks {part}, which every game must have"


def test_whatever_is_listed_as_possible_is_given_by_some_game():
    for part, about in PARTS.items():
        modules = [find_game(name).part(part) for name in GAMES if find_game(name).has_part(part)]
        assert [thing for thing in about.may if not any(hasattr(module, thing) for module in modules)] == [], part


def test_crypt_takes_nothing_from_games_that_is_not_listed():
    """Each `game.part(NAME).THING` in crypt, also by way of a variable, stands in the list."""
    used = defaultdict(set)
    for path in USERS:
        for part, thing in _things_taken(ast.parse(path.read_text(encoding="utf-8"))):
            used[part].add(thing)
    assert set(PARTS) == set(used) | {"results"}, "parts are listed that nobody asks for, or asked for and not listed"
    for part, things in used.items():
        assert things - {*PARTS[part].needs, *PARTS[part].may, *THEIRS} == set(), part
    assert {"action_text", "outcome_columns", "prompt"} <= used["words"] and {"moves", "facts"} <= used["panels"]


def test_whatever_is_listed_is_used():
    text = "\n".join(path.read_text(encoding="utf-8") for path in USERS if path.name != "parts.py")
    for part, about in PARTS.items():
        assert [thing for thing in (*about.needs, *about.may) if not re.search(rf"\b{thing}\b", text)] == [], part


def _things_taken(tree):
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Tuple):
            target, value = node.targets[0], node.value
            is_many = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            pairs = zip(target.elts, value.elts, strict=True) if is_many else [(target, value)]
            names |= {one.id: part for one, given in pairs if isinstance(one, ast.Name) and (part := _part(given))}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (part := _part(node.value) or names.get(getattr(node.value, "id", ""))):
            yield part, node.attr
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("part", "has_part") and _part(node):
            yield _part(node), "__file__"


def _part(node):
    """The part that an expression gives, such as `game.part("graph")` or `session.game.words`."""
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("part", "has_part") and node.args:
        return node.args[0].value if isinstance(node.args[0], ast.Constant) else None
    if isinstance(node, ast.Attribute) and node.attr in ("words", "notation", "draw"):
        owner = getattr(node.value, "attr", getattr(node.value, "id", ""))
        return node.attr if owner in ("game", "_game", "found") else None
    return None


def test_what_is_missing_is_named(monkeypatch):
    game = find_game("lair")
    with pytest.raises(MissingPartError, match=r"lair gives no module 'fresh', so it is without random floors"):
        game.part("fresh")
    monkeypatch.delattr(import_module("crypt.games.lair.words"), "prompt")
    with pytest.raises(MissingPartError, match=r"crypt\.games\.lair\.words does not give prompt; crypt/core/parts\.py"):
        game.check_parts()
