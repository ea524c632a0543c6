"""Ctrl-C: what is kept, what is said, and that nothing else is printed."""

import os
import signal
import subprocess
import sys
import time

import pytest

from crypt.batch import playing
from crypt.cli import main


def test_ctrl_c_at_the_table_keeps_the_session(run, monkeypatch, capsys):
    def interrupt(prompt=""):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert main(["play", "colossi", "--players", "1"]) == 130
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("crypt: stopped; the session is kept; go on with: crypt play --session")


def test_simulate_interrupted_keeps_what_is_done_and_says_how_to_go_on(run, tmp_path, monkeypatch):
    played = playing.play_batch

    def play_batch(plan, first, games):
        if first >= 8 and not (tmp_path / "once").exists():
            (tmp_path / "once").touch()
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.5)  # the main thread hears of it
        return played(plan, first, games)

    monkeypatch.setattr(playing, "play_batch", play_batch)
    out = tmp_path / "rows.csv"
    arguments = ("simulate", "colossi", "--players", 1, "--games", 500, "--workers", 1, "--out", out)
    status, said, err = run(*arguments)
    assert status == 130 and err.startswith("crypt: stopped after ") and "--resume goes on" in err
    done = int(err.split()[3])
    assert 8 <= done < 500 and len(out.read_text().splitlines()) == done + 1 and f"\n{done:>5}  " in said
    status, said, err = run(*arguments, "--resume")
    assert status == 0 and not err and "\n  500  " in said
    whole = tmp_path / "whole.csv"
    assert run(*arguments[:-1], whole)[0] == 0 and whole.read_text() == out.read_text()


def test_ctrl_c_while_bots_play_keeps_the_session(tmp_path):
    command = [sys.executable, "-m", "crypt", "play", "colossi", "--bot", "1=random", "--data", str(tmp_path)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode in (0, 130) and "Traceback" not in err
    assert main(["replay", str(next((tmp_path / "sessions").glob("*.jsonl")))]) == 0


@pytest.mark.parametrize("seconds", [1.5, 6])
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["serve", "--no-browser", "--port", "0"], "before the pages were ready"),
        (["play", "colossi"], "before the first turn: no session was begun"),
        (["simulate", "colossi", "--players", "1", "--games", "9", "--out", "rows.csv"], "no rows were written"),
    ],
)
@pytest.mark.slow
def test_ctrl_c_at_the_start_says_what_is_kept_also_while_compiling(arguments, says, seconds, tmp_path):
    environment = os.environ | {"CRYPT_CACHE": str(tmp_path / "cache")}
    process = subprocess.Popen(
        [sys.executable, "-m", "crypt", *arguments],
        cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell may have had it ignored
    )  # fmt: skip
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=100)
    *before, last = err.splitlines()
    assert (process.returncode, out) == (130, ""), err
    assert last.startswith("crypt: stopped") and says in last
    assert all(line.startswith("Compiling ") and "; this takes about a minute" in line for line in before)
    assert not (tmp_path / "rows.csv").exists()


def test_an_interrupt_that_a_compiler_swallowed_stops_all_the_same(run, monkeypatch):
    def swallow(*_):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise RuntimeError("no compiled object yet") from None

    monkeypatch.setattr("crypt.batch.warm_up", swallow, raising=False)
    for command in (["warmup"], ["simulate", "colossi", "--players", 1, "--games", 1]):
        status, out, err = run(*command)
        assert (status, out) == (130, "") and err.startswith("crypt: stopped") and err.count("\n") == 1


@pytest.mark.parametrize("interrupted", [False, True])
def test_what_an_interrupt_left_half_made_is_not_printed(run, monkeypatch, capsys, interrupted):
    class HalfMade:
        def __del__(self):
            raise AttributeError("no such attribute yet")

    def fall_apart(_):
        half_made = HalfMade()
        if interrupted:
            signal.raise_signal(signal.SIGINT)
        del half_made

    monkeypatch.setattr("crypt.cli.games.games", fall_apart)
    monkeypatch.setattr("sys.unraisablehook", lambda failed: print(failed.exc_value, file=sys.stderr))
    status, _, err = run("games")
    said = ["crypt: stopped; nothing was written"] if interrupted else ["no such attribute yet"]
    assert (status, err.splitlines()) == (130 if interrupted else 0, said)


@pytest.mark.slow
def test_ctrl_c_keeps_the_settings_and_says_how_to_go_on(run, tmp_path):
    asked = ["sweep", "colossi", "--field", "hero_die", "--field", "starting_hp=1..4", "--what", "won", "--players", "2",
             "--games", "300", "--seed", "5", "--bot", "greedy"]  # fmt: skip
    out = tmp_path / "s.jsonl"
    command = [sys.executable, "-m", "crypt", *asked, "--out", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and (not out.exists() or len(out.read_text().splitlines()) < 4):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    told, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "stopped after" in said and "the same command with --resume goes on" in said
    assert 4 <= len(told.splitlines()) < 26
    status, rest, _ = run(*asked, "--out", out, "--resume")
    assert status == 0 and rest == run(*asked)[1] and len(rest.splitlines()) == 26


def test_a_comparison_that_is_stopped_before_its_first_pair_shows_no_table(run, monkeypatch):
    def play(*_):
        signal.raise_signal(signal.SIGINT)
        return iter(())

    monkeypatch.setattr("crypt.design.compare._play", play)
    status, out, err = run("compare", "colossi", "--players", 2, "--games", 100, "--set", "starting_hp=3")
    assert (status, out) == (130, "") and err.startswith("crypt: stopped before a pair of games was finished; nothing was")


@pytest.mark.slow
@pytest.mark.parametrize("is_ignored", [False, True], ids=["heard", "ignored before"])
def test_ctrl_c_stops_a_comparison_while_it_compiles_and_while_it_plays(is_ignored):
    """A shell starts commands in the background so that they ignore Ctrl-C; they heed it all the same."""
    usual = signal.SIG_IGN if is_ignored else signal.default_int_handler
    asked = ["compare", "colossi", "--players", "2", "--games", "2000000", "--set", "starting_hp=3", "--what", "lost"]
    for seconds in (3, 25):
        process = subprocess.Popen(
            [sys.executable, "-m", "crypt", *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, usual),
        )  # fmt: skip
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        told, said = process.communicate(timeout=30)
        assert process.returncode == 130 and said.startswith("crypt: stopped") and "Traceback" not in said
        if told:
            assert " pairs of games, seed 0" in " ".join(told.split()) and "pairs of games that were finished" in said
