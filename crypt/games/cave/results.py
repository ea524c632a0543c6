"""What the results of Colossal Cave are called, and which of them belong together."""

from ...core.results import Results, Topic
from ...core.ruleset import standard
from .printed import book_of
from .state import PLAYERS

PER_CARD = {"played": "{} played", "cancelled": "{} cancelled", "defended": "{} defended against"}


def results() -> Results:
    """Words of the columns and results, and the topics of the Outcomes page; cards have their names in the standard."""
    from .front import GAME

    words = {
        "drawn": "cards drawn",
        "renewals": "renewals of the draw pile",
        "reactions": "cards played as reactions",
        "cancels": "cards cancelled",
        "defences": "cards defended against",
        "deposits": "treasures deposited",
        "stolen": "treasures stolen",
        "acquired": "treasures acquired",
        "blocked": "moves that were blocked",
    }
    for seat in range(1, PLAYERS + 1):
        words |= {
            f"score_{seat}": f"games won by player {seat}",
            f"deposited_{seat}": f"treasures of player {seat}",
            f"deaths_of_{seat}": f"deaths of player {seat}",
        }
    cards = book_of(int(standard(GAME).record.book)).cards
    words |= {f"{name}_{card.id}": said.format(card.name) for name, said in PER_CARD.items() for card in cards}
    race = ("deposits", "stolen", "acquired", "deaths", "turns_lost", "blocked", "warps")
    answers = ("drawn", "reactions", "cancels", "defences", "renewals")
    topics = Topic("race", "Treasures and deaths", race, is_open=True), Topic("cards", "Cards and reactions", answers)
    return Results(words, main=("deposits", "deaths", "reactions"), topics=topics)
