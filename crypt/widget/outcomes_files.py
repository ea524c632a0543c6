"""What the Outcomes page can be taken away as: rows, and the page itself as one HTML file."""

import io
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ..core.game import UnreadableError
from ..core.shipped import data_folder

if TYPE_CHECKING:
    from ..stats import Games
    from .outcomes_content import Asked, Content

Model = dict[str, Any]
Opened = tuple[str, Callable[["Asked"], "Content"], "Asked"]
MOST_BYTES = 40_000_000  # what is larger goes to the data folder and not through the browser
ROWS_SENT = 100_000  # the same, of rows
HERE = Path(__file__).parent


def rows_as(games: "Games", form: str, name: str) -> bytes | Path:
    """The rows of games as a file.

    Parameters
    ----------
    games : Games
    form : str
        "csv" or "parquet".
    name : str
        Of the file.

    Returns
    -------
    bytes or Path
        Its content; where it is large, the place in the data folder to which it was written.
    """
    if len(games) <= ROWS_SENT:
        sink = io.BytesIO()
        _write(games, form, sink)
        if sink.tell() <= MOST_BYTES:
            return sink.getvalue()
    folder = data_folder() / "exports"
    folder.mkdir(exist_ok=True)
    place = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{name}"
    with place.open("wb") as file:
        _write(games, form, file)
    return place


def _write(games: "Games", form: str, sink: BinaryIO) -> None:
    import pyarrow.csv
    import pyarrow.parquet

    if form not in ("csv", "parquet"):
        raise UnreadableError(f"rows can be had as csv or parquet, not as {form[:20]!r}")
    if form == "csv":
        writer: Any = pyarrow.csv.CSVWriter(sink, games.schema)
    else:
        writer = pyarrow.parquet.ParquetWriter(sink, games.schema, compression="zstd")
    with writer:
        for batch in games.batches():
            writer.write_batch(batch)


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
    warning = f"<p class=warning>{escape(head['warning'])}</p>" if head["warning"] else ""
    text = HERE.joinpath("outcomes_file.html").read_text(encoding="utf-8")
    for key, value in {
        "TITLE": escape(head["title"]), "WORDS": escape(head["words"]), "FILTERS": escape(filters), "FACTS": facts,
        "WARNING": warning, "DAY": f"{datetime.now(UTC):%Y-%m-%d}", "SECTIONS": "\n".join(parts), "PLOTLY": get_plotlyjs(),
    }.items():  # fmt: skip
        text = text.replace(f"<!-- {key} -->", value, 1)
    return text.encode()


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
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
