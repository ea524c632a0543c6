"""The board: a centre and rings of spaces round it, made from two numbers or from lists of spaces and connections."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .state import CENTRE, NEIGHBOURS, SPACES

UNREACHED = 255
_NAME = re.compile(r"r(\d{1,2})s(\d{1,2})")


class Board(NamedTuple):
    """The spaces of a board, the centre first; each list has one value for a space.

    Attributes
    ----------
    ring, sector : list of int
        0 for the centre.
    edge : list of bool
        Belongs to the outside edge.
    near : list of list of int
        The neighbours.
    """

    ring: list[int]
    sector: list[int]
    edge: list[bool]
    near: list[list[int]]

    @property
    def names(self) -> list[str]:
        """What the spaces are called."""
        return [space_name(ring, sector) for ring, sector in zip(self.ring, self.sector, strict=True)]

    def on_ring(self, ring: int) -> list[int]:
        """The spaces of a ring, by sector."""
        return [space for space, other in enumerate(self.ring) if other == ring]

    def on_edge(self) -> list[int]:
        """The spaces of the outside edge."""
        return [space for space, is_edge in enumerate(self.edge) if is_edge]


def space_name(ring: int, sector: int) -> str:
    """What a space is called: "centre", or its ring and sector ("r3s5")."""
    return f"r{ring}s{sector}" if ring else "centre"


def read_place(name: str) -> tuple[int, int] | None:
    """The ring and sector that a name says; None when it is no name of a space."""
    word = name.strip().lower()
    if word in ("centre", "center"):
        return 0, 0
    match = _NAME.fullmatch(word)
    return (int(match[1]), int(match[2])) if match else None


def circular(rings: int, sectors: int) -> Board:
    """The circular board: every ring has as many spaces, and the centre touches all of the first ring (LAIR-09)."""
    ring, sector, near = [0], [0], [[1 + i for i in range(sectors)]]
    for r in range(1, rings + 1):
        for s in range(sectors):
            first = 1 + (r - 1) * sectors
            inward = CENTRE if r == 1 else first - sectors + s
            beside = [first + (s + 1) % sectors, first + (s - 1) % sectors]
            ring.append(r)
            sector.append(s + 1)
            near.append([inward, *beside, *([first + sectors + s] if r < rings else [])])
    return Board(ring, sector, [r == rings for r in ring], near)


def drawn(spaces: Sequence[tuple[int, int, bool]], connections: Sequence[tuple[str, str]]) -> Board:
    """A board of one's own.

    Parameters
    ----------
    spaces : sequence of (ring, sector, edge)
    connections : sequence of (name, name)

    Raises
    ------
    ValueError
        With a line for everything that is wrong.
    """
    order = sorted(spaces)
    names = [space_name(ring, sector) for ring, sector, _ in order]
    pairs = [(one.strip().lower(), other.strip().lower()) for one, other in connections]
    problems = [*_space_problems(order, names), *_connection_problems(pairs, set(names))]
    if problems:
        raise ValueError("\n".join(problems))
    near: list[list[int]] = [[] for _ in names]
    for one, other in pairs:
        a, b = names.index(one), names.index(other)
        near[a].append(b)
        near[b].append(a)
    board = Board([s[0] for s in order], [s[1] for s in order], [s[2] for s in order], [sorted(list_) for list_ in near])
    problems = _shape_problems(board)
    if problems:
        raise ValueError("\n".join(problems))
    return board


def _space_problems(spaces: list[tuple[int, int, bool]], names: list[str]) -> list[str]:
    problems = [f"spaces has {name} twice" for name in sorted({name for name in names if names.count(name) > 1})]
    if names.count("centre") != 1:
        problems.append("spaces needs one centre: ring 0, sector 0")
    problems += [f"spaces: the sectors of a ring count from 1, not 0 (ring {r})" for r, s, _ in spaces if r and not s]
    if not any(edge for _, _, edge in spaces):
        problems.append("spaces has none on the edge, so no treasure could be carried off (LAIR-11)")
    if any(edge for ring, _, edge in spaces if not ring):
        problems.append("spaces: the centre cannot be on the edge")
    if not 4 <= len(spaces) <= SPACES:
        problems.append(f"spaces has {len(spaces)} spaces; 4 to {SPACES} are possible")
    return problems


def _connection_problems(pairs: list[tuple[str, str]], names: set[str]) -> list[str]:
    problems = [f"connections: there is no space {name[:20]!r}" for pair in pairs for name in pair if name not in names]
    problems += [f"connections joins {one} with itself" for one, other in pairs if one == other]
    sorted_pairs = [tuple(sorted(pair)) for pair in pairs]
    doubles = sorted({pair for pair in sorted_pairs if sorted_pairs.count(pair) > 1})
    return problems + [f"connections has {one} with {other} twice" for one, other in doubles]


def _shape_problems(board: Board) -> list[str]:
    crowded = [name for name, near in zip(board.names, board.near, strict=True) if len(near) > NEIGHBOURS]
    problems = [f"connections: {name} has more than {NEIGHBOURS} neighbours" for name in crowded]
    lost = [name for name, far in zip(board.names, distances(board)[CENTRE], strict=False) if far == UNREACHED]
    return problems + [f"connections: {name} cannot be reached from the centre" for name in lost]


def distances(board: Board) -> np.ndarray:
    """The fewest steps between any two spaces.

    Returns
    -------
    numpy.ndarray
        Spaces by spaces; `UNREACHED` where there is no way.
    """
    found = np.full((len(board.ring), len(board.ring)), UNREACHED, np.uint8)
    for start in range(len(board.ring)):
        found[start, start] = 0
        waiting = [start]
        for here in waiting:
            for there in board.near[here]:
                if found[start, there] == UNREACHED:
                    found[start, there] = found[start, here] + 1
                    waiting.append(there)
    return found


def spread(spaces: Sequence[int], count: int) -> list[int]:
    """Spaces at even distances: number floor(i * n / count) of the n for each i."""
    return [spaces[i * len(spaces) // count] for i in range(count)]
