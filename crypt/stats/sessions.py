"""A session log as one row of results, without keeping its lines in memory."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ..core import chance
from ..core.asking import HUMAN
from ..core.catalog import catalog, find_game
from ..core.game import CryptError, Game
from ..core.lines import Line, LogError, encode, parse
from ..core.results import ABANDONED
from ..core.ruleset import Ruleset
from ..core.written import fingerprint_today, read_written

LONGEST_LINE = 8_000_000
MIXED = "mixed"  # a seat for which several have decided


@dataclass
class LoggedSession:
    """What a session log comes to.

    Attributes
    ----------
    path : Path
    row : dict
        A row as a simulation has it, and what only sessions have: `session`, `path`, `started`, `mode`, `name_1` ...,
        `marked` (what was revealed was taken back, chance chosen, or a position set), `fun`, `tension`.
    notes : list of dict
        The `decision` that it is on, `text`, and the `minute` when it was written.
    times : list of (int, int, float)
        Of each decision by a person: the action's code, dice rolled up to the next, seconds since the line before.
    remarks : list of str
    is_secret : bool
        Whether hands are hidden still: then neither the seed nor what was decided and noted is told.
    """

    path: Path
    row: dict[str, Any]
    notes: list[dict[str, Any]] = field(default_factory=list)
    times: list[tuple[int, list[Any], float]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    is_secret: bool = False


def read_session(path: str | Path, with_times: bool = False) -> LoggedSession:
    """Read what a session log comes to.

    Parameters
    ----------
    path : path
    with_times : bool
        Also keep how long each decision took.

    Raises
    ------
    LogError
        For a file that is no session log, has a broken line, or is of a game that is not installed.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            return _Reader(path, with_times).read(file)
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror or error}") from None


class _Reader:
    """Follows a log line by line."""

    def __init__(self, path: Path, with_times: bool) -> None:
        self.path, self.with_times = path, with_times
        self.header: Line = {}
        self.has_seed = True
        self.moves: list[Any] = []  # codes of decisions, and lines of design mode; short, however long the log is
        self.present = 0
        self.end: Line | None = None
        self.was_over = False
        self.clock = 0.0
        self.players_of: dict[int, set[str]] = {}  # by seat, who has decided for it
        self.found = LoggedSession(path, {})
        self.marked = False
        self.rating: tuple[int | None, int | None] = None, None

    def read(self, file: BinaryIO) -> LoggedSession:
        for number, line in self._lines(file):
            if number == 1:
                self._begin(line)
            else:
                getattr(self, f"_{line['type']}", self._skip)(line)
        if not self.header:
            what = "holds no session" if self.found.remarks else "is empty"
            raise LogError(f"{self.path.name}: {what}; a session log begins with a header line", 1)
        self.found.row, self.found.is_secret = self._row(), self.is_secret
        if self.is_secret:
            self.found.notes, self.found.times = [], []
        return self.found

    @property
    def is_secret(self) -> bool:
        """As in `LoggedSession`."""
        game = find_game(self.header["game"])
        return game.hides_until_the_end(self.header["mode"]) and not self.was_over

    def _lines(self, file: BinaryIO) -> Iterator[tuple[int, Line]]:
        """The lines; a last one that is torn is passed over and told."""
        torn, rest = 0, b""
        for number, piece in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), 1):
            if not piece.strip(b"\0 \r\n"):
                continue
            if torn:  # it was not the last: let the reader say what is wrong with it
                parse(rest + b"\n" + piece, torn, self.path.name)
            piece = self._with_seed(piece) if number == 1 else piece
            lines, _, torn = parse(piece, number, self.path.name)
            rest = piece.rstrip(b"\n")
            yield from lines
        if torn:
            self.found.remarks.append(f"{self.path.name}, line {torn}: is not complete and does not count")

    def _with_seed(self, piece: bytes) -> bytes:
        """A header without a seed can be counted, though not replayed."""
        try:
            header = json.loads(piece.decode())
        except (ValueError, RecursionError):
            return piece
        if isinstance(header, dict) and header.get("type") == "session" and header.get("seed") is None:
            self.has_seed = False
            self.found.remarks.append(f"{self.path.name}: the header has no seed, so the game cannot be replayed")
            return encode(header | {"seed": 0})
        return piece

    def _begin(self, header: Line) -> None:
        if header["game"] not in catalog():
            raise LogError(f"{self.path.name}: is a session of the game {header['game'][:40]!r}, which is not installed", 1)
        self.header = header
        fork = header["fork"] or {}
        self.marked = header["mode"] == "design" or bool(fork.get("taken_back")) or header["start"] != "standard"

    # ---- lines

    def _skip(self, line: Line) -> None:
        """Nothing to count."""

    def _add(self, move: Any, line: Line) -> None:
        if self.present < len(self.moves):
            del self.moves[self.present :]
            made = sum(isinstance(move, int) for move in self.moves)
            for note in self.found.notes:
                if note["decision"] > made:  # as in `Note.is_taken_back`
                    note |= {"decision": made, "taken_back": True}
        self.moves.append(move)
        self._move(1, line)

    def _move(self, steps: int, line: Line) -> None:
        self.present = max(0, min(self.present + steps, len(self.moves)))
        self.end = None
        self.clock = max(self.clock, line["clock"])

    def _decision(self, line: Line) -> None:
        seconds = line["clock"] - self.clock
        self._add(line["code"], line)
        by_human = line["by"] in (HUMAN, "hint")
        self.players_of.setdefault(line["seat"], set()).add(HUMAN if by_human else line["by"])
        if self.with_times and by_human:
            self.found.times.append((line["code"], line["events"], seconds))

    def _chance(self, line: Line) -> None:
        self.marked = True
        self._add((line["stream"], line["key"]), line)

    def _position(self, line: Line) -> None:
        self.marked = True
        self._add(line["notation"], line)

    def _undo(self, line: Line) -> None:
        self.marked |= line["anyway"]
        self._move(-1, line)

    def _redo(self, line: Line) -> None:
        self._move(1, line)

    def _end(self, line: Line) -> None:
        self.end = line
        self.was_over = True

    def _rating(self, line: Line) -> None:
        self.rating = line["fun"], line["tension"]

    def _note(self, line: Line) -> None:
        note = {"decision": line.get("on", line["n"]), "text": line["text"], "minute": line["clock"] / 60}
        self.found.notes.append(note | {"taken_back": line.get("taken_back", False)})

    # ---- the row

    def _row(self) -> dict[str, Any]:
        header, game = self.header, find_game(self.header["game"])
        seats = header["seats"]
        row: dict[str, Any] = {
            "game": game.name, "ruleset": header["ruleset"]["name"],
            "fingerprint": fingerprint_today(game, header["ruleset"]),
            "players": len(seats), "seed": header["seed"] if self.has_seed and not self.is_secret else None,
        }  # fmt: skip
        most = max(game.players[-1], len(seats))
        played = [self._player_of(seat) for seat in range(len(seats))]
        row |= {f"bot_{i + 1}": played[i] if i < len(seats) else "" for i in range(most)}
        row["source"] = "played" if {HUMAN, MIXED} & set(played) else "simulated"
        row |= self._results(game)
        # what a bot chose in place of a person took no time at the table
        row |= {"minutes": float("nan") if MIXED in played else self.clock / 60}
        row |= {"session": self.path.stem, "path": str(self.path), "started": header["started"]}
        row |= {f"name_{i + 1}": seats[i]["name"] if i < len(seats) else "" for i in range(most)}
        fun, tension = self.rating
        return row | {"mode": header["mode"], "marked": self.marked, "fun": fun, "tension": tension}

    def _player_of(self, seat: int) -> str:
        """Who decided for a seat; without a decision, who sat there at the start."""
        found = self.players_of.get(seat) or {self.header["seats"][seat]["kind"]}
        return MIXED if len(found) > 1 else min(found)

    def _results(self, game: Game) -> dict[str, Any]:
        if self.end is not None:
            outcome = game.new_count()
            for name, value in self.end["outcome"].items():
                if name in (game.outcome_type.names or ()):
                    outcome[name] = value
            try:
                return _columns(game, outcome)
            except CryptError:  # the names of columns may stand in the ruleset's tables
                self._ruleset(game)
                return _columns(game, outcome)
        if self.is_secret:
            return {"result": ABANDONED}
        decisions = sum(isinstance(move, int) for move in self.moves[: self.present])
        if self.has_seed:
            try:
                return _columns(game, self._retraced(game)) | {"result": ABANDONED, "decisions": decisions}
            except (CryptError, ValueError) as error:
                self.found.remarks.append(f"{self.path.name}: cannot be played again, only its length counts ({error})")
        return {"result": ABANDONED, "decisions": decisions}

    def _ruleset(self, game: Game) -> Ruleset:
        return read_written(game, self.header["ruleset"], f"{self.path.name}, line 1")

    def _retraced(self, game: Game) -> Any:
        """The results so far: the moves that stand are made again, without looking at positions or keeping them."""
        header, ruleset = self.header, self._ruleset(game)
        rules, state, count, trace = ruleset.record, game.new_state(), game.new_count(), game.new_trace()
        state.players = len(header["seats"])
        if header["start"] == "standard":
            game.start(rules, state, np.uint64(header["seed"]))
        else:
            state = game.notation.read(header["start"]["notation"], rules)
            chance.set_seed(state, np.uint64(header["seed"]))
        for move in self.moves[: self.present]:
            if isinstance(move, int):
                if game.refusal(rules, state, move):
                    raise ValueError("a decision is not allowed by today's rules")
                game.step(rules, state, move, trace)
                game.tally(count, trace)
            elif isinstance(move, tuple):
                state.chance.key[chance.STREAM_NAMES.index(move[0])] = move[1]
            else:
                before, state = state, game.notation.read(move, rules)
                state.chance.key[:], state.chance.count[:] = before.chance.key, before.chance.count
        game.outcome(rules, state, count)
        return count


def _columns(game: Game, outcome: Any) -> dict[str, Any]:
    row = np.zeros(1, game.outcome_type).view(np.recarray)
    row[0] = outcome
    columns = game.words.outcome_columns(row)
    return {name: values[0].item() if hasattr(values[0], "item") else values[0] for name, values in columns.items()}
