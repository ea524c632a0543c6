"""What was found for each setting of a ruleset: kept in a file, so that long work can be stopped and taken up again."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..batch.plan import Bots, Plan, check_games, check_root, make_plan
from ..batch.simulation import simulate
from ..batch.workers import Flag
from ..core.game import CryptError, Game
from ..core.header import version
from ..core.ruleset import Ruleset, RulesetError
from ..stats.intervals import NOTHING, Estimate
from .fields import Moving, vary
from .measures import Measure, read_measure

SEEDS = 2**64


@dataclass(frozen=True)
class Ask:
    """What is measured, and who plays. Made by `make_ask`.

    Attributes
    ----------
    measure : Measure
    players : int
    bots : tuple of str
        By seat.
    """

    measure: Measure
    players: int
    bots: tuple[str, ...]

    @property
    def name(self) -> str:
        """The measure and who plays, in words."""
        return f"{self.measure.text}, {self.players} {self.who}"

    @property
    def who(self) -> str:
        """The bots, each named once."""
        return " + ".join(dict.fromkeys(self.bots))


def make_ask(game: Game, text: str, players: int, bots: Bots = None) -> Ask:
    """Read what is measured, and who plays.

    Raises
    ------
    CryptError
        For a measure, a number of players or a bot that there is not.
    """
    plan = make_plan(game, players, 1, 0, bots)
    return Ask(read_measure(text, plan), plan.players, plan.bots)


@dataclass(frozen=True)
class Question:
    """What is asked about each setting.

    Attributes
    ----------
    game : Game
    base : Ruleset
        Of which fields are changed.
    fields : tuple of Moving
    asks : tuple of Ask
    games, seed : int
        For each setting and party; all settings are played with the same seeds.
    iterations : int or None
        Of the bot `search`.
    """

    game: Game
    base: Ruleset
    fields: tuple[Moving, ...]
    asks: tuple[Ask, ...]
    games: int
    seed: int
    iterations: int | None = None

    def __post_init__(self) -> None:
        check_games(self.games), check_root(self.seed)

    @property
    def moving(self) -> tuple[Moving, ...]:
        """The fields that are chosen; the others take what is left."""
        return tuple(one for one in self.fields if not one.is_rest)

    @property
    def description(self) -> dict[str, Any]:
        """All that the findings depend on, as JSON can hold it."""
        return {
            "game": self.game.name,
            "ruleset": self.base.fingerprint,
            "rest": [one.name for one in self.fields if one.is_rest],
            "measures": [[one.measure.text, one.players, list(one.bots)] for one in self.asks],
            "games": self.games,
            "seed": self.seed,
            "iterations": self.iterations,
        }

    def plan(self, ruleset: Ruleset, players: int, bots: tuple[str, ...], luck: int = 0) -> Plan:
        """The games that one party plays under a ruleset.

        Parameters
        ----------
        ruleset : Ruleset
        players : int
        bots : tuple of str
        luck : int
            0 for the common seeds; any other number gives other seeds.
        """
        return make_plan(self.game, players, self.games, (self.seed + luck) % SEEDS, bots, ruleset, self.iterations)


@dataclass(frozen=True)
class Finding:
    """What was found for one setting.

    Attributes
    ----------
    changes : dict
        Field to value; what differs from the base.
    luck : int
        Which seeds were played.
    estimates : list of Estimate
        Of each ask, in order.
    n : list of int
        Games behind each.
    problem : str
        Why the setting cannot be, or "".
    """

    changes: dict[str, Any]
    luck: int
    estimates: list[Estimate]
    n: list[int]
    problem: str = ""


class Ledger:
    """The findings so far; what is there is not played again.

    Parameters
    ----------
    question : Question
    path : path, optional
        A file (.jsonl) to which each finding is added at once; by default they are kept in memory.
    resume : bool
        Go on with the file that is there.
    workers : int, optional
    cancel : flag, optional
        When it is set, the games of a setting end soon, and it is not counted.

    Raises
    ------
    CryptError
        For a file that is there without `resume`, is of another question, or cannot be read or written.
    """

    def __init__(
        self, question: Question, path: str | Path | None = None, resume: bool = False, workers: int | None = None,
        cancel: Flag | None = None,
    ) -> None:  # fmt: skip
        self.question, self._workers, self._cancel = question, workers, cancel
        self._path = Path(path) if path is not None else None
        self._found: dict[str, Finding] = {}
        if self._path:
            self._open(self._path, resume)

    @property
    def is_stopped(self) -> bool:
        """Whether it was asked to stop."""
        return self._cancel is not None and self._cancel.is_set()

    def find(self, changes: Mapping[str, Any], luck: int = 0) -> Finding | None:
        """What a setting comes to; None when it was asked to stop.

        Parameters
        ----------
        changes : mapping
            Field to value.
        luck : int
            0 for the common seeds; any other number for others.
        """
        key = _key(changes, luck)
        if key not in self._found:
            found = None if self.is_stopped else self._play(dict(changes), luck)
            if found is None:
                return None
            self._found[key] = found
            self._write(asdict(found))
        return self._found[key]

    def _play(self, changes: dict[str, Any], luck: int) -> Finding | None:
        asked = self.question
        try:
            ruleset = vary(asked.game, asked.base, asked.fields, changes)
            plans = {(one.players, one.bots): asked.plan(ruleset, one.players, one.bots, luck) for one in asked.asks}
        except RulesetError as error:
            lines = [line.partition(": ")[2] or line for line in str(error).splitlines()]
            return Finding(changes, luck, [NOTHING] * len(asked.asks), [0] * len(asked.asks), "; ".join(lines))
        rows = {}
        for party, plan in plans.items():
            rows[party] = simulate(
                plan.game, plan.players, plan.games, plan.root, plan.bots, plan.ruleset, self._workers,
                cancel=self._cancel, iterations=plan.iterations,
            )  # fmt: skip
            if len(rows[party]) < plan.games:
                return None
        found = [one.measure.estimate(one.measure.of(rows[one.players, one.bots])) for one in asked.asks]
        return Finding(changes, luck, [one for one, _ in found], [n for _, n in found])

    # ---- on disk

    def _open(self, path: Path, resume: bool) -> None:
        try:
            if path.exists() and not resume:
                raise CryptError(f"{path}: is there already; go on with it with --resume, or name another file")
            if path.exists():
                self._read(path)
            else:
                self._write({"crypt": version()} | self.question.description)
        except OSError as error:
            reason = error.strerror or error
            raise CryptError(f"{path}: cannot be read or written ({reason}); name another file with --out") from None

    def _read(self, path: Path) -> None:
        head, *lines = path.read_bytes().splitlines(keepends=True) or [b""]
        told = _parsed(head)
        if not isinstance(told, dict) or "crypt" not in told:
            raise CryptError(f"{path}: is no file of settings and what they come to; name another file with --out")
        wanted = json.loads(json.dumps(self.question.description))
        different = [key for key, value in wanted.items() if told.get(key) != value]
        if different:
            raise CryptError(f"{path}: was made with another {different[0]}; take the same, or name another file")
        whole = [line for line in lines if line.endswith(b"\n") and _parsed(line)]
        for line in map(_parsed, whole):
            estimates = [_estimate(numbers) for numbers in line["estimates"]]
            finding = Finding(line["changes"], line["luck"], estimates, line["n"], line["problem"])
            self._found[_key(finding.changes, finding.luck)] = finding
        path.write_bytes(head + b"".join(whole))  # a torn last line is gone

    def _write(self, line: dict[str, Any]) -> None:
        if self._path is None:
            return
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(_without_nan(line), ensure_ascii=False) + "\n")
        except OSError as error:
            raise CryptError(f"{self._path}: cannot be written ({error.strerror}); name another file with --out") from None


def _key(changes: Mapping[str, Any], luck: int) -> str:
    return json.dumps([luck, dict(changes)], sort_keys=True)


def _estimate(numbers: list[float | None]) -> Estimate:
    """An estimate as it was written: JSON has no nan."""
    return Estimate(*(float("nan") if one is None else one for one in numbers))


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and value != value else value
