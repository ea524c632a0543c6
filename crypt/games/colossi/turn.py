"""The turn: what each action does, whose turn comes next, when a floor and the game end.

`start`, `actor`, `is_over`, `step`, `hide` and `deal` at the end are what the core asks for.
"""

from ...core import chance
from ...core.jit import kernel
from ...core.trace import clear, note
from . import events as ev
from .cards import draw_card, drink, open_side, rust
from .combat import enter, fight, give_boss_key
from .floor import draw_tile, lay_floor, neighbour, place, put_back, symbol_of
from .heroes import (
    come_back,
    count_where,
    drop_slot,
    loot_roll,
    open_door,
    return_card,
    use_closet,
)
from .moves import legal
from .reach import take_cut_off
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
    A_TRADE,
    A_TURN_TILE,
    AMULET,
    CHOOSE_START,
    CLOSET,
    DEAD,
    EFFECTS,
    EVENT_TILE,
    HEROES,
    ITEMS,
    KEY,
    LEFT,
    LOOT,
    LOST,
    MONSTER,
    NO_KEY,
    ON_FLOOR,
    OVER,
    RUNNING,
    SHIELD,
    SLOTS,
    STALLED,
    STARVED,
    TAKE_TURN,
    TRADE_GIVE,
    TRADE_OTHER,
    TURN_THE_TILE,
    WAITING,
    WALLED,
    WIDTH,
    WON,
)

# ---- the order of turns


@kernel
def seat_after(state, seat, place):
    """The next seat clockwise whose hero is in this place, from the one after `seat` on; -1 if there is none (COL-10)."""
    for i in range(1, state.players + 1):
        other = (seat + i) % state.players
        if state.where[other] == place:
            return other
    return -1


@kernel
def order_of(rules, state, seat):
    """A seat's place in the order of a round, 0 for the one that begins."""
    return (seat - rules.first_turn % state.players + state.players) % state.players


@kernel
def begin_turn(state, trace, hero):
    """A hero's turn begins; a closet on which it stands may serve (ruling `closet_waits`)."""
    state.hero = hero
    state.phase = TAKE_TURN
    state.turns += 1
    state.turn_start = state.cell[hero]
    state.came_from = state.cell[hero]
    state.moved = 0
    state.turn_over = 0
    state.again = 0
    for other in range(HEROES):
        for slot in range(SLOTS):
            state.arrived[other, slot] = 0
    note(trace, ev.TURN_BEGINS, hero, state.round_number)
    use_closet(state)


@kernel
def end_turn(rules, state, trace):
    """A turn ends: effects run down, heroes that are cut off die, the next turn begins (COL-10, COL-18, COL-54)."""
    hero = state.hero
    again = state.again
    run_down_effects(state, trace, hero)
    note(trace, ev.TURN_ENDS, hero)
    if state.reach_due:
        take_cut_off(rules, state, trace)
        state.reach_due = 0
    if count_where(state, ON_FLOOR) == 0:
        end_floor(rules, state, trace)
        return
    if again and state.where[hero] == ON_FLOOR:
        begin_turn(state, trace, hero)
        return
    following = seat_after(state, hero, ON_FLOOR)
    if order_of(rules, state, following) <= order_of(rules, state, hero):
        if rules.round_limit > 0 and state.round_number >= rules.round_limit:
            stall(state, trace)
            return
        state.round_number += 1
    begin_turn(state, trace, following)


@kernel
def run_down_effects(state, trace, hero):
    """Strength, Skill, Stone and Dodge run down at the end of the hero's own turns (ruling `potion_turns`)."""
    for effect in range(4):
        if state.effect[hero, effect] > 0:
            state.effect[hero, effect] -= 1
            if state.effect[hero, effect] == 0:
                note(trace, ev.EFFECT_ENDS, hero, effect)


# ---- floors and the end


@kernel
def new_floor(rules, state, trace):
    """The next floor is laid, and the heroes choose their start cells in turn order (COL-03, COL-06, COL-57)."""
    lay_floor(rules, state)
    note(trace, ev.FLOOR_BEGINS, -1, state.floor)
    note(trace, ev.BOSS_PLACED, -1, state.boss_cell)
    note(trace, ev.EXIT_PLACED, -1, state.exit_cell)
    for hero in range(state.players):
        state.where[hero] = WAITING
        state.cell[hero] = -1
    state.phase = CHOOSE_START
    state.hero = rules.first_turn % state.players
    state.idle = 0


@kernel
def how_floor_ended(state):
    """`FLOOR_LEFT` if any hero left, else what took the last hero."""
    if count_where(state, LEFT) > 0:
        return ev.FLOOR_LEFT
    if state.last_cause == WALLED:
        return ev.FLOOR_WALLED
    if state.last_cause == STARVED:
        return ev.FLOOR_STARVED
    return ev.FLOOR_NO_KEY if state.last_cause == NO_KEY else ev.FLOOR_DIED


@kernel
def end_floor(rules, state, trace):
    """No hero is on the floor any more: it is completed if one has left it, else the game is lost (COL-55 to COL-57)."""
    note(trace, ev.FLOOR_ENDS, -1, state.floor, how_floor_ended(state), state.round_number, state.bag_count)
    state.rounds += state.round_number
    if count_where(state, LEFT) == 0:
        finish(state, trace, LOST)
        return
    state.floors_cleared += 1
    if state.floor == rules.floors:
        finish(state, trace, WON)
        return
    destroy_keys(rules, state)
    for hero in range(state.players):
        if state.where[hero] == DEAD:
            come_back(rules, state, trace, hero, -1)
    new_floor(rules, state, trace)


@kernel
def destroy_keys(rules, state):
    """Keys do not come along to the next floor; their cards go back to the supply (COL-52)."""
    for row in range(state.side):
        for col in range(state.side):
            for _ in range(state.lying[row, col]):
                return_card(rules, state, KEY)
            state.lying[row, col] = 0


@kernel
def stall(state, trace):
    """The floor, and with it the game, ends without a result (rulings `all_pass` and `round_limit`)."""
    note(trace, ev.FLOOR_ENDS, -1, state.floor, ev.FLOOR_STALLED, state.round_number, state.bag_count)
    state.rounds += state.round_number
    finish(state, trace, STALLED)


@kernel
def finish(state, trace, result):
    """The game is over."""
    state.phase = OVER
    state.result = result
    note(trace, ev.GAME_ENDS, -1, result)


# ---- what each action does


@kernel
def choose_start(rules, state, trace, cell):
    """A hero chooses its start cell; after the last one the first turn begins (COL-03)."""
    hero = state.hero
    state.where[hero] = ON_FLOOR
    state.cell[hero] = cell
    note(trace, ev.STARTS, hero, cell)
    following = seat_after(state, hero, WAITING)
    if following >= 0:
        state.hero = following
    else:
        begin_turn(state, trace, rules.first_turn % state.players)


@kernel
def walk(rules, state, trace, direction):
    """Move to the known tile beside (COL-11, COL-12, COL-31, COL-32)."""
    cell = state.cell[state.hero]
    other = neighbour(state, cell, direction)
    state.moved += 1
    note(trace, ev.STEPS, state.hero, cell, other)
    enter(rules, state, trace, other)


@kernel
def explore(state, trace, direction):
    """Draw a tile for the empty space beside (COL-14)."""
    state.target = neighbour(state, state.cell[state.hero], direction)
    state.drawn = draw_tile(state)
    state.phase = TURN_THE_TILE
    note(trace, ev.DRAWS_TILE, state.hero, state.drawn, state.target)


@kernel
def redraw(rules, state, trace):
    """Use the amulet: another tile is drawn before the first goes back; the amulet is destroyed (COL-41)."""
    first = state.drawn
    state.drawn = draw_tile(state)
    put_back(state, first)
    drop_slot(rules, state, state.hero, AMULET)
    note(trace, ev.REDRAWS, state.hero, first, state.drawn)


@kernel
def lay_tile(rules, state, trace, sides):
    """Lay the drawn tile, stand on it, and resolve its symbol; exploring ends the turn (COL-14 to COL-18, COL-21)."""
    hero, cell, kind = state.hero, state.target, state.drawn
    place(state, cell, kind, sides)
    note(trace, ev.PLACES, hero, cell, kind, sides, state.cell[hero])
    state.came_from = state.cell[hero]
    state.cell[hero] = cell
    state.drawn = 0
    state.target = -1
    state.phase = TAKE_TURN
    state.turn_over = 1
    symbol = symbol_of(kind)
    if symbol == MONSTER:
        state.live[cell // WIDTH, cell % WIDTH] = rules.monster_hp
        fight(rules, state, trace, ev.FOE_MONSTER)
    elif symbol == LOOT:
        loot_roll(rules, state, trace, ev.SOURCE_CHEST)
    elif symbol == CLOSET:
        state.live[cell // WIDTH, cell % WIDTH] = 1
        if count_where(state, DEAD) == 0:
            note(trace, ev.CLOSET_WAITS, hero, cell)
        use_closet(state)
    elif symbol == EVENT_TILE:
        draw_card(rules, state, trace)


@kernel
def trade(state, trace, arg):
    """Two heroes on one tile swap things; each thing changes hands at most once a turn (COL-49)."""
    hero, other = state.hero, arg // TRADE_OTHER
    give, take = arg % TRADE_OTHER // TRADE_GIVE - 1, arg % TRADE_GIVE - 1
    given = state.held[hero, give] if 0 <= give <= SHIELD else 1
    taken = state.held[other, take] if 0 <= take <= SHIELD else 1
    note(trace, ev.TRADES, hero, other, give + 1, take + 1, given, taken)
    if give >= 0:
        take_out(state, hero, give)
    if take >= 0:
        take_out(state, other, take)
        put_in(state, hero, take, taken)
    if give >= 0:
        put_in(state, other, give, given)
    state.reach_due = 1


@kernel
def take_out(state, hero, slot):
    """A thing leaves a hero's hands in a trade."""
    if slot <= SHIELD:
        state.held[hero, slot] = 0
    else:
        state.held[hero, slot] -= 1


@kernel
def put_in(state, hero, slot, level):
    """A thing arrives in a hero's hands in a trade."""
    state.held[hero, slot] += level if slot <= SHIELD else 1
    state.arrived[hero, slot] += 1


@kernel
def pick_up(state, trace):
    """Pick up a key (COL-53)."""
    cell = state.cell[state.hero]
    state.lying[cell // WIDTH, cell % WIDTH] -= 1
    state.held[state.hero, KEY] += 1
    note(trace, ev.PICKS_UP, state.hero, cell)


@kernel
def bring_back(rules, state, trace, hero):
    """A closet brings a dead hero back, on its tile; it serves once (COL-34)."""
    cell = state.cell[state.hero]
    state.live[cell // WIDTH, cell % WIDTH] = 0
    come_back(rules, state, trace, hero, cell)


@kernel
def leave(rules, state, trace):
    """Leave the floor by the open door; the hero's keys are destroyed (COL-51, COL-52)."""
    hero = state.hero
    keys = state.held[hero, KEY]
    for _ in range(keys):
        drop_slot(rules, state, hero, KEY)
    state.where[hero] = LEFT
    state.cell[hero] = -1
    state.turn_over = 1
    state.reach_due = 1
    note(trace, ev.LEAVES, hero, keys)


@kernel
def carry_out(rules, state, trace, action):
    """Carry out one legal action, and what follows at once, up to where something is to be decided or the turn ends."""
    kind, arg = action >> 16, action & 0xFFFF
    if kind == A_START:
        choose_start(rules, state, trace, arg)
    elif kind == A_STEP:
        walk(rules, state, trace, arg)
    elif kind == A_EXPLORE:
        explore(state, trace, arg)
    elif kind == A_TURN_TILE:
        lay_tile(rules, state, trace, arg)
    elif kind == A_REDRAW:
        redraw(rules, state, trace)
    elif kind == A_DRINK:
        drink(rules, state, trace, arg)
    elif kind == A_TRADE:
        trade(state, trace, arg)
    elif kind == A_PICK_UP:
        pick_up(state, trace)
    elif kind == A_LEAVE:
        leave(rules, state, trace)
    elif kind == A_END:
        state.turn_over = 1
    else:
        answer(rules, state, trace, kind, arg)
    open_door(state, trace)
    if state.phase == TAKE_TURN and state.turn_over:
        end_turn(rules, state, trace)


@kernel
def answer(rules, state, trace, kind, arg):
    """Carry out what was chosen when a rule asked for a choice; the turn goes on where it was."""
    state.phase = TAKE_TURN
    if kind == A_GIVE_UP:
        drop_slot(rules, state, state.hero, arg)
        note(trace, ev.GIVES_UP, state.hero, arg)
    elif kind == A_RETURN:
        bring_back(rules, state, trace, arg)
    elif kind == A_RUST:
        rust(rules, state, trace, arg)
    elif kind == A_SIDE:
        open_side(state, trace, arg)
    else:
        give_boss_key(state, trace, arg)


@kernel
def settle(rules, state, trace):
    """Go on by itself while only one thing can be done (ruling `forced`); a full round of ending turns is the end of the
    floor (ruling `all_pass`)."""
    while state.phase != OVER and legal(rules, state, state.few[:]) == 1:
        action = state.few[0]
        if action >> 16 != A_END or state.moved > 0:
            state.idle = 0
        elif state.idle < count_where(state, ON_FLOOR):
            state.idle += 1
        else:  # after that round, not in it: when a turn ends, heroes that are cut off die first (COL-54)
            stall(state, trace)
            continue
        carry_out(rules, state, trace, action)
    state.few[0] = 0
    state.few[1] = 0


# ---- what the core asks for


@kernel
def start(rules, state, seed):
    """Lay the game out: decks, heroes, the first floor (COL-01 to COL-09). `state.players` is set before.

    Parameters
    ----------
    rules : RULES record
    state : STATE record
        All zero but for `players`.
    seed : uint64
    """
    chance.set_seed(state, seed)
    state.colossi = 1
    state.side = rules.side[state.players - 1]
    state.target = -1
    for effect in range(len(EFFECTS)):
        state.deck[effect] = rules.event_cards[effect]
    for item in range(len(ITEMS)):
        state.supply[item] = rules.item_cards[item]
    for hero in range(state.players):
        state.hp[hero] = rules.starting_hp
    lay_floor(rules, state)
    for hero in range(HEROES):
        state.where[hero] = WAITING if hero < state.players else DEAD
        state.cell[hero] = -1
    state.phase = CHOOSE_START
    state.hero = rules.first_turn % state.players


@kernel
def actor(state):
    """The seat that decides now; -1 when the game is over."""
    return -1 if state.phase == OVER else state.hero


@kernel
def is_over(state):
    """Tell whether the game has ended."""
    return state.result != RUNNING


@kernel
def step(rules, state, action, trace):
    """Carry out a legal action and all that follows, up to the next decision.

    Parameters
    ----------
    rules : RULES record
    state : STATE record
        Changed in place.
    action : int
        One that `refusal` lets pass.
    trace : EVENT array
        Begun anew; holds what happened.
    """
    clear(trace)
    note(trace, ev.DECIDES, state.hero, action)
    state.idle = 0
    carry_out(rules, state, trace, action)
    settle(rules, state, trace)


@kernel
def hide(state, seat):
    """Mask what a seat does not know: only chance is hidden in this game."""
    chance.hide(state)


@kernel
def deal(state, key):
    """Fill a masked position anew: other dice, another order of tiles and cards."""
    chance.set_seed(state, key)
