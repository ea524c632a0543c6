"""Who was passed over: the players who could have been asked in a step, had they held something to answer with.

A step of the rules goes on through all that waits, and stops only where somebody has a choice. What it went past is found
again from the positions before and after it and from its events: each move and each card that waited, who was asked about
it, and who was not. So a page can ask everybody alike, and no pause tells who holds what (CAVE-12, CAVE-19).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.asking import Ask
from ...core.telling import read_events
from . import events as ev
from . import grammar as g
from .reactions import victim_of
from .state import ASKING, DEFENDING, PAYING, PLAYERS, REACTING, REACTION, RUNNING
from .vocabulary import card_name, name_of, room_name

MOVE = -1  # stands for the kind of card where it is a move that waits
ASKED, DEFENDED, PAID = range(3)  # what of a card that waits is settled next: reactions, the defence, the price


@dataclass
class Waiting:
    """A move or a card that waits.

    Attributes
    ----------
    kind : int
        Of the card, or `MOVE`.
    who : int
        Whose it is.
    a, b : int
        From where and to where; or on whom the card is played, or -1.
    victim : int
        Who alone may defend against the card, or -1.
    asked : int
        How many have been asked, clockwise.
    next : int
        `ASKED`, `DEFENDED` or `PAID`; more when nothing is left.
    """

    kind: int
    who: int
    a: int
    b: int = -1
    victim: int = -1
    asked: int = 0
    next: int = ASKED


def passed_over(before: Any, events: Any, after: Any, rules: Any) -> list[Ask]:
    """The seats that were passed over in a step, in the order of asking (ruling `reaction_order`).

    Parameters
    ----------
    before : record
        The position before the step.
    events : numpy.recarray
        What it brought about.
    after : record
        The position after it.
    rules : record

    Returns
    -------
    list of Ask
        What they could have been asked is as `question_words` takes it.
    """
    return list(_Passage(before, rules).follow(read_events(events), after))


class _Passage:
    """A step as it goes through what waits, the last first."""

    def __init__(self, before: Any, rules: Any) -> None:
        self.rules, self.players, self.mover = rules, int(before.players), int(before.player)
        self.stack = _stack_of(before, rules)
        if before.phase == REACTING:
            self.stack[-1].asked += 1  # who has answered now
        elif self.stack and before.phase in (DEFENDING, PAYING):
            self.stack[-1].next = PAID if before.phase == DEFENDING else PAID + 1

    def follow(self, events: Sequence[Any], after: Any) -> Iterator[Ask]:
        """Go through the events, and then to what waits after the step."""
        used = -1
        for event in events:
            if event.kind == ev.SETS_OUT:
                self.stack.append(Waiting(MOVE, event.who, event.a, event.b))
            elif event.kind == ev.PLAYS:
                self.stack.append(self._shown(event))
            elif event.kind == ev.USES:
                used = event.a
            elif event.kind == ev.REVEALS:
                self.stack.pop()
            elif event.kind == ev.IS_CANCELLED:
                if event.b != used:
                    yield from self._settle_to(event.b)
                self.stack.pop()  # it is cancelled, and nobody else is asked about it
            elif event.kind in (ev.IS_BLOCKED, ev.MOVES) and self.stack:
                yield from self._settle_to(MOVE, is_cut_off=event.kind == ev.IS_BLOCKED)
        left = _stack_of(after, self.rules)
        while len(self.stack) > len(left):
            yield from self._settle(self.stack.pop())
        if self.stack:
            yield from self._go_on(self.stack[-1], after)

    def _shown(self, event: Any) -> Waiting:
        """A card that is shown; only whom it is directed at may defend (CAVE-23)."""
        target = event.b - 1
        victim = self.mover if self._answers_a_move_of(event.a) else target
        return Waiting(event.a, event.who, target, victim=victim if self._can_be_defended(event.a) else -1)

    def _answers_a_move_of(self, kind: int) -> bool:
        return self.rules.trigger[kind, 0] in (g.ON_MOVE_NOT_FROM, g.ON_MOVE_BETWEEN)

    def _can_be_defended(self, kind: int) -> bool:
        is_aimed = self._answers_a_move_of(kind) or self.rules.type_of[kind] != REACTION
        return bool(is_aimed and self.rules.defenders[kind, 0] >= 0)

    def _settle_to(self, kind: int, is_cut_off: bool = False) -> Iterator[Ask]:
        """All that waits is settled down to a card or the move, this included, unless it is cut off."""
        while self.stack:
            last = self.stack.pop()
            if last.kind != kind or not is_cut_off:
                yield from self._settle(last)
            if last.kind == kind:
                return

    def _settle(self, item: Waiting, until: int = PAID + 1) -> Iterator[Ask]:
        """Nobody else was asked about it: who is left of those who could have been."""
        if item.next == ASKED and until > ASKED:
            yield from self._ask_rest(item, self.players)
            item.next = DEFENDED
        if item.next == DEFENDED and until > DEFENDED:
            if item.victim >= 0:
                yield Ask(item.victim, (item, "nothing to reveal, let it happen"))
            item.next = PAID
        if item.next == PAID and until > PAID:
            if item.kind != MOVE and self.rules.question[item.kind] == g.PAY_TREASURE:
                yield Ask(self.mover, (item, "nothing to give up"))
            item.next = PAID + 1

    def _ask_rest(self, item: Waiting, until: int) -> Iterator[Ask]:
        for asked in range(item.asked, until):
            yield Ask((item.who + 1 + asked) % self.players, (item, "nothing to play, let it pass"))

    def _go_on(self, item: Waiting, after: Any) -> Iterator[Ask]:
        """Who was passed over before the one who decides now."""
        if after.phase == REACTING:
            yield from self._ask_rest(item, (int(after.decides) - item.who - 1) % self.players)
        elif after.phase in (DEFENDING, PAYING):
            yield from self._settle(item, DEFENDED if after.phase == DEFENDING else PAID)


def _stack_of(state: Any, rules: Any) -> list[Waiting]:
    """What waits in a position, the last at the end."""
    if state.result != RUNNING:
        return []
    stack = []
    if state.moves:
        stack.append(Waiting(MOVE, int(state.player), int(state.move_from), int(state.move_to), asked=int(state.move_asked)))
    for frame in range(int(state.depth)):
        kind = int(rules.kind_of[state.card[frame]])
        victim = int(victim_of(rules, state, frame)) if rules.defenders[kind, 0] >= 0 else -1
        step = ASKED if state.step_of[frame] == ASKING else DEFENDED
        owner, target, asked = (int(of[frame]) for of in (state.owner, state.target, state.asked))
        stack.append(Waiting(kind, owner, target, -1, victim, asked, step))
    return stack


def question_words(state: Any, ask: Ask, names: Sequence[str]) -> str:
    """What somebody is asked who has no answer: "Ben plays Har Har! on you: you have nothing to play, let it pass"."""
    item, missing = ask.what
    who, is_own = name_of(names, item.who), item.who == ask.seat
    if item.kind == MOVE:
        way = f"{room_name(state, item.a)} to {room_name(state, item.b)}"
        waits = f"{'you are' if is_own else f'{who} is'} about to move from {way}"
    else:
        on = f" on {'you' if item.a == ask.seat else name_of(names, item.a)}" if 0 <= item.a < PLAYERS else ""
        waits = f"{'you play' if is_own else f'{who} plays'} {card_name(state, item.kind)}{on}"
    return f"{waits}: you have {missing}"
