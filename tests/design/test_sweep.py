"""Sweeps and sensitivity: settings, what they come to, stop and resume, planted effects and planted nulls."""

import json
import threading

import numpy as np
import pandas as pd
import pytest

from crypt import find_game, simulate
from crypt.core.catalog import catalog
from crypt.core.game import CryptError, UnreadableError
from crypt.core.ruleset import RulesetError, changed, load_ruleset, standard, value_of
from crypt.design import sensitivity_of, sweep_fields
from crypt.design.fields import read_field, usual_fields, with_rest
from crypt.design.ledger import make_ask
from crypt.design.sensitivity import LUCKY, MATTERS, UNTOLD, _judge, _sample
from crypt.stats.intervals import share

GAME = find_game("colossi")
BASE = standard(GAME)


def test_each_setting_is_played_with_the_same_seeds():
    found = sweep_fields(GAME, ["hero_die=6,12", "starting_hp=2..3"], ["won", "minutes"], [1, 2], 80, seed=4, bots="greedy")
    table = found.frame()
    assert found.is_whole and len(table) == 4 * 2 * 2
    ruleset = load_ruleset(GAME, None, ["hero_die=12", "starting_hp=2"])
    rows = simulate(GAME, 2, 80, seed=4, bots="greedy", ruleset=ruleset)
    part = table[(table["hero_die"] == 12) & (table["starting_hp"] == 2) & (table["players"] == 2)].set_index("what")
    won = share((rows["result"] == "won").sum(), 80)
    assert tuple(part.loc["won", ["value", "low", "high"]]) == pytest.approx(won)
    assert part.loc["minutes", "value"] == pytest.approx(rows["minutes"].mean())


def test_a_setting_that_cannot_be_is_told_and_not_played():
    table = sweep_fields(GAME, ["starting_hp=4..5"], ["won"], 1, 10).frame().set_index("starting_hp")
    assert table.loc[5, "problem"] == "starting_hp is 5, more than max_hp (4)" and np.isnan(table.loc[5, "value"])
    assert table.loc[4, "problem"] == "" and table.loc[4, "n"] == 10


@pytest.mark.parametrize("torn", [False, True])
def test_stop_and_resume_give_the_same_as_uninterrupted(tmp_path, torn):
    asked = (GAME, ["monster_die.1=4,6,8,10", "strength=0..2"], ["won", "rounds"], 2, 60)
    whole = sweep_fields(*asked, seed=9, bots="greedy").frame()
    out, stop = tmp_path / "sweep.jsonl", threading.Event()
    part = sweep_fields(
        *asked, seed=9, bots="greedy", out=out, cancel=stop, progress=lambda done, _: done == 5 and stop.set()
    )
    assert not part.is_whole and len(part.findings) == 5 and part.settings == 12
    if torn:
        out.write_bytes(out.read_bytes()[:-20])  # the process was killed while it wrote
    looks: list[int] = []
    rest = sweep_fields(*asked, seed=9, bots="greedy", out=out, resume=True, progress=lambda done, _: looks.append(done))
    pd.testing.assert_frame_equal(rest.frame(), whole)
    assert looks == [*range(1, 13)] and len(out.read_text().splitlines()) == 13
    again = out.read_bytes()
    sweep_fields(*asked, seed=9, bots="greedy", out=out, resume=True)
    assert out.read_bytes() == again  # nothing is played twice


def test_a_file_of_another_question_is_refused(tmp_path):
    out = tmp_path / "sweep.jsonl"
    sweep_fields(GAME, ["hero_die=4,6"], ["won"], 1, 10, out=out)
    with pytest.raises(CryptError, match="is there already; go on with it with --resume"):
        sweep_fields(GAME, ["hero_die=4,6"], ["won"], 1, 10, out=out)
    with pytest.raises(CryptError, match="was made with another games"):
        sweep_fields(GAME, ["hero_die=4,6"], ["won"], 1, 20, out=out, resume=True)
    out.write_text("not JSON\n")
    with pytest.raises(CryptError, match="is no file of settings"):
        sweep_fields(GAME, ["hero_die=4,6"], ["won"], 1, 10, out=out, resume=True)
    with pytest.raises(CryptError, match="cannot be"):
        sweep_fields(GAME, ["hero_die=4,6"], ["won"], 1, 10, out=tmp_path / "missing" / "x.jsonl")


def test_a_sweep_finds_a_planted_effect_and_no_planted_null():
    effect = sweep_fields(GAME, ["hero_die=4,20"], ["won"], 2, 300, bots="greedy").frame()
    assert effect["high"].iloc[0] < effect["low"].iloc[1]
    null = sweep_fields(GAME, ["pace.roll=1,9"], ["won"], 2, 300, bots="greedy").frame()  # seconds at the table
    assert null["value"].nunique() == 1


# ---------------------------------------------------------------------------------------------- fields


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("starting_hp=2..4", (2, 3, 4)),
        ("trophy_needs=10..30:10", (10, 20, 30)),
        ("pace.roll=1.0..2.0:0.5", (1.0, 1.5, 2.0)),
        ("hero_die=4, 6,8", (4, 6, 8)),
        ("stay=allowed,forced", ("allowed", "forced")),
        ("refill_bag=true,false", (True, False)),
        ("hero_die", (4, 6, 8, 10, 12, 20)),
        ("refill_bag", (False, True)),
        ("starting_hp", (2, 3, 4, 5, 6, 7, 8)),
        ("side.2", (4, 6, 8, 10, 12)),
        ("tiles.3.count=5,6", (5, 6)),
        ("hero_die=4,6,4", (4, 6)),
    ],
)
def test_fields_and_their_values(text, values):
    assert read_field(text, GAME, BASE).values == values


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hero_dye=4,6", "hero_dye: there is no such field; did you mean hero_die"),
        ("starting_hp=2...6", "write a range as LOW..HIGH"),
        ("starting_hp=2..", "write a range as LOW..HIGH"),
        ("starting_hp=3,3", "takes at least two values"),
        ("monster_die.9=4,6", "monster_die.9: there is no such part of monster_die"),
        ("tiles", "is not a single value"),
        ("starting_hp=4..2", "from the lower to the higher"),
        ("starting_hp=3", "takes at least two values"),
        ("starting_hp=1..2:0", "write a range as LOW..HIGH"),
        ("hero_die=rest", "only a count in a table can take the rest"),
    ],
)
def test_fields_that_cannot_be_read(text, says):
    with pytest.raises(CryptError, match=says):
        read_field(text, GAME, BASE)


def test_one_count_takes_the_rest_so_that_the_sum_stays():
    fields = [read_field(text, GAME, BASE) for text in ("tiles.1.count=1..3", "tiles.2.count=4..9", "tiles.3.count=rest")]
    ruleset = changed(GAME, BASE, with_rest(BASE, fields, {"tiles.1.count": 3, "tiles.2.count": 4}))
    assert sum(row["count"] for row in ruleset.values["tiles"]) == sum(row["count"] for row in BASE.values["tiles"])
    assert [value_of(ruleset.values, f"tiles.{i}.count") for i in (1, 2, 3)] == [3, 4, 8]


@pytest.mark.parametrize("game", catalog())
def test_the_usual_fields_of_a_game_can_be_read(game):
    game = find_game(game)
    found = usual_fields(game, standard(game))
    assert len(found) >= 7
    for text in found:
        assert len(read_field(text, game, standard(game)).values) > 1


def test_what_cannot_be_swept():
    with pytest.raises(UnreadableError, match="a sweep goes over one or two fields, not 3"):
        sweep_fields(GAME, ["hero_die", "starting_hp", "strength"], ["won"], 1, 10)
    with pytest.raises(UnreadableError, match="hero_die is named twice"):
        sweep_fields(GAME, ["hero_die", "hero_die"], ["won"], 1, 10)
    with pytest.raises(UnreadableError, match="say how many play"):
        sweep_fields(GAME, ["hero_die"], ["won"], [], 10)
    with pytest.raises(RulesetError, match=r"none of the settings can be played: .*boss_die=\[1,2,3\],\[4,5,6\], or name a"):
        sweep_fields(GAME, ["boss_die=6,8"], ["won"], 1, 10)
    with pytest.raises(RulesetError, match="none of the settings can be played: .*; write values that it can take"):
        sweep_fields(GAME, ["starting_hp=20..22"], ["won"], 1, 10)


def test_by_default_a_sweep_measures_what_a_comparison_does():
    table = sweep_fields(GAME, ["hero_die=4,6"], [], 1, 10).frame()
    assert {"won", "rounds", "deaths_event", "f1_exit=walled"} <= set(table["what"])


def test_values_of_a_list_are_lists():
    table = sweep_fields(GAME, ["boss_die=[6,6,6],[20,20,20]"], ["won"], 1, 10).frame()
    assert table["boss_die"].tolist() == [[6, 6, 6], [20, 20, 20]] and (table["problem"] == "").all()


# ---------------------------------------------------------------------------------------------- sensitivity


def effects(found, what="won"):
    return found.table[found.table["what"] == what].set_index("field")


@pytest.mark.parametrize(("method", "size", "settings"), [("morris", 6, 30), ("sobol", 8, 48)])
def test_sensitivity_finds_a_planted_effect_and_no_planted_null(method, size, settings):
    fields = ["hero_die=4,6,8,10,12,20", "pace.roll=1..9", "boots_steps=0..1"]
    found = sensitivity_of(GAME, fields, ["won", "minutes"], 2, 150, bots="greedy", method=method, size=size)
    assert found.is_whole and found.settings == settings
    won = effects(found)
    assert won.index[0] == "hero_die" and won.loc["hero_die", "matters"]
    assert not won.loc["pace.roll", "matters"] and won.loc["pace.roll", "effect"] == pytest.approx(0, abs=1e-9)
    assert won.index[-1] == "luck" and not won.loc["luck", "matters"]
    assert effects(found, "minutes").loc["pace.roll", "effect"] > 0


def verdicts(*results: list[float]) -> dict[str, str]:
    """What is said of fields of which each trajectory's results are known; the last is luck."""
    names = [f"field_{i}" for i in range(len(results) - 1)] + ["luck"]
    problem = {"num_vars": len(names), "names": names, "bounds": [[0.0, 1.0]] * len(names)}
    places = _sample(problem, "morris", len(results[0]), 1)
    outcomes = np.zeros(len(places))
    at = 0
    for trajectory in range(len(results[0])):
        for _ in names:
            moved = int(np.flatnonzero(places[at + 1] != places[at])[0])
            way = np.sign(places[at + 1, moved] - places[at, moved])
            outcomes[at + 1] = outcomes[at] + way * results[moved][trajectory]
            at += 1
        at += 1
    ask = make_ask(GAME, "won", 1)
    return _judge(problem, "morris", places, outcomes, ask, 1).set_index("field")["verdict"].to_dict()


def test_what_lies_between_luck_and_an_effect_is_not_decided():
    """A field that does much at times and nothing at others has a wide interval, which says neither."""
    luck = [0.01, -0.012, 0.011, -0.009, 0.01, -0.01]
    always, at_times = [0.3, 0.31, 0.29, 0.3, 0.32, 0.3], [0.4, 0.0, 0.0, 0.3, 0.0, 0.0]
    never = [0.004, -0.01, 0.008, 0, 0.01, 0.0]
    found = verdicts(always, at_times, never, luck)
    assert found == {"field_0": MATTERS, "field_1": UNTOLD, "field_2": LUCKY, "luck": ""}


def test_shares_of_the_variance_stay_between_nothing_and_all():
    fields = ["hero_die=4,20", "strength=0..1"]
    table = sensitivity_of(GAME, fields, ["won"], 1, 40, bots="greedy", method="sobol", size=4).table
    assert table[["effect", "low", "high"]].to_numpy().min() >= 0 and table[["effect", "low", "high"]].to_numpy().max() <= 1


def test_a_sensitivity_that_is_stopped_goes_on(tmp_path):
    asked = (GAME, ["hero_die=4,8", "strength=0..2"], ["won"], 1, 40)
    whole = sensitivity_of(*asked, size=4)
    out, stop = tmp_path / "s.jsonl", threading.Event()
    part = sensitivity_of(*asked, size=4, out=out, cancel=stop, progress=lambda done, _: done == 3 and stop.set())
    assert (part.done, part.table.empty, part.is_whole) == (3, True, False)
    rest = sensitivity_of(*asked, size=4, out=out, resume=True)
    pd.testing.assert_frame_equal(rest.table, whole.table)
    assert json.loads(out.read_text().splitlines()[0])["game"] == "colossi"


def test_values_that_cannot_stand_together_are_refused_before_any_game():
    with pytest.raises(RulesetError, match="cannot be: starting_hp is ., more than max_hp .*narrow the ranges"):
        sensitivity_of(GAME, ["starting_hp=2..8", "max_hp=2..8"], ["won"], 1, 10)
    with pytest.raises(UnreadableError, match="the method is morris or sobol"):
        sensitivity_of(GAME, ["hero_die"], ["won"], 1, 10, method="guess")
