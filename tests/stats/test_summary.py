"""Summaries, comparisons, survival and shares, on rows whose answers are known."""

import numpy as np
import pandas as pd
import pyarrow.compute as pc
import pytest

from crypt import stats
from crypt.batch import simulate
from crypt.core.game import CryptError
from crypt.stats import Games, compare, summarize


@pytest.fixture(scope="module")
def simulated() -> pd.DataFrame:
    frames = [simulate("colossi", players, 80, seed=1, bots=bot) for players in (1, 2) for bot in ("random", "greedy")]
    return pd.concat(frames, ignore_index=True)


def test_categories_sum_to_the_denominator(simulated):
    summary = summarize(simulated, ["players", "bot_1"])
    assert [group.key for group in summary.groups] == [
        {"players": players, "bot_1": bot} for players in (1, 2) for bot in ("greedy", "random")
    ]
    for group in summary.groups:
        assert group.n == 80 == sum(one.count for one in group.results) and all(one.n == 80 for one in group.results)
    assert [one.name for one in summary.groups[0].results] == ["won", "lost", "stalled"]
    table = summary.frame()
    assert (table["low"] <= table["share"] + 1e-12).all() and (table["share"] <= table["high"] + 1e-12).all()


def test_counts_and_means_are_those_of_pandas(simulated):
    group = next(one for one in summarize(simulated, ["players"]).groups if one.key == {"players": 2})
    part = simulated[simulated["players"] == 2]
    assert {one.name: one.count for one in group.results if one.count} == part["result"].value_counts().to_dict()
    for one in group.measures:
        assert one.mean.value == pytest.approx(part[one.name].astype(float).mean(), abs=0.006)
        for p, found in one.quantiles.items():
            assert found.value == pytest.approx(np.quantile(part[one.name], p, method="inverted_cdf"), abs=0.006)


def test_filters_and_columns(simulated):
    games = Games.of(simulated)
    assert len(games.where(players=2, bot_1=["greedy"])) == 80
    assert games.where(players=1).counts(["players", "bot_1"])["n"].tolist() == [80, 80]
    with pytest.raises(CryptError, match="there is no column 'player'; did you mean players?"):
        summarize(games, ["player"])
    assert games.counts([])["n"].tolist() == [320]


def test_who_plays_is_a_column():
    rows = [("a", "a", ""), ("a", "b", ""), ("human", "", None), ("a", "b", "a"), (None, None, None)]
    table = pd.DataFrame(rows, columns=["bot_1", "bot_2", "bot_3"]).assign(game="x", result="won")
    games = Games.of(table)
    assert "bots" in games.columns and not games.is_number("bots")
    counted = games.counts(["bots"]).set_index("bots")["n"]
    assert counted.loc[["a", "a + b", "a + b + a", "human"]].tolist() == [1, 1, 1, 1] and counted.sum() == 5
    assert len(games.where(bots=["a", "human"])) == 2
    assert games.where(bots="a + b").frame(["bots", "bot_2"]).to_numpy().tolist() == [["a + b", "b"]]


def test_few_games_are_said_to_be_few(simulated):
    assert summarize(simulated.head(7)).groups[0].warning == "7 games: too few to say much"
    assert "within" in summarize(simulated.head(60)).groups[0].warning
    assert summarize(simulated.assign(result="won")).groups[0].warning == ""


def test_games_that_share_seeds_are_compared_in_pairs(simulated):
    one = simulated[(simulated["players"] == 2) & (simulated["bot_1"] == "random")]
    two = one.assign(rounds=one["rounds"] + np.arange(len(one)) % 3)
    paired = compare(one, two, "rounds")
    apart = compare(one, two.assign(seed=two["seed"] + np.uint64(1)), "rounds")
    assert paired.pairs == 80 and apart.pairs == 0
    assert paired.is_clear and not apart.is_clear and "no difference is shown" in str(apart)
    assert paired.difference.value == pytest.approx(apart.difference.value) == pytest.approx(79 / 80)


def test_shares_of_few_pairs_differ_by_no_more_than_one():
    one = pd.DataFrame({"players": 1, "seed": np.arange(3, dtype=np.uint64), "result": ["lost", "lost", "won"]})
    found = compare(one, one.assign(result=["won", "won", "won"]))
    assert found.pairs == 3 and found.difference.value == pytest.approx(2 / 3)
    assert -1 <= found.difference.low < 0 < 2 / 3 < found.difference.high <= 1


def test_what_never_varies_is_compared_without_doubt():
    one, two = (pd.DataFrame({"result": ["won"] * 9, "score": [score] * 9}) for score in (0, 3))
    assert compare(one, two, "score").difference == (3, 3, 3) and compare(one, one, "score").difference == (0, 0, 0)


def test_comparisons_that_cannot_be(simulated):
    with pytest.raises(CryptError, match="is neither a column nor a result"):
        compare(simulated, simulated, "wonn")
    with pytest.raises(CryptError, match="holds no numbers"):
        compare(simulated, simulated, "bot_1")
    assert "no games" in compare(simulated, simulated.head(0)).warning


def test_survival_by_hand():
    table = pd.DataFrame({"rounds": [2, 3, 3, 5, 6], "result": ["lost", "abandoned", "lost", "lost", "won"]})
    curve = stats.survival(table).set_index("time")["share"]
    # 5 at risk at 2; 4 at 3, where one stopped playing; 2 at 5
    assert curve.to_dict() == pytest.approx({2: 4 / 5, 3: 4 / 5 * 3 / 4, 5: 4 / 5 * 3 / 4 / 2, 6: 4 / 5 * 3 / 4 / 2})


def test_floors_by_hand():
    rows = [(0, "lost")] * 4 + [(1, "lost")] * 3 + [(1, "stalled"), (1, "abandoned")] + [(3, "won")] * 2
    table = stats.reached_floors(pd.DataFrame(rows, columns=["floors_cleared", "result"]))
    shares = table.set_index("time")["share"]
    # of the 7 that clear the first floor one stops playing there; of the other 6 one stalls and three are defeated
    assert shares[1] == pytest.approx(7 / 11) and shares[2] == pytest.approx(7 / 11 * 2 / 6) and shares[3] == shares[2]


def test_floor_endings_and_deaths_sum_up(simulated):
    endings = stats.floor_endings(simulated, ["players"])
    for _, part in endings.groupby(["players", "floor"]):
        assert part["count"].sum() == part["n"].iloc[0]
    deaths = stats.deaths_by_cause(simulated)
    assert deaths["deaths"].sum() == simulated["deaths"].sum() and deaths["share"].sum() == pytest.approx(1)


def test_seats_of_a_contest_and_of_a_party(simulated):
    party = stats.seats(simulated)
    assert party["won"].isna().all() and len(party) == 3
    contest = pd.DataFrame({"players": 2, "result": ["seat 1"] * 30 + ["seat 2"] * 10})
    table = stats.seats(contest)
    assert table["won"].tolist() == [0.75, 0.25] and table["low"][0] > 0.5 == table["fair"][0]


def test_a_seat_that_nobody_has_is_not_counted():
    rows = [("seat 1", 2), ("seat 2", 2), ("stalled", 2), ("seat 3", 4), ("seat 1", 4)]
    games = pd.DataFrame(rows, columns=["result", "players"]).assign(deaths_of_1=1, deaths_of_2=0)
    two, four = stats.summarize(games, ["players"]).groups
    assert [one.name for one in two.results] == ["seat 1", "seat 2", "stalled"]
    assert [(one.name, one.count) for one in four.results] == [("seat 1", 1), ("seat 2", 0), ("seat 3", 1), ("stalled", 0)]
    (both,) = stats.summarize(games).groups
    assert [(one.name, one.count, one.n) for one in both.results][2] == ("seat 3", 1, 5)
    assert stats.deaths_by_cause(games).empty


def test_abandoned_sessions_have_no_length():
    games = pd.DataFrame({"result": ["won", "abandoned", "lost"], "players": 1, "rounds": [10, 1, 20], "minutes": 5.0})
    (group,) = stats.summarize(games).groups
    assert group.n == 3 and {one.name: (one.n, one.mean.value) for one in group.measures} == {
        "rounds": (2, 15), "minutes": (2, 5)
    }  # fmt: skip
    assert stats.compare(games, games, "rounds").n == (2, 2) and stats.compare(games, games, "abandoned").n == (3, 3)
    assert stats.seats(games)["n"].tolist() == [2]
    whole = Games.of(games.head(1))
    assert whole.finished() is whole


def test_filters_read_only_the_columns_that_they_need(tmp_path):
    rows = pd.DataFrame({"game": "x", "result": ["won", "lost"], "bot_1": ["a", "b"], "bot_2": ["a", "a"], "other": [1, 2]})
    rows.to_parquet(tmp_path / "rows.parquet")
    games = stats.read_games(tmp_path).where(bots="b + a").where(pc.field("result") == "lost", ["result"])
    assert games.counts(["game"])["n"].tolist() == [1] and "other" not in games._needed(["game"])
    assert games.where(pc.field("other") > 2).counts(["game"]).empty


def test_measures_of_any_columns(simulated):
    table = stats.measures(simulated, ["loot_rolls", "potions_drunk"], ["bot_1"])
    assert len(table) == 4 and {"mean", "low", "high", "q10", "q50", "q90"} <= {*table.columns}
    with pytest.raises(CryptError, match="holds no numbers"):
        stats.measures(simulated, ["result"])
