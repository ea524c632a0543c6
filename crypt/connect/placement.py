"""What a tile would do: the report after a placement, and the placements that are dangerous."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.wording import counted
from .report import report
from .terrain import Terrain, graph_part, terrain_of


def what_if(state: Any, cell: str, tile: str) -> dict[str, Any]:
    """The report after a tile was placed, with one tile less in the bag.

    Parameters
    ----------
    state : record
        It stays as it is.
    cell : str
        An empty cell, such as "c4".
    tile : str
        In the game's notation: the openings' glyph and, if it matters, the symbol ("┤", "┤m").

    Returns
    -------
    dict
        As `report` gives it.

    Raises
    ------
    CryptError
        For a cell that is not empty or not on the board, and a tile that cannot be read.
    """
    _, part = graph_part(state)
    return report(part.with_tile(state, cell, tile))


def placements(state: Any) -> list[tuple[str, str, str, float]]:
    """The tiles that may come next: cell, glyph, shape, and the probability that such a shape is drawn.

    Parameters
    ----------
    state : record
    """
    return list(graph_part(state)[1].placements(state))


@dataclass(frozen=True)
class Danger:
    """A placement that takes ways to the exit.

    Attributes
    ----------
    cell, tile : str
        Where, and the openings' glyph.
    shape : str
        Such as "corner".
    probability : float
        Of drawing a tile of this shape from the bag; 1 for the tile in hand.
    loses : dict of int to int
        By hero: how many ways it would lose.
    blocks : list of int
        The heroes that would be walled off or starved, and are not yet.
    """

    cell: str
    tile: str
    shape: str
    probability: float
    loses: dict[int, int]
    blocks: list[int]


def dangerous_placements(state: Any) -> list[Danger]:
    """List the placements that would lower a hero's ways to the exit, or block it; the worst first.

    Looked at are the tile in hand on its cell, or else every shape that the bag holds on every empty cell that can be
    explored next from tiles in reach, in each orientation that connects to where one may come from (COL-15).

    Parameters
    ----------
    state : record

    Returns
    -------
    list of Danger
    """
    return sorted(each_danger(state), key=lambda danger: (-len(danger.blocks), -sum(danger.loses.values())))


def each_danger(state: Any) -> Iterator[Danger]:
    """The same one by one as they are found, so that long lists can be shown as they grow."""
    return (danger for danger in weigh_placements(state) if danger)


def weigh_placements(state: Any) -> Iterator[Danger | None]:
    """The same with None for each harmless placement, so that others can be served while a long search goes on."""
    _, part = graph_part(state)
    terrain = terrain_of(state)
    if terrain.goal is None:
        return
    now = _by_hero(report(state))
    for cell, glyph, shape, probability in part.placements(state):
        laid = part.with_tile(state, cell, glyph)
        then = _by_hero(report(laid, Terrain(part.graph(laid), terrain.goal, wider=terrain)))
        loses = {hero: _ways(now[hero]) - _ways(then[hero]) for hero in now}
        loses = {hero: lost for hero, lost in loses.items() if lost > 0}
        blocks = [hero for hero in now if _is_blocked(then[hero]) and not _is_blocked(now[hero])]
        yield Danger(cell, glyph, shape, probability, loses, blocks) if loses or blocks else None


def _by_hero(found: dict[str, Any]) -> dict[int, dict[str, Any]]:
    return {line["hero"]: line for line in found["heroes"]}


def _ways(line: dict[str, Any]) -> int:
    return line["ways"] or 0


def _is_blocked(line: dict[str, Any]) -> bool:
    return line["status"] in ("starved", "walled")


def danger_text(danger: Danger, names: Sequence[str]) -> str:
    """Say what a placement would do: the tile, where, how likely it is drawn, and who would lose what.

    Parameters
    ----------
    danger : Danger
    names : sequence of str
        By seat.
    """
    shape = danger.shape.replace("_", " ")
    chance = "the tile in hand" if danger.probability == 1 else f"a {shape} is drawn with {danger.probability:.0%}"
    harm = [f"{names[hero - 1]} would be cut off" for hero in danger.blocks]
    harm += [
        f"{names[hero - 1]} would lose {counted(lost, 'way')}"
        for hero, lost in danger.loses.items()
        if hero not in danger.blocks
    ]
    return f"{danger.tile} on {danger.cell} ({chance}): {'; '.join(harm)}."
