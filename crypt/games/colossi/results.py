"""What the results of Crypt of the Colossi are called, and which of them belong together."""

from ...core.results import Results, Topic
from .state import FLOORS, HEROES


def results() -> Results:
    """Words of the columns and results, and the topics of the Outcomes page."""
    words = {"escaped": "heroes who got out", "revived": "heroes brought back", "deaths": "deaths"}
    words |= {"keys_from_boss": "keys from a boss", "keys_from_loot": "keys from loot"}
    words |= {"tiles_left": "tiles left on the last floor", "monsters_fought": "rounds of fights with monsters"}
    words |= {f"score_{hero}": f"hero {hero} got out" for hero in range(1, HEROES + 1)}
    for floor in range(1, FLOORS + 1):
        words |= {f"f{floor}_rounds": f"rounds on floor {floor}", f"f{floor}_exit": f"how floor {floor} ended"}
    causes = {"monster": "by a monster", "boss": "by a boss", "event": "by an event", "walled": "walled off"}
    causes |= {"starved": "out of tiles", "no_key": "without a key"}
    words |= {f"deaths_{cause}": f"deaths: {said}" for cause, said in causes.items()}
    return Results(
        words,
        main=("floors_cleared", "deaths", "escaped"),
        topics=(
            Topic("damage", "Damage and loot",
                  ("damage_taken", "damage_dealt", "monsters_beaten", "bosses_beaten", "loot_rolls", "traps")),
            Topic("potions", "Potions", ("potions_gained", "potions_drunk")),
        ),
        score="games in which the hero got out",
    )  # fmt: skip
