"""The picture: every tile once, with words; what lies face down is not in it; hostile names stay text."""

from xml.etree import ElementTree

import pytest
from games.prism.hashes import SMALL
from games.prism.table import NAMES, game, table

from crypt.games.prism import pieces
from crypt.games.prism.board import tile_names
from crypt.games.prism.draw import Picture, layout, svg, ways_svg
from crypt.games.prism.front import GAME
from crypt.games.prism.graph import ways

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script>\u0000 & \"'"


def groups(t, **options):
    """The groups of a picture by the name of their tile or note."""
    root = ElementTree.fromstring(svg(t.state, t.rules, NAMES, **options))
    found = [(group.get("data-cell") or group.get("data-note"), group) for group in root.iter(f"{SVG}g")]
    return {name: group for name, group in found if name}


@pytest.mark.parametrize("changes", [{}, SMALL], ids=["61 tiles", "19 tiles"])
def test_every_tile_is_there_once_with_its_words(changes):
    t = game(**changes)
    found = groups(t)
    names = tile_names(int(t.rules.side))
    assert [name for name in found if "card" not in name] == list(names)
    house = names[len(names) // 2]
    assert found[house].get("aria-label") == f"{house}, the house, Ann, Ben"
    assert sum("a face-down piece" in group.get("aria-label", "") for group in found.values()) == int(t.state.marked.sum())


def test_terrains_differ_in_colour_and_pattern():
    t = table(terrain="e4:m e6:t")
    found = groups(t)
    classes = {name: [path.get("class") for path in found[name].iter(f"{SVG}path")] for name in ("e4", "e6", "f4")}
    assert classes["e4"][:2] == ["hex mountain", "mountainline"]
    assert classes["e6"][:2] == ["hex forest", "forestline"] and classes["f4"][:2] == ["hex field", "fieldline"]


def test_monsters_horses_and_crosses():
    t = table(terrain="e3:fx e6:fx", monsters="e4:storm_giant", covered="e4", beneath="e4:helm e4:boots", horses="d4",
              face_down="e3", unseen_monsters="ogre:1", unseen_treasures="helm:1 shield:1")  # fmt: skip
    found = groups(t)
    assert [text.text for text in found["e4"].iter(f"{SVG}text")] == ["e4", "storm", "giant", "+2·6", "3"]
    assert "?" in [text.text for text in found["e3"].iter(f"{SVG}text")]
    assert any(path.get("class") == "horse" for path in found["d4"].iter(f"{SVG}path"))
    crossed = [[path.get("class") for path in found[name].iter(f"{SVG}path")].count("cross") for name in ("e6", "e3")]
    assert crossed == [1, 0]


@pytest.mark.rule("PRI-29")
def test_a_crystal_beneath_a_face_down_piece_is_counted_as_beneath_a_monster():
    t = table(terrain="e3:fx e7:fx", face_down="e3 e7", beneath="e3:red_crystal", unseen_monsters="ogre:1 gnoll:1",
              unseen_treasures="helm:1 shield:1")  # fmt: skip
    found = groups(t)
    texts = [[text.text for text in found[name].iter(f"{SVG}text")] for name in ("e3", "e7")]
    assert texts == [["e3", "?", "2"], ["e7", "?"]]
    assert "red crystal" in found["e3"].get("aria-label")


def test_nothing_in_the_picture_tells_what_lies_face_down():
    one, other = game(seed=3), game(seed=3)
    GAME.hide(other.state, 0)
    GAME.deal(other.state, 99)
    assert svg(one.state, one.rules, NAMES) == svg(other.state, other.rules, NAMES)


def test_cards_have_nine_slots_things_and_scars():
    t = table("card 1 worn helm sword_+1 carried chest red_crystal horse -", "scars 1 legs head")
    card = groups(t)["card 1"]
    shapes = [path.get("class") for path in card.iter(f"{SVG}path")]
    assert sum(rect.get("class") == "slot" for rect in card.iter(f"{SVG}rect")) == 9
    assert shapes.count("scar") == 2 and shapes.count("steel") == 2 and shapes.count("shade") == 3
    texts = [text.text for text in card.iter(f"{SVG}text")]
    assert texts == ["1", "Ann", "+1·4", "1", "R"]
    drawn = {pieces.thing(number, 1) for number in range(1, 16)}
    assert len(drawn) == 15 - 2  # the swords are told apart by their bonus
    assert len({pieces.thing(5, 1), pieces.thing(6, 2), pieces.thing(7, 3)}) == 3


def test_boxes_are_over_the_tiles_and_do_not_overlap():
    for changes in ({}, SMALL):
        boxes = layout(game(**changes).state)["boxes"]
        circles = [(left + width / 2, top + height / 2, width / 2) for left, top, width, height in boxes.values()]
        for i, (x, y, r) in enumerate(circles):
            assert x - r >= 0 and x + r <= 1 and y - r >= 0 and y + r <= 1
            assert all(((x - u) ** 2 + (y - v) ** 2) ** 0.5 >= r + s for u, v, s in circles[:i])


def test_cards_do_not_lie_over_tiles():
    from crypt.games.prism.draw import CARD_HEIGHT, CARD_WIDTH, CORNER, SIDE, middles

    for x, y, radius in middles(game().state):
        for left in (CORNER, SIDE - CORNER - CARD_WIDTH):
            for top in (CORNER, SIDE - CORNER - CARD_HEIGHT):
                dx = max(left - x, 0, x - left - CARD_WIDTH)
                dy = max(top - y, 0, y - top - CARD_HEIGHT)
                assert (dx**2 + dy**2) ** 0.5 > radius * 0.8


def test_marks_themes_sizes_and_ways():
    t = table(monsters="e4:ogre")
    picture = svg(t.state, t.rules, NAMES, size=480, overlay={"target": ["e4"], "recent": [0]}, theme="print")
    assert picture.count('class="target"') == picture.count('class="recent"') == 1 and 'width="480"' in picture
    assert Picture(t.state, t.rules)._repr_svg_() == svg(t.state, t.rules, size=480)
    for wrong in ({"overlay": {"glow": []}}, {"overlay": ["z9"]}, {"theme": "neon"}, {"size": 3}):
        with pytest.raises(ValueError):
            svg(t.state, t.rules, **wrong)
    over = ElementTree.fromstring(ways_svg(t.state, ways(t.state, t.rules)))
    assert sum(path.get("class") == "way" for path in over.iter(f"{SVG}path")) == 1


def test_hostile_names_stay_text():
    t = game()
    text = svg(t.state, t.rules, [HOSTILE, "Ben"])
    ElementTree.fromstring(text)
    assert "<script" not in text
