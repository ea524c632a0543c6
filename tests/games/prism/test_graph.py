"""The land as a graph: entry costs, cheapest ways, what is within reach, and distances."""

import networkx as nx
import pytest
from games.prism.hashes import SMALL
from games.prism.table import NAMES, game, ruled, ruleset, table

from crypt.connect import export, graph, read_graph
from crypt.games.prism.board import distances, tile_names
from crypt.games.prism.graph import cheapest_ways, nearest_monsters, reach, space_words, tables, ways


@pytest.mark.parametrize("changes, edges", [({}, 156), (SMALL, 42)], ids=["61 tiles", "19 tiles"])
def test_the_graph_is_a_hexagon_of_hexagons(changes, edges):
    t = game(**changes)
    land = graph(t.state)
    names = tile_names(int(t.rules.side))
    assert tuple(land) == names and land.number_of_edges() == 2 * edges
    undirected = land.to_undirected()
    steps = dict(nx.all_pairs_shortest_path_length(undirected))
    far = distances(int(t.rules.side))
    assert all(steps[a][b] == far[i, j] for i, a in enumerate(names) for j, b in enumerate(names))


def test_what_is_on_the_tiles_and_what_entering_them_costs():
    t = table(terrain="e4:m e6:tx", monsters="e4:ogre", covered="e4", beneath="e4:helm", unseen_treasures="chest:1",
              horses="d4")  # fmt: skip
    land = graph(t.state)
    assert land.nodes["e4"] == {
        "terrain": "mountain", "house": False, "marked": False, "monster": "ogre", "face_down": True, "treasures": "helm",
        "horses": 0, "players": "",
    }  # fmt: skip
    assert land.nodes["e5"]["players"] == "1 2" and land.nodes["e5"]["house"] and land.nodes["d4"]["horses"] == 1
    assert {land.edges[a, b]["cost"] for a, b in (("e5", "e4"), ("e5", "e6"), ("e4", "e5"))} == {3, 2, 1}
    for form in ("graphml", "json", "dot"):
        assert nx.is_isomorphic(read_graph(export(land, form), form), land)
    assert space_words(land, "e4") == "mountain, 3 points to enter, ogre, a face-down treasure, helm"


def test_cheapest_ways_go_round_mountains_and_not_through_monsters():
    t = table(terrain="e4:m e3:f d4:f d3:f", monsters="f4:ogre")
    found = cheapest_ways(t.state, 0, t.rules)
    assert found["e3"] == (3, ["e5", "d4", "d3", "e3"]) and found["e4"][0] == 3 and found["f4"] == (1, ["e5", "f4"])
    assert all("f4" not in way[:-1] for _, way in found.values())


def test_what_is_within_reach_this_turn_and_the_next():
    t = table(terrain="e4:m e3:f d4:f", monsters="f4:ogre")
    turns = reach(t.state, 0, t.rules)
    assert (turns["e5"], turns["e4"], turns["d4"], turns["f4"]) == (0, 1, 1, 1)
    # two points are left over when e6 has been entered, and do not suffice for a mountain beside it
    t = table(terrain="e6:f e7:m", points=3)
    assert reach(t.state, 0, t.rules)["e7"] == 2 and cheapest_ways(t.state, 0, t.rules)["e7"][0] == 4
    riding = table("card 1 worn - carried horse - - -", terrain="e6:f e7:m", points=6)
    assert reach(riding.state, 0, riding.rules)["e7"] == 1
    waits = reach(table("pawn 2 e5", points=1).state, 1)
    assert waits["e3"] == 1  # whose turn it is not has a whole turn


def test_the_nearest_monsters():
    t = table(terrain="e3:fx e4:m", face_down="e3", monsters="e8:ogre", unseen_monsters="rat:1", unseen_treasures="chest:1")
    rows = nearest_monsters(t.state, 0)
    assert [(row["tile"], row["steps"]) for row in rows] == [("e8", 3), ("i5", 4), ("e3", 2)]
    monsters, within = tables(t.state, t.rules, NAMES)
    assert monsters["columns"][:3] == ["Tile", "Monster", "Ann: points"] and len(monsters["rows"]) == 3
    assert [row[0] for row in within["rows"]] == ["Ann", "Ben"]
    assert all(way[0] == "e5" for layer in ways(t.state, t.rules).values() for way in layer)


def test_ways_that_are_drawn_follow_the_rulesets_costs_and_points():
    """Round a mountain as printed; straight over it where a mountain costs as little as a field."""
    t = table(terrain="e4:m d4:f d3:f f4:m f3:m", monsters="e3:ogre")
    assert ways(t.state, t.rules) == {"first": [["e5", "d4", "d3", "e3"]], "second": []}
    flat = ruled(terrain=[row | {"entry_cost": 1} for row in ruleset().values["terrain"]])
    assert ["e5", "e4", "e3"] in ways(t.state, flat)["first"]
    t.state.points = 2
    assert ways(t.state, t.rules) == {"first": [], "second": [["e5", "d4", "d3", "e3"]]}
    assert ways(t.state, ruled(movement=20))["second"] != []  # the next turn goes as far as the lizard man on i5
