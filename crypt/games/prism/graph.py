"""The land as a networkx graph: tiles, what entering them costs, cheapest ways, and what is within reach."""

from collections.abc import Sequence
from typing import Any

import networkx as nx

from .board import house_of, neighbours, tile_names
from .cards import has_horse
from .state import FACE_DOWN, FACE_UP, MONSTERS, MOVING, NO_MONSTER, NOWHERE, RUNNING, TERRAINS
from .vocabulary import counted, name_of, treasure_name

ENTRY_COSTS = (1, 2, 3)  # as printed, where no ruleset is at hand
POINTS = (3, 6)  # without and with a horse


def graph(state: Any, known: bool = False, rules: Any = None) -> nx.DiGraph:
    """See the land as a graph.

    Parameters
    ----------
    state : record
    known : bool
        Makes no difference: what lies face down is not in a position.
    rules : record, optional
        The packed ruleset, for what entering costs.

    Returns
    -------
    networkx.DiGraph
        Nodes are names of tiles, with `terrain`, `house`, `marked`, `monster` ("", "face down", or its name), `face_down`
        (whether an unseen treasure lies there), `treasures` (those face up, such as "helm, boots"), `horses` and `players`
        (numbers, such as "1 3"). Each edge leads to a neighbour and has the `cost` of entering it.
    """
    costs = _costs(rules)
    names = tile_names(int(state.side))
    result = nx.DiGraph(game="prism")
    for tile, name in enumerate(names):
        monster = int(state.monster[tile])
        beneath = [treasure_name(kind) for kind, n in enumerate(state.beneath[tile].tolist()) for _ in range(n)]
        result.add_node(
            name,
            terrain=TERRAINS[state.terrain[tile]],
            house=tile == house_of(int(state.side)),
            marked=bool(state.marked[tile]),
            monster="face down" if monster == FACE_DOWN else MONSTERS[monster - FACE_UP] if monster >= FACE_UP else "",
            face_down=bool(state.covered[tile]),
            treasures=", ".join(beneath),
            horses=int(state.horses[tile]),
            players=" ".join(str(seat + 1) for seat in range(int(state.players)) if state.pawn[seat] == tile),
        )
    for tile, near in enumerate(neighbours(int(state.side))):
        for other in near:
            if other != NOWHERE:
                result.add_edge(names[tile], names[other], cost=costs[state.terrain[other]])
    return result


def _costs(rules: Any) -> tuple[int, ...]:
    return ENTRY_COSTS if rules is None else tuple(rules.entry_cost.tolist())


def passable(state: Any, seat: int, rules: Any = None) -> nx.DiGraph:
    """The graph as a pawn walks it: into a monster's tile, but not out of it again."""
    land, names = graph(state, rules=rules), tile_names(int(state.side))
    here = names[int(state.pawn[seat])]
    blocked = [name for name, monster in land.nodes(data="monster") if monster and name != here]
    land.remove_edges_from([edge for name in blocked for edge in land.out_edges(name)])
    return land


def cheapest_ways(state: Any, seat: int, rules: Any = None) -> dict[str, tuple[int, list[str]]]:
    """The cheapest way of a pawn to each tile.

    Parameters
    ----------
    state : record
    seat : int
    rules : record, optional

    Returns
    -------
    dict
        Tile -> movement points, and the tiles on the way (the first is where the pawn is). Tiles that lie behind monsters
        only are not in it.
    """
    land, here = passable(state, seat, rules), tile_names(int(state.side))[int(state.pawn[seat])]
    costs, ways = nx.single_source_dijkstra(land, here, weight="cost")
    return {tile: (int(cost), ways[tile]) for tile, cost in costs.items()}


def reach(state: Any, seat: int, rules: Any = None) -> dict[str, int]:
    """How many turns of movement a pawn needs to each tile, its own now going on for who is moving.

    Points that do not suffice for the next tile are lost at the end of a turn, and a pawn stops at a monster.

    Parameters
    ----------
    state : record
    seat : int
    rules : record, optional

    Returns
    -------
    dict
        Tile -> 0 where the pawn is, 1 for what it reaches in this turn (or its next one), 2 for the one after, and so on.
    """
    full = _points(state, seat, rules)
    moves_now = state.result == RUNNING and state.phase == MOVING and state.player == seat
    land, here = passable(state, seat, rules), tile_names(int(state.side))[int(state.pawn[seat])]
    best: dict[str, tuple[int, int]] = {here: (1, -int(state.points) if moves_now else -full)}  # turn, and points left
    waiting = [here]
    while waiting:
        tile = waiting.pop(0)
        turn, left = best[tile]
        for _, other, cost in land.out_edges(tile, data="cost"):
            then = (turn, left + cost) if cost <= -left else (turn + 1, cost - full)
            if cost <= full and (other not in best or then < best[other]):
                best[other] = then
                waiting.append(other)
    return {tile: 0 if tile == here else turn for tile, (turn, _) in best.items()}


def _points(state: Any, seat: int, rules: Any) -> int:
    walking, riding = POINTS if rules is None else (int(rules.movement), int(rules.horse_movement))
    return riding if has_horse(state, seat) else walking


def nearest_monsters(state: Any, seat: int) -> list[dict[str, Any]]:
    """The monsters by their distance from a pawn, whatever the terrain: where a crystal too many would go (PRI-29).

    Returns
    -------
    list of dict
        ``tile``, ``monster``, ``steps``; face-up monsters first, then by distance.
    """
    land, names = graph(state), tile_names(int(state.side))
    steps = nx.single_source_shortest_path_length(land, names[int(state.pawn[seat])])
    rows = [
        {"tile": names[tile], "monster": land.nodes[names[tile]]["monster"], "steps": steps[names[tile]]}
        for tile in range(len(names))
        if state.monster[tile] != NO_MONSTER
    ]
    return sorted(rows, key=lambda row: (row["monster"] == "face down", row["steps"], row["tile"]))


# ------------------------------------------------------------------------------------------------ for a page


def tables(state: Any, rules: Any, names: Sequence[str]) -> list[dict[str, Any]]:
    """What the graph tells, for people: how far the monsters are from each pawn, and what is within reach.

    Returns
    -------
    list of dict
        ``title``, ``about``, ``columns`` and ``rows`` of numbers, words or None.
    """
    seats = range(int(state.players))
    ways = [cheapest_ways(state, seat, rules) for seat in seats]
    turns = [reach(state, seat, rules) for seat in seats]
    called = [name_of(names, seat) for seat in seats]
    monsters = [
        [row["tile"], row["monster"], *(cell for seat in seats for cell in _way(ways[seat], turns[seat], row["tile"]))]
        for row in nearest_monsters(state, int(state.player))
    ]
    within = [[called[seat], *(sum(turn == n for turn in turns[seat].values()) for n in (1, 2, 3))] for seat in seats]
    return [
        {
            "title": "Monsters",
            "about": "Points of the cheapest way for each player, and the turns that it takes; none: behind monsters.",
            "columns": ["Tile", "Monster", *(f"{name}: {what}" for name in called for what in ("points", "turns"))],
            "rows": monsters,
        },
        {
            "title": "Within reach",
            "about": "Tiles that each pawn reaches in this turn or its next one, in the one after, and in the third.",
            "columns": ["", "First turn", "Second", "Third"],
            "rows": within,
        },
    ]


def _way(ways: dict[str, tuple[int, list[str]]], turns: dict[str, int], tile: str) -> list[int | None]:
    return [ways[tile][0], turns.get(tile)] if tile in ways else [None, None]


def ways(state: Any, rules: Any) -> dict[str, list[list[str]]]:
    """Cheapest ways of the pawn on turn to draw over the land: to the monsters that it reaches this turn, and next turn.

    Parameters
    ----------
    state, rules : records
        The position and its packed ruleset.

    Returns
    -------
    dict
        By layer: the tiles of each way.
    """
    seat = int(state.player)
    found, turns = cheapest_ways(state, seat, rules), reach(state, seat, rules)
    monsters = [row["tile"] for row in nearest_monsters(state, seat) if row["tile"] in found]
    within = {layer: [tile for tile in monsters if turns.get(tile) == n] for n, layer in enumerate(("first", "second"), 1)}
    return {layer: [found[tile][1] for tile in tiles] for layer, tiles in within.items()}


def space_words(land: nx.DiGraph, tile: str) -> str:
    """Say what is on a tile of the graph, and what entering it costs."""
    facts = land.nodes[tile]
    terrain = "the house" if facts["house"] else facts["terrain"]
    cost = next((cost for _, _, cost in land.in_edges(tile, data="cost")), 0)
    words = [f"{terrain}{' with an X' if facts['marked'] else ''}, {counted(cost, 'point')} to enter"]
    words += [facts["monster"]] if facts["monster"] else []
    words += ["a face-down treasure"] if facts["face_down"] else []
    words += [facts["treasures"]] if facts["treasures"] else []
    words += [counted(facts["horses"], "horse")] if facts["horses"] else []
    return ", ".join([*words, *(f"player {number}" for number in facts["players"].split())])
