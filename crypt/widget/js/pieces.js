// Pieces that are moved over the board: chosen and put down by click, by drag, or with the keyboard; carrying by a switch.
// What may be done comes from Python as a list of moves {code, piece, name, from, to, carry}; without any nothing of this shows.

const DRAG_STARTS = 6; // pixels that a pointer moves before it drags
const DIRECTION = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
const AHEAD = 0.5; // how well a neighbour must lie in the direction of an arrow key: the cosine of the angle

class Pieces {
  constructor(board, send) {
    this.board = board;
    this.send = send;
    this.moves = [];
    this.picked = null; // a piece's sign
    this.isCarrying = false;
    this.isMarked = false; // some cells show that pieces stand there
    this.who = h("span", { class: "piece-who", role: "status" });
    this.carry = button("Carry the treasure", () => this.toggleCarry(), { class: "carry", "aria-pressed": "false", "aria-keyshortcuts": "C" });
    this.element = h("div", { class: "piece-bar", hidden: true }, this.who, this.carry);
    board.cells.addEventListener("pointerdown", (event) => this.press(event));
  }

  /** The moves that may be made now; a piece stays chosen while it may move. */
  update(moves) {
    this.moves = moves;
    const signs = this.signs();
    if (signs.length === 1) this.picked = signs[0];
    else if (!signs.includes(this.picked)) this.picked = null;
    if (!this.canCarry()) this.isCarrying = false;
    this.show();
  }

  signs() {
    return [...new Set(this.moves.map((move) => move.piece))];
  }

  of(sign) {
    return this.moves.filter((move) => move.piece === sign);
  }

  canCarry() {
    return this.of(this.picked).some((move) => move.carry);
  }

  targets() {
    return this.of(this.picked).filter((move) => move.carry === this.isCarrying);
  }

  show() {
    this.element.hidden = !this.moves.length;
    const name = this.of(this.picked)[0]?.name;
    setText(this.who, name ? `Moving ${name}` : "Choose a piece");
    this.carry.hidden = !this.canCarry();
    setAttribute(this.carry, "aria-pressed", String(this.isCarrying));
    const standing = new Set(this.moves.map((move) => move.from));
    const here = this.of(this.picked)[0]?.from;
    const targets = new Map(this.targets().map((move) => [move.to, move.does]));
    if (!this.moves.length && !this.isMarked) return;
    this.isMarked = this.moves.length > 0;
    for (const [cell, spot] of this.board.cells.rows ?? []) {
      spot.classList.toggle("movable", standing.has(cell));
      spot.classList.toggle("picked", cell === here);
      const isTarget = this.picked === null ? spot.classList.contains("one-step") : targets.has(cell);
      spot.classList.toggle("may", isTarget);
      nameSpot(spot, targets.get(cell) || spot.does);
      setAttribute(spot, "tabindex", isTarget || standing.has(cell) ? "0" : "-1");
    }
  }

  /** Do what choosing a cell means for pieces; tells whether it meant anything. */
  choose(cell) {
    if (!this.moves.length) return false;
    const here = this.signs().filter((sign) => this.of(sign)[0].from === cell);
    const canGo = this.targets().some((move) => move.to === cell);
    if (here.length && !canGo) this.pick(here[(here.indexOf(this.picked) + 1) % here.length]);
    else if (this.picked === null) return false;
    else this.move(cell);
    return true;
  }

  pick(sign) {
    this.picked = sign;
    this.isCarrying = false;
    this.show();
  }

  /** Ask for a move of the chosen piece; where it is not allowed, Python says why. */
  move(cell) {
    this.send({ do: "move", piece: this.picked, cell, carry: this.isCarrying });
  }

  toggleCarry() {
    if (!this.canCarry()) return;
    this.isCarrying = !this.isCarrying;
    this.show();
  }

  /** A key that was pressed anywhere on the page; tells whether it was for the pieces. */
  key(event) {
    if (!this.moves.length) return false;
    if (event.key === "c" && this.canCarry()) this.toggleCarry();
    else if (event.key === "Escape" && this.picked !== null && this.signs().length > 1) this.pick(null);
    else if (event.key in DIRECTION && !event.shiftKey && this.picked !== null) this.go(event.key);
    else if (/^[1-9]$/.test(event.key) && this.signs().includes(event.key)) this.pick(event.key);
    else return false;
    return true;
  }

  /** Move the chosen piece to the neighbour that lies best in a direction; where none may be moved to, Python says why. */
  go(arrow) {
    const [here] = this.targets();
    const best = here && inDirection(this.board.boxes, here.from, this.targets().map((move) => move.to), arrow);
    if (best) this.move(best);
    else this.send({ do: "arrow", direction: ARROWS[arrow] });
  }

  // ---- dragging

  press(event) {
    const cell = event.target.closest(".spot")?.dataset.cell;
    const signs = this.signs().filter((sign) => this.of(sign)[0].from === cell);
    if (event.button || !signs.length) return;
    const sign = signs.includes(this.picked) ? this.picked : signs[0];
    const figure = figures(this.board.picture).get(sign);
    const drag = { sign, figure, x: event.clientX, y: event.clientY, layer: null };
    const move = (now) => this.drag(drag, now);
    const end = (now) => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
      if (drag.layer) this.drop(drag, now);
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  }

  drag(drag, { clientX, clientY }) {
    if (!drag.layer) {
      if (Math.hypot(clientX - drag.x, clientY - drag.y) < DRAG_STARTS) return;
      if (this.picked !== drag.sign) this.pick(drag.sign);
      drag.layer = this.lift(drag.figure);
    }
    drag.layer.style.transform = `translate(${clientX - drag.x}px, ${clientY - drag.y}px)`;
  }

  /** A copy of a figure that follows the pointer. */
  lift(figure) {
    const box = figure.getBoundingClientRect();
    const frame = this.board.frame.getBoundingClientRect();
    const drawing = this.board.picture.firstElementChild;
    const own = figure.getBBox();
    const layer = svgElement(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${own.x} ${own.y} ${own.width} ${own.height}"/>`);
    layer.setAttribute("class", `lifted ${drawing.getAttribute("class")}`);
    layer.style.cssText = `left: ${box.left - frame.left}px; top: ${box.top - frame.top}px; width: ${box.width}px; height: ${box.height}px`;
    const copy = figure.cloneNode(true);
    copy.removeAttribute("transform");
    layer.append(copy);
    this.board.frame.append(layer);
    figure.style.opacity = "0.3";
    return layer;
  }

  drop(drag, { clientX, clientY, type }) {
    drag.layer.remove();
    drag.figure.style.opacity = "";
    const spot = type === "pointerup" && document.elementFromPoint(clientX, clientY)?.closest(".spot");
    if (!spot || !this.board.cells.contains(spot)) return;
    this.wasDragged = true; // the click that follows is part of the drag
    setTimeout(() => { this.wasDragged = false; });
    if (spot.dataset.cell !== this.of(drag.sign)[0]?.from) this.move(spot.dataset.cell);
  }
}

const middleOf = ([left, top, width, height]) => [left + width / 2, top + height / 2];

/** Of some cells the one that lies best in a direction from a cell, by their boxes; undefined when none does. */
function inDirection(boxes, from, cells, arrow) {
  const [dx, dy] = DIRECTION[arrow];
  const [x, y] = middleOf(boxes[from]);
  const found = cells.map((cell) => {
    const [ox, oy] = middleOf(boxes[cell]);
    const far = Math.hypot(ox - x, oy - y) || 1;
    return { cell, far, ahead: ((ox - x) * dx + (oy - y) * dy) / far };
  }).filter((one) => one.ahead > AHEAD);
  return found.sort((one, other) => one.far / one.ahead ** 2 - other.far / other.ahead ** 2)[0]?.cell;
}
