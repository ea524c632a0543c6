"""The picture: every space once, with words; pieces told apart by shape; hostile names stay text."""

from xml.etree import ElementTree

import pytest
from games.lair.hashes import NARROW
from games.lair.table import NAMES, game, table

from crypt.games.lair import pieces
from crypt.games.lair.draw import SIDE, layout, svg
from crypt.games.lair.state import DRAGON
from crypt.games.lair.vocabulary import space_names

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script>\u0000 & \"'"


def cells(t, **options):
    """The groups of a picture by the name of their space."""
    root = ElementTree.fromstring(svg(t.state, t.rules, NAMES, **options))
    return {group.get("data-cell"): group for group in root.iter(f"{SVG}g") if group.get("data-cell")}


@pytest.mark.parametrize("changes", [{}, {"rings": 6, "sectors": 16}, {"rings": 2, "sectors": 3, "treasure_ring": 1}])
def test_every_space_is_there_once_with_its_words(changes):
    t = game(**changes)
    found = cells(t)
    assert list(found) == space_names(t.state)
    labels = {name: group.get("aria-label") for name, group in found.items()}
    assert labels["centre"] == "centre, the dragon"
    assert labels[t.at("adventurer 1")].endswith("at the edge, adventurer 1")


def test_pieces_differ_in_shape_and_sign():
    t = table("adventurer 1 r2s1", "adventurer 2 r2s1", lying="r2s1 r2s1 r2s5 r2s7 r2s9 r2s11")
    found = cells(t)
    numbers = [text.text for text in found["r2s1"].iter(f"{SVG}text") if text.get("class") != "ring"]
    assert numbers == ["2", "1", "2"]  # two treasures, adventurers 1 and 2
    assert pieces.ADVENTURER in svg(t.state, t.rules) and pieces.DRAGON_HEAD in svg(t.state, t.rules)
    assert pieces.pawn(DRAGON, False) != pieces.pawn(0, False) != pieces.pawn(0, True)


FEW = {"adventurers": 1, "treasures": 3, "treasure_ring": 1}


@pytest.mark.parametrize("changes", [{}, {"rings": 6, "sectors": 16}, {"rings": 2, "sectors": 3} | FEW, NARROW | FEW])
def test_each_ring_has_its_number_once_beside_the_pieces(changes):
    t = game(**changes)
    numbered = []
    for name, group in cells(t).items():
        numbered += [(name, text) for text in group.iter(f"{SVG}text") if text.get("class") == "ring"]
    rings = sorted(set(t.state.ring[1 : t.state.spaces].tolist()))
    assert [(name[:2], text.text) for name, text in numbered] == [(f"r{ring}", f"r{ring}") for ring in rings]
    boxes = layout(t.state)["boxes"]
    for name, text in numbered:
        assert (float(text.get("x")) ** 2 + float(text.get("y")) ** 2) ** 0.5 > 0.4 * boxes[name][2] * SIDE


def test_boxes_are_over_the_spaces_and_do_not_overlap():
    for changes in ({}, {"rings": 6, "sectors": 16}, {"rings": 3, "sectors": 6}):
        boxes = layout(game(**changes).state)["boxes"]
        circles = [(left + width / 2, top + height / 2, width / 2) for left, top, width, height in boxes.values()]
        for i, (x, y, r) in enumerate(circles):
            assert x - r >= 0 and x + r <= 1 and y - r >= 0 and y + r <= 1
            assert all(((x - u) ** 2 + (y - v) ** 2) ** 0.5 >= 0.93 * (r + s) for u, v, s in circles[:i])


def test_a_drawn_board_shows_its_connections():
    t = game(**NARROW, adventurers=1, treasures=3, treasure_ring=1)
    links = [path for group in cells(t).values() for path in group.iter(f"{SVG}path") if path.get("class") == "link"]
    assert len(links) == 5 and sum(path.get("d").count("L") for path in links) == 2 * 5
    assert 'class="link"' not in svg(game().state, game().rules)


def test_marks_themes_and_sizes():
    t = game()
    found = cells(t, overlay={"target": ["r3s1"], "recent": [0]}, theme="dark", size=300)
    classes = {name: [path.get("class") for path in group.iter(f"{SVG}path")] for name, group in found.items()}
    assert "target" in classes["r3s1"] and "recent" in classes["centre"] and "target" not in classes["r3s2"]
    for wrong in ({"theme": "pink"}, {"overlay": {"blood": []}}, {"size": 3}, {"overlay": ["r9s9"]}):
        with pytest.raises(ValueError):
            svg(t.state, t.rules, **wrong)


def test_names_are_text():
    root = ElementTree.fromstring(svg(game().state, game().rules, (HOSTILE, "Ben")))
    assert root.get("aria-label").endswith("<script>alert(1)</script>\ufffd & \"': 4 movement left")
