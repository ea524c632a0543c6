// Lines and marks over the picture of a board, as `overlay` of Python gives them. One unit is one cell.

const LAYERS = {
  passages: "Passages",
  reach: "Reach",
  way: "Shortest ways",
  choke: "Choke points",
  dead_ends: "Dead ends",
};
const colOf = (cell) => cell.charCodeAt(0) - 97;
const rowOf = (cell) => Number(cell.slice(1)) - 1;
const middle = (cell) => [colOf(cell) + 0.5, rowOf(cell) + 0.5];

class BoardOverlay {
  constructor() {
    this.groups = Object.fromEntries(Object.keys(LAYERS).map((layer) => [layer, s("g", { class: `layer ${layer}` })]));
    this.marks = s("g", { class: "layer marks" });
    this.element = s("svg", { class: "board-overlay", "aria-hidden": "true" }, ...Object.values(this.groups), this.marks);
  }

  update(model) {
    this.element.setAttribute("viewBox", `0 0 ${model.side} ${model.side}`);
    this.groups.passages.replaceChildren(...this.passages(model));
    this.groups.reach.replaceChildren(...this.reach(model));
    this.groups.way.replaceChildren(...model.ways.map((way) => this.way(way)));
    this.groups.choke.replaceChildren(...model.choke.map(({ cell }) => this.choke(cell)));
    this.groups.dead_ends.replaceChildren(...model.dead_ends.map((cell) => this.deadEnd(cell)));
  }

  show(layer, isShown) {
    this.groups[layer].style.display = isShown ? "" : "none";
  }

  passages({ passages, isolated }) {
    const lines = passages.map(([here, there, isOpen]) => {
      const [[x1, y1], [x2, y2]] = [middle(here), middle(there)];
      return s("line", { x1, y1, x2, y2, class: isOpen ? "open" : "possible" });
    });
    const cells = new Set(passages.filter(([, , isOpen]) => isOpen).flatMap(([here, there]) => [here, there]));
    const dots = [...cells].map((cell) => { const [cx, cy] = middle(cell); return s("circle", { cx, cy, r: 0.07 }); });
    const apart = isolated.map((cell) => s("rect", { x: colOf(cell) + 0.04, y: rowOf(cell) + 0.04, width: 0.92, height: 0.92, class: "apart" }));
    return [...apart, ...lines, ...dots];
  }

  reach({ reach }) {
    return Object.entries(reach).flatMap(([hero, cells]) => cells.map((cell) => {
      const n = Number(hero) - 1;
      return s("rect", { x: colOf(cell) + 0.05 + 0.25 * n, y: rowOf(cell) + 0.87, width: 0.17, height: 0.1, rx: 0.03, "data-seat": n });
    }));
  }

  way({ hero, to, cells }) {
    const shift = (hero - 2.5) * 0.07; // so that the ways of several heroes lie side by side
    const places = cells.map((cell) => middle(cell).map((at) => at + shift));
    const [x, y] = places.at(-1);
    // it begins beside the hero's figure, whose number stays readable
    if (places.length > 1) places[0] = places[0].map((at, i) => at + 0.34 * Math.sign(Math.round(places[1][i] - at)));
    const points = places.map((place) => place.join(",")).join(" ");
    return s("g", { "data-seat": hero - 1, class: `to-${to}` }, s("polyline", { points }), s("circle", { cx: x, cy: y, r: 0.1 }));
  }

  choke(cell) {
    const [x, y] = middle(cell);
    return s("path", { d: `M${x} ${y - 0.47}L${x + 0.47} ${y}L${x} ${y + 0.47}L${x - 0.47} ${y}Z` });
  }

  deadEnd(cell) {
    const [x, y] = [colOf(cell) + 0.83, rowOf(cell) + 0.17];
    return s("g", {}, s("circle", { cx: x, cy: y, r: 0.12 }), s("path", { d: `M${x - 0.07} ${y}h0.14` }));
  }

  /** Mark single cells: {chosen, danger} name one each, `trial` several. */
  mark({ chosen, danger, trial }) {
    const box = (cell, name, inset) => s("rect", {
      class: name, x: colOf(cell) + inset, y: rowOf(cell) + inset, width: 1 - 2 * inset, height: 1 - 2 * inset, rx: 0.08,
    });
    this.marks.replaceChildren(
      ...trial.map((cell) => box(cell, "on-trial", 0.03)),
      ...(danger ? [box(danger, "is-danger", 0.03)] : []),
      ...(chosen ? [box(chosen, "is-chosen", 0.0)] : []),
    );
  }
}

/** The switches of the layers; which are on is kept for the next visit. */
class LayerSwitches {
  constructor(overlay, key = "crypt.layers", first = ["way", "choke"]) {
    this.key = key;
    const kept = localStorage.getItem(key);
    const on = new Set(kept === null ? first : kept.split(" "));
    const boxes = Object.entries(LAYERS).map(([layer, title]) => {
      const box = h("input", { type: "checkbox", checked: on.has(layer), "data-layer": layer, onchange: () => this.change(overlay) });
      return h("label", { class: `layer-switch ${layer}` }, box, h("i", { "aria-hidden": "true" }), title);
    });
    this.element = h("div", { class: "layer-switches", role: "group", "aria-label": "Drawn over the board" }, boxes);
    this.change(overlay);
  }

  change(overlay) {
    const boxes = [...this.element.querySelectorAll("input")];
    for (const box of boxes) overlay.show(box.dataset.layer, box.checked);
    localStorage.setItem(this.key, boxes.filter((box) => box.checked).map((box) => box.dataset.layer).join(" "));
  }
}

/** How the exit stands for each hero: a badge with a tone, the reason in words beside it. */
class ExitBadges {
  constructor() {
    this.element = h("ul", { class: "exit-badges", "aria-label": "The exit" });
  }

  /** The badges, with room for each hero of whom there is nothing to say yet, so that nothing moves when there is. */
  fill(badges, names) {
    const room = (name, i) => ({ hero: i + 1, name, tone: "none", text: "exit", why: "" });
    this.update(names.map((name, i) => badges.find(({ hero }) => hero === i + 1) ?? room(name, i)));
  }

  update(badges) {
    const make = (badge) => h("li", { "data-seat": badge.hero - 1 }, h("span", { class: "seat-mark" }, String(badge.hero)), nameText(badge.name), h("b", {}), h("span", { class: "why" }));
    keyed(this.element, badges, (badge) => `${badge.hero} ${badge.name}`, make, (element, badge) => {
      setAttribute(element, "data-tone", badge.tone);
      setText(element.querySelector("b"), badge.text);
      setText(element.querySelector(".why"), badge.why);
    });
  }
}
