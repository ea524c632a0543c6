"""Hidden hands at one screen: whose hand it shows, when it is passed on, and when a player is asked to react at all."""

from dataclasses import dataclass, field
from typing import Any

from ..core.game import CryptError, IllegalError
from ..core.session import Session
from ..core.sight import ONLOOKER
from ..core.view import SessionView

HUMAN = "human"
WAYS = {
    "ask": "when I can react",
    "always": "always, also when I cannot",
    "cards": "only for the cards that I choose",
    "never": "never",
}
Model = dict[str, Any]


@dataclass
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
    cards: set[str] = field(default_factory=set)


class Curtain:
    """Whose hand the page shows.

    Attributes
    ----------
    seat : int or None
        Who has said to sit at the screen.
    """

    def __init__(self) -> None:
        self.start_anew()

    def start_anew(self) -> None:
        """Another session is shown: nobody sits at the screen yet."""
        self.seat: int | None = None
        self._manners: dict[int, Manner] = {}
        self._order: list[int] = []  # who wants to be asked in any case about what waits, clockwise
        self._waiting: list[int] = []  # those of them who are asked now, before anybody who could react
        self._asked_about = 0

    # ---- whose hand

    def viewer(self, session: SessionView) -> int | None:
        """For whom positions are masked; None where everything may be seen."""
        if not session.is_secret:
            return None
        people = _people(session)
        if session.read_only or not people:
            return ONLOOKER
        if len(people) == 1 and self.seat in (None, people[0]):
            return people[0]
        wanted = self.wanted(session)
        if self.seat is None or (wanted in people and wanted != self.seat):
            return ONLOOKER
        return self.seat

    def wanted(self, session: SessionView) -> int:
        """Who has to look at the screen now: who is asked for nothing, else who decides."""
        return self._waiting[0] if self._waiting else session.actor

    def is_drawn(self, session: SessionView) -> bool:
        """Tell whether the hands are covered until somebody says to be there."""
        return session.is_secret and self.viewer(session) == ONLOOKER and self.wanted(session) in _people(session)

    def is_idle(self, session: SessionView) -> bool:
        """Tell whether who sits at the screen is asked without being able to react."""
        return bool(self._waiting) and self.viewer(session) == self._waiting[0]

    def may_act(self, session: SessionView) -> bool:
        """Tell whether who sits at the screen may decide now."""
        return self.viewer(session) in (None, session.actor) and not self._waiting

    def shown(self, session: SessionView) -> int:
        """The decision after which the table is shown: while somebody is asked to react it stays as it was before.

        So the screen looks the same whether that player could react or not.
        """
        is_asking = session.is_secret and session.game.part("panels").pass_code(session.state) is not None
        holds = bool(self._waiting) or (is_asking and self.is_drawn(session))
        return max(session.decision - 1, 0) if holds else session.decision

    def question(self, session: SessionView) -> str:
        """What somebody is asked who cannot react."""
        words = session.game.part("panels").window_words(session.at(session.decision).events, session.names)
        return f"{session.names[self._waiting[0]]}: {words}: you have nothing to play, let it pass"

    def open(self, session: Session) -> None:
        """Who is wanted says to be there."""
        self.seat = self.wanted(session)

    def check(self, session: Session) -> None:
        """Check that who sits at the screen may decide now.

        Raises
        ------
        IllegalError
        """
        if not self.may_act(session):
            raise IllegalError(f"the screen goes to {session.names[self.wanted(session)]} first")

    def check_back(self, session: Session) -> None:
        """Check that who sits at the screen may take the last decision back, or make it again.

        Raises
        ------
        IllegalError
        """
        viewer = self.viewer(session)
        if viewer is not None and session.decision and session.seat_of(session.decision) != viewer:
            raise IllegalError("hands are hidden: only who decided last takes it back")
        self._waiting, self._order = [], []

    def model(self, session: Session) -> Model | None:
        """What the page shows of the curtain, and how the player at the screen wants to be asked; None without secrets."""
        if not session.is_secret or session.read_only:
            return None
        wanted, viewer = self.wanted(session), self.viewer(session)
        manner = self.manner(viewer) if viewer is not None and viewer >= 0 else None
        return {
            "drawn": self.is_drawn(session),
            "seat": wanted,
            "name": session.names[wanted] if wanted >= 0 else "",
            "idle": self.is_idle(session),
            "way": manner.way if manner else "",
            "ways": list(WAYS.items()),
            "cards": sorted(manner.cards) if manner else [],
            "choices": self._choices(session, viewer) if manner else [],
        }

    def _choices(self, session: Session, viewer: int | None) -> list[str]:
        """The reactions that the player at the screen could be asked for."""
        return session.game.part("panels").reactions(session.state, viewer)

    # ---- when to ask

    def manner(self, seat: int) -> Manner:
        """When a player wants to be asked."""
        return self._manners.setdefault(seat, Manner())

    def set_manner(self, session: Session, way: str, cards: list[str]) -> None:
        """Choose when the player at the screen is asked to react.

        Raises
        ------
        CryptError
        """
        viewer = self.viewer(session)
        if viewer is None or viewer < 0 or way not in WAYS:
            raise CryptError(f"there is nobody at the screen, or no way {way[:20]!r} (ways: {', '.join(WAYS)})")
        self._manners[viewer] = Manner(way, set(cards))

    def go_on(self, session: Session) -> None:
        """Let those pass who do not want to be asked, and note who wants to be asked in any case."""
        while not session.is_over and session.is_secret and not session.read_only:
            self._note_window(session)
            code = self._passes(session)
            if code is None or self._waiting:
                return
            session.play(code)

    def _passes(self, session: Session) -> int | None:
        """The action by which the player who decides lets something pass without being asked; None to ask."""
        seat, panels = session.actor, session.game.part("panels")
        code = panels.pass_code(session.state)
        if code is None or session.kinds[seat] != HUMAN:
            return None
        manner = self.manner(seat)
        wants = manner.way == "cards" and manner.cards & set(panels.reactions_now(session.state, session.legal()))
        return None if manner.way in ("ask", "always") or wants else code

    def _note_window(self, session: Session) -> None:
        """After a decision that others may answer: who is asked although there is nothing to play."""
        panels = session.game.part("panels")
        if session.decision != self._asked_about:
            self._asked_about = session.decision
            order = panels.asked_in_order(session.at(session.decision).events, len(session.names))
            if order:
                self._order = [seat for seat in order if seat in _people(session) and self.manner(seat).way == "always"]
        asked = session.actor if panels.pass_code(session.state) is not None else None
        before = self._order[: self._order.index(asked)] if asked in self._order else self._order
        self._waiting, self._order = self._waiting + before, self._order[len(before) + (asked in self._order) :]

    def let_pass(self) -> None:
        """Who could not react lets it pass."""
        if self._waiting:
            self._waiting.pop(0)


def _people(session: SessionView) -> list[int]:
    """The seats of people."""
    return [seat for seat, kind in enumerate(session.kinds) if kind == HUMAN]
