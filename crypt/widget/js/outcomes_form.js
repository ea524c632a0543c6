// Beside the figures of the Outcomes page: where the games come from, which are looked at, and a form to simulate some.

/** A part of the side that can be folded; on a narrow window only the first is open. */
function foldable(title, isOpen, ...children) {
  return h("details", { class: "card fold", open: isOpen }, h("summary", {}, h("h2", {}, title)), children);
}

const isNarrow = () => matchMedia("(max-width: 820px)").matches;

const optionsOf = (select, values) => keyed(select, values, ([value]) => value, ([value, label]) => h("option", { value }, label), (option, [, label]) => setText(option, label));

const isPressed = (chip) => chip.getAttribute("aria-pressed") === "true";

const counted = (n) => n.toLocaleString("en");

class SourcesPanel {
  constructor(send) {
    this.send = send;
    this.list = h("ul", { class: "checks" });
    this.element = foldable("Games from", !isNarrow(), this.list, button("Look for new ones", () => send({ do: "read" }), { class: "small" }));
  }

  update({ sources }) {
    if (!sources) return;
    keyed(this.list, sources, (one) => one.key, (one) => this.make(one), (element, one) => {
      const box = element.querySelector("input");
      box.checked = one.on;
      box.disabled = !one.n;
      setText(element.querySelector(".n"), counted(one.n));
      setText(element.querySelector(".about"), one.about);
    });
  }

  make(one) {
    const box = h("input", { type: "checkbox", onchange: () => this.send({ do: "source", key: one.key, on: box.checked }) });
    return h("li", {}, h("label", { class: "check" }, box, h("span", {}, h("b", {}, one.title), " ", h("span", { class: "n" }), h("span", { class: "about" }))));
  }
}

class FiltersPanel {
  constructor(send) {
    this.send = send;
    this.game = h("select", { onchange: () => send({ do: "game", game: this.game.value }) });
    this.gameField = labelled("Game", this.game);
    this.fields = h("div", { class: "filter-fields" });
    this.since = h("input", { type: "date", onchange: () => this.days() });
    this.until = h("input", { type: "date", onchange: () => this.days() });
    this.unmarked = h("input", { type: "checkbox", onchange: () => send({ do: "unmarked", on: this.unmarked.checked }) });
    this.sessions = h("div", { class: "filter-fields" },
      h("div", { class: "days" }, labelled("Begun from", this.since), labelled("Begun until", this.until)),
      h("label", { class: "check" }, this.unmarked, h("span", {}, h("b", {}, "Only unmarked sessions"), h("span", { class: "about" }, "nothing revealed taken back, no chance chosen, no position set"))));
    this.clear = button("Show all", () => send({ do: "clear" }), { class: "small" });
    this.none = h("p", { class: "quiet-text" }, "These games are all alike.");
    this.element = foldable("Only those", !isNarrow(), this.gameField, this.fields, this.sessions, this.none, this.clear);
  }

  days() {
    this.send({ do: "days", since: this.since.value, until: this.until.value });
  }

  update({ filters }) {
    if (!filters) return;
    this.gameField.hidden = filters.games.length < 2;
    optionsOf(this.game, filters.games.map((one) => [one.name, `${one.title} (${counted(one.n)})`]));
    this.game.value = filters.game;
    keyed(this.fields, filters.fields, (field) => field.name, (field) => this.makeField(field), (element, field) => this.updateField(element, field));
    this.sessions.hidden = !filters.has_sessions;
    this.since.value = filters.since;
    this.until.value = filters.until;
    this.unmarked.checked = filters.unmarked;
    this.clear.hidden = filters.is_open;
    this.none.hidden = filters.fields.length > 0 || filters.has_sessions || filters.games.length > 1;
  }

  makeField(field) {
    return h("div", { class: "field", role: "group", "aria-label": field.title }, h("span", { class: "label" }, field.title), h("div", { class: "chips" }));
  }

  updateField(element, field) {
    const choose = (chip, value) => {
      const on = !isPressed(chip);
      setAttribute(chip, "aria-pressed", String(on)); // at once, however long it takes to count
      this.send({ do: "filter", field: field.name, value, on });
    };
    const make = (option) => h("button", { type: "button", class: "chip", onclick: (event) => choose(event.currentTarget, option.value) }, h("bdi", {}), " ", h("span", { class: "n" }));
    keyed(element.lastChild, field.options, (option) => option.value, make, (chip, option) => {
      setAttribute(chip, "aria-pressed", String(option.on));
      setText(chip.firstChild, option.label);
      setText(chip.lastChild, counted(option.n));
    });
  }
}

const MIXED = "each seat its own";

class SimulatePanel {
  constructor(send) {
    this.send = send;
    this.game = h("select", { onchange: () => this.chooseGame() });
    this.gameField = labelled("Game", this.game);
    this.players = h("select", { onchange: () => this.chooseSeats() });
    this.bots = h("select", { onchange: () => this.chooseSeats() });
    this.seats = h("div", { class: "seats" });
    this.games = h("input", { inputmode: "numeric", value: "1000", autocomplete: "off" });
    this.seed = h("input", { inputmode: "numeric", value: "1", autocomplete: "off" });
    this.ruleset = h("select", {});
    this.settings = h("input", { autocomplete: "off", spellcheck: "false", placeholder: "field=value" });
    this.workers = h("input", { inputmode: "numeric", autocomplete: "off" });
    this.start = h("button", { type: "submit", class: "primary" }, "Simulate");
    this.progress = new ProgressBar("Games played", () => send({ do: "cancel" }));
    this.form = h("form", { onsubmit: (event) => this.submit(event) }, this.gameField,
      h("div", { class: "pair" }, labelled("Players", this.players), labelled("Games", this.games)),
      labelled("Bots", this.bots), this.seats,
      h("div", { class: "pair" }, labelled("Ruleset", this.ruleset), labelled("Seed", this.seed)),
      h("div", { class: "pair" }, labelled("Changed fields", this.settings), labelled("Threads", this.workers)),
      this.start, this.progress.element);
    this.element = foldable("Simulate", !isNarrow(), this.form);
  }

  update({ form, run, filters }) {
    if (form) this.showForm(form);
    if (filters) this.follow(filters.game);
    if (run === undefined) return;
    this.progress.show(run);
    this.start.disabled = Boolean(run) && run.state !== "over";
    if (run && run.state !== "over") this.element.open = true;
  }

  showForm(form) {
    this.told = form;
    optionsOf(this.game, form.games.map((one) => [one.name, one.title]));
    this.gameField.hidden = form.games.length < 2;
    this.workers.value ||= String(form.workers);
    this.chooseGame();
  }

  /** Offer the game that the page shows, as soon as it shows another. */
  follow(game) {
    if (game === this.followed || !this.told?.games.some((one) => one.name === game)) return;
    this.followed = game;
    this.game.value = game;
    this.chooseGame();
  }

  get chosen() {
    return this.told.games.find((one) => one.name === this.game.value) ?? this.told.games[0];
  }

  chooseGame() {
    const { players, bots, rulesets } = this.chosen;
    const before = this.players.value || "2";
    optionsOf(this.players, players.map((n) => [String(n), String(n)]));
    this.players.value = players.map(String).includes(before) ? before : String(players[0]);
    const bot = this.bots.value || "greedy";
    optionsOf(this.bots, [...bots, MIXED].map((name) => [name, name]));
    this.bots.value = bots.includes(bot) ? bot : bots[0];
    optionsOf(this.ruleset, rulesets.map((name) => [name, name]));
    this.chooseSeats();
  }

  chooseSeats() {
    const seats = this.bots.value === MIXED ? [...Array(Number(this.players.value)).keys()] : [];
    const make = (seat) => labelled(`Seat ${seat + 1}`, h("select", {}, this.chosen.bots.map((name) => h("option", { value: name }, name))));
    keyed(this.seats, seats, (seat) => `${this.chosen.name} ${seat}`, make);
  }

  submit(event) {
    event.preventDefault();
    const each = [...this.seats.querySelectorAll("select")].map((one) => one.value);
    const bots = each.length ? each : Array(Number(this.players.value)).fill(this.bots.value);
    const [game, players, games, seed, ruleset, settings, workers] = [this.game, this.players, this.games, this.seed, this.ruleset, this.settings, this.workers].map((field) => field.value);
    this.send({ do: "simulate", game, players, games: games.trim(), seed: seed.trim(), ruleset, settings, workers, bots });
  }
}

/** How far long work is, in words and as a bar, with a button that stops it. */
class ProgressBar {
  constructor(title, stop) {
    this.bar = h("progress", { max: 1, value: 0, "aria-label": title });
    this.words = h("p", { class: "quiet-text", role: "status" });
    this.stop = button("Stop", stop, { class: "small" });
    this.element = h("div", { class: "run", hidden: true }, this.bar, h("div", { class: "run-line" }, this.words, this.stop));
  }

  show(run) {
    this.element.hidden = !run || !run.words;
    if (!run) return;
    setText(this.words, run.words);
    this.words.dataset.tone = run.tone ?? "";
    this.bar.hidden = run.state === "over";
    this.stop.hidden = run.state !== "running";
    if (run.games && run.done) this.bar.value = run.done / run.games;
    else this.bar.removeAttribute("value"); // it has begun, and nobody knows how far it is
  }
}

class SurveyForm {
  constructor(send) {
    this.send = send;
    this.players = h("div", { class: "chips", role: "group", "aria-label": "Players" });
    this.games = h("input", { inputmode: "numeric", value: "1000", autocomplete: "off" });
    this.bot = h("select", {});
    this.seed = h("input", { inputmode: "numeric", value: "1", autocomplete: "off" });
    this.ruleset = h("select", {});
    this.settings = h("input", { autocomplete: "off", spellcheck: "false", placeholder: "field=value" });
    this.start = h("button", { type: "submit", class: "primary" }, "Watch the exits");
    this.progress = new ProgressBar("Games watched", () => send({ do: "stop_survey" }));
    this.element = h("form", { class: "survey-form", onsubmit: (event) => this.submit(event) },
      h("div", { class: "field" }, h("span", { class: "label" }, "Players"), this.players),
      labelled("Games for each", this.games), labelled("Bots", this.bot), labelled("Seed", this.seed),
      labelled("Compared with", this.ruleset), labelled("Changed fields", this.settings), this.start, this.progress.element);
  }

  update({ form, filters, survey }) {
    this.told = form ?? this.told;
    this.game = filters?.game ?? this.game;
    const found = this.told?.games.find((one) => one.name === this.game);
    if (found && found !== this.shown) this.show(found);
    if (survey === undefined) return;
    this.progress.show(survey);
    this.start.disabled = survey?.state === "running";
  }

  show(found) {
    this.shown = found;
    const turn = ({ currentTarget }) => setAttribute(currentTarget, "aria-pressed", String(!isPressed(currentTarget)));
    const chip = (n) => button(String(n), turn, { class: "chip", "aria-pressed": "true", "data-value": n });
    keyed(this.players, found.players, (n) => `${found.name} ${n}`, chip);
    optionsOf(this.bot, found.bots.map((name) => [name, name]));
    this.bot.value = found.bots.includes("greedy") ? "greedy" : found.bots[0];
    optionsOf(this.ruleset, found.rulesets.map((name) => [name, name === "standard" ? "nothing" : name]));
  }

  submit(event) {
    event.preventDefault();
    const players = [...this.players.querySelectorAll("[aria-pressed=true]")].map((chip) => chip.dataset.value);
    this.send({ do: "survey", players, games: this.games.value.trim(), bot: this.bot.value, seed: this.seed.value.trim(), ruleset: this.ruleset.value, settings: this.settings.value });
  }
}
