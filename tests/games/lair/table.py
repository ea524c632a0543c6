"""A small language for tests of the rules: lay out a table, load the dice, say what is done, look at what is there.

    t = table("adventurer 1 r2s1", movement=3).do("adventurer 1 carries to r3s1")
    assert (t.at("adventurer 1"), t.movement) == ("r3s1", 1)

Dice that are rolled must have been loaded, or may be any. After every step nothing may be wrong with the position.
"""

from functools import partial

import numpy as np
from games import tables
from games.walks import begun

from crypt.core import chance
from crypt.games.lair.front import GAME
from crypt.games.lair.notation import read, write
from crypt.games.lair.state import CENTRE, DRAGON, ENDINGS, GONE, RESULTS
from crypt.games.lair.vocabulary import space_of

NAMES = ("Ann", "Ben")
SEED = np.uint64(7)


ruleset, ruled = partial(tables.ruleset, GAME), partial(tables.ruled, GAME)


def game(seed=SEED, **changes):
    """A new game."""
    rules = ruled(**changes)
    return Table(rules, begun(GAME, rules, 2, seed))


def table(*lines, side="adventurers", movement=6, stash=0, lying=None, turn=1, dice=None, **changes):
    """A position that is the start of a game but for what is said.

    `lying` names the spaces of the treasures; by default they are where they begin.
    """
    t = game(**changes)
    said = write(t.state).splitlines()
    first, second = dice or ((movement + 1) // 2, movement // 2)
    said[1:3] = [f"turn {turn} {side} rolled {first} {second} movement {movement}", f"stash {stash}"]
    if lying is not None:
        said[-1] = f"treasures {lying}"
    for line in lines:
        key = line.rpartition(" ")[0]
        place = next(i for i, old in enumerate(said) if old.startswith(f"{key} "))
        said[place] = line
    state = read("\n".join(said), t.rules)
    chance.set_seed(state, SEED)
    return Table(t.rules, state)


class Table(tables.Table):
    """A position, and what may be asked of it."""

    GAME, NAMES = GAME, NAMES

    def dice(self, first, second, seat=1):
        """The dice of the next turn, which is the dragon's unless another seat is named."""
        faces = self.rules.die[seat, : self.rules.die_faces[seat]].tolist()
        wanted = [(faces.index(face) + 1, len(faces)) for face in (first, second)]
        self.state = chance.loaded(self.state, dice=wanted)
        return self

    def at(self, piece):
        """Where a piece is: "r3s5", or "gone"."""
        number = DRAGON if piece == "dragon" else int(piece.split()[1]) - 1
        place = int(self.state.place[number])
        return "gone" if place == GONE else space_of(self.state, place)

    @property
    def treasures(self):
        """Where treasures lie."""
        return " ".join(space_of(self.state, s) for s, n in enumerate(self.state.treasure.tolist()) for _ in range(n))

    @property
    def movement(self):
        return int(self.state.movement)

    @property
    def stash(self):
        return int(self.state.stash)

    @property
    def hoard(self):
        return int(self.state.treasure[CENTRE])

    @property
    def seat(self):
        return GAME.actor(self.state)

    @property
    def end(self):
        """How the game ended: (result, ending) in words."""
        return RESULTS[self.state.result], ENDINGS[self.state.ending]
