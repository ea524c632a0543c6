"""The cave as a graph: connections, what bars passages, what is cut off, ways home."""

import networkx as nx
import pytest
from games.cave.table import NAMES, table

from crypt.connect import export, graph, read_graph
from crypt.games.cave.board import distances, joined
from crypt.games.cave.graph import cut_off, distances_home, space_words, tables
from crypt.games.cave.graph import graph as with_rules


def test_rooms_and_connections():
    t = table("room 2 y2")
    cave = graph(t.state)
    assert cave.number_of_nodes() == 14 and cave.number_of_edges() == 18 and nx.is_connected(cave)
    assert cave.nodes["y2"]["players"] == "2" and cave.nodes["y2"]["treasures"] == "T03"
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
    assert space_words(cave, "volcano_view") == "Volcano View, to Bedquilt (barred by R03), treasures T14 T15"
