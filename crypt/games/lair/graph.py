"""The board as a networkx graph: spaces and neighbours, and how far everything is."""

from collections.abc import Sequence
from typing import Any

import networkx as nx

from .state import CENTRE, DRAGON, DRAGON_SEAT, GONE
from .vocabulary import beside_space, counted, piece_name, space_names

CARRY_COST = 2  # as printed, where no ruleset is at hand


def graph(state: Any, known: bool = False, rules: Any = None) -> nx.Graph:
    """See the board as a graph.

    Parameters
    ----------
    state : record
    known : bool
        Makes no difference: all of this board is known.
    rules : record, optional
        Makes no difference: every space costs the same.

    Returns
    -------
    networkx.Graph
        Nodes are names of spaces, with `ring`, `sector`, `edge`, `treasures` (how many lie there), `adventurers`
        (numbers, such as "1 3") and `dragon`. All attributes are numbers, words or truth values.
    """
    names, places = space_names(state), state.place.tolist()
    result = nx.Graph(game="lair")
    for space, name in enumerate(names):
        here = [piece for piece, place in enumerate(places) if place == space]
        result.add_node(
            name,
            ring=int(state.ring[space]),
            sector=int(state.sector[space]),
            edge=bool(state.edge[space]),
            treasures=int(state.treasure[space]),
            adventurers=" ".join(str(piece + 1) for piece in here if piece != DRAGON),
            dragon=DRAGON in here,
        )
    for space, name in enumerate(names):
        result.add_edges_from((name, names[other]) for other in beside_space(state, space))
    return result


def treasure_costs(state: Any, rules: Any = None) -> list[dict[str, Any]]:
    """What it costs to bring each treasure home: movement for carrying it the shortest way.

    Parameters
    ----------
    state : record
    rules : record, optional
        The packed ruleset, for what carrying costs.

    Returns
    -------
    list of dict
        For each treasure on the board: ``space``, ``to_edge``, ``to_centre`` (movement), and ``nearest`` (the adventurer
        with the fewest steps to it, "" when none is left) with its ``steps``.
    """
    cost = CARRY_COST if rules is None else int(rules.carry_cost)
    board, names = graph(state), space_names(state)
    edge = {name for name, is_edge in board.nodes(data="edge") if is_edge}
    to_edge = nx.multi_source_dijkstra_path_length(board, edge, weight=None)
    to_centre = nx.single_source_shortest_path_length(board, names[CENTRE])
    walked = {piece: distances(board, names[place]) for piece, place in _adventurers(state).items()}
    rows = []
    for space, count in enumerate(state.treasure.tolist()):
        name = names[space] if space < len(names) else ""
        steps = sorted((far[name], piece) for piece, far in walked.items()) if count else []
        row = {
            "space": name,
            # one that lies on the edge has to be carried along it
            "to_edge": cost * max(int(to_edge[name]), 1) if count else 0,
            "to_centre": cost * int(to_centre[name]) if count else 0,
            "nearest": piece_name(steps[0][1]) if steps else "",
            "steps": steps[0][0] if steps else None,
        }
        rows += [row] * count
    return rows


def dragon_distances(state: Any) -> list[dict[str, Any]]:
    """How far the dragon is from each adventurer on the board.

    Returns
    -------
    list of dict
        ``adventurer`` (from 1), ``space``, ``steps`` of the dragon to it, and ``way`` (the spaces of a shortest way).
    """
    board, names = graph(state), space_names(state)
    dragon = names[int(state.place[DRAGON])]
    ways = nx.single_source_shortest_path(board, dragon)
    return [
        {"adventurer": piece + 1, "space": names[place], "steps": len(ways[names[place]]) - 1, "way": ways[names[place]]}
        for piece, place in _adventurers(state).items()
    ]


def tables(state: Any, rules: Any, names: Sequence[str]) -> list[dict[str, Any]]:
    """What the graph tells, for people: what treasures cost, and how near the dragon is.

    Returns
    -------
    list of dict
        ``title``, ``about``, ``columns`` and ``rows`` of numbers, words or None.
    """
    cost = int(rules.carry_cost)
    treasures = [
        [row["space"], row["to_edge"], row["to_centre"], row["nearest"] or None, row["steps"]]
        for row in treasure_costs(state, rules)
    ]
    dragon = [
        [f"adventurer {row['adventurer']}", row["space"], row["steps"], _share(chance_to_reach(rules, row["steps"]))]
        for row in dragon_distances(state)
    ]
    return [
        {
            "title": "Treasures",
            "about": f"Movement that it takes to carry each one the shortest way, {cost} a space, and who is nearest.",
            "columns": ["Lies on", "To the edge", "To the centre", "Nearest", "Steps"],
            "rows": treasures,
        },
        {
            "title": "The dragon",
            "about": "Its steps to each adventurer, and the chance that one roll is enough.",
            "columns": ["", "Stands on", "Steps", "Within a roll"],
            "rows": dragon,
        },
    ]


def _share(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def chance_to_reach(rules: Any, steps: int) -> float:
    """The chance that the dragon rolls so much movement, or more (LAIR-05)."""
    faces = rules.die[DRAGON_SEAT, : rules.die_faces[DRAGON_SEAT]].tolist()
    return sum(one + two >= steps for one in faces for two in faces) / len(faces) ** 2


def ways(state: Any, rules: Any) -> dict[str, list[list[str]]]:
    """Shortest ways to draw over the board: the dragon's to each adventurer, and those of the treasures to the edge.

    Parameters
    ----------
    state, rules : records
        The position and its packed ruleset, which makes no difference: every space costs the same.

    Returns
    -------
    dict
        By layer: the spaces of each way.
    """
    board = graph(state)
    edge = {name for name, is_edge in board.nodes(data="edge") if is_edge}
    _, homes = nx.multi_source_dijkstra(board, edge, weight=None)
    lying = [name for name, count in board.nodes(data="treasures") if count]
    return {"dragon": [row["way"] for row in dragon_distances(state)], "treasures": [homes[name][::-1] for name in lying]}


def space_words(board: nx.Graph, space: str) -> str:
    """Say what is on a space of the graph, and where the space is."""
    facts = board.nodes[space]
    ring = f"ring {facts['ring']}, sector {facts['sector']}" if facts["ring"] else "the middle"
    words = [f"{ring}{', at the edge' if facts['edge'] else ''}"]
    words += [counted(facts["treasures"], "treasure")] if facts["treasures"] else []
    words += [f"adventurer {number}" for number in facts["adventurers"].split()]
    return ", ".join([*words, *(["the dragon"] if facts["dragon"] else [])])


def distances(board: nx.Graph, space: str) -> dict[str, int]:
    """The fewest steps from a space to each other one."""
    return dict(nx.single_source_shortest_path_length(board, space))


def _adventurers(state: Any) -> dict[int, int]:
    """The space of each adventurer on the board."""
    return {i: int(state.place[i]) for i in range(int(state.adventurers)) if state.place[i] != GONE}
