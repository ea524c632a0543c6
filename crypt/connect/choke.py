"""Where a floor can be cut: choke points, dead ends, loops, isolated parts, and the shortest ways."""

from dataclasses import dataclass, field
from typing import Any

import networkx as nx
from networkx.algorithms.connectivity import minimum_st_node_cut

from .terrain import Terrain, graph_part, terrain_of


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


def choke_points(state: Any) -> ChokePoints:
    """Find the cells on which the way to the exit depends.

    Ways go through open passages and through empty cells, as in `report`.

    Parameters
    ----------
    state : record

    Returns
    -------
    ChokePoints
        Without an exit on the board only dead ends and loops are filled in.
    """
    terrain = terrain_of(state)
    found = ChokePoints(dead_ends=dead_ends(terrain), loops=nx.cycle_basis(terrain.walks))
    if terrain.goal is None:
        return found
    found.isolated.extend(isolated(terrain))
    for hero, cell in graph_part(state)[1].hero_cells(state).items():
        if cell != terrain.goal:
            found.single[hero], found.cut[hero] = single_points(terrain, cell), _smallest_cut(terrain, cell)
            found.way[hero] = terrain.way(cell)
    return found


def dead_ends(terrain: Terrain) -> list[str]:
    """The placed tiles that join one neighbouring cell at most."""
    floor = terrain.floor
    return [cell for cell, placed in floor.nodes(data="placed") if placed and floor.degree(cell) <= 1]


def isolated(terrain: Terrain) -> list[list[str]]:
    """The parts of the floor from which the exit cannot be reached by any way."""
    parts = [part for part in nx.connected_components(terrain.floor) if terrain.goal not in part]
    order = {cell: i for i, cell in enumerate(terrain.floor)}
    return sorted((sorted(part, key=order.__getitem__) for part in parts), key=lambda part: order[part[0]])


def single_points(terrain: Terrain, cell: str) -> list[str]:
    """The cells whose loss alone would cut a cell off, in the order of its way to the exit; none without a way."""
    return terrain.single_points(cell) if terrain.way(cell) else []


def _smallest_cut(terrain: Terrain, cell: str) -> list[str]:
    floor, goal = terrain.floor, terrain.goal
    if not terrain.way(cell) or floor.has_edge(cell, goal):
        return []
    single = terrain.single_points(cell)
    return single[:1] or sorted(minimum_st_node_cut(floor, cell, goal, **terrain.networks))
