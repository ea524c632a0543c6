"""The bots at the table of a session."""

import random
from typing import Any

from ..core.session import Session
from .bot import Bot, Hint

RANDOM = "random"


class TableBots:
    """Chooses for the seats of a session; each bot is made when it first decides.

    The same position of the same session gives the same choices. They come from chance of the bots' own: the game's
    dice and bag are not looked at.

    Parameters
    ----------
    session : Session
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._bots: dict[tuple[str, int], Bot] = {}

    def choose(self, name: str, iterations: int = 0) -> int:
        """Choose an action for the seat that decides.

        Parameters
        ----------
        name : str
            Of the bot.
        iterations : int
            How long a search may think; by default as it is used to.

        Raises
        ------
        CryptError
            When there is no such bot.
        """
        chance = self._chance()
        if name == RANDOM:  # it needs nothing that is compiled
            return chance.choice(self.session.legal())
        return self._bot(name, iterations).choose(self.session.state, chance.getrandbits(64))

    def hints(self, iterations: int) -> list[Hint]:
        """What a search of so many iterations thinks of each action, the best first."""
        return self._bot("search", iterations).hints(self.session.state, self._chance().getrandbits(64))

    def _chance(self) -> random.Random:
        return random.Random(f"{self.session.seed} {self.session.decision}")

    def _bot(self, name: str, iterations: int = 0) -> Any:
        key = name, iterations
        if key not in self._bots:
            budget = {"iterations": iterations} if iterations else {}
            self._bots[key] = Bot(self.session.game, self.session.ruleset, name, **budget)
        return self._bots[key]
