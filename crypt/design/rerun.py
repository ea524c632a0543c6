"""Old sessions under new rules: the logged decisions again, as far as they stay legal, and what comes out of them."""

from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pandas as pd

from ..batch.logs import Chooser
from ..batch.plan import RANDOM, check_bots, make_plan
from ..core import chance
from ..core.catalog import find_game
from ..core.game import CryptError, Game
from ..core.header import start_of
from ..core.history import History, Step, event_lists
from ..core.log import SUFFIX, read_log
from ..core.replay import replayer_of
from ..core.ruleset import Ruleset
from ..core.shelf import summarize

OPEN, STALLED = "open", "stalled"
HIDDEN = "hands are hidden in it until it is over"
LEFT_OUT = "; left out"  # ends the remark on a session that could not be played again


@dataclass(frozen=True)
class Moment:
    """Something that is otherwise, and when.

    Attributes
    ----------
    decision : int
    what : str
    """

    decision: int
    what: str

    def __str__(self) -> str:
        return f"decision {self.decision}: {self.what}"


@dataclass(frozen=True)
class Rerun:
    """A logged session under another ruleset.

    Attributes
    ----------
    path : Path
    game, ruleset, other : str
        The game, and the names of the ruleset that it was played by and of the other.
    decisions, replayed : int
        Decisions of the session, and those that stay legal one after the other.
    difference : Moment or None
        Where first anything else happens; None when all decisions have the same events.
    refused : Moment or None
        The decision that is no longer legal, and why.
    ended_at : int or None
        The decision after which the game was over while the session has more; None when it was not.
    before, after : str
        The results: such as "won", or "open" where the game has not ended.
    finished_by : str
        The bot that played the rest, or "".
    """

    path: Path
    game: str
    ruleset: str
    other: str
    decisions: int
    replayed: int
    difference: Moment | None
    refused: Moment | None
    ended_at: int | None
    before: str
    after: str
    finished_by: str = ""

    def row(self) -> dict[str, Any]:
        """The same as a row of a table."""
        return {
            "session": self.path.name, "ruleset": self.ruleset, "decisions": self.decisions, "replayed": self.replayed,
            "differs_at": self.difference.decision if self.difference else None,
            "difference": self.difference.what if self.difference else "",
            "refused_at": self.refused.decision if self.refused else None,
            "refused": self.refused.what if self.refused else "", "ended_at": self.ended_at,
            "before": self.before, "after": self.after, "finished_by": self.finished_by,
        }  # fmt: skip


def rerun_log(path: str | Path, ruleset: Ruleset, finish: str = "", game: Game | None = None) -> Rerun:
    """Play the decisions of a logged session again, under another ruleset and with the same seed.

    Parameters
    ----------
    path : path
    ruleset : Ruleset
    finish : str
        A bot that plays on where the decisions end or are no longer legal; by default the game stays open there.
    game : Game, optional
        The game that it must be of.

    Raises
    ------
    CryptError
        When the log cannot be read or does not replay under its own rules, when hands are still hidden in it, or the
        ruleset is for another game.
    """
    log = read_log(path)
    if summarize(log.path).is_secret:
        raise CryptError(f"{log.path.name}: {HIDDEN}")
    replayer = replayer_of(log, game)
    difference = replayer.difference_at_start(log) or replayer.follow(log.lines)
    if difference:
        raise CryptError(f"{log.path.name}, {difference}; a session that does not replay cannot be played by other rules")
    old = replayer.history
    if ruleset.game != old.game.name:
        raise CryptError(f"{log.path.name}: is a session of {old.game.title}, and the ruleset is for {ruleset.game}")
    ruleset.check_players(len(old.names))
    new = History(old.game, ruleset, old.names, old.seed, start_of(log.header))
    first, refused, replayed = _follow(new, old)
    ended = replayed if new.now.is_over and replayed < old.now.decision else None
    after, by = _result(new), ""
    if finish and after == OPEN:
        after, by = _finish(new, finish), finish
    return Rerun(
        log.path, old.game.name, old.ruleset.name, ruleset.name, old.now.decision, replayed, first, refused, ended,
        _result(old), after, by,
    )  # fmt: skip


def _follow(new: History, old: History) -> tuple[Moment | None, Moment | None, int]:
    """Play the steps of a session as far as they are legal.

    Returns
    -------
    Moment or None
        The first difference.
    Moment or None
        What is refused.
    int
        How many decisions were played.
    """
    first = None
    for step in old.steps[1 : old.present + 1]:
        if new.now.is_over and step.decision > new.now.decision:
            return first or Moment(step.decision, "the game is over; before: it went on"), None, new.now.decision
        try:
            made = _made(new, step)
        except (CryptError, ValueError) as error:
            refused = Moment(step.decision, str(error))
            return first or refused, refused, new.now.decision
        new.add(replace(made, line=step.line))
        first = first or _difference(new, made, step)
    return first, None, new.now.decision


def _made(history: History, step: Step) -> Step:
    """The same step by the history's own rules."""
    line = step.line
    if line["type"] == "chance":
        return history.with_key(chance.STREAM_NAMES.index(line["stream"]), line["key"])
    if line["type"] == "position":
        return history.with_position(line["notation"], line.get("keeps", False))
    return history.decide(line["code"])


def _difference(history: History, made: Step, step: Step) -> Moment | None:
    """What happens otherwise, in words."""
    words = history.game.words
    if event_lists(words, made.events) == event_lists(words, step.events):
        return None
    now, before = (words.describe(one.events, history.names) for one in (made, step))
    for mine, theirs in zip_longest(now, before, fillvalue="nothing more"):
        if mine != theirs:
            return Moment(step.decision, f"{mine.rstrip('.')}; before: {theirs.rstrip('.')}")
    return Moment(step.decision, "what happens is told alike, and differs in its numbers")


def _result(history: History) -> str:
    return history.game.words.result(history.outcome_of(history.now)) if history.now.is_over else OPEN


def _finish(history: History, bot: str) -> str:
    """Let a bot play to the end; a game that a simulation would give up is stalled."""
    plan = make_plan(history.game, len(history.names), 1, history.seed, bot, history.ruleset)
    chooser, limit = Chooser(plan, history.seed), plan.limit
    while not history.now.is_over:
        state = history.state
        if limit is not None and state[limit.counter] > limit.number:
            return STALLED
        history.add(history.decide(chooser.choose(state)))
    return _result(history)


def left_out(error: CryptError) -> str:
    """The remark on a session that cannot be played again."""
    return f"{str(error).splitlines()[0]}{LEFT_OUT}"


def rerun_folder(folder: str | Path, ruleset: Ruleset, finish: str = "") -> tuple[list[Rerun], list[str]]:
    """Play all logged sessions of a ruleset's game in a folder again.

    Parameters
    ----------
    folder : path
    ruleset : Ruleset
    finish : str
        As for `rerun_log`.

    Returns
    -------
    list of Rerun
        Sorted by the names of the files.
    list of str
        Remarks on what was left out.

    Raises
    ------
    CryptError
        When there is no session in it, and for a bot that there is not.
    """
    check_bots(find_game(ruleset.game), [finish or RANDOM], 1)
    found, remarks, others = [], [], 0
    for path in sorted(Path(folder).glob(f"*{SUFFIX}")):
        try:
            if read_log(path).header["game"] != ruleset.game:
                others += 1
                continue
            found.append(rerun_log(path, ruleset, finish))
        except CryptError as error:
            remarks.append(left_out(error))
    if others:
        remarks.append(f"{others} of another game left out")
    if not found:
        told = f" ({remarks[0]})" if remarks else ""
        raise CryptError(f"{folder}: holds no session of {ruleset.game} that can be played again{told}")
    return found, remarks


def rerun_frame(found: list[Rerun]) -> pd.DataFrame:
    """A row for each session.

    Returns
    -------
    pandas.DataFrame
        `session`, `ruleset` (that it was played by), `decisions`, `replayed`, `differs_at` and `difference`, `refused_at`
        and `refused`, `ended_at` where the game was over before the decisions were, `before`, `after`, `finished_by`.
    """
    table = pd.DataFrame([one.row() for one in found])
    return table.astype({"differs_at": "Int64", "refused_at": "Int64", "ended_at": "Int64"})


def outcome_changes(found: list[Rerun]) -> pd.DataFrame:
    """How the results changed: the sessions of each result before (rows) by the result after (columns)."""
    table = rerun_frame(found)
    return pd.crosstab(table["before"], table["after"])
