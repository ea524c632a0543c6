"""The commands that ask design questions: what they print, and one sentence for each mistake."""

import json
import signal
import subprocess
import sys
import time

import pytest

from crypt.cli import main


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Runs a command in an empty folder; gives status, standard output and standard error."""
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object):
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

    return refuses


SMALL = ("--players", 2, "--games", 40, "--seed", 3, "--bot", "greedy", "--workers", 1)


def test_compare(run, tmp_path):
    status, out, _ = run("compare", "colossi", "--set", "starting_hp=1", *SMALL, "--figure", "figure.html")
    assert status == 0
    first, head, *lines = out.splitlines()
    assert first == "standard with starting_hp against standard, 2 players, 40 pairs of games"
    assert head.split("  ")[-1] == "games missing" and any(line.startswith("deaths_event") for line in lines)
    assert "plotly" in (tmp_path / "figure.html").read_text()
    (tmp_path / "easy.toml").write_text("hero_die = 12\n")
    one = run("compare", "colossi", "--ruleset", "easy.toml", "--ruleset", "standard", "--what", "won", *SMALL, "--json")
    told = json.loads(one[1])
    assert [plan["name"] for plan in told["plans"]] == ["easy", "standard"]
    assert [row["what"] for row in told["rows"]] == ["won"] and told["rows"][0]["difference"] < 0


def test_sweep_prints_every_setting_and_goes_on(run):
    asked = ("sweep", "colossi", "--field", "hero_die=4,6", "--what", "won", *SMALL, "--out", "s.jsonl")
    status, out, _ = run(*asked)
    assert status == 0 and [line.split()[0] for line in out.splitlines()] == ["hero_die", "4", "6"]
    assert run(*asked)[0] == 2
    assert run(*asked, "--resume") == (0, out, "")
    told = json.loads(run("sweep", "colossi", "--field", "starting_hp=4..5", "--what", "won", *SMALL, "--json")[1])
    assert [row["problem"] for row in told["rows"]] == ["", "starting_hp is 5, more than max_hp (4)"]


def test_sensitivity_prints_what_matters(run):
    asked = ("sensitivity", "colossi", "--field", "hero_die=4,20", "--field", "pace.roll=1..9", "--what", "won", *SMALL)
    status, out, _ = run(*asked, "--size", 4, "--figure", "tornado.html")
    assert status == 0
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert lines["hero_die"].endswith("yes") and lines["pace.roll"].endswith("no more than luck")
    assert json.loads(run(*asked, "--size", 4, "--json")[1])["settings"] == 16


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("compare", "colossi", "--players", 2), "name the rulesets with --ruleset FILE"),
        (("compare", "colossi", "--set", "hero_die=8"), "say how many play with --players"),
        (("compare", "colossi", "--ruleset", "none.toml", "--players", 2), "none.toml: there is no such file"),
        (("compare", "colossi", "--set", "hero_die=8", "--players", 2, "--what", "wonn"), "there is no column 'wonn'"),
        (("sweep", "colossi", "--what", "won", *SMALL), "name a field and its values"),
        (("sweep", "colossi", "--field", "hero_die", *SMALL), "say what is measured"),
        (("sensitivity", "colossi", "--field", "hero_die", "--what", "won", *SMALL, "--size", 1), "--size is a whole"),
        (("sweep", "colossi", "--field", "hero_die", "--what", "won", *SMALL, "--figure", "x.png"), "ends in .html"),
    ],
)
def test_mistakes_get_one_sentence(refuses, arguments, says):
    refuses(*arguments, says=says)


def test_check_tells_by_its_status_what_became_of_the_claims(run, tmp_path):
    status, out, _ = run("check", "lair", "--junit", "claims.xml", "--figure", "claims.html")
    assert status == 1 and (tmp_path / "claims.xml").exists() and (tmp_path / "claims.html").exists()
    assert "Broken: The sides are even" in out and "wrong with a chance of at most 5 %" in out
    assert run("check", "lair", "--only", "decided")[0] == 0
    status, out, _ = run("check", "lair", "--only", "even", "--budget", 60, "--json")
    assert (status, json.loads(out)["rows"][0]["verdict"]) == (3, "undecided")


def test_check_of_claims_of_ones_own(run, refuses, tmp_path):
    text = "game = 'colossi'\n[[claim]]\nid = 'a'\nsays = 'b'\nshare = 'won'\nat_most = 0.9\nplayers = [2]\n"
    (tmp_path / "mine.toml").write_text(text)
    assert run("check", "colossi", "--claims", "mine.toml")[0] == 0
    refuses("check", "lair", "--claims", "mine.toml", says="is about the game 'colossi', not 'lair'")
    refuses("check", "lair", "--claims", "none.toml", says="none.toml: there is no such file")


def test_balance_saves_the_winner_and_replaces_nothing_unasked(run, refuses, tmp_path):
    text = "game = 'colossi'\nfields = ['hero_die=6,20']\ngames = 40\njudged = 300\n"
    (tmp_path / "targets.toml").write_text(f"{text}[[target]]\nwhat = 'won'\nplayers = 2\nat_least = 0.55\n")
    asked = ("balance", "colossi", "--targets", "targets.toml", "--save", "hero", "--out", "tries.jsonl")
    status, out, _ = run(*asked, "--figure", "search.html")
    assert status == 0 and "hero_die: 6 -> 20" in out and "All targets are met." in out
    saved = (tmp_path / "data" / "rulesets" / "colossi" / "hero.toml").read_text()
    assert "hero_die = 20" in saved and saved.startswith("# Found by a search of 2 settings from standard")
    refuses(*asked, "--resume", says="there is a variant hero already; save under another name, or add --replace")
    status, out, err = run(*asked, "--resume", "--replace", "--json")
    told = json.loads(out)
    assert (status, told["changes"], told["verdict"]) == (0, {"hero_die": [6, 20]}, "met") and "Saved as" in err
    (tmp_path / "targets.toml").write_text(f"{text}[[target]]\nwhat = 'won'\nplayers = 2\nat_least = 0.999\n")
    status, out, _ = run("balance", "colossi", "--targets", "targets.toml")
    assert status == 1 and "Not all targets are met" in out
    refuses("balance", "lair", "--targets", "targets.toml", says="is about the game 'colossi', not 'lair'")


def test_rerun_of_a_session_and_of_a_folder(run, refuses, tmp_path):
    assert run("simulate", "colossi", "--players", 1, "--games", 2, "--bot", "greedy", "--logs", 1, "--out", "runs")[0] == 0
    log = sorted((tmp_path / "runs" / "sessions").glob("*.jsonl"))[0]
    status, out, _ = run("rerun", log, "--set", "pace.roll=9")
    assert status == 0 and "stay legal" in out and "difference" not in out
    status, out, _ = run("rerun", log.parent, "--set", "starting_hp=1", "--finish", "greedy")
    assert status == 0 and out.splitlines()[-2].split()[0] in ("before", "lost", "won") and "before  then" in out
    (tmp_path / "hard.toml").write_text("hero_die = 4\n")
    told = json.loads(run("rerun", log.parent, "--ruleset", "hard.toml", "--json")[1])
    assert told["ruleset"] == "hard" and len(told["rows"]) == 2
    refuses("rerun", log, says="name the other rules with --ruleset FILE")
    refuses("rerun", tmp_path, "--set", "hero_die=4", says="there is no session in this folder")
    refuses("rerun", log, "--set", "rings=3", "--game", "lair", says="is a log of the game 'colossi'")


@pytest.mark.slow
def test_ctrl_c_keeps_the_settings_and_says_how_to_go_on(run, tmp_path):
    asked = ["sweep", "colossi", "--field", "hero_die", "--field", "starting_hp=1..4", "--what", "won", "--players", "2",
             "--games", "300", "--seed", "5", "--bot", "greedy"]  # fmt: skip
    out = tmp_path / "s.jsonl"
    command = [sys.executable, "-m", "crypt", *asked, "--out", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and (not out.exists() or len(out.read_text().splitlines()) < 4):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    told, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "stopped after" in said and "the same command with --resume goes on" in said
    assert 4 <= len(told.splitlines()) < 25
    status, rest, _ = run(*asked, "--out", out, "--resume")
    assert status == 0 and rest == run(*asked)[1] and len(rest.splitlines()) == 25
