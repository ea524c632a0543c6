"""The ruleset of Colossal Cave: cards, rooms and numbers with their bounds, and the record that the rules read."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from ...core.ruleset import Limit, RulesModel, rule
from . import RECOMMENDED
from . import grammar as g
from .board import FAR, distances, joined
from .printed import Book, Card, Room, put_on_shelf
from .state import ACTION_KINDS, CARDS, EXITS, KINDS, PLAYERS, ROOMS, TYPES

ANYWHERE, NOWHERE = "Anywhere", "Nowhere"
LISTED = 8  # cards or types in a list, defenders, needs, at most
EFFECTS = 6  # parts of an effect, at most
SLOTS = 3  # of a part: its number, and two that it needs
Seconds = Annotated[float, Field(ge=0, le=3600)]

RULES = np.dtype(
    [
        ("cave", "u1"),
        ("book", "i4"),
        ("kinds", "i4"),
        ("cards", "i4"),
        ("rooms", "i4"),
        ("home", "i4"),  # the Well House
        ("kind_of", "i4", (CARDS,)),  # of each card; its kind
        ("type_of", "i4", (KINDS,)),
        ("everywhere", "i1", (KINDS,)),  # an action that can be played in any room
        ("rooms_of", "i8", (KINDS,)),  # as bits: those that are named on the card
        ("trigger", "i4", (KINDS, SLOTS)),
        ("target", "i4", (KINDS,)),  # flags
        ("target_room", "i4", (KINDS,)),
        ("target_card", "i4", (KINDS,)),
        ("pick", "i4", (KINDS,)),
        ("types_to_pick", "i4", (KINDS,)),  # as bits
        ("listed", "i4", (KINDS, LISTED)),  # kinds, or -1
        ("program", "i4", (KINDS, 3, EFFECTS, SLOTS)),
        ("question", "i4", (KINDS,)),
        ("use", "i4", (KINDS,)),
        ("use_room", "i4", (KINDS,)),  # or -1
        ("use_card", "i4", (KINDS,)),  # or -1
        ("spared", "i4", (KINDS, 2)),  # the card that cannot be cancelled when it is aimed at the other; or -1
        ("defenders", "i4", (KINDS, LISTED)),  # kinds that defend against this one, or -1
        ("needs", "i4", (KINDS, LISTED)),  # kinds that must be carried to play it, or -1
        ("barred", "i4", (KINDS, LISTED)),  # kinds that must not, or -1
        ("creator", "i4", (KINDS,)),
        ("magic", "i1", (KINDS,)),
        ("light", "i1", (KINDS,)),
        ("closes", "i1", (KINDS,)),
        ("forbidden", "i1", (KINDS,)),  # while the cave is closing
        ("lit", "i1", (ROOMS,)),
        ("near", "i4", (ROOMS, EXITS)),  # or -1
        ("joined", "i1", (ROOMS, ROOMS)),
        ("distance", "i4", (ROOMS, ROOMS)),
        ("first_player", "i4"),
        ("starting_hand", "i4"),
        ("hand_limit", "i4"),
        ("deposits_to_win", "i4"),
        ("quick_play", "i1"),
        ("cave_closing", "i1"),  # UNTIL_RENEWED, UNTIL_NEXT_TURN, LEFT_OUT
        ("turn_limit", "i4"),  # 0 is none
        ("pace", "f4", (len(ACTION_KINDS) + 1,)),  # seconds for each kind of decision; index 0: for a card that is drawn
    ],
    align=True,
)
CLOSINGS = ("until_renewed", "next_turn", "left_out")
UNTIL_RENEWED, UNTIL_NEXT_TURN, LEFT_OUT = range(3)


class Row(BaseModel):
    """A row of a table."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class CardRow(Row):
    """A kind of card: what is printed on it, and what it does."""

    id: Annotated[str, Field(pattern=r"^[A-Z]+\d+$")]
    type: Literal[TYPES]  # type: ignore[valid-type]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    copies: Annotated[int, Field(ge=0, le=CARDS)]
    playable_in: str = ""
    trigger: Annotated[str, Field(validate_default=True)] = ""
    effect_code: str
    effect_text: Annotated[str, Field(max_length=400)] = ""
    defends_against: str = ""
    provenance: str = ""

    @field_validator("effect_code")
    @classmethod
    def _readable(cls, code: str) -> str:
        g.read_code(code)
        return code

    @field_validator("trigger")
    @classmethod
    def _suits(cls, trigger: str, info: ValidationInfo) -> str:
        """Check it by the type, which stands before it; of a wrong type it cannot be told."""
        if "type" in info.data:
            read = g.read_trigger if info.data["type"] == "reaction" else g.read_target
            read(trigger)
        return trigger

    @property
    def program(self) -> g.Program:
        """What the code says."""
        return g.read_code(self.effect_code)

    @property
    def rooms(self) -> list[str]:
        """The rooms that it names, without "Anywhere" and "Nowhere"."""
        words = [word.strip() for word in self.playable_in.split("|") if word.strip()]
        return [word for word in words if word not in (ANYWHERE, NOWHERE)]

    @property
    def defended(self) -> list[str]:
        """The ids of the cards against which it defends."""
        return [word.strip() for word in self.defends_against.split("|") if word.strip()]


class RoomRow(Row):
    """A room: whether it is lit by itself, and where it is drawn."""

    room: Annotated[str, Field(min_length=1, max_length=40)]
    lit: Literal["yes", "no"]
    x: Annotated[int, Field(ge=0, le=2000)]
    y: Annotated[int, Field(ge=0, le=2000)]
    provenance: str = ""


class WayRow(Row):
    """A connection between two rooms."""

    room_a: str
    room_b: str
    provenance: str = ""


class Pace(Row):
    """Seconds at the table for each kind of decision, and for a card that is drawn."""

    drawn: Seconds
    move: Seconds
    stay: Seconds
    play: Seconds
    draw: Seconds
    deposit: Seconds
    nothing: Seconds
    use: Seconds
    pass_by: Seconds
    reveal: Seconds
    pay: Seconds
    choose: Seconds
    warp: Seconds
    discard: Seconds
    drop: Seconds


class Rules(RulesModel):
    """Every number, table and settable ruling of Colossal Cave."""

    simulation_limit = Limit("turn_limit", 1000, "turns")

    def rows_for(self, field: str) -> list[dict[str, Any]]:
        """Cards by their names, and rooms without where they are drawn (CAVE-01, CAVE-30, CAVE-31)."""
        if field == "cards":
            names = {card.id: card.name for card in self.cards}
            return [
                {"name": card.name, "type": card.type, "playable_in": " or ".join(card.playable_in.split("|")),
                 "defends_against": ", ".join(names[id] for id in card.defended), "provenance": card.provenance,
                 "copies": card.copies}
                for card in self.cards
            ]  # fmt: skip
        if field == "rooms":
            return [{"room": one.room, "lit": one.lit, "provenance": one.provenance} for one in self.rooms]
        if field == "connections":
            return [{"room": one.room_a, "leads_to": one.room_b, "provenance": one.provenance} for one in self.connections]
        return super().rows_for(field)

    # Cards and board
    cards: list[CardRow] = rule(
        "The cards: type, where and when each is played, and what it does.", "CAVE-01", min_length=1, max_length=KINDS
    )
    rooms: list[RoomRow] = rule(
        "The rooms, which of them are lit by themselves, and where they are drawn.", "CAVE-31", min_length=2,
        max_length=ROOMS,
    )  # fmt: skip
    connections: list[WayRow] = rule("The connections between rooms.", "CAVE-07", "CAVE-30", min_length=1)
    home: str = rule("The room where all begin, return to and deposit.", "CAVE-04", "CAVE-35", "CAVE-36")
    # Setting up and a turn
    first_player: int = rule("The seat that has the first turn.", "CAVE-05", ge=1, le=PLAYERS)
    starting_hand: int = rule("Cards dealt to each player, also after a death.", "CAVE-02", "CAVE-35", ge=0, le=12)
    hand_limit: int = rule("Cards that may be in a hand when the turn ends.", "CAVE-10", ge=1, le=40)
    deposits_to_win: int = rule("Treasures that win when they are deposited.", "CAVE-40", ge=1, le=15)
    # Rulings
    quick_play: bool = rule(
        "Whether each player begins with a treasure, and deposits bring another.", "CAVE-13", "CAVE-39", "ruling"
    )
    cave_closing: Literal[CLOSINGS] = rule(  # type: ignore[valid-type]
        "How long the cave is closing: until the draw pile is renewed, until the actor's next turn; or without that card.",
        "CAVE-18", "ruling",
    )  # fmt: skip
    turn_limit: int = rule(
        "Turns after which a game ends as stalled; 0: none when people play.", "CAVE-40", "ruling",
        ge=0, le=1_000_000,
    )  # fmt: skip
    pace: Pace = rule("Seconds at the table, to estimate how long simulated games last.", "ruling")

    @model_validator(mode="after")
    def _check(self) -> Self:
        problems = [*self._board_problems(), *self._card_problems(), *self._number_problems()]
        if problems:
            raise ValueError("\n".join(problems))
        return self

    # ---- what can be wrong

    def _board_problems(self) -> Iterator[str]:
        names = [row.room for row in self.rooms]
        yield from (f"rooms has {name} twice" for name in dict.fromkeys(names) if names.count(name) > 1)
        if self.home not in names:
            yield f"home is {self.home!r}, and there is no such room"
        for number, row in enumerate(self.connections, 1):
            for column, room in (("room_a", row.room_a), ("room_b", row.room_b)):
                if room not in names:
                    yield f"connections, row {number}, {column}: there is no room {room!r}"
            if row.room_a == row.room_b:
                yield f"connections, row {number}, room_b: a room is joined to itself"
        if all(room in names for row in self.connections for room in (row.room_a, row.room_b)):
            near = self._joined()
            crowded = [name for i, name in enumerate(names) if near[i].sum() > EXITS]
            yield from (f"rooms: {name} has more than {EXITS} exits" for name in crowded)
            if self.home in names:
                far = distances(near, len(names))[names.index(self.home)]
                yield from (f"rooms: no way leads from {self.home} to {n}" for i, n in enumerate(names) if far[i] >= FAR)

    def _card_problems(self) -> Iterator[str]:
        ids = [row.id for row in self.cards]
        yield from (f"cards has {id} twice" for id in dict.fromkeys(ids) if ids.count(id) > 1)
        for number, row in enumerate(self.cards, 1):
            yield from (f"cards, row {number}, {problem}" for problem in self._problems_of(row))
        count = sum(row.copies for row in self.cards)
        if not 1 <= count <= CARDS:
            yield f"cards has {count} cards; 1 to {CARDS} are possible"

    def _problems_of(self, row: CardRow) -> Iterator[str]:
        """What is wrong in a row: the column, what stands there, what is allowed."""
        rooms, types = [room.room for room in self.rooms], {card.id: card.type for card in self.cards}
        yield from (f"playable_in: there is no room {room!r}" for room in row.rooms if room not in rooms)
        yield from (f"defends_against: there is no card {id!r}" for id in row.defended if id not in types)
        if not row.rooms and row.type != "reaction" and row.playable_in not in (ANYWHERE, NOWHERE):
            yield f"playable_in: {row.playable_in!r} is neither a room nor {ANYWHERE} nor {NOWHERE}"
        if row.type in ("item", "treasure") and row.playable_in == ANYWHERE:
            yield "playable_in: an item is played in its own room; name it (CAVE-14)"
        if row.defended and row.type not in ("item", "treasure"):
            yield "defends_against: only items defend (CAVE-20)"
        parts = {"effect_code": row.program.parts, "trigger": _trigger_parts(row)}
        for column, found in parts.items():
            for kind, text in (slot for part in found for slot in part.slots):
                yield from (f"{column}: {problem}" for problem in _slot_problems(kind, text, rooms, types))
        yield from (f"effect_code: {problem}" for problem in _shape_problems(row, types))

    def _number_problems(self) -> Iterator[str]:
        treasures = sum(row.copies for row in self.cards if row.type == "treasure")
        if self.deposits_to_win > treasures:
            yield f"deposits_to_win is {self.deposits_to_win}, and there are {treasures} treasures"

    def problem_for(self, players: int) -> str:
        """Say why so many players cannot play by these values; "" when they can."""
        treasures = sum(row.copies for row in self.cards if row.type == "treasure")
        cards = sum(row.copies for row in self.cards if self.cave_closing != "left_out" or not _closes(row))
        if self.quick_play and players > treasures:
            return f"{players} players begin with a treasure each, and there are {treasures} (quick_play)"
        if players * self.starting_hand >= cards - (treasures if self.quick_play else 0):
            return f"{players} players are dealt {self.starting_hand} cards each, and there are too few (starting_hand)"
        return ""

    def warning_for(self, players: int) -> str:
        """Say what speaks against so many players; "" when nothing does."""
        treasures = sum(row.copies for row in self.cards if row.type == "treasure")
        is_fine = players in RECOMMENDED
        return "" if is_fine else f"{players} players are not recommended: there are only {treasures} treasures"

    # ---- packing

    @property
    def book(self) -> Book:
        """What is printed on cards and board."""
        names = [row.room for row in self.rooms]
        cards = tuple(
            Card(row.id, row.type, row.name, row.effect_text, row.playable_in, row.provenance, row.copies, _answers(row))
            for row in self.cards
        )
        ways = tuple((names.index(row.room_a), names.index(row.room_b)) for row in self.connections)
        return Book(cards, tuple(Room(row.room, row.x, row.y) for row in self.rooms), ways)

    def _joined(self) -> np.ndarray:
        return joined([row.room for row in self.rooms], [(row.room_a, row.room_b) for row in self.connections])

    def pack(self, record: Any) -> None:
        """Write the values into a `RULES` record."""
        book = self.book
        record.cave = 1
        record.book = put_on_shelf(book)
        for name in ("starting_hand", "hand_limit", "deposits_to_win", "quick_play", "turn_limit"):
            record[name] = getattr(self, name)
        record.first_player = self.first_player - 1
        record.cave_closing = CLOSINGS.index(self.cave_closing)
        pace = self.pace.model_dump()
        record.pace = [pace["drawn"], *(pace[kind] for kind in ACTION_KINDS)]
        self._pack_board(record)
        record.kinds, record.cards = len(self.cards), len(book.kind_of)
        record.kind_of[: len(book.kind_of)] = book.kind_of
        for field in ("listed", "use_room", "use_card", "spared", "defenders", "needs", "barred"):
            record[field][:] = -1
        for kind, row in enumerate(self.cards):
            self._pack_card(record, kind, row)

    def _pack_board(self, record: Any) -> None:
        names = [row.room for row in self.rooms]
        near = self._joined()
        record.rooms, record.home = len(names), names.index(self.home)
        record.lit[: len(names)] = [row.lit == "yes" for row in self.rooms]
        record.joined = near
        record.distance = distances(near, len(names))
        record.near[:] = -1
        for room in range(len(names)):
            exits = np.flatnonzero(near[room])
            record.near[room, : len(exits)] = exits

    def _pack_card(self, record: Any, kind: int, row: CardRow) -> None:
        program = row.program
        record.type_of[kind] = TYPES.index(row.type)
        record.everywhere[kind] = row.playable_in == ANYWHERE
        record.rooms_of[kind] = sum(1 << self._number("<room>", room) for room in row.rooms)
        record.question[kind], record.use[kind] = program.question, program.when
        for which, effects in enumerate(program.effects):
            for i, part in enumerate(effects):
                self._pack_effect(record, kind, which, i, part)
        for id in row.defended:
            _append(record.defenders[self._number("<card>", id)], kind)
        for part in program.natures:
            self._pack_nature(record, kind, part)
        for part in program.conditions:
            record["use_room" if part.number == g.IF_ROOM else "use_card"][kind] = self._number(*part.slots[0])
        for part in _trigger_parts(row):
            self._pack_trigger(record, kind, row, part)

    def _pack_trigger(self, record: Any, kind: int, row: CardRow, part: g.Part) -> None:
        numbers = [self._number(*slot) for slot in part.slots]
        if row.type == "reaction":
            record.trigger[kind, : 1 + len(numbers)] = [part.number, *numbers]
            return
        record.target[kind] |= part.number
        if part.number == g.T_NOT_IN:
            record.target_room[kind] = numbers[0]
        if part.number == g.T_CARRIES:
            record.target_card[kind] = numbers[0]

    def _pack_effect(self, record: Any, kind: int, which: int, i: int, part: g.Part) -> None:
        record.program[kind, which, i, 0] = part.number
        if part.number == g.E_CLOSE:
            record.closes[kind] = 1
            for id in part.slots[0][1].split(","):
                record.forbidden[self._number("<card>", id)] = 1
        elif part.number == g.E_ACQUIRE_ONE:
            for id in part.slots[0][1].split(","):
                _append(record.listed[kind], self._number("<card>", id))
        elif part.number == g.E_TAKE_FROM_DISCARD:
            record.types_to_pick[kind] = sum(1 << TYPES.index(word.lower()) for word in part.slots[0][1].split("|"))
        else:
            numbers = [self._number(*slot) for slot in part.slots]
            record.program[kind, which, i, 1 : 1 + len(numbers)] = numbers
        record.pick[kind] = g.PICKS.get(part.number, record.pick[kind])
        if part.number == g.E_DRAG:
            record.target[kind] = g.T_OTHER

    def _pack_nature(self, record: Any, kind: int, part: g.Part) -> None:
        numbers = [self._number(*slot) for slot in part.slots]
        if part.number in (g.N_NEEDS, g.N_BARRED):
            _append(record["needs" if part.number == g.N_NEEDS else "barred"][kind], numbers[0])
        elif part.number in (g.N_ENABLES, g.N_BARS):
            _append(record["needs" if part.number == g.N_ENABLES else "barred"][numbers[0]], kind)
        elif part.number == g.N_SPARED:
            record.spared[kind] = numbers
        elif part.number == g.N_CREATOR:
            record.creator[kind] = numbers[0]
        elif part.number in (g.N_LIGHT, g.N_MAGIC):
            record["light" if part.number == g.N_LIGHT else "magic"][kind] = 1

    def _number(self, slot: str, text: str) -> int:
        """The number of what a slot of a code names."""
        if slot == "<card>":
            return [row.id for row in self.cards].index(text)
        if slot == "<room>":
            return [row.room for row in self.rooms].index(text)
        if slot == "<creator>":
            return self._creators().index(text) + 1
        return int(text)

    def _creators(self) -> list[str]:
        parts = [part for row in self.cards for part in row.program.parts]
        return sorted({text for part in parts for kind, text in part.slots if kind == "<creator>"})


def _append(array: Any, number: int) -> None:
    """Put a number in a list of fixed length, once."""
    if number not in array:
        array[np.flatnonzero(array == -1)[0]] = number


def _answers(row: CardRow) -> tuple[str, str]:
    """The two alternatives of a question in words."""
    blocks = [any(part.number == g.E_BLOCK for part in effects) for effects in row.program.effects[1:]]
    if blocks[0] == blocks[1]:
        return "choose the first", "choose the second"
    return ("turn back", "go through") if blocks[0] else ("go through", "turn back")


def _closes(row: CardRow) -> bool:
    return any(part.number == g.E_CLOSE for part in row.program.parts)


def _trigger_parts(row: CardRow) -> list[g.Part]:
    return [g.read_trigger(row.trigger)] if row.type == "reaction" else g.read_target(row.trigger)


def _slot_problems(kind: str, text: str, rooms: list[str], types: dict[str, str]) -> Iterator[str]:
    if kind == "<room>" and text not in rooms:
        yield f"there is no room {text!r} (rooms: {', '.join(rooms)})"
    if kind in ("<card>", "<cards>"):
        yield from (f"there is no card {id!r}" for id in text.split(",") if id not in types)
        if text.count(",") >= LISTED and kind == "<cards>":
            yield f"{text!r} lists more than {LISTED} cards"
    if kind == "<types>":
        yield from (f"there is no type {word!r}" for word in text.split("|") if word.lower() not in TYPES)
    if kind == "<number>" and int(text) > 40:
        yield f"{text} is too large; 40 is the most"


def _concerns_somebody(row: CardRow) -> bool:
    """Whether there is a player whom the card hits: its target, the mover, or who uses it."""
    is_drag = any(part.number == g.E_DRAG for part in row.program.parts)
    return is_drag or row.program.when != g.NEVER or row.trigger.startswith(("MOVE", "TARGET"))


_FOR: dict[int, tuple[str, Callable[[CardRow], bool]]] = {
    **dict.fromkeys(
        (g.E_BLOCK, g.E_ALLOW, g.E_DRAG, g.E_FOLLOW),
        ("a reaction to moving", lambda row: row.trigger.startswith(("MOVE", "SELF_MOVE", "OTHER_MOVE"))),
    ),
    **dict.fromkeys(
        (g.E_DISCARD_CARD, g.E_DISCARD_PICKED, g.E_STEAL, g.E_TRIM),
        ("an action with a target", lambda row: row.type == "action" and row.trigger != ""),
    ),
    **dict.fromkeys(
        (g.E_RUN, g.E_WARP, g.E_WARP_THERE, g.E_AGAIN, g.E_TAKE_FROM_DISCARD, g.E_ACQUIRE_ONE, g.E_CLOSE),
        ("an action", lambda row: row.type == "action"),
    ),
    **dict.fromkeys(
        (g.E_DIE, g.E_KEEP_ONLY),
        ("a card with a target, a reaction to moving that bars the way, or an item that is used", _concerns_somebody),
    ),
    g.E_EXTRA_PLAY: ("an action, or an item that is used", lambda row: row.type != "reaction"),
    g.E_CANCEL: (
        "a reaction to a card, or an item for any time",
        lambda row: row.trigger.startswith("CARD_PLAYED") or row.program.when == g.ANY_TIME,
    ),
}


def _shape_problems(row: CardRow, types: dict[str, str]) -> Iterator[str]:
    """What a card of this type cannot do."""
    program = row.program
    if any(len(effects) > EFFECTS for effects in program.effects):
        yield f"more than {EFFECTS} effects follow one another"
    for effects in program.effects:
        for part in effects:
            what, suits = _FOR.get(part.number, ("", lambda _: True))
            if not suits(row):
                yield f"{_form(part.number)} is for {what}"
            if part.number in (g.E_ACQUIRE, g.E_ACQUIRE_ANYWHERE, g.E_ACQUIRE_ONE):
                ids = [id for id in part.slots[0][1].split(",") if types.get(id) in ("action", "reaction")]
                yield from (f"{id} is no item, and cannot be acquired" for id in ids)
        numbers = [part.number for part in effects]
        if g.E_REVEAL in numbers and g.E_DISCARD_OTHERS not in numbers[numbers.index(g.E_REVEAL) :]:
            yield f"what {_form(g.E_REVEAL)} turns up is discarded in the end: {_form(g.E_DISCARD_OTHERS)}"
        if sum(number in g.PICKS for number in numbers) > 1:
            yield "only one of its effects can name a card"
    if row.trigger and row.type in ("item", "treasure"):
        yield "only an action has a target, and only a reaction a trigger"
    if program.when != g.NEVER and row.type not in ("item", "treasure"):
        yield "only an item can be used"
    if program.when == g.NEVER and row.type in ("item", "treasure") and any(program.effects):
        yield "an item that does something says when it is used (START_TURN_OPT, OWN_TURN_OPT, ANY_TIME_OPT)"
    if program.question and not row.trigger.startswith(("MOVE", "SELF_MOVE", "OTHER_MOVE")):
        yield "only a reaction to moving asks a question"
    if program.when == g.ANY_TIME and [part.number for part in program.effects[0]] != [g.E_DISCARD_SELF, g.E_CANCEL]:
        yield "what is used at any time cancels a card: ANY_TIME_OPT:DISCARD_SELF>CANCEL_PLAYED_CARD"
    if row.trigger.startswith("CARD_PLAYED") and [part.number for part in program.effects[0]] != [g.E_CANCEL]:
        yield "a reaction to a card cancels it: CANCEL_PLAYED_CARD"


def _form(number: int) -> str:
    return next(form for form, known in g.EFFECTS.items() if known == number)
