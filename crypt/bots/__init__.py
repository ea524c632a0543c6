"""Bots: players that do not tire. `random`, `greedy` and other characters, and `search`, for every game of the catalog."""

from .bot import NAMES_OF_ALL, Bot, Hint, bot_names
from .kernels import Kernels, compiled

__all__ = ["NAMES_OF_ALL", "Bot", "Hint", "Kernels", "bot_names", "compiled"]
