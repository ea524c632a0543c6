"""What the pictures of all games share: styles that hold inside one picture only, themes, marks, words as XML can hold them.

A game has one set of rules for each kind of thing, with colours by name (``fill:@wall``), and the colours of three themes.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from html import escape
from typing import Any

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
SMALLEST, LARGEST = 16, 4096  # pixels
DARK_PAGES = (".dark", "[data-theme=dark]", "[data-jp-theme-light=false]")
# of the seats: Okabe and Ito's palette, told apart by colour-blind people too; and of what is written on it
SEAT_FILLS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
SEAT_INKS = ("#fff", "#111", "#fff", "#111", "#111", "#111")
LIGHT_PAGES = (".light", "[data-theme=light]", "[data-jp-theme-light=true]")

Cells = Iterable[int | str]

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Look:
    """The look of a game's pictures.

    Parameters
    ----------
    scope : str
        The class that the pictures of a game have; its rules hold inside them only.
    rules : str
        CSS; a colour is ``@`` and its name.
    themes : mapping of str to mapping
        The colours by name, for "light", "dark" and "print".
    """

    def __init__(self, scope: str, rules: str, themes: Mapping[str, Mapping[str, str]]) -> None:
        self.scope, self.rules, self.themes = scope, rules, themes
        self.style = cache(self._style)

    def _style(self, theme: str) -> str:
        """The style element of a picture: of a theme, or "auto": dark where the page or the system is."""
        scope = self.scope
        scoped = "".join(f".{scope}.{theme} {rule}" for rule in _split(self.rules))
        if theme != "auto":
            return f"<style>{_coloured(scoped, self.themes[theme])}</style>"
        dark = "".join(f"--c-{name}:{value};" for name, value in self.themes["dark"].items())
        light = "".join(f"--c-{name}:{value};" for name, value in self.themes["light"].items())
        pages = ", ".join(f"{page} .{scope}.auto" for page in DARK_PAGES)
        bright = ", ".join(f"{page} .{scope}.auto" for page in LIGHT_PAGES)
        variables = {name: f"var(--c-{name})" for name in self.themes["light"]}
        return (
            f"<style>.{scope}.auto{{{light}}}@media(prefers-color-scheme:dark){{.{scope}.auto{{{dark}}}}}"
            f"{pages}{{{dark}}}{bright}{{{light}}}{_coloured(scoped, variables)}</style>"
        )

    def classes(self, theme: str) -> str:
        """The classes of a picture.

        Raises
        ------
        ValueError
            For a theme that does not exist.
        """
        if theme != "auto" and theme not in self.themes:
            raise ValueError(f"theme {str(theme)[:40]!r} does not exist; there are {', '.join(('auto', *self.themes))}")
        return f"{self.scope} {theme}"


class Picture:
    """A position that draws itself in a notebook; each game's `draw` has one of its own.

    Parameters
    ----------
    state, rules : record
    names : sequence of str
    size : int
        Pixels.
    **options
        As for the game's `svg`.
    """

    draw: Callable[..., str]

    def __init__(self, state: Any, rules: Any, names: Sequence[str] = (), size: int = 480, **options: Any) -> None:
        self.svg = type(self).draw(state, rules, names, size=size, **options)

    def _repr_svg_(self) -> str:
        return self.svg


def marks_of(
    overlay: Mapping[str, Cells] | Cells | None, known: Sequence[str], number_of: Callable[[int | str], int]
) -> list[tuple[str, set[int]]]:
    """The cells to be marked, by mark.

    Parameters
    ----------
    overlay : mapping or iterable, optional
        Cells by mark, each by number or name; a mere iterable is of targets.
    known : sequence of str
        The marks that there are, in the order in which they are laid over a cell.
    number_of : callable
        The number of a cell; raises where there is no such cell.

    Raises
    ------
    ValueError
        For a mark that does not exist.
    """
    if overlay is None:
        return []
    given = overlay if isinstance(overlay, Mapping) else {"target": overlay}
    for name in given:
        if name not in known:
            raise ValueError(f"overlay {str(name)[:40]!r} does not exist; there are {', '.join(known)}")
    return [(name, {number_of(cell) for cell in given[name]}) for name in known if name in given]


def _split(rules: str) -> list[str]:
    """The single rules, so that each can be scoped; a list of selectors is scoped one by one."""
    found = []
    for rule in rules.replace("\n", "").split("}"):
        selectors, _, body = rule.partition("{")
        found += [f"{selector}{{{body}}}" for selector in selectors.split(",") if body]
    return found


def _coloured(rules: str, colours: Mapping[str, str]) -> str:
    # longest names first: @boss would eat the beginning of @bossfloor
    for name in sorted(colours, key=len, reverse=True):
        rules = rules.replace("@" + name, colours[name])
    return rules


def xml_text(words: str) -> str:
    """Words as XML can hold them: markup escaped, characters that no XML may contain replaced."""
    return escape(_NOT_XML.sub("\ufffd", words))


def size_words(size: int | None) -> str:
    """The attributes that make a picture so many pixels wide and high; none where it takes the room that there is.

    Raises
    ------
    ValueError
        For a size that is no use.
    """
    if size is None:
        return ""
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"size {size} is not from {SMALLEST} to {LARGEST} pixels")
    return f' width="{size:d}" height="{size:d}"'
