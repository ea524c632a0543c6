"""The history of a session: the positions that it went through, one step after the other, and the way back and forth.

A step is a decision, or a mark that changed the position: results that were chosen, a position that was set. Each step
keeps the bytes of the position after it, so that undo and redo restore them exactly.
"""

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from . import chance, trace
from .game import Game, IllegalError
from .lines import Line
from .ruleset import Ruleset

LARGEST_CODE = 2**31 - 1


@dataclass(frozen=True)
class Verdict:
    """Whether something may be done; true, or false with the reason.

    Attributes
    ----------
    reason : str
        A sentence that says why not; "" when it may be done.
    """

    reason: str = ""

    def __bool__(self) -> bool:
        return not self.reason


@dataclass(frozen=True)
class Step:
    """One step of a session, and the position after it.

    Attributes
    ----------
    decision : int
        The number of decisions made, this one included.
    state, count : bytes
        The records of the position and of the counts.
    events : numpy.recarray
        What happened; empty for the start and for marks.
    drawn : tuple of int
        How often each stream of chance had been used.
    line : dict
        As it is logged; empty for the start.
    is_over : bool
        Whether the game has ended with it.
    is_told : bool
        Whether everybody may know that it was decided; what was let pass in secret is not told.
    """

    decision: int
    state: bytes
    count: bytes
    events: Any
    drawn: tuple[int, ...]
    line: Line
    is_over: bool
    is_told: bool = True

    @property
    def hash(self) -> str:
        """16 hexadecimal digits that stand for the position."""
        return hash_of(self.state)


def _decision_of(step: Step) -> int:
    return step.decision


def hash_of(state: bytes) -> str:
    """16 hexadecimal digits that stand for the bytes of a position."""
    return hashlib.blake2b(state, digest_size=8).hexdigest()


@cache
def state_schema(dtype: np.dtype) -> str:
    """16 hexadecimal digits that stand for the layout of a record: names, places, shapes and types of its fields."""
    return hashlib.blake2b(_layout(dtype).encode(), digest_size=8).hexdigest()


def _layout(dtype: np.dtype) -> str:
    if dtype.subdtype:
        return f"{_layout(dtype.subdtype[0])}{list(dtype.subdtype[1])}"
    if not dtype.fields:
        return dtype.str
    fields = [f"{name}@{dtype.fields[name][1]}:{_layout(dtype.fields[name][0])}" for name in dtype.names or ()]
    return f"{{{' '.join(fields)}}}{dtype.itemsize}"


def event_lists(words: Any, events: Any) -> list[list[Any]]:
    """Write events as lists for the log: name, who, then the numbers without the zeros at their end."""
    lists = []
    for kind, who, _, *numbers in events.tolist():
        while numbers and numbers[-1] == 0:
            numbers.pop()
        lists.append([words.event_name(kind), who, *numbers])
    return lists


class History:
    """The steps of a session, and which of them is the present.

    Parameters
    ----------
    game : Game
    ruleset : Ruleset
    names : sequence of str
        By seat.
    seed : int
    start : str or None
        A position in notation; without one the game is laid out as its rules say.

    Attributes
    ----------
    steps : list of Step
    present : int
        The index of the step that is the present.
    asked : list of int or None
        The seats of those who want to be asked in any case, and have let the last decision pass (see `asking`); None where
        all have.
    exempt : set of int
        The seats that have said only after the last decision how they want to be asked.
    was_over : bool
        Whether the game has come to its end, even if that was taken back: then nothing is hidden any more.

    Raises
    ------
    UnreadableError, IllegalError
        For a start that cannot be read, or has another number of seats.
    """

    def __init__(self, game: Game, ruleset: Ruleset, names: Sequence[str], seed: int, start: str | None = None) -> None:
        self.game, self.ruleset, self.names, self.seed = game, ruleset, list(names), seed
        self._trace = game.new_trace()
        self._trace[0].kind = 0  # so that the counts may be asked for what happened before the first step
        if start is None:
            state = game.new_state()
            state.players = len(self.names)
            game.start(ruleset.record, state, np.uint64(seed))
        else:
            state = self._read(start)
            chance.set_seed(state, np.uint64(seed))
        count = game.new_count()
        game.tally(count, self._trace)
        self.steps = [self._step(0, state, count)]
        self.present = 0
        self.asked: list[int] | None = []
        self.exempt: set[int] = set()
        self.was_over = self.now.is_over

    def _step(self, decision: int, state: Any, count: Any) -> Step:
        drawn = tuple(state.chance.count.tolist())
        is_over, events = bool(self.game.is_over(state)), trace.events(self._trace)
        return Step(decision, state.tobytes(), count.tobytes(), events, drawn, {}, is_over, self._is_told(events))

    def _is_told(self, events: Any) -> bool:
        if not self.game.has_secrets:
            return True
        decides = self.game.words.event_kind("decides")
        return not ((events.kind == decides) & (events.seen_by != trace.EVERYONE)).any()

    def _read(self, notation: str) -> Any:
        state = self.game.notation.read(notation, self.ruleset.record)
        if state.players != len(self.names):
            raise IllegalError(f"the position is for {state.players} players, and {len(self.names)} sit at the table")
        return state

    @property
    def now(self) -> Step:
        """The present step."""
        return self.steps[self.present]

    @property
    def state(self) -> Any:
        """A copy of the present position."""
        return self.game.from_bytes(self.now.state)

    @property
    def count(self) -> Any:
        """A copy of the counts so far."""
        return self.count_of(self.now)

    def count_of(self, step: Step) -> Any:
        """A copy of the counts after a step."""
        return np.frombuffer(bytearray(step.count), self.game.outcome_type).view(np.recarray)[0]

    def outcome_of(self, step: Step) -> Any:
        """The record of results after a step."""
        count = self.count_of(step)
        self.game.outcome(self.ruleset.record, self.game.from_bytes(step.state), count)
        return count

    def end_lines(self, step: Step, clock: float) -> list[Line]:
        """The line that says that the game has ended with a step, if it has."""
        if not step.is_over:
            return []
        outcome = self.outcome_of(step)
        row = {name: outcome[name].tolist() for name in outcome.dtype.names}
        result = self.game.words.result(outcome)
        return [{"type": "end", "n": step.decision, "result": result, "outcome": row, "clock": clock}]

    def find(self, decision: int) -> int:
        """The index of the last step up to the present that belongs to a decision: with the marks made after it.

        Raises
        ------
        IllegalError
            When there was no such decision.
        """
        if not 0 <= decision <= self.now.decision:
            raise IllegalError(f"there is no decision {decision}; the session has 0 (the start) to {self.now.decision}")
        return bisect_right(self.steps, decision, hi=self.present + 1, key=_decision_of) - 1

    def of(self, decision: int) -> list[Step]:
        """The step that is a decision, and the marks made after it.

        Raises
        ------
        IllegalError
            When there was no such decision.
        """
        last = self.find(decision)
        return self.steps[bisect_left(self.steps, decision, hi=last, key=_decision_of) : last + 1]

    def made(self, decision: int) -> Step:
        """The step that is a decision, without the marks made after it.

        Raises
        ------
        IllegalError
            When there was no such decision.
        """
        return self.of(decision)[0]

    # ---- steps: made here, and added when they are on disk

    def check(self, code: int) -> None:
        """Check that an action is allowed now.

        Raises
        ------
        IllegalError
            With the reason and its rule.
        """
        state = self.state
        if self.now.is_over:
            raise IllegalError("the game is over; undo, or begin a new one")
        if not -LARGEST_CODE <= code <= LARGEST_CODE:
            raise IllegalError(f"{code} is not the code of an action")
        rule = int(self.game.refusal(self.ruleset.record, state, code))
        if rule:
            reason = self.game.words.reason(state, code, rule, self.names)
            raise IllegalError(reason, f"{self.game.prefix}-{rule:02d}")

    def decide(self, code: int) -> Step:
        """Carry out an action, without adding the step.

        Raises
        ------
        IllegalError
            With the reason and its rule.
        """
        self.check(code)
        state, count = self.state, self.count
        self.game.step(self.ruleset.record, state, code, self._trace)
        self.game.tally(count, self._trace)
        return self._step(self.now.decision + 1, state, count)

    def with_key(self, stream: int, key: int) -> Step:
        """Give a stream of chance another key, without adding the step."""
        state = self.state
        state.chance.key[stream] = key
        return replace(self.now, state=state.tobytes(), events=self.now.events[:0], line={})

    def with_position(self, notation: str, keeps: bool = False) -> Step:
        """Set another position, whose chance goes on as it was, without adding the step.

        Parameters
        ----------
        notation : str
        keeps : bool
            Whether what notation does not hold stays as it is too (the game's `editing.carry`).

        Raises
        ------
        UnreadableError, IllegalError
        """
        state, before = self._read(notation), self.state
        state.chance.key[:] = before.chance.key
        state.chance.count[:] = before.chance.count
        if keeps and (carry := getattr(self.game.part("editing"), "carry", None)):
            carry(before, state)
        is_over = bool(self.game.is_over(state))
        return replace(self.now, state=state.tobytes(), events=self.now.events[:0], line={}, is_over=is_over)

    def coming(self) -> dict[int, tuple[list[tuple[int, int, int]], str]]:
        """What was chosen in design mode and has yet to come, by stream: (low, high, n) for each draw, and its words.

        Of a choice that has come in part the words say that it is the rest.
        """
        now, found = self.now, {}
        for step in self.steps[: self.present + 1]:
            if step.line.get("type") == "chance":
                stream = chance.STREAM_NAMES.index(step.line["stream"])
                used = now.drawn[stream] - step.drawn[stream]
                words = step.line.get("words", "")
                left = [tuple(item) for item in step.line["wanted"][used:]]
                found[stream] = left, f"the rest of {words}" if words and used else words
        return {stream: (wanted, words) for stream, (wanted, words) in found.items() if wanted}

    def add(self, step: Step) -> None:
        """Make a step; steps that were undone before it are gone."""
        self.steps[self.present + 1 :] = [step]
        self.present += 1
        self.asked, self.exempt = [], set()
        self.was_over |= step.is_over

    def let_pass(self, seat: int) -> None:
        """Somebody who was asked in any case has let the last decision pass."""
        if self.asked is not None:
            self.asked.append(seat)

    def go_to(self, step: int) -> None:
        """Go to a step that was made; who was to be asked about it was asked when it was made."""
        self.present, self.asked = step, None

    # ---- back and forth

    def told(self, is_secret: bool) -> Sequence[int]:
        """The decisions up to the present that are told, the start included; all where nothing is secret."""
        if not is_secret:
            return range(self.now.decision + 1)
        return list(dict.fromkeys(step.decision for step in self.steps[: self.present + 1] if step.is_told))

    def back(self, is_secret: bool) -> int:
        """The step to which undo leads: what was let pass in secret is taken back with what it answered."""
        step = self.present
        while is_secret and not self.steps[step].is_told:
            step -= 1
        return step - 1

    def forth(self, is_secret: bool) -> int:
        """The step to which redo leads: what was let pass in secret is made again with what it answered."""
        step = self.present + 1
        while is_secret and step + 1 < len(self.steps) and not self.steps[step + 1].is_told:
            step += 1
        return step

    def can_undo(self, mode: str, take_back_anyway: bool = False, is_secret: bool = False) -> Verdict:
        """Tell whether the last step can be undone, and why not."""
        if self.present == 0:
            return Verdict("there is nothing to undo: this is the start")
        back = self.back(is_secret)
        step, before = self.steps[back + 1], self.steps[back]
        if mode == "design" or take_back_anyway:
            return Verdict()
        if self.game.has_secrets and self.now.is_over:
            return Verdict("the end has opened all hands; take it back only if the table agrees")
        if self.now.drawn != before.drawn:
            action, number = str(step.line.get("action", "it")), bisect_left(self.told(is_secret), step.decision)
            reason = f"decision {number} ({action}) has revealed chance; take it back only if the table agrees"
            return Verdict(reason)
        return Verdict()

    def can_redo(self) -> Verdict:
        """Tell whether there is an undone step to make again, and why not."""
        return Verdict("" if self.present + 1 < len(self.steps) else "there is nothing to redo: nothing was undone")
