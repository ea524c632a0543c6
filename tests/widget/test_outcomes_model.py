"""The Outcomes page without a browser: sources, filters, sections, simulations, surveys, files."""

import asyncio
import io
import json
import re
import shutil
from types import SimpleNamespace

import pandas as pd
import pyarrow.parquet as pq
import pytest
from games.cave.table import table as cave_table
from widget.talking import Talk

from crypt.batch import make_plan, simulate
from crypt.core.catalog import catalog, find_game
from crypt.core.game import CryptError
from crypt.core.log import SUFFIX
from crypt.core.ruleset import load_ruleset
from crypt.core.session import Session
from crypt.stats import Games, read_games
from crypt.widget import outcomes_content, outcomes_sections, outcomes_sources, outcomes_work
from crypt.widget.outcomes import OutcomesPage
from crypt.widget.outcomes_filters import Filters, Offered
from crypt.widget.outcomes_run import Simulation
from crypt.widget.records import records

HOSTILE = "<img src=x onerror=alert(1)>"
SIMULATION = {"game": "colossi", "players": "2", "games": "60", "seed": "5", "bots": ["random", "greedy"], "workers": "1"}


def play(folder, names=("Ann",), seed=7, decisions=12, mode="play"):
    game = find_game("colossi")
    with Session.new(game, names, load_ruleset(game), seed, mode=mode, folder=folder) as session:
        for _ in range(decisions):
            session.play(session.legal()[0])
    return session


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def talk(data):
    return Talk(OutcomesPage())


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A data folder with a session that was played and 60 games that were simulated."""
    folder = tmp_path_factory.mktemp("prepared")
    session = play(folder / "sessions", (HOSTILE, "007"))
    with Session.open(session.path) as again:
        again.note("<b>tense</b>")
        again.rate(4, 5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CRYPT_DATA", str(folder))
        place = outcomes_sources.dataset_of(make_plan("colossi", 2, 60, 5, ["random", "greedy"]))
    simulate("colossi", 2, 60, 5, ["random", "greedy"], out=place)
    return folder


@pytest.fixture
def filled(prepared, data):
    """A page that shows them."""
    shutil.copytree(prepared, data, dirs_exist_ok=True)
    talk = Talk(OutcomesPage())
    talk("hello", dark=False)
    return talk


def test_an_empty_folder_shows_the_samples_and_a_button(talk):
    heard = talk("hello", dark=False)
    assert heard["head"]["only_samples"] and heard["head"]["state"] == "shown"
    assert [one["on"] for one in heard["sources"]] == [False, True]
    heard = talk("source", key="samples", on=False)
    assert heard["head"]["state"] == "empty" and heard["sections"] == []
    talk("simulate", first=True, games="1000")
    assert talk.heard["run"]["words"] == "1,000 games played." and talk.heard["head"]["n"] == 1000
    assert sum(one["n"] for one in talk.heard["sources"] if one["key"].startswith("data/")) == 1000


def test_simulated_games_are_a_dataset_that_goes_on(filled, data):
    (place,) = (data / "datasets").iterdir()
    assert filled.heard["head"]["n"] == 61 and "1 played by people, 60 played by bots" in filled.heard["head"]["words"]
    expected = simulate("colossi", 2, 90, 5, ["random", "greedy"])
    filled("simulate", **SIMULATION | {"games": "90"})
    rows = pd.concat([pq.read_table(part).to_pandas() for part in sorted(place.glob("*.parquet"))], ignore_index=True)
    pd.testing.assert_frame_equal(rows, expected)
    assert filled.heard["run"]["state"] == "over" and filled.heard["head"]["n"] == 91


def test_filters_let_games_pass(filled):
    fields = {field["name"]: field for field in filled.heard["filters"]["fields"]}
    assert {option["value"]: option["n"] for option in fields["bots"]["options"]} == {"human": 1, "random + greedy": 60}
    assert filled("filter", field="bots", value="human", on=True)["head"]["n"] == 1
    assert filled.shown["ended"]["table"]["rows"][0][-3:-1] == ["1", "100.0%"]
    assert filled("clear")["head"]["n"] == 61
    assert filled("days", since="2001-01-01", until="2001-12-31")["head"]["n"] == 0
    assert "No game passes" in filled.heard["head"]["words"] and filled.heard["sections"] == []
    assert filled("days", since="2001-01-01", until="")["head"]["n"] == 1
    filled("days", since="soon", until="")
    assert filled.heard["said"]["text"].startswith("Write a day like") and filled.heard["head"]["n"] == 1


def test_sessions_of_the_first_and_the_last_chosen_day_pass():
    times = ("11-28T23:59:59.999", "11-29T00:00:00.000", "11-30T23:59:59.999", "12-01T00:00:00.000")
    begun = [f"2026-{time}Z" for time in times]
    games = Games.of(pd.DataFrame({"game": "lair", "result": "won", "started": begun}))
    filters = Filters("lair")
    filters.between("2026-11-29", "2026-11-30")
    assert filters.apply(games, Offered(games)).frame(["started"])["started"].tolist() == begun[1:3]


def test_marked_sessions_are_left_out_on_demand(talk, data):
    play(data / "sessions")
    play(data / "sessions", mode="design")
    assert talk("hello")["head"]["n"] == 2
    assert talk("unmarked", on=True)["head"]["n"] == 1


def test_rulesets_of_one_name_are_told_apart(data):
    game = find_game("colossi")
    simulate(game, 1, 5, out=data / "a.parquet")
    other = load_ruleset(game, settings=["starting_hp=3"])
    table = simulate(game, 1, 7, ruleset=other).assign(ruleset="standard")
    games = Games.of(pd.concat([pd.read_parquet(data / "a.parquet"), table]))
    offered, filters = Offered(games), Filters("colossi")
    labels = [option["label"] for option in offered.model(filters)["fields"][0]["options"]]
    assert len(set(labels)) == 2 and all(label.startswith("standard (") for label in labels)
    filters.toggle("ruleset", other.fingerprint, True)
    assert len(filters.apply(games, offered)) == 7 and f"standard ({other.fingerprint[:6]})" in filters.words(offered)
    assert offered.columns_of("ruleset", "colossi") == ["ruleset", "fingerprint"]
    assert offered.columns_of("players", "colossi") == ["players"] and offered.columns_of("nothing", "colossi") == []
    with pytest.raises(CryptError, match="there is no filter"):
        filters.toggle("weather", "fair", True)


def test_a_game_that_is_not_installed_and_a_file_that_is_none(data):
    (data / "datasets").mkdir()
    (data / "datasets" / "chess.csv").write_text("game,result,players,rounds\nchess,won,2,10\nchess,lost,2,12\n")
    (data / "datasets" / "junk.csv").write_text("x\n1\n")
    talk = Talk(OutcomesPage())
    head = talk("hello")["head"]
    assert (head["title"], head["n"]) == ("chess", 2) and "holds no rows of games" in head["remarks"][0]
    for one in talk.heard["sections"]:
        talk("section", name=one["name"], open=True)
        assert "error in crypt" not in str(talk.shown[one["name"]]["words"])
    assert not talk.heard["said"]["text"]
    talk("csv")
    assert len(pd.read_csv(io.BytesIO(talk.files["chess-outcomes.csv"]))) == 2


def test_what_cannot_be_read_is_said_and_the_page_goes_on(filled, monkeypatch):
    monkeypatch.setattr(outcomes_sources, "list_sources", lambda: 1 / 0)
    filled("read")
    assert filled.heard["head"]["state"] == "broken" and "error in crypt" in filled.heard["said"]["text"]
    monkeypatch.undo()
    assert filled("read")["head"]["state"] == "shown"


def test_the_first_games_are_of_the_game_that_is_shown(data):
    from crypt.widget.outcomes import _first

    assert _first("lair") == {"games": "1000", "seed": "1", "game": "lair", "players": "2", "bots": ["greedy"] * 2}
    assert _first("")["game"] == _first("chess")["game"] == "colossi"


def test_rulesets_of_one_name_in_different_games_are_no_namesakes():
    games = Games.of(pd.concat([simulate(game, 2, 2) for game in ("colossi", "prism")]))
    offered = Offered(games)
    assert offered.label("ruleset", games.where(game="prism").head(1)["fingerprint"][0]) == "standard"
    assert offered.columns_of("ruleset", "prism") == ["ruleset"]


@pytest.mark.parametrize("game", ["cave", "lair", "prism"])
def test_every_section_of_the_other_games(data, game):
    for other in ("cave", "colossi", "lair", "prism"):
        simulate(other, 2, 8, out=data / f"{other}.parquet")
        (data / "datasets").mkdir(exist_ok=True)
        (data / f"{other}.parquet").rename(data / "datasets" / f"{other}.parquet")
    talk = Talk(OutcomesPage())
    talk("hello")
    assert talk("game", game=game)["head"]["title"] == catalog()[game].title
    names = [one["name"] for one in talk.heard["sections"]]
    assert not {"reach", "lasting", "floors", "killers", "damage", "potions", "exits"} & {*names}
    for name in names:
        talk("section", name=name, open=True)
    told = json.dumps([talk.heard["head"], talk.shown])
    assert not talk.heard["said"]["text"] and not re.search(r"[Hh]ero|floor|seat [0-9]|Seat [0-9]|_[0-9]\b", _texts(talk))
    assert "No game here was lost" not in told
    talk("csv")
    columns = pd.read_csv(io.BytesIO(talk.files[f"{game}-outcomes.csv"])).columns
    assert "floors_cleared" not in columns and ("stashed" in columns) == (game == "lair")
    assert ("bot_5" in columns) == (game == "cave") and {"game", "seed", "result", "minutes"} <= {*columns}


def _texts(talk):
    """What the page says in heads, rows, words, and in the titles, axes and legends of figures."""
    told = [fact["name"] for fact in talk.heard["head"]["facts"]]
    for name, shown in talk.shown.items():
        table = shown["table"] or {"heads": [], "rows": []}
        told += [*table["heads"], *shown["words"], *(cell for row in table["rows"] for cell in row)]
        for figure in shown["figures"] if name != "any" else []:
            layout = figure["layout"]
            told += [layout["title"].get("text", ""), *(trace.get("name") or "" for trace in figure["data"])]
            for axis in ("xaxis", "yaxis"):
                told += [layout[axis]["title"].get("text", ""), *layout[axis].get("ticktext", [])]
    return "\n".join(told)


def test_every_section_can_be_opened_in_light_and_dark(filled):
    names = [one["name"] for one in filled.heard["sections"]]
    assert {"ended", "reach", "length", "floors", "killers", "groups", "any", "games", "notes", "exits"} <= {*names}
    for name in names:
        filled("section", name=name, open=True)
        assert filled.shown[name]["figures"] or filled.shown[name]["words"] or filled.shown[name]["table"]["rows"]
    light = filled.shown["ended"]["figures"][0]["layout"]["font"]["color"]
    filled("scheme", dark=True)
    assert filled.shown["ended"]["figures"][0]["layout"]["font"]["color"] != light
    assert not filled.heard["said"]["text"]


def test_notes_on_a_game_with_hidden_hands_are_announced_until_it_is_over(talk, data):
    game = find_game("cave")
    start = cave_table("carried 1 t03", "deposited 1 t01 t02").text
    with Session.new(game, ["Ann", "Ben"], load_ruleset(game), 5, folder=data / "sessions", start=start) as session:
        session.note("I have won", 0)
    talk("hello")
    talk("section", name="notes", open=True)
    later = "Notes on games with hidden hands that are still being played are shown when these are over."
    shown = talk.shown["notes"]
    assert later in shown["words"] and "no notes to show yet" in shown["words"][0] and "I have won" not in str(talk.shown)
    with Session.open(session.path) as again:
        again.play("deposit Bars of Silver")
    talk("read")
    assert talk.shown["notes"]["table"]["rows"][0][0] == "I have won" and later not in talk.shown["notes"]["words"]


def test_a_section_that_cannot_be_made_says_so_and_the_others_stand(filled, monkeypatch):
    monkeypatch.setitem(filled.page._makers, "any", lambda asked: 1 / 0)
    filled("section", name="any", open=True)
    assert "error in crypt" in filled.shown["any"]["words"][0]
    filled("section", name="reach", open=True)
    assert filled.shown["reach"]["figures"]


def test_sections_without_columns_are_left_out(monkeypatch):
    bare = {"rounds", "result", "minutes", "score_1"}
    monkeypatch.setattr(outcomes_sections, "columns_of", lambda game: (*outcomes_content.COMMON, *bare))
    names = [one.name for one in outcomes_sections.sections_of("lair")]  # which has no exits, and keeps no records
    topics, asked = ["treasures", "steps"], ["groups", "any", "ratings", "notes", "games"]
    assert names == ["ended", "reasons", "length", *topics, "seats", *asked]


def test_seats_of_a_contest_are_said_to_be_even_or_not(talk):
    talk("simulate", **SIMULATION | {"game": "lair", "games": "200", "bots": ["random", "random"]})
    talk("game", game="lair")
    talk("section", name="seats", open=True)
    (words,) = talk.shown["seats"]["words"]
    assert words.startswith("2 players: seats do not win equally often (p < 0.001")


def test_numbers_come_with_intervals_and_denominators(filled):
    heads, rows = (filled.shown["ended"]["table"][key] for key in ("heads", "rows"))
    assert heads == ["Players", "Result", "Games", "Of", "Share", "95 % interval"]
    assert sum(int(row[2]) for row in rows) == 61 and {row[3] for row in rows} == {"61"}
    assert all(" to " in row[5] for row in rows)
    filled("by", by="bots")
    assert filled.shown["ended"]["words"][-2] == "bots human: 1 game: it tells nothing about others."


def test_what_the_headline_puts_together_is_told_and_can_be_taken_apart(filled):
    pooled = filled.heard["head"]["pooled"]
    assert pooled["words"] == "Put together here: 2 kinds of players (random + greedy 60, human 1)."
    assert [one["label"] for one in pooled["choices"]] == ["Only random + greedy", "Only human"]
    filled("simulate", **SIMULATION | {"settings": "starting_hp=2", "games": "20"})
    pooled = filled.heard["head"]["pooled"]
    rulesets = "2 rulesets (standard 61, standard with starting_hp=2 20)"
    assert pooled["words"].startswith(f"Put together here: {rulesets} and 2 kinds of players (")
    only = next(one for one in pooled["choices"] if one["label"] == "Only standard with starting_hp=2")
    filled("filter", field=only["field"], value=only["value"], on=True)
    assert filled.heard["head"]["n"] == 20 and filled.heard["head"]["pooled"] == {"words": "", "choices": []}
    filled("clear")
    filled("html")
    assert "Put together here: 2 rulesets" in filled.files["colossi-outcomes.html"].decode()


@pytest.mark.parametrize("game", ["colossi", "lair", "prism", "cave"])
def test_a_section_without_data_says_what_is_missing(data, game):
    """A single session that is not finished."""
    found = find_game(game)
    with Session.new(found, ["Ann", "Ben"], load_ruleset(found), 4, folder=data / "sessions") as session:
        for _ in range(3):
            session.play(session.legal()[0])
        talk = Talk(OutcomesPage())
        talk("hello")
        for section in list(talk.heard["sections"]):
            talk("section", name=section["name"], open=True)
    assert "1 session is being played right now." in talk.shown["ended"]["words"]
    assert [fact["name"] for fact in talk.heard["head"]["facts"]][-1] == "Not finished"
    assert len(talk.shown) == len(talk.heard["sections"]) and not talk.heard["said"]["text"]
    for name, shown in talk.shown.items():
        assert all(figure["data"] for figure in shown["figures"]) and (shown["table"] is None or shown["table"]["rows"])
        assert shown["figures"] or shown["words"] or shown["table"], name
        assert "choose others, or simulate some" not in " ".join(shown["words"]), name
    tables = [shown["table"] for shown in talk.shown.values() if shown["table"]]
    assert not any("nan" in cell for table in tables for row in table["rows"] for cell in row)
    assert "No game here is over, so there is nothing to tell yet." in talk.shown["length"]["words"]
    assert not talk.shown["length"]["figures"] and not talk.shown["seats"]["figures"]


def test_groups_that_most_is_known_of_are_compared_first(filled):
    filled("section", name="groups", open=True)
    filled("option", section="groups", name="split", value="result")
    counts = filled.page.games.counts(["result"]).set_index("result")["n"]
    split, first, second = (control["value"] for control in filled.shown["groups"]["controls"])
    assert (split, first) == ("result", "won") and second == counts.drop("won").idxmax()
    filled("option", section="groups", name="split", value="bots")
    counts = filled.page.games.counts(["bots"]).set_index("bots")["n"]
    assert [one["value"] for one in filled.shown["groups"]["controls"][1:]] == list(counts.nlargest(2).index)


def test_two_groups_are_compared(filled):
    filled("section", name="groups", open=True)
    filled("option", section="groups", name="split", value="bots")
    filled("option", section="groups", name="first", value="random + greedy")
    shown = filled.shown["groups"]
    assert [control["value"] for control in shown["controls"]] == ["bots", "random + greedy", "human"]
    assert "1 game: it tells nothing about others." in shown["words"]
    # how long an unfinished session took says nothing, and one game shows no difference
    assert {row[0] for row in shown["table"]["rows"]} == {"Won", "Lost", "Stalled", "Not finished"}
    filled("option", section="groups", name="split", value="result")
    assert {row[0] for row in filled.shown["groups"]["table"]["rows"]} >= {"Rounds", "Minutes", "Damage taken"}
    assert "Score 3" not in {row[0] for row in shown["table"]["rows"]}


def test_any_column_against_any_other(filled):
    filled("section", name="any", open=True)
    filled("option", section="any", name="y", value="damage_taken")
    figure = filled.shown["any"]["figures"][0]
    assert figure["layout"]["title"]["text"] == "Damage taken by rounds"
    assert figure["data"][1]["error_y"]["array"] and filled.shown["any"]["table"]["heads"][-1] == "95 % interval"
    filled("option", section="any", name="y", value="no such column")
    shown = filled.shown["any"]
    assert shown["controls"][1]["value"] == "result" and shown["table"]["heads"][:3] == ["Rounds", "Result", "Games"]
    assert sum(int(row[2]) for row in shown["table"]["rows"]) == 61
    assert re.fullmatch(r"\d+ to \d+", shown["table"]["rows"][0][0])  # 61 games bear no row for each number of rounds
    assert all(" to " in row[5] for row in shown["table"]["rows"])
    assert [trace["fill"] for trace in shown["figures"][0]["data"] if "fill" in trace] == ["tonexty"] * 4
    filled("option", section="any", name="x", value="bots")
    assert all(trace["error_y"]["array"] for trace in filled.shown["any"]["figures"][0]["data"])


def test_names_and_notes_are_text(filled):
    for name in ("games", "notes", "ratings"):
        filled("section", name=name, open=True)
    assert filled.shown["notes"]["table"]["rows"][0][0] == "<b>tense</b>"
    (row,) = [row for row in filled.shown["games"]["table"]["rows"] if row[0].startswith("<img")]
    assert row[0] == f"{HOSTILE}, 007"
    assert filled.shown["ratings"]["figures"][0]["data"][0]["name"] == "fun: mean 4.0 of 1"
    filled("html")
    page = next(iter(filled.files.values())).decode()
    assert "<b>tense" not in page and "<img src=x" not in page and "&lt;b&gt;tense" in page


def test_games_open_on_the_other_pages(filled, data):
    filled("section", name="games", open=True)
    actions = filled.shown["games"]["table"]["actions"]
    assert [one["href"].partition("?")[0] for one in actions[0]] == ["inspect.ipynb", "play.ipynb"]  # the played one
    simulated = next(i for i, row in enumerate(actions) if "do" in row[0])
    filled("visit", row=simulated, page="inspect")
    url, session = filled.visits[-1].split("?session=")
    assert url == "inspect.ipynb" and (data / "sessions" / f"{session}{SUFFIX}").is_file()
    seed = filled.shown["games"]["table"]["rows"][simulated][-1].removeprefix("seed ")
    assert json.loads((data / "sessions" / f"{session}{SUFFIX}").read_text().split("\n")[0])["seed"] == int(seed)
    filled("visit", row=10_000, page="inspect")
    assert "has changed" in filled.heard["said"]["text"]


def test_a_simulated_game_opens_beside_a_session_that_does_not_tell_its_seed(data):
    """The hands of an unfinished game of Cave are secret, and so is its seed."""
    game = find_game("cave")
    with Session.new(game, ["Ann", "Ben"], load_ruleset(game), 4, folder=data / "sessions") as session:
        for _ in range(6):
            session.play(session.legal()[0])
    place = outcomes_sources.dataset_of(make_plan("cave", 2, 3, 9, "greedy"))
    expected = simulate("cave", 2, 3, 9, "greedy", out=place)
    talk = Talk(OutcomesPage())
    talk("hello")
    talk("section", name="games", open=True)
    rows = talk.shown["games"]["table"]["rows"]
    assert {row[-1] for row in rows[1:]} == {f"seed {seed}" for seed in expected["seed"]}
    talk("visit", row=1, page="inspect")
    assert talk.visits and not talk.heard["said"]["text"]


def test_games_of_a_dataset_without_manifest_cannot_be_opened(filled, data):
    (place,) = (data / "datasets").iterdir()
    (place / "manifest.json").unlink()
    filled("read")
    filled("section", name="games", open=True)
    simulated = next(i for i, row in enumerate(filled.shown["games"]["table"]["actions"]) if "do" in row[0])
    filled("visit", row=simulated, page="inspect")
    assert not filled.visits and "cannot be played again" in filled.heard["said"]["text"]


def test_downloads_hold_the_games_that_are_looked_at(filled):
    filled("filter", field="source", value="simulated", on=True)
    for form, read in (("csv", pd.read_csv), ("parquet", pd.read_parquet)):
        filled(form)
        rows = read(io.BytesIO(filled.files[f"colossi-outcomes.{form}"]))
        assert len(rows) == 60 and (rows["source"] == "simulated").all()
        assert set(rows["seed"]) == set(simulate("colossi", 2, 60, 5, ["random", "greedy"])["seed"])
    filled("html")
    page = filled.files["colossi-outcomes.html"].decode()
    assert "source simulated" in page and "How games end" in page and "<h1>Crypt of the Colossi</h1>" in page
    assert "<!-- TITLE" not in page
    assert not re.search(r"<(script|link|img)[^>]*(src|href)", page)


def test_what_is_too_large_for_the_browser_is_kept_in_the_folder(filled, data, monkeypatch):
    from crypt.widget import outcomes_files

    monkeypatch.setattr(outcomes_files, "ROWS_SENT", 10)
    filled("csv")
    (made,) = (data / "exports").iterdir()
    assert str(made) in filled.heard["said"]["text"] and len(pd.read_csv(made)) == 61


def test_names_in_a_download_are_no_formulas(talk, data):
    play(data / "sessions", ("=1+1", "@home"))
    talk("hello")
    talk("csv")
    made = talk.files["colossi-outcomes.csv"]
    assert b"'=1+1" in made and b"'@home" in made
    (data / "made.csv").write_bytes(made)
    assert Games.of(read_games(data / "made.csv")).frame(["name_1", "name_2"]).to_numpy().tolist() == [["=1+1", "@home"]]


def test_a_simulation_that_is_stopped_at_once_keeps_nothing_and_says_so(data, monkeypatch):
    monkeypatch.setattr("crypt.batch.simulation.Run.frames", lambda run: iter(()))  # none is over yet
    run = Simulation(SIMULATION, lambda: None, lambda: None, lambda *_: None)
    run.cancel()
    run.start()
    assert run.model()["words"] == "Stopped before the first games were over; nothing was kept."


def test_mistakes_in_the_form_are_said_in_a_sentence(filled):
    for wrong, says in (
        ({"games": "many"}, "write a whole number"),
        ({"games": "2000000"}, "up to 1,000,000 games"),
        ({"games": "999999999"}, "up to 1,000,000 games"),
        ({"players": "9"}, "is for 1 to 4 players"),
        ({"bots": ["genius"]}, "there is no bot 'genius'"),
        ({"settings": "starting_hp=900"}, "starting_hp"),
        ({"seed": "x"}, "seed"),
        ({"workers": "0"}, "workers"),
    ):
        filled("simulate", **SIMULATION | wrong)
        assert says.lower() in filled.heard["said"]["text"].lower() and filled.heard["said"]["tone"] == "refused"
        assert filled.heard["head"]["n"] == 61


def test_a_variant_is_simulated_from_the_page(filled):
    filled("simulate", **SIMULATION | {"settings": "starting_hp=2", "games": "20"})
    rulesets = next(one for one in filled.heard["filters"]["fields"] if one["name"] == "ruleset")
    found = {option["label"]: option["n"] for option in rulesets["options"]}
    assert found == {"standard": 61, "standard with starting_hp=2": 20}


def test_broken_files_are_told(talk, data):
    play(data / "sessions")
    (data / "sessions" / "broken.jsonl").write_text("no log\n")
    (data / "datasets").mkdir()
    (data / "datasets" / "torn.parquet").write_bytes(b"PAR1")
    (data / "datasets" / "notes.txt").write_text("nothing")
    heard = talk("hello")
    assert heard["head"]["n"] == 1 and any("broken.jsonl" in remark for remark in heard["head"]["remarks"])
    assert [one["key"] for one in heard["sources"]] == ["sessions", "samples"]


def test_exits_are_watched_and_an_example_opens_at_its_fatal_decision(filled, data):
    filled("section", name="exits", open=True)
    assert not filled.shown["exits"]["figures"]
    filled("survey", players=["1", "2"], games="60", bot="random", seed="3", settings="starting_hp=3")
    shown = filled.shown["exits"]
    assert len(shown["figures"]) == 3 and "240 games with" in shown["words"][0] and shown["examples"]
    assert "; 120 games on boards of other sizes are left out" in shown["words"][1]
    assert len(shown["figures"][2]["data"][0]["y"]) == 6
    assert {row[0] for row in shown["table"]["rows"]} == {"standard", "standard with starting_hp=3"}
    filled("option", section="exits", name="what", value="visits")
    assert filled.shown["exits"]["figures"][2]["layout"]["title"]["text"] == "Where heroes were, floor 1"
    filled("example", i=0)
    session, at = filled.visits[-1].removeprefix("inspect.ipynb?session=").split("&at=")
    line = json.loads((data / "sessions" / f"{session}{SUFFIX}").read_text().splitlines()[int(at)])
    assert line["n"] == int(at) and f"decision {at}" in shown["examples"][0]["words"]
    filled("survey", players=[], games="10")
    assert "choose for how many players" in filled.heard["said"]["text"].lower()


def test_work_in_threads_ends_on_the_loop_and_can_be_cancelled():
    told, ended, said = [], [], []

    def count(cancel, tell):
        for i in range(10_000):
            if cancel.wait(0.005):
                return i
            tell(i)
        return -1

    async def run():
        job = outcomes_work.Long(count, told.append, ended.append, lambda *words: said.append(words)).start()
        await asyncio.sleep(0.6)
        assert job.is_running and told and not ended
        job.cancel()
        await asyncio.sleep(0.2)
        assert not job.is_running

    asyncio.run(run())
    assert 0 < ended[0] < 1000 and len(told) < 6 and not said


def test_the_desk_tells_of_errors_and_goes_on():
    done, said = [], []

    def fail():
        raise CryptError("the lamp went out")

    async def run():
        desk = outcomes_work.Desk(lambda *words: said.append(words))
        desk.do(fail, done.append)
        desk.do(lambda: 3, done.append)
        await asyncio.sleep(0.3)
        assert desk.waiting == 0

    asyncio.run(run())
    assert done == [3] and said == [("The lamp went out", "refused")]


def test_a_cancelled_simulation_keeps_what_is_finished(data):
    async def run():
        talk = Talk(OutcomesPage())
        talk("hello")
        talk("simulate", **SIMULATION | {"games": "200000", "bots": ["greedy", "greedy"]})
        talk("simulate", **SIMULATION)
        assert "being played already" in talk.heard["said"]["text"]
        while not (talk.heard.get("run") or {}).get("done"):
            talk("ping")
            await asyncio.sleep(0.05)
        talk("cancel")
        while talk.page.simulation.is_running or talk.page._desk.waiting:
            await asyncio.sleep(0.05)
        return talk

    talk = asyncio.run(run())
    run_told = talk.heard["run"]
    assert 0 < run_told["done"] < 200_000 and "are kept" in run_told["words"]
    (place,) = (data / "datasets").iterdir()
    assert sum(pq.read_metadata(part).num_rows for part in place.glob("*.parquet")) == run_told["done"]
    assert talk.heard["head"]["n"] == run_told["done"]


def test_sources_are_chosen_by_themselves_until_somebody_chooses(data):
    assert outcomes_sources.chosen_by_itself(outcomes_sources.list_sources()) == {"samples"}
    play(data / "sessions")
    simulate("colossi", 1, 3, out=data / "a.parquet")
    (data / "datasets").mkdir()
    (data / "a.parquet").rename(data / "datasets" / "a.parquet")
    sources = outcomes_sources.list_sources()
    assert outcomes_sources.chosen_by_itself(sources) == {"sessions", "data/a.parquet"}
    games = outcomes_sources.read(sources, {"data/a.parquet"})
    assert games is not None and len(games) == 3 and outcomes_sources.read(sources, set()) is None


def test_the_best_group_stands_first_among_the_records(monkeypatch):
    same = {"players": 2, "ruleset": "standard", "fingerprint": "f" * 16, "games": 1, "rounds": 30.0, "scars": 2.0}
    table = pd.DataFrame([{"group": "Ann", "chests": 3.0, **same}, {"group": "Ben", "chests": 9.0, **same},
                          {"group": "Cid", "chests": 1.0, **same, "rounds": 20.0}])  # fmt: skip
    monkeypatch.setattr("crypt.stats.records", lambda games: table)
    rows = records(SimpleNamespace(game="prism", games=None)).table["rows"]
    assert [row[0] for row in rows] == ["Cid", "Ben", "Ann"]
