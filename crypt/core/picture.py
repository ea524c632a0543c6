"""What the pictures of all games share: styles that hold inside one picture only, themes, and words as XML can hold them.

A game has one set of rules for each kind of thing, with colours by name (``fill:@wall``), and the colours of three themes.
"""

import re
from collections.abc import Mapping
from html import escape

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
SMALLEST, LARGEST = 16, 4096  # pixels
DARK_PAGES = (".dark", "[data-theme=dark]", "[data-jp-theme-light=false]")
LIGHT_PAGES = (".light", "[data-theme=light]", "[data-jp-theme-light=true]")

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def style(scope: str, rules: str, themes: Mapping[str, Mapping[str, str]], theme: str) -> str:
    """The style element of a picture; its rules hold inside pictures of this scope and theme only.

    Parameters
    ----------
    scope : str
        The class that the pictures of a game have.
    rules : str
        CSS; a colour is ``@`` and its name.
    themes : mapping of str to mapping
        The colours by name, for "light", "dark" and "print".
    theme : str
        One of these; or "auto": dark where the page or the system is.
    """
    scoped = "".join(f".{scope}.{theme} {rule}" for rule in _split(rules))
    if theme != "auto":
        return f"<style>{_coloured(scoped, themes[theme])}</style>"
    dark = "".join(f"--c-{name}:{value};" for name, value in themes["dark"].items())
    light = "".join(f"--c-{name}:{value};" for name, value in themes["light"].items())
    pages = ", ".join(f"{page} .{scope}.auto" for page in DARK_PAGES)
    bright = ", ".join(f"{page} .{scope}.auto" for page in LIGHT_PAGES)
    variables = {name: f"var(--c-{name})" for name in themes["light"]}
    return (
        f"<style>.{scope}.auto{{{light}}}@media(prefers-color-scheme:dark){{.{scope}.auto{{{dark}}}}}"
        f"{pages}{{{dark}}}{bright}{{{light}}}{_coloured(scoped, variables)}</style>"
    )


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


def classes(scope: str, theme: str, themes: Mapping[str, object]) -> str:
    """The classes of a picture.

    Raises
    ------
    ValueError
        For a theme that does not exist.
    """
    if theme != "auto" and theme not in themes:
        raise ValueError(f"theme {str(theme)[:40]!r} does not exist; there are {', '.join(('auto', *themes))}")
    return f"{scope} {theme}"


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
