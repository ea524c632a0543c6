"""How the exit stands for each hero: connected, buildable, starved or walled, and by how many ways."""

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import networkx as nx
from networkx.algorithms.connectivity import build_auxiliary_node_connectivity, local_node_connectivity
from networkx.algorithms.flow import build_residual_network

from ..core.game import CryptError

if TYPE_CHECKING:
    import pandas as pd

MOST_WAYS = 4  # a cell has four sides
COLUMNS = ("hero", "cell", "status", "steps", "tiles_needed", "ways", "behind_boss")


def report(state: Any, floor: nx.Graph | None = None) -> dict[str, Any]:
    """Report how the exit stands for each living hero on the floor.

    Parameters
    ----------
    state : record
        A position of a game whose floor has an exit.
    floor : networkx.Graph, optional
        Its `graph`, where that is at hand.

    Returns
    -------
    dict
        ``{"game": "colossi", "exit": "e1", "heroes": [{"hero": 1, "cell": "c4", "status": "connected", "steps": 5,
        "tiles_needed": 0, "ways": 3}, ...]}``, ready for JSON. `status` is ``connected`` (a way over placed tiles),
        ``buildable`` (a way through empty cells for which the bag holds enough tiles), ``starved`` (only ways that
        need more) or ``walled`` (no way). `steps` are the fewest moves over placed tiles, `tiles_needed` the fewest
        empty cells on any way, `ways` the most ways that share no cell between hero and exit (Menger: the size of the
        smallest set of cells that would cut the hero off; a direct passage counts as one); None where there is no such
        number. A walled hero whose only way leads through a living boss's room also gets ``"behind_boss": True``.

    Raises
    ------
    CryptError
        When there is no exit on the board.
    """
    game, part = graph_part(state)
    goal = part.exit_name(state)
    if goal is None:
        raise CryptError("there is no exit door on the board, so nothing can be said about the way to it")
    places = part.hero_cells(state)
    floor = part.graph(state) if floor is None else floor
    steps = nx.single_source_shortest_path_length(passages(floor), goal)
    tiles = tiles_needed(floor, goal)
    ways = count_ways(floor, goal, {cell for cell in places.values() if cell in tiles and cell != goal})
    bag = part.tiles_left(state)
    heroes = [
        _line(hero, cell, cell == goal, steps.get(cell), tiles.get(cell), bag, ways) for hero, cell in places.items()
    ]
    if any(line["status"] == "walled" for line in heroes):
        _note_boss(heroes, tiles_needed(part.graph(state, through_boss=True), goal), bag)
    return {"game": game, "exit": goal, "heroes": heroes}


def graph(state: Any, known: bool = False) -> nx.Graph:
    """A position of any game as a graph: places, and the passages between them.

    Parameters
    ----------
    state : record
    known : bool
        Only what lies on the table, without what could still be built.

    Returns
    -------
    networkx.Graph
        See the game's own `graph` for its attributes.
    """
    return graph_part(state)[1].graph(state, known)


def with_boss(state: Any) -> tuple[nx.Graph, str | None]:
    """The graph in which a living boss's room can be walked through (COL-54), and that room's cell while it lives."""
    _, part = graph_part(state)
    return part.graph(state, through_boss=True), part.boss_name(state)


def graph_part(state: Any) -> tuple[str, ModuleType]:
    """The game of a position, by the field that names it, and its module `graph`."""
    names = getattr(getattr(state, "dtype", None), "names", None) or ("?",)
    try:
        return names[0], import_module(f"crypt.games.{names[0]}.graph")
    except ModuleNotFoundError:
        raise CryptError(f"this is not a position of a game that has a graph: {type(state).__name__}") from None


def _line(
    hero: int, cell: str, arrived: bool, steps: int | None, tiles: int | None, bag: int, ways: dict[str, int]
) -> dict[str, Any]:
    return {
        "hero": hero,
        "cell": cell,
        "status": status(steps, tiles, bag),
        "steps": steps,
        "tiles_needed": tiles,
        "ways": None if arrived else ways.get(cell, 0),
    }


def status(steps: int | None, tiles: int | None, bag: int) -> str:
    """Name how the exit stands.

    Parameters
    ----------
    steps : int or None
        The fewest moves over placed tiles, if there is such a way.
    tiles : int or None
        The fewest tiles that are missing on any way, if there is one.
    bag : int
        How many tiles can still be placed.
    """
    if steps is not None:
        return "connected"
    if tiles is None:
        return "walled"
    return "buildable" if tiles <= bag else "starved"


def tiles_needed(floor: nx.Graph, goal: str) -> dict[str, int]:
    """The fewest empty cells on any way between each cell and the goal; cells without a way are left out."""
    placed = floor.nodes(data="placed")
    # from the goal outwards, each cell entered costs a tile if it is empty; a hero's own cell never is
    return nx.single_source_dijkstra_path_length(floor, goal, weight=lambda here, there, edge: int(not placed[there]))


def count_ways(floor: nx.Graph, goal: str, cells: set[str]) -> dict[str, int]:
    """The number of ways from each of the cells to the goal that share no cell in between.

    Parameters
    ----------
    floor : networkx.Graph
    goal : str
    cells : set of str
        Without the goal.
    """
    if not cells:
        return {}
    networks = flow_networks(floor)
    return {
        cell: local_node_connectivity(floor, cell, goal, **networks, cutoff=MOST_WAYS)
        for cell in sorted(cells)
    }


_NETWORKS: WeakKeyDictionary[nx.Graph, dict[str, nx.DiGraph]] = WeakKeyDictionary()


def flow_networks(floor: nx.Graph) -> dict[str, nx.DiGraph]:
    """The network of split cells and its residual, for networkx's connectivity functions.

    Building them costs more than the flows, so one pair serves all heroes and questions about the same graph.
    """
    if floor not in _NETWORKS:
        network = build_auxiliary_node_connectivity(floor)
        _NETWORKS[floor] = {"auxiliary": network, "residual": build_residual_network(network, "capacity")}
    return _NETWORKS[floor]


def passages(floor: nx.Graph) -> nx.Graph:
    """The open passages of a floor alone, with all its cells."""
    ways = nx.Graph((here, there) for here, there, is_open in floor.edges(data="open") if is_open)
    ways.add_nodes_from(floor)
    return ways


def betweenness(floor: nx.Graph) -> dict[str, float]:
    """The share of shortest ways between two other cells that lead through each cell. Slow: only when it is asked for."""
    return nx.betweenness_centrality(floor)


def _note_boss(heroes: list[dict[str, Any]], tiles: dict[str, int], bag: int) -> None:
    """Mark the walled heroes that COL-54 spares, because a boss that can be beaten stands in the only way."""
    for line in heroes:
        if line["status"] == "walled" and line["cell"] in tiles and tiles[line["cell"]] <= bag:
            line["behind_boss"] = True


def report_frame(state: Any) -> "pd.DataFrame":
    """The same report as a table.

    Returns
    -------
    pandas.DataFrame
        One row for each hero, with the columns of `COLUMNS`; numbers that do not exist are missing values.
    """
    import pandas as pd

    frame = pd.DataFrame(report(state)["heroes"], columns=list(COLUMNS))
    for column in ("hero", "steps", "tiles_needed", "ways"):
        frame[column] = frame[column].astype("Int64")
    frame["behind_boss"] = frame["behind_boss"].eq(True).astype(bool)
    return frame


def report_text(report: dict[str, Any], names: Sequence[str] | None = None) -> str:
    """The same report for people, a line for each hero.

    Parameters
    ----------
    report : dict
        As `report` gives it.
    names : sequence of str, optional
        Of the heroes, by seat.
    """
    lines = [f"The exit is on {report['exit']}."]
    for line in report["heroes"]:
        hero = names[line["hero"] - 1] if names else f"Hero {line['hero']}"
        lines.append(f"{hero} on {line['cell']}: {describe(line)}.")
    if not report["heroes"]:
        lines.append("No hero is on the floor.")
    return "\n".join(lines)


def describe(line: dict[str, Any]) -> str:
    """Say how the exit stands for one hero, from its line of a report."""
    if line["ways"] is None:
        return "on the exit"
    ways = f"{_count(line['ways'], 'way')} left"
    match line["status"]:
        case "connected":
            return f"connected, {_count(line['steps'], 'step')} to the exit, {ways}"
        case "buildable":
            return f"buildable with {_count(line['tiles_needed'], 'more tile')}, {ways}"
        case "starved":
            tiles = _count(line["tiles_needed"], "tile")
            return f"starved: every way needs at least {tiles}, and the bag holds fewer; {ways}"
    if line.get("behind_boss"):
        return "walled off while the boss lives: the only way leads through its room"
    return "walled off from the exit"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
