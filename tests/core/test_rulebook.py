"""Reading rulebooks, and what those of the games name."""

import pytest

from crypt.core.catalog import catalog, find_game
from crypt.core.game import CryptError, UnreadableError
from crypt.core.rulebook import read_rulebook, rulebook

SMALL = """# A small game

Words about it.

## Moving

- **SML-01** (steps) One step
  at a time.
- **SML-02** (walls) No way through.

### Rulings

- **stay** (SML-01): default allowed; or: forbidden.
- **deck** (SML-01, SML-02): always these cards:
  - one, 2 cards: good
    for all.
  - two, 1 card.
"""


def test_a_small_rulebook_is_read():
    book = read_rulebook(SMALL)
    assert book.title == "A small game"
    assert [rule.id for rule in book.rules] == ["SML-01", "SML-02"]
    assert book.rules[0].text == "One step at a time."
    assert book.rules[0].title == "steps"
    assert book.chapters == ["Moving"]
    stay, deck = book.rulings
    assert (stay.settable, stay.alternatives, stay.rules) == (True, ("forbidden.",), ("SML-01",))
    assert (deck.settable, deck.alternatives, deck.rules) == (False, (), ("SML-01", "SML-02"))
    assert deck.text.splitlines() == ["These cards:", "- one, 2 cards: good for all.", "- two, 1 card."]


@pytest.mark.parametrize("wanted", ["SML-02", "sml-02", "SML 2", "2", 2, " 02 "])
def test_a_rule_is_found_by_its_id(wanted):
    assert read_rulebook(SMALL).find(wanted).title == "walls"


def test_a_ruling_is_found_by_its_name():
    assert read_rulebook(SMALL).find("Stay").id == "stay"


@pytest.mark.parametrize("wanted", ["SML-03", "COL-02", "", "stays", "0"])
def test_what_is_not_there_is_said(wanted):
    with pytest.raises(CryptError, match="there is no rule"):
        read_rulebook(SMALL).find(wanted)


def test_search_finds_beginnings_of_words_and_prefers_titles():
    book = read_rulebook(SMALL)
    assert [item.id for item in book.search("way")] == ["SML-02"]
    assert [item.id for item in book.search("STEP time")] == ["SML-01"]
    assert book.search("") == []


def test_search_puts_those_first_whose_title_has_the_words():
    book = read_rulebook("- **SML-01** (steps) Walls end them.\n- **SML-02** (walls) No way through.")
    assert [item.id for item in book.search("wall")] == ["SML-02", "SML-01"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- nonsense", "neither a rule"),
        ("- **SML-01** (a) b\n- **SML-01** (a) b", "twice"),
        ("- **x** (SML-09): always b", "not there"),
    ],
)
def test_a_broken_rulebook_is_refused(text, message):
    with pytest.raises(UnreadableError, match=message):
        read_rulebook(text)


def test_every_rule_of_colossi_is_there_in_order():
    colossi = rulebook(find_game("colossi"))
    assert [rule.id for rule in colossi.rules] == [f"COL-{i:02}" for i in range(1, 58)]
    assert all(rule.text.endswith(".") and rule.chapter and rule.title for rule in colossi.rules)


@pytest.mark.parametrize("name", catalog())
def test_the_rules_that_fields_name_are_in_the_rulebook(name):
    game = find_game(name)
    book = rulebook(game)
    known = {rule.id for rule in book.rules} | {"ruling"}
    for field_name, field in game.part("ruleset").Rules.model_fields.items():
        named = set(field.json_schema_extra["rules"])
        assert named and named <= known, field_name
        if named == {"ruling"} and field_name != "pace":
            assert book.find(field_name).settable
