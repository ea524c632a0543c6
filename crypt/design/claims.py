"""Claims: what a design promises, in words and in bounds, sampled until each is kept, broken, or the budget is spent.

A claim is about a share of games ("at least 90 % of games take 15 to 90 minutes"). Its interval is a confidence sequence
(`crypt.stats.sequences`), which holds however often one looks: a verdict is wrong with a chance of at most `error`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np
import pandas as pd
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, model_validator

from ..batch.plan import Plan, check_root, check_workers, make_plan
from ..batch.rows import rows
from ..batch.workers import Flag, Team
from ..core.catalog import find_game
from ..core.game import CryptError, Game, UnreadableError
from ..core.ruleset import Ruleset, load_ruleset, problems_of, read_file
from ..core.shipped import game_data
from ..stats.intervals import Estimate
from ..stats.sequences import share_at_any_time
from .measures import Measure, read_measure

KEPT, BROKEN, UNDECIDED = "kept", "broken", "undecided"
FIRST_LOOK = 50  # games; then one look after every tenth more, but at least after so many
GROWTH = 1.1
Share = Annotated[float, Field(ge=0, le=1)]


class Claim(BaseModel):
    """One promise, as a file of claims states it.

    Attributes
    ----------
    id : str
    says : str
        The promise in words.
    share : str
        Which share of games: as `read_measure` takes it; a file may call it `what`, as files of targets do.
    at_least, at_most : float
        What is promised of the share, for each number of players by itself.
    spread_at_most : float or None
        Instead: by how much the shares of the numbers of players may differ at most.
    players : list of int
        By default all that the game is for.
    bots : str or list of str
        One for all seats, or by seat.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
    says: Annotated[str, Field(min_length=1)]
    share: Annotated[str, Field(validation_alias=AliasChoices("share", "what"))]
    at_least: Share = 0.0
    at_most: Share = 1.0
    spread_at_most: Share | None = None
    players: Annotated[list[int], Field(min_length=1)] | None = None
    bots: str | list[str] = "greedy"

    @model_validator(mode="after")
    def _check(self) -> Self:
        is_bounded = self.at_least > 0 or self.at_most < 1
        if is_bounded == (self.spread_at_most is not None):
            raise ValueError("say what is promised: at_least, at_most or both, or else spread_at_most")
        if self.at_least > self.at_most:
            raise ValueError(f"at_least ({self.at_least:g}) is more than at_most ({self.at_most:g})")
        if self.at_most == 0 or self.at_least == 1 or self.spread_at_most == 0:
            bound = "at_least = 1" if self.at_least == 1 else "at_most = 0" if self.at_most == 0 else "spread_at_most = 0"
            raise ValueError(f"{bound} can be broken, but no number of games shows that it is kept; leave a little room")
        return self

    @property
    def promised(self) -> tuple[float, float]:
        """The bounds of the share, or of the spread: at least, at most."""
        return (self.at_least, self.at_most) if self.spread_at_most is None else (0.0, self.spread_at_most)


class ClaimFile(BaseModel):
    """A file of claims.

    Attributes
    ----------
    game : str
    error : float
        The chance that the verdict on a claim is wrong, at most.
    budget : int
        Games for each number of players and bots, at most.
    ruleset : str or None
        A variant file beside it; by default the standard.
    claim : list of Claim
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    error: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    budget: Annotated[int, Field(ge=100, le=100_000_000)] = 20_000
    ruleset: str | None = None
    claim: Annotated[list[Claim], Field(min_length=1)]

    @model_validator(mode="after")
    def _check(self) -> Self:
        ids = [one.id for one in self.claim]
        doubles = sorted({name for name in ids if ids.count(name) > 1})
        if doubles:
            raise ValueError(f"two claims have the id {doubles[0]}; give each its own")
        return self


def claims_path(game: Game) -> Path:
    """Where the claims lie that come with a game, if it has any.

    Parameters
    ----------
    game : Game
    """
    return game_data(game.package) / "claims.toml"


def read_claims(path: str | Path) -> ClaimFile:
    """Read a file of claims.

    Raises
    ------
    CryptError
        With all problems at once: file, claim, field, what is allowed.
    """
    try:
        return ClaimFile.model_validate(read_file(Path(path)))
    except ValidationError as error:
        raise CryptError(problems_in(error, str(path), ClaimFile, Claim, "claim")) from None


def problems_in(error: ValidationError, source: str, whole: type[BaseModel], part: type[BaseModel], name: str) -> str:
    """What is wrong with a file, the file being named once.

    Parameters
    ----------
    error : ValidationError
    source : str
    whole, part : type
        Of the models of the file, and of one of its parts.
    name : str
        What a part is called.
    """
    remedies = [f"fields of {owner}: {', '.join(model.model_fields)}"
                for owner, model in (("the file", whole), (f"a {name}", part))]  # fmt: skip
    lines = [line for item in error.errors() for line in problems_of(item, whole, remedies[len(item["loc"]) > 1])]
    return f"{source}: {lines[0]}" if len(lines) == 1 else "\n".join([f"{source}:", *(f"  {line}" for line in lines)])


def ruleset_of(claims: ClaimFile, folder: Path) -> Ruleset | None:
    """The ruleset that a file of claims names, if it names one.

    Parameters
    ----------
    claims : ClaimFile
    folder : Path
        Of the file.

    Raises
    ------
    CryptError
    """
    return load_ruleset(find_game(claims.game), folder / claims.ruleset) if claims.ruleset else None


@dataclass(frozen=True)
class Verdict:
    """What came of a claim, for one number of players, or of all of them where it is about their spread.

    Attributes
    ----------
    claim : Claim
    players : tuple of int
    estimate : Estimate
        With an interval that holds at any time.
    n : int
        Games, of the number of players with the fewest.
    verdict : str
        "kept", "broken" or "undecided".
    """

    claim: Claim
    players: tuple[int, ...]
    estimate: Estimate
    n: int
    verdict: str

    @property
    def name(self) -> str:
        """The claim's id and the numbers of players."""
        return f"{self.claim.id}, {_players(self.players)}"


def _players(players: Sequence[int]) -> str:
    listed = ", ".join(map(str, players))
    return f"{listed} player{'' if list(players) == [1] else 's'}"


@dataclass(frozen=True)
class Check:
    """The verdicts on all claims of a file.

    Attributes
    ----------
    game : Game
    ruleset : Ruleset
    error : float
    verdicts : list of Verdict
    budget, seed : int
        Games for each number of players and bots, at most, and the root seed; 0 where it was not told.
    """

    game: Game
    ruleset: Ruleset
    error: float
    verdicts: list[Verdict]
    budget: int = 0
    seed: int = 0

    @property
    def status(self) -> int:
        """0 when all claims are kept, 1 when one is broken, 3 when none is broken and one undecided."""
        found = {one.verdict for one in self.verdicts}
        return 1 if BROKEN in found else 3 if UNDECIDED in found else 0

    def frame(self) -> pd.DataFrame:
        """A row for each verdict.

        Returns
        -------
        pandas.DataFrame
            `claim`, `says`, `players`, `bots`, `share`, `at_least`, `at_most`, `value` with its interval `low` to `high`,
            `n` games, `verdict`.
        """
        return pd.DataFrame([_row(one) for one in self.verdicts])


def _row(one: Verdict) -> dict[str, Any]:
    at_least, at_most = one.claim.promised
    bots = one.claim.bots if isinstance(one.claim.bots, str) else " + ".join(one.claim.bots)
    share = one.claim.share if one.claim.spread_at_most is None else f"spread of {one.claim.share}"
    return {
        "claim": one.claim.id, "says": one.claim.says, "players": ", ".join(map(str, one.players)), "bots": bots,
        "share": share, "at_least": at_least, "at_most": at_most, "value": one.estimate.value, "low": one.estimate.low,
        "high": one.estimate.high, "n": one.n, "verdict": one.verdict,
    }  # fmt: skip


@dataclass
class Tally:
    """How many games of one party passed the test of a claim, so far.

    Attributes
    ----------
    measure : Measure
    error : float
    count, n : int
    """

    measure: Measure
    error: float
    count: int = 0
    n: int = 0

    def add(self, values: np.ndarray) -> None:
        """Take the games' values: 0 or 1, nan where the game has none."""
        known = values[~np.isnan(values)]
        self.count += int(known.sum())
        self.n += len(known)

    @property
    def estimate(self) -> Estimate:
        """The share with an interval that holds at any time."""
        return share_at_any_time(self.count, self.n, self.error)


def judge(estimates: Sequence[Estimate], at_least: float, at_most: float) -> tuple[Estimate, str]:
    """Judge one share, or the spread of several, by what was promised.

    Parameters
    ----------
    estimates : sequence of Estimate
        One; or several, of which the largest difference counts.
    at_least, at_most : float

    Returns
    -------
    Estimate
        Of the share, or of the spread.
    str
        "kept" when the whole interval lies within the bounds, "broken" when none of it does, else "undecided".
    """
    found = estimates[0] if len(estimates) == 1 else _spread(estimates)
    if at_least <= found.low and found.high <= at_most:
        return found, KEPT
    return found, BROKEN if found.high < at_least or found.low > at_most else UNDECIDED


def _spread(estimates: Sequence[Estimate]) -> Estimate:
    """The largest difference of two shares: at least how far apart intervals lie, at most how far their ends do."""
    values, lows, highs = (np.array(one) for one in zip(*estimates, strict=True))
    return Estimate(float(np.ptp(values)), max(0.0, float(lows.max() - highs.min())), float(highs.max() - lows.min()))


@dataclass
class _Party:
    """The games of one number of players and their bots, and the claims that they tell of."""

    plan: Plan
    tallies: dict[str, Tally] = field(default_factory=dict)  # by the claim's id
    done: int = 0

    def play(self, games: int, workers: int, cancel: Flag | None) -> None:
        """Play on until so many games are done."""
        for batch in Team(self.plan.first(games), self.done, workers, cancel).batches():
            table = rows(self.plan, batch.first, batch.outcomes)
            for tally in self.tallies.values():
                tally.add(tally.measure.of(table))
            self.done += len(table)


def looks(budget: int) -> Iterator[int]:
    """After how many games one looks: the same on every machine."""
    at = FIRST_LOOK
    while at < budget:
        yield at
        at = max(at + FIRST_LOOK, int(at * GROWTH))
    yield budget


def check_claims(
    claims: ClaimFile,
    ruleset: Ruleset | None = None,
    seed: int | str = 0,
    budget: int | None = None,
    workers: int | str | None = None,
    only: Iterable[str] = (),
    progress: Callable[[list[Verdict]], Any] | None = None,
    cancel: Flag | None = None,
) -> Check:
    """Play until each claim is kept, broken, or the budget is spent.

    Parameters
    ----------
    claims : ClaimFile
    ruleset : Ruleset, optional
        By default the standard.
    seed : int or str
        The same seed gives the same verdicts, whatever the workers.
    budget : int, optional
        Games for each number of players and bots; by default the file's.
    workers : int, optional
    only : iterable of str
        Ids; by default all claims.
    progress : callable, optional
        Is given the verdicts so far, after each look.
    cancel : flag, optional
        When it is set, it ends soon; what is not decided then is undecided.

    Raises
    ------
    CryptError
        For a game, a bot, a number of players or a measure that there is not.
    """
    game, wanted = find_game(claims.game), set(only)
    unknown = sorted(wanted - {one.id for one in claims.claim})
    if unknown:
        raise UnreadableError(f"there is no claim {unknown[0][:40]!r} (claims: {', '.join(one.id for one in claims.claim)})")
    chosen = [one for one in claims.claim if not wanted or one.id in wanted]
    most, root, team = budget or claims.budget, check_root(seed), check_workers(workers)
    parties: dict[tuple[Any, ...], _Party] = {}
    for claim in chosen:
        try:
            _seat(claim, game, ruleset, claims.error, most, root, parties)
        except CryptError as error:
            raise type(error)(f"claim {claim.id}: {error}") from None
    # a verdict stands as soon as it is reached: from then on its claim counts no more games
    verdicts = [one for claim in chosen for one in _verdicts(claim, game, parties)]
    for games in looks(most):
        waiting = [one for one in parties.values() if _is_open(one, verdicts)]
        if not waiting or (cancel is not None and cancel.is_set()):
            break
        for party in waiting:
            party.play(games, team, cancel)
        now = [one for claim in chosen for one in _verdicts(claim, game, parties)]
        verdicts = [new if old.verdict == UNDECIDED else old for old, new in zip(verdicts, now, strict=True)]
        if progress:
            progress(verdicts)
    plan = next(iter(parties.values())).plan
    return Check(game, plan.ruleset, claims.error, verdicts, most, root)


def _seat(
    claim: Claim, game: Game, ruleset: Ruleset | None, error: float, budget: int, root: int, parties: dict[Any, _Party]
) -> None:
    """Find the parties of a claim, and let them count for it."""
    tables = tables_of(claim.players, claim.spread_at_most is not None, game)
    for players in tables:
        plan = make_plan(game, players, budget, root, claim.bots, ruleset)
        party = parties.setdefault((players, plan.bots), _Party(plan))
        measure = read_measure(claim.share, plan)
        if not measure.is_share:
            raise UnreadableError(f"{claim.share!r} is a mean; a claim is about a share of games, such as {claim.share}<=90")
        # each of the shares of a spread may miss with its part of the error
        party.tallies[claim.id] = Tally(measure, error if claim.spread_at_most is None else error / len(tables))


def tables_of(players: Iterable[int] | None, is_spread: bool, game: Game) -> list[int]:
    """The numbers of players that something is asked of, each once.

    Parameters
    ----------
    players : iterable of int, optional
        By default all that the game is for.
    is_spread : bool
        Whether it is about how far they are apart.
    game : Game

    Raises
    ------
    UnreadableError
        For the spread of a single one.
    """
    tables = list(dict.fromkeys(players or game.players))
    if is_spread and len(tables) < 2:
        raise UnreadableError("a spread is of two or more numbers of players; name them, or take at_most")
    return tables


def _is_open(party: _Party, verdicts: list[Verdict]) -> bool:
    """Whether something that is not decided hangs on this party."""
    return any(
        one.verdict == UNDECIDED and party.plan.players in one.players and one.claim.id in party.tallies for one in verdicts
    )


def _verdicts(claim: Claim, game: Game, parties: dict[Any, _Party]) -> list[Verdict]:
    tallies = {one.plan.players: one.tallies[claim.id] for one in parties.values() if claim.id in one.tallies}
    is_spread = claim.spread_at_most is not None
    tables = tables_of(claim.players, is_spread, game)
    found = []
    for players in [tuple(tables)] if is_spread else [(one,) for one in tables]:
        estimate, verdict = judge([tallies[one].estimate for one in players], *claim.promised)
        found.append(Verdict(claim, players, estimate, min(tallies[one].n for one in players), verdict))
    return found
