"""What is installed from a wheel works without a checkout, and holds nothing of anybody's own."""

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest
from serving import serving

from crypt.core.shipped import data_folder, shipped

ROOT = Path(__file__).resolve().parents[1]
PACKED = ["crypt", "data", "dashboards", "LICENSE", "README.md", "pyproject.toml"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """A wheel built from a copy of the checkout in which somebody has played."""
    copy = tmp_path_factory.mktemp("checkout")
    unwanted = shutil.ignore_patterns("__pycache__", "local")
    for path in filter(Path.exists, (ROOT / name for name in PACKED)):
        if path.is_dir():
            shutil.copytree(path, copy / path.name, ignore=unwanted)
        else:
            shutil.copy(path, copy)
    (copy / "data" / "local").mkdir()
    (copy / "data" / "local" / "own.jsonl").write_text("{}")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(copy / "dist")]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)
    return next((copy / "dist").glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The folder that the wheel is unpacked to."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_wheel_holds_what_is_shipped_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "crypt/_data/dashboards/play.ipynb" in names
    assert "crypt/_data/data/colossi/tiles.csv" in names
    assert any(name.endswith("templates/crypt/index.html.j2") for name in names)
    assert {name.split("/")[0] for name in names} == {"crypt", "crypt-0.1.0.dist-info"}
    assert not [name for name in names if "local" in name or name.endswith(".pyc")]


def test_every_shipped_data_folder_is_packed(wheel):
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    folders = {f"data/{path.name}" for path in (ROOT / "data").iterdir() if path.is_dir() and path.name != "local"}
    assert folders <= set(listed["only-include"])
    assert {name for name in listed["only-include"] if name != "crypt"} == set(listed["sources"])


def test_installed_pages_are_served_without_a_checkout(installed, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(installed))
    monkeypatch.chdir(tmp_path)
    lines = [
        "import crypt",
        "from crypt.widget.serve import serve",
        f"assert crypt.__file__.startswith({str(installed)!r}), crypt.__file__",
        f"serve(port=0, browser=False, data={str(tmp_path)!r})",
    ]
    with serving([sys.executable, "-c", "\n".join(lines)]) as (url, _), urlopen(url, timeout=20) as answer:
        assert "<h2>Play</h2>" in answer.read().decode()


def test_installed_package_keeps_data_in_the_users_folder(installed, tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(installed), "HOME": str(tmp_path), "CRYPT_DATA": ""}
    environment.pop("XDG_DATA_HOME", None)
    command = [sys.executable, "-c", "from crypt.core.shipped import data_folder; print(data_folder())"]
    told = subprocess.run(command, env=environment, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert Path(told.stdout.strip()).is_relative_to(tmp_path)


def test_data_folder_is_the_one_asked_for_before_the_variable(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPT_DATA", str(tmp_path / "variable"))
    assert data_folder(tmp_path / "asked") == tmp_path / "asked"
    assert data_folder() == tmp_path / "variable"
    assert (tmp_path / "asked").is_dir() and (tmp_path / "variable").is_dir()


def test_checkout_keeps_data_where_git_ignores_it(monkeypatch):
    monkeypatch.delenv("CRYPT_DATA", raising=False)
    assert data_folder() == ROOT / "data" / "local"
    assert "data/local/" in (ROOT / ".gitignore").read_text().splitlines()
    assert shipped("data", "colossi") == ROOT / "data" / "colossi"
