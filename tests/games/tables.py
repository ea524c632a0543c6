"""What the small languages for tests of the rules have in common."""

from functools import cache

from crypt.core import trace
from crypt.core.ruleset import Ruleset, build, load_ruleset
from crypt.core.wording import flagged


def ruleset(game, **changes) -> Ruleset:
    """The standard ruleset of a game with some fields changed."""
    return build(game, load_ruleset(game).values | changes, "test", "test")


@cache
def standard(game):
    """The packed standard ruleset."""
    return ruleset(game).record


def ruled(game, **changes):
    """The packed standard ruleset with some fields changed."""
    return ruleset(game, **changes).record if changes else standard(game)


def replaced(lines, others):
    """Lines with others in the place of those that begin with the same two words; the rest of the others are added."""
    lines = list(lines)
    for line in others:
        key = line.split()[:2]
        at = next((i for i, old in enumerate(lines) if old.split()[:2] == key), len(lines))
        lines[at : at + 1] = [line]
    return lines


def changed(text, changes):
    """A text with lines in the place of those that begin with other words, or added; an empty one leaves a line out."""
    lines = text.splitlines()
    for key, line in changes:
        at = next((i for i, old in enumerate(lines) if old.startswith(f"{key} ")), len(lines))
        lines[at : at + 1] = [line]
    return "\n".join(line for line in lines if line)


class Table:
    """A position, and what may be asked of it; each game has its own.

    Attributes
    ----------
    GAME : Game
    NAMES : tuple of str
    """

    def __init__(self, rules, state):
        self.rules, self.state, self.trace = rules, state, self.GAME.new_trace()

    def read(self, text):
        """The action that some words mean."""
        return self.GAME.words.read_action(self.state, text, self.NAMES)

    def do(self, *texts):
        """Carry out actions, given in words."""
        for text in texts:
            action = self.read(text)
            rule = self.GAME.refusal(self.rules, self.state, action)
            assert rule == 0, f"{text}: {self.GAME.words.reason(self.state, action, rule, self.NAMES)}"
            self.GAME.step(self.rules, self.state, action, self.trace)
            assert self.wrong == ""
        return self

    def refusal(self, text):
        """The id of the rule that forbids an action, or ""; what is listed as legal says the same."""
        action = self.read(text)
        rule = self.GAME.refusal(self.rules, self.state, action)
        assert (rule == 0) == (action in self.GAME.legal_actions(self.rules, self.state))
        return f"{self.GAME.prefix}-{rule:02}" if rule else ""

    @property
    def seat(self):
        """Who decides, from 1; 0 when the game is over."""
        return self.GAME.actor(self.state) + 1

    @property
    def text(self):
        """The position in notation."""
        return self.GAME.notation.write(self.state)

    @property
    def wrong(self):
        return "; ".join(flagged(self.GAME.part("status").FLAGS, self.GAME.status(self.rules, self.state)))

    @property
    def choices(self):
        """The legal actions in words."""
        legal = self.GAME.legal_actions(self.rules, self.state)
        return [self.GAME.words.action_text(self.state, action, self.NAMES) for action in legal]

    @property
    def events(self):
        """The names of the last step's events."""
        return [self.GAME.words.event_name(int(event.kind)) for event in trace.events(self.trace)]

    @property
    def story(self):
        """The last step in words."""
        return self.GAME.words.describe(trace.events(self.trace), self.NAMES)
