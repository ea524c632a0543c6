"""The words of the toy game."""

from crypt.core.game import AmbiguousError, UnreadableError

from . import DRAW, GIVE, HOLD, ROLL

EVENTS = ("", "rolls", "holds", "draws", "gives", "wins")
REASONS = {2: "there is nothing to hold", 3: "no coin is left", 4: "nobody gives to themselves", 5: "no such action"}


def event_name(kind):
    return EVENTS[kind]


def event_kind(name):
    return EVENTS.index(name)


def action_text(state, action, names):
    return {ROLL: "roll", HOLD: "hold", DRAW: "draw"}.get(action) or f"give a coin to {names[action - GIVE]}"


def read_action(state, text, names):
    texts = {action_text(state, code, names): code for code in (ROLL, HOLD, DRAW, *range(GIVE, GIVE + len(names)))}
    if text in texts:
        return texts[text]
    found = [code for words, code in texts.items() if text and words.startswith(text)]
    if len(found) > 1:
        raise AmbiguousError(f"{text!r} can be several actions")
    if not found:
        raise UnreadableError(f"{text!r} is no action")
    return found[0]


def reason(state, action, rule, names):
    return f"{REASONS[rule]} (TOY-{rule:02d})"


def describe(events, names):
    return [f"{names[event.who]} {EVENTS[event.kind]} {event.a}" for event in events]


def result(outcome):
    return f"seat {outcome.winner}" if outcome.winner else "running"
