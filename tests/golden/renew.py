"""Golden playthroughs of Crypt of the Colossi: whole games as text, to be read by people and replayed by the tests.

    python tests/golden/renew.py

plays the games anew with seeded choices and writes them beside this file. Read the difference before committing it.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from crypt.core.catalog import find_game
from crypt.core.ruleset import load_ruleset
from crypt.core.trace import events
from crypt.games.colossi.state import KEY, WIDTH

FOLDER = Path(__file__).parent
NAMES = ("Ann", "Ben", "Cid", "Dee")
POSITION_EVERY = 20  # decisions
HEAD = "Crypt of the Colossi"
GAMES = {  # by number of players: seed, seed of the choices, settings
    1: (106, 106, ("round_limit=60",)),
    2: (23, 23, ("round_limit=60",)),
    3: (39, 39, ("round_limit=60",)),
    4: (36, 36, ("round_limit=60",)),
}


class Playthrough:
    """A game that is told as it is played."""

    def __init__(self, players: int, seed: int, settings: tuple[str, ...]):
        self.game = find_game("colossi")
        self.rules = load_ruleset(self.game, settings=settings).record
        self.names = NAMES[:players]
        self.state = self.game.new_state()
        self.state.players = players
        self.trace = self.game.new_trace()
        self.decisions = 0
        self.game.start(self.rules, self.state, np.uint64(seed))
        self.lines = [f"{HEAD}: {players} players, seed {seed}, {', '.join(settings)}", *self.position()]

    def play(self, action: int) -> None:
        """Make a decision, and tell it."""
        self.decisions += 1
        who = self.names[self.game.actor(self.state)]
        text = self.game.words.action_text(self.state, action, self.names)
        self.game.step(self.rules, self.state, action, self.trace)
        self.lines.append(f"{self.decisions}. {who}: {text}")
        self.lines += [f"    {sentence}" for sentence in self.game.words.describe(events(self.trace), self.names)]
        if self.decisions % POSITION_EVERY == 0 or self.game.is_over(self.state):
            self.lines += self.position()

    def position(self) -> list[str]:
        """The position: a hash of all of it, and what notation holds of it."""
        digest = hashlib.sha256(self.state.tobytes()).hexdigest()[:16]
        return [f"= {digest}", *(f"| {line}" for line in self.game.notation.write(self.state).splitlines())]


def actions_in(lines: list[str]) -> Iterator[str]:
    """The actions of a playthrough, in words."""
    for line in lines:
        number, dot, rest = line.partition(". ")
        if dot and number.isdigit():
            yield rest.partition(": ")[2]


def read_head(line: str) -> tuple[int, int, tuple[str, ...]]:
    """Players, seed and settings."""
    players, seed, *settings = line.removeprefix(f"{HEAD}: ").split(", ")
    return int(players.split()[0]), int(seed.split()[1]), tuple(settings)


def path_of(players: int) -> Path:
    return FOLDER / f"colossi_{players}.txt"


def choose(play: Playthrough, random: Random) -> int:
    """A random choice; more often one that leads towards the boss, or with a key towards the exit."""
    legal = play.game.legal_actions(play.rules, play.state)
    return random.choices(legal, [weight(play, action) for action in legal])[0]


def weight(play: Playthrough, action: int) -> int:
    """How often an action is chosen, against others."""
    state = play.state
    verb, _, rest = play.game.words.action_text(state, action, play.names).partition(" ")
    if verb not in ("step", "explore"):
        return {"leave": 100, "pick": 30, "bring": 10, "drink": 3}.get(verb, 1)
    has_key = state.door_open or state.held[state.hero, KEY] or state.boss_hp == 0
    here = np.array(divmod(int(state.cell[state.hero]), WIDTH))
    there = np.array(divmod(int(state.exit_cell if has_key else state.boss_cell), WIDTH))
    ahead = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}[rest]
    return 40 if np.abs(there - here).sum() > np.abs(there - here - ahead).sum() else 6


def renew(players: int) -> None:
    seed, choices, settings = GAMES[players]
    play, random = Playthrough(players, seed, settings), Random(choices)
    while not play.game.is_over(play.state):
        play.play(choose(play, random))
    path_of(players).write_text("\n".join(play.lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for number in GAMES:
        renew(number)
