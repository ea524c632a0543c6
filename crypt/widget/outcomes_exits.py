"""Blocked exits over many games, on the Outcomes page: asked for there, and shown as shares, a map and examples."""

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .. import stats
from ..core.game import CryptError, UnreadableError
from ..core.shipped import STANDARD
from ..core.wording import counted
from .lobby import sessions_folder
from .outcomes_content import Asked, Content, between, choice_of, key_words, percent, plain, word
from .outcomes_run import MOST_HERE, ruleset_of
from .outcomes_table import link
from .outcomes_work import Long, Say

if TYPE_CHECKING:
    import pandas as pd

    from ..design import Survey

Model = dict[str, Any]
MAPS = {"lost": "tiles that took a way", "deaths": "deaths", "visits": "visits"}
EXAMPLES = 12
INTRODUCTION = (
    "Bots play many games, and every floor is watched: whether a hero loses its last way to the exit, by which tile, and "
    "where. The games need not be simulated before."
)


class ExitSurvey(Long):
    """A survey that was begun on the page, and what it found.

    Parameters
    ----------
    message : dict
        What was asked for.
    told, over : callable
        Called on the page's loop: now and then, and at the end.
    say : callable

    Attributes
    ----------
    found : Survey or None
    """

    def __init__(self, message: Model, told: Callable[[], None], over: Callable[[], None], say: Say) -> None:
        super().__init__(self._play, lambda _: told(), self._found, say)
        self._message, self._survey_over = message, over
        self.found: Survey | None = None
        self.done = self.games = 0

    def _play(self, cancel: threading.Event, tell: Callable[[Any], None]) -> Any:
        from ..design import survey

        def progress(done: int, games: int) -> None:
            self.done, self.games = done, games
            tell(None)

        return survey(**_settings(self._message), progress=progress, cancel=cancel)

    def _found(self, found: Any) -> None:
        self.found = found
        self._survey_over()

    def model(self) -> Model:
        """How far it is, for the page."""
        if self.is_running:
            words = f"{self.done:,} of {self.games:,} games" if self.games else "Getting ready …"
        else:
            words = f"{self.found.games:,} games played, {len(self.found.floors):,} floors seen." if self.found else ""
        return {"state": "running" if self.is_running else "over", "done": self.done, "games": self.games, "words": words}


def _settings(message: Mapping[str, Any]) -> Model:
    """What the form says, as `survey` takes it."""
    from ..batch.plan import check_games

    game, games = str(message.get("game")), check_games(str(message.get("games", "")))
    players = [int(text) for text in map(str, message.get("players", [])) if text.isdecimal()]
    if not players:
        raise UnreadableError("choose for how many players the exits are looked at")
    if games * len(players) > MOST_HERE:
        raise CryptError(f"from here up to {MOST_HERE:,} games are played; crypt.design.survey plays more")
    rulesets = [ruleset_of(game, {"ruleset": STANDARD})]
    other = ruleset_of(game, message)
    if other.fingerprint != rulesets[0].fingerprint:
        rulesets.append(other)
    return {
        "game": game, "players": players, "games": games, "seed": str(message.get("seed", "")) or "0",
        "bots": str(message.get("bot") or "random"), "rulesets": rulesets,
    }  # fmt: skip


def exits(asked: Asked) -> Content:
    """Show what a survey found; before there is one, what it is for."""
    found = None if asked.survey is None else asked.survey.found
    if found is None:
        return Content(words=[INTRODUCTION])
    if found.floors.empty:
        return Content(words=["No floor was played to its end."])
    by = ["ruleset", "players"] if found.floors["ruleset"].nunique() > 1 else ["players"]
    controls, where, what, floor = _controls(found, asked)
    cells = found.cells
    if where:
        cells = cells[(cells["ruleset"] == where[0]) & (cells["players"] == where[1])]
    side, boards = _one_size(found, cells)
    cells = cells[cells["side"] == side]
    figures = [
        stats.figures.exits(found.shares([*by, "floor"]), by, asked.is_dark),
        stats.figures.blamed(found.causes(), dark=asked.is_dark),
        stats.figures.heat(cells, what, floor, side, asked.is_dark),
    ]
    words = [f"{found.games:,} games with {found.decisions:,} decisions in {found.seconds:.1f} s.", *boards]
    kept = [{"example": one, "words": _example_words(one)} for one in _examples(found)]
    return Content([plain(one) for one in figures], _losses(found, by), words, controls, kept)


def _one_size(found: "Survey", cells: "pd.DataFrame") -> tuple[int, list[str]]:
    """The side of the boards that the map shows, and what to say of others: cells of unlike boards are not alike."""
    sizes = {side: n for side, n in found.sizes().items() if side in set(cells["side"])}
    if not sizes:
        return 0, []
    (side, n), *others = sizes.items()
    rest = sum(count for _, count in others)
    if not rest:
        return side, []
    words = f"The map shows boards of {side} by {side} cells, on which {counted(n, 'game was', 'games were')} played"
    left_out = counted(rest, "game on a board of another size is", "games on boards of other sizes are")
    return side, [f"{words}; {left_out} left out: choose them under In."]


def _examples(found: "Survey") -> list[Any]:
    """Some games in which a way was lost, of each number of players and ruleset."""
    pairs = found.floors[["ruleset", "players"]].drop_duplicates().itertuples(index=False)
    each = max(1, EXAMPLES // max(1, len(found.plans)))
    return [one for pair in pairs for one in found.examples(each, ruleset=pair.ruleset, players=pair.players)]


def _controls(found: "Survey", asked: Asked) -> tuple[list[Model], tuple[str, int] | None, str, int]:
    """The choices of the map, and what is chosen."""
    pairs = list(found.floors[["ruleset", "players"]].drop_duplicates().itertuples(index=False, name=None))
    several = len({ruleset for ruleset, _ in pairs}) > 1
    names = {"all": "all games"} | {
        str(i): counted(players, "player") + (f", {ruleset}" if several else "")
        for i, (ruleset, players) in enumerate(pairs)
    }
    floors = [str(floor) for floor in sorted(found.floors["floor"].unique())]
    where = choice_of(asked.options, "where", list(names), "all")
    what, floor = choice_of(asked.options, "what", list(MAPS), "lost"), choice_of(asked.options, "floor", floors, "1")
    controls = [
        {"name": "what", "label": "Map of", "value": what, "values": [*map(list, MAPS.items())]},
        {"name": "floor", "label": "Floor", "value": floor, "values": [[one, one] for one in floors]},
        {"name": "where", "label": "In", "value": where, "values": [*map(list, names.items())]},
    ]
    return controls, None if where == "all" else pairs[int(where)], what, int(floor)


def _losses(found: "Survey", by: list[str]) -> Model:
    table = found.losses([*by, "floor"])
    rows = [
        [*key_words({name: row[name] for name in [*by, "floor"]}), f"{row['count']:,}", f"{row['n']:,}",
         percent(row["share"]), between(row["low"], row["high"])]
        for row in table.to_dict("records")
    ]  # fmt: skip
    return {"heads": [*map(word, [*by, "floor"]), "A way was lost", "Of floors", "Share", "95 % interval"], "rows": rows}


def _example_words(example: Any) -> str:
    tile = f" by {example.tile} ({example.shape}) on {example.cell}" if example.cell else ""
    where = f"{counted(example.plan.players, 'player')}, floor {example.floor}"
    return f"{where}: {word(example.how).lower()}{tile}, at decision {example.decision}"


def open_example(example: Any) -> str:
    """Write an example down as a session; the address at which it is inspected at its fatal decision."""
    return link("inspect", example.write(sessions_folder()).stem, example.decision)
