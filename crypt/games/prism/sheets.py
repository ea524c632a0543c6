"""What people are told of a position of The Prism Crystals: who decides what, a player's card, the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .board import house_of, neighbours, tile_names
from .cards import armour_of, attack_bonus_of, crystals_of
from .notation import LETTERS
from .outcome import FIRST_CRYSTALS
from .state import (
    A_ATTACK,
    A_FLEE,
    A_SEND,
    A_STEP,
    A_STOP,
    AT_HORSE,
    DIRECTIONS,
    FACE_DOWN,
    FACE_UP,
    HEALING,
    LOSING,
    MAKING_ROOM,
    MEETING,
    MONSTERS,
    MOVING,
    NOWHERE,
    OVER,
    PLACING,
    RESULTS,
    RUNNING,
    SENDING,
    SHARING,
    SLOTS,
    TERRAINS,
    WORN,
)
from .story import RESULT_WORDS
from .vocabulary import body_of, counted, listed, monster_on, name_of, the_thing, thing_name, tile_of, treasure_name

HINTS = {
    A_ATTACK: "You attack first, then attacks alternate until one side is defeated",
    A_FLEE: "A roll above the monster's attack bonus (and above 1, where flee_at_zero is one_fails) brings you to the "
    "house; else it attacks first",
    A_STOP: "The turn comes to its end without spending the points that are left",
}  # by the kind of action
PER_MONSTER = ("fought", "won", "fought_unarmed", "won_unarmed")


@dataclass(frozen=True)
class PlayerSummary:
    """A player's card in words.

    Attributes
    ----------
    seat : int
    name : str
    place : str
        Where the pawn is: "on e5".
    cell : str
        The tile's name.
    is_alive, to_move : bool
    attack, armour : int
        The sword's bonus, and the armour that a monster has to reach.
    worn : list of (str, str)
        Each slot, and what lies in it ("-" when nothing).
    carried : list of str
        In the miscellaneous slots; "-" for an empty one.
    scars : list of str
    """

    seat: int
    name: str
    place: str
    cell: str
    is_alive: bool
    to_move: bool
    attack: int
    armour: int
    worn: list[tuple[str, str]] = field(default_factory=list)
    carried: list[str] = field(default_factory=list)
    scars: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The card as one line."""
        worn = [thing for _, thing in self.worn if thing != "-"]
        parts = [
            f"{self.name}: {self.place}",
            f"attack +{self.attack}, armour {self.armour}",
            f"wears {listed(worn) or 'nothing'}",
            f"carries {listed(thing for thing in self.carried if thing != '-') or 'nothing'}",
            *([f"scars: {listed(self.scars)}"] if self.scars else []),
        ]
        return "; ".join(parts)


def hero_summary(state: Any, rules: Any, seat: int, names: Sequence[str]) -> PlayerSummary:
    """A player's card: place, strength, what is worn and carried, scars."""
    card = [thing_name(thing) if thing else "-" for thing in state.card[seat].tolist()]
    return PlayerSummary(
        seat=seat,
        name=name_of(names, seat),
        place=f"on {tile_of(state, state.pawn[seat])}",
        cell=tile_of(state, state.pawn[seat]),
        is_alive=True,
        to_move=bool(state.result == RUNNING and state.decides == seat),
        attack=int(attack_bonus_of(rules, state, seat)),
        armour=int(armour_of(rules, state, seat)),
        worn=list(zip(SLOTS, card[:WORN], strict=True)),
        carried=card[WORN : WORN + int(state.misc)],
        scars=[body_of(slot) for slot in range(WORN) if state.scar[seat, slot]],
    )


def prompt(state: Any, names: Sequence[str], rules: Any = None) -> str:
    """Say who does what now: "Ann: move; 2 points left".

    Parameters
    ----------
    state : record
    names : sequence of str
    rules : record, optional
        The packed ruleset; without it nothing is said about how strong a monster is.
    """
    if state.phase == OVER:
        return RESULT_WORDS[int(state.result)]
    seat, phase = int(state.decides), int(state.phase)
    here = int(state.pawn[state.player])
    what = {
        MOVING: f"move; {counted(int(state.points), 'point')} left",
        LOSING: "choose the treasure that is lost",
        HEALING: "choose the scar that the crystal heals",
        PLACING: f"place {the_thing(int(state.hand))}" if state.hand else "",
        SENDING: "choose where the crystal goes that cannot be carried",
        MAKING_ROOM: "make room for the crystal",
        AT_HORSE: "take the horse or leave it",
        SHARING: "trade, or end the turn",
    }
    if phase == MEETING:
        monster = int(state.monster[here]) - FACE_UP
        bonus, armour = (0, 0) if rules is None else (rules.monster_bonus[monster], rules.monster_armour[monster])
        strength = f" (attack +{bonus}, armour {armour})" if armour else ""
        return f"{name_of(names, seat)}: attack {monster_on(state, here)}{strength}, or flee"
    return f"{name_of(names, seat)}: {what[phase]}"


def result(outcome: Any) -> str:
    """The result in the word that tables of outcomes use: "won", "stalled", or "running" before the end."""
    return RESULTS[int(outcome.result)]


def outcome_text(outcome: Mapping[str, Any], names: Sequence[str]) -> str:
    """Tell the end in words.

    Parameters
    ----------
    outcome : record or dict
        The row of results.
    names : sequence of str
        The players' names by seat.

    Returns
    -------
    str
        A few sentences.
    """
    found = zip(names, outcome["score"], strict=False)
    sentences = [
        RESULT_WORDS.get(int(outcome["result"]), "The game goes on"),
        f"{counted(int(outcome['rounds']), 'round')} and {counted(int(outcome['turns']), 'turn')}; "
        f"{counted(int(outcome['scars']), 'scar')} and {counted(int(outcome['chests']), 'treasure chest')} at the end",
        f"Crystals: {listed(f'{name} {int(score)}' for name, score in found)}",
        f"{counted(int(outcome['encounters']), 'encounter')}, {int(outcome['fights_won'])} of "
        f"{counted(int(outcome['fights']), 'fight')} won, {int(outcome['fled'])} of "
        f"{counted(int(outcome['flights']), 'flight')} got away",
    ]
    return ". ".join(sentences) + "."


def outcome_columns(outcomes: Any) -> dict[str, Any]:
    """Rows of results as columns, with words where a column holds codes.

    Parameters
    ----------
    outcomes : structured array
        Of `OUTCOME` records.

    Returns
    -------
    dict
        Column name -> array with one value for each row. `crystal_5` is the round in which five crystals were carried for
        the first time (0: never), `last_rounds` how many rounds the last crystal took after it.
    """
    columns: dict[str, Any] = {"result": np.array(RESULTS)[outcomes["result"]]}
    for name in outcomes.dtype.names:
        if outcomes[name].ndim == 1 and name not in ("prism", "result", "players", "rolls"):
            columns[name] = outcomes[name]
    columns |= {f"score_{seat + 1}": outcomes["score"][:, seat] for seat in range(outcomes["score"].shape[1])}
    reached = outcomes["crystal_round"]
    columns |= {f"crystal_{count + 1}": reached[:, count] for count in range(FIRST_CRYSTALS)}
    last, before = reached[:, FIRST_CRYSTALS - 1], reached[:, FIRST_CRYSTALS - 2]
    columns["last_rounds"] = np.where(last > 0, last - before, 0)
    for name in PER_MONSTER:
        columns |= {f"{name}_{kind.replace(' ', '_')}": outcomes[name][:, i] for i, kind in enumerate(MONSTERS) if i}
    return columns


def surroundings(state: Any, seat: int, names: Sequence[str]) -> list[str]:
    """What is around a player's pawn, in words, for those who cannot see the board."""
    here = int(state.pawn[seat])
    lines = [f"{name_of(names, seat)} is on {tile_words(state, here, names, seat)}"]
    for direction, tile in enumerate(neighbours(int(state.side))[here]):
        what = "the land ends" if tile == NOWHERE else tile_words(state, tile, names, seat)
        lines.append(f"{DIRECTIONS[direction]}: {what}")
    return lines


def tile_words(state: Any, tile: int, names: Sequence[str], without: int = -1) -> str:
    """A tile with all that is on it: "e4, a forest with an X, the ogre over a face-down treasure, Ann"."""
    terrain = "the house" if tile == house_of(int(state.side)) else f"a {TERRAINS[state.terrain[tile]]}"
    parts = [tile_of(state, tile), f"{terrain} with an X" if state.marked[tile] else terrain]
    beneath = ["a face-down treasure"] if state.covered[tile] and state.monster[tile] != FACE_DOWN else []
    beneath += [treasure_name(kind) for kind, count in enumerate(state.beneath[tile].tolist()) for _ in range(count)]
    if monster := monster_on(state, tile):
        parts.append(f"{monster} over {listed(beneath)}" if beneath else monster)
    if state.horses[tile]:
        parts.append(counted(int(state.horses[tile]), "horse"))
    parts += [name_of(names, i) for i in range(int(state.players)) if state.pawn[i] == tile and i != without]
    return ", ".join(parts)


def action_hint(state: Any, action: int) -> str:
    """What an action's words do not say to everybody: what lies where a step or a crystal goes, how an encounter goes on."""
    kind, about = int(action) >> 16, int(action) & 0xFFFF
    if kind == A_STEP and about < len(DIRECTIONS):
        tile = neighbours(int(state.side))[int(state.pawn[state.player])][about]
        return "" if tile == NOWHERE else tile_words(state, tile, ())
    if kind == A_SEND and about < len(tile_names(int(state.side))):
        return tile_words(state, about, ())
    return HINTS.get(kind, "")


def board_text(state: Any, names: Sequence[str], rules: Any) -> str:
    """The land for a terminal: each column in a line of its own place, every second one half a tile lower.

    A tile is its terrain (f, t, m), then `?` for a face-down piece, `!` for a monster, `h` for a horse, and the numbers of
    the players there; `*` is the house.
    """
    side = int(state.side)
    width, height = 2 * side - 1, 2 * (2 * side - 1)
    grid = [[""] * width for _ in range(height)]
    for tile, name in enumerate(tile_names(side)):
        column, number = ord(name[0]) - ord("a"), int(name[1:]) - 1
        grid[2 * number + abs(column - side + 1)][column] = _mark(state, tile)
    head = "".join(f"{chr(ord('a') + column):6}" for column in range(width)).rstrip()
    rows = ["".join(f"{mark:6}" for mark in row).rstrip() for row in grid]
    crystals = sum(int(crystals_of(state, seat)) for seat in range(int(state.players)))
    return "\n".join([head, *(row for row in rows if row), f"crystals carried: {crystals} of {rules.crystals_to_win}"])


def _mark(state: Any, tile: int) -> str:
    monster = int(state.monster[tile])
    place = "*" if tile == house_of(int(state.side)) else LETTERS[state.terrain[tile]]
    piece = "?" if monster == FACE_DOWN else "!" if monster >= FACE_UP else ""
    pawns = "".join(str(seat + 1) for seat in range(int(state.players)) if state.pawn[seat] == tile)
    return f"{place}{piece}{'h' if state.horses[tile] else ''}{pawns}"
