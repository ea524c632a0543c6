"""A floor's graph for other programs: GraphML, node-link JSON, DOT, and back."""

import json
from collections.abc import Callable
from io import BytesIO

import networkx as nx

from ..core.game import CryptError, UnreadableError


def export(floor: nx.Graph, form: str) -> str:
    """Write a graph down.

    Parameters
    ----------
    floor : networkx.Graph
        As a game's `graph` gives it.
    form : str
        "graphml", "json" (node-link) or "dot".

    Raises
    ------
    CryptError
        For another form.
    """
    return _form(form)[0](floor)


def read_graph(text: str, form: str) -> nx.Graph:
    """Read a graph that `export` wrote; the cells have the same names.

    Raises
    ------
    CryptError, UnreadableError
        For another form, and for text that is not in it.
    """
    try:
        return _form(form)[1](text)
    except CryptError:
        raise
    except Exception as error:
        raise UnreadableError(f"this is no graph in the form {form}: {str(error).splitlines()[0][:120]}") from None


def _form(form: str) -> tuple[Callable[[nx.Graph], str], Callable[[str], nx.Graph]]:
    if form not in FORMS:
        raise CryptError(f"there is no form {form[:20]!r} for graphs (forms: {', '.join(FORMS)})")
    return FORMS[form]


def _read_graphml(text: str) -> nx.Graph:
    return nx.read_graphml(BytesIO(text.encode()))


def _write_dot(floor: nx.Graph) -> str:
    # every value in quotes: pydot writes down what it is given, and words with blanks would break the file
    plain = nx.DiGraph() if floor.is_directed() else nx.Graph()
    plain.add_nodes_from((cell, _quoted(values)) for cell, values in floor.nodes(data=True))
    plain.add_edges_from((here, there, _quoted(values)) for here, there, values in floor.edges(data=True))
    return nx.nx_pydot.to_pydot(plain).to_string()


def _quoted(values: dict) -> dict[str, str]:
    return {key: json.dumps(str(value)) for key, value in values.items()}


def _read_dot(text: str) -> nx.Graph:
    import pydot

    graphs = pydot.graph_from_dot_data(text)
    if not graphs:
        raise ValueError("not in the DOT language")
    read = nx.nx_pydot.from_pydot(graphs[0])
    found = nx.DiGraph(read) if read.is_directed() else nx.Graph(read)
    found.remove_nodes_from([node for node in found if node.strip('"\\n ') == ""])
    return nx.relabel_nodes(found, {node: node.strip('"') for node in found})


FORMS: dict[str, tuple[Callable[[nx.Graph], str], Callable[[str], nx.Graph]]] = {
    "graphml": (lambda floor: "\n".join(nx.generate_graphml(floor)), _read_graphml),
    "json": (
        lambda floor: json.dumps(nx.node_link_data(floor, edges="edges"), ensure_ascii=False, indent=1),
        lambda text: nx.node_link_graph(json.loads(text), edges="edges"),
    ),
    "dot": (_write_dot, _read_dot),
}
