// The course of a session: ways to the exit and tiles needed over the decisions, for each hero, with the losses marked.

class CourseChart {
  constructor(send, look) {
    this.send = send;
    this.look = look;
    this.rows = [];
    this.at = 0;
    this.progress = h("progress", { max: 1, value: 0, "aria-label": "Working the course out" });
    this.stop = button("Stop", () => send({ do: "cancel" }));
    this.goOn = button("Go on", () => send({ do: "go_on" }), { hidden: true });
    this.state = h("div", { class: "course-state", role: "status" }, h("span", {}), this.progress, this.stop, this.goOn);
    this.lanes = [this.makeLane("ways", "Ways to the exit"), this.makeLane("tiles", "Tiles needed")];
    this.key = h("ul", { class: "course-key" });
    this.losses = h("ol", { class: "losses" });
    this.none = h("p", { class: "quiet-text", hidden: true }, "No tile took a way from anybody.");
    this.element = h("section", { class: "card course", "aria-label": "The course of the session" },
      h("div", { class: "head" }, h("h2", {}, "The course"), this.key, this.state),
      this.lanes.map((lane) => lane.element), h("h3", {}, "Losses"), this.none, this.losses);
  }

  makeLane(name, title) {
    const lines = s("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
    const marks = h("div", { class: "lane-marks" });
    const now = h("div", { class: "lane-now" });
    const scale = h("div", { class: "lane-scale", "aria-hidden": "true" });
    const plot = h("div", { class: "lane-plot", onclick: (event) => this.pick(event, plot) }, lines, now, marks);
    return { name, lines, marks, now, scale, element: h("div", { class: `lane lane-${name}` }, h("h3", {}, title), scale, plot) };
  }

  pick(event, plot) {
    if (event.target.closest("button")) return;
    const box = plot.getBoundingClientRect();
    this.look(Math.round(((event.clientX - box.left) / box.width) * this.span));
  }

  get span() {
    return Math.max(1, (this.total ?? 1) - 1);
  }

  forget(names) {
    this.rows = [];
    this.total = 1;
    this.names = names;
    keyed(this.key, names.map((name, seat) => ({ name, seat })), ({ name, seat }) => `${seat} ${name}`,
      ({ name, seat }) => h("li", { "data-seat": seat }, h("span", { class: "seat-mark" }, String(seat + 1)), nameText(name)));
    this.draw([]);
  }

  /** Some more rows have come from Python. */
  hear(message) {
    this.rows.length = message.from;
    this.rows.push(...message.rows);
    this.total = message.total;
    const { done, total, running } = message;
    const isShort = total < 2;
    this.element.classList.toggle("short", isShort);
    setText(this.state.firstChild, running ? `decision ${done} of ${total}` : done < total ? `stopped after ${done} of ${total}` : "");
    this.progress.hidden = this.stop.hidden = !running;
    this.goOn.hidden = running || done >= total;
    this.progress.value = done / total;
    this.draw(message.losses);
  }

  draw(losses) {
    const most = Math.max(4, ...this.rows.flatMap((row) => row.heroes.map(([, , , tiles]) => tiles ?? 0)));
    this.drawLane(this.lanes[0], 4, (line) => line[2] ?? 4);
    this.drawLane(this.lanes[1], most, (line) => line[3]);
    this.showLosses(losses);
    this.showNow(this.at);
  }

  drawLane(lane, most, valueOf) {
    const heroes = [0, 1, 2, 3].slice(0, this.names?.length ?? 0);
    lane.lines.setAttribute("viewBox", `0 ${-0.06 * most} ${this.span} ${most * 1.12}`);
    const floors = this.rows.filter((row, i) => i && row.floor !== null && this.rows[i - 1].floor !== null && row.floor !== this.rows[i - 1].floor);
    const rules = [0, most / 2, most].map((y) => s("path", { class: "rule", d: `M0 ${y}H${this.span}` }));
    const walls = floors.map((row) => s("path", { class: "floor", d: `M${row.n} 0V${most}` }));
    const lines = heroes.map((seat) => s("path", { class: "course-line", "data-seat": seat, d: this.path(seat, most, valueOf) }));
    lane.lines.replaceChildren(...rules, ...walls, ...lines);
    lane.scale.replaceChildren(h("span", {}, String(most)), h("span", {}, String(most / 2)), h("span", {}, "0"));
  }

  path(seat, most, valueOf) {
    const shift = (seat - 1.5) * 0.012 * most; // lines of several heroes at one height stay apart
    let path = "";
    let before = null;
    for (const row of this.rows) {
      const line = row.heroes.find(([hero]) => hero === seat + 1);
      const value = line ? valueOf(line) : null;
      if (value !== null) path += before === null ? `M${row.n} ${most - value + shift}` : `H${row.n}V${most - value + shift}`;
      before = value;
    }
    return path;
  }

  showLosses(losses) {
    const marked = losses.map((loss) => ({ ...loss, id: `${loss.n} ${loss.hero}` }));
    const mark = (loss) => button(loss.fatal ? "✕" : "▼", () => this.look(loss.n, loss.cell), { class: "loss-mark", "data-seat": loss.hero - 1 });
    keyed(this.lanes[0].marks, marked, (loss) => `${loss.id} ${loss.fatal}`, mark, (element, loss) => {
      setAttribute(element, "title", loss.text);
      setAttribute(element, "aria-label", loss.text);
      element.classList.toggle("fatal", loss.fatal);
      element.style.left = `${(100 * loss.n) / this.span}%`;
      element.style.top = `${100 * (1 - loss.after / 4)}%`;
    });
    keyed(this.losses, marked, (loss) => loss.id, (loss) => h("li", {}, button("", () => this.look(loss.n, loss.cell), { class: "loss" }),
      button("before", () => this.look(loss.n - 1, loss.cell), { "aria-label": `The position before decision ${loss.n}` })), (element, loss) => {
      setText(element.firstChild, loss.text);
      element.firstChild.classList.toggle("fatal", loss.fatal);
    });
    this.none.hidden = losses.length > 0 || this.rows.length < (this.total ?? 1);
  }

  showNow(at) {
    this.at = at;
    for (const lane of this.lanes) lane.now.style.left = `${(100 * at) / this.span}%`;
  }
}
