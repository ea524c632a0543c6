"""Golden playthroughs: whole games as text, to be read by people and replayed by the tests.

    python tests/golden/renew.py

plays the games anew with seeded choices and writes them beside this file. Read the difference before committing it.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from crypt.core.catalog import catalog, find_game
from crypt.core.ruleset import load_ruleset
from crypt.core.trace import events
from crypt.games.cave.state import (
    A_DEPOSIT,
    A_MOVE,
    A_PASS,
    A_PLAY,
    A_REVEAL,
    A_STAY,
    A_USE,
    A_WARP,
    CARRIED,
    HAND,
    TREASURE,
)
from crypt.games.colossi.state import KEY, WIDTH
from crypt.games.lair.state import A_CARRY, A_END, DRAGON, parts_of
from crypt.games.prism.state import A_ATTACK, A_PLACE, A_STEP, A_STOP, A_TRADE, A_WEAR

FOLDER = Path(__file__).parent
NAMES = ("Ann", "Ben", "Cid", "Dee")
POSITION_EVERY = 20  # decisions
GAMES = {  # by game and number of players: seed, seed of the choices, settings
    ("colossi", 1): (106, 106, ("round_limit=60",)),
    ("colossi", 2): (23, 23, ("round_limit=60",)),
    ("colossi", 3): (39, 39, ("round_limit=60",)),
    ("colossi", 4): (36, 36, ("round_limit=60",)),
    ("lair", 2): (22, 22, ("turn_limit=100",)),
    ("prism", 2): (5, 5, ("round_limit=60",)),
    ("prism", 3): (6, 6, ("round_limit=60",)),
    ("prism", 4): (8, 8, ("round_limit=60",)),
    ("cave", 2): (21, 21, ("turn_limit=120",)),
    ("cave", 3): (11, 11, ("turn_limit=120", "quick_play=true")),
    ("cave", 4): (28, 28, ("turn_limit=120",)),
}


class Playthrough:
    """A game that is told as it is played."""

    def __init__(self, game: str, players: int, seed: int, settings: tuple[str, ...]):
        self.game = find_game(game)
        self.rules = load_ruleset(self.game, settings=settings).record
        self.names = NAMES[:players]
        self.state = self.game.new_state()
        self.state.players = players
        self.trace = self.game.new_trace()
        self.decisions = 0
        self.game.start(self.rules, self.state, np.uint64(seed))
        self.lines = [f"{self.game.title}: {players} players, seed {seed}, {', '.join(settings)}", *self.position()]

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


def read_head(line: str) -> tuple[str, int, int, tuple[str, ...]]:
    """Game, players, seed and settings."""
    title, _, rest = line.partition(": ")
    game = next(entry.name for entry in catalog().values() if entry.title == title)
    players, seed, *settings = rest.split(", ")
    return game, int(players.split()[0]), int(seed.split()[1]), tuple(settings)


def path_of(game: str, players: int) -> Path:
    return FOLDER / f"{game}_{players}.txt"


def choose(play: Playthrough, random: Random) -> int:
    """A random choice; more often one that leads somewhere."""
    legal = play.game.legal_actions(play.rules, play.state)
    return random.choices(legal, [WEIGHTS[play.game.name](play, action) for action in legal])[0]


def colossi_weight(play: Playthrough, action: int) -> int:
    """How often an action is chosen, against others: towards the boss, or with a key towards the exit."""
    state = play.state
    verb, _, rest = play.game.words.action_text(state, action, play.names).partition(" ")
    if verb not in ("step", "explore"):
        return {"leave": 100, "pick": 30, "bring": 10, "drink": 3}.get(verb, 1)
    has_key = state.door_open or state.held[state.hero, KEY] or state.boss_hp == 0
    here = np.array(divmod(int(state.cell[state.hero]), WIDTH))
    there = np.array(divmod(int(state.exit_cell if has_key else state.boss_cell), WIDTH))
    ahead = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}[rest]
    return 40 if np.abs(there - here).sum() > np.abs(there - here - ahead).sum() else 6


def lair_weight(play: Playthrough, action: int) -> int:
    """How often an action is chosen, against others: carrying home, and the dragon towards an adventurer."""
    kind, piece, target = parts_of(action)
    state, rules = play.state, play.rules
    if kind == A_END:
        return 2
    here = state.place[piece]
    home = rules.distance[:, 0] if piece == DRAGON else rules.to_edge
    if kind == A_CARRY:
        return 60 if int(home[target]) < int(home[here]) or target == here else 1
    if piece != DRAGON:
        return 8 if state.treasure[target] and not state.treasure[here] else 3
    near = [int(rules.distance[target, place]) for place in state.place[:DRAGON].tolist() if place >= 0]
    return 30 if min(near) == 0 else 4 if min(near) < 3 else 2


def prism_weight(play: Playthrough, action: int) -> int:
    """How often an action is chosen, against others: towards the nearest monster, and then attacking it."""
    state, kind = play.state, action >> 16
    if kind != A_STEP:
        return {A_STOP: 1, A_ATTACK: 6, A_TRADE: 1, A_PLACE: 20, A_WEAR: 3}.get(kind, 2)
    here = int(state.pawn[state.player])
    there = int(play.rules.near[here, action & 0xFFFF])
    far = play.rules.distance[:, state.monster > 0].min(axis=1)
    return 30 if far[there] < far[here] else 2


def cave_weight(play: Playthrough, action: int) -> int:
    """How often an action is chosen, against others: towards treasures that can be played, and home with them."""
    state, rules = play.state, play.rules
    kind, about = action >> 20, action & 0xFFFFF
    if kind != A_MOVE:
        return {A_DEPOSIT: 200, A_PLAY: 12, A_USE: 8, A_REVEAL: 8, A_PASS: 4, A_WARP: 3, A_STAY: 2}.get(kind, 1)
    seat = int(state.player)
    cards = range(int(rules.cards))
    treasures = [card for card in cards if rules.type_of[rules.kind_of[card]] == TREASURE]
    goals = sum(int(rules.rooms_of[rules.kind_of[card]]) for card in treasures if state.place[card] == HAND + seat)
    if any(state.place[card] == CARRIED + seat for card in treasures):
        goals = 1 << int(rules.home)
    rooms = [room for room in range(int(rules.rooms)) if goals >> room & 1]
    if not rooms:
        return 2
    far = rules.distance[:, rooms].min(axis=1)
    return 30 if far[about] < far[state.room[seat]] else 1


WEIGHTS = {"colossi": colossi_weight, "lair": lair_weight, "prism": prism_weight, "cave": cave_weight}


def played_anew(game: str, players: int) -> str:
    """A playthrough as its file has it."""
    seed, choices, settings = GAMES[game, players]
    play, random = Playthrough(game, players, seed, settings), Random(choices)
    while not play.game.is_over(play.state):
        play.play(choose(play, random))
    return "\n".join(play.lines) + "\n"


if __name__ == "__main__":
    for name, number in GAMES:
        path_of(name, number).write_text(played_anew(name, number), encoding="utf-8")
