"""The ruleset of Crypt of the Colossi: every number of the rulebook, with its bounds, and the record that the rules read."""

from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ...core.ruleset import Limit, RulesModel, rule
from .state import (
    ACTION_KINDS,
    ALL_SIDES,
    BAG_KINDS,
    EFFECTS,
    FLOORS,
    HEROES,
    ITEMS,
    POTIONS,
    SHAPES,
    SYMBOLS,
    kind_of,
)
from .vocabulary import counted, listed, side_words

DICE = (4, 6, 8, 10, 12, 20)
Die = Literal[4, 6, 8, 10, 12, 20]
Small = Annotated[int, Field(ge=0, le=20)]
Seconds = Annotated[float, Field(ge=0, le=3600)]
RULEBOOK_TILES = {"normal and event": 50, "monster": 25, "loot": 25, "hero": 8}  # COL-07
RULEBOOK_CARDS = 40  # COL-08
RULEBOOK_ITEMS = (4, 4, 4, 4, 4, 12)  # COL-09, in the order of ITEMS
WITH_AMOUNT = ("trap", "deep_trap", "ambush", "rest", "shrine", "thief", "shatter")  # event cards that may say how much
REMEDY = "put it right, or set changes_counts = true"

RULES = np.dtype(
    [
        ("colossi", "u1"),
        ("side", "u1", (HEROES,)),
        ("shaded", "u1", (HEROES,)),
        ("floors", "u1"),
        ("first_turn", "u1"),  # a seat, from 0
        ("tiles", "u1", (BAG_KINDS,)),
        ("boss_sides", "u1"),
        ("exit_sides", "u1"),
        ("start_sides", "u1"),
        ("refill_bag", "u1"),
        ("steps", "u1"),
        ("steps_before_exploring", "u1"),
        ("boots_steps", "u1"),
        ("may_stay", "u1"),
        ("hero_die", "u1"),
        ("monster_die", "u1", (FLOORS,)),
        ("boss_die", "u1", (FLOORS,)),
        ("smallest_die", "u1"),
        ("largest_die", "u1"),
        ("monster_hp", "i1"),
        ("boss_hp", "i1"),
        ("max_hp", "i1"),
        ("starting_hp", "i1"),
        ("return_hp", "i1"),
        ("boss_return", "u1"),
        ("trophy_die", "u1"),
        ("trophy_needs", "i1"),
        ("item_cards", "u1", (len(ITEMS),)),
        ("endless_loot", "u1"),
        ("level", "u1", (FLOORS,)),
        ("max_potions", "u1"),
        ("potion_die", "u1"),
        ("potion_table", "u1", (20,)),  # kind of potion by the die's result less 1
        ("potion_turns", "u1"),
        ("health", "i1"),
        ("strength", "i1"),
        ("stone", "i1"),
        ("event_cards", "u1", (len(EFFECTS),)),
        ("event_amount", "u1", (len(EFFECTS),)),
        ("round_limit", "i4"),  # on one floor; 0 is none
        ("pace", "f4", (len(ACTION_KINDS) + 1,)),  # seconds for each kind of decision; index 0: for a die roll
    ],
    align=True,
)


SYMBOL_WORDS = {"normal": "plain", "event": "event", "monster": "monster", "loot": "chest", "hero": "hero closet"}


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TileRow(Row):
    """How many tiles of a symbol have a shape."""

    symbol: Literal[SYMBOLS]  # type: ignore[valid-type]
    shape: Literal[SHAPES]  # type: ignore[valid-type]
    count: Annotated[int, Field(ge=0, le=250)]


class EventRow(Row):
    """How many cards have an effect, and how much of it; only the cards in WITH_AMOUNT may have another amount."""

    effect: Literal[EFFECTS]  # type: ignore[valid-type]
    cards: Annotated[int, Field(ge=0, le=250)]
    amount: Annotated[int, Field(ge=0, le=20)]


class PotionRow(Row):
    """The results of the die that give a potion."""

    potion: Literal[POTIONS]  # type: ignore[valid-type]
    low: Annotated[int, Field(ge=1, le=20)]
    high: Annotated[int, Field(ge=1, le=20)]


class Items(Row):
    """The item cards of each kind."""

    sword: Small
    shield: Small
    boots: Small
    amulet: Small
    key: Small
    potion: Annotated[int, Field(ge=0, le=40)]


class Pace(Row):
    """Seconds at the table for each kind of decision, and for one die roll."""

    roll: Seconds
    start: Seconds
    step: Seconds
    explore: Seconds
    turn_tile: Seconds
    redraw: Seconds
    drink: Seconds
    trade: Seconds
    pick_up: Seconds
    give_up: Seconds
    return_: Annotated[float, Field(ge=0, le=3600, alias="return")]
    rust: Seconds
    open_side: Seconds
    take_key: Seconds
    leave: Seconds
    end: Seconds

    model_config = ConfigDict(extra="forbid", frozen=True, serialize_by_alias=True, validate_by_name=True)


def _sides(description: str, *ids: str) -> Any:
    return rule(f"{description} A sum of north 1, east 2, south 4, west 8.", *ids, ge=1, le=ALL_SIDES)


class Rules(RulesModel):
    """Every number, table and settable ruling of Crypt of the Colossi."""

    simulation_limit = Limit("round_limit", 200, "round_number")

    # Setting up
    side: list[Annotated[int, Field(ge=4, le=12, multiple_of=2)]] = rule(
        "Side of the square board for 1, 2, 3 and 4 players.", "COL-02", min_length=HEROES, max_length=HEROES
    )
    shaded_side: list[Annotated[int, Field(ge=2, le=10, multiple_of=2)]] = rule(
        "Side of the shaded square, for 1 to 4 players, where boss room and exit door may not go.",
        "COL-04", "COL-05", min_length=HEROES, max_length=HEROES,
    )  # fmt: skip
    floors: int = rule("Floors of the dungeon.", "COL-01", ge=1, le=FLOORS)
    first_turn: int = rule(
        "The seat that chooses its start cell and takes its turn first on every floor.", "COL-10", ge=1, le=HEROES
    )
    tiles: list[TileRow] = rule(
        "The tiles in the bag by symbol and shape; normal is a plain tile, loot a chest, hero a hero closet.", "COL-07"
    )
    changes_counts: bool = rule(
        "This ruleset means to differ from the rulebook's numbers of tiles, event cards or item cards.",
        "COL-07", "COL-08", "COL-09",
    )  # fmt: skip
    boss_sides: int = _sides("Open sides of the boss room.", "COL-04")
    exit_sides: int = _sides("Open sides of the exit door.", "COL-05")
    start_sides: int = _sides("Open sides of each of the four start cells.", "COL-03")
    refill_bag: bool = rule(
        "The bag is refilled for each floor; otherwise one bag serves the whole game.", "COL-07", "COL-20"
    )
    # A turn
    steps: int = rule("Known tiles that a hero may walk in a turn.", "COL-12", ge=1, le=10)
    steps_before_exploring: int = rule("Known tiles that a hero may walk and then still explore.", "COL-16", ge=0, le=10)
    boots_steps: int = rule("Known tiles that boots add to both.", "COL-16", "COL-39", ge=0, le=10)
    stay: Literal["allowed", "forced"] = rule(
        "Ending a turn without moving: allowed, or (forced) only when the hero can neither walk, explore, leave, pick up a "
        "key nor drink; swapping does not count.",
        "COL-18",
    )
    # Combat
    hero_die: Die = rule("The hero's die.", "COL-22")
    monster_die: list[Die] = rule("A monster's die on each floor.", "COL-23", min_length=FLOORS, max_length=FLOORS)
    boss_die: list[Die] = rule("A boss's die on each floor.", "COL-24", min_length=FLOORS, max_length=FLOORS)
    smallest_die: Die = rule("Dodge makes no die smaller than this.", "COL-47")
    largest_die: Die = rule("Skill makes no die larger than this.", "COL-45")
    monster_hp: int = rule("Hit points of a monster.", "COL-27", ge=1, le=20)
    boss_hp: int = rule("Hit points of a boss.", "COL-27", ge=1, le=100)
    max_hp: int = rule("The most hit points that a hero can have.", "COL-27", ge=1, le=100)
    starting_hp: int = rule("Hit points with which a hero begins.", "COL-27", ge=1, le=100)
    return_hp: int = rule("Hit points of a hero that returns.", "COL-35", ge=1, le=100)
    boss_return: Literal["always", "stay when defeated"] = rule(
        "After a won roll against the boss a hero goes back to where its turn began: always, or not after the last blow.",
        "COL-28",
    )
    trophy_die: Die = rule("The die that is rolled for loot after a monster was beaten.", "COL-30")
    trophy_needs: int = rule("This die plus the difference of the totals must reach this for loot.", "COL-30", ge=-20, le=60)
    # Loot
    item_cards: Items = rule("The item cards.", "COL-09")
    loot: Literal["finite", "endless"] = rule(
        "Loot is drawn from the item cards that nobody has, or from all of them.", "COL-36"
    )
    level: list[Annotated[int, Field(ge=1, le=9)]] = rule(
        "Level of a sword or shield that is gained on each floor.", "COL-38", min_length=FLOORS, max_length=FLOORS
    )
    max_potions: int = rule("The most potions that a hero can hold.", "COL-42", ge=1, le=10)
    potion_die: Die = rule("The die that tells a potion's kind.", "COL-42")
    potion_table: list[PotionRow] = rule("Which results of that die give which potion.", "COL-42")
    potion_turns: int = rule(
        "Turns that Strength, Skill, Stone and Dodge last, the current one counted.",
        "COL-44", "COL-45", "COL-46", "COL-47", ge=1, le=50,
    )  # fmt: skip
    health: int = rule("Hit points that a potion of Health gives.", "COL-48", ge=1, le=100)
    strength: int = rule("Damage that Strength adds.", "COL-44", ge=0, le=20)
    stone: int = rule("Damage that Stone prevents each time.", "COL-46", ge=0, le=20)
    events: list[EventRow] = rule(
        "The event deck: cards of each effect, and their amount of damage (trap, deep_trap, ambush), hit points (rest, "
        "shrine) or things (thief, shatter). The amount of nothing is 0, that of the other cards 1.",
        "COL-08",
    )
    # Limits and pace
    round_limit: int = rule(
        "Rounds after which a floor ends as stalled; 0 is no limit. Simulations use 200 where this is 0.",
        "ruling", ge=0, le=100_000,
    )  # fmt: skip
    pace: Pace = rule("Seconds at the table, to estimate how long simulated games last.", "ruling")

    @model_validator(mode="after")
    def _check(self) -> Self:
        problems = [*self._board_problems(), *self._count_problems(), *self._dice_problems()]
        if problems:
            raise ValueError("\n".join(problems))
        return self

    def _board_problems(self) -> list[str]:
        return [
            f"shaded_side for {counted(i + 1, 'player')} is {shaded}, and the board's side {side}: less than two cells are "
            f"left for boss and exit (allowed: {listed(map(str, range(2, side - 1, 2)), 'or')})"
            for i, (side, shaded) in enumerate(zip(self.side, self.shaded_side, strict=True))
            if shaded > side - 2
        ]

    def _count_problems(self) -> list[str]:
        problems = []
        for name, keys in (
            ("tiles", [(row.symbol, row.shape) for row in self.tiles]),
            ("events", [row.effect for row in self.events]),
        ):
            doubles = sorted({str(key) for key in keys if keys.count(key) > 1})
            problems += [f"{name} names {double} twice" for double in doubles]
        cards = sum(row.cards for row in self.events)
        if cards == 0:
            problems.append("events has no card at all; at least one is needed")
        problems += self._amount_problems()
        if sum(row.count for row in self.tiles) > 250:
            problems.append("tiles adds up to more than 250; the bag holds at most 250")
        if not self.changes_counts:
            problems += [*self._tile_count_problems(), *self._card_count_problems(cards)]
        return problems

    def _amount_problems(self) -> list[str]:
        fixed = [(row, 0 if row.effect == "nothing" else 1) for row in self.events if row.effect not in WITH_AMOUNT]
        return [
            f"events gives {row.effect} the amount {row.amount}, and it is always {amount}; set it to {amount} (only "
            f"{listed(WITH_AMOUNT)} have other amounts)"
            for row, amount in fixed
            if row.amount != amount
        ]

    def _tile_count_problems(self) -> list[str]:
        counts = {symbol: sum(row.count for row in self.tiles if row.symbol == symbol) for symbol in SYMBOLS}
        counts["normal and event"] = counts["normal"] + counts["event"]
        return [
            f"tiles has {counts[name]} {name} tiles and the rulebook {number} (COL-07); {REMEDY}"
            for name, number in RULEBOOK_TILES.items()
            if counts[name] != number
        ]

    def _card_count_problems(self, cards: int) -> list[str]:
        problems = []
        if cards != RULEBOOK_CARDS:
            problems.append(f"events has {cards} cards and the rulebook {RULEBOOK_CARDS} (COL-08); {REMEDY}")
        if tuple(self.item_cards.model_dump().values()) != RULEBOOK_ITEMS:
            problems.append(f"item_cards differs from the rulebook's {RULEBOOK_ITEMS} (COL-09); {REMEDY}")
        return problems

    def _dice_problems(self) -> list[str]:
        problems = []
        if self.smallest_die > self.largest_die:
            problems.append(f"smallest_die ({self.smallest_die}) is larger than largest_die ({self.largest_die})")
        for name in ("starting_hp", "return_hp"):
            if getattr(self, name) > self.max_hp:
                problems.append(f"{name} is {getattr(self, name)}, more than max_hp ({self.max_hp})")
        results = [result for row in self.potion_table for result in range(row.low, row.high + 1)]
        if sorted(results) != list(range(1, self.potion_die + 1)):
            problems.append(f"potion_table must name each result from 1 to {self.potion_die} (potion_die) exactly once")
        return problems

    def words_for(self, field: str) -> str:
        """Open sides by their names; "" for the other fields."""
        return side_words(getattr(self, field)) if field.endswith("_sides") else ""

    def rows_for(self, field: str) -> list[dict[str, Any]]:
        """Symbols by what lies on their tiles, and the results of a potion's roll together (COL-07, COL-42)."""
        rows = super().rows_for(field)
        if field == "tiles":
            return [row | {"symbol": SYMBOL_WORDS[row["symbol"]]} for row in rows]
        if field == "potion_table":
            return [{"potion": row["potion"], "result": f"{row['low']} to {row['high']}"} for row in rows]
        return rows

    def problem_for(self, players: int) -> str:
        """Say why so many players cannot play by these values; "" when they can."""
        if self.first_turn > players:
            allowed = "1" if players == 1 else f"1 to {players}"
            seats = f"there {'is' if players == 1 else 'are'} only {counted(players, 'seat')}"
            return f"first_turn is seat {self.first_turn}, but {seats} (COL-10); set it to {allowed}"
        return ""

    def pack(self, record: Any) -> None:
        """Write the values into a `RULES` record."""
        for name in RULES.names or ():
            value = getattr(self, name, None)
            if isinstance(value, (bool, int)) or name in ("side", "monster_die", "boss_die", "level"):
                record[name] = value
        record.shaded = self.shaded_side
        record.first_turn = self.first_turn - 1
        record.may_stay = self.stay == "allowed"
        record.boss_return = self.boss_return == "always"
        record.endless_loot = self.loot == "endless"
        record.item_cards = [getattr(self.item_cards, item) for item in ITEMS]
        record.tiles = 0
        for tile in self.tiles:
            record.tiles[kind_of(SYMBOLS.index(tile.symbol), SHAPES.index(tile.shape)) - 1] = tile.count
        record.event_cards = record.event_amount = 0
        for event in self.events:
            record.event_cards[EFFECTS.index(event.effect)] = event.cards
            record.event_amount[EFFECTS.index(event.effect)] = event.amount
        for row in self.potion_table:
            record.potion_table[row.low - 1 : row.high] = POTIONS.index(row.potion)
        pace = self.pace.model_dump(by_alias=True)
        record.pace = [pace["roll"], *(pace[kind] for kind in ACTION_KINDS)]
