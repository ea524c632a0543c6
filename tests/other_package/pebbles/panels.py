"""What the Play page shows beside the board."""

from crypt.core.game import UnreadableError
from crypt.core.telling import roll

from .rules import TAKE, TAKES
from .words import ACTIONS

DICE_HINT = ""


def facts(state, rules):
    """How the game stands."""
    return {"name": "The heap", "title": f"Turn {state.turns + 1}", "items": [["Left", str(state.pebbles)]], "counts": []}


def card(state, rules, seat, names):
    """A seat's card."""
    is_next = bool(seat == state.seat and not state.winner)
    place = "has won" if state.winner == seat + 1 else ""
    about = {"is_alive": True, "to_move": is_next, "gauge": None, "things": []}
    return {"seat": seat, "name": names[seat], "place": place} | about


def cells(state, actions, names):
    """The heap, from which a click takes one."""
    code = TAKE if TAKE in actions else 0
    return [{"cell": "heap", "label": f"{state.pebbles} pebbles", "code": code}]


def changed_cells(before, now):
    """Whether pebbles were taken."""
    return ["heap"] if before.pebbles != now.pebbles else []


def moves(state, actions):
    """No piece moves."""
    return []


def ghost(state, actions):
    """There is no tile."""
    return None


def group_of(action):
    """Both buttons stand together."""
    return "Take"


def short_of(state, action, names):
    """A button's words."""
    return ACTIONS[action]


def hint_of(action):
    """What a button's words do not say."""
    return ""


def dice(events, names):
    """The rolls among events."""
    rolled = [event for event in events if event.kind == TAKES and event.c]
    rolls = [roll(names[event.who], int(event.a), int(event.a)) for event in rolled]
    return [{"title": "Roll", "rolls": [one], "end": ""} for one in rolls]


def choices_of_chance(state, rules):
    """What can come next."""
    sides = int(rules.die)
    options = [(f"{side}", [(side - 1, side, sides)]) for side in range(1, sides + 1)]
    return {"roll": {"stream": "dice", "options": options}}


def ending(outcome, names):
    """The end."""
    seats = [{"name": name, "how": "won" if outcome.score[seat] else "lost"} for seat, name in enumerate(names)]
    return {"title": "The heap is gone", "seats": seats, "parts": [], "numbers": [["Turns", str(outcome.turns)]]}


def meant_by_cell(state, name):
    """A click on the heap takes one."""
    return TAKE


def meant_by_arrow(state, direction):
    """Arrow keys mean nothing."""
    raise UnreadableError("there is nowhere to go; take one, or roll")
