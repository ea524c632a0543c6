"""What the Play page is sent for Colossal Cave: hands that are covered, reactions, and how players want to be asked."""

import csv
import json
import re
from random import Random

import pytest
from games.cave.table import cards, drawing, table
from widget.test_play_model import page, send  # noqa: F401

from crypt.core.session import Session
from crypt.core.sight import ONLOOKER, as_seen, events_seen
from crypt.games.cave.front import GAME
from crypt.games.cave.state import HAND
from crypt.games.cave.vocabulary import cards_in
from crypt.widget import lobby
from crypt.widget.inspect import InspectPage
from crypt.widget.table import CELL_BEGINS, board_model


@pytest.fixture
def plain(tmp_path):
    """A variant whose cards have names that stand in no text, so that they can be searched for."""
    folder = tmp_path / "rulesets" / "cave"
    folder.mkdir(parents=True)
    rows = [row | {"name": f"Qx{row['id']}x", "effect_text": ""} for row in cards()]
    with (folder / "plain.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    (folder / "plain.toml").write_text('cards = "plain.csv"\n')
    return "plain"


@pytest.fixture
def cave(page, plain):  # noqa: F811
    """A page with a game of three people."""
    send(page, "new", game="cave", names=["Ann", "Ben", "Cid"], seed="3", ruleset=plain)
    return page


def test_hands_stay_covered_while_bots_play_for_everybody(cave):
    send(cave, "uncover")
    assert cave.curtain.viewer(cave.session) == 0
    send(cave, "play_for", until="end", bot="greedy")
    curtain = last_sent(cave)["curtain"]
    assert cave.curtain.viewer(cave.session) == ONLOOKER and curtain["drawn"] and curtain["left"]
    assert last_sent(cave)["status"]["prompt"] == "Bots play for everybody"
    said = send(cave, "uncover")["said"]["text"]
    assert said == "Bots play for everybody; pause them first" and cave.curtain.viewer(cave.session) == ONLOOKER
    send(cave, "pause", on=True)
    assert not last_sent(cave)["curtain"]["left"] and cave.curtain.viewer(cave.session) == ONLOOKER
    send(cave, "uncover")
    assert cave.curtain.viewer(cave.session) == cave.session.actor


def at_position(page, *lines, names=("Ann", "Ben"), **more):  # noqa: F811
    """Show a session that starts from a position of a test."""
    t = table(*lines, players=len(names), **more)
    session = Session.new(GAME, list(names), _standard(), seed=5, start=t.text)
    page.begin(session)
    page.answer()
    return session


def _standard():
    from crypt.core.ruleset import load_ruleset

    return load_ruleset(GAME)


def last_sent(page):  # noqa: F811
    """All that the browser holds now: panels are replaced one by one."""
    held = {}
    for message in page.sent:
        for panel, value in message.get("set", {}).items():
            if isinstance(value, str):
                held[panel] = value  # of a page that sends its picture whole
            elif panel == "svg" and "cells" in value:
                for place, drawn in value["cells"]:
                    held["svg"]["parts"][place] = drawn
            elif panel == "svg":
                head, *cells = value["whole"].removesuffix("</g></svg>").split(CELL_BEGINS)
                held["svg"] = {"parts": [CELL_BEGINS + cell for cell in cells], "head": head}
            elif panel == "story":
                held["story"] = held.get("story", [])[: value["keep"]] + value["add"]
            elif panel == "rules":
                continue  # they list all cards
            elif panel == "cells" and value.get("part"):
                cells = {cell["cell"]: cell for cell in [*held["cells"]["list"], *value["list"]]}
                held["cells"] = {**held["cells"], **value, "list": list(cells.values())}
                del held["cells"]["part"]
            else:
                held[panel] = value
    return held


def hidden_names(session, viewer):
    """The names of cards in hands that a viewer may not see, and that are nowhere in the open or in the own hand."""
    state = session.state
    seats = range(len(session.names))
    others = {name for seat in seats if seat != viewer for name in cards_in(state, HAND + seat)}
    seen = {name for place in range(32) if not HAND <= place < HAND + 6 and place != 1 for name in cards_in(state, place)}
    return others - seen - (set(cards_in(state, HAND + viewer)) if viewer >= 0 else set())


def test_hands_are_covered_until_somebody_is_there(cave):
    text = json.dumps(last_sent(cave))
    session = cave.session
    assert last_sent(cave)["curtain"]["drawn"]
    assert last_sent(cave)["status"]["prompt"] == "Pass the screen to \u2068Ann\u2069"
    for seat in range(3):
        assert not [name for name in cards_in(session.state, HAND + seat) if json.dumps(name)[1:-1] in text]
    answer = send(cave, "uncover")
    assert answer["curtain"]["drawn"] is False and answer["actions"]
    text = json.dumps(last_sent(cave))
    assert all(json.dumps(name)[1:-1] in text or name.split()[0] in text for name in cards_in(session.state, HAND))
    assert not [name for name in hidden_names(session, 0) if json.dumps(name)[1:-1] in text]


def test_nothing_can_be_done_before_the_screen_was_passed(cave):
    said = send(cave, "act", code=cave.session.legal()[0])["said"]
    assert said["tone"] == "refused" and "screen goes to Ann first" in said["text"]
    assert cave.session.decision == 0


def test_a_whole_game_shows_nobody_a_hidden_card(cave):
    """After every decision all that the browser holds is searched for the names of cards that the viewer may not see."""
    random, looked = Random(2), 0
    while not cave.session.is_over and cave.session.decision < 220:
        session = cave.session
        viewer = cave.curtain.viewer(session)
        held = last_sent(cave)
        told = json.dumps({panel: held[panel] for panel in held if panel not in ("story", "actions")})
        # what was told before and has been drawn into a hand since may stand in the story: so only new lines are searched
        told += json.dumps([held["story"][-1]["lines"] if held["story"] else ""])
        open_before = {name for e in session.at(session.decision).events if e.seen_by == -1 for name in _named(session, e)}
        leaked = [name for name in hidden_names(session, viewer) - open_before if json.dumps(name)[1:-1] in told]
        assert not leaked, (session.decision, viewer, leaked)
        looked += 1
        if cave.curtain.is_drawn(session):
            send(cave, "uncover")
            continue
        send(cave, "act", code=random.choice(session.legal()))
    assert looked > 250


def _named(session, event):
    names = session.game.words.the_book(session.state).names
    return {names[number] for number in (int(event.a), int(event.b), int(event.c) - 1) if 0 <= number < len(names)}


def test_who_is_told_what_was_drawn(cave):
    send(cave, "uncover")
    send(cave, "act", code=cave.session.legal()[0])
    send(cave, "act", code=cave.session.legal()[1])  # draws a card
    drawn = cave.session.at(cave.session.decision).events
    assert len(events_seen(drawn, 0)) > len(events_seen(drawn, ONLOOKER))
    assert "gets" not in json.dumps(last_sent(cave)["story"][-1])  # the screen is on its way to Ben
    send(cave, "uncover")
    assert cave.curtain.seat == 1 and "Ben gets" in json.dumps(last_sent(cave)["story"][-1])
    assert "Ann gets" not in json.dumps(last_sent(cave)["story"])


def test_a_reaction_goes_through_the_hands(page):  # noqa: F811
    session = at_position(page, "hand 2 r02", "hand 1 i01", phase="moving")
    send(page, "uncover")
    send(page, "cell", cell="cobble_crawl")
    held = last_sent(page)
    assert held["curtain"]["drawn"] and held["curtain"]["name"] == "Ben" and held["actions"] == []
    assert "about to move" not in json.dumps(held["story"])  # as if Ben could not react
    answer = send(page, "uncover")
    assert [action["short"] for action in answer["actions"]] == ["pass", "The Grate Is Locked!"]
    send(page, "act", code=session.legal()[1])
    assert session.game.words.the_book(session.state).room_name(int(session.state.room[0])) == "Well House"
    assert last_sent(page)["curtain"]["name"] == "Ann"


def test_the_pass_of_another_is_not_told(page):  # noqa: F811
    session = at_position(page, "hand 2 r02", phase="moving")
    send(page, "uncover")
    send(page, "cell", cell="cobble_crawl")
    send(page, "uncover")
    assert "Ben lets it pass" not in json.dumps(last_sent(page)["story"])
    send(page, "act", code=session.legal()[0])
    send(page, "uncover")
    story = last_sent(page)["story"]
    assert "lets it pass" not in json.dumps(story) and story[-1]["n"] == 1 and session.decision == 2


def test_never_always_and_some_cards(page):  # noqa: F811
    """Who is never asked lets everything pass; who is asked for one card is asked for that one."""
    lines = ("hand 2 r02 r08", "hand 1 i01")

    def moved(way, chosen=()):
        session = at_position(page, *lines, "room 2 cobble_crawl", seat=2, phase="moving")
        send(page, "uncover")
        send(page, "manner", way=way, cards=list(chosen))
        assert last_sent(page)["curtain"]["way"] == way
        send(page, "act", code=session.legal()[0])
        send(page, "act", code=session.legal()[0])
        send(page, "uncover")
        send(page, "cell", cell="cobble_crawl")
        return last_sent(page)["curtain"], session

    curtain, session = moved("ask")
    assert curtain["drawn"] and curtain["name"] == "Ben"
    curtain, session = moved("never")
    assert not curtain["drawn"] and session.actor == 0
    curtain, session = moved("cards", ["Wait For Me!"])
    assert session.actor == 0
    curtain, session = moved("cards", ["The Grate Is Locked!"])
    assert curtain["name"] == "Ben" and session.actor == 1


def test_who_wants_to_be_asked_always_is_asked_without_a_card(page):  # noqa: F811
    """The screen looks the same to the others, whether the player could react or not."""
    looks = []
    for hand in ("a12", "r02"):
        session = at_position(page, f"hand 2 {hand}", "hand 1 i01", "room 2 y2", seat=2, phase="moving")
        send(page, "uncover")
        send(page, "manner", way="always")
        send(page, "act", code=session.legal()[0])
        send(page, "act", code=session.legal()[0])
        send(page, "uncover")
        send(page, "cell", cell="cobble_crawl")
        held = last_sent(page)
        panels = ("curtain", "status", "svg", "story", "heroes", "facts", "actions")
        looks.append(json.dumps([held[panel] for panel in panels]))
        answer = send(page, "uncover")
        if hand == "a12":
            assert answer["curtain"]["idle"] and "you have nothing to play" in answer["status"]["prompt"]
            assert "screen goes to Ben" in send(page, "act", code=session.legal()[0])["said"]["text"]
            send(page, "let_pass")
            assert last_sent(page)["curtain"]["name"] == "Ann" and session.actor == 0
        else:
            assert session.actor == 1 and answer["actions"]
    assert looks[0] == looks[1]


def test_how_one_is_asked_leaves_the_ticket_as_it_is(cave):
    """A click that was on its way when the choice was made still counts."""
    send(cave, "uncover")
    ticket = cave.ticket
    assert send(cave, "manner", way="never")["curtain"]["way"] == "never" and cave.ticket == ticket


def test_the_seed_and_the_log_are_kept_until_the_end(page):  # noqa: F811
    session = at_position(page, "carried 1 t03", "deposited 1 t01 t02", "hand 2 r02 a12")
    held = last_sent(page)
    assert held["session"]["seed"] == "" and str(session.seed) not in json.dumps(held["session"])
    send(page, "uncover")
    assert "when it is over" in send(page, "download", what="floor")["said"]["text"]
    assert "when it is over" in send(page, "fork", mode="design")["said"]["text"]
    send(page, "act", code=next(code for code in session.legal() if session.text(code).startswith("deposit")))
    held = last_sent(page)
    assert session.is_over and held["session"]["seed"] == "5" and held["curtain"] is None
    assert held["end"]["title"].startswith("Ann has won")
    hands = [[card["name"].partition(":")[0] for card in hand["cards"]] for hand in held["end"]["hands"]]
    assert hands == [[], ["The Grate Is Locked!", "Speed Run"]]


def test_who_gives_the_own_seat_to_a_bot_does_not_see_the_next_hand(cave):
    """Nor after a reload; who is left says to be there."""
    session, seat = cave.session, cave.session.actor
    send(cave, "seats", seat=seat, kind="greedy")
    assert cave.curtain.viewer(session) == ONLOOKER
    cave.curtain.start_anew()
    assert cave.curtain.viewer(session) == ONLOOKER and session.were_people > {seat}


def test_a_turn_is_not_played_for_who_is_not_at_the_screen(cave):
    before = cave.session.decision
    assert "the screen goes to" in send(cave, "play_for", until="turn", bot="greedy")["said"]["text"].lower()
    assert cave.session.decision == before


def test_the_log_of_a_running_game_is_not_sent(cave):
    said = send(cave, "download", session=cave.session.name)["said"]
    assert "when it is over" in said["text"] and not [message for message in cave.sent if message["kind"] == "file"]


def test_undo_stops_at_revealed_cards_and_at_others(cave):
    send(cave, "uncover")
    send(cave, "act", code=cave.session.legal()[0])
    assert last_sent(cave)["back"]["can_undo"]
    send(cave, "undo")
    assert cave.session.decision == 0
    send(cave, "act", code=cave.session.legal()[0])
    send(cave, "act", code=cave.session.legal()[1])
    send(cave, "uncover")
    assert not last_sent(cave)["back"]["can_undo"] and cave.session.decision == 2
    assert "nly who decided last" in send(cave, "undo")["said"]["text"]


def test_one_person_among_bots_is_not_asked_to_pass_the_screen(page, plain):  # noqa: F811
    answer = send(page, "new", game="cave", names=["Ann", "Bot"], seed="3", kinds=["human", "greedy"], ruleset=plain)
    del answer["rules"]
    assert not answer["curtain"]["drawn"] and answer["actions"]
    assert not [name for name in hidden_names(page.session, 0) if json.dumps(name)[1:-1] in json.dumps(answer)]


def test_design_mode_is_open(page):  # noqa: F811
    answer = send(page, "new", game="cave", names=["Ann", "Ben"], seed="3", mode="design")
    assert answer["curtain"] is None and answer["session"]["seed"] == "3" and answer["actions"]
    send(page, "edit", change={"seat": 1, "hand": "T01 A12", "carried": "", "deposited": "T02"})
    assert page.session.game.words.hero_summary(page.session.state, None, 0, []).hand == ["Large Gold Nugget", "Speed Run"]
    shown = last_sent(page)["design"]["palette"]["rows"][1]["fields"]
    assert [value for _, _, value, _ in shown] == ["Large Gold Nugget; Speed Run", "", "Several Diamonds"]
    send(page, "edit", change={"seat": 1, "hand": "Brass Lantern; T01", "carried": "", "deposited": "T02"})
    hand = page.session.game.words.hero_summary(page.session.state, None, 0, []).hand
    assert hand == ["Large Gold Nugget", "Brass Lantern"]
    text = last_sent(page)["design"]["notation"]
    position, key = text[: text.index("#")], text[text.index("#") :]
    assert key.splitlines() == ["# t01 Large Gold Nugget", "# t02 Several Diamonds", *key.splitlines()[2:]]
    assert "# i01 Brass Lantern" in key.splitlines() and "Speed Run" not in key
    assert position == page.session.game.notation.write(page.session.state)
    send(page, "position", notation=text)
    assert last_sent(page)["design"]["notation"] == text
    send(page, "edit", change={"put": "room 2", "cell": "y2"})
    send(page, "edit", change={"player": "2", "plays": "1", "round": "4"})
    assert (page.session.state.round_number, page.session.actor) == (4, 1)
    options = answer["design"]["options"]["card"]
    left = len(cards_in(table().state, 1)) - 7
    copies = [int(count) for count in re.findall(rf"\((\d+) of {left}\)", "\n".join(options))]
    assert len(copies) == len(options) == len(set(options)) and sum(copies) == left and max(copies) > 1


def test_inspecting_a_running_game_shows_no_hand(cave, monkeypatch):
    other = InspectPage()
    other.sent = []
    monkeypatch.setattr(other, "send", other.sent.append)
    other.receive({"do": "open", "id": 1, "at": 0, "session": cave.session.name})
    panels = {panel: value for message in other.sent for panel, value in message.get("set", {}).items()}
    assert "Well House" in panels["svg"] and panels["session"]["seed"] == ""
    del panels["tables"], panels["bars"]  # they list all reactions that bar passages
    text = json.dumps(panels)
    assert not [name for seat in range(3) for name in cards_in(cave.session.state, HAND + seat) if name in text]


def test_reactions_that_bar_passages_are_chosen_together(cave, monkeypatch):
    other = InspectPage()
    other.sent = []
    monkeypatch.setattr(other, "send", other.sent.append)
    other.receive({"do": "open", "id": 1, "at": 0, "session": cave.session.name})
    held = last_sent(other)["bars"]
    assert len(held["choices"]) == 7 and held["words"] == []
    other.receive({"do": "bar", "id": 2, "ids": ["R05", "R10", "R04", "nonsense"]})
    told = other.sent[-1]["set"]
    assert told["bars"]["words"] == ["Cut off from the Well House: West Side of Fissure and Plover Room"]
    assert told["ways"]["svg"].split('<g class="shut">')[1].count("<path") == 3
    assert sum(choice["on"] for choice in told["bars"]["choices"]) == 3
    other.receive({"do": "bar", "id": 3, "ids": []})
    assert other.sent[-1]["set"]["bars"]["words"] == []


def test_a_running_game_is_neither_forked_nor_copied(cave, monkeypatch):
    """A copy could be played to its end, which opens all hands."""
    send(cave, "uncover")
    send(cave, "act", code=cave.session.legal()[0])
    other = InspectPage()
    monkeypatch.setattr(other, "send", lambda message: None)
    other.receive({"do": "open", "id": 1, "at": 0, "session": cave.session.name})
    for at in (0, cave.session.decision):
        other.receive({"do": "look", "id": 2, "n": at})
        other.receive({"do": "play_from", "id": 3})
        assert "hands are hidden" in other.said["text"].lower() and not other.played
    assert "forked when it is over" in send(cave, "fork")["said"]["text"]
    assert "copied when it is over" in send(cave, "duplicate", session=cave.session.name)["said"]["text"]


def test_who_sits_at_the_screen_reads_the_cards_of_the_hand_as_text(cave):
    send(cave, "uncover")
    heroes = [message["set"]["heroes"] for message in cave.sent if "heroes" in message.get("set", {})][-1]
    seat = cave.session.actor
    texts = [[thing for thing in hero["things"] if thing[0] == "hand"] for hero in heroes]
    assert {name for _, name, _ in texts[seat]} == set(cards_in(cave.session.state, HAND + seat))
    assert all(text.startswith("in hand: ") for _, _, text in texts[seat])
    assert not any(things for i, things in enumerate(texts) if i != seat)


def test_an_onlooker_sees_no_hand():
    t = table("hand 1 a01", "hand 2 a02")
    seen = as_seen(GAME, t.state, ONLOOKER)
    assert not cards_in(seen, HAND) and not cards_in(seen, HAND + 1) and as_seen(GAME, t.state, None) is t.state


def test_the_form_says_for_how_many_the_rulebook_is(page):  # noqa: F811
    games = {game["name"]: game for game in lobby.lobby_model()["games"]}
    assert games["cave"]["players"] == [2, 3, 4, 5, 6] and games["cave"]["recommended"] == [2, 3, 4]
    assert games["prism"]["recommended"] == games["prism"]["players"]


def test_buttons_call_players_by_their_names(page):  # noqa: F811
    at_position(page, "hand 1 a20", "carried 2 i01", phase="playing")
    buttons = send(page, "uncover")["actions"]
    assert "Your Lamp Is Getting Dim on Ben" in [button["short"] for button in buttons]


def test_undo_after_the_end_shows_the_game_as_it_was(page):  # noqa: F811
    """What all have seen is not covered again, and that it was taken back is told."""
    session = at_position(page, "carried 1 t03", "deposited 1 t01 t02", "hand 2 r02")
    send(page, "uncover")
    send(page, "act", code=next(code for code in session.legal() if session.text(code).startswith("deposit")))
    back = last_sent(page)["back"]
    assert not back["can_undo"] and back["anyway"] and back["undo"].startswith("the end has opened all hands")
    assert "has opened all hands" in send(page, "undo")["said"]["text"] and session.is_over
    answer = send(page, "undo", anyway=True)
    assert answer["end"] is None and not session.is_over and answer["session"]["taken_back"]
    held = last_sent(page)
    assert held["curtain"] is None and held["session"]["seed"] == "5" and held["actions"]


def test_a_note_is_read_by_who_wrote_it_until_the_end(page):  # noqa: F811
    session = at_position(page, "carried 1 t03", "deposited 1 t01 t02", phase="playing")
    send(page, "note", text="for all")
    send(page, "uncover")
    send(page, "note", text="for Ann")
    assert last_sent(page)["story"][0]["notes"] == ["for all", "for Ann"]
    send(page, "act", code=next(code for code in session.legal() if session.text(code) == "do nothing"))
    assert last_sent(page)["story"][0]["notes"] == ["for all"]
    send(page, "uncover")
    assert page.curtain.seat == 1 and last_sent(page)["story"][0]["notes"] == ["for all"]
    session = at_position(page, "carried 1 t03", "deposited 1 t01 t02", phase="playing")
    send(page, "uncover")
    send(page, "note", text="for Ann")
    send(page, "act", code=next(code for code in session.legal() if session.text(code).startswith("deposit")))
    assert last_sent(page)["story"][0]["notes"] == ["for Ann"]


def test_who_reads_a_note_is_said_beside_it_and_after_it(page):  # noqa: F811
    at_position(page, "carried 1 t03", "deposited 1 t01 t02", phase="playing")
    assert last_sent(page)["curtain"]["is_note_open"]
    assert send(page, "note", text="mine")["said"]["text"] == "The note is in the log; everybody can read it."
    assert send(page, "uncover")["curtain"]["is_note_open"] is False
    said = send(page, "note", text="mine")["said"]["text"]
    assert said == "The note is in the log; until the end only Ann can read it."
    send(page, "new", game="cave", names=["Ann", "Ben"], seed="3", mode="design")
    assert send(page, "note", text="ours")["said"]["text"] == "The note is in the log."


def test_cards_that_come_later_are_asked_for_until_they_are_left_out(page):  # noqa: F811
    """Ben has left out what he held; the reaction that he draws comes ticked, and he is asked for it."""
    t = drawing("R02", "hand 2 r08", "hand 1 i01", seat=2)
    page.begin(session := Session.new(GAME, ["Ann", "Ben"], _standard(), seed=5, start=t.text))
    page.answer()
    send(page, "uncover")
    send(page, "manner", way="cards", cards=[])
    send(page, "act", code=next(code for code in session.legal() if session.text(code) == "draw a card"))
    send(page, "uncover")
    send(page, "cell", cell="cobble_crawl")
    curtain = last_sent(page)["curtain"]
    assert curtain["drawn"] and curtain["name"] == "Ben"
    curtain = send(page, "uncover")["curtain"]
    assert curtain["choices"] == ["The Grate Is Locked!", "Wait For Me!"] and curtain["cards"] == ["The Grate Is Locked!"]
    send(page, "manner", way="cards", cards=[])
    assert last_sent(page)["curtain"]["cards"] == [] and session.actor == 0


def test_cards_of_one_name_are_told_apart(page):  # noqa: F811
    """Two different cards are called Angry Dwarf; a hand with both is shown like any other."""
    at_position(page, "hand 1 a01 r01", "carried 1 i08", phase="playing")
    answer = send(page, "uncover")
    assert not page.said["text"]
    things = answer["heroes"][0]["things"]
    assert [what[:2] for what in things] == [
        ["carried", "Little Axe"], ["hand", "Angry Dwarf (reaction)"], ["hand", "Angry Dwarf (action)"],
    ]  # fmt: skip
    assert things[1][2].startswith("in hand: reaction. Play out of turn") and "action, anywhere" in things[2][2]


def test_a_carried_item_that_cancels_can_be_chosen_too(page):  # noqa: F811
    session = at_position(page, "hand 1 a12 r02", "carried 1 i10 i01", "hand 2 a12", phase="playing", plays=2)
    assert send(page, "uncover")["curtain"]["choices"] == ["Dwarvish Magazines", "The Grate Is Locked!"]
    for chosen, asked in ((["The Grate Is Locked!"], False), (["Dwarvish Magazines"], True)):
        session = at_position(page, "hand 2 a12", "carried 1 i10", seat=2, decides=2, phase="playing", turn=2)
        session.set_manner(0, "cards", chosen)
        send(page, "uncover")
        send(page, "act", code=next(code for code in session.legal() if session.text(code) == "play Speed Run"))
        assert (session.actor == 0) == asked


def test_a_reaction_is_no_turn_since_which_changes_are_marked(page):  # noqa: F811
    send(page, "new", game="cave", names=["Ann", "Ben"], seed="5", mode="design")
    session = page.session

    def play(words):
        code = next(code for code in session.legal() if session.text(code).lower().startswith(words))
        send(page, "act", code=code)

    for _ in range(2):
        play("move to cobble crawl")
        play("draw")
    play("stay")
    send(page, "edit", change={"seat": 1, "hand": "R08", "carried": "", "deposited": ""})
    play("draw")
    play("move to hall of mists")
    while session.actor == 0:
        play("play")
    play("draw")
    assert session.actor == 0 and session.state.room[0] == session.state.room[1]
    assert set(board_model(session)["cells"]["changed"]) == {"cobble_crawl", "hall_of_mists"}
