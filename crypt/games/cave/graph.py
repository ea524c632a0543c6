"""The cave as a networkx graph: rooms and connections, what cuts a passage, and distances."""

from collections.abc import Iterable, Sequence
from typing import Any

import networkx as nx

from .draw import cell_name
from .state import CARRIED, DEPOSITED, HAND, NO_ROOM
from .vocabulary import card_name, counted, kinds_in, listed, name_of, the_book


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
        Nodes are rooms ("hall_of_mists"), with `title`, `lit`, `players` (numbers, such as "1 3") and `treasures` (names of
        those that are played there, such as "Rare Spices; Golden Chain"); each edge has the `bars`: ids of the reactions
        that answer a move along it alone, and `reactions`: their names, divided in the same way as treasures.
    """
    book = the_book(state)
    result = nx.Graph(game="cave")
    found = [(card.name, card.where.split("|")) for card in book.cards if card.type == "treasure"]
    for number, room in enumerate(book.rooms):
        result.add_node(
            cell_name(room.name),
            title=room.name,
            lit=bool(rules is not None and rules.lit[number]),
            players=" ".join(str(seat + 1) for seat in range(int(state.players)) if state.room[seat] == number),
            treasures="; ".join(name for name, where in found if room.name in where),
        )
    bars = barred(state, rules)
    for a, b in book.ways:
        ids = bars.get(frozenset((a, b)), [])
        ends = cell_name(book.rooms[a].name), cell_name(book.rooms[b].name)
        result.add_edge(*ends, bars=" ".join(ids), reactions="; ".join(_names(state, ids)))
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
    cave, reached = graph(state, rules=rules), distances_home(state, rules, ids)
    return [cave.nodes[room]["title"] for room in cave if room not in reached]


def distances_home(state: Any, rules: Any, ids: Iterable[str] = ()) -> dict[str, int]:
    """The moves from each room to the Well House, while some reactions bar their passages."""
    cave = graph(state, rules=rules)
    cave.remove_edges_from(_shut(cave, ids))
    home = cell_name(the_book(state).rooms[int(rules.home)].name)
    return dict(nx.single_source_shortest_path_length(cave, home))


def _shut(cave: nx.Graph, ids: Iterable[str]) -> list[list[str]]:
    """The passages that some reactions bar."""
    out = set(ids)
    return [[a, b] for a, b, bars in cave.edges(data="bars") if out & set(bars.split())]


def _names(state: Any, ids: Iterable[str]) -> list[str]:
    """The names of cards with these ids."""
    book = the_book(state)
    number = {card.id: kind for kind, card in enumerate(book.cards)}
    return [book.names[number[id]] for id in ids]


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
        [
            facts["title"], far.get(room), "lit" if facts["lit"] else "dark", listed(facts["treasures"].split("; ")),
            "yes" if room in cuts else "",
        ]
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
    return [listed(_names(state, ids.split())), listed(cut_off(state, rules, ids.split()))]


def bars(state: Any, rules: Any, names: Sequence[str], out: Iterable[str]) -> dict[str, Any]:
    """What becomes of the cave while several reactions are out together.

    Parameters
    ----------
    state, rules : record
    names : sequence of str
        Of the players, by seat.
    out : iterable of str
        Ids of the reactions that are out; others than those of single passages are passed over.

    Returns
    -------
    dict
        ``title`` and ``about``; ``choices``, each with ``id``, ``title``, ``where`` and ``on``; ``words``, sentences on what
        is cut off and who has further home; ``shut``, pairs of rooms between which no passage is left.
    """
    cave, chosen = graph(state, rules=rules), set(out)
    choices = [
        {"id": id, "title": name, "where": f"{cave.nodes[a]['title']} - {cave.nodes[b]['title']}", "on": id in chosen}
        for a, b, facts in cave.edges(data=True)
        for id, name in zip(facts["bars"].split(), facts["reactions"].split("; "), strict=False)
    ]
    on = [choice["id"] for choice in choices if choice["on"]]
    return {
        "title": "Several at once",
        "about": "Choose reactions, and see what is cut off while all of them are out.",
        "choices": choices,
        "words": [_cut_words(state, rules, on), *_longer_words(state, rules, names, on)] if on else [],
        "shut": _shut(cave, on),
    }


def _cut_words(state: Any, rules: Any, ids: Sequence[str]) -> str:
    rooms = cut_off(state, rules, ids)
    return f"Cut off from the Well House: {listed(rooms)}" if rooms else "Nothing is cut off from the Well House"


def _longer_words(state: Any, rules: Any, names: Sequence[str], ids: Sequence[str]) -> list[str]:
    """Who has a longer way home, or none."""
    before, now = distances_home(state, rules), distances_home(state, rules, ids)
    words = []
    for seat in range(int(state.players)):
        was, left = _home(state, before, seat), _home(state, now, seat)
        if was != left:
            moves = "no way home" if left is None else f"{counted(left, 'move')} home"
            words.append(f"{name_of(names, seat)} has {moves}, and {was} without them")
    return words


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
    exits = [(cave.nodes[other]["title"], names) for _, other, names in cave.edges(room, data="reactions")]
    near = [f"{name} (barred by {listed(names.split('; '))})" if names else name for name, names in exits]
    words = [facts["title"], f"to {listed(near)}"]
    words += [f"here is played {listed(facts['treasures'].split('; '))}"] if facts["treasures"] else []
    return ", ".join([*words, *(f"player {number}" for number in facts["players"].split())])
