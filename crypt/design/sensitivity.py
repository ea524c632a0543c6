"""Sensitivity: which of the chosen fields matter for a result, and which do not.

Morris' elementary effects screen many fields with few settings; Sobol's indices give the share of a result's variance that
each field accounts for, alone and together with others. Both are SALib's, with its confidence. *Luck* is a field of its own:
another set of seeds. A field matters when its whole interval lies above luck's; it is no more than luck when its interval
ends near luck's; what lies between cannot be told yet.
"""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ..batch.plan import Bots
from ..batch.workers import Flag
from ..core.game import Game, UnreadableError
from ..core.ruleset import Ruleset, RulesetError
from .fields import Moving, vary
from .ledger import Ask, Ledger, Question
from .sweep import make_question

LUCK = "luck"
LEVELS = 4  # of Morris' grid
METHODS = ("morris", "sobol")
MATTERS, LUCKY, UNTOLD = "matters", "no more than luck", "cannot be told yet"
NEAR = 1.5  # how many times luck's upper end an interval may reach to be called no more than luck


@dataclass(frozen=True)
class Sensitivity:
    """How much each field does to each result.

    Attributes
    ----------
    question : Question
    method : str
        "morris" or "sobol".
    settings, done : int
        That were asked for, and that are finished.
    table : pandas.DataFrame
        A row for each measure and field, and one for luck; empty until all settings are finished. `what`, `players`,
        `field`, `effect` with its 95 % interval `low` to `high`, the `verdict` ("matters", "no more than luck", "cannot be
        told yet"; "" for luck) and whether it `matters`: it stands out from luck. For Morris `effect` is the mean absolute
        change of the result when the field goes over all of its values, and `spread` its standard deviation (large where
        the effect hangs on other fields, or is not straight); for Sobol the total share of the variance, and `alone` the
        share without other fields' part.
    """

    question: Question
    method: str
    settings: int
    done: int
    table: pd.DataFrame

    @property
    def is_whole(self) -> bool:
        """Whether all settings are finished."""
        return self.done == self.settings


def sensitivity_of(
    game: Game | str,
    fields: Sequence[str],
    what: Sequence[str],
    players: Sequence[int] | int,
    games: int,
    seed: int | str = 0,
    bots: Bots = None,
    ruleset: Ruleset | None = None,
    method: str = "morris",
    size: int = 10,
    workers: int | None = None,
    iterations: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], Any] | None = None,
    cancel: Flag | None = None,
) -> Sensitivity:
    """Ask which fields matter.

    Parameters
    ----------
    game : Game or str
    fields : sequence of str
        As `read_field` takes them; a name alone stands for its usual values.
    what : sequence of str
        What is measured, as `read_measure` takes it; by default what a comparison measures.
    players : int or sequence of int
    games : int
        For each setting and number of players.
    seed : int or str
        Of the games and of the settings that are tried.
    bots : mapping, sequence or str, optional
        As for `simulate`.
    ruleset : Ruleset, optional
    method : str
        "morris" (size * (fields + 2) settings) or "sobol" (size * (fields + 3); a power of 2 is taken).
    size : int
    workers, iterations : int, optional
    out : path, optional
        A file (.jsonl) to which each setting is added as soon as it is finished.
    resume : bool
        Go on with that file.
    progress : callable, optional
        Is told how many settings are finished, of how many.
    cancel : flag, optional
        When it is set, it ends soon; what is finished is kept at `out`.

    Raises
    ------
    CryptError
        For settings that cannot be: also when some values of the fields cannot stand together.
    """
    question = make_question(game, fields, what, players, games, seed, bots, ruleset, iterations)
    return run(Ledger(question, out, resume, workers, cancel), method, size, progress)


def run(
    ledger: Ledger, method: str = "morris", size: int = 10, progress: Callable[[int, int], Any] | None = None
) -> Sensitivity:
    """Play the settings of a method and judge the fields; see `sensitivity_of`."""
    question = ledger.question
    if method not in METHODS or not 2 <= size <= 4096:
        raise UnreadableError(f"the method is {' or '.join(METHODS)}, its size 2 to 4096; not {method[:20]!r}, {size}")
    moving = question.moving
    problem: dict[str, Any] = {"num_vars": len(moving) + 1, "names": [*(one.name for one in moving), LUCK],
                               "bounds": [[0.0, 1.0]] * (len(moving) + 1)}  # fmt: skip
    places = _sample(problem, method, size, question.seed)
    settings = [({one.name: _value(one, place, method) for one, place in zip(moving, row[:-1], strict=True)}, _luck(row[-1]))
                for row in places]  # fmt: skip
    _check(question, [changes for changes, _ in settings])
    found = []
    for changes, luck in settings:
        finding = ledger.find(changes, luck)
        if finding is None:
            break
        found.append([estimate.value for estimate in finding.estimates])
        if progress:
            progress(len(found), len(settings))
    done = len(found)
    table = pd.DataFrame(columns=["what", "players", "field"])
    if done == len(settings):
        results = np.array(found)
        judged = [_judge(problem, method, places, results[:, i], ask, question.seed) for i, ask in enumerate(question.asks)]
        table = pd.concat(judged, ignore_index=True)
    return Sensitivity(question, method, len(settings), done, table)


def _sample(problem: dict[str, Any], method: str, size: int, seed: int) -> np.ndarray:
    from SALib.sample import morris, sobol

    seed = seed % 2**32  # SALib's are shorter
    if method == "morris":
        return morris.sample(problem, size, num_levels=LEVELS, seed=seed)
    return sobol.sample(problem, 2 ** int(np.ceil(np.log2(size))), calc_second_order=False, seed=seed)


def _value(one: Moving, place: float, method: str) -> Any:
    """Morris' grid has its outer points at the ends of a field; Sobol's places lie evenly between them."""
    return one.values[round(place * (len(one.values) - 1))] if method == "morris" else one.at(place)


def _luck(place: float) -> int:
    """Which seeds: one set for each of Morris' levels, also with Sobol."""
    return min(int(place * LEVELS), LEVELS - 1)


def _check(question: Question, settings: list[dict[str, Any]]) -> None:
    for changes in settings:
        try:
            vary(question.game, question.base, question.fields, changes)
        except RulesetError as error:
            told = ", ".join(f"{name}={value}" for name, value in changes.items())
            first = str(error).splitlines()[0].partition(": ")[2]
            remedy = "narrow the ranges so that all values can stand together"
            raise RulesetError(f"{told} cannot be: {first}; {remedy}") from None


def _judge(
    problem: dict[str, Any], method: str, places: np.ndarray, results: np.ndarray, ask: Ask, seed: int
) -> pd.DataFrame:
    """What SALib makes of the results, and whether it stands out from luck."""
    from SALib.analyze import morris, sobol

    if np.isnan(results).any():
        raise UnreadableError(f"{ask.name}: has no value in some settings; measure something that every game has")
    seed = seed % 2**32
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # results that never change have no variance to divide by
        if method == "morris":
            found = morris.analyze(problem, places, results, num_levels=LEVELS, seed=seed)
            columns = {"effect": found["mu_star"], "half": found["mu_star_conf"], "spread": found["sigma"]}
        else:
            found = sobol.analyze(problem, results, calc_second_order=False, seed=seed)
            columns = {"effect": found["ST"], "half": found["ST_conf"], "alone": found["S1"]}
    table = pd.DataFrame({"what": ask.measure.text, "players": ask.players, "field": problem["names"]} | columns).fillna(0.0)
    half = table.pop("half")
    table.insert(4, "low", (table["effect"] - half).clip(lower=0.0))
    table.insert(5, "high", table["effect"] + half)
    if method == "sobol":  # shares, which the estimates may leave
        table[["effect", "low", "high"]] = table[["effect", "low", "high"]].clip(0.0, 1.0)
    luck = table.loc[table["field"] == LUCK, "high"].iloc[0]
    table["verdict"] = np.select(
        [table["field"] == LUCK, table["low"] > luck, table["high"] <= NEAR * luck], ["", MATTERS, LUCKY], UNTOLD
    )
    table["matters"] = table["verdict"] == MATTERS
    rank = table.assign(last=table["field"] == LUCK).sort_values(["last", "effect"], ascending=[True, False], kind="stable")
    return rank.drop(columns="last").reset_index(drop=True)
