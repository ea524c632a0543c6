"""The connectivity report, on floors made by hand and against a brute force that reads the notation by itself."""

import json
from collections import deque
from random import Random
from time import process_time

import numpy as np
import pytest
from floors import EXAMPLE, random_floor, standard_rules

from crypt import connect
from crypt.connect import choke_points, dangerous_placements, report, report_frame, report_text, shape_report
from crypt.connect.terrain import Terrain, terrain_of
from crypt.core.catalog import find_game
from crypt.core.game import CryptError
from crypt.core.ruleset import standard
from crypt.core.session import Session
from crypt.games.colossi.graph import exit_name, graph, ground
from crypt.games.colossi.notation import cell_name, read, write
from crypt.games.colossi.reach import COST, spread, wipe
from crypt.games.colossi.state import EXIT_DOOR, ON_FLOOR, POTION, TAKE_TURN, TELEPORTATION, WIDTH, new_state

NORTH, EAST, SOUTH, WEST = (-1, 0), (0, 1), (1, 0), (0, -1)
GLYPH_SIDES = {
    "╵": (NORTH,), "╶": (EAST,), "╷": (SOUTH,), "╴": (WEST,), "│": (NORTH, SOUTH), "─": (EAST, WEST),
    "└": (NORTH, EAST), "┌": (EAST, SOUTH), "┐": (SOUTH, WEST), "┘": (NORTH, WEST),
    "├": (NORTH, EAST, SOUTH), "┬": (EAST, SOUTH, WEST), "┤": (NORTH, SOUTH, WEST), "┴": (NORTH, EAST, WEST),
    "┼": (NORTH, EAST, SOUTH, WEST), "·": (NORTH, EAST, SOUTH, WEST),
}  # fmt: skip


# ------------------------------------------------------------------------------------------------ floors by hand


def floor(board, hero="hero 1 c3", bag=20, boss=3):
    return read(f"colossi floor 1\nplayers 1\nbag {bag}\nboss {boss}\n{hero}\nboard\n{board}", standard_rules())


def line(*arguments, **options):
    (found,) = report(floor(*arguments, **options))["heroes"]
    return found


OPEN = """\
·· ·· ·· ·· ·· ┼X
·· ·· ·· ·· ·· ··
·· ·· ┼S ┼S ·· ··
·· ·· ┼S ┼S ·· ··
·· ·· ·· ·· ·· ··
┼B ·· ·· ·· ·· ··
"""
WALLED = OPEN.replace("·· ┼X\n·· ·· ·· ·· ·· ··", "╷m ┼X\n·· ·· ·· ·· ·· ╷.")
BESIDE = OPEN.replace("·· ┼X", "╶. ┼X")
BEHIND_BOSS = OPEN.replace("·· ·· ┼X\n·· ·· ·· ·· ·· ··", "·· ┼B ┼X\n·· ·· ·· ·· ·· ╷.").replace("\n┼B", "\n··")


def test_example():
    assert json.loads(json.dumps(report(read(EXAMPLE, standard_rules())))) == {
        "game": "colossi",
        "exit": "e1",
        "heroes": [{"hero": 1, "cell": "c4", "status": "connected", "steps": 5, "tiles_needed": 0, "ways": 3}],
    }


def test_buildable_and_starved():
    wanted = {"hero": 1, "cell": "c3", "steps": None, "tiles_needed": 3, "ways": 2}
    assert line(OPEN, bag=3) == wanted | {"status": "buildable"}
    assert line(OPEN, bag=2) == wanted | {"status": "starved"}


def test_walled():
    wanted = {"hero": 1, "cell": "c3", "status": "walled", "steps": None, "tiles_needed": None, "ways": 0}
    assert line(WALLED) == wanted


def test_behind_boss():
    walled = {"hero": 1, "cell": "c3", "status": "walled", "steps": None, "tiles_needed": None, "ways": 0}
    assert line(BEHIND_BOSS) == walled | {"behind_boss": True}
    beaten = {"hero": 1, "cell": "c3", "status": "buildable", "steps": None, "tiles_needed": 2, "ways": 1}
    assert line(BEHIND_BOSS, boss=0) == beaten


def test_behind_boss_without_the_tiles_to_get_there_is_walled():
    assert "behind_boss" not in line(BEHIND_BOSS, bag=1)


def test_on_the_exit():
    found = line(OPEN, hero="hero 1 f1")
    assert found == {"hero": 1, "cell": "f1", "status": "connected", "steps": 0, "tiles_needed": 0, "ways": None}


def test_beside_the_exit_a_direct_passage_is_one_way():
    board = OPEN.replace("·· ┼X", "─. ┼X")
    assert line(board, hero="hero 1 e1") == {
        "hero": 1, "cell": "e1", "status": "connected", "steps": 1, "tiles_needed": 0, "ways": 2,
    }  # fmt: skip


def test_several_heroes_in_one_cell_and_one_that_is_dead():
    state = random_floor(Random(3), players=4, tiles=0)
    state.where[:4], state.cell[:4] = [ON_FLOOR, 3, ON_FLOOR, ON_FLOOR], 65
    heroes = report(state)["heroes"]
    assert [found["hero"] for found in heroes] == [1, 3, 4]
    assert len({json.dumps(found | {"hero": 0}) for found in heroes}) == 1


def test_the_tile_in_hand_can_still_be_placed():
    state = floor(OPEN, bag=2)
    state.drawn = 3
    assert report(state)["heroes"][0]["status"] == "buildable"


def test_no_exit_and_no_position_are_clear_errors():
    with pytest.raises(CryptError, match="no exit door on the board"):
        report(new_state())
    with pytest.raises(CryptError, match="not a position"):
        report("colossi")


@pytest.mark.parametrize("question", [report, choke_points, dangerous_placements, shape_report])
def test_a_game_without_an_exit_has_a_graph_but_no_report(question):
    game = find_game("lair")
    state = Session.new(game, ["Ann", "Ben"], standard(game), 1).state
    assert len(connect.graph(state)) > 40
    with pytest.raises(CryptError, match="the board of Loot the Dragon's Lair has no exit"):
        question(state)


def test_frame():
    frame = report_frame(floor(BEHIND_BOSS))
    assert list(frame.columns) == ["hero", "cell", "status", "steps", "tiles_needed", "ways", "behind_boss"]
    assert frame.steps.isna().all()
    assert frame.behind_boss.tolist() == [True]
    state = floor(OPEN)
    state.where[0] = 3
    assert report_frame(state).empty


@pytest.mark.parametrize(
    "board, options, said",
    [
        (OPEN, {}, "Ann on c3: buildable with 3 more tiles, 2 ways left."),
        (
            OPEN,
            {"bag": 0},
            "Ann on c3: starved: every way needs at least 3 tiles, and the bag holds fewer; 2 ways left.",
        ),
        (OPEN, {"hero": "hero 1 f1"}, "Ann on f1: on the exit."),
        (WALLED, {}, "Ann on c3: walled off from the exit."),
        (BEHIND_BOSS, {}, "Ann on c3: walled off while the boss lives: the only way leads through its room."),
        (BESIDE, {"hero": "hero 1 e1"}, "Ann on e1: connected, 1 step to the exit, 1 way left."),
    ],
)
def test_text(board, options, said):
    assert report_text(report(floor(board, **options)), ["Ann"]).splitlines()[1] == said


# ------------------------------------------------------------------------------------------------ the graph


def test_graph_nodes_and_edges():
    seen = graph(read(EXAMPLE, standard_rules()))
    assert len(seen) == 36
    assert seen.nodes["b3"] == {
        "row": 2, "col": 1, "symbol": "monster", "openings": "east", "placed": True, "heroes": "", "monster": True,
    }  # fmt: skip
    assert seen.nodes["c4"]["heroes"] == "1"
    assert seen.nodes["a1"]["symbol"] == "empty"
    assert seen.edges["e1", "e2"] == {"open": True}
    assert seen.edges["d5", "d6"] == {"open": False}
    assert not seen.has_edge("b3", "b4")
    assert not seen["a6"]


def test_known_graph_has_placed_tiles_only():
    seen = graph(read(EXAMPLE, standard_rules()), known=True)
    assert sorted(seen) == ["a6", "b3", "c3", "c4", "d3", "d4", "d5", "e1", "e2", "e3"]
    assert all(is_open for _, _, is_open in seen.edges(data="open"))
    assert seen.number_of_edges() == 9


def test_graph_through_the_boss():
    assert set(graph(read(EXAMPLE, standard_rules()), through_boss=True)["a6"]) == {"a5", "b6"}


# ------------------------------------------------------------------------------------------------ brute force


class Plain:
    """A floor read from its text, with ways found by trying."""

    def __init__(self, text):
        lines = text.splitlines()
        words = {words[0]: words[1:] for words in map(str.split, lines[: lines.index("board")])}
        rows = [row.split() for row in lines[lines.index("board") + 1 :]]
        self.cells = {(r, c): rows[r][c] for r in range(len(rows)) for c in range(len(rows))}
        self.bag = sum(int(word.split(":")[-1]) for word in words["bag"])
        self.heroes = {
            int(found[1]): (int(found[2][1:]) - 1, ord(found[2][0]) - 97)
            for found in map(str.split, lines)
            if found[0] == "hero" and found[2] not in ("dead", "left")
        }
        self.boss_lives = words["boss"] != ["0"]
        self.exit = next(cell for cell, tile in self.cells.items() if tile[1] == "X")

    def neighbours(self, cell, through_boss=False):
        for step in GLYPH_SIDES[self.cells[cell][0]]:
            other = cell[0] + step[0], cell[1] + step[1]
            if other not in self.cells or (-step[0], -step[1]) not in GLYPH_SIDES[self.cells[other][0]]:
                continue
            if self.boss_lives and not through_boss and "B" in self.cells[cell] + self.cells[other]:
                continue
            yield other

    def fewest(self, start, costs, through_boss=False):
        """The cheapest way to the exit where entering a cell costs `costs(tile)` (None: not to be entered)."""
        best, queue = {start: 0}, deque([start])
        while queue:
            cell = queue.popleft()
            for other in self.neighbours(cell, through_boss):
                cost = costs(self.cells[other])
                if cost is not None and best[cell] + cost < best.get(other, 999):
                    best[other] = best[cell] + cost
                    queue.append(other)
        return best.get(self.exit)

    def way(self, start, removed, direct):
        """Cells of some shortest way to the exit, both ends left out; None without a way."""
        came, queue = {start: None}, deque([start])
        while queue:
            cell = queue.popleft()
            for other in self.neighbours(cell):
                if other in came or other in removed or (cell == start and other == self.exit and not direct):
                    continue
                came[other] = cell
                if other == self.exit:
                    way = []
                    while came[other] != start:
                        other = came[other]
                        way.append(other)
                    return way
                queue.append(other)
        return None

    def cut(self, start, removed=frozenset(), most=4):
        """The size of the smallest set of cells that cuts a hero off, a direct passage apart."""
        way = self.way(start, removed, direct=False)
        if way is None:
            return 0
        best = most
        for cell in way:
            if best > 1:
                best = min(best, 1 + self.cut(start, removed | {cell}, best - 1))
        return best

    def report(self):
        return [self.line(hero, cell) for hero, cell in sorted(self.heroes.items())]

    def line(self, hero, cell):
        name = f"{chr(97 + cell[1])}{cell[0] + 1}"
        steps = self.fewest(cell, lambda tile: None if tile == "··" else 1)
        tiles = self.fewest(cell, lambda tile: int(tile == "··"))
        if steps is not None:
            status = "connected"
        elif tiles is None:
            status = "walled"
        else:
            status = "buildable" if tiles <= self.bag else "starved"
        ways = None if cell == self.exit else self.cut(cell) + (self.exit in self.neighbours(cell))
        found = {"hero": hero, "cell": name, "status": status, "steps": steps, "tiles_needed": tiles, "ways": ways}
        behind = self.fewest(cell, lambda tile: int(tile == "··"), through_boss=True)
        if status == "walled" and behind is not None and behind <= self.bag:
            found["behind_boss"] = True
        return found


def floor_of(seed):
    """A random floor; its size goes with the seed."""
    random = Random(seed)
    return random_floor(random, seed % 4 + 1, random.choice((None, None, 2, 108)))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))  # 2,000 floors in all
def test_agrees_with_brute_force(part):
    for seed in range(250 * part, 250 * (part + 1)):
        state = floor_of(seed)
        assert report(state)["heroes"] == Plain(write(state)).report(), f"seed {seed}\n{write(state)}"


def test_the_floors_show_all_that_a_report_can_say():
    lines = [line for seed in range(160) for line in report(floor_of(seed))["heroes"]]
    assert {line["status"] for line in lines} == {"connected", "buildable", "starved", "walled"}
    assert {line["ways"] for line in lines} == {0, 1, 2, 3, None}  # the exit lies at the border
    assert {"behind_boss" in line for line in lines} == {True, False}


def test_the_compiled_search_and_networkx_need_the_same_tiles():
    for seed in range(2000):
        state = floor_of(seed)
        spread(state, int(state.exit_cell), False)
        met = [int(state.boss_cell), *(int(cell) for cell in state.cell[state.where == ON_FLOOR])]
        soon = [int(state.scratch[COST, cell]) for cell in met]
        wipe(state)
        spread(state, int(state.exit_cell), True)
        assert soon == [int(state.scratch[COST, cell]) for cell in met], f"seed {seed}"
        found = {
            cell_name(row * WIDTH + col): int(state.scratch[COST, row * WIDTH + col]) - 1
            for row in range(state.side)
            for col in range(state.side)
            if state.scratch[COST, row * WIDTH + col]
        }
        wipe(state)
        assert not state.scratch.any()
        assert found == Terrain(graph(state, through_boss=True), exit_name(state)).tiles, f"seed {seed}"


def test_positions_share_a_terrain_only_with_the_same_passages():
    game, seen, shared = find_game("colossi"), {}, 0
    for seed in range(3):
        for state in turns_of_a_random_game(game, standard(game).record, seed):
            floor = graph(state)
            passages = sorted(map(sorted, floor.edges)), dict(floor.nodes(data="placed")), exit_name(state)
            shared += ground(state) in seen
            assert seen.setdefault(ground(state), passages) == passages
            assert terrain_of(state).floor.edges == floor.edges
    assert shared > 3 and len(seen) > 10


def test_full_board_with_four_heroes_is_quick():
    took = []
    for state in map(full_board, range(6)):  # each another, since what was worked out is kept for a while
        begun = process_time()
        report(state)
        took.append(process_time() - begun)
    assert min(took[1:]) < 0.05


def full_board(first=0):
    """A 12 x 12 board on which only crosses and tees lie, with a hero near each corner of the start."""
    state = random_floor(Random(5), players=4, tiles=0)
    state.sides[state.kind == 0] = [15 if (i + first) % 7 else 7 for i in range(int((state.kind == 0).sum()))]
    state.kind[state.kind == 0] = 5
    assert state.kind[divmod(int(state.exit_cell), 12)] == EXIT_DOOR
    state.where[:4], state.cell[:4], state.boss_hp = ON_FLOOR, [13, 22, 121, 130], 0
    return state


# ------------------------------------------------------------------------------------------------ with the rules


@pytest.mark.rule("COL-54")
def test_living_heroes_are_those_that_the_rules_spare():
    game = find_game("colossi")
    rules = standard(game).record
    for seed in range(8):
        for state in turns_of_a_random_game(game, rules, seed):
            ways = Terrain(graph(state, through_boss=True), exit_name(state)).tiles
            for found in report(state)["heroes"]:
                exempt = state.held[found["hero"] - 1, POTION + TELEPORTATION] > 0
                spared = exempt or ways.get(found["cell"], 999) <= state.bag_count
                assert spared, f"seed {seed}\n{write(state)}"
                if not exempt and found["status"] == "walled":
                    assert found["behind_boss"]


def turns_of_a_random_game(game, rules, seed):
    """The positions at the beginning of each turn."""
    random, state, trace = Random(seed), game.new_state(), game.new_trace()
    state.players = seed % 4 + 1
    game.start(rules, state, np.uint64(seed))
    turns = state.turns
    for _ in range(400):
        if game.is_over(state):
            return
        game.step(rules, state, random.choice(game.legal_actions(rules, state)), trace)
        if state.turns != turns and state.phase == TAKE_TURN:
            turns = state.turns
            if turns % 3 == 0:
                yield state
