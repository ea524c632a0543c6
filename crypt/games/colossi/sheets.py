"""What people are told of a position of Crypt of the Colossi: who decides what, a hero's card, the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .events import FLOOR_ENDINGS
from .notation import cell_name, write
from .state import (
    A_TURN_TILE,
    ALL_SIDES,
    AMULET,
    BAG_KINDS,
    BOOTS,
    CHOOSE_KEY,
    CHOOSE_POTION,
    CHOOSE_RETURN,
    CHOOSE_RUST,
    CHOOSE_SIDE,
    CHOOSE_START,
    CLOSET,
    COL_STEP,
    DEAD,
    EVENT_TILE,
    FLOORS,
    KEY,
    LEFT,
    LOOT,
    LOST,
    MONSTER,
    ON_FLOOR,
    OVER,
    POTION,
    POTIONS,
    RESULTS,
    ROW_STEP,
    SHIELD,
    STALLED,
    SWORD,
    TURN_THE_TILE,
    WAITING,
    WIDTH,
    WON,
)
from .vocabulary import DIRECTIONS, EFFECT_NAMES, POTION_NAMES, counted, listed, name_of, side_words, tile_name

RESULT_WORDS = {
    WON: "The game is won (COL-56)",
    LOST: "The game is lost: all heroes are dead (COL-55)",
    STALLED: "The game has stalled: nobody could go on, or the limit of rounds was reached (rulings all_pass, round_limit)",
}
SPENT = {EVENT_TILE: "used", MONSTER: "beaten", LOOT: "opened", CLOSET: "used"}  # what was met on a tile, by its symbol
PHASE_WORDS = {
    CHOOSE_START: "choose a start cell",
    CHOOSE_POTION: "give up one of the potions",
    CHOOSE_RETURN: "choose who comes back",
    CHOOSE_RUST: "choose what rusts away, the sword or the shield",
    CHOOSE_SIDE: "choose the side that the secret door opens",
    CHOOSE_KEY: "choose the key that the boss's conqueror gets",
}


@dataclass(frozen=True)
class HeroSummary:
    """A hero's card in words.

    Attributes
    ----------
    seat : int
    name : str
    place : str
        "at c4", "dead", "has left the floor" or "has yet to start".
    cell : str
        "c4", or "" when the hero is not on the floor.
    is_alive, to_move : bool
    hp, most_hp, keys : int
    equipment : list of str
        Such as "sword, level 2: +2 to its hero's rolls".
    potions : list of (str, str)
        The kind of each potion, and what it does.
    effects : list of str
        What works on the hero, with the turns left.
    """

    seat: int
    name: str
    place: str
    cell: str
    is_alive: bool
    to_move: bool
    hp: int
    most_hp: int
    keys: int
    equipment: list[str] = field(default_factory=list)
    potions: list[tuple[str, str]] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The card as one line."""
        if not self.is_alive:
            return f"{self.name}: {self.place}"
        parts = [f"{self.name}: {self.place}", f"{self.hp} of {self.most_hp} HP"]
        parts += [counted(self.keys, "key")] if self.keys else []
        parts += [thing.partition(":")[0] for thing in self.equipment]
        parts += [f"{kind} potion" for kind, _ in self.potions]
        parts += [effect.partition(":")[0] for effect in self.effects]
        return "; ".join(parts)


def hero_summary(state: Any, rules: Any, seat: int, names: Sequence[str]) -> HeroSummary:
    """A hero's card: where it is, its hit points, what it holds and what that does, what works on it."""
    where, cell = int(state.where[seat]), int(state.cell[seat])
    name = cell_name(cell) if where == ON_FLOOR else ""
    held = state.held[seat]
    return HeroSummary(
        seat=seat,
        name=name_of(names, seat),
        place={WAITING: "has yet to start", ON_FLOOR: f"at {name}", LEFT: "has left the floor", DEAD: "dead"}[where],
        cell=name,
        is_alive=where != DEAD,
        to_move=bool(state.hero == seat and state.phase != OVER),
        hp=int(state.hp[seat]),
        most_hp=int(rules.max_hp),
        keys=int(held[KEY]),
        equipment=_equipment(held, rules),
        potions=[
            (name, potion_meaning(kind, rules)) for kind, name in enumerate(POTIONS) for _ in range(held[POTION + kind])
        ],
        effects=[
            f"{EFFECT_NAMES[i]}, {counted(int(turns), 'turn')} left: {effect_meaning(i, rules)}"
            for i, turns in enumerate(state.effect[seat])
            if turns
        ],
    )


def _equipment(held: Any, rules: Any) -> list[str]:
    things = []
    if held[SWORD]:
        things.append(f"sword, level {held[SWORD]}: +{held[SWORD]} to its hero's rolls")
    if held[SHIELD]:
        things.append(f"shield, level {held[SHIELD]}: -{held[SHIELD]} to the foe's rolls")
    if held[BOOTS]:
        things.append(f"boots: {counted(int(rules.boots_steps), 'more step')} a turn, and they save from one trap")
    if held[AMULET]:
        things.append("amulet: draw another tile, once")
    return things


def effect_meaning(effect: int, rules: Any) -> str:
    """What Strength, Skill, Stone or Dodge does."""
    return (
        f"each hit does {rules.strength} more damage",
        "the hero rolls the next larger die",
        f"up to {rules.stone} of each damage is prevented",
        "foes roll the next smaller die",
    )[effect]


def potion_meaning(kind: int, rules: Any) -> str:
    """What a potion does when it is drunk."""
    if POTION_NAMES[kind] == "Health":
        return f"+{rules.health} HP, up to {rules.max_hp}"
    if POTION_NAMES[kind] == "Teleportation":
        return "to a random tile that is not the boss room"
    return f"{effect_meaning(kind - 1, rules)}, for {counted(int(rules.potion_turns), 'turn')}"


def prompt(state: Any, names: Sequence[str], rules: Any = None) -> str:
    """Say who does what now: "Ann: move, explore or end the turn; 2 steps left".

    Parameters
    ----------
    state : record
    names : sequence of str
    rules : record, optional
        The packed ruleset; without it the steps left are not told.
    """
    if state.phase == OVER:
        return RESULT_WORDS.get(int(state.result), "The game is over")
    return f"{name_of(names, int(state.hero))}: {_to_do(state, rules)}"


def _to_do(state: Any, rules: Any) -> str:
    if state.phase == TURN_THE_TILE:
        return f"lay the drawn tile ({tile_name(int(state.drawn))}) for {cell_name(int(state.target))}"
    if state.phase in PHASE_WORDS:
        return PHASE_WORDS[int(state.phase)]
    if rules is None:
        return "move, explore or end the turn"
    steps, may_explore = steps_left(state, rules)
    words = [*(["move"] if steps else []), *(["explore"] if may_explore else []), "end the turn"]
    return f"{listed(words, 'or')}; {counted(steps, 'step')} left"


def steps_left(state: Any, rules: Any) -> tuple[int, bool]:
    """How many known tiles the hero may still walk this turn, and whether it may explore (COL-12, COL-16, COL-39)."""
    more = int(rules.boots_steps) if state.held[state.hero, BOOTS] else 0
    return max(int(rules.steps) + more - int(state.moved), 0), state.moved <= int(rules.steps_before_exploring) + more


def result(outcome: Any) -> str:
    """The result in the word that tables of outcomes use: "won", "lost", "stalled", or "running" before the end."""
    return RESULTS[int(outcome.result)]


def outcome_text(outcome: Mapping[str, Any], names: Sequence[str]) -> str:
    """Tell the end in words.

    Parameters
    ----------
    outcome : record or dict
        The row of results.
    names : sequence of str
        The heroes' names by seat.

    Returns
    -------
    str
        A few sentences.
    """
    result = int(outcome["result"])
    sentences = [RESULT_WORDS.get(result, f"The game is {RESULTS[result]}")]
    if result == WON:
        scores = zip(names, outcome["score"], strict=False)
        sentences.append(f"Out of the crypt: {listed(name for name, score in scores if score)}")
    sentences.append(
        f"{counted(int(outcome['floors_cleared']), 'floor')} cleared in {counted(int(outcome['rounds']), 'round')} "
        f"and {counted(int(outcome['turns']), 'turn')}"
    )
    sentences.append(
        f"{counted(int(outcome['tiles_placed']), 'tile')} placed, {outcome['monsters_beaten']} of "
        f"{counted(int(outcome['monsters_fought']), 'monster fight')} won, "
        f"{counted(int(outcome['bosses_beaten']), 'boss', 'bosses')} beaten, {counted(int(outcome['deaths']), 'death')}"
    )
    return ". ".join(sentences) + "."


def outcome_columns(outcomes: Any) -> dict[str, Any]:
    """Rows of results as columns, with words where a column holds codes.

    Parameters
    ----------
    outcomes : structured array
        Of `OUTCOME` records.

    Returns
    -------
    dict
        Column name -> array with one value for each row.
    """
    columns: dict[str, Any] = {"result": np.array(RESULTS)[outcomes["result"]]}
    for name in outcomes.dtype.names:
        if name in ("colossi", "result", "floor_rounds", "floor_exit", "rolls", "decided"):
            continue
        if outcomes[name].ndim == 1:
            columns[name] = outcomes[name]
        else:
            columns |= {f"{name}_{i + 1}": outcomes[name][:, i] for i in range(outcomes[name].shape[1])}
    for floor in range(FLOORS):
        columns[f"f{floor + 1}_rounds"] = outcomes["floor_rounds"][:, floor]
        columns[f"f{floor + 1}_exit"] = np.array(FLOOR_ENDINGS)[outcomes["floor_exit"][:, floor]]
    return columns


def surroundings(state: Any, seat: int, names: Sequence[str]) -> list[str]:
    """What is around a hero, in words, for those who cannot see the board; the tile that it stands on comes first."""
    if state.where[seat] != ON_FLOOR:
        return [f"{name_of(names, seat)} {_off_floor(state, seat)}", _landmarks(state)]
    cell = int(state.cell[seat])
    lines = [f"{name_of(names, seat)} is at {cell_name(cell)}, {_content(state, cell, names, seat)}"]
    for direction, name in enumerate(DIRECTIONS):
        row, col = cell // WIDTH + ROW_STEP[direction], cell % WIDTH + COL_STEP[direction]
        if not (0 <= row < state.side and 0 <= col < state.side):
            lines.append(f"{name}: the board ends")
            continue
        other = row * WIDTH + col
        is_open = state.sides[divmod(cell, WIDTH)] >> direction & 1
        is_open_there = not state.kind[row, col] or state.sides[row, col] >> (direction + 2) % 4 & 1
        way = "open" if is_open and is_open_there else "wall"
        lines.append(f"{name}: {way}, {cell_name(other)}, {_content(state, other, names, seat)}")
    return [*lines, _landmarks(state)]


def _landmarks(state: Any) -> str:
    goal, boss = cell_name(int(state.exit_cell)), cell_name(int(state.boss_cell))
    return f"the exit door is at {goal}, {'open' if state.door_open else 'shut'}; the boss room at {boss}"


def _off_floor(state: Any, seat: int) -> str:
    return {WAITING: "has yet to start", LEFT: "has left the floor", DEAD: "is dead"}[int(state.where[seat])]


def _content(state: Any, cell: int, names: Sequence[str], seat: int) -> str:
    """What lies on a cell, and who else is there."""
    kind, place = int(state.kind[divmod(cell, WIDTH)]), divmod(cell, WIDTH)
    words = tile_name(kind)
    if 0 < kind <= BAG_KINDS:
        symbol = (kind - 1) // 5
        is_spent = symbol in (EVENT_TILE, LOOT) or not state.live[place]
        words = f"{words}, {SPENT[symbol]}" if is_spent and symbol in SPENT else words
    if cell == state.boss_cell:
        words += f" with {state.boss_hp} HP" if state.boss_hp else ", beaten"
    keys = int(state.lying[place])
    seat_is_here = bool(state.cell[seat] == cell)
    here = [i for i in range(state.players) if state.where[i] == ON_FLOOR and state.cell[i] == cell and i != seat]
    others = [name_of(names, i) for i in here]
    return "; ".join([words, *([f"{counted(keys, 'key')} lying there"] if keys else []), *_here(others, seat_is_here)])


def _here(names: list[str], with_it: bool) -> list[str]:
    return [f"{'here' if with_it else 'there'}: {listed(names)}"] if names else []


def board_text(state: Any, names: Sequence[str], rules: Any) -> str:
    """The board for a terminal: its rows in notation with letters and numbers around, and beside each row who is in it."""
    _, _, board = write(state).partition("board\n")
    standing: dict[int, list[str]] = {}
    for seat in range(int(state.players)):
        cell = int(state.cell[seat])
        if state.where[seat] == ON_FLOOR:
            standing.setdefault(cell // WIDTH, []).append(f"{name_of(names, seat)} on {cell_name(cell)}")
    rows = board.splitlines()
    letters = " ".join(f"{chr(ord('a') + i)} " for i in range(len(rows)))
    lines = [f"{row + 1:2} {text}  {', '.join(standing.get(row, []))}".rstrip() for row, text in enumerate(rows)]
    return "\n".join([f"   {letters.rstrip()}", *lines])


def action_hint(state: Any, action: int) -> str:
    """What an action's words show as a drawing, in words too: "open north, east and west" for a tile's glyph; or ""."""
    return f"open {side_words(action & ALL_SIDES)}" if action >> 16 == A_TURN_TILE else ""
