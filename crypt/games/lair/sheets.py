"""What people are told of a position of Loot the Dragon's Lair: who decides what, a side's card, the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import SEATS
from .state import (
    ADVENTURERS_SEAT,
    CENTRE,
    DRAGON,
    ENDINGS,
    GONE,
    RESULTS,
    RUNNING,
)
from .story import ENDING_WORDS, RESULT_WORDS
from .vocabulary import beside_space, counted, listed, name_of, piece_name, space_of

COLUMNS_OF = ("adventurers", "dragon")  # by seat, in the names of columns


@dataclass(frozen=True)
class SideSummary:
    """A side's card in words.

    Attributes
    ----------
    seat : int
    name : str
        The player's name.
    side : str
        "Adventurers" or "Dragon".
    place : str
        What the side plays and how far it is: "Adventurers, 2 left, 1 treasure in the stash".
    cell : str
        "", for no single space is a side's.
    is_alive, to_move : bool
    pieces : list of (str, str)
        Each piece, and where it is.
    """

    seat: int
    name: str
    side: str
    place: str
    cell: str
    is_alive: bool
    to_move: bool
    pieces: list[tuple[str, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The card as one line."""
        return "; ".join([f"{self.name}: {self.place}", *(f"{piece} {where}" for piece, where in self.pieces)])


def hero_summary(state: Any, rules: Any, seat: int, names: Sequence[str]) -> SideSummary:
    """A side's card: how near its goal it is, and where its pieces are."""
    if seat == ADVENTURERS_SEAT:
        far = f"{counted(int(state.alive), 'adventurer')} left, {state.stash} of {rules.treasures_to_win} treasures stashed"
        pieces = list(range(int(state.adventurers)))
    else:
        far = f"{state.treasure[CENTRE]} of {rules.hoard_to_win} treasures in the centre"
        pieces = [DRAGON]
    return SideSummary(
        seat=seat,
        name=name_of(names, seat),
        side=SEATS[seat],
        place=far if name_of(names, seat) == SEATS[seat] else f"{SEATS[seat]}, {far}",
        cell="",
        is_alive=seat != ADVENTURERS_SEAT or bool(state.alive),
        to_move=bool(state.result == RUNNING and state.seat == seat),
        pieces=[(piece_name(piece), _where(state, piece)) for piece in pieces],
    )


def _where(state: Any, piece: int) -> str:
    place = int(state.place[piece])
    if place == GONE:
        return "captured"
    on = f"on {space_of(state, place)}"
    return f"{on} with {counted(int(state.treasure[place]), 'treasure')}" if state.treasure[place] else on


def prompt(state: Any, names: Sequence[str], rules: Any = None) -> str:
    """Say who does what now: "Ann: move the adventurers; 3 movement left".

    Parameters
    ----------
    state : record
    names : sequence of str
    rules : record, optional
        The packed ruleset; without it nothing is said about ending the turn.
    """
    if state.result != RUNNING:
        return f"{RESULT_WORDS[int(state.result)]}: {ENDING_WORDS[int(state.ending)]}"
    who = "the adventurers" if state.seat == ADVENTURERS_SEAT else "the dragon"
    may_end = rules is not None and state.movement <= rules.may_end_at
    end = " or end the turn" if may_end else ""
    return f"{name_of(names, int(state.seat))}: move {who}{end}; {state.movement} movement left"


def result(outcome: Any) -> str:
    """The result in the word that tables of outcomes use: "seat 1", "seat 2", "stalled", or "running" before the end."""
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
    ended = int(outcome["result"])
    if ended == RUNNING:
        sentences = ["The game goes on"]
    else:
        winner = [name_of(names, seat) for seat in (0, 1) if outcome["score"][seat]]
        who = f" ({winner[0]})" if winner else ""
        sentences = [f"{RESULT_WORDS[ended]}{who}: {ENDING_WORDS[int(outcome['ending'])]}"]
    sentences.append(
        f"{counted(int(outcome['turns']), 'turn')}; {counted(int(outcome['stashed']), 'treasure')} in the stash, "
        f"{int(outcome['hoarded'])} in the centre, {counted(int(outcome['adventurers_lost']), 'adventurer')} lost"
    )
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
        Column name -> array with one value for each row.
    """
    result = np.asarray(outcomes["result"])
    winners = np.array(("", "adventurers", "dragon", ""))
    columns: dict[str, Any] = {
        "result": np.array(RESULTS)[result],
        "winner": winners[result],
        "reason": np.array(ENDINGS)[outcomes["ending"]],
    }
    for name in ("rounds", "turns", "decisions", "minutes", "stashed", "hoarded", "adventurers_lost"):
        columns[name] = outcomes[name]
    columns |= {f"score_{seat + 1}": outcomes["score"][:, seat] for seat in range(2)}
    for name in ("steps", "carries", "rolled", "unused"):
        columns |= {f"{side}_{name}": outcomes[name][:, seat] for seat, side in enumerate(COLUMNS_OF)}
    columns |= {f"{side}_turns": outcomes["turns_of"][:, seat] for seat, side in enumerate(COLUMNS_OF)}
    return columns


def surroundings(state: Any, seat: int, names: Sequence[str]) -> list[str]:
    """What is around a side's pieces, in words, for those who cannot see the board."""
    pieces = range(int(state.adventurers)) if seat == ADVENTURERS_SEAT else (DRAGON,)
    lines = []
    for piece in pieces:
        place = int(state.place[piece])
        if place == GONE:
            lines.append(f"{piece_name(piece)} has been captured")
            continue
        near = beside_space(state, place)
        beside = ", ".join(_content(state, other) for other in near)
        lines.append(f"{piece_name(piece)} is on {_content(state, place, piece)}; beside it: {beside}")
    lying = [space for space, count in enumerate(state.treasure.tolist()) for _ in range(count)]
    where = listed(space_of(state, space) for space in lying) or "nowhere"
    return [*lines, f"the dragon is on {space_of(state, int(state.place[DRAGON]))}; treasures lie on {where}"]


def _content(state: Any, space: int, without: int = GONE) -> str:
    """A space with what is on it."""
    things = [piece_name(piece) for piece, place in enumerate(state.place.tolist()) if place == space and piece != without]
    if state.treasure[space]:
        things.append(counted(int(state.treasure[space]), "treasure"))
    edge = " at the edge" if state.edge[space] else ""
    return f"{space_of(state, space)}{edge}{f' ({listed(things)})' if things else ''}"


def action_hint(state: Any, action: int) -> str:
    """What an action's words do not say to everybody: nothing in this game."""
    return ""


def board_text(state: Any, names: Sequence[str], rules: Any) -> str:
    """The board for a terminal: a line for each ring, the edge on top; adventurers by number, D the dragon, * treasures."""
    count = int(state.spaces)
    rings, sectors = state.ring[:count].tolist(), state.sector[:count].tolist()
    columns = range(1, max(sectors) + 1)
    lines = ["       " + "".join(f"{f's{s}':5}" for s in columns).rstrip()]
    for ring in range(max(rings), 0, -1):
        spaces = {sectors[i]: i for i in range(count) if rings[i] == ring}
        marks = [_mark(state, spaces[s]) if s in spaces else "" for s in columns]
        lines.append(f"r{ring:<5} " + "".join(f"{mark:5}" for mark in marks).rstrip())
    return "\n".join([*lines, f"centre {_mark(state, CENTRE)}"])


def _mark(state: Any, space: int) -> str:
    here = [piece for piece, place in enumerate(state.place.tolist()) if place == space]
    pieces = "".join("D" if piece == DRAGON else str(piece + 1) for piece in here)
    return f"{pieces}{'*' * int(state.treasure[space])}" or "."
