"""Loops that every game shares: whole games with random choices. A source for `jit.instantiate`, not a module to import.

Each game's own `loops.py` defines these functions anew, beside its own `start`, `actor`, `legal`, `step`, `status`, `tally`,
`outcome` and `is_over`, so that the compiler builds the game into them.
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


@wrapping
def checked_playouts(rules, blank, states, games, root, first, most, actions, trace):
    """Play games with random choices and look at every position: a test of the game, not a way to play.

    After each step nothing may be wrong with the position (`status`), somebody must have a choice of two or more actions, or
    the game is over, and the trace must have had room for all that happened.

    Parameters
    ----------
    rules : record
    blank : array of one state record
        A fresh position: all zero but for the number of players.
    states : array of one state record
        Where the games are played; when something is wrong, it is left there.
    games : int
        How many.
    root : uint64
    first : int
        The index of the first game, as for `playouts`.
    most : int
        No game may take more decisions.
    actions : array of int32
    trace : EVENT array

    Returns
    -------
    tuple of int
        Decisions in all games; then the index of the first game in which something was wrong, after how many decisions, and
        what: `status` flags, or -1 no choice, -2 the wrong actor, -3 the trace was full, -4 too many decisions. 0, 0, 0 when
        all was well.
    """
    total = 0
    for i in range(games):
        states[0] = blank[0]
        state = states[0]
        seed = game_seed(root, first + i)
        start(rules, state, seed)
        key, decisions, wrong = mix(seed ^ GOLDEN), 0, status(rules, state)
        while wrong == 0 and not is_over(state):
            n = legal(rules, state, actions)
            if n < 2:
                wrong = -1
            elif not 0 <= actor(state) < state.players:
                wrong = -2
            elif decisions == most:
                wrong = -4
            else:
                step(rules, state, actions[number(key, decisions, n)], trace)
                decisions += 1
                wrong = -3 if trace[0].a else status(rules, state)
        if wrong == 0 and (actor(state) != -1 or legal(rules, state, actions) > 0):
            wrong = -2
        total += decisions
        if wrong != 0:
            return total, first + i, decisions, wrong
    return total, 0, 0, 0
