"""What can be drawn over a board: passages, reach, ways to exit and boss, choke points, dead ends, and how the exit stands.

`overlay` gives plain values for JSON; `js/overlay.js` with `overlay.css` draws them over the picture of a board.
`dangers_in_hand` marks the turns of a drawn tile that would hurt somebody, before one is chosen.
"""

from collections.abc import Sequence
from typing import Any

from ..connect.choke import dead_ends, isolated, single_points
from ..connect.placement import danger_text, weigh_placements
from ..connect.report import describe, report
from ..connect.terrain import Terrain, graph_part, terrain_of

Model = dict[str, Any]


def overlay(state: Any, names: Sequence[str] = (), rules: Any = None) -> Model:
    """What can be drawn over the board of a position.

    Parameters
    ----------
    state : record
    names : sequence of str
        Of the heroes, by seat.
    rules : record, optional
        With them the badges also warn where no key can be had any more.

    Returns
    -------
    dict
        ``side``; ``passages`` (cell, cell, whether it is open), ``reach`` (by hero: the cells it can walk to, in any
        number of turns, beaten monsters or not), ``ways`` (``hero``, ``to`` "exit" or "boss", ``cells``), ``choke`` (cells
        with the heroes that their loss would cut off), ``dead_ends``, ``isolated``, ``badges`` (see `badges`) and
        ``report`` (the lines of the report; empty without an exit on the board).
    """
    terrain, places = terrain_of(state), graph_part(state)[1].hero_cells(state)
    lines = report(state, rules=rules)["heroes"] if terrain.goal else []
    single = {hero: single_points(terrain, cell) for hero, cell in places.items() if cell != terrain.goal}
    floor = terrain.floor
    return {
        "side": 1 + max(row for _, row in floor.nodes(data="row")),
        "passages": [[here, there, int(is_open)] for here, there, is_open in floor.edges(data="open")],
        "reach": {hero: terrain.reach(cell) for hero, cell in places.items()},
        "ways": _ways(state, terrain, places),
        "choke": _choke(single),
        "dead_ends": dead_ends(terrain),
        "isolated": [cell for group in isolated(terrain) for cell in group] if terrain.goal else [],
        "badges": badges(lines, single, names),
        "report": lines,
    }


def dangers_in_hand(state: Any, names: Sequence[str] = ()) -> dict[int, str]:
    """The turns of the tile in hand that would take ways from somebody, or cut somebody off: by its open sides, in words.

    Parameters
    ----------
    state : record
        Without a tile in hand there are none.
    names : sequence of str
        Of the heroes, by seat.
    """
    _, part = graph_part(state)
    if not state.drawn:
        return {}
    called = [names[seat] if seat < len(names) else f"Hero {seat + 1}" for seat in range(int(state.players))]
    found = filter(None, weigh_placements(state))
    return {part.tile_sides(danger.tile): danger_text(danger, called) for danger in found}


def badges(lines: Sequence[Model], single: dict[int, list[str]], names: Sequence[str] = ()) -> list[Model]:
    """How the exit stands for each hero, short, with a tone and the reason in words.

    Parameters
    ----------
    lines : sequence of dict
        Of a report.
    single : dict of int to list of str
        By hero: the cells through which every way leads.
    names : sequence of str

    Returns
    -------
    list of dict
        ``hero``, ``name``, ``text`` ("exit: 3 ways left"), ``tone`` ("good"; "warn" at the last way; "bad" when walled
        or starved, or when the door cannot be opened any more) and ``why``.
    """
    return [
        {
            "hero": line["hero"],
            "name": names[line["hero"] - 1] if line["hero"] <= len(names) else f"Hero {line['hero']}",
            "text": f"exit: {_short(line)}",
            "tone": _tone(line),
            "why": _why(line, single.get(line["hero"], [])),
        }
        for line in lines
    ]


def _short(line: Model) -> str:
    is_blocked = line["status"] in ("walled", "starved")
    if "shut_for_good" in line and (not is_blocked or line.get("behind_boss")):
        return "shut for good"
    if line["ways"] is None:
        return "here"
    if is_blocked:
        return "behind the boss" if line.get("behind_boss") else {"walled": "walled off"}.get(line["status"], "starved")
    return f"{line['ways']} way{'' if line['ways'] == 1 else 's'} left"


def _tone(line: Model) -> str:
    if "shut_for_good" in line:
        return "bad"
    if line["status"] in ("walled", "starved"):
        return "warn" if line.get("behind_boss") else "bad"
    return "warn" if line["ways"] == 1 else "good"


def _why(line: Model, single: Sequence[str]) -> str:
    words = describe(line)
    if single and line["status"] in ("connected", "buildable"):
        words += f"; every way leads through {_listed(single)}"
    elif line["status"] == "connected" and line["ways"] == 1:
        words += "; it stands beside the exit"
    return words


def _listed(cells: Sequence[str], most: int = 5) -> str:
    if len(cells) > most:
        return f"{', '.join(cells[:most])} and {len(cells) - most} more"
    return " and ".join(filter(None, [", ".join(cells[:-1]), cells[-1]]))


def _ways(state: Any, terrain: Terrain, places: dict[int, str]) -> list[Model]:
    found = [("exit", hero, terrain.way(cell)) for hero, cell in places.items() if cell != terrain.goal]
    boss = graph_part(state)[1].boss_name(state)
    if boss is not None:
        to_boss = Terrain(terrain_of(state, through_boss=True).floor, boss)
        found += [("boss", hero, to_boss.way(cell)) for hero, cell in places.items() if cell != boss]
    return [{"hero": hero, "to": to, "cells": way} for to, hero, way in found if way]


def _choke(single: dict[int, list[str]]) -> list[Model]:
    heroes: dict[str, list[int]] = {}
    for hero, cells in single.items():
        for cell in cells:
            heroes.setdefault(cell, []).append(hero)
    return [{"cell": cell, "heroes": who} for cell, who in heroes.items()]
