// The rulebook beside the game, searchable, with the values of the ruleset in play; and the list of keys.

class Rulebook {
  constructor() {
    this.search = h("input", { type: "search", "aria-label": "Search the rules", placeholder: "Search", oninput: () => this.filter() });
    this.list = h("div", { class: "rules" });
    this.nothing = h("p", { class: "empty", hidden: true }, "No rule has these words.");
    this.element = h(
      "dialog",
      { class: "drawer", "aria-label": "Rules" },
      h("div", { class: "drawer-head" }, h("h2", {}, "Rules"), this.search, button("Close", () => this.element.close())),
      this.list,
      this.nothing,
    );
    closeOnBackdrop(this.element);
  }

  update({ rules }) {
    if (!rules) return;
    this.rules = rules;
    const chapters = [...new Set(rules.map((rule) => rule.chapter))];
    this.list.rows = undefined;
    this.list.replaceChildren(...chapters.map((chapter) =>
      h("section", {}, h("h3", {}, chapter), rules.filter((rule) => rule.chapter === chapter).map((rule) => this.makeRule(rule)))));
    this.filter(); // somebody may have been quicker than the rules
  }

  makeRule(rule) {
    const values = rule.values.map(([name, value]) => (value.rows ? makeTable(name, value) : h("p", { class: "value" }, `${name}: `, h("b", {}, value))));
    const attributes = { class: `rule ${rule.kind}${rule.changed ? " is-changed" : ""}`, "data-rule": rule.id, tabindex: "-1" };
    const heading = rule.kind === "rule" ? [h("b", {}, rule.id), ` ${rule.title}`]
      : [h("b", {}, rule.title), " ruling ", ...withRules(`(${rule.rules.join(", ")})`, (id) => this.open(id))];
    return h("article", attributes, h("h4", {}, heading), rule.text.split("\n").map((line) => h("p", {}, withRules(line, (id) => this.open(id)))), values);
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const section of this.list.children) {
      let any = false;
      for (const article of section.querySelectorAll("article")) {
        const text = article.textContent.toLowerCase();
        article.hidden = !words.every((word) => text.includes(word));
        any ||= !article.hidden;
        found += !article.hidden;
      }
      section.hidden = !any;
    }
    this.nothing.hidden = found > 0;
    // other rules may name the one that is looked for by its number
    const id = this.search.value.trim().toUpperCase();
    if (/^[A-Z]+-\d+$/.test(id)) this.list.querySelector(`[data-rule="${id}"]`)?.scrollIntoView({ block: "start" });
  }

  open(id) {
    this.search.value = "";
    this.filter();
    if (!this.element.open) this.element.showModal();
    const article = id && this.list.querySelector(`[data-rule="${CSS.escape(id)}"]`);
    if (!article) return this.search.focus();
    article.scrollIntoView({ block: "start" });
    article.focus();
  }
}

const LONG = 12; // rows, beyond which a table is folded

/** A table of the ruleset; a long one opens with a click. */
function makeTable(name, { heads, rows }) {
  const isNumber = (cell) => /^[-+]?[\d.,]+$|^–$/.test(cell);
  const numbers = heads.map((_, i) => rows.every((row) => isNumber(row[i])));
  const cell = (tag, text, i) => h(tag, { class: numbers[i] ? "number" : null, scope: tag === "th" ? "col" : null }, text);
  const table = h("div", { class: "rule-table", tabindex: "0", role: "region", "aria-label": name },
    h("table", {}, h("thead", {}, h("tr", {}, heads.map((head, i) => cell("th", head, i)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((text, i) => cell("td", text, i)))))));
  const title = `${name}: `;
  if (rows.length <= LONG) return h("div", { class: "value" }, title, table);
  return h("details", { class: "value" }, h("summary", {}, title, h("b", {}, `a table of ${rows.length} rows`)), table);
}

const KEYS = [
  ["U", "undo"],
  ["Shift+U", "redo"],
  ["Shift+arrow keys", "look round the board cell by cell"],
  ["N", "write a note; Ctrl+Enter keeps it, Escape leaves it"],
  ["/", "open the rules"],
  ["?", "show these keys"],
];

/** What the keys do: those of the game, then those of the page. */
class Shortcuts {
  constructor() {
    const still = h("input", { type: "checkbox", onchange: () => localStorage.setItem("crypt.still", still.checked ? "0" : "1") });
    still.checked = localStorage.getItem("crypt.still") !== "1";
    this.rows = h("dl", {});
    this.element = h("dialog", { class: "keys", "aria-label": "Shortcuts" },
      h("div", { class: "drawer-head" }, h("h2", {}, "Shortcuts"), button("Close", () => this.element.close())), this.rows,
      h("label", { class: "still" }, still, " Animate moves"));
    closeOnBackdrop(this.element);
  }

  update({ session }) {
    if (!session) return;
    const rows = [...session.keys, ...KEYS].map(([key, meaning]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)));
    this.rows.replaceChildren(...rows);
  }

  open() {
    this.element.showModal();
  }
}

const closeOnBackdrop = (dialog) => dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
