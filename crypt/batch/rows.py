"""Rows of results: joined, summed up, written to a file."""

from pathlib import Path
from typing import Any

import pandas as pd

from ..core.game import CryptError

FORMATS = (".csv", ".jsonl", ".parquet")


def join(frames: list[pd.DataFrame]) -> pd.DataFrame:
    """The rows of several batches as one table."""
    return pd.concat(frames, ignore_index=True)


def check_out(path: str | None) -> Path | None:
    """Check where rows are to go, before any game is played.

    Raises
    ------
    CryptError
    """
    if path is None:
        return None
    out = Path(path)
    if out.suffix not in FORMATS:
        raise CryptError(f"{path}: name a file that ends in {', '.join(FORMATS)}")
    if out.is_dir():
        raise CryptError(f"{path}: this is a folder; name a file in it")
    if not out.absolute().parent.is_dir():
        raise CryptError(f"{path}: there is no folder {out.parent}; make it first")
    if out.suffix == ".parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise CryptError(f"{path}: Parquet needs the package pyarrow; install it, or write a .csv file") from None
    return out


def write_rows(table: pd.DataFrame, path: Path) -> None:
    """Write rows to a file that is complete or not there.

    Parameters
    ----------
    table : pandas.DataFrame
    path : Path
        Its ending tells the format.

    Raises
    ------
    CryptError
    """
    part = path.with_name(f".{path.name}.part")
    try:
        if path.suffix == ".csv":
            table.to_csv(part, index=False)
        elif path.suffix == ".jsonl":
            table.to_json(part, orient="records", lines=True, force_ascii=False)
        else:
            table.to_parquet(part, index=False)
        part.replace(path)
    except OSError as error:
        reason = error.strerror or error
        raise CryptError(f"{path}: cannot be written ({reason}); name another place with --out") from None
    finally:
        part.unlink(missing_ok=True)


def summarize(table: pd.DataFrame, seed: int) -> dict[str, Any]:
    """Sum rows up: how the games ended, and means.

    Parameters
    ----------
    table : pandas.DataFrame
        Of one simulation.
    seed : int
        Its root seed.

    Returns
    -------
    dict
        As JSON can hold it.
    """
    first = table.iloc[0]
    means = table[["rounds", "turns", "decisions", "minutes"]].mean()
    return {
        "game": first["game"],
        "ruleset": first["ruleset"],
        "fingerprint": first["fingerprint"],
        "players": int(first["players"]),
        "bots": [first[f"bot_{i + 1}"] for i in range(first["players"])],
        "seed": seed,
        "games": len(table),
        "results": {str(result): int(count) for result, count in table["result"].value_counts().sort_index().items()},
        "means": {name: round(float(value), 3) for name, value in means.items()},
    }
