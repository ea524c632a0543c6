"""How well the bots play: advice beats chance, and the words of a value hold."""

import numpy as np
import pytest
from games.prism.table import table
from statsmodels.stats.weightstats import DescrStatsW

from crypt import simulate
from crypt.bots import Bot
from crypt.core.ruleset import standard
from crypt.games.prism import advice, words
from crypt.games.prism.front import GAME
from crypt.games.prism.state import NOWHERE

ALL = " ".join(f"e4:{colour}_crystal" for colour in ("red", "yellow", "blue", "orange", "green", "purple"))


def rounds(bot, players, games=100):
    return simulate("prism", players, games, seed=4, bots=bot)["rounds"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_advice_is_ten_times_quicker_than_chance(players):
    assert rounds("greedy", players).mean() * 10 < rounds("random", players).mean()


@pytest.mark.slow
def test_looking_ahead_takes_fewer_rounds_than_advice():
    """A search of 100 looks ahead for every decision, both players by the same bot; the games have the same seeds."""
    games, fresh = 240, 2029
    advised = simulate("prism", 2, games, fresh, "greedy")
    searched = simulate("prism", 2, games, fresh, "search", iterations=100)
    assert (advised["seed"] == searched["seed"]).all()
    fewer = (advised["rounds"] - searched["rounds"]).astype(float)
    assert DescrStatsW(fewer).tconfint_mean()[0] > 0


@pytest.mark.parametrize("bot", ["greedy", "search"])
@pytest.mark.parametrize(
    "t, wanted",
    [
        (table("card 1 worn thunder_sword_+3 carried - - - -", monsters="e4:rat", beneath=ALL), "go north"),
        (table("card 1 worn helm carried chest - - -", monsters="e4:rat e6:dragon", beneath=ALL), "go north"),
    ],
)  # fmt: skip
def test_bots_see_a_crystal_beside_them(bot, t, wanted):
    player = Bot(GAME, standard(GAME), bot, iterations=300)
    assert words.action_text(t.state, player.choose(t.state, 3), ()) == wanted


def test_a_crystal_is_the_last_thing_to_be_given_up():
    t = table("card 1 worn - carried red_crystal chest - -", monsters="e4:dragon").do("go north").dice(1, 6, 6).do("attack")
    player = Bot(GAME, standard(GAME), "greedy")
    assert words.action_text(t.state, player.choose(t.state, 3), ()) == "lose the treasure chest"


@pytest.mark.parametrize(
    "carried, beneath, wanted",
    [
        ("horse red_crystal yellow_crystal chest", "fire_sword_+2", "wear the fire sword +2, discarding the old one"),
        ("chest red_crystal yellow_crystal horse", "helm", "wear the helm"),
    ],
)  # fmt: skip
def test_nothing_dear_is_dropped_to_keep_a_spare(carried, beneath, wanted):
    t = table("pawn 2 a1", f"card 1 worn sword_+1 carried {carried}", monsters="e4:rat", beneath=f"e4:{beneath}")
    t.do("go north").dice(6).do("attack")
    assert words.action_text(t.state, Bot(GAME, standard(GAME), "greedy").choose(t.state, 3), ()) == wanted


def value_of(t):
    """What a position is worth to an empty mind."""
    mind = np.zeros(1, advice.MIND).view(np.recarray)[0]
    mind.character[:] = advice.CHARACTERS["greedy"]
    values = {advice.value(t.rules, t.state, mind, seat) for seat in range(t.state.players)}
    assert len(values) == 1  # all win together
    return values.pop()


LIES = {"face_down": "a1 a2 a3", "unseen_monsters": "rat:1 ogre:1 dragon:1", "terrain": "a1:fx a2:fx a3:fx"}


def test_values_rise_with_what_has_been_done():
    nothing = table(unseen_treasures="red_crystal:1 blue_crystal:1 chest:1", **LIES)
    one = table("card 1 worn - carried red_crystal - - -", unseen_treasures="blue_crystal:1 chest:2", **LIES)
    both = table("card 1 worn - carried red_crystal blue_crystal - -", unseen_treasures="chest:3", **LIES)
    armed = table("card 1 worn sword_+1 helm carried red_crystal blue_crystal - -", unseen_treasures="chest:3", **LIES)
    riding = table("card 1 worn - carried red_crystal horse - -", unseen_treasures="blue_crystal:1 chest:2", **LIES)
    values = [value_of(t) for t in (nothing, one, both, armed)]
    assert values == sorted(values) and len(set(values)) == 4 and value_of(riding) > value_of(one)
    held = {"face_down": "", "monsters": "e1:dragon i5:lizard_man"}
    apart = table("card 1 worn - carried red_crystal - - -", beneath="e1:blue_crystal i5:green_crystal", **held)
    together = table("card 1 worn - carried red_crystal - - -", beneath="i5:blue_crystal i5:green_crystal", **held)
    assert value_of(apart) < value_of(together)  # two fights, one of them hard


@pytest.mark.parametrize("turn", [1, 20, 40])
def test_the_sooner_a_game_is_won_the_more_it_is_worth(turn):
    """Half for each 20 rounds: as `VALUE_WORDS` say it. A stalled game is worth nothing."""
    t = table("card 1 worn - carried red_crystal - - -", monsters="e4:rat", beneath="e4:blue_crystal", crystals_to_win=2)
    t.state.turns = 2 * turn
    before = value_of(t)
    t.do("go north").dice(6).do("attack")
    assert value_of(t) == pytest.approx(0.5 ** (turn / 20)) and value_of(t) > before
    stalled = table("pawn 2 a1", seat=2, turn=7, round_limit=7).do("stop")
    assert value_of(stalled) == 0


def test_who_plans_leaves_a_monster_to_a_companion_who_is_nearer():
    t = table("pawn 1 e1", "pawn 2 e8", face_down="e3 e7", monsters="e6:goblin", beneath="e6:chest",
              terrain="e3:fx e7:fx", unseen_monsters="rat:1 ogre:1", unseen_treasures="chest:2")  # fmt: skip
    mind = np.zeros(1, advice.MIND).view(np.recarray)[0]
    names = [GAME.part("board").tile_names(5).index(name) for name in ("e3", "e7", "e6")]
    promises = {}
    for apart in (0, 2):
        mind.character[:], mind.stamp = (0.25, 1.0, apart), 0
        advice.consider(t.rules, t.state, mind)
        promises[apart] = mind.promise[names].tolist()
    assert promises[2] == pytest.approx([promises[0][0], promises[0][1] - 2, promises[0][2] - 2])


@pytest.mark.parametrize("players", [2, 4])
def test_a_tile_promises_the_best_of_the_tiles_beside_less_the_way(players):
    """And a mind that follows a game thinks as one that begins anew, whenever the turn passes or the land changes."""
    rules, bot = standard(GAME).record, Bot(GAME, standard(GAME), "greedy")
    following, fresh = np.zeros(2, advice.MIND).view(np.recarray)
    following.character[:] = fresh.character[:] = advice.PLANNER
    state, trace, last, seen = GAME.new_state(), GAME.new_trace(), None, 0
    state.players = players
    GAME.start(rules, state, np.uint64(6))
    for key in range(150):
        land = (state.turns, state.monster.tobytes(), state.horses.tobytes())
        advice.consider(rules, state, following)
        fresh.stamp = 0
        advice.consider(rules, state, fresh)
        if land != last:
            assert following.promise.tolist() == fresh.promise.tolist()
        for tile in range(rules.cells):
            if state.monster[tile] == 0 and state.horses[tile] == 0:
                beside = [int(other) for other in rules.near[tile] if other != NOWHERE]
                best = max(advice.after_step(rules, state, fresh, other) for other in beside)
                assert fresh.promise[tile] == pytest.approx(max(best, advice.NO_PROMISE), abs=2 * advice.LEAST_RISE)
                seen += best > 0
        last = land
        GAME.step(rules, state, bot.choose(state, key), trace)
    assert seen > 1000
