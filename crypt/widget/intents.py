"""What a visitor of the Play page can want: one function for each intent, registered under its name."""

import re
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from ..core.asking import HUMAN, readers
from ..core.catalog import find_game
from ..core.game import CryptError, IllegalError, UnreadableError
from ..core.log import SessionBusyError
from ..core.session import Session
from ..core.shelf import delete_session, find_session, summarize, take_in
from ..core.shipped import STANDARD
from ..core.sight import ONLOOKER, Account
from ..core.variants import open_variant
from . import lobby, seat, table
from .opening import open_floor
from .wire import Intent, Message

if TYPE_CHECKING:
    from .play import PlayPage

MARK_WORDS = {"position": "The position that was set", "chance": "The choice of what comes next"}
FOLLOWS = "this page only follows what is played on another page; press “Take over here” to play on this one"
BUSY = (
    "is being played elsewhere, so it is not deleted; close it there, or open it here and press “Take over here”, "
    "then delete it"
)
LOOKS_BACK = "you are looking back: “Back to the present” goes on with the game, “Fork from here” begins another one here"
WHICH_LINE = re.compile(r"^line \d+(, column \d+)?: ", re.MULTILINE)

Work = Callable[["PlayPage", Message], Message | None]
INTENTS: dict[str, Intent] = {}  # their work takes the page and the message


def intent(*, plays: bool = False, may_look: bool = False, **what: bool) -> Callable[[Work], Work]:
    """Register a function as the work of the intent that has its name.

    Parameters
    ----------
    plays : bool
        It changes the session: a page that follows or looks back says so instead.
    may_look : bool
        It does so also while the page looks back.
    **what : bool
        What else there is to say of the `Intent`: `needs_ticket`, `is_slow`, `is_quiet`.
    """

    def register(work: Work) -> Work:
        """Keep the work under its name."""

        def checked(page: "PlayPage", message: Message) -> Message | None:
            """Do it where it may be done."""
            _check_present(page, may_look)
            return work(page, message)

        if work.__name__ in INTENTS:
            raise ValueError(f"there are two intents called {work.__name__}")
        INTENTS[work.__name__] = Intent(checked if plays else work, **what)
        return work

    return register


def _check_present(page: "PlayPage", may_look: bool) -> None:
    """Check that the page plays its session, and does not follow it or look back.

    Raises
    ------
    CryptError
        Says how to go on.
    """
    if page.opened().read_only:
        raise CryptError(FOLLOWS)
    if page.looking is not None and not may_look:
        raise CryptError(LOOKS_BACK)


@intent(is_slow=True)
def hello(page: "PlayPage", message: Message) -> None:
    """The page has opened: show what its address asks for."""
    page.start_anew()
    asked = parse_qs(str(message.get("search", "")).removeprefix("?"))
    name, at = asked.get("session", [""])[0], asked.get("at", [""])[0]
    if name and (page.session is None or page.session.name != name):
        page.open_session(name)
    if message.get("paused"):
        page.crew.pause()
    if page.session and at:
        last = page.curtain.shown(page.session)
        if at.isdigit() and int(at) < last:
            page.looking = int(at)
        elif not at.isdigit() or int(at) > last:
            page.say(f"There is no decision {at[:20]} in this session, which has {last}: this is the present.", "remark")
    if not name:
        threading.Thread(target=seat.warm_up, daemon=True).start()


@intent(is_quiet=True)
def ping(page: "PlayPage", message: Message) -> None:
    """The page asks whether anybody is there."""


@intent(needs_ticket=True, is_quiet=True)
def overlay(page: "PlayPage", message: Message) -> Message:
    """How the exit stands, and what can be drawn over the board. None while its tools are still being loaded."""
    session = page.opened()
    if not seat.is_warm():
        return {"over": None}
    from .overlay import dangers_in_hand, overlay

    if not session.game.has_exit:
        return {"over": {}}  # there is nothing to say about ways to it
    state = session.state if page.looking is None else Account(session).at(page.looking).state
    names = table.names_in_text(session.names)
    return {"over": {"overlay": overlay(state, names, session.ruleset.record), "dangers": dangers_in_hand(state, names)}}


@intent(needs_ticket=True, is_slow=True)
def new(page: "PlayPage", message: Message) -> None:
    """Begin a game."""
    game = find_game(str(message.get("game")))
    ruleset = open_variant(game, str(message.get("ruleset", STANDARD)))
    names = [str(name) for name in message.get("names", [])]
    seed, mode = str(message.get("seed", "")).strip() or None, str(message.get("mode", "play"))
    kinds = [str(kind) for kind in message.get("kinds", [])] or None
    page.begin(Session.new(game, names, ruleset, seed, kinds, mode, folder=lobby.sessions_folder()))


@intent(needs_ticket=True, is_slow=True)
def again(page: "PlayPage", message: Message) -> None:
    """Begin a game like this one, with its seed or with another."""
    old = page.opened()
    seed = old.seed if message.get("same_seed") else None
    folder = lobby.sessions_folder()
    page.begin(Session.new(old.game, old.names, old.ruleset, seed, old.kinds, old.mode, folder))


@intent(needs_ticket=True, is_slow=True)
def resume(page: "PlayPage", message: Message) -> None:
    """Open a session of the list."""
    page.open_session(str(message.get("session")))


@intent(is_slow=True)
def leave(page: "PlayPage", message: Message) -> None:
    """Go back to the list."""
    page.begin(None)


@intent(plays=True, needs_ticket=True)
def act(page: "PlayPage", message: Message) -> None:
    """Carry out an action."""
    code = int(message["code"])
    _play(page, code, "hint" if message.get("hint") and page.crew.hinted(code) else HUMAN)


@intent(plays=True, needs_ticket=True)
def cell(page: "PlayPage", message: Message) -> None:
    """Do what choosing a cell means."""
    session = page.opened()
    _play(page, session.game.part("panels").meant_by_cell(session.state, str(message["cell"])))


@intent(plays=True, needs_ticket=True)
def move(page: "PlayPage", message: Message) -> None:
    """Move a piece to a cell, alone or with what lies where it stands."""
    session, carry = page.opened(), bool(message.get("carry"))
    meant = session.game.part("panels").meant_by_move
    _play(page, meant(session.state, str(message["piece"]), str(message["cell"]), carry))


@intent(plays=True, needs_ticket=True)
def arrow(page: "PlayPage", message: Message) -> None:
    """Do what a direction means."""
    session = page.opened()
    _play(page, session.game.part("panels").meant_by_arrow(session.state, int(message["direction"]) & 3))


@intent(plays=True, needs_ticket=True)
def end_turn(page: "PlayPage", message: Message) -> None:
    """End the turn, or hear why that cannot be."""
    code = getattr(page.opened().game.part("panels"), "END_TURN", None)
    if code is None:
        raise IllegalError("turns end by themselves in this game")
    _play(page, code)


def _play(page: "PlayPage", code: int, by: str = HUMAN) -> None:
    page.curtain.check(page.opened())
    page.crew.check_person()
    page.play(code, by)


@intent(plays=True)
def idle_key(page: "PlayPage", message: Message) -> None:
    """A key of the game was pressed where nothing can be played: a page that follows or looks back says so."""


@intent()
def uncover(page: "PlayPage", message: Message) -> None:
    """Somebody says to sit at the screen now."""
    page.curtain.open(page.opened())


@intent(plays=True, needs_ticket=True)
def let_pass(page: "PlayPage", message: Message) -> None:
    """Who is asked and cannot react lets it pass."""
    page.write_together()
    page.curtain.let_pass(page.opened())


@intent()
def manner(page: "PlayPage", message: Message) -> None:
    """Choose when the player at the screen is asked to react."""
    cards = [str(card) for card in message.get("cards", [])]
    page.curtain.set_manner(page.opened(), str(message.get("way")), cards)


@intent(plays=True, needs_ticket=True)
def undo(page: "PlayPage", message: Message) -> None:
    """Take the last step back."""
    page.crew.pause()  # a bot would make it again
    session = page.opened()
    page.curtain.check_back(session)
    taken_back = session.last_mark
    session.undo(bool(message.get("anyway")))
    if taken_back in MARK_WORDS:
        page.say(f"{MARK_WORDS[taken_back]} is taken back.", "done")


@intent(plays=True, needs_ticket=True)
def redo(page: "PlayPage", message: Message) -> None:
    """Make the step again that was taken back."""
    page.crew.pause()
    page.curtain.check_back(page.opened(), is_redo=True)
    page.opened().redo()


@intent(plays=True, may_look=True)
def note(page: "PlayPage", message: Message) -> None:
    """Write a note on the moment that is shown."""
    session, viewer = page.opened(), page.curtain.viewer(page.opened())
    seat = None if viewer == ONLOOKER else viewer
    decision = None if page.looking is None else Account(session).decision(page.looking)
    session.note(str(message.get("text", "")), seat, decision)
    page.say(f"The note is in the log{readers(session, seat)}.", "done")


@intent(plays=True)
def rate(page: "PlayPage", message: Message) -> None:
    """Rate the session."""
    fun, tension = message.get("fun"), message.get("tension")
    if not (isinstance(fun, int) and isinstance(tension, int)):
        raise UnreadableError("choose a number for both, fun and tension")
    page.opened().rate(fun, tension)
    page.say("The rating is in the log.", "done")


@intent()
def look(page: "PlayPage", message: Message) -> None:
    """Look at an earlier moment, or without a number at the present."""
    n, last = message.get("n"), page.curtain.shown(page.opened())
    page.looking = None if n is None or int(n) >= last else max(0, int(n))


@intent(plays=True)
def seats(page: "PlayPage", message: Message) -> None:
    """Give a seat to a bot, or to a person."""
    page.crew.seat(int(message["seat"]), str(message.get("kind")))


@intent(plays=True)
def play_for(page: "PlayPage", message: Message) -> None:
    """Let a bot play to the end of this turn, or of the game."""
    page.crew.play_for("end" if message.get("until") == "end" else "turn", str(message.get("bot")))


@intent()
def pause(page: "PlayPage", message: Message) -> None:
    """Let the bots wait, or play on."""
    page.crew.is_paused = bool(message.get("on"))


@intent()
def speed(page: "PlayPage", message: Message) -> None:
    """Choose how fast the bots play."""
    page.crew.set_speed(str(message.get("speed")))


@intent(plays=True)
def hint(page: "PlayPage", message: Message) -> None:
    """Ask what the search would do."""
    page.crew.ask_for_hint("thorough" if message.get("thorough") else "quick")


@intent(needs_ticket=True, is_slow=True)
def fork(page: "PlayPage", message: Message) -> None:
    """Begin a session of one's own from a moment of this one."""
    session = page.opened()
    mode = message.get("mode")
    at = None if page.looking is None else Account(session).decision(page.looking)
    forked = seat.fork(session, at, str(mode) if mode else None)
    page.begin(forked)
    page.crew.pause()  # what is looked at stays until somebody goes on
    how = "in play mode, " if forked.mode == "play" != session.mode else ""
    words = f"This is a new session, {how}forked at decision {Account(forked).last}; the other one stays as it is."
    page.say(words, "done")


@intent(plays=True, needs_ticket=True, is_slow=True)
def choose(page: "PlayPage", message: Message) -> None:
    """Choose what is drawn or rolled next (design mode)."""
    session, what = page.opened(), str(message.get("what"))
    if what == "dice":
        rolls = _read_dice(str(message.get("text", "")), session.game.part("ruleset").DICE)
        session.choose_next("dice", rolls)
        page.say(f"The next dice will be {', '.join(f'{result} on a D{sides}' for result, sides in rolls)}.", "done")
        return
    chance = session.game.part("panels").choices_of_chance(session.state, session.ruleset.record)[what]
    words, wanted = chance["options"][int(message["option"])]
    coming = session.coming.get(chance["stream"], [])
    ranges = [_kept(item, coming[i : i + 1]) for i, item in enumerate(wanted)]
    session.choose_next(chance["stream"], ranges, f"{what}: {words}")
    page.say(f"The next {what} will be: {words}{chance.get('when', '')}.", "done")


def _kept(wanted: tuple[int, int, int], coming: list[tuple[int, int, int]]) -> tuple[int, int, int]:
    """What is wanted of a draw; where anything will do, what was chosen for it before."""
    low, high, n = wanted
    return coming[0] if (low, high) == (0, n) and coming and coming[0][2] == n else wanted


def _read_dice(text: str, dice: tuple[int, ...]) -> list[tuple[int, int]]:
    pairs = [re.fullmatch(r"(\d{1,3})/(\d{1,3})", word) for word in text.replace(",", " ").split()]
    if not pairs or not all(pairs):
        raise UnreadableError("write each die as result/sides, such as 5/6 1/4 for a 5 on a D6 and then a 1 on a D4")
    rolls = [(int(pair[1]), int(pair[2])) for pair in pairs if pair]
    for result, sides in rolls:
        if sides not in dice:
            raise UnreadableError(f"there is no D{sides}; the dice are {', '.join(f'D{one}' for one in dice)}")
        if not 1 <= result <= sides:
            raise UnreadableError(f"{result} is not on a D{sides}; its results are 1 to {sides}")
    return rolls


@intent(plays=True, needs_ticket=True, is_slow=True)
def position(page: "PlayPage", message: Message) -> None:
    """Set another position, in notation (design mode)."""
    page.opened().set_position(str(message.get("notation", "")))
    page.say("The position is set; undo brings the one before back.", "done")


@intent(plays=True, needs_ticket=True)
def edit(page: "PlayPage", message: Message) -> None:
    """Put something on the board, or change a hero, the boss or the door (design mode)."""
    try:
        page.opened().edit(message["change"])
    except CryptError as error:
        # the visitor has written no lines
        raise UnreadableError(WHICH_LINE.sub("", str(error))) from None


@intent(is_slow=True)
def take_over(page: "PlayPage", message: Message) -> None:
    """Ask the page that plays this session to let go."""
    seat.ask(page.opened())
    page.say("The other page has been asked to let go.", "remark")


@intent()
def delete(page: "PlayPage", message: Message) -> None:
    """Delete a session of the list; the page has asked whether this is meant."""
    path = find_session(lobby.sessions_folder(), str(message.get("session")))
    try:
        delete_session(path)
    except SessionBusyError:
        what = lobby.called(summarize(path))
        raise CryptError(f"{what}, {BUSY}") from None


@intent(needs_ticket=True, is_slow=True)
def duplicate(page: "PlayPage", message: Message) -> None:
    """Make a copy of a session of the list."""
    path = find_session(lobby.sessions_folder(), str(message.get("session")))
    seat.check_open(lobby.is_secret(path), "copied")
    take_in(lobby.sessions_folder(), path.read_bytes())


@intent(needs_ticket=True, is_slow=True)
def sample(page: "PlayPage", message: Message) -> None:
    """Look at a copy of a session that comes with crypt, from its beginning; an unchanged copy serves again."""
    path = lobby.sample_path(str(message.get("session")))
    if path is None:
        raise CryptError("there is no such sample; choose one from the list")
    copy = lobby.copy_of(path) or take_in(lobby.sessions_folder(), path.read_bytes())
    page.open_session(copy.stem)
    page.looking = 0
    page.say("This is a copy of your own: step through it, or fork it and play on from any moment.", "done")


@intent(needs_ticket=True, is_slow=True)
def upload(page: "PlayPage", message: Message) -> None:
    """Keep a log from elsewhere, or begin a game from a floor in notation."""
    text, name = str(message.get("text", "")), str(message.get("name", "the file"))[:80]
    found = next((game for game in lobby.catalog() if text.lstrip().startswith(f"{game} ")), None)
    if found is not None:
        page.begin(open_floor(find_game(found), text, folder=lobby.sessions_folder()))
    elif text.lstrip("\ufeff \r\n").startswith("{"):
        _take_in_log(page, text, name)
    else:
        raise UnreadableError(f"{name} is neither a session log nor a floor in notation")


def _take_in_log(page: "PlayPage", text: str, name: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    path = take_in(lobby.sessions_folder(), data, source=name)
    is_short = len(path.read_bytes().splitlines()) < len([line for line in data.splitlines() if line.strip()])
    page.open_session(path.stem)
    if is_short:
        page.say("The last line of that log was not complete; it does not count.", "remark")


@intent()
def download(page: "PlayPage", message: Message) -> None:
    """Send a session's log, or the position in notation."""
    if message.get("what") == "floor":
        session = page.opened()
        seat.check_open(session.is_secret, "saved")
        decision = session.decision if page.looking is None else page.looking
        text, name = session.game.notation.write(session.at(decision).state), f"{session.name}-{decision}.txt"
    else:
        path = find_session(lobby.sessions_folder(), str(message.get("session")))
        seat.check_open(lobby.is_secret(path), "saved")
        text, name = path.read_text(encoding="utf-8", errors="replace"), path.name
    page.send({"kind": "file", "name": name, "text": text})
