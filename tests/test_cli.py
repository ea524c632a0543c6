"""The command line: what each command prints, and one sentence for each mistake."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from importlib.metadata import version
from pathlib import Path
from random import Random

import pytest
from floors import EXAMPLE

import crypt
from crypt.batch import storage
from crypt.bots import bot_names
from crypt.cli import STOPPED, main
from crypt.connect import fatal_moves
from crypt.core.catalog import catalog, find_game
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs a command with lines typed; gives status, standard output and standard error."""

    def run(*arguments: object, typed: str = ""):
        lines = iter(typed.splitlines())

        def answer(prompt=""):
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = end.code
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def refuses(run):
    """Runs a command that must end with one sentence and status 2."""

    def refuses(*arguments: object, says: str):
        status, out, err = run(*arguments)
        assert (status, out) == (2, "")
        assert err.startswith("crypt: ") and says in err and "Traceback" not in err
        return err

    return refuses


@pytest.fixture
def session(run, data) -> Path:
    """A logged session of two decisions."""
    assert run("play", "colossi", "--players", 1, "--seed", 7, typed="c3\nexplore north\nnote why\n")[0] == 0
    return next((data / "sessions").glob("*.jsonl"))


# ---------------------------------------------------------------------------------------- quick, and public


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env=os.environ | environment
    )


def test_importing_crypt_and_help_load_nothing_heavy():
    code = "import sys, crypt, crypt.cli\ntry: crypt.cli.main(['--help'])\nexcept SystemExit: pass\n"
    done = run_python("-c", f"{code}print({{'numpy', 'numba', 'pandas', 'crypt.core'}} & {{*sys.modules}})")
    assert done.stdout.endswith("set()\n"), done


def test_public_names_are_loaded_when_they_are_used():
    assert "colossi" in crypt.catalog()
    assert crypt.find_game("colossi").title == "Crypt of the Colossi"
    assert crypt.Session and crypt.connect.report
    assert {"Session", "simulate"} <= {*dir(crypt)}
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        crypt.nonsense  # noqa: B018


def test_base_dependencies_suffice():
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [re.match("[a-z0-9-]+", name)[0] for names in project["optional-dependencies"].values() for name in names]
    blocked = {name.replace("-", "_").removeprefix("pytest_") for name in wanted} | {"dask", "_pytest", "importlinter"}
    asked = ["compare", "sweep", "sensitivity", "balance", "check", "rerun"]
    commands = [*STOPPED, *asked, "games", "outcomes", "replay", "inspect", "rules", "bench"]
    code = f"""
import importlib, pkgutil, sys

sys.modules |= dict.fromkeys({blocked!r})  # to Python this means that they are not there
import crypt, crypt.cli
for module in pkgutil.walk_packages(crypt.__path__, "crypt."):
    if not module.name.endswith(("__main__", ".source", "core.loops")):
        importlib.import_module(module.name)
for command in {commands!r}:
    try:
        crypt.cli.main([command, "--help"])
    except SystemExit as end:
        assert not end.code, command
assert crypt.cli.main(["games"]) == 0
"""
    done = run_python("-c", code)
    assert done.returncode == 0 and done.stdout.count("usage: crypt") == len(commands), done.stderr[-2000:]


def test_python_m_crypt():
    done = run_python("-m", "crypt", "games", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)[0]["game"] == "colossi", done


# ----------------------------------------------------------------------------------------------- commands


def test_version(run):
    assert run("--version")[:2] == (0, f"crypt {version('crypt')}\n")


def test_games(run):
    status, out, err = run("games")
    assert status == 0 and "colossi: Crypt of the Colossi, 1 to 4 players" in out and not err
    assert json.loads(run("games", "--json")[1])[0]["players"] == [1, 2, 3, 4]
    assert all(list(entry.bots) == bot_names(entry.load()) for entry in catalog().values())


def test_games_loads_no_rules():
    code = "import sys, crypt.cli; crypt.cli.main(['games'])\n"
    done = run_python("-c", f"{code}print({{'numba', 'pandas', 'scipy', 'pydantic'}} & {{*sys.modules}})")
    assert done.stdout.endswith("set()\n"), done


def test_play_by_words_and_numbers_and_go_on(run, session):
    status, out, err = run("play", "--session", session, typed="board\nlook\nheroes\nstory\nrules 13\nhelp\n1\nquit\n")
    assert status == 0 and not err
    assert "   a  b  c  d  e  f\n" in out and "Hero 1 on c2" in out
    assert "COL-13 (walls)" in out and "note TEXT" in out
    assert "north: " in out and f"crypt play --session {session}" in out
    assert len(session.read_text().splitlines()) == 5


def test_play_in_words_alone(run):
    status, out, _ = run("play", "colossi", "--players", 1, "--seed", 7, "--words", typed="c3\n")
    assert status == 0 and "Hero 1 is at c3, a start cell" in out and "┼" not in out


def test_mistakes_at_the_table_are_said_and_play_goes_on(run):
    typed = "?\nc1\n99\nfly\nrules\nrules nonsense\nnote\nredo\nundo\nc3\n"
    status, out, _ = run("play", "colossi", "--players", 1, "--seed", 7, typed=typed)
    assert status == 0
    for said in (
        "a hero starts at c3, d3, c4 or d4 (COL-03)", "there is no action 99; the actions are 1 to 4",
        "'fly' is no action here", "say which: rules COL-13", "there is no rule 'nonsense'", "a note has 1 to 10,000",
        "nothing was undone", "there is nothing to undo", "note TEXT", "Hero 1 starts at c3 (COL-03)",
    ):  # fmt: skip
        assert said in out


def test_undo_at_the_table_stops_at_chance_unless_all_agree(run, session):
    out = run("play", "--session", session, typed="undo\nundo anyway\nredo\nquit\n")[1]
    assert "has revealed chance" in out and "Taken back; 1 decision made so far" in out
    assert out.count("Hero 1 explores north") == 1


def test_bots_play_to_the_end_by_themselves(run):
    typed = "undo\nredo\nnote done\nend turn\n"
    settings = ("--players", 2, "--bot", "1=random", "--bot", "2=random", "--set", "round_limit=4", "--seed", 1)
    status, out, _ = run("play", "colossi", *settings, typed=typed)
    assert status == 0 and "The game has stalled" in out and "Noted" in out and "the game is over" in out


def test_the_same_seed_gives_the_same_game(run, data):
    bots = ("--bot", "1=random", "--bot", "2=random")
    for _ in range(2):
        run("play", "colossi", "--players", 2, *bots, "--seed", 4, "--set", "round_limit=3")
    first, second = (
        [(line["code"], line["hash"]) for line in map(json.loads, path.read_text().splitlines()) if "code" in line]
        for path in (data / "sessions").glob("*.jsonl")
    )
    assert first == second and len(first) > 5


def test_ctrl_c_at_the_table_keeps_the_session(run, monkeypatch, capsys):
    def interrupt(prompt=""):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert main(["play", "colossi", "--players", "1"]) == 130
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("crypt: stopped; the session is kept; go on with: crypt play --session")


def test_simulate(run, tmp_path):
    arguments = ("simulate", "colossi", "--players", 2, "--games", 205, "--seed", 5, "--bot", "random")
    status, out, err = run(*arguments, "--out", tmp_path / "rows.csv")
    assert status == 0 and not err and "ruleset standard, seed 5" in out and "\n  205  " in out
    with (tmp_path / "rows.csv").open(encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert len(table) == 205 and table[0]["bot_2"] == "random" and table[0]["result"] in ("won", "lost", "stalled")
    assert len({row["seed"] for row in table}) == 205
    summary = json.loads(run(*arguments, "--json")[1])
    assert summary["games"] == sum(summary["results"].values()) == 205
    assert run(*arguments, "--out", tmp_path / "rows.jsonl")[0] == 0
    lines = (tmp_path / "rows.jsonl").read_text().splitlines()
    assert [json.loads(line)["decisions"] for line in lines] == [int(row["decisions"]) for row in table]


def test_simulate_interrupted_keeps_what_is_done_and_says_how_to_go_on(run, tmp_path, monkeypatch):
    from crypt.batch import playing

    played = playing.play_batch

    def play_batch(plan, first, games):
        if first >= 8 and not (tmp_path / "once").exists():
            (tmp_path / "once").touch()
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.5)  # the main thread hears of it
        return played(plan, first, games)

    monkeypatch.setattr(playing, "play_batch", play_batch)
    out = tmp_path / "rows.csv"
    arguments = ("simulate", "colossi", "--players", 1, "--games", 500, "--workers", 1, "--out", out)
    status, said, err = run(*arguments)
    assert status == 130 and err.startswith("crypt: stopped after ") and "--resume goes on" in err
    done = int(err.split()[3])
    assert 8 <= done < 500 and len(out.read_text().splitlines()) == done + 1 and f"\n{done:>5}  " in said
    status, said, err = run(*arguments, "--resume")
    assert status == 0 and not err and "\n  500  " in said
    whole = tmp_path / "whole.csv"
    assert run(*arguments[:-1], whole)[0] == 0 and whole.read_text() == out.read_text()


def test_simulate_by_named_bots_into_a_folder_with_logs(run, tmp_path):
    out = tmp_path / "rows"
    bots = ("--bot", "greedy", "--bot", "2=random")
    status, said, err = run("simulate", "colossi", "--players", 2, "--games", 7, *bots, "--out", out, "--logs", 3)
    assert status == 0 and not err and "2 players (greedy, random)" in said
    logs = sorted((out / "sessions").glob("*.jsonl"))
    assert f"One game in 3 is logged in {out / 'sessions'}" in said
    assert len(logs) == 3 and all(run("replay", log)[0] == 0 for log in logs)
    document = json.loads(run("outcomes", out, "--json")[1])
    assert document["games"] == 7 and "3 logged sessions are also among the rows" in document["remarks"][0]


def test_outcomes_of_sessions_and_rows(run, session, tmp_path):
    for players in (1, 2):
        arguments = ("--players", players, "--games", 40, "--out", tmp_path / f"{players}.parquet")
        assert run("simulate", "colossi", *arguments)[0] == 0
    status, out, err = run("outcomes", session, tmp_path / "1.parquet", tmp_path / "2.parquet", "--by", "players,source")
    assert status == 0 and not err
    rows = [line.split()[:3] for line in out.splitlines()[1:4]]
    assert rows == [["1", "played", "1"], ["1", "simulated", "40"], ["2", "simulated", "40"]]
    assert "players 1, source played: 1 game: too few to say much" in out
    document = json.loads(run("outcomes", session, "--json")[1])
    assert document["games"] == 1 and document["groups"][0]["results"] == {"abandoned": 1}


def test_outcomes_of_nothing(refuses, tmp_path, session):
    refuses("outcomes", tmp_path / "none", says="there is no such file or folder")
    (tmp_path / "empty").mkdir()
    refuses("outcomes", tmp_path / "empty", says="there are no games here")
    refuses("outcomes", session, "--by", "player", says="there is no column 'player'; did you mean players?")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    refuses("outcomes", tmp_path / "other.csv", says="holds no rows of games")
    (tmp_path / "other.parquet").write_text("no")
    refuses("outcomes", tmp_path / "other.parquet", says="cannot be read as rows")


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


def test_sides_that_differ_are_named(run):
    said = run("rules", "colossi", "--diff", "--set", "start_sides=5")[1]
    assert said == "start_sides = 5 (north and south) (standard: 15 (north, east, south and west))\n"


def test_rules_of_a_changed_table_show_its_rows(run):
    setting = "item_cards={sword=5,shield=4,boots=4,amulet=4,key=4,potion=12}"
    out = run("rules", "colossi", "--diff", "--set", setting, "--set", "changes_counts=true")[1]
    assert "sword 5, shield 4" in out and "changes_counts = yes (standard: no)" in out


def test_warmup(run):
    status, out, _ = run("warmup", "colossi")
    assert status == 0 and out.startswith("colossi: ready after ")


def test_bench(run):
    status, out, _ = run("bench", "colossi", "--players", 1, "--count", 20, "--no-compare", "--json")
    row = json.loads(out)["lines"][0]
    assert status == 0 and row["games"] == 20 and row["decisions_per_second"] > 0 and row["compiled"] is True
    assert row["search"]["looks"] >= 500 and row["search"]["looks_per_second"] > 0 and row["search"]["of_random"] > 0


@pytest.mark.slow
def test_bench_compares_with_the_same_code_interpreted(run):
    status, out, err = run("bench", "colossi", "--players", 1, "--count", 50, "--interpreted", 1)
    assert status == 0, err
    assert "seed 1" in out and re.search(r"interpreted \(\d{3,} decisions\)", out) and "times as fast" in out


# -------------------------------------------------------------------------------------------- wrong input


def test_wrong_arguments(refuses):
    refuses("fly", says="invalid choice: 'fly'")
    refuses(says="required: COMMAND")
    refuses("simulate", "colossi", says="required: --players, --games")
    refuses("serve", "--port", "abc", says="a port is a whole number from 0 to 65535, not 'abc'; see crypt serve --help")
    refuses("serve", "--port", "99999", says="from 0 to 65535")


def test_an_unknown_game(refuses):
    for command, *rest in (("play",), ("simulate", "--players", 1, "--games", 1), ("rules",)):
        refuses(command, "colossus", *rest, says="there is no game 'colossus'; did you mean colossi?")


def test_unknown_games_in_a_list(refuses):
    refuses("warmup", "chess", says="there is no game 'chess'")
    refuses("bench", "chess", says="there is no game 'chess'")


@pytest.mark.parametrize("players", ["0", "5", "-1", "two", "1.5", ""])
def test_a_number_of_players_that_cannot_be(refuses, players, data):
    for command in (["play", "colossi"], ["simulate", "colossi", "--games", "1"]):
        refuses(*command, f"--players={players or ' '}", says="is for 1 to 4 players, not")
    assert not (data / "sessions").exists() or not list((data / "sessions").iterdir())


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", str(2**64), "1e3"])
def test_a_seed_that_cannot_be(refuses, seed):
    for command in (["play", "colossi", "--players", 1], ["simulate", "colossi", "--players", 1, "--games", 1]):
        refuses(*command, f"--seed={seed}", says=f"seed '{seed}' is not a whole number from 0 to")


def test_wrong_numbers_of_games(refuses):
    for games in ("0", "-3", "many", "1e9", "999999999999"):
        refuses("simulate", "colossi", "--players", 1, f"--games={games}", says="games: write a whole number from 1 to")
    refuses("bench", "colossi", "--count", "0", says="--count is a whole number from 1")


def test_wrong_bots(refuses):
    simulate = ("simulate", "colossi", "--players", 2, "--games", 1)
    refuses(*simulate, "--bot", "genius", says="there is no bot 'genius' (bots: random, greedy, search")
    refuses(*simulate, "--bot", "3=random", says="there is no seat 3 for a bot; the seats are 1 to 2")
    refuses(*simulate, "--bot", "x=random", says="write SEAT=NAME, such as 2=random")
    refuses("play", "colossi", "--bot", "random", says="write SEAT=NAME")


def test_wrong_names(refuses):
    refuses("play", "colossi", "--players", 2, "--name", "Ann", "--name", "Ann", says="two seats are called 'Ann'")
    refuses("play", "colossi", "--players", 1, "--name", "A", "--name", "B", says="2 names for 1 player; leave 1 out")
    refuses("play", "colossi", "--name", "x" * 41, says="the name of seat 1 has 41 characters")
    refuses("play", says="name a game (")


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
    refuses(*rules, ruleset("events = [{effect = 'x', cards = 1, amount = 1}]"), says="events, row 1, effect: must be")
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


def test_a_session_that_was_cut_anywhere_goes_on(run, session, tmp_path):
    whole = session.read_bytes()
    header = whole.index(b"\n") + 1
    for cut in range(header, len(whole), 97):
        path = tmp_path / f"cut{cut}.jsonl"
        path.write_bytes(whole[:cut])
        status, out, err = run("play", "--session", path, typed="quit\n")
        assert status == 0 and "The session is kept" in out
        assert err == "" or ("is not complete" in err and err.count("\n") == 1)


def test_a_session_is_what_it_was_begun_with(refuses, session):
    says = "leave out --players, --seed: what a session was begun with stays"
    refuses("play", "--session", session, "--seed", 3, "--players", 2, says=says)
    refuses("inspect", session, "--at", "3", says="--at is a whole number from 0 to 2, not '3'")
    refuses("inspect", session, "--at", "x", says="--at is a whole number")


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


def test_wrong_places_for_rows(refuses, tmp_path, monkeypatch):
    simulate = ("simulate", "colossi", "--players", 1, "--games", 1, "--out")
    refuses(*simulate, tmp_path / "rows.xls", says="name a file that ends in .csv, .jsonl, .parquet, or a folder")
    refuses(*simulate, tmp_path / "rows.xyz", says="ends in .csv, .jsonl, .parquet, or a folder without an ending")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("")
    refuses(*simulate, tmp_path / "mine", says="this folder holds other things")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]
    refuses(*simulate, tmp_path / "none" / "rows.csv", says="there is no folder")
    (tmp_path / "folder.csv").mkdir()
    refuses(*simulate, tmp_path / "folder.csv", says="this is a folder")
    refuses("simulate", "colossi", "--players", 1, "--games", 1, "--resume", says="say where they are with --out")
    refuses("simulate", "colossi", "--players", 1, "--games", 1, "--workers", 0, says="workers: write a whole")
    (tmp_path / "there.csv").write_text("")
    refuses(*simulate, tmp_path / "there.csv", says="there are rows already; go on with them with --resume")
    refuses(*simulate, tmp_path / "there.csv", "--resume", says="begin anew")

    def full(*arguments, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(storage.pd.DataFrame, "to_csv", full)
    refuses(*simulate, tmp_path / "rows.csv", says="cannot be written (No space left on device)")
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


def test_a_data_folder_that_cannot_be_made(refuses, tmp_path):
    (tmp_path / "file").write_text("")
    refuses("play", "colossi", "--players", 1, "--data", tmp_path / "file", says="is a file; name a folder with --data")
    refuses("games", "--data", tmp_path / "file" / "x", says="file: is a file; name a folder with --data")


def test_a_port_that_is_taken():
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run_python("-m", "crypt", "serve", "--no-browser", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2 and "is taken by another program; perhaps crypt runs there already" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_has_gone_is_no_mistake():
    command = f"{sys.executable} -m crypt rules colossi | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("Crypt of the Colossi: the rulebook by number\n", "")


def test_ctrl_c_while_bots_play_keeps_the_session(tmp_path):
    command = [sys.executable, "-m", "crypt", "play", "colossi", "--bot", "1=random", "--data", str(tmp_path)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode in (0, 130) and "Traceback" not in err
    assert main(["replay", str(next((tmp_path / "sessions").glob("*.jsonl")))]) == 0


@pytest.mark.parametrize("seconds", [1.5, 6])
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["serve", "--no-browser", "--port", "0"], "before the pages were ready"),
        (["play", "colossi"], "before the first turn: no session was begun"),
        (["simulate", "colossi", "--players", "1", "--games", "9", "--out", "rows.csv"], "no rows were written"),
    ],
)
@pytest.mark.slow
def test_ctrl_c_at_the_start_says_what_is_kept_also_while_compiling(arguments, says, seconds, tmp_path):
    environment = os.environ | {"CRYPT_CACHE": str(tmp_path / "cache")}
    process = subprocess.Popen(
        [sys.executable, "-m", "crypt", *arguments],
        cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell may have had it ignored
    )  # fmt: skip
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=100)
    *before, last = err.splitlines()
    assert (process.returncode, out) == (130, ""), err
    assert last.startswith("crypt: stopped") and says in last
    assert all(line.startswith("Compiling Crypt of the Colossi; this takes about a minute") for line in before)
    assert not (tmp_path / "rows.csv").exists()


def test_an_interrupt_that_a_compiler_swallowed_stops_all_the_same(run, monkeypatch):
    def swallow(*_):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise RuntimeError("no compiled object yet") from None

    monkeypatch.setattr("crypt.batch.warm_up", swallow, raising=False)
    for command in (["warmup"], ["simulate", "colossi", "--players", 1, "--games", 1]):
        status, out, err = run(*command)
        assert (status, out) == (130, "") and err.startswith("crypt: stopped") and err.count("\n") == 1


@pytest.mark.parametrize("interrupted", [False, True])
def test_what_an_interrupt_left_half_made_is_not_printed(run, monkeypatch, capsys, interrupted):
    class HalfMade:
        def __del__(self):
            raise AttributeError("no such attribute yet")

    def fall_apart(_):
        half_made = HalfMade()
        if interrupted:
            signal.raise_signal(signal.SIGINT)
        del half_made

    monkeypatch.setattr("crypt.cli.games.games", fall_apart)
    monkeypatch.setattr("sys.unraisablehook", lambda failed: print(failed.exc_value, file=sys.stderr))
    status, _, err = run("games")
    said = ["crypt: stopped; nothing was written"] if interrupted else ["no such attribute yet"]
    assert (status, err.splitlines()) == (130 if interrupted else 0, said)


def test_a_defect_is_not_hidden(run, monkeypatch):
    monkeypatch.setattr("crypt.cli.games.games", lambda options: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run("games")


# ---- hidden hands


def test_the_terminal_shows_one_hand_at_a_time(run, tmp_path):
    """Between two players it is passed on; what one has drawn is not told to the other, and no seed that would tell it."""
    typed = "\n\nstay\ndraw\n\nquit\n"
    status, out, _ = run("play", "cave", "--seed", "24", "--name", "Ann", "--name", "Ben", "--data", tmp_path, typed=typed)
    assert status == 0 and "seed 24" not in out
    head, ann, ben = out.split("Pass the screen to ")
    assert "hand:" not in head and ann.startswith("Ann") and ben.startswith("Ben")
    assert "Ann: in Well House; hand: " in ann and "Ben: in Well House; 3 cards" in ann
    assert "Ben: in Well House; hand: " in ben and "Ann gets" not in ben and "Ben gets" not in ann
    # who was at the terminal sees what was drawn; then the last hand is taken off the screen, and the story told anew
    own, passed = ann.split("\n" * 60)
    assert "Ann gets" in own and "Ann draws" in passed and "gets" not in passed


def test_who_decided_last_takes_it_back(run, tmp_path):
    typed = "\nstay\nundo\nstay\ndo nothing\n\nundo\nquit\n"
    _, out, _ = run("play", "cave", "--seed", "24", "--name", "Ann", "--name", "Ben", "--data", tmp_path, typed=typed)
    assert "Taken back; 0 decisions made so far" in out and "only who decided last takes it back" in out


@pytest.mark.parametrize("players, warns", [(4, False), (5, True)])
def test_a_crowd_is_warned(run, tmp_path, players, warns):
    status, _, err = run("simulate", "cave", "--players", players, "--games", 2, "--seed", 1, "--data", tmp_path)
    assert status == 0 and ("not recommended" in err) == warns
