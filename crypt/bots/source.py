"""How bots choose: the shared source of their kernels, compiled anew for each game. Not a module to import.

`bots.compiled` defines these functions beside a game's `start`, `legal`, `step`, `consider`, `advise`, `value` and so on,
so that the compiler builds the game into them.
"""

RANDOM, ADVISED, SEARCH = 0, 1, 2  # the ways to choose
EXPLORATION = 0.1  # UCB1's constant; values lie between 0 and 1, but those of one position close together
LOOKS = 30.0  # the advice counts as much as so many looks
TRUST = 1.0  # how much of a value the worst advice costs: advice that is worse by 10 or more
WHIMS = 8  # in playouts one decision of so many is made at random
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
    """Mostly the best advised action, now and then any."""
    if number(key, count, WHIMS) == 0:
        return actions[number(key, count + 1, n)]
    consider(rules, state, mind)
    best, best_score = actions[0], -1e9
    shift = number(key, count + 2, n)  # so that of equal ones any may be the first
    for i in range(n):
        action = actions[(i + shift) % n]
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
        step(rules, state, choose_roughly(rules, state, mind, actions, n, key, 3 * decisions), trace)
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
def grow(tree, node, action, seat):
    """Give a node a new child."""
    child = tree[0].next
    tree[0].next += 1
    tree[child].action = action
    tree[child].seat = seat
    tree[child].visits = 0
    tree[child].total = 0.0
    tree[child].squares = 0.0
    tree[child].first = -1
    tree[child].next = tree[node].first
    tree[node].first = child
    return child


@kernel
def descend(rules, state, mind, tree, node, actions, n, key, count):
    """The action to try at a node, by UCB1; the advice stands for a few looks that were taken before the first.

    Only what is legal in this world counts.
    """
    consider(rules, state, mind)
    top = -1e9
    for i in range(n):
        top = max(top, advise(rules, state, mind, actions[i]))
    visits, total, child = 0, 0.0, tree[node].first
    while child >= 0:
        visits += tree[child].visits
        total += tree[child].total
        child = tree[child].next
    mean = total / max(visits, 1)
    spread = EXPLORATION * np.sqrt(np.log(visits + 1.0))
    best, best_score, equal = actions[0], -1e9, 0
    for i in range(n):
        prior = max(advise(rules, state, mind, actions[i]) - top, -10.0) / 10.0
        child = child_of(tree, node, actions[i])
        seen, worth = LOOKS, LOOKS * (mean + TRUST * prior)
        if child >= 0:
            seen += tree[child].visits
            worth += tree[child].total
        score = worth / seen + spread / np.sqrt(seen)
        if score > best_score:
            best, best_score, equal = actions[i], score, 1
        elif score == best_score:
            equal += 1
            if number(key, count + i, equal) == 0:
                best = actions[i]
    return best


@kernel
def add_worth(tree, path, length, seat, worth):
    """Add what an iteration was worth to a seat to the nodes at which that seat decided."""
    for i in range(length):
        if tree[path[i]].seat == seat:
            tree[path[i]].visits += 1
            tree[path[i]].total += worth
            tree[path[i]].squares += worth * worth


@wrapping
def search(rules, state, work, mind, key, first, iterations, rounds, tree, path, actions, trace):
    """Monte Carlo tree search, open loop: dice, draws and hidden cards are dealt anew in each iteration.

    Parameters
    ----------
    rules, state : records
        The position as the seat knows it; it stays as it is.
    work : array of one state record
    mind : record
    key : uint64
    first : int
        The iterations that the tree has seen: 0 begins it, more goes on with it.
    iterations, rounds : int
        How often, and how far a playout goes before the position is valued.
    tree : array of NODE records
        Room for all iterations + 1; element 0 is the root, its children hold what is known of the actions. As the root has
        no siblings, its `next` is the first free element.
    path : array of int32
    actions, trace : arrays

    Returns
    -------
    int
        Decisions in these iterations.
    """
    if first == 0:
        tree[0].first = -1
        tree[0].visits = 0
        tree[0].next = 1
    decisions = 0
    seat = actor(state)
    for i in range(first, first + iterations):
        work[0] = state
        mind.stamp = 0
        world = mix(key + np.uint64(i) * GOLDEN)
        hide(work[0], seat)
        deal(work[0], world)
        node, length, is_new = 0, 0, False
        while not is_new and not is_over(work[0]) and length < DEEPEST:
            n = legal(rules, work[0], actions)
            action = descend(rules, work[0], mind, tree, node, actions, n, world, length * len(actions))
            child = child_of(tree, node, action)
            if child < 0:
                child = grow(tree, node, action, actor(work[0]))
            is_new = tree[child].visits == 0
            step(rules, work[0], action, trace)
            decisions += 1
            path[length] = child
            length += 1
            node = child
        decisions += play_on(rules, work[0], mind, world, rounds, actions, trace)
        consider(rules, work[0], mind)
        tree[0].visits += 1
        for one in range(work[0].players):
            add_worth(tree, path, length, one, value(rules, work[0], mind, one))
    return decisions


@kernel
def favourite(tree):
    """The action that was tried most often at the root; of equal ones that with the lowest code."""
    child = tree[0].first
    best = child
    while child >= 0:
        more = tree[child].visits - tree[best].visits
        if more > 0 or (more == 0 and tree[child].action < tree[best].action):
            best = child
        child = tree[child].next
    return tree[best].action


@kernel
def choose(rules, state, way, work, mind, key, iterations, rounds, tree, path, actions, trace):
    """One bot's choice in a position; see `search` for the space that it needs."""
    mind.stamp = 0
    n = legal(rules, state, actions)
    if way == RANDOM:
        return actions[number(key, 0, n)]
    if way == ADVISED:
        return choose_advised(rules, state, mind, actions, n, key)
    search(rules, state, work, mind, key, 0, iterations, rounds, tree, path, actions, trace)
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
