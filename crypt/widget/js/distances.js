// Inspecting a board without an exit: the graph over the picture, and how far everything is, in tables.

class DistanceBench extends Bench {
  constructor(send) {
    super(send, "distances");
    this.board = new SpaceBoard(send);
    this.switches = h("div", { class: "layer-switches", role: "group", "aria-label": "Drawn over the board" });
    this.cell = h("p", { class: "cell-facts", role: "status" });
    this.tables = h("div", { class: "distance-tables" });
    this.bars = new BarsPanel(send);
    this.element = h("div", { class: "distance-bench" }, this.top,
      h("section", { class: "map", "aria-label": "The board" }, this.board.element, this.switches, this.cell, this.bars.element),
      this.tables);
  }

  updatePosition(set) {
    this.board.update(set);
    if (set.ways) this.showWays(set.ways);
    if (set.tables) this.showTables(set.tables);
    if ("bars" in set) this.bars.update(set.bars);
    if ("chosen" in set) this.showCell(set.chosen);
  }

  showWays({ svg, layers }) {
    this.board.ways.replaceChildren(svgElement(svg));
    keyed(this.switches, layers, ([layer]) => layer, ([layer, title]) => h("label", { class: "layer-switch" },
      h("input", { type: "checkbox", checked: true, "data-layer": layer, onchange: () => this.showLayers() }), title));
    this.showLayers();
  }

  showLayers() {
    for (const box of this.switches.querySelectorAll("input"))
      for (const group of this.board.ways.querySelectorAll(`g.${box.dataset.layer}`)) group.style.display = box.checked ? "" : "none";
  }

  showTables(tables) {
    keyed(this.tables, tables, (table) => table.title, makeTable, (element, table) => {
      setText(element.querySelector(".quiet-text"), table.about);
      element.querySelector("tbody").replaceChildren(...table.rows.map((row) => h("tr", {}, row.map((value, i) => h(i ? "td" : "th", i ? {} : { scope: "row" }, value === null ? "–" : String(value))))));
    });
  }

  showCell(facts) {
    for (const [name, spot] of this.board.cells.rows ?? []) spot.classList.toggle("picked", name === facts?.cell);
    if (!facts) return this.cell.replaceChildren(h("span", { class: "quiet-text" }, "Click a space on the board to see what is next to it."));
    this.cell.replaceChildren(h("b", {}, facts.cell), `: ${facts.words}. Next to ${facts.joined}.`);
  }
}

/** What bars passages, chosen together, and what is cut off then. */
class BarsPanel {
  constructor(send) {
    this.title = h("h2", {});
    this.about = h("p", { class: "quiet-text" });
    this.choices = h("div", { class: "bar-choices", role: "group" });
    this.words = h("div", { class: "bar-words", role: "status" });
    this.element = h("section", { class: "card bars", hidden: true }, this.title, this.about, this.choices, this.words);
    this.tell = () => send({ do: "bar", ids: [...this.choices.querySelectorAll("input:checked")].map((input) => input.value) });
  }

  update(bars) {
    this.element.hidden = !bars;
    if (!bars) return;
    setText(this.title, bars.title);
    setText(this.about, bars.about);
    setAttribute(this.choices, "aria-label", bars.title);
    keyed(this.choices, bars.choices, ({ id }) => id, ({ id, title, where }) => h("label", {}, h("input", { type: "checkbox", value: id, onchange: this.tell }),
      h("span", {}, h("b", {}, title), ` ${where}`)), (label, { on }) => { label.firstChild.checked = on; });
    this.words.replaceChildren(...bars.words.map((words) => h("p", {}, words)));
  }
}

function makeTable(table) {
  return h("section", { class: "card" }, h("h2", {}, table.title), h("p", { class: "quiet-text" }),
    h("table", { class: "distances" }, h("thead", {}, h("tr", {}, table.columns.map((title) => h("th", { scope: "col" }, title)))), h("tbody", {})));
}

/** The board with room for lines over it. */
class SpaceBoard extends BenchBoard {
  constructor(send) {
    super(({ cell }) => send({ do: "choose", cell }));
    this.ways = h("div", { class: "board-ways", "aria-hidden": "true" });
    this.picture.after(this.ways);
  }
}
