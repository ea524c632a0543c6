// The form of the Balance page: variants, and every field of a ruleset with what it may be, what differs and what is wrong.

const TYPING = 250; // milliseconds after the last key until a value is checked

const inWords = (name) => name.replaceAll("_", " ");

const asText = (value) => (value === null || value === undefined ? "" : String(value));

/** Edits on their way: while somebody types they wait a moment, and nothing else overtakes them. */
class Edits {
  constructor(send) {
    this.send = send;
    this.waiting = new Map();
  }

  later(place, value) {
    clearTimeout(this.waiting.get(place)?.timer);
    this.waiting.set(place, { value, timer: setTimeout(() => this.flush(), TYPING) });
  }

  now(place, value) {
    this.later(place, value);
    this.flush();
  }

  flush() {
    const edits = [...this.waiting];
    this.waiting.clear();
    for (const [place, { value, timer }] of edits) {
      clearTimeout(timer);
      this.send({ do: "edit", place, value });
    }
  }
}

class VariantsPanel {
  constructor(send, open) {
    this.send = send;
    this.game = h("select", { onchange: () => this.ask({ do: "game", game: this.game.value }) });
    this.ruleset = h("select", { onchange: () => this.ask({ do: "open", name: this.ruleset.value }) });
    this.how = h("p", { class: "quiet-text how", role: "status" });
    this.wrong = h("p", { class: "wrong", hidden: true });
    this.name = h("input", { autocomplete: "off", spellcheck: "false", maxlength: "60" });
    this.save = h("form", { class: "save", onsubmit: (event) => this.submit(event) }, labelled("Save as", this.name), h("button", { type: "submit", class: "primary" }, "Save"));
    this.players = h("select", {});
    this.play = button("Play it ↗", () => open({ do: "play", players: Number(this.players.value) }), { "aria-label": "Play it (new tab)" });
    this.copy = h("input", { autocomplete: "off", spellcheck: "false", maxlength: "60" });
    this.duplicate = h("form", { class: "save", onsubmit: (event) => this.copyIt(event) }, labelled("Another name", this.copy), h("button", { type: "submit" }, "Duplicate"));
    this.rename = button("Rename", () => this.send({ do: "rename", name: this.state.name, as: this.copy.value }), { class: "small" });
    this.remove = button("Delete", () => this.send({ do: "delete", name: this.state.name }), { class: "small" });
    this.own = h("div", { class: "buttons" }, this.rename, this.remove);
    this.folder = h("p", { class: "quiet-text folder" });
    this.element = h("div", { class: "side" },
      h("section", { class: "card variants", "aria-label": "Ruleset" }, h("h2", {}, "Ruleset"), labelled("Game", this.game), labelled("Open", this.ruleset), this.how, this.wrong, this.save,
        h("div", { class: "pair play-it" }, labelled("Players", this.players), this.play), this.duplicate, this.own, this.folder),
      this.makeDifference());
  }

  /** Ask for another ruleset; until it is there, the menus show the one that is open. */
  ask(intent) {
    this.send(intent);
    this.update({ state: this.state });
  }

  makeDifference() {
    this.first = h("select", {});
    this.second = h("select", {});
    this.table = new NumbersTable("Differences", () => {});
    this.same = h("p", { class: "quiet-text", hidden: true }, "They are the same.");
    return foldable("What differs", false, h("form", { onsubmit: (event) => this.differ(event) },
      h("div", { class: "pair" }, labelled("From", this.first), labelled("To", this.second)), h("button", { type: "submit" }, "Show"), this.same, this.table.element));
  }

  submit(event) {
    event.preventDefault();
    this.send({ do: "save", name: this.name.value });
  }

  copyIt(event) {
    event.preventDefault();
    this.send({ do: "duplicate", name: this.state.name, as: this.copy.value });
  }

  differ(event) {
    event.preventDefault();
    this.same.hidden = true;
    this.table.show(null);
    this.send({ do: "differ", first: this.first.value, second: this.second.value });
  }

  update({ state, difference, folder }) {
    if (folder) setText(this.folder, `Variants are kept in ${folder}`);
    if (state) this.showState(state);
    if (difference === undefined) return;
    this.same.hidden = !difference || difference.rows.length > 0;
    this.table.show(difference ? { heads: ["Field", difference.first, difference.second], rows: difference.rows } : null);
  }

  showState(state) {
    const isOther = this.state?.name !== state.name || this.state?.game !== state.game;
    this.state = state;
    optionsOf(this.game, state.games);
    this.game.value = state.game;
    optionsOf(this.ruleset, state.names.map((name) => [name, name]));
    this.ruleset.value = state.name;
    optionsOf(this.players, state.players.map((n) => [String(n), String(n)]));
    for (const select of [this.first, this.second]) {
      const isNew = !select.options.length;
      optionsOf(select, [...state.names, "as edited"].map((name) => [name, name]));
      if (isNew) select.value = select === this.first ? "standard" : "as edited";
    }
    this.own.hidden = state.name === "standard";
    for (const [key, verb] of [[this.rename, "Rename"], [this.remove, "Delete"]]) setAttribute(key, "aria-label", `${verb} ${state.name}`);
    if (isOther) this.copy.value = "";
    if (isOther) this.name.value = state.name === "standard" ? "" : state.name;
    setText(this.how, `${state.name}: ${state.words}${state.unsaved ? "; not saved" : ""}`);
    this.wrong.hidden = !state.wrong;
    setText(this.wrong, state.wrong ? `${state.wrong} ${state.wrong === 1 ? "problem" : "problems"}${state.general.length ? `: ${state.general.join("; ")}` : ""}` : "");
    this.play.disabled = this.save.lastChild.disabled = state.wrong > 0;
  }
}

class EditorPanel {
  constructor(send, edits) {
    this.send = send;
    this.edits = edits;
    this.find = h("input", { type: "search", placeholder: "Find a field", "aria-label": "Find a field", oninput: () => this.filter() });
    this.only = h("input", { type: "checkbox", onchange: () => this.filter() });
    this.groups = h("div", { class: "groups" });
    this.none = h("p", { class: "quiet-text", hidden: true }, "No field is like this.");
    this.fields = new Map();
    this.element = h("section", { class: "editor", "aria-label": "Fields of the ruleset" },
      h("div", { class: "editor-tools" }, this.find, h("label", { class: "check" }, this.only, h("span", {}, "Only what differs"))), this.none, this.groups);
  }

  update(set) {
    if (set.shape) this.make(set.shape);
    let isNew = Boolean(set.shape);
    for (const [panel, model] of Object.entries(set)) {
      if (!panel.startsWith("field:")) continue;
      this.fields.get(panel.slice(6))?.update(model);
      isNew = true;
    }
    if (isNew) this.filter();
  }

  make(shape) {
    this.fields.clear();
    this.groups.replaceChildren(...shape.groups.map(({ title, fields }) => {
      const made = fields.map((one) => new FieldEditor(one, this.send, this.edits));
      for (const one of made) this.fields.set(one.name, one);
      const count = h("span", { class: "n" });
      const group = h("details", { class: "card fold group" }, h("summary", {}, h("h2", {}, title), count), h("div", { class: "fields" }, made.map((one) => one.element)));
      group.count = count;
      group.made = made;
      return group;
    }));
  }

  filter() {
    const words = this.find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const isFiltered = words.length > 0 || this.only.checked;
    let found = 0;
    for (const group of this.groups.children) {
      const shown = group.made.filter((one) => {
        one.element.hidden = !words.every((word) => one.words.includes(word)) || (this.only.checked && !one.differs);
        return !one.element.hidden;
      });
      found += shown.length;
      group.hidden = isFiltered && !shown.length;
      if (isFiltered && shown.length) group.open = true;
      const differ = group.made.filter((one) => one.differs).length;
      const wrong = group.made.filter((one) => one.isWrong).length;
      setText(group.count, [differ ? `${differ} changed` : "", wrong ? `${wrong} to put right` : ""].filter(Boolean).join(", "));
    }
    this.none.hidden = found > 0;
  }
}

let fieldNumber = 0;

/** One field of the ruleset. */
class FieldEditor {
  constructor(shape, send, edits) {
    this.shape = shape;
    this.name = shape.name;
    this.send = send;
    this.edits = edits;
    this.words = `${shape.name} ${inWords(shape.name)} ${shape.about} ${shape.rules.join(" ")}`.toLowerCase();
    const id = `field-${++fieldNumber}`;
    this.mark = h("span", { class: "mark", hidden: true });
    this.reset = button("Reset", () => send({ do: "reset", field: this.name }), { class: "small", hidden: true, "aria-label": `Reset ${inWords(this.name)} to the standard` });
    this.problems = h("ul", { class: "problems", id: `${id}-problems`, hidden: true });
    this.values = h("div", { class: "values" });
    this.element = h("div", { class: `rule-field ${shape.kind}`, role: "group", "aria-labelledby": `${id}-name`, "data-field": this.name },
      h("div", { class: "rule-head" }, h("h3", { id: `${id}-name` }, inWords(this.name)), h("span", { class: "ids" }, shape.rules.join(", ")), this.mark, this.reset),
      h("p", { class: "about" }, shape.about), this.values, this.problems);
    this.cells = new Map(); // by part
  }

  update(model) {
    this.differs = model.differs;
    this.isWrong = Object.keys(model.problems).length > 0;
    this.element.classList.toggle("differs", model.differs);
    this.mark.hidden = this.reset.hidden = !model.differs;
    setText(this.mark, `standard: ${model.standard}`);
    this[{ one: "showOne", list: "showList", record: "showRecord", table: "showTable" }[this.shape.kind]](model.value);
    const { lines } = model;
    keyed(this.problems, lines, (line) => line, (line) => h("li", {}, line));
    this.problems.hidden = !lines.length;
    for (const [part, cell] of this.cells) {
      setAttribute(cell, "aria-invalid", part in model.problems || (part === "" && this.isWrong) ? "true" : null);
      setAttribute(cell, "aria-describedby", lines.length ? this.problems.id : null);
      cell.classList.toggle("changed", model.changed.includes(part) || (part === "" && model.differs));
    }
  }

  showOne(value) {
    this.put(this.values, "", this.shape.cells[""], value, inWords(this.name));
  }

  showList(values) {
    this.forget((part) => Number(part) > values.length);
    keyed(this.values, values.map((value, i) => ({ value, i })), ({ i }) => i, ({ i }) => h("span", { class: "item" }), (holder, { value, i }) => this.put(holder, String(i + 1), this.shape.cells[""], value, `${inWords(this.name)}, value ${i + 1}`));
    if (!this.shape.fixed) this.showMore(values.length, "value");
  }

  showRecord(record) {
    keyed(this.values, Object.entries(record), ([part]) => part, ([part]) => h("label", { class: "item" }, h("span", { class: "label" }, inWords(part))), (holder, [part, value]) => this.put(holder, part, this.shape.cells[part], value, `${inWords(this.name)}, ${inWords(part)}`));
  }

  showTable(rows) {
    const columns = Object.keys(this.shape.cells);
    if (!this.body) {
      this.body = h("tbody", {});
      // what is keyed is kept under this name, under which a table's body would give its lines
      Object.defineProperty(this.body, "rows", { value: undefined, writable: true });
      this.values.append(h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": inWords(this.name) }, h("table", { class: "cells" },
        h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, inWords(name))), h("td", {}))), this.body)));
    }
    this.forget((part) => Number(part.split(".")[0]) > rows.length);
    keyed(this.body, rows.map((row, i) => ({ row, i })), ({ i }) => i, ({ i }) => h("tr", {}, columns.map(() => h("td", {})), h("td", {}, button("Remove", () => this.remove(i), { class: "small", "aria-label": `Remove row ${i + 1} of ${inWords(this.name)}` }))), (line, { row, i }) => {
      columns.forEach((column, j) => this.put(line.children[j], `${i + 1}.${column}`, this.shape.cells[column], row[column], `${inWords(this.name)}, row ${i + 1}, ${inWords(column)}`));
    });
    this.showMore(rows.length, "row");
  }

  showMore(count, word) {
    this.more ??= h("div", { class: "more" },
      button(`Add a ${word}`, () => this.send({ do: "add_row", field: this.name }), { class: "small" }),
      word === "value" ? button("Remove the last", () => this.remove(this.count - 1), { class: "small" }) : null);
    this.count = count;
    if (!this.more.isConnected) this.values.after(this.more);
  }

  remove(row) {
    this.send({ do: "remove_row", field: this.name, row });
  }

  forget(isGone) {
    for (const part of [...this.cells.keys()]) if (isGone(part)) this.cells.delete(part);
  }

  /** Put a value into its cell, which is made when it is first needed; what somebody is typing stays. */
  put(holder, part, cell, value, label) {
    let input = this.cells.get(part);
    if (!input || !holder.contains(input)) {
      input = this.makeCell(part, cell, label);
      this.cells.set(part, input);
      holder.append(input);
    }
    if (cell.kind === "flag") input.checked = value === true;
    else if (cell.kind === "choice") showChoice(input, cell, value);
    else if (document.activeElement !== input) input.value = asText(value);
  }

  makeCell(part, cell, label) {
    const place = part ? `${this.name}.${part}` : this.name;
    const common = { "aria-label": label, "data-place": place };
    if (cell.kind === "flag") return h("input", { type: "checkbox", ...common, onchange: (event) => this.edits.now(place, event.target.checked) });
    if (cell.kind === "choice") return h("select", { ...common, onchange: (event) => this.edits.now(place, event.target.value) });
    const bounds = [cell.low === null ? "" : `from ${cell.low}`, cell.high === null ? "" : `to ${cell.high}`].filter(Boolean).join(" ");
    const isNumber = cell.kind !== "text";
    return h("input", { ...common, class: isNumber ? "number" : "words", inputmode: isNumber ? (cell.kind === "whole" && cell.low >= 0 ? "numeric" : "text") : null, autocomplete: "off", spellcheck: "false", title: bounds || null,
      oninput: (event) => this.edits.later(place, event.target.value), onchange: (event) => this.edits.now(place, event.target.value) });
  }
}

function showChoice(select, cell, value) {
  const options = cell.options.map((one) => [String(one), inWords(String(one))]);
  if (cell.optional) options.unshift(["", "–"]);
  optionsOf(select, options);
  select.value = asText(value);
}
