"""Who is asked to react while hands are hidden, so that the pause betrays nothing: how each player wants it, who waits.

A player who wants to be asked in any case is asked too when there is nothing to play. Then the rules have gone on already;
the session's log says who has let it pass, so that a page that is opened anew, or only looks on, knows who is asked.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from .game import CryptError

if TYPE_CHECKING:
    from .view import SessionView

HUMAN = "human"
ALWAYS, CARDS = "always", "cards"
WAYS = {
    "ask": "when I can react",
    ALWAYS: "always, also when I cannot",
    CARDS: "only for the cards that I choose",
    "never": "never",
}


class Ask(NamedTuple):
    """What somebody could have been asked who had nothing to answer.

    Attributes
    ----------
    seat : int
    what : Any
        As the game's `panels.question_words` reads it.
    """

    seat: int
    what: Any


@dataclass(frozen=True)
class Manner:
    """When a player wants to be asked to react.

    Attributes
    ----------
    way : str
        One of `WAYS`.
    cards : set of str
        For which cards, by name, where only some are meant.
    """

    way: str = "ask"
    cards: frozenset[str] = field(default_factory=frozenset)


def read_manner(way: str, cards: Iterable[Any]) -> Manner:
    """Read when a player wants to be asked.

    Raises
    ------
    CryptError
        For a way that there is not.
    """
    if way not in WAYS:
        raise CryptError(f"there is no way {way[:20]!r} to be asked (ways: {', '.join(WAYS)})")
    return Manner(way, frozenset(map(str, cards)))


def people(session: "SessionView") -> list[int]:
    """The seats of people."""
    return [seat for seat, kind in enumerate(session.kinds) if kind == HUMAN]


def waiting(session: "SessionView") -> list[Ask]:
    """Who is asked about the last decision without being able to react, in order; the first of them is asked now."""
    left = _idle(session) if session.asked is not None else []
    for seat in (session.asked or ()) if left else ():
        done = next((ask for ask in left if ask.seat == seat), None)
        if done is not None:
            left.remove(done)
    return left


def has_let_pass(session: "SessionView") -> list[int]:
    """The seats that have let the last decision pass without being able to react, in order."""
    return [ask.seat for ask in _idle(session)] if session.asked is None else list(session.asked)


def _idle(session: "SessionView") -> list[Ask]:
    """Who was passed over at the last decision, and wants to be asked in any case."""
    if not session.is_secret or not session.decision:
        return []
    always = {seat for seat in people(session) if session.manners.get(seat, Manner()).way == ALWAYS} - session.exempt
    if not always or len(people(session)) < 2:
        return []
    before, now = session.at(session.decision - 1), session.at(session.decision)
    passed = session.game.part("panels").passed_over(before.state, now.events, now.state, session.ruleset.record)
    return [ask for ask in passed if ask.seat in always]


def question(session: "SessionView") -> str:
    """What the first of those who wait is asked, in words."""
    ask = waiting(session)[0]
    return f"{session.names[ask.seat]}: {session.game.part('panels').question_words(session.state, ask, session.names)}"


def unasked(session: "SessionView") -> int | None:
    """The action by which a person who decides lets something pass without being asked; None to ask."""
    panels = session.game.part("panels")
    if not session.is_secret or session.actor not in people(session) or waiting(session):
        return None
    code, manner = panels.pass_code(session.state), session.manners.get(session.actor, Manner())
    if code is None or manner.way in ("ask", ALWAYS):
        return None
    wants = manner.way == CARDS and manner.cards & set(panels.reactions_now(session.state, session.legal()))
    return None if wants else int(code)


def is_settled(session: "SessionView") -> bool:
    """Tell whether nobody is asked about the last decision whose answer may stay secret."""
    if not session.is_secret:
        return True
    return not waiting(session) and not session.game.part("panels").may_pass_in_secret(session.state)
