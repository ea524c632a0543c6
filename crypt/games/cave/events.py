"""What can happen in Colossal Cave: the kinds of events in a trace, and what their numbers mean.

`who` is the seat, or -1. Cards are named by their kinds, rooms by their numbers; `f` of each event is the number of the
book in which their names stand. Events that not everybody may see say so by their `seen_by`.
"""

(
    DECIDES,  # a action, b the phase in which it was chosen; of who passes by only seen by that player
    TURN_BEGINS,  # a round
    RETURNS,  # a room
    DRAWS,  # a how many, b 1 for the draw of the turn, 2 as a play, 3 a new hand
    GETS,  # a card; seen by the player
    NO_CARDS,  # there is none to draw
    RENEWS,  # a cards in the new draw pile
    SETS_OUT,  # a from, b to: a move that reactions may answer
    MOVES,  # a from, b to, c 1 for going along
    IS_BLOCKED,  # a from, b to
    WARPS,  # a from, b to
    PLAYS,  # a card, b target + 1, c declared card + 1, d 1 in reaction
    IS_CANCELLED,  # a card, b card that cancels it
    IS_SILENCED,  # a card: a magic word while the cave is closing
    REVEALS,  # a card, b card against which it defends
    PAYS,  # a card, b for which card
    CHOOSES,  # a 1 or 2: which alternative, b of which card, c 1 if the move goes on
    USES,  # a card
    ACQUIRES,  # a card, b 1 own hand, 2 an inventory, 3 the discards, 4 a hand, 5 the draw pile, 6 deposited, c seat
    SEARCHES,  # the draw pile, and shuffles it
    FINDS_NOTHING,  # a card
    DISCARDS,  # a card, b 1 from the inventory
    DIES,  # a card by which
    TURNS_UP,  # a card
    TAKES,  # a card, b 1 from the discards, 2 turned up, 3 gets it back
    STEALS,  # a card, b seat from which
    SCRAMBLES,  # a cards in all
    CLOSES,  # the cave
    REOPENS,  # the cave
    DEPOSITS,  # a card, b how many the player has deposited now
    FOLLOWS,  # a whom; will go along if the move is made
    LOSES_TURN,  # a card by which
    GAME_ENDS,  # a result
    SEES,  # a card, b how many copies of it are in the draw pile; seen by the player who looks through it
) = range(1, 35)
