"""What can happen in Loot the Dragon's Lair: the kinds of events in a trace, and what their numbers mean.

`who` is the seat, or -1. Pieces are as in `state`; spaces are named by ring and
sector (ring * 256 + sector).
"""

(
    DECIDES,  # a action
    TURN_BEGINS,  # a turn, b and c the dice, d movement
    MOVES,  # a piece, b from, c to, d 1 with a treasure, e movement left
    STASHES,  # a piece, b space, c treasures in the stash
    CAPTURED,  # a adventurer, b space, c adventurers left
    HOARDS,  # a treasures in the centre
    TURN_ENDS,  # a movement not used
    GAME_ENDS,  # a result, b ending
) = range(1, 9)
