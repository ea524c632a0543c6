"""What happened, in words: the events of a trace as sentences with numbers and rule ids."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...core.telling import Event, EventKinds, read_events
from . import TITLE
from . import events as ev
from .notation import GLYPHS, cell_name
from .state import (
    A_END,
    A_EXPLORE,
    BOOTS,
    COL_STEP,
    EFFECTS,
    LOST,
    POTION,
    ROW_STEP,
    RUST,
    SECRET_DOOR,
    SHATTER,
    STALLED,
    THIEF,
    WIDTH,
    WON,
)
from .vocabulary import (
    CAUSE_RULES,
    CAUSE_WORDS,
    DIRECTIONS,
    EFFECT_NAMES,
    FOE_NAMES,
    POTION_NAMES,
    SLOT_NAMES,
    counted,
    name_of,
    thing_name,
    tile_name,
)

KINDS = EventKinds(ev, TITLE, ev.GAME_ENDS)
event_name, event_kind = KINDS.name, KINDS.kind
FLOOR_WORDS = {
    "left": "the heroes have left it (COL-57)",
    "walled": "the last hero was walled off (COL-54)",
    "starved": "the tiles did not last (COL-54)",
    "no_key": "no key was to be had (COL-54)",
    "died": "the last hero died (COL-29)",
    "stalled": "nobody can go on, or the limit of rounds is reached (rulings all_pass, round_limit)",
}
GAME_WORDS = {
    WON: "The game is won (COL-56)",
    LOST: "The game is lost (COL-55)",
    STALLED: "The game ends as stalled (rulings all_pass, round_limit)",
}


class Tale:
    """Events that are being told, and how far the telling is."""

    def __init__(self, events: Iterable[Any], names: Sequence[str]):
        self.events = read_events(events)
        self.names = names
        self.at = 0
        self.decided = 0  # the action that led to what is being told

    def take(self, *kinds: int) -> Event | None:
        """The next event if it is of one of these kinds; it is told then."""
        if self.at < len(self.events) and (not kinds or self.events[self.at].kind in kinds):
            self.at += 1
            return self.events[self.at - 1]
        return None

    def next_is(self, *kinds: int) -> bool:
        """Tell whether the next event is of one of these kinds."""
        return self.at < len(self.events) and self.events[self.at].kind in kinds

    def name(self, seat: int) -> str:
        return name_of(self.names, seat)

    def tell(self) -> str:
        """Tell the next event, and those that belong to it; "" for what need not be told."""
        event = self.take()
        return _TELLERS[event.kind](self, event) if event and event.kind in _TELLERS else ""


def describe(events: Iterable[Any], names: Sequence[str]) -> list[str]:
    """Say what happened.

    Parameters
    ----------
    events : iterable of records
        With the fields of a trace's events.
    names : sequence of str
        The heroes' names by seat.

    Returns
    -------
    list of str
        One sentence, without a full stop, for events that belong together: "Ann rolls 4 + 1 (sword) against 5 - 1
        (shield): the monster falls (COL-25)".
    """
    tale = Tale(events, names)
    sentences = []
    while tale.at < len(tale.events):
        sentences.append(tale.tell())
    return [sentence for sentence in sentences if sentence]


def _direction(start: int, end: int) -> str:
    """The direction from a cell to the one beside it, or "" when they are not neighbours."""
    step = (end // WIDTH - start // WIDTH, end % WIDTH - start % WIDTH)
    steps = list(zip(ROW_STEP, COL_STEP, strict=True))
    return DIRECTIONS[steps.index(step)] if step in steps else ""


# ------------------------------------------------------------------------------------------ floor and turns


def _decides(tale: Tale, event: Event) -> str:
    tale.decided = event.a
    return ""


def _floor_begins(tale: Tale, event: Event) -> str:
    boss, door = tale.take(ev.BOSS_PLACED), tale.take(ev.EXIT_PLACED)
    places = [f"the boss room is at {cell_name(boss.a)}"] if boss else []
    places += [f"the exit door at {cell_name(door.a)}"] if door else []
    return f"Floor {event.a} begins: {', '.join(places)} (COL-04, COL-05)" if places else f"Floor {event.a} begins"


def _turn_begins(tale: Tale, event: Event) -> str:
    return f"Round {event.a}: it is {tale.name(event.who)}'s turn"


def _turn_ends(tale: Tale, event: Event) -> str:
    decided, tale.decided = tale.decided, 0  # turns that end by themselves later in the trace are not told
    return f"{tale.name(event.who)} ends the turn (COL-18)" if decided >> 16 == A_END else ""


def _steps(tale: Tale, event: Event) -> str:
    return f"{tale.name(event.who)} steps {_direction(event.a, event.b)} to {cell_name(event.b)} (COL-12)"


def _draws_tile(tale: Tale, event: Event) -> str:
    name, placed = tale.name(event.who), tale.take(ev.PLACES)
    if placed:
        found = f"finds {tile_name(placed.b)} at {cell_name(placed.a)}"
        return f"{name} explores {_direction(placed.d, placed.a)} and {found} (COL-14)"
    way = f"{DIRECTIONS[tale.decided & 3]}" if tale.decided >> 16 == A_EXPLORE else f"at {cell_name(event.b)}"
    return f"{name} explores {way} and draws a tile: {tile_name(event.a)} (COL-14)"


def _redraws(tale: Tale, event: Event) -> str:
    words = f"{tale.name(event.who)} puts {tile_name(event.a)} back and draws {tile_name(event.b)}; the amulet is gone"
    placed = tale.take(ev.PLACES)
    return f"{words}; the tile lies at {cell_name(placed.a)} (COL-41)" if placed else f"{words} (COL-41)"


def _places(tale: Tale, event: Event) -> str:
    tile = f"the tile {GLYPHS[event.c & 15]} at {cell_name(event.a)}"
    return f"{tale.name(event.who)} lays {tile}: {tile_name(event.b)} (COL-15)"


def _leaves(tale: Tale, event: Event) -> str:
    words = f"{tale.name(event.who)} leaves the floor (COL-51)"
    return f"{words}; {counted(event.a, 'key')} destroyed (COL-52)" if event.a else words


def _returns(tale: Tale, event: Event) -> str:
    place = f"at {cell_name(event.a)}" if event.a >= 0 else "for the next floor"
    return f"{tale.name(event.who)} returns {place} with {event.b} HP (COL-34, COL-35)"


def _floor_ends(tale: Tale, event: Event) -> str:
    how = FLOOR_WORDS.get(ev.FLOOR_ENDINGS[event.b], "")
    return f"Floor {event.a} ends after {counted(event.c, 'round')} with {counted(event.d, 'tile')} in the bag: {how}"


# ------------------------------------------------------------------------------------------------ fighting


def _fights(tale: Tale, event: Event) -> str:
    foe = tale.take(ev.FOE) or Event(ev.FOE, event.who)
    mine = f"{event.a} + {event.c} (sword)" if event.c else f"{event.a}"
    theirs = f"{event.d} - {event.f} (shield)" if event.f else f"{event.d}"
    rolls = f"{tale.name(event.who)} rolls {mine} against {theirs}"
    hit = tale.take(ev.FOE_HURT)
    return f"{rolls}: {_won(tale, foe, hit) if hit else _lost(tale, foe, event.who)}"


def _won(tale: Tale, foe: Event, hit: Event) -> str:
    name, rules = FOE_NAMES[foe.a], ["COL-25"]
    if hit.a > 1:
        rules.append("COL-44")
    fallen = tale.take(ev.FOE_FALLS)
    words = f"{name} falls" if fallen else f"{name} loses {hit.a} HP, {hit.b} left"
    if back := tale.take(ev.GOES_BACK):
        words += f", and {tale.name(back.who)} goes back to {cell_name(back.b)}"
        rules.append("COL-28" if foe.a == ev.FOE_BOSS else "ruling monster_survives")
    return f"{words} ({', '.join(rules)})"


def _lost(tale: Tale, foe: Event, seat: int) -> str:
    harm, rules = _harm(tale, seat, ["COL-26"])
    words = f"{FOE_NAMES[foe.a]} wins; {harm}" if harm else f"{FOE_NAMES[foe.a]} wins"
    if back := tale.take(ev.THROWN_BACK):
        words += f", and {tale.name(seat)} is thrown back to {cell_name(back.b)}"
    return f"{words} ({', '.join(rules)})"


def _harm(tale: Tale, seat: int, rules: list[str]) -> tuple[str, list[str]]:
    """What Stone and boots prevent, what is lost, and a death, as one clause; and the rules it follows."""
    parts = []
    while prevented := tale.take(ev.PREVENTED):
        if prevented.b == BOOTS:
            tale.take(ev.LOSES)
            parts.append(f"boots save {tale.name(seat)} from {prevented.a} damage and are destroyed")
            rules = [*rules, "COL-40"]
        else:
            parts.append(f"Stone saves {tale.name(seat)} from {prevented.a} damage")
            rules = [*rules, "COL-46"]
    if hurt := tale.take(ev.HURT):
        parts.append(f"{tale.name(seat)} loses {hurt.a} HP, {hurt.b} left")
    if tale.next_is(ev.DIES):
        parts.append(_death(tale, tale.events[tale.at]))
        tale.at += 1
        parts += _dropped(tale)
        rules = [*rules, "COL-29"]
    return ", ".join(parts), rules


def _death(tale: Tale, event: Event) -> str:
    return f"{tale.name(event.who)} dies at {cell_name(event.a)}"


def _dropped(tale: Tale) -> list[str]:
    keys = tale.take(ev.KEYS_DROP)
    return [f"{counted(keys.b, 'key')} left there"] if keys else []


def _dies(tale: Tale, event: Event) -> str:
    words = ", ".join([f"{_death(tale, event)}, {CAUSE_WORDS[event.b]}", *_dropped(tale)])
    return f"{words} ({CAUSE_RULES[event.b]})"


def _hurt(tale: Tale, event: Event) -> str:
    tale.at -= 1
    harm, rules = _harm(tale, event.who, [])
    return f"{harm} ({', '.join(rules)})" if rules else harm


def _trophy(tale: Tale, event: Event) -> str:
    sign = "+" if event.b >= 0 else "-"
    roll = f"{tale.name(event.who)} rolls {event.a} {sign} {abs(event.b)} for loot and needs {event.c}"
    if not event.d:
        return f"{roll}: nothing (COL-30)"
    tale.take(ev.LOOTS)
    return f"{roll}: {_loot(tale)} (COL-30)"


# -------------------------------------------------------------------------------------------------- things


def _loot(tale: Tale) -> str:
    """What a roll on the loot table gave."""
    if gained := tale.take(ev.GAINS):
        return _gained(gained)
    if back := tale.take(ev.PUTS_BACK):
        return f"{thing_name(back.a, back.b)}, no better than what is there, goes back"
    tale.take(ev.NOTHING_TO_GAIN)
    return "nothing, no card is left"


def _gained(event: Event) -> str:
    rolled = f" (rolled {event.c})" if event.a >= POTION else ""
    instead = f" instead of level {event.d}" if event.d else ""
    return f"{thing_name(event.a, event.b)}{instead}{rolled}"


def _loots(tale: Tale, event: Event) -> str:
    verb = "opens the chest" if event.a == ev.SOURCE_CHEST else "finds loot"
    return f"{tale.name(event.who)} {verb}: {_loot(tale)} (COL-36)"


def _gains(tale: Tale, event: Event) -> str:
    return f"{tale.name(event.who)} gains {_gained(event)} ({'COL-42' if event.a >= POTION else 'COL-36'})"


def _puts_back(tale: Tale, event: Event) -> str:
    return f"{tale.name(event.who)} puts {thing_name(event.a, event.b)} back (COL-37)"


def _drinks(tale: Tale, event: Event) -> str:
    name, rule = POTION_NAMES[event.a], f"COL-{43 + event.a}"
    words = f"{tale.name(event.who)} drinks {name}"
    if healed := tale.take(ev.HEALS):
        return f"{words}: {healed.a} HP more, now {healed.b} ({rule})"
    if begun := tale.take(ev.EFFECT_BEGINS):
        return f"{words}: it works for {counted(begun.b, 'turn')} ({rule})"
    if moved := tale.take(ev.TELEPORTS):
        return f"{words}: from {cell_name(moved.a)} to {cell_name(moved.b)} ({rule})"
    return f"{words} ({rule})"


def _heals(tale: Tale, event: Event) -> str:
    if not event.a:
        return f"{tale.name(event.who)} has all {event.b} HP already"
    return f"{tale.name(event.who)} gets {event.a} HP back, now {event.b}"


def _trades(tale: Tale, event: Event) -> str:
    me, other = tale.name(event.who), tale.name(event.a)
    given = thing_name(event.b - 1, event.d) if event.b else ""
    taken = thing_name(event.c - 1, event.e) if event.c else ""
    if given and taken:
        return f"{me} gives {other} {given} for {taken} (COL-49)"
    return f"{me} gives {other} {given} (COL-49)" if given else f"{me} takes {taken} from {other} (COL-49)"


def _boss_key(tale: Tale, event: Event) -> str:
    if event.a < 0:
        return f"{tale.name(event.who)} gets the boss's key (COL-33)"
    return f"{tale.name(event.who)} gets the key that lay at {cell_name(event.a)} (COL-33)"


# --------------------------------------------------------------------------------------------------- cards

_CONSEQUENCES = (
    ev.HURT, ev.PREVENTED, ev.LOOTS, ev.FIGHTS, ev.HEALS, ev.LOSES, ev.GAINS, ev.NOTHING_TO_GAIN, ev.TELEPORTS,
    ev.HASTENS,
)  # fmt: skip


_NO_USE = {  # what a card says that finds nothing to do
    THIEF: ": nothing to lose",
    SHATTER: ": no potion to lose",
    RUST: ": no sword or shield to lose",
    SECRET_DOOR: ": no side that could be opened",
    EFFECTS.index("nothing"): ": nothing happens",
}


def _draws_card(tale: Tale, event: Event) -> str:
    """A card, and what follows from it first."""
    name = tale.name(event.who)
    card = f"{name} draws the event card {EFFECTS[event.a].replace('_', ' ')}"
    if not tale.next_is(*_CONSEQUENCES):
        # a choice of what rusts, or which side opens, comes before the turn ends: a turn that ends had none
        is_over = event.a not in (RUST, SECRET_DOOR) or tale.next_is(ev.TURN_ENDS, ev.EFFECT_ENDS)
        return f"{card}{_NO_USE.get(event.a, '') if is_over else ''} (COL-21)"
    words = f"{card}: {tale.tell().removeprefix(f'{name} ')}"
    return words if words.endswith(")") else f"{words} (COL-21)"


def _door_found(tale: Tale, event: Event) -> str:
    side = DIRECTIONS[event.b & 3]
    return f"{tale.name(event.who)} finds a secret door: {cell_name(event.a)} is open to the {side} now"


_TELLERS: dict[int, Callable[[Tale, Event], str]] = {
    ev.DECIDES: _decides,
    ev.FLOOR_BEGINS: _floor_begins,
    ev.BOSS_PLACED: lambda tale, event: f"The boss room is at {cell_name(event.a)} (COL-04)",
    ev.EXIT_PLACED: lambda tale, event: f"The exit door is at {cell_name(event.a)} (COL-05)",
    ev.STARTS: lambda tale, event: f"{tale.name(event.who)} starts at {cell_name(event.a)} (COL-03)",
    ev.TURN_BEGINS: _turn_begins,
    ev.STEPS: _steps,
    ev.DRAWS_TILE: _draws_tile,
    ev.REDRAWS: _redraws,
    ev.PLACES: _places,
    ev.FIGHTS: _fights,
    ev.FOE_FALLS: lambda tale, event: f"{FOE_NAMES[event.a].capitalize()} falls (COL-29)",
    ev.HURT: _hurt,
    ev.PREVENTED: _hurt,
    ev.THROWN_BACK: lambda tale, event: f"{tale.name(event.who)} is thrown back to {cell_name(event.b)} (COL-26)",
    ev.GOES_BACK: lambda tale, event: f"{tale.name(event.who)} goes back to {cell_name(event.b)} (COL-28)",
    ev.DIES: _dies,
    ev.KEYS_DROP: lambda tale, event: f"{counted(event.b, 'key')} left at {cell_name(event.a)} (COL-29)",
    ev.TROPHY: _trophy,
    ev.LOOTS: _loots,
    ev.GAINS: _gains,
    ev.PUTS_BACK: _puts_back,
    ev.NOTHING_TO_GAIN: lambda tale, event: f"{tale.name(event.who)} finds nothing: no card is left (COL-09)",
    ev.GIVES_UP: lambda tale, event: f"{tale.name(event.who)} gives up the {SLOT_NAMES[event.a]} (COL-42)",
    ev.DRINKS: _drinks,
    ev.HEALS: _heals,
    ev.EFFECT_ENDS: lambda tale, event: f"{EFFECT_NAMES[event.a]} ends for {tale.name(event.who)} (COL-{44 + event.a})",
    ev.TELEPORTS: lambda tale, event: (
        f"{tale.name(event.who)} is moved from {cell_name(event.a)} to {cell_name(event.b)} (COL-43)"
    ),
    ev.TRADES: _trades,
    ev.PICKS_UP: lambda tale, event: f"{tale.name(event.who)} picks up a key at {cell_name(event.a)} (COL-53)",
    ev.BOSS_KEY: _boss_key,
    ev.OPENS_DOOR: lambda tale, event: f"{tale.name(event.who)} opens the exit door at {cell_name(event.a)} (COL-50)",
    ev.LEAVES: _leaves,
    ev.DRAWS_CARD: _draws_card,
    ev.SHUFFLES: lambda tale, event: (
        f"The {counted(event.a, 'event card')} played so far are shuffled into a new deck (ruling event_reshuffle)"
    ),
    ev.LOSES: lambda tale, event: f"{tale.name(event.who)} loses {thing_name(event.a, event.b)}",
    ev.DOOR_FOUND: _door_found,
    ev.HASTENS: lambda tale, event: f"{tale.name(event.who)} takes another turn after this one",
    ev.CLOSET_WAITS: lambda tale, event: f"The hero closet at {cell_name(event.a)} waits (COL-34)",
    ev.RETURNS: _returns,
    ev.TURN_ENDS: _turn_ends,
    ev.FLOOR_ENDS: _floor_ends,
    ev.GAME_ENDS: lambda tale, event: GAME_WORDS.get(event.a, "The game ends"),
}
