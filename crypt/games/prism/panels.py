"""What a page shows of The Prism Crystals beside the board and the words: plain values that can be sent as JSON."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...core.game import UnreadableError
from ...core.telling import roll
from ...core.wording import capital
from . import events as ev
from .board import neighbours, tile_names
from .draw import layout, space_labels
from .notation import read_space
from .sheets import HINTS, hero_summary
from .state import (
    A_ATTACK,
    A_DISCARD,
    A_END,
    A_FLEE,
    A_HEAL,
    A_LEAVE_HORSE,
    A_LOSE,
    A_MAKE_ROOM,
    A_PLACE,
    A_SEND,
    A_STEP,
    A_STOP,
    A_STOW,
    A_TAKE_HORSE,
    A_TRADE,
    A_WEAR,
    BODY,
    FACE_DOWN,
    KINDS,
    MEETING,
    MONSTERS,
    MOVING,
    NO_MONSTER,
    NOWHERE,
    PHASES,
    RUNNING,
    SENDING,
    STALLED,
    TO_PAWN,
    WON,
    code_of,
)
from .vocabulary import counted, name_of, tile_of, treasure_name
from .words import action_text

__all__ = [
    "DICE_HINT", "END_TURN", "KEYS", "card", "cells", "changed_cells", "choices_of_chance", "dice", "ending", "facts",
    "ghost", "group_of", "hint_of", "layout", "meant_by_arrow", "meant_by_cell", "meant_by_move", "moves", "short_of",
    "turn_of",
]  # fmt: skip

DICE_HINT = "Each as result/sides, in the order of the rolls: 5/6 2/6 is a 5 on the player's die, then a 2 on the monster's."
END_TURN = code_of(A_END)
KEYS = (("Arrow keys", "move the pawn that way"), ("E", "end the turn"))
GROUPS = {
    A_STEP: "Move", A_STOP: "Move", A_TAKE_HORSE: "Horse", A_LEAVE_HORSE: "Horse", A_ATTACK: "Encounter",
    A_FLEE: "Encounter", A_LOSE: "Lose", A_HEAL: "Heal", A_PLACE: "Treasure", A_DISCARD: "Treasure", A_WEAR: "Card",
    A_STOW: "Card", A_SEND: "Crystal", A_MAKE_ROOM: "Make room", A_TRADE: "Trade", A_END: "Turn",
}  # fmt: skip


def group_of(action: int) -> str:
    """The heading under which a button for this action stands."""
    return GROUPS[int(action) >> 16]


def short_of(state: Any, action: int, names: Sequence[str]) -> str:
    """An action's words under its heading: "north", "Ben: give the treasure chest"."""
    text = action_text(state, action, names)
    for start in ("go ", "trade with ", "send the crystal "):
        text = text.removeprefix(start)
    if int(action) >> 16 == A_STEP:
        return f"{text} to {tile_of(state, _neighbour(state, int(action) & 0xFFFF))}"
    return text


def _neighbour(state: Any, direction: int) -> int:
    return neighbours(int(state.side))[int(state.pawn[state.player])][direction]


def hint_of(action: int) -> str:
    """What a button's words do not say to everybody."""
    return HINTS.get(int(action) >> 16, "")


# ------------------------------------------------------------------------------------- clicks and arrow keys


def meant_by_cell(state: Any, name: str) -> int:
    """The action that is meant by choosing a tile; the rules may still forbid it.

    Raises
    ------
    UnreadableError
        When a tile says nothing in this position, or not this one.
    """
    if state.result != RUNNING:
        raise UnreadableError("the game is over; undo, or begin a new one")
    tile = read_space(state, name)
    if tile is None:
        raise UnreadableError(f"there is no tile {name[:20]!r} in this land")
    here = int(state.pawn[state.player])
    if state.phase == SENDING:
        pawns = [seat for seat in range(int(state.players)) if state.pawn[seat] == tile and seat != state.player]
        return code_of(A_SEND, tile if state.monster[tile] != NO_MONSTER or not pawns else TO_PAWN + pawns[0])
    if state.phase == MEETING and tile == here:
        return code_of(A_ATTACK)
    if tile == here:
        return code_of(A_STOP)
    near = neighbours(int(state.side))[here]
    if tile not in near:
        raise UnreadableError(f"{name} is not beside {tile_of(state, here)}: a pawn goes from tile to tile (PRI-08)")
    return code_of(A_STEP, near.index(tile))


def meant_by_move(state: Any, sign: str, name: str, carry: bool) -> int:
    """The action that is meant by moving a pawn to a tile; the rules may still forbid it.

    Raises
    ------
    UnreadableError
        For a pawn that is not on turn, or a tile that there is not.
    """
    if sign != str(int(state.player) + 1):
        raise UnreadableError(f"it is player {int(state.player) + 1}'s turn")
    return meant_by_cell(state, name)


def meant_by_arrow(state: Any, direction: int) -> int:
    """The step that is meant by an arrow key, where no tile may be moved to there: to the first that lies on that side.

    The page itself chooses among the tiles that may be moved to; a step that may not be made is refused with its rule.
    """
    on_that_side = ((0,), (1, 2), (3,), (4, 5))[direction]
    return code_of(A_STEP, next((way for way in on_that_side if _neighbour(state, way) != NOWHERE), on_that_side[0]))


def moves(state: Any, actions: Iterable[int]) -> list[dict]:
    """The legal actions that move a pawn over the land.

    Returns
    -------
    list of dict
        ``code``, ``piece`` (the pawn's number), ``name``, ``from`` and ``to`` (tiles), and ``carry``.
    """
    names, seat = tile_names(int(state.side)), int(state.player)
    here = names[int(state.pawn[seat])]
    return [
        {"code": action, "piece": str(seat + 1), "name": f"pawn {seat + 1}", "from": here,
         "to": names[_neighbour(state, int(action) & 0xFFFF)], "carry": False}
        for action in actions
        if int(action) >> 16 == A_STEP
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------- the board


def cells(state: Any, actions: Iterable[int], names: Sequence[str]) -> list[dict]:
    """The tiles of the land, column by column.

    Parameters
    ----------
    state : record
    actions : iterable of int
        The legal ones.
    names : sequence of str

    Returns
    -------
    list of dict
        ``cell`` ("e5"), ``label`` (what a screen reader says of it) and ``code`` (the action of choosing it, or 0).
    """
    codes = {}
    for action in actions:
        kind, about = int(action) >> 16, int(action) & 0xFFFF
        if kind == A_STEP:
            codes[_neighbour(state, about)] = action
        elif kind == A_SEND:
            codes[about if about < TO_PAWN else int(state.pawn[about - TO_PAWN])] = action
    labels = zip(tile_names(int(state.side)), space_labels(state, names), strict=True)
    return [{"cell": name, "label": label, "code": codes.get(tile, 0)} for tile, (name, label) in enumerate(labels)]


def changed_cells(before: Any, now: Any) -> list[str]:
    """The tiles on which something else lies or stands than before, the pawns included."""
    if before.side != now.side:
        return []
    differs = (before.monster != now.monster) | (before.horses != now.horses) | (before.covered != now.covered)
    differs |= (before.beneath != now.beneath).any(axis=1)
    for seat in range(int(now.players)):
        if before.pawn[seat] != now.pawn[seat]:
            differs[[before.pawn[seat], now.pawn[seat]]] = True
    return [tile_of(now, int(tile)) for tile in np.flatnonzero(differs)]


def turn_of(state: Any) -> int:
    """Whose turn it is; others may have to decide within it."""
    return int(state.player)


def ghost(state: Any, actions: Iterable[int]) -> dict | None:
    """The tile in hand: none is laid in this game."""
    return None


# ------------------------------------------------------------------------------------------- round the board


def facts(state: Any, rules: Any) -> dict:
    """How the game stands: the turn, points, crystals, what lies face down."""
    points = f"{state.points}" if state.phase == MOVING else "none"
    return {
        "name": "The land",
        "title": f"Round {state.round_number}",
        "items": [
            ["Points left", points if state.result == RUNNING else "none: the game is over"],
            ["Phase", PHASES[state.phase]],
            ["Crystals carried", f"{state.carried} of {rules.crystals_to_win}"],
            ["Monsters left", str(int((state.monster > 0).sum()))],
            ["Face down", str(int((state.monster == FACE_DOWN).sum()))],
            ["Treasures unseen", str(int(state.unseen.sum()))],
        ],
        "counts": [],
    }


def card(state: Any, rules: Any, seat: int, names: Sequence[str]) -> dict:
    """A player's card: place, strength, each thing with its slot, scars."""
    summary = hero_summary(state, rules, seat, names)
    worn = [[slot, thing, ""] for slot, thing in summary.worn if thing != "-"]
    carried = [["misc", thing, ""] for thing in summary.carried if thing != "-"]
    return {
        "seat": seat,
        "name": summary.name,
        "place": f"{summary.place}; attack +{summary.attack}, armour {summary.armour}",
        "is_alive": True,
        "to_move": summary.to_move,
        "gauge": None,
        "things": [*worn, *carried, *(["scar", where, "scar"] for where in summary.scars)],
    }


def dice(events: Iterable[Any], names: Sequence[str]) -> list[dict]:
    """The rolls among some events: each attack, flights, scars.

    Returns
    -------
    list of dict
        ``title``, ``rolls`` (a list of ``who``, ``sides``, ``result``, ``add``, ``from``, ``total`` and ``link``, the word
        before it) and ``end``.
    """
    found = []
    for event in events:
        who = name_of(names, int(event.who))
        if event.kind == ev.ATTACKS:
            attacker = f"the {MONSTERS[event.a]}" if event.b else who
            title = f"{capital(attacker)} attacks"
            end = f"armour {event.e}: {'a hit' if event.f else 'a miss'}"
            found.append(_roll(title, attacker, int(event.c), int(event.d), "attack bonus", end))
        elif event.kind == ev.FLEES:
            end = f"against +{event.c}: {'away' if event.d else 'caught'}"
            found.append(_roll(f"{who} flees", who, int(event.b), 0, "", end))
        elif event.kind == ev.SCAR:
            end = f"{BODY[event.b - 1]}{'' if event.c else ', which has a scar'}" if event.b else "no scar"
            found.append(_roll(f"{who} rolls for a scar", who, int(event.a), 0, "", end))
    return found


def _roll(title: str, who: str, result: int, add: int, source: str, end: str) -> dict:
    return {"title": title, "rolls": [roll(who, 6, result, add, source)], "end": end}


def choices_of_chance(state: Any, rules: Any) -> dict[str, dict]:
    """What can be chosen to come next: the piece that is turned up.

    A hidden monster is turned up before the treasure beneath it, and both are drawn from one stream: so a treasure is
    chosen for the next piece, or for the one after a monster. What was chosen for that monster stays.

    Returns
    -------
    dict
        The ``stream`` of chance, ``options`` of (words, wanted draws), as `choose_next` takes them, and ``when`` it comes.
    """
    monsters = _draws(state.unseen_monsters.tolist(), MONSTERS)
    treasures = _draws(state.unseen.tolist(), list(map(treasure_name, range(KINDS))))
    hidden = int(state.unseen_monsters.sum())
    beneath = [(words, [(0, hidden, hidden), *wanted]) for words, wanted in treasures] if hidden else []
    return {
        what: {"stream": "tiles", "options": options, "when": when}
        for what, options, when in (
            ("monster", monsters, ", if it is turned up before any treasure"),
            ("treasure", treasures, ", if no hidden monster is turned up before it"),
            ("treasure beneath a hidden monster", beneath, ", if that monster is the next piece that is turned up"),
        )
        if options
    }


def _draws(counts: list[int], names: Sequence[str]) -> list[tuple[str, list[tuple[int, int, int]]]]:
    """For each kind of which there is one: the draws that give it."""
    found, low, total = [], 0, sum(counts)
    for name, count in zip(names, counts, strict=True):
        if count:
            found.append((f"{name} ({count} of {total})", [(low, low + count, total)]))
        low += count
    return found


def ending(outcome: Any, names: Sequence[str]) -> dict:
    """The end: how long it took, and some numbers to beat next time.

    Parameters
    ----------
    outcome : record
        The row of results.
    names : sequence of str
    """
    result = int(outcome.result)
    seats = [{"name": name, "how": counted(int(outcome.score[seat]), "crystal")} for seat, name in enumerate(names)]
    return {
        "title": {WON: "Everybody has won", STALLED: "The game has stalled"}.get(result, "The game goes on"),
        "seats": seats,
        "parts": [],
        "numbers": [
            ["Rounds", str(outcome.rounds)],
            ["Scars at the end", str(outcome.scars)],
            ["Treasure chests carried", str(outcome.chests)],
            ["Encounters", str(outcome.encounters)],
            ["Fights won", f"{outcome.fights_won} of {outcome.fights}"],
            ["Flights that got away", f"{outcome.fled} of {outcome.flights}" if outcome.flights else "none"],
            ["Round of the fifth crystal", str(outcome.crystal_round[4]) if outcome.crystal_round[4] else "never"],
        ],
    }
