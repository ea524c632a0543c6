"""The numbers of the toy game."""

from typing import Any

from crypt.core.ruleset import RulesModel, rule


class Rules(RulesModel):
    target: int = rule("Who has so many points wins.", "TOY-1", ge=1, le=100_000)
    coins: int = rule("Coins that each player has at the start.", "TOY-1", ge=0, le=9)

    def pack(self, record: Any) -> None:
        record.target, record.coins = self.target, self.coins
