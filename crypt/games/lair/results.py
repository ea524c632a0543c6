"""What the results of Loot the Dragon's Lair are called, and which of them belong together."""

from ...core.results import Results, Topic


def results() -> Results:
    """Words of the columns and results, and the topics of the Outcomes page."""
    words = {
        "score_1": "games won by the adventurers",
        "score_2": "games won by the dragon",
        "reason": "why it ended",
        "stash": "enough treasures in the stash",
        "captured": "all adventurers captured",
        "hoard": "enough treasures in the hoard",
        "stashed": "treasures in the stash",
        "hoarded": "treasures in the centre",
        "adventurers_lost": "adventurers captured",
    }
    for side, owner in (("adventurers", "the adventurers'"), ("dragon", "the dragon's")):
        words |= {
            f"{side}_steps": f"{owner} steps without a treasure",
            f"{side}_carries": f"{owner} steps with a treasure",
            f"{side}_rolled": f"{owner} movement rolled",
            f"{side}_unused": f"{owner} movement not used",
            f"{side}_turns": f"{owner} turns",
        }
    steps = tuple(f"{side}_{what}" for side in ("adventurers", "dragon") for what in ("steps", "carries", "unused"))
    treasures = ("stashed", "hoarded", "adventurers_lost")
    topics = Topic("treasures", "Treasures and captures", treasures, is_open=True), Topic("steps", "Steps", steps)
    return Results(words, main=treasures, topics=topics, reason="reason")
