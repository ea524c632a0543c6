"""Floor notation: what it holds reads back the same, and everything else gets one of two clear errors."""

from random import Random

import numpy as np
import pytest
from floors import EXAMPLE, random_floor, standard_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from crypt.core.game import IllegalError, UnreadableError
from crypt.games.colossi.notation import cell_name, read, read_cell, write
from crypt.games.colossi.state import BAG_KINDS, DEAD, HEALTH, KEY, LEFT, LOST, ON_FLOOR, OVER, POTION, SWORD, WON

HELD = (
    "players", "side", "floor", "floors_cleared", "phase", "hero", "round_number", "sides", "opened", "live", "lying",
    "boss_cell", "exit_cell", "boss_hp", "door_open", "bag", "bag_count", "deck", "supply", "where", "cell", "hp",
    "held", "turn_start", "came_from", "reach_due", "last_cause", "target",
)  # fmt: skip


def replaced(*changes, text=EXAMPLE):
    """The example with some of its text replaced."""
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    return text


def problems(text, rules=None):
    with pytest.raises(IllegalError) as error:
        read(text, standard_rules() if rules is None else rules)
    return str(error.value).splitlines()


def test_example():
    state = read(EXAMPLE, standard_rules())
    assert (state.side, state.boss_cell, state.exit_cell, state.bag_count) == (6, 60, 4, 31)
    assert (state.cell[0], state.hp[0], state.held[0, KEY], state.held[0, SWORD]) == (38, 3, 1, 1)
    assert state.held[0, POTION + HEALTH] == 1
    assert state.lying[2, 4] == 1
    assert state.supply.tolist() == [3, 4, 4, 4, 2, 11]
    assert state.gone.sum() == 108 - 31 - 4
    assert write(state).splitlines()[9:] == EXAMPLE.splitlines()[9:]


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_reads_back_what_it_wrote(seed):
    state = random_floor(Random(seed))
    text = write(state)
    again = read(text, standard_rules())
    for name in HELD:
        assert np.array_equal(again[name], state[name]), name
    assert write(again) == text
    on_board = [np.bincount(s.kind.ravel(), minlength=29)[1 : BAG_KINDS + 1] for s in (state, again)]
    assert np.array_equal(on_board[0] + state.gone, on_board[1] + again.gone)


@settings(deadline=None)
@given(st.text())
def test_any_text_is_read_or_refused(text):
    with pytest.raises(UnreadableError):
        read(text, standard_rules())


WORDS = [*"0123459ac·┼╶.SBXm$h!#/: \t\n\r\ud800\u2028💀²", "key", "hp", "dead", "left", "hero", "··", "┼X", "99999999"]


@settings(deadline=None, max_examples=300)
@given(
    st.integers(0, 49),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(WORDS)), min_size=1),
)
def test_changed_texts_are_read_or_refused(seed, changes):
    text = write(random_floor(Random(seed)))
    for place, cut, word in changes:
        at = int(place * len(text))
        text = text[:at] + word + text[at + cut :]
    try:
        state = read(text, standard_rules())
    except (UnreadableError, IllegalError) as error:
        assert str(error)
    else:
        assert write(read(write(state), standard_rules())) == write(state)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "line 1, column 1: expected 'colossi floor' and a number, found nothing"),
        (
            "chess floor 1",
            "line 1, column 1: expected 'colossi' (the first line is 'colossi floor' and a number), found 'chess'",
        ),
        ("colossi floor 4", "line 1, column 15: expected a whole number from 1 to 3, found '4'"),
        ("colossi floor 1\nplayers 1\n", "line 3, column 1: expected 'board' and its rows, found nothing"),
        (replaced("players 1", "players 5"), "line 2, column 9: expected a whole number from 1 to 4, found '5'"),
        (replaced("players 1", "players ²"), "line 2, column 9: expected a whole number from 1 to 4, found '²'"),
        (replaced("players 1", "players"), "line 2, column 9: expected a whole number from 1 to 4, found nothing"),
        (
            replaced("players 1", "player 1"),
            "line 2, column 1: expected one of players, bag, boss, door, to_move, hero",
        ),
        (replaced("bag 31", "bag 31\nbag 30"), "line 4, column 1: expected each word once (bag is in line 3 already)"),
        (replaced("bag 31", "bag many"), "line 3, column 5: expected a number of tiles, or counts by kind"),
        (
            replaced("bag 31", "bag hero/tee:1 odd/tee:2"),
            "line 3, column 16: expected SYMBOL/SHAPE:COUNT, each kind once",
        ),
        (replaced("bag 31", "bag hero/tee"), "line 3, column 5: expected SYMBOL/SHAPE:COUNT, each kind once"),
        (replaced("door shut", "door ajar"), "line 5, column 6: expected shut or open, found 'ajar'"),
        (
            replaced("hero 1 c4", "hero 1 c14"),
            "line 7, column 8: expected a cell from a1 to l12, 'dead' or 'left', found 'c14'",
        ),
        (replaced("sword:1", "sword"), "line 7, column 20: expected hp N, key, key:N, sword:LEVEL"),
        (replaced("sword:1", "sword:x"), "line 7, column 20: expected a whole number from 1 to 9, found 'sword:x'"),
        (replaced("hp 3", "hp 3 hp 2"), "line 7, column 16: expected hp once, found 'hp'"),
        (
            replaced("drop e3", "hero 1 c3\ndrop e3"),
            "line 8, column 6: expected each hero once (hero 1 is in line 7 already)",
        ),
        (replaced("e3 key", "e3 sword"), "line 8, column 9: expected 'key', found 'sword'"),
        (
            replaced("board\n", "opened d4 up\nboard\n"),
            "line 9, column 11: expected north, east, south or west, found 'up'",
        ),
        (
            replaced("┘.", "┘?"),
            "line 12, column 13: expected a cell: ··, or one of ╵╶└╷│┌├╴┘─┴┐┤┬┼ and one of . S B X m $ h !",
        ),
        (replaced("│! ·· ··", "│! ··"), "line 14, column 16: expected cell 6 of 6 in this row, found nothing"),
        (replaced("│! ··", "│! ·· ··"), "line 14, column 19: expected the end of the line, found '··'"),
        (replaced("┼B ·· ·· ·· ·· ··\n", ""), "line 15, column 1: expected row 6 of 6, found nothing"),
        (EXAMPLE + "·· ··", "line 16, column 1: expected the end (boards are square, and the first row has 6 cells)"),
        (EXAMPLE.split("··")[0], "line 10, column 1: expected a row of the board, found nothing"),
    ],
)  # fmt: skip
def test_unreadable(text, message):
    with pytest.raises(UnreadableError) as error:
        read(text, standard_rules())
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    "changes, problem",
    [
        (("┼B", "··"), "board: no boss room; a floor has one (COL-06)"),
        (("┼B ··", "┼B ┼X"), "board: 2 exit doors (e1, b6); a floor has one (COL-06)"),
        (("┼X ··", "·· ··", "·· ·· ·· │!", "·· ┼X ·· │!"), "b5: the exit door is in the shaded area (COL-05)"),
        (("┼B ··", "·· ··", "·· ·· ·· │!", "·· ┼B ·· │!"), "b5: the boss room is in the shaded area (COL-04)"),
        (("┼X", "┬X"), "e1: the exit door is ┼ in this ruleset, not ┬ (COL-05)"),
        (("╶m ┼S", "┼S ┼S"), "board: the start cells are c3, d3, c4, d4, not b3, c3, d3, c4, d4 (COL-03)"),
        (("boss 3", "boss 4"), "line 4: boss 4: a boss has at most 3 hit points (COL-27)"),
        (("players 1", "players 2"), "line 10: the board is 6 x 6, and there are 2 players: 8 x 8 (COL-02)"),
        (("bag 31", "bag 105"), "line 3: bag 105: only 104 tiles are not on the board (COL-07)"),
        (
            ("bag 31", "bag loot/straight:5"),
            "tiles: 6 of loot/straight, 5 of them in the bag; the ruleset has 5 (COL-07)",
        ),
        (("hero 1 c4", "hero 1 a1"), "line 7: hero 1 is on a1, an empty cell"),
        (("hero 1 c4", "hero 1 g7"), "line 7: hero 1 is on g7, off the board"),
        (
            ("hero 1 c4", "hero 1 b3"),
            "line 7: hero 1 is on b3 with a living monster; a lost round throws a hero back (COL-26)",
        ),
        (("hero 1 c4", "hero 1 a6"), "line 7: hero 1 is in the boss room a6, and the boss lives (COL-28)"),
        (("hero 1", "hero 2"), "line 7: hero 2: there is 1 player"),
        (("to_move 1", "to_move 2"), "line 6: to_move 2: there is 1 player"),
        (("hp 3", "hp 5"), "line 7: hero 1 has hp 5; a living hero has 1 to 4 (COL-27)"),
        (("hp 3", "hp 0"), "line 7: hero 1 has hp 0; a living hero has 1 to 4 (COL-27)"),
        (("c4 hp 3", "dead hp 1"), "line 7: hero 1 is dead and has hp 1 (COL-29)"),
        (("c4 hp 3", "dead"), "line 7: hero 1 is dead and carries things (COL-29)"),
        (("c4 hp 3", "left"), "line 7: hero 1 has left and holds a key; leaving destroys it (COL-52)"),
        (("c4 hp 3", "left"), "heroes: nobody is on the floor and somebody has left: floor 1 is complete (COL-57)"),
        (("sword:1", "sword:1 sword:1"), "line 7: hero 1 holds 2 of sword; a hero has at most one (COL-37)"),
        (("sword:1", "sword:2"), "line 7: hero 1 holds sword:2; up to floor 1 levels are 1 (COL-38)"),
        (
            ("sword:1", "potion:skill potion:skill potion:stone"),
            "line 7: hero 1 holds 4 potions; a hero has at most 3 (COL-42)",
        ),
        (("key sword", "key:4 sword"), "items: 5 of key in play; there are 4 cards (COL-09)"),
        (("drop e3", "drop e5"), "line 8: the key is on e5, an empty cell"),
        (("drop e3", "drop e7"), "line 8: the key is on e7, off the board"),
        (("board\n", "opened a1 east\nboard\n"), "line 9: a1 is empty; a secret door opens a side of a tile"),
        (("board\n", "opened g1 east\nboard\n"), "line 9: g1 is off the board"),
        (("board\n", "opened d5 east\nboard\n"), "line 9: the east side of d5 (│) is closed, not opened"),
        (("board\n", "opened e1 north\nboard\n"), "line 9: the north side of e1 faces no cell of the board"),
        (("board\n", "opened b3 east\nboard\n"), "line 9: b3 had no open side before; every tile has one"),
    ],
)  # fmt: skip
def test_impossible(changes, problem):
    assert problem in problems(replaced(*changes))


def test_all_problems_at_once():
    text = replaced("┼B", "··", "hp 3", "hp 9", "bag 31", "bag 200", "drop e3", "drop a2")
    assert len(problems(text)) == 4


def test_floor_beyond_the_ruleset():
    text = replaced("floor 1", "floor 2")
    assert problems(text, standard_rules(floors=1)) == ["line 1: floor 2: this ruleset has 1 (COL-01)"]


def test_endless_loot_has_no_card_limit():
    state = read(replaced("key sword", "key:9 sword"), standard_rules(loot="endless"))
    assert state.held[0, KEY] == 9
    assert state.supply[KEY] == 4


def test_missing_lines_are_those_of_a_floor_that_begins():
    board = EXAMPLE[EXAMPLE.index("board") :]
    state = read("colossi floor 2\n" + board, standard_rules())
    assert (state.players, state.boss_hp, state.door_open, state.hero, state.bag_count) == (1, 3, 0, 0, 104)
    assert (state.where[0], state.cell[0], state.hp[0]) == (ON_FLOOR, 26, 4)
    assert not state.held.any()
    assert not state.gone.any()


def test_comments_blank_lines_and_line_ends():
    lines = EXAMPLE.splitlines()
    text = "\ufeff# a floor\r\n\r\n" + "\r\n".join(f"  {line}\t# note" for line in lines)
    assert write(read(text, standard_rules())) == write(read(EXAMPLE, standard_rules()))


def test_plain_tiles_are_normal_first_then_beaten_monsters_then_used_closets():
    # the ruleset has one normal dead end and one with a monster
    text = replaced("┼B ·· ·· ··", "┼B ╷. ╷. ╷.", "╶m", "┼m", "bag 31", "bag 0")
    assert read(text, standard_rules()).kind[5, :4].tolist() == [27, 1, 11, 21]


def test_bag_by_number_keeps_the_proportions():
    state = read(replaced("bag 31", "bag 52"), standard_rules())
    left = state.bag + state.gone
    assert left.sum() == 104
    assert (np.abs(state.bag - left / 2) < 1).all()


def test_a_tile_in_hand_is_written_in_the_bag():
    state = read(replaced("bag 31", "bag hero/tee:1"), standard_rules())
    state.drawn = 24
    assert "bag hero/tee:2\n" in write(state)


@pytest.mark.parametrize("hero, result", [("dead", LOST), ("left hp 2", WON)])
def test_nobody_on_the_last_floor_is_the_end(hero, result):
    text = replaced("floor 1", "floor 3", "c4 hp 3 key sword:1 potion:health", hero)
    state = read(text, standard_rules())
    assert (state.phase, state.result) == (OVER, result)
    assert state.where[0] == (DEAD if hero == "dead" else LEFT)
    assert write(read(write(state), standard_rules())) == write(state)


def test_turn_passes_over_the_dead_when_it_is_not_said_whose_it_is():
    state = random_floor(Random(1), players=3)
    state.where[:3], state.hp[0] = [DEAD, ON_FLOOR, ON_FLOOR], 0
    state.held[0], state.cell[:3], state.hp[1:3] = 0, 5 * 13, 4
    text = "\n".join(line for line in write(state).splitlines() if not line.startswith(("to_move", "drop")))
    assert read(text, standard_rules()).hero == 1


@pytest.mark.rule("COL-02")
def test_cell_names():
    assert [cell_name(cell) for cell in (0, 38, 143)] == ["a1", "c4", "l12"]
    assert [read_cell(name) for name in ("a1", "c4", "l12", "C4")] == [0, 38, 143, 38]
    for name in ("", "c0", "c13", "m1", "c04", "4c", "c4 "):
        with pytest.raises(UnreadableError):
            read_cell(name)
    with pytest.raises(UnreadableError, match="from a1 to f6"):
        read_cell("g1", side=6)
