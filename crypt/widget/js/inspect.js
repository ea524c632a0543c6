// The Inspect page: the board and its graph side by side, a slider through the decisions, what-if, dangers, the course.

class InspectPage {
  constructor(model, element) {
    this.model = model;
    this.element = element;
    this.connection = new Connection(model, element, (message) => this.receive(message), "Sessions stay as they are.");
    this.send = (intent, done) => this.connection.send(intent, done);
    this.opener = new Opener(this.send);
    this.bench = new Workbench(this.send, model);
    this.distances = new DistanceBench(this.send);
    this.opener.element.hidden = this.bench.element.hidden = this.distances.element.hidden = true;
    element.classList.add("crypt-play", "crypt-inspect");
    element.append(this.connection.lost, this.connection.wait, this.opener.element, this.bench.element, this.distances.element);
    this.onkey = (event) => this.press(event);
    document.addEventListener("keydown", this.onkey);
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.onscheme = () => this.send({ do: "scheme", dark: this.dark.matches });
    this.dark.addEventListener("change", this.onscheme);
    this.send({ do: "hello", search: location.search, dark: this.dark.matches });
  }

  receive(message) {
    if (message.kind === "course") return this.bench.chart.hear(message);
    if (message.kind === "file") return message.form === "png" ? savePicture(message) : saveFile(message);
    const set = message.set ?? {};
    if (set.view) this.show(set.view);
    this.shown().update(set);
    if (set.session || set.moment || set.view) this.rememberPlace();
  }

  /** What is shown: what can be opened, a floor with ways to an exit, or a board of another kind. */
  shown() {
    return { floor: this.bench, distances: this.distances }[this.view] ?? this.opener;
  }

  show(view) {
    this.view = view;
    for (const one of [this.opener, this.bench, this.distances]) one.element.hidden = one !== this.shown();
    if (view === "floor") this.bench.showFigure();
    document.querySelector(".crypt-bar")?.classList.toggle("slim", view !== "open");
  }

  rememberPlace() {
    const query = new URLSearchParams();
    const { session, moment } = this.shown().now ?? {};
    if (session?.name) {
      query.set("session", session.name);
      if (moment && moment.at !== moment.last) query.set("at", moment.at);
    }
    const text = query.toString();
    if (!this.view) return;
    history.replaceState(null, "", text ? `?${text}` : location.pathname);
    sendAlong();
  }

  press(event) {
    const isTyping = event.target.closest?.("input:not([type=radio], [type=checkbox], [type=range]), textarea, select, .js-plotly-plot");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !this.shown().press) return;
    if (this.shown().press(event)) event.preventDefault();
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    this.dark.removeEventListener("change", this.onscheme);
    this.bench.close();
    this.distances.close();
    this.connection.close();
  }
}

/** A floor with ways to an exit. */
class Workbench extends Bench {
  constructor(send, model) {
    super(send, "floor");
    this.chart = new CourseChart(send, (n, cell) => this.moment.look(n, cell));
    this.badges = new ExitBadges();
    this.board = new MapBoard(send, () => this.trial.tool());
    this.switches = new LayerSwitches(this.board.overlay);
    this.figure = new GraphFigure(send, model);
    this.report = new ReportTable();
    this.cell = h("p", { class: "cell-facts", role: "status" });
    this.trial = new TrialPanel(send);
    this.dangers = new DangerPanel(send);
    this.element = h("div", { class: "bench" }, this.top, this.badges.element,
      h("section", { class: "map", "aria-label": "The board" }, this.board.element, this.switches.element),
      this.figure.element,
      h("div", { class: "side" }, this.report.element, h("section", { class: "card", "aria-label": "The chosen cell" }, h("h2", {}, "Cell"), this.cell), this.trial.element, this.dangers.element),
      this.chart.element);
  }

  showFigure() {
    this.figure.attach();
  }

  updatePosition(set) {
    if (set.moment) this.chart.showNow(set.moment.at);
    if ("chosen" in set) this.showCell(set.chosen);
    if (set.overlay) this.badges.update(set.overlay.badges);
    for (const part of [this.board, this.figure, this.report, this.trial, this.dangers]) part.update(set);
    if ("chosen" in set || "trial" in set || "dangers" in set) this.board.mark(this.now);
  }

  showSession(session) {
    super.showSession(session);
    this.chart.forget(session.names);
  }

  showCell(facts) {
    if (!facts) return this.cell.replaceChildren(h("span", { class: "quiet-text" }, "Click a cell on the board, or a node of the graph."));
    this.cell.replaceChildren(h("b", {}, facts.cell), `: ${facts.words}. Joined to ${facts.joined}.`);
  }

  press(event) {
    if (event.key === "r" || event.key === "R") this.trial.turn();
    else if (event.key === "d") this.send({ do: "next_danger" });
    else if (event.key === "Escape") this.trial.drop();
    else return super.press(event);
    return true;
  }

  close() {
    super.close();
    this.figure.close();
  }
}

/** The board with an overlay, on which tiles can be put on trial. */
class MapBoard extends BenchBoard {
  constructor(send, tool) {
    super((intent) => this.clicked(intent.cell));
    this.say = send;
    this.tool = tool;
    this.overlay = new BoardOverlay();
    this.picture.after(this.overlay.element);
  }

  update(set) {
    super.update(set);
    if (set.overlay) this.overlay.update(set.overlay);
  }

  clicked(cell) {
    const tool = this.tool();
    if (tool.take) this.say({ do: "take", cell });
    else if (tool.tile && this.trial?.includes(cell)) this.say({ do: "turn", cell });
    else if (tool.tile) this.say({ do: "put", cell, tile: tool.tile });
    else this.say({ do: "choose", cell });
  }

  mark({ chosen, dangers, trial }) {
    this.trial = trial.map(({ cell }) => cell);
    this.overlay.mark({ chosen: chosen?.cell, danger: dangers?.shown?.cell, trial: this.trial });
  }
}

class GraphFigure {
  constructor(send, model) {
    this.send = send;
    this.model = model;
    this.place = h("div", { class: "figure-place" }, h("p", { class: "quiet-text figure-wait" }, "The graph is being drawn …"));
    this.between = h("input", { type: "checkbox", onchange: () => send({ do: "between", on: this.between.checked }) });
    this.element = h("section", { class: "graph", "aria-label": "The graph" }, this.place,
      h("div", { class: "layer-switches" }, h("span", { class: "key open" }, "open"), h("span", { class: "key possible" }, "could be built"),
        h("label", { class: "layer-switch" }, this.between, "Betweenness")));
    model.on("change:figure", () => this.attach());
  }

  update(set) {
    if ("between" in set) this.between.checked = set.between;
  }

  /** Show the figure when there is one and its place can be measured. */
  async attach() {
    const id = this.model.get("figure");
    if (!id || this.view || this.isAttaching || !this.place.isConnected || !this.place.offsetWidth) return;
    this.isAttaching = true;
    const manager = this.model.widget_manager;
    const figure = await manager.get_model(id);
    // changes that Python sent while the figure's script was loading went past it: ask for the whole, then draw
    this.send({ do: "figure" }, () => this.draw(() => manager.create_view(figure)));
  }

  /** Draw until all is there: the whole may still be on its way when the answer has come. */
  async draw(makeView) {
    this.view = await makeView();
    this.place.replaceChildren(this.view.el);
    // it is drawn before it stands on the page; it measures its place anew when the window's size changes
    while (!this.place.querySelector(".main-svg")) await new Promise(requestAnimationFrame);
    if (!this.place.querySelector(".js-plotly-plot").data.some((trace) => trace.x?.length)) {
      this.view.remove();
      await new Promise((done) => setTimeout(done, 250));
      return this.send({ do: "figure" }, () => this.draw(makeView));
    }
    this.watch = new ResizeObserver(() => dispatchEvent(new Event("resize")));
    this.watch.observe(this.place);
  }

  close() {
    this.watch?.disconnect();
    this.view?.remove();
  }
}

const HEADS = ["Hero", "Cell", "Exit", "Ways", "Steps", "Tiles"];

class ReportTable {
  constructor() {
    this.body = h("tbody", {});
    this.none = h("p", { class: "quiet-text", hidden: true }, "Nobody is on the floor, or there is no exit on the board.");
    this.note = h("p", { class: "quiet-text compares", hidden: true }, "Crossed out: without the tiles on trial.");
    this.shapes = h("ul", { class: "shape-notes", "aria-label": "By the shapes that are left", hidden: true });
    this.table = h("table", { class: "report" }, h("thead", {}, h("tr", {}, HEADS.map((head) => h("th", { scope: "col", title: head === "Tiles" ? "The fewest tiles that are missing on any way" : null }, head)))), this.body);
    this.element = h("section", { class: "card", "aria-label": "Report" }, h("h2", {}, "How the exit stands"), this.none, this.table, this.note, this.shapes);
  }

  update({ report, shapes }) {
    if (shapes) this.showShapes(shapes);
    if (!report) return;
    this.none.hidden = report.rows.length > 0;
    this.table.hidden = !report.rows.length;
    this.body.replaceChildren(...report.rows.map(reportRow));
    this.note.hidden = !this.body.querySelector("del");
  }

  /** What the shapes in the bag say otherwise than the number of tiles. */
  showShapes(notes) {
    this.shapes.hidden = !notes.length;
    this.shapes.replaceChildren(...notes.map(({ hero, name, text }) =>
      h("li", { "data-seat": hero - 1 }, h("span", { class: "seat-mark" }, String(hero)), h("span", {}, nameText(name), `: ${text}.`))));
  }
}

function reportRow(row) {
  const hero = h("th", { scope: "row" }, h("span", { class: "seat-mark" }, String(row.hero)), nameText(row.name));
  const values = [row.status, row.ways, row.steps, row.tiles].map((change) => h("td", {}, changeOf(change)));
  return h("tr", { "data-seat": row.hero - 1, "data-tone": row.tone, title: row.words }, hero, h("td", {}, row.cell), values);
}

const changeOf = ([now, before]) => (before === undefined ? [now] : [h("del", {}, before), " ", h("ins", {}, now)]);

class TrialPanel {
  constructor(send) {
    this.send = send;
    this.shape = null;
    this.quarter = 0;
    this.shapes = h("div", { class: "palette", role: "group", "aria-label": "Tiles" });
    this.hint = h("p", { class: "quiet-text" });
    this.turnKey = button("Turn it", () => this.turn(), { "aria-keyshortcuts": "R" });
    this.takeKey = button("Take away", () => this.choose("take"), { "aria-pressed": "false" });
    this.clearKey = button("Clear", () => send({ do: "clear" }));
    this.list = h("ul", { class: "on-trial" });
    this.element = h("section", { class: "card trial", "aria-label": "What if" }, h("h2", {}, "What if"), this.shapes,
      h("div", { class: "buttons" }, this.turnKey, this.takeKey, this.clearKey), this.hint, this.list);
  }

  tool() {
    if (this.shape === "take") return { take: true };
    const shape = this.palette?.find((one) => one.shape === this.shape);
    return { tile: shape?.turns[this.quarter % shape.turns.length] };
  }

  choose(shape) {
    this.shape = this.shape === shape ? null : shape;
    this.quarter = 0;
    this.show();
  }

  drop() {
    this.choose(this.shape);
  }

  turn() {
    this.quarter += 1;
    this.show();
  }

  update({ palette, trial }) {
    if (palette) this.palette = palette;
    if (trial) this.trial = trial;
    if (palette || trial) this.show();
  }

  show() {
    const make = (shape) => h("button", { type: "button", class: "shape", onclick: () => this.choose(shape.shape) }, h("span", { class: "tile-picture" }), h("span", { class: "left" }));
    keyed(this.shapes, this.palette, (shape) => shape.shape, make, (element, shape) => {
      const isChosen = shape.shape === this.shape;
      const turn = isChosen ? this.quarter % shape.turns.length : 0;
      setAttribute(element, "aria-pressed", String(isChosen));
      setAttribute(element, "aria-label", `${shape.title} ${shape.turns[turn]}, ${shape.left} left`);
      setAttribute(element, "title", `${shape.title}: ${shape.left} left`);
      if (element.dataset.turn !== shape.turns[turn]) {
        element.dataset.turn = shape.turns[turn];
        element.firstChild.replaceChildren(svgElement(shape.pictures[turn]));
      }
      setText(element.lastChild, `${shape.left} left`);
    });
    setAttribute(this.takeKey, "aria-pressed", String(this.shape === "take"));
    this.turnKey.disabled = !this.shape || this.shape === "take";
    this.clearKey.disabled = !this.trial.length;
    const hints = { take: "Click a tile to take it away.", null: "Choose a tile, then click an empty cell." };
    setText(this.hint, hints[this.shape] ?? "Click an empty cell to put it there; click it again to turn it.");
    keyed(this.list, this.trial, ({ cell, tile }) => `${cell} ${tile}`, ({ cell, tile }) => h("li", {}, h("span", {}, tile ? `${tile} on ${cell}` : `${cell} taken away`),
      tile ? button("Turn", () => this.send({ do: "turn", cell }), { "aria-label": `Turn the tile on ${cell}` }) : null,
      button(tile ? "Take away" : "Put back", () => this.send({ do: tile ? "take" : "put_back", cell }), { "aria-label": `${tile ? "Take away the tile on" : "Put back"} ${cell}` })));
  }
}

class DangerPanel {
  constructor(send) {
    this.send = send;
    this.state = h("p", { class: "quiet-text", role: "status" });
    this.text = h("p", { class: "danger-text", role: "status", hidden: true });
    this.next = button("Find next danger", () => send({ do: "next_danger" }), { "aria-keyshortcuts": "D" });
    this.back = button("Back", () => send({ do: "next_danger", back: true }), { hidden: true });
    this.tryIt = button("Try it", () => send({ do: "put", cell: this.shown.cell, tile: this.shown.tile }), { hidden: true });
    this.end = button("Hide", () => send({ do: "stop_danger" }), { hidden: true });
    this.element = h("section", { class: "card dangers", "aria-label": "Dangers" }, h("h2", {}, "Dangers"), this.text,
      h("div", { class: "buttons" }, this.next, this.back, this.tryIt, this.end), this.state);
  }

  update({ dangers }) {
    if (dangers === undefined) return;
    this.shown = dangers?.shown;
    this.text.hidden = this.tryIt.hidden = !this.shown;
    this.back.hidden = !this.shown || dangers.at < 2;
    this.end.hidden = !dangers;
    if (this.shown) setText(this.text, this.shown.text);
    this.text.classList.toggle("fatal", Boolean(this.shown?.fatal));
    setText(this.state, dangers ? searchWords(dangers) : "Placements of the tiles in the bag that would take ways from somebody, the worst first.");
    this.next.disabled = Boolean(dangers && !dangers.running && dangers.at >= dangers.found);
  }
}

function searchWords({ found, weighed, total, running, at }) {
  const which = at ? `${at} of ${found}${running ? " so far" : ""}` : running ? "" : "None: no tile that could come next takes a way from anybody";
  return [which, running ? `${weighed} of ${total} placements looked at` : ""].filter(Boolean).join("; ") + ".";
}

export default {
  render({ model, el }) {
    const page = new InspectPage(model, el);
    return () => page.close();
  },
};
