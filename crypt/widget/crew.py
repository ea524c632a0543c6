"""Bots at the table of the Play page: they play their seats, a turn for a person, or the game to its end, and give hints."""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..bots.bot import bot_names, no_such_bot
from ..bots.table import TableBots
from ..core.asking import HUMAN, is_settled
from ..core.game import CryptError
from ..core.session import Session
from ..core.sight import Account
from ..core.wording import listed
from .guard import guarded
from .table import names_in_text
from .wire import running_loop

if TYPE_CHECKING:
    from .play import PlayPage

SPEEDS = {"slow": 2.0, "normal": 0.8, "at once": 0.0}  # seconds between two decisions
SLICE_SECONDS = 0.15  # of decisions at once, before the board is shown
HINT_ITERATIONS = {"quick": 1000, "thorough": 10_000}
SECRET_ITERATIONS = 100  # of a search that answers in secret: a click must not wait for it longer than for nobody
BEST = 5  # moves of a hint that are shown
Model = dict[str, Any]


class Crew:
    """The bots of a page.

    Attributes
    ----------
    speed : str
        One of `SPEEDS`.
    is_paused : bool
        The bots wait until they are told to go on.
    until : str
        "" while the bots play only their own seats; "turn" or "end": `helper` also plays for the people, to the end of
        this turn or of the game.
    """

    def __init__(self, page: "PlayPage") -> None:
        self.page = page
        self.speed = "normal"
        self.start_anew()
        self._task: asyncio.Task | None = None

    def start_anew(self) -> None:
        """Another session is shown."""
        self.is_paused = False
        self.until, self.helper = "", "greedy"
        self._turn: tuple[int, int] | None = None
        self._hint: Model | None = None
        self._is_thinking = False
        self._bots: TableBots | None = None

    # ---- what the page shows

    def model(self) -> Model | None:
        """Who plays which seat, and what the bots are doing; None where nobody may act."""
        session = self.page.session
        if session is None or session.read_only or self.page.looking is not None:
            return None
        return {
            "names": session.names,
            "kinds": session.kinds,
            "bots": bot_names(session.game),
            "speeds": list(SPEEDS),
            "speed": self.speed,
            "helper": self.helper,
            "playing": self.next_bot() or "",
            "until": self.until,
            "paused": self.is_paused,
            "over": session.is_over,
            "thinking": self._is_thinking,
            "hint": self._hint_shown(session) if self._is_for(session) else None,
        }

    def _hint_shown(self, session: Session) -> Model | None:
        """The hint, at the number that everybody counts for its decision."""
        return self._hint and {**self._hint, "decision": Account(session).last}

    def _is_for(self, session: Session) -> bool:
        """Tell whether there is a hint for this decision, and who sits at the screen may see it."""
        return bool(self._hint and self._hint["decision"] == session.decision and self.page.curtain.may_act(session))

    # ---- who plays

    def next_bot(self) -> str | None:
        """The bot that decides now, or None when it is a person's turn, or nobody's."""
        session = self.page.session
        if session is None or session.read_only or self.page.looking is not None or self.is_paused or session.is_over:
            return None
        if not is_settled(session):
            return None  # somebody is asked first; bots answer in secret
        if self.until == "turn" and self._turn != _turn_of(session):
            self.until = ""
        kind = session.kinds[session.actor]
        if kind != HUMAN:
            return kind
        return self.helper if self.until else None

    def check_person(self) -> None:
        """Check that no bot is about to make this decision.

        Raises
        ------
        CryptError
            Says how to step in.
        """
        if (bot := self.next_bot()) is not None:
            session = self.page.opened()
            raise CryptError(f"{bot} plays for {session.names[session.actor]} now; press “Pause” to step in")

    def answer_in_secret(self, session: Session) -> tuple[int, str] | None:
        """What a bot answers that is asked for a hidden card, also while bots wait: nobody sees that it is asked."""
        if is_settled(session):
            return None
        kind = session.kinds[session.actor]
        bot = self.helper if kind == HUMAN and self.plays_for_all else kind
        return None if bot == HUMAN else (self._table(session).choose(bot, SECRET_ITERATIONS), bot)

    @property
    def plays_for_all(self) -> bool:
        """Whether a bot plays for the people too, to the end of the game."""
        return self.until == "end" and not self.is_paused

    def pause(self) -> None:
        """Stop; a choice that is still being worked out is dropped."""
        self.is_paused = True

    def set_speed(self, speed: str) -> None:
        """Choose how fast the bots play, by name.

        Raises
        ------
        CryptError
        """
        if speed not in SPEEDS:
            raise CryptError(f"there is no speed {speed[:40]!r} (speeds: {', '.join(SPEEDS)})")
        self.speed = speed

    def play_for(self, until: str, helper: str) -> None:
        """Let a bot play for the people too.

        Raises
        ------
        CryptError
            When there is no such bot, or nobody's turn.
        """
        session = self.page.opened()
        _check_bot(session, helper)
        if session.is_over:
            raise CryptError("the game is over; undo, or begin a new one")
        if until == "turn":
            self.page.curtain.check(session)
        self.until, self.helper, self._turn = until, helper, _turn_of(session)
        self.is_paused = False

    def seat(self, seat: int, kind: str) -> None:
        """Give a seat to a bot, or to a person."""
        session = self.page.opened()
        if kind != HUMAN:
            _check_bot(session, kind)
        session.seat(seat, kind)
        self.is_paused = False

    # ---- playing

    def wake(self) -> None:
        """Begin to play if it is a bot's turn and nothing is being played yet."""
        if self.next_bot() is None or (self._task is not None and not self._task.done()):
            return
        if (loop := running_loop()) is not None:  # without one (in tests) the bots play when they are told to
            self._task = loop.create_task(self._play_on())

    async def _play_on(self) -> None:
        while self.next_bot() is not None:
            await asyncio.sleep(max(SPEEDS[self.speed], 0.001))
            before = self.page.ticket
            if SPEEDS[self.speed]:
                await self._play_one()
            else:
                await self._play_many()
            if self.page.ticket == before and self.page.said["tone"] in ("refused", "defect"):
                self.pause()  # what went wrong once goes wrong again
                self.page.answer()

    async def _play_one(self) -> None:
        """One decision; what was worked out for a position that is gone is dropped."""
        session, bot = self.page.session, self.next_bot()
        if session is None or bot is None:
            return
        decision, bots = session.decision, self._table(session)
        found: list[int] = []
        await asyncio.to_thread(guarded, lambda: found.append(bots.choose(bot)), self.page.say)
        if found and self.page.session is session and session.decision == decision and self.next_bot() == bot:
            guarded(lambda: self.page.play(found[0], bot), self.page.say)
        self.page.answer()

    async def _play_many(self) -> None:
        """Decisions for a moment; they are shown and synced to disk together."""
        session, end = self.page.session, monotonic() + SLICE_SECONDS
        if session is None:
            return
        bots = self._table(session)

        def play() -> None:
            with session.together():
                while monotonic() < end and (bot := self.next_bot()) is not None:
                    session.play(bots.choose(bot), bot)

        guarded(play, self.page.say)
        self.page.answer()

    def _table(self, session: Session) -> TableBots:
        if self._bots is None or self._bots.session is not session:
            self._bots = TableBots(session)
        return self._bots

    # ---- hints

    def ask_for_hint(self, budget: str) -> None:
        """Let the search think about this position; the hint comes when it is ready."""
        session = self.page.opened()
        if session.is_over:
            raise CryptError("the game is over; there is nothing to advise")
        session.game.part("advice")  # says so where there is none
        self.page.curtain.check(session)
        if self._is_thinking:
            return
        bots, decision, iterations = self._table(session), session.decision, HINT_ITERATIONS[budget]
        if (loop := running_loop()) is None:
            self._keep_hint(session, decision, bots.hints(iterations), iterations)
            return
        self._is_thinking = True
        self._thinking = loop.create_task(self._think(session, bots, decision, iterations))

    async def _think(self, session: Session, bots: TableBots, decision: int, iterations: int) -> None:
        found: list[Any] = []
        await asyncio.to_thread(guarded, lambda: found.extend(bots.hints(iterations)), self.page.say)
        self._is_thinking = False
        if found and self.page.session is session and session.decision == decision:
            guarded(lambda: self._keep_hint(session, decision, found, iterations), self.page.say)
        self.page.answer()

    def _keep_hint(self, session: Session, decision: int, hints: list[Any], iterations: int) -> None:
        names, state = names_in_text(session.names), session.state
        moves = [
            {
                "code": hint.action,
                "text": session.game.words.action_text(state, hint.action, names),
                "estimate": round(hint.estimate, 4),
                "low": round(hint.low, 4),
                "high": round(hint.high, 4),
                "share": round(hint.share, 4),
                "alike": hint.is_alike,
            }
            for hint in hints[:BEST]
        ]
        self._hint = {
            "decision": decision,
            "moves": moves,
            "of": len(hints),
            "iterations": iterations,
            "measure": session.game.words.VALUE_WORDS,
            "alike": alike_words([move["text"] for move in moves if move["alike"]], [hint.is_alike for hint in hints]),
        }

    def hinted(self, code: int) -> bool:
        """Tell whether an action is one that the hint on the page shows."""
        session = self.page.session
        hint = self._hint
        if session is None or hint is None or hint["decision"] != session.decision:
            return False
        return any(move["code"] == code for move in hint["moves"])


def alike_words(texts: list[str], alike: list[bool]) -> str:
    """Say which moves the search cannot tell apart; "" where the first is proved to be the best.

    Parameters
    ----------
    texts : list of str
        The words of those that are shown.
    alike : list of bool
        Of all moves: whether it cannot be told from the first.
    """
    if (count := sum(alike)) < 2:
        return ""
    told = [f"“{text}”" for text in texts]
    if count == len(alike):
        who = "both moves" if count == 2 else f"all {count} moves"
    else:
        who = listed([*told, f"{count - len(told)} more"] if count > len(told) else told)
    noise = "their difference is within the noise of the looks ahead"
    return f"As far as the search can tell, {who} are alike: {noise}, and another search may put another one first."


def _check_bot(session: Session, name: str) -> None:
    if name not in bot_names(session.game):
        raise no_such_bot(session.game, name)


def _turn_of(session: Session) -> tuple[int, int]:
    """What changes when a turn ends."""
    return session.actor, int(session.count.turns)
