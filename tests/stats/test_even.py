"""Whether seats win equally often: what is counted, what is tested, and what is said."""

import pandas as pd
import pytest
from scipy import stats as scipy_stats

from crypt import stats
from crypt.batch import simulate


def contest(wins, undecided=0, **columns):
    """Games of the cave in which each seat has won so often."""
    ends = [f"seat {seat}" for seat, won in enumerate(wins, 1) for _ in range(won)] + ["stalled"] * undecided
    return pd.DataFrame({"game": "cave", "players": len(wins), "result": ends, **columns})


def said(*parts, by=()):
    return [one.says for one in stats.evenness(pd.concat(parts), by)]


def test_seats_that_do_not_win_equally_often_are_named():
    (found,) = stats.evenness(contest([620, 480, 490, 410]))
    assert found.p == scipy_stats.chisquare([620, 480, 490, 410]).pvalue and found.is_uneven and found.n == 2000
    assert found.says == (
        "4 players: seats do not win equally often (p < 0.001, 2,000 games): won by player 1 in 31.0 % "
        "(95 %: 29.0 to 33.1), where 25 % would be even."
    )
    assert "won by player 2 in 10.0 %" in said(contest([450, 100, 450]))[0]


@pytest.mark.parametrize(("wins", "seat"), [([30, 20, 10], 1), ([10, 20, 30], 3), ([25, 40, 10, 25], 2)])
def test_of_seats_that_are_equally_far_from_even_the_one_that_wins_most_is_named(wins, seat):
    assert stats.evenness(contest(wins))[0].farthest == seat


def test_no_difference_says_which_one_so_many_games_would_show():
    assert said(contest([500, 510, 495, 495]))[0] == (
        "4 players: no difference between seats can be seen (p = 0.96, 2,000 games); "
        "one of 3.2 points would most likely show."
    )
    assert said(contest([3, 1]))[0].endswith("4 games); so few games hardly show one.")


def test_a_difference_that_can_be_seen_is_seen_four_times_of_five():
    visible = stats.evenness(contest([500, 500, 500, 500]))[0].visible
    shares = [1 / 4 + visible, *[1 / 4 - visible / 3] * 3]
    drawn = scipy_stats.multinomial(2000, shares).rvs(2000, random_state=1)
    assert (scipy_stats.chisquare(drawn, axis=1).pvalue < 0.05).mean() == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize("wins", [(5, 1), (4, 0), (6, 3), (9, 0)])
def test_few_games_are_tested_exactly(wins):
    (found,) = stats.evenness(contest(wins))
    assert found.p == pytest.approx(scipy_stats.binomtest(wins[0], sum(wins)).pvalue, abs=0.015)
    assert stats.evenness(contest(wins))[0].p == found.p  # the same games say the same each time


def test_each_number_of_players_and_each_group_is_tested_by_itself():
    two, three = contest([90, 30]), contest([40, 40, 40])
    assert [text.split(" (")[0] for text in said(two, three)] == [
        "2 players: seats do not win equally often", "3 players: no difference between seats can be seen",
    ]  # fmt: skip
    hard, easy = contest([90, 30], ruleset="hard"), contest([30, 90], ruleset="easy")
    assert "no difference" in said(hard, easy)[0]
    assert [text.split(":")[0] for text in said(hard, easy, by=["ruleset"])] == [
        "ruleset easy, 2 players", "ruleset hard, 2 players",
    ]  # fmt: skip
    assert said(hard, by=["result"]) == said(hard)  # who has won is not settled beforehand


def test_games_without_one_winner_do_not_count():
    table = contest([30, 30], undecided=40)
    (found,) = stats.evenness(pd.concat([table, table.assign(result="abandoned"), table.assign(result="seat 1, seat 2")]))
    assert (found.wins, found.undecided) == ([30, 30], 140) and "Not counted: 140 games without one winner." in found.says
    assert stats.seats(table)["fair"].tolist() == [0.3, 0.3]
    assert said(contest([0, 0], undecided=2), contest([2, 1, 1]))[0] == "2 players: no game has one winner."
    assert stats.evenness(table.assign(result="won")) == []
    assert [] == stats.evenness(table.head(0)) == stats.evenness(table[["game", "result"]])


def test_seats_that_are_not_played_alike_are_told():
    alike, mixed = contest([9, 9], bot_1="greedy", bot_2="greedy"), contest([9, 9], bot_1="greedy", bot_2="random")
    assert "alike" not in said(alike)[0]
    assert "Here not all seats were played alike" in said(mixed)[0]
    assert "In 18 of these games not all seats were played alike" in said(alike, mixed)[0]


def test_simulated_games_are_tested():
    (found,) = stats.evenness(simulate("lair", 2, 200, seed=1))
    assert found.n + found.undecided == 200 and found.is_uneven and "won by the " in found.says
    assert stats.evenness(simulate("prism", 2, 5, seed=1)) == []
