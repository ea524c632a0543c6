"""Many games as one table, wherever their rows come from; counted without reading more than is asked for."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.acero as ac
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from ..batch.storage import is_text, read_rows
from ..core.game import CryptError, UnreadableError
from ..core.lines import LogError
from ..core.results import Results, results_of
from .sessions import LoggedSession, read_session

ABANDONED = "abandoned"
FINE = 2  # decimals to which numbers with a fraction are counted
BOTS = "bots"  # a column that follows from others: who plays, such as "greedy" or "greedy + random"
WHOLE = {"game", "result"}  # a file without these columns holds no rows of games


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
        chosen, game = self._chosen, self._game or None
        for name, value in values.items():
            self.check([name])
            wanted = list(value) if isinstance(value, (list, tuple, set, range)) else [value]
            game = str(wanted[0]) if name == "game" and len(wanted) == 1 else game
            is_wide = not self._is_bots(name) and pa.types.is_uint64(self._dataset.schema.field(name).type)
            fits = self._field(name).isin(pa.array(wanted, pa.uint64()) if is_wide else wanted)
            chosen = fits if chosen is None else chosen & fits
        if expression is not None:
            chosen = expression if chosen is None else chosen & expression
        if expression is not None and of is None:
            of = self._dataset.schema.names
        asked = self._asked.union(of or (), values)
        return Games(self._dataset, self.remarks, self._chosen_sessions(chosen), chosen, asked, game)

    def finished(self) -> "Games":
        """Those that ended: a session that was abandoned is as long as somebody had time for it."""
        if self._finished is None:
            self._finished = self
            if "result" in self.columns and ABANDONED in set(self.counts(["result"])["result"]):
                self._finished = self.where(pc.coalesce(pc.field("result") != ABANDONED, pc.scalar(True)), ["result"])
        return self._finished

    def _chosen_sessions(self, chosen: pc.Expression | None) -> list[LoggedSession]:
        if not self.sessions or chosen is None:
            return self.sessions
        paths = set(self._dataset.to_table(columns=["path"], filter=chosen)["path"].to_pylist())
        return [one for one in self.sessions if one.row["path"] in paths]

    def _is_bots(self, column: str) -> bool:
        return column == BOTS and BOTS not in self._dataset.schema.names

    def _field(self, column: str) -> pc.Expression:
        return _who_plays(self._dataset.schema.names) if self._is_bots(column) else pc.field(column)

    def check(self, columns: Iterable[str]) -> None:
        """Check that there are such columns.

        Raises
        ------
        UnreadableError
            With the nearest name.
        """
        import difflib

        for name in columns:
            if name not in self.columns:
                near = difflib.get_close_matches(name, self.columns, n=1)
                hint = f"; did you mean {near[0]}?" if near else f" (columns: {', '.join(self.columns)})"
                raise UnreadableError(f"there is no column {name[:40]!r}{hint}")

    def counts(self, columns: Sequence[str]) -> pd.DataFrame:
        """Count the games for each combination of values; numbers with a fraction are rounded to two decimals.

        Returns
        -------
        pandas.DataFrame
            The columns, and `n`; sorted by the columns.
        """
        self.check(columns)
        names = list(dict.fromkeys(columns))
        fields = [self._counted(name) for name in names]
        steps = [ac.Declaration("scan", ac.ScanNodeOptions(self._dataset, columns=self._needed(names), filter=self._chosen))]
        if self._chosen is not None:
            steps.append(ac.Declaration("filter", ac.FilterNodeOptions(self._chosen)))
        if not names:
            return pd.DataFrame({"n": [len(self)]})
        steps.append(ac.Declaration("project", ac.ProjectNodeOptions(fields, names)))
        everything: Any = ([], "hash_count_all", None, "n")
        steps.append(ac.Declaration("aggregate", ac.AggregateNodeOptions([everything], keys=names)))
        table = ac.Declaration.from_sequence(steps).to_table(use_threads=True)
        return _frame(table)[[*names, "n"]].sort_values(names, ignore_index=True)

    def _counted(self, name: str) -> pc.Expression:
        if self._is_bots(name):
            return self._field(name)
        kind = self._dataset.schema.field(name).type
        if pa.types.is_floating(kind):
            return pc.round(pc.field(name).cast(pa.float64()), FINE)
        return pc.field(name)

    def _needed(self, names: list[str]) -> list[str]:
        asked = self._asked.union(names)
        seats = [name for name in self._dataset.schema.names if name.startswith("bot_")] if BOTS in asked else []
        there = set(self._dataset.schema.names)
        return [name for name in dict.fromkeys([*asked, *seats]) if name in there]

    def frame(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """The rows themselves, which must fit in memory."""
        self.check(columns or ())
        wanted = {name: self._field(name) for name in columns} if columns else None
        return _frame(self._dataset.to_table(columns=wanted, filter=self._chosen))

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


def _who_plays(columns: Sequence[str]) -> pc.Expression:
    """The bots of a game: one name where all seats have the same, else all of them."""
    nobody = pc.scalar(pa.scalar(None, pa.string()))
    fields = [pc.field(name).cast(pa.string()) for name in columns if name.startswith("bot_")]
    bots = [pc.if_else(field == "", nobody, field) for field in fields]
    same = pc.scalar(True)
    for bot in bots[1:]:
        same = same & pc.coalesce(bot == bots[0], pc.scalar(True))
    # pyarrow loses rows in which there is nothing to join
    all_of_them = pc.binary_join_element_wise(pc.coalesce(bots[0], ""), *bots[1:], " + ", null_handling="skip")
    return pc.if_else(same, bots[0], all_of_them)


def read_games(
    paths: Iterable[str | Path] | str | Path, tables: Iterable[pd.DataFrame] = (), is_lenient: bool = False
) -> Games:
    """Read logged sessions and rows of simulations, mixed.

    Parameters
    ----------
    paths : path or iterable of paths
        Session logs (.jsonl), files of rows (.parquet, .csv, .jsonl), and folders of them.
    tables : iterable of pandas.DataFrame
        More rows, in memory.
    is_lenient : bool
        Leave out what cannot be read also where it was named.

    Returns
    -------
    Games
        Its `remarks` tell which files were left out, and why.

    Raises
    ------
    CryptError
        For a path that is not there, a file that a person named and that cannot be read, and when there are no games.
    """
    named = [Path(paths)] if isinstance(paths, str | Path) else [Path(path) for path in paths]
    found = _Found(is_lenient)
    found.tables += [pa.Table.from_pandas(table, preserve_index=False) for table in tables]
    for path in named:
        found.look_at(path)
    return found.games(", ".join(map(str, named)))


class _Found:
    """Files on their way to be one table."""

    def __init__(self, is_lenient: bool = False) -> None:
        self.is_lenient = is_lenient
        self.seen: set[Path] = set()  # a file that is named twice counts once
        self.parquet: list[Path] = []
        self.tables: list[pa.Table] = []
        self.sessions: list[LoggedSession] = []
        self.remarks: list[str] = []

    def look_at(self, path: Path) -> None:
        if path.is_dir():
            for inside in sorted(path.rglob("*")):
                hidden = any(part.startswith(".") for part in inside.relative_to(path).parts)
                if inside.suffix in (".parquet", ".csv", ".jsonl") and inside.is_file() and not hidden:
                    self._take(inside, is_named=False)
        elif path.is_file():
            self._take(path, is_named=True)
        else:
            raise CryptError(f"{path}: there is no such file or folder")

    def _take(self, path: Path, is_named: bool) -> None:
        place = path.resolve()
        if place in self.seen:
            return
        self.seen.add(place)
        try:
            if path.suffix == ".parquet":
                self._check_rows(path, pq.read_schema(path).names)
                self.parquet.append(path)
            elif path.suffix != ".csv" and _is_log(path):
                session = read_log_once(path)
                self.sessions.append(session)
                self.remarks += session.remarks
            else:
                table = read_rows(path)
                self._check_rows(path, list(table.columns))
                self.tables.append(pa.Table.from_pandas(table, preserve_index=False))
        except (CryptError, OSError, pa.ArrowException) as error:
            # a broken or strange log among others is told; of a file with another error that was named, it is the answer
            if is_named and not self.is_lenient and not isinstance(error, LogError):
                raise error if isinstance(error, CryptError) else CryptError(f"{path}: cannot be read as rows") from None
            self.remarks.append(f"{str(error).splitlines()[0]}; left out")

    @staticmethod
    def _check_rows(path: Path, names: list[str]) -> None:
        if not set(names) >= WHOLE:
            raise CryptError(f"{path}: holds no rows of games (there is no column 'result')")

    def games(self, where: str) -> Games:
        if self.sessions and (self.tables or self.parquet):
            rows = self._together()
            self._drop_twins(rows)
        if self.sessions:
            self.tables.append(_session_table(self.sessions))
        if not self.tables and not self.parquet:
            told = f"; {self.remarks[0]}" if self.remarks else ""
            raise CryptError(f"{where}: there are no games here{told}; play or simulate some")
        return Games(self._together(), self.remarks, self.sessions)

    def _together(self) -> ds.Dataset:
        schemas = [table.schema for table in self.tables] + [pq.read_schema(path) for path in self.parquet]
        schema = _unified([_plain(one) for one in schemas])
        parts: list[ds.Dataset] = [ds.dataset(_widen(table, schema)) for table in self.tables]
        if self.parquet:
            parts.append(ds.dataset([str(path) for path in self.parquet], schema=schema, format="parquet"))
        return parts[0] if len(parts) == 1 else ds.dataset(parts)

    def _drop_twins(self, rows: ds.Dataset) -> None:
        """A simulated game that was also logged counts once."""
        # the name of the ruleset and not its fingerprint: a log that needs the simulation's limit of rounds says so there
        key = ["game", "ruleset", "players", "seed", *(name for name in rows.schema.names if name.startswith("bot_"))]
        seeds = [session.row["seed"] for session in self.sessions if session.row["seed"] is not None]
        if not set(key) <= set(rows.schema.names):
            return
        found = rows.to_table(columns=key, filter=pc.field("seed").isin(pa.array(seeds, pa.uint64())))
        twins = set(zip(*(found.column(name).to_pylist() for name in key), strict=True))
        kept = [one for one in self.sessions if tuple(one.row.get(name) for name in key) not in twins]
        if len(kept) < len(self.sessions):
            many = len(self.sessions) - len(kept)
            is_one = "1 logged session is" if many == 1 else f"{many} logged sessions are"
            self.remarks.append(f"{is_one} also among the rows; what is there twice counts once")
            self.sessions = kept


def _plain(schema: pa.Schema) -> pa.Schema:
    """Text as one type, and no metadata, so that schemas of different origin can be one."""
    fields = []
    for one in schema:
        is_nothing = pa.types.is_null(one.type) and is_text(one.name)
        is_string = pa.types.is_large_string(one.type) or pa.types.is_dictionary(one.type) or is_nothing
        fields.append(pa.field(one.name, pa.string() if is_string else one.type))
    return pa.schema(fields)


def _unified(schemas: list[pa.Schema]) -> pa.Schema:
    """One schema of several; a column that holds numbers in one game and words in another holds words."""
    fields: dict[str, pa.Field] = {}
    for one in (field for schema in schemas for field in schema):
        found = [pa.schema([fields.get(one.name, one)]), pa.schema([one])]
        try:
            fields[one.name] = pa.unify_schemas(found, promote_options="permissive").field(0)
        except pa.ArrowTypeError:
            fields[one.name] = pa.field(one.name, pa.string())
    return pa.schema(fields.values())


def _widen(table: pa.Table, schema: pa.Schema) -> pa.Table:
    columns = [
        table.column(one.name).cast(one.type) if one.name in table.column_names else pa.nulls(len(table), one.type)
        for one in schema
    ]
    return pa.table(columns, schema=schema)


def _session_table(sessions: list[LoggedSession]) -> pa.Table:
    names = list(dict.fromkeys(name for session in sessions for name in session.row))
    columns: dict[str, Any] = {}
    for name in names:
        values = [session.row.get(name) for session in sessions]
        kind = _kind(name, values)
        if kind == pa.string():
            values = [None if value is None else str(value) for value in values]
        columns[name] = pa.array(values, kind)
    return pa.table(columns)


def _kind(name: str, values: list[Any]) -> pa.DataType | None:
    if name == "seed":
        return pa.uint64()
    if is_text(name):
        return pa.string()
    known = [value for value in values if value is not None]
    if any(isinstance(value, str) for value in known):
        return pa.string()
    if all(isinstance(value, bool) for value in known) and known:
        return pa.bool_()
    return pa.int32() if all(isinstance(value, int) for value in known) else pa.float64()


def read_log_once(path: Path) -> LoggedSession:
    """Read what a log comes to; while the file stays as it is, it is read once.

    Parameters
    ----------
    path : Path

    Returns
    -------
    LoggedSession

    Raises
    ------
    LogError
        As `read_session`.
    """
    about = path.stat()
    return _read_once(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=10_000)
def _read_once(path: Path, *_: int) -> LoggedSession:
    return read_session(path)


def _is_log(path: Path) -> bool:
    with path.open("rb") as file:
        first = file.readline(8_000_000)
    try:
        line: Any = json.loads(first.decode())
    except (ValueError, RecursionError):
        return True  # let the reader of logs say what is wrong
    return not (isinstance(line, Mapping) and "result" in line and line.get("type") != "session")
