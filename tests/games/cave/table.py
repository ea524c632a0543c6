"""A small language for tests of the rules: lay out a table, say what is drawn, say what is done, look at what is there.

    t = table("room 1 y2", "hand 1 a11", "hand 2 r06").do("play Plugh!", "pass")
    assert t.room(1) == "Well House"

Everybody is in the Well House with an empty hand, and the first player is at "play one", unless something else is said.
Cards go by their ids in the table of cards. What is not mentioned is in the draw pile. After every step nothing may be
wrong with the position.
"""

from functools import partial

import numpy as np
from games import tables
from games.walks import begun

from crypt.core import chance
from crypt.games.cave.front import GAME
from crypt.games.cave.notation import read
from crypt.games.cave.state import BESIDE, CARRIED, DEPOSITED, DISCARDS, HAND, PHASES, PILE, RESULTS
from crypt.games.cave.vocabulary import kinds_in, room_name, the_book

NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")
SEED = np.uint64(7)


ruleset, ruled = partial(tables.ruleset, GAME), partial(tables.ruled, GAME)


def cards(**changes):
    """The standard table of cards with some rows changed: `A01={"effect_code": "..."}`; a new id is a new row."""
    rows = [dict(row) | changes.pop(row["id"], {}) for row in ruleset().values["cards"]]
    return rows + [{"id": id} | row for id, row in changes.items()]


def game(players=2, seed=SEED, **changes):
    """A new game."""
    rules = ruled(**changes)
    return Table(rules, begun(GAME, rules, players, seed))


def table(*lines, players=2, seat=1, phase="playing", stage=None, decides=None, plays=1, turn=1, **changes):
    """A position in which only what is said is not in the draw pile.

    Further lines replace those of the notation, or are added: "room 2 y2", "hand 1 a07 r06", "carried 2 t09".
    """
    rules = ruled(**changes)
    said = [
        f"cave players {players} first 1", f"turn {turn} round 1 player {seat} plays {plays}", f"stage {stage or phase}",
        f"phase {phase} decides {decides or seat}", *(f"room {i} well_house" for i in range(1, players + 1)),
    ]  # fmt: skip
    state = read("\n".join(tables.replaced(said, lines)), rules)
    chance.set_seed(state, SEED)
    return Table(rules, state)


def drawing(id, *lines, **more):
    """A position of `table` in which one card alone can be drawn next: all others of the draw pile are discards."""
    others = " ".join(other.lower() for other in table(*lines, **more).pile if other != id)
    return table(*lines, f"discards {others}", **more)


class Table(tables.Table):
    """A position, and what may be asked of it."""

    GAME, NAMES = GAME, NAMES

    def next_cards(self, *ids):
        """The cards that are drawn or turned up next."""
        pile, wanted = self.pile, []
        for id in ids:
            place = pile.index(id)
            wanted.append((place, place + 1, len(pile)))
            pile.pop(place)
        chance.load(self.state, chance.TILES, wanted)
        return self

    def ids(self, place):
        """The ids of the cards in a place."""
        return [the_book(self.state).cards[kind].id for kind in kinds_in(self.state, place)]

    def hand(self, player):
        return self.ids(HAND + player - 1)

    def carried(self, player):
        return self.ids(CARRIED + player - 1)

    def deposited(self, player):
        return self.ids(DEPOSITED + player - 1)

    @property
    def pile(self):
        return self.ids(PILE)

    @property
    def discards(self):
        return self.ids(DISCARDS)

    @property
    def beside(self):
        return self.ids(BESIDE)

    def room(self, player):
        """The room of a player's token; "nowhere" for the dead."""
        return room_name(self.state, self.state.room[player - 1])

    @property
    def phase(self):
        return PHASES[self.state.phase]

    @property
    def turn_of(self):
        """Whose turn it is, from 1."""
        return int(self.state.player) + 1

    @property
    def end(self):
        return RESULTS[self.state.result]

    def can(self, text):
        """Tell whether an action, in its full words, is legal."""
        return text in self.choices
