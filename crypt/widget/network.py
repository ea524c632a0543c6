"""A floor's graph as a plotly figure: made once, then changed in place (a figure widget is never freed)."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import plotly.graph_objects as go

OPEN, POSSIBLE, EMPTY, PLACED, HEROES, MARK = range(6)  # traces, in the order in which they lie over one another
NAMES = ("open passage", "could be built", "empty cell", "tile", "heroes", "chosen cell")
SIGNS = {"start": "S", "boss room": "B", "exit door": "X", "monster": "m", "chest": "$", "event": "!", "closet": "h"}
INKS = {
    False: {"text": "#1d2230", "quiet": "#8a8f9d", "tile": "#dfe6f3", "rim": "#2f5aa8", "card": "#fff", "mark": "#c0182b"},
    True: {"text": "#e9e7e1", "quiet": "#7e8596", "tile": "#31405e", "rim": "#8db4f5", "card": "#1e212a", "mark": "#f7858e"},
}
SCALE = [[0, "#fff6d5"], [1, "#ee7b30"]]
HOVER = (
    "<b>%{customdata[0]}</b> %{customdata[1]}<br>open %{customdata[2]}<br>"
    "joined to %{customdata[3]}%{customdata[4]}<extra></extra>"
)


class PassageFigure:
    """The figure: cells at their places, open passages and possible ones told apart.

    Parameters
    ----------
    pick : callable, optional
        Takes the name of a cell that was clicked. Without it the figure is a plain one, for notebooks.
    fills : sequence of str
        The colours of the seats.

    Attributes
    ----------
    widget : plotly.graph_objects.FigureWidget
    """

    def __init__(self, pick: Callable[[str], None] | None, fills: Sequence[str]) -> None:
        self._fills = fills
        self._places: dict[str, tuple[int, int]] = {}
        self.widget: Any = (go.FigureWidget if pick else go.Figure)(_traces(), _layout())
        self.colour(False)
        if pick:
            self._listen(pick)

    def _listen(self, pick: Callable[[str], None]) -> None:
        unused = ["select2d", "lasso2d", "sendChartToCloud"]
        self.widget._config = {"displaylogo": False, "responsive": True, "modeBarButtonsToRemove": unused}
        for trace in (EMPTY, PLACED, HEROES):
            self.widget.data[trace].on_click(lambda data, points, _: self._picked(data, points, pick))

    def _picked(self, data: Any, points: Any, pick: Callable[[str], None]) -> None:
        if points.point_inds:
            pick(str(data.customdata[points.point_inds[0]][0]))

    def show(self, floor: Any, between: dict[str, float] | None = None, chosen: str | None = None) -> None:
        """Show a graph, with one message for all that changes: plotly loses drawings that overtake one another.

        Parameters
        ----------
        floor : networkx.Graph
            As a game's `graph` gives it.
        between : dict of str to float, optional
            The betweenness of each cell; then the tiles are coloured by it.
        chosen : str, optional
            The cell to mark.
        """
        self._places = {cell: (values["col"], values["row"]) for cell, values in floor.nodes(data=True)}
        side = 1 + max(row for _, row in self._places.values())
        placed = [cell for cell, is_placed in floor.nodes(data="placed") if is_placed]
        empty = [cell for cell, is_placed in floor.nodes(data="placed") if not is_placed]
        with self.widget.batch_update():
            self._show_edges(OPEN, [edge[:2] for edge in floor.edges(data="open") if edge[2]])
            self._show_edges(POSSIBLE, [edge[:2] for edge in floor.edges(data="open") if not edge[2]])
            for trace, cells in ((EMPTY, empty), (PLACED, placed)):
                self._show_cells(trace, cells, [_facts(floor, cell, between) for cell in cells])
            self.widget.data[PLACED].text = [SIGNS.get(floor.nodes[cell]["symbol"], "") for cell in placed]
            self._show_heroes(floor)
            self._colour_tiles(placed, between)
            self._scale(side)
            self._mark(chosen)

    def _scale(self, side: int) -> None:
        """Letters and numbers as on the board, and signs of a size that fits between them."""
        ticks, layout = list(range(side)), self.widget.layout
        low, high = -0.6, side - 0.4
        layout.xaxis.update(tickvals=ticks, ticktext=[chr(ord("a") + i) for i in ticks], range=[low, high])
        layout.yaxis.update(tickvals=ticks, ticktext=[str(1 + i) for i in ticks], range=[high, low])
        self.widget.data[PLACED].marker.size = max(13, 190 // side)
        self.widget.data[MARK].marker.size = 1.5 * max(13, 190 // side)

    def _show_edges(self, trace: int, edges: list[tuple[str, str]]) -> None:
        # a gap (None) after each edge keeps one line from running into the next
        ends = [[self._places[here], self._places[there], (None, None)] for here, there in edges]
        points = [point for three in ends for point in three]
        self.widget.data[trace].update(x=[x for x, _ in points], y=[y for _, y in points])

    def _show_cells(self, trace: int, cells: list[str], facts: list[list[str]]) -> None:
        x, y = [self._places[cell][0] for cell in cells], [self._places[cell][1] for cell in cells]
        self.widget.data[trace].update(x=x, y=y, customdata=facts)

    def _show_heroes(self, floor: Any) -> None:
        standing = [(cell, hero) for cell, who in floor.nodes(data="heroes") for hero in who.split()]
        order = {cell: [hero for other, hero in standing if other == cell] for cell, _ in standing}
        shift = [(order[cell].index(hero) - (len(order[cell]) - 1) / 2) * 0.32 for cell, hero in standing]
        self.widget.data[HEROES].update(
            x=[self._places[cell][0] + by for (cell, _), by in zip(standing, shift, strict=True)],
            y=[self._places[cell][1] - 0.3 for cell, _ in standing],
            text=[hero for _, hero in standing],
            customdata=[[cell, f"hero {hero}"] for cell, hero in standing],
        )
        self.widget.data[HEROES].marker.color = [self._fills[int(hero) - 1] for _, hero in standing]

    def _colour_tiles(self, placed: list[str], between: dict[str, float] | None) -> None:
        marker = self.widget.data[PLACED].marker
        marker.color = self._inks["tile"] if between is None else [between[cell] for cell in placed]
        marker.showscale = between is not None
        self.widget.data[PLACED].textfont.color = self._inks["text"] if between is None else "#111"

    def send_whole(self) -> None:
        """Bring what the page draws from first up to date; later changes follow one by one."""
        self.widget._widget_data = deepcopy(self.widget._data)
        self.widget._widget_layout = deepcopy(self.widget._layout)

    def _mark(self, cell: str | None) -> None:
        place = self._places.get(cell or "")
        self.widget.data[MARK].update(x=[place[0]] if place else [], y=[place[1]] if place else [])

    def colour(self, is_dark: bool) -> None:
        """Take the colours of a light or a dark page."""
        self._inks = inks = INKS[is_dark]
        data, layout = self.widget.data, self.widget.layout
        with self.widget.batch_update():
            layout.font.color = inks["text"]
            layout.hoverlabel.update(bgcolor=inks["card"], bordercolor=inks["rim"], font={"color": inks["text"]})
            data[OPEN].line.color, data[POSSIBLE].line.color = inks["rim"], inks["quiet"]
            data[EMPTY].marker.color = inks["quiet"]
            data[PLACED].marker.line.color, data[PLACED].textfont.color = inks["rim"], inks["text"]
            data[HEROES].marker.line.color = inks["card"]
            data[MARK].marker.color = inks["mark"]
            if not isinstance(data[PLACED].marker.color, tuple):
                data[PLACED].marker.color = inks["tile"]


def _facts(floor: Any, cell: str, between: dict[str, float] | None) -> list[str]:
    values = floor.nodes[cell]
    ways = [is_open for _, _, is_open in floor.edges(cell, data="open")]
    more = "" if between is None else f"<br>betweenness {between[cell]:.3f}"
    openings = (values["openings"] or "nowhere") if values["placed"] else "to every side"
    return [cell, values["symbol"], openings, f"{len(ways)} ({sum(ways)} open)", more]


def _traces() -> list[go.Scatter]:
    lines = [
        go.Scatter(mode="lines", line={"width": 4}, hoverinfo="skip"),
        go.Scatter(mode="lines", line={"width": 1.2, "dash": "dot"}, hoverinfo="skip"),
    ]
    cells = [
        go.Scatter(mode="markers", marker={"size": 7}, hovertemplate=HOVER),
        go.Scatter(
            mode="markers+text", hovertemplate=HOVER,
            marker={
                "symbol": "square", "opacity": 1, "line": {"width": 1.5}, "colorscale": SCALE, "cmin": 0,
                "colorbar": {"thickness": 10, "title": {"text": "betweenness", "side": "right"}},
            },
        ),
        go.Scatter(mode="markers+text", hovertemplate="hero %{text} on %{customdata[0]}<extra></extra>",
                   marker={"size": 17, "line": {"width": 2}}, textfont={"color": "#fff", "size": 11}),
        go.Scatter(mode="markers", marker={"symbol": "square-open", "line": {"width": 3}}, hoverinfo="skip"),
    ]  # fmt: skip
    traces = [*lines, *cells]
    for trace, name in zip(traces, NAMES, strict=True):
        trace.update(name=name, x=[], y=[])
    return traces


def _layout() -> dict[str, Any]:
    axis = {"showgrid": False, "zeroline": False, "fixedrange": False, "constrain": "domain"}
    return {
        "autosize": True, "height": 480, "margin": {"l": 24, "r": 8, "t": 24, "b": 8}, "showlegend": False,
        "paper_bgcolor": "rgba(0,0,0,0)", "plot_bgcolor": "rgba(0,0,0,0)", "dragmode": False, "hovermode": "closest",
        "modebar": {"bgcolor": "rgba(0,0,0,0)", "orientation": "v"},
        "xaxis": {**axis, "side": "top"}, "yaxis": {**axis, "scaleanchor": "x"},
    }  # fmt: skip
