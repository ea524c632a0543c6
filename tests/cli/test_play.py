"""Play in the terminal: words and numbers, taking back, bots, hidden hands, and going on with a session."""

import json

import pytest
from games.cave.table import drawing, table

from crypt.core.ruleset import standard
from crypt.core.session import Session


def test_play_by_words_and_numbers_and_go_on(run, session):
    status, out, err = run("play", "--session", session, typed="board\nlook\nheroes\nstory\nrules 13\nhelp\n1\nquit\n")
    assert status == 0 and not err
    assert "   a  b  c  d  e  f\n" in out and "Hero 1 on c2" in out
    assert "COL-13 (walls)" in out and "note TEXT" in out
    assert "north: " in out and f"crypt play --session {session}" in out
    assert len(session.read_text().splitlines()) == 5


def test_play_in_words_alone(run):
    status, out, _ = run("play", "colossi", "--players", 1, "--seed", 7, "--words", typed="c3\n")
    assert status == 0 and "Hero 1 is at c3, a start cell" in out and "┼" not in out


def test_mistakes_at_the_table_are_said_and_play_goes_on(run):
    typed = "?\nc1\n99\nfly\nrules\nrules nonsense\nnote\nredo\nundo\nc3\n"
    status, out, _ = run("play", "colossi", "--players", 1, "--seed", 7, typed=typed)
    assert status == 0
    for said in (
        "a hero starts at c3, d3, c4 or d4 (COL-03)", "there is no action 99; the actions are 1 to 4",
        "'fly' is no action here", "say which: rules COL-13", "there is no rule 'nonsense'", "a note has 1 to 10,000",
        "nothing was undone", "there is nothing to undo", "note TEXT", "Hero 1 starts at c3 (COL-03)",
    ):  # fmt: skip
        assert said in out


def test_undo_at_the_table_stops_at_chance_unless_all_agree(run, session):
    out = run("play", "--session", session, typed="undo\nundo anyway\nredo\nquit\n")[1]
    assert "has revealed chance" in out and "Taken back; 1 decision made so far" in out
    assert out.count("Hero 1 explores north") == 1


def test_bots_play_to_the_end_by_themselves(run):
    typed = "undo\nredo\nnote done\nend turn\n"
    settings = ("--players", 2, "--bot", "1=random", "--bot", "2=random", "--set", "round_limit=4", "--seed", 1)
    status, out, _ = run("play", "colossi", *settings, typed=typed)
    assert status == 0 and "The game has stalled" in out and "Noted" in out and "the game is over" in out


def test_the_same_seed_gives_the_same_game(run, data):
    bots = ("--bot", "1=random", "--bot", "2=random")
    for _ in range(2):
        run("play", "colossi", "--players", 2, *bots, "--seed", 4, "--set", "round_limit=3")
    first, second = (
        [(line["code"], line["hash"]) for line in map(json.loads, path.read_text().splitlines()) if "code" in line]
        for path in (data / "sessions").glob("*.jsonl")
    )
    assert first == second and len(first) > 5


def test_a_session_that_was_cut_anywhere_goes_on(run, session, tmp_path):
    whole = session.read_bytes()
    header = whole.index(b"\n") + 1
    for cut in range(header, len(whole), 97):
        path = tmp_path / f"cut{cut}.jsonl"
        path.write_bytes(whole[:cut])
        status, out, err = run("play", "--session", path, typed="quit\n")
        assert status == 0 and "The session is kept" in out
        assert err == "" or ("is not complete" in err and err.count("\n") == 1)


def test_a_session_is_what_it_was_begun_with(refuses, session):
    says = "leave out --players, --seed: what a session was begun with stays"
    refuses("play", "--session", session, "--seed", 3, "--players", 2, says=says)
    refuses("inspect", session, "--at", "3", says="--at is a whole number from 0 to 2, not '3'")
    refuses("inspect", session, "--at", "x", says="--at is a whole number")


def test_wrong_names(refuses):
    refuses("play", "colossi", "--players", 2, "--name", "Ann", "--name", "Ann", says="two seats are called 'Ann'")
    refuses("play", "colossi", "--players", 1, "--name", "A", "--name", "B", says="2 names for 1 player; leave 1 out")
    refuses("play", "colossi", "--name", "x" * 41, says="the name of seat 1 has 41 characters")
    refuses("play", says="name a game (")


@pytest.mark.parametrize("players", ["0", "5", "-1", "two", "1.5", ""])
def test_a_number_of_players_that_cannot_be(refuses, players, data):
    for command in (["play", "colossi"], ["simulate", "colossi", "--games", "1"]):
        refuses(*command, f"--players={players or ' '}", says="is for 1 to 4 players, not")
    assert not (data / "sessions").exists() or not list((data / "sessions").iterdir())


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", str(2**64), "1e3"])
def test_a_seed_that_cannot_be(refuses, seed):
    for command in (["play", "colossi", "--players", 1], ["simulate", "colossi", "--players", 1, "--games", 1]):
        refuses(*command, f"--seed={seed}", says=f"seed '{seed}' is not a whole number from 0 to")


def test_the_terminal_shows_one_hand_at_a_time(run, tmp_path):
    """Between two players it is passed on; what one has drawn is not told to the other, and no seed that would tell it."""
    typed = "\n\nstay\ndraw\n\nquit\n"
    status, out, _ = run("play", "cave", "--seed", "24", "--name", "Ann", "--name", "Ben", "--data", tmp_path, typed=typed)
    assert status == 0 and "seed 24" not in out
    head, ann, ben = out.split("Pass the screen to ")
    assert "hand:" not in head and ann.startswith("Ann") and ben.startswith("Ben")
    assert "Ann: in Well House; hand: " in ann and "Ben: in Well House; 3 cards" in ann
    assert "Ben: in Well House; hand: " in ben and "Ann gets" not in ben and "Ben gets" not in ann
    # who was at the terminal sees what was drawn; then the last hand is taken off the screen, and the story told anew
    own, passed = ann.split("\n" * 60)
    assert "Ann gets" in own and "Ann draws" in passed and "gets" not in passed


def test_only_enter_alone_uncovers_the_next_hand(run, tmp_path):
    typed = "\nstay\ndraw\nundo\nheroes\nquit\n"
    _, out, _ = run("play", "cave", "--seed", "24", "--name", "Ann", "--name", "Ben", "--data", tmp_path, typed=typed)
    _, ben = out.split("Pass the screen to Ben")
    assert "hand:" not in ben and ben.count("Only Enter alone goes on") == 2 and "The session is kept" in ben


def test_only_cards_that_there_are_can_be_asked_for(run, tmp_path):
    typed = "\nreact\nreact cards sandwich\nreact cards follow\nreact cards\nquit\n"
    _, out, _ = run("play", "cave", "--seed", "24", "--name", "Ann", "--name", "Ben", "--data", tmp_path, typed=typed)
    assert "Asked to react: when I can react\n" in out and "no card is called 'sandwich'" in out
    chosen = "Asked to react: only for the cards that I choose: {}; and for those that you get later\n"
    assert chosen.format("Follow Me!") in out and chosen.format("none") in out


def test_who_decided_last_takes_it_back(run, tmp_path):
    typed = "\nstay\nundo\nstay\ndo nothing\n\nundo\nquit\n"
    _, out, _ = run("play", "cave", "--seed", "24", "--name", "Ann", "--name", "Ben", "--data", tmp_path, typed=typed)
    assert "Taken back; 0 decisions made so far" in out and "only who decided last takes it back" in out


@pytest.mark.parametrize("undo", ["undo", "story"])
def test_the_terminal_does_not_tell_who_was_asked(run, tmp_path, undo):
    """Ben is always asked, and lets it pass; whether he held anything to answer with only he has seen."""
    seen = []
    for hand in ("r02", "a12"):
        t = table(f"hand 2 {hand}", phase="moving")
        with Session.new(t.GAME, ["Ann", "Ben"], standard(t.GAME), 5, folder=tmp_path, start=t.text) as session:
            session.set_manner(1, "always")
        answer = "pass" if hand == "r02" else ""
        typed = f"\nreact cards Follow Me!\nmove to Cobble Crawl\n\n{answer}\n\nstory\n{undo}\nquit\n"
        _, out, _ = run("play", "--session", session.path, typed=typed)
        seen.append(out.replace(str(session.path), "").split("\n" * 60))
    (*mine, _, after), (*theirs, ben, after_too) = seen
    assert mine == theirs and after == after_too
    assert "only for the cards that I choose" in mine[-1] and "you have nothing to play" in ben
    assert "Ann moves from Well House to Cobble Crawl" in after
    assert undo == "story" or "Taken back; 0 decisions made so far" in after


def test_the_terminal_asks_for_a_card_that_was_drawn_after_the_choice(run, tmp_path):
    """Ben leaves the reaction that he holds out; for the one that he draws he is asked."""
    t = drawing("R02", "hand 2 r08", seat=2)
    with Session.new(t.GAME, ["Ann", "Ben"], standard(t.GAME), 5, folder=tmp_path, start=t.text) as session:
        session.set_manner(1, "cards", [])
    typed = "\ndraw\n\nmove to Cobble Crawl\n\nreact\nquit\n"
    _, out, _ = run("play", "--session", session.path, typed=typed)
    *_, asked = out.split("Pass the screen to Ben")
    assert out.count("Pass the screen to Ben") == 2 and "play The Grate Is Locked!" in asked
    assert "only for the cards that I choose: The Grate Is Locked!; and for those that you get later" in asked


def test_the_terminal_says_who_reads_a_note(run, tmp_path):
    typed = "\nnote mine\nquit\n"
    _, out, _ = run("play", "cave", "--seed", "24", "--name", "Ann", "--name", "Ben", "--data", tmp_path, typed=typed)
    assert "Noted; until the end only Ann can read it\n" in out


def test_who_never_wants_to_be_asked_is_not_asked_in_the_terminal(run, tmp_path):
    t = table("hand 2 r02", phase="moving")
    with Session.new(t.GAME, ["Ann", "Ben"], standard(t.GAME), 5, folder=tmp_path, start=t.text) as session:
        session.set_manner(1, "never")
    _, out, _ = run("play", "--session", session.path, typed="\nmove to Cobble Crawl\nreact often\nquit\n")
    assert "Pass the screen to Ben" not in out and "Ann moves from Well House" in out and "no way 'often'" in out


def test_the_terminal_takes_an_end_back_only_if_the_table_agrees(run, tmp_path):
    t = table("carried 1 t03", "deposited 1 t01 t02", "hand 1 a12", "hand 2 r02 r02")
    with Session.new(t.GAME, ["Ann", "Ben"], standard(t.GAME), 5, folder=tmp_path, start=t.text) as session:
        pass
    _, out, _ = run("play", "--session", session.path, typed="\ndeposit bars of\nundo\nundo anyway\nquit\n")
    assert "Ann: in Well House; hand: Speed Run; carries nothing; has deposited " in out  # ruling opened_hands
    assert "Ben: in Well House; hand: 2 The Grate Is Locked!; carries nothing" in out
    _, refused, after = out.partition("the end has opened all hands; take it back only if the table agrees")
    assert refused and "Taken back; 0 decisions made so far" in after
    with Session.open(session.path) as again:
        assert again.taken_back and not again.is_over


def test_the_terminal_says_what_a_card_does(run, tmp_path):
    t = table("hand 1 a12")
    with Session.new(t.GAME, ["Ann", "Ben"], standard(t.GAME), 5, folder=tmp_path, start=t.text) as session:
        pass
    _, out, _ = run("play", "--session", session.path, typed="\ncard speed\ncard\ncard sandwich\nhelp\nquit\n")
    assert "play Speed Run (Move up to four spaces)" in out and "Speed Run: action, anywhere. Move up" in out
    assert "say which: card NAME" in out and "no card is called 'sandwich'" in out and "card NAME  " in out
    _, out, _ = run("play", "colossi", "--players", 1, "--seed", 7, typed="card key\n")
    assert "this game has no cards with texts" in out
