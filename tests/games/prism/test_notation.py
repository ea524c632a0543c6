"""Positions as text: what it holds reads back the same; what is wrong is told with its line."""

import pytest
from games.prism.table import game, ruled, table
from games.tables import changed

from crypt.core.game import IllegalError, UnreadableError
from crypt.games.prism.front import GAME
from crypt.games.prism.notation import EXAMPLES, read, write


def text_with(*changes):
    """A new game in notation with lines in the place of others that begin the same, or without those that end in -."""
    return changed(game().text, changes)


def test_a_whole_position_reads_back_byte_by_byte():
    for t in (
        game(players=4),
        table("scars 2 legs", "card 2 worn helm carried - chest - horse", horses="e3", trades=3),
        table(monsters="e4:dragon", covered="e4", unseen_treasures="helm:1").do("go north"),
        table("card 1 worn - carried chest - - -", "card 2 worn helm carried horse - - -", trades=2)
        .do("stop", "trade with Ben: take the helm"),
    ):  # fmt: skip
        again = read(write(t.state), t.rules)
        again.chance, again.untold = t.state.chance, t.state.untold
        assert again.tobytes() == t.state.tobytes()


def test_nothing_in_the_text_tells_what_lies_face_down():
    """Two games of one land have the same text, whatever their pieces will turn out to be."""
    one, other = game(seed=3).state, game(seed=3).state
    GAME.hide(other, 0)
    GAME.deal(other, 99)
    assert write(one) == write(other)


@pytest.mark.parametrize(
    "changes, says",
    [
        ([("turn", "turn seven")], "line 3: expected such as 'turn 7 round 4 player 1 points 3'"),
        ([("pawn 1", "pawn 1 z9")], "there is no tile 'z9'; they are called a1 to i5"),
        ([("phase", "phase sleeping")], "line 4: expected such as 'phase moving'; 'sleeping' is none of moving"),
        ([("pawn 2", "")], "there is no line for pawn 2"),
        ([("pawn 2", "pawn 1 e5")], "pawn 1 is there twice"),
        ([("land a", "land a f f")], "column a has 5 tiles"),
        ([("land a", "land a f f f f q")], "'q' is no tile"),
        ([("card 1", "card 1 worn chest carried - - - -")], "chest cannot be worn there"),
        ([("card 1", "card 1 worn - carried - -")], "4 miscellaneous slots are wanted"),
        ([("monsters", "monsters e4:horse")], "a face-up horse stands in the line 'horses'"),
        ([("players", "dragons 2")], "line 2: expected one of prism, players"),
    ],
)
def test_unreadable_texts(changes, says):
    with pytest.raises(UnreadableError) as error:
        read(text_with(*changes), ruled())
    assert says in str(error.value)


@pytest.mark.parametrize(
    "changes, says",
    [
        ([("prism", "prism side 4 misc 4")], "this ruleset has 5 and 4"),
        ([("card 1", "card 1 worn helm carried helm helm - -")], "there are more pieces than the ruleset has: helm"),
        ([("unseen_treasures", "unseen_treasures helm:2")], "there are not as many unseen pieces as lie face down"),
        ([("card 1", "card 1 worn - carried chest - - -")], "there are more pieces than the ruleset has: chest"),
        ([("phase", "phase over")], "the phase is over with all crystals carried"),
        ([("land a", "land a f f f f f")], "the land is not that of the ruleset"),
        ([("phase", "phase meeting")], "a pawn stands on a monster's tile, and nobody fights"),
        ([("turn", "turn 1 round 1 player 1 points 9")], "the movement points left are not possible"),
        ([("phase", "phase placing")], "what is to be decided does not suit the position"),
    ],
)
def test_positions_to_which_no_game_comes(changes, says):
    with pytest.raises(IllegalError) as error:
        read(text_with(*changes), ruled())
    assert says in str(error.value)


def test_a_crystal_out_of_the_game_and_bare_treasure():
    lines = write(table(monsters="e4:rat", beneath="e4:helm").state)
    with pytest.raises(IllegalError, match="treasure lies where no monster is"):
        read(lines.replace("e4:helm", "e3:helm"), ruled())
    with pytest.raises(IllegalError, match="a crystal has left the game"):
        read(lines.replace(" i5:red_crystal", ""), ruled())


def test_a_stalled_and_a_won_game():
    t = table("pawn 2 a1", seat=2, turn=7, round_limit=7).do("stop")
    assert write(t.state).endswith("stalled\n") and read(write(t.state), t.rules).result == t.state.result
    won = table("card 1 worn - carried red_crystal - - -", monsters="e4:rat", beneath="e4:blue_crystal", crystals_to_win=2)
    won.do("go north").dice(6).do("attack")
    assert GAME.is_over(read(write(won.state), won.rules))


def test_examples_of_lines_can_be_read():
    assert all(example.split()[0] == key for key, example in EXAMPLES.items())
