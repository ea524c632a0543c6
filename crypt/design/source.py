"""Surveys of many games: the shared source of their kernel, compiled anew for each game. Not a module to import.

`survey` defines this function beside a game's rules, its bots' `choose`, and the `begin` and `watch` of its `exits`.
"""


@wrapping
def watch_games(
    rules, blank, states, root, first, is_random, ways, minds, iterations, rounds, moves, actions, trace, exits, heat
):
    """Play a batch of games as `simulate` plays them, and watch how the exit stands.

    Parameters
    ----------
    rules : record
    blank : array of one state record
    states : array of two state records
    root : uint64
    first : int
    is_random : int
        1 when every seat chooses at random, whose choices `playouts` draws in its own order.
    ways, minds, iterations, rounds, moves, actions, trace
        As in the bots' `play_games`.
    exits : array of EXITS records
        One for each game.
    heat : array of one HEAT record

    Returns
    -------
    int
        The number of decisions.
    """
    decisions = 0
    for i in range(len(exits)):
        states[0] = blank[0]
        seed = game_seed(root, first + i)
        start(rules, states[0], seed)
        for seat in range(len(minds)):
            minds[seat].stamp = 0
        begin(exits[i])
        exits[i].floors[0].reached = 1
        key, made = mix(seed ^ GOLDEN), 0
        while not is_over(states[0]):
            round_number = states[0].round_number
            if is_random:
                n = legal(rules, states[0], actions)
                action = actions[number(key, made, n)]
            else:
                seat = actor(states[0])
                own = mix(key + np.uint64(made) * GOLDEN)
                action = choose(
                    rules, states[0], ways[seat], states[1:], minds[seat], own, iterations, rounds, moves, actions,
                    trace,
                )  # fmt: skip
            step(rules, states[0], action, trace)
            made += 1
            watch(states[0], exits[i], heat[0], trace, made, round_number)
        decisions += made
    return decisions
