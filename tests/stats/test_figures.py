"""Figures: every one can be drawn, of nothing too; they are renewed in place; names are never markup."""

import json

import numpy as np
import pandas as pd
import pytest

from crypt.batch import simulate
from crypt.core.catalog import catalog
from crypt.core.results import results_of
from crypt.design import survey
from crypt.stats import compare, figures, summarize
from crypt.stats.bins import bins_of


@pytest.fixture(scope="module")
def games() -> pd.DataFrame:
    frames = [simulate("colossi", players, 60, seed=1, bots="greedy") for players in (1, 2)]
    return pd.concat(frames, ignore_index=True)


def topic(name):
    """Numbers that the game looks at together."""
    return next(one for one in results_of("colossi").topics if one.name == name)


FIGURES = {
    "results": lambda games, dark: figures.results(summarize(games, ["players"]), dark),
    "reach": lambda games, dark: figures.reach(games, dark=dark),
    "minutes": lambda games, dark: figures.length(games, dark=dark),
    "rounds": lambda games, dark: figures.length(games, "rounds", dark=dark),
    "endings": lambda games, dark: figures.endings(games, ["players"], dark=dark),
    "lost": lambda games, dark: figures.endings(games, lost_only=True, dark=dark),
    "causes": lambda games, dark: figures.causes(games, ["players"], dark),
    "damage": lambda games, dark: figures.measured(games, topic("damage").columns, title="Damage", dark=dark),
    "potions": lambda games, dark: figures.measured(games, topic("potions").columns, title="Potions", dark=dark),
    "seats": lambda games, dark: figures.seats(games, dark),
    "numbers": lambda games, dark: figures.any_against(games, "rounds", "damage_taken", dark),
    "words": lambda games, dark: figures.any_against(games, "rounds", "result", dark),
    "compared": lambda games, dark: figures.compared([compare(games, games, what) for what in ("won", "rounds")], dark=dark),
}


@pytest.mark.parametrize("name", FIGURES)
def test_figures_of_games_and_of_nothing(games, name):
    light, dark = FIGURES[name](games, False), FIGURES[name](games, True)
    assert light.data and light.layout.title.text and light.layout.font.color != dark.layout.font.color
    json.loads(light.to_json())
    nothing = FIGURES[name](games.head(0), False)
    assert not nothing.data and nothing.layout.annotations[0].text or name == "causes"


def test_heat_on_a_board():
    cells = pd.DataFrame({"floor": [1, 1, 2], "row": [0, 5, 1], "col": [2, 0, 1], "lost": [3, 1, 0]})
    figure = figures.heat(cells)
    assert figure.data[0].z.shape == (6, 6) and figure.data[0].z[0][2] == 3 and figure.data[0].x[2] == "c"
    assert not figures.heat(cells, floor=2).data and figures.heat(cells, side=8).data[0].z.shape == (8, 8)


def test_heat_shows_boards_of_one_size():
    cells = pd.DataFrame({"floor": 1, "row": [0, 5, 1], "col": [2, 0, 1], "lost": [3, 1, 5]})
    cells = cells.assign(side=[8, 8, 6], visits=[5, 5, 9])
    figure = figures.heat(cells)
    assert figure.data[0].z.shape == (8, 8) and figure.data[0].z.sum() == 4
    assert figure.layout.title.subtitle.text == "boards of 8 by 8 only"


def test_figures_of_a_survey():
    found = survey("colossi", [1, 2], 60, seed=3)
    shares = found.shares(["players", "floor"])
    figure = figures.exits(shares, ["players"])
    assert sum(sum(trace.y) for trace in figure.data) == pytest.approx(shares.groupby(["players", "floor"]).ngroups)
    assert figure.data[0].name == "left by the exit"
    blamed = figures.blamed(found.causes())
    assert sum(sum(trace.y) for trace in blamed.data) == (found.floors["lost_shape"] != "").sum() > 0
    assert {*blamed.data[0].x} <= {"dead end", "straight", "corner", "tee", "cross"}
    assert not figures.blamed(found.causes().head(0)).data and not figures.exits(shares.head(0)).data


def test_ratings_are_counted_from_one_to_five():
    figure = figures.ratings(pd.DataFrame({"fun": [4, 5, 4], "tension": [1, None, 3]}))
    assert [list(trace.y) for trace in figure.data] == [[0, 0, 0, 2, 1], [1, 0, 1, 0, 0]]
    assert figure.data[0].name.startswith("fun: mean 4.3 (") and figure.data[1].name.endswith("of 2")
    assert not figures.ratings(pd.DataFrame({"fun": [], "tension": []})).data


def test_minutes_are_held_against_what_the_game_promises(games):
    promised = catalog()["colossi"].minutes
    kept = games["minutes"].between(*promised).mean()
    (note,) = figures.length(games, promised=promised).layout.annotations
    assert note.text == f"promised: 15 to 90 minutes, kept by {kept:.0%}"
    assert not figures.length(games, "rounds", promised=promised).layout.annotations


def test_what_differences_are_relative_to_fits_below_a_narrow_figure(games):
    found = [compare(games, games, what) for what in ("won", "rounds")]
    heights = []
    for name in ("standard", "a variant with a name of forty characters"):
        layout = figures.compared(found, (name, "other")).layout
        lines = layout.xaxis.title.text.split("<br>")
        assert max(map(len, lines)) <= 20 and " ".join(lines) == f"shares in points, means relative to {name}"
        heights.append(layout.height - 15 * len(lines))
    assert heights[0] == heights[1]


def test_one_long_game_does_not_make_all_bins_coarse():
    rounds = [*range(10, 30)] * 10
    without = bins_of(*np.unique(rounds, return_counts=True))
    bins = bins_of(*np.unique([*rounds, 900], return_counts=True))
    assert bins.edges.tolist() == without.edges.tolist() and (bins.beyond, bins.last) == (1, "29")
    assert bins.hint == "last bar: more than 29 in 1 game, at most 900" and not without.hint
    table = pd.DataFrame({"rounds": [*rounds, 900], "players": 2, "result": "won", "game": "lair"})
    figure = figures.length(table, "rounds")
    line, bar = figure.data
    assert sum(line.y[1:-1]) == pytest.approx(200 / 201) and bar.y == pytest.approx([1 / 201] * 2)
    assert not figure.layout.showlegend and min(bar.x) > max(line.x) and bar.hovertemplate.startswith("more than 29: ")
    assert figure.layout.xaxis.ticktext[-1] == "> 29"
    assert figure.layout.title.subtitle.text == "last bar: more than 29 in 1 game, at most 900"
    assert max(figure.layout.xaxis.tickvals) < 40


@pytest.mark.parametrize("values", [[5], [5, 6], [5] * 30 + [6, 7, 90], np.arange(40) / 7, [1.5] * 40 + [700.25]])
def test_every_game_is_in_a_bin_or_beyond_them(values):
    found, counts = np.unique(np.array(values, float), return_counts=True)
    bins = bins_of(found, counts)
    shares = bins.shares(found, counts)
    assert shares.sum() == pytest.approx(1) and shares[-1] * len(values) == pytest.approx(bins.beyond)
    assert bins.beyond <= 0.1 * len(values) and len(shares) == len(bins.edges)
    assert bins.shares(found[::-1], counts[::-1]) == pytest.approx(shares)


@pytest.mark.parametrize("rounds", [[*range(10, 30)] * 10, [*range(10, 200)] * 30, np.arange(900) / 7, [5]])
def test_the_first_and_the_last_bin_are_drawn_as_wide_as_the_others(rounds):
    found, counts = np.unique(np.array(rounds, float), return_counts=True)
    bins = bins_of(found, counts)
    (line,) = figures.length(pd.DataFrame({"rounds": rounds, "players": 2, "result": "won", "game": "lair"}), "rounds").data
    assert line.line.shape == "hvh"  # it steps half-way between two places
    steps = [line.x[0], *(np.array(line.x[1:-2]) + line.x[2:-1]) / 2, line.x[-1]]
    assert np.diff(steps) == pytest.approx(np.diff(bins.edges), rel=1e-3) and line.x[0] == bins.edges[0]
    assert line.y[1:-1] == pytest.approx(bins.shares(found, counts)[:-1])
    assert (line.y[0], line.y[-1]) == (line.y[1], line.y[-2])
    assert line.customdata[0] == line.x[1] and line.customdata[-1] == line.x[-2]


def test_what_is_promised_is_never_put_together():
    values, counts = np.unique([*range(10, 30)] * 10 + [80, 95, 600], return_counts=True)
    bins = bins_of(values, counts, at_least=90)
    assert bins.beyond == 2 and 80 < bins.edges[-1] < 95


def test_a_figure_is_renewed_in_place(games):
    figure = FIGURES["results"](games, False)
    for other in ("results", "reach", "results"):
        new = FIGURES[other](games.head(60), True)
        assert figures.renew(figure, new) is figure
        assert json.loads(figure.to_json()) == json.loads(new.to_json())


def test_names_are_text(games):
    odd = games.assign(ruleset="<b>bold</b> & <script>")
    for figure in (figures.results(summarize(odd, ["ruleset"])), figures.any_against(odd, "ruleset", "result")):
        assert "<script>" not in figure.to_json().replace("\\u003c", "<")
        assert "&lt;script&gt;" in figure.to_json().replace("\\u003c", "<").replace("\\u003e", ">")
