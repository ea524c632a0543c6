"""What results are called: each game speaks of columns and results that it has, and of nothing else."""

import pytest

from crypt.core.catalog import catalog, find_game
from crypt.core.results import Results, results_of
from crypt.design.measures import words_of
from crypt.widget.outcomes_content import columns_of

GAMES = list(catalog())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_speaks_of_columns_and_results_that_it_has(game):
    told, columns = find_game(game).part("results").results(), set(columns_of(game))
    known = columns | {value for values in words_of(find_game(game)).values() for value in values}
    assert set(told.words) <= known and all(told.words.values())
    assert told.main and set(told.main) <= columns
    assert told.topics and all(set(topic.columns) <= columns for topic in told.topics)
    assert told.reason in columns | {""}
    assert len({topic.name for topic in told.topics}) == len(told.topics)


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_has_a_name_and_a_result_in_words(game):
    told, entry = results_of(game), catalog()[game]
    seats = range(1, entry.players[-1] + 1)
    assert [told.seat(seat) for seat in seats] == list(entry.seats)
    assert all(told.word(f"seat {seat}").startswith("won by ") for seat in seats)
    assert [entry.result_words(f"seat {seat}") for seat in seats] == [told.word(f"seat {seat}") for seat in seats]
    assert entry.result_words("stalled") == "stalled"


def test_words_of_the_games():
    assert results_of("lair").word("seat 2") == "won by the dragon"
    assert results_of("cave").word("seat 3") == "won by player 3"
    assert results_of("cave").word("played_T01") == "Large Gold Nugget played"
    assert results_of("prism").word("crystal_5") == "round of crystal 5"
    assert results_of("colossi").word("damage_taken") == "damage taken"


def test_an_unknown_game_calls_things_by_their_names():
    assert results_of("chess") == Results()
    assert results_of("chess").word("seat_1") == "seat 1" and results_of("chess").seat(3) == "Seat 3"
