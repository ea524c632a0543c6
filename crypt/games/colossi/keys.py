"""Keys in words: how many can still be had on a floor, and whether the door stays shut for want of one."""

from typing import Any

import numpy as np

from .heroes import cards_left
from .notation import cell_name
from .reach import IN_BAG, LYING, WITH_BOSS, WITH_MONSTER, key_sources, lacks_key
from .reading import first_start_cell
from .state import KEY, ON_FLOOR, WAITING, WIDTH


def shut_for_good(state: Any, rules: Any) -> str:
    """Say why the exit door cannot be opened any more; "" while it is open or a key can be had.

    Parameters
    ----------
    state, rules : records
    """
    asked = _with_all_heroes(state)
    is_shut = (asked.where == ON_FLOOR).any() and lacks_key(rules, asked)
    return "no key can be had any more (COL-54)" if is_shut else ""


def keys_to_be_had(state: Any, rules: Any) -> str:
    """Say how many keys can still be had on this floor, and where: held, lying, with the boss, in loot.

    Parameters
    ----------
    state, rules : records
    """
    found, words = int(key_sources(rules, _with_all_heroes(state))), []
    held = int(state.held[: int(state.players), KEY][state.where[: int(state.players)] == ON_FLOOR].sum())
    rows, cols = np.nonzero(state.lying)
    cells = [cell_name(int(row) * WIDTH + int(col)) for row, col in zip(rows, cols, strict=True)]
    lying, cards = int(state.lying.sum()), int(cards_left(rules, state, KEY))
    boss = int(found & WITH_BOSS > 0 and cards > 0)
    loot = cards - boss if found & (WITH_MONSTER | IN_BAG) else 0
    if held:
        words.append(f"{held} held")
    if lying:
        words.append(f"{lying} lying at {', '.join(cells)}{'' if found & LYING else ', out of reach'}")
    if boss:
        words.append("1 with the boss")
    if loot:
        words.append("any number in loot" if rules.endless_loot else f"up to {loot} in loot")
    sure = held + boss + (lying if found & LYING else 0)
    if loot and rules.endless_loot:
        return "; ".join(words)
    most = f"{'up to ' if loot else ''}{sure + loot}" if sure + loot else "none"
    return f"{most} to be had" + (f": {'; '.join(words)}" if words else "")


def _with_all_heroes(state: Any) -> Any:
    """A copy of the position in which those who have yet to choose where they begin stand on a start cell."""
    copy = state.copy()
    copy.cell[copy.where == WAITING] = first_start_cell(int(state.side))
    copy.where[copy.where == WAITING] = ON_FLOOR
    return copy
