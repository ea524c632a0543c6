"""What the results of The Prism Crystals are called, and which of them belong together."""

from ...core.results import Results, Topic
from .outcome import FIRST_CRYSTALS
from .state import MONSTERS, PLAYERS

PER_MONSTER = {
    "fought": "fights with the {}",
    "won": "fights won with the {}",
    "fought_unarmed": "fights without a sword with the {}",
    "won_unarmed": "fights won without a sword with the {}",
}


def results() -> Results:
    """Words of the columns and results, and the topics of the Outcomes page."""
    words = {
        "scars": "scars at the end",
        "chests": "treasure chests at the end",
        "carried": "crystals at the end",
        "scarred": "scars given",
        "healed": "scars healed",
        "flights": "flights tried",
        "fled": "flights that succeeded",
        "treasures_lost": "treasures lost beneath monsters",
        "discarded": "treasures discarded",
        "turned_up": "treasures turned up",
        "sent": "crystals sent",
        "horse_turns": "turns begun with a horse",
        "points_spent": "movement spent",
        "last_rounds": "rounds that the last crystal took",
    }
    words |= {f"score_{seat}": f"crystals of player {seat}" for seat in range(1, PLAYERS + 1)}
    words |= {f"crystal_{count}": f"round of crystal {count}" for count in range(1, FIRST_CRYSTALS + 1)}
    for name, said in PER_MONSTER.items():
        words |= {f"{name}_{kind.replace(' ', '_')}": said.format(kind) for kind in MONSTERS[1:]}
    fights = ("encounters", "flights", "fled", "fights", "fights_won", "scarred", "healed")
    treasures = ("turned_up", "treasures_lost", "discarded", "sent", "trades", "horses_taken")
    topics = Topic("fights", "Fights and scars", fights, is_open=True), Topic("treasures", "Treasures and horses", treasures)
    return Results(words, main=("scars", "chests", "fights"), topics=topics, score="crystals carried at the end")
