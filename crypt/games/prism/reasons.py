"""Why an action is not allowed: the rule that `refusal` names, with tiles and things. It decides nothing by itself."""

from collections.abc import Sequence
from typing import Any

from .board import neighbours
from .moves import is_offer
from .state import (
    A_MAKE_ROOM,
    A_STEP,
    A_TRADE,
    DIRECTIONS,
    HEALING,
    LOSING,
    MAKING_ROOM,
    MEETING,
    MOVING,
    NOWHERE,
    OTHER,
    PART,
    PHASES,
    PLACING,
    RUNNING,
    SENDING,
    SHARING,
    TERRAINS,
)
from .vocabulary import counted, monster_on, name_of, the_thing, tile_of

NOW = {  # what is to be decided, by phase
    MOVING: "the pawn moves now",
    LOSING: "first choose which treasure is lost",
    HEALING: "first choose which scar the crystal heals",
    SENDING: "first choose where the crystal goes",
    SHARING: "movement is over, and the turn has come to sharing",
}


def reason(state: Any, action: int, rule: int, names: Sequence[str]) -> str:
    """Say why a rule forbids an action in a position.

    Parameters
    ----------
    state : record
    action : int
    rule : int
        What `refusal` answered: 8 for PRI-08.
    names : sequence of str
        The players' names by seat.

    Returns
    -------
    str
        One sentence that ends in the rule's id: "entering e4, a mountain, takes more than the 2 points left (PRI-08)".
    """
    return f"{_words(state, int(action) >> 16, int(action) & 0xFFFF, rule, names)} (PRI-{rule:02})"


def _words(state: Any, kind: int, about: int, rule: int, names: Sequence[str]) -> str:
    if state.result != RUNNING:
        return "the game is over"
    if rule == 31:
        return _now(state, names)
    if kind == A_STEP:
        return _step_words(state, about)
    if kind == A_TRADE and rule == 26:
        return _trade_words(state, about, names)
    return _thing_words(state, kind, rule, names)


def _now(state: Any, names: Sequence[str]) -> str:
    """What is to be decided first."""
    phase, seat = int(state.phase), int(state.player)
    if phase == MEETING:
        return f"{monster_on(state, int(state.pawn[seat]))} stands there: attack or flee first"
    if phase == PLACING:
        return f"first say what becomes of {the_thing(int(state.hand))}"
    if phase == MAKING_ROOM:
        return f"first {name_of(names, int(state.receiver))} makes room for the crystal"
    return NOW.get(phase, f"the turn is {PHASES[phase]}")


def _step_words(state: Any, direction: int) -> str:
    here = int(state.pawn[state.player])
    if direction >= len(DIRECTIONS):
        return "there is no such direction"
    tile = neighbours(int(state.side))[here][direction]
    if tile == NOWHERE:
        return f"the land ends {DIRECTIONS[direction]} of {tile_of(state, here)}"
    terrain = TERRAINS[state.terrain[tile]]
    return f"entering {tile_of(state, tile)}, a {terrain}, takes more than the {counted(int(state.points), 'point')} left"


def _trade_words(state: Any, about: int, names: Sequence[str]) -> str:
    other, seat = about // OTHER, int(state.player)
    if other >= state.players or other == seat:
        return "there is no such companion"
    if state.pawn[other] != state.pawn[seat]:
        return f"{name_of(names, other)} is on {tile_of(state, state.pawn[other])}, not on the same tile"
    give, take = about // PART % PART, about % PART
    is_offered = is_offer(state, seat, give) and is_offer(state, other, take)
    if not is_offered or _thing_of(state, seat, give) == _thing_of(state, other, take):
        return "an exchange needs a thing that is there, and something that changes hands"
    return f"no more is exchanged with {name_of(names, other)} in this turn"


def _thing_of(state: Any, seat: int, part: int) -> int:
    """What a side of a trade is: a thing of the card, or 0 for nothing."""
    return int(state.card[seat, part - 1]) if part else 0


def _thing_words(state: Any, kind: int, rule: int, names: Sequence[str]) -> str:
    hand = the_thing(int(state.hand)) if state.hand else "it"
    if rule == 21:
        return "no treasure lies in that slot"
    if rule == 24:
        return f"{hand} cannot be dealt with like that: crystals are kept, and things dropped only to make room"
    if rule == 25:
        return "each slot takes its own kind of thing, is arranged once, and must hold what is to leave it"
    if rule == 26:
        return "the card is arranged while a treasure is placed or in company, and nobody else stands here"
    if rule == 27:
        return "there is no scar to heal"
    if rule == 28:
        return "no crystal can be dropped" if kind == A_MAKE_ROOM else "there is no room for it in the miscellaneous slots"
    if rule == 29:
        return "a crystal too many goes to the nearest face-up monster, else the nearest piece, else the nearest pawn"
    if rule == 30:
        here = int(state.pawn[state.player])
        if not state.horses[here]:
            return f"no horse stands on {tile_of(state, here)}"
        return "room for a horse is made from the miscellaneous slots when they are full, and never by a crystal"
    return "there is no such action"
