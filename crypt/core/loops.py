"""Loops that every game shares: whole games with random choices. A source for `jit.instantiate`, not a module to import.

Each game's own `loops.py` defines these functions anew, beside its own `start`, `legal`, `step`, `tally`, `outcome` and
`is_over`, so that the compiler builds the game into them.
"""


@kernel
def playout(rules, state, count, key, actions, trace):
    """Play a game to its end with uniformly random choices.

    Parameters
    ----------
    rules, state, count : records
        A position that is not over; it is played on in place, and what happens is added to the count.
    key : uint64
        Of the stream of choices: the chooser's chance is apart from the game's.
    actions : array of int32
        Space for the legal actions.
    trace : EVENT array

    Returns
    -------
    int
        The number of decisions.
    """
    decisions = 0
    while not is_over(state):
        n = legal(rules, state, actions)
        step(rules, state, actions[number(key, decisions, n)], trace)
        tally(count, trace)
        decisions += 1
    outcome(rules, state, count)
    return decisions


@wrapping
def playouts(rules, blank, states, counts, root, first, actions, trace):
    """Play a batch of games, each from its own seed.

    Parameters
    ----------
    rules : record
    blank : array of one state record
        A fresh position: all zero but for the number of players.
    states : array of one state record
        Where the games are played.
    counts : array of outcome records
        One for each game, all zero.
    root : uint64
        The root seed.
    first : int
        The index of the first game; game `i` of the batch has the seed `game_seed(root, first + i)`.
    actions : array of int32
    trace : EVENT array

    Returns
    -------
    int
        The number of decisions in all games.
    """
    decisions = 0
    for i in range(len(counts)):
        states[0] = blank[0]
        seed = game_seed(root, first + i)
        start(rules, states[0], seed)
        decisions += playout(rules, states[0], counts[i], mix(seed ^ GOLDEN), actions, trace)
    return decisions
