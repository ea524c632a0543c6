"""Items, actions, reactions, defence, acquiring and cancelling (CAVE-14 to CAVE-30), with the answers of the FAQ."""

import pytest
from games.cave.table import Table, cards, table

from crypt.core.chance import DICE

pytestmark = [pytest.mark.interpreted, pytest.mark.bounds]

# ---- items and actions


@pytest.mark.rule("CAVE-14")
def test_an_item_is_played_in_its_own_room_only():
    t = table("room 1 cobble_crawl", "hand 1 i06")
    assert t.do("play Black Rod").carried(1) == ["I06"] and not t.hand(1)
    assert table("room 1 hall_of_mists", "hand 1 i06").refusal("play Black Rod") == "CAVE-14"


@pytest.mark.rule("CAVE-15")
def test_treasures_are_items():
    """FAQ: yes, treasures are items: they are played, carried and given up like them."""
    assert table("room 1 y2", "hand 1 t03").do("play Bars of Silver").carried(1) == ["T03"]
    assert table("hand 1 t03").refusal("play Bars of Silver") == "CAVE-14"
    t = table("room 1 west_side_of_fissure", "carried 1 t03", "hand 2 r04", phase="moving")
    t.do("move to Hall of the Mountain King", "play Lost in the Maze")
    assert t.can("give up Bars of Silver")


@pytest.mark.rule("CAVE-16")
def test_nowhere_is_not_playable_but_acquired_and_revealed():
    for room in ("well_house", "volcano_view", "bedquilt"):
        assert table(f"room 1 {room}", "hand 1 i13").refusal("play Friendly Bear") == "CAVE-16"
    fed = table("room 1 volcano_view", "carried 1 i03", phase="starting").do("use Tasty Food")
    assert fed.carried(1) == ["I13"]
    shown = table("room 1 bedquilt", "hand 1 i13", "hand 2 r03", phase="moving")
    shown.do("move to Volcano View", "play Stop! Pay Troll!", "reveal Friendly Bear")
    assert shown.carried(1) == ["I13"] and shown.room(1) == "Volcano View"


@pytest.mark.rule("CAVE-17")
def test_an_item_acts_only_while_it_is_carried():
    needs = table("room 1 hall_of_mists", "hand 1 i07 i05")
    assert needs.refusal("play Little Bird") == "CAVE-17"
    assert table("room 1 hall_of_mists", "hand 1 i07", "carried 1 i05").do("play Little Bird").carried(1) == ["I05", "I07"]
    scared = table("room 1 hall_of_mists", "hand 1 i07", "carried 1 i05 i06")
    assert scared.refusal("play Little Bird") == "CAVE-17"
    in_hand = table("room 1 hall_of_mists", "hand 1 i07 i06", "carried 1 i05")
    assert in_hand.can("play Little Bird")
    assert table("hand 1 i04").refusal("use Empty Bottle") == "CAVE-17"


@pytest.mark.rule("conditions")
def test_what_a_carried_item_needed_may_go():
    t = table("hand 1 a13", "carried 2 i05 i07").do("play Steal a Keeper on Ben, naming Wicker Cage")
    assert t.carried(2) == ["I07"]
    t = table("room 1 cobble_crawl", "hand 1 i06", "carried 1 i05 i07").do("play Black Rod")
    assert t.carried(1) == ["I05", "I06", "I07"]


@pytest.mark.rule("CAVE-18")
def test_an_action_is_shown_carried_out_and_discarded():
    t = table("room 1 y2", "hand 1 a11").do("play Plugh!")
    assert t.discards == ["A11"] and t.room(1) == "Well House"
    assert "Ann plays Plugh! (CAVE-08)" in t.story


@pytest.mark.rule("CAVE-18")
@pytest.mark.rule("cave_closing")
def test_the_cave_closes_until_the_draw_pile_is_renewed():
    t = table("hand 1 a16 a07", "room 2 y2", "carried 2 t01").do("play The Cave Is Closing")
    assert t.beside == ["A16"] and not t.discards
    everything = [id.lower() for id in table().pile if id != "A16"]
    last = table(f"discards {' '.join(everything)}", "beside a16", "closer 1").do("draw a card")
    assert "reopens" in last.events and last.beside == [] and last.discards == ["A16"]


@pytest.mark.rule("cave_closing")
def test_the_shuffle_after_a_search_does_not_open_the_cave():
    t = table("beside a16", "hand 1 a14", "closer 2").do("play Stock Up!, naming Set of Keys")
    assert "searches" in t.events and t.beside == ["A16"]


@pytest.mark.rule("cave_closing")
def test_or_it_closes_until_the_next_turn_or_the_card_is_left_out():
    t = table("hand 1 a16", cave_closing="next_turn").do("play The Cave Is Closing")
    assert t.turn_of == 2 and t.beside == ["A16"]
    t.do("stay", "do nothing")
    assert t.turn_of == 1 and t.beside == [] and t.discards == ["A16"]
    second = table("hand 2 a16", seat=2, players=3, cave_closing="next_turn").do("play The Cave Is Closing")
    assert second.do("stay", "do nothing").turn_of == 1 and second.beside == ["A16"]  # not in anybody else's turn
    assert second.do("stay", "do nothing").turn_of == 2 and second.beside == [] and second.discards == ["A16"]
    out = table(cave_closing="left_out")
    assert len(out.pile) == 71 and "A16" not in out.pile


@pytest.mark.rule("cave_closing")
def test_what_cannot_be_played_while_the_cave_closes():
    closed = "beside a16"
    assert table(closed, "hand 1 a01", "room 2 y2").refusal("play Angry Dwarf (action) on Ben") == "CAVE-18"
    har = table(closed, "hand 1 a07", "room 2 y2", "carried 2 t01")
    assert har.refusal("play Har Har! on Ben, naming Large Gold Nugget") == "CAVE-18"
    assert table(closed, "hand 1 a09", "discards t01").refusal("play Pirate Booty, naming Large Gold Nugget") == "CAVE-18"
    dwarf = table(closed, "room 1 y2", "hand 2 r01", phase="moving").do("move to Bedquilt")
    assert dwarf.room(1) == "Bedquilt"
    assert table(closed, "hand 1 a02", "room 2 y2").can("play Bottomless Pit on Ben")


@pytest.mark.rule("silenced_word")
def test_a_magic_word_in_a_closing_cave_does_nothing():
    t = table("beside a16", "room 1 y2", "hand 1 a11").do("play Plugh!")
    assert t.room(1) == "Y2" and t.turn_of == 2 and t.discards == ["A11"]
    eggs = table("beside a16", "hand 1 a06", "discards t07").do("play Fee, Fie, Foe, Foo!")
    assert eggs.carried(1) == [] and eggs.discards == ["T07", "A06"]


@pytest.mark.rule("no_effect_play")
def test_a_card_without_target_may_be_played_for_nothing():
    t = table("hand 1 a09")
    assert t.choices[-1] == "play Pirate Booty"
    assert t.do("play Pirate Booty").discards == ["A09"]
    assert table("hand 1 a07").refusal("play Har Har! on Ben") == "CAVE-18"
    assert table("hand 1 a09", "discards t01").refusal("play Pirate Booty") == "CAVE-18"  # there is something to take


@pytest.mark.rule("declared_first")
def test_the_target_and_the_choice_are_declared_before_anybody_reacts():
    t = table("hand 1 a13", "carried 2 i01 i02", "hand 2 r06").do("play Steal a Keeper on Ben, naming Set of Keys")
    assert t.phase == "reacting" and t.seat == 2
    assert "Ben and names Set of Keys" in t.story[0]
    assert t.do("pass").carried(1) == ["I02"]


@pytest.mark.rule("bottle")
def test_the_bottle_gives_one_play_more():
    t = table("carried 1 i04 t01 t02").do("use Empty Bottle")
    assert t.state.plays == 2 and t.discards == ["I04"]
    t.do("deposit Large Gold Nugget", "deposit Several Diamonds")
    assert t.deposited(1) == ["T01", "T02"] and t.turn_of == 2


@pytest.mark.rule("start_effects")
def test_items_are_used_before_the_draw_one_after_the_other():
    t = table("room 1 volcano_view", "carried 1 i03", phase="starting", plays=1)
    assert t.choices == ["do nothing", "use Tasty Food"] and not t.hand(1)
    t.do("use Tasty Food")
    assert t.phase == "starting" and t.can("use Friendly Bear") and not t.hand(1)
    t.do("use Friendly Bear")
    assert t.carried(1) == ["T15"] and t.phase == "moving" and len(t.hand(1)) == 1
    refused = table("room 1 volcano_view", "carried 1 i03", phase="starting").do("do nothing")
    assert refused.carried(1) == ["I03"] and refused.phase == "moving"


@pytest.mark.rule("start_effects")
def test_the_dead_return_and_draw_three_before_using_anything():
    t = table("room 2 dead", "carried 2 i13").do("do nothing")
    assert t.phase == "starting" and t.seat == 2 and t.room(2) == "Well House" and len(t.hand(2)) == 3
    assert t.do("do nothing").phase == "moving" and len(t.hand(2)) == 4


# ---- reactions


@pytest.mark.rule("CAVE-19")
def test_a_reaction_is_played_out_of_turn_and_uses_nothing_up():
    t = table("hand 2 r02", phase="moving").do("move to Cobble Crawl")
    assert t.seat == 2 and t.turn_of == 1 and t.choices == ["pass", "play The Grate Is Locked!"]
    t.do("play The Grate Is Locked!")
    assert t.phase == "playing" and t.seat == 1 and t.room(1) == "Well House" and t.state.plays == 1


@pytest.mark.rule("CAVE-19")
def test_nobody_is_asked_who_holds_nothing_that_could_be_played():
    assert table("hand 2 r09 a01", phase="moving").do("move to Cobble Crawl").room(1) == "Cobble Crawl"


@pytest.mark.rule("asking")
def test_who_has_nothing_is_passed_over_and_who_lets_it_pass_is_not_told():
    t = table("hand 2 r09", "hand 3 r02", players=3, phase="moving").do("move to Cobble Crawl")
    assert t.seat == 3
    t.do("pass")
    masks = [(t.GAME.words.event_name(int(event.kind)), int(event.seen_by)) for event in t.trace[1 : t.trace[0].kind + 1]]
    assert masks == [("decides", 4), ("moves", -1)]
    shown = table("room 2 y2", "hand 1 a01", "hand 2 i08").do("play Angry Dwarf (action) on Ben")
    shown.do("pass")
    assert shown.trace[1].seen_by == 2


@pytest.mark.rule("asking")
@pytest.mark.parametrize(
    "lines, first, shown",
    [
        (("hand 2 r02",), "move to Cobble Crawl", "play The Grate Is Locked!"),
        (("room 2 y2", "hand 1 a01", "hand 2 i08"), "play Angry Dwarf (action) on Ben", "reveal Little Axe"),
    ],
)
def test_what_was_shown_in_answer_is_not_taken_back(lines, first, shown):
    t = table(*lines, phase="moving" if first.startswith("move") else "playing", players=3).do(first)
    passed, before = Table(t.rules, t.state.copy()), t.state.chance.count[DICE]
    t.do(shown)
    passed.do("pass")
    assert [t.state.chance.count[DICE], passed.state.chance.count[DICE]] == [before + 1, before]


@pytest.mark.rule("CAVE-19")
def test_what_is_not_done_is_told_in_words_of_its_own():
    bear = table("room 1 volcano_view", "carried 1 i03", phase="starting")
    assert bear.do("do nothing").story[0] == "Ann uses nothing (CAVE-17)"
    kept = table("hand 1 a08", "discards a12").do("play Let's Do That Again!, naming Speed Run", "do nothing")
    assert kept.story[0] == "Ann keeps the card for later (CAVE-28)"
    run = table("hand 1 a12").do("play Speed Run", "stay")
    assert run.story[0] == "Ann runs no further (CAVE-07)"
    assert table(phase="moving").do("stay").story[0] == "Ann stays (CAVE-07)"
    assert table().do("do nothing").story[0] == "Ann plays nothing (CAVE-08)"
    squeezed = table("hand 1 t01", "room 1 bedquilt", "hand 2 r03", phase="moving")
    assert squeezed.do("move to Volcano View", "play Stop! Pay Troll!", "pass").story[0] == "Ann gives nothing up"
    explored = table("hand 1 a05").next_cards("T14").do("play Explore at Random", "stay")
    assert explored.story[0] == "Ann does not warp"


@pytest.mark.rule("CAVE-19")
def test_also_against_oneself():
    """The rulebook: who moves from Bedquilt to the Volcano View may pay the own troll to get the bear out of the hand."""
    t = table("room 1 bedquilt", "hand 1 r03 i13", phase="moving").do("move to Volcano View")
    assert t.seat == 1 and t.phase == "reacting"
    t.do("play Stop! Pay Troll!", "reveal Friendly Bear")
    assert t.carried(1) == ["I13"] and t.room(1) == "Volcano View" and t.phase == "playing" and t.state.plays == 1


@pytest.mark.rule("CAVE-19")
def test_a_reaction_is_no_play_and_a_play_no_reaction():
    assert table("hand 1 r02").refusal("play The Grate Is Locked!") == "CAVE-19"
    t = table("hand 2 a02 r02", phase="moving").do("move to Cobble Crawl")
    assert t.refusal("play Bottomless Pit on Ann") == "CAVE-19"


@pytest.mark.rule("CAVE-30")
def test_between_is_in_both_directions():
    """FAQ: yes, from B to A is between A and B."""
    for here, there in (("well_house", "Cobble Crawl"), ("cobble_crawl", "Well House")):
        t = table(f"room 1 {here}", "hand 2 r02", phase="moving").do(f"move to {there}")
        assert t.can("play The Grate Is Locked!")
    t = table("room 1 cobble_crawl", "hand 2 r02 r01", phase="moving").do("move to Hall of Mists")
    assert t.refusal("play The Grate Is Locked!") == "CAVE-30"


@pytest.mark.rule("blocked_move")
def test_a_blocked_move_is_spent():
    t = table("hand 2 r02", phase="moving").do("move to Cobble Crawl", "play The Grate Is Locked!")
    assert t.phase == "playing" and t.can("move to Cobble Crawl")  # as a play, not as the move again
    extra = table("hand 2 r02").do("move to Cobble Crawl", "play The Grate Is Locked!")
    assert extra.turn_of == 2
    run = table("hand 1 a12", "hand 2 r02").do("play Speed Run", "move to Cobble Crawl", "play The Grate Is Locked!")
    assert run.phase == "running on" and run.state.steps == 3 and run.room(1) == "Well House"


@pytest.mark.rule("reaction_order")
def test_players_are_asked_clockwise_and_the_mover_last():
    t = table("room 2 y2", "hand 1 r01", "hand 2 r01", "hand 3 r01", seat=2, phase="moving", players=3)
    t.do("move to Bedquilt")
    asked = []
    while t.phase == "reacting":
        asked.append(t.seat)
        t.do("pass")
    assert asked == [3, 1, 2] and t.room(2) == "Bedquilt"


@pytest.mark.rule("reaction_order")
def test_once_blocked_nobody_else_is_asked():
    t = table("hand 2 r02", "hand 3 r02", phase="moving", players=3).do("move to Cobble Crawl", "play The Grate Is Locked!")
    assert t.phase == "playing" and t.hand(3) == ["R02"]


@pytest.mark.rule("reaction_order")
def test_a_reaction_is_answered_before_the_next_is_asked():
    t = table("hand 2 r02", "hand 3 r02 r06", phase="moving", players=3)
    t.do("move to Cobble Crawl", "play The Grate Is Locked!")
    assert t.seat == 3 and t.can("play I Don't Know How to Do That")
    t.do("play I Don't Know How to Do That")
    assert t.seat == 3 and t.choices == ["pass", "play The Grate Is Locked!"]  # the move is asked about further
    assert sorted(t.discards) == ["R02", "R06"]
    assert t.do("pass").room(1) == "Cobble Crawl"


@pytest.mark.rule("reaction_order")
def test_cancelling_is_cancelled_and_that_again():
    t = table("hand 1 r06 a12", "hand 2 r06", "hand 3 r06", players=3).do("play Speed Run")
    t.do("play I Don't Know How to Do That")  # Ben, against the run
    assert t.seat == 3
    t.do("play I Don't Know How to Do That")  # Cid, against that
    assert t.seat == 1
    kept = t.state.copy()
    t.do("pass")
    assert t.phase == "reacting" and t.seat == 1  # the run itself: Ann could cancel it, too
    assert t.do("pass").phase == "running on"
    t.state = kept
    t.do("play I Don't Know How to Do That")  # Ann, against Cid's: Ben's holds
    assert t.turn_of == 2 and sorted(t.discards) == ["A12", "R06", "R06", "R06"]


@pytest.mark.rule("reaction_order")
def test_a_cancelled_or_defended_card_does_not_go_back_to_the_hand():
    troll = ("room 1 bedquilt", "hand 2 r03")
    t = table(*troll, "hand 1 r06", phase="moving").do("move to Volcano View", "play Stop! Pay Troll!")
    t.do("play I Don't Know How to Do That")
    assert t.hand(2) == [] and sorted(t.discards) == ["R03", "R06"] and t.room(1) == "Volcano View"
    t = table(*troll, "hand 1 i13", phase="moving").do("move to Volcano View", "play Stop! Pay Troll!")
    t.do("reveal Friendly Bear")
    assert t.hand(2) == [] and t.discards == ["R03"]


# ---- defence


@pytest.mark.rule("CAVE-20")
@pytest.mark.rule("carried_defence")
def test_who_carries_the_defender_is_immune():
    t = table("room 2 y2", "hand 1 a01", "carried 2 i08")
    assert t.refusal("play Angry Dwarf (action) on Ben") == "CAVE-20" and not t.can("play Angry Dwarf (action) on Ben")
    moved = table("carried 1 i02", "hand 2 r02", phase="moving").do("move to Cobble Crawl")
    assert moved.room(1) == "Cobble Crawl"  # nobody was asked
    both = table("carried 1 i08", "room 1 y2", "hand 2 r01 r09", phase="moving").do("move to Hall of the Mountain King")
    assert both.refusal("play Angry Dwarf (reaction)") == "CAVE-20"


@pytest.mark.rule("CAVE-21")
@pytest.mark.rule("carried_defence")
def test_a_defender_in_the_hand_is_revealed_or_not():
    t = table("room 2 y2", "hand 1 a01", "hand 2 i08").do("play Angry Dwarf (action) on Ben")
    assert t.seat == 2 and t.phase == "defending" and t.choices == ["pass", "reveal Little Axe"]
    kept = t.state.copy()
    t.do("reveal Little Axe")
    assert t.carried(2) == ["I08"] and t.room(2) == "Y2" and t.discards == ["A01"]
    t.state = kept
    t.do("pass")
    assert t.discards == ["I08", "A01"] and t.room(2) == "Well House"  # died, and came back


@pytest.mark.rule("CAVE-21")
def test_only_what_defends_is_revealed():
    t = table("room 2 y2", "hand 1 a01", "hand 2 i08 i09").do("play Angry Dwarf (action) on Ben")
    assert t.refusal("reveal Velvet Pillow") == "CAVE-21"
    assert table("room 2 y2", "hand 1 a01", "hand 2 i09").do("play Angry Dwarf (action) on Ben").room(2) == "Well House"


@pytest.mark.rule("CAVE-22")
def test_revealing_needs_no_room_and_cannot_be_cancelled():
    """Neither by the reaction nor by the Magazines, and the bird needs no cage."""
    t = table("room 2 y2", "hand 1 a01 r06", "carried 1 i10", "hand 2 i08").do("play Angry Dwarf (action) on Ben", "pass")
    t.do("reveal Little Axe")
    assert t.phase != "reacting" and t.carried(2) == ["I08"]
    bird = table("room 1 y2", "hand 1 i07", "carried 1 i06", "hand 2 r09", phase="moving")
    bird.do("move to Hall of the Mountain King", "play A Huge Green Snake Bars the Way!", "reveal Little Bird")
    assert bird.carried(1) == ["I06", "I07"] and bird.room(1) == "Hall of the Mountain King"


@pytest.mark.rule("CAVE-23")
def test_nobody_defends_another():
    """FAQ: Bob plays the pit on Alice; I am in the same room with the lantern in my hand, and may not reveal it."""
    t = table("room 2 plover_room", "room 3 plover_room", "hand 1 a02", "hand 3 i01", players=3)
    t.do("play Bottomless Pit on Ben")
    assert t.room(2) == "Well House" and t.hand(3)[:1] == ["I01"] and t.turn_of == 2
    asked = table("room 2 plover_room", "room 3 plover_room", "hand 1 a02", "hand 2 i01", "hand 3 i01", players=3,
                  cards=cards(I01={"copies": 2})).do("play Bottomless Pit on Ben")  # fmt: skip
    assert asked.seat == 2


# ---- acquiring


@pytest.mark.rule("CAVE-24")
def test_where_an_item_is_looked_for():
    places = {
        "hand 1 a14 i02": ("own hand", False),
        "carried 2 i02": ("Ben's inventory", False),
        "discards i02": ("discard pile", False),
        "hand 2 i02": ("Ben's hand", False),
        "": ("draw pile", True),
    }
    for line, (words, is_search) in places.items():
        lines = [line] if line.startswith("hand 1") else ["hand 1 a14", *([line] if line else [])]
        t = table(*lines).do("play Stock Up!, naming Set of Keys")
        assert t.carried(1) == ["I02"] and ("searches" in t.events) == is_search
        assert any(words in sentence for sentence in t.story)


@pytest.mark.rule("CAVE-24")
def test_the_order_of_looking():
    """With several copies the first place in the order gives its own."""
    rows = cards(I02={"copies": 5})
    lines = ["hand 1 a14 i02", "carried 2 i02", "discards i02", "hand 2 i02"]
    for place, source in enumerate(("own hand", "inventory", "discard", "Ben's hand")):
        left = [line.replace("a14 i02", "a14") if place and line.startswith("hand 1") else line
                for i, line in enumerate(lines) if i >= place or i == 0]  # fmt: skip
        t = table(*left, cards=rows).do("play Stock Up!, naming Set of Keys")
        assert any(source in sentence for sentence in t.story), place


@pytest.mark.rule("CAVE-24")
@pytest.mark.rule("acquire_deposited")
def test_what_is_deposited_or_carried_already_is_not_acquired():
    t = table("room 1 hall_of_the_mountain_king", "hand 1 a17", "deposited 2 t13").do("play With What, Your Bare Hands?")
    assert t.deposited(2) == ["T13"] and t.carried(1) == [] and t.discards == ["A17"]
    own = table("hand 1 a14", "carried 1 i02").do("play Stock Up!, naming Set of Keys")
    assert own.carried(1) == ["I02"] and own.discards == ["A14"] and "finds_nothing" in own.events
    assert "searches" not in own.events  # nobody looks through the pile for what lies in front


@pytest.mark.rule("looking")
def test_the_others_are_looked_at_clockwise_and_safes_last():
    rows = cards(I02={"copies": 5}, T07={"copies": 2})
    for place in ("carried", "hand"):
        t = table("hand 2 a14", f"{place} 1 i02", f"{place} 3 i02", seat=2, players=3, cards=rows)
        t.do("play Stock Up!, naming Set of Keys")
        assert "I02" not in (t.hand(3) + t.carried(3)) and "I02" in (t.hand(1) + t.carried(1))
    eggs = table("hand 1 a06", "deposited 2 t07", cards=rows).do("play Fee, Fie, Foe, Foo!")
    assert eggs.deposited(2) == ["T07"] and eggs.carried(1) == ["T07"]  # the other, from the draw pile


@pytest.mark.rule("CAVE-25")
def test_acquiring_is_not_playing():
    """Neither room nor cage matter, and there is no second thing to cancel."""
    t = table("room 1 hall_of_the_mountain_king", "hand 1 a17", "hand 2 r06").do("play With What, Your Bare Hands?")
    assert t.phase == "reacting" and t.seat == 2
    t.do("pass")
    assert t.carried(1) == ["T13"] and t.turn_of == 2


# ---- cancelling


@pytest.mark.rule("CAVE-26")
@pytest.mark.rule("cancelled_item")
def test_a_cancelled_card_does_nothing_and_is_discarded():
    t = table("hand 1 i02", "hand 2 r06").do("play Set of Keys", "play I Don't Know How to Do That")
    assert t.carried(1) == [] and sorted(t.discards) == ["I02", "R06"]
    word = table("room 1 y2", "hand 1 a11", "hand 2 r06").do("play Plugh!", "play I Don't Know How to Do That")
    assert word.room(1) == "Y2" and word.turn_of == 2  # neither warp nor another play


@pytest.mark.rule("CAVE-26")
def test_using_what_was_played_before_cannot_be_cancelled():
    """FAQ: the Friendly Bear is discarded to acquire the Golden Chain, and nobody can say that one does not know how."""
    t = table("carried 1 i13", "hand 2 r06", phase="starting").do("use Friendly Bear")
    assert t.carried(1) == ["T15"] and t.hand(2) == ["R06"] and t.phase == "moving"
    bottle = table("carried 1 i04", "hand 2 r06", "carried 2 i10").do("use Empty Bottle")
    assert bottle.phase == "playing" and bottle.seat == 1


@pytest.mark.rule("CAVE-26")
def test_the_magazines_cancel_from_the_inventory_only():
    t = table("hand 1 a12", "carried 2 i10").do("play Speed Run")
    assert t.choices == ["pass", "use Dwarvish Magazines"]
    t.do("use Dwarvish Magazines")
    assert t.turn_of == 2 and sorted(t.discards) == ["A12", "I10"] and t.carried(2) == []
    assert table("hand 1 a12", "hand 2 i10").do("play Speed Run").phase == "running on"


@pytest.mark.rule("CAVE-18")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_any_other_player_can_be_a_target(seat):
    actor = seat % 3 + 1
    t = table(f"hand {actor} a13", f"carried {seat} i02 t01", seat=actor, players=3)
    name = t.NAMES[seat - 1]
    assert [text for text in t.choices if "Keeper" in text] == [f"play Steal a Keeper on {name}, naming Set of Keys"]
    assert t.do(f"play Steal a Keeper on {name}, naming Set of Keys").carried(actor) == ["I02"]


@pytest.mark.rule("CAVE-26")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_the_magazines_cancel_at_every_seat(seat):
    player = seat % 3 + 1
    t = table(f"hand {player} a12", f"carried {seat} i10", seat=player, players=3).do("play Speed Run")
    assert t.seat == seat and t.choices == ["pass", "use Dwarvish Magazines"]
    t.do("use Dwarvish Magazines")
    assert t.phase != "running on" and {"A12", "I10"} <= set(t.discards)


@pytest.mark.rule("CAVE-27")
def test_the_magazines_do_not_save_themselves():
    """FAQ: no, but one can still say that the thief does not know how."""
    t = table("hand 1 a13", "carried 2 i10 i02", "hand 2 r06").do("play Steal a Keeper on Ben, naming Dwarvish Magazines")
    assert t.choices == ["pass", "play I Don't Know How to Do That"]
    assert t.refusal("use Dwarvish Magazines") == "CAVE-27"
    t.do("play I Don't Know How to Do That")
    assert t.carried(2) == ["I02", "I10"]
    other = table("hand 1 a13", "carried 2 i10 i02").do("play Steal a Keeper on Ben, naming Set of Keys")
    assert other.can("use Dwarvish Magazines")
    code = "STEAL(TARGET,ONE_NONTREASURE_ITEM,CHOOSER=ACTOR)"
    new = {"type": "action", "name": "Pilfer", "copies": 1, "playable_in": "Anywhere", "effect_code": code}
    pilfer = table("hand 1 a21", "carried 2 i10", cards=cards(A21=new | {"trigger": "TARGET:OTHER_PLAYER"}))
    assert pilfer.do("play Pilfer on Ben, naming Dwarvish Magazines").can("use Dwarvish Magazines")
    third = table("hand 1 a13", "carried 2 i10", "carried 3 i10", players=3, cards=cards(I10={"copies": 2}))
    third.do("play Steal a Keeper on Ben, naming Dwarvish Magazines")
    assert third.seat == 3 and third.can("use Dwarvish Magazines")


@pytest.mark.rule("CAVE-27")
def test_the_magazines_cancel_what_protects_the_theft():
    """Ben says that Ann does not know how to steal them, she says the same of that: this they can cancel."""
    t = table("hand 1 a13 r06", "carried 2 i10", "hand 2 r06").do("play Steal a Keeper on Ben, naming Dwarvish Magazines")
    t.do("play I Don't Know How to Do That", "play I Don't Know How to Do That")
    assert t.seat == 2 and t.can("use Dwarvish Magazines")
    t.do("use Dwarvish Magazines")
    assert t.carried(1) == t.carried(2) == [] and sorted(t.discards) == ["A13", "I10", "R06", "R06"]


@pytest.mark.rule("CAVE-28")
def test_what_is_taken_again_is_played_only_where_it_is_playable():
    """FAQ: yes, an item can be taken, and is played at once where one could play it."""
    t = table("room 1 y2", "hand 1 a08", "discards t03").do("play Let's Do That Again!, naming Bars of Silver")
    assert t.phase == "again" and t.choices == ["do nothing", "play Bars of Silver"]
    t.do("play Bars of Silver")
    assert t.carried(1) == ["T03"] and t.turn_of == 2
    elsewhere = table("hand 1 a08", "discards t03").do("play Let's Do That Again!, naming Bars of Silver")
    assert elsewhere.hand(1) == ["T03"] and elsewhere.turn_of == 2
    other = table("room 1 y2", "hand 1 a08 a12", "discards t03").do("play Let's Do That Again!, naming Bars of Silver")
    assert other.refusal("play Speed Run") == "CAVE-28"


@pytest.mark.rule("CAVE-28")
def test_what_is_taken_again_can_be_cancelled_as_any_card():
    t = table("room 1 y2", "hand 1 a08", "discards t03", "hand 2 r06")
    t.do("play Let's Do That Again!, naming Bars of Silver", "pass", "play Bars of Silver")
    assert t.phase == "reacting" and t.seat == 2


@pytest.mark.rule("CAVE-29")
def test_a_warp_is_no_move():
    """FAQ: no reaction to moving answers a magic word."""
    t = table("room 1 cobble_crawl", "hand 1 a18", "hand 2 r02 r01 r08", "room 2 cobble_crawl").do("play Xyzzy!")
    assert t.room(1) == "Well House" and t.room(2) == "Cobble Crawl" and t.phase == "playing"
    explored = table("hand 1 a05", "hand 2 r01 r02").next_cards("I06").do("play Explore at Random", "warp to Cobble Crawl")
    assert explored.room(1) == "Cobble Crawl"


@pytest.mark.rule("two_room_card")
def test_a_card_with_two_rooms_gives_the_choice():
    t = table("room 1 bedquilt", "hand 1 a05").next_cards("A12", "I13", "A10").do("play Explore at Random")
    assert t.choices == ["stay", "warp to Y2", "warp to Plover Room"]  # neither "Anywhere" nor "Nowhere" is a room
    assert t.hand(1) == ["A10"] and sorted(t.discards) == ["A05", "A12", "I13"]
    assert t.refusal("warp to Well House") == "CAVE-29"
    assert t.do("warp to Plover Room").room(1) == "Plover Room"


@pytest.mark.rule("endless_reveal")
def test_a_search_is_given_up():
    everything = [id.lower() for id in table().pile if id not in ("A05", "A12", "A15", "R08")]
    t = table("hand 1 a05", f"hand 2 {' '.join(everything)}", "discards r08").do("play Explore at Random", "pass")
    assert t.events.count("turns_up") == 5 and "takes" not in t.events and t.turn_of == 2  # each of them once
    assert t.hand(1) == [] and len(t.pile) + len(t.discards) == 5


@pytest.mark.rule("dragged")
def test_who_follows_goes_when_the_move_is_made_and_nobody_reacts():
    t = table("room 1 y2", "room 2 y2", "hand 1 r07", "hand 3 r01 r09", players=3, phase="moving")
    t.do("move to Hall of the Mountain King", "pass", "play Follow Me! on Ben")
    assert t.room(1) == t.room(2) == "Hall of the Mountain King" and t.phase == "playing"
    assert t.hand(3) == ["R01", "R09"] and t.discards == ["R07"]


@pytest.mark.rule("dragged")
def test_where_the_move_is_blocked_nobody_follows():
    t = table("room 1 y2", "room 2 y2", "hand 2 r08", "hand 3 r09", players=3, phase="moving")
    t.do("move to Hall of the Mountain King", "play Wait For Me!", "play A Huge Green Snake Bars the Way!")
    assert t.room(1) == t.room(2) == "Y2" and sorted(t.discards) == ["R08", "R09"]
