"""Balance: targets that can be reached and others, the front, fresh seeds, stop and resume."""

import threading

import pytest

from crypt import find_game, simulate
from crypt.core.catalog import catalog
from crypt.core.game import CryptError
from crypt.core.ruleset import load_ruleset, standard
from crypt.core.shipped import shipped
from crypt.design import balance_rules, read_targets
from crypt.design.balance import make_search
from crypt.design.targets import MET, MISSED, Seen, Target, TargetFile
from crypt.stats.intervals import Estimate

GAME = find_game("colossi")


def targets(*wanted, fields=("hero_die",), **settings) -> TargetFile:
    common = {"game": "colossi", "fields": list(fields), "games": 150, "tries": 6, "judged": 600, "target": list(wanted)}
    return TargetFile.model_validate(common | settings)


def won(low, high=1.0, **more):
    return {"what": "won", "players": 2, "at_least": low, "at_most": high} | more


def test_a_target_that_is_known_to_be_reachable_is_reached():
    """With the hero's die of twenty sides parties win far more often than with fewer: only that meets the target."""
    by_die = {}
    for die in (6, 20):
        rows = simulate(GAME, 2, 600, seed=77, bots="greedy", ruleset=load_ruleset(GAME, None, [f"hero_die={die}"]))
        by_die[die] = (rows["result"] == "won").mean()
    between = (by_die[6] + by_die[20]) / 2
    found, judged = balance_rules(targets(won(between), fields=["hero_die=4,6,20"], judged=2000, games=400))
    assert found.changed_fields(found.best) == {"hero_die": (6, 20)} and found.best.miss == 0
    assert found.is_whole and len(found.tries) == 3  # each side once
    assert judged.verdict == MET and judged.after[0].estimates[2].value == pytest.approx(by_die[20], abs=0.06)
    assert judged.before[0].verdict == MISSED


def test_it_says_so_when_a_target_cannot_be_reached():
    found, judged = balance_rules(targets(won(0.99)))
    assert judged.verdict == MISSED and found.best.miss > 0
    assert judged.frame()["verdict"].tolist() == ["missed"]


def test_what_meets_the_targets_already_is_left_as_it_is():
    found, judged = balance_rules(targets(won(0.01)))
    assert found.changed_fields(found.best) == {} and judged.verdict == MET


def test_the_winner_is_judged_on_seeds_that_the_search_has_not_seen():
    search = make_search(targets(won(0.5, 0.6)))
    found = search.run(6)
    judged = search.judge(found.best, 150)
    ruleset, seed = found.ruleset(found.best), search.question.seed
    same = simulate(GAME, 2, 150, seed=seed, bots="greedy", ruleset=ruleset)
    fresh = simulate(GAME, 2, 150, seed=seed + 1, bots="greedy", ruleset=ruleset)
    assert found.best.seen[0].estimates[2].value == pytest.approx((same["result"] == "won").mean())
    assert judged.after[0].estimates[2].value == pytest.approx((fresh["result"] == "won").mean())


def test_the_front_holds_what_nothing_is_better_than_in_everything():
    wanted = [won(0.55), {"what": "minutes", "players": 2, "at_most": 14.0}]
    found, _ = balance_rules(targets(*wanted, fields=["hero_die", "starting_hp=1..4"], tries=14))
    points = {one.number: (*one.misses, one.change) for one in [found.base, *found.tries]}
    front = {(*one.misses, one.change) for one in found.front}
    for point in points.values():
        others = [other for other in points.values() if other != point]
        is_beaten = any(all(a <= b for a, b in zip(other, point, strict=True)) for other in others)
        assert (point in front) != is_beaten
    table = found.frame()
    assert table["on_front"].sum() == len(found.front) == len(front) and len(table) == 15
    assert found.best.miss == pytest.approx(table["miss"].min())


def test_tiles_stay_as_many_as_they_are():
    fields = ["tiles.16.count=2..8", "tiles.17.count=2..8", "tiles.18.count=rest"]
    found, _ = balance_rules(targets(won(0.5, 0.6), fields=fields, tries=10, judged=50))
    before = sum(row["count"] for row in standard(GAME).values["tiles"])
    assert any(not one.problem for one in found.tries)
    for one in found.tries:
        if not one.problem:
            assert sum(row["count"] for row in found.ruleset(one).values["tiles"]) == before


def test_settings_that_cannot_be_played_are_told_and_never_win():
    found, _ = balance_rules(targets(won(0.3), fields=["starting_hp=3..8"], judged=50))
    table = found.frame().set_index("starting_hp")
    assert table.loc[8, "problem"] == "starting_hp is 8, more than max_hp (4)" and table.loc[3, "problem"] == ""
    assert found.best.problem == ""


@pytest.mark.parametrize("tries", [6, 12])
def test_stop_and_resume_give_the_same_as_uninterrupted(tmp_path, tries):
    asked = targets(won(0.5, 0.55), fields=["hero_die", "starting_hp=1..4", "strength=0..2"], games=60, judged=60)
    whole, judged = balance_rules(asked, tries=tries)
    out, stop = tmp_path / "search.jsonl", threading.Event()

    def halt(found):
        if len(found.tries) == 4:
            stop.set()

    part, nothing = balance_rules(asked, tries=tries, out=out, progress=halt, cancel=stop)
    assert nothing is None and len(part.tries) == 4 and not part.is_whole
    again, judged_again = balance_rules(asked, tries=tries, out=out, resume=True)
    assert again.frame().equals(whole.frame()) and judged_again.frame().equals(judged.frame())
    with pytest.raises(CryptError, match="is there already; go on with it with --resume"):
        balance_rules(asked, tries=tries, out=out)


def test_spreads_and_several_numbers_of_players():
    narrow, wide = Estimate(0.5, 0.45, 0.55), Estimate(0.2, 0.15, 0.25)
    spread = Seen(Target(what="won", spread_at_most=0.1), {1: narrow, 2: wide})
    assert spread.worst[0].value == pytest.approx(0.3) and spread.miss == pytest.approx(0.2)
    assert spread.verdict == MISSED  # they lie 0.2 apart at least
    each = Seen(Target(what="won", at_least=0.3), {1: narrow, 2: wide})
    assert each.worst == (wide, 2) and each.miss == pytest.approx(0.1) and each.verdict == MISSED
    assert Seen(Target(what="won", at_least=0.3), {1: narrow}).verdict == MET


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "target: is missing"),
        ("[[target]]\nwhat = 'won'\n", "value 1: say what is wanted"),
        ("[[target]]\nwhat = 'won'\nat_least = 0.5\nat_most = 0.4\n", "at_least .0.5. is more than at_most"),
        ("round = 3\n[[target]]\nwhat = 'won'\nat_least = 0.5\n", "round: there is no such field; fields of the file: game"),
        ("[[target]]\nshare = 'won'\nwhat = 'lost'\nat_least = 0.5\n", "there is no such field"),
        ("[[target]]\nwhat = 'won'\nleast = 0.5\nat_most = 1\n", "there is no such field; fields of a target"),
    ],
)
def test_files_that_cannot_be_read(tmp_path, text, says):
    path = tmp_path / "targets.toml"
    path.write_text(f"game = 'colossi'\n{text}")
    with pytest.raises(CryptError, match=says):
        read_targets(path)


def test_the_targets_that_come_with_a_game_can_be_searched():
    for game in catalog():
        path = shipped("data", game, "targets.toml")
        if path.exists():
            told = read_targets(path)
            search = make_search(told, games=20)
            assert told.game == game and len(search.run(2).tries) == 2
    assert shipped("data", "colossi", "targets.toml").exists()


def test_what_cannot_be_searched(tmp_path):
    with pytest.raises(CryptError, match="name a field and its values"):
        balance_rules(targets(won(0.5), fields=[]))
    with pytest.raises(CryptError, match="target 2: there is no column 'wonn'"):
        balance_rules(targets(won(0.5), won(0.5, what="wonn")))
    with pytest.raises(CryptError, match="target 1: a spread is of two or more"):
        balance_rules(targets({"what": "won", "players": 2, "spread_at_most": 0.1}))


def test_a_mean_misses_in_parts_of_the_bound():
    seen = {2: Estimate(90.0, 85.0, 95.0)}
    assert Seen(Target(what="minutes", at_most=60), seen, is_share=False).miss == pytest.approx(0.5)
    assert Seen(Target(what="minutes", at_least=120), seen, is_share=False).miss == pytest.approx(0.25)


def test_a_value_that_the_search_would_not_choose_is_as_far_as_can_be_from_those_it_would():
    assert standard(GAME).values["hero_die"] == 6
    found = make_search(targets(won(0.5), fields=["hero_die=4,20"], games=20)).run(2)
    assert {one.changes["hero_die"]: one.change for one in found.tries} == {4: 1.0, 20: 1.0}
