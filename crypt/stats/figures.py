"""Figures of what games come to: each function takes a frame of this package and gives a plotly figure.

With `look.renew`, re-exported here, a figure that is shown is brought up to date in place.
"""

import html
import textwrap
from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ..core.results import Results
from ..core.wording import capital, counted
from .any_columns import against
from .bins import Bins, bins_of
from .course import reached_floors
from .difference import Comparison
from .games import Games
from .intervals import amount
from .look import (
    BLUE,
    GREY,
    LABEL_WIDTH,
    NOTHING_TOLD,
    PER_CENT,
    SERIES,
    below,
    broken,
    colour,
    error_bars,
    faint,
    finish,
    gap_of,
    group_names,
    group_title,
    key_word,
    nothing,
    renew,
    text,
    words,
)  # fmt: skip
from .shares import deaths_by_cause, floor_endings
from .shares import seats as seats_of
from .summary import Summary, result_order, summarize
from .survey_figures import blamed, ending_bars, exits, heat

__all__ = [
    "any_against", "blamed", "causes", "compared", "course", "endings", "exits", "heat", "length",
    "measured", "ratings", "reach", "renew", "results", "seats",
]  # fmt: skip

NONE = "There are no games to show: choose others, or simulate some."
NOT_OVER = "No game here is over, so there is nothing to tell yet."


def results(summary: Summary, dark: bool = False, title: str = "") -> go.Figure:
    """How games ended, by group, with 95 % intervals.

    Parameters
    ----------
    summary : Summary
        Such as `summarize(games, ["players"])`.
    dark : bool
    title : str
        Without one it says how many games ended.
    """
    table = summary.frame()
    if table.empty:
        return nothing(NONE, dark)
    table["group"] = group_names(table, summary.by)
    figure, called = go.Figure(), summary.called
    for i, way in enumerate(sorted(table["result"].unique(), key=result_order)):
        part = table[table["result"] == way]
        said = [f"{words(way, called)}: {a} of {n} = {s:.1%} ({lo:.1%} to {hi:.1%})" for a, n, s, lo, hi in
                part[["count", "n", "share", "low", "high"]].itertuples(index=False)]  # fmt: skip
        figure.add_bar(
            x=part["group"], y=part["share"], name=words(way, called), marker_color=colour(way, i),
            error_y=error_bars(part, "share"), customdata=said, hovertemplate="%{x}<br>%{customdata}<extra></extra>",
        )  # fmt: skip
    n = sum(group.n for group in summary.groups)
    figure.update_xaxes(type="category")
    title = title or f"How {n:,} game{'' if n == 1 else 's'} ended"
    look = {"barmode": "group", "yaxis": PER_CENT, "bargap": gap_of(len(summary.groups)), "showlegend": True}
    return finish(figure, title, key_word(summary.by), "share of games", dark, **look)


def reach(games: Games | pd.DataFrame, by: Sequence[str] = ("players",), dark: bool = False) -> go.Figure:
    """How far parties get: the share that clears each floor, with 95 % bands (Kaplan-Meier)."""
    games = Games.of(games)
    if "floors_cleared" not in games.columns or not len(games):
        return nothing(NONE, dark)
    table = reached_floors(games, by)
    if not (table["time"] > 0).any():
        return nothing("No floor is over yet.", dark)
    figure = course(table, by, "", "", dark, games.results)
    figure.update_xaxes(dtick=1)
    return finish(figure, "How far parties get", "floors cleared", "share of parties", dark, yaxis=PER_CENT)


def course(
    table: pd.DataFrame, by: Sequence[str], title: str, x: str, dark: bool = False, called: Results = NOTHING_TOLD
) -> go.Figure:
    """Curves of `survival`, with 95 % bands."""
    figure = go.Figure()
    table = table.assign(group=group_names(table, by))
    for i, (name, part) in enumerate(table.groupby("group", sort=False)):
        # a course begins with everybody
        everybody = pd.DataFrame({"time": [0.0], "share": [1.0], "low": [1.0], "high": [1.0]})
        steps = pd.concat([everybody, part[part["time"] > 0]])
        ink = SERIES[i % len(SERIES)]
        _add_band(figure, steps["time"], steps["low"], steps["high"], ink, str(name), "hv")
        figure.add_scatter(
            x=steps["time"], y=steps["share"], name=group_title(by, name, called), mode="lines",
            line={"color": ink, "shape": "hv", "width": 2}, legendgroup=str(name),
            hovertemplate="%{x:.4g}: %{y:.1%}<extra>%{fullData.name}</extra>",
        )  # fmt: skip
    return finish(figure, title, x, "share of games", dark, yaxis=PER_CENT)


def length(
    games: Games | pd.DataFrame, unit: str = "minutes", by: Sequence[str] = ("players",),
    promised: tuple[float, float] | None = None, dark: bool = False,
) -> go.Figure:  # fmt: skip
    """How long games take that ended, in `unit` ("minutes", "rounds"), against what the game promises (`Entry.minutes`)."""
    games = Games.of(games)
    table = games.finished().counts([*by, unit]).dropna(subset=[unit])
    if table.empty:
        return nothing(_none(games), dark)
    promised = promised if unit == "minutes" else None
    found = table.groupby(unit)["n"].sum()
    bins = bins_of(found.index.to_numpy(), found.to_numpy(), promised[1] if promised else -np.inf)
    figure, called = go.Figure(), games.results
    for i, (name, part) in enumerate(table.assign(group=group_names(table, by)).groupby("group", sort=False)):
        shares = bins.shares(part[unit].to_numpy(float), part["n"].to_numpy())
        _add_bins(figure, bins, shares, group_title(by, name, called), SERIES[i % len(SERIES)])
    if bins.beyond:
        figure.update_xaxes(**dict(zip(("tickvals", "ticktext"), bins.ticks(), strict=True)))
    if promised:
        within = table[table[unit].between(*promised)]["n"].sum() / table["n"].sum()
        says = f"promised: {promised[0]:g} to {promised[1]:g} minutes, kept by {within:.0%}"
        figure.add_vrect(
            *promised, fillcolor=faint(GREY, 0.15), line_width=0, layer="below",
            annotation={"text": says, "font": {"size": 11}, "yref": "paper", "y": 1.0, "yanchor": "bottom"},
            annotation_position="top left",
        )  # fmt: skip
    title = f"How long games take ({unit})\n{bins.hint}"
    look = {"yaxis": {"tickformat": ".0%", "rangemode": "tozero"}, "showlegend": i > 0}
    return finish(figure, title, unit, "share of games", dark, **look)


def _add_bins(figure: go.Figure, bins: Bins, shares: np.ndarray, name: str, ink: str) -> None:
    """A line over the bins, and a bar by itself for what lies beyond them."""
    look = {"name": name, "mode": "lines", "legendgroup": name}
    x, y, middles = bins.outline(shares[:-1])
    figure.add_scatter(
        x=x, y=y, customdata=middles, line={"shape": "hvh", "width": 2, "color": ink},
        hovertemplate="%{customdata:.4g}: %{y:.1%}<extra>%{fullData.name}</extra>", **look,
    )  # fmt: skip
    if bins.beyond:
        figure.add_scatter(
            x=bins.bar, y=[shares[-1]] * 2, line={"width": 2, "color": ink}, showlegend=False,
            hovertemplate=f"more than {bins.last}: %{{y:.1%}}<extra>%{{fullData.name}}</extra>", **look,
        )  # fmt: skip


def _none(games: Games) -> str:
    """What to say where no game that is over can be shown."""
    return NONE if not len(games) or len(games.finished()) else NOT_OVER


def endings(games: Games | pd.DataFrame, by: Sequence[str] = (), lost_only: bool = False, dark: bool = False) -> go.Figure:
    """How the exit stood at the end of each floor; `lost_only`: what took the last hero, by floor."""
    table = floor_endings(games, by)
    if lost_only:
        table = table[~table["ending"].isin(["left", "stalled"])]
    table = table[table.groupby("ending")["count"].transform("sum") > 0]
    if table.empty:
        return nothing("No party was stopped yet." if lost_only else "No floor has ended yet.", dark)
    table = table.assign(group=group_names(table, by))
    title = "What took the last hero, by floor" if lost_only else "How the exit stood at the end of each floor"
    return ending_bars(table, by, title, lost_only, dark)


def causes(games: Games | pd.DataFrame, by: Sequence[str] = (), dark: bool = False) -> go.Figure:
    """What heroes die of: deaths in a game, with 95 % intervals."""
    games = Games.of(games)
    table, called = deaths_by_cause(games, by), games.results
    if not table["deaths"].any():
        return nothing("Nobody has died here.", dark)
    table["group"] = group_names(table, by)
    figure = go.Figure()
    for i, (name, part) in enumerate(table.groupby("group", sort=False)):
        figure.add_bar(
            x=[words(cause) for cause in part["cause"]], y=part["per_game"], name=group_title(by, name, called),
            marker_color=SERIES[i % len(SERIES)], error_y=error_bars(part, "per_game"), customdata=part[["deaths", "n"]],
            hovertemplate="%{x}: %{customdata[0]} deaths in %{customdata[1]} games<extra>%{fullData.name}</extra>",
        )  # fmt: skip
    look = {"barmode": "group", "showlegend": bool(by), "yaxis": {"rangemode": "tozero"}}
    return finish(figure, "What heroes die of", "", "deaths in a game", dark, **look)


def measured(
    games: Games | pd.DataFrame, columns: Sequence[str], by: Sequence[str] = ("players",), title: str = "",
    dark: bool = False,
) -> go.Figure:  # fmt: skip
    """Any columns of numbers: the mean with its 95 % interval, and a thin line from 10 % to 90 % of the games."""
    games = Games.of(games)
    table, called = summarize(games, by, columns).measures(), games.results
    table = table[table["n"] > 0] if len(table) else table
    if table.empty:
        return nothing(_none(games), dark)
    table["group"] = group_names(table, by)
    rows, names = list(table["measure"].unique()), list(table["group"].unique())
    figure, step = go.Figure(), 0.7 / len(names)
    for i, name in enumerate(names):
        part = table[table["group"] == name]
        at = part["measure"].map(rows.index) + (i - (len(names) - 1) / 2) * step
        ink = SERIES[i % len(SERIES)]
        spread = {"type": "data", "symmetric": False, "array": part["q90"] - part["mean"],
                  "arrayminus": part["mean"] - part["q10"], "thickness": 1, "width": 0,
                  "color": faint(ink, 0.5)}  # fmt: skip
        figure.add_scatter(x=part["mean"], y=at, error_x=spread, mode="markers", marker={"size": 1, "color": ink},
                           hoverinfo="skip", showlegend=False)  # fmt: skip
        figure.add_scatter(
            x=part["mean"], y=at, error_x=error_bars(part, "mean"), mode="markers", marker={"size": 8, "color": ink},
            name=group_title(by, name, called), customdata=part[["q10", "q90", "n"]],
            hovertemplate="%{x:.3g} (%{customdata[0]:.3g} to %{customdata[1]:.3g}; %{customdata[2]} games)"
                          "<extra>%{fullData.name}</extra>",
        )  # fmt: skip
    shown = [broken(words(name, called)) for name in rows]
    axis = {"tickvals": list(range(len(rows))), "ticktext": shown, "range": [len(rows) - 0.5, -0.5], "zeroline": False}
    tall = 150 + len(rows) * max(34, 16 * len(names))
    hint = "dots: means with 95 % intervals; lines: 80 of 100 games"
    look = {"height": tall, "yaxis": axis, "xaxis": {"rangemode": "tozero", "showgrid": True}}
    look |= {"legend": {"yref": "container", "y": 0, "yanchor": "bottom"}, "showlegend": len(names) > 1}
    return finish(figure, f"{title or 'In a game'}\n{hint}", "in a game", "", dark, **look)


def seats(games: Games | pd.DataFrame, dark: bool = False) -> go.Figure:
    """The seats compared: games won by each where seats compete, else what each scores, with 95 % intervals."""
    games = Games.of(games)
    table = seats_of(games)
    is_contest = bool(table["won"].notna().any())
    value, low, high = ("won", "low", "high") if is_contest else ("score", "score_low", "score_high")
    table = table[table[value].notna()]
    if table.empty:
        return nothing(_none(games), dark)
    figure, several, called = go.Figure(), table["players"].nunique(), games.results
    for i, (players, part) in enumerate(table.groupby("players")):
        name = counted(players, "player")
        figure.add_scatter(
            x=part["seat"] + (i - (several - 1) / 2) * 0.08, y=part[value], mode="markers", name=name,
            error_y=error_bars(part, value, low, high), marker={"size": 9, "color": SERIES[i]},
        )  # fmt: skip
        if is_contest:
            figure.add_scatter(x=part["seat"], y=part["fair"], mode="lines", showlegend=False, hoverinfo="skip",
                               line={"color": SERIES[i], "dash": "dot", "width": 1})  # fmt: skip
    most = int(table["seat"].max())
    names = [text(called.seat(seat)) for seat in range(1, most + 1)]
    figure.update_xaxes(tickvals=list(range(1, most + 1)), ticktext=names, range=[0.5, most + 0.5])
    what = "share of games won (dotted: all alike)" if is_contest else called.score
    axis = {"rangemode": "tozero", **({"tickformat": ".0%"} if is_contest else {})}
    return finish(figure, "The seats compared", "", what, dark, yaxis=axis, showlegend=True)


def compared(found: Sequence[Comparison], names: tuple[str, str] = ("first", "second"), dark: bool = False) -> go.Figure:
    """Two groups side by side: differences with 95 % intervals, relative to the first group where it is a mean."""
    shown = [one for one in found if not np.isnan(one.difference.value)]
    if not shown:
        return nothing("These groups have nothing in common that could be compared.", dark)
    figure = go.Figure()
    for one in reversed(shown):
        whole = abs(one.first.value) if one.first.value and not (one.is_share or one.is_rate) else 1.0
        value, low, high = (number / whole for number in one.difference)
        figure.add_scatter(
            x=[value], y=[broken(text(one.called))], mode="markers", showlegend=False,
            marker={"size": 9, "color": BLUE if one.is_clear else GREY},
            error_x={"type": "data", "symmetric": False, "array": [high - value], "arrayminus": [value - low]},
            customdata=[text(one)], hovertemplate="%{customdata}<extra></extra>",
        )  # fmt: skip
    figure.add_vline(0, line={"color": GREY, "width": 1})
    figure.update_xaxes(tickformat="+.0%")
    x = below("shares in points,", f"means relative to {names[0]}")
    hint = f"to the right: more with {names[1]}"
    lines = max(len(textwrap.wrap(one.called, LABEL_WIDTH)) for one in shown)  # all rows are as high as the highest
    tall = 120 + 15 * len(x) + (8 + 15 * lines) * len(shown)
    look = {"height": tall, "yaxis": {"dtick": 1}, "xaxis": {"nticks": 4}}
    return finish(figure, f"{names[1]} against {names[0]}\n{hint}", "\n".join(x), "", dark, **look)


def any_against(games: Games | pd.DataFrame, x: str, y: str, dark: bool = False) -> go.Figure:
    """Any column against any other, with 95 % intervals: shares where `y` is text, means where it holds numbers."""
    games = Games.of(games)
    table, called = against(games, x, y), games.results
    across, up = (html.unescape(words(name, called)) for name in (x, y))
    if table.empty:
        return nothing(f"No game here tells both: {across}, and {up}.", dark)
    figure, is_mean = go.Figure(), games.is_number(y)
    if is_mean and games.is_number(x):
        _add_dots(figure, games.counts([x, y]).dropna())
    names = sorted(table["what"].unique(), key=result_order) if y == "result" else list(table["what"].unique())
    for i, name in enumerate(names):
        ink = SERIES[1] if is_mean else colour(str(name), i)
        part, title = table[table["what"] == name], "mean" if is_mean else words(name, called)
        _add_places(figure, part, title, ink, is_mean, games.is_number(x) and table["at"].nunique() > 1)
    look = {} if is_mean else {"yaxis": PER_CENT, "showlegend": True, "barmode": "group"}
    title = capital(f"{up} by {across}")
    if table["low_end"].notna().any():
        each = round(table.drop_duplicates("at")["n"].mean())
        title += f"\nranges of about {counted(each, 'game')}, each at its median"
    return finish(figure, title, across, up if is_mean else "share of games", dark, **look)


def _add_dots(figure: go.Figure, table: pd.DataFrame) -> None:
    """The games themselves, behind their means."""
    x, y = table.columns[0], table.columns[-2]
    dots = table.nlargest(5000, "n")  # what nobody can see apart is not sent to the page
    marker = {"size": 4 + 16 * np.sqrt(dots["n"] / dots["n"].max()), "color": faint(BLUE, 0.25), "line": {"width": 0}}
    figure.add_scatter(x=dots[x], y=dots[y], mode="markers", marker=marker, name="games", customdata=dots["n"],
                       hovertemplate="%{x}, %{y}: %{customdata} games<extra></extra>")  # fmt: skip


def _add_places(figure: go.Figure, part: pd.DataFrame, name: str, ink: str, is_mean: bool, is_number: bool) -> None:
    """Means, or shares of one value, with their intervals: bands of shares over numbers, else bars."""
    form = "{:.3g} ({:.3g} to {:.3g}), {:,} games" if is_mean else "{:.1%} ({:.1%} to {:.1%}) of {:,} games"
    is_range = bool(part["low_end"].notna().any())
    form = ("{:.4g} to {:.4g}: " if is_range else "") + form
    ends = ["low_end", "high_end"] if is_range else []
    said = [form.format(*row) for row in part[[*ends, "value", "low", "high", "n"]].itertuples(index=False)]
    at = part["at"] if pd.api.types.is_numeric_dtype(part["at"]) else [text(value) for value in part["at"]]
    place = "" if is_range else "%{x}: "
    look = {"name": name, "customdata": said, "hovertemplate": place + "%{customdata}<extra>%{fullData.name}</extra>"}
    if is_mean:
        figure.add_scatter(x=at, y=part["value"], error_y=error_bars(part, "value"), mode="markers",
                           marker={"color": ink, "size": 9}, **look)  # fmt: skip
    elif is_number:
        part, at, look["customdata"] = _where_it_is(part, at, said)
        _add_band(figure, at, part["low"], part["high"], ink, name)
        figure.add_scatter(x=at, y=part["value"], mode="lines+markers", marker={"color": ink, "size": 6},
                           line={"color": ink, "width": 2}, legendgroup=name, cliponaxis=False, **look)  # fmt: skip
    else:
        figure.add_bar(x=at, y=part["value"], error_y=error_bars(part, "value"), marker_color=ink, **look)


def _where_it_is(part: pd.DataFrame, at: pd.Series, said: list[str]) -> tuple[pd.DataFrame, pd.Series, list[str]]:
    """The places between which a value is found, and one on each side: far from them its line would only hide others."""
    found = np.flatnonzero(part["count"] > 0)
    shown = slice(max(found[0] - 1, 0), found[-1] + 2)
    return part.iloc[shown], at.iloc[shown], said[shown]


def _add_band(
    figure: go.Figure, at: pd.Series, low: pd.Series, high: pd.Series, ink: str, group: str, shape: str = "linear"
) -> None:
    """The room between the ends of intervals."""
    look = {"x": at, "mode": "lines", "line": {"width": 0, "shape": shape}, "hoverinfo": "skip", "showlegend": False,
            "legendgroup": group}  # fmt: skip
    figure.add_scatter(y=high, **look)
    figure.add_scatter(y=low, fill="tonexty", fillcolor=faint(ink), **look)


def ratings(table: pd.DataFrame, dark: bool = False) -> go.Figure:
    """How playtesters rated fun and tension, from 1 to 5, with the means."""
    if table.empty:
        return nothing("No session has been rated yet: the Play page asks at the end of a game.", dark)
    figure = go.Figure()
    for i, what in enumerate(("fun", "tension")):
        known = table[what].dropna()
        counted = known.astype(int).value_counts().reindex(range(1, 6), fill_value=0)
        value, low, high = amount(known.to_numpy(float))
        bounds = "" if np.isnan(low) else f" ({low:.1f} to {high:.1f})"
        figure.add_bar(
            x=counted.index.tolist(), y=counted.to_numpy(), marker_color=SERIES[i],
            name=f"{what}: mean {value:.1f}{bounds} of {len(known)}",
            hovertemplate=f"{what} %{{x}}: %{{y}} sessions<extra></extra>",
        )  # fmt: skip
    figure.update_xaxes(dtick=1, range=[0.4, 5.6])
    return finish(figure, "How sessions were rated", "rating", "sessions", dark, barmode="group", yaxis={"dtick": 1})
