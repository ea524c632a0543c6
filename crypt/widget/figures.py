"""Figures for notebooks: the graph of a floor, and how the exit stood through a session."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ..connect.report import graph
from ..connect.terrain import graph_part
from .network import PassageFigure

if TYPE_CHECKING:
    import pandas as pd

LANES = {"ways": "ways", "tiles_needed": "tiles needed"}


def graph_figure(state: Any) -> go.Figure:
    """Draw a position's graph: open passages as lines, those that could still be built dotted.

    Parameters
    ----------
    state : record
    """
    fills = graph_part(state)[1].seat_fills()
    drawn = PassageFigure(None, fills)
    drawn.show(graph(state))
    return drawn.widget.update_layout(width=460, height=460)


def timeline_figure(timeline: "pd.DataFrame", names: Sequence[str] = ()) -> go.Figure:
    """Draw the ways to the exit, and the tiles that are missing for one, over the decisions of a session.

    Parameters
    ----------
    timeline : pandas.DataFrame
        As `crypt.connect.timeline` gives it.
    names : sequence of str
        Of the heroes, by seat.
    """
    figure = make_subplots(2, 1, shared_xaxes=True, vertical_spacing=0.06, row_titles=list(LANES.values()))
    for hero, rows in timeline.groupby("hero"):
        name = names[hero - 1] if hero <= len(names) else f"Hero {hero}"
        for lane, column in enumerate(LANES, 1):
            figure.add_scatter(
                x=rows["decision"].tolist(), y=rows[column].astype(object).where(rows[column].notna(), None).tolist(),
                name=name, mode="lines", line={"shape": "hv"}, showlegend=lane == 1, row=lane, col=1,
            )  # fmt: skip
    figure.update_xaxes(title="decision", row=2, col=1)
    return figure.update_layout(height=340, margin={"t": 20, "r": 30}, template="plotly_white")
