"""Finished sessions of The Prism Crystals for tests of what the pages say of records."""

from crypt import Session, find_game, load_ruleset
from crypt.bots import Bot


def finished(folder, names, seed, mode="play", game="prism", settings=("crystals_to_win=2",)):
    """A session that bots have played to its end."""
    found = find_game(game)
    ruleset = load_ruleset(found, settings=settings)
    bot = Bot(found, ruleset, "greedy")
    with Session.new(found, names, ruleset, seed, mode=mode, folder=folder) as session:
        while not session.is_over:
            session.play(bot.choose(session.state, session.decision))
    return session


def three_games(folder):
    """Three finished games of Ann and Ben; the one with the fewest rounds comes first, the one with the most last."""
    games = [finished(folder, ["Ann", "Ben"], seed) for seed in (1, 2, 3)]
    games.sort(key=lambda session: session.outcome.rounds)
    assert games[0].outcome.rounds < games[1].outcome.rounds < games[2].outcome.rounds
    return games
