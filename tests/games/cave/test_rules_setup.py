"""Setting up, drawing and the steps of a turn (CAVE-01 to CAVE-13)."""

from collections import Counter

import numpy as np
import pytest
from games.cave.table import Table, cards, game, ruled, ruleset, table

from crypt.core.game import CryptError
from crypt.core.ruleset import RulesetError, load_ruleset
from crypt.games.cave.front import GAME
from crypt.games.cave.vocabulary import the_book

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]


@pytest.mark.rule("CAVE-01")
def test_72_cards_of_four_types():
    book = the_book(game().state)
    count = Counter()
    for card in book.cards:
        count[card.type] += card.copies
    assert count == {"action": 28, "item": 13, "reaction": 16, "treasure": 15}
    assert len(book.kind_of) == 72 and len(book.cards) == 59


@pytest.mark.rule("CAVE-02")
def test_three_cards_each_and_the_first_draw():
    t = game(4)
    assert [len(t.hand(i)) for i in range(1, 5)] == [4, 3, 3, 3]  # the first player has drawn one
    assert len(t.pile) == 72 - 13
    assert len({game(4, seed=seed).text for seed in range(20)}) == 20


@pytest.mark.rule("draw_pile")
def test_each_card_of_the_pile_is_drawn_equally_often():
    drawn, rest = Counter(), " ".join(id.lower() for id in table().pile[3:])
    t = table(f"discards {rest}")
    for key in range(1, 601):
        other = Table(t.rules, t.state.copy())
        other.state.chance.key[:] = key * 7919
        drawn[other.do("draw a card").hand(1)[0]] += 1
    assert set(drawn) == set(t.pile) and min(drawn.values()) > 150


@pytest.mark.rule("CAVE-03")
def test_the_discards_become_a_new_draw_pile():
    everything = [id.lower() for id in table().pile]
    t = table(f"hand 2 {' '.join(everything[6:])}", f"discards {' '.join(everything[:6])}")
    assert not t.pile
    t.do("draw a card")
    assert "renews" in t.events
    assert len(t.hand(1)) == 1 and len(t.pile) + len(t.discards) + len(t.hand(2)) == 71


@pytest.mark.rule("CAVE-03")
@pytest.mark.rule("no_cards")
def test_without_any_cards_nothing_is_drawn():
    everything = [id.lower() for id in table().pile]
    t = table(f"hand 2 {' '.join(everything)}", phase="playing", players=3)
    assert t.refusal("draw a card") == "CAVE-03"
    t.do("do nothing")  # the draw at the beginning of the next turn
    assert "no_cards" in t.events and "renews" not in t.events and t.turn_of == 2 and len(t.hand(2)) == 72


@pytest.mark.rule("CAVE-03")
def test_what_can_be_drawn_is_drawn():
    """A dead player should draw three and one, and there are but two."""
    everything = [id.lower() for id in table().pile]
    t = table(f"carried 1 {' '.join(id for id in everything if id[0] in 'ti')}",
              f"hand 3 {' '.join([id for id in everything if id[0] in 'ar'][2:])}", "room 2 dead", players=3)  # fmt: skip
    t.do("do nothing")
    assert len(t.hand(2)) == 2 and t.room(2) == "Well House" and not t.pile


@pytest.mark.rule("CAVE-04")
def test_all_start_in_the_well_house():
    t = game(4)
    assert [t.room(i) for i in range(1, 5)] == ["Well House"] * 4


@pytest.mark.rule("CAVE-05")
@pytest.mark.rule("first_player")
def test_the_first_player_is_chosen_at_set_up():
    assert game(3).turn_of == 1
    t = game(3, first_player=3)
    assert t.turn_of == 3 and len(t.hand(3)) == 4 and t.state.round_number == 1
    t.do("stay", "do nothing")
    assert t.turn_of == 1 and t.state.round_number == 1


@pytest.mark.rule("crowd")
def test_five_or_six_can_play_and_are_warned():
    assert game(6).seat == 1 and [game(6).room(i) for i in (5, 6)] == ["Well House"] * 2
    model = load_ruleset(GAME).model
    assert "15 treasures" in model.warning_for(5) and not model.warning_for(4)


@pytest.mark.rule("CAVE-06")
@pytest.mark.rule("CAVE-11")
def test_the_four_steps_of_a_turn():
    t = game(2)
    assert t.phase == "moving" and len(t.hand(1)) == 4
    assert t.refusal("draw a card") == "CAVE-06"
    t.do("stay")
    assert t.phase == "playing"
    assert t.refusal("stay") == "CAVE-06"
    t.do("do nothing")
    assert t.turn_of == 2 and len(t.hand(2)) == 4


@pytest.mark.rule("CAVE-07")
def test_moving_goes_along_a_connection_or_not_at_all():
    t = table("room 1 cobble_crawl", phase="moving")
    assert t.choices == ["stay", "move to Well House", "move to Hall of Mists"]
    assert t.refusal("move to Y2") == "CAVE-07"
    assert t.do("move to Hall of Mists").room(1) == "Hall of Mists"
    assert table("room 1 cobble_crawl", phase="moving").do("stay").room(1) == "Cobble Crawl"


@pytest.mark.rule("CAVE-08")
def test_play_one_is_one_of_five_things():
    t = table("hand 1 a12", "carried 1 t01")
    assert t.choices == [
        "do nothing", "draw a card", "move to Cobble Crawl", "play Speed Run", "deposit Large Gold Nugget",
    ]  # fmt: skip
    for choice in ("do nothing", "draw a card", "move to Cobble Crawl", "deposit Large Gold Nugget"):
        assert table("hand 1 a12", "carried 1 t01").do(choice).turn_of == 2
    assert len(table().do("draw a card").hand(1)) == 1
    assert table().do("move to Cobble Crawl").room(1) == "Cobble Crawl"


@pytest.mark.rule("CAVE-08")
def test_only_cards_in_the_hand_are_played():
    assert table("hand 1 a12").refusal("play System Crash") == "CAVE-08"


@pytest.mark.rule("CAVE-09")
def test_playing_another_card_offers_the_same_choices():
    t = table("hand 1 a11 a15", "carried 1 t01").do("play Plugh!")
    assert t.room(1) == "Y2" and t.phase == "playing" and t.turn_of == 1
    assert {"do nothing", "draw a card", "move to Bedquilt", "play System Crash"} <= set(t.choices)
    back = table("room 1 y2", "hand 1 a11", "carried 1 t01").do("play Plugh!")
    assert back.can("deposit Large Gold Nugget")


@pytest.mark.rule("CAVE-10")
def test_the_hand_is_brought_down_to_seven():
    t = table("hand 1 t01 t02 t03 t04 t05 t06 t07 t08").do("do nothing")
    assert t.phase == "discarding" and t.seat == 1 and len(t.choices) == 8
    assert t.refusal("discard Speed Run") == "CAVE-10"
    t.do("discard Rare Coins")
    assert t.turn_of == 2 and len(t.hand(1)) == 7 and t.discards == ["T05"]


@pytest.mark.rule("CAVE-10")
def test_also_when_the_turn_ended_early():
    t = table("room 1 hall_of_mists", "hand 1 t01 t02 t03 t04 t05 t06 t07 t08", "hand 2 r01", phase="moving")
    t.do("move to Y2", "play Angry Dwarf (reaction)")
    assert t.phase == "discarding" and t.seat == 1 and t.room(1) == "Hall of Mists"


@pytest.mark.rule("CAVE-10")
def test_seven_cards_are_kept():
    assert table("hand 1 t01 t02 t03 t04 t05 t06 t07").do("do nothing").turn_of == 2


@pytest.mark.rule("CAVE-11")
def test_a_treasure_is_not_played_before_moving():
    """FAQ: nobody plays a treasure in the right room first, and moves then."""
    t = table("room 1 hall_of_mists", "hand 1 t01", phase="moving")
    assert t.refusal("play Large Gold Nugget") == "CAVE-06"
    t.do("stay", "play Large Gold Nugget")
    assert t.carried(1) == ["T01"] and t.turn_of == 2


@pytest.mark.rule("CAVE-12")
def test_hands_are_hidden_and_inventories_open():
    t = table("hand 1 a01", "hand 2 a02 t01", "carried 2 i01")
    seen = t.state.copy()
    GAME.hide(seen, 0)
    mine, theirs = (GAME.words.hero_summary(seen, t.rules, seat, t.NAMES) for seat in range(2))
    assert mine.hand == ["Angry Dwarf (action)"] and theirs.hand is None and theirs.hand_size == 2
    assert theirs.carried == ["Brass Lantern"]
    assert "A02" not in t.ids(0) and not np.flatnonzero(seen.place == 9).size


@pytest.mark.rule("CAVE-12")
def test_what_is_drawn_only_its_player_sees():
    t = table().do("draw a card")
    masks = {t.GAME.words.event_name(int(event.kind)): int(event.seen_by) for event in t.trace[1 : t.trace[0].kind + 1]}
    assert masks["gets"] in (1, 2) and masks["draws"] == -1


@pytest.mark.rule("open_piles")
def test_discards_and_safes_are_open():
    t = table("discards a12 i02", "deposited 1 t05")
    seen = t.state.copy()
    GAME.hide(seen, 1)
    other = Table(t.rules, seen)
    assert other.discards == ["I02", "A12"] and other.deposited(1) == ["T05"]
    assert "Speed Run" in GAME.words.board_text(seen, t.NAMES, t.rules)
    assert GAME.words.hero_summary(seen, t.rules, 0, t.NAMES).deposited == ["Rare Coins"]


@pytest.mark.rule("opened_hands")
def test_all_hands_are_shown_at_the_end_and_not_before():
    def hand(t, seat):
        return GAME.words.hero_summary(t.state, t.rules, seat, t.NAMES).hand

    t = table("carried 1 t03", "deposited 1 t01 t02", "hand 1 a12", "hand 2 r02 r02")
    assert hand(t, 0) == ["Speed Run"] and hand(t, 1) is None
    t.do("deposit Bars of Silver")
    assert hand(t, 0) == ["Speed Run"] and hand(t, 1) == ["The Grate Is Locked!"] * 2
    GAME.hide(t.state, 0)
    assert hand(t, 1) is None


def guess(t, viewer, id):
    """Where a player thinks the copies of a card may be: a set of places for each, as bits, the widest last."""
    kind = [card.id for card in the_book(t.state).cards].index(id)
    return sorted(int(t.state.may[viewer - 1, card]) for card in range(72) if t.rules.kind_of[card] == kind)


@pytest.mark.rule("CAVE-12")
@pytest.mark.rule("copies")
def test_who_shows_one_copy_does_not_show_whether_there_is_another():
    """Ann holds a Plugh!, openly takes the other, and plays one: the one left may be anywhere in the eyes of the others."""
    t = table("hand 1 a11 a05", players=3).next_cards("A11").do("play Explore at Random")
    t.do("stay", "stay", "do nothing", "stay", "do nothing", "stay", "play Plugh!")
    assert t.hand(1).count("A11") == 1 and t.discards.count("A11") == 1
    for viewer in (2, 3):
        assert guess(t, viewer, "A11")[0] == 0 and guess(t, viewer, "A11")[1] & (1 | 2) == 1 | 2


@pytest.mark.rule("CAVE-12")
@pytest.mark.rule("copies")
def test_who_draws_a_copy_does_not_learn_which_it_was():
    """One Plugh! has come into the new pile, the other may be there or with Ben: Ann draws one, and does not know which."""
    t = table("hand 2 a12", plays=2)
    kind = [card.id for card in the_book(t.state).cards].index("A11")
    first, second = [card for card in range(72) if t.rules.kind_of[card] == kind]
    for known in (first, second):
        other = Table(t.rules, t.state.copy())
        other.state.may[0, known] = 1
        other.next_cards("A11").do("draw a card")
        assert guess(other, 1, "A11") == [2, 1 | 4]


@pytest.mark.rule("CAVE-12")
def test_that_somebody_would_not_pay_is_not_told():
    """Otherwise all would know that there was a treasure in the hand."""
    t = table("room 1 bedquilt", "hand 2 r03", "hand 1 t01", phase="moving")
    t.do("move to Volcano View", "play Stop! Pay Troll!", "pass")
    masks = {t.GAME.words.event_name(int(event.kind)): int(event.seen_by) for event in t.trace[1 : t.trace[0].kind + 1]}
    assert masks["decides"] == 1 and masks["is_blocked"] == -1


@pytest.mark.rule("CAVE-13")
@pytest.mark.rule("quick_play")
def test_quick_play_begins_with_a_treasure_each():
    for seed in range(10):
        t = game(3, seed=np.uint64(seed), quick_play=True)
        for player in (2, 3):
            hand = t.hand(player)
            assert len(hand) == 4 and sum(id.startswith("T") for id in hand) == 1
        assert sum(id.startswith("T") for id in t.pile) in (11, 12)
    assert any(sum(id.startswith("T") for id in game(3, seed=np.uint64(seed)).hand(2)) != 1 for seed in range(10))


@pytest.mark.rule("forced")
def test_what_alone_can_be_done_is_no_decision():
    """Eight equal cards: it makes no difference which is discarded."""
    rows = cards(T01={"copies": 9})
    t = table("hand 1 t01 t01 t01 t01 t01 t01 t01 t01", cards=rows).do("do nothing")
    assert t.turn_of == 2 and t.discards == ["T01"]


@pytest.mark.rule("turn_limit")
def test_a_game_of_too_many_turns_stalls():
    t = table(turn=3, turn_limit=3).do("do nothing")
    assert t.end == "stalled" and t.seat == 0 and t.story[-1].endswith("(ruling turn_limit)")
    assert table(turn=3).do("do nothing").end == "running"


# ------------------------------------------------------------------------------------------------------ rulesets


@pytest.mark.parametrize(
    ("row", "column", "problem"),
    [
        ({"effect_code": "EXPLODE(TARGET)"}, "effect_code", "EXPLODE"),
        ({"effect_code": "DIE(TARGET", }, "effect_code", "DIE"),
        ({"effect_code": "ACQUIRE(I99)"}, "effect_code", "I99"),
        ({"effect_code": "ACQUIRE(A02)"}, "effect_code", "no item"),
        ({"effect_code": "WARP_TOGGLE(Y2,Attic)"}, "effect_code", "Attic"),
        ({"effect_code": "BLOCK_MOVE"}, "effect_code", "reaction to moving"),
        ({"playable_in": "Attic"}, "playable_in", "Attic"),
        ({"trigger": "TARGET:OTHER_PLAYER;NOT_IN(Attic)"}, "trigger", "Attic"),
    ],
)  # fmt: skip
def test_an_unknown_effect_or_room_is_refused_with_row_and_column(row, column, problem):
    with pytest.raises(RulesetError) as error:
        ruleset(cards=cards(A01=row))
    (line, *_) = str(error.value).splitlines()
    number = [one["id"] for one in cards()].index("A01") + 1
    assert f"row {number}" in line and column in line and problem in line


def test_an_unknown_trigger_target_and_connection_are_refused():
    for changes, words in (
        ({"cards": cards(R02={"trigger": "ON_TUESDAYS"})}, "ON_TUESDAYS"),
        ({"cards": cards(A01={"trigger": "TARGET:OTHER_PLAYER;TALL"})}, "TALL"),
        ({"connections": [{"room_a": "Well House", "room_b": "Attic"}]}, "connections, row 1, room_b"),
        ({"home": "Attic"}, "home"),
        ({"cards": cards(R06={"effect_code": "END_TURN"})}, "CANCEL_PLAYED_CARD"),
        ({"cards": cards(I02={"playable_in": "Anywhere"})}, "CAVE-14"),
        ({"deposits_to_win": 15, "cards": [row for row in cards() if row["id"] != "T01"]}, "deposits_to_win"),
    ):
        with pytest.raises(RulesetError, match=words):
            ruleset(**changes)


@pytest.mark.parametrize(
    ("id", "row", "words"),
    [
        ("A04", {"effect_code": "DIE(TARGET)"}, "DIE.*is for a card with a target"),
        ("R08", {"effect_code": "DIE(TARGET)"}, "DIE.*is for a card with a target"),
        ("A04", {"effect_code": "DISCARD_ALL_CARRIED_EXCEPT(T10)"}, "is for a card with a target"),
        ("R01", {"effect_code": "BLOCK_MOVE;EXTRA_PLAY(1)"}, "EXTRA_PLAY.*is for an action"),
        ("A05", {"effect_code": "REVEAL_UNTIL(CARD_WITH_ROOM)>TAKE_TO_HAND"}, "DISCARD_OTHERS"),
        ("A13", {"effect_code": "STEAL(TARGET,ONE_NONTREASURE_ITEM,CHOOSER=ACTOR)>ACQUIRE_ONE_OF(I01)"}, "only one .* name"),
        ("I02", {"trigger": "TARGET:OTHER_PLAYER"}, "only an action has a target"),
    ],
)  # fmt: skip
def test_an_effect_that_would_hit_nobody_or_leave_cards_lying_is_refused(id, row, words):
    with pytest.raises(RulesetError, match=words):
        ruleset(cards=cards(**{id: row}))


def test_an_item_can_kill_who_uses_it():
    rows = cards(I02={"effect_code": "START_TURN_OPT:DISCARD_SELF>DIE(TARGET)"})
    t = table("carried 1 i02 t01", "hand 1 a12", phase="starting", cards=rows).do("use Set of Keys")
    assert t.room(1) == "nowhere" and t.turn_of == 2 and sorted(t.discards) == ["A12", "I02", "T01"]


def test_a_designer_adds_a_card_without_code():
    """A sixth magic word, between the Volcano View and the Well House."""
    new = {
        "type": "action", "name": "Abracadabra!", "copies": 2, "playable_in": "Well House|Volcano View",
        "effect_code": "WARP_TOGGLE(Well House,Volcano View);EXTRA_PLAY(2);MAGIC_WORD",
    }  # fmt: skip
    t = table("hand 1 a21", cards=cards(A21=new)).do("play Abracadabra!")
    assert t.room(1) == "Volcano View" and t.state.plays == 2
    assert len(the_book(t.state).kind_of) == 74


def test_too_many_players_for_the_cards_are_refused():
    with pytest.raises(CryptError, match="starting_hand"):
        ruleset(starting_hand=12).check_players(6)
    assert ruled(starting_hand=12).starting_hand == 12
