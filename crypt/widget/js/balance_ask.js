// The sections of the Balance page: each asks something of many games, with a form, its progress, and what was found.

class AskSection {
  constructor(one, script, send) {
    this.name = one.name;
    this.send = send;
    this.key = button("", () => this.fold(this.body.hidden), { class: "section-key", "aria-expanded": "false" });
    this.key.append(h("span", { class: "sign", "aria-hidden": "true" }), one.title);
    this.inputs = h("div", { class: "inputs" });
    this.start = h("button", { type: "submit", class: "primary" }, one.verb);
    this.progress = new ProgressBar(one.title, () => send({ do: "stop", section: this.name }));
    this.missing = h("p", { class: "hint", hidden: true });
    this.form = h("form", { class: "ask", onsubmit: (event) => this.submit(event) }, this.inputs, this.start, this.progress.element);
    this.words = h("div", { class: "section-words", role: "status" });
    this.figures = new Figures(script);
    this.table = new NumbersTable(one.title, () => {});
    this.take = button("Take the winner into the form", () => send({ do: "take" }), { hidden: true });
    this.body = h("div", { class: "section-body", hidden: true }, h("p", { class: "about" }, one.about), this.missing, this.form, this.words, this.take, this.figures.element, this.table.element);
    this.element = h("section", { class: "card section", "data-section": one.name, "aria-label": one.title }, h("h2", {}, this.key), this.body);
    this.fields = new Map();
  }

  fold(isOpen) {
    this.body.hidden = !isOpen;
    setAttribute(this.key, "aria-expanded", String(isOpen));
    if (isOpen && this.late) this.show(this.late);
  }

  /** The inputs of the form; what somebody has written into them stays, unless it is another game's form. */
  ask({ inputs, missing }, game) {
    if (this.game !== game) {
      this.fields.clear();
      this.inputs.replaceChildren();
      this.inputs.rows = undefined;
      this.figures.show([]);
      this.words.replaceChildren();
      this.table.show(null);
    }
    this.game = game;
    this.missing.hidden = !missing;
    if (missing) this.missing.replaceChildren(missing.words, " ", h("code", {}, missing.command), " ", h("a", { href: "play.ipynb" }, "To the Play page"));
    this.form.hidden = Boolean(missing);
    keyed(this.inputs, inputs, (one) => one.name, (one) => {
      const field = new ASK[one.kind](one);
      this.fields.set(one.name, field);
      return field.element;
    }, (element, one) => this.fields.get(one.name).update(one));
  }

  update(set) {
    const run = set[`run:${this.name}`];
    if (run !== undefined) {
      this.progress.show(run);
      this.start.disabled = Boolean(run) && run.state !== "over";
    }
    if (set.found !== undefined) this.take.hidden = this.name !== "balance" || !set.found;
  }

  show(content) {
    // what cannot be measured cannot be drawn
    this.late = this.body.hidden ? content : null;
    if (this.late) return;
    this.words.replaceChildren(...content.words.map((text) => h("p", {}, text)));
    this.figures.show(content.figures);
    this.table.show(content.table);
  }

  submit(event) {
    event.preventDefault();
    const answers = Object.fromEntries([...this.fields].map(([name, field]) => [name, field.answer()]));
    this.send({ do: "run", section: this.name, answers });
  }
}

class TextAsk {
  constructor(one) {
    this.input = h("input", { value: one.value, placeholder: one.hint, autocomplete: "off", spellcheck: "false", inputmode: one.numeric ? "numeric" : null });
    this.list = one.options ? h("datalist", { id: `options-${++fieldNumber}` }) : null;
    if (this.list) setAttribute(this.input, "list", this.list.id);
    this.element = h("div", { class: one.numeric ? "ask-number" : "ask-text" }, labelled(one.label, this.input), this.list);
  }

  update(one) {
    if (this.list) keyed(this.list, one.options, (name) => name, (name) => h("option", { value: name }));
  }

  answer() {
    return this.input.value.trim();
  }
}

class AreaAsk {
  constructor(one) {
    this.input = h("textarea", { rows: "4", placeholder: one.hint, spellcheck: "false" });
    this.input.value = one.value;
    this.more = h("select", { "aria-label": one.more.replace(" …", ""), onchange: () => this.add() });
    this.element = h("div", { class: "ask-area" }, labelled(one.label, this.input), this.more);
  }

  add() {
    if (this.more.value) this.input.value = [this.input.value.trimEnd(), this.more.value].filter(Boolean).join("\n");
    this.more.value = "";
  }

  update(one) {
    optionsOf(this.more, [["", one.more], ...one.options]);
  }

  answer() {
    return this.input.value;
  }
}

class SelectAsk {
  constructor(one) {
    this.input = h("select", {});
    this.first = one.value;
    this.element = h("div", { class: "ask-select" }, labelled(one.label, this.input));
  }

  update(one) {
    const value = this.input.value || this.first;
    optionsOf(this.input, one.values);
    this.input.value = value;
    if (this.input.selectedIndex < 0) this.input.value = one.value;
  }

  answer() {
    return this.input.value;
  }
}

class ChipsAsk {
  constructor(one) {
    const turn = ({ currentTarget }) => setAttribute(currentTarget, "aria-pressed", String(!isPressed(currentTarget)));
    this.chips = h("div", { class: "chips", role: "group", "aria-label": one.label });
    keyed(this.chips, one.values, ([value]) => value, ([value, label]) => button(label, turn, { class: "chip", "aria-pressed": String(one.value.includes(value)), "data-value": value }));
    this.element = h("div", { class: "field ask-chips" }, h("span", { class: "label" }, one.label), this.chips);
  }

  update() {}

  answer() {
    return [...this.chips.querySelectorAll("[aria-pressed=true]")].map((chip) => chip.dataset.value);
  }
}

/** Rows of texts, such as targets. */
class RowsAsk {
  constructor(one) {
    this.columns = one.columns;
    this.body = h("tbody", {});
    this.element = h("div", { class: "field ask-rows" }, h("span", { class: "label" }, one.label),
      h("table", { class: "cells" }, h("thead", {}, h("tr", {}, one.columns.map(([, title]) => h("th", { scope: "col" }, title)), h("td", {}))), this.body),
      button("Add a target", () => this.add(this.columns.map(() => "")), { class: "small" }),
      h("p", { class: "quiet-text" }, "A share such as won, minutes<=90 or f1_exit=walled, or a mean such as minutes; \"spread won\" for how far numbers of players differ."));
    for (const row of one.value) this.add(row);
  }

  add(values) {
    const inputs = this.columns.map(([name, title], i) => h("td", {}, h("input", { value: values[i], "data-column": name, "aria-label": title, autocomplete: "off", spellcheck: "false" })));
    const line = h("tr", {}, inputs, h("td", {}, button("Remove", () => line.remove(), { class: "small", "aria-label": "Remove this target" })));
    this.body.append(line);
  }

  update() {}

  answer() {
    return [...this.body.rows].map((line) => Object.fromEntries([...line.querySelectorAll("input")].map((input) => [input.dataset.column, input.value.trim()])));
  }
}

const ASK = { text: TextAsk, area: AreaAsk, select: SelectAsk, chips: ChipsAsk, rows: RowsAsk };
