"""Who gets what: loot and potions, deaths by cause, how floors ended, and whether a seat has an advantage."""

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from ..core.game import UnreadableError
from .games import Games
from .intervals import amount_of, moments, share
from .summary import _part, _plain, is_rate, summarize

ENDINGS = ("left", "walled", "starved", "no_key", "died", "stalled")


def measures(games: Games | pd.DataFrame, columns: Sequence[str], by: Sequence[str] = ()) -> pd.DataFrame:
    """Means with intervals and quantiles of any columns of numbers, a row for each group and column."""
    games = Games.of(games)
    games.check(columns)
    for name in columns:
        if not games.is_number(name):
            raise UnreadableError(f"the column {name[:40]!r} holds no numbers")
    return summarize(games, by, columns).measures()


def causes_of(columns: Iterable[str]) -> list[str]:
    """The columns that count deaths by cause, such as `deaths_walled`; those of a seat, such as `deaths_of_2`, are none."""
    return [name for name in columns if name.startswith("deaths_") and not name.startswith("deaths_of_")]


def deaths_by_cause(games: Games | pd.DataFrame, by: Sequence[str] = ()) -> pd.DataFrame:
    """What heroes die of.

    Returns
    -------
    pandas.DataFrame
        The columns `by`, then `cause`, `deaths`, `share` (of all deaths), `per_game` with its 95 % interval `low` to `high`
        (deaths of one game are not independent of each other, games are), and `n` games.
    """
    games, by = Games.of(games), list(by)
    rows: list[dict[str, Any]] = []
    for column in causes_of(games.columns):
        table = games.counts([*by, column]).dropna(subset=[column])
        is_share = is_rate(column, moments(table[column], table["n"]))
        for key in _keys(table, by):
            part = _part(table, key)
            values, counts = part[column].to_numpy(float), part["n"].to_numpy(float)
            found = amount_of(moments(values, counts), is_share)
            rows.append(
                key | {"cause": column.removeprefix("deaths_"), "deaths": int(values @ counts), "per_game": found.value,
                       "low": found.low, "high": found.high, "n": int(counts.sum())}
            )  # fmt: skip
    frame = pd.DataFrame(rows, columns=[*by, "cause", "deaths", "per_game", "low", "high", "n"])
    total = frame.groupby(by, dropna=False)["deaths"].transform("sum") if by else frame["deaths"].sum()
    frame.insert(len(by) + 2, "share", frame["deaths"] / total if len(frame) else [])
    return frame


def floor_endings(games: Games | pd.DataFrame, by: Sequence[str] = ()) -> pd.DataFrame:
    """How the exit stood at the end of each floor.

    Returns
    -------
    pandas.DataFrame
        The columns `by`, then `floor`, `ending` (`left`, or what took the last hero), `count` of `n` parties whose time on
        this floor is over, and the `share` with its 95 % interval `low` to `high`.
    """
    games, by = Games.of(games), list(by)
    rows = []
    for floor in floors(games):
        table = games.counts([*by, f"f{floor}_exit"])
        table = table[table[f"f{floor}_exit"].notna() & (table[f"f{floor}_exit"] != "")]
        for key in _keys(table, by):
            part = _part(table, key)
            n = int(part["n"].sum())
            found = part.set_index(f"f{floor}_exit")["n"].to_dict()
            for ending in [*ENDINGS, *sorted(set(found) - set(ENDINGS))]:
                known = share(found.get(ending, 0), n)._asdict()
                rows.append(key | {"floor": floor, "ending": ending, "count": int(found.get(ending, 0)), "n": n} | known)
    frame = pd.DataFrame(rows, columns=[*by, "floor", "ending", "count", "n", "value", "low", "high"])
    return frame.rename(columns={"value": "share"})


def floors(games: Games) -> list[int]:
    """The floors that the rows tell of."""
    names = [name[1:-5] for name in games.columns if name.startswith("f") and name.endswith("_exit")]
    return sorted(int(name) for name in names if name.isdigit())


def seats(games: Games | pd.DataFrame) -> pd.DataFrame:
    """What each seat comes to, for each number of players, in games that ended.

    Returns
    -------
    pandas.DataFrame
        `players`, `seat`, `n` games; the mean `score` with its 95 % interval `score_low` to `score_high`; and where games
        are won by a seat, the share `won` with `low` to `high`, against `fair`: what each would win if all
        won equally often.
    """
    games = Games.of(games).finished()
    results = games.counts(["players", "result"])
    rows = []
    for players in sorted(results["players"].dropna().unique().astype(int).tolist()):
        part = results[results["players"] == players]
        n = int(part["n"].sum())
        decided = int(part.loc[part["result"].isin([f"seat {seat}" for seat in range(1, players + 1)]), "n"].sum())
        for seat in range(1, players + 1):
            row: dict[str, Any] = {"players": players, "seat": seat, "n": n, "fair": decided / n / players}
            row |= _score(games, players, seat)
            if decided:
                won = int(part.loc[part["result"] == f"seat {seat}", "n"].sum())
                row |= dict(zip(("won", "low", "high"), share(won, n), strict=True))
            rows.append(row)
    names = ["players", "seat", "n", "score", "score_low", "score_high", "won", "low", "high", "fair"]
    return pd.DataFrame(rows).reindex(columns=names)


def _score(games: Games, players: int, seat: int) -> dict[str, float]:
    if f"score_{seat}" not in games.columns:
        return {}
    table = games.counts(["players", f"score_{seat}"])
    table = table[table[f"score_{seat}"].notna()]
    part = table[table["players"] == players]
    is_share = is_rate(f"score_{seat}", moments(table[f"score_{seat}"], table["n"]))
    found = amount_of(moments(part[f"score_{seat}"], part["n"]), is_share)
    return dict(zip(("score", "score_low", "score_high"), found, strict=True))


def _keys(table: pd.DataFrame, by: list[str]) -> list[dict[str, Any]]:
    if not by:
        return [{}]
    pairs = table[by].drop_duplicates().sort_values(by).itertuples(index=False)
    return [dict(zip(by, (_plain(value) for value in row), strict=True)) for row in pairs]
