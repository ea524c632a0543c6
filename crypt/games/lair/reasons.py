"""Why an action is not allowed: the rule that `refusal` names, with places and pieces. It decides nothing by itself."""

from collections.abc import Sequence
from typing import Any

from .state import A_CARRY, A_END, A_STEP, DRAGON, GONE, RUNNING, parts_of
from .vocabulary import counted, name_of, piece_name, seat_of, space_of


def reason(state: Any, action: int, rule: int, names: Sequence[str]) -> str:
    """Say why a rule forbids an action in a position.

    Parameters
    ----------
    state : record
    action : int
    rule : int
        What `refusal` answered: 8 for LAIR-08.
    names : sequence of str
        The players' names by seat.

    Returns
    -------
    str
        One sentence that ends in the rule's id: "there are 3 movement left, so the turn goes on (LAIR-08)".
    """
    kind, piece, target = parts_of(action)
    return f"{_words(state, kind, piece, target, rule, names)} (LAIR-{rule:02})"


def _words(state: Any, kind: int, piece: int, target: int, rule: int, names: Sequence[str]) -> str:
    if state.result != RUNNING:
        return "the game is over"
    if kind not in (A_STEP, A_CARRY, A_END):
        return "there is no such action"
    left = f"{int(state.movement)} movement left"
    if kind == A_END:
        return f"there is {left}, so the turn goes on"
    if piece > DRAGON or (piece != DRAGON and piece >= state.adventurers):
        return "there is no such piece"
    if rule == 3:
        return f"{piece_name(piece)} belongs to {name_of(names, seat_of(piece))}, whose turn it is not"
    if state.place[piece] == GONE:
        return f"{piece_name(piece)} has been removed from the game"
    return _movement_words(state, kind, piece, target, rule, left)


def _movement_words(state: Any, kind: int, piece: int, target: int, rule: int, left: str) -> str:
    here = space_of(state, int(state.place[piece]))
    if rule == 9:
        if target >= state.spaces:
            return "there is no such space on this board"
        if target == state.place[piece]:
            return f"{piece_name(piece)} stands on {here} already"
        return f"{space_of(state, target)} is no neighbour of {here}: nobody moves diagonally, nor two spaces at once"
    if rule == 13:
        return f"the dragon is on {space_of(state, target)}, and adventurers cannot fight it"
    if kind == A_CARRY and not state.treasure[state.place[piece]]:
        return f"no treasure lies on {here}"
    return f"carrying takes more movement than there is: {counted(int(state.movement), 'point')} left"
