"""Records: the best of each group of names, whoever sits where; other sessions do not count."""

import pandas as pd
import pytest

from crypt import find_game
from crypt.bots.bot import Bot
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.stats import read_games, records, standing


def play(folder, names, seed, mode="play", decisions=2000, settings=("crystals_to_win=2",)):
    """Play a session to its end as bots do, or so many decisions."""
    game = find_game("prism")
    ruleset = load_ruleset(game, settings=settings)
    bot = Bot(game, ruleset, "greedy")
    with Session.new(game, names, ruleset, seed, folder=folder, mode=mode) as session:
        for key in range(decisions):
            if session.is_over:
                break
            session.play(bot.choose(session.state, key))
    return session


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("records")


def test_the_best_of_each_group(folder):
    mine = [play(folder, ["Ann", "Ben"], 1).outcome, play(folder, ["Ben", "Ann"], 2).outcome]
    mine.append(play(folder, ["Ann", "Ben"], 3).outcome)
    other = play(folder, ["Ann", "Cid"], 1).outcome
    three = play(folder, ["Ann", "Ben", "Cid"], 1).outcome
    play(folder, ["Ann", "Ben"], 4, mode="design")  # chance can be chosen there
    play(folder, ["Ann", "Ben"], 5, decisions=3)  # not finished
    found = records(read_games(folder)).set_index("group")
    assert list(found.index) == ["Ann, Ben", "Ann, Ben, Cid", "Ann, Cid"]
    best = found.loc["Ann, Ben"]
    assert (best["games"], best["players"]) == (3, 2)
    assert best["rounds"] == min(one.rounds for one in mine) and best["scars"] == min(one.scars for one in mine)
    assert best["chests"] == max(one.chests for one in mine)
    assert found.loc["Ann, Cid", "rounds"] == other.rounds and found.loc["Ann, Ben, Cid", "rounds"] == three.rounds


def test_games_of_another_ruleset_are_another_record(tmp_path):
    usual = [play(tmp_path, ["Ann", "Ben"], seed, settings=("crystals_to_win=4",)).outcome for seed in (1, 2)]
    short = play(tmp_path, ["Ann", "Ben"], 1, settings=("crystals_to_win=1",))
    assert short.outcome.rounds < min(one.rounds for one in usual)
    found = records(read_games(tmp_path)).set_index("games")
    assert sorted(found.index) == [1, 2] and found["fingerprint"].nunique() == 2
    assert found.loc[1, "rounds"] == short.outcome.rounds and found.loc[2, "rounds"] == min(one.rounds for one in usual)
    beside = standing(short.path)
    assert (beside.games, beside.better) == (0, ["rounds", "scars", "chests"])  # the longer ones are no rivals


def test_a_game_beside_the_record_of_its_group(tmp_path):
    seats = (["Ann", "Ben"], ["Ben", "Ann"], ["Ann", "Ben"], ["Ann", "Ben"])
    games = [play(tmp_path, names, seed) for seed, names in enumerate(seats, 1)]
    play(tmp_path, ["Ann", "Cid"], 1, settings=("crystals_to_win=1",))
    play(tmp_path, ["Ann", "Ben"], 1, mode="design", settings=("crystals_to_win=1",))
    head, *rest = games[0].path.read_text().splitlines(keepends=True)
    (tmp_path / "broken.jsonl").write_text("".join([head, "{}\n", *rest]))
    assert len({game.outcome.rounds for game in games}) > 1
    for game in games:
        others = [other.outcome for other in games if other is not game]
        found = standing(game.path)
        assert (found.group, found.games, found.problem) == (["Ann", "Ben"], 3, "")
        best = {"rounds": min(one.rounds for one in others), "scars": min(one.scars for one in others)}
        best["chests"] = max(one.chests for one in others)
        assert {mark.name: mark.best for mark in found.marks} == best
        here = game.outcome
        assert [mark.here for mark in found.marks] == [here.rounds, here.scars, here.chests]
        assert ("rounds" in found.better) == (here.rounds < best["rounds"])
        assert ("scars" in found.better) == (here.scars < best["scars"])
        assert ("chests" in found.better) == (here.chests > best["chests"])


def test_what_bots_decided_is_nobodys_record(tmp_path):
    def by(choose):
        session = play(tmp_path, ["Ann", "Ben"], 1, decisions=0)
        bot = Bot(session.game, session.ruleset, "greedy")
        with Session.open(session.path) as again:
            while not again.is_over:
                again.play(bot.choose(again.state, again.decision), choose(again.decision))
        return standing(session.path).problem

    assert by(lambda n: "human") == ""
    assert by(lambda n: "greedy") == "bots played it"
    assert by(lambda n: "human" if n < 9 else "greedy") == "bots decided for people"
    assert records(read_games(tmp_path))["games"].tolist() == [1]


def test_what_does_not_count_is_no_record_and_no_rival(tmp_path):
    counts = play(tmp_path, ["Ann", "Ben"], 1)
    designed = play(tmp_path, ["Ann", "Ben"], 2, mode="design")
    stalled = play(tmp_path, ["Ann", "Ben"], 2, settings=("round_limit=2",))
    assert standing(designed.path).problem == "what was revealed was taken back, chance chosen, or a position set"
    assert standing(designed.path).better == [] and standing(designed.path).games == 1
    assert standing(stalled.path).problem == "it was not won"
    assert (standing(counts.path).games, standing(counts.path).better) == (0, ["rounds", "scars", "chests"])


def test_games_in_which_nothing_is_played_for_have_no_records(tmp_path):
    game = find_game("colossi")
    with Session.new(game, ["Ann"], load_ruleset(game), 1, folder=tmp_path) as session:
        session.play(session.legal()[0])
    assert standing(session.path) is None


def test_without_sessions_there_are_none(tmp_path):
    found = records(read_games([], [pd.DataFrame({"game": ["prism"], "players": [2], "result": ["won"]})]))
    assert list(found.columns) == ["game", "group", "players", "ruleset", "fingerprint", "games"] and found.empty
