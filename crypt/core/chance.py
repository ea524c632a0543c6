"""Chance: counter-based random streams that live in the position, dice, draws, and the seeds of games.

A stream is a key and a counter. Its n-th number is a mixing function of both, so a copy of the position has the same
future, and one stream's use never moves another. The mixer is SplitMix64's finaliser (Steele, Lea and Flood, 2014).
"""

import secrets

import numpy as np

from .jit import kernel, wrapping

TILES, DICE, DRAWS = 0, 1, 2  # the bag; the dice; cards, cells and everything else
STREAM_NAMES = ("tiles", "dice", "draws")
STREAMS = np.dtype([("key", "u8", (3,)), ("count", "u4", (3,))])

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1, _M2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LARGEST_SEED = 2**64 - 1
MOST_TRIES = 2_000_000_000


@wrapping
def mix(x):
    """Scramble 64 bits, one to one."""
    x = (x ^ (x >> _S30)) * _M1
    x = (x ^ (x >> _S27)) * _M2
    return x ^ (x >> _S31)


@wrapping
def number(key, count, n):
    """The `count`-th number below `n` of the stream with this key."""
    x = mix(key + np.uint64(count) * GOLDEN)
    return np.int64(((x >> _S32) * np.uint64(n)) >> _S32)


@wrapping
def set_seed(state, seed):
    """Give each stream of a position its own key, made from the game's seed."""
    for stream in range(3):
        state.chance.key[stream] = mix(seed + np.uint64(stream + 1) * GOLDEN)
        state.chance.count[stream] = 0


@kernel
def hide(state):
    """Mask the chance to come: no stream has a key."""
    for stream in range(3):
        state.chance.key[stream] = 0


@kernel
def below(state, stream, n):
    """Draw a whole number from 0 to `n` - 1, each equally likely."""
    count = state.chance.count[stream]
    state.chance.count[stream] = count + 1
    return number(state.chance.key[stream], count, n)


@kernel
def roll(state, sides):
    """Roll a die: 1 to `sides`."""
    return below(state, DICE, sides) + 1


@wrapping
def game_seed(root, index):
    """The seed of game number `index` under a root seed; for one root no two games share a seed."""
    return mix(mix(root) + np.uint64(index) * GOLDEN)


@wrapping
def _search(start, count, low, high, n, tries):
    for attempt in range(tries):
        key = mix(start + np.uint64(attempt))
        found = True
        for i in range(len(n)):
            value = number(key, count + i, n[i])
            if value < low[i] or value >= high[i]:
                found = False
                break
        if found:
            return True, key
    return False, np.uint64(0)


def load(state, stream: int, wanted: list[tuple[int, int, int]]) -> None:
    """Give a stream a key under which its next numbers are the wanted ones.

    Parameters
    ----------
    state : record
        The position; only the key of the one stream changes.
    stream : int
        `TILES`, `DICE` or `DRAWS`.
    wanted : list of (low, high, n)
        For each coming draw from `n`: any number from `low` to `high` - 1 will do.

    Raises
    ------
    ValueError
        When a number is not possible, or no key was found in two billion tries (about ten dice).
    """
    if not wanted:
        return
    low, high, n = (np.array(column, np.int64) for column in zip(*wanted, strict=True))
    if (low < 0).any() or (low >= high).any() or (high > n).any():
        raise ValueError(f"cannot be drawn: {wanted} (each is low, high, n with 0 <= low < high <= n)")
    # a compiled function gives a plain int back, which Numba would take for a signed one
    start = np.uint64(mix(np.uint64(state.chance.key[stream])))
    found, key = _search(start, np.int64(state.chance.count[stream]), low, high, n, MOST_TRIES)
    if not found:
        raise ValueError(f"no stream key gives all {len(wanted)} results; ask for fewer at once")
    state.chance.key[stream] = key


def loaded(state, dice: list[tuple[int, int]] = (), draws: list[tuple[int, int]] = (), tiles: list[tuple[int, int]] = ()):
    """Load the dice: a copy of the position whose next results are the given ones.

    Parameters
    ----------
    state : record
    dice : list of (result, sides)
        The coming die rolls, 1 to `sides`.
    draws, tiles : list of (result, n) or (low, high, n)
        The coming draws from the stream of that name, 0 to `n` - 1 (or any from `low` to `high` - 1).

    Returns
    -------
    record
        The copy. The engine does not know that anything was loaded, so this costs play nothing.
    """
    copy = state.copy()
    load(copy, DICE, [(result - 1, result, sides) for result, sides in dice])
    for stream, wanted in ((DRAWS, draws), (TILES, tiles)):
        load(copy, stream, [item if len(item) == 3 else (item[0], item[0] + 1, item[1]) for item in wanted])
    return copy


def check_seed(seed: int | str) -> int:
    """Read a seed.

    Raises
    ------
    ValueError
        When it is not a whole number from 0 to 2**64 - 1.
    """
    try:
        value = int(str(seed).strip()) if not isinstance(seed, bool) else -1
    except ValueError:
        value = -1
    if not 0 <= value <= LARGEST_SEED:
        raise ValueError(f"seed {str(seed)[:40]!r} is not a whole number from 0 to {LARGEST_SEED}")
    return value


def fresh_seed() -> int:
    """A seed that nobody chose, from the operating system."""
    return secrets.randbits(64)
