// Before a game: the form for a new one, and the sessions that were logged.

class Lobby {
  constructor(send) {
    this.send = send;
    this.form = new NewGameForm(send);
    this.list = h("ul", { class: "sessions" });
    this.empty = h("p", { class: "empty", hidden: true }, "No games yet. The first one you begin is kept here, move by move.");
    this.more = h("p", { class: "quiet-text", hidden: true });
    this.sampleList = h("ul", { class: "sessions" });
    this.leftOut = h("ul", { class: "left-out problem", hidden: true, "aria-label": "Games that were left out" });
    this.samples = h("details", { class: "samples" }, h("summary", {}, "Sample sessions to look at"), this.sampleList);
    this.file = h("input", { type: "file", accept: ".jsonl,.txt,.json", id: "upload", class: "visually-hidden", onchange: () => this.upload() });
    this.element = h(
      "div",
      { class: "lobby" },
      this.form.said,
      h("section", { class: "card new-game" }, h("h1", {}, "New game"), this.form.element),
      h(
        "section",
        { class: "card session-list", "aria-label": "Sessions" },
        h("div", { class: "head" }, h("h2", {}, "Sessions"), this.file, h("label", { for: "upload", class: "button" }, "Upload a log or floor")),
        this.empty,
        this.list,
        this.more,
        this.samples,
        this.leftOut,
      ),
    );
  }

  update(set) {
    this.form.update(set);
    if (!set.lobby) return;
    const { sessions, more, samples, left_out } = set.lobby;
    this.empty.hidden = sessions.length > 0;
    this.more.hidden = !more;
    setText(this.more, `and ${more} older ones in the data folder`);
    keyed(this.list, sessions, (row) => row.name, (row) => this.makeRow(row), updateRow);
    keyed(this.sampleList, samples, (row) => row.name, (row) => this.makeSample(row), updateRow);
    keyed(this.leftOut, left_out, (problem) => problem, (problem) => h("li", {}, problem));
    this.leftOut.hidden = left_out.length === 0;
    this.samples.hidden = samples.length === 0;
    if (!sessions.length) this.samples.open = true;
  }

  makeSample(row) {
    return h("li", { class: "session" }, openButton(row, () => this.send({ do: "sample", session: row.name })));
  }

  makeRow(row) {
    const open = () => this.send({ do: "resume", session: row.name });
    const sure = h("span", { class: "sure", hidden: true });
    const tools = h(
      "span",
      { class: "tools" },
      button("Duplicate", () => this.send({ do: "duplicate", session: row.name }), { class: "copies" }),
      button("Download", () => this.send({ do: "download", session: row.name }), { class: "copies" }),
      button("Delete", () => this.askDelete(tools, sure, row.name), { class: "delete" }),
    );
    return h(
      "li",
      { class: "session", "data-session": row.name },
      openButton(row, open),
      tools,
      sure,
    );
  }

  askDelete(tools, sure, session) {
    const back = () => { sure.hidden = true; tools.hidden = false; tools.querySelector(".delete").focus(); };
    const yes = button("Delete it", () => { back(); this.send({ do: "delete", session }); }, { class: "danger" });
    sure.replaceChildren("Delete this session for good?", yes, button("Keep it", back));
    tools.hidden = true;
    sure.hidden = false;
    yes.focus();
  }

  async upload() {
    const [file] = this.file.files;
    if (file) this.send({ do: "upload", name: file.name, text: await file.text() });
    this.file.value = "";
  }
}

function openButton(row, open) {
  return h("button", { type: "button", class: "open-session", onclick: open, disabled: Boolean(row.problem) },
    h("span", { class: "who" }, row.names.length ? listOfNames(row.names) : row.name),
    h("span", { class: "what" }));
}

function updateRow(element, row) {
  const parts = [row.game, row.run, timeText(row.started), row.result, countOfDecisions(row), row.mode === "design" ? "design mode" : "", originOf(row)];
  setText(element.querySelector(".what"), row.problem || parts.filter(Boolean).join(" · "));
  element.classList.toggle("broken", Boolean(row.problem));
  // while hands are hidden no copy is given out; whoever tries is told why
  for (const tool of element.querySelectorAll(".copies")) setAttribute(tool, "aria-disabled", row.secret ? "true" : null);
}

class NewGameForm {
  constructor(send) {
    this.send = send;
    this.count = 2;
    this.game = h("select", { id: "game", onchange: () => this.chooseGame() });
    this.about = h("p", { class: "quiet-text" });
    this.players = h("div", { class: "segments", role: "radiogroup", "aria-label": "Players" });
    this.names = h("div", { class: "names" });
    this.many = h("p", { class: "quiet-text", role: "status", hidden: true });
    this.ruleset = h("select", { id: "ruleset" });
    this.seed = h("input", { id: "seed", inputmode: "numeric", autocomplete: "off", placeholder: "random" });
    this.said = h("p", { class: "said", role: "alert", title: "Click to close", hidden: true, onclick: () => { this.said.hidden = true; } });
    this.start = h("button", { type: "submit", class: "primary start" }, "Start");
    this.element = h(
      "form",
      { onsubmit: (event) => this.submit(event), autocomplete: "off" },
      labelled("Game", this.game), this.about,
      h("div", { class: "field" }, h("span", { class: "label" }, "Players"), this.players),
      this.many, this.names,
      h("div", { class: "pair" }, labelled("Ruleset", this.ruleset), labelled("Seed", this.seed)),
      h("fieldset", { class: "modes" }, h("legend", {}, "Mode"),
        mode("play", "Play", "undo stops where dice, tiles or cards were revealed", true),
        mode("design", "Design", "undo goes all the way; the next results and the position can be chosen", false)),
      this.start,
    );
  }

  update({ lobby, said }) {
    if (said) showSaid(this.said, said);
    if (!lobby) return;
    this.lobby = lobby;
    const isFirst = !this.game.options.length;
    keyed(this.game, lobby.games, (game) => game.name, (game) => h("option", { value: game.name }, game.title));
    if (isFirst) this.chooseFromAddress();
    this.game.closest(".field").hidden = lobby.games.length < 2;
    this.chooseGame();
  }

  chooseGame() {
    const game = this.chosenGame();
    setText(this.about, game.about);
    this.count = Math.min(Math.max(this.count, game.players[0]), game.players.at(-1));
    keyed(this.players, game.players, (n) => n, (n) => segment(n, () => this.choosePlayers(n)), (element, n) => { element.firstChild.checked = n === this.count; });
    keyed(this.ruleset, this.lobby.rulesets[game.name], (name) => name, (name) => h("option", { value: name }, name));
    this.choosePlayers(this.count);
  }

  /** The first page leads here with a game in the address. */
  chooseFromAddress() {
    const wanted = new URLSearchParams(location.search).get("game");
    if (this.lobby.games.some((game) => game.name === wanted)) this.game.value = wanted;
    else if (wanted) showSaid(this.said, { text: `There is no game ${wanted.slice(0, 30)} here: choose one from the list.`, tone: "refused" });
  }

  chosenGame() {
    return this.lobby.games.find((one) => one.name === this.game.value) ?? this.lobby.games[0];
  }

  choosePlayers(n) {
    this.count = n;
    const { name: game, seats, bots, recommended } = this.chosenGame();
    this.many.hidden = recommended.includes(n);
    setText(this.many, `By its rulebook this game is for ${recommended[0]} to ${recommended.at(-1)} players. ${n} can play, which is not recommended.`);
    const make = ({ title, seat }) => h("div", { class: "seat-row", "data-seat": seat }, h("span", { class: "seat-mark", "aria-hidden": "true" }, String(seat + 1)),
      h("input", { "aria-label": `Name of ${title}`, placeholder: title, dir: "auto", oninput: shorten }), makeKind(`Who plays ${title}`, bots));
    const rows = seats.slice(0, n).map((title, seat) => ({ title, seat, key: `${game} ${seat}` }));
    keyed(this.names, rows, (row) => row.key, make);
  }

  submit(event) {
    event.preventDefault();
    const names = [...this.names.querySelectorAll("input")].map((input) => input.value || input.placeholder);
    const kinds = [...this.names.querySelectorAll("select")].map((select) => select.value);
    const chosen = this.element.querySelector("input[name=mode]:checked").value;
    this.send({ do: "new", game: this.game.value, names, kinds, ruleset: this.ruleset.value, seed: this.seed.value, mode: chosen });
  }
}

const LONGEST_NAME = 40;

/** Characters count, and some of them are two units of a text. */
function shorten({ target }) {
  const characters = [...target.value];
  if (characters.length > LONGEST_NAME) target.value = characters.slice(0, LONGEST_NAME).join("");
}

const segment = (n, choose) => h("label", {}, h("input", { type: "radio", name: "players", value: n, onchange: choose }), h("span", {}, String(n)));

const mode = (value, title, meaning, checked) =>
  h("label", { class: "mode" }, h("input", { type: "radio", name: "mode", value, checked }), h("span", {}, h("b", {}, title), " ", meaning));
