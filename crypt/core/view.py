"""How a session stands: everything that can be asked of it without changing it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import chance
from .asking import Manner
from .game import Game
from .lines import Line
from .replay import Note, Replayer
from .ruleset import Ruleset


@dataclass(frozen=True)
class Moment:
    """A session as it stood after a decision.

    Attributes
    ----------
    decision : int
        The number of decisions made; 0 is the start.
    state : record
        A copy of the position, with what was set or chosen in design mode before the next decision.
    events : numpy.recarray
        What the decision brought about.
    line : dict
        The decision as it is logged ("seat", "action", "code", "by", "clock"); empty for the start.
    """

    decision: int
    state: Any
    events: Any
    line: Line


class SessionView:
    """How a session stands.

    Attributes
    ----------
    path : Path or None
        The log; None for a session in memory.
    game : Game
    ruleset : Ruleset
    mode : str
        In "play" undo stops at revealed chance; in "design" it goes all the way, and results and positions can be
        chosen.
    names : list of str
        By seat.
    seed : int
    started : str
        UTC, as in ISO 8601.
    read_only : bool
    remarks : list of str
        What was noticed on opening, such as a torn last line that was set aside.
    """

    def __init__(self, header: Line, replayer: Replayer, path: Path | None, read_only: bool) -> None:
        self._header, self._replayer = header, replayer
        history = replayer.history
        self.path = path
        self.game: Game = history.game
        self.ruleset: Ruleset = history.ruleset
        self.names: list[str] = history.names
        self.mode: str = header["mode"]
        self.seed: int = header["seed"]
        self.started: str = header["started"]
        self.read_only = read_only
        self.remarks = replayer.remarks

    @property
    def name(self) -> str:
        """The name of the log without its ending; "" for a session in memory."""
        return self.path.stem if self.path else ""

    @property
    def state(self) -> Any:
        """A copy of the position."""
        return self._replayer.history.state

    @property
    def count(self) -> Any:
        """A copy of the counts so far."""
        return self._replayer.history.count

    @property
    def decision(self) -> int:
        """The number of decisions made."""
        return self._replayer.history.now.decision

    @property
    def actor(self) -> int:
        """The seat that decides now; -1 when the game is over."""
        return -1 if self.is_over else int(self.game.actor(self.state))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._replayer.history.now.is_over

    @property
    def is_secret(self) -> bool:
        """Whether something is hidden from some of the players: in a game with hidden hands that has not been over yet."""
        return self.game.hides_until_the_end(self.mode) and not self._replayer.history.was_over

    @property
    def told(self) -> Sequence[int]:
        """The decisions that everybody may know of, the start included; all of them where nothing is secret."""
        return self._replayer.history.told(self.is_secret)

    @property
    def manners(self) -> dict[int, Manner]:
        """By seat, when a player wants to be asked to react; who has not said so is asked when that is possible."""
        return dict(self._replayer.manners)

    @property
    def asked(self) -> list[int] | None:
        """The seats of those who want to be asked in any case, and have let the last decision pass; None where all have."""
        return self._replayer.history.asked

    @property
    def exempt(self) -> set[int]:
        """The seats that have said only after the last decision how they want to be asked."""
        return self._replayer.history.exempt

    @property
    def outcome(self) -> Any:
        """The record of results so far: the counts, and what the position tells."""
        return self._replayer.history.outcome_of(self._replayer.history.now)

    @property
    def kinds(self) -> list[str]:
        """By seat, who plays it now: "human", or a bot's name."""
        return list(self._replayer.kinds)

    @property
    def were_people(self) -> set[int]:
        """The seats at which people play or have played."""
        return set(self._replayer.were_people)

    @property
    def notes(self) -> list[Note]:
        """The notes, in the order in which they were written."""
        return list(self._replayer.notes)

    def marks(self, decision: int) -> list[str]:
        """What was chosen (``chance``) or set (``position``) between a decision and the next, in design mode.

        Parameters
        ----------
        decision : int

        Raises
        ------
        IllegalError
            When there was no such decision.
        """
        return [step.line["type"] for step in self._replayer.history.of(decision)[1:]]

    @property
    def rating(self) -> tuple[int, int] | None:
        """Fun and tension, 1 to 5 each, if somebody rated the session."""
        return self._replayer.rating

    @property
    def taken_back(self) -> bool:
        """Whether revealed chance or an end that opened all hands was taken back, also before this session was forked."""
        return self._replayer.taken_back

    @property
    def fork_of(self) -> tuple[str, int] | None:
        """The name of the session that this one is a fork of, and the decision from which."""
        fork = self._header["fork"]
        return (fork["session"], fork["decision"]) if fork else None

    @property
    def coming(self) -> dict[str, list[tuple[int, int, int]]]:
        """What was chosen in design mode and has yet to come, by stream: (low, high, n) for each draw."""
        return {chance.STREAM_NAMES[stream]: wanted for stream, (wanted, _) in self._replayer.history.coming().items()}

    @property
    def coming_words(self) -> dict[str, str]:
        """What was chosen and has yet to come, by stream, in the words with which it was chosen; "" without such."""
        return {chance.STREAM_NAMES[stream]: words for stream, (_, words) in self._replayer.history.coming().items()}

    @property
    def last_mark(self) -> str:
        """What the last step was: "decision", or in design mode "chance" or "position"; "" at the start."""
        return str(self._replayer.history.now.line.get("type", ""))

    def legal(self) -> list[int]:
        """The legal actions, in their fixed order; none when the game is over."""
        return [] if self.is_over else self.game.legal_actions(self.ruleset.record, self.state)

    def text(self, action: int) -> str:
        """An action of this position in words that `play` reads."""
        return self.game.words.action_text(self.state, action, self.names)

    def seat_of(self, decision: int) -> int:
        """The seat that made a decision; -1 for the start.

        Raises
        ------
        IllegalError
            When there was no such decision.
        """
        return int(self._replayer.history.made(decision).line.get("seat", -1))

    @property
    def seat_back(self) -> int:
        """The seat whose decision undo takes back; -1 at the start."""
        return self.seat_of(self.told[-1])

    @property
    def seat_forth(self) -> int:
        """The seat whose decision redo makes again; -1 where nothing was undone."""
        history = self._replayer.history
        return int(history.steps[history.present + 1].line.get("seat", -1)) if history.can_redo() else -1

    def not_back(self, seat: int | None, is_redo: bool = False) -> str:
        """Why a player may not take the last decision back, or make it again, while hands are hidden; "" when they may."""
        by = self.seat_forth if is_redo else self.seat_back
        if not self.is_secret or by in (seat, -1):
            return ""
        return f"hands are hidden: only who decided {'it makes it again' if is_redo else 'last takes it back'}"

    def at(self, decision: int) -> Moment:
        """The session as it stood after a decision.

        Raises
        ------
        IllegalError
            When there was no such decision.
        """
        history = self._replayer.history
        last = history.find(decision)
        made = history.made(decision)
        return Moment(decision, self.game.from_bytes(history.steps[last].state), made.events.copy(), dict(made.line))
