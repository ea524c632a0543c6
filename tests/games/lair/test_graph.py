"""The board as a graph, and what can be read from it."""

import networkx as nx
import pytest
from games.lair.table import game, table

from crypt.connect import export, graph, read_graph
from crypt.games.lair.graph import dragon_distances, treasure_costs


@pytest.mark.parametrize("rings, sectors", [(4, 12), (3, 6), (6, 16)])
def test_the_graph_is_a_wheel_of_rings(rings, sectors):
    board = graph(game(rings=rings, sectors=sectors).state)
    wheel = nx.cartesian_product(nx.path_graph(rings), nx.cycle_graph(sectors))
    wheel.add_edges_from(("centre", (0, s)) for s in range(sectors))
    names = {(r, s): f"r{r + 1}s{s + 1}" for r in range(rings) for s in range(sectors)}
    expected = nx.relabel_nodes(wheel, names)
    assert {frozenset(edge) for edge in board.edges} == {frozenset(edge) for edge in expected.edges}
    assert set(board) == set(expected)


def test_what_stands_on_the_spaces():
    t = table("adventurer 1 r2s1", "adventurer 2 r2s1", "dragon r3s3", lying="r2s1 r2s1 r2s5 r2s7 r2s9 r4s11")
    board = graph(t.state)
    assert board.nodes["r2s1"] == {
        "ring": 2, "sector": 1, "edge": False, "treasures": 2, "adventurers": "1 2", "dragon": False,
    }  # fmt: skip
    assert board.nodes["r3s3"]["dragon"] and board.nodes["r4s11"]["edge"]
    for form in ("graphml", "json", "dot"):
        assert nx.is_isomorphic(read_graph(export(board, form), form), board)


def test_what_treasures_cost():
    t = table("adventurer 1 r2s1", "dragon r3s3", lying="centre r2s1 r2s5 r2s7 r3s9 r4s11")
    rows = treasure_costs(t.state, t.rules)
    assert [(row["space"], row["to_edge"], row["to_centre"]) for row in rows] == [
        ("centre", 8, 0), ("r2s1", 4, 4), ("r2s5", 4, 4), ("r2s7", 4, 4), ("r3s9", 2, 6), ("r4s11", 2, 8),
    ]  # fmt: skip
    assert (rows[1]["nearest"], rows[1]["steps"]) == ("adventurer 1", 0)
    assert (rows[4]["nearest"], rows[4]["steps"]) == ("adventurer 3", 1)
    dear = table(carry_cost=3, carry_needs=3)
    assert treasure_costs(dear.state, dear.rules)[0]["to_edge"] == 6


def test_how_far_the_dragon_is():
    t = table("adventurer 1 r2s1", "adventurer 2 gone", "dragon r2s2")
    found = dragon_distances(t.state)
    assert [(row["adventurer"], row["space"], row["steps"]) for row in found] == [(1, "r2s1", 1), (3, "r4s9", 6)]
    assert found[0]["way"] == ["r2s2", "r2s1"]
