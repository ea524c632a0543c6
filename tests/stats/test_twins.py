"""The same games in several files count once, and games that only look alike stay apart."""

import pandas as pd
import pyarrow.parquet as pq
import pytest
from stats.test_reading import play

from crypt.batch import simulate
from crypt.core.session import Session
from crypt.stats import read_games


@pytest.fixture(scope="module")
def rows() -> pd.DataFrame:
    return simulate("colossi", 2, 40, 1, ["random", "greedy"])


def test_the_same_rows_in_every_format_count_once(tmp_path):
    for name in ("rows.parquet", "rows.csv", "rows.jsonl", "folder"):
        simulate("colossi", 2, 40, 1, ["random", "greedy"], out=tmp_path / name)
    games = read_games(tmp_path)
    assert len(games) == 40 and games.frame()["seed"].nunique() == 40
    again = "again in rows.parquet, rows.csv, rows.jsonl"
    assert games.remarks == [f"120 games are there more than once, {again}; each counts once"]
    assert games.counts(["bots"])["n"].tolist() == [40]
    assert len(read_games([tmp_path / "rows.csv", tmp_path / "folder"])) == 40


def test_what_is_new_in_a_file_stays(tmp_path, rows):
    rows.head(25).to_parquet(tmp_path / "a.parquet", index=False)
    pq.write_table(pq.read_table(tmp_path / "a.parquet"), tmp_path / "b.parquet")
    rows.tail(30).reset_index(drop=True).assign(more=1).to_parquet(tmp_path / "b.parquet", row_group_size=10, index=False)
    games = read_games(tmp_path)
    frame = games.frame()
    assert games.remarks == ["15 games are there more than once, again in b.parquet; each counts once"]
    assert sorted(frame["seed"]) == sorted(rows["seed"]) and frame["more"].notna().sum() == 15
    assert frame["decisions"].sum() == rows["decisions"].sum() and len(games.where(bots="random + greedy")) == 40


@pytest.mark.parametrize(
    ("column", "value"), [("fingerprint", "other"), ("bot_2", "random"), ("decisions", 7), ("minutes", 0.125), ("seed", 9)]
)
def test_games_that_differ_in_anything_are_others(tmp_path, rows, column, value):
    one = rows.head(1)
    one.to_csv(tmp_path / "a.csv", index=False)
    one.assign(**{column: value}).astype({column: one[column].dtype}).to_parquet(tmp_path / "b.parquet", index=False)
    games = read_games(tmp_path)
    assert len(games) == 2 and not games.remarks


def test_rows_that_do_not_tell_their_seed_are_never_taken_for_one(tmp_path):
    (tmp_path / "a.csv").write_text("game,result,players\n" + "colossi,won,2\n" * 3)
    (tmp_path / "b.csv").write_text("game,result,players\n" + "colossi,won,2\n" * 2)
    assert len(read_games(tmp_path)) == 5


def test_sessions_of_people_are_known_by_their_names(tmp_path):
    """Two tables may play the same seed, and come to the same."""
    one, two = play(tmp_path / "logs"), play(tmp_path / "logs", seconds=7.0)
    games = read_games(tmp_path)
    assert len(games) == 2 and not games.remarks
    games.frame().to_csv(tmp_path / "rows.csv", index=False)
    with Session.open(one.path) as again:
        again.play(again.legal()[0])
        again.rate(4, 4)
    games = read_games(tmp_path)
    assert len(games) == 2 and games.remarks == ["2 games are there more than once, again in rows.csv; each counts once"]
    # the log that has grown counts, and not its copy
    assert sorted(games.frame()["decisions"]) == [two.decision, one.decision + 1] and len(games.sessions) == 2


def test_a_log_that_was_copied_counts_once(tmp_path):
    session = play(tmp_path / "a")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / session.path.name).write_bytes(session.path.read_bytes())
    (tmp_path / "b" / "renamed.jsonl").write_bytes(session.path.read_bytes())
    games = read_games(tmp_path)
    assert len(games) == 1 == len(games.sessions) and "2 games are there more than once" in games.remarks[0]


def test_games_of_other_budgets_and_logs_stay_apart(tmp_path):
    table = simulate("colossi", 1, 3, 1, "random", logs=1, log_folder=tmp_path / "logs")
    table.to_parquet(tmp_path / "rows.parquet", index=False)
    games = read_games(tmp_path)
    assert len(games) == 3 and games.remarks[0].startswith("3 logged sessions are also among the rows")
    # a search that looks further plays another game of the same seed
    table.assign(result="won", decisions=table["decisions"] + 1).to_parquet(tmp_path / "rows.parquet", index=False)
    assert len(read_games(tmp_path)) == 6
