"""What can happen in The Prism Crystals: the kinds of events in a trace, and what their numbers mean.

`who` is the seat, or -1. Things are numbered as on a card (kind + 1), monsters and slots as in `state`; tiles are named by
column and place in it (column * 16 + number), so that they can be told without the board.
"""

(
    DECIDES,  # a action
    TURN_BEGINS,  # a round, b points, c 1 with a horse
    MOVES,  # a from, b to, c cost, d points left
    MEETS,  # a monster, b tile, c attack bonus, d armour, e 1 if it was just turned up
    FINDS_HORSE,  # a tile
    FLEES,  # a monster, b die, c attack bonus, d 1 if it succeeds
    ATTACKS,  # a monster, b 1 if the monster attacks, c die, d attack bonus, e armour, f 1 if it hits
    BEATS,  # a monster, b tile, c the sword's attack bonus
    IS_BEATEN,  # a monster, b tile, c the sword's attack bonus
    SCAR,  # a die, b slot + 1 or 0, c 1 if it is new
    LOSES,  # a thing, b tile, c slot
    GOES_HOME,  # a tile from which
    TURNS_UP,  # a treasure, b tile
    COLLECTS,  # a treasure that lay face up, b tile, c how many
    HEALS,  # a seat, b slot
    PLACES,  # a thing, b slot, c thing that was there and is kept, or 0
    DISCARDS,  # a thing, b tile on which it stays (a horse), or 0
    SENDS,  # a crystal, b 0 face-up monster, 1 face-down one, 2 pawn, c tile, d seat, e distance
    TAKES_HORSE,  # a tile
    LEAVES_HORSE,  # a tile
    ARRANGES,  # a thing, b from slot, c to slot, d thing that changed places with it, or 0
    TRADES,  # a other seat, b thing given or 0, c thing taken or 0
    CARRIED,  # a crystals on cards, b round
    GAME_ENDS,  # a result
) = range(1, 25)
