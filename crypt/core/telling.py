"""For games that tell what happened: events as whole numbers, the names of their kinds, and dice as the page draws them."""

from collections.abc import Iterable
from types import ModuleType
from typing import Any, NamedTuple

from .game import UnreadableError


class Event(NamedTuple):
    """One event of a trace, as whole numbers."""

    kind: int
    who: int
    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0
    e: int = 0
    f: int = 0


def read_events(events: Iterable[Any]) -> list[Event]:
    """The events of a trace as whole numbers: reading single fields of records is slow."""
    return [Event(*(int(event[name]) for name in Event._fields)) for event in events]


class EventKinds:
    """The kinds of events of a game and their names.

    Parameters
    ----------
    module : module
        The game's `events`: the kinds are the names in capitals that it defines, in their order from 1.
    title : str
        Of the game, for errors.
    last : int, optional
        The last kind, where the module defines other names after it.
    """

    def __init__(self, module: ModuleType, title: str, last: int | None = None) -> None:
        self.names = ("", *[name.lower() for name in vars(module) if name.isupper()][:last])
        self._title = title

    def name(self, kind: int) -> str:
        """The name of a kind of event, such as "moves"."""
        return self.names[kind] if 0 < kind < len(self.names) else f"event_{kind}"

    def kind(self, name: str) -> int:
        """The kind of event that has this name.

        Raises
        ------
        UnreadableError
        """
        if name not in self.names[1:]:
            raise UnreadableError(f"there is no event {name[:40]!r} in {self._title}")
        return self.names.index(name)


def roll(who: str, sides: int, result: int, add: int = 0, source: str = "", link: str = "") -> dict[str, Any]:
    """A die that was rolled, as the page draws it.

    Parameters
    ----------
    who : str
    sides, result : int
    add : int
        What is added to the result, and `source` says whence.
    source : str
    link : str
        The word between this die and the one before it.
    """
    sides, result, add = int(sides), int(result), int(add)
    return {
        "who": who, "sides": sides, "result": result, "add": add, "from": source if add else "", "total": result + add,
        "link": link,
    }  # fmt: skip
