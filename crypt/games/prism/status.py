"""What can be wrong with a position. The rules never lead there; a position that somebody made up may."""

from ...core.jit import kernel
from .cards import count_carried, free_misc, has_scar, is_crystal
from .state import (
    CARD,
    CELLS,
    CRYSTALS,
    FACE_DOWN,
    FACE_UP,
    FIELD,
    HEALING,
    HORSE,
    HORSE_PIECE,
    KINDS,
    LOSING,
    MAKING_ROOM,
    MEETING,
    MONSTERS,
    MOVING,
    NO_MONSTER,
    OVER,
    PLACING,
    RUNNING,
    SENDING,
    SLOT_OF,
    TERRAINS,
    WON,
    WORN,
)

FLAGS = (
    "the monster pieces on the board, on cards, unseen and beaten are not those of the ruleset",
    "the treasure pieces on the board, on cards, unseen and out of the game are not those of the ruleset",
    "there are not as many unseen pieces as lie face down",
    "treasure lies where no monster is",
    "a crystal has left the game",
    "something on a card is in a slot where it does not belong",
    "a pawn or a piece is not on the land",
    "the movement points left are not possible",
    "a pawn stands on a monster's tile, and nobody fights",
    "what is to be decided does not suit the position",
    "the game is over and goes on, or goes on with all crystals carried",
    "the land is not that of the ruleset",
)
(
    MONSTER_COUNT, TREASURE_COUNT, UNSEEN, BARE_TREASURE, CRYSTAL_GONE, CARDS, PLACES, POINTS, TOGETHER, PHASE, END, LAND,
) = (1 << i for i in range(12))  # fmt: skip


@kernel
def status(rules, state):
    """Everything that is wrong with a position.

    Returns
    -------
    int
        0, or the sum of the flags above (`FLAGS` has their sentences in the same order).
    """
    flags = check_monsters(rules, state) | check_treasures(rules, state) | check_tiles(state) | check_land(rules, state)
    return flags | check_cards(state) | check_pawns(rules, state) | check_phase(state) | check_end(rules, state)


@kernel
def add_cards(state, first, last):
    """Count the things from one kind to another that are on cards; the sums begin with the first kind."""
    for seat in range(state.players):
        for slot in range(CARD):
            thing = state.card[seat, slot]
            if first < thing <= last:
                state.sums[thing - 1 - first] += 1


@kernel
def sums_differ(state, wanted):
    """Tell whether the counted pieces are not as many of each kind as they should be; the sums are zero afterwards."""
    differ = False
    for kind in range(len(wanted)):
        if state.sums[kind] != wanted[kind]:
            differ = True
    for kind in range(len(MONSTERS)):
        state.sums[kind] = 0
    return differ


@kernel
def check_monsters(rules, state):
    """Every monster piece is exactly once somewhere (PRI-06)."""
    unseen, face_down = 0, 0
    add_cards(state, HORSE, HORSE + 1)
    for kind in range(len(MONSTERS)):
        state.sums[kind] += state.unseen_monsters[kind] + state.beaten[kind]
        unseen += state.unseen_monsters[kind]
    for tile in range(CELLS):
        monster = state.monster[tile]
        state.sums[HORSE_PIECE] += state.horses[tile]
        if FACE_UP <= monster < FACE_UP + len(MONSTERS):
            state.sums[monster - FACE_UP] += 1
        if monster == FACE_DOWN:
            face_down += 1
    flags = MONSTER_COUNT if sums_differ(state, rules.monsters) else 0
    return flags if unseen == face_down else flags | UNSEEN


@kernel
def check_treasures(rules, state):
    """Every treasure piece is exactly once somewhere, and crystals never leave the game (PRI-05, PRI-28)."""
    covered, unseen, flags = 0, 0, 0
    add_cards(state, 0, KINDS)
    for kind in range(KINDS):
        state.sums[kind] += state.unseen[kind] + state.gone[kind] + state.pile[kind]
        unseen += state.unseen[kind]
        if kind >= CRYSTALS and state.gone[kind] > 0:
            flags |= CRYSTAL_GONE
    if state.hand > 0:
        state.sums[state.hand - 1] += 1
    for tile in range(CELLS):
        covered += state.covered[tile]
        if state.monster[tile] != NO_MONSTER:
            for kind in range(KINDS):
                state.sums[kind] += state.beneath[tile, kind]
    if sums_differ(state, rules.treasures):
        flags |= TREASURE_COUNT
    return flags if unseen == covered else flags | UNSEEN


@kernel
def check_tiles(state):
    """Treasure lies beneath monsters only, and beneath every face-down one lies a face-down treasure (PRI-04, PRI-23)."""
    flags = 0
    for tile in range(CELLS):
        monster = state.monster[tile]
        if monster == NO_MONSTER:
            if state.covered[tile] > 0:
                flags |= BARE_TREASURE
            for kind in range(KINDS):
                if state.beneath[tile, kind] > 0:
                    flags |= BARE_TREASURE
        if state.covered[tile] > 1 or (monster == FACE_DOWN and state.covered[tile] == 0):
            flags |= UNSEEN
        if monster == FACE_UP + HORSE_PIECE or monster >= FACE_UP + len(MONSTERS):
            flags |= MONSTER_COUNT
    return flags


@kernel
def check_land(rules, state):
    """The tiles are those of the ruleset, with the house in the middle (PRI-02, PRI-03)."""
    if state.side != rules.side or state.misc != rules.misc:
        return LAND
    for terrain in range(len(TERRAINS)):
        tiles, marked = 0, 0
        for tile in range(rules.cells):
            if state.terrain[tile] == terrain:
                tiles += 1
                marked += state.marked[tile]
        if tiles != rules.tiles[terrain] or marked != rules.with_x[terrain]:
            return LAND
    return 0 if state.terrain[rules.house] == FIELD and state.marked[rules.house] == 0 else LAND


@kernel
def check_cards(state):
    """What is worn lies in its own slot, crystals and horses in miscellaneous ones (PRI-25, PRI-28, PRI-30)."""
    for seat in range(state.players):
        for slot in range(CARD):
            thing = state.card[seat, slot]
            if thing > HORSE + 1 or (slot >= WORN + state.misc and thing > 0):
                return CARDS
            if slot < WORN and thing > 0 and SLOT_OF[thing - 1] != slot:
                return CARDS
        for slot in range(WORN):
            if state.scar[seat, slot] > 1:
                return CARDS
    return 0


@kernel
def check_pawns(rules, state):
    """Pawns are on the land; on a monster's tile only who fights it (PRI-11, PRI-22)."""
    flags = 0
    for tile in range(rules.cells, CELLS):
        if state.monster[tile] > 0 or state.covered[tile] > 0 or state.horses[tile] > 0:
            flags |= PLACES
    for seat in range(state.players):
        tile = state.pawn[seat]
        if not 0 <= tile < rules.cells:
            return flags | PLACES
        fights = seat == state.player and (state.phase == MEETING or state.phase == LOSING)
        if (state.monster[tile] >= FACE_UP) != fights or state.monster[tile] == FACE_DOWN:
            flags |= TOGETHER
    most = max(rules.movement, rules.horse_movement)
    if not 0 <= state.points <= most:
        flags |= POINTS
    if state.phase == MOVING and state.points == 0 and not has_horses(state):
        flags |= POINTS
    if state.phase != MOVING and state.phase != OVER and state.points != 0:
        flags |= POINTS
    return flags


@kernel
def has_horses(state):
    """Tell whether a horse stands where the pawn is whose turn it is."""
    return state.horses[state.pawn[state.player]] > 0


@kernel
def check_phase(state):
    """What is to be decided can be decided (PRI-31)."""
    phase = state.phase
    is_placing = phase == PLACING or phase == SENDING or phase == MAKING_ROOM
    if state.result == RUNNING and is_placing != (state.hand > 0):
        return PHASE
    if (phase == MAKING_ROOM) != (state.receiver >= 0) and state.result == RUNNING:
        return PHASE
    if phase == MAKING_ROOM and (state.decides != state.receiver or not is_crystal(state.hand)):
        return PHASE
    if phase == MAKING_ROOM and free_misc(state, state.receiver) >= 0:
        return PHASE
    if phase == SENDING and not is_crystal(state.hand):
        return PHASE
    if phase == HEALING and not (state.heals and has_scar(state)):
        return PHASE
    return 0


@kernel
def check_end(rules, state):
    """The game has ended when and as PRI-01 says."""
    if state.carried != count_carried(state):
        return END
    if (state.carried >= rules.crystals_to_win) != (state.result == WON):
        return END
    return 0 if (state.result == RUNNING) != (state.phase == OVER) else END
