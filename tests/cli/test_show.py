"""Looking at what is there: replay, inspect, rules; and files that cannot be read."""

import json
from pathlib import Path
from random import Random

from floors import EXAMPLE

from crypt.connect import fatal_moves
from crypt.core.catalog import find_game
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session


def test_replay(run, session):
    status, out, _ = run("replay", session)
    assert status == 0 and "2 decisions replayed, all the same" in out
    assert json.loads(run("replay", session, "--json")[1])["same"] is True


def test_a_replay_that_differs_says_where(run, session):
    lines = session.read_text().splitlines()
    decision = json.loads(lines[2])
    decision["hash"] = "0" * 16
    session.write_text("\n".join([*lines[:2], json.dumps(decision), *lines[3:]]) + "\n")
    status, out, _ = run("replay", session)
    assert status == 1 and "first difference: decision 2 (line 3)" in out
    document = json.loads(run("replay", session, "--json")[1])
    assert document["same"] is False and document["difference"]["decision"] == 2


def test_inspect_a_floor(run, tmp_path):
    path = tmp_path / "floor.txt"
    path.write_text(f"# a comment\n{EXAMPLE}", encoding="utf-8")
    status, out, _ = run("inspect", path)
    assert status == 0 and out.startswith("The exit is on e1.\nHero 1 on c4: connected, 5 steps")
    assert json.loads(run("inspect", path, "--json")[1])["heroes"][0]["tiles_needed"] == 0


def test_inspect_says_where_the_ways_can_be_cut(run, tmp_path):
    path = tmp_path / "floor.txt"
    path.write_text(EXAMPLE.replace("╶m", "╶.").replace("hero 1 c4", "hero 1 b3"), encoding="utf-8")
    assert "Every way of Hero 1 leads through c3." in run("inspect", path)[1]


def test_inspect_says_what_the_shapes_change(run, tmp_path):
    path = tmp_path / "floor.txt"
    floor = EXAMPLE.replace("┘.", "··").replace("drop e3 key\n", "")
    path.write_text(floor.replace("bag 31", "bag normal/dead_end:1 event/straight:2"), encoding="utf-8")
    out = run("inspect", path)[1]
    assert "Hero 1 on c4: buildable" in out
    left = "left are 1 dead end and 2 straights"
    assert f"Hero 1: starved by shape: there are enough tiles, but not of the shapes that a way needs; {left}." in out


def test_a_board_without_an_exit_is_inspected_in_distances(run, tmp_path):
    game = find_game("lair")
    with Session.new(game, ["Ann", "Ben"], load_ruleset(game), 1, folder=tmp_path) as session:
        session.play("adventurer 1 moves to r3s1")
    status, out, _ = run("inspect", session.path)
    assert status == 0 and out.startswith("Treasures\nMovement that it takes")
    assert ["r2s1", "4", "4", "adventurer", "1", "1"] in [line.split() for line in out.splitlines()]
    assert json.loads(run("inspect", session.path, "--at", 0, "--json")[1])["tables"][1]["rows"][0][2] == 4
    position = tmp_path / "position.txt"
    position.write_text(game.notation.write(session.state))
    assert run("inspect", position)[1] == out


def test_losses_of_a_session(run, session, tmp_path):
    status, out, _ = run("inspect", session, "--losses")
    assert status == 0 and out == "No tile took a way to the exit from anybody.\n"
    assert json.loads(run("inspect", session, "--losses", "--json")[1]) == {"game": "colossi", "decisions": 2, "losses": []}


def random_session(seed):
    game = find_game("colossi")
    session, choices = Session.new(game, ["Hero 1"], load_ruleset(game), seed), Random(seed)
    while not session.is_over:
        session.play(choices.choice(session.legal()))
    return session


def test_the_fatal_move_of_a_session(run, tmp_path):
    made = next(filter(fatal_moves, map(random_session, range(54, 90)))).fork(folder=tmp_path)
    made.close()
    lines = run("inspect", made.path, "--losses")[1].splitlines()
    assert lines[-1].endswith("left Hero 1 walled off for good.") and len(lines) > 1
    rows = json.loads(run("inspect", made.path, "--losses", "--json")[1])["losses"]
    assert rows[-1]["for_good"] and rows[-1]["status"] == "walled"
    assert len(run("inspect", made.path, "--losses", "--at", rows[-1]["decision"] - 1)[1].splitlines()) == len(rows) - 1


def test_inspect_a_session(run, session):
    assert "Hero 1 on c3" in run("inspect", session, "--at", 1)[1]
    assert "Hero 1 on c2" in run("inspect", session)[1]


def test_rules(run, tmp_path):
    status, out, _ = run("rules", "colossi")
    assert status == 0 and "COL-57 (next floor)" in out and "ruling event_reshuffle" in out and "starting_hp = 4" in out
    assert "start_sides = 15 (north, east, south and west)" in out
    assert "    symbol   shape     count\n    normal   dead_end      1\n" in out
    assert run("rules", "colossi", "COL-13")[1].startswith("COL-13 (walls): ")
    assert "ruling stay" in run("rules", "colossi", "stay")[1]
    assert "no field differs" in run("rules", "colossi", "--diff")[1]
    variant = tmp_path / "hard.toml"
    variant.write_text("starting_hp = 3\n")
    assert run("rules", "colossi", "--diff", "--ruleset", variant)[1] == "starting_hp = 3 (standard: 4)\n"


def test_a_rule_comes_with_its_fields_and_their_values(run):
    assert run("rules", "lair", "7")[1].endswith("\n  carry_cost = 2\n  carry_needs = 2\n")
    assert "\n  steps = 3 (standard: 2)\n" in run("rules", "colossi", "COL-12", "--set", "steps=3")[1]
    assert "  start_sides = 15 (north, east, south and west)\n" in run("rules", "colossi", "COL-03")[1]
    assert " = " not in run("rules", "colossi", "COL-13")[1]  # no field belongs to it


def test_a_rule_shows_its_tables_with_names_and_several_rules_say_that_there_is_one(run):
    out = run("rules", "colossi", "COL-07")[1]
    assert "  tiles = a table of 24 rows\n      Symbol       Shape     Count\n      plain        dead end      1\n" in out
    assert "\n      Horse                   –       –      2\n" in run("rules", "prism", "PRI-04")[1]
    out = run("rules", "cave", "CAVE-01")[1]
    assert "  Copies\n" in out and "Angry Dwarf" in out and "R09" not in out and "BLOCK_MOVE" not in out
    out = run("rules", "colossi", "potion")[1]
    assert "  potion_table = a table of 6 rows\n" in out and "teleportation" not in out


def test_sides_that_differ_are_named(run):
    said = run("rules", "colossi", "--diff", "--set", "start_sides=5")[1]
    assert said == "start_sides = 5 (north and south) (standard: 15 (north, east, south and west))\n"


def test_rules_of_a_changed_table_show_its_rows(run):
    setting = "item_cards={sword=5,shield=4,boots=4,amulet=4,key=4,potion=12}"
    out = run("rules", "colossi", "--diff", "--set", setting, "--set", "changes_counts=true")[1]
    assert "sword 5, shield 4" in out and "changes_counts = yes (standard: no)" in out


def test_wrong_rulesets(refuses, tmp_path):
    def ruleset(text: str) -> Path:
        path = tmp_path / "variant.toml"
        path.write_text(text)
        return path

    rules = ("rules", "colossi", "--ruleset")
    refuses(*rules, tmp_path / "none.toml", says="there is no such file")
    refuses(*rules, tmp_path, says="this is a folder")
    refuses(*rules, ruleset("steps = "), says="is not TOML")
    refuses(*rules, ruleset("stepps = 2"), says="there is no such field")
    refuses(*rules, ruleset('game = "chess"'), says="is for the game 'chess'")
    refuses(*rules, ruleset("shaded_side = [6, 6, 8, 10]"), says="less than two cells are left")
    refuses(*rules, ruleset("foo = 2"), says="no such field; `crypt rules colossi` lists them all")
    refuses(*rules, ruleset("side = [6, 7, 10, 12]"), says="side, value 2: must be even (given: 7)")
    refuses(*rules, ruleset("side = [4, 8, 10, 12]"), says="shaded_side for 1 player is 4")
    refuses(*rules, ruleset("side = [4, 8, 10, 12]"), says="(allowed: 2)")
    refuses(*rules, ruleset("events = [{effect = 'x', cards = 1, amount = 1}]"), says="events, row 1 (x), effect: must be")
    said = refuses(*rules, ruleset("floors = 'x'\nstarting_hp = 9"), says="floors: must be a whole number (given: 'x')")
    assert "starting_hp is 9, more than max_hp (4)" in said
    assert "starting_hp" not in refuses(*rules, ruleset("max_hp = 'x'\nstarting_hp = 9"), says="max_hp: must be")
    (tmp_path / "variant.toml").write_bytes(b"a = '\xff'")
    refuses(*rules, tmp_path / "variant.toml", says="byte 6 is not UTF-8 text")
    refuses("rules", "colossi", "--set", "steps", says="write FIELD=VALUE")
    settings = ("--set", "starting_hp=9", "--set", "smallest_die=20", "--set", "largest_die=4")
    assert "smallest_die" in refuses("play", "colossi", *settings, says="max_hp")
    refuses("rules", "colossi", "COL-99", says="there is no rule 'COL-99' (rules: COL-01 to COL-57)")


def test_wrong_sessions(refuses, session, tmp_path):
    text = session.read_text()

    def log(content: str | bytes) -> Path:
        path = tmp_path / "log.jsonl"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    for command in (("replay",), ("play", "--session"), ("inspect",)):
        refuses(*command, tmp_path / "none.jsonl", says="there is no such")
        refuses(*command, tmp_path, says="this is a folder")
        refuses(*command, log(text.replace('"schema": 1', '"schema": 9')), says="install a newer crypt")
        refuses(*command, log(text.replace('"colossi"', '"chess"')), says="there is no game 'chess'")
        refuses(*command, log(text.replace('"n": 1', '"n": "x"', 1)), says="line 2")
        lines = text.splitlines()
        refuses(*command, log("\n".join([lines[0], "{broken", *lines[2:]]) + "\n"), says="line 2")
        refuses(*command, log(lines[0][:50]), says="the header is not complete")
    refuses("replay", log(b""), says="is empty")
    refuses("replay", log(b"\xff\xfe\x00"), says="log.jsonl")


def test_wrong_floors(refuses, tmp_path):
    def floor(content: str | bytes) -> Path:
        path = tmp_path / "floor.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    refuses("inspect", floor("nonsense"), says="is neither a session log nor a position in notation")
    refuses("inspect", floor(""), says="it is empty")
    refuses("inspect", floor(b"colossi \xff"), says="is not UTF-8 text")
    refuses("inspect", floor(EXAMPLE.replace("boss 3", "boss x")), says="line 4, column 6")
    refuses("inspect", floor(EXAMPLE.replace("c4 hp 3", "a1 hp 3")), says="a1")
    refuses("inspect", floor(EXAMPLE), "--at", 1, says="--at is for session logs")
    refuses("inspect", floor(EXAMPLE), "--losses", says="--losses is for session logs")
