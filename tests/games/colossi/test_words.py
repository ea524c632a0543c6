"""Words: actions read back, reasons name places and rules, events become sentences."""

import re
from random import Random

import numpy as np
import pytest
from floors import EXAMPLE, random_floor, standard_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from crypt.core.catalog import find_game
from crypt.core.game import AmbiguousError, UnreadableError
from crypt.core.rulebook import rulebook
from crypt.core.trace import EVENT
from crypt.core.trace import events as events_of
from crypt.games.colossi import events as ev
from crypt.games.colossi import state as s
from crypt.games.colossi import words
from crypt.games.colossi.notation import read, read_cell

NAMES = ["Ann", "Bob", "Cy", "Di"]
HOSTILE = [
    "sword", "Ann to Bob", "1", "c4", " Ann", "Ann ", "ANN", "give key to Bob", "east", "swap  it", "ẞ", "ss",
    "(COL-13)", "end turn",
]  # fmt: skip


def code(kind: int, about: int = 0) -> int:
    return kind << 16 | about


def trade(other: int, give: int = -1, take: int = -1) -> int:
    return code(s.A_TRADE, other * s.TRADE_OTHER + (give + 1) * s.TRADE_GIVE + take + 1)


def every_action(players: int, side: int = 12) -> list[int]:
    """All actions that have words, whatever the rules say of them."""
    cells = [row * s.WIDTH + col for row in range(side) for col in range(side)]
    actions = [code(kind, cell) for kind in (s.A_START, s.A_TAKE_KEY) for cell in cells]
    actions += [code(kind, side) for kind in (s.A_STEP, s.A_EXPLORE, s.A_SIDE) for side in range(4)]
    actions += [code(s.A_TURN_TILE, sides) for sides in range(1, 16)]
    actions += [code(kind) for kind in (s.A_REDRAW, s.A_PICK_UP, s.A_LEAVE, s.A_END)]
    actions += [code(s.A_DRINK, kind) for kind in range(len(s.POTIONS))]
    actions += [code(s.A_GIVE_UP, slot) for slot in range(s.POTION, s.SLOTS)]
    actions += [code(s.A_RUST, slot) for slot in (s.SWORD, s.SHIELD)]
    actions += [code(s.A_RETURN, seat) for seat in range(players)]
    slots = range(-1, s.SLOTS)
    actions += [trade(other, a, b) for other in range(players) for a in slots for b in slots if max(a, b) >= 0]
    return actions


def position(players: int = 4, phase: int = s.TAKE_TURN):
    state = s.new_state()
    state.players, state.side, state.phase = players, (6, 8, 10, 12)[players - 1], phase
    state.where[:players] = s.ON_FLOOR
    state.cell[:] = read_cell("c3")
    return state


@pytest.mark.parametrize("phase", range(s.OVER + 1))
@pytest.mark.parametrize("names", [NAMES, HOSTILE[:4], HOSTILE[4:8], HOSTILE[8:12], HOSTILE[10:]])
def test_every_action_reads_back_in_every_phase(phase, names):
    state = position(4, phase)
    seen = {}
    for action in every_action(4):
        text = words.action_text(state, action, names)
        assert words.read_action(state, text, names) == action, text
        assert seen.setdefault(text, action) == action, text


letters = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
printable = st.text(letters, min_size=1, max_size=40).filter(str.strip)


@given(st.lists(printable, min_size=2, max_size=4, unique=True), st.randoms())
def test_any_names_read_back(names, random):
    state = position(len(names))
    seats = range(len(names))
    actions = [trade(other, s.SWORD) for other in seats] + [code(s.A_RETURN, seat) for seat in seats]
    for action in random.sample(actions, 4):
        assert words.read_action(state, words.action_text(state, action, names), names) == action


@settings(deadline=None)  # the first text that is refused waits for compiled code to be loaded
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    for phase in range(s.OVER + 1):
        try:
            action = words.read_action(position(2, phase), text, NAMES[:2])
        except (UnreadableError, AmbiguousError) as error:
            assert str(error)
        else:
            assert 1 <= action >> 16 <= s.A_END


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (code(s.A_START, 26), "start at c3"),
        (code(s.A_STEP, 0), "step north"),
        (code(s.A_EXPLORE, 1), "explore east"),
        (code(s.A_TURN_TILE, 13), "lay ┤"),
        (code(s.A_REDRAW), "redraw with the amulet"),
        (code(s.A_DRINK, s.HEALTH), "drink health"),
        (trade(0, s.SWORD), "give sword to Ann"),
        (trade(0, take=s.POTION + s.HEALTH), "take health potion from Ann"),
        (trade(0, s.SWORD, s.SWORD), "swap sword with Ann"),
        (trade(0, s.POTION + 3, s.POTION + 5), "swap stone potion for health potion with Ann"),
        (code(s.A_PICK_UP), "pick up key"),
        (code(s.A_GIVE_UP, s.POTION + s.HEALTH), "give up health potion"),
        (code(s.A_RETURN, 0), "bring back Ann"),
        (code(s.A_RUST, s.SWORD), "lose sword"),
        (code(s.A_SIDE, 0), "open north side"),
        (code(s.A_TAKE_KEY, 38), "take the key at c4"),
        (code(s.A_LEAVE), "leave the floor"),
        (code(s.A_END), "end turn"),
    ],
)
def test_actions_in_words(action, text):
    assert words.action_text(position(), action, NAMES) == text


@pytest.mark.parametrize(
    ("phase", "text", "meant"),
    [
        (s.TAKE_TURN, "STEP   North", "step north"),
        (s.TAKE_TURN, "go north", "step north"),
        (s.TAKE_TURN, "explore e", "explore east"),
        (s.TAKE_TURN, "exp east", "explore east"),
        (s.TAKE_TURN, "end", "end turn"),
        (s.TAKE_TURN, "  end my turn ", "end turn"),
        (s.TAKE_TURN, "leave", "leave the floor"),
        (s.TAKE_TURN, "pick", "pick up key"),
        (s.TAKE_TURN, "dr hea", "drink health"),
        (s.TAKE_TURN, "drink the potion of health", "drink health"),
        (s.TAKE_TURN, "take potion of health from ann", "take health potion from Ann"),
        (s.TAKE_TURN, "give my sword to BOB", "give sword to Bob"),
        (s.TURN_THE_TILE, "┤", "lay ┤"),
        (s.TURN_THE_TILE, "nsw", "lay ┤"),
        (s.TURN_THE_TILE, "north, south and west", "lay ┤"),
        (s.TURN_THE_TILE, "turn tile north south west", "lay ┤"),
        (s.TURN_THE_TILE, "lay the tile north south west", "lay ┤"),
        (s.TURN_THE_TILE, "amulet", None),
        (s.TURN_THE_TILE, "redraw", "redraw with the amulet"),
        (s.CHOOSE_START, "c3", "start at c3"),
        (s.CHOOSE_START, "Start C3", "start at c3"),
        (s.CHOOSE_KEY, "c4", "take the key at c4"),
        (s.CHOOSE_SIDE, "n", "open north side"),
        (s.CHOOSE_SIDE, "open e", "open east side"),
        (s.CHOOSE_RETURN, "bob", "bring back Bob"),
        (s.CHOOSE_RUST, "lose sh", "lose shield"),
        (s.CHOOSE_POTION, "give up st", None),
        (s.CHOOSE_POTION, "give up sto", "give up stone potion"),
    ],
)
def test_short_words(phase, text, meant):
    state = position(4, phase)
    if meant is None:
        with pytest.raises((UnreadableError, AmbiguousError)):
            words.read_action(state, text, NAMES)
    else:
        assert words.action_text(state, words.read_action(state, text, NAMES), NAMES) == meant


def test_a_direction_alone_steps_onto_a_tile_and_explores_an_empty_cell():
    state = read(EXAMPLE, standard_rules())  # the hero is at c4
    assert words.action_text(state, words.read_action(state, "n", NAMES), NAMES) == "step north"
    assert words.action_text(state, words.read_action(state, "west", NAMES), NAMES) == "explore west"
    assert words.action_text(state, words.read_action(state, "c3", NAMES), NAMES) == "step north"
    assert words.action_text(state, words.read_action(state, "b4", NAMES), NAMES) == "explore west"


def test_a_shortened_trade_takes_the_companion_on_this_tile():
    state = position(3)
    state.cell[2] = read_cell("a1")
    state.held[0, s.SWORD] = 1
    assert words.action_text(state, words.read_action(state, "give sw", NAMES), NAMES) == "give sword to Bob"


def test_an_ambiguous_action_lists_its_readings():
    state = position(3)
    state.held[0, s.POTION] = state.held[0, s.POTION + 3] = 1
    with pytest.raises(AmbiguousError, match="'drink teleportation' or 'drink stone'"):
        words.read_action(state, "drink", NAMES)


def test_ambiguous_names_must_be_written_exactly():
    names = ["Ann", "ANN"]
    with pytest.raises(AmbiguousError, match="write it exactly so"):
        words.read_action(position(2), "bring back ann", names)
    assert words.read_action(position(2), "bring back ANN", names) == code(s.A_RETURN, 1)


@pytest.mark.parametrize(
    ("phase", "text", "hint"),
    [
        (s.TAKE_TURN, "exploer east", "did you mean 'explore east'"),
        (s.TAKE_TURN, "", "expected step or explore"),
        (s.CHOOSE_START, "start at z9", "expected 'start at' and one of the four start cells, such as 'start at d4'"),
        (s.CHOOSE_START, "start at l12", "expected a cell from a1 to h8"),
        (s.OVER, "n", "the game is over"),
    ],
)
def test_what_cannot_be_read_says_what_is_expected(phase, text, hint):
    with pytest.raises(UnreadableError, match=hint):
        words.read_action(position(2, phase), text, NAMES)


# ------------------------------------------------------------------------------------------------- reasons


def refused(state, action: int, rules=None) -> str:
    rule = find_game("colossi").refusal(rules or standard_rules(), state, action)
    assert rule
    return words.reason(state, action, int(rule), NAMES)


@pytest.mark.interpreted
def test_reasons_name_places_and_rules():
    state = read(EXAMPLE, standard_rules())
    assert refused(state, code(s.A_EXPLORE, 0)) == "c4 to c3: a tile lies there already; step north instead (COL-14)"
    assert refused(state, code(s.A_STEP, 3)) == "c4 to b4: no tile lies there; explore west instead (COL-14)"
    assert refused(state, code(s.A_LEAVE)) == "Ann is at c4, and the exit door at e1 (COL-51)"
    assert refused(state, code(s.A_PICK_UP)) == "no key lies at c4 (COL-53)"
    assert refused(state, code(s.A_DRINK, s.DODGE_POTION)) == "Ann has no potion of Dodge (COL-19)"
    assert refused(state, code(s.A_REDRAW)) == "no tile has been drawn that the amulet could change (COL-18)"
    state.moved = 2
    assert refused(state, code(s.A_STEP, 0)) == "Ann has walked 2 tiles in this turn, and that is all (COL-12)"
    assert "too many to explore" in refused(state, code(s.A_EXPLORE, 3))
    state.moved, state.bag_count = 0, 0
    assert refused(state, code(s.A_EXPLORE, 3)) == "the bag is empty, so no tile can be drawn (COL-20)"


@pytest.mark.rule("COL-13")
def test_the_reason_of_a_wall_says_on_which_tile_it_is():
    state = read(EXAMPLE.replace("hero 1 c4", "hero 1 c3"), standard_rules())
    state.kind[2, 1], state.sides[2, 1] = s.kind_of(s.LOOT, 0), 1
    assert refused(state, code(s.A_STEP, 3)) == "c3 to b3: a wall on b3's east side (COL-13)"
    state.sides[2, 2] = 3
    assert refused(state, code(s.A_STEP, 3)) == "c3 to b3: a wall on c3's west side (COL-13)"


def test_reasons_at_the_drawn_tile():
    state = read(EXAMPLE, standard_rules())
    state.phase, state.drawn, state.target = s.TURN_THE_TILE, s.kind_of(s.LOOT, 1), read_cell("b4")
    assert refused(state, code(s.A_TURN_TILE, 5)) == "│ at b4 would not connect to c4: its east side is closed (COL-15)"
    assert refused(state, code(s.A_TURN_TILE, 15)) == "the drawn tile is a straight; ┼ is none of its turns (COL-15)"
    assert refused(state, code(s.A_END)) == "the tile that was drawn has to be turned and laid at b4 first (COL-15)"
    assert refused(state, code(s.A_REDRAW)) == "Ann has no amulet (COL-41)"


def test_reasons_of_trades():
    state = position(3)
    state.where[2] = s.DEAD
    assert refused(state, trade(1, s.SWORD)) == "Ann has no sword (COL-49)"
    assert refused(state, trade(2, s.SWORD)) == "Cy is dead (COL-49)"
    assert refused(state, trade(0, s.SWORD)) == "Ann cannot swap with itself (COL-49)"
    state.held[:2, s.BOOTS] = 1
    assert refused(state, trade(1, s.BOOTS)) == "Bob has boots already (COL-37)"
    state.held[1, s.POTION] = 3
    state.held[0, s.POTION + 1] = 1
    assert refused(state, trade(1, s.POTION + 1)) == "Bob cannot hold another potion; swap one for it (COL-42)"
    state.moved = 1
    assert "swapping comes before moving" in refused(state, trade(1, s.POTION + 1))


def test_whatever_is_refused_has_a_reason():
    game, rules, random = find_game("colossi"), standard_rules(), Random(3)
    seen = set()
    for _ in range(25):
        state = random_floor(random)
        state.phase = random.choice([s.TAKE_TURN] * 3 + list(range(s.OVER + 1)))
        state.moved = random.randrange(3)
        if state.phase == s.TURN_THE_TILE:
            state.drawn = random.randint(1, s.BAG_KINDS)
            row, col = divmod(int(state.cell[state.hero]), s.WIDTH)
            state.target = (row - 1) * s.WIDTH + col if row else (row + 1) * s.WIDTH + col
        for action in [*every_action(4), code(40, 3), code(s.A_STEP, 9), trade(7, 12, 13), code(s.A_SIDE, 11)]:
            rule = int(game.refusal(rules, state, action))
            if rule:
                text = words.reason(state, action, rule, NAMES)
                assert text.endswith(f" (COL-{rule:02})") and len(text) > 12, text
                seen.add((action >> 16, rule))
    assert len(seen) > 40


# ---------------------------------------------------------------------------------------------- what happened


def happened(*events: tuple[int, ...]):
    """Events from (kind, who, a, b ...)."""
    trace = np.zeros(len(events), EVENT).view(np.recarray)
    for i, (kind, who, *numbers) in enumerate(events):
        trace[i] = (kind, who, -1, *numbers, *[0] * (6 - len(numbers)))
    return words.describe(trace, NAMES)


C3, C4, B4 = read_cell("c3"), read_cell("c4"), read_cell("b4")


@pytest.mark.parametrize(
    ("events", "sentences"),
    [
        (
            [(ev.FIGHTS, 0, 4, 6, 1, 5, 6, 1), (ev.FOE, 0, ev.FOE_MONSTER, C4, 1), (ev.FOE_HURT, 0, 1, 0),
             (ev.FOE_FALLS, 0, 0)],
            ["Ann rolls 4 + 1 (sword) against 5 - 1 (shield): the monster falls (COL-25)"],
        ),
        (
            [(ev.FIGHTS, 1, 4, 6, 0, 3, 8, 0), (ev.FOE, 1, ev.FOE_BOSS, C4, 3), (ev.FOE_HURT, 1, 1, 2),
             (ev.GOES_BACK, 1, C4, C3)],
            ["Bob rolls 4 against 3: the boss loses 1 HP, 2 left, and Bob goes back to c3 (COL-25, COL-28)"],
        ),
        (
            [(ev.FIGHTS, 0, 1, 6, 0, 3, 8, 0), (ev.FOE, 0, ev.FOE_BOSS, C4, 3), (ev.HURT, 0, 1, 3, s.BY_BOSS),
             (ev.THROWN_BACK, 0, C4, C3)],
            ["Ann rolls 1 against 3: the boss wins; Ann loses 1 HP, 3 left, and Ann is thrown back to c3 (COL-26)"],
        ),
        (
            [(ev.FIGHTS, 0, 1, 6, 0, 3, 4, 0), (ev.FOE, 0, 0, C4, 1), (ev.HURT, 0, 1, 0, s.BY_MONSTER),
             (ev.DIES, 0, C4, s.BY_MONSTER), (ev.KEYS_DROP, 0, C4, 1)],
            ["Ann rolls 1 against 3: the monster wins; Ann loses 1 HP, 0 left, Ann dies at c4, 1 key left there "
             "(COL-26, COL-29)"],
        ),
        (
            [(ev.DECIDES, 0, code(s.A_EXPLORE, 3)), (ev.DRAWS_TILE, 0, s.kind_of(s.MONSTER, 4), B4),
             (ev.PLACES, 0, B4, s.kind_of(s.MONSTER, 4), 15, C4)],
            ["Ann explores west and finds a monster at b4 (COL-14)"],
        ),
        (
            [(ev.DRAWS_CARD, 0, s.TRAP), (ev.PREVENTED, 0, 1, s.BOOTS), (ev.LOSES, 0, s.BOOTS, 1)],
            ["Ann draws the event card trap: boots save Ann from 1 damage and are destroyed (COL-40)"],
        ),
        ([(ev.DRAWS_CARD, 0, s.DEEP_TRAP), (ev.HURT, 0, 2, 1, s.BY_EVENT)],
         ["Ann draws the event card deep trap: loses 2 HP, 1 left (COL-21)"]),
        ([(ev.DRAWS_CARD, 0, s.THIEF), (ev.TURN_ENDS, 0)],
         ["Ann draws the event card thief: nothing to lose (COL-21)"]),
        ([(ev.DRAWS_CARD, 0, s.SHATTER)], ["Ann draws the event card shatter: no potion to lose (COL-21)"]),
        ([(ev.DRAWS_CARD, 0, s.RUST)], ["Ann draws the event card rust (COL-21)"]),  # a choice follows
        ([(ev.DRAWS_CARD, 0, s.RUST), (ev.TURN_ENDS, 0)],
         ["Ann draws the event card rust: no sword or shield to lose (COL-21)"]),
        ([(ev.DRAWS_CARD, 0, s.SECRET_DOOR), (ev.TURN_ENDS, 0)],
         ["Ann draws the event card secret door: no side that could be opened (COL-21)"]),
        ([(ev.DRAWS_CARD, 0, s.DRAUGHT), (ev.NOTHING_TO_GAIN, 0)],
         ["Ann draws the event card draught: finds nothing: no card is left (COL-09)"]),
        ([(ev.TROPHY, 0, 18, 3, 20, 1), (ev.LOOTS, 0, ev.SOURCE_MONSTER), (ev.GAINS, 0, s.SWORD, 2, 0, 1)],
         ["Ann rolls 18 + 3 for loot and needs 20: a level 2 sword instead of level 1 (COL-30)"]),
        ([(ev.DRINKS, 0, s.HEALTH), (ev.HEALS, 0, 2, 4)], ["Ann drinks Health: 2 HP more, now 4 (COL-48)"]),
        ([(ev.DECIDES, 0, code(s.A_END)), (ev.TURN_ENDS, 0), (ev.TURN_BEGINS, 1, 2), (ev.TURN_ENDS, 1)],
         ["Ann ends the turn (COL-18)", "Round 2: it is Bob's turn"]),
        ([(ev.FLOOR_ENDS, -1, 1, ev.FLOOR_LEFT, 9, 40), (ev.GAME_ENDS, -1, s.WON)],
         ["Floor 1 ends after 9 rounds with 40 tiles in the bag: the heroes have left it (COL-57)",
          "The game is won (COL-56)"]),
        ([(ev.FLOOR_ENDS, -1, 2, ev.FLOOR_STARVED, 12, 3)],
         ["Floor 2 ends after 12 rounds with 3 tiles in the bag: the tiles did not last (COL-54)"]),
        ([(ev.FLOOR_ENDS, -1, 2, ev.FLOOR_NO_KEY, 12, 3)],
         ["Floor 2 ends after 12 rounds with 3 tiles in the bag: no key was to be had (COL-54)"]),
        ([(ev.DRAWS_CARD, 0, s.TRAP), (ev.PREVENTED, 0, 1, -1)],
         ["Ann draws the event card trap: Stone saves Ann from 1 damage (COL-46)"]),
        ([(ev.LOOTS, 0, ev.SOURCE_CHEST), (ev.PUTS_BACK, 0, s.SHIELD, 1)],
         ["Ann opens the chest: a level 1 shield, no better than what is there, goes back (COL-36)"]),
        ([(ev.DRAWS_CARD, 0, s.REST), (ev.HEALS, 0, 0, 4)],
         ["Ann draws the event card rest: has all 4 HP already (COL-21)"]),
        ([(ev.BOSS_KEY, 1, -1)], ["Bob gets the boss's key (COL-33)"]),
        ([(ev.BOSS_KEY, 1, C3)], ["Bob gets the key that lay at c3 (COL-33)"]),
        ([(ev.GIVES_UP, 0, s.POTION + s.DODGE_POTION)], ["Ann gives up the dodge potion (COL-42)"]),
        ([(ev.SHUFFLES, -1, 40)],
         ["The 40 event cards played so far are shuffled into a new deck (ruling event_reshuffle)"]),
    ],
)  # fmt: skip
def test_what_happened_in_words(events, sentences):
    assert happened(*events) == sentences


NOT_TOLD_ALONE = {ev.DECIDES, ev.FOE, ev.FOE_HURT, ev.EFFECT_BEGINS, ev.TURN_ENDS}
WITHOUT_A_RULE = {ev.FLOOR_BEGINS, ev.TURN_BEGINS, ev.HURT, ev.HEALS, ev.LOSES, ev.DOOR_FOUND, ev.HASTENS}


def rules_named(sentence):
    """The rules and rulings in the brackets at a sentence's end; each is in the rulebook."""
    bracket = re.search(r" \((?:rulings? )?([^()]+)\)$", sentence)
    ids = re.split(", (?:ruling )?", bracket[1]) if bracket else []
    assert set(ids) <= {item.id for item in rulebook(find_game("colossi")).items}, sentence
    return ids


@pytest.mark.parametrize("kind", range(1, ev.GAME_ENDS + 1))
def test_every_kind_of_event_is_told_with_a_rule_that_there_is(kind):
    for number in range(1, 3):
        sentences = happened((kind, 0, number, number))
        assert len(sentences) == (kind not in NOT_TOLD_ALONE)
        for sentence in sentences:
            assert bool(rules_named(sentence)) == (kind not in WITHOUT_A_RULE), sentence


@pytest.mark.parametrize("how", range(1, len(ev.FLOOR_ENDINGS)))
def test_every_end_of_a_floor_is_told_with_a_rule_that_there_is(how):
    (sentence,) = happened((ev.FLOOR_ENDS, -1, 1, how, 9, 40))
    assert rules_named(sentence)


def test_event_names_read_back():
    assert words.event_name(ev.DECIDES) == "decides"
    assert words.event_name(ev.GAME_ENDS) == "game_ends"
    kinds = list(range(1, ev.GAME_ENDS + 1))
    assert [words.event_kind(words.event_name(kind)) for kind in kinds] == kinds
    with pytest.raises(UnreadableError):
        words.event_kind("FIGHTS!")


def test_whole_games_are_told_and_read_back():
    game, rules, random = find_game("colossi"), standard_rules(round_limit=60), Random(1)
    told, trace = set(), game.new_trace()
    for players in (1, 2, 3, 4):
        state = game.new_state()
        state.players = players
        game.start(rules, state, np.uint64(players))
        while not game.is_over(state):
            actions = game.legal_actions(rules, state)
            action = random.choice(actions)
            text = words.action_text(state, action, HOSTILE)
            assert words.read_action(state, text, HOSTILE) == action
            assert words.prompt(state, NAMES, rules)
            assert [words.hero_summary(state, rules, seat, NAMES).text for seat in range(players)]
            game.step(rules, state, action, trace)
            events = events_of(trace)
            told |= {int(event.kind) for event in events}
            sentences = words.describe(events, NAMES)
            assert all(sentences)
            for sentence in sentences:
                rules_named(sentence)
        assert words.outcome_text(_outcome(game, rules, state), NAMES).startswith(words.prompt(state, NAMES))
    assert len(told) > 25


def _outcome(game, rules, state):
    count = game.new_count()
    game.outcome(rules, state, count)
    return count


def test_a_heros_card():
    state = read(EXAMPLE, standard_rules())
    card = words.hero_summary(state, standard_rules(), 0, NAMES)
    assert (card.name, card.cell, card.hp, card.most_hp, card.keys, card.to_move) == ("Ann", "c4", 3, 4, 1, True)
    assert card.equipment == ["sword, level 1: +1 to its hero's rolls"]
    assert card.potions == [("health", "+2 HP, up to 4")]
    assert card.text == "Ann: at c4; 3 of 4 HP; 1 key; sword, level 1; health potion"


def test_what_is_around_a_hero_is_called_as_the_board_calls_it():
    state = read(EXAMPLE, standard_rules())
    state.players = 2
    state.where[1], state.cell[1] = s.ON_FLOOR, state.cell[0]
    here = divmod(read_cell("c3"), s.WIDTH)
    for symbol, words_of_it in ((s.MONSTER, "a monster, beaten"), (s.EVENT_TILE, "an event, used"),
                                (s.LOOT, "a chest, opened"), (s.CLOSET, "a hero closet, used")):  # fmt: skip
        state.kind[here], state.live[here] = s.kind_of(symbol, 4), 0
        lines = words.surroundings(state, 0, NAMES)
        assert lines[0].endswith("; here: Bob") and f"c3, {words_of_it}" in lines[1]
    state.cell[1] = read_cell("c3")
    assert words.surroundings(state, 0, NAMES)[1].endswith("; there: Bob")


def test_an_example_is_one_that_is_allowed():
    state = position(1, s.CHOOSE_POTION)
    state.held[0, s.POTION + 3] = 4
    with pytest.raises(UnreadableError, match="such as 'give up stone potion'"):
        words.read_action(state, "what", NAMES)


def test_the_prompt_says_who_does_what():
    state = read(EXAMPLE, standard_rules())
    assert words.prompt(state, NAMES, standard_rules()) == "Ann: move, explore or end the turn; 2 steps left"
    state.moved = 2
    assert words.prompt(state, NAMES, standard_rules()) == "Ann: end the turn; 0 steps left"
