"""Records on the pages: a finished game beside its group's record, and the records of all groups."""

from typing import TYPE_CHECKING, Any

from ..core.ruleset import told_apart
from ..core.session import Session
from ..core.wording import counted, listed

if TYPE_CHECKING:
    from ..stats.best import Mark, Standing
    from .outcomes_content import Asked, Content

Model = dict[str, Any]
NONE_YET = "No session here counts for a record: one has to be won, without chance taken back or chosen or a position set."
WHAT_COUNTS = (
    "The best of each group of names, whoever sits where, of the sessions that were won without taking chance back, "
    "choosing it, or setting a position. Each number may come from another game."
)


def is_played_for(game: str) -> bool:
    """Tell whether a group plays against its own record in a game."""
    from ..stats import aims_of  # it brings pandas along

    return bool(aims_of(game))


def at_the_end(session: Session) -> Model | None:
    """What the end of a game says of its group's record.

    Parameters
    ----------
    session : Session
        It is over.

    Returns
    -------
    dict or None
        ``text`` and ``numbers`` (pairs of a title and a value); None when no records are kept of the game, or the session
        is not logged.
    """
    if session.path is None or not is_played_for(session.game.name):
        return None
    from ..stats import standing
    from .table import names_in_text

    found = standing(session.path)
    assert found is not None
    group = listed(names_in_text(found.group))
    marks = [] if found.problem else found.marks
    return {"text": _sentence(found, group), "numbers": [_number(found, mark) for mark in marks]}


def _sentence(found: "Standing", group: str) -> str:
    if found.problem:
        return f"This game does not count for the record of {group}: {found.problem}."
    if not found.games:
        return f"The first game that counts for the record of {group}."
    others = counted(found.games, "other game")
    if found.better:
        return f"A new record of {group} in {listed(found.better)}, over {others}."
    return f"The record of {group} stands, from {others}."


def _number(found: "Standing", mark: "Mark") -> list[str]:
    title, here = _word(mark.name), f"{mark.here:g}"
    if mark.best is None:
        return [title, here]
    best = f"{mark.best:g}"
    if mark.name in found.better:
        return [title, f"{here}, a new record (before: {best})"]
    return [title, f"{here}, as the record" if mark.here == mark.best else f"{here} (record: {best})"]


def _word(name: str) -> str:
    from .outcomes_content import word

    return word(name)


def records(asked: "Asked") -> "Content":
    """The section of the Outcomes page: the records of each group, number of players and ruleset."""
    from .. import stats
    from .outcomes_content import Content

    table = stats.records(asked.games)
    if table.empty:
        return Content(words=[NONE_YET])
    aims = stats.aims_of(asked.game)
    names = table["fingerprint"].map(told_apart(zip(table["ruleset"], table["fingerprint"], strict=True)))
    best_first = [True, True, *aims.values()]
    found = table.assign(ruleset=names).sort_values(["players", "ruleset", *aims], ascending=best_first, kind="stable")
    rows = [
        [row["group"], str(row["players"]), row["ruleset"], f"{row['games']:,}", *(f"{row[name]:g}" for name in aims)]
        for row in found.to_dict("records")
    ]
    bests = [f"{'Fewest' if is_least else 'Most'} {name}" for name, is_least in aims.items()]
    return Content([], {"heads": ["Group", "Players", "Ruleset", "Games", *bests], "rows": rows}, [WHAT_COUNTS])
