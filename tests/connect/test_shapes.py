"""Ways that the shapes in the bag allow: on floors by hand, and against every simple way of small floors."""

from random import Random

from floors import CROSSING, random_floor, standard_rules

from crypt.connect import report, shape_report, shape_text
from crypt.games.colossi.graph import exit_name, graph, shape_counts
from crypt.games.colossi.notation import read

BENT = """\
colossi floor 1
players 1
bag {bag}
hero 1 d3
board
·· ·· ·· ·· ·· ╷X
·· ·· ·· ·· ·· ··
·· ·· ┼S ┼S ·· ··
·· ·· ┼S ┼S ·· ··
·· ·· ·· ·· ·· ··
┼B ·· ·· ·· ·· ··
"""


def bent(bag):
    return read(BENT.format(bag=bag), standard_rules(exit_sides=4))


def status(bag):
    (line,) = shape_report(bent(bag))["heroes"]
    return line["status"], line["by_shape"]


def test_shapes_that_are_left():
    assert status("normal/corner:1 normal/straight:2") == ("buildable", False)
    assert status("normal/corner:3") == ("buildable", False)
    assert status("normal/straight:3") == ("starved", True)
    assert status("normal/straight:2 normal/tee:1") == ("buildable", False)
    assert status("normal/straight:2 normal/dead_end:1") == ("starved", True)
    assert status("normal/cross:3") == ("buildable", False)
    assert status("normal/cross:2") == ("starved", False)


def test_a_way_does_not_cross_itself():
    """From d3 straight through e3, round by f3, f2 and e2, and straight through e3 again: one tile cannot serve both."""
    (line,) = shape_report(read(CROSSING, standard_rules()))["heroes"]
    assert (line["tiles_needed"], line["status"], line["by_shape"], line["exact"]) == (1, "starved", True, True)
    (line,) = shape_report(read(CROSSING.replace("straight", "corner"), standard_rules()))["heroes"]
    assert (line["status"], line["by_shape"], line["exact"]) == ("buildable", False, True)


def test_in_words():
    state = bent("normal/straight:3 normal/dead_end:1")
    (line,) = shape_report(state)["heroes"]
    said = shape_text(line, shape_counts(state))
    assert said.startswith("starved by shape: ") and said.endswith("left are 1 dead end and 3 straights")
    assert shape_text(line | {"by_shape": False}, shape_counts(state)) == ""
    assert shape_text(line | {"by_shape": False, "exact": False}, shape_counts(state)).startswith("perhaps starved")
    assert shape_text(line, {"tee": 1, "cross": 2}).endswith("left are 1 tee and 2 crosses")


def test_the_steps_suffice_on_floors_of_all_sizes():
    random, told = Random(1), {True: 0, False: 0}
    for _ in range(250):
        state = random_floor(random, tiles=random.randint(4, 108))
        state.bag[:] = 0
        for _ in range(random.randint(2, 14)):
            state.bag[random.choice((0, 0, 1, 1, 1, 2, 2, 2, 2, 3))] += 1
        state.bag_count = state.bag.sum()
        lines = shape_report(state)["heroes"]
        assert all(line["exact"] for line in lines)
        for line in lines:
            told[line["by_shape"]] += 1
    assert min(told.values()) > 10


def test_where_the_steps_do_not_suffice_it_is_said_to_be_a_bound():
    (line,) = shape_report(read(CROSSING, standard_rules()), most=1)["heroes"]
    assert (line["status"], line["by_shape"], line["exact"]) == ("buildable", False, False)


def simple_ways(floor, way, goal, tiles):
    """Every way without a cell twice that goes on from `way` and needs at most so many tiles."""
    if way[-1] == goal:
        yield way
        return
    for other in floor[way[-1]]:
        left = tiles - (not floor.nodes[other]["placed"])
        if other not in way and left >= 0:
            yield from simple_ways(floor, [*way, other], goal, left)


def needs(floor, way):
    """The straight parts and the bends that have to be laid along a way."""
    found = {True: 0, False: 0}
    for before, here, after in zip(way, way[1:], way[2:], strict=False):
        if not floor.nodes[here]["placed"]:
            a, b = floor.nodes[before], floor.nodes[after]
            found[a["row"] == b["row"] or a["col"] == b["col"]] += 1
    return found[True], found[False]


def can_build(state, cell):
    """By hand: every simple way, its straight parts and bends counted."""
    floor, goal, counts = graph(state), exit_name(state), shape_counts(state)
    for way in simple_ways(floor, [cell], goal, sum(counts.values())):
        straight, bends = needs(floor, way)
        spare = counts["tee"] + counts["cross"]
        if max(0, straight - counts["straight"]) + max(0, bends - counts["corner"]) <= spare:
            return True
    return False


def test_against_every_simple_way():
    random = Random(4)
    seen = {True: 0, False: 0}
    while min(seen.values()) < 8:
        state = random_floor(random, players=1, tiles=random.randint(10, 26))
        state.bag[:] = 0
        for _ in range(random.randint(1, 4)):
            state.bag[random.choice((0, 1, 1, 2, 3))] += 1
        state.bag_count = state.bag.sum()
        for plain, line in zip(report(state)["heroes"], shape_report(state)["heroes"], strict=True):
            assert not (plain["status"] != "buildable" and line["by_shape"])
            if plain["status"] == "buildable":
                assert line["exact"] and line["by_shape"] != can_build(state, line["cell"])
                seen[line["by_shape"]] += 1
