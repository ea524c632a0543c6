"""Games of other packages: found by their entry point, and played, simulated, checked and shown as the others are."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from packages import TESTS, a_site, forget, install, install_pebbles

from crypt.cli import work
from crypt.core import catalog, game
from crypt.widget import home, lobby, seat
from crypt.widget.play import PlayPage


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder of installed packages."""
    yield from a_site(tmp_path, monkeypatch)


@pytest.fixture
def pebbles(site):
    """The game is installed; gives its folder, which is a copy."""
    return install_pebbles(site)


def test_the_commands_take_the_game_as_they_take_others(pebbles, run, refuses, data, tmp_path):
    assert "pebbles: Pebbles, 2 to 3 players" in run("games")[1]
    assert "PEB-3 (the end): Who takes the last pebble wins." in run("rules", "pebbles")[1]
    assert "heap = 20 (standard: 11)" in run("rules", "pebbles", "--set", "heap=20", "--diff")[1]
    refuses("rules", "pebbles", "--set", "heap=200", says="heap: must be 99 or less (given: 200)")
    assert run("warmup", "pebbles")[1].startswith("pebbles: ready")
    typed = "take\nroll\nrules 2\ncard x\nhm\nquit\n"
    status, out, _ = run("play", "pebbles", "--seed", 3, "--bot", "2=random", typed=typed)
    assert status == 0 and "Player 1 takes 1, 10 left (PEB-2)" in out and "this game has no cards" in out
    log = next((data / "sessions").glob("pebbles-*.jsonl"))
    assert ", all the same" in run("replay", log)[1]
    assert "decisions stay legal" in run("rerun", log, "--set", "heap=9")[1]
    rows = tmp_path / "rows.parquet"
    asked = ("--players", 2, "--games", 200, "--seed", 1, "--out", rows, "--logs", 50)
    status, out, err = run("simulate", "pebbles", *asked)
    assert (status, "\n  200  " in out) == (0, True), err
    assert "decisions replayed, all the same" in run("replay", next(tmp_path.rglob("pebbles-2p-*.jsonl")))[1]
    assert json.loads(run("outcomes", rows, "--json")[1])
    status, out, _ = run("check", "pebbles")
    assert status == 0 and "kept" in out
    assert "turns" in run("compare", "pebbles", "--set", "heap=15", "--players", 2, "--games", 50, "--bot", "random")[1]


def test_what_the_game_lacks_is_said_in_a_sentence(pebbles, run, refuses, data, tmp_path):
    run("play", "pebbles", "--seed", 3, typed="take\nquit\n")
    log = next((data / "sessions").glob("*.jsonl"))
    refuses("inspect", log, says="Pebbles: its package pebbles gives no module 'graph'")
    position = tmp_path / "position.txt"
    position.write_text("pebbles 7 players 2 seat 1 turns 4\n")
    refuses("inspect", position, says="without a graph of the board")
    advice = "the package pebbles gives no advice, which other bots need"
    refuses("play", "pebbles", "--bot", "1=greedy", says=advice)
    refuses("simulate", "pebbles", "--players", 2, "--games", 9, "--bot", "search", says=advice)


def test_the_play_page_plays_it(pebbles, data, monkeypatch):
    page, sent = PlayPage(), []
    monkeypatch.setattr(page, "send", sent.append)
    wish = {"do": "new", "game": "pebbles", "names": ["Ann", "Bo"], "seed": "3", "mode": "design"}
    page.receive({**wish, "id": 1, "at": page.ticket})
    shown = {panel: value for one in sent for panel, value in one.get("set", {}).items()}
    assert shown["session"]["title"] == "Pebbles" and shown["svg"]["whole"].count("<circle") == 11
    assert [action["text"] for action in shown["actions"]] == ["take one", "roll"]
    assert shown["design"]["palette"] == {"things": [], "rows": []} and shown["design"]["notation"].startswith("pebbles 11")
    assert [rule["id"] for rule in shown["rules"]] == ["PEB-1", "PEB-2", "PEB-3"]
    monkeypatch.setattr(seat, "is_warm", lambda: True)
    page.receive({"do": "overlay", "id": 2, "at": page.ticket})
    assert sent[-1]["set"] == {"over": {}}
    page.receive({"do": "cell", "id": 2, "at": page.ticket, "cell": "heap"})
    assert page.session.decision == 1 and page.session.state.pebbles == 10
    page.receive({"do": "hint", "id": 3, "at": page.ticket, "budget": 0})
    assert "its package pebbles gives no module 'advice', so it is without bots but `random`" in json.dumps(sent[-1])
    while not page.session.is_over:
        page.receive({"do": "act", "id": 4, "at": page.ticket, "code": page.session.legal()[0]})
    assert sent[-1]["set"]["end"]["title"] == "The heap is gone"
    assert lobby.lobby_model()["sessions"][0]["game"] == "Pebbles"


def test_its_sample_sessions_are_offered(pebbles, run, data):
    run("play", "pebbles", "--seed", 3, typed="take\nquit\n")
    pebbles.joinpath("data", "sessions").mkdir()
    shutil.move(next((data / "sessions").glob("*.jsonl")), pebbles / "data" / "sessions" / "first.jsonl")
    assert lobby.sample_path("first") == pebbles / "data" / "sessions" / "first.jsonl"
    assert "first" in [one["name"] for one in home.sample_sessions(99)]
    assert "Pebbles" in [one["title"] for one in home.list_games()]


@pytest.mark.parametrize(
    "name, module, files, says",
    [
        ("broken", "broken", {"broken/__init__.py": "import nothing_such"},
         "its package cannot be imported (ModuleNotFoundError: No module named 'nothing_such')"),
        ("broken", "broken", {"broken/__init__.py": "raise SystemExit(3)"}, "cannot be imported (SystemExit: 3)"),
        ("hollow", "hollow", {"hollow/__init__.py": "TITLE = 'Hollow'\nPLAYERS = range(2, 3)"}, "does not give ABOUT, load"),
        ("single", "single", {"single.py": "TITLE = ABOUT = load = ''\nPLAYERS = range(1, 2)"}, "it is a single file"),
        ("other", "other.lair", {"other/__init__.py": "", "other/lair/__init__.py": ""},
         "the packages crypt.games.lair and other.lair both have a game 'lair'"),
        ("other", "other.pebbles",
         {"other/__init__.py": "", "other/pebbles/__init__.py": ""},
         "the packages pebbles and other.pebbles both have a game 'pebbles'"),
        ("hollow", "hollow", {"hollow/__init__.py": "TITLE = ABOUT = load = ''\nPLAYERS = 4"}, "PLAYERS must be a range"),
    ],
)  # fmt: skip
def test_a_package_that_cannot_be_used_is_left_out_and_named(pebbles, site, run, refuses, name, module, files, says):
    for file, text in files.items():
        site.joinpath(file).parent.mkdir(exist_ok=True)
        site.joinpath(file).write_text(text)
    install(site, f"z_{name}", module)
    forget()
    status, out, err = run("games")
    assert status == 0 and says in err and err.count("\n") == 1
    assert all(f"{game}: " in out for game in ("colossi", "cave", "lair", "prism", "pebbles"))
    assert any(says.lower() in problem.lower() for problem in lobby.lobby_model()["left_out"])
    if name in ("broken", "hollow", "single"):
        refuses("rules", name, says=says)
    assert "LAIR-01" in run("rules", "lair")[1]


def test_a_game_that_cannot_be_loaded_says_why(pebbles, run, refuses):
    for file, before, after, says in (
        ("words.py", "def prompt(", "def prompted(", "pebbles.words does not give prompt; crypt/core/parts.py lists"),
        ("words.py", '"decisions": ', '"decided": ', "words.outcome_columns of its package pebbles does not give decisions"),
        ("front.py", 'name="pebbles"', 'name="marbles"', "is called 'marbles' in 'pebbles'; it must be called 'pebbles'"),
        ("rules.py", '("minutes", "f4")', '("hours", "f4")', "the record of its results has no field minutes"),
        ("rules.py", '"pebbles", "i4"', '"stones", "i4"', "must have the fields pebbles, which is the first"),
        ("rules.py", "import numpy", "import numpi", "the game pebbles cannot be loaded (ModuleNotFoundError"),
    ):
        text = pebbles.joinpath(file).read_text()
        assert before in text
        pebbles.joinpath(file).write_text(text.replace(before, after))
        forget()
        refuses("rules", "pebbles", says=says)
        assert "pebbles: Pebbles" in run("games")[1] and run("rules", "lair")[0] == 0
        pebbles.joinpath(file).write_text(text)
    pebbles.joinpath("rulebook.md").unlink()
    forget()
    refuses("rules", "pebbles", says="its package pebbles has no file rulebook.md")
    pebbles.joinpath("data", "standard.toml").unlink()
    forget()
    refuses("rules", "pebbles", says="pebbles/data/standard.toml: there is no such file")


def test_an_optional_module_must_be_whole(pebbles):
    pebbles.joinpath("graph.py").write_text("import networkx")
    forget()
    with pytest.raises(game.MissingPartError, match=r"pebbles\.graph does not give graph"):
        catalog.find_game("pebbles").part("graph")
    pebbles.joinpath("graph.py").write_text("import nothing_such")
    forget()
    with pytest.raises(game.MissingPartError, match=r"pebbles\.graph cannot be imported \(ModuleNotFoundError"):
        catalog.find_game("pebbles").part("graph")


def test_a_process_of_its_own_finds_it(pebbles, tmp_path):
    path = os.pathsep.join([str(TESTS.parent), str(pebbles.parent)])
    settings = {**os.environ, "PYTHONPATH": path, "CRYPT_DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-m", "crypt", "simulate", "pebbles", "--players", "3", "--games", "20", "--workers", "2"],
        env=settings, capture_output=True, text=True, timeout=240,
    )  # fmt: skip
    assert done.returncode == 0 and "\n   20  " in done.stdout, done.stderr


def test_the_pages_are_served_without_a_game_that_does_not_compile(pebbles, site, monkeypatch, capsys):
    ours = []
    monkeypatch.setattr(work, "compile_side_by_side", lambda entries, say: ours.extend(entry.name for entry in entries))
    rules = pebbles / "rules.py"
    rules.write_text(rules.read_text().replace("state.turns += 1", "state.turns += nothing_such"))
    site.joinpath("broken").mkdir()
    site.joinpath("broken", "__init__.py").write_text("import nothing_such")
    install(site, "broken", "broken")
    forget()
    work._compile_all()
    told = capsys.readouterr().err
    assert sorted(ours) == ["cave", "colossi", "lair", "prism"]
    assert "crypt: the game broken was left out" in told and "crypt: Pebbles cannot be compiled (" in told
