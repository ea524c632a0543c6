"""Golden playthroughs of all games, one for each number of players, replayed line by line.

When a rule or a word was changed on purpose: `python tests/golden/renew.py`, and read the difference.
"""

import pytest
from golden.renew import GAMES, Playthrough, actions_in, path_of, played_anew, read_head


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_playthrough(game, players):
    lines = path_of(game, players).read_text(encoding="utf-8").splitlines()
    play = Playthrough(*read_head(lines[0]))
    assert len(play.names) == players
    for text in actions_in(lines):
        action = play.game.words.read_action(play.state, text, play.names)
        assert play.game.refusal(play.rules, play.state, action) == 0, text
        play.play(action)
        at = len(play.lines)
        assert play.lines[at - 1] == lines[at - 1], f"line {at}"
    assert play.lines == lines
    assert play.game.is_over(play.state)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_seeded_choices_lead_to_the_same_playthrough(game, players):
    """What is offered is the same too: an action that is new or missing leads elsewhere."""
    assert played_anew(game, players) == path_of(game, players).read_text(encoding="utf-8")
