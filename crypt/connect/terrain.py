"""The passages of a position, and what reports, choke points and pictures work out from them: each thing once."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from types import ModuleType
from typing import Any

import networkx as nx
from networkx.algorithms.connectivity import build_auxiliary_node_connectivity
from networkx.algorithms.flow import edmonds_karp

from ..core.catalog import find_game
from ..core.game import CryptError

A_TILE = 1000  # what a missing tile costs on a way, in steps: more than any way has
KEPT = 8  # terrains that are kept


class Terrain:
    """Which cells are joined, and the ways from everywhere to one of them.

    Parameters
    ----------
    floor : networkx.Graph
        As a game's `graph` gives it. Only its passages and which cells are placed are looked at: positions that differ
        in other things share a terrain.
    goal : str or None
        The cell to which the ways lead; None where there is no such cell, and then there are no ways.
    wider : Terrain, optional
        One with the same cells that has all these passages and more, such as that without a tile that was put down: its
        flow network serves here too.
    """

    def __init__(self, floor: nx.Graph, goal: str | None, wider: "Terrain | None" = None) -> None:
        self.floor, self.goal, self._wider = floor, goal, wider
        self._ways: dict[str, int] = {}

    @cached_property
    def walks(self) -> nx.Graph:
        """The open passages alone, with all cells."""
        return passages(self.floor)

    def reach(self, cell: str) -> list[str]:
        """The cells to which open passages lead from a cell, itself among them, in the order of the board."""
        found = nx.node_connected_component(self.walks, cell)
        return [other for other in self.floor if other in found]

    @cached_property
    def _routes(self) -> tuple[dict[str, int], dict[str, list[str]]]:
        """The cost of the cheapest way between each cell and the goal, and that way, from the goal outwards."""
        if self.goal is None:
            return {}, {}
        cost = {cell: 1 if placed else 1 + A_TILE for cell, placed in self.floor.nodes(data="placed")}
        return nx.single_source_dijkstra(self.floor, self.goal, weight=lambda here, there, edge: cost[there])

    @cached_property
    def tiles(self) -> dict[str, int]:
        """The fewest empty cells on any way between each cell and the goal; cells without a way are left out."""
        return {cell: cost // A_TILE for cell, cost in self._routes[0].items()}

    @cached_property
    def steps(self) -> dict[str, int]:
        """The fewest moves over placed tiles between each cell and the goal, where there is such a way."""
        return {cell: cost for cell, cost in self._routes[0].items() if cost < A_TILE}

    def way(self, cell: str) -> list[str]:
        """A shortest way over placed tiles to the goal, else one that needs the fewest tiles, else an empty list."""
        return self._routes[1].get(cell, [])[::-1]

    @cached_property
    def _blocks(self) -> list[set[str]]:
        """The parts that hang together even without any one of their cells; they overlap in single cells."""
        return list(nx.biconnected_components(self.floor))

    @cached_property
    def _tree(self) -> nx.Graph:
        """How the blocks hang together: their numbers, joined to the cells that they have in common, and to the goal."""
        tree, home = nx.Graph(), dict[str, int]()
        for number, block in enumerate(self._blocks):
            tree.add_node(number)
            for cell in block:
                if cell == self.goal or cell in home:
                    tree.add_edges_from(((number, cell), (home.get(cell, number), cell)))
                home.setdefault(cell, number)
        tree.graph["home"] = home
        return tree

    def single_points(self, cell: str) -> list[str]:
        """The cells whose loss alone would cut a cell off from the goal, in the order of the way; it must have one."""
        tree = self._tree
        way = nx.shortest_path(tree, cell if cell in tree else tree.graph["home"][cell], self.goal)
        return [node for node in way[:-1] if isinstance(node, str) and node != cell]

    def ways(self, cell: str) -> int:
        """The most ways from a cell to the goal that share no cell in between; a direct passage is one (Menger)."""
        if cell not in self._ways:
            self._ways[cell] = self._count_ways(cell) if cell in self.tiles and cell != self.goal else 0
        return self._ways[cell]

    def _count_ways(self, cell: str) -> int:
        block = next((block for block in self._blocks if cell in block and self.goal in block), set())
        if len(block) < 3:
            return 1  # every way leads through one cell, or over one passage
        # in a block there are two ways at least, and no more than there are passages at either end
        most = min(sum(other in block for other in self.floor[end]) for end in (cell, self.goal))
        return 2 if most == 2 else self._flow(cell, most)

    def _flow(self, cell: str, most: int) -> int:
        if self._wider:
            with self._wider._without(self._lost):
                return self._wider._flow(cell, most)
        network, residual = self.networks["auxiliary"], self.networks["residual"]
        number = network.graph["mapping"]
        ends = f"{number[cell]}B", f"{number[self.goal]}A"
        return edmonds_karp(network, *ends, residual=residual, cutoff=most).graph["flow_value"]

    @cached_property
    def _lost(self) -> list[tuple[str, str]]:
        """The passages of the wider terrain that are none here."""
        return [edge for edge in self._wider.floor.edges if not self.floor.has_edge(*edge)] if self._wider else []

    @contextmanager
    def _without(self, edges: list[tuple[str, str]]) -> Iterator[None]:
        """Let nothing flow through some passages for a while."""
        number = self.networks["auxiliary"].graph["mapping"]
        ends = [(number[here], number[there]) for edge in edges for here, there in (edge, edge[::-1])]
        arcs = [self.networks["residual"][f"{here}B"][f"{there}A"] for here, there in ends]
        for arc in arcs:
            arc["capacity"] = 0
        try:
            yield
        finally:
            for arc in arcs:
                arc["capacity"] = 1

    @cached_property
    def networks(self) -> dict[str, nx.DiGraph]:
        """The network of split cells and its residual, for networkx's connectivity functions: one pair for all questions.

        The residual network is what networkx would build, made from two lists in half the time.
        """
        network = build_auxiliary_node_connectivity(self.floor)
        arcs = list(network.edges())
        residual = nx.DiGraph(inf=3 * len(arcs))
        residual.add_edges_from(arcs, capacity=1)
        residual.add_edges_from([(there, here) for here, there in arcs], capacity=0)
        return {"auxiliary": network, "residual": residual}


class _Known(threading.local):
    """The terrains that were looked at last, by the bytes that tell them apart; for each thread, since flows write."""

    def __init__(self) -> None:
        self.terrains: dict[bytes, Terrain] = {}


_KNOWN = _Known()


def terrain_of(state: Any, through_boss: bool = False) -> Terrain:
    """The terrain of a position, with the exit for its goal; one that was looked at lately is not made again.

    Parameters
    ----------
    state : record
    through_boss : bool
        Take the room of a living boss for one that can be walked through (COL-54).
    """
    _, part = graph_part(state)
    key = part.ground(state) + bytes([through_boss])
    known = _KNOWN.terrains
    found = known.pop(key, None)
    if found is None:
        found = Terrain(part.graph(state, through_boss=through_boss), part.exit_name(state))
    known[key] = found
    if len(known) > KEPT:
        del known[next(iter(known))]
    return found


def graph_module(state: Any) -> tuple[str, ModuleType]:
    """The game of a position, by the field that names it, and its module `graph`."""
    names = getattr(getattr(state, "dtype", None), "names", None) or ("?",)
    try:
        game = find_game(names[0])
    except CryptError:
        raise CryptError(f"this is not a position of a game that has a graph: {type(state).__name__}") from None
    return names[0], game.part("graph")


def graph_part(state: Any) -> tuple[str, ModuleType]:
    """The same for a game whose board has an exit that everybody wants to reach."""
    game, part = graph_module(state)
    if not hasattr(part, "exit_name"):
        raise CryptError(f"the board of {find_game(game).title} has no exit, so there are no ways to it to report on")
    return game, part


def passages(floor: nx.Graph) -> nx.Graph:
    """The open passages of a floor alone, with all its cells."""
    ways = nx.Graph()
    ways.add_nodes_from(floor)
    ways.add_edges_from([(here, there) for here, there, is_open in floor.edges(data="open") if is_open])
    return ways
