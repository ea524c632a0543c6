// The numbers behind figures, as tables.

const NUMBER = /^(–|[+−]?[\d,]+(\.\d+)?%?)$/; // columns of nothing else stand right-aligned, but for the first
const SHORT_TABLE = 20; // a table of so many rows needs no folding

/** The numbers behind the figures: text, and where rows can be opened, links and buttons. */
class NumbersTable {
  constructor(title, open) {
    this.open = open;
    this.head = h("thead", {});
    this.body = h("tbody", {});
    this.summary = h("summary", {}, "The numbers");
    this.scroll = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `The numbers: ${title}` }, h("table", { class: "numbers" }, this.head, this.body));
    this.element = h("details", { class: "numbers-fold", open: true, hidden: true }, this.summary, this.scroll);
  }

  show(table) {
    this.element.hidden = !table?.rows.length;
    if (!table) return;
    this.element.classList.toggle("plain", Boolean(table.actions));
    if (!this.wasShown) this.element.open = Boolean(table.actions) || table.rows.length <= SHORT_TABLE;
    this.wasShown = true;
    const numeric = table.heads.map((_, i) => i > 0 && table.rows.length > 0 && table.rows.every((cells) => NUMBER.test(cells[i] ?? " ")));
    const look = (text, i) => (numeric[i] ? "figure-cell" : text.length > 26 ? "long" : null);
    this.head.replaceChildren(h("tr", {}, table.heads.map((title, i) => (title ? h("th", { scope: "col", class: numeric[i] ? "figure-cell" : null }, title) : h("td", {})))));
    this.body.replaceChildren(...table.rows.map((cells, i) => h("tr", {}, cells.map((text, j) => h("td", { class: look(text, j) }, h("bdi", {}, text))), table.actions ? h("td", { class: "actions" }, table.actions[i].map((one) => this.action(one, cells[0]))) : null)));
  }

  action(one, name) {
    const label = `${one.label}: ${name} (new tab)`;
    if (one.href) return h("a", { href: one.href, target: "_blank", rel: "noopener", "aria-label": label }, `${one.label} ↗`);
    return button(`${one.label} ↗`, () => this.open({ do: one.do, row: one.row, page: one.page }), { class: "link", "aria-label": label });
  }
}
