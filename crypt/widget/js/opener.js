// What can be inspected: a session of the list, a floor in notation, a random floor.

class Opener {
  constructor(send) {
    this.send = send;
    this.said = h("p", { class: "said", role: "alert", hidden: true });
    this.list = h("ul", { class: "sessions" });
    this.empty = h("p", { class: "empty", hidden: true }, "No games have been logged yet. Play one on the Play page, or look at a floor: paste one, or have one laid.");
    this.more = h("p", { class: "quiet-text", hidden: true });
    this.text = h("textarea", { rows: 9, spellcheck: "false", "aria-label": "A floor in notation", placeholder: "colossi floor 1\nplayers 1\nboard\n·· ·· ·· …" });
    this.file = h("input", { type: "file", accept: ".jsonl,.txt,.json", id: "floor-file", class: "visually-hidden", onchange: () => this.upload() });
    this.game = h("select", { "aria-label": "Game" });
    this.players = h("select", { "aria-label": "Players" });
    this.tiles = h("input", { inputmode: "numeric", value: "20", autocomplete: "off", "aria-label": "Tiles" });
    this.seed = h("input", { inputmode: "numeric", placeholder: "random", autocomplete: "off", "aria-label": "Seed" });
    this.element = h("div", { class: "opener" },
      h("h1", {}, "Inspect a floor"), this.said,
      h("section", { class: "card session-list", "aria-label": "Sessions" }, h("h2", {}, "A logged session"), this.empty, this.list, this.more),
      h("div", { class: "floors" },
        h("form", { class: "card", onsubmit: (event) => this.lay(event) }, h("h2", {}, "A random floor"),
          h("div", { class: "fields" }, labelled("Game", this.game), labelled("Players", this.players), labelled("Tiles", this.tiles), labelled("Seed", this.seed)),
          h("button", { type: "submit", class: "primary" }, "Lay it")),
        h("form", { class: "card", onsubmit: (event) => this.read(event) }, h("h2", {}, "A floor in notation"), this.text,
          h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, "Open it"), this.file, h("label", { for: "floor-file", class: "button" }, "Open a file")))));
  }

  update({ opening, said }) {
    if (said) showSaid(this.said, said);
    if (!opening) return;
    this.empty.hidden = opening.sessions.length > 0;
    this.more.hidden = !opening.more;
    setText(this.more, `and ${opening.more} older ones in ${opening.folder}`);
    keyed(this.list, opening.sessions, (row) => row.name, (row) => this.makeRow(row), (element, row) => setText(element.querySelector(".what"), wordsOf(row)));
    keyed(this.game, opening.games, (game) => game.name, (game) => h("option", { value: game.name }, game.title));
    const players = opening.games.find((game) => game.name === this.game.value)?.players ?? [];
    keyed(this.players, players, (n) => n, (n) => h("option", { value: n, selected: n === 2 }, String(n)));
    this.game.parentNode.hidden = opening.games.length < 2;
  }

  makeRow(row) {
    const who = row.names.length ? listOfNames(row.names) : row.name;
    return h("li", { class: "session" },
      h("button", { type: "button", class: "open-session", disabled: Boolean(row.problem), "data-session": row.name, onclick: () => this.send({ do: "open", session: row.name }) },
        h("span", { class: "who" }, who), h("span", { class: "what" })));
  }

  lay(event) {
    event.preventDefault();
    const [game, players, tiles, seed] = [this.game, this.players, this.tiles, this.seed].map((field) => field.value);
    this.send({ do: "random", game, players, tiles, seed });
  }

  read(event) {
    event.preventDefault();
    this.send({ do: "text", text: this.text.value });
  }

  async upload() {
    const [file] = this.file.files;
    if (file) this.send({ do: "text", text: await file.text() });
    this.file.value = "";
  }
}

function wordsOf(row) {
  return row.problem || [row.game, row.run, timeText(row.started), countOfDecisions(row), row.result, originOf(row)].filter(Boolean).join(" · ");
}
