"""Surveys: the games of a simulation, the losses that the graphs see, examples that replay."""

import json
import time

import numpy as np
import pandas as pd
import pytest

import crypt
from crypt.batch import make_plan, simulate
from crypt.batch.logs import write_log
from crypt.batch.playing import play_batch
from crypt.connect import fatal_moves
from crypt.core import jit
from crypt.core.game import CryptError
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.design import survey
from crypt.design.exits import Survey, watch_batch

GAMES = 60


@pytest.fixture(scope="module")
def found():
    return survey("colossi", [1, 2], GAMES, seed=3)


def test_floors_end_as_in_the_rows_of_a_simulation(found):
    rows = simulate("colossi", 2, GAMES, seed=3)
    for floor in (1, 2, 3):
        part = found.floors[(found.floors["players"] == 2) & (found.floors["floor"] == floor)].set_index("index")
        assert part["ending"].reindex(range(GAMES)).fillna("").tolist() == rows[f"f{floor}_exit"].tolist()
    causes = ["deaths_walled", "deaths_starved", "deaths_no_key"]
    assert found.floors[found.floors["players"] == 2]["heroes_lost"].sum() >= rows[causes].to_numpy().sum()
    assert found.cells[found.cells["players"] == 2]["deaths"].sum() == rows["deaths"].sum()


def test_shares_sum_to_one_and_are_within_their_intervals(found):
    table = found.shares()
    assert table.groupby(["ruleset", "players", "floor"])["share"].sum().to_numpy() == pytest.approx(1)
    losses = found.losses(["players"])
    assert (losses["low"] <= losses["share"]).all() and (losses["share"] <= losses["high"]).all()
    shaped = found.floors[found.floors["lost_cell"] != ""]
    assert set(shaped["lost_shape"]) <= {"dead end", "straight", "corner", "tee", "cross"}
    assert losses["count"].sum() == (found.floors["lost_how"] != "").sum() == found.causes()["count"].sum()


def test_losses_are_those_that_the_graphs_see(found, tmp_path):
    examples = found.examples(4, lost_how="walled")
    assert len(examples) == 4
    for example in examples:
        path = example.write(tmp_path)
        assert crypt.replay(path).is_same
        session = Session.open(path, read_only=True)
        assert session.seed == example.seed
        assert example.decision in [loss.decision for loss in fatal_moves(session) if loss.floor == example.floor]
        line = json.loads(path.read_text().splitlines()[example.decision])
        assert line["n"] == example.decision
        assert not example.cell or any(event[0] == "places" for event in line["events"])


def test_every_floor_is_judged_as_the_graphs_judge_it(found, tmp_path):
    plan = found.plans[1]
    for index in range(8):
        session = Session.open(write_log(plan, index, tmp_path), read_only=True)
        seen = {(loss.floor, loss.decision) for loss in fatal_moves(session)}
        part = found.floors[(found.floors["players"] == 2) & (found.floors["index"] == index)]
        lost = part[part["lost_how"].isin(["walled", "starved"])]
        assert set(zip(lost["floor"], lost["lost_decision"], strict=True)) <= seen
        assert {floor for floor, _ in seen} == set(lost["floor"])


def test_rows_do_not_depend_on_workers(found):
    again = survey("colossi", [1, 2], GAMES, seed=3, workers=1)
    pd.testing.assert_frame_equal(again.floors, found.floors)
    pd.testing.assert_frame_equal(again.cells, found.cells)


def test_variants_stand_side_by_side():
    game = crypt.find_game("colossi")
    variants = [load_ruleset(game), load_ruleset(game, None, ["starting_hp=2"])]
    found = survey(game, 1, 20, rulesets=variants)
    assert found.games == 40 and found.floors["fingerprint"].nunique() == 2 and len(found.plans) == 2


def test_a_cancelled_survey_has_columns_and_no_rows(found):
    class Stop:
        def is_set(self):
            return True

    stopped = survey("colossi", 1, GAMES, cancel=Stop())
    assert stopped.games == 0 and list(stopped.floors.columns) == list(found.floors.columns)


def test_settings_that_cannot_be():
    with pytest.raises(CryptError, match="is for 1 to 4 players"):
        survey("colossi", [1, 7], 5)
    with pytest.raises(CryptError, match="there is no bot"):
        survey("colossi", 1, 5, bots="genius")


@pytest.mark.slow
@pytest.mark.skipif(not jit.COMPILED, reason="speed is a matter of compiled code")
def test_a_survey_is_nearly_as_fast_as_a_simulation():
    plan = make_plan("colossi", 2, 400, 1)
    watch_batch(plan, 0, 1), play_batch(plan, 0, 1)
    rates = []
    for _ in range(3):  # other work on the machine slows now one, now the other
        began = time.process_time()
        play_batch(plan, 0, 400)
        plain = time.process_time() - began
        began = time.process_time()
        watch_batch(plan, 0, 400)
        rates.append(plain / (time.process_time() - began))
    assert np.max(rates) > 0.8


def test_boards_of_each_size_are_counted(found):
    told = found.cells[["players", "side"]].drop_duplicates().set_index("players")["side"].to_dict()
    assert told == {1: 6, 2: 8} and found.sizes() == {6: GAMES, 8: GAMES}


def test_the_most_frequent_size_comes_first():
    floors = pd.DataFrame({"fingerprint": "a", "players": [1, 2, 2], "index": [0, 0, 1]})
    cells = pd.DataFrame({"fingerprint": "a", "players": [1, 2], "side": [6, 8]})
    assert list(Survey(floors, cells, [], 3, 0, 0.0).sizes().items()) == [(8, 2), (6, 1)]
