"""Why an action is not allowed: the rule that `refusal` names, with places and names. It decides nothing by itself."""

from collections.abc import Callable, Sequence
from typing import Any

from .notation import GLYPHS, cell_name
from .state import (
    A_DRINK,
    A_END,
    A_EXPLORE,
    A_GIVE_UP,
    A_LEAVE,
    A_PICK_UP,
    A_REDRAW,
    A_RETURN,
    A_RUST,
    A_SIDE,
    A_START,
    A_STEP,
    A_TAKE_KEY,
    A_TRADE,
    A_TURN_TILE,
    ALL_SIDES,
    AMULET,
    CHOOSE_KEY,
    CHOOSE_POTION,
    CHOOSE_RETURN,
    CHOOSE_RUST,
    CHOOSE_SIDE,
    CHOOSE_START,
    COL_STEP,
    DEAD,
    LEFT,
    ON_FLOOR,
    OVER,
    POTION,
    POTIONS,
    ROW_STEP,
    SHAPE_OF_SIDES,
    SHAPES,
    SHIELD,
    SLOTS,
    TAKE_TURN,
    TRADE_GIVE,
    TRADE_OTHER,
    TURN_THE_TILE,
    WIDTH,
)
from .vocabulary import DIRECTIONS, POTION_NAMES, SLOT_NAMES, counted, listed, name_of, thing_name

FIRST = {  # by phase: what has to be decided before anything else
    CHOOSE_START: (A_START, "a start cell has to be chosen first"),
    CHOOSE_POTION: (A_GIVE_UP, "one of the potions has to be given up first"),
    CHOOSE_RETURN: (A_RETURN, "it has to be said first who comes back"),
    CHOOSE_RUST: (A_RUST, "it has to be said first what rusts away, the sword or the shield"),
    CHOOSE_SIDE: (A_SIDE, "it has to be said first which side the secret door opens"),
    CHOOSE_KEY: (A_TAKE_KEY, "it has to be said first which key is taken"),
}
LATER = {  # what is only asked for at certain moments
    A_START: "start cells are chosen when a floor begins",
    A_TURN_TILE: "no tile has been drawn",
    A_REDRAW: "no tile has been drawn that the amulet could change",
    A_GIVE_UP: "potions are given up only when there are too many",
    A_RETURN: "only a hero closet brings somebody back",
    A_RUST: "nothing rusts now",
    A_SIDE: "there is no secret door now",
    A_TAKE_KEY: "a key is chosen only when the boss has none to give",
}


def reason(state: Any, action: int, rule: int, names: Sequence[str]) -> str:
    """Say why a rule forbids an action in a position.

    Parameters
    ----------
    state : record
    action : int
    rule : int
        What `refusal` answered: 13 for COL-13.
    names : sequence of str
        The heroes' names by seat.

    Returns
    -------
    str
        One sentence that ends in the rule's id: "c3 to d3: a wall on d3's west side (COL-13)".
    """
    kind, about = int(action) >> 16, int(action) & 0xFFFF
    return f"{_words(state, kind, about, rule, names)} (COL-{rule:02})"


def _words(state: Any, kind: int, about: int, rule: int, names: Sequence[str]) -> str:
    if state.phase == OVER:
        return "the game is over"
    if state.phase == TURN_THE_TILE and kind not in (A_TURN_TILE, A_REDRAW):
        return f"the tile that was drawn has to be turned and laid at {cell_name(int(state.target))} first"
    if state.phase in FIRST and kind != FIRST[int(state.phase)][0]:
        return f"{name_of(names, int(state.hero))}: {FIRST[int(state.phase)][1]}"
    if state.phase == TAKE_TURN and kind in LATER:
        return LATER[kind]
    return _REASONS[kind](state, about, rule, names) if kind in _REASONS else "there is no such action"


# ------------------------------------------------------------------------------------------------- moving


def _here(state: Any) -> int:
    return int(state.cell[state.hero])


def _beyond(state: Any, direction: int) -> int:
    """The cell next to the hero in a direction, or -1 when it is off the board."""
    row, col = divmod(_here(state), WIDTH)
    row, col = row + ROW_STEP[direction], col + COL_STEP[direction]
    return row * WIDTH + col if 0 <= row < state.side and 0 <= col < state.side else -1


def _is_open(state: Any, cell: int, direction: int) -> bool:
    return bool(state.sides[divmod(cell, WIDTH)] >> direction & 1)


def _step(state: Any, direction: int, rule: int, names: Sequence[str]) -> str:
    if direction > 3:
        return "a hero moves north, east, south or west"
    here, there = _here(state), _beyond(state, direction)
    if there < 0:
        return f"{DIRECTIONS[direction]} of {cell_name(here)} the board ends"
    way = f"{cell_name(here)} to {cell_name(there)}"
    if rule == 13:
        return _wall(state, way, here, there, direction)
    if rule == 14:
        return f"{way}: no tile lies there; explore {DIRECTIONS[direction]} instead"
    walked = counted(int(state.moved), "tile")
    return f"{name_of(names, int(state.hero))} has walked {walked} in this turn, and that is all"


def _wall(state: Any, way: str, here: int, there: int, direction: int) -> str:
    if not _is_open(state, here, direction):
        return f"{way}: a wall on {cell_name(here)}'s {DIRECTIONS[direction]} side"
    return f"{way}: a wall on {cell_name(there)}'s {DIRECTIONS[(direction + 2) % 4]} side"


def _explore(state: Any, direction: int, rule: int, names: Sequence[str]) -> str:
    if direction > 3:
        return "a hero explores north, east, south or west"
    here, there = _here(state), _beyond(state, direction)
    if there < 0:
        return f"{DIRECTIONS[direction]} of {cell_name(here)} the board ends, and no tile can be laid there"
    way = f"{cell_name(here)} to {cell_name(there)}"
    if rule == 13:
        return _wall(state, way, here, there, direction)
    if rule == 14:
        return f"{way}: a tile lies there already; step {DIRECTIONS[direction]} instead"
    if rule == 20:
        return "the bag is empty, so no tile can be drawn"
    walked = counted(int(state.moved), "tile")
    return f"{name_of(names, int(state.hero))} has walked {walked} in this turn, too many to explore after it"


def _turn_tile(state: Any, sides: int, rule: int, names: Sequence[str]) -> str:
    shape = (int(state.drawn) - 1) % 5
    if not 0 < sides <= ALL_SIDES or SHAPE_OF_SIDES[sides] != shape:
        shown = f"; {GLYPHS[sides]} is none of its turns" if 0 < sides <= ALL_SIDES else ""
        return f"the drawn tile is a {SHAPES[shape].replace('_', ' ')}{shown}"
    back = next(side for side in range(4) if _beyond(state, side) == state.target)
    target, wall = cell_name(int(state.target)), DIRECTIONS[(back + 2) % 4]
    return f"{GLYPHS[sides]} at {target} would not connect to {cell_name(_here(state))}: its {wall} side is closed"


def _redraw(state: Any, about: int, rule: int, names: Sequence[str]) -> str:
    if not state.held[state.hero, AMULET]:
        return f"{name_of(names, int(state.hero))} has no amulet"
    return "there is no second tile in the bag to draw"


# ------------------------------------------------------------------------------------------------- things


def _drink(state: Any, potion: int, rule: int, names: Sequence[str]) -> str:
    name = name_of(names, int(state.hero))
    if potion >= len(POTIONS):
        return f"there are potions of {listed(POTION_NAMES)} and no others"
    if not state.held[state.hero, POTION + potion]:
        return f"{name} has no potion of {POTION_NAMES[potion]}"
    return f"{name} has moved in this turn already, and potions are drunk before moving"


def _trade(state: Any, about: int, rule: int, names: Sequence[str]) -> str:
    me, other = int(state.hero), about // TRADE_OTHER
    give, take = about % TRADE_OTHER // TRADE_GIVE - 1, about % TRADE_GIVE - 1
    return (
        _no_partner(state, me, other, names)
        or _not_there(state, me, give, names)
        or _not_there(state, other, take, names)
        or _no_room(state, me, other, give, take, names)
    )


def _no_partner(state: Any, me: int, other: int, names: Sequence[str]) -> str:
    """What is wrong with whom it is traded with, or with when."""
    if other >= state.players:
        return "there is no such hero"
    if other == me:
        return f"{name_of(names, me)} cannot swap with itself"
    if state.where[other] != ON_FLOOR:
        how = {DEAD: "is dead", LEFT: "has left the floor"}.get(int(state.where[other]), "is not on the floor")
        return f"{name_of(names, other)} {how}"
    if state.cell[other] != state.cell[me]:
        mine, theirs = cell_name(_here(state)), cell_name(int(state.cell[other]))
        return f"{name_of(names, me)} is at {mine}, {name_of(names, other)} at {theirs}: only heroes on one tile swap"
    if state.moved > 0:
        return f"{name_of(names, me)} has moved in this turn already, and swapping comes before moving"
    return ""


def _not_there(state: Any, hero: int, slot: int, names: Sequence[str]) -> str:
    """Whether a hero lacks a thing, or got it only now."""
    if slot < 0:
        return ""
    if slot >= SLOTS or not state.held[hero, slot]:
        return f"{name_of(names, hero)} has no {SLOT_NAMES.get(slot, 'such thing')}"
    has_old = state.arrived[hero, slot] == 0 if slot <= SHIELD else state.held[hero, slot] > state.arrived[hero, slot]
    return "" if has_old else f"the {SLOT_NAMES[slot]} has changed hands in this turn already"


def _no_room(state: Any, me: int, other: int, give: int, take: int, names: Sequence[str]) -> str:
    """Why a thing that is there cannot be taken."""
    if give < 0 and take < 0:
        return "nothing is given and nothing taken"
    if give >= 0 and take >= 0:
        return _no_exchange(state, give, take)
    receiver, slot = (other, give) if give >= 0 else (me, take)
    if slot >= POTION:
        return f"{name_of(names, receiver)} cannot hold another potion; swap one for it"
    swap = f"; swap {SLOT_NAMES[slot]} for {SLOT_NAMES[slot]}" if slot <= SHIELD else ""
    thing = thing_name(slot).replace("level 1 ", "")
    return f"{name_of(names, receiver)} has {thing} already{swap}"


def _no_exchange(state: Any, give: int, take: int) -> str:
    if give == take:
        return f"swapping one {SLOT_NAMES[give]} for another like it changes nothing"
    if give >= POTION and take >= POTION:
        return "potions are swapped one for one only when one of the two can hold no more; give and take them singly"
    return f"{SLOT_NAMES[give]} for {SLOT_NAMES[take]} is no swap; give the one and take the other"


def _pick_up(state: Any, about: int, rule: int, names: Sequence[str]) -> str:
    here = _here(state)
    if not state.lying[divmod(here, WIDTH)]:
        return f"no key lies at {cell_name(here)}"
    return f"a foe lives at {cell_name(here)}, so the key there cannot be picked up"


def _leave(state: Any, about: int, rule: int, names: Sequence[str]) -> str:
    exit_cell = cell_name(int(state.exit_cell))
    if rule == 50:
        return f"the exit door at {exit_cell} is shut; it takes a key to open it"
    return f"{name_of(names, int(state.hero))} is at {cell_name(_here(state))}, and the exit door at {exit_cell}"


def _end(state: Any, about: int, rule: int, names: Sequence[str]) -> str:
    name = name_of(names, int(state.hero))
    return f"by the ruling `stay` {name} may not end the turn unmoved while it can walk, explore, leave, pick up or drink"


# ------------------------------------------------------------------------------------------------ choices


def _start(state: Any, cell: int, rule: int, names: Sequence[str]) -> str:
    low = int(state.side) // 2 - 1
    cells = listed((cell_name(row * WIDTH + col) for row in (low, low + 1) for col in (low, low + 1)), "or")
    return f"a hero starts at {cells}"


def _give_up(state: Any, slot: int, rule: int, names: Sequence[str]) -> str:
    return f"{name_of(names, int(state.hero))} has no {SLOT_NAMES[slot] if POTION <= slot < SLOTS else 'such potion'}"


def _return(state: Any, seat: int, rule: int, names: Sequence[str]) -> str:
    return f"{name_of(names, seat)} is not dead" if seat < state.players else "there is no such hero"


def _rust(state: Any, slot: int, rule: int, names: Sequence[str]) -> str:
    if slot > SHIELD:
        return "only a sword or a shield rusts"
    return f"{name_of(names, int(state.hero))} has no {SLOT_NAMES[slot]}"


def _side(state: Any, direction: int, rule: int, names: Sequence[str]) -> str:
    here = _here(state)
    if direction > 3:
        return "a tile has a north, an east, a south and a west side"
    if _beyond(state, direction) < 0:
        return f"the {DIRECTIONS[direction]} side of {cell_name(here)} is the board's edge"
    return f"the {DIRECTIONS[direction]} side of {cell_name(here)} is open already"


def _take_key(state: Any, cell: int, rule: int, names: Sequence[str]) -> str:
    return f"no key lies at {cell_name(cell)}" if cell < WIDTH * WIDTH else "there is no such cell"


_REASONS: dict[int, Callable[[Any, int, int, Sequence[str]], str]] = {
    A_STEP: _step,
    A_EXPLORE: _explore,
    A_TURN_TILE: _turn_tile,
    A_REDRAW: _redraw,
    A_DRINK: _drink,
    A_TRADE: _trade,
    A_PICK_UP: _pick_up,
    A_LEAVE: _leave,
    A_END: _end,
    A_START: _start,
    A_GIVE_UP: _give_up,
    A_RETURN: _return,
    A_RUST: _rust,
    A_SIDE: _side,
    A_TAKE_KEY: _take_key,
}
