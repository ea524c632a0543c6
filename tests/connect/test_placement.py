"""What a tile would do, and which placements are dangerous."""

from random import Random

import pytest
from floors import CORRIDOR, random_floor, standard_rules

from crypt.connect import dangerous_placements, report, what_if
from crypt.core.game import IllegalError, UnreadableError
from crypt.games.colossi.graph import placements, with_tile, without_tile
from crypt.games.colossi.notation import read, write
from crypt.games.colossi.reading import GLYPHS
from crypt.games.colossi.state import EMPTY, TURN_THE_TILE, WIDTH


def corridor():
    return read(CORRIDOR, standard_rules(exit_sides=4))


def test_what_if():
    state = corridor()
    before = write(state)
    assert report(state)["heroes"][0]["tiles_needed"] == 2
    (line,) = what_if(state, "e3", "│")["heroes"]
    assert (line["status"], line["tiles_needed"]) == ("buildable", 1)
    (line,) = what_if(state, "e2", "─")["heroes"]
    assert (line["status"], line["ways"]) == ("walled", 0)
    assert write(state) == before


@pytest.mark.parametrize(("cell", "tile"), [("c3", "│"), ("e3", "x"), ("e3", "│?"), ("z9", "│"), ("e3", ""), ("e3", "·")])
def test_what_if_says_what_cannot_be(cell, tile):
    with pytest.raises((UnreadableError, IllegalError)):
        what_if(corridor(), cell, tile)


def test_a_tile_that_is_laid_is_one_of_those_that_are_left():
    left = CORRIDOR.replace("normal/corner:1", "event/corner:2 monster/corner:1")
    laid = with_tile(read(left, standard_rules(exit_sides=4)), "e2", "┌")
    assert "┌!" in write(laid) and "event/corner:1" in write(laid)
    assert read(write(laid), standard_rules(exit_sides=4)).kind[1, 4] == laid.kind[1, 4]


def test_taking_a_tile_away():
    state = with_tile(corridor(), "e3", "│m")
    assert write(without_tile(state, "e3")).split("board")[1] == write(corridor()).split("board")[1]
    for cell in ("c3", "e4", "a1"):
        with pytest.raises(IllegalError):
            without_tile(state, cell)


def test_dangers_of_a_corridor():
    state = corridor()
    laid = with_tile(state, "e3", "│")
    found = {(danger.cell, danger.tile): danger for danger in dangerous_placements(laid) if danger.blocks}
    assert set(found) == {("e2", "┌"), ("e2", "┐")}
    for danger in found.values():
        assert danger.blocks == [1] and danger.loses == {1: 1}
        assert danger.probability == pytest.approx(1 / 3)  # the straight is no longer in the bag


def test_dangers_are_those_placements_after_which_the_report_is_worse():
    random = Random(8)
    for _ in range(25):
        state = random_floor(random, players=random.choice((1, 1, 4)), tiles=random.randint(5, 25))
        before = {line["hero"]: line for line in report(state)["heroes"]}
        found = {(danger.cell, danger.tile) for danger in dangerous_placements(state)}
        for cell, tile, _, _ in placements(state):
            after = {line["hero"]: line for line in what_if(state, cell, tile)["heroes"]}
            worse = any(
                (after[hero]["ways"] or 0) < (line["ways"] or 0)
                or (after[hero]["status"] in ("walled", "starved") and line["status"] not in ("walled", "starved"))
                for hero, line in before.items()
            )
            assert worse == ((cell, tile) in found)


def test_a_placement_never_raises_the_ways_and_an_opened_side_never_lowers_them():
    random = Random(5)
    for _ in range(60):
        state = random_floor(random, players=random.choice((1, 2)), tiles=random.randint(0, 30))
        before = report(state)["heroes"]
        empty = [(r, c) for r in range(state.side) for c in range(state.side) if state.kind[r, c] == EMPTY]
        if empty and state.bag_count:
            row, col = random.choice(empty)
            cell = f"{'abcdefghijkl'[col]}{row + 1}"
            compare(report(with_tile(state, cell, GLYPHS[random.randint(1, 15)]))["heroes"], before)
        row, col = random.choice([(r, c) for r in range(state.side) for c in range(state.side) if state.kind[r, c]])
        opened = state.copy()
        opened.sides[row, col] = 15
        compare(before, report(opened)["heroes"])


def compare(fewer, more):
    for line, other in zip(fewer, more, strict=True):
        assert (line["ways"] or 0) <= (other["ways"] or 0) or other["ways"] is None
        if line["status"] == "connected":
            assert line["tiles_needed"] in (0, None)


def test_the_tile_in_hand_is_looked_at_on_its_cell():
    state = corridor()
    state.phase, state.drawn, state.target = TURN_THE_TILE, 3, 2 * WIDTH + 4
    assert {(cell, tile) for cell, tile, _, _ in placements(state)} == {("e3", "┌"), ("e3", "┐")}
    assert all(probability == 1 for *_, probability in placements(state))


def test_the_worst_danger_comes_first():
    state = random_floor(Random(22), players=4, tiles=12)
    harm = [(len(danger.blocks), sum(danger.loses.values())) for danger in dangerous_placements(state)]
    assert len({lost for blocked, lost in harm if blocked == 0}) > 1
    assert harm == sorted(harm, reverse=True)
