"""The pieces of the cave as SVG: rooms, tokens, cards, and the style that colours them.

Whatever differs in colour differs in shape, pattern or letter as well.
"""

from functools import cache
from textwrap import wrap

from ...core.picture import SEAT_FILLS, SEAT_INKS, Look, xml_text
from .printed import Card

LIGHT = {
    "panel": "#f7f4ec", "ink": "#23262b", "label": "#5f594d", "rim": "#857b69", "lit": "#fff3b8", "dark": "#c9cdd6",
    "way": "#8d8474", "sun": "#9a6a00", "tokenline": "#ffffff", "turn": "#0b63c4", "accent": "#0b63c4",
    "recent": "#b56200", "card": "#ffffff", "action": "#b3261e", "item": "#1f7a3a", "reaction": "#6d3fa0",
    "treasure": "#9a6a00", "back": "#4b5568", "faint": "#cfc6b2", "monster": "#b3261e",
}  # fmt: skip
DARK = {
    "panel": "#15171b", "ink": "#eceef2", "label": "#b1b5bf", "rim": "#6a707c", "lit": "#5c5017", "dark": "#2a2f39",
    "way": "#868d9a", "sun": "#ffd45e", "tokenline": "#f2f2f5", "turn": "#6db3ff", "accent": "#6db3ff",
    "recent": "#ffb84d", "card": "#20242b", "action": "#ff8a80", "item": "#7ddc93", "reaction": "#c9a4ff",
    "treasure": "#ffcf5c", "back": "#7b879c", "faint": "#474c57", "monster": "#ff8a80",
}  # fmt: skip
PRINT = LIGHT | {
    "panel": "#ffffff", "lit": "#ffffff", "dark": "#dddddd", "label": "#333333", "action": "#222222", "item": "#222222",
    "reaction": "#222222", "treasure": "#222222", "sun": "#222222",
}  # fmt: skip
THEMES = {"light": LIGHT, "dark": DARK, "print": PRINT}

RULES = """
.panel{fill:@panel}
text{font-family:"DejaVu Sans",Verdana,"Segoe UI",sans-serif;text-anchor:middle;dominant-baseline:central}
.way{stroke:@way;stroke-width:4;fill:none;stroke-linecap:round}
.room{stroke:@rim;stroke-width:2}.lit{fill:@lit}.dark{fill:@dark}
.roomname{fill:@ink;font-size:17px;font-weight:600}.sun{fill:none;stroke:@sun;stroke-width:2;stroke-linecap:round}
.token{stroke:@tokenline;stroke-width:2}.number{font-size:13px;font-weight:700}
.turn{fill:none;stroke:@turn;stroke-width:3;stroke-dasharray:5 3.5}
.player{fill:@ink;font-size:14px;font-weight:600;text-anchor:start}.facts{fill:@label;font-size:13px;text-anchor:start}
.safe{fill:none;stroke:@treasure;stroke-width:2}.full{fill:@treasure}
.card{fill:@card;stroke-width:3}.edge.action{stroke:@action}.edge.item{stroke:@item}.edge.reaction{stroke:@reaction}
.edge.treasure{stroke:@treasure}.type.action{fill:@action}.type.item{fill:@item}.type.reaction{fill:@reaction}
.type.treasure{fill:@treasure}.type{font-size:11px;font-weight:700}.cardname{fill:@ink;font-size:12.5px;font-weight:700}
.cardtext{fill:@ink;font-size:11px}.where{fill:@label;font-size:10.5px;font-style:italic}
.hint{fill:@label;font-size:14px}
.target{fill:none;stroke:@accent;stroke-width:4}.recent{fill:none;stroke:@recent;stroke-width:3.4}
.graph{fill:none;stroke:@ink;stroke-width:1.4;stroke-opacity:.35}.node{fill:@ink;fill-opacity:.45}
.line{fill:none;stroke-width:7;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.6}
.first .line{stroke:@monster}.second .line{stroke:@accent;stroke-dasharray:10 9}
.shut .line{stroke:@ink;stroke-width:9;stroke-dasharray:3 12;stroke-opacity:.9}
"""
LOOK = Look("cave-board", RULES, THEMES)
ROOM_WIDTH, ROOM_HEIGHT = 156, 60
CARD_WIDTH, CARD_HEIGHT = 134, 246
SUN = '<path class="sun" d="M0-4V-9M0 4V9M-4 0H-9M4 0H9M-3-3L-6-6M3 3L6 6M3-3L6-6M-3 3L-6 6"/>'


@cache
def room(name: str, is_lit: bool) -> str:
    """A room: its name, and rays where there is light."""
    lines = wrap(name, 15)
    at = [(i - (len(lines) - 1) / 2) * 21 for i in range(len(lines))]
    text = "".join(f'<text class="roomname" y="{y}">{xml_text(line)}</text>' for y, line in zip(at, lines, strict=True))
    left, top, round_by = -ROOM_WIDTH / 2, -ROOM_HEIGHT / 2, 16 if is_lit else 5
    box = f'x="{left}" y="{top}" width="{ROOM_WIDTH}" height="{ROOM_HEIGHT}" rx="{round_by}"'
    sun = f'<g transform="translate({ROOM_WIDTH / 2 - 4},{4 - ROOM_HEIGHT / 2})">{SUN}</g>' if is_lit else ""
    return f'<rect class="room {"lit" if is_lit else "dark"}" {box}/>{text}{sun}'


@cache
def token(seat: int, is_on_turn: bool) -> str:
    """A player's token with its number; a broken ring round that of the player who decides."""
    ring = '<circle class="turn" r="16"/>' if is_on_turn else ""
    number = f'<text class="number" style="fill:{SEAT_INKS[seat]}" y="1">{seat + 1}</text>'
    return f'{ring}<circle class="token" style="fill:{SEAT_FILLS[seat]}" r="12"/>{number}'


@cache
def safe(is_full: bool) -> str:
    """A place for a treasure in a player's safe."""
    return f'<rect class="safe{" full" if is_full else ""}" x="-6" y="-6" width="12" height="12" rx="2"/>'


@cache
def card(kind: Card, name: str, count: int) -> str:
    """A card with its name, type, rooms and text."""
    rows = [("cardname", line) for line in wrap(name, 15)]
    rows += [("where", line) for line in wrap(kind.where.replace("|", " or "), 19)]
    rows += [("cardtext", line) for line in wrap(kind.text, 18)]
    text, y = [], 36.0
    before = "cardname"
    for style, line in rows:
        y += 6 if style != before else 0
        text.append(f'<text class="{style}" x="{CARD_WIDTH / 2}" y="{y}">{xml_text(line)}</text>')
        y, before = y + 14, style
    copies = f" × {count}" if count > 1 else ""
    return (
        f'<rect class="card edge {kind.type}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="9"/>'
        f'<text class="type {kind.type}" x="{CARD_WIDTH / 2}" y="16">{kind.type.upper()}{copies}</text>{"".join(text)}'
    )
