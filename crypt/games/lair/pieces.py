"""The pieces of the lair as SVG: pawns, treasures, and the style that colours them. All shapes are drawn around (0, 0)."""

from functools import cache

from ...core.picture import Look
from .state import DRAGON

LIGHT = {
    "panel": "#fbf8f1", "ink": "#26262c", "label": "#6b655a", "rim": "#8d8474", "space": "#f4eddc", "other": "#ebe2cd",
    "edge": "#d9e6ee", "edgeother": "#cbdbe6", "centre": "#f3d3c8", "gold": "#f2b632", "goldline": "#7a5200",
    "red": "#c0261f", "redline": "#5d0f0b", "black": "#1d1d21", "blackline": "#ffffff", "turn": "#0b63c4",
    "accent": "#0b63c4", "recent": "#c77700", "faint": "#cfc6b2", "link": "#8d8474",
}  # fmt: skip
DARK = {
    "panel": "#15171b", "ink": "#eceef2", "label": "#a5a9b3", "rim": "#5a606c", "space": "#2b2f38", "other": "#333844",
    "edge": "#23384a", "edgeother": "#2a4257", "centre": "#542c26", "gold": "#ffcc4d", "goldline": "#3b2900",
    "red": "#ff6257", "redline": "#3a0704", "black": "#08080a", "blackline": "#f2f2f5", "turn": "#6db3ff",
    "accent": "#6db3ff", "recent": "#ffb84d", "faint": "#474c57", "link": "#767c89",
}  # fmt: skip
PRINT = LIGHT | {
    "panel": "#ffffff", "label": "#333333", "rim": "#555555", "space": "#ffffff", "other": "#f4f4f4", "edge": "#e6e6e6",
    "edgeother": "#dcdcdc", "centre": "#eeeeee", "gold": "#ffffff", "goldline": "#222222", "faint": "#bbbbbb",
}  # fmt: skip
THEMES = {"light": LIGHT, "dark": DARK, "print": PRINT}

RULES = """
.panel{fill:@panel}.label{fill:@label;font-size:15px;font-weight:600}
text{font-family:"DejaVu Sans",Verdana,"Segoe UI",sans-serif;text-anchor:middle;dominant-baseline:central}
.ring{fill:@ink;font-weight:600}
.space{fill:@space;stroke:@rim;stroke-width:1.6}.space.other{fill:@other}
.space.edge{fill:@edge}.space.edge.other{fill:@edgeother}.space.centre{fill:@centre}
.link{stroke:@link;stroke-width:3;fill:none}
.gold{fill:@gold;stroke:@goldline;stroke-width:2;stroke-linejoin:round}
.goldline{fill:none;stroke:@goldline;stroke-width:1.6;stroke-linejoin:round}
.goldcount{fill:@goldline;font-size:15px;font-weight:700}
.black{fill:@black;stroke:@blackline;stroke-width:2.4;stroke-linejoin:round}
.red{fill:@red;stroke:@redline;stroke-width:2;stroke-linejoin:round}
.turn{fill:none;stroke:@turn;stroke-width:3;stroke-dasharray:5 3.5}
.number{font-size:15px;font-weight:700;fill:#fff}.number.dragonname{font-size:13px}
.title{fill:@label;font-size:16px;font-weight:600}.big{fill:@ink;font-size:30px;font-weight:700}
.start{text-anchor:start}.end{text-anchor:end}
.none{fill:none;stroke:@faint;stroke-width:2;stroke-dasharray:4 3}
.cube{fill:@panel;stroke:@ink;stroke-width:2}.cubenumber{fill:@ink;font-size:20px;font-weight:700}
.graph{fill:none;stroke:@ink;stroke-width:1.4;stroke-opacity:.35}.node{fill:@ink;fill-opacity:.45}
.way{fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.55}
.dragon .way{stroke:@red}.treasures .way{stroke:@gold;stroke-dasharray:10 9}
.target{fill:none;stroke:@accent;stroke-width:3}.recent{fill:none;stroke:@recent;stroke-width:3}
"""
LOOK = Look("lair-board", RULES, THEMES)

# Told apart by shape as well: an adventurer is a round pawn with a number, the dragon a horned head.
ADVENTURER = "M-14 19Q-14 4-6 0A11 11 0 1 1 6 0Q14 4 14 19Z"
DRAGON_HEAD = "M0-25L7-13Q13-16 22-23Q22-9 15-3Q17 8 9 13L0 23L-9 13Q-17 8-15-3Q-22-9-22-23Q-13-16-7-13Z"
EYES = '<path class="goldline" style="stroke:#fff;stroke-width:2.4" d="M-9-3L-3 0M9-3L3 0"/>'
TREASURE = (
    '<path class="gold" d="M-10-7H10L15 0L0 14L-15 0Z"/><path class="goldline" d="M-15 0H15M-5-7L-5 0L0 14L5 0L5-7"/>'
)


@cache
def pawn(piece: int, is_on_turn: bool) -> str:
    """A piece: black pawn or red head; a broken ring round those whose turn it is."""
    ring = '<circle class="turn" r="28"/>' if is_on_turn else ""
    if piece == DRAGON:
        return f'{ring}<path class="red" d="{DRAGON_HEAD}"/>{EYES}<text class="number dragonname" y="8">D</text>'
    return f'{ring}<path class="black" d="{ADVENTURER}"/><text class="number" y="9.5">{piece + 1}</text>'


@cache
def treasures(count: int) -> str:
    """Treasures that lie on one space, with their number when there are several."""
    number = f'<text class="goldcount" y="2.5">{count}</text>' if count > 1 else ""
    back = f'<g transform="translate(4,-4)">{TREASURE}</g>' if count > 1 else ""
    return f"{back}{TREASURE}{number}"
