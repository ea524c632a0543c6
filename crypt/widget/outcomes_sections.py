"""The sections of the Outcomes page: which there are for a game, and what each shows of the games that are looked at."""

from dataclasses import replace

from .. import stats
from ..core.catalog import catalog, find_game, has_part
from ..core.results import Topic, results_of
from ..core.wording import capital
from ..design.measures import words_of
from ..stats.shares import causes_of
from .outcomes_compare import compared
from .outcomes_content import (
    Asked,
    Content,
    Model,
    Section,
    any_game,
    between,
    choice_of,
    columns_of,
    has,
    has_like,
    key_words,
    measures,
    number,
    percent,
    plain,
    share_words,
    word,
)  # fmt: skip
from .outcomes_exits import exits
from .outcomes_table import notes, rows
from .records import is_played_for, records

ABOUT = ("game", "fingerprint", "seed", "session", "path", "started", "mode")  # what a row is of, not what came of it
MOST_PACED = 200  # sessions whose clocks are read


def sections_of(game: str) -> list[Section]:
    """The sections that there are for a game: those that it has columns for, and that are about such a game."""
    columns = columns_of(game)
    is_installed = game in catalog()
    suited = [one for one in SECTIONS if one.needs(columns) and (one.suits is any_game or is_installed and one.suits(game))]
    place = next(i for i, one in enumerate(suited) if one.name in BEHIND_TOPICS)
    return [*suited[:place], *map(_topic, results_of(game).topics), *suited[place:]]


def _has_exits(game: str) -> bool:
    """Tell whether a game's exits can be watched."""
    return has_part(game, "exits")


def _can_be_lost(game: str) -> bool:
    """Tell whether a game has an end that is a defeat for all."""
    return "lost" in words_of(find_game(game))["result"]


def _has_reason(game: str) -> bool:
    """Tell whether a game says why it ended."""
    return bool(results_of(game).reason)


# ---- how games end


def _ended(asked: Asked) -> Content:
    return _counted_endings(asked, "result", "Result", "")


def _reasons(asked: Asked) -> Content:
    asked = replace(asked, games=asked.games.finished())  # an unfinished session has none
    if not len(asked.games):
        return Content(words=[stats.figures.NOT_OVER])
    return _counted_endings(asked, results_of(asked.game).reason, "Reason", "Why games ended")


def _counted_endings(asked: Asked, column: str, head: str, title: str) -> Content:
    summary = stats.summarize(asked.games, asked.by, outcome=column)
    rows = [
        [*key_words(group.key), word(one.name, asked.game), f"{one.count:,}", f"{one.n:,}", *share_words(one.estimate)]
        for group in summary.groups
        for one in group.results
    ]
    heads = [*map(word, asked.by), head, "Games", "Of", "Share", "95 % interval"]
    warned = [group for group in summary.groups if group.warning]
    warnings = [f"{group.name}: {group.warning}." if asked.by else f"{group.warning}." for group in warned]
    figure = stats.figures.results(summary, asked.is_dark, title)
    explanations = summary.explanations if column == "result" else []
    return Content([plain(figure)], {"heads": heads, "rows": rows}, [*explanations, *warnings])


def _reach(asked: Asked) -> Content:
    figures = [plain(stats.figures.reach(asked.games, asked.by, asked.is_dark))]
    table = stats.reached_floors(asked.games, asked.by)
    rows = [
        [*key_words({name: row[name] for name in asked.by}), number(row["time"]), f"{row['at_risk']:,}",
         percent(row["share"]), between(row["low"], row["high"])]
        for row in table[table["time"] > 0].to_dict("records")
    ]  # fmt: skip
    heads = [*map(word, asked.by), "Floor", "Parties there", "Cleared it, of all", "95 % interval"]
    return Content(figures, {"heads": heads, "rows": rows})


def _lasting(asked: Asked) -> Content:
    if "lost" not in set(asked.games.counts(["result"])["result"]):
        return Content(words=["No game here was lost."])
    curve = stats.survival(asked.games, "rounds", asked.by)
    title = "Games that are not lost, after so many rounds"
    words = ["Sessions that are not finished, games that stalled and games that were won count for as long as they lasted."]
    figure = stats.figures.course(curve, asked.by, title, "rounds", asked.is_dark, asked.games.results)
    return Content([plain(figure)], None, words)


def _length(asked: Asked) -> Content:
    promised = catalog()[asked.game].minutes if asked.game in catalog() else None
    figures = [
        plain(stats.figures.length(asked.games, unit, asked.by, promised, asked.is_dark))
        for unit in ("minutes", "rounds")
        if unit in asked.games.columns
    ]
    names = ["minutes", "rounds", "turns", "decisions"]
    return Content(figures, measures(asked, names), _clock_words(asked, promised))


def _clock_words(asked: Asked, promised: tuple[int, int] | None) -> list[str]:
    words = ["Minutes of played sessions come from the clock, and are not known where a bot moved in place of a person; "
             "those of bots' games are estimated from the ruleset's pace."]
    if asked.games.finished() is not asked.games:
        words.append("Sessions that are not finished do not count here.")
    people = [one.path for one in asked.games.sessions if one.row["source"] == "played"]
    if people:
        words.append(f"The pace at this table: {stats.fit_pace(people[:MOST_PACED], asked.game).says}.")
    if promised:
        words.append(f"The rulebook promises {promised[0]} to {promised[1]} minutes.")
    return words


# ---- what happens on the way


def _floors(asked: Asked) -> Content:
    table = stats.floor_endings(asked.games, asked.by)
    rows = [
        [*key_words({name: row[name] for name in asked.by}), str(row["floor"]), word(row["ending"]), f"{row['count']:,}",
         f"{row['n']:,}", percent(row["share"]), between(row["low"], row["high"])]
        for row in table[table["count"] > 0].to_dict("records")
    ]  # fmt: skip
    heads = [*map(word, asked.by), "Floor", "Ending", "Parties", "Of", "Share", "95 % interval"]
    figure = stats.figures.endings(asked.games, asked.by, dark=asked.is_dark)
    return Content([plain(figure)], {"heads": heads, "rows": rows})


def _killers(asked: Asked) -> Content:
    figures = []
    if any(name.endswith("_exit") for name in columns_of(asked.game)):
        figures.append(plain(stats.figures.endings(asked.games, lost_only=True, dark=asked.is_dark)))
    figures.append(plain(stats.figures.causes(asked.games, asked.by, asked.is_dark)))
    table = stats.deaths_by_cause(asked.games, asked.by)
    rows = [
        [*key_words({name: row[name] for name in asked.by}), word(row["cause"]), f"{row['deaths']:,}", percent(row["share"]),
         number(row["per_game"]), between(row["low"], row["high"], number), f"{row['n']:,}"]
        for row in table.to_dict("records") if table["deaths"].any()
    ]  # fmt: skip
    heads = [*map(word, asked.by), "Cause", "Deaths", "Of all deaths", "In a game", "95 % interval", "Games"]
    return Content(figures, {"heads": heads, "rows": rows})


def _topic(topic: Topic) -> Section:
    """The section of numbers that a game looks at together."""

    def made(asked: Asked) -> Content:
        there = [name for name in topic.columns if name in asked.games.columns]
        figure = stats.figures.measured(asked.games, there, asked.by, f"{topic.title} in a game", asked.is_dark)
        return Content([plain(figure)], measures(asked, there))

    return Section(topic.name, topic.title, made, is_open=topic.is_open)


def _seats(asked: Asked) -> Content:
    table = stats.seats(asked.games)
    is_contest = bool(table["won"].notna().any())
    value, low, high = ("won", "low", "high") if is_contest else ("score", "score_low", "score_high")
    form = percent if is_contest else number
    called = results_of(asked.game)
    rows = [
        [str(row["players"]), called.seat(row["seat"]), f"{row['n']:,}", form(row[value]),
         between(row[low], row[high], form)]
        for row in table[table[value].notna()].to_dict("records")
    ]  # fmt: skip
    heads = ["Players", "Seat", "Games", "Won" if is_contest else capital(called.score), "95 % interval"]
    words = [one.says for one in stats.evenness(asked.games)]
    return Content([plain(stats.figures.seats(asked.games, asked.is_dark))], {"heads": heads, "rows": rows}, words)


# ---- asking more


def _any(asked: Asked) -> Content:
    names = [name for name in columns_of(asked.game) if name in asked.games.columns and name not in ABOUT]
    x, y = (choice_of(asked.options, key, names, first) for key, first in (("x", "rounds"), ("y", "result")))
    values = [[name, word(name, asked.game)] for name in names]
    controls = [
        {"name": "x", "label": "Across", "value": x, "values": values},
        {"name": "y", "label": "Up", "value": y, "values": values},
    ]
    figure = stats.figures.any_against(asked.games, x, y, asked.is_dark)
    return Content([plain(figure)], _against(asked, x, y), [], controls)


def _against(asked: Asked, x: str, y: str) -> Model:
    """The numbers behind the figure of two columns."""
    is_mean = asked.games.is_number(y)
    form = number if is_mean else percent
    rows = [
        [_place(row), *([] if is_mean else [word(row["what"], asked.game), f"{row['count']:,}"]), f"{row['n']:,}",
         form(row["value"]), between(row["low"], row["high"], form)]
        for row in stats.against(asked.games, x, y).to_dict("records")
        if row["count"]
    ]  # fmt: skip
    what = ["Games", f"Mean of {word(y, asked.game).lower()}"] if is_mean else [word(y, asked.game), "Games", "Of", "Share"]
    return {"heads": [word(x, asked.game), *what, "95 % interval"], "rows": rows}


def _place(row: Model) -> str:
    """A value of the column across, or the range that it stands for."""
    low, high = row["low_end"], row["high_end"]
    if low == low:
        return number(low) if low == high else f"{number(low)} to {number(high)}"
    return number(row["at"]) if isinstance(row["at"], int | float) else str(row["at"])


def _ratings(asked: Asked) -> Content:
    table = stats.ratings(asked.games)
    if table.empty:
        return Content(words=["No session here has been rated. The Play page asks for it at the end of a game."])
    return Content([plain(stats.figures.ratings(table, asked.is_dark))])


BEHIND_TOPICS = {"seats", "records", "groups"}
SECTIONS = (
    Section("ended", "How games end", _ended, is_open=True),
    Section("reasons", "Why games end", _reasons, suits=_has_reason, is_open=True),
    Section("reach", "How far parties get", _reach, has("floors_cleared"), is_open=True),
    Section("length", "How long games take", _length, is_open=True),
    Section("lasting", "How long parties last", _lasting, has("rounds"), _can_be_lost),
    Section("floors", "How the exit stood", _floors, has_like("f", "_exit"), is_open=True),
    Section("killers", "What kills", _killers, causes_of, is_open=True),
    Section("seats", "Seats compared", _seats, has_like("score_")),
    Section("records", "Records", records, suits=is_played_for, is_open=True),
    Section("groups", "Two groups side by side", compared),
    Section("exits", "Blocked exits over many games", exits, suits=_has_exits),
    Section("any", "Any column against any other", _any),
    Section("ratings", "Ratings", _ratings),
    Section("notes", "Notes", notes),
    Section("games", "Games one by one", rows),
)
