"""Positions as text: what it holds reads back the same; what is wrong is told with its line."""

import pytest
from games.cave.table import game, ruled, table
from games.tables import changed

from crypt.core.game import IllegalError, UnreadableError
from crypt.games.cave.notation import EXAMPLES, key_to, read, write


def text_with(*changes):
    """A position in notation with lines in the place of others that begin the same, or more of them."""
    t = table("room 2 y2", "hand 1 a07", "carried 2 t01", "hand 2 r06")
    return changed(t.text, changes)


def test_a_position_reads_back():
    for t in (
        game(players=4),
        table("hand 1 a12", "carried 1 i10", "beside a16", "closer 2").do("play Speed Run"),
        table("hand 1 r06 a13", "carried 2 i02", "hand 2 r06").do(
            "play Steal a Keeper on Ben, naming Set of Keys", "play I Don't Know How to Do That"),
        table("hand 1 a05").next_cards("A10").do("play Explore at Random"),
        table("room 1 y2", "room 2 y2", "hand 1 r07", "hand 3 r08 r01", "room 3 y2", players=3, phase="moving").do(
            "move to Bedquilt", "play Wait For Me!"),
        table("hand 1 a19", "hand 2 t01 a12 a15", "carried 2 i01 i02 i03 t02").do(
            "play You Are Carrying Too Much Already! on Ben"),
        table("carried 1 t03", "deposited 1 t01 t02").do("deposit Bars of Silver"),
        table(turn=3, turn_limit=3).do("do nothing"),
    ):  # fmt: skip
        again = read(write(t.state), t.rules)
        assert write(again) == write(t.state)
        again.chance, again.may, again.place = t.state.chance, t.state.may, t.state.place
        stack = t.state.card[: t.state.depth].tolist()
        again.card[: t.state.depth] = stack  # which of equal cards it is makes no difference
        assert again.tobytes() == t.state.tobytes()


def test_the_text_of_a_masked_position_tells_no_hidden_card():
    t = game(players=3)
    t.GAME.hide(t.state, 0)
    text = write(t.state)
    assert "hand 1" in text and "hand 2" not in text and "hand 3" not in text


def test_a_key_names_the_cards_of_a_position_and_no_others():
    t = table("hand 1 r06 a13", "carried 2 i02", "hand 2 r06").do("play Steal a Keeper on Ben, naming Set of Keys")
    names = ["# i02 Set of Keys", "# r06 I Don't Know How to Do That", "# a13 Steal a Keeper"]
    assert sorted(key_to(t.state).splitlines()) == sorted(names)
    assert write(read(write(t.state) + key_to(t.state), t.rules)) == write(t.state)
    assert key_to(table().state) == ""


@pytest.mark.parametrize(
    "changes, says",
    [
        ([("turn", "turn seven")], "line 2: expected such as 'turn 7 round 4 player 1 plays 1'"),
        ([("room 1", "room 1 attic")], "there is no room 'attic' (rooms: well_house, cobble_crawl"),
        ([("phase", "phase sleeping decides 1")], "'sleeping' is none of starting, moving"),
        ([("room 2", "")], "there is no line for room 2"),
        ([("room 2", "room 1 y2")], "room 1 is there twice"),
        ([("hand 1", "hand 1 q99")], "there is no card 'q99'; the table of cards has t01 to a20"),
        ([("cave", "cave players 9 first 1")], "'9' is no number from 2 to 6"),
        ([("steps", "steps many")], "expected such as 'steps 3'"),
        ([("waits 2", "waits 2 r06 by 1 asked 0 step asking")], "the next card that waits is number 1"),
        ([("waits 1", "waits 1 r06 by 1 step asking")], "expected such as 'waits 1 a07 by 1"),
        ([("stage", "dragons 2")], "expected one of cave, turn"),
    ],
)
def test_unreadable_texts(changes, says):
    with pytest.raises(UnreadableError) as error:
        read(text_with(*changes), ruled())
    assert says in str(error.value)


@pytest.mark.parametrize(
    "changes, says",
    [
        ([("hand 1", "hand 1 a07 a07 a07")], "there are more cards a07 than the ruleset has (CAVE-01)"),
        ([("carried 2", "carried 2 a01")], "something lies in an inventory"),
        ([("deposited 2", "deposited 2 i01")], "something lies in an inventory, a safe"),
        ([("beside", "beside a01")], "beside the board that does not belong there"),
        ([("room 2", "room 2 dead")], "a player in no room has cards in hand"),
        ([("deposited 2", "deposited 2 t02 t03 t04")], "the game is over and goes on"),
        ([("phase", "phase over decides 1")], "the game is over and goes on"),
        ([("phase", "phase reacting decides 2")], "what is to be decided does not suit the position"),
        ([("phase", "phase defending decides 2")], "what is to be decided does not suit the position"),
        ([("phase", "phase playing decides 2")], "who decides is not who should"),
        ([("move", "move turn well_house y2 asked 0")], "the turn's numbers are not possible"),
        ([("waits 1", "waits 1 r06 by 2 asked 0 step asking"), ("hand 2", ""),
          ("waits 2", "waits 2 a12 by 2 asked 0 step asking")], "the cards that wait for answers are not those"),
        ([("waits 1", "waits 1 a02 by 1 asked 0 step asking")], "the cards that wait for answers are not those"),
        ([("waits 1", "waits 1 a02 by 1 on 1 asked 0 step asking")], "the cards that wait for answers are not those"),
        ([("waits 1", "waits 1 a12 by 1 on 2 asked 0 step asking")], "the cards that wait for answers are not those"),
        ([("waits 1", "waits 1 a12 by 2 asked 0 step asking")], "the cards that wait for answers are not those"),
        ([("waits 1", "waits 1 r02 by 2 asked 0 step asking")], "the cards that wait for answers are not those"),
        ([("move", "move turn bedquilt volcano_view asked 0")], "the turn's numbers are not possible"),
    ],
)  # fmt: skip
def test_positions_to_which_no_game_comes(changes, says):
    with pytest.raises(IllegalError) as error:
        read(text_with(*changes), ruled())
    assert says in str(error.value)


def test_every_line_has_an_example_that_is_read():
    for key, example in EXAMPLES.items():
        with pytest.raises((UnreadableError, IllegalError)) as error:
            read(f"cave players 2 first 1\n{example}" if key != "cave" else example, ruled())
        assert "expected such as" not in str(error.value), key
