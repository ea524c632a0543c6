"""Where a floor can be cut: choke points, dead ends, loops, isolated parts, and the shortest ways."""

from dataclasses import dataclass, field
from typing import Any

import networkx as nx
from networkx.algorithms.connectivity import minimum_st_node_cut

from .report import flow_networks, graph_part, passages


@dataclass(frozen=True)
class ChokePoints:
    """What a floor's shape says about the way to its exit. Cells are names such as "c4".

    Attributes
    ----------
    single : dict of int to list of str
        By hero: the cells whose loss alone would cut it off, in the order of its way to the exit.
    cut : dict of int to list of str
        By hero: one smallest set of cells whose loss would cut it off; empty where a direct passage to the exit makes
        that impossible, and where there is no way to cut.
    way : dict of int to list of str
        By hero: a shortest way to the exit, both ends included; over placed tiles if there is one, else one that needs
        the fewest tiles; empty where there is none.
    dead_ends : list of str
        Placed tiles that join one neighbouring cell at most.
    loops : list of list of str
        Rings of placed tiles that can be walked around (a set from which all others can be put together).
    isolated : list of list of str
        Parts of the floor from which the exit cannot be reached by any way.
    """

    single: dict[int, list[str]] = field(default_factory=dict)
    cut: dict[int, list[str]] = field(default_factory=dict)
    way: dict[int, list[str]] = field(default_factory=dict)
    dead_ends: list[str] = field(default_factory=list)
    loops: list[list[str]] = field(default_factory=list)
    isolated: list[list[str]] = field(default_factory=list)


def choke_points(state: Any, floor: nx.Graph | None = None) -> ChokePoints:
    """Find the cells on which the way to the exit depends.

    Ways go through open passages and through empty cells, as in `report`.

    Parameters
    ----------
    state : record
    floor : networkx.Graph, optional
        Its `graph`, where that is at hand.

    Returns
    -------
    ChokePoints
        Without an exit on the board only dead ends and loops are filled in.
    """
    _, part = graph_part(state)
    floor = part.graph(state) if floor is None else floor
    goal = part.exit_name(state)
    found = ChokePoints(dead_ends=_dead_ends(floor), loops=_loops(floor))
    if goal is None:
        return found
    found.isolated.extend(_isolated(floor, goal))
    heroes = {hero: cell for hero, cell in part.hero_cells(state).items() if cell != goal}
    found.way.update({hero: shortest_way(floor, cell, goal) for hero, cell in heroes.items()})
    cells = {cell for hero, cell in heroes.items() if found.way[hero]}
    single, cuts = _single_points(floor, cells, goal), _smallest_cuts(floor, cells, goal)
    found.single.update({hero: single.get(cell, []) for hero, cell in heroes.items()})
    found.cut.update({hero: cuts.get(cell, []) for hero, cell in heroes.items()})
    return found


def shortest_way(floor: nx.Graph, cell: str, goal: str) -> list[str]:
    """A shortest way over placed tiles, else one that needs the fewest tiles, else an empty list."""
    placed = floor.nodes(data="placed")
    for ways, weight in ((passages(floor), None), (floor, lambda here, there, edge: 1000 * (not placed[there]) + 1)):
        try:
            return nx.shortest_path(ways, cell, goal, weight=weight)
        except nx.NetworkXNoPath:
            continue
    return []


def _dead_ends(floor: nx.Graph) -> list[str]:
    return [cell for cell, placed in floor.nodes(data="placed") if placed and floor.degree(cell) <= 1]


def _loops(floor: nx.Graph) -> list[list[str]]:
    return nx.cycle_basis(passages(floor))


def _isolated(floor: nx.Graph, goal: str) -> list[list[str]]:
    parts = [part for part in nx.connected_components(floor) if goal not in part]
    order = {cell: i for i, cell in enumerate(floor)}
    return sorted((sorted(part, key=order.__getitem__) for part in parts), key=lambda part: order[part[0]])


def _single_points(floor: nx.Graph, cells: set[str], goal: str) -> dict[str, list[str]]:
    """The articulation points between each cell and the goal: those that lie on the way in the tree of blocks."""
    tree = nx.Graph()
    cutters = set(nx.articulation_points(floor))
    for number, block in enumerate(nx.biconnected_components(floor)):
        tree.add_edges_from((number, cell) for cell in block if cell in cutters or cell in cells or cell == goal)
    found = {}
    for cell in cells:
        way = nx.shortest_path(tree, cell, goal)
        found[cell] = [node for node in way[1:-1] if node in cutters]
    return found


def _smallest_cuts(floor: nx.Graph, cells: set[str], goal: str) -> dict[str, list[str]]:
    apart = [cell for cell in sorted(cells) if not floor.has_edge(cell, goal)]
    if not apart:
        return {}
    networks = flow_networks(floor)
    return {cell: sorted(minimum_st_node_cut(floor, cell, goal, **networks)) for cell in apart}
