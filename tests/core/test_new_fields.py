"""Logs and rows that were written when a game's rulesets had fewer fields."""

import json

import pandas as pd
import pytest
import toy
from packages import a_site, forget, install_pebbles
from toy.table import eventful

from crypt.batch import simulate
from crypt.core.catalog import catalog, find_game
from crypt.core.lines import encode
from crypt.core.log import LogError, read_log
from crypt.core.replay import replay
from crypt.core.ruleset import RulesetError, fingerprint_of, load_ruleset, standard
from crypt.core.session import Session
from crypt.core.shelf import take_in
from crypt.core.written import fingerprint_today, read_written
from crypt.stats import pooled, read_games
from crypt.widget.outcomes_sources import list_sources, log_of_row

NEW = '    {} = rule("How many a player may take back.", "PEB-2", ge=0, le=9)\n\n    def pack'


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    """A game of another package, whose rulesets can be changed; gives its folder."""
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path / "data"))
    for site in a_site(tmp_path, monkeypatch):
        yield install_pebbles(site)


def change(pebbles, file, before, after):
    text = pebbles.joinpath(file).read_text()
    assert before in text
    pebbles.joinpath(file).write_text(text.replace(before, after))
    forget()


def add_a_field(pebbles):
    """The next version of the game has one more field."""
    change(pebbles, "ruleset.py", "\n    def pack", NEW.format("back: int"))
    change(pebbles, "data/standard.toml", "die = 3", "die = 3\nback = 1")


def play(folder, ruleset=None, seed=1):
    """Play a game of pebbles, and give its log."""
    game = find_game("pebbles")
    with Session.new(game, ["Ann", "Bo"], ruleset or standard(game), seed, folder=folder) as session:
        while not session.is_over:
            session.play("take")
    return session.path


def test_an_old_log_is_read_and_counts_as_of_the_same_ruleset(pebbles, tmp_path):
    folder = tmp_path / "data" / "sessions"
    old = play(folder)
    varied = play(folder, load_ruleset(find_game("pebbles"), settings=["heap=9"]))
    before = standard(find_game("pebbles")).fingerprint
    add_a_field(pebbles)
    game = find_game("pebbles")
    assert before != standard(game).fingerprint and "back" not in read_log(old).header["ruleset"]["values"]
    assert replay(old).is_same and replay(varied).is_same
    with Session.open(old, read_only=True) as session:
        assert session.ruleset.values == standard(game).values and session.ruleset.fingerprint == standard(game).fingerprint
    new = play(folder)
    games = read_games([folder])
    rows = games.frame().set_index("session")
    assert rows.loc[[old.stem, new.stem], "fingerprint"].tolist() == 2 * [standard(game).fingerprint]
    assert rows.loc[varied.stem, "fingerprint"] == load_ruleset(game, settings=["heap=9"]).fingerprint
    assert not pooled(read_games([old, new]))
    fork = take_in(folder, old.read_bytes())
    assert replay(fork).is_same


def test_rows_of_an_old_dataset_count_with_new_ones(pebbles, tmp_path):
    folder = tmp_path / "data" / "datasets"
    folder.mkdir(parents=True)
    places = [folder / name for name in ("old.parquet", "old.csv", "old")]
    for place in places:
        simulate("pebbles", players=2, games=20, seed=1, out=place)
    add_a_field(pebbles)
    today = standard(find_game("pebbles")).fingerprint
    assert set(pd.read_parquet(places[0])["fingerprint"]) != {today}
    new = simulate("pebbles", players=2, games=20, seed=2)
    for path in places:
        games = read_games([path], [new])
        assert set(games.frame()["fingerprint"]) == {today} and not pooled(games), path
        row = read_games([path]).frame().to_dict("records")[3]
        assert replay(log_of_row(row, list_sources())).is_same


def test_damage_is_noticed_all_the_same(pebbles, tmp_path):
    log = play(tmp_path)
    add_a_field(pebbles)
    header, *lines = log.read_bytes().splitlines(keepends=True)
    header = json.loads(header)
    header["ruleset"]["values"]["heap"] = 12
    log.write_bytes(b"".join([encode(header), *lines]))
    with pytest.raises(LogError, match="line 1: the values of its ruleset do not belong to its fingerprint"):
        replay(log)
    assert fingerprint_today(find_game("pebbles"), header["ruleset"]) == header["ruleset"]["fingerprint"]


def test_a_field_that_is_gone_is_named(pebbles, tmp_path):
    add_a_field(pebbles)
    log = play(tmp_path)
    change(pebbles, "ruleset.py", NEW.format("back: int"), "\n    def pack")
    change(pebbles, "data/standard.toml", "\nback = 1", "")
    with pytest.raises(LogError, match="line 1: its ruleset has back, which is no field of Pebbles any more; open it with"):
        replay(log)


def test_the_engine_knows_no_game(tmp_path):
    log = eventful(tmp_path).path
    header, *lines = log.read_bytes().splitlines(keepends=True)
    header = json.loads(header)
    values = {"target": 20}
    header["ruleset"] |= {"values": values, "fingerprint": fingerprint_of("toy", values)}
    log.write_bytes(b"".join([encode(header), *lines]))
    assert replay(log, toy.GAME).is_same


def _without(values, path):
    """Values as they were before a part of them was added."""
    first, *rest = path
    if not rest:
        return {name: value for name, value in values.items() if name != first}
    inside = values[first]
    if isinstance(inside, list):
        return values | {first: [_without(row, rest) for row in inside]}
    return values | {first: _without(inside, rest)}


@pytest.mark.parametrize("name", [name for name in catalog() if name in ("cave", "colossi", "lair", "prism")])
def test_every_part_of_the_standard_can_be_newer_than_a_log(name):
    """Without any one field, or value of a record, or column of a table, the standard is still the standard."""
    game = find_game(name)
    usual = standard(game)
    paths = [[field] for field in usual.values]
    for field, value in usual.values.items():
        inside = value[0] if isinstance(value, list) and value and isinstance(value[0], dict) else value
        paths += [[field, part] for part in inside] if isinstance(inside, dict) else []
    assert len(paths) > len(usual.values)
    for path in paths:
        values = _without(usual.values, path)
        written = {"name": "standard", "values": values, "fingerprint": fingerprint_of(name, values)}
        assert fingerprint_today(game, written) == usual.fingerprint, path
        assert read_written(game, written, "log").values == usual.values, path


def test_rows_of_a_variant_get_what_the_standard_has_for_them_by_name():
    """A row keeps what it says, and a new one that the standard does not know says what is missing."""
    game = find_game("prism")
    usual = standard(game)
    field = "treasures"
    rows = [dict(row) for row in usual.values[field]]
    swapped = _without(usual.values | {field: rows[::-1]}, [field, "count"])
    written = {"name": "x", "values": swapped, "fingerprint": fingerprint_of("prism", swapped)}
    assert read_written(game, written, "log").values[field] == rows[::-1]
    strange = swapped | {field: [swapped[field][0] | {"name": "Nobody"}, *swapped[field][1:]]}
    written = {"name": "x", "values": strange, "fingerprint": fingerprint_of("prism", strange)}
    with pytest.raises(RulesetError, match=r"treasures.*count: is missing"):
        read_written(game, written, "log")
