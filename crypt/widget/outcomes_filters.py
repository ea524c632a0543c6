"""Which of the games are looked at: the filters of the Outcomes page."""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..core.game import UnreadableError
from ..core.ruleset import told_apart
from .lobby import title_of

if TYPE_CHECKING:
    import pandas as pd

    from ..stats import Games

Model = dict[str, Any]
FIELDS = {"players": "Players", "bots": "Played by", "ruleset": "Ruleset", "source": "Source"}
COLUMN = {"ruleset": "fingerprint"}  # two rulesets may have the same name
NO_BY = "nothing"


@dataclass
class Filters:
    """What the visitor has chosen; a field without chosen values lets every game pass.

    Attributes
    ----------
    game : str
        Exactly one is looked at.
    chosen : dict of str to set
        By field, values as text.
    since, until : str
        Days, such as "2026-11-30", or "".
    only_unmarked : bool
        Leave sessions out in which what was revealed was taken back, chance chosen, or a position set.
    by : str
        The field whose values make groups, or "nothing".
    """

    game: str = ""
    chosen: dict[str, set[str]] = field(default_factory=lambda: {name: set() for name in FIELDS})
    since: str = ""
    until: str = ""
    only_unmarked: bool = False
    by: str = "players"

    def toggle(self, name: str, value: str, on: bool) -> None:
        """Choose a value of a field, or no longer."""
        if name not in self.chosen:
            raise UnreadableError(f"there is no filter {name[:20]!r}")
        (self.chosen[name].add if on else self.chosen[name].discard)(value)

    def between(self, since: str, until: str) -> None:
        """Choose the days on which sessions were begun.

        Raises
        ------
        UnreadableError
        """
        for day in (since, until):
            if day and not re.fullmatch(r"\d{4}-\d{2}-\d{2}", day):
                raise UnreadableError(f"write a day like 2026-11-30, not {day[:20]!r}")
        self.since, self.until = since, until

    def clear(self) -> None:
        """Let every game of the chosen one pass."""
        self.chosen = {name: set() for name in FIELDS}
        self.since, self.until, self.only_unmarked = "", "", False

    @property
    def is_open(self) -> bool:
        """Whether every game passes."""
        return not (any(self.chosen.values()) or self.since or self.until or self.only_unmarked)

    def apply(self, games: "Games", offered: "Offered") -> "Games":
        """The games that pass."""
        import pyarrow.compute as pc

        values: dict[str, Any] = {"game": self.game}
        for name, chosen in self.chosen.items():
            # what is not there any more cannot be chosen
            known = [value for value in offered.values(name, self.game) if str(value) in chosen]
            if known:
                values[COLUMN.get(name, name)] = known
        found = games.where(**values)
        if (self.since or self.until) and "started" in games.columns:
            begun = pc.field("started")
            found = found.where((begun >= self.since) & (begun <= f"{self.until or '9999'}~"), ["started"])
        if self.only_unmarked and "marked" in games.columns:
            found = found.where(~pc.coalesce(pc.field("marked"), pc.scalar(False)), ["marked"])
        return found

    def words(self, offered: "Offered") -> str:
        """The filters in a sentence, for a page that is kept."""
        told = [
            f"{FIELDS[name].lower()} {', '.join(offered.label(name, value) for value in sorted(chosen))}"
            for name, chosen in self.chosen.items()
            if chosen
        ]
        told += [f"begun from {self.since}"] if self.since else []
        told += [f"begun until {self.until}"] if self.until else []
        told += ["only unmarked sessions"] if self.only_unmarked else []
        return "; ".join(told) or "all games"


class Offered:
    """What can be chosen among games: counted once for all fields.

    Parameters
    ----------
    games : Games, optional
    """

    def __init__(self, games: "Games | None" = None) -> None:
        self._table: pd.DataFrame | None = None
        self.has_sessions = False
        if games is not None:
            wanted = ("game", "fingerprint", *FIELDS)
            self._table = games.counts([name for name in wanted if name in games.columns])
            self.has_sessions = bool(games.sessions)
        self._names = self._ruleset_names()

    def _ruleset_names(self) -> dict[str, str]:
        """What each ruleset is called; with digits where several of a game have the same name."""
        if self._table is None or not {"ruleset", "fingerprint"} <= set(self._table.columns):
            return {}
        pairs = self._table[["game", "ruleset", "fingerprint"]].drop_duplicates().dropna()
        names: dict[str, str] = {}
        for _, rows in pairs.groupby("game"):
            names |= told_apart(zip(rows["ruleset"], rows["fingerprint"], strict=True))
        return names

    def games(self) -> dict[str, int]:
        """The games that there are, with how often each was played; the most frequent first."""
        if self._table is None:
            return {}
        counted = self._table.groupby("game")["n"].sum().sort_values(ascending=False)
        return {str(name): int(count) for name, count in counted.items()}

    def values(self, name: str, game: str) -> dict[Any, int]:
        """The values of a field for one game, with how many games have each."""
        column = COLUMN.get(name, name)
        if self._table is None or column not in self._table:
            return {}
        counted = self._table[self._table["game"] == game].groupby(column)["n"].sum()
        return {value: int(count) for value, count in counted.to_dict().items() if count}

    def columns_of(self, name: str, game: str) -> list[str]:
        """The columns whose values make groups by a field: rulesets of one name are told apart."""
        if name == NO_BY or not self.values(name, game):
            return []
        if name == "ruleset" and self.has_namesakes(game):
            return [name, COLUMN[name]]
        return [name]

    def has_namesakes(self, game: str) -> bool:
        """Tell whether several rulesets of a game have the same name."""
        if self._table is None or not {"ruleset", "fingerprint"} <= set(self._table.columns):
            return False
        part = self._table[self._table["game"] == game]
        return bool(part["fingerprint"].nunique() > part["ruleset"].nunique())

    def label(self, name: str, value: Any) -> str:
        """What a value is called."""
        return self._names.get(str(value), str(value)) if name == "ruleset" else str(value)

    def model(self, filters: Filters) -> Model:
        """The filters as the page shows them; those with one value only are left out."""
        fields = []
        for name, title in FIELDS.items():
            values = self.values(name, filters.game)
            chosen = filters.chosen[name]
            if len(values) > 1 or chosen:
                options = [
                    {"value": str(value), "label": self.label(name, value), "n": count, "on": str(value) in chosen}
                    for value, count in values.items()
                ]
                fields.append({"name": name, "title": title, "options": options})
        games = [{"name": name, "title": title_of(name), "n": count} for name, count in self.games().items()]
        by = [NO_BY, *(name for name in FIELDS if self.values(name, filters.game))]
        return {
            "game": filters.game, "games": games, "fields": fields, "since": filters.since, "until": filters.until,
            "unmarked": filters.only_unmarked, "has_sessions": self.has_sessions, "is_open": filters.is_open,
            "by": filters.by, "bys": [{"value": name, "label": FIELDS.get(name, "Nothing").lower()} for name in by],
        }  # fmt: skip
