"""What the tests of the command line share: a data folder of their own, and commands that are run in it."""

from pathlib import Path

import pytest

from crypt.cli import main


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs a command with lines typed; gives status, standard output and standard error."""

    def run(*arguments: object, typed: str = ""):
        lines = iter(typed.splitlines())

        def answer(prompt=""):
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = end.code
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def refuses(run):
    """Runs a command that must end with one sentence and status 2."""

    def refuses(*arguments: object, says: str):
        status, out, err = run(*arguments)
        assert (status, out) == (2, "")
        assert err.startswith("crypt: ") and says in err and "Traceback" not in err
        return err

    return refuses


@pytest.fixture
def session(run, data) -> Path:
    """A logged session of two decisions."""
    assert run("play", "colossi", "--players", 1, "--seed", 7, typed="c3\nexplore north\nnote why\n")[0] == 0
    return next((data / "sessions").glob("*.jsonl"))
