"""The commands that ask design questions: what they print, and one sentence for each mistake."""

import json

import pytest

from crypt.core.catalog import find_game
from crypt.core.ruleset import standard
from crypt.core.session import Session
from crypt.design import read_claims, read_targets

SMALL = ("--players", 2, "--games", 40, "--seed", 3, "--bot", "greedy", "--workers", 1)


@pytest.fixture(autouse=True)
def here(monkeypatch, tmp_path):
    """Commands run in an empty folder."""
    monkeypatch.chdir(tmp_path)


def test_compare(run, tmp_path):
    status, out, _ = run("compare", "colossi", "--set", "starting_hp=1", *SMALL, "--figure", "figure.html")
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80
    first, _, head, *lines = out.splitlines()
    who = "2 players (greedy, greedy)"
    told = " ".join(out.split())
    assert told.startswith(f"standard with starting_hp=1 against standard, {who}, 40 pairs of games, seed 3 ")
    assert first.startswith("standard with starting_hp=1 against standard")
    assert head.split("  ")[-1] == "more pairs"
    assert "with a chance of 80 %" in told and "about one is clear by luck" in told
    assert any(line.startswith("deaths_event") for line in lines)
    assert "plotly" in (tmp_path / "figure.html").read_text()
    (tmp_path / "easy.toml").write_text("hero_die = 12\n")
    one = run("compare", "colossi", "--ruleset", "easy.toml", "--ruleset", "standard", "--what", "won", *SMALL, "--json")
    told = json.loads(one[1])
    assert [plan["name"] for plan in told["plans"]] == ["easy", "standard"]
    assert [row["what"] for row in told["rows"]] == ["won"] and told["rows"][0]["difference"] < 0


def test_sweep_prints_every_setting_and_goes_on(run):
    asked = ("sweep", "colossi", "--field", "hero_die=4,6", "--what", "won", *SMALL, "--out", "s.jsonl")
    status, out, _ = run(*asked)
    assert status == 0 and [line.split()[0] for line in out.splitlines()[1:]] == ["hero_die", "4", "6"]
    assert out.startswith("standard, 2 players (greedy, greedy), 40 games for each setting, seed 3\n")
    assert run(*asked)[0] == 2
    assert run(*asked, "--resume") == (0, out, "")
    told = json.loads(run("sweep", "colossi", "--field", "starting_hp=4..5", "--what", "won", *SMALL, "--json")[1])
    assert [row["problem"] for row in told["rows"]] == ["", "starting_hp is 5, more than max_hp (4)"]


def test_sensitivity_prints_what_matters(run):
    asked = ("sensitivity", "colossi", "--field", "hero_die=4,20", "--field", "pace.roll=1..9", "--what", "won", *SMALL)
    status, out, _ = run(*asked, "--size", 4, "--figure", "tornado.html")
    assert status == 0
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert lines["hero_die"].endswith("matters") and lines["pace.roll"].endswith("no more than luck")
    assert json.loads(run(*asked, "--size", 4, "--json")[1])["settings"] == 16


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("compare", "colossi", "--players", 2), "name the rulesets with --ruleset FILE"),
        (("compare", "colossi", "--set", "hero_die=8"), "say how many play with --players"),
        (("compare", "colossi", "--ruleset", "none.toml", "--players", 2), "none.toml: there is no such file"),
        (("compare", "colossi", "--set", "hero_die=8", "--players", 2, "--what", "wonn"), "there is no column 'wonn'"),
        (("sweep", "colossi", "--what", "won", *SMALL), "name a field and its values"),
        (("sweep", "colossi", "--field", "hero_die", *SMALL, "--resume"), "name it with --out"),
        (("sweep", "colossi", "--field", "hero_die", *SMALL, "--out", "x.csv"), "name a file that ends in .jsonl"),
        (("sweep", "colossi", "--field", "hero_die", *SMALL, "--out", "."), "is a folder; name a file in it"),
        (("sweep", "colossi", "--field", "hero_die", "--set", "hero_die=4", *SMALL), "and moved with --field"),
        (("sweep", "colossi", "--field", "hero_dye", *SMALL), "did you mean hero_die?"),
        (("sweep", "colossi", "--field", "hero_die", "--what", "won", "--players", "two"), "is for 1 to 4 players, not two"),
        (("sensitivity", "colossi", *SMALL), "starting_hp=2,3,4,5,6,7,8"),
        (("compare", "colossi", "--set", "hero_die=8", "--set", "hero_die=6", *SMALL), "hero_die is set 2 times"),
        (("compare", "colossi", "--ruleset", "standard", *SMALL), "standard would be compared with itself"),
        (("compare", "colossi", "--set", "hero_die=8", *SMALL, "--bot", "random"), "name one bot for all seats"),
        (("check", "lair", "--bot", "1=greedy"), "name one bot, which plays all seats"),
        (("sensitivity", "colossi", "--field", "hero_die", "--what", "won", *SMALL, "--size", 1), "--size is a whole"),
        (("sweep", "colossi", "--field", "hero_die", "--what", "won", *SMALL, "--figure", "x.png"), "ends in .html"),
    ],
)
def test_mistakes_get_one_sentence(refuses, arguments, says):
    refuses(*arguments, says=says)


def test_check_tells_by_its_status_what_became_of_the_claims(run, tmp_path):
    status, out, _ = run("check", "lair", "--junit", "claims.xml", "--figure", "claims.html")
    assert status == 1 and (tmp_path / "claims.xml").exists() and (tmp_path / "claims.html").exists()
    assert out.startswith("standard, played by greedy, up to 20,000 games each, seed 0\n")
    assert "40 to 60 %" in out and ">= 99 %" in out and max(map(len, out.splitlines())) <= 80
    assert "Broken: The sides are even" in out and "wrong with a chance of at most 5 %" in out
    assert run("check", "lair", "--only", "decided")[0] == 0
    status, out, _ = run("check", "lair", "--only", "even", "--budget", 60, "--json")
    assert (status, json.loads(out)["rows"][0]["verdict"]) == (3, "undecided")


def test_check_of_claims_of_ones_own(run, refuses, tmp_path):
    text = "game = 'colossi'\n[[claim]]\nid = 'a'\nsays = 'b'\nshare = 'won'\nat_most = 0.9\nplayers = [2]\n"
    (tmp_path / "mine.toml").write_text(text)
    assert run("check", "colossi", "--claims", "mine.toml")[0] == 0
    refuses("check", "lair", "--claims", "mine.toml", says="is about the game 'colossi', not 'lair'")
    told = json.loads(run("check", "colossi", "--claims", "mine.toml", "--bot", "random", "--json")[1])
    assert [row["bots"] for row in told["rows"]] == ["random"]
    refuses("check", "lair", "--claims", "none.toml", says="none.toml: there is no such file")


def test_balance_saves_the_winner_and_replaces_nothing_unasked(run, refuses, tmp_path):
    text = "game = 'colossi'\nfields = ['hero_die=6,20']\ngames = 40\njudged = 300\n"
    (tmp_path / "targets.toml").write_text(f"{text}[[target]]\nwhat = 'won'\nplayers = 2\nat_least = 0.55\n")
    asked = ("balance", "colossi", "--targets", "targets.toml", "--save", "hero", "--out", "tries.jsonl")
    status, out, _ = run(*asked, "--figure", "search.html")
    assert status == 0 and "hero_die: 6 -> 20" in out and "All targets are met." in out
    saved = (tmp_path / "data" / "rulesets" / "colossi" / "hero.toml").read_text()
    assert "hero_die = 20" in saved and saved.startswith("# Found by a search of 2 settings from standard")
    assert "1  won at least 0.55" in out and " % " in out and max(map(len, out.splitlines()[:-1])) <= 80
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
    assert status == 0 and "stay legal" in out and max(map(len, out.splitlines())) <= 80 and "difference" not in out
    status, out, _ = run("rerun", log.parent, "--set", "starting_hp=1", "--finish", "greedy")
    assert status == 0 and out.splitlines()[-2].split()[0] in ("before", "lost", "won") and "before  then" in out
    (tmp_path / "hard.toml").write_text("hero_die = 4\n")
    told = json.loads(run("rerun", log.parent, "--ruleset", "hard.toml", "--json")[1])
    assert told["ruleset"] == "hard" and len(told["rows"]) == 2
    refuses("rerun", log, says="name the other rules with --ruleset FILE")
    refuses("rerun", "none.jsonl", says="none.jsonl: there is no such session log")
    refuses("rerun", log.parent, "--set", "hero_die=4", "--finish", "clever", says="there is no bot 'clever'")
    (tmp_path / "rows.csv").write_text("a,b\n")
    refuses("rerun", "rows.csv", "--set", "hero_die=4", says="rows.csv: is no session log")
    (log.parent / "broken.jsonl").write_text("{}\n")
    status, out, err = run("rerun", log.parent, "--set", "starting_hp=1")
    assert status == 1 and "broken.jsonl" in err and "left out" in err and "decisions played" in out
    refuses("rerun", tmp_path, "--set", "hero_die=4", says="there is no session in this folder")
    refuses("rerun", log, "--set", "rings=3", "--game", "lair", says="is a log of the game 'colossi'")


def test_rerun_leaves_out_hands_that_are_still_hidden(run, refuses, tmp_path):
    assert run("simulate", "cave", "--players", 2, "--games", 1, "--logs", 1, "--out", "runs")[0] == 0
    cave = find_game("cave")
    with Session.new(cave, ["Ann", "Ben"], standard(cave), folder=tmp_path / "runs" / "sessions") as session:
        pass
    says = f"{session.path.name}: hands are hidden in it until it is over"
    refuses("rerun", session.path, "--set", "pace.move=9", says=says)
    status, out, err = run("rerun", session.path.parent, "--set", "pace.move=9")
    assert status == 1 and f"{says}; left out" in err and "stay legal" in out and session.path.name not in out


def test_balance_says_when_there_is_nothing_to_do(run, refuses, tmp_path):
    text = "game = 'colossi'\nfields = ['hero_die=6,8']\ngames = 40\njudged = 300\n[[target]]\nwhat = 'won'\nplayers = 2\n"
    (tmp_path / "targets.toml").write_text(f"{text}at_least = 0.01\n")
    asked = ("balance", "colossi", "--targets", "targets.toml")
    status, out, err = run(*asked, "--save", "same", "--tries", 1)
    assert status == 0 and "The ruleset meets all targets already" in out and "Nothing is saved" in err
    assert not (tmp_path / "data" / "rulesets" / "colossi").exists()
    for name in ("../evil", "standard", "", " "):
        refuses(*asked, "--save", name, says="a variant cannot be called" if name.strip() else "give the variant a name")
    refuses(*asked, "--set", "hero_die=8", says="set with --set and moved")
    refuses(*asked, "--resume", says="name it with --out")
    (tmp_path / "targets.toml").write_text(f"{text}at_least = 40\n")
    refuses(*asked, says="target 1: 'won' is a share of games, from 0 to 1, not 40; 40 % is written 0.4")
    (tmp_path / "targets.toml").write_text(f"{text}at_least = 0.6\n[[target]]\nwhat = 'won'\nat_most = 0.4\n")
    refuses(*asked, says="targets 1 and 2 want of won, 2 greedy at least 0.6 and at most 0.4, which cannot be")


def test_sweep_tells_under_the_table_why_a_setting_cannot_be(run):
    out = run("sweep", "colossi", "--field", "starting_hp=4..5", "--what", "won", *SMALL)[1].splitlines()
    assert out[-1] == "starting_hp=5 cannot be: starting_hp is 5, more than max_hp (4)"
    assert out[-2].split() == ["5", "2", "won", "cannot", "be", "-", "-"]


def test_rulesets_of_one_name_are_told_apart_by_their_files(run, tmp_path):
    for folder, hp in (("a", 2), ("b", 3)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "v.toml").write_text(f"starting_hp = {hp}\n")
    status, out, _ = run("compare", "colossi", "--ruleset", "a/v.toml", "--ruleset", "b/v.toml", "--what", "won", *SMALL)
    assert status == 0 and out.startswith("b/v.toml against a/v.toml, ")


@pytest.mark.parametrize("command", ["check", "balance"])
def test_help_shows_a_file_that_can_be_used(run, tmp_path, command):
    status, out, _ = run(command, "--help")
    assert status == 0
    example = "".join(line[2:] + "\n" for line in out.partition('  game = "colossi"')[2].splitlines())
    (tmp_path / "file.toml").write_text('game = "colossi"' + example)
    (read_claims if command == "check" else read_targets)(tmp_path / "file.toml")
