"""Graphs for other programs read back with the same cells and passages."""

import pytest
from floors import EXAMPLE, standard_rules

from crypt.connect import export, read_graph
from crypt.core.game import CryptError, UnreadableError
from crypt.games.colossi.graph import graph
from crypt.games.colossi.notation import read


@pytest.mark.parametrize("form", ["graphml", "json", "dot"])
def test_reads_back(form):
    floor = graph(read(EXAMPLE, standard_rules()))
    found = read_graph(export(floor, form), form)
    assert set(found) == set(floor)
    assert {frozenset(edge) for edge in found.edges} == {frozenset(edge) for edge in floor.edges}
    if form != "dot":  # DOT holds words only
        assert dict(found.nodes(data=True)) == dict(floor.nodes(data=True))


@pytest.mark.parametrize("form", ["graphml", "json", "dot"])
@pytest.mark.parametrize("text", ["", "{", "<a>", "nonsense ]["])
def test_what_is_no_graph_is_said(form, text):
    with pytest.raises(UnreadableError, match="no graph"):
        read_graph(text, form)


def test_another_form_is_refused():
    with pytest.raises(CryptError, match="graphml, json, dot"):
        export(graph(read(EXAMPLE, standard_rules())), "png")
