"""How the speed of plain Python is measured: games as the batches play them, in a time that is bounded."""

import pytest

from crypt.batch import bench
from crypt.batch.plan import make_plan
from crypt.batch.playing import play_batch


@pytest.mark.parametrize(("game", "players"), [("colossi", 2), ("lair", 2)])
def test_a_game_by_single_decisions_is_that_of_the_batch(game, players):
    plan = make_plan(game, players, 4, seed=5)
    for index in range(4):
        states = [state.copy() for state in bench.random_game(plan, index)]
        assert len(states) == play_batch(plan, index, 1)[1]
        assert [plan.game.is_over(state) for state in states[-2:]] == [False, True]


def test_every_position_is_played_on_from_equally_often_and_then_the_time_is_looked_at():
    states = [state.tobytes().hex() for state in bench.random_game(make_plan("lair", 2, 1, seed=5), 0)]
    positions = [*states[:4], states[-1]]  # the last is over
    assert bench.measure_from("lair", 2, 1e-9, 5, positions).decisions == 4 * bench.STRETCH
    speed = bench.measure_from("lair", 2, 0.05, 5, positions)
    assert speed.decisions % (4 * bench.STRETCH) == 0 and speed.seconds >= 0.05
    assert speed.decisions_per_second == speed.decisions / speed.seconds
