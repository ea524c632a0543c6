"""The ruleset of Loot the Dragon's Lair: every number with its bounds, and the record that the rules read."""

from functools import cached_property
from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ...core.ruleset import Limit, RulesModel, rule
from .board import Board, circular, distances, drawn, read_place, space_name, spread
from .state import ACTION_KINDS, ADVENTURERS, CENTRE, FACES, NEIGHBOURS, SPACES, TREASURES

DICE = tuple(range(2, FACES + 1))  # how many faces a die may have
Face = Annotated[int, Field(ge=1, le=9)]
Seconds = Annotated[float, Field(ge=0, le=3600)]

RULES = np.dtype(
    [
        ("lair", "u1"),
        ("spaces", "u1"),
        ("ring", "u1", (SPACES,)),
        ("sector", "u1", (SPACES,)),
        ("edge", "u1", (SPACES,)),
        ("degree", "u1", (SPACES,)),
        ("near", "u1", (SPACES, NEIGHBOURS)),
        ("always_a_choice", "u1"),  # every space has three neighbours, so that nobody is ever left with one step
        ("distance", "u1", (SPACES, SPACES)),  # the fewest steps
        ("to_edge", "u1", (SPACES,)),
        ("adventurers", "u1"),
        ("adventurer_space", "u1", (ADVENTURERS,)),
        ("treasures", "u1"),
        ("treasure_space", "u1", (TREASURES,)),
        ("die_faces", "u1", (2,)),  # of each seat's dice
        ("die", "u1", (2, FACES)),
        ("carry_cost", "i1"),
        ("carry_needs", "i1"),
        ("may_end_at", "i1"),
        ("enter_dragon", "u1"),
        ("treasures_to_win", "u1"),
        ("hoard_to_win", "u1"),
        ("turn_limit", "i4"),  # 0 is none
        ("pace", "f4", (len(ACTION_KINDS) + 1,)),  # seconds for each kind of decision; index 0: for a roll
    ],
    align=True,
)


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SpaceRow(Row):
    """A space of a drawn board."""

    ring: Annotated[int, Field(ge=0, le=20)]
    sector: Annotated[int, Field(ge=0, le=99)]
    edge: bool


class ConnectionRow(Row):
    """Two spaces that are neighbours."""

    space: str
    neighbour: str


class Pace(Row):
    """Seconds at the table for each kind of decision, and for one roll of two dice."""

    roll: Seconds
    step: Seconds
    carry: Seconds
    end: Seconds


class Rules(RulesModel):
    """Every number, table and settable ruling of Loot the Dragon's Lair."""

    simulation_limit = Limit("turn_limit", 400, "turns")

    # The board
    rings: int = rule("Rings round the centre; the last one is the outside edge.", "LAIR-02", "LAIR-11", ge=2, le=6)
    sectors: int = rule("Spaces on each ring.", "LAIR-02", "LAIR-09", ge=3, le=16)
    spaces: list[SpaceRow] = rule(
        "The spaces of another drawing of the board, by ring and sector (the centre is ring 0, sector 0), and whether they "
        "belong to the edge; without any the board is circular.",
        "LAIR-02", max_length=SPACES,
    )  # fmt: skip
    connections: list[ConnectionRow] = rule("The pairs of neighbours among these spaces.", "LAIR-09", max_length=800)
    # Set-up
    adventurers: int = rule("Adventurers.", "LAIR-01", ge=1, le=ADVENTURERS)
    adventurer_spaces: list[str] = rule(
        "Where the adventurers begin; none: spread evenly over the outside edge.", "LAIR-02", max_length=ADVENTURERS
    )
    treasures: int = rule("Treasures.", "LAIR-02", ge=1, le=TREASURES)
    treasure_ring: int = rule(
        "The ring over which the treasures are spread evenly, where no spaces are named.", "LAIR-02", ge=0, le=20
    )
    treasure_spaces: list[str] = rule(
        "Where the treasures begin; none: spread evenly over the treasure ring.", "LAIR-02", max_length=TREASURES
    )
    # A turn
    adventurer_dice: list[Face] = rule(
        "The faces of each of the adventurers' two dice.", "LAIR-04", min_length=2, max_length=FACES
    )
    dragon_dice: list[Face] = rule("The faces of each of the dragon's two dice.", "LAIR-05", min_length=2, max_length=FACES)
    carry_cost: int = rule("Movement that it costs to move together with a treasure.", "LAIR-07", ge=1, le=6)
    carry_needs: int = rule(
        "Movement that must be left for it; what it costs more than that may be overdrawn.", "LAIR-07", ge=1, le=6
    )
    may_end_at: int = rule("With so much movement left, or less, the turn may be ended.", "LAIR-08", ge=0, le=18)
    enter_dragon: Literal["no", "yes"] = rule(
        "An adventurer may step onto the dragon's space; it is removed, and a treasure that it carried stays there.",
        "LAIR-13", "LAIR-14",
    )  # fmt: skip
    # The end
    treasures_to_win: int = rule("Treasures in the stash that win the game.", "LAIR-16", "LAIR-17", ge=1, le=TREASURES)
    hoard_to_win: int = rule("Treasures in the centre that end the game for the dragon.", "LAIR-16", ge=1, le=TREASURES)
    turn_limit: int = rule(
        "Turns of both sides after which a game ends as stalled; 0: none when people play.", "LAIR-17", "ruling",
        ge=0, le=1_000_000,
    )  # fmt: skip
    pace: Pace = rule("Seconds at the table, to estimate how long simulated games last.", "ruling")

    @model_validator(mode="after")
    def _check(self) -> Self:
        problems = self._number_problems()
        try:
            problems += self._place_problems()
        except ValueError as error:
            problems += str(error).splitlines()
        if problems:
            raise ValueError("\n".join(problems))
        return self

    def _number_problems(self) -> list[str]:
        problems = []
        if self.treasures_to_win > self.treasures:
            problems.append(f"treasures_to_win is {self.treasures_to_win}, and there are {self.treasures} treasures")
        if self.carry_needs > self.carry_cost:
            problems.append(f"carry_needs is {self.carry_needs}, more than carrying costs ({self.carry_cost})")
        if self.connections and not self.spaces:
            problems.append("connections is about drawn boards; list their spaces too, or leave it empty")
        return problems

    def _place_problems(self) -> list[str]:
        problems = []
        for field, places, count in (
            ("adventurer_spaces", self.adventurer_spaces, self.adventurers),
            ("treasure_spaces", self.treasure_spaces, self.treasures),
        ):
            if places and len(places) != count:
                problems.append(f"{field} names {len(places)} spaces for {count} {field.partition('_')[0]}s")
            unknown = [name for name in places if self._number_of(name) is None]
            problems += [f"{field}: there is no space {name[:20]!r} on this board" for name in unknown]
        if not self.treasure_spaces and not self.board.on_ring(self.treasure_ring):
            problems.append(f"treasure_ring is {self.treasure_ring}, and the board has no such ring")
        if not problems:
            problems += self._start_problems()
        return problems

    def _start_problems(self) -> list[str]:
        problems = []
        if self.treasures_start.count(CENTRE) >= self.hoard_to_win:
            problems.append("so many treasures begin in the centre that the game would be over (hoard_to_win)")
        if CENTRE in self.adventurers_start:
            problems.append("adventurer_spaces: nobody begins in the centre; the dragon is there (LAIR-02)")
        steps = [other for space in self.adventurers_start for other in self.board.near[space] if other != CENTRE]
        if len(steps) < 2:
            problems.append("adventurer_spaces: the game would begin without a choice; give them two ways at least")
        return problems

    @cached_property
    def board(self) -> Board:
        """The board that the fields describe."""
        if self.spaces:
            pairs = [(row.space, row.neighbour) for row in self.connections]
            return drawn([(row.ring, row.sector, row.edge) for row in self.spaces], pairs)
        return circular(self.rings, self.sectors)

    def _number_of(self, name: str) -> int | None:
        place = read_place(name)
        names = self.board.names
        return names.index(space_name(*place)) if place and space_name(*place) in names else None

    def _numbers_of(self, names: list[str]) -> list[int]:
        return [number for name in names if (number := self._number_of(name)) is not None]

    @property
    def adventurers_start(self) -> list[int]:
        """The spaces on which the adventurers begin."""
        return self._numbers_of(self.adventurer_spaces) or spread(self.board.on_edge(), self.adventurers)

    @property
    def treasures_start(self) -> list[int]:
        """The spaces on which the treasures begin."""
        return self._numbers_of(self.treasure_spaces) or spread(self.board.on_ring(self.treasure_ring), self.treasures)

    def words_for(self, field: str) -> str:
        """The spaces that an empty list stands for; "" for the other fields."""
        if getattr(self, field) or not field.endswith("_spaces"):
            return ""
        start = self.treasures_start if field == "treasure_spaces" else self.adventurers_start
        return ", ".join(self.board.names[space] for space in start)

    def pack(self, record: Any) -> None:
        """Write the values into a `RULES` record."""
        for name in (
            "adventurers", "treasures", "carry_cost", "carry_needs", "may_end_at", "treasures_to_win", "hoard_to_win",
            "turn_limit",
        ):  # fmt: skip
            record[name] = getattr(self, name)
        record.enter_dragon = self.enter_dragon == "yes"
        record.adventurer_space[: self.adventurers] = self.adventurers_start
        record.treasure_space[: self.treasures] = self.treasures_start
        for seat, faces in enumerate((self.adventurer_dice, self.dragon_dice)):
            record.die_faces[seat] = len(faces)
            record.die[seat, : len(faces)] = faces
        self._pack_board(record)
        pace = self.pace.model_dump()
        record.pace = [pace["roll"], *(pace[kind] for kind in ACTION_KINDS)]

    def _pack_board(self, record: Any) -> None:
        board, count = self.board, len(self.board.ring)
        record.spaces = count
        record.ring[:count], record.sector[:count], record.edge[:count] = board.ring, board.sector, board.edge
        for space, near in enumerate(board.near):
            record.degree[space] = len(near)
            record.near[space, : len(near)] = near
        record.always_a_choice = min(map(len, board.near)) >= 3
        far = distances(board)
        record.distance[:count, :count] = far
        record.to_edge[:count] = far[:, board.on_edge()].min(axis=1)
