"""Targets: what is wanted of a design's games, in words and in bounds, and how far a setting is from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, model_validator

from ..core.game import CryptError
from ..core.ruleset import read_file
from ..stats.intervals import Estimate
from .claims import BROKEN, KEPT, judge, problems_in

IMPOSSIBLE = 10.0  # by how much a setting that cannot be played misses each target
MET, MISSED, UNCLEAR = "met", "missed", "unclear"


class Target(BaseModel):
    """What is wanted of the games.

    Attributes
    ----------
    says : str
        In words.
    what : str
        A share or a mean, as `read_measure` takes it; a file may call it `share`, as files of claims do.
    players : int or list of int
        For each of them the target holds by itself; by default all numbers that the game is for.
    bots : str or list of str
        One for all seats, or by seat.
    at_least, at_most : float or None
    spread_at_most : float or None
        Instead: by how much the numbers of players may differ at most.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    says: str = ""
    what: Annotated[str, Field(validation_alias=AliasChoices("what", "share"))]
    players: int | Annotated[list[int], Field(min_length=1)] | None = None
    bots: str | list[str] = "greedy"
    at_least: float | None = None
    at_most: float | None = None
    spread_at_most: Annotated[float, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        is_bounded = self.at_least is not None or self.at_most is not None
        if is_bounded == (self.spread_at_most is not None):
            raise ValueError("say what is wanted: at_least, at_most or both, or else spread_at_most")
        if self.at_least is not None and self.at_most is not None and self.at_least > self.at_most:
            raise ValueError(f"at_least ({self.at_least:g}) is more than at_most ({self.at_most:g})")
        return self

    @property
    def bounds(self) -> tuple[float, float]:
        """At least, at most; of the spread where that is meant."""
        if self.spread_at_most is not None:
            return 0.0, self.spread_at_most
        low, high = self.at_least, self.at_most
        return -np.inf if low is None else low, np.inf if high is None else high

    @property
    def name(self) -> str:
        """Its words, or what is measured and its bounds."""
        what = f"spread of {self.what}" if self.spread_at_most is not None else self.what
        low, high = self.bounds
        wanted = [f"at least {low:g}"] if np.isfinite(low) and self.spread_at_most is None else []
        wanted += [f"at most {high:g}"] if np.isfinite(high) else []
        return self.says or f"{what} {' and '.join(wanted)}"


class TargetFile(BaseModel):
    """A file of targets and of the fields that may move.

    Attributes
    ----------
    game : str
    ruleset : str or None
        A variant file beside it from which the search begins; by default the standard.
    fields : list of str
        As `read_field` takes them, such as "starting_hp=2..6"; "=rest" keeps the sum of a table's column.
    games : int
        For each setting, number of players and bots.
    tries : int
        Settings that are tried, at most.
    judged : int
        Games on fresh seeds by which the winner is judged.
    target : list of Target
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    ruleset: str | None = None
    fields: list[str] = []
    games: Annotated[int, Field(ge=10, le=1_000_000)] = 400
    tries: Annotated[int, Field(ge=1, le=100_000)] = 60
    judged: Annotated[int, Field(ge=10, le=10_000_000)] = 4000
    target: Annotated[list[Target], Field(min_length=1)]


def read_targets(path: str | Path) -> TargetFile:
    """Read a file of targets.

    Raises
    ------
    CryptError
        With all problems at once.
    """
    return targets_of(read_file(Path(path)), str(path))


def targets_of(values: Mapping[str, Any], source: str) -> TargetFile:
    """Check targets.

    Parameters
    ----------
    values : mapping
        As a file has them.
    source : str
        Where they come from, for the errors.

    Raises
    ------
    CryptError
        With all problems at once.
    """
    try:
        return TargetFile.model_validate(dict(values))
    except ValidationError as error:
        raise CryptError(problems_in(error, source, TargetFile, Target, "target")) from None


@dataclass(frozen=True)
class Seen:
    """What a setting comes to for one target.

    Attributes
    ----------
    target : Target
    estimates : dict of int to Estimate
        By number of players.
    is_share : bool
        Whether they are shares of games; else means.
    """

    target: Target
    estimates: dict[int, Estimate]
    is_share: bool = True

    @property
    def worst(self) -> tuple[Estimate, int]:
        """The estimate that misses the target most, and its number of players; the spread, and 0."""
        if self.target.spread_at_most is not None:
            return judge(list(self.estimates.values()), *self.target.bounds)[0], 0
        players = max(self.estimates, key=lambda one: _outside(self.estimates[one].value, self.target.bounds))
        return self.estimates[players], players

    @property
    def miss(self) -> float:
        """How far the worst estimate lies outside the bounds: of shares in parts of 1, of means in parts of the bound."""
        return _outside(self.worst[0].value, self.target.bounds)

    @property
    def verdict(self) -> str:
        """"met" when all intervals lie within the bounds, "missed" when one lies outside, else "unclear"."""
        groups = [list(self.estimates.values())] if self.target.spread_at_most is not None else [
            [one] for one in self.estimates.values()
        ]  # fmt: skip
        found = {judge(group, *self.target.bounds)[1] for group in groups}
        return MISSED if BROKEN in found else MET if found == {KEPT} else UNCLEAR


def _outside(value: float, bounds: tuple[float, float]) -> float:
    low, high = bounds
    if np.isnan(value):
        return IMPOSSIBLE
    if value < low:
        return min((low - value) / max(abs(low), 1.0), IMPOSSIBLE)
    return min(max(value - high, 0.0) / max(abs(high), 1.0), IMPOSSIBLE) if np.isfinite(high) else 0.0
