"""Playing in the terminal: the board as text, what may be done as numbered words, and everything in words alone."""

import sys
import warnings
from typing import Any

from ..core.asking import CARDS, HUMAN, WAYS, Manner, is_settled, question, reactions_of, readers, unasked, waiting
from ..core.catalog import catalog, find_game
from ..core.game import CryptError, Game, check_players
from ..core.ruleset import load_ruleset
from ..core.session import Session, TornLineWarning
from ..core.sight import ONLOOKER, Account, as_seen
from ..core.wording import counted
from .folders import sessions_folder
from .interrupt import Stopped
from .options import read_bots
from .show import rules_text
from .work import compile_games, tell

COVER = "\n" * 60  # takes a hand off the screen
HELP = """\
Type the number of an action or its words; they may be shortened ("n", "explore e", "end").
  actions         what may be done now
  board           the board as text
  look            what is around those on turn, in words
  heroes          the cards of all who play
  card NAME       what a card does, in a game with cards
  story           what happened at the last decision
  undo, redo      take the last decision back, make it again ("undo anyway" if the table agrees)
  rules ID        a rule by its number or by words in it
  react WAY       when you are asked to react to others: ask, always, never, or cards NAME; NAME
  note TEXT       write a note into the log
  help or ?       this list
  quit            leave; the session is kept, and crypt play --session FILE goes on"""


def play(options: Any) -> int:
    """Play a game, or go on with a session."""
    session = _open(options) if options.session else _begin(options)
    table = Table(session, options.words)
    with session:
        try:
            table.run()
        except KeyboardInterrupt:
            raise Stopped(f"stopped; the session is kept; {table.how_to_go_on()}") from None
    return 0


def _open(options: Any) -> Session:
    fixed = {"players": "players", "names": "name", "seed": "seed", "ruleset": "ruleset", "settings": "set"}
    given = [f"--{option}" for field, option in (fixed | {"bots": "bot"}).items() if getattr(options, field)]
    if given:
        raise CryptError(f"leave out {', '.join(given)}: what a session was begun with stays")
    game = find_game(options.game) if options.game else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TornLineWarning)  # said below, as one of the remarks
        session = Session.open(options.session, game=game)
    for remark in session.remarks:
        print(f"crypt: {remark}", file=sys.stderr)
    return session


def _begin(options: Any) -> Session:
    if not options.game:
        raise CryptError(f"name a game ({', '.join(catalog())}), or a session with --session FILE")
    game = find_game(options.game)
    players = check_players(game, options.players or max(len(options.names), game.players[0]))
    ruleset = load_ruleset(game, options.ruleset, options.settings)
    kinds = _kinds(game, options.bots, players)
    names = options.names + [game.seat_name(i) for i in range(len(options.names), players)]
    if len(names) > players:
        raise CryptError(f"{len(names)} names for {counted(players, 'player')}; leave {len(names) - players} out")
    folder = sessions_folder(options.data)
    if warning := ruleset.model.warning_for(players):
        print(f"crypt: {warning}", file=sys.stderr)
    compile_games([catalog()[game.name]], say=tell)
    return Session.new(game, names, ruleset, seed=options.seed, kinds=kinds, folder=folder)


def _kinds(game: Game, settings: list[str], players: int) -> list[str]:
    from ..batch.plan import check_bots

    bots = read_bots(settings)
    check_bots(game, bots, players)
    return [bots.get(seat + 1, HUMAN) for seat in range(players)]


class Table:
    """The terminal as a table at which a session is played.

    Parameters
    ----------
    session : Session
    in_words : bool
        Say what is around a hero instead of drawing the board.
    """

    def __init__(self, session: Session, in_words: bool = False):
        self.session, self.in_words = session, in_words
        self.game: Game = session.game
        self.is_open = True
        self.shown: tuple[int, int] = (-1, -1)  # the seat and turn for which the board was shown
        self.bots: Any = None
        self.seat: int | None = None  # who sits at the terminal, where hands are hidden
        self.is_news = True  # something has changed since the actions were listed
        self.told = Account(session).last  # the step that was told last

    def run(self) -> None:
        """Play until the game is over or somebody quits."""
        session = self.session
        seed = "" if session.is_secret else f", seed {session.seed}"  # it would tell all hands
        print(f"{self.game.title}; ruleset {session.ruleset.name}{seed}")
        print(f"The session is logged in {session.path}; type help for what you can type")
        while self.is_open:
            if not session.is_over and not waiting(session) and session.kinds[session.actor] != HUMAN:
                self.play_bot()
                continue
            if (code := unasked(session)) is not None:
                session.play(code)
                self.tell_news()
                continue
            self.pass_on()
            if waiting(session) and self.is_open:
                self.let_pass()
                continue
            if self.is_news and self.is_open:
                self.show_end() if session.is_over else self.show_turn()
                self.is_news = False
            if self.is_open:
                self.answer(self.ask())

    def pass_on(self) -> None:
        """Where hands are hidden, wait until who decides sits at the terminal, and take the last hand off the screen."""
        session = self.session
        asked = waiting(session)
        wanted = asked[0].seat if asked else session.actor
        if not session.is_secret or self.seat == wanted:
            return
        if len(session.were_people) > 1:
            print(COVER)
            self.seat, self.shown = None, (-1, -1)
            self.do_story("")
            print(f"Pass the screen to {session.names[wanted]}, who then presses Enter")
            if not self.has_pressed_enter():
                return self.do_quit("")
        self.seat = wanted
        self.is_news = True

    def let_pass(self) -> None:
        """Who wants to be asked in any case, and has nothing to play, presses Enter."""
        print(question(self.session))
        print("Press Enter to go on")
        if not self.has_pressed_enter():
            return self.do_quit("")
        self.session.let_pass(waiting(self.session)[0].seat)
        self.tell_news()

    @property
    def viewer(self) -> int | None:
        """For whom positions are masked and what happened is told; None where everything may be seen."""
        if not self.session.is_secret:
            return None
        return ONLOOKER if self.seat is None else self.seat

    def seen(self) -> Any:
        """The position as who sits at the terminal sees it."""
        return as_seen(self.game, self.session.state, self.viewer)

    def ask(self) -> str:
        """Read a line; the end of the input is "quit"."""
        try:
            return input("> ").strip()
        except EOFError:
            print()
            return "quit"

    def has_pressed_enter(self) -> bool:
        """Wait for Enter alone, so that nothing that was meant for another moment counts; False for "quit"."""
        while said := self.ask():
            if said.lower() in ("quit", "q", "exit"):
                return False
            print("Only Enter alone goes on; quit leaves, and keeps the session")
        return True

    def answer(self, line: str) -> None:
        """Do what was typed; what is wrong with it is said, and the game goes on."""
        word, _, rest = line.partition(" ")
        word = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}.get(word.lower(), word)
        command = getattr(self, f"do_{word.lower()}", None) if word.isascii() else None
        try:
            if command:
                command(rest.strip())
            elif line:
                self.play(line)
        except CryptError as error:
            print(error)

    def play(self, text: str) -> None:
        """Carry out an action, given by its number in the list or its words."""
        actions = self.session.legal()
        if text.isascii() and text.isdigit():
            if not 1 <= int(text[:9]) <= len(actions):
                there_are = "the only action is 1" if len(actions) == 1 else f"the actions are 1 to {len(actions)}"
                there_are = there_are if actions else "the game is over; undo or quit"
                raise CryptError(f"there is no action {text[:9]}; {there_are}")
            self.session.play(actions[int(text) - 1])
        else:
            self.session.play(text)
        self.is_news = True
        self.tell_news()

    def play_bot(self) -> None:
        """Let a bot decide."""
        session = self.session
        if self.bots is None or self.bots.session is not session:
            from ..bots import TableBots  # it brings the compiled search along, which people at a table do without

            self.bots = TableBots(session)
        action = self.bots.choose(session.kinds[session.actor])
        if not session.is_secret:  # else the story says what may be known of it
            print(f"{session.names[session.actor]} ({session.kinds[session.actor]}): {session.text(action)}")
        session.play(action)
        self.is_news = True
        self.tell_news()

    # ---- showing

    def show_turn(self) -> None:
        """The board when a turn begins, or what is around the hero; then who does what, and the actions."""
        session, state = self.session, self.seen()
        moment = (session.actor, int(getattr(state, "turns", session.decision)))
        is_new = moment != self.shown
        self.shown = moment
        if self.in_words:
            self.do_look("")
        elif is_new:
            self.do_board("")
        if is_new:
            self.do_heroes("")
        self.do_actions("")

    def show_end(self) -> None:
        """How it ended, and what can be done still."""
        print(self.game.words.outcome_text(self.session.outcome, self.session.names))
        if self.game.has_secrets:
            self.do_heroes("")
        print("undo, note TEXT or quit")

    def how_to_go_on(self) -> str:
        """The command that goes on with this session."""
        return f"go on with: crypt play --session {self.session.path}"

    # ---- what can be typed

    def do_actions(self, rest: str) -> None:
        """What may be done now."""
        session, state, words = self.session, self.seen(), self.game.words
        print(words.prompt(state, session.names, session.ruleset.record))
        for number, action in enumerate(session.legal(), 1):
            hint = words.action_hint(state, action)
            print(f"  {number}. {session.text(action)}{f' ({hint})' if hint else ''}")

    def do_board(self, rest: str) -> None:
        """The board and the heroes; beside a row stands who is in it."""
        session = self.session
        print(self.game.words.board_text(self.seen(), session.names, session.ruleset.record))

    def cards(self) -> list[Any]:
        """The cards of all heroes."""
        session, summary = self.session, self.game.words.hero_summary
        return [summary(self.seen(), session.ruleset.record, i, session.names) for i in range(len(session.names))]

    def do_heroes(self, rest: str) -> None:
        """The heroes' cards."""
        print("\n".join(card.text for card in self.cards()))

    def do_card(self, rest: str) -> None:
        """What a card does."""
        words = self.game.words
        if not rest or not hasattr(words, "card_text"):
            raise CryptError("say which: card NAME" if hasattr(words, "card_text") else "this game has no cards with texts")
        print(words.card_text(self.session.state, rest))

    def do_look(self, rest: str) -> None:
        """What is around the hero that decides."""
        session = self.session
        print("\n".join(self.game.words.surroundings(self.seen(), max(session.actor, 0), session.names)))

    def do_story(self, rest: str) -> None:
        """What happened at the last decision; what somebody is still asked about is told when it is settled."""
        self.told = max(Account(self.session).last - (not is_settled(self.session)), 0)
        self.tell_step(self.told)

    def tell_news(self) -> None:
        """What has happened since it was told last."""
        last = Account(self.session).last - (not is_settled(self.session))
        for step in range(self.told + 1, last + 1):
            self.tell_step(step)
        self.told = last

    def tell_step(self, step: int) -> None:
        """What a step brought about, as far as who sits at the terminal may know of it."""
        events = Account(self.session).events(step, self.viewer)
        print("\n".join(self.game.words.describe(events, self.session.names)))

    def do_undo(self, rest: str) -> None:
        """Take the last decision back."""
        session = self.session
        if reason := session.not_back(self.seat):
            raise CryptError(reason)
        session.undo(take_back_anyway=rest.lower() == "anyway")
        self.told = Account(session).last
        print(f"Taken back; {counted(self.told, 'decision')} made so far")
        self.shown, self.is_news = (-1, -1), True

    def do_redo(self, rest: str) -> None:
        """Make the decision again that was taken back."""
        session = self.session
        if reason := session.not_back(self.seat, is_redo=True):
            raise CryptError(reason)
        session.redo()
        self.is_news = True
        self.do_story("")

    def do_rules(self, rest: str) -> None:
        """A rule by its number or by words."""
        if not rest:
            raise CryptError("say which: rules COL-13, or rules wall".replace("COL", self.game.prefix))
        print(rules_text(self.game, self.session.ruleset, rest))

    def do_note(self, rest: str) -> None:
        """Write a note into the log."""
        seat = self.seat if self.session.is_secret else None
        self.session.note(rest, seat)
        print(f"Noted{readers(self.session, seat)}")

    def do_react(self, rest: str) -> None:
        """When who sits at the terminal is asked to react."""
        if not self.session.is_secret or self.seat is None:
            raise CryptError("hands are open, and everybody is asked who can react")
        way, _, cards = rest.partition(" ")
        if way:
            named = [self.card_named(name.strip()) for name in cards.split(";") if name.strip()]
            self.session.set_manner(self.seat, way.lower(), named)
        manner = self.session.manners.get(self.seat, Manner())
        if manner.way == CARDS:
            chosen = sorted(manner.cards | manner.wanted(reactions_of(self.session, self.seat)))
            print(f"Asked to react: {WAYS[CARDS]}: {', '.join(chosen) or 'none'}; and for those that you get later")
        else:
            print(f"Asked to react: {WAYS[manner.way]}")

    def card_named(self, name: str) -> str:
        """The card whose name begins with some words.

        Raises
        ------
        CryptError
            When there is none, or more than one.
        """
        found = [line.partition(":")[0] for line in self.game.words.card_text(self.session.state, name).splitlines()]
        if len(found) > 1:
            raise CryptError(f"{name[:40]!r} could be {' or '.join(found[:4])}; write more of the name")
        return str(found[0])

    def do_help(self, rest: str) -> None:
        """What can be typed."""
        print(HELP)

    def do_quit(self, rest: str) -> None:
        """Leave; the session stays."""
        self.is_open = False
        print(f"The session is kept; {self.how_to_go_on()}")
