// What the benches of the Inspect page have in common: their head, the slider through the decisions, the board, the exports.

const STEP_TIME = 650; // milliseconds that a decision is shown while the session plays by itself

/** A session that is inspected; what is shown of its positions is up to each kind of bench. */
class Bench {
  constructor(send, view) {
    this.send = send;
    this.view = view;
    this.now = {};
    this.moment = new MomentBar(send);
    this.title = h("h1", {});
    this.about = h("p", { class: "about" });
    this.said = h("p", { class: "said", role: "status", hidden: true });
    this.played = h("p", { class: "said played", "data-tone": "done", role: "status", hidden: true });
    const head = h("header", { class: "table-bar" }, h("div", { class: "titles" }, this.title, this.about),
      h("div", { class: "buttons" }, button("Play from here", () => send({ do: "play_from" }), { class: "primary" }), exportMenu(send), button("Open another", () => send({ do: "leave" }))));
    this.top = [head, this.said, this.played, this.moment.element];
  }

  update(set) {
    if (set.view === this.view || (set.session && set.session.name !== this.now.session?.name)) this.moment.pause();
    Object.assign(this.now, set);
    if (set.session) this.showSession(set.session);
    if (set.said) showSaid(this.said, set.said);
    if ("played" in set) showPlayed(this.played, set.played);
    this.moment.update(set);
    this.updatePosition(set);
    this.moment.flush();
  }

  showSession(session) {
    setText(this.title, session.title);
    this.about.replaceChildren(...listOfNames(session.names), `${session.name && session.seed ? ` · seed ${session.seed}` : ""}${session.ruleset === "standard" ? "" : ` · ruleset ${session.ruleset}`}`);
  }

  press(event) {
    return this.moment.press(event);
  }

  close() {
    this.moment.pause();
  }
}

/** Say that a session was begun, and lead to it. */
function showPlayed(element, played) {
  element.hidden = !played;
  if (!played) return;
  const link = h("a", { href: `play.ipynb?session=${encodeURIComponent(played.session)}`, class: "button primary" }, "Open it in Play");
  element.replaceChildren(h("span", {}, played.text), " ", link);
  link.focus();
}

class MomentBar {
  constructor(send) {
    this.send = send;
    this.wanted = null;
    this.range = h("input", { type: "range", min: 0, "aria-label": "Decision", oninput: () => this.look(Number(this.range.value)) });
    const step = (label, to, keys) => button(label, () => { this.pause(); this.look(to()); }, { "aria-label": keys, title: keys });
    this.first = step("|◀", () => 0, "To the start (Home)");
    this.before = step("◀", () => this.model.at - 1, "One decision back (←)");
    this.play = button("▶ Play", () => this.toggle(), { class: "play-key", "aria-keyshortcuts": "Space" });
    this.after = step("▶", () => this.model.at + 1, "One decision on (→)");
    this.last = step("▶|", () => this.model.last, "To the end (End)");
    this.count = h("b", { class: "count" });
    this.action = h("span", { class: "action-words" });
    this.events = h("span", { class: "event-words" });
    this.element = h("section", { class: "card moment-bar", "aria-label": "Decisions" },
      h("div", { class: "keys-row" }, this.first, this.before, this.play, this.after, this.last), this.range, this.count,
      h("p", { class: "what-happened" }, this.action, this.events));
  }

  /** Look at a decision; while the last answer is on its way only the newest wish is kept. */
  look(n, cell) {
    if (!this.model) return;
    this.wanted = Math.min(Math.max(n, 0), this.model.last);
    this.cell = cell;
    this.flush();
  }

  flush() {
    if (this.wanted === null || this.isAsking) return;
    const n = this.wanted;
    this.wanted = null;
    if (n === this.model.at && !this.cell) return;
    this.isAsking = true;
    this.send({ do: "look", n, cell: this.cell }, () => { this.isAsking = false; this.flush(); });
  }

  update({ moment }) {
    if (!moment) return;
    this.model = moment;
    this.element.hidden = moment.last === 0;
    this.range.max = moment.last;
    if (this.wanted === null) this.range.value = moment.at;
    this.first.disabled = this.before.disabled = moment.at === 0;
    this.last.disabled = this.after.disabled = moment.at === moment.last;
    setText(this.count, `decision ${moment.at} of ${moment.last} · ${moment.place}`);
    this.action.replaceChildren(...(moment.who ? [nameText(moment.who), `: ${moment.action}`] : [moment.action]));
    setText(this.events, moment.events.join(" · "));
    if (moment.at === moment.last) this.pause();
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.model.at === this.model.last) this.look(0);
    this.timer = setInterval(() => { if (!this.isAsking) this.look(this.model.at + 1); }, STEP_TIME);
    setText(this.play, "❚❚ Pause");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    setText(this.play, "▶ Play");
  }

  press(event) {
    const onControl = event.target.closest?.("button, a, summary, [type=range], [type=checkbox]");
    if (event.key === " " && !onControl) this.toggle();
    else if (event.target === this.range) return false;
    else if (event.key === "ArrowLeft") this.look((this.wanted ?? this.model.at) - 1);
    else if (event.key === "ArrowRight") this.look((this.wanted ?? this.model.at) + 1);
    else if (event.key === "Home") this.look(0);
    else if (event.key === "End") this.look(this.model.last);
    else return false;
    return true;
  }
}

/** The board of the Play page, on which every cell can be chosen. */
class BenchBoard extends Board {
  showCells(cells) {
    const focused = this.cells.contains(document.activeElement) ? document.activeElement : null;
    super.showCells(cells);
    const entry = focused ?? this.cells.firstElementChild; // one stop for the Tab key; Shift and arrows move on
    setAttribute(entry, "tabindex", "0");
  }
}

const EXPORTS = [["svg", "SVG picture"], ["png", "PNG picture"], ["notation", "Notation"], ["graphml", "GraphML"], ["json", "JSON graph"], ["dot", "DOT"]];

function exportMenu(send) {
  return dropDown("export", "Export", EXPORTS.map(([form, title]) => [title, () => send({ do: "export", form })]));
}

/** Paint an SVG and let the browser save it as PNG. */
function savePicture({ name, text }) {
  const source = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.onload = () => {
    const canvas = h("canvas", { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0);
    URL.revokeObjectURL(source);
    canvas.toBlob((picture) => saveBlob(name, picture));
  };
  image.src = source;
}
