"""The inputs of what the Balance page asks, and how their answers are read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..core.forms import form_of
from ..core.game import CryptError, Game, UnreadableError
from ..core.ruleset import standard
from .balance_edit import Editor

Model = dict[str, Any]
MOST_HERE = 5_000_000  # games that the page may be asked for; more is for the command line


def text_input(name: str, label: str, value: str = "", hint: str = "", **more: Any) -> Model:
    """An input for a line of text."""
    return {"name": name, "label": label, "kind": "text", "value": value, "hint": hint} | more


def area_input(name: str, label: str, value: str, hint: str, options: list[list[str]], more: str) -> Model:
    """An input for several lines, with a select that adds some; `more` stands on it."""
    return {"name": name, "label": label, "kind": "area", "value": value, "hint": hint, "options": options, "more": more}


def fields_input(editor: Editor, label: str) -> Model:
    """An input for fields that move, one in a line."""
    names = [name for name in single_fields(editor) if editor.form[name.partition(".")[0]].kind == "one"]
    options, hint = [[name, name] for name in names], some_values(editor.game)
    return area_input("fields", label, usual_field(editor.game), hint, options, "Add a field …")


def party_inputs(editor: Editor, games: str) -> list[Model]:
    """Who plays, how many games, and from which seed."""
    game = editor.game
    tables = [str(players) for players in game.players]
    first = "2" if "2" in tables else tables[0]
    return [
        {"name": "players", "label": "Players", "kind": "chips", "value": [first], "values": [[one, one] for one in tables]},
        {"name": "bots", "label": "Bots", "kind": "select", "value": usual_bot(game), "values": bots_of(game)},
        text_input("games", "Games for each", games, numeric=True),
        text_input("seed", "Seed", "1", numeric=True),
    ]


def bots_of(game: Game) -> list[list[str]]:
    """The bots that play a game, as a select has them."""
    from ..bots import bot_names

    return [[name, name] for name in bot_names(game)]


def usual_bot(game: Game) -> str:
    """The bot that plays when nobody says: one that takes advice, where the game gives any."""
    return "greedy" if ["greedy", "greedy"] in bots_of(game) else "random"


def usual_measure(game: Game) -> str:
    """What is measured when nobody says: wins, and those of the first seat where seats compete."""
    from ..design.measures import words_of

    return "won" if "won" in words_of(game)["result"] else "seat 1"


def usual_field(game: Game) -> str:
    """A field to begin with: the first single one of several numbers that is not about setting up."""
    form = form_of(game)
    groups = list(dict.fromkeys(field.group for field in form.values()))
    for field in form.values():
        cell = field.cells.get("")
        if field.kind == "one" and field.group != groups[0] and cell and (
            cell.kind == "whole" or (cell.kind == "choice" and all(isinstance(one, int) for one in cell.options))
        ):  # fmt: skip
            return field.name
    return next(iter(form))


def some_values(game: Game) -> str:
    """How values of a field are written: an example with one of this game."""
    name = usual_field(game)
    cell, value = form_of(game)[name].cells.get(""), standard(game).values[name]
    if cell and cell.kind == "choice":
        return f"{name}={','.join(map(str, list(cell.options)[:3]))}"
    return f"{name}={value}..{value + 2}" if isinstance(value, int) else name


def some_measures(game: Game) -> str:
    """How is written what is measured: examples with a result of this game."""
    return f"{usual_measure(game)}, minutes, minutes<=90"


def single_fields(editor: Editor) -> list[str]:
    """The names of fields, and of parts of lists and records, that are single values."""
    found = []
    for field in editor.form.values():
        value = editor.values[field.name]
        if field.kind == "one":
            found.append(field.name)
        elif field.kind == "list":
            found += [f"{field.name}.{i + 1}" for i in range(len(value))]
        elif field.kind == "record":
            found += [f"{field.name}.{part}" for part in value]
    return found


# ------------------------------------------------------------------------------------------------ answers


@dataclass(frozen=True)
class Party:
    """What the party inputs were answered."""

    players: list[int]
    bots: str
    games: int
    seed: int


def read_party(editor: Editor, answers: Mapping[str, Any], settings: int = 1) -> Party:
    """Read who plays.

    Raises
    ------
    CryptError
    """
    from ..batch.plan import check_games, check_root
    from ..core.game import check_players

    players = [check_players(editor.game, str(one)) for one in answers.get("players", [])]
    if not players:
        raise UnreadableError("choose for how many players games are played")
    games = check_games(str(answers.get("games", "")))
    if games * len(players) * settings > MOST_HERE:
        raise CryptError(f"from here up to {MOST_HERE:,} games are played; the command line plays more")
    return Party(players, str(answers.get("bots") or "random"), games, check_root(str(answers.get("seed") or "0")))


def lines_of(text: Any) -> list[str]:
    """The lines of an answer that are not empty."""
    return [line.strip() for line in str(text or "").splitlines() if line.strip()]


def names_of(text: Any) -> list[str]:
    """The parts of an answer between commas."""
    return [part.strip() for part in str(text or "").split(",") if part.strip()]


def read_target(row: Mapping[str, Any], bots: str) -> Model:
    """A target as the form's row has it; a spread is meant where several players are named and "spread" is written.

    Raises
    ------
    UnreadableError
    """
    what, target = str(row.get("what", "")).strip(), {"bots": bots}  # type: ignore[var-annotated]
    players = names_of(row.get("players"))
    if not all(one.isdecimal() for one in players):
        raise UnreadableError(f"players of a target are whole numbers, such as 2 or 2,3; not {row.get('players')!r}")
    bounds: Model = {}
    for name in ("at_least", "at_most"):
        text = str(row.get(name, "")).strip()
        if text:
            try:
                bounds[name] = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
            except ValueError:
                raise UnreadableError(f"{text[:20]!r} is no bound; write a number such as 0.4 or 40%") from None
    if what.startswith("spread "):
        what, bounds = what.removeprefix("spread "), {"spread_at_most": bounds.get("at_most")}
    return {"what": what, **target, **bounds} | ({"players": [int(one) for one in players]} if players else {})
