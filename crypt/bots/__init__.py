"""Bots: players that do not tire. `random`, `greedy` and other characters, and `search`, for every game of the catalog."""

from .bot import NAMES_OF_ALL, Bot, Hint, bot_names
from .kernels import Kernels, compiled
from .table import TableBots

__all__ = ["NAMES_OF_ALL", "Bot", "Hint", "Kernels", "TableBots", "bot_names", "compiled"]
