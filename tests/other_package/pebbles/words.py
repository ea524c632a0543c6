"""The game in words."""

from dataclasses import dataclass

import numpy as np

from crypt.core.game import UnreadableError

from .rules import ROLL, TAKE, TAKES, WINS

ACTIONS = {TAKE: "take one", ROLL: "roll"}
EVENTS = ("", "decides", "takes", "wins")
REASONS = {2: "one pebble is taken, or as many as the die shows", 3: "the game is over"}


@dataclass(frozen=True)
class Card:
    """What there is to say of a seat."""

    text: str


def action_text(state, action, names):
    """An action in words."""
    return ACTIONS[action]


def read_action(state, text, names):
    """The action that words mean."""
    found = [action for action, words in ACTIONS.items() if text and words.startswith(text.lower())]
    if not found:
        raise UnreadableError(f"{text[:40]!r} is neither take nor roll")
    return found[0]


def action_hint(state, action):
    """What the words of an action do not say."""
    return ""


def reason(state, action, rule, names):
    """Why an action is not allowed."""
    return f"{REASONS[rule]} (PEB-{rule})"


def event_name(kind):
    """The name of a kind of event."""
    return EVENTS[kind]


def event_kind(name):
    """The kind of event of a name."""
    return EVENTS.index(name)


def describe(events, names):
    """Events as sentences."""
    said = {TAKES: lambda event: f"takes {event.a}, {event.b} left (PEB-2)", WINS: lambda event: "wins (PEB-3)"}
    return [f"{names[event.who]} {said[event.kind](event)}" for event in events if event.kind in said]


def prompt(state, names, rules=None):
    """Who is to do what."""
    return f"{names[state.winner - 1]} has won" if state.winner else f"{names[state.seat]}: take one, or roll"


def result(outcome):
    """The name of a result."""
    return f"seat {outcome.result}" if outcome.result else "running"


def outcome_text(outcome, names):
    """The end in words."""
    return f"{names[int(outcome['result']) - 1]} has won after {outcome['turns']} turns"


def outcome_columns(outcomes):
    """Results as columns."""
    results = np.array(["running", "seat 1", "seat 2", "seat 3"])[outcomes["result"]]
    scores = {f"score_{seat + 1}": outcomes["score"][:, seat] for seat in range(3)}
    numbers = {name: outcomes[name] for name in ("rounds", "turns", "rolls", "minutes")}
    return {"result": results, "decisions": outcomes["turns"]} | numbers | scores


def board_text(state, names, rules):
    """The heap as text."""
    return "o" * int(state.pebbles)


def hero_summary(state, rules, seat, names):
    """A seat's card."""
    return Card(f"{names[seat]}{' (to move)' if seat == state.seat else ''}")


def surroundings(state, seat, names):
    """What there is to take."""
    return [f"{state.pebbles} pebbles are left"]
