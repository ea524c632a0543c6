"""What may be done: for each kind of action the rule that forbids it, and the list of legal actions.

`refusal` is the only predicate; `legal` lists the candidates that it lets pass. What an action does stands in `turn`.
"""

from ...core.jit import kernel
from .cards import is_closed_side
from .floor import direction_to, fits, has_foe, has_passage, is_open, is_start, kind_at, neighbour
from .heroes import potions_of
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
    AMULET,
    BOOTS,
    CELLS,
    CHOOSE_KEY,
    CHOOSE_POTION,
    CHOOSE_RETURN,
    CHOOSE_RUST,
    CHOOSE_SIDE,
    CHOOSE_START,
    DEAD,
    EMPTY,
    HEROES,
    ON_FLOOR,
    POTION,
    SHIELD,
    SLOTS,
    SWORD,
    TAKE_TURN,
    TRADE_GIVE,
    TRADE_OTHER,
    TURN_THE_TILE,
    WIDTH,
)


@kernel
def may_walk(rules, state):
    """How many known tiles the hero whose turn it is may walk in this turn (COL-12, COL-39)."""
    return rules.steps + (rules.boots_steps if state.held[state.hero, BOOTS] > 0 else 0)


@kernel
def refuse_step(rules, state, direction):
    """Moving to the known tile beside (COL-02, COL-11 to COL-14)."""
    if direction > 3:
        return 11
    cell = state.cell[state.hero]
    other = neighbour(state, cell, direction)
    if other < 0:
        return 2
    if not is_open(state, cell, direction):
        return 13
    if kind_at(state, other) == EMPTY:
        return 14
    if not has_passage(state, cell, direction):
        return 13
    if state.moved >= may_walk(rules, state):
        return 12
    return 0


@kernel
def refuse_explore(rules, state, direction):
    """Exploring the empty space beside (COL-13, COL-14, COL-16, COL-20)."""
    if direction > 3:
        return 11
    cell = state.cell[state.hero]
    other = neighbour(state, cell, direction)
    if other < 0:
        return 20
    if not is_open(state, cell, direction):
        return 13
    if kind_at(state, other) != EMPTY:
        return 14
    if state.bag_count == 0:
        return 20
    boots = rules.boots_steps if state.held[state.hero, BOOTS] > 0 else 0
    if state.moved > rules.steps_before_exploring + boots:
        return 16
    return 0


@kernel
def refuse_turn_tile(state, sides):
    """Laying the drawn tile so that these sides are open (COL-15)."""
    if sides > 15 or not fits(state.drawn, sides, direction_to(state.target, state.cell[state.hero])):
        return 15
    return 0


@kernel
def refuse_redraw(state, arg):
    """Drawing another tile with the amulet (COL-41); with no tile left in the bag it is not offered."""
    return 0 if arg == 0 and state.held[state.hero, AMULET] > 0 and state.bag_count > 0 else 41


@kernel
def refuse_drink(state, potion):
    """Drinking a potion: on the own turn, before moving (COL-19)."""
    if potion >= SLOTS - POTION or state.moved > 0 or state.held[state.hero, POTION + potion] == 0:
        return 19
    return 0


@kernel
def is_movable(state, hero, slot):
    """Tell whether a hero has a thing in a slot that has not changed hands in this turn."""
    if slot <= SHIELD:
        return state.held[hero, slot] > 0 and state.arrived[hero, slot] == 0
    return state.held[hero, slot] > state.arrived[hero, slot]


@kernel
def refuse_trade(rules, state, arg):
    """Swapping things with a hero on the same tile, before moving (COL-37, COL-42, COL-49, ruling `swaps`)."""
    hero, other = state.hero, arg // TRADE_OTHER
    give, take = arg % TRADE_OTHER // TRADE_GIVE - 1, arg % TRADE_GIVE - 1
    if other >= HEROES or other == hero or state.where[other] != ON_FLOOR or state.cell[other] != state.cell[hero]:
        return 49
    if state.moved > 0 or give >= SLOTS or take >= SLOTS or (give < 0 and take < 0):
        return 49
    if (give >= 0 and not is_movable(state, hero, give)) or (take >= 0 and not is_movable(state, other, take)):
        return 49
    if give >= 0 and take >= 0:
        return refuse_exchange(rules, state, hero, other, give, take)
    slot = max(give, take)
    receiver = other if give >= 0 else hero
    if slot <= AMULET and state.held[receiver, slot] > 0:
        return 37
    if slot >= POTION and potions_of(state, receiver) >= rules.max_potions:
        return 42
    return 0


@kernel
def refuse_exchange(rules, state, hero, other, give, take):
    """One thing for another: sword for sword or shield for shield of other levels, or potion for potion where one of the
    two can hold no more."""
    if give == take and give <= SHIELD:
        return 0 if state.held[hero, give] != state.held[other, give] else 49
    if give >= POTION and take >= POTION and give != take:
        full = max(potions_of(state, hero), potions_of(state, other)) >= rules.max_potions
        return 0 if full else 49
    return 49


@kernel
def refuse_pick_up(state, arg):
    """Picking up a key from the tile (COL-53), not while a foe lives there."""
    cell = state.cell[state.hero]
    return 0 if arg == 0 and state.lying[cell // WIDTH, cell % WIDTH] > 0 and not has_foe(state, cell) else 53


@kernel
def refuse_leave(state, arg):
    """Leaving by the open exit door (COL-50, COL-51)."""
    if arg != 0 or state.cell[state.hero] != state.exit_cell:
        return 51
    return 0 if state.door_open else 50


@kernel
def refuse_end(rules, state, arg):
    """Ending the turn (COL-18, ruling `stay`)."""
    if arg != 0:
        return 18
    if rules.may_stay or state.moved > 0 or not can_go_on(rules, state):
        return 0
    return 18


@kernel
def can_go_on(rules, state):
    """Tell whether the hero could walk, explore, leave, pick up a key or drink. Swapping does not count: things could go to
    and fro for ever (ruling `stay`)."""
    for direction in range(4):
        if refuse_step(rules, state, direction) == 0 or refuse_explore(rules, state, direction) == 0:
            return True
    for potion in range(SLOTS - POTION):
        if refuse_drink(state, potion) == 0:
            return True
    return refuse_leave(state, 0) == 0 or refuse_pick_up(state, 0) == 0


@kernel
def refuse_on_turn(rules, state, kind, arg):
    """What a hero may do on its turn (COL-10 to COL-20, COL-49 to COL-53)."""
    if kind == A_STEP:
        return refuse_step(rules, state, arg)
    if kind == A_EXPLORE:
        return refuse_explore(rules, state, arg)
    if kind == A_DRINK:
        return refuse_drink(state, arg)
    if kind == A_TRADE:
        return refuse_trade(rules, state, arg)
    if kind == A_PICK_UP:
        return refuse_pick_up(state, arg)
    if kind == A_LEAVE:
        return refuse_leave(state, arg)
    if kind == A_END:
        return refuse_end(rules, state, arg)
    return 18


@kernel
def refuse_choice(state, kind, arg):
    """What may be answered when a rule asks for a choice; the number of that rule where it is something else."""
    hero = state.hero
    if state.phase == CHOOSE_START:
        return 0 if kind == A_START and arg < CELLS and is_start(state, arg) else 3
    if state.phase == CHOOSE_POTION:
        return 0 if kind == A_GIVE_UP and POTION <= arg < SLOTS and state.held[hero, arg] > 0 else 42
    if state.phase == CHOOSE_RETURN:
        return 0 if kind == A_RETURN and arg < state.players and state.where[arg] == DEAD else 34
    if state.phase == CHOOSE_RUST:
        return 0 if kind == A_RUST and (arg == SWORD or arg == SHIELD) and state.held[hero, arg] > 0 else 21
    if state.phase == CHOOSE_SIDE:
        return 0 if kind == A_SIDE and arg < 4 and is_closed_side(state, state.cell[hero], arg) else 21
    if state.phase == CHOOSE_KEY:
        return 0 if kind == A_TAKE_KEY and arg < CELLS and state.lying[arg // WIDTH, arg % WIDTH] > 0 else 33
    return 56


@kernel
def refusal(rules, state, action):
    """The number of the rule that forbids an action, or 0 when it is allowed.

    Parameters
    ----------
    rules : RULES record
    state : STATE record
    action : int
        An action code; any number is answered.

    Returns
    -------
    int
        14 for COL-14, and so on. When the game is over: 56.
    """
    kind, arg = action >> 16, action & 0xFFFF
    if state.phase == TAKE_TURN:
        return refuse_on_turn(rules, state, kind, arg)
    if state.phase == TURN_THE_TILE:
        if kind == A_REDRAW:
            return refuse_redraw(state, arg)
        return refuse_turn_tile(state, arg) if kind == A_TURN_TILE else 15
    return refuse_choice(state, kind, arg)


@kernel
def offer(rules, state, actions, n, kind, low, high):
    """Append the actions of a kind that are allowed, while there is room."""
    for arg in range(low, high):
        if n == len(actions):
            return n
        action = (kind << 16) + arg
        if refusal(rules, state, action) == 0:
            actions[n] = action
            n += 1
    return n


@kernel
def offer_trades(rules, state, actions, n):
    """Append the trades that are allowed: gifts, then exchanges of equipment, then of potions."""
    for other in range(state.players):
        if other == state.hero or state.where[other] != ON_FLOOR or state.cell[other] != state.cell[state.hero]:
            continue
        base = other * TRADE_OTHER
        for slot in range(1, SLOTS + 1):
            if is_movable(state, state.hero, slot - 1):
                n = offer(rules, state, actions, n, A_TRADE, base + slot * TRADE_GIVE, base + slot * TRADE_GIVE + 1)
            if is_movable(state, other, slot - 1):
                n = offer(rules, state, actions, n, A_TRADE, base + slot, base + slot + 1)
        for slot in range(SWORD + 1, SHIELD + 2):
            both = base + slot * TRADE_GIVE + slot
            n = offer(rules, state, actions, n, A_TRADE, both, both + 1)
        for give in range(POTION + 1, SLOTS + 1):
            if is_movable(state, state.hero, give - 1):
                row = base + give * TRADE_GIVE
                n = offer(rules, state, actions, n, A_TRADE, row + POTION + 1, row + SLOTS + 1)
    return n


@kernel
def legal(rules, state, actions):
    """List the legal actions.

    Parameters
    ----------
    rules : RULES record
    state : STATE record
    actions : array of int32
        Filled from the start, in a fixed order; when it is full the rest is left out.

    Returns
    -------
    int
        How many were listed; 0 only when the game is over.
    """
    phase = state.phase
    if phase == TAKE_TURN:
        n = offer(rules, state, actions, 0, A_STEP, 0, 4)
        n = offer(rules, state, actions, n, A_EXPLORE, 0, 4)
        n = offer(rules, state, actions, n, A_PICK_UP, 0, 1)
        n = offer(rules, state, actions, n, A_LEAVE, 0, 1)
        if state.moved == 0:
            n = offer(rules, state, actions, n, A_DRINK, 0, SLOTS - POTION)
            n = offer_trades(rules, state, actions, n)
        return offer(rules, state, actions, n, A_END, 0, 1)
    if phase == TURN_THE_TILE:
        n = offer(rules, state, actions, 0, A_TURN_TILE, 1, 16)
        return offer(rules, state, actions, n, A_REDRAW, 0, 1)
    if phase == CHOOSE_START:
        corner = (state.side // 2 - 1) * WIDTH + state.side // 2 - 1
        n = offer(rules, state, actions, 0, A_START, corner, corner + 2)
        return offer(rules, state, actions, n, A_START, corner + WIDTH, corner + WIDTH + 2)
    if phase == CHOOSE_POTION:
        return offer(rules, state, actions, 0, A_GIVE_UP, POTION, SLOTS)
    if phase == CHOOSE_RETURN:
        return offer(rules, state, actions, 0, A_RETURN, 0, HEROES)
    if phase == CHOOSE_RUST:
        return offer(rules, state, actions, 0, A_RUST, SWORD, SHIELD + 1)
    if phase == CHOOSE_SIDE:
        return offer(rules, state, actions, 0, A_SIDE, 0, 4)
    if phase == CHOOSE_KEY:
        return offer(rules, state, actions, 0, A_TAKE_KEY, 0, CELLS)
    return 0
