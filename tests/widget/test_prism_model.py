"""What the Play page is sent for The Prism Crystals, and what it does with a visitor's wishes."""

import json
from random import Random

import pytest
from widget.test_play_model import page, send  # noqa: F401

from crypt import Session, find_game, load_ruleset
from crypt.core.ruleset import build
from crypt.widget import distances


@pytest.fixture
def prism(page):  # noqa: F811
    """A page with a game in design mode."""
    send(page, "new", game="prism", names=["Ann", "Ben", "Cid"], seed="3", mode="design")
    return page


def test_a_whole_game_is_shown(prism):
    """Every action has a button; moves lead from where the pawn stands to tiles of the land; all of it is JSON."""
    random = Random(1)
    for _ in range(250):
        session = prism.session
        if session.is_over:
            break
        legal = session.legal()
        answer = send(prism, "act", code=random.choice(legal[1:]))
        json.dumps(answer)
        if session.is_over or "actions" not in answer:
            continue
        codes = {action["code"] for action in answer["actions"]}
        assert codes == set(session.legal())
        moves = answer["cells"]["moves"] if "cells" in answer else []
        assert {move["code"] for move in moves} == {code for code in codes if code >> 16 == 1}
    assert prism.session.decision >= 250


def test_choosing_tiles_and_why_they_cannot_be_chosen(prism):
    state = prism.session.state
    near = [move["to"] for move in prism.session.game.part("panels").moves(state, prism.session.legal())]
    refused = send(prism, "cell", cell="a1")["said"]
    assert refused["tone"] == "refused" and "a1 is not beside e5" in refused["text"]
    assert "PRI-31" in send(prism, "act", code=5 << 16)["said"]["text"]
    assert "two tiles" in send(prism, "arrow", direction=1)["said"]["text"]
    assert "player 1's turn" in send(prism, "move", piece="2", cell=near[0], carry=False)["said"]["text"]
    send(prism, "move", piece="1", cell=near[0], carry=False)
    assert prism.session.decision == 1


def test_nothing_that_lies_face_down_is_sent(prism):
    """The log and the page of a game say the same of another game of the same land, until a piece is turned up."""
    state = prism.session.state
    other = state.copy()
    prism.session.game.hide(other, 0)
    game, rules, names = prism.session.game, prism.session.ruleset.record, prism.session.names
    assert game.draw.svg(state, rules, names) == game.draw.svg(other, rules, names)
    assert game.notation.write(state) == game.notation.write(other)
    panels = game.part("panels")
    assert panels.facts(state, rules) == panels.facts(other, rules)
    assert panels.cells(state, [], names) == panels.cells(other, [], names)


def test_design_mode_chooses_what_is_turned_up(prism):
    send(prism, "edit", change={"points": "3", "round": "4", "player": "2"})
    assert (prism.session.state.round_number, prism.session.actor) == (4, 1)
    state, game = prism.session.state, prism.session.game
    panels = game.part("panels")
    options = [words for words, _ in panels.choices_of_chance(state, prism.session.ruleset.record)["monster"]["options"]]
    assert options[0] == "horse (2 of 23)" and options[-1] == "dragon (1 of 23)"
    marked = next(tile for tile in range(61) if state.marked[tile])
    near = [int(other) for other in prism.session.ruleset.record.near[marked] if other < 61 and not state.marked[other]]
    names = [game.part("board").tile_names(5)[tile] for tile in (near[0], marked)]
    send(prism, "edit", change={"put": "pawn 2", "cell": names[0]})
    send(prism, "choose", what="monster", option=options.index("dragon (1 of 23)"))
    send(prism, "cell", cell=names[1])
    assert "the dragon" in prism.session.game.words.prompt(prism.session.state, prism.session.names)


def test_the_inspect_page_tells_the_costs_of_the_games_own_ruleset():
    game = find_game("prism")
    costs = {"field": 2, "forest": 2, "mountain": 2}
    rows = [row | {"entry_cost": costs[row["terrain"]]} for row in load_ruleset(game).values["terrain"]]
    flat = build(game, load_ruleset(game).values | {"terrain": rows}, "test", "flat")
    session = Session.new(game, ["Ann", "Ben"], flat, 3)
    chosen = [distances.panels(session, 0, cell)["chosen"]["words"] for cell in ("e5", "a1", "i5")]
    assert all("2 points to enter" in words for words in chosen)
    usual = Session.new(game, ["Ann", "Ben"], load_ruleset(game), 3)
    assert distances.panels(usual, 0, "e5")["chosen"]["words"].startswith("the house, 1 point to enter")
