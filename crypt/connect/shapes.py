"""A sharper look at the ways to build: whether the shapes that are left in the bag allow one at all."""

from heapq import heappop, heappush
from typing import Any

from ..core.game import CryptError
from .report import report
from .terrain import graph_part

Label = tuple[int, int]  # straight ways through, and bends, that a way needs so far


def shape_report(state: Any) -> dict[str, Any]:
    """The report, with `buildable` told apart by the shapes in the bag.

    A way through an empty cell needs a tile that is open on the two sides by which the way comes and goes: opposite ones
    (a straight, tee or cross) or neighbouring ones (a corner, tee or cross); a dead end serves no way. A hero whose
    every way needs other shapes than the bag holds gets ``"status": "starved"`` and ``"by_shape": True``.

    What it decides exactly: whether there is a walk whose straight parts and bends the tiles in the bag now can cover,
    each used once, if they could be picked out by hand. That is a bound: where it says starved by shape there is no way,
    by any draw. Where it says buildable, chance and the other heroes may still use up what the way needs; and in rare
    cases the walk crosses itself on an empty cell, going round by tiles that lie there, which one tile cannot serve.

    Parameters
    ----------
    state : record

    Returns
    -------
    dict
        As `report`, each line with `by_shape`.

    Raises
    ------
    CryptError
        For a game without tiles to lay.
    """
    _, part = graph_part(state)
    if not hasattr(part, "shape_counts"):
        raise CryptError("this game has no tiles to lay, so there are no shapes to look at")
    found = report(state)
    counts = part.shape_counts(state)
    floor = part.graph(state)
    for line in found["heroes"]:
        line["by_shape"] = line["status"] == "buildable" and not _can_build(floor, line["cell"], found["exit"], counts)
        if line["by_shape"]:
            line["status"] = "starved"
    return found


def _can_build(floor: Any, start: str, goal: str, counts: dict[str, int]) -> bool:
    """Tell whether a way exists whose straight parts and bends the bag can cover.

    A search over (cell, where it was entered from) that keeps, for each, the needs of which none is at least as good in
    both kinds (Pareto-best labels).
    """
    best: dict[tuple[str, str], list[Label]] = {}
    waiting: list[tuple[int, int, int, str, str]] = [(0, 0, 0, start, "")]
    while waiting:
        _, straight, bends, cell, came = heappop(waiting)
        if cell == goal:
            return True
        for other in floor[cell]:
            if other == came:
                continue
            label = _needs(floor, came, cell, other, (straight, bends))
            if not _covers(counts, label) or _is_known(best, (other, cell), label):
                continue
            best.setdefault((other, cell), []).append(label)
            heappush(waiting, (sum(label), *label, other, cell))
    return False


def _needs(floor: Any, came: str, cell: str, other: str, label: Label) -> Label:
    """The needs after passing through a cell: one more straight or bend if a tile must be laid there."""
    straight, bends = label
    if floor.nodes[cell]["placed"]:
        return label
    before, after = floor.nodes[came], floor.nodes[other]
    in_line = before["row"] == after["row"] or before["col"] == after["col"]
    return (straight + 1, bends) if in_line else (straight, bends + 1)


def _covers(counts: dict[str, int], label: Label) -> bool:
    """Tell whether the bag has the tiles: tees and crosses serve for both kinds."""
    missing = max(0, label[0] - counts["straight"]) + max(0, label[1] - counts["corner"])
    return missing <= counts["tee"] + counts["cross"]


def _is_known(best: dict[tuple[str, str], list[Label]], place: tuple[str, str], label: Label) -> bool:
    return any(known[0] <= label[0] and known[1] <= label[1] for known in best.get(place, ()))
