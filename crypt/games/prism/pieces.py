"""The pieces of the land as SVG: terrain, monsters, treasures, pawns, and the style that colours them.

All shapes are drawn around (0, 0). Whatever differs in colour differs in shape, pattern or letter as well.
"""

from functools import cache
from math import cos, pi, sin

from ...core.picture import SEAT_FILLS, SEAT_INKS, Look, xml_text
from .state import CRYSTALS, HORSE, MONSTERS, SLOT_OF, SLOTS, TREASURES, WORN
from .vocabulary import is_crystal

LIGHT = {
    "panel": "#fbf8f1", "ink": "#26262c", "label": "#6b655a", "rim": "#8d8474", "field": "#f3e3a0", "forest": "#b5d3a4",
    "mountain": "#dfe3ea", "fieldline": "#c2a84f", "forestline": "#3f7a3a", "mountainline": "#6f7b8f", "cross": "#c0261f",
    "house": "#1d62b4", "monster": "#b3261e", "monsterline": "#4d0a06", "back": "#7c1e18", "gold": "#f0922b",
    "goldline": "#7a3f00", "horse": "#7a4a21", "pawnline": "#ffffff", "turn": "#0b63c4",
    "accent": "#0b63c4", "recent": "#c77700", "faint": "#cfc6b2", "slot": "#ffffff", "steel": "#5c6b7d",
    "monstertext": "#ffffff",
}  # fmt: skip
DARK = {
    "panel": "#15171b", "ink": "#eceef2", "label": "#a5a9b3", "rim": "#5a606c", "field": "#54491f", "forest": "#24452a",
    "mountain": "#3c434f", "fieldline": "#a8903d", "forestline": "#79b56f", "mountainline": "#a9b4c6", "cross": "#ff7a6e",
    "house": "#6db3ff", "monster": "#c9372d", "monsterline": "#ffd9d5", "back": "#6e1a15", "gold": "#ffab4d",
    "goldline": "#3b2000", "horse": "#d9a066", "pawnline": "#f2f2f5", "turn": "#6db3ff",
    "accent": "#6db3ff", "recent": "#ffb84d", "faint": "#474c57", "slot": "#23262d", "steel": "#b4c1d1",
    "monstertext": "#ffffff",
}  # fmt: skip
PRINT = LIGHT | {
    "panel": "#ffffff", "label": "#333333", "rim": "#555555", "field": "#ffffff", "forest": "#e9e9e9", "mountain": "#f7f7f7",
    "fieldline": "#999999", "forestline": "#444444", "mountainline": "#444444", "cross": "#000000", "monster": "#ffffff",
    "monsterline": "#000000", "back": "#444444", "monstertext": "#000000", "gold": "#ffffff",
    "goldline": "#222222", "faint": "#bbbbbb",
}  # fmt: skip
THEMES = {"light": LIGHT, "dark": DARK, "print": PRINT}
GEMS = ("#d92b2b", "#e3c000", "#2767d8", "#e87817", "#2c9a45", "#8a3fc0")  # the crystals, in their order

RULES = """
.panel{fill:@panel}.label{fill:@label;font-size:13px;font-weight:600}
text{font-family:"DejaVu Sans",Verdana,"Segoe UI",sans-serif;text-anchor:middle;dominant-baseline:central}
.hex{stroke:@rim;stroke-width:1.6;stroke-linejoin:round}.field{fill:@field}.forest{fill:@forest}.mountain{fill:@mountain}
.fieldline{stroke:@fieldline;stroke-width:2;fill:none;stroke-linecap:round}
.forestline{fill:@forestline;stroke:none}
.mountainline{fill:none;stroke:@mountainline;stroke-width:2;stroke-linejoin:round}
.cross{stroke:@cross;stroke-width:3.4;stroke-linecap:round;fill:none}
.house{fill:@house;stroke:@panel;stroke-width:2;stroke-linejoin:round}
.monster{fill:@monster;stroke:@monsterline;stroke-width:2}.back{fill:@back;stroke:@monsterline;stroke-width:2}
.monstername{font-size:9.5px;font-weight:700;fill:@monstertext}.strength{font-size:12px;font-weight:700;fill:@monstertext}
.question{font-size:20px;font-weight:700;fill:#fff}
.gold{fill:@gold;stroke:@goldline;stroke-width:1.8;stroke-linejoin:round}
.goldline{fill:none;stroke:@goldline;stroke-width:1.6;stroke-linejoin:round}
.letter{font-size:12px;font-weight:700;fill:@goldline}
.steel{fill:@steel;stroke:@ink;stroke-width:1.2;stroke-linejoin:round}
.bonus{font-size:11px;font-weight:700;fill:@ink}
.horse{fill:none;stroke:@horse;stroke-width:5;stroke-linecap:round}
.gem{stroke:@ink;stroke-width:1.6;stroke-linejoin:round}.gemletter{font-size:11px;font-weight:700;fill:#fff}
.pawn{stroke:@pawnline;stroke-width:2;stroke-linejoin:round}.number{font-size:14px;font-weight:700}
.turn{fill:none;stroke:@turn;stroke-width:3;stroke-dasharray:5 3.5}
.card{fill:@panel;stroke:@rim;stroke-width:1.4}.card.active{stroke:@turn;stroke-width:3}
.cardname{fill:@ink;font-size:13px;font-weight:600;text-anchor:start}.cardfacts{fill:@label;font-size:12px;text-anchor:end}
.slot{fill:@slot;stroke:@faint;stroke-width:1.4}.shade{fill:none;stroke:@faint;stroke-width:1.4;stroke-linejoin:round}
.scar{stroke:@cross;stroke-width:3;stroke-linecap:round;fill:none}
.graph{fill:none;stroke:@ink;stroke-width:1.4;stroke-opacity:.35}.node{fill:@ink;fill-opacity:.45}
.way{fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.6}
.first .way{stroke:@monster}.second .way{stroke:@accent;stroke-dasharray:10 9}
.target{fill:none;stroke:@accent;stroke-width:4}.recent{fill:none;stroke:@recent;stroke-width:3.4}
"""
LOOK = Look("prism-board", RULES, THEMES)

HELM = "M-9 7V-1A9 9 0 0 1 9-1V7H4V1H-4V7Z"
BREASTPLATE = "M-10-8L-4-6H4L10-8L8 1V9H-8V1Z"
SHIELD = "M-9-9Q0-5 9-9V0Q8 8 0 11Q-8 8-9 0Z"
BOOTS = "M-6-10H2V2L9 5V9H-6Z"
BLADE = "M-1.8-12H1.8V4H6V7H1.8V12H-1.8V7H-6V4H-1.8Z"
CHEST = '<path class="gold" d="M-10-3A10 7 0 0 1 10-3V8H-10Z"/><path class="goldline" d="M-10-1H10M-2-1V3H2V-1"/>'
GEM = "M-6-9H6L10-3L0 10L-10-3Z"
HORSESHOE = '<path class="horse" d="M-6 8Q-13-9 0-10Q13-9 6 8"/>'
HOUSE = '<path class="house" d="M-13 12V-1L0-13L13-1V12H4V3H-4V12Z"/>'
PAWN = "M-12 13Q-12 5-6 1A9.5 9.5 0 1 1 6 1Q12 5 12 13Z"
CROSS = '<path class="cross" d="M-5-5L5 5M5-5L-5 5"/>'
SHAPES = (HELM, BLADE, BREASTPLATE, SHIELD, BOOTS)  # by slot
TERRAIN = (
    '<path class="fieldline" d="M-22 24l3-6l3 6M16 23l3-6l3 6M-30-6l3-6l3 6M24-8l3-6l3 6"/>',
    '<path class="forestline" d="M-26 22l7-15l7 15zM12 24l7-15l7 15zM-33-1l6-13l6 13zM21-3l6-13l6 13z"/>',
    '<path class="mountainline" d="M-31 24l10-16l10 16M9 24l10-16l10 16M-35-3l8-13l8 13M19-3l8-13l8 13"/>',
)


@cache
def hexagon(radius: float) -> str:
    """The outline of a tile that lies on a side."""
    corners = [f"{radius * cos(pi * i / 3):.1f} {radius * sin(pi * i / 3):.1f}" for i in range(6)]
    return f"M{'L'.join(corners)}Z"


def _badge(count: int) -> str:
    """Over how many treasures a piece stands; nothing for none."""
    words = f'<circle class="gold" r="8.5"/><text class="letter">{count}</text>'
    return f'<g transform="translate(27,17)">{words}</g>' if count else ""


@cache
def face_down(beneath: int) -> str:
    """A monster piece that nobody has turned up, over its treasure; a number where more lies there."""
    treasure = '<rect class="gold" x="-15" y="-6" width="30" height="26" rx="4"/>'
    return f'{treasure}<circle class="back" r="17"/><text class="question" y="1">?</text>{_badge(beneath)}'


@cache
def monster(kind: int, bonus: int, armour: int, beneath: int) -> str:
    """A monster that was turned up: name and strength, and over how many treasures it stands."""
    words = MONSTERS[kind].split()
    lines = "".join(
        f'<text class="monstername" y="{(i - len(words)) * 9.5 + 5}">{xml_text(word)}</text>' for i, word in enumerate(words)
    )
    return (
        f'<path class="monster" d="{hexagon(26.5)}"/>{lines}<text class="strength" y="11">+{bonus}·{armour}</text>'
        f"{_badge(beneath)}"
    )


@cache
def pawn(seat: int, is_on_turn: bool) -> str:
    """A pawn with its colour and number; a broken ring round that of the player on turn."""
    ring = '<circle class="turn" r="17"/>' if is_on_turn else ""
    number = f'<text class="number" style="fill:{SEAT_INKS[seat]}" y="5">{seat + 1}</text>'
    return f'{ring}<path class="pawn" style="fill:{SEAT_FILLS[seat]}" d="{PAWN}"/>{number}'


@cache
def thing(number: int, bonus: int = 0) -> str:
    """A thing as it lies on a card, by its number there (kind + 1)."""
    if number == HORSE + 1:
        return HORSESHOE
    if is_crystal(number):
        letter = f'<text class="gemletter" y="-2">{TREASURES[number - 1][0].upper()}</text>'
        return f'<path class="gem" fill="{GEMS[number - 1 - CRYSTALS]}" d="{GEM}"/>{letter}'
    slot = SLOT_OF[number - 1]
    if slot == WORN:
        return CHEST
    sign = f'<text class="bonus" x="9" y="-8">{bonus}</text>' if SLOTS[slot] == "sword" else ""
    return f'<path class="steel" d="{SHAPES[slot]}"/>{sign}'


@cache
def shade(slot: int) -> str:
    """What belongs in an empty slot."""
    return f'<path class="shade" d="{SHAPES[slot]}"/>' if slot < WORN else ""
