"""What the first page lists."""

from widget.talking import Talk

from crypt.batch import make_plan
from crypt.batch.logs import write_log
from crypt.core.catalog import catalog, find_game
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.widget.home import last_sessions, list_games, sample_sessions
from crypt.widget.lobby import lobby_model
from crypt.widget.outcomes import OutcomesPage


def test_games_have_a_picture():
    games = {game["name"]: game for game in list_games()}
    assert games["colossi"]["title"] == "Crypt of the Colossi" and games["colossi"]["players"] == "1 to 4 players"
    assert all(game["picture"] for game in games.values()), "draw a position of each game for the first page"


def test_last_sessions_with_their_names_as_they_were_written(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path))
    assert last_sessions() == []
    game = find_game("colossi")
    with Session.new(game, ["<b>Ann</b>"], load_ruleset(game), 1, folder=tmp_path / "sessions") as session:
        session.play(session.legal()[0])
    (tmp_path / "sessions" / "broken.jsonl").write_text("no log")
    (found,) = last_sessions()
    assert (found["names"], found["game"], found["far"]) == (["<b>Ann</b>"], game.title, "1 decision")
    assert found["name"] == session.name


def test_logs_of_simulated_games_can_be_told_apart(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path))
    plan = make_plan("lair", 2, 30, 4, ["random", "greedy"])
    for index in (0, 10, 20):
        write_log(plan, index, tmp_path / "sessions")
    with Session.new(find_game("lair"), ["Ann", "Ben"], load_ruleset(find_game("lair")), 1, folder=tmp_path / "sessions"):
        pass
    told = ["", "seed 4, game 0", "seed 4, game 10", "seed 4, game 20"]
    assert sorted(one["run"] for one in last_sessions()) == told == sorted(row["run"] for row in lobby_model()["sessions"])
    assert not any(one["run"] for one in sample_sessions())
    page = Talk(OutcomesPage())
    page("hello")
    page("section", name="games", open=True)
    assert {row[-1] for row in page.shown["games"]["table"]["rows"]} > {*told[1:]}


def test_sample_sessions_are_whole_and_named():
    samples = sample_sessions()
    ends = {"won", "lost", "won by player 2", "won by the adventurers", "won by the dragon"}
    assert all(one["names"] and not one["started"] for one in samples)
    far = [one["far"].split(" · ") for one in samples]
    assert all(end in ends and count.endswith(" decisions") for end, count in far)
    assert list(dict.fromkeys(one["game"] for one in samples)) == [entry.title for entry in catalog().values()]
    offered = {row["name"]: (row["names"], row["started"]) for row in lobby_model()["samples"]}
    assert [offered[one["name"]] for one in samples] == [(one["names"], one["started"]) for one in samples]
