"""The cave as a networkx graph: rooms and connections, what cuts a passage, and distances."""

from collections.abc import Iterable, Sequence
from typing import Any

import networkx as nx

from .draw import cell_name
from .state import CARRIED, DEPOSITED, HAND, NO_ROOM
from .vocabulary import card_name, kinds_in, listed, name_of, the_book


def graph(state: Any, known: bool = False, rules: Any = None) -> nx.Graph:
    """See the cave as a graph.

    Parameters
    ----------
    state : record
    known : bool
        Makes no difference: the board is open.
    rules : record, optional
        The packed ruleset: which rooms are lit by themselves, and what bars passages.

    Returns
    -------
    networkx.Graph
        Nodes are rooms ("hall_of_mists"), with `title`, `lit`, `players` (numbers, such as "1 3") and `treasures` (ids of
        those that are played there); each edge has the `bars`: ids of the reactions that answer a move along it alone.
    """
    book = the_book(state)
    result = nx.Graph(game="cave")
    found = [(card.id, card.where.split("|")) for card in book.cards if card.type == "treasure"]
    for number, room in enumerate(book.rooms):
        result.add_node(
            cell_name(room.name),
            title=room.name,
            lit=bool(rules is not None and rules.lit[number]),
            players=" ".join(str(seat + 1) for seat in range(int(state.players)) if state.room[seat] == number),
            treasures=" ".join(id for id, where in found if room.name in where),
        )
    bars = barred(state, rules)
    for a, b in book.ways:
        ids = " ".join(bars.get(frozenset((a, b)), []))
        result.add_edge(cell_name(book.rooms[a].name), cell_name(book.rooms[b].name), bars=ids)
    return result


def barred(state: Any, rules: Any) -> dict[frozenset[int], list[str]]:
    """The reactions that answer a move along one passage, by its two rooms (CAVE-30)."""
    from .grammar import ON_MOVE_BETWEEN

    found: dict[frozenset[int], list[str]] = {}
    if rules is None:
        return found
    for kind, card in enumerate(the_book(state).cards):
        if rules.trigger[kind, 0] == ON_MOVE_BETWEEN:
            ends = frozenset((int(rules.trigger[kind, 1]), int(rules.trigger[kind, 2])))
            found.setdefault(ends, []).append(card.id)
    return found


def cut_off(state: Any, rules: Any, ids: Iterable[str]) -> list[str]:
    """The rooms that cannot be reached from home while some reactions bar their passages.

    Parameters
    ----------
    state, rules : record
    ids : iterable of str
        Of the reactions that are out: "R03".
    """
    cave, out = graph(state, rules=rules), set(ids)
    cave.remove_edges_from([(a, b) for a, b, bars in cave.edges(data="bars") if out & set(bars.split())])
    home = cell_name(the_book(state).rooms[int(rules.home)].name)
    reached = nx.node_connected_component(cave, home)
    return [cave.nodes[room]["title"] for room in cave if room not in reached]


def distances_home(state: Any, rules: Any) -> dict[str, int]:
    """The moves from each room to the Well House."""
    cave = graph(state, rules=rules)
    home = cell_name(the_book(state).rooms[int(rules.home)].name)
    return dict(nx.single_source_shortest_path_length(cave, home))


# ------------------------------------------------------------------------------------------------ for a page


def tables(state: Any, rules: Any, names: Sequence[str]) -> list[dict[str, Any]]:
    """What the graph tells, for people: rooms, what bars passages and what is cut off, and each player's way home.

    Returns
    -------
    list of dict
        ``title``, ``about``, ``columns`` and ``rows`` of numbers, words or None.
    """
    cave, far = graph(state, rules=rules), distances_home(state, rules)
    cuts = set(nx.articulation_points(cave))
    rooms = [
        [facts["title"], far.get(room), "lit" if facts["lit"] else "dark", facts["treasures"], "yes" if room in cuts else ""]
        for room, facts in cave.nodes(data=True)
    ]
    passages = [
        [f"{cave.nodes[a]['title']} - {cave.nodes[b]['title']}", *_barring(state, rules, bars)]
        for a, b, bars in cave.edges(data="bars")
        if bars
    ]
    called = [name_of(names, seat) for seat in range(int(state.players))]
    return [
        {
            "title": "Players",
            "about": "Moves to the Well House, and what each player carries and has deposited.",
            "columns": ["", "Moves home", "Carries", "Deposited"],
            "rows": [[called[seat], _home(state, far, seat), *_held(state, seat)] for seat in range(int(state.players))],
        },
        {
            "title": "Rooms",
            "about": "Moves to the Well House, treasures that are played there, and whether others lie behind it only.",
            "columns": ["Room", "Moves home", "Light", "Treasures", "Cutting point"],
            "rows": rooms,
        },
        {
            "title": "Passages that can be barred",
            "about": "The reactions for a single passage, and the rooms that are cut off from the Well House meanwhile.",
            "columns": ["Passage", "Reactions", "Cut off"],
            "rows": passages,
        },
    ]


def _barring(state: Any, rules: Any, ids: str) -> list[str]:
    """The names of some reactions, and the rooms that they cut off together."""
    book = the_book(state)
    names = [book.names[[card.id for card in book.cards].index(id)] for id in ids.split()]
    return [listed(names), listed(cut_off(state, rules, ids.split()))]


def _home(state: Any, far: dict[str, int], seat: int) -> int | None:
    room = int(state.room[seat])
    return None if room == NO_ROOM else far.get(cell_name(the_book(state).rooms[room].name))


def _held(state: Any, seat: int) -> list[str]:
    return [listed(card_name(state, kind) for kind in kinds_in(state, place + seat)) for place in (CARRIED, DEPOSITED)]


def ways(state: Any, rules: Any) -> dict[str, list[list[str]]]:
    """Ways of the player who decides to draw over the map: to where treasures of the hand are played, and home."""
    seat, book = int(state.decides), the_book(state)
    room = int(state.room[seat])
    if room == NO_ROOM:
        return {"first": [], "second": []}
    cave, here = graph(state), cell_name(book.rooms[room].name)
    treasures = [book.cards[kind] for kind in kinds_in(state, HAND + seat) if book.cards[kind].type == "treasure"]
    goals = {cell_name(name) for card in treasures for name in card.where.split("|") if cell_name(name) in cave}
    to_goals = [nx.shortest_path(cave, here, goal) for goal in sorted(goals)]
    home = cell_name(book.rooms[0].name)
    return {"first": to_goals, "second": [nx.shortest_path(cave, here, home)]}


def space_words(cave: nx.Graph, room: str) -> str:
    """Say what there is to know of a room of the graph."""
    facts = cave.nodes[room]
    exits = [(cave.nodes[other]["title"], bars) for _, other, bars in cave.edges(room, data="bars")]
    near = [f"{name} (barred by {bars})" if bars else name for name, bars in exits]
    words = [facts["title"], f"to {listed(near)}"]
    words += [f"treasures {facts['treasures']}"] if facts["treasures"] else []
    return ", ".join([*words, *(f"player {number}" for number in facts["players"].split())])
