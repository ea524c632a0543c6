"""Every rule and ruling of the rulebook is named by a test, and no test names one that is not there."""

from pathlib import Path

import pytest
from games.colossi.test_every_rule_has_a_test import marked

from crypt.core.rulebook import rulebook
from crypt.games.prism.front import GAME
from crypt.games.prism.ruleset import Rules

ITEMS = {item.id: item for item in rulebook(GAME).items}
NAMED = {id for path in Path(__file__).parent.glob("test_*.py") for id in marked(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("id", ITEMS)
def test_a_test_names_it(id):
    assert id in NAMED, f"no test names {id} ({ITEMS[id].title}): {ITEMS[id].text}"


def test_no_test_names_a_rule_that_is_not_there():
    assert set(ITEMS) >= NAMED


def test_all_31_rules_are_there_and_the_settable_rulings_are_fields():
    assert sorted(id for id in ITEMS if id.startswith("PRI-")) == [f"PRI-{i:02}" for i in range(1, 32)]
    rulings = rulebook(GAME).rulings
    assert {ruling.id for ruling in rulings if ruling.settable} <= set(Rules.model_fields)
    assert not {ruling.id for ruling in rulings if not ruling.settable} & set(Rules.model_fields)
    for name, field in Rules.model_fields.items():
        assert set(field.json_schema_extra["rules"]) <= {*ITEMS, "ruling"}, name
