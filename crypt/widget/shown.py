"""What the Inspect page shows of a position: plain values for its panels, and the files that it can be saved as."""

from collections.abc import Callable, Sequence
from typing import Any

from ..connect.export import export
from ..connect.report import betweenness, describe, graph
from ..connect.terrain import graph_part
from ..core.asking import is_settled
from ..core.game import Game
from ..core.session import Session
from ..core.sight import ONLOOKER, Account
from .table import names_in_text, tell

Model = dict[str, Any]
__all__ = [
    "FORMS", "about", "betweenness", "cell_facts", "cells", "moment", "palette", "report_rows", "seat_fills", "tiles_placed",
]  # fmt: skip


def about(session: Session) -> Model:
    """What is inspected."""
    return {
        "name": session.name,
        "title": session.game.title,
        "game": session.game.name,
        "seat_word": session.game.seat_word,
        "names": session.names,
        "seed": "" if session.is_secret else str(session.seed),
        "ruleset": session.ruleset.name,
    }


def last(session: Session) -> int:
    """The last step that is shown: the one that somebody is still asked about in secret has yet to come."""
    return max(Account(session).last - (not is_settled(session)), 0)


def moment(session: Session, at: int) -> Model:
    """The step that is shown, in words."""
    account = Account(session)
    found = account.at(at)
    told = tell(account, at, eyes(session))
    seat = told["seat"]
    return {
        "at": at,
        "last": last(session),
        "place": session.game.part("panels").facts(found.state, session.ruleset.record)["title"],
        "who": None if seat < 0 else session.names[seat],
        "action": told["action"] if at else "the start",
        "events": told["lines"][:6],
    }


def eyes(session: Session) -> int | None:
    """As whom the page looks on: it sees no hand of a game that is being played."""
    return ONLOOKER if session.is_secret else None


def cells(session: Session, state: Any) -> Model:
    """The cells of the board with what is on them in words, and the board's measures."""
    found = session.game.part("panels").cells(state, [], names_in_text(session.names))
    return {
        "list": [{"cell": cell["cell"], "label": cell["label"], "code": 0} for cell in found],
        **session.game.draw.layout(state),
        "changed": [],
        "moves": [],
    }


def report_rows(over: Model, before: Model | None, names: Sequence[str]) -> Model:
    """The report as a table with words, and what it was before tiles were tried.

    Parameters
    ----------
    over, before : dict
        Overlays; `before` only when tiles are on trial.
    names : sequence of str
    """
    was = {line["hero"]: line for line in before["report"]} if before else {}
    tones = {badge["hero"]: badge["tone"] for badge in over["badges"]}
    rows = [
        {
            "hero": line["hero"],
            "name": names[line["hero"] - 1],
            "cell": line["cell"],
            "status": _change(was.get(line["hero"]), line, "status"),
            "ways": _change(was.get(line["hero"]), line, "ways"),
            "tiles": _change(was.get(line["hero"]), line, "tiles_needed"),
            "steps": _change(was.get(line["hero"]), line, "steps"),
            "words": describe(line),
            "tone": tones[line["hero"]],
        }
        for line in over["report"]
    ]
    return {"rows": rows, "compares": before is not None}


def _change(was: Model | None, now: Model, key: str) -> list[str]:
    """What it is, and what it was where that is another."""
    values = [_word(now[key])]
    if was is not None and was[key] != now[key]:
        values.append(_word(was[key]))
    return values


def _word(value: Any) -> str:
    return "–" if value is None else str(value)


def palette(game: Game, state: Any) -> list[Model]:
    """The shapes that can be tried, with a picture of each turn."""
    shapes = game.part("graph").palette(state)
    for shape in shapes:
        shape["pictures"] = [game.part("graph").picture(glyph) for glyph in shape["turns"]]
        shape["title"] = shape["shape"].replace("_", " ")
    return shapes


def cell_facts(floor: Any, cell: str) -> Model:
    """What there is to know of a cell of the graph."""
    values = floor.nodes[cell]
    joined = [f"{other} ({'open' if is_open else 'could be built'})" for _, other, is_open in floor.edges(cell, data="open")]
    openings = values["openings"].replace(" ", ", ") or "nowhere"
    return {
        "cell": cell,
        "placed": values["placed"],
        "words": f"{values['symbol']}, open {openings}" if values["placed"] else "empty",
        "joined": ", ".join(joined) or "nothing",
    }


def seat_fills(game: Game) -> Sequence[str]:
    """The colours of the seats."""
    return game.part("graph").seat_fills()


def tiles_placed(state: Any) -> int:
    """How many tiles of the bag lie on the board."""
    return graph_part(state)[1].tiles_placed(state)


def _svg(session: Session, state: Any) -> str:
    return session.game.draw.svg(state, session.ruleset.record, session.names, size=1200, theme="light")


def _graph_as(form: str) -> Callable[[Session, Any], tuple[str, str]]:
    return lambda session, state: (export(graph(state), form), form)


FORMS: dict[str, Callable[[Session, Any], tuple[str, str]]] = {
    "svg": lambda session, state: (_svg(session, state), "svg"),
    "png": lambda session, state: (_svg(session, state), "png"),  # the browser paints it
    "graphml": _graph_as("graphml"),
    "json": _graph_as("json"),
    "dot": _graph_as("dot"),
    "notation": lambda session, state: (session.game.notation.write(state), "txt"),
}
