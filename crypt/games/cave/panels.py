"""What a page shows of Colossal Cave beside the board and the words: plain values that can be sent as JSON."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from ...core.game import UnreadableError
from .asking import passed_over, question_words
from .draw import card_svg, cell_name, layout, space_labels
from .grammar import ANY_TIME
from .notation import read_space
from .sheets import hero_summary
from .state import (
    A_CHOOSE,
    A_DEPOSIT,
    A_DISCARD,
    A_DRAW,
    A_DROP,
    A_MOVE,
    A_NOTHING,
    A_PASS,
    A_PAY,
    A_PLAY,
    A_REVEAL,
    A_STAY,
    A_USE,
    A_WARP,
    ABOUT,
    BESIDE,
    CARRIED,
    DEFENDING,
    DISCARDS,
    HAND,
    MOVING,
    NO_ROOM,
    PAYING,
    PHASES,
    PILE,
    REACTING,
    RUNNING,
    RUNNING_ON,
    SHIFT,
    TARGET,
    WARPING,
    code_of,
)
from .story import result_title
from .vocabulary import cards_in, kinds_in, listed, room_name, the_book, with_copies
from .words import action_text

__all__ = [
    "DICE_HINT", "END_TURN", "KEYS", "card", "cells", "changed_cells", "choices_of_chance", "dice", "ending", "facts",
    "ghost", "group_of", "hands", "hint_of", "layout", "may_pass_in_secret", "meant_by_arrow", "meant_by_cell",
    "meant_by_move", "moves", "pass_code", "passed_over", "question_words", "reactions", "reactions_now", "short_of",
    "turn_of",
]  # fmt: skip

DICE_HINT = ""  # there are none
END_TURN = code_of(A_DRAW)
KEYS = (("Arrow keys", "move to the room that lies that way"), ("E", "draw a card, which ends the turn"))
GROUPS = {
    A_MOVE: "Move", A_STAY: "Move", A_PLAY: "Play", A_DRAW: "Turn", A_DEPOSIT: "Deposit", A_NOTHING: "Turn", A_USE: "Use",
    A_PASS: "Let it pass", A_REVEAL: "Defend", A_PAY: "Give up", A_CHOOSE: "Answer", A_WARP: "Warp", A_DISCARD: "Discard",
    A_DROP: "Drop",
}  # fmt: skip
HINTS = {
    A_DRAW: "Draw another card instead of playing one",
    A_NOTHING: "Play nothing",
    A_PASS: "Play nothing in reaction",
    A_REVEAL: "It is put in front of you, and defends",
}


def group_of(action: int) -> str:
    """The heading under which a button for this action stands."""
    return GROUPS[int(action) >> SHIFT]


def short_of(state: Any, action: int, names: Sequence[str]) -> str:
    """An action's words under its heading: "Y2", "Har Har! on Ben"."""
    text = action_text(state, action, names)
    for start in ("move to ", "warp to ", "play ", "deposit ", "use ", "reveal ", "give up ", "discard ", "drop "):
        text = text.removeprefix(start)
    return text


def hint_of(action: int) -> str:
    """What a button's words do not say to everybody."""
    return HINTS.get(int(action) >> SHIFT, "")


# ------------------------------------------------------------------------------------- clicks and arrow keys


def meant_by_cell(state: Any, name: str) -> int:
    """The action that is meant by choosing a room; the rules may still forbid it.

    Raises
    ------
    UnreadableError
        When a room says nothing in this position, or there is none of this name.
    """
    if state.result != RUNNING:
        raise UnreadableError("the game is over; undo, or begin a new one")
    room = read_space(state, name)
    if room is None:
        raise UnreadableError(f"there is no room {name[:20]!r} in this cave")
    if room == state.room[state.player] and state.phase in (MOVING, RUNNING_ON, WARPING):
        return code_of(A_STAY)
    return code_of(A_WARP if state.phase == WARPING else A_MOVE, room)


def meant_by_move(state: Any, sign: str, name: str, carry: bool) -> int:
    """The action that is meant by moving a token to a room; the rules may still forbid it.

    Raises
    ------
    UnreadableError
        For a token that is not on turn, or a room that there is not.
    """
    if sign != str(int(state.player) + 1):
        raise UnreadableError(f"it is player {int(state.player) + 1}'s turn")
    return meant_by_cell(state, name)


def meant_by_arrow(state: Any, direction: int) -> int:
    """The move that is meant by an arrow key: to the adjacent room that lies most in that direction.

    Where nobody moves now, whichever it is, it is refused with what is to be done first.

    Raises
    ------
    UnreadableError
        Where no room lies there.
    """
    book, here = the_book(state), int(state.room[state.player])
    if here == NO_ROOM:
        raise UnreadableError("a dead player does not move")
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[direction]
    at = book.rooms[here]
    near = [b if a == here else a for a, b in book.ways if here in (a, b)]
    ahead = {room: (book.rooms[room].x - at.x) * dx + (book.rooms[room].y - at.y) * dy for room in near}
    best = max(ahead, key=lambda room: ahead[room] / _far(book.rooms[room], at))
    if ahead[best] <= 0 and state.phase == MOVING:
        raise UnreadableError(f"no room lies there from {at.name}")
    return code_of(A_MOVE, best)


def _far(one: Any, other: Any) -> float:
    return ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5


def moves(state: Any, actions: Iterable[int]) -> list[dict]:
    """The legal actions that move a token.

    Returns
    -------
    list of dict
        ``code``, ``piece`` (the token's number), ``name``, ``from`` and ``to`` (rooms), and ``carry``.
    """
    book, seat = the_book(state), int(state.player)
    here = int(state.room[seat])
    return [
        {"code": action, "piece": str(seat + 1), "name": f"token {seat + 1}", "from": cell_name(book.rooms[here].name),
         "to": cell_name(book.rooms[int(action) & ABOUT].name), "carry": False}
        for action in actions
        if int(action) >> SHIFT == A_MOVE
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------- the board


def cells(state: Any, actions: Iterable[int], names: Sequence[str]) -> list[dict]:
    """The rooms of the cave.

    Parameters
    ----------
    state : record
    actions : iterable of int
        The legal ones.
    names : sequence of str

    Returns
    -------
    list of dict
        ``cell`` ("hall_of_mists"), ``label`` (what a screen reader says of it) and ``code`` (the action of choosing it, or
        0).
    """
    codes = {int(action) & ABOUT: action for action in actions if int(action) >> SHIFT in (A_MOVE, A_WARP)}
    labels = zip(the_book(state).rooms, space_labels(state, names), strict=True)
    return [
        {"cell": cell_name(room.name), "label": label, "code": codes.get(number, 0)}
        for number, (room, label) in enumerate(labels)
    ]


def changed_cells(before: Any, now: Any) -> list[str]:
    """The rooms in which other tokens stand than before."""
    if before.book != now.book:
        return []
    moved = [seat for seat in range(int(now.players)) if before.room[seat] != now.room[seat]]
    rooms = {int(position.room[seat]) for position in (before, now) for seat in moved} - {NO_ROOM}
    return [cell_name(room_name(now, room)) for room in sorted(rooms)]


def turn_of(state: Any) -> int:
    """Whose turn it is; others may react within it."""
    return int(state.player)


def ghost(state: Any, actions: Iterable[int]) -> dict | None:
    """The tile in hand: none is laid in this game."""
    return None


# ------------------------------------------------------------------------------------------- round the board


def facts(state: Any, rules: Any) -> dict:
    """How the game stands: the turn, the piles, whether the cave is closing."""
    discards = with_copies(cards_in(state, DISCARDS))
    return {
        "name": "The cave",
        "title": f"Round {state.round_number}",
        "items": [
            ["Turn", str(state.turns)],
            ["Step", PHASES[state.phase]],
            ["Plays left", str(state.plays)],
            ["Draw pile", str(int(state.held[PILE]))],
            ["The cave", "is closing" if state.held[BESIDE] else "is open"],
            ["Discards", listed(discards) or "none"],
        ],
        "counts": [],
    }


def card(state: Any, rules: Any, seat: int, names: Sequence[str]) -> dict:
    """A player's cards: the hand where it may be seen (at the end `hands` shows all), what is carried and deposited."""
    summary = hero_summary(state, rules, seat, names)
    book = dict(zip(the_book(state).names, the_book(state).cards, strict=True))
    held = [["hand", name, f"in hand: {book[name].printed}"] for name in dict.fromkeys(summary.hand or ())]
    held = held if state.result == RUNNING else []
    carried = [["carried", name, book[name].text] for name in summary.carried]
    return {
        "seat": seat,
        "name": summary.name,
        "place": f"{summary.place}; {summary.hand_size} in hand",
        "is_alive": summary.is_alive,
        "to_move": summary.to_move,
        "gauge": None,
        "things": [*carried, *held, *(["deposited", name, "deposited"] for name in summary.deposited)],
    }


def dice(events: Iterable[Any], names: Sequence[str]) -> list[dict]:
    """The rolls among some events: there are no dice."""
    return []


def choices_of_chance(state: Any, rules: Any) -> dict[str, dict]:
    """What can be chosen to come next: the card that is drawn.

    Returns
    -------
    dict
        For "card": the ``stream`` of chance, and ``options`` of (words, wanted draws), as `choose_next` takes them.
    """
    names, options, low = cards_in(state, PILE), [], 0
    for name, copies in groupby(names):
        count = len(list(copies))
        options.append((f"{name} ({count} of {len(names)})", [(low, low + count, len(names))]))
        low += count
    return {"card": {"stream": "tiles", "options": options}} if options else {}


# ---------------------------------------------------------------------------------------------- hidden hands


def pass_code(state: Any) -> int | None:
    """The action that plays nothing where somebody is asked to react; None where nobody is."""
    return code_of(A_PASS) if state.phase == REACTING and state.result == RUNNING else None


def may_pass_in_secret(state: Any) -> bool:
    """Tell whether who decides is asked for the sake of a hidden card, and whoever passes keeps it a secret."""
    return state.result == RUNNING and state.phase in (REACTING, DEFENDING, PAYING)


def reactions(state: Any, seat: int, rules: Any) -> list[str]:
    """The names of the cards in a hand or inventory with which a player can react."""
    book = the_book(state)
    held = {kind for kind in kinds_in(state, HAND + seat) if book.cards[kind].type == "reaction"}
    held |= {kind for kind in kinds_in(state, CARRIED + seat) if rules.use[kind] == ANY_TIME}
    return [book.names[kind] for kind in sorted(held)]


def reactions_now(state: Any, actions: Iterable[int]) -> list[str]:
    """The names of the cards with which a player can react now."""
    plays = [int(action) & ABOUT for action in actions if int(action) >> SHIFT in (A_PLAY, A_USE)]
    return [the_book(state).names[about % TARGET] for about in plays]


def ending(outcome: Any, names: Sequence[str]) -> dict:
    """The end: who has won, and some numbers.

    Parameters
    ----------
    outcome : record
        The row of results.
    names : sequence of str
    """
    seats = [{"name": name, "how": f"{outcome.deposited[seat]} deposited"} for seat, name in enumerate(names)]
    return {
        "title": result_title(int(outcome.result), names),
        "seats": seats,
        "parts": [],
        "numbers": [
            ["Turns", str(outcome.turns)],
            ["Cards drawn", str(outcome.drawn)],
            ["Reactions", str(outcome.reactions)],
            ["Cards cancelled", str(outcome.cancels)],
            ["Defences", str(outcome.defences)],
            ["Moves blocked", str(outcome.blocked)],
            ["Deaths", str(outcome.deaths)],
        ],
    }


def hands(state: Any, rules: Any, names: Sequence[str]) -> list[dict]:
    """What each player holds at the end.

    Parameters
    ----------
    state, rules : record
        The last position, unmasked, and its packed ruleset.
    names : sequence of str

    Returns
    -------
    list of dict
        By seat ``words`` (how many cards, what is carried and deposited) and ``cards``: for each kind of card in the hand
        its ``name`` with what is printed on it, and its picture as ``svg``.
    """
    book, told = the_book(state), []
    for seat in range(int(state.players)):
        kinds = kinds_in(state, HAND + seat)
        cards = [
            {"name": f"{book.names[kind]}: {book.cards[kind].printed}", "svg": card_svg(state, kind, kinds.count(kind))}
            for kind in dict.fromkeys(kinds)
        ]
        told.append({"words": replace(hero_summary(state, rules, seat, names), hand=None).has, "cards": cards})
    return told
