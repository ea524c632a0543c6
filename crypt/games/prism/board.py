"""The land: 61 hexagons (or fewer) that form a hexagon, their names, neighbours and distances."""

import re
from functools import cache

import numpy as np

from .state import CELLS, NOWHERE

# column and row steps by direction, 0 north, then clockwise; rows are counted along the line from northwest to southeast
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_NAME = re.compile(r"([a-i])(\d)")


def tile_count(side: int) -> int:
    """How many tiles a land with so many along its edge has."""
    return 3 * side * (side - 1) + 1


def house_of(side: int) -> int:
    """The tile in the middle (PRI-02)."""
    return tile_count(side) // 2


@cache
def places(side: int) -> tuple[tuple[int, int], ...]:
    """Column and row of each tile, seen from the house: columns from the west, in each the tiles from the north."""
    found = []
    for column in range(1 - side, side):
        first = max(1 - side, 1 - side - column)
        found += [(column, row) for row in range(first, first + 2 * side - 1 - abs(column))]
    return tuple(found)


@cache
def tile_names(side: int) -> tuple[str, ...]:
    """What the tiles are called: the column's letter from the west, and the number in the column from the north ("e5")."""
    found, count = [], 0
    for (column, _), before in zip(places(side), (None, *places(side)), strict=False):
        count = count + 1 if before and before[0] == column else 1
        found.append(f"{chr(ord('a') + column + side - 1)}{count}")
    return tuple(found)


def read_label(name: str) -> int:
    """The number by which events call a tile: its column, from 1, times 16, and its number in the column."""
    return (ord(name[0]) - ord("a") + 1) * 16 + int(name[1:])


def name_of_label(label: int) -> str:
    """The tile's name by the number by which events call it."""
    return f"{chr(ord('a') + label // 16 - 1)}{label % 16}"


def read_tile(side: int, name: str) -> int | None:
    """The number of a tile by its name; None when there is none of this name."""
    word = name.strip().lower()
    if word == "house":
        return house_of(side)
    names = tile_names(side)
    return names.index(word) if _NAME.fullmatch(word) and word in names else None


@cache
def neighbours(side: int) -> tuple[tuple[int, ...], ...]:
    """The neighbour of each tile in each direction; `NOWHERE` beyond the edge."""
    numbers = {place: number for number, place in enumerate(places(side))}
    return tuple(tuple(numbers.get((c + dc, r + dr), NOWHERE) for dc, dr in STEPS) for c, r in places(side))


@cache
def distances(side: int) -> np.ndarray:
    """The fewest steps between any two tiles, whatever the terrain.

    Returns
    -------
    numpy.ndarray
        `CELLS` by `CELLS`; beyond the tiles that there are 0.
    """
    found = np.zeros((CELLS, CELLS), np.uint8)
    for i, (c, r) in enumerate(places(side)):
        for j, (other_c, other_r) in enumerate(places(side)):
            dc, dr = other_c - c, other_r - r
            found[i, j] = max(abs(dc), abs(dr), abs(dc + dr))
    return found
