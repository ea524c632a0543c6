"""Choke points against taking each cell away, and what else a floor's shape says."""

from random import Random
from time import process_time

import networkx as nx
import pytest
from floors import EXAMPLE, random_floor, standard_rules

from crypt.connect import choke_points, report
from crypt.games.colossi.graph import exit_name, graph, hero_cells
from crypt.games.colossi.notation import read
from crypt.games.colossi.state import EMPTY, new_state

CORRIDOR = """\
colossi floor 1
players 1
bag 20
hero 1 c4
board
·· ·· ·· ·· ╷X ··
·· ·· ·· ·· │. ··
·· ·· ┼S ┼S ·· ··
·· ·· ┼S ┼S ┘. ··
·· ·· ·· ·· ·· ··
┼B ·· ·· ·· ·· ··
"""


def without(floor, cells):
    smaller = floor.copy()
    smaller.remove_nodes_from(cells)
    return smaller


def check(state):
    floor, goal, found = graph(state), exit_name(state), choke_points(state)
    lines = {line["hero"]: line for line in report(state)["heroes"]}
    for hero, cell in hero_cells(state).items():
        if cell == goal:
            assert hero not in found.single
        elif not nx.has_path(floor, cell, goal):
            assert (found.single[hero], found.cut[hero], found.way[hero]) == ([], [], [])
        else:
            check_hero(floor, cell, goal, found.single[hero], found.cut[hero], lines[hero])
            check_way(floor, found.way[hero], cell, goal, lines[hero])


def check_hero(floor, cell, goal, single, cut, line):
    others = set(floor) - {cell, goal}
    assert set(single) == {other for other in others if not nx.has_path(without(floor, [other]), cell, goal)}
    if floor.has_edge(cell, goal):
        assert cut == []
    else:
        assert len(cut) == line["ways"]
        assert not nx.has_path(without(floor, cut), cell, goal)


def check_way(floor, way, cell, goal, line):
    assert (way[0], way[-1]) == (cell, goal) and nx.is_path(floor, way)
    tiles = sum(not floor.nodes[other]["placed"] for other in way)
    assert tiles == line["tiles_needed"]
    if line["steps"] is not None:
        assert len(way) == line["steps"] + 1


def test_against_taking_each_cell_away():
    random = Random(20)
    for _ in range(30):
        check(random_floor(random, players=random.choice((1, 1, 2)), tiles=random.randint(0, 50)))


def test_example():
    found = choke_points(read(EXAMPLE, standard_rules()))
    assert found.single == {1: []}
    assert found.cut == {1: ["d1", "e2", "f1"]}
    assert found.way == {1: ["c4", "c3", "d3", "e3", "e2", "e1"]}
    assert found.dead_ends == ["b3", "a6"]
    assert [set(loop) for loop in found.loops] == [{"c3", "c4", "d3", "d4"}]
    assert found.isolated == [["a6"]]


def test_the_order_of_single_points_is_that_of_the_way():
    found = choke_points(read(CORRIDOR, standard_rules(exit_sides=4)))
    assert found.single == {1: ["e3", "e2"]}
    assert len(found.cut[1]) == 1


def test_without_an_exit():
    state = read(EXAMPLE, standard_rules())
    state.kind[0, 4] = state.sides[0, 4] = EMPTY
    found = choke_points(state)
    assert found.single == found.way == {} and found.dead_ends == ["b3", "a6"]


def test_an_empty_board_and_one_without_a_hero():
    state = new_state()
    state.side, state.players = 6, 1
    assert choke_points(state).dead_ends == []


@pytest.mark.slow
def test_speed_on_a_full_board():
    random = Random(3)
    floors = [random_floor(random, players=4, tiles=108) for _ in range(20)]
    choke_points(floors[0])
    spent = []
    for state in floors:
        begin = process_time()
        report(state)
        choke_points(state)
        spent.append(process_time() - begin)
    assert sorted(spent)[10] < 0.05
