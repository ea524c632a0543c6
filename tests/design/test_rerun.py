"""Old sessions under new rules: how far their decisions stay legal, and what comes out."""

import re

import pytest

from crypt import find_game, replay
from crypt.batch.logs import write_log
from crypt.batch.plan import make_plan
from crypt.batch.simulation import simulate
from crypt.core.game import CryptError
from crypt.core.ruleset import load_ruleset, standard
from crypt.core.session import Session
from crypt.design import rerun_folder, rerun_log
from crypt.design.rerun import OPEN, outcome_changes, rerun_frame

GAME = find_game("colossi")


def variant(*settings):
    return load_ruleset(GAME, None, settings)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Eight games of greedy bots."""
    place = tmp_path_factory.mktemp("sessions")
    plan = make_plan(GAME, 2, 8, 11, "greedy")
    for index in range(8):
        write_log(plan, index, place)
    return place


def first(folder):
    return sorted(folder.glob("*.jsonl"))[0]


def test_by_its_own_rules_a_session_comes_out_the_same(folder):
    for path in folder.glob("*.jsonl"):
        found = rerun_log(path, standard(GAME))
        assert (found.difference, found.refused, found.replayed) == (None, None, found.decisions)
        assert found.before == found.after != OPEN and found.finished_by == ""


def test_rules_that_nobody_touches_change_nothing(folder):
    found = rerun_log(first(folder), variant("pace.roll=9"))
    assert found.difference is None and found.refused is None and found.before == found.after


def test_the_first_difference_is_told_in_words(folder):
    found = rerun_log(first(folder), variant("starting_hp=3"))
    assert found.difference.what.count("; before: ") == 1 and "left" in found.difference.what
    session = Session.open(first(folder), read_only=True)
    told = [" ".join(GAME.words.describe(session.at(n).events, session.names)) for n in range(1, session.decision + 1)]
    # hit points are first spoken of where one is lost
    assert found.difference.decision == next(n for n, words in enumerate(told, 1) if " HP" in words)


def test_a_decision_that_is_no_longer_legal_ends_it_with_its_rule(folder):
    found = rerun_log(first(folder), variant("steps=1", "steps_before_exploring=0"))
    assert re.search(r"\(COL-1[2-6]\)$", found.refused.what) and found.replayed == found.refused.decision - 1
    assert found.after == OPEN and found.before != OPEN
    finished = rerun_log(first(folder), variant("steps=1", "steps_before_exploring=0"), finish="greedy")
    assert finished.after in ("won", "lost", "stalled") and finished.finished_by == "greedy"
    assert (finished.refused, finished.replayed) == (found.refused, found.replayed)


def test_a_game_that_ends_sooner_is_over_and_nothing_is_refused(folder):
    """With one hit point parties die long before their decisions are at an end."""
    found = [rerun_log(path, variant("starting_hp=1"), finish="greedy") for path in folder.glob("*.jsonl")]
    over = [one for one in found if one.ended_at]
    assert over and all(one.refused is None and one.finished_by == "" for one in over)
    assert all(one.ended_at == one.replayed < one.decisions and one.after != OPEN for one in over)
    assert all("undo" not in one.refused.what for one in found if one.refused)


def test_what_was_undone_is_not_played(tmp_path):
    with Session.new(GAME, ["Ann"], standard(GAME), 7, folder=tmp_path, mode="design") as session:
        session.play("start at c3")
        session.undo()
        session.play("start at d3")
    assert replay(session.path).decisions == 2
    found = rerun_log(session.path, variant("starting_hp=2"))
    assert (found.decisions, found.replayed, found.before, found.after) == (1, 1, OPEN, OPEN)


def test_what_was_chosen_in_design_mode_is_chosen_again(tmp_path):
    with Session.new(GAME, ["Ann"], standard(GAME), 7, folder=tmp_path, mode="design") as session:
        session.play("start at c3")
        session.choose_next("tiles", [(5, 100)])
        session.play("explore north")
        session.set_position(GAME.notation.write(session.state))
    found = rerun_log(session.path, variant("pace.roll=9"))
    assert found.replayed == 2 and found.difference is None and found.refused is None


def test_outcomes_over_a_folder(folder):
    found, remarks = rerun_folder(folder, variant("hero_die=20"), finish="greedy")
    rows = simulate(GAME, 2, 8, seed=11, bots="greedy")
    assert remarks == [] and [one.before for one in found].count("won") == (rows["result"] == "won").sum()
    changes = outcome_changes(found)
    assert changes.to_numpy().sum() == 8
    table = rerun_frame(found)
    assert (table["before"] == "won").sum() == changes.loc["won"].sum() and len(table) == 8
    assert set(table["after"]) <= {"won", "lost", "stalled"} and (table["difference"] != "").all()


def test_what_cannot_be_played_again_is_told(folder, tmp_path):
    with pytest.raises(CryptError, match="and the ruleset is for lair"):
        rerun_log(first(folder), standard(find_game("lair")))
    with pytest.raises(CryptError, match="there is no bot 'clever'"):
        rerun_folder(folder, standard(GAME), finish="clever")
    with pytest.raises(CryptError, match="holds no session of lair .*8 of another game left out"):
        rerun_folder(folder, standard(find_game("lair")))
    lines = first(folder).read_text().splitlines(keepends=True)
    broken = tmp_path / "broken.jsonl"
    broken.write_text("".join([lines[0], *lines[5:]]))
    with pytest.raises(CryptError, match="a session that does not replay cannot be played by other rules"):
        rerun_log(broken, standard(GAME))
    (tmp_path / "good.jsonl").write_text("".join(lines))
    found, remarks = rerun_folder(tmp_path, standard(GAME))
    assert len(found) == 1 and len(remarks) == 1 and remarks[0].startswith("broken.jsonl, ")


def test_hands_that_are_still_hidden_stay_hidden(tmp_path):
    cave = find_game("cave")
    rules = load_ruleset(cave, None, ["pace.move=9"])
    with Session.new(cave, ["Ann", "Ben"], standard(cave), 7, folder=tmp_path / "play") as played:
        pass
    with pytest.raises(CryptError, match=f"^{played.path.name}: hands are hidden in it until it is over$"):
        rerun_log(played.path, rules)
    with pytest.raises(CryptError, match="hands are hidden in it until it is over; left out"):
        rerun_folder(tmp_path / "play", rules)
    over = write_log(make_plan(cave, 2, 1, 1, "random"), 0, tmp_path / "play")
    found, remarks = rerun_folder(tmp_path / "play", rules)
    assert [one.path for one in found] == [over]
    assert remarks == [f"{played.path.name}: hands are hidden in it until it is over; left out"]
    with Session.new(cave, ["Ann", "Ben"], standard(cave), 7, folder=tmp_path / "open", mode="design") as session:
        pass  # in design mode everybody sees everything
    assert rerun_log(session.path, rules).after == OPEN
