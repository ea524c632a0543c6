"""A random floor to look at: tiles drawn and laid as the rules allow, by heroes that nobody plays."""

from random import Random
from typing import Any

import numpy as np

from ...core.chance import set_seed
from .floor import has_foe, has_passage, neighbour
from .front import GAME
from .laying import placements
from .notation import write
from .reading import GLYPHS, read_cell
from .state import BAG_KINDS, CHOOSE_START, MONSTER, ON_FLOOR, SHAPE_OF_SIDES, WIDTH


def random_floor(rules: Any, players: int, tiles: int, seed: int) -> str:
    """Lay a random floor, and write it down in notation.

    Tiles come out of the bag at random and are laid, at random places and turns, where somebody could have explored
    (COL-13, COL-15). Then each hero is put on a tile that it could have walked to.

    Parameters
    ----------
    rules : record
    players : int
    tiles : int
        How many to lay besides the fixed ones; fewer are laid when the bag or the places run out.
    seed : int
    """
    random, state, trace = Random(seed), GAME.new_state(), GAME.new_trace()
    state.players = players
    GAME.start(rules, state, np.uint64(seed))
    set_seed(state, np.uint64(seed))
    while state.phase == CHOOSE_START:
        GAME.step(rules, state, random.choice(GAME.legal_actions(rules, state)), trace)
    for _ in range(tiles):
        if not _lay_one(state, rules, random):
            break
    _spread_heroes(state, random)
    return write(state)


def _lay_one(state: Any, rules: Any, random: Random) -> bool:
    kinds = [kind + 1 for kind in range(BAG_KINDS) for _ in range(state.bag[kind])]
    places: dict[str, list[int]] = {}
    for cell, glyph, _, _ in placements(state):
        places.setdefault(cell, []).append(GLYPHS.index(glyph))
    if not (kinds and places):
        return False
    kind, cell = random.choice(kinds), random.choice(sorted(places))
    sides = random.choice([sides for sides in places[cell] if SHAPE_OF_SIDES[sides] == (kind - 1) % 5])
    place = divmod(read_cell(cell, int(state.side)), WIDTH)
    state.kind[place], state.sides[place] = kind, sides
    symbol = (kind - 1) // 5
    state.live[place] = rules.monster_hp if symbol == MONSTER and random.random() < 0.5 else 0
    state.bag[kind - 1] -= 1
    state.bag_count -= 1
    return True


def _spread_heroes(state: Any, random: Random) -> None:
    """Put each hero on a tile to which it could have walked from its start cell without a fight."""
    for hero in range(int(state.players)):
        state.where[hero] = ON_FLOOR
        state.cell[hero] = random.choice(sorted(_walkable(state, int(state.cell[hero]))))


def _walkable(state: Any, start: int) -> set[int]:
    waiting, found = [start], {start}
    while waiting:
        cell = waiting.pop()
        for side in range(4):
            other = int(neighbour(state, cell, side))
            if other in found or other < 0 or not has_passage(state, cell, side) or has_foe(state, other):
                continue
            found.add(other)
            waiting.append(other)
    return found
