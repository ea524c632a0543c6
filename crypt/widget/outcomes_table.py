"""Games one by one, and what playtesters noted, on the Outcomes page; each opens in Inspect or Play."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from .. import stats
from ..core.catalog import catalog, has_part, sample_folders
from ..core.results import results_of
from ..core.shelf import run_words, take_in
from ..core.wording import counted
from .lobby import sessions_folder
from .outcomes_content import Asked, Content, choice_of, columns_of, number, word
from .outcomes_sources import Source, log_of_row

if TYPE_CHECKING:
    import pandas as pd

Model = dict[str, Any]
SORTED = 100_000  # games that are put in order; of more, the first
SHOWN = ("50", "200", "1000")
NEWEST = "started"
LENGTH = ("rounds", "minutes")
MAIN = 2  # of the columns that a game names first
LATER = "Notes on games with hidden hands that are still being played are shown when these are over."
PAGES = {"inspect": "Inspect", "play": "Play"}


def rows(asked: Asked) -> Content:
    """List games, in an order that can be chosen."""
    import pandas as pd

    shown = [name for name in (*LENGTH, *results_of(asked.game).main[:MAIN]) if name in columns_of(asked.game)]
    orders = [NEWEST, *shown]
    order = choice_of(asked.options, "order", orders, NEWEST)
    is_up = choice_of(asked.options, "way", ("down", "up"), "down") == "up"
    most = int(choice_of(asked.options, "most", SHOWN, SHOWN[0]))
    table = asked.games.head(SORTED)
    if order in table:
        table = table.sort_values(order, ascending=is_up, na_position="last", kind="stable")
    top = table.head(most).to_dict("records")
    listed: list[Any] = [{name: None if pd.isna(value) else value for name, value in row.items()} for row in top]
    numbers = [name for name in shown if name in table]
    heads = ["Who", "Players", "Result", *(word(name, asked.game) for name in numbers), "From", ""]
    lines = [
        [_who(row), _number(row["players"]), word(row["result"], asked.game),
         *(_number(row[name]) for name in numbers), _from(row)]
        for row in listed
    ]  # fmt: skip
    actions = [_actions(asked.game, row, i) for i, row in enumerate(listed)]
    n = len(asked.games)
    among = f", put in order among the first {SORTED:,}" if n > SORTED else ""
    words = [f"{len(listed):,} of {counted(n, 'game')}{among}."]
    controls: list[Model] = [
        {"name": "order", "label": "Order by", "value": order,
         "values": [[name, "Date" if name == NEWEST else word(name, asked.game)] for name in orders]},
        {"name": "way", "label": "", "value": "up" if is_up else "down",
         "values": [["down", "latest first"], ["up", "earliest first"]] if order == NEWEST else
                   [["down", "largest first"], ["up", "smallest first"]]},
        {"name": "most", "label": "Show", "value": str(most), "values": [[count, count] for count in SHOWN]},
    ]  # fmt: skip
    return Content([], {"heads": heads, "rows": lines, "actions": actions}, words, controls, listed)


def notes(asked: Asked) -> Content:
    """List the notes, each with its moment."""
    table: pd.DataFrame = stats.notes(asked.games)
    later = [LATER] if any(one.is_secret for one in asked.games.sessions) else []
    if table.empty:
        none = "There are no notes to show yet." if later else "No notes have been written in these sessions."
        return Content(words=[f"{none} On the Play page, N writes one on a moment.", *later])
    table = table.sort_values(["started", "decision"], ascending=[False, True])
    found = table.to_dict("records")
    lines = [[row["text"], _moment(row), f"{row['minute']:.0f} min", row["session"]] for row in found]
    actions = [_links(asked.game, row, row["decision"]) for row in found]
    words = [f"{counted(len(found), 'note')} in {counted(table['session'].nunique(), 'session')}.", *later]
    return Content([], {"heads": ["Note", "Moment", "Time", "Session", ""], "rows": lines, "actions": actions}, words)


def _moment(note: Model) -> str:
    return f"decision {note['decision']}" + (", on a move that was taken back" if note["taken_back"] else "")


def pages_for(game: str) -> list[str]:
    """The pages on which a session of a game can be looked at."""
    if game not in catalog():
        return []
    parts = {"inspect": "graph", "play": "panels"}
    return [page for page in PAGES if has_part(game, parts[page])]


def link(page: str, session: str, at: int | None = None) -> str:
    """The address of a session on another page."""
    return f"{page}.ipynb?session={quote(session)}" + ("" if at is None else f"&at={at}")


def session_of(row: Model, sources: Iterable[Source]) -> str:
    """The name under which the pages find a game: a log from elsewhere is taken in, a simulated game written down.

    Parameters
    ----------
    row : dict
        Of the table.
    sources : iterable of Source
        The datasets.

    Raises
    ------
    CryptError
    """
    if not row.get("path"):
        return log_of_row(row, sources).stem
    path = Path(row["path"])
    return path.stem if path.parent == sessions_folder() else take_in(sessions_folder(), path.read_bytes()).stem


def _actions(game: str, row: Model, i: int) -> list[Model]:
    links = _links(game, row) if row.get("path") else []
    return links or [{"label": PAGES[page], "do": "visit", "row": i, "page": page} for page in pages_for(game)]


def _links(game: str, row: Model, at: int | None = None) -> list[Model]:
    """Links to a logged session, where the pages find it by its name."""
    folder = Path(row["path"]).parent
    pages = pages_for(game) if folder == sessions_folder() else []
    if folder in sample_folders():
        pages = [page for page in pages_for(game) if page == "inspect"]
    return [{"label": PAGES[page], "href": link(page, row["session"], at)} for page in pages]


def _who(row: Model) -> str:
    seats = range(1, int(row["players"]) + 1) if row["players"] else range(0)
    names = [row.get(f"name_{seat}") or row.get(f"bot_{seat}") or "?" for seat in seats]
    return ", ".join(map(str, names if row.get("name_1") else dict.fromkeys(names)))


def _from(row: Model) -> str:
    if row.get("started"):
        which = run_words(row.get("session") or "") or str(row["started"])[:16].replace("T", " ")
        return f"{which}{' (marked)' if row.get('marked') else ''}"
    return f"seed {int(row['seed'])}" if row.get("seed") is not None else "simulated"


def _number(value: Any) -> str:
    return "–" if value is None else number(value) if isinstance(value, int | float) else str(value)
