"""How the exit stands for each hero: connected, buildable, starved or walled, and by how many ways."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import networkx as nx

from ..core.game import CryptError
from ..core.wording import counted
from .terrain import Terrain, graph_module, graph_part, terrain_of

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("hero", "cell", "status", "steps", "tiles_needed", "ways", "behind_boss")


def report(state: Any, terrain: Terrain | None = None, rules: Any = None) -> dict[str, Any]:
    """Report how the exit stands for each living hero on the floor.

    Parameters
    ----------
    state : record
        A position of a game whose floor has an exit.
    terrain : Terrain, optional
        Its own, where that is at hand.
    rules : record, optional
        Those that the position is played by. With them the report also says when the door cannot be opened any more.

    Returns
    -------
    dict
        ``{"game": "colossi", "exit": "e1", "heroes": [{"hero": 1, "cell": "c4", "status": "connected", "steps": 5,
        "tiles_needed": 0, "ways": 3}, ...]}``, ready for JSON. `status` is ``connected`` (a way over placed tiles),
        ``buildable`` (a way through empty cells for which the bag holds enough tiles), ``starved`` (only ways that
        need more) or ``walled`` (no way). `steps` are the fewest moves over placed tiles, `tiles_needed` the fewest
        empty cells on any way, `ways` the most ways that share no cell between hero and exit (Menger: the size of the
        smallest set of cells that would cut the hero off; a direct passage counts as one); None where there is no such
        number. A walled hero whose only way leads through a living boss's room also gets ``"behind_boss": True``; with
        rules, all get ``"shut_for_good"`` with the reason where the exit is shut and cannot be opened any more.

    Raises
    ------
    CryptError
        When there is no exit on the board.
    """
    game, part = graph_part(state)
    terrain = terrain or terrain_of(state)
    if terrain.goal is None:
        raise CryptError("there is no exit door on the board, so nothing can be said about the way to it")
    bag = part.tiles_left(state)
    heroes = [_line(hero, cell, terrain, bag) for hero, cell in part.hero_cells(state).items()]
    if any(line["status"] == "walled" for line in heroes):
        _note_boss(heroes, terrain_of(state, through_boss=True).tiles, bag)
    if rules is not None and (reason := part.shut_for_good(state, rules)):
        for line in heroes:
            line["shut_for_good"] = reason
    return {"game": game, "exit": terrain.goal, "heroes": heroes}


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
    return graph_module(state)[1].graph(state, known)


def _line(hero: int, cell: str, terrain: Terrain, bag: int) -> dict[str, Any]:
    steps, tiles = terrain.steps.get(cell), terrain.tiles.get(cell)
    return {
        "hero": hero,
        "cell": cell,
        "status": status(steps, tiles, bag),
        "steps": steps,
        "tiles_needed": tiles,
        "ways": None if cell == terrain.goal else terrain.ways(cell),
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
    shut = f"; the door is shut, and {line['shut_for_good']}" if "shut_for_good" in line else ""
    return _way_words(line) + shut


def _way_words(line: dict[str, Any]) -> str:
    if line["ways"] is None:
        return "on the exit"
    ways = f"{counted(line['ways'], 'way')} left"
    match line["status"]:
        case "connected":
            return f"connected, {counted(line['steps'], 'step')} to the exit, {ways}"
        case "buildable":
            return f"buildable with {counted(line['tiles_needed'], 'more tile')}, {ways}"
        case "starved":
            tiles = counted(line["tiles_needed"], "tile")
            return f"starved: every way needs at least {tiles}, and the bag holds fewer; {ways}"
    if line.get("behind_boss"):
        return "walled off while the boss lives: the only way leads through its room"
    return "walled off from the exit"
