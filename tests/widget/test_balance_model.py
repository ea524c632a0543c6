"""The Balance page without a browser: the form, variants, and what its sections find."""

import asyncio
import shutil
import time

import pytest
from widget.talking import Talk

from crypt.batch.logs import write_log
from crypt.batch.plan import make_plan
from crypt.core.catalog import catalog, find_game
from crypt.core.game import CryptError
from crypt.core.ruleset import load_ruleset, place_in_words, standard
from crypt.core.session import Session
from crypt.core.variants import open_variant
from crypt.design import compare_rulesets, rerun_folder, sweep_fields
from crypt.design.claims import claims_path
from crypt.design.rerun import outcome_changes
from crypt.design.sweep import make_question
from crypt.widget.balance import BalancePage
from crypt.widget.balance_edit import Editor, differences
from crypt.widget.balance_form import lines_of, read_target, some_measures, some_values
from crypt.widget.balance_runs import SECTIONS


class BalanceTalk(Talk):
    """A Balance page without a browser."""

    def run(self, section, **answers):
        """Do what a section asks, with the answers that stand in its form and some others."""
        form = next(one for one in self.heard["sections"] if one["name"] == section)
        return self("run", section=section, answers=answered(form["inputs"]) | answers)


def answered(inputs):
    """What a form sends when nobody touches it."""
    return {one["name"]: rows(one) if one["kind"] == "rows" else one["value"] for one in inputs}


def rows(one):
    names = [column[0] for column in one["columns"]]
    return [dict(zip(names, row, strict=True)) for row in one["value"]]


@pytest.fixture
def talk(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path))
    talk = BalanceTalk(BalancePage())
    talk("hello", dark=False, game="colossi")
    return talk


@pytest.fixture
def data(tmp_path):
    return tmp_path


# ---------------------------------------------------------------------------------------------- the form


def test_a_ruleset_changed_through_the_page_is_the_one_written_by_hand(talk, data):
    talk("edit", place="hero_die", value="8")
    talk("edit", place="monster_die.2", value="10")
    talk("edit", place="changes_counts", value=True)
    talk("edit", place="item_cards.sword", value="6")
    talk("edit", place="tiles.3.count", value="5")
    talk("edit", place="stay", value="forced")
    talk("edit", place="pace.roll", value="2.5")
    heard = talk("save", name="by page")
    assert heard["said"]["tone"] == "done" and heard["state"]["name"] == "by page" and not heard["state"]["unsaved"]
    by_hand = data / "hand.toml"
    tiles = [dict(row) for row in standard(find_game("colossi")).values["tiles"]]
    tiles[2]["count"] = 5
    rows = ", ".join(f'{{symbol = "{row["symbol"]}", shape = "{row["shape"]}", count = {row["count"]}}}' for row in tiles)
    by_hand.write_text(
        f"hero_die = 8\nmonster_die = [4, 10, 8]\nchanges_counts = true\nstay = 'forced'\ntiles = [{rows}]\n"
        "item_cards = {sword = 6, shield = 4, boots = 4, amulet = 4, key = 4, potion = 12}\n"
        "pace = {roll = 2.5, start = 4, step = 5, explore = 8, turn_tile = 7, redraw = 6, drink = 6, trade = 10, "
        "pick_up = 3, give_up = 6, return = 5, rust = 4, open_side = 5, take_key = 4, leave = 4, end = 4}\n"
    )
    game = find_game("colossi")
    assert open_variant(game, "by page").fingerprint == load_ruleset(game, by_hand).fingerprint


def test_problems_stand_at_their_field_and_go_away(talk):
    heard = talk("edit", place="starting_hp", value="9")
    assert heard["field:starting_hp"]["problems"] == {"": ["starting_hp is 9, more than max_hp (4)"]}
    assert heard["state"]["wrong"] == 1
    assert talk("save", name="wrong")["said"]["text"] == (
        "Put right first what is wrong with the ruleset: starting_hp is 9, more than max_hp (4)"
    )
    heard = talk("edit", place="tiles.2.count", value="many")
    assert heard["field:tiles"]["problems"] == {"2.count": ["must be a whole number (given: 'many')"]}
    assert heard["field:tiles"]["value"][1]["count"] == "many"
    assert heard["field:tiles"]["lines"] == ["row 2, count: must be a whole number (given: 'many')"]
    heard = talk("edit", place="monster_die.2", value="x")
    assert heard["field:monster_die"]["lines"][0].startswith("value 2: must be ")
    talk("reset", field="monster_die")
    talk("edit", place="starting_hp", value="4")
    heard = talk("reset", field="tiles")
    assert heard["state"]["wrong"] == 0 and heard["state"]["words"] == "as the rulebook has it"


def test_a_trigger_that_does_not_suit_its_card_is_told_with_row_and_column(talk):
    talk("game", game="cave")
    shown = talk("edit", place="cards.2.trigger", value="nonsense")["field:cards"]
    name = shown["value"][1]["id"]
    assert list(shown["problems"]) == ["2.trigger"]
    assert shown["lines"][0].startswith(f"row 2 ({name}), trigger: there is no target 'nonsense'")
    place = place_in_words("cards.2", talk.page.editor.values)
    assert place == f"cards, row 2 ({name})"
    shown = talk("edit", place="cards.2.type", value="reaction")["field:cards"]
    assert shown["lines"][0].startswith(f"row 2 ({name}), trigger: ") and "target" not in shown["lines"][0][:40]


def test_what_differs_from_the_standard_is_marked(talk):
    heard = talk("edit", place="boss_die.3", value="20")
    assert heard["field:boss_die"] | {"value": None} == {
        "value": None, "differs": True, "standard": "8, 10, 12", "problems": {}, "lines": [], "changed": ["3"],
    }  # fmt: skip
    assert heard["state"]["words"] == "1 field differs from the standard" and heard["state"]["unsaved"]
    assert not talk("reset", field="boss_die")["field:boss_die"]["differs"]


def test_only_the_panels_of_fields_that_changed_are_sent(talk):
    sent = []
    talk.page.send = lambda message, buffers=None: sent.append(message)
    talk("edit", place="hero_die", value="10")
    assert {name for name in sent[-1]["set"] if name.startswith("field:")} == {"field:hero_die"}
    assert "shape" not in sent[-1]["set"]


@pytest.mark.parametrize("game", catalog())
def test_rows_come_and_go(talk, game):
    talk("game", game=game)
    table = next(field for group in talk.heard["shape"]["groups"] for field in group["fields"]
                 if field["kind"] == "table")  # fmt: skip
    name = f"field:{table['name']}"
    before = talk.heard[name]["value"]
    talk("add_row", field=table["name"])
    assert len(talk.heard[name]["value"]) in (len(before), len(before) + 1)
    if len(talk.heard[name]["value"]) > len(before):
        talk("remove_row", field=table["name"], row=len(before))
    assert talk.heard[name]["value"] == before
    assert "must have" in talk("remove_row", field=table["name"], row=99)["said"]["text"]


def test_rows_below_a_removed_one_are_as_they_were(talk):
    talk("game", game="prism")
    talk("remove_row", field="treasures", row=2)
    shown = talk.heard["field:treasures"]
    assert shown["differs"] and shown["changed"] == []
    talk("edit", place="treasures.5.count", value="9")
    assert talk.heard["field:treasures"]["changed"] == ["5.count"]
    talk("add_row", field="treasures")
    assert {place.partition(".")[0] for place in talk.heard["field:treasures"]["changed"]} == {"5", "14"}


def test_dice_of_lair_are_a_list_that_grows(talk):
    talk("game", game="lair")
    talk("add_row", field="dragon_dice")
    talk("edit", place="dragon_dice.7", value="4")
    assert talk.heard["field:dragon_dice"]["value"] == [1, 1, 1, 2, 2, 2, 4] and talk.heard["state"]["wrong"] == 0
    assert talk("edit", place="dragon_dice.9", value="4")["said"]["tone"] == "refused"


# ---------------------------------------------------------------------------------------------- variants


def test_nothing_is_written_over_or_lost_unasked(talk, data):
    talk("edit", place="hero_die", value="8")
    talk("save", name="mine")
    path = data / "rulesets" / "colossi" / "mine.toml"
    kept = path.read_text()
    talk("edit", place="hero_die", value="10")
    heard = talk("save", name="mine")
    assert heard["asking"]["words"] == "There is a variant mine already." and path.read_text() == kept
    assert talk("never_mind")["asking"] is None
    heard = talk("open", name="standard")
    assert heard["asking"]["words"] == "What you have changed is not saved." and heard["state"]["name"] == "mine"
    assert talk("open", name="standard", sure=True)["field:hero_die"]["value"] == 6
    talk("edit", place="hero_die", value="12")
    talk("save", name="mine", sure=True)
    assert "hero_die = 12" in path.read_text() and talk.heard["asking"] is None


def test_variants_are_renamed_and_deleted_when_that_was_confirmed(talk, data):
    folder = data / "rulesets" / "colossi"
    talk("edit", place="hero_die", value="8")
    talk("save", name="one")
    (folder / "one.toml").write_text("# why\n" + (folder / "one.toml").read_text())
    talk("edit", place="boss_die.1", value="10")
    asked = talk("rename", name="one", **{"as": "two"})["asking"]
    assert "one.toml will not find it" in asked["words"] and (folder / "one.toml").exists()
    talk(**asked["wanted"], sure=True)
    assert talk.heard["asking"] is None and talk.heard["state"]["names"] == ["standard", "two"]
    assert talk.heard["state"]["name"] == "two" and talk.heard["state"]["unsaved"]
    assert (folder / "two.toml").read_text().startswith("# why")
    assert open_variant(find_game("colossi"), "two").name == "two"
    talk("duplicate", name="two", **{"as": "three"})
    assert "is there already" in talk("rename", name="three", sure=True, **{"as": "two"})["said"]["text"]
    assert "cannot be called" in talk("rename", name="three", **{"as": "../three"})["said"]["text"]
    asked = talk("delete", name="two")["asking"]
    assert asked["yes"] == "Delete it" and (folder / "two.toml").exists()
    assert talk("never_mind")["asking"] is None
    talk("delete", name="two", sure=True)
    heard = talk.heard
    assert not (folder / "two.toml").exists() and heard["state"]["name"] == "standard" and heard["state"]["unsaved"]
    assert heard["field:hero_die"]["value"] == 8 and heard["state"]["names"] == ["standard", "three"]
    for name in ("standard", "two"):
        assert "There is no ruleset" in talk("delete", name=name, sure=True)["said"]["text"]


def test_duplicates_and_differences(talk, data):
    talk("edit", place="hero_die", value="8")
    talk("save", name="one")
    talk("duplicate", name="one", **{"as": "two"})
    assert talk.heard["state"]["names"] == ["standard", "one", "two"]
    game = find_game("colossi")
    assert open_variant(game, "two").fingerprint == open_variant(game, "one").fingerprint
    talk("edit", place="tiles.1.count", value="2")
    talk("edit", place="tiles.2.count", value="6")
    heard = talk("differ", first="standard", second="as edited")
    assert heard["difference"]["rows"] == [
        ["tiles.1.count", "1", "2"], ["tiles.2.count", "7", "6"], ["hero_die", "6", "8"],
    ]  # fmt: skip
    assert talk("duplicate", name="one", **{"as": "two"})["said"]["text"].endswith("save under another name, or replace it")
    lair = find_game("lair")
    assert differences(standard(lair), load_ruleset(lair, None, ["dragon_dice=[1,2]"])) == [
        ["dragon_dice", "1, 1, 1, 2, 2, 2", "1, 2"]
    ]


def test_a_game_by_the_ruleset_as_it_is_edited_opens_in_play(talk, data):
    talk("edit", place="starting_hp", value="2")
    talk("play", players=3)
    (url,) = talk.visits
    session = Session.open(next((data / "sessions").glob("*.jsonl")), read_only=True)
    assert url == f"play.ipynb?session={session.path.stem}"
    assert len(session.names) == 3 and session.ruleset.values["starting_hp"] == 2
    assert talk("play", players=9)["said"]["text"] == "Crypt of the Colossi is for 1 to 4 players, not 9"


def test_the_address_names_game_and_ruleset(talk):
    talk("game", game="lair")
    talk("edit", place="rings", value="3")
    talk("save", name="small")
    again = BalanceTalk(BalancePage())
    heard = again("hello", dark=True, game="lair", ruleset="small")
    assert heard["state"]["name"] == "small" and heard["field:rings"]["value"] == 3
    assert again("hello", game="chess")["said"]["text"] == "There is no game 'chess'"


# ---------------------------------------------------------------------------------------------- sections


def test_a_comparison_shows_what_the_library_finds(talk):
    talk("edit", place="hero_die", value="12")
    talk.run("compare", games="60", players=["1", "2"], what="won, minutes<=15, minutes, f1_exit=walled|no_key")
    found = compare_rulesets(
        "colossi", [standard(find_game("colossi")), talk.page.editor.ruleset()], [1, 2], 60, 1, "greedy",
        ["won", "minutes<=15", "minutes", "f1_exit=walled|no_key"],
    )  # fmt: skip
    shown = talk.shown["compare"]
    assert len(shown["figures"]) == 2 and len(shown["table"]["rows"]) == 8
    called = ["Won", "Minutes: at most 15", "Minutes", "How floor 1 ended: walled off or no key"]
    assert [row[1] for row in shown["table"]["rows"][:4]] == called
    assert {mark["y"][0].replace("<br>", " ") for mark in shown["figures"][0]["data"]} == {*called}
    assert shown["words"][-1].startswith("Each row by itself is judged at 95 %")
    assert [row[4] for row in shown["table"]["rows"][:2]] == [
        f"{100 * value:+.1f} points".replace("-", "\N{MINUS SIGN}") for value in found.frame()["difference"][:2]
    ]
    assert talk.heard["run:compare"]["words"] == "Finished."


def test_a_sweep_shows_every_setting_and_goes_on_where_it_was(talk, data):
    talk.run("sweep", field="hero_die=4,6,8", games="40", what="won")
    table = sweep_fields("colossi", ["hero_die=4,6,8"], ["won"], [2], 40, 1, "greedy").frame()
    rows = talk.shown["sweep"]["table"]["rows"]
    assert [row[0] for row in rows] == ["4", "6", "8"]
    assert [row[3] for row in rows] == [f"{one:.1%}" for one in table["value"]]
    (kept,) = (data / "design").glob("sweep-colossi-*.jsonl")
    before = kept.read_bytes()
    talk.run("sweep", field="hero_die=4,6,8", games="40", what="won")
    assert kept.read_bytes() == before and talk.shown["sweep"]["table"]["rows"] == rows
    talk.run("sweep", field="hero_die=4,6", second="starting_hp=3..4", games="20", what="won")
    assert talk.shown["sweep"]["figures"][0]["data"][0]["type"] == "heatmap"


def test_what_matters_is_shown_as_a_tornado(talk):
    talk.run("sensitivity", fields="hero_die=4,20\npace.roll=1..9", games="60", size="4", what="won")
    shown = talk.shown["sensitivity"]
    assert [row[2] for row in shown["table"]["rows"]] == ["hero_die", "pace.roll", "luck"]
    assert shown["table"]["rows"][1][-1] == "no more than luck" and shown["figures"][0]["data"][0]["orientation"] == "h"


def test_the_winner_of_a_search_is_taken_saved_and_not_before(talk, data):
    assert talk("take")["said"]["text"] == "There is no winner yet; search first"
    target = {"what": "won", "at_least": "55%", "at_most": "", "players": "2"}
    talk.run("balance", targets=[target], fields="hero_die=6,20", games="40", tries="4")
    shown = talk.shown["balance"]
    assert "The winner: hero_die 6 → 20." in shown["words"] and shown["table"]["rows"][0][-1] in ("met", "unclear")
    assert talk.heard["found"]
    heard = talk("take")
    assert heard["field:hero_die"]["value"] == 20 and heard["state"]["unsaved"]
    talk("save", name="winner")
    assert "hero_die = 20" in (data / "rulesets" / "colossi" / "winner.toml").read_text()


def test_claims_are_checked_against_what_is_edited(talk):
    talk("game", game="lair")
    talk("edit", place="dragon_dice.1", value="9")
    talk.run("claims", budget="300")
    verdicts = {row[-1]: row[2] for row in talk.shown["claims"]["table"]["rows"]}
    assert verdicts["even"] == "broken" and set(verdicts) == {"decided", "both-sides", "even"}


@pytest.mark.parametrize(
    ("section", "answers", "says"),
    [
        ("compare", {"players": []}, "Choose for how many players"),
        ("compare", {}, "Both rulesets are the same"),
        ("compare", {"second": "none"}, "There is no ruleset 'none'"),
        ("sweep", {"field": "hero_dye"}, "hero_dye: there is no such field"),
        ("sweep", {"games": "90000000"}, "From here up to 5,000,000 games are played"),
        ("sweep", {"what": "wonn"}, "There is no column 'wonn'"),
        ("sensitivity", {"size": "much"}, "How thoroughly is a whole number"),
        ("balance", {"targets": []}, "The targets: target: must have 1 values"),
        ("balance", {"tries": "0"}, "Settings to try are a whole number"),
        ("claims", {"budget": "x"}, "games: write a whole number"),
        ("rerun", {"ruleset": "none"}, "There is no ruleset 'none'"),
        ("rerun", {"finish": "clever"}, "there is no bot 'clever'"),
        ("rerun", {"sessions": "none"}, "there is no session 'none'"),
        ("rerun", {"sessions": "lair-0"}, "lair-0 is a session of"),
        ("rerun", {}, "No session of Crypt of the Colossi has been logged yet; play one first"),
    ],
)
def test_mistakes_are_sentences(talk, data, section, answers, says):
    write_log(make_plan(find_game("lair"), 2, 1, 1), 0, data / "sessions").rename(data / "sessions" / "lair-0.jsonl")
    heard = talk.run(section, **answers)
    told = heard[f"run:{section}"]
    assert says.lower() in told["words"].lower() and (told["state"], told["tone"]) == ("over", "refused")
    assert section not in talk.shown


def test_what_was_refused_is_forgotten_when_it_is_asked_rightly(talk):
    assert talk.run("sweep", what="wonn")["run:sweep"]["tone"] == "refused"
    assert talk.run("sweep", games="20")["run:sweep"]["words"] == "Finished."


def test_results_say_by_which_rules_and_are_drawn_anew_when_the_page_turns_dark(talk):
    talk("game", game="cave")
    talk("edit", place="deposits_to_win", value="2")
    talk.run("sweep", field="hand_limit=5,6", games="20", what="minutes")
    about = "Played by the ruleset standard as it is edited, which differs from the standard in deposits_to_win 3 → 2."
    light = talk.shown.pop("sweep")
    assert light["words"][0] == about
    talk("scheme", dark=True)
    dark = talk.shown["sweep"]
    assert dark["words"] == light["words"] and dark["table"] == light["table"] and dark["figures"] != light["figures"]


def test_examples_in_forms_are_of_their_game(talk):
    for game in catalog():
        editor = Editor(game)
        make_question(editor.game, [some_values(editor.game)], some_measures(editor.game).split(", "),
                      [editor.game.players[0]], 10, 1, None, editor.ruleset())  # fmt: skip


def test_forms_can_be_sent_as_they_are(talk):
    """Every section of every game begins with answers that can be played, but for those without rulesets or sessions."""
    for game in catalog():
        editor = Editor(game)
        for section in SECTIONS.values():
            if section.name not in ("compare", "rerun") and (section.name != "claims" or claims_path(editor.game).exists()):
                assert callable(section.begin(editor, answered(section.inputs(editor)), False)), (game, section.name)


def test_targets_are_read_from_their_rows():
    row = {"what": "spread won", "at_least": "", "at_most": "10%", "players": "1, 2"}
    assert read_target(row, "greedy") == {"what": "won", "bots": "greedy", "spread_at_most": 0.1, "players": [1, 2]}
    assert read_target({"what": "won", "at_least": "0.4"}, "bold") == {"what": "won", "bots": "bold", "at_least": 0.4}
    for wrong in ({"what": "won", "players": "two"}, {"what": "won", "at_least": "half"}):
        with pytest.raises(CryptError):
            read_target(wrong, "greedy")
    assert lines_of(" a \n\n b\n") == ["a", "b"]


def test_the_page_answers_while_games_are_played_and_work_can_be_stopped(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path))

    async def visit():
        talk = BalanceTalk(BalancePage())
        talk("hello", game="colossi")
        talk.run("sweep", field="hero_die=4,6,8,10,12,20", second="starting_hp=1..4", games="3000", what="won")
        waits = []
        for value in ("8", "10", "12", "6") * 5:
            await asyncio.sleep(0.1)
            began = time.perf_counter()
            talk("edit", place="boss_die.1", value=value)
            waits.append(time.perf_counter() - began)
        assert talk.heard["run:sweep"]["state"] == "running"
        talk("stop", section="sweep")
        while talk.heard["run:sweep"]["state"] != "over":
            await asyncio.sleep(0.05)
        return talk, sorted(waits)

    talk, waits = asyncio.run(visit())
    assert waits[len(waits) // 2] < 0.2
    assert talk.heard["run:sweep"]["words"] == "Stopped." and "they are kept" in talk.shown["sweep"]["words"][1]


# ---------------------------------------------------------------------------------------------- play again


@pytest.fixture
def logged(talk, data):
    """Six sessions of greedy bots in the data folder."""
    plan = make_plan(find_game("colossi"), 2, 6, 11, "greedy")
    return [write_log(plan, index, data / "sessions") for index in range(6)]


def test_sessions_played_again_are_told_as_the_library_finds_them(talk, data, logged):
    talk("edit", place="steps", value="1")
    talk("edit", place="steps_before_exploring", value="0")
    talk.run("rerun")
    found, _ = rerun_folder(data / "sessions", talk.page.editor.ruleset())
    shown = talk.shown["rerun"]
    assert shown["words"][0].startswith("Played by the ruleset standard as it is edited, which differs from the standard in")
    refused = sum(one.refused is not None for one in found)
    assert refused and f"{refused} end at an action that is not allowed any more" in shown["words"][1]
    told = {row[0]: (row, links) for row, links in zip(shown["table"]["rows"], shown["table"]["actions"], strict=True)}
    assert len(told) == 6
    for one in found:
        row, links = told[one.path.stem]
        assert row[4] == f"{one.replayed:,} of {one.decisions:,}"
        assert one.refused.what in row[5] and "(COL-" in row[5] and row[3] == "Open"
        at = one.refused.decision
        assert links[-1] == {"label": f"Decision {at}", "href": f"play.ipynb?session={one.path.stem}&at={at}"}
    changes = outcome_changes(found)
    for before, row in changes.iterrows():
        (line,) = [line for line in shown["words"] if line.startswith(f"{before.capitalize()} before: ")]
        assert all(f"{count} {name}" in line for name, count in row.items() if count)
    assert talk.heard["run:rerun"]["words"] == "Finished."


def test_some_sessions_by_a_variant_are_finished_by_a_bot(talk, logged):
    talk("edit", place="steps", value="1")
    talk("edit", place="steps_before_exploring", value="0")
    talk("save", name="slow")
    talk("open", name="standard")
    form = next(one for one in talk.heard["sections"] if one["name"] == "rerun")
    names = [name for name, _ in next(one for one in form["inputs"] if one["name"] == "sessions")["options"]]
    assert sorted(names) == sorted(path.stem for path in logged) and form["missing"] is None
    talk.run("rerun", sessions=f"{names[0]}\n{names[1]}.jsonl\n{names[0]}\n", ruleset="slow", finish="greedy")
    shown = talk.shown["rerun"]
    assert shown["words"][0].startswith("Played by the ruleset slow, which differs from the standard in steps 2 → 1")
    assert [row[0] for row in shown["table"]["rows"]] == names[:2]
    assert "The rest of 2 sessions was played by greedy." in shown["words"]
    assert {row[3] for row in shown["table"]["rows"]} <= {"Won", "Lost", "Stalled"}
    talk.run("rerun", ruleset="standard")
    shown = talk.shown["rerun"]
    assert shown["words"][:2] == [
        "Played by the ruleset standard.", "Of 6 sessions 6 go the same way.",
    ]  # fmt: skip
    assert {row[5] for row in shown["table"]["rows"]} == {"Nothing"}
    assert shown["table"]["actions"][0][0]["href"] == f"play.ipynb?session={shown['table']['rows'][0][0]}"


def test_without_sessions_it_is_told_how_to_get_some_and_they_are_found(talk, data):
    form = next(one for one in talk.heard["sections"] if one["name"] == "rerun")
    assert form["missing"]["command"].startswith("crypt simulate colossi --players ")
    refused = talk.run("rerun")["run:rerun"]
    assert refused["tone"] == "refused" and "has been logged yet" in refused["words"]
    write_log(make_plan(find_game("colossi"), 1, 1, 3, "random"), 0, data / "sessions")
    heard = talk("edit", place="hero_die", value="8")
    form = next(one for one in heard["sections"] if one["name"] == "rerun")
    assert form["missing"] is None and len(form["inputs"][0]["options"]) == 1


def test_what_cannot_be_played_again_is_left_out_and_told(talk, data, logged):
    lines = logged[0].read_text().splitlines(keepends=True)
    logged[0].write_text("".join([lines[0], *lines[5:]]))
    talk.run("rerun", ruleset="standard")
    shown = talk.shown["rerun"]
    assert len(shown["table"]["rows"]) == 5 and shown["words"][-1].startswith(logged[0].name)
    assert shown["words"][-1].endswith("; left out.")
    talk("game", game="cave")
    with Session.new(find_game("cave"), ["Ann", "Ben"], standard(find_game("cave")), folder=data / "sessions") as session:
        pass
    talk.run("rerun", ruleset="standard")
    assert talk.shown["rerun"]["words"] == [
        "Played by the ruleset standard.", "No session has been played again.",
        f"{session.path.name}: hands are hidden in it until it is over; left out.",
    ]  # fmt: skip
    assert talk.shown["rerun"]["table"] is None


def test_sessions_played_again_can_be_stopped_and_what_was_played_is_shown(talk, data):
    log = write_log(make_plan(find_game("colossi"), 2, 1, 11, "greedy"), 0, data / "sessions")
    for number in range(59):
        shutil.copy(log, log.with_name(f"copy-{number}.jsonl"))

    async def visit():
        again = BalanceTalk(BalancePage())
        again("hello", game="colossi")
        again.run("rerun", finish="greedy")
        while (again.heard["run:rerun"] or {}).get("done", 0) < 1:
            await asyncio.sleep(0.02)
        again("stop", section="rerun")
        while again.heard["run:rerun"]["state"] != "over":
            await asyncio.sleep(0.02)
        return again

    again = asyncio.run(visit())
    shown = again.shown["rerun"]
    done = len(shown["table"]["rows"])
    assert 0 < done < 60 and shown["words"][-1] == f"Stopped after {done} of 60 sessions."
    assert again.heard["run:rerun"]["words"] == "Stopped."
