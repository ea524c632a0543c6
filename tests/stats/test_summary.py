"""Summaries, comparisons, survival and shares, on rows whose answers are known."""

import numpy as np
import pandas as pd
import pyarrow.compute as pc
import pytest
from statsmodels.stats.proportion import confint_proportions_2indep

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
    with pytest.raises(CryptError, match="there is no column 'floor'; did you mean floors_cleared\\?"):
        summarize(games, ["floor"])
    with pytest.raises(CryptError, match="'nonsense'; there are 5., such as game, ruleset and fingerprint$"):
        summarize(games, ["nonsense"])
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


def test_who_plays_is_found_in_columns_of_any_type():
    table = pd.DataFrame({"bot_1": ["a", "b", "a"], "bot_2": ["a", "a", "b"], "bot_3": None, "game": "x", "result": "won"})
    for games in (Games.of(table), Games.of(table.astype({"bot_1": "category", "bot_2": "category"}))):
        assert len(games.where(bots="a")) == 1 == len(games.where(bots=["b + a"])) and len(games.where(bots="c")) == 0
        assert len(games.where(bots=["a", "a + b"]).where(bots="a + b")) == 1


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


@pytest.mark.parametrize(("common", "pairs"), [(10, 10), (9, 0)])
def test_half_of_the_smaller_group_must_have_pairs(common, pairs):
    few, many = (
        pd.DataFrame({"players": 1, "seed": seeds, "result": "won", "rounds": seeds % 3})
        for seeds in (np.arange(20), np.arange(20 - common, 120 - common))
    )
    assert compare(few, many, "rounds").pairs == pairs == compare(many, few, "rounds").pairs


def test_shares_of_few_pairs_differ_by_no_more_than_one():
    one = pd.DataFrame({"players": 1, "seed": np.arange(3, dtype=np.uint64), "result": ["lost", "lost", "won"]})
    found = compare(one, one.assign(result=["won", "won", "won"]))
    assert found.pairs == 3 and found.difference.value == pytest.approx(2 / 3)
    assert -1 <= found.difference.low < 0 < 2 / 3 < found.difference.high <= 1


def test_what_never_varies_is_compared_without_doubt():
    one, two = (pd.DataFrame({"result": ["won"] * 9, "score": [score] * 9}) for score in (0, 3))
    assert compare(one, two, "score").difference == (3, 3, 3) and compare(two, two, "score").difference == (0, 0, 0)


def test_columns_of_0_and_1_are_rates():
    """Five games against six: intervals of means would reach beyond 0 and 1."""
    out, revived = [1, 1, 1, 1, 0], [False, True, False, False, False]
    one = pd.DataFrame({"result": "won", "out": out, "revived": revived, "minutes": [0.0, 1, 0, 0, 1], "deaths": 2})
    two = pd.DataFrame({"result": "won", "out": [0, 0, 0, 0, 0, 1], "revived": True, "minutes": 1.0, "deaths": 1})
    found = {what: compare(one, two, what) for what in ("out", "revived", "minutes", "deaths")}
    assert found["out"].is_rate and found["out"].first == stats.share(4, 5) and found["out"].second == stats.share(1, 6)
    newcombe = confint_proportions_2indep(1, 6, 4, 5, compare="diff", method="newcomb")
    assert found["out"].difference[1:] == pytest.approx(newcombe) and found["out"].difference.low > -1
    (drawn,) = stats.figures.compared([found["out"]]).data
    assert drawn.x[0] == pytest.approx(1 / 6 - 4 / 5)  # in points, as shares are, and not relative to the first group
    assert found["revived"].first == stats.share(1, 5) and found["revived"].second == stats.share(6, 6)
    # how long games take is no share of them, and a column is a rate in both groups or in none
    assert not found["minutes"].is_rate and not found["deaths"].is_rate
    both = pd.concat([one.assign(kind="a"), two.assign(kind="b")])
    table = stats.measures(both, ["out", "deaths"], ["kind"]).set_index(["kind", "measure"])
    assert tuple(table.loc[("a", "out"), ["mean", "low", "high"]]) == stats.share(4, 5)
    assert table.loc[("b", "deaths"), "low"] == 1
    scores = stats.seats(one.assign(players=1, score_1=out)).iloc[0]
    assert tuple(scores[["score", "score_low", "score_high"]]) == stats.share(4, 5)
    pairs = stats.compare_pairs("out", np.array([1.0, 0, 0]), np.array([1.0, 1, 1]), False)
    assert pairs.is_rate and pairs.difference.high <= 1 and pairs.second == stats.share(3, 3)


def test_several_columns_are_compared_as_one_by_one(simulated):
    random, greedy = (simulated[simulated["bot_1"] == bot] for bot in ("random", "greedy"))
    whats = ["lost", "rounds", "minutes", "damage_taken", "score_1", "stalled"]
    for two in (greedy, greedy.assign(seed=greedy["seed"] + np.uint64(1))):
        assert stats.compare_all(random, two, whats) == [compare(random, two, what) for what in whats]
    found = compare(random, greedy.assign(seed=greedy["seed"] + np.uint64(1)), "damage_taken")
    means = [part["damage_taken"].mean() for part in (random, greedy)]
    assert (found.first.value, found.second.value) == pytest.approx(means) and found.n == (160, 160)


def test_one_game_shows_no_difference():
    many = pd.DataFrame({"result": ["won"] * 900, "rounds": np.arange(900) % 7})
    one = pd.DataFrame({"result": ["lost"], "rounds": [100]})
    found = compare(many, one)
    assert found.difference.high < 0 and not found.is_clear
    assert found.verdict == "one game tells nothing" in str(found)
    assert found.warning == "1 game: it tells nothing about others"
    assert compare(many, one, "rounds").verdict == "one game tells nothing"


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


def test_few_games_are_put_together_in_ranges():
    rounds = [*range(10, 35), 30, 31, 32, 33, 90]
    table = pd.DataFrame({"rounds": rounds, "players": [2, 3, 4] * 10, "result": ["won", "lost"] * 15})
    ranges = stats.against(table, "rounds", "players")
    assert ranges[["low_end", "high_end", "n"]].to_numpy().tolist() == [[10, 19, 10], [20, 29, 10], [30, 90, 10]]
    assert ranges["at"].tolist() == [14, 24, 32]  # where half of the games are, and no game far out moves it
    assert stats.against(table, "players", "rounds")["at"].tolist() == [2, 3, 4]  # so few values stay by themselves
    figure = stats.figures.any_against(table, "rounds", "result")
    assert figure.layout.title.subtitle.text == "ranges of about 10 games, each at its median"
    assert figure.data[2].customdata[0].startswith("10 to 19: 50.0%")
    assert figure.data[2].hovertemplate.startswith("%{customdata}")
    many = pd.concat([table] * 10)
    assert stats.against(many, "rounds", "players")["n"].sum() == 300 and len(stats.against(many, "rounds", "players")) <= 20
    few = stats.against(many[many["rounds"] < 30], "rounds", "players")
    assert len(few) == 20 and few["low_end"].isna().all()  # ten games for each value


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


def test_what_is_put_together_is_told():
    rows = [("a", "f1", "greedy")] * 1200 + [("a", "f2", "greedy")] * 3 + [("b", "f3", "bold")]
    table = pd.DataFrame(rows, columns=["ruleset", "fingerprint", "bot_1"]).assign(game="x", result="won", players=1)
    games = Games.of(table)
    pools = stats.pooled(games)
    assert stats.pooled_words(pools) == (
        "Put together here: 3 rulesets (a (f1) 1,200, a (f2) 3, b 1) and 2 kinds of players (greedy 1,203, bold 1)."
    )
    assert [pool.by for pool in pools] == ["ruleset,fingerprint", "bots"]
    # groups by a name that several rulesets have still put these together
    assert [pool.column for pool in stats.pooled(games, ["ruleset", "bots"])] == ["fingerprint"]
    assert not stats.pooled(games, ["ruleset", "fingerprint", "bot_1"])
    assert not stats.pooled(games.where(fingerprint="f1")) and stats.pooled_words([]) == ""
    assert not stats.pooled(Games.of(pd.DataFrame({"game": ["x"], "result": ["won"]})))


def test_any_column_against_any_other_has_intervals(simulated):
    shares = stats.against(simulated, "players", "result")
    one = shares[(shares["at"] == 1) & (shares["what"] == "lost")].iloc[0]
    part = simulated[simulated["players"] == 1]
    assert (one["count"], one["n"]) == ((part["result"] == "lost").sum(), 160)
    assert tuple(one[["value", "low", "high"]]) == stats.share(one["count"], 160)
    means = stats.against(simulated, "bots", "damage_taken").set_index("at")
    known = simulated.loc[simulated["bot_1"] == "greedy", "damage_taken"]
    assert means.loc["greedy", "value"] == pytest.approx(known.mean()) and means["n"].tolist() == [160, 160]
    assert (means["low"] < means["value"]).all() and (means["value"] < means["high"]).all()
    # many numbers are put together in ranges, in which all games are
    ranges = stats.against(simulated, "decisions", "rounds")
    assert len(ranges) == 20 and ranges["n"].sum() == 320 and ranges["n"].between(12, 20).all()
    assert (ranges["low_end"] < ranges["at"]).all() and (ranges["at"] < ranges["high_end"]).all()
    assert (ranges["high_end"][:-1].to_numpy() < ranges["low_end"][1:].to_numpy()).all()
    rate = stats.against(simulated, "players", "score_1").set_index("at").loc[1]
    assert tuple(rate[["value", "low", "high"]]) == stats.share(part["score_1"].sum(), 160)
    assert stats.against(simulated, "rounds", "rounds")["n"].sum() == 320
    figure = stats.figures.any_against(simulated, "floors_cleared", "result")
    (won,) = (trace for trace in figure.data if trace.name == "won")
    assert list(won.x) == [2, 3] and won.y[0] == 0 < won.y[1]  # nobody wins before the last floor


def test_the_most_frequent_texts_are_told_apart():
    texts = [f"text {i:02}" for i in range(14) for _ in range(1 + i)]
    table = pd.DataFrame({"game": "x", "result": "won", "place": 1, "text": texts})
    found = stats.against(table, "place", "text").set_index("what")
    assert found["count"].to_dict() == {f"text {i:02}": 1 + i for i in range(2, 14)}
    assert (found["n"] == len(texts)).all()
