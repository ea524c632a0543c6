"""Combat: one round against a monster, a boss or an ambush, and what it brings."""

from ...core import chance
from ...core.jit import kernel
from ...core.trace import note
from . import events as ev
from .floor import has_foe, live_at
from .heroes import cards_left, hurt, loot_roll, take_card, use_closet
from .state import (
    AMBUSH,
    BY_BOSS,
    BY_MONSTER,
    CHOOSE_KEY,
    DODGE,
    KEY,
    ON_FLOOR,
    SHIELD,
    SKILL,
    STRENGTH,
    SWORD,
    WIDTH,
)


@kernel
def larger_die(rules, die):
    """The next larger die, unless it would be too large (COL-45)."""
    larger = 20 if die >= 12 else die + 2
    return larger if larger <= rules.largest_die else die


@kernel
def smaller_die(rules, die):
    """The next smaller die, unless it would be too small (COL-47)."""
    smaller = 12 if die == 20 else die - 2
    return smaller if smaller >= rules.smallest_die else die


@kernel
def hero_die(rules, state, hero):
    """The die that a hero rolls (COL-22, COL-45)."""
    return larger_die(rules, rules.hero_die) if state.effect[hero, SKILL] > 0 else rules.hero_die


@kernel
def foe_die(rules, state, hero, foe):
    """The die that a foe rolls against a hero on this floor (COL-23, COL-24, COL-47)."""
    die = rules.boss_die[state.floor - 1] if foe == ev.FOE_BOSS else rules.monster_die[state.floor - 1]
    return smaller_die(rules, die) if state.effect[hero, DODGE] > 0 else die


@kernel
def foe_hp(rules, state, foe, cell):
    """A foe's hit points."""
    if foe == ev.FOE_BOSS:
        return state.boss_hp
    return rules.monster_hp if foe == ev.FOE_AMBUSH else live_at(state, cell)


@kernel
def fight(rules, state, trace, foe):
    """One round of combat for the hero whose turn it is, on the tile where it stands now; the turn is over then (COL-18).

    The hero's die is rolled first, then the foe's. A total at least as high as the foe's wins (COL-25), a lower one
    loses (COL-26).
    """
    hero = state.hero
    cell = state.cell[hero]
    state.turn_over = 1
    mine, theirs = hero_die(rules, state, hero), foe_die(rules, state, hero, foe)
    my_roll, their_roll = chance.roll(state, mine), chance.roll(state, theirs)
    sword, shield = state.held[hero, SWORD], state.held[hero, SHIELD]
    hp = foe_hp(rules, state, foe, cell)
    note(trace, ev.FIGHTS, hero, my_roll, mine, sword, their_roll, theirs, shield)
    note(trace, ev.FOE, hero, foe, cell, hp)
    difference = (my_roll + sword) - (their_roll - shield)
    if difference >= 0:
        win_round(rules, state, trace, foe, hp, difference)
    else:
        lose_round(rules, state, trace, foe)


@kernel
def win_round(rules, state, trace, foe, hp, difference):
    """The foe loses a hit point, or more with Strength (COL-25, COL-44), and may fall (COL-29)."""
    hero = state.hero
    cell = state.cell[hero]
    damage = 1 + (rules.strength if state.effect[hero, STRENGTH] > 0 else 0)
    damage = min(damage, hp)
    left = hp - damage
    note(trace, ev.FOE_HURT, hero, damage, left)
    if left == 0:
        note(trace, ev.FOE_FALLS, hero, foe)
    if foe == ev.FOE_BOSS:
        state.boss_hp = left
        after_boss(rules, state, trace, left)
        return
    if foe == ev.FOE_MONSTER:
        state.live[cell // WIDTH, cell % WIDTH] = left
        state.reach_due = 1
        if left > 0:
            go_back(state, trace, ev.GOES_BACK, state.came_from)  # ruling `monster_survives`
    if left == 0:
        trophy(rules, state, trace, difference)


@kernel
def lose_round(rules, state, trace, foe):
    """The hero loses a hit point and goes back to the space it moved from; the foe stays (COL-26).

    In an ambush the card says how much is lost, and nobody goes back (ruling `events`).
    """
    hero = state.hero
    damage = rules.event_amount[AMBUSH] if foe == ev.FOE_AMBUSH else 1
    hurt(rules, state, trace, hero, damage, BY_BOSS if foe == ev.FOE_BOSS else BY_MONSTER, False)
    if foe != ev.FOE_AMBUSH and state.where[hero] == ON_FLOOR:
        go_back(state, trace, ev.THROWN_BACK, state.came_from)  # also where Stone prevented the damage: `thrown_back`


@kernel
def go_back(state, trace, event, cell):
    """Put the hero whose turn it is back on a tile."""
    note(trace, event, state.hero, state.cell[state.hero], cell)
    state.cell[state.hero] = cell


@kernel
def trophy(rules, state, trace, difference):
    """After a monster was beaten: D20 plus the difference of the totals may give loot (COL-30)."""
    die = chance.roll(state, rules.trophy_die)
    won = die + difference >= rules.trophy_needs
    note(trace, ev.TROPHY, state.hero, die, difference, rules.trophy_needs, won)
    if won:
        loot_roll(rules, state, trace, ev.SOURCE_MONSTER)


@kernel
def after_boss(rules, state, trace, left):
    """After a won roll against the boss: back to where the turn began (COL-28); a fallen boss gives a key (COL-33)."""
    if left > 0 or rules.boss_return:
        go_back(state, trace, ev.GOES_BACK, state.turn_start)
    if left == 0:
        state.reach_due = 1
        if cards_left(rules, state, KEY) > 0:
            take_card(rules, state, KEY)
            give_boss_key(state, trace, -1)
        elif has_lying_key(state):
            state.phase = CHOOSE_KEY


@kernel
def give_boss_key(state, trace, cell):
    """The hero that struck the last blow gets the boss's key: from the supply (-1), or one that lies about."""
    if cell >= 0:
        state.lying[cell // WIDTH, cell % WIDTH] -= 1
    state.held[state.hero, KEY] += 1
    note(trace, ev.BOSS_KEY, state.hero, cell)
    state.reach_due = 1


@kernel
def has_lying_key(state):
    """Tell whether a key lies about on the floor."""
    for row in range(state.side):
        for col in range(state.side):
            if state.lying[row, col] > 0:
                return True
    return False


@kernel
def enter(rules, state, trace, cell):
    """The hero whose turn it is comes onto a known tile: a living foe means combat (COL-31, COL-32), else a waiting closet
    serves (COL-34)."""
    hero = state.hero
    state.came_from = state.cell[hero]
    state.cell[hero] = cell
    if has_foe(state, cell):
        fight(rules, state, trace, ev.FOE_BOSS if cell == state.boss_cell else ev.FOE_MONSTER)
    else:
        use_closet(state)
