"""The picture of a floor: well-formed, complete, with names as text, in every theme and size, and quick."""

import re
from random import Random
from time import process_time
from xml.etree import ElementTree

import pytest
from floors import EXAMPLE, random_floor, standard_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from crypt.core.picture import SEAT_FILLS
from crypt.games.colossi.draw import Picture, svg, tile_svg, tile_words
from crypt.games.colossi.notation import read
from crypt.games.colossi.pieces import DARK, LIGHT, PRINT, token
from crypt.games.colossi.state import BAG_KINDS, BOSS_ROOM, EXIT_DOOR, ON_FLOOR, START, TURN_THE_TILE

SVG = "{http://www.w3.org/2000/svg}"
RULES = standard_rules()


def example(**fields):
    state = read(EXAMPLE, RULES)
    for name, value in fields.items():
        state[name] = value
    return state


def cells(picture):
    """The groups of the cells by name."""
    groups = ElementTree.fromstring(picture).iter(f"{SVG}g")
    return {group.get("data-cell"): group for group in groups if group.get("data-cell")}


def said(picture):
    return {name: group.get("aria-label") for name, group in cells(picture).items()}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_cell_says_what_is_on_it(players):
    for seed in range(20):
        state = random_floor(Random(seed), players)
        found = cells(svg(state, RULES))
        assert len(found) == int(state.side) ** 2
        for name, group in found.items():
            assert group.find(f"{SVG}title").text == group.get("aria-label")
            assert group.get("aria-label").startswith(name + ": ")


def test_words_of_the_example():
    words = said(svg(example(), RULES, ["Ann"]))
    assert words["a1"] == "a1: empty"
    assert words["b3"] == "b3: dead end, open east; monster"
    assert words["e2"] == "e2: straight, open north, south; chest"
    assert words["e3"] == "e3: corner, open north, west; a key"
    assert words["c4"] == "c4: start, open north, east, south, west; Ann (on turn)"
    assert words["a6"] == "a6: boss room, open north, east, south, west; boss 3 of 3 hit points"
    assert words["e1"] == "e1: exit door, open north, east, south, west; door shut"
    words = said(svg(example(boss_hp=0, door_open=1), RULES))
    assert words["a6"].endswith("boss defeated")
    assert words["e1"].endswith("door open")


def test_words_of_a_tile_that_a_secret_door_changed_keep_its_shape():
    assert tile_words(6, 5, opened=4) == "dead end, open north, south; event"


@settings(deadline=None)
@given(st.lists(st.text(min_size=1, max_size=40), min_size=4, max_size=4))
def test_names_are_text(names):
    state = random_floor(Random(2), players=4)
    state.where[:4], state.cell[:4] = ON_FLOOR, state.exit_cell
    picture = svg(state, RULES, names)
    words = " ".join(said(picture).values())
    kept = [name for name in names if re.fullmatch("[ -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*", name)]
    assert all(name in words for name in kept)


def test_hostile_names_are_escaped():
    names = ['<script>alert(1)</script>', '" onload="x', "]]>&amp;</title>"]
    state = random_floor(Random(2), players=3)
    state.where[:3], state.cell[:3] = ON_FLOOR, state.exit_cell
    picture = svg(state, RULES, names)
    assert "<script" not in picture
    assert {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(picture).iter()} <= {
        "svg", "style", "g", "title", "rect", "path", "circle", "text",
    }  # fmt: skip
    assert all(element.get("onload") is None for element in ElementTree.fromstring(picture).iter())


@pytest.mark.parametrize("side, colour", [(6, "blue"), (8, "green"), (10, "amber"), (12, "red")])
@pytest.mark.rule("COL-02")
def test_border_has_the_colour_of_the_board(side, colour):
    state = random_floor(Random(1), players=side // 2 - 2)
    assert f'class="panel frame {colour}"' in svg(state, RULES)


@pytest.mark.rule("COL-04")
def test_shaded_area_lies_inside_the_outermost_ring():
    picture = svg(example(), RULES)
    assert 'class="shade blue" x="102" y="102" width="256" height="256"' in picture


def test_boss_has_a_mark_for_each_hit_point():
    def marks(hp):
        group = cells(svg(example(boss_hp=hp), RULES))["a6"]
        pips = [path for path in group.iter(f"{SVG}path") if "stroke-width" in path.get("style", "")]
        return [path.get("class") == "boss" for path in pips]

    assert [marks(hp) for hp in (3, 1, 0)] == [[True] * 3, [True, False, False], []]
    assert "77/100" in svg(example(boss_hp=77), standard_rules(boss_hp=100))


def test_heroes_differ_in_shape_and_colour_and_number():
    tokens = [ElementTree.fromstring(f"<g>{token(seat, False)}</g>") for seat in range(4)]
    shapes = [one.find("path[@class='token']") for one in tokens]
    assert len({shape.get("d") for shape in shapes}) == 4
    assert [shape.get("style") for shape in shapes] == [f"fill:{colour}" for colour in SEAT_FILLS[:4]]
    assert [one.find("text").text for one in tokens] == ["1", "2", "3", "4"]


def test_four_heroes_in_one_cell_and_the_one_on_turn():
    state = random_floor(Random(3), players=4)
    state.where[:4], state.cell[:4], state.hero = ON_FLOOR, state.exit_cell, 2
    picture = svg(state, RULES, ["Ann", "Bob", "Cy", "Dee"])
    assert picture.count('class="hero"') == 4
    assert picture.count('class="turn"') == 1
    assert sum(text.endswith("Ann; Bob; Cy (on turn); Dee") for text in said(picture).values()) == 1


def test_keys_are_counted():
    state = example()
    state.lying[2, 4] = 3
    assert '<text class="some" x="10" y="-11">3</text>' in svg(state, RULES)
    assert said(svg(state, RULES))["e3"].endswith("; 3 keys")


def test_tile_in_hand_is_a_ghost_in_the_first_way_that_fits():
    state = example(phase=TURN_THE_TILE, drawn=14, target=50)
    words = said(svg(state, RULES))["c5"]
    assert words == "c5: empty; tile in hand: tee, open north, east, south; monster"
    assert said(svg(state, RULES, ghost=13))["c5"].endswith("tee, open north, south, west; monster")
    assert svg(state, RULES).count('class="ghost"') == 1
    assert 'class="ghost"' not in svg(example(), RULES)


def test_overlay_by_name_and_number():
    picture = svg(example(), RULES, overlay={"target": ["c5", 38], "recent": ["e3"], "danger": {0}})
    counts = [picture.count(f'class="{name}"') for name in ("target", "recent", "danger", "plus")]
    assert counts == [2, 1, 1, 1]
    assert svg(example(), RULES, overlay=["c5"]).count('class="target"') == 1
    with pytest.raises(ValueError, match="overlay 'odd' does not exist"):
        svg(example(), RULES, overlay={"odd": []})


def test_themes():
    for theme, colours in (("light", LIGHT), ("dark", DARK), ("print", PRINT)):
        picture = svg(example(), RULES, theme=theme)
        assert f'class="colossi-floor {theme}"' in picture
        assert colours["floor"] in picture
        assert "var(" not in picture
    picture = svg(example(), RULES)
    assert "prefers-color-scheme:dark" in picture
    assert "@" not in re.sub("@media", "", picture)
    assert set(LIGHT) == set(DARK) == set(PRINT)
    with pytest.raises(ValueError, match="theme 'pink' does not exist"):
        svg(example(), RULES, theme="pink")


def brightness(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colours", [LIGHT, DARK, PRINT])
@pytest.mark.parametrize(
    "front, back, least",
    [
        ("wall", "floor", 3), ("monster", "floor", 4.5), ("closet", "floor", 4.5), ("ink", "floor", 4.5),
        ("boss", "bossfloor", 4.5), ("door", "exitfloor", 3), ("key", "panel", 4.5), ("label", "panel", 4.5),
        ("accent", "ground", 3), ("recent", "floor", 3), ("danger", "ground", 3), ("turn", "floor", 4.5),
    ],
)  # fmt: skip
def test_contrast(colours, front, back, least):
    light, dark = sorted((brightness(colours[front]), brightness(colours[back])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= least


def test_sizes():
    assert 'width="300" height="300"' in svg(example(), RULES, size=300)
    root = ElementTree.fromstring(svg(example(), RULES))
    assert root.get("viewBox") == "0 0 460 460"
    assert root.get("width") is None
    with pytest.raises(ValueError, match="size 0 is not from"):
        svg(example(), RULES, size=0)


def test_small_pictures_are_well_formed():
    for kind in (*range(1, BAG_KINDS + 1), START, BOSS_ROOM, EXIT_DOOR):
        ElementTree.fromstring(tile_svg(kind, 15))
    assert "tee, open north, east, south; monster" in tile_svg(14, 7)


def test_notebook_picture():
    assert Picture(example(), RULES, ["Ann"], theme="light")._repr_svg_().startswith("<svg xmlns=")


def test_nothing_has_an_id_and_nothing_comes_from_elsewhere():
    picture = svg(random_floor(Random(4), players=4), RULES)
    assert " id=" not in picture
    assert "url(" not in picture
    assert picture.count("http") == 1  # the namespace


def test_full_board_is_drawn_quickly():
    state = random_floor(Random(7), players=4, tiles=108)
    svg(state, RULES)
    took = []
    for _ in range(20):
        begun = process_time()
        svg(state, RULES)
        took.append(process_time() - begun)
    assert min(took) < 0.006
