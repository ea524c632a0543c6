"""Who is asked to react while hands are hidden, so that the pause betrays nothing: how each player wants it, who waits.

A player who wants to be asked in any case is asked too when there is nothing to play. Then the rules have gone on already;
the session's log says who has let it pass, so that a page that is opened anew, or only looks on, knows who is asked.
"""

from collections.abc import Iterable, Sequence
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
    left_out : set of str or None
        Which cards the player had to react with, and did not choose: whoever gets another one later is asked for it. None
        where that was not written down; then it is for the chosen cards alone.
    """

    way: str = "ask"
    cards: frozenset[str] = field(default_factory=frozenset)
    left_out: frozenset[str] | None = field(default_factory=frozenset)

    def wanted(self, cards: Iterable[str]) -> set[str]:
        """Those of some cards for which the player wants to be asked, where only some are meant."""
        return {card for card in cards if card in self.cards or (self.left_out is not None and card not in self.left_out)}


def read_manner(way: str, cards: Iterable[Any], left_out: Iterable[Any] | None = ()) -> Manner:
    """Read when a player wants to be asked.

    Raises
    ------
    CryptError
        For a way that there is not.
    """
    if way not in WAYS:
        raise CryptError(f"there is no way {way[:20]!r} to be asked (ways: {', '.join(WAYS)})")
    return Manner(way, frozenset(map(str, cards)), None if left_out is None else frozenset(map(str, left_out)))


def reactions_of(session: "SessionView", seat: int) -> list[str]:
    """The cards with which a player may come to react, by name."""
    return list(session.game.part("panels").reactions(session.state, seat, session.ruleset.record))


def choose_manner(session: "SessionView", seat: int, way: str, cards: Iterable[str]) -> Manner:
    """When a player wants to be asked from now on: cards that the player has, and does not choose, are left out.

    Raises
    ------
    CryptError
        For a way that there is not.
    """
    chosen, left_out = set(cards), set(session.manners.get(seat, Manner()).left_out or ())
    if way == CARDS and session.game.has_secrets:
        left_out |= set(reactions_of(session, seat))
    return read_manner(way, chosen, left_out - chosen)


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


def question(session: "SessionView", names: Sequence[str] | None = None) -> str:
    """What the first of those who wait is asked, in words; `names`: as they stand in them."""
    ask, names = waiting(session)[0], names or session.names
    return f"{names[ask.seat]}: {session.game.part('panels').question_words(session.state, ask, names)}"


def unasked(session: "SessionView") -> int | None:
    """The action by which a person who decides lets something pass without being asked; None to ask."""
    if not session.is_secret or session.actor not in people(session) or waiting(session):
        return None
    panels = session.game.part("panels")
    code, manner = panels.pass_code(session.state), session.manners.get(session.actor, Manner())
    if code is None or manner.way in ("ask", ALWAYS):
        return None
    wants = manner.way == CARDS and manner.wanted(panels.reactions_now(session.state, session.legal()))
    return None if wants else int(code)


def is_settled(session: "SessionView") -> bool:
    """Tell whether nobody is asked about the last decision whose answer may stay secret."""
    if not session.is_secret:
        return True
    return not waiting(session) and not session.game.part("panels").may_pass_in_secret(session.state)


def readers(session: "SessionView", seat: int | None) -> str:
    """Who can read a note, said after "it is in the log"; "" where nothing is hidden."""
    if not session.is_secret:
        return ""
    return "; everybody can read it" if seat is None else f"; until the end only {session.names[seat]} can read it"
