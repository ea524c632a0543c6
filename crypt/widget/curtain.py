"""Hidden hands at one screen: whose hand it shows, when it is passed on, and when a player is asked to react at all."""

from collections.abc import Callable
from typing import Any

from ..core.asking import HUMAN, WAYS, Manner, is_settled, people, reactions_of, unasked, waiting
from ..core.game import CryptError, IllegalError
from ..core.session import Session
from ..core.sight import ONLOOKER, Account
from ..core.view import SessionView

Model = dict[str, Any]
Play = Callable[[int, str], Any]
Choose = Callable[[Session], tuple[int, str] | None]


class Curtain:
    """Whose hand the page shows.

    Attributes
    ----------
    seat : int or None
        Who has said to sit at the screen.
    is_left : bool
        Nobody sits there: bots play for everybody.
    """

    def __init__(self) -> None:
        self.start_anew()

    def start_anew(self) -> None:
        """Another session is shown: nobody sits at the screen yet."""
        self.seat: int | None = None
        self.is_left = False

    def leave(self, is_left: bool) -> None:
        """Cover all hands while bots play for everybody; afterwards somebody has to say again to be there."""
        self.is_left = is_left
        if is_left:
            self.seat = None

    # ---- whose hand

    def viewer(self, session: SessionView) -> int | None:
        """For whom positions are masked; None where everything may be seen."""
        if not session.is_secret:
            return None
        seats = people(session)
        if session.read_only or not seats:
            return ONLOOKER
        if len(session.were_people) == 1 and self.seat in (None, *seats):  # nobody else could be at the screen
            return seats[0]
        wanted = self.wanted(session)
        if self.seat is None or (wanted in seats and wanted != self.seat):
            return ONLOOKER
        return self.seat

    def wanted(self, session: SessionView) -> int:
        """Who has to look at the screen now: who is asked for nothing, else who decides."""
        asked = waiting(session)
        return asked[0].seat if asked else session.actor

    def is_drawn(self, session: SessionView) -> bool:
        """Tell whether the hands are covered until somebody says to be there."""
        return session.is_secret and self.viewer(session) == ONLOOKER and self.wanted(session) in people(session)

    def is_idle(self, session: SessionView) -> bool:
        """Tell whether who sits at the screen is asked without being able to react."""
        asked = waiting(session)
        return bool(asked) and self.viewer(session) == asked[0].seat

    def may_act(self, session: SessionView) -> bool:
        """Tell whether who sits at the screen may decide now."""
        viewer = self.viewer(session)
        return viewer is None or (viewer == session.actor and not waiting(session))

    def shown(self, session: SessionView) -> int:
        """The step after which the table is shown: while somebody is asked to react it stays as it was before.

        So the screen looks the same whether that player could react or not.
        """
        last = Account(session).last
        if is_settled(session) or (self.viewer(session) == session.actor and not waiting(session)):
            return last
        return max(last - 1, 0)

    def open(self, session: Session) -> None:
        """Who is wanted says to be there.

        Raises
        ------
        IllegalError
        """
        if self.is_left:
            raise IllegalError("bots play for everybody; pause them first")
        self.seat = self.wanted(session)

    def check(self, session: Session) -> None:
        """Check that who sits at the screen may decide now.

        Raises
        ------
        IllegalError
        """
        if not self.may_act(session):
            raise IllegalError(f"the screen goes to {session.names[self.wanted(session)]} first")

    def not_back(self, session: Session, is_redo: bool = False) -> str:
        """Why who sits at the screen may not take the last decision back, or make it again; "" when they may."""
        return session.not_back(self.viewer(session), is_redo)

    def check_back(self, session: Session, is_redo: bool = False) -> None:
        """Check that who sits at the screen may take the last decision back, or make it again.

        Raises
        ------
        IllegalError
        """
        if reason := self.not_back(session, is_redo):
            raise IllegalError(reason)

    def model(self, session: Session) -> Model | None:
        """What the page shows of the curtain, and how the player at the screen wants to be asked; None without secrets."""
        if not session.is_secret or session.read_only:
            return None
        wanted, viewer = self.wanted(session), self.viewer(session)
        manner = session.manners.get(viewer, Manner()) if viewer is not None and viewer >= 0 else None
        choices = reactions_of(session, viewer) if manner and viewer is not None else []
        return {
            "drawn": self.is_drawn(session),
            "seat": wanted,
            "name": session.names[wanted] if wanted >= 0 else "",
            "idle": self.is_idle(session),
            "left": self.is_left,
            "way": manner.way if manner else "",
            "ways": list(WAYS.items()),
            "cards": sorted(manner.wanted(choices)) if manner else [],
            "choices": choices,
            "is_note_open": viewer == ONLOOKER,
        }

    # ---- when to ask

    def set_manner(self, session: Session, way: str, cards: list[str]) -> None:
        """Choose when the player at the screen is asked to react.

        Raises
        ------
        CryptError
        """
        viewer = self.viewer(session)
        if viewer is None or viewer < 0:
            raise CryptError("there is nobody at the screen whose wish it could be")
        session.set_manner(viewer, way, cards)

    def go_on(self, session: Session, play: Play, choose: Choose, for_all: bool) -> None:
        """Let those pass who do not want to be asked, and let bots answer, at once so that the pause tells nothing.

        Parameters
        ----------
        session : Session
        play : callable
            Takes an action's code, and who chose it.
        choose : callable
            The code and the name of a bot where one is asked to react; None where people are.
        for_all : bool
            A bot plays for the people, and who has nothing to play is not asked.
        """
        while not session.is_over and session.is_secret and not session.read_only:
            if asked := waiting(session):
                if not for_all:
                    return
                session.let_pass(asked[0].seat)
                continue
            found, code = choose(session), unasked(session)
            if found is None:
                if code is None:
                    return
                found = code, HUMAN
            play(*found)

    def let_pass(self, session: Session) -> None:
        """Who could not react lets it pass."""
        if self.is_idle(session):
            session.let_pass(waiting(session)[0].seat)
