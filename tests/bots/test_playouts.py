"""Playouts: what they may leave out, and how far their short cuts may lead them from the advice."""

import networkx as nx
import numpy as np
import pytest
from walking import positions

from crypt.bots import Bot, compiled
from crypt.bots.bot import way_of
from crypt.core.catalog import catalog, find_game
from crypt.core.ruleset import standard
from crypt.games.colossi.mind import (
    EXIT,
    IS_EMPTY,
    NEW_GROUND,
    NO_WAY,
    OFFSETS,
    cost_to_enter,
    draw_map,
    framed,
    is_way,
    shut_boss,
    survey,
)
from crypt.games.colossi.state import ON_FLOOR, TAKE_TURN, WIDTH
from crypt.games.colossi.worth import worth

WITH_SHORTLIST = [name for name in catalog() if hasattr(find_game(name).part("advice"), "shortlist")]


def thinker(game):
    """A game's advice, and an empty mind of its planner."""
    mind = compiled(game).space(1).minds[0]
    mind.character[:] = way_of(game, "search")[1]
    return game.part("advice"), mind


@pytest.mark.parametrize("name", WITH_SHORTLIST)
def test_the_best_advised_actions_are_on_the_shortlist(name):
    game = find_game(name)
    advice, mind = thinker(game)
    rules, room = standard(game).record, np.zeros(game.most_actions, np.int32)
    seen = 0
    for players in game.players:
        for state in positions(game, players, 80):
            legal = game.legal_actions(rules, state)
            listed = room[: advice.shortlist(rules, state, room)].tolist()
            assert listed and set(listed) <= set(legal) and len(set(listed)) == len(listed)
            mind.stamp = 0
            advice.consider(rules, state, mind)
            scores = {action: advice.advise(rules, state, mind, action) for action in legal}
            assert {action for action in legal if scores[action] == max(scores.values())} <= set(listed)
            seen += len(listed) < len(legal)
    assert seen > 0  # it leaves something out


def test_a_mind_that_follows_a_game_mostly_thinks_as_one_that_begins_anew():
    """It draws its maps anew only where they are wrong under a hero's feet."""
    game = find_game("colossi")
    rules, trace, bot = standard(game).record, game.new_trace(), Bot(game, standard(game), "greedy")
    advice, following = thinker(game)
    _, fresh = thinker(game)
    same = []
    for seed in range(6):
        state = game.new_state()
        state.players = 2
        game.start(rules, state, np.uint64(seed))
        following.stamp = 0
        for key in range(120):
            if game.is_over(state):
                break
            fresh.stamp = 0
            legal = game.legal_actions(rules, state)
            best = []
            for mind in (following, fresh):
                advice.consider(rules, state, mind)
                scores = [advice.advise(rules, state, mind, action) for action in legal]
                best.append({action for action, score in zip(legal, scores, strict=True) if score == max(scores)})
            same.append(bool(best[0] & best[1]))
            game.step(rules, state, bot.choose(state, key), trace)
    assert len(same) > 300 and 0.85 < np.mean(same) < 1


def test_the_maps_of_a_mind_give_each_cell_the_cost_of_the_best_way():
    """By one Dijkstra of networkx for each map; where the map of the exit may stop early, it is right for all heroes."""
    game = find_game("colossi")
    rules, (_, whole), (_, early) = standard(game).record, thinker(game), thinker(game)
    for state in list(greedy_positions(game, 3, 150))[::10]:
        for aim in (EXIT, NEW_GROUND):
            for mind, goes_on in ((whole, True), (early, False)):
                survey(state, mind)
                shut_boss(state, mind, False)
                draw_map(state, mind, aim, goes_on)
            costs, cells = best_ways(whole, aim), inside(state)
            assert [int(whole.cost[aim, at]) for at in cells] == [costs.get(at, NO_WAY) for at in cells]
            for hero in range(3):
                if state.where[hero] == ON_FLOOR:
                    at = framed(state.cell[hero])
                    assert early.cost[aim, at] == whole.cost[aim, at]
        assert worth(rules, state, early, False, 1.0) == worth(rules, state, whole, False, 1.0)


def greedy_positions(game, players, decisions):
    """The positions of a game that `greedy` plays, at which heroes have turns."""
    rules, trace, bot = standard(game).record, game.new_trace(), Bot(game, standard(game), "greedy")
    state = game.new_state()
    state.players = players
    game.start(rules, state, np.uint64(5))
    for key in range(decisions):
        if game.is_over(state):
            return
        if state.phase == TAKE_TURN:
            yield state.copy()
        game.step(rules, state, bot.choose(state, key), trace)


def inside(state):
    """The framed cells of the board."""
    return [framed(row * WIDTH + col) for row in range(state.side) for col in range(state.side)]


def best_ways(mind, aim):
    """What each cell costs from the exit, or from the nearest empty cell, by networkx."""
    ways = nx.DiGraph()
    for at in np.flatnonzero(mind.ground).tolist():
        ways.add_node(at)
        for direction in range(4):
            if is_way(mind, at, direction):
                ways.add_edge(at, at + OFFSETS[direction], weight=cost_to_enter(int(mind.ground[at])))
    sources = np.flatnonzero(mind.ground & IS_EMPTY).tolist() if aim == NEW_GROUND else np.flatnonzero(mind.cost[EXIT] == 0)
    found = nx.multi_source_dijkstra_path_length(ways, {int(at) for at in sources if at in ways})
    return {at: min(cost, NO_WAY) for at, cost in found.items()}


@pytest.mark.parametrize(("visits", "lead", "squares", "is_chosen"), [
    (1, 0.5, 0.25, False),  # a single world has no standard error
    (7, 3.5, 1.75, False),  # nor have seven that agree enough to say
    (8, 4.0, 2.0, True),
    (100, 10.0, 1000.0, False),  # a lead of 0.1 with a standard error of 0.3
    (100, 10.0, 2.0, True),
])  # fmt: skip
def test_a_lead_must_rest_on_enough_worlds(visits, lead, squares, is_chosen):
    kernels = compiled(find_game("colossi"))
    moves = kernels.space(1).moves
    for i in range(2):
        moves[i].is_open, moves[i].visits = True, visits
    moves[1].lead, moves[1].lead_squares = lead, squares
    assert kernels.favourite(moves, 2) == is_chosen


@pytest.mark.parametrize("name", list(catalog()))
def test_a_search_of_one_world_takes_advice(name):
    game = find_game(name)
    advice, mind = thinker(game)
    bot, rules = Bot(game, standard(game), "search", iterations=1), standard(game).record
    for key, state in enumerate(positions(game, game.players[0])):
        mind.stamp = 0
        advice.consider(rules, state, mind)
        scores = {action: advice.advise(rules, state, mind, action) for action in game.legal_actions(rules, state)}
        assert scores[bot.choose(state, key)] == max(scores.values())
