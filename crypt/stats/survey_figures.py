"""Figures of surveys: how exits stood, which tiles took the ways, and where on the board."""

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go

from .look import BLUE, PER_CENT, colour, error_bars, faint, finish, gap_of, group_names, group_title, nothing, words
from .shares import ENDINGS


def exits(table: pd.DataFrame, by: Sequence[str] = ("players",), dark: bool = False) -> go.Figure:
    """How the exit stood at the end of each floor, as a survey's `shares` tell it."""
    if table.empty:
        return nothing("No floor has been looked at yet.", dark)
    ranks = {ending: i for i, ending in enumerate(ENDINGS)}
    ordered = table.sort_values("ending", key=lambda names: names.map(ranks), kind="stable")
    ordered = ordered.assign(group=group_names(ordered, by))
    return ending_bars(ordered, by, "How the exit stood at the end of each floor", False, dark)


def ending_bars(table: pd.DataFrame, by: Sequence[str], title: str, is_grouped: bool, dark: bool) -> go.Figure:
    """Shares of endings by floor: beside one another with intervals, or stacked."""
    table = table.assign(place=[str(floor) if by else f"floor {floor}" for floor in table["floor"]])
    names = [group_title(by, group) for group in table["group"]]
    table, deep = table.assign(group=names), {"legend": {"y": -0.34}} if by else {}
    figure = go.Figure()
    for i, ending in enumerate(table["ending"].unique()):
        part = table[table["ending"] == ending]
        said = [f"{words(ending)}: {a} of {n} = {s:.1%} ({lo:.1%} to {hi:.1%})" for a, n, s, lo, hi in
                part[["count", "n", "share", "low", "high"]].itertuples(index=False)]  # fmt: skip
        x = [part["group"].tolist(), part["place"].tolist()] if by else part["place"]
        figure.add_bar(
            x=x, y=part["share"], name=words(ending), marker_color=colour(ending, i), customdata=said,
            error_y=error_bars(part, "share") if is_grouped else None, hovertemplate="%{customdata}<extra></extra>",
        )  # fmt: skip
    axis = {"tickformat": ".0%", "rangemode": "tozero"} if is_grouped else PER_CENT
    mode, gap = "group" if is_grouped else "stack", gap_of(len(table[["group", "place"]].drop_duplicates()))
    look = {"barmode": mode, "yaxis": axis, "bargap": gap, "showlegend": True} | deep
    return finish(figure, title, "floor" if by else "", "share of parties there", dark, **look)


def blamed(causes: pd.DataFrame, most: int = 12, dark: bool = False) -> go.Figure:
    """The shapes of tiles by which ways to the exit were first lost, as a survey's `causes` tell them."""
    told = causes[causes["lost_shape"] != ""] if len(causes) else causes
    if told.empty:
        return nothing("No tile has taken a way.", dark)
    names = told.groupby("lost_shape")["count"].sum().nlargest(most).index
    figure = go.Figure()
    for i, (how, part) in enumerate(told.groupby("lost_how", sort=False)):
        counted = part.groupby("lost_shape")["count"].sum().reindex(names, fill_value=0)
        figure.add_bar(
            x=[words(name) for name in names], y=counted.to_numpy(), name=words(how), marker_color=colour(how, i),
            hovertemplate="%{x}: %{y} floors<extra>%{fullData.name}</extra>",
        )  # fmt: skip
    return finish(figure, "The tiles that took the first way", "", "floors", dark, barmode="stack")


def heat(cells: pd.DataFrame, what: str = "lost", floor: int = 1, side: int = 0, dark: bool = False) -> go.Figure:
    """A board's cells by how often something happened there, as a survey counts it.

    Parameters
    ----------
    cells : pandas.DataFrame
        With `floor`, `row`, `col`, `cell` and counts; where boards differ in their `side`, which a survey tells, only those
        of the size that was visited most are shown, and the figure says so.
    what : str
        "lost" (a tile there took a way), "deaths" or "visits".
    floor : int
    side : int
        Of the board; by default as far as anything happened.
    dark : bool
    """
    hint = ""
    if "side" in cells and cells["side"].nunique() > 1:
        often = int(cells.groupby("side")["visits"].sum().idxmax())
        cells, side, hint = cells[cells["side"] == often], side or often, f"\nboards of {often} by {often} only"
    part = cells[cells["floor"] == floor].groupby(["row", "col"])[what].sum()
    if part.empty or not part.sum():
        return nothing("Nothing of this has happened on this floor.", dark)
    size = side or int(max(part.index.get_level_values(name).max() for name in ("row", "col"))) + 1
    grid = part.unstack(fill_value=0).reindex(index=range(size), columns=range(size), fill_value=0)
    letters = [chr(ord("a") + i) for i in range(size)]
    figure = go.Figure()
    figure.add_heatmap(
        z=grid.to_numpy(), x=letters, y=[str(i + 1) for i in range(size)], colorscale=[[0, faint(BLUE, 0.05)], [1, BLUE]],
        xgap=2, ygap=2, hovertemplate="%{x}%{y}: %{z}<extra></extra>", colorbar={"thickness": 10, "outlinewidth": 0},
    )  # fmt: skip
    figure.update_yaxes(autorange="reversed", scaleanchor="x", constrain="domain", dtick=1)
    figure.update_xaxes(constrain="domain")
    named = {"lost": "Tiles that took a way", "deaths": "Where heroes died", "visits": "Where heroes were"}
    finish(figure, f"{named.get(what, what)}, floor {floor}{hint}", "", "", dark)
    return figure.update_yaxes(showgrid=False)
