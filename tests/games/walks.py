"""Walks through games that the tests of several games make: counts, checked random play, hashes, processes of their own."""

import hashlib
import os
import subprocess
import sys
from random import Random

import numpy as np

from crypt.core.trace import events, new_trace
from crypt.core.wording import flagged

WRONG = {-1: "no choice", -2: "the wrong actor", -3: "the trace was full", -4: "it does not end"}


def begun(game, rules, players, seed):
    """The position in which a game begins."""
    state = game.new_state()
    state.players = players
    game.start(rules, state, np.uint64(seed))
    return state


def count(game, rules, state, depth, trace):
    """The number of sequences of `depth` actions from here; a game that ends earlier counts once."""
    if depth == 0 or game.is_over(state):
        return 1
    legal = game.legal_actions(rules, state)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = state.copy()
        game.step(rules, after, action, trace)
        total += count(game, rules, after, depth - 1, trace)
    return total


def totals(game, t, depth):
    """The numbers of sequences of 1, 2, ... `depth` actions from a test's position."""
    return [count(game, t.rules, t.state, d, new_trace()) for d in range(1, depth + 1)]


def play(game, rules, players, games, root, first=0, most=100_000):
    """Play random games, look at each position of them, and say what is wrong with the first that is not in order.

    Returns the number of decisions.
    """
    blank, states = (np.zeros(1, game.state_type).view(np.recarray) for _ in range(2))
    blank[0].players = players
    actions = np.zeros(game.most_actions, np.int32)
    total, number, decision, wrong = game.part("loops").checked_playouts(
        rules, blank, states, games, np.uint64(root), first, most, actions, new_trace()
    )
    what = WRONG.get(wrong, "; ".join(flagged(game.part("status").FLAGS, max(wrong, 0))))
    assert wrong == 0, f"game {number} of {players} players, after {decision} decisions: {what}"
    return total


def check_as_plain_python(game, rules, players, names, idle):
    """Play a game: every legal action has words that read back, and every position a notation that does.

    The first `idle` of the legal actions are not played: they do nothing.
    """
    state, trace, random = begun(game, rules, players, 5), new_trace(), Random(5)
    while not game.is_over(state):
        legal = game.legal_actions(rules, state)
        assert len(legal) > 1
        for action in legal:
            assert game.refusal(rules, state, action) == 0
            text = game.words.action_text(state, action, names)
            assert game.words.read_action(state, text, names) == action, text
        text = game.notation.write(state)
        assert game.notation.write(game.notation.read(text, rules)) == text
        game.step(rules, state, random.choice(legal[idle:]), trace)
        assert game.status(rules, state) == 0


def lively(random, legal):
    """Seldom the first action, which does nothing: more happens."""
    return random.choice(legal[1:] if random.random() < 0.7 else legal)


def print_hashes(game, rules_of, players_of, choose=Random.choice, more=lambda state, decision: ()):
    """Be a program of hashes: for each decision a line with a hash of what it came to, and the flags of what is wrong.

    `rules_of` and `players_of` give the rules and the number of players of a game by its number, `more` what is hashed
    beside the position and the counts.
    """
    games, most = map(int, sys.argv[1:])
    trace = game.new_trace()
    for index in range(games):
        rules, random, count = rules_of(index), Random(index), game.new_count()
        state = begun(game, rules, players_of(index), index)
        for decision in range(most):
            if game.is_over(state):
                break
            legal = game.legal_actions(rules, state)
            game.step(rules, state, choose(random, legal), trace)
            game.tally(count, trace)
            game.outcome(rules, state, count)
            parts = [state, events(trace), np.array(legal), count, *more(state, decision)]
            digest = hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:20]
            print(index, decision, digest, game.status(rules, state))


def run_hashes(program, games, most, hash_seed, **environment):
    """The lines that a program of hashes prints for some games, in a process of its own."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA_", "PYTHONHASHSEED"))}
    command = [sys.executable, str(program), str(games), str(most)]
    environment |= {"PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run(command, env=clean | environment, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def check_same(compiled, interpreted, more_than):
    """Check that two runs of a program of hashes came to the same, in so many decisions, with nothing wrong."""
    different = [pair for pair in zip(compiled, interpreted, strict=True) if pair[0] != pair[1]]
    assert not different, f"{len(different)} of {len(compiled)} differ, the first: {different[0]}"
    assert len(compiled) > more_than
    assert all(line.endswith(" 0") for line in compiled)
