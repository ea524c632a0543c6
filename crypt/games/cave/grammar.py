"""The language of the card table: effects, triggers and targets as `cards.csv` writes them, and their numbers.

An effect is one function in `effects`; here stands how the table calls it. `;` and `>` and `+` join parts that are carried
out one after the other; `PAY(...)?X:Y` and `CHOICE(X|Y)` let a player choose between two.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

# Effects, in the order of `EFFECTS` below
(
    E_DIE, E_DISCARD_CARD, E_DISCARD_PICKED, E_DISCARD_ALL, E_REVEAL, E_WARP_THERE, E_TAKE_TO_HAND, E_DISCARD_OTHERS,
    E_AGAIN, E_TAKE_FROM_DISCARD, E_ACQUIRE_ANYWHERE, E_ACQUIRE, E_ACQUIRE_ONE, E_WARP, E_EXTRA_PLAY, E_RUN, E_STEAL,
    E_SCRAMBLE, E_CLOSE, E_TRIM, E_BLOCK, E_END_TURN, E_ALLOW, E_DISCARD_SELF, E_RETURN_SELF, E_CANCEL, E_DRAG, E_FOLLOW,
    E_KEEP_ONLY,
) = range(1, 30)  # fmt: skip
EFFECTS = {
    "DIE(TARGET)": E_DIE,
    "DISCARD(TARGET,<card>)": E_DISCARD_CARD,
    "DISCARD(TARGET,ONE_CARRIED_TREASURE,CHOOSER=ACTOR)": E_DISCARD_PICKED,
    "DISCARD_CARRIED_ALL_PLAYERS(CREATOR=<creator>)": E_DISCARD_ALL,
    "REVEAL_UNTIL(CARD_WITH_ROOM)": E_REVEAL,
    "MAY_WARP(ITS_ROOM)": E_WARP_THERE,
    "TAKE_TO_HAND": E_TAKE_TO_HAND,
    "DISCARD_OTHERS": E_DISCARD_OTHERS,
    "HAND": E_TAKE_TO_HAND,
    "MAY_PLAY_NOW_IF_LEGAL": E_AGAIN,
    "TAKE_FROM_DISCARD(<types>)": E_TAKE_FROM_DISCARD,
    "ACQUIRE(<card>,INCLUDE_DEPOSITED)": E_ACQUIRE_ANYWHERE,
    "ACQUIRE(<card>)": E_ACQUIRE,
    "ACQUIRE_ONE_OF(<cards>)": E_ACQUIRE_ONE,
    "WARP_TOGGLE(<room>,<room>)": E_WARP,
    "EXTRA_PLAY(<number>)": E_EXTRA_PLAY,
    "MOVE_UP_TO(<number>)": E_RUN,
    "STEAL(TARGET,ONE_NONTREASURE_ITEM,CHOOSER=ACTOR)": E_STEAL,
    "SCRAMBLE_HANDS(LIVING_PLAYERS,START=ACTOR)": E_SCRAMBLE,
    "PERSIST_UNTIL(RESHUFFLE):NULLIFY(MAGIC_WORD)+FORBID(<cards>)": E_CLOSE,
    "TRIM(TARGET,HAND+CARRIED<=<number>,CHOOSER=TARGET)": E_TRIM,
    "BLOCK_MOVE": E_BLOCK,
    "END_TURN": E_END_TURN,
    "ALLOW_MOVE": E_ALLOW,
    "DISCARD_SELF": E_DISCARD_SELF,
    "RETURN_SELF_TO_HAND": E_RETURN_SELF,
    "CANCEL_PLAYED_CARD": E_CANCEL,
    "DRAG(CHOSEN_PLAYER_IN_START_ROOM,SAME_DESTINATION)": E_DRAG,
    "SELF_FOLLOW(SAME_DESTINATION)": E_FOLLOW,
    "DISCARD_ALL_CARRIED_EXCEPT(<card>)": E_KEEP_ONLY,
}

# What else a code can say of a card
(N_NONE, N_TREASURE, N_CREATOR, N_LIGHT, N_MAGIC, N_NEEDS, N_ENABLES, N_BARRED, N_BARS, N_SPARED) = range(10)
NATURES = {
    "NONE": N_NONE,
    "TREASURE": N_TREASURE,
    "CREATOR=<creator>": N_CREATOR,
    "LIGHT_ROOM": N_LIGHT,
    "MAGIC_WORD": N_MAGIC,
    "REQUIRES(<card>)": N_NEEDS,
    "ENABLE(<card>)": N_ENABLES,
    "FORBIDDEN_BY(<card>)": N_BARRED,
    "FORBID_PLAY(<card>)": N_BARS,
    "EXCEPT(<card> aimed at <card>)": N_SPARED,
}

# When an item that is carried may be used, and where
(NEVER, AT_START, AT_PLAY, ANY_TIME) = range(4)
USES = {"START_TURN_OPT": AT_START, "OWN_TURN_OPT": AT_PLAY, "ANY_TIME_OPT": ANY_TIME}
(IF_ROOM, IF_CARRY) = range(2)
CONDITIONS = {"IF_ROOM(<room>)": IF_ROOM, "IF_CARRY(<card>)": IF_CARRY}

# What a player chooses between
(NO_QUESTION, PAY_TREASURE, PAY_CARRIED, CHOOSE) = range(4)
PAYMENTS = {"PAY(TREASURE,1,FROM=HAND_OR_CARRIED)": PAY_TREASURE, "PAY(ITEM,1,FROM=CARRIED)": PAY_CARRIED}

# When a reaction may be played
(NO_TRIGGER, ON_MOVE_NOT_FROM, ON_MOVE_BETWEEN, ON_CARD, ON_OWN_MOVE, ON_OTHERS_MOVE) = range(6)
TRIGGERS = {
    "MOVE:FROM!=<room>": ON_MOVE_NOT_FROM,
    "MOVE_BETWEEN:<room>|<room>": ON_MOVE_BETWEEN,
    "CARD_PLAYED:ANY": ON_CARD,
    "SELF_MOVE:OTHER_PLAYER_IN_START_ROOM": ON_OWN_MOVE,
    "OTHER_MOVE:FROM_YOUR_ROOM": ON_OTHERS_MOVE,
}

# On whom an action may be played: flags
(T_OTHER, T_NOT_IN, T_DARK, T_CARRIES, T_TREASURE, T_ITEM) = (1 << i for i in range(6))
TARGETS = {
    "TARGET:OTHER_PLAYER": T_OTHER,
    "NOT_IN(<room>)": T_NOT_IN,
    "IN_DARKNESS": T_DARK,
    "CARRIES(<card>)": T_CARRIES,
    "CARRIES_TREASURE": T_TREASURE,
    "CARRIES_NONTREASURE_ITEM": T_ITEM,
}

# What is declared with a card
(NO_PICK, PICK_TREASURE, PICK_ITEM, PICK_DISCARD, PICK_LISTED) = range(5)
PICKS = {
    E_DISCARD_PICKED: PICK_TREASURE,
    E_STEAL: PICK_ITEM,
    E_TAKE_FROM_DISCARD: PICK_DISCARD,
    E_ACQUIRE_ONE: PICK_LISTED,
}

_CARD, _ROOM = r"([A-Z]+\d+)", r"([^(),|;:>+?=]+)"
_SLOTS = {
    "<card>": _CARD,
    "<cards>": rf"({_CARD[1:-1]}(?:,{_CARD[1:-1]})*)",
    "<room>": _ROOM,
    "<number>": r"(\d+)",
    "<types>": r"([A-Z]+(?:\|[A-Z]+)*)",
    "<creator>": r"([A-Z_]+)",
}


class Part(NamedTuple):
    """One part of a code: its number, and for each slot of its form what kind of thing stands there, and which."""

    number: int
    slots: tuple[tuple[str, str], ...]


@dataclass
class Program:
    """What the code of a card says.

    Attributes
    ----------
    effects : list of list of Part
        What is carried out; then the first and the second alternative of a question.
    natures : list of Part
    when : int
        NEVER, AT_START, AT_PLAY or ANY_TIME: an item that may be used.
    conditions : list of Part
        Of that use.
    question : int
        NO_QUESTION, PAY_TREASURE, PAY_CARRIED or CHOOSE.
    """

    effects: list[list[Part]] = field(default_factory=lambda: [[], [], []])
    natures: list[Part] = field(default_factory=list)
    when: int = NEVER
    conditions: list[Part] = field(default_factory=list)
    question: int = NO_QUESTION

    @property
    def parts(self) -> list[Part]:
        """All parts, for looking at the cards and rooms that they name."""
        return [*self.natures, *self.conditions, *(part for effects in self.effects for part in effects)]


@cache
def _patterns(forms: str) -> list[tuple[re.Pattern[str], int, tuple[str, ...]]]:
    """The forms of a table as patterns, with their numbers and the kinds of their slots."""
    found = []
    for form, number in globals()[forms].items():
        words = re.split(r"(<[a-z]+>)", form)
        text = "".join(_SLOTS.get(word) or re.escape(word) for word in words)
        found.append((re.compile(text), number, tuple(word for word in words if word in _SLOTS)))
    return found


def _match(forms: str, text: str) -> Part | None:
    for pattern, number, kinds in _patterns(forms):
        if match := pattern.fullmatch(text):
            return Part(number, tuple(zip(kinds, (group.strip() for group in match.groups()), strict=True)))
    return None


def _unknown(what: str, text: str, forms: str) -> ValueError:
    return ValueError(f"there is no {what} {text!r} (there are: {', '.join(globals()[forms])})")


def _split(text: str, marks: str) -> list[str]:
    """Take a code apart at marks that stand outside parentheses."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign in marks and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _read_effects(text: str) -> list[Part]:
    if part := _match("EFFECTS", text):
        return [part]
    found = []
    for word in _split(text, ">+"):
        part = _match("EFFECTS", word)
        if part is None:
            raise _unknown("effect", word, "EFFECTS")
        found.append(part)
    return found


def _read_use(program: Program, words: list[str]) -> None:
    """An item that may be used: "START_TURN_OPT:IF_ROOM(...):DISCARD_SELF>..."."""
    program.when = USES[words[0]]
    for word in words[1:-1]:
        part = _match("CONDITIONS", word)
        if part is None:
            raise _unknown("condition", word, "CONDITIONS")
        program.conditions.append(part)
    program.effects[0] += _read_effects(words[-1])
    if program.effects[0][0].number != E_DISCARD_SELF:
        raise ValueError("an item that is used is discarded: its effect begins with DISCARD_SELF")


def _read_question(program: Program, text: str) -> bool:
    """A question with two answers; tells whether the text is one."""
    if text.startswith("CHOICE(") and text.endswith(")"):
        alternatives, question = _split(text[len("CHOICE(") : -1], "|"), CHOOSE
    elif text.startswith("PAY("):
        price, _, rest = text.partition("?")
        if price not in PAYMENTS:
            raise _unknown("payment", price, "PAYMENTS")
        alternatives, question = _split(rest, ":"), PAYMENTS[price]
    else:
        return False
    if len(alternatives) != 2:
        raise ValueError(f"{text!r} needs two alternatives")
    program.question = question
    program.effects[1], program.effects[2] = map(_read_effects, alternatives)
    return True


@cache
def read_code(text: str) -> Program:
    """Read the effect code of a card; it is looked at often, and not to be changed.

    Parameters
    ----------
    text : str
        Such as "WARP_TOGGLE(Y2,Plover Room);EXTRA_PLAY(1);MAGIC_WORD".

    Raises
    ------
    ValueError
        For a part that stands for nothing: names it, and what there is.
    """
    program = Program()
    for part in _split(text, ";"):
        words = _split(part, ":")
        nature = _match("NATURES", part)
        if nature:
            program.natures.append(nature)
        elif words[0] in USES and len(words) > 1:
            _read_use(program, words)
        elif not _read_question(program, part):
            program.effects[0] += _read_effects(part)
    return program


def read_trigger(text: str) -> Part:
    """Read when a reaction may be played.

    Raises
    ------
    ValueError
    """
    part = _match("TRIGGERS", text)
    if part is None:
        raise _unknown("trigger", text, "TRIGGERS")
    return part


def read_target(text: str) -> list[Part]:
    """Read on whom an action may be played; nothing for an action that needs nobody.

    Raises
    ------
    ValueError
    """
    found = []
    for word in _split(text, ";") if text else []:
        part = _match("TARGETS", word)
        if part is None:
            raise _unknown("target", word, "TARGETS")
        found.append(part)
    if found and found[0].number != T_OTHER:
        raise ValueError("a target begins with TARGET:OTHER_PLAYER")
    return found
