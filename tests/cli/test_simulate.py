"""Many games: their rows, their logs, and what they come to."""

import csv
import json

import pytest

from crypt.batch import storage


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
    assert "players 1, source played: 1 game: it tells nothing about others" in out
    document = json.loads(run("outcomes", session, "--json")[1])
    assert document["games"] == 1 and document["groups"][0]["results"] == {"abandoned": 1}


def test_outcomes_say_what_they_put_together(run, refuses, tmp_path):
    for name in ("greedy", "random"):
        arguments = ("--players", 1, "--games", 40, "--bot", name, "--out", tmp_path / f"{name}.parquet")
        assert run("simulate", "colossi", *arguments)[0] == 0
    out = run("outcomes", tmp_path)[1]
    assert "Put together here: 2 kinds of players (greedy 40, random 40). Apart: --by bots" in out
    assert "Stalled: nobody could go on" in out and "Put together" not in run("outcomes", tmp_path, "--by", "bots")[1]
    told = json.loads(run("outcomes", tmp_path, "--json")[1])["remarks"]
    assert told == ["Put together here: 2 kinds of players (greedy 40, random 40)."]
    said = refuses("outcomes", tmp_path, "--by", "nonsense", says="crypt outcomes PATH --columns lists all")
    assert len(said) < 200
    listed = run("outcomes", tmp_path, "--columns")[1].splitlines()
    assert listed[0] == "game" and any(line.split() == ["escaped", "heroes", "who", "got", "out"] for line in listed)
    assert "bots" in json.loads(run("outcomes", tmp_path, "--columns", "--json")[1])["columns"]


def test_games_are_never_summed_up_together(run, tmp_path):
    for game in ("lair", "prism"):
        assert run("simulate", game, "--players", 2, "--games", 6, "--out", tmp_path / f"{game}.csv")[0] == 0
    status, out, err = run("outcomes", tmp_path, "--by", "players")
    lair, prism = out.strip().split("\n\n")
    assert status == 0 and not err
    assert lair.startswith("Loot the Dragon's Lair\n") and prism.startswith("The Prism Crystals\n")
    assert "won by the dragon" in lair and "won by" not in prism and " lost " not in out
    document = json.loads(run("outcomes", tmp_path, "--by", "players", "--json")[1])
    assert document["by"] == ["game", "players"] and document["games"] == 12
    assert [group["group"] for group in document["groups"]] == [{"game": name, "players": 2} for name in ("lair", "prism")]
    assert set(document["groups"][0]["results"]) <= {"won", "lost", "stalled", "seat 1", "seat 2"}
    assert "won by the dragon" in run("simulate", "lair", "--players", 2, "--games", 6)[1]


def test_names_do_not_steer_the_terminal(run, tmp_path):
    family = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}"
    rows = ['prism,won,2,"\x1b[31mred\x07"', f'"chess\x1b[2J",won,2,"\u202e{family}"']
    (tmp_path / "rows.csv").write_text("\n".join(["game,result,players,ruleset", *rows]), encoding="utf-8")
    status, out, _ = run("outcomes", tmp_path, "--by", "ruleset")
    assert status == 0 and not {"\x1b", "\x07", "\u202e"} & {*out}
    assert "\N{REPLACEMENT CHARACTER}[31mred" in out and family in out


def test_outcomes_of_nothing(refuses, tmp_path, session):
    refuses("outcomes", tmp_path / "none", says="there is no such file or folder")
    (tmp_path / "empty").mkdir()
    refuses("outcomes", tmp_path / "empty", says="there are no games here")
    refuses("outcomes", session, "--by", "player", says="there is no column 'player'; did you mean players?")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    refuses("outcomes", tmp_path / "other.csv", says="holds no rows of games")
    (tmp_path / "other.parquet").write_text("no")
    refuses("outcomes", tmp_path / "other.parquet", says="cannot be read as rows")


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


@pytest.mark.parametrize("players, warns", [(4, False), (5, True)])
def test_a_crowd_is_warned(run, tmp_path, players, warns):
    status, _, err = run("simulate", "cave", "--players", players, "--games", 2, "--seed", 1, "--data", tmp_path)
    assert status == 0 and ("not recommended" in err) == warns


def test_outcomes_tell_whether_seats_are_even(run, tmp_path):
    simulate = ("simulate", "lair", "--players", 2, "--games", 200)
    told = run(*simulate, "--out", tmp_path / "rows.csv")[1]
    (line,) = [line for line in run("outcomes", tmp_path)[1].splitlines() if line.startswith("2 players: seats do not win")]
    (found,) = json.loads(run("outcomes", tmp_path, "--json")[1])["seats"]
    assert found["says"] == line and found["uneven"] and sum(found["wins"].values()) == found["games"]
    assert line in told.splitlines() and json.loads(run(*simulate, "--json")[1])["seats"] == [found]


def test_simulated_games_say_whether_seats_were_played_alike(run):
    simulate = ("simulate", "lair", "--players", 2, "--games", 30)
    assert "not all seats were played alike" in run(*simulate, "--bot", "1=greedy")[1]
    assert "played alike" not in run(*simulate)[1]
    assert "win equally often" not in run("simulate", "prism", "--players", 2, "--games", 5)[1]
