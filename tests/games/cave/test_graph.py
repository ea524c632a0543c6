"""The cave as a graph: connections, what bars passages, what is cut off, ways home."""

import re

import networkx as nx
import pytest
from games.cave.table import NAMES, table

from crypt.connect import export, graph, read_graph
from crypt.games.cave.board import distances, joined
from crypt.games.cave.draw import cell_name, ways_svg
from crypt.games.cave.graph import bars, cut_off, distances_home, space_words, tables
from crypt.games.cave.graph import graph as with_rules
from crypt.games.cave.vocabulary import the_book


def test_rooms_and_connections():
    t = table("room 2 y2")
    cave = graph(t.state)
    assert cave.number_of_nodes() == 14 and cave.number_of_edges() == 18 and nx.is_connected(cave)
    assert cave.nodes["y2"]["players"] == "2" and cave.nodes["y2"]["treasures"] == "Bars of Silver"
    for form in ("graphml", "json", "dot"):
        assert nx.is_isomorphic(read_graph(export(cave, form), form), cave)


@pytest.mark.rule("CAVE-30")
def test_what_bars_each_passage():
    t = table()
    cave = with_rules(t.state, rules=t.rules)
    barred = {frozenset((a, b)): bars for a, b, bars in cave.edges(data="bars") if bars}
    assert barred[frozenset(("well_house", "cobble_crawl"))] == "R02"
    assert sorted(barred.values()) == ["R02", "R03", "R04", "R05", "R09", "R10", "R11"]


def test_what_is_cut_off_while_reactions_are_out():
    t = table()
    assert cut_off(t.state, t.rules, ["R03"]) == ["Volcano View"]
    assert cut_off(t.state, t.rules, ["R05"]) == ["Plover Room"]
    assert cut_off(t.state, t.rules, ["R09"]) == [] and cut_off(t.state, t.rules, ["R04", "R10"]) == ["West Side of Fissure"]
    assert len(cut_off(t.state, t.rules, ["R02"])) == 13


def test_moves_home_agree_with_those_of_the_rules():
    t = table()
    far = distances_home(t.state, t.rules)
    assert far["well_house"] == 0 and far["plover_room"] == 8 and far["volcano_view"] == 5
    assert list(far.values()) != [] and {*far.values()} <= set(t.rules.distance[0, :14].tolist())
    near = joined(["a", "b", "c"], [("a", "b")])
    assert distances(near, 3)[0, 1] == 1 and distances(near, 3)[0, 2] == 100


def test_tables_for_people():
    t = table("room 2 y2", "carried 2 t03", "room 3 dead", "deposited 1 t01", players=3)
    players, rooms, passages = tables(t.state, t.rules, NAMES)
    assert players["rows"] == [["Ann", 0, "", "Large Gold Nugget"], ["Ben", 3, "Bars of Silver", ""], ["Cid", None, "", ""]]
    by_name = {row[0]: row[1:] for row in rooms["rows"]}
    assert by_name["Cobble Crawl"] == [1, "lit", "", "yes"] and by_name["Twopit Room"] == [5, "dark", "", ""]
    assert ["Bedquilt - Volcano View", "Stop! Pay Troll!", "Volcano View"] in passages["rows"]
    cave = with_rules(t.state, rules=t.rules)
    words = "Volcano View, to Bedquilt (barred by Stop! Pay Troll!), here is played Rare Spices and Golden Chain"
    assert space_words(cave, "volcano_view") == words
    assert by_name["Volcano View"][2] == "Rare Spices and Golden Chain"
    shown = str([players, rooms, passages])
    assert not [card.id for card in the_book(t.state).cards if card.id in shown]


def test_several_reactions_are_out_together():
    t = table("room 1 y2", "room 2 volcano_view", "room 3 west_side_of_fissure", players=3)
    found = bars(t.state, t.rules, NAMES, [])
    assert found["words"] == found["shut"] == [] and not any(choice["on"] for choice in found["choices"])
    assert len(found["choices"]) == 7
    snake = next(choice for choice in found["choices"] if choice["id"] == "R09")
    assert (snake["title"], snake["where"]) == ("A Huge Green Snake Bars the Way!", "Hall of the Mountain King - Y2")
    found = bars(t.state, t.rules, NAMES, ["R03", "R10", "R09", "A01"])
    assert [choice["id"] for choice in found["choices"] if choice["on"]] == ["R10", "R09", "R03"]
    assert found["words"] == [
        "Cut off from the Well House: Volcano View",
        "Ben has no way home, and 5 without them", "Cid has 4 moves home, and 3 without them",
    ]  # fmt: skip
    assert len(found["shut"]) == 3 and ["bedquilt", "volcano_view"] in found["shut"]
    assert bars(t.state, t.rules, NAMES, ["R09"])["words"] == ["Nothing is cut off from the Well House"]
    assert distances_home(t.state, t.rules, ["R02"]) == {"well_house": 0}


def test_no_line_runs_through_the_name_of_a_room():
    t = table()
    rooms = the_book(t.state).rooms
    names = [cell_name(room.name) for room in rooms]
    picture = ways_svg(t.state, {"first": [[one, other] for one in names for other in names]})
    lines = re.findall(r"M([-0-9.]+) ([-0-9.]+)L([-0-9.]+) ([-0-9.]+)", picture)
    assert len(lines) > 100
    for line in lines:
        x, y, x2, y2 = map(float, line)
        for part in range(1, 20):
            at = x + (x2 - x) * part / 20, y + (y2 - y) * part / 20
            assert not [room.name for room in rooms if abs(at[0] - room.x) < 63 and abs(at[1] - room.y) < 25]
