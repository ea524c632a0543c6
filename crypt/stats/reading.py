"""Reading logged sessions and rows of simulations, mixed, as one table; what is there twice counts once."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq
from pyarrow.fs import LocalFileSystem

from ..batch.storage import MANIFEST, is_text, read_rows
from ..core.catalog import find_game
from ..core.game import CryptError
from ..core.lines import LogError
from ..core.written import fingerprint_today
from .games import Games
from .sessions import LoggedSession, read_session
from .twins import Piece, find_twins, piece_of, pieces_of

MOST_NAMED = 3  # files in a sentence
WHOLE = {"game", "result"}  # a file without these columns holds no rows of games


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
    for i, table in enumerate(tables):
        found.tables[f"table {i + 1}"] = pa.Table.from_pandas(table, preserve_index=False)
    for path in named:
        found.look_at(path)
    return found.games(", ".join(map(str, named)))


class _Found:
    """Files on their way to be one table."""

    def __init__(self, is_lenient: bool = False) -> None:
        self.is_lenient = is_lenient
        self.seen: set[Path] = set()  # a file that is named twice counts once
        self.parquet: list[Path] = []
        self.tables: dict[str, pa.Table] = {}  # by what they are called
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
                if today := _other_fingerprint(path):
                    self.tables[str(path)] = _with_fingerprint(pq.read_table(path), *today)
                else:
                    self.parquet.append(path)
            elif path.suffix != ".csv" and _is_log(path):
                session = read_log_once(path)
                self.sessions.append(session)
                self.remarks += session.remarks
            else:
                table = read_rows(path)
                self._check_rows(path, list(table.columns))
                rows, today = pa.Table.from_pandas(table, preserve_index=False), _other_fingerprint(path)
                self.tables[str(path)] = _with_fingerprint(rows, *today) if today else rows
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
            self._drop_logged(self._together(list(self.tables.values()), dict.fromkeys(self.parquet)))
        if not self.sessions and not self.tables and not self.parquet:
            told = f"; {self.remarks[0]}" if self.remarks else ""
            raise CryptError(f"{where}: there are no games here{told}; play or simulate some")
        return Games(self._each_once(), self.remarks, self.sessions)

    def _each_once(self) -> ds.Dataset:
        """All rows; what is there twice is left out and told."""
        logged = [_session_table(self.sessions)] if self.sessions else []
        groups = [(path, i, piece) for path in self.parquet for i, piece in enumerate(pieces_of(path))]
        tables = [*logged, *self.tables.values()]
        # rather what is in memory is left out than what is read when it is counted; but a log counts before its copies
        pieces = [*map(piece_of, logged), *(piece for *_, piece in groups)]
        pieces += [piece_of(table, Path(name).name) for name, table in self.tables.items()]
        twins = find_twins(pieces)
        if twins is None:
            return self._together(tables, dict.fromkeys(self.parquet))
        self._tell_of_twins(pieces, twins)
        first, last = len(logged), len(logged) + len(groups)
        if logged:
            self.sessions = [one for one, is_again in zip(self.sessions, twins[0], strict=True) if not is_again]
        in_memory = zip(tables, [*twins[:first], *twins[last:]], strict=True)
        tables = [table.filter(pa.array(~again)) for table, again in in_memory]
        whole: dict[Path, list[int] | None] = {}
        for (path, i, piece), again in zip(groups, twins[first:last], strict=True):
            if not again.any():
                whole[path] = [*(whole.get(path) or []), i]
            elif not again.all():
                tables.append(piece.read(piece.columns).filter(pa.array(~again)))
        return self._together(tables, whole)

    def _tell_of_twins(self, pieces: list[Piece], twins: list[np.ndarray]) -> None:
        count = int(sum(again.sum() for again in twins))
        dropped = [piece.name for piece, again in zip(pieces, twins, strict=True) if again.any()]
        names = [name for name in dict.fromkeys(dropped) if name]
        more = f" and {len(names) - MOST_NAMED} other files" if len(names) > MOST_NAMED else ""
        where = f", again in {', '.join(names[:MOST_NAMED])}{more}" if names else ""
        is_one = "1 game is" if count == 1 else f"{count:,} games are"
        self.remarks.append(f"{is_one} there more than once{where}; each counts once")

    def _together(self, tables: list[pa.Table], files: Mapping[Path, list[int] | None]) -> ds.Dataset:
        """Tables, and the files' groups of rows, as one; None stands for all groups of a file."""
        schemas = [table.schema for table in tables] + [pq.read_schema(path) for path in files]
        schema = _unified([_plain(one) for one in schemas])
        parts: list[ds.Dataset] = [ds.dataset(_widen(table, schema)) for table in tables]
        if files:
            form, disk = ds.ParquetFileFormat(), LocalFileSystem()
            found = [form.make_fragment(str(path), disk, row_groups=groups) for path, groups in files.items()]
            parts.append(ds.FileSystemDataset(found, schema, form, disk))
        return parts[0] if len(parts) == 1 else ds.dataset(parts)

    def _drop_logged(self, rows: ds.Dataset) -> None:
        """A simulated game that was also logged counts once."""
        # the name of the ruleset and not its fingerprint: a log that needs the simulation's limit of rounds says so there
        seats = [name for name in rows.schema.names if name.startswith("bot_")]
        key = ["game", "ruleset", "players", "seed", "source", "result", "decisions", *seats]
        seeds = [session.row["seed"] for session in self.sessions if session.row["seed"] is not None]
        if not set(key) <= set(rows.schema.names):
            return
        found = rows.to_table(columns=key, filter=pc.field("seed").isin(pa.array(seeds, pa.uint64())))
        twins = set(zip(*(found.column(name).to_pylist() for name in key), strict=True))
        is_simulated = [one.row["source"] == "simulated" for one in self.sessions]
        kept = [one for one, has_twins in zip(self.sessions, is_simulated, strict=True)
                if not has_twins or tuple(one.row.get(name) for name in key) not in twins]  # fmt: skip
        if len(kept) < len(self.sessions):
            many = len(self.sessions) - len(kept)
            is_one = "1 logged session is" if many == 1 else f"{many} logged sessions are"
            self.remarks.append(f"{is_one} also among the rows; what is there twice counts once")
            self.sessions = kept


def _other_fingerprint(path: Path) -> tuple[str, str] | None:
    """The fingerprint of rows' ruleset as their manifest has it, and today's; None where it is the same, or not known."""
    for manifest in (path.with_name(f"{path.name}.{MANIFEST}"), path.with_name(MANIFEST)):
        with suppress(OSError, ValueError, TypeError, KeyError, CryptError):
            told = json.loads(manifest.read_text(encoding="utf-8"))
            before, now = told["ruleset"]["fingerprint"], fingerprint_today(find_game(told["game"]), told["ruleset"])
            return (before, now) if before != now else None
    return None


def _with_fingerprint(rows: pa.Table, before: str, now: str) -> pa.Table:
    """Rows with another fingerprint in place of one."""
    place = rows.schema.get_field_index("fingerprint")
    if place < 0:
        return rows
    column = rows.column(place).cast(pa.string())
    return rows.set_column(place, "fingerprint", pc.if_else(pc.equal(column, before), now, column))


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
