"""What the Outcomes page can be taken away as: rows, and the page itself as one HTML file."""

import io
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ..core.catalog import catalog
from ..core.game import UnreadableError
from ..core.shipped import data_folder

if TYPE_CHECKING:
    from ..stats import Games
    from .outcomes_content import Asked, Content

Model = dict[str, Any]
Opened = tuple[str, Callable[["Asked"], "Content"], "Asked"]
MOST_SEATS = 20  # that any game has
MOST_BYTES = 40_000_000  # what is larger goes to the data folder and not through the browser
ROWS_SENT = 100_000  # the same, of rows
PLACE = re.compile(r"<!-- ([A-Z]+) -->")  # in the file that is filled in; what is filled in is not looked at again
HERE = Path(__file__).parent


def rows_as(games: "Games", form: str, name: str, game: str) -> bytes | Path:
    """The rows of games as a file.

    Parameters
    ----------
    games : Games
    form : str
        "csv" or "parquet".
    name : str
        Of the file.
    game : str
        Of which all are; columns that only other games have are left out.

    Returns
    -------
    bytes or Path
        Its content; where it is large, the place in the data folder to which it was written.
    """
    if len(games) <= ROWS_SENT:
        sink = io.BytesIO()
        _write(games, form, sink, game)
        if sink.tell() <= MOST_BYTES:
            return sink.getvalue()
    folder = data_folder() / "exports"
    folder.mkdir(exist_ok=True)
    place = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{name}"
    with place.open("wb") as file:
        _write(games, form, file, game)
    return place


def own_columns(names: Iterable[str], game: str) -> list[str]:
    """The columns that say something of a game, without those that only other games have.

    Parameters
    ----------
    names : iterable of str
        Of all columns.
    game : str
    """
    from .outcomes_content import columns_of

    if game not in catalog():
        return list(names)
    own, seats = set(columns_of(game)), catalog()[game].players[-1]
    of_others = {name for other in catalog() for name in columns_of(other)} - own
    of_others |= {f"{start}_{seat}" for start in ("bot", "name") for seat in range(seats + 1, MOST_SEATS)}
    return [name for name in names if name not in of_others]


def _write(games: "Games", form: str, sink: BinaryIO, game: str) -> None:
    import pyarrow
    import pyarrow.csv
    import pyarrow.parquet

    if form not in ("csv", "parquet"):
        raise UnreadableError(f"rows can be had as csv or parquet, not as {form[:20]!r}")
    columns = own_columns(games.schema.names, game)
    schema = pyarrow.schema([games.schema.field(name) for name in columns])
    if form == "csv":
        writer: Any = pyarrow.csv.CSVWriter(sink, schema)
    else:
        writer = pyarrow.parquet.ParquetWriter(sink, schema, compression="zstd")
    with writer:
        for batch in games.batches(columns):
            writer.write_batch(_harmless(batch) if form == "csv" else batch)


def _harmless(batch: Any) -> Any:
    """Rows without texts that a spreadsheet would run as formulas."""
    import pyarrow

    from ..batch.storage import harmless_texts

    columns = [harmless_texts(one) if pyarrow.types.is_string(one.type) else one for one in batch.columns]
    return pyarrow.record_batch(columns, schema=batch.schema)


def page_as_html(head: Model, filters: str, sections: Sequence[Opened]) -> bytes:
    """The page as one HTML file that asks no other host for anything.

    Parameters
    ----------
    head : dict
        As the page shows it.
    filters : str
        In words.
    sections : sequence of (title, maker, what it is asked)
    """
    from plotly.offline import get_plotlyjs

    parts = [_section(title, make(asked)) for title, make, asked in sections]
    facts = "".join(
        f"<li><b>{escape(one['value'])}</b> {escape(one['name'])} <small>{escape(one['about'])}</small></li>"
        for one in head["facts"]
    )
    told = [text for text in (head["warning"], head["pooled"]["words"]) if text]
    warning = "".join(f"<p class=warning>{escape(text)}</p>" for text in told)
    text = HERE.joinpath("outcomes_file.html").read_text(encoding="utf-8")
    values = {
        "TITLE": escape(head["title"]), "WORDS": escape(head["words"]), "FILTERS": escape(filters), "FACTS": facts,
        "WARNING": warning, "DAY": f"{datetime.now(UTC):%Y-%m-%d}", "SECTIONS": "\n".join(parts), "PLOTLY": get_plotlyjs(),
    }  # fmt: skip
    return PLACE.sub(lambda place: values[place[1]], text).encode()


def _section(title: str, content: "Content") -> str:
    import plotly.io as pio

    figures = "".join(
        pio.to_html(figure, full_html=False, include_plotlyjs=False, validate=False, config={"responsive": True})
        for figure in content.figures
    )
    words = "".join(f"<p>{escape(one)}</p>" for one in content.words)
    return f"<section><h2>{escape(title)}</h2>{figures}{words}{_table(content.table)}</section>"


def _table(table: Model | None) -> str:
    if not table or not table["rows"]:
        return ""
    heads = "".join(f"<th>{escape(one)}</th>" for one in table["heads"])
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table["rows"])
    return f"<div class=scroll><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
