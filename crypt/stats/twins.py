"""Games that are there more than once, as in a file and in a copy of it: each counts once.

A game is known again by its rules, its seats, its seed and what came of it; a session also by its name and when it was
begun, since its log may have grown after it was copied. Rows that have neither a seed nor a session are never taken for one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ..batch.playing import mix_all
from ..core.results import ABANDONED

TEXTS = ("game", "fingerprint", "source", "result")
NUMBERS = ("players", "rounds", "turns", "decisions", "minutes")
SESSION = ("game", "session", "started")
PLAYED = "played"
NOTHING = np.uint64(0)  # the key of what cannot be told from others


@dataclass(frozen=True)
class Piece:
    """Rows that are looked at together: a table, or a group of rows of a Parquet file.

    Attributes
    ----------
    name : str
        Of its file, or of the folder of which its file is a part; "" where it has none.
    count : int
    columns : list of str
    read : callable
        Takes the names of columns and gives them.
    """

    name: str
    count: int
    columns: list[str]
    read: Callable[[list[str]], pa.Table]


def piece_of(table: pa.Table, name: str = "") -> Piece:
    """Rows in memory."""
    return Piece(name, len(table), table.column_names, table.select)


def pieces_of(path: Path) -> list[Piece]:
    """The groups of rows of a Parquet file."""
    about = pq.ParquetFile(path)
    names, whole = about.schema_arrow.names, about.metadata
    called = path.parent.name if path.name.startswith("part-") else path.name
    return [
        Piece(called, whole.row_group(i).num_rows, names, partial(_read_group, path, i))
        for i in range(whole.num_row_groups)
    ]


def _read_group(path: Path, group: int, columns: list[str]) -> pa.Table:
    texts = [name for name in columns if name not in NUMBERS]  # as dictionaries, which are quick
    with pq.ParquetFile(path, read_dictionary=texts) as file:
        return file.read_row_group(group, columns)


def find_twins(pieces: Sequence[Piece]) -> list[np.ndarray] | None:
    """Find the games that are also among the rows before.

    Parameters
    ----------
    pieces : sequence of Piece

    Returns
    -------
    list of array of bool, or None
        For each piece which of its rows are there already; None when there is no such game.
    """
    seeds = np.concatenate([_seeds(piece) for piece in pieces]) if pieces else np.zeros(0, np.uint64)
    has_sessions = any("session" in piece.columns for piece in pieces)
    if not has_sessions and not _has_twice(seeds[seeds != NOTHING]):
        return None  # most often so, and quick to see
    found = _is_again(np.concatenate([_content_keys(piece) for piece in pieces]))
    if has_sessions:
        found |= _is_again(np.concatenate([_session_keys(piece) for piece in pieces]))
    if not found.any():
        return None
    ends = np.cumsum([piece.count for piece in pieces])
    return np.split(found, ends[:-1])


def _has_twice(keys: np.ndarray) -> bool:
    keys = np.sort(keys)
    return bool((keys[1:] == keys[:-1]).any())


def _is_again(keys: np.ndarray) -> np.ndarray:
    """Which keys have been there before; keys are so long that two games do not share one by chance."""
    known = keys != NOTHING
    found = np.zeros(len(keys), bool)
    found[known] = pd.Series(keys[known]).duplicated().to_numpy()
    return found


def _seeds(piece: Piece) -> np.ndarray:
    """The seeds, 0 where there is none."""
    if "seed" not in piece.columns:
        return np.zeros(piece.count, np.uint64)
    column = piece.read(["seed"]).column("seed")
    if not pa.types.is_integer(column.type):
        return np.zeros(piece.count, np.uint64)  # seeds that have lost some of their bits tell nothing
    return pc.fill_null(column, 0).to_numpy().astype(np.uint64)


def _content_keys(piece: Piece) -> np.ndarray:
    """A key for each row that has a seed: what was played, by whom, and what came of it."""
    seeds = _seeds(piece)
    seats = [name for name in piece.columns if name.startswith("bot_")]
    texts = [name for name in (*TEXTS, *seats) if name in piece.columns]
    numbers = [name for name in NUMBERS if name in piece.columns]
    begun = [name for name in ("started",) if name in piece.columns and "source" in piece.columns]
    table = piece.read([*texts, *numbers, *begun])
    keys = mix_all(seeds)
    for name in numbers:
        keys += mix_all(_number(table.column(name)) + _of_name(name))
    for name in texts:
        keys += _text(table.column(name), name)
    if begun:  # people may play a seed twice; what bots do with it is the same whenever it is written down
        is_played = _text(table.column("source"), "") == _text(pa.chunked_array([[PLAYED]]), "")
        keys += np.where(is_played, _text(table.column("started"), "started"), NOTHING)
    return np.where(seeds == NOTHING, NOTHING, keys)


def _session_keys(piece: Piece) -> np.ndarray:
    """A key for each session of people, and each that has not ended: its name and when it was begun."""
    if not {*SESSION, "source", "result"} <= {*piece.columns}:
        return np.zeros(piece.count, np.uint64)
    table = piece.read([*SESSION, "source", "result"])
    keys = np.zeros(piece.count, np.uint64)
    for name in SESSION:
        keys += _text(table.column(name), name)
    counts = _is_text(table.column("source"), PLAYED) | _is_text(table.column("result"), ABANDONED)
    return np.where(counts & ~_is_text(table.column("session"), ""), keys, NOTHING)


def _is_text(column: pa.ChunkedArray, value: str) -> np.ndarray:
    return _text(column, "x") == _text(pa.chunked_array([[value]]), "x")


def _number(column: pa.ChunkedArray) -> np.ndarray:
    """The bits of numbers with the digits that all formats keep; what is not known is like nothing else."""
    values = column.cast(pa.float64()).to_numpy().astype(np.float32)
    return np.where(np.isnan(values), np.float32(-1), values).view(np.uint32).astype(np.uint64)


def _text(column: pa.ChunkedArray, name: str) -> np.ndarray:
    """The keys of texts, 0 for none: a column that is not there says the same as an empty one."""
    parts = []
    for part in column.chunks:
        is_coded = pa.types.is_dictionary(part.type)
        coded = part if is_coded else part.cast(pa.string()).dictionary_encode()
        texts = np.array(["", *coded.dictionary.cast(pa.string()).to_pylist()], object)
        keys = pd.util.hash_array(texts, categorize=False) + _of_name(name)
        keys[texts == ""] = NOTHING
        parts.append(mix_all(keys)[pc.fill_null(coded.indices.cast(pa.int64()), -1).to_numpy() + 1])
    return np.concatenate(parts) if parts else np.zeros(0, np.uint64)


def _of_name(name: str) -> np.uint64:
    """What sets the keys of a column apart from those of others."""
    return pd.util.hash_array(np.array([name], object), categorize=False)[0]
