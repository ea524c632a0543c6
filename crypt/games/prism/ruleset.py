"""The ruleset of The Prism Crystals: every number with its bounds, and the record that the rules read."""

from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from ...core.ruleset import Limit, RulesModel, rule
from .board import distances, house_of, neighbours, read_label, tile_count, tile_names
from .state import (
    ACTION_KINDS,
    BODY,
    CELLS,
    CRYSTALS,
    HORSE_PIECE,
    KINDS,
    MISC,
    MONSTERS,
    PLAYERS,
    SIDE,
    SLOT_OF,
    SLOTS,
    TERRAINS,
    TREASURES,
    WORN,
)

DICE = (6,)
FACES = 6
Seconds = Annotated[float, Field(ge=0, le=3600)]
Small = Annotated[int, Field(ge=0, le=40)]
Bonus = Annotated[int, Field(ge=0, le=9)]

RULES = np.dtype(
    [
        ("prism", "u1"),
        ("side", "i1"),
        ("cells", "i2"),
        ("house", "i2"),
        ("label", "u1", (CELLS,)),  # of each tile in events: its column, from 1, times 16, and its number in it
        ("near", "u1", (CELLS + 1, 6)),  # by direction; CELLS is beyond the edge
        ("distance", "u1", (CELLS, CELLS)),
        ("tiles", "u1", (len(TERRAINS),)),
        ("with_x", "u1", (len(TERRAINS),)),
        ("entry_cost", "i1", (len(TERRAINS),)),
        ("highest_cost", "i1"),
        ("monsters", "u1", (len(MONSTERS),)),
        ("monster_bonus", "i1", (len(MONSTERS),)),
        ("monster_armour", "i1", (len(MONSTERS),)),
        ("treasures", "u1", (KINDS,)),
        ("treasure_bonus", "i1", (KINDS + 1,)),  # of an attack, or of armour; the last is the horse's
        ("slot", "u1", (KINDS + 1,)),  # in which it is worn; WORN: in none
        ("first_turn", "i1"),  # a seat, from 0
        ("movement", "i1"),
        ("horse_movement", "i1"),
        ("base_armour", "i1"),
        ("always_misses", "i1"),
        ("always_hits", "i1"),
        ("one_fails", "u1"),  # a 1 never gets away
        ("scar_slot", "u1", (FACES + 1,)),  # by the die's result; WORN: no scar
        ("misc", "i1"),
        ("trades", "u1"),
        ("crystals_to_win", "i1"),
        ("round_limit", "i4"),  # 0 is none
        ("pace", "f4", (len(ACTION_KINDS) + 1,)),  # seconds for each kind of decision; index 0: for a die roll
    ],
    align=True,
)


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TerrainRow(Row):
    """How many tiles of a terrain there are, how many of them have an X, and what it costs to enter one."""

    terrain: Literal[TERRAINS]  # type: ignore[valid-type]
    tiles: Annotated[int, Field(ge=0, le=CELLS)]
    with_x: Annotated[int, Field(ge=0, le=CELLS)]
    entry_cost: Annotated[int, Field(ge=1, le=9)]


class MonsterRow(Row):
    """How many pieces of a monster there are, and how strong it is; a horse has no numbers."""

    name: str
    attack_bonus: Bonus | None = None
    armour: Annotated[int, Field(ge=0, le=19)] | None = None
    count: Small

    @field_validator("name")
    @classmethod
    def _known(cls, name: str) -> str:
        if name.lower() not in MONSTERS:
            raise ValueError(f"must be one of {', '.join(MONSTERS)}")
        return name

    @field_validator("attack_bonus", "armour", mode="before")
    @classmethod
    def _empty_is_none(cls, value: Any) -> Any:
        return None if value == "" else value

    @property
    def kind(self) -> int:
        """The monster's number."""
        return MONSTERS.index(self.name.lower())


class TreasureRow(Row):
    """How many pieces of a treasure there are, the slot in which it is worn, and what it adds to an attack or to armour."""

    name: str
    slot: Literal[(*SLOTS, "misc")]  # type: ignore[valid-type]
    bonus: Bonus
    count: Small

    @field_validator("name")
    @classmethod
    def _known(cls, name: str) -> str:
        if name.lower() not in TREASURES:
            raise ValueError(f"must be one of {', '.join(TREASURES)}")
        return name

    @property
    def kind(self) -> int:
        """The treasure's number."""
        return TREASURES.index(self.name.lower())


class Pace(Row):
    """Seconds at the table for each kind of decision, and for a die roll."""

    roll: Seconds
    step: Seconds
    stop: Seconds
    take_horse: Seconds
    leave_horse: Seconds
    attack: Seconds
    flee: Seconds
    lose: Seconds
    heal: Seconds
    place: Seconds
    discard: Seconds
    wear: Seconds
    stow: Seconds
    send: Seconds
    make_room: Seconds
    trade: Seconds
    end: Seconds


class Rules(RulesModel):
    """Every number, table and settable ruling of The Prism Crystals."""

    simulation_limit = Limit("round_limit", 500, "round_number")

    # The land
    side: int = rule("Tiles along each edge of the land.", "PRI-02", ge=3, le=SIDE)
    terrain: list[TerrainRow] = rule(
        "The tiles of each terrain, how many have an X, and what entering one costs; the house is one of the fields.",
        "PRI-03", "PRI-08", min_length=1, max_length=len(TERRAINS),
    )  # fmt: skip
    monsters: list[MonsterRow] = rule(
        "The monster pieces with their attack bonus and armour.", "PRI-04", "PRI-06", max_length=len(MONSTERS)
    )
    treasures: list[TreasureRow] = rule(
        "The treasure pieces, where they are worn, and what they add.", "PRI-05", "PRI-25", max_length=KINDS
    )
    misc_slots: int = rule("Miscellaneous slots of an equipment card.", "PRI-07", "PRI-28", "PRI-29", ge=1, le=MISC)
    first_turn: int = rule("The seat with whose turn each round begins.", "PRI-07", "ruling", ge=1, le=PLAYERS)
    # Movement
    movement: int = rule("Movement points of a turn.", "PRI-08", ge=1, le=20)
    horse_movement: int = rule("Movement points of a turn with a horse on the card.", "PRI-09", ge=1, le=20)
    # Encounters
    base_armour: int = rule("A player's armour without any piece of it.", "PRI-16", ge=0, le=9)
    always_misses: int = rule("An attack roll of so much or less misses, whatever is added.", "PRI-15", "PRI-17", ge=0, le=5)
    always_hits: int = rule("An attack roll of so much or more wins, whatever the armour.", "PRI-15", "PRI-17", ge=1, le=6)
    flee_at_zero: Literal["always", "one_fails"] = rule(
        "Whether a roll of 1 gets away from a monster with attack bonus +0.", "PRI-13", "ruling"
    )
    scar_table: list[Literal[(*BODY, "none")]] = rule(  # type: ignore[valid-type]
        "Where the scar goes for each result of the die.", "PRI-19", min_length=FACES, max_length=FACES
    )
    # Sharing and the end
    trades: int = rule("Exchanges with each companion in a turn.", "PRI-26", "ruling", ge=0, le=9)
    crystals_to_win: int = rule("Crystals on cards that end the game.", "PRI-01", ge=1, le=CELLS)
    round_limit: int = rule(
        "Rounds after which a game ends as stalled; 0: none when people play.", "PRI-01", "ruling",
        ge=0, le=1_000_000,
    )  # fmt: skip
    pace: Pace = rule("Seconds at the table, to estimate how long simulated games last.", "ruling")

    @model_validator(mode="after")
    def _check(self) -> Self:
        problems = [*self._table_problems(), *self._count_problems(), *self._number_problems()]
        if problems:
            raise ValueError("\n".join(problems))
        return self

    def _table_problems(self) -> list[str]:
        problems = []
        named = (
            ("terrain", [row.terrain for row in self.terrain]),
            ("monsters", [row.name.lower() for row in self.monsters]),
            ("treasures", [row.name.lower() for row in self.treasures]),
        )
        for field, names in named:
            problems += [f"{field} has {name} twice" for name in dict.fromkeys(names) if names.count(name) > 1]
        for row in self.monsters:
            is_horse, has_numbers = row.kind == HORSE_PIECE, (row.attack_bonus is not None, row.armour is not None)
            if is_horse and any(has_numbers):
                problems.append("monsters: a horse has neither attack bonus nor armour; leave them empty")
            if not is_horse and not all(has_numbers):
                problems.append(f"monsters: {row.name} needs an attack bonus and an armour")
        for row in self.treasures:
            slot = SLOTS[SLOT_OF[row.kind]] if SLOT_OF[row.kind] < WORN else "misc"
            if row.slot != slot:
                problems.append(f"treasures: {row.name} belongs in {slot}, not in {row.slot} (PRI-25)")
        return problems

    def _count_problems(self) -> list[str]:
        problems = []
        tiles, marked = sum(row.tiles for row in self.terrain), sum(row.with_x for row in self.terrain)
        if tiles != tile_count(self.side):
            problems.append(f"terrain has {tiles} tiles; a land with side {self.side} has {tile_count(self.side)}")
        for row in self.terrain:
            room = row.tiles - (row.terrain == "field")
            if row.with_x > room:
                problems.append(f"terrain: {row.terrain} has {row.with_x} tiles with an X, and room for {max(room, 0)}")
        if not any(row.terrain == "field" and row.tiles for row in self.terrain):
            problems.append("terrain: the house stands on a field, and there is none")
        for field, rows in (("monsters", self.monsters), ("treasures", self.treasures)):
            count = sum(row.count for row in rows)
            if count != marked:
                problems.append(f"{field} has {count} pieces for {marked} tiles with an X")
        return problems

    def _number_problems(self) -> list[str]:
        problems = []
        crystals = sum(row.count for row in self.treasures if row.kind >= CRYSTALS)
        if self.crystals_to_win > crystals:
            problems.append(f"crystals_to_win is {self.crystals_to_win}, and there are {crystals} crystals")
        if min(self.movement, self.horse_movement) < max(row.entry_cost for row in self.terrain):
            problems.append("movement must suffice to enter every terrain, or somebody could be stuck (entry_cost)")
        if self.always_misses >= self.always_hits:
            problems.append(f"always_misses is {self.always_misses}, and always_hits {self.always_hits}: it must be more")
        return problems

    def problem_for(self, players: int) -> str:
        """Say why so many players cannot play by these values; "" when they can."""
        if self.first_turn > players:
            seats = f"there are only {players} seats (PRI-07); set it to 1 to {players}"
            return f"first_turn is seat {self.first_turn}, but {seats}"
        room = players * self.misc_slots
        if room >= self.crystals_to_win:
            return ""
        return f"{players} cards hold {room} crystals, and {self.crystals_to_win} end the game (misc_slots)"

    def pack(self, record: Any) -> None:
        """Write the values into a `RULES` record."""
        for name in (
            "side", "movement", "horse_movement", "base_armour", "always_misses", "always_hits", "trades",
            "crystals_to_win", "round_limit",
        ):  # fmt: skip
            record[name] = getattr(self, name)
        record.misc = self.misc_slots
        record.first_turn = self.first_turn - 1
        record.one_fails = self.flee_at_zero == "one_fails"
        record.scar_slot[0] = WORN
        record.scar_slot[1:] = [BODY.index(where) if where in BODY else WORN for where in self.scar_table]
        self._pack_land(record)
        self._pack_pieces(record)
        pace = self.pace.model_dump()
        record.pace = [pace["roll"], *(pace[kind] for kind in ACTION_KINDS)]

    def _pack_land(self, record: Any) -> None:
        record.cells, record.house = tile_count(self.side), house_of(self.side)
        record.label[: record.cells] = [read_label(name) for name in tile_names(self.side)]
        record.near[:] = CELLS
        record.near[: record.cells] = neighbours(self.side)
        record.distance = distances(self.side)
        record.entry_cost = 1
        for row in self.terrain:
            kind = TERRAINS.index(row.terrain)
            record.tiles[kind], record.with_x[kind], record.entry_cost[kind] = row.tiles, row.with_x, row.entry_cost
        record.highest_cost = record.entry_cost.max()

    def _pack_pieces(self, record: Any) -> None:
        record.slot = SLOT_OF
        for row in self.monsters:
            record.monsters[row.kind] = row.count
            record.monster_bonus[row.kind], record.monster_armour[row.kind] = row.attack_bonus or 0, row.armour or 0
        for row in self.treasures:
            record.treasures[row.kind], record.treasure_bonus[row.kind] = row.count, row.bonus
