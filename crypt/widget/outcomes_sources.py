"""Where the games of the Outcomes page come from: logged sessions, sessions that come with crypt, simulated datasets."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.catalog import find_game, has_part, sample_folders
from ..core.game import CryptError
from ..core.log import SUFFIX
from ..core.shipped import data_folder
from ..core.wording import counted
from ..core.written import fingerprint_today
from .lobby import sessions_folder, title_of

if TYPE_CHECKING:
    import pandas as pd

    from ..batch.plan import Plan
    from ..stats import Games

Model = dict[str, Any]
SESSIONS, SAMPLES = "sessions", "samples"
MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Source:
    """A place that games come from.

    Attributes
    ----------
    key : str
        `sessions`, `samples`, `samples/` and a package's name, or the name of a dataset with `data/` before it.
    title : str
    path : Path
    count : int
        Sessions or simulated games.
    about : str
        What they are, in words.
    """

    key: str
    title: str
    path: Path
    count: int
    about: str

    @property
    def is_dataset(self) -> bool:
        """Whether its games were simulated in one go."""
        return self.key != SESSIONS and not self.is_samples

    @property
    def is_samples(self) -> bool:
        """Whether its sessions came with games."""
        return self.key.partition("/")[0] == SAMPLES


def datasets_folder() -> Path:
    """The folder of the simulated datasets."""
    return data_folder() / "datasets"


def list_sources() -> list[Source]:
    """The places that there are; those without games too, but no empty datasets."""
    own, (samples, *others) = sessions_folder(), sample_folders()
    sources = [
        Source(SESSIONS, "Logged sessions", own, _count_logs(own), "played here, by people or bots"),
        Source(SAMPLES, "Sample sessions", samples, _count_logs(samples), "come with crypt, mostly bots' games"),
    ]
    for folder in others:
        package = folder.parents[1].name
        about = f"come with the package {package}"
        sources.append(Source(f"{SAMPLES}/{package}", "Sample sessions", folder, _count_logs(folder), about))
    folder = datasets_folder()
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    found = [_dataset(path) for path in paths if not path.name.startswith(".")]
    return sources + [one for one in found if one and one.count]


def chosen_by_itself(sources: Iterable[Source]) -> set[str]:
    """What is shown while nobody has chosen: everything of one's own, or else the samples."""
    sources = list(sources)
    own = {one.key for one in sources if not one.is_samples and one.count}
    return own or {one.key for one in sources if one.is_samples}


def read(sources: Iterable[Source], chosen: set[str], tables: Iterable["pd.DataFrame"] = ()) -> "Games | None":
    """Read the games of the chosen sources, and those of a running simulation; None where there are none."""
    from ..stats import read_games

    paths, fresh = [one.path for one in sources if one.key in chosen and one.count], list(tables)
    return read_games(paths, fresh, is_lenient=True) if paths or fresh else None


def _count_logs(folder: Path) -> int:
    return sum(not path.name.startswith(".") for path in folder.glob(f"*{SUFFIX}")) if folder.is_dir() else 0


def _dataset(path: Path) -> Source | None:
    """A file of rows, or a folder of Parquet parts; None for anything else."""
    if path.is_dir():
        count = sum(_rows(part) for part in path.rglob("*.parquet") if not part.name.startswith("."))
    elif path.suffix in (".parquet", ".csv", ".jsonl"):
        count = _rows(path)
    else:
        return None
    about = manifest_of(path)
    title, words = _words(about) if about else (path.name, "")
    return Source(f"data/{path.name}", title, path, count, words)


def _rows(path: Path) -> int:
    """How many rows a file has, without reading them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with suppress(OSError, pa.ArrowException):
        if path.suffix == ".parquet":
            return int(pq.read_metadata(path).num_rows)
        with path.open("rb") as file:
            lines = sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
        return max(0, lines - (path.suffix == ".csv"))
    return 0


def manifest_of(path: Path) -> Model:
    """What a dataset says of itself; nothing where it says nothing."""
    place = path / MANIFEST if path.is_dir() else path.with_name(f"{path.name}.{MANIFEST}")
    try:
        told = json.loads(place.read_text(encoding="utf-8"))
        return told if isinstance(told["ruleset"]["name"], str) and isinstance(told["bots"], list) else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def _words(about: Model) -> tuple[str, str]:
    """What a dataset is called, and what else there is to say."""
    bots = about["bots"]
    title = f"{counted(len(bots), 'player')}, {' + '.join(dict.fromkeys(map(str, bots)))}"
    return title, f"{title_of(str(about.get('game')))}, {about['ruleset']['name']}, seed {about.get('seed')}"


def dataset_of(plan: "Plan") -> Path:
    """The place for the games of a plan in the data folder; it is made as far as it must be there before."""
    folder = datasets_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CryptError(f"{folder}: cannot be made ({error.strerror}); choose another data folder") from None
    bots = "-".join(dict.fromkeys(plan.bots))
    return folder / f"{plan.game.name}-{plan.players}p-{bots}-{plan.ruleset.digits}-{plan.root}"[:99]


def log_of_row(row: Model, sources: Iterable[Source]) -> Path:
    """Write a simulated game down as a session, so that it can be looked at.

    Parameters
    ----------
    row : dict
        Of a dataset.
    sources : iterable of Source
        In which it is.

    Raises
    ------
    CryptError
        When no dataset tells how its games were played.
    """
    import numpy as np

    from ..batch.logs import write_log
    from ..batch.plan import plan_of
    from ..batch.playing import game_seeds

    for source in sources:
        if not _may_hold(manifest_of(source.path), row):
            continue
        plan = plan_of(json.dumps(manifest_of(source.path)))
        places = np.flatnonzero(game_seeds(plan.root, 0, source.count) == np.uint64(row["seed"]))
        if len(places):
            return write_log(plan, int(places[0]), sessions_folder())
    raise CryptError("this game cannot be played again: its dataset does not say how (its manifest is missing)")


def _may_hold(about: Model, row: Model) -> bool:
    if not about or about["game"] != row["game"] or not has_part(row["game"], "ruleset"):
        return False
    # rows that were read are counted by the fingerprint of today
    if row["fingerprint"] != fingerprint_today(find_game(row["game"]), about["ruleset"]):
        return False
    return list(about["bots"]) == [row[f"bot_{seat + 1}"] for seat in range(int(row["players"]))]
