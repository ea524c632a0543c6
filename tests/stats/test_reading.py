"""Reading logged sessions and rows: odd data comes out right, and is told."""

import json
import math
import shutil
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import crypt
from crypt import stats
from crypt.batch import simulate
from crypt.batch.storage import harmless_rows, harmless_texts
from crypt.core.game import CryptError
from crypt.core.lines import LogError, encode
from crypt.core.log import lock_path
from crypt.core.results import results_of
from crypt.core.ruleset import build, standard
from crypt.core.session import Session
from crypt.core.shipped import shipped
from crypt.stats import Games, read_games, read_session

BIG = 2**64 - 3
# Python's `ru_maxrss` would also count what the tests' own process held before the child began.
PEAK = (
    "def peak():\n    lines = open('/proc/self/status').read().splitlines()\n"
    "    return next(int(line.split()[1]) for line in lines if line.startswith('VmHWM'))  # KiB\n"
)


class Clock:
    """A clock that goes on by so many seconds each time it is asked."""

    def __init__(self, seconds: float) -> None:
        self.now, self.seconds = 1e9, seconds

    def __call__(self) -> float:
        self.now += self.seconds
        return self.now


def play(folder, decisions=30, names=("Ann",), seed=7, seconds=6.0, game="colossi", **settings):
    game = crypt.find_game(game)
    with Session.new(game, names, standard(game), seed, folder=folder, clock=Clock(seconds), **settings) as session:
        for i in range(decisions):
            if session.is_over:
                break
            session.play(session.legal()[i % len(session.legal())])
    return session


def edited(path, change):
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    path.write_bytes(b"".join(encode(line) for line in change(lines)))


def test_an_unfinished_session_is_abandoned_and_counted_so_far(tmp_path):
    session = play(tmp_path)
    row = read_session(session.path).row
    assert row["result"] == "abandoned" and row["source"] == "played" and row["decisions"] == session.decision
    assert row["rounds"] == session.state.rounds + session.state.round_number > 1
    assert row["tiles_placed"] == int(session._replayer.history.count["tiles_placed"]) and row["seed"] == 7
    assert row["minutes"] == pytest.approx(session._replayer.clock / 60)


def test_a_bot_in_place_of_a_person_makes_the_minutes_unknown(tmp_path):
    played = play(tmp_path, 6)
    with Session.open(played.path) as session:
        session.play(session.legal()[0], "greedy")
    row = read_session(played.path).row
    assert math.isnan(row["minutes"]) and row["source"] == "played" and "mixed" in (row["bot_1"], row["bot_2"])


def test_who_plays_just_now_is_not_said_to_have_stopped(tmp_path):
    left, game = play(tmp_path, 4), crypt.find_game("colossi")
    with Session.open(left.path):  # somebody plays it
        (group,) = stats.summarize(read_games(tmp_path)).groups
        told = stats.summarize(read_games(tmp_path)).explanations
        assert group.results[0].name == "abandoned" and read_games(tmp_path).count_played_now() == 1
        assert told[0].startswith("Not finished: sessions that are being played still, or were left")
        assert told[1:] == ["1 session is being played right now."]
    assert read_games(tmp_path).count_played_now() == 0 and len(stats.summarize(read_games(tmp_path)).explanations) == 1
    # a lock that cannot be looked at, as in somebody else's folder, says nothing
    lock_path(left.path).unlink()
    lock_path(left.path).mkdir()
    assert read_games(tmp_path).count_played_now() == 0
    assert results_of(game.name).word("abandoned") == "not finished" == results_of("").word("abandoned")
    won = pd.DataFrame({"game": "colossi", "result": ["won", "stalled"]})
    assert "Stalled: nobody could go on" in stats.summarize(won).explanations[0]
    assert stats.summarize(won.head(1)).explanations == []


def test_a_finished_session_is_what_a_simulation_says_of_it(tmp_path):
    table = simulate("colossi", 2, 4, 3, "random", logs=1, log_folder=tmp_path)
    games = read_games(tmp_path).frame().set_index("seed").loc[table["seed"]].reset_index()
    assert (games["source"] == "simulated").all()
    for name in set(table.columns) - {"minutes", "fingerprint", "seed"}:
        assert games[name].tolist() == table[name].tolist(), name
    assert games["minutes"].to_numpy() == pytest.approx(table["minutes"].to_numpy(), abs=0.01)


def test_what_was_undone_does_not_count(tmp_path):
    session = play(tmp_path, 6)
    with Session.open(session.path) as again:
        before = again.decision
        again.undo(True)
        again.undo(True)
        again.redo()
        taken_back = again.taken_back
    row = read_session(session.path).row
    assert row["decisions"] == before - 1 and row["marked"] is taken_back


def test_names_and_seeds_stay_what_they_are(tmp_path):
    names = ("007", "1e5", "🎲 Zoë", "שרה")
    play(tmp_path, names=names, seed=BIG)
    frame = read_games(tmp_path).frame()
    assert [frame[f"name_{i + 1}"][0] for i in range(4)] == list(names)
    assert int(frame["seed"][0]) == BIG
    frame.to_csv(tmp_path / "rows.csv", index=False)
    frame.to_parquet(tmp_path / "rows.parquet", index=False)
    (next(tmp_path.glob("*.jsonl"))).unlink()
    for kind in ("csv", "parquet"):
        kept = read_games(tmp_path / f"rows.{kind}").frame()
        assert [kept[f"name_{i + 1}"][0] for i in range(4)] == list(names) and int(kept["seed"][0]) == BIG


def test_texts_that_a_spreadsheet_would_run_are_shielded(tmp_path):
    names = ["=1+1", "+x", "-y", "@z", "\tq", "'=a", "''@b", "'ok", "O'Neil", " =x", "=a\nb", "\uff1dx", "007"]
    rows = pd.DataFrame({"game": "colossi", "result": "won", "name_1": names, "more": names, "number": -1.5})
    written = harmless_rows(rows)
    assert written["name_1"].tolist()[:6] == ["'=1+1", "'+x", "'-y", "'@z", "'\tq", "''=a"]
    assert written["name_1"].tolist()[7:10] == names[7:10] and written["number"].tolist() == [-1.5] * len(names)
    assert harmless_texts(pa.array([*names, None])).to_pylist() == [*written["name_1"], None]
    written.to_csv(tmp_path / "rows.csv", index=False, lineterminator="\n")
    again = read_games(tmp_path).frame()
    assert again["name_1"].tolist() == names == again["more"].tolist()
    game = crypt.find_game("colossi")
    ruleset = build(game, standard(game).values, "here", "=cmd")
    simulate(game, 1, 2, 1, ruleset=ruleset, out=tmp_path / "out.csv")
    assert "colossi,'=cmd," in (tmp_path / "out.csv").read_text()
    assert read_games(tmp_path / "out.csv").counts(["ruleset"])["ruleset"].tolist() == ["=cmd"]


def test_a_missing_seed_is_told_and_the_session_counted(tmp_path):
    table = simulate("colossi", 2, 1, 3, "random", logs=1, log_folder=tmp_path)
    path = next(tmp_path.glob("*.jsonl"))

    def without(lines):
        del lines[0]["seed"]
        return lines

    edited(path, without)
    games = read_games(tmp_path)
    assert games.remarks == [f"{path.name}: the header has no seed, so the game cannot be replayed"]
    frame = games.frame()
    assert frame["seed"].isna().all() and frame["result"][0] == table["result"][0]
    edited(path, lambda lines: lines[:-1])
    assert read_session(path).row["result"] == "abandoned"


def test_unknown_games_and_broken_lines_are_told_and_left_out(tmp_path):
    good = play(tmp_path)
    other = play(tmp_path)
    edited(other.path, lambda lines: [lines[0] | {"game": "chess"}, *lines[1:]])
    broken = play(tmp_path)
    data = broken.path.read_bytes().split(b"\n")
    broken.path.write_bytes(b"\n".join([data[0], data[1][:40], *data[2:]]))
    games = read_games(tmp_path)
    assert len(games) == 1 and games.sessions[0].path == good.path
    told = "\n".join(games.remarks)
    assert "is a session of the game 'chess', which is not installed; left out" in told
    assert f"{broken.path.name}, line 2: cannot be read" in told
    with pytest.raises(LogError):
        read_session(other.path)


def test_a_torn_last_line_does_not_count(tmp_path):
    session = play(tmp_path, 10)
    data = session.path.read_bytes()
    session.path.write_bytes(data[:-30])
    found = read_session(session.path)
    assert found.row["decisions"] == 9 and "is not complete and does not count" in found.remarks[0]
    (tmp_path / "empty.jsonl").write_bytes(b"")
    assert "is empty" in read_games(tmp_path).remarks[-1]


def test_no_games_are_said_to_be_none(tmp_path):
    with pytest.raises(CryptError, match="there are no games here"):
        read_games(tmp_path)
    with pytest.raises(CryptError, match="there is no such file"):
        read_games(tmp_path / "none")


def test_sessions_and_rows_are_one_table(tmp_path):
    play(tmp_path, names=("Ann", "Bob"))
    simulate("colossi", 2, 30, 1, out=tmp_path / "data", logs=10)
    games = read_games(tmp_path)
    assert len(games) == 31 and "3 logged sessions are also among the rows; what is there twice counts once" in games.remarks
    counts = stats.summarize(games, ["source"]).groups
    assert [(group.key["source"], group.n) for group in counts] == [("played", 1), ("simulated", 30)]


def test_notes_and_ratings(tmp_path):
    session = play(tmp_path, 5)
    with Session.open(session.path) as again:
        again.note("<b>tense</b>")
        again.rate(4, 5)
        again.rate(3, 5)
    games = read_games(tmp_path)
    assert stats.ratings(games)[["fun", "tension"]].to_numpy().tolist() == [[3, 5]]
    noted = stats.notes(games)
    assert noted["text"].tolist() == ["<b>tense</b>"] and noted["decision"].tolist() == [5]


def test_a_note_on_a_move_that_was_taken_back_stands_on_the_one_before(tmp_path):
    path = play(tmp_path, 5, mode="design").path
    with Session.open(path) as again:
        again.note("on the fifth")
        again.undo()
        again.play(again.legal()[-1])
        again.note("on another fifth")
    noted = stats.notes(read_games(tmp_path))
    assert noted[["decision", "taken_back"]].to_numpy().tolist() == [[4, True], [5, False]]


def test_notes_and_ratings_are_those_of_the_chosen_sessions(tmp_path):
    for names in (("Ann",), ("Ann", "Bob")):
        session = play(tmp_path, 5, names)
        with Session.open(session.path) as again:
            again.note(f"of {len(names)}")
            again.rate(len(names), 5)
    games = read_games(tmp_path).where(players=2)
    assert stats.notes(games)["text"].tolist() == ["of 2"] and stats.ratings(games)["fun"].tolist() == [2]


def test_a_log_that_has_grown_is_read_again(tmp_path):
    session = play(tmp_path, 5)
    before = read_games(tmp_path).frame()["decisions"][0]
    with Session.open(session.path) as again:
        again.play(again.legal()[0])
    assert (before, read_games(tmp_path).frame()["decisions"][0]) == (5, 6)


def test_rows_in_memory_are_read_with_those_on_disk(tmp_path):
    table = simulate("colossi", 1, 7, 3, out=tmp_path / "rows.parquet")
    other = simulate("colossi", 1, 2, 4)
    assert len(read_games(tmp_path, [other])) == 9 and len(read_games([], [table])) == 7


def test_the_pace_is_fitted_when_there_are_enough_sessions(tmp_path):
    few = stats.fit_pace([play(tmp_path / "few").path], "colossi")
    assert not few.is_fitted and "the ruleset's guess stands" in few.says
    paths = [play(tmp_path, 80, seed=seed, seconds=9.0).path for seed in range(6)]
    pace = stats.fit_pace(paths, "colossi")
    assert pace.is_fitted and "fitted to" in pace.says
    # every decision took nine seconds, whatever its kind
    fitted = [pace.seconds[name] for name, count in pace.counts.items() if count and name != "roll"]
    assert fitted and min(fitted) > 6 and max(fitted) < 10 and pace.seconds["roll"] < 3


def test_who_has_left_the_table_does_not_slow_the_pace(tmp_path):
    paths = [play(tmp_path, 60, seed=seed, seconds=9.0).path for seed in range(6)]
    away = [play(tmp_path / "away", 20, seed=seed, seconds=301.0).path for seed in range(3)]
    usual, with_pauses = stats.fit_pace(paths, "colossi"), stats.fit_pace([*paths, *away], "colossi")
    assert usual.is_fitted and with_pauses.sessions == 9
    assert (with_pauses.seconds, with_pauses.decisions) == (usual.seconds, usual.decisions)


@pytest.mark.parametrize("game", ["lair", "prism", "cave"])
def test_the_pace_of_every_game_is_fitted(game, tmp_path):
    # of hidden hands nothing is counted while they are played, except in design mode
    paths = [play(tmp_path, 80, ("Ann", "Ben"), seed, 9.0, game, mode="design").path for seed in range(8)]
    pace = stats.fit_pace(paths, game)
    assert pace.is_fitted and all(0 <= seconds < 100 for seconds in pace.seconds.values())


@pytest.mark.slow
def test_a_log_of_a_million_lines_is_read_in_bounded_memory(tmp_path):
    session = play(tmp_path, 10)
    with session.path.open("ab") as file:
        mark = encode({"type": "rating", "n": 10, "fun": 3, "tension": 3, "clock": 100.0})
        for _ in range(100):
            file.write(mark * 10_000)
    code = (
        f"{PEAK}import sys\nfrom crypt.stats import read_session\n"
        "import crypt; crypt.find_game('colossi')\n"
        "before = peak()\n"
        "row = read_session(sys.argv[1]).row\n"
        "print(row['decisions'], peak() - before)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(session.path)], capture_output=True, text=True, check=True)
    decisions, grown = map(int, done.stdout.split())
    assert decisions == 10 and grown < 200_000  # KiB


@pytest.mark.slow
def test_ten_million_games_are_summed_up_and_compared_in_seconds_and_a_gigabyte(tmp_path):
    big, random = pd.concat([simulate("colossi", 2, 2000, 1)] * 50, ignore_index=True), np.random.default_rng(1)
    for part in range(100):
        seeds = random.integers(0, 2**63, len(big), dtype=np.uint64)
        half = np.where(np.arange(len(big)) % 2, "random", "greedy")
        big.assign(seed=seeds, bot_1=half, bot_2=half).to_parquet(tmp_path / f"part-{part}.parquet", index=False)
    code = (
        f"{PEAK}import sys, time\nfrom crypt.stats import compare_all, read_games, summarize\n"
        "began = time.perf_counter()\ngames = read_games(sys.argv[1])\nn = summarize(games, ['source']).groups[0].n\n"
        "summed = time.perf_counter()\n"
        "whats = ['won', 'lost', *(name for name in games.columns if name.startswith(('deaths', 'f', 'score')) "
        "and games.is_number(name))]\n"
        "compare_all(games.where(bots='random'), games.where(bots='greedy'), whats)\n"
        "print(n, summed - began, time.perf_counter() - summed, len(whats), peak())"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    n, seconds, compared, columns, memory = map(float, done.stdout.split())
    print(f"{n:,.0f} games in {seconds:.1f} s, {columns:.0f} comparisons in {compared:.1f} s, {memory / 1024:.0f} MiB")
    assert n == 10_000_000 and columns > 15 and memory < 1024**2
    assert seconds < 20 and compared < 30  # 3 and 5 on a machine that does nothing else


def test_games_that_mean_different_things_by_a_column_are_one_table(tmp_path):
    """In Lair the winner is a word, in Cave a number."""
    rows = [simulate(game, 2, 4, seed=1) for game in ("lair", "cave")]
    for i, table in enumerate(rows):
        table.to_parquet(tmp_path / f"{i}.parquet")
    shutil.copytree(shipped("data", "sessions"), tmp_path / "sessions")
    for games in (read_games(tmp_path), read_games(tmp_path / "sessions"), read_games(tmp_path, rows)):
        winners = games.counts(["game", "winner"]).dropna()
        assert set(winners.loc[winners["game"] == "lair", "winner"]) <= {"adventurers", "dragon", ""}
        assert set(winners.loc[winners["game"] == "cave", "winner"]) <= {"0", "1", "2"}
        assert games.where(game="lair").results.word("seat 1") == "won by the adventurers" and games.results.words == {}
    (lair,) = (one for one in read_games(tmp_path / "sessions" / "lair_bots_dragon_won.jsonl").sessions)
    assert (lair.row["result"], lair.row["winner"], lair.row["reason"]) == ("seat 2", "dragon", "captured")


def test_seeds_keep_their_bits_beside_a_game_without_one():
    rows = pd.DataFrame({"game": "x", "result": "won", "players": 1, "seed": pd.array([BIG, None, 7], "UInt64")})
    games = Games.of(rows)
    for table in (games.frame(), games.head(3), games.frame(["seed"]), games.counts(["seed"])):
        assert sorted(int(seed) for seed in table["seed"].dropna()) == [7, BIG]
    assert games.where(seed=BIG).frame()["seed"].tolist() == [BIG]
    # they are compared in pairs by their seeds, and not by those that a float would make of them
    other = Games.of(rows.assign(seed=pd.array([BIG - 1, None, 8], "UInt64")))
    assert stats.compare(games, other, "won").pairs == 0 and stats.compare(games, games, "won").pairs == 2


def test_a_file_that_is_named_twice_counts_once(tmp_path):
    simulate("colossi", 1, 4, out=tmp_path / "rows.parquet")
    assert len(read_games([tmp_path, tmp_path / "rows.parquet"])) == 4
    (tmp_path / "junk.csv").write_text("x\n1\n")
    lenient = read_games([tmp_path / "rows.parquet", tmp_path / "junk.csv"], is_lenient=True)
    assert len(lenient) == 4 and "holds no rows of games" in lenient.remarks[0]
    with pytest.raises(CryptError, match="holds no rows of games"):
        read_games([tmp_path / "rows.parquet", tmp_path / "junk.csv"])


def test_samples_are_labelled_as_bots_games_and_replay():
    folder = shipped("data", "sessions")
    games = read_games(folder)
    assert not games.remarks and len(games) == 13
    assert games.counts(["game"]).set_index("game")["n"].to_dict() == {"cave": 1, "colossi": 8, "lair": 2, "prism": 2}
    assert sum(path.stat().st_size for path in folder.glob("*.jsonl")) < 450_000
    for session in games.sessions:
        if session.path.stem.startswith("bots_"):
            assert session.row["source"] == "simulated" and session.path.stem.endswith(session.row["result"])
            assert f"bots_{session.row['players']}_player" in session.path.stem
        if "bots" in session.path.stem:
            assert session.row["source"] == "simulated" and crypt.replay(session.path).is_same
    counted = stats.summarize(games.where(source="simulated", game="colossi"), ["players"])
    assert [group.key["players"] for group in counted.groups] == [1, 2, 3, 4]
