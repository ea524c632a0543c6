"""Packages with games, installed for a test, as an installer leaves them."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from crypt.core import catalog, game

TESTS = Path(__file__).parent
PEBBLES = TESTS / "other_package" / "pebbles"


def install(site, name, module):
    """Write what an installer leaves of a package that has a game."""
    about = site / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    about.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    about.joinpath("entry_points.txt").write_text(f"[crypt.games]\n{name} = {module}\n")


def forget():
    """Look for games anew."""
    catalog._look.cache_clear()
    game._is_there.cache_clear()
    game._whole.cache_clear()
    theirs = ("pebbles", "broken", "hollow", "single", "other")
    for name in [name for name in sys.modules if name.partition(".")[0] in theirs]:
        del sys.modules[name]


def a_site(tmp_path, monkeypatch) -> Iterator[Path]:
    """A folder of installed packages, as long as a test runs."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)
    forget()
    yield site
    forget()


def install_pebbles(site) -> Path:
    """Install a copy of the game in `other_package`; gives its folder."""
    shutil.copytree(PEBBLES, site / "pebbles", ignore=shutil.ignore_patterns("__pycache__"))
    install(site, "pebbles", "pebbles")
    return site / "pebbles"
