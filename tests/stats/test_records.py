"""Records: the best of each group of names, whoever sits where; other sessions do not count."""

import pandas as pd
import pytest

from crypt import find_game
from crypt.bots.bot import Bot
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.stats import read_games, records


def play(folder, names, seed, mode="play", decisions=2000, settings=("crystals_to_win=2",)):
    """Play a session to its end as bots do, or so many decisions; the row of its results."""
    game = find_game("prism")
    ruleset = load_ruleset(game, settings=settings)
    bot = Bot(game, ruleset, "greedy")
    with Session.new(game, names, ruleset, seed, folder=folder, mode=mode) as session:
        for key in range(decisions):
            if session.is_over:
                break
            session.play(bot.choose(session.state, key))
        return session.outcome


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("records")


def test_the_best_of_each_group(folder):
    mine = [play(folder, ["Ann", "Ben"], 1), play(folder, ["Ben", "Ann"], 2), play(folder, ["Ann", "Ben"], 3)]
    other = play(folder, ["Ann", "Cid"], 1)
    three = play(folder, ["Ann", "Ben", "Cid"], 1)
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
    usual = [play(tmp_path, ["Ann", "Ben"], seed, settings=("crystals_to_win=4",)) for seed in (1, 2)]
    short = play(tmp_path, ["Ann", "Ben"], 1, settings=("crystals_to_win=1",))
    assert short.rounds < min(one.rounds for one in usual)
    found = records(read_games(tmp_path)).set_index("games")
    assert sorted(found.index) == [1, 2] and found["fingerprint"].nunique() == 2
    assert found.loc[1, "rounds"] == short.rounds and found.loc[2, "rounds"] == min(one.rounds for one in usual)


def test_without_sessions_there_are_none(tmp_path):
    found = records(read_games([], [pd.DataFrame({"game": ["prism"], "players": [2], "result": ["won"]})]))
    assert list(found.columns) == ["game", "group", "players", "ruleset", "fingerprint", "games"] and found.empty
