"""Replay: a logged session is played again from its own ruleset and seed, and compared with what was logged.

Where the layout of positions has changed since the log was written, events are compared instead of hashes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import chance
from .asking import HUMAN, Manner, read_manner
from .catalog import find_game
from .game import AmbiguousError, CryptError, Game, IllegalError, UnreadableError, check_names, check_players
from .header import start_of
from .history import History, Step, event_lists, state_schema
from .lines import Line
from .log import Log, LogError, read_log
from .ruleset import Ruleset, RulesetError
from .written import read_written


class ReplayError(CryptError):
    """A log does not replay.

    Attributes
    ----------
    decision : int
        The decision at which the replay first differs; 0 is the start.
    """

    def __init__(self, message: str, decision: int) -> None:
        super().__init__(message)
        self.decision = decision


@dataclass(frozen=True)
class Note:
    """A note that somebody wrote on a moment.

    Attributes
    ----------
    decision : int
        The number of decisions made at that moment, which may be an earlier one than when it was written.
    written : int
        The number of decisions made when it was written.
    text : str
    clock : float
        Seconds of the session when it was written.
    seat : int or None
        The player who alone reads it while hands are hidden; None where it is everybody's.
    is_taken_back : bool
        Whether the decision that it was on was taken back and another made: it then stands on the one before.
    """

    decision: int
    written: int
    text: str
    clock: float
    seat: int | None = None
    is_taken_back: bool = False


@dataclass(frozen=True)
class Difference:
    """Where a replay first differs from its log.

    Attributes
    ----------
    decision : int
        0 is the start.
    line : int
        Of the file, from 1.
    what : str
    """

    decision: int
    line: int
    what: str

    def __str__(self) -> str:
        return f"decision {self.decision} (line {self.line}): {self.what}"


@dataclass(frozen=True)
class Replay:
    """The result of a replay.

    Attributes
    ----------
    path : Path
    game : str
    decisions : int
        That came out the same, those that were undone later included.
    compared : str
        "hashes and events", or "events" where the layout of positions has changed.
    difference : Difference or None
        The first one.
    remarks : list of str
        What else there is to say, such as a torn last line.
    """

    path: Path
    game: str
    decisions: int
    compared: str
    difference: Difference | None
    remarks: list[str]

    @property
    def is_same(self) -> bool:
        """Whether every position and every event came out the same."""
        return self.difference is None


def replay(path: str | Path, game: Game | None = None) -> Replay:
    """Play a logged session again and compare.

    Parameters
    ----------
    path : path
    game : Game, optional
        The game that it must be of; by default the one that the log names.

    Raises
    ------
    CryptError
        When the log cannot be read at all.
    """
    log = read_log(path)
    replayer = replayer_of(log, game, thorough=True)
    difference = replayer.difference_at_start(log) or replayer.follow(log.lines)
    remarks = [*replayer.remarks, *filter(None, [log.torn_remark])]
    compared = "events" if replayer.had_other_schema else "hashes and events"
    return Replay(log.path, replayer.history.game.name, replayer.replayed, compared, difference, remarks)


def replayer_of(log: Log, wanted: Game | None = None, thorough: bool = False) -> "Replayer":
    """Prepare the replay of a log; its lines are not yet played.

    Raises
    ------
    CryptError
        For another or an unknown game, or a ruleset that cannot be used.
    """
    header, game = log.header, _game_of(log, wanted)
    ruleset = _ruleset_of(log, game)
    try:
        names = [seat["name"] for seat in header["seats"]]
        check_names(names, check_players(game, len(names)))
        history = History(game, ruleset, names, header["seed"], start_of(header))
    except CryptError as error:
        raise LogError(f"{log.path.name}, line 1: {error}", 1) from None
    replayer = Replayer(history, header["state_schema"], [seat["kind"] for seat in header["seats"]], thorough)
    replayer.taken_back = bool((header["fork"] or {}).get("taken_back"))
    if not replayer.compares_hashes:
        replayer.remarks.append(
            f"{log.path.name}: positions were laid out otherwise when this log was written; "
            "its events are compared, not its positions"
        )
    return replayer


class Replayer:
    """What is known of a session, and how it grows line by line.

    Parameters
    ----------
    history : History
        At its start.
    schema : str
        Of the layout that positions had when the log was written.
    kinds : sequence of str
        By seat, at the start.
    thorough : bool
        Also read the words of each action.

    Attributes
    ----------
    notes : list of Note
    manners : dict of int to Manner
        By seat, when a player wants to be asked to react.
    rating : (int, int) or None
        Fun and tension.
    taken_back : bool
        Whether revealed chance, or an end that opened all hands, was taken back.
    clock : float
        Seconds of the session up to the last line.
    replayed : int
        Decisions that came out the same.
    remarks : list of str
    """

    def __init__(self, history: History, schema: str, kinds: Sequence[str], thorough: bool = False) -> None:
        self.history, self.schema, self.thorough = history, schema, thorough
        self.kinds = list(kinds)
        self.were_people = {seat for seat, kind in enumerate(kinds) if kind == HUMAN}
        self.own_schema = state_schema(history.game.state_type)
        self.had_other_schema = not self.compares_hashes
        self.notes: list[Note] = []
        self.manners: dict[int, Manner] = {}
        self.rating: tuple[int, int] | None = None
        self.taken_back = False
        self.clock = 0.0
        self.replayed = 0
        self.remarks: list[str] = []

    @property
    def compares_hashes(self) -> bool:
        """Whether positions were laid out as they are today where the replay stands."""
        return self.schema == self.own_schema

    def keep(self) -> tuple[Any, ...]:
        """Keep what `restore` brings back."""
        history = self.history
        asked = None if history.asked is None else history.asked[:]
        steps = history.steps[:], history.present, asked, set(history.exempt), history.was_over
        return *steps, self.notes[:], self.kinds[:], dict(self.manners), self.rating, self.taken_back, self.schema

    def restore(self, kept: tuple[Any, ...]) -> None:
        """Go back to what was kept."""
        history = self.history
        history.steps, history.present, history.asked, history.exempt, history.was_over, *rest = kept
        self.notes, self.kinds, self.manners, self.rating, self.taken_back, self.schema = rest

    def difference_at_start(self, log: Log) -> Difference | None:
        """Compare the position at the start with the header's."""
        if self.compares_hashes and self.history.now.hash != log.header["hash"]:
            return Difference(0, 1, "the game begins with another position than the logged one")
        return None

    def follow(self, lines: Iterable[tuple[int, Line]]) -> Difference | None:
        """Play lines.

        Returns
        -------
        Difference or None
            The first difference; the lines after it are not played.
        """
        for number, line in lines:
            try:
                what = getattr(self, f"_play_{line['type']}")(line)
            except (CryptError, ValueError) as error:
                what = str(error)
            if what:
                return Difference(line["n"], number, what)
            self.clock = max(self.clock, line["clock"])
        return None

    def add(self, step: Step) -> None:
        """Make a step; notes on decisions that were taken back before it stand on the last one that was not."""
        if self.history.can_redo():
            made = self.history.now.decision
            self.notes = [
                replace(note, decision=made, is_taken_back=True) if note.decision > made else note for note in self.notes
            ]
        self.history.add(step)

    # ---- one line; each gives what is different, or ""

    def _play_decision(self, line: Line) -> str:
        history, game = self.history, self.history.game
        if line["n"] != history.now.decision + 1:
            return f"is numbered {line['n']}, and should be {history.now.decision + 1}"
        actor = int(game.actor(history.state))
        if line["seat"] != actor and not history.now.is_over:
            return f"was made by seat {line['seat'] + 1}, and it is seat {actor + 1} that decides"
        step = history.decide(line["code"])
        misread = _misread(game, history.state, line, history.names) if self.thorough else ""
        return misread or self._compare_events(step, line) or self._add(step, line)

    def _compare_events(self, step: Step, line: Line) -> str:
        found, logged = event_lists(self.history.game.words, step.events), line["events"]
        for i, (mine, theirs) in enumerate(zip(found, logged, strict=False), 1):
            if mine != theirs:
                return f"event {i} is {mine}, and {theirs} was logged"
        if len(found) != len(logged):
            return f"{len(found)} events happen, and {len(logged)} were logged"
        return ""

    def _add(self, step: Step, line: Line) -> str:
        if self.compares_hashes and step.hash != line["hash"]:
            return f"the position after it has the hash {step.hash}, and {line['hash']} was logged"
        self.add(replace(step, line=line))
        self.replayed += line["type"] == "decision"
        return ""

    def _play_chance(self, line: Line) -> str:
        if line["stream"] not in chance.STREAM_NAMES:
            return f"there is no stream of chance called {line['stream'][:40]!r}"
        stream = chance.STREAM_NAMES.index(line["stream"])
        return self._add(self.history.with_key(stream, line["key"]), line) or self._counted(line)

    def _play_position(self, line: Line) -> str:
        return self._add(self.history.with_position(line["notation"], line.get("keeps", False)), line) or self._counted(line)

    def _play_undo(self, line: Line) -> str:
        if not self.history.present:
            return "there is nothing to undo"
        self.history.go_to(self.history.present - 1)
        self.taken_back |= line["anyway"]
        return self._counted(line)

    def _play_redo(self, line: Line) -> str:
        if not self.history.can_redo():
            return "there is nothing to redo"
        self.history.go_to(self.history.present + 1)
        return self._counted(line)

    def _play_note(self, line: Line) -> str:
        moment: int = line["on"] if "on" in line else line["n"]
        if moment > line["n"]:
            return f"the note is on decision {moment}, and {line['n']} were made"
        gone: bool = line.get("taken_back", False)
        self.notes.append(Note(moment, line["n"], line["text"], line["clock"], line.get("seat"), gone))
        return self._counted(line)

    def _play_manner(self, line: Line) -> str:
        if line["seat"] >= len(self.kinds):
            return f"there is no seat {line['seat'] + 1}"
        self.set_manner(line["seat"], read_manner(line["way"], line["cards"], line.get("left_out")))
        return ""

    def set_manner(self, seat: int, manner: Manner) -> None:
        """From the next decision on a player is asked in this way."""
        self.manners[seat] = manner
        self.history.exempt.add(seat)

    def _play_asked(self, line: Line) -> str:
        self.history.let_pass(line["seat"])
        return self._counted(line)

    def _play_rating(self, line: Line) -> str:
        self.rating = line["fun"], line["tension"]
        return ""

    def _play_kind(self, line: Line) -> str:
        if line["seat"] >= len(self.kinds):
            return f"there is no seat {line['seat'] + 1}"
        self.seat(line["seat"], line["kind"])
        return ""

    def seat(self, seat: int, kind: str) -> None:
        """Give a seat to somebody else."""
        self.kinds[seat] = kind
        if kind == HUMAN:
            self.were_people.add(seat)

    def _play_version(self, line: Line) -> str:
        self.schema = line["state_schema"]
        self.had_other_schema |= not self.compares_hashes
        return ""

    def _play_end(self, line: Line) -> str:
        if not self.history.now.is_over:
            return "the log says that the game ends here, and it goes on"
        found = self.history.outcome_of(self.history.now)
        for name, value in line["outcome"].items():
            if name in found.dtype.names and found[name].tolist() != value:
                return f"the outcome has {name} {found[name]}, and {value} was logged"
        return self._counted(line)

    def _counted(self, line: Line) -> str:
        made = self.history.now.decision
        return "" if line["n"] == made else f"the line says that {line['n']} decisions were made, and there were {made}"


def _game_of(log: Log, wanted: Game | None) -> Game:
    name = log.header["game"]
    if wanted is None:
        try:
            return find_game(name)
        except CryptError as error:
            raise LogError(f"{log.path.name}, line 1: {error}", 1) from None
    if name != wanted.name:
        message = f"is a log of the game {name[:40]!r}, not of {wanted.name!r}; open it as that game"
        raise LogError(f"{log.path.name}: {message}", 1)
    return wanted


def _ruleset_of(log: Log, game: Game) -> Ruleset:
    try:
        return read_written(game, log.header["ruleset"], f"{log.path.name}, line 1")
    except RulesetError as error:
        raise LogError(str(error), 1) from None


def _misread(game: Game, state: Any, line: Line, names: list[str]) -> str:
    """Whether the words of an action, if they are understood today, mean another one than its code."""
    if line["action"] == game.words.action_text(state, line["code"], names):
        return ""
    try:
        meant = int(game.words.read_action(state, line["action"], names))
    except (UnreadableError, AmbiguousError, IllegalError):
        return ""  # worded by an older version
    return "" if meant == line["code"] else f"the words {line['action']!r} mean another action than its code"
