"""Chances that can be worked out exactly, against what many fights and games give."""

from fractions import Fraction

import numpy as np
import pytest
from games.prism.table import ruled, table
from games.walks import begun

from crypt import simulate
from crypt.core.trace import new_trace
from crypt.games.prism.advice import chance_to_win
from crypt.games.prism.front import GAME
from crypt.games.prism.state import A_ATTACK, A_FLEE, MONSTERS

FIGHTS = 4000
WORN = {0: "-", 2: "helm shield", 4: "helm shield breastplate boots"}  # by pieces of armour


def hit(bonus, armour):
    """The chance to hit, straight from the rule: 1 misses, 6 wins."""
    return Fraction(sum(die == 6 or (die != 1 and die + bonus >= armour) for die in range(1, 7)), 6)


def win(mine, its, begins=True):
    """The chance to win a fight of alternating attacks."""
    first = mine / (1 - (1 - mine) * (1 - its))
    return first if begins else (1 - its) * first


def meeting(monster, pieces, sword):
    """Ann meets a monster on e4, with so many pieces of armour and a sword or none."""
    worn = f"{WORN[pieces].replace('-', '')} {sword}".strip() or "-"
    t = table("pawn 2 a1", f"card 1 worn {worn} carried - - - -", monsters=f"e4:{monster.replace(' ', '_')}")
    return t.do("go north")


def won(t, action, fights):
    """How many of so many fights are won."""
    trace, count = new_trace(), 0
    for key in range(fights):
        state = t.state.copy()
        state.chance.key[:] = np.uint64(1000 + 77 * key)
        GAME.step(t.rules, state, action << 16, trace)
        count += int(state.beaten.sum() - t.state.beaten.sum())
    return count


@pytest.mark.parametrize(
    "monster, pieces, sword",
    [("rat", 0, ""), ("dragon", 0, ""), ("dragon", 4, "thunder_sword_+3"), ("ogre", 2, "sword_+1"), ("ghost", 2, "")],
)
def test_whole_fights(monster, pieces, sword):
    t = meeting(monster, pieces, sword)
    kind, bonus = MONSTERS.index(monster), {"": 0, "sword_+1": 1, "thunder_sword_+3": 3}[sword]
    mine = hit(bonus, int(t.rules.monster_armour[kind]))
    its = hit(int(t.rules.monster_bonus[kind]), 3 + pieces)
    share = win(mine, its)
    assert chance_to_win(t.rules, t.state, 0, kind) == pytest.approx(float(share))
    deviation = (FIGHTS * float(share * (1 - share))) ** 0.5
    assert abs(won(t, A_ATTACK, FIGHTS) - FIGHTS * share) < 5 * deviation


@pytest.mark.rule("PRI-13")
@pytest.mark.parametrize("monster", ["ghoul", "dragon"])
def test_flights_that_fail_are_fights_that_the_monster_begins(monster):
    t, kind = meeting(monster, 0, ""), MONSTERS.index(monster)
    bonus, armour = int(t.rules.monster_bonus[kind]), int(t.rules.monster_armour[kind])
    share = Fraction(bonus, 6) * win(hit(0, armour), hit(bonus, 3), begins=False)
    deviation = (FIGHTS * float(share * (1 - share))) ** 0.5
    assert abs(won(t, A_FLEE, FIGHTS) - FIGHTS * share) < 5 * deviation


@pytest.mark.rule("face_down")
def test_what_is_turned_up_first():
    """Over many games the first piece that is met is each monster as often as there are pieces of it."""
    games, rules, trace = 4000, ruled(), new_trace()
    seen = np.zeros(len(MONSTERS), int)
    for seed in range(games):
        state = begun(GAME, rules, 2, seed)
        tile = int(np.flatnonzero(state.marked)[0])
        beside = [(int(t), d) for t in range(61) for d in range(6) if rules.near[t, d] == tile]
        free = [(t, d) for t, d in beside if not state.monster[t]]
        if not free:
            continue
        state.pawn[0] = free[0][0]
        GAME.step(rules, state, 1 << 16 | free[0][1], trace)
        kinds = np.flatnonzero(rules.monsters != state.unseen_monsters)
        seen[kinds[0]] += 1
    total = seen.sum()
    assert total > games / 2
    for kind, count in enumerate(rules.monsters.tolist()):
        share = count / 23
        assert abs(seen[kind] - total * share) < 5 * (total * share * (1 - share)) ** 0.5


def test_columns_of_results_agree_with_one_another():
    found = simulate("prism", 3, 300, seed=1, bots=["greedy"] * 3)
    assert set(found["result"]) == {"won"} and (found["carried"] == 6).all()
    assert (found[[f"score_{i}" for i in (1, 2, 3)]].sum(axis=1) == 6).all() and (found["score_4"] == 0).all()
    kinds = [name.replace(" ", "_") for name in MONSTERS[1:]]
    assert (found[[f"won_{kind}" for kind in kinds]].sum(axis=1) == found["fights_won"]).all()
    assert (found[[f"fought_{kind}" for kind in kinds]].sum(axis=1) == found["fights"]).all()
    for kind in kinds:
        assert (found[f"won_unarmed_{kind}"] <= found[f"won_{kind}"]).all()
        assert (found[f"won_unarmed_{kind}"] <= found[f"fought_unarmed_{kind}"]).all()
        assert (found[f"fought_unarmed_{kind}"] <= found[f"fought_{kind}"]).all()
    reached = found[[f"crystal_{i}" for i in range(1, 7)]].to_numpy()
    assert (np.diff(reached, axis=1) >= 0).all() and (reached[:, 0] > 0).all()
    assert (found["last_rounds"] == reached[:, 5] - reached[:, 4]).all() and (found["crystal_6"] == found["rounds"]).all()
    assert (found["fled"] <= found["flights"]).all() and (found["encounters"] == found["fights"] + found["fled"]).all()
    assert (found["scars"] <= found["scarred"] - found["healed"]).all()
    assert (found["turns"] <= 3 * found["rounds"]).all() and (found["turns"] > 3 * (found["rounds"] - 1)).all()
