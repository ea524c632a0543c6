"""What the Play page shows of a session: models of plain values, and what of them has changed."""

import re
import unicodedata
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

import orjson

from ..core.asking import question
from ..core.game import Game
from ..core.history import Verdict
from ..core.replay import Note
from ..core.rulebook import Rule, rulebook
from ..core.ruleset import Ruleset
from ..core.session import Session
from ..core.sight import Account, as_seen
from ..core.values import fields_of, table_of, value_text
from ..core.view import SessionView
from ..core.wording import isolated
from . import records
from .curtain import Curtain

Model = dict[str, Any]
NO_SEAT = -1
NO_PALETTE: Model = {"things": [], "rows": []}  # of a game whose positions are not changed by hand
MARKED = {"position": "The position was changed by hand", "chance": "What comes next was chosen"}
BY_WORDS = {"": "", "human": "", "hint": "by hint"}


def names_in_text(names: list[str]) -> list[str]:
    """Names as they stand in sentences: those written from right to left do not turn the words round them."""
    return [isolated(name) if _turns_round(name) else name for name in names]


@lru_cache(1000)
def _turns_round(name: str) -> bool:
    return any(unicodedata.bidirectional(char) in ("R", "AL", "AN", "RLE", "RLO", "RLI", "LRO", "PDF") for char in name)


def board_model(session: Session, looking: int | None = None, curtain: Curtain | None = None) -> Model:
    """The board, and what may be done on it: what a click waits for.

    Parameters
    ----------
    session : Session
    looking : int, optional
        The step to look back at (see `Account`); by default the present.
    curtain : Curtain, optional
        Whose hand is shown; without one everything is.

    Returns
    -------
    dict
        By panel: values that JSON can hold.
    """
    viewer, present = _eyes(session, curtain)
    step = present if looking is None else looking
    account = Account(session)
    state = _seen(account, step, viewer)
    may_decide = curtain is None or curtain.may_act(session)
    may_act = _may_act(session, looking)
    actions = session.legal() if may_act and may_decide else []
    return {
        "session": _about(session),
        "moment": {"at": step, "last": present, "looking": looking is not None},
        "status": _status(session, state, curtain if looking is None else None),
        "svg": session.game.draw.svg(state, session.ruleset.record, session.names),
        "cells": _cells(session, state, actions, _seen_last(account, state, step)),
        "ghost": _ghost(session, state, actions),
        "actions": [_button(session, state, action) for action in actions],
        "back": _back(session, may_act, curtain),
    }


def _eyes(session: SessionView, curtain: Curtain | None) -> tuple[int | None, int]:
    """For whom positions are masked, and the step that is the present to the page."""
    return (curtain.viewer(session), curtain.shown(session)) if curtain else (None, Account(session).last)


def _seen(account: Account, step: int, viewer: int | None) -> Any:
    """The position after a step, as somebody sees it."""
    return as_seen(account.session.game, account.at(step).state, viewer)


def beside_model(
    session: Session, told: list[Model], looking: int | None = None, curtain: Curtain | None = None
) -> Model:
    """What stands beside the board, the story excepted.

    Parameters
    ----------
    session : Session
    told : list of dict
        The story up to date (see `Story`).
    looking : int, optional
        The step to look back at (see `Account`); by default the present.
    curtain : Curtain, optional
        Whose hand is shown; without one everything is.

    Returns
    -------
    dict
        By panel: values that JSON can hold.
    """
    viewer, present = _eyes(session, curtain)
    step, may_act = present if looking is None else looking, _may_act(session, looking)
    state = _seen(Account(session), step, viewer)
    return {
        "facts": session.game.part("panels").facts(state, session.ruleset.record),
        "heroes": [_hero(session, state, seat) for seat in range(len(session.names))],
        "dice": next((entry["dice"] for entry in reversed(told[: step + 1]) if entry["dice"]), []),
        "design": _design(session, state) if may_act and session.mode == "design" else None,
        "end": _end(session) if session.is_over and looking is None else None,
    }


def _may_act(session: SessionView, looking: int | None) -> bool:
    return looking is None and not session.read_only


def _about(session: SessionView) -> Model:
    return {
        "name": session.name,
        "title": session.game.title,
        "names": session.names,
        "has_exit": session.game.has_exit,
        "mode": session.mode,
        "seed": "" if session.is_secret else str(session.seed),  # JavaScript's numbers end at 53 bits
        "ruleset": session.ruleset.name,
        "secret": session.is_secret,
        "seat_word": session.game.seat_word,
        "keys": list(getattr(session.game.part("panels"), "KEYS", ())),
        "read_only": session.read_only,
        "taken_back": session.taken_back,
        "fork_of": _origin(session),
    }


def _origin(session: SessionView) -> list | None:
    """The session that this one is a fork of, and the step from which."""
    if session.fork_of is None:
        return None
    name, decision = session.fork_of
    return [name, Account(session).step_of(decision)]


def _status(session: SessionView, state: Any, curtain: Curtain | None) -> Model:
    game, names = session.game, [isolated(name) for name in session.names]  # the page shortens those that are long
    is_over = bool(game.is_over(state))
    if curtain and (curtain.is_drawn(session) or curtain.is_idle(session)):
        wanted = curtain.wanted(session)
        passed = "Bots play for everybody" if curtain.is_left else f"Pass the screen to {names[wanted]}"
        words = question(session, names) if curtain.is_idle(session) else passed
        return {"prompt": words, "over": False, "actor": wanted}
    prompt = game.words.prompt(state, names, session.ruleset.record)
    return {"prompt": prompt, "over": is_over, "actor": NO_SEAT if is_over else int(game.actor(state))}


def _cells(session: SessionView, state: Any, actions: list[int], before: Any) -> Model:
    panels = session.game.part("panels")
    names = names_in_text(session.names)
    cells = panels.cells(state, actions, names)
    for cell in cells:
        cell["does"] = session.game.words.action_text(state, cell["code"], names) if cell["code"] else ""
    moves = panels.moves(state, actions)
    for move in moves:
        move["does"] = session.game.words.action_text(state, move["code"], names) if move["carry"] else ""
    return {
        "list": cells,
        **session.game.draw.layout(state),
        "moves": moves,
        "changed": panels.changed_cells(before, state) if before is not None else [],
    }


def _seen_last(account: Account, state: Any, step: int) -> Any:
    """The position at the end of the last turn of the seat that decides now, or None."""
    game = account.session.game
    seat, n = int(game.actor(state)), step
    turn_of = getattr(game.part("panels"), "turn_of", None)

    def is_in_turn(n: int) -> bool:
        """Whether a step was taken in a turn of this seat, by whomever."""
        return int(turn_of(account.at(n - 1).state)) == seat if turn_of else account.seat_of(n) == seat

    while n > 0 and is_in_turn(n):  # this turn
        n -= 1
    while n > 0 and not (account.seat_of(n) == seat and is_in_turn(n)):  # the others' turns
        n -= 1
    return account.at(n).state if n > 0 else None


def _ghost(session: SessionView, state: Any, actions: list[int]) -> Model | None:
    ghost = session.game.part("panels").ghost(state, actions)
    if ghost and ghost["turns"]:
        for turn in ghost["turns"]:
            turn["svg"] = session.game.draw.tile_svg(ghost["kind"], turn["sides"], None)
        return ghost
    return None


def _button(session: SessionView, state: Any, action: int) -> Model:
    names, panels = names_in_text(session.names), session.game.part("panels")
    text = session.game.words.action_text(state, action, names)
    short, hint = panels.short_of(state, action, names), panels.hint_of(action)
    return {"code": action, "text": text, "short": short, "group": panels.group_of(action), "hint": hint}


def _hero(session: Session, state: Any, seat: int) -> Model:
    card = session.game.part("panels").card(state, session.ruleset.record, seat, session.names)
    return {**card, "kind": session.kinds[seat]}


def _back(session: Session, may_act: bool, curtain: Curtain | None) -> Model:
    if not may_act:
        why = "this page follows the session" if session.read_only else "go back to the present first"
        return {"undo": f"Not now: {why}", "redo": f"Not now: {why}", "can_undo": False, "can_redo": False, "anyway": False}
    not_mine, not_mine_again = (curtain.not_back(session, is_redo) if curtain else "" for is_redo in (False, True))
    undo = Verdict(not_mine) and session.can_undo()
    redo = Verdict(not_mine_again) and session.can_redo()
    anyway = not undo and not not_mine and bool(session.can_undo(take_back_anyway=True))
    return {"undo": undo.reason, "redo": redo.reason, "can_undo": bool(undo), "can_redo": bool(redo), "anyway": anyway}


def _design(session: Session, state: Any) -> Model:
    panels = session.game.part("panels")
    chances = panels.choices_of_chance(state, session.ruleset.record)
    return {
        "options": {what: [words for words, _ in chance["options"]] for what, chance in chances.items()},
        "dice": panels.DICE_HINT,
        "coming": _coming_words(session),
        "notation": _position(session.game.notation, state),
        "not_held": getattr(session.game.notation, "NOT_HELD", ""),
        "palette": session.game.part("editing").palette(state) if session.game.has_part("editing") else NO_PALETTE,
    }


def _position(notation: ModuleType, state: Any) -> str:
    """A position as text, and below it what its short names stand for, where it has such."""
    return notation.write(state) + (notation.key_to(state) if hasattr(notation, "key_to") else "")


def _coming_words(session: Session) -> list[str]:
    """What was chosen and has yet to come, in words; dice that were not chosen by words, by their results."""
    named = session.coming_words
    rolls = {stream: ", ".join(f"{low + 1} on a D{n}" for low, _, n in wanted) for stream, wanted in session.coming.items()}
    return [named[stream] or rolls[stream] for stream in rolls]


def _end(session: Session) -> Model:
    outcome, panels = session.outcome, session.game.part("panels")
    told = {
        "text": session.game.words.prompt(session.state, names_in_text(session.names), session.ruleset.record),
        "rating": list(session.rating or ()),
        "records": records.at_the_end(session),
    }
    if session.game.has_secrets:
        told["hands"] = panels.hands(session.state, session.ruleset.record, names_in_text(session.names))
    return told | panels.ending(outcome, session.names)


# --------------------------------------------------------------------------------------------------- the story


def tell(account: Account, step: int, viewer: int | None = None) -> Model:
    """What one step brought about, in words, with the notes on it.

    Parameters
    ----------
    account : Account
    step : int
    viewer : int, optional
        Who reads it: events and notes that this seat may not know of are left out; by default none is.

    Returns
    -------
    dict
        ``n``, ``seat``, ``action``, ``by`` (who chose it, if not a person), ``lines``, ``notes`` and ``dice``.
    """
    session = account.session
    names, line = names_in_text(session.names), session.at(account.told[step]).line
    events, marks = account.events(step, viewer), [mark for n in account.decisions(step) for mark in session.marks(n)]
    return {
        "n": step,
        "seat": int(line.get("seat", NO_SEAT)),
        "action": line.get("action", "start"),
        "by": BY_WORDS.get(by := line.get("by", ""), f"bot: {by}"),
        "lines": [*session.game.words.describe(events, names), *(MARKED[mark] for mark in dict.fromkeys(marks))],
        "notes": [_note_words(note) for note in session.notes if _is_here(note, account, step) and _is_read(note, viewer)],
        "dice": [{**roll, "n": step} for roll in session.game.part("panels").dice(events, names)],
    }


def _note_words(note: Note) -> str:
    return f"{note.text} (on a move that was taken back)" if note.is_taken_back else note.text


def _is_here(note: Note, account: Account, step: int) -> bool:
    return account.step_of(note.decision) == step


def _is_read(note: Note, viewer: int | None) -> bool:
    """Tell whether somebody reads a note: who wrote it while the own hand was open is alone with it until the end."""
    return viewer is None or note.seat is None or note.seat == viewer


class Story:
    """The story of a session as the page has it, and what to send for it to follow."""

    def __init__(self) -> None:
        self.told: list[Model] = []
        self._keys: list[tuple] = []
        self._viewer: int | None = None

    def news(self, session: Session, curtain: Curtain | None = None) -> Model | None:
        """Bring the story up to date.

        Parameters
        ----------
        session : Session
        curtain : Curtain, optional
            Who reads it; another reader is told everything anew.

        Returns
        -------
        dict or None
            How many entries stay (``keep``), and those that follow (``add``); None when nothing has changed.
        """
        viewer, present = _eyes(session, curtain)
        account = Account(session)
        if viewer != self._viewer:
            self.told, self._keys, self._viewer = [], [], viewer
        keep = min(len(self.told), present + 1)
        # a position's hash stands for all that led to it, so the newest one that is the same settles the rest
        while keep and self._keys[keep - 1] != _story_key(account, keep - 1):
            keep -= 1
        if keep == len(self.told) == present + 1:
            return None
        numbers = range(keep, present + 1)
        self.told[keep:] = added = [tell(account, n, viewer) for n in numbers]
        self._keys[keep:] = [_story_key(account, n) for n in numbers]
        return {"keep": keep, "add": added}


def _story_key(account: Account, step: int) -> tuple:
    """What changes when there is something else to tell of a step, or of one before it."""
    session, decisions = account.session, account.decisions(step)
    line, marks = session.at(decisions[-1]).line, session.marks(decisions[-1])
    notes = sum(note.decision <= decisions[-1] for note in session.notes)
    return decisions, line.get("code"), line.get("hash"), len(marks), notes


# ------------------------------------------------------------------------------------------------ the rulebook


def rules_model(game: Game, ruleset: Ruleset) -> list[Model]:
    """The rulebook for reading: each rule and ruling with the values that the ruleset gives it.

    Returns
    -------
    list of dict
        ``id``, ``title``, ``chapter``, ``text``, ``kind`` ("rule" or "ruling"), ``rules`` (those that a ruling belongs to),
        ``values`` (pairs of name and value: words, or a table with ``heads`` and ``rows``) and ``changed`` (whether a value
        differs from the rulebook's).
    """
    changed = ruleset.differences(_standard(game))
    shown = []
    for item in rulebook(game).items:
        names = fields_of(type(ruleset.model), item)
        shown.append(
            {
                "id": item.id,
                "title": item.title,
                "chapter": item.chapter,
                "text": item.text.replace("**", "").replace("`", ""),
                "kind": "rule" if isinstance(item, Rule) else "ruling",
                "rules": [] if isinstance(item, Rule) else list(item.rules),
                "values": [[name.replace("_", " "), _value(ruleset, name)] for name in names],
                "changed": any(name in changed for name in names),
            }
        )
    return shown


def _value(ruleset: Ruleset, field: str) -> str | Model:
    """A value as people read it."""
    if table := table_of(ruleset, field):
        return {"heads": table.heads, "rows": table.rows}
    return ruleset.model.words_for(field) or value_text(ruleset.values[field])


@cache
def _standard(game: Game) -> Ruleset:
    from ..core.ruleset import load_ruleset

    return load_ruleset(game)


# -------------------------------------------------------------------------------------------------- what changed


CELL_BEGINS = '<g class="cell" '
LABEL = re.compile(r' aria-label="[^"]*"')
SAID = re.compile(r'<title>[^<]*</title>| (?:role|aria-label)="[^"]*"')


class Picture:
    """The picture of the board as the page has it, and what to send for it to follow.

    What it says in words is left out: on the page the cells speak for themselves.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []

    def news(self, svg: str) -> Model | None:
        """Bring the picture up to date.

        Returns
        -------
        dict or None
            ``whole``, or ``cells``: pairs of a cell's place in the picture and how it is drawn now; None when nothing has
            changed.
        """
        svg = LABEL.sub("", svg, count=1)  # it changes with each turn, and would redraw the whole
        head, *cells = svg.removesuffix("</g></svg>").split(CELL_BEGINS)
        parts, before = [head, *cells], self._parts
        self._parts = parts
        if len(before) != len(parts) or before[0] != head:
            return {"whole": SAID.sub("", svg)}
        pairs = enumerate(zip(cells, before[1:], strict=True))
        changed = [[place, SAID.sub("", CELL_BEGINS + new)] for place, (new, old) in pairs if new != old]
        return {"cells": changed} if changed else None


class Cells:
    """What the cells of the board say, as the page has it, and what to send for it to follow."""

    def __init__(self) -> None:
        self._cells: dict[str, Model] = {}
        self._about: Model = {}

    def news(self, model: Model) -> Model | None:
        """Bring the cells up to date.

        Returns
        -------
        dict or None
            The model, or where the board has stayed the same one with those cells only that differ, marked as ``part``;
            None when nothing has changed.
        """
        cells, before = {cell["cell"]: cell for cell in model["list"]}, self._cells
        about = {name: value for name, value in model.items() if name != "list"}
        was, self._cells, self._about = self._about, cells, about
        if cells.keys() != before.keys():
            return model
        differ = [cell for name, cell in cells.items() if cell != before[name]]
        return {**about, "list": differ, "part": True} if differ or about != was else None


class Sent:
    """What the page has been sent, so that only what changed is sent again."""

    def __init__(self) -> None:
        self._texts: dict[str, bytes] = {}

    def changes(self, model: Model) -> Model:
        """The panels of a model that differ from what was sent last; from now on they count as sent."""
        changed = {}
        for panel, value in model.items():
            text = orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)
            if self._texts.get(panel) != text:
                self._texts[panel] = text
                changed[panel] = value
        return changed
