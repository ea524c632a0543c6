"""What can happen in Crypt of the Colossi: the kinds of events in a trace, and what their numbers mean.

`who` is the hero's seat, or -1. Cells and kinds of tiles are as in `state`.
"""

(
    DECIDES,  # a action
    FLOOR_BEGINS,  # a floor
    BOSS_PLACED,  # a cell
    EXIT_PLACED,  # a cell
    STARTS,  # a cell
    TURN_BEGINS,  # a round
    STEPS,  # a from, b to
    DRAWS_TILE,  # a kind
    REDRAWS,  # a kind put back, b kind drawn
    PLACES,  # a cell, b kind, c open sides, d from
    FIGHTS,  # a hero's die, b its sides, c sword, d foe's die, e its sides, f shield; the foe: next event FOE
    FOE,  # a what (FOE_ codes), b cell, c its HP before
    FOE_HURT,  # a damage, b HP left
    FOE_FALLS,  # a what
    HURT,  # a damage, b HP left, c cause
    PREVENTED,  # a damage, b by SLOT BOOTS or by -1 Stone
    THROWN_BACK,  # a from, b to
    GOES_BACK,  # a from, b to (after a won roll)
    DIES,  # a cell, b cause
    KEYS_DROP,  # a cell, b how many
    TROPHY,  # a D20, b difference, c needed, d 1 if loot
    LOOTS,  # a source (SOURCE_ codes)
    GAINS,  # a slot, b level or 1, c the D20 of a potion or 0, d level of what was replaced
    PUTS_BACK,  # a slot, b level or 1
    NOTHING_TO_GAIN,
    GIVES_UP,  # a slot
    DRINKS,  # a kind of potion
    HEALS,  # a gain, b HP
    EFFECT_BEGINS,  # a effect, b turns
    EFFECT_ENDS,  # a effect
    TELEPORTS,  # a from, b to
    TRADES,  # a other, b slot + 1 given, c slot + 1 taken, d level given, e level taken
    PICKS_UP,  # a cell
    BOSS_KEY,  # a -1 from the supply, or the cell from where it comes
    OPENS_DOOR,  # a cell
    LEAVES,  # a keys destroyed
    DRAWS_CARD,  # a effect
    SHUFFLES,  # a cards
    LOSES,  # a slot, b level or 1
    DOOR_FOUND,  # a cell, b side, c the cell behind it
    HASTENS,
    CLOSET_WAITS,  # a cell
    RETURNS,  # a cell, or -1 when the next floor begins, b HP
    TURN_ENDS,
    FLOOR_ENDS,  # a floor, b how (see FLOOR_), c rounds, d tiles left
    GAME_ENDS,  # a result
) = range(1, 47)

FOE_MONSTER, FOE_BOSS, FOE_AMBUSH = range(3)
SOURCE_CHEST, SOURCE_EVENT, SOURCE_MONSTER = range(3)
FLOOR_LEFT, FLOOR_WALLED, FLOOR_STARVED, FLOOR_NO_KEY, FLOOR_DIED, FLOOR_STALLED = range(1, 7)
FLOOR_ENDINGS = ("", "left", "walled", "starved", "no_key", "died", "stalled")  # "": not reached
