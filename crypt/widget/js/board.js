// The board: the picture that Python drew, over it a button for each cell, and the tile in hand as a ghost.

const ARROWS = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };

class Board {
  constructor(send) {
    this.send = send;
    this.side = 0; // of a square board, in cells
    this.turn = 0; // of the ghost
    this.changed = new Set(); // the cells that are marked so
    this.dangers = {}; // the turns of the ghost that would hurt somebody, by open sides
    this.picture = h("div", { class: "board-picture", "aria-hidden": "true" });
    this.cells = h("div", { class: "board-cells", role: "group", "aria-label": "Board" });
    this.ghost = h("button", { type: "button", class: "in-hand", hidden: true, onclick: () => this.turnGhost() });
    this.ghostBar = h(
      "div",
      { class: "ghost-bar", hidden: true },
      h("span", { class: "ghost-what" }),
      button("Turn it", () => this.turnGhost(), { class: "turn-ghost", "aria-keyshortcuts": "R" }),
      button("Lay it", () => this.layGhost(), { class: "primary lay-ghost", "aria-keyshortcuts": "Enter" }),
    );
    this.warning = h("p", { class: "ghost-warning", role: "status", hidden: true });
    this.glides = new Glides();
    this.warningPlace = h("div", { class: "warning-place" }, this.warning); // over the names of columns, which stand twice
    this.frame = h("div", { class: "board-frame" }, this.picture, this.cells, this.ghost, this.glides.element, this.warningPlace);
    this.since = h("span", {});
    this.legend = h("p", { class: "board-legend" }, h("i", { "aria-hidden": "true" }), this.since);
    this.pieces = new Pieces(this, send);
    const under = h("div", { class: "under-board" }, this.legend, this.ghostBar);
    this.element = h("div", { class: "board", tabindex: "-1" }, this.frame, this.pieces.element, under);
  }

  update(set) {
    const hadFocus = this.element.contains(document.activeElement) || document.activeElement === document.body;
    if (set.session) setText(this.since, `changed since this ${set.session.seat_word}'s last turn`);
    if ("svg" in set) this.showPicture(set.svg);
    if ("cells" in set) this.showCells(set.cells);
    if ("ghost" in set) this.showGhost(set.ghost, hadFocus);
    if (set.status) this.actor = set.status.actor;
    if ("cells" in set || "ghost" in set) this.letIn();
    // after the frame that is waited for: its layout is known then
    if (set.status || "svg" in set) requestAnimationFrame(() => setTimeout(() => this.followActor()));
  }

  /** Where the board is wider than the screen: scroll it to the figure of who decides, when that is another one or has moved. */
  followActor() {
    const figure = figures(this.picture).get(String(this.actor + 1));
    if (!figure) return;
    const { x, y } = placeOf(figure);
    const [isFirst, followed] = [this.followed === undefined, `${this.actor} ${x} ${y}`];
    if (followed === this.followed) return;
    this.followed = followed;
    const room = this.element.clientWidth;
    if (this.element.scrollWidth <= room) return;
    const middle = (x / this.picture.firstElementChild.viewBox.baseVal.width) * this.frame.offsetWidth;
    this.element.scrollTo({ left: middle - room / 2, behavior: isFirst || isStill() ? "instant" : "smooth" });
  }

  /** Show a whole picture, or the cells of it that have changed. */
  showPicture(picture) {
    const { whole, cells } = typeof picture === "string" ? { whole: picture } : picture;
    if (whole) this.picture.replaceChildren(svgElement(whole));
    else {
      const drawn = svgElement(`<svg>${cells.map(([, text]) => text).join("")}</svg>`);
      const old = [...this.picture.querySelectorAll("g.cell")];
      [...drawn.children].forEach((cell, i) => old[cells[i][0]].replaceWith(cell));
    }
    this.glides.show(this.picture);
  }

  showCells(cells) {
    if (!cells.part) this.boxes = boxesOf(cells);
    this.frame.classList.toggle("free", Boolean(cells.boxes));
    if (!cells.boxes) {
      this.side = cells.side;
      this.frame.style.setProperty("--side", cells.side);
      this.frame.style.setProperty("--margin", `${cells.margin * 100}%`);
    }
    const changed = new Set(cells.changed);
    const make = (cell) => {
      const element = button("", () => this.choose(cell.cell), { class: "spot", "data-cell": cell.cell });
      if (cells.boxes) place(element, cells.boxes[cell.cell]);
      return element;
    };
    const show = (element, cell) => {
      element.place = cell.label;
      element.does = cell.code ? cell.does : "";
      nameSpot(element, element.does);
      setAttribute(element, "tabindex", cell.code ? "0" : "-1");
      element.classList.toggle("may", Boolean(cell.code));
      element.classList.toggle("one-step", Boolean(cell.code));
    };
    if (cells.part) for (const cell of cells.list) show(this.cells.rows.get(cell.cell), cell);
    else keyed(this.cells, cells.list, (cell) => cell.cell, make, show);
    for (const name of changed.union(this.changed)) this.cells.rows.get(name)?.classList.toggle("changed", changed.has(name));
    this.changed = changed;
    this.legend.classList.toggle("has-none", !changed.size);
    this.pieces.update(cells.moves);
  }

  /** Where nothing on the board may be chosen, the keyboard reaches one cell, and from there the others. */
  letIn() {
    const way = "[tabindex='0']:not(.way-in)";
    const old = this.cells.querySelector(".way-in");
    old?.classList.remove("way-in");
    if (old && !old.matches(".may, .movable")) setAttribute(old, "tabindex", "-1");
    if (this.cells.querySelector(way)) return;
    const spot = this.cells.rows.get(this.wayIn());
    spot.classList.add("way-in");
    setAttribute(spot, "tabindex", "0");
  }

  /** The cell where somebody begins who looks round the board: that of the tile in hand or of who decides, or the first. */
  wayIn() {
    const stands = figures(this.picture).get(String(this.actor + 1))?.closest(".cell").dataset.cell;
    return [this.shown?.cell, stands].find((cell) => this.cells.rows.has(cell)) ?? this.cells.rows.keys().next().value;
  }

  /** Do what a click on a cell means: in design mode it may put something there. */
  choose(cell) {
    const change = this.brush?.();
    if (!change && (this.pieces.wasDragged || this.pieces.choose(cell))) return;
    this.send(change ? { do: "edit", change: { ...change, cell } } : { do: "cell", cell });
  }

  /** Look round the board cell by cell, beginning where the eye is. */
  moveFocus(event) {
    const from = event.target.closest(".spot")?.dataset.cell;
    const others = Object.keys(this.boxes).filter((cell) => cell !== from);
    const to = from ? inDirection(this.boxes, from, others, event.key) : this.wayIn();
    if (to) this.cells.rows.get(to).focus();
  }

  // ---- the tile in hand

  showGhost(ghost, hadFocus) {
    const isNew = ghost && (this.shown?.cell !== ghost.cell || this.shown?.kind !== ghost.kind);
    const hadGhost = this.ghost === document.activeElement || this.ghostBar.contains(document.activeElement);
    this.shown = ghost;
    this.ghost.hidden = this.ghostBar.hidden = !ghost;
    this.legend.classList.toggle("gives-way", Boolean(ghost));
    if (isNew) {
      this.turn = 0;
      this.dangers = {};
    }
    if (ghost) {
      this.placeGhost();
      if (isNew && hadFocus) this.ghost.focus({ preventScroll: true });
    } else {
      this.warning.hidden = true;
      if (hadGhost) this.element.focus({ preventScroll: true });
    }
  }

  placeGhost() {
    const { cell, turns, what } = this.shown;
    const turn = turns[this.turn];
    const col = cell.charCodeAt(0) - 97;
    const row = Number(cell.slice(1)) - 1;
    this.ghost.style.setProperty("--row", row);
    this.ghost.style.setProperty("--col", col);
    this.warningPlace.classList.toggle("is-high", row >= this.side / 2); // away from the tile
    this.ghost.replaceChildren(svgElement(turn.svg));
    const which = turns.length > 1 ? `, turn ${this.turn + 1} of ${turns.length}` : "";
    setAttribute(this.ghost, "aria-label", `The drawn tile for ${cell}: ${what}, open ${turn.words}${which}. R turns it, Enter lays it.`);
    setAttribute(this.ghost, "title", turns.length > 1 ? "Click or R turns it, Enter lays it" : "Enter lays it");
    setText(this.ghostBar.querySelector(".ghost-what"), `${what} for ${cell}${which}`);
    this.ghostBar.querySelector(".turn-ghost").disabled = turns.length < 2;
    const danger = this.dangers[turn.sides] ?? "";
    this.ghost.classList.toggle("would-hurt", Boolean(danger));
    setText(this.warning, danger);
    this.warning.hidden = !danger;
  }

  /** Mark the turns of the tile in hand that would take ways from somebody, or cut somebody off. */
  showDangers(dangers) {
    this.dangers = dangers;
    if (this.shown) this.placeGhost();
  }

  /** Show the turn of the tile in hand that an action lays. */
  showTurn(code) {
    const turn = this.shown?.turns.findIndex((one) => one.code === code) ?? -1;
    if (turn < 0 || turn === this.turn) return;
    this.turn = turn;
    this.placeGhost();
  }

  turnGhost() {
    if (!this.shown) return;
    this.turn = (this.turn + 1) % this.shown.turns.length;
    this.placeGhost();
  }

  layGhost() {
    if (this.shown) this.send({ do: "act", code: this.shown.turns[this.turn].code });
  }

  /** A key that was pressed anywhere on the page; tells whether it was for the board. */
  press(event) {
    if (this.pieces.key(event)) return true;
    if (event.key in ARROWS && event.shiftKey) this.moveFocus(event);
    else if (event.key in ARROWS) this.send({ do: "arrow", direction: ARROWS[event.key] });
    else if (event.key === "r" || event.key === "R") this.turnGhost();
    else if (event.key === "Enter" && this.shown && !isOtherButton(event.target, this.ghost)) this.layGhost();
    else return false;
    return true;
  }
}

/** What a cell is, and what choosing it does. */
function nameSpot(spot, does) {
  const words = does ? `${spot.place}: ${does}` : spot.place;
  setAttribute(spot, "aria-label", words);
  setAttribute(spot, "title", words);
}

const isOtherButton = (target, ghost) => target !== ghost && target.closest("button, a, summary") !== null;

/** The box of each cell in parts of the picture: as they are given, or those of a square grid inside a margin. */
function boxesOf({ boxes, list, side, margin }) {
  if (boxes) return boxes;
  const step = (1 - 2 * margin) / side;
  return Object.fromEntries(list.map(({ cell }, i) => [cell, [margin + (i % side) * step, margin + Math.floor(i / side) * step, step, step]]));
}

function place(element, [left, top, width, height]) {
  element.style.cssText = `left: ${left * 100}%; top: ${top * 100}%; width: ${width * 100}%; height: ${height * 100}%`;
}

/** The heroes' figures in a picture, by the number on them. */
function figures(picture) {
  return new Map([...picture.querySelectorAll(".cell .hero")].map((figure) => [figure.querySelector(".number").textContent, figure]));
}

/** Where a figure stands: its cell, and in the picture's units the place of the cell and its own in it together. */
function placeOf(figure) {
  const cell = figure.closest(".cell");
  const origin = cell.transform.baseVal[0].matrix;
  const own = figure.transform.baseVal[0].matrix;
  return { cell: cell.dataset.cell, x: origin.e + own.e, y: origin.f + own.f };
}

/** Figures that glide over the board from where they stood to where they stand. */
class Glides {
  constructor() {
    this.element = h("div", { "aria-hidden": "true", class: "glides" });
    this.layers = new Map(); // by hero
    this.places = new Map(); // where each stood when they were last looked at
  }

  /** Show those that moved, but not those that only made room in their cell; right before the next frame is drawn, so that the page is laid out once. */
  show(picture) {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      for (const layer of this.layers.values()) layer.end();
      const before = this.places;
      this.places = new Map();
      for (const [hero, figure] of figures(picture)) {
        const from = before.get(hero);
        const to = placeOf(figure);
        this.places.set(hero, to);
        if (!from || from.cell === to.cell || isStill()) continue;
        if (!this.layers.has(hero)) this.layers.set(hero, new GlideLayer(this.element));
        this.layers.get(hero).start(picture.firstElementChild, figure, from, to);
      }
    });
  }
}

/** A layer with a copy of a figure: the board is not drawn anew for each step of its way, and no click waits until it is made. */
class GlideLayer {
  constructor(parent) {
    this.scaled = s("g");
    this.element = s("svg", { viewBox: `${-GLIDE / 2} ${-GLIDE / 2} ${GLIDE} ${GLIDE}` }, this.scaled);
    this.element.addEventListener("animationend", () => this.end());
    parent.append(this.element);
  }

  start(drawing, figure, from, to) {
    const total = drawing.viewBox.baseVal.width;
    const part = (number) => `${(number / total) * 100}%`;
    const copy = figure.cloneNode(true);
    copy.removeAttribute("transform");
    this.scaled.setAttribute("transform", `scale(${figure.transform.baseVal[1]?.matrix.a ?? 1})`);
    this.scaled.replaceChildren(copy);
    const { style } = this.element;
    style.left = part(to.x - GLIDE / 2);
    style.top = part(to.y - GLIDE / 2);
    style.width = part(GLIDE);
    style.setProperty("--from", `${((from.x - to.x) / GLIDE) * 100}% ${((from.y - to.y) / GLIDE) * 100}%`);
    this.turn = !this.turn; // an animation by another name begins anew
    this.element.setAttribute("class", `${drawing.getAttribute("class")} ${this.turn ? "gliding" : "gliding-again"}`);
    this.figure = figure;
    figure.style.visibility = "hidden";
  }

  end() {
    if (!this.figure) return;
    this.figure.style.visibility = "";
    this.figure = null;
    this.element.setAttribute("class", "");
  }
}

const GLIDE = 60; // the side of a gliding figure's layer, in the picture's units
