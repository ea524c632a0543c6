"""A small language for tests of the rules: lay out a table, load the dice, say what is done, look at what is there.

    t = table("hero 1 d3 hp 2", e3="┼m").dice("D6 5", "D4 2", "D20 3").do("step east")
    assert t.hero(1) == "e3 hp 2"

Every die, tile and draw that a step uses must have been loaded, in its order, and everything loaded must be used. After
every step nothing may be wrong with the position, and every die must have the sides that were asked for.
"""

import re

import numpy as np

from crypt.core import chance, trace
from crypt.core.ruleset import read_file
from crypt.core.shipped import shipped
from crypt.games.colossi import events as ev
from crypt.games.colossi import words
from crypt.games.colossi.moves import legal, refusal
from crypt.games.colossi.notation import cell_name, read, read_cell, write
from crypt.games.colossi.ruleset import RULES, Rules
from crypt.games.colossi.state import (
    A_EXPLORE,
    A_TURN_TILE,
    BOOTS,
    COL_STEP,
    EFFECTS,
    ITEMS,
    KEY,
    MOST_ACTIONS,
    POTION,
    POTIONS,
    ROW_STEP,
    SHAPES,
    SLOTS,
    SYMBOLS,
    WIDTH,
    kind_of,
    new_state,
)
from crypt.games.colossi.status import FLAGS, status
from crypt.games.colossi.turn import actor, start, step

NAMES = ("Ann", "Ben", "Cid", "Dee")
SLOT_WORDS = (*ITEMS[:POTION], *(f"potion:{kind}" for kind in POTIONS))


# ------------------------------------------------------------------------------------------------ rulesets


def ruled(**changes):
    """The packed standard ruleset with some fields changed."""
    if {"tiles", "events", "item_cards"} & set(changes):
        changes.setdefault("changes_counts", True)
    record = np.zeros(1, RULES).view(np.recarray)[0]
    Rules.model_validate(read_file(shipped("data", "colossi", "standard.toml")) | changes).pack(record)
    return record


def bag_of(**counts):
    """A table of tiles that has only these: `bag_of(monster_tee=3)`."""
    names = [name.split("_", 1) for name in counts]
    return [{"symbol": s, "shape": f, "count": n} for (s, f), n in zip(names, counts.values(), strict=True)]


def deck_of(**cards):
    """An event deck that has only these cards: `deck_of(trap=3)`, all with the amounts of the standard deck."""
    standard = read_file(shipped("data", "colossi", "standard.toml"))["events"]
    return [row | {"cards": cards.get(row["effect"], 0)} for row in standard]


def cards_of(**cards):
    """Item cards: the standard ones but for these."""
    return {"sword": 4, "shield": 4, "boots": 4, "amulet": 4, "key": 4, "potion": 12} | cards


# -------------------------------------------------------------------------------------------------- tables


def table(*lines, floor=1, players=1, **changes):
    """A table with a floor on it.

    Parameters
    ----------
    *lines : str
        Lines of floor notation, such as "hero 1 d3 hp 2" or "bag 10".
    floor, players : int
    **changes
        What differs from the empty board (by cell: `e3="┼m"`, with the boss room at a1 and the exit door in the corner
        farthest from it, where nothing else is said) and from the standard ruleset (by field: `stay="forced"`).
    """
    cells = {name: changes.pop(name) for name in list(changes) if re.fullmatch(r"[a-l]\d+", name)}
    rules = ruled(**changes)
    text = "\n".join([f"colossi floor {floor}", f"players {players}", *lines, "board", *board(players, cells, rules)])
    return Table(read(text, rules), rules)


def board(players, cells, rules):
    """The rows of a board: the start square, boss room, exit door, and the given cells."""
    side = int(rules.side[players - 1])
    half = side // 2
    rows = [["··"] * side for _ in range(side)]
    for row in (half - 1, half):
        for col in (half - 1, half):
            rows[row][col] = "┼S"
    if not any(cell.endswith("B") for cell in cells.values()):
        rows[0][0] = "┼B"
    if not any(cell.endswith("X") for cell in cells.values()):
        rows[-1][-1] = "┼X"
    for name, cell in cells.items():
        row, col = divmod(read_cell(name), WIDTH)
        rows[row][col] = cell
    return [" ".join(row) for row in rows]


def game(players=1, seed=1, starts=None, **changes):
    """A table with a new game; with `starts`, after the heroes have chosen these start cells."""
    rules = ruled(**changes)
    state = new_state()
    state.players = players
    start(rules, state, np.uint64(seed))
    t = Table(state, rules)
    return t.do(*(f"start at {cell}" for cell in starts)) if starts else t


class Table:
    """A game at the table: the position, what the last step brought, and the chance that is loaded."""

    def __init__(self, state, rules):
        self.state, self.rules = state, rules
        self.trace = trace.new_trace()
        self.events = trace.events(self.trace)
        self.loaded = {chance.TILES: [], chance.DICE: [], chance.DRAWS: []}
        self.check()

    # ---- chance to come

    def dice(self, *dice):
        """The coming dice: `dice("D6 5", "D4 2")`."""
        for die in dice:
            sides, result = map(int, re.fullmatch(r"D(\d+) (\d+)", die).groups())
            self.loaded[chance.DICE].append((result, sides))
        return self

    def tile(self, *kinds):
        """The coming tiles: `tile("monster/tee")`."""
        for kind in kinds:
            symbol, shape = kind.split("/")
            self.loaded[chance.TILES].append(kind_of(SYMBOLS.index(symbol), SHAPES.index(shape)) - 1)
        return self

    def card(self, effect):
        """The coming event card."""

        def find(state, action):
            deck = state.deck if state.deck.any() else state.discards
            return place_in(deck, EFFECTS.index(effect))

        return self._draw(find)

    def loot(self, item):
        """The coming item card."""
        return self._draw(lambda state, action: place_in(self.supply, ITEMS.index(item)))

    def lands(self, cell):
        """The tile to which the coming teleport leads."""

        def find(state, action):
            tiles = [c for c in tiles_after(state, action) if c != state.boss_cell]
            return tiles.index(read_cell(cell)), tiles.index(read_cell(cell)) + 1, len(tiles)

        return self._draw(find)

    def loses(self, *things, potions_only=False):
        """The things that are lost at random, one after the other."""
        for i in range(len(things)):

            def find(state, action, i=i):
                held = state.held[state.hero].tolist()
                counts = [min(n, 1) if slot <= BOOTS else n for slot, n in enumerate(held)]
                counts[KEY] = 0
                if potions_only:
                    counts[:POTION] = [0] * POTION
                for lost in things[:i]:
                    counts[SLOT_WORDS.index(lost)] -= 1
                return place_in(counts, SLOT_WORDS.index(things[i]))

            self._draw(find)
        return self

    def rooms(self, *cells):
        """The rolls for cells: of the boss room and the exit door, with those that do not count."""
        for cell in cells:
            for number in divmod(read_cell(cell), WIDTH):
                self._draw(lambda state, action, number=number: (number, number + 1, int(state.side)))
        return self

    def _draw(self, find):
        self.loaded[chance.DRAWS].append(find)
        return self

    # ---- what is done

    def do(self, *actions):
        """Do this, then that; all that is loaded must be used, and nothing else."""
        self.events = self.events[:0]
        for text in actions:
            self._do(self.code(text), text)
        left = {chance.STREAM_NAMES[s]: len(items) for s, items in self.loaded.items() if items}
        assert not left, f"loaded and not used: {left}"
        return self

    def _do(self, action, text):
        assert refusal(self.rules, self.state, action) == 0, f"{text!r} is not allowed: {self.refusal(text)}"
        self._load(action)
        before = self.state.chance.count.copy()
        step(self.rules, self.state, action, self.trace)
        new = trace.events(self.trace)
        self.events = np.concatenate([self.events, new]).view(np.recarray)
        used = (self.state.chance.count - before).tolist()
        told, wanted = self.rolled(new), self.loaded[chance.DICE][: used[chance.DICE]]
        assert told == wanted, f"{text!r}: dice (result, sides) {told}, not {wanted}"
        for stream, items in self.loaded.items():
            name = chance.STREAM_NAMES[stream]
            assert used[stream] <= len(items), f"{text!r} used {used[stream]} {name}, and {len(items)} are loaded"
            del items[: used[stream]]
        self.check()

    def _load(self, action):
        state, bag, tiles = self.state, self.state.bag.tolist(), []
        for kind in self.loaded[chance.TILES]:
            tiles.append(place_in(bag, kind))
            bag[kind] -= 1
        draws = [find(state, action) for find in self.loaded[chance.DRAWS]]
        self.state = chance.loaded(state, dice=self.loaded[chance.DICE], draws=draws, tiles=tiles)

    def check(self):
        """Nothing is wrong with the position, and there is a choice or the end."""
        flags = status(self.rules, self.state)
        assert flags == 0, "; ".join(text for i, text in enumerate(FLAGS) if flags >> i & 1)

    # ---- what may be done

    def code(self, text):
        """The code of an action in words."""
        return words.read_action(self.state, text, NAMES)

    def refusal(self, text):
        """The rule that forbids an action, such as "COL-13", or ""; what is listed as legal says the same."""
        action = self.code(text)
        number = refusal(self.rules, self.state, action)
        assert (number == 0) == (action in self.legal), f"{text!r}: rule {number}, and legal are {self.choices}"
        return f"COL-{number:02}" if number else ""

    def may(self, text):
        """Tell whether an action is allowed."""
        return self.refusal(text) == ""

    @property
    def legal(self):
        """The codes of all that may be done."""
        actions = np.zeros(MOST_ACTIONS, np.int32)
        n = legal(self.rules, self.state, actions)
        return actions[:n].tolist()

    @property
    def choices(self):
        """All that may be done, in words."""
        return [words.action_text(self.state, action, NAMES) for action in self.legal]

    @property
    def story(self):
        """What was done last, in words."""
        return words.describe(self.events, NAMES)

    # ---- what is there

    @property
    def to_move(self):
        """The hero that decides, from 1; 0 when the game is over."""
        return int(actor(self.state)) + 1

    @property
    def supply(self):
        """The item cards that can be gained, by kind."""
        return (self.rules.item_cards if self.rules.endless_loot else self.state.supply).tolist()

    def line(self, start):
        """The line of notation that begins so, without the beginning; "" if there is none."""
        lines = write(self.state).splitlines()
        return next((line.removeprefix(start).strip() for line in lines if line.startswith(start + " ")), "")

    def hero(self, number):
        """A hero as notation has it: "c4 hp 3 key", "dead", "left hp 2"."""
        return self.line(f"hero {number}")

    def at(self, cell):
        """A cell of the board as notation has it: "┼S"."""
        lines = write(self.state).splitlines()
        row, col = divmod(read_cell(cell), WIDTH)
        return lines[lines.index("board") + 1 + row].split()[col]

    @property
    def drops(self):
        """The cells where keys lie."""
        return [line.split()[1] for line in write(self.state).splitlines() if line.startswith("drop ")]

    def effect(self, hero, kind):
        """The turns that an effect still lasts."""
        return int(self.state.effect[hero - 1, kind])

    # ---- what happened

    def saw(self, kind):
        """The numbers of the events of a kind: (who, a, b, c, d, e, f) each, with the hero counted from 1."""
        return [(int(e.who) + 1, *(int(e[x]) for x in "abcdef")) for e in self.events if e.kind == kind]

    def rolled(self, events=None):
        """The dice that the events tell of: (result, sides) each."""
        dice = []
        for e in self.events if events is None else events:
            if e.kind == ev.FIGHTS:
                dice += [(int(e.a), int(e.b)), (int(e.d), int(e.e))]
            elif e.kind == ev.TROPHY:
                dice.append((int(e.a), int(self.rules.trophy_die)))
            elif e.kind == ev.GAINS and e.c:
                dice.append((int(e.c), int(self.rules.potion_die)))
        return dice

    def moves(self, kind):
        """The events of a kind that moves a hero: "d3 e3" each."""
        return [f"{cell_name(a)} {cell_name(b)}" for _, a, b, *_ in self.saw(kind)]


def place_in(counts, index):
    """The numbers that draw this of several kinds: (low, high, n)."""
    counts = [int(count) for count in counts]
    low = sum(counts[:index])
    assert index < len(counts) and counts[index], f"there is none of kind {index} in {counts}"
    return low, low + counts[index], sum(counts)


def tiles_after(state, action):
    """The cells with a tile once this action has laid what it lays."""
    tiles = {row * WIDTH + col for row, col in zip(*np.nonzero(state.kind), strict=True)}
    if action >> 16 == A_EXPLORE:
        row, col = divmod(int(state.cell[state.hero]), WIDTH)
        direction = action & 3
        tiles.add((row + ROW_STEP[direction]) * WIDTH + col + COL_STEP[direction])
    elif action >> 16 == A_TURN_TILE:
        tiles.add(int(state.target))
    return sorted(int(cell) for cell in tiles)


assert len(SLOT_WORDS) == SLOTS
