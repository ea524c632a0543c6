"""What the Balance page asks of many games: comparison, sweep, sensitivity, search, claims and old sessions."""

import hashlib
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.game import CryptError, UnreadableError
from ..core.ruleset import Ruleset
from ..core.shipped import STANDARD, data_folder
from ..core.variants import EDITED
from ..core.wording import counted
from .balance_content import show_check, show_comparison, show_rerun, show_search, show_sensitivity, show_sweep
from .balance_edit import Editor
from .balance_form import (
    MOST_HERE,
    area_input,
    bots_of,
    fields_input,
    lines_of,
    names_of,
    party_inputs,
    read_party,
    read_target,
    single_fields,
    some_measures,
    some_values,
    text_input,
    usual_field,
    usual_measure,
)
from .balance_sessions import chosen, missing, session_names
from .outcomes_content import Content

if TYPE_CHECKING:
    from ..design.ledger import Ledger, Question

Model = dict[str, Any]
DRAW_SECONDS = 0.8  # between two figures of work that goes on


@dataclass(frozen=True)
class News:
    """How far work is.

    Attributes
    ----------
    done, total : int
    words : str
    content : Content or None
        What there is to show already.
    """

    done: int
    total: int
    words: str
    content: Content | None = None


Tell = Callable[[News], None]
Draw = Callable[[bool], Content]  # on a dark page or a light one
Work = Callable[[threading.Event, Tell], tuple[Draw, Any]]


@dataclass(frozen=True)
class Section:
    """A question that the page can put.

    Attributes
    ----------
    name, title, about, verb : str
        `verb` stands on the button.
    inputs : callable
        Takes the editor; the inputs of its form.
    begin : callable
        Takes the editor, the answers and whether the page is dark; checks them and gives the work.
    missing : callable
        Takes the editor; the `words` of what is not there that could be asked about, and the `command` that makes some.
        None where there is enough.
    """

    name: str
    title: str
    about: str
    verb: str
    inputs: Callable[[Editor], list[Model]]
    begin: Callable[[Editor, Mapping[str, Any], bool], Work]
    missing: Callable[[Editor], Model | None] = lambda editor: None


class Drawing:
    """Draws what there is now and then, and not at every step.

    Parameters
    ----------
    tell : callable
    word : str
        What is counted.
    """

    def __init__(self, tell: Tell, word: str) -> None:
        self._tell, self._word, self._last = tell, word, 0.0

    def step(self, done: int, total: int, draw: Callable[[], Content]) -> None:
        """Tell how far it is, with a drawing if the last one is old."""
        content = None
        if time.monotonic() - self._last >= DRAW_SECONDS:
            content, self._last = draw(), time.monotonic()
        plural = "tries" if self._word == "try" else ""
        self._tell(News(done, total, f"{done:,} of {counted(total, self._word, plural)}", content))


def ledger_path(section: str, question: "Question") -> Path:
    """Where the settings of a question are kept, so that the same question goes on with them."""
    about = question.description | {"fields": [[one.name, list(map(str, one.values))] for one in question.fields]}
    key = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:16]
    folder = data_folder() / "design"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{section}-{question.game.name}-{key}.jsonl"


def _ledger(section: str, question: "Question", cancel: threading.Event) -> "Ledger":
    from ..design.ledger import Ledger

    path = ledger_path(section, question)
    return Ledger(question, path, path.exists(), cancel=cancel)


# ------------------------------------------------------------------------------------------------ compare


def _compare_inputs(editor: Editor) -> list[Model]:
    names = [[name, name] for name in [*editor.names(), EDITED]]
    return [
        {"name": "first", "label": "From", "kind": "select", "value": STANDARD, "values": names},
        {"name": "second", "label": "To", "kind": "select", "value": EDITED, "values": names},
        *party_inputs(editor, "1000"),
        text_input("what", "Measured", "", f"all that is usual; or {some_measures(editor.game)}"),
    ]


def _begin_compare(editor: Editor, answers: Mapping[str, Any], is_dark: bool) -> Work:
    rulesets = [editor.named(str(answers.get(name) or EDITED)) for name in ("first", "second")]
    party, what = read_party(editor, answers, 2), names_of(answers.get("what"))
    if rulesets[0].fingerprint == rulesets[1].fingerprint:
        raise UnreadableError("both rulesets are the same; change a field, or choose another")

    def work(cancel: threading.Event, tell: Tell) -> tuple[Draw, Any]:
        from ..design.compare import compare_rulesets

        found = compare_rulesets(
            editor.game, rulesets, party.players, party.games, party.seed, party.bots, what, cancel=cancel,
            progress=lambda one: tell(News(one.done, one.games, str(one))),
        )  # fmt: skip
        return partial(show_comparison, found), found

    return work


# ------------------------------------------------------------------------------------------------ sweep


def _sweep_inputs(editor: Editor) -> list[Model]:
    names = single_fields(editor)
    return [
        text_input("field", "Field", usual_field(editor.game), some_values(editor.game), options=names),
        text_input("second", "Second field", "", "for a map", options=names),
        text_input("what", "Measured", usual_measure(editor.game), some_measures(editor.game)),
        *party_inputs(editor, "500"),
    ]


def _question(editor: Editor, answers: Mapping[str, Any], fields: list[str], what: list[str]) -> "Question":
    from ..design.sweep import make_question

    party = read_party(editor, answers)
    return make_question(
        editor.game, fields, what, party.players, party.games, party.seed, party.bots, editor.ruleset()
    )  # fmt: skip


def _measured(editor: Editor, answers: Mapping[str, Any]) -> list[str]:
    return names_of(answers.get("what")) or [usual_measure(editor.game)]


def _begin_sweep(editor: Editor, answers: Mapping[str, Any], is_dark: bool) -> Work:
    from ..design.sweep import combinations

    fields = [str(answers.get(name, "")).strip() for name in ("field", "second")]
    question = _question(editor, answers, [one for one in fields if one], _measured(editor, answers))
    total = len(combinations(question.fields))
    read_party(editor, answers, total)

    def work(cancel: threading.Event, tell: Tell) -> tuple[Draw, Any]:
        from ..design.sweep import Sweep, steps

        findings, drawing = [], Drawing(tell, "setting")
        for finding in steps(_ledger("sweep", question, cancel)):
            findings.append(finding)
            drawing.step(len(findings), total, lambda: show_sweep(Sweep(question, findings, total), is_dark))
        found = Sweep(question, findings, total)
        return partial(show_sweep, found), found

    return work


# ------------------------------------------------------------------------------------------------ sensitivity


def _sensitivity_inputs(editor: Editor) -> list[Model]:
    return [
        fields_input(editor, "Fields, one in a line"),
        text_input("what", "Measured", usual_measure(editor.game), some_measures(editor.game)),
        {"name": "method", "label": "Method", "kind": "select", "value": "morris",
         "values": [["morris", "Morris: a screening"], ["sobol", "Sobol: shares of the variance"]]},
        text_input("size", "How thoroughly", "8", numeric=True),
        *party_inputs(editor, "200"),
    ]  # fmt: skip


def _begin_sensitivity(editor: Editor, answers: Mapping[str, Any], is_dark: bool) -> Work:
    question = _question(editor, answers, lines_of(answers.get("fields")), _measured(editor, answers))
    method, size = str(answers.get("method")), str(answers.get("size", "")).strip()
    if not size.isdecimal():
        raise UnreadableError(f"how thoroughly is a whole number from 2 to 4096, not {size[:20]!r}")

    def work(cancel: threading.Event, tell: Tell) -> tuple[Draw, Any]:
        from ..design.sensitivity import run

        def step(done: int, total: int) -> None:
            tell(News(done, total, f"{done:,} of {counted(total, 'setting')}"))

        found = run(_ledger(f"sensitivity-{method}-{size}", question, cancel), method, int(size), step)
        return partial(show_sensitivity, found), found

    return work


# ------------------------------------------------------------------------------------------------ balance


def _balance_inputs(editor: Editor) -> list[Model]:
    columns = [["what", "What", usual_measure(editor.game)], ["at_least", "At least", "0.4"], ["at_most", "At most", "0.6"],
               ["players", "Players", "2"]]  # fmt: skip
    rest = [one for one in party_inputs(editor, "300") if one["name"] != "players"]
    return [
        {"name": "targets", "label": "Targets", "kind": "rows", "columns": columns, "value": [[one[2] for one in columns]]},
        fields_input(editor, "Fields that may move, one in a line"),
        text_input("tries", "Settings to try", "30", numeric=True),
        *rest,
    ]  # fmt: skip


def _begin_balance(editor: Editor, answers: Mapping[str, Any], is_dark: bool) -> Work:
    from ..design.balance import make_search
    from ..design.targets import targets_of

    bots, tries = str(answers.get("bots") or "random"), str(answers.get("tries", "")).strip()
    if not tries.isdecimal() or not int(tries):
        raise UnreadableError(f"settings to try are a whole number from 1, not {tries[:20]!r}")
    party = read_party(editor, dict(answers) | {"players": [editor.game.players[0]]}, int(tries))
    wanted = [read_target(row, bots) for row in answers.get("targets", [])]
    told = {"game": editor.game.name, "fields": lines_of(answers.get("fields")), "games": party.games, "tries": int(tries),
            "judged": 10 * party.games, "target": wanted}  # fmt: skip
    targets, base = targets_of(told, "the targets"), editor.ruleset()
    question = make_search(targets, base, seed=party.seed).question

    def work(cancel: threading.Event, tell: Tell) -> tuple[Draw, Any]:
        path, drawing = ledger_path("balance", question), Drawing(tell, "try")
        search = make_search(targets, base, (), party.seed, out=path, resume=path.exists(), cancel=cancel)
        found = search.run(
            targets.tries, lambda one: drawing.step(len(one.tries), one.wanted, lambda: show_search(one, None, is_dark))
        )
        best = found.best if found.is_whole else None
        if best:
            tell(News(found.wanted, found.wanted, "Judging the winner on fresh seeds …"))
        judged = search.judge(best, targets.judged) if best else None
        return partial(show_search, found, judged), (found, judged)

    return work


# ------------------------------------------------------------------------------------------------ claims


def _claims_inputs(editor: Editor) -> list[Model]:
    return [text_input("budget", "Games, at most", "2000", numeric=True),
            text_input("seed", "Seed", "1", numeric=True)]  # fmt: skip


def _begin_claims(editor: Editor, answers: Mapping[str, Any], is_dark: bool) -> Work:
    from ..batch.plan import check_games, check_root
    from ..design.claims import claims_path, read_claims

    path = claims_path(editor.game)
    if not path.exists():
        raise CryptError(f"{editor.game.title} comes with no claims")
    claims, budget = read_claims(path), check_games(str(answers.get("budget", "")))
    seed, ruleset = check_root(str(answers.get("seed") or "0")), editor.ruleset()
    if budget > MOST_HERE:
        raise CryptError(f"from here up to {MOST_HERE:,} games are played; crypt check plays more")

    def work(cancel: threading.Event, tell: Tell) -> tuple[Draw, Any]:
        from ..design.claims import UNDECIDED, Check, check_claims

        drawing = Drawing(tell, "claim")

        def step(verdicts: list[Any]) -> None:
            decided = sum(one.verdict != UNDECIDED for one in verdicts)
            check = Check(editor.game, ruleset, claims.error, verdicts)
            drawing.step(decided, len(verdicts), lambda: show_check(check, is_dark))

        found = check_claims(claims, ruleset, seed, budget, progress=step, cancel=cancel)
        return partial(show_check, found), found

    return work


# ------------------------------------------------------------------------------------------------ play again


def _rerun_inputs(editor: Editor) -> list[Model]:
    rulesets = [[name, name] for name in [*editor.names(), EDITED]]
    return [
        area_input("sessions", "Sessions, one in a line; empty for all", "", "all that are logged",
                   session_names(editor.game.name), "Add a session …"),
        {"name": "ruleset", "label": "By the ruleset", "kind": "select", "value": EDITED, "values": rulesets},
        {"name": "finish", "label": "The rest is played by", "kind": "select", "value": "",
         "values": [["", "nobody"], *bots_of(editor.game)]},
    ]  # fmt: skip


def _begin_rerun(editor: Editor, answers: Mapping[str, Any], is_dark: bool) -> Work:
    from ..batch.plan import RANDOM, check_bots

    ruleset, finish = editor.named(str(answers.get("ruleset") or EDITED)), str(answers.get("finish") or "")
    check_bots(editor.game, [finish or RANDOM], 1)
    sessions = chosen(editor.game, lines_of(answers.get("sessions")))

    def work(cancel: threading.Event, tell: Tell) -> tuple[Draw, Any]:
        from ..design.rerun import left_out, rerun_log

        found, remarks, drawing = [], list[str](), Drawing(tell, "session")
        for done, one in enumerate(sessions, 1):
            if cancel.is_set():
                remarks.insert(0, f"Stopped after {done - 1} of {counted(len(sessions), 'session')}.")
                break
            try:
                found.append(rerun_log(one.path, ruleset, finish, editor.game))
            except CryptError as error:
                remarks.append(f"{left_out(error)}.")
            drawing.step(done, len(sessions), lambda: show_rerun(found, remarks, is_dark))
        return partial(show_rerun, found, remarks), found

    return work


SECTIONS = {
    one.name: one for one in (
        Section("compare", "Compare", "The same seeds under two rulesets, game by game: what changes, and how sure that is.",
                "Compare", _compare_inputs, _begin_compare),
        Section("sweep", "Sweep", "Every value of one field, or of two: what it does to the results.",
                "Sweep", _sweep_inputs, _begin_sweep),
        Section("sensitivity", "What matters", "Which of several fields matter for a result, and which no more than luck.",
                "Ask", _sensitivity_inputs, _begin_sensitivity),
        Section("balance", "Search", "Values with which targets are met. The winner is judged again on fresh seeds.",
                "Search", _balance_inputs, _begin_balance),
        Section("claims", "Claims", "What the rulebook promises, sampled until each claim is kept, broken or undecided.",
                "Check", _claims_inputs, _begin_claims),
        Section("rerun", "Play again", "The decisions of logged sessions by other rules, on the same seeds: which go the "
                "same way, and which come to what is not allowed any more.",
                "Play again", _rerun_inputs, _begin_rerun, lambda editor: missing(editor.game)),
    )
}  # fmt: skip


def ruleset_found(result: Any) -> Ruleset | None:
    """The winner of a search that is over."""
    if not isinstance(result, tuple):
        return None
    found, judged = result
    return found.ruleset(found.best, EDITED) if judged is not None and found.best is not None else None
