"""Chance: seeds that never meet, streams that do not disturb one another, even draws, loaded dice."""

import numpy as np
import pytest
from scipy.stats import chisquare

from crypt.core import chance

STATE = np.dtype([("chance", chance.STREAMS)])
UNLIKELY = 0.001


def seeded(seed):
    """A position that is nothing but chance."""
    state = np.zeros(1, STATE).view(np.recarray)[0]
    chance.set_seed(state, np.uint64(seed))
    return state


def draws(state, stream, n, count):
    return [int(chance.below(state, stream, n)) for _ in range(count)]


@pytest.mark.parametrize("root", [0, 1, 2**64 - 1])
def test_a_million_games_have_a_million_seeds(root):
    root = np.uint64(root)
    assert len({int(chance.game_seed(root, index)) for index in range(1_000_000)}) == 1_000_000


@pytest.mark.interpreted
def test_mixing_loses_nothing():
    """The mixer is one to one: the neighbours of 0, of the middle and of the end stay apart."""
    numbers = [x % 2**64 for base in (0, 2**32, 2**63, 2**64) for x in range(base - 500, base + 500)]
    assert len({int(chance.mix(np.uint64(x))) for x in numbers}) == len(set(numbers))


@pytest.mark.interpreted
def test_the_same_seed_gives_the_same_and_another_another():
    first, same, other = (draws(seeded(seed), chance.DICE, 1000, 20) for seed in (7, 7, 8))
    assert first == same != other


@pytest.mark.interpreted
def test_a_position_whose_chance_is_hidden_does_not_tell_its_seed():
    first, other = seeded(7), seeded(8)
    for state in (first, other):
        chance.hide(state)
    assert first.tobytes() == other.tobytes()
    assert draws(first, chance.DICE, 1000, 20) != draws(seeded(7), chance.DICE, 1000, 20)


@pytest.mark.interpreted
@pytest.mark.parametrize("more", [chance.DICE, chance.DRAWS])
def test_one_more_die_does_not_change_the_next_tile(more):
    plain, busy = seeded(3), seeded(3)
    draws(busy, more, 6, 5)
    assert draws(plain, chance.TILES, 108, 20) == draws(busy, chance.TILES, 108, 20)


@pytest.mark.interpreted
def test_the_streams_are_unlike():
    state = seeded(3)
    rows = [draws(state, stream, 2**20, 10) for stream in range(3)]
    assert not set(rows[0]) & set(rows[1]) and not set(rows[1]) & set(rows[2])


@pytest.mark.interpreted
def test_a_die_is_never_out_of_its_bounds():
    state = seeded(1)
    assert {int(chance.roll(state, 4)) for _ in range(200)} == {1, 2, 3, 4}
    assert draws(state, chance.DRAWS, 1, 5) == [0] * 5


@pytest.mark.parametrize("n", [2, 4, 6, 8, 10, 12, 20, 108])
@pytest.mark.parametrize("stream", range(3))
def test_every_number_is_equally_likely(stream, n):
    counts = np.bincount(draws(seeded(2025), stream, n, 300 * n), minlength=n)
    assert chisquare(counts).pvalue > UNLIKELY


@pytest.mark.parametrize("stream", range(3))
def test_so_is_every_pair(stream):
    row = np.array(draws(seeded(11), stream, 6, 20_000)).reshape(-1, 2)
    assert chisquare(np.bincount(row[:, 0] * 6 + row[:, 1], minlength=36)).pvalue > UNLIKELY


def test_the_first_die_of_many_games_is_even():
    rolls = [int(chance.roll(seeded(chance.game_seed(np.uint64(5), index)), 6)) for index in range(12_000)]
    assert chisquare(np.bincount(rolls, minlength=7)[1:]).pvalue > UNLIKELY


@pytest.mark.interpreted
def test_loaded_dice_fall_as_they_were_asked_to():
    state = seeded(9)
    draws(state, chance.DICE, 6, 3)
    copy = chance.loaded(state, dice=[(5, 6), (2, 4)], draws=[(7, 40), (10, 20, 32)], tiles=[(0, 108)])
    assert (chance.roll(copy, 6), chance.roll(copy, 4)) == (5, 2)
    assert chance.below(copy, chance.DRAWS, 40) == 7
    assert 10 <= chance.below(copy, chance.DRAWS, 32) < 20
    assert chance.below(copy, chance.TILES, 108) == 0


@pytest.mark.interpreted
def test_loading_leaves_the_position_and_the_other_streams_alone():
    state = seeded(9)
    before = state.tobytes()
    copy = chance.loaded(state, dice=[(6, 6)])
    assert state.tobytes() == before
    assert copy.chance.key[[chance.TILES, chance.DRAWS]].tolist() == state.chance.key[[0, 2]].tolist()
    assert copy.chance.count.tolist() == [0, 0, 0]


@pytest.mark.interpreted
@pytest.mark.parametrize("die", [(0, 6), (7, 6), (-1, 4)])
def test_what_no_die_shows_cannot_be_loaded(die):
    with pytest.raises(ValueError, match="cannot be drawn"):
        chance.loaded(seeded(1), dice=[die])


@pytest.mark.interpreted
@pytest.mark.parametrize("text, value", [("0", 0), (" 12 ", 12), (2**64 - 1, 2**64 - 1), (5, 5)])
def test_seeds_that_can_be_read(text, value):
    assert chance.check_seed(text) == value


@pytest.mark.interpreted
@pytest.mark.parametrize("wrong", ["", "x", "1.5", "-1", 2**64, True, None, "9" * 60])
def test_seeds_that_cannot(wrong):
    with pytest.raises(ValueError, match="whole number"):
        chance.check_seed(wrong)


@pytest.mark.interpreted
def test_fresh_seeds_differ():
    assert len({chance.fresh_seed() for _ in range(100)}) == 100
