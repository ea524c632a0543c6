"""Commands that show something: rules, floors, replays."""

import shutil
import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..core.catalog import catalog, find_game
from ..core.game import CryptError, Game, UnreadableError
from ..core.replay import replay as replay_log
from ..core.rulebook import Item, Rule, rulebook
from ..core.ruleset import Ruleset, standard
from ..core.session import Session
from ..core.values import field_text, fields_of, is_table, table_of, value_text
from ..core.wording import counted
from .options import game_and_ruleset, print_json, read_text, whole_number
from .tables import aligned


def replay(options: Any) -> int:
    """Play a logged session again."""
    result = replay_log(options.log)
    if options.json:
        difference = result.difference
        print_json(
            {
                "log": str(result.path),
                "game": result.game,
                "same": result.is_same,
                "decisions": result.decisions,
                "compared": result.compared,
                "difference": difference
                and {"decision": difference.decision, "line": difference.line, "what": difference.what},
                "remarks": result.remarks,
            }
        )
        return 0 if result.is_same else 1
    for remark in result.remarks:
        print(remark)
    replayed = f"{result.path.name}: {counted(result.decisions, 'decision')} replayed"
    if result.is_same:
        print(f"{replayed}, all the same ({result.compared} compared)")
        return 0
    print(f"{replayed}; the first difference: {result.difference}")
    return 1


def inspect(options: Any) -> None:
    """Report how the exit stands for each hero, or where in a session ways to it were lost; without an exit, distances."""
    from ..connect import report, report_text
    from ..connect.terrain import graph_module

    if options.losses:
        _show_losses(options)
        return
    state, names, ruleset = _read_position(options.file, options.at)
    game, part = graph_module(state)
    if not hasattr(part, "exit_name"):
        _show_distances(game, part.tables(state, ruleset.record, names or []), options.json)
        return
    found = report(state, rules=ruleset.record)
    if options.json:
        print_json(found)
    else:
        print("\n".join([report_text(found, names), *_shape_lines(state, names), *_choke_lines(state, names)]))


def _show_distances(game: str, tables: list[dict[str, Any]], as_json: bool) -> None:
    """What the graph of a board tells, in tables."""
    if as_json:
        print_json({"game": game, "tables": tables})
        return
    for table in tables:
        rows = [table["columns"], *(["-" if cell is None else str(cell) for cell in row] for row in table["rows"])]
        print("\n".join([table["title"], table["about"], *aligned(rows, left=1), ""]))


def _shape_lines(state: Any, names: list[str] | None) -> list[str]:
    """What the shapes of the tiles that are left change, a line for each hero for whom they do."""
    from ..connect import shape_notes

    return [f"{names[hero - 1] if names else f'Hero {hero}'}: {text}." for hero, text in shape_notes(state).items()]


def _choke_lines(state: Any, names: list[str] | None) -> list[str]:
    """The cells on which somebody's way to the exit depends, a line for each hero."""
    from ..connect import choke_points

    single = choke_points(state).single
    heroes = {hero: names[hero - 1] if names else f"Hero {hero}" for hero in single}
    return [f"Every way of {heroes[hero]} leads through {', '.join(cells)}." for hero, cells in single.items() if cells]


def _show_losses(options: Any) -> None:
    """The decisions of a session by which heroes lost ways."""
    from ..connect import loss_text, losses

    session = _open_log(options.file)
    if session is None:
        raise CryptError(f"{options.file}: --losses is for session logs, and this is not one; leave it out")
    last = session.decision if options.at is None else whole_number(options.at, "--at", 0, session.decision)
    found = [loss for loss in losses(session) if loss.decision <= last]
    if options.json:
        rows = [asdict(loss) for loss in found]
        print_json({"game": session.game.name, "decisions": session.decision, "losses": rows})
        return
    for loss in found:
        text = loss_text(session, loss, session.names)
        print(f"{text[:1].upper()}{text[1:]}.")
    if not found:
        print("No tile took a way to the exit from anybody.")


def _open_log(path: str) -> Session | None:
    """A session, if the file is its log."""
    # the end of a log may be torn inside a character, so its text is not read as a whole here
    if Path(path).is_file() and Path(path).read_bytes()[:200].lstrip(b"\xef\xbb\xbf \r\n").startswith(b"{"):
        return Session.open(path, read_only=True)
    return None


def _read_position(path: str, at: str | None) -> tuple[Any, list[str] | None, Ruleset]:
    """A position, the names at its table if it comes from a session, and what it is played by."""
    if session := _open_log(path):
        decision = session.decision if at is None else whole_number(at, "--at", 0, session.decision)
        return session.at(decision).state, session.names, session.ruleset
    text = read_text(path)
    if at is not None:
        raise CryptError(f"{path}: --at is for session logs, and this is not one; leave it out")
    game = _game_of_floor(path, text)
    try:
        return game.notation.read(text, standard(game).record), None, standard(game)
    except CryptError as error:
        raise type(error)("\n".join(f"{path}: {line}" for line in str(error).splitlines())) from None


def _game_of_floor(path: str, text: str) -> Game:
    words = [word for line in text.splitlines() for word in line.partition("#")[0].split()]
    if not words or words[0] not in catalog():
        shown = f"it begins with {words[0][:20]!r}" if words else "it is empty"
        first = f"the name of a game ({', '.join(catalog())})"
        what = "is neither a session log nor a position in notation"
        raise UnreadableError(f"{path}: {what}, which begins with {first}; {shown}")
    return find_game(words[0])


def rules(options: Any) -> None:
    """Show the rulebook, the rulings and the fields of a ruleset."""
    game, ruleset = game_and_ruleset(options)
    if options.diff:
        print("\n".join(differences(game, ruleset)))
    elif options.words:
        print(rules_text(game, ruleset, " ".join(options.words)))
    else:
        print("\n".join([*rulebook_lines(game), "", *field_lines(ruleset)]))


def differences(game: Game, ruleset: Ruleset) -> list[str]:
    """The fields in which a ruleset differs from the standard, a line for each."""
    changed = ruleset.differences(standard(game))
    if not changed:
        return [f"{ruleset.name!r}: no field differs from the standard"]
    return [line for field in changed for line in _difference(field, ruleset, standard(game))]


def _difference(field: str, ruleset: Ruleset, usual: Ruleset) -> list[str]:
    """One field; of a table only the rows that differ."""
    mine, standards = ruleset.values[field], usual.values[field]
    if not is_table(mine):
        return [f"{field} = {field_text(ruleset, field)} (standard: {field_text(usual, field)})"]
    rows = [f"{field}: with {value_text(row)}" for row in mine if row not in standards]
    return rows + [f"{field}: without {value_text(row)}" for row in standards if row not in mine]


def find_rules(game: Game, wanted: str) -> list[Item]:
    """The rule of this id, or else the rules with these words.

    Raises
    ------
    CryptError
        When there is none.
    """
    book = rulebook(game)
    try:
        return [book.find(wanted)]
    except CryptError:
        found = book.search(wanted)
        if not found:
            raise
        return found


def rule_text(item: Item) -> str:
    """A rule or ruling as text."""
    head = f"{item.id} ({item.title})" if isinstance(item, Rule) else f"ruling {item.id} ({', '.join(item.rules)})"
    return _wrapped(f"{head}: {item.text}")


def rules_text(game: Game, ruleset: Ruleset, wanted: str) -> str:
    """The rule of this id, or else the rules with these words, each with the fields that belong to it and their values.

    Tables are shown where it is one rule, else only how long they are; see `find_rules` for the errors.
    """
    found = find_rules(game, wanted)
    parts = [[rule_text(item), *_value_lines(item, ruleset, len(found) == 1)] for item in found]
    return "\n\n".join("\n".join(part) for part in parts)


def _value_lines(item: Item, ruleset: Ruleset, has_tables: bool) -> list[str]:
    usual, lines = standard(find_game(ruleset.game)), list[str]()
    for name in fields_of(type(ruleset.model), item):
        table, differs = table_of(ruleset, name), ruleset.values[name] != usual.values[name]
        if table is None:
            value, remark = field_text(ruleset, name), f" (standard: {field_text(usual, name)})"
        else:
            value, remark = f"a table of {counted(len(table.rows), 'row')}", " (not that of the standard)"
        lines.append(_wrapped(f"\n{name} = {value}{remark if differs else ''}").lstrip("\n"))
        if table and has_tables:
            lines += [f"      {line}" for line in aligned([table.heads, *table.rows], left=table.texts)]
    return lines


def rulebook_lines(game: Game) -> list[str]:
    """The whole rulebook, chapter by chapter."""
    book = rulebook(game)
    lines = [book.title]
    for chapter in book.chapters:
        lines += ["", chapter, ""]
        lines += [rule_text(item) for item in book.items if item.chapter == chapter]
    return lines


def field_lines(ruleset: Ruleset) -> list[str]:
    """Every field of a ruleset with its value, its meaning and its rules."""
    lines = [f"Ruleset {ruleset.name} (fingerprint {ruleset.fingerprint})", ""]
    for name, field in type(ruleset.model).model_fields.items():
        extra = field.json_schema_extra
        ids = ", ".join(extra["rules"]) if isinstance(extra, dict) else ""  # type: ignore[arg-type]
        value = ruleset.values[name]
        shown = "a table" if is_table(value) else field_text(ruleset, name)
        lines.append(_wrapped(f"{name} = {shown}  -  {field.description} ({ids})"))
        lines += table_lines(value) if is_table(value) else []
    return lines


def table_lines(rows: list[dict[str, Any]]) -> list[str]:
    """A table under its columns' names, indented."""
    texts = sum(isinstance(cell, str) for cell in rows[0].values())
    cells = [list(rows[0]), *([value_text(cell) for cell in row.values()] for row in rows)]
    return [f"    {line}" for line in aligned(cells, left=texts)]


def _wrapped(text: str) -> str:
    width = max(40, min(100, shutil.get_terminal_size((100, 24)).columns))
    return "\n".join(
        textwrap.fill(line, width, initial_indent="  " * (i > 0), subsequent_indent="    ", break_long_words=False)
        for i, line in enumerate(text.splitlines())
    )
