"""The palette of design mode: pieces are put on the land and on cards, and each stays exactly once somewhere."""

import numpy as np
import pytest
from games.prism.table import Table, game, table

from crypt.core.game import CryptError, UnreadableError
from crypt.games.prism.editing import edit, palette
from crypt.games.prism.notation import read, write


def put(t, thing, cell):
    """The table after a click on a tile with a thing of the palette."""
    change = next(one["change"] for one in palette(t.state)["things"] if one["title"] == thing)
    return Table(t.rules, read(edit(write(t.state), change | {"cell": cell}), t.rules))


def card(t, player, **fields):
    """The table after some fields of a player's card have been set; the others are left as they are."""
    row = palette(t.state)["rows"][player]
    values = {name: value for name, _, value, _ in row["fields"]} | fields
    return Table(t.rules, read(edit(write(t.state), row["change"] | values), t.rules))


def test_what_was_beaten_or_discarded_comes_back():
    t = put(table("pawn 2 a1"), "ogre", "e4")
    assert t.monster("e4") == "ogre" and t.state.beaten[8] == 0
    t = put(put(t, "helm", "e4"), "helm", "e4")
    assert t.beneath("e4") == ["helm", "helm"] and "helm" not in t.gone
    with pytest.raises(UnreadableError, match="no helm to be had"):
        put(t, "helm", "e4")  # both are there already
    t = put(put(t, "ghost", "e4"), "no treasure", "e4")
    assert (t.monster("e4"), t.state.beaten[8], t.gone["helm"]) == ("ghost", 1, 2)
    assert put(t, "no monster", "e4").monster("e4") == ""


def test_what_stands_elsewhere_changes_places_with_all_that_lies_there():
    t = table(monsters="e4:ogre f4:ghost", covered="e4", beneath="f4:helm", unseen_treasures="chest:1")
    t = put(t, "ogre", "f4")
    assert (t.monster("e4"), t.monster("f4"), t.beneath("e4"), t.beneath("f4")) == ("ghost", "ogre", ["helm"], [])
    t = put(t, "ogre", "d4")
    assert (t.monster("f4"), t.monster("d4")) == ("", "ogre") and write(t.state).count("covered d4") == 1
    down = table(terrain="e4:fx", face_down="e4", monsters="f4:ghost", unseen_monsters="ogre:1", unseen_treasures="chest:1")
    down = put(down, "ghost", "e4")
    assert (down.monster("e4"), down.monster("f4")) == ("ghost", "face down")


def test_what_lies_face_down_is_turned_up():
    lies = {"face_down": "e4 e3", "terrain": "e4:fx e3:fx", "unseen_monsters": "ogre:1 rat:1"}
    t = table(monsters="f4:ghost", unseen_treasures="red_crystal:1 helm:1", **lies)
    t = put(t, "ogre", "e4")
    assert t.monster("e4") == "ogre" and t.state.unseen_monsters.sum() == 1 and t.state.covered.sum() == 2
    with pytest.raises(UnreadableError, match="the rat lies face down: put it on a face-down piece or another monster"):
        put(t, "rat", "d4")
    with pytest.raises(UnreadableError, match="the face-down piece on e3 is no dragon"):
        put(t, "dragon", "e3")
    with pytest.raises(UnreadableError, match="no red crystal to be had: turn one up first"):
        put(t, "red crystal", "f4")
    t = put(t, "red crystal", "e4")
    assert t.beneath("e4") == ["red crystal"] and t.state.covered.sum() == 1
    t = put(t, "rat", "f4")  # for the ghost, which is one of those that are face down now
    assert t.monster("f4") == "rat" and t.state.unseen_monsters[16] == 1 and t.state.unseen_monsters.sum() == 1


def test_horses_are_put_down_and_moved():
    t = put(put(table("pawn 2 a1"), "horse", "e4"), "horse", "d4")
    assert (t.horses("e4"), t.horses("d4")) == (1, 1)
    t = put(t, "horse", "f4")
    assert t.horses("f4") == 1 and t.horses("e4") + t.horses("d4") == 1
    for tile in [tile for tile in ("d4", "e4", "f4") if t.horses(tile)]:
        t = put(t, "no horse", tile)
    assert t.state.horses.sum() == 0
    for thing, tile in (("no horse", "f4"), ("no monster", "a1"), ("no treasure", "a1")):
        with pytest.raises(UnreadableError, match="^no "):
            put(t, thing, tile)
    with pytest.raises(UnreadableError, match="no horse to be had"):
        put(game(), "horse", "e4")  # both lie face down


def test_cards_are_filled_from_anywhere():
    t = table("card 2 worn boots carried red_crystal horse - -", monsters="e4:ogre", beneath="e4:helm e4:blue_crystal")
    t = card(t, 1, worn="helm boots thunder_sword_+3", carried="red_crystal blue_crystal horse", scars="head legs")
    assert t.worn(1) == ["helm", "thunder sword +3", "boots"] and t.scars(1) == ["head", "legs"]
    assert t.carried(1) == ["red crystal", "blue crystal", "horse"]
    # a helm, boots, a horse and the sword were out of the game; the crystals were taken from where they were
    assert (t.worn(2), t.carried(2), t.beneath("e4")) == (["boots"], ["horse"], ["helm"])
    t = card(t, 1, worn="nothing", scars="none")
    assert t.worn(1) == [] and t.scars(1) == [] and t.gone["helm"] == 1
    t = put(put(t, "red crystal", "e4"), "horse", "e3")
    assert t.beneath("e4") == ["helm", "red crystal"] and t.carried(1) == ["blue crystal"] and t.horses("e3") == 1


@pytest.mark.parametrize(
    "fields, why",
    [
        ({"carried": "chest chest chest chest helm"}, "4 miscellaneous slots are wanted"),
        ({"worn": "chest"}, "chest cannot be worn there"),
        ({"worn": "helm helm"}, "helm cannot be worn there"),
        ({"carried": "nonsense"}, "no nonsense to be had"),
        ({"carried": "horse horse horse"}, "no horse to be had"),
        ({"scars": "nose"}, "'nose' is none of head"),
        ({"carried": "nothing"}, "a crystal has left the game"),
    ],
)  # fmt: skip
def test_what_cannot_be_on_a_card(fields, why):
    with pytest.raises(CryptError, match=why):
        card(table("card 1 worn - carried red_crystal - - -"), 1, **fields)


def test_what_there_is_not():
    for change in ({"put": "unicorn", "cell": "e4"}, {"put": "pawn 7", "cell": "e4"}):
        with pytest.raises(UnreadableError, match="there is no '"):
            edit(write(game().state), change)
    with pytest.raises(UnreadableError, match="there is no player '9' at this table"):
        edit(write(game().state), {"card": 9, "worn": "", "carried": "", "scars": ""})
    with pytest.raises(CryptError, match="treasure lies where no monster is"):
        put(table(), "helm", "e4")
    with pytest.raises(CryptError, match="there is no tile 'zz'"):
        put(table(), "ogre", "zz")


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_put_down_every_piece_is_once_somewhere(seed):
    """Many changes of a position from play: each is refused with a sentence, or leaves 23 monsters and 23 treasures."""
    draw = np.random.default_rng(seed)
    t = game(players=3, seed=seed)
    names = [*write(t.state).split("face_down ")[1].splitlines()[0].split(), "e4", "d5", "f5"]
    done = 0
    for _ in range(200):
        things = [one["title"] for one in palette(t.state)["things"]]
        try:
            t = put(t, things[draw.integers(len(things))], names[draw.integers(len(names))])
        except CryptError:
            continue
        done += 1
        assert t.wrong == ""
        cards = t.state.card[t.state.card > 0]
        treasures = t.state.covered.sum() + t.state.beneath.sum() + (cards < 15).sum() + t.state.gone.sum()
        monsters = (t.state.monster > 0).sum() + t.state.horses.sum() + t.state.beaten.sum() + (cards == 15).sum()
        assert (monsters, treasures) == (23, 23)
    assert done > 20
