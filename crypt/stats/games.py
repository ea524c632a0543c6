"""Many games as one table, wherever their rows come from; counted without reading more than is asked for."""

import functools
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.acero as ac
import pyarrow.compute as pc
import pyarrow.dataset as ds

from ..core.game import UnreadableError
from ..core.log import LogWriteError, is_free
from ..core.results import ABANDONED, Results, results_of
from ..core.wording import listed
from .intervals import Moments
from .sessions import LoggedSession

FINE = 2  # decimals to which numbers with a fraction are counted
BOTS = "bots"  # a column that follows from others: who plays, such as "greedy" or "greedy + random"
NEAREST = 3  # names that are suggested
MOST_KEPT = 1000  # rows of counts that are kept to be asked for again


class Games:
    """Games: rows in files or in memory.

    Made by `read_games` or `Games.of`.

    Attributes
    ----------
    remarks : list of str
        What was left out, and why.
    sessions : list of LoggedSession
        Those that were read from logs.
    """

    def __init__(
        self,
        dataset: ds.Dataset,
        remarks: Sequence[str] = (),
        sessions: Sequence[LoggedSession] = (),
        chosen: pc.Expression | None = None,
        asked: frozenset[str] = frozenset(),
        game: str | None = None,
    ) -> None:
        self._dataset, self._chosen = dataset, chosen
        self._asked = asked  # the columns of the filter
        self._game = game  # the only one, where it is known
        self._finished: Games | None = None  # found when it is asked for
        self._known: dict[tuple[str, ...], pd.DataFrame] = {}  # what was counted before, where it is little
        self.remarks, self.sessions = list(remarks), list(sessions)

    @classmethod
    def of(cls, table: "pd.DataFrame | pa.Table | Games") -> "Games":
        """Games from rows in memory."""
        if isinstance(table, Games):
            return table
        arrow = table if isinstance(table, pa.Table) else pa.Table.from_pandas(table, preserve_index=False)
        return cls(ds.dataset(arrow))

    @property
    def columns(self) -> list[str]:
        """The names of the columns; with `bots`, which says who plays where `bot_1` ... say it by seat."""
        names = list(self._dataset.schema.names)
        return [*names, BOTS] if "bot_1" in names and BOTS not in names else names

    def is_number(self, column: str) -> bool:
        """Tell whether a column holds numbers that can be averaged."""
        if self._is_bots(column):
            return False
        kind = self._dataset.schema.field(column).type
        return (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)) and column != "seed"

    def __len__(self) -> int:
        return int(self._dataset.count_rows(filter=self._chosen))

    @property
    def results(self) -> Results:
        """What columns and results are called in the game of which all are; of several games, by their names."""
        if self._game is None:
            names = self.counts(["game"])["game"].dropna().tolist() if "game" in self.columns else []
            self._game = str(names[0]) if len(names) == 1 else ""
        return results_of(self._game)

    def where(self, expression: pc.Expression | None = None, of: Iterable[str] | None = None, **values: Any) -> "Games":
        """Only some of the games.

        Parameters
        ----------
        expression : pyarrow.compute.Expression, optional
        of : iterable of str
            The columns that the expression is about; without them all are read when games are counted.
        **values
            A column's value, or a list of values that it may have.
        """
        chosen, game, asked = self._chosen, self._game or None, set(self._asked)
        for name, value in values.items():
            self.check([name])
            wanted = list(value) if isinstance(value, (list, tuple, set, range)) else [value]
            game = str(wanted[0]) if name == "game" and len(wanted) == 1 else game
            asked.add(name)
            if self._is_bots(name):
                fits, seats = self._played_by(wanted)
                asked = asked.difference([name]).union(seats)
            else:
                is_wide = pa.types.is_uint64(self._dataset.schema.field(name).type)
                fits = pc.field(name).isin(pa.array(wanted, pa.uint64()) if is_wide else wanted)
            chosen = fits if chosen is None else chosen & fits
        if expression is not None:
            chosen = expression if chosen is None else chosen & expression
        if expression is not None and of is None:
            of = self._dataset.schema.names
        asked.update(of or ())
        return Games(self._dataset, self.remarks, self._chosen_sessions(chosen), chosen, frozenset(asked), game)

    def finished(self) -> "Games":
        """Those that ended: a session that was not finished is as long as somebody had time for it."""
        if self._finished is None:
            self._finished = self
            if "result" in self.columns and ABANDONED in set(self.counts(["result"])["result"]):
                self._finished = self.where(pc.coalesce(pc.field("result") != ABANDONED, pc.scalar(True)), ["result"])
        return self._finished

    def count_played_now(self) -> int:
        """How many unfinished sessions somebody has open to play them."""
        unfinished = [one.path for one in self.sessions if one.row["result"] == ABANDONED]
        return sum(_is_played_now(path) for path in unfinished)

    def _chosen_sessions(self, chosen: pc.Expression | None) -> list[LoggedSession]:
        if not self.sessions or chosen is None:
            return self.sessions
        paths = set(self._dataset.to_table(columns=["path"], filter=chosen)["path"].to_pylist())
        return [one for one in self.sessions if one.row["path"] in paths]

    def _is_bots(self, column: str) -> bool:
        return column == BOTS and BOTS not in self._dataset.schema.names

    @property
    def _seats(self) -> list[str]:
        """The columns that say who plays, by seat."""
        return [name for name in self._dataset.schema.names if name.startswith("bot_")]

    def _played_by(self, wanted: Iterable[Any]) -> tuple[pc.Expression, list[str]]:
        """Those whose `bots` are wanted, by as few columns of seats as tell them from the others, and these columns."""
        seated = _with_bots(self.counts(self._seats), self._seats).fillna("")
        is_wanted = seated[BOTS].isin(["" if value is None else value for value in wanted])
        seats = self._seats
        for seat in reversed(self._seats):
            rest = [one for one in seats if one != seat]
            if rest and not _rows_of(seated[is_wanted], rest) & _rows_of(seated[~is_wanted], rest):
                seats = rest
        found = pc.scalar(False)
        for row in sorted(_rows_of(seated[is_wanted], seats)):
            fits = [pc.coalesce(pc.field(seat).cast(pa.string()), "") == name for seat, name in zip(seats, row, strict=True)]
            found |= functools.reduce(operator.and_, fits)
        return found, seats

    def check(self, columns: Iterable[str]) -> None:
        """Check that there are such columns.

        Raises
        ------
        UnreadableError
            With the nearest names, or all where there are few.
        """
        import difflib

        for name in columns:
            if name not in self.columns:
                near = difflib.get_close_matches(name, self.columns, n=NEAREST)
                near = near or [column for column in self.columns if name.lower() in column][:NEAREST]
                some = f"there are {len(self.columns):,}, such as {listed(self.columns[:NEAREST])}"
                among = f"did you mean {listed(near, 'or')}?" if near else some
                raise UnreadableError(f"there is no column {name[:40]!r}; {among}")

    def counts(self, columns: Sequence[str]) -> pd.DataFrame:
        """Count the games for each combination of values; numbers with a fraction are rounded to two decimals.

        Returns
        -------
        pandas.DataFrame
            The columns, and `n`; sorted by the columns.
        """
        self.check(columns)
        names = list(dict.fromkeys(columns))
        if not names:
            return pd.DataFrame({"n": [len(self)]})
        if tuple(names) not in self._known:
            table = self._counts(names)
            if len(table) > MOST_KEPT:
                return table
            self._known[tuple(names)] = table
        return self._known[tuple(names)].copy()

    def _counts(self, names: list[str]) -> pd.DataFrame:
        keys = self._with_seats(names)
        if keys != names:
            table = _with_bots(self.counts(keys), self._seats).groupby(names, dropna=False, as_index=False)["n"].sum()
        else:
            everything: Any = ([], "hash_count_all", None, "n")
            table = _frame(self._aggregated({name: self._counted(name) for name in keys}, [everything], keys))
        return table[[*names, "n"]].sort_values(names, ignore_index=True)

    def moments(self, columns: Sequence[str]) -> dict[str, Moments]:
        """What means and their intervals follow from, for columns of numbers, all in one pass.

        Parameters
        ----------
        columns : sequence of str
        """
        self.check(columns)
        if not columns:
            return {}
        measured = ("count", "mean", "variance", "min_max")
        wanted = [(name, what, None, f"{name} {what}") for name in columns for what in measured]
        fields = {name: pc.field(name).cast(pa.float64()) for name in columns}
        (found,) = self._aggregated(fields, wanted, []).to_pylist()
        return {name: _moments(found, name) for name in columns}

    def _aggregated(self, fields: dict[str, pc.Expression], wanted: list[Any], keys: list[str]) -> pa.Table:
        """Aggregate the games by keys, without having more of them in memory than are looked at."""
        names = list(fields)
        steps = [ac.Declaration("scan", ac.ScanNodeOptions(self._dataset, columns=self._needed(names), filter=self._chosen))]
        if self._chosen is not None:
            steps.append(ac.Declaration("filter", ac.FilterNodeOptions(self._chosen)))
        steps.append(ac.Declaration("project", ac.ProjectNodeOptions(list(fields.values()), names)))
        steps.append(ac.Declaration("aggregate", ac.AggregateNodeOptions(wanted, keys=keys)))
        return ac.Declaration.from_sequence(steps).to_table(use_threads=True)

    def _counted(self, name: str) -> pc.Expression:
        if pa.types.is_floating(self._dataset.schema.field(name).type):
            return pc.round(pc.field(name).cast(pa.float64()), FINE)
        return pc.field(name)

    def _with_seats(self, names: Iterable[str]) -> list[str]:
        """The columns from which others follow instead of these."""
        return list(dict.fromkeys(seat for name in names for seat in (self._seats if self._is_bots(name) else [name])))

    def _needed(self, names: list[str]) -> list[str]:
        there = set(self._dataset.schema.names)
        return [name for name in self._with_seats([*self._asked, *names]) if name in there]

    def frame(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """The rows themselves, which must fit in memory."""
        self.check(columns or ())
        if not columns:
            return _frame(self._dataset.to_table(filter=self._chosen))
        wanted = self._with_seats(columns)
        table = _frame(self._dataset.to_table(columns=wanted, filter=self._chosen))
        return table if wanted == list(columns) else _with_bots(table, self._seats)[list(columns)]

    def head(self, count: int) -> pd.DataFrame:
        """The first rows."""
        return _frame(self._dataset.head(count, filter=self._chosen))

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """All rows, some at a time, for what does not fit in memory; of all columns of `schema`, or of some."""
        yield from self._dataset.to_batches(filter=self._chosen, columns=list(columns) if columns else None)

    @property
    def schema(self) -> pa.Schema:
        """The columns and their types, as `batches` has them."""
        return self._dataset.schema


def _frame(table: pa.Table) -> pd.DataFrame:
    """Rows as pandas has them; seeds keep their 64 bits, also where a game has none."""
    has_holes = any(pa.types.is_uint64(column.type) and column.null_count for column in table.columns)
    return table.to_pandas(types_mapper={pa.uint64(): pd.UInt64Dtype()}.get if has_holes else None)


def _is_played_now(path: Path) -> bool:
    try:
        return not is_free(path)
    except LogWriteError:
        return False  # in a folder of somebody else's it cannot be told


def _moments(found: Mapping[str, Any], name: str) -> Moments:
    bounds = found[f"{name} min_max"]
    told = found[f"{name} mean"], found[f"{name} variance"], bounds["min"], bounds["max"]
    return Moments(found[f"{name} count"], *(float("nan") if value is None else value for value in told))


def _rows_of(table: pd.DataFrame, columns: list[str]) -> set[tuple[str, ...]]:
    return set(table[columns].itertuples(index=False, name=None))


def _with_bots(table: pd.DataFrame, seats: list[str]) -> pd.DataFrame:
    """Rows with the column `bots`: one name where all seats have the same, else all of them."""
    seated = table[seats].drop_duplicates()
    told = [[name for name in row if isinstance(name, str) and name] for row in seated.itertuples(index=False)]
    names = [" + ".join(row if len({*row}) > 1 else row[:1]) or None for row in told]
    return table.merge(seated.assign(**{BOTS: pd.Series(names, seated.index, dtype=object)}), on=seats, how="left")
