"""Sweeps: what one or two fields do to the results, value by value."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd

from ..batch.plan import Bots, check_root, make_plan
from ..batch.workers import Flag
from ..core.catalog import find_game
from ..core.game import Game, UnreadableError
from ..core.ruleset import Ruleset, RulesetError, standard, value_of
from .fields import Moving, check_fields, read_field, vary
from .ledger import Finding, Ledger, Question, make_ask
from .measures import usual_measures

MOST_SETTINGS = 10_000


@dataclass(frozen=True)
class Sweep:
    """What each setting came to.

    Attributes
    ----------
    question : Question
    findings : list of Finding
        One for each setting that is finished, in the order of the values.
    settings : int
        All that were asked for.
    """

    question: Question
    findings: list[Finding]
    settings: int

    @property
    def is_whole(self) -> bool:
        """Whether no setting is missing."""
        return len(self.findings) == self.settings

    def frame(self) -> pd.DataFrame:
        """A row for each setting and measure.

        Returns
        -------
        pandas.DataFrame
            A column for each field; `what`, `players`, `bots`, `kind` ("share" or "mean"), `value` with its 95 % interval
            `low` to `high`, `n` games, and `problem`: why the setting cannot be played, or "".
        """
        rows = []
        for finding in self.findings:
            for ask, estimate, n in zip(self.question.asks, finding.estimates, finding.n, strict=True):
                about = {
                    "what": ask.measure.text, "players": ask.players, "bots": ask.who,
                    "kind": "share" if ask.measure.is_share else "mean",
                }  # fmt: skip
                rows.append(finding.changes | about | estimate._asdict() | {"n": n, "problem": finding.problem})
        names = [one.name for one in self.question.moving]
        columns = [*names, "what", "players", "bots", "kind", "value", "low", "high", "n", "problem"]
        return pd.DataFrame(rows, columns=columns)


def make_question(
    game: Game | str,
    fields: Sequence[str],
    what: Sequence[str],
    players: Sequence[int] | int,
    games: int,
    seed: int | str = 0,
    bots: Bots = None,
    ruleset: Ruleset | None = None,
    iterations: int | None = None,
) -> Question:
    """Check what is asked about settings; see `sweep_fields`.

    Raises
    ------
    CryptError
    """
    game = find_game(game) if isinstance(game, str) else game
    base = ruleset or standard(game)
    moving = check_fields([read_field(text, game, base) for text in fields])
    tables = [players] if isinstance(players, int) else list(players)
    asks = tuple(make_ask(game, text, table, bots) for table in tables for text in what or _usual(game, table, bots))
    if not asks:
        raise UnreadableError("say how many play, such as 2")
    return Question(game, base, tuple(moving), asks, games, check_root(seed), iterations)


def _usual(game: Game, players: int, bots: Bots) -> list[str]:
    """What is measured when nothing was asked."""
    return [one.text for one in usual_measures(make_plan(game, players, 1, 0, bots))]


def sweep_fields(
    game: Game | str,
    fields: Sequence[str],
    what: Sequence[str],
    players: Sequence[int] | int,
    games: int,
    seed: int | str = 0,
    bots: Bots = None,
    ruleset: Ruleset | None = None,
    workers: int | None = None,
    iterations: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], Any] | None = None,
    cancel: Flag | None = None,
) -> Sweep:
    """Play every combination of the fields' values with the same seeds.

    Parameters
    ----------
    game : Game or str
    fields : sequence of str
        One or two, as `read_field` takes them: "starting_hp=2..6". Fields with "=rest" may follow.
    what : sequence of str
        What is measured, as `read_measure` takes it; by default what a comparison measures.
    players : int or sequence of int
    games : int
        For each setting and number of players.
    seed : int or str
    bots : mapping, sequence or str, optional
        As for `simulate`.
    ruleset : Ruleset, optional
        In which the fields are changed; by default the standard.
    workers, iterations : int, optional
        As for `simulate`.
    out : path, optional
        A file (.jsonl) to which each setting is added as soon as it is finished.
    resume : bool
        Go on with that file.
    progress : callable, optional
        Is told how many settings are finished, of how many.
    cancel : flag, optional
        When it is set, the sweep ends soon, with what is finished.

    Raises
    ------
    CryptError
        For settings that cannot be: also when none of them can be played.
    """
    question = make_question(game, fields, what, players, games, seed, bots, ruleset, iterations)
    _check_some(question)
    ledger = Ledger(question, out, resume, workers, cancel)
    findings = []
    total = len(combinations(question.fields))
    for finding in steps(ledger):
        findings.append(finding)
        if progress:
            progress(len(findings), total)
    return Sweep(question, findings, total)


def _check_some(question: Question) -> None:
    """Check that one setting at least can be played."""
    first = None
    for changes in combinations(question.fields):
        try:
            vary(question.game, question.base, question.fields, changes)
            return
        except RulesetError as error:
            first = first or str(error).splitlines()[0]
    name = question.fields[0].name
    hint = "write values that it can take" if not isinstance(value_of(question.base.values, name), list) else (
        f"values of a list are lists, such as {name}=[1,2,3],[4,5,6], or name a part of it, such as {name}.1=4,6"
    )  # fmt: skip
    raise RulesetError(f"none of the settings can be played: {first}; {hint}")


def combinations(fields: Sequence[Moving]) -> list[dict[str, Any]]:
    """Every combination of values of the fields that are chosen; the first field changes most slowly.

    Raises
    ------
    UnreadableError
        For more than two fields, or too many settings.
    """
    chosen = [one for one in fields if not one.is_rest]
    if len(chosen) > 2:
        raise UnreadableError(f"a sweep goes over one or two fields, not {len(chosen)}; sensitivity takes more")
    names = [one.name for one in chosen]
    found = [dict(zip(names, values, strict=True)) for values in product(*(one.values for one in chosen))]
    if len(found) > MOST_SETTINGS:
        raise UnreadableError(f"{len(found)} settings are too many; take fewer values, up to {MOST_SETTINGS} in all")
    return found


def steps(ledger: Ledger) -> Iterator[Finding]:
    """The findings of a sweep one after the other, each as soon as it is there; they end early when stopped."""
    for changes in combinations(ledger.question.fields):
        finding = ledger.find(changes)
        if finding is None:
            return
        yield finding
