"""What the sections of the Balance page show: figures, numbers and words of what was found."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pandas as pd

from ..core.wording import capital, counted, listed
from .outcomes_content import Content, between, more, number, percent, plain, points, word
from .outcomes_table import link

if TYPE_CHECKING:
    from ..design.balance import Balance, Judgement
    from ..design.claims import Check
    from ..design.compare import RulesetComparison
    from ..design.ledger import Question
    from ..design.rerun import Rerun
    from ..design.sensitivity import Sensitivity
    from ..design.sweep import Sweep

MOST_LISTED = 20
MEANING = {
    "met": "All targets are met.",
    "missed": "Not all targets are met: let more fields move, or ask for less.",
    "unclear": "So many games cannot tell whether all targets are met.",
}


def show_comparison(found: "RulesetComparison", is_dark: bool) -> Content:
    """A figure for each number of players, and the numbers."""
    from ..stats import figures
    from ..stats.look import text

    parts = dict.fromkeys((one.ruleset, one.against, one.players) for one in found.differences)
    game = found.plans[0].game.name
    drawn = [
        plain(figures.compared(
            [replace(one, words=_what(one.what, game)) for one in found.of(name, players)], (against, name), is_dark
        ).update_layout(title_text=text(f"{name} against {against}, {counted(players, 'player')}")))
        for name, against, players in parts
    ]  # fmt: skip
    rows = [_comparison_row(one, game) for one in found.frame().to_dict("records")]
    heads = ["Players", "What", "From", "To", "Difference", "95 % interval", "More pairs"]
    pairs = min((one.found.pairs for one in found.differences), default=0)
    stopped = "" if found.is_whole else "Stopped: "
    words = [f"{stopped}{counted(pairs, 'pair')} of games.", *found.remarks]
    return Content(drawn, {"heads": heads, "rows": rows}, words)


def _comparison_row(row: Mapping[str, Any], game: str) -> list[str]:
    is_share = row["kind"] == "share"
    value, form, unit = (percent, points, " points") if is_share else (number, more, "")
    missing = "–" if pd.isna(row["more"]) else f"{row['more']:,}" if row["more"] else "clear"
    return [str(row["players"]), _what(row["what"], game), value(row["first"]), value(row["second"]),
            form(row["difference"]) + unit, between(row["low"], row["high"], form), missing]  # fmt: skip


def _what(text: str, game: str) -> str:
    from ..design.measures import called

    return capital(called(text, game))


def show_sweep(found: "Sweep", is_dark: bool) -> Content:
    """A curve or map for each measure, and the numbers."""
    from ..stats.design_figures import swept

    table, names = _in_words(found.frame(), found.question), [one.name for one in found.question.moving]
    tables = list(dict.fromkeys(table["players"])) if len(names) > 1 else [0]
    pairs = [(what, players) for what in dict.fromkeys(table["what"]) for players in tables]
    values = {one.name: one.values for one in found.question.moving if not one.is_rest}
    drawn = [plain(swept(table, names, what, players, is_dark, values)) for what, players in pairs]
    rows = [
        [*(str(row[name]) for name in names), str(row["players"]), row["what"], *_value(row), f"{row['n']:,}"]
        for row in table.to_dict("records")
    ]
    done = f"{len(found.findings)} of {counted(found.settings, 'setting')} so far; they are kept."
    heads = [*names, "Players", "What", "Value", "95 % interval", "Games"]
    return Content(drawn, {"heads": heads, "rows": rows}, [] if found.is_whole else [done])


def _in_words(table: pd.DataFrame, question: "Question") -> pd.DataFrame:
    """A table whose measures are called by their words."""
    return table.assign(what=[_what(text, question.game.name) for text in table["what"]])


def _value(row: Mapping[str, Any]) -> list[str]:
    if row["problem"]:
        return ["cannot be", row["problem"]]
    if row["kind"] == "share":
        return [percent(row["value"]), between(row["low"], row["high"])]
    return [number(row["value"]), between(row["low"], row["high"], number)]


def show_sensitivity(found: "Sensitivity", is_dark: bool) -> Content:
    """A tornado for each measure and number of players, and the numbers."""
    from ..stats.design_figures import tornado

    if not found.is_whole:
        done = f"Stopped after {found.done} of {counted(found.settings, 'setting')}; they are kept"
        return Content(words=[f"{done}, and the same question goes on with them."])
    table = _in_words(found.table, found.question)
    pairs = list(dict.fromkeys(zip(table["what"], table["players"], strict=True)))
    drawn = [plain(tornado(table, what, players, is_dark)) for what, players in pairs]
    rows = [
        [row["what"], str(row["players"]), row["field"], f"{row['effect']:.3g}",
         between(row["low"], row["high"], "{:.3g}".format),
         "–" if row["field"] == "luck" else row["verdict"]]
        for row in table.to_dict("records")
    ]  # fmt: skip
    meaning = "the change of the result over a field's whole range" if found.method == "morris" else (
        "the share of the result's variance that hangs on the field"
    )  # fmt: skip
    words = [f"Effect: {meaning}. Luck is the same with other seeds and nothing else."]
    heads = ["What", "Players", "Field", "Effect", "95 % interval", "Verdict"]
    return Content(drawn, {"heads": heads, "rows": rows}, words)


def show_search(found: "Balance", judged: "Judgement | None", is_dark: bool) -> Content:
    """The way of the search and its best settings; when it is over, the winner's judgement."""
    from ..stats.design_figures import search

    drawn = [plain(search(found.frame(), is_dark))]
    best = found.best
    words = [] if found.is_whole else [f"{len(found.tries)} of {found.wanted} settings tried; they are kept."]
    if best:
        changes = found.changed_fields(best)
        told = ", ".join(f"{name} {before} → {after}" for name, (before, after) in changes.items()) or "nothing is changed"
        missed = f"The best so far: {told}; it misses the targets by {best.miss:.3g}."
        words.append(f"The winner: {told}." if judged else missed)
    if not judged:
        names = [one.name for one in found.question.moving]
        rows = [
            [str(one.number), *(str(one.changes.get(name, "as it is")) for name in names), f"{one.miss:.3g}",
             f"{one.change:.2f}"] for one in found.front[:MOST_LISTED]
        ]  # fmt: skip
        return Content(drawn, {"heads": ["Try", *names, "Missed by", "Change"], "rows": rows}, words)
    words.append(f"Judged by {judged.games:,} games each on seeds that the search has not seen: {MEANING[judged.verdict]}")
    rows = [
        [row["target"], str(row["players"] or "all"), number(row["before"]), number(row["after"]),
         between(row["low"], row["high"], number), row["verdict"]]
        for row in judged.frame().to_dict("records")
    ]  # fmt: skip
    heads = ["Target", "Players", "Before", "After", "95 % interval", "Verdict"]
    return Content(drawn, {"heads": heads, "rows": rows}, words)


def show_check(found: "Check", is_dark: bool) -> Content:
    """What is promised and what comes of it."""
    from ..stats.design_figures import promises

    table = found.frame()
    rows = [
        [row["says"], row["players"], row["verdict"], _promised(row), percent(row["value"]),
         between(row["low"], row["high"]), f"{row['n']:,}", row["claim"]] for row in table.to_dict("records")
    ]  # fmt: skip
    heads = ["Claim", "Players", "Verdict", "Promised", "Found", "Interval", "Games", "Name"]
    words = [f"Each verdict is wrong with a chance of at most {found.error:.0%}, however often one looks."]
    return Content([plain(promises(table, is_dark))], {"heads": heads, "rows": rows}, words)


def _promised(row: Mapping[str, Any]) -> str:
    low = f"at least {row['at_least']:.0%}" if row["at_least"] > 0 else ""
    high = f"at most {row['at_most']:.0%}" if row["at_most"] < 1 else ""
    return ", ".join(filter(None, [low, high]))


def show_rerun(found: "list[Rerun]", remarks: list[str], is_dark: bool) -> Content:
    """How many sessions go the same way and what comes of the others; a row for each, with the moments that differ."""
    from ..design.rerun import outcome_changes

    if not found:
        return Content(words=["No session has been played again.", *remarks])
    same, refused = sum(one.difference is None for one in found), sum(one.refused is not None for one in found)
    sooner = sum(one.ended_at is not None for one in found)
    parts = [
        (same, f"{'goes' if same == 1 else 'go'} the same way"),
        (refused, f"{'ends' if refused == 1 else 'end'} at an action that is not allowed any more"),
        (sooner, f"{'is' if sooner == 1 else 'are'} over sooner"),
    ]
    told = [f"{count} {what}" for count, what in parts if count] or ["all go another way to their end"]
    words = [f"Of {counted(len(found), 'session')} {listed(told)}."]
    finished = [one.finished_by for one in found if one.finished_by]
    if finished:
        words.append(f"The rest of {counted(len(finished), 'session')} was played by {finished[0]}.")
    for before, row in outcome_changes(found).iterrows():
        now = listed(f"{count} {word(name, found[0].game).lower()}" for name, count in row.items() if count)
        words.append(f"{word(before, found[0].game)} before: {now} now.")
    rows = [
        [one.path.stem, one.ruleset, word(one.before, one.game), word(one.after, one.game),
         f"{one.replayed:,} of {one.decisions:,}", _otherwise(one)] for one in found
    ]  # fmt: skip
    heads = ["Session", "Its rules", "Before", "Now", "Decisions that stay", "What is otherwise", ""]
    table = {"heads": heads, "rows": rows, "actions": [_moments(one) for one in found]}
    return Content([], table, [*words, *remarks])


def _otherwise(one: "Rerun") -> str:
    """What happens otherwise, what is refused, and where the game ends."""
    parts = [str(one.difference)] if one.difference and one.difference != one.refused else []
    parts += [f"not allowed at {one.refused}"] if one.refused else []
    parts += [f"the game ends at decision {one.ended_at}"] if one.ended_at else []
    return capital("; ".join(parts)) or "Nothing"


def _moments(one: "Rerun") -> list[dict[str, str]]:
    """Links to the session where it first goes another way, and where it cannot go on."""
    places = [moment.decision for moment in (one.difference, one.refused) if moment]
    places += [one.ended_at] if one.ended_at else []
    return [{"label": f"Decision {at}", "href": link("play", one.path.stem, at)} for at in dict.fromkeys(places)] or [
        {"label": "Open", "href": link("play", one.path.stem)}
    ]
