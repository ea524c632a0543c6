// The Outcomes page: what games come to, in figures and numbers; Python counts, this draws.

class OutcomesPage extends SectionsPage {
  constructor(model, element) {
    super(model, element, "Finished games are kept.");
    model.on("msg:custom", (message, buffers) => {
      if (message.kind === "bytes") saveBlob(message.name, new Blob([buffers[0]]));
    });
    this.sources = new SourcesPanel(this.send);
    this.filters = new FiltersPanel(this.send);
    this.simulate = new SimulatePanel(this.send);
    this.head = new HeadPanel(this.send);
    const side = h("div", { class: "side" }, this.sources.element, this.filters.element, this.simulate.element);
    const main = h("div", { class: "main" }, this.said, this.head.element, this.places);
    element.append(h("div", { class: "outcomes" }, side, main));
    this.send({ do: "hello", dark: this.dark.matches });
  }

  update(set) {
    for (const part of [this.sources, this.filters, this.simulate, this.head]) part.update(set);
  }

  showSections(sections) {
    keyed(this.places, sections, (one) => one.name, (one) => this.makeSection(one).element, (element, one) => {
      this.sections.get(one.name).call(one.title);
      this.sections.get(one.name).fold(one.open);
    });
    for (const name of this.sections.keys()) if (!sections.some((one) => one.name === name)) this.sections.delete(name);
  }

  makeSection(one) {
    const section = new Section(one, this.script, this.send, (intent) => this.open(intent));
    this.sections.set(one.name, section);
    section.update(this.told);
    return section;
  }
}

const BROKEN = "The games could not be summed up. Choose other sources, or another game.";

class HeadPanel {
  constructor(send) {
    this.send = send;
    this.title = h("h1", {}, "Outcomes");
    this.words = h("p", { class: "about" }, "Reading the games …");
    this.by = h("select", { onchange: () => send({ do: "by", by: this.by.value }) });
    this.tools = h("div", { class: "tools", hidden: true },
      h("label", { class: "by" }, "Groups by ", this.by), downloadMenu(send));
    this.facts = h("dl", { class: "head-facts" });
    this.warning = h("p", { class: "warning", hidden: true });
    this.pooled = h("div", { class: "warning pooled", hidden: true }, h("p", {}), h("div", { class: "buttons" }));
    this.remarks = h("details", { class: "remarks", hidden: true }, h("summary", {}), h("ul", {}));
    this.sample = h("p", { class: "hint", hidden: true }, "You have no games of your own yet. These are sample sessions that come with crypt; play some yourself on the ",
      h("a", { href: "play.ipynb" }, "Play page"), ", or ", button("Simulate 1,000 games", () => send({ do: "simulate", first: true }), { class: "primary" }));
    this.empty = h("section", { class: "card empty-page", hidden: true }, h("h2", {}, "No games to show"),
      h("p", {}, "Outcomes are counted from sessions that were played and from simulated games. There are none here yet, or none is chosen."),
      h("div", { class: "buttons" }, button("Simulate 1,000 games", () => send({ do: "simulate", first: true }), { class: "primary" }), h("a", { class: "button", href: "play.ipynb" }, "Play one")),
      h("p", { class: "quiet-text folder" }));
    this.element = h("div", { class: "head" }, h("div", { class: "head-line" }, h("div", {}, this.title, this.words), this.tools), this.sample, this.facts, this.warning, this.pooled, this.remarks, this.empty);
  }

  update({ head, filters, folder, run }) {
    if (folder) setText(this.empty.lastChild, `They are kept in ${folder}`);
    if (filters) {
      optionsOf(this.by, filters.bys.map((one) => [one.value, one.label]));
      this.by.value = filters.by;
    }
    if (run !== undefined) this.isRunning = Boolean(run) && run.state !== "over";
    if (head) this.model = head;
    if (head || run !== undefined) this.show(this.model);
  }

  show(head) {
    if (!head) return;
    const isShown = head.state === "shown";
    this.empty.hidden = head.state !== "empty" || this.isRunning;
    this.sample.hidden = !(isShown && head.only_samples) || this.isRunning;
    this.tools.hidden = !isShown;
    setText(this.title, isShown ? head.title : "Outcomes");
    setText(this.words, isShown ? head.words : head.state === "broken" ? BROKEN : head.state === "reading" ? "Reading the games …" : this.isRunning ? "The first games are being played …" : "");
    keyed(this.facts, isShown ? head.facts : [], (fact) => fact.name, (fact) => h("div", {}, h("dt", {}, fact.name), h("dd", {}, h("b", {}), h("span", { class: "about" }))), (element, fact) => {
      setText(element.querySelector("b"), fact.value);
      setText(element.querySelector(".about"), fact.about);
    });
    this.warning.hidden = !(isShown && head.warning);
    setText(this.warning, head.warning ? `${head.warning}.` : "");
    const { words, choices } = (isShown && head.pooled) || { words: "", choices: [] };
    this.pooled.hidden = !words;
    setText(this.pooled.firstChild, words);
    const only = (one) => button("", () => this.send({ do: "filter", field: one.field, value: one.value, on: true }), { class: "small" });
    keyed(this.pooled.lastChild, choices, (one) => `${one.field} ${one.value}`, only, (element, one) => setText(element, one.label));
    const remarks = head.remarks ?? [];
    this.remarks.hidden = !remarks.length;
    setText(this.remarks.firstChild, remarks.length === 1 ? "1 remark on the files" : `${remarks.length} remarks on the files`);
    this.remarks.lastChild.replaceChildren(...remarks.slice(0, 200).map((text) => h("li", {}, text)));
  }
}

const DOWNLOADS = { csv: "Games as CSV", parquet: "Games as Parquet", html: "This page as one HTML file" };

function downloadMenu(send) {
  const items = Object.entries(DOWNLOADS).map(([form, title]) => [title, () => send({ do: form })]);
  return dropDown("download", "Download", items, h("p", { class: "quiet-text" }, "Each figure has a button that saves it as PNG."));
}

class Section {
  constructor({ name, title }, script, send, open) {
    this.name = name;
    this.send = send;
    this.openElsewhere = open;
    this.key = button("", () => send({ do: "section", name, open: this.body.hidden }), { class: "section-key", "aria-expanded": "false" });
    this.title = h("span", {}, title);
    this.key.append(h("span", { class: "sign", "aria-hidden": "true" }), this.title);
    this.controls = h("div", { class: "controls" });
    this.words = h("div", { class: "section-words" });
    this.figures = new Figures(script);
    this.table = new NumbersTable(title, open);
    this.examples = h("ul", { class: "examples" });
    this.form = name === "exits" ? new SurveyForm(send) : null;
    this.wait = h("p", { class: "quiet-text" }, "Counting …");
    this.body = h("div", { class: "section-body", hidden: true }, this.form?.element, this.wait, this.controls, this.figures.element, this.words, this.examples, this.table.element);
    this.element = h("section", { class: "card section", "data-section": name, "aria-label": title }, h("h2", {}, this.key), this.body);
  }

  update(set) {
    this.form?.update(set);
  }

  /** Games may call the same section differently. */
  call(title) {
    setText(this.title, title);
    setAttribute(this.element, "aria-label", title);
  }

  fold(isOpen) {
    this.body.hidden = !isOpen;
    setAttribute(this.key, "aria-expanded", String(isOpen));
    if (isOpen && this.late) this.show(this.late);
  }

  show(content) {
    // what cannot be measured cannot be drawn
    this.late = this.body.hidden ? content : null;
    if (this.late) return;
    this.wait.hidden = true;
    // one figure leaves room for its numbers beside it
    this.body.classList.toggle("beside-numbers", content.figures.length === 1 && !content.controls.length && (content.table?.heads.length ?? 9) < 7);
    this.words.replaceChildren(...content.words.map((text) => h("p", {}, text)));
    this.showControls(content.controls);
    this.figures.show(content.figures);
    this.table.show(content.table);
    keyed(this.examples, content.examples, (one) => `${one.i} ${one.words}`, (one) => h("li", {}, h("span", {}, one.words), button("Inspect ↗", () => this.openElsewhere({ do: "example", i: one.i }), { class: "small", "aria-label": `Inspect: ${one.words} (new tab)` })));
  }

  showControls(controls) {
    const make = (one) => {
      const select = h("select", { onchange: () => this.send({ do: "option", section: this.name, name: one.name, value: select.value }) });
      if (!one.label) setAttribute(select, "aria-label", "Direction");
      return one.label ? labelled(one.label, select) : h("div", { class: "field" }, select);
    };
    keyed(this.controls, controls, (one) => one.name, make, (element, one) => {
      const select = element.querySelector("select");
      optionsOf(select, one.values);
      select.value = one.value;
    });
  }
}

export default {
  render({ model, el }) {
    const page = new OutcomesPage(model, el);
    return () => page.close();
  },
};
