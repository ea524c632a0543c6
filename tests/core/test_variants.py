"""Variants: every field survives save and load, nothing is written over unasked, and forms know every field."""

import pytest

from crypt.core.catalog import catalog, find_game
from crypt.core.forms import cell_of, form_of
from crypt.core.game import CryptError
from crypt.core.replay import replay
from crypt.core.ruleset import RulesetError, changed, load_ruleset, row_names, standard, told_apart, value_of
from crypt.core.session import Session
from crypt.core.shipped import variant_paths
from crypt.core.variants import VariantExistsError, open_variant, save_variant

GAMES = [*catalog()]


def parts(game, name):
    """A field, or all parts of it that are single values."""
    value, kind = standard(game).values[name], form_of(game)[name].kind
    if kind == "one":
        return [name]
    if kind == "record":
        return [f"{name}.{part}" for part in value]
    if kind == "list":
        return [f"{name}.{i + 1}" for i in range(len(value))]
    return [f"{name}.{i + 1}.{column}" for i, row in enumerate(value) for column in row]


def other_values(game, part):
    """Values of a part other than the standard's, as its form allows them."""
    cell, now = cell_of(game, part), value_of(standard(game).values, part)
    if cell.kind == "flag":
        return [not now]
    if cell.kind == "choice":
        return [one for one in cell.options if one != now]
    if cell.kind == "text":
        return [f"{now} too"]
    near = [(now or 0) + cell.step, (now or 0) - cell.step]
    return [one for one in near if (cell.low is None or one >= cell.low) and (cell.high is None or one <= cell.high)]


@pytest.mark.parametrize("name", GAMES)
def test_every_field_survives_save_and_load(name, tmp_path):
    game = find_game(name)
    for field in form_of(game):
        for part in parts(game, field):
            for value in other_values(game, part):
                try:
                    ruleset = changed(game, standard(game), {part: value}, "mine")
                except RulesetError:
                    continue  # other fields stand against it
                save_variant(game, ruleset, "mine", tmp_path, replace=True)
                again = open_variant(game, "mine", folder=tmp_path)
                assert (again.name, again.fingerprint) == ("mine", ruleset.fingerprint), part
                assert value_of(again.values, part) == value and again.fingerprint != standard(game).fingerprint


@pytest.mark.parametrize("name", GAMES)
def test_a_form_knows_every_field_with_its_bounds(name):
    game = find_game(name)
    form = form_of(game)
    assert list(form) == list(type(standard(game).model).model_fields)
    for field in form.values():
        assert field.about and field.group and field.rules, field.name
        for part in parts(game, field.name):
            cell = cell_of(game, part)
            for bound, beyond in ((cell.low, -1), (cell.high, 1)):
                if bound is not None:
                    with pytest.raises(RulesetError, match="must be"):
                        changed(game, standard(game), {part: bound + beyond})
            if cell.kind == "choice":
                with pytest.raises(RulesetError, match="must be"):
                    changed(game, standard(game), {part: "nonsense"})


def test_all_fields_at_once(tmp_path):
    game = find_game("lair")
    drawn = load_ruleset(game, catalog()["lair"].folder.parents[2] / "data" / "lair" / "gates.toml")
    save_variant(game, drawn, "drawn", tmp_path, about="A board\nthat was drawn.")
    assert open_variant(game, "drawn", folder=tmp_path).fingerprint == drawn.fingerprint
    text = (tmp_path / "rulesets" / "lair" / "drawn.toml").read_text()
    assert text.startswith('# A board\n# that was drawn.\nname = "drawn"\ngame = "lair"\n') and "carry_cost" not in text


def test_nothing_is_written_over_unasked(tmp_path):
    game = find_game("lair")
    first, second = (changed(game, standard(game), {"rings": rings}) for rings in (3, 5))
    path = save_variant(game, first, "small", tmp_path)
    with pytest.raises(VariantExistsError, match="is there already; save under another name, or replace it"):
        save_variant(game, second, "small", tmp_path)
    assert open_variant(game, "small", folder=tmp_path).values["rings"] == 3
    save_variant(game, second, "small", tmp_path, replace=True)
    assert open_variant(game, "small", folder=tmp_path).values["rings"] == 5
    assert variant_paths("lair", tmp_path) == {"small": path} and variant_paths("prism", tmp_path) == {}


@pytest.mark.parametrize("name", ["standard", "Standard", "as edited", "a/b", "../up", "x" * 70, ".hidden", "trailing."])
def test_names_that_cannot_be(name, tmp_path):
    game = find_game("lair")
    with pytest.raises(CryptError, match="a variant cannot be called"):
        save_variant(game, standard(game), name, tmp_path)
    with pytest.raises(CryptError, match="give the variant a name"):
        save_variant(game, standard(game), " ", tmp_path)


def test_a_session_replays_after_its_variant_is_gone(tmp_path):
    game = find_game("lair")
    path = save_variant(game, changed(game, standard(game), {"rings": 3}), "small", tmp_path)
    session = Session.new(game, ["Ann", "Ben"], open_variant(game, "small", folder=tmp_path), 7, folder=tmp_path)
    for _ in range(5):
        session.play(game.legal_actions(session.ruleset.record, session.state)[0])
    path.unlink()
    session.close()
    assert replay(session.path).is_same
    with pytest.raises(CryptError, match="there is no ruleset 'small'"):
        open_variant(game, "small", folder=tmp_path)


@pytest.mark.parametrize(
    ("field", "says"),
    [
        ("nothing", "nothing: there is no such field"),
        ("nothing.1", "nothing.1: there is no such part of nothing"),
        ("dragon_dice.7", "dragon_dice.7: there is no such part of dragon_dice"),
        ("pace.roll.1", "pace.roll.1: there is no such part of pace"),
    ],
)
def test_parts_that_there_are_not(field, says):
    game = find_game("lair")
    with pytest.raises(RulesetError, match=says):
        value_of(standard(game).values, field)


def test_rulesets_of_one_name_are_told_apart_by_digits():
    once = standard(find_game("lair")).fingerprint
    assert told_apart([("standard", once)] * 2) == {once: "standard"}
    other = load_ruleset(find_game("lair"), settings=["turn_limit=9"])
    pairs = [("standard", once), ("standard", other.fingerprint), ("fast", "0" * 16)]
    named = {once: f"standard ({once[:6]})", other.fingerprint: f"standard ({other.digits})", "0" * 16: "fast"}
    assert told_apart(pairs) == named and len(other.digits) == 6


def test_rows_of_tables_are_called_by_their_names():
    game = find_game("prism")
    values = standard(game).values
    names = [row["name"] for row in values["treasures"]]
    assert row_names(values["treasures"]) == names and row_names(standard(find_game("colossi")).values["tiles"]) == []
    assert value_of(values, "treasures.helm.count") == value_of(values, f"treasures.{names.index('Helm') + 1}.count")
    ruleset = load_ruleset(game, settings=["monsters.Purple worm.attack_bonus=3"])
    assert value_of(ruleset.values, "monsters.Purple Worm.attack_bonus") == 3 and "Purple worm" in ruleset.name
    with pytest.raises(RulesetError, match=r"monsters, row 16 \(Purple Worm\), attack_bonus: must be 9 or less"):
        load_ruleset(game, settings=["monsters.Purple Worm.attack_bonus=99"])
    with pytest.raises(RulesetError, match="there is no such part of treasures; did you mean Helm?"):
        load_ruleset(game, settings=["treasures.Helmet.count=3"])
