"""Starting up, the list of games, serving, compiling ahead and measuring; and what is wrong before any command begins."""

import json
import os
import re
import socket
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import crypt
from crypt.bots import bot_names
from crypt.cli import STOPPED
from crypt.cli.work import compile_side_by_side
from crypt.core.catalog import catalog


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env=os.environ | environment
    )


def test_importing_crypt_and_help_load_nothing_heavy():
    code = "import sys, crypt, crypt.cli\ntry: crypt.cli.main(['--help'])\nexcept SystemExit: pass\n"
    done = run_python("-c", f"{code}print({{'numpy', 'numba', 'pandas', 'crypt.core'}} & {{*sys.modules}})")
    assert done.stdout.endswith("set()\n"), done


def test_public_names_are_loaded_when_they_are_used():
    assert "colossi" in crypt.catalog()
    assert crypt.find_game("colossi").title == "Crypt of the Colossi"
    assert crypt.Session and crypt.connect.report
    assert {"Session", "simulate"} <= {*dir(crypt)}
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        crypt.nonsense  # noqa: B018


def test_base_dependencies_suffice():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [re.match("[a-z0-9-]+", name)[0] for names in project["optional-dependencies"].values() for name in names]
    blocked = {name.replace("-", "_").removeprefix("pytest_") for name in wanted} | {"dask", "_pytest", "importlinter"}
    asked = ["compare", "sweep", "sensitivity", "balance", "check", "rerun"]
    commands = [*STOPPED, *asked, "games", "outcomes", "replay", "inspect", "rules", "bench"]
    code = f"""
import importlib, pkgutil, sys

sys.modules |= dict.fromkeys({blocked!r})  # to Python this means that they are not there
import crypt, crypt.cli
for module in pkgutil.walk_packages(crypt.__path__, "crypt."):
    if not module.name.endswith(("__main__", ".source", "core.loops")):
        importlib.import_module(module.name)
for command in {commands!r}:
    try:
        crypt.cli.main([command, "--help"])
    except SystemExit as end:
        assert not end.code, command
assert crypt.cli.main(["games"]) == 0
"""
    done = run_python("-c", code)
    assert done.returncode == 0 and done.stdout.count("usage: crypt") == len(commands), done.stderr[-2000:]


def test_python_m_crypt():
    done = run_python("-m", "crypt", "games", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)[0]["game"] == "colossi", done


def test_version(run):
    assert run("--version")[:2] == (0, f"crypt {version('crypt')}\n")


def test_games(run):
    status, out, err = run("games")
    assert status == 0 and "colossi: Crypt of the Colossi, 1 to 4 players" in out and not err
    assert json.loads(run("games", "--json")[1])[0]["players"] == [1, 2, 3, 4]
    assert all(list(entry.bots) == bot_names(entry.load()) for entry in catalog().values())


def test_games_loads_no_rules():
    code = "import sys, crypt.cli; crypt.cli.main(['games'])\n"
    done = run_python("-c", f"{code}print({{'numba', 'pandas', 'scipy', 'pydantic'}} & {{*sys.modules}})")
    assert done.stdout.endswith("set()\n"), done


def test_warmup(run):
    status, out, _ = run("warmup", "colossi")
    assert status == 0 and out.startswith("colossi: ready after ")


def test_new_games_are_compiled_in_processes_of_their_own(monkeypatch):
    def here(*_):
        raise AssertionError("compiled in this process")

    monkeypatch.setattr("crypt.batch.warm.is_compiled", lambda entry: False)
    monkeypatch.setattr("crypt.cli.work.compile_games", here)
    assert [name for name, _ in compile_side_by_side(catalog().values())] == list(catalog())


def test_what_fails_apart_is_told_as_ever(tmp_path):
    (tmp_path / "cache").write_text("")
    done = run_python("-m", "crypt", "warmup", "lair", "prism", CRYPT_CACHE=str(tmp_path / "cache"))
    assert done.returncode == 2 and done.stderr.startswith("crypt: ") and done.stderr.count("\n") == 1, done


def test_bench(run):
    status, out, _ = run("bench", "colossi", "--players", 1, "--count", 20, "--no-compare", "--json")
    row = json.loads(out)["lines"][0]
    assert status == 0 and row["games"] == 20 and row["decisions_per_second"] > 0 and row["compiled"] is True
    assert row["search"]["looks"] >= 500 and row["search"]["looks_per_second"] > 0 and row["search"]["of_random"] > 0


@pytest.mark.slow
def test_bench_compares_with_the_same_code_interpreted(run):
    status, out, err = run("bench", "colossi", "--players", 1, "--count", 50, "--interpreted", 1)
    assert status == 0, err
    assert "seed 1" in out and re.search(r"interpreted \([\d,]{3,} decisions\)", out) and "times as fast" in out


def test_wrong_arguments(refuses):
    refuses("fly", says="invalid choice: 'fly'")
    refuses(says="required: COMMAND")
    refuses("simulate", "colossi", says="required: --players, --games")
    refuses("serve", "--port", "abc", says="a port is a whole number from 0 to 65535, not 'abc'; see crypt serve --help")
    refuses("serve", "--port", "99999", says="from 0 to 65535")


def test_an_unknown_game(refuses):
    for command, *rest in (("play",), ("simulate", "--players", 1, "--games", 1), ("rules",)):
        refuses(command, "colossus", *rest, says="there is no game 'colossus'; did you mean colossi?")


def test_unknown_games_in_a_list(refuses):
    refuses("warmup", "chess", says="there is no game 'chess'")
    refuses("bench", "chess", says="there is no game 'chess'")


def test_a_data_folder_that_cannot_be_made(refuses, tmp_path):
    (tmp_path / "file").write_text("")
    refuses("play", "colossi", "--players", 1, "--data", tmp_path / "file", says="is a file; name a folder with --data")
    refuses("games", "--data", tmp_path / "file" / "x", says="file: is a file; name a folder with --data")


def test_a_port_that_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run_python("-m", "crypt", "serve", "--no-browser", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2 and "is taken by another program; perhaps crypt runs there already" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_has_gone_is_no_mistake():
    command = f"{sys.executable} -m crypt rules colossi | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("Crypt of the Colossi: the rulebook by number\n", "")


def test_a_defect_is_not_hidden(run, monkeypatch):
    monkeypatch.setattr("crypt.cli.games.games", lambda options: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run("games")
