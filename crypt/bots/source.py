"""How bots choose: the shared source of their kernels, compiled anew for each game. Not a module to import.

`bots.compiled` defines these functions beside a game's `start`, `legal`, `step`, `consider`, `advise`, `value` and so on,
so that the compiler builds the game into them.
"""

RANDOM, ADVISED, SEARCH = 0, 1, 2  # the ways to choose
EXPLORATION = 0.06  # UCB1's constant; values lie between 0 and 1, but those of one position close together
TRUST = 0.1  # how much of a value the advice is worth: it tips the balance where looking ahead cannot tell
TOURNAMENT = 5  # in playouts the best advised of so many random actions is taken
DEEPEST = 100  # decisions that one iteration may go down the tree


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
def choose_roughly(rules, state, mind, actions, n, key, count):
    """The best advised of a few random actions: quick, and not always the same."""
    best, best_score = actions[0], -1e9
    for i in range(min(n, TOURNAMENT)):
        action = actions[number(key, count + i, n)]
        score = advise(rules, state, mind, action)
        if score > best_score:
            best, best_score = action, score
    return best


@kernel
def play_on(rules, state, mind, key, rounds, actions, trace):
    """Play on roughly as advised, for so many rounds at most. Returns the number of decisions."""
    decisions = 0
    last = clock(state) + rounds
    while not is_over(state) and clock(state) < last:
        n = legal(rules, state, actions)
        consider(rules, state, mind)
        step(rules, state, choose_roughly(rules, state, mind, actions, n, key, decisions * TOURNAMENT), trace)
        decisions += 1
    return decisions


@kernel
def child_of(tree, node, action):
    """The child of a node for an action, or -1."""
    child = tree[node].first
    while child >= 0 and tree[child].action != action:
        child = tree[child].next
    return child


@kernel
def grow(tree, node, size, action, seat, prior):
    """Give a node a new child."""
    tree[size].prior = prior
    tree[size].action = action
    tree[size].seat = seat
    tree[size].visits = 0
    tree[size].total = 0.0
    tree[size].squares = 0.0
    tree[size].first = -1
    tree[size].next = tree[node].first
    tree[node].first = size
    return size


@kernel
def descend(tree, node, actions, n, key, count):
    """The action to try at a node: one that was never tried here, else by UCB1. Only what is legal in this world counts."""
    untried, best, best_score = 0, actions[0], -1e9
    for i in range(n):
        child = child_of(tree, node, actions[i])
        if child < 0 or tree[child].visits == 0:
            untried += 1
            if number(key, count + i, untried) == 0:
                best = actions[i]
        elif untried == 0:
            visits = tree[child].visits
            score = tree[child].total / visits + TRUST * tree[child].prior
            score += EXPLORATION * np.sqrt(np.log(tree[node].visits + 1.0) / visits)
            if score > best_score:
                best, best_score = actions[i], score
    return best


@wrapping
def search(rules, state, work, mind, key, iterations, rounds, tree, path, actions, trace):
    """Monte Carlo tree search, open loop: dice, draws and hidden cards are dealt anew in each iteration.

    Parameters
    ----------
    rules, state : records
        The position as the seat knows it; it stays as it is.
    work : array of one state record
    mind : record
    key : uint64
    iterations, rounds : int
        How often, and how far a playout goes before the position is valued.
    tree : array of NODE records
        Room for `iterations` + 1; element 0 is the root, its children hold what is known of the actions.
    path : array of int32
    actions, trace : arrays

    Returns
    -------
    int
        Decisions in all iterations.
    """
    tree[0].first = -1
    tree[0].visits = 0
    size, decisions = 1, 0
    seat = actor(state)
    for i in range(iterations):
        work[0] = state
        world = mix(key + np.uint64(i) * GOLDEN)
        hide(work[0], seat)
        deal(work[0], world)
        node, length, is_new = 0, 0, False
        while not is_new and not is_over(work[0]) and length < DEEPEST:
            n = legal(rules, work[0], actions)
            action = descend(tree, node, actions, n, world, length * len(actions))
            child = child_of(tree, node, action)
            if child < 0:
                consider(rules, work[0], mind)
                prior = min(max(advise(rules, work[0], mind, action), -10.0), 10.0) / 10.0
                child = grow(tree, node, size, action, actor(work[0]), prior)
                size += 1
            is_new = tree[child].visits == 0
            step(rules, work[0], action, trace)
            decisions += 1
            path[length] = child
            length += 1
            node = child
        decisions += play_on(rules, work[0], mind, world, rounds, actions, trace)
        consider(rules, work[0], mind)
        tree[0].visits += 1
        for j in range(length):
            worth = value(rules, work[0], mind, tree[path[j]].seat)
            tree[path[j]].visits += 1
            tree[path[j]].total += worth
            tree[path[j]].squares += worth * worth
    return decisions


@kernel
def favourite(tree):
    """The action that was tried most often at the root."""
    child = tree[0].first
    best = child
    while child >= 0:
        if tree[child].visits > tree[best].visits:
            best = child
        child = tree[child].next
    return tree[best].action


@kernel
def choose(rules, state, way, work, mind, key, iterations, rounds, tree, path, actions, trace):
    """One bot's choice in a position; see `search` for the space that it needs."""
    n = legal(rules, state, actions)
    if way == RANDOM:
        return actions[number(key, 0, n)]
    if way == ADVISED:
        return choose_advised(rules, state, mind, actions, n, key)
    search(rules, state, work, mind, key, iterations, rounds, tree, path, actions, trace)
    return favourite(tree)


@wrapping
def play_games(rules, blank, states, counts, root, first, ways, minds, iterations, rounds, tree, path, actions, trace):
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
    iterations, rounds, tree, path, actions, trace
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
                rules, states[0], ways[seat], states[1:], minds[seat], key, iterations, rounds, tree, path, actions, trace
            )
            step(rules, states[0], action, trace)
            tally(counts[i], trace)
            made += 1
        outcome(rules, states[0], counts[i])
        decisions += made
    return decisions
