"""Rows on disk: one file, or a folder of Parquet parts in order. Whatever stands there under its name is complete."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ..core.game import CryptError
from ..core.header import version
from .plan import Plan
from .rows import rows

FILES = (".csv", ".jsonl", ".parquet")
MANIFEST = "manifest.json"
OTHERS = {"bots": "other bots", "iterations": "another number of iterations", "rounds": "another number of rounds"}
# Spreadsheets run texts with such a beginning as formulas. Apostrophes before it count, so that reading is exact.
WIDE = "\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
BEGINNINGS = f"'*[=+\\-@\t\r\n{WIDE}]"
SHIELD, UNSHIELD = (rf"^({BEGINNINGS})", r"'\1"), (rf"^'({BEGINNINGS})", r"\1")
PART_ROWS = 100_000
PART_SECONDS = 30.0  # no more than this is lost when the process is killed


class Store(Protocol):
    """Where rows go.

    Attributes
    ----------
    done : int
        Rows that are there.
    """

    done: int

    def add(self, table: pd.DataFrame) -> None:
        """Take rows."""

    def close(self) -> None:
        """Complete what is there."""

    def read(self, games: int) -> pd.DataFrame:
        """The first rows, after `close`."""


def open_store(path: str | Path, plan: Plan, resume: bool = False) -> Store:
    """Prepare the place for rows, before any game is played.

    Parameters
    ----------
    path : path
        A name that ends in .parquet, .csv or .jsonl is one file; any other is a folder of Parquet parts.
    plan : Plan
    resume : bool
        Go on with the rows that are there.

    Raises
    ------
    CryptError
        For a place that cannot be written, rows that are there without `resume`, and rows of another plan with it.
    """
    place = Path(path)
    is_file = place.suffix in FILES
    if place.suffix and not is_file and not place.exists():
        raise CryptError(f"{path}: name a file that ends in {', '.join(FILES)}, or a folder without an ending")
    if not place.absolute().parent.is_dir():
        raise CryptError(f"{path}: there is no folder {place.parent}; make it first")
    if is_file and place.is_dir():
        raise CryptError(f"{path}: this is a folder; name a file in it, or a folder without {place.suffix}")
    if not is_file and place.exists() and not place.is_dir():
        raise CryptError(f"{path}: this is a file; name a folder, or a file that ends in {', '.join(FILES)}")
    manifest = place.with_name(f"{place.name}.{MANIFEST}") if is_file else place / MANIFEST
    with _readable(place):
        _check_manifest(place, manifest, plan, resume)
        return SingleFile(place, resume, _row_types(plan)) if is_file else Folder(place)


def _row_types(plan: Plan) -> dict[str, Any]:
    """The type of each column; text formats do not keep them."""
    return rows(plan, 0, np.zeros(0, plan.game.outcome_type).view(np.recarray)).dtypes.to_dict()


def _check_manifest(place: Path, manifest: Path, plan: Plan, resume: bool) -> None:
    """The manifest tells what the rows are rows of; a new one is written where there are none."""
    has_rows = place.is_file() if place.suffix in FILES else any(place.glob("part-*.parquet"))
    if has_rows and not resume:
        raise CryptError(f"{place}: there are rows already; go on with them with --resume, or name another place")
    if not has_rows:
        if place.is_dir() and _holds_other_things(place, manifest):
            raise CryptError(f"{place}: this folder holds other things; name a new or an empty one, or a file in it")
        manifest.parent.mkdir(exist_ok=True)
        write_whole(manifest, json.dumps({"crypt": version()} | plan.description, indent=1).encode())
        return
    try:
        told = json.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise CryptError(f"{place}: what its rows are rows of cannot be read from {manifest.name}; begin anew") from None
    different = [key for key, value in plan.description.items() if not isinstance(told, dict) or told.get(key) != value]
    if different:
        other = OTHERS.get(different[0], f"another {different[0]}")
        raise CryptError(f"{place}: its rows were made with {other}; take the same, or name another place")


def _holds_other_things(folder: Path, manifest: Path) -> bool:
    """Tell whether something is in a folder that was not made for rows."""
    try:
        told = json.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        told = None
    is_ours = isinstance(told, dict) and "crypt" in told
    return not is_ours and any(not path.name.startswith(".") for path in folder.iterdir())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is complete or not there."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Say in a sentence what is wrong with a file or the disk."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error).splitlines()[0][:100]
        raise CryptError(f"{path}: cannot be written ({reason}); name another place with --out") from None


def _arrow(table: pd.DataFrame) -> pa.Table:
    return pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)


class Folder:
    """A folder of Parquet parts; their names tell the index of their first game.

    Parameters
    ----------
    path : Path

    Raises
    ------
    CryptError
        When a part is missing.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.done = path, 0
        self._waiting: list[pd.DataFrame] = []
        self._since = time.monotonic()
        for part in self._parts():
            if part.name != self._name(self.done).name:
                raise CryptError(f"{path}: {self._name(self.done).name} is missing; put it back, or name another place")
            self.done += pq.read_metadata(part).num_rows

    def _parts(self) -> list[Path]:
        return sorted(self.path.glob("part-*.parquet"))

    def _name(self, first: int) -> Path:
        return self.path / f"part-{first:09d}.parquet"

    def add(self, table: pd.DataFrame) -> None:
        """Take rows; from time to time they become a part."""
        self._waiting.append(table)
        count = sum(map(len, self._waiting))
        if count >= PART_ROWS or time.monotonic() - self._since > PART_SECONDS:
            self.close()

    def close(self) -> None:
        """Write what is waiting as a part."""
        self._since = time.monotonic()
        if not self._waiting:
            return
        table = _arrow(pd.concat(self._waiting, ignore_index=True))
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        with _readable(self.path):
            write_whole(self._name(self.done), sink.getvalue())
        self.done += len(table)
        self._waiting = []

    def read(self, games: int) -> pd.DataFrame:
        """The first rows."""
        tables = [pq.read_table(part) for part in self._parts()]
        return pa.concat_tables(tables).slice(0, games).to_pandas()


class SingleFile:
    """One file, which is there when the last row is, or when the work was interrupted.

    Parameters
    ----------
    path : Path
    resume : bool
        Take the rows over that are there.
    types : dict
        Of the columns.
    """

    def __init__(self, path: Path, resume: bool, types: dict[str, Any]) -> None:
        self.path, self.done, self._types = path, 0, types
        self._part = path.with_name(f".{path.name}.part")
        self._writer: Any = None
        self._is_new = not (resume and path.is_file())
        if not self._is_new:
            self.done = len(read_rows(path))

    def add(self, table: pd.DataFrame) -> None:
        """Take rows."""
        with self._undone_on_error():
            arrow = _arrow(table)
            if self._writer is None:
                self._begin(arrow.schema)
            self._write(table, arrow)
        self.done += len(table)

    def _begin(self, schema: pa.Schema) -> None:
        old = None if self._is_new else self.read(self.done)
        is_parquet = self.path.suffix == ".parquet"
        self._writer = pq.ParquetWriter(self._part, schema, compression="zstd") if is_parquet else self._part.open("wb")
        if old is not None and len(old):
            self._is_new = False
            self._write(old, _arrow(old))

    def _write(self, table: pd.DataFrame, arrow: pa.Table) -> None:
        if self.path.suffix == ".parquet":
            self._writer.write_table(arrow)
        elif self.path.suffix == ".csv":
            is_first = self._writer.tell() == 0
            self._writer.write(harmless_rows(table).to_csv(index=False, header=is_first, lineterminator="\n").encode())
        else:
            self._writer.write(table.to_json(orient="records", lines=True, force_ascii=False).encode())

    def close(self) -> None:
        """Complete the file."""
        if self._writer is None:
            return
        with self._undone_on_error():
            self._writer.close()
            self._part.replace(self.path)
        self._writer, self._is_new = None, False

    @contextmanager
    def _undone_on_error(self) -> Iterator[None]:
        try:
            with _readable(self.path):
                yield
        except CryptError:
            writer, self._writer = self._writer, None
            with suppress(OSError, pa.ArrowException):
                writer.close()
            self._part.unlink(missing_ok=True)
            raise

    def read(self, games: int) -> pd.DataFrame:
        """The first rows."""
        return read_rows(self.path).head(games).astype(self._types)


def read_rows(path: Path) -> pd.DataFrame:
    """Read a file of rows; seeds stay whole numbers of 64 bits, and text stays text.

    Raises
    ------
    CryptError
        When it is no file of rows.
    """
    try:
        if path.suffix == ".parquet":
            return pq.read_table(path, partitioning=None).to_pandas()
        if path.suffix == ".csv":
            texts, numbers = text_columns(path)
            table = pd.read_csv(path, keep_default_na=False, na_values=dict.fromkeys(numbers, [""]), dtype=texts)
            return _replaced(table, *UNSHIELD)
        with path.open(encoding="utf-8") as file:
            table = pd.DataFrame([json.loads(line) for line in file if line.strip()])
        return table.astype({"seed": "uint64"}) if "seed" in table and table["seed"].notna().all() else table
    except (ValueError, pa.ArrowException) as error:
        raise CryptError(f"{path}: cannot be read as rows ({str(error).splitlines()[0][:100]})") from None


def harmless_rows(table: pd.DataFrame) -> pd.DataFrame:
    """Rows for a CSV file: an apostrophe before texts that a spreadsheet would run as formulas; `read_rows` takes it off."""
    return _replaced(table, *SHIELD)


def harmless_texts(texts: pa.StringArray) -> pa.StringArray:
    """The same for a column of texts."""
    return pc.replace_substring_regex(texts, *SHIELD)


def _replaced(table: pd.DataFrame, pattern: str, text: str) -> pd.DataFrame:
    """Rows whose texts begin otherwise where they match; columns without such texts stay as they are."""
    changed = {}
    for name in table.columns:
        if not pd.api.types.is_numeric_dtype(table[name]):
            values = table[name].astype("str")
            replaced = values.str.replace(pattern, text, regex=True)
            is_other = table[name].notna() & (replaced != values)
            if is_other.any():
                changed[name] = table[name].where(~is_other, replaced)
    return table.assign(**changed)


def text_columns(path: Path) -> tuple[dict[str, str], list[str]]:
    """The columns of a CSV file that are text even when they look like numbers, with the seed; and the others."""
    with path.open(encoding="utf-8-sig") as file:
        names = file.readline().strip().split(",")
    types = {name: "str" for name in names if is_text(name)} | ({"seed": "UInt64"} if "seed" in names else {})
    return types, [name for name in names if not is_text(name)]


def is_text(column: str) -> bool:
    """Tell whether a column of rows holds text."""
    known = ("game", "ruleset", "fingerprint", "source", "result", "session", "started", "mode", "path")
    return column in known or column.startswith(("bot_", "name_")) or column.endswith("_exit")
