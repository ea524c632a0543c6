"""Contests: who wins under which ruleset."""

import pytest

from crypt import simulate
from crypt.core.game import CryptError
from crypt.core.ruleset import RulesetError
from crypt.design import contest
from crypt.stats.intervals import share


def test_a_contest_counts_what_the_simulation_gives():
    found = contest("lair", [{}, {"rings": 3, "sectors": 6}, {"dragon_dice": [1, 1]}], 60, seed=2, workers=1)
    assert found[["rings", "sectors", "dragon_dice"]].values.tolist() == [
        [4, 12, "1 1 1 2 2 2"], [3, 6, "1 1 1 2 2 2"], [4, 12, "1 1"],
    ]  # fmt: skip
    won = simulate("lair", 2, 60, seed=2, bots="greedy")["result"].eq("seat 1").sum()
    assert tuple(found.loc[0, ["won", "low", "high"]]) == pytest.approx(share(won, 60))
    assert found.loc[0, "off"] == pytest.approx(abs(won / 60 - 0.5))
    assert (found["even"] == ((found["low"] <= 0.5) & (found["high"] >= 0.5))).all()
    assert found.loc[2, "won"] > found.loc[0, "won"]  # a slower dragon


def test_what_cannot_be_compared():
    with pytest.raises(CryptError, match="won or lost by all players together"):
        contest("colossi", [{}], 3)
    with pytest.raises(RulesetError, match="the variant {'rings': 9}: rings: must be 6 or less"):
        contest("lair", [{"rings": 9}], 3)
