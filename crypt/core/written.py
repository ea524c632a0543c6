"""Rulesets as logs and datasets wrote them: readable, and counted with others, also when fields have been added since."""

from collections.abc import Mapping
from typing import Any

from .forms import form_of
from .game import Game
from .ruleset import Ruleset, RulesetError, build, fingerprint_of, row_names, standard


def read_written(game: Game, written: Mapping[str, Any], source: str) -> Ruleset:
    """A ruleset that a log or a dataset has written down, perhaps when there were fewer fields.

    A field that was added to the game since then, and is not in the values, has the standard's value: the game was played as
    if it had had it. So an old log of the standard is of the standard still, has its fingerprint, and is counted with new
    ones, as long as nothing else has changed; and so is one of a variant.

    Parameters
    ----------
    game : Game
    written : mapping
        Its `name`, `values` and `fingerprint`.
    source : str
        Where it stands, for the errors.

    Raises
    ------
    RulesetError
        When the values do not belong to the fingerprint, which stands for those that were written; for a field that the game
        has no more; and as for `build`.
    """
    values = written["values"]
    if fingerprint_of(game.name, values) != written["fingerprint"]:
        message = "the values of its ruleset do not belong to its fingerprint; they were changed after they were written"
        raise RulesetError(f"{source}: {message}")
    gone = [field for field in values if field not in game.part("ruleset").Rules.model_fields]
    if gone:
        has = f"its ruleset has {', '.join(gone)}, which is no field of {game.title} any more"
        raise RulesetError(f"{source}: {has}; open it with the crypt that wrote it")
    return build(game, _completed(game, values), source, written["name"])


def fingerprint_today(game: Game, written: Mapping[str, Any]) -> str:
    """The fingerprint by which a ruleset that was written down is counted with others: see `read_written`.

    Parameters
    ----------
    game : Game
    written : mapping
        Its `values` and `fingerprint`.

    Returns
    -------
    str
        The fingerprint as it was written where nothing was added to the game since then, or it cannot be told.
    """
    values, fingerprint = written.get("values"), str(written["fingerprint"])
    if fingerprint == standard(game).fingerprint:
        return fingerprint
    if not isinstance(values, Mapping) or fingerprint_of(game.name, values) != fingerprint:
        return fingerprint
    full = _completed(game, values)
    return fingerprint if full == values else fingerprint_of(game.name, full)


def _completed(game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values with the standard's for the fields that they lack, and for what records and rows of tables in them lack."""
    usual, form = standard(game).values, form_of(game)
    full = dict(values)
    for field, value in usual.items():
        if field not in values:
            full[field] = value
        elif form[field].kind == "record" and isinstance(values[field], Mapping):
            full[field] = value | values[field]
        elif form[field].kind == "table" and isinstance(values[field], list):
            full[field] = _filled(values[field], value)
    return full


def _filled(rows: list[Any], usual: list[Any]) -> list[Any]:
    """Rows with what they lack from the standard's rows of the same names, or where they have none of the same places."""
    names, known = row_names(rows), dict(zip(row_names(usual), usual, strict=False))
    if names and known:
        return [known.get(name, {}) | row for name, row in zip(names, rows, strict=True)]
    if len(rows) != len(usual) or not all(isinstance(row, Mapping) for row in rows):
        return rows  # the model says what is missing
    return [one | row for one, row in zip(usual, rows, strict=True)]
