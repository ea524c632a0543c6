"""What if: tiles that are put on a floor, turned and taken away again, to see what they would do."""

from typing import Any

from ..core.game import CryptError, IllegalError

TAKEN = ""


class Trial:
    """A position with tiles on trial.

    Parameters
    ----------
    state : record
        It stays as it is.
    part : module
        The game's `graph`.
    """

    def __init__(self, state: Any, part: Any) -> None:
        self.base, self.state, self._part = state, state, part
        self.edits: dict[str, str] = {}  # by cell: the tile in notation, or TAKEN

    def put(self, cell: str, tile: str) -> None:
        """Put a tile on an empty cell, or instead of one on trial there.

        Raises
        ------
        CryptError
            When it cannot lie there; then nothing changes.
        """
        self._try({**self.edits, cell: tile})

    def take(self, cell: str) -> None:
        """Take a tile away: one on trial, or one of the floor.

        Raises
        ------
        CryptError
            When there is none that could be taken; then nothing changes.
        """
        edits = dict(self.edits)
        if edits.pop(cell, TAKEN) == TAKEN:
            if cell in self.edits:
                raise IllegalError(f"the tile on {cell} is taken away already")
            edits[cell] = TAKEN
        self._try(edits)

    def put_back(self, cell: str) -> None:
        """Put a tile of the floor back that was taken away.

        Raises
        ------
        CryptError
            When none was taken from there, or a tile on trial needs its place.
        """
        if self.edits.get(cell) != TAKEN:
            raise IllegalError(f"no tile was taken away from {cell}")
        self._try({other: tile for other, tile in self.edits.items() if other != cell})

    def turn(self, cell: str) -> None:
        """Give a tile on trial a quarter turn.

        Raises
        ------
        CryptError
            When there is no tile on trial.
        """
        tile = self.edits.get(cell, TAKEN)
        if tile == TAKEN:
            raise IllegalError(f"there is no tile on trial on {cell}")
        turns = next(shape["turns"] for shape in self._part.palette(self.base) if tile[0] in shape["turns"])
        self.put(cell, turns[(turns.index(tile[0]) + 1) % len(turns)] + tile[1:])

    def clear(self) -> None:
        """Take everything on trial back."""
        self.edits, self.state = {}, self.base

    def _try(self, edits: dict[str, str]) -> None:
        """Make the position anew from all edits, since each must be possible after those before it."""
        state = self.base
        # tiles are taken first: another may be put where one was
        for cell, tile in sorted(edits.items(), key=lambda item: item[1] != TAKEN):
            state = self._part.without_tile(state, cell) if tile == TAKEN else self._laid(state, cell, tile)
        self.edits, self.state = edits, state

    def _laid(self, state: Any, cell: str, tile: str) -> Any:
        if not self._part.tiles_left(state):
            raise CryptError("the bag is empty: there is no tile left to put down")
        return self._part.with_tile(state, cell, tile)
