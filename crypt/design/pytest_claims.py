"""A plugin for pytest: it takes files named ``claims.toml`` for tests, one for each claim and number of players.

A broken claim fails; one that is undecided when the budget is spent is skipped, with the reason. It is found by pytest as
soon as crypt is installed; ``-p no:crypt.design.pytest_claims`` leaves it out.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any


def pytest_addoption(parser: Any) -> None:
    """Add the option for the budget, and that for the seed.

    Parameters
    ----------
    parser : pytest.Parser
    """
    group = parser.getgroup("crypt", "claims of game designs")
    group.addoption("--claims-budget", type=int, metavar="K", help="games for each number of players, at most")
    group.addoption("--claims-seed", default="0", metavar="S", help="the same seed gives the same verdicts; 0 by default")


def pytest_collect_file(file_path: Path, parent: Any) -> Any:
    """Take a file of claims for tests.

    Parameters
    ----------
    file_path : Path
    parent : pytest.Collector
    """
    return _classes()[0].from_parent(parent, path=file_path) if file_path.name == "claims.toml" else None


@cache
def _classes() -> tuple[Any, Any]:
    """The kinds of file and test; pytest is there when they are needed."""
    import pytest

    from ..core.game import CryptError
    from .claims import BROKEN, UNDECIDED, Check, Verdict, check_claims, read_claims, ruleset_of
    from .junit import says

    class BrokenError(Exception):
        """A claim that is broken."""

    class File(pytest.File):
        """A file of claims; all are checked together, when the first is asked for."""

        checked: Check | None = None

        def collect(self) -> Iterator[Any]:
            """A test for each claim."""
            try:
                self.claims = read_claims(self.path)
            except CryptError as error:
                raise self.CollectError(str(error)) from None
            for claim in self.claims.claim:
                yield Item.from_parent(self, name=claim.id)

        def verdicts(self, name: str) -> list[Verdict]:
            """What came of a claim."""
            if self.checked is None:
                options = self.config.option
                ruleset = ruleset_of(self.claims, self.path.parent)
                self.checked = check_claims(self.claims, ruleset, options.claims_seed, options.claims_budget)
            return [one for one in self.checked.verdicts if one.claim.id == name]

    class Item(pytest.Item):
        """A claim."""

        def runtest(self) -> None:
            """Fail when it is broken."""
            found = self.parent.verdicts(self.name)  # type: ignore[union-attr]
            if broken := [says(one) for one in found if one.verdict == BROKEN]:
                raise BrokenError("\n".join(broken))
            if undecided := [says(one) for one in found if one.verdict == UNDECIDED]:
                pytest.skip("; ".join(undecided))

        def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
            """The sentences alone."""
            is_ours = isinstance(excinfo.value, BrokenError | CryptError)
            return str(excinfo.value) if is_ours else super().repr_failure(excinfo, style)

        def reportinfo(self) -> tuple[Path, int | None, str]:
            """Where it stands."""
            return self.path, None, f"claim {self.name}"

    return File, Item
