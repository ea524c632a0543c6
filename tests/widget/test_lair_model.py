"""What the Play page is sent for Loot the Dragon's Lair, and what it does with a visitor's wishes."""

import json
from random import Random

import pytest
from widget.test_play_model import page, send  # noqa: F401


@pytest.fixture
def lair(page):  # noqa: F811
    """A page with a game in design mode; the adventurers have 6 movement."""
    send(page, "new", game="lair", names=["Ann", "Ben"], seed="3", mode="design")
    return page


def test_a_whole_game_is_shown(lair):
    """Every action has a button; moves lead from where pieces stand to cells of the board; all of it is JSON."""
    random = Random(1)
    for _ in range(400):
        session = lair.session
        if session.is_over:
            break
        answer = send(lair, "act", code=random.choice(session.legal()))
        json.dumps(answer)
        if session.is_over:
            break
        codes = {action["code"] for action in answer["actions"]}
        moves = answer["cells"]["moves"]
        assert codes == set(session.legal()) and {move["code"] for move in moves} == {c for c in codes if c >> 16 != 3}
        assert all(action["text"].endswith(action["short"].removeprefix("carry ")) for action in answer["actions"])
        assert set(answer["cells"]["boxes"]) >= {move["to"] for move in moves}
    assert lair.session.is_over and answer["end"]["title"] in ("The dragon has won", "The adventurers have won")
    assert dict(answer["end"]["numbers"])["Turns"] == str(lair.session.state.turns)


def test_moving_a_piece_and_why_it_cannot_be_moved(lair):
    assert "said" not in send(lair, "move", piece="1", cell="r3s1", carry=False)
    refused = send(lair, "move", piece="1", cell="r2s1", carry=True)["said"]
    assert refused["tone"] == "refused" and refused["text"].endswith("(LAIR-07)")
    assert "LAIR-03" in send(lair, "move", piece="D", cell="r1s1", carry=False)["said"]["text"]
    assert "no piece 'x'" in send(lair, "move", piece="x", cell="r1s1", carry=False)["said"]["text"]
    assert "choose a piece, then a space beside it" in send(lair, "arrow", direction=1)["said"]["text"]
    assert "LAIR-08" in send(lair, "end_turn")["said"]["text"]
    assert "Nobody stands beside centre" in send(lair, "cell", cell="centre")["said"]["text"]
    send(lair, "cell", cell="r2s1")  # only adventurer 1 is beside it
    assert lair.session.text(lair.session.legal()[0]) == "adventurer 1 moves to r1s1"


def test_design_mode(lair):
    palette = lair.session.game.part("editing").palette(lair.session.state)
    assert [thing["title"] for thing in palette["things"]][:2] == ["dragon", "adventurer 1"]
    send(lair, "edit", change={"put": "adventurer 1", "cell": "r2s1"})
    before = lair.session.state.treasure.copy()
    put_treasures(lair)
    assert (lair.session.state.treasure == before).all() and lair.session.state.stash == 0
    send(lair, "edit", change={"side": "dragon", "movement": "9", "gone": "adventurer 3"})
    state = lair.session.state
    assert (state.seat, state.movement, state.alive, state.dice.sum()) == (1, 9, 2, 9)
    rolls = lair.session.game.part("panels").choices_of_chance(state, lair.session.ruleset.record)["roll"]["options"]
    send(lair, "choose", what="roll", option=[words for words, _ in rolls].index("4 and 4: 8 movement"))
    assert lair.sent[-1]["set"]["design"]["coming"] == ["roll: 4 and 4: 8 movement"]
    while lair.session.state.seat == 1:
        send(lair, "act", code=lair.session.legal()[0])
    assert lair.session.state.dice.tolist() == [4, 4]


def put_treasures(lair):
    """Take a treasure to the stash and back, and then one from where most lie: there are six of them all the time."""
    names = lair.session.game.part("vocabulary").space_names(lair.session.state)

    def lying(cell):
        return int(lair.session.state.treasure[names.index(cell)])

    send(lair, "edit", change={"put": "no treasure", "cell": "r2s3"})
    assert (lying("r2s3"), int(lair.session.state.stash)) == (0, 1)
    assert send(lair, "edit", change={"put": "no treasure", "cell": "r2s3"})["said"]["text"] == "No treasure lies on r2s3"
    send(lair, "edit", change={"put": "treasure", "cell": "r3s4"})
    assert (lying("r3s4"), int(lair.session.state.stash)) == (1, 0)
    send(lair, "edit", change={"put": "treasure", "cell": "r3s4"})
    assert lying("r3s4") == 2
    for _ in range(3):
        send(lair, "undo")


def test_there_is_nothing_to_say_about_an_exit(lair, monkeypatch):
    monkeypatch.setattr("crypt.widget.seat.is_warm", lambda: True)
    assert send(lair, "overlay") == {"over": {}}
