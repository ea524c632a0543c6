"""The numbers that the rulebook of Crypt of the Colossi tells are those of the standard ruleset."""

import re

import pytest
from games.colossi.table import table

from crypt.core.catalog import find_game
from crypt.core.rulebook import rulebook
from crypt.core.ruleset import standard
from crypt.games.colossi.cards import follow_card
from crypt.games.colossi.ruleset import WITH_AMOUNT
from crypt.games.colossi.state import EFFECTS

GAME = find_game("colossi")
BOOK, RULES = rulebook(GAME), standard(GAME).model
ITEMS = RULES.item_cards.model_dump()
TILES = {symbol: sum(row.count for row in RULES.tiles if row.symbol == symbol) for symbol in ("monster", "loot", "hero")}
ALL_TILES = sum(row.count for row in RULES.tiles)
CARDS = {row.effect: row for row in RULES.events}
LINES = dict(re.findall(r"^- (\w+), (.+)$", BOOK.find("events").text, re.MULTILINE))


@pytest.mark.parametrize(
    ("id", "pattern", "numbers"),
    [
        ("COL-01", r"(\d+) floors", [RULES.floors]),
        ("COL-02", r"(\d+) x", RULES.side),
        ("COL-07", r"\d+", [ALL_TILES, ALL_TILES - sum(TILES.values()), *TILES.values(), ALL_TILES + 2]),
        ("COL-08", r"\d+", [sum(row.cards for row in RULES.events)]),
        ("events", r"The (\d+) cards of", [sum(row.cards for row in RULES.events)]),
        ("COL-09", r"\d+", [sum(ITEMS.values()), ITEMS["sword"], ITEMS["potion"]]),
        ("starting_hp", r"\d+", [RULES.starting_hp]),
        ("COL-12", r"\d+", [RULES.steps]),
        ("COL-16", r"\d+", [RULES.steps_before_exploring, RULES.steps_before_exploring + RULES.boots_steps]),
        ("potion_turns", r"\d+", [RULES.potion_turns]),
        ("COL-22", r"\d+", [RULES.hero_die]),
        ("COL-23", r"D(\d+)", RULES.monster_die),
        ("COL-24", r"D(\d+)", RULES.boss_die),
        ("COL-27", r"\d+", [RULES.monster_hp, RULES.boss_hp, RULES.max_hp]),
        ("COL-30", r"\d+", [RULES.trophy_die, RULES.trophy_needs]),
        ("smallest_die", r"D(\d+)", [RULES.smallest_die]),
        ("largest_die", r"D(\d+)", [RULES.largest_die]),
        ("COL-35", r"\d+", [RULES.return_hp]),
        ("COL-42", r"\d+", [RULES.max_potions, RULES.potion_die]),
        ("COL-44", r"\d+", [RULES.potion_turns, RULES.strength]),
        ("COL-45", r"(\d+) turns", [RULES.potion_turns]),
        ("COL-46", r"\d+", [RULES.potion_turns, RULES.stone]),
        ("COL-47", r"\d+", [RULES.potion_turns]),
        ("COL-48", r"\d+", [RULES.health, RULES.max_hp]),
        ("potion_table", r"(\d+)-", [row.low for row in RULES.potion_table]),
        ("potion_table", r"-(\d+)", [row.high for row in RULES.potion_table]),
    ],
)
def test_the_rulebook_has_the_numbers_of_the_ruleset(id, pattern, numbers):
    assert list(map(int, re.findall(pattern, BOOK.find(id).text))) == list(numbers)


def test_the_rulebook_lists_the_event_cards_and_no_others():
    assert list(LINES) == list(CARDS) == list(EFFECTS)


@pytest.mark.parametrize("effect", EFFECTS)
def test_the_rulebook_has_the_count_and_the_amount_of_each_event_card(effect):
    cards, words = LINES[effect].split(": ", 1)
    row = CARDS[effect]
    assert cards == f"{row.cards} card{'s' * (row.cards != 1)}"
    told = list(map(int, re.findall(r"(\d+) (?:damage|HP)", words))) or [1] * words.startswith("a ")
    assert told == [row.amount] if effect in WITH_AMOUNT else not re.search(r"\d", words)


@pytest.mark.parametrize("effect", EFFECTS)
def test_each_event_card_does_something_but_for_nothing(effect):
    t = table("hero 1 e3 hp 3 sword:1 shield:1 potion:stone", e3="─!")
    before = t.state.tobytes()
    follow_card(t.rules, t.state, t.trace, EFFECTS.index(effect))
    assert (t.state.tobytes() == before) == (effect == "nothing")
