"""The look of figures: few colours that colour-blind people tell apart, thin lines, on light and on dark pages."""

import html
import textwrap
from collections.abc import Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from ..core.results import ABANDONED, Results
from ..core.wording import counted

# Okabe and Ito's colours; those of results and of what takes a party are the same in every figure
BLUE, ORANGE, GREEN, YELLOW, SKY, RED, PINK, GREY = (
    "#0072B2", "#E69F00", "#009E73", "#F0E442", "#56B4E9", "#D55E00", "#CC79A7", "#999999",
)  # fmt: skip
DARK_BLUE = "#4C9FDB"
FAINT_BLUE = "rgba(0,114,178,"
SERIES = (BLUE, ORANGE, GREEN, PINK, SKY, RED, YELLOW, GREY)
COLOURS = {
    "won": BLUE, "lost": RED, "stalled": GREY, ABANDONED: "#CCCCCC", "left": BLUE, "walled": RED, "starved": ORANGE,
    "no_key": YELLOW, "died": PINK, "monster": PINK, "boss": GREEN, "event": SKY,
}  # fmt: skip
WORDS = {
    "no_key": "no key", "left": "left by the exit", "walled": "walled off", "starved": "out of tiles", "died": "died",
}  # fmt: skip
NOTHING_TOLD = Results()
INK, DARK_INK = "#333333", "#DDDDDD"
PER_CENT = {"tickformat": ".0%", "range": [0, 1], "rangemode": "tozero"}
SPEAKING = {"bots", "source", "game"}  # columns whose values say by themselves what they are
LABEL_WIDTH = 26  # characters in a line
AXIS_WIDTH = 20  # the same, below an axis that has little room beside long labels
LINE, DARK_LINE = "#E5E5E5", "#444444"


def text(value: Any) -> str:
    """A value as text that a figure shows as it is: names are never markup."""
    return html.escape("-" if value is None or value == "" else str(value), quote=False)


def words(name: str, called: Results = NOTHING_TOLD) -> str:
    """A name of a column or of a result in words; `called` is what its game says of them."""
    return text(plain_words(name, called))


def plain_words(name: str, called: Results = NOTHING_TOLD) -> str:
    """The same as it is, for what is no figure."""
    return WORDS.get(str(name)) or called.word(name)


def broken(label: str) -> str:
    """A long label, as a figure shows it, in several lines, so that it leaves room for the figure."""
    return "<br>".join(text(line) for line in textwrap.wrap(html.unescape(label), LABEL_WIDTH))


def below(*parts: str) -> list[str]:
    """The title of an axis that has little room beside long labels, in lines; each part begins one."""
    return [line for part in parts for line in textwrap.wrap(part, AXIS_WIDTH)]


def colour(name: str, i: int = 0) -> str:
    """The colour of a result, or of the i-th series."""
    return COLOURS.get(name, SERIES[i % len(SERIES)])


def faint(colour: str, opacity: float = 0.18) -> str:
    """The same colour, nearly transparent."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


def finish(figure: go.Figure, title: str, x: str, y: str, dark: bool = False, **layout: Any) -> go.Figure:
    """Give a figure its title, its axes and the look.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
    title, x, y : str
        Plain text; x may have several lines, and a second line of the title says how to read the figure.
    dark : bool
        For a dark page; the background is transparent in any case.
    **layout
        More of plotly's layout.
    """
    ink, line = (DARK_INK, DARK_LINE) if dark else (INK, LINE)
    title, _, hint = title.partition("\n")
    title_of_axis = {"standoff": 8, "font": {"size": 13}}
    axis = {"gridcolor": line, "linecolor": line, "zerolinecolor": line, "title": title_of_axis, "automargin": True}
    figure.update_layout(
        title={"text": html.escape(title), "x": 0, "xanchor": "left", "xref": "container", "pad": {"l": 4},
               "font": {"size": 15}, **({"subtitle": {"text": html.escape(hint), "font": {"size": 12}}} if hint else {})},
        font={"family": "system-ui, sans-serif", "size": 13, "color": ink},
        paper_bgcolor="rgba(0,0,0,0)", plot_bgcolor="rgba(0,0,0,0)", colorway=list(SERIES), template="none",
        margin={"l": 60, "r": 16, "t": 72 if hint else 48, "b": 48}, height=380, bargap=0.25, hovermode="closest",
        legend={"orientation": "h", "y": -0.2, "yanchor": "top", "x": 0, "title": {"text": ""}},
        hoverlabel={"font": {"family": "system-ui, sans-serif"}},
    )  # fmt: skip
    figure.update_xaxes(**axis, title_text=html.escape(x).replace("\n", "<br>"), showgrid=False)
    figure.update_yaxes(**axis, title_text=html.escape(y), showgrid=True)
    figure.update_layout(**layout)
    for trace in figure.data:
        if trace.type == "bar" and trace.error_y.array is not None:
            trace.error_y.color = ink
    return _lightened(figure) if dark else figure


def _lightened(figure: go.Figure) -> go.Figure:
    """A figure for a dark page: the blue, which would hardly be seen there, is lighter."""
    for trace in figure.data:
        content = trace.to_plotly_json()
        content.pop("type")
        trace.update(_light(content), overwrite=True)
    return figure


def _light(content: Any) -> Any:
    """The same with a lighter blue, wherever it stands in a trace."""
    if isinstance(content, dict):
        return {name: _light(value) for name, value in content.items()}
    if isinstance(content, list | tuple):
        return [_light(value) for value in content]
    if isinstance(content, str) and content.startswith(FAINT_BLUE):
        return content.replace(FAINT_BLUE, faint(DARK_BLUE, 1)[:-2], 1)
    return DARK_BLUE if isinstance(content, str) and content == BLUE else content


def nothing(says: str, dark: bool = False) -> go.Figure:
    """A figure that says why there is nothing to see."""
    figure = finish(go.Figure(), "", "", "", dark)
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False)
    figure.add_annotation(text=text(says), showarrow=False, xref="paper", yref="paper", x=0.5, y=0.5)
    return figure


def error_bars(table: pd.DataFrame, value: str, low: str = "low", high: str = "high") -> dict[str, Any]:
    """The interval of each row, as plotly takes it."""
    return {
        "type": "data", "symmetric": False, "array": table[high] - table[value], "arrayminus": table[value] - table[low],
        "thickness": 1.2, "width": 3,
    }  # fmt: skip


def group_names(table: pd.DataFrame, by: Sequence[str]) -> pd.Series:
    """The name of each row's group, by the columns that make groups."""
    if not by:
        return pd.Series("all games", index=table.index)
    if len(by) == 1:
        return table[by[0]].map(text)
    return table[list(by)].apply(lambda row: text(", ".join(value_words(k, v) for k, v in row.items())), axis=1)


def value_words(column: str, value: Any, called: Results = NOTHING_TOLD) -> str:
    """The value of a column as it stands by itself: "2 players", "greedy". As it is, and not as a figure shows it."""
    if column == "players" and str(value).isdecimal():
        return counted(int(value), "player")
    if column == "result":
        return plain_words(value, called)
    said = "unknown" if value is None or value == "" else str(value)
    return said if column in SPEAKING else f"{plain_words(column, called)} {said}"


def group_title(by: Sequence[str], name: Any, called: Results = NOTHING_TOLD) -> str:
    """What a group is called in a legend, by its name of `group_names`."""
    return text(value_words(by[0], html.unescape(str(name)), called)) if len(by) == 1 else str(name)


def gap_of(bars: int) -> float:
    """The room between bars: few of them do not grow fat."""
    return {1: 0.75, 2: 0.5}.get(bars, 0.25)


def key_word(by: Sequence[str]) -> str:
    """What groups by one column are called."""
    return words(by[0]) if len(by) == 1 else ""


def renew(figure: go.Figure, made: go.Figure) -> go.Figure:
    """Bring an existing figure up to date in place, so that a page keeps its view of it.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
        The one that is shown; also a `FigureWidget`.
    made : plotly.graph_objects.Figure
        What it should look like.
    """
    same = [trace.type for trace in figure.data] == [trace.type for trace in made.data]
    with figure.batch_update():
        if same:
            for mine, new in zip(figure.data, made.data, strict=True):
                content = new.to_plotly_json()
                content.pop("type", None)
                for gone in set(mine.to_plotly_json()) - set(content) - {"type", "uid"}:
                    mine[gone] = None
                mine.update(content, overwrite=True)
        figure.layout = made.layout
    if not same:
        figure.data = ()
        figure.add_traces(made.data)
    return figure
