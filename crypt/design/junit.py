"""Verdicts on claims as a JUnit file, which every CI reads."""

from pathlib import Path
from xml.etree import ElementTree

from ..core.game import CryptError
from .claims import BROKEN, UNDECIDED, Check, Verdict


def says(one: Verdict) -> str:
    """A verdict in a sentence, with what was promised and what was found."""
    at_least, at_most = one.claim.promised
    low, high = f"at least {at_least:.4g}" if at_least > 0 else "", f"at most {at_most:.4g}" if at_most < 1 else ""
    what = f"the spread of {one.claim.share}" if one.claim.spread_at_most is not None else one.claim.share
    found = f"{one.estimate.value:.4g} ({one.estimate.low:.4g} to {one.estimate.high:.4g}) in {one.n} games"
    return f"{one.claim.says} {one.verdict}: {what} should be {' and '.join(filter(None, [low, high]))}, and is {found}"


def write_junit(check: Check, path: str | Path) -> None:
    """Write a test case for each verdict; a broken claim is a failure, an undecided one is skipped.

    Raises
    ------
    CryptError
        When it cannot be written.
    """
    counts = {name: sum(one.verdict == verdict for one in check.verdicts)
              for name, verdict in (("failures", BROKEN), ("skipped", UNDECIDED))}  # fmt: skip
    about = {"name": f"claims of {check.game.name}", "tests": str(len(check.verdicts)), "errors": "0"}
    suite = ElementTree.Element("testsuite", about | {name: str(count) for name, count in counts.items()})
    for one in check.verdicts:
        case = ElementTree.SubElement(suite, "testcase", {"classname": f"{check.game.name}.claims", "name": one.name})
        if one.verdict == BROKEN:
            ElementTree.SubElement(case, "failure", {"message": says(one)})
        elif one.verdict == UNDECIDED:
            ElementTree.SubElement(case, "skipped", {"message": says(one)})
    ElementTree.indent(suite)
    try:
        ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)
    except OSError as error:
        raise CryptError(f"{path}: cannot be written ({error.strerror}); name another file with --junit") from None
