"""A small language for tests of the rules: lay out a table, load the dice, say what is done, look at what is there.

    t = table(monsters="e4:ogre", covered="e4").dice(4).do("go north", "attack")
    assert t.at(1) == "e4"

Round the house on e5 the land of a test is fields unless something else is said; forests, mountains and most X lie at its
edge. What is not on the board has been beaten or has left the game; crystals that are not mentioned lie
beneath a lizard man on i5.
Dice that are rolled must have been loaded, or may be any. After every step nothing may be wrong with the position.
"""

from functools import partial

import numpy as np
from games import tables
from games.walks import begun

from crypt.core import chance
from crypt.games.prism.board import tile_names
from crypt.games.prism.front import GAME
from crypt.games.prism.notation import THINGS, read
from crypt.games.prism.state import BODY, MONSTERS, PHASES, RESULTS, TREASURES, WORN

NAMES = ("Ann", "Ben", "Cid", "Dee")
SEED = np.uint64(7)


ruleset, ruled = partial(tables.ruleset, GAME), partial(tables.ruled, GAME)


def game(players=2, seed=SEED, **changes):
    """A new game."""
    rules = ruled(**changes)
    return Table(rules, begun(GAME, rules, players, seed))


def land(terrain):
    """The lines of a land: the named tiles, and what is left of fields, forests and mountains from the middle outwards."""
    names = tile_names(5)
    kinds = dict(word.split(":") for word in terrain.split())
    left = {"f": [27 - 1, 6], "t": [20, 9], "m": [14, 8]}
    tiles = {}
    for name in kinds:
        tiles[name] = kinds[name]
        left[kinds[name][0]][0] -= 1
        left[kinds[name][0]][1] -= kinds[name].endswith("x")
    tiles["e5"] = "f"
    order = sorted((name for name in names if name not in tiles), key=lambda name: _far(names.index(name)))
    for name in order:
        kind = next(kind for kind in "ftm" if left[kind][0])
        marked = left[kind][0] <= left[kind][1]  # as late as it can be
        tiles[name] = f"{kind}{'x' if marked else ''}"
        left[kind][0] -= 1
        left[kind][1] -= marked
    columns = sorted({name[0] for name in names})
    return [f"land {letter} {' '.join(tiles[name] for name in names if name[0] == letter)}" for letter in columns]


def _far(tile):
    return int(ruled().distance[ruled().house, tile]), tile


def table(*lines, players=2, phase="moving", points=None, terrain="", seat=1, turn=1, face_down="", monsters="", covered="",
          beneath="", horses="", unseen_monsters="", unseen_treasures="", **changes):  # fmt: skip
    """A position in which only what is said is on the land.

    `unseen_monsters` and `unseen_treasures` are the kinds of what lies face down, such as "horse:1 ogre:1"; as many as lie
    there must be named. Further lines replace those of the notation: "pawn 2 e4", "card 1 worn helm carried chest - - -".
    """
    t = game(players, **changes)
    points = (t.rules.movement if phase == "moving" else 0) if points is None else points
    said = [
        f"prism side 5 misc {t.rules.misc}", f"players {players} first 1",
        f"turn 1 round {turn} player {seat} points {points}",
        f"phase {phase.replace(' ', '_')}", *land(terrain), f"face_down {face_down or 'none'}",
        f"monsters {monsters or 'none'}", f"covered {covered or 'none'}", f"beneath {beneath or 'none'}",
        f"horses {horses or 'none'}", f"unseen_monsters {unseen_monsters or 'none'}",
        f"unseen_treasures {unseen_treasures or 'none'}",
    ]  # fmt: skip
    for i in range(1, players + 1):
        said += [f"pawn {i} e5", f"card {i} worn - carried{' -' * int(t.rules.misc)}"]
    # no crystal is out of the game: those that are nowhere lie beneath a monster far away
    said = _with_crystals(tables.replaced(said, lines))
    state = read("\n".join(said), t.rules)
    chance.set_seed(state, SEED)
    return Table(t.rules, state)


def _with_crystals(said):
    """Put the crystals that are not mentioned beneath a lizard man on i5, where a test does not come by chance."""
    text = "\n".join(said)
    missing = [name.replace(" ", "_") for name in TREASURES if "crystal" in name and name.replace(" ", "_") not in text]
    if not missing:
        return said
    words_of = {line.split()[0]: i for i, line in enumerate(said)}
    i, j = words_of["monsters"], words_of["beneath"]
    if "i5:" not in said[i]:
        said[i] = f"monsters {' '.join(w for w in said[i].split()[1:] if w != 'none')} i5:lizard_man"
    said[j] = f"beneath {' '.join(w for w in said[j].split()[1:] if w != 'none')} {' '.join(f'i5:{m}' for m in missing)}"
    return said


class Table(tables.Table):
    """A position, and what may be asked of it."""

    GAME, NAMES = GAME, NAMES

    def dice(self, *results):
        """The dice that are rolled next."""
        self.state = chance.loaded(self.state, dice=[(result, 6) for result in results])
        return self

    def at(self, player):
        """The tile of a player's pawn."""
        return tile_names(5)[self.state.pawn[player - 1]]

    def worn(self, player):
        """What a player wears."""
        return [THINGS[int(thing) - 1] for thing in self.state.card[player - 1, :WORN] if thing]

    def carried(self, player):
        """What lies in a player's miscellaneous slots."""
        return [THINGS[int(thing) - 1] for thing in self.state.card[player - 1, WORN:] if thing]

    def scars(self, player):
        return [BODY[slot] for slot in range(WORN) if self.state.scar[player - 1, slot]]

    def beneath(self, tile):
        """The face-up treasures on a tile."""
        counts = self.state.beneath[tile_names(5).index(tile)].tolist()
        return [TREASURES[kind] for kind, count in enumerate(counts) for _ in range(count)]

    def monster(self, tile):
        """What stands on a tile: "face down", a monster's name, or ""."""
        code = int(self.state.monster[tile_names(5).index(tile)])
        return ["", "face down"][code] if code < 2 else MONSTERS[code - 2]

    def horses(self, tile):
        return int(self.state.horses[tile_names(5).index(tile)])

    @property
    def gone(self):
        """The treasures that this test has sent out of the game, beside those that never were in it."""
        return {name: int(count) for name, count in zip(TREASURES, self.state.gone.tolist(), strict=True) if count}

    @property
    def points(self):
        return int(self.state.points)

    @property
    def phase(self):
        return PHASES[self.state.phase]

    @property
    def end(self):
        return RESULTS[self.state.result]
