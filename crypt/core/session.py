"""A session: one game being played at a table, by people or bots, with its log."""

import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from operator import index
from pathlib import Path
from typing import Any

from . import chance
from .asking import Manner, choose_manner, has_let_pass
from .game import Game, IllegalError, UnreadableError, check_names, check_players
from .header import check_kinds, check_mode, check_seed, check_stream, lines_of, make_header, note_line, start_of
from .history import History, Verdict, event_lists, state_schema
from .lines import Line
from .log import LogFile, LogTail, new_path, read_log
from .replay import Note, Replayer, ReplayError, replayer_of
from .ruleset import Ruleset
from .writing import Clock, SessionWriter

LONGEST_NOTE = 10_000


class TornLineWarning(UserWarning):
    """The last line of a log was not complete; it was set aside."""


class Session(SessionWriter):
    """One game being played. Begin one with `Session.new`, go on with one with `Session.open`.

    Every change is on disk before the call that makes it returns; if it cannot be written, it is not made.
    """

    # ---- begin, go on, leave

    @classmethod
    def new(
        cls,
        game: Game,
        names: Sequence[str],
        ruleset: Ruleset,
        seed: int | str | None = None,
        kinds: Sequence[str] | None = None,
        mode: str = "play",
        folder: str | Path | None = None,
        start: str | None = None,
        clock: Clock = time.time,
    ) -> "Session":
        """Begin a session.

        Parameters
        ----------
        game : Game
        names : sequence of str
            One for each seat, any Unicode, 1 to 40 characters.
        ruleset : Ruleset
        seed : int or str, optional
            0 to 2**64 - 1; by default one that nobody chose.
        kinds : sequence of str, optional
            By seat: "human" (the default) or a bot's name.
        mode : str
            "play" or "design".
        folder : path, optional
            Where the log is made; by default the session is in memory only.
        start : str, optional
            A position in the game's notation.
        clock : callable
            Seconds since 1970.

        Raises
        ------
        CryptError
            For a number of players, name, seed, mode or position that cannot be, and a folder that cannot be written.
        """
        names = check_names(names, check_players(game, len(names)), game.seat_word)
        ruleset.check_players(len(names))
        start = None if start is None else _settled(game, ruleset, start)
        history = History(game, ruleset, names, check_seed(seed), start)
        began = datetime.fromtimestamp(clock(), UTC)
        seated = check_kinds(kinds, len(names))
        header = make_header(history, seated, check_mode(mode), began, start)
        return cls._begin(header, [], Replayer(history, header["state_schema"], seated), folder, began, clock)

    @classmethod
    def _begin(
        cls,
        header: Line,
        lines: list[Line],
        replayer: Replayer,
        folder: str | Path | None,
        began: datetime,
        clock: Clock,
    ) -> "Session":
        path = None if folder is None else new_path(folder, replayer.history.game.name, began)
        file = None if path is None else LogFile.create(path, [header, *lines])
        return cls(header, replayer, path, file, clock)

    @classmethod
    def open(
        cls, path: str | Path, read_only: bool = False, game: Game | None = None, clock: Clock = time.time
    ) -> "Session":
        """Go on with a logged session, or look on while another process plays it.

        Parameters
        ----------
        path : path
        read_only : bool
            Look on; `refresh` brings what was played since.
        game : Game, optional
            The game that it must be of; by default the one that the log names.
        clock : callable
            Seconds since 1970.

        Raises
        ------
        SessionBusyError
            When it is being played elsewhere.
        LogError, LogWriteError
            When the log cannot be read, or not be written.
        ReplayError
            When it does not replay.

        Warns
        -----
        TornLineWarning
            When the last line was not complete; it is moved to a file beside the log.
        """
        path = Path(path)
        file, log = (None, read_log(path)) if read_only else LogFile.open(path)
        try:
            replayer = replayer_of(log, game)
            difference = replayer.difference_at_start(log) or replayer.follow(log.lines)
            if difference:
                advice = "the log was edited, or the rules have changed since it was written"
                raise ReplayError(f"{path.name}, {difference}; {advice}", difference.decision)
        except BaseException:
            if file:
                file.close()
            raise
        session = cls(log.header, replayer, path, file, clock, LogTail(log) if read_only else None)
        if log.torn and not read_only:
            remark = f"{log.torn_remark}; it was moved to {path.name}.torn"
            session.remarks.append(remark)
            warnings.warn(remark, TornLineWarning, stacklevel=2)
        return session

    def refresh(self) -> int:
        """Bring a session that was opened for reading up to date.

        Returns
        -------
        int
            The number of lines that came.

        Raises
        ------
        LogError, ReplayError
        """
        if self._tail is None:
            return 0
        lines = self._tail.read_on()
        if lines is None:
            self.__dict__.update(Session.open(self.path or "", True, self.game, self._clock).__dict__)
            return 1
        difference = self._replayer.follow(lines)
        if difference:
            raise ReplayError(f"{self.name}, {difference}; open the session anew", difference.decision)
        return len(lines)

    # ---- play

    def play(self, action: int | str, by: str | None = None) -> Any:
        """Carry out an action.

        Parameters
        ----------
        action : int or str
            Its code, or words.
        by : str, optional
            What chose it: "human", "hint", a bot's name; by default the kind of the seat.

        Returns
        -------
        numpy.recarray
            The events.

        Raises
        ------
        UnreadableError, AmbiguousError, IllegalError
            For an action that cannot be understood, or is not allowed: with the reason.
        LogWriteError
            When it cannot be written down; then it is not made.
        """
        self._check_may_change()
        history, state = self._replayer.history, self.state
        code = self._read_action(state, action)
        step, seat = history.decide(code), int(self.game.actor(state))
        line = {
            "type": "decision", "n": step.decision, "seat": seat,
            "action": self.game.words.action_text(state, code, self.names), "code": code,
            "by": by or self.kinds[seat], "events": event_lists(self.game.words, step.events),
            "clock": self._seconds(), "hash": step.hash,
        }  # fmt: skip
        self._add(replace(step, line=line))
        return step.events.copy()

    def _read_action(self, state: Any, action: int | str) -> int:
        if not isinstance(action, str):
            try:
                return index(action)
            except TypeError:
                raise UnreadableError(f"{str(action)[:40]!r} is neither the code of an action nor words") from None
        if self.is_over:
            raise IllegalError("the game is over; undo, or begin a new one")
        return int(self.game.words.read_action(state, action, self.names))

    def can_undo(self, take_back_anyway: bool = False) -> Verdict:
        """Tell whether the last step can be undone, and why not."""
        return self._may_change() and self._replayer.history.can_undo(self.mode, take_back_anyway, self.is_secret)

    def can_redo(self) -> Verdict:
        """Tell whether a step that was undone can be made again, and why not."""
        return self._may_change() and self._replayer.history.can_redo()

    def undo(self, take_back_anyway: bool = False) -> int:
        """Undo the last step: a decision, or what was chosen or set in design mode.

        While hands are hidden, what was let pass in secret is undone with the decision that it answered.

        Parameters
        ----------
        take_back_anyway : bool
            Also take back revealed chance in play mode, or an end that opened all hands; this is logged and marks the
            session.

        Returns
        -------
        int
            The number of decisions made.

        Raises
        ------
        IllegalError
            When there is nothing to undo, or chance or all hands were revealed.
        LogWriteError
        """
        self._check_may_change()
        _insist(self.can_undo(take_back_anyway))
        history = self._replayer.history
        anyway = not history.can_undo(self.mode, is_secret=self.is_secret)
        self._move(history.back(self.is_secret), {"type": "undo", "anyway": anyway})
        self._replayer.taken_back |= anyway
        return self.decision

    def redo(self) -> int:
        """Make the step again that was undone last, with the same results.

        Returns
        -------
        int
            The number of decisions made.

        Raises
        ------
        IllegalError
            When nothing was undone.
        LogWriteError
        """
        self._check_may_change()
        _insist(self.can_redo())
        self._move(self._replayer.history.forth(self.is_secret), {"type": "redo"})
        return self.decision

    # ---- design mode

    def choose_next(self, stream: int | str, wanted: Sequence[tuple[int, ...]], words: str = "") -> None:
        """Choose what chance gives next.

        Parameters
        ----------
        stream : int or str
            "tiles", "dice" or "draws", or its number.
        wanted : sequence of tuple
            For each coming draw (low, high, n): any number from `low` to `high` - 1 (of 0 to `n` - 1). Short:
            (result, n), and for dice (result, sides), counted from 1.
        words : str
            What was chosen, for those who read it.

        Raises
        ------
        IllegalError
            In play mode, and for results that cannot be.
        LogWriteError
        """
        self._check_design("results can be chosen")
        number, state = check_stream(stream), self.state
        ranges = [_range(number, item) for item in wanted]
        if not ranges:
            raise IllegalError("say which results are wanted")
        try:
            chance.load(state, number, ranges)
        except ValueError as error:
            raise IllegalError(str(error)) from None
        step = self._replayer.history.with_key(number, state.chance.key[number])
        mark = {"type": "chance", "stream": chance.STREAM_NAMES[number], "wanted": [list(item) for item in ranges]}
        mark |= {"words": words} if words else {}
        self._add_mark(step, mark | {"key": int(state.chance.key[number])})

    def set_position(self, notation: str) -> None:
        """Set another position; chance goes on as it was. What its rules do at once is done.

        Raises
        ------
        UnreadableError, IllegalError
            In play mode, and for a text that is no position of this game, or of another number of players.
        LogWriteError
        """
        self._set_position(notation)

    def edit(self, change: Mapping[str, Any]) -> None:
        """Change the present position by hand; all else stays as it is, also what notation does not hold.

        Parameters
        ----------
        change : mapping
            As the game's `editing.edit` takes it.

        Raises
        ------
        MissingPartError
            If positions of this game cannot be changed so.
        UnreadableError, IllegalError
            In play mode, and for a change that leads to no position of this game.
        LogWriteError
        """
        self._set_position(self.game.part("editing").edit(self.game.notation.write(self.state), change), keeps=True)

    def _set_position(self, notation: str, keeps: bool = False) -> None:
        self._check_design("positions can be set")
        notation = _settled(self.game, self.ruleset, notation)
        step = self._replayer.history.with_position(notation, keeps)
        self._add_mark(step, {"type": "position", "notation": notation} | ({"keeps": True} if keeps else {}))

    def fork(
        self,
        decision: int | None = None,
        mode: str | None = None,
        kinds: Sequence[str] | None = None,
        folder: str | Path | None = None,
        clock: Clock = time.time,
    ) -> "Session":
        """Begin a new session that has this one's history up to a decision; this one stays as it is.

        Parameters
        ----------
        decision : int, optional
            By default the last one.
        mode, kinds : str, sequence of str, optional
            As in `new`; by default those of this session.
        folder : path, optional
            Where the log is made; by default the fork is in memory only.
        clock : callable
            Seconds since 1970.

        Raises
        ------
        CryptError
        """
        old = self._replayer.history
        last = old.find(self.decision if decision is None else decision)
        start = start_of(self._header)
        history = History(self.game, self.ruleset, self.names, self.seed, start)
        seated = self.kinds if kinds is None else check_kinds(kinds, len(self.names))
        replayer = Replayer(history, state_schema(self.game.state_type), seated)
        replayer.taken_back = self.taken_back
        # how players are asked comes first: it holds for all that follows
        lines = [self._manner_line(0, seat, manner) for seat, manner in self.manners.items()]
        lines += lines_of(old, last, self._replayer.notes)
        if last == old.present:
            lines += [self._asked_line(seat) for seat in has_let_pass(self)]
        difference = replayer.follow(enumerate(lines, 2))
        if difference:
            raise ReplayError(f"{self.name}, {difference}; it cannot be forked", difference.decision)
        began = datetime.fromtimestamp(clock(), UTC)
        origin = {"session": self.name, "decision": old.steps[last].decision, "taken_back": self.taken_back}
        header = make_header(history, seated, check_mode(mode or self.mode), began, start, origin)
        return Session._begin(header, lines, replayer, folder, began, clock)

    # ---- who plays

    def seat(self, seat: int, kind: str) -> None:
        """Give a seat to somebody else from now on.

        Parameters
        ----------
        seat : int
            From 0.
        kind : str
            "human", or a bot's name.

        Raises
        ------
        CryptError
            For a seat or a kind that cannot be.
        LogWriteError
        """
        self._check_seat(seat)
        check_kinds([kind], 1)
        self._write([{"type": "kind", "n": self.decision, "seat": seat, "kind": kind, "clock": self._seconds()}])
        self._replayer.seat(seat, kind)

    def _check_seat(self, seat: int) -> None:
        self._check_may_change()
        if not 0 <= seat < len(self.names):
            raise IllegalError(f"there is no seat {seat + 1}; there are {len(self.names)}")

    def set_manner(self, seat: int, way: str, cards: Sequence[str] = ()) -> None:
        """Choose when a player is asked to react.

        Parameters
        ----------
        seat : int
            From 0.
        way : str
            One of `asking.WAYS`.
        cards : sequence of str
            For which cards, by name, where only some are meant; also for those that the player gets later, until they are
            left out.

        Raises
        ------
        CryptError
            For a seat or a way that cannot be.
        LogWriteError
        """
        self._check_seat(seat)
        manner = choose_manner(self, seat, way, cards)
        self._write([self._manner_line(self.decision, seat, manner)])
        self._replayer.set_manner(seat, manner)

    def _manner_line(self, n: int, seat: int, manner: Manner) -> Line:
        line = {"type": "manner", "n": n, "seat": seat, "way": manner.way, "cards": sorted(manner.cards)}
        if manner.left_out is not None:
            line["left_out"] = sorted(manner.left_out)
        return line | {"clock": self._seconds() if n else 0.0}

    def let_pass(self, seat: int) -> None:
        """Who wants to be asked in any case, and cannot react, lets the last decision pass.

        Raises
        ------
        LogWriteError
        """
        self._check_may_change()
        self._write([self._asked_line(seat)])
        self._replayer.history.let_pass(seat)

    def _asked_line(self, seat: int) -> Line:
        return {"type": "asked", "n": self.decision, "seat": seat, "clock": self._seconds()}

    # ---- words about the game

    def note(self, text: str, seat: int | None = None, decision: int | None = None) -> None:
        """Write a note on a moment.

        Parameters
        ----------
        text : str
        seat : int, optional
            The player who alone reads it while hands are hidden; by default it is everybody's.
        decision : int, optional
            The moment, as the number of decisions made; by default the present.

        Raises
        ------
        IllegalError
            When there was no such decision.
        UnreadableError
            When it is empty or longer than 10,000 characters.
        LogWriteError
        """
        self._check_may_change()
        # halves of a character that a browser may send become whole ones, or a sign that something was lost
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()
        if not 1 <= len(text) <= LONGEST_NOTE:
            raise UnreadableError(f"a note has 1 to {LONGEST_NOTE:,} characters; this one has {len(text):,}")
        moment = self.decision if decision is None else self._replayer.history.made(decision).decision
        note = Note(moment, self.decision, text, self._seconds(), seat)
        self._write([note_line(note, note.written)])
        self._replayer.notes.append(note)

    def rate(self, fun: int, tension: int) -> None:
        """Rate the session, 1 to 5 each; the last rating counts.

        Raises
        ------
        UnreadableError
        LogWriteError
        """
        self._check_may_change()
        if not all(type(value) is int and 1 <= value <= 5 for value in (fun, tension)):
            raise UnreadableError("fun and tension are whole numbers from 1 to 5")
        self._write([{"type": "rating", "n": self.decision, "fun": fun, "tension": tension, "clock": self._seconds()}])
        self._replayer.rating = fun, tension


def _insist(verdict: Verdict) -> None:
    if not verdict:
        raise IllegalError(verdict.reason)


def _range(stream: int, wanted: tuple[int, ...]) -> tuple[int, int, int]:
    """Read a result that is asked for: (low, high, n), or (result, n), which counts from 1 for dice."""
    numbers = tuple(int(number) for number in wanted)
    if len(numbers) == 3:
        return numbers
    if len(numbers) != 2:
        raise IllegalError(f"{wanted} is neither (result, n) nor (low, high, n)")
    result = numbers[0] - (stream == chance.DICE)
    return result, result + 1, numbers[1]


def _settled(game: Game, ruleset: Ruleset, notation: str) -> str:
    """A position that is put there by hand, after what the game's rules do with it at once."""
    settled = getattr(game.notation, "settled", None)
    return settled(notation, ruleset.record) if settled else notation
