"""Rulebooks: the rules of a game by number, and the rulings where the printed rulebook is silent.

A rulebook is a Markdown file of one simple form. A heading opens a chapter (but for headings "Rulings"). A rule is
a list item `- **COL-14** (exploring) text`. A ruling is `- **stay** (COL-18): default text; or: text` where a ruleset
can change it, `- **drink** (COL-19): always text` where it cannot. Indented lines belong to the item above them.
"""

import difflib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .game import CryptError, Game, UnreadableError
from .parts import LIST
from .wording import capital

_RULE = re.compile(r"- \*\*([A-Z]+-\d+)\*\* \(([^)]+)\) (.+)", re.DOTALL)
_RULING = re.compile(r"- \*\*([a-z_]+)\*\* \(([A-Z0-9-, ]+)\): (default|always) (.+)", re.DOTALL)


@dataclass(frozen=True)
class Rule:
    """A rule of the printed rulebook, in our words.

    Attributes
    ----------
    id : str
        Such as "COL-14".
    title, chapter, text : str
    """

    id: str
    title: str
    chapter: str
    text: str


@dataclass(frozen=True)
class Ruling:
    """How something is played on which the printed rulebook is silent.

    Attributes
    ----------
    id : str
        Its name; for those that can be changed, a field of the ruleset.
    rules : tuple of str
        The rules that it belongs to.
    chapter, text : str
    settable : bool
        A ruleset can change it.
    alternatives : tuple of str
        What else a ruleset can say.
    """

    id: str
    rules: tuple[str, ...]
    chapter: str
    text: str
    settable: bool
    alternatives: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Its name in words."""
        return self.id.replace("_", " ")


Item = Rule | Ruling


@dataclass(frozen=True)
class Rulebook:
    """The rules and rulings of a game, in the order of the file."""

    title: str
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]

    @property
    def items(self) -> list[Item]:
        """The rules, then the rulings."""
        return [*self.rules, *self.rulings]

    @property
    def chapters(self) -> list[str]:
        """The chapters in their order."""
        return list(dict.fromkeys(item.chapter for item in self.items))

    def find(self, id: str | int) -> Item:
        """Find a rule by its id ("COL-14", "col 14", "14"), or a ruling by its name.

        Raises
        ------
        CryptError
            When there is none; the nearest is suggested.
        """
        wanted = re.sub(r"[\s_-]+", "-", str(id).strip().lower())
        if match := re.fullmatch(r"([a-z]*)-?(\d+)", wanted):
            prefix = match[1] or self.rules[0].id.partition("-")[0].lower()
            wanted = f"{prefix}-{int(match[2]):02}"
        items = {item.id.lower().replace("_", "-"): item for item in self.items}
        if wanted in items:
            return items[wanted]
        # a number that is near another says nothing, so that only names are suggested
        near = difflib.get_close_matches(wanted, [name for name in items if not name[-1].isdigit()], n=1)
        hint = f"; did you mean {items[near[0]].id}?" if near else ""
        raise CryptError(f"there is no rule {str(id)[:40]!r}{hint} (rules: {self.rules[0].id} to {self.rules[-1].id})")

    def search(self, words: str) -> list[Item]:
        """The rules and rulings in which all these words, or their beginnings, occur; the best first."""
        wanted = words.casefold().split()
        found: list[tuple[bool, Item]] = []
        for item in self.items:
            heading = f"{item.id} {item.title}".casefold()
            text = f"{heading} {item.text}".casefold()
            if wanted and all(re.search(rf"\b{re.escape(word)}", text) for word in wanted):
                found.append((not all(word in heading for word in wanted), item))
        return [item for _, item in sorted(found, key=lambda pair: pair[0])]


def read_rulebook(text: str, name: str = "rulebook") -> Rulebook:
    """Read a rulebook.

    Parameters
    ----------
    text : str
        The Markdown text.
    name : str
        What to call it in an error.

    Raises
    ------
    UnreadableError
        For a list item that is neither rule nor ruling, an id given twice, or a ruling about a rule that is not there.
    """
    title, chapter = "", ""
    rules: list[Rule] = []
    rulings: list[Ruling] = []
    for number, block in _blocks(text):
        if block.startswith("# "):
            title = block[2:].strip()
        elif block.startswith("#"):
            heading = block.lstrip("#").strip()
            chapter = chapter if heading == "Rulings" else heading
        elif block.startswith("- "):
            _read_item(block, chapter, rules, rulings, f"{name}, line {number}")
    known = {rule.id for rule in rules}
    for ruling in rulings:
        if not known.issuperset(ruling.rules):
            missing = ", ".join(sorted(set(ruling.rules) - known))
            raise UnreadableError(f"{name}: the ruling {ruling.id} names rules that are not there: {missing}")
    return Rulebook(title, tuple(rules), tuple(rulings))


@cache
def rulebook(game: Game) -> Rulebook:
    """The rulebook of a game: the file `rulebook.md` in its folder.

    Raises
    ------
    CryptError
        When it is not there, or cannot be read.
    """
    try:
        text = files(game.package).joinpath("rulebook.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CryptError(f"{game.title}: its package {game.package} has no file rulebook.md; {LIST}") from None
    return read_rulebook(text, f"{game.name}/rulebook.md")


def _blocks(text: str) -> list[tuple[int, str]]:
    """Headings, list items and paragraphs with their line numbers; the lines of nested lists stay lines."""
    blocks: list[tuple[int, str]] = []
    open_item = False
    for number, line in enumerate(text.splitlines(), 1):
        if open_item and line.startswith("  "):
            start, block = blocks[-1]
            joint = "\n" if line.lstrip().startswith("- ") else " "
            blocks[-1] = (start, block + joint + line.strip())
        elif line.strip():
            blocks.append((number, line.strip()))
        open_item = line.startswith("- ") or (open_item and line.startswith("  "))
    return blocks


def _read_item(block: str, chapter: str, rules: list[Rule], rulings: list[Ruling], place: str) -> None:
    if match := _RULE.fullmatch(block):
        rules.append(Rule(match[1], match[2], chapter, match[3]))
    elif match := _RULING.fullmatch(block):
        ids = tuple(id.strip() for id in match[2].split(","))
        text, *others = match[4].split("; or: ")
        whole = capital(match[4])
        rulings.append(Ruling(match[1], ids, chapter, whole, match[3] == "default", tuple(others)))
    else:
        forms = "a rule (- **COL-14** (title) text) nor a ruling (- **name** (COL-14): default text)"
        raise UnreadableError(f"{place}: {block[:40]!r} is neither {forms}")
    if len({rule.id for rule in rules} | {ruling.id for ruling in rulings}) < len(rules) + len(rulings):
        raise UnreadableError(f"{place}: {match[1]} is there twice")
