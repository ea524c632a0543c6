"""The pieces of the board as SVG: tiles, symbols, hero tokens, and the style that colours them.

All shapes are drawn around (0, 0); a cell is `CELL` wide. Nothing has an id, so that any number of pictures can stand
on one page.
"""

from functools import cache

from ...core.picture import SEAT_FILLS, SEAT_INKS, Look
from .state import (
    BAG_KINDS,
    BOSS_ROOM,
    CLOSET,
    EMPTY,
    EVENT_TILE,
    EXIT_DOOR,
    LOOT,
    MONSTER,
    START,
)

CELL = 64
HALF = CELL / 2
WALL = 11  # thickness of the grey bars
EDGE = HALF - 0.75  # of a tile; leaves a hair between neighbours
ROOM = HALF - WALL

HERO_SHAPES = (  # beside its colour each hero has a shape and a number
    "M0-18A18 18 0 0 1 0 18A18 18 0 0 1 0-18Z",
    "M-12-16H12Q16-16 16-12V12Q16 16 12 16H-12Q-16 16-16 12V-12Q-16-16-12-16Z",
    "M-3-19Q0-23 3-19L20 11Q22 16 17 16H-17Q-22 16-20 11Z",
    "M-3-20Q0-23 3-20L20-3Q23 0 20 3L3 20Q0 23-3 20L-20 3Q-23 0-20-3Z",
)
HERO_NUMBER_Y = (0.5, 0.5, 3.5, 0.5)

BORDERS = {6: "blue", 8: "green", 10: "amber", 12: "red"}

LIGHT = {
    "panel": "#fbf8f1", "ground": "#efe9dc", "line": "#dcd3c0", "label": "#6b655a", "ink": "#26262c",
    "wall": "#7b808c", "rim": "#555a66", "floor": "#fcf9f0", "hatch": "#c9bfa9", "bossfloor": "#f3d9d2",
    "exitfloor": "#dcebdf", "monster": "#b03a00", "boss": "#8c1d18", "door": "#855325", "glow": "#ffe9a8",
    "closet": "#00617a", "mark": "#9d9585", "key": "#8a6500", "accent": "#0b63c4", "recent": "#c77700",
    "danger": "#c0182b", "turn": "#16161a", "blue": "#2f6db5", "green": "#2e8b57", "amber": "#d99a00", "red": "#c0392b",
}  # fmt: skip
DARK = {
    "panel": "#15171b", "ground": "#1f2228", "line": "#30343d", "label": "#a5a9b3", "ink": "#eceef2",
    "wall": "#828a99", "rim": "#a4abb9", "floor": "#2b2f38", "hatch": "#4d5361", "bossfloor": "#4a2523",
    "exitfloor": "#1f4034", "monster": "#ff9257", "boss": "#ffa597", "door": "#dba56a", "glow": "#6a5518",
    "closet": "#5fc9e2", "mark": "#767c89", "key": "#ffd152", "accent": "#6db3ff", "recent": "#ffb84d",
    "danger": "#ff7b86", "turn": "#ffffff", "blue": "#5b9be6", "green": "#4fb67e", "amber": "#e3ac2c", "red": "#e2604f",
}  # fmt: skip
PRINT = LIGHT | {
    "panel": "#ffffff", "ground": "#ffffff", "line": "#c4c4c4", "label": "#333333", "wall": "#8d8d8d", "rim": "#444444",
    "floor": "#ffffff", "hatch": "#bbbbbb", "bossfloor": "#eeeeee", "exitfloor": "#f4f4f4", "mark": "#777777",
}  # fmt: skip
THEMES = {"light": LIGHT, "dark": DARK, "print": PRINT}

RULES = """
.panel{fill:@panel;stroke-width:7}.ground{fill:@ground}.grid{stroke:@line;stroke-width:1.2;fill:none}
.shade{stroke-width:2.5;stroke-dasharray:7 6;fill-opacity:.11;stroke-opacity:.6}
.label{fill:@label;font-size:19px;font-weight:600}
text{font-family:"DejaVu Sans",Verdana,"Segoe UI",sans-serif;text-anchor:middle;dominant-baseline:central}
.wall{fill:@wall;stroke:@rim;stroke-width:1.2}.floor{fill:@floor}.bossfloor{fill:@bossfloor}.exitfloor{fill:@exitfloor}
.hatch{stroke:@hatch;stroke-width:1.8;fill:none}
.monster{fill:@monster}.boss{fill:@boss}.door{fill:@door}.glow{fill:@glow}.closet{fill:@closet}.mark{fill:@mark}
.chest,.event{fill:@ink}.cut{fill:@floor}.bosscut{fill:@bossfloor}.used{fill:@mark}
.line{fill:none;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.exitcut{stroke:@exitfloor;stroke-width:2}.keyhole{fill:@exitfloor}.doorline{stroke:@door}.closetline{stroke:@closet}.usedline{stroke:@mark}.bossline{stroke:@boss}.keyline{stroke:@key}
.badge{fill:@panel;stroke:@key;stroke-width:1.6}
.counted{fill:@key}.some{fill:@panel;font-size:13px;font-weight:700}
.count{fill:@ink;font-size:13px;font-weight:700}
.shadow{fill:@ink;stroke:@ink;stroke-width:5.5;stroke-linejoin:round}
.token{stroke:#fff;stroke-width:2.2;stroke-linejoin:round}.number{font-size:21px;font-weight:700}
.turn{fill:@turn;stroke:@turn;stroke-width:15;stroke-linejoin:round}
.turngap{stroke:@floor;stroke-width:8;stroke-linejoin:round}
.hit{fill:transparent}.ghost{opacity:.88}
.ghostline{fill:none;stroke:@accent;stroke-width:3.4;stroke-dasharray:8 5}
.target{fill:none;stroke:@accent;stroke-width:3}
.plus{fill:none;stroke:@accent;stroke-width:3.4;stroke-linecap:round}
.recent{fill:none;stroke:@recent;stroke-width:3.4}
.danger{fill:@danger;fill-opacity:.12;stroke:@danger;stroke-width:3;stroke-dasharray:3 5;stroke-linecap:round}
"""
BORDER_RULES = "".join(
    f".frame.{name}{{stroke:@{name}}}.shade.{name}{{fill:@{name};stroke:@{name}}}" for name in BORDERS.values()
)
LOOK = Look("colossi-floor", RULES + BORDER_RULES, THEMES)


# ---------------------------------------------------------------------------------------------------- tiles


@cache
def floor_path(sides: int) -> str:
    """The outline of a tile's floor: a room with an arm to each open side; what it leaves of the tile is wall."""
    r, e = ROOM, EDGE
    arms = (f"V{-e}H{r}V{-r}", f"H{e}V{r}H{r}", f"V{e}H{-r}V{r}", f"H{-e}V{-r}H{-r}")
    corners = (f"{-r} {-r}", f"{r} {-r}", f"{r} {r}", f"{-r} {r}")
    path = "".join(f"L{corners[side]}{arms[side] if sides >> side & 1 else ''}" for side in range(4))
    return "M" + path[1:] + "Z"


@cache
def tile(kind: int, sides: int) -> str:
    """A tile with its grey wall bars and its floor, without its symbol."""
    floor = {BOSS_ROOM: "bossfloor", EXIT_DOOR: "exitfloor"}.get(kind, "floor")
    hatch = f'<path class="hatch" d="{_hatching()}"/>' if kind == START else ""
    size = 2 * EDGE
    return (
        f'<rect class="wall" x="{-EDGE}" y="{-EDGE}" width="{size}" height="{size}" rx="2.5"/>'
        f'<path class="{floor}" d="{floor_path(sides)}"/>{hatch}'
    )


@cache
def _hatching() -> str:
    """Crossed diagonal lines over the room of a start tile."""
    r, lines = ROOM - 2, ""
    for offset in range(-32, 33, 11):
        low, high = max(-r, -r - offset), min(r, r - offset)
        if low < high:
            lines += f"M{low} {low + offset}L{high} {high + offset}M{low} {-low - offset}L{high} {-high - offset}"
    return lines


# -------------------------------------------------------------------------------------------------- symbols

MONSTER_HEAD = (
    '<path class="monster" d="M-14-17Q-13-9-8-9Q0-13 8-9Q13-9 14-17Q20-5 13 3Q13 9 7 10V16L3.4 12.5L0 16L-3.4 12.5'
    'L-7 16V10Q-13 9-13 3Q-20-5-14-17Z"/><path class="cut" d="M-9.5-2.5L-2 1.5Q-4 6-8 4.5Q-10 3-9.5-2.5ZM9.5-2.5L2 1.5'
    'Q4 6 8 4.5Q10 3 9.5-2.5Z"/>'
)
CHEST = (
    '<path class="chest" d="M-16-2V-6Q-16-13-9-13H9Q16-13 16-6V-2ZM-16 1H16V11Q16 13 14 13H-14Q-16 13-16 11Z"/>'
    '<path class="cut" d="M-3.5-4H3.5V3Q3.5 6 0 6Q-3.5 6-3.5 3Z"/>'
)
EMPTIED_CHEST = '<path class="line usedline" d="M-12-1V-5Q-12-11-6-11H6Q12-11 12-5V10H-12V-1H12M0-1V3.5"/>'
PERSON = (
    '<path class="line closetline" d="M-15 17V-4Q-15-17 0-17Q15-17 15-4V17"/>'
    '<circle class="closet" cy="-5" r="5.6"/><path class="closet" d="M-10 17V11Q-10 3 0 3Q10 3 10 11V17Z"/>'
)
USED_CLOSET = '<path class="line usedline" d="M-10 11V-3Q-10-12 0-12Q10-12 10-3V11Z"/>'
EVENT = '<path class="event" d="M-4.2-16H4.2L2.8 5H-2.8Z"/><circle class="event" cy="12" r="4"/>'
USED_EVENT = '<path class="used" d="M-2.8-11H2.8L2 4H-2Z"/><circle class="used" cy="9" r="2.8"/>'
BEATEN_MONSTER = '<path class="line usedline" d="M-8-8L8 8M8-8L-8 8"/>'
SHUT_DOOR = (
    '<path class="door" d="M-11 17V-6Q-11-19 0-19Q11-19 11-6V17Z"/><path class="line doorline" d="M-15 18H15"/>'
    '<path class="exitcut" d="M-3.7-18V17M3.7-18V17"/><circle class="keyhole" cx="7.4" cy="1" r="2.5"/>'
    '<path class="keyhole" d="M6.4 2H8.4L9.4 7H5.4Z"/>'
)
OPEN_DOOR = (
    '<path class="glow" d="M-14 17V-4Q-14-18 0-18Q14-18 14-4V17Z"/>'
    '<path class="line doorline" d="M-14 17V-4Q-14-18 0-18Q14-18 14-4V17M3 17V12H7V7H11V2H14"/>'
    '<path class="door" d="M-14 17V-4Q-13-14-7-17L-4-13V21Z"/>'
)
COLOSSUS = (
    '<path class="boss" d="M-18-16L-10-8L0-21L10-8L18-16L15 6Q15 12 9 12H-9Q-15 12-15 6Z"/>'
    '<path class="bosscut" d="M-10-4L-3-1.5V2H-10ZM10-4L3-1.5V2H10ZM-7 6H7V8.5H-7Z"/>'
)
FALLEN_COLOSSUS = (
    '<path class="line usedline" d="M-15-12L-8-5L0-16L8-5L15-12L12 7Q12 12 8 12H-8Q-12 12-12 7Z"/>'
    '<path class="line usedline" d="M-8 0L-3 5M-3 0L-8 5M3 0L8 5M8 0L3 5"/>'
)
KEY_SPOTS = (
    "translate(18,18)", "translate(-21,21) scale(.74)", "translate(0,23) scale(.66)", "scale(.66)", "scale(.66)",
)  # fmt: skip
KEY_SHAPE = '<g class="line keyline"><circle cx="-4.5" r="3.4"/><path d="M-1 0H8M4.5 0V3.4M8 0V3.6"/></g>'

SYMBOLS = {LOOT: (CHEST, EMPTIED_CHEST), EVENT_TILE: (EVENT, USED_EVENT), MONSTER: (MONSTER_HEAD, BEATEN_MONSTER),
           CLOSET: (PERSON, USED_CLOSET)}  # fmt: skip


def symbol(kind: int, is_live: bool) -> str:
    """What is on a tile of the bag: strong while it is to be met, faint when it is used up; "" for plain tiles."""
    if kind == EMPTY or kind > BAG_KINDS:
        return ""
    return SYMBOLS.get((kind - 1) // 5, ("", ""))[0 if is_live else 1]


@cache
def boss(hp: int, full: int) -> str:
    """The boss with its hit points as diamonds: filled those that are left, hollow its wounds."""
    if hp <= 0:
        return FALLEN_COLOSSUS
    if full > 5:
        return f'{COLOSSUS}<text class="count" y="19.5">{hp}/{full}</text>'
    pips = "".join(
        f'<path class="{"boss" if i < hp else "line bossline"}" style="stroke-width:1.8" '
        f'd="M{x} 15L{x + 4.3} 19.3L{x} 23.6L{x - 4.3} 19.3Z"/>'
        for i, x in enumerate(11 * j - 5.5 * (full - 1) for j in range(full))
    )
    return f'<g transform="translate(0,-3)">{COLOSSUS}{pips}</g>'


def aside(picture: str, heroes: int) -> str:
    """A symbol that must be seen, where the heroes on its cell leave room."""
    x, y, scale = SYMBOL_SPOTS[heroes]
    return f'<g transform="translate({x},{y}) scale({scale})">{picture}</g>'


def door(is_open: bool) -> str:
    """The exit door."""
    return OPEN_DOOR if is_open else SHUT_DOOR


@cache
def keys(count: int, heroes: int) -> str:
    """Keys that lie about, as a badge on a cell, where the heroes that stand there leave room."""
    number = ""
    if count > 1:
        number = f'<circle class="counted" cx="10" cy="-11" r="8.5"/><text class="some" x="10" y="-11">{count}</text>'
    return f'<g transform="{KEY_SPOTS[heroes]}"><circle class="badge" r="12.5"/>{KEY_SHAPE}{number}</g>'


# --------------------------------------------------------------------------------------------------- heroes

# x, y and size of the tokens on a cell, by the number of heroes; then beside a symbol that must be seen, and its place
SPOTS = {
    1: ((0, 0, 1.0),),
    2: ((-14, 0, 0.64), (14, 0, 0.64)),
    3: ((0, -13, 0.58), (-14, 12, 0.58), (14, 12, 0.58)),
    4: ((-14, -14, 0.56), (14, -14, 0.56), (-14, 14, 0.56), (14, 14, 0.56)),
}
SPOTS_BESIDE = {
    1: ((10, 9, 0.74),),
    2: ((15, -14, 0.54), (15, 14, 0.54)),
    3: ((15, -14, 0.52), (-14, 15, 0.52), (15, 15, 0.52)),
    4: ((-19, -18, 0.44), (19, -18, 0.44), (-19, 19, 0.44), (19, 19, 0.44)),
}
SYMBOL_SPOTS = {1: (-16, -14, 0.66), 2: (-13, 0, 0.72), 3: (-14, -13, 0.6), 4: (0, 0, 0.62)}


@cache
def token(seat: int, is_on_turn: bool) -> str:
    """A hero's token: shape, colour and number; a ring round the one whose turn it is."""
    shape = HERO_SHAPES[seat]
    if is_on_turn:
        back = f'<path class="turn" d="{shape}"/><path class="turngap" d="{shape}"/>'
    else:
        back = f'<path class="shadow" d="{shape}"/>'
    return (
        f'{back}<path class="token" style="fill:{SEAT_FILLS[seat]}" d="{shape}"/>'
        f'<text class="number" style="fill:{SEAT_INKS[seat]}" y="{HERO_NUMBER_Y[seat]}">{seat + 1}</text>'
    )


def tokens(seats: tuple[int, ...], on_turn: int, beside: bool) -> str:
    """The tokens of all heroes on a cell, in the middle or beside its symbol."""
    spots = (SPOTS_BESIDE if beside else SPOTS)[len(seats)]
    return "".join(
        f'<g class="hero" transform="translate({x},{y}) scale({scale})">{token(seat, seat == on_turn)}</g>'
        for seat, (x, y, scale) in zip(seats, spots, strict=True)
    )
