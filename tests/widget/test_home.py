"""What the first page lists."""

from crypt.core.catalog import catalog, find_game
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.widget.home import last_sessions, list_games, sample_sessions


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


def test_sample_sessions_are_whole_and_named():
    samples = sample_sessions()
    ends = {"won", "lost", "won by player 2", "won by the adventurers", "won by the dragon"}
    assert len(samples) == 6 and all(one["names"] and one["far"] in ends for one in samples)
    assert len({one["game"] for one in samples}) == len(catalog())
