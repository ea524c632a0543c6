"""What the Play page sends and takes, without a browser."""

import json
import random
import re
import time
from datetime import datetime

import pytest

from crypt.core import log
from crypt.core.catalog import catalog, find_game
from crypt.core.game import CryptError
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.core.wording import capital
from crypt.games.colossi.reading import cell_name
from crypt.widget import guard, lobby, pages, table
from crypt.widget.intents import FOLLOWS, INTENTS, LOOKS_BACK
from crypt.widget.play import DRAWING, PlayPage
from crypt.widget.table import SAID


@pytest.fixture
def colossi():
    return find_game("colossi")


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A page whose messages are kept in `page.sent`."""
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path))
    page = PlayPage()
    page.sent = []
    monkeypatch.setattr(page, "send", page.sent.append)
    return page


def send(page, do, **rest):
    """Send an intent for what the page shows; give the panels of the answer, with the board that went ahead of it."""
    before = len(page.sent)
    page.receive({"do": do, "id": 1, "at": page.ticket, **rest})
    ahead, answer = ([one["set"] for one in page.sent[before:] if one["kind"] == kind] for kind in ("ahead", "answer"))
    assert len(ahead) <= len(answer) == 1 and not ahead[0:1] or not ahead[0].keys() & answer[0].keys() - {"ticket"}
    return {**(ahead[0] if ahead else {}), **answer[0]}


def begin(page, names=("Ann", "Bob"), **rest):
    return send(page, "new", names=list(names), **({"game": "colossi", "seed": "7"} | rest))


def started(page):
    """A session in which everybody has chosen a start cell."""
    begin(page)
    while page.session.state.phase == 0:
        send(page, "act", code=page.session.legal()[0])
    return page.session


def test_model_is_json_and_only_changes_are_sent(page):
    first = begin(page)
    assert {"svg", "cells", "actions", "heroes", "facts", "story", "rules", "session"} <= first.keys()
    json.dumps(first)
    assert first["session"]["seed"] == "7"
    then = send(page, "note", text="hm")
    assert set(then) == {"story", "said", "ticket"}
    assert send(page, "ping") == {}


def test_an_intent_for_another_position_is_dropped(page):
    begin(page)
    old = page.ticket
    send(page, "act", code=page.session.legal()[0])
    page.receive({"do": "act", "id": 2, "at": old, "code": page.session.legal()[0]})
    assert page.sent[-1] == {"kind": "answer", "id": 2, "set": {}, "stale": True}
    assert page.session.decision == 1


def test_the_board_goes_ahead_when_the_log_is_written_and_the_answer_when_it_is_synced(page, monkeypatch):
    session, order = started(page), []
    lines = len(session.path.read_bytes().splitlines())

    def keep(message):
        order.append((message["kind"], len(session.path.read_bytes().splitlines()) - lines))
        page.sent.append(message)

    monkeypatch.setattr(page, "send", keep)
    monkeypatch.setattr(log.os, "fsync", lambda _: order.append(("sync", 0)))
    send(page, "act", code=session.legal()[0])
    assert [kind for kind, _ in order] == ["ahead", "sync", "answer"]
    assert order[0][1] >= 1
    send(page, "act", code=999)
    assert [kind for kind, _ in order[3:]] == ["answer"]


def test_the_answer_leaves_the_browser_time_to_draw_the_board(page, monkeypatch):
    session, sent = started(page), {}
    monkeypatch.setattr(page, "send", lambda message: sent.setdefault(message["kind"], time.monotonic()))
    page.receive({"do": "act", "id": 1, "at": page.ticket, "code": session.legal()[0]})
    assert sent["answer"] - sent["ahead"] >= DRAWING


def test_what_cannot_be_synced_is_taken_back_on_the_page_too(page, monkeypatch):
    session = started(page)
    decision, shown = session.decision, len(page.sent)

    def full(_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(log.os, "fsync", full)
        page.receive({"do": "act", "id": 1, "at": page.ticket, "code": session.legal()[0]})
    there, back, answer = page.sent[shown:]
    assert there["set"]["moment"]["at"] == decision + 1
    assert back["set"]["moment"]["at"] == decision == session.decision
    assert there["set"]["ticket"] < back["set"]["ticket"] == page.ticket
    assert "No space left" in answer["set"]["said"]["text"] and "taken back" in answer["set"]["said"]["text"]
    send(page, "act", code=session.legal()[0])
    assert (page.session.decision, page.said["text"]) == (decision + 1, "")


def test_a_sample_is_looked_at_in_a_copy_of_ones_own(page):
    lobby_shown = send(page, "hello")["lobby"]
    assert lobby_shown["sessions"] == [] and "walled_off" in [row["name"] for row in lobby_shown["samples"]]
    opened = send(page, "sample", session="walled_off")
    assert opened["moment"]["at"] == 0 < opened["moment"]["last"] and opened["moment"]["looking"]
    assert page.session.path.parent == lobby.sessions_folder()
    assert send(page, "sample", session="../walled_off")["said"]["tone"] == "refused"


def test_what_is_wrong_with_an_uploaded_log_is_said_with_its_name(page):
    assert send(page, "upload", name="mine.jsonl", text="{")["said"]["text"].startswith("mine.jsonl")


def test_unknown_and_malformed_intents_change_nothing(page):
    begin(page)
    assert "'no such thing', which crypt does not know" in send(page, "no such thing")["said"]["text"]
    page.receive({})
    assert send(page, "act", code="north")["said"]["tone"] == "defect"
    assert send(page, "cell", cell="z99")["said"]["tone"] == "refused"
    assert page.session.decision == 0


def test_scripts_ask_for_what_there_is_and_for_all_of_it():
    assert set(re.findall(r'\bdo: "(\w+)"', PlayPage._esm)) == set(INTENTS)


def test_what_the_rules_forbid_is_said_with_the_rule(page):
    session = started(page)
    state = session.state
    corner = "a1" if int(state.cell[state.hero]) else "c3"
    assert "(COL-11)" in send(page, "cell", cell=corner)["said"]["text"]
    for _ in range(3):
        send(page, "arrow", direction=0)
    assert page.said["text"] == "" or "COL-" in page.said["text"]


def test_every_legal_action_has_a_button_and_cells_lead_to_actions(colossi):
    session = Session.new(colossi, ["Ann", "Bob"], load_ruleset(colossi), 3)
    story = table.Story()
    for i in range(120):
        if session.is_over:
            break
        story.news(session)
        model = table.board_model(session) | table.beside_model(session, story.told)
        assert [action["code"] for action in model["actions"]] == session.legal()
        panels = colossi.part("panels")
        for cell in model["cells"]["list"]:
            if cell["code"]:
                assert panels.meant_by_cell(session.state, cell["cell"]) == cell["code"]
        if model["ghost"]:
            codes = {turn["code"] for turn in model["ghost"]["turns"]}
            assert codes == {code for code in session.legal() if code >> 16 == session.legal()[0] >> 16}
        legal = session.legal()
        session.play(legal[i * 7 % len(legal)])


def test_story_follows_undo_and_redo(colossi):
    session = Session.new(colossi, ["Ann"], load_ruleset(colossi), 3, mode="design")
    story = table.Story()
    assert story.news(session)["keep"] == 0
    for _ in range(6):
        session.play(session.legal()[0])
    assert [entry["n"] for entry in story.news(session)["add"]] == [1, 2, 3, 4, 5, 6]
    session.undo()
    session.undo()
    assert story.news(session) == {"keep": 5, "add": []}
    session.play(session.legal()[-1])
    assert [entry["n"] for entry in story.news(session)["add"]] == [5]
    assert story.news(session) is None


def test_heroes_cards_hold_what_they_have(page):
    session = started(page)
    model = table.board_model(session) | table.beside_model(session, page._story.told)
    assert [hero["name"] for hero in model["heroes"]] == ["Ann", "Bob"]
    assert all(hero["gauge"]["value"] == 4 and hero["is_alive"] for hero in model["heroes"])
    assert sum(hero["to_move"] for hero in model["heroes"]) == 1


def test_rules_show_the_values_of_the_ruleset(colossi):
    rules = table.rules_model(colossi, load_ruleset(colossi, settings=["hero_die=8"]))
    by_id = {rule["id"]: rule for rule in rules}
    assert by_id["COL-22"]["values"] == [["hero die", "8"]] and by_id["COL-22"]["changed"]
    assert not by_id["COL-12"]["changed"]
    assert by_id["stay"]["kind"] == "ruling"


@pytest.mark.parametrize("name", list(catalog()))
def test_tables_of_rules_have_heads_and_names(name):
    game = find_game(name)
    values = [value for rule in table.rules_model(game, load_ruleset(game)) for _, value in rule["values"]]
    tables = [value for value in values if not isinstance(value, str)]
    assert bool(tables) == (name != "lair") and all(len(row) == len(one["heads"]) for one in tables for row in one["rows"])
    cells = {cell for one in tables for row in [one["heads"], *one["rows"]] for cell in row}
    assert not [cell for cell in cells if re.search(r"^[A-Z]\d\d\b|_|None|normal|[A-Z][;=(]", cell)]
    assert not [value for value in values if isinstance(value, str) and "; " in value]


def test_names_from_right_to_left_do_not_turn_sentences_round():
    assert table.names_in_text(["Ann", "אבי"]) == ["Ann", "\u2068אבי\u2069"]


def test_variants_in_the_data_folder_are_offered(page, tmp_path, colossi):
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "hard.toml").write_text('game = "colossi"\nstarting_hp = 2\n')
    assert lobby.lobby_model()["rulesets"]["colossi"] == ["standard", "hard"]
    begin(page, ruleset="hard")
    assert page.session.state.hp.tolist()[:2] == [2, 2]
    assert "no ruleset" in begin(page, ruleset="../hard")["said"]["text"]


def test_reload_comes_back_to_the_same_place(page, tmp_path):
    session = started(page)
    name = session.name
    session.close()
    again = PlayPage()
    again.sent = []
    again.send = again.sent.append
    answer = send(again, "hello", search=f"?session={name}&at=1")
    assert answer["moment"] == {"at": 1, "last": session.decision, "looking": True}
    assert answer["actions"] == []
    assert "Back to the present" in send(again, "act", code=session.legal()[0])["said"]["text"]
    again.session.close()


def test_who_looks_back_is_told_how_to_go_on(page):
    session = started(page)
    send(page, "look", n=1)
    for do, more in (("arrow", {"direction": 0}), ("cell", {"cell": "a1"}), ("undo", {}), ("redo", {}), ("idle_key", {})):
        said = send(page, do, **more)["said"]
        assert (said["tone"], said["text"]) == ("refused", capital(LOOKS_BACK))
    assert (session.decision, page.looking) == (2, 1)
    answer = send(page, "note", text="of then")
    assert "The note is in the log" in answer["said"]["text"]
    assert [entry["notes"] for entry in answer["story"]["add"] if entry["n"] == 1] == [["of then"]]


def test_who_follows_is_told_how_to_play(page):
    session = started(page)
    session.close()
    page.session = Session.open(session.path, read_only=True)
    tried = {"arrow": {"direction": 0}, "cell": {"cell": "a1"}, "undo": {}, "note": {"text": "hm"}, "idle_key": {}}
    for do, more in tried.items():
        said = send(page, do, **more)["said"]
        assert (said["tone"], said["text"]) == ("refused", capital(FOLLOWS))


def test_session_names_from_outside_do_not_lead_out_of_the_folder(page):
    assert "no session" in send(page, "hello", search="?session=../../etc/passwd")["said"]["text"]
    assert "no session" in send(page, "delete", session="../x")["said"]["text"]


def test_a_session_that_is_played_elsewhere_is_refused_by_what_the_list_calls_it(page, tmp_path):
    kept = Session.new(find_game("lair"), ["Ann", "Bob"], load_ruleset(find_game("lair")), 7, folder=tmp_path / "sessions")
    said = send(page, "delete", session=kept.name)["said"]
    begun = datetime.fromisoformat(lobby.summarize(kept.path).started).astimezone()
    assert said["tone"] == "refused" and said["text"].startswith(
        f"Loot the Dragon's Lair with Ann and Bob, begun on {begun.day} {begun:%b %Y, %H:%M}, is being played elsewhere"
    )
    assert "Take over here" in said["text"] and kept.name not in said["text"] and kept.path.exists()
    kept.close()
    send(page, "delete", session=kept.name)
    assert not kept.path.exists()


@pytest.mark.parametrize("name", list(catalog()))
def test_the_page_knows_at_once_whether_there_is_an_exit(page, name):
    game = find_game(name)
    about = begin(page, game=name, names=["Ann", "Bob"])["session"]
    assert about["has_exit"] == game.has_exit == hasattr(game.part("graph"), "exit_name") == (name == "colossi")


def test_a_floor_in_notation_is_played_from(page):
    started(page)
    send(page, "download", what="floor")
    text = next(message for message in page.sent if message["kind"] == "file")["text"]
    answer = send(page, "upload", text=text)
    assert answer["session"]["mode"] == "design" and answer["session"]["names"] == ["Hero 1", "Hero 2"]
    assert "said" in send(page, "upload", text="nonsense")


def test_a_page_that_cannot_be_made_says_so(monkeypatch):
    written = []
    monkeypatch.setattr("crypt.widget.guard.write_to_server_log", written.append)

    def broken():
        raise RuntimeError("<no> board")

    shown = pages.page(broken)()
    assert "Reload the page" in shown.value and "<no>" not in shown.value
    assert "RuntimeError: <no> board" in written[0]


def test_errors_become_a_sentence_and_a_traceback_for_the_server(monkeypatch):
    said, logged = [], []
    monkeypatch.setattr(guard, "write_to_server_log", logged.append)

    def refuse():
        raise CryptError("there is no such thing")

    guard.guarded(refuse, lambda *words: said.append(words))
    guard.guarded(lambda: 1 / 0, lambda *words: said.append(words))
    assert said == [("There is no such thing", "refused"), (guard.DEFECT, "defect")]
    assert len(logged) == 1 and "ZeroDivisionError" in logged[0]


def test_design_mode_chooses_tile_event_and_dice(page, colossi):
    begin(page, names=["Ann"], mode="design")
    send(page, "act", code=page.session.legal()[0])
    for wanted in ("Monster, cross", "Event, straight"):
        option = table.beside_model(page.session, page._story.told)["design"]
        assert "will be" in send(page, "choose", what="tile", option=option["options"]["tile"].index(wanted))["said"]["text"]
    explore = next(code for code in page.session.legal() if page.session.text(code).startswith("explore"))
    options = table.beside_model(page.session, page._story.told)["design"]["options"]
    send(page, "choose", what="event", option=options["event"].index("Trap"))
    send(page, "act", code=explore)
    while page.session.state.phase == 2:
        send(page, "act", code=page.session.legal()[0])
    assert any("trap" in line for entry in page._story.told for line in entry["lines"])
    assert "result/sides" in send(page, "choose", what="dice", text="six")["said"]["text"]
    assert "5 on a D6" in send(page, "choose", what="dice", text="5/6 1/4")["said"]["text"]


def test_design_mode_sets_positions_and_undoes_them(page):
    begin(page, names=["Ann"], mode="design")
    send(page, "act", code=page.session.legal()[0])
    text = table.beside_model(page.session, page._story.told)["design"]["notation"]
    send(page, "position", notation=text.replace("hp 4", "hp 1"))
    assert page.session.state.hp[0] == 1
    send(page, "undo")
    assert page.session.state.hp[0] == 4
    assert send(page, "position", notation="colossi nonsense")["said"]["tone"] == "refused"


def test_play_mode_has_no_choice_of_chance(page):
    assert begin(page)["design"] is None
    assert "design" in send(page, "choose", what="dice", text="5/6")["said"]["text"]


def test_only_the_cells_that_changed_are_drawn_anew(page):
    whole = begin(page)["svg"]["whole"]
    parts = whole.split('<g class="cell" ')
    answer = send(page, "act", code=page.session.legal()[0])["svg"]
    for place, text in answer["cells"]:
        parts[place + 1] = text.removeprefix('<g class="cell" ')
    state = page.session.state
    now = page.session.game.draw.svg(state, page.session.ruleset.record, page.session.names)
    assert parts[1:-1] == SAID.sub("", now).split('<g class="cell" ')[1:-1]
    assert len(answer["cells"]) < 8 and "<title>" in now and "<title>" not in whole


def test_design_mode_puts_things_on_the_board(page):
    begin(page, names=["Ann", "Bob"], mode="design")
    for _ in range(2):
        send(page, "act", code=page.session.legal()[0])
    left = page.session.state.bag_count
    assert "said" not in send(page, "edit", change={"put": "tile", "cell": "c3", "tile": "├$"})
    assert page.session.state.kind[2, 2] and page.session.state.bag_count == left - 1
    send(page, "edit", change={"put": "hero", "hero": 2, "cell": "c3"})
    send(page, "edit", change={"put": "key", "cell": "c3"})
    assert page.session.state.cell[1] == 26 and page.session.state.lying[2, 2] == 1
    send(page, "edit", change={"boss": "1", "door": "open", "to_move": "2"})
    send(page, "edit", change={"hero": 1, "hp": "2", "things": "boots potion:health"})
    state = page.session.state
    assert (int(state.boss_hp), bool(state.door_open), int(state.hero), int(state.hp[0])) == (1, True, 1, 2)
    refused = send(page, "edit", change={"put": "hero", "hero": 1, "cell": "a8"})["said"]
    assert refused["text"] == "Hero 1 is on a8, an empty cell"
    send(page, "edit", change={"put": "no key", "cell": "c3"})
    send(page, "undo")
    assert page.session.state.lying[2, 2] == 1
    answer = send(page, "fork", mode="play")
    assert answer["session"]["mode"] == "play" and answer["design"] is None
    assert "design" in send(page, "edit", change={"boss": "2"})["said"]["text"]


def test_what_was_done_by_hand_is_told(page):
    begin(page, mode="design")
    send(page, "act", code=page.session.legal()[0])
    assert page._story.told[-1]["lines"][-1] != "The position was changed by hand"
    notation = page.session.game.notation.write(page.session.state)
    send(page, "position", notation=notation.replace("round 1", "round 2"))
    assert page._story.told[-1]["lines"][-1] == "The position was changed by hand"
    said = send(page, "fork", mode="play")["said"]["text"]
    assert said.startswith("This is a new session, in play mode, forked at decision 1;")
    assert page._story.told[-1]["lines"][-1] == "The position was changed by hand"


@pytest.mark.parametrize(
    "sample, title",
    [
        ("walled_off", "The crypt keeps them"), ("lair_bots_dragon_won", "The dragon has won"),
        ("prism_bots_3_players", "Everybody has won"), ("cave_bots_2_players", "Player 2 (bold) has won"),
    ],
)  # fmt: skip
def test_the_end_has_a_short_title_and_says_by_which_rule(page, sample, title):
    send(page, "sample", session=sample)
    end = send(page, "look")["end"]
    assert end["title"] == title
    assert f"({find_game(page.session.game.name).prefix}-" in end["text"]
    assert not any(seat["how"].startswith("1 ") and seat["how"].endswith("s") for seat in end["seats"])


def test_a_sample_that_is_looked_at_again_is_not_copied_again(page):
    send(page, "sample", session="walled_off")
    first = page.session.name
    send(page, "leave")
    send(page, "sample", session="walled_off")
    assert page.session.name == first
    send(page, "note", text="now it is mine")
    send(page, "leave")
    send(page, "sample", session="walled_off")
    assert page.session.name != first


def test_what_moved_since_the_last_turn_is_marked(page):
    """Other heroes and what they changed, since the end of the turn that this hero took last."""
    begin(page, names=["Ann", "Ben"])
    chooser, marked = random.Random(4), 0
    cells = {0: None, 1: None}  # where the other stood when this hero's turn ended
    while marked < 5:
        seat = page.session.actor
        action = chooser.choice(page.session.legal())
        send(page, "act", code=action)
        state = page.session.state
        if page.session.actor != seat:
            cells[seat] = int(state.cell[1 - seat])
            was, now = cells[1 - seat], int(state.cell[seat])
            changed = table.board_model(page.session)["cells"]["changed"]
            if was is not None and was >= 0 and was != now and state.where[seat] == 1 and page.session.decision > 2:
                assert {cell_name(was), cell_name(now)} <= set(changed)
                marked += 1


def test_a_pause_outlives_a_reload(page):
    begin(page, names=["Ann", "Ben"], kinds=["greedy", "greedy"])
    name = page.session.name
    send(page, "pause", on=True)
    again = type(page)()
    again.sent = []
    again.send = again.sent.append
    page.session.close()
    send(again, "hello", search=f"?session={name}", paused=True)
    assert again.crew.is_paused and again.crew.next_bot() is None


@pytest.mark.parametrize("at", ["999", "-3", "abc"])
def test_a_link_to_no_decision_says_so(page, at):
    begin(page)
    said = send(page, "hello", search=f"?session={page.session.name}&at={at}")["said"]["text"]
    assert said == f"There is no decision {at} in this session, which has 0: this is the present."
