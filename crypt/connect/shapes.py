"""A sharper look at the ways to build: whether the shapes that are left in the bag allow one at all."""

from heapq import heappop, heappush
from typing import Any

from ..core.game import CryptError
from ..core.wording import counted, listed
from .report import report
from .terrain import Terrain, graph_part, terrain_of

Label = tuple[int, int]  # straight ways through, and bends, for which a way needs tiles
MOST_TRIED = 20_000  # steps for which a way is sought, for each hero: about a tenth of a second


def shape_report(state: Any, most: int = MOST_TRIED) -> dict[str, Any]:
    """The report, with `buildable` told apart by the shapes in the bag.

    A way through an empty cell needs a tile that is open on the two sides by which the way comes and goes: opposite ones
    (a straight, tee or cross) or neighbouring ones (a corner, tee or cross); a dead end serves no way. A hero whose
    every way needs other shapes than the bag holds gets ``"status": "starved"`` and ``"by_shape": True``.

    What it decides: whether there is a way that visits no cell twice and for which the tiles in the bag and in hand
    suffice, each used once, if they could be picked out by hand. Wherever tiles can be laid so that a hero gets to the
    exit, there is such a way, so ``starved`` always holds: no draw can save the hero. ``buildable`` holds too unless
    the line has ``"exact": False``: then a walk that may cross itself on an empty cell would do, and no way without
    that was found in `most` steps. (On random floors of all sizes the steps have always sufficed.) Chance and the other
    heroes may still use up what a way needs.

    Parameters
    ----------
    state : record
    most : int
        Steps for which a way is sought, for each hero.

    Returns
    -------
    dict
        As `report`, each line with `by_shape` and `exact`.

    Raises
    ------
    CryptError
        For a game without tiles to lay.
    """
    _, part = graph_part(state)
    if not hasattr(part, "shape_counts"):
        raise CryptError("this game has no tiles to lay, so there are no shapes to look at")
    found = report(state)
    search = _Search(terrain_of(state), part.shape_counts(state))
    for line in found["heroes"]:
        can_build = search.can_build(line["cell"], most) if line["status"] == "buildable" else True
        line["by_shape"], line["exact"] = can_build is False, can_build is not None
        if line["by_shape"]:
            line["status"] = "starved"
    return found


def shape_text(line: dict[str, Any], counts: dict[str, int]) -> str:
    """Say what the shapes in the bag change for a hero, from its line of a report by shape; empty if they change nothing.

    Parameters
    ----------
    line : dict
    counts : dict of str to int
        The tiles that are left, by shape.
    """
    plurals = {"cross": "crosses"}
    left = listed(counted(n, shape.replace("_", " "), plurals.get(shape, "")) for shape, n in counts.items() if n)
    if line["by_shape"]:
        return f"starved by shape: there are enough tiles, but not of the shapes that a way needs; left are {left}"
    if not line["exact"]:
        return f"perhaps starved by shape: no way was found for which the shapes that are left suffice ({left})"
    return ""


def shape_notes(state: Any) -> dict[int, str]:
    """What the shapes that are left change, in words: by hero from 1, those alone for whom they do.

    Raises
    ------
    CryptError
        For a game without tiles to lay.
    """
    _, part = graph_part(state)
    if part.exit_name(state) is None:
        return {}
    found, counts = shape_report(state), part.shape_counts(state)
    notes = {line["hero"]: shape_text(line, counts) for line in found["heroes"]}
    return {hero: text for hero, text in notes.items() if text}


class _Search:
    """The search for ways of which the bag can cover the straight parts and bends."""

    def __init__(self, terrain: Terrain, counts: dict[str, int]) -> None:
        self.terrain, self.floor = terrain, terrain.floor
        self.straight, self.corner = counts["straight"], counts["corner"]
        self.spare = counts["tee"] + counts["cross"]  # they serve for both
        self._rest: dict[tuple[str, str], list[Label]] | None = None

    def can_build(self, start: str, most: int) -> bool | None:
        """Tell whether there is such a way; None when that is not known after so many steps."""
        if self.terrain.tiles[start] <= self.spare:
            return True
        tried = 0
        waiting: list[tuple[tuple[str, ...], Label]] = [((start,), (0, 0))]
        while waiting:
            way, label = waiting.pop()
            if way[-1] == self.terrain.goal:
                return True
            if tried == most:
                return None
            tried += 1
            waiting += self._longer(way, label)
        return False

    def _longer(self, way: tuple[str, ...], label: Label) -> list[tuple[tuple[str, ...], Label]]:
        """The way with one more cell, where it might still do; the best comes last."""
        came, cell = ("", *way)[-2:]
        found = []
        for other in self.floor[cell]:
            if other not in way:
                now = self._needs(came, cell, other, label)
                rest = [self._sum(now, more) for more in self.rest.get((cell, other), ())]
                fitting = [sum(whole) for whole in rest if self._covers(whole)]
                if fitting:
                    found.append((min(fitting), (*way, other), now))
        return [(longer, now) for _, longer, now in sorted(found, reverse=True)]

    @property
    def rest(self) -> dict[tuple[str, str], list[Label]]:
        """What a walk needs at least from a cell on to the goal, by (cell, where it goes next), the cell's own tile apart.

        Walks may cross themselves here, so this is a bound. It is worked out from the goal outwards; of the needs only
        those are kept of which none is at least as good in both kinds (Pareto-best labels).
        """
        if self._rest is None:
            self._rest = {}
            assert self.terrain.goal is not None
            waiting: list[tuple[int, Label, str, str]] = [(0, (0, 0), self.terrain.goal, "")]
            while waiting:
                _, label, cell, came = heappop(waiting)
                for other in self.floor[cell]:
                    needs = self._needs(came, cell, other, label)
                    if other in (came, self.terrain.goal) or not self._covers(needs) or self._is_known((other, cell), needs):
                        continue
                    self._rest.setdefault((other, cell), []).append(needs)
                    heappush(waiting, (sum(needs), needs, other, cell))
        return self._rest

    def _is_known(self, place: tuple[str, str], label: Label) -> bool:
        known = (self._rest or {}).get(place, ())
        return any(straight <= label[0] and bends <= label[1] for straight, bends in known)

    def _needs(self, came: str, cell: str, other: str, label: Label) -> Label:
        """The needs after passing through a cell: one more straight or bend if a tile must be laid there."""
        straight, bends = label
        if self.floor.nodes[cell]["placed"]:
            return label
        before, after = self.floor.nodes[came], self.floor.nodes[other]
        in_line = before["row"] == after["row"] or before["col"] == after["col"]
        return (straight + 1, bends) if in_line else (straight, bends + 1)

    @staticmethod
    def _sum(one: Label, other: Label) -> Label:
        return one[0] + other[0], one[1] + other[1]

    def _covers(self, label: Label) -> bool:
        """Tell whether there are the tiles."""
        return max(0, label[0] - self.straight) + max(0, label[1] - self.corner) <= self.spare
