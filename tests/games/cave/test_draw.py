"""The picture: every room once, with words; one hand at most; hostile names stay text; panels and editing."""

from xml.etree import ElementTree

import pytest
from games.cave.table import NAMES, cards, game, table

from crypt.core.game import UnreadableError
from crypt.core.sight import ONLOOKER, as_seen
from crypt.games.cave import panels, pieces
from crypt.games.cave.draw import Picture, layout, svg, ways_svg
from crypt.games.cave.editing import edit, palette
from crypt.games.cave.front import GAME
from crypt.games.cave.graph import ways
from crypt.games.cave.notation import read, write
from crypt.games.cave.state import A_MOVE, A_STAY, A_WARP, code_of
from crypt.games.cave.vocabulary import the_book

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script>\u0000 & \"'"


def groups(t, state=None, **options):
    """The groups of a picture by the name of their room or note."""
    root = ElementTree.fromstring(svg(t.state if state is None else state, t.rules, NAMES, **options))
    found = [(group.get("data-cell") or group.get("data-note"), group) for group in root.iter(f"{SVG}g")]
    return {name: group for name, group in found if name}


def texts(group):
    return [text.text for text in group.iter(f"{SVG}text")]


def classes(group):
    return [shape.get("class") for shape in group.iter(f"{SVG}rect")]


def test_every_room_is_there_once_with_its_words():
    found = groups(game(3))
    rooms = [name for name in found if "player" not in name and name != "hand"]
    assert len(rooms) == 14 and rooms[0] == "well_house"
    assert found["well_house"].get("aria-label") == "Well House, Ann, Ben and Cid, lit"
    assert found["hall_of_mists"].get("aria-label") == "Hall of Mists, dark"


@pytest.mark.rule("CAVE-32")
def test_lit_and_dark_rooms_differ_in_more_than_colour():
    found = groups(table("room 1 y2", "carried 1 i01"))
    assert classes(found["y2"])[0] == "room lit" and any(p.get("class") == "sun" for p in found["y2"].iter(f"{SVG}path"))
    assert classes(found["bedquilt"])[0] == "room dark" and not list(found["bedquilt"].iter(f"{SVG}path"))


@pytest.mark.rule("opened_hands")
def test_hands_are_shown_as_cards_at_the_end():
    t = table("carried 1 t03", "deposited 1 t01 t02", "hand 2 r02 r02 a12", "carried 2 i01").do("deposit Bars of Silver")
    ann, ben = panels.hands(t.state, t.rules, NAMES)
    assert ann["cards"] == [] and ann["words"].startswith("0 cards; carries nothing; has deposited Large Gold Nugget, ")
    assert ben["words"] == "3 cards; carries Brass Lantern"
    grate, run = ben["cards"]
    assert run["name"] == "Speed Run: action, anywhere. Move up to four spaces."
    assert texts(ElementTree.fromstring(grate["svg"]))[:2] == ["REACTION × 2", "The Grate Is"]


def test_players_with_their_safes_and_what_they_carry():
    found = groups(table("carried 2 t01 i02", "deposited 2 t02 t03", "room 2 y2", "hand 2 a12"))
    assert texts(found["player 2"]) == ["2", "\u2068Ben\u2069: 1 card", "Large Gold Nugget and Set of…"]
    assert classes(found["player 2"]).count("safe full") == 2 and classes(found["player 2"]).count("safe") == 1
    assert "has deposited Several Diamonds and Bars of Silver" in found["player 2"].find(f"{SVG}title").text
    assert "(dead)" in texts(groups(table("room 2 dead"))["player 2"])[1]


@pytest.mark.rule("CAVE-12")
def test_one_hand_is_drawn_and_nothing_of_the_others():
    t = table("hand 1 a12 a12 t09", "hand 2 i06")
    hand = texts(groups(t)["hand"])
    assert "The hand of Ann, in Well House" in hand and "ACTION × 2" in hand and "Ming Vase" in hand
    for seat, words in ((0, "Ming Vase"), (1, "Black Rod"), (ONLOOKER, "The hands are covered")):
        seen = as_seen(GAME, t.state, seat)
        drawn = svg(seen, t.rules, NAMES)
        assert words in drawn
        assert sum(name in drawn for name in ("Ming Vase", "Black Rod")) == (seat >= 0)


@pytest.mark.rule("CAVE-12")
def test_pictures_of_worlds_that_look_the_same_are_the_same():
    t = game(3, seed=4)
    other = as_seen(GAME, t.state, 0).copy()
    GAME.deal(other, 99)
    assert svg(as_seen(GAME, t.state, 0), t.rules, NAMES) == svg(as_seen(GAME, other, 0), t.rules, NAMES)


def test_cards_fit_and_say_what_is_printed():
    for kind, card in enumerate(the_book(table().state).cards):
        drawn = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{pieces.card(card, card.name, 1)}</svg>')
        lines = list(drawn.iter(f"{SVG}text"))
        assert float(lines[-1].get("y")) < pieces.CARD_HEIGHT - 6, card.name
        assert card.text.split()[-1] in lines[-1].text and kind >= 0


def test_many_cards_stay_in_the_picture():
    ids = " ".join(id.lower() for id in table().pile[:16])
    held = [g for g in groups(table(f"hand 1 {ids}"))["hand"].iter(f"{SVG}g") if g.get("class") == "held"]
    last = held[-1].get("transform")
    left, scale = float(last.split("(")[1].split(",")[0]), float(last.split("scale(")[1][:-1])
    assert len(held) == 16 and left + scale * pieces.CARD_WIDTH <= 1000


def test_hostile_names_stay_text():
    drawn = svg(game(2).state, game(2).rules, [HOSTILE, "Ben"])
    assert "<script" not in drawn and ElementTree.fromstring(drawn) is not None


def test_marks_themes_and_what_does_not_exist():
    t = table()
    found = groups(t, overlay={"target": ["cobble_crawl"], "recent": [0]})
    assert "target" in classes(found["cobble_crawl"]) and "recent" in classes(found["well_house"])
    for theme in ("light", "dark", "print"):
        assert f"cave-board {theme}" in svg(t.state, t.rules, theme=theme)
    with pytest.raises(ValueError, match="no room 'attic'"):
        svg(t.state, t.rules, overlay=["attic"])
    assert Picture(t.state, t.rules, size=200)._repr_svg_().startswith("<svg")


def test_boxes_and_ways():
    t = table("hand 1 t03 t14", "room 1 bedquilt")
    boxes = layout(t.state)["boxes"]
    assert len(boxes) == 14 and all(left >= 0 and left + width <= 1 for left, _, width, _ in boxes.values())
    found = ways(t.state, t.rules)
    assert found["first"] == [["bedquilt", "volcano_view"], ["bedquilt", "y2"]] and found["second"][0][-1] == "well_house"
    assert ways_svg(t.state, found).count('class="line"') == 3


# ---- clicks, arrows and editing


def test_what_a_click_means():
    t = table("room 1 y2", phase="moving")
    assert panels.meant_by_cell(t.state, "bedquilt") == code_of(A_MOVE, 6)
    assert panels.meant_by_cell(t.state, "y2") == code_of(A_STAY)
    explored = table("hand 1 a05").next_cards("A10").do("play Explore at Random")
    assert panels.meant_by_cell(explored.state, "y2") == code_of(A_WARP, 5)
    with pytest.raises(UnreadableError, match="no room 'attic'"):
        panels.meant_by_cell(t.state, "attic")
    with pytest.raises(UnreadableError, match="player 1's turn"):
        panels.meant_by_move(t.state, "2", "bedquilt", False)
    with pytest.raises(UnreadableError, match="the game is over"):
        panels.meant_by_cell(table("carried 1 t03", "deposited 1 t01 t02").do("deposit Bars of Silver").state, "y2")


@pytest.mark.parametrize("direction, room", [(1, 1), (3, None)])
def test_arrows_go_to_the_room_that_lies_there(direction, room):
    t = table(phase="moving")
    if room is None:
        with pytest.raises(UnreadableError, match="no room lies there"):
            panels.meant_by_arrow(t.state, direction)
    else:
        assert panels.meant_by_arrow(t.state, direction) == code_of(A_MOVE, room)


def test_changes_of_a_position():
    t = table("hand 1 a12", "carried 2 i01")
    text = write(t.state)
    assert "room 2 y2" in edit(text, {"put": "room 2", "cell": "y2"})
    assert "hand 1 t01 t02" in edit(text, {"seat": 1, "hand": "T01 T02", "carried": "", "deposited": ""})
    assert "turn 1 round 5 player 2 plays 3" in edit(text, {"player": "2", "plays": "3", "round": "5"})
    with pytest.raises(UnreadableError, match="whole number"):
        edit(text, {"player": "two"})
    with pytest.raises(UnreadableError, match="no 'room 9'"):
        edit(text, {"put": "room 9", "cell": "y2"})
    fields = {row["title"]: row["fields"] for row in palette(t.state)["rows"]}
    assert fields["player 2"][1][2] == "Brass Lantern"


def test_cards_are_changed_by_the_names_that_are_shown():
    """Names with commas, capitals and a type behind them, copies, and ids as they stand in the table."""
    t = table("hand 1 r01 a06 a01 r02 r02", "carried 1 i10")
    shown = {name: value for name, _, value, _ in palette(t.state)["rows"][1]["fields"]}
    assert shown["hand"] == "Angry Dwarf (reaction); The Grate Is Locked!; The Grate Is Locked!; Angry Dwarf (action); " + (
        "Fee, Fie, Foe, Foo!"
    )
    again = edit(write(t.state), {"seat": 1, **shown})
    assert write(read(again, t.rules)) == write(t.state)
    changed = read(edit(again, {"seat": 1, **shown, "hand": "speed run; T01 I02; ming vase"}), t.rules)
    assert "hand 1 t01 t09 i02 a12\n" in write(changed)
    with pytest.raises(UnreadableError, match="there is no card 'speed rum'; write ; between the names of two cards"):
        read(edit(again, {"seat": 1, "hand": "Speed Rum; T01"}), t.rules)
    with pytest.raises(UnreadableError, match="there is no card 't99'"):
        read(edit(again, {"seat": 1, "hand": "T99"}), t.rules)


def test_a_name_that_the_notation_would_misread_is_shown_as_its_id():
    t = table("hand 1 a12", cards=cards(A12={"name": "Run; or #2"}))
    assert palette(t.state)["rows"][1]["fields"][0][2] == "A12"
