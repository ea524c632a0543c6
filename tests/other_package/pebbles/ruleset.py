"""The numbers of the game."""

from typing import Any

from crypt.core.ruleset import RulesModel, rule


class Rules(RulesModel):
    """The ruleset."""

    heap: int = rule("Pebbles at the start.", "PEB-1", ge=2, le=99)
    die: int = rule("Sides of the die.", "PEB-2", ge=2, le=12)

    def pack(self, record: Any) -> None:
        """Write the values into the record."""
        record.heap, record.die = self.heap, self.die
