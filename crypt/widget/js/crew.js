// Bots at the table: who plays which seat, hints, and bots that play on for people.

const SPEED_WORDS = { slow: "slowly", normal: "at reading speed", "at once": "at once" };

class CrewPanel {
  constructor(send) {
    this.send = send;
    this.seats = h("ul", { class: "crew-seats" });
    this.doing = h("p", { class: "crew-doing", role: "status" });
    this.pause = button("Pause", () => send({ do: "pause", on: !this.model.paused }), { class: "crew-pause" });
    this.helper = h("select", { id: "crew-helper", onchange: () => { this.chosen = this.helper.value; } });
    this.speed = h("select", { id: "crew-speed", onchange: () => send({ do: "speed", speed: this.speed.value }) });
    const playFor = (until) => send({ do: "play_for", until, bot: this.helper.value });
    this.turn = button("Play this turn for me", () => playFor("turn"));
    this.finish = button("Finish with bots", () => playFor("end"), { title: "Bots play for everybody, to the end of the game" });
    this.hints = new HintList(send);
    this.element = h("details", { class: "card crew", hidden: true },
      h("summary", {}, "Bots and hints"),
      this.hints.element,
      h("h3", {}, "Who plays"),
      this.seats,
      h("div", { class: "pair" }, labelled("A bot that helps", this.helper), labelled("Bots play", this.speed)),
      h("div", { class: "buttons" }, this.turn, this.finish));
    this.bar = h("div", { class: "crew-bar", hidden: true }, this.doing, this.pause);
  }

  /** Bots that were paused wait after a reload too. */
  rememberPause() {
    if (this.model.paused) sessionStorage.setItem("crypt paused", this.session);
    else sessionStorage.removeItem("crypt paused");
  }

  update({ crew, status, session }) {
    if (session) this.session = session.name;
    if (status) this.actor = status.actor;
    if (crew === undefined && !status) return;
    if (crew !== undefined) this.model = crew;
    this.element.hidden = !this.model || this.model.over;
    const hasBots = this.model && (this.model.until || this.model.kinds.some((kind) => kind !== "human"));
    this.bar.hidden = this.element.hidden || !hasBots || !(this.model.playing || this.model.paused);
    if (!this.model) return;
    this.rememberPause();
    const { names, kinds, bots, speeds, speed, helper } = this.model;
    const rows = names.map((name, seat) => ({ name, seat, kind: kinds[seat] }));
    keyed(this.seats, rows, (row) => row.seat, (row) => this.makeSeat(row, bots), (element, row) => { element.querySelector("select").value = row.kind; });
    fillSelect(this.helper, bots, (bot) => bot, this.chosen ?? helper);
    fillSelect(this.speed, speeds, (one) => SPEED_WORDS[one] ?? one, speed);
    this.showDoing();
    this.hints.update(this.model);
  }

  makeSeat({ name, seat }, bots) {
    const choose = (event) => this.send({ do: "seats", seat, kind: event.target.value });
    return h("li", { "data-seat": seat }, h("span", { class: "seat-mark", "aria-hidden": "true" }, String(seat + 1)), nameText(name),
      makeKind(`Who plays ${name}`, bots, choose));
  }

  showDoing() {
    const { playing, paused, until, names } = this.model;
    const who = until === "end" ? "everybody" : nameText(names[this.actor] ?? "");
    const goal = { turn: " to the end of this turn", end: " to the end of the game", "": "" }[until];
    this.doing.replaceChildren(...(paused ? ["The bots wait."] : [h("b", {}, playing), " plays for ", who, goal, " …"]));
    setText(this.pause, paused ? "Let them play" : "Pause");
  }
}

/** The best moves by the search, with the chance that it gives them. */
class HintList {
  constructor(send) {
    this.send = send;
    this.ask = button("Hint", () => send({ do: "hint" }));
    this.more = button("Think longer", () => send({ do: "hint", thorough: true }));
    this.wait = h("span", { class: "quiet-text", role: "status", hidden: true }, "thinking …");
    this.alike = h("p", { class: "hint-alike", hidden: true });
    this.list = h("ol", { class: "hints" });
    this.words = h("p", { class: "quiet-text" });
    this.element = h("div", { class: "hint-box" }, h("div", { class: "buttons" }, this.ask, this.more, this.wait), this.alike, this.list, this.words);
  }

  update({ hint, thinking, playing }) {
    this.wait.hidden = !thinking;
    this.ask.disabled = this.more.disabled = thinking || Boolean(playing);
    this.list.hidden = this.words.hidden = !hint;
    this.alike.hidden = !hint?.alike;
    setText(this.alike, hint?.alike ?? "");
    if (!hint) return keyed(this.list, [], String); // another may sit at the screen by now
    keyed(this.list, hint.moves.map((move) => ({ ...move, alike: hint.alike && move.alike, key: `${hint.decision} ${hint.iterations} ${move.code}` })), (move) => move.key, (move) => this.makeMove(move));
    const first = hint.alike ? "The first is what the search would take all the same: the usual move, unless another leads clearly enough."
      : hint.of > 1 ? "The first is what the search would choose: each of the others is worse by more than the noise." : "";
    setText(this.words, `${hint.measure}, as far as the search can tell: it plays a few rounds ahead and judges what it sees there, so the order of the moves says more than the numbers. With the 95 % interval over ${hint.iterations.toLocaleString("en")} looks ahead. ${first} ${hint.moves.length < hint.of ? `The best ${hint.moves.length} of ${hint.of} moves.` : ""}`);
  }

  makeMove({ code, text, estimate, low, high, share, alike }) {
    const percent = (value) => `${Math.round(value * 100)} %`;
    const bar = h("span", { class: "hint-bar", "aria-hidden": "true" }, h("i", { class: "interval", style: `left: ${low * 100}%; width: ${(high - low) * 100}%` }), h("i", { class: "point", style: `left: ${estimate * 100}%` }));
    return h("li", { class: alike ? "is-alike" : null }, button(text, () => this.send({ do: "act", code, hint: true }), { title: `${percent(share)} of the looks ahead went into this move` }),
      bar, h("span", { class: "hint-words" }, h("b", {}, percent(estimate)), ` ${percent(low)} to ${percent(high)}`));
  }
}

/** The choice of who plays a seat: a person or a bot. */
function makeKind(label, bots, onchange = () => {}) {
  const select = h("select", { "aria-label": label, onchange });
  fillSelect(select, ["human", ...bots], (kind) => (kind === "human" ? "a person" : `bot: ${kind}`));
  return select;
}

/** Give a select its options, and choose one; what is being chosen now stays. */
function fillSelect(select, values, wordsOf, chosen) {
  keyed(select, values, (value) => value, (value) => h("option", { value }, wordsOf(value)));
  if (chosen !== undefined && document.activeElement !== select) select.value = chosen;
}
