"""Figures of design questions: rulesets compared, sweeps, sensitivity, claims, and the way of a search."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ..core.wording import counted
from .look import BLUE, GREY, ORANGE, RED, SERIES, below, broken, error_bars, faint, finish, nothing, text, words

TOLD = {"matters": BLUE, "cannot be told yet": ORANGE}
MOST_STEPS = 12  # of an axis on which every whole number is written
VERDICTS = {"kept": BLUE, "broken": RED, "undecided": ORANGE}


def swept(
    table: pd.DataFrame, fields: Sequence[str], what: str = "", players: int = 0, dark: bool = False,
    values: Mapping[str, Sequence[Any]] | None = None,
) -> go.Figure:  # fmt: skip
    """A sweep: a curve with 95 % intervals over one field, or a heat map over two.

    Parameters
    ----------
    table : pandas.DataFrame
        As `Sweep.frame` gives it.
    fields : sequence of str
        The one or two columns that move.
    what : str
        The measure; by default the first.
    players : int
        Only these; by default all in curves, the first in a heat map.
    dark : bool
    values : mapping, optional
        All values of each field, in their order: what has not been played yet keeps its place in a heat map.
    """
    part = table[table["what"] == (what or table["what"].iloc[0])] if len(table) else table
    if players or (len(fields) > 1 and len(part)):
        part = part[part["players"] == (players or part["players"].iloc[0])]
    if part.empty or part["value"].isna().all():
        return nothing("No setting has been played yet.", dark)
    axis = {"tickformat": ".0%"} if (part["kind"] == "share").all() else {}
    if len(fields) == 1:
        return _curves(part, list(fields), axis, dark)
    return _heat(part, list(fields), axis, dark, values or {})


def _curves(part: pd.DataFrame, fields: list[str], axis: dict[str, Any], dark: bool) -> go.Figure:
    figure, name = go.Figure(), fields[0]
    is_number = part[name].map(lambda one: isinstance(one, int | float) and not isinstance(one, bool)).all()
    for i, (players, one) in enumerate(part.groupby("players", sort=True)):
        one = one.sort_values(name) if is_number else one
        x = one[name] if is_number else one[name].map(text)
        said = [f"{v:.4g} ({lo:.4g} to {hi:.4g}; {n} games)" if not problem else text(problem) for v, lo, hi, n, problem in
                one[["value", "low", "high", "n", "problem"]].itertuples(index=False)]  # fmt: skip
        figure.add_scatter(
            x=x, y=one["value"], error_y=error_bars(one, "value"), mode="lines+markers", customdata=said,
            name=f"{players} player{'' if players == 1 else 's'}", line={"color": SERIES[i % len(SERIES)], "width": 2},
            hovertemplate="%{x}: %{customdata}<extra>%{fullData.name}</extra>",
        )  # fmt: skip
    what = part["what"].iloc[0]
    look = {"xaxis": _whole_steps(part[name]), "yaxis": {"rangemode": "tozero", **axis},
            "showlegend": part["players"].nunique() > 1}  # fmt: skip
    return finish(figure, f"{what} by {name}", name, what, dark, **look)


def _whole_steps(values: pd.Series) -> dict[str, Any]:
    """An axis of whole numbers has whole steps, also where they are few; of anything else it is as it comes."""
    if not pd.api.types.is_integer_dtype(values.infer_objects()):
        return {}
    return {"tickformat": ",d"} | ({"dtick": 1} if values.max() - values.min() <= MOST_STEPS else {})


def _heat(
    part: pd.DataFrame, fields: list[str], axis: dict[str, Any], dark: bool, values: Mapping[str, Sequence[Any]]
) -> go.Figure:
    row, col = fields
    keyed = part.assign(**{one: part[one].map(text) for one in fields})
    rows, cols = (list(dict.fromkeys([*map(text, values.get(one, ())), *keyed[one]])) for one in fields)
    shape = axis.get("tickformat", ".4g")

    def said(one: Any) -> str:
        if one.problem:
            return text(one.problem)
        return f"{one.value:{shape}} ({one.low:{shape}} to {one.high:{shape}}; {one.n} games)"

    shown = ["" if np.isnan(value) else f"{value:{shape}}" for value in keyed["value"].to_numpy(float)]
    keyed = keyed.assign(said=[said(one) for one in keyed.itertuples(index=False)], shown=shown)
    grids = {name: keyed.pivot(index=row, columns=col, values=name).reindex(index=rows, columns=cols).astype(object)
             for name in ("value", "said", "shown")}  # fmt: skip
    figure = go.Figure()
    figure.add_heatmap(
        z=grids["value"].to_numpy(float), x=cols, y=rows, customdata=grids["said"].fillna("not yet played").to_numpy(),
        colorscale=[[0, faint(BLUE, 0.05)], [1, BLUE]], xgap=2, ygap=2, texttemplate="%{text}",
        text=grids["shown"].fillna("").to_numpy(),
        colorbar={"thickness": 10, "outlinewidth": 0, **axis}, hoverongaps=False,
        hovertemplate=f"{text(row)} %{{y}}, {text(col)} %{{x}}: %{{customdata}}<extra></extra>",
    )  # fmt: skip
    # also rows and columns of which nothing has been played have their places
    figure.update_xaxes(type="category", categoryorder="array", categoryarray=cols, range=[-0.5, len(cols) - 0.5])
    figure.update_yaxes(type="category", categoryorder="array", categoryarray=rows, range=[-0.5, len(rows) - 0.5])
    what, players = part["what"].iloc[0], int(part["players"].iloc[0])
    missing = int(grids["said"].isna().to_numpy().sum())
    hint = counted(players, "player") + (f"; {counted(missing, 'setting')} not yet played" if missing else "")
    finish(figure, f"{what} by {row} and {col}\n{hint}", col, row, dark)
    return figure.update_yaxes(showgrid=False)


def tornado(table: pd.DataFrame, what: str = "", players: int = 0, dark: bool = False) -> go.Figure:
    """A sensitivity as a tornado: the fields by how much they do, with 95 % intervals, against luck.

    Parameters
    ----------
    table : pandas.DataFrame
        As `Sensitivity.table`.
    what : str
        The measure; by default the first.
    players : int
        By default the first.
    dark : bool
    """
    if table.empty:
        return nothing("Not all settings have been played yet.", dark)
    part = table[table["what"] == (what or table["what"].iloc[0])]
    part = part[part["players"] == (players or part["players"].iloc[0])]
    if part.empty:
        return nothing("Nothing of this was asked.", dark)
    shown = part.iloc[::-1]
    inks = [TOLD.get(verdict, GREY) for verdict in shown["verdict"]]
    figure = go.Figure()
    figure.add_bar(
        x=shown["effect"], y=[broken(words(name)) for name in shown["field"]], orientation="h", marker_color=inks,
        showlegend=False,
        error_x={**error_bars(shown, "effect")}, hovertemplate="%{y}: %{x:.3g}<extra></extra>",
    )  # fmt: skip
    luck = part.loc[part["field"] == "luck", "high"]
    if len(luck):
        figure.add_vline(float(luck.iloc[0]), line={"color": GREY, "width": 1, "dash": "dot"})
    measure = part["what"].iloc[0]
    is_sobol = "alone" in part
    told = f"share of the variance of {measure}" if is_sobol else f"change of {measure} over the whole range"
    x = below(told)
    tall = 135 + 15 * len(x) + 30 * len(part)
    look = {"height": tall, "yaxis": {"dtick": 1, "showgrid": False}, "xaxis": {"rangemode": "tozero"}}
    title = f"What matters for {measure}\ngrey: no more than luck; orange: cannot be told yet"
    return finish(figure, title, "\n".join(x), "", dark, **look)


def promises(table: pd.DataFrame, dark: bool = False) -> go.Figure:
    """Claims: each estimate with its interval against what was promised.

    Parameters
    ----------
    table : pandas.DataFrame
        As `Check.frame`.
    dark : bool
    """
    if table.empty:
        return nothing("No claim has been checked yet.", dark)
    figure, shown = go.Figure(), table.iloc[::-1].reset_index(drop=True)
    names = [f"{text(one.claim)} ({one.players})" for one in shown.itertuples(index=False)]
    for verdict, ink in VERDICTS.items():
        part = shown[shown["verdict"] == verdict]
        figure.add_scatter(
            x=part["value"], y=[names[i] for i in part.index], mode="markers", name=verdict,
            marker={"size": 9, "color": ink}, customdata=part[["low", "high", "n"]],
            error_x={**error_bars(part, "value"), "color": ink},
            hovertemplate="%{x:.1%} (%{customdata[0]:.1%} to %{customdata[1]:.1%}; %{customdata[2]} games)"
                          "<extra>%{y}</extra>",
        )  # fmt: skip
    for i, one in shown.iterrows():
        figure.add_shape(type="rect", x0=one["at_least"], x1=one["at_most"], y0=i - 0.35, y1=i + 0.35, line_width=0,
                         fillcolor=faint(GREY, 0.2), layer="below")  # fmt: skip
    look = {"height": 170 + 28 * len(shown), "xaxis": {"tickformat": ".0%", "range": [0, 1]}, "showlegend": True,
            "legend": {"yref": "container", "y": 0, "yanchor": "bottom"},
            "yaxis": {"categoryorder": "array", "categoryarray": names, "showgrid": False}}  # fmt: skip
    return finish(figure, "What is promised (grey) and what comes of it", "", "", dark, **look)


def search(table: pd.DataFrame, dark: bool = False) -> go.Figure:
    """The way of a search: by how much each try missed the targets together, and the best so far.

    Parameters
    ----------
    table : pandas.DataFrame
        As `Balance.frame`: `number`, `miss`, `problem`.
    dark : bool
    """
    part = table[table["problem"] == ""] if len(table) else table
    if part.empty:
        return nothing("No setting has been tried yet.", dark)
    figure = go.Figure()
    figure.add_scatter(x=part["number"], y=part["miss"], mode="markers", marker={"color": GREY, "size": 6}, name="a try")
    figure.add_scatter(
        x=part["number"], y=np.minimum.accumulate(part["miss"]), mode="lines", name="the best so far",
        line={"color": BLUE, "shape": "hv", "width": 2},
    )  # fmt: skip
    look = {"xaxis": _whole_steps(part["number"]), "yaxis": {"rangemode": "tozero"}, "showlegend": True}
    return finish(figure, "How far from the targets", "try", "missed by", dark, **look)
