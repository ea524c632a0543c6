"""What the Inspect page shows of a board without an exit: its graph, and how far everything is, in tables."""

from collections.abc import Collection
from typing import Any

from ..connect.terrain import graph_module
from ..core.session import Session
from ..core.sight import Account, as_seen
from . import shown
from .table import names_in_text

Model = dict[str, Any]


def panels(session: Session, at: int, chosen: str | None, out: Collection[str] = ()) -> Model:
    """Everything that the page shows of a step (see `Account`).

    Parameters
    ----------
    session : Session
    at : int
    chosen : str or None
        The space that was chosen.
    out : collection of str
        What bars passages together, in a game whose graph has `bars`.

    Returns
    -------
    dict
        By panel: ``tables`` (a title, what it is about, columns and rows), ``bars`` (what can bar passages, and what comes
        of it; None where nothing can) and ``ways`` (the graph as a picture over the board, with a switch for each layer)
        besides what other boards have too.
    """
    state = as_seen(session.game, Account(session).at(at).state, shown.eyes(session))
    rules, names = session.ruleset.record, names_in_text(session.names)
    part, draw = graph_module(state)[1], session.game.draw
    bars = part.bars(state, rules, names, out) if hasattr(part, "bars") else None
    ways = part.ways(state, rules) | ({"shut": bars.pop("shut")} if bars else {})
    return {
        "view": "distances",
        "session": shown.about(session),
        "moment": shown.moment(session, at),
        "svg": draw.svg(state, rules, session.names),
        "cells": shown.cells(session, state),
        "tables": part.tables(state, rules, names),
        "bars": bars,
        "ways": {"svg": draw.ways_svg(state, ways), "layers": list(map(list, draw.WAY_LAYERS))},
        "chosen": chosen and _facts(state, chosen, rules),
    }


def _facts(state: Any, space: str, rules: Any) -> Model:
    """What there is to know of a space of the graph."""
    part = graph_module(state)[1]
    board = part.graph(state, rules=rules)
    return {"cell": space, "words": part.space_words(board, space), "joined": ", ".join(board[space])}
