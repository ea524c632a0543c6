"""What the Play page is sent for The Prism Crystals, and what it does with a visitor's wishes."""

import json
from random import Random

import pytest
from widget.records import finished, three_games
from widget.test_play_model import page, send  # noqa: F401

from crypt import Session, find_game, load_ruleset
from crypt.core.ruleset import build
from crypt.stats import read_games
from crypt.widget import distances, lobby, outcomes_sections
from crypt.widget.outcomes_content import Asked


@pytest.fixture
def prism(page):  # noqa: F811
    """A page with a game in design mode."""
    send(page, "new", game="prism", names=["Ann", "Ben", "Cid"], seed="3", mode="design")
    return page


def test_a_whole_game_is_shown(prism):
    """Every action has a button; moves lead from where the pawn stands to tiles of the land; all of it is JSON."""
    random = Random(1)
    for _ in range(250):
        session = prism.session
        if session.is_over:
            break
        legal = session.legal()
        answer = send(prism, "act", code=random.choice(legal[1:]))
        json.dumps(answer)
        if session.is_over or "actions" not in answer:
            continue
        codes = {action["code"] for action in answer["actions"]}
        assert codes == set(session.legal())
        moves = answer["cells"]["moves"] if "cells" in answer else []
        assert {move["code"] for move in moves} == {code for code in codes if code >> 16 == 1}
    assert prism.session.decision >= 250


def test_choosing_tiles_and_why_they_cannot_be_chosen(prism):
    state = prism.session.state
    near = [move["to"] for move in prism.session.game.part("panels").moves(state, prism.session.legal())]
    refused = send(prism, "cell", cell="a1")["said"]
    assert refused["tone"] == "refused" and "a1 is not beside e5" in refused["text"]
    assert "PRI-31" in send(prism, "act", code=5 << 16)["said"]["text"]
    assert "PRI-31" in send(prism, "end_turn")["said"]["text"]
    assert "player 1's turn" in send(prism, "move", piece="2", cell=near[0], carry=False)["said"]["text"]
    send(prism, "move", piece="1", cell=near[0], carry=False)
    assert prism.session.decision == 1


def test_nothing_that_lies_face_down_is_sent(prism):
    """The log and the page of a game say the same of another game of the same land, until a piece is turned up."""
    state = prism.session.state
    other = state.copy()
    prism.session.game.hide(other, 0)
    game, rules, names = prism.session.game, prism.session.ruleset.record, prism.session.names
    assert game.draw.svg(state, rules, names) == game.draw.svg(other, rules, names)
    assert game.notation.write(state) == game.notation.write(other)
    panels = game.part("panels")
    assert panels.facts(state, rules) == panels.facts(other, rules)
    assert panels.cells(state, [], names) == panels.cells(other, [], names)


def test_an_arrow_key_towards_nothing_says_so(prism):
    send(prism, "edit", change={"put": "pawn 1", "cell": "i1"})
    assert send(prism, "arrow", direction=1)["said"]["text"] == "The land ends northeast of i1 (PRI-02)"


def test_a_treasure_is_chosen_beneath_a_hidden_monster(prism):
    """Both are drawn from one stream: what is chosen for the treasure waits for the monster, and leaves its choice alone."""
    state, game = prism.session.state, prism.session.game
    marked = next(tile for tile in range(61) if state.marked[tile])
    near = [int(other) for other in prism.session.ruleset.record.near[marked] if other < 61 and not state.marked[other]]
    names = [game.part("board").tile_names(5)[tile] for tile in (near[0], marked)]
    send(prism, "edit", change={"put": "pawn 1", "cell": names[0]})

    def choose(what, words):
        options = last_design(prism)["options"][what]
        return send(prism, "choose", what=what, option=next(i for i, one in enumerate(options) if one.startswith(words)))

    choose("monster", "rat")
    said = choose("treasure beneath a hidden monster", "red crystal")["said"]["text"]
    assert said.endswith("if that monster is the next piece that is turned up.")
    assert last_design(prism)["coming"][0].startswith("treasure beneath a hidden monster: red crystal")
    send(prism, "cell", cell=names[1])
    assert any("rat" in line for line in prism._story.told[-1]["lines"])
    assert last_design(prism)["coming"][0].startswith("the rest of treasure beneath")
    assert prism.session.coming["tiles"] == [prism.session.coming["tiles"][0]]


def last_design(page):  # noqa: F811
    """What the page was sent last for design mode."""
    return next(message["set"]["design"] for message in reversed(page.sent) if message.get("set", {}).get("design"))


def test_design_mode_chooses_what_is_turned_up(prism):
    send(prism, "edit", change={"points": "3", "round": "4", "player": "2"})
    assert (prism.session.state.round_number, prism.session.actor) == (4, 1)
    state, game = prism.session.state, prism.session.game
    panels = game.part("panels")
    options = [words for words, _ in panels.choices_of_chance(state, prism.session.ruleset.record)["monster"]["options"]]
    assert options[0] == "horse (2 of 23)" and options[-1] == "dragon (1 of 23)"
    marked = next(tile for tile in range(61) if state.marked[tile])
    near = [int(other) for other in prism.session.ruleset.record.near[marked] if other < 61 and not state.marked[other]]
    names = [game.part("board").tile_names(5)[tile] for tile in (near[0], marked)]
    send(prism, "edit", change={"put": "pawn 2", "cell": names[0]})
    send(prism, "choose", what="monster", option=options.index("dragon (1 of 23)"))
    send(prism, "cell", cell=names[1])
    assert "the dragon" in prism.session.game.words.prompt(prism.session.state, prism.session.names)


def test_the_inspect_page_tells_the_costs_of_the_games_own_ruleset():
    game = find_game("prism")
    costs = {"field": 2, "forest": 2, "mountain": 2}
    rows = [row | {"entry_cost": costs[row["terrain"]]} for row in load_ruleset(game).values["terrain"]]
    flat = build(game, load_ruleset(game).values | {"terrain": rows}, "test", "flat")
    session = Session.new(game, ["Ann", "Ben"], flat, 3)
    chosen = [distances.panels(session, 0, cell)["chosen"]["words"] for cell in ("e5", "a1", "i5")]
    assert all("2 points to enter" in words for words in chosen)
    usual = Session.new(game, ["Ann", "Ben"], load_ruleset(game), 3)
    assert distances.panels(usual, 0, "e5")["chosen"]["words"].startswith("the house, 1 point to enter")


def test_the_end_of_a_game_stands_beside_the_record_of_its_group(page):  # noqa: F811
    folder = lobby.sessions_folder()
    best, middle, worst = three_games(folder)
    told = {game.name: send(page, "resume", session=game.name)["end"]["records"] for game in (best, middle, worst)}
    rounds = {name: dict(records["numbers"])["Rounds"] for name, records in told.items()}
    assert told[best.name]["text"].startswith("A new record of Ann and Ben in rounds")
    assert told[best.name]["text"].endswith(", over 2 other games.")
    assert rounds[best.name] == f"{best.outcome.rounds}, a new record (before: {middle.outcome.rounds})"
    assert rounds[worst.name] == f"{worst.outcome.rounds} (record: {best.outcome.rounds})"
    assert [title for title, _ in told[worst.name]["numbers"]] == ["Rounds", "Scars", "Chests"]
    alone = finished(folder, ["Cid", "Dee"], 1)
    assert send(page, "resume", session=alone.name)["end"]["records"] == {
        "text": "The first game that counts for the record of Cid and Dee.",
        "numbers": [["Rounds", str(alone.outcome.rounds)], ["Scars", str(alone.outcome.scars)],
                    ["Chests", str(alone.outcome.chests)]],
    }  # fmt: skip
    again = finished(folder, ["Dee", "Cid"], 1)  # the same game once more
    told = send(page, "resume", session=again.name)["end"]["records"]
    assert told["text"] == "The record of Cid and Dee stands, from 1 other game."
    assert dict(told["numbers"])["Rounds"] == f"{again.outcome.rounds}, as the record"
    designed = finished(folder, ["Cid", "Dee"], 2, mode="design")
    assert "does not count for the record of Cid and Dee: what was revealed" in (
        send(page, "resume", session=designed.name)["end"]["records"]["text"]
    )
    other = finished(folder, ["Ann"], 1, game="colossi", settings=("floors=1", "round_limit=2"))
    assert send(page, "resume", session=other.name)["end"]["records"] is None


def section(folder, game="prism"):
    """What the section of records shows for the sessions of a folder."""
    make = next(one.make for one in outcomes_sections.sections_of(game) if one.name == "records")
    return make(Asked(read_games(folder), game, [], {}, False))


def test_the_outcomes_page_lists_the_record_of_each_group(tmp_path):
    games = three_games(tmp_path)
    finished(tmp_path, ["Cid", "Dee"], 1, settings=("crystals_to_win=1",))
    finished(tmp_path, ["Eve", "Ann"], 1, mode="design")
    found = section(tmp_path)
    assert found.table["heads"] == ["Group", "Players", "Ruleset", "Games", "Fewest rounds", "Fewest scars", "Most chests"]
    groups = {row[0]: row for row in found.table["rows"]}
    assert set(groups) == {"Ann, Ben", "Cid, Dee"}
    best = [str(min(game.outcome.rounds for game in games)), str(min(game.outcome.scars for game in games)),
            str(max(game.outcome.chests for game in games))]  # fmt: skip
    assert groups["Ann, Ben"][1:] == ["2", groups["Ann, Ben"][2], "3", *best]
    assert groups["Ann, Ben"][2] != groups["Cid, Dee"][2]  # of two rulesets with one name each is told apart
    assert "records" not in {one.name for one in outcomes_sections.sections_of("colossi")}


def test_without_a_game_that_counts_there_is_no_list_of_records(tmp_path):
    finished(tmp_path, ["Ann", "Ben"], 1, mode="design")
    found = section(tmp_path)
    assert found.table is None and found.words[0].startswith("No session here counts")
