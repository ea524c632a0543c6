"""How bots choose: the shared source of their kernels, compiled anew for each game. Not a module to import.

`bots.compiled` defines these functions beside a game's `start`, `legal`, `step`, `consider`, `advise`, `value` and so on,
so that the compiler builds the game into them.

A look goes on for some rounds, so to one that waits all is as it was: where the only thing left to try mostly fails, a
search would wait for ever. A game can say when it is too late for that (`is_late`); then the search takes advice.

The search compares all moves in the same dealt worlds; it grows no tree. An open-loop tree over the sequences of actions of
all seats (PUCT with the advice as prior, the same playouts) was tried beside it, on
seeds on which nothing had been chosen. In Crypt of the Colossi with 2 heroes, 300 looks a decision, 60 games, the tree
cleared 2.00 floors (standard error 0.15) and the comparison 2.22 (0.15), in half the time, for it stops where nothing is
left to decide: the same actions rarely lead to the same place when a tile of 25 kinds is drawn between them. In the Dragon's
Lair, 100 looks, 60 games in each seat against `greedy`, both won 97 to 100 of a hundred.

A playout draws a share of its choices, `DRAWN`, and takes advice for the others: a drawn choice costs a fraction of an
advised one, so there are more looks in the same time. How large a share pays was measured at equal time (40 to 60 looks at
the share marked =), on fresh seeds, with standard errors. Speed is that of the decisions, beside random play.

===================================== ===== =========== =========== =========== =========== ===========
share drawn                           0     1/4         1/2         3/4         4/5         7/8
===================================== ===== =========== =========== =========== =========== ===========
Colossi: speed, 2 heroes              0.42  0.49        0.58        0.64        0.67        0.72
floors cleared, 1 hero, 400 games           =                                   +0.06 (.05) -0.11 (.06)
floors cleared, 2 heroes, 304 games         =           +0.11 (.08) +0.04 (.09)             +0.11 (.09)
floors cleared, 4 heroes, 64 games          =                                   -0.08 (.21)
Prism: speed, 2 players               0.09  0.11        0.14        0.20                    0.28
rounds needed, 312 games              =     -0.2 (.2)   +1.4 (.3)   +1.4 (.3)               +1.7 (.3)
Lair: speed                           0.11  0.13        0.17        0.26                    0.39
games won of 100, 760 (3/4: 320)      =     49 (1.8)    49 (1.8)    43 (2.8)
===================================== ===== =========== =========== =========== =========== ===========

So 4/5 are drawn in Colossi, 1/4 in Prism, 1/2 in Lair. Taking advice only between two drawn actions lost three of four games
in Lair. Random moves in Lair and Prism take 45 and 80 nanoseconds, less than any thought; in Cave listing what may be done
takes longer than advice, and nothing is drawn.
"""

RANDOM, ADVISED, SEARCH = 0, 1, 2  # the ways to choose
FEW = 8  # worlds in which an action is tried before it is given up, or chosen against the advice
DOUBT = 0.5  # standard errors: an action is given up when so many do not make up for how far it lies behind the advice
PROOF = 1.5  # standard errors by which an action must lead to be chosen against the advice


@kernel
def choose_advised(rules, state, mind, actions, n, key):
    """The best advised of the legal actions; equal ones are drawn for."""
    consider(rules, state, mind)
    best, best_score, equal = actions[0], -1e9, 0
    for i in range(n):
        score = advise(rules, state, mind, actions[i])
        if score > best_score:
            best, best_score, equal = actions[i], score, 1
        elif score == best_score:
            equal += 1
            if number(key, i, equal) == 0:
                best = actions[i]
    return best


@kernel
def advised_first(rules, state, mind, actions, n, shift):
    """The best advised of the legal actions; of equal ones the first, counted from a place that changes."""
    consider(rules, state, mind)
    best, best_score = actions[0], -1e9
    for i in range(n):
        action = actions[(i + shift) % n]
        score = advise(rules, state, mind, action)
        if score > best_score:
            best, best_score = action, score
    return best


@kernel
def play_on(rules, state, mind, key, until, actions, trace):
    """Play on to a round or the end of the game as advised, but draw a share of the choices. Returns the decisions."""
    decisions = 0
    while not is_over(state) and clock(state) < until:
        n = shortlist(rules, state, actions)
        drawn = number(key, decisions, n * PARTS)
        if n == 1 or drawn % PARTS < DRAWN:
            action = actions[drawn // PARTS]
        else:
            action = advised_first(rules, state, mind, actions, n, drawn // PARTS)
        step(rules, state, action, trace)
        decisions += 1
    return decisions


@kernel
def look(rules, state, work, mind, action, seat, world, rounds, actions, trace):
    """What an action comes to for a seat in one world: it is done, and all play on. Returns that, and the decisions made."""
    work[0] = state
    mind.stamp = 0
    hide(work[0], seat)
    deal(work[0], world)
    step(rules, work[0], action, trace)
    decisions = 1 + play_on(rules, work[0], mind, world, clock(state) + rounds, actions, trace)
    return value(rules, work[0], mind, seat), decisions


@kernel
def line_up(rules, state, mind, moves, actions, n):
    """All legal actions, of which nothing is known yet; the best advised one is the first."""
    mind.stamp = 0
    best = advised_first(rules, state, mind, actions, n, 0)
    for i in range(n):
        moves[i].action = actions[i]
        moves[i].is_open = True
        moves[i].visits = 0
        moves[i].total = 0.0
        moves[i].squares = 0.0
        moves[i].lead = 0.0
        moves[i].lead_squares = 0.0
        if actions[i] == best:
            moves[i].action, moves[0].action = moves[0].action, best


@kernel
def mean_lead(moves, i):
    """How much more an action brings than the advised one, and the standard error of that, over the same worlds."""
    count = moves[i].visits
    mean = moves[i].lead / count
    return mean, np.sqrt(max(moves[i].lead_squares / count - mean * mean, 0.0) / count)


@kernel
def give_up(moves, n):
    """Give up the actions that lie behind the advised one, or come to the same. Returns how many are still compared."""
    left = 1
    for i in range(1, n):
        if moves[i].is_open and moves[i].visits >= FEW:
            lead, error = mean_lead(moves, i)
            moves[i].is_open = lead + DOUBT * error > 0
        left += moves[i].is_open
    return left


@kernel
def favourite(moves, n):
    """The place of the action to choose: the one that leads most if enough worlds prove its lead, else the advised one."""
    best, best_lead = 0, 0.0
    for i in range(1, n):
        if moves[i].is_open and moves[i].visits >= FEW:
            lead, error = mean_lead(moves, i)
            if lead > best_lead and lead > PROOF * error:
                best, best_lead = i, lead
    return best


@wrapping
def search(rules, state, work, mind, key, world, looks, rounds, is_thorough, moves, actions, trace):
    """Look ahead: compare all actions in the same worlds, in which dice, draws and hidden cards are dealt anew.

    As all actions meet the same luck, few worlds tell them apart. Each is compared with the advised one; those that lie
    behind are given up, so that nothing is spent where there is nothing to decide.

    Parameters
    ----------
    rules, state : records
        The position as the seat knows it; it stays as it is.
    work : array of one state record
    mind : record
    key : uint64
    world : int
        The worlds that the actions have been tried in: 0 begins, more goes on with what the moves hold.
    looks : int
        How many looks to take, one action in one world each: after so many no other world is begun.
    rounds : int
        How far a look goes before the position is valued.
    is_thorough : bool
        Whether to go on with all actions when there is nothing left to compare.
    moves : array of MOVE records
        Room for all actions.
    actions, trace : arrays

    Returns
    -------
    tuple of int
        The looks taken; the worlds that the actions have been tried in; the number of actions; the decisions made in
        these looks.
    """
    seat = actor(state)
    n = legal(rules, state, actions)
    if world == 0:
        line_up(rules, state, mind, moves, actions, n)
    made, decisions, left = 0, 0, give_up(moves, n)
    while made < looks and (left > 1 or is_thorough):
        own, advised = mix(key + np.uint64(world) * GOLDEN), 0.0
        for i in range(n):
            if i == 0 or left == 1 or moves[i].is_open:
                worth, steps = look(rules, state, work, mind, moves[i].action, seat, own, rounds, actions, trace)
                if i == 0:
                    advised = worth
                moves[i].visits += 1
                moves[i].total += worth
                moves[i].squares += worth * worth
                moves[i].lead += worth - advised
                moves[i].lead_squares += (worth - advised) * (worth - advised)
                made += 1
                decisions += steps
        world += 1
        left = give_up(moves, n)
    return made, world, n, decisions


@kernel
def choose(rules, state, way, work, mind, key, iterations, rounds, moves, actions, trace):
    """One bot's choice in a position; see `search` for the space that it needs. Where it is late a search takes advice."""
    mind.stamp = 0
    n = legal(rules, state, actions)
    if way == RANDOM:
        return actions[number(key, 0, n)]
    if way == ADVISED or is_late(state):
        return choose_advised(rules, state, mind, actions, n, key)
    search(rules, state, work, mind, key, 0, iterations, rounds, False, moves, actions, trace)
    return moves[favourite(moves, n)].action


@wrapping
def play_games(rules, blank, states, counts, root, first, ways, minds, iterations, rounds, moves, actions, trace):
    """Play a batch of games, each from its own seed, each seat by its own bot.

    Parameters
    ----------
    rules : record
    blank : array of one state record
    states : array of two state records
        The game, and where bots think.
    counts : array of outcome records
    root : uint64
    first : int
        As in `playouts`, so that the same game has the same seed whoever plays it.
    ways : array of int32
        By seat: RANDOM, ADVISED or SEARCH.
    minds : array of MIND records
        By seat.
    iterations, rounds, moves, actions, trace
        As in `search`.

    Returns
    -------
    int
        The number of decisions.
    """
    decisions = 0
    for i in range(len(counts)):
        states[0] = blank[0]
        seed = game_seed(root, first + i)
        start(rules, states[0], seed)
        for seat in range(len(minds)):
            minds[seat].stamp = 0
        made = 0
        while not is_over(states[0]):
            seat = actor(states[0])
            # the chooser's chance is apart from the game's, and each decision has a stream of its own
            key = mix(mix(seed ^ GOLDEN) + np.uint64(made) * GOLDEN)
            action = choose(
                rules, states[0], ways[seat], states[1:], minds[seat], key, iterations, rounds, moves, actions, trace
            )
            step(rules, states[0], action, trace)
            tally(counts[i], trace)
            made += 1
        outcome(rules, states[0], counts[i])
        decisions += made
    return decisions
