"""All kinds of cards of the standard table: what each does, on whom, and where it may not be played."""

import pytest
from games.cave.table import table

from crypt.games.cave.vocabulary import the_book

TREASURES = {
    "T01": "hall_of_mists", "T02": "west_side_of_fissure", "T03": "y2", "T04": "hall_of_the_mountain_king",
    "T05": "hall_of_the_mountain_king", "T06": "west_side_of_fissure", "T07": "giant_room", "T08": "giant_room",
    "T09": "oriental_room", "T10": "plover_room", "T11": "plover_room", "T12": "bedquilt",
    "T13": "hall_of_the_mountain_king", "T14": "volcano_view", "T15": "volcano_view",
}  # fmt: skip
ITEMS = {
    "I01": "well_house", "I02": "well_house", "I03": "well_house", "I04": "well_house", "I05": "cobble_crawl",
    "I06": "cobble_crawl", "I08": "hall_of_mists", "I09": "swiss_cheese_room", "I10": "bedquilt", "I11": "bedquilt",
    "I12": "west_side_of_fissure",
}  # fmt: skip
# what bars a passage, both its rooms, what defends against it, and whether the turn ends
BARS = {
    "R02": ("well_house", "Cobble Crawl", "I02"),
    "R09": ("y2", "Hall of the Mountain King", "I07"),
    "R10": ("hall_of_mists", "West Side of Fissure", "I06"),
    "R11": ("giant_room", "Oriental Room", "I04"),
}
WARPS = {"A10": ("y2", "Plover Room"), "A11": ("well_house", "Y2"), "A18": ("well_house", "Cobble Crawl")}
TESTED = {
    *TREASURES, *ITEMS, *BARS, *WARPS, "I07", "I13", "R01", "R03", "R04", "R05", "R06", "R07", "R08", "A01", "A02", "A03",
    "A04", "A05", "A06", "A07", "A08", "A09", "A12", "A13", "A14", "A15", "A16", "A17", "A19", "A20",
}  # fmt: skip


def name(id):
    book = the_book(table().state)
    return book.names[[card.id for card in book.cards].index(id)]


def path(room):
    return room.lower().replace(" ", "_")


def test_every_kind_is_tested_here():
    assert {card.id for card in the_book(table().state).cards} == TESTED and len(TESTED) == 59


@pytest.mark.parametrize("id", [*TREASURES, *ITEMS])
def test_an_item_is_played_in_its_room_and_nowhere_else(id):
    own = {**TREASURES, **ITEMS}[id]
    for room in the_book(table().state).rooms:
        t = table(f"room 1 {path(room.name)}", f"hand 1 {id.lower()}")
        if path(room.name) == own:
            assert t.do(f"play {name(id)}").carried(1) == [id]
        else:
            assert t.refusal(f"play {name(id)}") == "CAVE-14"


@pytest.mark.parametrize("id", TREASURES)
def test_a_treasure_is_deposited(id):
    assert table(f"carried 1 {id.lower()}").do(f"deposit {name(id)}").deposited(1) == [id]


# ---- items


def test_i03_food_feeds_the_bear():
    t = table("room 1 volcano_view", "carried 1 i03", "hand 2 i13", phase="starting").do("use Tasty Food")
    assert t.carried(1) == ["I13"] and t.discards == ["I03"] and t.hand(2) == []
    elsewhere = table("room 1 bedquilt", "carried 1 i03 i13", phase="starting")
    assert elsewhere.refusal("use Tasty Food") == "CAVE-17"
    assert table("carried 1 i03", "room 1 volcano_view").refusal("use Tasty Food") == "CAVE-17"  # too late: it is the play


def test_i04_bottle_is_for_the_own_turn():
    assert table("carried 1 i04").do("use Empty Bottle").state.plays == 2
    assert table("carried 1 i04 i13", phase="starting").refusal("use Empty Bottle") == "CAVE-17"


def test_i07_bird_needs_the_cage_and_no_rod():
    at = "room 1 hall_of_mists"
    assert table(at, "hand 1 i07", "carried 1 i05").do("play Little Bird").carried(1) == ["I05", "I07"]
    assert table(at, "hand 1 i07").refusal("play Little Bird") == "CAVE-17"
    assert table(at, "hand 1 i07", "carried 1 i05 i06").refusal("play Little Bird") == "CAVE-17"
    assert table("room 1 y2", "hand 1 i07", "carried 1 i05").refusal("play Little Bird") == "CAVE-14"


def test_i10_magazines_cancel_reactions_too():
    t = table("carried 1 i10", "hand 2 r02", phase="moving").do("move to Cobble Crawl", "play The Grate Is Locked!")
    assert t.do("use Dwarvish Magazines").room(1) == "Cobble Crawl" and t.discards == ["I10", "R02"]
    assert table("carried 1 i10").refusal("use Dwarvish Magazines") == "CAVE-17"


def test_i11_clam_needs_the_trident():
    t = table("carried 1 i11 t08", "discards t12", phase="starting").do("use Giant Clam")
    assert t.carried(1) == ["T08", "T12"] and t.discards == ["I11"]
    assert table("carried 1 i11 i13", "hand 1 t08", phase="starting").refusal("use Giant Clam") == "CAVE-17"


def test_i13_bear_is_given_for_the_chain():
    t = table("carried 1 i13", "carried 2 t15", phase="starting").do("use Friendly Bear")
    assert t.carried(1) == ["T15"] and t.carried(2) == [] and t.discards == ["I13"]
    assert table("carried 1 i13").refusal("use Friendly Bear") == "CAVE-17"
    assert table("hand 1 i13", "room 1 volcano_view").refusal("play Friendly Bear") == "CAVE-16"


# ---- reactions


def test_r01_dwarf_ends_the_turn_but_not_from_the_well_house():
    t = table("room 1 y2", "hand 2 r01", phase="moving").do("move to Bedquilt", "play Angry Dwarf (reaction)")
    assert t.room(1) == "Y2" and t.turn_of == 2
    assert table("hand 2 r01", phase="moving").do("move to Cobble Crawl").room(1) == "Cobble Crawl"
    run = table("room 1 y2", "hand 1 a12", "hand 2 r01").do("play Speed Run", "move to Bedquilt")
    assert run.do("play Angry Dwarf (reaction)").turn_of == 2
    safe = table("room 1 y2", "carried 1 i08", "hand 2 r01", phase="moving").do("move to Bedquilt")
    assert safe.room(1) == "Bedquilt"
    shown = table("room 1 y2", "hand 1 i08", "hand 2 r01", phase="moving")
    assert shown.do("move to Bedquilt", "play Angry Dwarf (reaction)", "reveal Little Axe").room(1) == "Bedquilt"


@pytest.mark.parametrize("id", BARS)
def test_what_bars_a_passage(id):
    here, there, defender = BARS[id]
    back = table(f"room 1 {path(there)}", f"hand 2 {id.lower()}", phase="moving").do(f"move to {_title(here)}")
    assert back.can(f"play {name(id)}")
    t = table(f"room 1 {here}", f"hand 2 {id.lower()}", phase="moving").do(f"move to {there}", f"play {name(id)}")
    assert t.phase == "playing" and path(t.room(1)) == here and t.discards == [id]
    safe = table(f"room 1 {here}", f"hand 2 {id.lower()}", f"carried 1 {defender.lower()}", phase="moving")
    assert path(safe.do(f"move to {there}").room(1)) == path(there)
    shown = table(f"room 1 {here}", f"hand 2 {id.lower()}", f"hand 1 {defender.lower()}", phase="moving")
    shown.do(f"move to {there}", f"play {name(id)}", f"reveal {name(defender)}")
    assert shown.carried(1) == [defender] and shown.room(1) == there
    other = table("room 1 swiss_cheese_room", f"hand 2 {id.lower()}", phase="moving").do("move to Bedquilt")
    assert other.room(1) == "Bedquilt"


def _title(room):
    return next(other.name for other in the_book(table().state).rooms if path(other.name) == room)


def test_r03_troll_wants_a_treasure_from_hand_or_inventory():
    troll = ("room 1 bedquilt", "hand 2 r03")

    def crossing(*lines):
        return table(*troll, *lines, phase="moving").do("move to Volcano View", "play Stop! Pay Troll!")

    t = crossing("hand 1 t01 i02", "carried 1 t02 i01")
    assert t.choices == ["pass", "give up Several Diamonds", "give up Large Gold Nugget from the hand"]
    assert t.refusal("give up Brass Lantern") == "CAVE-19"
    kept = t.state.copy()
    t.do("give up Large Gold Nugget from the hand")
    assert t.room(1) == "Volcano View" and sorted(t.discards) == ["R03", "T01"] and t.hand(2) == []
    t.state = kept
    t.do("pass")
    assert t.room(1) == "Bedquilt" and t.hand(2) == ["R03"] and t.phase == "playing"
    poor = crossing("hand 1 i02", "carried 1 i01")
    assert poor.room(1) == "Bedquilt" and poor.hand(2) == ["R03"]


def test_r04_maze_wants_a_carried_item():
    def crossing(*lines):
        t = table("room 1 west_side_of_fissure", "hand 2 r04", *lines, phase="moving")
        return t.do("move to Hall of the Mountain King", "play Lost in the Maze")

    t = crossing("carried 1 i02", "hand 1 i01")
    assert t.choices == ["pass", "give up Set of Keys"]
    kept = t.state.copy()
    t.do("give up Set of Keys")
    assert t.room(1) == "Hall of the Mountain King" and sorted(t.discards) == ["I02", "R04"] and t.phase == "playing"
    t.state = kept
    t.do("pass")
    assert t.turn_of == 2 and t.room(1) == "West Side of Fissure" and "R04" in t.hand(2)
    assert crossing("hand 1 i01").turn_of == 2


def test_r05_squeeze_lets_only_the_emerald_through():
    def crossing(*lines):
        t = table("room 1 misty_cavern", "hand 2 r05", *lines, phase="moving")
        return t.do("move to Plover Room", "play Tight Squeeze")

    t = crossing("carried 1 t10 t01 i02")
    assert t.choices == ["turn back", "go through"]
    kept = t.state.copy()
    t.do("go through")
    assert t.room(1) == "Plover Room" and t.carried(1) == ["T10"] and sorted(t.discards) == ["I02", "R05", "T01"]
    t.state = kept
    t.do("turn back")
    assert t.room(1) == "Misty Cavern" and len(t.carried(1)) == 3 and t.discards == ["R05"] and t.phase == "playing"


def test_r06_cancels_actions_items_treasures_and_reactions():
    stop = "play I Don't Know How to Do That"
    assert table("hand 1 a12", "hand 2 r06").do("play Speed Run", stop).turn_of == 2
    assert table("hand 1 i01", "hand 2 r06").do("play Brass Lantern", stop).carried(1) == []
    assert table("room 1 y2", "hand 1 t03", "hand 2 r06").do("play Bars of Silver", stop).carried(1) == []
    locked = table("hand 1 r06", "hand 2 r02", phase="moving").do("move to Cobble Crawl", "play The Grate Is Locked!", stop)
    assert locked.room(1) == "Cobble Crawl"
    assert table("hand 1 r06").refusal(stop) == "CAVE-19"
    moved = table("hand 2 r06", phase="moving").do("move to Cobble Crawl")
    assert moved.room(1) == "Cobble Crawl"


def test_r07_follow_me_takes_somebody_along():
    t = table("hand 1 r07", "room 3 y2", players=3, phase="moving").do("move to Cobble Crawl")
    assert t.choices == ["pass", "play Follow Me! on Ben"]
    assert t.refusal("play Follow Me! on Cid") == "CAVE-19"
    assert t.do("play Follow Me! on Ben").room(2) == "Cobble Crawl" and t.room(3) == "Y2"
    alone = table("hand 1 r07", "room 2 y2", phase="moving").do("move to Cobble Crawl")
    assert alone.phase == "playing"
    assert table("hand 2 r07", phase="moving").do("move to Cobble Crawl").phase == "playing"  # only for the own move


def test_r08_wait_for_me_follows_somebody():
    t = table("hand 2 r08", phase="moving").do("move to Cobble Crawl", "play Wait For Me!")
    assert t.room(2) == "Cobble Crawl" and t.discards == ["R08"]
    apart = table("hand 2 r08", "room 2 y2", phase="moving").do("move to Cobble Crawl")
    assert apart.room(2) == "Y2" and apart.phase == "playing"
    assert table("hand 1 r08", phase="moving").do("move to Cobble Crawl").phase == "playing"  # not for the own move


# ---- actions


def test_a01_dwarf_kills_outside_the_well_house():
    words = "play Angry Dwarf (action) on Ben"
    t = table("room 2 cobble_crawl", "room 3 y2", "hand 1 a01", players=3)
    assert t.can(words) and t.refusal("play Angry Dwarf (action) on Ann") == "CAVE-18"
    assert table("room 1 y2", "hand 1 a01").refusal("play Angry Dwarf (action) on Ann") == "CAVE-18"  # never oneself
    assert t.do("play Angry Dwarf (action) on Cid").room(3) == "nowhere"
    assert table("hand 1 a01").refusal(words) == "CAVE-18"
    assert table("hand 1 a01", "room 2 y2", "carried 2 i08").refusal(words) == "CAVE-20"


def test_a02_pit_kills_in_the_dark():
    words = "play Bottomless Pit on Ben"
    assert table("room 2 y2", "hand 1 a02", players=3).do(words).room(2) == "Well House"
    assert table("room 2 cobble_crawl", "hand 1 a02").refusal(words) == "CAVE-32"
    shown = table("room 2 y2", "hand 1 a02", "hand 2 i01").do(words, "reveal Brass Lantern")
    assert shown.room(2) == "Y2" and shown.carried(2) == ["I01"]


def test_a03_vase_is_dropped_by_who_carries_it():
    words = "play DROP VASE on Ben"
    t = table("hand 1 a03", "carried 2 t09 t01").do(words)
    assert t.carried(2) == ["T01"] and sorted(t.discards) == ["A03", "T09"]
    assert table("hand 1 a03", "hand 2 t09").refusal(words) == "CAVE-18"
    assert table("hand 1 a03", "deposited 2 t09").refusal(words) == "CAVE-18"
    assert table("hand 1 a03", "carried 2 t09 i09").refusal(words) == "CAVE-20"
    assert table("hand 1 a03", "carried 2 t09", "hand 2 i09").do(words, "reveal Velvet Pillow").carried(2) == ["T09", "I09"]


def test_a04_don_woods_takes_ten_treasures_away():
    """FAQ: the treasures that Don Woods added, of all players, and only those that are carried."""
    t = table("hand 1 a04 t06", "carried 1 t01 t07", "carried 2 t02 t14 i01", "deposited 2 t13")
    t.do("play Don Woods Never Existed")
    assert t.carried(1) == ["T01"] and t.carried(2) == ["T02", "I01"] and t.deposited(2) == ["T13"] and "T06" in t.hand(1)
    all_of_them = " ".join(id.lower() for id in TREASURES)
    t = table("hand 1 a04", f"carried 2 {all_of_them}").do("play Don Woods Never Existed")
    assert t.carried(2) == ["T01", "T02", "T03", "T04", "T05"]


def test_a05_exploring_takes_the_first_card_with_a_room():
    t = table("hand 1 a05").next_cards("R06", "A16", "I13", "T14").do("play Explore at Random")
    assert t.hand(1) == ["T14"] and sorted(t.discards) == ["A05", "A16", "I13", "R06"]
    assert t.choices == ["stay", "warp to Volcano View"]
    assert t.do("warp to Volcano View").room(1) == "Volcano View" and t.turn_of == 2
    assert table("hand 1 a05").next_cards("T14").do("play Explore at Random", "stay").room(1) == "Well House"
    word = table("room 1 y2", "hand 1 a05").next_cards("A11").do("play Explore at Random")
    assert word.choices == ["stay", "warp to Well House"]  # not to where one is
    assert table("hand 1 a05").next_cards("I01").do("play Explore at Random").turn_of == 2


def test_a06_eggs_are_fetched_from_everywhere():
    for line in ("hand 2 t07", "carried 2 t07", "discards t07", "deposited 2 t07", "deposited 1 t07"):
        t = table("hand 1 a06", line).do("play Fee, Fie, Foe, Foo!")
        assert t.carried(1) == ["T07"] and t.deposited(1) == t.deposited(2) == []
    assert table("hand 1 a06").do("play Fee, Fie, Foe, Foo!").carried(1) == ["T07"]


def test_a07_pirate_takes_a_treasure_of_the_players_choice():
    t = table("room 2 y2", "hand 1 a07", "carried 2 t01 t02 i01")
    har = [words for words in t.choices if "Har" in words]
    assert har == ["play Har Har! on Ben, naming Large Gold Nugget", "play Har Har! on Ben, naming Several Diamonds"]
    assert t.refusal("play Har Har! on Ben, naming Brass Lantern") == "CAVE-18"
    t.do(har[1])
    assert t.carried(2) == ["T01", "I01"] and sorted(t.discards) == ["A07", "T02"]
    assert table("hand 1 a07", "carried 2 t01").refusal("play Har Har! on Ben, naming Large Gold Nugget") == "CAVE-18"
    assert table("room 2 y2", "hand 1 a07", "carried 2 i01").refusal("play Har Har! on Ben") == "CAVE-18"


def test_a08_again_takes_anything_but_a_reaction():
    t = table("hand 1 a08", "discards a12 i02 t03 r06")
    again = [words.partition("naming ")[2] for words in t.choices if "Again" in words]
    assert again == ["Bars of Silver", "Set of Keys", "Speed Run"]
    t.do("play Let's Do That Again!, naming Speed Run", "play Speed Run")
    assert t.phase == "running on" and "A08" in t.discards
    kept = table("hand 1 a08", "discards a12").do("play Let's Do That Again!, naming Speed Run", "do nothing")
    assert kept.hand(1) == ["A12"] and kept.turn_of == 2
    assert table("hand 1 a08", "discards r06").refusal(
        "play Let's Do That Again!, naming I Don't Know How to Do That") == "CAVE-18"  # fmt: skip


def test_a09_booty_takes_a_treasure_from_the_discards():
    t = table("hand 1 a09", "discards t03 i02")
    assert [words for words in t.choices if "Booty" in words] == ["play Pirate Booty, naming Bars of Silver"]
    assert t.do("play Pirate Booty, naming Bars of Silver").hand(1) == ["T03"]
    assert table("hand 1 a09", "discards t03 i02").refusal("play Pirate Booty, naming Set of Keys") == "CAVE-18"


@pytest.mark.parametrize("id", WARPS)
def test_magic_words_warp_both_ways_and_give_another_play(id):
    here, there = WARPS[id]
    t = table(f"room 1 {here}", f"hand 1 {id.lower()}").do(f"play {name(id)}")
    assert t.room(1) == there and t.phase == "playing" and t.turn_of == 1 and t.state.plays == 1
    back = table(f"room 1 {path(there)}", f"hand 1 {id.lower()}").do(f"play {name(id)}")
    assert path(back.room(1)) == here
    assert table("room 1 bedquilt", f"hand 1 {id.lower()}").refusal(f"play {name(id)}") == "CAVE-18"


def test_a12_run_is_up_to_four_moves_that_can_be_answered():
    t = table("hand 1 a12").do("play Speed Run", "move to Cobble Crawl", "move to Hall of Mists", "move to Y2")
    assert t.phase == "running on" and t.state.steps == 1
    assert t.do("move to Bedquilt").room(1) == "Bedquilt" and t.turn_of == 2
    assert table("hand 1 a12").do("play Speed Run", "stay").turn_of == 2
    answered = table("hand 1 a12", "hand 2 r02").do("play Speed Run", "move to Cobble Crawl")
    assert answered.seat == 2
    assert table("hand 1 a12").do("play Speed Run").refusal("move to Y2") == "CAVE-07"


def test_a13_keeper_is_stolen_but_no_treasure():
    t = table("hand 1 a13", "carried 2 i01 t01")
    assert [words for words in t.choices if "Steal" in words] == ["play Steal a Keeper on Ben, naming Brass Lantern"]
    assert t.refusal("play Steal a Keeper on Ben, naming Large Gold Nugget") == "CAVE-18"
    assert t.do("play Steal a Keeper on Ben, naming Brass Lantern").carried(1) == ["I01"] and t.carried(2) == ["T01"]
    assert table("hand 1 a13", "carried 2 t01", "hand 2 i01").refusal("play Steal a Keeper on Ben") == "CAVE-18"


def test_a14_stock_up_offers_four_items():
    t = table("hand 1 a14")
    found = [words.partition("naming ")[2] for words in t.choices if "Stock" in words]
    assert found == ["Brass Lantern", "Set of Keys", "Tasty Food", "Empty Bottle"]
    assert t.refusal("play Stock Up!, naming Little Axe") == "CAVE-18"
    assert t.do("play Stock Up!, naming Empty Bottle").carried(1) == ["I04"]


def test_a15_crash_shuffles_the_hands_of_the_living():
    lines = ("hand 1 a15 t01", "hand 2 t02 t03 t04 t05", "hand 3 t06", "room 4 dead", "carried 2 i02")
    t = table(*lines, players=4).do("play System Crash")
    assert len(t.hand(1)) == 2 and len(t.hand(3)) == 2 and len(t.hand(4)) == 0 and t.carried(2) == ["I02"]
    hands = sorted(t.hand(1) + t.hand(2) + t.hand(3))
    assert set(hands) >= {"T01", "T02", "T03", "T04", "T05", "T06"} and len(hands) == 7  # Ben has drawn one
    few = table("hand 1 i02", "hand 2 a15 t01 t02 t03", seat=2, players=3).do("play System Crash")
    assert [len(few.hand(i)) for i in (1, 2)] == [1, 2] and len(few.hand(3)) == 2  # from Ben on; Cid has drawn one
    dealt = set()
    for key in range(1, 15):
        other = table(*lines, players=4)
        other.state.chance.key[:] = key
        dealt.add(tuple(other.do("play System Crash").hand(1)))
    assert len(dealt) > 5


def test_a16_closing_stays_beside_the_board():
    t = table("hand 1 a16").do("play The Cave Is Closing")
    assert t.beside == ["A16"] and t.turn_of == 2


def test_a17_bare_hands_win_the_rug_in_the_hall():
    words = "play With What, Your Bare Hands?"
    t = table("room 1 hall_of_the_mountain_king", "hand 1 a17", "carried 2 t13").do(words)
    assert t.carried(1) == ["T13"] and t.carried(2) == []
    assert table("hand 1 a17").refusal(words) == "CAVE-18"


def test_a19_too_much_is_trimmed_to_five_as_the_target_likes():
    words = "play You Are Carrying Too Much Already! on Ben"
    t = table("hand 1 a19", "hand 2 t01 a12 a15", "carried 2 i01 i02 i03 t02").do(words)
    assert t.phase == "trimming" and t.seat == 2 and {"discard Speed Run", "drop Brass Lantern"} <= set(t.choices)
    t.do("discard Speed Run", "drop Several Diamonds")
    assert t.turn_of == 2 and len(t.carried(2)) == 3 and sorted(t.discards) == ["A12", "A19", "T02"]
    few = table("hand 1 a19", "hand 2 t01 a12 a15", "carried 2 i01 i02", "deposited 2 t02")
    assert few.do(words).turn_of == 2 and few.discards == ["A19"]


def test_a20_lamp_gets_dim():
    words = "play Your Lamp Is Getting Dim on Ben"
    assert table("hand 1 a20", "carried 2 i01 i02").do(words).carried(2) == ["I02"]
    assert table("hand 1 a20", "hand 2 i01").refusal(words) == "CAVE-18"
    assert table("hand 1 a20", "carried 2 i01 i12").refusal(words) == "CAVE-20"
    shown = table("hand 1 a20", "carried 2 i01", "hand 2 i12").do(words, "reveal Fresh Batteries")
    assert shown.carried(2) == ["I01", "I12"] and shown.discards == ["A20"]
