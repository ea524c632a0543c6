"""Figures of design questions show what their tables hold."""

import pandas as pd
import pytest

from crypt.stats import design_figures as figures


def swept(**changes):
    common = {"what": "won", "players": 2, "bots": "greedy", "kind": "share", "low": 0.1, "high": 0.9, "n": 50}
    return common | {"problem": ""} | changes


def test_one_field_is_a_curve_for_each_table():
    rows = [swept(die=die, players=players, value=die / 20) for die in (6, 4) for players in (1, 2)]
    figure = figures.swept(pd.DataFrame(rows), ["die"])
    assert [trace.name for trace in figure.data] == ["1 player", "2 players"]
    assert list(figure.data[0].x) == [4, 6] and list(figure.data[0].y) == [0.2, 0.3]
    assert list(figure.data[0].error_y.array) == pytest.approx([0.7, 0.6])


@pytest.mark.parametrize(
    ("values", "step", "form"),
    [((3, 4), 1, ",d"), ((3,), 1, ",d"), ((4, 6, 8, 12), 1, ",d"), ((10, 40), None, ",d"), ((0.5, 1.0), None, None),
     (("a", "b"), None, None), ((False, True), None, None)],
)  # fmt: skip
def test_whole_numbers_stand_at_whole_steps(values, step, form):
    axis = figures.swept(pd.DataFrame([swept(field=one, value=0.5) for one in values]), ["field"]).layout.xaxis
    assert (axis.dtick, axis.tickformat) == (step, form)
    tries = pd.DataFrame({"number": [1, 2], "miss": [0.2, 0.1], "problem": ["", ""]})
    assert figures.search(tries).layout.xaxis.dtick == 1


def test_two_fields_are_a_map_with_holes_where_nothing_was_played():
    rows = [swept(a=1, b="x", value=0.25), swept(a=1, b="y", value=None, problem="too <much>"), swept(a=2, b="x", value=0.5)]
    heat = figures.swept(pd.DataFrame(rows), ["a", "b"]).data[0]
    assert list(heat.y) == ["1", "2"] and list(heat.x) == ["x", "y"]
    assert heat.z[0][0] == 0.25 and heat.z[1][0] == 0.5 and heat.z[0][1] != heat.z[0][1]
    assert heat.customdata[0][1] == "too &lt;much&gt;" and heat.customdata[1][1] == "not yet played"
    assert heat.customdata[0][0] == "25% (10% to 90%; 50 games)"


def test_a_stopped_sweep_keeps_the_places_of_what_was_not_played():
    rows = [swept(a=2, b=True, value=0.25)]
    values = {"a": (1, 2, 3), "b": (False, True)}
    figure = figures.swept(pd.DataFrame(rows), ["a", "b"], values=values)
    (heat,) = figure.data
    assert list(heat.y) == ["1", "2", "3"] and list(heat.x) == ["False", "True"]
    assert [[*row] for row in heat.text] == [["", ""], ["", "25%"], ["", ""]]
    assert figure.layout.title.subtitle.text == "2 players; 5 settings not yet played"
    assert list(figure.layout.xaxis.range) == [-0.5, 1.5] and list(figure.layout.yaxis.range) == [-0.5, 2.5]


def test_a_tornado_has_the_largest_effect_on_top_and_grey_for_luck():
    rows = [("hero_die", 0.4, 0.3, 0.5, "matters"), ("steps", 0.3, 0.05, 0.5, "cannot be told yet"),
            ("strength", 0.05, 0.0, 0.1, "no more than luck"), ("luck", 0.04, 0.0, 0.08, "")]  # fmt: skip
    table = pd.DataFrame(rows, columns=["field", "effect", "low", "high", "verdict"]).assign(what="won", players=2)
    figure = figures.tornado(table)
    assert figure.layout.xaxis.title.text == "change of won over<br>the whole range"  # in lines, for narrow pages
    bars = figure.data[0]
    assert list(bars.y) == ["luck", "strength", "steps", "hero die"] and list(bars.x) == [0.04, 0.05, 0.3, 0.4]
    assert list(bars.marker.color) == [figures.GREY, figures.GREY, figures.ORANGE, figures.BLUE]


def test_nothing_is_said_where_there_is_nothing():
    empty = pd.DataFrame(columns=["what", "players", "field"])
    for figure in (figures.swept(empty, ["a"]), figures.tornado(empty), figures.promises(empty), figures.search(empty)):
        assert not figure.data and figure.layout.annotations[0].text
